// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.cases.ComponentSupport;
import coopcts.glsl.GlslTokens;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.Scope;
import coopcts.plan.Shader;
import coopcts.spirv.ModuleWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A shader in a frame: its {@code main} becomes a function, and what it asks of its place in the
 * dispatch is what it would have been without the frame.
 */
final class GlslWrapper {

  /** Workgroups and subgroups that do nothing before those that do. */
  private static final int[] IDLE = {2, 2, 8, 62};

  /** Invocations at most of workgroups in which more than the first few of these are idle. */
  private static final int FULL = 512;

  /** Bindings before those of a shader whose buffers are far. */
  static final int NEARER = 8;

  /** Of a workgroup without subgroups that can lie beside each other. */
  private static final int PARTS = 4;

  private static final String[] MAIN = {"void", "main", "(", ")"};

  private static final String[] MAIN_BODY = {"void", "main", "(", ")", "{"};

  /** Stands for the start of {@code main} until the body's words have been replaced. */
  private static final String START = "\n/* start */\n";

  private static final String SCOPES = "#extension GL_KHR_memory_scope_semantics : require\n";

  private static final String SUBGROUPS = "#extension GL_KHR_shader_subgroup_basic : require\n";

  /** How the words begin that tell an invocation of its place. */
  private static final List<String> PLACE =
      List.of("gl_Local", "gl_Global", "gl_WorkGroup", "gl_Num", "gl_Subgroup");

  /** How the words begin whose meaning hangs on which invocations a subgroup has. */
  private static final List<String> OF_SUBGROUP =
      List.of("gl_Subgroup", "gl_NumSubgroups", "subgroup");

  /** What a shader may ask of its place. */
  private static final Set<String> ALLOWED =
      Set.of(
          "gl_LocalInvocationIndex",
          "gl_SubgroupID",
          "gl_NumSubgroups",
          "gl_SubgroupInvocationID",
          "gl_SubgroupSize");

  /** The same, of which it may ask the first component. */
  private static final Set<String> ALLOWED_ALONG_X =
      Set.of("gl_WorkGroupID", "gl_GlobalInvocationID", "gl_WorkGroupSize");

  /** Parts of the names of what must be done once alone. */
  private static final List<String> ONCE =
      List.of("Accumulate", "atomic", "buffer_reference", "coherent");

  private static final String[] BUFFER = {"set", "=", "0", ",", "binding", "=", GlslTokens.ANY};

  private final Body body;
  private final Shader shader;
  private final ExecutionContext frame;
  private final Optional<NeighbourProducts> neighbour;
  private final int local;
  private final int subgroup;

  /** Invocations with those that are there for whole subgroups alone. */
  private final int padded;

  private final boolean keepsWords;

  /** Invocations before those that do something. */
  private final int idle;

  /** What the pipeline asks for, as most applications do not where there is one size alone. */
  private final OptionalInt required;

  private GlslWrapper(
      Body body,
      ExecutionContext frame,
      Optional<NeighbourProducts> neighbour,
      int subgroup,
      DeviceReport report) {
    this.body = body;
    this.shader = body.shader;
    this.frame = frame;
    this.neighbour = neighbour;
    this.local = body.local;
    this.subgroup = subgroup;
    this.padded = padded();
    this.keepsWords =
        neighbour.isPresent()
            && body.hasSharedMatrices
            && NeighbourProducts.WORD_BYTES * padded
                <= ComponentSupport.sharedMemory(report, Scope.WORKGROUP);
    this.idle = frame.local() == ExecutionContext.Local.LATER ? idle(report) : 0;
    boolean hasOneSize = report.subgroup().minimum() == report.subgroup().maximum();
    boolean isFull = frame.making().pipeline() == ModuleVariant.Pipeline.FULL || !needsFull();
    boolean isLeftOut = hasOneSize && isFull && Math.floorMod(shader.glsl().hashCode(), 8) < 4;
    this.required = subgroup == 0 || isLeftOut ? OptionalInt.empty() : OptionalInt.of(subgroup);
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

    /**
     * Why no frame fits around a shader, or empty.
     *
     * @throws IllegalStateException if it has not what each compute shader has: frames would not
     *     fit around it unseen
     */
    static Optional<String> unfit(Shader shader) {
      if (shader.writer() != ModuleWriter.GLSL) {
        return Optional.of("no source says what its module is");
      }
      if (!shader.target().equals(Shader.Target.USUAL)) {
        return Optional.of("its module or its pipeline is made in a way of its own");
      }
      GlslTokens glsl = GlslTokens.of(shader.glsl());
      if (glsl.places(MAIN).count() != 1) {
        throw new IllegalStateException("the shader has not one main that can be read");
      }
      return glsl.localSize().isEmpty() || asksOfPlace(glsl)
          ? Optional.of("it asks more of its place in the dispatch than frames tell it")
          : Optional.empty();
    }

    /** A shader, or nothing if it is {@link #unfit}. */
    static Optional<Body> of(Shader shader) {
      return unfit(shader).isPresent() ? Optional.empty() : Optional.of(read(shader));
    }

    /** A shader that is not {@link #unfit}. */
    static Body read(Shader shader) {
      GlslTokens glsl = GlslTokens.of(shader.glsl());
      boolean isTogether = isTogether(glsl);
      boolean isRepeatable =
          !isTogether
              && glsl.texts().noneMatch(word -> ONCE.stream().anyMatch(word::contains))
              && glsl.places(BUFFER)
                  .mapToObj(at -> access(glsl, at))
                  .allMatch(access -> access.equals("readonly") || access.equals("writeonly"));
      boolean hasSharedMatrices =
          glsl.places("coopmat", "<", GlslTokens.ANY, ",", "gl_ScopeWorkgroup")
                  .findAny()
                  .isPresent()
              && glsl.texts().noneMatch("shared"::equals);
      return new Body(
          shader, glsl.localSize().getAsInt(), isTogether, isRepeatable, hasSharedMatrices);
    }

    /** Whether it asks for more of its place than frames tell it. */
    private static boolean asksOfPlace(GlslTokens glsl) {
      return glsl.places(GlslTokens.ANY)
          .filter(at -> PLACE.stream().anyMatch(glsl.text(at)::startsWith))
          .filter(at -> !ALLOWED.contains(glsl.text(at)))
          .anyMatch(
              at ->
                  !ALLOWED_ALONG_X.contains(glsl.text(at))
                      || !glsl.isAt(at, GlslTokens.ANY, ".", "x"));
    }

    /** Whether it has what must be done by all of a workgroup. */
    private static boolean isTogether(GlslTokens glsl) {
      return glsl.texts()
              .anyMatch(word -> word.equals("shared") || word.equals("gl_ScopeWorkgroup"))
          || glsl.places(GlslTokens.ANY, "(")
              .mapToObj(glsl::text)
              .anyMatch(word -> word.equals("barrier") || word.startsWith("subgroup"));
    }

    /** The first word behind the qualifier of a buffer's layout. */
    private static String access(GlslTokens glsl, int at) {
      int behind = at + BUFFER.length;
      return glsl.text(glsl.isAt(behind, ",") ? behind + 3 : behind + 1);
    }
  }

  /**
   * A shader in a frame, if it is not {@link #unfit}.
   *
   * @param neighbour the products that keep it company, where the frame has company
   * @param report of the device that it is for, with subgroups of the frame's size
   */
  static GlslWrapper of(
      Body body,
      ExecutionContext frame,
      Optional<NeighbourProducts> neighbour,
      DeviceReport report) {
    int subgroup = subgroup(body, frame, report.subgroup().size());
    return new GlslWrapper(body, frame, neighbour, subgroup, report);
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

  /** Why the shader cannot stand there on a device, or empty. */
  Optional<String> unfit(DeviceReport report) {
    boolean isAlone = frame.company() == ExecutionContext.Company.ALONE;
    if (!isAlone && neighbour.filter(one -> one.standsBeside(shader.glsl())).isEmpty()) {
      return Optional.of("it has doubles, which no product of floats can be next to");
    }
    if (subgroup > 0 && padded % subgroup != 0 || !isTogetherAgain()) {
      return Optional.of("its subgroups would not be whole");
    }
    boolean isLaid =
        switch (frame.local()) {
          case LINE -> true;
          case PLANE, CUBE -> lines() > 1;
          case LATER -> !body.isTogether;
        };
    int line = frame.local().isLaid() ? padded / lines() : padded + idle;
    if (!isLaid || line > Limit.SIZE_X.of(report) || padded + idle > Limit.INVOCATIONS.of(report)) {
      return Optional.of("its invocations cannot lie in such workgroups");
    }
    if (subgroup == 0 && !(isAlone && frame.size() == ExecutionContext.Size.OWN)) {
      return Optional.of("it has no subgroups");
    }
    boolean isFull = line % (subgroup > 0 ? subgroup : report.subgroup().size()) == 0;
    if (!frame.making().fits(shader, report, isFull)) {
      return Optional.of("its module or pipeline cannot be made so");
    }
    boolean stays =
        switch (frame.flow()) {
          case STRAIGHT -> GlslTokens.of(shader.glsl()).places(MAIN_BODY).findAny().isPresent();
          case TWICE -> body.isRepeatable;
          default -> true;
        };
    return stays ? Optional.empty() : Optional.of("its body cannot stand in such control flow");
  }

  /** Parts of a workgroup that can lie beside each other: subgroups, or halves of it. */
  private int lines() {
    return subgroup == 0 ? local % PARTS == 0 ? PARTS : 1 : padded / subgroup;
  }

  /** As many idle ones as the shader's text decides, or as a workgroup takes. */
  private int idle(DeviceReport report) {
    long most = Math.min(FULL, Math.min(Limit.INVOCATIONS.of(report), Limit.SIZE_X.of(report)));
    long subgroups = Limit.SUBGROUPS.of(report);
    if (subgroup > 0 && subgroups > 0) {
      most = Math.min(most, subgroups * subgroup);
    }
    int each = subgroup == 0 ? local : subgroup;
    return each * (int) Math.max(IDLE[0], Math.min(idleOnes(), (most - padded) / each));
  }

  private int idleOnes() {
    return IDLE[Math.floorMod(shader.glsl().hashCode(), IDLE.length)];
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
        frame.making().constants(shader),
        buffers,
        shader.addressed(),
        shader.pushBytes(),
        required,
        frame.making().target());
  }

  private String glsl(int last) {
    String declarations =
        "layout(%s) in;\n%suint workgroup;\nuint local;\n%s"
            .formatted(
                sizes(),
                frame.making().declarations(shader),
                usesSubgroups() ? "uint subgroup;\n" : "");
    boolean isStraight = frame.flow() == ExecutionContext.Flow.STRAIGHT;
    GlslTokens declared = GlslTokens.of(GlslTokens.of(shader.glsl()).withLocalSize(declarations));
    String[] main = isStraight ? MAIN_BODY : MAIN;
    GlslTokens text =
        GlslTokens.of(
            frame
                .making()
                .sized(
                    declared.with(
                        declared.places(main).findFirst().orElseThrow(),
                        main.length,
                        isStraight ? START : "void body()")));
    Map<Integer, String> others = new HashMap<>();
    place(text, others);
    if (frame.binding() == ExecutionContext.Binding.FAR) {
      text.places(BUFFER)
          .map(at -> at + BUFFER.length - 1)
          .forEach(
              at -> others.put(at, Integer.toString(NEARER + Integer.parseInt(text.text(at)))));
    }
    return around(text.with(others), last, isStraight);
  }

  /** What a shader sees of its place in the dispatch. */
  private void place(GlslTokens text, Map<Integer, String> others) {
    Map<String, String> words =
        Map.of(
            "gl_LocalInvocationIndex", "local",
            "gl_SubgroupID", "subgroup",
            "gl_NumSubgroups", "(gl_NumSubgroups - %du)".formatted(idleSubgroups()));
    Map<String, String> alongX =
        Map.of(
            "gl_WorkGroupID",
            "workgroup",
            "gl_GlobalInvocationID",
            "(workgroup * %du + local)".formatted(local),
            "gl_WorkGroupSize",
            local + "u");
    text.places(GlslTokens.ANY)
        .forEach(
            at -> {
              String word = text.text(at);
              if (words.containsKey(word)) {
                others.put(at, words.get(word));
              } else if (alongX.containsKey(word)) {
                others.put(at, alongX.get(word));
                others.put(at + 1, "");
                others.put(at + 2, "");
              }
            });
  }

  /** The frame around a shader's own text. */
  private String around(String own, int last, boolean isStraight) {
    String text = own.replace(START, start());
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
    return idle > 0 && (usesSubgroups() || shader.subgroupSize().isPresent());
  }

  /**
   * Whether an invocation's place in a subgroup matters, or what the others there do: no sentence
   * promises full subgroups to who asks for neither a size nor for them.
   */
  private boolean needsFull() {
    return isLaterSubgroup()
        || neighbour.isPresent()
        || GlslTokens.of(shader.glsl())
            .texts()
            .anyMatch(word -> OF_SUBGROUP.stream().anyMatch(word::startsWith));
  }

  private boolean usesSubgroups() {
    return subgroup > 0
        && (neighbour.isPresent() || shader.glsl().contains("GL_KHR_shader_subgroup_basic"));
  }

  /** What orders the first turn's stores before the second one's. */
  private String between() {
    return idle > 0 && !isLaterSubgroup()
        ? ""
        : ("controlBarrier(%s, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,"
                + " gl_SemanticsAcquireRelease);")
            .formatted(idle > 0 ? "gl_ScopeSubgroup" : "gl_ScopeWorkgroup");
  }

  private int idleSubgroups() {
    return subgroup == 0 ? 0 : idle / subgroup;
  }

  private String sizes() {
    int lines = lines();
    int line = padded / lines;
    return switch (frame.local()) {
      case LINE -> "local_size_x = " + padded;
      case LATER -> "local_size_x = " + (padded + idle);
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
      case X, Y, Z -> idleOnes();
    };
  }

  /** The place in the dispatch, for those who do something. */
  private String start() {
    StringBuilder out = new StringBuilder("\nvoid main() {\n");
    if (idleGroups() > 0) {
      out.append(
          "    if (gl_WorkGroupID.%s < %du) {\n        return;\n    }\n"
              .formatted(axis(), idleGroups()));
    }
    if (idle > 0) {
      out.append(
          isLaterSubgroup()
              ? "    if (gl_SubgroupID < %du) {\n        return;\n    }\n"
                  .formatted(idleSubgroups())
              : "    if (gl_LocalInvocationIndex < %du) {\n        return;\n    }\n"
                  .formatted(idle));
    }
    out.append("    workgroup = gl_WorkGroupID.%s - %du;\n".formatted(axis(), idleGroups()));
    out.append("    local = %s - %du;\n".formatted(index(), idle));
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
        frame.company(), padded / subgroup, subgroup, keepsWords ? padded : 0);
  }

  /**
   * Whether its company keeps words in shared memory: beside matrices of workgroup scope, if the
   * device has room for them (CM2-WG-005).
   */
  boolean keepsWords() {
    return keepsWords;
  }

  ExecutionContext frame() {
    return frame;
  }

  Optional<NeighbourProducts> neighbour() {
    return neighbour;
  }
}
