// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import coopcts.grammar.Opcode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/**
 * The classes of a module's types and values: {@code matrix} and {@code vector}, arrays of them
 * ({@code matrix[]}), structures ({@code matrix{}}) and pointers ({@code *matrix}).
 */
final class CooperativeTypes {

  private final Map<Integer, int[]> definitions = new HashMap<>();
  private final Map<Integer, String> classes = new HashMap<>();

  /**
   * @param all instructions of a valid module
   */
  CooperativeTypes(List<int[]> all) {
    for (int[] one : all) {
      int words = Opcode.of(ModuleWords.opcode(one)).result().words();
      if (words > 0) {
        definitions.put(one[words], one);
      }
    }
  }

  /** The instruction that makes an id; null for a number that is no id. */
  int[] made(int id) {
    return definitions.get(id);
  }

  /** The class of a type; empty for one that has neither matrix nor vector. */
  String classOf(int type) {
    String known = classes.get(type);
    if (known != null) {
      return known;
    }
    int[] made = definitions.get(type);
    String of =
        switch (ModuleWords.opcode(made)) {
          case Spv.SpvOpTypeCooperativeMatrixKHR, Spv.SpvOpTypeCooperativeMatrixNV -> "matrix";
          case Spv.SpvOpTypeCooperativeVectorNV -> "vector";
          case Spv.SpvOpTypeArray -> suffixed(classOf(made[2]), "[]");
          case Spv.SpvOpTypeStruct -> ofMembers(made);
          case Spv.SpvOpTypePointer -> ofPointer(made);
          default -> "";
        };
    classes.put(type, of);
    return of;
  }

  private String ofMembers(int[] type) {
    for (int at = 2; at < type.length; at++) {
      int[] member = definitions.get(type[at]);
      // Pointers may lead back to the structure itself.
      if (member != null && ModuleWords.opcode(member) != Spv.SpvOpTypePointer) {
        String of = classOf(type[at]);
        if (!of.isEmpty()) {
          return suffixed(of, "{}");
        }
      }
    }
    return "";
  }

  private String ofPointer(int[] type) {
    boolean canLead =
        type[2] == Spv.SpvStorageClassFunction || type[2] == Spv.SpvStorageClassPrivate;
    String of = canLead ? classOf(type[3]) : "";
    return of.isEmpty() ? "" : "*" + of;
  }

  /** Of what is in what the outermost counts. */
  private static String suffixed(String of, String suffix) {
    return of.isEmpty() ? "" : of.replaceAll("[\\[\\]{}]", "") + suffix;
  }

  /** The class of a value's type; empty for what has no type, or one of another kind. */
  String ofValue(int id) {
    int[] made = definitions.get(id);
    return made == null || Opcode.of(ModuleWords.opcode(made)).result().words() < 2
        ? ""
        : classOf(made[1]);
  }
}
