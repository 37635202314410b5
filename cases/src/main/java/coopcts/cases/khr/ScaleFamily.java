// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Scale;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** Matrix times scalar, scalar times matrix, and the compound form; the scalar from each source. */
public final class ScaleFamily extends KhrFamily {

  /** Makes the family; one object serves all devices and runs. */
  public ScaleFamily() {}

  @Override
  public String name() {
    return "khr.scale";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-OP-008", "KHR-OP-009", "KHR-OP-015", "KHR-OP-016", "KHR-OP-019", "NUM-DEN-001");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    if (!type.component().hasArithmetic()) {
      return Stream.empty();
    }
    Scale.ScaleForm[] forms = Scale.ScaleForm.values();
    ScalarSource[] sources = ScalarSource.values();
    return profile.combine(List.of(forms), List.of(sources)).stream()
        .map(
            row -> {
              Scale.ScaleForm form = forms[row[0]];
              List<String> checks =
                  Checks.of("KHR-OP-016", "KHR-OP-019")
                      .when(type.component().isFloat(), "KHR-OP-008", "NUM-DEN-001")
                      .when(type.component().isInteger(), "KHR-OP-009")
                      .when(form == Scale.ScaleForm.COMPOUND, "KHR-OP-015")
                      .list();
              return Case.of(
                  "%s.%s.%s"
                      .formatted(name(type), form.name().toLowerCase(Locale.ROOT), sources[row[1]]),
                  checks,
                  () -> plan(report, type, checks, form, sources[row[1]]));
            });
  }

  private static Plan plan(
      DeviceReport report,
      MatrixType type,
      List<String> checks,
      Scale.ScaleForm form,
      ScalarSource source) {
    Matrix m = new Matrix("m", type);
    Matrix scaled = form == Scale.ScaleForm.COMPOUND ? m : new Matrix("scaled", type);
    List<MatrixArray> slots = List.of(MatrixArray.source("source", m), MatrixArray.result(scaled));
    List<Operation> body =
        List.of(
            new Operation.Load(m, slots.get(0).place()),
            new Scale(scaled, m, source.scalar(type.component()), form),
            new Operation.Store(scaled, slots.get(1).place()));
    return ScalarPlan.of(
        report,
        type,
        checks,
        source,
        slots,
        body,
        (slot, placement, random) ->
            slot.matrices(placement, random, InputPatterns.wide(type.component(), 3, random)),
        scalars(type.component()));
  }

  /** Scalars of full width; for floats subnormal ones and zeros of either sign too. */
  private static SequencedMap<String, Function<SplittableRandom, IntToLongFunction>> scalars(
      ComponentType type) {
    var kinds = ScalarPlan.only(random -> InputPatterns.wide(type, 3, random));
    if (type.format() instanceof FloatFormat format) {
      kinds.put(
          "tiny",
          random -> {
            long sign = random.nextBoolean() ? format.signBit() : 0;
            return i ->
                i % 2 == 0 ? sign | random.nextLong(1, format.minNormal()) : format.signBit();
          });
    }
    return kinds;
  }
}
