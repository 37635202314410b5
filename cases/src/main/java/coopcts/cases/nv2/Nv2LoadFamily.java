// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Plan;
import coopcts.program.TensorLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code coopMatLoadTensorNV} without a decode function, over what the matrix held before. */
public final class Nv2LoadFamily extends TensorFamily {

  private static final VariantShare SHARE = new VariantShare(37, 290);

  /** What elements show that come out of the tensor. */
  private static final List<String> MOVED =
      List.of("CM2-TLD-005", "CM2-TLD-012", "CM2-TLD-014", "CM2-TLD-019");

  /** What elements show that are not left out. */
  private static final List<String> LOADED = List.of("CM2-TLD-001", "CM2-TLD-008");

  /** What loads show beside that leave out no element. */
  private static final List<String> UNCLIPPED = List.of("CM2-TLD-013", "CM2-TLD-021");

  /** Makes the family; one object serves all devices and runs. */
  public Nv2LoadFamily() {}

  @Override
  public String name() {
    return "nv2.load";
  }

  @Override
  VariantShare share() {
    return SHARE;
  }

  @Override
  boolean takes(TensorPattern pattern) {
    return true;
  }

  @Override
  List<String> checks(Variant one, Set<Where> places) {
    return rules(one).assertions(places);
  }

  /** Why elements are expected. */
  private static TensorRules rules(Variant one) {
    TensorLayout layout = one.pattern().any();
    TensorRules rules =
        TensorRules.of(one.pattern().checks())
            .and(EnumSet.of(Where.INSIDE, Where.BROUGHT), one.form().loads())
            .and(EnumSet.complementOf(EnumSet.of(Where.CLIPPED)), LOADED)
            .and(EnumSet.of(Where.INSIDE, Where.BROUGHT), MOVED);
    if (layout.clips()) {
      return rules;
    }
    Set<Where> all = EnumSet.allOf(Where.class);
    return layout.view().isPresent()
        ? rules.and(all, UNCLIPPED).and(all, List.of("CM2-CLIP-007"))
        : rules.and(all, UNCLIPPED);
  }

  @Override
  Plan plan(DeviceReport report, Variant one, MatrixType type, InstanceTensors tensors) {
    return tensors.loads(report, one.form().zero(), Optional.empty(), rules(one));
  }
}
