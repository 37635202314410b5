package coopcts.combinations;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.List;
import org.testng.annotations.Test;

public final class CoveringTests {

  @Test
  void productHasEveryRow() {
    assertEquals(Covering.product(2, 3, 2).size(), 12);
    assertEquals(Covering.product(2, 3).get(4), new int[] {1, 1});
  }

  @Test
  void pairsCoverEveryPairWithFewRows() {
    int[] sizes = {7, 2, 2, 3};
    List<int[]> rows = Covering.pairs(sizes);
    assertTrue(rows.size() <= 24, "21 rows are the least, got " + rows.size());
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        for (int a = 0; a < sizes[i]; a++) {
          for (int b = 0; b < sizes[j]; b++) {
            int[] wanted = {i, a, j, b};
            assertTrue(
                rows.stream()
                    .anyMatch(row -> row[wanted[0]] == wanted[1] && row[wanted[2]] == wanted[3]));
          }
        }
      }
    }
  }

  @Test
  void eachCoversEveryValue() {
    List<int[]> rows = Covering.each(3, 2);
    assertEquals(rows.size(), 3);
    assertTrue(rows.stream().anyMatch(row -> row[1] == 1));
  }
}
