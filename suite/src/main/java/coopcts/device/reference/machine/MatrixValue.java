// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * A cooperative matrix of one workgroup, as registers and variables hold it. Its elements are held
 * once per scope instance, as a tile: an array of rows × columns patterns, row-major, in the low
 * bits. An instance may have no value, or single undefined elements. Values are never changed in
 * place.
 */
public final class MatrixValue {

  private final Type.CooperativeMatrix type;
  private final long[][] tiles;

  /** What components read as. */
  private final long[][] seen;

  private final boolean isOfArrays;

  /** Elements of each scope instance that are undefined though others are not; null for none. */
  private final boolean[][] holes;

  /**
   * Makes a matrix whose elements are all defined, in the instances that have a value.
   *
   * @param type of the matrix
   * @param tiles for each scope instance its elements, row-major, patterns in the low bits; null
   *     where the instance has no value; the arrays are kept
   */
  public MatrixValue(Type.CooperativeMatrix type, long[][] tiles) {
    this(type, tiles, tiles, false, null);
  }

  private MatrixValue(
      Type.CooperativeMatrix type,
      long[][] tiles,
      long[][] seen,
      boolean isOfArrays,
      boolean[][] holes) {
    this.type = type;
    this.tiles = tiles;
    this.seen = seen;
    this.isOfArrays = isOfArrays;
    this.holes = holes;
  }

  /**
   * Makes a matrix from invocations' arrays, as OpCompositeConstructCoopMatQCOM does
   * (GL_QCOM_cooperative_matrix_conversion). {@link #isOfArrays} is true for it.
   *
   * @param type of the matrix
   * @param tiles for each scope instance its elements, row-major, patterns in the low bits; null
   *     where the instance has no value; the arrays are kept
   * @return the matrix
   */
  public static MatrixValue ofArrays(Type.CooperativeMatrix type, long[][] tiles) {
    return new MatrixValue(type, tiles, tiles, true, null);
  }

  /**
   * {@return whether the matrix was made by {@link #ofArrays}, or only marked as undefined since}
   * It is false for every matrix that an operation made from it.
   */
  public boolean isOfArrays() {
    return isOfArrays;
  }

  /**
   * {@return a copy whose elements are zero in the instances without a value} All its elements
   * count as defined.
   */
  public MatrixValue cleared() {
    long[][] set = tiles.clone();
    for (int instance = 0; instance < set.length; instance++) {
      if (set[instance] == null) {
        set[instance] = new long[type.elements()];
      }
    }
    return new MatrixValue(type, set);
  }

  /**
   * {@return a copy whose last element, in row-major order, is zero} Planted faults use it, to lose
   * one element.
   */
  public MatrixValue withoutLast() {
    long[][] changed = tiles.clone();
    for (int instance = 0; instance < changed.length; instance++) {
      if (tiles[instance] != null) {
        int last = type.elements() - 1;
        changed[instance] = tiles[instance].clone();
        changed[instance][last] = 0;
      }
    }
    return new MatrixValue(type, changed);
  }

  /**
   * {@return this matrix behind the taps of a copy: itself where none changes anything}
   *
   * @param way how it is copied
   * @param machine the workgroup
   */
  public MatrixValue copied(Tap.Way way, Machine machine) {
    return machine.isTapped(Tap.Site.COPY)
        ? passed(
            Tap.COPY_ELEMENT, this, _ -> machine.fault().at(Tap.Site.COPY, type, 0, way.ordinal()))
        : this;
  }

  /**
   * {@return a copy of which each element has passed a tap; all elements count as defined}
   *
   * @param tap with two operands: what the element is in another matrix, and its number
   * @param old the other matrix, of the same shape; where it has no value, this one stands for it
   * @param tapped gives the taps of the copy, of each scope instance
   */
  public MatrixValue passed(Tap tap, MatrixValue old, IntFunction<Taps> tapped) {
    long[][] changed = tiles.clone();
    for (int instance = 0; instance < changed.length; instance++) {
      Taps taps = tapped.apply(instance);
      if (!taps.isOn(tap)) {
        return this;
      }
      if (isSet(instance)) {
        long[] right = tiles[instance];
        long[] other = old.isSet(instance) ? old.tiles[instance] : right;
        changed[instance] = new long[right.length];
        Arrays.setAll(changed[instance], e -> taps.at(tap, right[e], other[e], e));
      }
    }
    return new MatrixValue(type, changed);
  }

  /** {@return the type of the matrix: component type, scope, shape and use} */
  public Type.CooperativeMatrix type() {
    return type;
  }

  /** {@return the number of scope instances in the workgroup, at least 1} */
  public int instances() {
    return tiles.length;
  }

  /**
   * {@return the elements of one instance's matrix, row-major, patterns in the low bits} It is the
   * matrix's own array: callers do not change it. Single undefined elements are in it as they are.
   *
   * @param instance number of the scope instance, from 0; not checked
   * @throws SpirvException if the instance has no value (KHR-SPV-002), whatever is checked
   */
  public long[] tile(int instance) {
    if (tiles[instance] == null) {
      throw new SpirvException("KHR-SPV-002: what comes of an uninitialised matrix is used");
    }
    return tiles[instance];
  }

  /**
   * Gives the elements of one instance's matrix to a store into a buffer. Undefined elements are a
   * violation of {@link Check#INITIALIZATION} (KHR-SPV-002); without a value all elements are zero
   * if the run goes on.
   *
   * @param instance number of the scope instance, from 0; not checked
   * @param machine the workgroup
   * @return row-major patterns in the low bits; callers do not change them
   * @throws SpirvException if any is undefined, the rule is checked and the first violation ends
   *     the shader
   */
  public long[] stored(int instance, Machine machine) {
    if (!isWhole(instance)) {
      machine
          .behaviour()
          .violated(
              Check.INITIALIZATION,
              isSet(instance)
                  ? "KHR-SPV-002: a matrix with elements that are undefined is stored"
                  : "KHR-SPV-002: what comes of an uninitialised matrix is stored");
    }
    return isSet(instance) ? tiles[instance] : new long[type.elements()];
  }

  /**
   * {@return the elements of one instance's matrix for a store into shared memory, row-major,
   * patterns in the low bits; callers do not change them} Without a value all are zero: in shared
   * memory that breaks no rule until they are used.
   *
   * @param instance number of the scope instance, from 0; not checked
   */
  public long[] shared(int instance) {
    return isSet(instance) ? tiles[instance] : new long[type.elements()];
  }

  /**
   * {@return whether an element is undefined, alone or as its instance has no value}
   *
   * @param instance number of the scope instance, from 0; not checked
   * @param element its row-major number, from 0, below rows × columns
   */
  public boolean isUndefined(int instance, int element) {
    return !isSet(instance) || hole(instance) != null && holes[instance][element];
  }

  /**
   * {@return a copy with other undefined elements, in place of those it had; instances without a
   * value stay without one}
   *
   * @param holes for each scope instance which of its elements are undefined, row-major; null where
   *     none is; not null itself; the inner arrays are kept
   */
  public MatrixValue holed(boolean[][] holes) {
    return new MatrixValue(type, tiles, seen, isOfArrays, simplest(holes.clone()));
  }

  /**
   * {@return a copy with other elements in one instance; in all instances that have a value all
   * elements count as defined}
   *
   * @param instance number of the scope instance, from 0; not checked
   * @param tile its elements, row-major, patterns in the low bits; the array is kept
   */
  public MatrixValue withTile(int instance, long[] tile) {
    long[][] changed = tiles.clone();
    changed[instance] = tile;
    return new MatrixValue(type, changed);
  }

  /**
   * {@return whether one instance's matrix has a value; single elements of it may still be
   * undefined}
   *
   * @param instance number of the scope instance, from 0; not checked
   */
  public boolean isSet(int instance) {
    return tiles[instance] != null;
  }

  /**
   * {@return whether one instance's matrix has a value of which all elements are defined}
   *
   * @param instance number of the scope instance, from 0; not checked
   */
  public boolean isWhole(int instance) {
    return isSet(instance) && hole(instance) == null;
  }

  /** The undefined elements of an instance that has others; null for none. */
  boolean[] hole(int instance) {
    return holes == null ? null : holes[instance];
  }

  /** Makes undefined elements of those of another matrix, of which some are; null for none. */
  public interface Spread {
    /**
     * Finds the undefined elements of a result in one scope instance.
     *
     * @param from which elements of the source are undefined, row-major, some of them; not changed
     * @return which elements of the result are undefined, row-major; null for none
     */
    boolean[] of(boolean[] from);
  }

  /**
   * {@return a matrix with the undefined elements of this one, and those that undefined elements of
   * an operand decide on; this matrix itself where the operand has none} Instances without a value
   * are left as they are. Instructions call it on their result.
   *
   * @param source the operand, of as many scope instances; of any shape
   * @param spread tells which elements of this matrix follow from undefined ones of the operand;
   *     asked only for instances that have some
   */
  public MatrixValue holedAs(MatrixValue source, Spread spread) {
    if (source.holes == null) {
      return this;
    }
    boolean[][] all = new boolean[tiles.length][];
    for (int instance = 0; instance < all.length; instance++) {
      boolean[] own = hole(instance);
      boolean[] more = source.holes[instance] == null ? null : spread.of(source.holes[instance]);
      all[instance] = own == null ? more : own;
      if (own != null && more != null) {
        all[instance] = own.clone();
        for (int e = 0; e < more.length; e++) {
          all[instance][e] |= more[e];
        }
      }
    }
    return new MatrixValue(type, tiles, seen, isOfArrays, all);
  }

  /**
   * {@return a matrix with the undefined elements of this one and those at the same places in an
   * operand; this matrix itself where the operand has none} Instructions that work element by
   * element call it on their result.
   *
   * @param source the operand, of the same shape and as many scope instances
   */
  public MatrixValue holedAs(MatrixValue source) {
    return holedAs(source, own -> own);
  }

  /**
   * {@return a new matrix with rows and columns exchanged, undefined elements too} Its type has the
   * numbers of rows and columns exchanged; component type, scope and use are as before.
   */
  public MatrixValue transposed() {
    long[][] turned = new long[tiles.length][];
    boolean[][] holed = holes == null ? null : new boolean[tiles.length][];
    for (int instance = 0; instance < turned.length; instance++) {
      if (isSet(instance)) {
        turned[instance] = turned(instance);
      }
      if (hole(instance) != null) {
        holed[instance] = turned(type, hole(instance));
      }
    }
    return new MatrixValue(
        new Type.CooperativeMatrix(
            type.component(), type.scope(), type.columns(), type.rows(), type.use()),
        turned,
        turned,
        false,
        holed);
  }

  /**
   * {@return the elements of one instance's matrix with rows and columns exchanged, row-major, in a
   * new array}
   *
   * @param instance number of the scope instance, from 0; not checked
   * @throws SpirvException if the instance has no value (KHR-SPV-002)
   */
  public long[] turned(int instance) {
    long[] source = tile(instance);
    long[] turned = new long[source.length];
    for (int e = 0; e < turned.length; e++) {
      turned[e] = source[turned(type, e)];
    }
    return turned;
  }

  /**
   * {@return in a new array which elements are undefined after rows and columns are exchanged,
   * row-major}
   *
   * @param type of the matrix before rows and columns are exchanged
   * @param holes which of its elements are undefined, row-major, rows × columns entries
   */
  public static boolean[] turned(Type.CooperativeMatrix type, boolean[] holes) {
    boolean[] turned = new boolean[holes.length];
    for (int e = 0; e < turned.length; e++) {
      turned[e] = holes[turned(type, e)];
    }
    return turned;
  }

  /** The element that comes to a place of the transposed matrix. */
  private static int turned(Type.CooperativeMatrix type, int e) {
    return e % type.rows() * type.columns() + e / type.rows();
  }

  /**
   * {@return a copy without a value in each scope instance of which an active invocation has an
   * undefined part of something} Instructions that make a matrix from a scalar call it with what is
   * undefined of the scalar. In the other instances all elements count as defined.
   *
   * @param undefined which parts of the scalar, in the form of {@link Undefined}; null for none
   * @param machine the workgroup
   */
  public MatrixValue without(Object undefined, Machine machine) {
    long[][] left = tiles.clone();
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane) && Undefined.in(lane, undefined)) {
        left[machine.instance(type.scope(), lane)] = null;
      }
    }
    return new MatrixValue(type, left);
  }

  /**
   * Says which active invocations read an undefined component.
   *
   * @param index of the component, for all invocations (see {@link Lanes}), from 0, among those
   *     that each invocation owns; a slot without an element is never undefined
   * @param machine the workgroup
   * @return in the form of {@link Undefined}: one entry for each invocation, or null for none
   */
  public Object undefined(long[] index, Machine machine) {
    boolean[] lanes = new boolean[machine.lanes()];
    for (int lane = 0; lane < lanes.length; lane++) {
      int instance = machine.instance(type.scope(), lane);
      if (machine.active(lane) && !isWhole(instance)) {
        int element = element(lane, Lanes.get(index, lane), machine);
        lanes[lane] = element >= 0 && (!isSet(instance) || holes[instance][element]);
      }
    }
    return Undefined.simplest(lanes);
  }

  /**
   * {@return a copy in which one component of each active invocation is undefined, in addition to
   * those that were} Indices that are no element's are passed over.
   *
   * @param index of the component, for all invocations (see {@link Lanes}), from 0, among those
   *     that each invocation owns
   * @param undefined in which invocations, in the form of {@link Undefined}; null for none
   * @param machine the workgroup
   */
  public MatrixValue spoilt(long[] index, Object undefined, Machine machine) {
    boolean[][] all = new boolean[tiles.length][];
    for (int instance = 0; instance < all.length; instance++) {
      boolean[] own = hole(instance);
      all[instance] = own == null ? new boolean[type.elements()] : own.clone();
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      int element = element(lane, Lanes.get(index, lane), machine);
      if (machine.active(lane) && element >= 0 && Undefined.in(lane, undefined)) {
        all[machine.instance(type.scope(), lane)][element] = true;
      }
    }
    return new MatrixValue(type, tiles, seen, isOfArrays, all);
  }

  /**
   * {@return the row-major number, from 0, of the element that an invocation's component is; −1
   * where the index is outside of what the invocation owns, or the component is no element}
   *
   * @param lane number of the invocation in the workgroup, from 0
   * @param index of the component, from 0, among those that the invocation owns; any number
   * @param machine the workgroup, whose ownership counts
   */
  public int element(int lane, long index, Machine machine) {
    int own = machine.laneInInstance(type.scope(), lane);
    int size = machine.size(type.scope());
    return index < 0 || index >= machine.ownership().length(type, size, own)
        ? -1
        : machine.ownership().element(type, size, own, index);
  }

  /** This value, with the other's in all instances that are active. */
  MatrixValue merged(MatrixValue fresh, Machine machine) {
    long[][] merged = tiles.clone();
    boolean[][] undefined =
        holes == null && fresh.holes == null ? null : new boolean[tiles.length][];
    for (int instance = 0; instance < merged.length; instance++) {
      boolean isFresh = machine.anyActive(type.scope(), instance);
      if (isFresh) {
        merged[instance] = fresh.tiles[instance];
      }
      if (undefined != null) {
        undefined[instance] = (isFresh ? fresh : this).hole(instance);
      }
    }
    return new MatrixValue(type, merged, merged, false, undefined);
  }

  /**
   * Reads one component of each active invocation. An index outside of what an invocation owns is a
   * violation of {@link Check#COMPONENT} (KHR-COMP-007).
   *
   * @param index of the component, for all invocations (see {@link Lanes}), from 0, among those
   *     that each invocation owns
   * @param machine the workgroup
   * @return a new array with a pattern for each invocation, in the low bits; the device's padding
   *     where the component is no element, 0 where it is undefined and in inactive invocations
   * @throws SpirvException if an index is outside and the first violation ends the shader
   */
  public long[] component(long[] index, Machine machine) {
    long[] values = new long[machine.lanes()];
    for (int lane = 0; lane < values.length; lane++) {
      if (machine.active(lane)) {
        int element = element(lane, Lanes.get(index, lane), false, machine);
        values[lane] =
            element < 0
                ? machine.behaviour().freedom().padding() & type.mask()
                : shown(machine.instance(type.scope(), lane), element, machine);
      }
    }
    return values;
  }

  /** What a component reads as; zero where it is undefined. */
  private long shown(int instance, int element, Machine machine) {
    if (!isWhole(instance)) {
      machine.noteUndefined();
    }
    long[] tile = seen[instance] == null ? tiles[instance] : seen[instance];
    return tile == null ? 0 : tile[element];
  }

  /**
   * {@return a copy with one component of each active invocation replaced, which counts as defined
   * from then on} An index outside of what an invocation owns is a violation of {@link
   * Check#COMPONENT} (KHR-COMP-007); nothing is written for it if the run goes on.
   *
   * @param index of the component, for all invocations (see {@link Lanes}), from 0, among those
   *     that each invocation owns
   * @param values the new patterns in the low bits, for all invocations; not changed
   * @param machine the workgroup
   * @throws SpirvException if an index is outside and the first violation ends the shader
   */
  public MatrixValue with(long[] index, long[] values, Machine machine) {
    long[][] changed = new long[tiles.length][];
    boolean[][] left = null;
    for (int instance = 0; instance < changed.length; instance++) {
      changed[instance] =
          tiles[instance] == null ? new long[type.elements()] : tiles[instance].clone();
      if (!isWhole(instance)) {
        left = left == null ? new boolean[tiles.length][] : left;
        left[instance] = new boolean[type.elements()];
        if (isSet(instance)) {
          System.arraycopy(holes[instance], 0, left[instance], 0, type.elements());
        } else {
          Arrays.fill(left[instance], true);
        }
      }
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      Taps taps = taps(lane, machine);
      if (isActive(lane, Lanes.get(index, lane), taps, machine)) {
        int instance = machine.instance(type.scope(), lane);
        int element = element(lane, Lanes.get(index, lane), true, machine);
        boolean writes = taps.is(Tap.COMPONENT_WRITES, true, tiles[instance] == null ? 1 : 0);
        if (element >= 0 && writes) {
          changed[instance][element] = Lanes.get(values, lane);
        }
        if (left != null && left[instance] != null) {
          filled(left[instance], lane, Lanes.get(index, lane), machine);
        }
      }
    }
    return new MatrixValue(
        type, changed, shown(changed, machine), false, left == null ? null : simplest(left));
  }

  /** What shows of changed elements: all, but where the tap has it otherwise what did before. */
  private long[][] shown(long[][] changed, Machine machine) {
    if (!machine.isTapped(Tap.Site.COMPONENT)) {
      return changed;
    }
    long[][] shown = changed.clone();
    for (int instance = 0; instance < shown.length; instance++) {
      if (!taps(machine.firstLane(type.scope(), instance), machine).is(Tap.COMPONENT_SHOWS, true)) {
        shown[instance] = seen[instance];
      }
    }
    return shown;
  }

  /** Takes what an invocation writes out of what is undefined. */
  private void filled(boolean[] hole, int lane, long index, Machine machine) {
    int element = element(lane, index, machine);
    if (element >= 0) {
      hole[element] = false;
    }
  }

  private static boolean[][] simplest(boolean[][] holes) {
    boolean any = false;
    for (int instance = 0; instance < holes.length; instance++) {
      holes[instance] =
          holes[instance] == null ? null : (boolean[]) Undefined.simplest(holes[instance]);
      any |= holes[instance] != null;
    }
    return any ? holes : null;
  }

  private Taps taps(int lane, Machine machine) {
    if (!machine.isTapped(Tap.Site.COMPONENT)) {
      return Taps.OFF;
    }
    int instance = machine.instance(type.scope(), lane);
    return machine
        .fault()
        .at(Tap.Site.COMPONENT, type, instance, instance, machine.around(Set.of()));
  }

  /** Whether an invocation writes its component. */
  private boolean isActive(int lane, long index, Taps taps, Machine machine) {
    if (!taps.isOn(Tap.COMPONENT_ACTIVE)) {
      return machine.active(lane);
    }
    int own = machine.laneInInstance(type.scope(), lane);
    boolean isOwned =
        index >= 0 && index < machine.ownership().length(type, machine.size(type.scope()), own);
    if (!isOwned) {
      return machine.active(lane);
    }
    boolean isAnyActive = machine.anyActive(type.scope(), machine.instance(type.scope(), lane));
    return taps.is(
        Tap.COMPONENT_ACTIVE, machine.active(lane), isOwned ? 1 : 0, isAnyActive ? 1 : 0);
  }

  /**
   * The row-major number of an invocation's component, or −1 for a slot that belongs to no element.
   */
  private int element(int lane, long index, boolean written, Machine machine) {
    int own = machine.laneInInstance(type.scope(), lane);
    int size = machine.size(type.scope());
    int length = machine.ownership().length(type, size, own);
    if (index < 0 || index >= length) {
      machine
          .behaviour()
          .violated(Check.COMPONENT, "KHR-COMP-007: component " + index + " of " + length);
      return -1;
    }
    if (written && machine.ownership().isCopy(type, size, own)) {
      return -1;
    }
    int element = machine.ownership().element(type, size, own, index);
    Taps taps = taps(lane, machine);
    if (taps.isOn(Tap.COMPONENT_ELEMENT)) {
      int last = machine.ownership().element(type, size, own, length - 1);
      long of = taps.at(Tap.COMPONENT_ELEMENT, element, own, size, written ? 1 : 0, last, index);
      element = of < 0 ? -1 : (int) (of % type.elements());
    }
    return element;
  }
}
