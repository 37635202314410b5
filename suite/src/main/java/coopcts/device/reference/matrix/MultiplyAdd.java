// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.fault.MatrixEvent;
import coopcts.device.reference.fault.ProductSettings;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.Set;
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
          new ProductSettings(a.type().columns() - (emptyOperands(i) ? 1 : 0))
              .signs(
                  (flags & A_SIGNED) != 0,
                  (flags & B_SIGNED) != 0,
                  (flags & C_SIGNED) != 0,
                  (flags & RESULT_SIGNED) != 0)
              .saturating((flags & SATURATING) != 0)
              .sums(wide ? null : FloatFormat.FLOAT32);
      if (a.isOfArrays() && machine.fault().has(FaultPoint.LINES_PRODUCT, a.type())) {
        settings = settings.depth(settings.depth() - 1);
      }
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

  private boolean emptyOperands(Instruction i) {
    return i.places(Role.MATRIX_OPERANDS).findAny().isPresent()
        && i.operand(Role.MATRIX_OPERANDS) == 0
        && module.behaviour().fault().has(FaultPoint.MULADD_OPERANDS_NONE, module.type(i.type()));
  }

  /** Changes the variables of A and C as the fault that is switched on has it. */
  private void spoilOperands(Instruction i, MatrixValue a, Machine machine) {
    if (isVariable(i.operand(Role.A))
        && machine.fault().has(FaultPoint.MULADD_CHANGES_A, a.type())) {
      variable(i.operand(Role.A), machine).store(a.withLast(null), machine);
    }
    Type type = module.type(i.type());
    if (isVariable(i.operand(Role.C))
        && module.typeOf(i.operand(Role.C)).equals(type)
        && machine.fault().has(FaultPoint.MULADD_INTO_C, type)) {
      variable(i.operand(Role.C), machine).store(machine.get(i.result()), machine);
    }
  }

  /** Whether a value was loaded from a variable. */
  private boolean isVariable(int value) {
    Instruction made = module.definition(value);
    return made.kind() == OpcodeKind.LOAD
        && !module.storage(made.operand(Role.POINTER)).hasAddresses();
  }

  private Variable.Pointer variable(int value, Machine machine) {
    return (Variable.Pointer) machine.get(module.definition(value).operand(Role.POINTER));
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
    if (!machine.fault().isOn()) {
      return MatrixProduct.compute(
          type, settings, a, b, c, instance, machine.behaviour().freedom());
    }
    MatrixEvent event =
        new MatrixEvent(
            MatrixEvent.Action.MUL_ADD,
            type,
            a.type().component().componentType(),
            new MatrixEvent.Access(false, true, 0, a.type().columns()),
            new MatrixEvent.Moment(instance, machine.workgroup(), machine.visit(i, instance)),
            machine.circumstances(Set.of()));
    ProductSettings wrong =
        wrong(machine.fault().product(event, settings), i, number, event, machine.fault());
    wrong = wrong.depth(depth(i, type, a, wrong, machine));
    long[] tile =
        MatrixProduct.compute(type, wrong, a, b, c, instance, machine.behaviour().freedom());
    if (!c.type().equals(type) && machine.fault().has(FaultPoint.MULADD_ROUNDED_TO_C, type)) {
      FloatFormat narrow = ((Type.Float) c.type().component()).format();
      FloatFormat own = ((Type.Float) type.component()).format();
      Arrays.setAll(
          tile,
          e ->
              own.encode(
                  narrow.toDouble(narrow.encode(own.toDouble(tile[e]), Rounding.NEAREST_EVEN)),
                  Rounding.NEAREST_EVEN));
    }
    machine.fault().elements(event, tile, c.tile(instance));
    if (type.scope() == Scope.WORKGROUP) {
      if (machine.instances(Scope.SUBGROUP) > 3
          && machine.fault().has(FaultPoint.WORKGROUP_FOUR, type)) {
        int kept = tile.length / 4;
        System.arraycopy(c.tile(instance), tile.length - kept, tile, tile.length - kept, kept);
      }
      if (machine.fault().has(FaultPoint.WORKGROUP_STAGING)) {
        machine.memory().spoilShared();
      }
    }
    return tile;
  }

  /** How many products a bug sums up for each element. */
  private int depth(
      Instruction i,
      Type.CooperativeMatrix type,
      MatrixValue a,
      ProductSettings settings,
      Machine machine) {
    ActiveFault fault = machine.fault();
    int depth = a.type().columns();
    if (Integer.bitCount(depth) > 1 && fault.has(FaultPoint.FLEXIBLE_DEPTH, type)) {
      return Integer.highestOneBit(depth);
    }
    boolean loses =
        isOf(i, Spv.SpvOpCooperativeMatrixConvertNV) && fault.has(FaultPoint.USE_PRODUCT, type)
            || isOf(i, Spv.SpvOpCooperativeMatrixTransposeNV)
                && fault.has(FaultPoint.TRANSPOSE_PRODUCT, type)
            || module.support().isFlexible()
                && module.support().hasFixedSize(type.rows(), type.columns(), depth)
                && fault.has(FaultPoint.FLEXIBLE_EXACT, type);
    return loses ? depth - 1 : settings.depth();
  }

  /** Whether a factor of a product comes from an instruction. */
  private boolean isOf(Instruction i, int opcode) {
    return module.definitions().comesFrom(i.operand(Role.A), own -> own.opcode() == opcode)
        || module.definitions().comesFrom(i.operand(Role.B), own -> own.opcode() == opcode);
  }

  /** What faults make of a product of SPV_NV_cooperative_matrix. */
  private ProductSettings formerWrong(
      ProductSettings settings, Instruction i, MatrixEvent event, ActiveFault fault) {
    boolean isSigned = settings.signedA() || settings.signedB();
    if (isSigned && fault.has(FaultPoint.NV_SIGNS, event.type())) {
      return settings.signs(false, false, settings.signedC(), settings.signedResult());
    }
    return operandType(i, Role.A).equals(operandType(i, Role.B))
            && fault.has(FaultPoint.NV_FACTORS_OF_ONE_TYPE, event.type())
        ? settings.transposedB()
        : settings;
  }

  private ProductSettings wrong(
      ProductSettings settings, Instruction i, int number, MatrixEvent event, ActiveFault fault) {
    if (i.opcode() == Spv.SpvOpCooperativeMatrixMulAddNV) {
      return formerWrong(settings, i, event, fault);
    }
    if (fault.plants(FaultPoint.MULADD_SIGNS_OF_TYPES)
        && event.type().component() instanceof Type.Int) {
      int signs = signs(i, event.type());
      boolean a = (signs & A_SIGNED) != 0;
      boolean b = (signs & B_SIGNED) != 0;
      return (a != settings.signedA() || b != settings.signedB())
              && fault.has(FaultPoint.MULADD_SIGNS_OF_TYPES, event.type())
          ? settings.signs(a, b, settings.signedC(), settings.signedResult())
          : settings;
    }
    boolean later = number > 0 || event.visit() > 0;
    return settings.saturating()
            && later
            && fault.has(FaultPoint.MULADD_SATURATES_ONCE, event.type())
        ? settings.saturating(false)
        : settings;
  }
}
