// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Inputs;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Constant;
import coopcts.program.FloatMode;
import coopcts.program.Index;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * What a random program finds: workgroups, memory with its contents, numbers in push and
 * specialization constants.
 */
abstract class ProgramEnvironment {

  /** What a device reports whose buffers have addresses. */
  static final String ADDRESSES = "bufferDeviceAddress";

  /** Draws of other numbers, each of milder kinds than the one before. */
  private static final List<OtherNumbers> OTHERS =
      List.of(
          new OtherNumbers(16, 28, new int[] {-12, -9, -6, 6, 9, 12}),
          new OtherNumbers(8, 16, new int[] {-4, -3, 2, 3}),
          new OtherNumbers(1, 4, new int[] {-2, -1, 1, 2}));

  /** Arrays of which some hold numbers of a rare kind. */
  private static final int OF_ARRAYS = 32;

  /** Bytes of an array at most that gets other numbers. */
  private static final int VARIED = 1 << 18;

  /** Elements of the arrays that scalars are read from. */
  private static final int FACTORS = 8;

  /**
   * How a program is run, and the types of its variables.
   *
   * @param instances scope instances of a workgroup
   * @param favourite the component type that many of its statements are about, where it has one of
   *     it
   */
  record Shape(
      Scope scope,
      int instanceSize,
      int instances,
      int workgroups,
      List<MatrixType> types,
      ComponentType favourite,
      ShaderStage stage) {}

  /**
   * Numbers of other kinds than a program is drawn with.
   *
   * @param floats of {@link #OF_ARRAYS} arrays of floats so many hold numbers of a rare kind
   * @param integers of as many of integers, whose sums are exact whatever they are
   * @param exponents the others hold small whole numbers times 2 to the power of one of these
   */
  private record OtherNumbers(int floats, int integers, int[] exponents) {}

  final SplittableRandom random;
  final DeviceReport report;
  final List<Array> arrays = new ArrayList<>();
  private final List<byte[]> contents = new ArrayList<>();
  private final Map<String, Integer> push = new LinkedHashMap<>();
  private final Map<Integer, Constant> constants = new LinkedHashMap<>();
  private final Map<ComponentType, Array> factors = new LinkedHashMap<>();
  private final Map<String, ComponentType> varied = new LinkedHashMap<>();
  final List<Inputs.OwnMatrix> matrices = new ArrayList<>();

  final Scope scope;
  final int instanceSize;
  final int instances;
  final int workgroups;
  final List<MatrixType> types;
  final ComponentType favourite;
  final ShaderStage stage;

  /** Whether some numbers are specialization constants. */
  private final boolean isSpecialized;

  /** Whether some arrays are reached by their addresses. */
  private final boolean isAddressing;

  /** How many arrays come up to the one that is far, as far as there are so many. */
  private int untilFar;

  /**
   * @param addressing one program in so many reaches some arrays by their addresses
   * @param farOne of so many arrays one is far, or has something far in it
   */
  ProgramEnvironment(
      DeviceReport report, SplittableRandom random, Shape shape, int addressing, int farOne) {
    this.report = report;
    this.random = random;
    this.isSpecialized = !oneIn(6);
    this.isAddressing = report.has(ADDRESSES) && oneIn(addressing);
    this.untilFar = random.nextInt(farOne);
    this.scope = shape.scope;
    this.instanceSize = shape.instanceSize;
    this.instances = shape.instances;
    this.workgroups = shape.workgroups;
    this.types = shape.types;
    this.favourite = shape.favourite;
    this.stage = shape.stage;
  }

  /** Memory for scalars of every component type. */
  final void addFactors() {
    addFactors(types);
  }

  /** Memory for scalars of the component types of some matrices. */
  final void addFactors(Collection<MatrixType> of) {
    for (MatrixType type : of) {
      factors.computeIfAbsent(type.component(), this::factors);
    }
  }

  /** Bytes of shared memory that arrays take as yet. */
  final int sharedBytes() {
    return arrays.stream()
        .filter(array -> !array.isBuffer())
        .mapToInt(array -> array.length() * array.pointee().bytes())
        .sum();
  }

  final byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** A buffer of so many bytes; a few are declared with their length. */
  final Array buffer(String name, Pointee pointee, Access access, int bytes) {
    return oneIn(5)
        ? new Array(name, pointee, Array.Storage.BUFFER, bytes / pointee.bytes(), access)
        : Array.buffer(name, pointee, access);
  }

  /** An array, which may be one that is reached by its address. */
  final Array reached(Array array) {
    return isAddressing && oneIn(2) ? array.addressed() : array;
  }

  /** Whether the next array is the far one. */
  final boolean isFar() {
    untilFar--;
    return untilFar == 0;
  }

  final void add(Array array, byte[] bytes) {
    arrays.add(array);
    contents.add(bytes);
  }

  /** What an array holds are numbers of a type that may as well be others. */
  final void varying(Array array, ComponentType type) {
    varied.put(array.name(), type);
  }

  /**
   * Inputs of a program with other numbers, of which more are far from 1; empty where none of a few
   * draws tells right from wrong. Nothing is drawn behind them.
   */
  final Optional<OtherRun> others(RandomProgram drawn) {
    return OTHERS.stream()
        .map(kinds -> others(drawn, kinds))
        .takeWhile(numbers -> !numbers.buffers().equals(drawn.inputs().buffers()))
        .flatMap(numbers -> OtherRun.useful(drawn.program(), numbers).stream())
        .findFirst();
  }

  private Inputs others(RandomProgram drawn, OtherNumbers kinds) {
    int exponent = kinds.exponents[random.nextInt(kinds.exponents.length)];
    List<Array> arrays = drawn.program().buffers();
    List<byte[]> buffers = new ArrayList<>(drawn.inputs().buffers());
    for (int i = 0; i < buffers.size(); i++) {
      ComponentType type = varied.get(arrays.get(i).name());
      int bytes = buffers.get(i).length;
      if (type != null && bytes <= VARIED) {
        int rare = type.isFloat() ? kinds.floats : kinds.integers;
        buffers.set(
            i,
            InputPatterns.fill(
                type,
                bytes,
                random.nextInt(OF_ARRAYS) < rare ? rarely(type) : scaled(type, exponent)));
      }
    }
    return new Inputs(
        drawn.inputs().push(), buffers, drawn.inputs().workgroups(), drawn.inputs().matrices());
  }

  /** Numbers of one kind, none of which are small whole ones alone. */
  private IntToLongFunction rarely(ComponentType type) {
    if (!type.isFloat()) {
      return oneIn(3) ? InputPatterns.edges(type, random) : InputPatterns.wide(type, 0, random);
    }
    return switch (random.nextInt(6)) {
      case 0 -> InputPatterns.edges(type, random);
      case 1 -> InputPatterns.limits(type, random);
      case 2 -> InputPatterns.tiny(type, random);
      case 3 -> InputPatterns.far(type, true, random);
      case 4 -> InputPatterns.far(type, false, random);
      default -> InputPatterns.wide(type, 2, random);
    };
  }

  /** Small whole numbers times a power of two that leaves products and sums of few exact. */
  private IntToLongFunction scaled(ComponentType type, int exponent) {
    return switch (type.format()) {
      case FloatFormat format -> {
        int most = type.isFloat8() ? 3 : Integer.MAX_VALUE;
        double unit = Math.scalb(1.0, Math.clamp(exponent, -most, most));
        yield _ -> format.encode(random.nextInt(-3, 4) * unit, Rounding.NEAREST_EVEN);
      }
      case IntegerFormat format -> {
        int shift = Math.min(Math.abs(exponent), type.bits() / 2 - 2);
        int least = format.isSigned() ? -3 : 0;
        yield _ -> format.wrap((long) random.nextInt(least, 4) << shift);
      }
    };
  }

  /** Numbers of one kind: mostly small whole ones, so that sums stay exact. */
  IntToLongFunction numbers(ComponentType type) {
    int kind = random.nextInt(11);
    boolean signed = type.isFloat() || type.isSigned();
    if (type.isFloat()) {
      return switch (kind) {
        case 0 -> oneIn(2) ? InputPatterns.edges(type, random) : InputPatterns.limits(type, random);
        case 1 -> InputPatterns.wide(type, 2, random);
        case 2 -> oneIn(2) ? nonZero(type) : InputPatterns.distinct(type, random);
        case 3 -> InputPatterns.far(type, oneIn(2), random);
        case 4 -> oneIn(2) ? InputPatterns.tiny(type, random) : oneSided(type);
        default -> InputPatterns.integers(type, -(1 + kind % 3), 1 + kind % 3, random);
      };
    }
    return switch (kind) {
      case 0 -> InputPatterns.edges(type, random);
      case 1, 2, 3 -> InputPatterns.wide(type, 0, random);
      case 4 -> nonZero(type);
      case 5 -> signed ? oneSided(type) : InputPatterns.wide(type, 0, random);
      default -> InputPatterns.integers(type, signed ? -3 : 0, 3, random);
    };
  }

  /** Whole numbers that are all below 0, or all above. */
  final IntToLongFunction oneSided(ComponentType type) {
    return oneIn(3)
        ? InputPatterns.integers(type, 1, 4, random)
        : InputPatterns.integers(type, -4, -1, random);
  }

  final boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  /** Whole numbers that can be divided by. */
  final IntToLongFunction nonZero(ComponentType type) {
    return _ -> {
      int value = 1 + random.nextInt(3);
      boolean negative = (type.isFloat() || type.isSigned()) && random.nextBoolean();
      return InputPatterns.encode(type, negative ? -value : value);
    };
  }

  /** A number, written in one of three ways. */
  final Index number(int value) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> {
        push.put("n" + value, value);
        yield Index.push("n" + value);
      }
      case 2 ->
          isSpecialized
              ? new Index.Specialized(specialized(ComponentType.UINT32, value))
              : Index.of(value);
      default -> Index.of(value);
    };
  }

  private Constant specialized(ComponentType type, long bits) {
    for (Constant constant : constants.values()) {
      if (constant.type() == type && constant.bits() == bits) {
        return constant;
      }
    }
    int id = constants.size();
    Constant constant =
        new Constant(id, "K" + id, type, InputPatterns.encode(type, bits == 1 ? 2 : 1), bits);
    constants.put(id, constant);
    return constant;
  }

  /** The number of a scope instance over the whole dispatch. */
  final Index instance() {
    return stage == ShaderStage.COMPUTE && random.nextInt(3) == 0
        ? new Index.Workgroup().times(number(instances)).plus(new Index.LocalInstance())
        : new Index.Instance();
  }

  /** A scalar that a matrix is filled or multiplied with. */
  final Scalar scalar(ComponentType type) {
    int value = random.nextInt(-2, 4);
    boolean signed = type.isFloat() || type.isSigned();
    long bits = InputPatterns.encode(type, signed ? value : Math.abs(value) + 1);
    return switch (random.nextInt(4)) {
      case 0 ->
          isSpecialized && type.bits() >= 16 && type != ComponentType.BFLOAT16
              ? new Scalar.Specialized(specialized(type, bits))
              : new Scalar.Literal(type, bits);
      case 1 ->
          type == ComponentType.FLOAT32 && oneIn(3)
              ? new Scalar.Number(type, instance().plus(number(random.nextInt(100))))
              : new Scalar.Element(
                  factors.get(type),
                  instance().plus(number(random.nextInt(FACTORS))).modulo(FACTORS));
      case 2 -> new Scalar.Element(factors.get(type), number(random.nextInt(FACTORS)));
      default -> new Scalar.Literal(type, bits);
    };
  }

  private Array factors(ComponentType type) {
    Array array = Array.buffer("factors_" + type, Pointee.scalar(type), Access.READ);
    int least = type.isFloat() || type.isSigned() ? -3 : 0;
    IntToLongFunction numbers =
        random.nextInt(6) < rare(type)
            ? chosen(type)
            : InputPatterns.integers(type, least, 3, random);
    add(array, InputPatterns.fill(type, 16 * FACTORS, numbers));
    return array;
  }

  /** Of six arrays of scalars of a type so many hold numbers of rare kinds. */
  int rare(ComponentType type) {
    return 2;
  }

  /** Numbers of one kind, rare kinds among them. */
  abstract IntToLongFunction chosen(ComponentType type);

  /**
   * @throws IllegalStateException if the device lacks a feature
   */
  final void require(String feature) {
    if (!report.has(feature)) {
      throw new IllegalStateException(feature + " is not there");
    }
  }

  /** The execution mode of float controls that it has. */
  Optional<FloatMode> control() {
    return Optional.empty();
  }

  /** A program of these operations, with all arrays. */
  final Program program(List<Operation> body) {
    return new Program(scope, instances, instanceSize, arrays, body, control());
  }

  /** All arrays' contents; what is added later is in it too. */
  final Inputs contents() {
    return new Inputs(push, contents, workgroups, matrices);
  }
}
