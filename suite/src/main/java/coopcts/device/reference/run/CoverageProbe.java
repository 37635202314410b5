// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Notes at each cooperative instruction what a driver's bug may depend on, once for each scope
 * instance, or for each subgroup where invocations act for themselves; and shows the deviation that
 * is planted.
 */
final class CoverageProbe {

  /** What instructions before others are told apart by; all else is {@code vector}. */
  private static final Map<String, Set<InstructionKind>> GROUPS =
      Map.of(
          "memory",
          EnumSet.of(
              InstructionKind.LOAD,
              InstructionKind.STORE,
              InstructionKind.TENSOR_LOAD,
              InstructionKind.TENSOR_STORE,
              InstructionKind.DECODE),
          "product",
          EnumSet.of(InstructionKind.MUL_ADD),
          "arithmetic",
          EnumSet.range(InstructionKind.ADD, InstructionKind.SCALE),
          "conversion",
          EnumSet.of(InstructionKind.CONVERT),
          "move",
          EnumSet.of(
              InstructionKind.FILL,
              InstructionKind.READ,
              InstructionKind.WRITE,
              InstructionKind.COPY,
              InstructionKind.BITCAST,
              InstructionKind.SUB_ARRAY,
              InstructionKind.OF_ARRAYS,
              InstructionKind.TO_ARRAYS),
          "function",
          EnumSet.range(InstructionKind.REDUCE, InstructionKind.TRANSPOSE));

  private final Module module;
  private final CoverageWatch watch;
  private final ControlFlowContext surroundings;

  private Machine current;
  private final Map<InstructionKind, InstructionInfo> lastOfKind =
      new EnumMap<>(InstructionKind.class);
  private final Map<InstructionInfo, Integer> visits = new IdentityHashMap<>();
  private final Map<InstructionKind, Long> lastMatrix = new EnumMap<>(InstructionKind.class);
  private InstructionInfo last;

  CoverageProbe(Module module) {
    this.module = module;
    this.watch = module.behaviour().watch();
    this.surroundings = new ControlFlowContext(module);
  }

  /**
   * The step, watched if it is cooperative.
   *
   * @param anew decodes it again
   */
  DecodedInstruction watched(
      Instruction i, DecodedInstruction right, Supplier<DecodedInstruction> anew) {
    InstructionInfo standing = InstructionInfo.of(i, module);
    if (standing == null) {
      return right;
    }
    surroundings.note(standing);
    NumberCoverage numbers = new NumberCoverage(standing, module);
    if (watch.isRemarking()) {
      Remarks remarks = new Remarks(standing, module);
      return machine -> {
        remarks.make(machine);
        run(standing, numbers, right, anew, machine);
      };
    }
    return machine -> run(standing, numbers, right, anew, machine);
  }

  private void run(
      InstructionInfo standing,
      NumberCoverage numbers,
      DecodedInstruction right,
      Supplier<DecodedInstruction> anew,
      Machine machine) {
    if (current != machine) {
      current = machine;
      lastOfKind.clear();
      lastMatrix.clear();
      visits.clear();
      last = null;
    }
    if (watch.isDeviating() && !watch.deviates(standing.kind)) {
      right.run(machine);
      after(standing);
      return;
    }
    Type.CooperativeMatrix matrix = standing.matrix;
    Scope scope =
        matrix == null || standing.kind.isOfInvocations() ? Scope.SUBGROUP : matrix.scope();
    int instances = machine.instances(scope);
    long[] common = common(standing, machine);
    long[][] events = new long[instances][];
    for (int instance = 0; instance < instances; instance++) {
      if (isActive(scope, instance, machine)) {
        events[instance] = event(standing, numbers, common, scope, instance, machine);
      }
    }
    if (watch.deviatesInside() && machine.fault().isDecoded()) {
      decodedAnew(anew, scope, events, machine);
    } else if (watch.deviatesInside()) {
      inside(right, events, machine);
    } else if (standing.kind.makes() == InstructionKind.Makes.NOTHING || standing.i.result() == 0) {
      store(standing, right, scope, events, machine);
    } else {
      Object before = watch.isDeviating() ? machine.get(standing.i.result()) : null;
      right.run(machine);
      for (int instance = 0; instance < instances; instance++) {
        if (events[instance] != null) {
          numbers.result(events[instance], scope, instance, machine);
          Change effect = watch.met(standing.kind, events[instance]);
          if (effect != null) {
            Object made = machine.get(standing.i.result());
            Object changed =
                FaultInjection.changed(effect, standing, made, before, scope, instance, machine);
            note(made != changed);
            machine.set(standing.i.result(), changed);
          }
        }
      }
    }
    after(standing);
  }

  private static void inside(DecodedInstruction step, long[][] events, Machine machine) {
    machine.fault().enter(events);
    try {
      step.run(machine);
    } finally {
      machine.fault().leave();
    }
  }

  /** Runs the step in one scope instance after the other, decoded each time as a fault has it. */
  private static void decodedAnew(
      Supplier<DecodedInstruction> anew, Scope scope, long[][] events, Machine machine) {
    boolean[] mask = machine.mask().clone();
    for (int instance = 0; instance < events.length; instance++) {
      if (events[instance] != null) {
        boolean[] own = new boolean[mask.length];
        int first = machine.firstLane(scope, instance);
        System.arraycopy(mask, first, own, first, machine.endLane(scope, instance) - first);
        machine.setMask(own);
        try {
          inside(one -> anew.get().run(one), new long[][] {events[instance]}, machine);
        } finally {
          machine.setMask(mask);
        }
      }
    }
  }

  private void note(boolean changed) {
    if (changed) {
      watch.change();
    }
  }

  /** Instructions that leave no value behind: their operand is changed while they run. */
  private void store(
      InstructionInfo standing,
      DecodedInstruction right,
      Scope scope,
      long[][] events,
      Machine machine) {
    Object operand = standing.in == 0 ? null : machine.get(standing.in);
    Object changed = operand;
    boolean[] mask = machine.mask();
    boolean[] left = mask.clone();
    boolean twice = false;
    boolean[] neighbours = new boolean[events.length];
    for (int instance = 0; instance < events.length; instance++) {
      Change effect = events[instance] == null ? null : watch.met(standing.kind, events[instance]);
      if (effect == null) {
        continue;
      }
      switch (effect) {
        case LEFT_OUT ->
            Arrays.fill(
                left, machine.firstLane(scope, instance), machine.endLane(scope, instance), false);
        case TWICE -> twice = true;
        case NEIGHBOUR -> neighbours[instance] = true;
        default ->
            changed =
                FaultInjection.changed(effect, standing, changed, null, scope, instance, machine);
      }
    }
    boolean isLess = !Arrays.equals(left, mask);
    note(isLess || twice || changed != operand);
    if (changed != operand) {
      machine.set(standing.in, changed);
    }
    if (isLess) {
      machine.setMask(left);
    }
    if (!isLess || isAny(left)) {
      right.run(machine);
      if (twice) {
        right.run(machine);
      }
    }
    machine.setMask(mask);
    if (changed != operand) {
      machine.set(standing.in, operand);
    }
    for (int instance = 0; instance < neighbours.length; instance++) {
      if (neighbours[instance]) {
        note(FaultInjection.overwrite(standing, scope, instance, module, machine));
      }
    }
  }

  private static boolean isAny(boolean[] mask) {
    for (boolean one : mask) {
      if (one) {
        return true;
      }
    }
    return false;
  }

  private void after(InstructionInfo standing) {
    if (standing.kind != InstructionKind.COPY) {
      last = standing;
    }
    lastOfKind.put(standing.kind, standing);
    visits.merge(standing, 1, Integer::sum);
  }

  private static boolean isActive(Scope scope, int instance, Machine machine) {
    for (int lane = machine.firstLane(scope, instance);
        lane < machine.endLane(scope, instance);
        lane++) {
      if (machine.active(lane)) {
        return true;
      }
    }
    return false;
  }

  private static void put(long[] set, InstructionKind kind, String point, String name) {
    Bin bin = Bins.named(point, name);
    if (bin.kinds().contains(kind)) {
      Bins.put(set, bin.id());
    }
  }

  /** What is so for all scope instances. */
  private long[] common(InstructionInfo standing, Machine machine) {
    long[] set = standing.bins.clone();
    long[] launch = watch.launch();
    for (int word = 0; word < set.length; word++) {
      set[word] |= launch[word];
    }
    InstructionKind kind = standing.kind;
    if (visits.containsKey(standing) && Bins.has(set, Bins.id("flow", "loop"))) {
      set[Bins.id("flow", "loop") >>> 6] &= ~(1L << Bins.id("flow", "loop"));
      put(set, kind, "flow", "turn");
    }
    if (module.stage().hasWorkgroups()) {
      put(set, kind, "workgroup", ordinal(machine.workgroup()));
    }
    InstructionInfo before = lastOfKind.get(kind);
    if (before == null) {
      put(set, kind, "before", "none");
    } else {
      boolean same = true;
      if (!before.typed.equals(standing.typed)) {
        put(set, kind, "before", "other_type");
        same = false;
      }
      if (!before.sized.equals(standing.sized)) {
        put(set, kind, "before", "other_size");
        same = false;
      }
      if (!before.flagged.equals(standing.flagged)) {
        put(set, kind, "before", "other_flags");
        same = false;
      }
      if (same) {
        put(set, kind, "before", "same");
      }
    }
    put(set, kind, "after", last == null ? "nothing" : group(last.kind));
    return set;
  }

  private static String ordinal(int number) {
    return number == 0 ? "first" : number == 1 ? "second" : "later";
  }

  private static String group(InstructionKind kind) {
    return GROUPS.entrySet().stream()
        .filter(group -> group.getValue().contains(kind))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("vector");
  }

  private long[] event(
      InstructionInfo standing,
      NumberCoverage numbers,
      long[] common,
      Scope scope,
      int instance,
      Machine machine) {
    long[] set = common.clone();
    InstructionKind kind = standing.kind;
    if (scope == Scope.SUBGROUP && module.stage().hasWorkgroups()) {
      put(set, kind, "subgroup", ordinal(instance));
    }
    int active = 0;
    int first = machine.firstLane(scope, instance);
    int end = machine.endLane(scope, instance);
    for (int lane = first; lane < end; lane++) {
      active += machine.active(lane) ? 1 : 0;
    }
    boolean some =
        kind.isOfInvocations() || kind == InstructionKind.READ || kind == InstructionKind.WRITE
            ? active < end - first
            : !machine.full();
    put(set, kind, "active", some ? "some" : "all");
    if (active == 1) {
      put(set, kind, "active", "one");
    }
    numbers.operands(set, scope, instance, machine);
    if (standing.pointer != 0) {
      new AddressCoverage(standing, module, machine).note(set, scope, instance);
    }
    if (kind == InstructionKind.PRODUCT) {
      matrixOf(standing, set, first, end, machine);
    }
    return set;
  }

  /** Whether the invocations of a subgroup have one matrix, and the one of the product before. */
  private void matrixOf(InstructionInfo standing, long[] set, int first, int end, Machine machine) {
    long[] base = machine.scalar(standing.pointer);
    long[] offset = machine.scalar(standing.offset);
    long own = 0;
    boolean differs = false;
    boolean known = false;
    for (int lane = first; lane < end; lane++) {
      if (machine.active(lane)) {
        long address = Lanes.get(base, lane) + Lanes.get(offset, lane);
        differs |= known && address != own;
        own = address;
        known = true;
      }
    }
    if (differs) {
      put(set, InstructionKind.PRODUCT, "form", "own_matrix");
    }
    Long before = lastMatrix.put(InstructionKind.PRODUCT, own);
    if (before != null) {
      put(set, InstructionKind.PRODUCT, "form", before == own ? "same_matrix" : "other_matrix");
    }
    if (Bins.has(set, Bins.id("form", "bias"))
        && !Lanes.isUniform(machine.scalar(standing.i.operand(Role.BIAS_OFFSET)))
        && isVaried(machine.scalar(standing.i.operand(Role.BIAS_OFFSET)), first, end)) {
      put(set, InstructionKind.PRODUCT, "form", "own_bias");
    }
  }

  private static boolean isVaried(long[] values, int first, int end) {
    for (int lane = first + 1; lane < end; lane++) {
      if (values[lane] != values[first]) {
        return true;
      }
    }
    return false;
  }
}
