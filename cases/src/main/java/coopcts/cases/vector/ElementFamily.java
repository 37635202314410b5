// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import static coopcts.oracle.ElementFunctions.clamp;
import static coopcts.oracle.ElementFunctions.left;
import static coopcts.oracle.ElementFunctions.max;
import static coopcts.oracle.ElementFunctions.min;
import static coopcts.oracle.ElementFunctions.not;
import static coopcts.oracle.ElementFunctions.numberClamp;
import static coopcts.oracle.ElementFunctions.numberMax;
import static coopcts.oracle.ElementFunctions.numberMin;
import static coopcts.oracle.ElementFunctions.right;
import static coopcts.oracle.ElementFunctions.step;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.Tier;
import coopcts.oracle.VectorProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.BinaryOperator;
import coopcts.program.BitOperator;
import coopcts.program.Condition;
import coopcts.program.Constant;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import coopcts.program.Function;
import coopcts.program.Function.Direction;
import coopcts.program.Function.Parameter;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.Call;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Scale.ScaleForm;
import coopcts.program.Operation.Switch;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Compose;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Measure;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.Pick;
import coopcts.program.VectorOperation.StoreVector;
import coopcts.program.VectorOperation.Through;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Vectors of each invocation's own: loads and stores, construction, components, every operator and
 * function, for every component type and length.
 */
public final class ElementFamily extends VectorFamily {

  /** Components up to which a vector may stand in the registers of an ordinary one. */
  private static final int FEW = 16;

  /** Bytes of the result before the first vector. */
  private static final int BEFORE = 16;

  /** What a constant is specialized to. */
  private static final int GIVEN = 5;

  /** What variables begin with. */
  private static final int BEGUN = 3;

  /** Component types that a form takes. */
  private enum Types {
    ANY,
    FLOATS,
    INTEGERS;

    boolean contain(ComponentType type) {
      return switch (this) {
        case ANY -> true;
        case FLOATS -> type.isFloat();
        case INTEGERS -> !type.isFloat();
      };
    }
  }

  /** What v and w hold. */
  private enum Operands {
    /** What any move keeps. */
    MOVED,
    /** Every pattern there is. */
    RAW,
    /** Infinities, NaN and zeros of either sign among what any move keeps. */
    SPECIAL,
    /** What the rules of arithmetic say something of. */
    COMPUTED,
    /** The same, of integers those that divide all others. */
    DIVISORS,
    /** The same, v and w equal here and there. */
    TIED,
    /** Arguments of exp: 0, far below 0, and as far as no result is too large. */
    EXPONENTS,
    /** Arguments of log: 1, and magnitudes from 2^-10 to 2^10. */
    LOGARITHMS,
    /** Arguments of tanh and atan: 0, and magnitudes from 2^-6 to 8. */
    ANGLES,
    /** The same as what is computed, v with NaN here and there. */
    NOT_ALL_NUMBERS;

    /** Whether components are moved and nothing is computed. */
    boolean areMoved() {
      return this == MOVED || this == RAW || this == SPECIAL;
    }

    IntToLongFunction of(ComponentType type, int length, SplittableRandom random) {
      NumberFormat format = type.format();
      return switch (this) {
        case MOVED -> InputPatterns.wide(type, 8, random);
        case RAW -> _ -> random.nextLong() & format.mask();
        case SPECIAL -> {
          IntToLongFunction specials = InputPatterns.special(type, random);
          IntToLongFunction numbers = InputPatterns.wide(type, 8, random);
          yield i -> (random.nextBoolean() ? specials : numbers).applyAsLong(i);
        }
        case COMPUTED -> InputPatterns.wide(type, 2, random);
        case TIED -> {
          IntToLongFunction numbers = InputPatterns.wide(type, 2, random);
          int components = stride(type, length) / type.bytes();
          long[] v = new long[components];
          yield i -> {
            int at = i % components;
            boolean isV = i / components % 2 == 0;
            long bits = isV || at % 3 != 0 ? numbers.applyAsLong(i) : v[at];
            v[at] = isV ? bits : v[at];
            return bits;
          };
        }
        case EXPONENTS -> {
          double most = type == ComponentType.FLOAT16 ? 10 : 80;
          yield i ->
              number(
                  type,
                  switch (i % 7) {
                    case 0 -> 0;
                    case 1 -> -2 * most * (1 + random.nextDouble());
                    case 2 -> random.nextDouble(-most, most);
                    default -> random.nextDouble(-9.5, 10);
                  });
        }
        case LOGARITHMS -> {
          IntToLongFunction numbers = InputPatterns.wide(type, 10, random);
          yield i -> i % 7 == 0 ? number(type, 1) : numbers.applyAsLong(i);
        }
        case ANGLES ->
            i ->
                number(
                    type,
                    i % 7 == 0
                        ? 0
                        : Math.scalb(random.nextDouble(1, 2), random.nextInt(-6, 3))
                            * (random.nextBoolean() ? 1 : -1));
        case DIVISORS -> {
          IntToLongFunction any = InputPatterns.wide(type, 2, random);
          yield format instanceof IntegerFormat whole ? i -> divisor(whole, any, i) : any;
        }
        case NOT_ALL_NUMBERS -> {
          IntToLongFunction numbers = InputPatterns.wide(type, 2, random);
          long nan = format.mask() >>> 1;
          int components = stride(type, length) / type.bytes();
          yield i -> i / components % 2 == 0 && i % 3 == 0 ? nan : numbers.applyAsLong(i);
        }
      };
    }

    private static long number(ComponentType type, double value) {
      return ((FloatFormat) type.format()).encode(value, Rounding.NEAREST_EVEN);
    }

    private static long divisor(IntegerFormat format, IntToLongFunction any, int i) {
      long bits = any.applyAsLong(i);
      return bits == 0 || bits == format.wrap(-1) ? 3 : bits;
    }
  }

  /** One component of what an invocation computes from its v and w. */
  private record At(ComponentType type, long[] v, long[] w, int i, int lane) {

    int n() {
      return v.length;
    }

    /** The component of v. */
    long x() {
      return v[i];
    }

    /** The component of w. */
    long y() {
      return w[i];
    }

    /** The smaller one of y and w's first component. */
    long low() {
      return min(type, y(), w[0]);
    }

    long high() {
      return max(type, y(), w[0]);
    }

    /** How far the component is shifted: by less than its width. */
    int shift() {
      return (int) y() & type.bits() - 1;
    }

    /** The arithmetic of an operator that the invocation chooses. */
    BinaryOperator operator() {
      return lane % 4 == 0
          ? BinaryOperator.SUBTRACT
          : lane % 4 == 2 ? BinaryOperator.DIVIDE : BinaryOperator.MULTIPLY;
    }

    /** The bits of an operator that the invocation chooses. */
    long combined() {
      return switch (lane % 5) {
        case 0 -> x() & y();
        case 1 -> x() | y();
        case 2 -> x() ^ y();
        case 3 -> left(type, x(), shift());
        default -> right(type, x(), shift());
      };
    }

    long magnitude() {
      return x() & type.format().mask() >>> 1;
    }
  }

  /** What must come out. */
  private interface Meaning {
    Acceptance of(At at);
  }

  /** What assigns r. */
  private interface Body {
    List<Operation> of(Operated of);
  }

  /** The constant of {@link ElementForm#CONSTANT_GIVEN}. */
  private static Constant given(ComponentType type) {
    return new Constant(
        1, "GIVEN", type, InputPatterns.encode(type, 1), InputPatterns.encode(type, GIVEN));
  }

  /**
   * The vectors of an invocation, and where they lie.
   *
   * @param v the first that is loaded
   * @param w the second
   * @param r what is stored
   * @param n the number of their components
   */
  private record Operated(Matrix v, Matrix w, Matrix r, Index n, Array source, Array result) {

    static Operated of(ComponentType type, int length, Pointee element, boolean specialized) {
      Optional<Constant> constant =
          Optional.of(new Constant(0, "LENGTH", ComponentType.UINT32, 1, length))
              .filter(_ -> specialized);
      MatrixType vector = MatrixType.vector(type, length);
      return new Operated(
          new Matrix("v", vector, constant, Optional.empty()),
          new Matrix("w", vector, constant, Optional.empty()),
          new Matrix("r", vector, constant, Optional.empty()),
          constant.<Index>map(Index.Specialized::new).orElse(Index.of(length)),
          Array.buffer("source", element, Array.Access.READ),
          Array.buffer("result", element, Array.Access.READ_WRITE));
    }

    Matrix another(String name) {
      return new Matrix(name, v.type(), v.rows(), v.columns());
    }

    /** The index of the last component. */
    Index last() {
      return n.minus(Index.of(1));
    }

    /** The first component of w. */
    Scalar first() {
      return new Scalar.Component(w, Index.of(0));
    }

    private int stride() {
      return VectorFamily.stride(v.type().component(), v.type().rows());
    }

    /** Where the first or the second of an invocation's vectors lies. */
    Index at(int which) {
      return LANE.times(Index.of(2)).plus(Index.of(which)).times(Index.of(stride()));
    }

    Operation binary(BinaryOperator operator, boolean compound) {
      return new Binary(r, operator, compound ? r : v, w, compound);
    }

    Operation bits(BitOperator operator, boolean compound) {
      return new Bits(r, operator, compound ? r : v, w, compound);
    }

    List<Operation> apply(VectorFunction function, Matrix... operands) {
      return List.of(new Apply(r, function, List.of(operands)));
    }

    /** v between w's component and w's first, whichever is the smaller. */
    List<Operation> clamped(VectorFunction clamp) {
      Matrix firsts = another("firsts");
      Matrix low = another("low");
      Matrix high = another("high");
      return List.of(
          new Fill(firsts, first()),
          new Apply(low, VectorFunction.MIN, List.of(w, firsts)),
          new Apply(high, VectorFunction.MAX, List.of(w, firsts)),
          new Apply(r, clamp, List.of(v, low, high)));
    }

    /** r becomes w by a function's parameter, and its first component that of v by another's. */
    List<Operation> called() {
      Matrix x = another("x");
      Matrix y = another("y");
      Matrix into = another("into");
      Matrix from = another("from");
      Function given =
          new Function(
              "given",
              List.of(new Parameter(x, Direction.IN), new Parameter(y, Direction.IN)),
              List.of(new Copy(x, y)),
              Optional.of(x));
      Function taken =
          new Function(
              "taken",
              List.of(new Parameter(into, Direction.INOUT), new Parameter(from, Direction.IN)),
              List.of(new Pick(into, Index.of(0), from, Index.of(0))),
              Optional.empty());
      return List.of(
          new Call(given, List.of(v, w), Optional.of(r)),
          new Call(taken, List.of(r, v), Optional.empty()));
    }

    /** Every third invocation. */
    private static Condition third(int first) {
      return new Condition(LANE.modulo(3), Condition.Comparison.EQUAL, Index.of(first));
    }

    /** Of two calls of a function, one keeps what its variable begins with or is given. */
    List<Operation> begun() {
      Matrix zero = another("zero");
      Matrix second = another("second");
      Matrix given = another("given");
      Matrix begun = another("begun");
      Matrix kept = another("kept");
      Function function =
          new Function(
              "beginning",
              List.of(new Parameter(given, Direction.IN)),
              List.of(
                  filled(begun, BEGUN),
                  new If(third(1), List.of(new Copy(begun, given)), List.of()),
                  new Copy(kept, begun),
                  new Copy(begun, given)),
              Optional.of(kept));
      return List.of(
          filled(zero, 0),
          new Call(function, List.of(v), Optional.of(r)),
          new Call(function, List.of(w), Optional.of(second)),
          new If(
              new Condition(LANE.modulo(2), Condition.Comparison.EQUAL, Index.of(0)),
              List.of(new Copy(r, second)),
              List.of()),
          new If(third(2), List.of(new Copy(r, zero)), List.of()));
    }

    /** What main's variables begin with, and are given. */
    List<Operation> begunOutside() {
      Matrix zero = another("zero");
      Matrix begun = another("begun");
      return List.of(
          filled(zero, 0),
          filled(begun, BEGUN),
          new If(third(1), List.of(new Copy(begun, v)), List.of()),
          new If(third(2), List.of(new Copy(begun, zero)), List.of()),
          new Copy(r, begun));
    }

    /**
     * The constructor of all components, from vectors and scalars in turn, or matrices among them.
     */
    List<Operation> listed(boolean withMatrices) {
      List<VectorOperation.Part> parts = new ArrayList<>();
      int length = v.type().rows();
      for (int at = 0; at < length; ) {
        boolean isMatrix = withMatrices && length - at >= 4;
        int count = isMatrix ? length - at >= 6 ? 6 : 4 : Math.min(length - at, at % 5 % 4 + 1);
        List<VectorOperation.Component> components = new ArrayList<>();
        for (int end = at + count; at < end; at++) {
          components.add(new VectorOperation.Component(at % 2 == 0 ? v : w, Index.of(at)));
        }
        parts.add(new VectorOperation.Part(components, isMatrix ? 2 : 1));
      }
      return List.of(new Compose(r, parts));
    }

    Program program(ElementForm form, Optional<FloatMode> mode) {
      List<Operation> body = new ArrayList<>(form.body.of(this));
      body.add(new StoreVector(r, result, LANE.times(Index.of(stride())).plus(Index.of(BEFORE))));
      List<Operation> whole =
          new ArrayList<>(
              List.of(new LoadVector(v, source, at(0)), new LoadVector(w, source, at(1))));
      form.condition()
          .ifPresentOrElse(
              some -> whole.add(new If(some, body, List.of())), () -> whole.addAll(body));
      return new Program(Scope.INVOCATION, LOCAL_SIZE, 1, List.of(source, result), whole, mode);
    }
  }

  private static Meaning bits(ToLongFunction<At> pattern) {
    return at -> Arithmetic.exact(at.type, pattern.applyAsLong(at));
  }

  private static Meaning binary(BinaryOperator operator) {
    return at -> Arithmetic.binary(at.type, operator, at.x(), at.y());
  }

  private static Meaning scaled() {
    return at -> Arithmetic.binary(at.type, BinaryOperator.MULTIPLY, at.x(), at.w[0]);
  }

  private static Meaning function(Arithmetic.Function function) {
    return at -> Arithmetic.function(at.type, function, at.x());
  }

  /** What is done with v and w. */
  private enum ElementForm {
    COPY(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Copy(of.r, of.v)),
        bits(At::x),
        "CV-LD-001",
        "CV-ST-001",
        "CV-ST-002",
        "CV-TYPE-011",
        "CV-TYPE-012"),
    WORDS(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Copy(of.r, of.w)),
        bits(At::y),
        "CV-LD-002",
        "CV-ST-001") {
      @Override
      Pointee element(ComponentType type) {
        return new Pointee(ComponentType.UINT32, 4);
      }
    },
    RAW(Operands.RAW, Types.FLOATS, of -> List.of(new Copy(of.r, of.v)), bits(At::x), "CV-LD-001"),
    REVERSED(
        Operands.MOVED,
        Types.ANY,
        of -> {
          Index i = new Index.Counter("i");
          return List.of(
              new Copy(of.r, of.v),
              new Repeat("i", of.n, List.of(new Pick(of.r, i, of.v, of.last().minus(i)))));
        },
        bits(at -> at.v[at.n() - 1 - at.i]),
        "CV-COMP-002"),
    DIVERGENT(
        Operands.MOVED,
        Types.ANY,
        of ->
            List.of(
                new Copy(of.r, of.v),
                new Pick(of.r, LANE.modulo(of.n), of.w, LANE.times(Index.of(3)).modulo(of.n))),
        bits(at -> at.i == at.lane % at.n() ? at.w[at.lane * 3 % at.n()] : at.x()),
        "CV-COMP-002",
        "CV-TYPE-012"),
    CONSTANT_INDEX(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Copy(of.r, of.v), new Pick(of.r, Index.of(0), of.w, of.last())),
        bits(at -> at.i == 0 ? at.w[at.n() - 1] : at.x()),
        "CV-COMP-002"),
    SCALAR(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Fill(of.r, new Scalar.Component(of.v, of.last()))),
        bits(at -> at.v[at.n() - 1]),
        "CV-CTOR-001"),
    CONSTANT(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(filled(of.r, 3)),
        bits(at -> InputPatterns.encode(at.type, 3)),
        "CV-CTOR-001",
        "CV-CTOR-006"),
    CONSTANT_GIVEN(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Fill(of.r, new Scalar.Specialized(given(of.v.type().component())))),
        bits(at -> InputPatterns.encode(at.type, GIVEN)),
        "CV-CTOR-006",
        "CV-CTOR-001"),
    LISTED(
        Operands.MOVED,
        Types.ANY,
        of -> of.listed(false),
        bits(at -> at.i % 2 == 0 ? at.x() : at.y()),
        "CV-CTOR-002"),
    LISTED_MATRICES(
        Operands.MOVED,
        Types.FLOATS,
        of -> of.listed(true),
        bits(at -> at.i % 2 == 0 ? at.x() : at.y()),
        "CV-CTOR-002") {
      @Override
      boolean takes(int length) {
        return length >= 4;
      }
    },
    LENGTH(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Copy(of.r, of.v), new Measure(of.r, Index.of(0), of.v)),
        bits(at -> at.i == 0 ? InputPatterns.encode(at.type, at.n() % Measure.MOST) : at.x()),
        "CV-COMP-001"),
    FUNCTION(
        Operands.MOVED,
        Types.ANY,
        Operated::called,
        bits(at -> at.i == 0 ? at.x() : at.y()),
        "CV-TYPE-004"),
    GLOBAL(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new Move(of.r, of.w, Through.GLOBAL)),
        bits(At::y),
        "CV-TYPE-004"),
    INITIALIZED(
        Operands.MOVED,
        Types.ANY,
        Operated::begun,
        bits(
            at ->
                switch (at.lane % 3) {
                  case 0 -> InputPatterns.encode(at.type, BEGUN);
                  case 1 -> at.lane % 2 == 0 ? at.y() : at.x();
                  default -> 0;
                }),
        "CV-CTOR-006",
        "CV-TYPE-004"),
    INITIALIZED_GLOBAL(
        Operands.MOVED,
        Types.ANY,
        Operated::begunOutside,
        bits(
            at ->
                switch (at.lane % 3) {
                  case 0 -> InputPatterns.encode(at.type, BEGUN);
                  case 1 -> at.x();
                  default -> 0;
                }),
        "CV-CTOR-006",
        "CV-TYPE-004"),
    CHOSEN(
        Operands.MOVED,
        Types.ANY,
        of ->
            List.of(
                new If(
                    new Condition(LANE.modulo(3), Condition.Comparison.EQUAL, Index.of(1)),
                    List.of(new Copy(of.r, of.v)),
                    List.of(new Copy(of.r, of.w)))),
        bits(at -> at.lane % 3 == 1 ? at.x() : at.y()),
        "CV-TYPE-004",
        "CV-TYPE-012"),
    COPIED_MEMORY(
        Operands.MOVED,
        Types.ANY,
        of -> {
          Matrix between = of.another("between");
          return List.of(new Copy(between, of.w), new Copy(of.r, between));
        },
        bits(At::y),
        "CV-TYPE-004"),
    PARTLY(
        Operands.MOVED,
        Types.ANY,
        of -> List.of(new LoadVector(of.r, of.source, of.at(1))),
        bits(At::y),
        "CV-LD-004",
        "CV-ST-004") {
      @Override
      Optional<Condition> condition() {
        return Optional.of(new Condition(LANE.modulo(3), Condition.Comparison.EQUAL, Index.of(1)));
      }

      @Override
      boolean stores(int lane) {
        return lane % 3 == 1;
      }
    },
    ADD(
        Types.ANY,
        of -> List.of(of.binary(BinaryOperator.ADD, false)),
        binary(BinaryOperator.ADD),
        "CV-OP-001",
        "CV-OP-002"),
    SUBTRACT(
        Types.ANY,
        of -> List.of(of.binary(BinaryOperator.SUBTRACT, false)),
        binary(BinaryOperator.SUBTRACT),
        "CV-OP-001",
        "CV-OP-002"),
    MULTIPLY(
        Types.ANY,
        of -> List.of(of.binary(BinaryOperator.MULTIPLY, false)),
        binary(BinaryOperator.MULTIPLY),
        "CV-OP-001",
        "CV-OP-002"),
    DIVIDE(
        Operands.DIVISORS,
        Types.ANY,
        of -> List.of(of.binary(BinaryOperator.DIVIDE, false)),
        binary(BinaryOperator.DIVIDE),
        "CV-OP-001",
        "CV-OP-002"),
    NEGATE(
        Types.ANY,
        of -> List.of(new Negate(of.r, of.v)),
        at -> Arithmetic.negate(at.type, at.x()),
        "CV-OP-004"),
    SCALED(
        Types.ANY,
        of -> List.of(new Scale(of.r, of.v, of.first(), ScaleForm.MATRIX_SCALAR)),
        scaled(),
        "CV-OP-003"),
    SCALED_LEFT(
        Types.ANY,
        of -> List.of(new Scale(of.r, of.v, of.first(), ScaleForm.SCALAR_MATRIX)),
        scaled(),
        "CV-OP-003"),
    COMPOUND(
        Types.ANY,
        of -> List.of(new Copy(of.r, of.v), of.binary(BinaryOperator.ADD, true)),
        binary(BinaryOperator.ADD),
        "CV-OP-010"),
    COMPOUND_REST(
        Operands.DIVISORS,
        Types.ANY,
        of ->
            List.of(
                new Copy(of.r, of.v),
                new Switch(
                    LANE.modulo(4),
                    List.of(
                        List.of(of.binary(BinaryOperator.SUBTRACT, true)),
                        List.of(of.binary(BinaryOperator.MULTIPLY, true)),
                        List.of(of.binary(BinaryOperator.DIVIDE, true))),
                    List.of(new Scale(of.r, of.r, of.first(), ScaleForm.COMPOUND)))),
        at ->
            Arithmetic.binary(at.type, at.operator(), at.x(), at.lane % 4 == 3 ? at.w[0] : at.y()),
        "CV-OP-010"),
    COMPOUND_BITS(
        Types.INTEGERS,
        of ->
            List.of(
                new Copy(of.r, of.v),
                new Switch(
                    LANE.modulo(5),
                    Stream.of(BitOperator.AND, BitOperator.OR, BitOperator.XOR, BitOperator.LEFT)
                        .map(operator -> List.of(of.bits(operator, true)))
                        .toList(),
                    List.of(of.bits(BitOperator.RIGHT, true)))),
        bits(At::combined),
        "CV-OP-010"),
    AND(
        Types.INTEGERS,
        of -> List.of(of.bits(BitOperator.AND, false)),
        bits(at -> at.x() & at.y()),
        "CV-OP-005"),
    OR(
        Types.INTEGERS,
        of -> List.of(of.bits(BitOperator.OR, false)),
        bits(at -> at.x() | at.y()),
        "CV-OP-005"),
    XOR(
        Types.INTEGERS,
        of -> List.of(of.bits(BitOperator.XOR, false)),
        bits(at -> at.x() ^ at.y()),
        "CV-OP-005"),
    NOT(
        Types.INTEGERS,
        of -> List.of(of.bits(BitOperator.NOT, false)),
        bits(at -> not(at.type, at.x())),
        "CV-OP-005"),
    LEFT(
        Types.INTEGERS,
        of -> List.of(of.bits(BitOperator.LEFT, false)),
        bits(at -> left(at.type, at.x(), at.shift())),
        "CV-OP-005"),
    RIGHT(
        Types.INTEGERS,
        of -> List.of(of.bits(BitOperator.RIGHT, false)),
        bits(at -> right(at.type, at.x(), at.shift())),
        "CV-OP-005"),
    MIN(
        Types.ANY,
        of -> of.apply(VectorFunction.MIN, of.v, of.w),
        bits(at -> min(at.type, at.x(), at.y())),
        "CV-FN-006"),
    MAX(
        Types.ANY,
        of -> of.apply(VectorFunction.MAX, of.v, of.w),
        bits(at -> max(at.type, at.x(), at.y())),
        "CV-FN-006"),
    CLAMP(
        Types.ANY,
        of -> of.clamped(VectorFunction.CLAMP),
        bits(at -> clamp(at.type, at.x(), at.low(), at.high())),
        "CV-FN-007"),
    STEP(
        Operands.TIED,
        Types.FLOATS,
        of -> of.apply(VectorFunction.STEP, of.v, of.w),
        bits(at -> step(at.type, at.x(), at.y())),
        "CV-FN-008"),
    FMA(
        Types.FLOATS,
        of -> {
          Matrix firsts = of.another("firsts");
          return List.of(
              new Fill(firsts, of.first()),
              new Apply(of.r, VectorFunction.FMA, List.of(of.v, of.w, firsts)));
        },
        at -> Arithmetic.fma(at.type, at.x(), at.y(), at.w[0]),
        "CV-FN-001"),
    NMIN(
        Operands.NOT_ALL_NUMBERS,
        Types.FLOATS,
        of -> of.apply(VectorFunction.NMIN, of.v, of.w),
        bits(at -> numberMin(at.type, at.x(), at.y())),
        "CV-FN-009"),
    NMAX(
        Operands.NOT_ALL_NUMBERS,
        Types.FLOATS,
        of -> of.apply(VectorFunction.NMAX, of.v, of.w),
        bits(at -> numberMax(at.type, at.x(), at.y())),
        "CV-FN-009"),
    NCLAMP(
        Operands.NOT_ALL_NUMBERS,
        Types.FLOATS,
        of -> of.clamped(VectorFunction.NCLAMP),
        bits(at -> numberClamp(at.type, at.x(), at.low(), at.high())),
        "CV-FN-009"),
    EXP(
        Operands.EXPONENTS,
        Types.FLOATS,
        of -> of.apply(VectorFunction.EXP, of.v),
        function(Arithmetic.Function.EXP),
        "CV-FN-002",
        "CV-FN-012",
        "NUM-PREC-004"),
    LOG(
        Operands.LOGARITHMS,
        Types.FLOATS,
        of -> {
          Matrix magnitude = of.another("magnitude");
          return List.of(
              new Negate(magnitude, of.v),
              new Apply(magnitude, VectorFunction.MAX, List.of(of.v, magnitude)),
              new Apply(of.r, VectorFunction.LOG, List.of(magnitude)));
        },
        at -> Arithmetic.function(at.type, Arithmetic.Function.LOG, at.magnitude()),
        "CV-FN-003",
        "CV-FN-012"),
    TANH(
        Operands.ANGLES,
        Types.FLOATS,
        of -> of.apply(VectorFunction.TANH, of.v),
        function(Arithmetic.Function.TANH),
        "CV-FN-004"),
    ATAN(
        Operands.ANGLES,
        Types.FLOATS,
        of -> of.apply(VectorFunction.ATAN, of.v),
        function(Arithmetic.Function.ATAN),
        "CV-FN-005");

    private final Operands operands;
    private final Types types;
    private final Body body;
    private final Meaning meaning;
    private final List<String> checks;

    ElementForm(Types types, Body body, Meaning meaning, String... checks) {
      this(Operands.COMPUTED, types, body, meaning, checks);
    }

    ElementForm(Operands operands, Types types, Body body, Meaning meaning, String... checks) {
      this.operands = operands;
      this.types = types;
      this.body = body;
      this.meaning = meaning;
      this.checks = List.of(checks);
    }

    /** The element type of the buffer that v and w are loaded from. */
    Pointee element(ComponentType type) {
      return Pointee.scalar(type);
    }

    /** Which invocations do anything with v and w, where not all do. */
    Optional<Condition> condition() {
      return Optional.empty();
    }

    boolean takes(int length) {
      return true;
    }

    /** Whether the length may be a specialization constant. */
    boolean takesAnyLength() {
      return switch (this) {
        case LISTED, LISTED_MATRICES, INITIALIZED, INITIALIZED_GLOBAL -> false;
        default -> true;
      };
    }

    boolean stores(int lane) {
      return true;
    }

    /** Whether it is tried with infinities and NaN besides, as a wish. */
    boolean movesSpecials() {
      return this == RAW || this == SCALAR;
    }

    /** What v and w of a type hold, one data set for each. */
    Stream<Operands> operands(ComponentType type) {
      return movesSpecials() && type.isFloat()
          ? Stream.of(operands, Operands.SPECIAL)
          : Stream.of(operands);
    }

    /**
     * The shader of a compute pipeline, as SPIR-V where GLSL has no words of its own for it. Other
     * stages have what the front end makes of the same program.
     */
    Shader written(Shader shader) {
      return switch (this) {
        case CONSTANT_GIVEN -> shader.written(SpirvOption.SPECIALIZED_CONSTANTS);
        case INITIALIZED -> shader.written(SpirvOption.INITIALIZED);
        case INITIALIZED_GLOBAL -> shader.written(SpirvOption.INITIALIZED_GLOBALS);
        case CHOSEN -> shader.written(SpirvOption.PHI, SpirvOption.COPIED_OBJECTS);
        case COPIED_MEMORY -> shader.written(SpirvOption.COPIED_MEMORY, SpirvOption.GLOBALS);
        case NMIN, NMAX, NCLAMP -> shader.written();
        default -> shader;
      };
    }

    /** What decides on each component of a type. */
    List<String> checks(ComponentType type, boolean specialized) {
      String other = type.isFloat() ? "CV-OP-002" : "CV-OP-001";
      return Stream.concat(checks.stream(), Stream.of(SPECIALIZED).filter(_ -> specialized))
          .filter(check -> !check.equals(other))
          .toList();
    }

    /** What the bytes stay by that nothing is stored to. */
    Rule neighbours() {
      return checks.contains("CV-ST-004")
          ? Rule.must("CV-ST-004", NEIGHBOURS)
          : Rule.must(NEIGHBOURS);
    }

    /** What cases may stand for each other: in moves the width decides on the registers. */
    String with(ComponentType type) {
      return operands.areMoved() ? this + "." + type.bits() : toString();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String SPECIALIZED = "CV-TYPE-003";

  /** Makes the family; one object serves all devices and runs. */
  public ElementFamily() {}

  @Override
  public String name() {
    return "vector.element";
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Arrays.stream(ElementForm.values()).flatMap(form -> form.checks.stream()),
            Stream.of(SPECIALIZED, NEIGHBOURS, PATTERNS))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ComponentType> types = types(report);
    List<Integer> few = lengths(report).filter(length -> length <= FEW).boxed().toList();
    List<Integer> many = lengths(report).filter(length -> length > FEW).boxed().toList();
    return Stream.of(few, many)
        .flatMap(
            lengths ->
                Arrays.stream(Types.values())
                    .flatMap(kind -> cases(report, profile, kind, types, lengths)));
  }

  /** Forms for a kind of types, each with the types that it takes. */
  private Stream<Case> cases(
      DeviceReport report,
      Profile profile,
      Types kind,
      List<ComponentType> types,
      List<Integer> lengths) {
    List<ElementForm> forms =
        Arrays.stream(ElementForm.values()).filter(form -> form.types == kind).toList();
    List<ComponentType> own = types.stream().filter(kind::contain).toList();
    return profile
        .inTurn(
            row ->
                (forms.get(row[1]).takesAnyLength() || row[3] == 0)
                    && forms.get(row[1]).takes(lengths.get(row[2])),
            own,
            forms,
            lengths,
            List.of("written", "specialized"))
        .stream()
        .map(
            row ->
                of(report, own.get(row[0]), lengths.get(row[2]), forms.get(row[1]), row[3] == 1));
  }

  private Case of(
      DeviceReport report, ComponentType type, int length, ElementForm form, boolean specialized) {
    List<String> checks = new ArrayList<>(form.checks(type, specialized));
    checks.addAll(form.neighbours().assertions());
    if (form.operands.areMoved() && type.isFloat()) {
      checks.add(PATTERNS);
    }
    String name =
        "%s.%s.%s.%d%s".formatted(name(), form, type, length, specialized ? ".specialized" : "");
    List<String> modes =
        form.operands == Operands.NOT_ALL_NUMBERS
            ? List.of(FloatControl.SPECIALS.feature(type.bits()))
            : List.of();
    return Case.unless(
            report.missing(modes).map(GatedFamily::lacks),
            name,
            checks.stream().distinct().toList(),
            () -> plan(type, length, form, specialized))
        .formed(form.with(type));
  }

  private static Plan plan(ComponentType type, int length, ElementForm form, boolean specialized) {
    Operated of = Operated.of(type, length, form.element(type), specialized);
    Optional<FloatMode> mode =
        Optional.of(new FloatMode(FloatControl.SPECIALS, type.bits()))
            .filter(_ -> form.operands == Operands.NOT_ALL_NUMBERS);
    ShaderPlan plan =
        ShaderPlan.judgedApart(of.program(form, mode), subcases(type, length, form, specialized));
    return plan.with(form.written(plan.shader()));
  }

  private static List<Subcase> subcases(
      ComponentType type, int length, ElementForm form, boolean specialized) {
    return form.operands(type)
        .map(
            operands ->
                new Subcase(
                    operands == Operands.SPECIAL ? "specials" : "values",
                    seed -> trial(type, length, form, operands, specialized, seed)))
        .toList();
  }

  private static Trial trial(
      ComponentType type,
      int length,
      ElementForm form,
      Operands operands,
      boolean specialized,
      long seed) {
    Rule rule = Rule.must(form.checks(type, specialized).toArray(String[]::new));
    int stride = stride(type, length);
    SplittableRandom random = InputPatterns.random(seed, form + type.label());
    byte[] source = InputPatterns.fill(type, 2 * ALL * stride, operands.of(type, length, random));
    ExpectedContents result = ExpectedContents.marked(ALL * stride + 32);
    Map<Integer, Acceptance> precise = new TreeMap<>();
    for (int lane = 0; lane < ALL; lane++) {
      if (!form.stores(lane)) {
        continue;
      }
      long[] v = VectorProduct.components(source, 2 * lane * stride, type, length);
      long[] w = VectorProduct.components(source, (2 * lane + 1) * stride, type, length);
      for (int i = 0; i < length; i++) {
        int at = lane * stride + BEFORE + i * type.bytes();
        Acceptance letter = form.meaning.of(new At(type, v, w, i, lane));
        Acceptance judged = letter;
        if (letter instanceof Acceptance.Within within) {
          judged = within.outward((FloatFormat) type.format());
          precise.put(at, letter);
        }
        result.put(at, type, judged, rule(form, type, judged, rule));
      }
    }
    return TrialWriter.on(WORKGROUPS)
        .input(source)
        .result(result, form.neighbours())
        .property(
            new Rule(Tier.QUALITY, rule.assertions()),
            actual -> beyond(type, precise, actual.get(1)))
        .trial();
  }

  private static Rule rule(ElementForm form, ComponentType type, Acceptance judged, Rule rule) {
    return form.operands.areMoved() && judged instanceof Acceptance.OneOf(long[] patterns)
        ? moved(type, patterns[0], rule)
        : rule;
  }

  /**
   * Results of functions that keep to the precision of NUM §6 only when its bounds are rounded
   * outwards to numbers of the type, as VK-GL-CTS does: by the letter they do not.
   */
  private static List<String> beyond(
      ComponentType type, Map<Integer, Acceptance> precise, byte[] result) {
    NumberFormat format = type.format();
    return precise.entrySet().stream()
        .filter(
            entry ->
                !entry
                    .getValue()
                    .accepts(format, LittleEndian.get(result, entry.getKey(), type.bytes())))
        .map(
            entry ->
                "result+%d: expected %s, got %s"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().show(format),
                        format.show(LittleEndian.get(result, entry.getKey(), type.bytes()))))
        .toList();
  }
}
