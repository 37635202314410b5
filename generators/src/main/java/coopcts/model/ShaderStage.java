// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The stages of Vulkan's pipelines, in the order of {@code VkShaderStageFlagBits}. A constant says
 * which features a device needs for shaders of the stage and what their files are called.
 */
public enum ShaderStage {
  /** Vertex shaders. */
  VERTEX("vert", "vertexPipelineStoresAndAtomics"),
  /** Tessellation control shaders. */
  TESSELLATION_CONTROL("tesc", "tessellationShader", "vertexPipelineStoresAndAtomics"),
  /** Tessellation evaluation shaders. */
  TESSELLATION_EVALUATION("tese", "tessellationShader", "vertexPipelineStoresAndAtomics"),
  /** Geometry shaders. */
  GEOMETRY("geom", "geometryShader", "vertexPipelineStoresAndAtomics"),
  /** Fragment shaders. */
  FRAGMENT("frag", "fragmentStoresAndAtomics"),
  /** Compute shaders. */
  COMPUTE("comp"),
  /** Task shaders. */
  TASK("task", "taskShader", "meshShader"),
  /** Mesh shaders. */
  MESH("mesh", "meshShader"),
  /** Ray generation shaders. */
  RAY_GENERATION("rgen", "rayTracingPipeline", "accelerationStructure"),
  /** Any-hit shaders. */
  ANY_HIT("rahit", "rayTracingPipeline", "accelerationStructure"),
  /** Closest-hit shaders. */
  CLOSEST_HIT("rchit", "rayTracingPipeline", "accelerationStructure"),
  /** Miss shaders. */
  MISS("rmiss", "rayTracingPipeline", "accelerationStructure"),
  /** Intersection shaders. */
  INTERSECTION("rint", "rayTracingPipeline", "accelerationStructure"),
  /** Callable shaders. */
  CALLABLE("rcall", "rayTracingPipeline", "accelerationStructure");

  /** What every stage of a graphics pipeline needs. */
  private static final List<String> GRAPHICS =
      List.of(DeviceReport.GRAPHICS_QUEUE, "dynamicRendering");

  private final String suffix;
  private final List<String> features;

  ShaderStage(String suffix, String... features) {
    this.suffix = suffix;
    this.features = List.of(features);
  }

  /** {@return the stage's value of {@code VkShaderStageFlagBits}, such as 0x20 for compute} */
  public int bit() {
    return 1 << ordinal();
  }

  /**
   * {@return the extension of the stage's GLSL files, by which glslang knows the stage, without a
   * dot: {@code comp}, {@code vert} and so on}
   */
  public String suffix() {
    return suffix;
  }

  /**
   * Looks up a stage by the extension of its GLSL files.
   *
   * @param suffix the extension in lower case, without a dot, such as {@code comp}
   * @return the stage; empty if no stage has the extension
   */
  public static Optional<ShaderStage> of(String suffix) {
    return Arrays.stream(values()).filter(stage -> stage.suffix.equals(suffix)).findFirst();
  }

  /**
   * {@return names, as in {@link DeviceReport#features}, of all features that a device must report
   * for shaders of the stage that write to buffers} The list is empty for compute, and
   * unmodifiable.
   */
  public List<String> features() {
    return this == COMPUTE || isRayTracing()
        ? features
        : Stream.concat(GRAPHICS.stream(), features.stream()).toList();
  }

  /** {@return whether the stage's invocations come in workgroups: compute, task and mesh} */
  public boolean hasWorkgroups() {
    return this == COMPUTE || this == TASK || this == MESH;
  }

  /**
   * {@return whether the stage belongs to ray tracing pipelines: ray generation, any-hit,
   * closest-hit, miss, intersection and callable}
   */
  public boolean isRayTracing() {
    return ordinal() >= RAY_GENERATION.ordinal();
  }

  /** The name in case names: lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
