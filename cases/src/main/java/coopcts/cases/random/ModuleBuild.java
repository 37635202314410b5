// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.DeviceReport.Subgroup;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

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
  FROM_CACHE,
  FULL_SUBGROUPS;

  private static final Pattern TYPE = Pattern.compile("\\b(coopvecNV|vector)<(\\w+), (\\d+)>");

  /** The first of the minor versions of SPIR-V that modules are made in. */
  private static final int FIRST_VERSION = 3;

  /** The oldest minor version of SPIR-V that stages other than compute are made with. */
  private static final int OLDEST_OF_STAGES = 4;

  /** The one with a name. */
  static Optional<ModuleBuild> named(String name) {
    return Arrays.stream(values()).filter(build -> build.toString().equals(name)).findFirst();
  }

  /** Whether a program can be made so. */
  boolean fits(RandomProgram program, DeviceReport report) {
    boolean isCompute = program.stage() == ShaderStage.COMPUTE;
    return switch (this) {
      case COUNTS -> !isCounted(program);
      case SPIRV_1_3, SPIRV_1_4, SPIRV_1_5 -> isCompute || minor() >= OLDEST_OF_STAGES;
      case FROM_CACHE -> true;
      case FULL_SUBGROUPS ->
          isCompute
              && !program.program().isMixed()
              && report.has("computeFullSubgroups")
              && program.program().instances() % report.subgroup().size() == 0;
      case SMALLEST, LARGEST ->
          isCompute
              && !program.program().isMixed()
              && report.subgroup().canRequireInCompute()
              && report.subgroup().minimum() < report.subgroup().maximum();
    };
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

  private static boolean isCounted(RandomProgram program) {
    boolean[] found = new boolean[1];
    Walk.operations(program.program().body(), one -> found[0] |= isCounted(one));
    return found[0];
  }

  /** A program's plan made so. */
  ShaderPlan of(ShaderPlan plan, DeviceReport report) {
    Shader shader = plan.shader();
    Subgroup subgroup = report.subgroup();
    return plan.with(
        switch (this) {
          case COUNTS -> counted(shader);
          case SPIRV_1_3, SPIRV_1_4, SPIRV_1_5 -> shader.with(shader.target().version(minor()));
          case FROM_CACHE -> shader.with(shader.target().by(SubmissionPath.FROM_CACHE));
          case FULL_SUBGROUPS -> shader.with(shader.target().full());
          case SMALLEST -> shader.subgroups(subgroup.minimum());
          case LARGEST -> shader.subgroups(subgroup.maximum());
        });
  }

  private int minor() {
    return FIRST_VERSION + ordinal() - SPIRV_1_3.ordinal();
  }

  private static Shader counted(Shader shader) {
    SortedMap<Integer, Constant> constants = new TreeMap<>(shader.constants());
    StringBuilder declarations = new StringBuilder();
    List<Integer> counts =
        TYPE.matcher(shader.glsl())
            .results()
            .map(found -> Integer.valueOf(found.group(3)))
            .distinct()
            .toList();
    int id = 0;
    for (int count : counts) {
      while (constants.containsKey(id)) {
        id++;
      }
      String name = "count" + count;
      int otherwise = otherwise(count);
      constants.put(id, new Constant(id, name, ComponentType.UINT32, otherwise, count));
      declarations.append(
          "layout(constant_id = %d) const uint %s = %d;\n".formatted(id, name, otherwise));
    }
    String glsl = TYPE.matcher(shader.glsl()).replaceAll(ModuleBuild::counted);
    int at = glsl.indexOf("\nlayout(local_size_x");
    return shader
        .source(glsl.substring(0, at + 1) + declarations + glsl.substring(at + 1))
        .specialized(constants);
  }

  private static String counted(MatchResult found) {
    return "%s<%s, count%s>".formatted(found.group(1), found.group(2), found.group(3));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
