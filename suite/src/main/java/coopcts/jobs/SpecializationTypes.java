package coopcts.jobs;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The types of a module's specialization constants, so that numbers in a job file become bytes of
 * the right width.
 */
final class SpecializationTypes {

  private static final int OP_DECORATE = 71;
  private static final int OP_TYPE_INT = 21;
  private static final int OP_TYPE_FLOAT = 22;
  private static final int OP_SPEC_CONSTANT = 50;
  private static final int SPEC_ID = 1;

  private final Map<Integer, Integer> idOfConstant = new HashMap<>();
  private final Map<Integer, Integer> typeOfConstant = new HashMap<>();
  private final Map<Integer, int[]> types = new HashMap<>();

  SpecializationTypes(byte[] spirv) {
    IntBuffer words = ByteBuffer.wrap(spirv).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int at = 5; at < words.limit(); at += words.get(at) >>> 16) {
      if (words.get(at) >>> 16 == 0) {
        return;
      }
      switch (words.get(at) & 0xFFFF) {
        case OP_DECORATE -> {
          if (words.get(at + 2) == SPEC_ID) {
            idOfConstant.put(words.get(at + 3), words.get(at + 1));
          }
        }
        case OP_TYPE_INT ->
            types.put(words.get(at + 1), new int[] {OP_TYPE_INT, words.get(at + 2)});
        case OP_TYPE_FLOAT ->
            types.put(words.get(at + 1), new int[] {OP_TYPE_FLOAT, words.get(at + 2)});
        case OP_SPEC_CONSTANT -> typeOfConstant.put(words.get(at + 2), words.get(at + 1));
        default -> {}
      }
    }
  }

  /** Each value in its constant's type; a boolean takes four bytes. */
  SortedMap<Integer, byte[]> encode(SortedMap<Integer, Double> values) {
    SortedMap<Integer, byte[]> encoded = new TreeMap<>();
    if (values != null) {
      values.forEach((id, value) -> encoded.put(id, encode(id, value)));
    }
    return encoded;
  }

  private byte[] encode(int id, double value) {
    int[] type =
        types.getOrDefault(typeOfConstant.get(idOfConstant.get(id)), new int[] {OP_TYPE_INT, 32});
    long bits = type[0] == OP_TYPE_INT ? (long) value : floatBits(type[1], value);
    byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array();
    return Arrays.copyOf(bytes, type[1] / 8);
  }

  private static long floatBits(int width, double value) {
    FloatFormat format =
        switch (width) {
          case 16 -> FloatFormat.FLOAT16;
          case 64 -> FloatFormat.FLOAT64;
          default -> FloatFormat.FLOAT32;
        };
    return format.encode(value, Rounding.NEAREST_EVEN);
  }
}
