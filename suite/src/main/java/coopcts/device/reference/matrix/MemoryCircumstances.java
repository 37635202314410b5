// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.EnumSet;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * What is so of a cooperative load or store beside its types, as far as the module tells: storage
 * class, access chain, layout, stride and memory operands. Planted faults and cover points depend
 * on it.
 */
public final class MemoryCircumstances {

  private final Module module;
  private final Set<Circumstance> all = EnumSet.noneOf(Circumstance.class);

  private MemoryCircumstances(Module module) {
    this.module = module;
  }

  /**
   * {@return the circumstances of OpCooperativeMatrixLoadKHR or OpCooperativeMatrixStoreKHR; empty
   * where the device has neither a fault nor a watch, as nobody needs them then} Decoders call it
   * once for each instruction.
   *
   * @param i the load or store, whose first operand is the pointer
   * @param layout id of the constant that is its memory layout
   * @param stride id of its stride, constant or not; the instruction must have one
   * @param type of the matrix that is loaded or stored
   * @param module that the instruction belongs to
   */
  public static Set<Circumstance> of(
      Instruction i, int layout, int stride, Type.CooperativeMatrix type, Module module) {
    if (!module.behaviour().fault().isOn() && !module.behaviour().isWatched()) {
      return Set.of();
    }
    MemoryCircumstances found = new MemoryCircumstances(module);
    found.pointer(i.operand(Role.POINTER), type);
    found.layout(layout);
    found.stride(stride);
    found.operands(i);
    return found.all;
  }

  private void pointer(int pointer, Type.CooperativeMatrix type) {
    if (module.storage(pointer) == StorageClass.STORAGE_BUFFER) {
      all.add(Circumstance.BUFFER);
    } else if (module.storage(pointer) == StorageClass.PHYSICAL_STORAGE_BUFFER) {
      all.add(Circumstance.PHYSICAL);
    }
    boolean isFloat = type.component() instanceof Type.Float;
    Type pointee = module.knownPointee(pointer).orElse(type);
    if (isFloat != pointee.component() instanceof Type.Float) {
      all.add(Circumstance.OTHER_KIND);
    }
    Instruction chain = module.definition(pointer);
    if (chain.kind() != OpcodeKind.CHAIN) {
      return;
    }
    if (module.definition(chain.operand(Role.BASE)).kind() == OpcodeKind.CHAIN) {
      all.add(Circumstance.CHAINED);
    }
    if (!module.isConstant(chain.operand(chain.count() - 1))) {
      all.add(Circumstance.ELEMENT_RUN_TIME);
    }
    Type holder = module.pointee(chain.operand(Role.BASE));
    for (int at = 1; at < chain.count(); at++) {
      switch (holder) {
        case Type.Struct struct ->
            holder = struct.members().get((int) module.constantBits(chain.operand(at)));
        case Type.Array array -> {
          all.add(Circumstance.SIZED_ARRAY);
          holder = array.element();
        }
        case Type.RuntimeArray array -> {
          all.add(Circumstance.RUN_TIME_ARRAY);
          holder = array.element();
        }
        default -> {
          return;
        }
      }
    }
  }

  private void layout(int layout) {
    if (module.definition(layout).opcode() == Spv.SpvOpSpecConstant) {
      all.add(Circumstance.LAYOUT_SPECIALIZED);
    }
    long kind = module.constantBits(layout);
    if (kind == Spv.SpvCooperativeMatrixLayoutRowBlockedInterleavedARM
        || kind == Spv.SpvCooperativeMatrixLayoutColumnBlockedInterleavedARM) {
      all.add(Circumstance.BLOCKS);
    }
  }

  private void stride(int stride) {
    if (!module.isConstant(stride)) {
      all.add(Circumstance.STRIDE_RUN_TIME);
    }
    switch ((int) module.typeOf(stride).size()) {
      case 2 -> all.add(Circumstance.STRIDE_16_BITS);
      case 8 -> all.add(Circumstance.STRIDE_64_BITS);
      default -> {}
    }
  }

  private void operands(Instruction i) {
    if (i.places(Role.MEMORY_OPERANDS).findAny().isEmpty()) {
      all.add(Circumstance.NO_OPERANDS);
      return;
    }
    int mask = i.operand(Role.MEMORY_OPERANDS);
    if (mask == 0) {
      all.add(Circumstance.EMPTY_OPERANDS);
    }
    if ((mask & Spv.SpvMemoryAccessVolatileMask) != 0) {
      all.add(Circumstance.VOLATILE);
    }
    if ((mask & Spv.SpvMemoryAccessNontemporalMask) != 0) {
      all.add(Circumstance.NONTEMPORAL);
    }
  }
}
