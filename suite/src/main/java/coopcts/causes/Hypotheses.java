// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.fault.Faults;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.Verdict;
import coopcts.reports.Folders;
import coopcts.reports.explain.Causes.Likeness;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The catalogue of faults as hypotheses: what the reference device gives with a fault planted, next
 * to what a device gave. A fault is like a failure where all that is kept of it is the same: what
 * was said of each subcase, and every element of the first failing one, bit for bit.
 */
final class Hypotheses implements AutoCloseable {

  private static final ReferenceProvider REFERENCE = new ReferenceProvider();

  private final DeviceReport report;
  private final SpirvCache cache;
  private final Translator translator;
  private final Path folder;
  private final long seed;
  private final Strictness strictness;
  private final List<String> profiles;
  private final String removed;

  /**
   * @param report of the device that failed
   * @param folder for what is only needed on the way; it is deleted
   * @param removed a fault that is not suspected, or empty
   */
  Hypotheses(
      DeviceReport report,
      SpirvCache cache,
      Path folder,
      long seed,
      Strictness strictness,
      String removed)
      throws DeviceUnavailableException {
    this.report = report;
    this.cache = cache;
    this.translator = new Translator(cache);
    this.folder = folder;
    this.seed = seed;
    this.strictness = strictness;
    this.removed = removed;
    this.profiles = profiles(report);
  }

  /** The profiles of the reference device, those with the subgroups of a device first. */
  private static List<String> profiles(DeviceReport report) throws DeviceUnavailableException {
    Map<String, Integer> far = new TreeMap<>();
    for (String profile : REFERENCE.names()) {
      DeviceReport own = REFERENCE.open(profile).report();
      boolean isSame = own.identity().name().equals(report.identity().name());
      far.put(profile, isSame ? -1 : Math.abs(own.subgroup().size() - report.subgroup().size()));
    }
    return far.keySet().stream().sorted(Comparator.comparing(far::get)).toList();
  }

  /**
   * What came of a case on a device.
   *
   * @param kept the folder of what the run keeps of it
   */
  record Failure(Case tested, Path kept, List<String> rules) {

    /** The same with a case whose plan, and what must come out of it, is made but once. */
    Failure remembered(long seed) {
      Plan plan = tested.plan().get();
      Plan once =
          plan instanceof ShaderPlan shaders
              ? new ShaderPlan(
                  shaders.shader(),
                  shaders.subcases().stream().map(one -> remembered(one, seed)).toList(),
                  shaders.picture(),
                  shaders.smaller(),
                  shaders.placed())
              : plan;
      return new Failure(tested.planned(() -> once), kept, rules);
    }

    private static Subcase remembered(Subcase subcase, long seed) {
      AtomicReference<Trial> made = new AtomicReference<>();
      return new Subcase(
          subcase.name(),
          other ->
              other == seed
                  ? made.updateAndGet(trial -> trial == null ? subcase.trial().apply(other) : trial)
                  : subcase.trial().apply(other));
    }

    /** What was said of the case, or nothing where nothing is kept of it. */
    private String said() throws IOException {
      Path file = kept.resolve("mismatches.txt");
      return Files.isRegularFile(file) ? Files.readString(file) : "";
    }
  }

  /** The faults that a failure is like, and how many were tried. */
  record Like(List<Likeness> faults, int tried) {

    static final Like NOTHING = new Like(List.of(), 0);
  }

  /**
   * Tries all faults, those that break the assertions of the failure first; none but those that
   * other failures of the run are like already, if one of them fits.
   *
   * @param known sets of faults that other buckets are like
   * @param others further failures of the same bucket, to tell alike faults apart
   * @param end when to stop, as {@link System#nanoTime} has it
   */
  Like of(Failure failure, List<Failure> others, List<List<Likeness>> known, long end)
      throws IOException, CompileException, DeviceUnavailableException {
    Failure remembered = failure.remembered(seed);
    Optional<String> profile = profile(remembered.tested);
    if (profile.isEmpty() || !Files.isDirectory(failure.kept)) {
      return Like.NOTHING;
    }
    for (List<Likeness> set : known) {
      List<Likeness> same = new ArrayList<>();
      for (Likeness one : set) {
        if (isLike(remembered, profile.get(), Faults.entry(one.fault()))) {
          same.add(one);
        }
      }
      if (!same.isEmpty()) {
        return new Like(same, set.size());
      }
    }
    List<Faults.Entry> like = new ArrayList<>();
    int tried = 0;
    for (Faults.Entry fault : ordered(failure)) {
      if (System.nanoTime() > end) {
        break;
      }
      tried++;
      if (isLike(remembered, profile.get(), fault)) {
        like.add(fault);
      }
    }
    for (Failure other : others) {
      Failure further = like.size() < 2 ? other : other.remembered(seed);
      Optional<String> own = like.size() < 2 ? Optional.empty() : profile(further.tested);
      if (own.isPresent() && System.nanoTime() < end) {
        List<Faults.Entry> still = new ArrayList<>();
        for (Faults.Entry fault : like) {
          if (isLike(further, own.get(), fault)) {
            still.add(fault);
          }
        }
        like = still.isEmpty() ? like : still;
      }
    }
    return new Like(
        like.stream()
            .map(fault -> new Likeness(fault.name(), fault.description(), fault.breaks()))
            .toList(),
        tried);
  }

  /** The profile whose plain device passes the case; there the faults are planted. */
  private Optional<String> profile(Case tested) throws IOException, DeviceUnavailableException {
    if (isAsked(tested.plan().get())) {
      return Optional.of("everything");
    }
    for (String profile : profiles) {
      Finding finding = run(tested, REFERENCE.open(profile));
      if (finding.verdict() == Verdict.PASS) {
        return Optional.of(profile);
      }
    }
    return Optional.empty();
  }

  private List<Faults.Entry> ordered(Failure failure) {
    String system = failure.tested.name().split("\\.")[0];
    boolean isAsked = isAsked(failure.tested.plan().get());
    return Faults.list().stream()
        .filter(fault -> fault.system().equals("report") == isAsked)
        .filter(fault -> !fault.name().equals(removed))
        .sorted(
            Comparator.comparing(
                    (Faults.Entry fault) ->
                        fault.breaks().stream().noneMatch(failure.rules::contains))
                .thenComparing(fault -> !fault.system().equals(system)))
        .toList();
  }

  private static boolean isAsked(Plan plan) {
    return plan instanceof ReportPlan || plan instanceof ProbePlan;
  }

  private boolean isLike(Failure failure, String profile, Faults.Entry fault)
      throws IOException, CompileException, DeviceUnavailableException {
    ReferenceDevice device = REFERENCE.open(profile + "?fault=" + fault.name());
    Optional<Case> tested =
        fault.system().equals("report")
            ? ofReport(failure.tested, device.report())
            : Optional.of(failure.tested);
    if (tested.isEmpty() || !mayShow(tested.get(), device, failure.said())) {
      return false;
    }
    Finding finding = run(tested.get(), device);
    return !finding.verdict().isGood() && isSame(failure.kept, folder.resolve(finding.details()));
  }

  /** A device that lies in its report has cases of its own. */
  private static Optional<Case> ofReport(Case tested, DeviceReport report) {
    return Catalogue.families().stream()
        .filter(family -> family.name().matches(".*\\.(report|interface)"))
        .flatMap(family -> family.cases(report, coopcts.cases.Profile.SMOKE))
        .filter(one -> one.name().equals(tested.name()) && one.unsupported().isEmpty())
        .findFirst();
  }

  /**
   * Whether it is worth a run of the whole case: the fault may show in the shader, and the first
   * subcase that failed fails with it as it did.
   */
  private boolean mayShow(Case tested, ReferenceDevice device, String said)
      throws CompileException {
    if (!(tested.plan().get() instanceof ShaderPlan plan)) {
      return true;
    }
    Translator.Modules modules = translator.modules(plan.shader());
    try (Device.Pipeline pipeline =
        device.prepare(Kernels.of(tested.name(), plan.shader(), modules, report))) {
      return device.faultMayShow() && isSaid(plan, device, pipeline, said);
    } catch (DeviceException | RuntimeException e) {
      // A device with a fault may stumble in ways of its own; the whole case tells.
      return true;
    }
  }

  private boolean isSaid(
      ShaderPlan plan, ReferenceDevice device, Device.Pipeline pipeline, String said)
      throws DeviceException {
    Optional<Subcase> first =
        plan.subcases().stream()
            .filter(subcase -> said.contains("\n" + subcase.name() + ": "))
            .findFirst();
    if (first.isEmpty()) {
      return true;
    }
    Trial trial = first.get().trial().apply(seed);
    Kernels.Ran ran = Kernels.run(device, pipeline, plan.shader(), trial);
    return ran.judgement() != null
        && said.contains("\n" + first.get().name() + ": " + ran.judgement().words() + "\n");
  }

  private Finding run(Case tested, ReferenceDevice device) throws IOException {
    Folders.delete(folder);
    Files.createDirectories(folder);
    try (CaseRunner runner =
        new CaseRunner(device, cache, seed, strictness, new FailureEvidence(folder, "repro"))) {
      return runner.run(tested);
    }
  }

  /** Whether all that is said, and every element that is shown, is the same. */
  private static boolean isSame(Path one, Path other) throws IOException {
    List<String> names = new ArrayList<>(List.of("mismatches.txt"));
    try (Stream<Path> files = Files.list(one)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".elements.csv"))
          .forEach(names::add);
    }
    for (String name : names) {
      if (!Files.exists(one.resolve(name))
          || !Files.exists(other.resolve(name))
          || Files.mismatch(one.resolve(name), other.resolve(name)) >= 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    translator.close();
    cache.close();
    Folders.delete(folder);
  }
}
