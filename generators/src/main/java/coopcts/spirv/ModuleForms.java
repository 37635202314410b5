// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import coopcts.grammar.Enumerants;
import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.ComponentType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.lwjgl.util.spvc.Spv;

/**
 * In which forms a module has its operations on cooperative matrices and vectors: in which control
 * flow, by which way operands come and results go, and in what memory. Nothing is run.
 */
public final class ModuleForms {

  /** What is done. */
  public enum Operation {
    /** A matrix is loaded. */
    LOAD,
    /** A matrix is stored. */
    STORE,
    /** A product of matrices is added to. */
    MUL_ADD,
    /** Two matrices are added. */
    ADD,
    /** A matrix is converted to another component type. */
    CONVERT,
    /** A component of a matrix is read or written. */
    COMPONENT,
    /** A matrix is reduced. */
    REDUCE,
    /** A matrix is loaded through a tensor layout. */
    TENSOR_LOAD,
    /** A matrix is stored through a tensor layout. */
    TENSOR_STORE,
    /** A matrix is loaded through a tensor layout and a decode function. */
    DECODE,
    /** A vector is loaded. */
    VECTOR_LOAD,
    /** A vector is stored. */
    VECTOR_STORE,
    /** A vector is multiplied by a matrix. */
    PRODUCT,
    /** A vector is multiplied by a matrix, and a bias is added. */
    BIAS,
    /** A vector is added to one in memory. */
    SUM,
    /** An outer product is added to a matrix in memory. */
    OUTER,
    /** The larger components of two vectors. */
    MAX,
    /** A component of a vector is read or written. */
    VECTOR_COMPONENT;

    /** {@return the name in tables} */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How an operation stands in a module. */
  public enum Form {
    /** In a branch, or called from one. */
    BRANCH,
    /** In a loop, or called from one. */
    LOOP,
    /** The second or a later one of its kind in its function. */
    SECOND,
    /** An operand comes from an array of matrices or vectors, or the result goes there. */
    ARRAY,
    /** The same of a structure. */
    STRUCTURE,
    /** The same of a parameter. */
    PARAMETER,
    /** An operand is what a function returned, or the result is returned. */
    RESULT,
    /** Its memory is reached by an address. */
    REFERENCE,
    /** Its memory has elements of another scalar type. */
    OTHER_SCALAR;

    /** {@return the name in tables} */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Variables that a value is followed through. */
  private static final int HOPS = 2;

  private static final int BITS_OF_MEMORY_WORDS = 1 << 1 | 1 << 3 | 1 << 4;

  private final CooperativeTypes types;
  private final Map<Integer, List<int[]>> functions = new HashMap<>();
  private final Map<Integer, List<int[]>> uses = new HashMap<>();
  private final SortedSet<String> found = new TreeSet<>();

  private ModuleForms(List<int[]> all) {
    types = new CooperativeTypes(all);
    List<int[]> body = new ArrayList<>();
    for (int[] one : all) {
      if (ModuleWords.opcode(one) == Spv.SpvOpFunction) {
        body = new ArrayList<>();
        functions.put(one[2], body);
      }
      body.add(one);
    }
    for (List<int[]> function : functions.values()) {
      for (int[] one : function) {
        ids(one).forEach(id -> uses.computeIfAbsent(id, _ -> new ArrayList<>()).add(one));
      }
    }
  }

  /**
   * {@return the cells of operation and form that a module has, as {@code operation form}, in the
   * order of their texts}
   *
   * @param spirv a valid module, words in little-endian order
   */
  public static SortedSet<String> of(byte[] spirv) {
    List<int[]> all = ModuleWords.of(spirv).instructions();
    ModuleForms forms = new ModuleForms(all);
    for (int[] one : all) {
      if (ModuleWords.opcode(one) == Spv.SpvOpEntryPoint) {
        forms.walk(one[2], Set.of());
      }
    }
    return forms.found;
  }

  /**
   * {@return the text of a cell}
   *
   * @param operation of the cell
   * @param form of the cell
   */
  public static String cell(Operation operation, Form form) {
    return operation + " " + form;
  }

  private static Opcode row(int[] one) {
    return Opcode.of(ModuleWords.opcode(one));
  }

  /** The ids of values that an instruction takes. */
  private static List<Integer> ids(int[] one) {
    Opcode row = row(one);
    List<Integer> ids = new ArrayList<>();
    int first = 1 + row.result().words();
    if (ModuleWords.opcode(one) == Spv.SpvOpPhi) {
      for (int at = first; at < one.length; at += 2) {
        ids.add(one[at]);
      }
    }
    row.operands()
        .forEach(
            (role, operand) -> {
              if (!ModuleShapes.LITERALS.contains(role)) {
                int from = first + operand.place();
                int to = operand.isMany() ? one.length : Math.min(from + 1, one.length);
                for (int at = from; at < to; at++) {
                  ids.add(one[at]);
                }
              }
            });
    return ids;
  }

  /** A function in the control flow that it is called in. */
  private void walk(int function, Set<Form> around) {
    Deque<int[]> open = new ArrayDeque<>();
    Map<Operation, Integer> numbers = new HashMap<>();
    int[] merge = null;
    for (int[] one : functions.get(function)) {
      switch (row(one).kind()) {
        case LABEL -> {
          while (!open.isEmpty() && open.peek()[1] == one[1]) {
            open.pop();
          }
        }
        case MERGE -> merge = one;
        case BRANCH -> {
          if (merge != null) {
            open.push(merge);
            merge = null;
          }
        }
        default -> {
          Set<Form> here = EnumSet.noneOf(Form.class);
          here.addAll(around);
          open.forEach(
              each ->
                  here.add(
                      ModuleWords.opcode(each) == Spv.SpvOpLoopMerge ? Form.LOOP : Form.BRANCH));
          Operation operation = operation(one);
          if (operation != null) {
            if (numbers.merge(operation, 1, Integer::sum) > 1) {
              here.add(Form.SECOND);
            }
            note(one, operation, here);
          } else if (row(one).kind() == OpcodeKind.CALL) {
            here.remove(Form.SECOND);
            walk(one[row(one).word(Role.FUNCTION)], here);
          }
        }
      }
    }
  }

  private void note(int[] one, Operation operation, Set<Form> here) {
    Set<Form> all = EnumSet.noneOf(Form.class);
    all.addAll(here);
    for (int id : ids(one)) {
      origin(id, HOPS, all);
    }
    if (row(one).result().words() == 2) {
      goal(one[2], HOPS, all);
    }
    memory(one, all);
    all.forEach(form -> found.add(cell(operation, form)));
  }

  /** What an instruction is, or null for another. */
  private Operation operation(int[] one) {
    Opcode row = row(one);
    String made = row.result().words() == 2 ? types.classOf(one[1]) : "";
    return switch (row.kind()) {
      case MATRIX_LOAD -> Operation.LOAD;
      case MATRIX_STORE -> Operation.STORE;
      case MATRIX_PRODUCT -> Operation.MUL_ADD;
      case ADD -> made.equals("matrix") ? Operation.ADD : null;
      case CONVERT -> made.equals("matrix") ? Operation.CONVERT : null;
      case REDUCE -> Operation.REDUCE;
      case TENSOR_LOAD -> decodes(one) ? Operation.DECODE : Operation.TENSOR_LOAD;
      case TENSOR_STORE -> Operation.TENSOR_STORE;
      case VECTOR_LOAD -> Operation.VECTOR_LOAD;
      case VECTOR_STORE -> Operation.VECTOR_STORE;
      case VECTOR_PRODUCT -> row.place(Role.BIAS).isPresent() ? Operation.BIAS : Operation.PRODUCT;
      case VECTOR_SUM -> Operation.SUM;
      case OUTER_PRODUCT -> Operation.OUTER;
      case EXTENDED ->
          made.equals("vector")
                  && Enumerants.FUNCTION.of(one[row.word(Role.INSTRUCTION)]).endsWith("Max")
              ? Operation.MAX
              : null;
      case CHAIN -> made.isEmpty() ? component(held(one)) : null;
      case EXTRACT -> made.isEmpty() ? component(types.ofValue(one[3])) : null;
      default -> null;
    };
  }

  private static Operation component(String held) {
    return held.startsWith("*matrix") || held.startsWith("matrix")
        ? Operation.COMPONENT
        : held.startsWith("*vector") || held.startsWith("vector")
            ? Operation.VECTOR_COMPONENT
            : null;
  }

  /** What a chain leads into. */
  private String held(int[] chain) {
    return types.ofValue(chain[row(chain).word(Role.BASE)]);
  }

  private boolean decodes(int[] load) {
    int at = row(load).word(Role.MEMORY_OPERANDS);
    at += 1 + Integer.bitCount(load[at] & BITS_OF_MEMORY_WORDS);
    return (load[at] & Spv.SpvTensorAddressingOperandsDecodeFuncMask) != 0;
  }

  private void aggregate(String of, Set<Form> into) {
    if (of.endsWith("[]")) {
      into.add(Form.ARRAY);
    } else if (of.endsWith("{}")) {
      into.add(Form.STRUCTURE);
    }
  }

  /** Where an operand comes from. */
  private void origin(int id, int hops, Set<Form> into) {
    int[] made = types.made(id);
    String of = made == null ? "" : types.ofValue(id);
    if (of.isEmpty() && (made == null || row(made).kind() != OpcodeKind.CHAIN)) {
      return;
    }
    switch (row(made).kind()) {
      case PARAMETER -> into.add(Form.PARAMETER);
      case CALL -> into.add(Form.RESULT);
      case LOAD -> origin(made[row(made).word(Role.POINTER)], hops, into);
      case EXTRACT -> aggregate(types.ofValue(made[3]), into);
      case CHAIN -> {
        if (!held(made).isEmpty()) {
          aggregate(held(made), into);
          origin(made[row(made).word(Role.BASE)], hops, into);
        }
      }
      case VARIABLE -> {
        for (int[] use : uses.getOrDefault(id, List.of())) {
          if (hops > 0
              && row(use).kind() == OpcodeKind.STORE
              && use[row(use).word(Role.POINTER)] == id) {
            origin(use[row(use).word(Role.OBJECT)], hops - 1, into);
          }
        }
      }
      default -> {
        // Made where it is used.
      }
    }
  }

  /** Where a result goes. */
  private void goal(int id, int hops, Set<Form> into) {
    for (int[] use : uses.getOrDefault(id, List.of())) {
      switch (row(use).kind()) {
        case CALL -> into.add(Form.PARAMETER);
        case CONSTRUCT -> aggregate(types.classOf(use[1]), into);
        case STORE -> {
          int pointer = use[row(use).word(Role.POINTER)];
          if (pointer != id) {
            place(pointer, hops, into);
          }
        }
        case END -> into.add(Form.RESULT);
        default -> {
          // What other operations take is theirs.
        }
      }
    }
  }

  /** Where a value goes that is stored. */
  private void place(int pointer, int hops, Set<Form> into) {
    int[] made = types.made(pointer);
    switch (row(made).kind()) {
      case PARAMETER -> into.add(Form.PARAMETER);
      case CHAIN -> aggregate(held(made), into);
      case VARIABLE -> {
        for (int[] use : uses.getOrDefault(pointer, List.of())) {
          if (row(use).kind() == OpcodeKind.CALL) {
            into.add(Form.PARAMETER);
          } else if (hops > 0 && row(use).kind() == OpcodeKind.LOAD) {
            goal(use[2], hops - 1, into);
          }
        }
      }
      default -> {
        // No variable.
      }
    }
  }

  /** The memory that an instruction reaches. */
  private void memory(int[] one, Set<Form> into) {
    Opcode row = row(one);
    for (Role role : List.of(Role.POINTER, Role.MATRIX, Role.BIAS)) {
      if (row.place(role).isEmpty()) {
        continue;
      }
      int[] pointer = types.made(one[row.word(role)]);
      int[] type = pointer == null ? null : types.made(pointer[1]);
      if (type == null || ModuleWords.opcode(type) != Spv.SpvOpTypePointer) {
        continue;
      }
      if (type[2] == Spv.SpvStorageClassPhysicalStorageBuffer) {
        into.add(Form.REFERENCE);
      }
      String element = scalar(type[3]);
      if (!element.isEmpty() && !element.equals(own(one, role))) {
        into.add(Form.OTHER_SCALAR);
      }
    }
  }

  /** The component type of what lies behind one of the pointers. */
  private String own(int[] one, Role role) {
    Opcode row = row(one);
    Role interpretation = role == Role.BIAS ? Role.BIAS_INTERPRETATION : Role.MATRIX_INTERPRETATION;
    if (row.place(interpretation).isPresent()) {
      int[] constant = types.made(one[row.word(interpretation)]);
      return ComponentType.ofVulkan(constant[3]).orElseThrow().label();
    }
    if (row.result().words() == 2) {
      return scalar(one[1]);
    }
    Role stored = row.place(Role.OBJECT).isPresent() ? Role.OBJECT : Role.VECTOR;
    return scalar(types.made(one[row.word(stored)])[1]);
  }

  /** The scalar that a type is made of; empty for a structure. */
  private String scalar(int type) {
    int[] made = types.made(type);
    return switch (ModuleWords.opcode(made)) {
      case Spv.SpvOpTypeInt -> (made[3] == 0 ? "uint" : "sint") + made[2];
      case Spv.SpvOpTypeFloat ->
          (made.length > 3 ? "float of " + made[3] + " " : "float") + made[2];
      case Spv.SpvOpTypeArray,
          Spv.SpvOpTypeRuntimeArray,
          Spv.SpvOpTypeVector,
          Spv.SpvOpTypeCooperativeVectorNV,
          Spv.SpvOpTypeCooperativeMatrixKHR,
          Spv.SpvOpTypeCooperativeMatrixNV ->
          scalar(made[2]);
      default -> "";
    };
  }
}
