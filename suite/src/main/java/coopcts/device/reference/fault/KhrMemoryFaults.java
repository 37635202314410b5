// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import static coopcts.device.reference.fault.FaultBuilder.elements;
import static coopcts.device.reference.fault.FaultBuilder.omits;
import static coopcts.device.reference.fault.FaultBuilder.overruns;
import static coopcts.device.reference.fault.FaultBuilder.places;
import static coopcts.device.reference.fault.MatrixEvent.Action.LOAD;
import static coopcts.device.reference.fault.MatrixEvent.Action.STORE;

import coopcts.model.ComponentType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import java.util.List;
import java.util.function.Predicate;

/** Bugs of coopMatLoad and coopMatStore. */
final class KhrMemoryFaults {

  private KhrMemoryFaults() {}

  private static Predicate<MatrixEvent> load() {
    return event -> event.is(LOAD);
  }

  private static Predicate<MatrixEvent> store() {
    return event -> event.is(STORE);
  }

  private static boolean padded(MatrixEvent event) {
    return event.strideBytes() > event.lineBytes();
  }

  static List<Fault> all() {
    return List.of(
        places(
            "load.column_major_ignored",
            "a column-major load reads rows",
            load().and(s -> !s.rowMajor()),
            (s, g) -> g.inOrder(true)),
        places(
            "load.column_major_ignored_b",
            "a column-major load of a B matrix reads rows",
            load().and(s -> !s.rowMajor() && s.is(Use.B)),
            (s, g) -> g.inOrder(true)),
        places(
            "load.row_major_ignored_shared",
            "a row-major load from shared memory reads columns",
            load().and(s -> s.rowMajor() && s.isShared() && s.rows() == s.columns()),
            (s, g) -> g.inOrder(false)),
        places(
            "load.stride_ignored",
            "the stride of a load is taken to be the line",
            load().and(KhrMemoryFaults::padded),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_ignored_8bit",
            "the stride is taken to be the line for 8-bit components",
            load().and(s -> padded(s) && s.type().componentBytes() == 1),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_ignored_shared",
            "the stride is taken to be the line in shared memory",
            load().and(s -> padded(s) && s.isShared()),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_in_components",
            "the stride counts components in place of array elements",
            load().and(s -> s.pointeeBytes() != s.type().componentBytes()),
            (s, g) -> g.every(s.strideBytes() / s.pointeeBytes() * s.type().componentBytes())),
        places(
            "load.stride_in_components_uvec4",
            "the stride counts components where the array is of 16-byte vectors",
            load().and(s -> s.pointeeBytes() == 16),
            (s, g) -> g.every(s.strideBytes() / 16 * s.type().componentBytes())),
        places(
            "load.stride_16_bits",
            "a stride keeps 8 bits",
            load().and(s -> s.strideBytes() / s.pointeeBytes() > 255),
            (s, g) -> g.every((s.strideBytes() / s.pointeeBytes() & 0xFF) * s.pointeeBytes())),
        places(
            "load.stride_zero_is_line",
            "a stride of 0 is taken to be the line",
            load().and(s -> s.strideBytes() == 0),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_zero_is_line_column",
            "a stride of 0 is taken to be the line in column-major order",
            load().and(s -> s.strideBytes() == 0 && !s.rowMajor()),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_at_least_line",
            "a stride below the line is raised to it",
            load().and(s -> s.strideBytes() > 0 && s.strideBytes() < s.lineBytes()),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "load.stride_rounded_to_16",
            "the stride is rounded down to 16 bytes",
            load().and(s -> s.strideBytes() % 16 != 0),
            (s, g) -> g.every(s.strideBytes() / 16 * 16)),
        places(
            "load.start_rounded_to_16",
            "the start is rounded down to 16 bytes",
            load().and(s -> s.lineBytes() < 16),
            (s, g) -> g.from(g.start() / 16 * 16)),
        places(
            "load.start_rounded_to_32",
            "the start is rounded down to 32 bytes",
            load(),
            (s, g) -> g.from(g.start() / 32 * 32)),
        places(
            "load.start_rounded_to_line",
            "the start is rounded down to a multiple of the line",
            load().and(s -> !s.isShared()),
            (s, g) ->
                g.from(
                    g.start() & 0xFFFFFFFF00000000L
                        | (g.start() & 0xFFFFFFFFL) / s.lineBytes() * s.lineBytes())),
        places(
            "load.second_subgroup_reads_first",
            "the second subgroup loads what the first does in shared memory",
            load().and(s -> s.instance() == 1 && s.isShared()),
            (s, g) -> g.from(g.start() - Math.max(16, s.lineBytes()))),
        places(
            "load.second_workgroup_offset",
            "an odd workgroup loads a line late",
            load()
                .and(
                    s ->
                        s.workgroup() % 2 == 1
                            && s.strideBytes() == s.lineBytes()
                            && !s.isShared()),
            (s, g) -> g.from(g.start() + s.strideBytes())),
        places(
            "load.loop_reads_first_tile",
            "a load in a loop reads the place of its first turn",
            load().and(s -> s.visit() > 0),
            (s, g) -> g.from(g.start() - s.lineBytes() * (s.rowMajor() ? s.rows() : s.columns()))),
        places(
            "load.last_line_twice",
            "lines from the last on come from one line before",
            load().and(s -> s.is(Use.A) && s.rows() == 16 && s.strideBytes() > 0),
            (s, g) -> g.every(s.strideBytes() * (s.rows() - 1) / s.rows() / 16 * 16)),
        elements(
            "load.last_row_zero",
            "the last row of a load is 0",
            load(),
            (s, r, c, v, o) -> r == s.rows() - 1 ? 0 : v),
        elements(
            "load.last_column_zero_b",
            "the last column of a B matrix is 0",
            load().and(s -> s.is(Use.B)),
            (s, r, c, v, o) -> c == s.columns() - 1 ? 0 : v),
        elements(
            "load.last_element_zero_16x8",
            "the last element of 16x8 accumulators is 0",
            load().and(s -> s.is(Use.ACCUMULATOR) && s.rows() == 16 && s.columns() == 8),
            (s, r, c, v, o) -> r == 15 && c == 7 ? 0 : v),
        elements(
            "load.last_element_zero_padded",
            "the last element is 0 where the stride is padded",
            load().and(KhrMemoryFaults::padded),
            (s, r, c, v, o) -> r == s.rows() - 1 && c == s.columns() - 1 ? 0 : v),
        elements(
            "load.low_nibble_8bit",
            "8-bit components lose their lowest bit",
            load().and(s -> s.type().componentBytes() == 1),
            (s, r, c, v, o) -> v & ~1),
        elements(
            "load.sign_lost_sint8",
            "sint8 components lose their sign",
            load().and(s -> s.is(ComponentType.SINT8) || s.is(ComponentType.UINT8)),
            (s, r, c, v, o) -> v & 0x7F),
        elements(
            "load.subnormals_flushed_float16",
            "subnormal float16 become 0",
            load().and(s -> s.is(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "load.subnormals_flushed_float32",
            "subnormal float32 become 0",
            load().and(s -> s.is(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "load.subnormals_flushed_bfloat16",
            "subnormal bfloat16 become 0",
            load().and(s -> s.is(ComponentType.BFLOAT16)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "load.subnormals_flushed_e4m3",
            "subnormal E4M3 become 0",
            load().and(s -> s.is(ComponentType.FLOAT8_E4M3)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "load.through_tf32",
            "float32 lose the low 13 bits on load",
            load().and(s -> s.is(ComponentType.FLOAT32)),
            (s, r, c, v, o) -> v & ~0x1FFFL),
        elements(
            "load.bfloat16_through_float16",
            "bfloat16 lose their lowest mantissa bit",
            load().and(s -> s.is(ComponentType.BFLOAT16)),
            (s, r, c, v, o) -> v & ~1),
        elements(
            "load.bytes_swapped_uint16",
            "16-bit integers come byte-swapped from shared memory",
            load().and(s -> s.isInteger() && s.type().componentBytes() == 2 && s.isShared()),
            (s, r, c, v, o) -> (v & 0xFF) << 8 | v >> 8),
        elements(
            "load.vec4_component_order",
            "components 2 and 3 of a vector pointee are equal",
            load().and(s -> s.pointeeBytes() == 4 * s.type().componentBytes()),
            (s, r, c, v, o) -> (s.rowMajor() ? c : r) % 4 == 3 ? v ^ 1 : v),
        elements(
            "load.transposed_square_accumulator",
            "a square accumulator loses its diagonal",
            load().and(s -> s.is(Use.ACCUMULATOR) && s.rows() == s.columns()),
            (s, r, c, v, o) -> r == c ? 0 : v),
        elements(
            "load.infinity_becomes_max",
            "the largest float16 becomes the one below",
            load().and(s -> s.is(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> v == 0x7BFF ? 0x7BFE : v),
        elements(
            "load.row_8_wrong_instance_1",
            "row 8 is wrong in the second subgroup",
            load().and(s -> s.instance() == 1 && s.rows() > 8),
            (s, r, c, v, o) -> r == 8 ? v ^ 2 : v),
        elements(
            "load.second_visit_zero",
            "the second load in a loop gives 0",
            load().and(s -> s.visit() == 1),
            (s, r, c, v, o) -> 0),
        places(
            "store.column_major_ignored",
            "a column-major store of a square matrix writes rows",
            store().and(s -> !s.rowMajor() && s.rows() == s.columns()),
            (s, g) -> g.inOrder(true)),
        places(
            "store.column_major_ignored_8x8",
            "a column-major store of 8x8 matrices writes rows",
            store().and(s -> !s.rowMajor() && s.rows() == 8 && s.columns() == 8),
            (s, g) -> g.inOrder(true)),
        places(
            "store.stride_ignored",
            "the stride of a store is taken to be the line",
            store().and(KhrMemoryFaults::padded),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "store.stride_ignored_32bit",
            "the stride is taken to be the line for 32-bit components",
            store().and(s -> padded(s) && s.type().componentBytes() == 4),
            (s, g) -> g.every(s.lineBytes())),
        places(
            "store.stride_in_components",
            "the stride counts components in place of array elements",
            store().and(s -> s.pointeeBytes() > s.type().componentBytes()),
            (s, g) ->
                g.every(
                    Math.max(
                        s.lineBytes(),
                        s.strideBytes() / s.pointeeBytes() * s.type().componentBytes()))),
        places(
            "store.start_ignored_low_bits",
            "the start is rounded down to 32 bytes",
            store(),
            (s, g) -> g.from(g.start() / 32 * 32)),
        places(
            "store.start_rounded_shared",
            "the start is rounded down to 32 bytes in shared memory",
            store().and(MatrixEvent::isShared),
            (s, g) -> g.from(g.start() / 32 * 32)),
        omits(
            "store.last_row_missing",
            "the last row is not written",
            store(),
            (s, r, c) -> r == s.rows() - 1),
        omits(
            "store.last_column_missing",
            "the last column is not written",
            store(),
            (s, r, c) -> c == s.columns() - 1),
        omits(
            "store.last_element_missing",
            "the last element is not written",
            store(),
            (s, r, c) -> r == s.rows() - 1 && c == s.columns() - 1),
        omits(
            "store.last_element_missing_a",
            "the last element of an A matrix is not written",
            store().and(s -> s.is(Use.A)),
            (s, r, c) -> r == s.rows() - 1 && c == s.columns() - 1),
        omits(
            "store.last_element_missing_shared",
            "the last element is not written to shared memory",
            store().and(MatrixEvent::isShared),
            (s, r, c) -> r == s.rows() - 1 && c == s.columns() - 1),
        omits(
            "store.second_subgroup_missing",
            "the second subgroup stores nothing",
            store().and(s -> s.instance() == 1),
            (s, r, c) -> true),
        omits(
            "store.second_workgroup_last_row",
            "odd workgroups leave the last row out",
            store().and(s -> s.workgroup() == 1),
            (s, r, c) -> r == s.rows() - 1),
        omits(
            "store.zeros_skipped",
            "odd columns past the eighth are not written",
            store().and(s -> s.columns() > 8),
            (s, r, c) -> c > 8 && c % 2 == 1),
        omits(
            "store.wide_lines_cut",
            "elements from the 17th of a line on are not written",
            store(),
            (s, r, c) -> (s.rowMajor() ? c : r) >= 16),
        overruns(
            "store.overrun_one_byte",
            "one byte behind each line is written",
            store().and(KhrMemoryFaults::padded),
            1),
        overruns(
            "store.overrun_padding",
            "four bytes of padding behind each line are written",
            store().and(s -> s.strideBytes() >= s.lineBytes() + 4),
            4),
        overruns(
            "store.overrun_padding_column",
            "four bytes of padding behind each column are written",
            store().and(s -> !s.rowMajor() && s.strideBytes() >= s.lineBytes() + 4),
            4),
        overruns(
            "store.overrun_shared",
            "a byte behind each line is written in shared memory",
            store().and(s -> padded(s) && s.isShared()),
            1),
        overruns(
            "store.overrun_uvec4",
            "a store through 16-byte vectors writes whole vectors",
            store().and(s -> s.pointeeBytes() == 16 && s.strideBytes() >= s.lineBytes() + 8),
            8),
        elements(
            "store.subnormals_flushed_float16",
            "subnormal float16 are stored as 0",
            store().and(s -> s.is(ComponentType.FLOAT16)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "store.subnormals_flushed_float32_b",
            "subnormal float32 of B matrices are stored as 0",
            store().and(s -> s.is(ComponentType.FLOAT32) && s.is(Use.B)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "store.subnormals_flushed_e5m2",
            "subnormal E5M2 are stored as 0",
            store().and(s -> s.is(ComponentType.FLOAT8_E5M2)),
            (s, r, c, v, o) -> flushed(s, v)),
        elements(
            "store.high_bit_uint32",
            "uint32 above 2^31 lose their high bit",
            store().and(s -> s.is(ComponentType.UINT32)),
            (s, r, c, v, o) -> v & 0x7FFFFFFFL),
        elements(
            "store.sint16_through_float",
            "16-bit integers lose their lowest bit",
            store().and(s -> s.isInteger() && s.type().componentBytes() == 2),
            (s, r, c, v, o) -> v & ~1),
        elements(
            "store.negative_uint8",
            "uint8 above 250 become 250",
            store().and(s -> s.is(ComponentType.UINT8)),
            (s, r, c, v, o) -> Math.min(v, 250)));
  }

  private static long flushed(MatrixEvent event, long value) {
    FloatFormat format = (FloatFormat) event.component().format();
    return format.isSubnormal(value) ? 0 : value;
  }
}
