// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.choice.UnroundedValues;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
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
 * One workgroup at work: all its invocations in lock step, each either active or not, and a
 * register for each result id. As they move together, a barrier has nothing to wait for, and a
 * matrix exists once for all invocations that share it.
 *
 * <p>An invocation's number counts from 0, subgroup after subgroup; it need not be its local index.
 * Scope instances are the subgroups of the workgroup, or the workgroup itself. Numbers, ids and
 * instances are not checked: callers keep them in range. One thread uses a machine.
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
   * Makes a workgroup in which all invocations are active. Registers that hold matrix constants
   * still have to be given values: {@link Values#settle}.
   *
   * @param lanes number of invocations, at least 1
   * @param subgroupSize invocations of a full subgroup; the last subgroup may have fewer
   * @param ownership which invocation owns which components of matrices
   * @param memory that has addresses, shared with the other workgroups of the dispatch
   * @param registers values by id, constants already set; kept, and changed in place
   * @param behaviour of the device
   * @param workgroup its number in the dispatch, from 0
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

  /** {@return the number of invocations in the workgroup, at least 1} */
  public int lanes() {
    return lanes;
  }

  /** {@return the behaviour of the device: its choices, its fault and what it checks} */
  public Behaviour behaviour() {
    return behaviour;
  }

  /**
   * {@return what values of this workgroup were before they were rounded} Arithmetic notes them
   * there and asks for them where the device may contract operations.
   */
  public UnroundedValues ancestry() {
    return ancestry;
  }

  /** {@return the planted fault, or {@link ActiveFault#NONE}} */
  public ActiveFault fault() {
    return behaviour.fault();
  }

  /**
   * {@return the taps of an algorithm that begins for a scope instance}
   *
   * @param site the algorithm
   * @param type of the matrix or component that it works on, or null
   * @param instance number of the scope instance, from 0
   */
  public Taps taps(Tap.Site site, Type type, int instance) {
    return behaviour.fault().at(site, type, instance);
  }

  /**
   * {@return whether any value of an algorithm is changed: whether its facts are wanted}
   *
   * @param site the algorithm
   */
  public boolean isTapped(Tap.Site site) {
    return behaviour.fault().isTapped(site);
  }

  /** {@return the number of the workgroup in the dispatch, from 0} */
  public int workgroup() {
    return workgroup;
  }

  /**
   * Counts the executions of an instruction in this workgroup. Only calls for instance 0 add to the
   * count. The caller asks for instance 0 first, then for the others.
   *
   * @param i the instruction that is executed
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
   * {@return the circumstances under which an instruction is executed, as a set of bits by their
   * number: those of the pipeline, the given ones, and {@link Circumstance#APART} where invocations
   * are inactive}
   *
   * @param besides circumstances of the instruction itself, may be empty; not changed
   */
  public long around(Set<Circumstance> besides) {
    long all = full() ? 0 : 1L << Circumstance.APART.ordinal();
    for (Circumstance circumstance : fault().circumstances(besides)) {
      all |= 1L << circumstance.ordinal();
    }
    return all;
  }

  /** {@return the number of invocations in a full subgroup} */
  public int subgroupSize() {
    return subgroupSize;
  }

  /**
   * {@return which invocation owns which components of matrices, as the device's profile has it}
   */
  public Ownership ownership() {
    return ownership;
  }

  /**
   * {@return the memory that has addresses: buffers, shared memory and push constants} It is the
   * same object for all workgroups of a dispatch.
   */
  public Memory memory() {
    return memory;
  }

  /**
   * {@return whether an invocation is active, which means that instructions are executed for it}
   *
   * @param lane number of the invocation, from 0, below {@link #lanes}
   */
  public boolean active(int lane) {
    return mask[lane];
  }

  /** {@return whether all invocations of the workgroup are active} */
  public boolean full() {
    return activeCount == lanes;
  }

  /**
   * {@return which invocations are active, one entry for each} It is the machine's own array until
   * the next {@link #setMask}: callers may keep it to restore it, but do not change it.
   */
  public boolean[] mask() {
    return mask;
  }

  /**
   * Sets which invocations are active, from now on. Control flow does so at every branch.
   *
   * @param active one entry for each of the {@link #lanes} invocations; the array is kept, so that
   *     the caller does not change it any more
   */
  public void setMask(boolean[] active) {
    mask = active;
    activeCount = 0;
    for (boolean one : active) {
      activeCount += one ? 1 : 0;
    }
  }

  /**
   * {@return the number of the first active invocation, from 0}
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
   * set} Besides the values of {@link Lanes} it may be a {@link Variable.Pointer} or a {@link
   * BufferArray}. Callers do not change it.
   *
   * @param id of the result, below the module's bound
   */
  public Object get(int id) {
    return registers[id];
  }

  /**
   * {@return the value of a register that holds a scalar or an address: one pattern for all
   * invocations or one for each, in the low bits; null where the register was not set} It is the
   * register's own array, not to be changed.
   *
   * @param id of the result, below the module's bound
   * @throws ClassCastException if the register holds a composite, a matrix or a pointer without an
   *     address
   */
  public long[] scalar(int id) {
    return (long[]) registers[id];
  }

  /**
   * Sets a register in the active invocations; in the others it keeps its value. The value counts
   * as defined, unless {@link #setUndefined} follows.
   *
   * @param id of the result, below the module's bound
   * @param value for all invocations, of the type of the register's earlier value (see {@link
   *     Lanes}); kept
   */
  public void set(int id, Object value) {
    registers[id] = Lanes.merge(registers[id], value, this);
    if (undefined != null && undefined[id] != null) {
      undefined[id] = Undefined.merged(undefined[id], null, this);
    }
  }

  /**
   * Notes that something undefined was read in this workgroup. From then on {@link
   * #followsUndefined} is true, and registers know which parts of them are undefined. A second call
   * changes nothing.
   */
  public void noteUndefined() {
    if (undefined == null) {
      undefined = new Object[registers.length];
    }
  }

  /**
   * Marks a new place in shared memory as never set, so that reading it counts as undefined. It
   * does so only on a device that gathers violations and {@linkplain Behaviour#followsUndefined()
   * follows undefined values}; on others it does nothing.
   *
   * @param address of the first byte, in shared memory
   * @param bytes number of bytes; 0 does nothing
   */
  public void leaveUnset(long address, int bytes) {
    if (!behaviour.violations().isFirstOnly() && behaviour.followsUndefined() && bytes > 0) {
      memory.spoil(address, bytes);
      noteUndefined();
    }
  }

  /**
   * {@return whether anything undefined was read in this workgroup since it began} Only then are
   * the undefined parts of registers known, and only then need instructions compute those of their
   * results.
   */
  public boolean followsUndefined() {
    return undefined != null;
  }

  /**
   * {@return which parts of a register's value are undefined, in the form of {@link Undefined};
   * null where none is, and always while {@link #followsUndefined} is false}
   *
   * @param id of the result, below the module's bound
   */
  public Object undefined(int id) {
    return undefined == null ? null : undefined[id];
  }

  /**
   * Says which parts of a register are undefined in the active invocations. It is called after
   * {@link #set}, which counts all parts as defined.
   *
   * @param id of the result, below the module's bound
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
   * Hands over which parts of arguments are undefined, right before {@link #call}. The function
   * that is called takes them by {@link #takePassed}.
   *
   * @param what one entry for each argument, in the form of {@link Undefined}, null for none; kept
   */
  public void pass(Object[] what) {
    passed = what;
  }

  /**
   * Takes what {@link #pass} handed over, at the beginning of a function.
   *
   * @return one entry for each argument, in the form of {@link Undefined}; null where nothing was
   *     handed over, and on a second call
   */
  public Object[] takePassed() {
    Object[] taken = passed;
    passed = null;
    return taken;
  }

  /**
   * Hands over which parts of a function's result are undefined, at its return. The caller of the
   * function takes them by {@link #takeGivenBack}.
   *
   * @param what in the form of {@link Undefined}; null for none
   */
  public void giveBack(Object what) {
    returned = what;
  }

  /**
   * Takes what {@link #giveBack} handed over, right after {@link #call}.
   *
   * @return which parts of the result of the function that returned last are undefined, in the form
   *     of {@link Undefined}; null where none is, and on a second call
   */
  public Object takeGivenBack() {
    Object taken = returned;
    returned = null;
    return taken;
  }

  /**
   * {@return the number of invocations in a full scope instance: the subgroup size, or all
   * invocations of the workgroup}
   *
   * @param scope the subgroup; every other scope counts as the workgroup
   */
  public int size(Scope scope) {
    return scope == Scope.SUBGROUP ? subgroupSize : lanes;
  }

  /**
   * {@return the number of scope instances in this workgroup; the last subgroup may not be full}
   *
   * @param scope the subgroup; every other scope counts as the workgroup, of which there is 1
   */
  public int instances(Scope scope) {
    return scope == Scope.SUBGROUP ? Math.ceilDiv(lanes, subgroupSize) : 1;
  }

  /**
   * {@return the number of the scope instance that an invocation belongs to, in this workgroup,
   * from 0; 0 for every scope but the subgroup}
   *
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param lane number of the invocation, from 0; not checked
   */
  public int instance(Scope scope, int lane) {
    return scope == Scope.SUBGROUP ? lane / subgroupSize : 0;
  }

  /**
   * {@return an invocation's number within its scope instance, from 0} In a subgroup it is the
   * SubgroupLocalInvocationId.
   *
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param lane number of the invocation in the workgroup, from 0; not checked
   */
  public int laneInInstance(Scope scope, int lane) {
    return scope == Scope.SUBGROUP ? lane % subgroupSize : lane;
  }

  /**
   * {@return the number, from 0, of the first invocation of a scope instance}
   *
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param instance its number in this workgroup, from 0; not checked
   */
  public int firstLane(Scope scope, int instance) {
    return scope == Scope.SUBGROUP ? instance * subgroupSize : 0;
  }

  /**
   * {@return the number behind the last invocation of a scope instance, exclusive} With {@link
   * #firstLane} it gives the range of the instance's invocations.
   *
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param instance its number in this workgroup, from 0; not checked
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
   * Checks that a scope instance executes a tangled instruction as a whole. Tangled instructions
   * are those that all invocations of a scope instance execute together, such as cooperative matrix
   * instructions and barriers. A part of an instance that is inactive is a violation of {@link
   * Check#CONVERGENCE} (KHR-UNIF-001), as is any call from within a callback (CM2 §2.3).
   *
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param instance its number in this workgroup, from 0; not checked
   * @return whether the instance takes part: false where none of its invocations is active; true
   *     also after a violation that does not end the shader
   * @throws SpirvException where the rule is checked and the first violation ends the shader
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
   * Reads an operand that must be the same in all invocations of a scope instance. Different values
   * are a violation of {@link Check#UNIFORMITY} (KHR-UNIF-004). The instance must have {@linkplain
   * #converged converged}: inactive invocations count too.
   *
   * @param scalar the operand for all invocations (see {@link Lanes})
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param instance its number in this workgroup, from 0; not checked
   * @param what names the operand in the message, such as {@code the stride}
   * @return the pattern of the instance's first invocation
   * @throws SpirvException where the rule is checked and the first violation ends the shader
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
   * Notes a control barrier, so that accesses before it and behind it are no races. Whoever
   * executes OpControlBarrier calls it once for the workgroup, after it checked that the scope
   * instances are {@linkplain #converged converged}.
   *
   * @param scope execution scope: a subgroup barrier counts for each subgroup with an active
   *     invocation, every other scope for the whole workgroup
   * @param shared whether its memory semantics order shared memory (WorkgroupMemory)
   * @param buffers whether its memory semantics order buffers (UniformMemory)
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
   * Notes an atomic operation of the active invocations, by which other workgroups may synchronize
   * with this one. Without {@code releases} and {@code acquires} it still serves an earlier or
   * later {@link #fence}.
   *
   * @param releases whether earlier writes become available
   * @param acquires whether later reads see what other workgroups released before
   */
  public void atomic(boolean releases, boolean acquires) {
    memory.order().atomic(workgroup, bufferBarriers, agent(), releases, acquires);
  }

  /**
   * Notes a memory barrier of the active invocations that orders buffers, releases and acquires at
   * a scope wider than the workgroup. Together with an {@linkplain #atomic atomic operation} it
   * orders their accesses for other workgroups.
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
   * {@return a tag that says who accesses a place, and behind how many barriers} The memory takes
   * it with an access to find races: {@link Memory#read(long, int, long)}. A tag holds until the
   * next barrier.
   *
   * @param address of the place, which tells shared memory from buffers
   * @param lane number of the invocation that accesses it, from 0
   */
  public long tag(long address, int lane) {
    return tag(address, lane, lane / subgroupSize);
  }

  /**
   * {@return a tag that says which scope instance accesses a place by a cooperative instruction,
   * and behind how many barriers} The memory takes it with an access to find races: {@link
   * Memory#readCooperatively}. A tag holds until the next barrier.
   *
   * @param address of the place, which tells shared memory from buffers
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param instance its number in this workgroup, from 0
   */
  public long cooperativeTag(long address, Scope scope, int instance) {
    return scope == Scope.SUBGROUP
        ? tag(address, Races.cooperative(instance), instance)
        : tag(address, Races.cooperative(0x3FF), Races.ANY_SUBGROUP);
  }

  /**
   * {@return a tag for one access that all active invocations make to one place} It names the
   * invocation where one is active, else the subgroup of all that are, else several subgroups. The
   * memory takes it to find races: {@link Memory#read(long, int, long)}.
   *
   * @param address of the place, which tells shared memory from buffers
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
   * Says who wrote a place last, as seen by a scope instance that reads it now. Cover points about
   * memory need it; it is known only where the device is {@linkplain Behaviour#watch() watched},
   * else the host counts as the writer.
   *
   * @param address of the place's first byte; one outside of every block counts as written by the
   *     host
   * @param scope the subgroup; every other scope counts as the workgroup
   * @param instance its number in this workgroup, from 0
   * @return one entry that says who; for an access of this dispatch that has a tag, a second one
   *     that says whether a barrier lies between
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
   * {@return a value with one invocation's part taken from another value} Neither operand is
   * changed. Callers gather a value from several that invocations select, one invocation after the
   * other.
   *
   * @param gathered the value so far, or null before the first invocation
   * @param part the other value, of the same type (see {@link Lanes})
   * @param lane number of the invocation, from 0
   */
  public Object takeLane(Object gathered, Object part, int lane) {
    if (gathered == null) {
      return part instanceof long[] scalar ? Lanes.spread(scalar, lanes) : part;
    }
    return onlyLane(lane, () -> Lanes.merge(gathered, part, this));
  }

  /**
   * Calls a function of the module for the active invocations and returns when all of them have
   * returned.
   *
   * @param function id of the OpFunction; the caller makes sure that the module has it
   * @param arguments values, one for each parameter in order (see {@link Lanes}); not changed
   * @return the result's value, or null for a function without a result
   * @throws SpirvException if a rule is broken that ends the shader
   */
  public Object call(int function, Object[] arguments) {
    return calls.call(function, arguments, this);
  }

  /**
   * {@return whether a callback of a matrix instruction is running: {@link #callback}} No tangled
   * instruction is allowed there.
   */
  public boolean isInCallback() {
    return inCallback;
  }

  /**
   * Runs a callback: a function that a matrix instruction calls for elements, as per-element
   * operations, reductions and decode functions do. The mask is restored afterwards, also after an
   * exception.
   *
   * @param active which invocations are active meanwhile, one entry for each; kept until it returns
   * @param action the callback, run once
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
