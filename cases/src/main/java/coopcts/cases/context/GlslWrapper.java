// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.plan.Shader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A shader in a frame: its {@code main} becomes a function, and what it asks of its place in the
 * dispatch is what it would have been without the frame.
 */
final class GlslWrapper {

  /** Workgroups and subgroups that do nothing before those that do. */
  static final int IDLE = 2;

  /** Bindings before those of a shader whose buffers are far. */
  static final int NEARER = 8;

  /** Of a workgroup without subgroups that can lie beside each other. */
  private static final int PARTS = 4;

  private static final Pattern LOCAL_SIZE =
      Pattern.compile("layout\\(local_size_x = (\\d+)\\) in;\n");

  private static final Pattern MAIN = Pattern.compile("\\bvoid main\\(\\)");

  /** Stands for the start of {@code main} until the body's words have been replaced. */
  private static final String START = "\n/* start */\n";

  private static final Pattern MAIN_BODY = Pattern.compile("\\bvoid main\\(\\)\\s*\\{\n");

  private static final String SCOPES = "#extension GL_KHR_memory_scope_semantics : require\n";

  private static final String SUBGROUPS = "#extension GL_KHR_shader_subgroup_basic : require\n";

  /** What a shader may ask of its place. */
  private static final Pattern PLACE =
      Pattern.compile(
          "\\bgl_(?!WorkGroupID\\.x|LocalInvocationIndex|GlobalInvocationID\\.x|SubgroupID\\b"
              + "|NumSubgroups|SubgroupInvocationID|WorkGroupSize\\.x|SubgroupSize)"
              + "(Local|Global|WorkGroup|Num|Subgroup)");

  private static final Pattern BUFFER =
      Pattern.compile("set = 0, binding = (\\d+)(, \\w+)?\\)\\s+(\\w+)");

  /** What must be done by all of a workgroup, or once alone. */
  private static final Pattern TOGETHER =
      Pattern.compile(
          "\\bbarrier\\(|^shared |gl_ScopeWorkgroup|\\bsubgroup\\w+\\(", Pattern.MULTILINE);

  private static final Pattern SHARED_MATRIX = Pattern.compile("coopmat<\\w+, *gl_ScopeWorkgroup");

  private static final Pattern SHARED = Pattern.compile("^shared ", Pattern.MULTILINE);

  private static final Pattern ONCE =
      Pattern.compile("Accumulate|atomic|buffer_reference|^shared |coherent", Pattern.MULTILINE);

  private final Body body;
  private final Shader shader;
  private final ExecutionContext frame;
  private final Optional<NeighbourProducts> neighbour;
  private final int local;
  private final int subgroup;

  /** Invocations with those that are there for whole subgroups alone. */
  private final int padded;

  private GlslWrapper(
      Body body, ExecutionContext frame, Optional<NeighbourProducts> neighbour, int subgroup) {
    this.body = body;
    this.shader = body.shader;
    this.frame = frame;
    this.neighbour = neighbour;
    this.local = body.local;
    this.subgroup = subgroup;
    this.padded = padded();
  }

  /**
   * A shader that may stand in frames.
   *
   * @param local invocations of its workgroups
   * @param isTogether whether a workgroup's invocations work together, or one of them alone
   * @param isRepeatable whether its body may run twice: it reads some buffers and writes others
   * @param hasSharedMatrices whether it has matrices of workgroup scope and no shared memory of its
   *     own
   */
  record Body(
      Shader shader,
      int local,
      boolean isTogether,
      boolean isRepeatable,
      boolean hasSharedMatrices) {

    /** A shader, or nothing if no frame fits around it. */
    static Optional<Body> of(Shader shader) {
      String glsl = shader.glsl();
      Matcher size = LOCAL_SIZE.matcher(glsl);
      if (!size.find()
          || !shader.patches().isEmpty()
          || shader.writer() != Shader.Writer.GLSL
          || !shader.target().equals(Shader.Target.USUAL)
          || MAIN.matcher(glsl).results().count() != 1
          || PLACE.matcher(glsl).find()) {
        return Optional.empty();
      }
      boolean isTogether = TOGETHER.matcher(glsl).find();
      Predicate<String> oneWay = access -> access.equals("readonly") || access.equals("writeonly");
      boolean isRepeatable =
          !isTogether
              && !ONCE.matcher(glsl).find()
              && BUFFER.matcher(glsl).results().allMatch(buffer -> oneWay.test(buffer.group(3)));
      return Optional.of(
          new Body(
              shader,
              Integer.parseInt(size.group(1)),
              isTogether,
              isRepeatable,
              SHARED_MATRIX.matcher(glsl).find() && !SHARED.matcher(glsl).find()));
    }
  }

  /**
   * A shader in a frame, or nothing if it cannot stand there.
   *
   * @param neighbour the products that keep it company, where the frame has company
   * @param report of the device that it is for, with subgroups of the frame's size
   */
  static Optional<GlslWrapper> of(
      Body body,
      ExecutionContext frame,
      Optional<NeighbourProducts> neighbour,
      DeviceReport report) {
    if (frame.company() != ExecutionContext.Company.ALONE
        && !neighbour.map(one -> one.standsBeside(body.shader.glsl())).orElse(false)) {
      return Optional.empty();
    }
    GlslWrapper framing =
        new GlslWrapper(body, frame, neighbour, subgroup(body, frame, report.subgroup().size()));
    return framing.fits(report) ? Optional.of(framing) : Optional.empty();
  }

  /**
   * Invocations of a subgroup, 0 where they do not matter. Shaders of invocations for themselves
   * have some only where the frame has: its company's matrices, its own size, lines of invocations
   * that they are too few for, or a module or pipeline that is made otherwise.
   */
  private static int subgroup(Body body, ExecutionContext frame, int size) {
    boolean matters =
        frame.company() != ExecutionContext.Company.ALONE
            || frame.size() != ExecutionContext.Size.OWN
            || frame.local().isLaid() && body.local % PARTS != 0
            || !frame.making().equals(ModuleVariant.USUAL);
    boolean canBe = body.local % size == 0 || !body.isTogether;
    return body.shader.subgroupSize().orElse(matters && canBe ? size : 0);
  }

  /** Whole subgroups, several where they lie beside each other. */
  private int padded() {
    if (subgroup == 0 || body.isTogether || shader.subgroupSize().isPresent()) {
      return local;
    }
    return subgroup * Math.max(Math.ceilDiv(local, subgroup), frame.local().isLaid() ? 2 : 1);
  }

  /**
   * Where some invocations leave out the body all come together again only if none has ended
   * before.
   */
  private boolean isTogetherAgain() {
    return padded == local
        || frame.local() != ExecutionContext.Local.LATER
        || frame.flow() != ExecutionContext.Flow.TWICE
            && (frame.company() == ExecutionContext.Company.ALONE
                || frame.company() == ExecutionContext.Company.BEFORE);
  }

  private boolean fits(DeviceReport report) {
    long most = Limit.INVOCATIONS.of(report);
    if (subgroup > 0 && padded % subgroup != 0 || !isTogetherAgain()) {
      return false;
    }
    boolean isLaid =
        switch (frame.local()) {
          case LINE -> true;
          case PLANE, CUBE -> lines() > 1;
          case LATER -> !body.isTogether;
        };
    boolean isMatrix = frame.company() == ExecutionContext.Company.ALONE || subgroup > 0;
    boolean isSized = frame.size() == ExecutionContext.Size.OWN || subgroup > 0;
    int line = padded + idle();
    if (frame.local().isLaid()) {
      line = padded / lines();
    }
    boolean isFull = line % (subgroup > 0 ? subgroup : report.subgroup().size()) == 0;
    return isLaid
        && isMatrix
        && isSized
        && line <= Limit.SIZE_X.of(report)
        && padded + idle() <= most
        && frame.making().fits(shader, report, isFull)
        && (frame.flow() != ExecutionContext.Flow.STRAIGHT
            || MAIN_BODY.matcher(shader.glsl()).find())
        && (frame.flow() != ExecutionContext.Flow.TWICE || body.isRepeatable);
  }

  /** Parts of a workgroup that can lie beside each other: subgroups, or halves of it. */
  private int lines() {
    return subgroup == 0 ? local % PARTS == 0 ? PARTS : 1 : padded / subgroup;
  }

  /** Invocations before those that do something. */
  private int idle() {
    return frame.local() == ExecutionContext.Local.LATER
        ? IDLE * (subgroup == 0 ? local : subgroup)
        : 0;
  }

  /** The shader as it stands in the frame. */
  Shader shader() {
    List<String> buffers = new ArrayList<>();
    if (frame.binding() == ExecutionContext.Binding.FAR) {
      IntStream.range(0, NEARER).forEach(n -> buffers.add("nearer" + n));
    }
    buffers.addAll(shader.buffers());
    neighbour.ifPresent(_ -> buffers.add("company"));
    return new Shader(
        glsl(buffers.size() - 1),
        List.of(),
        frame.making().constants(shader),
        buffers,
        shader.addressed(),
        shader.pushBytes(),
        subgroup > 0 ? OptionalInt.of(subgroup) : OptionalInt.empty(),
        frame.making().target(shader));
  }

  private String glsl(int last) {
    Matcher size = LOCAL_SIZE.matcher(shader.glsl());
    String text =
        size.replaceFirst(
            Matcher.quoteReplacement(
                "layout(%s) in;\n%suint workgroup;\nuint local;\n%s"
                    .formatted(
                        sizes(),
                        frame.making().declarations(shader),
                        usesSubgroups() ? "uint subgroup;\n" : "")));
    boolean isStraight = frame.flow() == ExecutionContext.Flow.STRAIGHT;
    text =
        frame
            .making()
            .sized(
                isStraight
                    ? MAIN_BODY.matcher(text).replaceFirst(START)
                    : MAIN.matcher(text).replaceFirst("void body()"));
    text =
        text.replace("gl_WorkGroupID.x", "workgroup")
            .replace("gl_GlobalInvocationID.x", "(workgroup * %du + local)".formatted(local))
            .replace("gl_LocalInvocationIndex", "local")
            .replace("gl_WorkGroupSize.x", local + "u")
            .replaceAll("\\bgl_SubgroupID\\b", "subgroup")
            .replace("gl_NumSubgroups", "(gl_NumSubgroups - %du)".formatted(idleSubgroups()));
    if (frame.binding() == ExecutionContext.Binding.FAR) {
      text =
          BUFFER
              .matcher(text)
              .replaceAll(
                  found ->
                      Matcher.quoteReplacement(
                          found
                              .group()
                              .replace(
                                  "binding = " + found.group(1),
                                  "binding = " + (NEARER + Integer.parseInt(found.group(1))))));
    }
    text = text.replace(START, start());
    int version = text.indexOf('\n') + 1;
    String framed =
        text.substring(0, version)
            + frame.making().extensions()
            + (frame.flow() == ExecutionContext.Flow.TWICE ? SCOPES : "")
            + (isLaterSubgroup() ? SUBGROUPS : "")
            + neighbour.map(NeighbourProducts::extensions).orElse("")
            + text.substring(version)
            + neighbour.map(one -> one.declaration(last, place())).orElse("")
            + (isStraight ? "" : main());
    return frame.making().bound(framed);
  }

  /** Whether the subgroups that do something are found by their numbers: where they are full. */
  private boolean isLaterSubgroup() {
    return idle() > 0 && (usesSubgroups() || shader.subgroupSize().isPresent());
  }

  private boolean usesSubgroups() {
    return subgroup > 0
        && (neighbour.isPresent() || shader.glsl().contains("GL_KHR_shader_subgroup_basic"));
  }

  /** What orders the first turn's stores before the second one's. */
  private String between() {
    return idle() > 0 && !isLaterSubgroup()
        ? ""
        : ("controlBarrier(%s, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,"
                + " gl_SemanticsAcquireRelease);")
            .formatted(idle() > 0 ? "gl_ScopeSubgroup" : "gl_ScopeWorkgroup");
  }

  private int idleSubgroups() {
    return subgroup == 0 ? 0 : idle() / subgroup;
  }

  private String sizes() {
    int lines = lines();
    int line = padded / lines;
    return switch (frame.local()) {
      case LINE -> "local_size_x = " + padded;
      case LATER -> "local_size_x = " + (padded + idle());
      case PLANE -> "local_size_x = %d, local_size_y = %d".formatted(line, lines);
      case CUBE ->
          "local_size_x = %d, local_size_y = %d, local_size_z = %d"
              .formatted(
                  line,
                  lines % 2 == 0 && lines > 2 ? lines / 2 : 1,
                  lines > 2 && lines % 2 == 0 ? 2 : lines);
    };
  }

  private String axis() {
    return switch (frame.groups()) {
      case SAME, X -> "x";
      case Y, ALONG_Y -> "y";
      case Z, ALONG_Z -> "z";
    };
  }

  /** Workgroups that do nothing before those that do something. */
  private int idleGroups() {
    return switch (frame.groups()) {
      case SAME, ALONG_Y, ALONG_Z -> 0;
      case X, Y, Z -> IDLE;
    };
  }

  /** The place in the dispatch, for those who do something. */
  private String start() {
    StringBuilder out = new StringBuilder("\nvoid main() {\n");
    if (idleGroups() > 0) {
      out.append(
          "    if (gl_WorkGroupID.%s < %du) {\n        return;\n    }\n".formatted(axis(), IDLE));
    }
    if (idle() > 0) {
      out.append(
          isLaterSubgroup()
              ? "    if (gl_SubgroupID < %du) {\n        return;\n    }\n".formatted(IDLE)
              : "    if (gl_LocalInvocationIndex < %du) {\n        return;\n    }\n"
                  .formatted(idle()));
    }
    out.append("    workgroup = gl_WorkGroupID.%s - %du;\n".formatted(axis(), idleGroups()));
    out.append("    local = %s - %du;\n".formatted(index(), idle()));
    if (usesSubgroups()) {
      out.append("    subgroup = gl_SubgroupID - %du;\n".formatted(idleSubgroups()));
    }
    String condition = frame.making().condition();
    if (!condition.isEmpty()) {
      out.append("    if (!(%s)) {\n        return;\n    }\n".formatted(condition));
    }
    if (frame.flow() == ExecutionContext.Flow.STRAIGHT && padded != local) {
      out.append("    if (local >= %du) {\n        return;\n    }\n".formatted(local));
    }
    return out.toString();
  }

  /**
   * An invocation's number in its workgroup. Nothing says which local invocation is in which
   * subgroup; where whole subgroups are left out it is counted by subgroups.
   */
  private String index() {
    return isLaterSubgroup()
        ? "gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID"
        : "gl_LocalInvocationIndex";
  }

  private String main() {
    StringBuilder out = new StringBuilder(start());
    neighbour.ifPresent(one -> out.append(one.before(place())));
    out.append(
        switch (frame.flow()) {
          case CALLED, STRAIGHT -> call("    ");
          case BRANCH -> "    if (gl_NumWorkGroups.x > 0u) {\n" + call("        ") + "    }\n";
          case LOOP ->
              "    for (uint turn = 0u; turn < min(gl_NumWorkGroups.x, 1u); ++turn) {\n"
                  + call("        ")
                  + "    }\n";
          case TWICE ->
              "    for (uint turn = 0u; turn < 1u + min(gl_NumWorkGroups.x, 1u); ++turn) {\n"
                  + call("        ")
                  + "        %s\n".formatted(between())
                  + "    }\n";
          case NESTED ->
              "    for (uint turn = 0u; turn < 2u; ++turn) {\n"
                  + "        if (turn == min(gl_NumWorkGroups.x, 1u)) {\n"
                  + call("            ")
                  + "        }\n    }\n";
        });
    neighbour.ifPresent(one -> out.append(one.after(place())));
    return out.append("}\n").toString();
  }

  private String call(String indent) {
    return padded == local
        ? indent + "body();\n"
        : "%1$sif (local < %2$du) {\n%1$s    body();\n%1$s}\n".formatted(indent, local);
  }

  /** How many workgroups there are along each axis. */
  List<Integer> groups(List<Integer> own) {
    int all = own.get(0) + idleGroups();
    return switch (frame.groups()) {
      case SAME -> own;
      case X -> List.of(all, 1, 1);
      case Y, ALONG_Y -> List.of(1, all, 1);
      case Z, ALONG_Z -> List.of(1, 1, all);
    };
  }

  /** Where company is. */
  NeighbourProducts.Place place() {
    return new NeighbourProducts.Place(
        frame.company(), padded / subgroup, body.hasSharedMatrices ? padded : 0);
  }

  ExecutionContext frame() {
    return frame;
  }

  Optional<NeighbourProducts> neighbour() {
    return neighbour;
  }
}
