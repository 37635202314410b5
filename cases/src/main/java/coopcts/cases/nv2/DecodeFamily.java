package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tensor loads with a decode function, and with a vector decode function beside it. The functions
 * give what their pointer and their coordinates lead to, so that both are seen.
 */
public final class DecodeFamily extends Nv2Family {

  /** What a coordinate code is taken modulo: small enough for every component type. */
  private static final int CODES = 13;

  /** What the vector function adds where the two may differ. */
  private static final int TAG = 32;

  /** What the vector function gives when its first coordinate is no multiple of V. */
  private static final int WRONG_START = 99;

  private final boolean vectors;

  /**
   * @param vectors whether a vector function stands beside the scalar one
   */
  public DecodeFamily(boolean vectors) {
    this.vectors = vectors;
  }

  /** What the functions give. */
  private enum Form {
    /** The component in the block at the coordinate: pointer and coordinate must fit. */
    DATA,
    /** A code of all coordinates. */
    COORDINATES,
    /** The same, with a tag where the vector function gave it. */
    TAGGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return vectors ? "decode.load" : "nv2.decode";
  }

  @Override
  protected List<String> features() {
    return decodeFeatures(vectors);
  }

  @Override
  public List<String> assertions() {
    return vectors
        ? List.of(
            "DV-SEM-001",
            "DV-SEM-002",
            "DV-SEM-003",
            "DV-SEM-004",
            "DV-SEM-005",
            "DV-SEM-006",
            "DV-SEM-007",
            "DV-SEM-008",
            "DV-SEM-009",
            "DV-SEM-010",
            "DV-SEM-011",
            "DV-SEM-012",
            "DV-SEM-013",
            "DV-SEM-014",
            "DV-SEM-015",
            "DV-SEM-016",
            "DV-SEM-021",
            "DV-SEM-022")
        : List.of(
            "CM2-DEC-001",
            "CM2-DEC-002",
            "CM2-DEC-003",
            "CM2-DEC-004",
            "CM2-DEC-005",
            "CM2-DEC-006",
            "CM2-DEC-007",
            "CM2-DEC-008",
            "CM2-DEC-009",
            "CM2-DEC-015",
            "CM2-DEC-018",
            "CM2-BLOCK-003");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    return IntStream.range(0, kinds.size())
        .boxed()
        .flatMap(n -> cases(report, profile, kinds.get(n), n));
  }

  /** A layout with a width of the vector function, 0 without one. */
  private record Variant(Layout layout, int v, Form form) {}

  private Stream<Case> cases(DeviceReport report, Profile profile, ScopedType kind, int number) {
    List<Variant> variants = new ArrayList<>();
    for (Layout layout : Layouts.of(kind.type().rows(), kind.type().columns())) {
      for (int v : vectors ? new int[] {2, 4, 8} : new int[] {0}) {
        for (Form form : Form.values()) {
          if (takes(kind, layout, v, form)) {
            variants.add(new Variant(layout, v, form));
          }
        }
      }
    }
    return turns(profile, number, variants.size(), vectors ? 13 : 23)
        .mapToObj(variants::get)
        .map(
            one ->
                Case.of(
                    "%s.%s.%s.%s%s"
                        .formatted(
                            name(),
                            kind.label(),
                            one.layout.name(),
                            one.form,
                            one.v == 0 ? "" : ".v" + one.v),
                    assertions(),
                    () -> plan(report, kind, one)));
  }

  private static boolean takes(ScopedType kind, Layout layout, int v, Form form) {
    boolean fits = v == 0 || lastBlock(layout) % v == 0;
    boolean holds = form == Form.DATA || Data.exactIntegers(kind.type().component()) >= CODES;
    return fits
        && holds
        && (form != Form.TAGGED
            || v > 0 && Data.exactIntegers(kind.type().component()) > WRONG_START);
  }

  private static long[] blocks(Layout layout) {
    long[] sizes = new long[layout.dimensions()];
    Arrays.fill(sizes, 1);
    for (Layout.Setter setter : layout.setters()) {
      if (setter instanceof Layout.Setter.Block(long[] wanted)) {
        sizes = wanted;
      }
    }
    return sizes;
  }

  private static long lastBlock(Layout layout) {
    long[] sizes = blocks(layout);
    return sizes[sizes.length - 1];
  }

  private static int blockLength(Layout layout) {
    return (int) Arrays.stream(blocks(layout)).reduce(1, (x, y) -> x * y);
  }

  private static int code(TensorMap.At at) {
    long sum = 0;
    for (int i = 0; i < at.block().length; i++) {
      sum += at.block()[i] * (3 + 2 * i) + at.inBlock()[i] * (1 + 4 * i);
    }
    return (int) (sum % CODES);
  }

  private static String coded(int dimensions, String last) {
    StringBuilder sum = new StringBuilder("0u");
    for (int i = 0; i < dimensions; i++) {
      String inside =
          i == dimensions - 1 ? "(inside[%d] + %s)".formatted(i, last) : "inside[" + i + "]";
      sum.append(" + at[%d] * %du + %s * %du".formatted(i, 3 + 2 * i, inside, 1 + 4 * i));
    }
    return "(" + sum + ") % " + CODES + "u";
  }

  private static String index(Layout layout) {
    long[] sizes = blocks(layout);
    StringBuilder index = new StringBuilder("inside[0]");
    for (int i = 1; i < sizes.length; i++) {
      index.insert(0, "(").append(" * %du + inside[%d])".formatted(sizes[i], i));
    }
    return index.toString();
  }

  private static String functions(ScopedType kind, Variant one) {
    int d = one.layout.dimensions();
    String parameters = "const in %s ref, const in uint32_t at[%d], const in uint32_t inside[%d]";
    int length = blockLength(one.layout);
    StringBuilder out = new StringBuilder();
    out.append(
        """
        struct Block { T values[%d]; };
        layout(buffer_reference, scalar, buffer_reference_align = %d) readonly buffer BlockRef { Block block; };
        layout(buffer_reference, scalar, buffer_reference_align = %d) readonly buffer ValueRef { T values[%d]; };
        T fetched(BlockRef ref, uint i) { return ref.block.values[i]; }
        T decode(%s) { return %s; }
        """
            .formatted(
                length,
                kind.type().component().bytes(),
                kind.type().component().bytes(),
                length,
                parameters.formatted("BlockRef", d, d),
                one.form == Form.DATA
                    ? "fetched(ref, " + index(one.layout) + ")"
                    : "T(" + coded(d, "0u") + ")"));
    if (one.v > 0) {
      String value =
          switch (one.form) {
            case DATA -> "ref.values[" + index(one.layout) + " + i]";
            case COORDINATES -> "T(" + coded(d, "i") + ")";
            case TAGGED ->
                "inside[%d] %% %du != 0 ? T(%d) : T(%d + %s)"
                    .formatted(d - 1, one.v, WRONG_START, TAG, coded(d, "i"));
          };
      out.append(
          """
          vector<T, %d> decodeVector(%s) {
              vector<T, %d> result;
              for (uint i = 0; i < %d; i++) {
                  result[i] = %s;
              }
              return result;
          }
          """
              .formatted(one.v, parameters.formatted("ValueRef", d, d), one.v, one.v, value));
    }
    return out.toString().strip();
  }

  private Plan plan(DeviceReport report, ScopedType kind, Variant one) {
    MatrixType type = kind.type();
    Blocks blocks = new Blocks(kind, one);
    String head = kind.head(report, decodeExtensions(vectors));
    String glsl =
        Template.of("nv2/load.comp")
            .with("HEAD", head)
            .with("ELEMENT", "Block")
            .with("COLUMNS", type.columns())
            .with("GLOBAL", "")
            .with("MAIN", "")
            .with("SOURCE", "tensor")
            .with(
                "LAYOUT",
                one.layout.glsl("t", value -> (int) value < 0 ? "" + (int) value : value + "u"))
            .with("OFFSET", "(16 + %s * %d)".formatted(kind.instance(), blocks.tile))
            .with(
                "ARGUMENTS",
                one.layout.arguments("t") + ", decode" + (one.v > 0 ? ", decodeVector" : ""))
            .text()
            .replace(
                "layout(set = 0, binding = 0,",
                functions(kind, one) + "\nlayout(set = 0, binding = 0,");
    return new ShaderPlan(
        shader(report, glsl, 0, "tensor", "before", "result", "numbers"),
        List.of(
            new Subcase("distinct", seed -> blocks.trial(Data.random(seed, one.layout.name())))));
  }

  /** The buffers of one case. */
  private static final class Blocks {
    private final ScopedType kind;
    private final MatrixType type;
    private final Variant one;
    private final TensorMap map;
    private final int width;
    private final int length;

    /** Blocks from one instance's tensor to the next: a multiple of 16, whatever a block's size. */
    private final int tile;

    Blocks(ScopedType kind, Variant one) {
      this.kind = kind;
      this.type = kind.type();
      this.one = one;
      this.map = new TensorMap(one.layout, type.columns());
      this.width = type.component().bytes();
      this.length = blockLength(one.layout);
      this.tile = (int) Math.ceilDiv(map.reach(type.rows()), 16) * 16;
    }

    Trial trial(SplittableRandom random) {
      ComponentType component = type.component();
      int count = 32 + kind.instances() * tile;
      byte[] tensor =
          Data.fill(
              component,
              Math.ceilDiv(count * length * width, 16) * 16,
              Data.distinct(component, random));
      byte[] before =
          Data.fill(
              component, kind.instances() * type.size() * width, Data.distinct(component, random));
      byte[] result = new byte[before.length];
      Contents contents = new Contents(result);
      for (int instance = 0; instance < kind.instances(); instance++) {
        long[] bits = new long[type.size()];
        Acceptance[] open = new Acceptance[type.size()];
        for (int row = 0, e = 0; row < type.rows(); row++) {
          for (int column = 0; column < type.columns(); column++, e++) {
            switch (map.place(row, column)) {
              case TensorMap.Clipped _ -> bits[e] = element(type, before, instance, e);
              case TensorMap.Constant(long value) ->
                  bits[e] = value & NumberFormat.of(component).mask();
              case TensorMap.At at -> {
                bits[e] = decoded(tensor, instance, at);
                if (one.form == Form.TAGGED) {
                  open[e] = new Acceptance.OneOf(bits[e], Data.encode(component, TAG + code(at)));
                }
              }
            }
          }
        }
        contents.matrix(
            type,
            MemoryLayout.ROW_MAJOR,
            (long) instance * type.size() * width,
            (long) type.columns() * width,
            instance,
            bits,
            open,
            Rule.must(one.v > 0 ? "DV-SEM-001" : "CM2-DEC-001"));
      }
      byte[] numbers = new byte[16];
      return Trial.of(
          new byte[0],
          List.of(tensor, before, result, numbers),
          ScopedType.WORKGROUPS,
          new Expectation(
              List.of(
                  Contents.untouched(tensor),
                  Contents.untouched(before),
                  contents.buffer(),
                  Contents.untouched(numbers)),
              List.of()));
    }

    private long decoded(byte[] tensor, int instance, TensorMap.At at) {
      if (one.form != Form.DATA) {
        return Data.encode(type.component(), code(at));
      }
      long[] sizes = blocks(one.layout);
      long inside = 0;
      for (int i = 0; i < sizes.length; i++) {
        inside = inside * sizes[i] + at.inBlock()[i];
      }
      long block = 16 + (long) instance * tile + at.linear();
      return LittleEndian.get(tensor, (int) (block * length + inside) * width, width);
    }
  }
}
