package coopcts.cases;

import coopcts.program.Constant;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

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

  /**
   * A change of the disassembled module: every match of a regular expression is replaced, and there
   * must be one.
   */
  public record Patch(String pattern, String replacement) {}
}
