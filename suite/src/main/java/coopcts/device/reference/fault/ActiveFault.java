// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.spirv.Type;
import coopcts.model.DeviceReport;
import coopcts.model.SubmissionPath;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * A fault that is switched on in one device, and whether it came to bear. Whatever executes
 * instructions asks it at the places where a driver could err; without a fault it answers as a
 * correct device does. One thread uses it.
 */
public final class ActiveFault {

  /** No fault: the device is a correct one. */
  public static final ActiveFault NONE = new ActiveFault(null);

  private final Fault fault;
  private boolean met;
  private boolean reached;
  private boolean lies;
  private boolean spoils;
  private Set<Circumstance> pipeline = EnumSet.noneOf(Circumstance.class);
  private TapFault tapped;
  private boolean isByEvents;
  private Long before;
  private long[][] events;

  /**
   * Switches a fault on. It has not come to bear yet.
   *
   * @param fault that the device shows; null for none, for which {@link #NONE} is there
   */
  public ActiveFault(Fault fault) {
    this.fault = fault;
    this.tapped = fault != null && fault.effect() instanceof TapFault at ? at : null;
    this.isByEvents = tapped != null && tapped.needsEvents();
  }

  TapFault tapped() {
    return tapped;
  }

  /**
   * Plants a fault at a tap, or takes it away, and counts from now on whether it is reached. The
   * shared {@link #NONE} takes none.
   *
   * @param drawn what is wrong; null for nothing
   */
  public void plant(DrawnTap drawn) {
    tapped = drawn == null ? null : drawn.fault();
    isByEvents = drawn != null;
    met = false;
    reached = false;
    before = null;
    events = null;
  }

  /**
   * Notes the bins that an instruction meets that is executed next, until {@link #leave}.
   *
   * @param met for each scope instance a set of {@link Bins}, or null; kept until then
   */
  public void enter(long[][] met) {
    events = met;
  }

  /** Forgets the bins of the instruction that was {@linkplain #enter(long[][]) entered}. */
  public void leave() {
    events = null;
  }

  /**
   * {@return whether the fault is at a tap of a site}
   *
   * @param site the algorithm
   */
  public boolean isTapped(Tap.Site site) {
    return tapped != null && tapped.tap().site() == site;
  }

  /**
   * {@return whether the fault is at a value that an instruction has when it is decoded: to show
   * only at some, the instruction is decoded anew where the {@linkplain #enter(long[][]) bins} that
   * it meets are known, as those of scope instance 0}
   */
  public boolean isDecoded() {
    return isTapped(Tap.Site.CONVERT) || isTapped(Tap.Site.VALUE);
  }

  /** {@return whether the fault is at a tap} */
  public boolean isTapped() {
    return tapped != null;
  }

  /**
   * {@return the taps of an algorithm that begins; {@link Taps#OFF} where no fault is at one of
   * them} Without a fault nothing is made.
   *
   * @param site the algorithm, which has no facts
   * @param type of the matrix or component that it works on, or null
   * @param instance number of the scope instance, from 0
   */
  public Taps at(Tap.Site site, Type type, int instance) {
    return isTapped() ? opened(site, type, instance) : Taps.OFF;
  }

  /**
   * {@return the taps of an algorithm that begins; {@link Taps#OFF} where no fault is at one of
   * them}
   *
   * @param site the algorithm
   * @param type of the matrix or component that it works on, or null
   * @param instance number of the scope instance, from 0
   * @param fact the site's only one
   */
  public Taps at(Tap.Site site, Type type, int instance, long fact) {
    return isTapped() ? opened(site, type, instance, fact) : Taps.OFF;
  }

  /**
   * {@return the taps of an algorithm that begins; {@link Taps#OFF} where no fault is at one of
   * them} Callers look first whether a fault {@linkplain #isTapped() is at a tap}.
   *
   * @param site the algorithm
   * @param type of the matrix or component that it works on, or null
   * @param instance number of the scope instance, from 0
   * @param facts of the site, in its order
   */
  public Taps at(Tap.Site site, Type type, int instance, long... facts) {
    return isTapped() ? opened(site, type, instance, facts) : Taps.OFF;
  }

  private Taps opened(Tap.Site site, Type type, int instance, long... facts) {
    if (tapped.tap().site() != site || isByEvents && events == null) {
      return Taps.OFF;
    }
    List<String> names = tapped.tap().names();
    long[] known = new long[names.size() + tapped.bins().size()];
    if (type instanceof Type.CooperativeMatrix matrix) {
      known[2] = matrix.rows();
      known[3] = matrix.columns();
    }
    known[4] = type == null ? 0 : type.component().size();
    if (type != null) {
      describe(type.component(), known);
    }
    System.arraycopy(facts, 0, known, Tap.FIRST_FACT, facts.length);
    for (int bin = 0; bin < tapped.bins().size(); bin++) {
      known[names.size() + bin] = meets(tapped.bins().get(bin), type, instance) ? 1 : 0;
    }
    return new Taps(this, known, Tap.FIRST_FACT + facts.length);
  }

  /** What is known of a component's type, as {@link Tap} has it. */
  private static void describe(Type component, long[] known) {
    switch (component) {
      case Type.Int(var format) -> {
        known[5] = format.isSigned() ? 1 : 0;
        known[6] = 1L << format.bits() - 1;
      }
      case Type.Float(var format) -> {
        known[6] = format.signBit();
        known[7] = format.maxFinite();
        known[8] = format.minNormal();
        known[9] = format.quietNan();
      }
      default -> {}
    }
  }

  private boolean meets(Bin bin, Type type, int instance) {
    if (events != null) {
      return events[instance] != null && Bins.has(events[instance], bin.id());
    }
    return switch (bin.point()) {
      case "type" -> type != null && bin.name().equals(type.component().componentType().toString());
      case "use" ->
          type instanceof Type.CooperativeMatrix matrix
              && bin.name().equals(matrix.use().toString());
      case "scope" ->
          type instanceof Type.CooperativeMatrix matrix
              && bin.name().equals(matrix.scope().toString());
      default -> false;
    };
  }

  /** The value that a tap gives, bounded; it counts as reached where it is not the right one. */
  long changed(long right, long[] values, LongUnaryOperator bound) {
    values[1] = before == null ? right : before;
    before = right;
    if (tapped.condition().of(values) == 0) {
      return right;
    }
    met = true;
    long changed = bound.applyAsLong(tapped.change().of(values));
    reached |= changed != right;
    return changed;
  }

  /**
   * {@return whether a value passed the tap under the fault's condition since the fault was
   * switched on, also where it stayed as it was}
   */
  public boolean met() {
    return met;
  }

  /** {@return whether the device gave a false report for the fault} */
  public boolean lies() {
    return lies;
  }

  /**
   * {@return whether the device came by an event at which the fault shows, since the fault was
   * switched on} Each method says whether it counts.
   */
  public boolean reached() {
    return reached;
  }

  /**
   * {@return the report that the device gives: a false one for a fault of reports, else the true
   * one itself} The call does not count as reached.
   *
   * @param honest the true report; not changed
   */
  public DeviceReport report(DeviceReport honest) {
    if (!isTapped(Tap.Site.REPORT)) {
      return honest;
    }
    DeviceReport given = new ReportTaps(at(Tap.Site.REPORT, null, 0), honest).report();
    lies |= !given.equals(honest);
    reached = false;
    before = null;
    return given;
  }

  /**
   * {@return the deviation at cover points, which {@code CoverageWatch.plant} takes; null where the
   * fault is of another kind or there is none}
   */
  public Deviation deviation() {
    if (isByEvents) {
      return tapped;
    }
    return fault != null && fault.effect() instanceof Fault.Deviates(var deviation)
        ? deviation
        : null;
  }

  /** {@return whether a fault is switched on, of whatever kind} */
  public boolean isOn() {
    return fault != null;
  }

  /**
   * Notes that another module is decoded from now on, so that {@link #mayShow} speaks of that one.
   * What a tap's value was the time before is forgotten: it does not depend on the cases before.
   *
   * @param way the path by which the module was submitted to the driver
   */
  public void begin(SubmissionPath way) {
    spoils = isTapped(Tap.Site.SUBMISSION) && tapped.holds(way.ordinal());
    before = null;
  }

  /**
   * Notes the pipeline that is made or run from now on. Without a fault nothing is noted.
   *
   * @param circumstances that hold for the pipeline; the set is kept
   */
  public void enter(Set<Circumstance> circumstances) {
    if (isOn()) {
      pipeline = circumstances;
    }
  }

  /**
   * {@return in a new set the circumstances of the pipeline that was {@linkplain #enter entered}
   * last, and the given ones} Without a fault there are only the given ones.
   *
   * @param besides circumstances of the instruction, may be empty; not changed
   */
  public Set<Circumstance> circumstances(Set<Circumstance> besides) {
    Set<Circumstance> all = EnumSet.noneOf(Circumstance.class);
    all.addAll(pipeline);
    all.addAll(besides);
    return all;
  }

  /**
   * {@return whether a circumstance holds for the pipeline that was {@linkplain #enter entered}
   * last; false without a fault, or where no pipeline was entered}
   *
   * @param circumstance that is looked for
   */
  public boolean isIn(Circumstance circumstance) {
    return pipeline.contains(circumstance);
  }

  /**
   * {@return whether the fault can show in the module that was decoded last, as far as its
   * instructions tell} False saves a run: the fault does not show there. True does not mean that it
   * shows.
   */
  public boolean mayShow() {
    return fault != null && (spoils || !isParticular(fault.effect()));
  }

  /** Whether it is known of a module, or of its way, that the effect can show. */
  private static boolean isParticular(Fault.Effect effect) {
    return effect instanceof TapFault at
        && (at.tap().site() == Tap.Site.VECTOR || at.tap().site() == Tap.Site.SUBMISSION);
  }

  /**
   * {@return whether the fault is at a tap of a site; then {@link #mayShow} is true for the module
   * that is being decoded} Decoders call it at each instruction that passes the site. It does not
   * count as reached.
   *
   * @param site {@link Tap.Site#VECTOR}; the others are not noted
   */
  public boolean passes(Tap.Site site) {
    spoils |= isTapped(site);
    return isTapped(site);
  }
}
