// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import org.lwjgl.util.spvc.Spv;

/**
 * What faults make of stores of matrices and their components into variables: wrong turns of a
 * compiler that looks at where the stored value comes from.
 */
final class MatrixStores {

  private final Module module;
  private final ActiveFault fault;

  MatrixStores(Module module) {
    this.module = module;
    this.fault = module.behaviour().fault();
  }

  /** The writer of a store as the fault that is switched on has it. */
  Pointers.Writer wrong(int pointer, int object, Pointers.Writer right) {
    if (!(module.typeOf(object) instanceof Type.CooperativeMatrix type)) {
      return isLent(pointer, object) && fault.has(FaultPoint.COMPONENT_NOT_GIVEN_BACK)
          ? (_, _) -> {}
          : right;
    }
    Instruction made = module.definition(object);
    if (isCooperativeLoad(made) && fault.has(FaultPoint.LOAD_KEEPS_LAST, type)
        || isCompound(made, pointer) && fault.has(FaultPoint.COMPOUND_KEEPS_LAST, type)) {
      return keepingLast(pointer, right);
    }
    boolean isGlobal = module.storage(pointer) == StorageClass.PRIVATE;
    if (isGlobal && fault.has(FaultPoint.GLOBAL_LAST_LOST, type)
        || isVariable(made) && fault.has(FaultPoint.VARIABLE_COPY_LAST, type)) {
      return (value, machine) -> right.write(((MatrixValue) value).withLast(null), machine);
    }
    return right;
  }

  private static Pointers.Writer keepingLast(int pointer, Pointers.Writer right) {
    return (value, machine) ->
        right.write(((MatrixValue) value).withLast(old(pointer, machine)), machine);
  }

  private static MatrixValue old(int pointer, Machine machine) {
    return (MatrixValue) ((Variable.Pointer) machine.get(pointer)).load(machine);
  }

  private static boolean isCooperativeLoad(Instruction made) {
    return made.opcode() == Spv.SpvOpCooperativeMatrixLoadKHR;
  }

  private static boolean isVariable(Instruction made) {
    return made.kind() == OpcodeKind.LOAD;
  }

  /** Whether a value is computed of what the variable held that it goes into. */
  private boolean isCompound(Instruction made, int pointer) {
    boolean isArithmetic =
        switch (made.kind()) {
          case ADD, SUBTRACT, MULTIPLY, DIVIDE, SCALE -> true;
          default -> false;
        };
    if (!isArithmetic) {
      return false;
    }
    Instruction left = module.definition(made.operand(0));
    return left.kind() == OpcodeKind.LOAD && left.operand(Role.POINTER) == pointer;
  }

  /** Whether a component of a matrix is given what a function left in a variable. */
  private boolean isLent(int pointer, int object) {
    Instruction chain = module.definition(pointer);
    Instruction made = module.definition(object);
    return chain.kind() == OpcodeKind.CHAIN
        && module.pointee(chain.operand(Role.BASE)) instanceof Type.CooperativeMatrix
        && made.kind() == OpcodeKind.LOAD
        && module.instructions().stream()
            .filter(i -> i.kind() == OpcodeKind.CALL)
            .flatMapToInt(i -> i.places(Role.ARGUMENTS).map(i::operand))
            .anyMatch(argument -> argument == made.operand(Role.POINTER));
  }
}
