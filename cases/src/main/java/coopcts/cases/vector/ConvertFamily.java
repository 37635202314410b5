package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.ConvertRange;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Conversion;
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
import java.util.stream.Stream;

/**
 * The constructor from a vector of another component type, for every pair, and by way of an
 * ordinary long vector where the device has those.
 */
public final class ConvertFamily extends VectorFamily {

  private static final String LONG_VECTOR = "longVector";

  /** Components of the longest vectors that SPIR-V has another type for: bits do not cast there. */
  private static final int SHORT = 4;

  /** How a vector becomes one of another type. */
  private enum Way {
    DIRECT("CV-CTOR-004", "", "r = RESULT(v);"),
    LONG_BEFORE(
        "CV-CTOR-007",
        "#extension GL_EXT_long_vector : require",
        "vector<S, N> plain = vector<S, N>(v); r = RESULT(VECTOR(plain));"),
    LONG_AFTER(
        "CV-CTOR-007",
        "#extension GL_EXT_long_vector : require",
        "vector<T, N> plain = vector<T, N>(RESULT(v)); r = RESULT(plain);");

    private final String assertion;
    private final List<String> checks;
    private final String extension;
    private final String code;

    Way(String assertion, String extension, String code) {
      this.assertion = assertion;
      this.checks = extension.isEmpty() ? List.of(assertion) : List.of(assertion, "LV-COOP-001");
      this.extension = extension;
      this.code = code;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return "vector.convert";
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(Way.values()).flatMap(way -> way.checks.stream()).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ComponentType> types = types(report);
    List<Case> cases = new ArrayList<>();
    for (Way way : Way.values()) {
      if (way != Way.DIRECT && !report.has(LONG_VECTOR)) {
        if (way == Way.LONG_BEFORE) {
          cases.add(Case.unsupported(name() + "." + way, way.checks, lacks(LONG_VECTOR)));
        }
        continue;
      }
      int least = way == Way.DIRECT ? 2 : SHORT + 1;
      List<Integer> lengths = lengths(report).filter(length -> length >= least).boxed().toList();
      profile
          .inTurn(types, types, lengths)
          .forEach(
              row -> cases.add(of(way, types.get(row[0]), types.get(row[1]), lengths.get(row[2]))));
    }
    return cases.stream();
  }

  private Case of(Way way, ComponentType from, ComponentType to, int length) {
    return Case.of(
        "%s.%s.%s_%s.%d".formatted(name(), way, from, to, length),
        way.checks,
        () -> plan(way, from, to, length));
  }

  private static Plan plan(Way way, ComponentType from, ComponentType to, int length) {
    String glsl =
        Template.of("vector/convert.comp")
            .with("EXTENSION", way.extension)
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("SOURCE", from.glsl(1))
            .with("TARGET", to.glsl(1))
            .with("N", length)
            .with("SOURCE_STRIDE", stride(from, length))
            .with("TARGET_STRIDE", stride(to, length))
            .with("MAIN", way.code)
            .text();
    return new ShaderPlan(
        shader(glsl, 0, "source", "result"),
        Arrays.stream(ConvertRange.values())
            .map(
                range ->
                    new Subcase(
                        range.name().toLowerCase(Locale.ROOT),
                        seed -> trial(way, from, to, length, range, seed)))
            .toList());
  }

  private static Trial trial(
      Way way, ComponentType from, ComponentType to, int length, ConvertRange range, long seed) {
    byte[] source =
        Data.fill(
            from,
            ALL * stride(from, length),
            range.patterns(from, to, Data.random(seed, range + from.label())));
    byte[] result = new byte[ALL * stride(to, length)];
    Arrays.fill(result, (byte) 0xCD);
    Contents contents = new Contents(result);
    for (int lane = 0; lane < ALL; lane++) {
      for (int i = 0; i < length; i++) {
        long bits =
            LittleEndian.get(source, lane * stride(from, length) + i * from.bytes(), from.bytes());
        contents.put(
            lane * stride(to, length) + i * to.bytes(),
            to,
            Conversion.of(from, to, bits),
            Rule.must(way.assertion));
      }
    }
    return Trial.of(
        new byte[0],
        List.of(source, result),
        WORKGROUPS,
        new Expectation(List.of(Contents.untouched(source), contents.buffer()), List.of()));
  }
}
