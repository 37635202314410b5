package coopcts.cases.layout;

import coopcts.cases.Shader;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Finds out which element each component of each invocation is, on any device, by a matrix whose
 * elements hold their own numbers (LAY §3).
 */
public final class Probe {

  /** What marks a digit that no invocation wrote. */
  private static final byte UNWRITTEN = (byte) 0x7B;

  private final MatrixType type;
  private final int size;
  private final int base;
  private final int planes;
  private final int slots;

  /**
   * @param size invocations of the subgroup
   */
  public Probe(MatrixType type, int size) {
    this.type = type;
    this.size = size;
    this.base = Math.min(64, Data.exactIntegers(type.component()));
    int count = 1;
    for (long reach = base; reach < type.size(); reach *= base) {
      count++;
    }
    this.planes = count;
    this.slots = Math.min(type.size(), 8 * Math.ceilDiv(type.size(), size) + 64);
  }

  public Shader shader(DeviceReport report, String extension) {
    String glsl =
        Template.of("layout/probe.comp")
            .with("EXTENSIONS", extension)
            .with("LOCAL_SIZE", size)
            .with("COMPONENT", type.component().glsl(1))
            .with("SCOPE", type.scope().glsl())
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("USE", type.use().glsl())
            .with("PLANES", planes)
            .with("SLOTS", slots)
            .with("SIZE", type.size())
            .text();
    return new Shader(
        glsl,
        List.of(),
        new TreeMap<>(),
        List.of("planes", "lengths", "digits", "copied"),
        List.of(),
        0,
        OptionalInt.of(report.subgroup().size()));
  }

  /** Planes of digits, then space for lengths, digits and the copy. */
  public List<byte[]> buffers() {
    ComponentType component = type.component();
    int width = component.bytes();
    byte[] digits = new byte[planes * size * slots * width];
    Arrays.fill(digits, UNWRITTEN);
    return List.of(
        Data.fill(component, planes * type.size() * width, this::digit),
        new byte[4 * size],
        digits,
        new byte[type.size() * width]);
  }

  private long digit(int i) {
    int element = i % type.size();
    int digit = element / (int) Math.pow(base, i / type.size()) % base;
    return Data.encode(type.component(), digit);
  }

  /** The pattern that the copy must have at an element. */
  long copied(int element) {
    return digit(element);
  }

  /** The map that a device's buffers tell; lengths beyond what there is room for are cut. */
  public OwnershipMap read(List<byte[]> buffers) {
    int[][] elements = new int[size][];
    int width = type.component().bytes();
    NumberFormat format = NumberFormat.of(type.component());
    for (int p = 0; p < size; p++) {
      int length = (int) LittleEndian.get(buffers.get(1), 4 * p, 4);
      elements[p] = new int[Math.clamp(length, 0, slots)];
      for (int v = 0; v < elements[p].length; v++) {
        double element = 0;
        for (int plane = planes - 1; plane >= 0; plane--) {
          int at = ((plane * size + p) * slots + v) * width;
          double digit = format.toDouble(LittleEndian.get(buffers.get(2), at, width));
          element = digit >= 0 && digit < base ? element * base + digit : Double.NaN;
        }
        boolean valid = element == Math.rint(element) && element < type.size();
        elements[p][v] = valid ? (int) element : -1;
      }
    }
    return new OwnershipMap(type.rows(), type.columns(), elements);
  }
}
