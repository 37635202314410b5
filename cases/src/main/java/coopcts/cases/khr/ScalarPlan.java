// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.LaunchShape;
import coopcts.cases.MatrixArray;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Inputs;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array;
import coopcts.program.Operation;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntToLongFunction;

/** Plans of shaders that take a scalar beside their matrices. */
final class ScalarPlan {

  private ScalarPlan() {}

  /**
   * A plan with a subcase for each kind of scalars.
   *
   * @param checks what the elements must hold beside what the operations say
   * @param filler the bytes of each slot
   * @param scalars the patterns of the scalar array by the names of the subcases; only the first
   *     ones are taken where the source is no array
   */
  static Plan of(
      DeviceReport report,
      MatrixType type,
      List<String> checks,
      ScalarSource source,
      List<MatrixArray> slots,
      List<Operation> body,
      LaunchShape.Filler filler,
      SequencedMap<String, Function<SplittableRandom, IntToLongFunction>> scalars) {
    List<Array> arrays = new ArrayList<>();
    slots.forEach(slot -> arrays.addAll(slot.arrays()));
    boolean reads = source == ScalarSource.ELEMENT;
    if (reads) {
      arrays.add(ScalarSource.array(type.component()));
    }
    Program program =
        new Program(type.scope(), KhrFamily.INSTANCES, report.subgroup().size(), arrays, body);
    List<ProgramSubcase> subcases =
        scalars.entrySet().stream()
            .limit(reads ? scalars.size() : 1)
            .map(
                kind ->
                    new ProgramSubcase(
                        kind.getKey(),
                        seed ->
                            inputs(
                                type,
                                slots,
                                filler,
                                InputPatterns.random(seed, kind.getKey()),
                                reads ? kind.getValue() : null)))
            .toList();
    return Plan.of(program, checks, subcases);
  }

  /** One kind of scalars. */
  static SequencedMap<String, Function<SplittableRandom, IntToLongFunction>> only(
      Function<SplittableRandom, IntToLongFunction> scalars) {
    SequencedMap<String, Function<SplittableRandom, IntToLongFunction>> kinds =
        new LinkedHashMap<>();
    kinds.put("values", scalars);
    return kinds;
  }

  private static Inputs inputs(
      MatrixType type,
      List<MatrixArray> slots,
      LaunchShape.Filler filler,
      SplittableRandom random,
      Function<SplittableRandom, IntToLongFunction> scalars) {
    Map<String, Integer> push = new LinkedHashMap<>();
    List<byte[]> buffers = new ArrayList<>();
    for (MatrixArray slot : slots) {
      MatrixPlacement placement = KhrFamily.natural(slot);
      slot.push(push, placement);
      buffers.add(filler.fill(slot, placement, random));
    }
    if (scalars != null) {
      int bytes = Math.max(16, KhrFamily.ALL * type.component().bytes());
      buffers.add(InputPatterns.fill(type.component(), bytes, scalars.apply(random)));
    }
    return new Inputs(push, buffers, KhrFamily.WORKGROUPS);
  }
}
