// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.glsl.TensorGlsl;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.oracle.Values;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import java.util.ArrayList;
import java.util.List;
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
    StringBuilder loads = new StringBuilder();
    for (int[] permutation : group.permutations) {
      TensorLayout layout = layout(kind.type(), permutation);
      loads.append("    {\n");
      TensorGlsl.declare(layout, "t", TensorGlsl.LITERAL)
          .lines()
          .forEach(line -> loads.append("    ").append(line).append('\n'));
      loads.append(
          """
                  coopMatLoadTensorNV(m, tensor, 0, %s);
                  coopMatStore(m, result, place * SIZE, %d, ROW_MAJOR);
                  place++;
              }
          """
              .formatted(TensorGlsl.arguments(layout, "t"), kind.type().columns()));
    }
    String glsl =
        ShaderTemplate.of("nv2/permutations.comp")
            .with("HEAD", kind.head(report, ""))
            .with("COUNT", group.permutations.size())
            .with("LOADS", loads.toString().stripTrailing())
            .text();
    return new ShaderPlan(
        shader(report, glsl, 0, "tensor", "result"),
        List.of(new Subcase("distinct", seed -> trial(kind, group, seed))));
  }

  private static Trial trial(ScopedType kind, Group group, long seed) {
    MatrixType type = kind.type();
    ComponentType component = type.component();
    List<Values> tiles = new ArrayList<>();
    long reach =
        group.permutations.stream()
            .mapToLong(permutation -> new TensorAccess(type, layout(type, permutation)).reach())
            .max()
            .orElseThrow();
    byte[] tensor =
        InputPatterns.fill(
            component,
            (int) Math.ceilDiv(reach * component.bytes(), 16) * 16,
            InputPatterns.distinct(component, InputPatterns.random(seed, kind.label())));
    for (int instance = 0; instance < kind.instances(); instance++) {
      for (int[] permutation : group.permutations) {
        tiles.add(
            new TensorAccess(type, layout(type, permutation))
                .load(
                    new long[type.size()],
                    linear ->
                        LittleEndian.get(
                            tensor, (int) linear * component.bytes(), component.bytes())));
      }
    }
    byte[] before =
        ExpectedContents.marked(tiles.size() * type.size() * component.bytes()).before();
    return Trial.of(
        new byte[0],
        List.of(tensor, before),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(ExpectedContents.untouched(tensor), matrices(before, tiles, RULE)), List.of()));
  }
}
