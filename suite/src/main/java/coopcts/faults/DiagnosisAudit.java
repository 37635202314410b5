// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.causes.CauseFinder;
import coopcts.causes.FurtherCases;
import coopcts.combinations.Evenly;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Kernel;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.fault.Faults;
import coopcts.jobs.JobRunner;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.plan.Verdict;
import coopcts.reports.Folders;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Tries what a run's report says of a planted fault, a deviation that the reference device makes on
 * purpose: into how many buckets its failures fall, whether the largest names the cause, and how
 * small the shader is that is left of it. A {@link DiagnosisTable} keeps the answers.
 */
public final class DiagnosisAudit {

  /** Cases of all other systems, for what is so wherever the fault's system is used. */
  private static final int ELSEWHERE = 40;

  /** Where the rest of the cases is looked for that claim what a fault breaks. */
  private static final List<Profile> WIDER = List.of(Profile.SMOKE, Profile.DEFAULT);

  /** Failures that are enough where it takes further cases to see any. */
  private static final int ENOUGH = 10;

  private final Profile profile;
  private final String reference;
  private final Path cache;
  private final Path folder;
  private final long seed;
  private final Duration budget;
  private final Consumer<DiagnosisTable.DiagnosisLine> teller;

  /**
   * Prepares the runs; nothing is opened yet.
   *
   * @param profile of cases
   * @param reference profile of the reference device for faults that no recorded hunt found
   * @param cache folder of compiled shaders
   * @param folder where shaders and jobs go; {@link #clean} removes it
   * @param seed of all data sets
   * @param budget of time for the causes of one fault's failures
   * @param teller told of each line as soon as it is known, on any of the threads
   */
  public DiagnosisAudit(
      Profile profile,
      String reference,
      Path cache,
      Path folder,
      long seed,
      Duration budget,
      Consumer<DiagnosisTable.DiagnosisLine> teller) {
    this.profile = profile;
    this.reference = reference;
    this.cache = cache;
    this.folder = folder;
    this.seed = seed;
    this.budget = budget;
    this.teller = teller;
  }

  /**
   * {@return different faults drawn from the catalogue, in random order; all of them where there
   * are not so many}
   *
   * @param count number of faults, 0 or more
   * @param seed of the draw: equal seeds draw equal faults
   */
  public static List<Faults.Entry> drawn(int count, long seed) {
    List<Faults.Entry> all = new ArrayList<>(Faults.list());
    Collections.shuffle(all, new Random(seed));
    return all.subList(0, Math.min(count, all.size()));
  }

  /**
   * Runs the cases of each fault's system against it, notes what the reports say, and waits for the
   * end.
   *
   * @param faults that are planted, one at a time
   * @param threads number of threads, at least 1
   * @return one line for each fault, in the order given
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IOException if a file cannot be written
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public List<DiagnosisTable.DiagnosisLine> of(List<Faults.Entry> faults, int threads)
      throws InterruptedException, IOException {
    Map<String, KillTable.KillLine> known =
        KillTable.onRecord().lines().stream()
            .collect(Collectors.toMap(KillTable.KillLine::fault, line -> line));
    Map<List<String>, List<Suspect>> systems =
        faults.stream()
            .map(
                fault ->
                    new Suspect(
                        fault,
                        known.getOrDefault(
                            fault.name(), new KillTable.KillLine(fault.name(), "", reference, ""))))
            .collect(
                Collectors.groupingBy(
                    suspect -> List.of(suspect.fault.system(), suspect.known.reference()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<Callable<List<DiagnosisTable.DiagnosisLine>>> tasks = new ArrayList<>();
    for (List<Suspect> system : systems.values()) {
      for (int i = 0; i < threads; i++) {
        List<Suspect> share = new ArrayList<>();
        for (int n = i; n < system.size(); n += threads) {
          share.add(system.get(n));
        }
        tasks.add(() -> lines(share));
      }
    }
    Map<String, DiagnosisTable.DiagnosisLine> lines = new LinkedHashMap<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<List<DiagnosisTable.DiagnosisLine>> future : executor.invokeAll(tasks)) {
        future.get().forEach(line -> lines.put(line.fault(), line));
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return faults.stream().map(fault -> lines.get(fault.name())).toList();
  }

  /** A fault with what its device made of the cases so far. */
  private static final class Suspect {
    private final Faults.Entry fault;
    private final KillTable.KillLine known;
    private final List<Row> rows = new ArrayList<>();
    private final List<Case> met = new ArrayList<>();
    private final Set<String> chosen = new HashSet<>();
    private ReferenceDevice device;
    private CaseRunner runner;
    private int failures;
    private boolean isRare;

    /**
     * @param known the case that is known to find it, or an empty name, and the profile of the
     *     reference device on which it does
     */
    Suspect(Faults.Entry fault, KillTable.KillLine known) {
      this.fault = fault;
      this.known = known;
    }

    String device() {
      return "reference:" + known.reference() + "?fault=" + fault.name();
    }

    /** Whether no chosen case has failed; then others follow until enough have. */
    boolean isRare() {
      isRare |= failures == 0;
      return isRare && failures < ENOUGH;
    }

    boolean needs(Case tested) {
      return isRare()
          && !AuditSplit.isKeptBack(tested.name())
          && tested.assertions().stream().anyMatch(fault.breaks()::contains)
          && chosen.add(tested.name());
    }

    /** Runs cases that are no part of the run. */
    List<Row> run(List<Case> further) {
      return further.stream().map(tested -> row(tested, runner.run(tested))).toList();
    }

    void add(Case tested, Finding finding) {
      rows.add(row(tested, finding));
      met.add(tested);
      if (!finding.verdict().isGood()) {
        failures++;
      }
    }
  }

  /** Further cases of which the judges' are none. */
  private record Trials(Suspect suspect) implements FurtherCases {
    @Override
    public List<Row> run(List<Case> cases, Duration left) {
      return suspect.run(cases);
    }

    @Override
    public boolean mayRun(String name) {
      return !AuditSplit.isKeptBack(name);
    }
  }

  private List<DiagnosisTable.DiagnosisLine> lines(List<Suspect> suspects)
      throws IOException, CompileException, DeviceUnavailableException {
    List<DiagnosisTable.DiagnosisLine> lines = new ArrayList<>();
    if (suspects.isEmpty()) {
      return lines;
    }
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv)) {
      for (Suspect suspect : suspects) {
        suspect.device = open(suspect);
        suspect.runner =
            new CaseRunner(
                suspect.device,
                spirv,
                seed,
                Strictness.STRICT,
                new FailureEvidence(folder(suspect.fault), "repro"));
      }
      String system = suspects.getFirst().fault.system();
      if (system.equals("report")) {
        for (Suspect suspect : suspects) {
          for (Case tested : cases(system, suspect.device.report())) {
            suspect.add(tested, suspect.runner.run(tested));
          }
        }
      } else {
        List<Case> cases = cases(system, suspects.getFirst().device.report());
        suspects.forEach(suspect -> suspect.chosen.addAll(AuditSplit.chosen(suspect.fault, cases)));
        for (Case tested : cases) {
          meet(
              tested,
              suspects.stream().filter(one -> one.chosen.contains(tested.name())).toList(),
              translator);
        }
        for (Profile wider : profile == Profile.SMOKE ? WIDER : List.of(profile)) {
          if (suspects.stream().anyMatch(Suspect::isRare)) {
            for (Case tested : cases(system, suspects.getFirst().device.report(), wider)) {
              meet(tested, suspects.stream().filter(one -> one.needs(tested)).toList(), translator);
            }
          }
        }
        List<Case> elsewhere =
            Catalogue.families().stream()
                .filter(family -> isOfAnother(family, system))
                .flatMap(family -> family.cases(suspects.getFirst().device.report(), Profile.SMOKE))
                .filter(tested -> tested.unsupported().isEmpty())
                .toList();
        for (Case tested : Evenly.of(elsewhere, ELSEWHERE)) {
          meet(tested, suspects, translator);
        }
        for (Suspect suspect : suspects) {
          if (suspect.failures == 0 && !suspect.known.testCase().isEmpty()) {
            Case tested =
                Repro.find(Catalogue.families(), suspect.device.report(), suspect.known.testCase());
            suspect.add(tested, suspect.runner.run(tested));
          }
        }
      }
      for (Suspect suspect : suspects) {
        DiagnosisTable.DiagnosisLine line = line(suspect, translator);
        suspect.runner.close();
        teller.accept(line);
        lines.add(line);
      }
    }
    return lines;
  }

  private static ReferenceDevice open(Suspect suspect) throws DeviceUnavailableException {
    return new ReferenceProvider()
        .open(suspect.known.reference() + "?fault=" + suspect.fault.name());
  }

  private Path folder(Faults.Entry fault) {
    return folder.resolve(fault.name());
  }

  private List<Case> cases(String system, DeviceReport report) {
    return cases(system, report, profile);
  }

  private static List<Case> cases(String system, DeviceReport report, Profile profile) {
    return Catalogue.families().stream()
        .filter(
            family ->
                system.equals("report")
                    ? family.name().matches(".*\\.(report|interface)")
                    : family.name().startsWith(system + "."))
        .flatMap(family -> family.cases(report, profile))
        .filter(tested -> tested.unsupported().isEmpty())
        .toList();
  }

  private static boolean isOfAnother(Family family, String system) {
    return !family.name().startsWith(system + ".")
        && family.name().matches("(khr|nv2|decode|vector|qcom)\\.\\w+")
        && !family.name().matches(".*\\.(report|interface|rule)");
  }

  /** The plan is made once; whoever fails by it runs the whole case and says what it saw. */
  private void meet(Case tested, List<Suspect> suspects, Translator translator)
      throws CompileException {
    if (suspects.isEmpty()) {
      return;
    }
    if (!(tested.plan().get() instanceof ShaderPlan plan)) {
      suspects.forEach(suspect -> suspect.add(tested, suspect.runner.run(tested)));
      return;
    }
    Translator.Modules modules = translator.modules(plan.shader());
    List<Trial> trials = new ArrayList<>();
    for (Suspect suspect : suspects) {
      Kernel kernel = Kernels.of(tested.name(), plan.shader(), modules, suspect.device.report());
      suspect.add(
          tested,
          isClean(suspect.device, kernel, plan, trials)
              ? Finding.of(Verdict.PASS, "")
              : suspect.runner.run(tested));
    }
  }

  private boolean isClean(
      ReferenceDevice device, Kernel kernel, ShaderPlan plan, List<Trial> trials) {
    try (Device.Pipeline pipeline = device.prepare(kernel)) {
      if (!device.faultMayShow()) {
        return true;
      }
      for (int i = 0; i < plan.subcases().size(); i++) {
        if (i == trials.size()) {
          trials.add(plan.subcases().get(i).trial().apply(seed));
        }
        Kernels.Ran ran = Kernels.run(device, pipeline, plan.shader(), trials.get(i));
        if (ran.judgement() == null || !ran.judgement().clean()) {
          return false;
        }
      }
      return true;
    } catch (DeviceException e) {
      return false;
    }
  }

  private static Row row(Case tested, Finding finding) {
    return finding.row(
        tested.name(), tested.assertions(), finding.verdict().isGood(), Finding.Ran.APART);
  }

  private DiagnosisTable.DiagnosisLine line(Suspect suspect, Translator translator)
      throws IOException, CompileException, DeviceUnavailableException {
    Faults.Entry fault = suspect.fault;
    Buckets buckets = Buckets.of(suspect.rows);
    if (buckets.failures() == 0) {
      return new DiagnosisTable.DiagnosisLine(
          fault.name(),
          fault.description(),
          0,
          0,
          false,
          "",
          0,
          false,
          0,
          false,
          DiagnosisTable.Judged.NOT);
    }
    Path run = folder(fault);
    String device = suspect.device();
    CauseFinder finder =
        new CauseFinder(
                device,
                Catalogue.families(),
                suspect.device.report(),
                run,
                cache,
                seed,
                Strictness.STRICT)
            .knowing(suspect.met)
            .without(fault.name())
            .trying(new Trials(suspect));
    Causes causes = finder.find(buckets, Rows.of(suspect.rows), budget);
    causes.write(run);
    buckets = Buckets.of(suspect.rows, causes);
    Buckets.Bucket largest = buckets.causes().getFirst();
    Optional<Causes.Cause> cause = causes.of(largest);
    Causes.Smallest smallest =
        causes.causes().stream()
            .map(Causes.Cause::smallest)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    boolean proven = smallest != null && isProven(run.resolve(smallest.job()), suspect);
    return new DiagnosisTable.DiagnosisLine(
        fault.name(),
        fault.description(),
        buckets.failures(),
        buckets.causes().size(),
        fault.breaks().isEmpty()
            || largest.rules().stream().anyMatch(fault.breaks()::contains)
            || cause.stream()
                .flatMap(one -> one.faults().stream())
                .flatMap(one -> one.breaks().stream())
                .anyMatch(fault.breaks()::contains),
        largest.title(),
        cause.map(one -> one.faults().size()).orElse(0),
        smallest != null,
        smallest == null ? 0 : smallest.lines(),
        proven,
        judged(suspect, finder, translator));
  }

  /** How the rules foretell what becomes of cases that they were not made from. */
  private DiagnosisTable.Judged judged(Suspect suspect, CauseFinder finder, Translator translator)
      throws CompileException, DeviceUnavailableException {
    Set<String> known = new HashSet<>();
    suspect.rows.forEach(row -> known.add(row.name()));
    List<String> failed =
        suspect.rows.stream().filter(row -> !row.outcome().isQuiet()).map(Row::name).toList();
    List<Case> judges =
        AuditSplit.judges(
            suspect.fault,
            cases(suspect.fault.system(), suspect.device.report(), Profile.FULL),
            known,
            failed);
    Set<String> failing = new HashSet<>();
    for (Case tested : judges) {
      if (!isClean(tested, suspect, translator)) {
        failing.add(tested.name());
      }
    }
    Set<String> foretold = finder.foretold(judges);
    Set<String> both = new HashSet<>(foretold);
    both.retainAll(failing);
    return new DiagnosisTable.Judged(judges.size(), failing.size(), foretold.size(), both.size());
  }

  private boolean isClean(Case tested, Suspect suspect, Translator translator)
      throws CompileException {
    if (!(tested.plan().get() instanceof ShaderPlan plan)) {
      return suspect.runner.run(tested).verdict().isGood();
    }
    Translator.Modules modules = translator.modules(plan.shader());
    Kernel kernel = Kernels.of(tested.name(), plan.shader(), modules, suspect.device.report());
    return isClean(suspect.device, kernel, plan, new ArrayList<>());
  }

  /** Whether a job fails with a fault and passes without it. */
  private boolean isProven(Path job, Suspect suspect) throws DeviceUnavailableException {
    String sound = "reference:" + suspect.known.reference();
    try (JobRunner with = JobRunner.of(suspect.device(), cache, folder, Strictness.STRICT);
        JobRunner without = JobRunner.of(sound, cache, folder, Strictness.STRICT)) {
      return with.run(job, false).isRed() && without.run(job, false).verdict() == Verdict.PASS;
    }
  }

  /**
   * Removes the folder of shaders and jobs. A folder that is not there is no error.
   *
   * @throws IOException if something cannot be deleted
   */
  public void clean() throws IOException {
    Folders.delete(folder);
  }
}
