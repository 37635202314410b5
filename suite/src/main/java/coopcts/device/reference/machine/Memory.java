// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.spirv.Type;
import coopcts.model.FarPages;
import coopcts.model.MatrixType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All memory of a dispatch that has addresses: blocks, which are buffers, shared memory and push
 * constants. An address holds the block's number in its upper bits and the byte offset in its lower
 * ones, counted from their middle: a pointer that strays, forwards or backwards, is still one into
 * its own block, and what strays further than that leads nowhere. Address 0 leads nowhere.
 *
 * <p>Accesses take 1, 2, 4 or 8 bytes; any other width is an {@link AssertionError}. An access that
 * lies not wholly inside one block is a violation of {@link Check#BOUNDS}, except into a
 * {@linkplain BlockKind#ROBUST robust} block. If the run goes on, such a read gives 0 and such a
 * write does nothing.
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
                  Watch.NONE,
                  null,
                  new byte[0],
                  null,
                  false)));

  private final Behaviour behaviour;

  private final Map<Loaded, Long> loaded = new HashMap<>();

  /** Who is told of stores, or null. */
  private final CoverageWatch.Stores stores;

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

  /**
   * Who accessed a block.
   *
   * @param races null where it is not watched
   * @param sides who accessed it last, null where the first broken rule ends the shader
   * @param writers who wrote it, null where nobody watches
   */
  private record Watch(Races races, RaceSides sides, Writers writers) {
    static final Watch NONE = new Watch(null, null, null);
  }

  /**
   * @param past null where nobody asks for it
   * @param before what it held when the dispatch began
   * @param undefined the bytes that hold what was undefined; null where that is not followed
   */
  private record Block(
      String name,
      BlockKind kind,
      byte[] bytes,
      Watch watch,
      EarlierContents past,
      byte[] before,
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
   * Begins a dispatch's memory without blocks. {@link #add} adds them.
   *
   * @param behaviour of the device: which rules it checks, its planted fault, and who watches
   */
  public Memory(Behaviour behaviour) {
    this.behaviour = behaviour;
    this.stores = behaviour.watch().stores();
  }

  /**
   * Adds a block of memory behind the others. It is found by its address until it is {@linkplain
   * #release released}.
   *
   * @param name of the block, for messages
   * @param kind of memory
   * @param bytes its contents, little-endian, may be empty; the array is kept and changed in place
   *     by writes
   * @return the address of the first byte
   */
  public long add(String name, BlockKind kind, byte[] bytes) {
    return add(name, kind, bytes, false);
  }

  /**
   * Adds a block of memory behind the others, perhaps one whose pages lie far apart. It is found by
   * its address until it is {@linkplain #release released}.
   *
   * @param name of the block, for messages
   * @param kind of memory
   * @param bytes its contents, little-endian, may be empty; the array is kept and changed in place
   *     by writes
   * @param isFar whether each 4096 bytes of the array begin 1 GiB behind those before, as {@link
   *     FarPages} says; what lies between is outside of the block
   * @return the address of the first byte
   */
  public long add(String name, BlockKind kind, byte[] bytes, boolean isFar) {
    boolean watched =
        behaviour.checks(Check.RACE) && kind != BlockKind.CONSTANT && bytes.length <= WATCHED_BYTES;
    boolean noted =
        behaviour.isWatched() && kind != BlockKind.CONSTANT && bytes.length <= WATCHED_BYTES;
    blocks.add(
        new Block(
            name,
            kind,
            bytes,
            new Watch(
                watched ? new Races(bytes.length, order) : null,
                watched && !behaviour.violations().isFirstOnly()
                    ? new RaceSides(bytes.length)
                    : null,
                noted ? new Writers(bytes.length) : null),
            behaviour.fault().isTapped(Tap.Site.MEMORY) ? new EarlierContents(bytes) : null,
            behaviour.fault().isTapped(Tap.Site.TRANSFER)
                    && (kind == BlockKind.BUFFER || kind == BlockKind.ROBUST)
                ? bytes.clone()
                : bytes,
            kind == BlockKind.SHARED && behaviour.followsUndefined() ? new BitSet() : null,
            isFar));
    return at(blocks.size() - 1, 0);
  }

  /**
   * {@return the number of blocks, with one that is always there} Callers ask before they add a
   * workgroup's shared memory, and hand the number to {@link #release} when the workgroup has
   * ended.
   */
  public int count() {
    return blocks.size();
  }

  /**
   * Removes the blocks that were added last. Addresses into them lead nowhere then.
   *
   * @param count number of blocks that stay: what {@link #count} returned before they were added
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
   * {@return the number of bytes from the beginning of its block to an address; negative before the
   * block} Whether the block is there is not checked.
   *
   * @param address at any distance from its block; of an address that leads nowhere the result
   *     means nothing
   */
  public static long offset(long address) {
    return (address & (1L << OFFSET_BITS) - 1) - ORIGIN;
  }

  /**
   * {@return the address of the first byte of the block that an address leads into or strays from}
   * Whether the block is there is not checked.
   *
   * @param address in a block, or up to 4 TiB before or behind its first byte
   */
  public static long start(long address) {
    return address - offset(address);
  }

  /**
   * Moves an address, as OpPtrAccessChain and strides do. Blocks are not looked at.
   *
   * @param address that is moved
   * @param count number of steps, which may be negative
   * @param bytes of a step, may be 0
   * @return the new address; 0, which leads nowhere, if the step or the new place is more than 4
   *     TiB from where it started or from the beginning of the block
   */
  public static long moved(long address, long count, long bytes) {
    long distance = count * bytes;
    boolean isNear = Math.abs((double) count * bytes) <= FARTHEST;
    return isNear && Math.abs(offset(address) + distance) <= FARTHEST ? address + distance : 0;
  }

  /**
   * Notes a barrier of the pipeline between two dispatches that use the same memory: what was done
   * before it is ordered before all that follows. Recorded accesses are forgotten, and {@link
   * #readBefore} sees the present contents from now on.
   */
  public void settle() {
    order.forget();
    blocks.stream()
        .filter(block -> block.watch.races != null)
        .forEach(block -> block.watch.races.forget());
    blocks.stream()
        .filter(block -> block.before != block.bytes)
        .forEach(block -> System.arraycopy(block.bytes, 0, block.before, 0, block.bytes.length));
    blocks.stream().filter(block -> block.past != null).forEach(block -> block.past.settle());
    blocks.stream()
        .filter(block -> block.watch.writers != null)
        .forEach(block -> block.watch.writers.settle());
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
   * {@return whether an access lies wholly inside a block; false for an address that leads nowhere}
   * Nothing is reported if it does not.
   *
   * @param address of the first byte
   * @param width bytes of the access, at least 0
   */
  public boolean holds(long address, int width) {
    int number = number(address);
    return number > 0 && number < blocks.size() && blocks.get(number).holds(offset(address), width);
  }

  /**
   * Continues an access behind the end of a block at the beginning of the next block, as if blocks
   * lay side by side. A planted fault needs it; whether there is a next block is not checked.
   *
   * @param address behind the end of a block that is there; one inside gives the next block's first
   *     byte
   * @return an address in the next block, as far from its beginning as the given one is from the
   *     block's end
   */
  public long inNextBlock(long address) {
    int number = number(address);
    return at(number + 1, Math.max(0, offset(address) - blocks.get(number).bytes.length));
  }

  /**
   * {@return the last address at which an access still lies within the block; the block's first
   * address where the block is shorter than the access} A planted fault needs it.
   *
   * @param address in a block that is there, or straying from it; that there is one is not checked
   * @param width bytes of the access, at least 0
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
   * Reads a whole tile at once on behalf of a scope instance, where nothing can be said of a single
   * element. Callers try it first; where it returns false they read element by element with {@link
   * #readCooperatively}.
   *
   * @param grid where the elements lie
   * @param rows of the tile
   * @param columns of the tile
   * @param tile takes rows × columns elements, row-major, patterns in the low bits
   * @param tag of the scope instance, by {@link Machine#cooperativeTag}
   * @return whether the tile was read; false, with the tile unchanged, where a fault is planted, a
   *     line of elements lies outside of the block or races, the stride is negative, the grid has
   *     block layout, or the block holds undefined bytes, is far or is watched
   */
  public boolean read(Grid grid, int rows, int columns, long[] tile, long tag) {
    Lines lines = new Lines(grid, rows, columns);
    Block block = plain(lines);
    if (block == null) {
      return false;
    }
    if (block.watch.races != null) {
      for (int line = 0; line < lines.count(); line++) {
        if (block.watch.races.read(lines.at(line), lines.bytes(), tag)) {
          return false;
        }
      }
    }
    for (int line = 0; line < lines.count(); line++) {
      int at = lines.at(line);
      if (block.watch.sides != null) {
        block.watch.sides.read(at, lines.bytes(), behaviour.violations().now());
      }
      for (int i = 0; i < lines.length(); i++) {
        tile[lines.element(line, i)] = read(block.bytes, at + i * grid.bytes(), grid.bytes());
      }
    }
    return true;
  }

  /**
   * Writes a whole tile at once on behalf of a scope instance, where nothing can be said of a
   * single element. Callers try it first; where it returns false they write element by element with
   * {@link #writeCooperatively}.
   *
   * @param grid where the elements go
   * @param rows of the tile
   * @param columns of the tile
   * @param tile the elements, rows × columns, row-major, patterns in the low bits; not changed
   * @param tag of the scope instance, by {@link Machine#cooperativeTag}
   * @return whether the tile was written; false, with nothing written, where a fault is planted, a
   *     line of elements overlaps the next, lies outside of the block or races, the stride is
   *     negative, the grid has block layout, or the block holds undefined bytes, is far or is
   *     watched
   */
  public boolean write(Grid grid, int rows, int columns, long[] tile, long tag) {
    Lines lines = new Lines(grid, rows, columns);
    Block block = plain(lines);
    if (block == null || grid.stride() < lines.bytes()) {
      return false;
    }
    if (block.watch.races != null) {
      for (int line = 0; line < lines.count(); line++) {
        if (block.watch.races.racesAsWrite(lines.at(line), lines.bytes(), tag)) {
          return false;
        }
      }
    }
    for (int line = 0; line < lines.count(); line++) {
      int at = lines.at(line);
      for (int i = 0; i < lines.length(); i++) {
        put(block.bytes, at + i * grid.bytes(), grid.bytes(), tile[lines.element(line, i)]);
        note(grid.start(), block, at + i * grid.bytes(), grid.bytes());
      }
      if (block.watch.races != null) {
        block.watch.races.write(at, lines.bytes(), tag);
      }
      if (block.watch.sides != null) {
        block.watch.sides.write(at, lines.bytes(), behaviour.violations().now());
      }
    }
    return true;
  }

  /** Tells who wants to know that an element is stored to a buffer. */
  private void note(long address, Block block, int at, int width) {
    if (stores != null && isBuffer(block)) {
      stores.element(number(address) - 1, at, width);
    }
  }

  private static boolean isBuffer(Block block) {
    return block.kind == BlockKind.BUFFER || block.kind == BlockKind.ROBUST;
  }

  /**
   * Tells who wants to know that a matrix is stored. Callers do so before its elements are written;
   * where nobody wants to know, where the matrix is in blocks or outside of buffers, nothing
   * happens.
   *
   * @param type of the matrix
   * @param grid where its elements go
   * @param instance the scope instance in the dispatch, from 0
   */
  public void note(Type.CooperativeMatrix type, Grid grid, int instance) {
    int number = number(grid.start());
    if (stores == null
        || grid.blocks() != null
        || number >= blocks.size()
        || !isBuffer(blocks.get(number))
        || blocks.get(number).isFar) {
      return;
    }
    stores.matrix(
        number - 1,
        new MatrixType(
            type.component().componentType(),
            type.scope(),
            type.rows(),
            type.columns(),
            type.use()),
        offset(grid.start()),
        grid.stride(),
        grid.rowMajor(),
        instance);
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

  /** The block that holds all lines of a tile, if nobody watches or remembers it. */
  private Block plain(Lines lines) {
    Grid grid = lines.grid();
    int number = number(grid.start());
    if (grid.blocks() != null || number <= 0 || number >= blocks.size() || grid.stride() < 0) {
      return null;
    }
    Block block = blocks.get(number);
    boolean isWatched =
        block.past != null
            || block.watch.writers != null
            || block.isFar
            || holdsUndefined && block.undefined != null;
    return !isWatched
            && block.holds(lines.offset(0), lines.bytes())
            && block.holds(lines.offset(lines.count() - 1), lines.bytes())
        ? block
        : null;
  }

  /**
   * Reads one element on behalf of a scope instance and looks for races: a race is a violation of
   * {@link Check#RACE}.
   *
   * @param address of the first byte
   * @param width bytes: 1, 2, 4 or 8
   * @param tag of the scope instance, by {@link Machine#cooperativeTag}
   * @param instance number of the scope instance, from 0
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readCooperatively(long address, int width, long tag, int instance) {
    long right = read(address, width, tag);
    EarlierContents past = past(address, width);
    return past == null
        ? right
        : behaviour
            .fault()
            .at(Tap.Site.MEMORY, null, instance)
            .at(
                Tap.MEMORY_ELEMENT,
                right,
                then(past.beforeBarrier(), address, width),
                then(past.atStart(), address, width),
                then(past.initial(), address, width),
                isShared(address) ? 1 : 0,
                dispatches);
  }

  /** A place as a scope instance or an invocation loads it in a dispatch. */
  private record Loaded(long address, int workgroup, int instance, int dispatch) {}

  /**
   * {@return what a place held when a scope instance or an invocation last asked for it in the
   * dispatch, the same as now for the first time} Planted faults ask, of what cooperative
   * instructions load.
   *
   * @param address of the first byte
   * @param workgroup its number in the dispatch
   * @param instance the scope instance or invocation in the workgroup
   * @param right what it holds now
   */
  public long again(long address, int workgroup, int instance, long right) {
    Long earlier = loaded.put(new Loaded(address, workgroup, instance, dispatches), right);
    return earlier == null ? right : earlier;
  }

  /** What the block of a place held before, or null where nobody asks. */
  private EarlierContents past(long address, int width) {
    return behaviour.fault().isTapped(Tap.Site.MEMORY) && holds(address, width)
        ? block(address, width).past
        : null;
  }

  /** What a place held at some time. */
  private long then(byte[] bytes, long address, int width) {
    return read(bytes, block(address, width).index(offset(address)), width);
  }

  /**
   * Reads on behalf of an invocation, without looking for races: {@link #noteRead} does that.
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @param width bytes: 1, 2, 4 or 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readPlainly(long address, int width) {
    long right = read(address, width);
    EarlierContents past = past(address, width);
    return past == null || past.unstored() == null
        ? right
        : behaviour
            .fault()
            .at(Tap.Site.MEMORY, null, 0)
            .at(Tap.MEMORY_SCALAR, right, then(past.unstored(), address, width));
  }

  /**
   * Writes one element on behalf of a scope instance and looks for races: a race is a violation of
   * {@link Check#RACE}. With a planted fault that shows earlier contents, shared memory keeps
   * those, and races on it are not looked for.
   *
   * @param address of the first byte
   * @param width bytes: 1, 2, 4 or 8
   * @param value in the low bytes; the upper ones are ignored
   * @param tag of the scope instance, by {@link Machine#cooperativeTag}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
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
   * Reads and looks for races. A race is a violation of {@link Check#RACE}; a place outside of
   * every block is one of {@link Check#BOUNDS}, except into a robust block.
   *
   * @param address of the first byte
   * @param width bytes: 1, 2, 4 or 8
   * @param tag of who reads, by {@link Machine#tag}, {@link Machine#tagOfActive} or {@link
   *     Machine#cooperativeTag}
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
   * Looks for races of a read and records it, without reading. A race is a violation of {@link
   * Check#RACE}; a place outside of every block is one of {@link Check#BOUNDS}, except into a
   * robust block.
   *
   * @param address of the first byte
   * @param width bytes of the read, at least 1
   * @param tag of who reads, by {@link Machine#tag} or {@link Machine#tagOfActive}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void noteRead(long address, int width, long tag) {
    Block block = block(address, width);
    if (block != null) {
      noteRead(block, address, width, tag);
    }
  }

  /**
   * Records a read without NonPrivatePointer, and looks for races. No barrier orders it behind
   * writes of other invocations (V-MM, KHR-MEM-004): where another invocation wrote the place, it
   * is a violation of {@link Check#RACE}, as a race is. A place outside of every block is one of
   * {@link Check#BOUNDS}, except into a robust block.
   *
   * @param address of the first byte
   * @param width bytes of the read, at least 1
   * @param tag of who reads, by {@link Machine#tag} or {@link Machine#tagOfActive}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void notePrivateRead(long address, int width, long tag) {
    Block block = block(address, width);
    if (block == null) {
      return;
    }
    if (block.watch.races != null
        && block.watch.races.isOfOthers(block.index(offset(address)), width, tag)) {
      unordered(block, address, "KHR-MEM-004: a private load of what others stored", true);
    }
    noteRead(block, address, width, tag);
  }

  private void noteRead(Block block, long address, int width, long tag) {
    int at = block.index(offset(address));
    if (block.watch.races != null && block.watch.races.read(at, width, tag)) {
      race(block, address, true);
    }
    if (block.watch.sides != null) {
      block.watch.sides.read(at, width, behaviour.violations().now());
    }
  }

  /**
   * Writes and looks for races. A race is a violation of {@link Check#RACE}; a place outside of
   * every block is one of {@link Check#BOUNDS}, except into a robust block. The place counts as
   * defined from then on.
   *
   * @param address of the first byte
   * @param width bytes: 1, 2, 4 or 8
   * @param value in the low bytes; the upper ones are ignored
   * @param tag of who writes, by {@link Machine#tag}, {@link Machine#tagOfActive} or {@link
   *     Machine#cooperativeTag}
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void write(long address, int width, long value, long tag) {
    Block block = block(address, width);
    int at = block == null ? 0 : block.index(offset(address));
    if (block != null && block.watch.races != null) {
      boolean isWrite =
          block.watch.sides != null && block.watch.races.racesWithWrite(at, width, tag);
      if (block.watch.races.write(at, width, tag)) {
        race(block, address, isWrite);
      }
    }
    if (block != null && block.watch.sides != null) {
      block.watch.sides.write(at, width, behaviour.violations().now());
    }
    write(address, width, value);
    if (block != null && block.watch.writers != null) {
      block.watch.writers.note(at, tag);
    }
  }

  /** Whom a {@link Races#tag} names that wrote a place last, or what {@link Writers} has for it. */
  long writer(long address) {
    Block block = holds(address, 1) ? blocks.get(number(address)) : null;
    return block == null || block.watch.writers == null
        ? Writers.HOST
        : block.watch.writers.at(block.index(offset(address)));
  }

  private void race(Block block, long address, boolean isWithWrite) {
    unordered(block, address, "KHR-MEM-003: a data race", isWithWrite);
  }

  /**
   * @param isWithWrite whether the other side wrote
   */
  private void unordered(Block block, long address, String what, boolean isWithWrite) {
    String other =
        block.watch.sides == null
            ? ""
            : block.watch.sides.other(block.index(offset(address)), isWithWrite);
    behaviour.violated(
        Check.RACE,
        block.name,
        "%s at offset %d of %s%s".formatted(what, offset(address), block.name, other));
  }

  /**
   * Reads a matrix or a bias of a cooperative vector product, which no invocation may write during
   * the dispatch (CV-MUL-026). The place is held until the dispatch ends; a write before or after
   * this read is a violation of {@link Check#RACE}.
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @param width bytes: 1, 2, 4 or 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readHeld(long address, int width) {
    Block block = block(address, width);
    if (block == null) {
      return 0;
    }
    int at = block.index(offset(address));
    if (block.watch.races != null && block.watch.races.hold(at, width)) {
      written(block, address);
    }
    return read(block.bytes, at, width);
  }

  /**
   * Writes the new value of an atomic operation. Atomic operations do not race with each other, but
   * a write to what a cooperative vector product {@linkplain #readHeld reads} in the same dispatch
   * is a violation of {@link Check#RACE} (CV-MUL-026).
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @param width bytes: 1, 2, 4 or 8
   * @param value in the low bytes, which replaces the old one; the upper ones are ignored
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void modify(long address, int width, long value) {
    Block block = block(address, width);
    if (block != null
        && block.watch.races != null
        && block.watch.races.modify(block.index(offset(address)), width)) {
      written(block, address);
    }
    write(address, width, value);
  }

  private void written(Block block, long address) {
    unordered(block, address, "CV-MUL-026: the dispatch writes what a product reads", true);
  }

  /**
   * Reads the old value of an atomic operation, or what a planted fault looks at. Races are not
   * looked for, and nothing is recorded.
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @param width bytes: 1, 2, 4 or 8
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
   * Reads what a buffer held when the dispatch began, or at the last {@link #settle}. It is known
   * only with a planted fault; without one, and for memory other than buffers, it is the present
   * contents.
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @param width bytes: 1, 2, 4 or 8
   * @return the bytes as a little-endian number; 0 outside of every block
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long readBefore(long address, int width) {
    Block block = block(address, width);
    return block == null ? 0 : read(block.before, block.index(offset(address)), width);
  }

  /**
   * Overwrites the first 16 bytes of the shared memory that was added last with 0x77, or all of it
   * where it is shorter, as a planted fault does. Without shared memory nothing happens.
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
   * Writes without looking for races. The place counts as defined from then on.
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @param width bytes: 1, 2, 4 or 8
   * @param value in the low bytes; the upper ones are ignored
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void write(long address, int width, long value) {
    Block block = block(address, width);
    if (block == null) {
      return;
    }
    put(block.bytes, block.index(offset(address)), width, value);
    note(address, block, block.index(offset(address)), width);
    if (holdsUndefined && block.undefined != null) {
      int at = block.index(offset(address));
      block.undefined.clear(at, at + width);
    }
    if (block.watch.writers != null) {
      block.watch.writers.note(block.index(offset(address)), Writers.UNNAMED);
    }
    if (block.past != null && block.past.unstored() != null) {
      put(block.past.unstored(), block.index(offset(address)), width, value);
    }
  }

  /**
   * Marks bytes of shared memory as undefined, right after an undefined value was written there.
   * Outside of shared memory, and on a device that does not follow undefined values, it does
   * nothing.
   *
   * @param address of the first byte
   * @param width number of bytes, at least 0; all have to lie in the block, else nothing is marked
   */
  public void spoil(long address, int width) {
    Block block = holds(address, width) ? blocks.get(number(address)) : null;
    if (block != null && block.undefined != null) {
      int at = block.index(offset(address));
      block.undefined.set(at, at + width);
      holdsUndefined = true;
    }
  }

  /**
   * {@return whether any byte of shared memory was marked as undefined since the last {@link
   * #release}; it may have been overwritten since} False means that {@link #isUndefined} need not
   * be asked.
   */
  public boolean holdsUndefined() {
    return holdsUndefined;
  }

  /**
   * {@return whether any byte of a place in shared memory is undefined} False for other memory, and
   * for a place that is not wholly inside a block.
   *
   * @param address of the first byte
   * @param width number of bytes, at least 1
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
   * {@return the number of bytes from an address to the end of its block; 0 outside of every block}
   * Array lengths of runtime arrays come from it.
   *
   * @param address of the first byte; outside of every block it is a violation of {@link
   *     Check#BOUNDS}, except into a robust one
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public long bytesFrom(long address) {
    Block block = block(address, 0);
    return block == null ? 0 : block.bytes.length - offset(address);
  }
}
