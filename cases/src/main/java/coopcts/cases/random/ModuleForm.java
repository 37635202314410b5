// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.plan.Shader;
import coopcts.program.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Other modules that mean the same as a program of matrices: most are what GLSL cannot say, by
 * changes of the SPIR-V.
 */
enum ModuleForm {
  /** Variables of {@code main} that are global ones. */
  GLOBALS("^void main\\(\\) \\{\n(?:    const .*\n)*    coopmat<", ModuleForm::globals),
  VOLATILE(" buffer \\w+Buffer", glsl -> qualified(glsl, "volatile")),
  COHERENT(" buffer \\w+Buffer", glsl -> qualified(glsl, "coherent")),
  RESTRICT(" buffer \\w+Buffer", glsl -> qualified(glsl, "restrict")),
  /** OpCopyObject behind every matrix that is read. */
  COPIED_OBJECTS(
      "coopMatStore\\(m\\d+,",
      new Shader.Patch(
          "(%\\w+) = OpLoad (%\\w+) (%[mp]\\d+)\\n",
          "$1_loaded = OpLoad $2 $3\n$1 = OpCopyObject $2 $1_loaded\n")),
  /** OpCopyMemory from variable to variable. */
  COPIED_MEMORY(
      "^ +m\\d+ = m\\d+;",
      new Shader.Patch(
          "(%\\w+) = OpLoad %\\w+ (%m\\d+)\\n\\s*OpStore (%m\\d+) \\1\\n", "OpCopyMemory $3 $2\n")),
  /** A phi in place of a variable that is set in both branches. */
  PHI(
      Branches.CHOSEN,
      new Shader.Patch(
          Branches.MODULE,
          Branches.VALUES + "$5_chosen = OpPhi $6 $5 $3 $9 $4\nOpStore $8 $5_chosen\n")),
  /** The same as the operand of what stands behind the branches. */
  PHI_TAKEN(
      Branches.CHOSEN
          + "\n +(?:m\\d+ = (?:-|m\\d+ [-+*/] |coopmat<[^>]*>\\()?\\1\\b"
          + "|coopMat(?:Reduce|Transpose|PerElement)NV\\(m\\d+, \\1\\b)",
      new Shader.Patch(
          Branches.MODULE + "((?:(?!.*OpLabel|.*\\8\\b).*\\n)*?)\\s*(%\\w+) = OpLoad \\6 \\8\\n",
          Branches.VALUES + "$12 = OpPhi $6 $5 $3 $9 $4\nOpStore $8 $12\n$11")),
  /** The first buffer's elements by way of its array. */
  CHAINED(
      "binding = 0, std430\\) (?!readonly buffer AddressBuffer)",
      new Shader.Patch(
          "(%(\\w+)Buffer = OpTypeStruct (%\\w+)\\n)(\\s*%\\w+ = OpTypePointer StorageBuffer"
              + " %\\2Buffer\\n\\s*%_ = OpVariable)",
          "$1%first_array = OpTypePointer StorageBuffer $3\n$4"),
      new Shader.Patch(
          "(%\\w+) = OpAccessChain (%\\w+) %_ %int_0 (%\\w+)\\n",
          "$1_array = OpAccessChain %first_array %_ %int_0\n"
              + "$1 = OpAccessChain $2 $1_array $3\n")),
  NONTEMPORAL_LOADS("coopMatLoad\\(\\w+, (in|divisors)\\d+,", operands("Load", "Nontemporal")),
  NONTEMPORAL_STORES("coopMatStore\\(\\w+, out", operands("Store", "Nontemporal")),
  EMPTY_LOADS("coopMatLoad\\(\\w+, (in|divisors)\\d+,", operands("Load", "None")),
  LOADS_WITHOUT("coopMatLoad\\(\\w+, (in|divisors)\\d+,", operands("Load", "")),
  STORES_WITHOUT("coopMatStore\\(\\w+, out", operands("Store", "")),
  WIDE_STRIDES(
      "coopMatLoad\\(\\w+, (in|divisors)\\d+,", "shaderInt64", strides("Load", "Int64", "64")),
  WIDE_STRIDES_STORED("coopMatStore\\(\\w+, out", "shaderInt64", strides("Store", "Int64", "64")),
  NARROW_STRIDES(
      "coopMatLoad\\(\\w+, (in|divisors)\\d+,", "shaderInt16", strides("Load", "Int16", "16")),
  NARROW_STRIDES_STORED("coopMatStore\\(\\w+, out", "shaderInt16", strides("Store", "Int16", "16")),
  /** Matrices of zeros as null constants. */
  NULL(
      "= coopmat<[^>]*>\\((0u|0\\.0|\\w*int\\w*\\(0\\)|float16_t\\(0\\.0\\))\\)",
      new Shader.Patch(
          // What is written in hexadecimal ends with the digits of its exponent: %half_0x1p_0 is 1.
          "(%\\w+) = OpConstantComposite (%\\w+) (%(?!\\w*_(?:n0x|0x(?!0p_0\\n"
              + ")))\\w+_0(?:x0p_0)?)\\n",
          "$1 = OpConstantNull $2\n")),
  /** Products with operands that say nothing. */
  OPERANDS_NONE(
      "coopMatMulAdd\\((\\w+, ){2}\\w+\\)",
      new Shader.Patch(
          "(OpCooperativeMatrixMulAddKHR %\\w+ %\\w+ %\\w+ %\\w+)\\n", "$1 NoneKHR\n")),
  /** A component that replaces another by its number, in a matrix that is a value. */
  INSERTED(
      "^ +m\\d+\\[1\\] = ",
      new Shader.Patch(
          "(?s)(%m\\d+)( = OpVariable %_ptr_Function_(\\w+) Function\\n.*?)(%\\w+) = OpAccessChain"
              + " %\\w+ \\1 %int_1\\n\\s*OpStore \\4 (%\\w+)\\n",
          "$1$2$4_whole = OpLoad %$3 $1\n$4_more = OpCompositeInsert %$3 $5 $4_whole 1\n"
              + "OpStore $1 $4_more\n")),
  /** Tensor layouts that are copied before they are used. */
  LAYOUT_COPIED("^ *tensorLayoutNV<", TensorForms::copied),
  /** Tensor layouts that come out of a function. */
  LAYOUT_RETURNED("^ *tensorLayoutNV<", TensorForms::returned),
  /** Tensor layouts of which others are made that nobody uses. */
  LAYOUT_DERIVED("^ *t = \\w+\\(t, .*\\);\n *(coopMat|tensorViewNV)", TensorForms::derived),
  /** Tensor views of which others are made that nobody uses. */
  VIEW_DERIVED("^ *tView = \\w+\\(tView, .*\\);\n *coopMat", TensorForms::derivedViews),
  /** Rows or columns by a specialization constant. */
  LAYOUT_SPECIALIZED("gl_CooperativeMatrixLayout(Row|Column)Major", ModuleForm::layouts),
  REPLICATED(
      "= coopmat<[^>]*>\\((factors|K)",
      "shaderReplicatedComposites",
      replicated("OpCompositeConstruct")),
  REPLICATED_CONSTANTS(
      "= coopmat<[^>]*>\\((int\\(|-?\\d|\\w+\\(-?\\d)",
      "shaderReplicatedComposites",
      replicated("OpConstantComposite"));

  /** Branches that both set a matrix, in GLSL and in a module. */
  private static final class Branches {
    static final String CHOSEN = "\\{\n +(m\\d+) = m\\d+;\n +\\} else \\{\n +\\1 = m\\d+;\n +\\}";

    /** All the branches that a selection has: nothing else leads to the block where they meet. */
    static final String MODULE =
        "(OpSelectionMerge (%\\w+) \\w+\\n\\s*Op(?:BranchConditional|Switch) %\\w+"
            + " (%\\w+) (?:\\d+ )?(%\\w+)\\n\\s*)\\3 = OpLabel\\n"
            + "\\s*(%\\w+) = OpLoad (%\\w+) (%m\\d+)\\n\\s*OpStore (%m\\d+) \\5\\n"
            + "\\s*OpBranch \\2\\n\\s*\\4 = OpLabel\\n\\s*(%\\w+) = OpLoad \\6 (%m\\d+)\\n"
            + "\\s*OpStore \\8 \\9\\n\\s*OpBranch \\2\\n\\s*\\2 = OpLabel\\n";

    /** The same without the variable, up to the label of the block where they meet. */
    static final String VALUES =
        "$1$3 = OpLabel\n$5 = OpLoad $6 $7\nOpBranch $2\n$4 = OpLabel\n$9 = OpLoad $6 $10\n"
            + "OpBranch $2\n$2 = OpLabel\n";
  }

  private static final Pattern MATRIX = Pattern.compile("^    coopmat<[^;=]*> m\\d+;\n", 8);

  /** A load or a store, one a line. */
  private static final Pattern ACCESS = Pattern.compile("coopMat(Load|Store)\\(");

  /** Its stride, as a number or the name of a constant. */
  private static final Pattern STRIDE =
      Pattern.compile(
          "coopMat(Load|Store)\\(.*, (push\\.n|)((?<number>\\d+)u?|(?<constant>\\w+)), gl_Coop");

  /** The number of a specialization constant that no program has. */
  private static final int FREE = 1000;

  private final Pattern where;
  private final List<String> features;
  private final UnaryOperator<String> source;
  private final List<Shader.Patch> patches;

  ModuleForm(String where, UnaryOperator<String> source) {
    this.where = Pattern.compile(where, Pattern.MULTILINE);
    this.features = List.of();
    this.source = source;
    this.patches = List.of();
  }

  ModuleForm(String where, Shader.Patch... patches) {
    this(where, List.of(), List.of(patches));
  }

  ModuleForm(String where, String feature, List<Shader.Patch> patches) {
    this(where, List.of(feature), patches);
  }

  ModuleForm(String where, List<String> features, List<Shader.Patch> patches) {
    this.where = Pattern.compile(where, Pattern.MULTILINE);
    this.features = features;
    this.source = UnaryOperator.identity();
    this.patches = patches;
  }

  private static String globals(String glsl) {
    int main = glsl.indexOf("void main() {\n");
    String body = glsl.substring(main);
    String variables =
        String.join("", MATRIX.matcher(body).results().map(MatchResult::group).toList());
    return glsl.substring(0, main)
        + variables.replace("    coopmat", "coopmat")
        + "\n"
        + MATRIX.matcher(body).replaceAll("");
  }

  private static String qualified(String glsl, String qualifier) {
    return glsl.replaceAll("( buffer \\w+Buffer \\{)", " " + qualifier + "$1");
  }

  private static Shader.Patch operands(String way, String operands) {
    return new Shader.Patch(
        "(OpCooperativeMatrix%sKHR%s) None\\n".formatted(way, " %\\w+".repeat(4)),
        "$1 %s\n".formatted(operands));
  }

  /** Strides of another width than 32 bits, of a type that the module has not yet. */
  private static List<Shader.Patch> strides(String way, String capability, String bits) {
    boolean load = way.equals("Load");
    return List.of(
        new Shader.Patch(
            "(OpCapability CooperativeMatrixKHR)\\n", "$1\nOpCapability " + capability + "\n"),
        new Shader.Patch(
            "\\A([\\s\\S]*?\\n)(\\s*%\\w+ = OpTypeFunction )",
            "$1%stride_type = OpTypeInt " + bits + " 0\n$2"),
        load
            ? new Shader.Patch(
                "(%\\w+) = OpCooperativeMatrixLoadKHR (%\\w+) (%\\w+) (%\\w+) (%\\w+)([^\\n]*)\\n",
                "$1_stride = OpUConvert %stride_type $5\n"
                    + "$1 = OpCooperativeMatrixLoadKHR $2 $3 $4 $1_stride$6\n")
            : new Shader.Patch(
                "OpCooperativeMatrixStoreKHR (%\\w+) (%\\w+) (%\\w+) (%\\w+)([^\\n]*)\\n",
                "$2_stride = OpUConvert %stride_type $4\n"
                    + "OpCooperativeMatrixStoreKHR $1 $2 $3 $2_stride$5\n"));
  }

  private static List<Shader.Patch> replicated(String instruction) {
    return List.of(
        new Shader.Patch(
            "= %s (%%\\w+) (%%\\w+)\\n".formatted(instruction),
            "= %sReplicateEXT $1 $2\n".formatted(instruction)),
        new Shader.Patch(
            "(OpCapability CooperativeMatrixKHR)\\n", "$1\nOpCapability ReplicatedCompositesEXT\n"),
        new Shader.Patch(
            "(OpExtension \"SPV_KHR_cooperative_matrix\")\\n",
            "$1\nOpExtension \"SPV_EXT_replicated_composites\"\n"));
  }

  /**
   * Whether a device may refuse it: strides of 64 bits (KHR-LOAD-032), which a program has by name
   * alone.
   */
  static boolean mayBeRefused(String name) {
    return name.equals(WIDE_STRIDES.toString()) || name.equals(WIDE_STRIDES_STORED.toString());
  }

  /** The one with a name. */
  static Optional<ModuleForm> of(String name) {
    return Arrays.stream(values()).filter(form -> form.toString().equals(name)).findFirst();
  }

  /** Whether a shader of matrices can have this form on a device. */
  boolean fits(Shader shader, DeviceReport report) {
    boolean isNew =
        switch (this) {
          case WIDE_STRIDES, WIDE_STRIDES_STORED -> hasNone(shader, "64");
          case NARROW_STRIDES, NARROW_STRIDES_STORED ->
              hasNone(shader, "16") && hasNarrowStrides(shader);
          default -> true;
        };
    // Products of signed numbers have operands.
    boolean isOfOthers = this != OPERANDS_NONE || !shader.glsl().contains("coopmat<int");
    return isNew
        && isOfOthers
        && !shader.glsl().contains("workgroupcoherent")
        && (patches.isEmpty() || isReadBack(shader))
        && shader.patches().isEmpty()
        && report.missing(features).isEmpty()
        && where.matcher(shader.glsl()).find();
  }

  /**
   * Whether all strides are numbers of 16 bits, written down, handed over or a constant's; what is
   * computed counts as wider.
   */
  static boolean hasNarrowStrides(Shader shader) {
    return shader
        .glsl()
        .lines()
        .filter(line -> ACCESS.matcher(line).find())
        .allMatch(
            line -> {
              Matcher stride = STRIDE.matcher(line);
              return stride.find() && number(stride, shader) <= Character.MAX_VALUE;
            });
  }

  private static long number(MatchResult stride, Shader shader) {
    return stride.group("number") != null
        ? Long.parseLong(stride.group("number"))
        : shader.constants().values().stream()
            .filter(constant -> constant.name().equals(stride.group("constant")))
            .mapToLong(Constant::bits)
            .findFirst()
            .orElse(Long.MAX_VALUE);
  }

  /** Whether a shader has no integers of so many bits. */
  private static boolean hasNone(Shader shader, String bits) {
    return Stream.of("int", "i", "u").noneMatch(type -> shader.glsl().contains(type + bits));
  }

  /** Whether SPIRV-Tools reads what it writes: not the operands of stores of some tensors. */
  static boolean isReadBack(Shader shader) {
    return !shader.glsl().contains(" passed[");
  }

  /** Layouts as constants with the other layout as default. */
  private static String layouts(String glsl) {
    String text = glsl;
    for (boolean row : new boolean[] {true, false}) {
      text =
          text.replace(
              row ? "gl_CooperativeMatrixLayoutRowMajor" : "gl_CooperativeMatrixLayoutColumnMajor",
              layout(row).name());
    }
    return text.replaceFirst(
        "\\) in;\n",
        ") in;\n%s%s".formatted(declaration(layout(true)), declaration(layout(false))));
  }

  private static String declaration(Constant layout) {
    return "layout(constant_id = %d) const int %s = %d;\n"
        .formatted(layout.id(), layout.name(), layout.defaultBits());
  }

  private static Constant layout(boolean row) {
    return row
        ? new Constant(FREE, "ROWS", ComponentType.SINT32, 1, 0)
        : new Constant(FREE + 1, "COLUMNS", ComponentType.SINT32, 0, 1);
  }

  private SortedMap<Integer, Constant> constants(Shader shader) {
    SortedMap<Integer, Constant> all = new TreeMap<>(shader.constants());
    if (this == LAYOUT_SPECIALIZED) {
      all.put(FREE, layout(true));
      all.put(FREE + 1, layout(false));
    }
    return all;
  }

  /** How often it is drawn where it fits: what seldom fits more often. */
  int weight() {
    return switch (this) {
      case LAYOUT_COPIED, LAYOUT_RETURNED, LAYOUT_DERIVED, VIEW_DERIVED -> 2;
      case PHI -> 6;
      case PHI_TAKEN -> 24;
      case NULL, REPLICATED, REPLICATED_CONSTANTS, COPIED_MEMORY, INSERTED -> 4;
      default -> 1;
    };
  }

  /** What is changed in the module's text. */
  List<Shader.Patch> patches() {
    return patches;
  }

  /** A shader in this form. */
  Shader of(Shader shader) {
    List<Shader.Patch> all = new ArrayList<>(shader.patches());
    all.addAll(patches);
    return shader.source(source.apply(shader.glsl())).patched(all).specialized(constants(shader));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
