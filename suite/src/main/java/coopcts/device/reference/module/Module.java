// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.choice.UnroundedValues;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * What a module declares, specialized for one pipeline: types, constants and variables by id, and
 * the entry point. Everything that does not depend on the invocation is worked out here once, so
 * that execution meets only ids and decoded steps.
 *
 * <p>Ids are below the module's bound. One thread uses a module; what it returns is not to be
 * changed.
 */
public final class Module {

  private final List<Instruction> instructions;

  /** What stands before the first function: modes, decorations, types, constants, globals. */
  private final List<Instruction> declarations;

  private final Behaviour behaviour;
  private final ShaderStage stage;
  private final FloatArithmetic arithmetic;
  private final Decorations decorations;
  private final Types types;
  private final Constants constants;
  private Definitions definitions;
  private final Set<Integer> capabilities = new HashSet<>();
  private final Map<Integer, Integer> functionTypes = new HashMap<>();
  private final Map<Integer, Type.Member> pointerLayouts = new HashMap<>();
  private final Map<Integer, Type> untypedPointees = new HashMap<>();
  private final List<Instruction> globals = new ArrayList<>();
  private final int[] localSize = {1, 1, 1};
  private final Support support;
  private final int entryFunction;
  private final int version;
  private final boolean isRobust;

  /**
   * Reads a module, specializes its constants, and checks what it declares against the rules of
   * SPIR-V, its capabilities and the device's report.
   *
   * @param spirv the module's words as bytes in little-endian order, header included
   * @param stage of the entry point
   * @param entry name of the entry point
   * @param specialization bytes of a constant in little-endian order, by SpecId; constants without
   *     an entry keep their defaults, and an entry for no constant is ignored
   * @param report what the device was made with: features that it reports and that were not enabled
   *     are left out
   * @param behaviour of the device, which receives violations
   * @param decoder makes the decoder of a module; constants that are operations need it
   * @throws SpirvException if the words are no module, or a rule is broken and the first violation
   *     ends the shader
   * @throws UnsupportedException if it needs what the interpreter lacks
   */
  public Module(
      byte[] spirv,
      ShaderStage stage,
      String entry,
      SortedMap<Integer, byte[]> specialization,
      DeviceReport report,
      Behaviour behaviour,
      Function<Module, Decoding> decoder) {
    this.behaviour = behaviour;
    this.stage = stage;
    this.instructions = Instruction.parse(spirv);
    this.declarations = declarations(instructions);
    this.version = Instruction.version(spirv);
    this.isRobust =
        report.has(DeviceReport.COOPERATIVE_MATRIX_ROBUST_ACCESS)
            && report.has("robustBufferAccess");
    this.arithmetic =
        new FloatArithmetic(
            behaviour.freedom(), new FloatModes(declarations, taps(Tap.Site.MODE, null)));
    this.decorations = new Decorations(declarations);
    this.types = new Types(instructions, decorations, this::constantBits, this::clampMode);
    this.constants =
        new Constants(
            Instruction.bound(spirv),
            types,
            decorations,
            specialization,
            behaviour.fault(),
            i -> decoder.apply(this).decode(i));
    readGlobals();
    this.entryFunction = entryFunction(entry);
    readLocalSize();
    this.support = new Support(report, behaviour, invocations());
    checkDeclarations(report);
  }

  private static List<Instruction> declarations(List<Instruction> instructions) {
    int end = 0;
    while (end < instructions.size() && instructions.get(end).opcode() != Spv.SpvOpFunction) {
      end++;
    }
    return instructions.subList(0, end);
  }

  private void readGlobals() {
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpCapability) {
        capabilities.add(i.operand(0));
      } else if (i.opcode() == Spv.SpvOpFunction) {
        functionTypes.put(i.result(), i.operand(1));
      } else if (functionTypes.isEmpty()) {
        if (i.opcode() == Spv.SpvOpVariable || i.opcode() == Spv.SpvOpUntypedVariableKHR) {
          globals.add(i);
          notePointee(i);
        } else if (Types.declares(i)) {
          types.declare(i);
        } else if (Constants.declares(i)) {
          constants.declare(i);
        }
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

  private int entryFunction(String entry) {
    int model = executionModel(stage);
    return declarations.stream()
        .filter(i -> i.opcode() == Spv.SpvOpEntryPoint)
        .filter(i -> i.operand(0) == model && i.text(2).equals(entry))
        .mapToInt(i -> i.operand(1))
        .findFirst()
        .orElseThrow(
            () ->
                new SpirvException(
                    "the module has no %s entry point '%s'".formatted(stage, entry)));
  }

  private void readLocalSize() {
    for (Instruction i : declarations) {
      if (i.count() == 0 || i.operand(0) != entryFunction) {
        continue;
      }
      for (int axis = 0; axis < 3; axis++) {
        if (i.opcode() == Spv.SpvOpExecutionMode && i.operand(1) == Spv.SpvExecutionModeLocalSize) {
          localSize[axis] = size(i.operand(2 + axis));
        } else if (i.opcode() == Spv.SpvOpExecutionModeId
            && i.operand(1) == Spv.SpvExecutionModeLocalSizeId) {
          localSize[axis] = size((int) constantBits(i.operand(2 + axis)));
        }
      }
    }
    decorations
        .idsWith(Spv.SpvDecorationBuiltIn, Spv.SpvBuiltInWorkgroupSize)
        .mapToObj(constants::get)
        .forEach(
            value -> {
              if (value instanceof Object[] size) {
                for (int axis = 0; axis < 3; axis++) {
                  localSize[axis] = size((int) ((long[]) size[axis])[0]);
                }
              }
            });
  }

  /** An unsigned number of invocations, at most 2^31 - 1: no device has so many. */
  private static int size(int bits) {
    return bits < 0 ? Integer.MAX_VALUE : bits;
  }

  private void checkDeclarations(DeviceReport report) {
    Capabilities capabilities = new Capabilities(declarations, behaviour);
    NvMatrixRules former = new NvMatrixRules(this, report, behaviour);
    ModuleRules rules = new ModuleRules(this, decorations, behaviour, version >> 8 & 0xff);
    capabilities.checkFeatures(report.features());
    capabilities.checkStage(stage, report);
    behaviour.violations().locate(null, "");
    for (Instruction i : instructions) {
      try {
        capabilities.check(i, this);
        rules.check(i);
        former.check(i);
        if (i.opcode() == Spv.SpvOpTypeCooperativeMatrixKHR) {
          support.checkType((Type.CooperativeMatrix) type(i.result()));
        }
      } catch (SpirvException e) {
        throw e.at(i, "");
      }
      behaviour.violations().locate(i, "");
    }
  }

  /** {@return all instructions of the module in their order, without the header} */
  public List<Instruction> instructions() {
    return instructions;
  }

  /** The variables in the entry point's interface. */
  Set<Integer> entryInterface() {
    int model = executionModel(stage);
    return declarations.stream()
        .filter(i -> i.opcode() == Spv.SpvOpEntryPoint && i.operand(0) == model)
        .filter(i -> i.operand(1) == entryFunction)
        .flatMapToInt(
            i ->
                Arrays.stream(i.operands())
                    .skip(2L + i.text(2).getBytes(StandardCharsets.UTF_8).length / 4 + 1))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** Whether the workgroup's size is made of constants that may be specialized (SPIR-V 1.2). */
  boolean hasLocalSizeId() {
    return declarations.stream()
        .anyMatch(
            i ->
                i.opcode() == Spv.SpvOpExecutionModeId
                    && i.operand(1) == Spv.SpvExecutionModeLocalSizeId);
  }

  /** What an execution mode of the entry point has as its first operand, 0 where it has not. */
  int executionMode(int mode) {
    return declarations.stream()
        .filter(i -> i.opcode() == Spv.SpvOpExecutionMode)
        .filter(i -> i.operand(0) == entryFunction && i.operand(1) == mode)
        .mapToInt(i -> i.operand(2))
        .findFirst()
        .orElse(0);
  }

  /** Where what is bound to a place lives: as storage unless the module has it as uniform. */
  StorageClass storageAt(int set, int binding) {
    return boundAt(set, binding).anyMatch(this::isUniform)
        ? StorageClass.UNIFORM
        : StorageClass.STORAGE_BUFFER;
  }

  /** Whether the module may write to what is bound to a place. */
  boolean isWritable(int set, int binding) {
    return boundAt(set, binding).anyMatch(id -> !isUniform(id) && !isReadOnly(id));
  }

  private boolean isReadOnly(int variable) {
    return decoration(variable, Spv.SpvDecorationNonWritable, 0) != 0
        || typeOf(variable) instanceof Type.Pointer pointer
            && !pointer.isUntyped()
            && isReadOnlyBlock(pointer.pointee());
  }

  /** Whether all members of a block are, or of the blocks that an array is of. */
  private boolean isReadOnlyBlock(int id) {
    return switch (type(id)) {
      case Type.Array _, Type.RuntimeArray _ -> isReadOnlyBlock(definition(id).operand(0));
      case Type.Struct struct ->
          IntStream.range(0, struct.members().size())
              .allMatch(
                  member -> decorations.ofMember(id, member, Spv.SpvDecorationNonWritable, 0) != 0);
      default -> false;
    };
  }

  /** The variables that are bound to a place. */
  private Stream<Integer> boundAt(int set, int binding) {
    return globals.stream()
        .map(Instruction::result)
        .filter(
            id ->
                decoration(id, Spv.SpvDecorationDescriptorSet, -1) == set
                    && decoration(id, Spv.SpvDecorationBinding, -1) == binding);
  }

  private boolean isUniform(int variable) {
    Type.Pointer pointer = (Type.Pointer) typeOf(variable);
    return pointer.storage() == StorageClass.UNIFORM
        && (pointer.isUntyped()
            || decoration(pointer.pointee(), Spv.SpvDecorationBufferBlock, -1) < 0);
  }

  /**
   * {@return the name that the source gives a variable (OpName), else the name of the type that it
   * points to; empty if it names neither} Messages use it.
   *
   * @param variable id of the variable
   * @throws SpirvException if the id is no value and has no name itself
   */
  public String name(int variable) {
    String own = decorations.name(variable);
    return own.isEmpty() && typeOf(variable) instanceof Type.Pointer pointer
        ? decorations.name(pointer.isUntyped() ? dataType(variable) : pointer.pointee())
        : own;
  }

  /**
   * {@return the name of the first variable at a binding, or of its type; empty if the module
   * declares none there or does not name it} Messages use it.
   *
   * @param set number of the descriptor set
   * @param binding number in the set
   */
  public String bound(int set, int binding) {
    return boundAt(set, binding).map(this::name).findFirst().orElse("");
  }

  /**
   * {@return the instruction that has an id as its result, or null where the module has none}
   *
   * @param id any id
   */
  public Instruction definition(int id) {
    return definitions().of(id);
  }

  /**
   * {@return whether an id is a constant number, boolean or null pointer, specialized or not; false
   * for composites and matrices}
   *
   * @param id any id below the module's bound
   */
  public boolean isConstant(int id) {
    return constants.get(id) instanceof long[];
  }

  /**
   * {@return the default of a specialization constant that was given another value for this
   * pipeline; null for all other ids} It is a bit pattern in the low bits; of a boolean it is 1 or
   * 0.
   *
   * @param id result id of the constant, not its SpecId
   */
  public Long defaultOf(int id) {
    return constants.before(id);
  }

  /**
   * {@return whether cooperative accesses outside of a bound buffer are defined: the device was
   * made with the features cooperativeMatrixRobustBufferAccess and robustBufferAccess (V-SH)}
   */
  public boolean isRobust() {
    return isRobust;
  }

  /**
   * {@return the circumstances of the module as a whole on which planted faults depend, such as its
   * version} The set is worked out anew at each call.
   */
  public Set<Circumstance> circumstances() {
    return PipelineCircumstances.of(this, version);
  }

  /** {@return the stage of the entry point, as the kernel has it} */
  public ShaderStage stage() {
    return stage;
  }

  /**
   * {@return the numbers of invocations of a workgroup along x, y and z, specialized} It is the
   * module's own array, not to be changed. In stages without workgroups it means nothing.
   */
  public int[] localSize() {
    return localSize;
  }

  /** {@return the number of invocations of a workgroup; 2^31 - 1 where there are more} */
  public int invocations() {
    long invocations = 1;
    for (int along : localSize) {
      invocations = Math.min(invocations * along, Integer.MAX_VALUE);
    }
    return (int) invocations;
  }

  /** {@return the id of the entry point's OpFunction} */
  public int entryFunction() {
    return entryFunction;
  }

  /** {@return the checks of matrix types and products against the rows that the device reports} */
  public Support support() {
    return support;
  }

  /**
   * {@return the taps of what is known before anything runs}
   *
   * @param site the algorithm
   * @param type of the matrix or component that it works on, or null
   * @param facts of the site, in its order
   */
  public Taps taps(Tap.Site site, Type type, long... facts) {
    return behaviour.fault().isTapped(site) ? behaviour.fault().at(site, type, 0, facts) : Taps.OFF;
  }

  /**
   * {@return whether a variable begins with its initializer: whether it has one, without a planted
   * fault}
   *
   * @param variable the instruction that declares it
   */
  public boolean initializes(Instruction variable) {
    boolean isGlobal = variable.operand(0) == Spv.SpvStorageClassPrivate;
    int pointee = ((Type.Pointer) typeOf(variable.result())).pointee();
    return variable.count() > 1
        && taps(Tap.Site.STORE, null, isGlobal ? 1 : 0, 0, 0, 0)
            .is(Tap.STORE_BEGINS, true, isCooperativeVector(pointee) ? 1 : 0);
  }

  /** {@return the behaviour of the device: choices, fault, and what it checks} */
  public Behaviour behaviour() {
    return behaviour;
  }

  /** {@return floating-point arithmetic with this module's float modes and the device's choices} */
  public FloatArithmetic arithmetic() {
    return arithmetic;
  }

  /**
   * {@return whether an instruction may use operands and give its result without rounding: it is
   * not decorated NoContraction, and one of the device's choices of contraction is open}
   *
   * @param i the instruction
   */
  public boolean contracts(Instruction i) {
    return UnroundedValues.isOpen(behaviour.freedom())
        && decoration(i.result(), Spv.SpvDecorationNoContraction, 0) == 0;
  }

  /**
   * {@return the type with an id, specialized}
   *
   * @param id of the type
   * @throws SpirvException if the id is no type
   */
  public Type type(int id) {
    return types.get(id);
  }

  /**
   * {@return whether an id is a type of cooperative vectors; false for every other id} Otherwise
   * {@link Type.Vector} stands for both kinds of vectors.
   *
   * @param type id of the type
   */
  public boolean isCooperativeVector(int type) {
    return types.isCooperativeVector(type);
  }

  /**
   * {@return whether the module declares a cooperative matrix type of a scope, used or not}
   *
   * @param scope subgroup or workgroup
   */
  public boolean hasMatrices(Scope scope) {
    return types.hasMatrices(scope);
  }

  /**
   * {@return whether an id is a type of vectors of more than four components that are not
   * cooperative (SPV_EXT_long_vector)}
   *
   * @param type id of the type
   * @throws SpirvException if the id is no type
   */
  public boolean isLongVector(int type) {
    return type(type) instanceof Type.Vector vector
        && vector.count() > 4
        && !isCooperativeVector(type);
  }

  /**
   * {@return which instruction makes which value of this module} It is made at the first call and
   * kept.
   */
  public Definitions definitions() {
    if (definitions == null) {
      definitions = new Definitions(instructions);
    }
    return definitions;
  }

  private long clampMode(int id) {
    long right = constantBits(id);
    return behaviour.fault().isTapped(Tap.Site.CONSTANT) && definitions().isSpecialized(id)
        ? taps(Tap.Site.CONSTANT, null).at(Tap.CONSTANT_CLAMP, right, definitions().literal(id))
        : right;
  }

  /**
   * {@return whether the module declares a capability by OpCapability; one that another implies
   * does not count unless it is declared itself}
   *
   * @param capability its number in SPIR-V
   */
  public boolean declares(int capability) {
    return capabilities.contains(capability);
  }

  /**
   * {@return the type of a value, specialized}
   *
   * @param id of the value
   * @throws SpirvException if the id is no value
   */
  public Type typeOf(int id) {
    return types.get(types.idOf(id));
  }

  /**
   * {@return the id of a value's type}
   *
   * @param id of the value
   * @throws SpirvException if the id is no value
   */
  public int typeIdOf(int id) {
    return types.idOf(id);
  }

  /**
   * {@return the type that a pointer leads to} For an untyped pointer it is the type that the
   * variable or access chain names from which the pointer comes.
   *
   * @param pointer id of the pointer
   * @throws UnsupportedException for an untyped pointer that comes from another instruction
   * @throws SpirvException if the id is no value
   * @throws ClassCastException if the value is no pointer
   */
  public Type pointee(int pointer) {
    return isUntyped(pointer)
        ? knownPointee(pointer)
            .orElseThrow(
                () ->
                    new UnsupportedException(
                        "an untyped pointer that is no variable or access chain is not supported"
                            + " here"))
        : pointeeOf(types.idOf(pointer));
  }

  /**
   * {@return the type that a pointer leads to; empty for an untyped pointer that comes from neither
   * a variable nor an access chain}
   *
   * @param pointer id of the pointer
   * @throws SpirvException if the id is no value
   * @throws ClassCastException if the value is no pointer
   */
  public Optional<Type> knownPointee(int pointer) {
    return isUntyped(pointer)
        ? Optional.ofNullable(untypedPointees.get(pointer))
        : Optional.of(pointee(pointer));
  }

  /**
   * {@return whether a value is a pointer whose type does not say what it leads to
   * (SPV_KHR_untyped_pointers)} False for values that are no pointers.
   *
   * @param pointer id of the value
   * @throws SpirvException if the id is no value
   */
  public boolean isUntyped(int pointer) {
    return typeOf(pointer) instanceof Type.Pointer type && type.isUntyped();
  }

  /**
   * Records what an untyped pointer leads to, for {@link #pointee}. The decoder of access chains
   * calls it for each result, before anything that uses the pointer is decoded.
   *
   * @param pointer id of the pointer
   * @param leadsTo type that it leads to
   */
  public void noteUntyped(int pointer, Type leadsTo) {
    untypedPointees.put(pointer, leadsTo);
  }

  private void notePointee(Instruction variable) {
    if (variable.opcode() == Spv.SpvOpUntypedVariableKHR && variable.count() > 1) {
      noteUntyped(variable.result(), type(variable.operand(1)));
    }
  }

  /** The id of what an untyped variable holds, 0 if it does not say. */
  private int dataType(int variable) {
    Instruction made = definition(variable);
    return made.opcode() == Spv.SpvOpUntypedVariableKHR && made.count() > 1 ? made.operand(1) : 0;
  }

  /**
   * {@return the type that pointers of a type lead to}
   *
   * @param pointerType id of the pointers' type
   * @throws UnsupportedException for a type of untyped pointers
   * @throws SpirvException if the id is no type
   * @throws ClassCastException if the type is not one of pointers
   */
  public Type pointeeOf(int pointerType) {
    Type.Pointer pointer = (Type.Pointer) type(pointerType);
    if (pointer.isUntyped()) {
      throw new UnsupportedException("an untyped pointer is not supported here");
    }
    return type(pointer.pointee());
  }

  /**
   * {@return the storage class of a pointer}
   *
   * @param pointer id of the pointer
   * @throws SpirvException if the id is no value
   * @throws ClassCastException if the value is no pointer
   */
  public StorageClass storage(int pointer) {
    return ((Type.Pointer) typeOf(pointer)).storage();
  }

  /**
   * {@return whether a variable that is bound stands for an array of buffers, of fixed or open
   * length}
   *
   * @param bound type that the variable points to
   */
  public static boolean isSeveral(Type bound) {
    return bound instanceof Type.Array || bound instanceof Type.RuntimeArray;
  }

  /**
   * {@return the types of the result and of the parameters of a function}
   *
   * @param function id of the OpFunction
   * @throws NullPointerException if the module has no function of that id
   */
  public Type.Function signature(int function) {
    return (Type.Function) type(functionTypes.get(function));
  }

  /**
   * {@return the variables outside of functions, in module order: OpVariable and
   * OpUntypedVariableKHR}
   */
  public List<Instruction> globals() {
    return globals;
  }

  /**
   * {@return the registers that a workgroup starts with: constants by id, null for all other ids}
   * The array is a new one, as long as the module's bound; the values are shared and not to be
   * changed. Matrix constants still have to be given values: {@code Values.settle}.
   */
  public Object[] registers() {
    return constants.copy();
  }

  /**
   * {@return the bit pattern of a scalar constant, specialized, in the low bits}
   *
   * @param id of the constant
   * @throws SpirvException if the id is no scalar constant
   */
  public long constantBits(int id) {
    return constants.bits(id);
  }

  /**
   * {@return the first operand of a decoration, a word; 1 where the decoration has no operand; the
   * default where the id has no such decoration}
   *
   * @param id that is decorated; of structures' members it gives nothing
   * @param decoration its number in SPIR-V
   * @param otherwise the default
   */
  public int decoration(int id, int decoration, int otherwise) {
    return decorations.of(id, decoration, otherwise);
  }

  /**
   * {@return how a matrix of columns lies in memory into which a pointer leads: its stride and
   * order, as the structure's member has it; null where the pointer leads into none, or nothing was
   * noted}
   *
   * @param pointer id of the pointer
   */
  public Type.Member pointerLayout(int pointer) {
    return pointerLayouts.get(pointer);
  }

  /**
   * Records how a matrix of columns lies in memory into which a pointer leads, for {@link
   * #pointerLayout}. The decoder of access chains calls it, before anything that uses the pointer
   * is decoded.
   *
   * @param pointer id of the pointer
   * @param layout of the matrix; null changes nothing
   */
  public void notePointerLayout(int pointer, Type.Member layout) {
    if (layout != null) {
      pointerLayouts.put(pointer, layout);
    }
  }
}
