// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.choice.UnroundedValues;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.MatrixEvent;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One workgroup at work: all its invocations in lock step, each either active or not. As they move
 * together, a barrier has nothing to wait for, and a matrix exists once for all invocations that
 * share it.
 */
public final class Machine {

  private final int lanes;
  private final int subgroupSize;
  private final Ownership ownership;
  private final Memory memory;
  private final Object[] registers;
  private final Behaviour behaviour;
  private final int workgroup;
  private final Calls calls;
  private final Map<Instruction, Integer> visits = new HashMap<>();
  private final UnroundedValues ancestry;
  private boolean[] mask;

  /** What of each register is undefined; null while nothing that is was read. */
  private Object[] undefined;

  private Object[] passed;
  private Object returned;
  private int activeCount;
  private boolean inCallback;
  private int sharedBarriers;
  private int bufferBarriers;
  private final int[] subgroupSharedBarriers;
  private final int[] subgroupBufferBarriers;

  /**
   * Makes a workgroup in which all invocations are active.
   *
   * @param lanes number of invocations
   * @param subgroupSize invocations of a full subgroup
   * @param ownership which invocation owns which components
   * @param memory that has addresses
   * @param registers values by id, constants already set; changed in place
   * @param behaviour of the device
   * @param workgroup its number in the dispatch
   * @param calls executes functions of the module
   */
  public Machine(
      int lanes,
      int subgroupSize,
      Ownership ownership,
      Memory memory,
      Object[] registers,
      Behaviour behaviour,
      int workgroup,
      Calls calls) {
    this.behaviour = behaviour;
    this.workgroup = workgroup;
    this.calls = calls;
    this.lanes = lanes;
    this.subgroupSize = subgroupSize;
    this.ownership = ownership;
    this.memory = memory;
    this.registers = registers;
    this.ancestry = new UnroundedValues(behaviour.freedom());
    this.mask = new boolean[lanes];
    Arrays.fill(mask, true);
    this.activeCount = lanes;
    this.subgroupSharedBarriers = new int[Math.ceilDiv(lanes, subgroupSize)];
    this.subgroupBufferBarriers = new int[subgroupSharedBarriers.length];
  }

  /** {@return the number of invocations in the workgroup} */
  public int lanes() {
    return lanes;
  }

  /** {@return the behaviour of the device that runs it} */
  public Behaviour behaviour() {
    return behaviour;
  }

  /** {@return what values were before they were rounded} */
  public UnroundedValues ancestry() {
    return ancestry;
  }

  /** {@return the planted fault, or {@link ActiveFault#NONE}} */
  public ActiveFault fault() {
    return behaviour.fault();
  }

  /** {@return the number of the workgroup in the dispatch, from 0} */
  public int workgroup() {
    return workgroup;
  }

  /**
   * How often an instruction was executed before. It counts only calls for instance 0.
   *
   * @param i the instruction
   * @param instance number of the scope instance, from 0
   * @return the number of earlier executions, 0 for the first
   */
  public int visit(Instruction i, int instance) {
    int before = visits.getOrDefault(i, 0);
    if (instance == 0) {
      visits.put(i, before + 1);
    }
    return instance == 0 ? before : Math.max(0, before - 1);
  }

  /**
   * Lets the planted fault, if one is switched on, change the elements of a new matrix.
   *
   * @param i the instruction that made it
   * @param action what the instruction does
   * @param type of the new matrix
   * @param tile its elements, row-major, changed in place; patterns in the low bits
   * @param source the operand that it comes from, or null
   * @param instance number of the scope instance, from 0
   */
  public void wrong(
      Instruction i,
      MatrixEvent.Action action,
      Type.CooperativeMatrix type,
      long[] tile,
      MatrixValue source,
      int instance) {
    if (fault().isOn()) {
      Type component = source == null ? type.component() : source.type().component();
      MatrixEvent event =
          new MatrixEvent(
              action,
              type,
              component.componentType(),
              false,
              true,
              0,
              0,
              instance,
              workgroup,
              visit(i, instance),
              circumstances(Set.of()));
      fault().elements(event, tile, source == null ? null : source.tile(instance));
    }
  }

  /**
   * {@return as a new set the circumstances under which an instruction is executed: those of the
   * pipeline, the given ones, and whether invocations are inactive}
   *
   * @param besides circumstances of the instruction itself
   */
  public Set<Circumstance> circumstances(Set<Circumstance> besides) {
    Set<Circumstance> all = fault().circumstances(besides);
    if (!full()) {
      all.add(Circumstance.APART);
    }
    return all;
  }

  /** {@return the number of invocations in a full subgroup} */
  public int subgroupSize() {
    return subgroupSize;
  }

  /** {@return which invocation owns which components of matrices} */
  public Ownership ownership() {
    return ownership;
  }

  /** {@return the memory that has addresses} */
  public Memory memory() {
    return memory;
  }

  /**
   * {@return whether an invocation is active}
   *
   * @param lane number of the invocation, from 0
   */
  public boolean active(int lane) {
    return mask[lane];
  }

  /** {@return whether all invocations are active} */
  public boolean full() {
    return activeCount == lanes;
  }

  /** {@return the active invocations, one entry each; callers do not change the array} */
  public boolean[] mask() {
    return mask;
  }

  /**
   * Sets which invocations are active.
   *
   * @param active one entry for each invocation; the array is kept
   */
  public void setMask(boolean[] active) {
    mask = active;
    activeCount = 0;
    for (boolean one : active) {
      activeCount += one ? 1 : 0;
    }
  }

  /**
   * {@return the number of the first active invocation}
   *
   * @throws IllegalStateException if none is active
   */
  public int firstActive() {
    for (int lane = 0; lane < lanes; lane++) {
      if (mask[lane]) {
        return lane;
      }
    }
    throw new IllegalStateException("no invocation is active");
  }

  /**
   * {@return the value of a register for all invocations (see {@link Lanes}), or null if it was not
   * set}
   *
   * @param id of the result
   */
  public Object get(int id) {
    return registers[id];
  }

  /**
   * {@return the value of a register that holds a scalar: one pattern for all invocations or one
   * for each, in the low bits} It is the register's own array, not to be changed; null where the
   * register is not set.
   *
   * @param id of the result
   */
  public long[] scalar(int id) {
    return (long[]) registers[id];
  }

  /**
   * Sets a register in active invocations. The value counts as defined, unless {@link
   * #setUndefined} follows.
   *
   * @param id of the result
   * @param value for all invocations
   */
  public void set(int id, Object value) {
    registers[id] = Lanes.merge(registers[id], value, this);
    if (undefined != null && undefined[id] != null) {
      undefined[id] = Undefined.merged(undefined[id], null, this);
    }
  }

  /**
   * Notes that something undefined was read. From then on registers are followed: {@link
   * #followsUndefined}. A second call changes nothing.
   */
  public void noteUndefined() {
    if (undefined == null) {
      undefined = new Object[registers.length];
    }
  }

  /**
   * Marks shared memory as never set, on a device that gathers violations and follows undefined
   * values; on others it does nothing.
   *
   * @param address of the first byte
   * @param bytes number of bytes
   */
  public void leaveUnset(long address, int bytes) {
    if (!behaviour.violations().isFirstOnly() && behaviour.followsUndefined() && bytes > 0) {
      memory.spoil(address, bytes);
      noteUndefined();
    }
  }

  /**
   * {@return whether anything undefined was read in this workgroup, so that registers are followed}
   */
  public boolean followsUndefined() {
    return undefined != null;
  }

  /**
   * {@return which parts of a register are undefined, in the form of {@link Undefined}; null for
   * none}
   *
   * @param id of the result
   */
  public Object undefined(int id) {
    return undefined == null ? null : undefined[id];
  }

  /**
   * Marks the value that a register was just set to as undefined.
   *
   * @param id of the result
   * @param what which parts, in the form of {@link Undefined}; null for none
   */
  public void setUndefined(int id, Object what) {
    if (what != null) {
      noteUndefined();
    }
    if (undefined != null) {
      undefined[id] = Undefined.merged(undefined[id], what, this);
    }
  }

  /**
   * Hands over what is undefined of arguments, to the function that is called next.
   *
   * @param what one entry for each argument, in the form of {@link Undefined}
   */
  public void pass(Object[] what) {
    passed = what;
  }

  /**
   * {@return what is undefined of the arguments, or null for nothing} A second call returns null.
   */
  public Object[] takePassed() {
    Object[] taken = passed;
    passed = null;
    return taken;
  }

  /**
   * Hands over what is undefined of a function's result, to its caller.
   *
   * @param what in the form of {@link Undefined}
   */
  public void giveBack(Object what) {
    returned = what;
  }

  /**
   * {@return what is undefined of the result of the function that returned last, or null} A second
   * call returns null.
   */
  public Object takeGivenBack() {
    Object taken = returned;
    returned = null;
    return taken;
  }

  /**
   * {@return the number of invocations in a full scope instance}
   *
   * @param scope subgroup or workgroup
   */
  public int size(Scope scope) {
    return scope == Scope.SUBGROUP ? subgroupSize : lanes;
  }

  /**
   * {@return the number of scope instances in this workgroup; the last may not be full} For every
   * scope but the subgroup it is 1.
   *
   * @param scope subgroup or workgroup
   */
  public int instances(Scope scope) {
    return scope == Scope.SUBGROUP ? Math.ceilDiv(lanes, subgroupSize) : 1;
  }

  /**
   * {@return the number of the scope instance that an invocation belongs to, in this workgroup,
   * from 0} For every scope but the subgroup it is 0.
   *
   * @param scope subgroup or workgroup
   * @param lane number of the invocation, from 0; not checked
   */
  public int instance(Scope scope, int lane) {
    return scope == Scope.SUBGROUP ? lane / subgroupSize : 0;
  }

  /**
   * {@return an invocation's number within its scope instance, from 0} Every scope but the subgroup
   * counts as the workgroup.
   *
   * @param scope subgroup or workgroup
   * @param lane number of the invocation, from 0
   */
  public int laneInInstance(Scope scope, int lane) {
    return scope == Scope.SUBGROUP ? lane % subgroupSize : lane;
  }

  /**
   * {@return the number, from 0, of the first invocation of a scope instance} Every scope but the
   * subgroup counts as the workgroup.
   *
   * @param scope subgroup or workgroup
   * @param instance its number in this workgroup, from 0
   */
  public int firstLane(Scope scope, int instance) {
    return scope == Scope.SUBGROUP ? instance * subgroupSize : 0;
  }

  /**
   * {@return the number behind the last invocation of a scope instance} For every scope but the
   * subgroup it is the number of invocations of the workgroup.
   *
   * @param scope subgroup or workgroup
   * @param instance its number in this workgroup, from 0
   */
  public int endLane(Scope scope, int instance) {
    return scope == Scope.SUBGROUP ? Math.min(lanes, (instance + 1) * subgroupSize) : lanes;
  }

  boolean anyActive(Scope scope, int instance) {
    for (int lane = firstLane(scope, instance); lane < endLane(scope, instance); lane++) {
      if (mask[lane]) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return whether a scope instance takes part in a tangled instruction: all its invocations or
   * none} Tangled instructions are those that all invocations of a scope instance execute together.
   *
   * @param scope subgroup or workgroup
   * @param instance its number in this workgroup, from 0
   * @throws SpirvException if some are active and some are not (KHR-UNIF-001)
   */
  public boolean converged(Scope scope, int instance) {
    if (inCallback) {
      behaviour.violated(Check.CONVERGENCE, "CM2 §2.3: a tangled instruction in a callback");
    }
    boolean first = mask[firstLane(scope, instance)];
    if (full()) {
      return true;
    }
    for (int lane = firstLane(scope, instance); lane < endLane(scope, instance); lane++) {
      if (mask[lane] != first) {
        behaviour.violated(
            Check.CONVERGENCE, "KHR-UNIF-001: a part of the scope instance is not active");
        return true;
      }
    }
    return first;
  }

  /**
   * {@return the value that all invocations of a scope instance agree on} Where uniformity is not
   * checked, it is the first invocation's value.
   *
   * @param scalar for all invocations
   * @param scope subgroup or workgroup
   * @param instance its number in this workgroup, from 0
   * @param what names the value in the message
   * @throws SpirvException if they do not (KHR-UNIF-004)
   */
  public long agreed(long[] scalar, Scope scope, int instance, String what) {
    if (Lanes.isUniform(scalar)) {
      return scalar[0];
    }
    int first = firstLane(scope, instance);
    for (int lane = first; lane < endLane(scope, instance); lane++) {
      if (scalar[lane] != scalar[first]) {
        behaviour.violated(
            Check.UNIFORMITY, "KHR-UNIF-004: " + what + " differs within the scope instance");
      }
    }
    return scalar[first];
  }

  /**
   * Notes a control barrier.
   *
   * @param scope whose invocations wait for each other
   * @param shared whether it orders shared memory
   * @param buffers whether it orders buffers
   */
  public void barrier(Scope scope, boolean shared, boolean buffers) {
    if (shared) {
      memory.barrier();
    }
    if (scope != Scope.SUBGROUP) {
      sharedBarriers += shared ? 1 : 0;
      bufferBarriers += buffers ? 1 : 0;
      return;
    }
    for (int subgroup = 0; subgroup < subgroupSharedBarriers.length; subgroup++) {
      if (anyActive(Scope.SUBGROUP, subgroup)) {
        subgroupSharedBarriers[subgroup] += shared ? 1 : 0;
        subgroupBufferBarriers[subgroup] += buffers ? 1 : 0;
      }
    }
  }

  /**
   * Notes an atomic operation that other workgroups may synchronize with.
   *
   * @param releases whether earlier writes become available
   * @param acquires whether later reads see what was released
   */
  public void atomic(boolean releases, boolean acquires) {
    memory.order().atomic(workgroup, bufferBarriers, agent(), releases, acquires);
  }

  /**
   * Notes a fence of the active invocations, which orders their accesses to buffers for other
   * workgroups too.
   */
  public void fence() {
    memory.order().fence(workgroup, bufferBarriers, agent());
  }

  private int agent() {
    return activeCount == 1 ? firstActive() : Races.EVERYONE;
  }

  private long tag(long address, int agent, int subgroup) {
    boolean shared = memory.isShared(address);
    int[] inSubgroup = shared ? subgroupSharedBarriers : subgroupBufferBarriers;
    return Races.tag(
        agent,
        subgroup,
        workgroup,
        shared ? sharedBarriers : bufferBarriers,
        subgroup < inSubgroup.length ? inSubgroup[subgroup] : 0);
  }

  /**
   * {@return the tag of an invocation's access, for {@link Races}}
   *
   * @param address in the memory that is accessed
   * @param lane number of the invocation, from 0
   */
  public long tag(long address, int lane) {
    return tag(address, lane, lane / subgroupSize);
  }

  /**
   * {@return the tag of a cooperative access of a scope instance, for {@link Races}}
   *
   * @param address in the memory that is accessed
   * @param scope subgroup or workgroup
   * @param instance its number in this workgroup, from 0
   */
  public long cooperativeTag(long address, Scope scope, int instance) {
    return scope == Scope.SUBGROUP
        ? tag(address, Races.cooperative(instance), instance)
        : tag(address, Races.cooperative(0x3FF), Races.ANY_SUBGROUP);
  }

  /**
   * {@return the tag of an access of all active invocations to one address, for {@link Races}}
   *
   * @param address in the memory that is accessed
   * @throws IllegalStateException if no invocation is active
   */
  public long tagOfActive(long address) {
    if (activeCount == 1) {
      return tag(address, firstActive());
    }
    int subgroup = firstActive() / subgroupSize;
    for (int lane = (subgroup + 1) * subgroupSize; lane < lanes; lane++) {
      if (mask[lane]) {
        return tag(address, Races.EVERYONE, Races.ANY_SUBGROUP);
      }
    }
    return tag(address, Races.EVERYONE, subgroup);
  }

  /**
   * Who wrote a place last, as seen by the scope instance that reads it now.
   *
   * @param address of the place
   * @param scope subgroup or workgroup
   * @param instance its number in this workgroup, from 0
   * @return the writers in the order of the history
   */
  public List<WriteHistory.Writer> history(long address, Scope scope, int instance) {
    long writer = memory.writer(address);
    if (writer == Writers.HOST) {
      return List.of(WriteHistory.Writer.HOST);
    }
    if (writer == Writers.EARLIER) {
      return List.of(WriteHistory.Writer.EARLIER_DISPATCH);
    }
    if (writer == Writers.UNNAMED) {
      return List.of(WriteHistory.Writer.SCALAR);
    }
    long own = cooperativeTag(address, scope, instance);
    WriteHistory.Writer who =
        !Races.isCooperative(writer)
            ? WriteHistory.Writer.SCALAR
            : Races.agent(writer) == Races.agent(own)
                ? WriteHistory.Writer.OWN_MATRIX
                : WriteHistory.Writer.OTHER_MATRIX;
    return List.of(
        who,
        Races.haveSameBarriers(writer, own)
            ? WriteHistory.Writer.SINCE_BARRIER
            : WriteHistory.Writer.BEFORE_BARRIER);
  }

  /**
   * {@return the value gathered so far, with one invocation's part taken from another value}
   *
   * @param gathered so far, or null for the first
   * @param part the other value
   * @param lane number of the invocation, from 0
   */
  public Object takeLane(Object gathered, Object part, int lane) {
    if (gathered == null) {
      return part instanceof long[] scalar ? Lanes.spread(scalar, lanes) : part;
    }
    return onlyLane(lane, () -> Lanes.merge(gathered, part, this));
  }

  /**
   * Calls a function of the module for the active invocations.
   *
   * @param function id of the function
   * @param arguments values, one for each parameter (see {@link Lanes})
   * @return the result's value, or null for a function without a result
   */
  public Object call(int function, Object[] arguments) {
    return calls.call(function, arguments, this);
  }

  /** {@return whether a callback is running} */
  public boolean isInCallback() {
    return inCallback;
  }

  /**
   * Runs a callback of a matrix instruction. The mask is restored afterwards, also after an
   * exception.
   *
   * @param active which invocations are active meanwhile
   * @param action the callback
   */
  public void callback(boolean[] active, Runnable action) {
    boolean[] before = mask;
    boolean outer = inCallback;
    setMask(active);
    inCallback = true;
    try {
      action.run();
    } finally {
      setMask(before);
      inCallback = outer;
    }
  }

  /** Does something with a single invocation active. */
  <T> T onlyLane(int lane, Supplier<T> action) {
    boolean[] before = mask;
    int count = activeCount;
    mask = new boolean[lanes];
    mask[lane] = true;
    activeCount = 1;
    try {
      return action.get();
    } finally {
      mask = before;
      activeCount = count;
    }
  }
}
