// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.FloatArithmetic;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import java.util.Set;
import java.util.function.IntFunction;
import org.lwjgl.util.spvc.Spv;

/**
 * {@link Choice#MOVED_ZEROS}: whatever an instruction gives or stores as floating-point values, its
 * zeros have either sign. Values are replaced, never changed in place.
 */
final class ZeroSigns {

  /** Instructions that SignedZeroInfNanPreserve binds; it binds no others (NUM-NAN-001). */
  private static final Set<Integer> BOUND =
      Set.of(
          Spv.SpvOpPhi,
          Spv.SpvOpSelect,
          Spv.SpvOpFunctionCall,
          Spv.SpvOpReturnValue,
          Spv.SpvOpVectorExtractDynamic,
          Spv.SpvOpVectorInsertDynamic,
          Spv.SpvOpVectorShuffle,
          Spv.SpvOpCompositeConstruct,
          Spv.SpvOpCompositeExtract,
          Spv.SpvOpCompositeInsert,
          Spv.SpvOpTranspose,
          Spv.SpvOpCopyObject,
          Spv.SpvOpCopyLogical,
          Spv.SpvOpGroupNonUniformBroadcast,
          Spv.SpvOpGroupNonUniformBroadcastFirst,
          Spv.SpvOpGroupNonUniformShuffle,
          Spv.SpvOpGroupNonUniformShuffleXor,
          Spv.SpvOpGroupNonUniformShuffleUp,
          Spv.SpvOpGroupNonUniformShuffleDown,
          Spv.SpvOpGroupNonUniformQuadBroadcast,
          Spv.SpvOpGroupNonUniformQuadSwap,
          Spv.SpvOpSubgroupReadInvocationKHR,
          Spv.SpvOpSubgroupFirstInvocationKHR,
          Spv.SpvOpGroupNonUniformRotateKHR,
          Spv.SpvOpCooperativeMatrixLoadKHR,
          Spv.SpvOpCooperativeMatrixStoreKHR,
          Spv.SpvOpCooperativeMatrixLoadNV,
          Spv.SpvOpCooperativeMatrixStoreNV,
          Spv.SpvOpCooperativeMatrixLoadTensorNV,
          Spv.SpvOpCooperativeMatrixStoreTensorNV,
          Spv.SpvOpAtomicLoad,
          Spv.SpvOpAtomicStore,
          Spv.SpvOpAtomicExchange,
          Spv.SpvOpStore,
          Spv.SpvOpLoad,
          Spv.SpvOpFConvert,
          Spv.SpvOpFNegate,
          Spv.SpvOpFAdd,
          Spv.SpvOpFSub,
          Spv.SpvOpFMul,
          Spv.SpvOpFDiv,
          Spv.SpvOpVectorTimesScalar,
          Spv.SpvOpMatrixTimesScalar,
          Spv.SpvOpVectorTimesMatrix,
          Spv.SpvOpMatrixTimesVector,
          Spv.SpvOpMatrixTimesMatrix,
          Spv.SpvOpOuterProduct,
          Spv.SpvOpDot,
          Spv.SpvOpGroupNonUniformFMin,
          Spv.SpvOpGroupNonUniformFMax,
          Spv.SpvOpAtomicFAddEXT,
          Spv.SpvOpAtomicFMinEXT,
          Spv.SpvOpAtomicFMaxEXT,
          Spv.SpvOpDPdx,
          Spv.SpvOpDPdy,
          Spv.SpvOpFwidth,
          Spv.SpvOpDPdxFine,
          Spv.SpvOpDPdyFine,
          Spv.SpvOpFwidthFine,
          Spv.SpvOpDPdxCoarse,
          Spv.SpvOpDPdyCoarse,
          Spv.SpvOpFwidthCoarse);

  private final Module module;
  private final FloatArithmetic arithmetic;

  ZeroSigns(Module module) {
    this.module = module;
    this.arithmetic = module.arithmetic();
  }

  /** The step with the zeros of what it gives or stores drawn. */
  DecodedInstruction drawn(Instruction i, DecodedInstruction right) {
    boolean isBound = BOUND.contains(i.opcode());
    if (i.type() == 0) {
      int stored = i.operandIfAny(Role.OBJECT);
      return stored == 0 ? right : stored(stored, right, isBound);
    }
    Type type = module.type(i.type());
    return !holdsFloats(type)
        ? right
        : machine -> {
          right.run(machine);
          Object value = machine.get(i.result());
          Object moved = value == null ? null : moved(value, type, 1, isBound);
          if (moved != value) {
            machine.set(i.result(), moved);
          }
        };
  }

  private DecodedInstruction stored(int id, DecodedInstruction right, boolean isBound) {
    Type type = module.typeOf(id);
    return !holdsFloats(type)
        ? right
        : machine -> {
          Object value = machine.get(id);
          Object moved = value == null ? null : moved(value, type, 1, isBound);
          if (moved == value) {
            right.run(machine);
          } else {
            machine.set(id, moved);
            right.run(machine);
            machine.set(id, value);
          }
        };
  }

  private static boolean holdsFloats(Type type) {
    return switch (type) {
      case Type.Float _ -> true;
      case Type.Vector vector -> holdsFloats(vector.element());
      case Type.ColumnMatrix matrix -> holdsFloats(matrix.component());
      case Type.Array array -> holdsFloats(array.element());
      case Type.Struct struct -> struct.members().stream().anyMatch(ZeroSigns::holdsFloats);
      case Type.CooperativeMatrix matrix -> holdsFloats(matrix.component());
      default -> false;
    };
  }

  /** The value with other signs, or the value itself where none is changed. */
  private Object moved(Object value, Type type, int place, boolean isBound) {
    return switch (type) {
      case Type.Float(FloatFormat format) -> moved((long[]) value, format, place, false, isBound);
      case Type.Vector vector -> parts((Object[]) value, place, isBound, _ -> vector.element());
      case Type.ColumnMatrix matrix ->
          parts((Object[]) value, place, isBound, _ -> matrix.column());
      case Type.Array array -> parts((Object[]) value, place, isBound, _ -> array.element());
      case Type.Struct struct -> parts((Object[]) value, place, isBound, struct.members()::get);
      case Type.CooperativeMatrix matrix
          when matrix.component() instanceof Type.Float(FloatFormat format) ->
          matrix((MatrixValue) value, format, isBound);
      default -> value;
    };
  }

  private Object parts(Object[] parts, int place, boolean isBound, IntFunction<Type> type) {
    Object[] changed = parts;
    for (int n = 0; n < parts.length; n++) {
      Object part =
          parts[n] == null ? null : moved(parts[n], type.apply(n), 31 * place + n, isBound);
      if (part != parts[n]) {
        changed = changed == parts ? parts.clone() : changed;
        changed[n] = part;
      }
    }
    return changed;
  }

  private Object matrix(MatrixValue matrix, FloatFormat format, boolean isBound) {
    MatrixValue changed = matrix;
    for (int instance = 0; instance < matrix.instances(); instance++) {
      if (matrix.isSet(instance)) {
        long[] tile = matrix.tile(instance);
        long[] moved = moved(tile, format, instance, true, isBound);
        changed = moved == tile ? changed : changed.withTile(instance, moved);
      }
    }
    return changed == matrix ? matrix : changed.holedAs(matrix);
  }

  /**
   * @param isApart whether each number draws for itself; else they are one of each invocation
   */
  private long[] moved(
      long[] patterns, FloatFormat format, int place, boolean isApart, boolean isBound) {
    long[] changed = patterns;
    for (int n = 0; n < patterns.length; n++) {
      long moved =
          arithmetic.moved(format, patterns[n], isApart ? 1009 * place + n : place, isBound);
      if (moved != patterns[n]) {
        changed = changed == patterns ? patterns.clone() : changed;
        changed[n] = moved;
      }
    }
    return changed;
  }
}
