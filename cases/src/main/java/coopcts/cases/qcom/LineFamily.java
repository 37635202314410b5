// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.qcom;

import coopcts.cases.ArrayLines;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Use;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.InvocationArrays;
import coopcts.oracle.Readings;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.QcomOperation.ArrayForm;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ToLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code vectorToCoopmatQCOM} and {@code coopmatToVectorQCOM}: every type, use and size that a
 * device reports, packed and unpacked, sizes written down or specialized.
 */
public final class LineFamily extends QcomFamily {

  private enum Way {
    TO_MATRIX {
      @Override
      List<Operation> body(Lines of) {
        return List.of(
            new FromLines(
                of.matrix,
                of.arrays("source"),
                Index.of(0),
                of.form(),
                Optional.of(of.arrays("kept"))),
            new Operation.Store(of.matrix, of.place("result")));
      }

      @Override
      List<Array> buffers(Lines of) {
        return List.of(of.arrays("source"), of.matrices("result"), of.arrays("kept"));
      }
    },
    FROM_MATRIX {
      @Override
      List<Operation> body(Lines of) {
        return List.of(
            new Operation.Load(of.matrix, of.place("source")),
            new ToLines(of.matrix, of.arrays("result"), Index.of(0), of.form()),
            new Operation.Store(of.matrix, of.place("kept")));
      }

      @Override
      List<Array> buffers(Lines of) {
        return List.of(of.matrices("source"), of.arrays("result"), of.matrices("kept"));
      }
    },
    ROUND_TRIP {
      @Override
      List<Operation> body(Lines of) {
        return List.of(
            new FromLines(of.matrix, of.arrays("source"), Index.of(0), of.form()),
            new ToLines(of.matrix, of.arrays("result"), Index.of(0), of.form()));
      }

      @Override
      List<Array> buffers(Lines of) {
        return List.of(of.arrays("source"), of.arrays("result"));
      }
    };

    abstract List<Operation> body(Lines of);

    abstract List<Array> buffers(Lines of);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final List<Way> WAYS = List.of(Way.values());

  private static final List<MemoryLayout> LAYOUTS = List.of(MemoryLayout.values());

  /** How rows and columns stand in a shader. */
  private static final List<String> SIZES = List.of("written", "specialized");

  /** Makes the family; one object serves all devices and runs. */
  public LineFamily() {}

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
        ArrayLines.of(report, type, packed)
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
      DeviceReport report, ArrayLines lines, Way way, MemoryLayout layout, boolean specialized) {
    List<String> checks = checks(report, lines, way, specialized);
    return Case.of(
            "%s.%s.%s.%s.%s%s"
                .formatted(
                    name(),
                    way,
                    lines.type().label(),
                    lines.packed() ? "packed" : "plain",
                    layout,
                    specialized ? ".specialized" : ""),
            checks,
            () ->
                plan(
                    report,
                    lines,
                    way,
                    layout,
                    specialized,
                    Rule.must(checks.toArray(String[]::new))))
        .formed(way);
  }

  /** The assertion on what a use's matrix is made of. */
  private static String toMatrix(Use use) {
    return switch (use) {
      case A -> "QC-V2M-001";
      case B -> "QC-V2M-002";
      case ACCUMULATOR -> "QC-V2M-003";
    };
  }

  /** The assertion on what becomes of a use's matrix. */
  private static String fromMatrix(Use use) {
    return switch (use) {
      case A -> "QC-M2V-001";
      case B -> "QC-M2V-002";
      case ACCUMULATOR -> "QC-M2V-003";
    };
  }

  private static List<String> checks(
      DeviceReport report, ArrayLines lines, Way way, boolean specialized) {
    List<String> checks = new ArrayList<>();
    switch (way) {
      case TO_MATRIX -> checks.addAll(checksToMatrix(report, lines, specialized));
      case FROM_MATRIX -> checks.addAll(checksFromMatrix(lines));
      case ROUND_TRIP -> {
        checks.addAll(checksToMatrix(report, lines, specialized));
        checks.addAll(checksFromMatrix(lines));
        checks.add("QC-M2V-006");
      }
    }
    return checks;
  }

  private static List<String> checksToMatrix(
      DeviceReport report, ArrayLines lines, boolean specialized) {
    List<String> checks =
        new ArrayList<>(List.of(toMatrix(lines.type().use()), "QC-V2M-009", "QC-V2M-011"));
    checks.add(lines.count() < report.subgroup().size() ? "QC-V2M-004" : "QC-V2M-005");
    if (lines.packed()) {
      boolean single = lines.type().component() == ComponentType.FLOAT32;
      boolean sum = lines.type().use() == Use.ACCUMULATOR;
      checks.add(single ? "QC-V2M-008" : sum ? "QC-V2M-007" : "QC-V2M-006");
    }
    if (specialized) {
      checks.add("QC-V2M-010");
    }
    return checks;
  }

  private static List<String> checksFromMatrix(ArrayLines lines) {
    List<String> checks =
        new ArrayList<>(List.of(fromMatrix(lines.type().use()), "QC-M2V-007", "QC-M2V-011"));
    if (lines.packed()) {
      checks.add("QC-M2V-005");
    }
    return checks;
  }

  /** Matrices of a type, and where they and their lines lie. */
  private record Lines(ArrayLines lines, Matrix matrix, MemoryLayout layout) {

    ArrayForm form() {
      return lines.packed() ? ArrayForm.PACKED : ArrayForm.PLAIN;
    }

    private static Array.Access access(String name) {
      return name.equals("source") ? Array.Access.READ : Array.Access.WRITE;
    }

    Array arrays(String name) {
      return array(name, lines.element(), access(name));
    }

    Array matrices(String name) {
      return array(name, lines.component(), access(name));
    }

    Place place(String name) {
      return QcomFamily.place(matrices(name), own(lines.type()), lines.type(), layout);
    }
  }

  private static Matrix matrix(MatrixType type, boolean specialized) {
    return new Matrix(
        "m",
        type,
        size(0, "ROWS", type.rows(), specialized),
        size(1, "COLUMNS", type.columns(), specialized));
  }

  private static Optional<Constant> size(int id, String name, int size, boolean specialized) {
    return Optional.of(new Constant(id, name, ComponentType.UINT32, 1, size))
        .filter(_ -> specialized);
  }

  private static Plan plan(
      DeviceReport report,
      ArrayLines lines,
      Way way,
      MemoryLayout layout,
      boolean specialized,
      Rule rule) {
    MatrixType type = lines.type();
    Lines of = new Lines(lines, matrix(type, specialized), layout);
    return ShaderPlan.judgedApart(
        program(report, way.buffers(of), way.body(of)),
        List.of(
            new Subcase(
                "normal",
                seed ->
                    trial(
                        report,
                        lines,
                        way,
                        layout,
                        rule,
                        ArrayLines.normal(
                            invocations(report) * lines.bytes(),
                            InputPatterns.random(seed, type.label()))))));
  }

  /** The result matrices of all subgroups, as their invocations' arrays have them. */
  private static ExpectedContents matrices(
      DeviceReport report, ArrayLines lines, MemoryLayout layout, byte[] arrays, Rule rule) {
    MatrixType type = lines.type();
    int width = type.component().bytes();
    ExpectedContents contents = ExpectedContents.marked(ArrayLines.ALL * type.size() * width);
    for (int instance = 0; instance < ArrayLines.ALL; instance++) {
      contents.matrix(
          type,
          layout,
          (long) instance * type.size() * width,
          (long) layout.lineLength(type.rows(), type.columns()) * width,
          instance,
          InvocationArrays.matrix(type, report.subgroup().size(), arrays, instance),
          rule);
    }
    return contents;
  }

  private static ExpectedContents lines(
      DeviceReport report, ArrayLines lines, byte[] arrays, Rule rule) {
    return InvocationArrays.lines(
        lines.type(), lines.element(), report.subgroup().size(), arrays, rule);
  }

  private static Trial trial(
      DeviceReport report,
      ArrayLines lines,
      Way way,
      MemoryLayout layout,
      Rule rule,
      byte[] arrays) {
    TrialWriter trials = TrialWriter.on(ArrayLines.WORKGROUPS);
    byte[] packed = lines.isOfParts() ? InvocationArrays.turned(arrays, lines.component()) : arrays;
    return switch (way) {
      case TO_MATRIX ->
          result(
                  trials.input(arrays),
                  rule,
                  matrices(report, lines, layout, arrays, rule),
                  matrices(report, lines, layout, packed, rule))
              .result(
                  InvocationArrays.same(
                      arrays, lines.element(), Rule.must(toMatrix(lines.type().use()))))
              .trial();
      case FROM_MATRIX ->
          result(
                  trials.input(
                      matrices(report, lines, layout, arrays, rule).buffer().bytes().clone()),
                  rule,
                  lines(report, lines, arrays, rule),
                  lines(report, lines, packed, rule))
              .result(matrices(report, lines, layout, arrays, Rule.must("QC-M2V-011")))
              .trial();
      case ROUND_TRIP -> trials.input(arrays).result(lines(report, lines, arrays, rule)).trial();
    };
  }

  /** The second buffer, by either order of what is packed in a word. */
  private static TrialWriter result(
      TrialWriter trials, Rule rule, ExpectedContents low, ExpectedContents high) {
    Readings readings = new Readings(low.buffer(), high.buffer());
    return trials
        .buffer(low.before(), readings.either())
        .property(rule, actual -> readings.mixed(actual.get(1)));
  }
}
