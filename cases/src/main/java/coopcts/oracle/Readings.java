// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A buffer that may be written in two ways, as a text can be read, but as a whole in one of them. A
 * family takes {@link #either} as its expectation and {@link #mixed} as a property.
 *
 * @param one the buffer by the first reading
 * @param other the buffer by the second reading, of the same size, with stores at the same places
 */
public record Readings(Expectation.Buffer one, Expectation.Buffer other) {

  /**
   * Checks the sizes.
   *
   * @param one the buffer by the first reading
   * @param other the buffer by the second reading, of the same size, with stores at the same places
   * @throws IllegalArgumentException if the two buffers differ in size
   */
  public Readings {
    if (one.bytes().length != other.bytes().length) {
      throw new IllegalArgumentException("two readings of buffers of two sizes");
    }
  }

  /**
   * {@return the first reading's buffer, in which each element by itself may also be as the second
   * reading has it} {@link #mixed} adds the condition that the whole follows one reading.
   */
  public Expectation.Buffer either() {
    OpenElements open = new OpenElements();
    for (Map.Entry<Integer, Expectation.Open> entry : one.open().entrySet()) {
      Expectation.Open second = other.open().get(entry.getKey());
      open.set(entry.getKey(), either(entry.getValue(), second));
    }
    for (int at = 0; at < one.bytes().length; at++) {
      if (one.bytes()[at] != other.bytes()[at]) {
        one.elementAt(at).ifPresent(element -> add(open, element));
      }
    }
    return new Expectation.Buffer(one.bytes(), open, one.written(), one.untouched());
  }

  private void add(OpenElements open, Expectation.Element element) {
    int at = element.offset();
    if (open.at(at) == null) {
      NumberFormat format = element.in().type().component().format();
      int width = format.bits() / 8;
      open.set(
          at,
          new Expectation.Open(
              format,
              new Acceptance.OneOf(
                  LittleEndian.get(one.bytes(), at, width),
                  LittleEndian.get(other.bytes(), at, width)),
              element.in().rule()));
    }
  }

  private static Expectation.Open either(Expectation.Open one, Expectation.Open other) {
    return one.acceptance() instanceof Acceptance.OneOf(long[] patterns)
            && other != null
            && other.acceptance() instanceof Acceptance.OneOf(long[] others)
        ? new Expectation.Open(
            one.format(),
            new Acceptance.OneOf(
                LongStream.concat(LongStream.of(patterns), LongStream.of(others))
                    .distinct()
                    .toArray()),
            one.rule())
        : one;
  }

  /**
   * Whether a buffer follows neither reading as a whole, by the rules that bind under {@link
   * Strictness#USUAL}.
   *
   * @param actual the buffer's bytes after the run, as many as the readings have
   * @return one line that says so, or an empty list where one reading explains the whole buffer
   */
  public List<String> mixed(byte[] actual) {
    return isAs(one, actual) || isAs(other, actual)
        ? List.of()
        : List.of("the buffer is what no reading of the text gives as a whole");
  }

  private static boolean isAs(Expectation.Buffer reading, byte[] actual) {
    Expectation alone = new Expectation(List.of(reading), List.of());
    return !Judge.compare(alone, List.of("buffer"), List.of(actual)).fails(Strictness.USUAL);
  }
}
