// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.joined;

import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.Program;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * The arrays of a program, in the buffers, at the bindings and behind the addresses that its GLSL
 * has, and what accesses say of them.
 */
final class ProgramMemory {

  /** Alignment that vectors by an address have, in bytes (CV-LD-004). */
  static final int VECTOR_ALIGNMENT = 16;

  private static final int ADDRESS = 8;

  private static final int GREATEST = -1;

  private static final int THIRDS = 3;

  private final Set<SpirvOption> options;
  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final List<Array> bound;
  private final List<Array> addressed;

  /** Those that some instruction has a typed pointer into. */
  private final Set<Array> typed = new HashSet<>();

  /** The variable of each array; of those by an address the pointer's type. */
  private final Map<Array, Integer> ids = new HashMap<>();

  /** Pointers that were chosen so far. */
  private int choices;

  /** The type of each array. */
  private final Map<Array, Integer> arrays = new HashMap<>();

  /** The type of the block around each array of a buffer. */
  private final Map<Array, Integer> blocks = new HashMap<>();

  private int addresses;
  private int addressBlock;

  ProgramMemory(
      Program program, Set<SpirvOption> options, ModuleBuilder module, ModuleTypes types) {
    this.options = options;
    this.module = module;
    this.types = types;
    bound = program.bound();
    Walk.operations(
        program.body(),
        operation -> {
          if (operation instanceof TensorOperation || operation instanceof VectorOperation) {
            typed.addAll(Walk.arrays(operation));
          }
        });
    for (int binding = 0; binding < bound.size(); binding++) {
      Array array = bound.get(binding);
      int variable =
          bound(
              block(array, "Buffer"),
              array.name(),
              binding,
              typed.contains(array),
              decorations(array));
      if (options.contains(SpirvOption.RESTRICT)) {
        module.decorate(variable, Spv.SpvDecorationRestrict);
      }
      ids.put(array, variable);
    }
    addressed = program.addressed();
    if (!addressed.isEmpty()) {
      byAddress(bound.size());
    }
    for (Array array : program.arrays()) {
      if (!array.isBuffer()) {
        int type =
            options.contains(SpirvOption.SHARED_THIRDS)
                ? types.array(third(array), THIRDS)
                : types.array(types.element(array.pointee()), array.length());
        arrays.put(array, type);
        int storage = Spv.SpvStorageClassWorkgroup;
        int variable = module.variable(types.pointer(storage, type), storage);
        module.name(variable, array.name());
        ids.put(array, variable);
      }
    }
  }

  private void byAddress(int binding) {
    module.address();
    int[] members = new int[addressed.size()];
    for (int i = 0; i < members.length; i++) {
      Array array = addressed.get(i);
      members[i] =
          types.pointer(Spv.SpvStorageClassPhysicalStorageBuffer, block(array, "Elements"));
      ids.put(array, members[i]);
    }
    int struct = module.ownType(Spv.SpvOpTypeStruct, members);
    module.name(struct, "AddressBuffer");
    module.decorate(struct, Spv.SpvDecorationBlock);
    for (int i = 0; i < members.length; i++) {
      module.decorateMember(struct, i, Spv.SpvDecorationOffset, i * ADDRESS);
      module.decorateMember(struct, i, Spv.SpvDecorationNonWritable);
    }
    addressBlock = struct;
    addresses = bound(struct, "addresses", binding, false, Spv.SpvDecorationNonWritable);
  }

  /** A structure of an array alone, as blocks are. */
  private int block(Array array, String suffix) {
    types.declareStored(array.pointee().component());
    int type =
        module.once(
            List.of("stored", array.pointee(), array.length()),
            () -> {
              int element = types.element(array.pointee());
              int own =
                  array.length() == 0
                      ? module.ownType(Spv.SpvOpTypeRuntimeArray, element)
                      : module.ownType(Spv.SpvOpTypeArray, element, types.uint(array.length()));
              module.decorate(own, Spv.SpvDecorationArrayStride, array.pointee().bytes());
              return own;
            });
    arrays.put(array, type);
    int struct = module.ownType(Spv.SpvOpTypeStruct, type);
    String name = array.name();
    module.name(struct, Character.toUpperCase(name.charAt(0)) + name.substring(1) + suffix);
    module.decorate(struct, Spv.SpvDecorationBlock);
    module.decorateMember(struct, 0, Spv.SpvDecorationOffset, 0);
    for (int decoration : decorations(array)) {
      module.decorateMember(struct, 0, decoration);
    }
    blocks.put(array, struct);
    return struct;
  }

  private int bound(int struct, String name, int binding, boolean isTyped, int... decorations) {
    int variable = variable(Spv.SpvStorageClassStorageBuffer, struct, isTyped, name);
    module.decorate(variable, Spv.SpvDecorationDescriptorSet, 0);
    module.decorate(variable, Spv.SpvDecorationBinding, binding);
    for (int decoration : decorations) {
      module.decorate(variable, decoration);
    }
    return variable;
  }

  private static int[] decorations(Array array) {
    return switch (array.access()) {
      case READ -> new int[] {Spv.SpvDecorationNonWritable};
      case WRITE -> new int[] {Spv.SpvDecorationNonReadable};
      case READ_WRITE, COHERENT, IN_TURN -> new int[] {};
    };
  }

  private static int storage(Array array) {
    return switch (array.storage()) {
      case BUFFER -> Spv.SpvStorageClassStorageBuffer;
      case SHARED -> Spv.SpvStorageClassWorkgroup;
      case ADDRESSED -> Spv.SpvStorageClassPhysicalStorageBuffer;
    };
  }

  /** A variable of the module in memory, of a block. */
  int variable(int storage, int block, boolean isTyped, String name) {
    int variable =
        isTyped || !options.contains(SpirvOption.UNTYPED)
            ? module.variable(types.pointer(storage, block), storage)
            : module.untypedVariable(types.untyped(storage), storage, block);
    module.name(variable, name);
    return variable;
  }

  /**
   * A pointer into a buffer, or into push constants.
   *
   * @param to type of what it leads to
   * @param from type of what the base leads to
   */
  int chain(
      CodeBuilder code, int storage, boolean isTyped, int to, int from, int base, int... indices) {
    return isTyped || !options.contains(SpirvOption.UNTYPED)
        ? code.value(
            Spv.SpvOpAccessChain, types.pointer(storage, to), joined(new int[] {base}, indices))
        : code.value(
            Spv.SpvOpUntypedAccessChainKHR,
            types.untyped(storage),
            joined(new int[] {from, base}, indices));
  }

  /** Whether pointers to its elements are untyped. */
  boolean isUntyped(Array array) {
    return array.isBuffer() && options.contains(SpirvOption.UNTYPED);
  }

  /** A pointer to an element. */
  int element(CodeBuilder code, Array array, int index) {
    return element(code, array, index, !array.isBuffer());
  }

  /** A pointer to an element that says what it leads to. */
  int typedElement(CodeBuilder code, Array array, int index) {
    return element(code, array, index, true);
  }

  private int element(CodeBuilder code, Array array, int index, boolean isTyped) {
    int own = place(code, array, index, isTyped);
    return array.storage() == Array.Storage.ADDRESSED || !isVariable()
        ? own
        : chosen(
            code,
            types.pointer(storage(array), types.element(array.pointee())),
            own,
            place(code, array, types.uint(0), isTyped));
  }

  private int third(Array array) {
    return types.array(types.element(array.pointee()), array.length() / THIRDS);
  }

  private int place(CodeBuilder code, Array array, int index, boolean isTyped) {
    int element = types.element(array.pointee());
    if (!array.isBuffer() && options.contains(SpirvOption.SHARED_THIRDS)) {
      int length = types.uint(array.length() / THIRDS);
      int whole = code.value(Spv.SpvOpUDiv, types.uint(), index, length);
      int within = code.value(Spv.SpvOpUMod, types.uint(), index, length);
      int third =
          chain(code, storage(array), true, third(array), arrays.get(array), ids.get(array), whole);
      return chain(code, storage(array), true, element, third(array), third, within);
    }
    boolean isChained =
        array.storage() == Array.Storage.BUFFER && options.contains(SpirvOption.CHAINED);
    return array.isBuffer() && !isChained
        ? chain(
            code,
            storage(array),
            isTyped,
            element,
            blocks.get(array),
            block(code, array),
            types.sint(0),
            index)
        : chain(
            code,
            storage(array),
            isTyped,
            element,
            arrays.get(array),
            array(code, array, isTyped),
            index);
  }

  /** A typed pointer to the whole array. */
  int whole(CodeBuilder code, Array array, boolean isStore) {
    int own = array(code, array, true);
    if (array.storage() == Array.Storage.ADDRESSED || !isVariable()) {
      return own;
    }
    int type = types.pointer(storage(array), arrays.get(array));
    Array.Access not = isStore ? Array.Access.READ : Array.Access.WRITE;
    int other =
        bound.stream()
            .filter(one -> !one.equals(array) && one.access() != not)
            .filter(one -> array.isBuffer() && arrays.get(one).equals(arrays.get(array)))
            .findFirst()
            .map(one -> array(code, one, true))
            .orElseGet(() -> module.constant(Spv.SpvOpConstantNull, type));
    return chosen(code, type, own, other);
  }

  private int array(CodeBuilder code, Array array, boolean isTyped) {
    return array.isBuffer()
        ? chain(
            code,
            storage(array),
            isTyped,
            arrays.get(array),
            blocks.get(array),
            block(code, array),
            types.sint(0))
        : ids.get(array);
  }

  /** A buffer whose number of elements only a run tells. */
  private Optional<Array> counted() {
    return bound.stream().filter(array -> array.length() == 0).findFirst();
  }

  private boolean isVariable() {
    return options.contains(SpirvOption.VARIABLE_POINTERS) && counted().isPresent();
  }

  /**
   * An array's own pointer of two, the first and the second in turn, as a buffer has fewer elements
   * than 32 bits count.
   */
  private int chosen(CodeBuilder code, int type, int own, int other) {
    module.capability(Spv.SpvCapabilityVariablePointers);
    boolean isFirst = choices++ % 2 == 0;
    int length =
        code.value(Spv.SpvOpArrayLength, types.uint(), ids.get(counted().orElseThrow()), 0);
    int greatest = types.uint(GREATEST);
    int isLess =
        code.value(
            Spv.SpvOpULessThan,
            types.bool(),
            isFirst ? length : greatest,
            isFirst ? greatest : length);
    return code.value(Spv.SpvOpSelect, type, isLess, isFirst ? own : other, isFirst ? other : own);
  }

  private int block(CodeBuilder code, Array array) {
    int id = ids.get(array);
    if (array.storage() != Array.Storage.ADDRESSED) {
      return id;
    }
    int pointer =
        chain(
            code,
            Spv.SpvStorageClassStorageBuffer,
            false,
            id,
            addressBlock,
            addresses,
            types.sint(addressed.indexOf(array)));
    return code.value(Spv.SpvOpLoad, id, pointer);
  }

  /** A component or vector that is read. */
  int load(CodeBuilder code, Array array, int pointer) {
    int[] operands = operands(array, false, array.pointee().bytes());
    return code.value(
        Spv.SpvOpLoad,
        types.element(array.pointee()),
        operands[0] == 0 ? new int[] {pointer} : joined(new int[] {pointer}, operands));
  }

  void store(CodeBuilder code, Array array, int pointer, int value) {
    int[] operands = operands(array, true, array.pointee().bytes());
    code.add(
        Spv.SpvOpStore,
        operands[0] == 0
            ? new int[] {pointer, value}
            : joined(new int[] {pointer, value}, operands));
  }

  /**
   * The memory operands of an access, the mask first.
   *
   * @param alignment in bytes, of what is reached by an address
   */
  int[] operands(Array array, boolean isStore, int alignment) {
    if (array.storage() == Array.Storage.BUFFER) {
      if (options.contains(SpirvOption.VOLATILE)) {
        return operands(Spv.SpvMemoryAccessVolatileMask, 0, Scope.QUEUE_FAMILY, isStore);
      }
      if (options.contains(SpirvOption.COHERENT)) {
        return operands(0, 0, Scope.QUEUE_FAMILY, isStore);
      }
    }
    boolean isAligned = array.storage() == Array.Storage.ADDRESSED;
    return operands(
        isAligned ? alignment : 0,
        !array.isBuffer() || array.access() == Array.Access.COHERENT,
        isStore);
  }

  /**
   * @param alignment in bytes; 0 for none
   * @param isShared whether others of the workgroup see the memory
   */
  int[] operands(int alignment, boolean isShared, boolean isStore) {
    return operands(0, alignment, isShared ? Scope.WORKGROUP : Scope.INVOCATION, isStore);
  }

  /**
   * @param bits of the mask, beside those of the other parameters
   * @param seeing whose invocations see the memory
   */
  private int[] operands(int bits, int alignment, Scope seeing, boolean isStore) {
    int mask = bits;
    int[] more = {};
    if (alignment > 0) {
      mask |= Spv.SpvMemoryAccessAlignedMask;
      more = joined(more, alignment);
    }
    if (seeing != Scope.INVOCATION) {
      mask |=
          Spv.SpvMemoryAccessNonPrivatePointerMask
              | (isStore
                  ? Spv.SpvMemoryAccessMakePointerAvailableMask
                  : Spv.SpvMemoryAccessMakePointerVisibleMask);
      more = joined(more, types.uint(seeing.value()));
    }
    return joined(new int[] {mask}, more);
  }
}
