package coopcts.cases.nv2;

import coopcts.cases.Template;
import coopcts.model.MatrixType;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorLayout;
import coopcts.oracle.TensorLayout.Clamp;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** {@code coopMatStoreTensorNV}: what it leaves out must stay. */
public final class Nv2StoreFamily extends TensorFamily {

  private static final Share SHARE = new Share(33, 480);

  private static final Rule STORED = Rule.must("CM2-TST-001");

  @Override
  public String name() {
    return "nv2.store";
  }

  @Override
  Share share() {
    return SHARE;
  }

  @Override
  boolean takes(TensorPattern pattern) {
    return pattern.takesStores();
  }

  @Override
  List<String> checks(Variant one) {
    TensorLayout layout = one.pattern().any();
    List<String> checks = new ArrayList<>(List.of(STORED.assertion()));
    if (layout.clamp() != Clamp.UNDEFINED) {
      checks.add("CM2-TST-002");
    }
    if (layout.clips()) {
      checks.add("CM2-CLIP-003");
    } else if (layout.view().isPresent()) {
      checks.addAll(List.of("CM2-TST-007", "CM2-VIEW-015"));
    }
    return checks;
  }

  @Override
  Template template() {
    return Template.of("nv2/store.comp");
  }

  @Override
  String[] buffers() {
    return new String[] {"source", "tensor", "numbers"};
  }

  @Override
  Trial trial(Tensor tensor, SplittableRandom random) {
    MatrixType type = tensor.kind().type();
    byte[] source = tensor.matrices(random);
    byte[] tensors = tensor.tensors(random);
    Contents contents = new Contents(tensors);
    for (int n = 0; n < tensor.kind().instances(); n++) {
      int instance = n;
      long[] m = elements(type, source, instance);
      tensor
          .access()
          .store(
              (linear, e) ->
                  contents.put(tensor.at(instance, linear), type.component(), m[e], STORED));
    }
    byte[] numbers = tensor.numbers();
    return Trial.of(
        new byte[0],
        List.of(source, tensors, numbers),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(Contents.untouched(source), contents.buffer(), Contents.untouched(numbers)),
            List.of()));
  }
}
