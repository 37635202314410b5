// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Undefined;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.UndefinedMemory;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Opcode;
import coopcts.grammar.Role;
import coopcts.grammar.UndefEffect;
import coopcts.grammar.UndefRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/**
 * Follows what is {@link Undefined} from registers and variables through instructions, each behind
 * the instruction itself, until it matters: where it reaches memory, a branch or an address, the
 * shader breaks a rule. What the instruction table has no rule for gives results that are defined.
 */
final class UndefPropagation {

  private static final Set<Role> POINTER = Set.of(Role.POINTER);
  private static final Set<Role> OBJECT = Set.of(Role.OBJECT);

  private final Module module;
  private final Map<UndefRule, Function<Instruction, DecodedInstruction>> rules =
      new EnumMap<>(UndefRule.class);

  UndefPropagation(Module module) {
    this.module = module;
    rules.put(UndefRule.DEFINED, _ -> null);
    rules.put(UndefRule.UNDEFINED, this::undefined);
    rules.put(UndefRule.LOAD, this::load);
    rules.put(UndefRule.STORE, this::store);
    rules.put(UndefRule.COPY_MEMORY, this::copyMemory);
    rules.put(UndefRule.ATOMIC, this::changed);
    rules.put(UndefRule.VECTOR_LOAD, this::ofVector);
    rules.put(UndefRule.VECTOR_STORE, this::vectorStored);
    rules.put(UndefRule.PRODUCT, i -> folded(i, i.places(Role.INPUT)));
    rules.put(UndefRule.COPY, UndefPropagation::copied);
    rules.put(UndefRule.CONSTRUCT, this::construct);
    rules.put(UndefRule.EXTRACT, UndefPropagation::extract);
    rules.put(UndefRule.INSERT, UndefPropagation::insert);
    rules.put(UndefRule.SHUFFLE, UndefPropagation::shuffle);
    rules.put(UndefRule.EXTRACT_DYNAMIC, UndefPropagation::extractDynamic);
    rules.put(UndefRule.INSERT_DYNAMIC, UndefPropagation::insertDynamic);
    rules.put(UndefRule.SELECT, this::select);
    rules.put(UndefRule.SCALE, this::timesScalar);
    rules.put(UndefRule.ABSORBED_BY_ZERO, i -> absorbed(i, 0));
    rules.put(UndefRule.ABSORBED_BY_ONE, i -> absorbed(i, 1));
    rules.put(UndefRule.COORDINATE, UndefPropagation::coordinate);
    rules.put(UndefRule.THROUGH, i -> computed(i, IntStream.range(0, i.count())));
    rules.put(UndefRule.FUNCTION, i -> computed(i, i.places(Role.ARGUMENTS)));
    rules.put(UndefRule.VOTE, i -> gathered(i, true));
    rules.put(UndefRule.EXCHANGE, i -> gathered(i, false));
    rules.put(
        UndefRule.GROUP,
        i -> gathered(i, i.operand(Role.OPERATION) == Spv.SpvGroupOperationReduce));
  }

  /** What follows an instruction once something undefined was read; null for nothing. */
  DecodedInstruction behind(Instruction i) {
    UndefEffect effect = Opcode.of(i.opcode()).undef();
    return both(
        both(addresses(i, effect.addresses()), values(i, effect.stored())),
        rules.get(effect.rule()).apply(i));
  }

  private static DecodedInstruction both(DecodedInstruction first, DecodedInstruction second) {
    return first == null
        ? second
        : second == null
            ? first
            : machine -> {
              first.run(machine);
              second.run(machine);
            };
  }

  private static void matters(Object undefined, String where, Machine machine) {
    if (Undefined.inAny(undefined, machine)) {
      machine
          .behaviour()
          .violated(Check.INITIALIZATION, "SPIR-V 2.2.1: an undefined value " + where);
    }
  }

  /** Where control flow depends on a value. */
  static void branches(Object undefined, Machine machine) {
    matters(undefined, "decides on a branch", machine);
  }

  private static DecodedInstruction addresses(Instruction i, Set<Role> roles) {
    return each(i, roles, "is a part of an address");
  }

  private static DecodedInstruction values(Instruction i, Set<Role> roles) {
    return each(i, roles, "reaches memory");
  }

  private static DecodedInstruction each(Instruction i, Set<Role> roles, String where) {
    if (roles.isEmpty()) {
      return null;
    }
    int[] all = roles.stream().flatMapToInt(i::places).sorted().toArray();
    return all.length == 0
        ? null
        : machine -> {
          for (int operand : all) {
            matters(machine.undefined(i.operand(operand)), where, machine);
          }
        };
  }

  private DecodedInstruction undefined(Instruction i) {
    return module.type(i.type()) instanceof Type.CooperativeMatrix
        ? null
        : machine -> machine.setUndefined(i.result(), Undefined.WHOLE);
  }

  private static DecodedInstruction copied(Instruction i) {
    return machine -> machine.setUndefined(i.result(), machine.undefined(i.operand(0)));
  }

  private static DecodedInstruction coordinate(Instruction i) {
    int index = i.operand(Role.INDEX);
    return machine ->
        machine.setUndefined(
            i.result(),
            Undefined.either(
                machine.undefined(i.result()), machine.undefined(index), machine.lanes()));
  }

  private DecodedInstruction load(Instruction i) {
    int pointer = i.operand(Role.POINTER);
    if (isShared(pointer)) {
      Type type = module.type(i.type());
      Type.Member layout = module.pointerLayout(pointer);
      return both(
          addresses(i, POINTER),
          machine ->
              machine.setUndefined(
                  i.result(), UndefinedMemory.of(type, layout, machine.scalar(pointer), machine)));
    }
    return module.storage(pointer).hasAddresses()
        ? addresses(i, POINTER)
        : machine ->
            machine.setUndefined(
                i.result(), ((Variable.Pointer) machine.get(pointer)).undefined(machine));
  }

  private boolean isShared(int pointer) {
    return module.storage(pointer) == StorageClass.WORKGROUP;
  }

  /** What is undefined of a value in shared memory becomes so of the memory. */
  private DecodedInstruction shared(int pointer, int value) {
    Type type = module.typeOf(value);
    Type.Member layout = module.pointerLayout(pointer);
    return machine ->
        UndefinedMemory.spoil(
            type, layout, machine.scalar(pointer), machine.undefined(value), machine);
  }

  /** What an atomic operation's operands make of memory. */
  private DecodedInstruction changed(Instruction i) {
    int pointer = i.operand(Role.POINTER);
    int value = i.operandIfAny(Role.VALUE);
    return isShared(pointer) && value != 0
        ? shared(pointer, value)
        : values(i, Set.of(Role.VALUE, Role.COMPARATOR));
  }

  private DecodedInstruction ofVector(Instruction i) {
    Type type = module.type(i.type());
    return machine ->
        machine.setUndefined(
            i.result(),
            isShared(i.operand(Role.POINTER))
                ? UndefinedMemory.of(type, null, place(i, machine), machine)
                : null);
  }

  private DecodedInstruction vectorStored(Instruction i) {
    int value = i.operand(Role.OBJECT);
    Type type = module.typeOf(value);
    return isShared(i.operand(Role.POINTER))
        ? machine ->
            UndefinedMemory.spoil(type, null, place(i, machine), machine.undefined(value), machine)
        : values(i, OBJECT);
  }

  /** Pointer and offset of a cooperative vector in memory. */
  private static long[] place(Instruction i, Machine machine) {
    long[] base = machine.scalar(i.operand(Role.POINTER));
    long[] offset = machine.scalar(i.operand(Role.OFFSET));
    long[] places = new long[machine.lanes()];
    Arrays.setAll(places, lane -> Lanes.get(base, lane) + Lanes.get(offset, lane));
    return places;
  }

  private DecodedInstruction store(Instruction i) {
    int pointer = i.operand(Role.POINTER);
    int value = i.operand(Role.OBJECT);
    if (isShared(pointer)) {
      return both(addresses(i, POINTER), shared(pointer, value));
    }
    return module.storage(pointer).hasAddresses()
        ? both(addresses(i, POINTER), values(i, OBJECT))
        : machine -> spoil(pointer, machine.undefined(value), machine);
  }

  private static void spoil(int pointer, Object undefined, Machine machine) {
    if (undefined != null) {
      ((Variable.Pointer) machine.get(pointer)).spoil(undefined, machine);
    }
  }

  private DecodedInstruction copyMemory(Instruction i) {
    int source = i.operand(Role.SOURCE);
    int target = i.operand(Role.TARGET);
    boolean from = module.storage(source).hasAddresses();
    boolean to = module.storage(target).hasAddresses();
    Type type = module.pointee(module.isUntyped(target) ? source : target);
    return from && !isShared(source)
        ? null
        : machine -> {
          Object undefined =
              from
                  ? UndefinedMemory.of(
                      type, module.pointerLayout(source), machine.scalar(source), machine)
                  : ((Variable.Pointer) machine.get(source)).undefined(machine);
          if (isShared(target)) {
            UndefinedMemory.spoil(
                type, module.pointerLayout(target), machine.scalar(target), undefined, machine);
          } else if (to) {
            matters(undefined, "reaches memory", machine);
          } else {
            spoil(target, undefined, machine);
          }
        };
  }

  private DecodedInstruction construct(Instruction i) {
    Type type = module.type(i.type());
    if (type instanceof Type.CooperativeMatrix) {
      return machine -> spoil(i, machine.undefined(i.operand(0)), machine);
    }
    if (i.opcode() == Spv.SpvOpCompositeConstructReplicateEXT) {
      return machine -> {
        Object[] parts = new Object[type.count()];
        Arrays.fill(parts, machine.undefined(i.operand(0)));
        machine.setUndefined(i.result(), Undefined.simplest(parts));
      };
    }
    return machine -> {
      List<Object> parts = new ArrayList<>();
      for (int operand : i.operands()) {
        Object part = machine.undefined(operand);
        if (type instanceof Type.Vector && machine.get(operand) instanceof Object[] several) {
          parts.addAll(Arrays.asList(Undefined.parts(part, several.length)));
        } else {
          parts.add(part);
        }
      }
      machine.setUndefined(i.result(), Undefined.simplest(parts.toArray()));
    };
  }

  /** A matrix that comes of a scalar is undefined as a whole. */
  private static void spoil(Instruction i, Object undefined, Machine machine) {
    if (Undefined.inAny(undefined, machine)) {
      machine.set(i.result(), ((MatrixValue) machine.get(i.result())).without(undefined, machine));
    }
  }

  private DecodedInstruction timesScalar(Instruction i) {
    return module.type(i.type()) instanceof Type.CooperativeMatrix
        ? machine -> spoil(i, machine.undefined(i.operand(Role.SCALAR)), machine)
        : folded(i, IntStream.of(0, 1));
  }

  private static DecodedInstruction extract(Instruction i) {
    return machine -> {
      Object value = machine.get(i.operand(0));
      Object undefined = machine.undefined(i.operand(0));
      for (int at = 1; at < i.count(); at++) {
        if (value instanceof MatrixValue matrix) {
          undefined = matrix.undefined(Lanes.uniform(i.operand(at)), machine);
        } else {
          value = ((Object[]) value)[i.operand(at)];
          undefined = Undefined.part(undefined, i.operand(at));
        }
      }
      machine.setUndefined(i.result(), undefined);
    };
  }

  private static DecodedInstruction insert(Instruction i) {
    int[] path = Arrays.copyOfRange(i.operands(), 2, i.count());
    return machine -> {
      Object part = machine.undefined(i.operand(0));
      Object whole = machine.undefined(i.operand(1));
      if (machine.get(i.result()) instanceof MatrixValue matrix) {
        if (part != null) {
          machine.set(i.result(), matrix.spoilt(Lanes.uniform(path[0]), part, machine));
        }
      } else if (part != null || whole != null) {
        machine.setUndefined(i.result(), inserted(whole, machine.get(i.result()), path, 0, part));
      }
    };
  }

  private static Object inserted(Object whole, Object value, int[] path, int depth, Object part) {
    if (depth == path.length || value instanceof MatrixValue) {
      return depth == path.length ? part : whole;
    }
    Object[] values = (Object[]) value;
    Object[] parts = Undefined.parts(whole, values.length);
    int at = path[depth];
    parts[at] = inserted(parts[at], values[at], path, depth + 1, part);
    return Undefined.simplest(parts);
  }

  private static DecodedInstruction shuffle(Instruction i) {
    return machine -> {
      int first = ((Object[]) machine.get(i.operand(0))).length;
      Object[] parts = new Object[i.count() - 2];
      for (int at = 0; at < parts.length; at++) {
        int from = i.operand(at + 2);
        parts[at] =
            from == -1
                ? Undefined.WHOLE
                : from < first
                    ? Undefined.part(machine.undefined(i.operand(0)), from)
                    : Undefined.part(machine.undefined(i.operand(1)), from - first);
      }
      machine.setUndefined(i.result(), Undefined.simplest(parts));
    };
  }

  private static DecodedInstruction extractDynamic(Instruction i) {
    return machine -> {
      Object vector = machine.undefined(i.operand(0));
      Object index = machine.undefined(i.operand(1));
      if (vector == null && index == null) {
        return;
      }
      int count = ((Object[]) machine.get(i.operand(0))).length;
      long[] at = machine.scalar(i.operand(1));
      boolean[] lanes = new boolean[machine.lanes()];
      for (int lane = 0; lane < lanes.length; lane++) {
        int part = Math.clamp(Lanes.get(at, lane), 0, count - 1);
        lanes[lane] =
            machine.active(lane)
                && (Undefined.in(lane, index) || Undefined.in(lane, Undefined.part(vector, part)));
      }
      machine.setUndefined(i.result(), Undefined.simplest(lanes));
    };
  }

  private static DecodedInstruction insertDynamic(Instruction i) {
    return machine -> {
      Object vector = machine.undefined(i.operand(0));
      Object fresh = machine.undefined(i.operand(1));
      Object index = machine.undefined(i.operand(2));
      if (vector == null && fresh == null && index == null) {
        return;
      }
      Object[] parts = Undefined.parts(vector, ((Object[]) machine.get(i.operand(0))).length);
      long[] at = machine.scalar(i.operand(2));
      for (int lane = 0; lane < machine.lanes(); lane++) {
        int part = Math.clamp(Lanes.get(at, lane), 0, parts.length - 1);
        Object what = Undefined.in(lane, index) ? Undefined.WHOLE : fresh;
        parts[part] = Undefined.withLane(parts[part], what, lane, machine.lanes());
      }
      machine.setUndefined(i.result(), Undefined.simplest(parts));
    };
  }

  private DecodedInstruction select(Instruction i) {
    if (module.type(i.type()) instanceof Type.CooperativeMatrix) {
      return machine -> spoil(i, machine.undefined(i.operand(Role.CONDITION)), machine);
    }
    int decides = i.operand(Role.CONDITION);
    return machine -> {
      Object yes = machine.undefined(i.operand(Role.OBJECT_1));
      Object no = machine.undefined(i.operand(Role.OBJECT_2));
      Object condition = machine.undefined(decides);
      machine.setUndefined(
          i.result(),
          Undefined.either(
              condition, selected(machine.get(decides), yes, no, machine), machine.lanes()));
    };
  }

  private static Object selected(Object condition, Object yes, Object no, Machine machine) {
    if (yes == null && no == null) {
      return null;
    }
    if (condition instanceof Object[] each) {
      Object[] parts = new Object[each.length];
      Arrays.setAll(
          parts,
          at -> selected(each[at], Undefined.part(yes, at), Undefined.part(no, at), machine));
      return Undefined.simplest(parts);
    }
    long[] lanes = (long[]) condition;
    return Undefined.combined(
        yes, no, machine.lanes(), (a, b, lane) -> Lanes.get(lanes, lane) != 0 ? a : b);
  }

  /** A product with a defined operand that decides on it alone is defined. */
  private DecodedInstruction absorbed(Instruction i, long by) {
    if (!(module.type(i.type()) instanceof Type.Int
        || module.type(i.type()) instanceof Type.Bool)) {
      return computed(i, IntStream.of(0, 1));
    }
    return machine -> {
      Object left = machine.undefined(i.operand(0));
      Object right = machine.undefined(i.operand(1));
      if (left == null && right == null) {
        return;
      }
      long[] a = machine.scalar(i.operand(0));
      long[] b = machine.scalar(i.operand(1));
      machine.setUndefined(
          i.result(),
          Undefined.combined(
              left,
              right,
              machine.lanes(),
              (x, y, lane) ->
                  x && (y || Lanes.get(b, lane) != by) || y && Lanes.get(a, lane) != by));
    };
  }

  /** Of each component what comes of the operands' at its place, and of scalars. */
  private DecodedInstruction computed(Instruction i, IntStream operands) {
    Type type = module.type(i.type());
    int[] all = operands.toArray();
    if (type instanceof Type.CooperativeMatrix) {
      return null;
    }
    boolean isByComponents =
        type instanceof Type.Vector
            && Arrays.stream(all)
                .mapToObj(operand -> module.typeOf(i.operand(operand)))
                .allMatch(
                    own ->
                        own instanceof Type.Vector vector
                            ? vector.count() == type.count()
                            : !(own instanceof Type.ColumnMatrix));
    if (!isByComponents) {
      return folded(i, Arrays.stream(all));
    }
    return machine -> {
      Object undefined = null;
      for (int operand : all) {
        undefined =
            Undefined.either(undefined, machine.undefined(i.operand(operand)), machine.lanes());
      }
      machine.setUndefined(i.result(), undefined);
    };
  }

  /** Undefined as a whole wherever anything of the operands is. */
  private static DecodedInstruction folded(Instruction i, IntStream operands) {
    int[] all = operands.toArray();
    return machine -> {
      Object undefined = null;
      for (int operand : all) {
        undefined =
            Undefined.either(
                undefined,
                Undefined.folded(machine.undefined(i.operand(operand)), machine.lanes()),
                machine.lanes());
      }
      machine.setUndefined(i.result(), undefined);
    };
  }

  /**
   * What comes of the values of a subgroup.
   *
   * @param byAny whether it is undefined where one value is; else where all are
   */
  private static DecodedInstruction gathered(Instruction i, boolean byAny) {
    int value = i.operand(Role.VALUE);
    return machine -> {
      Object undefined = machine.undefined(value);
      if (undefined == null) {
        return;
      }
      boolean[] lanes = new boolean[machine.lanes()];
      for (int first = 0; first < lanes.length; first += machine.subgroupSize()) {
        int end = Math.min(lanes.length, first + machine.subgroupSize());
        int[] active = IntStream.range(first, end).filter(machine::active).toArray();
        boolean is =
            byAny
                ? Arrays.stream(active).anyMatch(lane -> Undefined.in(lane, undefined))
                : Arrays.stream(active).allMatch(lane -> Undefined.in(lane, undefined));
        Arrays.fill(lanes, first, end, is);
      }
      machine.setUndefined(i.result(), Undefined.simplest(lanes));
    };
  }
}
