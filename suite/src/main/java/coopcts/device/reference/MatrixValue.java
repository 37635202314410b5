package coopcts.device.reference;

/** A cooperative matrix, held once per scope instance. Values are never changed in place. */
final class MatrixValue {

  private final Type.CooperativeMatrix type;
  private final long[][] tiles;

  /**
   * @param tiles for each scope instance its elements, row-major; null where the instance has no
   *     value
   */
  MatrixValue(Type.CooperativeMatrix type, long[][] tiles) {
    this.type = type;
    this.tiles = tiles;
  }

  Type.CooperativeMatrix type() {
    return type;
  }

  int instances() {
    return tiles.length;
  }

  /**
   * The elements of one instance's matrix.
   *
   * @throws SpirvException if it was never set
   */
  long[] tile(int instance) {
    if (tiles[instance] == null) {
      throw new SpirvException("an uninitialised matrix is read");
    }
    return tiles[instance];
  }

  /** Whether an instance's matrix was ever set. */
  boolean isSet(int instance) {
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
  long[] component(long[] index, Machine machine) {
    long[] values = new long[machine.lanes()];
    for (int lane = 0; lane < values.length; lane++) {
      if (machine.active(lane)) {
        int element = element(lane, Lanes.get(index, lane), machine);
        values[lane] =
            element < 0
                ? machine.conduct().freedom().padding() & type.mask()
                : tile(machine.instance(type.scope(), lane))[element];
      }
    }
    return values;
  }

  /** This value with one component of each active invocation replaced. */
  MatrixValue with(long[] index, long[] values, Machine machine) {
    long[][] changed = new long[tiles.length][];
    for (int instance = 0; instance < changed.length; instance++) {
      changed[instance] =
          tiles[instance] == null ? new long[type.elements()] : tiles[instance].clone();
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane)) {
        int element = element(lane, Lanes.get(index, lane), machine);
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
  private int element(int lane, long index, Machine machine) {
    int own = machine.laneInInstance(type.scope(), lane);
    int size = machine.size(type.scope());
    int length = machine.ownership().length(type, size, own);
    if (index < 0 || index >= length) {
      machine
          .conduct()
          .violated(Check.COMPONENT, "KHR-COMP-007: component " + index + " of " + length);
      return -1;
    }
    int element = machine.ownership().element(type, size, own, index);
    if (machine.fault().isOn() && element >= 0) {
      Site site =
          new Site(
              Site.Kind.COMPONENT,
              type,
              Site.componentType(type.component()),
              0,
              true,
              0,
              0,
              machine.instance(type.scope(), lane),
              machine.workgroup(),
              (int) index);
      return machine.fault().component(site, own, element);
    }
    return element;
  }
}
