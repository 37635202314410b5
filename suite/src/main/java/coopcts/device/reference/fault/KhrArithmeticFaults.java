// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import static coopcts.device.reference.fault.FaultBuilder.any;
import static coopcts.device.reference.fault.FaultBuilder.at;
import static coopcts.device.reference.fault.FaultBuilder.components;
import static coopcts.device.reference.fault.FaultBuilder.constants;
import static coopcts.device.reference.fault.FaultBuilder.elements;
import static coopcts.device.reference.fault.FaultBuilder.from;
import static coopcts.device.reference.fault.FaultBuilder.lengths;
import static coopcts.device.reference.fault.FaultBuilder.of;
import static coopcts.device.reference.fault.MatrixEvent.Action.ADD;
import static coopcts.device.reference.fault.MatrixEvent.Action.CONVERT;
import static coopcts.device.reference.fault.MatrixEvent.Action.DIVIDE;
import static coopcts.device.reference.fault.MatrixEvent.Action.FILL;
import static coopcts.device.reference.fault.MatrixEvent.Action.MULTIPLY;
import static coopcts.device.reference.fault.MatrixEvent.Action.NEGATE;
import static coopcts.device.reference.fault.MatrixEvent.Action.SCALE;
import static coopcts.device.reference.fault.MatrixEvent.Action.SUBTRACT;

import coopcts.model.ComponentType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import java.util.List;

/** Bugs of component-wise arithmetic, conversions, constructors, components and constants. */
final class KhrArithmeticFaults {

  private KhrArithmeticFaults() {}

  static List<Fault> all() {
    return List.of(
        elements(
            "add.wrong_by_one_negative",
            "sums of sint32 below 0 are one too large",
            at(ADD).and(of(ComponentType.SINT32)),
            (s, r, c, v, o) -> v >>> 31 == 1 ? v + 1 : v),
        elements(
            "add.saturates_uint8",
            "sums of uint8 saturate",
            at(ADD).and(of(ComponentType.UINT8)),
            (s, r, c, v, o) -> v < o ? 255 : v),
        elements(
            "add.two_ulp_float16",
            "sums of float16 are two units off",
            at(ADD).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "add.two_ulp_float32",
            "sums of float32 are two units off",
            at(ADD).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "subtract.swapped",
            "differences have the wrong sign",
            at(SUBTRACT),
            (s, r, c, v, o) -> negated(s, v)),
        elements(
            "subtract.swapped_sint16_b",
            "differences of sint16 B matrices have the wrong sign",
            at(SUBTRACT).and(of(ComponentType.SINT16)).and(s -> s.is(Use.B)),
            (s, r, c, v, o) -> negated(s, v)),
        elements(
            "multiply.wide_uint16",
            "products of 16-bit integers saturate",
            at(MULTIPLY).and(s -> s.isInteger() && s.type().componentBytes() == 2),
            (s, r, c, v, o) -> v >>> 15 == 1 ? 0x7FFF : v),
        elements(
            "multiply.left_operand",
            "products in the last row are the left operand",
            at(MULTIPLY),
            (s, r, c, v, o) -> r == s.rows() - 1 ? o : v),
        elements(
            "multiply.two_ulp_float32",
            "products of float32 are two units off",
            at(MULTIPLY).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "divide.floors_sint",
            "signed quotients are floored",
            at(DIVIDE).and(s -> s.component().isSigned()),
            (s, r, c, v, o) -> isNegative(s, v) ? v - 1 : v),
        elements(
            "divide.unsigned_as_signed",
            "unsigned quotients lose their high bit",
            at(DIVIDE).and(s -> s.is(ComponentType.UINT8) || s.is(ComponentType.UINT32)),
            (s, r, c, v, o) -> v & s.type().mask() >>> 1),
        elements(
            "divide.four_ulp_float32",
            "quotients of float32 are six units off",
            at(DIVIDE).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> ulps(s, v, 6)),
        elements(
            "divide.four_ulp_float16",
            "quotients of float16 are six units off",
            at(DIVIDE).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, 6)),
        elements(
            "divide.four_ulp_low_float32",
            "quotients of float32 are six units too small",
            at(DIVIDE).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> ulps(s, v, isNegative(s, v) ? 6 : -6)),
        elements(
            "divide.four_ulp_high_float16",
            "quotients of float16 are six units too large",
            at(DIVIDE).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, isNegative(s, v) ? -6 : 6)),
        elements(
            "divide.nan",
            "quotients below 1 are NaN in the last column",
            at(DIVIDE).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> c == s.columns() - 1 ? format(s).quietNan() : v),
        elements(
            "negate.ones_complement",
            "negation forgets to add one",
            at(NEGATE).and(s -> s.isInteger()),
            (s, r, c, v, o) -> v - 1),
        elements(
            "negate.float_positive_only",
            "only positive floats change their sign",
            at(NEGATE).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> v | format(s).signBit()),
        elements(
            "negate.minimum",
            "the smallest sint8 becomes the largest",
            at(NEGATE).and(of(ComponentType.SINT8)),
            (s, r, c, v, o) -> v == 0x80 ? 0x7F : v),
        elements(
            "scale.last_row_unscaled",
            "the last row is not scaled",
            at(SCALE),
            (s, r, c, v, o) -> r == s.rows() - 1 ? o : v),
        elements(
            "scale.integer_ignored",
            "integer matrices are not scaled",
            at(SCALE).and(s -> s.isInteger()),
            (s, r, c, v, o) -> o),
        elements(
            "scale.second_subgroup",
            "the second subgroup does not scale",
            at(SCALE).and(s -> s.instance() == 1),
            (s, r, c, v, o) -> o),
        elements(
            "scale.two_ulp_float16",
            "scaled float16 are two units off",
            at(SCALE).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "construct.first_row_only",
            "only the first row is filled",
            at(FILL),
            (s, r, c, v, o) -> r == 0 ? v : 0),
        elements(
            "construct.last_column_8bit",
            "the last column of 8-bit matrices is not filled",
            at(FILL).and(s -> s.type().componentBytes() == 1),
            (s, r, c, v, o) -> c == s.columns() - 1 ? 0 : v),
        elements(
            "construct.bfloat16_b",
            "B matrices of bfloat16 are filled with half the value",
            at(FILL).and(of(ComponentType.BFLOAT16)).and(s -> s.is(Use.B)),
            (s, r, c, v, o) -> v - 0x80),
        elements(
            "convert.position",
            "the last two rows of a conversion are swapped in part",
            at(CONVERT),
            (s, r, c, v, o) -> r == s.rows() - 1 && c == 0 ? v ^ 1 : v),
        elements(
            "convert.rounds_to_int",
            "float to integer rounds away from zero",
            at(CONVERT).and(s -> s.source().isFloat() && s.isInteger()),
            (s, r, c, v, o) -> fraction(s, o) ? away(s, v, o) : v),
        elements(
            "convert.floors_to_int",
            "negative float to integer is floored",
            at(CONVERT).and(s -> s.source().isFloat() && s.component().isSigned()),
            (s, r, c, v, o) -> fraction(s, o) && value(s, o) < 0 ? v - 1 : v),
        elements(
            "convert.below_zero_to_unsigned",
            "what lies between -1 and 0 becomes all ones in unsigned integers",
            at(CONVERT)
                .and(s -> s.source().isFloat() && s.isInteger() && !s.component().isSigned()),
            (s, r, c, v, o) -> fraction(s, o) && value(s, o) < 0 ? v - 1 : v),
        elements(
            "convert.sint8_zero_extended",
            "sint8 to wider integers is zero-extended",
            at(CONVERT)
                .and(from(ComponentType.SINT8))
                .and(s -> s.isInteger() && s.type().componentBytes() > 1),
            (s, r, c, v, o) -> o),
        elements(
            "convert.uint8_sign_extended",
            "uint8 to wider integers is sign-extended",
            at(CONVERT)
                .and(from(ComponentType.UINT8))
                .and(s -> s.isInteger() && s.type().componentBytes() > 1),
            (s, r, c, v, o) -> (byte) o),
        elements(
            "convert.narrowing_saturates",
            "narrowing integers saturates",
            at(CONVERT)
                .and(
                    s ->
                        s.source().isInteger()
                            && s.isInteger()
                            && s.type().componentBytes() < s.source().bytes()),
            (s, r, c, v, o) -> o == v ? v : s.type().mask()),
        elements(
            "convert.uint32_as_signed",
            "uint32 to float is read as signed",
            at(CONVERT).and(from(ComponentType.UINT32)).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> o >>> 31 == 1 ? v | format(s).signBit() : v),
        elements(
            "convert.float16_through_bfloat16",
            "float32 to float16 loses three bits",
            at(CONVERT).and(from(ComponentType.FLOAT32)).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> v & ~7),
        elements(
            "convert.float16_two_ulp",
            "float32 to float16 is two units off",
            at(CONVERT).and(from(ComponentType.FLOAT32)).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "convert.e4m3_as_e5m2",
            "float16 to E4M3 loses its lowest bit",
            at(CONVERT).and(of(ComponentType.FLOAT8_E4M3)),
            (s, r, c, v, o) -> v & ~1),
        elements(
            "convert.e4m3_subnormals_flushed",
            "subnormal E4M3 to float16 become 0",
            at(CONVERT).and(from(ComponentType.FLOAT8_E4M3)).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ((FloatFormat) s.source().format()).isSubnormal(o) ? 0 : v),
        elements(
            "convert.bfloat16_cut_wrong",
            "float32 to bfloat16 is one unit too small",
            at(CONVERT).and(from(ComponentType.FLOAT32)).and(of(ComponentType.BFLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, -1)),
        elements(
            "convert.a_matrix_copied",
            "integers of equal width in A matrices lose their sign bit",
            at(CONVERT)
                .and(
                    s ->
                        s.is(Use.A)
                            && s.isInteger()
                            && s.source().isInteger()
                            && s.source().bits() == s.component().bits()),
            (s, r, c, v, o) -> v & s.type().mask() >>> 1),
        components(
            "components.neighbour",
            "the last component is the one before",
            any(),
            (s, lane, e) -> e == s.type().elements() - 1 ? e - 1 : e),
        components(
            "components.neighbour_b",
            "component 1 of B matrices is component 0 of the next invocation",
            s -> s.is(Use.B) && s.visit() == 1,
            (s, lane, e) -> Math.max(0, e - 1)),
        components(
            "components.second_subgroup",
            "the second subgroup's last element is never written",
            s -> s.instance() == 1,
            (s, lane, e) -> e == s.type().elements() - 1 ? -1 : e),
        components(
            "components.lane_7",
            "invocation 7 has no component",
            any(),
            (s, lane, e) -> lane == 7 ? -1 : e),
        components(
            "components.8bit_packed",
            "odd elements of 8-bit matrices are their even neighbours",
            s -> s.type().componentBytes() == 1,
            (s, lane, e) -> e & ~1),
        lengths("length.one_short", "length() is one too small", (type, lane, n) -> n - 1),
        lengths(
            "length.zero_last_lane",
            "length() of invocation 5 is 0",
            (type, lane, n) -> lane == 5 ? 0 : n),
        lengths(
            "length.per_row",
            "length() of matrices with 16 rows is half",
            (type, lane, n) -> type.rows() == 16 ? n / 2 : n),
        lengths(
            "length.specialized_default",
            "length() of 32-bit matrices is one too small",
            (type, lane, n) -> type.componentBytes() == 4 ? n - 1 : n),
        constants("constants.ignored", "specialization is ignored", (id, bits, other, v) -> other),
        constants(
            "constants.ignored_8bit",
            "8-bit specialization constants keep their default",
            (id, bits, other, v) -> bits == 8 ? other : v),
        constants(
            "constants.ignored_16bit",
            "16-bit specialization constants keep their default",
            (id, bits, other, v) -> bits == 16 ? other : v),
        constants(
            "constants.ignored_scalar",
            "constant 7 keeps its default",
            (id, bits, other, v) -> id == 7 ? other : v),
        constants(
            "constants.sign_lost",
            "negative 32-bit specialization constants lose their sign",
            (id, bits, other, v) -> bits == 32 ? v & 0x7FFFFFFFL : v));
  }

  private static FloatFormat format(MatrixEvent event) {
    return (FloatFormat) event.component().format();
  }

  private static long ulps(MatrixEvent event, long value, int count) {
    FloatFormat format = format(event);
    return format.isFinite(value) && format.magnitude(value) > 8 ? value + count : value;
  }

  private static long negated(MatrixEvent event, long value) {
    return event.isFloat() ? value ^ format(event).signBit() : -value;
  }

  private static boolean isNegative(MatrixEvent event, long value) {
    return (value & ~(event.type().mask() >>> 1)) != 0;
  }

  private static double value(MatrixEvent event, long operand) {
    return event.source().format().toDouble(operand);
  }

  private static boolean fraction(MatrixEvent event, long operand) {
    double value = value(event, operand);
    return value != Math.rint(value) && Math.abs(value) < 100;
  }

  private static long away(MatrixEvent event, long right, long operand) {
    return value(event, operand) < 0 ? right - 1 : right + 1;
  }
}
