package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.nv2.CoordinateLoad.Form;
import coopcts.model.DeviceReport;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorLayout;
import coopcts.plan.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Tensor loads with a decode function. */
public final class Nv2DecodeFamily extends Nv2Family {

  private static final Share SHARE = new Share(27, 250);

  private static final Rule RULE = Rule.must("CM2-DEC-001");

  /** A layout with what the function gives. */
  private record Variant(TensorPattern pattern, Form form) {
    @Override
    public String toString() {
      return pattern + "." + form;
    }
  }

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
    return variants().stream().flatMap(one -> checks(one).stream()).distinct().toList();
  }

  private static List<Variant> variants() {
    return TensorPatterns.all().stream()
        .flatMap(
            pattern ->
                Stream.of(Form.DATA, Form.COORDINATES).map(form -> new Variant(pattern, form)))
        .toList();
  }

  private static List<String> checks(Variant one) {
    TensorLayout layout = one.pattern.any();
    List<String> checks = new ArrayList<>(List.of("CM2-DEC-001", "CM2-DEC-015", "CM2-DEC-018"));
    checks.addAll(
        one.form == Form.DATA ? List.of("CM2-DEC-003", "CM2-DEC-009") : List.of("CM2-DEC-002"));
    if (!layout.hasBlocks()) {
      checks.add("CM2-DEC-004");
    }
    if (layout.view().isPresent()) {
      checks.add("CM2-DEC-005");
    }
    if (layout.clips()) {
      checks.add("CM2-DEC-008");
    }
    switch (layout.clamp()) {
      case UNDEFINED -> {}
      case CONSTANT -> checks.add("CM2-DEC-006");
      case EDGE, REPEAT, MIRROR -> checks.add("CM2-DEC-007");
    }
    one.pattern.checks().stream().filter("CM2-BLOCK-003"::equals).forEach(checks::add);
    return checks;
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
            (kind, one) -> one.form.takes(kind),
            common)
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.kind(), pair.variant()),
                    checks(pair.variant()),
                    () ->
                        CoordinateLoad.plan(
                            report,
                            pair.kind(),
                            pair.variant().pattern,
                            pair.variant().form,
                            RULE)));
  }
}
