// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.MatrixEvent;
import coopcts.device.reference.freedom.Ancestry;
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
  private final Ancestry ancestry;
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
    this.ancestry = new Ancestry(behaviour.freedom());
    this.mask = new boolean[lanes];
    Arrays.fill(mask, true);
    this.activeCount = lanes;
    this.subgroupSharedBarriers = new int[Math.ceilDiv(lanes, subgroupSize)];
    this.subgroupBufferBarriers = new int[subgroupSharedBarriers.length];
  }

  public int lanes() {
    return lanes;
  }

  public Behaviour behaviour() {
    return behaviour;
  }

  /** What values were before they were rounded. */
  public Ancestry ancestry() {
    return ancestry;
  }

  public ActiveFault fault() {
    return behaviour.fault();
  }

  /** The running number of the workgroup. */
  public int workgroup() {
    return workgroup;
  }

  /** How often an instruction was executed before, as far as it was asked for each time. */
  public int visit(Instruction i, int instance) {
    int before = visits.getOrDefault(i, 0);
    if (instance == 0) {
      visits.put(i, before + 1);
    }
    return instance == 0 ? before : Math.max(0, before - 1);
  }

  /** Lets the fault that is switched on, if any, spoil the elements of a new matrix. */
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

  /** What else is so while an instruction is executed. */
  public Set<Circumstance> circumstances(Set<Circumstance> besides) {
    Set<Circumstance> all = fault().circumstances(besides);
    if (!full()) {
      all.add(Circumstance.APART);
    }
    return all;
  }

  public int subgroupSize() {
    return subgroupSize;
  }

  public Ownership ownership() {
    return ownership;
  }

  public Memory memory() {
    return memory;
  }

  public boolean active(int lane) {
    return mask[lane];
  }

  /** Whether all invocations are active. */
  public boolean full() {
    return activeCount == lanes;
  }

  public boolean[] mask() {
    return mask;
  }

  public void setMask(boolean[] active) {
    mask = active;
    activeCount = 0;
    for (boolean one : active) {
      activeCount += one ? 1 : 0;
    }
  }

  /** The first active invocation. */
  public int firstActive() {
    for (int lane = 0; lane < lanes; lane++) {
      if (mask[lane]) {
        return lane;
      }
    }
    throw new IllegalStateException("no invocation is active");
  }

  public Object get(int id) {
    return registers[id];
  }

  public long[] scalar(int id) {
    return (long[]) registers[id];
  }

  /** Sets a register to a value that is defined, unless {@link #setUndefined} follows. */
  public void set(int id, Object value) {
    registers[id] = Lanes.merge(registers[id], value, this);
    if (undefined != null && undefined[id] != null) {
      undefined[id] = Undefined.merged(undefined[id], null, this);
    }
  }

  /** Takes note that something undefined is read. */
  public void noteUndefined() {
    if (undefined == null) {
      undefined = new Object[registers.length];
    }
  }

  /**
   * Marks shared memory as never set, on a device that gathers broken rules and follows what is
   * undefined; on others nothing is done.
   */
  public void leaveUnset(long address, int bytes) {
    if (!behaviour.violations().isFirstOnly() && behaviour.followsUndefined() && bytes > 0) {
      memory.spoil(address, bytes);
      noteUndefined();
    }
  }

  /** Whether anything undefined was read. */
  public boolean followsUndefined() {
    return undefined != null;
  }

  /** What of a register is {@link Undefined}. */
  public Object undefined(int id) {
    return undefined == null ? null : undefined[id];
  }

  /** Says what is undefined of the value that a register was just set to. */
  public void setUndefined(int id, Object what) {
    if (what != null) {
      noteUndefined();
    }
    if (undefined != null) {
      undefined[id] = Undefined.merged(undefined[id], what, this);
    }
  }

  /** Hands what is undefined of arguments to the function that is called next. */
  public void pass(Object[] what) {
    passed = what;
  }

  /** What is undefined of the arguments; null for none. */
  public Object[] takePassed() {
    Object[] taken = passed;
    passed = null;
    return taken;
  }

  /** Hands what is undefined of a function's result to its caller. */
  public void giveBack(Object what) {
    returned = what;
  }

  public Object takeGivenBack() {
    Object taken = returned;
    returned = null;
    return taken;
  }

  /** Invocations of a full scope instance. */
  public int size(Scope scope) {
    return scope == Scope.SUBGROUP ? subgroupSize : lanes;
  }

  /** Scope instances in this workgroup. */
  public int instances(Scope scope) {
    return scope == Scope.SUBGROUP ? Math.ceilDiv(lanes, subgroupSize) : 1;
  }

  /** The scope instance that an invocation belongs to. */
  public int instance(Scope scope, int lane) {
    return scope == Scope.SUBGROUP ? lane / subgroupSize : 0;
  }

  public int laneInInstance(Scope scope, int lane) {
    return scope == Scope.SUBGROUP ? lane % subgroupSize : lane;
  }

  /** The first invocation of a scope instance. */
  public int firstLane(Scope scope, int instance) {
    return scope == Scope.SUBGROUP ? instance * subgroupSize : 0;
  }

  /** The invocation behind the last one of a scope instance. */
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
   * Whether a scope instance takes part in a tangled instruction: all its invocations or none.
   *
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
   * The value that all invocations of a scope instance agree on.
   *
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

  /** Notes a control barrier that orders shared memory, buffers, or both. */
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

  /** Notes an atomic operation that other workgroups may synchronize with. */
  public void atomic(boolean releases, boolean acquires) {
    memory.order().atomic(workgroup, bufferBarriers, agent(), releases, acquires);
  }

  /** Notes a fence that orders buffers for other workgroups, too. */
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

  /** Names an invocation's access to the memory that holds an address. */
  public long tag(long address, int lane) {
    return tag(address, lane, lane / subgroupSize);
  }

  /** Names a cooperative access of a scope instance. */
  public long cooperativeTag(long address, Scope scope, int instance) {
    return scope == Scope.SUBGROUP
        ? tag(address, Races.cooperative(instance), instance)
        : tag(address, Races.cooperative(0x3FF), Races.ANY_SUBGROUP);
  }

  /** Names the access of all active invocations to one address. */
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

  /** Who wrote a place last, as the scope instance that reads it now sees it. */
  public List<History.Writer> history(long address, Scope scope, int instance) {
    long writer = memory.writer(address);
    if (writer == Writers.HOST) {
      return List.of(History.Writer.HOST);
    }
    if (writer == Writers.EARLIER) {
      return List.of(History.Writer.EARLIER_DISPATCH);
    }
    if (writer == Writers.UNNAMED) {
      return List.of(History.Writer.SCALAR);
    }
    long own = cooperativeTag(address, scope, instance);
    History.Writer who =
        !Races.isCooperative(writer)
            ? History.Writer.SCALAR
            : Races.agent(writer) == Races.agent(own)
                ? History.Writer.OWN_MATRIX
                : History.Writer.OTHER_MATRIX;
    return List.of(
        who,
        Races.haveSameBarriers(writer, own)
            ? History.Writer.SINCE_BARRIER
            : History.Writer.BEFORE_BARRIER);
  }

  /** The value gathered so far, with one invocation's part taken from another value. */
  public Object takeLane(Object gathered, Object part, int lane) {
    if (gathered == null) {
      return part instanceof long[] scalar ? Lanes.spread(scalar, lanes) : part;
    }
    return onlyLane(lane, () -> Lanes.merge(gathered, part, this));
  }

  /** Calls a function of the module for the active invocations; null where it returns nothing. */
  public Object call(int function, Object[] arguments) {
    return calls.call(function, arguments, this);
  }

  /** Whether a callback is running. */
  public boolean isInCallback() {
    return inCallback;
  }

  /** Runs a callback with the invocations of a mask active. */
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
