// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.catalogue.Catalogue;
import coopcts.combinations.Draw;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Kernel;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.machine.Check;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.run.select.Cases;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs the suite against faults that {@link RandomFaults} drew. Each case runs once without a
 * fault, which tells which faults' conditions it meets; then it runs with each of those that are
 * not found yet.
 */
public final class RandomHunt {

  /**
   * Runs of a family's cases in which a fault changed something and nobody noticed, before fewer of
   * them are tried with it.
   */
  private static final int TRIES = 150;

  /** Runs in which it changed nothing count so much less. */
  private static final int IDLE = 5;

  /** Behind so many runs only one in this many of the cases tried before is tried. */
  private static final int THINNER = 4;

  private final DeviceReport report;
  private final Profile profile;
  private final boolean gate;
  private final Path cache;
  private final long seed;
  private final Map<Deviation.Drawn, HuntState> states = new ConcurrentHashMap<>();

  /** What became of a fault so far. */
  private static final class HuntState {
    private final Map<String, Runs> byFamily = new HashMap<>();
    private String foundBy;

    /** Whether a case of a family is tried: the more were, the fewer of those that are left. */
    synchronized boolean isOpenTo(String family, Case one) {
      return foundBy == null
          && Draw.oneIn(byFamily.getOrDefault(family, Runs.NONE).part(), one.name());
    }

    synchronized boolean isFound() {
      return foundBy != null;
    }

    synchronized void ran(String family, boolean changed, String finder) {
      byFamily.merge(family, new Runs(changed ? 1 : 0, 1), Runs::plus);
      if (foundBy == null) {
        foundBy = finder;
      }
    }

    synchronized Catch of(Deviation.Drawn fault) {
      int changed = byFamily.values().stream().mapToInt(Runs::changed).sum();
      return new Catch(fault, !byFamily.isEmpty(), changed, foundBy);
    }
  }

  /**
   * Runs with a fault.
   *
   * @param changed in how many it changed something
   */
  private record Runs(int changed, int all) {
    static final Runs NONE = new Runs(0, 0);

    Runs plus(Runs other) {
      return new Runs(changed + other.changed, all + other.all);
    }

    /** One in how many of the cases behind them is tried. */
    int part() {
      return (int) Math.pow(THINNER, changed / TRIES + all / (IDLE * TRIES));
    }
  }

  /**
   * What became of a fault.
   *
   * @param fault that was planted
   * @param met whether a case met its condition
   * @param changed in how many runs it changed something
   * @param foundBy the case that failed by it, or null
   */
  public record Catch(Deviation.Drawn fault, boolean met, int changed, String foundBy) {
    /** {@return whether a case failed by the fault, so that {@link #foundBy} is not null} */
    public boolean isFound() {
      return foundBy != null;
    }

    /** {@return whether cases met the fault's condition, and it changed nothing in any of them} */
    public boolean changesNothing() {
      return met && changed == 0;
    }

    /**
     * {@return the reason in words why no case found the fault: its condition was not met, it
     * changed nothing, or no case noticed the change} It means nothing for a fault that was found.
     */
    public String why() {
      return !met
          ? "never met"
          : changesNothing()
              ? "met, but nothing was changed by it"
              : "nobody looked at what it changed";
    }
  }

  /**
   * Prepares a hunt with all cases of a profile.
   *
   * @param reference profile of the reference device, such as {@code everything}
   * @param profile of cases
   * @param cache folder of compiled shaders
   * @param seed of all data sets
   * @throws DeviceUnavailableException if the reference profile is unknown
   */
  public RandomHunt(String reference, Profile profile, Path cache, long seed)
      throws DeviceUnavailableException {
    this(reference, profile, false, cache, seed);
  }

  /**
   * Prepares a hunt with the cases of a profile or of a gate.
   *
   * @param reference profile of the reference device, such as {@code everything}
   * @param profile of cases
   * @param gate whether only those cases of the profile are run that a gate of merges has
   * @param cache folder of compiled shaders
   * @param seed of all data sets
   * @throws DeviceUnavailableException if the reference profile is unknown
   */
  public RandomHunt(String reference, Profile profile, boolean gate, Path cache, long seed)
      throws DeviceUnavailableException {
    this.report = new ReferenceProvider().open(reference).report();
    this.profile = profile;
    this.gate = gate;
    this.cache = cache;
    this.seed = seed;
  }

  /** {@return the report of the reference device that the faults are planted in} */
  public DeviceReport report() {
    return report;
  }

  /**
   * Runs the cases of the profile or gate against faults, and waits for the end.
   *
   * @param faults that are planted, one at a time
   * @param threads number of threads, at least 1
   * @return what became of each fault, in the order given
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<Catch> hunt(List<Deviation.Drawn> faults, int threads) throws InterruptedException {
    Predicate<String> wanted = gate ? cases().gate()::contains : _ -> true;
    return hunt(
        faults,
        () -> {
          Cases cases = cases();
          return Stream.iterate(cases.next(), Objects::nonNull, _ -> cases.next())
              .filter(one -> wanted.test(one.name()))
              .iterator();
        },
        threads);
  }

  private Cases cases() {
    return new Cases(Catalogue.families("reference"), report, profile);
  }

  /**
   * Runs random programs of the faults' systems against faults, and waits for the end. Faults of
   * systems without random programs are not found.
   *
   * @param faults that are planted, one at a time
   * @param first seed of the first program, 0 or more; each further program has the next seed
   * @param count number of programs of each system
   * @param threads number of threads, at least 1
   * @return what became of each fault, in the order given
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<Catch> fuzz(List<Deviation.Drawn> faults, long first, int count, int threads)
      throws InterruptedException {
    List<RandomFamily> families =
        faults.stream()
            .map(fault -> fault.kind().system())
            .distinct()
            .flatMap(system -> FuzzHunt.programs(system, first, count).stream())
            .distinct()
            .toList();
    return hunt(
        faults,
        () -> families.stream().flatMap(family -> family.cases(report, Profile.DEFAULT)).iterator(),
        threads);
  }

  private List<Catch> hunt(
      List<Deviation.Drawn> faults, Supplier<Iterator<Case>> cases, int threads)
      throws InterruptedException {
    return hunt(faults, Deviation::wanted, cases, threads);
  }

  /**
   * Runs cases on several threads, each with every so manieth.
   *
   * @param wanted the bins at which a fault is tried
   * @param cases in the same order each time
   */
  List<Catch> hunt(
      List<? extends Deviation.Drawn> faults,
      Function<Deviation.Drawn, long[]> wanted,
      Supplier<Iterator<Case>> cases,
      int threads)
      throws InterruptedException {
    faults.forEach(fault -> states.put(fault, new HuntState()));
    List<Callable<Void>> hunters = new ArrayList<>();
    for (int share = 0; share < threads; share++) {
      hunters.add(new Hunter(faults, wanted, cases, share, threads));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<Void> future : executor.invokeAll(hunters)) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return faults.stream().map(fault -> states.get(fault).of(fault)).toList();
  }

  private record Wanted(Deviation.Drawn fault, long[] bins) {}

  private final class Hunter implements Callable<Void>, CoverageWatch.Listener {
    private final Map<InstructionKind, List<Wanted>> wanted = new EnumMap<>(InstructionKind.class);
    private final Set<Deviation.Drawn> met = new LinkedHashSet<>();
    private final Supplier<Iterator<Case>> cases;
    private final int share;
    private final int shares;
    private final CoverageWatch watch = new CoverageWatch(this);

    Hunter(
        List<? extends Deviation.Drawn> faults,
        Function<Deviation.Drawn, long[]> bins,
        Supplier<Iterator<Case>> cases,
        int share,
        int shares) {
      this.cases = cases;
      this.share = share;
      this.shares = shares;
      for (Deviation.Drawn fault : faults) {
        wanted
            .computeIfAbsent(fault.kind(), _ -> new ArrayList<>())
            .add(new Wanted(fault, bins.apply(fault)));
      }
    }

    @Override
    public void met(InstructionKind kind, long[] bins) {
      for (Wanted one : wanted.getOrDefault(kind, List.of())) {
        if (Bins.hasAll(bins, one.bins)) {
          met.add(one.fault);
        }
      }
    }

    @Override
    public Void call() throws CompileException {
      Set<Check> unchecked = EnumSet.of(Check.BOUNDS, Check.RACE, Check.OVERLAP, Check.TENSOR);
      try (SpirvCache spirv = new SpirvCache(cache);
          Translator translator = new Translator(spirv);
          ReferenceDevice device = ReferenceProvider.watched(report, watch, unchecked)) {
        Iterator<Case> all = cases.get();
        for (int number = 0; !wanted.isEmpty() && all.hasNext(); number++) {
          Case next = all.next();
          if (number % shares == share
              && next.unsupported().isEmpty()
              && next.plan().get() instanceof ShaderPlan plan) {
            run(next, plan, translator, device);
          }
        }
      }
      return null;
    }

    private void run(Case tested, ShaderPlan plan, Translator translator, ReferenceDevice device)
        throws CompileException {
      Kernel kernel =
          Kernels.of(tested.name(), plan.shader(), translator.modules(plan.shader()), report);
      device.plant(null);
      try (Device.Pipeline pipeline = device.prepare(kernel)) {
        for (Subcase subcase : plan.subcases()) {
          Trial trial = subcase.trial().apply(seed);
          met.clear();
          device.plant(null);
          Kernels.start(device, pipeline, trial);
          for (Deviation.Drawn fault : List.copyOf(met)) {
            meet(fault, tested, plan, trial, pipeline, device);
          }
        }
      } catch (DeviceException e) {
        // What the device refuses without a fault meets none.
      }
    }

    private void meet(
        Deviation.Drawn fault,
        Case tested,
        ShaderPlan plan,
        Trial trial,
        Device.Pipeline pipeline,
        ReferenceDevice device)
        throws DeviceException {
      HuntState state = states.get(fault);
      if (state.isFound()) {
        close(fault);
        return;
      }
      String family = family(tested);
      if (!state.isOpenTo(family, tested)) {
        return;
      }
      device.plant(fault);
      Kernels.Ran ran = Kernels.run(device, pipeline, plan.shader(), trial);
      boolean isRed =
          ran.judgement() == null ? ran.outcome().isDrivers() : !ran.judgement().clean();
      boolean found = device.faultReached() && isRed;
      state.ran(family, device.faultReached(), found ? tested.name() : null);
    }

    private static String family(Case tested) {
      String[] parts = tested.name().split("\\.", 3);
      return parts[0] + "." + parts[1];
    }

    private void close(Deviation.Drawn fault) {
      List<Wanted> of = wanted.get(fault.kind());
      of.removeIf(one -> one.fault.equals(fault));
      if (of.isEmpty()) {
        wanted.remove(fault.kind());
      }
    }
  }
}
