// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.LaunchShape;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.oracle.Inputs;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tensor loads through views of every permutation of three, four and five dimensions; one shader
 * goes through many of them.
 */
public final class PermutationFamily extends Nv2Family {

  private static final VariantShare SHARE = new VariantShare(60, 300);

  private static final Rule RULE = Rule.must("CM2-VIEW-006");

  /** Elements of a matrix at most: each shader leaves as many matrices as it has permutations. */
  private static final int MOST = 512;

  /** Spans of all dimensions but the last, which is as long as the matrix needs. */
  private static final List<Long> SPANS = List.of(2L, 3L, 2L, 4L);

  /**
   * Permutations of one shader.
   *
   * @param name stands in case names
   */
  private record Group(String name, List<int[]> permutations) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Group> GROUPS = groups();

  private static List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    groups.add(new Group("three", permutations(3)));
    groups.add(new Group("four", permutations(4)));
    for (int first = 0; first < 5; first++) {
      int own = first;
      groups.add(
          new Group(
              "five_from_" + own, permutations(5).stream().filter(p -> p[0] == own).toList()));
    }
    return List.copyOf(groups);
  }

  /** All orders of the numbers below n. */
  private static List<int[]> permutations(int n) {
    List<int[]> all = List.of(new int[0]);
    for (int length = 0; length < n; length++) {
      all =
          all.stream()
              .flatMap(
                  begun ->
                      IntStream.range(0, n)
                          .filter(next -> IntStream.of(begun).noneMatch(taken -> taken == next))
                          .mapToObj(
                              next -> IntStream.concat(IntStream.of(begun), IntStream.of(next)))
                          .map(IntStream::toArray))
              .toList();
    }
    return all;
  }

  /** Makes the family; one object serves all devices and runs. */
  public PermutationFamily() {}

  @Override
  public String name() {
    return "nv2.permutations";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("one shader has many views; nv2.load stands in frames");
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public List<String> assertions() {
    return RULE.assertions();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds =
        ScopedType.all(report).stream().filter(kind -> kind.type().size() <= MOST).toList();
    return SHARE
        .pairs(profile, name(), kinds, GROUPS, (_, _) -> true, List.of())
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.variant(), pair.kind()),
                    assertions(),
                    () -> plan(report, pair.kind(), pair.variant())));
  }

  /** A layout of which a slice is seen through a view. */
  private static TensorLayout layout(MatrixType type, int[] permutation) {
    int d = permutation.length;
    long[] sizes = new long[d];
    long[] slice = new long[2 * d];
    long rest = type.size();
    for (int i = 0; i < d; i++) {
      long span = i < d - 1 ? SPANS.get(i) : rest;
      rest = Math.ceilDiv(rest, span);
      sizes[i] = span + 1;
      slice[2 * i] = i % 2;
      slice[2 * i + 1] = span;
    }
    return TensorLayout.of(d, Clamp.UNDEFINED, new Setter.Dimension(sizes), new Setter.Slice(slice))
        .through(new View(d, false, permutation, List.of()));
  }

  private static Plan plan(DeviceReport report, ScopedType kind, Group group) {
    MatrixType type = kind.type();
    ComponentType component = type.component();
    Array tensor = Array.buffer("tensor", Pointee.scalar(component), Array.Access.READ);
    Array result = Array.buffer("result", Pointee.scalar(component), Array.Access.WRITE);
    Matrix m = new Matrix("m", type);
    int count = group.permutations.size();
    Index first = new Index.Instance().times(Index.of(count * type.size()));
    List<Operation> body = new ArrayList<>();
    body.add(new Operation.Fill(m, new Scalar.Literal(component, 0)));
    for (int i = 0; i < count; i++) {
      TensorLayout layout = layout(type, group.permutations.get(i));
      body.add(
          new TensorOperation.LoadTensor(
              m, tensor, Index.of(0), layout, Index.of(0), Optional.empty()));
      body.add(
          new Operation.Store(
              m,
              new Place(
                  result,
                  first.plus(Index.of(i * type.size())),
                  Index.of(type.columns()),
                  MemoryLayout.ROW_MAJOR)));
    }
    LaunchShape shape = kind.shape(report);
    return Plan.of(
        new Program(
            shape.scope(), shape.instances(), shape.instanceSize(), List.of(tensor, result), body),
        List.of(
            new ProgramSubcase("distinct", List.of(), seed -> inputs(kind, group, seed))
                .naming(expected -> expected.storedBy(RULE))));
  }

  private static Inputs inputs(ScopedType kind, Group group, long seed) {
    MatrixType type = kind.type();
    ComponentType component = type.component();
    IntToLongFunction distinct =
        InputPatterns.distinct(component, InputPatterns.random(seed, kind.label()));
    long reach =
        group.permutations.stream()
            .mapToLong(permutation -> new TensorAccess(type, layout(type, permutation)).reach())
            .max()
            .orElseThrow();
    int matrices = kind.instances() * group.permutations.size();
    return new Inputs(
        Map.of(),
        List.of(
            InputPatterns.fill(
                component, (int) Math.ceilDiv(reach * component.bytes(), 16) * 16, distinct),
            InputPatterns.fill(component, matrices * type.size() * component.bytes(), distinct)),
        ScopedType.WORKGROUPS);
  }
}
