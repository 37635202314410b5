// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Rule;
import coopcts.oracle.Tier;
import coopcts.plan.Plan;
import coopcts.program.TensorLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code coopMatStoreTensorNV}: what it leaves out must stay. */
public final class Nv2StoreFamily extends TensorFamily {

  private static final VariantShare SHARE = new VariantShare(36, 480);

  /** Makes the family; one object serves all devices and runs. */
  public Nv2StoreFamily() {}

  @Override
  public String name() {
    return "nv2.store";
  }

  @Override
  VariantShare share() {
    return SHARE;
  }

  @Override
  boolean takes(TensorPattern pattern) {
    return pattern.takesStores();
  }

  @Override
  List<String> checks(Variant one, Set<Where> places) {
    Rule stays = stays(places);
    return places.contains(Where.INSIDE)
        ? stored(one).and(stays.assertions()).assertions()
        : stays.assertions();
  }

  /** Why elements are expected where they are stored. */
  private static Rule stored(Variant one) {
    TensorLayout layout = one.pattern().any();
    return layout.view().isPresent() && !layout.clips()
        ? Rule.must("CM2-TST-001", "CM2-TST-007", "CM2-VIEW-015")
        : Rule.must("CM2-TST-001");
  }

  /** Why all other bytes stay. */
  private static Rule stays(Set<Where> places) {
    List<String> sentences = new ArrayList<>();
    if (places.contains(Where.BROUGHT) || places.contains(Where.CONSTANT)) {
      sentences.add("CM2-TST-002");
    }
    if (places.contains(Where.CLIPPED)) {
      sentences.add("CM2-CLIP-003");
    }
    sentences.add("CM2-TST-001");
    return new Rule(Tier.MUST, sentences);
  }

  @Override
  Plan plan(DeviceReport report, Variant one, MatrixType type, InstanceTensors tensors) {
    return tensors.stores(
        report, one.form().zero(), stored(one), stays(one.pattern().places(type)));
  }
}
