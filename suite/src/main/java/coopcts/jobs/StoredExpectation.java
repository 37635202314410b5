// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.ComponentType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Addresses;
import coopcts.oracle.Expectation;
import coopcts.oracle.Expectation.Open;
import coopcts.oracle.Expectation.Written;
import coopcts.oracle.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a buffer may hold when a shader that was made smaller has run, worked out of what reference
 * devices gave. Each byte that is stored belongs to an element, by the rule by which the whole
 * shader's elements were expected; what is acceptable is as wide as there.
 */
final class StoredExpectation {

  private final Expectation.Buffer original;
  private final byte[] before;
  private final List<byte[]> results;
  private final byte[] first;
  private final NavigableMap<Integer, Integer> elements;
  private final List<StoredPlaces.Matrix> matrices;
  private final NavigableMap<Integer, Integer> elementsBefore;
  private final NavigableMap<Integer, Open> open = new TreeMap<>();
  private final List<Written> written = new ArrayList<>();

  /**
   * @param original what the buffer might hold behind the whole shader
   * @param before its bytes before the run
   * @param results its bytes behind the run, of each device
   * @param elements that are stored, their bytes by their offsets; none where no shader stores
   * @param matrices that are stored in lines
   * @param elementsBefore the elements that the whole shader stored
   */
  StoredExpectation(
      Expectation.Buffer original,
      byte[] before,
      List<byte[]> results,
      NavigableMap<Integer, Integer> elements,
      List<StoredPlaces.Matrix> matrices,
      NavigableMap<Integer, Integer> elementsBefore) {
    this.original = original;
    this.before = before;
    this.results = results;
    this.first = results.getFirst();
    this.elements = elements;
    this.matrices = matrices;
    this.elementsBefore = elementsBefore;
  }

  Expectation.Buffer buffer() {
    original.written().stream().filter(this::isInPlace).forEach(written::add);
    matrices.forEach(this::add);
    elements.forEach(this::element);
    // Conversions store too, and no element of theirs is known.
    original
        .open()
        .forEach(
            (offset, one) -> {
              int bytes = one.format().bits() / 8;
              if (elements.isEmpty() && isChanged(offset, bytes)) {
                open.put(offset, around(one, offset));
              }
            });
    for (int at = 0; at < first.length; at++) {
      if (first[at] != before[at] && isLoose(at)) {
        single(at, 1, ComponentType.UINT8.format());
      }
    }
    for (byte[] other : results) {
      int at = -1;
      while ((at = next(first, other, at + 1)) >= 0) {
        if (isClosed(at)) {
          open.put(
              at,
              new Open(
                  ComponentType.UINT8.format(),
                  new Acceptance.Anything(),
                  Rule.must("KHR-STORE-003")));
        }
      }
    }
    return new Expectation.Buffer(first, open, List.copyOf(written));
  }

  /** A matrix where it is stored now; one of the whole shader at its place is no other. */
  private void add(StoredPlaces.Matrix matrix) {
    ComponentType component = matrix.type().component();
    Optional<Written> like = like(matrix);
    Rule rule = like.map(Written::rule).orElseGet(() -> rule(component.format()));
    Addresses addresses =
        new Addresses(
            matrix.offset(),
            matrix.stride(),
            component.bytes(),
            matrix.rowMajor() ? MemoryLayout.ROW_MAJOR : MemoryLayout.COLUMN_MAJOR,
            rule);
    long last = addresses.of(matrix.type().rows() - 1, matrix.type().columns() - 1);
    if (matrix.offset() < 0 || last < 0 || last + component.bytes() > first.length) {
      // Of a matrix that begins or ends outside of the buffer single elements are stored.
      return;
    }
    written.removeIf(
        one -> one.type().size() == matrix.type().size() && isAt(one.addresses(), addresses));
    written.add(new Written(matrix.type(), addresses, matrix.instance(), rule, 0, Long.MAX_VALUE));
    for (int e = 0; e < matrix.type().size(); e++) {
      int row = e / matrix.type().columns();
      int column = e % matrix.type().columns();
      int at = (int) addresses.of(row, column);
      Optional<Open> one =
          like.isPresent()
              ? like.map(own -> original.open().get((int) own.addresses().of(row, column)))
              : widest(component.format());
      if (isStored(at, component.bytes())) {
        open.remove(at);
        one.ifPresent(given -> open.put(at, around(given, at)));
      }
    }
  }

  private static boolean isAt(Addresses one, Addresses other) {
    return one.start() == other.start()
        && one.stride() == other.stride()
        && one.layout() == other.layout();
  }

  /** The matrix of the whole shader that a stored one is: by its type, and the same instance's. */
  private Optional<Written> like(StoredPlaces.Matrix matrix) {
    return original.written().stream()
        .filter(
            one ->
                one.type().component() == matrix.type().component()
                    && one.type().rows() == matrix.type().rows()
                    && one.type().columns() == matrix.type().columns())
        .min(Comparator.comparing(one -> one.instance() != matrix.instance()));
  }

  /** An element that is stored outside of matrices that are in their places. */
  private void element(int offset, int bytes) {
    if (!isStored(offset, bytes) || open.containsKey(offset) || !isLoose(offset)) {
      return;
    }
    Open own = original.open().get(offset);
    if (own != null && own.format().bits() == 8 * bytes) {
      open.put(offset, around(own, offset));
      return;
    }
    NumberFormat format = format(bytes);
    widest(format)
        .ifPresentOrElse(
            one -> open.put(offset, around(one, offset)), () -> single(offset, bytes, format));
  }

  /** An element that has the value that all devices gave; where these differ nothing is said. */
  private void single(int offset, int bytes, NumberFormat format) {
    if (results.stream().allMatch(one -> isSame(first, one, offset, bytes))) {
      long pattern = LittleEndian.get(first, offset, bytes);
      open.put(offset, new Open(format, new Acceptance.OneOf(pattern), rule(format)));
    }
  }

  private boolean isStored(int offset, int bytes) {
    return offset >= 0
        && offset + bytes <= first.length
        && elements.getOrDefault(offset, 0) == bytes;
  }

  /** Whether a byte belongs to no matrix and to no element. */
  private boolean isLoose(int at) {
    return isClosed(at) && written.stream().noneMatch(one -> one.covers(at));
  }

  private boolean isClosed(int at) {
    var entry = open.floorEntry(at);
    return entry == null || entry.getKey() + entry.getValue().format().bits() / 8 <= at;
  }

  /**
   * Whether a matrix of the whole shader is still stored where it was: the same of its elements are
   * stored, and nothing is stored where nothing was.
   */
  private boolean isInPlace(Written one) {
    boolean isTouched = false;
    boolean isSame =
        elements.isEmpty() || elementsBefore.entrySet().containsAll(elements.entrySet());
    for (int e = 0; e < one.type().size() && isSame; e++) {
      int at = (int) one.addresses().of(e / one.type().columns(), e % one.type().columns());
      int bytes = one.addresses().componentBytes();
      if (at < one.from() || at >= one.to()) {
        continue;
      }
      if (at < 0 || at + bytes > first.length) {
        return false;
      }
      isSame = elements.isEmpty() || Objects.equals(elements.get(at), elementsBefore.get(at));
      isTouched |= elements.isEmpty() ? isChanged(at, bytes) : elements.containsKey(at);
    }
    return isTouched && isSame;
  }

  private boolean isChanged(int offset, int bytes) {
    return offset + bytes <= first.length && !isSame(first, before, offset, bytes);
  }

  private static boolean isSame(byte[] one, byte[] other, int offset, int bytes) {
    return Arrays.equals(one, offset, offset + bytes, other, offset, offset + bytes);
  }

  /** The rules of the whole shader's elements of a format, or of all: the first one. */
  private Rule rule(NumberFormat format) {
    return Stream.concat(
            Stream.concat(
                original.written().stream()
                    .filter(one -> one.type().component().format().equals(format))
                    .map(Written::rule),
                original.open().values().stream()
                    .filter(one -> one.format().equals(format))
                    .map(Open::rule)),
            Stream.concat(
                original.written().stream().map(Written::rule),
                original.open().values().stream().map(Open::rule)))
        .findFirst()
        .orElse(original.untouched());
  }

  /** The format of the whole shader's elements of so many bytes, or else of integers. */
  private NumberFormat format(int bytes) {
    return Stream.concat(
            original.written().stream().map(one -> one.type().component().format()),
            original.open().values().stream().map(Open::format))
        .filter(one -> one.bits() == 8 * bytes)
        .findFirst()
        .orElseGet(
            () ->
                switch (bytes) {
                  case 1 -> ComponentType.UINT8.format();
                  case 2 -> ComponentType.UINT16.format();
                  case 4 -> ComponentType.UINT32.format();
                  default -> ComponentType.UINT64.format();
                });
  }

  /** The element of the whole shader of which most was acceptable, of a format. */
  private Optional<Open> widest(NumberFormat format) {
    Collection<Open> all = original.open().values();
    return all.stream()
        .filter(one -> one.format().equals(format) && width(one) > 0)
        .max(Comparator.comparingDouble(StoredExpectation::width));
  }

  /**
   * How wide it is what is acceptable, as a part of the greater bound; 0 where nothing is known.
   */
  private static double width(Open one) {
    return switch (one.acceptance()) {
      case Acceptance.Within(double low, double high) -> relative(low, high);
      case Acceptance.OneOf(long[] patterns) when one.format() instanceof FloatFormat -> {
        double[] values =
            Arrays.stream(patterns).mapToDouble(one.format()::toDouble).sorted().toArray();
        yield relative(values[0], values[values.length - 1]);
      }
      default -> 0;
    };
  }

  private static double relative(double low, double high) {
    double relative = (high - low) / Math.max(Math.abs(low), Math.max(Math.abs(high), LEAST));
    return Double.isFinite(relative) ? relative : 0;
  }

  /** What no float of a shader is smaller than, so that nothing is divided by zero. */
  private static final double LEAST = 1e-30;

  /** What is as near to the results as the oracle found acceptable for an element. */
  private Open around(Open element, int offset) {
    int bytes = element.format().bits() / 8;
    long[] patterns =
        results.stream()
            .mapToLong(buffer -> LittleEndian.get(buffer, offset, bytes))
            .distinct()
            .toArray();
    double[] values =
        Arrays.stream(patterns).mapToDouble(element.format()::toDouble).sorted().toArray();
    boolean hasNan = Arrays.stream(values).anyMatch(Double::isNaN);
    Acceptance acceptance =
        switch (element.acceptance()) {
          case Acceptance.OneOf(long[] accepted)
              when accepted.length == 1 && patterns.length == 1 ->
              new Acceptance.OneOf(patterns);
          case Acceptance.OneOf(long[] accepted) when isAmong(patterns, accepted) ->
              element.acceptance();
          case Acceptance.OneOf(long[] accepted)
              when !hasNan && element.format() instanceof FloatFormat -> {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (long pattern : accepted) {
              low = Math.min(low, element.format().toDouble(pattern));
              high = Math.max(high, element.format().toDouble(pattern));
            }
            yield widened(values, low, high);
          }
          case Acceptance.Within(double low, double high) when !hasNan ->
              widened(values, low, high);
          default -> new Acceptance.Anything();
        };
    return new Open(element.format(), acceptance, element.rule());
  }

  /** Whether the element still means what it meant: all results are such as were accepted. */
  private static boolean isAmong(long[] patterns, long[] accepted) {
    return Arrays.stream(patterns)
        .allMatch(one -> Arrays.stream(accepted).anyMatch(other -> one == other));
  }

  private static Acceptance widened(double[] values, double low, double high) {
    double width = high - low;
    double most = Math.max(Math.abs(values[0]), Math.abs(values[values.length - 1]));
    double slack = width + 2 * relative(low, high) * most;
    return Double.isFinite(slack)
        ? new Acceptance.Within(values[0] - slack, values[values.length - 1] + slack)
        : new Acceptance.Anything();
  }

  private static int next(byte[] a, byte[] b, int from) {
    int distance = Arrays.mismatch(a, from, a.length, b, from, b.length);
    return distance < 0 ? -1 : from + distance;
  }
}
