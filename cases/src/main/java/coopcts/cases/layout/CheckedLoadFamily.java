// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The checked and transposed load of T-25a (LAY §1.4), as a program does it that relies on the
 * layout: each invocation works out which element each of its components is and writes it into the
 * matrix; what is then stored must be what the load means. Programs leave open who owns which
 * component: so it is a template.
 */
public final class CheckedLoadFamily extends GatedFamily {

  /** Elements around the matrix that an unchecked load may reach. */
  private static final int MARGIN = 4;

  private static final List<Boolean> EITHER = List.of(false, true);

  /** One load as a shader. */
  private record Load(
      TinyTensor tensor, MatrixType type, boolean transpose, boolean rows, boolean columns) {

    String label() {
      return "%s%s%s%s"
          .formatted(
              type.label(),
              transpose ? ".transpose" : "",
              rows ? ".rows_checked" : "",
              columns ? ".columns_checked" : "");
    }

    /** Why an element within the shape is expected: one that is checked must not be taken for 0. */
    Rule inside() {
      return rows || columns ? rule().and(List.of("LAY-LOAD-003")) : rule();
    }

    Rule rule() {
      List<String> sentences = new ArrayList<>(List.of("LAY-LOAD-001"));
      if (transpose) {
        sentences.addFirst("LAY-LOAD-002");
      }
      return Rule.must(sentences.toArray(String[]::new));
    }
  }

  private static final Rule CHECKED = Rule.must("LAY-LOAD-003", "LAY-LOAD-001");

  /** Makes the family; one object serves all devices and runs. */
  public CheckedLoadFamily() {}

  @Override
  public String name() {
    return "layout.load";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("who owns a component depends on the launch shape, which it relies on");
  }

  @Override
  public List<String> assertions() {
    return List.of("LAY-LOAD-001", "LAY-LOAD-002", "LAY-LOAD-003");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE, DeviceReport.TINY_TENSOR_LAYOUT);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    int size = report.subgroup().size();
    List<MatrixType> types =
        report.matrixTypes().stream()
            .filter(type -> type.scope() == Scope.SUBGROUP)
            .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
            .filter(
                type ->
                    TinyTensor.isDefined(type.rows(), size, type.component().bytes(), type.use()))
            .toList();
    return types.stream()
        .flatMap(
            type ->
                profile.combine(EITHER, EITHER, EITHER).stream()
                    .map(row -> load(type, size, row))
                    .map(load -> of(report, load)));
  }

  private static Load load(MatrixType type, int size, int[] row) {
    return new Load(
        new TinyTensor(type.rows(), type.columns(), size, type.component().bytes(), type.use()),
        type,
        row[0] == 1,
        row[1] == 1,
        row[2] == 1);
  }

  private Case of(DeviceReport report, Load load) {
    List<String> checks = new ArrayList<>(load.rule().assertions());
    if (load.rows || load.columns) {
      checks.add("LAY-LOAD-003");
    }
    return Case.of(name() + "." + load.label(), checks, () -> plan(report, load));
  }

  private static String owned(TinyTensor tensor) {
    int j = tensor.paddedColumns(false);
    return switch (tensor.use()) {
      case ACCUMULATOR -> "    row = p + v / %d * S;\n    column = v %% %d;".formatted(j, j);
      case A ->
          """
          const int u = v %% %d;
          row = p / O + u %% O * (S / O) + v / %d * S;
          column = p %% O + u / O * O;\
          """
              .formatted(j, j);
      case B ->
          """
          const int I = %d;
          const int K = M / I;
          row = p %% I + v %% K * I;
          column = p / I + v / K * (S / I);\
          """
              .formatted(Math.min(tensor.rows(), tensor.size()));
    };
  }

  private static Plan plan(DeviceReport report, Load load) {
    TinyTensor tensor = load.tensor;
    String glsl =
        ShaderTemplate.of("layout/load.comp")
            .with("EXTENSIONS", ComponentSupport.extension(load.type.component()))
            .with("SIZE", tensor.size())
            .with("T", load.type.component().glsl(1))
            .with("USE", load.type.use().glsl())
            .with("ROWS", tensor.rows())
            .with("COLUMNS", tensor.columns())
            .with("CHANNEL", load.type.use() == Use.A ? tensor.channel() : 1)
            .with("OWNED", owned(tensor))
            .with("TRANSPOSE", load.transpose)
            .with("ROWS_CHECKED", load.rows)
            .with("COLUMNS_CHECKED", load.columns)
            .text();
    Shader shader =
        Shader.of(glsl, OptionalInt.of(report.subgroup().size()), 28, "source", "result");
    return new ShaderPlan(
        shader,
        Stream.of(
                subcase(load, "origin", 0, 0, 0),
                subcase(load, "moved", 3, 2, 0),
                subcase(load, "before", -2, -3, 0),
                subcase(load, "small_shape", 1, 1, 2))
            .toList());
  }

  /**
   * @param cut by how much the shape is smaller than what the load reaches
   */
  private static Subcase subcase(Load load, String name, int position0, int position1, int cut) {
    return new Subcase(name, seed -> trial(load, name, position0, position1, cut, seed));
  }

  private static Trial trial(
      Load load, String name, int position0, int position1, int cut, long seed) {
    int rows = load.tensor.rows();
    int columns = load.tensor.columns();
    int shape0 = Math.max(1, rows - cut);
    int shape1 = Math.max(1, columns - cut);
    int stride = columns + 2 * MARGIN + 1;
    int base = MARGIN * stride + MARGIN;
    int width = load.type.component().bytes();
    byte[] source =
        InputPatterns.fill(
            load.type.component(),
            Math.ceilDiv((rows + 2 * MARGIN) * stride * width, 16) * 16,
            InputPatterns.wide(load.type.component(), 5, InputPatterns.random(seed, name)));
    byte[] result = new byte[Math.ceilDiv(rows * columns * width, 16) * 16 + 16];
    Arrays.fill(result, (byte) 0xCD);
    ExpectedContents contents = new ExpectedContents(result);
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        int row = position0 + r;
        int column = position1 + c;
        boolean outside =
            load.rows && (row < 0 || row >= shape0)
                || load.columns && (column < 0 || column >= shape1);
        Optional<Long> read =
            outside
                ? Optional.empty()
                : Optional.of(
                    LittleEndian.get(source, (base + row * stride + column) * width, width));
        contents.put(
            (r * columns + c) * width,
            load.type.component(),
            read.orElse(0L),
            outside ? CHECKED : load.inside());
      }
    }
    int[] values = {
      position0,
      position1,
      load.transpose ? shape1 : shape0,
      load.transpose ? shape0 : shape1,
      load.transpose ? 1 : stride,
      load.transpose ? stride : 1,
      base
    };
    byte[] push = new byte[4 * values.length];
    for (int i = 0; i < values.length; i++) {
      LittleEndian.put(push, 4 * i, 4, values[i]);
    }
    return Trial.of(
        push,
        List.of(source, result),
        1,
        new Expectation(List.of(ExpectedContents.untouched(source), contents.buffer()), List.of()));
  }
}
