// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.glsl.TensorGlsl;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.oracle.Values;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Plans for a tensor load from a {@link BlockFormat}: of a slice that begins within one block and
 * ends in the next, decoded by a function that gives one element, and where wanted by another that
 * gives several at once. The functions are written as applications write them: so it is a template.
 */
public final class FormatLoad {

  /** What loads with a decode function need. */
  public static final List<String> FEATURES =
      List.of("cooperativeMatrixBlockLoads", "bufferDeviceAddress");

  /** What they need with a vector function beside it. */
  public static final List<String> VECTOR_FEATURES =
      List.of("cooperativeMatrixDecodeVector", "bufferDeviceAddress", "longVector");

  /** The extension lines for the same. */
  static final String VECTOR_EXTENSIONS =
      "#extension GL_NV_cooperative_matrix_decode_vector : require\n"
          + "#extension GL_EXT_long_vector : require";

  private static final VariantShare SHARE = new VariantShare(4, 12);

  /** Formats of which every kind of matrix meets one in a default run. */
  private static final List<BlockFormat> COMMON =
      List.of(BlockFormat.Q8_0, BlockFormat.Q4_0, BlockFormat.Q4_K, BlockFormat.MXFP4);

  /** Rows of the tensor before and after those that are loaded. */
  private static final int SPARE = 3;

  /** Blocks in a row of the tensor. */
  private static final int ACROSS = 2;

  /** The longest line of which a half fits into every block. */
  private static final int LONGEST = 32;

  private final ScopedType kind;
  private final MatrixType type;
  private final BlockFormat format;
  private final TensorLayout layout;

  /** Blocks of one instance's tensor and more, up to a multiple of 16 bytes (CM2-TLD-009). */
  private final int tile;

  private FormatLoad(ScopedType kind, BlockFormat format) {
    this.kind = kind;
    this.type = kind.type();
    this.format = format;
    int rows = type.rows() + 2 * SPARE;
    this.tile = Math.ceilDiv(rows * ACROSS, 16) * 16;
    this.layout =
        TensorLayout.of(
            2,
            Clamp.UNDEFINED,
            new Setter.Block(1, format.elements()),
            new Setter.Dimension(rows, ACROSS * format.elements()),
            new Setter.Slice(
                SPARE, type.rows(), format.elements() - type.columns() / 2, type.columns()));
  }

  /**
   * Chooses the pairs of matrix type and block format that a family tries. Only float16 and float32
   * hold the values exactly, and only matrices of up to 32 columns fit into the tensor's rows.
   *
   * @param report of the device
   * @param profile of the run: a full run takes all pairs
   * @param family name of the family, so that each draws its own pairs
   * @return pairs, matrix type by matrix type
   */
  public static Stream<VariantShare.Pair<ScopedType, BlockFormat>> pairs(
      DeviceReport report, Profile profile, String family) {
    List<ScopedType> kinds =
        ScopedType.all(report).stream()
            .filter(
                kind ->
                    kind.type().component() == ComponentType.FLOAT16
                        || kind.type().component() == ComponentType.FLOAT32)
            .filter(kind -> kind.type().columns() <= LONGEST)
            .toList();
    return SHARE.pairs(
        profile,
        family,
        kinds,
        List.of(BlockFormat.values()),
        (_, _) -> true,
        profile == Profile.SMOKE ? List.of() : COMMON);
  }

  /** A load with a scalar function alone. */
  static ShaderPlan plan(DeviceReport report, ScopedType kind, BlockFormat format, Rule rule) {
    return new FormatLoad(kind, format).plan(report, "", functions(format, "T"), ", decode", rule);
  }

  /**
   * Makes a plan that loads a matrix from blocks with a scalar and a vector decode function. The
   * device must report {@link #VECTOR_FEATURES}.
   *
   * @param report of the device
   * @param kind matrix type with its workgroup, one of those in {@link #pairs}
   * @param format of the blocks
   * @param v components of the vector that the vector function gives, which divides a block's
   *     elements
   * @param rule why the elements are expected
   * @return a plan of one shader
   */
  public static ShaderPlan plan(
      DeviceReport report, ScopedType kind, BlockFormat format, int v, Rule rule) {
    return new FormatLoad(kind, format)
        .plan(
            report,
            VECTOR_EXTENSIONS,
            functions(format, "T") + vectorFunctions(format, v),
            ", decode, decodeVector",
            rule);
  }

  /** Bytes of the words that the vector function reads. */
  private static int wordBytes(BlockFormat format) {
    return format.bytes() % 2 == 0 ? 2 : 1;
  }

  /**
   * The scalar function in GLSL, and what it needs.
   *
   * @param result the type that it gives
   */
  static String functions(BlockFormat format, String result) {
    int width = wordBytes(format);
    return ShaderTemplate.of("nv2/formats.glsl")
        .with("RESULT", result)
        .with("BYTES", format.bytes())
        .with("ALIGNMENT", width)
        .with("WORD", "uint%d_t".formatted(8 * width))
        .with("WORDS", format.bytes() / width)
        .with("VALUE", format.glsl())
        .text();
  }

  private static String vectorFunctions(BlockFormat format, int v) {
    return ShaderTemplate.of("decode/formats.glsl")
        .with("WIDTH", wordBytes(format))
        .with("V", v)
        .with("VALUE", format.glsl())
        .text();
  }

  private ShaderPlan plan(
      DeviceReport report, String extensions, String functions, String arguments, Rule rule) {
    String glsl =
        kind.template(report, "load.comp", extensions)
            .with("FUNCTIONS", functions + "\n")
            .with("ELEMENT", "Block")
            .with("COLUMNS", type.columns())
            .with("LAYOUT", TensorGlsl.declare(layout, "t", TensorGlsl.LITERAL))
            .with("OFFSET", "(%s * %d)".formatted(kind.instance(), tile))
            .with("ARGUMENTS", TensorGlsl.arguments(layout, "t") + arguments)
            .text();
    return new ShaderPlan(
        Nv2Family.shader(report, glsl, 0, TensorLoad.BUFFERS),
        List.of(
            new Subcase(
                "blocks", seed -> trial(InputPatterns.random(seed, format + kind.label()), rule))));
  }

  /** Both functions give the same values. */
  private Trial trial(SplittableRandom random, Rule rule) {
    FloatFormat floats = (FloatFormat) type.component().format();
    TensorAccess access = new TensorAccess(type, layout);
    byte[] tensor = format.blocks(kind.instances() * tile, random);
    byte[] before = new byte[kind.instances() * type.size() * type.component().bytes()];
    List<Values> tiles = new ArrayList<>();
    for (int instance = 0; instance < kind.instances(); instance++) {
      int first = instance * tile;
      tiles.add(
          access
              .load(
                  Nv2Family.elements(type, before, instance),
                  (linear, _, inBlock) -> {
                    int at = (first + (int) linear) * format.bytes();
                    double value = format.value(tensor, at, (int) inBlock[1]);
                    return floats.encode(value, Rounding.NEAREST_EVEN);
                  })
              .withOpenZeros());
    }
    byte[] result = ExpectedContents.marked(before.length).before();
    return TensorLoad.trial(
        tensor, before, result, Nv2Family.matrices(result, tiles, rule), new byte[16]);
  }
}
