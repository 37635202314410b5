// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.plan.Shader;
import coopcts.program.Pointee;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Finds out which element each component of each invocation is, on any device (LAY §3): by a matrix
 * whose elements hold their own numbers, and by writing through every component, for padding may
 * read as anything (KHR-COMP-013). Run {@link #shader} once, in one workgroup, on {@link #buffers},
 * and give the buffers to {@link #read}.
 *
 * <p>It tells the components of one invocation from those of another, which programs never do: so
 * it is a template.
 */
public final class Probe {

  /** What marks a digit that no invocation wrote. */
  private static final byte UNWRITTEN = (byte) 0x7B;

  /** Elements up to which every invocation may hold all of a matrix. */
  private static final int MOST_REPLICATED = 1024;

  private final MatrixType type;
  private final int size;
  private final int base;
  private final int planes;
  private final int slots;
  private final int bits;

  /** Components from one row to the next in memory: an aligned number. */
  private final int pitch;

  /**
   * Prepares the probe of a matrix type: the number of digits that an element's number needs in its
   * component type.
   *
   * @param type of the matrix, of scope subgroup or workgroup
   * @param size invocations of the scope instance, which are those of the workgroup
   */
  public Probe(MatrixType type, int size) {
    this.type = type;
    this.size = size;
    this.base = Math.min(64, InputPatterns.exactIntegers(type.component()));
    int count = 1;
    for (long reach = base; reach < type.size(); reach *= base) {
      count++;
    }
    this.planes = count;
    this.slots =
        Math.min(type.size(), Math.max(MOST_REPLICATED, 8 * Math.ceilDiv(type.size(), size) + 64));
    this.bits = Integer.SIZE - Integer.numberOfLeadingZeros(size * slots - 1);
    Pointee pointee = new Pointee(type.component(), 1);
    this.pitch = MatrixPlacement.natural(type, MemoryLayout.ROW_MAJOR, pointee, 1).stride();
  }

  /**
   * {@return the compute shader that writes what each component reads as and changes}
   *
   * @param report of the device, whose default subgroup size the pipeline requires
   * @param extension the {@code #extension} lines of the matrix extension and of the component
   *     type, which the shader needs beside its own
   */
  public Shader shader(DeviceReport report, String extension) {
    String glsl =
        ShaderTemplate.of("layout/probe.comp")
            .with("EXTENSIONS", extension)
            .with("LOCAL_SIZE", size)
            .with(
                "LANE",
                type.scope() == Scope.SUBGROUP
                    ? "gl_SubgroupInvocationID"
                    : "gl_LocalInvocationIndex")
            .with("COMPONENT", type.component().glsl(1))
            .with("SCOPE", type.scope().glsl())
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("USE", type.use().glsl())
            .with("PLANES", planes)
            .with("SLOTS", slots)
            .with("BITS", bits)
            .with("PITCH", pitch)
            .with("SIZE", plane())
            .text();
    return Shader.of(
        glsl,
        OptionalInt.of(report.subgroup().size()),
        0,
        "planes",
        "lengths",
        "digits",
        "written");
  }

  /**
   * {@return new contents, before the run, of the shader's four buffers in order of binding, all of
   * them little-endian} The first holds, for each digit of the elements' numbers, a row-major
   * matrix of that digit. The others receive the lengths, four bytes for each invocation, the
   * digits that each component reads as, and the matrices after the writing; the last two hold
   * bytes 0x7B where nothing is written.
   */
  public List<byte[]> buffers() {
    ComponentType component = type.component();
    int width = component.bytes();
    byte[] digits = new byte[planes * size * slots * width];
    byte[] written = new byte[2 * bits * plane() * width];
    Arrays.fill(digits, UNWRITTEN);
    Arrays.fill(written, UNWRITTEN);
    return List.of(
        InputPatterns.fill(component, planes * plane() * width, this::digit),
        new byte[4 * size],
        digits,
        written);
  }

  /** Components of a matrix in memory, those between its rows included. */
  private int plane() {
    return type.rows() * pitch;
  }

  /** Whether a component of the matrices in memory stands for an element. */
  boolean isElement(int i) {
    return i % pitch < type.columns();
  }

  private long digit(int i) {
    if (!isElement(i)) {
      return 0;
    }
    int element = i % plane() / pitch * type.columns() + i % pitch;
    int digit = element / (int) Math.pow(base, i / plane()) % base;
    return InputPatterns.encode(type.component(), digit);
  }

  /**
   * Reads the ownership map from the buffers after the run. A component belongs to an element if it
   * reads as that element and writing through it changes that element; any other is padding.
   * Components beyond the space of the buffers are left out.
   *
   * @param buffers bytes of all four buffers after the run, in order of binding; not changed
   * @return for each invocation, by component, the row-major number of the element, or −1 for
   *     padding
   */
  public OwnershipMap read(List<byte[]> buffers) {
    int[][] elements = new int[size][];
    for (int p = 0; p < size; p++) {
      int length = (int) LittleEndian.get(buffers.get(1), 4 * p, 4);
      elements[p] = new int[Math.clamp(length, 0, slots)];
      for (int v = 0; v < elements[p].length; v++) {
        int element = number(buffers.get(2), p, v);
        elements[p][v] =
            element >= 0 && changes(buffers.get(3), element, p * slots + v) ? element : -1;
      }
    }
    return new OwnershipMap(type.rows(), type.columns(), elements);
  }

  /** Elements that change though only components were written that are not that element. */
  List<Integer> disturbed(List<byte[]> buffers) {
    int[] counts = read(buffers).counts();
    return IntStream.range(0, type.size())
        .filter(element -> counts[element] == 1)
        .filter(
            element ->
                IntStream.range(0, bits)
                    .anyMatch(
                        bit ->
                            isWritten(buffers.get(3), element, bit, 0)
                                && isWritten(buffers.get(3), element, bit, 1)))
        .boxed()
        .toList();
  }

  private int number(byte[] digits, int p, int v) {
    int width = type.component().bytes();
    NumberFormat format = type.component().format();
    double element = 0;
    for (int plane = planes - 1; plane >= 0; plane--) {
      int at = ((plane * size + p) * slots + v) * width;
      double digit = format.toDouble(LittleEndian.get(digits, at, width));
      element = digit >= 0 && digit < base ? element * base + digit : Double.NaN;
    }
    return element == Math.rint(element) && element < type.size() ? (int) element : -1;
  }

  private boolean changes(byte[] written, int element, int slot) {
    return IntStream.range(0, bits)
        .allMatch(bit -> isWritten(written, element, bit, slot >> bit & 1));
  }

  private boolean isWritten(byte[] written, int element, int bit, int side) {
    int width = type.component().bytes();
    int place = element / type.columns() * pitch + element % type.columns();
    int at = ((2 * bit + side) * plane() + place) * width;
    return LittleEndian.get(written, at, width) == InputPatterns.encode(type.component(), 1);
  }
}
