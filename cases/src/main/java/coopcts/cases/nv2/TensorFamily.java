// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.Index;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tensor loads or stores without decode functions: layouts, views, clamps and clips of {@link
 * TensorPatterns}, with numbers written down or read at run time, for every type, use and scope.
 */
abstract class TensorFamily extends Nv2Family {

  /** Patterns of which every kind of matrix meets one in every run. */
  private static final List<String> COMMON =
      List.of(
          "slice",
          "four",
          "inner_stride",
          "strided_slice",
          "sliced_twice",
          "constant_value",
          "edge_three",
          "repeat_around",
          "mirror_viewed",
          "view_transposed",
          "view_four",
          "clip",
          "clip_permuted");

  /** How a program gets its numbers and its memory. */
  enum TensorForm {
    LITERAL,
    RUN_TIME("CM2-LAYOUT-013") {
      @Override
      Index zero() {
        return InstanceTensors.RUN_TIME;
      }
    },
    /** The array is of 32-bit words, whatever the component type is. */
    WORDS("CM2-TLD-006") {
      @Override
      ComponentType element(ComponentType component) {
        return ComponentType.UINT32;
      }
    };

    private final List<String> loads;

    TensorForm(String... loads) {
      this.loads = List.of(loads);
    }

    /** What is added to the layout's numbers: nothing that is known before the run. */
    Index zero() {
      return Index.of(0);
    }

    /** What the array of the tensor's bytes is declared to hold. */
    ComponentType element(ComponentType component) {
      return component;
    }

    /** What it shows of loads. */
    List<String> loads() {
      return loads;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is done with a matrix. */
  record Variant(TensorPattern pattern, TensorForm form) {
    @Override
    public String toString() {
      return pattern + "." + form;
    }
  }

  /** How many of all pairs of matrix and variant are tried. */
  abstract VariantShare share();

  /** Whether the patterns can be tried. */
  abstract boolean takes(TensorPattern pattern);

  /**
   * What a case can fail by.
   *
   * @param places where elements of its matrix lie
   */
  abstract List<String> checks(Variant one, Set<Where> places);

  /** What is done with the tensors of a case. */
  abstract Plan plan(DeviceReport report, Variant one, MatrixType type, InstanceTensors tensors);

  @Override
  protected final List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public final List<String> assertions() {
    return variants()
        .flatMap(one -> checks(one, one.pattern.places()).stream())
        .distinct()
        .toList();
  }

  private Stream<Variant> variants() {
    return TensorPatterns.all().stream()
        .filter(this::takes)
        .flatMap(
            pattern -> Arrays.stream(TensorForm.values()).map(form -> new Variant(pattern, form)));
  }

  @Override
  protected final Stream<Case> supported(DeviceReport report, Profile profile) {
    boolean blocks = report.has("cooperativeMatrixBlockLoads");
    List<Variant> variants =
        variants().filter(one -> blocks || !one.pattern.any().hasBlocks()).toList();
    List<Variant> common =
        variants.stream()
            .filter(one -> one.form == TensorForm.LITERAL && COMMON.contains(one.pattern.name()))
            .toList();
    return share()
        .pairs(
            profile,
            name(),
            ScopedType.all(report),
            variants,
            (kind, one) -> one.pattern.fits(kind.type()),
            common)
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.kind(), pair.variant()),
                    checks(pair.variant(), pair.variant().pattern.places(pair.kind().type())),
                    () -> plan(report, pair.kind(), pair.variant())));
  }

  private Plan plan(DeviceReport report, ScopedType kind, Variant one) {
    MatrixType type = kind.type();
    return plan(
        report,
        one,
        type,
        InstanceTensors.of(kind, one.pattern, one.form.element(type.component())));
  }
}
