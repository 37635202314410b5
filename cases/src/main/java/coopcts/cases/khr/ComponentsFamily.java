// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A loop over {@code m[i]} and {@code length()}: sets, copies or combines every component that an
 * invocation owns.
 */
public final class ComponentsFamily extends KhrFamily {

  /** What the loop does. */
  private enum ComponentsForm {
    SAME(false, "KHR-COMP-004") {
      @Override
      ComponentValue value(Matrix left, Matrix right) {
        return new ComponentValue.Same(ScalarSource.LITERAL.scalar(left.type().component()));
      }
    },
    COPY(false, "KHR-COMP-003", "KHR-COMP-005") {
      @Override
      ComponentValue value(Matrix left, Matrix right) {
        return new ComponentValue.Of(left);
      }
    },
    ADD(true, "KHR-COMP-003", "KHR-COMP-005") {
      @Override
      ComponentValue value(Matrix left, Matrix right) {
        return new ComponentValue.Combined(BinaryOperator.ADD, left, right);
      }
    },
    MULTIPLY(true, "KHR-COMP-003", "KHR-COMP-005") {
      @Override
      ComponentValue value(Matrix left, Matrix right) {
        return new ComponentValue.Combined(BinaryOperator.MULTIPLY, left, right);
      }
    };

    private final boolean needsArithmetic;
    private final String[] checks;

    ComponentsForm(boolean needsArithmetic, String... checks) {
      this.needsArithmetic = needsArithmetic;
      this.checks = checks;
    }

    /** What each component becomes. */
    abstract ComponentValue value(Matrix left, Matrix right);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public ComponentsFamily() {}

  @Override
  public String name() {
    return "khr.components";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-COMP-002",
        "KHR-COMP-003",
        "KHR-COMP-004",
        "KHR-COMP-005",
        "KHR-COMP-010",
        "NUM-MAT-004");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    List<ComponentsForm> forms =
        Stream.of(ComponentsForm.values())
            .filter(form -> type.component().hasArithmetic() || !form.needsArithmetic)
            .toList();
    return profile.combine(forms, SIZES).stream()
        .map(
            row -> {
              ComponentsForm form = forms.get(row[0]);
              boolean specialized = row[1] == 1;
              List<String> checks =
                  Checks.of("KHR-COMP-002")
                      .when(true, form.checks)
                      .when(specialized, "KHR-COMP-010")
                      .when(!type.component().hasArithmetic(), "NUM-MAT-004")
                      .list();
              return Case.of(
                  "%s.%s%s".formatted(name(type), form, specialized ? ".specialized" : ""),
                  checks,
                  () -> plan(report, type, checks, form, specialized));
            });
  }

  private static Plan plan(
      DeviceReport report,
      MatrixType type,
      List<String> checks,
      ComponentsForm form,
      boolean specialized) {
    Matrix left = matrix("left", type, specialized);
    Matrix right = matrix("right", type, specialized);
    Matrix m = matrix("m", type, specialized);
    List<MatrixArray> slots =
        List.of(
            MatrixArray.source("first", left),
            MatrixArray.source("second", right),
            MatrixArray.result(m));
    List<Operation> body = new ArrayList<>();
    body.add(new Operation.Load(left, slots.get(0).place()));
    body.add(new Operation.Load(right, slots.get(1).place()));
    body.add(new Operation.Copy(m, right));
    body.add(new Operation.EachComponent(m, form.value(left, right)));
    body.add(new Operation.Store(m, slots.get(2).place()));
    return Plan.of(
        program(report, type.scope(), slots, body),
        checks,
        List.of(
            subcase(
                "values",
                slots,
                (slot, placement, random) ->
                    slot.matrices(
                        placement,
                        random,
                        form.needsArithmetic
                            ? InputPatterns.wide(type.component(), 2, random)
                            : InputPatterns.distinct(type.component(), random)))));
  }

  private static Matrix matrix(String name, MatrixType type, boolean specialized) {
    return specialized ? specialized(name, type) : new Matrix(name, type);
  }
}
