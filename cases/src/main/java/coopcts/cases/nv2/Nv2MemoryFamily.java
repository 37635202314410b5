package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.oracle.TensorLayout;
import coopcts.oracle.TensorLayout.Clamp;
import coopcts.oracle.TensorLayout.Setter;
import coopcts.oracle.Values;
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
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * Tensor loads and stores of shared memory, of buffers reached by their address, from hand to hand
 * between scope instances; and with sizes and clamp modes that are specialization constants.
 */
public final class Nv2MemoryFamily extends Nv2Family {

  private static final Share SHARE = new Share(4, 12);

  /** Elements of a frame around the tile: rows above and below, columns left and right. */
  private static final int MORE_ROWS = 2;

  private static final int MORE_COLUMNS = 8;

  /** Where the tile begins in its frame. */
  private static final int FIRST_ROW = 1;

  private static final int FIRST_COLUMN = 3;

  /** Where it begins if it reaches around the frame's end. */
  private static final int LATE_ROW = 5;

  private static final int LATE_COLUMN = 9;

  /** The table of rows: number i is this times i and this more, modulo the rows. */
  private static final int TABLE_STEP = 5;

  private static final int TABLE_START = 3;

  /** The number of {@link Clamp#REPEAT} in GLSL, and of another mode. */
  private static final int REPEAT = 3;

  private static final int CONSTANT = 1;

  private static final String BLOCK_LOADS = "cooperativeMatrixBlockLoads";

  private static final String STORE_RESULT =
      "    coopMatStore(m, result, INSTANCE * SIZE, COLUMNS, ROW_MAJOR);\n";

  private static final String STAGED = "shared T staged[INSTANCES * TILE];\n";

  /** How a tile comes to its result: in GLSL, and what of the source it is. */
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
            + STORE_RESULT) {
      @Override
      long sharedBytes(Frame frame) {
        return frame.stagedBytes();
      }
    },
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
                    staged[tile * TILE + (row + ${FIRST_ROW}) * PITCH + column + ${FIRST_COLUMN}];
            }
        """) {
      @Override
      long sharedBytes(Frame frame) {
        return frame.stagedBytes();
      }
    },
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
        """) {
      @Override
      Shader shader(Shader plain, MatrixType type) {
        return plain.addressing("from", "to");
      }

      @Override
      Trial trial(Buffers buffers) {
        return buffers.byAddress();
      }
    },
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
        """) {
      @Override
      Trial trial(Buffers buffers) {
        return buffers.bound(buffers.handedOver());
      }
    },
    /** The decode function finds each row by a table in shared memory. */
    GATHERED(
        "CM2-DEC-009",
        """
        shared uint rows[ROWS];
        layout(buffer_reference, std430, buffer_reference_align = 1) buffer Element { T value; };
        T gathered(const in Element unused, const in uint block[2], const in uint at[2]) {
            return source[INSTANCE * TILE + (rows[block[0] - ${FIRST_ROW}] + ${FIRST_ROW}) * PITCH + block[1]];
        }
        """,
        """
            for (uint i = gl_LocalInvocationIndex; i < ROWS; i += LOCAL_SIZE) {
                rows[i] = (i * ${TABLE_STEP} + ${TABLE_START}) % ROWS;
            }
            barrier();
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed, gathered);
        """
            + STORE_RESULT) {
      @Override
      Optional<String> feature() {
        return Optional.of(BLOCK_LOADS);
      }

      @Override
      Values loaded(Frame frame, LongUnaryOperator source) {
        int rows = frame.type().rows();
        return frame
            .framed()
            .load(
                new long[frame.type().size()],
                (_, block, _) -> {
                  long row = ((block[0] - FIRST_ROW) * TABLE_STEP + TABLE_START) % rows;
                  return source.applyAsLong((row + FIRST_ROW) * frame.pitch() + block[1]);
                });
      }
    },
    SPECIALIZED_SIZE(
        "CM2-TLD-020",
        "",
        "    coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);\n" + STORE_RESULT) {
      @Override
      List<Constant> constants(MatrixType type) {
        return List.of(
            constant(0, "MATRIX_ROWS", 8, type.rows()),
            constant(1, "MATRIX_COLUMNS", 8, type.columns()));
      }

      @Override
      String head(DeviceReport report, ScopedType kind, String constants) {
        return kind.head(report, constants, "MATRIX_ROWS", "MATRIX_COLUMNS");
      }
    },
    SPECIALIZED_CLAMP(
        "CM2-LAYOUT-020",
        "",
        """
            tensorLayoutNV<2, CLAMP> around = createTensorLayoutNV(2, CLAMP);
            around = setTensorLayoutDimensionNV(around, ROWS + ${MORE_ROWS}, PITCH);
            around = sliceTensorLayoutNV(around, ${LATE_ROW}, ROWS, ${LATE_COLUMN}, COLUMNS);
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, around);
        """
            + STORE_RESULT) {
      @Override
      List<Constant> constants(MatrixType type) {
        return List.of(constant(0, "CLAMP", CONSTANT, REPEAT));
      }

      @Override
      Values loaded(Frame frame, LongUnaryOperator source) {
        return frame.around().load(new long[frame.type().size()], source);
      }
    };

    private final Rule rule;
    private final String global;
    private final String main;

    Form(String assertion, String global, String main) {
      this.rule = Rule.must(assertion);
      this.global = global;
      this.main = main;
    }

    /** What it needs beside what all need. */
    Optional<String> feature() {
      return Optional.empty();
    }

    /** Bytes of shared memory that its shader must be able to have. */
    long sharedBytes(Frame frame) {
      return 0;
    }

    /** Its specialization constants. */
    List<Constant> constants(MatrixType type) {
      return List.of();
    }

    String head(DeviceReport report, ScopedType kind, String constants) {
      return kind.head(report, constants);
    }

    Shader shader(Shader plain, MatrixType type) {
      TreeMap<Integer, Constant> values = new TreeMap<>();
      constants(type).forEach(constant -> values.put(constant.id(), constant));
      return plain.specialized(values);
    }

    /**
     * What becomes of a tile.
     *
     * @param source the elements of its frame
     */
    Values loaded(Frame frame, LongUnaryOperator source) {
      return frame.framed().load(new long[frame.type().size()], source);
    }

    Trial trial(Buffers buffers) {
      return buffers.bound(Contents.untouched(buffers.between));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Forms of which every kind of matrix meets one in a default run. */
  private static final List<Form> COMMON =
      List.of(Form.SHARED_FULL, Form.REFERENCE, Form.HANDED_OVER, Form.SPECIALIZED_SIZE);

  /** A tile with what is around it. */
  private record Frame(MatrixType type, int instances) {
    int pitch() {
      return type.columns() + MORE_COLUMNS;
    }

    int rows() {
      return type.rows() + MORE_ROWS;
    }

    int size() {
      return rows() * pitch();
    }

    /** Bytes of shared memory that the tiles of a workgroup take. */
    long stagedBytes() {
      return (long) instances / ScopedType.WORKGROUPS * size() * type.component().bytes();
    }

    TensorAccess framed() {
      return access(Clamp.UNDEFINED, FIRST_ROW, FIRST_COLUMN);
    }

    TensorAccess around() {
      return access(Clamp.REPEAT, LATE_ROW, LATE_COLUMN);
    }

    private TensorAccess access(Clamp clamp, int row, int column) {
      return new TensorAccess(
          type,
          TensorLayout.of(
              2,
              clamp,
              new Setter.Dimension(rows(), pitch()),
              new Setter.Slice(row, type.rows(), column, type.columns())));
    }
  }

  private static Constant constant(int id, String name, int otherwise, int value) {
    return new Constant(id, name, ComponentType.UINT32, otherwise, value);
  }

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
    return Arrays.stream(Form.values()).map(form -> form.rule.assertion()).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return SHARE
        .pairs(
            profile,
            name(),
            ScopedType.all(report),
            List.of(Form.values()),
            (kind, form) -> form.sharedBytes(frame(kind)) <= sharedMemory(report, kind),
            profile == Profile.SMOKE ? List.of() : COMMON)
        .map(pair -> of(report, pair.kind(), pair.variant()));
  }

  private Case of(DeviceReport report, ScopedType kind, Form form) {
    String name = "%s.%s.%s".formatted(name(), form, kind);
    List<String> checks = List.of(form.rule.assertion());
    return report
        .missing(form.feature().stream().toList())
        .map(missing -> Case.unsupported(name, checks, lacks(missing)))
        .orElseGet(() -> Case.of(name, checks, () -> plan(report, kind, form)));
  }

  private static Frame frame(ScopedType kind) {
    return new Frame(kind.type(), kind.instances());
  }

  /** What is left for the application (CM2 §6). */
  private static long sharedMemory(DeviceReport report, ScopedType kind) {
    long reserved =
        kind.isWorkgroup()
            ? report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory")
            : 0;
    return ComponentSupport.sharedMemory(report) - reserved;
  }

  private static Plan plan(DeviceReport report, ScopedType kind, Form form) {
    MatrixType type = kind.type();
    StringBuilder constants = new StringBuilder();
    for (Constant one : form.constants(type)) {
      constants.append(
          "layout(constant_id = %d) const uint %s = %d;\n"
              .formatted(one.id(), one.name(), one.defaultBits()));
    }
    String glsl =
        Template.of("nv2/memory.comp")
            .with("HEAD", form.head(report, kind, constants.toString()))
            .with("LOCAL", kind.isWorkgroup() ? "0" : "gl_SubgroupID")
            .with("WORDS", sharedMemory(report, kind) / 4)
            .with("INSTANCES", kind.instances() / ScopedType.WORKGROUPS)
            .with("LOCAL_SIZE", kind.localSize(report))
            .with("GLOBAL", form.global)
            .with("MAIN", form.main)
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("MORE_ROWS", MORE_ROWS)
            .with("MORE_COLUMNS", MORE_COLUMNS)
            .with("FIRST_ROW", FIRST_ROW)
            .with("FIRST_COLUMN", FIRST_COLUMN)
            .with("LATE_ROW", LATE_ROW)
            .with("LATE_COLUMN", LATE_COLUMN)
            .with("TABLE_STEP", TABLE_STEP)
            .with("TABLE_START", TABLE_START)
            .text();
    Shader plain = shader(report, glsl, 0, "source", "result", "between", "addresses");
    return new ShaderPlan(
        form.shader(plain, type),
        List.of(new Subcase("distinct", seed -> form.trial(new Buffers(kind, form, seed)))));
  }

  /** The buffers of one run. */
  private static final class Buffers {
    private final Frame frame;
    private final byte[] source;
    private final byte[] result;
    private final byte[] between;
    private final byte[] addresses = new byte[16];
    private final Expectation.Buffer moved;

    Buffers(ScopedType kind, Form form, long seed) {
      this.frame = frame(kind);
      ComponentType component = kind.type().component();
      this.source =
          Data.fill(
              component,
              kind.instances() * frame.size() * component.bytes(),
              Data.distinct(component, Data.random(seed, kind.label())));
      this.between = new byte[source.length];
      this.result = new byte[kind.instances() * kind.type().size() * component.bytes()];
      Arrays.fill(result, (byte) 0xCD);
      List<Values> tiles = new ArrayList<>();
      for (int n = 0; n < kind.instances(); n++) {
        int instance = n;
        tiles.add(form.loaded(frame, linear -> element(instance, linear)));
      }
      this.moved = matrices(result, tiles, form.rule);
    }

    private int at(int instance, long linear) {
      return (int) (instance * frame.size() + linear) * frame.type.component().bytes();
    }

    private long element(int instance, long linear) {
      return LittleEndian.get(source, at(instance, linear), frame.type.component().bytes());
    }

    /** The tiles that instances leave for each other; what is around them is as it was. */
    Expectation.Buffer handedOver() {
      Contents contents = new Contents(between);
      Rule rule = Rule.must("CM2-TST-001");
      for (int n = 0; n < frame.instances; n++) {
        int instance = n;
        frame
            .framed()
            .store(
                (linear, _) ->
                    contents.put(
                        at(instance, linear),
                        frame.type.component(),
                        element(instance, linear),
                        rule));
      }
      return contents.buffer();
    }

    private List<Expectation.Buffer> expected(
        Expectation.Buffer second, Expectation.Buffer third, Expectation.Buffer... more) {
      List<Expectation.Buffer> all =
          new ArrayList<>(
              List.of(Contents.untouched(source), second, third, Contents.untouched(addresses)));
      all.addAll(List.of(more));
      return all;
    }

    /** A run on bound buffers alone. */
    Trial bound(Expectation.Buffer expectedBetween) {
      return Trial.of(
          new byte[0],
          List.of(source, result, between, addresses),
          ScopedType.WORKGROUPS,
          new Expectation(expected(moved, expectedBetween), List.of()));
    }

    /** A run on buffers by their addresses. */
    Trial byAddress() {
      return new Trial(
          new byte[0],
          List.of(source, result, between, addresses),
          List.of(source, result),
          List.of(new Trial.Address(0, 3, 0), new Trial.Address(1, 3, 8)),
          List.of(ScopedType.WORKGROUPS, 1, 1),
          Trial.Conversions.NONE,
          List.of(),
          new Expectation(
              expected(
                  Contents.untouched(result),
                  Contents.untouched(between),
                  Contents.untouched(source),
                  moved),
              List.of()));
    }
  }
}
