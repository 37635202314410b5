// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.MemoryLayout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Assertions;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The data of a job as C: what buffers hold before a run, and what they may hold afterwards. */
final class CData {

  private static final int WORDS_IN_A_LINE = 8;

  /** Of a module, before its instructions. */
  private static final int HEADER_BYTES = 20;

  /**
   * OpSourceContinued, OpSource, OpSourceExtension, OpName, OpMemberName and OpModuleProcessed,
   * which nothing refers to.
   */
  private static final Set<Integer> TELLING = Set.of(2, 3, 4, 5, 6, 330);

  /**
   * A buffer of the C file.
   *
   * @param set its descriptor set, or -1 where it is reached by its address or by the host alone
   * @param bytes its size
   * @param before its contents before the run, or null where all of it is zero
   */
  record Row(
      String name, int set, int binding, int bytes, byte[] before, Expectation.Buffer expected) {

    /** The same, without contents where these are zeros. */
    Row bare() {
      for (byte b : before) {
        if (b != 0) {
          return this;
        }
      }
      return new Row(name, set, binding, bytes, null, expected);
    }
  }

  private final List<NumberFormat> formats = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final StringBuilder patterns = new StringBuilder();
  private final StringBuilder data = new StringBuilder();
  private final Map<List<Byte>, String> arrays = new LinkedHashMap<>();
  private int patternCount;

  CData() {
    format(IntegerFormat.unsigned(8));
    rule(Rule.must("KHR-STORE-003"));
  }

  /** What the holes of the template are filled with. */
  Map<String, String> holes(List<Row> rows, List<Expectation.Total> totals) {
    Map<String, String> holes = new LinkedHashMap<>();
    holes.put("BUFFERS", rows.stream().map(this::buffer).collect(Collectors.joining()));
    holes.put("MATRICES", matrices(rows));
    holes.put("TOTALS", totals(totals));
    holes.put("FORMATS", formats());
    holes.put("RULES", rules());
    holes.put("PATTERNS", patterns.toString());
    holes.put("DATA", data.toString());
    return holes;
  }

  private int format(NumberFormat format) {
    if (!formats.contains(format)) {
      formats.add(format);
    }
    return formats.indexOf(format);
  }

  private int rule(Rule rule) {
    if (!rules.contains(rule)) {
      rules.add(rule);
    }
    return rules.indexOf(rule);
  }

  private String formats() {
    return formats.stream()
        .map(
            format ->
                switch (format) {
                  case FloatFormat real ->
                      "    {'f', %d, %d, %d, %d, %d},\n"
                          .formatted(
                              real.bits(),
                              real.exponentBits(),
                              real.mantissaBits(),
                              real.bias(),
                              2 - real.specials().ordinal());
                  case IntegerFormat whole ->
                      "    {'%c', %d, 0, 0, 0, 0},\n"
                          .formatted(whole.isSigned() ? 'i' : 'u', whole.bits());
                })
        .collect(Collectors.joining());
  }

  private String rules() {
    return rules.stream()
        .map(
            rule ->
                "    \"[%s] %s\",\n"
                    .formatted(
                        rule.assertion(),
                        Assertions.find(rule.assertion())
                            .map(found -> found.statement())
                            .orElse("")
                            .replace("\\", "\\\\")
                            .replace("\"", "\\\"")
                            .replace("??", "?\\?")))
        .collect(Collectors.joining());
  }

  private String buffer(Row row) {
    String initial = row.before == null ? "NULL" : array(row.name + "_before", row.before);
    String after = "NULL";
    String open = "NULL";
    int opens = 0;
    if (row.expected.isJudged()) {
      Expectation.Buffer expected = row.expected.withEitherZero();
      after = array(row.name + "_expected", expected.bytes());
      opens = expected.open().size();
      open = opens == 0 ? "NULL" : open(row.name + "_open", expected);
    }
    return "    {\"%s\", %d, %d, %d, %s, %s, %s, %d},\n"
        .formatted(row.name, row.set, row.binding, row.bytes, initial, after, open, opens);
  }

  private static String identifier(String name) {
    return name.replaceAll("\\W", "_").replaceFirst("^(?=\\d)", "buffer_");
  }

  /** The name of an array with these bytes; equal ones are written once. */
  private String array(String name, byte[] bytes) {
    List<Byte> key = new ArrayList<>(bytes.length);
    for (byte b : bytes) {
      key.add(b);
    }
    String known = arrays.get(key);
    if (known != null) {
      return known;
    }
    String own = identifier(name);
    arrays.put(key, own);
    data.append("static const uint32_t ").append(own).append("[] = {\n").append(words(bytes));
    data.append("};\n");
    return own;
  }

  private String open(String name, Expectation.Buffer expected) {
    String own = identifier(name);
    data.append("static const struct open ").append(own).append("[] = {\n");
    expected
        .open()
        .forEach(
            (offset, open) ->
                data.append("    {")
                    .append(offset)
                    .append(", ")
                    .append(acceptance(open))
                    .append("},\n"));
    data.append("};\n");
    return own;
  }

  private String acceptance(Expectation.Open open) {
    int format = format(open.format());
    int rule = rule(open.rule());
    return switch (open.acceptance()) {
      case Acceptance.OneOf(long[] accepted) -> {
        int first = patternCount;
        for (long pattern : accepted) {
          patterns.append("0x%xull,%s".formatted(pattern, ++patternCount % 8 == 0 ? "\n" : " "));
        }
        yield "'o', %d, %d, 0, 0, %d, %d".formatted(format, rule, first, accepted.length);
      }
      case Acceptance.Within(double low, double high) ->
          "'w', %d, %d, %s, %s, 0, 0".formatted(format, rule, real(low), real(high));
      case Acceptance.NotANumber _ -> "'n', %d, %d, 0, 0, 0, 0".formatted(format, rule);
      case Acceptance.Anything _ -> "'a', %d, %d, 0, 0, 0, 0".formatted(format, rule);
    };
  }

  private static String real(double value) {
    return Double.isInfinite(value) ? value > 0 ? "INFINITY" : "-INFINITY" : Double.toString(value);
  }

  private String matrices(List<Row> rows) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      for (Expectation.Written written : rows.get(i).expected.written()) {
        out.append(
            "    {%d, %d, %d, %d, %d, %d, %d, %dl, %dl, %dl, %dl},\n"
                .formatted(
                    i,
                    written.instance(),
                    written.type().rows(),
                    written.type().columns(),
                    format(NumberFormat.of(written.type().component())),
                    written.addresses().layout() == MemoryLayout.ROW_MAJOR ? 1 : 0,
                    rule(written.rule()),
                    written.addresses().start(),
                    written.addresses().stride(),
                    written.from(),
                    written.to()));
      }
    }
    return out.append("    ").toString();
  }

  private String totals(List<Expectation.Total> totals) {
    return totals.stream()
        .map(
            total ->
                "    {%d, %d, %d, %d, %d},\n"
                    .formatted(
                        total.buffer(),
                        total.offset(),
                        total.count(),
                        rule(total.rule()),
                        total.bound()))
        .collect(Collectors.joining("", "", "    "));
  }

  /** A module without its source and the names in it, which a reader has in GLSL. */
  static String module(byte[] spirv) {
    ByteArrayOutputStream bare = new ByteArrayOutputStream();
    bare.write(spirv, 0, HEADER_BYTES);
    int at = HEADER_BYTES;
    while (at < spirv.length) {
      int first = (int) LittleEndian.get(spirv, at, 4);
      int bytes = 4 * (first >>> 16);
      if (!TELLING.contains(first & 0xFFFF)) {
        bare.write(spirv, at, bytes);
      }
      at += bytes;
    }
    return words(bare.toByteArray());
  }

  /** Bytes as 32-bit words in lines; zeros fill the last word, and there is one at least. */
  static String words(byte[] bytes) {
    byte[] whole = Arrays.copyOf(bytes, Math.max(4, (bytes.length + 3) / 4 * 4));
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < whole.length; at += 4) {
      boolean ends = at / 4 % WORDS_IN_A_LINE == WORDS_IN_A_LINE - 1 || at + 4 == whole.length;
      out.append(at / 4 % WORDS_IN_A_LINE == 0 ? "    " : "")
          .append("0x%08x,".formatted(LittleEndian.get(whole, at, 4)))
          .append(ends ? "\n" : " ");
    }
    return out.toString();
  }
}
