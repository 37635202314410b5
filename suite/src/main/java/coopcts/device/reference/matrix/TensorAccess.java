// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.Undefined;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.MemoryOperands;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes cooperative loads and stores through tensor layouts and views, with decode functions:
 * OpCooperativeMatrixLoadTensorNV and OpCooperativeMatrixStoreTensorNV.
 */
public final class TensorAccess implements InstructionGroup {

  /** The base of a tensor must be a multiple of this many bytes (CM2-TLD-009). */
  private static final int ALIGNMENT = 16;

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public TensorAccess(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpCooperativeMatrixLoadTensorNV, this::load);
    table.add(Spv.SpvOpCooperativeMatrixStoreTensorNV, this::store);
  }

  /** What is known of a tensor's operands before anything runs. */
  private final class Walks {
    private final int typeId;
    private final Type.CooperativeMatrix type;
    private final int layout;
    private final Type.TensorLayout layoutType;
    private final int view;
    private final Type.TensorView viewType;
    private final boolean storing;
    private TensorWalk.Coordinates known;
    private final boolean isWide = module.declares(Spv.SpvCapabilityShader64BitIndexingEXT);

    /**
     * @param view id of the view, or 0 without one
     */
    Walks(int typeId, int layout, int view, boolean storing) {
      this.typeId = typeId;
      this.type = (Type.CooperativeMatrix) module.type(typeId);
      this.layout = layout;
      this.layoutType = (Type.TensorLayout) module.typeOf(layout);
      this.view = view;
      this.viewType = view == 0 ? null : (Type.TensorView) module.typeOf(view);
      this.storing = storing;
    }

    TensorWalk of(int instance, Machine machine) {
      int from = machine.fault().has(FaultPoint.TENSOR_FIRST_LAYOUT, type) ? 0 : instance;
      return new TensorWalk(
          machine.behaviour(),
          layoutType,
          agreed(layout, type.scope(), from, machine),
          viewType,
          view == 0 ? null : agreed(view, type.scope(), from, machine),
          new TensorWalk.Transfer(type, columns(typeId, type, machine), storing, isWide));
    }
  }

  private int columns(int typeId, Type.CooperativeMatrix type, Machine machine) {
    if (!machine.fault().has(FaultPoint.TENSOR_SPECIALIZED)) {
      return type.columns();
    }
    int columns = module.definitions().of(typeId).operand(3);
    return module.definitions().isSpecialized(columns)
        ? module.definitions().literal(columns)
        : type.columns();
  }

  private static long[] agreed(int id, Scope scope, int instance, Machine machine) {
    Object[] parts = (Object[]) machine.get(id);
    long[] values = new long[parts.length];
    for (int at = 0; at < values.length; at++) {
      values[at] = machine.agreed((long[]) parts[at], scope, instance, "a tensor layout or view");
    }
    return values;
  }

  private static long base(Instruction i, Scope scope, int instance, Machine machine) {
    int pointer = i.operand(0);
    int from = machine.fault().has(FaultPoint.TENSOR_FIRST_BASE) ? 0 : instance;
    long base = machine.agreed(machine.scalar(pointer), scope, from, "the pointer");
    if (machine.fault().has(FaultPoint.TENSOR_CHAIN_LOST)) {
      base = Memory.start(base);
    }
    if (base % ALIGNMENT != 0) {
      machine
          .behaviour()
          .violated(Check.ALIGNMENT, "CM2-TLD-009: the tensor's base is no multiple of 16 bytes");
    }
    machine.behaviour().requireAligned(base, MemoryOperands.alignment(i, 3));
    return base;
  }

  private DecodedInstruction load(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    TensorOperands operands = TensorOperands.of(i);
    Walks walks = new Walks(i.type(), i.operand(2), operands.view(), false);
    return machine -> {
      MatrixValue before = (MatrixValue) machine.get(i.operand(1));
      long[][] tiles = new long[machine.instances(type.scope())][];
      boolean[][] holes = new boolean[tiles.length][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          holes[instance] = new boolean[type.elements()];
          tiles[instance] =
              load(i, operands, walks, type, before, instance, holes[instance], machine);
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles).holed(holes));
    };
  }

  private long[] load(
      Instruction i,
      TensorOperands operands,
      Walks walks,
      Type.CooperativeMatrix type,
      MatrixValue before,
      int instance,
      boolean[] holes,
      Machine machine) {
    TensorWalk walk = walks.of(instance, machine);
    long base = base(i, type.scope(), instance, machine);
    long[] tile = before.isSet(instance) ? before.tile(instance).clone() : unset(type, machine);
    boolean clips = false;
    boolean decodes = operands.decode() != 0 && !isUndecoded(operands, machine);
    walks.known = decodes ? null : walk.coordinates(walks.known);
    Source source = new Source(i, type, base, instance, machine);
    if (walks.known != null && source.read(walk.grid(walks.known, base), tile)) {
      return tile;
    }
    List<Wanted> wanted = new ArrayList<>();
    int leftOut = 0;
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        long linear = walks.known == null ? -1 : walk.number(walks.known, e);
        if (linear >= 0) {
          tile[e] = source.read(linear);
          holes[e] = source.isUndefined(linear);
          continue;
        }
        switch (walk.target(row, column)) {
          case TensorWalk.Skipped(boolean corner) -> {
            clips = true;
            if (decodes && machine.behaviour().freedom().takes(Choice.DECODED_CLIPPED)) {
              leftOut++;
            }
            holes[e] = before.isUndefined(instance, e);
            if (zeroes(operands, corner, type, machine)) {
              tile[e] = 0;
            }
          }
          case TensorWalk.Outside(long value) -> {
            tile[e] = value & type.mask();
            TensorWalk.Inside at = spilled(operands, walk, row, column, machine);
            if (at != null) {
              wanted.add(new Wanted(e, at));
            }
          }
          case TensorWalk.Inside at when !decodes -> {
            tile[e] = source.read(at);
            holes[e] = source.isUndefined(at.linear());
          }
          case TensorWalk.Inside at -> wanted.add(new Wanted(e, at));
        }
      }
    }
    if (!wanted.isEmpty()) {
      boolean bound = module.storage(i.operand(0)) == StorageClass.STORAGE_BUFFER;
      new Decoding(operands, type, base, bound, walk, instance, machine)
          .run(wanted, calledFor(leftOut, wanted), tile, holes);
    }
    if (losesLast(i, machine)) {
      tile[tile.length - 1] = 0;
    }
    if (!clips
        && before.isSet(instance)
        && machine.fault().has(FaultPoint.TENSOR_KEEPS_LAST, type)) {
      tile[tile.length - 1] = before.tile(instance)[tile.length - 1];
    }
    return tile;
  }

  /** Whether a bug keeps the decode functions from being called. */
  private boolean isUndecoded(TensorOperands operands, Machine machine) {
    return machine.fault().has(FaultPoint.DECODE_IGNORED)
        || operands.decodeVector() != 0
            && !module.declares(Spv.SpvCapabilityCooperativeMatrixBlockLoadsNV)
            && machine.fault().has(FaultPoint.VECTOR_CAPABILITY);
  }

  private static boolean zeroes(
      TensorOperands operands, boolean corner, Type.CooperativeMatrix type, Machine machine) {
    return machine.fault().has(FaultPoint.CLIP_ZEROES, type)
        || corner && machine.fault().has(FaultPoint.CLIP_CORNER_ZEROES)
        || operands.decode() != 0 && machine.fault().has(FaultPoint.DECODE_CLIP_ZEROES)
        || operands.decodeVector() != 0 && machine.fault().has(FaultPoint.VECTOR_CLIP_ZEROES);
  }

  /** Where a bug decodes an element that has a clamp value; null where none does. */
  private TensorWalk.Inside spilled(
      TensorOperands operands, TensorWalk walk, int row, int column, Machine machine) {
    if (operands.decode() != 0 && machine.fault().has(FaultPoint.DECODE_CLAMP_VALUE)) {
      return walk.edge(row, column);
    }
    return operands.decodeVector() != 0 && machine.fault().has(FaultPoint.VECTOR_CLAMP_VALUE)
        ? walk.inGroup(row, column, vectorLength(operands))
        : null;
  }

  private int vectorLength(TensorOperands operands) {
    return module.signature(operands.decodeVector()).result().count();
  }

  private boolean losesLast(Instruction i, Machine machine) {
    return switch (module.storage(i.operand(0))) {
      case WORKGROUP -> machine.fault().has(FaultPoint.TENSOR_SHARED);
      case PHYSICAL_STORAGE_BUFFER -> machine.fault().has(FaultPoint.TENSOR_REFERENCE);
      default -> false;
    };
  }

  /** Where one scope instance reads elements as they are. */
  private final class Source {
    private final Type.CooperativeMatrix type;
    private final long base;
    private final long tag;
    private final long step;
    private final boolean stale;
    private final Machine machine;

    Source(Instruction i, Type.CooperativeMatrix type, long base, int instance, Machine machine) {
      this.type = type;
      this.base = base;
      this.tag = machine.cooperativeTag(base, type.scope(), instance);
      this.step =
          machine.fault().has(FaultPoint.TENSOR_POINTEE)
              ? module.pointee(i.operand(0)).size()
              : type.componentBytes();
      this.stale =
          (i.operand(3) & Spv.SpvMemoryAccessMakePointerVisibleMask) != 0
              && machine.fault().has(FaultPoint.TENSOR_COHERENCE);
      this.machine = machine;
    }

    /** Whether an element lies where shared memory holds what was undefined. */
    boolean isUndefined(long linear) {
      return machine.memory().holdsUndefined()
          && machine.memory().isUndefined(Memory.moved(base, linear, step), type.componentBytes());
    }

    /**
     * Reads all elements where they lie in lines.
     *
     * @return whether it could be done, else nothing has happened
     */
    boolean read(Optional<Grid> grid, long[] tile) {
      return grid.isPresent()
          && machine.memory().read(grid.get(), type.rows(), type.columns(), tile, tag);
    }

    long read(TensorWalk.Inside at) {
      return read(
          machine.fault().has(FaultPoint.BLOCK_SPREAD)
              ? at.linear() + at.inBlock()[at.inBlock().length - 1]
              : at.linear());
    }

    long read(long linear) {
      long address = Memory.moved(base, linear, step);
      int bytes = type.componentBytes();
      long bits =
          stale
              ? machine.memory().readBefore(address, bytes)
              : machine.memory().read(address, bytes, tag);
      boolean flushed =
          machine.fault().isOn()
              && type.component() instanceof Type.Float(var format)
              && format.isSubnormal(bits)
              && machine.fault().has(FaultPoint.TENSOR_FLUSH);
      return flushed ? 0 : bits;
    }
  }

  /** What a matrix holds that was never set: the device's choice. */
  private static long[] unset(Type.CooperativeMatrix type, Machine machine) {
    long[] tile = new long[type.elements()];
    Arrays.fill(tile, machine.behaviour().freedom().padding() & type.mask());
    return tile;
  }

  /** Makes undefined what a matrix's undefined elements were stored to in shared memory. */
  private static void spoil(
      TensorWalk walk, long base, MatrixValue matrix, int instance, Machine machine) {
    if (matrix.isWhole(instance)) {
      return;
    }
    machine.noteUndefined();
    Type.CooperativeMatrix type = matrix.type();
    for (int e = 0; e < type.elements(); e++) {
      int row = e / type.columns();
      int column = e % type.columns();
      if (matrix.isUndefined(instance, e)
          && walk.stores(row, column)
          && walk.target(row, column) instanceof TensorWalk.Inside inside) {
        long address = Memory.moved(base, inside.linear(), type.componentBytes());
        machine.memory().spoil(address, type.componentBytes());
      }
    }
  }

  private DecodedInstruction store(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(1));
    TensorOperands operands = TensorOperands.of(i);
    Walks walks = new Walks(module.typeIdOf(i.operand(1)), i.operand(2), operands.view(), true);
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(1));
      for (int instance = 0; instance < matrix.instances(); instance++) {
        if (machine.converged(type.scope(), instance)) {
          TensorWalk walk = walks.of(instance, machine);
          long base = base(i, type.scope(), instance, machine);
          long tag = machine.cooperativeTag(base, type.scope(), instance);
          boolean shared = module.storage(i.operand(0)) == StorageClass.WORKGROUP;
          long[] tile = shared ? matrix.shared(instance) : matrix.stored(instance, machine);
          store(walk, base, type, tile, tag, machine);
          if (shared) {
            spoil(walk, base, matrix, instance, machine);
          }
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
    int lost = machine.fault().has(FaultPoint.STORE_SHORT) ? type.elements() - 1 : -1;
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        if (walk.target(row, column) instanceof TensorWalk.Outside
            && machine.fault().has(FaultPoint.STORE_OUTSIDE_FIRST)) {
          machine.memory().write(base, type.componentBytes(), tile[e]);
        }
        if (e != lost
            && walk.stores(row, column)
            && walk.target(row, column) instanceof TensorWalk.Inside inside) {
          if (!written.add(inside.linear())) {
            machine
                .behaviour()
                .violated(Check.OVERLAP, "CM2-TST-006: two elements are stored to one place");
          }
          machine
              .memory()
              .write(
                  Memory.moved(base, inside.linear(), type.componentBytes()),
                  type.componentBytes(),
                  tile[e],
                  tag);
          if (e == tile.length - 1 && machine.fault().has(FaultPoint.STORE_LONG)) {
            long behind = Memory.moved(base, inside.linear() + 1, type.componentBytes());
            machine.memory().write(behind, type.componentBytes(), tile[e]);
          }
        }
      }
    }
  }

  /** Stands for an element that a decode function is called for without need. */
  private static final int LEFT_OUT = -1;

  /** Calls for elements that a clip leaves out, with what others are called with. */
  private static List<Wanted> calledFor(int leftOut, List<Wanted> wanted) {
    List<Wanted> calls = new ArrayList<>();
    for (int n = 0; n < leftOut; n++) {
      calls.add(new Wanted(LEFT_OUT, wanted.get(n % wanted.size()).at));
    }
    return calls;
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
    private final boolean bound;
    private final TensorWalk walk;
    private final int instance;
    private final Machine machine;

    /**
     * @param bound whether the tensor lies in a buffer that is bound
     */
    Decoding(
        TensorOperands operands,
        Type.CooperativeMatrix type,
        long base,
        boolean bound,
        TensorWalk walk,
        int instance,
        Machine machine) {
      this.bound = bound;
      this.walk = walk;
      this.operands = operands;
      this.type = type;
      this.scope = type.scope();
      this.base = base;
      this.instance = instance;
      this.machine = machine;
    }

    void run(List<Wanted> wanted, List<Wanted> extra, long[] tile, boolean[] holes) {
      List<Wanted> single = new ArrayList<>(wanted);
      if (operands.decodeVector() != 0) {
        single = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        ImplementationChoices freedom = machine.behaviour().freedom();
        for (Group group : groups(wanted)) {
          boolean whole = group.members.stream().noneMatch(List::isEmpty);
          boolean byVector =
              freedom.has(Choice.DECODED_VECTORS) ? freedom.takes(Choice.DECODED_VECTORS) : whole;
          if (byVector
              || !whole
                  && (has(FaultPoint.VECTOR_CLAMP_LOST)
                      || has(FaultPoint.VECTOR_MID_GROUP)
                      || has(FaultPoint.VECTOR_TAIL))) {
            groups.add(group);
          } else {
            group.members.forEach(single::addAll);
          }
        }
        call(
            operands.decodeVector(),
            groups.stream().map(Group::lowest).toList(),
            (n, lane, result, undefined) -> {
              take(groups.get(n), (Object[]) result, lane, tile);
              spoil(groups.get(n), undefined, lane, holes);
            });
      }
      single.addAll(extra);
      List<Wanted> each = single;
      call(
          operands.decode(),
          each.stream().map(Wanted::at).toList(),
          (n, lane, result, undefined) -> {
            int element = each.get(n).element;
            if (element == LEFT_OUT) {
              return;
            }
            tile[element] =
                Lanes.get((long[]) result, lane) & (has(FaultPoint.DECODE_LOW_BIT) ? ~1L : ~0L);
            holes[element] = Undefined.in(lane, undefined);
          });
    }

    /** Takes over what a function gave that is undefined. */
    private static void spoil(Group group, Object undefined, int lane, boolean[] holes) {
      for (int at = 0; at < group.members.size(); at++) {
        for (Wanted wanted : group.members.get(at)) {
          holes[wanted.element] = Undefined.in(lane, Undefined.part(undefined, at));
        }
      }
    }

    private boolean has(FaultPoint bug) {
      return machine.fault().has(bug, type);
    }

    private void take(Group group, Object[] components, int lane, long[] tile) {
      int last = components.length - 1;
      boolean cut = group.members.stream().anyMatch(List::isEmpty);
      for (int at = 0; at < components.length; at++) {
        int from = at;
        if (has(FaultPoint.VECTOR_OFF_BY_ONE)) {
          from = at == 0 ? last : at - 1;
        } else if (has(FaultPoint.VECTOR_REVERSED)) {
          from = last - at;
        } else if (has(FaultPoint.VECTOR_FIRST_ONLY) || cut && has(FaultPoint.VECTOR_CLAMP_LOST)) {
          from = 0;
        }
        if (at > last / 2 && has(FaultPoint.VECTOR_HALF)) {
          from = at - (last + 1) / 2;
        }
        if (cut || walk.turns() || walk.lastBlockSize() == components.length) {
          from = misplaced(group, from, last);
        }
        long kept = has(FaultPoint.VECTOR_LOW_BIT) ? ~1L : ~0L;
        for (Wanted wanted : group.members.get(at)) {
          if (at == last && has(FaultPoint.VECTOR_PARTLY)) {
            continue;
          }
          int own = has(FaultPoint.VECTOR_CLAMPED_PLACE) ? unclamped(wanted.at, last) : from;
          tile[wanted.element] = Lanes.get((long[]) components[own], lane) & kept;
        }
      }
    }

    /** The component that bugs take for another where a group is no ordinary one. */
    private int misplaced(Group group, int from, int last) {
      if (group.members.getFirst().isEmpty() && has(FaultPoint.VECTOR_MID_GROUP)) {
        int missing = 0;
        while (group.members.get(missing).isEmpty()) {
          missing++;
        }
        return Math.max(0, from - missing);
      }
      if (group.members.getLast().isEmpty() && has(FaultPoint.VECTOR_TAIL)) {
        return Math.min(last, from + 1);
      }
      if (walk.turns() && has(FaultPoint.VECTOR_TURNED)) {
        return last - from;
      }
      return walk.lastBlockSize() == last + 1 && has(FaultPoint.VECTOR_WHOLE_BLOCK)
          ? Math.floorMod(from - 1, last + 1)
          : from;
    }

    private static int unclamped(TensorWalk.Inside at, int last) {
      long[] coordinates = at.unclamped();
      return (int) Math.floorMod(coordinates[coordinates.length - 1], last + 1L);
    }

    /** DV §3: V elements along the last dimension of one block, from a multiple of V on. */
    private Iterable<Group> groups(List<Wanted> wanted) {
      int v = vectorLength(operands);
      long lastBlockSize = walk.lastBlockSize();
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
                      new TensorWalk.Inside(
                          one.at.block(), inBlock, one.at.unclamped(), one.at.linear()),
                      members);
                })
            .members
            .get(place)
            .add(one);
      }
      return groups.values();
    }

    private void call(int function, List<TensorWalk.Inside> places, ModuleCalls.Results results) {
      if (places.isEmpty()) {
        return;
      }
      boolean vector = function == operands.decodeVector();
      long size = step(function, vector);
      ModuleCalls.call(
          function,
          scope,
          instance,
          places.size(),
          machine,
          items ->
              new Object[] {
                ModuleCalls.perLane(items, n -> pointer(places.get(n), size, vector)),
                coordinates(items, n -> block(places.get(n), vector), places),
                coordinates(items, n -> inBlock(places.get(n), vector), places)
              },
          results);
    }

    /** Bytes from one pointer of a function to the next. */
    private long step(int function, boolean vector) {
      int own = vector && has(FaultPoint.VECTOR_POINTEE) ? operands.decode() : function;
      Type pointee = module.pointeeOf(module.signature(own).parameters().getFirst());
      long alignment = alignment(pointee);
      long size = pointee.size() + (rest(pointee) && padsStructs() ? alignment : 0);
      if (size % alignment != 0) {
        size =
            has(FaultPoint.DECODE_STRUCT_FAR)
                ? Math.ceilDiv(size, 16) * 16L
                : padsStructs() ? Math.ceilDiv(size, alignment) * alignment : size;
      }
      boolean rounded =
          has(vector ? FaultPoint.VECTOR_STRUCT_ROUNDED : FaultPoint.DECODE_STRUCT_ROUNDED);
      return rounded ? Math.ceilDiv(size, 4) * 4L : size;
    }

    private boolean padsStructs() {
      return machine.behaviour().freedom().kept(Choice.STRUCT_PADDING) % 2 == 1;
    }

    /** Whether a type ends in a runtime array: what the size of such is, no text says. */
    private static boolean rest(Type type) {
      return type instanceof Type.Struct struct
          ? rest(struct.members().getLast())
          : type instanceof Type.RuntimeArray;
    }

    /** The size of the largest scalar in a type. */
    private static long alignment(Type type) {
      if (type instanceof Type.Struct struct) {
        return struct.members().stream().mapToLong(Decoding::alignment).max().orElse(1);
      }
      if (type instanceof Type.RuntimeArray array) {
        return alignment(array.element());
      }
      return type.component() == type ? type.size() : alignment(type.component());
    }

    private long pointer(TensorWalk.Inside at, long size, boolean vector) {
      if (!vector && has(FaultPoint.DECODE_POINTER_FIXED)) {
        return base;
      }
      if (!vector && has(FaultPoint.DECODE_POINTER_SIZE)) {
        return Memory.moved(base, at.linear(), type.componentBytes());
      }
      long right = Memory.moved(base, at.linear(), size);
      if (!vector && bound && has(FaultPoint.DECODE_BOUND)) {
        return right + size;
      }
      return vector && has(FaultPoint.VECTOR_POINTER_SCALAR)
          ? right + type.componentBytes()
          : right;
    }

    private long[] block(TensorWalk.Inside at, boolean vector) {
      if (!vector && has(FaultPoint.DECODE_EXCHANGED)) {
        return at.inBlock();
      }
      if (has(vector ? FaultPoint.VECTOR_BLOCK_LOST : FaultPoint.DECODE_BLOCK_ZERO)) {
        long[] lost = at.block().clone();
        lost[0] = 0;
        return lost;
      }
      return at.block();
    }

    private long[] inBlock(TensorWalk.Inside at, boolean vector) {
      long[] own = at.inBlock().clone();
      int last = own.length - 1;
      if (!vector && has(FaultPoint.DECODE_EXCHANGED)) {
        return at.block();
      }
      if (!vector && has(FaultPoint.DECODE_INNER_SIXTEEN)) {
        own[last] %= 16;
      } else if (vector && has(FaultPoint.VECTOR_FIRST_GROUP)) {
        own[last] = 0;
      } else if (vector && has(FaultPoint.VECTOR_OUTER_INNER)) {
        Arrays.fill(own, 0, last, 0);
      }
      if (!vector && has(FaultPoint.DECODE_ABSOLUTE)) {
        own[last] += at.block()[last];
      } else if (vector && has(FaultPoint.VECTOR_START_FREE)) {
        own[last]++;
      } else if (vector && last > 0 && has(FaultPoint.VECTOR_OUTER)) {
        own[0] += 1;
      }
      return own;
    }

    private Object[] coordinates(
        int[] items, IntFunction<long[]> of, List<TensorWalk.Inside> places) {
      Object[] parts = new Object[places.getFirst().block().length];
      Arrays.setAll(parts, d -> ModuleCalls.perLane(items, n -> of.apply(n)[d]));
      return parts;
    }
  }
}
