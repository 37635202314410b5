// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.jobs.ShaderInterface.Bound;
import coopcts.jobs.ShaderInterface.Element;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** How a buffer's contents differ from device to device. */
final class BufferDifference {

  /**
   * Relative difference of floats up to which another order of summation or another rounding is the
   * likely cause: half of float16's digits, of the larger number or, as sums may leave little of
   * large numbers, of the largest that differs. The tolerance of a job's buffer takes its place.
   */
  private static final double ROUNDING = 1.0 / 64;

  /** Signs of two float16, or of a float32 and a float16, in a word. */
  private static final long SIGNS_OF_HALVES = 0x8000_8000L;

  private final Job.Buffer buffer;
  private final Optional<Bound> bound;
  private final Element element;

  /** Whether nobody knows what the contents are, as of what is reached by address. */
  private final boolean isUntold;

  private final String first;
  private final Set<Integer> elements = new TreeSet<>();
  private final Set<Integer> rounded = new TreeSet<>();
  private String example = "";

  /**
   * @param known what the shader says of its buffers, which a type in the job takes the place of
   * @param first where the contents come from that others are compared with
   */
  BufferDifference(Job.Buffer buffer, List<Bound> known, String first) {
    this.buffer = buffer;
    this.first = first;
    this.bound =
        known.stream()
            .filter(one -> !buffer.isAddressed())
            .filter(one -> one.set() == buffer.set() && one.binding() == buffer.binding())
            .findFirst();
    Optional<Element> told =
        Optional.ofNullable(buffer.type())
            .flatMap(NumberFile::type)
            .map(type -> new Element(type.format()))
            .or(() -> bound.map(Bound::element));
    this.element = told.orElse(Element.WORD);
    this.isUntold = buffer.isAddressed() && told.isEmpty();
  }

  void note(byte[] here, byte[] there, String device) {
    if (Arrays.equals(here, there)) {
      return;
    }
    int bytes = element.bytes();
    double largest = element.isFloat() ? Math.max(largest(here, there), largest(there, here)) : 0;
    for (int i = 0; i < here.length / bytes; i++) {
      if (!Arrays.equals(here, i * bytes, (i + 1) * bytes, there, i * bytes, (i + 1) * bytes)) {
        double a = element.value(here, i);
        double b = element.value(there, i);
        boolean isRounding =
            element.isFloat()
                ? Math.abs(a - b) <= room(a, b, largest)
                : isUntold && isSignOfZero((long) a, (long) b);
        (isRounding ? rounded : elements).add(i);
        if (!isRounding && example.isEmpty()) {
          example =
              Double.isNaN(a) && Double.isNaN(b)
                  ? "element %d is NaN, of any bits".formatted(i)
                  : "element %d is %s on %s, %s on %s"
                      .formatted(i, number(a), first, number(b), device);
        }
      }
    }
  }

  /** Whether words of which nobody knows what they hold may be floats: zeros of either sign. */
  private static boolean isSignOfZero(long a, long b) {
    return ((a | b) & ~SIGNS_OF_HALVES) == 0;
  }

  /** The largest finite number that is another one elsewhere. */
  private double largest(byte[] buffer, byte[] other) {
    double largest = 0;
    for (int i = 0; i < buffer.length / element.bytes(); i++) {
      double value = Math.abs(element.value(buffer, i));
      if (Double.isFinite(value) && value > largest && value != Math.abs(element.value(other, i))) {
        largest = value;
      }
    }
    return largest;
  }

  private double room(double a, double b, double largest) {
    double magnitude = Math.max(Math.abs(a), Math.abs(b));
    Job.Tolerance tolerance = buffer.tolerance();
    return tolerance == null
        ? ROUNDING * Math.max(magnitude, largest)
        : Optional.ofNullable(tolerance.absolute()).orElse(0.0)
            + Optional.ofNullable(tolerance.relative()).orElse(0.0) * magnitude;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** What differs by more than rounding; empty if nothing does. */
  Optional<String> dependent() {
    return elements.isEmpty()
        ? Optional.empty()
        : Optional.of("%s: %d elements; %s".formatted(name(), elements.size(), example));
  }

  /** What differs by rounding alone; empty if nothing does. */
  Optional<String> rounded() {
    Set<Integer> alone = new TreeSet<>(rounded);
    alone.removeAll(elements);
    return alone.isEmpty()
        ? Optional.empty()
        : Optional.of("%s: %d elements".formatted(name(), alone.size()));
  }

  private String name() {
    String name = bound.map(Bound::name).filter(own -> !own.isEmpty()).orElse(buffer.name());
    String place =
        buffer.isAddressed()
            ? "reached by address"
            : "set %d, binding %d".formatted(buffer.set(), buffer.binding());
    return "buffer%s (%s)".formatted(name == null ? "" : " " + name, place);
  }
}
