// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import org.testng.annotations.Test;

/** Matrices of no square shape, in memory with gaps between their lines. */
public final class MatrixNumbersTests {

  private static final int[][] WHOLE = {{1, 2, 3}, {4, 5, 6}};
  private static final double[] ROWS = {1, 2, 3, 4, 5, 6};

  @Test
  public void rowsStandOneBehindTheOther() {
    MatrixNumbers matrix = MatrixNumbers.of(WHOLE);
    assertEquals(matrix.rows(), 2);
    assertEquals(matrix.columns(), 3);
    assertEquals(matrix.numbers(), ROWS);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        assertEquals(matrix.at(i, j), WHOLE[i][j]);
      }
    }
  }

  /** CV-MUL-008. */
  @Test
  public void aTransposedMatrixHasItsRowsAsColumns() {
    MatrixNumbers turned = MatrixNumbers.of(WHOLE).transposed();
    assertEquals(turned.rows(), 3);
    assertEquals(turned.columns(), 2);
    assertEquals(turned.numbers(), new double[] {1, 4, 2, 5, 3, 6});
    assertEquals(turned.transposed().numbers(), ROWS);
  }

  /** A byte an element, lines four bytes apart, the first two bytes of memory before them. */
  @Test
  public void memoryIsReadByItsLayout() {
    byte[] rows = {-1, -1, 1, 2, 3, -1, 4, 5, 6, -1};
    assertEquals(read(rows, Layout.ROW_MAJOR), ROWS);
    byte[] columns = {-1, -1, 1, 4, -1, -1, 2, 5, -1, -1, 3, 6};
    assertEquals(read(columns, Layout.COLUMN_MAJOR), ROWS);
    assertThrows(IllegalArgumentException.class, () -> read(rows, Layout.INFERENCING_OPTIMAL));
  }

  private static double[] read(byte[] bytes, Layout layout) {
    return MatrixNumbers.read(bytes, 2, new VectorMatrix(ComponentType.SINT8, 2, 3, layout, 4))
        .numbers();
  }
}
