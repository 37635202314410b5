// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Use;

/** The work-item layout of Intel's tiny tensor compiler, after sheet T-25a §1 and T-25b §2 (TT). */
final class TinyTensorLayout {

  private final Type.CooperativeMatrix type;
  private final int subgroupSize;
  private final ActiveFault fault;

  /**
   * @param fault what is wrong with the map
   */
  TinyTensorLayout(Type.CooperativeMatrix type, int subgroupSize, ActiveFault fault) {
    this.type = type;
    this.subgroupSize = subgroupSize;
    this.fault = fault;
  }

  /** Components of every invocation, padding included. */
  int components() {
    return rightComponents() + (fault.has(FaultPoint.MAP_LONG, type) ? 1 : 0);
  }

  private int rightComponents() {
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
    return type.use() == Use.A && !fault.has(FaultPoint.MAP_NO_CHANNELS, type)
        ? Math.max(1, 4 / type.componentBytes())
        : 1;
  }

  /** The row-major number of a component's element, or −1 for padding. */
  int element(int lane, int component) {
    if (component >= rightComponents()) {
      return -1;
    }
    int row;
    int column;
    if (isBlocked()) {
      int columns = paddedColumns();
      int channel = channel();
      int within = component % columns;
      int blocks = type.rows() / subgroupSize;
      int block = turned(component / columns, blocks, FaultPoint.MAP_BLOCKS_REVERSED);
      int part = turned(within % channel, channel, FaultPoint.MAP_CHANNELS_REVERSED);
      row = lane / channel + part * (subgroupSize / channel) + block * subgroupSize;
      int group = within / channel;
      if (group > 0) {
        group = 1 + turned(group - 1, columns / channel - 1, FaultPoint.MAP_LATER_REVERSED);
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
      row =
          lane % lines + turned(component % blocks, blocks, FaultPoint.MAP_BLOCKS_REVERSED) * lines;
      column =
          turned(lane / lines, beside, FaultPoint.MAP_SPREAD_REVERSED)
              + component / blocks * beside;
    }
    if (column >= type.columns()) {
      return -1;
    }
    int number = row * type.columns() + column;
    return fault.has(FaultPoint.MAP_EXCHANGED, type)
        ? number % type.rows() * type.columns() + number / type.rows()
        : number;
  }

  /** One of several, counted from the other end where a fault has it so. */
  private int turned(int one, int count, FaultPoint bug) {
    return count > 1 && fault.has(bug, type) ? count - 1 - one : one;
  }
}
