// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
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

  /**
   * Switches a fault on.
   *
   * @param fault that the device shows; null for none
   */
  public ActiveFault(Fault fault) {
    this.fault = fault;
  }

  /** {@return whether an event occurred at which the fault shows} */
  public boolean reached() {
    return reached;
  }

  /**
   * {@return the report that the device gives; the true one itself unless the fault is one of
   * reports} The call does not count as reached.
   *
   * @param honest the true report
   */
  public DeviceReport report(DeviceReport honest) {
    return fault != null && fault.effect() instanceof Fault.Reports(var change)
        ? change.apply(honest)
        : honest;
  }

  /** {@return the deviation at cover points, or null if the fault is of another kind} */
  public DrawnFault deviation() {
    return fault != null && fault.effect() instanceof Fault.Deviates(var deviation)
        ? deviation
        : null;
  }

  /** {@return whether a fault is switched on} */
  public boolean isOn() {
    return fault != null;
  }

  /**
   * Notes that another module is decoded from now on. What {@link #meets} and {@link #spoils} noted
   * of the one before is forgotten.
   *
   * @param way the path by which it was submitted
   */
  public void begin(SubmissionPath way) {
    spoils =
        fault != null
            && fault.effect() instanceof Fault.Loses(SubmissionPath own, var _)
            && own == way;
  }

  /**
   * Notes the pipeline that is made or run from now on. Without a fault nothing is noted.
   *
   * @param circumstances that hold for it; the set is kept
   */
  public void enter(Set<Circumstance> circumstances) {
    if (isOn()) {
      pipeline = circumstances;
    }
  }

  /**
   * {@return the circumstances of the pipeline that was entered last, and the given ones, as a new
   * set} Without a fault there are only the given ones.
   *
   * @param besides further circumstances
   */
  public Set<Circumstance> circumstances(Set<Circumstance> besides) {
    Set<Circumstance> all = EnumSet.noneOf(Circumstance.class);
    all.addAll(pipeline);
    all.addAll(besides);
    return all;
  }

  /**
   * {@return whether a circumstance holds for the pipeline that was entered last} False where no
   * fault is switched on, or no pipeline was entered.
   *
   * @param circumstance that is looked for
   */
  public boolean isIn(Circumstance circumstance) {
    return pipeline.contains(circumstance);
  }

  /**
   * {@return whether the fault can show in the module decoded last, as far as that is known
   * beforehand} True does not mean that it shows.
   */
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
   * Changes the elements of a new matrix as the fault does. Where the fault does not show the
   * elements stay. Patterns lie in the low bits. Where it shows it counts as reached.
   *
   * @param event the instruction
   * @param tile the right elements, row-major, changed in place
   * @param source elements of the operand, row-major, or null for none
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

  /**
   * {@return where the fault makes a load or store look for its elements; the right place if it
   * does not show there} Where it shows it counts as reached.
   *
   * @param event the instruction
   * @param right where they are
   */
  public Grid place(MatrixEvent event, Grid right) {
    Fault.Places effect = effect(Fault.Places.class, event);
    return effect == null ? right : effect.change().change(event, right);
  }

  /**
   * {@return whether the fault leaves an element out of a load or store; false if it does not show
   * there} It counts as reached with each instruction that the fault is about, whether this element
   * is left out or not.
   *
   * @param event the instruction
   * @param row of the element, from 0
   * @param column of the element, from 0
   */
  public boolean omits(MatrixEvent event, int row, int column) {
    Fault.Omits effect = effect(Fault.Omits.class, event);
    return effect != null && effect.which().test(event, row, column);
  }

  /**
   * {@return the bytes that the fault writes behind each line of a store; 0 for none} Where it
   * shows it counts as reached.
   *
   * @param event the instruction
   */
  public int overrun(MatrixEvent event) {
    Fault.Overruns effect = effect(Fault.Overruns.class, event);
    return effect == null ? 0 : effect.bytes();
  }

  /**
   * {@return how the fault makes a product be computed; the right way if it does not show there}
   * Where it shows it counts as reached.
   *
   * @param event the instruction
   * @param right how it should be
   */
  public ProductSettings product(MatrixEvent event, ProductSettings right) {
    Fault.Products effect = effect(Fault.Products.class, event);
    UnaryOperator<ProductSettings> change =
        effect == null ? UnaryOperator.identity() : effect.change();
    return change.apply(right);
  }

  /**
   * {@return the row-major number of the element that the fault makes an invocation's component be;
   * the right one if it does not show there} Where it shows it counts as reached.
   *
   * @param event the instruction
   * @param lane number of the invocation, from 0
   * @param element row-major number of the right element
   */
  public int component(MatrixEvent event, int lane, int element) {
    Fault.Components effect = effect(Fault.Components.class, event);
    return effect == null ? element : effect.change().change(event, lane, element);
  }

  /**
   * Notes that an error of an algorithm shows with certain instructions only. If it is the planted
   * fault, {@link #mayShow} is false for each module until {@link #meets} finds such an instruction
   * in it; any other fault stays as it is. This cannot be undone.
   *
   * @param bug the error
   */
  public void confine(FaultPoint bug) {
    confined |= plants(bug);
  }

  /**
   * {@return whether the planted fault is this error; then it is noted that an instruction with
   * which it shows was decoded} It does not count as reached.
   *
   * @param bug the error
   */
  public boolean meets(FaultPoint bug) {
    boolean meets = plants(bug);
    spoils |= meets;
    return meets;
  }

  /**
   * {@return the conversion as the fault does it, of patterns in the low bits; the right one itself
   * if it does not show there} Where it shows it counts as reached.
   *
   * @param event types and instruction
   * @param right conversion of patterns
   */
  public LongUnaryOperator converting(ConversionEvent event, LongUnaryOperator right) {
    if (fault == null
        || !(fault.effect() instanceof Fault.Converts(var which, var change))
        || !which.test(event)) {
      return right;
    }
    reached = true;
    long mask = event.to().format().mask();
    return operand -> change.change(event, operand, right.applyAsLong(operand)) & mask;
  }

  /**
   * {@return whether the planted fault is this error, for whatever types} The call does not count
   * as reached. False where no fault is switched on.
   *
   * @param bug the error
   */
  public boolean plants(FaultPoint bug) {
    return fault != null
        && fault.effect() instanceof Fault.Turns(FaultPoint own, var _)
        && own == bug;
  }

  /**
   * {@return whether an algorithm makes an error; a positive answer counts as reached}
   *
   * @param bug the error
   */
  public boolean has(FaultPoint bug) {
    return has(bug, new Type.Void());
  }

  /**
   * {@return whether an algorithm makes an error for a type; a positive answer counts as reached}
   * False where no fault is switched on.
   *
   * @param bug the error
   * @param type that the algorithm works on
   */
  public boolean has(FaultPoint bug, Type type) {
    if (fault != null
        && fault.effect() instanceof Fault.Turns(FaultPoint own, var only)
        && own == bug
        && only.test(type)) {
      reached = true;
      return true;
    }
    return false;
  }

  /**
   * {@return whether the fault changes the results of an instruction; then it is noted that it may
   * show} False where no fault is switched on. It does not count as reached.
   *
   * @param i the instruction
   * @param stage of the module
   * @param isVector whether the result is a cooperative vector
   */
  public boolean spoils(Instruction i, ShaderStage stage, boolean isVector) {
    boolean spoilt =
        fault != null
            && fault.effect() instanceof Fault.Results(var which, var _)
            && which.test(i, stage, isVector);
    spoils |= spoilt;
    return spoilt;
  }

  /**
   * The components of a vector or array as the fault leaves them. It may be called only where
   * {@link #spoils} is true. The fault counts as reached. Without a fault it fails with a
   * NullPointerException, and with one of another kind with a ClassCastException.
   *
   * @param right the right components, for all invocations, in the form of {@link
   *     coopcts.device.reference.machine.Lanes}
   * @param component their type
   * @param firstActive number of the first active invocation, from 0
   * @return the changed components
   */
  public Object[] spoilt(Object[] right, Type component, int firstActive) {
    reached = true;
    return ((Fault.Results) fault.effect()).change().change(right, component, firstActive);
  }

  /**
   * {@return the length of a matrix that the fault reports for an invocation, in components; the
   * right one if it does not show there} A fault of lengths counts as reached, whether it changes
   * this one or not.
   *
   * @param type of the matrix
   * @param lane number of the invocation in the scope instance, from 0
   * @param right the right length, in components
   */
  public int length(Type.CooperativeMatrix type, int lane, int right) {
    Fault.Lengths effect = effect(Fault.Lengths.class, null);
    return effect == null ? right : effect.change().change(type, lane, right);
  }

  /**
   * {@return whether the fault loses something on a submission path; a positive answer counts as
   * reached} False where no fault is switched on.
   *
   * @param way the path
   * @param loss what may get lost
   */
  public boolean loses(SubmissionPath way, Fault.SubmissionLoss loss) {
    boolean loses =
        fault != null
            && fault.effect() instanceof Fault.Loses(SubmissionPath own, var what)
            && own == way
            && what == loss;
    reached |= loses;
    return loses;
  }

  /**
   * {@return the pattern, in the low bits, that the fault gives a specialization constant; the
   * right one if it does not show there} A fault of constants counts as reached, whether it changes
   * this one or not.
   *
   * @param id its {@code constant_id}
   * @param bits its width in bits; 1 for a boolean
   * @param otherwise pattern of its default
   * @param value pattern of the right value
   */
  public long constant(int id, int bits, long otherwise, long value) {
    Fault.Constants effect = effect(Fault.Constants.class, null);
    return effect == null ? value : effect.change().change(id, bits, otherwise, value);
  }
}
