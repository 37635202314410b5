package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Loads from {@link BlockFormat}s: a slice that begins within one block and ends in the next,
 * decoded by a function of bytes, and by one of wider words that gives several elements at once.
 */
public final class FormatFamily extends Nv2Family {

  private static final int[] WIDTHS = {2, 4, 8};

  /** Rows of the tensor before and after those that are loaded. */
  private static final int SPARE = 3;

  /** Blocks in a row of the tensor. */
  private static final int ACROSS = 2;

  private final boolean vectors;

  /**
   * @param vectors whether a vector function stands beside the scalar one
   */
  public FormatFamily(boolean vectors) {
    this.vectors = vectors;
  }

  @Override
  public String name() {
    return vectors ? "decode.format" : "nv2.format";
  }

  @Override
  protected List<String> features() {
    return decodeFeatures(vectors);
  }

  @Override
  public List<String> assertions() {
    return vectors
        ? List.of("DV-SEM-020", "DV-SEM-001", "DV-EXT-009")
        : List.of("CM2-DEC-016", "CM2-DEC-001");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds =
        ScopedType.all(report).stream()
            .filter(
                kind ->
                    kind.type().component() == ComponentType.FLOAT16
                        || kind.type().component() == ComponentType.FLOAT32)
            .filter(kind -> kind.type().columns() <= 32)
            .toList();
    BlockFormat[] formats = BlockFormat.values();
    List<Case> cases = new ArrayList<>();
    for (int n = 0; n < kinds.size(); n++) {
      ScopedType kind = kinds.get(n);
      int[] turns = turns(profile, n, formats.length, 3).toArray();
      for (int turn : turns) {
        BlockFormat format = formats[turn];
        int v = vectors ? WIDTHS[(n + turn) % WIDTHS.length] : 0;
        cases.add(
            Case.of(
                "%s.%s.%s%s".formatted(name(), format, kind.label(), vectors ? ".v" + v : ""),
                assertions(),
                () -> plan(report, kind, format, v)));
      }
    }
    return cases.stream();
  }

  /** The column of the first element: the slice lies on either side of a block's end. */
  private static int firstColumn(MatrixType type, BlockFormat format) {
    return format.elements() - type.columns() / 2;
  }

  /**
   * The functions in GLSL.
   *
   * @param result the type that they give
   * @param v components that the vector function gives, 0 for none
   */
  static String functions(BlockFormat format, String result, int v) {
    int width = format.bytes() % 2 == 0 ? 2 : 1;
    String functions =
        Template.of("nv2/formats.glsl")
            .with("RESULT", result)
            .with("BYTES", format.bytes())
            .with("ALIGNMENT", width)
            .with("WORD", width == 2 ? "uint16_t" : "uint8_t")
            .with("WORDS", format.bytes() / width)
            .with("VALUE", format.glsl())
            .text();
    return v == 0
        ? functions
        : functions
            + Template.of("nv2/formats_vector.glsl")
                .with("WIDTH", width)
                .with("V", v)
                .with("VALUE", format.glsl())
                .text();
  }

  private static Layout layout(MatrixType type, BlockFormat format) {
    return new Layout(
        "format",
        2,
        Layout.Clamp.UNDEFINED,
        List.of(
            new Layout.Setter.Block(1, format.elements()),
            new Layout.Setter.Dimension(type.rows() + 2 * SPARE, ACROSS * format.elements()),
            new Layout.Setter.Slice(SPARE, type.rows(), firstColumn(type, format), type.columns())),
        null);
  }

  /** Blocks of one instance's tensor and more, up to a multiple of 16 bytes (CM2-TLD-009). */
  private static int blocks(MatrixType type) {
    return Math.ceilDiv((type.rows() + 2 * SPARE) * ACROSS, 16) * 16;
  }

  private static Plan plan(DeviceReport report, ScopedType kind, BlockFormat format, int v) {
    MatrixType type = kind.type();
    String glsl =
        Template.of("nv2/load.comp")
            .with("HEAD", kind.head(report, decodeExtensions(v > 0)))
            .with("ELEMENT", "Block")
            .with("COLUMNS", type.columns())
            .with("GLOBAL", "")
            .with("MAIN", "")
            .with("SOURCE", "tensor")
            .with("LAYOUT", layout(type, format).glsl("t", value -> value + "u"))
            .with("OFFSET", "(%s * %d)".formatted(kind.instance(), blocks(type)))
            .with("ARGUMENTS", "t, decode" + (v > 0 ? ", decodeVector" : ""))
            .text()
            .replace(
                "layout(set = 0, binding = 0,",
                functions(format, "T", v) + "\nlayout(set = 0, binding = 0,");
    return new ShaderPlan(
        shader(report, glsl, 0, "tensor", "before", "result", "numbers").patched(patches(v)),
        List.of(
            new Subcase(
                "blocks",
                seed -> trial(kind, format, v, Data.random(seed, format + kind.label())))));
  }

  /** The vector function's capability implies that of the scalar one (DV-EXT-009). */
  private static List<Shader.Patch> patches(int v) {
    return v == 4
        ? List.of(new Shader.Patch("^ *OpCapability CooperativeMatrixBlockLoadsNV\\n", ""))
        : List.of();
  }

  private static Trial trial(ScopedType kind, BlockFormat format, int v, SplittableRandom random) {
    MatrixType type = kind.type();
    FloatFormat floats = (FloatFormat) NumberFormat.of(type.component());
    byte[] tensor = format.blocks(kind.instances() * blocks(type), random);
    long[][] tiles = new long[kind.instances()][type.size()];
    Acceptance[][] open = new Acceptance[tiles.length][type.size()];
    for (int instance = 0; instance < tiles.length; instance++) {
      for (int e = 0; e < type.size(); e++) {
        int row = e / type.columns() + SPARE;
        int column = e % type.columns() + firstColumn(type, format);
        int block = instance * blocks(type) + row * ACROSS + column / format.elements();
        double value = format.value(tensor, block * format.bytes(), column % format.elements());
        tiles[instance][e] = floats.encode(value, Rounding.NEAREST_EVEN);
        if (value == 0) {
          // The sign of zero is kept with SignedZeroInfNanPreserve only.
          open[instance][e] = new Acceptance.OneOf(0, floats.signBit());
        }
      }
    }
    byte[] before = new byte[kind.instances() * type.size() * type.component().bytes()];
    byte[] numbers = new byte[16];
    return Trial.of(
        new byte[0],
        List.of(tensor, before, before.clone(), numbers),
        ScopedType.WORKGROUPS,
        new Expectation(
            IntStream.range(0, 4)
                .mapToObj(
                    buffer ->
                        switch (buffer) {
                          case 0 -> Contents.untouched(tensor);
                          case 1 -> Contents.untouched(before);
                          case 2 ->
                              matrices(
                                  type, before, tiles, open, v > 0 ? "DV-SEM-020" : "CM2-DEC-016");
                          default -> Contents.untouched(numbers);
                        })
                .toList(),
            List.of()));
  }
}
