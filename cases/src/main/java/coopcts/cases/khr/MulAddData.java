// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.MatrixArray;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.MatrixProperties;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Inputs;
import coopcts.plan.ProgramSubcase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** Data sets for products, as subcases. */
final class MulAddData {

  /** What the matrices hold. */
  private enum MulAddDataKind {
    /** Each row of A picks one row of B: shows which elements met (KHR-MULADD-011). */
    PICK_B,
    /** Each column of B picks one column of A. */
    PICK_A,
    /** A is what it is, B the identity as far as it goes, C zero. */
    IDENTITY,
    /** A is zero: C alone is left. */
    NOTHING,
    /** Whole numbers so small that every partial sum is exact in the result type. */
    EXACT,
    /** The same times powers of two, so that A is as large as can be. */
    LARGE_A,
    LARGE_B,
    /** The same as small as can be: all but the sums' last steps below 1. */
    SMALL_A,
    SMALL_B,
    /** A is zero, C the largest and smallest numbers. */
    LIMITS,
    /** Floats with full mantissas: shows operands or sums of less precision. */
    PRECISE,
    /** Integers of the whole range: sums wrap. */
    WRAP,
    /** Integer limits. */
    EDGES,
    /** C at the limits, products beyond them. */
    SATURATE;

    boolean suits(MatrixProperties row, int steps) {
      boolean integer = row.result().isInteger();
      return switch (this) {
        case PICK_A, PICK_B -> true;
        case IDENTITY, NOTHING -> integer && steps == 1 && row.c() == row.result();
        case EXACT -> bound(row, steps) >= 1;
        case LARGE_A, LARGE_B, SMALL_A, SMALL_B ->
            !integer && bound(row, steps) >= 1 && Powers.of(this, row, steps).isPresent();
        case LIMITS -> !integer && row.c() == row.result();
        case PRECISE -> !integer;
        case WRAP, EDGES -> integer && !row.saturating();
        case SATURATE -> integer && row.saturating();
      };
    }

    /** What these numbers try. */
    List<String> checks(MatrixProperties row) {
      boolean integer = row.result().isInteger();
      boolean signed = integer && row.result().isSigned();
      String exact =
          !integer ? "KHR-MULADD-009" : row.saturating() ? "KHR-SAT-003" : "KHR-MULADD-001";
      return switch (this) {
        case PICK_A, PICK_B -> List.of("KHR-MULADD-011", exact);
        case IDENTITY -> List.of("KHR-MULADD-007", exact);
        case NOTHING -> List.of("KHR-MULADD-008", exact);
        case EXACT, LARGE_A, LARGE_B, SMALL_A, SMALL_B, LIMITS -> List.of(exact);
        case PRECISE -> List.of("KHR-MULADD-010");
        case WRAP, EDGES -> List.of("KHR-MULADD-001", "KHR-MULADD-005", "KHR-SAT-008");
        case SATURATE ->
            signed
                ? List.of("KHR-SAT-001", "KHR-SAT-002", "KHR-SAT-003")
                : List.of("KHR-SAT-001", "KHR-SAT-003", "KHR-SAT-004");
      };
    }

    /** Those of them that hold of every element. */
    List<String> everywhere(MatrixProperties row) {
      return switch (this) {
        case PICK_A, PICK_B, IDENTITY, NOTHING -> checks(row).subList(0, 1);
        case EXACT, LARGE_A, LARGE_B, SMALL_A, SMALL_B, LIMITS, PRECISE, WRAP, EDGES, SATURATE ->
            List.of();
      };
    }
  }

  private final MatrixProperties row;
  private final int steps;
  private final MulAddDataKind kind;

  private MulAddData(MatrixProperties row, int steps, MulAddDataKind kind) {
    this.row = row;
    this.steps = steps;
    this.kind = kind;
  }

  /** What the data sets of a row try. */
  static Stream<String> checks(MatrixProperties row, int steps) {
    return Stream.of(MulAddDataKind.values())
        .filter(kind -> kind.suits(row, steps))
        .flatMap(kind -> kind.checks(row).stream());
  }

  static List<ProgramSubcase> subcases(MatrixProperties row, List<MatrixArray> slots, int steps) {
    List<ProgramSubcase> subcases = new ArrayList<>();
    for (MulAddDataKind kind : MulAddDataKind.values()) {
      if (kind.suits(row, steps)) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        subcases.add(
            new ProgramSubcase(
                name,
                kind.everywhere(row),
                seed ->
                    new MulAddData(row, steps, kind)
                        .inputs(slots, InputPatterns.random(seed, name))));
      }
    }
    return subcases;
  }

  private Inputs inputs(List<MatrixArray> slots, SplittableRandom random) {
    Map<String, Integer> push = new LinkedHashMap<>();
    List<byte[]> buffers = new ArrayList<>();
    push.put("steps", steps);
    for (MatrixArray slot : slots) {
      boolean operand = slot.name().equals("matrixA") || slot.name().equals("matrixB");
      int each = operand ? steps : 1;
      MatrixPlacement placement = MulAddFamily.placement(slot, each);
      MulAddFamily.push(push, slot, placement, each);
      int matrices = KhrFamily.ALL * each;
      buffers.add(
          slot.name().equals("result")
              ? slot.distinct(placement, random)
              : slot.matrices(placement, random, patterns(slot, random), matrices));
    }
    return new Inputs(push, buffers, KhrFamily.WORKGROUPS);
  }

  private IntToLongFunction patterns(MatrixArray slot, SplittableRandom random) {
    ComponentType type = slot.type().component();
    boolean isC = slot.name().equals("matrixC");
    int bound = bound(row, steps);
    return switch (kind) {
      case PICK_A, PICK_B -> picks(slot, type, isC, random);
      case IDENTITY -> identity(slot, type, isC, random);
      case NOTHING ->
          slot.name().equals("matrixA")
              ? _ -> 0
              : isC ? InputPatterns.edges(type, random) : InputPatterns.wide(type, 0, random);
      case EXACT -> small(type, bound, random);
      case LARGE_A, LARGE_B, SMALL_A, SMALL_B -> scaled(slot, type, bound, random);
      case LIMITS ->
          slot.name().equals("matrixA")
              ? _ -> 0
              : isC ? normalLimits(type, random) : InputPatterns.wide(type, 1, random);
      case PRECISE -> InputPatterns.wide(type, 1, random);
      case WRAP -> InputPatterns.wide(type, 0, random);
      case EDGES -> InputPatterns.edges(type, random);
      case SATURATE -> isC ? limits(type, random) : small(type, saturationBound(), random);
    };
  }

  /**
   * The operand that picks has one 1 in each row (A) or column (B); the other holds different whole
   * numbers.
   */
  private IntToLongFunction picks(
      MatrixArray slot, ComponentType type, boolean isC, SplittableRandom random) {
    if (isC) {
      return small(type, 1, random);
    }
    boolean isA = slot.name().equals("matrixA");
    if (isA == (kind == MulAddDataKind.PICK_B)) {
      int columns = slot.type().columns();
      int rows = slot.type().rows();
      long one = InputPatterns.encode(type, 1);
      return i -> {
        int r = i / columns % rows;
        int c = i % columns;
        boolean picked = isA ? c == (5 * r + 1) % columns : r == (5 * c + 1) % rows;
        return picked ? one : 0;
      };
    }
    int limit =
        Math.min(
                InputPatterns.exactIntegers(type),
                InputPatterns.exactIntegers(row.result()) / (2 * steps))
            - 1;
    int shift = random.nextInt(1000);
    return i -> InputPatterns.encode(type, 1 + (i + shift) % Math.max(1, limit));
  }

  private IntToLongFunction identity(
      MatrixArray slot, ComponentType type, boolean isC, SplittableRandom random) {
    if (slot.name().equals("matrixA")) {
      return row.saturating()
          ? small(type, saturationBound(), random)
          : InputPatterns.wide(type, 0, random);
    }
    int columns = slot.type().columns();
    long one = InputPatterns.encode(type, 1);
    return i -> !isC && i / columns % slot.type().rows() == i % columns ? one : 0;
  }

  private static IntToLongFunction small(ComponentType type, int bound, SplittableRandom random) {
    int limit = Math.min(bound, InputPatterns.exactIntegers(type));
    boolean signed = type.isFloat() || type.isSigned();
    return InputPatterns.integers(type, signed ? -limit : 0, limit, random);
  }

  private static IntToLongFunction limits(ComponentType type, SplittableRandom random) {
    IntegerFormat format = (IntegerFormat) type.format();
    return _ -> {
      int distance = random.nextInt(0, 40);
      return format.wrap(
          random.nextBoolean() ? format.maximum() - distance : format.minimum() + distance);
    };
  }

  /** Whole numbers times the slot's power of two. */
  private IntToLongFunction scaled(
      MatrixArray slot, ComponentType type, int bound, SplittableRandom random) {
    Powers powers = Powers.of(kind, row, steps).orElseThrow();
    int power =
        switch (slot.name()) {
          case "matrixA" -> powers.a;
          case "matrixB" -> powers.b;
          default -> powers.a + powers.b;
        };
    int limit = Math.min(bound, InputPatterns.exactIntegers(type));
    FloatFormat format = (FloatFormat) type.format();
    return _ ->
        format.encode(
            Math.scalb((double) random.nextInt(-limit, limit + 1), power), Rounding.NEAREST_EVEN);
  }

  private static IntToLongFunction normalLimits(ComponentType type, SplittableRandom random) {
    FloatFormat format = (FloatFormat) type.format();
    long[] magnitudes = {
      format.maxFinite(),
      format.maxFinite() - 1,
      format.minNormal(),
      format.minNormal() + 1,
      format.encode(1, Rounding.NEAREST_EVEN)
    };
    return _ ->
        magnitudes[random.nextInt(magnitudes.length)]
            | (random.nextBoolean() ? format.signBit() : 0);
  }

  /**
   * Powers of two that A and B are multiplied with; C and the result are with both. No number
   * leaves the range of normal numbers, nor does a sum of magnitudes.
   */
  private record Powers(int a, int b) {

    static Optional<Powers> of(MulAddDataKind kind, MatrixProperties row, int steps) {
      int v = MulAddData.bound(row, steps);
      int total = bits((long) row.k() * steps * v * v + v);
      int least = Math.max(least(row.c()), least(row.result()));
      int most = Math.min(most(row.c(), bits(v)), most(row.result(), total));
      boolean isA = kind == MulAddDataKind.LARGE_A || kind == MulAddDataKind.SMALL_A;
      ComponentType first = isA ? row.a() : row.b();
      ComponentType second = isA ? row.b() : row.a();
      boolean isLarge = kind == MulAddDataKind.LARGE_A || kind == MulAddDataKind.LARGE_B;
      int one = isLarge ? most(first, bits(v)) : least(first);
      int both = isLarge ? most : least;
      int other = Math.clamp(both - one, least(second), most(second, bits(v)));
      // What the second one cannot make good the first one does.
      one = Math.clamp(both - other, least(first), most(first, bits(v)));
      boolean fits = least <= one + other && one + other <= most;
      Powers powers = isA ? new Powers(one, other) : new Powers(other, one);
      return fits && one + other != 0 ? Optional.of(powers) : Optional.empty();
    }

    private static int bits(long value) {
      return 64 - Long.numberOfLeadingZeros(value);
    }

    /** The exponent of the smallest normal number. */
    private static int least(ComponentType type) {
      FloatFormat format = (FloatFormat) type.format();
      return Math.getExponent(format.toDouble(format.minNormal()));
    }

    /** The largest power that numbers of so many bits can be multiplied with. */
    private static int most(ComponentType type, int bits) {
      FloatFormat format = (FloatFormat) type.format();
      return Math.getExponent(format.toDouble(format.maxFinite())) - bits;
    }
  }

  /**
   * The largest v with K·steps·v² + v exact in the result type and v exact in A and B; 0 if there
   * is none.
   */
  private static int bound(MatrixProperties row, int steps) {
    long limit = InputPatterns.exactIntegers(row.result());
    int largest =
        Math.min(
            64,
            Math.min(InputPatterns.exactIntegers(row.a()), InputPatterns.exactIntegers(row.b())));
    for (int v = largest; v > 0; v--) {
      if ((long) row.k() * steps * v * v + v <= limit) {
        return v;
      }
    }
    return 0;
  }

  /** The largest operand for which no sum of products leaves the result's range (KHR-SAT-005). */
  private int saturationBound() {
    long limit = ((IntegerFormat) row.result().format()).maximum();
    return (int) Math.min(1 << 20, Math.floor(Math.sqrt((double) limit / row.k())));
  }
}
