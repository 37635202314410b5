// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ShaderTemplate;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Values;
import coopcts.plan.Trial;
import coopcts.program.TensorLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

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
  ShaderTemplate template() {
    return ShaderTemplate.of("nv2/load.comp").with("FUNCTIONS", "");
  }

  @Override
  String[] buffers() {
    return TensorLoad.BUFFERS;
  }

  @Override
  Trial trial(Variant one, Tensor tensor, SplittableRandom random) {
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
        matrices(result, tiles, tensor.access(), rules(one)),
        tensor.numbers());
  }
}
