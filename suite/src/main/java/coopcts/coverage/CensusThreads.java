// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.run.one.Translator;
import coopcts.run.select.SelectedCases;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Looks at the modules of cases on several threads, each of which has a part of what is found. */
final class CensusThreads {

  private CensusThreads() {}

  /** Looks at a case. */
  @FunctionalInterface
  interface Look<T> {

    /**
     * Enters what a case has.
     *
     * @param part of the thread
     * @param tested the case, which the device supports
     * @param plan the case's
     * @param translator of the thread
     */
    void at(T part, Case tested, ShaderPlan plan, Translator translator);
  }

  /**
   * {@return the parts of all threads}
   *
   * @param cache folder of compiled shaders; null where none is kept
   * @param cases asked once by each thread; gives equal cases in one order each time
   * @param threads number of threads, at least 1
   * @param part makes a thread's
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  static <T> List<T> parts(
      Path cache, Supplier<SelectedCases> cases, int threads, Supplier<T> part, Look<T> look)
      throws InterruptedException {
    List<Callable<T>> tasks = new ArrayList<>();
    for (int share = 0; share < threads; share++) {
      int own = share;
      tasks.add(() -> part(cache, cases.get(), own, threads, part.get(), look));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<T> parts = new ArrayList<>();
      for (Future<T> future : executor.invokeAll(tasks)) {
        parts.add(future.get());
      }
      return parts;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static <T> T part(
      Path cache, SelectedCases cases, int own, int threads, T part, Look<T> look) {
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv)) {
      for (int number = 0; cases.hasNext(); number++) {
        Case next = cases.next().tested();
        if (number % threads == own
            && next.unsupported().isEmpty()
            && next.plan().get() instanceof ShaderPlan plan) {
          look.at(part, next, plan, translator);
        }
      }
    }
    return part;
  }
}
