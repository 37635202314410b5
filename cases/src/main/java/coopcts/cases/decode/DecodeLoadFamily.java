// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.decode;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.nv2.CoordinateLoad;
import coopcts.cases.nv2.CoordinateLoad.CoordinateForm;
import coopcts.cases.nv2.FormatLoad;
import coopcts.cases.nv2.ScopedType;
import coopcts.cases.nv2.TensorPattern;
import coopcts.cases.nv2.TensorPatterns;
import coopcts.cases.nv2.TensorRules;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.cases.nv2.VariantShare;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Setter;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tensor loads with a vector decode function beside the scalar one. */
public final class DecodeLoadFamily extends GatedFamily {

  private static final VariantShare SHARE = new VariantShare(20, 140);

  /** Components that vector functions give (DV-SIG-001). */
  private static final int[] LENGTHS = {2, 4, 8};

  /** The one of them that kinds of matrix meet with the common patterns. */
  private static final int COMMON = 4;

  /**
   * The one of them whose functions of structures of their own are in modules that GLSL cannot say.
   */
  private static final int WRITTEN = 8;

  /** A layout with what the functions give, the one of them a vector of a length. */
  private record Variant(TensorPattern pattern, int length, CoordinateForm form) {
    /** Whether the module is without the scalar functions' capability, which another implies. */
    boolean isImplied() {
      return length == WRITTEN && form == CoordinateForm.OWN_STRUCT;
    }

    @Override
    public String toString() {
      return "%s.%s.v%d".formatted(pattern, form, length);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public DecodeLoadFamily() {}

  @Override
  public String name() {
    return "decode.load";
  }

  @Override
  protected List<String> features() {
    return FormatLoad.VECTOR_FEATURES;
  }

  @Override
  public List<String> assertions() {
    return variants().stream()
        .flatMap(one -> rules(one, ComponentType.FLOAT32).assertions(one.pattern.places()).stream())
        .distinct()
        .toList();
  }

  /** Blocks hold whole groups (DV-SEM-017). */
  private static List<Variant> variants() {
    return TensorPatterns.all().stream()
        .flatMap(
            pattern ->
                IntStream.of(LENGTHS)
                    .filter(length -> pattern.blockLine() % length == 0)
                    .boxed()
                    .flatMap(
                        length ->
                            Stream.of(CoordinateForm.values())
                                .filter(form -> CoordinateLoad.isTried(pattern, form))
                                .map(form -> new Variant(pattern, length, form))))
        .toList();
  }

  /** Why elements of a component type are expected. */
  private static TensorRules rules(Variant one, ComponentType component) {
    TensorLayout layout = one.pattern.any();
    List<String> decoded = new ArrayList<>();
    decoded.add("DV-SEM-001");
    decoded.addAll(
        switch (one.form) {
          case DATA, OWN_STRUCT -> List.of("DV-SEM-006");
          case COORDINATES -> List.of("DV-SEM-005");
          case TAGGED -> List.of("DV-SEM-002", "DV-SEM-003", "DV-SEM-004", "DV-SEM-005");
        });
    if (layout.view().isPresent()) {
      decoded.add("DV-SEM-008");
    }
    if (layout.dimensions() != 2) {
      decoded.add("DV-SEM-014");
    }
    if (Arrays.stream(layout.blockSizes()).limit(layout.dimensions() - 1).anyMatch(n -> n > 1)) {
      decoded.add("DV-SEM-015");
    }
    decoded.addAll(List.of("DV-SEM-007", "DV-SEM-016", "DV-SEM-022"));
    if (component != ComponentType.FLOAT16) {
      decoded.add("DV-SEM-021");
    }
    if (one.isImplied()) {
      decoded.add("DV-EXT-009");
    }
    int last = layout.dimensions() - 1;
    for (Setter setter : layout.setters()) {
      switch (setter) {
        case Setter.Slice(long[] numbers) when numbers[2 * last] % one.length != 0 ->
            decoded.add("DV-SEM-009");
        case Setter.Dimension(long[] sizes) when sizes[last] % one.length != 0 ->
            decoded.add("DV-SEM-010");
        default -> {}
      }
    }
    return TensorRules.of(List.of())
        .and(EnumSet.of(Where.BROUGHT), List.of("DV-SEM-013"))
        .and(EnumSet.of(Where.INSIDE, Where.BROUGHT), decoded)
        .and(EnumSet.of(Where.CONSTANT), List.of("DV-SEM-012"))
        .and(EnumSet.of(Where.CLIPPED), List.of("DV-SEM-011"));
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Variant> variants = variants();
    List<Variant> common =
        variants.stream()
            .filter(one -> one.length == COMMON && CoordinateLoad.isCommon(one.pattern, one.form))
            .toList();
    return SHARE
        .pairs(
            profile,
            name(),
            ScopedType.all(report),
            variants,
            (kind, one) -> one.form.takes(kind) && one.pattern.fits(kind.type()),
            common)
        .map(pair -> of(report, pair.kind(), pair.variant()));
  }

  private Case of(DeviceReport report, ScopedType kind, Variant one) {
    TensorRules rules = rules(one, kind.type().component());
    return Case.of(
        "%s.%s.%s".formatted(name(), kind, one),
        rules.assertions(one.pattern.places(kind.type())),
        () -> {
          ShaderPlan plan =
              CoordinateLoad.plan(report, kind, one.pattern, one.form, one.length, rules);
          return one.isImplied()
              ? plan.with(plan.shader().written(SpirvOption.IMPLIED_CAPABILITIES))
              : plan;
        });
  }
}
