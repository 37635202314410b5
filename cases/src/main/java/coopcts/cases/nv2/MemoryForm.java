// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ShaderTemplate;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.oracle.Values;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import coopcts.program.Constant;
import coopcts.program.TensorLayout.Clamp;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * How a tile comes out of its {@link PaddedTile} to its result: in GLSL, and what of the source it
 * is.
 */
enum MemoryForm {
  SHARED_LOAD(
      "CM2-TLD-007",
      Glsl.STAGED,
      """
          for (uint i = gl_LocalInvocationIndex; i < INSTANCES * TILE; i += LOCAL_SIZE) {
              staged[i] = source[gl_WorkGroupID.x * INSTANCES * TILE + i];
          }
          barrier();
          coopMatLoadTensorNV(m, staged, LOCAL * TILE, framed);
      """
          + Glsl.STORE_RESULT) {
    @Override
    long sharedBytes(PaddedTile frame) {
      return frame.stagedBytes();
    }
  },
  SHARED_STORE(
      "CM2-TLD-007",
      Glsl.STAGED,
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
    long sharedBytes(PaddedTile frame) {
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
          + Glsl.STORE_RESULT
          + """
              barrier();
              for (uint i = gl_LocalInvocationIndex; i < WORDS; i += LOCAL_SIZE) {
                  if (filler[i] != i * 2654435761u) {
                      between[0] = T(1);
                  }
              }
          """) {
    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.bound(buffers.left().untouchedBy(rule()));
    }
  },
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
    Trial trial(PaddedBuffers buffers) {
      return buffers.byAddress();
    }
  },
  HANDED_OVER("CM2-TLD-010", "", Glsl.HAND_OVER) {
    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.bound(buffers.handedOver());
    }
  },
  /** The same by a volatile buffer. */
  HANDED_OVER_VOLATILE("CM2-TLD-010", "", Glsl.HAND_OVER) {
    @Override
    String sharing() {
      return "volatile";
    }

    @Override
    Trial trial(PaddedBuffers buffers) {
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
          + Glsl.STORE_RESULT) {
    @Override
    Optional<String> feature() {
      return Optional.of("cooperativeMatrixBlockLoads");
    }

    @Override
    Values loaded(PaddedTile frame, int turn, LongUnaryOperator source) {
      int rows = frame.type().rows();
      return frame
          .framed()
          .load(
              new long[frame.type().size()],
              (_, block, _) -> {
                long row = ((block[0] - PaddedTile.FIRST_ROW) * TABLE_STEP + TABLE_START) % rows;
                return source.applyAsLong((row + PaddedTile.FIRST_ROW) * frame.pitch() + block[1]);
              });
    }
  },
  SPECIALIZED_SIZE(
      "CM2-TLD-020",
      "",
      """
          coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
          coopMatStoreTensorNV(m, result, INSTANCE * SIZE, dense);
      """) {
    @Override
    List<Constant> constants(MatrixType type) {
      return List.of(
          constant(0, "MATRIX_ROWS", 8, type.rows()),
          constant(1, "MATRIX_COLUMNS", 8, type.columns()));
    }

    @Override
    ShaderTemplate template(DeviceReport report, ScopedType kind, String constants) {
      return kind.template(report, TEMPLATE, constants, "MATRIX_ROWS", "MATRIX_COLUMNS");
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
          + Glsl.STORE_RESULT) {
    @Override
    List<Constant> constants(MatrixType type) {
      return List.of(constant(0, "CLAMP", CONSTANT, REPEAT));
    }

    @Override
    Values loaded(PaddedTile frame, int turn, LongUnaryOperator source) {
      return frame.around().load(new long[frame.type().size()], source);
    }
  },
  /** The matrix is handed to a function, which stores it. */
  FUNCTION_STORE(
      "CM2-TST-001",
      """
      void put(MATRIX given, uint at) {
          tensorLayoutNV<2> dense = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ${ROWS}, ${COLUMNS});
          coopMatStoreTensorNV(given, result, at, dense);
      }
      """,
      """
          coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
          put(m, INSTANCE * SIZE);
      """),
  /** Each turn of a loop stores a tile that begins a row later, behind that of the turn before. */
  LOOP_STORE(
      Rule.must("CM2-TST-001"),
      PaddedTile.MORE_ROWS + 1,
      "",
      """
          tensorLayoutNV<2> whole = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ROWS + ${MORE_ROWS}, PITCH);
          tensorLayoutNV<2> tall = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ${TURNS} * ROWS, COLUMNS);
          for (uint turn = 0; turn < ${TURNS}; turn++) {
              tensorLayoutNV<2> from = sliceTensorLayoutNV(whole, turn, ROWS, ${FIRST_COLUMN}, COLUMNS);
              tensorLayoutNV<2> to = sliceTensorLayoutNV(tall, turn * ROWS, ROWS, 0, COLUMNS);
              coopMatLoadTensorNV(m, source, INSTANCE * TILE, from);
              coopMatStoreTensorNV(m, result, INSTANCE * ${TURNS} * SIZE, to);
          }
      """),
  /** A place that holds another tile when a loop's next turn loads it again. */
  AGAIN(
      Rule.must("CM2-TLD-010", "CM2-TST-001", "CM2-TLD-001"),
      PaddedTile.MORE_ROWS + 1,
      "",
      Glsl.AGAIN.formatted("between")) {
    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.bound(buffers.lastHandedOver());
    }
  },
  /** The same by an address. */
  AGAIN_REFERENCE(
      Rule.must("CM2-TLD-007", "CM2-TLD-010", "CM2-TST-001", "CM2-TLD-001"),
      PaddedTile.MORE_ROWS + 1,
      "layout(buffer_reference, std430, buffer_reference_align = 16) coherent buffer Kept { T"
          + " elements[]; };\n",
      "    Kept kept = Kept(addresses.to);\n" + Glsl.AGAIN.formatted("kept.elements")) {
    @Override
    Shader shader(Shader plain, MatrixType type) {
      return plain.addressing("from", "to");
    }

    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.againByAddress();
    }
  },
  /** What a dispatch stored is loaded by the next one, in another workgroup. */
  NEXT_DISPATCH(
      Rule.must("KHR-MEM-005", "CM2-TST-001", "CM2-TLD-001"),
      Glsl.PUSHED,
      Glsl.STORE_FIRST
          + """
                  coopMatLoadTensorNV(m, between, other * TILE, dense);
          """
          + Glsl.STORE_OTHER) {
    @Override
    int pushBytes() {
      return Integer.BYTES;
    }

    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.twice();
    }
  },
  /** The same by way of a decode function. */
  NEXT_DECODED(
      Rule.must("KHR-MEM-005", "CM2-DEC-001", "CM2-DEC-018", "CM2-TST-001"),
      Glsl.PUSHED + Glsl.DECODED.formatted(""),
      Glsl.STORE_FIRST
          + """
                  coopMatLoadTensorNV(m, between, other * TILE, dense, decoded);
          """
          + Glsl.STORE_OTHER) {
    @Override
    Optional<String> feature() {
      return Optional.of("cooperativeMatrixBlockLoads");
    }

    @Override
    int pushBytes() {
      return Integer.BYTES;
    }

    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.twice();
    }
  },
  /** The decode function reads what other invocations of the workgroup wrote before a barrier. */
  WRITTEN_DECODED(
      Rule.must("CM2-DEC-001", "CM2-DEC-003", "CM2-DEC-018"),
      Glsl.DECODED.formatted("coherent "),
      """
          for (uint i = gl_LocalInvocationIndex; i < INSTANCES * TILE; i += LOCAL_SIZE) {
              const uint at = gl_WorkGroupID.x * INSTANCES * TILE + i;
              between[at] = source[at];
          }
          controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
              gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
          coopMatLoadTensorNV(m, between, INSTANCE * TILE, framed, decoded);
      """
          + Glsl.STORE_RESULT) {
    @Override
    Optional<String> feature() {
      return Optional.of("cooperativeMatrixBlockLoads");
    }

    @Override
    Trial trial(PaddedBuffers buffers) {
      return buffers.bound(buffers.copied());
    }
  };

  /** What several forms have in common. */
  private static final class Glsl {
    static final String STAGED = "shared T staged[INSTANCES * TILE];\n";

    /** Turn by turn another tile is kept at a place, and loaded from there. */
    static final String AGAIN =
        """
            tensorLayoutNV<2> whole = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ROWS + ${MORE_ROWS}, PITCH);
            for (uint turn = 0; turn < ${TURNS}; turn++) {
                tensorLayoutNV<2> from = sliceTensorLayoutNV(whole, turn, ROWS, ${FIRST_COLUMN}, COLUMNS);
                coopMatLoadTensorNV(m, source, INSTANCE * TILE, from);
                coopMatStoreTensorNV(m, %1$s, INSTANCE * TILE, framed);
                controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                    gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
                coopMatLoadTensorNV(m, %1$s, INSTANCE * TILE, framed);
                coopMatStore(m, result, (INSTANCE * ${TURNS} + turn) * SIZE, COLUMNS, ROW_MAJOR);
                controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                    gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
            }
        """;

    /** What one scope instance stored another loads. */
    static final String HAND_OVER =
        """
            coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
            coopMatStoreTensorNV(m, between, INSTANCE * TILE, framed);
            controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
            const uint other = gl_WorkGroupID.x * INSTANCES + (LOCAL + 1) % INSTANCES;
            m = MATRIX(T(0));
            coopMatLoadTensorNV(m, between, other * TILE, framed);
            coopMatStore(m, result, other * SIZE, COLUMNS, ROW_MAJOR);
        """;

    static final String STORE_RESULT =
        "    coopMatStore(m, result, INSTANCE * SIZE, COLUMNS, ROW_MAJOR);\n";

    static final String PUSHED = "layout(push_constant) uniform Push { uint dispatch; };\n";

    /** The first dispatch; what follows is done by the second one. */
    static final String STORE_FIRST =
        """
            const uint other = ${ALL} - 1 - INSTANCE;
            if (dispatch == 0) {
                coopMatLoadTensorNV(m, source, INSTANCE * TILE, framed);
                coopMatStoreTensorNV(m, between, INSTANCE * TILE, dense);
            } else {
        """;

    static final String STORE_OTHER =
        "        coopMatStore(m, result, other * SIZE, COLUMNS, ROW_MAJOR);\n    }\n";

    /** A function that gives what its pointer leads to, in memory that is qualified. */
    static final String DECODED =
        """
        layout(buffer_reference, scalar, buffer_reference_align = ${BYTES}) %sreadonly buffer Element { T value; };
        T decoded(const in Element ref, const in uint block[2], const in uint at[2]) {
            return ref.value;
        }
        """;
  }

  private static final String TEMPLATE = "memory.comp";

  /** The table of rows: number i is this times i and this more, modulo the rows. */
  static final int TABLE_STEP = 5;

  static final int TABLE_START = 3;

  /** The number of {@link Clamp#REPEAT} in GLSL, and of another mode. */
  private static final int REPEAT = 3;

  private static final int CONSTANT = 1;

  private final Rule rule;
  private final int turns;
  private final String global;
  private final String main;

  MemoryForm(String assertion, String global, String main) {
    this(Rule.must(assertion), global, main);
  }

  MemoryForm(Rule rule, String global, String main) {
    this(rule, 1, global, main);
  }

  /**
   * @param turns of a loop, each of which takes a tile that begins a row later than the one before
   */
  MemoryForm(Rule rule, int turns, String global, String main) {
    this.rule = rule;
    this.turns = turns;
    this.global = global;
    this.main = main;
  }

  /** Why its elements are expected. */
  Rule rule() {
    return rule;
  }

  /** How the buffer between is qualified, in GLSL. */
  String sharing() {
    return "coherent";
  }

  /** What stands before {@code main}, in GLSL. */
  String global() {
    return global;
  }

  /** What is done, in GLSL. */
  String main() {
    return main;
  }

  /** What it needs beside what all need. */
  Optional<String> feature() {
    return Optional.empty();
  }

  /** Bytes of shared memory that its shader must be able to have. */
  long sharedBytes(PaddedTile frame) {
    return 0;
  }

  /** Bytes of push constants: the number of the dispatch, where there are two. */
  int pushBytes() {
    return 0;
  }

  /** Tiles that each scope instance leaves in the result, one behind the other. */
  int turns() {
    return turns;
  }

  /** Its specialization constants. */
  List<Constant> constants(MatrixType type) {
    return List.of();
  }

  ShaderTemplate template(DeviceReport report, ScopedType kind, String constants) {
    return kind.template(report, TEMPLATE, constants);
  }

  Shader shader(Shader plain, MatrixType type) {
    TreeMap<Integer, Constant> values = new TreeMap<>();
    constants(type).forEach(constant -> values.put(constant.id(), constant));
    return plain.specialized(values);
  }

  /**
   * What becomes of a tile.
   *
   * @param turn its number among those of its scope instance
   * @param source the elements of its frame
   */
  Values loaded(PaddedTile frame, int turn, LongUnaryOperator source) {
    TensorAccess tile = turns == 1 ? frame.framed() : frame.from(turn);
    return tile.load(new long[frame.type().size()], source);
  }

  Trial trial(PaddedBuffers buffers) {
    return buffers.bound(buffers.left());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Constant constant(int id, String name, int otherwise, int value) {
    return new Constant(id, name, ComponentType.UINT32, otherwise, value);
  }
}
