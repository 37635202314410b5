// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ShaderTemplate;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.MatrixType;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.Tier;
import coopcts.plan.Trial;
import coopcts.program.TensorLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

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
  ShaderTemplate template() {
    return ShaderTemplate.of("nv2/store.comp");
  }

  @Override
  String[] buffers() {
    return new String[] {"source", "tensor", "numbers"};
  }

  @Override
  Trial trial(Variant one, Tensor tensor, SplittableRandom random) {
    Rule stored = stored(one);
    MatrixType type = tensor.kind().type();
    byte[] source = tensor.matrices(random);
    byte[] tensors = tensor.tensors(random);
    ExpectedContents contents = new ExpectedContents(tensors);
    for (int n = 0; n < tensor.kind().instances(); n++) {
      int instance = n;
      long[] m = elements(type, source, instance);
      tensor
          .access()
          .store(
              (linear, e) ->
                  contents.put(tensor.at(instance, linear), type.component(), m[e], stored));
    }
    byte[] numbers = tensor.numbers();
    Set<Where> places = one.pattern().places(type);
    return Trial.of(
        new byte[0],
        List.of(source, tensors, numbers),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                ExpectedContents.untouched(source),
                contents.buffer().untouchedBy(stays(places)),
                ExpectedContents.untouched(numbers)),
            List.of()));
  }
}
