// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.LaunchShape;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Use;
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
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
    CONVERTED("CM2-CONV-004", (_, b, first, k) -> WholeProduct.of(first, b, k, k, k)) {
      @Override
      List<Operation> body(Chain of) {
        Matrix again = of.operand("again", Use.A);
        return List.of(new Operation.ChangeUse(again, of.between()), of.product(again, of.y()));
      }
    },
    TRANSPOSED(
        "CM2-TRANS-004",
        (a, _, first, k) -> WholeProduct.of(a, UseChange.transposed(first, k, k), k, k, k)) {
      @Override
      List<Operation> body(Chain of) {
        Matrix turned = of.operand("turned", Use.B);
        return List.of(new Operation.Transpose(turned, of.between()), of.product(of.x(), turned));
      }
    };

    private final String assertion;
    private final Second second;

    ChainForm(String assertion, Second second) {
      this.assertion = assertion;
      this.second = second;
    }

    /** Makes another sum of the first one, which stands in another matrix too. */
    abstract List<Operation> body(Chain of);

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
  public Optional<String> unframed() {
    return Optional.of("what it chains stands in frames: products and changes of use");
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

  /** The matrices of two products. */
  private record Chain(MatrixProperties row) {

    Matrix operand(String name, Use use) {
      int k = row.k();
      return new Matrix(name, new MatrixType(row.a(), row.scope(), k, k, use));
    }

    Matrix x() {
      return operand("x", Use.A);
    }

    Matrix y() {
      return operand("y", Use.B);
    }

    Matrix between() {
      return operand("between", Use.ACCUMULATOR);
    }

    private Matrix sum() {
      return new Matrix("sum", row.typeResult());
    }

    private Matrix zero() {
      return new Matrix("zero", row.typeResult());
    }

    /** A product becomes the sum. */
    Operation product(Matrix a, Matrix b) {
      return new Operation.MulAdd(sum(), a, b, zero(), false);
    }

    private Place place(Array array, Index element) {
      return new Place(array, element, Index.of(row.k()), MemoryLayout.ROW_MAJOR);
    }

    Program program(LaunchShape shape, ChainForm form) {
      Index own = new Index.Instance().times(Index.of(row.k() * row.k()));
      Array a = Array.buffer("a", Pointee.scalar(row.a()), Array.Access.READ);
      Array b = Array.buffer("b", Pointee.scalar(row.a()), Array.Access.READ);
      Array d = Array.buffer("d", Pointee.scalar(row.result()), Array.Access.WRITE);
      List<Operation> body =
          new ArrayList<>(
              List.of(
                  new Operation.Load(x(), place(a, own)),
                  new Operation.Load(y(), place(b, Index.of(0))),
                  new Operation.Fill(zero(), new Scalar.Literal(row.result(), 0)),
                  product(x(), y()),
                  new Operation.Convert(between(), sum())));
      body.addAll(form.body(this));
      body.add(new Operation.Store(sum(), place(d, own)));
      return new Program(
          row.scope(), shape.instances(), shape.instanceSize(), List.of(a, b, d), body);
    }
  }

  private static Plan plan(DeviceReport report, ScopedType.Products one, ChainForm form) {
    MatrixProperties row = one.row();
    ScopedType kind = new ScopedType(row.typeResult(), one.invocations());
    ShaderPlan plan =
        ShaderPlan.judgedApart(
            new Chain(row).program(kind.shape(report), form),
            List.of(
                new Subcase(
                    "integers",
                    seed -> trial(row, kind, form, InputPatterns.random(seed, row.label())))));
    // Workgroups are made of whole subgroups of this size (CM2-WG-003).
    return plan.with(plan.shader().subgroups(report.subgroup().size()));
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
