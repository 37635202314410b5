// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.SubmissionPath;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Conversion;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Modules of every version of SPIR-V that knows matrices, pipelines with and without the flag for
 * full subgroups; layouts that GLSL cannot name; conversions that saturate.
 */
public final class PipelineFamily extends GatedFamily {

  private static final int WORKGROUPS = 2;

  private static final String FULL_SUBGROUPS = "computeFullSubgroups";

  /** Features of the layouts of VK_ARM_cooperative_matrix_layouts: none is published (KHR §5). */
  private static final String ARM_LAYOUTS = "cooperativeMatrixLayouts";

  /** Which subgroup size a pipeline requires. */
  private enum Size {
    ANY {
      @Override
      OptionalInt of(DeviceReport report) {
        return OptionalInt.empty();
      }
    },
    OWN {
      @Override
      OptionalInt of(DeviceReport report) {
        return OptionalInt.of(report.subgroup().size());
      }
    },
    /** The smallest that is not the device's own. */
    OTHER {
      @Override
      OptionalInt of(DeviceReport report) {
        DeviceReport.Subgroup subgroup = report.subgroup();
        return IntStream.iterate(
                subgroup.minimum(), size -> size <= subgroup.maximum(), size -> 2 * size)
            .filter(size -> size != subgroup.size())
            .findFirst();
      }
    };

    abstract OptionalInt of(DeviceReport report);
  }

  /** How the pipeline is made. */
  private record Pipeline(Shader.Target target, Size size) {
    private static final Pipeline USUAL = full(Shader.Target.USUAL);

    static Pipeline full(Shader.Target target) {
      return new Pipeline(target.full(), Size.ANY);
    }

    static Pipeline version(int minor) {
      return full(Shader.Target.USUAL.version(minor));
    }

    static Pipeline by(SubmissionPath way) {
      return full(Shader.Target.USUAL.by(way));
    }

    static Pipeline of(Size size) {
      return new Pipeline(Shader.Target.USUAL, size);
    }

    boolean isTooNew(DeviceReport report) {
      return target.minor() > report.newestSpirv();
    }
  }

  /** What becomes of the matrices. */
  private sealed interface PipelineStep permits Copy, Resized, Blocks, Saturate {

    /** The component type that a matrix is loaded as. */
    default ComponentType from(MatrixType type) {
      return type.component();
    }

    default boolean takes(DeviceReport report, MatrixType type) {
      return true;
    }

    /** Of types that share this only the first is run. */
    default Object kind(MatrixType type) {
      return List.of(type.use(), type.component());
    }

    /** A matrix of this type, whose sizes may be specialization constants. */
    default Matrix matrix(DeviceReport report, String name, MatrixType type) {
      return new Matrix(name, type);
    }

    default Operation operation(Matrix r, Matrix x) {
      return new Operation.Copy(r, x);
    }

    /** How the result is stored. */
    default MemoryLayout stored() {
      return MemoryLayout.ROW_MAJOR;
    }

    /** What GLSL cannot say, by the writer of SPIR-V; empty where it can. */
    default List<SpirvOption> options() {
      return List.of();
    }

    default IntToLongFunction data(ComponentType from, SplittableRandom random) {
      return InputPatterns.distinct(from, random);
    }

    /** The elements of the source that an element of the result may come from. */
    default int[] sources(MatrixType type, int element) {
      return new int[] {element};
    }

    default Acceptance result(MatrixType type, long bits) {
      return new Acceptance.OneOf(bits);
    }
  }

  private record Copy() implements PipelineStep {
    @Override
    public Object kind(MatrixType type) {
      return type.use();
    }
  }

  /**
   * A matrix turned over in a module whose defaults are another size that the device has: a copy
   * would be the same in any size.
   */
  private record Resized() implements PipelineStep {
    @Override
    public MemoryLayout stored() {
      return MemoryLayout.COLUMN_MAJOR;
    }

    @Override
    public int[] sources(MatrixType type, int element) {
      return new int[] {element % type.rows() * type.columns() + element / type.rows()};
    }

    private static Optional<MatrixType> other(DeviceReport report, MatrixType type) {
      return report.matrixTypes().stream()
          .filter(one -> one.scope() == type.scope() && one.use() == type.use())
          .filter(one -> one.component() == type.component())
          .filter(one -> one.rows() != type.rows() || one.columns() != type.columns())
          .findFirst();
    }

    @Override
    public boolean takes(DeviceReport report, MatrixType type) {
      return other(report, type).isPresent();
    }

    @Override
    public Object kind(MatrixType type) {
      return type.use();
    }

    @Override
    public Matrix matrix(DeviceReport report, String name, MatrixType type) {
      MatrixType other = other(report, type).orElseThrow();
      return new Matrix(
          name,
          type,
          Optional.of(new Constant(0, "ROWS", ComponentType.UINT32, other.rows(), type.rows())),
          Optional.of(
              new Constant(1, "COLUMNS", ComponentType.UINT32, other.columns(), type.columns())));
    }
  }

  /** Every component beyond an 8-bit float's range, saturated. */
  private record Saturate() implements PipelineStep {
    @Override
    public ComponentType from(MatrixType type) {
      return ComponentType.FLOAT16;
    }

    @Override
    public boolean takes(DeviceReport report, MatrixType type) {
      return type.component().isFloat8()
          && report.matrixTypes().contains(type.with(ComponentType.FLOAT16));
    }

    @Override
    public Operation operation(Matrix r, Matrix x) {
      return new Operation.Saturate(r, x);
    }

    @Override
    public IntToLongFunction data(ComponentType from, SplittableRandom random) {
      return InputPatterns.wide(from, 13, random);
    }

    @Override
    public Acceptance result(MatrixType type, long bits) {
      return Conversion.saturated(ComponentType.FLOAT16, type.component(), bits);
    }
  }

  /**
   * A load in blocks of 4 rows of 16 bytes (KHR §5).
   *
   * @param group how many blocks are interleaved
   * @param byRows whether blocks lie side by side in a row of the matrix
   * @param back whether the store is in blocks too
   */
  private record Blocks(int group, boolean byRows, boolean back) implements PipelineStep {

    @Override
    public boolean takes(DeviceReport report, MatrixType type) {
      // Words of four bytes would part wider components.
      return (group == 1 || type.component().bytes() <= 4)
          && type.rows() % (byRows ? 4 : 4 * group) == 0
          && type.columns() * type.component().bytes() % (byRows ? 16 * group : 16) == 0;
    }

    @Override
    public List<SpirvOption> options() {
      List<SpirvOption> options = new ArrayList<>();
      options.add(byRows ? SpirvOption.ROW_BLOCKS : SpirvOption.COLUMN_BLOCKS);
      if (group > 1) {
        options.add(group == 2 ? SpirvOption.PAIRS_OF_BLOCKS : SpirvOption.FOURS_OF_BLOCKS);
      }
      if (back) {
        options.add(SpirvOption.BLOCKS_STORED);
      }
      return options;
    }

    /**
     * Where an element lies in the blocks. The text does not say what is interleaved: words of 4
     * bytes, or lines of 16 (KHR-ARM-006).
     */
    @Override
    public int[] sources(MatrixType type, int element) {
      if (back) {
        return new int[] {element};
      }
      int row = element / type.columns();
      int column = element % type.columns();
      int wide = 16 / type.component().bytes();
      int block =
          byRows
              ? row / 4 * (type.columns() / wide) + column / wide
              : column / wide * (type.rows() / 4) + row / 4;
      int width = type.component().bytes();
      int within = row % 4 * 16 + column % wide * width;
      return IntStream.of(4, 16)
          .map(
              unit ->
                  block / group * 64 * group
                      + (within / unit * group + block % group) * unit
                      + within % unit)
          .map(offset -> offset / width)
          .distinct()
          .toArray();
    }
  }

  /** What is particular. */
  private enum PipelineForm {
    SPIRV_1_3(Pipeline.version(3), FULL_SUBGROUPS, "KHR-SPV-007", "API-PIPE-001"),
    SPIRV_1_4(Pipeline.version(4), FULL_SUBGROUPS, "KHR-SPV-007", "API-PIPE-001"),
    SPIRV_1_5(Pipeline.version(5), FULL_SUBGROUPS, "KHR-SPV-007", "API-PIPE-001"),
    SPIRV_1_6(Pipeline.USUAL, FULL_SUBGROUPS, "KHR-SPV-007"),
    NO_FLAG(Pipeline.of(Size.ANY), FULL_SUBGROUPS, "API-PIPE-002"),
    FROM_CACHE(Pipeline.by(SubmissionPath.FROM_CACHE), FULL_SUBGROUPS, "API-PIPE-006"),
    SECOND_OF_MODULE(
        Pipeline.by(SubmissionPath.SECOND_OF_MODULE),
        new Resized(),
        DeviceReport.COMMANDS,
        "API-PIPE-005"),
    REQUIRED_SIZE(Pipeline.of(Size.OWN), "subgroupSizeControl", "API-PIPE-003"),
    OTHER_SIZE(Pipeline.of(Size.OTHER), "subgroupSizeControl", "API-PIPE-003"),
    ROW_BLOCKS(new Blocks(1, true, false), ARM_LAYOUTS, "KHR-ARM-005"),
    COLUMN_BLOCKS(new Blocks(1, false, false), ARM_LAYOUTS, "KHR-ARM-005"),
    ROW_BLOCKS_BACK(new Blocks(1, true, true), ARM_LAYOUTS, "KHR-ARM-008"),
    COLUMN_BLOCKS_BACK(new Blocks(1, false, true), ARM_LAYOUTS, "KHR-ARM-008"),
    ROW_BLOCKS_OF_TWO(new Blocks(2, true, false), ARM_LAYOUTS, "KHR-ARM-006"),
    ROW_BLOCKS_OF_FOUR(new Blocks(4, true, false), ARM_LAYOUTS, "KHR-ARM-006"),
    COLUMN_BLOCKS_OF_TWO(new Blocks(2, false, false), ARM_LAYOUTS, "KHR-ARM-006"),
    COLUMN_BLOCKS_OF_FOUR(new Blocks(4, false, false), ARM_LAYOUTS, "KHR-ARM-006"),
    SATURATED(new Saturate(), "shaderFloat8CooperativeMatrix", "NUM-CVT-013");

    /** Forms whose module has a version of its own; the others' is what the device takes. */
    private static final Set<PipelineForm> OF_VERSIONS = EnumSet.range(SPIRV_1_3, SPIRV_1_6);

    private final Pipeline pipeline;
    private final PipelineStep work;
    private final String feature;
    private final List<String> checks;

    PipelineForm(Pipeline pipeline, String feature, String... checks) {
      this(pipeline, new Copy(), feature, checks);
    }

    PipelineForm(PipelineStep work, String feature, String... checks) {
      this(Pipeline.USUAL, work, feature, checks);
    }

    PipelineForm(Pipeline pipeline, PipelineStep work, String feature, String... checks) {
      this.pipeline = pipeline;
      this.work = work;
      this.feature = feature;
      this.checks = List.of(checks);
    }

    /** What a device needs for it, the pipeline's flags among it. */
    List<String> features() {
      return pipeline.target.fullSubgroups() ? List.of(feature, FULL_SUBGROUPS) : List.of(feature);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public PipelineFamily() {}

  @Override
  public String name() {
    return "khr.pipeline";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("how module and pipeline are made is what it is about");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(PipelineForm.values())
        .flatMap(form -> form.checks.stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(PipelineForm.values()).flatMap(form -> cases(report, form));
  }

  private Stream<Case> cases(DeviceReport report, PipelineForm form) {
    Optional<String> lacking = report.missing(form.features());
    if (lacking.isPresent()) {
      return Stream.of(Case.unsupported(name() + "." + form, form.checks, lacks(lacking.get())));
    }
    if (PipelineForm.OF_VERSIONS.contains(form) && form.pipeline.isTooNew(report)) {
      return Stream.of(
          Case.unsupported(
              name() + "." + form,
              form.checks,
              "Vulkan %s takes no SPIR-V 1.%d"
                  .formatted(report.identity().apiVersion(), form.pipeline.target.minor())));
    }
    List<MatrixType> types = types(report, form.work).toList();
    return types.isEmpty() && form == PipelineForm.SECOND_OF_MODULE
        ? Stream.of(
            Case.unsupported(name() + "." + form, form.checks, "matrices of one size alone"))
        : types.stream().map(type -> of(report, form, type));
  }

  private Case of(DeviceReport report, PipelineForm form, MatrixType type) {
    boolean fits = form.pipeline.size != Size.OTHER || form.pipeline.size.of(report).isPresent();
    return Case.unless(
            fits ? Optional.empty() : Optional.of("subgroups of one size alone"),
            "%s.%s.%s".formatted(name(), form, type.label()),
            form.checks,
            () -> plan(report, type, form))
        .formed(form);
  }

  private static Stream<MatrixType> types(DeviceReport report, PipelineStep work) {
    Set<Object> kinds = new HashSet<>();
    return report.matrixTypes().stream()
        .filter(type -> type.scope() == Scope.SUBGROUP)
        .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
        .filter(type -> work.takes(report, type))
        .filter(type -> kinds.add(work.kind(type)));
  }

  private static Plan plan(DeviceReport report, MatrixType type, PipelineForm form) {
    Matrix x = form.work.matrix(report, "x", type.with(form.work.from(type)));
    Matrix r = form.work.matrix(report, "r", type);
    Array source = Array.buffer("source", Pointee.scalar(x.type().component()), Array.Access.READ);
    Array result = Array.buffer("result", Pointee.scalar(type.component()), Array.Access.WRITE);
    Array sizes = Array.buffer("sizes", Pointee.scalar(ComponentType.UINT32), Array.Access.WRITE);
    Program program =
        new Program(
            type.scope(),
            1,
            localSize(report, form),
            List.of(source, result, sizes),
            List.of(
                new Operation.WriteSubgroupSize(sizes, Index.of(0)),
                new Operation.Load(x, place(x, source, MemoryLayout.ROW_MAJOR)),
                form.work.operation(r, x),
                new Operation.Store(r, place(r, result, form.work.stored()))));
    ShaderPlan plan =
        ShaderPlan.judgedApart(
            program,
            List.of(
                new Subcase(
                    "distinct",
                    seed -> trial(report, type, form, InputPatterns.random(seed, type.label())))));
    Pipeline made = form.pipeline;
    Shader shader = plan.shader().subgroups(made.size.of(report)).with(made.target);
    List<SpirvOption> options = form.work.options();
    return plan.with(
        options.isEmpty() ? shader : shader.written(options.toArray(SpirvOption[]::new)));
  }

  /** The matrix of a workgroup, however many subgroups that has: all do the same. */
  private static Place place(Matrix matrix, Array array, MemoryLayout layout) {
    Index rows = size(matrix.rows(), matrix.type().rows());
    Index columns = size(matrix.columns(), matrix.type().columns());
    return new Place(
        array,
        new Index.Workgroup().times(rows.times(columns)),
        layout == MemoryLayout.ROW_MAJOR ? columns : rows,
        layout);
  }

  private static Index size(Optional<Constant> constant, int otherwise) {
    return constant.<Index>map(Index.Specialized::new).orElse(Index.of(otherwise));
  }

  /** One subgroup. */
  private static int localSize(DeviceReport report, PipelineForm form) {
    return form.pipeline.size.of(report).orElse(report.subgroup().size());
  }

  private static Trial trial(
      DeviceReport report, MatrixType type, PipelineForm form, SplittableRandom random) {
    ComponentType from = form.work.from(type);
    int count = WORKGROUPS * type.size();
    byte[] source = InputPatterns.fill(from, count * from.bytes(), form.work.data(from, random));
    int width = type.component().bytes();
    byte[] before = new byte[count * width];
    LittleEndian.put(before, 0, 1, 0xCD);
    ExpectedContents result = new ExpectedContents(before);
    for (int tile = 0; tile < WORKGROUPS; tile++) {
      for (int e = 0; e < type.size(); e++) {
        int start = tile * type.size();
        long[] sources =
            IntStream.of(form.work.sources(type, e))
                .mapToLong(
                    at -> LittleEndian.get(source, (start + at) * from.bytes(), from.bytes()))
                .toArray();
        result.put(
            (tile * type.size() + e) * width,
            type.component(),
            sources.length > 1 ? new Acceptance.OneOf(sources) : form.work.result(type, sources[0]),
            Rule.must(form.checks.toArray(String[]::new)));
      }
    }
    return TrialWriter.on(WORKGROUPS)
        .input(source)
        .result(result)
        .result(sizes(report, form))
        .trial();
  }

  /** How many invocations each invocation sees in its subgroup, where the pipeline requires it. */
  private static ExpectedContents sizes(DeviceReport report, PipelineForm form) {
    int count = WORKGROUPS * localSize(report, form);
    ExpectedContents sizes = ExpectedContents.marked(4 * count);
    OptionalInt required =
        report.subgroup().canRequireInCompute()
            ? form.pipeline.size.of(report)
            : OptionalInt.empty();
    Acceptance size =
        required.isPresent()
            ? new Acceptance.OneOf(required.getAsInt())
            : new Acceptance.Within(1, 128);
    for (int i = 0; i < count; i++) {
      sizes.put(4 * i, ComponentType.UINT32, size, Rule.must(form.checks.toArray(String[]::new)));
    }
    return sizes;
  }
}
