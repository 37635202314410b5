// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/**
 * What a block of memory held before, kept where a fault may show it in place of what it holds now.
 */
final class EarlierContents {

  private static final int BARRIERS = 2;

  private final byte[] now;
  private final byte[] initial;
  private byte[] atStart;
  private byte[] atBarrier;
  private byte[] beforeBarrier;
  private byte[] unstored;
  private int barriersLeft;

  EarlierContents(byte[] now) {
    this.now = now;
    this.initial = now.clone();
    this.atStart = initial;
    this.atBarrier = initial;
    this.beforeBarrier = initial;
  }

  /** What the block held when it was made. */
  byte[] initial() {
    return initial;
  }

  /** What it held when the dispatch began. */
  byte[] atStart() {
    return atStart;
  }

  /** What it held at the barrier before the last one. */
  byte[] beforeBarrier() {
    return beforeBarrier;
  }

  /** What it would hold without recent cooperative stores, or null if there were none. */
  byte[] unstored() {
    return unstored;
  }

  /** Takes note that a dispatch is over. */
  void settle() {
    atStart = now.clone();
  }

  void barrier() {
    beforeBarrier = atBarrier;
    atBarrier = now.clone();
    barriersLeft--;
    if (barriersLeft <= 0) {
      unstored = null;
    }
  }

  /** Takes note that a cooperative store is about to be made. */
  void keep() {
    if (unstored == null) {
      unstored = now.clone();
    }
    barriersLeft = BARRIERS;
  }
}
