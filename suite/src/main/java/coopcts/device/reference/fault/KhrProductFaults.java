// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import static coopcts.device.reference.fault.FaultBuilder.any;
import static coopcts.device.reference.fault.FaultBuilder.at;
import static coopcts.device.reference.fault.FaultBuilder.elements;
import static coopcts.device.reference.fault.FaultBuilder.from;
import static coopcts.device.reference.fault.FaultBuilder.of;
import static coopcts.device.reference.fault.FaultBuilder.product;
import static coopcts.device.reference.fault.MatrixEvent.Action.MUL_ADD;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import java.util.List;

/** Bugs of coopMatMulAdd: signs, saturation, precision, terms left out. */
final class KhrProductFaults {

  private static final FloatFormat TF32 =
      new FloatFormat("tf32", 8, 10, 127, FloatFormat.Specials.IEEE);

  private KhrProductFaults() {}

  private static boolean isInteger(MatrixEvent event) {
    return event.isInteger();
  }

  static List<Fault> all() {
    return List.of(
        product("muladd.c_ignored", "C is not added", any(), ProductSettings::withoutC),
        product(
            "muladd.c_ignored_second_visit",
            "C is not added from the second turn of a loop on",
            s -> s.visit() > 0,
            ProductSettings::withoutC),
        product(
            "muladd.c_ignored_16x8",
            "C is not added for 16x8 results",
            s -> s.rows() == 16 && s.columns() == 8,
            ProductSettings::withoutC),
        product(
            "muladd.last_k_missing",
            "the last product is left out",
            any(),
            p -> p.depth(p.depth() - 1)),
        product(
            "muladd.last_k_missing_k32",
            "the last product is left out where K is 32",
            s -> s.strideBytes() == 32,
            p -> p.depth(p.depth() - 1)),
        product(
            "muladd.half_k_second_subgroup",
            "the second subgroup sums half of the products",
            s -> s.instance() == 1,
            p -> p.depth(p.depth() / 2)),
        product(
            "muladd.half_k_bfloat16",
            "bfloat16 operands: half of the products are summed",
            from(ComponentType.BFLOAT16),
            p -> p.depth(p.depth() / 2)),
        product(
            "muladd.a_unsigned",
            "A is zero-extended",
            KhrProductFaults::isInteger,
            p -> p.signs(false, p.signedB(), p.signedC(), p.signedResult())),
        product(
            "muladd.b_unsigned",
            "B is zero-extended",
            KhrProductFaults::isInteger,
            p -> p.signs(p.signedA(), false, p.signedC(), p.signedResult())),
        product(
            "muladd.b_sign_of_a",
            "B is extended by A's sign",
            KhrProductFaults::isInteger,
            p -> p.signs(p.signedA(), p.signedA(), p.signedC(), p.signedResult())),
        product(
            "muladd.a_sign_of_b",
            "A is extended by B's sign",
            KhrProductFaults::isInteger,
            p -> p.signs(p.signedB(), p.signedB(), p.signedC(), p.signedResult())),
        product(
            "muladd.all_signed",
            "unsigned operands are sign-extended",
            KhrProductFaults::isInteger,
            p -> p.signs(true, true, p.signedC(), p.signedResult())),
        product(
            "muladd.all_signed_8x8x8",
            "unsigned operands are sign-extended where K is 8",
            s -> s.isInteger() && s.strideBytes() == 8,
            p -> p.signs(true, true, p.signedC(), p.signedResult())),
        product(
            "muladd.saturation_missing",
            "a saturating product wraps",
            KhrProductFaults::isInteger,
            p -> p.saturating(false)),
        product(
            "muladd.saturation_missing_sint16",
            "a saturating product of 16-bit results wraps",
            s -> s.isInteger() && s.type().componentBytes() == 2,
            p -> p.saturating(false)),
        product(
            "muladd.saturation_missing_8bit",
            "a saturating product of 8-bit results wraps",
            s -> s.isInteger() && s.type().componentBytes() == 1,
            p -> p.saturating(false)),
        product(
            "muladd.saturation_always",
            "a product that should wrap saturates",
            KhrProductFaults::isInteger,
            p -> p.saturating(true)),
        product(
            "muladd.saturation_result_unsigned",
            "the range of saturation is unsigned",
            KhrProductFaults::isInteger,
            p -> p.signs(p.signedA(), p.signedB(), p.signedC(), false)),
        product(
            "muladd.saturation_result_signed",
            "the range of saturation is signed",
            KhrProductFaults::isInteger,
            p -> p.signs(p.signedA(), p.signedB(), p.signedC(), true)),
        product(
            "muladd.saturation_partial",
            "every partial sum is clamped",
            s -> s.isInteger(),
            p -> p.saturating() ? p.partialSaturation() : p),
        product(
            "muladd.saturation_above_minimum",
            "a saturating sum that is too small becomes one more than the minimum",
            KhrProductFaults::isInteger,
            p -> p.saturating() ? p.lateMinimum() : p),
        product(
            "muladd.short_without_c",
            "integer sums onto a C of zeros leave the last product out",
            KhrProductFaults::isInteger,
            p -> p.shortWithoutC()),
        product(
            "muladd.sums_float16",
            "float16 operands: partial sums are kept in float16",
            s -> s.is(ComponentType.FLOAT32) && s.source() == ComponentType.FLOAT16,
            p -> p.sums(FloatFormat.FLOAT16)),
        product(
            "muladd.sums_bfloat16",
            "bfloat16 operands: partial sums are kept in bfloat16",
            from(ComponentType.BFLOAT16).and(of(ComponentType.FLOAT32)),
            p -> p.sums(FloatFormat.BFLOAT16)),
        product(
            "muladd.sums_float16_e4m3",
            "E4M3 operands: partial sums are kept in float16",
            from(ComponentType.FLOAT8_E4M3).and(of(ComponentType.FLOAT32)),
            p -> p.sums(FloatFormat.FLOAT16)),
        product(
            "muladd.operands_tf32",
            "float32 operands lose 13 bits",
            from(ComponentType.FLOAT32),
            p -> p.operands(TF32)),
        product(
            "muladd.operands_bfloat16",
            "float32 operands are cut to bfloat16",
            from(ComponentType.FLOAT32),
            p -> p.operands(FloatFormat.BFLOAT16)),
        product(
            "muladd.operands_float16_to_bfloat16",
            "float16 operands are cut to bfloat16",
            from(ComponentType.FLOAT16),
            p -> p.operands(FloatFormat.BFLOAT16)),
        product(
            "muladd.operands_float16_to_e5m2",
            "float16 operands are cut to E5M2",
            from(ComponentType.FLOAT16),
            p -> p.operands(FloatFormat.FLOAT8_E5M2)),
        product(
            "muladd.operands_bfloat16_to_e4m3",
            "bfloat16 operands are cut to E4M3",
            from(ComponentType.BFLOAT16),
            p -> p.operands(FloatFormat.FLOAT8_E4M3)),
        product(
            "muladd.operands_e4m3_to_e2m3",
            "E4M3 operands are cut to E2M3",
            from(ComponentType.FLOAT8_E4M3),
            p -> p.operands(FloatFormat.FLOAT6_E2M3)),
        elements(
            "muladd.last_row_is_c",
            "the last row of the result is C's",
            at(MUL_ADD),
            (s, r, c, v, o) -> r == s.rows() - 1 ? o : v),
        elements(
            "muladd.nan_for_large",
            "negative float results become NaN",
            at(MUL_ADD).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> v >>> 31 == 1 && v != 0x80000000L ? 0x7FC00000L : v),
        elements(
            "muladd.nan_float16_last",
            "the last float16 result is NaN",
            at(MUL_ADD).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> r == s.rows() - 1 && c == s.columns() - 1 ? 0x7E00 : v),
        elements(
            "muladd.one_too_many",
            "negative 32-bit sums are one too large",
            at(MUL_ADD).and(s -> s.is(ComponentType.SINT32)),
            (s, r, c, v, o) -> v >>> 31 == 1 ? v + 1 : v),
        elements(
            "muladd.saturates_one_early",
            "the largest 32-bit sum is one too small",
            at(MUL_ADD).and(s -> s.is(ComponentType.SINT32)),
            (s, r, c, v, o) -> v == 0x7FFFFFFFL ? 0x7FFFFFFEL : v),
        elements(
            "muladd.minimum_one_late",
            "the smallest 32-bit sum is one too large",
            at(MUL_ADD).and(s -> s.is(ComponentType.SINT32)),
            (s, r, c, v, o) -> v == 0x80000000L ? 0x80000001L : v));
  }
}
