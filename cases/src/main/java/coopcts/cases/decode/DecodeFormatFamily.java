// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.decode;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.nv2.BlockFormat;
import coopcts.cases.nv2.FormatLoad;
import coopcts.cases.nv2.ScopedType;
import coopcts.combinations.Draw;
import coopcts.model.DeviceReport;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import java.util.List;
import java.util.stream.Stream;

/** Loads from {@link BlockFormat}s with a vector decode function beside the scalar one. */
public final class DecodeFormatFamily extends GatedFamily {

  /** A vector function, by the components that it gives (DV-SIG-001). */
  private enum Length {
    V2(2),
    V4(4),
    V8(8);

    private final int components;

    Length(int components) {
      this.components = components;
    }

    @Override
    public String toString() {
      return "v" + components;
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public DecodeFormatFamily() {}

  @Override
  public String name() {
    return "decode.format";
  }

  @Override
  protected List<String> features() {
    return FormatLoad.VECTOR_FEATURES;
  }

  @Override
  public List<String> assertions() {
    return Stream.of(BlockFormat.values())
        .flatMap(format -> rule(format).assertions().stream())
        .distinct()
        .toList();
  }

  /** Why elements are expected. */
  private static Rule rule(BlockFormat format) {
    Rule rule = Rule.must("DV-SEM-001");
    return format.bytes() % 4 == 0 ? rule : Rule.must("DV-SEM-020", "DV-SEM-001");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return FormatLoad.pairs(report, profile, name())
        .map(pair -> of(report, pair.kind(), pair.variant()));
  }

  private Case of(DeviceReport report, ScopedType kind, BlockFormat format) {
    List<Length> lengths = List.of(Length.values());
    Length length = lengths.get(Draw.index(lengths, name(), format, kind));
    Rule rule = rule(format);
    return Case.of(
        "%s.%s.%s.%s".formatted(name(), format, kind, length),
        rule.assertions(),
        () -> FormatLoad.plan(report, kind, format, length.components, rule));
  }
}
