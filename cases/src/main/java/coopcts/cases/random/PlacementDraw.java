// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.context.Placement;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.program.Program;
import coopcts.spirv.writer.SpirvOption;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Draws where random programs stand, beside the stage that they are made for. */
final class PlacementDraw {

  /** Of so many programs of matrices four are in frames, three go other ways, five are forms. */
  private static final int MATRICES = 20;

  /**
   * Of so many programs of vectors one is in a frame, one goes another way, the others are built.
   */
  private static final int VECTORS = 5;

  private static final int BUILT = 2;

  /** Forms of modules of vectors, which every second one has that could go another way. */
  private static final Set<SpirvOption> OF_VECTORS =
      EnumSet.of(
          SpirvOption.GLOBALS,
          SpirvOption.INITIALIZED,
          SpirvOption.INITIALIZED_GLOBALS,
          SpirvOption.COPIED_OBJECTS,
          SpirvOption.COPIED_MEMORY,
          SpirvOption.NULL,
          SpirvOption.REPLICATED_CONSTANTS);

  /** Ways that change the module alone, and are drawn as its other forms are. */
  private static final List<SubmissionPath> OF_MODULE =
      List.of(SubmissionPath.UNTYPED, SubmissionPath.VARIABLE_POINTERS);

  /** Forms that a device may refuse (KHR-LOAD-032): programs have them by name alone. */
  private static final Set<Placement> REFUSED =
      Set.of(Placement.by(SpirvOption.WIDE_STRIDES), Placement.by(SpirvOption.WIDE_STRIDES_STORED));

  private PlacementDraw() {}

  /**
   * Draws one that a program fits; two of five programs of matrices stay as they are, and so do
   * those that do not fit what is drawn.
   */
  static Placement of(
      RandomProgram plain, DeviceReport report, RoundRobin turns, SplittableRandom random) {
    ShaderStage stage = plain.placement().stage();
    boolean isVector = plain.program().scope() == Scope.INVOCATION;
    int drawn = isVector ? random.nextInt(VECTORS) : of(random.nextInt(MATRICES));
    Placement there = Placement.PLAIN;
    if (isVector && (drawn >= BUILT || stage != ShaderStage.COMPUTE)) {
      there = turns.of("build", Placement.builds());
    } else if (stage == ShaderStage.COMPUTE && drawn == 2) {
      there = form(plain, report, random).orElse(there);
    } else if (stage == ShaderStage.COMPUTE && drawn == 1) {
      there = turns.of("way", ways(report));
      if (isVector && random.nextBoolean()) {
        there = form(plain, report, random).orElse(there);
      }
    } else if (stage == ShaderStage.COMPUTE && drawn == 0) {
      there = turns.of("frame", Placement.frames());
    }
    there = there.in(stage);
    return REFUSED.contains(there) || Programs.unfit(plain.in(there), report).isPresent()
        ? plain.placement()
        : there;
  }

  private static int of(int drawn) {
    return drawn < 4 ? 0 : drawn < 7 ? 1 : drawn < 12 ? 2 : 3;
  }

  private static List<Placement> ways(DeviceReport report) {
    return SubmissionPath.ofAny()
        // The optimizer has a place of its own in programs: Writing.
        .filter(way -> !way.isOfModule() && report.missing(way.features()).isEmpty())
        .map(Placement::by)
        .toList();
  }

  /** One of the other forms of its module that a program can have, if it can have any. */
  private static Optional<Placement> form(
      RandomProgram plain, DeviceReport report, SplittableRandom random) {
    List<Placement> forms = forms(plain, report);
    return forms.isEmpty()
        ? Optional.empty()
        : Optional.of(forms.get(random.nextInt(forms.size())));
  }

  /** The other forms of its module that a program can have: what seldom fits more often. */
  private static List<Placement> forms(RandomProgram plain, DeviceReport report) {
    Program program = plain.program();
    boolean isVector = program.scope() == Scope.INVOCATION;
    return Stream.concat(
            SpirvOption.forms().stream()
                .filter(form -> !isVector || OF_VECTORS.contains(form))
                .filter(form -> form.unfit(program, plain.inputs().push(), report).isEmpty())
                .flatMap(form -> Collections.nCopies(weight(form), Placement.by(form)).stream()),
            OF_MODULE.stream()
                .filter(_ -> !isVector)
                .filter(way -> report.missing(way.features()).isEmpty())
                .map(Placement::by))
        .toList();
  }

  private static int weight(SpirvOption form) {
    return switch (form) {
      case LAYOUT_COPIED, LAYOUT_RETURNED, LAYOUT_DERIVED, VIEW_DERIVED -> 2;
      case PHI -> 6;
      case PHI_TAKEN -> 24;
      case INITIALIZED,
          INITIALIZED_GLOBALS,
          NULL,
          REPLICATED,
          REPLICATED_CONSTANTS,
          COPIED_MEMORY,
          INSERTED ->
          4;
      default -> 1;
    };
  }
}
