// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.spirv.Enumerant;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.TensorClamp;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.grammar.OpcodeKind;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.lwjgl.util.spvc.Spv;

/** The types of a module by id, and the types of its values. */
final class Types {

  /** More elements than any buffer or device has. */
  private static final int MOST_ELEMENTS = 1 << 24;

  private final Decorations decorations;
  private final IntToLongFunction constants;
  private final IntToLongFunction clampModes;
  private final Map<Integer, Type> types = new HashMap<>();
  private final Map<Integer, Integer> ofValues = new HashMap<>();
  private final Set<Integer> cooperativeVectors = new HashSet<>();

  /**
   * Pointers may be used before they are declared, so that they are read at once.
   *
   * @param constants the value of a scalar constant that was read already
   * @param clampModes the same for clamp modes
   */
  Types(
      List<Instruction> instructions,
      Decorations decorations,
      IntToLongFunction constants,
      IntToLongFunction clampModes) {
    this.clampModes = clampModes;
    this.decorations = decorations;
    this.constants = constants;
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpTypePointer) {
        types.put(i.result(), new Type.Pointer(StorageClass.of(i.operand(0)), i.operand(1)));
      } else if (i.opcode() == Spv.SpvOpTypeUntypedPointerKHR) {
        types.put(i.result(), Type.Pointer.untyped(StorageClass.of(i.operand(0))));
      }
      if (i.type() != 0) {
        ofValues.put(i.result(), i.type());
      }
    }
  }

  /** The type with an id. */
  Type get(int id) {
    Type type = types.get(id);
    if (type == null) {
      throw new SpirvException("id " + id + " is no type");
    }
    return type;
  }

  /** The id of a value's type. */
  int idOf(int value) {
    Integer type = ofValues.get(value);
    if (type == null) {
      throw new SpirvException("id " + value + " is no value");
    }
    return type;
  }

  /** Whether an id is the type of cooperative vectors, which otherwise are like other vectors. */
  boolean isCooperativeVector(int type) {
    return cooperativeVectors.contains(type);
  }

  /** Whether a matrix belongs to a whole workgroup. */
  boolean hasMatrices(Scope scope) {
    return types.values().stream()
        .anyMatch(type -> type instanceof Type.CooperativeMatrix matrix && matrix.scope() == scope);
  }

  /** Whether an instruction declares a type. */
  static boolean declares(Instruction i) {
    return i.kind() == OpcodeKind.TYPE;
  }

  /** Takes a declaration in, after those that it is made of. */
  void declare(Instruction i) {
    try {
      types.put(i.result(), read(i));
    } catch (SpirvException e) {
      throw e.at() ? e : e.at(i, "");
    }
  }

  private long constant(int id) {
    return constants.applyAsLong(id);
  }

  private Type read(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpTypeVoid -> new Type.Void();
      case Spv.SpvOpTypeBool -> new Type.Bool();
      case Spv.SpvOpTypeInt ->
          new Type.Int(
              i.operand(1) == 1
                  ? IntegerFormat.signed(i.operand(0))
                  : IntegerFormat.unsigned(i.operand(0)));
      case Spv.SpvOpTypeFloat -> new Type.Float(floatFormat(i));
      case Spv.SpvOpTypeVector -> new Type.Vector(get(i.operand(0)), i.operand(1));
      case Spv.SpvOpTypeMatrix ->
          new Type.ColumnMatrix((Type.Vector) get(i.operand(0)), i.operand(1));
      case Spv.SpvOpTypeArray ->
          new Type.Array(
              get(i.operand(0)),
              length(constant(i.operand(1))),
              decorations.of(i.result(), Spv.SpvDecorationArrayStride, 0));
      case Spv.SpvOpTypeRuntimeArray ->
          new Type.RuntimeArray(
              get(i.operand(0)), decorations.of(i.result(), Spv.SpvDecorationArrayStride, 0));
      case Spv.SpvOpTypeStruct -> struct(i);
      case Spv.SpvOpTypePointer, Spv.SpvOpTypeUntypedPointerKHR -> get(i.result());
      case Spv.SpvOpTypeFunction ->
          new Type.Function(
              get(i.operand(0)), Arrays.stream(i.operands()).skip(1).boxed().toList());
      case Spv.SpvOpTypeCooperativeVectorNV -> {
        cooperativeVectors.add(i.result());
        yield new Type.Vector(get(i.operand(0)), length(constant(i.operand(1))));
      }
      case Spv.SpvOpTypeTensorLayoutNV ->
          new Type.TensorLayout(
              (int) constant(i.operand(0)),
              Enumerant.of(
                  TensorClamp.values(), clampModes.applyAsLong(i.operand(1)), "clamp mode"));
      case Spv.SpvOpTypeTensorViewNV ->
          new Type.TensorView(
              (int) constant(i.operand(0)),
              constant(i.operand(1)) != 0,
              Arrays.stream(i.operands()).skip(2).mapToObj(id -> (int) constant(id)).toList());
      case Spv.SpvOpTypeCooperativeMatrixNV ->
          new Type.CooperativeMatrix(
              get(i.operand(0)),
              scope(constant(i.operand(1))),
              side(constant(i.operand(2))),
              side(constant(i.operand(3))),
              Use.ACCUMULATOR);
      case Spv.SpvOpTypeCooperativeMatrixKHR ->
          new Type.CooperativeMatrix(
              get(i.operand(0)),
              scope(constant(i.operand(1))),
              side(constant(i.operand(2))),
              side(constant(i.operand(3))),
              Enumerant.of(Use.values(), constant(i.operand(4)), "use"));
      default -> throw new UnsupportedException(i.name() + " is not supported");
    };
  }

  private static Scope scope(long value) {
    return Arrays.stream(Scope.values())
        .filter(scope -> scope.value() == value && scope != Scope.INVOCATION)
        .findFirst()
        .orElseThrow(() -> new SpirvException("%d is no scope of a matrix".formatted(value)));
  }

  /** Rows or columns of a matrix. */
  private static int side(long value) {
    if (value < 1 || value > MOST_ELEMENTS) {
      throw new SpirvException("a matrix of %d rows or columns".formatted(value));
    }
    return (int) value;
  }

  private static int length(long value) {
    if (value < 1) {
      throw new SpirvException("an array or vector of %d elements".formatted(value));
    }
    if (value > MOST_ELEMENTS) {
      throw new UnsupportedException(
          "an array of %d elements is not supported, only up to %d"
              .formatted(value, MOST_ELEMENTS));
    }
    return (int) value;
  }

  private static FloatFormat floatFormat(Instruction i) {
    return Type.declaredFloat(i)
        .map(type -> (FloatFormat) type.format())
        .orElseThrow(
            () ->
                i.count() > 1
                    ? new UnsupportedException(
                        "a float of %d bits with encoding %d is not supported"
                            .formatted(i.operand(0), i.operand(1)))
                    : new SpirvException("a float of %d bits".formatted(i.operand(0))));
  }

  private Type struct(Instruction i) {
    List<Type> members = new ArrayList<>();
    List<Type.Member> layout = new ArrayList<>();
    int packed = 0;
    for (int member = 0; member < i.count(); member++) {
      Type type = get(i.operand(member));
      boolean inMemory = !isOpaque(type);
      int offset = decorations.ofMember(i.result(), member, Spv.SpvDecorationOffset, -1);
      Type.Member at =
          new Type.Member(
              offset >= 0 ? offset : packed,
              decorations.ofMember(i.result(), member, Spv.SpvDecorationMatrixStride, 0),
              decorations.ofMember(i.result(), member, Spv.SpvDecorationRowMajor, 0) != 0);
      members.add(type);
      layout.add(at);
      if (offset < 0 && inMemory) {
        packed = Math.ceilDiv(packed + (int) at.size(type), 8) * 8;
      }
    }
    return new Type.Struct(members, layout);
  }

  /** Whether values of a type have no form in memory. */
  private static boolean isOpaque(Type type) {
    return switch (type) {
      case Type.TensorLayout _, Type.TensorView _ -> true;
      case Type.Array array -> isOpaque(array.element());
      case Type.Struct struct -> struct.members().stream().anyMatch(Types::isOpaque);
      default -> type.containsMatrix();
    };
  }
}
