// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.EndlessException;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Undefined;
import coopcts.device.reference.machine.Violations;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/**
 * Runs functions by SPIR-V's structured control flow: where invocations part, the parts run one
 * after the other up to the merge block and go on together from there.
 */
final class Execution {

  private final Module module;
  private final Machine machine;
  private final Violations violations;
  private final int[] predecessors;
  private Object returned;

  /** What of the returned value is undefined. */
  private Object undefined;

  Execution(Module module, Machine machine) {
    this.module = module;
    this.machine = machine;
    this.violations = machine.behaviour().violations();
    this.predecessors = new int[machine.lanes()];
  }

  /** A construct that is being executed: what is still to run, and who waits where. */
  private static final class Construct {
    private final int merge;
    private final int header;
    private final int continueTarget;
    private final boolean[] merged;
    private final boolean[] continued;
    private final Deque<Part> parts = new ArrayDeque<>();

    Construct(int merge, int header, int continueTarget, int lanes) {
      this.merge = merge;
      this.header = header;
      this.continueTarget = continueTarget;
      this.merged = new boolean[lanes];
      this.continued = new boolean[lanes];
    }
  }

  /** Invocations that still have to enter a block. */
  private record Part(int block, boolean[] mask) {}

  /** Calls a function for the active invocations and returns what it returned. */
  Object call(FunctionBody function, Object[] arguments) {
    Object[] passed = machine.takePassed();
    for (int i = 0; i < arguments.length; i++) {
      machine.set(function.parameters()[i], arguments[i]);
      if (passed != null) {
        machine.setUndefined(function.parameters()[i], passed[i]);
      }
    }
    boolean[] before = machine.mask();
    Object outer = returned;
    returned = null;
    run(function);
    machine.setMask(before);
    machine.giveBack(undefined);
    Object result = returned;
    returned = outer;
    return result;
  }

  private void run(FunctionBody function) {
    Deque<Construct> constructs = new ArrayDeque<>();
    int block = function.entry();
    long entered = 0;
    while (block != 0) {
      if (++entered > machine.behaviour().blocks()) {
        throw new EndlessException();
      }
      violations.entered();
      BasicBlock current = function.blocks().get(block);
      execute(current);
      block = leave(current, constructs);
    }
  }

  private void execute(BasicBlock block) {
    phis(block);
    DecodedInstruction[] steps = block.steps();
    ImplementationChoices freedom = machine.behaviour().freedom();
    boolean isTold = !violations.isFirstOnly();
    for (int i = 0; i < steps.length; i++) {
      try {
        freedom.step();
        if (isTold) {
          violations.enter(block.body().get(i));
        }
        steps[i].run(machine);
        if (machine.followsUndefined()) {
          block.followers().run(i, machine);
        }
      } catch (SpirvException e) {
        violations.locate(block.body().get(i), who());
        throw e.at() ? e : e.at(block.body().get(i), who());
      }
      if (violations.hasPending()) {
        violations.locate(block.body().get(i), who());
      }
    }
  }

  private String who() {
    return "workgroup %d, subgroup %d, invocation %d"
        .formatted(
            machine.workgroup(),
            machine.firstActive() / machine.subgroupSize(),
            machine.firstActive());
  }

  private void phis(BasicBlock block) {
    if (block.phis().isEmpty()) {
      return;
    }
    List<Object> values = new ArrayList<>();
    for (Instruction phi : block.phis()) {
      values.add(phi(phi));
    }
    Object[] undefined = new Object[values.size()];
    if (machine.followsUndefined()) {
      Arrays.setAll(undefined, i -> undefinedPhi(block.phis().get(i)));
    }
    for (int i = 0; i < values.size(); i++) {
      machine.set(block.phis().get(i).result(), values.get(i));
      machine.setUndefined(block.phis().get(i).result(), undefined[i]);
    }
  }

  private Object undefinedPhi(Instruction phi) {
    Object gathered = null;
    for (int lane = 0; lane < machine.lanes(); lane++) {
      for (int i = 0; machine.active(lane) && i < phi.count(); i += 2) {
        if (phi.operand(i + 1) == predecessors[lane]) {
          gathered =
              Undefined.withLane(
                  gathered, machine.undefined(phi.operand(i)), lane, machine.lanes());
        }
      }
    }
    return gathered;
  }

  private Object phi(Instruction phi) {
    Object value = null;
    int only = -1;
    boolean mixed = false;
    Taps taps =
        machine.taps(
            Tap.Site.CHOICE,
            machine.get(phi.operand(0)) instanceof MatrixValue first ? first.type() : null,
            0);
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane)) {
        mixed |= only >= 0 && predecessors[lane] != only;
        only = predecessors[lane];
      }
    }
    for (int i = 0; i < phi.count(); i += 2) {
      if (!mixed && phi.operand(i + 1) == only) {
        return machine.get(phi.operand(chosen(phi, i, taps)));
      }
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane)) {
        for (int i = 0; i < phi.count(); i += 2) {
          if (phi.operand(i + 1) == predecessors[lane]) {
            int from = chosen(phi, i, taps);
            value = machine.takeLane(value, machine.get(phi.operand(from)), lane);
          }
        }
      }
    }
    return value;
  }

  /** The place of a value among the operands of a phi; each second one is a block. */
  private static int chosen(Instruction phi, int right, Taps taps) {
    return taps.modulo(Tap.CHOICE_PHI, right, phi.count()) & ~1;
  }

  /**
   * Ends a block and returns the label of the next one to run, with its invocations active; 0 at
   * the function's end.
   */
  private int leave(BasicBlock block, Deque<Construct> constructs) {
    for (int lane = 0; lane < predecessors.length; lane++) {
      if (machine.active(lane)) {
        predecessors[lane] = block.label();
      }
    }
    if (block.merge() != null) {
      open(block, constructs);
    }
    Instruction end = block.terminator();
    if (machine.followsUndefined()) {
      follow(end);
    }
    switch (end.opcode()) {
      case Spv.SpvOpBranch -> {
        return go(end.operand(0), machine.mask(), constructs);
      }
      case Spv.SpvOpBranchConditional -> {
        long[] condition = machine.scalar(end.operand(0));
        if (Lanes.isUniform(condition)) {
          return go(end.operand(condition[0] != 0 ? 1 : 2), machine.mask(), constructs);
        }
        return split(
            List.of(
                new Part(end.operand(1), where(lane -> condition[lane] != 0)),
                new Part(end.operand(2), where(lane -> condition[lane] == 0))),
            constructs);
      }
      case Spv.SpvOpSwitch -> {
        return split(targets(end), constructs);
      }
      case Spv.SpvOpReturnValue -> {
        Object value = machine.get(end.operand(0));
        if (value instanceof MatrixValue matrix) {
          value = matrix.copied(Tap.Way.RESULT, machine);
        }
        returned = returned == null ? value : Lanes.merge(returned, value, machine);
        return resume(constructs);
      }
      case Spv.SpvOpReturn, Spv.SpvOpKill, Spv.SpvOpEmitMeshTasksEXT -> {
        return resume(constructs);
      }
      default -> throw new SpirvException("OpUnreachable is reached");
    }
  }

  /** Follows what is undefined to where a block ends. */
  private void follow(Instruction end) {
    switch (end.opcode()) {
      case Spv.SpvOpBranchConditional, Spv.SpvOpSwitch -> {
        try {
          UndefPropagation.branches(machine.undefined(end.operand(0)), machine);
        } catch (SpirvException e) {
          throw e.at(end, who());
        }
        violations.locate(end, who());
      }
      case Spv.SpvOpReturnValue ->
          undefined = Undefined.merged(undefined, machine.undefined(end.operand(0)), machine);
      default -> {}
    }
  }

  private void open(BasicBlock block, Deque<Construct> constructs) {
    Instruction merge = block.merge();
    boolean loop = merge.opcode() == Spv.SpvOpLoopMerge;
    boolean again = loop && !constructs.isEmpty() && constructs.peek().header == block.label();
    if (!again) {
      constructs.push(
          new Construct(
              merge.operand(0),
              loop ? block.label() : 0,
              loop ? merge.operand(1) : 0,
              machine.lanes()));
    }
  }

  private interface LanePredicate {
    boolean test(int lane);
  }

  private boolean[] where(LanePredicate predicate) {
    boolean[] mask = new boolean[machine.lanes()];
    for (int lane = 0; lane < mask.length; lane++) {
      mask[lane] = machine.active(lane) && predicate.test(lane);
    }
    return mask;
  }

  private List<Part> targets(Instruction end) {
    long[] selector = machine.scalar(end.operand(0));
    int words = module.typeOf(end.operand(0)).size() == 8 ? 2 : 1;
    long mask = words == 2 ? -1L : (1L << 8 * module.typeOf(end.operand(0)).size()) - 1;
    List<Part> parts = new ArrayList<>();
    boolean[] rest = machine.mask().clone();
    for (int i = 2; i < end.count(); i += words + 1) {
      long literal = end.operand(i) & 0xFFFFFFFFL;
      if (words == 2) {
        literal |= (long) end.operand(i + 1) << 32;
      }
      long wanted = literal & mask;
      boolean[] taken = where(lane -> rest[lane] && Lanes.get(selector, lane) == wanted);
      for (int lane = 0; lane < rest.length; lane++) {
        rest[lane] &= !taken[lane];
      }
      parts.add(new Part(end.operand(i + words), taken));
    }
    parts.add(new Part(end.operand(1), rest));
    return parts;
  }

  /** Sends parts of the active invocations to their blocks; several parts may have one block. */
  private int split(List<Part> parts, Deque<Construct> constructs) {
    List<Part> nonEmpty = new ArrayList<>();
    for (Part part : parts) {
      if (any(part.mask)) {
        nonEmpty.stream()
            .filter(other -> other.block == part.block)
            .findFirst()
            .ifPresentOrElse(other -> add(other.mask, part.mask), () -> nonEmpty.add(part));
      }
    }
    if (nonEmpty.size() == 1) {
      return go(nonEmpty.get(0).block, nonEmpty.get(0).mask, constructs);
    }
    if (constructs.isEmpty()) {
      throw new SpirvException("invocations part outside of any structured construct");
    }
    Construct current = constructs.peek();
    for (Part part : nonEmpty) {
      if (!deposit(part.block, part.mask, constructs)) {
        current.parts.addLast(part);
      }
    }
    return resume(constructs);
  }

  /**
   * Goes to a block with some invocations: at once, or by waiting where a construct gathers them.
   */
  private int go(int block, boolean[] mask, Deque<Construct> constructs) {
    if (deposit(block, mask, constructs)) {
      return resume(constructs);
    }
    if (!constructs.isEmpty()) {
      for (Part part : constructs.peek().parts) {
        if (part.block == block) {
          add(part.mask, mask);
          return resume(constructs);
        }
      }
    }
    machine.setMask(mask);
    return block;
  }

  private boolean deposit(int block, boolean[] mask, Deque<Construct> constructs) {
    for (Construct construct : constructs) {
      if (block == construct.merge) {
        add(construct.merged, mask);
        return true;
      }
      if (block == construct.continueTarget && block != construct.header) {
        add(construct.continued, mask);
        return true;
      }
      if (block == construct.header && construct == constructs.peek()) {
        return false;
      }
    }
    return false;
  }

  /** The next block of the innermost construct that has invocations left. */
  private int resume(Deque<Construct> constructs) {
    while (!constructs.isEmpty()) {
      Construct current = constructs.peek();
      Part part = current.parts.poll();
      if (part != null) {
        machine.setMask(part.mask);
        return part.block;
      }
      if (any(current.continued)) {
        machine.setMask(current.continued.clone());
        Arrays.fill(current.continued, false);
        return current.continueTarget;
      }
      constructs.pop();
      if (any(current.merged)) {
        return go(current.merge, current.merged, constructs);
      }
    }
    return 0;
  }

  private static boolean any(boolean[] mask) {
    for (boolean one : mask) {
      if (one) {
        return true;
      }
    }
    return false;
  }

  private static void add(boolean[] to, boolean[] from) {
    for (int lane = 0; lane < to.length; lane++) {
      to[lane] |= from[lane];
    }
  }
}
