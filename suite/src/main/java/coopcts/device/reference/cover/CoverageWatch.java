// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import coopcts.model.MatrixType;

/**
 * Who is told of the events of one device, and the deviation that the device shows, if any. An
 * event is the set of bins that one executed instruction meets. A device whose watch is not
 * {@linkplain #isOn() on} notes nothing.
 */
public final class CoverageWatch {

  /** Nobody is told. */
  public static final CoverageWatch NONE = new CoverageWatch(null);

  /** Is told of each event. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Receives one event, on the thread that runs the device.
     *
     * @param kind of the instruction
     * @param bins those that are met, as a set of {@link Bins}; the receiver neither changes nor
     *     keeps the array
     */
    void met(InstructionKind kind, long[] bins);
  }

  /** Receives facts about instructions that the table of cover points does not have. */
  @FunctionalInterface
  public interface Remarks {
    /**
     * Receives one fact, on the thread that runs the device.
     *
     * @param noun what the fact is about: an instruction, or a name for several
     * @param words what is so of it, as {@link Bin#words} has it
     * @param isOfNumbers whether the fact is about the numbers that occur, not about the
     *     instruction
     */
    void met(String noun, String words, boolean isOfNumbers);
  }

  /** Receives what is stored to buffers. */
  public interface Stores {
    /**
     * Receives the store of an element, on the thread that runs the device.
     *
     * @param buffer its number: bound ones first, then those reached by their address
     * @param offset of the first byte
     * @param bytes that are stored
     */
    void element(int buffer, int offset, int bytes);

    /**
     * Receives the store of a matrix in lines, before those of its elements.
     *
     * @param buffer its number: bound ones first, then those reached by their address
     * @param type of the matrix
     * @param offset of its first element, in bytes
     * @param stride bytes from line to line
     * @param rowMajor whether lines are rows
     * @param instance the scope instance in the dispatch, from 0
     */
    void matrix(
        int buffer, MatrixType type, long offset, long stride, boolean rowMajor, int instance);
  }

  private final Listener listener;
  private final Remarks remarks;
  private final Stores stores;
  private long[] launch = new long[Bins.WORDS];
  private Deviation planted;
  private long[] wanted = new long[Bins.WORDS];
  private boolean met;
  private boolean changed;

  /**
   * Makes a watch for a listener. No deviation is planted.
   *
   * @param listener receives each event; null for a watch that is off
   */
  public CoverageWatch(Listener listener) {
    this(listener, null);
  }

  /**
   * Makes a watch for a listener and for one of facts beyond the table. No deviation is planted.
   *
   * @param listener receives each event; null for a watch that is off
   * @param remarks receives each fact that the table of cover points does not have; null where none
   *     are wanted
   */
  public CoverageWatch(Listener listener, Remarks remarks) {
    this(listener, remarks, null);
  }

  private CoverageWatch(Listener listener, Remarks remarks, Stores stores) {
    this.listener = listener;
    this.remarks = remarks;
    this.stores = stores;
  }

  /**
   * {@return a watch that is off but for stores to buffers}
   *
   * @param stores receives them
   */
  public static CoverageWatch of(Stores stores) {
    return new CoverageWatch(null, null, stores);
  }

  /** {@return who receives stores to buffers; null where nobody does} */
  public Stores stores() {
    return stores;
  }

  /** {@return whether somebody receives facts that the table of cover points does not have} */
  public boolean isRemarking() {
    return remarks != null;
  }

  /**
   * Passes on a fact that the table of cover points does not have. Callers ask {@link #isRemarking}
   * first.
   *
   * @param noun what the fact is about: an instruction, or a name for several
   * @param words what is so of it, as {@link Bin#words} has it
   * @param isOfNumbers whether the fact is about the numbers that occur, not about the instruction
   * @throws NullPointerException if nobody receives facts
   */
  public void remark(String noun, String words, boolean isOfNumbers) {
    remarks.met(noun, words, isOfNumbers);
  }

  /** {@return whether events are noted: the watch has a listener} */
  public boolean isOn() {
    return listener != null;
  }

  /**
   * Notes the pipeline and dispatch that are run from now on. The device calls it before each
   * dispatch.
   *
   * @param bins that hold for all instructions of the dispatch, as a set of {@link Bins}; the array
   *     is kept
   */
  public void enter(long[] bins) {
    launch = bins;
  }

  /**
   * {@return the bins of the pipeline and dispatch that were {@linkplain #enter entered} last, as a
   * set of {@link Bins}; empty before the first} The array is not to be changed.
   */
  public long[] launch() {
    return launch;
  }

  /**
   * Plants a deviation, in place of the one before. While one is planted, the listener receives no
   * events, and {@link #hasChanged} begins at false.
   *
   * @param deviation that is shown from now on; null for none
   */
  public void plant(Deviation deviation) {
    planted = deviation;
    met = false;
    wanted = deviation == null ? new long[Bins.WORDS] : deviation.wanted();
    changed = false;
  }

  /**
   * {@return whether the deviation that was planted last changed any result since; false without
   * one}
   */
  public boolean hasChanged() {
    return changed;
  }

  /**
   * {@return whether the bins of the planted deviation of results were met since it was planted;
   * false without one}
   */
  public boolean hasMet() {
    return met;
  }

  /**
   * Notes that the planted deviation changed a result, so that {@link #hasChanged} is true. Whoever
   * applies a {@link Change} calls it where the result differs.
   */
  public void change() {
    changed = true;
  }

  /** {@return whether any deviation is planted} */
  public boolean isDeviating() {
    return planted != null;
  }

  /**
   * {@return whether the planted deviation is one of a kind of instruction; false where none is
   * planted}
   *
   * @param kind of the instruction
   */
  public boolean deviates(InstructionKind kind) {
    return planted != null && planted.kinds().contains(kind);
  }

  /**
   * {@return whether the planted deviation changes a value inside of instructions, which asks for
   * the bins that are met before they are executed; false where none is planted}
   */
  public boolean deviatesInside() {
    return planted != null && !(planted instanceof DrawnFault);
  }

  /**
   * Receives an event: it tells the listener, or, where a deviation is planted, whether it shows at
   * this event. Callers ask {@link #isOn} first.
   *
   * @param kind of the instruction
   * @param bins that it meets, as a set of {@link Bins}; neither changed nor kept
   * @return the effect that the planted deviation has on the instruction's result, or null for none
   */
  public Change met(InstructionKind kind, long[] bins) {
    if (planted == null) {
      listener.met(kind, bins);
      return null;
    }
    if (planted instanceof DrawnFault fault && fault.kind() == kind && Bins.hasAll(bins, wanted)) {
      met = true;
      return fault.effect();
    }
    return null;
  }
}
