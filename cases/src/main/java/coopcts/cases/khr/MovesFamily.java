// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.LaunchShape;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.combinations.Draw;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Inputs;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.Shader;
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
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * Matrices as values of the language: functions, arrays, structs, branches, loops, globals, and
 * what only SPIR-V can say of them. The forms stand in {@code shaders/khr/moves.txt}. Most are
 * about what the text says, so they are of a template; the others are programs, written as SPIR-V.
 */
public final class MovesFamily extends KhrFamily {

  /** Matrices that each scope instance loads. */
  private static final int SOURCES = 3;

  /** Matrices that each scope instance stores. */
  private static final int RESULTS = 2;

  private static final int TURNS = 2;

  /** Elements that columns in shared memory are rounded up to. */
  private static final int LINE = 16;

  /** Of so many types outside of full runs a form takes one. */
  private static final int TYPES_A_FORM = 5;

  private final List<MovesForm> forms;

  /**
   * Reads the forms from the resource {@code coopcts/shaders/khr/moves.txt}; there is no need for
   * more than one object.
   *
   * @throws IllegalStateException if the resource is missing or has a line of unknown form
   */
  public MovesFamily() {
    this(ShaderTemplate.resource("khr/moves.txt"));
  }

  /**
   * @param text forms, as that file has them
   */
  MovesFamily(String text) {
    forms = read(text);
  }

  /** A way to move matrices about. */
  private static final class MovesForm {
    private final String name;
    private final StringBuilder global = new StringBuilder();
    private final StringBuilder main = new StringBuilder();
    private final List<String[]> constants = new ArrayList<>();
    private List<String> checks = List.of();
    private String[] results = {};
    private String qualifiers = "";
    private String feature = "";
    private final StringBuilder extensions = new StringBuilder();
    private String rows = "";
    private String columns = "";
    private String scope = "";
    private String[] shared = {};
    private boolean onlyFloat;
    private boolean sized;
    private boolean roomy;
    private boolean padded;
    private boolean narrow;
    private boolean isCounted;
    private final List<List<String>> steps = new ArrayList<>();
    private Optional<SpirvOption[]> written = Optional.empty();

    MovesForm(String name) {
      this.name = name;
    }

    void line(String line) {
      String[] parts = line.split(" ", 2);
      String rest = parts.length > 1 ? parts[1] : "";
      switch (parts[0]) {
        case "checks" -> checks = List.of(rest.split(" "));
        case "global" -> global.append(rest).append('\n');
        case "main" -> main.append("    ").append(rest).append('\n');
        case "result" -> results = rest.split(" ");
        case "options" ->
            written =
                Optional.of(
                    Stream.of(rest.split(" "))
                        .filter(word -> !word.isEmpty())
                        .map(SpirvOption::valueOf)
                        .toArray(SpirvOption[]::new));
        case "array",
            "struct",
            "function",
            "copy",
            "choose",
            "fill",
            "each",
            "put",
            "get",
            "call",
            "share",
            "widen" ->
            steps.add(List.of(line.split(" ")));
        case "counted" -> isCounted = true;
        case "qualifiers" -> qualifiers = rest;
        case "feature" -> feature = rest;
        case "extension" -> extensions.append("#extension ").append(rest).append(" : require\n");
        case "constant" -> constants.add(rest.split(" "));
        case "rows" -> rows = rest;
        case "columns" -> columns = rest;
        case "scope" -> scope = rest;
        case "shared" -> shared = rest.split(" ");
        case "float" -> onlyFloat = true;
        case "sized" -> sized = true;
        case "roomy" -> roomy = true;
        case "padded" -> padded = true;
        case "narrow" -> narrow = true;
        default -> throw new IllegalStateException(name + ": " + line);
      }
    }

    /** What a result is, for a scope instance of its workgroup: a source, or a number. */
    String result(int localInstance, int result) {
      boolean other = localInstance % 2 == 1 && results.length > RESULTS;
      return results[other ? RESULTS + 1 + result : result];
    }

    /** Elements from row to row: whole pieces of 16 bytes, one more than it takes if padded. */
    int stride(MatrixType type) {
      int width = type.component().bytes();
      return 16 / width * (Math.ceilDiv(type.columns() * width, 16) + (padded ? 1 : 0));
    }

    /** Bytes of shared memory that it takes, in matrices by rows or in columns of whole lines. */
    int sharedBytes(MatrixType type) {
      if (shared.length == 0) {
        return 0;
      }
      int elements =
          shared[1].equals("TILE")
              ? stride(type) * type.rows()
              : Math.ceilDiv(type.rows(), LINE) * LINE * type.columns();
      return Integer.parseInt(shared[0]) * elements * type.component().bytes();
    }

    /**
     * Whether a type is one for this form; a roomy one has two components an invocation, beside a
     * narrow one of signed integers there is a like one of unsigned integers of 32 bits.
     */
    boolean fits(DeviceReport report, MatrixType type) {
      return (!onlyFloat || type.component() == ComponentType.FLOAT32)
          && (!narrow || isNarrow(report, type))
          && (!roomy || type.size() >= 2 * report.subgroup().size())
          && (feature.isEmpty() || report.has(feature));
    }
  }

  private static boolean isNarrow(DeviceReport report, MatrixType type) {
    ComponentType component = type.component();
    return component.isInteger()
        && component.isSigned()
        && component.bits() < 32
        && report.matrixTypes().contains(type.with(ComponentType.UINT32));
  }

  private static List<MovesForm> read(String text) {
    List<MovesForm> forms = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("== ")) {
        forms.add(new MovesForm(line.substring(3)));
      } else if (!line.startsWith("#") && !line.isBlank()) {
        forms.getLast().line(line);
      }
    }
    return forms;
  }

  @Override
  public String name() {
    return "khr.moves";
  }

  @Override
  public List<String> assertions() {
    return forms.stream().flatMap(form -> form.checks.stream()).distinct().toList();
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    List<MatrixType> types = types(report, profile);
    return forms.stream()
        .filter(form -> form.fits(report, type))
        .filter(form -> profile == Profile.FULL || takes(form, types, report, type))
        .map(
            form ->
                Case.unless(
                        ComponentSupport.sharedMemoryLacks(report, form.sharedBytes(type)),
                        name(type) + "." + form.name,
                        form.checks,
                        () -> plan(report, type, form))
                    .formed(form.name));
  }

  /** Outside of full runs each form draws a fifth of the types that it takes. */
  private static boolean takes(
      MovesForm form, List<MatrixType> types, DeviceReport report, MatrixType type) {
    if (types.size() <= TYPES_A_FORM || form.onlyFloat) {
      return true;
    }
    List<String> fitting =
        types.stream().filter(other -> form.fits(report, other)).map(MatrixType::label).toList();
    int rounding = (int) Math.floorMod(Draw.hash(form.name), (long) TYPES_A_FORM);
    int count = (fitting.size() + rounding) / TYPES_A_FORM;
    return Draw.some(count, fitting, form.name).contains(type.label());
  }

  private static Plan plan(DeviceReport report, MatrixType type, MovesForm form) {
    return form.written.isPresent()
        ? written(report, type, form, form.written.get())
        : compiled(report, type, form);
  }

  private static Plan written(
      DeviceReport report, MatrixType type, MovesForm form, SpirvOption[] options) {
    int tile = form.stride(type) * type.rows();
    int width = type.component().bytes();
    Pointee pointee = Pointee.scalar(type.component());
    Array source = Array.buffer("source", pointee, Array.Access.READ);
    Array result = Array.buffer("result", pointee, Array.Access.READ_WRITE);
    List<Operation> body = new ArrayList<>();
    for (int m = 0; m < SOURCES; m++) {
      body.add(
          new Operation.Load(
              new Matrix("m" + m, type), place(source, SOURCES, m, tile, type, form)));
    }
    SortedMap<Integer, Constant> constants = specialization(form, type);
    MovesBody moves = new MovesBody(type, form.stride(type), constants.values());
    form.steps.forEach(moves::add);
    body.addAll(moves.operations());
    for (int r = 0; r < RESULTS; r++) {
      body.add(
          new Operation.Store(
              new Matrix("r" + r, type), place(result, RESULTS, r, tile, type, form)));
    }
    LaunchShape shape = LaunchShape.of(report, type.scope());
    Program program =
        new Program(
            shape.scope(),
            shape.instances(),
            shape.instanceSize(),
            Stream.of(Stream.of(source, result), moves.shared().stream(), moves.widened().stream())
                .flatMap(arrays -> arrays)
                .toList(),
            body);
    Map<String, Integer> push = new HashMap<>(Map.of("zero", 0, "one", 1, "turns", TURNS));
    push.keySet().retainAll(program.pushConstants().keySet());
    ShaderPlan plan =
        ShaderPlan.of(
            program,
            List.of(
                new ProgramSubcase(
                    "distinct",
                    form.checks,
                    seed ->
                        new Inputs(
                            push,
                            Stream.concat(
                                    Stream.of(
                                        source(type, tile, InputPatterns.random(seed, form.name)),
                                        marked(RESULTS * tile * width)),
                                    moves.widened().stream()
                                        .map(wide -> marked(tile * wide.pointee().bytes())))
                                .toList(),
                            WORKGROUPS))));
    return plan.with(plan.shader().written(options));
  }

  /** A buffer with so many bytes for each scope instance, and more behind them. */
  private static byte[] marked(int bytes) {
    return ExpectedContents.marked(ALL * bytes + 64).before();
  }

  /** A matrix of some that lie behind each other for each scope instance. */
  private static Place place(
      Array array, int count, int number, int tile, MatrixType type, MovesForm form) {
    Index stride = Index.of(form.stride(type));
    return new Place(
        array,
        new Index.Instance().times(Index.of(count * tile)).plus(Index.of(number * tile)),
        form.isCounted ? stride.times(Index.push("one")) : stride,
        MemoryLayout.ROW_MAJOR);
  }

  private static byte[] source(MatrixType type, int tile, SplittableRandom random) {
    IntToLongFunction distinct = InputPatterns.distinct(type.component(), random);
    return InputPatterns.fill(
        type.component(), ALL * SOURCES * tile * type.component().bytes(), distinct);
  }

  private static Plan compiled(DeviceReport report, MatrixType type, MovesForm form) {
    int stride = form.stride(type);
    int tile = stride * type.rows();
    String glsl =
        ShaderTemplate.of("khr/moves.comp")
            // First: what stands in them is filled in behind.
            .with("GLOBAL", form.global)
            .with("MAIN", form.main)
            .with("EXTENSIONS", form.extensions + ComponentSupport.extension(type.component()))
            .with("LOCAL_SIZE", INSTANCES * report.subgroup().size())
            .with("COMPONENT", type.component().glsl(1))
            .with("QUALIFIERS", form.qualifiers)
            .with("SOURCE_LENGTH", form.sized ? ALL * SOURCES * tile : "")
            .with("CONSTANTS", constants(form))
            .with("STRIDE", stride)
            .with("TILE", tile)
            .with("SCOPE", form.scope.isEmpty() ? type.scope().glsl() : form.scope)
            .with("ROWS", form.rows.isEmpty() ? type.rows() : form.rows)
            .with("COLUMNS", form.columns.isEmpty() ? type.columns() : form.columns)
            .with("USE", type.use().glsl())
            .text();
    Shader shader =
        Shader.of(glsl, OptionalInt.of(report.subgroup().size()), 12, "source", "result")
            .specialized(specialization(form, type));
    return new ShaderPlan(
        shader,
        List.of(
            new Subcase(
                "distinct",
                seed -> trial(type, form, stride, tile, InputPatterns.random(seed, form.name)))));
  }

  private static String constants(MovesForm form) {
    StringBuilder lines = new StringBuilder();
    for (String[] constant : form.constants) {
      lines.append(
          "layout(constant_id = %s) const %s %s = %s;\n"
              .formatted(constant[0], constant[1], constant[2], constant[3]));
    }
    return lines.toString();
  }

  private static SortedMap<Integer, Constant> specialization(MovesForm form, MatrixType type) {
    SortedMap<Integer, Constant> constants = new TreeMap<>();
    for (String[] constant : form.constants) {
      int id = Integer.parseInt(constant[0]);
      long value =
          switch (constant[4]) {
            case "HALF_ROWS" -> type.rows() / 2;
            case "HALF_COLUMNS" -> type.columns() / 2;
            default -> Long.parseLong(constant[4]);
          };
      ComponentType own =
          constant[1].equals("float") ? ComponentType.FLOAT32 : ComponentType.UINT32;
      constants.put(id, new Constant(id, constant[2], own, Long.parseLong(constant[3]), value));
    }
    return constants;
  }

  private static Trial trial(
      MatrixType type, MovesForm form, int stride, int tile, SplittableRandom random) {
    int width = type.component().bytes();
    byte[] source = source(type, tile, random);
    ExpectedContents result = ExpectedContents.marked(ALL * RESULTS * tile * width + 64);
    for (int instance = 0; instance < ALL; instance++) {
      for (int r = 0; r < RESULTS; r++) {
        String token = form.result(instance % INSTANCES, r);
        boolean number = token.startsWith("=");
        int from = number ? 0 : Integer.parseInt(token);
        long[] bits = new long[type.size()];
        for (int e = 0; e < bits.length; e++) {
          if (number) {
            bits[e] = InputPatterns.encode(type.component(), Long.parseLong(token.substring(1)));
            continue;
          }
          int at = e / type.columns() * stride + e % type.columns();
          bits[e] =
              LittleEndian.get(source, ((SOURCES * instance + from) * tile + at) * width, width);
        }
        result.matrix(
            type,
            MemoryLayout.ROW_MAJOR,
            (long) (RESULTS * instance + r) * tile * width,
            (long) stride * width,
            instance,
            bits,
            Rule.most(form.checks.toArray(String[]::new)));
      }
    }
    return TrialWriter.on(WORKGROUPS).push(0, 1, TURNS).input(source).result(result).trial();
  }
}
