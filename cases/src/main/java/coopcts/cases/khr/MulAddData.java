package coopcts.cases.khr;

import coopcts.inputs.Data;
import coopcts.inputs.Placement;
import coopcts.model.ComponentType;
import coopcts.model.MatrixProperties;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Inputs;
import coopcts.plan.ProgramSubcase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** Data sets for products, as subcases. */
final class MulAddData {

  /** What the matrices hold. */
  private enum Kind {
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
        case EXACT -> List.of(exact);
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
        case EXACT, PRECISE, WRAP, EDGES, SATURATE -> List.of();
      };
    }
  }

  private final MatrixProperties row;
  private final int steps;
  private final Kind kind;

  private MulAddData(MatrixProperties row, int steps, Kind kind) {
    this.row = row;
    this.steps = steps;
    this.kind = kind;
  }

  /** What the data sets of a row try. */
  static Stream<String> checks(MatrixProperties row, int steps) {
    return Stream.of(Kind.values())
        .filter(kind -> kind.suits(row, steps))
        .flatMap(kind -> kind.checks(row).stream());
  }

  static List<ProgramSubcase> subcases(MatrixProperties row, List<MatrixArray> slots, int steps) {
    List<ProgramSubcase> subcases = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (kind.suits(row, steps)) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        subcases.add(
            new ProgramSubcase(
                name,
                kind.everywhere(row),
                seed -> new MulAddData(row, steps, kind).inputs(slots, Data.random(seed, name))));
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
      Placement placement = MulAddFamily.placement(slot, each);
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
              : isC ? Data.edges(type, random) : Data.wide(type, 0, random);
      case EXACT -> small(type, bound, random);
      case PRECISE -> Data.wide(type, 1, random);
      case WRAP -> Data.wide(type, 0, random);
      case EDGES -> Data.edges(type, random);
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
    if (isA == (kind == Kind.PICK_B)) {
      int columns = slot.type().columns();
      int rows = slot.type().rows();
      long one = Data.encode(type, 1);
      return i -> {
        int r = i / columns % rows;
        int c = i % columns;
        boolean picked = isA ? c == (5 * r + 1) % columns : r == (5 * c + 1) % rows;
        return picked ? one : 0;
      };
    }
    int limit =
        Math.min(Data.exactIntegers(type), Data.exactIntegers(row.result()) / (2 * steps)) - 1;
    int shift = random.nextInt(1000);
    return i -> Data.encode(type, 1 + (i + shift) % Math.max(1, limit));
  }

  private IntToLongFunction identity(
      MatrixArray slot, ComponentType type, boolean isC, SplittableRandom random) {
    if (slot.name().equals("matrixA")) {
      return row.saturating() ? small(type, saturationBound(), random) : Data.wide(type, 0, random);
    }
    int columns = slot.type().columns();
    long one = Data.encode(type, 1);
    return i -> !isC && i / columns % slot.type().rows() == i % columns ? one : 0;
  }

  private static IntToLongFunction small(ComponentType type, int bound, SplittableRandom random) {
    int limit = Math.min(bound, Data.exactIntegers(type));
    boolean signed = type.isFloat() || type.isSigned();
    return Data.integers(type, signed ? -limit : 0, limit, random);
  }

  private static IntToLongFunction limits(ComponentType type, SplittableRandom random) {
    IntegerFormat format = (IntegerFormat) NumberFormat.of(type);
    return _ -> {
      int distance = random.nextInt(0, 40);
      return format.wrap(
          random.nextBoolean() ? format.maximum() - distance : format.minimum() + distance);
    };
  }

  /**
   * The largest v with K·steps·v² + v exact in the result type and v exact in A and B; 0 if there
   * is none.
   */
  private static int bound(MatrixProperties row, int steps) {
    long limit = Data.exactIntegers(row.result());
    int largest = Math.min(64, Math.min(Data.exactIntegers(row.a()), Data.exactIntegers(row.b())));
    for (int v = largest; v > 0; v--) {
      if ((long) row.k() * steps * v * v + v <= limit) {
        return v;
      }
    }
    return 0;
  }

  /** The largest operand for which no sum of products leaves the result's range (KHR-SAT-005). */
  private int saturationBound() {
    long limit = ((IntegerFormat) NumberFormat.of(row.result())).maximum();
    return (int) Math.min(1 << 20, Math.floor(Math.sqrt((double) limit / row.k())));
  }
}
