// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import static java.util.stream.Collectors.joining;

import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Function;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Apart;
import coopcts.program.Operation.Barrier;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Break;
import coopcts.program.Operation.Call;
import coopcts.program.Operation.ChangeUse;
import coopcts.program.Operation.Continue;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.CopyGroup;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Get;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.Mark;
import coopcts.program.Operation.MulAdd;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Put;
import coopcts.program.Operation.Reduce;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Return;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.Switch;
import coopcts.program.Operation.Transpose;
import coopcts.program.Operation.WriteLength;
import coopcts.program.Place;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a {@link Program} as a GLSL compute shader, as indented text with one statement for each
 * operation. {@link coopcts.spirv} compiles it.
 */
public final class GlslWriter {

  private final Program program;
  private final Declarations declarations;
  private final StringBuilder out = new StringBuilder(2048);
  private final boolean isBrief;
  private int depth;

  private GlslWriter(Program program, boolean isBrief) {
    this.program = program;
    this.isBrief = isBrief;
    this.declarations = new Declarations(program);
  }

  /**
   * Writes a program as GLSL.
   *
   * @param program any program: its constructor has checked it
   * @return the whole shader from the version directive on, ending in a line break; equal programs
   *     give equal text
   * @throws IllegalArgumentException if a constant of it is infinite or NaN, which GLSL cannot
   *     write
   */
  public static String write(Program program) {
    return write(program, false);
  }

  /**
   * Writes a program as GLSL of few lines: variables are declared where they are set, if the
   * language has it.
   *
   * @param program any program
   * @return the whole shader, of the same meaning as {@link #write}'s
   * @throws IllegalArgumentException if a constant of it is infinite or NaN
   */
  public static String brief(Program program) {
    return write(program, true);
  }

  private static String write(Program program, boolean isBrief) {
    GlslWriter writer = new GlslWriter(program, isBrief);
    writer.declarations.write(writer.out);
    writer.out.append(Callbacks.of(program));
    writer.out.append(TensorCallbacks.of(program));
    program.functions().forEach(writer::function);
    writer.main();
    return writer.out.toString();
  }

  private void main() {
    line("void main() {");
    block(program.body(), Set.of());
    line("}");
  }

  private void function(Function function) {
    line(
        "%s %s(%s) {",
        function.result().map(Declarations::type).orElse("void"),
        function.name(),
        function.parameters().stream().map(GlslWriter::parameter).collect(joining(", ")));
    Set<Matrix> parameters = new HashSet<>();
    function.parameters().forEach(parameter -> parameters.add(parameter.matrix()));
    block(function.body(), parameters);
    function.result().ifPresent(result -> line("    return %s;", result.name()));
    line("}");
    out.append('\n');
  }

  private static String parameter(Function.Parameter parameter) {
    String direction =
        switch (parameter.direction()) {
          case IN -> "";
          case CONST -> "const in ";
          case OUT -> "out ";
          case INOUT -> "inout ";
        };
    return direction + Declarations.type(parameter.matrix()) + " " + parameter.matrix().name();
  }

  /** What stands between the braces of a function: its variables, then what it does. */
  private void block(List<Operation> operations, Set<Matrix> parameters) {
    depth++;
    String body = text(operations);
    if (isBrief) {
      body = opened(numbered(body));
    } else {
      numbers(body);
    }
    Set<Matrix> matrices = new LinkedHashSet<>();
    Set<Group> groups = new LinkedHashSet<>();
    Walk.own(
        operations,
        operation -> {
          matrices.addAll(Walk.matrices(operation));
          groups.addAll(Walk.groups(operation));
        });
    matrices.removeAll(parameters);
    for (Matrix matrix : matrices) {
      String declared = isBrief ? declared(body, matrix) : body;
      if (declared.equals(body)) {
        line("%s %s;", Declarations.type(matrix), matrix.name());
      }
      body = declared;
    }
    for (Group group : groups) {
      line("%s;", declarations.group(group));
    }
    out.append('\n').append(body);
    depth--;
  }

  /** The text without the braces of its only block, whose variables have names of their own. */
  private String opened(String body) {
    String indent = "    ".repeat(depth);
    List<String> lines = body.lines().toList();
    int start = lines.indexOf(indent + "{");
    if (start < 0 || start != lines.lastIndexOf(indent + "{")) {
      return body;
    }
    int end = start + lines.subList(start, lines.size()).indexOf(indent + "}");
    List<String> inner = lines.subList(start + 1, end);
    boolean isTaken =
        program.matrices().stream()
            .map(Matrix::name)
            .anyMatch(name -> inner.stream().anyMatch(line -> line.contains(" " + name + "[")));
    List<String> all = new ArrayList<>(lines.subList(0, start));
    inner.forEach(line -> all.add(line.startsWith("    ") ? line.substring(4) : line));
    all.addAll(lines.subList(end + 1, lines.size()));
    return isTaken ? body : String.join("\n", all) + "\n";
  }

  /** The text with a variable's declaration where it is first named, if that sets it. */
  private String declared(String body, Matrix matrix) {
    String indent = "    ".repeat(depth);
    List<String> lines = new ArrayList<>(body.lines().toList());
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      long named = named(line, matrix);
      if (named > 0) {
        if (named > 1 || !line.startsWith(indent + matrix.name() + " = ")) {
          return body;
        }
        lines.set(i, indent + Declarations.type(matrix) + " " + line.substring(indent.length()));
        return String.join("\n", lines) + "\n";
      }
    }
    return body;
  }

  /** How often a line names a variable, which no member's name does. */
  private static long named(String line, Matrix matrix) {
    GlslTokens tokens = GlslTokens.of(line);
    return tokens
        .places(matrix.name())
        .filter(place -> place == 0 || !tokens.isAt(place - 1, "."))
        .count();
  }

  /** The numbers of the scope instance, where they are used. */
  private void numbers(String body) {
    boolean own = body.contains("localInstance");
    boolean whole = body.contains("instance");
    if (program.scope() == Scope.INVOCATION) {
      // What tells invocations apart in every stage is enough, where no workgroups are looked at.
      if (own) {
        line("const uint localInstance = gl_LocalInvocationIndex;");
      }
      if (whole) {
        line("const uint instance = gl_GlobalInvocationID.x;");
      }
    } else if (own || whole) {
      boolean subgroups = program.scope() == Scope.SUBGROUP;
      line("const uint localInstance = %s;", subgroups ? "gl_SubgroupID" : "0u");
      line(
          "const uint instance = %s;",
          subgroups ? "gl_WorkGroupID.x * gl_NumSubgroups + localInstance" : "gl_WorkGroupID.x");
    }
  }

  /** The text with what the numbers of the scope instance are in the places of their names. */
  private String numbered(String body) {
    String local =
        switch (program.scope()) {
          case INVOCATION -> "gl_LocalInvocationIndex";
          case SUBGROUP -> "gl_SubgroupID";
          default -> "0u";
        };
    String whole =
        switch (program.scope()) {
          case INVOCATION -> "gl_GlobalInvocationID.x";
          case SUBGROUP -> "(gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID)";
          default -> "gl_WorkGroupID.x";
        };
    GlslTokens tokens = GlslTokens.of(body);
    Map<Integer, String> others = new HashMap<>();
    tokens.places("localInstance").forEach(place -> others.put(place, local));
    tokens.places("instance").forEach(place -> others.put(place, whole));
    return tokens.with(others);
  }

  private String text(List<Operation> operations) {
    int start = out.length();
    operations.forEach(this::operation);
    String text = out.substring(start);
    out.setLength(start);
    return text;
  }

  private void line(String format, Object... arguments) {
    out.append("    ".repeat(depth)).append(format.formatted(arguments)).append('\n');
  }

  private void lines(String text) {
    text.lines().forEach(one -> line("%s", one));
  }

  private void operation(Operation operation) {
    switch (operation) {
      case Load(Matrix result, Place from) ->
          line("coopMatLoad(%s, %s);", result.name(), place(from));
      case Store(Matrix source, Place to) ->
          line("coopMatStore(%s, %s);", source.name(), place(to));
      case MulAdd op ->
          line(
              "%s = coopMatMulAdd(%s, %s, %s%s);",
              op.result().name(),
              op.a().name(),
              op.b().name(),
              op.c().name(),
              op.saturating() ? ", gl_MatrixOperandsSaturatingAccumulation" : "");
      case Fill(Matrix result, Scalar.Number(var _, var index)) ->
          line("%s = %s(%s);", result.name(), Declarations.type(result), Expressions.index(index));
      case Fill(Matrix result, var value) ->
          line("%s = %s(%s);", result.name(), Declarations.type(result), Expressions.scalar(value));
      case Convert(Matrix result, Matrix source) ->
          line("%s = %s(%s);", result.name(), Declarations.type(result), source.name());
      case Binary op when op.compound() ->
          line("%s %s= %s;", op.left().name(), op.operator().glsl(), op.right().name());
      case Binary op ->
          line(
              "%s = %s %s %s;",
              op.result().name(), op.left().name(), op.operator().glsl(), op.right().name());
      case Negate(Matrix result, Matrix source) -> line("%s = -%s;", result.name(), source.name());
      case Scale op -> scale(op);
      case Copy(Matrix result, Matrix source) -> line("%s = %s;", result.name(), source.name());
      case EachComponent(Matrix result, ComponentValue value) -> eachComponent(result, value);
      case WriteLength op -> writeLength(op);
      case Operation.WriteSubgroupSize(Array array, var element) ->
          line(
              "%s[%sgl_GlobalInvocationID.x] = gl_SubgroupSize;",
              array.name(), element.equals(Index.of(0)) ? "" : Expressions.index(element) + " + ");
      case Stage stage -> stage(stage);
      case Operation.Saturate(Matrix result, Matrix source) ->
          line("saturatedConvertEXT(%s, %s);", result.name(), source.name());
      case Barrier _ -> line("barrier();");
      case Operation.BufferBarrier _ -> {
        line("controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,");
        line(
            "    gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable |"
                + " gl_SemanticsMakeVisible);");
      }
      case Repeat(String counter, var count, List<Operation> body) -> {
        line(
            "for (uint %s = 0; %s < %s; ++%s) {",
            counter, counter, Expressions.index(count), counter);
        inner(body);
        line("}");
      }
      case Apart(EachComponent each, int step) -> {
        line("if (%s %% %d == 0) {", ownNumber(), step);
        inner(List.of(each));
        line("} else {");
        inner(List.of(each));
        line("}");
      }
      case If(Condition condition, var then, var otherwise) -> {
        line("if (%s) {", Expressions.condition(condition));
        inner(then);
        if (!otherwise.isEmpty()) {
          line("} else {");
          inner(otherwise);
        }
        line("}");
      }
      case Switch op -> choice(op);
      case Break(Condition condition) -> line("if (%s) break;", Expressions.condition(condition));
      case Continue(Condition condition) ->
          line("if (%s) continue;", Expressions.condition(condition));
      case Return(Condition condition) -> line("if (%s) return;", Expressions.condition(condition));
      case Call call -> {
        String text =
            "%s(%s);"
                .formatted(
                    call.function().name(),
                    call.arguments().stream().map(Matrix::name).collect(joining(", ")));
        line("%s%s", call.result().map(result -> result.name() + " = ").orElse(""), text);
      }
      case Reduce op ->
          line(
              "coopMatReduceNV(%s, %s, %s, %s);",
              op.result().name(), op.source().name(), op.direction().glsl(), Callbacks.name(op));
      case ChangeUse(Matrix result, Matrix source) ->
          line("%s = %s(%s);", result.name(), Declarations.type(result), source.name());
      case Transpose(Matrix result, Matrix source) ->
          line("coopMatTransposeNV(%s, %s);", result.name(), source.name());
      case PerElement op ->
          line(
              "coopMatPerElementNV(%s, %s, %s%s%s);",
              op.result().name(),
              op.source().name(),
              Callbacks.name(op),
              op.function().takesOther() ? ", " + op.other().name() : "",
              op.function().takesNumber() ? ", " + number(op.number()) : "");
      case Put(Group group, var member, Matrix source) ->
          line("%s = %s;", Expressions.member(group, member), source.name());
      case Get(Matrix result, Group group, var member) ->
          line("%s = %s;", result.name(), Expressions.member(group, member));
      case CopyGroup(Group result, Group source) -> line("%s = %s;", result.name(), source.name());
      case Mark op -> mark(op);
      case TensorOperation op -> tensor(op);
      case ArrayOperation op -> lines(QcomWriter.of(op));
      case QcomOperation.FromLines op -> lines(QcomWriter.of(op));
      case QcomOperation.ToLines op -> lines(QcomWriter.of(op));
      case QcomOperation.ThroughLines op -> {
        lines(QcomWriter.taken(op));
        inner(op.between());
        lines(QcomWriter.made(op));
      }
      case VectorOperation op -> line("%s", VectorWriter.of(op));
    }
  }

  private void inner(List<Operation> body) {
    depth++;
    body.forEach(this::operation);
    depth--;
  }

  private void choice(Switch op) {
    line("switch (%s) {", Expressions.index(op.selector()));
    depth++;
    for (int way = 0; way < op.ways().size(); way++) {
      line("case %du:", way);
      inner(op.ways().get(way));
      line("    break;");
    }
    line("default:");
    inner(op.otherwise());
    line("    break;");
    depth--;
    line("}");
  }

  private void mark(Mark op) {
    line("if (%s < %s) {", ownNumber(), Expressions.index(op.below()));
    line(
        "    %s[%s + %s] = %s + %s;",
        op.array().name(),
        Expressions.index(op.element()),
        ownElement(),
        Expressions.index(op.value()),
        ownNumber());
    line("}");
  }

  /** The number of the invocation within its scope instance. */
  private String ownNumber() {
    return program.scope() == Scope.SUBGROUP
        ? "gl_SubgroupInvocationID"
        : "gl_LocalInvocationIndex";
  }

  /** The number of the invocation over all scope instances. */
  private String ownElement() {
    return program.scope() == Scope.SUBGROUP
        ? "instance * gl_SubgroupSize + gl_SubgroupInvocationID"
        : "instance * gl_WorkGroupSize.x + gl_LocalInvocationIndex";
  }

  private static String place(Place place) {
    return "%s, %s, %s, %s"
        .formatted(
            Expressions.array(place.array()),
            Expressions.index(place.element()),
            Expressions.index(place.stride()),
            place.layout().glsl());
  }

  private void tensor(TensorOperation op) {
    line("{");
    String zero = Expressions.index(op.zero());
    boolean known = op.zero().equals(Index.of(0));
    TensorGlsl.declare(
            op.layout(),
            "t",
            number -> TensorGlsl.LITERAL.apply(number) + (known ? "" : " + " + zero))
        .lines()
        .forEach(one -> line("%s", one));
    String where =
        "%s, %s, %s"
            .formatted(
                Expressions.array(op.array()),
                Expressions.index(op.element()),
                TensorGlsl.arguments(op.layout(), "t"));
    switch (op) {
      case TensorOperation.LoadTensor load ->
          line(
              "    coopMatLoadTensorNV(%s, %s%s);",
              load.result().name(), where, TensorCallbacks.arguments(program, load));
      case TensorOperation.StoreTensor store ->
          line("    coopMatStoreTensorNV(%s, %s);", store.source().name(), where);
    }
    line("}");
  }

  /** A number as it stands where an operand says of what type it is. */
  private static String number(Index index) {
    return "uint32_t(%s)".formatted(Expressions.index(index));
  }

  private void scale(Scale op) {
    String factor = Expressions.scalar(op.factor());
    switch (op.form()) {
      case MATRIX_SCALAR -> line("%s = %s * %s;", op.result().name(), op.source().name(), factor);
      case SCALAR_MATRIX -> line("%s = %s * %s;", op.result().name(), factor, op.source().name());
      case COMPOUND -> line("%s *= %s;", op.result().name(), factor);
    }
  }

  private void eachComponent(Matrix result, ComponentValue value) {
    line("for (int i = 0; i < %s.length(); ++i) {", result.name());
    depth++;
    switch (value) {
      case ComponentValue.Same(var scalar) -> component(result, "%s", Expressions.scalar(scalar));
      case ComponentValue.Of(Matrix matrix) -> component(result, "%s[i]", matrix.name());
      case ComponentValue.Piecewise(Matrix matrix) -> {
        line("if (i != 1) {");
        line("    %s[i] = %s%s[i];", result.name(), sign(matrix), matrix.name());
        line("}");
      }
      case ComponentValue.Lesser(Matrix left, Matrix right) ->
          component(result, "%1$s[i] < %2$s[i] ? %1$s[i] : %2$s[i]", left.name(), right.name());
      case ComponentValue.Stepwise(var operator, Matrix left, Matrix right) -> {
        component(result, "%s[i]", left.name());
        component(result, "%s[i] %s %s[i]", result.name(), operator.glsl(), right.name());
      }
      case ComponentValue.Combined(var operator, Matrix left, Matrix right) ->
          component(result, "%s[i] %s %s[i]", left.name(), operator.glsl(), right.name());
    }
    depth--;
    line("}");
    if (value instanceof ComponentValue.Piecewise(Matrix matrix)) {
      line("if (%s.length() > 1) {", result.name());
      line(
          "    %s[1] = %s[1];",
          result.name(), sign(matrix).isEmpty() ? matrix.name() : "(-%s)".formatted(matrix.name()));
      line("}");
    }
  }

  /** Where there is arithmetic its sign is changed: a matrix that is no variable. */
  private static String sign(Matrix matrix) {
    return matrix.type().component().hasArithmetic() ? "-" : "";
  }

  private void component(Matrix result, String format, Object... names) {
    line("%s[i] = %s;", result.name(), format.formatted(names));
  }

  private void writeLength(WriteLength op) {
    line(
        "%s[%s + %s] = %s.length();",
        op.array().name(), Expressions.index(op.element()), ownElement(), op.matrix().name());
  }

  private void stage(Stage stage) {
    Array from = stage.from();
    Array to = stage.to();
    line(
        "for (uint i = gl_LocalInvocationIndex; i < %s; i += gl_WorkGroupSize.x) {",
        Expressions.index(stage.count()));
    depth++;
    line(
        "%s[%s] = %s[%s];",
        to.name(),
        from(stage.toElement(), "i"),
        from.name(),
        from(
            stage.fromElement(),
            stage
                .lines()
                .map(
                    lines ->
                        "i / %1$du * %2$du + i %% %1$du".formatted(lines.length(), lines.pitch()))
                .orElse("i")));
    depth--;
    line("}");
    line("barrier();");
  }

  /** The i-th element from a place on. */
  private static String from(Index start, String i) {
    return start.equals(Index.of(0)) ? i : Expressions.index(start) + " + " + i;
  }
}
