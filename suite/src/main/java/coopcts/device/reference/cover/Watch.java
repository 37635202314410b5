// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

/**
 * Who is told of the events of one device, and the deviation that it shows, if any. A device that
 * is not watched notes nothing.
 */
public final class Watch {

  /** Nobody is told. */
  public static final Watch NONE = new Watch(null);

  /** Is told of each event. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param bins those that are met, which must not be changed or kept
     */
    void met(Kind kind, long[] bins);
  }

  private final Listener listener;
  private long[] launch = new long[Bins.WORDS];
  private Deviation planted;
  private long[] wanted = new long[Bins.WORDS];
  private boolean changed;

  public Watch(Listener listener) {
    this.listener = listener;
  }

  public boolean isOn() {
    return listener != null;
  }

  /** Takes note of the pipeline and dispatch that are run from now on. */
  public void enter(long[] bins) {
    launch = bins;
  }

  /** The bins of the pipeline and dispatch entered last. */
  public long[] launch() {
    return launch;
  }

  /** Shows a deviation from now on and tells nobody; null for none. */
  public void plant(Deviation deviation) {
    planted = deviation;
    wanted = deviation == null ? new long[Bins.WORDS] : deviation.wanted();
    changed = false;
  }

  /** Whether the deviation planted last changed anything. */
  public boolean hasChanged() {
    return changed;
  }

  /** Takes note that the deviation changed something. */
  public void change() {
    changed = true;
  }

  /** Whether any deviation is planted. */
  public boolean isDeviating() {
    return planted != null;
  }

  /** Whether a deviation is planted in a kind of instruction. */
  public boolean deviates(Kind kind) {
    return planted != null && planted.kind() == kind;
  }

  /** An event; returns the effect that it has by the planted deviation, or null. */
  public Effect met(Kind kind, long[] bins) {
    if (planted == null) {
      listener.met(kind, bins);
      return null;
    }
    return planted.kind() == kind && Bins.hasAll(bins, wanted) ? planted.effect() : null;
  }
}
