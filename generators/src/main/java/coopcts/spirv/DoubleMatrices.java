// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.lwjgl.util.spvc.Spv;

/**
 * Matrices of 64-bit floats, which the texts allow (KHR-TYPE-001) and glslang rejects. It compiles
 * another float type in their place, one that the shader has not, and the module is changed into
 * what the shader says: the type, the strides of arrays of it, its constants.
 *
 * <p>It changes the front end's words, since it is for texts: shaders in frames, templates, compile
 * rules, and what others give to {@code exec}. Of programs the writer of SPIR-V makes such modules.
 */
final class DoubleMatrices {

  private static final Pattern WANTED =
      Pattern.compile("\\bdouble\\b.*\\bcoopmat<|\\bcoopmat<double\\b", Pattern.DOTALL);

  /** A literal with the sign before it, where that is no subtraction. */
  private static final Pattern LITERAL =
      Pattern.compile("((?<=[(,=*?:]\\s{0,9}|return )-)?([0-9.]+(?:[eE][-+]?[0-9]+)?)lf\\b");

  private static final Pattern FOLDED = Pattern.compile("\\b(\\w+_t)\\([-+0-9.eE]+\\)");

  private static final int[] NONE = {};

  /** A float type that stands in for the wider one. */
  private enum StandIn {
    SINGLE("float", "vec", 32, "\\b(float|mat[234]|vec[234])\\b|[0-9]\\.[0-9]"),
    HALF("float16_t", "f16vec", 16, "\\bfloat16_t\\b|\\bf16vec[234]\\b|[0-9]hf\\b");

    private final String scalar;
    private final String vector;
    private final int bits;
    private final Pattern used;

    StandIn(String scalar, String vector, int bits, String used) {
      this.scalar = scalar;
      this.vector = vector;
      this.bits = bits;
      this.used = Pattern.compile(used);
    }

    /** Literals of other types stay what they are, as the front end folds them. */
    boolean isFree(String glsl) {
      String others = LITERAL.matcher(glsl).replaceAll("");
      return !used.matcher(FOLDED.matcher(others).replaceAll("$1")).find();
    }

    boolean holds(double value) {
      return this == SINGLE
          ? (float) value == value
          : Float.float16ToFloat(Float.floatToFloat16((float) value)) == value;
    }

    /** The value of a constant's word. */
    double value(int word) {
      return this == SINGLE ? Float.intBitsToFloat(word) : Float.float16ToFloat((short) word);
    }

    String literal(double value) {
      return "%s(%s)".formatted(scalar, Float.toString((float) value));
    }
  }

  private final StandIn standIn;

  /** Magnitudes that the stand-in cannot hold, by those that stand in for them. */
  private final Map<Double, Double> others = new HashMap<>();

  /** What the front end is to compile. */
  final String glsl;

  private DoubleMatrices(String glsl, StandIn standIn) {
    this.standIn = standIn;
    String literals = LITERAL.matcher(glsl).replaceAll(this::literal);
    this.glsl =
        literals
            .replaceAll("\\bdouble\\b", standIn.scalar)
            .replaceAll("\\bdvec([234])\\b", standIn.vector + "$1");
  }

  private String literal(MatchResult found) {
    double value = Double.parseDouble(found.group(2)) * (found.group(1) == null ? 1 : -1);
    if (standIn.holds(value)) {
      return standIn.literal(value);
    }
    // Numbers that shaders of a suite do not have otherwise.
    double other = 1021 + 2 * others.size();
    others.put(other, Math.abs(value));
    return standIn.literal(Math.copySign(other, value));
  }

  /**
   * A shader with matrices of doubles; empty where it has none.
   *
   * @throws CompileException if it has all other types too
   */
  static Optional<DoubleMatrices> in(String glsl) throws CompileException {
    if (!WANTED.matcher(glsl).find()) {
      return Optional.empty();
    }
    for (StandIn standIn : StandIn.values()) {
      if (standIn.isFree(glsl)) {
        return Optional.of(new DoubleMatrices(glsl, standIn));
      }
    }
    throw new CompileException(
        "the front end has no float64 matrices, and the shader has all types that could stand in");
  }

  /**
   * The module that the shader means.
   *
   * @param narrow what the front end has made
   * @throws CompileException if the stand-in is a member of a structure beside other types
   */
  byte[] module(byte[] narrow) throws CompileException {
    ModuleWords words = ModuleWords.of(narrow);
    Types types = Types.of(words.instructions(), standIn.bits);
    return words.with(
        words.bound(), words.instructions().stream().map(one -> changed(one, types)).toList());
  }

  /**
   * The types of a module.
   *
   * @param scalar the id of the stand-in
   * @param wide ids of types that consist of it alone
   * @param pointees what pointers point to, by the ids of their types
   * @param results types of results, by their ids
   * @param hasOthersOf16 whether there are other types of 16 bits
   */
  private record Types(
      int scalar,
      Set<Integer> wide,
      Map<Integer, Integer> pointees,
      Map<Integer, Integer> results,
      boolean hasOthersOf16) {

    static Types of(List<int[]> instructions, int bits) throws CompileException {
      int scalar = 0;
      boolean hasOthersOf16 = false;
      Set<Integer> wide = new HashSet<>();
      Map<Integer, Integer> pointees = new HashMap<>();
      Map<Integer, Integer> results = new HashMap<>();
      Set<Integer> laidOut = new HashSet<>();
      for (int[] one : instructions) {
        switch (ModuleWords.opcode(one)) {
          case Spv.SpvOpMemberDecorate -> {
            if (one[3] == Spv.SpvDecorationOffset) {
              laidOut.add(one[1]);
            }
          }
          case Spv.SpvOpTypeFloat -> {
            // A longer one is of another encoding.
            if (one.length == 3 && one[2] == bits) {
              scalar = one[1];
              wide.add(scalar);
            } else {
              hasOthersOf16 |= one[2] == 16;
            }
          }
          case Spv.SpvOpTypeInt -> hasOthersOf16 |= one[2] == 16;
          case Spv.SpvOpTypeVector, Spv.SpvOpTypeArray, Spv.SpvOpTypeRuntimeArray -> {
            if (wide.contains(one[2])) {
              wide.add(one[1]);
            }
          }
          case Spv.SpvOpTypeStruct -> {
            List<Integer> members = Arrays.stream(one).skip(2).boxed().toList();
            if (wide.containsAll(members)) {
              wide.add(one[1]);
            } else if (laidOut.contains(one[1]) && members.stream().anyMatch(wide::contains)) {
              throw new CompileException(
                  "the front end has no float64 matrices, and nothing stands in for a float64"
                      + " member beside others");
            }
          }
          case Spv.SpvOpTypePointer -> pointees.put(one[1], one[3]);
          default -> {
            if (one.length > 2) {
              results.put(one[2], one[1]);
            }
          }
        }
      }
      return new Types(scalar, wide, pointees, results, hasOthersOf16);
    }

    boolean isPointer(int id) {
      return wide.contains(pointees.get(results.getOrDefault(id, 0)));
    }
  }

  private int[] changed(int[] one, Types types) {
    return switch (ModuleWords.opcode(one)) {
      case Spv.SpvOpCapability -> {
        int[] both = {one[0], one[1], one[0], Spv.SpvCapabilityFloat64};
        boolean isOf16 =
            one[1] >= Spv.SpvCapabilityStorageBuffer16BitAccess
                && one[1] <= Spv.SpvCapabilityStorageInputOutput16;
        boolean isForStandIn =
            standIn == StandIn.HALF
                && (one[1] == Spv.SpvCapabilityFloat16 || isOf16 && !types.hasOthersOf16);
        yield one[1] == Spv.SpvCapabilityShader ? both : isForStandIn ? NONE : one;
      }
      case Spv.SpvOpTypeFloat -> one[1] == types.scalar ? new int[] {one[0], one[1], 64} : one;
      case Spv.SpvOpConstant, Spv.SpvOpSpecConstant -> one[1] == types.scalar ? constant(one) : one;
      case Spv.SpvOpDecorate ->
          one[2] == Spv.SpvDecorationArrayStride && types.wide.contains(one[1]) ? scaled(one) : one;
      case Spv.SpvOpMemberDecorate ->
          one[3] == Spv.SpvDecorationOffset && types.wide.contains(one[1]) ? scaled(one) : one;
      case Spv.SpvOpLoad -> aligned(one, 3, 4, types);
      case Spv.SpvOpStore -> aligned(one, 1, 3, types);
      case Spv.SpvOpCooperativeMatrixLoadKHR -> aligned(one, 3, 6, types);
      case Spv.SpvOpCooperativeMatrixStoreKHR -> aligned(one, 1, 5, types);
      case Spv.SpvOpCooperativeMatrixLoadTensorNV -> aligned(one, 3, 6, types);
      case Spv.SpvOpCooperativeMatrixStoreTensorNV -> aligned(one, 1, 4, types);
      default -> one;
    };
  }

  private int[] constant(int[] one) {
    double value = standIn.value(one[3]);
    Double other = others.get(Math.abs(value));
    long bits = Double.doubleToRawLongBits(other == null ? value : value < 0 ? -other : other);
    return ModuleWords.instruction(
        ModuleWords.opcode(one), one[1], one[2], (int) bits, (int) (bits >>> 32));
  }

  /** A distance in bytes, which is the last operand. */
  private int[] scaled(int[] one) {
    int[] other = one.clone();
    other[one.length - 1] *= 64 / standIn.bits;
    return other;
  }

  /** What an access says of alignment is a whole number of components at least. */
  private static int[] aligned(int[] one, int pointer, int mask, Types types) {
    if (mask + 1 >= one.length
        || (one[mask] & Spv.SpvMemoryAccessAlignedMask) == 0
        || !types.isPointer(one[pointer])) {
      return one;
    }
    int[] other = one.clone();
    other[mask + 1] = Math.max(8, one[mask + 1]);
    return other;
  }
}
