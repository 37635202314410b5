// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Checks;
import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Direction;
import coopcts.program.Fold;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** {@code coopMatReduceNV}: which elements meet, how they are combined, and in what shape. */
public final class ReduceFamily extends Nv2Family {

  private static final String FEATURE = "cooperativeMatrixReductions";

  private static final VariantShare SHARE = new VariantShare(7, 28);

  /** For those that take few kinds of matrix. */
  private static final VariantShare RARE = new VariantShare(2, 8);

  /** How two elements are combined, and the numbers that tell it from its neighbours. */
  private enum Combine {
    /** Of negative numbers: a zero that leaks in would be the greatest. */
    MAX(Fold.MAX) {
      @Override
      List<String> checks(ComponentType component) {
        return hasSign(component) ? List.of("CM2-RED-005", "CM2-RED-007") : List.of("CM2-RED-005");
      }

      @Override
      IntToLongFunction numbers(MatrixType type, SplittableRandom random) {
        ComponentType component = type.component();
        return hasSign(component)
            ? InputPatterns.integers(component, -40, -1, random)
            : InputPatterns.integers(component, 1, 40, random);
      }
    },

    /** Of numbers above 1: a zero or one that leaks in would be the least. */
    MIN(Fold.MIN) {
      @Override
      List<String> checks(ComponentType component) {
        return List.of("CM2-RED-005", "CM2-RED-007");
      }

      @Override
      IntToLongFunction numbers(MatrixType type, SplittableRandom random) {
        return InputPatterns.integers(type.component(), 2, 40, random);
      }
    },

    /** Of whole numbers that every partial sum holds exactly. */
    SUM(Fold.SUM) {
      @Override
      List<String> checks(ComponentType component) {
        return List.of("CM2-RED-006", "CM2-RED-008");
      }

      @Override
      IntToLongFunction numbers(MatrixType type, SplittableRandom random) {
        ComponentType component = type.component();
        int high =
            Math.max(1, Math.min(1 << 20, InputPatterns.exactIntegers(component)) / type.size());
        return InputPatterns.integers(
            component, hasSign(component) ? -high : 1, Math.min(high, 40), random);
      }

      @Override
      boolean rounds(ComponentType component) {
        return component.isFloat();
      }
    },

    /**
     * Of numbers of which each alone changes the product, and does so for good: odd ones, of which
     * none is 1, where products wrap; else −1 and a few of −2 and −½.
     */
    PRODUCT(Fold.PRODUCT) {
      @Override
      List<String> checks(ComponentType component) {
        return List.of("CM2-RED-007");
      }

      @Override
      IntToLongFunction numbers(MatrixType type, SplittableRandom random) {
        ComponentType component = type.component();
        if (!component.isFloat()) {
          return _ -> InputPatterns.encode(component, 2 * random.nextInt(1, 20) + 1);
        }
        long minusOne = InputPatterns.encode(component, -1);
        long minusTwo = InputPatterns.encode(component, -2);
        long exponent = minusTwo - minusOne;
        int few = Math.max(3, type.size() / 4);
        return _ ->
            switch (random.nextInt(few)) {
              case 0 -> minusTwo;
              case 1 -> minusOne - exponent;
              default -> minusOne;
            };
      }
    },

    /** Of any bits: every element changes the result, and one that is taken twice is gone. */
    XOR(Fold.XOR) {
      @Override
      List<String> checks(ComponentType component) {
        return List.of("CM2-RED-008");
      }

      @Override
      IntToLongFunction numbers(MatrixType type, SplittableRandom random) {
        return _ -> random.nextLong();
      }
    },

    /** Of numbers that have most bits: a zero that leaks in would be the result. */
    AND(Fold.AND) {
      @Override
      List<String> checks(ComponentType component) {
        return List.of("CM2-RED-007");
      }

      @Override
      IntToLongFunction numbers(MatrixType type, SplittableRandom random) {
        int bits = type.component().bits();
        return _ -> random.nextInt(3) > 0 ? -1 : ~(1L << random.nextInt(bits / 2));
      }
    };

    private final Fold fold;

    Combine(Fold fold) {
      this.fold = fold;
    }

    abstract List<String> checks(ComponentType component);

    /** Numbers of which the result is exact. */
    abstract IntToLongFunction numbers(MatrixType type, SplittableRandom random);

    /** Whether a result of numbers with full mantissas tells something. */
    boolean rounds(ComponentType component) {
      return false;
    }

    private static boolean hasSign(ComponentType component) {
      return component.isFloat() || component.isSigned();
    }
  }

  /** What becomes of the result. */
  private enum Shape {
    /** It has the shape that the direction has of itself. */
    OWN {
      @Override
      boolean fits(Direction direction, MatrixType from, MatrixType to) {
        return direction == Direction.QUADS || equal(from, to);
      }
    },
    /** It has as many rows and another number of columns. */
    WIDER {
      @Override
      boolean fits(Direction direction, MatrixType from, MatrixType to) {
        return to.rows() == from.rows() && to.columns() != from.columns();
      }
    },
    /** It has as many columns and another number of rows. */
    HIGHER {
      @Override
      boolean fits(Direction direction, MatrixType from, MatrixType to) {
        return to.rows() != from.rows() && to.columns() == from.columns();
      }
    },
    /** It has other rows and columns, and fewer elements. */
    SMALLER {
      @Override
      boolean fits(Direction direction, MatrixType from, MatrixType to) {
        return isOther(from, to) && to.size() < from.size();
      }
    },
    /** It has other rows and columns, and more elements. */
    LARGER {
      @Override
      boolean fits(Direction direction, MatrixType from, MatrixType to) {
        return isOther(from, to) && to.size() > from.size();
      }
    },
    /** It becomes another variable; what is stored is the source, which must be as it was. */
    KEEPS {
      @Override
      boolean fits(Direction direction, MatrixType from, MatrixType to) {
        return equal(from, to);
      }

      @Override
      List<Operation> operations(Matrix result, Matrix source, ReduceForm form) {
        Matrix other = new Matrix("n", source.type());
        return List.of(form.of(other, source), new Operation.Copy(result, source));
      }
    };

    /** Whether the result may have a type. */
    abstract boolean fits(Direction direction, MatrixType from, MatrixType to);

    /** What assigns the result. */
    List<Operation> operations(Matrix result, Matrix source, ReduceForm form) {
      return List.of(form.of(result, source));
    }

    private static boolean isOther(MatrixType from, MatrixType to) {
      return to.rows() != from.rows() && to.columns() != from.columns();
    }

    private static boolean equal(MatrixType from, MatrixType to) {
      return to.rows() == from.rows() && to.columns() == from.columns();
    }
  }

  /**
   * One reduction.
   *
   * @param own what it is about: the first thing it checks
   */
  private record ReduceForm(
      String name,
      String own,
      Direction direction,
      Combine combine,
      Shape shape,
      VariantShare share) {

    /** The direction's own assertion and share. */
    static ReduceForm of(Direction direction, Combine combine) {
      String name = "reduce_%s_%s".formatted(direction, combine).toLowerCase(Locale.ROOT);
      return switch (direction) {
        case ROW -> new ReduceForm(name, "CM2-RED-001", direction, combine, Shape.OWN, SHARE);
        case COLUMN -> new ReduceForm(name, "CM2-RED-002", direction, combine, Shape.OWN, SHARE);
        case ALL -> new ReduceForm(name, "CM2-RED-003", direction, combine, Shape.OWN, SHARE);
        case QUADS -> new ReduceForm(name, "CM2-RED-004", direction, combine, Shape.OWN, RARE);
      };
    }

    /** Sums: every element that is left out or taken twice is seen. */
    static ReduceForm of(Shape shape, String own, Direction direction) {
      String name = "reduce_" + shape.name().toLowerCase(Locale.ROOT);
      return new ReduceForm(name, own, direction, Combine.SUM, shape, SHARE);
    }

    /** What exact elements can fail by. */
    List<String> exact(ComponentType component) {
      return Checks.of(own)
          .when(shape == Shape.OWN, combine.checks(component).toArray(String[]::new))
          .list();
    }

    /** Whether results are looked at that are rounded. */
    boolean rounds(ComponentType component) {
      return shape == Shape.OWN && combine.rounds(component);
    }

    List<String> checks(ComponentType component) {
      return Checks.of(exact(component).toArray(String[]::new))
          .when(rounds(component), ROUNDED)
          .list();
    }

    Operation of(Matrix result, Matrix source) {
      return new Operation.Reduce(result, source, direction, combine.fold);
    }

    /** The first type that a result may have. */
    Optional<ScopedType> result(ScopedType kind, List<ScopedType> kinds) {
      MatrixType from = kind.type();
      if (from.use() != Use.ACCUMULATOR || !combine.fold.takes(from.component())) {
        return Optional.empty();
      }
      return kinds.stream()
          .filter(to -> to.invocations() == kind.invocations())
          .filter(to -> to.type().use() == Use.ACCUMULATOR)
          .filter(to -> to.type().scope() == from.scope())
          .filter(to -> to.type().component() == from.component())
          .filter(to -> direction.fits(from, to.type()))
          .filter(to -> shape.fits(direction, from, to.type()))
          .findFirst();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** One number in so many is a negative zero where any are. */
  private static final int FEW = 24;

  private static final String ROUNDED = "CM2-RED-016";

  private static final List<ReduceForm> FORMS = forms();

  private static List<ReduceForm> forms() {
    List<ReduceForm> forms = new ArrayList<>();
    for (Combine combine : Combine.values()) {
      for (Direction direction : Direction.values()) {
        forms.add(ReduceForm.of(direction, combine));
      }
    }
    forms.add(ReduceForm.of(Shape.KEEPS, "CM2-RED-020", Direction.COLUMN));
    forms.add(ReduceForm.of(Shape.WIDER, "CM2-RED-009", Direction.ROW));
    forms.add(ReduceForm.of(Shape.HIGHER, "CM2-RED-009", Direction.COLUMN));
    forms.add(ReduceForm.of(Shape.SMALLER, "CM2-RED-010", Direction.ALL));
    forms.add(ReduceForm.of(Shape.LARGER, "CM2-RED-010", Direction.ALL));
    return List.copyOf(forms);
  }

  /** Makes the family; one object serves all devices and runs. */
  public ReduceFamily() {}

  @Override
  public String name() {
    return "nv2.function.reduce";
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  public List<String> assertions() {
    return FORMS.stream()
        .flatMap(form -> form.checks(ComponentType.FLOAT32).stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    return FORMS.stream().flatMap(form -> cases(report, profile, kinds, form));
  }

  private static Stream<Case> cases(
      DeviceReport report, Profile profile, List<ScopedType> kinds, ReduceForm form) {
    if (!report.has(FEATURE)) {
      List<String> checks = form.checks(ComponentType.FLOAT32);
      return Stream.of(Case.unsupported("nv2.function." + form, checks, lacks(FEATURE)));
    }
    List<ScopedType> taken =
        kinds.stream().filter(kind -> form.result(kind, kinds).isPresent()).toList();
    return form.share.of(profile, taken, form).stream()
        .map(
            kind ->
                Case.of(
                    "nv2.function.%s.%s".formatted(form, kind),
                    form.checks(kind.type().component()),
                    () -> plan(report, kind, form.result(kind, kinds).orElseThrow().type(), form)));
  }

  private static Plan plan(DeviceReport report, ScopedType kind, MatrixType to, ReduceForm form) {
    FunctionProgram function = FunctionProgram.of(kind, to);
    ComponentType component = kind.type().component();
    List<String> checks = form.exact(component);
    Rule exact = Rule.must(checks.toArray(String[]::new));
    List<ProgramSubcase> subcases = new ArrayList<>();
    subcases.add(
        function
            .subcase("first", (_, random) -> form.combine.numbers(kind.type(), random))
            .naming(expected -> expected.storedBy(exact)));
    if (form.shape == Shape.OWN && component.isFloat()) {
      subcases.add(
          function
              .subcase(
                  "negative_zeros", (_, random) -> withZeros(form.combine, kind.type(), random))
              .naming(expected -> expected.storedBy(exact)));
    }
    if (form.rounds(component)) {
      // Full mantissas, in any order, each step rounded in either direction.
      subcases.add(
          function.subcase("general", (_, random) -> InputPatterns.wide(component, 2, random)));
    }
    return Plan.of(
        function.program(report, form.shape.operations(function.result(), function.source(), form)),
        checks,
        subcases);
  }

  /**
   * The same numbers with −0 among them, which counts as a zero whose sign tells nothing: that of a
   * result may be either (NUM-NAN-002).
   */
  private static IntToLongFunction withZeros(
      Combine combine, MatrixType type, SplittableRandom random) {
    long zero = ((FloatFormat) type.component().format()).signBit();
    IntToLongFunction numbers = combine.numbers(type, random);
    return i -> random.nextInt(FEW) == 0 ? zero : numbers.applyAsLong(i);
  }
}
