// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import static coopcts.glsl.GlslTokens.ANY;

import coopcts.glsl.GlslTokens;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.plan.Shader;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the module and the pipeline of a program of vectors are made, in any stage. */
enum ModuleBuild {
  /** All numbers of components are specialization constants. */
  COUNTS,
  SPIRV_1_3,
  SPIRV_1_4,
  SPIRV_1_5,
  /** The smallest subgroups that the device can be asked for. */
  SMALLEST,
  LARGEST,
  FULL_SUBGROUPS;

  /** A type of several components, whose number has this place. */
  private static final String[] TYPE = {ANY, "<", ANY, ",", ANY, ">"};

  private static final int OF_COUNT = 4;

  private static final Set<String> TYPES = Set.of("coopvecNV", "vector");

  /** The first of the minor versions of SPIR-V that modules are made in. */
  private static final int FIRST_VERSION = 3;

  /** The oldest minor version of SPIR-V that stages other than compute are made with. */
  private static final int OLDEST_OF_STAGES = 4;

  /** Why a program cannot be made so, or empty. */
  Optional<String> unfit(Program program, ShaderStage stage, DeviceReport report) {
    boolean isPlain = stage == ShaderStage.COMPUTE && !program.isMixed();
    boolean fits =
        switch (this) {
          case COUNTS -> !isCounted(program);
          case SPIRV_1_3, SPIRV_1_4, SPIRV_1_5 ->
              stage == ShaderStage.COMPUTE || minor() >= OLDEST_OF_STAGES;
          case FULL_SUBGROUPS ->
              isPlain
                  && report.has("computeFullSubgroups")
                  && program.instances() % report.subgroup().size() == 0;
          case SMALLEST, LARGEST ->
              isPlain
                  && report.subgroup().canRequireInCompute()
                  && report.subgroup().minimum() < report.subgroup().maximum();
        };
    return fits ? Optional.empty() : Optional.of("the program is not made with " + this);
  }

  /** Whether the front end looks at how many components there are, and sees the default. */
  private static boolean isCounted(Operation operation) {
    return switch (operation) {
      case VectorOperation.Compose _ -> true;
      case VectorOperation.Pick op ->
          isLast(op.to(), op.result()) || isLast(op.from(), op.source());
      case VectorOperation.Move op ->
          op.through() == VectorOperation.Through.LONG_VECTOR
              && otherwise(op.source().type().rows()) <= VectorOperation.SHORT;
      default -> false;
    };
  }

  private static boolean isLast(Index index, Matrix of) {
    return index instanceof Index.Literal(int value) && value >= otherwise(of.type().rows());
  }

  /** What stands in the shader where a number of components is specialized: too few. */
  private static int otherwise(int count) {
    return count == 1 ? 2 : count - 1;
  }

  private static boolean isCounted(Program program) {
    boolean[] found = new boolean[1];
    Walk.operations(program.body(), one -> found[0] |= isCounted(one));
    return found[0];
  }

  /** A program's shader made so. */
  Shader of(Shader shader, DeviceReport report) {
    return switch (this) {
      case COUNTS -> counted(shader);
      case SPIRV_1_3, SPIRV_1_4, SPIRV_1_5 -> shader.with(shader.target().version(minor()));
      case FULL_SUBGROUPS -> shader.with(shader.target().full());
      case SMALLEST -> shader.subgroups(report.subgroup().minimum());
      case LARGEST -> shader.subgroups(report.subgroup().maximum());
    };
  }

  private int minor() {
    return FIRST_VERSION + ordinal() - SPIRV_1_3.ordinal();
  }

  private static Shader counted(Shader shader) {
    GlslTokens glsl = GlslTokens.of(shader.glsl());
    SortedMap<Integer, Constant> constants = new TreeMap<>(shader.constants());
    StringBuilder declarations = new StringBuilder();
    Map<Integer, String> others = new HashMap<>();
    glsl.places(TYPE)
        .filter(at -> TYPES.contains(glsl.text(at)))
        .map(at -> at + OF_COUNT)
        .filter(at -> ModuleVariant.isNumber(glsl.text(at)))
        .forEach(
            at -> {
              int count = Integer.parseInt(glsl.text(at));
              String name = "count" + count;
              if (!others.containsValue(name)) {
                int id = ModuleVariant.near(constants);
                int otherwise = otherwise(count);
                constants.put(id, new Constant(id, name, ComponentType.UINT32, otherwise, count));
                declarations.append(
                    "layout(constant_id = %d) const uint %s = %d;\n"
                        .formatted(id, name, otherwise));
              }
              others.put(at, name);
            });
    String counted = glsl.with(others);
    int at = counted.indexOf("\nlayout(local_size_x") + 1;
    return shader
        .source(counted.substring(0, at) + declarations + counted.substring(at))
        .specialized(constants);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
