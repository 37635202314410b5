package coopcts.device.reference;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The float-controls execution modes of a module, by width: they bind the IEEE formats alone (NUM
 * §5).
 */
final class FloatModes {

  private static final int DENORM_PRESERVE = 4459;
  private static final int DENORM_FLUSH_TO_ZERO = 4460;
  private static final int ROUNDING_RTE = 4462;
  private static final int ROUNDING_RTZ = 4463;

  private static final Set<FloatFormat> BOUND =
      Set.of(FloatFormat.FLOAT16, FloatFormat.FLOAT32, FloatFormat.FLOAT64);

  private record Mode(int number, int width) {}

  private final ActiveFault fault;
  private final Set<Mode> modes = new HashSet<>();

  FloatModes(List<Instruction> instructions, ActiveFault fault) {
    this.fault = fault;
    for (Instruction i : instructions) {
      if (i.opcode() == Op.EXECUTION_MODE && i.count() > 2) {
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
    return has(ROUNDING_RTE, format)
        ? Rounding.NEAREST_EVEN
        : has(ROUNDING_RTZ, format) && !fault.has(Bug.MODE_ROUNDING, null)
            ? Rounding.TOWARD_ZERO
            : otherwise;
  }

  boolean preserves(FloatFormat format) {
    return has(DENORM_PRESERVE, format);
  }

  boolean flushes(FloatFormat format) {
    return has(DENORM_FLUSH_TO_ZERO, format) && !fault.has(Bug.MODE_FLUSH, null);
  }
}
