// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.cases.Family;
import coopcts.device.DeviceUnavailableException;
import coopcts.jobs.JobRunner;
import coopcts.jobs.Minimizer;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out more about the failures of a run when it is over, bucket by bucket ({@link Buckets}:
 * the cases that fail alike). It looks for a planted fault of the reference device that fails
 * alike, for a rule that tells failing cases from others, and for the smallest shader of the first
 * case that still fails.
 *
 * <p>Set it up by the methods that return it, then call {@link #find} once. Used by one thread.
 */
public final class CauseFinder {

  /** Further failures of a bucket that tell alike faults apart. */
  private static final int OTHERS = 4;

  /** Into so many parts the time that is left is shared at most. */
  private static final int SHARES = 4;

  /** The part of a bucket's time that hypotheses may take. */
  private static final double FOR_HYPOTHESES = 0.5;

  /** The part of all the time that rules and further cases may take before. */
  private static final double FOR_RULES = 0.4;

  /** The same where no shader is made smaller behind. */
  private static final double FOR_RULES_ALONE = 0.8;

  private static final String FAULT_ALIKE = "planted faults that fail alike";

  private final String device;
  private final List<Family> families;
  private final DeviceReport report;
  private final Path run;
  private final Path cache;
  private final long seed;
  private final Strictness strictness;
  private final Map<String, Case> cases = new HashMap<>();
  private final List<Boundary.Learned> learned = new ArrayList<>();

  /** What failing programs were made smaller to, by the names of their cases. */
  private final Map<String, Case> least = new HashMap<>();

  private final Troubles troubles = new Troubles();
  private ModuleOptions modules = ModuleOptions.USUAL;
  private FurtherCases trials = FurtherCases.NONE;
  private String removed = "";
  private int threads = 1;
  private boolean hasDevice = true;

  /**
   * Prepares a search; nothing is read yet.
   *
   * @param device what the option {@code --device} of the run says
   * @param families of the run, among which cases are looked for by their names
   * @param report what the device reported
   * @param run the run's folder, below which shaders and jobs are written
   * @param cache folder of compiled shaders
   * @param seed of the run's data sets
   * @param strictness which missed expectations were failures in the run
   */
  public CauseFinder(
      String device,
      List<Family> families,
      DeviceReport report,
      Path run,
      Path cache,
      long seed,
      Strictness strictness) {
    this.device = device;
    this.families = families;
    this.report = report;
    this.run = run;
    this.cache = cache;
    this.seed = seed;
    this.strictness = strictness;
  }

  /**
   * Gives cases that then need not be looked for by their names, which takes long in large
   * families.
   *
   * @param known cases of the run; they are added to those of earlier calls
   * @return this search
   */
  public CauseFinder knowing(Collection<Case> known) {
    known.forEach(tested -> cases.put(tested.name(), tested));
    return this;
  }

  /**
   * Has modules made as the run did; without this call {@link ModuleOptions#USUAL as usual}.
   *
   * @param wanted the run's
   * @return this search
   */
  public CauseFinder making(ModuleOptions wanted) {
    modules = wanted;
    return this;
  }

  /**
   * Allows further cases to be run, to try the rules that are found; without this call none is run.
   *
   * @param further runs cases on the device that failed, in the thread that calls {@link #find}
   * @return this search
   */
  public CauseFinder trying(FurtherCases further) {
    trials = further;
    return this;
  }

  /**
   * Has nothing run on the device that failed, of which only the journal is there: no shader is
   * made smaller, and rules have most of the time.
   *
   * @return this search
   */
  public CauseFinder withoutDevice() {
    hasDevice = false;
    return this;
  }

  /**
   * Has several shaders examined at once; without this call it is one.
   *
   * @param most number of threads, at least 1
   * @return this search
   */
  public CauseFinder inThreads(int most) {
    threads = most;
    return this;
  }

  /**
   * Leaves one planted fault out of those that are suspected, to try how a fault is explained that
   * is not among them.
   *
   * @param fault its name; an unknown one leaves out none
   * @return this search
   */
  public CauseFinder without(String fault) {
    removed = fault;
    return this;
  }

  /**
   * Examines the buckets that have unexpected failures and whose verdict is FAIL or CRASH, the
   * largest first, until the time is over. Shaders and jobs are written below the run's folder.
   *
   * @param buckets of the run
   * @param rows of the run: the lines of its journal
   * @param budget for all buckets together; a step that has begun may take a little longer
   * @return what was found out; buckets that the time did not suffice for are missing
   */
  public Causes find(Buckets buckets, Rows rows, Duration budget) {
    long begun = System.nanoTime();
    long end = begun + budget.toNanos();
    List<Buckets.Bucket> wanted =
        buckets.causes().stream()
            .filter(bucket -> bucket.surprises() > 0)
            .filter(
                bucket ->
                    bucket.verdict() == RecordedVerdict.FAIL
                        || bucket.verdict() == RecordedVerdict.CRASH)
            .toList();
    double share = hasDevice ? FOR_RULES : FOR_RULES_ALONE;
    Map<String, Causes.Where> rules =
        troubles
            .of(wanted)
            .attempt(
                "rules",
                Map.of(),
                () -> rules(wanted, rows, begun + (long) (budget.toNanos() * share)));
    List<Causes.Cause> causes = new ArrayList<>();
    troubles.of(wanted).attempt(FAULT_ALIKE, causes, () -> examined(wanted, rules, causes, end));
    for (Buckets.Bucket bucket : wanted) {
      if ((rules.containsKey(bucket.id()) || !troubles.of(bucket).isEmpty())
          && causes.stream().noneMatch(one -> one.bucket().equals(bucket.id()))) {
        causes.add(unseen(bucket, rules.get(bucket.id())));
      }
    }
    Map<String, List<String>> unknown =
        wanted.stream().collect(Collectors.toMap(Buckets.Bucket::id, troubles::of));
    return new Causes(causes.stream().map(one -> one.without(unknown.get(one.bucket()))).toList());
  }

  /** Looks at one bucket after the other for faults that fail alike and for smallest shaders. */
  private List<Causes.Cause> examined(
      List<Buckets.Bucket> wanted,
      Map<String, Causes.Where> rules,
      List<Causes.Cause> causes,
      long end)
      throws IOException, DeviceUnavailableException {
    try (Hypotheses hypotheses =
        new Hypotheses(
            report,
            new SpirvCache(cache, modules),
            run.resolve("causes.tmp"),
            seed,
            strictness,
            removed)) {
      for (int i = 0; i < wanted.size() && System.nanoTime() < end; i++) {
        long share = (end - System.nanoTime()) / Math.min(wanted.size() - i, SHARES);
        cause(wanted.get(i), rules.get(wanted.get(i).id()), hypotheses, causes, share);
      }
    }
    return causes;
  }

  private Map<String, Causes.Where> rules(List<Buckets.Bucket> wanted, Rows rows, long end) {
    try (ShaderFacts doings = doings()) {
      RuleFinder finder =
          new RuleFinder(families, report, cases, rows, new Boundary(doings, trials), troubles);
      Map<String, Causes.Where> rules = finder.find(wanted, end);
      learned.addAll(finder.learned());
      least.putAll(finder.least());
      return rules;
    }
  }

  private ShaderFacts doings() {
    return new ShaderFacts(report, () -> new SpirvCache(cache, modules), seed, threads);
  }

  private static Causes.Cause unseen(Buckets.Bucket bucket, Causes.Where where) {
    return new Causes.Cause(bucket.id(), bucket.members().getFirst().name(), where, bucket.count());
  }

  /**
   * Adds what is found out about a bucket. Where it looks like what another looks like, it is the
   * same cause: what both look like is left, and the other has its smallest shader already.
   */
  private void cause(
      Buckets.Bucket bucket,
      Causes.Where where,
      Hypotheses hypotheses,
      List<Causes.Cause> causes,
      long nanos) {
    Troubles.Concerning noted = troubles.of(List.of(bucket));
    List<Hypotheses.Failure> failures =
        noted.attempt("what the run keeps of it", List.of(), () -> failures(bucket));
    if (failures.isEmpty()) {
      causes.add(unseen(bucket, where));
      return;
    }
    long now = System.nanoTime();
    Hypotheses.Failure first = failures.getFirst();
    Hypotheses.Like like =
        bucket.verdict() == RecordedVerdict.FAIL
            ? noted.attempt(
                FAULT_ALIKE,
                Hypotheses.Like.NOTHING,
                () ->
                    hypotheses.of(
                        first,
                        failures.subList(1, failures.size()),
                        causes.stream().map(Causes.Cause::faults).distinct().toList(),
                        now + (long) (nanos * FOR_HYPOTHESES)))
            : Hypotheses.Like.NOTHING;
    boolean isKnown = false;
    for (int i = 0; i < causes.size(); i++) {
      Causes.Cause other = causes.get(i);
      if (!like.faults().isEmpty() && other.faults().containsAll(like.faults())) {
        causes.set(i, other.like(like.faults()));
        isKnown |= other.smallest() != null;
      }
    }
    Causes.Smallest smallest =
        isKnown || !hasDevice ? null : smallest(failures, noted, now + nanos).orElse(null);
    causes.add(
        new Causes.Cause(
            bucket.id(),
            first.tested().name(),
            like.faults(),
            like.tried(),
            smallest,
            where,
            bucket.count(),
            List.of()));
  }

  /**
   * {@return the names of the cases for which a rule that {@link #find} has found says that they
   * fail} It is empty before that call, and where no rule was found.
   *
   * @param some cases of the device, of which shaders are compiled and looked at
   * @throws DeviceUnavailableException if the reference device cannot be opened
   */
  public Set<String> foretold(Collection<Case> some) throws DeviceUnavailableException {
    try (ShaderFacts doings = doings()) {
      doings.look(some, Long.MAX_VALUE);
      Boundary boundary = new Boundary(doings, trials);
      return some.stream()
          .filter(tested -> learned.stream().anyMatch(one -> boundary.holds(one, tested)))
          .map(Case::name)
          .collect(Collectors.toSet());
    }
  }

  /**
   * The failure of which something is kept that is the smallest to look at, one of each further
   * family, and others from the end.
   */
  private List<Hypotheses.Failure> failures(Buckets.Bucket bucket) throws IOException {
    List<Row> kept = new ArrayList<>();
    Map<Row, Long> sizes = new HashMap<>();
    for (Row row : bucket.members()) {
      if (!row.details().isEmpty() && Files.isDirectory(run.resolve(row.details()))) {
        kept.add(row);
        sizes.put(row, size(run.resolve(row.details())));
      }
    }
    kept.sort(Comparator.comparing(sizes::get));
    Set<String> places = new HashSet<>();
    Set<Row> chosen = new LinkedHashSet<>();
    kept.stream().filter(row -> places.add(row.part(0) + "." + row.part(1))).forEach(chosen::add);
    chosen.addAll(kept.reversed());
    List<Hypotheses.Failure> failures = new ArrayList<>();
    for (Row row : chosen.stream().limit(1 + OTHERS).toList()) {
      Case tested = cases.computeIfAbsent(row.name(), name -> Repro.find(families, report, name));
      failures.add(new Hypotheses.Failure(tested, run.resolve(row.details()), bucket.rules()));
    }
    return failures;
  }

  /** Bytes of shader and elements: what a failure costs to look at. */
  private static long size(Path kept) throws IOException {
    try (Stream<Path> files = Files.list(kept)) {
      return files
          .filter(file -> file.toString().endsWith(".comp") || file.toString().endsWith(".csv"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  /**
   * The smallest shader of the first of some failures that has one, or the first as it is. One that
   * cannot be reduced costs no other.
   */
  private Optional<Causes.Smallest> smallest(
      List<Hypotheses.Failure> failures, Troubles.Concerning noted, long end) {
    Optional<Causes.Smallest> whole = Optional.empty();
    for (Hypotheses.Failure failure : failures) {
      if (System.nanoTime() > end) {
        break;
      }
      Optional<Reduced> one =
          noted.attempt("the smallest shader", Optional.empty(), () -> reduced(failure, end));
      if (one.isPresent() && !one.get().isWhole) {
        return one.map(Reduced::shader);
      }
      whole = whole.or(() -> one.map(Reduced::shader));
    }
    return whole;
  }

  /**
   * The shader of a failure, made smaller.
   *
   * @param isWhole whether it is as it was, as steps cannot be judged
   */
  private record Reduced(Causes.Smallest shader, boolean isWhole) {}

  /** Of what its program was made smaller to, or of itself where that does not fail alone. */
  private Optional<Reduced> reduced(Hypotheses.Failure failure, long end)
      throws IOException, CompileException, DeviceUnavailableException {
    Case own = failure.tested();
    if (own.plan().get() instanceof RulePlan) {
      return Optional.empty();
    }
    Case small = least.getOrDefault(own.name(), own);
    Optional<Reduced> one = reduced(small, failure, end);
    return one.isPresent() || small == own ? one : reduced(own, failure, end);
  }

  private Optional<Reduced> reduced(Case from, Hypotheses.Failure failure, long end)
      throws IOException, CompileException, DeviceUnavailableException {
    Repro repro = Repro.of(from, report, cache).making(modules);
    Repro.Written written = repro.write(run.resolve("causes"), seed);
    try (JobRunner runner = JobRunner.of(device, cache, written.folder(), strictness)) {
      Optional<Red> red = red(written, runner);
      if (red.isEmpty()) {
        return Optional.empty();
      }
      int number = red.get().number;
      Optional<Minimizer.Minimized> least =
          repro.minimize(
              written,
              number,
              runner,
              red.get().answer,
              seed,
              Duration.ofNanos(end - System.nanoTime()));
      Minimizer.Minimized shown = least.orElseGet(() -> repro.whole(written, number));
      return Optional.of(new Reduced(shown(shown, failure.kept()), least.isEmpty()));
    } catch (UsageException e) {
      // The device has no such case; another failure tells.
      return Optional.empty();
    }
  }

  /** A job that fails, and what the device made of it. */
  private record Red(int number, JobRunner.Answer answer) {}

  private static Optional<Red> red(Repro.Written written, JobRunner runner) {
    for (int i = 0; i < written.jobs().size(); i++) {
      JobRunner.Answer answer = runner.run(written.jobs().get(i), false);
      if (answer.isRed()) {
        return Optional.of(new Red(i, answer));
      }
    }
    return Optional.empty();
  }

  /** Puts shader and pictures of the smallest beside what is kept of the case. */
  private Causes.Smallest shown(Minimizer.Minimized least, Path kept) {
    Path job = least.job().toAbsolutePath();
    try (var files = Files.list(job.getParent())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.equals("shader.comp")) {
          Files.copy(file, kept.resolve("minimal.comp"), StandardCopyOption.REPLACE_EXISTING);
        } else if (name.endsWith(".svg")) {
          Files.copy(file, kept.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      // What is not shown is below the job's folder all the same.
    }
    return new Causes.Smallest(
        Folders.below(run.toAbsolutePath(), job), least.lines(), !least.isSmallest());
  }
}
