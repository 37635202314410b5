// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import static coopcts.glsl.GlslTokens.ANY;

import coopcts.combinations.Covering;
import coopcts.glsl.GlslTokens;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.plan.Shader;
import coopcts.program.Constant;
import coopcts.spirv.Compiler;
import coopcts.spirv.Compiler.Optimization;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How a shader's module and pipeline are made: one value of each axis. */
record ModuleVariant(
    Buffers buffers, Constants constants, Version version, Pipeline pipeline, Sizes sizes) {

  /** The descriptor set of the shader's buffers. */
  enum Buffers {
    SET_0(0),
    SET_1(1),
    SET_3(3);

    private final int set;

    Buffers(int set) {
      this.set = set;
    }
  }

  /** Specialization constants without which the shader does nothing. */
  enum Constants {
    NO_MORE,
    /** One with a small id. */
    NEAR,
    /** Of 16, 32 and 64 bits, with large ids, their highest bits set. */
    MANY
  }

  /** The version of SPIR-V. */
  enum Version {
    SPIRV_1_6(6),
    SPIRV_1_5(5),
    SPIRV_1_4(4),
    SPIRV_1_3(3);

    private final int minor;

    Version(int minor) {
      this.minor = minor;
    }
  }

  /** What the pipeline asks for. */
  enum Pipeline {
    PLAIN,
    FULL,
    /** Made again from what a cache kept. */
    CACHED
  }

  /** How the sizes and scopes of matrices are written. */
  enum Sizes {
    WRITTEN,
    SPECIALIZED,
    COMPUTED,
    SCOPED
  }

  private static final List<List<?>> AXES =
      List.of(
          List.of(Buffers.values()),
          List.of(Constants.values()),
          List.of(Version.values()),
          List.of(Pipeline.values()),
          List.of(Sizes.values()));

  /** As always. */
  static final ModuleVariant USUAL = of(new int[AXES.size()]);

  /** Ids below this one are small; the constants of other shaders lie below it. */
  private static final int SMALL_IDS = 8;

  /** The first id of constants with large ids. */
  private static final int LARGE_IDS = 40;

  /** The first id of sizes. */
  private static final int SIZE_IDS = 60;

  private static final String INT16 = "shaderInt16";
  private static final String INT64 = "shaderInt64";

  private static final String SCOPE = "gl_Scope";

  /** The numbers of scopes in modules. */
  private static final Map<String, Integer> SCOPES = Map.of("Workgroup", 2, "Subgroup", 3);

  /** The first words of a matrix's type: its scope, rows and columns have these places. */
  private static final String[] MATRIX = {"coopmat", "<", ANY, ",", ANY, ",", ANY, ",", ANY, ","};

  private static final int OF_SCOPE = 4;
  private static final int OF_ROWS = 6;
  private static final int OF_COLUMNS = 8;

  /**
   * @param row an index for each axis
   */
  static ModuleVariant of(int[] row) {
    return new ModuleVariant(
        Buffers.values()[row[0]],
        Constants.values()[row[1]],
        Version.values()[row[2]],
        Pipeline.values()[row[3]],
        Sizes.values()[row[4]]);
  }

  /** Every pair of values of two axes. */
  static List<ModuleVariant> pairs(Predicate<ModuleVariant> allowed) {
    return Covering.pairs(AXES, row -> Arrays.stream(row).sum() > 0 && allowed.test(of(row)))
        .stream()
        .map(ModuleVariant::of)
        .toList();
  }

  /** The values that are not as always. */
  Stream<Enum<?>> unusual() {
    return Stream.<Enum<?>>of(buffers, constants, version, pipeline, sizes)
        .filter(value -> value.ordinal() > 0);
  }

  /** Its name among those that a frame draws from. */
  @Override
  public String toString() {
    return unusual().map(Enum::name).collect(Collectors.joining("_"));
  }

  /**
   * Whether a shader can be made so on a device.
   *
   * @param isFull whether its workgroups are whole subgroups along x
   */
  boolean fits(Shader shader, DeviceReport report, boolean isFull) {
    boolean hasConstants =
        switch (constants) {
          case NO_MORE -> true;
          case NEAR -> near(shader.constants()) < SMALL_IDS;
          case MANY -> report.has(INT16) && report.has(INT64);
        };
    // The front end wants the scope of QCOM's conversions written, and SPIRV-Tools checks them with
    // the defaults of sizes.
    boolean isWritten = shader.glsl().contains("GL_QCOM_");
    boolean hasSizes =
        switch (sizes) {
          case WRITTEN -> true;
          case SPECIALIZED, COMPUTED ->
              !isWritten && sized(GlslTokens.of(shader.glsl())).length > 0;
          case SCOPED -> !isWritten && scopes(shader).size() == 1;
        };
    boolean hasPipeline = pipeline != Pipeline.FULL || isFull && report.has("computeFullSubgroups");
    // The front end makes these modules in no older version.
    boolean hasVersion = version.minor >= Compiler.oldest(shader.glsl());
    boolean isLow = shader.constants().isEmpty() || shader.constants().lastKey() < LARGE_IDS;
    return hasVersion && hasConstants && hasSizes && hasPipeline && isLow;
  }

  /** The first id that is not taken. */
  static int near(SortedMap<Integer, Constant> constants) {
    int id = 0;
    while (constants.containsKey(id)) {
      id++;
    }
    return id;
  }

  /** Frames stand around shaders of {@link Shader.Target#USUAL} alone. */
  Shader.Target target() {
    return new Shader.Target(
        ShaderStage.COMPUTE,
        version.minor,
        pipeline == Pipeline.FULL,
        pipeline == Pipeline.CACHED ? SubmissionPath.FROM_CACHE : SubmissionPath.PLAIN,
        Optimization.NONE,
        buffers.set);
  }

  /** The shader's constants and those of the frame. */
  SortedMap<Integer, Constant> constants(Shader shader) {
    SortedMap<Integer, Constant> all = new TreeMap<>(shader.constants());
    switch (constants) {
      case NO_MORE -> {}
      case NEAR -> add(all, near(shader.constants()), "frameNear", ComponentType.UINT32, 77);
      case MANY -> {
        add(all, LARGE_IDS, "frameNarrow", ComponentType.UINT16, 0x9C41);
        add(all, LARGE_IDS + 1, "frameFar", ComponentType.UINT32, 0xB2D05E01L);
        add(all, LARGE_IDS + 2, "frameWide", ComponentType.UINT64, 0x1000_0000_0003L);
      }
    }
    if (sizes == Sizes.SCOPED) {
      int scope = SCOPES.get(scopes(shader).getFirst());
      int other = SCOPES.values().stream().mapToInt(Integer::intValue).sum() - scope;
      all.put(
          SIZE_IDS - 1,
          new Constant(SIZE_IDS - 1, "frameScope", ComponentType.SINT32, other, scope));
    } else if (sizes != Sizes.WRITTEN) {
      GlslTokens glsl = GlslTokens.of(shader.glsl());
      Arrays.stream(sized(glsl))
          .flatMap(at -> IntStream.of(at + OF_ROWS, at + OF_COLUMNS))
          .mapToObj(at -> Integer.valueOf(glsl.text(at)))
          .distinct()
          .forEach(
              lines ->
                  add(
                      all,
                      SIZE_IDS + all.size(),
                      (sizes == Sizes.COMPUTED ? "frameLess" : "frameLines") + lines,
                      ComponentType.UINT32,
                      sizes == Sizes.COMPUTED ? lines - 1 : lines));
    }
    return all;
  }

  /** The scopes of its matrices. */
  private static List<String> scopes(Shader shader) {
    GlslTokens glsl = GlslTokens.of(shader.glsl());
    return scoped(glsl)
        .mapToObj(at -> glsl.text(at + OF_SCOPE).substring(SCOPE.length()))
        .distinct()
        .toList();
  }

  /** Where the types of matrices begin whose scope is written down. */
  private static IntStream scoped(GlslTokens glsl) {
    return glsl.places(Arrays.copyOf(MATRIX, OF_SCOPE + 2))
        .filter(at -> glsl.text(at + OF_SCOPE).startsWith(SCOPE));
  }

  /** Where the types of matrices begin whose scope, rows and columns are written down. */
  private static int[] sized(GlslTokens glsl) {
    return scoped(glsl)
        .filter(at -> glsl.isAt(at, MATRIX))
        .filter(at -> isNumber(glsl.text(at + OF_ROWS)) && isNumber(glsl.text(at + OF_COLUMNS)))
        .toArray();
  }

  static boolean isNumber(String text) {
    return text.chars().allMatch(Character::isDigit);
  }

  private static void add(
      SortedMap<Integer, Constant> all, int id, String name, ComponentType type, long bits) {
    all.put(id, new Constant(id, name, type, 2, bits));
  }

  /** The source with its buffers in their set. */
  String bound(String glsl) {
    return glsl.replace("set = 0, binding", "set = %d, binding".formatted(buffers.set));
  }

  /** The shader's own source with sizes and scopes as they are written. */
  String sized(String glsl) {
    GlslTokens tokens = GlslTokens.of(glsl);
    Map<Integer, String> others = new HashMap<>();
    switch (sizes) {
      case WRITTEN -> {}
      case SCOPED -> scoped(tokens).forEach(at -> others.put(at + OF_SCOPE, "frameScope"));
      case SPECIALIZED, COMPUTED ->
          Arrays.stream(sized(tokens))
              .flatMap(at -> IntStream.of(at + OF_ROWS, at + OF_COLUMNS))
              .forEach(at -> others.put(at, "frameLines" + tokens.text(at)));
    }
    return tokens.with(others);
  }

  /** Declarations of the frame's own constants. */
  String declarations(Shader shader) {
    StringBuilder text = new StringBuilder();
    constants(shader)
        .forEach(
            (id, constant) -> {
              if (!shader.constants().containsKey(id)) {
                text.append(
                    "layout(constant_id = %d) const %s %s = %s(%d);\n"
                        .formatted(
                            id,
                            constant.type().glsl(1),
                            constant.name(),
                            constant.type().glsl(1),
                            constant.defaultBits()));
                if (constant.name().startsWith("frameLess")) {
                  text.append(
                      "const uint %s = %s + 1u;\n"
                          .formatted(constant.name().replace("Less", "Lines"), constant.name()));
                }
              }
            });
    return text.toString();
  }

  /** What must hold of the constants so that the shader does something, or nothing. */
  String condition() {
    return switch (constants) {
      case NO_MORE -> "";
      case NEAR -> "frameNear == 77u";
      case MANY ->
          "frameNarrow == 0x9C41us && frameFar == 0xB2D05E01u && frameWide == 0x100000000003ul";
    };
  }

  /** The extensions that the constants take. */
  String extensions() {
    return constants == Constants.MANY
        ? "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
        : "";
  }
}
