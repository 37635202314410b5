// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.nv2.CoordinateLoad.CoordinateForm;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.program.TensorLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** Tensor loads with a decode function. */
public final class Nv2DecodeFamily extends Nv2Family {

  private static final VariantShare SHARE = new VariantShare(27, 250);

  /** A layout with what the function gives. */
  private record Variant(TensorPattern pattern, CoordinateForm form) {
    @Override
    public String toString() {
      return pattern + "." + form;
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public Nv2DecodeFamily() {}

  @Override
  public String name() {
    return "nv2.decode";
  }

  @Override
  protected List<String> features() {
    return FormatLoad.FEATURES;
  }

  @Override
  public List<String> assertions() {
    return variants().stream()
        .flatMap(one -> rules(one).assertions(one.pattern.places()).stream())
        .distinct()
        .toList();
  }

  private static List<Variant> variants() {
    return TensorPatterns.all().stream()
        .flatMap(
            pattern ->
                Stream.of(CoordinateForm.DATA, CoordinateForm.COORDINATES)
                    .map(form -> new Variant(pattern, form)))
        .toList();
  }

  /** Why elements are expected. */
  private static TensorRules rules(Variant one) {
    TensorLayout layout = one.pattern.any();
    List<String> decoded = new ArrayList<>();
    decoded.add("CM2-DEC-001");
    decoded.addAll(
        one.form == CoordinateForm.DATA
            ? List.of("CM2-DEC-003", "CM2-DEC-009")
            : List.of("CM2-DEC-002"));
    if (!layout.hasBlocks()) {
      decoded.add("CM2-DEC-004");
    }
    if (layout.view().isPresent()) {
      decoded.add("CM2-DEC-005");
    }
    decoded.addAll(List.of("CM2-DEC-015", "CM2-DEC-018"));
    one.pattern.checks().stream().filter("CM2-BLOCK-003"::equals).forEach(decoded::add);
    return TensorRules.of(List.of())
        .and(EnumSet.of(Where.BROUGHT), List.of("CM2-DEC-007"))
        .and(EnumSet.of(Where.INSIDE, Where.BROUGHT), decoded)
        .and(EnumSet.of(Where.CONSTANT), List.of("CM2-DEC-006"))
        .and(EnumSet.of(Where.CLIPPED), List.of("CM2-DEC-008"));
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Variant> variants = variants();
    List<Variant> common =
        variants.stream().filter(one -> CoordinateLoad.isCommon(one.pattern, one.form)).toList();
    return SHARE
        .pairs(
            profile,
            name(),
            ScopedType.all(report),
            variants,
            (kind, one) -> one.form.takes(kind) && one.pattern.fits(kind.type()),
            common)
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.kind(), pair.variant()),
                    rules(pair.variant())
                        .assertions(pair.variant().pattern.places(pair.kind().type())),
                    () ->
                        CoordinateLoad.plan(
                            report,
                            pair.kind(),
                            pair.variant().pattern,
                            pair.variant().form,
                            rules(pair.variant()))));
  }
}
