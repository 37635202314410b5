// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import static java.util.stream.Collectors.joining;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.program.BitOperator;
import coopcts.program.Matrix;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Compose;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Measure;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.Pick;
import coopcts.program.VectorOperation.StoreVector;

/** Operations on cooperative vectors as GLSL statements. */
final class VectorWriter {

  private VectorWriter() {}

  static String of(VectorOperation operation) {
    return switch (operation) {
      case LoadVector(var result, var array, var offset) ->
          "coopVecLoadNV(%s, %s, %s);"
              .formatted(result.name(), Expressions.array(array), Expressions.index(offset));
      case StoreVector(var source, var array, var offset) ->
          "coopVecStoreNV(%s, %s, %s);"
              .formatted(source.name(), Expressions.array(array), Expressions.index(offset));
      case Multiply op -> multiply(op);
      case Bits op -> bits(op);
      case Apply(var result, var function, var operands) ->
          "%s = %s(%s);"
              .formatted(
                  result.name(),
                  function.glsl(),
                  operands.stream().map(Matrix::name).collect(joining(", ")));
      case Pick(var result, var to, var source, var from) ->
          "%s[%s] = %s[%s];"
              .formatted(
                  result.name(), Expressions.index(to), source.name(), Expressions.index(from));
      case Measure(var result, var to, var of) ->
          "%s[%s] = %s(%s.length() %% %d);"
              .formatted(
                  result.name(),
                  Expressions.index(to),
                  result.type().component().glsl(1),
                  of.name(),
                  Measure.MOST);
      case Compose(var result, var parts) ->
          "%s = %s(%s);"
              .formatted(
                  result.name(),
                  Declarations.type(result),
                  parts.stream()
                      .map(part -> part(result.type().component(), part))
                      .collect(joining(", ")));
      case Move op -> move(op);
      case AddOuter(var left, var right, var component, var array, var offset, var stride) ->
          "coopVecOuterProductAccumulateNV(%s, %s, %s, %s, %s, %s, %s);"
              .formatted(
                  left.name(),
                  right.name(),
                  Expressions.array(array),
                  Expressions.index(offset),
                  Expressions.index(stride),
                  Layout.TRAINING_OPTIMAL.glsl(),
                  VectorProperties.interpretation(component));
      case AddSum(var source, var array, var offset) ->
          "coopVecReduceSumAccumulateNV(%s, %s, %s);"
              .formatted(source.name(), Expressions.array(array), Expressions.index(offset));
    };
  }

  /** Some components in a constructor of their own. */
  private static String part(ComponentType type, VectorOperation.Part part) {
    String matrix = type == ComponentType.FLOAT16 ? "f16mat" : "mat";
    String constructor =
        part.columns() == 1
            ? type.glsl(part.rows())
            : "%s%dx%d".formatted(matrix, part.columns(), part.rows());
    return part.components().stream()
        .map(one -> "%s[%s]".formatted(one.of().name(), Expressions.index(one.at())))
        .collect(joining(", ", constructor + "(", ")"));
  }

  private static String move(Move op) {
    String result = op.result().name();
    String source = op.source().name();
    return switch (op.through()) {
      case LONG_VECTOR ->
          "%s = %s(vector<%s, %d>(%s));"
              .formatted(
                  result,
                  Declarations.type(op.result()),
                  op.source().type().component().glsl(1),
                  op.source().type().rows(),
                  source);
      case GLOBAL -> "%2$s = %3$s; %1$s = %2$s;".formatted(result, op.global(), source);
    };
  }

  private static String multiply(Multiply op) {
    VectorProperties row = op.row();
    VectorMatrix matrix = op.matrix();
    String bias =
        op.bias()
            .map(
                one ->
                    "%s, %s, %s, "
                        .formatted(
                            Expressions.array(one.array()),
                            Expressions.index(one.offset()),
                            VectorProperties.interpretation(row.biasInterpretation())))
            .orElse("");
    return "coopVecMatMul%sNV(%s, %s, %s, %s, %s, %s, %s%du, %du, %s, %b, %du);"
        .formatted(
            bias.isEmpty() ? "" : "Add",
            op.result().name(),
            op.input().name(),
            VectorProperties.interpretation(row.inputInterpretation()),
            Expressions.array(op.array()),
            Expressions.index(op.offset()),
            VectorProperties.interpretation(row.matrixInterpretation()),
            bias,
            op.m(),
            op.k(),
            matrix.layout().glsl(),
            op.transposed(),
            op.stride());
  }

  /** Shifts are taken modulo the width: beyond it they say nothing. */
  private static String bits(Bits op) {
    BitOperator operator = op.operator();
    if (!operator.isBinary()) {
      return "%s = %s%s;".formatted(op.result().name(), operator.glsl(), op.left().name());
    }
    String right = op.right().name();
    if (operator.isShift()) {
      ComponentType component = op.result().type().component();
      right =
          "(%s & %s(%s(%d)))"
              .formatted(
                  right, Declarations.type(op.result()), component.glsl(1), component.bits() - 1);
    }
    return op.compound()
        ? "%s %s= %s;".formatted(op.left().name(), operator.glsl(), right)
        : "%s = %s %s %s;".formatted(op.result().name(), op.left().name(), operator.glsl(), right);
  }
}
