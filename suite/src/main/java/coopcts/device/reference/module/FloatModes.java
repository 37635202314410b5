// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
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

  private final Taps taps;

  private final int float16;
  private final int float32;
  private final int float64;

  /**
   * @param taps of the modes
   */
  FloatModes(List<Instruction> instructions, Taps taps) {
    this.taps = taps;
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
    int modes =
        format == FloatFormat.FLOAT32
            ? float32
            : format == FloatFormat.FLOAT16 ? float16 : format == FloatFormat.FLOAT64 ? float64 : 0;
    return (int) taps.at(Tap.MODE_BITS, modes);
  }

  /** The direction that a mode fixes, or the other one. */
  Rounding rounding(FloatFormat format, Rounding otherwise) {
    int modes = of(format);
    Rounding right =
        (modes & NEAREST) != 0
            ? Rounding.NEAREST_EVEN
            : (modes & TOWARD_ZERO) != 0 ? Rounding.TOWARD_ZERO : otherwise;
    if (!taps.isOn(Tap.MODE_DIRECTION)) {
      return right;
    }
    Rounding[] all = Rounding.values();
    return all[
        taps.modulo(Tap.MODE_DIRECTION, right.ordinal(), all.length, otherwise.ordinal(), modes)];
  }

  boolean preserves(FloatFormat format) {
    return (of(format) & PRESERVE) != 0;
  }

  /** Whether the sign of a zero is kept. */
  boolean keepsZeros(FloatFormat format) {
    return (of(format) & SPECIAL) != 0;
  }

  boolean flushes(FloatFormat format) {
    return (of(format) & FLUSH) != 0;
  }

  /** Passes a result through the tap. */
  long passed(FloatFormat format, long right) {
    return taps.isOn(Tap.MODE_RESULT)
        ? taps.among(
            Tap.MODE_RESULT,
            right,
            new long[] {
              keepsZeros(format) ? 1 : 0,
              !BOUND.contains(format) && roundsAny() ? 1 : 0,
              format.isFinite(right) ? 1 : 0,
              format.isNan(right) ? 1 : 0,
              format.magnitude(right),
              format.signBit(),
              format.maxFinite()
            })
        : right;
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
}
