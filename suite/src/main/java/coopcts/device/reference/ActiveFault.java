package coopcts.device.reference;

import java.util.function.UnaryOperator;

/** A fault that is switched on in one device, and whether it ever came to bear. */
final class ActiveFault {

  static final ActiveFault NONE = new ActiveFault(null);

  private final Fault fault;
  private boolean reached;
  private boolean spoils;

  ActiveFault(Fault fault) {
    this.fault = fault;
  }

  /** Whether a site was met at which the fault shows. */
  boolean reached() {
    return reached;
  }

  boolean isOn() {
    return fault != null;
  }

  /** Takes note that another module is decoded from now on. */
  void begin() {
    spoils = false;
  }

  /** Whether the fault can show in the module decoded last, as far as that is known beforehand. */
  boolean mayShow() {
    return fault != null && (spoils || !(fault.effect() instanceof Fault.Results));
  }

  private <T extends Fault.Effect> T effect(Class<T> type, Site site) {
    if (fault == null
        || !type.isInstance(fault.effect())
        || site != null && !fault.where().test(site)) {
      return null;
    }
    reached = true;
    return type.cast(fault.effect());
  }

  long element(Site site, int row, int column, long right, long operand) {
    Fault.Elements effect = effect(Fault.Elements.class, site);
    return effect == null
        ? right
        : effect.change().change(site, row, column, right, operand) & site.type().mask();
  }

  /**
   * All elements of a new matrix; the operand's elements are those of the source, or the right ones
   * again.
   */
  void elements(Site site, long[] tile, long[] source) {
    if (effect(Fault.Elements.class, site) != null) {
      long[] right = tile.clone();
      for (int row = 0, e = 0; row < site.rows(); row++) {
        for (int column = 0; column < site.columns(); column++, e++) {
          tile[e] = element(site, row, column, right[e], source == null ? right[e] : source[e]);
        }
      }
    }
  }

  Grid place(Site site, Grid right) {
    Fault.Places effect = effect(Fault.Places.class, site);
    return effect == null ? right : effect.change().change(site, right);
  }

  boolean omits(Site site, int row, int column) {
    Fault.Omits effect = effect(Fault.Omits.class, site);
    return effect != null && effect.which().test(site, row, column);
  }

  /** Bytes that a store writes behind each of its lines. */
  int overrun(Site site) {
    Fault.Overruns effect = effect(Fault.Overruns.class, site);
    return effect == null ? 0 : effect.bytes();
  }

  ProductSettings product(Site site, ProductSettings right) {
    Fault.Products effect = effect(Fault.Products.class, site);
    UnaryOperator<ProductSettings> change =
        effect == null ? UnaryOperator.identity() : effect.change();
    return change.apply(right);
  }

  int component(Site site, int lane, int element) {
    Fault.Components effect = effect(Fault.Components.class, site);
    return effect == null ? element : effect.change().change(site, lane, element);
  }

  /** Whether an algorithm takes a wrong turn for a type. */
  boolean has(Bug bug, Type type) {
    if (fault != null
        && fault.effect() instanceof Fault.Turns(Bug own, var only)
        && own == bug
        && only.test(type)) {
      reached = true;
      return true;
    }
    return false;
  }

  /** An instruction's step, with its result spoiled where the fault says so. */
  Step spoiled(Instruction i, Module module, Step right) {
    if (fault == null
        || i.type() == 0
        || !(fault.effect() instanceof Fault.Results(var which, var change))
        || !which.test(i, module)) {
      return right;
    }
    spoils = true;
    Type type = module.type(i.type());
    Type component = type instanceof Type.Array array ? array.element() : Scalars.component(type);
    return machine -> {
      right.run(machine);
      reached = true;
      machine.set(
          i.result(), change.change((Object[]) machine.get(i.result()), component, machine));
    };
  }

  int length(Type.CooperativeMatrix type, int lane, int right) {
    Fault.Lengths effect = effect(Fault.Lengths.class, null);
    return effect == null ? right : effect.change().change(type, lane, right);
  }

  long constant(int id, int bits, long otherwise, long value) {
    Fault.Constants effect = effect(Fault.Constants.class, null);
    return effect == null ? value : effect.change().change(id, bits, otherwise, value);
  }
}
