// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * What holds for the matrices of SPV_NV_cooperative_matrix: they and their products are among the
 * rows that a device reports for VK_NV_cooperative_matrix, signs and all, wherever they stand in a
 * row, as they have no use (VUIDs 06316 and 10059); fewer instructions take them than later ones.
 */
final class NvMatrixRules {

  /** What later matrices are operands of, and these are not. */
  private static final Set<OpcodeKind> LATER = EnumSet.of(OpcodeKind.MULTIPLY, OpcodeKind.BITCAST);

  private final Module module;
  private final DeviceReport report;
  private final Behaviour behaviour;

  NvMatrixRules(Module module, DeviceReport report, Behaviour behaviour) {
    this.module = module;
    this.report = report;
    this.behaviour = behaviour;
  }

  void check(Instruction i) {
    switch (i.opcode()) {
      case Spv.SpvOpTypeCooperativeMatrixNV ->
          type((Type.CooperativeMatrix) module.type(i.result()));
      case Spv.SpvOpCooperativeMatrixLoadNV, Spv.SpvOpCooperativeMatrixStoreNV -> columnMajor(i);
      case Spv.SpvOpCooperativeMatrixMulAddNV -> product(i);
      default -> {
        if (LATER.contains(i.kind())
            && module.definition(i.type()).opcode() == Spv.SpvOpTypeCooperativeMatrixNV) {
          broken(Check.MODULE, "SPV_NV_cooperative_matrix: %s of matrices".formatted(i.name()));
        }
      }
    }
  }

  private void broken(Check check, String message) {
    behaviour.violated(check, message);
  }

  private void columnMajor(Instruction i) {
    int operand = i.operand(Role.LAYOUT);
    if (!(module.typeOf(operand) instanceof Type.Bool)
        || module.definition(operand).kind() != OpcodeKind.CONSTANT) {
      broken(
          Check.MODULE,
          "SPV_NV_cooperative_matrix: ColumnMajor of %s is no boolean constant"
              .formatted(i.name()));
    }
  }

  private static boolean same(MatrixType row, Type.CooperativeMatrix type) {
    return row.scope() == type.scope()
        && row.rows() == type.rows()
        && row.columns() == type.columns()
        && row.component() == type.component().componentType();
  }

  private static String text(Type.CooperativeMatrix type) {
    return "%d x %d %s".formatted(type.rows(), type.columns(), type.component().componentType());
  }

  private void type(Type.CooperativeMatrix type) {
    Stream<MatrixType> reported =
        report.matrixPropertiesNV().stream()
            .flatMap(row -> Stream.of(row.typeA(), row.typeB(), row.typeC(), row.typeResult()));
    if (reported.noneMatch(row -> same(row, type))) {
      broken(
          Check.SUPPORT,
          "VUID 06316: the device reports no matrix of %s, scope %s, for VK_NV_cooperative_matrix"
              .formatted(text(type), type.scope()));
    }
  }

  private void product(Instruction i) {
    Type.CooperativeMatrix a = matrix(i.operand(Role.A));
    Type.CooperativeMatrix b = matrix(i.operand(Role.B));
    Type.CooperativeMatrix c = matrix(i.operand(Role.C));
    Type.CooperativeMatrix d = matrix(i.result());
    if (report.matrixPropertiesNV().stream().noneMatch(row -> isOf(row, a, b, c, d))) {
      broken(
          Check.SUPPORT,
          "VUID 10059: the device reports no product of A %s and B %s with C %s and D %s for VK_NV_cooperative_matrix"
              .formatted(text(a), text(b), text(c), text(d)));
    }
  }

  private static boolean isOf(
      MatrixProperties row,
      Type.CooperativeMatrix a,
      Type.CooperativeMatrix b,
      Type.CooperativeMatrix c,
      Type.CooperativeMatrix d) {
    return same(row.typeA(), a)
        && same(row.typeB(), b)
        && same(row.typeC(), c)
        && same(row.typeResult(), d);
  }

  private Type.CooperativeMatrix matrix(int value) {
    return (Type.CooperativeMatrix) module.typeOf(value);
  }
}
