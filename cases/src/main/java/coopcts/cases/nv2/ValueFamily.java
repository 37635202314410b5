// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
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
import coopcts.program.TensorLayout.ViewSetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * Tensor layouts and views as values: copied, changed, handed to functions, reassigned. It is about
 * variables of the text, which programs do not have: so it is a template.
 */
public final class ValueFamily extends Nv2Family {

  /** Tiles in a tensor. */
  private static final int TILES = 4;

  /** Tiles that a loop and functions find. */
  private static final Rule WALKED = Rule.must("CM2-LAYOUT-021", "CM2-LAYOUT-011");

  /** The tile of a layout that others were made of since. */
  private static final Rule AGAIN = Rule.must("CM2-LAYOUT-011", "CM2-LAYOUT-021");

  /** Pieces by views that were made of one. */
  private static final Rule ASSEMBLED = Rule.must("CM2-CLIP-008", "CM2-VIEW-012");

  /** The tile of a layout that was assigned to another variable. */
  private static final Rule COPIED = Rule.must("CM2-LAYOUT-024", "CM2-LAYOUT-021");

  /** The tile of a layout that some instances change in a branch. */
  private static final Rule BRANCHED = Rule.must("CM2-LAYOUT-021", "CM2-LAYOUT-024");

  /** The tile through a view that others were made of. */
  private static final Rule UNCLIPPED = Rule.must("CM2-VIEW-012");

  /** Makes the family; one object serves all devices and runs. */
  public ValueFamily() {}

  @Override
  public String name() {
    return "nv2.values";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it is about variables of layouts; nv2.load stands in frames");
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public List<String> assertions() {
    return Stream.of(WALKED, AGAIN, ASSEMBLED, COPIED, BRANCHED, UNCLIPPED)
        .flatMap(rule -> rule.assertions().stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return ScopedType.all(report).stream()
        .map(kind -> Case.of(name() + "." + kind.label(), assertions(), () -> plan(report, kind)));
  }

  private static Plan plan(DeviceReport report, ScopedType kind) {
    String glsl =
        kind.template(report, "values.comp", "")
            .with("ROWS", kind.type().rows())
            .with("COLUMNS", kind.type().columns())
            .text();
    return new ShaderPlan(
        shader(report, glsl, 4, "tensor", "result"),
        List.of(new Subcase("distinct", seed -> trial(kind, seed))));
  }

  private static Trial trial(ScopedType kind, long seed) {
    MatrixType type = kind.type();
    ComponentType component = type.component();
    int bytes = kind.instances() * TILES * type.size() * component.bytes();
    byte[] tensor =
        InputPatterns.fill(
            component,
            bytes,
            InputPatterns.distinct(component, InputPatterns.random(seed, kind.label())));
    List<Values> tiles = new ArrayList<>();
    for (int instance = 0; instance < kind.instances(); instance++) {
      int first = instance * TILES * type.size();
      LongUnaryOperator source =
          linear ->
              LittleEndian.get(
                  tensor, (first + (int) linear) * component.bytes(), component.bytes());
      for (int tile = 0; tile < TILES; tile++) {
        tiles.add(tile(type, tile / 2, tile % 2, source, WALKED));
      }
      tiles.add(tile(type, 1, 0, source, AGAIN));
      tiles.add(assembled(type, source));
      tiles.add(tile(type, 1, 1, source, COPIED));
      tiles.add(tile(type, 0, 1, source, UNCLIPPED));
      int changed = instance % 2 == 0 ? 1 : 0;
      tiles.add(tile(type, changed, 1 - changed, source, BRANCHED));
    }
    byte[] push = new byte[4];
    LittleEndian.put(push, 0, 4, TILES);
    byte[] before =
        ExpectedContents.marked(tiles.size() * type.size() * component.bytes()).before();
    return Trial.of(
        push,
        List.of(tensor, before),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(ExpectedContents.untouched(tensor), matrices(before, tiles)), List.of()));
  }

  /** A slice of the tensor, which is twice as high and wide as the matrix. */
  private static TensorLayout slice(
      MatrixType type, long row, long rows, long column, long columns) {
    return TensorLayout.of(
        2,
        Clamp.UNDEFINED,
        new Setter.Dimension(2L * type.rows(), 2L * type.columns()),
        new Setter.Slice(row, rows, column, columns));
  }

  /** One of the tensor's tiles. */
  private static Values tile(
      MatrixType type, int row, int column, LongUnaryOperator source, Rule rule) {
    TensorLayout layout =
        slice(
            type,
            (long) row * type.rows(),
            type.rows(),
            (long) column * type.columns(),
            type.columns());
    return Values.exact(
        type, new TensorAccess(type, layout).load(new long[type.size()], source).bits(), rule);
  }

  /** The matrix of four clipped loads, each of the piece opposite to where it goes. */
  private static Values assembled(MatrixType type, LongUnaryOperator source) {
    int[] rows = {type.rows() / 2, type.rows() - type.rows() / 2};
    int[] columns = {type.columns() / 2, type.columns() - type.columns() / 2};
    long[] m = new long[type.size()];
    for (int i = 0; i < TILES; i++) {
      int r = i / 2;
      int c = i % 2;
      TensorLayout layout =
          slice(type, (1 - r) * rows[1], rows[r], (1 - c) * columns[1], columns[c])
              .through(
                  new View(
                      2,
                      false,
                      new int[] {0, 1},
                      List.of(
                          new ViewSetter.Clip(r * rows[0], rows[r], c * columns[0], columns[c]))));
      m = new TensorAccess(type, layout).load(m, source).bits();
    }
    return Values.exact(type, m, ASSEMBLED);
  }
}
