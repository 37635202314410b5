// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.TestedSystem;
import coopcts.model.Use;
import coopcts.model.VectorProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which bins, and which of them together, a legal shader can meet on a device, by what the device
 * reports. Coverage counts only those, and faults are drawn from those alone.
 */
public final class Legality {

  /** The feature of a device that keeps infinities and NaN, up to the width of the floats. */
  private static final String KEPT_FOR = "shaderSignedZeroInfNanPreserveFloat";

  /** Sizes along one side that stand for all multiples of a granularity. */
  private static final int LARGEST = 256;

  /** Of the sizes in a bin those that are multiples of this are multiples of most granularities. */
  private static final int COMMON = 32;

  /** What QCOM's arrays of invocations and the accumulators made of them are of (QC §2). */
  private static final Set<ComponentType> OF_INVOCATIONS =
      EnumSet.of(
          ComponentType.FLOAT16, ComponentType.FLOAT32, ComponentType.SINT32, ComponentType.UINT32);

  /** What matrices of use A and B made of arrays are of, and the bytes of their lines (QC §2). */
  private static final Set<ComponentType> OF_OPERANDS =
      EnumSet.of(
          ComponentType.FLOAT16, ComponentType.FLOAT32, ComponentType.SINT8, ComponentType.UINT8);

  private static final int OPERAND_BYTES = 32;

  /** The lengths of arrays of 32 bits that bit casts take and give. */
  private static final int[] CAST_WORDS = {8, 16, 32, 64};

  /** What keeps infinities and NaN where the execution mode of float controls is on (NUM §5). */
  private static final Set<InstructionKind> KEEPING =
      EnumSet.of(
          InstructionKind.ADD,
          InstructionKind.SUBTRACT,
          InstructionKind.MULTIPLY,
          InstructionKind.DIVIDE,
          InstructionKind.NEGATE,
          InstructionKind.SCALE,
          InstructionKind.CONVERT,
          InstructionKind.VECTOR_ARITHMETIC,
          InstructionKind.VECTOR_CONVERT);

  private static final String UNDEFINED = "what becomes of infinities and NaN is not defined";

  private final DeviceReport report;

  /** The component types that products of matrices have. */
  private final Set<String> results;

  /** What {@link Bin#needs} asks of the device's rows: the sets of bins that rows allow at once. */
  private final Map<InstructionKind, List<long[]>> rows = new EnumMap<>(InstructionKind.class);

  private final Map<InstructionKind, long[]> inRows = new EnumMap<>(InstructionKind.class);

  /**
   * Works out what shaders of a device can meet. It takes longer than the questions that follow, so
   * that callers keep it.
   *
   * @param report of the device; kept
   */
  public Legality(DeviceReport report) {
    this.report = report;
    Set<Shape> shapes = shapes();
    this.results =
        shapes.stream().map(one -> one.row.result().toString()).collect(Collectors.toSet());
    for (InstructionKind kind : InstructionKind.values()) {
      List<long[]> sets = distinct(sets(kind, shapes));
      long[] any = new long[Bins.WORDS];
      for (Bin bin : Bins.of(kind)) {
        if (bin.needs().equals("type")) {
          Bins.put(any, bin.id());
        }
      }
      rows.put(kind, sets);
      inRows.put(kind, any);
    }
  }

  /**
   * {@return whether the device reports the features that a kind of instruction needs}
   *
   * @param kind of the instruction
   */
  public boolean has(InstructionKind kind) {
    return switch (kind) {
      case REDUCE -> report.has("cooperativeMatrixReductions");
      case ELEMENT -> report.has("cooperativeMatrixPerElementOperations");
      case USE, TRANSPOSE -> report.has("cooperativeMatrixConversions");
      case DECODE -> report.has("cooperativeMatrixBlockLoads");
      case OUTER, SUM -> report.has("cooperativeVectorTraining");
      default ->
          TestedSystem.of(kind.system())
              .flatMap(TestedSystem::feature)
              .filter(report::has)
              .isPresent();
    };
  }

  /**
   * {@return why no legal shader meets some bins at once at one instruction, as a part of a
   * sentence; null if one can, by the rules that the tables have}
   *
   * @param kind of the instruction
   * @param together bins of different points; for none it is asked whether the device has the kind
   */
  public String obstacle(InstructionKind kind, Bin... together) {
    if (!has(kind)) {
      return "the device has no " + kind.words();
    }
    long[] wanted = new long[Bins.WORDS];
    for (Bin bin : together) {
      if (!bin.kinds().contains(kind)) {
        return "a %s is not %s".formatted(kind.words(), bin.words());
      }
      String lacks = lacks(bin);
      if (lacks != null) {
        return lacks;
      }
      if (bin.point().equals("length") && !hasLength(kind, bin.name())) {
        return "no %s is %s (QC §2)".formatted(kind.words(), bin.words());
      }
      if (Bins.has(inRows.get(kind), bin.id())) {
        Bins.put(wanted, bin.id());
      }
    }
    List<long[]> allowed = rows.get(kind).stream().filter(set -> Bins.hasAll(set, wanted)).toList();
    if (allowed.isEmpty()) {
      return "no row of the device allows it";
    }
    for (Bin one : together) {
      for (Bin other : together) {
        String why =
            one == other
                ? ofNumber(kind, one)
                : isSpecial(other) && isLost(kind, one) ? UNDEFINED : excluded(kind, one, other);
        if (why == null && isOfNoProduct(kind, one, other)) {
          why = "no product of the device gives " + other.words();
        }
        if (why == null && isOfOptimalMatrix(kind, one, other)) {
          why = "a matrix of 8-bit floats has an optimal layout (CV-MUL-027)";
        }
        if (why != null) {
          return why;
        }
      }
    }
    List<Bin> numbers =
        Arrays.stream(together).filter(bin -> bin.needs().equals("number")).toList();
    return numbers.isEmpty() || allowed.stream().anyMatch(set -> hasNumbers(kind, set, numbers))
        ? null
        : "no type that the device's rows allow has such numbers";
  }

  /**
   * {@return the bins of a kind of instruction that a legal shader can meet, in table order, by the
   * name of their point} A point of which it can meet no bin is left out. The map is a new one.
   *
   * @param kind of the instruction
   */
  public Map<String, List<Bin>> bins(InstructionKind kind) {
    return Bins.of(kind).stream()
        .filter(bin -> obstacle(kind, bin) == null)
        .collect(Collectors.groupingBy(Bin::point, LinkedHashMap::new, Collectors.toList()));
  }

  /**
   * {@return the pairs of bins that a legal shader can meet together at one instruction, of the
   * {@linkplain Bins#crosses crosses} that count, in a new list; empty for none}
   *
   * @param kind of the instruction
   */
  public List<Pair> pairs(InstructionKind kind) {
    Map<String, List<Bin>> points = bins(kind);
    List<Pair> pairs = new ArrayList<>();
    for (Bins.Pair cross : Bins.crosses(kind)) {
      for (Bin one : points.getOrDefault(cross.one(), List.of())) {
        for (Bin other : points.getOrDefault(cross.other(), List.of())) {
          if (obstacle(kind, one, other) == null) {
            pairs.add(new Pair(one, other));
          }
        }
      }
    }
    return pairs;
  }

  /**
   * Two bins of different points.
   *
   * @param one the first bin
   * @param other the second bin
   */
  public record Pair(Bin one, Bin other) {}

  private String lacks(Bin bin) {
    boolean has =
        switch (bin.needs()) {
          case "-", "type", "number", "compute", "subgroup" -> true;
          case "size" -> hasSize(bin.name());
          case "stage" -> bin.name().equals("compute") || hasStage(bin.name());
          default -> report.has(bin.needs());
        };
    return has ? null : "the device has no " + bin.needs() + " for " + bin.words();
  }

  /**
   * Whether invocations' arrays have such a length: {@code bitcastQCOM} takes some alone, what
   * {@code extractSubArrayQCOM} gives is as long as the K of a product.
   */
  private boolean hasLength(InstructionKind kind, String name) {
    IntStream lengths =
        switch (kind) {
          case BITCAST -> Arrays.stream(CAST_WORDS);
          case SUB_ARRAY -> report.matrixProperties().stream().mapToInt(MatrixProperties::k);
          default -> null;
        };
    return lengths == null
        || lengths.anyMatch(
            length -> name.equals("odd") ? length % 4 != 0 : Sizes.length(length).equals(name));
  }

  private boolean hasSize(String name) {
    DeviceReport.Subgroup subgroup = report.subgroup();
    return switch (name) {
      case "smaller" -> subgroup.canRequireInCompute() && subgroup.minimum() < subgroup.size();
      case "larger" -> subgroup.canRequireInCompute() && subgroup.maximum() > subgroup.size();
      default -> true;
    };
  }

  private boolean hasStage(String name) {
    for (ShaderStage stage : ShaderStage.values()) {
      if (stage.toString().equals(name)) {
        return (report.limit("cooperativeVectorSupportedStages") & stage.bit()) != 0;
      }
    }
    return false;
  }

  private static boolean isSpecial(Bin number) {
    return number.needs().equals("number")
        && (number.name().equals("infinite") || number.name().equals("nan"));
  }

  /** Whether numbers are of a type, or become one, whose infinities and NaN no mode keeps. */
  private boolean isLost(InstructionKind kind, Bin type) {
    return KEEPING.contains(kind)
        && (type.point().equals("type") || type.point().equals("from"))
        && !keepsSpecials(type.name());
  }

  private boolean keepsSpecials(String type) {
    return switch (type) {
      case "float16", "float32", "float64" ->
          report.has(KEPT_FOR + type.substring("float".length()));
      default -> false;
    };
  }

  private String ofNumber(InstructionKind kind, Bin bin) {
    if (!bin.needs().equals("number")) {
      return null;
    }
    return switch (bin.name()) {
      case "infinite" ->
          kind == InstructionKind.DIVIDE && bin.point().equals("with")
              ? "what is divided by infinities is not bounded (NUM-PREC-003)"
              : ofSpecials(kind);
      case "nan" -> ofSpecials(kind);
      case "subnormal" -> ofSubnormals(kind, bin.point());
      default -> null;
    };
  }

  private static String ofSpecials(InstructionKind kind) {
    return InstructionKind.of("moves").contains(kind) || KEEPING.contains(kind) ? null : UNDEFINED;
  }

  private static String ofSubnormals(InstructionKind kind, String point) {
    return switch (kind) {
      case MUL_ADD ->
          point.equals("out")
              ? null
              : "what a product makes of subnormal numbers is not defined (KHR-MULADD-025)";
      case DIVIDE ->
          point.equals("with")
              ? "what is divided by subnormal numbers is not bounded (NUM-PREC-003)"
              : null;
      case BITCAST, SUB_ARRAY, OF_ARRAYS, TO_ARRAYS ->
          "subnormal numbers are kept out of it, as no list of what preserves them has it (QC §4)";
      default -> null;
    };
  }

  /** Whether a matrix of a product would be of a component type that no product gives. */
  private boolean isOfNoProduct(InstructionKind kind, Bin source, Bin type) {
    return source.point().equals("source")
        && source.name().equals("product")
        && type.point().equals(kind.hasSourceType() ? "from" : "type")
        && !kind.isOfInvocations()
        && kind != InstructionKind.MUL_ADD
        && !results.contains(type.name());
  }

  /** Whether a product of vectors would have a matrix of 8-bit floats in rows or columns. */
  private boolean isOfOptimalMatrix(InstructionKind kind, Bin from, Bin layout) {
    return kind == InstructionKind.PRODUCT
        && from.point().equals("from")
        && (layout.toString().equals("layout.row_major")
            || layout.toString().equals("layout.column_major"))
        && report.vectorProperties().stream()
            .filter(row -> row.inputInterpretation().unpacked().toString().equals(from.name()))
            .allMatch(row -> row.matrixInterpretation().isFloat8());
  }

  private static String excluded(InstructionKind kind, Bin one, Bin other) {
    if (one.point().equals(other.point()) && !isMany(one.point())) {
      return "one excludes the other";
    }
    if (other.needs().equals("number")
        && one.point().equals(typeOf(kind, other))
        && !hasNumber(one.name(), other)) {
      return "%s has no %s".formatted(one.name(), other.name());
    }
    return Exclusions.of(kind, one, other);
  }

  /** The point that tells the type of the numbers of a class at an instruction. */
  private static String typeOf(InstructionKind kind, Bin number) {
    return switch (number.point()) {
      case "in", "with" -> kind.hasSourceType() ? "from" : "type";
      default -> "type";
    };
  }

  /** Whether the types of a row have numbers of all these classes. */
  private boolean hasNumbers(InstructionKind kind, long[] set, List<Bin> numbers) {
    List<Bin> types =
        Bins.of(kind).stream()
            .filter(bin -> bin.point().equals("type") || bin.point().equals("from"))
            .filter(bin -> Bins.has(set, bin.id()))
            .toList();
    return numbers.stream()
        .allMatch(
            number ->
                types.stream()
                    .allMatch(
                        type ->
                            !(isSpecial(number) && isLost(kind, type))
                                && (!type.point().equals(typeOf(kind, number))
                                    || hasNumber(type.name(), number))));
  }

  private static boolean isMany(String point) {
    return Set.of(
            "in",
            "with",
            "plus",
            "out",
            "source",
            "goal",
            "flow",
            "before",
            "active",
            "pipeline",
            "access",
            "element",
            "place",
            "view",
            "form",
            "history",
            "local",
            "groups",
            "flags",
            "extra",
            "constants",
            "length",
            "lines",
            "alignment",
            "array")
        .contains(point);
  }

  private static boolean hasNumber(String type, Bin number) {
    int[] bins = NumberClasses.bins(number.point());
    int reachable = NumberClasses.of(ComponentType.ofLabel(type)).reachable();
    for (int bit = 0; bit < bins.length; bit++) {
      if (bins[bit] == number.id()) {
        return (reachable & 1 << bit) != 0;
      }
    }
    return true;
  }

  /** A product that the device has, with the bins of its shape. */
  private record Shape(MatrixProperties row) {}

  private Set<Shape> shapes() {
    Set<Shape> shapes = new LinkedHashSet<>();
    report.matrixProperties().forEach(row -> shapes.add(new Shape(row)));
    for (FlexibleProperties row : report.flexibleProperties()) {
      for (int m : multiples(row.mGranularity())) {
        for (int n : multiples(row.nGranularity())) {
          for (int k : multiples(row.kGranularity())) {
            shapes.add(new Shape(row.times(m, n, k)));
          }
        }
      }
    }
    return shapes;
  }

  /**
   * The multiples of a granularity that lie in bins of their own, of each those that other
   * granularities have too: what becomes a matrix of another type has its sizes.
   */
  private int[] multiples(int granularity) {
    long most = Math.min(LARGEST, report.limit("cooperativeMatrixFlexibleDimensionsMaxDimension"));
    Map<String, Integer> one = new HashMap<>();
    for (int n = 1; n * granularity <= most; n++) {
      one.merge(
          Sizes.lines(n * granularity) + Sizes.depth(n * granularity),
          n,
          (first, next) ->
              first * granularity % COMMON != 0 && next * granularity % COMMON == 0 ? next : first);
    }
    return one.values().stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  private Stream<long[]> sets(InstructionKind kind, Set<Shape> shapes) {
    Set<MatrixType> types = types(shapes);
    return switch (kind) {
      case MUL_ADD -> shapes.stream().map(shape -> product(shape.row));
      case CONVERT -> conversions(shapes);
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, SCALE ->
          types.stream().filter(type -> type.component().hasArithmetic()).map(Legality::set);
      case REDUCE ->
          types.stream()
              .filter(type -> type.use() == Use.ACCUMULATOR && type.component().hasArithmetic())
              .map(Legality::set);
      case USE -> types.stream().filter(type -> isOfUse(type, types)).map(Legality::set);
      case TRANSPOSE -> types.stream().filter(type -> isTurned(type, types)).map(Legality::set);
      case OF_ARRAYS, TO_ARRAYS -> types.stream().filter(this::hasLines).map(Legality::set);
      case BITCAST, SUB_ARRAY -> OF_INVOCATIONS.stream().map(Legality::ofType);
      case PRODUCT -> report.vectorProperties().stream().flatMap(Legality::product);
      // CV-OUT-009: both vectors of an outer product are of float16.
      case OUTER -> Stream.of(ofType(ComponentType.FLOAT16));
      case SUM -> Stream.of(ComponentType.FLOAT16, ComponentType.FLOAT32).map(Legality::ofType);
      case VECTOR_LOAD, VECTOR_STORE, VECTOR_FILL, VECTOR_CONVERT -> vectors().flatMap(this::from);
      case VECTOR_ARITHMETIC ->
          vectors().filter(ComponentType::hasArithmetic).map(Legality::ofType);
      case VECTOR_FUNCTION -> vectors().filter(ComponentType::hasArithmetic).map(Legality::ofType);
      default -> types.stream().map(Legality::set);
    };
  }

  /** Whether an accumulator becomes a matrix of another use, of the same type (CM2-CONV-006). */
  private static boolean isOfUse(MatrixType type, Set<MatrixType> all) {
    return type.use() != Use.ACCUMULATOR
        && all.contains(
            new MatrixType(
                type.component(), type.scope(), type.rows(), type.columns(), Use.ACCUMULATOR));
  }

  /** Whether an accumulator is transposed to a matrix. */
  private static boolean isTurned(MatrixType type, Set<MatrixType> all) {
    return type.use() == Use.B
        && all.stream()
            .anyMatch(
                from ->
                    from.use() == Use.ACCUMULATOR
                        && from.component() == type.component()
                        && from.scope() == type.scope()
                        && from.rows() == type.columns()
                        && from.columns() == type.rows());
  }

  /** Whether invocations hold a matrix's lines in arrays (QC §2). */
  private boolean hasLines(MatrixType type) {
    DeviceReport.Subgroup own = report.subgroup();
    int most = own.canRequireInCompute() ? Math.max(own.size(), own.maximum()) : own.size();
    int line = type.use() == Use.B ? type.rows() : type.columns();
    int count = type.use() == Use.B ? type.columns() : type.rows();
    boolean has =
        type.use() == Use.ACCUMULATOR
            ? OF_INVOCATIONS.contains(type.component()) && line <= most
            : OF_OPERANDS.contains(type.component())
                && line * type.component().bytes() == OPERAND_BYTES;
    return has && type.scope() == Scope.SUBGROUP && count <= most;
  }

  private Stream<long[]> from(ComponentType to) {
    return vectors()
        .map(
            from -> {
              long[] set = ofType(to);
              Bins.put(set, Bins.id("from", from));
              return set;
            });
  }

  private Stream<ComponentType> vectors() {
    return report.vectorProperties().stream()
        .flatMap(row -> Stream.of(row.input(), row.result()))
        .distinct()
        .filter(type -> type.kind() != ComponentType.NumberKind.PACKED);
  }

  private static Set<MatrixType> types(Set<Shape> shapes) {
    Set<MatrixType> types = new LinkedHashSet<>();
    for (Shape shape : shapes) {
      types.add(shape.row.typeA());
      types.add(shape.row.typeB());
      types.add(shape.row.typeC());
      types.add(shape.row.typeResult());
    }
    return types;
  }

  private static Stream<long[]> conversions(Set<Shape> shapes) {
    Map<MatrixType, EnumSet<ComponentType>> components = new HashMap<>();
    for (MatrixType type : types(shapes)) {
      components
          .computeIfAbsent(
              type.with(ComponentType.FLOAT32), _ -> EnumSet.noneOf(ComponentType.class))
          .add(type.component());
    }
    return components.entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().stream()
                    .flatMap(
                        from ->
                            entry.getValue().stream()
                                .map(
                                    to -> {
                                      long[] set = set(entry.getKey().with(to));
                                      Bins.put(set, Bins.id("from", from));
                                      return set;
                                    })));
  }

  private static long[] set(MatrixType type) {
    long[] set = ofType(type.component());
    Bins.put(set, Bins.id("use", type.use()));
    Bins.put(set, Bins.id("scope", type.scope() == Scope.SUBGROUP ? "subgroup" : "workgroup"));
    Bins.put(set, Bins.id("rows", Sizes.lines(type.rows())));
    Bins.put(set, Bins.id("columns", Sizes.lines(type.columns())));
    return set;
  }

  private static long[] product(MatrixProperties row) {
    long[] set = set(row.typeResult());
    Bins.put(set, Bins.id("from", row.a()));
    Bins.put(set, Bins.id("depth", Sizes.depth(row.k())));
    if (row.saturating()) {
      Bins.put(set, Bins.id("flags", "saturating"));
    }
    if (row.a().isInteger() && row.a().isSigned() != row.b().isSigned()) {
      Bins.put(set, Bins.id("flags", "mixed_signs"));
    }
    if (row.c() != row.result()) {
      Bins.put(set, Bins.id("flags", "other_c"));
    }
    if (row.a().isInteger() && !row.a().isSigned() && row.c().isSigned()) {
      Bins.put(set, Bins.id("flags", "signed_c"));
    }
    return set;
  }

  private static Stream<long[]> product(VectorProperties row) {
    long[] set = ofType(row.result());
    boolean packed = row.inputInterpretation().kind() == ComponentType.NumberKind.PACKED;
    Bins.put(set, Bins.id("from", row.inputInterpretation().unpacked()));
    Bins.put(set, Bins.id("form", "bias"));
    if (packed) {
      Bins.put(set, Bins.id("form", "packed"));
    }
    if (row.transpose()) {
      Bins.put(set, Bins.id("form", "transposed"));
    }
    return Stream.of(set);
  }

  private static long[] ofType(ComponentType type) {
    long[] set = new long[Bins.WORDS];
    Bins.put(set, Bins.id("type", type));
    return set;
  }

  private static List<long[]> distinct(Stream<long[]> sets) {
    Map<Integer, List<long[]>> byHash = new HashMap<>();
    List<long[]> all = new ArrayList<>();
    sets.forEach(
        set -> {
          List<long[]> same = byHash.computeIfAbsent(Arrays.hashCode(set), _ -> new ArrayList<>());
          if (same.stream().noneMatch(other -> Arrays.equals(other, set))) {
            same.add(set);
            all.add(set);
          }
        });
    return all;
  }
}
