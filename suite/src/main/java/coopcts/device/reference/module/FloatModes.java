package coopcts.device.reference.module;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Bug;
import coopcts.device.reference.spirv.Instruction;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * The float-controls execution modes of a module, by width: they bind the IEEE formats alone (NUM
 * §5).
 */
final class FloatModes {

  private static final Set<FloatFormat> BOUND =
      Set.of(FloatFormat.FLOAT16, FloatFormat.FLOAT32, FloatFormat.FLOAT64);

  private record Mode(int number, int width) {}

  private final ActiveFault fault;
  private final Set<Mode> modes = new HashSet<>();

  FloatModes(List<Instruction> instructions, ActiveFault fault) {
    this.fault = fault;
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpExecutionMode && i.count() > 2) {
        modes.add(new Mode(i.operand(1), i.operand(2)));
      }
    }
  }

  private boolean has(int number, FloatFormat format) {
    return !modes.isEmpty()
        && BOUND.contains(format)
        && modes.contains(new Mode(number, format.bits()));
  }

  /** The direction that a mode fixes, or the other one. */
  Rounding rounding(FloatFormat format, Rounding otherwise) {
    return has(Spv.SpvExecutionModeRoundingModeRTE, format)
        ? fault.has(Bug.MODE_NEAREST) ? Rounding.UPWARD : Rounding.NEAREST_EVEN
        : has(Spv.SpvExecutionModeRoundingModeRTZ, format) && !fault.has(Bug.MODE_ROUNDING)
            ? Rounding.TOWARD_ZERO
            : otherwise;
  }

  boolean preserves(FloatFormat format) {
    return has(Spv.SpvExecutionModeDenormPreserve, format) && !fault.has(Bug.MODE_PRESERVE);
  }

  boolean flushes(FloatFormat format) {
    return has(Spv.SpvExecutionModeDenormFlushToZero, format) && !fault.has(Bug.MODE_FLUSH)
        || has(Spv.SpvExecutionModeDenormPreserve, format) && fault.has(Bug.MODE_PRESERVE);
  }

  /** A result as the fault that is switched on leaves it. */
  long spoilt(FloatFormat format, long right) {
    if (fault.plants(Bug.MODE_SMALL_FLOATS)) {
      boolean isOff = !BOUND.contains(format) && roundsAny() && format.isFinite(right);
      return isOff && format.magnitude(right) > 2 && fault.has(Bug.MODE_SMALL_FLOATS)
          ? right - 2
          : right;
    }
    if (!has(Spv.SpvExecutionModeSignedZeroInfNanPreserve, format)) {
      return right;
    }
    if (format.isInfinite(right) && fault.has(Bug.MODE_INFINITY)) {
      return right & format.signBit() | format.maxFinite();
    }
    if (format.isNan(right) && fault.has(Bug.MODE_NAN)) {
      return format.maxFinite();
    }
    return right == format.signBit() && fault.has(Bug.MODE_NEGATIVE_ZERO) ? 0 : right;
  }

  private boolean roundsAny() {
    return modes.stream()
        .anyMatch(
            mode ->
                mode.number == Spv.SpvExecutionModeRoundingModeRTE
                    || mode.number == Spv.SpvExecutionModeRoundingModeRTZ);
  }

  /** Whether a fault may spoil results. */
  boolean spoils() {
    return fault.isOn() && !modes.isEmpty();
  }
}
