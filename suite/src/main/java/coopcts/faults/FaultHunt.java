// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Kernel;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.fault.Faults;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.oracle.Tier;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.plan.UnfitPlan;
import coopcts.run.one.DeviceConversions;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.run.select.Cases;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Runs the suite against planted faults: deviations that the reference device makes on purpose, one
 * at a time. It tells which fault which case finds. Each case is planned and judged once for all
 * faults that are still undetected, and every missed expectation counts.
 *
 * <p>The case that found a fault before is tried on it first. Of the families of the faults' system
 * the one that has had the least time takes the next turn, so that most faults are found within a
 * few cases; the others follow.
 */
public final class FaultHunt {

  private final Profile profile;
  private final String device;
  private final Path cache;
  private final long seed;
  private final boolean gate;
  private Predicate<String> taken = _ -> true;

  /**
   * What became of a fault.
   *
   * @param fault that was planted
   * @param met whether a case met its condition
   * @param reached whether it changed a value
   * @param firstCase the first case that found it, or null
   * @param by what that case fails by at the least, or null
   * @param reference the profile of the reference device that it was planted in
   * @param seconds that the hunt took for it
   */
  public record Catch(
      Faults.Entry fault,
      boolean met,
      boolean reached,
      String firstCase,
      Strictness by,
      String reference,
      double seconds) {

    /** {@return why no case found the fault, as a part of a sentence; for a survivor} */
    public String why() {
      return reached
          ? "a value changed and no case noticed"
          : met ? "its condition was met and no value changed" : "its condition was never met";
    }
  }

  /**
   * A hunt with all cases of a profile.
   *
   * @param device the reference profile that the faults are planted in
   */
  FaultHunt(Profile profile, String device, Path cache, long seed) {
    this(profile, false, device, cache, seed);
  }

  /**
   * Prepares a hunt; nothing is opened yet.
   *
   * @param profile of cases
   * @param gate whether only those cases of the profile are run that a gate of merges has
   * @param device the profile of the reference device that the faults are planted in
   * @param cache folder of compiled shaders
   * @param seed of all data sets
   */
  public FaultHunt(Profile profile, boolean gate, String device, Path cache, long seed) {
    this.gate = gate;
    this.profile = profile;
    this.device = device;
    this.cache = cache;
    this.seed = seed;
  }

  /**
   * Runs cases against faults and waits for the end. Each task has a share of one system's faults.
   *
   * @param wanted accepts the name of a fault that is hunted
   * @param known by a fault's name, the name of the case that is tried first; may be empty
   * @param threads number of tasks for each system, and of threads; at least 1
   * @return what became of each fault that was hunted, in the order of their names
   * @throws DeviceUnavailableException if a reference profile is unknown
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public List<Catch> hunt(Predicate<String> wanted, Map<String, String> known, int threads)
      throws DeviceUnavailableException, InterruptedException {
    return hunt(
        Faults.list().stream()
            .filter(entry -> wanted.test(entry.name()))
            .map(entry -> new Planted(entry, entry.name()))
            .toList(),
        known,
        threads);
  }

  /**
   * Runs cases against the faults of a table of one's own and waits for the end.
   *
   * @param table file with a row for each fault
   * @param wanted accepts the name of a fault that is hunted
   * @param threads number of tasks for each system, and of threads; at least 1
   * @return what became of each fault that was hunted, in the order of their names
   * @throws DeviceUnavailableException if a reference profile is unknown
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalArgumentException if the table is wrong; the message has its line
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public List<Catch> hunt(Path table, Predicate<String> wanted, int threads)
      throws DeviceUnavailableException, InterruptedException {
    return hunt(
        ofTable(table).stream()
            .filter(entry -> wanted.test(entry.name()))
            .map(entry -> new Planted(entry, table + ":" + entry.name()))
            .toList(),
        Map.of(),
        threads);
  }

  /**
   * {@return the faults of a table of one's own, in its order}
   *
   * @param table file with a row for each fault
   * @throws IllegalArgumentException if the table is wrong or names an assertion that the catalogue
   *     does not have; the message has its line
   */
  public static List<Faults.Entry> ofTable(Path table) {
    return Faults.list(table, id -> Assertions.find(id).isPresent());
  }

  /**
   * A fault to hunt.
   *
   * @param setting that plants it in a reference device
   */
  private record Planted(Faults.Entry entry, String setting) {}

  private List<Catch> hunt(List<Planted> faults, Map<String, String> known, int threads)
      throws DeviceUnavailableException, InterruptedException {
    if (gate) {
      DeviceReport report = new ReferenceProvider().open(device).report();
      taken = new Cases(Catalogue.families(), report, profile).gate()::contains;
    }
    Map<String, List<Planted>> systems =
        faults.stream()
            .collect(
                Collectors.groupingBy(
                    fault -> fault.entry().system(), LinkedHashMap::new, Collectors.toList()));
    Map<String, Case> first = known.isEmpty() ? Map.of() : first(faults, known);
    List<Hunter> hunters = new ArrayList<>();
    for (Map.Entry<String, List<Planted>> system : systems.entrySet()) {
      for (int i = 0; i < threads; i++) {
        List<Prey> share = new ArrayList<>();
        for (int n = i; n < system.getValue().size(); n += threads) {
          share.add(new Prey(system.getValue().get(n), device));
        }
        hunters.add(new Hunter(system.getKey(), share, first));
      }
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Catch> catches = new ArrayList<>();
      for (Future<List<Catch>> future : executor.invokeAll(hunters)) {
        catches.addAll(future.get());
      }
      catches.sort((a, b) -> a.fault().name().compareTo(b.fault().name()));
      return catches;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** The cases to be tried first, by the names of faults; only what this profile has. */
  private Map<String, Case> first(List<Planted> faults, Map<String, String> known)
      throws DeviceUnavailableException {
    Set<String> names = new HashSet<>();
    faults.forEach(fault -> names.add(known.getOrDefault(fault.entry().name(), "")));
    DeviceReport report = new ReferenceProvider().open(device).report();
    Map<String, Case> cases = new HashMap<>();
    Catalogue.families().stream()
        .filter(family -> names.stream().anyMatch(family::mayHave))
        .flatMap(family -> family.cases(report, profile))
        .filter(one -> names.contains(one.name()) && taken.test(one.name()))
        .filter(one -> one.unsupported().isEmpty())
        .forEach(one -> cases.put(one.name(), one));
    Map<String, Case> first = new HashMap<>();
    known.forEach(
        (fault, name) -> {
          if (cases.containsKey(name)) {
            first.put(fault, cases.get(name));
          }
        });
    return first;
  }

  /** A fault that is still to be found, in a device of its own. */
  private static final class Prey {
    private final Faults.Entry entry;
    private final ReferenceDevice device;

    /** What the case that finds it fails by at the least. */
    private Strictness by = Strictness.BY_THE_LETTER;

    Prey(Planted fault, String device) throws DeviceUnavailableException {
      this.entry = fault.entry();
      this.device = new ReferenceProvider().open(device + "?fault=" + fault.setting());
    }
  }

  /** What is left of a family, and the time that it has had. */
  private record Turn(Iterator<Case> cases, long nanos) {}

  private final class Hunter implements Callable<List<Catch>> {
    private final String system;
    private final List<Prey> alive;
    private final Map<String, Case> first;
    private final List<Catch> catches = new ArrayList<>();
    private final long start = System.nanoTime();

    Hunter(String system, List<Prey> share, Map<String, Case> first) {
      this.system = system;
      this.first = first;
      this.alive = new ArrayList<>(share);
    }

    @Override
    public List<Catch> call() throws CompileException {
      if (alive.isEmpty()) {
        return catches;
      }
      DeviceReport report = alive.get(0).device.report();
      Map<Boolean, List<Family>> families =
          Catalogue.families().stream()
              .collect(Collectors.partitioningBy(family -> family.name().startsWith(system + ".")));
      try (SpirvCache spirv = new SpirvCache(cache);
          Translator translator = new Translator(spirv)) {
        if (system.equals("report")) {
          meetReports(new NamedAssertions(translator, seed));
        } else {
          meetFirst(report, translator);
          meetAll(families.get(true), report, translator);
          meetAll(families.get(false), report, translator);
        }
      }
      alive.forEach(prey -> note(prey, null));
      return catches;
    }

    private void meetFirst(DeviceReport report, Translator translator) throws CompileException {
      Map<Case, Set<Prey>> known = new LinkedHashMap<>();
      for (Prey prey : alive) {
        Case one = first.get(prey.entry.name());
        if (one != null) {
          known.computeIfAbsent(one, _ -> new HashSet<>()).add(prey);
        }
      }
      for (Map.Entry<Case, Set<Prey>> one : known.entrySet()) {
        meet(one.getKey(), one.getValue()::contains, report, translator);
      }
    }

    private void meetAll(List<Family> families, DeviceReport report, Translator translator)
        throws CompileException {
      Queue<Turn> turns = new PriorityQueue<>(Comparator.comparingLong(Turn::nanos));
      families.forEach(family -> turns.add(new Turn(family.cases(report, profile).iterator(), 0)));
      while (!alive.isEmpty() && !turns.isEmpty()) {
        Turn turn = turns.remove();
        if (turn.cases.hasNext()) {
          Case next = turn.cases.next();
          long before = System.nanoTime();
          if (taken.test(next.name()) && next.unsupported().isEmpty()) {
            meet(next, _ -> true, report, translator);
          }
          turns.add(new Turn(turn.cases, turn.nanos + System.nanoTime() - before));
        }
      }
    }

    /** What a device says of itself is asked of each device; its own report tells its cases. */
    private void meetReports(NamedAssertions named) throws CompileException {
      for (Prey prey : List.copyOf(alive)) {
        List<Case> cases =
            Catalogue.families().stream()
                .filter(family -> family.name().matches(".*\\.(report|interface)"))
                .flatMap(family -> family.cases(prey.device.report(), profile))
                .filter(tested -> taken.test(tested.name()) && tested.unsupported().isEmpty())
                .toList();
        for (Case tested : cases) {
          if (!named.by(tested, prey.device).isEmpty()) {
            prey.by = Strictness.least(Set.of(tier(tested)));
            note(prey, tested.name());
            alive.remove(prey);
            break;
          }
        }
      }
    }

    private static Tier tier(Case tested) {
      return switch (tested.plan().get()) {
        case ReportPlan plan -> plan.rule().tier();
        case ProbePlan plan -> plan.rule().tier();
        case RulePlan _, ShaderPlan _, ConversionPlan _, UnfitPlan _ -> Tier.MUST;
      };
    }

    private void note(Prey prey, String firstCase) {
      catches.add(
          new Catch(
              prey.entry,
              prey.device.faultMet(),
              prey.device.faultReached(),
              firstCase,
              firstCase == null ? null : prey.by,
              FaultHunt.this.device,
              (System.nanoTime() - start) / 1e9));
    }

    private void meet(Case tested, Predicate<Prey> whom, DeviceReport report, Translator translator)
        throws CompileException {
      switch (tested.plan().get()) {
        case ShaderPlan plan when plan.shader().beyond(report).isPresent() -> {}
        case ShaderPlan plan -> {
          Kernel kernel =
              Kernels.of(tested.name(), plan.shader(), translator.modules(plan.shader()), report);
          List<Trial> trials = new ArrayList<>();
          meet(tested, whom.and(prey -> found(prey, kernel, plan, trials)));
        }
        case ConversionPlan plan -> {
          List<ConversionPlan.Chain> chains = plan.chains().apply(seed);
          meet(tested, whom.and(prey -> found(prey, chains, plan.byCommand())));
        }
        case RulePlan _, ReportPlan _, ProbePlan _, UnfitPlan _ -> {}
      }
    }

    private void meet(Case tested, Predicate<Prey> found) {
      alive.removeIf(
          prey -> {
            boolean dead = found.test(prey);
            if (dead) {
              note(prey, tested.name());
            }
            return dead;
          });
    }

    private static boolean found(Prey prey, List<ConversionPlan.Chain> chains, boolean byCommand) {
      try {
        return isFoundBy(
            prey,
            DeviceConversions.judge(chains, DeviceConversions.run(prey.device, chains, byCommand))
                .values()
                .stream()
                .flatMap(judgement -> judgement.misses().keySet().stream())
                .collect(Collectors.toSet()));
      } catch (DeviceException e) {
        return e.outcome().isDrivers();
      }
    }

    private static boolean isFoundBy(Prey prey, Set<Tier> misses) {
      prey.by = Strictness.least(misses);
      return !misses.isEmpty();
    }

    /**
     * @param trials of the first subcases, as far as they were made already
     */
    private boolean found(Prey prey, Kernel kernel, ShaderPlan plan, List<Trial> trials) {
      try (Device.Pipeline pipeline = prey.device.prepare(kernel)) {
        if (!prey.device.faultMayShow()) {
          return false;
        }
        Set<Tier> misses = EnumSet.noneOf(Tier.class);
        for (int i = 0; i < plan.subcases().size(); i++) {
          if (i == trials.size()) {
            trials.add(plan.subcases().get(i).trial().apply(seed));
          }
          Trial trial = trials.get(i);
          Kernels.Ran ran = Kernels.run(prey.device, pipeline, plan.shader(), trial);
          if (ran.judgement() == null) {
            misses.add(Tier.MUST);
            return ran.outcome().isDrivers() && isFoundBy(prey, misses);
          }
          misses.addAll(ran.judgement().misses().keySet());
        }
        return isFoundBy(prey, misses);
      } catch (DeviceException e) {
        return e.outcome().isDrivers();
      }
    }
  }

  /**
   * {@return those of some catches whose fault no case found, in the order given}
   *
   * @param catches what became of the faults of a hunt
   */
  public static List<Catch> survivors(Collection<Catch> catches) {
    return catches.stream().filter(one -> one.firstCase() == null).toList();
  }
}
