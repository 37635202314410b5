package coopcts.device.reference;

import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
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
import java.util.SortedMap;
import org.lwjgl.util.spvc.Spv;

/**
 * A specialized module: types, constants, variables and functions by id.
 *
 * <p>Everything that does not depend on the invocation is worked out here once, so that execution
 * meets only ids and decoded steps.
 */
final class Module {

  private final List<Instruction> instructions;
  private final Conduct conduct;
  private final ShaderStage stage;
  private final FloatArithmetic arithmetic;
  private final SortedMap<Integer, byte[]> specialization;
  private final Map<Integer, Type> types = new HashMap<>();
  private final Set<Integer> cooperativeVectors = new HashSet<>();
  private final Map<Integer, Integer> resultTypes = new HashMap<>();
  private final Map<Integer, Map<Integer, int[]>> decorations = new HashMap<>();
  private final Map<Long, Map<Integer, int[]>> memberDecorations = new HashMap<>();
  private final Map<Integer, Function> functions = new HashMap<>();
  private final Map<Integer, Type.Member> pointerLayouts = new HashMap<>();
  private final List<Instruction> globals = new ArrayList<>();
  private final Object[] constants;
  private final int[] localSize = {1, 1, 1};
  private final Support support;
  private int entryFunction;

  Module(
      byte[] spirv,
      ShaderStage stage,
      String entry,
      SortedMap<Integer, byte[]> specialization,
      DeviceReport report,
      Conduct conduct) {
    this.conduct = conduct;
    this.stage = stage;
    this.instructions = Instruction.parse(spirv);
    this.arithmetic =
        new FloatArithmetic(conduct.freedom(), new FloatModes(instructions, conduct.fault()));
    this.specialization = specialization;
    this.constants = new Object[bound(spirv)];
    readDecorations();
    readGlobals();
    readEntryPoint(entry);
    this.support = new Support(report, conduct, localSize[0] * localSize[1] * localSize[2]);
    checkDeclarations(report);
    new FunctionReader(this).read(instructions, functions);
  }

  private static int bound(byte[] spirv) {
    return spirv[12] & 0xFF | (spirv[13] & 0xFF) << 8 | (spirv[14] & 0xFF) << 16;
  }

  private void checkDeclarations(DeviceReport report) {
    Capabilities capabilities = new Capabilities(instructions, conduct);
    capabilities.checkFeatures(report.features());
    capabilities.checkStage(stage, report);
    for (Instruction i : instructions) {
      try {
        capabilities.check(i, this);
        if (i.opcode() == Spv.SpvOpTypeCooperativeMatrixKHR) {
          support.checkType((Type.CooperativeMatrix) type(i.result()));
        }
      } catch (SpirvException e) {
        throw e.at(i, 0);
      }
    }
  }

  /** Whether a matrix of the module belongs to a whole workgroup. */
  boolean hasWorkgroupMatrices() {
    return types.values().stream()
        .anyMatch(
            type ->
                type instanceof Type.CooperativeMatrix matrix && matrix.scope() == Scope.WORKGROUP);
  }

  Support support() {
    return support;
  }

  Conduct conduct() {
    return conduct;
  }

  FloatArithmetic arithmetic() {
    return arithmetic;
  }

  Type type(int id) {
    Type type = types.get(id);
    if (type == null) {
      throw new SpirvException("id " + id + " is no type");
    }
    return type;
  }

  /** Whether an id is the type of cooperative vectors, which otherwise are like other vectors. */
  boolean isCooperativeVector(int type) {
    return cooperativeVectors.contains(type);
  }

  /** The type of a value. */
  Type typeOf(int id) {
    return type(typeIdOf(id));
  }

  int typeIdOf(int id) {
    Integer type = resultTypes.get(id);
    if (type == null) {
      throw new SpirvException("id " + id + " is no value");
    }
    return type;
  }

  void noteType(Instruction instruction) {
    if (instruction.type() != 0) {
      resultTypes.put(instruction.result(), instruction.type());
    }
  }

  Type pointee(int pointer) {
    return type(((Type.Pointer) typeOf(pointer)).pointee());
  }

  int storage(int pointer) {
    return ((Type.Pointer) typeOf(pointer)).storage();
  }

  Function function(int id) {
    return functions.get(id);
  }

  int entryFunction() {
    return entryFunction;
  }

  ShaderStage stage() {
    return stage;
  }

  int[] localSize() {
    return localSize;
  }

  List<Instruction> globals() {
    return globals;
  }

  /** A copy of the constants by id: the registers that execution starts with. */
  Object[] registers() {
    return constants.clone();
  }

  Object constant(int id) {
    return constants[id];
  }

  /** The value of a scalar constant. */
  long constantBits(int id) {
    if (!(constants[id] instanceof long[] scalar)) {
      throw new SpirvException("id " + id + " is no scalar constant");
    }
    return scalar[0];
  }

  /** The first operand of a decoration, or the default. */
  int decoration(int id, int decoration, int otherwise) {
    int[] operands = decorations.getOrDefault(id, Map.of()).get(decoration);
    return operands == null ? otherwise : operands.length == 0 ? 1 : operands[0];
  }

  int memberDecoration(int struct, int member, int decoration, int otherwise) {
    int[] operands =
        memberDecorations.getOrDefault((long) struct << 32 | member, Map.of()).get(decoration);
    return operands == null ? otherwise : operands.length == 0 ? 1 : operands[0];
  }

  /** How the matrix that a pointer leads into lies in memory, or null where it leads into none. */
  Type.Member pointerLayout(int pointer) {
    return pointerLayouts.get(pointer);
  }

  void notePointerLayout(int pointer, Type.Member layout) {
    if (layout != null) {
      pointerLayouts.put(pointer, layout);
    }
  }

  private void readDecorations() {
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpDecorate) {
        decorations
            .computeIfAbsent(i.operand(0), _ -> new HashMap<>())
            .put(i.operand(1), Arrays.copyOfRange(i.operands(), 2, i.count()));
      } else if (i.opcode() == Spv.SpvOpMemberDecorate) {
        memberDecorations
            .computeIfAbsent((long) i.operand(0) << 32 | i.operand(1), _ -> new HashMap<>())
            .put(i.operand(2), Arrays.copyOfRange(i.operands(), 3, i.count()));
      }
    }
  }

  /** SPIR-V's number of a stage. */
  private static int executionModel(ShaderStage stage) {
    return switch (stage) {
      case VERTEX -> Spv.SpvExecutionModelVertex;
      case TESSELLATION_CONTROL -> Spv.SpvExecutionModelTessellationControl;
      case TESSELLATION_EVALUATION -> Spv.SpvExecutionModelTessellationEvaluation;
      case GEOMETRY -> Spv.SpvExecutionModelGeometry;
      case FRAGMENT -> Spv.SpvExecutionModelFragment;
      case COMPUTE -> Spv.SpvExecutionModelGLCompute;
      case TASK -> Spv.SpvExecutionModelTaskEXT;
      case MESH -> Spv.SpvExecutionModelMeshEXT;
      case RAY_GENERATION -> Spv.SpvExecutionModelRayGenerationKHR;
      case INTERSECTION -> Spv.SpvExecutionModelIntersectionKHR;
      case ANY_HIT -> Spv.SpvExecutionModelAnyHitKHR;
      case CLOSEST_HIT -> Spv.SpvExecutionModelClosestHitKHR;
      case MISS -> Spv.SpvExecutionModelMissKHR;
      case CALLABLE -> Spv.SpvExecutionModelCallableKHR;
    };
  }

  private void readEntryPoint(String entry) {
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpEntryPoint
          && i.operand(0) == executionModel(stage)
          && i.text(2).equals(entry)) {
        entryFunction = i.operand(1);
      }
    }
    if (entryFunction == 0) {
      throw new SpirvException("the module has no %s entry point '%s'".formatted(stage, entry));
    }
    for (Instruction i : instructions) {
      if (i.count() == 0 || i.operand(0) != entryFunction) {
        continue;
      }
      for (int axis = 0; axis < 3; axis++) {
        if (i.opcode() == Spv.SpvOpExecutionMode && i.operand(1) == Spv.SpvExecutionModeLocalSize) {
          localSize[axis] = i.operand(2 + axis);
        } else if (i.opcode() == Spv.SpvOpExecutionModeId
            && i.operand(1) == Spv.SpvExecutionModeLocalSizeId) {
          localSize[axis] = (int) constantBits(i.operand(2 + axis));
        }
      }
    }
    decorations.forEach(
        (id, all) -> {
          int[] builtIn = all.get(Spv.SpvDecorationBuiltIn);
          if (builtIn != null
              && builtIn[0] == Spv.SpvBuiltInWorkgroupSize
              && constants[id] != null) {
            Object[] size = (Object[]) constants[id];
            for (int axis = 0; axis < 3; axis++) {
              localSize[axis] = (int) ((long[]) size[axis])[0];
            }
          }
        });
  }

  /**
   * Types, constants and global variables, in the order in which they are declared; pointers may be
   * used before.
   */
  private void readGlobals() {
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpTypePointer) {
        types.put(i.result(), new Type.Pointer(i.operand(0), i.operand(1)));
      }
    }
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpFunction) {
        return;
      }
      noteType(i);
      switch (i.opcode()) {
        case Spv.SpvOpVariable -> globals.add(i);
        case Spv.SpvOpUndef -> constants[i.result()] = zero(type(i.type()));
        default -> {
          Type type = readType(i);
          if (type != null) {
            types.put(i.result(), type);
          } else if (i.opcode() >= Spv.SpvOpConstantTrue && i.opcode() <= Spv.SpvOpSpecConstantOp
              || i.opcode() == Spv.SpvOpConstantCompositeReplicateEXT
              || i.opcode() == Spv.SpvOpSpecConstantCompositeReplicateEXT) {
            constants[i.result()] = readConstant(i);
          }
        }
      }
    }
  }

  private Type readType(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpTypeVoid -> new Type.Void();
      case Spv.SpvOpTypeBool -> new Type.Bool();
      case Spv.SpvOpTypeInt ->
          new Type.Int(
              i.operand(1) == 1
                  ? IntegerFormat.signed(i.operand(0))
                  : IntegerFormat.unsigned(i.operand(0)));
      case Spv.SpvOpTypeFloat -> new Type.Float(floatFormat(i));
      case Spv.SpvOpTypeVector -> new Type.Vector(type(i.operand(0)), i.operand(1));
      case Spv.SpvOpTypeMatrix ->
          new Type.ColumnMatrix((Type.Vector) type(i.operand(0)), i.operand(1));
      case Spv.SpvOpTypeArray ->
          new Type.Array(
              type(i.operand(0)),
              (int) constantBits(i.operand(1)),
              decoration(i.result(), Spv.SpvDecorationArrayStride, 0));
      case Spv.SpvOpTypeRuntimeArray ->
          new Type.RuntimeArray(
              type(i.operand(0)), decoration(i.result(), Spv.SpvDecorationArrayStride, 0));
      case Spv.SpvOpTypeStruct -> struct(i);
      case Spv.SpvOpTypePointer -> type(i.result());
      case Spv.SpvOpTypeFunction -> new Type.Function(type(i.operand(0)));
      case Spv.SpvOpTypeCooperativeVectorNV -> {
        cooperativeVectors.add(i.result());
        yield new Type.Vector(type(i.operand(0)), (int) constantBits(i.operand(1)));
      }
      case Spv.SpvOpTypeTensorLayoutNV ->
          new Type.TensorLayout(
              (int) constantBits(i.operand(0)),
              TensorClamp.values()[(int) constantBits(i.operand(1))]);
      case Spv.SpvOpTypeTensorViewNV ->
          new Type.TensorView(
              (int) constantBits(i.operand(0)),
              constantBits(i.operand(1)) != 0,
              Arrays.stream(i.operands()).skip(2).mapToObj(id -> (int) constantBits(id)).toList());
      case Spv.SpvOpTypeCooperativeMatrixNV ->
          new Type.CooperativeMatrix(
              type(i.operand(0)),
              Scope.of((int) constantBits(i.operand(1))),
              (int) constantBits(i.operand(2)),
              (int) constantBits(i.operand(3)),
              Use.ACCUMULATOR);
      case Spv.SpvOpTypeCooperativeMatrixKHR ->
          new Type.CooperativeMatrix(
              type(i.operand(0)),
              Scope.of((int) constantBits(i.operand(1))),
              (int) constantBits(i.operand(2)),
              (int) constantBits(i.operand(3)),
              Use.values()[(int) constantBits(i.operand(4))]);
      default -> {
        if (Opcodes.hasUntypedResult(i.opcode())
            && i.opcode() >= Spv.SpvOpTypeVoid
            && i.opcode() < Spv.SpvOpConstantTrue) {
          throw new SpirvException("type instruction " + i.opcode() + " is not supported");
        }
        yield null;
      }
    };
  }

  private static FloatFormat floatFormat(Instruction i) {
    int encoding = i.count() > 1 ? i.operand(1) : -1;
    return switch (encoding) {
      case Spv.SpvFPEncodingBFloat16KHR -> FloatFormat.BFLOAT16;
      case Spv.SpvFPEncodingFloat8E4M3EXT -> FloatFormat.FLOAT8_E4M3;
      case Spv.SpvFPEncodingFloat8E5M2EXT -> FloatFormat.FLOAT8_E5M2;
      case -1 ->
          switch (i.operand(0)) {
            case 16 -> FloatFormat.FLOAT16;
            case 32 -> FloatFormat.FLOAT32;
            case 64 -> FloatFormat.FLOAT64;
            default -> throw new SpirvException("a float of " + i.operand(0) + " bits");
          };
      default -> throw new SpirvException("float encoding " + encoding + " is not supported");
    };
  }

  private Type struct(Instruction i) {
    List<Type> members = new ArrayList<>();
    List<Type.Member> layout = new ArrayList<>();
    int packed = 0;
    for (int member = 0; member < i.count(); member++) {
      Type type = type(i.operand(member));
      boolean inMemory = !isOpaque(type);
      int offset = memberDecoration(i.result(), member, Spv.SpvDecorationOffset, -1);
      Type.Member at =
          new Type.Member(
              offset >= 0 ? offset : packed,
              memberDecoration(i.result(), member, Spv.SpvDecorationMatrixStride, 0),
              memberDecoration(i.result(), member, Spv.SpvDecorationRowMajor, 0) != 0);
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
      case Type.Struct struct -> struct.members().stream().anyMatch(Module::isOpaque);
      default -> containsMatrixValue(type);
    };
  }

  private static boolean containsMatrixValue(Type type) {
    return switch (type) {
      case Type.CooperativeMatrix _ -> true;
      case Type.Array array -> containsMatrixValue(array.element());
      case Type.Struct struct -> struct.members().stream().anyMatch(Module::containsMatrixValue);
      default -> false;
    };
  }

  private Object readConstant(Instruction i) {
    Type type = type(i.type());
    return switch (i.opcode()) {
      case Spv.SpvOpConstantTrue -> Lanes.uniform(1);
      case Spv.SpvOpConstantFalse, Spv.SpvOpSpecConstantFalse, Spv.SpvOpSpecConstantTrue ->
          Lanes.uniform(
              specialized(i, i.opcode() == Spv.SpvOpSpecConstantTrue ? 1 : 0) != 0 ? 1 : 0);
      case Spv.SpvOpConstant, Spv.SpvOpSpecConstant -> {
        long bits = i.operand(0) & 0xFFFFFFFFL;
        if (i.count() > 1) {
          bits |= (long) i.operand(1) << 32;
        }
        long mask = type.size() == 8 ? -1L : (1L << 8 * type.size()) - 1;
        yield Lanes.uniform(specialized(i, bits) & mask);
      }
      case Spv.SpvOpConstantNull -> zero(type);
      case Spv.SpvOpConstantComposite, Spv.SpvOpSpecConstantComposite -> {
        if (type instanceof Type.CooperativeMatrix matrix) {
          yield new MatrixConstant(matrix, constantBits(i.operand(0)));
        }
        yield Arrays.stream(i.operands()).mapToObj(id -> constants[id]).toArray();
      }
      case Spv.SpvOpConstantCompositeReplicateEXT, Spv.SpvOpSpecConstantCompositeReplicateEXT -> {
        if (type instanceof Type.CooperativeMatrix matrix) {
          yield new MatrixConstant(matrix, constantBits(i.operand(0)));
        }
        Object[] parts = new Object[Composites.count(type)];
        Arrays.fill(parts, constants[i.operand(0)]);
        yield parts;
      }
      case Spv.SpvOpSpecConstantOp -> evaluate(i);
      default ->
          throw new SpirvException("constant instruction " + i.opcode() + " is not supported");
    };
  }

  private long specialized(Instruction i, long otherwise) {
    int id = decoration(i.result(), Spv.SpvDecorationSpecId, -1);
    byte[] bytes = specialization.get(id);
    if (id < 0 || bytes == null) {
      return otherwise;
    }
    long bits = 0;
    for (int b = bytes.length - 1; b >= 0; b--) {
      bits = bits << 8 | bytes[b] & 0xFF;
    }
    int width = type(i.type()) instanceof Type.Bool ? 1 : 8 * bytes.length;
    return conduct.fault().constant(id, width, otherwise, bits);
  }

  /** OpSpecConstantOp: the wrapped instruction, executed on the constants for one invocation. */
  private Object evaluate(Instruction i) {
    Instruction wrapped =
        new Instruction(
            i.operand(0),
            i.type(),
            i.result(),
            Arrays.copyOfRange(i.operands(), 1, i.count()),
            i.line());
    Machine machine =
        new Machine(
            1,
            1,
            new Ownership(Ownership.Kind.EVEN, conduct.freedom()),
            new Memory(Conduct.PLAIN),
            constants,
            Conduct.PLAIN,
            0);
    new Decoder(this).decode(wrapped).run(machine);
    return constants[i.result()];
  }

  /** The value with all bits zero. */
  Object zero(Type type) {
    return switch (type) {
      case Type.Bool _, Type.Int _, Type.Float _, Type.Pointer _ -> Lanes.uniform(0);
      case Type.Vector vector -> repeated(vector.element(), vector.count());
      case Type.ColumnMatrix matrix -> repeated(matrix.column(), matrix.count());
      case Type.Array array -> repeated(array.element(), array.length());
      case Type.Struct struct -> struct.members().stream().map(this::zero).toArray();
      case Type.CooperativeMatrix matrix -> new MatrixConstant(matrix, 0);
      case Type.TensorLayout layout -> repeated(new Type.Bool(), layout.parts());
      case Type.TensorView view -> repeated(new Type.Bool(), view.parts());
      case Type.Void _, Type.RuntimeArray _, Type.Function _ ->
          throw new SpirvException("no value of " + type);
    };
  }

  private Object[] repeated(Type element, int count) {
    Object[] parts = new Object[count];
    Arrays.fill(parts, zero(element));
    return parts;
  }

  /** The uninitialised value of a variable: matrices have none until they are set. */
  Object undefined(Type type, Machine machine) {
    return switch (type) {
      case Type.CooperativeMatrix matrix ->
          conduct.checks(Check.INITIALIZATION)
              ? new MatrixValue(matrix, new long[machine.instances(matrix.scope())][])
              : new MatrixConstant(matrix, conduct.freedom().padding() & matrix.mask())
                  .value(machine);
      case Type.Array array when containsMatrixValue(type) -> {
        Object[] parts = new Object[array.length()];
        Arrays.setAll(parts, _ -> undefined(array.element(), machine));
        yield parts;
      }
      case Type.Struct struct when containsMatrixValue(type) ->
          struct.members().stream().map(member -> undefined(member, machine)).toArray();
      default -> zero(type);
    };
  }

  /** A matrix constant, before it is known how many scope instances there are. */
  record MatrixConstant(Type.CooperativeMatrix type, long bits) {

    MatrixValue value(Machine machine) {
      long[][] tiles = new long[machine.instances(type.scope())][type.elements()];
      for (long[] tile : tiles) {
        Arrays.fill(tile, bits);
      }
      return new MatrixValue(type, tiles);
    }
  }

  /** Turns matrix constants into values for a machine. */
  static void settle(Object[] registers, Machine machine) {
    for (int id = 0; id < registers.length; id++) {
      registers[id] = settled(registers[id], machine);
    }
  }

  private static Object settled(Object value, Machine machine) {
    return switch (value) {
      case MatrixConstant constant -> constant.value(machine);
      case Object[] parts -> {
        Object[] copy = new Object[parts.length];
        Arrays.setAll(copy, i -> settled(parts[i], machine));
        yield copy;
      }
      case null, default -> value;
    };
  }
}
