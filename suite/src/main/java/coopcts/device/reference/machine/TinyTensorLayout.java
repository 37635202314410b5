// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Use;

/** The work-item layout of Intel's tiny tensor compiler, after sheet T-25a §1 and T-25b §2 (TT). */
final class TinyTensorLayout {

  private final Type.CooperativeMatrix type;
  private final int subgroupSize;
  private final Taps taps;

  /**
   * @param taps of the map
   */
  TinyTensorLayout(Type.CooperativeMatrix type, int subgroupSize, Taps taps) {
    this.type = type;
    this.subgroupSize = subgroupSize;
    this.taps = taps;
  }

  /** Components of every invocation, padding included. */
  int components() {
    return (int) taps.at(Tap.MAP_COMPONENTS, dealtComponents());
  }

  private int dealtComponents() {
    if (hasWords()) {
      int words = type.rows() * (paddedColumns() / channel());
      return Math.ceilDiv(words, subgroupSize) * channel();
    }
    return type.rows() * paddedColumns() / subgroupSize;
  }

  private boolean isBlocked() {
    return type.use() != Use.B && type.rows() % subgroupSize == 0;
  }

  /**
   * Whether a matrix of use A with few rows is dealt out in 32-bit words of neighbouring columns
   * (T-25b): word after word down the rows, then on to the next columns.
   */
  private boolean hasWords() {
    return type.rows() < subgroupSize && channel() > 1 && type.columns() % channel() == 0;
  }

  private int paddedColumns() {
    if (isBlocked()) {
      return Math.ceilDiv(type.columns(), channel()) * channel();
    }
    int lines = Math.min(type.rows(), subgroupSize);
    return Math.ceilDiv(lines * type.columns(), subgroupSize) * subgroupSize / lines;
  }

  /** Operands of an A matrix that share a 32-bit channel; 1 for other uses. */
  private int channel() {
    return type.use() == Use.A
        ? Math.max(1, (int) taps.at(Tap.MAP_CHANNEL, Math.max(1, 4 / type.componentBytes())))
        : 1;
  }

  /** The row-major number of a component's element, or −1 for padding. */
  int element(int lane, int component) {
    if (component >= dealtComponents()) {
      return -1;
    }
    int row;
    int column;
    if (isBlocked()) {
      int columns = paddedColumns();
      int channel = channel();
      int within = component % columns;
      int blocks = type.rows() / subgroupSize;
      int block = tapped(Tap.MAP_BLOCK, component / columns, blocks);
      int part = tapped(Tap.MAP_PART, within % channel, channel);
      row = lane / channel + part * (subgroupSize / channel) + block * subgroupSize;
      int group = within / channel;
      if (group > 0) {
        group = 1 + tapped(Tap.MAP_GROUP, group - 1, columns / channel - 1);
      }
      column = lane % channel + group * channel;
    } else if (hasWords()) {
      int word = component / channel() * subgroupSize + lane;
      row = word % type.rows();
      column = word / type.rows() * channel() + component % channel();
    } else {
      int lines = Math.min(type.rows(), subgroupSize);
      int blocks = type.rows() / lines;
      int beside = subgroupSize / lines;
      row = lane % lines + tapped(Tap.MAP_BLOCK, component % blocks, blocks) * lines;
      column = tapped(Tap.MAP_BESIDE, lane / lines, beside) + component / blocks * beside;
    }
    if (column >= type.columns()) {
      return -1;
    }
    return tapped(Tap.MAP_ELEMENT, row * type.columns() + column, type.elements());
  }

  /** One of so many. */
  private int tapped(Tap tap, int one, int count) {
    return taps.isOn(tap) ? (int) Math.floorMod(taps.at(tap, one, count), (long) count) : one;
  }
}
