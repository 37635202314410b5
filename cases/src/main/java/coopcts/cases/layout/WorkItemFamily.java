package coopcts.cases.layout;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Use;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Loads into the work-item layout of T-25a, done by each invocation for itself: position, shape,
 * strides, transposition and checks (LAY §1.4), for every use, width and subgroup size.
 */
public final class WorkItemFamily implements Family {

  private static final List<ComponentType> TYPES =
      List.of(
          ComponentType.SINT8, ComponentType.FLOAT16, ComponentType.FLOAT32, ComponentType.FLOAT64);

  private static final List<String> FEATURES =
      List.of("shaderInt8", "shaderFloat16", "cooperativeMatrix", "shaderFloat64");

  private static final List<Use> USES = List.of(Use.values());

  private static final List<Integer> SIZES = List.of(16, 1, 2, 4, 8, 32, 64, 128);

  /**
   * M and N.
   *
   * @param multiple of the subgroup's size that M is, below, at and above what needs padding
   * @param rows M for use B, a power of two below, at and above the subgroup's size
   */
  private record Shape(int multiple, int columns, int rows, int columnsOfB) {}

  private static final List<Shape> SHAPES =
      List.of(
          new Shape(1, 16, 4, 15),
          new Shape(2, 7, 1, 17),
          new Shape(1, 1, 16, 5),
          new Shape(3, 10, 32, 9),
          new Shape(2, 32, 8, 3));

  /** Elements around the matrix that an unchecked load may reach. */
  private static final int MARGIN = 4;

  /** One load as a shader. */
  private record Load(
      TinyTensor tensor, ComponentType type, boolean transpose, boolean rows, boolean columns) {

    String label() {
      return "%s.%s.%dx%d.s%d%s%s%s"
          .formatted(
              tensor.use(),
              type,
              tensor.rows(),
              tensor.columns(),
              tensor.size(),
              transpose ? ".transpose" : "",
              rows ? ".rows_checked" : "",
              columns ? ".columns_checked" : "");
    }

    int components() {
      return tensor.components(true);
    }
  }

  @Override
  public String name() {
    return "layout.load";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "LAY-ACC-001",
        "LAY-ACC-003",
        "LAY-A-001",
        "LAY-A-004",
        "LAY-B-001",
        "LAY-LOAD-001",
        "LAY-LOAD-002",
        "LAY-LOAD-003",
        "LAY-LOAD-004");
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    return profile
        .combine(
            row -> isDefined(row) && report.has(FEATURES.get(row[1])),
            USES,
            TYPES,
            SIZES,
            SHAPES,
            List.of("straight", "transposed"),
            List.of("rows_open", "rows_checked"),
            List.of("columns_open", "columns_checked"))
        .stream()
        .map(WorkItemFamily::load)
        .map(load -> Case.of(name() + "." + load.label(), checks(load), () -> plan(load)));
  }

  /** Whether the layout has a place for the components of use A (LAY §1.2). */
  private static boolean isDefined(int[] row) {
    return USES.get(row[0]) != Use.A || SIZES.get(row[2]) * TYPES.get(row[1]).bytes() >= 4;
  }

  private static Load load(int[] row) {
    Use use = USES.get(row[0]);
    ComponentType type = TYPES.get(row[1]);
    int size = SIZES.get(row[2]);
    Shape shape = SHAPES.get(row[3]);
    TinyTensor tensor =
        use == Use.B
            ? new TinyTensor(shape.rows, shape.columnsOfB, size, type.bytes(), use)
            : new TinyTensor(shape.multiple * size, shape.columns, size, type.bytes(), use);
    return new Load(tensor, type, row[4] == 1, row[5] == 1, row[6] == 1);
  }

  private static List<String> checks(Load load) {
    List<String> checks = new ArrayList<>(List.of("LAY-LOAD-001", "LAY-LOAD-004"));
    checks.addAll(
        switch (load.tensor.use()) {
          case ACCUMULATOR -> List.of("LAY-ACC-001", "LAY-ACC-003");
          case A -> List.of("LAY-A-001", "LAY-A-004");
          case B -> List.of("LAY-B-001");
        });
    if (load.transpose) {
      checks.add("LAY-LOAD-002");
    }
    if (load.rows || load.columns) {
      checks.add("LAY-LOAD-003");
    }
    return checks;
  }

  private static String owned(TinyTensor tensor) {
    int j = tensor.paddedColumns(true);
    int lines = Math.min(tensor.rows(), tensor.size());
    return switch (tensor.use()) {
      case ACCUMULATOR -> "    row = p + v / %d * S;\n    column = v %% %d;".formatted(j, j);
      case A ->
          """
              const int u = v %% %d;
              row = p / O + u %% O * (S / O) + v / %d * S;
              column = p %% O + u / O * O;"""
              .formatted(j, j);
      case B ->
          """
              const int I = %d;
              const int K = M / I;
              row = p %% I + v %% K * I;
              column = p / I + v / K * (S / I);"""
              .formatted(lines);
    };
  }

  private static Plan plan(Load load) {
    TinyTensor tensor = load.tensor;
    String glsl =
        Template.of("layout/load.comp")
            .with("SIZE", tensor.size())
            .with("T", load.type.glsl(1))
            .with("ROWS", tensor.rows())
            .with("COLUMNS", tensor.columns())
            .with("CHANNEL", Math.min(tensor.channel(), tensor.size()))
            .with("COMPONENTS", load.components())
            .with("OWNED", owned(tensor))
            .with("TRANSPOSE", load.transpose)
            .with("ROWS_CHECKED", load.rows)
            .with("COLUMNS_CHECKED", load.columns)
            .text();
    Shader shader = Shader.of(glsl, OptionalInt.empty(), 28, "source", "result");
    return new ShaderPlan(
        shader,
        List.of(
            subcase(load, "origin", 0, 0, 0),
            subcase(load, "moved", 3, 2, 0),
            subcase(load, "before", -2, -3, 0),
            subcase(load, "small_shape", 1, 1, 2)));
  }

  /**
   * @param cut by how much the shape is smaller than what the load reaches
   */
  private static Subcase subcase(Load load, String name, int position0, int position1, int cut) {
    return new Subcase(name, seed -> trial(load, name, position0, position1, cut, seed));
  }

  private static Trial trial(
      Load load, String name, int position0, int position1, int cut, long seed) {
    TinyTensor tensor = load.tensor;
    int shape0 = Math.max(1, tensor.rows() - cut);
    int shape1 = Math.max(1, tensor.columns() - cut);
    int stride0 = tensor.columns() + 2 * MARGIN + tensor.size() + 1;
    int stride1 = 1;
    int base = MARGIN * stride0 + MARGIN;
    int width = load.type.bytes();
    int lines = tensor.rows() + 2 * MARGIN;
    byte[] source =
        Data.fill(
            load.type,
            Math.ceilDiv(lines * stride0 * width, 16) * 16,
            Data.wide(load.type, 5, Data.random(seed, name)));
    Contents result =
        new Contents(new byte[Math.ceilDiv(tensor.size() * load.components() * width, 16) * 16]);
    for (int p = 0; p < tensor.size(); p++) {
      for (int v = 0; v < load.components(); v++) {
        int element = tensor.element(p, v, true);
        int row = position0 + element / tensor.columns();
        int column = position1 + element % tensor.columns();
        boolean inside =
            element >= 0
                && (!load.rows || row >= 0 && row < shape0)
                && (!load.columns || column >= 0 && column < shape1);
        int at = base + row * stride0 + column * stride1;
        result.put(
            (p * load.components() + v) * width,
            load.type,
            inside ? LittleEndian.get(source, at * width, width) : 0,
            Rule.must(element >= 0 ? "LAY-LOAD-001" : "LAY-LOAD-004"));
      }
    }
    return Trials.on(1)
        .push(
            position0,
            position1,
            load.transpose ? shape1 : shape0,
            load.transpose ? shape0 : shape1,
            load.transpose ? stride1 : stride0,
            load.transpose ? stride0 : stride1,
            base)
        .input(source)
        .result(result)
        .trial();
  }
}
