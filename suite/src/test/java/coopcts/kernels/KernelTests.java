// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import static org.testng.Assert.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Kernels as applications write them: a tiled product with several subgroups, shared memory and a
 * loop over K; a product with weights that are decoded on the way in; a network of cooperative
 * vectors; layers that hand over through arrays. Data are small integers, so that every order of
 * summing gives the same.
 */
public final class KernelTests {

  private static final int SIZE = 128;
  private static final int TILE = 16;

  @DataProvider
  public Object[][] seeds() {
    return new Object[][] {{0}, {11}, {12}, {13}, {14}};
  }

  private static int[] numbers(long seed, int count, int bound) {
    return new SplittableRandom(seed).ints(count, -bound, bound + 1).toArray();
  }

  @Test(dataProvider = "seeds")
  public void tiledProduct(int seed) throws Exception {
    int[] a = numbers(1, SIZE * SIZE, 4);
    int[] b = numbers(2, SIZE * SIZE, 4);
    ByteBuffer c =
        KernelRun.run(
                "reference:everything?freedom=" + seed,
                "gemm.comp",
                new int[] {SIZE},
                OptionalInt.of(32),
                List.of(SIZE / TILE, SIZE / TILE, 1),
                List.of(KernelRun.halves(a), KernelRun.halves(b), new byte[4 * SIZE * SIZE]))
            .get(2);
    int[] expected = product(a, b, SIZE, SIZE, SIZE);
    for (int e = 0; e < expected.length; e++) {
      assertEquals(c.getFloat(4 * e), (float) expected[e], "element " + e);
    }
  }

  private static int[] product(int[] a, int[] b, int rows, int depth, int columns) {
    int[] c = new int[rows * columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        for (int k = 0; k < depth; k++) {
          c[row * columns + column] += a[row * depth + k] * b[k * columns + column];
        }
      }
    }
    return c;
  }

  @Test(dataProvider = "seeds")
  public void quantizedProduct(int seed) throws Exception {
    int depth = 64;
    int[] scales = {1, 2, 4, -1};
    int[] weights = numbers(3, 32 * depth, 7);
    int[] x = numbers(4, depth * 32, 2);
    ByteBuffer blocks = ByteBuffer.allocate(32 * depth / 32 * 18);
    blocks.order(ByteOrder.LITTLE_ENDIAN);
    int[] scaled = new int[weights.length];
    for (int block = 0; block < weights.length / 32; block++) {
      int scale = scales[block % scales.length];
      blocks.putShort(Float.floatToFloat16(scale));
      for (int pair = 0; pair < 16; pair++) {
        int at = 32 * block + 2 * pair;
        blocks.put((byte) (weights[at] + 8 | weights[at + 1] + 8 << 4));
        scaled[at] = scale * weights[at];
        scaled[at + 1] = scale * weights[at + 1];
      }
    }
    ByteBuffer c =
        KernelRun.run(
                "reference:everything?freedom=" + seed,
                "quantized.comp",
                new int[] {depth},
                OptionalInt.of(32),
                List.of(1, 1, 1),
                List.of(blocks.array(), KernelRun.halves(x), new byte[4 * 32 * 32]))
            .get(2);
    int[] expected = product(scaled, x, 32, depth, 32);
    for (int e = 0; e < expected.length; e++) {
      assertEquals(c.getFloat(4 * e), (float) expected[e], "element " + e);
    }
  }

  @Test(dataProvider = "seeds")
  public void network(int seed) throws Exception {
    int lanes = 40;
    int[] inputs = numbers(5, lanes * 16, 2);
    int[] first = numbers(6, 24 * 16, 1);
    int[] second = numbers(7, 24 * 8, 1);
    int[] biases = numbers(8, 40, 3);
    int[] weights = Arrays.copyOf(first, first.length + second.length);
    for (int k = 0; k < 24; k++) {
      for (int row = 0; row < 8; row++) {
        weights[first.length + k * 8 + row] = second[row * 24 + k];
      }
    }
    ByteBuffer outputs =
        KernelRun.run(
                "reference:everything?freedom=" + seed,
                "mlp.comp",
                new int[0],
                OptionalInt.empty(),
                List.of(1, 1, 1),
                List.of(
                    KernelRun.halves(inputs),
                    KernelRun.halves(weights),
                    KernelRun.halves(biases),
                    new byte[lanes * 16]))
            .get(3);
    for (int lane = 0; lane < lanes; lane++) {
      int[] hidden = new int[24];
      for (int row = 0; row < 24; row++) {
        int sum = biases[row];
        for (int k = 0; k < 16; k++) {
          sum += first[row * 16 + k] * inputs[lane * 16 + k];
        }
        hidden[row] = Math.max(0, sum);
      }
      for (int row = 0; row < 8; row++) {
        int sum = biases[32 + row];
        for (int k = 0; k < 24; k++) {
          sum += second[row * 24 + k] * hidden[k];
        }
        assertEquals(KernelRun.half(outputs, lane * 8 + row), (float) sum, "lane " + lane);
      }
    }
  }

  @Test(dataProvider = "seeds")
  public void layersThroughArrays(int seed) throws Exception {
    int[] x = numbers(9, 64 * 16, 1);
    int[] w1 = numbers(10, 16 * 64, 1);
    int[] w2 = numbers(11, 64 * 64, 1);
    ByteBuffer y =
        KernelRun.run(
                "reference:adreno?freedom=" + seed,
                "chain.comp",
                new int[0],
                OptionalInt.of(64),
                List.of(1, 1, 1),
                List.of(
                    KernelRun.halves(x),
                    KernelRun.halves(w1),
                    KernelRun.halves(w2),
                    new byte[2 * 64 * 64]))
            .get(3);
    int[] hidden = product(x, w1, 64, 16, 64);
    for (int e = 0; e < hidden.length; e++) {
      hidden[e] = Math.max(0, hidden[e]);
    }
    int[] expected = product(hidden, w2, 64, 64, 64);
    for (int e = 0; e < expected.length; e++) {
      assertEquals(KernelRun.half(y, e), (float) expected[e], "element " + e);
    }
  }
}
