// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import coopcts.oracle.UseChange;
import coopcts.oracle.Values;
import coopcts.oracle.WholeProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Products of square matrices whose results, changed in use or transposed, are operands of the next
 * product. Small integers, exact in every type.
 */
public final class Nv2ChainFamily extends Nv2Family {

  /** The second product. */
  @FunctionalInterface
  private interface Second {
    /**
     * @param first the product of a and b
     * @param k all their rows and columns
     */
    int[] of(int[] a, int[] b, int[] first, int k);
  }

  /** What becomes of the first product. */
  private enum ChainForm {
    CONVERTED(
        "CM2-CONV-004",
        """
        MATRIX_OF(OPERAND, gl_MatrixUseA) again = MATRIX_OF(OPERAND, gl_MatrixUseA)(between);
        sum = coopMatMulAdd(again, y, MATRIX(T(0)));\
        """,
        (_, b, first, k) -> WholeProduct.of(first, b, k, k, k)),
    TRANSPOSED(
        "CM2-TRANS-004",
        """
        MATRIX_OF(OPERAND, gl_MatrixUseB) turned;
        coopMatTransposeNV(turned, between);
        sum = coopMatMulAdd(x, turned, MATRIX(T(0)));\
        """,
        (a, _, first, k) -> WholeProduct.of(a, UseChange.transposed(first, k, k), k, k, k));

    private final String assertion;
    private final String main;
    private final Second second;

    ChainForm(String assertion, String main, Second second) {
      this.assertion = assertion;
      this.main = main;
      this.second = second;
    }

    /** Of products of sums of K products of ones. */
    Rule rule(MatrixProperties row) {
      int k = row.k();
      return Practice.rule(row, k, k * k, List.of(assertion));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public Nv2ChainFamily() {}

  @Override
  public String name() {
    return "nv2.chain";
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixConversions");
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(
            Stream.of(ChainForm.values()).map(form -> form.assertion), Stream.of(Practice.EXACT))
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    return ScopedType.products(report).stream()
        .filter(one -> one.kinds().stream().allMatch(ScopedType::isAligned))
        .filter(one -> isTaken(one.row()))
        .filter(
            one ->
                kinds.contains(
                    new ScopedType(one.row().typeC().with(one.row().a()), one.invocations())))
        .flatMap(
            one ->
                Stream.of(ChainForm.values())
                    .map(
                        form ->
                            Case.of(
                                "%s.%s.%s".formatted(name(), form, one.label()),
                                form.rule(one.row()).assertions(),
                                () -> plan(report, one, form))));
  }

  /** Square rows of one operand type, in which both products are exact. */
  private static boolean isTaken(MatrixProperties row) {
    int k = row.k();
    return row.m() == k
        && row.n() == k
        && row.a() == row.b()
        && row.c() == row.result()
        && !row.saturating()
        && InputPatterns.exactIntegers(row.a()) >= k
        && InputPatterns.exactIntegers(row.result()) >= k * k;
  }

  private static Plan plan(DeviceReport report, ScopedType.Products one, ChainForm form) {
    MatrixProperties row = one.row();
    ScopedType kind = new ScopedType(row.typeResult(), one.invocations());
    String a = row.a().glsl(1);
    String glsl =
        ShaderTemplate.of("nv2/chain.comp")
            .with("HEAD", kind.head(report, ComponentSupport.extension(row.a())))
            .with("A", a)
            .with("SCOPE", row.scope().glsl())
            .with("ROWS", row.m())
            .with("MAIN", form.main.replace("OPERAND", a))
            .text();
    return new ShaderPlan(
        shader(report, glsl, 0, "a", "b", "d"),
        List.of(
            new Subcase(
                "integers",
                seed -> trial(row, kind, form, InputPatterns.random(seed, row.label())))));
  }

  private static Trial trial(
      MatrixProperties row, ScopedType kind, ChainForm form, SplittableRandom random) {
    int k = row.k();
    int low = row.a().isFloat() || row.a().isSigned() ? -1 : 0;
    int[] a = random.ints((long) kind.instances() * k * k, low, 2).toArray();
    int[] b = random.ints((long) k * k, low, 2).toArray();
    Rule rule = form.rule(row);
    List<Values> tiles = new ArrayList<>();
    for (int instance = 0; instance < kind.instances(); instance++) {
      int[] own = Arrays.copyOfRange(a, instance * k * k, (instance + 1) * k * k);
      int[] second = form.second.of(own, b, WholeProduct.of(own, b, k, k, k), k);
      tiles.add(Nv2ProductFamily.whole(row.typeResult(), second, rule));
    }
    List<byte[]> buffers =
        List.of(
            InputPatterns.bytes(row.a(), a),
            InputPatterns.bytes(row.a(), b),
            new byte[kind.instances() * k * k * row.result().bytes()]);
    return Trial.of(
        new byte[0],
        buffers,
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(
                ExpectedContents.untouched(buffers.get(0)),
                ExpectedContents.untouched(buffers.get(1)),
                matrices(buffers.get(2), tiles, rule)),
            List.of()));
  }
}
