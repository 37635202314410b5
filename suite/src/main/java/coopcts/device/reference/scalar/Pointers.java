// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.BufferArray;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.Values;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.MemoryOperands;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes variables, access chains, loads and stores. Pointers into buffers, shared memory and push
 * constants are addresses; those into Function, Private, Input and Output variables are {@link
 * Variable.Pointer}s.
 */
public final class Pointers implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public Pointers(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpVariable, this::variable);
    table.add(Spv.SpvOpUntypedVariableKHR, Pointers::untypedVariable);
    table.add(Spv.SpvOpAccessChain, i -> accessChain(i, 1));
    table.add(Spv.SpvOpInBoundsAccessChain, i -> accessChain(i, 1));
    table.add(Spv.SpvOpPtrAccessChain, i -> accessChain(i, 2));
    table.add(Spv.SpvOpInBoundsPtrAccessChain, i -> accessChain(i, 2));
    table.add(Spv.SpvOpUntypedAccessChainKHR, i -> untypedChain(i, 2));
    table.add(Spv.SpvOpUntypedInBoundsAccessChainKHR, i -> untypedChain(i, 2));
    table.add(Spv.SpvOpUntypedPtrAccessChainKHR, i -> untypedChain(i, 3));
    table.add(Spv.SpvOpUntypedInBoundsPtrAccessChainKHR, i -> untypedChain(i, 3));
    table.add(Spv.SpvOpLoad, this::load);
    table.add(Spv.SpvOpStore, this::store);
    table.add(Spv.SpvOpPtrEqual, i -> compare(i, (a, b) -> a == b ? 1 : 0));
    table.add(Spv.SpvOpPtrNotEqual, i -> compare(i, (a, b) -> a != b ? 1 : 0));
    table.add(
        Spv.SpvOpPtrDiff,
        i -> {
          long size = module.isUntyped(i.operand(0)) ? 1 : module.pointee(i.operand(0)).size();
          long mask = module.type(i.type()).size() == 8 ? -1L : 0xFFFFFFFFL;
          return compare(i, (a, b) -> (a - b) / size & mask);
        });
    table.add(Spv.SpvOpCopyMemory, this::copy);
    table.add(
        Spv.SpvOpArrayLength,
        i -> arrayLength(i, module.pointee(i.operand(0)), i.operand(0), i.operand(1)));
    table.add(
        Spv.SpvOpUntypedArrayLengthKHR,
        i -> arrayLength(i, module.type(i.operand(0)), i.operand(1), i.operand(2)));
  }

  private static DecodedInstruction compare(Instruction i, LongBinaryOperator function) {
    return Elementwise.binary(i.result(), i.operand(0), i.operand(1), function);
  }

  private DecodedInstruction variable(Instruction i) {
    Type type = module.pointee(i.result());
    int initializer = module.initializes(i) ? i.operand(1) : 0;
    boolean isTurned = isTurned(i, type);
    return machine -> {
      Variable variable =
          initializer != 0
              ? new Variable(machine.get(initializer), isTurned)
              : Variable.uninitialised(type, isTurned, machine);
      machine.set(i.result(), new Variable.Pointer(variable, new long[0][]));
    };
  }

  /** Whether components stand in reverse order in a variable's matrices: never. */
  private boolean isTurned(Instruction variable, Type type) {
    Taps taps = module.taps(Tap.Site.STORE, null, 0, 0, 0, 0);
    return taps.isOn(Tap.STORE_TURNS)
        && type.containsMatrix()
        && taps.is(Tap.STORE_TURNS, false, isFirstOfType(variable) ? 1 : 0);
  }

  private boolean isFirstOfType(Instruction variable) {
    return module.instructions().stream()
        .filter(i -> i.opcode() == Spv.SpvOpVariable && i.type() == variable.type())
        .findFirst()
        .filter(first -> first.result() == variable.result())
        .isPresent();
  }

  private DecodedInstruction accessChain(Instruction i, int firstIndex) {
    if (!module.storage(i.operand(0)).hasAddresses()) {
      Type pointee = module.pointee(i.operand(0));
      boolean isTaskOrMesh =
          module.stage() == ShaderStage.TASK || module.stage() == ShaderStage.MESH;
      int pointeeId = ((Type.Pointer) module.typeOf(i.operand(0))).pointee();
      boolean isLong = module.isLongVector(pointeeId);
      boolean isCooperative = module.isCooperativeVector(pointeeId);
      return machine -> {
        long[][] path = new long[i.count() - 1][];
        for (int at = 0; at < path.length; at++) {
          path[at] = signExtended(machine.scalar(i.operand(at + 1)), i.operand(at + 1));
        }
        if (machine.isTapped(Tap.Site.INDEX) && pointee instanceof Type.Vector) {
          path[0] =
              passed(
                  path[0],
                  module.taps(
                      Tap.Site.INDEX,
                      pointee,
                      isLong ? 1 : 0,
                      isCooperative ? 1 : 0,
                      isTaskOrMesh ? 1 : 0),
                  machine);
        }
        machine.set(i.result(), ((Variable.Pointer) machine.get(i.operand(0))).into(path));
      };
    }
    Type type = module.pointee(i.operand(0));
    return addressChain(
        i, new Start(i.operand(0), type, module.pointerLayout(i.operand(0))), firstIndex);
  }

  private static DecodedInstruction untypedVariable(Instruction i) {
    throw new UnsupportedException("an untyped variable in a function is not supported");
  }

  /** A chain that says itself what its base is taken to point to, and whose result is untyped. */
  private DecodedInstruction untypedChain(Instruction i, int firstIndex) {
    int base = i.operand(1);
    if (!module.storage(base).hasAddresses()) {
      throw new UnsupportedException(
          "an untyped pointer of storage class %s is not supported"
              .formatted(module.storage(base)));
    }
    return addressChain(i, new Start(base, module.type(i.operand(0)), null), firstIndex);
  }

  /**
   * What an access chain starts from.
   *
   * @param type what the pointer is taken to point to
   * @param layout how the matrix lies that it leads into, or null
   */
  private record Start(int pointer, Type type, Type.Member layout) {}

  /** Passes an index into a vector through the tap. */
  private static long[] passed(long[] index, Taps taps, Machine machine) {
    long uniform = Lanes.get(index, machine.firstActive());
    long[] changed = new long[machine.lanes()];
    Arrays.setAll(
        changed,
        lane ->
            taps.at(
                Tap.INDEX_OF,
                Lanes.get(index, lane),
                uniform,
                lane < machine.subgroupSize() ? 0 : 1));
    return changed;
  }

  private long[] signExtended(long[] index, int id) {
    if (!(module.typeOf(id) instanceof Type.Int(var format)) || !format.isSigned()) {
      return index;
    }
    long[] values = new long[index.length];
    Arrays.setAll(values, lane -> format.value(index[lane]));
    return values;
  }

  /** A summand of an address: an index times a number of bytes. */
  private record Term(int index, long bytes, int limit) {}

  private DecodedInstruction addressChain(Instruction i, Start start, int firstIndex) {
    List<Term> terms = new ArrayList<>();
    long constant = 0;
    if (isOfPointers(i.opcode())) {
      int pointer = module.typeIdOf(start.pointer);
      int stride = module.decoration(pointer, Spv.SpvDecorationArrayStride, 0);
      terms.add(new Term(i.operand(firstIndex - 1), stride != 0 ? stride : start.type.size(), 0));
    }
    boolean isUntyped = module.isUntyped(i.result());
    Taps taps = module.taps(Tap.Site.CHAIN, null, isUntyped ? 1 : 0);
    int base = isUntyped ? start.pointer : base(i, taps);
    boolean isOfBuffers = isArrayOfBuffers(base);
    Type type = isOfBuffers ? buffer(start.type) : start.type;
    Type.Member layout = start.layout;
    for (int at = isOfBuffers ? firstIndex + 1 : firstIndex; at < i.count(); at++) {
      int index = i.operand(at);
      switch (type) {
        case Type.Struct struct -> {
          int member = (int) module.constantBits(index);
          layout = struct.layout().get(member);
          constant += offset(struct, member, taps);
          type = struct.members().get(member);
        }
        case Type.Array array -> {
          long size =
              layout != null && array.stride() == 0
                  ? layout.size(array.element())
                  : array.element().size();
          terms.add(new Term(index, array.stride() != 0 ? array.stride() : size, array.length()));
          type = array.element();
        }
        case Type.RuntimeArray array -> {
          terms.add(
              new Term(index, array.stride() != 0 ? array.stride() : array.element().size(), 0));
          type = array.element();
        }
        case Type.ColumnMatrix matrix -> {
          terms.add(new Term(index, columnStride(matrix, layout), matrix.count()));
          type = matrix.column();
        }
        case Type.Vector vector -> {
          terms.add(new Term(index, rowStride(vector, layout), vector.count()));
          type = vector.element();
        }
        default -> throw new SpirvException("an access chain into " + type);
      }
    }
    if (isUntyped) {
      module.noteUntyped(i.result(), type);
    } else {
      module.notePointerLayout(i.result(), layout);
    }
    long fixed = taps.at(Tap.CHAIN_OFFSET, constant);
    Function<Machine, long[]> origin =
        isOfBuffers
            ? machine -> buffer(i, base, i.operand(firstIndex), machine)
            : machine -> machine.scalar(base);
    terms.replaceAll(term -> new Term(term.index, taps.at(Tap.CHAIN_STEP, term.bytes), term.limit));
    return machine -> {
      long[] address = origin.apply(machine);
      for (Term term : terms) {
        address = add(address, signExtended(machine.scalar(term.index), term.index), term, machine);
      }
      machine.set(
          i.result(), fixed == 0 ? address : Elementwise.map(address, a -> a + fixed, machine));
    };
  }

  /** Whether a pointer is a variable that holds an array of buffers. */
  private boolean isArrayOfBuffers(int pointer) {
    return module.definition(pointer).opcode() == Spv.SpvOpVariable
        && (module.storage(pointer) == StorageClass.STORAGE_BUFFER
            || module.storage(pointer) == StorageClass.UNIFORM)
        && Module.isSeveral(module.pointee(pointer));
  }

  /** The type of each of the buffers of an array. */
  private static Type buffer(Type array) {
    Type element =
        array instanceof Type.Array several
            ? several.element()
            : ((Type.RuntimeArray) array).element();
    if (Module.isSeveral(element)) {
      throw new UnsupportedException("an array of arrays of buffers is not supported");
    }
    return element;
  }

  /** Where the buffers begin that the invocations choose. */
  private long[] buffer(Instruction chain, int array, int index, Machine machine) {
    long[] chosen = signExtended(machine.scalar(index), index);
    if (!Lanes.isUniform(chosen)
        && module.decoration(chain.result(), Spv.SpvDecorationNonUniform, -1) < 0) {
      checkUniform(chosen, machine);
    }
    return ((BufferArray) machine.get(array)).at(chosen, machine);
  }

  /** An index that is not said to differ is the same in all active invocations of a subgroup. */
  private static void checkUniform(long[] index, Machine machine) {
    long[] first = new long[machine.instances(Scope.SUBGROUP)];
    boolean[] seen = new boolean[first.length];
    for (int lane = 0; lane < machine.lanes(); lane++) {
      int subgroup = machine.instance(Scope.SUBGROUP, lane);
      if (machine.active(lane) && !seen[subgroup]) {
        seen[subgroup] = true;
        first[subgroup] = index[lane];
      } else if (machine.active(lane) && index[lane] != first[subgroup]) {
        machine
            .behaviour()
            .violated(
                Check.UNIFORMITY,
                "VUID 06274: the index into an array of buffers differs within a subgroup, and"
                    + " nothing says so (nonuniformEXT)");
        return;
      }
    }
  }

  /** Whether a chain steps from pointer to pointer before it goes into what they point to. */
  private static boolean isOfPointers(int opcode) {
    return opcode == Spv.SpvOpPtrAccessChain
        || opcode == Spv.SpvOpInBoundsPtrAccessChain
        || opcode == Spv.SpvOpUntypedPtrAccessChainKHR
        || opcode == Spv.SpvOpUntypedInBoundsPtrAccessChainKHR;
  }

  /** What an access chain starts from, or where the tap has it so the one before. */
  private int base(Instruction chain, Taps taps) {
    Instruction before = module.definition(chain.operand(0));
    return (before.opcode() == Spv.SpvOpAccessChain
                || before.opcode() == Spv.SpvOpInBoundsAccessChain)
            && !isArrayOfBuffers(before.operand(0))
            && !taps.is(Tap.CHAIN_CONTINUES, true)
        ? before.operand(0)
        : chain.operand(0);
  }

  /** Where a member of a structure lies. */
  private static long offset(Type.Struct struct, int member, Taps taps) {
    long right = struct.layout().get(member).offset();
    if (!taps.isOn(Tap.CHAIN_MEMBER)) {
      return right;
    }
    Type type = struct.members().get(member);
    boolean isBehind =
        member > 0 && !(type instanceof Type.Vector) && isLong(struct.members().get(member - 1));
    return taps.at(
        Tap.CHAIN_MEMBER,
        right,
        type instanceof Type.RuntimeArray ? 0 : type.size(),
        isLong(type) ? 1 : 0,
        isBehind ? 1 : 0);
  }

  private static boolean isLong(Type type) {
    return type instanceof Type.Vector vector && vector.count() > 4;
  }

  private static long[] add(long[] address, long[] index, Term term, Machine machine) {
    return (long[])
        Elementwise.map(
            address,
            index,
            (a, n) -> {
              if (term.limit > 0 && (n < 0 || n >= term.limit)) {
                machine
                    .behaviour()
                    .violated(Check.BOUNDS, "index " + n + " of an array of " + term.limit);
              }
              return Memory.moved(a, n, term.bytes);
            },
            machine);
  }

  private static long columnStride(Type.ColumnMatrix matrix, Type.Member layout) {
    if (layout == null || layout.matrixStride() == 0) {
      return matrix.column().size();
    }
    return layout.rowMajor() ? matrix.column().element().size() : layout.matrixStride();
  }

  /**
   * Bytes between the components of a vector: those of a row-major matrix's column lie a stride
   * apart.
   */
  private static long rowStride(Type.Vector vector, Type.Member layout) {
    return layout != null && layout.rowMajor() && layout.matrixStride() > 0
        ? layout.matrixStride()
        : vector.element().size();
  }

  private DecodedInstruction load(Instruction i) {
    int pointer = i.operand(0);
    if (!module.storage(pointer).hasAddresses()) {
      return machine ->
          machine.set(i.result(), ((Variable.Pointer) machine.get(pointer)).load(machine));
    }
    Type type = module.type(i.type());
    Type.Member layout = module.pointerLayout(pointer);
    int alignment = MemoryOperands.alignment(i);
    boolean bound = module.storage(pointer) == StorageClass.STORAGE_BUFFER;
    boolean isUntyped = module.isUntyped(pointer);
    Reader reader = reader(i, pointer);
    return machine -> {
      checkAligned(machine.scalar(pointer), alignment, machine);
      Taps taps =
          machine.isTapped(Tap.Site.READ)
              ? module.taps(
                  Tap.Site.READ, type, isUntyped ? 1 : 0, bound && machine.isInCallback() ? 1 : 0)
              : Taps.OFF;
      machine.set(
          i.result(),
          taps.is(Tap.READ_READS, true)
              ? read(type, layout, address(pointer, taps, machine), reader, machine)
              : Values.zero(type));
    };
  }

  /** Takes note of who reads a scalar. */
  @FunctionalInterface
  private interface Reader {
    void note(Memory memory, long address, int width, long tag);
  }

  /** Only Vulkan's memory model has private accesses; shared memory is never read by them. */
  private Reader reader(Instruction load, int pointer) {
    boolean isPrivate =
        module.declares(Spv.SpvCapabilityVulkanMemoryModel)
            && module.storage(pointer) != StorageClass.WORKGROUP
            && !MemoryOperands.isNonPrivate(load);
    return isPrivate ? Memory::notePrivateRead : Memory::noteRead;
  }

  /** Where something is read. */
  private static long[] address(int pointer, Taps taps, Machine machine) {
    long[] right = machine.scalar(pointer);
    return taps.isOn(Tap.READ_ADDRESS)
        ? (long[]) Elementwise.map(right, at -> taps.at(Tap.READ_ADDRESS, at), machine)
        : right;
  }

  /** Puts a value where a pointer leads. */
  @FunctionalInterface
  interface Writer {
    void write(Object value, Machine machine);
  }

  Writer writer(int pointer) {
    return writer(pointer, module.pointee(pointer));
  }

  /**
   * The same.
   *
   * @param type of the values, which an untyped pointer takes from them
   */
  private Writer writer(int pointer, Type type) {
    if (!module.storage(pointer).hasAddresses()) {
      return (value, machine) -> ((Variable.Pointer) machine.get(pointer)).store(value, machine);
    }
    Type.Member layout = module.pointerLayout(pointer);
    return (value, machine) -> write(type, layout, machine.scalar(pointer), value, machine);
  }

  private DecodedInstruction store(Instruction i) {
    int pointer = i.operand(Role.POINTER);
    int object = i.operand(Role.OBJECT);
    int alignment = MemoryOperands.alignment(i);
    Writer right =
        module.isUntyped(pointer) ? writer(pointer, module.typeOf(object)) : writer(pointer);
    Writer writer =
        (module.behaviour().fault().isTapped(Tap.Site.STORE) || module.behaviour().isWatched())
                && !module.storage(pointer).hasAddresses()
            ? new VariableStores(module).passing(i, right)
            : right;
    return machine -> {
      if (alignment > 1) {
        checkAligned(machine.scalar(pointer), alignment, machine);
      }
      writer.write(machine.get(object), machine);
    };
  }

  private DecodedInstruction copy(Instruction i) {
    int target = i.operand(0);
    int source = i.operand(1);
    Type type = module.pointee(module.isUntyped(target) ? source : target);
    return machine -> {
      Object value =
          module.storage(source).hasAddresses()
              ? read(
                  type,
                  module.pointerLayout(source),
                  machine.scalar(source),
                  Memory::noteRead,
                  machine)
              : ((Variable.Pointer) machine.get(source)).load(machine);
      if (module.storage(target).hasAddresses()) {
        write(type, module.pointerLayout(target), machine.scalar(target), value, machine);
      } else {
        ((Variable.Pointer) machine.get(target))
            .store(
                value instanceof MatrixValue matrix
                    ? matrix.copied(Tap.Way.MEMORY, machine)
                    : value,
                machine);
      }
    };
  }

  private static Object read(
      Type type, Type.Member layout, long[] address, Reader reader, Machine machine) {
    return switch (type) {
      case Type.Int _, Type.Float _, Type.Bool _, Type.Pointer _ -> {
        int width = (int) type.size();
        Memory memory = machine.memory();
        note(address, width, reader, machine);
        yield Elementwise.map(address, a -> memory.readPlainly(a, width), machine);
      }
      default -> {
        Object[] parts = new Object[type.count()];
        for (int at = 0; at < parts.length; at++) {
          parts[at] =
              read(
                  part(type, at),
                  partLayout(type, layout, at),
                  part(type, layout, address, at, machine),
                  reader,
                  machine);
        }
        yield parts;
      }
    };
  }

  private static void write(
      Type type, Type.Member layout, long[] address, Object value, Machine machine) {
    switch (type) {
      case Type.Int _, Type.Float _, Type.Bool _, Type.Pointer _ -> {
        int width = (int) type.size();
        long[] scalar = (long[]) value;
        for (int lane = 0; lane < machine.lanes(); lane++) {
          if (machine.active(lane)) {
            long at = Lanes.get(address, lane);
            checkAligned(at, width, machine);
            machine.memory().write(at, width, Lanes.get(scalar, lane), machine.tag(at, lane));
          }
        }
      }
      default -> {
        Object[] parts = (Object[]) value;
        for (int at = 0; at < parts.length; at++) {
          write(
              part(type, at),
              partLayout(type, layout, at),
              part(type, layout, address, at, machine),
              parts[at],
              machine);
        }
      }
    }
  }

  /** Checks where a scalar is read, and notes who reads it. */
  private static void note(long[] address, int width, Reader reader, Machine machine) {
    if (Lanes.isUniform(address)) {
      checkAligned(address[0], width, machine);
      reader.note(machine.memory(), address[0], width, machine.tagOfActive(address[0]));
      return;
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane)) {
        checkAligned(address[lane], width, machine);
        reader.note(machine.memory(), address[lane], width, machine.tag(address[lane], lane));
      }
    }
  }

  private static void checkAligned(long address, int bytes, Machine machine) {
    if (address % bytes != 0) {
      machine
          .behaviour()
          .violated(
              Check.ALIGNMENT,
              "an access at offset %d, which is no multiple of %d bytes"
                  .formatted(Memory.offset(address), bytes));
    }
  }

  /** Holds the Aligned operand of a load or store to be true in every invocation. */
  private static void checkAligned(long[] address, int bytes, Machine machine) {
    if (bytes > 1) {
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          checkAligned(Lanes.get(address, lane), bytes, machine);
        }
      }
    }
  }

  static Type part(Type type, int at) {
    return switch (type) {
      case Type.Vector vector -> vector.element();
      case Type.ColumnMatrix matrix -> matrix.column();
      case Type.Array array -> array.element();
      case Type.Struct struct -> struct.members().get(at);
      default -> throw new SpirvException(type + " cannot lie in memory");
    };
  }

  static Type.Member partLayout(Type type, Type.Member layout, int at) {
    return type instanceof Type.Struct struct ? struct.layout().get(at) : layout;
  }

  static long[] part(Type type, Type.Member layout, long[] address, int at, Machine machine) {
    long offset =
        switch (type) {
          case Type.Vector vector -> at * rowStride(vector, layout);
          case Type.ColumnMatrix matrix -> at * columnStride(matrix, layout);
          case Type.Array array ->
              at * (array.stride() != 0 ? array.stride() : array.element().size());
          case Type.Struct struct -> struct.layout().get(at).offset();
          default -> throw new SpirvException(type + " cannot lie in memory");
        };
    return offset == 0 ? address : (long[]) Elementwise.map(address, a -> a + offset, machine);
  }

  private DecodedInstruction arrayLength(Instruction i, Type type, int pointer, int member) {
    Type.Struct struct = (Type.Struct) type;
    Type.RuntimeArray array = (Type.RuntimeArray) struct.members().get(member);
    int offset = struct.layout().get(member).offset();
    return machine -> {
      long[] address = machine.scalar(pointer);
      machine.set(
          i.result(),
          Elementwise.map(
              address, a -> machine.memory().bytesFrom(a + offset) / array.stride(), machine));
    };
  }
}
