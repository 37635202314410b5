// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.fault.Grid;
import coopcts.model.FarPages;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * All memory that has addresses: buffers, shared memory, push constants. An address holds the
 * block's number in its upper bits and the byte offset in its lower ones, counted from their
 * middle: a pointer that strays, forwards or backwards, is still one into its own block, and what
 * strays further than that leads nowhere.
 */
public final class Memory {

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int OFFSET_BITS = 44;

  /** What stands for offset 0. */
  private static final long ORIGIN = 1L << OFFSET_BITS - 1;

  /** More bytes than this between two places are never added to an address. */
  private static final long FARTHEST = ORIGIN / 2;

  private final List<Block> blocks =
      new ArrayList<>(
          List.of(
              new Block(
                  "null",
                  BlockKind.CONSTANT,
                  new byte[0],
                  null,
                  null,
                  null,
                  new byte[0],
                  null,
                  null,
                  false)));

  private final Behaviour behaviour;
  private final WorkgroupOrder order = new WorkgroupOrder();
  private int dispatches = 1;
  private boolean holdsUndefined;

  /** What a block is for. */
  public enum BlockKind {
    /** A bound or addressed buffer. */
    BUFFER,
    /** A buffer that reads as 0 beyond its end, and takes nothing there. */
    ROBUST,
    /** Shared memory of a workgroup. */
    SHARED,
    /** Push constants, which nothing writes. */
    CONSTANT
  }

  /** Blocks beyond this size are not watched for races. */
  private static final int WATCHED_BYTES = 1 << 24;

  /** Wrong turns that show what memory held before. */
  private static final Set<FaultPoint> SHOWING_THE_PAST =
      EnumSet.of(
          FaultPoint.LOAD_BEFORE_BARRIER,
          FaultPoint.STORE_SEEN_LATE,
          FaultPoint.LOAD_BEFORE_STORE,
          FaultPoint.LOAD_BEFORE_DISPATCH);

  /**
   * @param sides who accessed it last, null where the first broken rule ends the shader
   * @param past null where no fault shows it
   * @param before what it held when the dispatch began, for a fault to see
   * @param writers who wrote it, null where nobody watches
   * @param undefined the bytes that hold what was undefined; null where that is not followed
   */
  private record Block(
      String name,
      BlockKind kind,
      byte[] bytes,
      Races races,
      RaceSides sides,
      EarlierContents past,
      byte[] before,
      Writers writers,
      BitSet undefined,
      boolean isFar) {
    boolean holds(long offset, int width) {
      return isFar
          ? offset >= 0
              && offset % FarPages.DISTANCE + width <= FarPages.BYTES
              && index(offset) + width <= bytes.length
          : offset >= 0 && offset + width <= bytes.length;
    }

    /** Where the byte at an offset lies in the array; pages that nothing has cost nothing. */
    int index(long offset) {
      return isFar
          ? (int) (offset / FarPages.DISTANCE * FarPages.BYTES + offset % FarPages.DISTANCE)
          : (int) offset;
    }
  }

  /**
   * Begins without blocks. Where bounds are not checked, an access outside of every block reads 0
   * and writes nothing.
   *
   * @param behaviour of the device: checks and planted fault
   */
  public Memory(Behaviour behaviour) {
    this.behaviour = behaviour;
  }

  /**
   * Adds a block of memory.
   *
   * @param name of the block, for messages
   * @param kind of memory
   * @param bytes its contents, little-endian; the array is kept and changed in place by writes
   * @return the address of the first byte
   */
  public long add(String name, BlockKind kind, byte[] bytes) {
    return add(name, kind, bytes, false);
  }

  /**
   * Adds a block of memory.
   *
   * @param name of the block, for messages
   * @param kind of memory
   * @param bytes its contents, little-endian; the array is kept and changed in place by writes
   * @param isFar whether its pages lie apart, as {@link FarPages} says
   * @return the address of the first byte
   */
  public long add(String name, BlockKind kind, byte[] bytes, boolean isFar) {
    boolean watched =
        behaviour.checks(Check.RACE) && kind != BlockKind.CONSTANT && bytes.length <= WATCHED_BYTES;
    boolean remembered =
        behaviour.fault().isOn() && SHOWING_THE_PAST.stream().anyMatch(behaviour.fault()::plants);
    boolean noted =
        behaviour.watch().isOn() && kind != BlockKind.CONSTANT && bytes.length <= WATCHED_BYTES;
    blocks.add(
        new Block(
            name,
            kind,
            bytes,
            watched ? new Races(bytes.length, order) : null,
            watched && !behaviour.violations().isFirstOnly() ? new RaceSides(bytes.length) : null,
            remembered ? new EarlierContents(bytes) : null,
            behaviour.fault().isOn() && (kind == BlockKind.BUFFER || kind == BlockKind.ROBUST)
                ? bytes.clone()
                : bytes,
            noted ? new Writers(bytes.length) : null,
            kind == BlockKind.SHARED && behaviour.followsUndefined() ? new BitSet() : null,
            isFar));
    return at(blocks.size() - 1, 0);
  }

  /** {@return the number of blocks, for {@link #release}} */
  public int count() {
    return blocks.size();
  }

  /**
   * Removes the blocks that were added last. Addresses into them lead nowhere then.
   *
   * @param count number of blocks that stay
   */
  public void release(int count) {
    blocks.subList(count, blocks.size()).clear();
    holdsUndefined = false;
  }

  private static long at(int number, long offset) {
    return ((long) number << OFFSET_BITS) + ORIGIN + offset;
  }

  private static int number(long address) {
    return (int) (address >>> OFFSET_BITS);
  }

  /**
   * {@return bytes from the beginning of its block to an address; negative before the block}
   *
   * @param address anywhere
   */
  public static long offset(long address) {
    return (address & (1L << OFFSET_BITS) - 1) - ORIGIN;
  }

  /**
   * {@return the address of the first byte of the block that an address leads into}
   *
   * @param address in a block or near it
   */
  public static long start(long address) {
    return address - offset(address);
  }

  /**
   * Moves an address.
   *
   * @param address that is moved
   * @param count number of steps, which may be negative
   * @param bytes of a step
   * @return the new address, or 0, which leads nowhere, if it is too far from its block
   */
  public static long moved(long address, long count, long bytes) {
    long distance = count * bytes;
    boolean isNear = Math.abs((double) count * bytes) <= FARTHEST;
    return isNear && Math.abs(offset(address) + distance) <= FARTHEST ? address + distance : 0;
  }

  /**
   * Notes a barrier of the pipeline: all accesses so far are visible to later dispatches. Races are
   * forgotten, and the present contents become those before the next dispatch.
   */
  public void settle() {
    order.forget();
    blocks.stream().filter(block -> block.races != null).forEach(block -> block.races.forget());
    blocks.stream()
        .filter(block -> block.before != block.bytes)
        .forEach(block -> System.arraycopy(block.bytes, 0, block.before, 0, block.bytes.length));
    blocks.stream().filter(block -> block.past != null).forEach(block -> block.past.settle());
    blocks.stream().filter(block -> block.writers != null).forEach(block -> block.writers.settle());
    dispatches++;
  }

  /** What orders the workgroups of the dispatch. */
  WorkgroupOrder order() {
    return order;
  }

  /** Takes note of a barrier that orders shared memory. */
  void barrier() {
    for (Block block : blocks) {
      if (block.past != null && block.kind == BlockKind.SHARED) {
        block.past.barrier();
      }
    }
  }

  /**
   * Whether an access lies within a block. Nothing is reported if it does not.
   *
   * @param address of the first byte
   * @param width bytes of the access
   * @return false also for an address that leads nowhere
   */
  public boolean holds(long address, int width) {
    int number = number(address);
    return number > 0 && number < blocks.size() && blocks.get(number).holds(offset(address), width);
  }

  /**
   * {@return the address behind the block's end by as much as the given one is into the next block,
   * as if blocks had no gaps}
   *
   * @param address in a block
   */
  public long inNextBlock(long address) {
    int number = number(address);
    return at(number + 1, Math.max(0, offset(address) - blocks.get(number).bytes.length));
  }

  /**
   * {@return the last address at which an access still lies within the block; the block's first
   * address where the block is shorter than the access}
   *
   * @param address in the block; that it lies in one is not checked
   * @param width bytes of the access
   */
  public long lastInBlock(long address, int width) {
    int number = number(address);
    return at(number, Math.max(0, blocks.get(number).bytes.length - width));
  }

  private Block block(long address, int width) {
    int number = number(address);
    Block block = number > 0 && number < blocks.size() ? blocks.get(number) : null;
    long offset = offset(address);
    if (block != null && block.holds(offset, width)) {
      return block;
    }
    if (block != null && block.kind == BlockKind.ROBUST) {
      return null;
    }
    behaviour.violated(
        Check.BOUNDS,
        block == null ? "" : block.name,
        block == null
            ? "the address 0x%x lies in no buffer".formatted(address)
            : "access of %d bytes at offset %d of %s, which has %d"
                .formatted(width, offset, block.name, block.bytes.length));
    return null;
  }

  /**
   * Reads a whole tile, line by line, on behalf of a scope instance.
   *
   * @param grid where the elements lie
   * @param rows of the tile
   * @param columns of the tile
   * @param tile takes the elements by rows
   * @param tag of the scope instance, by {@link Races}
   * @return whether it did; where there is anything to be said of a single element nothing is read,
   *     and {@link #readCooperatively} says it
   */
  public boolean read(Grid grid, int rows, int columns, long[] tile, long tag) {
    Lines lines = new Lines(grid, rows, columns);
    Block block = plain(lines);
    if (block == null) {
      return false;
    }
    if (block.races != null) {
      for (int line = 0; line < lines.count(); line++) {
        if (block.races.read(lines.at(line), lines.bytes(), tag)) {
          return false;
        }
      }
    }
    for (int line = 0; line < lines.count(); line++) {
      int at = lines.at(line);
      if (block.sides != null) {
        block.sides.read(at, lines.bytes(), behaviour.violations().now());
      }
      for (int i = 0; i < lines.length(); i++) {
        tile[lines.element(line, i)] = read(block.bytes, at + i * grid.bytes(), grid.bytes());
      }
    }
    return true;
  }

  /**
   * Writes a whole tile, line by line, on behalf of a scope instance.
   *
   * @param grid where the elements go
   * @param rows of the tile
   * @param columns of the tile
   * @param tile the elements by rows, patterns in the low bits
   * @param tag of the scope instance, by {@link Races}
   * @return whether it did; if anything is to be reported of a single element, nothing is written
   */
  public boolean write(Grid grid, int rows, int columns, long[] tile, long tag) {
    Lines lines = new Lines(grid, rows, columns);
    Block block = plain(lines);
    if (block == null || grid.stride() < lines.bytes()) {
      return false;
    }
    if (block.races != null) {
      for (int line = 0; line < lines.count(); line++) {
        if (block.races.racesAsWrite(lines.at(line), lines.bytes(), tag)) {
          return false;
        }
      }
    }
    for (int line = 0; line < lines.count(); line++) {
      int at = lines.at(line);
      for (int i = 0; i < lines.length(); i++) {
        put(block.bytes, at + i * grid.bytes(), grid.bytes(), tile[lines.element(line, i)]);
      }
      if (block.races != null) {
        block.races.write(at, lines.bytes(), tag);
      }
      if (block.sides != null) {
        block.sides.write(at, lines.bytes(), behaviour.violations().now());
      }
    }
    return true;
  }

  /** The lines of elements that lie side by side in a block that is not far: rows or columns. */
  private record Lines(Grid grid, int rows, int columns) {

    int count() {
      return grid.rowMajor() ? rows : columns;
    }

    /** Elements of a line. */
    int length() {
      return grid.rowMajor() ? columns : rows;
    }

    int bytes() {
      return length() * grid.bytes();
    }

    /** Bytes from the beginning of the block to a line. */
    int at(int line) {
      return (int) offset(line);
    }

    long offset(int line) {
      return Memory.offset(grid.start()) + line * grid.stride();
    }

    /** The number of an element of a line in the tile. */
    int element(int line, int i) {
      return grid.rowMajor() ? line * columns + i : i * columns + line;
    }
  }

  /** The block that holds all lines of a tile, if no fault nor anybody who watches is in it. */
  private Block plain(Lines lines) {
    Grid grid = lines.grid();
    int number = number(grid.start());
    if (grid.blocks() != null
        || number <= 0
        || number >= blocks.size()
        || grid.stride() < 0
        || behaviour.fault().isOn()) {
      return null;
    }
    Block block = blocks.get(number);
    boolean isWatched =
        block.past != null
            || block.writers != null
            || block.isFar
            || holdsUndefined && block.undefined != null;
    return !isWatched
            && block.holds(lines.offset(0), lines.bytes())
            && block.holds(lines.offset(lines.count() - 1), lines.bytes())
        ? block
        : null;
  }

  /**
   * Reads on behalf of a scope instance, as the planted fault has it, if one is switched on.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @param tag of the scope instance, by {@link Races}
   * @return the bytes as a little-endian number
   */
  public long readCooperatively(long address, int width, long tag) {
    long right = read(address, width, tag);
    Block block = behaviour.fault().isOn() && holds(address, width) ? block(address, width) : null;
    if (block == null || block.past == null) {
      return right;
    }
    if (block.kind == BlockKind.SHARED) {
      return shown(
          FaultPoint.LOAD_BEFORE_BARRIER, block.past.beforeBarrier(), address, width, right);
    }
    long before = shown(FaultPoint.LOAD_BEFORE_STORE, block.past.atStart(), address, width, right);
    return dispatches == 1
        ? before
        : shown(FaultPoint.LOAD_BEFORE_DISPATCH, block.past.initial(), address, width, before);
  }

  /**
   * Reads on behalf of an invocation, as the planted fault has it, if one is switched on. Races are
   * not looked for. What lies outside of every block is a violation of {@link Check#BOUNDS}, except
   * beyond the end of a robust one.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readPlainly(long address, int width) {
    long right = read(address, width);
    Block block = behaviour.fault().isOn() && holds(address, width) ? block(address, width) : null;
    return block == null || block.past == null || block.past.unstored() == null
        ? right
        : shown(FaultPoint.STORE_SEEN_LATE, block.past.unstored(), address, width, right);
  }

  private long shown(FaultPoint bug, byte[] before, long address, int width, long right) {
    long then = read(before, block(address, width).index(offset(address)), width);
    return behaviour.fault().plants(bug) && then != right && behaviour.fault().has(bug)
        ? then
        : right;
  }

  /**
   * Writes on behalf of a scope instance, as the planted fault has it, if one is switched on.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @param value in the low bytes
   * @param tag of the scope instance, by {@link Races}
   */
  public void writeCooperatively(long address, int width, long value, long tag) {
    Block block = holds(address, width) ? block(address, width) : null;
    if (block != null && block.past != null && block.kind == BlockKind.SHARED) {
      block.past.keep();
      put(block.bytes, block.index(offset(address)), width, value);
    } else {
      write(address, width, value, tag);
    }
  }

  boolean isShared(long address) {
    int number = number(address);
    return number > 0 && number < blocks.size() && blocks.get(number).kind == BlockKind.SHARED;
  }

  /**
   * Reads and looks for races. What lies outside of every block is a violation of {@link
   * Check#BOUNDS}, except beyond the end of a robust one. A race is a violation of {@link
   * Check#RACE}.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @param tag of who reads, by {@link Races}
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long read(long address, int width, long tag) {
    Block block = block(address, width);
    if (block == null) {
      return 0;
    }
    noteRead(block, address, width, tag);
    return read(block.bytes, block.index(offset(address)), width);
  }

  /**
   * Notes a read without doing it: races are reported. An address outside of every block is
   * reported as such. A race is a violation of {@link Check#RACE}, and a place outside of every
   * block one of {@link Check#BOUNDS}, except beyond the end of a robust one.
   *
   * @param address of the first byte
   * @param width bytes of the read
   * @param tag of who reads, by {@link Races}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void noteRead(long address, int width, long tag) {
    Block block = block(address, width);
    if (block != null) {
      noteRead(block, address, width, tag);
    }
  }

  /**
   * Notes a read that is not NonPrivatePointer, which nothing orders behind writes of other
   * invocations (V-MM, KHR-MEM-004). Where another invocation wrote the place it is a violation of
   * {@link Check#RACE}, as a race is. What lies outside of every block is a violation of {@link
   * Check#BOUNDS}, except beyond the end of a robust one.
   *
   * @param address of the first byte
   * @param width bytes of the read
   * @param tag of who reads, by {@link Races}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void notePrivateRead(long address, int width, long tag) {
    Block block = block(address, width);
    if (block == null) {
      return;
    }
    if (block.races != null && block.races.isOfOthers(block.index(offset(address)), width, tag)) {
      unordered(block, address, "KHR-MEM-004: a private load of what others stored", true);
    }
    noteRead(block, address, width, tag);
  }

  private void noteRead(Block block, long address, int width, long tag) {
    int at = block.index(offset(address));
    if (block.races != null && block.races.read(at, width, tag)) {
      race(block, address, true);
    }
    if (block.sides != null) {
      block.sides.read(at, width, behaviour.violations().now());
    }
  }

  /**
   * Writes and looks for races. Outside of every block nothing is written; that is a violation of
   * {@link Check#BOUNDS}, except beyond the end of a robust one. A race is a violation of {@link
   * Check#RACE}.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @param value in the low bytes
   * @param tag of who writes, by {@link Races}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void write(long address, int width, long value, long tag) {
    Block block = block(address, width);
    int at = block == null ? 0 : block.index(offset(address));
    if (block != null && block.races != null) {
      boolean isWrite = block.sides != null && block.races.racesWithWrite(at, width, tag);
      if (block.races.write(at, width, tag)) {
        race(block, address, isWrite);
      }
    }
    if (block != null && block.sides != null) {
      block.sides.write(at, width, behaviour.violations().now());
    }
    write(address, width, value);
    if (block != null && block.writers != null) {
      block.writers.note(at, tag);
    }
  }

  /** Whom a {@link Races#tag} names that wrote a place last, or what {@link Writers} has for it. */
  long writer(long address) {
    Block block = holds(address, 1) ? blocks.get(number(address)) : null;
    return block == null || block.writers == null
        ? Writers.HOST
        : block.writers.at(block.index(offset(address)));
  }

  private void race(Block block, long address, boolean isWithWrite) {
    unordered(block, address, "KHR-MEM-003: a data race", isWithWrite);
  }

  /**
   * @param isWithWrite whether the other side wrote
   */
  private void unordered(Block block, long address, String what, boolean isWithWrite) {
    String other =
        block.sides == null ? "" : block.sides.other(block.index(offset(address)), isWithWrite);
    behaviour.violated(
        Check.RACE,
        block.name,
        "%s at offset %d of %s%s".formatted(what, offset(address), block.name, other));
  }

  /**
   * Reads what nobody may write during the dispatch, as products read matrices and biases. A write
   * is reported. What lies outside of every block is a violation of {@link Check#BOUNDS}, except
   * beyond the end of a robust one. A race is a violation of {@link Check#RACE}.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readHeld(long address, int width) {
    Block block = block(address, width);
    if (block == null) {
      return 0;
    }
    int at = block.index(offset(address));
    if (block.races != null && block.races.hold(at, width)) {
      written(block, address);
    }
    return read(block.bytes, at, width);
  }

  /**
   * Writes as atomic operations do. Races are not looked for, but a place that products read is
   * reported. What lies outside of every block is a violation of {@link Check#BOUNDS}, except
   * beyond the end of a robust one. A race is a violation of {@link Check#RACE}.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @param value in the low bytes
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void modify(long address, int width, long value) {
    Block block = block(address, width);
    if (block != null
        && block.races != null
        && block.races.modify(block.index(offset(address)), width)) {
      written(block, address);
    }
    write(address, width, value);
  }

  private void written(Block block, long address) {
    unordered(block, address, "CV-MUL-026: the dispatch writes what a product reads", true);
  }

  /**
   * Reads as atomic operations do: races are not looked for. What lies outside of every block is a
   * violation of {@link Check#BOUNDS}, except beyond the end of a robust one.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long read(long address, int width) {
    Block block = block(address, width);
    if (block == null) {
      return 0;
    }
    return read(block.bytes, block.index(offset(address)), width);
  }

  /**
   * The contents of a buffer when the dispatch began. What lies outside of every block is a
   * violation of {@link Check#BOUNDS}, except beyond the end of a robust one.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readBefore(long address, int width) {
    Block block = block(address, width);
    return block == null ? 0 : read(block.before, block.index(offset(address)), width);
  }

  /**
   * Overwrites the first 16 bytes of the shared memory that was added last, as a planted fault
   * does. Without shared memory nothing happens.
   */
  public void spoilShared() {
    for (Block block : blocks.reversed()) {
      if (block.kind == BlockKind.SHARED) {
        Arrays.fill(block.bytes, 0, Math.min(16, block.bytes.length), (byte) 0x77);
        return;
      }
    }
  }

  private static long read(byte[] bytes, int at, int width) {
    return switch (width) {
      case 1 -> bytes[at] & 0xFFL;
      case 2 -> (short) SHORT.get(bytes, at) & 0xFFFFL;
      case 4 -> (int) INT.get(bytes, at) & 0xFFFFFFFFL;
      case 8 -> (long) LONG.get(bytes, at);
      default -> throw new AssertionError(width);
    };
  }

  /**
   * Writes without looking for races. The place counts as defined from then on. Outside of every
   * block nothing is written; that is a violation of {@link Check#BOUNDS}, except beyond the end of
   * a robust one.
   *
   * @param address of the first byte
   * @param width bytes, 1 to 8
   * @param value in the low bytes
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void write(long address, int width, long value) {
    Block block = block(address, width);
    if (block == null) {
      return;
    }
    put(block.bytes, block.index(offset(address)), width, value);
    if (holdsUndefined && block.undefined != null) {
      int at = block.index(offset(address));
      block.undefined.clear(at, at + width);
    }
    if (block.writers != null) {
      block.writers.note(block.index(offset(address)), Writers.UNNAMED);
    }
    if (block.past != null && block.past.unstored() != null) {
      put(block.past.unstored(), block.index(offset(address)), width, value);
    }
  }

  /**
   * Marks bytes of shared memory that were just written as undefined. For other memory it does
   * nothing.
   *
   * @param address of the first byte
   * @param width bytes
   */
  public void spoil(long address, int width) {
    Block block = holds(address, width) ? blocks.get(number(address)) : null;
    if (block != null && block.undefined != null) {
      int at = block.index(offset(address));
      block.undefined.set(at, at + width);
      holdsUndefined = true;
    }
  }

  /** {@return whether shared memory holds undefined bytes} */
  public boolean holdsUndefined() {
    return holdsUndefined;
  }

  /**
   * {@return whether any byte of a place in shared memory is undefined} False for other memory.
   *
   * @param address of the first byte
   * @param width bytes
   */
  public boolean isUndefined(long address, int width) {
    if (!holdsUndefined || !holds(address, width)) {
      return false;
    }
    Block block = blocks.get(number(address));
    int at = block.index(offset(address));
    int next = block.undefined == null ? -1 : block.undefined.nextSetBit(at);
    return next >= 0 && next < at + width;
  }

  private static void put(byte[] bytes, int at, int width, long value) {
    switch (width) {
      case 1 -> bytes[at] = (byte) value;
      case 2 -> SHORT.set(bytes, at, (short) value);
      case 4 -> INT.set(bytes, at, (int) value);
      case 8 -> LONG.set(bytes, at, value);
      default -> throw new AssertionError(width);
    }
  }

  /**
   * {@return the bytes from an address to the end of its block; 0 outside of every block} What lies
   * outside of every block is a violation of {@link Check#BOUNDS}, except beyond the end of a
   * robust one.
   *
   * @param address of the first byte
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long bytesFrom(long address) {
    Block block = block(address, 0);
    return block == null ? 0 : block.bytes.length - offset(address);
  }
}
