// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.joined;

import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.Program;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private final Set<SpirvOption> options;
  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final List<Array> addressed;

  /** The variable of each array; of those by an address the pointer's type. */
  private final Map<Array, Integer> ids = new HashMap<>();

  /** The type of each array. */
  private final Map<Array, Integer> arrays = new HashMap<>();

  private int addresses;

  ProgramMemory(
      Program program, Set<SpirvOption> options, ModuleBuilder module, ModuleTypes types) {
    this.options = options;
    this.module = module;
    this.types = types;
    List<Array> bound = program.bound();
    for (int binding = 0; binding < bound.size(); binding++) {
      Array array = bound.get(binding);
      int variable = bound(block(array, "Buffer"), array.name(), binding, decorations(array));
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
        int type = types.array(types.element(array.pointee()), array.length());
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
    addresses = bound(struct, "addresses", binding, new int[] {Spv.SpvDecorationNonWritable});
  }

  /** A structure of an array alone, as blocks are. */
  private int block(Array array, String suffix) {
    types.declareStored(array.pointee().component());
    int element = types.element(array.pointee());
    int type =
        array.length() == 0
            ? module.ownType(Spv.SpvOpTypeRuntimeArray, element)
            : module.ownType(Spv.SpvOpTypeArray, element, types.uint(array.length()));
    module.decorate(type, Spv.SpvDecorationArrayStride, array.pointee().bytes());
    arrays.put(array, type);
    int struct = module.ownType(Spv.SpvOpTypeStruct, type);
    String name = array.name();
    module.name(struct, Character.toUpperCase(name.charAt(0)) + name.substring(1) + suffix);
    module.decorate(struct, Spv.SpvDecorationBlock);
    module.decorateMember(struct, 0, Spv.SpvDecorationOffset, 0);
    for (int decoration : decorations(array)) {
      module.decorateMember(struct, 0, decoration);
    }
    return struct;
  }

  private int bound(int struct, String name, int binding, int... decorations) {
    int storage = Spv.SpvStorageClassStorageBuffer;
    int variable = module.variable(types.pointer(storage, struct), storage);
    module.name(variable, name);
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

  /** A pointer to an element. */
  int element(CodeBuilder code, Array array, int index) {
    int pointer = types.pointer(storage(array), types.element(array.pointee()));
    boolean isChained =
        array.storage() == Array.Storage.BUFFER && options.contains(SpirvOption.CHAINED);
    return array.isBuffer() && !isChained
        ? code.value(Spv.SpvOpAccessChain, pointer, block(code, array), types.sint(0), index)
        : code.value(Spv.SpvOpAccessChain, pointer, whole(code, array), index);
  }

  /** A pointer to the whole array. */
  int whole(CodeBuilder code, Array array) {
    return array.isBuffer()
        ? code.value(
            Spv.SpvOpAccessChain,
            types.pointer(storage(array), arrays.get(array)),
            block(code, array),
            types.sint(0))
        : ids.get(array);
  }

  private int block(CodeBuilder code, Array array) {
    int id = ids.get(array);
    if (array.storage() != Array.Storage.ADDRESSED) {
      return id;
    }
    int pointer =
        code.value(
            Spv.SpvOpAccessChain,
            types.pointer(Spv.SpvStorageClassStorageBuffer, id),
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
