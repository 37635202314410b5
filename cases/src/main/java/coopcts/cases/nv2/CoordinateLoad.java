// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.plan.ShaderPlan;
import coopcts.program.Index;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.Decoding.DecodingKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A tensor load with decode functions that show both of their operands: the pointer to a block, by
 * what they read there, and the coordinates, by numbers made of them. Families of nv2 and decode
 * make their plans here.
 */
public final class CoordinateLoad {

  /** Patterns of which every kind of matrix meets one in every run. */
  private static final List<String> COMMON =
      List.of(
          "blocks",
          "blocks_partial",
          "blocks_wide",
          "blocks_one",
          "blocks_three",
          "blocks_five",
          "blocks_transposed",
          "repeat_blocks",
          "edge_blocks");

  /** What the functions give, the scalar one and the vector one. */
  public enum CoordinateForm {
    /** The component in the block at the coordinate: pointer and coordinate must fit. */
    DATA(DecodingKind.CALLED),
    /** The same, where the vector function's struct is of two blocks. */
    OWN_STRUCT(DecodingKind.SECOND_OF_TWO),
    /** A code of all coordinates. */
    COORDINATES(DecodingKind.COORDINATES),
    /** The same, with a tag where the vector function gave it. */
    TAGGED(DecodingKind.TAGGED);

    private final DecodingKind kind;

    CoordinateForm(DecodingKind kind) {
      this.kind = kind;
    }

    /**
     * {@return whether a matrix's component type holds exactly all numbers that functions of this
     * form give}
     *
     * @param type matrix type with its workgroup
     */
    public boolean takes(ScopedType type) {
      return InputPatterns.exactIntegers(type.type().component()) >= kind.bound();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private CoordinateLoad() {}

  /**
   * {@return whether the suite has cases of a form with a pattern} Functions that take a pointer to
   * a structure of their own are tried only with a few patterns of blocks.
   *
   * @param pattern layout and view
   * @param form what the functions give
   */
  public static boolean isTried(TensorPattern pattern, CoordinateForm form) {
    return form != CoordinateForm.OWN_STRUCT || COMMON.contains(pattern.name());
  }

  /**
   * {@return whether a pattern and a form are among those pairs of which every kind of matrix gets
   * one in every run, even a smoke run} They are patterns of blocks, with functions that give the
   * block's component or a number made of the coordinates.
   *
   * @param pattern layout and view
   * @param form what the functions give
   */
  public static boolean isCommon(TensorPattern pattern, CoordinateForm form) {
    return COMMON.contains(pattern.name())
        && (form == CoordinateForm.DATA || form == CoordinateForm.COORDINATES);
  }

  /** A load with a scalar function alone. */
  static ShaderPlan plan(
      DeviceReport report,
      ScopedType kind,
      TensorPattern pattern,
      CoordinateForm form,
      TensorRules rules) {
    return plan(report, kind, pattern, form, 0, rules);
  }

  /**
   * Makes a plan that loads a matrix with a scalar and a vector decode function and expects what
   * one of the two gives for each element.
   *
   * @param report of the device
   * @param kind matrix type with its workgroup
   * @param pattern layout and view, for which {@link #isTried} holds
   * @param form what the functions give; it {@code takes} the kind
   * @param v components of the vector that the vector function gives, which divides a block's
   *     length along the last dimension; 0 for a load without that function
   * @param rules why each element is expected, by where it lies
   * @return a plan of one shader
   */
  public static ShaderPlan plan(
      DeviceReport report,
      ScopedType kind,
      TensorPattern pattern,
      CoordinateForm form,
      int v,
      TensorRules rules) {
    int blocks = form == CoordinateForm.OWN_STRUCT ? 2 : 1;
    return InstanceTensors.ofBlocks(kind, pattern, blocks)
        .loads(report, Index.of(0), Optional.of(new Decoding(form.kind, v)), rules);
  }
}
