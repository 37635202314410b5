// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Maintenance1;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.Use;

/**
 * What SPV_EXT_cooperative_matrix_maintenance1 says of types, which no validator looks at: of
 * coordinates, and of conversions that change the use.
 */
final class UseRules {

  private final Module module;
  private final Behaviour behaviour;

  UseRules(Module module, Behaviour behaviour) {
    this.module = module;
    this.behaviour = behaviour;
  }

  void check(Instruction i) {
    OpcodeKind kind = i.kind();
    if (kind == OpcodeKind.COORDINATE) {
      coordinate(i);
    } else if ((kind == OpcodeKind.USE || kind == OpcodeKind.CONVERT)
        && module.declares(Maintenance1.CAPABILITY_CONVERSIONS)
        && module.type(i.type()) instanceof Type.CooperativeMatrix to
        && module.typeOf(i.operand(0)) instanceof Type.CooperativeMatrix from) {
      conversion(i, from, to);
    }
  }

  private void broken(boolean is, String message) {
    if (is) {
      behaviour.violated(Check.MODULE, "SPV_EXT_cooperative_matrix_maintenance1: " + message);
    }
  }

  private void coordinate(Instruction i) {
    broken(
        !(module.type(i.type()) instanceof Type.Vector vector
            && vector.count() == 2
            && isWord(vector.element())),
        "a coordinate that is no vector of two 32-bit integers");
    broken(
        !(module.typeOf(i.operand(Role.MATRIX)) instanceof Type.CooperativeMatrix),
        "the coordinate of an element of what is no cooperative matrix");
    broken(!isWord(module.typeOf(i.operand(Role.INDEX))), "an index that is no 32-bit integer");
  }

  private static boolean isWord(Type type) {
    return type instanceof Type.Int && type.size() == Integer.BYTES;
  }

  private void conversion(Instruction i, Type.CooperativeMatrix from, Type.CooperativeMatrix to) {
    boolean transposes = module.decoration(i.result(), Maintenance1.DECORATION_TRANSPOSE, 0) != 0;
    boolean isOfUse = i.kind() == OpcodeKind.USE;
    boolean isSameUse = from.use() == to.use();
    broken(
        isSameUse
            ? isOfUse || transposes
            : from.use() != Use.ACCUMULATOR && (to.use() != Use.ACCUMULATOR || transposes),
        "a conversion%s from use %s to %s"
            .formatted(transposes ? " that transposes" : "", from.use(), to.use()));
    broken(from.scope() != to.scope(), "a conversion to another scope");
    broken(
        from.rows() != (transposes ? to.columns() : to.rows())
            || from.columns() != (transposes ? to.rows() : to.columns()),
        "a conversion from %d x %d to %d x %d"
            .formatted(from.rows(), from.columns(), to.rows(), to.columns()));
    broken(
        isOfUse
            && !from.component().equals(to.component())
            && !(from.component() instanceof Type.Int
                && to.component() instanceof Type.Int
                && from.component().size() == to.component().size()),
        "a change of use from components of %s to %s".formatted(from.component(), to.component()));
  }
}
