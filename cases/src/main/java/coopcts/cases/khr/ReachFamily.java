package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Matrices that are reached in other ways than at the start of a bound buffer: by address, far from
 * its start, and through a buffer that another subgroup wrote.
 */
public final class ReachFamily extends KhrFamily {

  /** Bytes before the first matrix and behind the last that nothing may touch. */
  private static final int GUARD = 64;

  /** The first element of the matrices that lie far out. */
  private static final int FAR = 70_000;

  private enum Form {
    REFERENCE("KHR-LOAD-010", "bufferDeviceAddress"),
    HANDOVER("KHR-MEM-004", "vulkanMemoryModel"),
    FAR("KHR-LOAD-003", "cooperativeMatrix");

    private final String assertion;
    private final String feature;

    Form(String assertion, String feature) {
      this.assertion = assertion;
      this.feature = feature;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return "khr.reach";
  }

  @Override
  public List<String> assertions() {
    return List.of("KHR-LOAD-003", "KHR-LOAD-010", "KHR-LOAD-036", "KHR-STORE-004", "KHR-MEM-004");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    List<Form> forms = List.of(Form.values());
    List<MemoryLayout> layouts = List.of(MemoryLayout.values());
    return profile.combine(forms, layouts, layouts).stream()
        .map(
            row -> {
              Form form = forms.get(row[0]);
              MemoryLayout from = layouts.get(row[1]);
              MemoryLayout to = layouts.get(row[2]);
              String name = "%s.%s.%s_%s".formatted(name(type), form, from, to);
              List<String> checks = List.of(form.assertion, "KHR-LOAD-036", "KHR-STORE-004");
              return report.has(form.feature)
                  ? Case.of(name, checks, () -> plan(report, type, form, from, to))
                  : Case.unsupported(name, checks, lacks(form.feature));
            });
  }

  private static Plan plan(
      DeviceReport report, MatrixType type, Form form, MemoryLayout from, MemoryLayout to) {
    Tiles tiles = new Tiles(type, form == Form.FAR ? FAR : GUARD / type.component().bytes());
    String glsl =
        Template.of("khr/" + form + ".comp")
            .with("EXTENSIONS", ComponentSupport.extension(type.component()))
            .with("LOCAL_SIZE", INSTANCES * report.subgroup().size())
            .with("COMPONENT", type.component().glsl(1))
            .with("SCOPE", type.scope().glsl())
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("USE", type.use().glsl())
            .with("GUARD", tiles.first)
            .with("TILE", tiles.tile)
            .with("STRIDE", tiles.stride)
            .with("SOURCE_LAYOUT", from.glsl())
            .with("RESULT_LAYOUT", to.glsl())
            .text();
    List<String> bound =
        switch (form) {
          case REFERENCE -> List.of("addresses");
          case HANDOVER -> List.of("source", "between", "result");
          case FAR -> List.of("source", "result");
        };
    Shader shader =
        Shader.of(
                glsl,
                OptionalInt.of(report.subgroup().size()),
                form == Form.FAR ? 4 : 0,
                bound.toArray(String[]::new))
            .addressing(form == Form.REFERENCE ? new String[] {"source", "result"} : new String[0]);
    return new ShaderPlan(
        shader, List.of(new Subcase("distinct", seed -> tiles.trial(form, from, to, seed))));
  }

  /** Square tiles with lines long enough for rows and columns alike. */
  private static final class Tiles {
    private final MatrixType type;
    private final int width;
    private final int first;
    private final int stride;
    private final int tile;

    Tiles(MatrixType type, int first) {
      this.type = type;
      this.width = type.component().bytes();
      int line = Math.max(type.rows(), type.columns()) * width;
      this.stride = Math.ceilDiv(line, 16) * 16 / width;
      this.tile = stride * Math.max(type.rows(), type.columns());
      this.first = Math.ceilDiv(first * width, 16) * 16 / width;
    }

    Trial trial(Form form, MemoryLayout from, MemoryLayout to, long seed) {
      int bytes = (first + ALL * tile) * width + GUARD;
      byte[] source =
          Data.fill(
              type.component(),
              bytes,
              Data.distinct(type.component(), Data.random(seed, form.toString())));
      byte[] result = new byte[bytes];
      Arrays.fill(result, (byte) 0xCD);
      Contents between = new Contents(result);
      Contents contents = new Contents(result);
      for (int instance = 0; instance < ALL; instance++) {
        int other = form == Form.HANDOVER ? instance ^ 1 : instance;
        store(between, source, instance, instance, from, from, "KHR-STORE-004");
        store(contents, source, other, instance, from, to, form.assertion);
      }
      Expectation.Buffer kept = Contents.untouched(source);
      return switch (form) {
        case REFERENCE -> {
          byte[] addresses = new byte[16];
          yield new Trial(
              new byte[0],
              List.of(addresses),
              List.of(source, result),
              List.of(new Trial.Address(0, 0, 0), new Trial.Address(1, 0, 8)),
              List.of(WORKGROUPS, 1, 1),
              Trial.Conversions.NONE,
              List.of(),
              expectation(Contents.untouched(addresses), kept, contents.buffer()));
        }
        case HANDOVER ->
            Trial.of(
                new byte[0],
                List.of(source, result, result),
                WORKGROUPS,
                expectation(kept, between.buffer(), contents.buffer()));
        case FAR -> {
          byte[] push = new byte[4];
          LittleEndian.put(push, 0, 4, first);
          yield Trial.of(
              push, List.of(source, result), WORKGROUPS, expectation(kept, contents.buffer()));
        }
      };
    }

    private static Expectation expectation(Expectation.Buffer... buffers) {
      return new Expectation(List.of(buffers), List.of());
    }

    private void store(
        Contents contents,
        byte[] source,
        int sourceInstance,
        int instance,
        MemoryLayout from,
        MemoryLayout to,
        String assertion) {
      long[] bits = new long[type.size()];
      for (int row = 0, e = 0; row < type.rows(); row++) {
        for (int column = 0; column < type.columns(); column++, e++) {
          int at = from == MemoryLayout.ROW_MAJOR ? row * stride + column : column * stride + row;
          bits[e] = LittleEndian.get(source, (first + sourceInstance * tile + at) * width, width);
        }
      }
      contents.matrix(
          type,
          to,
          (long) (first + instance * tile) * width,
          (long) stride * width,
          instance,
          bits,
          Rule.must(assertion));
    }
  }
}
