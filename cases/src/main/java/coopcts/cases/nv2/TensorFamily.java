package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code coopMatLoadTensorNV} and {@code coopMatStoreTensorNV} without decode functions: every
 * layout, view, clamp and clip of {@link Layouts}, with numbers written down or read at run time,
 * for every type, use and scope.
 */
public final class TensorFamily extends Nv2Family {

  private static final int GUARD_BYTES = 64;

  private final boolean stores;

  /** The layouts that can be stored through: one size tells for all. */
  private static final Set<String> STORED =
      Layouts.of(16, 16).stream()
          .filter(layout -> !layout.hasBlocks() && new TensorMap(layout, 16).isInjective(16))
          .map(Layout::name)
          .collect(Collectors.toSet());

  public TensorFamily(boolean stores) {
    this.stores = stores;
  }

  /** How a shader gets its numbers and its memory. */
  private enum Form {
    LITERAL,
    RUN_TIME,
    /** The array is of 32-bit words, whatever the component type is. */
    WORDS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return stores ? "nv2.store" : "nv2.load";
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public List<String> assertions() {
    return stores
        ? List.of("CM2-TST-001", "CM2-TST-002", "CM2-TST-007", "CM2-CLIP-003", "CM2-VIEW-015")
        : List.of(
            "CM2-LAYOUT-004",
            "CM2-LAYOUT-005",
            "CM2-LAYOUT-006",
            "CM2-LAYOUT-007",
            "CM2-LAYOUT-008",
            "CM2-LAYOUT-009",
            "CM2-LAYOUT-010",
            "CM2-LAYOUT-012",
            "CM2-LAYOUT-013",
            "CM2-LAYOUT-016",
            "CM2-LAYOUT-017",
            "CM2-LAYOUT-022",
            "CM2-VIEW-004",
            "CM2-VIEW-005",
            "CM2-VIEW-006",
            "CM2-VIEW-007",
            "CM2-VIEW-008",
            "CM2-VIEW-009",
            "CM2-VIEW-010",
            "CM2-VIEW-011",
            "CM2-CLIP-001",
            "CM2-CLIP-002",
            "CM2-CLIP-004",
            "CM2-CLIP-005",
            "CM2-CLIP-006",
            "CM2-CLIP-007",
            "CM2-CLIP-010",
            "CM2-TLD-001",
            "CM2-TLD-002",
            "CM2-TLD-003",
            "CM2-TLD-004",
            "CM2-TLD-005",
            "CM2-TLD-006",
            "CM2-TLD-008",
            "CM2-TLD-012",
            "CM2-TLD-013",
            "CM2-TLD-014",
            "CM2-TLD-019",
            "CM2-TLD-021",
            "CM2-CLAMP-001",
            "CM2-CLAMP-002",
            "CM2-CLAMP-003",
            "CM2-CLAMP-004",
            "CM2-CLAMP-005",
            "CM2-CLAMP-006",
            "CM2-CLAMP-007",
            "CM2-CLAMP-010",
            "CM2-CLAMP-011",
            "CM2-CLAMP-012",
            "CM2-CLAMP-013",
            "CM2-CLAMP-014",
            "CM2-CLAMP-015",
            "CM2-BLOCK-001",
            "CM2-BLOCK-002",
            "CM2-BLOCK-003",
            "CM2-BLOCK-004");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    return IntStream.range(0, kinds.size())
        .boxed()
        .flatMap(n -> cases(report, profile, kinds.get(n), n));
  }

  private Stream<Case> cases(DeviceReport report, Profile profile, ScopedType kind, int number) {
    int rows = kind.type().rows();
    int columns = kind.type().columns();
    List<Layout> layouts =
        Layouts.of(rows, columns).stream()
            .filter(layout -> !stores || STORED.contains(layout.name()))
            .filter(layout -> !layout.hasBlocks() || report.has("cooperativeMatrixBlockLoads"))
            .toList();
    Form[] forms = Form.values();
    return turns(profile, number, layouts.size() * forms.length, 29)
        .mapToObj(
            turn -> {
              Layout layout = layouts.get(turn % layouts.size());
              Form form = forms[turn / layouts.size()];
              return Case.of(
                  "%s.%s.%s.%s".formatted(name(), kind.label(), layout.name(), form),
                  checks(layout),
                  () -> plan(report, kind, layout, form));
            });
  }

  /** What a layout is about, by the first part of its name. */
  private List<String> checks(Layout layout) {
    String part = layout.name().split("_")[0];
    String group =
        switch (part) {
          case "view" -> "VIEW";
          case "clip" -> "CLIP";
          case "blocks" -> "BLOCK";
          case "constant", "edge", "repeat", "mirror" -> "CLAMP";
          default -> "LAYOUT";
        };
    return assertions().stream()
        .filter(id -> stores || id.startsWith("CM2-TLD-") || id.startsWith("CM2-" + group))
        .toList();
  }

  private Plan plan(DeviceReport report, ScopedType kind, Layout layout, Form form) {
    MatrixType type = kind.type();
    ComponentType element = form == Form.WORDS ? ComponentType.UINT32 : type.component();
    Tensor tensor = new Tensor(kind, layout);
    AtomicInteger next = new AtomicInteger();
    LongFunction<String> number =
        form == Form.RUN_TIME
            ? _ -> "numbers[" + next.getAndIncrement() + "]"
            : value -> (int) value < 0 ? Long.toString((int) value) : value + "u";
    Template template =
        Template.of(stores ? "nv2/store.comp" : "nv2/load.comp")
            .with("HEAD", kind.head(report, ""))
            .with("ELEMENT", element.glsl(1))
            .with("COLUMNS", type.columns())
            .with("LAYOUT", layout.glsl("t", number))
            .with(
                "OFFSET",
                "(%d + %s * %d)"
                    .formatted(
                        GUARD_BYTES / element.bytes(),
                        kind.instance(),
                        tensor.tileBytes / element.bytes()))
            .with("ARGUMENTS", layout.arguments("t"));
    String[] buffers = {"source", "tensor", "numbers"};
    if (!stores) {
      template.with("GLOBAL", "").with("MAIN", "").with("SOURCE", "tensor");
      buffers = new String[] {"tensor", "before", "result", "numbers"};
    }
    return new ShaderPlan(
        shader(report, template.text(), 0, buffers),
        List.of(
            new Subcase(
                "distinct",
                seed ->
                    stores
                        ? tensor.stored(Data.random(seed, layout.name()))
                        : tensor.loaded(Data.random(seed, layout.name())))));
  }

  /** The buffers of one case. */
  private static final class Tensor {
    private final ScopedType kind;
    private final MatrixType type;
    private final Layout layout;
    private final TensorMap map;
    private final int width;
    private final int tileBytes;

    Tensor(ScopedType kind, Layout layout) {
      this.kind = kind;
      this.type = kind.type();
      this.layout = layout;
      this.map = new TensorMap(layout, type.columns());
      this.width = type.component().bytes();
      this.tileBytes = (int) Math.ceilDiv(map.reach(type.rows()) * width, 16) * 16 + 16;
    }

    private byte[] numbers() {
      List<Long> all = layout.numbers();
      byte[] bytes = new byte[Math.max(16, 4 * all.size())];
      for (int i = 0; i < all.size(); i++) {
        LittleEndian.put(bytes, 4 * i, 4, all.get(i));
      }
      return bytes;
    }

    private byte[] filled(int bytes, SplittableRandom random) {
      return Data.fill(type.component(), bytes, Data.distinct(type.component(), random));
    }

    private int start(int instance) {
      return GUARD_BYTES + instance * tileBytes;
    }

    Trial loaded(SplittableRandom random) {
      byte[] tensor = filled(2 * GUARD_BYTES + kind.instances() * tileBytes, random);
      byte[] before = filled(kind.instances() * type.size() * width, random);
      byte[] result = new byte[before.length];
      Arrays.fill(result, (byte) 0xCD);
      long[][] tiles = new long[kind.instances()][type.size()];
      for (int instance = 0; instance < tiles.length; instance++) {
        for (int row = 0, e = 0; row < type.rows(); row++) {
          for (int column = 0; column < type.columns(); column++, e++) {
            tiles[instance][e] =
                switch (map.place(row, column)) {
                  case TensorMap.Clipped _ -> element(type, before, instance, e);
                  case TensorMap.Constant(long bits) ->
                      bits & NumberFormat.of(type.component()).mask();
                  case TensorMap.At at ->
                      LittleEndian.get(tensor, start(instance) + (int) at.linear() * width, width);
                };
          }
        }
      }
      byte[] numbers = numbers();
      return Trial.of(
          new byte[0],
          List.of(tensor, before, result, numbers),
          ScopedType.WORKGROUPS,
          new Expectation(
              List.of(
                  Contents.untouched(tensor),
                  Contents.untouched(before),
                  matrices(type, result, tiles, "CM2-TLD-001"),
                  Contents.untouched(numbers)),
              List.of()));
    }

    Trial stored(SplittableRandom random) {
      byte[] source = filled(kind.instances() * type.size() * width, random);
      byte[] tensor = filled(2 * GUARD_BYTES + kind.instances() * tileBytes, random);
      Contents contents = new Contents(tensor);
      for (int instance = 0; instance < kind.instances(); instance++) {
        for (int row = 0, e = 0; row < type.rows(); row++) {
          for (int column = 0; column < type.columns(); column++, e++) {
            if (map.place(row, column) instanceof TensorMap.At at && !at.clamped()) {
              contents.put(
                  start(instance) + (int) at.linear() * width,
                  type.component(),
                  element(type, source, instance, e),
                  Rule.must("CM2-TST-001"));
            }
          }
        }
      }
      byte[] numbers = numbers();
      return Trial.of(
          new byte[0],
          List.of(source, tensor, numbers),
          ScopedType.WORKGROUPS,
          new Expectation(
              List.of(Contents.untouched(source), contents.buffer(), Contents.untouched(numbers)),
              List.of()));
    }
  }
}
