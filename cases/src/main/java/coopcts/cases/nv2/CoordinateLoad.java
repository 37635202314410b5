// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ShaderTemplate;
import coopcts.glsl.TensorGlsl;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.TensorAccess;
import coopcts.oracle.Values;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.program.TensorLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A tensor load with decode functions that show both of their operands: the pointer to a block, by
 * what they read there, and the coordinates, by numbers made of them. Families of nv2 and decode
 * make their plans here.
 */
public final class CoordinateLoad {

  /** Patterns of which every kind of matrix meets one in every run. */
  private static final List<String> COMMON =
      List.of(
          "blocks",
          "blocks_partial",
          "blocks_wide",
          "blocks_one",
          "blocks_three",
          "blocks_five",
          "blocks_transposed",
          "repeat_blocks",
          "edge_blocks");

  /** What a coordinate code is taken modulo: small enough for every component type. */
  private static final int CODES = 13;

  /** What the vector function adds where the two may differ. */
  private static final int TAG = 32;

  /** What the vector function gives when its first coordinate is no multiple of its length. */
  private static final int WRONG_START = 99;

  /**
   * A call of a function: of the scalar one for an element, of the vector one for a group.
   *
   * @param linear blocks from the tensor's start
   * @param block the block's coordinates
   * @param inBlock the coordinates in it
   * @param component the element of the group that is asked for
   */
  private record Call(Tensor tensor, long linear, long[] block, long[] inBlock, int component) {
    long data() {
      return tensor.component(linear, tensor.load.index(inBlock) + component);
    }

    /** The same for the second block of a struct of two. */
    Call secondOfTwo() {
      return new Call(tensor, 2 * linear + 1, block, inBlock, component);
    }

    long code() {
      int last = block.length - 1;
      long sum = (long) component * (1 + 4 * last);
      for (int i = 0; i <= last; i++) {
        sum += block[i] * (3 + 2 * i) + inBlock[i] * (1 + 4 * i);
      }
      return sum % CODES;
    }

    boolean startsGroup(int length) {
      return inBlock[inBlock.length - 1] % length == 0;
    }

    /** The pattern of a whole number. */
    long encoded(long whole) {
      return InputPatterns.encode(tensor.load.type.component(), whole);
    }
  }

  /** What the functions give: in GLSL and in meaning, the scalar one and the vector one. */
  public enum CoordinateForm {
    /** The component in the block at the coordinate: pointer and coordinate must fit. */
    DATA(0) {
      @Override
      String scalar(CoordinateLoad load) {
        return "fetched(ref, " + load.index() + ")";
      }

      @Override
      String vector(CoordinateLoad load, int length) {
        return "ref.values[" + load.index() + " + i]";
      }

      @Override
      long scalar(Call call) {
        return call.data();
      }

      @Override
      long vector(Call call, int length) {
        return call.data();
      }
    },

    /**
     * The same, where the vector function's struct is of two blocks, of which it takes the second:
     * its pointer goes twice as far, and what either function finds may come.
     */
    OWN_STRUCT(0) {
      @Override
      String scalar(CoordinateLoad load) {
        return DATA.scalar(load);
      }

      @Override
      String vector(CoordinateLoad load, int length) {
        return "ref.values[%d + %s + i]".formatted(load.length, load.index());
      }

      @Override
      long scalar(Call call) {
        return call.data();
      }

      @Override
      long vector(Call call, int length) {
        return call.secondOfTwo().data();
      }

      @Override
      int blocks() {
        return 2;
      }
    },

    /** A code of all coordinates. */
    COORDINATES(CODES) {
      @Override
      String scalar(CoordinateLoad load) {
        return "T(" + load.coded("0u") + ")";
      }

      @Override
      String vector(CoordinateLoad load, int length) {
        return "T(" + load.coded("i") + ")";
      }

      @Override
      long scalar(Call call) {
        return call.encoded(call.code());
      }

      @Override
      long vector(Call call, int length) {
        return call.encoded(call.code());
      }
    },

    /** The same, with a tag where the vector function gave it. */
    TAGGED(WRONG_START + 1) {
      @Override
      String scalar(CoordinateLoad load) {
        return COORDINATES.scalar(load);
      }

      @Override
      String vector(CoordinateLoad load, int length) {
        return "inside[%d] %% %du != 0 ? T(%d) : T(%d + %s)"
            .formatted(load.layout.dimensions() - 1, length, WRONG_START, TAG, load.coded("i"));
      }

      @Override
      long scalar(Call call) {
        return COORDINATES.scalar(call);
      }

      @Override
      long vector(Call call, int length) {
        return call.encoded(call.startsGroup(length) ? TAG + call.code() : WRONG_START);
      }
    };

    private final int codes;

    /**
     * @param codes whole numbers that a component type must hold
     */
    CoordinateForm(int codes) {
      this.codes = codes;
    }

    /**
     * {@return whether a matrix's component type holds exactly all numbers that functions of this
     * form give}
     *
     * @param kind matrix type with its workgroup
     */
    public boolean takes(ScopedType kind) {
      return InputPatterns.exactIntegers(kind.type().component()) >= codes;
    }

    /** Blocks in the vector function's struct. */
    int blocks() {
      return 1;
    }

    abstract String scalar(CoordinateLoad load);

    /** The vector function's component i. */
    abstract String vector(CoordinateLoad load, int length);

    abstract long scalar(Call call);

    abstract long vector(Call call, int length);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String PARAMETERS =
      "const in %s ref, const in uint32_t at[%d], const in uint32_t inside[%d]";

  private final ScopedType kind;
  private final MatrixType type;
  private final TensorPattern pattern;
  private final CoordinateForm form;
  private final TensorLayout layout;
  private final TensorAccess access;

  /** Components of a block. */
  private final int length;

  /** Blocks from one instance's tensor to the next: a multiple of 16, whatever a block's size. */
  private final int tile;

  private CoordinateLoad(ScopedType kind, TensorPattern pattern, CoordinateForm form) {
    this.kind = kind;
    this.type = kind.type();
    this.pattern = pattern;
    this.form = form;
    this.layout = pattern.at(type.rows(), type.columns());
    this.access = new TensorAccess(type, layout);
    this.length = (int) Arrays.stream(layout.blockSizes()).reduce(1, (x, y) -> x * y);
    this.tile = (int) Math.ceilDiv(access.reach(), 16) * 16;
  }

  /**
   * {@return whether the suite has cases of a form with a pattern} Functions that take a pointer to
   * a structure of their own are tried only with a few patterns of blocks.
   *
   * @param pattern layout and view
   * @param form what the functions give
   */
  public static boolean isTried(TensorPattern pattern, CoordinateForm form) {
    return form != CoordinateForm.OWN_STRUCT || COMMON.contains(pattern.name());
  }

  /**
   * {@return whether a pattern and a form are among those pairs of which every kind of matrix gets
   * one in every run, even a smoke run} They are patterns of blocks, with functions that give the
   * block's component or a number made of the coordinates.
   *
   * @param pattern layout and view
   * @param form what the functions give
   */
  public static boolean isCommon(TensorPattern pattern, CoordinateForm form) {
    return COMMON.contains(pattern.name())
        && (form == CoordinateForm.DATA || form == CoordinateForm.COORDINATES);
  }

  /** A load with a scalar function alone. */
  static Plan plan(
      DeviceReport report,
      ScopedType kind,
      TensorPattern pattern,
      CoordinateForm form,
      TensorRules rules) {
    CoordinateLoad load = new CoordinateLoad(kind, pattern, form);
    return load.plan(
        report,
        "",
        load.functions().strip(),
        ", decode",
        rules,
        (tensor, before) -> load.access.load(before, scalar(form, tensor)));
  }

  /**
   * Makes a plan that loads a matrix with a scalar and a vector decode function and expects what
   * one of the two gives for each element.
   *
   * @param report of the device
   * @param kind matrix type with its workgroup
   * @param pattern layout and view, for which {@link #isTried} holds
   * @param form what the functions give; it {@code takes} the kind
   * @param v components of the vector that the vector function gives, which divides a block's
   *     length along the last dimension
   * @param rules why each element is expected, by where it lies
   * @return a plan of one shader
   */
  public static Plan plan(
      DeviceReport report,
      ScopedType kind,
      TensorPattern pattern,
      CoordinateForm form,
      int v,
      TensorRules rules) {
    CoordinateLoad load = new CoordinateLoad(kind, pattern, form);
    return load.plan(
        report,
        FormatLoad.VECTOR_EXTENSIONS,
        (load.functions() + load.vectorFunction(v)).strip(),
        ", decode, decodeVector",
        rules,
        (tensor, before) ->
            load.access.load(
                before,
                scalar(form, tensor),
                v,
                (linear, block, inBlock, component) ->
                    form.vector(new Call(tensor, linear, block, inBlock, component), v)));
  }

  private static TensorAccess.Decode scalar(CoordinateForm form, Tensor tensor) {
    return (linear, block, inBlock) -> form.scalar(new Call(tensor, linear, block, inBlock, 0));
  }

  private String coded(String component) {
    int last = layout.dimensions() - 1;
    StringBuilder sum = new StringBuilder("0u");
    for (int i = 0; i <= last; i++) {
      String inside = i == last ? "(inside[%d] + %s)".formatted(i, component) : "inside[" + i + "]";
      sum.append(" + at[%d] * %du + %s * %du".formatted(i, 3 + 2 * i, inside, 1 + 4 * i));
    }
    return "(" + sum + ") % " + CODES + "u";
  }

  /** The component of a block that lies at coordinates, in GLSL. */
  private String index() {
    long[] sizes = layout.blockSizes();
    StringBuilder index = new StringBuilder("inside[0]");
    for (int i = 1; i < sizes.length; i++) {
      index.insert(0, "(").append(" * %du + inside[%d])".formatted(sizes[i], i));
    }
    return index.toString();
  }

  private long index(long[] inBlock) {
    long[] sizes = layout.blockSizes();
    long index = 0;
    for (int i = 0; i < sizes.length; i++) {
      index = index * sizes[i] + inBlock[i];
    }
    return index;
  }

  private String functions() {
    int d = layout.dimensions();
    int width = type.component().bytes();
    return """
    struct Block { T values[%d]; };
    layout(buffer_reference, scalar, buffer_reference_align = %d) readonly buffer BlockRef { Block block; };
    layout(buffer_reference, scalar, buffer_reference_align = %d) readonly buffer ValueRef { T values[%d]; };
    T fetched(BlockRef ref, uint i) { return ref.block.values[i]; }
    T decode(%s) { return %s; }
    """
        .formatted(
            length,
            width,
            width,
            form.blocks() * length,
            PARAMETERS.formatted("BlockRef", d, d),
            form.scalar(this));
  }

  private String vectorFunction(int v) {
    int d = layout.dimensions();
    return """
    vector<T, %d> decodeVector(%s) {
        vector<T, %d> result;
        for (uint i = 0; i < %d; i++) {
            result[i] = %s;
        }
        return result;
    }
    """
        .formatted(v, PARAMETERS.formatted("ValueRef", d, d), v, v, form.vector(this, v));
  }

  /** What a load makes of one instance's matrix. */
  @FunctionalInterface
  private interface Loaded {
    Values of(Tensor tensor, long[] before);
  }

  private Plan plan(
      DeviceReport report,
      String extensions,
      String functions,
      String arguments,
      TensorRules rules,
      Loaded loaded) {
    String glsl =
        ShaderTemplate.of("nv2/load.comp")
            .with("HEAD", kind.head(report, extensions))
            .with("FUNCTIONS", functions + "\n")
            .with("ELEMENT", "Block")
            .with("COLUMNS", type.columns())
            .with("LAYOUT", TensorGlsl.declare(layout, "t", TensorGlsl.LITERAL))
            .with("OFFSET", "(16 + %s * %d)".formatted(kind.instance(), tile))
            .with("ARGUMENTS", TensorGlsl.arguments(layout, "t") + arguments)
            .text();
    return new ShaderPlan(
        Nv2Family.shader(report, glsl, 0, TensorLoad.BUFFERS),
        List.of(
            new Subcase(
                "distinct",
                seed -> trial(InputPatterns.random(seed, pattern.name()), rules, loaded))));
  }

  /** One instance's blocks. */
  private record Tensor(CoordinateLoad load, byte[] bytes, int instance) {
    long component(long linear, long index) {
      int width = load.type.component().bytes();
      long block = 16 + (long) instance * load.tile + linear;
      return LittleEndian.get(bytes, (int) (block * load.length + index) * width, width);
    }
  }

  private Trial trial(SplittableRandom random, TensorRules rules, Loaded loaded) {
    ComponentType component = type.component();
    int width = component.bytes();
    int count = 32 + (kind.instances() + form.blocks() - 1) * tile;
    byte[] tensor =
        InputPatterns.fill(
            component,
            Math.ceilDiv(count * length * width, 16) * 16,
            InputPatterns.distinct(component, random));
    byte[] before =
        InputPatterns.fill(
            component,
            kind.instances() * type.size() * width,
            InputPatterns.distinct(component, random));
    byte[] result = ExpectedContents.marked(before.length).before();
    List<Values> tiles = new ArrayList<>();
    for (int instance = 0; instance < kind.instances(); instance++) {
      tiles.add(
          loaded.of(
              new Tensor(this, tensor, instance), Nv2Family.elements(type, before, instance)));
    }
    return TensorLoad.trial(
        tensor, before, result, Nv2Family.matrices(result, tiles, access, rules), new byte[16]);
  }
}
