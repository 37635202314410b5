// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.ComponentType;
import coopcts.program.Array;
import coopcts.program.Program;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.Decoding.DecodingKind;
import coopcts.program.TensorOperation.LoadTensor;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The decode functions that a program's loads call (CM2 §4.6). */
final class TensorCallbacks {

  private static final String PARAMETERS =
      "const in %s ref, const in uint32_t at[%d], const in uint32_t inside[%d]";

  /**
   * What a function is made for.
   *
   * @param isCoherent whether it reads what other invocations store
   */
  private record Key(ComponentType type, List<Long> blocks, Decoding decoding, boolean isCoherent) {
    static Key of(LoadTensor load) {
      return new Key(
          load.result().type().component(),
          Arrays.stream(load.layout().blockSizes()).boxed().toList(),
          load.decoding().orElseThrow(),
          load.array().access() == Array.Access.COHERENT);
    }
  }

  private TensorCallbacks() {}

  private static List<Key> keys(Program program) {
    List<Key> keys = new ArrayList<>();
    Walk.operations(
        program.body(),
        operation -> {
          if (operation instanceof LoadTensor load
              && load.decoding().isPresent()
              && !keys.contains(Key.of(load))) {
            keys.add(Key.of(load));
          }
        });
    return keys;
  }

  /** Whether a program's loads decode several elements at once. */
  static boolean hasVectors(Program program) {
    return keys(program).stream().anyMatch(key -> key.decoding.vector() > 0);
  }

  /** Whether a program's loads decode. */
  static boolean areIn(Program program) {
    return !keys(program).isEmpty();
  }

  /** The last arguments of a load. */
  static String arguments(Program program, LoadTensor load) {
    if (load.decoding().isEmpty()) {
      return "";
    }
    int number = keys(program).indexOf(Key.of(load));
    return ", decode"
        + number
        + (load.decoding().get().vector() > 0 ? ", decodeVector" + number : "");
  }

  /** Each function once. */
  static String of(Program program) {
    List<Key> keys = keys(program);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      text.append(functions(keys.get(i), i)).append('\n');
    }
    return text.toString();
  }

  private static String functions(Key key, int number) {
    int d = key.blocks.size();
    String type = key.type.glsl(1);
    String name = "Block" + number;
    long count = key.blocks.stream().reduce(1L, (x, y) -> x * y);
    StringBuilder text = new StringBuilder();
    // On the member: glslang does not hand a block's down to it where the block is behind a
    // reference.
    String coherent = key.isCoherent ? "workgroupcoherent " : "";
    int width = key.type.bytes();
    text.append(block(width, name, coherent + type, count));
    String parameters = PARAMETERS.formatted(name, d, d);
    String scalar = value(key, "0u");
    if (key.decoding.kind() == DecodingKind.CALLED) {
      String fetched = "fetched" + number;
      text.append(
          "%s %s(%s ref, uint i) { return ref.values[i]; }\n".formatted(type, fetched, name));
      scalar = "%s(ref, %s)".formatted(fetched, index(key.blocks));
    }
    text.append("%s decode%d(%s) { return %s; }\n".formatted(type, number, parameters, scalar));
    int v = key.decoding.vector();
    if (v > 0) {
      if (key.decoding.kind() == DecodingKind.SECOND_OF_TWO) {
        text.append(block(width, "Pair" + number, coherent + type, 2 * count));
        parameters = PARAMETERS.formatted("Pair" + number, d, d);
      }
      String vector = "vector<%s, %d>".formatted(type, v);
      text.append("%s decodeVector%d(%s) {\n".formatted(vector, number, parameters));
      text.append("    %s result;\n".formatted(vector));
      text.append(
          "    for (uint i = 0; i < %d; i++) {\n        result[i] = %s;\n    }\n"
              .formatted(v, inVector(key, count)));
      text.append("    return result;\n}\n");
    }
    return text.toString();
  }

  private static String block(int width, String name, String type, long count) {
    return "layout(buffer_reference, scalar, buffer_reference_align = %d) readonly buffer %s { %s values[%d]; };\n"
        .formatted(width, name, type, count);
  }

  /** An element some places behind the one that the coordinates are of. */
  private static String value(Key key, String behind) {
    return switch (key.decoding.kind()) {
      case DATA, CALLED, SECOND_OF_TWO ->
          "ref.values[%s + %s]".formatted(index(key.blocks), behind);
      case CODES, COORDINATES, TAGGED -> "%s(%s)".formatted(key.type.glsl(1), coded(key, behind));
    };
  }

  /** The i-th element that a vector function gives. */
  private static String inVector(Key key, long count) {
    return switch (key.decoding.kind()) {
      case DATA, CALLED, CODES, COORDINATES -> value(key, "i");
      case SECOND_OF_TWO -> "ref.values[%du + %s + i]".formatted(count, index(key.blocks));
      case TAGGED ->
          "inside[%1$d] %% %2$du != 0 ? %3$s(%4$d) : %3$s(%5$du + %6$s)"
              .formatted(
                  key.blocks.size() - 1,
                  key.decoding.vector(),
                  key.type.glsl(1),
                  Decoding.WRONG_START,
                  Decoding.TAG,
                  coded(key, "i"));
    };
  }

  private static String coded(Key key, String behind) {
    return "(%s) %% %du".formatted(code(key.blocks.size(), behind), key.decoding.kind().codes());
  }

  private static String index(List<Long> sizes) {
    StringBuilder index = new StringBuilder("inside[0]");
    for (int i = 1; i < sizes.size(); i++) {
      index.insert(0, "(").append(") * %du + inside[%d]".formatted(sizes.get(i), i));
    }
    return index.toString();
  }

  private static String code(int dimensions, String behind) {
    int last = dimensions - 1;
    StringBuilder sum = new StringBuilder("0u");
    for (int i = 0; i <= last; i++) {
      String inside = i == last ? "(inside[%d] + %s)".formatted(i, behind) : "inside[" + i + "]";
      sum.append(" + at[%d] * %du + %s * %du".formatted(i, 3 + 2 * i, inside, 1 + 4 * i));
    }
    return sum.toString();
  }
}
