// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.combinations.Covering;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What stands around a shader: one value of each axis. */
record ExecutionContext(
    Local local,
    Groups groups,
    Flow flow,
    Company company,
    Binding binding,
    Size size,
    ModuleVariant making) {

  /** Each is asked for its name often: choices hang on it. */
  private static final Map<ExecutionContext, String> NAMES = new ConcurrentHashMap<>();

  private static final List<List<?>> AXES =
      axes(
          List.of(Groups.SAME, Groups.X, Groups.Y, Groups.Z),
          List.of(Flow.CALLED, Flow.BRANCH, Flow.LOOP, Flow.TWICE, Flow.NESTED));

  private static final List<List<?>> ALL = axes(List.of(Groups.values()), List.of(Flow.values()));

  private static List<List<?>> axes(List<Groups> groups, List<Flow> flows) {
    return List.of(
        List.of(Local.values()),
        groups,
        flows,
        List.of(Company.values()),
        List.of(Binding.values()),
        List.of(Size.values()));
  }

  /** Frames that hold every pair of values of two axes; the module is made as it always is. */
  static List<ExecutionContext> pairs() {
    return Covering.pairs(AXES, row -> Arrays.stream(row).sum() > 0).stream()
        .map(row -> of(row, ModuleVariant.USUAL))
        .toList();
  }

  /**
   * The same for those whose workgroups lie along another axis, none of them idle, or whose shader
   * stays in {@code main} and outside of all control flow.
   */
  static List<ExecutionContext> open() {
    return Covering.pairs(
            ALL,
            row -> {
              ExecutionContext frame = of(row, ModuleVariant.USUAL);
              return frame.isOpen()
                  && (frame.flow != Flow.STRAIGHT || frame.company == Company.ALONE);
            })
        .stream()
        .map(row -> of(row, ModuleVariant.USUAL))
        .toList();
  }

  private boolean isOpen() {
    return flow == Flow.STRAIGHT || groups == Groups.ALONG_Y || groups == Groups.ALONG_Z;
  }

  ExecutionContext made(ModuleVariant other) {
    return new ExecutionContext(local, groups, flow, company, binding, size, other);
  }

  private static ExecutionContext of(int[] row, ModuleVariant making) {
    return new ExecutionContext(
        Local.values()[row[0]],
        Groups.values()[row[1]],
        Flow.values()[row[2]],
        Company.values()[row[3]],
        Binding.values()[row[4]],
        Size.values()[row[5]],
        making);
  }

  /** How the invocations of a workgroup lie. */
  enum Local {
    /** As the shader has it: along x. */
    LINE,
    PLANE,
    CUBE,
    /** Along x, behind subgroups that do nothing. */
    LATER;

    /** Whether lines of invocations lie beside each other. */
    boolean isLaid() {
      return this == PLANE || this == CUBE;
    }
  }

  /** How the workgroups lie. */
  enum Groups {
    SAME,
    /** Two that do nothing before those that do. */
    X,
    Y,
    Z,
    /** None that does nothing. */
    ALONG_Y,
    ALONG_Z
  }

  /** The control flow around the shader's body, all of it uniform. */
  enum Flow {
    CALLED,
    BRANCH,
    LOOP,
    /** A loop of two turns, each with the whole body. */
    TWICE,
    NESTED,
    /** None: the body stays where it was. */
    STRAIGHT
  }

  /** Products of another type in the same shader. */
  enum Company {
    ALONE,
    BEFORE,
    AFTER,
    /** Made before and stored after, so that they are alive meanwhile. */
    AROUND
  }

  /** Where the shader's buffers are bound. */
  enum Binding {
    NEAR,
    /** Behind as many others as there are bindings of a single digit. */
    FAR
  }

  /** The size of subgroups that the pipeline asks for. */
  enum Size {
    OWN,
    SMALLER,
    LARGER
  }

  /** Its part of a case's name. */
  @Override
  public String toString() {
    return NAMES.computeIfAbsent(this, ExecutionContext::words);
  }

  private String words() {
    return Stream.concat(Stream.of(local, groups, flow, company, binding, size), making.unusual())
        .map(Enum::name)
        .collect(Collectors.joining("_"))
        .toLowerCase(Locale.ROOT);
  }
}
