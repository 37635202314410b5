// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.combinations.Draw;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.Plan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.UnfitPlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** The cases of a family as a file has them: all but what makes their plans. */
record CaseList(List<Entry> entries) {

  /** One in so many cases has its plan's hash in the list. */
  private static final int SAMPLE = 256;

  /** Hexadecimal digits of a hash: a list that is wrong by chance differs in more than one. */
  private static final int DIGITS = 16;

  /** The seed of what is looked at in plans that are made from one. */
  private static final long SEED = 1;

  CaseList {
    entries = List.copyOf(entries);
  }

  /**
   * A case.
   *
   * @param hash of what it is and of its plan, or empty where it is not one of the sample
   */
  record Entry(
      String name,
      String form,
      Set<Case.Trait> traits,
      List<String> assertions,
      Optional<String> unsupported,
      String hash) {

    static Entry of(Case one, boolean sampled) {
      return new Entry(
          one.name(),
          one.form(),
          one.traits(),
          one.assertions(),
          one.unsupported(),
          sampled ? CaseList.hash(one) : "");
    }

    private String rest() {
      return String.join(
          "\t",
          form,
          traits.stream().map(Enum::name).sorted().collect(Collectors.joining(" ")),
          String.join(" ", assertions),
          unsupported.map(reason -> "-" + reason).orElse(""));
    }
  }

  /** Of the first case, and of one in so many, the plan is made. */
  static CaseList of(List<Case> cases) {
    List<Entry> entries = new ArrayList<>(cases.size());
    for (Case one : cases) {
      entries.add(Entry.of(one, entries.isEmpty() || Draw.oneIn(SAMPLE, "sample", one.name())));
    }
    return new CaseList(entries);
  }

  /** Of names alone. */
  static CaseList ofNames(Collection<String> names) {
    return new CaseList(
        names.stream()
            .map(name -> new Entry(name, "", Set.of(), List.of(), Optional.empty(), ""))
            .toList());
  }

  Set<String> names() {
    return entries.stream().map(Entry::name).collect(Collectors.toSet());
  }

  /** What a case is, with its plan; where that cannot be made, why. */
  static String hash(Case one) {
    String plan;
    try {
      plan = one.unsupported().isPresent() ? "" : text(one.plan().get());
    } catch (RuntimeException | StackOverflowError e) {
      plan = "throws " + e;
    }
    byte[] all = (Entry.of(one, false).rest() + "\n" + plan).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(sha256().digest(all)).substring(0, DIGITS);
  }

  /** What its hash is made of, the same in each process. */
  static String text(Plan plan) {
    return switch (plan) {
      case ShaderPlan shaders ->
          shaders.shader() + " " + shaders.subcases().stream().map(Subcase::name).toList();
      case RulePlan rules -> rules.toString();
      case ReportPlan report -> report.toString();
      case ProbePlan probe -> probe.toString();
      case UnfitPlan unfit -> unfit.toString();
      case ConversionPlan conversions ->
          conversions.chains().apply(SEED).stream()
              .map(chain -> chain.name() + " " + chain.stops())
              .collect(Collectors.joining("\n"));
    };
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** A case as the list has it, and what stands there in another. */
  record Difference(String kept, String made) {}

  /** The first difference from another list. */
  Optional<Difference> difference(CaseList made) {
    return IntStream.range(0, Math.max(entries.size(), made.entries.size()))
        .mapToObj(i -> new Difference(shown(i), made.shown(i)))
        .filter(one -> !one.kept.equals(one.made))
        .findFirst();
  }

  private String shown(int index) {
    if (index >= entries.size()) {
      return "no case";
    }
    Entry one = entries.get(index);
    String rest = one.rest().replaceAll("\\s+", " ").strip();
    return "%s (%s%s)".formatted(one.name, rest, one.hash.isEmpty() ? "" : ", " + one.hash);
  }

  /** As bytes: what few cases have of their own in words, and each case's name and numbers. */
  byte[] bytes() {
    Map<String, Integer> rests = new LinkedHashMap<>();
    entries.forEach(one -> rests.putIfAbsent(one.rest(), rests.size()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, fast))) {
      out.writeInt(rests.size());
      for (String rest : rests.keySet()) {
        write(out, rest);
      }
      out.writeInt(entries.size());
      for (Entry one : entries) {
        out.writeInt(rests.get(one.rest()));
      }
      write(out, entries.stream().map(Entry::name).collect(Collectors.joining("\n")));
      write(out, entries.stream().map(Entry::hash).collect(Collectors.joining("\n")));
    } catch (IOException e) {
      throw new AssertionError("memory can be written to", e);
    } finally {
      fast.end();
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** What {@link #bytes} has written; empty where it is something else. */
  static Optional<CaseList> read(byte[] bytes) {
    try (DataInputStream in =
        new DataInputStream(
            new ByteArrayInputStream(
                new InflaterInputStream(new ByteArrayInputStream(bytes)).readAllBytes()))) {
      Entry[] rests = new Entry[in.readInt()];
      for (int i = 0; i < rests.length; i++) {
        rests[i] = rest(read(in));
      }
      int[] numbers = new int[in.readInt()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.readInt();
      }
      String[] names = read(in).split("\n", -1);
      String[] hashes = read(in).split("\n", -1);
      List<Entry> entries = new ArrayList<>(numbers.length);
      for (int i = 0; i < numbers.length; i++) {
        Entry rest = rests[numbers[i]];
        entries.add(
            new Entry(
                names[i], rest.form, rest.traits, rest.assertions, rest.unsupported, hashes[i]));
      }
      return Optional.of(new CaseList(entries));
    } catch (IOException
        | IndexOutOfBoundsException
        | NegativeArraySizeException
        | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String read(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Entry rest(String text) {
    String[] parts = text.split("\t", 4);
    Set<Case.Trait> traits = EnumSet.noneOf(Case.Trait.class);
    words(parts[1]).forEach(name -> traits.add(Case.Trait.valueOf(name)));
    return new Entry(
        "",
        parts[0],
        traits,
        words(parts[2]),
        parts[3].isEmpty() ? Optional.empty() : Optional.of(parts[3].substring(1)),
        "");
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
  }
}
