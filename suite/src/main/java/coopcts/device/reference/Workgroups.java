package coopcts.device.reference;

import coopcts.device.Dispatch;
import coopcts.device.Kernel.Binding;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Runs the workgroups of a dispatch, one after the other, each with its variables and built-ins.
 */
final class Workgroups {

  private final Module module;
  private final List<Binding> bindings;
  private final List<Long> addresses;
  private final Memory memory;
  private final Dispatch dispatch;
  private final int subgroupSize;
  private final Ownership ownership;
  private final Conduct conduct;
  private final long push;

  Workgroups(
      Module module,
      List<Binding> bindings,
      List<Long> addresses,
      Memory memory,
      Dispatch dispatch,
      int subgroupSize,
      Ownership.Kind ownership,
      Conduct conduct) {
    this.module = module;
    this.bindings = bindings;
    this.addresses = addresses;
    this.memory = memory;
    this.dispatch = dispatch;
    this.subgroupSize = subgroupSize;
    this.conduct = conduct;
    this.ownership = new Ownership(ownership, conduct.freedom());
    this.push = memory.add("push constants", Memory.Kind.CONSTANT, dispatch.push());
  }

  void run() {
    List<Integer> groups = dispatch.groups();
    int count = groups.get(0) * groups.get(1) * groups.get(2);
    for (int n = 0; n < count; n++) {
      int number = conduct.freedom().backwards() ? count - 1 - n : n;
      run(
          number,
          new int[] {
            number % groups.get(0),
            number / groups.get(0) % groups.get(1),
            number / (groups.get(0) * groups.get(1))
          });
    }
  }

  private void run(int number, int[] workgroup) {
    int[] size = module.localSize();
    int lanes = size[0] * size[1] * size[2];
    Object[] registers = module.registers();
    Machine machine =
        new Machine(lanes, subgroupSize, ownership, memory, registers, conduct, number);
    Module.settle(registers, machine);
    for (Instruction variable : module.globals()) {
      registers[variable.result()] = global(variable, workgroup, machine);
    }
    new Execution(module, machine).call(module.function(module.entryFunction()), new Object[0]);
  }

  private Object global(Instruction variable, int[] workgroup, Machine machine) {
    int id = variable.result();
    Type type = module.pointee(id);
    int storage = variable.operand(0);
    return switch (storage) {
      case Pointers.STORAGE_BUFFER, Pointers.UNIFORM -> Lanes.uniform(bound(id));
      case Pointers.PUSH_CONSTANT -> Lanes.uniform(push);
      case Pointers.WORKGROUP ->
          Lanes.uniform(
              memory.add(
                  "shared memory", Memory.Kind.SHARED, new byte[Math.toIntExact(type.size())]));
      case Pointers.PRIVATE ->
          pointer(
              variable.count() > 1
                  ? machine.get(variable.operand(1))
                  : module.undefined(type, machine));
      case Pointers.INPUT ->
          pointer(
              builtIn(module.decoration(id, Module.DECORATION_BUILT_IN, -1), workgroup, machine));
      default ->
          throw new SpirvException("a variable of storage class " + storage + " is not supported");
    };
  }

  private static Variable.Pointer pointer(Object value) {
    return new Variable.Pointer(new Variable(value), new long[0][]);
  }

  private long bound(int id) {
    Binding wanted =
        new Binding(
            module.decoration(id, Module.DECORATION_DESCRIPTOR_SET, 0),
            module.decoration(id, Module.DECORATION_BINDING, 0));
    int index = bindings.indexOf(wanted);
    if (index < 0) {
      throw new SpirvException(
          "no buffer is bound to set %d, binding %d".formatted(wanted.set(), wanted.binding()));
    }
    return addresses.get(index);
  }

  private Object builtIn(int builtIn, int[] workgroup, Machine machine) {
    int[] size = module.localSize();
    return switch (builtIn) {
      case 24 -> vector(axis -> dispatch.groups().get(axis));
      case 26 -> vector(axis -> workgroup[axis]);
      case 27 -> perLane(machine, 3, (lane, axis) -> local(lane, axis));
      case 28 ->
          perLane(
              machine, 3, (lane, axis) -> (long) workgroup[axis] * size[axis] + local(lane, axis));
      case 29 -> lanes(machine, lane -> lane);
      case 36 -> Lanes.uniform(subgroupSize);
      case 38 -> Lanes.uniform(Math.ceilDiv(machine.lanes(), subgroupSize));
      case 40 -> lanes(machine, lane -> lane / subgroupSize);
      case 41 -> lanes(machine, lane -> lane % subgroupSize);
      case 4416 -> mask(machine, (own, other) -> other == own);
      case 4417 -> mask(machine, (own, other) -> other >= own);
      case 4418 -> mask(machine, (own, other) -> other > own);
      case 4419 -> mask(machine, (own, other) -> other <= own);
      case 4420 -> mask(machine, (own, other) -> other < own);
      default -> throw new SpirvException("built-in " + builtIn + " is not supported");
    };
  }

  private interface Relation {
    boolean holds(int own, int other);
  }

  /** A bit for each invocation of the subgroup that stands in a relation to the own one. */
  private Object[] mask(Machine machine, Relation relation) {
    return perLane(
        machine,
        4,
        (lane, word) -> {
          long bits = 0;
          for (int bit = 0; bit < 32; bit++) {
            int other = 32 * word + bit;
            if (other < subgroupSize && relation.holds(lane % subgroupSize, other)) {
              bits |= 1L << bit;
            }
          }
          return bits;
        });
  }

  private long local(int lane, int axis) {
    int[] size = module.localSize();
    return switch (axis) {
      case 0 -> lane % size[0];
      case 1 -> lane / size[0] % size[1];
      default -> lane / (size[0] * size[1]);
    };
  }

  private interface LaneValue {
    long of(int lane, int axis);
  }

  private static Object[] vector(IntToLongFunction value) {
    return new Object[] {
      Lanes.uniform(value.applyAsLong(0)),
      Lanes.uniform(value.applyAsLong(1)),
      Lanes.uniform(value.applyAsLong(2))
    };
  }

  private static Object[] perLane(Machine machine, int count, LaneValue value) {
    Object[] parts = new Object[count];
    for (int axis = 0; axis < count; axis++) {
      int at = axis;
      parts[axis] = lanes(machine, lane -> value.of(lane, at));
    }
    return parts;
  }

  private static long[] lanes(Machine machine, IntToLongFunction value) {
    long[] values = new long[machine.lanes()];
    Arrays.setAll(values, value::applyAsLong);
    return values;
  }
}
