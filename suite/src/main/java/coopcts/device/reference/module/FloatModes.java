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
        ? Rounding.NEAREST_EVEN
        : has(Spv.SpvExecutionModeRoundingModeRTZ, format) && !fault.has(Bug.MODE_ROUNDING)
            ? Rounding.TOWARD_ZERO
            : otherwise;
  }

  boolean preserves(FloatFormat format) {
    return has(Spv.SpvExecutionModeDenormPreserve, format);
  }

  boolean flushes(FloatFormat format) {
    return has(Spv.SpvExecutionModeDenormFlushToZero, format) && !fault.has(Bug.MODE_FLUSH);
  }
}
