// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/**
 * Where the cooperative instructions of a module stand: in which control flow, as the how manieth
 * of their kind, where their operands come from and where their results go, and beside how many
 * other matrices.
 */
final class ControlFlowContext {

  /** Calls within calls that are followed. */
  private static final int DEEPEST = 8;

  private final Module module;
  private final InstructionClassifier kinds;
  private final Map<Instruction, List<String>> places = new IdentityHashMap<>();
  private final Map<Integer, Set<Integer>> stored = new HashMap<>();
  private final Map<Integer, Instruction> made = new HashMap<>();
  private final Map<Integer, Set<String>> goals = new HashMap<>();
  private final Map<Integer, Integer> uses = new HashMap<>();
  private final Map<Integer, List<Instruction>> bodies = new HashMap<>();
  private final Map<InstructionKind, Integer> numbers = new EnumMap<>(InstructionKind.class);

  /** What stands around a function where it is called. */
  private record Around(int branches, int loops, int live, int calls) {
    static final Around NOTHING = new Around(0, 0, 0, 0);
  }

  ControlFlowContext(Module module) {
    this.module = module;
    this.kinds = new InstructionClassifier(module);
    List<List<Instruction>> functions = functions();
    functions.forEach(this::readMakers);
    functions.forEach(this::readGoals);
    functions.forEach(function -> bodies.put(function.getFirst().result(), function));
    walk(bodies.get(module.entryFunction()), Around.NOTHING);
  }

  /** Puts an instruction's surroundings among its bins. */
  void note(InstructionInfo standing) {
    for (String name : places.getOrDefault(standing.i, List.of())) {
      put(standing, name);
    }
    for (String source : standing.held == 0 ? sources(standing.in) : held(standing)) {
      put(standing, "source." + source);
    }
    for (String source : sources(standing.plus)) {
      put(standing, "source." + source);
    }
    for (String goal : goals.getOrDefault(standing.i.result(), Set.of())) {
      put(standing, "goal." + goal);
    }
  }

  private static void put(InstructionInfo standing, String name) {
    if (Bins.named(name).kinds().contains(standing.kind)) {
      Bins.put(standing.bins, Bins.named(name).id());
    }
  }

  private List<List<Instruction>> functions() {
    List<List<Instruction>> functions = new ArrayList<>();
    for (Instruction i : module.instructions()) {
      if (i.opcode() == Spv.SpvOpFunction) {
        functions.add(new ArrayList<>());
      }
      if (!functions.isEmpty()) {
        functions.getLast().add(i);
      }
    }
    return functions;
  }

  private boolean isMatrix(int type) {
    return type != 0 && module.type(type).containsMatrix();
  }

  private void readMakers(List<Instruction> function) {
    for (Instruction i : function) {
      if (i.result() != 0 && i.kind() != OpcodeKind.LABEL && i.opcode() != Spv.SpvOpFunction) {
        made.put(i.result(), i);
      }
      if (i.kind() == OpcodeKind.STORE) {
        stored
            .computeIfAbsent(i.operand(Role.POINTER), _ -> new HashSet<>())
            .add(i.operand(Role.OBJECT));
      }
    }
  }

  /** What a value is, perhaps by way of a variable. */
  private Set<Integer> origins(int id) {
    Instruction maker = made.get(id);
    Set<Integer> all = new HashSet<>();
    all.add(id);
    if (maker != null && maker.kind() == OpcodeKind.LOAD) {
      for (int value : stored.getOrDefault(maker.operand(Role.POINTER), Set.of())) {
        all.add(value);
        Instruction behind = made.get(value);
        if (behind != null && behind.kind() == OpcodeKind.LOAD) {
          all.addAll(stored.getOrDefault(behind.operand(Role.POINTER), Set.of()));
          all.add(behind.result());
        }
      }
    }
    return all;
  }

  private Set<String> sources(int operand) {
    Set<String> found = new HashSet<>();
    if (operand == 0) {
      return found;
    }
    for (int id : origins(operand)) {
      Instruction maker = made.get(id);
      if (maker == null) {
        found.add("fill");
        continue;
      }
      switch (maker.kind()) {
        case PARAMETER -> found.add("parameter");
        case CALL -> found.add("call");
        case JOIN -> found.add("phi");
        case LOAD -> found.addAll(places(maker.operand(Role.POINTER)));
        case EXTRACT -> found.add("member");
        default -> found.addAll(sources(kinds.of(maker)));
      }
    }
    return found;
  }

  private static Set<String> sources(InstructionKind maker) {
    return switch (maker) {
      case LOAD -> Set.of("load");
      case TENSOR_LOAD, DECODE -> Set.of("tensor_load");
      case MUL_ADD -> Set.of("product");
      case FILL -> Set.of("fill");
      case CONVERT -> Set.of("conversion");
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, SCALE -> Set.of("arithmetic");
      case REDUCE, ELEMENT, USE, TRANSPOSE -> Set.of("function");
      case null, default -> Set.of();
    };
  }

  /** What the matrix is whose component is read or written. */
  private Set<String> held(InstructionInfo standing) {
    if (standing.aggregate != null) {
      return Set.of(standing.aggregate instanceof Type.Array ? "array" : "member");
    }
    Set<String> found = new HashSet<>(places(standing.held));
    if (module.definition(standing.held).kind() != OpcodeKind.VARIABLE) {
      found.addAll(sources(standing.held));
    }
    for (int value : stored.getOrDefault(standing.held, Set.of())) {
      found.addAll(sources(value));
    }
    return found;
  }

  /** What kind of variable a pointer leads into. */
  private Set<String> places(int pointer) {
    Set<String> found = new HashSet<>();
    Instruction maker = module.definition(pointer);
    if (maker == null) {
      return found;
    }
    switch (maker.kind()) {
      case PARAMETER -> found.add("parameter");
      case VARIABLE -> {
        if (StorageClass.of(maker.operand(Role.STORAGE_CLASS)) == StorageClass.PRIVATE) {
          found.add("global");
        }
        if (chains.contains(pointer)) {
          found.add("component");
        }
      }
      case CHAIN ->
          found.add(
              InstructionClassifier.holder(maker, module) instanceof Type.Array
                  ? "array"
                  : "member");
      default -> {}
    }
    return found;
  }

  /** Variables whose components are written. */
  private final Set<Integer> chains = new HashSet<>();

  private void readGoals(List<Instruction> function) {
    for (Instruction i : function) {
      InstructionKind kind = kinds.of(i);
      if (kind == InstructionKind.WRITE) {
        chains.add(module.definition(i.operand(Role.POINTER)).operand(Role.BASE));
      }
      if (kind == InstructionKind.READ && i.kind() == OpcodeKind.LOAD) {
        int variable = module.definition(i.operand(Role.POINTER)).operand(Role.BASE);
        stored.getOrDefault(variable, Set.of()).forEach(id -> goal(id, "component"));
      }
      if (kind != null && kind != InstructionKind.READ && kind != InstructionKind.WRITE) {
        goalsOf(i, kind);
      } else if (i.kind() == OpcodeKind.CALL || i.opcode() == Spv.SpvOpReturnValue) {
        i.places(i.kind() == OpcodeKind.CALL ? Role.ARGUMENTS : Role.VALUE)
            .map(i::operand)
            .forEach(
                passed -> {
                  origins(passed).forEach(id -> goal(id, "call"));
                  stored.getOrDefault(passed, Set.of()).forEach(id -> goal(id, "call"));
                });
      }
    }
  }

  private void goalsOf(Instruction i, InstructionKind kind) {
    String goal =
        switch (kind) {
          case STORE, TENSOR_STORE -> "store";
          case MUL_ADD -> "product";
          case CONVERT -> "conversion";
          case ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, SCALE -> "arithmetic";
          case REDUCE, ELEMENT, USE, TRANSPOSE -> "function";
          default -> null;
        };
    if (kind == InstructionKind.COPY && i.kind() == OpcodeKind.STORE) {
      Set<String> into = places(i.operand(Role.POINTER));
      into.retainAll(Set.of("array", "member"));
      origins(i.operand(Role.OBJECT)).forEach(id -> into.forEach(where -> goal(id, where)));
    }
    if (goal != null) {
      IntStream operands =
          goal.equals("store")
              ? i.places(Role.OBJECT)
              : IntStream.range(0, Math.min(i.count(), kind == InstructionKind.MUL_ADD ? 3 : 2));
      for (int at : operands.toArray()) {
        origins(i.operand(at))
            .forEach(
                id -> {
                  goal(id, goal);
                  if (uses.merge(id, 1, Integer::sum) > 1) {
                    goal(id, "again");
                  }
                });
      }
    }
  }

  private void goal(int id, String goal) {
    goals.computeIfAbsent(id, _ -> new HashSet<>()).add(goal);
  }

  /** A function as it is called; where it is called again, what was noted first stays. */
  private void walk(List<Instruction> function, Around around) {
    int[] live = live(function);
    Deque<Instruction> open = new ArrayDeque<>();
    Instruction merge = null;
    for (int at = 0; at < function.size(); at++) {
      Instruction i = function.get(at);
      switch (i.kind()) {
        case LABEL -> {
          while (!open.isEmpty() && open.peek().operand(Role.MERGE) == i.result()) {
            open.pop();
          }
        }
        case MERGE -> merge = i;
        case BRANCH -> {
          if (merge != null) {
            open.push(merge);
            merge = null;
          }
        }
        default -> {
          int loops = (int) open.stream().filter(ControlFlowContext::isLoop).count();
          Around here =
              new Around(
                  around.branches + open.size() - loops,
                  around.loops + loops,
                  around.live + live[at],
                  around.calls);
          InstructionKind kind = kinds.of(i);
          if (kind != null && !places.containsKey(i)) {
            places.put(i, place(here, numbers.merge(kind, 1, Integer::sum)));
          }
          if (i.kind() == OpcodeKind.CALL && around.calls < DEEPEST) {
            walk(
                bodies.get(i.operand(Role.FUNCTION)),
                new Around(here.branches, here.loops, here.live, around.calls + 1));
          }
        }
      }
    }
  }

  private static boolean isLoop(Instruction merge) {
    return merge.opcode() == Spv.SpvOpLoopMerge;
  }

  private static List<String> place(Around here, int number) {
    List<String> all = new ArrayList<>();
    if (here.branches > 0) {
      all.add("flow.branch");
    }
    if (here.loops > 0) {
      all.add("flow.loop");
      if (here.branches + here.loops > 1) {
        all.add("flow.nested");
      }
    }
    int live = here.live;
    if (here.calls > 0) {
      all.add("flow.function");
    }
    if (all.isEmpty()) {
      all.add("flow.straight");
    }
    all.add("order." + (number == 1 ? "first" : number == 2 ? "second" : "later"));
    all.add(
        "live."
            + (live <= 4 ? "up_to_4" : live <= 8 ? "5_to_8" : live <= 16 ? "9_to_16" : "above_16"));
    return all;
  }

  /** How many matrices in variables are alive at each instruction of a function, roughly. */
  private int[] live(List<Instruction> function) {
    Map<Integer, int[]> ranges = new HashMap<>();
    Map<Integer, Integer> weights = new HashMap<>();
    for (int at = 0; at < function.size(); at++) {
      Instruction i = function.get(at);
      if (i.kind() == OpcodeKind.VARIABLE) {
        Type pointee = module.pointee(i.result());
        if (pointee.containsMatrix()) {
          weights.put(i.result(), matrices(pointee));
        }
      } else if (i.result() != 0 && isMatrix(typeOf(i))) {
        weights.put(i.result(), 1);
      }
      for (int operand : i.operands()) {
        if (weights.containsKey(operand)) {
          int now = at;
          ranges.computeIfAbsent(operand, _ -> new int[] {now, now})[1] = at;
        }
      }
    }
    int[] live = new int[function.size()];
    ranges.forEach(
        (id, range) -> {
          for (int at = range[0]; at <= range[1]; at++) {
            live[at] += weights.get(id);
          }
        });
    return live;
  }

  private int typeOf(Instruction i) {
    return i.opcode() == Spv.SpvOpFunction || i.kind() == OpcodeKind.CHAIN ? 0 : i.type();
  }

  private static int matrices(Type type) {
    return switch (type) {
      case Type.Array array -> array.length() * matrices(array.element());
      case Type.Struct struct ->
          struct.members().stream().mapToInt(ControlFlowContext::matrices).sum();
      case Type.CooperativeMatrix _ -> 1;
      default -> 0;
    };
  }
}
