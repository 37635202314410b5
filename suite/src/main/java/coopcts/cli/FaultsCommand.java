// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.device.reference.fault.Faults;
import coopcts.faults.DiagnosisAudit;
import coopcts.faults.DiagnosisTable;
import coopcts.faults.FaultHunt;
import coopcts.faults.KillTable;
import coopcts.faults.ProofHunt;
import coopcts.faults.SurvivingFaults;
import coopcts.plan.Assertions;
import coopcts.plan.Proof;
import coopcts.reports.Glob;
import coopcts.reports.UsageException;
import coopcts.spirv.ModuleWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code faults}: the suite against each bug that can be planted in the reference device. */
@Command(
    name = "faults",
    customSynopsis = "run-cts.sh faults [list|hunt|random N|prove FILE|explain N|fuzz N] [OPTIONS]",
    description = "run the suite against each planted fault")
final class FaultsCommand implements Callable<Integer> {

  /** The profile that promises a layout: assertions on it are claimed there alone. */
  private static final String LAYOUTS = "intel";

  @Option(
      names = "--list",
      description = "print name, system and description of each fault, separated by tabs")
  private boolean list;

  @Option(
      names = "--only",
      paramLabel = "GLOB",
      description =
          "only faults whose name matches, or taps, bins, changes and constants; may be repeated")
  private List<String> only = List.of();

  @Option(
      names = "--taps",
      description =
          "print the values that rows of a table may change, with tabs between columns. These are"
              + " name, words, names that conditions and changes may use, those of them that may"
              + " stand for the value, instructions that pass it, and meanings of the names")
  private boolean taps;

  @Option(
      names = "--bins",
      description =
          "print the bins that conditions may use: name, instructions that meet it, what it is, and"
              + " whether taps or results alone know it, separated by tabs")
  private boolean bins;

  @Option(
      names = "--changes",
      description =
          "print the changes that have a name: name, what it does, its formula, and what it"
              + " changes, taps or results of instructions, separated by tabs")
  private boolean changes;

  @Option(
      names = "--constants",
      description =
          "print the constants of conditions and changes: name and number, separated by a tab")
  private boolean constants;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description =
          "faults of one's own in place of the catalogue: name, tap, condition, change, assertions"
              + " or -, sentence, separated by tabs; for list and hunt. A hunt takes --profile,"
              + " --reference, --only and --jobs too")
  private Path table;

  @Option(
      names = "--profile",
      paramLabel = "smoke|gate|default|full",
      defaultValue = "default",
      converter = SelectionOptions.ProfileConverter.class,
      description = "how much of the space of cases (default: ${DEFAULT-VALUE})")
  private SelectionOptions.Chosen profile;

  @Option(
      names = "--reference",
      paramLabel = "PROFILE",
      defaultValue = "everything",
      description = "the profile that the faults are planted in (default: ${DEFAULT-VALUE})")
  private String reference;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "threads (default: the number of processors)")
  private Integer jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--anew",
      description = "do not begin with the cases that found the faults before")
  private boolean anew;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "also write which case found which fault, for later hunts to begin with; with --explain"
              + " the table, beside the lines that the file has of other faults of the draw")
  private Path record;

  @Option(
      names = "--proofs",
      paramLabel = "FILE",
      description =
          "instead: for each assertion that cases claim, write a fault that breaks it and a case"
              + " that fails naming it, recorded proofs first. Claims without a proof go to"
              + " unproven.tsv next to it. --only selects assertions then")
  private Path proofs;

  @Option(
      names = "--explain",
      paramLabel = "N",
      description =
          "instead: draw N faults, run the cases of their systems, and print what a run would say"
              + " of each, as a table in Markdown")
  private Integer explain;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "time for the cause of each with --explain (default: ${DEFAULT-VALUE})")
  private int budget;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "with --explain: where shaders and jobs go; else they are removed")
  private Path out;

  @Option(
      names = "--random",
      paramLabel = "N",
      description =
          "instead: N faults that nobody chose, drawn from what is noted of a run, half of them"
              + " inside of algorithms; --seed draws others")
  private Integer random;

  @Option(
      names = "--terms",
      paramLabel = "1|2|3[,...]",
      split = ",",
      defaultValue = "1",
      description =
          "with --random: how many things each depends on, or several such numbers, each with N"
              + " faults (default: ${DEFAULT-VALUE})")
  private SortedSet<Integer> terms;

  @Option(
      names = "--then",
      paramLabel = "PROFILE",
      description = "with --random: what the profile misses is hunted with another one")
  private Profile then;

  @Option(
      names = "--fuzz",
      paramLabel = "N",
      description =
          "instead: up to N random programs against each fault, from --seed on; what finds one is"
              + " reduced; with --random against each that the profile misses")
  private Integer fuzz;

  @Option(
      names = "--writer",
      paramLabel = "glsl|spirv",
      description =
          "with --fuzz: what makes the modules of the programs, the front end of GLSL or the suite"
              + " itself (default: glsl)")
  private String writer;

  @Override
  public Integer call() throws Exception {
    if (taps) {
      return print(TableLists.taps());
    }
    if (bins) {
      return print(TableLists.bins());
    }
    if (changes) {
      return print(TableLists.changes());
    }
    if (constants) {
      return print(TableLists.constants());
    }
    if (table != null && (random != null || proofs != null || fuzz != null || explain != null)) {
      throw new UsageException("--table goes with list and with hunt");
    }
    if (table != null && record != null) {
      throw new UsageException("--record is for the catalogue; leave it out beside --table");
    }
    if (writer != null && (fuzz == null || random != null)) {
      throw new UsageException("--writer goes with fuzz");
    }
    if (random != null) {
      return new RandomFaultsPrinter(reference, profile, threads())
          .print(random, terms, seed, Optional.ofNullable(then), fuzz != null ? fuzz : 0);
    }
    if (proofs != null) {
      return prove();
    }
    List<Glob> globs = only.stream().map(Glob::new).toList();
    List<Faults.Entry> selected =
        catalogue().stream().filter(fault -> Glob.selects(globs, fault.name())).toList();
    if (selected.isEmpty()) {
      throw new UsageException("no fault matches; run-cts.sh faults list names them");
    }
    if (list) {
      selected.forEach(
          fault ->
              System.out.printf("%s\t%s\t%s%n", fault.name(), fault.system(), fault.description()));
      return 0;
    }
    int threads = threads();
    if (fuzz != null) {
      return new FuzzHuntPrinter(reference, threads)
          .print(
              selected,
              seed,
              fuzz,
              writer == null ? ModuleWriter.GLSL : ModuleOption.writer(writer));
    }
    if (explain != null) {
      return tell(globs, threads);
    }
    List<FaultHunt.Catch> catches = hunt(globs, threads);
    System.out.printf(
        "%-46s %-8s %-9s %-8s %s%n",
        "fault", "reached", "seconds", "fails by", "first detected by");
    for (FaultHunt.Catch one : catches) {
      System.out.printf(
          "%-46s %-8s %9.2f %-8s %s%n",
          one.fault().name(),
          one.reached() ? "yes" : "no",
          one.seconds(),
          one.by() == null ? "" : KillTable.word(one.by()),
          one.firstCase() == null ? "SURVIVED: " + one.fault().description() : one.firstCase());
    }
    SurvivingFaults accepted = table != null ? SurvivingFaults.none() : SurvivingFaults.accepted();
    int survivors = FaultHunt.survivors(catches).size();
    System.out.printf(
        "%d faults, %d detected, %d survived%n",
        catches.size(), catches.size() - survivors, survivors);
    for (FaultHunt.Catch one : FaultHunt.survivors(catches)) {
      String reason = accepted.reasons().get(one.fault().name());
      if (reason != null) {
        System.out.println(one.fault().name() + " may survive: " + reason);
      }
    }
    List<String> wrong = accepted.wrong(catches);
    wrong.forEach(System.out::println);
    return wrong.isEmpty() ? 0 : Main.UNEXPECTED;
  }

  /** Prints the lines whose first column matches. */
  private int print(List<List<String>> lines) {
    List<Glob> globs = only.stream().map(Glob::new).toList();
    List<List<String>> selected =
        lines.stream().filter(line -> Glob.selects(globs, line.getFirst())).toList();
    if (selected.isEmpty()) {
      throw new UsageException("nothing matches " + String.join(" ", only));
    }
    selected.forEach(line -> System.out.println(String.join("\t", line)));
    return 0;
  }

  private List<Faults.Entry> catalogue() {
    if (table == null) {
      return Faults.list();
    }
    try {
      return FaultHunt.ofTable(table);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** On the profile that is named, and for what does not show there on the one with a layout. */
  private List<FaultHunt.Catch> hunt(List<Glob> globs, int threads) throws Exception {
    if (table != null) {
      return new FaultHunt(profile.profile(), profile.gate(), reference, Environment.kept(), seed)
          .hunt(table, name -> Glob.selects(globs, name), threads);
    }
    KillTable known = anew ? new KillTable(List.of()) : KillTable.onRecord();
    Map<String, FaultHunt.Catch> catches = new TreeMap<>();
    for (String profileOf : Stream.of(reference, LAYOUTS).distinct().toList()) {
      Set<String> elsewhere = profileOf.equals(reference) ? known.elsewhere(reference) : Set.of();
      new FaultHunt(profile.profile(), profile.gate(), profileOf, Environment.kept(), seed)
          .hunt(
              name ->
                  Glob.selects(globs, name)
                      && !elsewhere.contains(name)
                      && (!catches.containsKey(name) || catches.get(name).firstCase() == null),
              known.of(profileOf),
              threads)
          .forEach(one -> catches.merge(one.fault().name(), one, FaultsCommand::better));
    }
    if (record != null) {
      KillTable.onRecord().after(catches.values()).write(record);
    }
    return List.copyOf(catches.values());
  }

  private static FaultHunt.Catch better(FaultHunt.Catch first, FaultHunt.Catch second) {
    return second.firstCase() != null || second.reached() ? second : first;
  }

  /** What is said of faults that are drawn with the seed, or of those among them that match. */
  private int tell(List<Glob> globs, int threads) throws Exception {
    List<Faults.Entry> drawn = DiagnosisAudit.drawn(explain, seed);
    List<Faults.Entry> asked =
        drawn.stream().filter(fault -> Glob.selects(globs, fault.name())).toList();
    List<String> names = drawn.stream().map(Faults.Entry::name).toList();
    DiagnosisTable before =
        record == null ? new DiagnosisTable(seed, List.of()) : DiagnosisTable.read(record, seed);
    if (before.seed() != seed) {
      throw new UsageException(record + " is of seed " + before.seed());
    }
    AtomicReference<DiagnosisTable> table = new AtomicReference<>(before.with(List.of(), names));
    Path folder = out != null ? out : Files.createTempDirectory("faults");
    DiagnosisAudit told =
        new DiagnosisAudit(
            whole(),
            reference,
            Environment.kept(),
            folder,
            1,
            Duration.ofSeconds(budget),
            line -> keep(table, line, names));
    told.of(asked, threads);
    if (out == null) {
      told.clean();
    }
    table.get().markdown().forEach(System.out::println);
    return table.get().isGood() ? 0 : Main.UNEXPECTED;
  }

  /** Prints a line as soon as it is known, and keeps it. */
  private synchronized void keep(
      AtomicReference<DiagnosisTable> table,
      DiagnosisTable.DiagnosisLine line,
      List<String> names) {
    System.err.println(line);
    table.updateAndGet(known -> known.with(List.of(line), names));
    try {
      if (record != null) {
        table.get().write(record);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The profile, where only whole ones go. */
  private Profile whole() {
    if (profile.gate()) {
      throw new UsageException("--profile gate goes with a hunt and with --random");
    }
    return profile.profile();
  }

  private int threads() {
    return jobs != null ? Math.max(1, jobs) : Runtime.getRuntime().availableProcessors();
  }

  private int prove() throws Exception {
    List<Glob> globs = only.stream().map(Glob::new).toList();
    int threads = threads();
    Map<String, Proof> all = new TreeMap<>();
    if (!globs.isEmpty()) {
      Proof.onRecord().stream()
          .filter(proof -> !Glob.selects(globs, proof.assertion()))
          .forEach(proof -> all.put(proof.assertion(), proof));
    }
    Set<String> unproven = new TreeSet<>();
    int proven = 0;
    for (String profileOf : List.of(reference, LAYOUTS)) {
      ProofHunt.Found found =
          new ProofHunt(whole(), profileOf, Environment.kept(), seed)
              .hunt(
                  Proof.onRecord(),
                  id ->
                      Assertions.mustBeProven(id)
                          && Glob.selects(globs, id)
                          && !all.containsKey(id)
                          && !unproven.contains(id),
                  threads);
      found.proofs().forEach(proof -> all.put(proof.assertion(), proof));
      unproven.addAll(found.unproven());
      proven += found.proofs().size();
    }
    Files.write(
        proofs,
        Stream.concat(
                Stream.of(
                    "# assertion\tfault that breaks it\tcase that fails naming it\treference"
                        + " profile: written by run-cts.sh faults --proofs FILE"),
                all.values().stream()
                    .map(
                        proof ->
                            String.join(
                                "\t",
                                proof.assertion(),
                                proof.fault(),
                                proof.testCase(),
                                proof.reference())))
            .toList());
    Set<String> missing = new TreeSet<>(Proof.missing());
    missing.removeIf(id -> Glob.selects(globs, id));
    missing.addAll(unproven);
    Files.write(
        proofs.resolveSibling("unproven.tsv"),
        Stream.concat(
                Stream.of(
                    "# assertion that cases claim and no fault proves yet: a proven one leaves this"
                        + " list, and none comes in"),
                missing.stream())
            .toList());
    unproven.forEach(id -> System.out.println(id + " is claimed and not proven"));
    System.out.printf("%d assertions proven, %d claimed and not proven%n", proven, unproven.size());
    return unproven.isEmpty() ? 0 : Main.UNEXPECTED;
  }
}
