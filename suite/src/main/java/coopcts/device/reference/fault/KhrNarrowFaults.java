// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import static coopcts.device.reference.fault.FaultBuilder.any;
import static coopcts.device.reference.fault.FaultBuilder.at;
import static coopcts.device.reference.fault.FaultBuilder.components;
import static coopcts.device.reference.fault.FaultBuilder.elements;
import static coopcts.device.reference.fault.FaultBuilder.from;
import static coopcts.device.reference.fault.FaultBuilder.in;
import static coopcts.device.reference.fault.FaultBuilder.lengths;
import static coopcts.device.reference.fault.FaultBuilder.of;
import static coopcts.device.reference.fault.FaultBuilder.omits;
import static coopcts.device.reference.fault.FaultBuilder.overruns;
import static coopcts.device.reference.fault.FaultBuilder.places;
import static coopcts.device.reference.fault.FaultBuilder.product;
import static coopcts.device.reference.fault.MatrixEvent.Action.ADD;
import static coopcts.device.reference.fault.MatrixEvent.Action.CONVERT;
import static coopcts.device.reference.fault.MatrixEvent.Action.LOAD;
import static coopcts.device.reference.fault.MatrixEvent.Action.MULTIPLY;
import static coopcts.device.reference.fault.MatrixEvent.Action.SCALE;
import static coopcts.device.reference.fault.MatrixEvent.Action.STORE;
import static coopcts.device.reference.fault.MatrixEvent.Action.SUBTRACT;

import coopcts.model.ComponentType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Bugs of KHR's instructions that break one sentence each, most in some circumstances only. */
final class KhrNarrowFaults {

  private static final long ADDRESS_OF_BLOCK = 0xFFFFFFFF00000000L;

  private KhrNarrowFaults() {}

  static List<Fault> all() {
    return Stream.of(
            misplaced(), loads(), stores(), pipelines(), arithmetic(), products(), others())
        .flatMap(List::stream)
        .toList();
  }

  private static Predicate<MatrixEvent> load(Circumstance circumstance) {
    return at(LOAD).and(in(circumstance));
  }

  private static Predicate<MatrixEvent> store(Circumstance circumstance) {
    return at(STORE).and(in(circumstance));
  }

  private static Predicate<MatrixEvent> padded() {
    return s -> s.strideBytes() > s.lineBytes();
  }

  private static Fault lastRowZero(String when, String description, Predicate<MatrixEvent> where) {
    return elements(
        "load.last_row_zero_" + when,
        description + ": the last row of a load is 0",
        where,
        (s, r, c, v, o) -> r == s.rows() - 1 ? 0 : v);
  }

  private static Fault lastRowMissing(
      String when, String description, Predicate<MatrixEvent> where) {
    return omits(
        "store.last_row_missing_" + when,
        description + ": the last row is not written",
        where,
        (s, r, c) -> r == s.rows() - 1);
  }

  private static List<Fault> misplaced() {
    return List.of(
        places(
            "load.row_major_ignored",
            "a row-major load reads columns",
            at(LOAD).and(MatrixEvent::rowMajor),
            (s, g) -> g.inOrder(false)),
        places(
            "load.start_in_components",
            "the place within the array counts components in place of array elements",
            at(LOAD).and(s -> s.pointeeBytes() != s.type().componentBytes()),
            (s, g) ->
                g.from(
                    g.start() & ADDRESS_OF_BLOCK
                        | (g.start() & ~ADDRESS_OF_BLOCK)
                            / s.pointeeBytes()
                            * s.type().componentBytes())),
        places(
            "load.start_ignored",
            "a load starts where its buffer does",
            load(Circumstance.BUFFER),
            (s, g) -> g.from(g.start() & ADDRESS_OF_BLOCK)),
        places(
            "load.stride_ignored_run_time",
            "a stride known at run time only is taken to be the line",
            load(Circumstance.STRIDE_RUN_TIME).and(padded()),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.start_rounded_run_time",
            "a place known at run time only is rounded down to 64 bytes",
            load(Circumstance.ELEMENT_RUN_TIME),
            (s, g) -> g.from(g.start() / 64 * 64)),
        places(
            "load.stride_ignored_16_bits",
            "a stride of 16 bits is taken to be the line",
            load(Circumstance.STRIDE_16_BITS).and(padded()),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_zero_64_bits",
            "of a stride of 64 bits the high word is taken",
            load(Circumstance.STRIDE_64_BITS),
            (s, g) -> g.every(0)),
        places(
            "load.column_major_ignored_specialized",
            "a column-major layout that is a specialization constant reads rows",
            load(Circumstance.LAYOUT_SPECIALIZED).and(s -> !s.rowMajor()),
            (s, g) -> g.inOrder(true)),
        places(
            "load.row_major_ignored_specialized",
            "a row-major layout that is a specialization constant reads columns",
            load(Circumstance.LAYOUT_SPECIALIZED).and(MatrixEvent::rowMajor),
            (s, g) -> g.inOrder(false)),
        places(
            "load.blocks_exchanged",
            "blocks are read along the other direction",
            load(Circumstance.BLOCKS),
            (s, g) -> g.inBlocks(g.blocks().exchanged())),
        places(
            "load.blocks_apart",
            "interleaved blocks are read one after the other",
            load(Circumstance.BLOCKS),
            (s, g) -> g.inBlocks(g.blocks().apart())),
        places(
            "store.blocks_exchanged",
            "blocks are written along the other direction",
            store(Circumstance.BLOCKS),
            (s, g) -> g.inBlocks(g.blocks().exchanged())),
        places(
            "store.row_major_ignored",
            "a row-major store of a square matrix writes columns",
            at(STORE).and(s -> s.rowMajor() && s.rows() == s.columns()),
            (s, g) -> g.inOrder(false)));
  }

  private static List<Fault> loads() {
    return List.of(
        lastRowZero("buffer", "storage buffers", load(Circumstance.BUFFER)),
        lastRowZero("physical", "buffers reached by address", load(Circumstance.PHYSICAL)),
        lastRowZero("sized", "arrays with a length", load(Circumstance.SIZED_ARRAY)),
        lastRowZero("unsized", "arrays without a length", load(Circumstance.RUN_TIME_ARRAY)),
        lastRowZero("chained", "access chains onto others", load(Circumstance.CHAINED)),
        lastRowZero("volatile", "volatile", load(Circumstance.VOLATILE)),
        lastRowZero("nontemporal", "nontemporal", load(Circumstance.NONTEMPORAL)),
        lastRowZero("no_operands", "no memory operands", load(Circumstance.NO_OPERANDS)),
        lastRowZero("operands_none", "memory operands of none", load(Circumstance.EMPTY_OPERANDS)),
        lastRowZero("apart", "while other subgroups go elsewhere", load(Circumstance.APART)),
        lastRowZero("a", "use A", at(LOAD).and(s -> s.is(Use.A))),
        lastRowZero("accumulator", "accumulators", at(LOAD).and(s -> s.is(Use.ACCUMULATOR))),
        elements(
            "load.cut_to_pointee",
            "components wider than an array element are read as narrow as that",
            at(LOAD).and(s -> s.pointeeBytes() < s.type().componentBytes()),
            (s, r, c, v, o) -> v & (1L << 8 * s.pointeeBytes()) - 1),
        elements(
            "load.converts",
            "floats loaded from integers, and integers from floats, are converted",
            load(Circumstance.OTHER_KIND).and(s -> s.component().bits() <= 32),
            (s, r, c, v, o) -> s.isFloat() ? encoded(s, v) : Math.round(asFloat(s, v))),
        elements(
            "load.negative_zero_lost",
            "-0 becomes 0",
            at(LOAD).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> v == format(s).signBit() ? 0 : v),
        elements(
            "load.infinity_lost",
            "Inf becomes the largest number",
            at(LOAD).and(MatrixEvent::isFloat),
            (s, r, c, v, o) ->
                format(s).isInfinite(v) ? v & format(s).signBit() | format(s).maxFinite() : v),
        elements(
            "load.nan_lost",
            "NaN becomes the largest number",
            at(LOAD).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> format(s).isNan(v) ? format(s).maxFinite() : v));
  }

  private static List<Fault> stores() {
    return List.of(
        lastRowMissing("buffer", "storage buffers", store(Circumstance.BUFFER)),
        lastRowMissing("physical", "buffers reached by address", store(Circumstance.PHYSICAL)),
        lastRowMissing("volatile", "volatile", store(Circumstance.VOLATILE)),
        lastRowMissing("nontemporal", "nontemporal", store(Circumstance.NONTEMPORAL)),
        lastRowMissing("apart", "while other subgroups go elsewhere", store(Circumstance.APART)),
        lastRowMissing("b", "use B", at(STORE).and(s -> s.is(Use.B))),
        elements(
            "store.cut_to_pointee",
            "components wider than an array element are written as narrow as that",
            at(STORE).and(s -> s.pointeeBytes() < s.type().componentBytes()),
            (s, r, c, v, o) -> v & (1L << 8 * s.pointeeBytes()) - 1),
        elements(
            "store.converts",
            "floats stored to integers, and integers to floats, are converted",
            store(Circumstance.OTHER_KIND).and(s -> s.component().bits() <= 32),
            (s, r, c, v, o) -> s.isFloat() ? Math.round(asFloat(s, v)) : encoded(s, v)),
        elements(
            "store.negative_zero_lost",
            "-0 is stored as 0",
            at(STORE).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> v == format(s).signBit() ? 0 : v),
        overruns(
            "store.overrun_first_subgroup",
            "the first of several subgroups writes a byte behind each line",
            at(STORE).and(padded()).and(s -> s.instance() == 0 && s.in(Circumstance.BUFFER)),
            1));
  }

  private static List<Fault> pipelines() {
    return List.of(
        lastRowMissing("spirv_1_3", "SPIR-V 1.3", store(Circumstance.SPIRV_1_3)),
        lastRowMissing("spirv_1_4", "SPIR-V 1.4", store(Circumstance.SPIRV_1_4)),
        lastRowMissing("spirv_1_5", "SPIR-V 1.5", store(Circumstance.SPIRV_1_5)),
        lastRowMissing("spirv_1_6", "SPIR-V 1.6", store(Circumstance.SPIRV_1_6)),
        lastRowMissing(
            "full_subgroups",
            "full subgroups below SPIR-V 1.6",
            store(Circumstance.FULL_SUBGROUPS).and(s -> !s.in(Circumstance.SPIRV_1_6))),
        lastRowMissing(
            "no_flag",
            "SPIR-V 1.6 without the flag for full subgroups",
            store(Circumstance.SPIRV_1_6).and(s -> !s.in(Circumstance.FULL_SUBGROUPS))),
        lastRowMissing(
            "required_size", "a required subgroup size", store(Circumstance.REQUIRED_SIZE)),
        lastRowMissing("from_cache", "a pipeline from a cache", store(Circumstance.FROM_CACHE)),
        lastRowMissing(
            "sizes_specialized", "specialized sizes", store(Circumstance.SIZES_SPECIALIZED)),
        lastRowMissing(
            "sizes_computed",
            "sizes computed of specialization constants",
            store(Circumstance.SIZES_COMPUTED)),
        lastRowMissing(
            "scope_specialized", "a specialized scope", store(Circumstance.SCOPE_SPECIALIZED)),
        omits(
            "store.later_subgroups_missing_deep",
            "workgroups that reach along y or z: only the first subgroup stores",
            store(Circumstance.DEEP_WORKGROUP).and(s -> s.instance() > 0),
            (s, r, c) -> true),
        components(
            "components.last_lost_specialized",
            "the last element of matrices with specialized sizes belongs to no component",
            in(Circumstance.SIZES_SPECIALIZED),
            (s, lane, e) -> e == s.type().elements() - 1 ? -1 : e));
  }

  private static List<Fault> arithmetic() {
    return List.of(
        elements(
            "subtract.two_ulp_float16",
            "differences of float16 are two units off",
            at(SUBTRACT).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "subtract.two_ulp_float32",
            "differences of float32 are two units off",
            at(SUBTRACT).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "multiply.two_ulp_float16",
            "products of float16 are two units off",
            at(MULTIPLY).and(of(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "scale.two_ulp_float32",
            "scaled float32 are two units off",
            at(SCALE).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "subtract.clamped_unsigned",
            "unsigned differences below 0 are 0",
            at(SUBTRACT).and(s -> s.isInteger() && !s.component().isSigned()),
            (s, r, c, v, o) -> Long.compareUnsigned(v, o) > 0 ? 0 : v),
        elements(
            "multiply.saturates_8bit",
            "products of 8-bit integers saturate",
            at(MULTIPLY).and(s -> s.isInteger() && s.type().componentBytes() == 1),
            (s, r, c, v, o) -> v >>> 7 == 1 ? 0x7F : v),
        elements(
            "add.last_column_left_a",
            "the last column of a sum of A matrices is the left operand's",
            at(ADD).and(s -> s.is(Use.A)),
            (s, r, c, v, o) -> c == s.columns() - 1 ? o : v),
        elements(
            "add.last_column_left_b",
            "the last column of a sum of B matrices is the left operand's",
            at(ADD).and(s -> s.is(Use.B)),
            (s, r, c, v, o) -> c == s.columns() - 1 ? o : v),
        elements(
            "add.subnormal_becomes_normal",
            "subnormal sums become the smallest normal number",
            at(ADD).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> normalized(s, v)),
        elements(
            "scale.subnormal_becomes_normal",
            "subnormal scaled elements become the smallest normal number",
            at(SCALE).and(MatrixEvent::isFloat),
            (s, r, c, v, o) -> normalized(s, v)),
        elements(
            "convert.float32_through_bfloat16",
            "float16 to float32 loses the low 16 bits",
            at(CONVERT).and(from(ComponentType.FLOAT16)).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> v & ~0xFFFFL),
        elements(
            "convert.integer_sign_lost",
            "negative integers become positive floats",
            at(CONVERT).and(s -> s.source().isInteger() && s.isFloat()),
            (s, r, c, v, o) -> v & ~format(s).signBit()),
        elements(
            "convert.integer_two_ulp",
            "integers become floats two units off",
            at(CONVERT).and(s -> s.source().isInteger() && s.isFloat()),
            (s, r, c, v, o) -> ulps(s, v, 2)),
        elements(
            "convert.sign_and_width_zero_extended",
            "signed integers to wider unsigned ones are zero-extended",
            at(CONVERT).and(KhrNarrowFaults::isSignedToWiderUnsigned),
            (s, r, c, v, o) -> o),
        elements(
            "convert.last_row_lost_a",
            "the last row of converted A matrices is 0",
            at(CONVERT).and(s -> s.is(Use.A)),
            (s, r, c, v, o) -> r == s.rows() - 1 ? 0 : v),
        elements(
            "convert.last_column_lost_b",
            "the last column of converted B matrices is 0",
            at(CONVERT).and(s -> s.is(Use.B)),
            (s, r, c, v, o) -> c == s.columns() - 1 ? 0 : v),
        elements(
            "convert.e5m2_to_float_low_bit",
            "converted E5M2 lose their lowest bit",
            at(CONVERT).and(from(ComponentType.FLOAT8_E5M2)).and(of(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> v & ~0x200000L));
  }

  private static boolean isSignedToWiderUnsigned(MatrixEvent event) {
    return event.source().isInteger()
        && event.source().isSigned()
        && event.isInteger()
        && !event.component().isSigned()
        && event.component().bits() > event.source().bits();
  }

  private static List<Fault> products() {
    return List.of(
        product(
            "muladd.b_transposed",
            "a square B is taken column by column",
            s -> s.strideBytes() == s.columns(),
            ProductSettings::transposedB),
        product(
            "muladd.c_sign_of_a",
            "C is extended by A's sign",
            MatrixEvent::isInteger,
            p -> p.signs(p.signedA(), p.signedB(), p.signedA(), p.signedResult())),
        product(
            "muladd.last_k_missing_apart",
            "while other subgroups go elsewhere: the last product is left out",
            in(Circumstance.APART),
            p -> p.depth(p.depth() - 1)),
        product(
            "muladd.last_k_missing_e5m2",
            "E5M2 operands: the last product is left out",
            from(ComponentType.FLOAT8_E5M2),
            p -> p.depth(p.depth() - 1)),
        elements(
            "muladd.unsigned_saturates_high",
            "unsigned sums of half the range and more are the maximum",
            at(MatrixEvent.Action.MUL_ADD).and(s -> s.isInteger() && !s.component().isSigned()),
            (s, r, c, v, o) -> v >>> s.component().bits() - 1 == 1 ? s.type().mask() : v));
  }

  private static List<Fault> others() {
    return List.of(
        components(
            "components.neighbour_bfloat16",
            "the last component of bfloat16 matrices is the one before",
            of(ComponentType.BFLOAT16),
            (s, lane, e) -> e == s.type().elements() - 1 ? e - 1 : e),
        lengths(
            "length.one_short_bfloat16",
            "length() of bfloat16 matrices is one too small",
            (type, lane, n) ->
                type.component().componentType() == ComponentType.BFLOAT16 ? n - 1 : n),
        elements(
            "construct.last_row_second_subgroup",
            "the second subgroup does not fill the last row",
            any().and(at(MatrixEvent.Action.FILL)).and(s -> s.instance() == 1),
            (s, r, c, v, o) -> r == s.rows() - 1 ? 0 : v));
  }

  private static FloatFormat format(MatrixEvent event) {
    return (FloatFormat) event.component().format();
  }

  private static long ulps(MatrixEvent event, long value, int count) {
    FloatFormat format = format(event);
    return format.isFinite(value) && format.magnitude(value) > 8 ? value + count : value;
  }

  private static long normalized(MatrixEvent event, long value) {
    FloatFormat format = format(event);
    return format.isSubnormal(value) ? value & format.signBit() | format.minNormal() : value;
  }

  /** The float whose value an integer of its width is. */
  private static long encoded(MatrixEvent event, long bits) {
    FloatFormat format = event.isFloat() ? format(event) : floatOf(event.component().bits());
    return format.encode(bits, Rounding.NEAREST_EVEN);
  }

  /** The value of a component as a float of its width. */
  private static double asFloat(MatrixEvent event, long bits) {
    return (event.isFloat() ? format(event) : floatOf(event.component().bits())).toDouble(bits);
  }

  private static FloatFormat floatOf(int bits) {
    return switch (bits) {
      case 8 -> FloatFormat.FLOAT8_E5M2;
      case 16 -> FloatFormat.FLOAT16;
      default -> FloatFormat.FLOAT32;
    };
  }
}
