package coopcts.cases.qcom;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code vectorToCoopmatQCOM} and {@code coopmatToVectorQCOM}: every type, use and size that a
 * device reports, packed and unpacked, sizes written down or specialized.
 */
public final class LineFamily extends QcomFamily {

  private enum Way {
    TO_MATRIX,
    FROM_MATRIX,
    ROUND_TRIP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final List<Way> WAYS = List.of(Way.values());

  private static final List<MemoryLayout> LAYOUTS = List.of(MemoryLayout.values());

  /** How rows and columns stand in a shader. */
  private static final List<String> SIZES = List.of("written", "specialized");

  @Override
  public String name() {
    return "qcom.line";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "QC-V2M-001",
        "QC-V2M-002",
        "QC-V2M-003",
        "QC-V2M-004",
        "QC-V2M-005",
        "QC-V2M-006",
        "QC-V2M-007",
        "QC-V2M-008",
        "QC-V2M-009",
        "QC-V2M-010",
        "QC-V2M-011",
        "QC-M2V-001",
        "QC-M2V-002",
        "QC-M2V-003",
        "QC-M2V-005",
        "QC-M2V-006",
        "QC-M2V-007",
        "QC-M2V-011");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    for (MatrixType type : report.matrixTypes()) {
      for (boolean packed : new boolean[] {false, true}) {
        Lines.of(report, type, packed)
            .ifPresent(
                lines -> {
                  for (int[] row : profile.combine(WAYS, LAYOUTS, SIZES)) {
                    cases.add(
                        of(report, lines, WAYS.get(row[0]), LAYOUTS.get(row[1]), row[2] == 1));
                  }
                });
      }
    }
    return cases.stream();
  }

  private Case of(
      DeviceReport report, Lines lines, Way way, MemoryLayout layout, boolean specialized) {
    return Case.of(
        "%s.%s.%s.%s.%s%s"
            .formatted(
                name(),
                way,
                lines.type().label(),
                lines.packed() ? "packed" : "plain",
                layout,
                specialized ? ".specialized" : ""),
        checks(report, lines, way, specialized),
        () -> plan(report, lines, way, layout, specialized));
  }

  private static List<String> checks(
      DeviceReport report, Lines lines, Way way, boolean specialized) {
    List<String> checks = new ArrayList<>();
    int use = lines.type().use().ordinal() + 1;
    ComponentType component = lines.type().component();
    if (way != Way.FROM_MATRIX) {
      checks.addAll(List.of("QC-V2M-00" + use, "QC-V2M-009", "QC-V2M-011"));
      checks.add(lines.count() < report.subgroup().size() ? "QC-V2M-004" : "QC-V2M-005");
      if (lines.packed()) {
        checks.add(
            component == ComponentType.FLOAT32
                ? "QC-V2M-008"
                : use == 3 ? "QC-V2M-007" : "QC-V2M-006");
      }
      if (specialized) {
        checks.add("QC-V2M-010");
      }
    }
    if (way != Way.TO_MATRIX) {
      checks.addAll(List.of("QC-M2V-00" + use, "QC-M2V-007", "QC-M2V-011"));
      if (lines.packed()) {
        checks.add("QC-M2V-005");
      }
    }
    if (way == Way.ROUND_TRIP) {
      checks.add("QC-M2V-006");
    }
    return checks;
  }

  private static Plan plan(
      DeviceReport report, Lines lines, Way way, MemoryLayout layout, boolean specialized) {
    MatrixType type = lines.type();
    int stride = layout == MemoryLayout.ROW_MAJOR ? type.columns() : type.rows();
    Template template =
        Template.of("qcom/" + way + ".comp")
            .with("LOCAL_SIZE", localSize(report))
            .with("COMPONENT", type.component().glsl(1))
            .with("ELEMENT", lines.element().glsl(1))
            .with("LENGTH", lines.elements())
            .with("USE", type.use().glsl())
            .with(
                "CONSTANTS",
                specialized
                    ? "layout(constant_id = 0) const uint ROWS = 1;\n"
                        + "layout(constant_id = 1) const uint COLUMNS = 1;"
                    : "")
            .with("ROWS", specialized ? "ROWS" : type.rows())
            .with("COLUMNS", specialized ? "COLUMNS" : type.columns())
            .with("TILE", type.size())
            .with("STRIDE", stride)
            .with("LAYOUT", layout.glsl());
    SortedMap<Integer, Constant> constants = new TreeMap<>();
    if (specialized) {
      constants.put(0, new Constant(0, "ROWS", ComponentType.UINT32, 1, type.rows()));
      constants.put(1, new Constant(1, "COLUMNS", ComponentType.UINT32, 1, type.columns()));
    }
    String[] buffers =
        way == Way.ROUND_TRIP
            ? new String[] {"source", "result"}
            : new String[] {"source", "result", "kept"};
    return new ShaderPlan(
        shader(report, template.text(), 0, buffers).specialized(constants),
        List.of(
            new Subcase(
                "normal",
                seed -> {
                  byte[] arrays =
                      Lines.normal(
                          invocations(report) * lines.bytes(), Data.random(seed, type.label()));
                  return switch (way) {
                    case TO_MATRIX -> toMatrix(report, lines, layout, arrays);
                    case FROM_MATRIX -> fromMatrix(report, lines, layout, arrays);
                    case ROUND_TRIP -> roundTrip(report, lines, arrays);
                  };
                })));
  }

  private static Rule toRule(Lines lines) {
    return Rule.must("QC-V2M-00" + (lines.type().use().ordinal() + 1));
  }

  private static Rule fromRule(Lines lines) {
    return Rule.must("QC-M2V-00" + (lines.type().use().ordinal() + 1));
  }

  /** The elements of one instance's matrix, as its invocations' arrays have them. */
  private static long[] matrix(DeviceReport report, Lines lines, byte[] arrays, int instance) {
    int width = lines.type().component().bytes();
    long[] bits = new long[lines.type().size()];
    for (int line = 0; line < lines.count(); line++) {
      int own = instance * report.subgroup().size() + line;
      for (int at = 0; at < lines.length(); at++) {
        bits[lines.index(line, at)] =
            LittleEndian.get(arrays, own * lines.bytes() + at * width, width);
      }
    }
    return bits;
  }

  private static Contents matrices(
      DeviceReport report, Lines lines, MemoryLayout layout, byte[] arrays, byte[] before) {
    MatrixType type = lines.type();
    int width = type.component().bytes();
    Contents contents = new Contents(before);
    int stride = layout == MemoryLayout.ROW_MAJOR ? type.columns() : type.rows();
    for (int instance = 0; instance < Lines.ALL; instance++) {
      contents.matrix(
          type,
          layout,
          (long) instance * type.size() * width,
          (long) stride * width,
          instance,
          matrix(report, lines, arrays, instance),
          toRule(lines));
    }
    return contents;
  }

  private static byte[] marked(int bytes) {
    byte[] filled = new byte[bytes];
    Arrays.fill(filled, (byte) 0xCD);
    return filled;
  }

  private static Trial toMatrix(
      DeviceReport report, Lines lines, MemoryLayout layout, byte[] arrays) {
    byte[] result = marked(Lines.ALL * lines.type().size() * lines.type().component().bytes());
    return trial(
        List.of(arrays, result, new byte[arrays.length]),
        Contents.untouched(arrays),
        matrices(report, lines, layout, arrays, result).buffer(),
        all(lines, arrays, toRule(lines)));
  }

  private static Expectation.Buffer all(Lines lines, byte[] arrays, Rule rule) {
    Contents contents = new Contents(new byte[arrays.length]);
    ComponentType element = lines.element();
    for (int at = 0; at < arrays.length; at += element.bytes()) {
      contents.put(at, element, LittleEndian.get(arrays, at, element.bytes()), rule);
    }
    return contents.buffer();
  }

  /** Invocations that have no line receive what the device likes (QC-M2V-004). */
  private static Expectation.Buffer lines(DeviceReport report, Lines lines, byte[] arrays) {
    Contents contents = new Contents(new byte[arrays.length]);
    ComponentType element = lines.element();
    for (int at = 0; at < arrays.length; at += element.bytes()) {
      boolean has = at / lines.bytes() % report.subgroup().size() < lines.count();
      Acceptance wanted =
          has
              ? new Acceptance.OneOf(LittleEndian.get(arrays, at, element.bytes()))
              : new Acceptance.Anything();
      contents.put(at, element, wanted, fromRule(lines));
    }
    return contents.buffer();
  }

  private static Trial fromMatrix(
      DeviceReport report, Lines lines, MemoryLayout layout, byte[] arrays) {
    int bytes = Lines.ALL * lines.type().size() * lines.type().component().bytes();
    byte[] source = matrices(report, lines, layout, arrays, marked(bytes)).buffer().bytes().clone();
    return trial(
        List.of(source, new byte[arrays.length], marked(bytes)),
        Contents.untouched(source),
        lines(report, lines, arrays),
        matrices(report, lines, layout, arrays, marked(bytes)).buffer());
  }

  private static Trial roundTrip(DeviceReport report, Lines lines, byte[] arrays) {
    return trial(
        List.of(arrays, new byte[arrays.length]),
        Contents.untouched(arrays),
        lines(report, lines, arrays));
  }

  private static Trial trial(List<byte[]> buffers, Expectation.Buffer... expected) {
    return Trial.of(
        new byte[0], buffers, Lines.WORKGROUPS, new Expectation(List.of(expected), List.of()));
  }
}
