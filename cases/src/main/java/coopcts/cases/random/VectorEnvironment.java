// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ComponentSupport;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Inputs;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Index;
import coopcts.program.Pointee;
import coopcts.program.VectorFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/** What a random program of cooperative vectors finds: products, vectors and matrices in memory. */
final class VectorEnvironment extends ProgramEnvironment {

  /** What a device reports that has long vectors. */
  static final String LONG_VECTOR = "longVector";

  /** Products of a program. */
  private static final int PRODUCTS = 3;

  /** Variables' types of a program. */
  private static final int TYPES = 6;

  private static final int[] LENGTHS = {
    1, 2, 3, 4, 5, 7, 8, 8, 12, 15, 16, 16, 16, 17, 24, 31, 32, 32, 33
  };

  /** Lengths that few programs have. */
  private static final int[] LONG = {48, 63, 64, 100, 127, 128, 129};

  /** Invocations at most where vectors are long. */
  private static final int FEW = 8;

  private static final int[] INVOCATIONS = {1, 2, 4, 7, 8, 8, 16, 16, 19, 32, 40, 64, 64};

  /** Invocations of a workgroup at most. */
  private static final int MOST = 64;

  /** Invocations of a stage without workgroups; fragments lie in lines of five. */
  private static final int[] ALONE = {5, 10, 20, 35};

  /** Places for each invocation in an output. */
  private static final int OUTPUT_TILES = 6;

  /** Places that invocations add to. */
  private static final int[] SUMS = {1, 2, 2, 3, 10};

  /** Functions whose arguments have a range of their own. */
  private static final VectorFunction[] RANGED = {
    VectorFunction.EXP, VectorFunction.LOG, VectorFunction.TANH, VectorFunction.ATAN
  };

  /** Exponents of what numbers to be added up are multiples of. */
  private static final int[] EXPONENTS = {0, 0, -1, -5, -9, 4};

  /** What is too large for 8 bits, and for the mantissa of a 16-bit float. */
  private static final int MIDDLING = 6000;

  /**
   * Vectors of one type in memory, {@code stride} bytes from one to the next.
   *
   * @param tiles places for each invocation
   */
  record Vectors(Array array, MatrixType type, int first, int stride, int tiles) {

    /**
     * The byte offset of one of an invocation's places.
     *
     * @param instance its number among those that share the array
     */
    Index place(ProgramEnvironment around, Index instance, Index tile) {
      Index number = tiles == 1 ? instance : instance.times(around.number(tiles)).plus(tile);
      return around.number(first).plus(number.times(around.number(stride)));
    }

    int bytes(int invocations) {
      return first + invocations * tiles * stride;
    }
  }

  /** Places in an array, {@code step} bytes apart. */
  record Places(Array array, int first, int step, int count) {

    Index offset(ProgramEnvironment around, Index number) {
      return around.number(first).plus(number.times(around.number(step)));
    }
  }

  /** A product with its matrices and biases in memory, which nobody writes (CV-MUL-026). */
  record Weights(
      VectorProperties row,
      VectorMatrix matrix,
      boolean transposed,
      Places matrices,
      Places biases,
      MatrixType input,
      MatrixType result) {}

  /** A matrix that outer products are added to. */
  record Trained(MatrixType left, MatrixType right, ComponentType component, Places places) {}

  /** Where arguments of a function lie, vectors of one type. */
  record Arguments(VectorFunction function, Vectors vectors) {}

  /** What a product takes and gives. */
  private record Chosen(VectorProperties row, int m, int k, MatrixType input, MatrixType result) {
    static Chosen of(VectorProperties row, int m, int k, SplittableRandom random) {
      int length = row.isPacked() ? Math.ceilDiv(k, 4) + random.nextInt(2) : k;
      return new Chosen(
          row, m, k, MatrixType.vector(row.input(), length), MatrixType.vector(row.result(), m));
    }
  }

  /** Bytes before the first element of arrays that are far in their buffers. */
  private static final int FAR = 1 << 20;

  /** Arrays of vectors and matrices of which one is far: of some ten programs' all. */
  private static final int ARRAYS = 130;

  /** One array in so many begins some bytes behind its buffer's start, at most so many. */
  private static final int AWAY = 8;

  private static final int FARTHEST = 1 << 17;

  private static final int NEARER = 1 << 12;

  /** What stands before elements that begin later is zero. */
  private static final int NEAR = 64;

  final List<Weights> weights = new ArrayList<>();
  final List<Vectors> inputs = new ArrayList<>();
  final Map<MatrixType, Vectors> divisors = new HashMap<>();
  final List<Arguments> arguments = new ArrayList<>();

  /** Numbers of many bits whose sums and products are exact all the same, by the vectors' type. */
  final Map<MatrixType, Vectors> wide = new HashMap<>();

  final List<Vectors> outputs = new ArrayList<>();
  final List<Vectors> handed = new ArrayList<>();

  /** Where an invocation stores what it loads again, as no other one does. */
  final List<Vectors> reloaded = new ArrayList<>();

  /** The matrices beside its vectors, where it has some. */
  final Optional<MixedTypes> company;

  final List<Trained> trained = new ArrayList<>();

  /** Where sums of vectors are gathered, by the vectors' type. */
  record Gathered(MatrixType type, Places places) {}

  final List<Gathered> sums = new ArrayList<>();

  private VectorEnvironment(
      DeviceCapabilities offer,
      SplittableRandom random,
      Shape shape,
      List<Chosen> products,
      Optional<MatrixProperties> beside) {
    super(offer.report(), random, shape, 2, ARRAYS);
    products.forEach(this::weights);
    memory();
    company = beside.map(row -> MixedTypes.draw(row, MixedTypes.types(offer), this, random));
  }

  static VectorEnvironment draw(
      DeviceCapabilities offer, RoundRobin turns, SplittableRandom random) {
    DeviceReport report = offer.report();
    List<VectorProperties> rows = offer.vectors();
    int most = (int) report.limit("maxCooperativeVectorComponents");
    int[] lengths =
        random.ints(2, 0, LENGTHS.length).map(i -> Math.min(LENGTHS[i], most)).toArray();
    boolean isLong = random.nextInt(16) == 0;
    if (isLong) {
      lengths[0] = Math.min(LONG[random.nextInt(LONG.length)], most);
      lengths[1] = random.nextInt(3) == 0 ? lengths[0] : lengths[1];
    }
    List<Chosen> products = new ArrayList<>();
    Set<MatrixType> types = new LinkedHashSet<>();
    for (int i = 1 + random.nextInt(PRODUCTS); i > 0; i--) {
      VectorProperties row =
          products.isEmpty() ? turns.of("product", rows) : rows.get(random.nextInt(rows.size()));
      Chosen chosen =
          Chosen.of(row, lengths[random.nextInt(2)], lengths[random.nextInt(2)], random);
      products.add(chosen);
      types.add(chosen.input);
      types.add(chosen.result);
    }
    List<ComponentType> components =
        rows.stream()
            .flatMap(row -> List.of(row.input(), row.result()).stream())
            .distinct()
            .toList();
    for (Chosen chosen : products) {
      ComponentType held = chosen.row.matrixInterpretation();
      if (components.contains(held) && !held.isFloat8() && random.nextInt(3) == 0) {
        types.add(MatrixType.vector(held, chosen.k));
      }
    }
    if (trains(report, ComponentType.FLOAT16) && random.nextInt(3) > 0) {
      types.add(MatrixType.vector(ComponentType.FLOAT16, lengths[0]));
    }
    while (types.size() < 3 || types.size() < TYPES && random.nextInt(3) > 0) {
      ComponentType component = components.get(random.nextInt(components.size()));
      if (!types.add(MatrixType.vector(component, lengths[random.nextInt(2)]))
          && random.nextInt(4) == 0) {
        break;
      }
    }
    ShaderStage stage = turns.of("stage", offer.stages());
    if (random.nextInt(5) < 2) {
      stage = ShaderStage.COMPUTE;
    }
    int[] counts = stage == ShaderStage.COMPUTE ? INVOCATIONS : ALONE;
    int drawn = counts[random.nextInt(counts.length)];
    int instances = isLong && drawn > FEW ? counts[0] : drawn;
    int[] several = {1, 1, 1, 2, 2, 3};
    int workgroups = stage == ShaderStage.COMPUTE ? several[random.nextInt(several.length)] : 1;
    int subgroup = report.subgroup().size();
    if (stage == ShaderStage.COMPUTE && !isLong && subgroup <= MOST && random.nextInt(6) == 0) {
      instances = MOST / subgroup * subgroup;
    }
    Optional<MatrixProperties> beside = Optional.empty();
    if (stage == ShaderStage.COMPUTE
        && !isLong
        && subgroup <= MOST
        && !MixedTypes.rows(offer).isEmpty()
        && random.nextInt(MixedTypes.ONE_IN) == 0) {
      beside = Optional.of(turns.of("company", MixedTypes.rows(offer)));
      instances = subgroup;
    }
    return new VectorEnvironment(
        offer,
        random,
        new Shape(
            Scope.INVOCATION,
            1,
            instances,
            workgroups,
            List.copyOf(types),
            turns.of("favourite", types.stream().map(MatrixType::component).distinct().toList()),
            stage),
        products,
        beside);
  }

  private void weights(Chosen chosen) {
    VectorProperties row = chosen.row;
    ComponentType type = row.matrixInterpretation();
    Layout[] layouts = Layout.values();
    Layout drawn = layouts[random.nextInt(layouts.length)];
    Layout layout = type.isFloat8() && !drawn.isOptimal() ? Layout.INFERENCING_OPTIMAL : drawn;
    boolean transposed = layout.isOptimal() && row.transpose() && random.nextBoolean();
    int rows = transposed ? chosen.k : chosen.m;
    int columns = transposed ? chosen.m : chosen.k;
    VectorMatrix rowMajor = VectorMatrix.rowMajor(type, rows, columns);
    int number = weights.size();
    VectorMatrix matrix = rowMajor.in(layout).apart(rows + columns + number);
    int step = layout.isOptimal() ? capacity(rows, columns, type) : align(matrix.bytes(), 64);
    int count = 1 + random.nextInt(2);
    int first = first(64);
    byte[] bytes = bytes(first + count * step);
    Array array = reached(buffer("matrix" + number, scalars(type), Access.READ, bytes.length));
    IntToLongFunction numbers = weightNumbers(type);
    for (int i = 0; i < count; i++) {
      byte[] own = new byte[rowMajor.bytes()];
      int place = first + i * step;
      boolean isCleared = layout.isOptimal() && oneIn(8);
      if (isCleared) {
        Arrays.fill(bytes, place, place + step, (byte) 0);
      } else if (layout.isOptimal()) {
        fill(own, 0, rowMajor, numbers);
      } else {
        fill(bytes, place, matrix, numbers);
      }
      if (layout.isOptimal()) {
        matrices.add(
            new Inputs.OwnMatrix(array.name(), place, own, matrix, step, false, isCleared));
      }
    }
    add(array, bytes);
    weights.add(
        new Weights(
            row,
            matrix,
            transposed,
            new Places(array, first, step, count),
            biases(number, row.biasInterpretation(), chosen.m),
            chosen.input,
            chosen.result));
  }

  private Places biases(int number, ComponentType type, int m) {
    int count = 1 + random.nextInt(2);
    int first = 16 * random.nextInt(2);
    int step = align(m * type.bytes(), 16);
    Array array = reached(Array.buffer("bias" + number, scalars(type), Access.READ));
    add(array, InputPatterns.fill(type, first + count * step, weightNumbers(type)));
    return new Places(array, first, step, count);
  }

  private static void fill(
      byte[] bytes, int offset, VectorMatrix matrix, IntToLongFunction numbers) {
    int width = matrix.component().bytes();
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        LittleEndian.put(
            bytes, offset + (int) matrix.offset(i, j), width, numbers.applyAsLong(i + j));
      }
    }
  }

  /** Small whole numbers, zero now and then, so that sums stay exact; integers of any size too. */
  private IntToLongFunction weightNumbers(ComponentType type) {
    if (type.isInteger() && oneIn(2)) {
      return InputPatterns.wide(type, 0, random);
    }
    int least = type.isFloat() || type.isSigned() ? -1 : 0;
    return _ -> InputPatterns.encode(type, random.nextInt(3) == 0 ? 0 : random.nextInt(least, 2));
  }

  @Override
  IntToLongFunction chosen(ComponentType type) {
    return type.isFloat() && oneIn(2) ? small(type) : numbers(type);
  }

  /** Magnitudes far below 1, or around the smallest normal one. */
  private IntToLongFunction small(ComponentType type) {
    return oneIn(2) ? InputPatterns.tiny(type, random) : InputPatterns.far(type, false, random);
  }

  /** Numbers of one kind, few of them subnormal. */
  @Override
  IntToLongFunction numbers(ComponentType type) {
    if (!type.isFloat()) {
      return type.bits() > 8 && oneIn(6)
          ? InputPatterns.integers(type, type.isSigned() ? -MIDDLING : 0, MIDDLING, random)
          : super.numbers(type);
    }
    return switch (random.nextInt(13)) {
      case 12 -> small(type);
      case 0 -> oneIn(2) ? InputPatterns.edges(type, random) : InputPatterns.limits(type, random);
      case 1 -> InputPatterns.wide(type, 2, random);
      case 2 -> nonZero(type);
      case 3 -> InputPatterns.far(type, true, random);
      case 4 ->
          oneIn(2)
              ? InputPatterns.integers(type, -300, 300, random)
              : InputPatterns.integers(type, -15, -5, random);
      case 5 -> oneSided(type);
      default ->
          InputPatterns.integers(type, -(1 + random.nextInt(3)), 1 + random.nextInt(3), random);
    };
  }

  private void memory() {
    int all = instances * workgroups;
    int number = 0;
    for (MatrixType type : types) {
      for (int i = oneIn(3) ? 2 : 1; i > 0; i--) {
        Vectors given = input("in" + number, type, numbers(type.component()));
        inputs.add(given);
        varying(given.array, type.component());
        number++;
      }
      if (oneIn(2)) {
        divisors.put(type, input("divisors" + number, type, nonZero(type.component())));
      }
      if (type.component().isFloat() && type.component().hasArithmetic() && oneIn(2)) {
        VectorFunction function = RANGED[random.nextInt(RANGED.length)];
        IntToLongFunction numbers = range(function, type.component());
        arguments.add(new Arguments(function, input("arguments" + number, type, numbers)));
      }
    }
    number = 0;
    for (MatrixType type : types) {
      Access access = random.nextBoolean() ? Access.WRITE : Access.READ_WRITE;
      Vectors vectors = vectors("out" + number, type, access, OUTPUT_TILES);
      outputs.add(vectors);
      add(vectors.array, bytes(vectors.bytes(all)));
      if (stage == ShaderStage.COMPUTE) {
        handed("shared" + number, type);
        if (oneIn(3)) {
          Vectors own = vectors("own" + number, type, Access.READ_WRITE, 1);
          reloaded.add(own);
          add(own.array, bytes(own.bytes(all)));
        }
      }
      number++;
    }
    addFactors();
    for (MatrixType type : types) {
      if (trains(type.component())) {
        sums.add(sums(type));
        if (type.component() == ComponentType.FLOAT16
            && (trained.isEmpty() || trained.size() < 2 && oneIn(2))) {
          trained(type);
        }
      }
    }
  }

  /** Arguments from all of a function's range, but for results that are no normal numbers. */
  private IntToLongFunction range(VectorFunction function, ComponentType type) {
    FloatFormat format = (FloatFormat) type.format();
    double most = type == ComponentType.FLOAT32 ? 80 : 9;
    return i -> {
      double drawn =
          switch (function) {
            case EXP -> i % 5 == 0 ? random.nextDouble(-most, most) : random.nextDouble(-9, 9);
            case LOG -> Math.scalb(random.nextDouble(1, 2), random.nextInt(-10, 10));
            default ->
                Math.scalb(random.nextDouble(1, 2), random.nextInt(-6, 3))
                    * (random.nextBoolean() ? 1 : -1);
          };
      return i % 7 == 0
          ? InputPatterns.encode(type, function == VectorFunction.LOG ? 1 : 0)
          : format.encode(drawn, Rounding.NEAREST_EVEN);
    };
  }

  /**
   * Multiples of a power of two, of as many bits as all invocations can add up, or their products,
   * in a type: beside what is there before. Every other time each bit of a few of them matters, and
   * the others are next to nothing.
   */
  private void wide(MatrixType type, boolean areMultiplied) {
    boolean isFull = arrays.size() % 2 == 0;
    int exponent = EXPONENTS[random.nextInt(EXPONENTS.length)];
    int all = 4 * instances * workgroups;
    int most = (1 << 24) / all;
    int summed = areMultiplied ? (int) Math.sqrt(most) : most;
    int bound = Math.max(3, Math.min(areMultiplied ? 2047 : most, summed >> Math.abs(exponent)));
    FloatFormat format = (FloatFormat) type.component().format();
    wide.put(
        type,
        input(
            "wide" + arrays.size(),
            type,
            _ -> {
              int drawn = random.nextInt(-bound, bound + 1);
              double number =
                  isFull
                      ? full(format, drawn, instances * workgroups)
                      : Math.scalb((double) drawn, exponent);
              return format.encode(number, Rounding.NEAREST_EVEN);
            }));
  }

  /**
   * A number of as many bits as a format has for one in so many that are drawn; else a small one.
   */
  private static double full(FloatFormat format, int drawn, int oneIn) {
    if (drawn % oneIn != 0) {
      return drawn % 3;
    }
    int odd = 2 * Math.abs(drawn / oneIn) + 1;
    int leading = 1 << format.mantissaBits();
    return (drawn < 0 ? -1 : 1) * (leading + odd % (leading / 2));
  }

  private Vectors input(String name, MatrixType type, IntToLongFunction numbers) {
    Vectors vectors = vectors(name, type, Access.READ, 1 + random.nextInt(2));
    int bytes = vectors.bytes(instances * workgroups);
    add(vectors.array, filled(type, vectors.first, bytes, numbers));
    return vectors;
  }

  /** Numbers throughout, but for what stands before those that begin far behind. */
  private static byte[] filled(MatrixType type, int first, int bytes, IntToLongFunction numbers) {
    return first < NEAR
        ? InputPatterns.fill(type.component(), bytes, numbers)
        : far(type, first, bytes, numbers);
  }

  private static byte[] far(MatrixType type, int first, int bytes, IntToLongFunction numbers) {
    byte[] all = new byte[bytes];
    byte[] behind = InputPatterns.fill(type.component(), bytes - first, numbers);
    System.arraycopy(behind, 0, all, first, behind.length);
    return all;
  }

  private boolean trains(ComponentType type) {
    return trains(report, type);
  }

  /** Whether a device adds outer products and sums of a type. */
  static boolean trains(DeviceReport report, ComponentType type) {
    return (type == ComponentType.FLOAT16 || type == ComponentType.FLOAT32)
        && report.has("cooperativeVectorTraining")
        && report.limit("cooperativeVectorTrainingFloat%dAccumulation".formatted(type.bits())) != 0;
  }

  /** Bytes before the first element of an array, a multiple of some. */
  private int first(int multiple) {
    if (isFar()) {
      return FAR;
    }
    int most = oneIn(2) ? FARTHEST : NEARER;
    return multiple * (oneIn(AWAY) ? 1 + random.nextInt(most / multiple) : random.nextInt(2));
  }

  private Vectors vectors(String name, MatrixType type, Access access, int tiles) {
    Pointee pointee = pointee(type.component());
    int first = first(16);
    int stride = align(type.rows() * type.component().bytes(), 16) + 16 * random.nextInt(2);
    return new Vectors(reached(Array.buffer(name, pointee, access)), type, first, stride, tiles);
  }

  /** A shared array through which invocations hand vectors to each other. */
  private void handed(String name, MatrixType type) {
    Vectors like = vectors(name, type, Access.READ_WRITE, 1);
    int bytes = like.bytes(instances);
    if (sharedBytes() + bytes <= ComponentSupport.sharedMemory(report) / 2) {
      Pointee pointee = new Pointee(type.component(), like.array.pointee().width());
      Array array = Array.shared(name, pointee, Math.ceilDiv(bytes, pointee.bytes()));
      arrays.add(array);
      handed.add(new Vectors(array, type, like.first, like.stride, 1));
    }
  }

  private Gathered sums(MatrixType type) {
    ComponentType component = type.component();
    Array array =
        reached(Array.buffer("sums" + sums.size(), scalars(component), Access.READ_WRITE));
    int first = first(16);
    int step = align(type.rows() * component.bytes(), 16) + 16;
    int count = SUMS[random.nextInt(SUMS.length)];
    add(
        array,
        filled(
            type, first, first + count * step, InputPatterns.integers(component, -9, 9, random)));
    if (component == ComponentType.FLOAT32 && oneIn(2)) {
      wide(type, false);
    }
    return new Gathered(type, new Places(array, first, step, count));
  }

  private void trained(MatrixType left) {
    List<MatrixType> others =
        types.stream().filter(type -> type.component() == left.component()).toList();
    MatrixType right = others.get(random.nextInt(others.size()));
    if (others.size() > 1 && right.equals(left)) {
      right = others.get(random.nextInt(others.size()));
    }
    ComponentType type =
        trains(ComponentType.FLOAT32) && oneIn(2) ? ComponentType.FLOAT32 : left.component();
    VectorMatrix rowMajor = VectorMatrix.rowMajor(type, left.rows(), right.rows());
    VectorMatrix matrix = rowMajor.in(Layout.TRAINING_OPTIMAL);
    int capacity = capacity(left.rows(), right.rows(), type);
    Array array =
        reached(Array.buffer("gradients" + trained.size(), scalars(type), Access.READ_WRITE));
    int first = first(64);
    int count = SUMS[random.nextInt(SUMS.length)];
    for (int i = 0; i < count; i++) {
      byte[] before = new byte[rowMajor.bytes()];
      boolean isCleared = oneIn(8);
      if (!isCleared) {
        fill(before, 0, rowMajor, InputPatterns.integers(type, -9, 9, random));
      }
      matrices.add(
          new Inputs.OwnMatrix(
              array.name(), first + i * capacity, before, matrix, capacity, true, isCleared));
    }
    add(array, new byte[first + count * capacity]);
    if (type == ComponentType.FLOAT32) {
      for (MatrixType factor : new LinkedHashSet<>(List.of(left, right))) {
        wide(factor, true);
      }
    }
    trained.add(new Trained(left, right, type, new Places(array, first, capacity, count)));
  }

  /** Bytes for a matrix in whatever layout a device likes; components of 8 bits may be widened. */
  static int capacity(int rows, int columns, ComponentType type) {
    return align(padded(rows) * padded(columns) * Math.max(4, 2 * type.bytes()), 64);
  }

  /** Devices fill up tiles; those of large matrices may be large ones. */
  private static int padded(int count) {
    return count <= 128 ? count + 32 : align(count, 128) + 64;
  }

  private static int align(int bytes, int to) {
    return Math.ceilDiv(bytes, to) * to;
  }

  /** What an array is declared as where it is read without regard to that. */
  private Pointee scalars(ComponentType type) {
    return Pointee.scalar(
        oneIn(2)
                && type.glsl().isPresent()
                && !type.isFloat8()
                && ComponentSupport.missing(report, type).isEmpty()
            ? type
            : ComponentType.UINT32);
  }

  private Pointee pointee(ComponentType type) {
    int[] widths = {1, 1, 2, 4};
    return new Pointee(oneIn(3) ? ComponentType.UINT32 : type, widths[random.nextInt(4)]);
  }
}
