// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Values;
import coopcts.device.reference.matrix.CooperativeMatrices;
import coopcts.device.reference.matrix.MatrixFunctions;
import coopcts.device.reference.matrix.QcomConversions;
import coopcts.device.reference.matrix.TensorAccess;
import coopcts.device.reference.matrix.TensorAddressing;
import coopcts.device.reference.module.Decoding;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Atomics;
import coopcts.device.reference.scalar.Composites;
import coopcts.device.reference.scalar.Conversions;
import coopcts.device.reference.scalar.ExtendedInstructions;
import coopcts.device.reference.scalar.IntegerExtras;
import coopcts.device.reference.scalar.Pointers;
import coopcts.device.reference.scalar.Scalars;
import coopcts.device.reference.scalar.SubgroupOperations;
import coopcts.device.reference.scalar.VariableStores;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.vector.CooperativeVectors;
import coopcts.model.Scope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.lwjgl.util.spvc.Spv;

/**
 * Turns an instruction into a {@link DecodedInstruction}. Each group of instructions has a class of
 * its own.
 */
final class Decoder implements Decoding {

  private static final List<Function<Module, InstructionGroup>> GROUPS =
      List.of(
          Scalars::new,
          IntegerExtras::new,
          Conversions::new,
          Composites::new,
          Pointers::new,
          Atomics::new,
          SubgroupOperations::new,
          ExtendedInstructions::new,
          CooperativeMatrices::new,
          MatrixFunctions::new,
          TensorAddressing::new,
          TensorAccess::new,
          QcomConversions::new,
          CooperativeVectors::new);

  /** The group that knows an opcode; found out with the first module. */
  private static volatile Map<Integer, Function<Module, InstructionGroup>> byOpcode;

  private final Module module;
  private final DecodingTable table = new DecodingTable();
  private final VectorResults vectors;

  /** Null where nothing is left to the device. */
  private final ZeroSigns zeros;

  /** Null where nothing undefined was followed as yet. */
  private UndefPropagation following;

  /** Null where nobody watches. */
  private CoverageProbe watching;

  Decoder(Module module) {
    this.module = module;
    this.vectors = new VectorResults(module);
    this.zeros = module.behaviour().freedom().isPlain() ? null : new ZeroSigns(module);
    enterRest();
  }

  private static Map<Integer, Function<Module, InstructionGroup>> byOpcode(Module module) {
    if (byOpcode == null) {
      Map<Integer, Function<Module, InstructionGroup>> found = new HashMap<>();
      DecodingTable all = new DecodingTable();
      for (Function<Module, InstructionGroup> group : GROUPS) {
        group.apply(module).enterInto(all);
        all.opcodes().forEach(opcode -> found.putIfAbsent(opcode, group));
      }
      byOpcode = found;
    }
    return byOpcode;
  }

  private void enterRest() {
    table.add(Spv.SpvOpUndef, this::undefined);
    table.add(Spv.SpvOpControlBarrier, this::barrier);
    table.add(Spv.SpvOpMemoryBarrier, i -> fence(i, 0));
    table.add(Spv.SpvOpAssumeTrueKHR, _ -> _ -> {});
    table.add(Spv.SpvOpSetMeshOutputsEXT, _ -> _ -> {});
    table.add(
        Spv.SpvOpExpectKHR, i -> machine -> machine.set(i.result(), machine.get(i.operand(0))));
    table.add(Spv.SpvOpFunctionCall, this::call);
  }

  /** Decodes for those who watch the device, from now on. */
  Decoder watching() {
    watching = module.behaviour().isWatched() ? new CoverageProbe(module) : null;
    return this;
  }

  @Override
  public DecodedInstruction decode(Instruction i) {
    if (!table.opcodes().contains(i.opcode())) {
      Function<Module, InstructionGroup> group = byOpcode(module).get(i.opcode());
      if (group != null) {
        group.apply(module).enterInto(table);
      }
    }
    DecodedInstruction plain = table.decode(i);
    DecodedInstruction right = vectors.tapped(i, zeros == null ? plain : zeros.drawn(i, plain));
    return watching == null ? right : watching.watched(i, right, () -> table.decode(i));
  }

  /** What follows an instruction once something undefined was read; null for nothing. */
  DecodedInstruction following(Instruction i) {
    if (!module.behaviour().followsUndefined()) {
      return null;
    }
    if (following == null) {
      following = new UndefPropagation(module);
    }
    return following.behind(i);
  }

  private DecodedInstruction undefined(Instruction i) {
    Type type = module.type(i.type());
    return machine -> {
      machine.set(i.result(), Values.undefined(type, machine));
      machine.noteUndefined();
    };
  }

  /**
   * All invocations of the workgroup move together, so that they need not wait; they must all be
   * there.
   */
  private DecodedInstruction barrier(Instruction i) {
    DecodedInstruction fence = fence(i, 1);
    Scope scope =
        module.constantBits(i.operand(0)) == Scope.SUBGROUP.value()
            ? Scope.SUBGROUP
            : Scope.WORKGROUP;
    long semantics = module.constantBits(i.operand(2));
    return machine -> {
      for (int instance = 0; instance < machine.instances(scope); instance++) {
        machine.converged(scope, instance);
      }
      machine.barrier(
          scope,
          (semantics & Spv.SpvMemorySemanticsWorkgroupMemoryMask) != 0,
          (semantics & Spv.SpvMemorySemanticsUniformMemoryMask) != 0);
      fence.run(machine);
    };
  }

  /**
   * What a barrier does for the order of workgroups.
   *
   * @param scope the operand that is the memory scope, before the semantics
   */
  private DecodedInstruction fence(Instruction i, int scope) {
    long semantics = module.constantBits(i.operand(scope + 1));
    boolean isFence =
        Atomics.isWide(module.constantBits(i.operand(scope)))
            && (semantics & Spv.SpvMemorySemanticsUniformMemoryMask) != 0
            && Atomics.releases(semantics)
            && Atomics.acquires(semantics);
    return isFence ? Machine::fence : _ -> {};
  }

  private DecodedInstruction call(Instruction i) {
    Type type = module.type(i.type());
    return machine -> {
      Object[] arguments = new Object[i.count() - 1];
      for (int a = 0; a < arguments.length; a++) {
        arguments[a] = machine.get(i.operand(a + 1));
      }
      if (machine.fault().isTapped()) {
        MatrixArguments.pass(arguments, machine);
      }
      if (machine.followsUndefined()) {
        machine.pass(Arrays.stream(i.operands()).skip(1).mapToObj(machine::undefined).toArray());
      }
      Object result = machine.call(i.operand(0), arguments);
      Object undefined = machine.takeGivenBack();
      if (result != null) {
        machine.set(i.result(), returned(type, result, machine));
        machine.setUndefined(i.result(), undefined);
      }
    };
  }

  private static Object returned(Type type, Object result, Machine machine) {
    Taps taps = machine.taps(Tap.Site.CALL, null, 0);
    if (!taps.is(Tap.CALL_GIVES, true, machine.isInCallback() ? 1 : 0)) {
      return Values.zero(type);
    }
    return type instanceof Type.TensorLayout layout && taps.isOn(Tap.CALL_PART)
        ? VariableStores.layoutPassed(Tap.CALL_PART, (Object[]) result, layout, taps, machine)
        : result;
  }
}
