package coopcts.device.reference.machine;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Bug;
import coopcts.device.reference.fault.MatrixEvent;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;

/** A cooperative matrix, held once per scope instance. Values are never changed in place. */
public final class MatrixValue {

  private final Type.CooperativeMatrix type;
  private final long[][] tiles;

  /**
   * @param tiles for each scope instance its elements, row-major; null where the instance has no
   *     value
   */
  public MatrixValue(Type.CooperativeMatrix type, long[][] tiles) {
    this.type = type;
    this.tiles = tiles;
  }

  public Type.CooperativeMatrix type() {
    return type;
  }

  public int instances() {
    return tiles.length;
  }

  /**
   * The elements of one instance's matrix.
   *
   * @throws SpirvException if it was never set
   */
  public long[] tile(int instance) {
    if (tiles[instance] == null) {
      throw new SpirvException("an uninitialised matrix is read");
    }
    return tiles[instance];
  }

  /** Whether an instance's matrix was ever set. */
  public boolean isSet(int instance) {
    return tiles[instance] != null;
  }

  /** This value, with the other's in all instances that are active. */
  MatrixValue merged(MatrixValue fresh, Machine machine) {
    long[][] merged = tiles.clone();
    for (int instance = 0; instance < merged.length; instance++) {
      if (machine.anyActive(type.scope(), instance)) {
        merged[instance] = fresh.tiles[instance];
      }
    }
    return new MatrixValue(type, merged);
  }

  /** One component of each active invocation: i counts what the invocation owns. */
  public long[] component(long[] index, Machine machine) {
    long[] values = new long[machine.lanes()];
    for (int lane = 0; lane < values.length; lane++) {
      if (machine.active(lane)) {
        int element = element(lane, Lanes.get(index, lane), false, machine);
        values[lane] =
            element < 0
                ? machine.behaviour().freedom().padding() & type.mask()
                : tile(machine.instance(type.scope(), lane))[element];
      }
    }
    return values;
  }

  /** This value with one component of each active invocation replaced. */
  public MatrixValue with(long[] index, long[] values, Machine machine) {
    long[][] changed = new long[tiles.length][];
    for (int instance = 0; instance < changed.length; instance++) {
      changed[instance] =
          tiles[instance] == null ? new long[type.elements()] : tiles[instance].clone();
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane)) {
        int element = element(lane, Lanes.get(index, lane), true, machine);
        if (element >= 0) {
          changed[machine.instance(type.scope(), lane)][element] = Lanes.get(values, lane);
        }
      }
    }
    return new MatrixValue(type, changed);
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
    int element = machine.ownership().element(type, size, own, index);
    if (machine.fault().isOn()) {
      element = misplaced(element, own, size, written, machine);
    }
    if (machine.fault().isOn() && element >= 0) {
      MatrixEvent event =
          new MatrixEvent(
              MatrixEvent.Action.COMPONENT,
              type,
              type.component().componentType(),
              false,
              true,
              0,
              0,
              machine.instance(type.scope(), lane),
              machine.workgroup(),
              (int) index);
      return machine.fault().component(event, own, element);
    }
    return element;
  }

  private int misplaced(int element, int own, int size, boolean written, Machine machine) {
    ActiveFault fault = machine.fault();
    int count = type.elements();
    if (element < 0) {
      return fault.has(Bug.OWNER_PADDING, type)
          ? 0
          : written && fault.has(Bug.OWNER_PADDING_WRITTEN, type) ? count - 1 : element;
    }
    boolean lost =
        element == count - 1 && fault.has(Bug.OWNER_LAST_LOST, type)
            || element >= count - type.columns() && fault.has(Bug.OWNER_LINE_LOST, type)
            || own == size - 1 && fault.has(Bug.OWNER_LANE_LOST, type);
    if (lost) {
      return -1;
    }
    if (!written && fault.has(Bug.OWNER_READS_NEXT, type)
        || written && own % 2 == 1 && fault.has(Bug.OWNER_WRITES_NEXT, type)) {
      return (element + 1) % count;
    }
    return written && fault.has(Bug.OWNER_WRITES_LAST, type)
        ? machine
            .ownership()
            .element(type, size, own, machine.ownership().length(type, size, own) - 1)
        : element;
  }
}
