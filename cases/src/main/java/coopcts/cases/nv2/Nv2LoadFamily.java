// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.MatrixArray;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.program.Array;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.TensorLayout;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code coopMatLoadTensorNV} without a decode function, over what the matrix held before. */
public final class Nv2LoadFamily extends TensorFamily {

  private static final VariantShare SHARE = new VariantShare(37, 290);

  /** The binding of the matrices that were loaded. */
  private static final int RESULT = 2;

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
  Array.Access access() {
    return Array.Access.READ;
  }

  @Override
  List<MatrixArray> slots(Matrix matrix) {
    return List.of(MatrixArray.source("before", matrix), MatrixArray.result(matrix));
  }

  @Override
  List<Operation> body(List<MatrixArray> slots, Tensor tensor) {
    MatrixArray before = slots.getFirst();
    MatrixArray result = slots.getLast();
    return List.of(
        new Operation.Load(before.matrix(), before.place()),
        tensor.load(),
        new Operation.Store(result.matrix(), result.place()));
  }

  @Override
  Expectation named(Variant one, Tensor tensor, Expectation expected) {
    TensorRules rules = rules(one);
    Map<Where, Rule> others = new EnumMap<>(Where.class);
    return expected.with(
        RESULT,
        result ->
            result
                .storedBy(rules.of(Where.INSIDE))
                .eachBy(
                    e ->
                        tensor.where(e) == Where.INSIDE
                            ? null
                            : others.computeIfAbsent(tensor.where(e), rules::of)));
  }
}
