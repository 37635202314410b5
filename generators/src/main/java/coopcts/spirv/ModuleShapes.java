// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import coopcts.grammar.CapabilityNames;
import coopcts.grammar.Enumerants;
import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.lwjgl.util.spvc.Spv;

/**
 * What stands beside cooperative matrices and vectors in a module, as bins of three words: the
 * group, what stands there, and the class of what it stands beside. Classes are {@code matrix} and
 * {@code vector}, arrays of them ({@code matrix[]}), structures ({@code matrix{}}) and pointers
 * ({@code *matrix}).
 */
public final class ModuleShapes {

  /** Roles whose words are no ids of values. */
  public static final Set<Role> LITERALS =
      EnumSet.of(
          Role.LITERAL,
          Role.MEMORY_OPERANDS,
          Role.MATRIX_OPERANDS,
          Role.TENSOR_OPERANDS,
          Role.STORAGE_CLASS,
          Role.DECORATION,
          Role.OPERATION,
          Role.STRING,
          Role.OPCODE,
          Role.MEMBER,
          Role.INDEXES,
          Role.INSTRUCTION,
          Role.FUNCTION,
          Role.REDUCE);

  /** Instructions that reach memory beside their operands, with the roles of their pointers. */
  private static final Map<OpcodeKind, List<Role>> MEMORY =
      Map.of(
          OpcodeKind.MATRIX_LOAD, List.of(Role.POINTER),
          OpcodeKind.MATRIX_STORE, List.of(Role.POINTER),
          OpcodeKind.TENSOR_LOAD, List.of(Role.POINTER),
          OpcodeKind.TENSOR_STORE, List.of(Role.POINTER),
          OpcodeKind.VECTOR_LOAD, List.of(Role.POINTER),
          OpcodeKind.VECTOR_STORE, List.of(Role.POINTER),
          OpcodeKind.VECTOR_PRODUCT, List.of(Role.MATRIX, Role.BIAS),
          OpcodeKind.OUTER_PRODUCT, List.of(Role.POINTER),
          OpcodeKind.VECTOR_SUM, List.of(Role.POINTER));

  private static final int WORDS_OF_MEMORY_OPERANDS = 1 << 1 | 1 << 3 | 1 << 4;

  private final List<int[]> all;
  private final CooperativeTypes types;
  private final SortedSet<String> found = new TreeSet<>();
  private final Set<String> own = new TreeSet<>();

  private ModuleShapes(List<int[]> all) {
    this.all = all;
    this.types = new CooperativeTypes(all);
    for (int[] one : all) {
      switch (ModuleWords.opcode(one)) {
        case Spv.SpvOpTypeCooperativeMatrixKHR, Spv.SpvOpTypeCooperativeMatrixNV ->
            own.add("matrix");
        case Spv.SpvOpTypeCooperativeVectorNV -> own.add("vector");
        default -> {
          // No type that anything is counted beside.
        }
      }
    }
  }

  /**
   * {@return the bins that a module meets, in the order of their texts}
   *
   * @param spirv a valid module, words in little-endian order
   */
  public static SortedSet<String> of(byte[] spirv) {
    ModuleShapes shapes = new ModuleShapes(ModuleWords.of(spirv).instructions());
    if (!shapes.own.isEmpty()) {
      shapes.module();
      shapes.types();
      shapes.functions();
      shapes.all.forEach(shapes::instruction);
      shapes.blocks();
    }
    return shapes.found;
  }

  private static Opcode row(int[] instruction) {
    return Opcode.of(ModuleWords.opcode(instruction));
  }

  private void add(String group, String what, String beside) {
    found.add(group + " " + what + " " + beside);
  }

  private void beside(String group, String what) {
    own.forEach(one -> add(group, what, one));
  }

  /** What a whole module says, beside all that it has. */
  private void module() {
    for (int[] one : all) {
      Opcode row = row(one);
      beside("instruction", row.name());
      switch (ModuleWords.opcode(one)) {
        case Spv.SpvOpCapability -> beside("capability", CapabilityNames.of(one[1]));
        case Spv.SpvOpExecutionMode, Spv.SpvOpExecutionModeId ->
            beside("mode", Enumerants.EXECUTION_MODE.of(one[2]));
        case Spv.SpvOpVariable -> beside("storage", Enumerants.STORAGE_CLASS.of(one[3]));
        case Spv.SpvOpDecorate, Spv.SpvOpDecorateId ->
            decorated(one[1], Enumerants.DECORATION.of(one[2]));
        case Spv.SpvOpMemberDecorate ->
            beside("decoration", "member." + Enumerants.DECORATION.of(one[3]));
        case Spv.SpvOpLoopMerge ->
            Enumerants.LOOP_CONTROL.in(one[3]).forEach(bit -> beside("loop", bit));
        case Spv.SpvOpSelectionMerge ->
            Enumerants.SELECTION_CONTROL.in(one[2]).forEach(bit -> beside("selection", bit));
        default -> {
          // Counted by what it has to do with matrices and vectors.
        }
      }
    }
  }

  private void decorated(int target, String decoration) {
    beside("decoration", "declared." + decoration);
    String typed = types.ofValue(target);
    if (!typed.isEmpty()) {
      add("decoration", "value." + decoration, typed);
    }
  }

  /** Sizes of types, and what types are nested in what. */
  private void types() {
    for (int[] one : all) {
      switch (ModuleWords.opcode(one)) {
        case Spv.SpvOpTypeCooperativeMatrixKHR -> {
          add("size", "scope." + definition(one[3]), "matrix");
          add("size", "rows." + definition(one[4]), "matrix");
          add("size", "columns." + definition(one[5]), "matrix");
          add("size", "use." + definition(one[6]), "matrix");
        }
        case Spv.SpvOpTypeCooperativeVectorNV ->
            add("size", "components." + definition(one[3]), "vector");
        case Spv.SpvOpTypeArray -> {
          String of = types.classOf(one[2]);
          if (!of.isEmpty()) {
            add("aggregate", "array", of);
            add("size", "array." + definition(one[3]), of);
          }
        }
        case Spv.SpvOpTypeStruct -> structure(one);
        default -> {
          // Neither sizes nor members of the kind.
        }
      }
    }
  }

  private void structure(int[] type) {
    Set<String> members = new TreeSet<>();
    for (int at = 2; at < type.length; at++) {
      String of = types.classOf(type[at]);
      if (of.isEmpty()) {
        members.add(row(types.made(type[at])).name().substring("OpType".length()));
      } else {
        members.add(of);
      }
    }
    String of = types.classOf(type[1]);
    if (!of.isEmpty()) {
      members.forEach(member -> add("aggregate", "structure." + member, of.replace("{}", "")));
    }
  }

  /** The instruction that makes an id. */
  private String definition(int id) {
    int[] made = types.made(id);
    return row(made).name();
  }

  private void instruction(int[] one) {
    Opcode row = row(one);
    boolean isOfWords =
        row.kind() == OpcodeKind.ANNOTATION
            || ModuleWords.opcode(one) == Spv.SpvOpConstant
            || ModuleWords.opcode(one) == Spv.SpvOpSpecConstant;
    if (isOfWords) {
      return;
    }
    String name = row.name();
    int first = 1 + row.result().words();
    if (ModuleWords.opcode(one) == Spv.SpvOpSpecConstantOp) {
      name += "." + Opcode.of(one[first]).name();
      for (int at = first + 1; at < one.length; at++) {
        value(name + ".operand", one[at]);
      }
    } else if (ModuleWords.opcode(one) == Spv.SpvOpExtInst) {
      name += "." + Enumerants.FUNCTION.of(one[first + 1]);
    } else if (ModuleWords.opcode(one) == Spv.SpvOpPhi) {
      for (int at = first; at < one.length; at += 2) {
        value(name + ".variable", one[at]);
      }
    }
    if (row.result().words() == 2 && !types.classOf(one[1]).isEmpty()) {
      add("value", name + ".result", types.classOf(one[1]));
    }
    for (Map.Entry<Role, Opcode.Operand> operand : row.operands().entrySet()) {
      if (!LITERALS.contains(operand.getKey())) {
        int from = first + operand.getValue().place();
        int to = operand.getValue().isMany() ? one.length : Math.min(from + 1, one.length);
        for (int at = from; at < to; at++) {
          value(name + "." + operand.getKey().name().toLowerCase(Locale.ROOT), one[at]);
        }
      }
    }
    memory(one, row);
    variable(one);
  }

  private void value(String place, int id) {
    String of = types.ofValue(id);
    if (!of.isEmpty()) {
      add("value", place, of);
    }
  }

  private void variable(int[] one) {
    if (ModuleWords.opcode(one) == Spv.SpvOpVariable && !types.classOf(one[1]).isEmpty()) {
      String of = types.classOf(one[1]).substring(1);
      String storage = Enumerants.STORAGE_CLASS.of(one[3]);
      add("variable", storage, of);
      if (one.length > 4) {
        add("initializer", storage + "." + definition(one[4]), of);
      }
    }
  }

  /** Where memory is reached, by what way, and with which memory operands. */
  private void memory(int[] one, Opcode row) {
    List<Role> pointers =
        MEMORY.getOrDefault(row.kind(), List.of()).stream()
            .filter(role -> row.place(role).isPresent())
            .toList();
    for (Role role : pointers) {
      int[] pointer = types.made(one[row.word(role)]);
      int[] type = types.made(pointer[1]);
      String name =
          row.name() + (role == Role.POINTER ? "" : "." + role.name().toLowerCase(Locale.ROOT));
      add("memory", Enumerants.STORAGE_CLASS.of(type[2]), name);
      add("pointer", row(pointer).name(), name);
      add("pointee", type.length > 3 ? definition(type[3]) : row(type).name(), name);
    }
    boolean isMoved =
        row.operands().containsKey(Role.POINTER)
            && types.ofValue(one[row.word(Role.POINTER)]).startsWith("*");
    boolean isCopied =
        ModuleWords.opcode(one) == Spv.SpvOpCopyMemory && !types.ofValue(one[1]).isEmpty();
    if (row.place(Role.MEMORY_OPERANDS).isPresent()
        && (!pointers.isEmpty() || isMoved || isCopied)) {
      int at = row.word(Role.MEMORY_OPERANDS);
      if (at < one.length) {
        Enumerants.MEMORY_ACCESS.in(one[at]).forEach(bit -> add("access", bit, row.name()));
      } else {
        add("access", "absent", row.name());
      }
    }
  }

  /** How functions are declared and called that have matrices or vectors in their signatures. */
  private void functions() {
    Map<Integer, Set<String>> signatures = new HashMap<>();
    Map<Integer, Integer> sites = new HashMap<>();
    Map<Integer, Set<Integer>> callers = new HashMap<>();
    int inside = 0;
    for (int[] one : all) {
      if (ModuleWords.opcode(one) == Spv.SpvOpFunction) {
        inside = one[2];
        signatures.put(inside, signature(one[4]));
        int control = one[3];
        signatures
            .get(inside)
            .forEach(
                of ->
                    Enumerants.FUNCTION_CONTROL
                        .in(control)
                        .forEach(bit -> add("function", bit, of)));
      } else if (ModuleWords.opcode(one) == Spv.SpvOpFunctionCall) {
        sites.merge(one[3], 1, Integer::sum);
        callers.computeIfAbsent(one[3], _ -> new HashSet<>()).add(inside);
      } else {
        callbacks(one);
      }
    }
    signatures.forEach(
        (function, own) -> {
          int count = sites.getOrDefault(function, 0);
          if (count > 0) {
            String depth =
                depth(function, callers) > 2 ? "deeper" : "depth" + depth(function, callers);
            own.forEach(of -> add("call", depth, of));
            own.forEach(of -> add("call", count == 1 ? "once" : "twice", of));
          }
        });
  }

  /** Calls from the entry point to a function, the longest way: there is no recursion. */
  private static int depth(int function, Map<Integer, Set<Integer>> callers) {
    return callers.getOrDefault(function, Set.of()).stream()
        .mapToInt(caller -> 1 + depth(caller, callers))
        .max()
        .orElse(0);
  }

  private Set<String> signature(int type) {
    Set<String> found = new TreeSet<>();
    int[] made = types.made(type);
    for (int at = 2; at < made.length; at++) {
      String of = types.classOf(made[at]);
      if (!of.isEmpty()) {
        found.add(of);
      }
    }
    return found;
  }

  /** Functions that an instruction calls for each element. */
  private void callbacks(int[] one) {
    Opcode row = row(one);
    List<Integer> called = new ArrayList<>();
    if (row.place(Role.FUNCTION).isPresent()) {
      called.add(one[row.word(Role.FUNCTION)]);
    } else if (row.kind() == OpcodeKind.TENSOR_LOAD) {
      int at = row.word(Role.MEMORY_OPERANDS);
      at += 2 + Integer.bitCount(one[at] & WORDS_OF_MEMORY_OPERANDS);
      for (; at < one.length; at++) {
        called.add(one[at]);
      }
    }
    for (int id : called) {
      int[] made = types.made(id);
      if (made != null && ModuleWords.opcode(made) == Spv.SpvOpFunction) {
        Enumerants.FUNCTION_CONTROL.in(made[3]).forEach(bit -> add("callback", bit, row.name()));
      }
    }
  }

  /** What ends blocks, and where values come together. */
  private void blocks() {
    Set<String> present = new TreeSet<>();
    List<int[]> phis = new ArrayList<>();
    boolean isLoop = false;
    for (int[] one : all) {
      Opcode row = row(one);
      switch (row.kind()) {
        case LABEL -> {
          present.clear();
          phis.clear();
          isLoop = false;
        }
        case MERGE -> isLoop = ModuleWords.opcode(one) == Spv.SpvOpLoopMerge;
        case BRANCH, END -> {
          present.forEach(of -> add("end", row.name(), of));
          for (int[] phi : phis) {
            add("phi", isLoop ? "loop" : "merge", types.classOf(phi[1]));
            add(
                "phi",
                phi.length > 7 ? "more" : phi.length > 5 ? "two" : "one",
                types.classOf(phi[1]));
          }
        }
        default -> {
          String of = row.result().words() == 2 ? types.classOf(one[1]) : "";
          if (of.startsWith("matrix") || of.startsWith("vector")) {
            present.add(of.substring(0, "matrix".length()));
          }
          if (ModuleWords.opcode(one) == Spv.SpvOpPhi && !of.isEmpty()) {
            phis.add(one);
          }
        }
      }
    }
  }
}
