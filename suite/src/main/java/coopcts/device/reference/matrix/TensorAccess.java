package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.Bug;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Step;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.lwjgl.util.spvc.Spv;

/** Cooperative loads and stores through tensor layouts and views, with decode functions. */
public final class TensorAccess implements InstructionGroup {

  /** The base of a tensor must be a multiple of this many bytes (CM2-TLD-009). */
  private static final int ALIGNMENT = 16;

  private final Module module;

  public TensorAccess(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpCooperativeMatrixLoadTensorNV, this::load);
    table.add(Spv.SpvOpCooperativeMatrixStoreTensorNV, this::store);
  }

  private TensorWalk walk(
      int layout, int view, Type.CooperativeMatrix type, int instance, Machine machine) {
    return new TensorWalk(
        machine.behaviour(),
        (Type.TensorLayout) module.typeOf(layout),
        agreed(layout, type.scope(), instance, machine),
        view == 0 ? null : (Type.TensorView) module.typeOf(view),
        view == 0 ? null : agreed(view, type.scope(), instance, machine),
        type);
  }

  private static long[] agreed(int id, Scope scope, int instance, Machine machine) {
    Object[] parts = (Object[]) machine.get(id);
    long[] values = new long[parts.length];
    for (int at = 0; at < values.length; at++) {
      values[at] = machine.agreed((long[]) parts[at], scope, instance, "a tensor layout or view");
    }
    return values;
  }

  private static long base(int pointer, Scope scope, int instance, Machine machine) {
    long base = machine.agreed(machine.scalar(pointer), scope, instance, "the pointer");
    if (base % ALIGNMENT != 0) {
      machine
          .behaviour()
          .violated(Check.ALIGNMENT, "CM2-TLD-009: the tensor's base is no multiple of 16 bytes");
    }
    return base;
  }

  private Step load(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    TensorOperands operands = TensorOperands.of(i);
    return machine -> {
      MatrixValue before = (MatrixValue) machine.get(i.operand(1));
      long[][] tiles = new long[machine.instances(type.scope())][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] = load(i, operands, type, before, instance, machine);
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles));
    };
  }

  private long[] load(
      Instruction i,
      TensorOperands operands,
      Type.CooperativeMatrix type,
      MatrixValue before,
      int instance,
      Machine machine) {
    TensorWalk walk = walk(i.operand(2), operands.view(), type, instance, machine);
    long base = base(i.operand(0), type.scope(), instance, machine);
    long[] tile = before.isSet(instance) ? before.tile(instance).clone() : unset(type, machine);
    long tag = machine.cooperativeTag(base, type.scope(), instance);
    List<Wanted> wanted = new ArrayList<>();
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        switch (walk.target(row, column)) {
          case TensorWalk.Skipped _ -> {
            if (machine.fault().has(Bug.CLIP_ZEROES, type)) {
              tile[e] = 0;
            }
          }
          case TensorWalk.Outside(long value) -> tile[e] = value & type.mask();
          case TensorWalk.Inside at when operands.decode() == 0 ->
              tile[e] =
                  machine
                      .memory()
                      .read(base + at.linear() * type.componentBytes(), type.componentBytes(), tag);
          case TensorWalk.Inside at -> wanted.add(new Wanted(e, at));
        }
      }
    }
    if (!wanted.isEmpty()) {
      new Decoding(operands, type, base, instance, machine).run(wanted, walk.lastBlockSize(), tile);
    }
    return tile;
  }

  /** What a matrix holds that was never set: the device's choice. */
  private static long[] unset(Type.CooperativeMatrix type, Machine machine) {
    long[] tile = new long[type.elements()];
    Arrays.fill(tile, machine.behaviour().freedom().padding() & type.mask());
    return tile;
  }

  private Step store(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(1));
    TensorOperands operands = TensorOperands.of(i);
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(1));
      for (int instance = 0; instance < matrix.instances(); instance++) {
        if (machine.converged(type.scope(), instance)) {
          TensorWalk walk = walk(i.operand(2), operands.view(), type, instance, machine);
          long base = base(i.operand(0), type.scope(), instance, machine);
          long tag = machine.cooperativeTag(base, type.scope(), instance);
          store(walk, base, type, matrix.tile(instance), tag, machine);
        }
      }
    };
  }

  private static void store(
      TensorWalk walk,
      long base,
      Type.CooperativeMatrix type,
      long[] tile,
      long tag,
      Machine machine) {
    if (walk.hasBlocks()) {
      machine
          .behaviour()
          .violated(Check.TENSOR, "CM2-TST-004: a store with a block size other than 1");
    }
    Set<Long> written = new HashSet<>();
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        if (walk.stores(row, column)
            && walk.target(row, column) instanceof TensorWalk.Inside inside) {
          if (!written.add(inside.linear())) {
            machine
                .behaviour()
                .violated(Check.OVERLAP, "CM2-TST-006: two elements are stored to one place");
          }
          machine
              .memory()
              .write(
                  base + inside.linear() * type.componentBytes(),
                  type.componentBytes(),
                  tile[e],
                  tag);
        }
      }
    }
  }

  /** An element that a decode function has to give. */
  private record Wanted(int element, TensorWalk.Inside at) {}

  /** The members of one V-group, by their place in it; null where no element wants the place. */
  private record Group(TensorWalk.Inside lowest, List<List<Wanted>> members) {}

  /** The calls of the decode functions for one scope instance. */
  private final class Decoding {
    private final TensorOperands operands;
    private final Scope scope;
    private final Type.CooperativeMatrix type;
    private final long base;
    private final int instance;
    private final Machine machine;

    Decoding(
        TensorOperands operands,
        Type.CooperativeMatrix type,
        long base,
        int instance,
        Machine machine) {
      this.operands = operands;
      this.type = type;
      this.scope = type.scope();
      this.base = base;
      this.instance = instance;
      this.machine = machine;
    }

    void run(List<Wanted> wanted, long lastBlockSize, long[] tile) {
      List<Wanted> single = wanted;
      if (operands.decodeVector() != 0) {
        single = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        int number = 0;
        for (Group group : groups(wanted, lastBlockSize)) {
          boolean whole = group.members.stream().noneMatch(List::isEmpty);
          if (machine.behaviour().freedom().decodesVector(number++, whole)
              || !whole && has(Bug.VECTOR_CLAMP_LOST)) {
            groups.add(group);
          } else {
            group.members.forEach(single::addAll);
          }
        }
        call(
            operands.decodeVector(),
            groups.stream().map(Group::lowest).toList(),
            (n, lane, result) -> take(groups.get(n), (Object[]) result, lane, tile));
      }
      List<Wanted> each = single;
      call(
          operands.decode(),
          each.stream().map(Wanted::at).toList(),
          (n, lane, result) -> tile[each.get(n).element] = Lanes.get((long[]) result, lane));
    }

    private boolean has(Bug bug) {
      return machine.fault().has(bug, type);
    }

    private void take(Group group, Object[] components, int lane, long[] tile) {
      int last = components.length - 1;
      boolean cut = group.members.stream().anyMatch(List::isEmpty);
      for (int at = 0; at < components.length; at++) {
        int from = at;
        if (has(Bug.VECTOR_OFF_BY_ONE)) {
          from = at == 0 ? last : at - 1;
        } else if (has(Bug.VECTOR_REVERSED)) {
          from = last - at;
        } else if (has(Bug.VECTOR_FIRST_ONLY) || cut && has(Bug.VECTOR_CLAMP_LOST)) {
          from = 0;
        }
        if (at > last / 2 && has(Bug.VECTOR_HALF)) {
          from = at - (last + 1) / 2;
        }
        long kept = has(Bug.VECTOR_LOW_BIT) ? ~1L : ~0L;
        for (Wanted wanted : group.members.get(at)) {
          if (at == last && has(Bug.VECTOR_PARTLY)) {
            continue;
          }
          tile[wanted.element] = Lanes.get((long[]) components[from], lane) & kept;
        }
      }
    }

    /** DV §3: V elements along the last dimension of one block, from a multiple of V on. */
    private Iterable<Group> groups(List<Wanted> wanted, long lastBlockSize) {
      int v = module.signature(operands.decodeVector()).result().count();
      if (lastBlockSize % v != 0) {
        machine
            .behaviour()
            .violated(
                Check.TENSOR,
                "DV-SEM-017: a last block size of " + lastBlockSize + " is no multiple of " + v);
      }
      Map<List<Long>, Group> groups = new LinkedHashMap<>();
      for (Wanted one : wanted) {
        long[] inBlock = one.at.inBlock().clone();
        int last = inBlock.length - 1;
        int place = (int) (inBlock[last] % v);
        inBlock[last] -= place;
        List<Long> key = new ArrayList<>();
        Arrays.stream(one.at.block()).forEach(key::add);
        Arrays.stream(inBlock).forEach(key::add);
        groups
            .computeIfAbsent(
                key,
                _ -> {
                  List<List<Wanted>> members = new ArrayList<>();
                  for (int n = 0; n < v; n++) {
                    members.add(new ArrayList<>());
                  }
                  return new Group(
                      new TensorWalk.Inside(one.at.block(), inBlock, one.at.linear()), members);
                })
            .members
            .get(place)
            .add(one);
      }
      return groups.values();
    }

    private void call(int function, List<TensorWalk.Inside> places, Callbacks.Results results) {
      if (places.isEmpty()) {
        return;
      }
      boolean vector = function == operands.decodeVector();
      long size = module.pointeeOf(module.signature(function).parameters().getFirst()).size();
      Callbacks.call(
          function,
          scope,
          instance,
          places.size(),
          machine,
          items ->
              new Object[] {
                Callbacks.perLane(items, n -> pointer(places.get(n), size, vector)),
                coordinates(items, n -> block(places.get(n), vector), places),
                coordinates(items, n -> inBlock(places.get(n), vector), places)
              },
          results);
    }

    private long pointer(TensorWalk.Inside at, long size, boolean vector) {
      if (!vector && has(Bug.DECODE_POINTER_FIXED)) {
        return base;
      }
      if (!vector && has(Bug.DECODE_POINTER_SIZE)) {
        return base + at.linear() * type.componentBytes();
      }
      long right = base + at.linear() * size;
      return vector && has(Bug.VECTOR_POINTER_SCALAR) ? right + type.componentBytes() : right;
    }

    private long[] block(TensorWalk.Inside at, boolean vector) {
      if (!vector && has(Bug.DECODE_EXCHANGED)) {
        return at.inBlock();
      }
      if (has(vector ? Bug.VECTOR_BLOCK_LOST : Bug.DECODE_BLOCK_ZERO)) {
        long[] lost = at.block().clone();
        lost[0] = 0;
        return lost;
      }
      return at.block();
    }

    private long[] inBlock(TensorWalk.Inside at, boolean vector) {
      long[] own = at.inBlock().clone();
      int last = own.length - 1;
      if (!vector && has(Bug.DECODE_EXCHANGED)) {
        return at.block();
      }
      if (!vector && has(Bug.DECODE_ABSOLUTE)) {
        own[last] += at.block()[last];
      } else if (vector && has(Bug.VECTOR_START_FREE)) {
        own[last]++;
      } else if (vector && last > 0 && has(Bug.VECTOR_OUTER)) {
        own[0] += 1;
      }
      return own;
    }

    private Object[] coordinates(
        int[] items, IntFunction<long[]> of, List<TensorWalk.Inside> places) {
      Object[] parts = new Object[places.getFirst().block().length];
      Arrays.setAll(parts, d -> Callbacks.perLane(items, n -> of.apply(n)[d]));
      return parts;
    }
  }
}
