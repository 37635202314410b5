// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.CapabilityNeeds;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.numbers.FloatFormat;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * Rules of the SPIR-V texts that hold for a module as it stands, whatever of it is executed, and
 * that SPIRV-Tools and glslang do not keep.
 */
final class ModuleRules {

  private static final String EXTENSION =
      CapabilityNeeds.extension(Spv.SpvCapabilityCooperativeMatrixKHR).orElseThrow();

  /** The oldest minor version of SPIR-V 1 that {@link #EXTENSION} goes with. */
  private static final int OLDEST = 3;

  /** The operands of a product that a bit of its operands says are signed, by bit. */
  private static final int SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixASignedComponentsKHRMask
          | Spv.SpvCooperativeMatrixOperandsMatrixBSignedComponentsKHRMask
          | Spv.SpvCooperativeMatrixOperandsMatrixCSignedComponentsKHRMask
          | Spv.SpvCooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask;

  private static final Set<Integer> NARROWING =
      Set.of(Spv.SpvOpFConvert, Spv.SpvOpConvertSToF, Spv.SpvOpConvertUToF);

  /** What is tangled whatever its operands are. */
  private static final Set<OpcodeKind> TANGLED =
      EnumSet.of(
          OpcodeKind.MATRIX_LOAD,
          OpcodeKind.MATRIX_STORE,
          OpcodeKind.MATRIX_PRODUCT,
          OpcodeKind.TENSOR_LOAD,
          OpcodeKind.TENSOR_STORE,
          OpcodeKind.REDUCE,
          OpcodeKind.USE,
          OpcodeKind.TRANSPOSE,
          OpcodeKind.ELEMENT);

  /** What is tangled where matrices take part. */
  private static final Set<OpcodeKind> TANGLED_OF_MATRICES =
      EnumSet.of(
          OpcodeKind.CONVERT,
          OpcodeKind.BITCAST,
          OpcodeKind.NEGATE,
          OpcodeKind.ADD,
          OpcodeKind.SUBTRACT,
          OpcodeKind.MULTIPLY,
          OpcodeKind.DIVIDE,
          OpcodeKind.REMAINDER,
          OpcodeKind.SCALE,
          OpcodeKind.CONSTRUCT);

  private final Module module;
  private final Decorations decorations;
  private final Behaviour behaviour;
  private final int version;
  private final UseRules uses;

  /**
   * @param version minor version of SPIR-V 1
   */
  ModuleRules(Module module, Decorations decorations, Behaviour behaviour, int version) {
    this.module = module;
    this.decorations = decorations;
    this.behaviour = behaviour;
    this.version = version;
    this.uses = new UseRules(module, behaviour);
  }

  void check(Instruction i) {
    uses.check(i);
    switch (i.kind()) {
      case VARIABLE -> variable(i);
      case BITCAST -> bitcast(i);
      case MATRIX_LOAD -> memory(i, Spv.SpvDecorationNonReadable, "is loaded from");
      case MATRIX_STORE -> memory(i, Spv.SpvDecorationNonWritable, "is stored to");
      case REDUCE -> {
        reduction(i);
        called("CM2-RED-018", i.operand(Role.FUNCTION));
      }
      case ELEMENT -> called("CM2-ELEM-009", i.operand(Role.FUNCTION));
      case TENSOR_LOAD -> {
        TensorOperands operands = TensorOperands.of(i);
        called("CM2-DEC-010", operands.decode());
        called("DV-SIG-008", operands.decodeVector());
      }
      default -> {
        switch (i.opcode()) {
          case Spv.SpvOpExtension -> extension(i);
          case Spv.SpvOpDecorate -> decoration(i);
          case Spv.SpvOpCooperativeMatrixMulAddKHR -> product(i);
          default -> {}
        }
      }
    }
  }

  private void broken(String rule, String message, Object... values) {
    behaviour.violated(Check.MODULE, rule + ": " + message.formatted(values));
  }

  private void extension(Instruction i) {
    if (version < OLDEST && i.text(0).equals(EXTENSION)) {
      broken("KHR-EXT-009", "%s in a module of SPIR-V 1.%d", EXTENSION, version);
    }
  }

  private void decoration(Instruction i) {
    if (i.operand(Role.DECORATION)
        != Spv.SpvDecorationSaturatedToLargestFloat8NormalConversionEXT) {
      return;
    }
    Instruction made = module.definitions().of(i.operand(Role.TARGET));
    if (made == null
        || !NARROWING.contains(made.opcode())
        || !(component(module.type(made.type())) instanceof Type.Float(FloatFormat format))
        || format.bits() != 8) {
      broken(
          "NUM-SPV-003",
          "SaturatedToLargestFloat8NormalConversionEXT on %%%d, which is no conversion to 8-bit"
              + " floats",
          i.operand(Role.TARGET));
    }
  }

  private static Type component(Type type) {
    return switch (type) {
      case Type.CooperativeMatrix matrix -> matrix.component();
      case Type.Vector vector -> vector.element();
      default -> type;
    };
  }

  private void variable(Instruction i) {
    StorageClass storage = StorageClass.of(i.operand(Role.STORAGE_CLASS));
    if (storage != StorageClass.FUNCTION
        && storage != StorageClass.PRIVATE
        && holdsVector(pointee(i))
        && !module.declares(Spv.SpvCapabilityLongVectorEXT)) {
      broken("CV-TYPE-006", "a variable of %s with a cooperative vector", storage);
    }
  }

  private boolean holdsVector(int type) {
    Instruction i = module.definitions().of(type);
    return switch (i.opcode()) {
      case Spv.SpvOpTypeCooperativeVectorNV -> true;
      case Spv.SpvOpTypeArray, Spv.SpvOpTypeRuntimeArray ->
          holdsVector(i.operand(Role.COMPONENT_TYPE));
      case Spv.SpvOpTypeStruct -> Arrays.stream(i.operands()).anyMatch(this::holdsVector);
      default -> false;
    };
  }

  private void bitcast(Instruction i) {
    Type to = module.type(i.type());
    Type from = module.typeOf(i.operand(Role.OPERAND));
    boolean isOfMatrices =
        to instanceof Type.CooperativeMatrix || from instanceof Type.CooperativeMatrix;
    if (isOfMatrices
        && !(component(to) instanceof Type.Int
            && component(from) instanceof Type.Int
            && component(to).size() == component(from).size())) {
      broken("KHR-CONV-012", "OpBitcast of matrices that are not of integers of one width");
    }
  }

  private void product(Instruction i) {
    int signed = i.operandIfAny(Role.MATRIX_OPERANDS) & SIGNED;
    int[] matrices = {i.operand(Role.A), i.operand(Role.B), i.operand(Role.C), i.result()};
    for (int n = 0; n < matrices.length; n++) {
      if ((signed & 1 << n) != 0
          && module.typeOf(matrices[n]) instanceof Type.CooperativeMatrix matrix
          && !(matrix.component() instanceof Type.Int)) {
        broken("KHR-MULADD-019", "signed components of a matrix of %s", matrix.component());
      }
    }
    List<Scope> scopes =
        Arrays.stream(matrices)
            .mapToObj(module::typeOf)
            .filter(Type.CooperativeMatrix.class::isInstance)
            .map(type -> ((Type.CooperativeMatrix) type).scope())
            .distinct()
            .toList();
    if (scopes.size() > 1) {
      broken(
          "KHR-MULADD-020",
          "a product of matrices of scope %s and matrices of scope %s",
          scopes.getFirst(),
          scopes.getLast());
    }
  }

  /** The sides that a reduction keeps. */
  private void reduction(Instruction i) {
    if (!(module.type(i.type()) instanceof Type.CooperativeMatrix to
        && module.typeOf(i.operand(Role.MATRIX)) instanceof Type.CooperativeMatrix from)) {
      return;
    }
    boolean keepsRows = i.operand(Role.REDUCE) == Spv.SpvCooperativeMatrixReduceRowMask;
    boolean keepsColumns = i.operand(Role.REDUCE) == Spv.SpvCooperativeMatrixReduceColumnMask;
    if (keepsRows && to.rows() != from.rows() || keepsColumns && to.columns() != from.columns()) {
      broken(
          "CM2-RED-012",
          "%d x %d reduced along %s to %d x %d",
          from.rows(),
          from.columns(),
          keepsRows ? "rows" : "columns",
          to.rows(),
          to.columns());
    }
  }

  private void memory(Instruction i, int forbidden, String what) {
    boolean isFormer =
        i.opcode() == Spv.SpvOpCooperativeMatrixLoadNV
            || i.opcode() == Spv.SpvOpCooperativeMatrixStoreNV;
    if (!isFormer && !module.isConstant(i.operand(Role.LAYOUT))) {
      broken("KHR-LOAD-026", "a matrix %s in a layout that is no constant", what);
    }
    Path path = path(i.operand(Role.POINTER), forbidden);
    if (path.certain && !path.array) {
      broken("KHR-LOAD-025", "a matrix %s what is in no array", what);
    }
    if (path.decorated) {
      broken(
          "KHR-STORE-011",
          "a matrix %s what is %s",
          what,
          forbidden == Spv.SpvDecorationNonWritable ? "NonWritable" : "NonReadable");
    }
  }

  /**
   * What a pointer points into.
   *
   * @param certain whether it begins at a variable
   * @param array whether there is an array on the way
   * @param decorated whether a variable or a member on the way has the decoration
   */
  private record Path(boolean certain, boolean array, boolean decorated) {}

  private Path path(int pointer, int decoration) {
    Instruction i = module.definitions().of(pointer);
    return switch (i.kind()) {
      case VARIABLE ->
          new Path(true, isArray(pointee(i)), decorations.of(pointer, decoration, 0) != 0);
      case CHAIN -> chain(i, decoration);
      default ->
          i.opcode() == Spv.SpvOpCopyObject
              ? path(i.operand(Role.OPERAND), decoration)
              : new Path(false, false, false);
    };
  }

  private Path chain(Instruction i, int decoration) {
    Path base = path(i.operand(Role.BASE), decoration);
    boolean array = base.array;
    boolean decorated = base.decorated;
    int type = pointee(module.definitions().of(i.operand(Role.BASE)));
    for (int n = 1; n < i.count(); n++) {
      Instruction whole = module.definitions().of(type);
      array |= isArray(type);
      if (whole.opcode() == Spv.SpvOpTypeStruct) {
        int member = (int) module.constantBits(i.operand(n));
        decorated |= decorations.ofMember(type, member, decoration, 0) != 0;
        type = whole.operand(member);
      } else {
        type = whole.operand(Role.COMPONENT_TYPE);
      }
    }
    return new Path(base.certain, array || isArray(type), decorated);
  }

  private int pointee(Instruction pointer) {
    return module.definitions().of(pointer.type()).operand(Role.TYPE);
  }

  private boolean isArray(int type) {
    int opcode = module.definitions().of(type).opcode();
    return opcode == Spv.SpvOpTypeArray || opcode == Spv.SpvOpTypeRuntimeArray;
  }

  /** Checks a function that a matrix instruction calls; 0 if it calls none. */
  private void called(String rule, int function) {
    if (function != 0 && module.definitions().reaches(function, this::isTangled)) {
      broken(rule, "the function %%%d that elements are handed to reaches a tangled one", function);
    }
  }

  private boolean isTangled(Instruction i) {
    return TANGLED.contains(i.kind())
        || TANGLED_OF_MATRICES.contains(i.kind())
            && (module.type(i.type()) instanceof Type.CooperativeMatrix
                || Arrays.stream(i.operands())
                    .anyMatch(id -> module.typeOf(id) instanceof Type.CooperativeMatrix));
  }
}
