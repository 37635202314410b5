// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.FloatArithmetic.Contracted;
import coopcts.device.reference.module.FloatArithmetic.ContractedConversion;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.Exact;
import java.util.function.BiFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Applies scalar functions to scalars, to the components of vectors and to the elements of
 * cooperative matrices.
 */
public final class Elementwise {

  /** A function of three bit patterns. */
  @FunctionalInterface
  interface Ternary {
    long apply(long a, long b, long c);
  }

  private Elementwise() {}

  /** The step that sets a result to a function of one operand. */
  static DecodedInstruction unary(int result, int operand, LongUnaryOperator function) {
    return machine -> machine.set(result, map(machine.get(operand), function, machine));
  }

  static DecodedInstruction binary(int result, int left, int right, LongBinaryOperator function) {
    return machine ->
        machine.set(result, map(machine.get(left), machine.get(right), function, machine));
  }

  static DecodedInstruction ternary(
      int result, int first, int second, int third, Ternary function) {
    return machine ->
        machine.set(
            result,
            map(machine.get(first), machine.get(second), machine.get(third), function, machine));
  }

  /**
   * {@return a new value with a function applied to each scalar or component; 0 in inactive
   * invocations where a scalar has an entry for each} Parts of composites at any depth are
   * components; cooperative matrices are not taken.
   *
   * @param value scalar or composite of scalars for all invocations (see {@link Lanes}); not
   *     changed
   * @param function from a bit pattern to a bit pattern, both in the low bits; a {@link
   *     ContractedConversion} uses and records unrounded numbers
   * @param machine the workgroup
   * @throws AssertionError if the value is or holds anything else
   */
  public static Object map(Object value, LongUnaryOperator function, Machine machine) {
    return switch (value) {
      case long[] a -> {
        if (Lanes.isUniform(a) && !(function instanceof ContractedConversion)) {
          yield Lanes.uniform(function.applyAsLong(a[0]));
        }
        if (function instanceof ContractedConversion conversion) {
          yield converted(a, conversion, machine);
        }
        long[] result = new long[a.length];
        for (int lane = 0; lane < a.length; lane++) {
          if (machine.active(lane)) {
            result[lane] = function.applyAsLong(a[lane]);
          }
        }
        yield result;
      }
      case Object[] parts -> {
        Object[] result = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
          result[i] = map(parts[i], function, machine);
        }
        yield result;
      }
      default -> throw new AssertionError(value);
    };
  }

  /**
   * {@return a new value with a function applied to each pair of scalars or components; 0 in
   * inactive invocations where one of a pair has an entry for each} Parts of composites at any
   * depth are components; cooperative matrices are not taken.
   *
   * @param left scalar or composite of scalars for all invocations (see {@link Lanes}); not changed
   * @param right value of the same shape, not changed
   * @param function from two bit patterns to one, all in the low bits; a {@link Contracted} uses
   *     and records unrounded numbers
   * @param machine the workgroup
   * @throws AssertionError if the left value is or holds anything else
   */
  public static Object map(
      Object left, Object right, LongBinaryOperator function, Machine machine) {
    if (left instanceof Object[] a) {
      Object[] b = (Object[]) right;
      Object[] result = new Object[a.length];
      for (int i = 0; i < a.length; i++) {
        result[i] = map(a[i], b[i], function, machine);
      }
      return result;
    }
    if (left instanceof long[] a) {
      long[] b = (long[]) right;
      if (function instanceof Contracted contracted) {
        return contracted(a, b, contracted, machine);
      }
      if (Lanes.isUniform(a) && Lanes.isUniform(b)) {
        return Lanes.uniform(function.applyAsLong(a[0], b[0]));
      }
      long[] result = new long[machine.lanes()];
      for (int lane = 0; lane < result.length; lane++) {
        if (machine.active(lane)) {
          result[lane] = function.applyAsLong(Lanes.get(a, lane), Lanes.get(b, lane));
        }
      }
      return result;
    }
    throw new AssertionError(left);
  }

  /** What was converted, with what it was before it was rounded. */
  private static long[] converted(long[] a, ContractedConversion conversion, Machine machine) {
    double[] known = machine.ancestry().of(a);
    long[] result = new long[a.length];
    double[] before = new double[a.length];
    for (int n = 0; n < a.length; n++) {
      before[n] = known != null ? known[n] : conversion.number(a[n]);
      result[n] = known != null ? conversion.encoded(known[n]) : conversion.applyAsLong(a[n]);
    }
    machine.ancestry().note(result, before, Choice.CONTRACTED_CONVERSION);
    return result;
  }

  /** A sum or product, with what it was before it was rounded. */
  private static long[] contracted(long[] a, long[] b, Contracted operation, Machine machine) {
    double[] left = machine.ancestry().of(a);
    double[] right = machine.ancestry().of(b);
    int count = Math.max(a.length, b.length);
    long[] result = new long[count];
    double[] before = new double[count];
    for (int n = 0; n < count; n++) {
      int l = a.length == 1 ? 0 : n;
      int r = b.length == 1 ? 0 : n;
      Exact exact =
          operation.exact(
              left != null ? left[l] : operation.number(a[l]),
              right != null ? right[r] : operation.number(b[r]));
      before[n] = exact.high();
      result[n] = operation.encoded(exact);
    }
    machine.ancestry().note(result, before, Choice.CONTRACTION);
    return result;
  }

  static Object map(Object first, Object second, Object third, Ternary function, Machine machine) {
    if (first instanceof Object[] a) {
      Object[] result = new Object[a.length];
      for (int i = 0; i < a.length; i++) {
        result[i] = map(a[i], ((Object[]) second)[i], ((Object[]) third)[i], function, machine);
      }
      return result;
    }
    long[] a = (long[]) first;
    long[] b = (long[]) second;
    long[] c = (long[]) third;
    if (Lanes.isUniform(a) && Lanes.isUniform(b) && Lanes.isUniform(c)) {
      return Lanes.uniform(function.apply(a[0], b[0], c[0]));
    }
    long[] result = new long[machine.lanes()];
    for (int lane = 0; lane < result.length; lane++) {
      if (machine.active(lane)) {
        result[lane] = function.apply(Lanes.get(a, lane), Lanes.get(b, lane), Lanes.get(c, lane));
      }
    }
    return result;
  }

  /**
   * A step that makes a matrix, each element from the one at its place; tangled, so whole scope
   * instances take part.
   */
  static DecodedInstruction unary(
      Instruction i,
      Type.CooperativeMatrix type,
      LongUnaryOperator function,
      Tap.Operation operation) {
    return unary(i, type, function, operation, (value, _) -> value);
  }

  /**
   * The same of a matrix that is turned into another first.
   *
   * @param first gives the matrix whose elements stand where the result's are to be
   */
  static DecodedInstruction unary(
      Instruction i,
      Type.CooperativeMatrix type,
      LongUnaryOperator function,
      Tap.Operation operation,
      BiFunction<MatrixValue, Machine, MatrixValue> first) {
    return machine -> {
      MatrixValue source = first.apply((MatrixValue) machine.get(i.operand(0)), machine);
      long[][] tiles = new long[source.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance) && source.isSet(instance)) {
          long[] from = source.tile(instance);
          if (function instanceof ContractedConversion conversion) {
            tiles[instance] = converted(from, conversion, machine);
            continue;
          }
          long[] to = new long[from.length];
          Type component = source.type().component();
          Taps taps = OperationTaps.of(i, operation, type, component, instance, machine);
          for (int e = 0; e < to.length; e++) {
            to[e] =
                function.applyAsLong(from[OperationTaps.place(Tap.OPERATE_OF, e, to.length, taps)]);
          }
          OperationTaps.pass(to, from, component, type, taps);
          tiles[instance] = to;
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles).holedAs(source));
    };
  }

  /** The same from the elements of two matrices. */
  static DecodedInstruction binary(
      Instruction i,
      Type.CooperativeMatrix type,
      LongBinaryOperator function,
      Tap.Operation operation) {
    return machine -> {
      MatrixValue left = (MatrixValue) machine.get(i.operand(0));
      MatrixValue right = (MatrixValue) machine.get(i.operand(1));
      long[][] tiles = new long[left.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)
            && left.isSet(instance)
            && right.isSet(instance)) {
          long[] a = left.tile(instance);
          long[] b = right.tile(instance);
          if (function instanceof Contracted contracted && !machine.fault().isOn()) {
            tiles[instance] = contracted(a, b, contracted, machine);
            continue;
          }
          long[] to = new long[a.length];
          Type component = left.type().component();
          Taps taps = OperationTaps.of(i, operation, type, component, instance, machine);
          for (int e = 0; e < to.length; e++) {
            to[e] =
                function.applyAsLong(
                    a[e], b[OperationTaps.place(Tap.OPERATE_SECOND_OF, e, b.length, taps)]);
          }
          OperationTaps.pass(to, a, component, type, taps);
          tiles[instance] = to;
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles).holedAs(left).holedAs(right));
    };
  }
}
