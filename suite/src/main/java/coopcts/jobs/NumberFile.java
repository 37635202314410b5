// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.reports.UsageException;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes files of numbers in place of bytes, by the ending of their names: {@code .csv},
 * {@code .json} and NumPy's {@code .npy}.
 */
public final class NumberFile {

  /** The types of a job's numbers: whole bytes, and a value each. */
  private static final List<ComponentType> TYPES =
      Arrays.stream(ComponentType.values())
          .filter(type -> type.kind() != ComponentType.NumberKind.PACKED)
          .filter(type -> type.bits() % Byte.SIZE == 0)
          .filter(type -> type != ComponentType.FLOAT8_UNSIGNED_E8M0)
          .toList();

  /** What NumPy calls the types that it has. */
  private static final Map<ComponentType, String> NUMPY =
      Map.of(
          ComponentType.FLOAT16, "<f2",
          ComponentType.FLOAT32, "<f4",
          ComponentType.FLOAT64, "<f8",
          ComponentType.SINT16, "<i2",
          ComponentType.SINT32, "<i4",
          ComponentType.SINT64, "<i8",
          ComponentType.UINT16, "<u2",
          ComponentType.UINT32, "<u4",
          ComponentType.UINT64, "<u8");

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int NPY_ALIGNMENT = 64;
  private static final Pattern DESCRIPTION = Pattern.compile("'descr':\\s*'([^']*)'");
  private static final Pattern FORTRAN = Pattern.compile("'fortran_order':\\s*True");

  private NumberFile() {}

  /**
   * {@return the component type with a name; empty if there is none, or its numbers cannot be in
   * such files because they have no whole bytes or no scalar values}
   *
   * @param name as {@link ComponentType#toString} has it, such as {@code float16}; null gives empty
   */
  public static Optional<ComponentType> type(String name) {
    return TYPES.stream().filter(type -> type.toString().equals(name)).findFirst();
  }

  /** Whether a file of this name holds numbers. */
  static boolean is(String name) {
    return name.endsWith(".csv") || name.endsWith(".json") || name.endsWith(".npy");
  }

  /**
   * The bytes of a file's numbers in their order.
   *
   * @throws UsageException if there is something else than numbers, or one that the type has not
   */
  static byte[] read(String name, byte[] file, ComponentType type) {
    if (name.endsWith(".npy")) {
      return npy(name, file, type);
    }
    String text = new String(file, StandardCharsets.UTF_8);
    List<String> numbers =
        name.endsWith(".json") ? json(name, text) : Arrays.asList(text.strip().split("[\\s,;]+"));
    byte[] bytes = new byte[numbers.size() * type.bytes()];
    for (int i = 0; i < numbers.size(); i++) {
      LittleEndian.put(bytes, i * type.bytes(), type.bytes(), bits(name, numbers.get(i), type));
    }
    return bytes;
  }

  private static List<String> json(String name, String text) {
    try {
      List<String> numbers = new ArrayList<>();
      collect(name, JsonMapper.shared().readTree(text), numbers);
      return numbers;
    } catch (JacksonException e) {
      throw UsageException.notUnderstood("the file " + name, e);
    }
  }

  private static void collect(String name, JsonNode node, List<String> numbers) {
    if (node.isArray()) {
      node.forEach(one -> collect(name, one, numbers));
    } else if (node.isNumber() || node.isString()) {
      numbers.add(node.asString());
    } else {
      throw new UsageException("the file " + name + " has something that is not a number");
    }
  }

  private static long bits(String name, String number, ComponentType type) {
    try {
      if (type.format() instanceof FloatFormat floats) {
        String spelt =
            switch (number.toLowerCase(Locale.ROOT)) {
              case "nan" -> "NaN";
              case "inf", "infinity" -> "Infinity";
              case "-inf", "-infinity" -> "-Infinity";
              default -> number;
            };
        return floats.encode(Double.parseDouble(spelt), Rounding.NEAREST_EVEN);
      }
      BigInteger whole = new BigDecimal(number).toBigIntegerExact();
      boolean signed = type.isSigned();
      BigInteger least =
          signed ? BigInteger.ONE.shiftLeft(type.bits() - 1).negate() : BigInteger.ZERO;
      BigInteger end = BigInteger.ONE.shiftLeft(signed ? type.bits() - 1 : type.bits());
      if (whole.compareTo(least) < 0 || whole.compareTo(end) >= 0) {
        throw new NumberFormatException();
      }
      return whole.longValue();
    } catch (NumberFormatException | ArithmeticException e) {
      String shown = number.length() > 40 ? number.substring(0, 40) + "..." : number;
      throw new UsageException(
          "the file %s: '%s' is no number of type %s".formatted(name, shown, type));
    }
  }

  private static byte[] npy(String name, byte[] file, ComponentType type) {
    int start = MAGIC.length + 2;
    boolean known =
        file.length >= start + 4 && Arrays.equals(file, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    int width = known && file[MAGIC.length] == 1 ? 2 : 4;
    long length = known ? LittleEndian.get(file, start, width) : -1;
    long data = start + width + length;
    if (!known || length < 0 || data > file.length) {
      throw new UsageException("the file " + name + " is no .npy");
    }
    String header = new String(file, start + width, (int) length, StandardCharsets.ISO_8859_1);
    Matcher description = DESCRIPTION.matcher(header);
    String own = description.find() ? description.group(1) : "";
    boolean fits =
        own.equals(NUMPY.get(type))
            || type.bytes() == 1 && own.matches("[|<][iu]1")
            || type == ComponentType.BFLOAT16 && own.matches("<[uV]2");
    if (!fits || FORTRAN.matcher(header).find()) {
      throw new UsageException(
          "the file %s holds '%s'%s, no rows of type %s"
              .formatted(name, own, FORTRAN.matcher(header).find() ? " by columns" : "", type));
    }
    return Arrays.copyOfRange(file, (int) data, file.length);
  }

  /**
   * {@return the contents of a file with the given numbers: one number a line, a JSON array, or a
   * NumPy array of one dimension}
   *
   * @param kind {@code csv}, {@code json} or {@code npy}; every other text counts as {@code csv}
   * @param bytes the numbers, little-endian; an incomplete last one is left out
   * @param type of the numbers, one that {@link #type} knows
   */
  public static byte[] write(String kind, byte[] bytes, ComponentType type) {
    int count = bytes.length / type.bytes();
    if (kind.equals("npy")) {
      return npy(bytes, count, type);
    }
    StringBuilder text = new StringBuilder(kind.equals("json") ? "[" : "");
    for (int i = 0; i < count; i++) {
      String number = text(LittleEndian.get(bytes, i * type.bytes(), type.bytes()), type);
      boolean quoted = kind.equals("json") && !number.matches("[-+.\\dE]+");
      text.append(i == 0 ? "" : kind.equals("json") ? ", " : "\n");
      text.append(quoted ? "\"" + number + "\"" : number);
    }
    return text.append(kind.equals("json") ? "]\n" : "\n")
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String text(long pattern, ComponentType type) {
    return switch (type.format()) {
      case FloatFormat floats -> Double.toString(floats.toDouble(pattern));
      case IntegerFormat _ ->
          type.isSigned()
              ? Long.toString(pattern << Long.SIZE - type.bits() >> Long.SIZE - type.bits())
              : Long.toUnsignedString(pattern);
    };
  }

  private static byte[] npy(byte[] bytes, int count, ComponentType type) {
    String name =
        NUMPY.getOrDefault(
            type, type.bytes() == 1 ? type == ComponentType.SINT8 ? "|i1" : "|u1" : "<u2");
    String header =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }".formatted(name, count);
    int start = MAGIC.length + 4;
    int padding = NPY_ALIGNMENT - (start + header.length() + 1) % NPY_ALIGNMENT;
    byte[] text = (header + " ".repeat(padding) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    out.write(1);
    out.write(0);
    out.write(text.length & 0xFF);
    out.write(text.length >> 8);
    out.writeBytes(text);
    out.write(bytes, 0, count * type.bytes());
    return out.toByteArray();
  }
}
