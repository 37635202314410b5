// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.glsl.StageFrame;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pipeline of a kernel as parts of a C file: compute, a draw or rays. */
final class CPipeline {

  /** Vertices of the one triangle that covers all fragments. */
  private static final int TRIANGLE = 3;

  /** The shader tables of rays, in the order that vkCmdTraceRaysKHR has them. */
  private enum Table {
    GENERATION,
    MISS,
    HIT,
    CALLABLE
  }

  private final Kernel kernel;
  private final ShaderStage stage;
  private final List<Integer> groups;

  /**
   * @param groups workgroups, or what is in their place
   */
  CPipeline(Kernel kernel, List<Integer> groups) {
    this.kernel = kernel;
    this.stage = kernel.stage();
    this.groups = groups;
  }

  /** What C cannot say of a job's pipeline, or empty. */
  static Optional<String> obstacle(Job job, ShaderStage stage) {
    return stage.isRayTracing()
            && (job.buffers().stream().noneMatch(buffer -> !buffer.isAddressed())
                || job.buffers().stream()
                    .anyMatch(buffer -> !buffer.isAddressed() && buffer.set() != 0))
        ? Optional.of("rays without a buffer in set 0 or with one in another set")
        : Optional.empty();
  }

  /** The parts that it is written with. */
  List<String> parts() {
    if (stage == ShaderStage.COMPUTE) {
      return List.of(
          kernel.way() == SubmissionPath.PIPELINE_BINARY ? "binaries" : "compute", "dispatch");
    }
    List<String> parts = new ArrayList<>();
    parts.add(kernel.companions().isEmpty() ? "alone" : "stages");
    if (stage.isRayTracing()) {
      parts.add("rays");
      if (traces()) {
        parts.add("scene");
      }
    } else {
      parts.addAll(List.of("graphics", stage.hasWorkgroups() ? "mesh" : "draw"));
    }
    return parts;
  }

  /** Whether any of the shaders knows what rays are traced through. */
  private boolean traces() {
    return stage.isRayTracing()
        && Stream.concat(Stream.of(kernel.spirv()), kernel.companions().values().stream())
            .anyMatch(
                spirv ->
                    RequiredFeatures.has(spirv, RequiredFeatures.OP_TYPE_ACCELERATION_STRUCTURE));
  }

  /** What the holes of the parts are filled with. */
  Map<String, String> holes() {
    Map<String, String> holes = new LinkedHashMap<>();
    holes.put("STAGE", bit(stage));
    holes.put("ENTRY", kernel.entry());
    holes.put("SUBGROUP", Integer.toString(kernel.requiredSubgroupSize().orElse(0)));
    holes.put("FULL", kernel.isFull() ? "1" : "0");
    holes.put("GROUPS", groups.stream().map(Object::toString).collect(Collectors.joining(", ")));
    holes.put(
        "BINDPOINT",
        "VK_PIPELINE_BIND_POINT_"
            + (stage == ShaderStage.COMPUTE
                ? "COMPUTE"
                : stage.isRayTracing() ? "RAY_TRACING_KHR" : "GRAPHICS"));
    holes.put(
        "PIPELINESTAGE",
        stage == ShaderStage.COMPUTE
            ? "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT"
            : "VK_PIPELINE_STAGE_ALL_COMMANDS_BIT");
    holes.put("SETLAYOUTS", traces() ? "SETS + 1" : "SETS");
    boolean isFragment = stage == ShaderStage.FRAGMENT;
    holes.put("WIDTH", isFragment ? groups.get(0).toString() : "1");
    holes.put("HEIGHT", isFragment ? groups.get(1).toString() : "1");
    holes.put("DISCARD", isFragment ? "VK_FALSE" : "VK_TRUE");
    holes.put("VERTICES", isFragment ? Integer.toString(TRIANGLE) : groups.get(0).toString());
    holes.put("TOPOLOGY", "VK_PRIMITIVE_TOPOLOGY_" + topology());
    holes.put("OTHERS", others());
    holes.put("OTHERROWS", otherRows());
    if (stage.isRayTracing()) {
      List<Table> tables = order().stream().map(CPipeline::table).distinct().toList();
      holes.put("RAYGROUPS", tables.stream().map(this::group).collect(Collectors.joining()));
      holes.put(
          "REGIONS",
          tables.stream()
              .map(table -> Integer.toString(table.ordinal()))
              .collect(Collectors.joining(", ")));
    }
    return holes;
  }

  /** The queue that it needs. */
  String queue() {
    return stage == ShaderStage.COMPUTE || stage.isRayTracing()
        ? "VK_QUEUE_COMPUTE_BIT"
        : "VK_QUEUE_GRAPHICS_BIT";
  }

  private static String bit(ShaderStage stage) {
    String name = stage == ShaderStage.RAY_GENERATION ? "RAYGEN" : stage.name();
    String ending =
        stage.isRayTracing()
            ? "_KHR"
            : stage.hasWorkgroups() && stage != ShaderStage.COMPUTE ? "_EXT" : "";
    return "VK_SHADER_STAGE_" + name + "_BIT" + ending;
  }

  private String topology() {
    return switch (stage) {
      case TESSELLATION_CONTROL, TESSELLATION_EVALUATION -> "PATCH_LIST";
      case FRAGMENT -> "TRIANGLE_LIST";
      default -> "POINT_LIST";
    };
  }

  /** The modules of the other stages. */
  private String others() {
    return StageFrame.companions(stage).entrySet().stream()
        .map(
            other ->
                "/*\n%s */\nstatic const uint32_t %s[] = {\n%s};\n"
                    .formatted(
                        CSource.harmless(other.getValue()),
                        name(other.getKey()),
                        CData.module(kernel.companions().get(other.getKey()))))
        .collect(Collectors.joining("\n"));
  }

  private String otherRows() {
    return kernel.companions().keySet().stream()
        .map(other -> "    {%s, sizeof %s, %s},\n".formatted(bit(other), name(other), name(other)))
        .collect(Collectors.joining());
  }

  private static String name(ShaderStage stage) {
    return "spirv_" + stage.suffix();
  }

  /** The stages as the pipeline has them. */
  private List<ShaderStage> order() {
    return Stream.concat(Stream.of(stage), kernel.companions().keySet().stream()).toList();
  }

  private static Table table(ShaderStage stage) {
    return switch (stage) {
      case RAY_GENERATION -> Table.GENERATION;
      case MISS -> Table.MISS;
      case CALLABLE -> Table.CALLABLE;
      default -> Table.HIT;
    };
  }

  /** The group of shaders of a table. */
  private String group(Table table) {
    String[] at = {"NONE", "NONE", "NONE", "NONE"};
    for (int i = 0; i < order().size(); i++) {
      if (table(order().get(i)) == table) {
        at[place(order().get(i))] = Integer.toString(i);
      }
    }
    return """
        {VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR, NULL,
         VK_RAY_TRACING_SHADER_GROUP_TYPE_%s_KHR, %s},
    """
        .formatted(
            table == Table.HIT ? "PROCEDURAL_HIT_GROUP" : "GENERAL",
            Arrays.stream(at).collect(Collectors.joining(", ")));
  }

  /** The member of a group that names a stage's shader. */
  private static int place(ShaderStage stage) {
    return switch (stage) {
      case CLOSEST_HIT -> 1;
      case ANY_HIT -> 2;
      case INTERSECTION -> 3;
      default -> 0;
    };
  }
}
