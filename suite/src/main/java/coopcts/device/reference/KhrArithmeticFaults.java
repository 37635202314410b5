package coopcts.device.reference;

import static coopcts.device.reference.Site.Kind.ADD;
import static coopcts.device.reference.Site.Kind.CONVERT;
import static coopcts.device.reference.Site.Kind.DIVIDE;
import static coopcts.device.reference.Site.Kind.FILL;
import static coopcts.device.reference.Site.Kind.MULTIPLY;
import static coopcts.device.reference.Site.Kind.MUL_ADD;
import static coopcts.device.reference.Site.Kind.NEGATE;
import static coopcts.device.reference.Site.Kind.SCALE;
import static coopcts.device.reference.Site.Kind.SUBTRACT;

import coopcts.model.ComponentType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Bugs of products, component-wise arithmetic, conversions, constructors, components and constants.
 */
final class KhrArithmeticFaults {

  private static final FloatFormat TF32 =
      new FloatFormat("tf32", 8, 10, 127, FloatFormat.Specials.IEEE);

  private KhrArithmeticFaults() {}

  private static Fault elements(
      String name, String description, Predicate<Site> where, Fault.ElementChange change) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Elements(change));
  }

  private static Fault product(
      String name,
      String description,
      Predicate<Site> where,
      UnaryOperator<ProductSettings> change) {
    return new Fault(
        "khr." + name,
        "khr",
        description,
        where.and(s -> s.is(MUL_ADD)),
        new Fault.Products(change));
  }

  private static Predicate<Site> at(Site.Kind kind) {
    return site -> site.is(kind);
  }

  private static Predicate<Site> any() {
    return _ -> true;
  }

  private static Predicate<Site> of(ComponentType type) {
    return site -> site.is(type);
  }

  private static Predicate<Site> from(ComponentType type) {
    return site -> site.source() == type;
  }

  private static boolean isInteger(Site site) {
    return site.isInteger();
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
            KhrArithmeticFaults::isInteger,
            p -> p.signs(false, p.signedB(), p.signedC(), p.signedResult())),
        product(
            "muladd.b_unsigned",
            "B is zero-extended",
            KhrArithmeticFaults::isInteger,
            p -> p.signs(p.signedA(), false, p.signedC(), p.signedResult())),
        product(
            "muladd.b_sign_of_a",
            "B is extended by A's sign",
            KhrArithmeticFaults::isInteger,
            p -> p.signs(p.signedA(), p.signedA(), p.signedC(), p.signedResult())),
        product(
            "muladd.a_sign_of_b",
            "A is extended by B's sign",
            KhrArithmeticFaults::isInteger,
            p -> p.signs(p.signedB(), p.signedB(), p.signedC(), p.signedResult())),
        product(
            "muladd.all_signed",
            "unsigned operands are sign-extended",
            KhrArithmeticFaults::isInteger,
            p -> p.signs(true, true, p.signedC(), p.signedResult())),
        product(
            "muladd.all_signed_8x8x8",
            "unsigned operands are sign-extended where K is 8",
            s -> s.isInteger() && s.strideBytes() == 8,
            p -> p.signs(true, true, p.signedC(), p.signedResult())),
        product(
            "muladd.saturation_missing",
            "a saturating product wraps",
            KhrArithmeticFaults::isInteger,
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
            KhrArithmeticFaults::isInteger,
            p -> p.saturating(true)),
        product(
            "muladd.saturation_result_unsigned",
            "the range of saturation is unsigned",
            KhrArithmeticFaults::isInteger,
            p -> p.signs(p.signedA(), p.signedB(), p.signedC(), false)),
        product(
            "muladd.saturation_result_signed",
            "the range of saturation is signed",
            KhrArithmeticFaults::isInteger,
            p -> p.signs(p.signedA(), p.signedB(), p.signedC(), true)),
        product(
            "muladd.saturation_partial",
            "every partial sum is clamped",
            s -> s.isInteger(),
            p -> p.saturating() ? p.partialSaturation() : p),
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
            (s, r, c, v, o) -> v == 0x80000000L ? 0x80000001L : v),
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
            "divide.nan",
            "quotients below 1 are NaN in the last column",
            at(DIVIDE).and(Site::isFloat),
            (s, r, c, v, o) -> c == s.columns() - 1 ? format(s).quietNan() : v),
        elements(
            "negate.ones_complement",
            "negation forgets to add one",
            at(NEGATE).and(s -> s.isInteger()),
            (s, r, c, v, o) -> v - 1),
        elements(
            "negate.float_positive_only",
            "only positive floats change their sign",
            at(NEGATE).and(Site::isFloat),
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
            at(CONVERT).and(from(ComponentType.UINT32)).and(Site::isFloat),
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
            (s, r, c, v, o) -> ((FloatFormat) NumberFormat.of(s.source())).isSubnormal(o) ? 0 : v),
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

  private static Fault components(
      String name, String description, Predicate<Site> where, Fault.ComponentChange change) {
    return new Fault("khr." + name, "khr", description, where, new Fault.Components(change));
  }

  private static Fault lengths(String name, String description, Fault.LengthChange change) {
    return new Fault("khr." + name, "khr", description, any(), new Fault.Lengths(change));
  }

  private static Fault constants(String name, String description, Fault.ConstantChange change) {
    return new Fault("khr." + name, "khr", description, any(), new Fault.Constants(change));
  }

  private static FloatFormat format(Site site) {
    return (FloatFormat) NumberFormat.of(site.component());
  }

  private static long ulps(Site site, long value, int count) {
    FloatFormat format = format(site);
    return format.isFinite(value) && format.magnitude(value) > 8 ? value + count : value;
  }

  private static long negated(Site site, long value) {
    return site.isFloat() ? value ^ format(site).signBit() : -value;
  }

  private static boolean isNegative(Site site, long value) {
    return (value & ~(site.type().mask() >>> 1)) != 0;
  }

  private static double value(Site site, long operand) {
    return NumberFormat.of(site.source()).toDouble(operand);
  }

  private static boolean fraction(Site site, long operand) {
    double value = value(site, operand);
    return value != Math.rint(value) && Math.abs(value) < 100;
  }

  private static long away(Site site, long right, long operand) {
    return value(site, operand) < 0 ? right - 1 : right + 1;
  }
}
