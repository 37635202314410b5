// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import static coopcts.device.reference.fault.FaultBuilder.converts;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.List;
import java.util.stream.Stream;

/** Bugs of conversions of numbers, in scalars, vectors and matrices alike. */
final class NumberFaults {

  private static final ComponentType E4M3 = ComponentType.FLOAT8_E4M3;
  private static final ComponentType E5M2 = ComponentType.FLOAT8_E5M2;
  private static final ComponentType BFLOAT16 = ComponentType.BFLOAT16;
  private static final ComponentType FLOAT16 = ComponentType.FLOAT16;
  private static final ComponentType FLOAT32 = ComponentType.FLOAT32;
  private static final ComponentType FLOAT64 = ComponentType.FLOAT64;

  private NumberFaults() {}

  static List<Fault> all() {
    return Stream.of(codes(), subnormals(), roundings(), ranges(), saturation())
        .flatMap(List::stream)
        .toList();
  }

  private static boolean isSmall(ComponentType type) {
    return type == E4M3 || type == E5M2;
  }

  private static List<Fault> codes() {
    return List.of(
        converts(
            "number.e4m3_nan_is_number",
            "the codes of E4M3 for NaN are 480",
            e -> e.isFrom(E4M3) && e.isFloat(),
            (e, o, v) -> e.source().isNan(o) ? signed(e, o, 480) : v),
        converts(
            "number.e4m3_sign_lost",
            "negative E4M3 become positive",
            e -> e.isFrom(E4M3) && e.isFloat(),
            (e, o, v) -> e.target().magnitude(v)),
        converts(
            "number.e4m3_top_infinite",
            "E4M3 of the largest exponent are Inf",
            e -> e.isFrom(E4M3) && e.isTo(FLOAT16),
            (e, o, v) -> (o & 0x7F) >= 0x78 && (o & 0x7F) < 0x7F ? v & 0x8000 | 0x7C00 : v),
        converts(
            "number.e5m2_specials_are_numbers",
            "the codes of E5M2 for Inf and NaN are numbers from 65536 on",
            e -> e.isFrom(E5M2) && e.isFloat(),
            (e, o, v) -> e.source().isFinite(o) ? v : signed(e, o, 65536 * (1 + (o & 3) / 4.0))),
        converts(
            "number.e5m2_specials_are_largest",
            "the codes of E5M2 for Inf and NaN are the largest number",
            e -> e.isFrom(E5M2) && e.isFloat(),
            (e, o, v) -> e.source().isFinite(o) ? v : signed(e, o, 57344)),
        converts(
            "number.e5m2_low_bit_lost",
            "E5M2 lose their lowest bit",
            e -> e.isFrom(E5M2) && e.isTo(FLOAT16),
            (e, o, v) -> v & ~0x1FFL),
        converts(
            "number.bfloat16_low_bit_lost",
            "bfloat16 lose their lowest bit",
            e -> e.isFrom(BFLOAT16) && e.isTo(FLOAT32),
            (e, o, v) -> v & ~0x1FFFFL),
        converts(
            "number.nan_cut",
            "NaN whose mark is in the low bits becomes Inf",
            e -> e.isFloat() && e.to().bits() < e.from().bits(),
            (e, o, v) ->
                isLowNan(e, o) ? o >>> e.from().bits() - 1 << e.to().bits() - 1 | infinity(e) : v));
  }

  private static boolean isLowNan(ConversionEvent event, long operand) {
    FloatFormat source = event.source();
    int lost = source.mantissaBits() - event.target().mantissaBits();
    return source.isNan(operand)
        && lost > 0
        && (operand >>> lost & (1L << event.target().mantissaBits()) - 1) == 0;
  }

  private static long infinity(ConversionEvent event) {
    return event.target().overflow();
  }

  private static List<Fault> subnormals() {
    return List.of(
        converts(
            "number.e4m3_subnormals_flushed",
            "subnormal E4M3 to float16 become 0",
            e -> e.isFrom(E4M3) && e.isTo(FLOAT16),
            (e, o, v) -> e.source().isSubnormal(o) ? 0 : v),
        converts(
            "number.e5m2_subnormals_flushed",
            "subnormal E5M2 to float16 become 0",
            e -> e.isFrom(E5M2) && e.isTo(FLOAT16),
            (e, o, v) -> e.source().isSubnormal(o) ? 0 : v),
        converts(
            "number.subnormals_become_normal",
            "subnormal 8-bit floats to float32 and bfloat16 become the smallest normal one",
            e -> isSmall(e.from()) && (e.isTo(FLOAT32) || e.isTo(BFLOAT16)),
            (e, o, v) ->
                e.source().isSubnormal(o)
                    ? signed(e, o, e.source().toDouble(e.source().minNormal()))
                    : v));
  }

  private static List<Fault> roundings() {
    return List.of(
        converts(
            "number.bfloat16_to_float16_low_bit_lost",
            "bfloat16 to float16 loses the lowest bit",
            e -> e.isFrom(BFLOAT16) && e.isTo(FLOAT16),
            (e, o, v) -> v & ~8L),
        converts(
            "number.float16_two_ulp",
            "float32 to float16 is two units off",
            e -> e.isFrom(FLOAT32) && e.isTo(FLOAT16),
            (e, o, v) -> off(e, v)),
        converts(
            "number.small_two_ulp",
            "float32 to bfloat16 and 8-bit floats is two units off",
            e -> e.isFrom(FLOAT32) && (e.isTo(BFLOAT16) || isSmall(e.to())),
            (e, o, v) -> off(e, v)),
        converts(
            "number.bfloat16_from_double_off",
            "float64 to bfloat16 is two units off",
            e -> e.isFrom(FLOAT64) && e.isTo(BFLOAT16),
            (e, o, v) -> off(e, v)),
        converts(
            "number.bfloat16_from_integer_off",
            "integers to bfloat16 are two units off",
            e -> e.from().isInteger() && e.isTo(BFLOAT16),
            (e, o, v) -> off(e, v)),
        converts(
            "number.bfloat16_to_integer_rounds",
            "bfloat16 to integers rounds away from zero",
            e -> e.isFrom(BFLOAT16) && e.to().isInteger(),
            NumberFaults::away),
        converts(
            "number.float8_to_integer_rounds",
            "8-bit floats to integers round away from zero",
            e -> isSmall(e.from()) && e.to().isInteger(),
            NumberFaults::away),
        converts(
            "number.float8_codes_copied",
            "of two 8-bit floats one becomes the other bit by bit",
            e -> isSmall(e.from()) && isSmall(e.to()),
            (e, o, v) -> o));
  }

  private static List<Fault> ranges() {
    return List.of(
        converts(
            "number.e4m3_overflow_is_largest",
            "what is too large for E4M3 becomes the largest number",
            e -> e.isTo(E4M3) && e.isFloat() && !e.isSaturating(),
            (e, o, v) -> Math.abs(e.value(o)) >= 480 ? signed(e, o, 448) : v),
        converts(
            "number.e5m2_overflow_is_largest",
            "what is too large for E5M2 becomes the largest number",
            e -> e.isTo(E5M2) && e.isFloat() && !e.isSaturating(),
            (e, o, v) -> Math.abs(e.value(o)) >= 65536 ? signed(e, o, 57344) : v),
        converts(
            "number.e4m3_band_is_zero",
            "what lies between 448 and 480 becomes 0 in E4M3",
            e -> e.isTo(E4M3) && e.isFloat() && !e.isSaturating(),
            (e, o, v) -> Math.abs(e.value(o)) > 448 && Math.abs(e.value(o)) < 480 ? 0 : v),
        converts(
            "number.e5m2_band_is_zero",
            "what lies between 57344 and 65536 becomes 0 in E5M2",
            e -> e.isTo(E5M2) && e.isFloat() && !e.isSaturating(),
            (e, o, v) -> Math.abs(e.value(o)) > 57344 && Math.abs(e.value(o)) < 65536 ? 0 : v),
        converts(
            "number.float16_overflow_is_zero",
            "what is too large for float16 becomes 0",
            e -> e.isFrom(FLOAT32) && e.isTo(FLOAT16),
            (e, o, v) -> e.target().isInfinite(v) ? 0 : v),
        converts(
            "number.integer_overflow_is_zero",
            "integers too large for an 8-bit float become 0",
            e -> e.from().isInteger() && isSmall(e.to()) && !e.isSaturating(),
            (e, o, v) -> e.target().isFinite(v) ? v : 0));
  }

  private static List<Fault> saturation() {
    return List.of(
        converts(
            "number.saturation_sign_lost",
            "what saturates becomes positive",
            e -> e.isSaturating() && e.from().isFloat(),
            (e, o, v) ->
                e.target().magnitude(v) == e.target().maxFinite() ? e.target().maxFinite() : v),
        converts(
            "number.saturation_keeps_infinity",
            "Inf does not saturate",
            e -> e.isSaturating() && e.from().isFloat(),
            (e, o, v) -> e.source().isInfinite(o) ? v & e.target().signBit() | infinity(e) : v),
        converts(
            "number.saturation_off_in_range",
            "a saturating conversion is two units off in range",
            e -> e.isSaturating(),
            (e, o, v) -> off(e, v)),
        converts(
            "number.saturation_missing_in_matrices",
            "conversions of matrices do not saturate",
            e -> e.isSaturating() && e.isMatrix(),
            (e, o, v) -> isBeyond(e, o) ? v & e.target().signBit() | infinity(e) : v),
        converts(
            "number.saturation_missing_of_integers",
            "conversions of integers do not saturate",
            e -> e.isSaturating() && e.from().isInteger(),
            (e, o, v) -> isBeyond(e, o) ? v & e.target().signBit() | infinity(e) : v),
        converts(
            "number.saturated_nan_is_zero",
            "NaN that saturates becomes 0",
            e -> e.isSaturating() && e.from().isFloat(),
            (e, o, v) -> e.source().isNan(o) ? 0 : v));
  }

  private static boolean isBeyond(ConversionEvent event, long operand) {
    FloatFormat target = event.target();
    double most = target.toDouble(target.maxFinite());
    return Math.abs(event.value(operand)) >= most + target.ulp(most);
  }

  /** A number in the format of the result, with the sign of the operand. */
  private static long signed(ConversionEvent event, long operand, double magnitude) {
    boolean isNegative = event.source().isNegative(operand);
    return event.target().encode(isNegative ? -magnitude : magnitude, Rounding.NEAREST_EVEN);
  }

  /** A number two units nearer to zero than it should be. */
  private static long off(ConversionEvent event, long right) {
    FloatFormat format = event.target();
    return format.isFinite(right) && format.magnitude(right) > 2 ? right - 2 : right;
  }

  private static long away(ConversionEvent event, long operand, long right) {
    double value = event.value(operand);
    return value == Math.rint(value) ? right : value < 0 ? right - 1 : right + 1;
  }
}
