// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.cases.random.Systems;
import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.fault.Faults;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Reducible;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.run.one.Kernels;
import coopcts.run.one.Reducer;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs random programs against planted faults: deviations that the reference device makes on
 * purpose. Each program is drawn, compiled and judged once and runs on every device whose fault no
 * program has found yet. The program that finds a fault is reduced there to a smaller one that
 * still does.
 */
public final class FuzzHunt {

  private final String reference;
  private final long first;
  private final int count;
  private final ModuleWriter writer;

  /**
   * What became of a fault.
   *
   * @param fault that was planted
   * @param reached whether it came to bear
   * @param programs how many ran until one failed, or all
   * @param reduced what is left of that one, or null
   * @param statements in the main part of what is left
   */
  public record Catch(
      Faults.Entry fault, boolean reached, int programs, String reduced, int statements) {
    /** {@return whether a program failed by the fault, so that {@link #reduced} is not null} */
    public boolean isFound() {
      return reduced != null;
    }
  }

  /**
   * Prepares a hunt; nothing is opened yet.
   *
   * @param reference the profile of the reference device that the faults are planted in, such as
   *     {@code everything}
   * @param first seed of the first program, 0 or more; each further program has the next seed
   * @param count number of programs after which a fault counts as not found
   * @param writer makes the modules; what it writes as SPIR-V is alone in a compute shader
   */
  public FuzzHunt(String reference, long first, int count, ModuleWriter writer) {
    this.reference = reference;
    this.first = first;
    this.count = count;
    this.writer = writer;
  }

  /**
   * {@return whether there are random programs of the system that a fault is in; {@link #hunt}
   * takes only such faults}
   *
   * @param fault of the catalogue
   */
  public static boolean takes(Faults.Entry fault) {
    return Systems.around(fault.system()).isPresent();
  }

  /** The programs that are made for the faults of a system, none where it has no language. */
  static Optional<RandomFamily> programs(String system, long first, int count) {
    return Systems.around(system)
        .map(systems -> new RandomFamily(systems, first, count, RandomFamily.SIZE));
  }

  /**
   * Runs random programs against faults and waits for the end. Each thread has a share of one
   * system's faults.
   *
   * @param faults for which {@link #takes} is true
   * @param threads number of threads, at least 1
   * @return what became of each fault, in the order of their names
   * @throws DeviceUnavailableException if the reference profile is unknown
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   * @throws java.util.NoSuchElementException if a fault is of a system without random programs
   */
  public List<Catch> hunt(List<Faults.Entry> faults, int threads)
      throws DeviceUnavailableException, InterruptedException {
    Map<RandomFamily, List<Faults.Entry>> systems = new LinkedHashMap<>();
    for (Faults.Entry fault : faults) {
      RandomFamily programs = programs(fault.system(), first, count).orElseThrow();
      systems
          .computeIfAbsent(
              writer == ModuleWriter.SPIRV ? programs.asSpirv() : programs, _ -> new ArrayList<>())
          .add(fault);
    }
    List<Hunter> hunters = new ArrayList<>();
    for (var system : systems.entrySet()) {
      for (int share = 0; share < threads; share++) {
        List<Prey> preys = new ArrayList<>();
        for (int i = share; i < system.getValue().size(); i += threads) {
          preys.add(new Prey(system.getValue().get(i), reference));
        }
        hunters.add(new Hunter(system.getKey(), preys));
      }
    }
    List<Catch> catches = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<List<Catch>> future : executor.invokeAll(hunters)) {
        catches.addAll(future.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    catches.sort((a, b) -> a.fault().name().compareTo(b.fault().name()));
    return catches;
  }

  /** A fault that is still to be found, in a device of its own. */
  private static final class Prey {
    private final Faults.Entry entry;
    private final ReferenceDevice device;

    Prey(Faults.Entry entry, String reference) throws DeviceUnavailableException {
      this.entry = entry;
      this.device = new ReferenceProvider().open(reference + "?fault=" + entry.name());
    }

    Catch missed(int programs) {
      return new Catch(entry, device.faultReached(), programs, null, 0);
    }
  }

  private final class Hunter implements Callable<List<Catch>> {
    private final RandomFamily programs;
    private final List<Prey> alive;
    private final List<Catch> catches = new ArrayList<>();

    Hunter(RandomFamily programs, List<Prey> share) {
      this.programs = programs;
      this.alive = new ArrayList<>(share);
    }

    @Override
    public List<Catch> call() throws CompileException {
      if (alive.isEmpty()) {
        return catches;
      }
      DeviceReport report = alive.getFirst().device.report();
      try (SpirvCache spirv = new SpirvCache(null);
          Translator translator = new Translator(spirv)) {
        int number = 0;
        for (Case program : (Iterable<Case>) programs.cases(report, Profile.DEFAULT)::iterator) {
          number++;
          if (alive.isEmpty() || program.unsupported().isPresent()) {
            break;
          }
          meet((ShaderPlan) program.plan().get(), number, translator);
        }
      }
      alive.forEach(prey -> catches.add(prey.missed(count)));
      return catches;
    }

    private void meet(ShaderPlan plan, int number, Translator translator) throws CompileException {
      List<Trial> trials = trials(plan);
      Translator.Modules modules = translator.modules(plan.shader());
      for (Prey prey : List.copyOf(alive)) {
        if (failure(prey, plan, modules, trials).isPresent()) {
          alive.remove(prey);
          Reducible smallest =
              Reducer.reduce(plan, smaller -> failure(prey, smaller, translator))
                  .smaller()
                  .orElseThrow();
          catches.add(new Catch(prey.entry, true, number, smallest.name(), smallest.statements()));
        }
      }
    }
  }

  private static Optional<String> failure(Prey prey, ShaderPlan plan, Translator translator) {
    try {
      return failure(prey, plan, translator.modules(plan.shader()), trials(plan));
    } catch (CompileException e) {
      return Optional.of("compiler");
    }
  }

  private static List<Trial> trials(ShaderPlan plan) {
    return plan.subcases().stream().map(subcase -> subcase.trial().apply(0)).toList();
  }

  /** How a program fails, if it does. */
  private static Optional<String> failure(
      Prey prey, ShaderPlan plan, Translator.Modules modules, List<Trial> trials) {
    Kernel kernel = Kernels.of(prey.entry.name(), plan.shader(), modules, prey.device.report());
    try (Device.Pipeline pipeline = prey.device.prepare(kernel)) {
      if (!prey.device.faultMayShow()) {
        return Optional.empty();
      }
      for (Trial trial : trials) {
        Optional<String> how = how(Kernels.run(prey.device, pipeline, plan.shader(), trial));
        if (how.isPresent()) {
          return how;
        }
      }
      return Optional.empty();
    } catch (DeviceException e) {
      return how(e.outcome());
    }
  }

  private static Optional<String> how(Kernels.Ran ran) {
    if (ran.judgement() == null) {
      return how(ran.outcome());
    }
    return ran.judgement().fails(Strictness.STRICT) ? Optional.of("values") : Optional.empty();
  }

  private static Optional<String> how(Outcome outcome) {
    return outcome.isDrivers() ? Optional.of(outcome.getClass().getSimpleName()) : Optional.empty();
  }
}
