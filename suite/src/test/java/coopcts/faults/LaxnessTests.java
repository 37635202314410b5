// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.plan.Case;
import coopcts.plan.Proof;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * A judge that looked less closely would be noticed: for each rule that is dropped, and for each
 * {@link Laxness}, a planted fault that is found today would survive. A case is run once with its
 * fault; what the judge finds there is then forgiven, one way at a time.
 */
public final class LaxnessTests {

  /** A fault, the case that finds it, and where it is planted. */
  private record Pair(String fault, String testCase, String reference) {}

  private final Map<Pair, Red> reds = new HashMap<>();
  private final Map<String, Map<String, Case>> cases = new HashMap<>();

  private static List<String[]> table(String name) {
    try (InputStream in = LaxnessTests.class.getResourceAsStream("/coopcts/faults/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The assertions that are broken together with others only: what their proofs break. */
  private static Map<String, Set<String>> implied() {
    Map<String, Set<String>> implied = new TreeMap<>();
    for (String[] line : table("implied.tsv")) {
      Set<String> all = new HashSet<>(Arrays.asList(line[1].split(" ")));
      all.add(line[0]);
      implied.put(line[0], all);
    }
    return implied;
  }

  private static Map<Laxness, Pair> noticed() {
    Map<Laxness, Pair> noticed = new LinkedHashMap<>();
    table("laxness.tsv")
        .forEach(
            line ->
                noticed.put(
                    Laxness.valueOf(line[0].toUpperCase(Locale.ROOT)),
                    new Pair(line[1], line[2], line[3])));
    return noticed;
  }

  /** Proofs by faults of values; a fault of a report is judged by a case of its own. */
  private static Map<String, Pair> proofs() {
    Map<String, Pair> proofs = new TreeMap<>();
    for (Proof proof : Proof.onRecord()) {
      if (!proof.fault().startsWith("report.")) {
        proofs.put(proof.assertion(), new Pair(proof.fault(), proof.testCase(), proof.reference()));
      }
    }
    return proofs;
  }

  /** Runs each pair once. */
  @BeforeClass
  public void run() throws Exception {
    Set<Pair> pairs = new HashSet<>(proofs().values());
    pairs.addAll(noticed().values());
    for (String reference : pairs.stream().map(Pair::reference).distinct().toList()) {
      Set<String> names =
          pairs.stream()
              .filter(pair -> pair.reference.equals(reference))
              .map(Pair::testCase)
              .collect(Collectors.toSet());
      cases.put(reference, cases(reference, names));
    }
    try (SpirvCache spirv = new SpirvCache(SharedModules.folder());
        Translator translator = new Translator(spirv)) {
      for (Pair pair : pairs) {
        Case tested = cases.get(pair.reference).get(pair.testCase);
        if (tested != null && Red.isJudged(tested.plan().get())) {
          reds.put(pair, red(pair, tested, translator));
        }
      }
    }
  }

  @AfterClass
  public void forget() {
    reds.clear();
    cases.clear();
  }

  private static Map<String, Case> cases(String reference, Set<String> names)
      throws DeviceUnavailableException {
    try (ReferenceDevice device = new ReferenceProvider().open(reference)) {
      return Catalogue.families().stream()
          .filter(family -> names.stream().anyMatch(family::mayHave))
          .flatMap((Family family) -> family.cases(device.report(), Profile.DEFAULT))
          .filter(one -> names.contains(one.name()) && one.unsupported().isEmpty())
          .collect(Collectors.toMap(Case::name, one -> one));
    }
  }

  private static Red red(Pair pair, Case tested, Translator translator)
      throws DeviceUnavailableException, CompileException {
    try (ReferenceDevice device =
        new ReferenceProvider().open(pair.reference + "?fault=" + pair.fault)) {
      return Red.of(tested, device, translator, 1);
    }
  }

  /** Without the rules that name an assertion the fault that proves it survives in its case. */
  @Test
  public void proofsHangOnTheirAssertions() {
    Map<String, Set<String>> implied = implied();
    List<String> wrong = new ArrayList<>();
    int judged = 0;
    for (var proof : proofs().entrySet()) {
      Red red = reds.get(proof.getValue());
      if (red != null) {
        judged++;
        String id = proof.getKey();
        boolean alone = red.isGreen(miss -> miss.rule().assertions().contains(id));
        if (implied.containsKey(id)) {
          boolean together =
              red.isGreen(
                  miss -> miss.rule().assertions().stream().anyMatch(implied.get(id)::contains));
          if (alone || !together) {
            wrong.add(id + ": " + implied.get(id) + " do not stand for each other");
          }
        } else if (!alone) {
          wrong.add(
              id + ": " + proof.getValue() + " is found without it too, by " + others(red, id));
        }
      }
    }
    assertTrue(wrong.isEmpty(), wrong.toString());
    assertTrue(judged >= 400, judged + " proofs");
  }

  private static Set<List<String>> others(Red red, String id) {
    return red.misses().stream()
        .map(miss -> miss.rule().assertions())
        .filter(assertions -> !assertions.contains(id))
        .collect(Collectors.toSet());
  }

  /** Each way to look less closely lets a fault survive that the suite finds. */
  @Test
  public void laxnessIsNoticed() {
    Map<Laxness, Pair> noticed = noticed();
    assertEquals(noticed.keySet(), Set.of(Laxness.values()));
    List<String> wrong = new ArrayList<>();
    noticed.forEach(
        (laxness, pair) -> {
          Red red = reds.get(pair);
          if (red == null || !red.isGreen(laxness::forgives)) {
            wrong.add(laxness + ": " + pair + " is found all the same");
          }
        });
    assertTrue(wrong.isEmpty(), wrong.toString());
  }

  /** Nothing is forgiven where nothing is wrong: a green case proves nothing. */
  @Test
  public void whatIsGreenIsNoProof() {
    assertEquals(new Red(List.of(), false).isGreen(_ -> true), false);
    assertEquals(new Red(List.of(), true).isGreen(_ -> true), false);
  }
}
