package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Conversion;
import coopcts.oracle.Expectation;
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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * Modules of every version of SPIR-V that knows matrices, pipelines with and without the flag for
 * full subgroups; layouts that GLSL cannot name; conversions that saturate.
 */
public final class PipelineFamily extends GatedFamily {

  private static final int WORKGROUPS = 2;

  private static final String COPY = "r = x;";

  /** What is particular. */
  private enum Form {
    SPIRV_1_3(3, true, "KHR-SPV-007", "API-PIPE-001"),
    SPIRV_1_4(4, true, "KHR-SPV-007", "API-PIPE-001"),
    SPIRV_1_5(5, true, "KHR-SPV-007", "API-PIPE-001"),
    SPIRV_1_6(6, true, "KHR-SPV-007"),
    NO_FLAG(6, false, "API-PIPE-002"),
    FROM_CACHE(6, true, "API-PIPE-006"),
    REQUIRED_SIZE(6, false, "API-PIPE-003"),
    ROW_BLOCKS(6, true, "KHR-ARM-005"),
    COLUMN_BLOCKS(6, true, "KHR-ARM-005"),
    ROW_BLOCKS_BACK(6, true, "KHR-ARM-008"),
    COLUMN_BLOCKS_BACK(6, true, "KHR-ARM-008"),
    SATURATED(6, true, "NUM-CVT-013");

    private final int minor;
    private final boolean fullSubgroups;
    private final List<String> checks;

    Form(int minor, boolean fullSubgroups, String... checks) {
      this.minor = minor;
      this.fullSubgroups = fullSubgroups;
      this.checks = List.of(checks);
    }

    boolean isBlocked() {
      return name().contains("BLOCKS");
    }

    boolean isBack() {
      return name().endsWith("BACK");
    }

    boolean byRows() {
      return name().startsWith("ROW");
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Features of the layouts of VK_ARM_cooperative_matrix_layouts: none is published (KHR §5). */
  private static final String ARM_LAYOUTS = "cooperativeMatrixLayouts";

  @Override
  public String name() {
    return "khr.pipeline";
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(Form.values()).flatMap(form -> form.checks.stream()).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    for (Form form : Form.values()) {
      String name = name() + "." + form;
      Optional<String> missing = report.missing(features(form));
      if (missing.isPresent()) {
        cases.add(Case.unsupported(name, form.checks, lacks(missing.get())));
        continue;
      }
      types(report, form)
          .forEach(
              type ->
                  cases.add(
                      Case.of(
                          name + "." + type.label(), form.checks, () -> plan(report, type, form))));
    }
    return cases.stream();
  }

  private static List<String> features(Form form) {
    return form.isBlocked()
        ? List.of(ARM_LAYOUTS)
        : form == Form.SATURATED
            ? List.of("shaderFloat8CooperativeMatrix")
            : form == Form.REQUIRED_SIZE
                ? List.of("subgroupSizeControl")
                : List.of("computeFullSubgroups");
  }

  /** The first type of each use; for blocks those that they fit, for saturation the targets. */
  private static List<MatrixType> types(DeviceReport report, Form form) {
    List<Object> uses = new ArrayList<>();
    return report.matrixTypes().stream()
        .filter(type -> type.scope() == Scope.SUBGROUP)
        .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
        .filter(
            type ->
                switch (form) {
                  case SATURATED ->
                      type.component().isFloat8()
                          && report.matrixTypes().contains(type.with(ComponentType.FLOAT16));
                  case ROW_BLOCKS, COLUMN_BLOCKS, ROW_BLOCKS_BACK, COLUMN_BLOCKS_BACK ->
                      type.rows() % 4 == 0 && type.columns() * type.component().bytes() % 16 == 0;
                  default -> true;
                })
        .filter(
            type -> {
              List<Object> key =
                  form.isBlocked() || form == Form.SATURATED
                      ? List.of(type.use(), type.component())
                      : List.of(type.use());
              boolean fresh = !uses.contains(key);
              uses.add(key);
              return fresh;
            })
        .toList();
  }

  private static Plan plan(DeviceReport report, MatrixType type, Form form) {
    ComponentType from = form == Form.SATURATED ? ComponentType.FLOAT16 : type.component();
    String glsl =
        Template.of("khr/pipeline.comp")
            .with("EXTENSIONS", ComponentSupport.extension(type.component()))
            .with("LOCAL_SIZE", report.subgroup().size())
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("USE", type.use().glsl())
            .with("SOURCE", from.glsl(1))
            .with("RESULT", type.component().glsl(1))
            .with("MAIN", form == Form.SATURATED ? "saturatedConvertEXT(r, x);" : COPY)
            .text();
    OptionalInt size =
        form == Form.REQUIRED_SIZE ? OptionalInt.of(report.subgroup().size()) : OptionalInt.empty();
    Shader shader =
        Shader.of(glsl, size, 0, "source", "result")
            .with(
                new Shader.Target(
                    ShaderStage.COMPUTE, form.minor, form.fullSubgroups, form == Form.FROM_CACHE))
            .patched(form.isBlocked() ? blocked(form) : List.of());
    return new ShaderPlan(
        shader,
        List.of(
            new Subcase(
                "distinct", seed -> trial(type, from, form, Data.random(seed, type.label())))));
  }

  /** The load in blocks, and the store too where the way back is looked at. */
  private static List<Shader.Patch> blocked(Form form) {
    List<Shader.Patch> patches = new ArrayList<>();
    patches.add(
        new Shader.Patch(
            "OpCapability CooperativeMatrixKHR$",
            "OpCapability CooperativeMatrixKHR\nOpCapability CooperativeMatrixLayoutsARM"));
    patches.add(
        new Shader.Patch(
            "OpExtension \"SPV_KHR_cooperative_matrix\"",
            "OpExtension \"SPV_KHR_cooperative_matrix\"\nOpExtension \"SPV_ARM_cooperative_matrix_layouts\""));
    patches.add(
        new Shader.Patch(
            "^( *%uint_3 = OpConstant %uint 3)$",
            "$1\n%arm = OpConstant %uint "
                + (form.byRows() ? 4202 : 4203)
                + "\n%blocks = OpConstant %uint 1"));
    patches.add(
        new Shader.Patch(
            "(OpCooperativeMatrixLoadKHR %\\w+ %\\w+) %\\w+ %\\w+", "$1 %arm %blocks"));
    if (form.isBack()) {
      patches.add(
          new Shader.Patch(
              "(OpCooperativeMatrixStoreKHR %\\w+ %\\w+) %\\w+ %\\w+", "$1 %arm %blocks"));
    }
    return patches;
  }

  private static Trial trial(
      MatrixType type, ComponentType from, Form form, SplittableRandom random) {
    int count = WORKGROUPS * type.size();
    IntToLongFunction numbers =
        form == Form.SATURATED ? Data.wide(from, 13, random) : Data.distinct(from, random);
    byte[] source = Data.fill(from, count * from.bytes(), numbers);
    byte[] result = new byte[count * type.component().bytes()];
    LittleEndian.put(result, 0, 1, 0xCD);
    Contents contents = new Contents(result);
    int width = type.component().bytes();
    for (int tile = 0; tile < WORKGROUPS; tile++) {
      for (int e = 0; e < type.size(); e++) {
        int at = form.isBlocked() && !form.isBack() ? inBlocks(type, form, e) : e;
        long bits =
            LittleEndian.get(source, (tile * type.size() + at) * from.bytes(), from.bytes());
        contents.put(
            (tile * type.size() + e) * width,
            type.component(),
            form == Form.SATURATED
                ? Conversion.saturated(from, type.component(), bits)
                : new Acceptance.OneOf(bits),
            Rule.must(form.checks.getFirst()));
      }
    }
    return Trial.of(
        new byte[0],
        List.of(source, result),
        WORKGROUPS,
        new Expectation(List.of(Contents.untouched(source), contents.buffer()), List.of()));
  }

  /** Where an element lies in blocks of 4 rows of 16 bytes (KHR §5, stride 1), in elements. */
  private static int inBlocks(MatrixType type, Form form, int element) {
    int row = element / type.columns();
    int column = element % type.columns();
    int wide = 16 / type.component().bytes();
    int block =
        form.byRows()
            ? row / 4 * (type.columns() / wide) + column / wide
            : column / wide * (type.rows() / 4) + row / 4;
    return block * 4 * wide + row % 4 * wide + column % wide;
  }
}
