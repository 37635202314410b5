// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Kernel;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.cover.MetBins;
import coopcts.device.reference.machine.Check;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.run.select.Cases;
import coopcts.run.select.SelectedCases;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Runs cases on the reference device in the place of any device, and notes what they try. Nothing
 * is judged.
 */
public final class CoverageRun {

  private final DeviceReport report;
  private final Path cache;
  private final long seed;

  /**
   * Prepares to run cases on the reference device.
   *
   * @param report of the device that the reference device stands for
   * @param cache folder of compiled shaders; null where none is kept
   * @param seed of all data sets
   */
  public CoverageRun(DeviceReport report, Path cache, long seed) {
    this.report = report;
    this.cache = cache;
    this.seed = seed;
  }

  /**
   * Runs cases on several threads and waits for them. With n threads, each takes every n-th case.
   *
   * @param cases asked once by each thread; gives equal cases in one order each time
   * @param threads number of threads, at least 1
   * @return the bins and pairs that all cases together met
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public MetBins all(Supplier<SelectedCases> cases, int threads) throws InterruptedException {
    List<Callable<MetBins>> tasks = new ArrayList<>();
    for (int share = 0; share < threads; share++) {
      int own = share;
      tasks.add(() -> share(cases.get(), own, threads));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      MetBins all = new MetBins();
      for (Future<MetBins> future : executor.invokeAll(tasks)) {
        all.addAll(future.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private MetBins share(SelectedCases cases, int own, int threads) {
    MetBins tried = new MetBins();
    AtomicInteger number = new AtomicInteger();
    each(
        Stream.iterate(cases, SelectedCases::hasNext, UnaryOperator.identity())
            .map(SelectedCases::next)
            .filter(_ -> number.getAndIncrement() % threads == own)
            .map(Cases.Placed::tested),
        tried,
        (_, _) -> {});
    return tried;
  }

  /** Is told of each case that has run. */
  @FunctionalInterface
  interface After {

    /**
     * @param nanos that it took to make its plan and to run it, without its compilation
     */
    void ran(Case one, long nanos);
  }

  /**
   * Runs cases one after the other.
   *
   * @param listener is told of their events
   */
  void each(Stream<Case> cases, CoverageWatch.Listener listener, After after) {
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv);
        ReferenceDevice device =
            ReferenceProvider.watched(
                report, new CoverageWatch(listener), EnumSet.noneOf(Check.class))) {
      cases.forEach(
          next -> {
            long start = System.nanoTime();
            if (next.unsupported().isEmpty() && next.plan().get() instanceof ShaderPlan plan) {
              long planned = System.nanoTime() - start;
              after.ran(next, planned + run(next, plan, translator, device));
            }
          });
    }
  }

  /**
   * What a case's shader does on the device; what is refused, by it or before, tries nothing.
   *
   * @return the nanoseconds that it took behind the compiler
   */
  private long run(Case tested, ShaderPlan plan, Translator translator, ReferenceDevice device) {
    Kernel kernel;
    try {
      kernel = Kernels.of(tested.name(), plan.shader(), translator.modules(plan.shader()), report);
    } catch (CompileException e) {
      // A run says so.
      return 0;
    }
    long start = System.nanoTime();
    try (Device.Pipeline pipeline = device.prepare(kernel)) {
      for (Subcase subcase : plan.subcases()) {
        Kernels.start(device, pipeline, subcase.trial().apply(seed));
      }
    } catch (DeviceException e) {
      // The report promises what the reference device does not have: nothing is tried.
    }
    return System.nanoTime() - start;
  }
}
