package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Tensor loads and stores of shared memory, of buffers reached by their address, from hand to hand
 * between scope instances; and with sizes and clamp modes that are specialization constants.
 */
public final class MemoryFamily extends Nv2Family {

  /** Elements of a frame around the tile: rows above and below, columns left and right. */
  private static final int MORE_ROWS = 2;

  private static final int MORE_COLUMNS = 8;

  private static final int FIRST_ROW = 1;

  private static final int FIRST_COLUMN = 3;

  private static final String STORE_RESULT =
      "    coopMatStore(m, result, INSTANCE * SIZE, COLUMNS, ROW_MAJOR);\n";

  private static final String STAGED = "shared T staged[INSTANCES * TILE];\n";

  /** How a tile comes to its result. */
  private enum Form {
    SHARED_LOAD(
        "CM2-TLD-007",
        STAGED,
        """
            for (uint i = gl_LocalInvocationIndex; i < INSTANCES * TILE; i += LOCAL_SIZE) {
                staged[i] = source[gl_WorkGroupID.x * INSTANCES * TILE + i];
            }
            barrier();
            coopMatLoadTensorNV(m, staged, LOCAL * TILE, framed);
        """
            + STORE_RESULT),
    SHARED_STORE(
        "CM2-TLD-007",
        STAGED,
        """
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
            coopMatStoreTensorNV(m, staged, LOCAL * TILE, framed);
            barrier();
            for (uint i = gl_LocalInvocationIndex; i < INSTANCES * SIZE; i += LOCAL_SIZE) {
                uint tile = i / SIZE;
                uint row = i % SIZE / COLUMNS;
                uint column = i % COLUMNS;
                result[gl_WorkGroupID.x * INSTANCES * SIZE + i] =
                    staged[tile * TILE + (row + 1) * PITCH + column + 3];
            }
        """),
    /** All shared memory that the device leaves to the application is in use. */
    SHARED_FULL(
        "CM2-WG-006",
        "shared uint filler[WORDS];\n",
        """
            for (uint i = gl_LocalInvocationIndex; i < WORDS; i += LOCAL_SIZE) {
                filler[i] = i * 2654435761u;
            }
            barrier();
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
        """
            + STORE_RESULT
            + """
            barrier();
            for (uint i = gl_LocalInvocationIndex; i < WORDS; i += LOCAL_SIZE) {
                if (filler[i] != i * 2654435761u) {
                    between[0] = T(1);
                }
            }
        """),
    REFERENCE(
        "CM2-TLD-007",
        "",
        """
            coopMatLoadTensorNV(m, addresses.from.elements, INSTANCE * TILE, framed);
            coopMatStoreTensorNV(m, addresses.to.elements, INSTANCE * SIZE, dense);
        """),
    HANDED_OVER(
        "CM2-TLD-010",
        "",
        """
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
            coopMatStoreTensorNV(m, between, INSTANCE * TILE, framed);
            controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
            const uint other = gl_WorkGroupID.x * INSTANCES + (LOCAL + 1) % INSTANCES;
            m = MATRIX(T(0));
            coopMatLoadTensorNV(m, between, other * TILE, framed);
            coopMatStore(m, result, other * SIZE, COLUMNS, ROW_MAJOR);
        """),
    /** The decode function finds each row by a table in shared memory. */
    GATHERED(
        "CM2-DEC-009",
        """
        shared uint rows[ROWS];
        layout(buffer_reference, std430, buffer_reference_align = 1) buffer Element { T value; };
        T gathered(const in Element unused, const in uint block[2], const in uint at[2]) {
            return source[INSTANCE * TILE + (rows[block[0] - 1] + 1) * PITCH + block[1]];
        }
        """,
        """
            for (uint i = gl_LocalInvocationIndex; i < ROWS; i += LOCAL_SIZE) {
                rows[i] = (i * 5 + 3) % ROWS;
            }
            barrier();
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed, gathered);
        """
            + STORE_RESULT),
    SPECIALIZED_SIZE(
        "CM2-TLD-020",
        "",
        "    coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);\n" + STORE_RESULT),
    SPECIALIZED_CLAMP(
        "CM2-LAYOUT-020",
        "",
        """
            tensorLayoutNV<2, CLAMP> around = createTensorLayoutNV(2, CLAMP);
            around = setTensorLayoutDimensionNV(around, ROWS + 2, PITCH);
            around = sliceTensorLayoutNV(around, 5, ROWS, 9, COLUMNS);
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, around);
        """
            + STORE_RESULT);

    private final String assertion;
    private final String global;
    private final String main;

    Form(String assertion, String global, String main) {
      this.assertion = assertion;
      this.global = global;
      this.main = main;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String BLOCK_LOADS = "cooperativeMatrixBlockLoads";

  /** The clamp mode of the specialization constant; its default is another. */
  private static final int REPEAT = 3;

  @Override
  public String name() {
    return "nv2.memory";
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing", "bufferDeviceAddress");
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(Form.values()).map(form -> form.assertion).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<ScopedType> kinds = ScopedType.all(report);
    Form[] forms = Form.values();
    List<Case> cases = new ArrayList<>();
    for (int n = 0; n < kinds.size(); n++) {
      ScopedType kind = kinds.get(n);
      for (int turn : turns(profile, n, forms.length, 3).toArray()) {
        Form form = forms[turn];
        if (form == Form.GATHERED && !report.has(BLOCK_LOADS)) {
          cases.add(
              Case.unsupported(
                  "%s.%s.%s".formatted(name(), form, kind.label()),
                  List.of(form.assertion),
                  lacks(BLOCK_LOADS)));
        } else if (!form.global.equals(STAGED)
            || staged(report, kind) <= sharedMemory(report, kind)) {
          cases.add(
              Case.of(
                  "%s.%s.%s".formatted(name(), form, kind.label()),
                  List.of(form.assertion),
                  () -> plan(report, kind, form)));
        }
      }
    }
    return cases.stream();
  }

  private static int tile(MatrixType type) {
    return (type.rows() + MORE_ROWS) * (type.columns() + MORE_COLUMNS);
  }

  /** Bytes of shared memory that the tiles of a workgroup take. */
  private static long staged(DeviceReport report, ScopedType kind) {
    return (long) instances(kind) * tile(kind.type()) * kind.type().component().bytes();
  }

  /** What is left for the application (CM2 §6). */
  private static long sharedMemory(DeviceReport report, ScopedType kind) {
    long reserved =
        kind.isWorkgroup()
            ? report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory")
            : 0;
    return ComponentSupport.sharedMemory(report) - reserved;
  }

  /** Scope instances in a workgroup. */
  private static int instances(ScopedType kind) {
    return kind.instances() / ScopedType.WORKGROUPS;
  }

  private static Plan plan(DeviceReport report, ScopedType kind, Form form) {
    MatrixType type = kind.type();
    StringBuilder constants = new StringBuilder();
    TreeMap<Integer, Constant> values = new TreeMap<>();
    if (form == Form.SPECIALIZED_SIZE) {
      constant(constants, values, 0, "MATRIX_ROWS", 8, type.rows());
      constant(constants, values, 1, "MATRIX_COLUMNS", 8, type.columns());
    } else if (form == Form.SPECIALIZED_CLAMP) {
      constant(constants, values, 0, "CLAMP", 1, REPEAT);
    }
    String head = kind.head(report, constants.toString());
    if (form == Form.SPECIALIZED_SIZE) {
      head =
          head.replace(
              ", %d, %d, gl_MatrixUse".formatted(type.rows(), type.columns()),
              ", MATRIX_ROWS, MATRIX_COLUMNS, gl_MatrixUse");
    }
    String glsl =
        Template.of("nv2/memory.comp")
            .with("HEAD", head)
            .with("LOCAL", kind.isWorkgroup() ? "0" : "gl_SubgroupID")
            .with(
                "GLOBAL",
                "const uint WORDS = %d;\nconst uint INSTANCES = %d;\nconst uint LOCAL_SIZE = %d;\nconst uint ROWS = %d;\nconst uint COLUMNS = %d;\n%s"
                    .formatted(
                        sharedMemory(report, kind) / 4,
                        instances(kind),
                        kind.localSize(report),
                        type.rows(),
                        type.columns(),
                        form.global))
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("MAIN", form.main)
            .text();
    Shader shader =
        shader(report, glsl, 0, "source", "result", "between", "addresses").specialized(values);
    return new ShaderPlan(
        form == Form.REFERENCE ? shader.addressing("from", "to") : shader,
        List.of(new Subcase("distinct", seed -> trial(kind, form, seed))));
  }

  private static void constant(
      StringBuilder text,
      TreeMap<Integer, Constant> values,
      int id,
      String name,
      int otherwise,
      int value) {
    text.append("layout(constant_id = %d) const uint %s = %d;\n".formatted(id, name, otherwise));
    values.put(id, new Constant(id, name, ComponentType.UINT32, otherwise, value));
  }

  private static Trial trial(ScopedType kind, Form form, long seed) {
    MatrixType type = kind.type();
    int width = type.component().bytes();
    int tile = tile(type);
    byte[] source =
        Data.fill(
            type.component(),
            kind.instances() * tile * width,
            Data.distinct(type.component(), Data.random(seed, kind.label())));
    long[][] tiles = new long[kind.instances()][type.size()];
    for (int instance = 0; instance < tiles.length; instance++) {
      for (int e = 0; e < type.size(); e++) {
        int at = instance * tile + inTile(type, form, e / type.columns(), e % type.columns());
        tiles[instance][e] = LittleEndian.get(source, at * width, width);
      }
    }
    byte[] result = new byte[kind.instances() * type.size() * width];
    Arrays.fill(result, (byte) 0xCD);
    Expectation.Buffer moved = matrices(type, result, tiles, form.assertion);
    byte[] between = new byte[source.length];
    byte[] addresses = new byte[16];
    List<Expectation.Buffer> bound =
        new ArrayList<>(
            List.of(
                Contents.untouched(source),
                form == Form.REFERENCE ? Contents.untouched(result) : moved,
                form == Form.HANDED_OVER
                    ? handedOver(kind, between, source)
                    : Contents.untouched(between),
                Contents.untouched(addresses)));
    List<byte[]> addressed = List.of();
    List<Trial.Address> places = List.of();
    if (form == Form.REFERENCE) {
      bound.add(Contents.untouched(source));
      bound.add(moved);
      addressed = List.of(source, result);
      places = List.of(new Trial.Address(0, 3, 0), new Trial.Address(1, 3, 8));
    }
    return new Trial(
        new byte[0],
        List.of(source, result, between, addresses),
        addressed,
        places,
        List.of(ScopedType.WORKGROUPS, 1, 1),
        Trial.Conversions.NONE,
        List.of(),
        new Expectation(bound, List.of()));
  }

  /** The tensor's element that lies at a row and column of the matrix. */
  private static int inTile(MatrixType type, Form form, int row, int column) {
    int rows = type.rows() + MORE_ROWS;
    int columns = type.columns() + MORE_COLUMNS;
    return switch (form) {
      case SPECIALIZED_CLAMP -> (row + 5) % rows * columns + (column + 9) % columns;
      case GATHERED -> ((row * 5 + 3) % type.rows() + FIRST_ROW) * columns + column + FIRST_COLUMN;
      default -> (row + FIRST_ROW) * columns + column + FIRST_COLUMN;
    };
  }

  /** The tiles that instances leave for each other; what is around them is as it was. */
  private static Expectation.Buffer handedOver(ScopedType kind, byte[] between, byte[] source) {
    MatrixType type = kind.type();
    int width = type.component().bytes();
    Contents contents = new Contents(between);
    for (int instance = 0; instance < kind.instances(); instance++) {
      for (int e = 0; e < type.size(); e++) {
        int at =
            instance * tile(type)
                + inTile(type, Form.HANDED_OVER, e / type.columns(), e % type.columns());
        contents.put(
            at * width,
            type.component(),
            new Acceptance.OneOf(LittleEndian.get(source, at * width, width)),
            Rule.must("CM2-TST-001"));
      }
    }
    return contents.buffer();
  }
}
