package coopcts.cases;

import coopcts.program.Constant;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A compute shader and all that decides on its pipeline.
 *
 * @param glsl its source
 * @param patches changes of its SPIR-V, for what GLSL cannot say
 * @param constants the specialization constants by their ids
 * @param buffers names of the buffers bound to set 0, in order of binding
 * @param addressed names of the buffers reached by their address alone
 * @param pushBytes bytes of push constants
 * @param subgroupSize invocations that a subgroup must have, where the device can be asked
 */
public record Shader(
    String glsl,
    List<Patch> patches,
    SortedMap<Integer, Constant> constants,
    List<String> buffers,
    List<String> addressed,
    int pushBytes,
    OptionalInt subgroupSize) {

  /** A shader that only reads and writes the buffers that are bound. */
  public static Shader of(String glsl, OptionalInt subgroupSize, int pushBytes, String... buffers) {
    return new Shader(
        glsl, List.of(), new TreeMap<>(), List.of(buffers), List.of(), pushBytes, subgroupSize);
  }

  public Shader specialized(SortedMap<Integer, Constant> other) {
    return new Shader(glsl, patches, other, buffers, addressed, pushBytes, subgroupSize);
  }

  public Shader patched(List<Patch> other) {
    return new Shader(glsl, other, constants, buffers, addressed, pushBytes, subgroupSize);
  }

  /** The same with buffers that are reached by their address. */
  public Shader addressing(String... other) {
    return new Shader(glsl, patches, constants, buffers, List.of(other), pushBytes, subgroupSize);
  }

  /**
   * A change of the disassembled module: every match of a regular expression is replaced, and there
   * must be one.
   */
  public record Patch(String pattern, String replacement) {}
}
