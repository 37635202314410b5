// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.spirv.Instruction;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/**
 * The float-controls execution modes of a module, by width: they bind the IEEE formats alone (NUM
 * §5).
 */
final class FloatModes {

  private static final List<FloatFormat> BOUND =
      List.of(FloatFormat.FLOAT16, FloatFormat.FLOAT32, FloatFormat.FLOAT64);

  /** The modes in the order of the bits that stand for them. */
  private static final List<Integer> MODES =
      List.of(
          Spv.SpvExecutionModeDenormPreserve,
          Spv.SpvExecutionModeDenormFlushToZero,
          Spv.SpvExecutionModeSignedZeroInfNanPreserve,
          Spv.SpvExecutionModeRoundingModeRTE,
          Spv.SpvExecutionModeRoundingModeRTZ);

  private static final int PRESERVE = 1;
  private static final int FLUSH = 2;
  private static final int SPECIAL = 4;
  private static final int NEAREST = 8;
  private static final int TOWARD_ZERO = 16;

  private final ActiveFault fault;

  private final int float16;
  private final int float32;
  private final int float64;

  FloatModes(List<Instruction> instructions, ActiveFault fault) {
    this.fault = fault;
    int[] modes = new int[BOUND.size()];
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpExecutionMode && i.count() > 2) {
        int mode = MODES.indexOf(i.operand(1));
        for (int format = 0; mode >= 0 && format < modes.length; format++) {
          modes[format] |= BOUND.get(format).bits() == i.operand(2) ? 1 << mode : 0;
        }
      }
    }
    float16 = modes[0];
    float32 = modes[1];
    float64 = modes[2];
  }

  /** The modes for one format. */
  private int of(FloatFormat format) {
    return format == FloatFormat.FLOAT32
        ? float32
        : format == FloatFormat.FLOAT16 ? float16 : format == FloatFormat.FLOAT64 ? float64 : 0;
  }

  /** The direction that a mode fixes, or the other one. */
  Rounding rounding(FloatFormat format, Rounding otherwise) {
    return (of(format) & NEAREST) != 0
        ? fault.has(FaultPoint.MODE_NEAREST) ? Rounding.UPWARD : Rounding.NEAREST_EVEN
        : (of(format) & TOWARD_ZERO) != 0 && !fault.has(FaultPoint.MODE_ROUNDING)
            ? Rounding.TOWARD_ZERO
            : otherwise;
  }

  boolean preserves(FloatFormat format) {
    return (of(format) & PRESERVE) != 0 && !fault.has(FaultPoint.MODE_PRESERVE);
  }

  /** Whether the sign of a zero is kept. */
  boolean keepsZeros(FloatFormat format) {
    return (of(format) & SPECIAL) != 0;
  }

  boolean flushes(FloatFormat format) {
    return (of(format) & FLUSH) != 0 && !fault.has(FaultPoint.MODE_FLUSH)
        || (of(format) & PRESERVE) != 0 && fault.has(FaultPoint.MODE_PRESERVE);
  }

  /** A result as the fault that is switched on leaves it. */
  long spoilt(FloatFormat format, long right) {
    if (fault.plants(FaultPoint.MODE_SMALL_FLOATS)) {
      boolean isOff = !BOUND.contains(format) && roundsAny() && format.isFinite(right);
      return isOff && format.magnitude(right) > 2 && fault.has(FaultPoint.MODE_SMALL_FLOATS)
          ? right - 2
          : right;
    }
    if ((of(format) & SPECIAL) == 0) {
      return right;
    }
    if (format.isInfinite(right) && fault.has(FaultPoint.MODE_INFINITY)) {
      return right & format.signBit() | format.maxFinite();
    }
    if (format.isNan(right) && fault.has(FaultPoint.MODE_NAN)) {
      return format.maxFinite();
    }
    return right == format.signBit() && fault.has(FaultPoint.MODE_NEGATIVE_ZERO) ? 0 : right;
  }

  private boolean roundsAny() {
    return (all() & (NEAREST | TOWARD_ZERO)) != 0;
  }

  /** Whether the module says nothing of how it calculates. */
  boolean areNone() {
    return all() == 0;
  }

  private int all() {
    return float16 | float32 | float64;
  }

  /** Whether a fault may spoil results. */
  boolean spoils() {
    return fault.isOn() && !areNone();
  }
}
