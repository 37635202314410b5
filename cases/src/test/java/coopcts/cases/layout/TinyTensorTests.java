// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import static org.testng.Assert.assertEquals;

import coopcts.model.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * What the texts say of the maps themselves, held against the formulas that devices are compared
 * with.
 */
public final class TinyTensorTests {

  private static final int[] SIZES = {1, 2, 4, 8, 16, 32, 64, 128};

  private static final int[] COLUMNS = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33};

  @DataProvider
  public Object[][] rules() {
    return new Object[][] {
      {"LAY-ACC-002", (Supplier<List<String>>) () -> bijection(Use.ACCUMULATOR)},
      {"LAY-ACC-004", (Supplier<List<String>>) () -> refused(Use.ACCUMULATOR)},
      {"LAY-A-002", (Supplier<List<String>>) TinyTensorTests::inverse},
      {"LAY-A-003", (Supplier<List<String>>) TinyTensorTests::oneOperand},
      {"LAY-B-002", (Supplier<List<String>>) TinyTensorTests::tables},
      {"LAY-B-003", (Supplier<List<String>>) () -> bijection(Use.B)},
      {"LAY-B-004", (Supplier<List<String>>) TinyTensorTests::leastColumns},
      {"LAY-B-005", (Supplier<List<String>>) () -> refused(Use.B)},
      {"LAY-GEN-001", (Supplier<List<String>>) TinyTensorTests::general},
      {"LAY-GEN-002", (Supplier<List<String>>) TinyTensorTests::generalAccumulator},
    };
  }

  @Test(dataProvider = "rules")
  public void formulasKeepTheRule(String assertion, Supplier<List<String>> broken) {
    assertEquals(broken.get(), List.of(), assertion);
  }

  private interface Visitor {
    void visit(TinyTensor tensor);
  }

  private static void each(Use use, Visitor visitor) {
    for (int size : SIZES) {
      for (int m : use == Use.B ? SIZES : new int[] {size, 2 * size, 3 * size}) {
        for (int n : COLUMNS) {
          for (int bytes : new int[] {1, 2, 4, 8}) {
            if (use == Use.B || size >= Math.max(1, 4 / bytes)) {
              visitor.visit(new TinyTensor(m, n, size, bytes, use));
            }
          }
        }
      }
    }
  }

  private static List<String> bijection(Use use) {
    List<String> broken = new ArrayList<>();
    each(
        use,
        tensor -> {
          for (int count : tensor.map(false).counts()) {
            if (count != 1) {
              broken.add(tensor + ": an element is owned " + count + " times");
              return;
            }
          }
        });
    return broken;
  }

  private static List<String> refused(Use use) {
    try {
      new TinyTensor(use == Use.B ? 12 : 17, 16, 16, 4, use);
      return List.of("a size that the text does not define is taken");
    } catch (IllegalArgumentException e) {
      return e.getMessage().isEmpty() ? List.of("no message") : List.of();
    }
  }

  /** C(i,j,k) = C'((i·o mod S) + (j mod o), ⌊i/(S/o)⌋ + ⌊j/o⌋·o, k) inverts the transform. */
  private static List<String> inverse() {
    List<String> broken = new ArrayList<>();
    each(
        Use.A,
        tensor -> {
          int o = tensor.channel();
          int s = tensor.size();
          int j = tensor.paddedColumns(true);
          for (int row = 0; row < tensor.rows(); row++) {
            for (int column = 0; column < tensor.columns(); column++) {
              int i = row % s;
              int k = row / s;
              int p = i * o % s + column % o;
              int u = i / (s / o) + column / o * o;
              if (tensor.element(p, u + k * j, false) != row * tensor.columns() + column) {
                broken.add(tensor + ": row " + row + ", column " + column);
                return;
              }
            }
          }
        });
    return broken;
  }

  private static List<String> oneOperand() {
    List<String> broken = new ArrayList<>();
    each(
        Use.A,
        tensor -> {
          if (tensor.channel() == 1
              && !tensor
                  .map(false)
                  .agrees(
                      new TinyTensor(
                              tensor.rows(),
                              tensor.columns(),
                              tensor.size(),
                              tensor.bytes(),
                              Use.ACCUMULATOR)
                          .map(false))) {
            broken.add(tensor + " is not the accumulator's map");
          }
        });
    return broken;
  }

  /** The worked tables of LAY §1.3, cell by cell. */
  private static List<String> tables() {
    List<String> broken = new ArrayList<>();
    TinyTensor wide = new TinyTensor(4, 15, 16, 4, Use.B);
    for (int p = 0; p < 16; p++) {
      for (int v = 0; v < 4; v++) {
        int column = p / 4 + 4 * v;
        int expected = column < 15 ? p % 4 * 15 + column : -1;
        if (wide.element(p, v, false) != expected) {
          broken.add("4x15: work-item " + p + ", component " + v);
        }
      }
    }
    TinyTensor line = new TinyTensor(1, 17, 16, 4, Use.B);
    for (int p = 0; p < 16; p++) {
      if (line.element(p, 0, false) != p || line.element(p, 1, false) != (p == 0 ? 16 : -1)) {
        broken.add("1x17: work-item " + p);
      }
    }
    if (wide.components(false) != 4 || line.components(false) != 2) {
      broken.add("the number of components");
    }
    return broken;
  }

  private static List<String> leastColumns() {
    List<String> broken = new ArrayList<>();
    each(
        Use.B,
        tensor -> {
          int lines = Math.min(tensor.rows(), tensor.size());
          int n = tensor.columns();
          while (lines * n % tensor.size() != 0) {
            n++;
          }
          if (tensor.paddedColumns(false) != n) {
            broken.add(tensor + ": " + tensor.paddedColumns(false) + " where " + n + " is least");
          }
        });
    return broken;
  }

  /** Every element once, for all uses and widths that T-25b defines. */
  private static List<String> general() {
    List<String> broken = new ArrayList<>();
    for (int size : SIZES) {
      for (int rows : SIZES) {
        for (int columns : COLUMNS) {
          for (int bytes : new int[] {1, 2, 4, 8}) {
            for (Use use : Use.values()) {
              for (int count : TinyTensor.general(rows, columns, size, bytes, use).counts()) {
                if (count != 1) {
                  broken.add("%dx%d %s, S %d, z %d".formatted(rows, columns, use, size, bytes));
                  break;
                }
              }
            }
          }
        }
      }
    }
    return broken;
  }

  private static List<String> generalAccumulator() {
    List<String> broken = new ArrayList<>();
    each(
        Use.ACCUMULATOR,
        tensor -> {
          if (Integer.bitCount(tensor.rows()) == 1
              && !TinyTensor.general(
                      tensor.rows(),
                      tensor.columns(),
                      tensor.size(),
                      tensor.bytes(),
                      Use.ACCUMULATOR)
                  .agrees(tensor.map(false))) {
            broken.add(tensor + ": T-25b differs from T-25a");
          }
        });
    return broken;
  }
}
