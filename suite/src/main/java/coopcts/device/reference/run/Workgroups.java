// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.Kernel.Binding;
import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.choice.InvocationOrder;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.BufferArray;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.Ownership;
import coopcts.device.reference.machine.Values;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.spirv.UnsupportedException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.lwjgl.util.spvc.Spv;

/**
 * Runs the workgroups of one dispatch, one after the other, each with its variables and built-ins.
 * In stages that have none, invocations run in groups of a subgroup.
 */
public final class Workgroups {

  private static final int MOST_SHARED_BYTES = 1 << 26;

  private final ShaderProgram program;
  private final Module module;
  private final List<Binding> bindings;
  private final List<Long> addresses;
  private final Memory memory;
  private final List<Integer> groups;
  private final int subgroupSize;
  private final Ownership ownership;
  private final Behaviour behaviour;
  private final long push;

  /**
   * What a shader is given.
   *
   * @param bindings set, binding and array element of each bound buffer
   * @param addresses where each bound buffer begins in the memory, in the order of the bindings
   * @param push bytes of the push constants, may be empty
   */
  public record Arguments(List<Binding> bindings, List<Long> addresses, byte[] push) {}

  /**
   * Prepares the workgroups of a dispatch and adds the push constants to the memory. {@link #run}
   * then runs them once.
   *
   * @param program the shader
   * @param arguments what the shader is given
   * @param memory that holds the buffers; changed by the run
   * @param groups three numbers: workgroups along x, y and z; in stages without workgroups,
   *     invocations
   * @param subgroupSize invocations of a subgroup, at least 1
   * @param ownership how elements of matrices are dealt out to invocations
   * @param behaviour of the device
   */
  public Workgroups(
      ShaderProgram program,
      Arguments arguments,
      Memory memory,
      List<Integer> groups,
      int subgroupSize,
      Ownership.Dealing ownership,
      Behaviour behaviour) {
    this.program = program;
    this.module = program.module();
    this.bindings = arguments.bindings;
    this.addresses = arguments.addresses;
    this.memory = memory;
    this.groups = groups;
    this.subgroupSize = subgroupSize;
    this.behaviour = behaviour;
    this.ownership = new Ownership(ownership, behaviour.freedom(), behaviour.fault());
    this.push = memory.add("push constants", Memory.BlockKind.CONSTANT, arguments.push);
  }

  /**
   * Runs all workgroups, one after the other, in an order that the device's choices decide. What
   * they write is in the memory afterwards.
   *
   * @throws SpirvException if the shader breaks a rule that ends it
   * @throws coopcts.device.reference.machine.EndlessException if a function call enters more blocks
   *     than the device allows
   * @throws UnsupportedException if there are more than 2147483647 workgroups, or invocations in a
   *     stage without workgroups; it is thrown when so many have run
   */
  public void run() {
    double wanted = (double) groups.get(0) * groups.get(1) * groups.get(2);
    int all = (int) Math.min(wanted, Integer.MAX_VALUE);
    boolean grouped = module.stage().hasWorkgroups();
    int[] size = grouped ? module.localSize() : new int[] {subgroupSize, 1, 1};
    int count = grouped ? all : Math.ceilDiv(all, subgroupSize);
    ImplementationChoices freedom = behaviour.freedom();
    int[] local =
        grouped
            ? InvocationOrder.draw(freedom, size[0] * size[1] * size[2], subgroupSize, size[0])
            : null;
    boolean isDrawn = count > 1 && freedom.has(Choice.WORKGROUP_ORDER);
    int[] order = isDrawn ? freedom.order(Choice.WORKGROUP_ORDER, count) : new int[0];
    for (int n = 0; n < count; n++) {
      int number = isDrawn ? order[n] : n;
      int lanes =
          grouped
              ? size[0] * size[1] * size[2]
              : Math.min(subgroupSize, all - number * subgroupSize);
      int blocks = memory.count();
      run(number, lanes, size, local);
      memory.release(blocks);
    }
    if (wanted > all) {
      throw new UnsupportedException("more than %d workgroups are not supported".formatted(all));
    }
  }

  private void run(int number, int lanes, int[] size, int[] local) {
    Object[] registers = module.registers();
    Machine machine =
        new Machine(lanes, subgroupSize, ownership, memory, registers, behaviour, number, program);
    Values.settle(registers, machine);
    BuiltIns builtIns = new BuiltIns(groups, size, local, machine);
    for (Instruction variable : module.globals()) {
      registers[variable.result()] = global(variable, builtIns, machine);
    }
    machine.call(module.entryFunction(), new Object[0]);
  }

  private Object global(Instruction variable, BuiltIns builtIns, Machine machine) {
    int id = variable.result();
    StorageClass storage = StorageClass.of(variable.operand(0));
    if (module.isUntyped(id) && !storage.hasAddresses()) {
      throw new UnsupportedException(
          "an untyped variable of storage class %s is not supported".formatted(storage));
    }
    return switch (storage) {
      case STORAGE_BUFFER, UNIFORM -> bound(id);
      case PUSH_CONSTANT -> Lanes.uniform(push);
      case WORKGROUP -> Lanes.uniform(shared(variable, machine));
      case PRIVATE ->
          module.initializes(variable)
              ? pointer(new Variable(machine.get(variable.operand(1))))
              : pointer(Variable.uninitialised(module.pointee(id), false, machine));
      case INPUT ->
          pointer(
              new Variable(builtIns.value(module.decoration(id, Spv.SpvDecorationBuiltIn, -1))));
      case OUTPUT -> pointer(Variable.uninitialised(module.pointee(id), false, machine));
      case FUNCTION, PHYSICAL_STORAGE_BUFFER, OTHER ->
          throw new UnsupportedException(
              "a variable of storage class " + variable.operand(0) + " is not supported");
    };
  }

  /** The address of a shared variable, which holds nothing that was set unless it says so. */
  private long shared(Instruction variable, Machine machine) {
    int id = variable.result();
    byte[] bytes = bytes(module.pointee(id));
    long address = memory.add("shared memory " + module.name(id), Memory.BlockKind.SHARED, bytes);
    boolean isSet = variable.count() > 1 || module.isUntyped(id);
    // Blocks with a layout of their own lie in the same place, and one may set what another reads.
    if (!isSet && !module.declares(Spv.SpvCapabilityWorkgroupMemoryExplicitLayoutKHR)) {
      machine.leaveUnset(address, bytes.length);
    }
    return address;
  }

  private static byte[] bytes(Type type) {
    if (type.size() > MOST_SHARED_BYTES) {
      throw new UnsupportedException(
          "shared memory of %d bytes is not supported, only up to %d"
              .formatted(type.size(), MOST_SHARED_BYTES));
    }
    return new byte[(int) type.size()];
  }

  private static Variable.Pointer pointer(Variable variable) {
    return new Variable.Pointer(variable, new long[0][]);
  }

  /** The address of what is bound to a variable, or the buffers of an array. */
  private Object bound(int id) {
    Binding wanted =
        new Binding(
            module.decoration(id, Spv.SpvDecorationDescriptorSet, 0),
            module.decoration(id, Spv.SpvDecorationBinding, 0));
    SortedMap<Integer, Long> elements = new TreeMap<>();
    for (int i = 0; i < bindings.size(); i++) {
      if (bindings.get(i).first().equals(wanted)) {
        elements.put(bindings.get(i).element(), addresses.get(i));
      }
    }
    if (elements.isEmpty()) {
      throw new SpirvException(
          "VUID 07988: the shader declares buffer %s at set %d, binding %d, where none is bound"
              .formatted(module.name(id), wanted.set(), wanted.binding()));
    }
    Optional<Type> type = module.knownPointee(id);
    if (type.filter(Module::isSeveral).isPresent()) {
      if (module.isUntyped(id)) {
        throw new UnsupportedException("an untyped array of buffers is not supported");
      }
      return new BufferArray(
          module.name(id),
          "set %d, binding %d".formatted(wanted.set(), wanted.binding()),
          type.get() instanceof Type.Array array ? array.length() : 0,
          elements);
    }
    if (!elements.containsKey(0)) {
      throw new SpirvException(
          "VUID 07988: buffer %s at set %d, binding %d is no array, and element 0 is not bound"
              .formatted(module.name(id), wanted.set(), wanted.binding()));
    }
    return Lanes.uniform(elements.get(0));
  }
}
