// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Half of the names are the nearest to some others, the rest is from all. */
public final class NearNamesTests {

  private static final List<String> NAMES =
      List.of(
          "khr.store.uint8.b.8x8.row",
          "khr.load.float16.b.16x16.col",
          "khr.load.float16.a.16x16.row",
          "nv2.load.sint8.c.32x32.col.shared",
          "khr.load.float16.a.8x16.row",
          "vector.load.float32");

  @Test
  public void theNearestComeFirst() {
    assertEquals(
        NearNames.of(NAMES, List.of("khr.load.float16.a.16x16.col"), 4),
        List.of(
            "khr.load.float16.b.16x16.col",
            "khr.load.float16.a.16x16.row",
            // The first and the fourth of all.
            "khr.store.uint8.b.8x8.row",
            "nv2.load.sint8.c.32x32.col.shared"));
  }

  /** What is near to any of the others is near; what one has more than another counts. */
  @Test
  public void oneOfTheOthersSuffices() {
    assertEquals(
        NearNames.of(NAMES, List.of("vector.load", "nv2.load.sint8.c.32x32.col.shared.uint8"), 4)
            .subList(0, 2),
        List.of("nv2.load.sint8.c.32x32.col.shared", "vector.load.float32"));
  }

  @Test
  public void namesAreChosenOnce() {
    List<String> all = IntStream.range(0, 40).mapToObj(i -> "khr.load." + i).toList();
    List<String> near = NearNames.of(all, List.of("khr.load.0"), 100);
    assertEquals(near.size(), 40);
    assertEquals(near.stream().distinct().count(), 40);
    assertEquals(NearNames.of(List.of(), all, 8), List.of());
  }
}
