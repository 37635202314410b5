// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.program.Array;
import coopcts.program.Condition;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Scalar;

/** Index expressions and scalars as GLSL text. */
final class Expressions {

  private Expressions() {}

  static String index(Index index) {
    return switch (index) {
      case Index.Literal(int value) -> Integer.toUnsignedString(value) + "u";
      case Index.Push(String name) -> "push." + name;
      case Index.Specialized(var constant) -> constant.name();
      case Index.Instance _ -> "instance";
      case Index.LocalInstance _ -> "localInstance";
      case Index.Workgroup _ -> "gl_WorkGroupID.x";
      case Index.Counter(String name) -> name;
      case Index.Sum(Index left, Index right) -> index(left) + " + " + index(right);
      case Index.Product(Index left, Index right) -> factor(left) + " * " + factor(right);
      case Index.Remainder(Index dividend, int divisor) ->
          "(%s) %% %du".formatted(index(dividend), divisor);
      case Index.Difference(Index left, Index right) -> index(left) + " - " + factor(right);
      case Index.Quotient(Index dividend, Index divisor) ->
          factor(dividend) + " / " + operand(divisor);
    };
  }

  /** An array as operations on it name it. */
  static String array(Array array) {
    return array.storage() == Array.Storage.ADDRESSED
        ? "addresses.%s.elements".formatted(array.name())
        : array.name();
  }

  private static String factor(Index index) {
    return switch (index) {
      case Index.Sum _, Index.Difference _, Index.Remainder _, Index.Quotient _ ->
          "(" + index(index) + ")";
      default -> index(index);
    };
  }

  private static String operand(Index index) {
    return index instanceof Index.Product ? "(" + index(index) + ")" : factor(index);
  }

  static String condition(Condition condition) {
    return "%s %s %s"
        .formatted(
            index(condition.left()), condition.comparison().glsl(), index(condition.right()));
  }

  static String member(Group group, Index member) {
    return group.kind() == Group.GroupKind.ARRAY
        ? "%s[%s]".formatted(group.name(), index(member))
        : "%s.m%d".formatted(group.name(), ((Index.Literal) member).value());
  }

  static String scalar(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Literal(ComponentType type, long bits) -> literal(type, bits);
      case Scalar.Specialized(var constant) -> constant.name();
      case Scalar.Number(ComponentType type, Index index) ->
          "%s(%s)".formatted(type.glsl(1), index(index));
      case Scalar.Component(var of, var at) -> "%s[%s]".formatted(of.name(), index(at));
      case Scalar.Element(var array, var index) -> "%s[%s]".formatted(array.name(), index(index));
    };
  }

  /**
   * A constant expression with exactly this value.
   *
   * @throws IllegalArgumentException for Inf and NaN, which GLSL cannot write
   */
  static String literal(ComponentType type, long bits) {
    NumberFormat format = type.format();
    return switch (format) {
      case IntegerFormat integer when type == ComponentType.UINT32 -> integer.show(bits) + "u";
      case IntegerFormat integer when type == ComponentType.UINT64 -> integer.show(bits) + "ul";
      case IntegerFormat integer when type == ComponentType.SINT64 -> integer.show(bits) + "l";
      case IntegerFormat integer when type == ComponentType.SINT32 ->
          "int(%s)".formatted(integer.show(bits));
      case IntegerFormat integer -> "%s(%s)".formatted(type.glsl(1), integer.show(bits));
      case FloatFormat real when !real.isFinite(bits) ->
          throw new IllegalArgumentException("GLSL cannot write " + real.show(bits));
      case FloatFormat real when type == ComponentType.FLOAT64 -> real.show(bits) + "lf";
      case FloatFormat real when type == ComponentType.FLOAT32 ->
          Float.toString((float) real.toDouble(bits));
      case FloatFormat real ->
          "%s(%s)".formatted(type.glsl(1), Float.toString((float) real.toDouble(bits)));
    };
  }
}
