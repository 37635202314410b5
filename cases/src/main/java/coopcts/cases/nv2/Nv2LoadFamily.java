package coopcts.cases.nv2;

import coopcts.cases.Template;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** {@code coopMatLoadTensorNV} without a decode function, over what the matrix held before. */
public final class Nv2LoadFamily extends TensorFamily {

  private static final Share SHARE = new Share(33, 290);

  private static final List<String> ALWAYS =
      List.of(
          "CM2-TLD-001", "CM2-TLD-005", "CM2-TLD-008", "CM2-TLD-012", "CM2-TLD-014", "CM2-TLD-019");

  /** What loads show that leave out no element. */
  private static final List<String> UNCLIPPED =
      List.of("CM2-TLD-013", "CM2-TLD-021", "CM2-CLIP-007");

  @Override
  public String name() {
    return "nv2.load";
  }

  @Override
  Share share() {
    return SHARE;
  }

  @Override
  boolean takes(TensorPattern pattern) {
    return true;
  }

  @Override
  List<String> checks(Variant one) {
    List<String> checks = new ArrayList<>(ALWAYS);
    checks.addAll(one.pattern().checks());
    checks.addAll(one.form().loads());
    if (!one.pattern().any().clips()) {
      checks.addAll(UNCLIPPED);
    }
    return checks;
  }

  @Override
  Template template() {
    return Template.of("nv2/load.comp").with("FUNCTIONS", "");
  }

  @Override
  String[] buffers() {
    return TensorLoad.BUFFERS;
  }

  @Override
  Trial trial(Tensor tensor, SplittableRandom random) {
    MatrixType type = tensor.kind().type();
    byte[] tensors = tensor.tensors(random);
    byte[] before = tensor.matrices(random);
    byte[] result = new byte[before.length];
    Arrays.fill(result, (byte) 0xCD);
    List<Values> tiles = new ArrayList<>();
    for (int n = 0; n < tensor.kind().instances(); n++) {
      int instance = n;
      tiles.add(
          tensor
              .access()
              .load(
                  elements(type, before, instance),
                  linear ->
                      LittleEndian.get(
                          tensors, tensor.at(instance, linear), type.component().bytes())));
    }
    return TensorLoad.trial(
        tensors,
        before,
        result,
        matrices(result, tiles, Rule.must("CM2-TLD-001")),
        tensor.numbers());
  }
}
