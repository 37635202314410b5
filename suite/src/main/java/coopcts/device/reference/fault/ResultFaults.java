// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ShaderStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * Bugs in what instructions make of cooperative vectors and of QCOM's arrays: each instruction with
 * each of a few ways to get some components wrong.
 */
final class ResultFaults {

  private ResultFaults() {}

  /** A way to get some components of a vector or array wrong. */
  private enum ResultMutation {
    LAST("the last component is the first one's"),
    UNIFORM("all invocations get the first one's"),
    FAR("components from 16 on repeat those before"),
    COARSE("the low half of the significant bits is lost"),
    NEGATIVE("what is negative becomes zero");

    private final String description;

    ResultMutation(String description) {
      this.description = description;
    }

    /** The components, each by invocation or uniform, as the bug leaves them. */
    Object[] spoil(Object[] right, Type component, int firstActive) {
      Object[] wrong = right.clone();
      switch (this) {
        case LAST -> wrong[wrong.length - 1] = right[0];
        case UNIFORM ->
            Arrays.setAll(wrong, at -> new long[] {of(firstActive, (long[]) right[at])});
        case FAR -> {
          for (int at = 16; at < wrong.length; at++) {
            wrong[at] = right[at % 16];
          }
        }
        case COARSE -> changeAll(wrong, bits -> bits & ~lowHalf(component));
        case NEGATIVE -> {
          long sign = 1L << (8 * component.size() - 1);
          changeAll(wrong, bits -> (bits & sign) != 0 ? 0 : bits);
        }
      }
      return wrong;
    }

    private static long of(int invocation, long[] component) {
      return component[component.length == 1 ? 0 : invocation];
    }

    private static void changeAll(Object[] components, LongUnaryOperator change) {
      Arrays.setAll(components, at -> Arrays.stream((long[]) components[at]).map(change).toArray());
    }

    private static long lowHalf(Type component) {
      return component instanceof Type.Float(var format)
          ? (1L << (format.mantissaBits() + 1) / 2) - 1
          : 1;
    }
  }

  private static final int EXTENDED = 1 << 16;

  /** Instructions of one kind, with the ways in which they can be spoiled. */
  private enum Operation {
    LOAD(Spv.SpvOpCooperativeVectorLoadNV),
    CONSTRUCT(Spv.SpvOpCompositeConstruct, Spv.SpvOpCompositeConstructReplicateEXT),
    CONVERT(
        Spv.SpvOpFConvert,
        Spv.SpvOpSConvert,
        Spv.SpvOpUConvert,
        Spv.SpvOpConvertFToS,
        Spv.SpvOpConvertFToU,
        Spv.SpvOpConvertSToF,
        Spv.SpvOpConvertUToF),
    ADD(Spv.SpvOpFAdd, Spv.SpvOpIAdd),
    SUBTRACT(Spv.SpvOpFSub, Spv.SpvOpISub),
    MULTIPLY(Spv.SpvOpFMul, Spv.SpvOpIMul),
    DIVIDE(Spv.SpvOpFDiv, Spv.SpvOpSDiv, Spv.SpvOpUDiv),
    NEGATE(Spv.SpvOpFNegate, Spv.SpvOpSNegate),
    SCALE(Spv.SpvOpVectorTimesScalar),
    AND(Spv.SpvOpBitwiseAnd),
    OR(Spv.SpvOpBitwiseOr),
    XOR(Spv.SpvOpBitwiseXor),
    NOT(Spv.SpvOpNot),
    SHIFT_LEFT(Spv.SpvOpShiftLeftLogical),
    SHIFT_RIGHT(Spv.SpvOpShiftRightLogical, Spv.SpvOpShiftRightArithmetic),
    PRODUCT(Spv.SpvOpCooperativeVectorMatrixMulNV),
    PRODUCT_WITH_BIAS(Spv.SpvOpCooperativeVectorMatrixMulAddNV),
    MIN(EXTENDED + 37, EXTENDED + 38, EXTENDED + 39),
    MAX(EXTENDED + 40, EXTENDED + 41, EXTENDED + 42),
    CLAMP(EXTENDED + 43, EXTENDED + 44, EXTENDED + 45),
    FMA(EXTENDED + 50),
    TANH(EXTENDED + 21),
    ATAN(EXTENDED + 18),
    LOG(EXTENDED + 28),
    EXP(EnumSet.range(ResultMutation.LAST, ResultMutation.COARSE), EXTENDED + 27),
    STEP(EnumSet.range(ResultMutation.LAST, ResultMutation.FAR), EXTENDED + 48),
    BITCAST_ARRAY(Spv.SpvOpBitCastArrayQCOM),
    SUB_ARRAY(Spv.SpvOpExtractSubArrayQCOM),
    FROM_MATRIX(Spv.SpvOpCompositeExtractCoopMatQCOM);

    private final Set<ResultMutation> spoilers;
    private final int[] instructions;

    Operation(int... instructions) {
      this(EnumSet.allOf(ResultMutation.class), instructions);
    }

    Operation(Set<ResultMutation> spoilers, int... instructions) {
      this.spoilers = spoilers;
      this.instructions = instructions;
    }

    String system() {
      return ordinal() < BITCAST_ARRAY.ordinal() ? "vector" : "qcom";
    }

    boolean takes(Instruction i, boolean isVector) {
      int number = i.opcode() == Spv.SpvOpExtInst ? EXTENDED + i.operand(1) : i.opcode();
      return Arrays.stream(instructions).anyMatch(own -> own == number)
          && (system().equals("qcom") || isVector);
    }
  }

  /** What goes wrong in one stage only, for each stage but compute. */
  private static final Map<Operation, ResultMutation> IN_STAGES =
      Map.of(
          Operation.LOAD, ResultMutation.FAR,
          Operation.CONVERT, ResultMutation.LAST,
          Operation.PRODUCT, ResultMutation.UNIFORM,
          Operation.PRODUCT_WITH_BIAS, ResultMutation.NEGATIVE,
          Operation.EXP, ResultMutation.COARSE);

  static List<Fault> all() {
    return Stream.of(everywhere(), inStages()).flatMap(List::stream).toList();
  }

  private static List<Fault> inStages() {
    List<Fault> faults = new ArrayList<>();
    for (ShaderStage stage : ShaderStage.values()) {
      for (Operation operation : Operation.values()) {
        ResultMutation spoiler = IN_STAGES.get(operation);
        if (spoiler != null && stage != ShaderStage.COMPUTE) {
          String what = operation.name().toLowerCase(Locale.ROOT);
          faults.add(
              new Fault(
                  "vector.%s_in_%s".formatted(what, stage),
                  "vector",
                  "%s: %s, in %s shaders"
                      .formatted(
                          what.replace('_', ' '),
                          spoiler.description,
                          stage.toString().replace('_', ' ')),
                  new Fault.Results(
                      (i, at, isVector) -> at == stage && operation.takes(i, isVector),
                      spoiler::spoil)));
        }
      }
    }
    return faults;
  }

  private static List<Fault> everywhere() {
    List<Fault> faults = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (ResultMutation spoiler : operation.spoilers) {
        String what = operation.name().toLowerCase(Locale.ROOT);
        faults.add(
            new Fault(
                "%s.%s_%s"
                    .formatted(operation.system(), what, spoiler.name().toLowerCase(Locale.ROOT)),
                operation.system(),
                what.replace('_', ' ') + ": " + spoiler.description,
                new Fault.Results(
                    (i, _, isVector) -> operation.takes(i, isVector), spoiler::spoil)));
      }
    }
    return faults;
  }
}
