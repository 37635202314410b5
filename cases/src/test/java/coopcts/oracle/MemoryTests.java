// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.SINT16;
import static coopcts.model.ComponentType.UINT8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.NumberFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.Test;

/** What the oracle knows of bytes, by hand. */
public final class MemoryTests {

  private static final Rule MUST = Rule.must("KHR-LOAD-018");
  private static final Rule WISHED = Rule.quality("KHR-MULADD-010");
  private static final NumberFormat WHOLE = SINT16.format();

  private static MatrixType row(ComponentType type, int columns) {
    return new MatrixType(type, Scope.SUBGROUP, 1, columns, Use.A);
  }

  private static Addresses at(long start, ComponentType type) {
    return new Addresses(start, 64, type.bytes(), MemoryLayout.ROW_MAJOR, MUST);
  }

  private static Values whole(Rule rule, long... bits) {
    return Values.exact(row(SINT16, bits.length), bits, rule);
  }

  @Test
  public void sharedMemoryHoldsNothingAtFirst() {
    Memory shared = Memory.shared(8);
    assertThrows(IllegalStateException.class, () -> shared.read(0, 2));
    shared.store(whole(MUST, 7, 8), at(2, SINT16), 0);
    assertEquals(shared.read(2, 2), 7);
    assertEquals(shared.read(2, 4), 0x80007);
    assertThrows(IllegalStateException.class, () -> shared.read(0, 4));
    assertThrows(IllegalStateException.class, () -> shared.read(4, 4));
    Memory other = shared.copy();
    other.store(whole(MUST, 9), at(6, SINT16), 0);
    assertEquals(other.read(2, 6), 0x900080007L);
    assertThrows(IllegalStateException.class, () -> shared.read(6, 2));
    Memory buffer = new Memory(new byte[8]);
    buffer.copy(shared, 2, 0, 4);
    assertEquals(buffer.read(0, 4), 0x80007);
    assertThrows(IllegalStateException.class, () -> buffer.copy(shared, 4, 0, 4));
    Memory filled = Memory.shared(8);
    filled.copy(buffer, 0, 4, 2);
    assertEquals(filled.read(4, 2), 7);
    assertThrows(IllegalStateException.class, () -> filled.read(4, 4));
    assertThrows(IllegalStateException.class, () -> filled.read(2, 2));
  }

  @Test
  public void openElementsAreCopiedToTheirNewPlace() {
    Memory from = new Memory(new byte[8]);
    from.store(whole(MUST, 7, 8), at(2, SINT16), 3);
    from.set(2, WHOLE, new Acceptance.OneOf(7, 9), WISHED);
    from.set(6, WHOLE, new Acceptance.Anything(), MUST);
    Memory to = new Memory(new byte[16]);
    to.set(10, WHOLE, new Acceptance.Anything(), MUST);
    to.set(12, WHOLE, new Acceptance.Anything(), MUST);
    to.copy(from, 2, 8, 4);
    assertEquals(((Acceptance.OneOf) to.acceptance(8, 2)).patterns(), new long[] {7, 9});
    assertEquals(((Acceptance.OneOf) to.acceptance(10, 2)).patterns(), new long[] {8});
    assertTrue(to.acceptance(12, 2) instanceof Acceptance.Anything);
    assertEquals(to.tier(8, 10), Tier.QUALITY);
    assertEquals(to.tier(10, 12), Tier.MUST);
    assertEquals(to.tier(6, 9), Tier.QUALITY);
    Optional<Expectation.Element> second = to.expected().elementAt(11);
    assertEquals(second.orElseThrow().column(), 1);
    assertEquals(second.orElseThrow().offset(), 10);
    assertTrue(to.expected().elementAt(7).isEmpty());
    assertTrue(to.expected().elementAt(12).isEmpty());
  }

  /** NUM-NAN-002: a zero that is copied as a number is an element, and its sign is open. */
  @Test
  public void zerosCopiedAsNumbers() {
    Memory from = new Memory(new byte[] {0, 0, 0, 0x3C, 0, 0});
    Memory floats = new Memory(new byte[10]);
    floats.copy(from, 0, 2, 6, FLOAT16);
    Expectation.Buffer expected = floats.expected();
    assertEquals(expected.open().keySet(), Set.of(2, 6));
    Memory integers = new Memory(new byte[10]);
    integers.copy(from, 0, 2, 6, SINT16);
    assertTrue(integers.expected().open().isEmpty());
  }

  @Test
  public void singleElements() {
    Memory memory = new Memory(new byte[8]);
    memory.put(4, whole(MUST, 1, 2), 1, WISHED);
    assertEquals(memory.read(4, 2), 2);
    assertEquals(memory.expected().open().get(4).rule().tier(), Tier.QUALITY);
    memory.put(4, whole(WISHED, 1, 2), 0, MUST);
    assertEquals(memory.read(4, 2), 1);
    assertEquals(memory.expected().open().get(4).rule().tier(), Tier.QUALITY);
    memory.set(4, WHOLE, null, MUST);
    assertNull(memory.expected().open().get(4));
  }

  /** The tier of the element that binds least is that of the whole. */
  @Test
  public void loads() {
    Memory memory = new Memory(new byte[] {1, 0, 2, 0, 3, 0});
    assertEquals(memory.load(row(SINT16, 3), at(0, SINT16)).rule().tier(), Tier.MUST);
    memory.set(2, WHOLE, new Acceptance.OneOf(2, 4), Rule.practice("KHR-MULADD-009"));
    Values loaded = memory.load(row(SINT16, 3), at(0, SINT16));
    assertEquals(loaded.bits(), new long[] {1, 2, 3});
    assertNull(loaded.open(0));
    assertEquals(loaded.candidates(1), new long[] {2, 4});
    assertEquals(loaded.tier(), Tier.PRACTICE);
    memory.set(0, WHOLE, new Acceptance.OneOf(1, 4), WISHED);
    assertEquals(memory.load(row(SINT16, 3), at(0, SINT16)).tier(), Tier.QUALITY);
  }

  private static Expectation.Buffer bytes(Expectation.Open second, int... values) {
    Memory memory = new Memory(new byte[values.length]);
    long[] bits = Arrays.stream(values).asLongStream().toArray();
    memory.store(Values.exact(row(UINT8, bits.length), bits, MUST), at(0, UINT8), 0);
    if (second != null) {
      memory.set(1, second.format(), second.acceptance(), second.rule());
    }
    return memory.expected();
  }

  /** Either reading of a text, but one of them for all bytes. */
  @Test
  public void readings() {
    Readings readings = new Readings(bytes(null, 1, 2, 3), bytes(null, 2, 1, 3));
    Expectation.Buffer either = readings.either();
    assertEquals(either.open().keySet(), Set.of(0, 1));
    NumberFormat format = UINT8.format();
    Acceptance first = either.open().get(0).acceptance();
    assertTrue(first.accepts(format, 1) && first.accepts(format, 2) && !first.accepts(format, 3));
    assertEquals(readings.mixed(new byte[] {1, 2, 3}), List.of());
    assertEquals(readings.mixed(new byte[] {2, 1, 3}), List.of());
    assertEquals(readings.mixed(new byte[] {1, 1, 3}).size(), 1);
    assertThrows(
        IllegalArgumentException.class, () -> new Readings(bytes(null, 1), bytes(null, 1, 2)));
    Expectation.Open two = new Expectation.Open(format, new Acceptance.OneOf(2, 4), MUST);
    Expectation.Open three = new Expectation.Open(format, new Acceptance.OneOf(3, 4), MUST);
    Expectation.Open any = new Expectation.Open(format, new Acceptance.Anything(), MUST);
    assertEquals(second(bytes(two, 1, 2), bytes(three, 1, 3)), new long[] {2, 4, 3});
    assertEquals(second(bytes(two, 1, 2), bytes(null, 1, 3)), new long[] {2, 4});
    assertEquals(second(bytes(two, 1, 2), bytes(any, 1, 3)), new long[] {2, 4});
    assertTrue(
        new Readings(bytes(any, 1, 2), bytes(two, 1, 3)).either().open().get(1).acceptance()
            instanceof Acceptance.Anything);
  }

  private static long[] second(Expectation.Buffer one, Expectation.Buffer other) {
    return ((Acceptance.OneOf) new Readings(one, other).either().open().get(1).acceptance())
        .patterns();
  }
}
