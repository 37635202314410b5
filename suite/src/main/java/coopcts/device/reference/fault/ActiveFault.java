// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.model.Way;
import coopcts.numbers.NumberFormat;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/** A fault that is switched on in one device, and whether it ever came to bear. */
public final class ActiveFault {

  public static final ActiveFault NONE = new ActiveFault(null);

  private final Fault fault;
  private boolean reached;
  private boolean spoils;
  private Set<Circumstance> pipeline = EnumSet.noneOf(Circumstance.class);
  private boolean confined;

  public ActiveFault(Fault fault) {
    this.fault = fault;
  }

  /** Whether an event was met at which the fault shows. */
  public boolean reached() {
    return reached;
  }

  /** What the device reports of itself, given what is true. */
  public DeviceReport report(DeviceReport honest) {
    return fault != null && fault.effect() instanceof Fault.Reports(var change)
        ? change.apply(honest)
        : honest;
  }

  /** What it does where cover points meet, or null. */
  public Deviation deviation() {
    return fault != null && fault.effect() instanceof Fault.Deviates(var deviation)
        ? deviation
        : null;
  }

  public boolean isOn() {
    return fault != null;
  }

  /** Takes note that another module is decoded from now on, which comes by a way. */
  public void begin(Way way) {
    spoils = fault != null && fault.effect() instanceof Fault.Loses(Way own, var _) && own == way;
  }

  /** Takes note of the pipeline that is made or run from now on. */
  public void enter(Set<Circumstance> circumstances) {
    if (isOn()) {
      pipeline = circumstances;
    }
  }

  /** What is so in the pipeline that was entered last, and what is so besides. */
  public Set<Circumstance> circumstances(Set<Circumstance> besides) {
    Set<Circumstance> all = EnumSet.noneOf(Circumstance.class);
    all.addAll(pipeline);
    all.addAll(besides);
    return all;
  }

  /** Whether something is so in the pipeline that was entered last. */
  public boolean isIn(Circumstance circumstance) {
    return pipeline.contains(circumstance);
  }

  /** Whether the fault can show in the module decoded last, as far as that is known beforehand. */
  public boolean mayShow() {
    return fault != null && (spoils || !confined && !isParticular(fault.effect()));
  }

  /** Whether it is known of a module, or of its way, that the effect can show. */
  private static boolean isParticular(Fault.Effect effect) {
    return effect instanceof Fault.Results || effect instanceof Fault.Loses;
  }

  private <T extends Fault.Effect> T effect(Class<T> type, MatrixEvent event) {
    if (fault == null
        || !type.isInstance(fault.effect())
        || event != null && !fault.where().test(event)) {
      return null;
    }
    reached = true;
    return type.cast(fault.effect());
  }

  long element(MatrixEvent event, int row, int column, long right, long operand) {
    Fault.Elements effect = effect(Fault.Elements.class, event);
    return effect == null
        ? right
        : effect.change().change(event, row, column, right, operand) & event.type().mask();
  }

  /**
   * All elements of a new matrix; the operand's elements are those of the source, or the right ones
   * again.
   */
  public void elements(MatrixEvent event, long[] tile, long[] source) {
    if (effect(Fault.Elements.class, event) != null) {
      long[] right = tile.clone();
      for (int row = 0, e = 0; row < event.rows(); row++) {
        for (int column = 0; column < event.columns(); column++, e++) {
          tile[e] = element(event, row, column, right[e], source == null ? right[e] : source[e]);
        }
      }
    }
  }

  public Grid place(MatrixEvent event, Grid right) {
    Fault.Places effect = effect(Fault.Places.class, event);
    return effect == null ? right : effect.change().change(event, right);
  }

  public boolean omits(MatrixEvent event, int row, int column) {
    Fault.Omits effect = effect(Fault.Omits.class, event);
    return effect != null && effect.which().test(event, row, column);
  }

  /** Bytes that a store writes behind each of its lines. */
  public int overrun(MatrixEvent event) {
    Fault.Overruns effect = effect(Fault.Overruns.class, event);
    return effect == null ? 0 : effect.bytes();
  }

  public ProductSettings product(MatrixEvent event, ProductSettings right) {
    Fault.Products effect = effect(Fault.Products.class, event);
    UnaryOperator<ProductSettings> change =
        effect == null ? UnaryOperator.identity() : effect.change();
    return change.apply(right);
  }

  public int component(MatrixEvent event, int lane, int element) {
    Fault.Components effect = effect(Fault.Components.class, event);
    return effect == null ? element : effect.change().change(event, lane, element);
  }

  /** Takes note that a wrong turn shows with certain instructions only. */
  public void confine(Bug bug) {
    confined |= plants(bug);
  }

  /** Takes note that one of those instructions was decoded, if this is the wrong turn planted. */
  public boolean meets(Bug bug) {
    boolean meets = plants(bug);
    spoils |= meets;
    return meets;
  }

  /** A conversion of numbers as the fault has it. */
  public LongUnaryOperator converting(ConversionEvent event, LongUnaryOperator right) {
    if (fault == null
        || !(fault.effect() instanceof Fault.Converts(var which, var change))
        || !which.test(event)) {
      return right;
    }
    reached = true;
    long mask = NumberFormat.of(event.to()).mask();
    return operand -> change.change(event, operand, right.applyAsLong(operand)) & mask;
  }

  /** Whether it is an algorithm's wrong turn that is planted, wherever it may show. */
  public boolean plants(Bug bug) {
    return fault != null && fault.effect() instanceof Fault.Turns(Bug own, var _) && own == bug;
  }

  /** Whether an algorithm that knows no types takes a wrong turn. */
  public boolean has(Bug bug) {
    return has(bug, new Type.Void());
  }

  /** Whether an algorithm takes a wrong turn for a type. */
  public boolean has(Bug bug, Type type) {
    if (fault != null
        && fault.effect() instanceof Fault.Turns(Bug own, var only)
        && own == bug
        && only.test(type)) {
      reached = true;
      return true;
    }
    return false;
  }

  /** Whether it spoils what an instruction makes; takes note that it may show if it does. */
  public boolean spoils(Instruction i, ShaderStage stage, boolean isVector) {
    boolean spoilt =
        fault != null
            && fault.effect() instanceof Fault.Results(var which, var _)
            && which.test(i, stage, isVector);
    spoils |= spoilt;
    return spoilt;
  }

  /** The components of a vector or array as the fault leaves them. */
  public Object[] spoilt(Object[] right, Type component, int firstActive) {
    reached = true;
    return ((Fault.Results) fault.effect()).change().change(right, component, firstActive);
  }

  public int length(Type.CooperativeMatrix type, int lane, int right) {
    Fault.Lengths effect = effect(Fault.Lengths.class, null);
    return effect == null ? right : effect.change().change(type, lane, right);
  }

  /** Whether something gets lost on a way; it is reached where it is there to be lost. */
  public boolean loses(Way way, Fault.Loss loss) {
    boolean loses =
        fault != null
            && fault.effect() instanceof Fault.Loses(Way own, var what)
            && own == way
            && what == loss;
    reached |= loses;
    return loses;
  }

  public long constant(int id, int bits, long otherwise, long value) {
    Fault.Constants effect = effect(Fault.Constants.class, null);
    return effect == null ? value : effect.change().change(id, bits, otherwise, value);
  }
}
