package coopcts.cases.khr;

import coopcts.cases.Case;
import coopcts.cases.Plan;
import coopcts.cases.Profile;
import coopcts.cases.Subcase;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * The constructor from a matrix of another component type, for every pair that a device has in one
 * shape and use.
 */
public final class ConvertFamily extends KhrFamily {

  @Override
  public String name() {
    return "khr.convert";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-CONV-001",
        "KHR-CONV-002",
        "KHR-CONV-004",
        "KHR-CONV-006",
        "KHR-CONV-007",
        "KHR-CONV-008",
        "KHR-CONV-009",
        "KHR-CONV-010",
        "KHR-CONV-013",
        "KHR-CONV-015",
        "KHR-CTOR-011",
        "NUM-CVT-001",
        "NUM-CVT-002",
        "NUM-CVT-005",
        "NUM-CVT-006",
        "NUM-CVT-012",
        "NUM-CVT-014",
        "NUM-CVT-018",
        "NUM-FMT-005",
        "NUM-FMT-006",
        "NUM-MAT-005");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType from) {
    List<MatrixType> targets =
        types(report, Profile.DEFAULT).stream()
            .filter(to -> to.with(from.component()).equals(from))
            .filter(to -> ComponentSupport.missing(report, to.component()).isEmpty())
            .toList();
    return targets.stream()
        .map(
            to ->
                Case.of(
                    "%s.%s_%s.%s.%dx%d.%s"
                        .formatted(
                            name(),
                            from.component(),
                            to.component(),
                            from.use(),
                            from.rows(),
                            from.columns(),
                            from.scope()),
                    assertions(),
                    () -> plan(report, from, to)));
  }

  private static Plan plan(DeviceReport report, MatrixType from, MatrixType to) {
    Matrix m = new Matrix("m", from);
    Matrix converted = new Matrix("converted", to);
    List<Slot> slots = List.of(source("source", m), result(converted));
    List<Operation> body =
        List.of(
            new Operation.Load(m, slots.get(0).place()),
            new Operation.Convert(converted, m),
            new Operation.Store(converted, slots.get(1).place()));
    List<Subcase> subcases = new ArrayList<>();
    for (Range range : Range.values()) {
      subcases.add(
          subcase(
              range.name().toLowerCase(Locale.ROOT),
              slots,
              (slot, placement, random) ->
                  slot.name().equals("source")
                      ? slot.matrices(
                          placement,
                          random,
                          range.patterns(from.component(), to.component(), random))
                      : slot.distinct(placement, random)));
    }
    return Plan.of(program(report, from.scope(), slots, body), subcases);
  }

  /** Which values are converted; always ones for which the result is defined. */
  private enum Range {
    /** Any value of the source that the target's range holds. */
    ANY,
    /** Whole numbers that both types hold exactly. */
    EXACT;

    IntToLongFunction patterns(ComponentType from, ComponentType to, SplittableRandom random) {
      NumberFormat source = NumberFormat.of(from);
      NumberFormat target = NumberFormat.of(to);
      if (this == EXACT) {
        int limit = Math.min(Data.exactIntegers(from), Data.exactIntegers(to));
        boolean negative = signed(from) && signed(to);
        return Data.integers(from, negative ? -limit : 0, limit, random);
      }
      return switch (source) {
        case IntegerFormat _ when target instanceof IntegerFormat -> mixed(from, random);
        case IntegerFormat format -> {
          double limit = ((FloatFormat) target).toDouble(((FloatFormat) target).maxFinite());
          IntToLongFunction any = mixed(from, random);
          yield i -> {
            long pattern = any.applyAsLong(i);
            return Math.abs(format.toDouble(pattern)) <= limit ? pattern : i % 16;
          };
        }
        case FloatFormat format -> floats(format, target, random);
      };
    }

    private static IntToLongFunction mixed(ComponentType type, SplittableRandom random) {
      IntToLongFunction wide = Data.wide(type, 0, random);
      IntToLongFunction edges = Data.edges(type, random);
      return i -> i % 3 == 0 ? edges.applyAsLong(i) : wide.applyAsLong(i);
    }

    private static boolean signed(ComponentType type) {
      return type.isFloat() || type.isSigned();
    }

    /**
     * Random patterns of the whole format, brought into the target's range by halving the exponent.
     */
    private static IntToLongFunction floats(
        FloatFormat source, NumberFormat target, SplittableRandom random) {
      double high =
          switch (target) {
            case IntegerFormat format -> Math.min(format.toDouble(format.maximum()), 0x1p31);
            case FloatFormat format -> format.toDouble(format.maxFinite());
          };
      double low =
          target instanceof IntegerFormat format ? Math.max(format.minimum(), -0x1p31) : -high;
      return _ -> {
        long pattern = random.nextLong() & source.mask();
        double value = source.isFinite(pattern) ? source.toDouble(pattern) : 1.5;
        while (value > high || value < low) {
          value = value < low && low == 0 ? -value : value / 2;
        }
        return source.encode(value == 0 ? 0.0 : value, Rounding.TOWARD_ZERO);
      };
    }
  }
}
