package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.List;
import java.util.stream.Stream;

/** Tensor layouts and views as values: copied, changed, handed to functions, reassigned. */
public final class ValueFamily extends Nv2Family {

  /** Tiles in a tensor, and results for each instance: these, one again, and one of pieces. */
  private static final int TILES = 4;

  private static final int RESULTS = TILES + 2;

  @Override
  public String name() {
    return "nv2.values";
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public List<String> assertions() {
    return List.of("CM2-LAYOUT-011", "CM2-LAYOUT-021", "CM2-VIEW-012", "CM2-CLIP-008");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return ScopedType.all(report).stream()
        .map(kind -> Case.of(name() + "." + kind.label(), assertions(), () -> plan(report, kind)));
  }

  private static Plan plan(DeviceReport report, ScopedType kind) {
    String glsl =
        Template.of("nv2/values.comp")
            .with("HEAD", kind.head(report, ""))
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
        Data.fill(component, bytes, Data.distinct(component, Data.random(seed, kind.label())));
    long[][] tiles = new long[kind.instances() * RESULTS][type.size()];
    for (int instance = 0; instance < kind.instances(); instance++) {
      for (int place = 0; place < RESULTS; place++) {
        for (int row = 0; row < type.rows(); row++) {
          for (int column = 0; column < type.columns(); column++) {
            long at = instance * (long) TILES * type.size() + element(type, place, row, column);
            tiles[instance * RESULTS + place][row * type.columns() + column] =
                LittleEndian.get(tensor, (int) at * component.bytes(), component.bytes());
          }
        }
      }
    }
    byte[] push = new byte[4];
    LittleEndian.put(push, 0, 4, TILES);
    byte[] before = new byte[tiles.length * type.size() * component.bytes()];
    return Trial.of(
        push,
        List.of(tensor, before),
        ScopedType.WORKGROUPS,
        new Expectation(
            List.of(Contents.untouched(tensor), matrices(type, before, tiles, "CM2-LAYOUT-011")),
            List.of()));
  }

  /** The tensor's element that lies at a row and column of one of the results. */
  private static int element(MatrixType type, int place, int row, int column) {
    if (place < TILES) {
      return inTensor(type, place / 2 * type.rows() + row, place % 2 * type.columns() + column);
    }
    if (place == TILES) {
      return inTensor(type, type.rows() + row, column);
    }
    return inTensor(type, exchanged(row, type.rows()), exchanged(column, type.columns()));
  }

  /** The halves of a side change places; the first half is the shorter one. */
  private static int exchanged(int at, int size) {
    int half = size / 2;
    return at < half ? size - half + at : at - half;
  }

  private static int inTensor(MatrixType type, int row, int column) {
    return row * 2 * type.columns() + column;
  }
}
