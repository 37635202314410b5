// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.plan.Trial;
import coopcts.plan.Verdict;
import coopcts.program.Program;
import coopcts.reports.Folders;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Makes a failing run of a shader smaller, step by step. A step counts only if the reference device
 * finds no fault in the shader and the device still does something else than it. A shader that is
 * written of a program is made smaller by steps on that; lines and expressions are for all others.
 * {@link Repro#minimize} uses it.
 */
public final class Minimizer implements AutoCloseable {

  private final JobRunner device;
  private final DeviceReport report;
  private final ShaderCrossCheck right;
  private final Path folder;
  private final Path cache;
  private final JobRunner.Answer original;
  private final long end;
  private final Set<String> unset;
  private final Set<String> tried = new HashSet<>();
  private int steps;

  private Minimizer(
      JobRunner device,
      DeviceReport report,
      ShaderCrossCheck right,
      Path folder,
      Path cache,
      JobRunner.Answer original,
      Set<String> unset,
      Duration budget) {
    this.unset = unset;
    this.device = device;
    this.report = report;
    this.right = right;
    this.folder = folder;
    this.cache = cache;
    this.original = original;
    this.end = System.nanoTime() + budget.toNanos();
  }

  /**
   * A job that was made smaller.
   *
   * @param job path of the smallest job that still fails
   * @param lines number of lines of its {@code main}
   * @param steps number of shaders that were tried
   * @param isSmallest whether all steps were tried before time was up
   * @param program of which the smallest is written; empty where it is a text
   */
  public record Minimized(
      Path job, int lines, int steps, boolean isSmallest, Optional<Program> program) {}

  /**
   * Makes a run smaller.
   *
   * @param start the run as it is
   * @param alone the same without its placement, if it has one
   * @param original what the device made of it
   * @param folder where to write; what it held is replaced
   * @return the smallest, or empty where steps cannot be judged, as the reference device cannot run
   *     the shader
   */
  static Optional<Minimized> minimize(
      ReductionState start,
      Optional<ReductionState> alone,
      JobRunner device,
      DeviceReport report,
      JobRunner.Answer original,
      Path folder,
      Path cache,
      Duration budget)
      throws IOException, CompileException, DeviceUnavailableException {
    Optional<ShaderCrossCheck> right = ShaderCrossCheck.of(start.shader(), start.trial(), cache);
    if (right.isEmpty()) {
      return Optional.empty();
    }
    Folders.delete(folder);
    Files.createDirectories(folder);
    try (Minimizer minimizer =
        new Minimizer(
            device,
            report,
            right.get(),
            folder,
            cache,
            original,
            LineReducer.unset(start.glsl()),
            budget)) {
      return minimizer.run(start, alone);
    }
  }

  private Optional<Minimized> run(ReductionState start, Optional<ReductionState> alone)
      throws IOException, CompileException {
    ReductionState best = start;
    if (!isRed(best)) {
      return Optional.empty();
    }
    best = first(best, alone.stream().toList());
    if (best.program().isPresent()) {
      best = operations(best);
    } else if (best.shader().writer() == ModuleWriter.GLSL) {
      best = foreign(best);
    }
    Optional<Program> program = best.program().flatMap(run -> run.shader().origin().program());
    int lines = best.lines();
    best = cut(best);
    boolean isSmallest = System.nanoTime() < end;
    Path job = write(best, right.on(best, true).orElseThrow(), folder, "minimal");
    Folders.delete(folder.resolve("step"));
    device.run(job, true);
    return Optional.of(new Minimized(job, lines, steps, isSmallest, program));
  }

  /** The first of some drafts that still fails, else the one that there is. */
  private ReductionState first(ReductionState best, List<ReductionState> candidates) {
    for (ReductionState candidate : candidates) {
      if (isRed(candidate)) {
        return candidate;
      }
    }
    return best;
  }

  /** A program has no lines: what it does goes, until no more can. */
  private ReductionState operations(ReductionState draft) {
    return untilNoneIsLeft(draft, best -> each(best, ReductionState::fewerOperations));
  }

  /** What is no program is text. */
  private ReductionState foreign(ReductionState draft) {
    ReductionState best = draft;
    best = first(best, List.of(best.alone(), best.with(List.of(1, 1, 1))));
    best = first(best, List.of(best.with(List.of(1, 1, 1))));
    if (best.trial().steps().isEmpty()) {
      best = first(best, List.of(best.withoutPush()));
    }
    best = first(best, List.of(best.withoutSpecialization()));
    return untilNoneIsLeft(best, state -> buffers(texts(state)));
  }

  /** Statements and expressions, one after the other, until none can go. */
  private ReductionState texts(ReductionState draft) {
    return untilNoneIsLeft(
        draft,
        best ->
            each(
                each(best, state -> state.texts(LineReducer.simpler(state.glsl()))),
                state -> state.texts(LineReducer.fewerLines(state.glsl()))));
  }

  private ReductionState untilNoneIsLeft(
      ReductionState draft, UnaryOperator<ReductionState> round) {
    ReductionState best = draft;
    ReductionState before;
    do {
      before = best;
      best = round.apply(best);
    } while (!before.glsl().equals(best.glsl()) && System.nanoTime() < end);
    return best;
  }

  /** Each of some cuts in turn; what goes on behind one that was taken is cut from what is left. */
  private ReductionState each(
      ReductionState draft,
      Function<ReductionState, List<Supplier<Optional<ReductionState>>>> cuts) {
    ReductionState best = draft;
    List<Supplier<Optional<ReductionState>>> candidates = cuts.apply(best);
    for (int i = 0; i < candidates.size() && System.nanoTime() < end; ) {
      Optional<ReductionState> candidate = candidates.get(i).get();
      if (candidate.isPresent() && isRed(candidate.get())) {
        best = candidate.get();
        candidates = cuts.apply(best);
      } else {
        i++;
      }
    }
    return best;
  }

  private ReductionState buffers(ReductionState draft) {
    ReductionState best = draft;
    for (int i = draft.shader().buffers().size() - 1; i >= 0; i--) {
      if (best.isFree() && best.shader().buffers().size() > 1) {
        best = first(best, List.of(best.withoutBuffer(i)));
      }
    }
    return best;
  }

  /** Buffers no longer than they need to be. */
  private ReductionState cut(ReductionState draft) {
    ReductionState best = draft;
    for (int i = 0; i < draft.shader().buffers().size(); i++) {
      int length = best.trial().buffers().get(i).length;
      for (int less = 64; less < length; less *= 2) {
        ReductionState shorter = best.cut(i, less);
        if (isRed(shorter)) {
          best = shorter;
          break;
        }
      }
    }
    return best;
  }

  /** Whether a draft is sound and the device still gets it wrong in the same way. */
  private boolean isRed(ReductionState draft) {
    if (System.nanoTime() > end
        || !unset.containsAll(LineReducer.unset(draft.glsl()))
        || !hasFullSubgroups(draft)
        || !tried.add(key(draft))) {
      return false;
    }
    steps++;
    try {
      return isRed(draft, false) && isRed(draft, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (CompileException e) {
      return false;
    }
  }

  private boolean isRed(ReductionState draft, boolean isThorough)
      throws IOException, CompileException {
    Optional<Trial> judged = right.on(draft, isThorough);
    if (judged.isEmpty()) {
      return false;
    }
    Path step = folder.resolve("step");
    Files.createDirectories(step);
    JobWriter writer = new JobWriter(step, report);
    writer.module(right.spirv(draft));
    return isSame(device.run(writer.job(draft.shader(), "step", judged.get()), false));
  }

  /** Matrices, and pipelines with a subgroup size, need workgroups of whole subgroups. */
  private boolean hasFullSubgroups(ReductionState draft) {
    boolean hasSize =
        draft.shader().subgroupSize().isPresent() && report.subgroup().canRequireInCompute();
    int size = hasSize ? draft.shader().subgroupSize().getAsInt() : report.subgroup().size();
    boolean isNeeded =
        hasSize || draft.shader().target().fullSubgroups() || draft.glsl().contains("coopmat");
    return !isNeeded || LineReducer.localSize(draft.glsl()) % size == 0;
  }

  private static String key(ReductionState draft) {
    return draft.glsl()
        + draft.trial().groups()
        + draft.shader().constants()
        + draft.trial().steps().size()
        + draft.trial().buffers().stream().map(bytes -> bytes.length).toList();
  }

  /** A refusal and a crash are the same only where the same is said. */
  private boolean isSame(JobRunner.Answer answer) {
    boolean wasSaid = original.text().stream().anyMatch(line -> line.startsWith("  "));
    boolean isSaid = answer.text().stream().anyMatch(line -> line.startsWith("  "));
    return answer.verdict() == original.verdict()
        && answer.verdict() != Verdict.PASS
        && wasSaid == isSaid
        && (isSaid || answer.text().equals(original.text()));
  }

  private Path write(ReductionState draft, Trial judged, Path where, String name)
      throws IOException, CompileException {
    JobWriter writer = new JobWriter(where, report);
    writer.shader(draft.shader(), cache);
    return writer.job(draft.shader(), name, judged);
  }

  @Override
  public void close() {
    right.close();
  }
}
