// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.ConvertRange;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.oracle.Conversion;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.VectorProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Convert;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.StoreVector;
import coopcts.program.VectorOperation.Through;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The constructor from a vector of another component type, for every pair, and by way of an
 * ordinary long vector where the device has those.
 */
public final class VectorConvertFamily extends VectorFamily {

  private static final String LONG_VECTOR = "longVector";

  /** How a vector becomes one of another type. */
  private enum Way {
    DIRECT(2, "", "CV-CTOR-004") {
      @Override
      List<Operation> body(Matrix r, Matrix v) {
        return List.of(new Convert(r, v));
      }
    },
    LONG_BEFORE(VectorOperation.SHORT + 1, LONG_VECTOR, "CV-CTOR-007", "LV-COOP-001") {
      @Override
      List<Operation> body(Matrix r, Matrix v) {
        Matrix plain = new Matrix("plain", v.type());
        return List.of(new Move(plain, v, Through.LONG_VECTOR), new Convert(r, plain));
      }
    },
    LONG_AFTER(VectorOperation.SHORT + 1, LONG_VECTOR, "CV-CTOR-007", "LV-COOP-001") {
      @Override
      List<Operation> body(Matrix r, Matrix v) {
        Matrix converted = new Matrix("converted", r.type());
        return List.of(new Convert(converted, v), new Move(r, converted, Through.LONG_VECTOR));
      }
    };

    private final int least;
    private final String feature;
    private final List<String> checks;

    Way(int least, String feature, String... checks) {
      this.least = least;
      this.feature = feature;
      this.checks = List.of(checks);
    }

    /** Makes r of v. */
    abstract List<Operation> body(Matrix r, Matrix v);

    Rule rule() {
      return Rule.must(checks.toArray(String[]::new));
    }

    /** What a case can fail by. */
    List<String> all(ComponentType from, ComponentType to) {
      List<String> all = new ArrayList<>(checks);
      all.add(NEIGHBOURS);
      if (from == to && from.isFloat()) {
        all.add(PATTERNS);
      }
      return all;
    }

    boolean isSupported(DeviceReport report) {
      return feature.isEmpty() || report.has(feature);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public VectorConvertFamily() {}

  @Override
  public String name() {
    return "vector.convert";
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Arrays.stream(Way.values()).flatMap(way -> way.checks.stream()),
            Stream.of(NEIGHBOURS, PATTERNS))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(Way.values())
        .flatMap(
            way ->
                way.isSupported(report)
                    ? cases(report, profile, way)
                    : Stream.of(
                        Case.unsupported(name() + "." + way, way.checks, lacks(way.feature))));
  }

  private Stream<Case> cases(DeviceReport report, Profile profile, Way way) {
    List<ComponentType> types = types(report);
    List<Integer> lengths = lengths(report).filter(length -> length >= way.least).boxed().toList();
    return profile.inTurn(types, types, lengths).stream()
        .map(row -> of(way, types.get(row[0]), types.get(row[1]), lengths.get(row[2])));
  }

  private Case of(Way way, ComponentType from, ComponentType to, int length) {
    return Case.of(
            "%s.%s.%s_%s.%d".formatted(name(), way, from, to, length),
            way.all(from, to),
            () -> plan(way, from, to, length))
        .formed(way);
  }

  private static Plan plan(Way way, ComponentType from, ComponentType to, int length) {
    Matrix v = vector("v", from, length);
    Matrix r = vector("r", to, length);
    Array source = array("source", from, Array.Access.READ);
    Array result = array("result", to, Array.Access.READ_WRITE);
    List<Operation> body = new ArrayList<>();
    body.add(new LoadVector(v, source, own(from, length)));
    body.addAll(way.body(r, v));
    body.add(new StoreVector(r, result, own(to, length)));
    return ShaderPlan.judgedApart(
        program(List.of(source, result), body),
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
        InputPatterns.fill(
            from,
            ALL * stride(from, length),
            range.patterns(from, to, InputPatterns.random(seed, range + from.label())));
    ExpectedContents result = ExpectedContents.marked(ALL * stride(to, length));
    for (int lane = 0; lane < ALL; lane++) {
      long[] v = VectorProduct.components(source, lane * stride(from, length), from, length);
      for (int i = 0; i < length; i++) {
        int at = lane * stride(to, length) + i * to.bytes();
        Rule rule = from == to ? moved(from, v[i], way.rule()) : way.rule();
        result.put(at, to, Conversion.of(from, to, v[i]), rule);
      }
    }
    return TrialWriter.on(WORKGROUPS).input(source).result(result, Rule.must(NEIGHBOURS)).trial();
  }
}
