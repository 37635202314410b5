package coopcts.glsl;

import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.ComponentValue;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Barrier;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.MulAdd;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.WriteLength;
import coopcts.program.Place;
import coopcts.program.Program;
import java.util.List;

/**
 * Writes a {@link Program} as the GLSL compute shader that a driver engineer would write by hand.
 */
public final class GlslWriter {

  private final Program program;
  private final StringBuilder out = new StringBuilder(2048);
  private int depth;

  private GlslWriter(Program program) {
    this.program = program;
  }

  /** The program's GLSL source, ending in a line break. Equal programs give equal text. */
  public static String write(Program program) {
    GlslWriter writer = new GlslWriter(program);
    new Declarations(program).write(writer.out);
    writer.main();
    return writer.out.toString();
  }

  private void main() {
    line("void main() {");
    depth++;
    String body = body();
    if (body.contains("localInstance") || body.contains("instance")) {
      line(
          "const uint localInstance = %s;",
          program.scope() == Scope.SUBGROUP ? "gl_SubgroupID" : "0u");
      line(
          "const uint instance = %s;",
          program.scope() == Scope.SUBGROUP
              ? "gl_WorkGroupID.x * gl_NumSubgroups + localInstance"
              : "gl_WorkGroupID.x");
    }
    for (Matrix matrix : program.matrices()) {
      line("%s %s;", Declarations.type(matrix), matrix.name());
    }
    out.append('\n').append(body);
    depth--;
    line("}");
  }

  private String body() {
    int start = out.length();
    program.body().forEach(this::operation);
    String text = out.substring(start);
    out.setLength(start);
    return text;
  }

  private void line(String format, Object... arguments) {
    out.append("    ".repeat(depth)).append(format.formatted(arguments)).append('\n');
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
      case Stage stage -> stage(stage);
      case Barrier _ -> line("barrier();");
      case Repeat(String counter, var count, List<Operation> body) -> {
        line(
            "for (uint %s = 0; %s < %s; ++%s) {",
            counter, counter, Expressions.index(count), counter);
        depth++;
        body.forEach(this::operation);
        depth--;
        line("}");
      }
    }
  }

  private static String place(Place place) {
    return "%s, %s, %s, %s"
        .formatted(
            place.array().name(),
            Expressions.index(place.element()),
            Expressions.index(place.stride()),
            place.layout().glsl());
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
    String text =
        switch (value) {
          case ComponentValue.Same(var scalar) -> Expressions.scalar(scalar);
          case ComponentValue.Of(Matrix matrix) -> matrix.name() + "[i]";
          case ComponentValue.Combined(var operator, Matrix left, Matrix right) ->
              "%s[i] %s %s[i]".formatted(left.name(), operator.glsl(), right.name());
        };
    line("%s[i] = %s;", result.name(), text);
    depth--;
    line("}");
  }

  private void writeLength(WriteLength op) {
    String own =
        program.scope() == Scope.SUBGROUP
            ? "instance * gl_SubgroupSize + gl_SubgroupInvocationID"
            : "instance * gl_WorkGroupSize.x + gl_LocalInvocationIndex";
    line(
        "%s[%s + %s] = %s.length();",
        op.array().name(), Expressions.index(op.element()), own, op.matrix().name());
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
        to.name(), from(stage.toElement()), from.name(), from(stage.fromElement()));
    depth--;
    line("}");
    line("barrier();");
  }

  /** The i-th element from a place on. */
  private static String from(Index start) {
    return start.equals(Index.of(0)) ? "i" : Expressions.index(start) + " + i";
  }
}
