package coopcts.device.reference.machine;

import coopcts.device.reference.spirv.Type;
import coopcts.model.Use;

/** The work-item layout of Intel's tiny tensor compiler, after sheet T-25a §1 and T-25b §2 (TT). */
final class TinyTensorLayout {

  private TinyTensorLayout() {}

  /** Components of every invocation, padding included. */
  static int components(Type.CooperativeMatrix type, int subgroupSize) {
    if (hasWords(type, subgroupSize)) {
      int words = type.rows() * (paddedColumns(type, subgroupSize) / channel(type));
      return Math.ceilDiv(words, subgroupSize) * channel(type);
    }
    return type.rows() * paddedColumns(type, subgroupSize) / subgroupSize;
  }

  private static boolean isBlocked(Type.CooperativeMatrix type, int subgroupSize) {
    return type.use() != Use.B && type.rows() % subgroupSize == 0;
  }

  /**
   * Whether a matrix of use A with few rows is dealt out in 32-bit words of neighbouring columns
   * (T-25b): word after word down the rows, then on to the next columns.
   */
  private static boolean hasWords(Type.CooperativeMatrix type, int subgroupSize) {
    return type.rows() < subgroupSize && channel(type) > 1 && type.columns() % channel(type) == 0;
  }

  private static int paddedColumns(Type.CooperativeMatrix type, int subgroupSize) {
    if (isBlocked(type, subgroupSize)) {
      int channel = channel(type);
      return Math.ceilDiv(type.columns(), channel) * channel;
    }
    int lines = Math.min(type.rows(), subgroupSize);
    return Math.ceilDiv(lines * type.columns(), subgroupSize) * subgroupSize / lines;
  }

  /** Operands of an A matrix that share a 32-bit channel; 1 for other uses. */
  private static int channel(Type.CooperativeMatrix type) {
    return type.use() == Use.A ? Math.max(1, 4 / type.componentBytes()) : 1;
  }

  /** The row-major number of a component's element, or −1 for padding. */
  static int element(Type.CooperativeMatrix type, int subgroupSize, int lane, int component) {
    int row;
    int column;
    if (isBlocked(type, subgroupSize)) {
      int columns = paddedColumns(type, subgroupSize);
      int channel = channel(type);
      int within = component % columns;
      int block = component / columns;
      row = lane / channel + within % channel * (subgroupSize / channel) + block * subgroupSize;
      column = lane % channel + within / channel * channel;
    } else if (hasWords(type, subgroupSize)) {
      int word = component / channel(type) * subgroupSize + lane;
      row = word % type.rows();
      column = word / type.rows() * channel(type) + component % channel(type);
    } else {
      int lines = Math.min(type.rows(), subgroupSize);
      int blocks = type.rows() / lines;
      row = lane % lines + component % blocks * lines;
      column = lane / lines + component / blocks * (subgroupSize / lines);
    }
    return column < type.columns() ? row * type.columns() + column : -1;
  }
}
