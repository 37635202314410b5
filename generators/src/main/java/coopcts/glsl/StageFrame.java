// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.ShaderStage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Puts a compute shader of independent invocations into the frame of another stage: the stage's own
 * {@code main} numbers its invocations and calls what was the compute shader's, or has it itself.
 *
 * <p>Some stages may run an invocation several times, so each one's first visit alone counts; the
 * visits are kept in a buffer behind the shader's own ones.
 */
public final class StageFrame {

  private static final String ROOT = "/coopcts/stages/";

  /** How words begin that only invocations in workgroups have. */
  private static final List<String> IN_WORKGROUPS =
      List.of("gl_Local", "gl_WorkGroup", "gl_NumWorkGroups", "gl_NumSubgroups", "gl_SubgroupID");

  private static final Collector<CharSequence, ?, String> LINES =
      Collectors.collectingAndThen(
          Collectors.joining("\n"), text -> text.isEmpty() ? "" : text + "\n");

  private static final String MAIN = "void main() {\n";

  private static final String END = "\n}\n";

  /** Where a stage's main calls the compute shader's at an invocation's first visit. */
  private static final String AT_FIRST =
      "    if (atomicAdd(visits[invocation], 1u) == 0u) {\n        body();\n    }\n";

  /** Ends every other visit. */
  private static final String FIRST_ALONE =
      "    if (atomicAdd(visits[invocation], 1u) != 0u) {\n        return;\n    }\n";

  /** Where it calls it always. */
  private static final String CALL = "    body();\n";

  /** Fragments in a line: odd, so that quads hang over. */
  private static final int WIDTH = 5;

  private StageFrame() {}

  /** Whether a compute shader can stand in a stage's frame. */
  private static boolean fits(ShaderStage stage, GlslTokens compute) {
    return compute.localSize().isPresent()
        && (stage.hasWorkgroups() || compute.texts().noneMatch(StageFrame::isOfWorkgroups));
  }

  private static boolean isOfWorkgroups(String word) {
    return word.equals("shared") || IN_WORKGROUPS.stream().anyMatch(word::startsWith);
  }

  /**
   * Puts a compute shader into the frame of another stage.
   *
   * @param stage where the shader is to stand
   * @param compute GLSL with a line {@code layout(local_size_x = N) in;} whose invocations are told
   *     apart by {@code gl_GlobalInvocationID.x} alone
   * @param invocations how many invocations there are in all
   * @param visits binding in set 0 of a buffer with a 32-bit unsigned integer for each invocation,
   *     all zero before the run; the stage counts there how often it ran each
   * @param isInMain whether the body of the compute shader becomes that of the stage's {@code
   *     main}, outside of all control flow; {@link #fitsInMain} must be true then
   * @return the GLSL of the stage's shader
   * @throws IllegalArgumentException if a stage without workgroups cannot have the shader because
   *     it uses shared memory or builtins of workgroups, or its workgroups lie along several axes
   * @throws IllegalStateException if the shader declares no size of its workgroups
   */
  public static String of(
      ShaderStage stage, String compute, int invocations, int visits, boolean isInMain) {
    GlslTokens tokens = GlslTokens.of(compute);
    if (!fits(stage, tokens)) {
      throw new IllegalArgumentException("the shader belongs to compute");
    }
    String[] frame =
        TextResources.text(ROOT + (stage.isRayTracing() ? "ray" : stage) + ".glsl")
            .replace("${WIDTH}", Integer.toString(WIDTH))
            .replace("${COUNT}", Integer.toString(invocations))
            .split("// BODY\n");
    String extensions = frame[0].lines().filter(StageFrame::isExtension).collect(LINES);
    String declarations =
        (stage.hasWorkgroups()
                ? "layout(local_size_x = %d) in;\n".formatted(tokens.localSize().getAsInt())
                : "")
            + frame[0].lines().filter(line -> !isExtension(line)).collect(LINES)
            + "layout(set = 0, binding = %d, std430) buffer VisitBuffer { uint visits[]; };\n"
                .formatted(visits)
            + "uint invocation;\n";
    String own =
        tokens.withLocalSize(declarations).replace("gl_GlobalInvocationID.x", "invocation");
    String whole = isInMain ? inMain(own, frame[1]) : called(own, frame[1]);
    int version = whole.indexOf('\n') + 1;
    return whole.substring(0, version) + extensions + whole.substring(version);
  }

  private static String called(String own, String frame) {
    return own.replace("void main()", "void body()") + "\n" + frame;
  }

  private static String inMain(String own, String frame) {
    if (!fitsInMain(own)) {
      throw new IllegalArgumentException("the shader's main is not its end, or returns before");
    }
    int start = own.indexOf(MAIN);
    String body = own.substring(start + MAIN.length(), own.length() - 2);
    String main = frame;
    if (frame.contains(AT_FIRST)) {
      // What the stage has to do besides is done at every visit.
      String behind = frame.substring(frame.indexOf(AT_FIRST) + AT_FIRST.length());
      String besides = behind.substring(0, behind.lastIndexOf('}'));
      main = frame.replace(AT_FIRST + besides, besides + FIRST_ALONE + CALL);
    }
    return own.substring(0, start) + main.replace(CALL, body);
  }

  /**
   * Whether the body of a compute shader can become that of a stage's {@code main}: its own {@code
   * main} is its last function and has no {@code return}, for a stage may have something to do at
   * the end.
   *
   * @param compute the compute shader's GLSL
   * @return false where the stage's {@code main} must call it as a function
   */
  public static boolean fitsInMain(String compute) {
    int start = compute.indexOf(MAIN);
    return start >= 0
        && compute.indexOf(END, start) + END.length() == compute.length()
        && GlslTokens.of(compute.substring(start)).texts().noneMatch("return"::equals);
  }

  private static boolean isExtension(String line) {
    return line.startsWith("#extension");
  }

  /**
   * How many invocations or workgroups a stage is launched with in each direction. Stages with
   * workgroups take those of the compute shader; fragments lie in lines of five; all others lie
   * along x.
   *
   * @param stage where the shader stands
   * @param workgroups numbers of workgroups along x, y and z that the compute shader is run with
   * @param invocations how many invocations there are in all
   * @return numbers along x, y and z: of workgroups, vertices, fragments or rays
   * @throws IllegalArgumentException if the stage is fragment and {@code invocations} is no
   *     multiple of five
   */
  public static List<Integer> groups(ShaderStage stage, List<Integer> workgroups, int invocations) {
    if (stage.hasWorkgroups()) {
      return workgroups;
    }
    if (stage != ShaderStage.FRAGMENT) {
      return List.of(invocations, 1, 1);
    }
    if (invocations % WIDTH != 0) {
      throw new IllegalArgumentException(invocations + " fragments in lines of " + WIDTH);
    }
    return List.of(WIDTH, invocations / WIDTH, 1);
  }

  /**
   * The GLSL of the other shaders that a pipeline needs so that a stage is run at all, such as a
   * vertex shader before fragments.
   *
   * @param stage where the shader that is tested stands
   * @return sources by stage, a map of the caller's; empty where the stage needs no others
   */
  public static SortedMap<ShaderStage, String> companions(ShaderStage stage) {
    List<String> files = new ArrayList<>();
    switch (stage) {
      case COMPUTE, VERTEX, MESH, RAY_GENERATION -> {}
      case TESSELLATION_CONTROL -> files.addAll(List.of("plain.vert", "line.tese"));
      case TESSELLATION_EVALUATION -> files.addAll(List.of("plain.vert", "line.tesc"));
      case GEOMETRY -> files.add("plain.vert");
      case FRAGMENT -> files.add("everywhere.vert");
      case TASK -> files.add("none.mesh");
      case ANY_HIT, CLOSEST_HIT -> files.addAll(List.of("hit.rgen", "box.rint", "sky.rmiss"));
      case INTERSECTION -> files.addAll(List.of("hit.rgen", "sky.rmiss"));
      case MISS -> files.add("miss.rgen");
      case CALLABLE -> files.add("call.rgen");
    }
    SortedMap<ShaderStage, String> companions = new TreeMap<>();
    for (String file : files) {
      companions.put(
          ShaderStage.of(file.substring(file.indexOf('.') + 1)).orElseThrow(),
          TextResources.text(ROOT + "companions/" + file));
    }
    return companions;
  }
}
