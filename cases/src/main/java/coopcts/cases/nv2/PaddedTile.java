// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.model.MatrixType;
import coopcts.oracle.TensorAccess;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;

/**
 * A tile with what is around it: rows above and below, columns left and right.
 *
 * @param type of the matrix that is the tile
 * @param instances each with a frame of its own
 */
record PaddedTile(MatrixType type, int instances) {

  /** Rows and columns that a frame has more than its tile. */
  static final int MORE_ROWS = 2;

  static final int MORE_COLUMNS = 8;

  /** Where the tile begins in its frame. */
  static final int FIRST_ROW = 1;

  static final int FIRST_COLUMN = 3;

  /** Where it begins if it reaches around the frame's end. */
  static final int LATE_ROW = 5;

  static final int LATE_COLUMN = 9;

  /** Those of a kind of matrix. */
  static PaddedTile of(ScopedType kind) {
    return new PaddedTile(kind.type(), kind.instances());
  }

  /** Elements from row to row. */
  int pitch() {
    return type.columns() + MORE_COLUMNS;
  }

  int rows() {
    return type.rows() + MORE_ROWS;
  }

  /** Elements of a frame. */
  int size() {
    return rows() * pitch();
  }

  /** Bytes of shared memory that the tiles of a workgroup take. */
  long stagedBytes() {
    return (long) instances / ScopedType.WORKGROUPS * size() * type.component().bytes();
  }

  /** The tile within its frame. */
  TensorAccess framed() {
    return access(Clamp.UNDEFINED, FIRST_ROW, FIRST_COLUMN);
  }

  /** A tile that begins in another row. */
  TensorAccess from(int row) {
    return access(Clamp.UNDEFINED, row, FIRST_COLUMN);
  }

  /** The tile from its late place on, around the frame's end. */
  TensorAccess around() {
    return access(Clamp.REPEAT, LATE_ROW, LATE_COLUMN);
  }

  private TensorAccess access(Clamp clamp, int row, int column) {
    return new TensorAccess(
        type,
        TensorLayout.of(
            2,
            clamp,
            new Setter.Dimension(rows(), pitch()),
            new Setter.Slice(row, type.rows(), column, type.columns())));
  }
}
