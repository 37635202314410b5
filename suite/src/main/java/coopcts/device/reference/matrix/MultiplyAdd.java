// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ProductSettings;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntFunction;
import org.lwjgl.util.spvc.Spv;

/** OpCooperativeMatrixMulAddKHR, and what SPV_NV_cooperative_matrix had before it. */
final class MultiplyAdd {

  private static final int A_SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixASignedComponentsKHRMask;
  private static final int B_SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixBSignedComponentsKHRMask;
  private static final int C_SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixCSignedComponentsKHRMask;
  private static final int RESULT_SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask;
  private static final int SATURATING =
      Spv.SpvCooperativeMatrixOperandsSaturatingAccumulationKHRMask;

  private final Module module;

  MultiplyAdd(Module module) {
    this.module = module;
  }

  DecodedInstruction step(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    boolean isFormer = i.opcode() == Spv.SpvOpCooperativeMatrixMulAddNV;
    int flags = isFormer ? signs(i, type) : operands(i);
    if (!isFormer) {
      module
          .support()
          .checkProduct(
              operandType(i, Role.A), operandType(i, Role.B), operandType(i, Role.C), type, flags);
    }
    int number = number(i);
    boolean wide =
        type.component() instanceof Type.Float(FloatFormat format) && format == FloatFormat.FLOAT64;
    return machine -> {
      MatrixValue a = (MatrixValue) machine.get(i.operand(Role.A));
      MatrixValue b = (MatrixValue) machine.get(i.operand(Role.B));
      MatrixValue c = (MatrixValue) machine.get(i.operand(Role.C));
      ProductSettings settings =
          new ProductSettings(a.type().columns())
              .signs(
                  (flags & A_SIGNED) != 0,
                  (flags & B_SIGNED) != 0,
                  (flags & C_SIGNED) != 0,
                  (flags & RESULT_SIGNED) != 0)
              .saturating((flags & SATURATING) != 0)
              .sums(wide ? null : FloatFormat.FLOAT32);
      long[][] tiles = new long[c.instances()][];
      boolean[][] overflows = isFormer ? new boolean[tiles.length][] : null;
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] = product(i, number, type, settings, a, b, c, instance, machine);
          if (isFormer && tiles[instance] != null) {
            overflows[instance] = Overflows.in(type, settings, a, b, c, instance);
          }
        }
      }
      MatrixValue result = new MatrixValue(type, tiles);
      machine.set(
          i.result(),
          (isFormer ? result.holed(overflows) : result)
              .holedAs(a, holes -> lines(holes, a.type(), true, type))
              .holedAs(b, holes -> lines(holes, b.type(), false, type))
              .holedAs(c));
      spoilOperands(i, a, machine);
    };
  }

  /**
   * The elements of a product that come of undefined ones of a factor.
   *
   * @param isA whether they spoil rows, else columns
   */
  private static boolean[] lines(
      boolean[] holes, Type.CooperativeMatrix from, boolean isA, Type.CooperativeMatrix to) {
    boolean[] spoilt = new boolean[to.elements()];
    for (int hole = 0; hole < holes.length; hole++) {
      for (int at = 0; holes[hole] && at < (isA ? to.columns() : to.rows()); at++) {
        spoilt[
                isA
                    ? hole / from.columns() * to.columns() + at
                    : at * to.columns() + hole % from.columns()] =
            true;
      }
    }
    return spoilt;
  }

  /** How many products stand before one in the module. */
  private int number(Instruction product) {
    return (int)
        module.instructions().stream()
            .filter(i -> i.opcode() == product.opcode())
            .takeWhile(i -> i.result() != product.result())
            .count();
  }

  /** Changes the variables of A and C as the taps say; a right device does not. */
  private void spoilOperands(Instruction i, MatrixValue a, Machine machine) {
    if (!machine.fault().isTapped()) {
      return;
    }
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    OperandVariables variables = new OperandVariables(module);
    IntFunction<Taps> taps = instance -> machine.fault().at(Tap.Site.OPERANDS, type, instance);
    variables.change(
        i.operand(Role.A), Tap.OPERANDS_LOSE_A, type.scope(), taps, () -> a.withoutLast(), machine);
    if (operandType(i, Role.C).equals(type)) {
      variables.change(
          i.operand(Role.C),
          Tap.OPERANDS_GET_RESULT,
          type.scope(),
          taps,
          () -> machine.get(i.result()),
          machine);
    }
  }

  private static int operands(Instruction i) {
    return i.operandIfAny(Role.MATRIX_OPERANDS);
  }

  /** The signedness that SPV_NV_cooperative_matrix takes from the types. */
  private int signs(Instruction i, Type.CooperativeMatrix result) {
    return (isSigned(operandType(i, Role.A)) ? A_SIGNED : 0)
        | (isSigned(operandType(i, Role.B)) ? B_SIGNED : 0)
        | (isSigned(operandType(i, Role.C)) ? C_SIGNED : 0)
        | (isSigned(result) ? RESULT_SIGNED : 0);
  }

  private static boolean isSigned(Type.CooperativeMatrix type) {
    return type.component() instanceof Type.Int(IntegerFormat format) && format.isSigned();
  }

  private Type.CooperativeMatrix operandType(Instruction i, Role operand) {
    return (Type.CooperativeMatrix) module.typeOf(i.operand(operand));
  }

  private long[] product(
      Instruction i,
      int number,
      Type.CooperativeMatrix type,
      ProductSettings settings,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance,
      Machine machine) {
    if (!a.isSet(instance) || !b.isSet(instance) || !c.isSet(instance)) {
      return null;
    }
    if (!machine.fault().isTapped()) {
      return MatrixProduct.compute(
          type, settings, a, b, c, instance, machine.behaviour().freedom());
    }
    int visit = machine.visit(i, instance);
    Taps taps = taps(i, type, a, number, visit, instance, machine);
    ProductSettings tapped = tapped(settings, i, type, taps);
    long[] tile =
        MatrixProduct.compute(type, tapped, a, b, c, instance, machine.behaviour().freedom());
    if (taps.isOn(Tap.PRODUCT_ELEMENT)) {
      long[] of = c.tile(instance);
      Arrays.setAll(
          tile,
          e ->
              taps.at(Tap.PRODUCT_ELEMENT, tile[e], of[e], narrow(tile[e], type, c), e)
                  & type.mask());
    }
    MatrixFunctions.stage(type, machine);
    return tile;
  }

  private Taps taps(
      Instruction i,
      Type.CooperativeMatrix type,
      MatrixValue a,
      int number,
      int visit,
      int instance,
      Machine machine) {
    int depth = a.type().columns();
    boolean isListed =
        module.support().isFlexible()
            && module.support().hasFixedSize(type.rows(), type.columns(), depth);
    return machine
        .fault()
        .at(
            Tap.Site.PRODUCT,
            type,
            instance,
            i.opcode() == Spv.SpvOpCooperativeMatrixMulAddNV ? 1 : 0,
            number + visit,
            operandType(i, Role.A).equals(operandType(i, Role.B)) ? 1 : 0,
            operandType(i, Role.C).equals(type) ? 1 : 0,
            isOf(i, Spv.SpvOpCooperativeMatrixConvertNV) ? 1 : 0,
            isOf(i, Spv.SpvOpCooperativeMatrixTransposeNV) ? 1 : 0,
            a.isOfArrays() ? 1 : 0,
            isListed ? 1 : 0,
            hasNoOperands(i) ? 1 : 0,
            machine.instances(Scope.SUBGROUP),
            instance,
            visit,
            depth,
            a.type().component().componentType().ordinal(),
            machine.around(Set.of()));
  }

  /** Whether the instruction says of its operands that nothing is to be said. */
  private static boolean hasNoOperands(Instruction i) {
    return i.places(Role.MATRIX_OPERANDS).findAny().isPresent()
        && i.operand(Role.MATRIX_OPERANDS) == 0;
  }

  /** Whether a factor of a product comes from an instruction. */
  private boolean isOf(Instruction i, int opcode) {
    return module.definitions().comesFrom(i.operand(Role.A), own -> own.opcode() == opcode)
        || module.definitions().comesFrom(i.operand(Role.B), own -> own.opcode() == opcode);
  }

  private ProductSettings tapped(
      ProductSettings settings, Instruction i, Type.CooperativeMatrix type, Taps taps) {
    if (!taps.isOn()) {
      return settings;
    }
    int right =
        (settings.signedA() ? A_SIGNED : 0)
            | (settings.signedB() ? B_SIGNED : 0)
            | (settings.signedC() ? C_SIGNED : 0)
            | (settings.signedResult() ? RESULT_SIGNED : 0);
    long signs = taps.at(Tap.PRODUCT_SIGNS, right, signs(i, type));
    int most = operandType(i, Role.A).columns();
    ProductSettings tapped =
        settings
            .signs(
                (signs & A_SIGNED) != 0,
                (signs & B_SIGNED) != 0,
                (signs & C_SIGNED) != 0,
                (signs & RESULT_SIGNED) != 0)
            .saturating(taps.is(Tap.PRODUCT_SATURATES, settings.saturating()))
            .operands(precision(Tap.PRODUCT_FACTORS, settings.operands(), taps))
            .sums(precision(Tap.PRODUCT_SUMS, settings.sums(), taps))
            .depth((int) taps.within(Tap.PRODUCT_COUNT, settings.depth(), 0, most));
    if (!taps.is(Tap.PRODUCT_ADDS, true)) {
      tapped = tapped.withoutC();
    }
    long saturates = settings.saturating() ? 1 : 0;
    if (taps.is(Tap.PRODUCT_PARTIAL, false, saturates)) {
      tapped = tapped.partialSaturation();
    }
    if (taps.is(Tap.PRODUCT_LATE, false, saturates)) {
      tapped = tapped.lateMinimum();
    }
    if (taps.is(Tap.PRODUCT_SHORT, false)) {
      tapped = tapped.shortWithoutC();
    }
    return taps.is(Tap.PRODUCT_TURNS_B, false) ? tapped.transposedB() : tapped;
  }

  /** The precision of numbers on their way. */
  private static FloatFormat precision(Tap tap, FloatFormat right, Taps taps) {
    Tap.Precision[] all = Tap.Precision.values();
    return all[(int) taps.within(tap, 0, 0, all.length - 1)].format(right);
  }

  /** An element by way of C's type. */
  private static long narrow(long bits, Type.CooperativeMatrix type, MatrixValue c) {
    if (!(type.component() instanceof Type.Float(FloatFormat own))) {
      return bits;
    }
    FloatFormat narrow = ((Type.Float) c.type().component()).format();
    double rounded = narrow.toDouble(narrow.encode(own.toDouble(bits), Rounding.NEAREST_EVEN));
    return own.encode(rounded, Rounding.NEAREST_EVEN);
  }
}
