// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

/**
 * Who is told of the events of one device, and the deviation that it shows, if any. A device that
 * is not watched notes nothing.
 */
public final class CoverageWatch {

  /** Nobody is told. */
  public static final CoverageWatch NONE = new CoverageWatch(null);

  /** Is told of each event. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Receives one event.
     *
     * @param kind of the instruction
     * @param bins those that are met, which must not be changed or kept
     */
    void met(InstructionKind kind, long[] bins);
  }

  /** Receives facts about instructions that the table of cover points does not have. */
  @FunctionalInterface
  public interface Remarks {
    /**
     * Receives one fact.
     *
     * @param noun an instruction, or what it goes by
     * @param words what is so of it, as bins have them
     * @param isOfNumbers whether it is about the numbers that are met
     */
    void met(String noun, String words, boolean isOfNumbers);
  }

  private final Listener listener;
  private final Remarks remarks;
  private long[] launch = new long[Bins.WORDS];
  private DrawnFault planted;
  private long[] wanted = new long[Bins.WORDS];
  private boolean changed;

  /**
   * Watches for a listener.
   *
   * @param listener receives each event; null for none
   */
  public CoverageWatch(Listener listener) {
    this(listener, null);
  }

  /**
   * Watches for a listener and for one of facts beyond the table.
   *
   * @param listener receives each event; null for none
   * @param remarks receives each fact that the table does not have; null for none
   */
  public CoverageWatch(Listener listener, Remarks remarks) {
    this.listener = listener;
    this.remarks = remarks;
  }

  /** {@return whether facts that the table does not have are wanted} */
  public boolean isRemarking() {
    return remarks != null;
  }

  /**
   * Passes on a fact that the table of cover points does not have. It may be called only where
   * {@link #isRemarking} is true.
   *
   * @param noun an instruction, or what it goes by
   * @param words what is so of it, as bins have them
   * @param isOfNumbers whether it is about the numbers that are met
   */
  public void remark(String noun, String words, boolean isOfNumbers) {
    remarks.met(noun, words, isOfNumbers);
  }

  /** {@return whether a listener is there} */
  public boolean isOn() {
    return listener != null;
  }

  /**
   * Notes the pipeline and dispatch that are run from now on.
   *
   * @param bins that hold for them, as a set of {@link Bins}; the array is kept
   */
  public void enter(long[] bins) {
    launch = bins;
  }

  /**
   * {@return the bins of the pipeline and dispatch that were entered last, as a set of {@link
   * Bins}; the array is the one that was handed in and is not to be changed} It is empty before the
   * first.
   */
  public long[] launch() {
    return launch;
  }

  /**
   * Plants a deviation. The listener receives no events meanwhile.
   *
   * @param deviation that is shown from now on; null for none
   */
  public void plant(DrawnFault deviation) {
    planted = deviation;
    wanted = deviation == null ? new long[Bins.WORDS] : deviation.wanted();
    changed = false;
  }

  /** {@return whether the deviation that was planted last changed any result} */
  public boolean hasChanged() {
    return changed;
  }

  /** Notes that the planted deviation changed a result, for {@link #hasChanged}. */
  public void change() {
    changed = true;
  }

  /** {@return whether any deviation is planted} */
  public boolean isDeviating() {
    return planted != null;
  }

  /**
   * {@return whether a deviation is planted in a kind of instruction}
   *
   * @param kind of instruction
   */
  public boolean deviates(InstructionKind kind) {
    return planted != null && planted.kind() == kind;
  }

  /**
   * Receives an event and passes it on. With a planted deviation no listener is told.
   *
   * @param kind of the instruction
   * @param bins that it meets, as a set of {@link Bins}
   * @return the effect that the planted deviation has on it, or null for none
   */
  public Mutation met(InstructionKind kind, long[] bins) {
    if (planted == null) {
      listener.met(kind, bins);
      return null;
    }
    return planted.kind() == kind && Bins.hasAll(bins, wanted) ? planted.effect() : null;
  }
}
