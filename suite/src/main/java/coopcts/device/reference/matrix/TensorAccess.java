// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
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
import coopcts.grammar.Role;
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

    /** Id of the view, or 0 without one. */
    private final int view;

    private final Type.TensorView viewType;
    private final boolean storing;
    private final TensorOperands operands;
    private final StorageClass storage;
    private TensorWalk.Coordinates known;
    private final boolean isWide = module.declares(Spv.SpvCapabilityShader64BitIndexingEXT);

    /**
     * @param typeId id of the matrix's type
     */
    Walks(Instruction i, int typeId, boolean storing) {
      this.operands = TensorOperands.of(i);
      this.storage = module.storage(i.operand(Role.POINTER));
      this.typeId = typeId;
      this.type = (Type.CooperativeMatrix) module.type(typeId);
      this.layout = i.operand(Role.TENSOR_LAYOUT);
      this.layoutType = (Type.TensorLayout) module.typeOf(layout);
      this.view = operands.view();
      this.viewType = view == 0 ? null : (Type.TensorView) module.typeOf(view);
      this.storing = storing;
    }

    /** The taps of one scope instance's load or store. */
    Taps taps(int instance, Machine machine) {
      return machine.fault().isTapped()
          ? machine
              .fault()
              .at(
                  Tap.Site.TRANSFER,
                  type,
                  instance,
                  storing ? 1 : 0,
                  storage == StorageClass.WORKGROUP ? 1 : 0,
                  storage == StorageClass.PHYSICAL_STORAGE_BUFFER ? 1 : 0,
                  operands.decode() != 0 ? 1 : 0,
                  operands.decodeVector() != 0 ? 1 : 0)
          : Taps.OFF;
    }

    TensorWalk of(int instance, Taps taps, Machine machine) {
      int from = taps.modulo(Tap.TRANSFER_LAYOUT_OF, instance, machine.instances(type.scope()));
      return new TensorWalk(
          machine.behaviour(),
          layoutType,
          agreed(layout, type.scope(), from, machine),
          viewType,
          view == 0 ? null : agreed(view, type.scope(), from, machine),
          new TensorWalk.Transfer(
              type, columns(typeId, type, taps), storing, isWide, storage, instance));
    }
  }

  private int columns(int typeId, Type.CooperativeMatrix type, Taps taps) {
    if (!taps.isOn(Tap.TRANSFER_COLUMNS)) {
      return type.columns();
    }
    int columns = module.definitions().of(typeId).operand(3);
    boolean isSpecialized = module.definitions().isSpecialized(columns);
    return (int)
        taps.at(
            Tap.TRANSFER_COLUMNS,
            type.columns(),
            isSpecialized ? module.definitions().literal(columns) : type.columns());
  }

  private static long[] agreed(int id, Scope scope, int instance, Machine machine) {
    Object[] parts = (Object[]) machine.get(id);
    long[] values = new long[parts.length];
    for (int at = 0; at < values.length; at++) {
      values[at] = machine.agreed((long[]) parts[at], scope, instance, "a tensor layout or view");
    }
    return values;
  }

  private static long base(Instruction i, Scope scope, int instance, Taps taps, Machine machine) {
    int pointer = i.operand(Role.POINTER);
    int from = taps.modulo(Tap.TRANSFER_BASE_OF, instance, machine.instances(scope));
    long right = machine.agreed(machine.scalar(pointer), scope, from, "the pointer");
    long base = taps.at(Tap.TRANSFER_BASE, right, Memory.start(right));
    if (base % ALIGNMENT != 0) {
      machine
          .behaviour()
          .violated(Check.ALIGNMENT, "CM2-TLD-009: the tensor's base is no multiple of 16 bytes");
    }
    machine.behaviour().requireAligned(base, MemoryOperands.alignment(i));
    return base;
  }

  private DecodedInstruction load(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    TensorOperands operands = TensorOperands.of(i);
    Walks walks = new Walks(i, i.type(), false);
    return machine -> {
      MatrixValue before = (MatrixValue) machine.get(i.operand(Role.OBJECT));
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
    Taps taps = walks.taps(instance, machine);
    TensorWalk walk = walks.of(instance, taps, machine);
    long base = base(i, type.scope(), instance, taps, machine);
    long[] tile = before.isSet(instance) ? before.tile(instance).clone() : unset(type, machine);
    boolean clips = false;
    boolean decodes =
        operands.decode() != 0 && (!taps.isOn() || taps.is(Tap.TRANSFER_DECODES, true, declares()));
    walks.known = decodes || taps.isOn() ? null : walk.coordinates(walks.known);
    Source source = new Source(i, type, base, instance, taps, machine);
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
            tile[e] = taps.at(Tap.TRANSFER_CLIPPED, tile[e], corner ? 1 : 0);
          }
          case TensorWalk.Outside(long value) -> {
            tile[e] = value & type.mask();
            TensorWalk.Inside at = spilled(operands, walk, row, column, taps);
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
      boolean bound = module.storage(i.operand(Role.POINTER)) == StorageClass.STORAGE_BUFFER;
      new Decoding(operands, type, base, bound, walk, instance, machine)
          .run(wanted, calledFor(leftOut, wanted), tile, holes);
    }
    if (taps.isOn(Tap.TRANSFER_LOADED)) {
      long[] kept = before.isSet(instance) ? before.tile(instance) : tile;
      for (int e = 0; e < tile.length; e++) {
        tile[e] = taps.at(Tap.TRANSFER_LOADED, tile[e], kept[e], e, clips ? 1 : 0);
      }
    }
    return tile;
  }

  private int declares() {
    return module.declares(Spv.SpvCapabilityCooperativeMatrixBlockLoadsNV) ? 1 : 0;
  }

  /** Where an element is decoded that has a clamp value; null where, as is right, it is not. */
  private TensorWalk.Inside spilled(
      TensorOperands operands, TensorWalk walk, int row, int column, Taps taps) {
    return switch ((int) taps.at(Tap.TRANSFER_DECODES_OUTSIDE, 0)) {
      case 1 -> walk.edge(row, column);
      case 2 -> walk.inGroup(row, column, vectorLength(operands));
      default -> null;
    };
  }

  private int vectorLength(TensorOperands operands) {
    return module.signature(operands.decodeVector()).result().count();
  }

  /** Where one scope instance reads elements as they are. */
  private final class Source {
    private final Type.CooperativeMatrix type;
    private final long base;
    private final int instance;
    private final long tag;
    private final long step;
    private final boolean stale;
    private final Taps taps;
    private final Machine machine;

    Source(
        Instruction i,
        Type.CooperativeMatrix type,
        long base,
        int instance,
        Taps taps,
        Machine machine) {
      this.taps = taps;
      this.type = type;
      this.base = base;
      this.instance = instance;
      this.tag = machine.cooperativeTag(base, type.scope(), instance);
      this.step =
          taps.isOn(Tap.TRANSFER_STEP)
              ? taps.at(
                  Tap.TRANSFER_STEP,
                  type.componentBytes(),
                  module.pointee(i.operand(Role.POINTER)).size())
              : type.componentBytes();
      boolean visible =
          (i.operand(Role.MEMORY_OPERANDS) & Spv.SpvMemoryAccessMakePointerVisibleMask) != 0;
      this.stale = taps.is(Tap.TRANSFER_READS_BEFORE, false, visible ? 1 : 0);
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
      return read(taps.at(Tap.TRANSFER_READ, at.linear(), at.inBlock()[at.inBlock().length - 1]));
    }

    long read(long linear) {
      long address = Memory.moved(base, linear, step);
      int bytes = type.componentBytes();
      long bits =
          stale
              ? machine.memory().readBefore(address, bytes)
              : machine.memory().read(address, bytes, tag);
      if (taps.isOn(Tap.TRANSFER_AGAIN)) {
        bits =
            taps.at(
                Tap.TRANSFER_AGAIN,
                bits,
                machine.memory().again(address, machine.workgroup(), instance, bits));
      }
      boolean isSubnormal =
          taps.isOn()
              && type.component() instanceof Type.Float(var format)
              && format.isSubnormal(bits);
      return taps.at(Tap.TRANSFER_ELEMENT, bits, isSubnormal ? 1 : 0);
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
          && walk.stored(row, column) instanceof TensorWalk.Inside inside) {
        long address = Memory.moved(base, inside.linear(), type.componentBytes());
        machine.memory().spoil(address, type.componentBytes());
      }
    }
  }

  private DecodedInstruction store(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(Role.OBJECT));
    Walks walks = new Walks(i, module.typeIdOf(i.operand(Role.OBJECT)), true);
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(Role.OBJECT));
      for (int instance = 0; instance < matrix.instances(); instance++) {
        if (machine.converged(type.scope(), instance)) {
          Taps taps = walks.taps(instance, machine);
          TensorWalk walk = walks.of(instance, taps, machine);
          long base = base(i, type.scope(), instance, taps, machine);
          long tag = machine.cooperativeTag(base, type.scope(), instance);
          boolean shared = module.storage(i.operand(Role.POINTER)) == StorageClass.WORKGROUP;
          long[] tile = shared ? matrix.shared(instance) : matrix.stored(instance, machine);
          store(walk, base, type, tile, tag, taps, machine);
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
      Taps taps,
      Machine machine) {
    if (walk.hasBlocks()) {
      machine
          .behaviour()
          .violated(Check.TENSOR, "CM2-TST-004: a store with a block size other than 1");
    }
    Set<Long> written = new HashSet<>();
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        if (taps.isOn(Tap.TRANSFER_STORES_OUTSIDE)
            && walk.target(row, column) instanceof TensorWalk.Outside
            && taps.is(Tap.TRANSFER_STORES_OUTSIDE, false)) {
          machine.memory().write(base, type.componentBytes(), tile[e]);
        }
        if (walk.stored(row, column) instanceof TensorWalk.Inside inside) {
          if (!written.add(inside.linear())) {
            machine
                .behaviour()
                .violated(Check.OVERLAP, "CM2-TST-006: two elements are stored to one place");
          }
          long count = taps.isOn() ? taps.within(Tap.TRANSFER_STORED, 1, 0, Taps.MOST, e) : 1;
          for (long n = 0; n < count; n++) {
            machine
                .memory()
                .write(
                    Memory.moved(base, inside.linear() + n, type.componentBytes()),
                    type.componentBytes(),
                    tile[e],
                    tag);
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
    private final TensorWalk walk;
    private final int instance;
    private final Machine machine;
    private final Taps taps;

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
      this.walk = walk;
      this.operands = operands;
      this.type = type;
      this.scope = type.scope();
      this.base = base;
      this.instance = instance;
      this.machine = machine;
      this.taps =
          machine.fault().isTapped()
              ? machine
                  .fault()
                  .at(
                      Tap.Site.DECODE,
                      type,
                      instance,
                      bound ? 1 : 0,
                      walk.turns() ? 1 : 0,
                      walk.lastBlockSize())
              : Taps.OFF;
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
          // The device may do so; then the components of such a group pass the tap too.
          if (byVector || taps.isOn(Tap.DECODE_COMPONENT)) {
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
                taps.at(
                    Tap.DECODE_ELEMENT, Lanes.get((long[]) result, lane), 0, 0, 0, tile[element]);
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

    private void take(Group group, Object[] components, int lane, long[] tile) {
      int last = components.length - 1;
      for (int at = 0; at < components.length; at++) {
        for (Wanted wanted : group.members.get(at)) {
          int from = taps.isOn(Tap.DECODE_COMPONENT) ? tapped(group, wanted, at, last) : at;
          long value = Lanes.get((long[]) components[from], lane);
          tile[wanted.element] =
              taps.at(Tap.DECODE_ELEMENT, value, 1, at, last, tile[wanted.element]);
        }
      }
    }

    /** The component of a group that the tap gives. */
    private int tapped(Group group, Wanted wanted, int at, int last) {
      int missing = 0;
      while (group.members.get(missing).isEmpty()) {
        missing++;
      }
      boolean cut = group.members.stream().anyMatch(List::isEmpty);
      return taps.modulo(
          Tap.DECODE_COMPONENT,
          at,
          last + 1,
          last,
          cut ? 1 : 0,
          missing,
          group.members.getLast().isEmpty() ? 1 : 0,
          unclamped(wanted.at, last));
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
      int own = (int) taps.at(Tap.DECODE_FUNCTION, function, operands.decode(), vector ? 1 : 0);
      Type pointee = module.pointeeOf(module.signature(own).parameters().getFirst());
      long alignment = alignment(pointee);
      long size = pointee.size() + (rest(pointee) && padsStructs() ? alignment : 0);
      if (size % alignment != 0 && padsStructs()) {
        size = Math.ceilDiv(size, alignment) * alignment;
      }
      return taps.at(
          Tap.DECODE_STEP, size, vector ? 1 : 0, pointee.size() % alignment == 0 ? 1 : 0);
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
      long right = Memory.moved(base, at.linear(), size);
      long packed = Memory.moved(base, at.linear(), type.componentBytes());
      return taps.at(Tap.DECODE_POINTER, right, vector ? 1 : 0, base, packed, size);
    }

    private long[] block(TensorWalk.Inside at, boolean vector) {
      return tapped(Tap.DECODE_BLOCK, at.block(), at.inBlock(), vector);
    }

    private long[] inBlock(TensorWalk.Inside at, boolean vector) {
      return tapped(Tap.DECODE_IN_BLOCK, at.inBlock(), at.block(), vector);
    }

    private long[] tapped(Tap tap, long[] right, long[] other, boolean vector) {
      if (!taps.isOn()) {
        return right;
      }
      boolean isExchanged = taps.is(Tap.DECODE_EXCHANGES, false, vector ? 1 : 0);
      long[] coordinates = (isExchanged ? other : right).clone();
      int last = coordinates.length - 1;
      for (int i = 0; i <= last; i++) {
        coordinates[i] = taps.at(tap, coordinates[i], vector ? 1 : 0, other[i], i, last);
      }
      return coordinates;
    }

    private Object[] coordinates(
        int[] items, IntFunction<long[]> of, List<TensorWalk.Inside> places) {
      Object[] parts = new Object[places.getFirst().block().length];
      Arrays.setAll(parts, d -> ModuleCalls.perLane(items, n -> of.apply(n)[d]));
      return parts;
    }
  }
}
