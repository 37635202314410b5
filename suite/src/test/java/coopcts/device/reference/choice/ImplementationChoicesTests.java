// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.device.DeviceUnavailableException;
import coopcts.device.reference.ReferenceProvider;
import coopcts.numbers.FloatFormat;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Choices are drawn as they are named, again alike, and each as its sentence has it. */
public final class ImplementationChoicesTests {

  @Test
  public void namesAreUniqueAndSayWhereTheyComeFrom() {
    Set<String> ids = new HashSet<>();
    for (Choice choice : Choice.values()) {
      assertTrue(ids.add(choice.id()), choice.id());
      assertEquals(Choice.find(choice.id()).orElseThrow(), choice);
      assertFalse(choice.sentence().isBlank() || choice.source().isBlank(), choice.id());
      assertFalse(choice.effect().isBlank(), choice.id());
    }
  }

  @Test
  public void whatIsNotOpenIsPlain() {
    ImplementationChoices freedom = ImplementationChoices.of(5, Set.of(Choice.ROUNDING));
    freedom.begin(1);
    assertEquals(freedom.draw(Choice.FMA, 9), 0);
    assertFalse(freedom.takes(Choice.FLUSHING));
    assertEquals(freedom.order(Choice.STORE_ORDER, 4), new int[] {0, 1, 2, 3});
    assertEquals(freedom.padding(), ImplementationChoices.PLAIN.padding());
    assertTrue(ImplementationChoices.all(0).isPlain());
  }

  @Test
  public void aWatchingOneKnowsWhatItCameByAndStaysPlain() {
    ImplementationChoices freedom = ImplementationChoices.watching();
    freedom.begin(1);
    assertEquals(freedom.draw(Choice.ROUNDING, 4), 0);
    assertFalse(freedom.takes(Choice.FLUSHING));
    assertEquals(freedom.padding(), ImplementationChoices.PLAIN.padding());
    assertEquals(freedom.met(), Set.of(Choice.ROUNDING, Choice.FLUSHING, Choice.PADDING));
    assertEquals(freedom.met(), Set.of());
  }

  @Test
  public void aDispatchIsDrawnAgainAlike() {
    ImplementationChoices freedom = ImplementationChoices.all(9);
    freedom.begin(77);
    int[] first = IntStream.range(0, 40).map(_ -> freedom.draw(Choice.ROUNDING, 4)).toArray();
    freedom.begin(78);
    int[] other = IntStream.range(0, 40).map(_ -> freedom.draw(Choice.ROUNDING, 4)).toArray();
    freedom.begin(77);
    int[] again = IntStream.range(0, 40).map(_ -> freedom.draw(Choice.ROUNDING, 4)).toArray();
    assertEquals(again, first);
    assertFalse(Arrays.equals(other, first));
  }

  @DataProvider
  public Object[][] workgroups() {
    return new Object[][] {{64, 32, 64}, {64, 32, 8}, {128, 16, 128}, {24, 32, 24}, {96, 32, 12}};
  }

  @Test(dataProvider = "workgroups")
  public void everyInvocationHasOnePlace(int lanes, int size, int width) {
    Set<String> orders = new HashSet<>();
    ImplementationChoices freedom = ImplementationChoices.of(3, Set.of(Choice.INVOCATION_ORDER));
    for (int dispatch = 0; dispatch < 40; dispatch++) {
      freedom.begin(dispatch);
      int[] order = InvocationOrder.draw(freedom, lanes, size, width);
      if (order != null) {
        assertEquals(Arrays.stream(order).sorted().toArray(), IntStream.range(0, lanes).toArray());
      }
      orders.add(Arrays.toString(order));
    }
    assertTrue(orders.size() >= 2, orders.toString());
  }

  @Test
  public void aPartlyFusedProductLiesNextToTheExactOne() {
    ImplementationChoices freedom = ImplementationChoices.of(3, Set.of(Choice.FMA));
    freedom.begin(1);
    double product = (1 + 0x1p-10) * (1 + 0x1p-10);
    Set<Double> drawn = new HashSet<>();
    for (int n = 0; n < 200; n++) {
      freedom.step();
      double one = FreeFunctions.product(freedom, FloatFormat.FLOAT16, product);
      assertTrue(Math.abs(one - product) <= 0x1p-10, "" + one);
      drawn.add(one);
    }
    assertTrue(drawn.contains(product));
    assertTrue(drawn.size() > 3, drawn.toString());
  }

  @Test
  public void functionsStayWithinTheirBounds() {
    ImplementationChoices freedom = ImplementationChoices.of(3, Set.of(Choice.ULPS));
    freedom.begin(1);
    double worst = 0;
    for (int n = 0; n < 500; n++) {
      freedom.step();
      double off = FreeFunctions.off(freedom, FloatFormat.FLOAT32, 1.5, 2.5);
      worst = Math.max(worst, Math.abs(off - 1.5) / FloatFormat.FLOAT32.ulp(1.5));
    }
    assertTrue(worst <= 2.5 && worst >= 2, "" + worst);
  }

  @Test
  public void productsComeToTheSameWhereAllIsExact() {
    double[] products = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    for (Choice choice : Choice.values()) {
      ImplementationChoices freedom = ImplementationChoices.of(3, Set.of(choice));
      freedom.begin(1);
      FreeProduct way = new FreeProduct(freedom, FloatFormat.FLOAT16, FloatFormat.FLOAT32);
      assertEquals(way.sum(products, 100), 155.0, choice.id());
    }
  }

  /** How precise a product is inside is a device's own; what float16 cannot hold is no infinity. */
  @Test
  public void sumsInFloat16DoNotOverflow() {
    ImplementationChoices freedom = ImplementationChoices.of(3, Set.of(Choice.PRODUCT_FLOAT16));
    freedom.begin(1);
    for (int n = 0; n < 20; n++) {
      FreeProduct way = new FreeProduct(freedom, FloatFormat.FLOAT16, FloatFormat.FLOAT32);
      assertEquals(way.sum(new double[] {60000, 60000, 32}, -60000), 60032.0, 32);
    }
  }

  /** Drawn for each part of a value, for all invocations alike; numbers are left alone. */
  @Test
  public void zerosThatMoveHaveEitherSign() {
    ImplementationChoices freedom = ImplementationChoices.of(3, Set.of(Choice.MOVED_ZEROS));
    freedom.begin(1);
    FloatFormat half = FloatFormat.FLOAT16;
    int turned = 0;
    for (int n = 0; n < 200; n++) {
      freedom.step();
      long zero = FreeArithmetic.moved(freedom, half, 0, n % 3);
      assertEquals(FreeArithmetic.moved(freedom, half, 0, n % 3), zero);
      assertEquals(FreeArithmetic.moved(freedom, half, 0x8000, n % 3), zero ^ 0x8000);
      assertEquals(FreeArithmetic.moved(freedom, half, 1, n % 3), 1);
      turned += zero == 0 ? 0 : 1;
    }
    assertTrue(turned > 60 && turned < 140, turned + " of 200");
    assertEquals(FreeArithmetic.moved(ImplementationChoices.PLAIN, half, 0, 1), 0);
  }

  @Test
  public void singleChoicesAreNamedWithTheDevice() throws Exception {
    ReferenceProvider provider = new ReferenceProvider();
    provider.open("everything?freedom=4:fma.partial+arithmetic.flush").close();
    assertThrows(
        DeviceUnavailableException.class, () -> provider.open("everything?freedom=4:nothing"));
    assertThrows(DeviceUnavailableException.class, () -> provider.open("everything?freedom=x"));
  }
}
