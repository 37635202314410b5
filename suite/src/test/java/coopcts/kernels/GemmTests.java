package coopcts.kernels;

import static org.testng.Assert.assertEquals;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.spirv.Compiler;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * A kernel as applications write it: a tiled product with several subgroups, shared memory and a
 * loop over K.
 */
public final class GemmTests {

  private static final int SIZE = 128;
  private static final int TILE = 16;

  @DataProvider
  public Object[][] devices() {
    return new Object[][] {{"reference:everything"}, {"reference:everything?freedom=11"}};
  }

  @Test(dataProvider = "devices")
  public void tiledProductIsRight(String name) throws Exception {
    SplittableRandom random = new SplittableRandom(128);
    int[] a = random.ints(SIZE * SIZE, -4, 5).toArray();
    int[] b = random.ints(SIZE * SIZE, -4, 5).toArray();
    ByteBuffer result = run(name, a, b);
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        int sum = 0;
        for (int k = 0; k < SIZE; k++) {
          sum += a[row * SIZE + k] * b[k * SIZE + column];
        }
        assertEquals(result.getFloat(4 * (row * SIZE + column)), (float) sum, row + ", " + column);
      }
    }
  }

  private static ByteBuffer run(String name, int[] a, int[] b) throws Exception {
    try (Devices.Open open = Devices.open(name);
        Compiler compiler = new Compiler();
        InputStream shader = GemmTests.class.getResourceAsStream("/kernels/gemm.comp")) {
      String glsl = new String(shader.readAllBytes(), StandardCharsets.UTF_8);
      TreeMap<Integer, byte[]> constants = new TreeMap<>();
      constants.put(0, new byte[] {(byte) SIZE, 0, 0, 0});
      Kernel kernel =
          new Kernel(
              "gemm",
              compiler.compile(glsl, "gemm.comp"),
              "main",
              constants,
              List.of(new Binding(0, 0), new Binding(0, 1), new Binding(0, 2)),
              0,
              OptionalInt.of(32));
      try (Device.Pipeline pipeline = open.device().prepare(kernel)) {
        Outcome outcome =
            pipeline.run(
                new Dispatch(
                    List.of(SIZE / TILE, SIZE / TILE, 1),
                    new byte[0],
                    List.of(halves(a), halves(b), new byte[4 * SIZE * SIZE]),
                    List.of(),
                    List.of()));
        if (outcome instanceof Outcome.Completed completed) {
          return ByteBuffer.wrap(completed.bound().get(2)).order(ByteOrder.LITTLE_ENDIAN);
        }
        throw new AssertionError(outcome);
      }
    }
  }

  private static byte[] halves(int[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      buffer.putShort(Float.floatToFloat16(number));
    }
    return buffer.array();
  }
}
