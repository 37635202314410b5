// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ArrayLines;
import coopcts.cases.ComponentSupport;
import coopcts.cases.nv2.ScopedType;
import coopcts.inputs.ConvertRange;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.Use;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Direction;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import coopcts.program.Pointee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a random program finds: matrix types and products that the device offers, workgroups, memory
 * with its contents, numbers in push and specialization constants.
 */
final class MatrixEnvironment extends ProgramEnvironment {

  /** Matrix types that a program has memory for, without some of those below. */
  private static final int TYPES = 6;

  /**
   * Types that accumulators become by another use or a transposition, at most, of their own
   * component type and of any: two such statements stand behind each other, of other types and
   * sizes.
   */
  private static final int TURNED = 2;

  /** Places for each scope instance in an output. */
  private static final int OUTPUT_TILES = 4;

  /** Bytes of shared memory for one array. */
  private static final int SHARED = 8192;

  /** Of so many inputs one has lines that are further apart for some instances. */
  private static final int VARIED = 10;

  /** What a device must report for coherent buffers. */
  static final String COHERENT = "vulkanMemoryModel";

  /** Of so many programs of flexible sizes one has larger ones. */
  private static final int WIDE = 3;

  /** Of so many programs with lines one has a matrix whose lines have parts. */
  private static final int PARTED = 3;

  /** Types that parts of a matrix's lines become. */
  private static final int LESSER = 2;

  /** Of so many programs one has a mode of float controls. */
  private static final int CONTROLLED = 8;

  /** Invocations of a workgroup. */
  private static final int INVOCATIONS = 256;

  /** A product that gives a rare type is drawn at most so many times as often as another one. */
  private static final int SEVERAL = 3;

  /** Bytes of an array from which on only what is loaded is filled. */
  private static final int DISTANT = 1 << 20;

  /** Arrays among which one at most is placed at a distance: of a few programs' all. */
  private static final int ARRAYS = 200;

  final List<MatrixProperties> products;
  private final Optional<FloatMode> control;
  final List<MatrixSlot> inputs = new ArrayList<>();
  final List<MatrixSlot> outputs = new ArrayList<>();
  final List<MatrixSlot> handed = new ArrayList<>();
  final List<MatrixSlot> between = new ArrayList<>();
  final List<Read> read = new ArrayList<>();
  final Map<MatrixType, MatrixSlot> divisors = new HashMap<>();
  final Map<MatrixSlot, MatrixSlot> staged = new LinkedHashMap<>();
  final Array marks =
      Array.buffer("marks", Pointee.scalar(ComponentType.UINT32), Access.READ_WRITE);
  final Array lengths =
      Array.buffer("lengths", Pointee.scalar(ComponentType.SINT32), Access.READ_WRITE);

  /** Regions of {@link #marks} and {@link #lengths}. */
  static final int REGIONS = 4;

  /** A buffer that what instances have stored in a shared array is copied to. */
  record Read(MatrixSlot slot, Array array) {}

  /** A mode that the device has, if there is one. */
  private Optional<FloatMode> mode() {
    List<FloatMode> modes =
        Arrays.stream(FloatControl.values())
            .flatMap(control -> Stream.of(16, 32).map(width -> new FloatMode(control, width)))
            .filter(mode -> types.stream().anyMatch(type -> mode.governs(type.component())))
            .filter(mode -> report.missing(mode.features()).isEmpty())
            .toList();
    return modes.isEmpty()
        ? Optional.empty()
        : Optional.of(modes.get(random.nextInt(modes.size())));
  }

  @Override
  Optional<FloatMode> control() {
    return control;
  }

  @Override
  int rare(ComponentType type) {
    return control.isPresent() && control.get().governs(type) ? 5 : super.rare(type);
  }

  /** Numbers for the inputs of a type: those that a mode is about, where there is one. */
  @Override
  IntToLongFunction chosen(ComponentType type) {
    if (control.isEmpty() || !control.get().governs(type) || oneIn(3)) {
      return numbers(type);
    }
    return switch (control.get().control()) {
      case SPECIALS -> InputPatterns.special(type, random);
      case PRESERVE, FLUSH ->
          oneIn(2) ? InputPatterns.tiny(type, random) : InputPatterns.far(type, false, random);
      case RTE, RTZ -> InputPatterns.wide(type, 2, random);
    };
  }

  /** Products with the types that they and conversions between them have. */
  private record Chosen(List<MatrixProperties> products, List<MatrixType> types) {}

  private MatrixEnvironment(
      DeviceReport report, SplittableRandom random, Shape shape, List<MatrixProperties> products) {
    super(report, random, shape, 6, ARRAYS);
    this.products = products;
    this.control = oneIn(CONTROLLED) ? mode() : Optional.empty();
    memory();
  }

  /**
   * Draws what a program finds.
   *
   * @param systems whose types are wanted
   */
  static MatrixEnvironment draw(
      DeviceCapabilities offer, Systems systems, RoundRobin turns, SplittableRandom random) {
    boolean flexible = systems.hasTensors();
    DeviceReport report = offer.report();
    List<MatrixProperties> rows = offer.products();
    List<MatrixType> known = offer.types();
    int instanceSize = report.subgroup().size();
    if (flexible && !offer.flexible().isEmpty() && (rows.isEmpty() || random.nextBoolean())) {
      // Programs of all systems of matrices have the larger sizes too.
      var some =
          !offer.wide().isEmpty() && random.nextInt(systems.hasLines() ? 2 : WIDE) == 0
              ? offer.wide()
              : offer.flexible();
      int invocations = some.get(random.nextInt(some.size())).invocations();
      var fitting = some.stream().filter(one -> one.invocations() == invocations).toList();
      rows = fitting.stream().map(ScopedType.Products::row).toList();
      known =
          fitting.stream()
              .flatMap(one -> one.kinds().stream())
              .map(ScopedType::type)
              .distinct()
              .toList();
      instanceSize = invocations == 0 ? instanceSize : invocations;
    }
    if (systems.hasLines() && random.nextInt(8) > 0) {
      List<MatrixProperties> lined = rows.stream().filter(row -> hasLines(report, row)).toList();
      rows = lined.isEmpty() ? rows : lined;
    }
    List<MatrixType> all = known;
    Function<MatrixType, List<MatrixType>> parts =
        systems.hasLines() ? type -> LineMemory.parts(report, type, all) : _ -> List.of();
    if (systems.hasLines() && random.nextInt(PARTED) == 0) {
      List<MatrixProperties> parted =
          rows.stream().filter(row -> !parts.apply(row.typeResult()).isEmpty()).toList();
      rows = parted.isEmpty() ? rows : parted;
    }
    ComponentType favourite = turns.of("favourite", components(rows));
    MatrixProperties first =
        turns.of(
            "product",
            random.nextBoolean()
                ? weighed(rows)
                : rows.stream().filter(row -> of(row).stream().anyMatch(isOf(favourite))).toList());
    ComponentType missing = without(first, random);
    rows = rows.stream().filter(row -> of(row).stream().noneMatch(isOf(missing))).toList();
    known = known.stream().filter(isOf(missing).negate()).toList();
    Scope scope = first.scope();
    Chosen chosen = types(first, rows, known, parts, turns, random);
    long most =
        Math.min(INVOCATIONS, Math.min(Limit.INVOCATIONS.of(report), Limit.SIZE_X.of(report)));
    int[] shapes = {1, 2, 2, 2, 4};
    int instances =
        scope == Scope.SUBGROUP
            ? (int) Math.max(1, Math.min(shapes[random.nextInt(5)], most / instanceSize))
            : 1;
    int workgroups = 1 + Math.max(0, random.nextInt(4) - 1);
    return new MatrixEnvironment(
        report,
        random,
        new Shape(
            scope,
            instanceSize,
            instances,
            workgroups,
            chosen.types,
            favourite,
            ShaderStage.COMPUTE),
        chosen.products);
  }

  private static List<ComponentType> components(List<MatrixProperties> rows) {
    return rows.stream()
        .flatMap(row -> of(row).stream())
        .map(MatrixType::component)
        .distinct()
        .toList();
  }

  /** Products whose turn comes: those of types that few of them give several times. */
  private static List<MatrixProperties> weighed(List<MatrixProperties> rows) {
    Map<ComponentType, Long> counts =
        rows.stream()
            .collect(Collectors.groupingBy(MatrixProperties::result, Collectors.counting()));
    long most = counts.values().stream().max(Long::compare).orElse(0L);
    return rows.stream()
        .flatMap(
            row ->
                Collections.nCopies((int) Math.min(SEVERAL, most / counts.get(row.result())), row)
                    .stream())
        .toList();
  }

  /**
   * The component type that a program around a product has not: one of those that stand in for
   * doubles in the front end, or doubles themselves.
   */
  private static ComponentType without(MatrixProperties first, SplittableRandom random) {
    List<MatrixType> types = List.copyOf(of(first));
    if (types.stream().noneMatch(isOf(ComponentType.FLOAT64))) {
      return ComponentType.FLOAT64;
    }
    boolean hasSingles = types.stream().anyMatch(isOf(ComponentType.FLOAT32));
    return hasSingles || random.nextBoolean() ? ComponentType.FLOAT16 : ComponentType.FLOAT32;
  }

  private static Predicate<MatrixType> isOf(ComponentType component) {
    return type -> type.component() == component;
  }

  private static boolean hasLines(DeviceReport report, MatrixProperties row) {
    return of(row).stream().anyMatch(type -> ArrayLines.of(report, type, false).isPresent());
  }

  /**
   * The types of a product, then of others that have to do with it.
   *
   * @param parts the types that parts of a matrix become
   */
  private static Chosen types(
      MatrixProperties first,
      List<MatrixProperties> rows,
      List<MatrixType> known,
      Function<MatrixType, List<MatrixType>> parts,
      RoundRobin turns,
      SplittableRandom random) {
    List<MatrixProperties> products = new ArrayList<>();
    products.add(first);
    Set<MatrixType> all = new LinkedHashSet<>(of(first));
    List<MatrixType> lesser = parts.apply(first.typeResult());
    for (int i = 0; i < LESSER && !lesser.isEmpty(); i++) {
      all.add(lesser.get(random.nextInt(lesser.size())));
    }
    List<MatrixProperties> near =
        rows.stream()
            .filter(row -> row.scope() == first.scope() && row != first)
            .filter(row -> of(row).stream().anyMatch(all::contains))
            .toList();
    for (int i = 0; i < 3 && !near.isEmpty(); i++) {
      MatrixProperties row = near.get(random.nextInt(near.size()));
      Set<MatrixType> more = new LinkedHashSet<>(all);
      more.addAll(of(row));
      if (more.size() <= TYPES && !products.contains(row)) {
        products.add(row);
        all.addAll(more);
      }
    }
    for (MatrixType type : List.copyOf(all)) {
      List<MatrixType> others = parts.apply(type);
      if (!lesser.isEmpty() && !others.isEmpty() && !type.equals(first.typeResult())) {
        // Parts of another type behind those of the first one.
        all.add(others.get(random.nextInt(others.size())));
      }
    }
    MatrixType from = turns.of("from", List.copyOf(all));
    List<MatrixType> to = conversions(from, known);
    if (!to.isEmpty()) {
      all.add(turns.of("to", to));
    }
    for (boolean alike : new boolean[] {true, false}) {
      List<MatrixType> turned = turned(all, known, alike);
      for (int i = 0; i < TURNED && !turned.isEmpty() && all.size() < TYPES + TURNED; i++) {
        if (random.nextInt(alike ? 2 : 3) > 0) {
          all.add(turned.get(random.nextInt(turned.size())));
        }
      }
    }
    for (MatrixType type : List.copyOf(all)) {
      List<MatrixType> others = conversions(type, known);
      if (all.size() < TYPES && !others.isEmpty()) {
        all.add(others.get(random.nextInt(others.size())));
      }
    }
    return new Chosen(products, List.copyOf(all));
  }

  /**
   * What accumulators among some types become by another use or a transposition, and what is none
   * of them.
   *
   * @param alike without a conversion
   */
  private static List<MatrixType> turned(
      Set<MatrixType> all, List<MatrixType> known, boolean alike) {
    return all.stream()
        .filter(type -> type.use() == Use.ACCUMULATOR)
        .flatMap(
            type ->
                known.stream()
                    .filter(other -> isTurned(type, other))
                    .filter(other -> !alike || other.component() == type.component()))
        .filter(other -> !all.contains(other))
        .distinct()
        .toList();
  }

  private static Set<MatrixType> of(MatrixProperties row) {
    Set<MatrixType> types = new LinkedHashSet<>();
    types.add(row.typeA());
    types.add(row.typeB());
    types.add(row.typeC());
    types.add(row.typeResult());
    return types;
  }

  /** The types that a matrix can be converted to, or turned into. */
  private static List<MatrixType> conversions(MatrixType type, List<MatrixType> known) {
    return known.stream()
        .filter(other -> !other.equals(type))
        .filter(
            other ->
                type.with(other.component()).equals(other)
                    || type.use() == Use.ACCUMULATOR
                        && (isTurned(type, other) || isReduced(type, other)))
        .toList();
  }

  /** Whether an accumulator is reduced to one of another shape. */
  private static boolean isReduced(MatrixType type, MatrixType other) {
    return other.use() == Use.ACCUMULATOR
        && other.component() == type.component()
        && Arrays.stream(Direction.values()).anyMatch(way -> way.fits(type, other));
  }

  /** Whether an accumulator changes its use to become the other, or is transposed. */
  private static boolean isTurned(MatrixType type, MatrixType other) {
    return other.use() != Use.ACCUMULATOR
        && (type.rows() == other.rows() && type.columns() == other.columns()
            || other.use() == Use.B
                && other.component() == type.component()
                && type.rows() == other.columns()
                && type.columns() == other.rows());
  }

  private void memory() {
    int number = 0;
    for (MatrixType type : types) {
      int both = random.nextInt(3) == 0 ? 2 : 1;
      for (int i = 0; i < both; i++) {
        inputs.add(varying(input("in" + number, type, chosen(type.component()))));
        number++;
      }
      Optional<ComponentType> other = converted(type);
      if (other.isPresent() && random.nextInt(3) == 0) {
        inputs.add(
            varying(
                input(
                    "in" + number,
                    type,
                    ConvertRange.ANY.patterns(type.component(), other.get(), random))));
        number++;
      }
      if (type.component().hasArithmetic() && oneIn(2)) {
        divisors.put(type, input("divisors" + number, type, nonZero(type.component())));
      }
    }
    number = 0;
    for (MatrixType type : types) {
      output("out" + number, type);
      handed("shared" + number, type);
      if (report.has(COHERENT) && oneIn(3)) {
        between("between" + number, type);
      }
      number++;
    }
    for (MatrixSlot input : inputs) {
      if (random.nextInt(3) == 0) {
        stage(input);
      }
    }
    addFactors();
    int invocations = instances * workgroups * instanceSize;
    for (Array array : List.of(marks, lengths)) {
      add(array, bytes(4 * invocations * REGIONS));
    }
  }

  private MatrixSlot varying(MatrixSlot slot) {
    varying(slot.array(), slot.type().component());
    return slot;
  }

  /** Another component type that a type's matrices are converted to, if there is one. */
  private Optional<ComponentType> converted(MatrixType type) {
    List<ComponentType> others =
        types.stream().filter(type::convertsTo).map(MatrixType::component).toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(others.get(random.nextInt(others.size())));
  }

  private MemoryLayout layout() {
    return MemoryLayout.values()[random.nextInt(MemoryLayout.values().length)];
  }

  private MatrixSlot input(String name, MatrixType type, IntToLongFunction numbers) {
    Pointee pointee = pointee(type.component());
    MemoryLayout layout = layout();
    int tiles = 1 + random.nextInt(2);
    int count = instances * workgroups * tiles;
    MatrixPlacement placement =
        placed(
            MatrixPlacement.forLoad(type, layout, pointee, count),
            MatrixPlacement.distant(type, layout, pointee, count));
    boolean isDistant = placement.bytes() >= DISTANT;
    MatrixSlot drawn = new MatrixSlot(null, type, layout, placement, tiles);
    MatrixSlot slot = instances > 1 && !isDistant && oneIn(VARIED) ? drawn.varied(pointee) : drawn;
    Array array = reached(buffer(name, pointee, Access.READ, slot.placement().bytes()));
    add(
        array,
        isDistant
            ? slot.filled(pointee, count, numbers)
            : InputPatterns.fill(type.component(), slot.placement().bytes(), numbers));
    return slot.in(array);
  }

  /** One of some placements; after a number of arrays that is drawn, one of the distant ones. */
  private MatrixPlacement placed(List<MatrixPlacement> places, List<MatrixPlacement> distant) {
    List<MatrixPlacement> all = isFar() ? distant : places;
    return all.get(random.nextInt(all.size()));
  }

  private void output(String name, MatrixType type) {
    Pointee pointee = pointee(type.component());
    MemoryLayout layout = layout();
    int count = instances * workgroups * OUTPUT_TILES;
    List<MatrixPlacement> places = MatrixPlacement.forStore(type, layout, pointee, count);
    MatrixPlacement placement =
        placed(places, MatrixPlacement.distant(type, layout, pointee, count));
    Array array =
        reached(
            buffer(
                name,
                pointee,
                random.nextBoolean() ? Access.WRITE : Access.READ_WRITE,
                placement.bytes()));
    outputs.add(new MatrixSlot(array, type, layout, placement, OUTPUT_TILES));
    add(array, bytes(placement.bytes()));
  }

  /** A buffer through which instances hand matrices to each other. */
  private void between(String name, MatrixType type) {
    Pointee pointee = pointee(type.component());
    MemoryLayout layout = layout();
    List<MatrixPlacement> places =
        MatrixPlacement.forStore(type, layout, pointee, instances * workgroups);
    MatrixPlacement placement = places.get(random.nextInt(places.size()));
    Array array = buffer(name, pointee, Access.COHERENT, placement.bytes());
    between.add(new MatrixSlot(array, type, layout, placement, 1));
    add(array, bytes(placement.bytes()));
  }

  /** A shared array through which instances hand matrices to each other. */
  private void handed(String name, MatrixType type) {
    Pointee pointee = pointee(type.component());
    MemoryLayout layout = layout();
    List<MatrixPlacement> places = MatrixPlacement.forStore(type, layout, pointee, instances);
    MatrixPlacement placement = places.get(random.nextInt(places.size()));
    if (hasRoom(placement.bytes())) {
      Array array = Array.shared(name, pointee, placement.bytes() / pointee.bytes());
      arrays.add(array);
      MatrixSlot slot = new MatrixSlot(array, type, layout, placement, 1);
      handed.add(slot);
      int bytes = placement.tile() * instances * pointee.bytes();
      if (bytes == type.size() * type.component().bytes() * instances) {
        // No bytes lie between the matrices: all may be read.
        Array out = Array.buffer(name + "Read", pointee, Access.WRITE);
        add(out, bytes(bytes * workgroups + 16));
        read.add(new Read(slot, out));
      }
    }
  }

  /** Makes room for a copy of an input in shared memory, if there is some. */
  private void stage(MatrixSlot input) {
    Pointee pointee = input.array().pointee();
    int bytes = input.placement().bytes();
    if (bytes <= SHARED && hasRoom(bytes)) {
      Array shared =
          Array.shared(input.array().name() + "Shared", pointee, bytes / pointee.bytes());
      arrays.add(shared);
      staged.put(input, input.in(shared));
    }
  }

  /** Whether there is room for so many bytes of shared memory. */
  boolean hasRoom(int bytes) {
    return sharedBytes() + bytes <= sharedLimit();
  }

  private long sharedLimit() {
    return ComponentSupport.sharedMemory(report, scope) / 2;
  }

  /** The component type itself, a vector of it, or something else of another width. */
  private Pointee pointee(ComponentType component) {
    int[] widths = {1, 1, 1, 2, 4};
    int width = widths[random.nextInt(widths.length)];
    if (random.nextInt(4) > 0) {
      return new Pointee(component, width);
    }
    ComponentType[] others = {ComponentType.UINT32, ComponentType.UINT8, ComponentType.SINT16};
    ComponentType other = others[random.nextInt(others.length)];
    return new Pointee(
        ComponentSupport.missing(report, other).isEmpty() ? other : component, width);
  }
}
