// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Kinds of cooperative instructions: what a cover point is noted at. */
public enum InstructionKind {
  LOAD("khr", "load", Makes.MATRIX),
  STORE("khr", "store", Makes.NOTHING),
  MUL_ADD("khr", "multiply-add", Makes.MATRIX),
  FILL("khr", "construction", Makes.MATRIX),
  CONVERT("khr", "conversion", Makes.MATRIX),
  ADD("khr", "addition", Makes.MATRIX),
  SUBTRACT("khr", "subtraction", Makes.MATRIX),
  MULTIPLY("khr", "product of components", Makes.MATRIX),
  DIVIDE("khr", "division", Makes.MATRIX),
  NEGATE("khr", "negation", Makes.MATRIX),
  SCALE("khr", "product with a scalar", Makes.MATRIX),
  READ("khr", "read of a component", Makes.SCALAR),
  WRITE("khr", "write of a component", Makes.NOTHING),
  COPY("khr", "move of a matrix", Makes.MATRIX),
  REDUCE("nv2", "reduction", Makes.MATRIX),
  ELEMENT("nv2", "per-element operation", Makes.MATRIX),
  USE("nv2", "change of use", Makes.MATRIX),
  TRANSPOSE("nv2", "transposition", Makes.MATRIX),
  TENSOR_LOAD("nv2", "tensor load", Makes.MATRIX),
  TENSOR_STORE("nv2", "tensor store", Makes.NOTHING),
  DECODE("decode", "tensor load with a decode function", Makes.MATRIX),
  VECTOR_LOAD("vector", "vector load", Makes.VECTOR),
  VECTOR_STORE("vector", "vector store", Makes.NOTHING),
  PRODUCT("vector", "vector product", Makes.VECTOR),
  OUTER("vector", "accumulated outer product", Makes.NOTHING),
  SUM("vector", "accumulated sum", Makes.NOTHING),
  VECTOR_FILL("vector", "construction of a vector", Makes.VECTOR),
  VECTOR_ARITHMETIC("vector", "vector operator", Makes.VECTOR),
  VECTOR_FUNCTION("vector", "function of a vector", Makes.VECTOR),
  VECTOR_CONVERT("vector", "conversion of a vector", Makes.VECTOR),
  BITCAST("qcom", "bit cast of an array", Makes.VECTOR),
  SUB_ARRAY("qcom", "sub-array", Makes.VECTOR),
  OF_ARRAYS("qcom", "matrix made of arrays", Makes.MATRIX),
  TO_ARRAYS("qcom", "arrays made of a matrix", Makes.VECTOR);

  /** What an instruction's result is, if any. */
  public enum Makes {
    MATRIX,
    VECTOR,
    SCALAR,
    NOTHING
  }

  private final String system;
  private final String words;
  private final Makes makes;

  InstructionKind(String system, String words, Makes makes) {
    this.system = system;
    this.words = words;
    this.makes = makes;
  }

  /** {@return the short name of the system that it belongs to} */
  public String system() {
    return system;
  }

  /** {@return its name in a sentence, such as {@code load}} */
  public String words() {
    return words;
  }

  /** {@return what the instruction makes} */
  public Makes makes() {
    return makes;
  }

  /**
   * {@return whether it is an instruction on cooperative vectors or QCOM's arrays of invocations}
   */
  public boolean isOfInvocations() {
    return ordinal() >= VECTOR_LOAD.ordinal() && this != OF_ARRAYS;
  }

  /** Whether the operands' type is noted beside the result's. */
  boolean hasSourceType() {
    return this == CONVERT || this == MUL_ADD || this == PRODUCT || this == VECTOR_CONVERT;
  }

  /** The name in tables and reports. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static final Set<InstructionKind> MATRIX = EnumSet.range(LOAD, DECODE);

  private static final Set<InstructionKind> ARITHMETIC = EnumSet.range(ADD, SCALE);

  /**
   * The kinds that a list names: kinds and groups of kinds by comma, those behind a minus left out.
   */
  static Set<InstructionKind> of(String list) {
    Set<InstructionKind> all = EnumSet.noneOf(InstructionKind.class);
    for (String word : list.split(",")) {
      if (word.startsWith("-")) {
        all.removeAll(group(word.substring(1)));
      } else {
        all.addAll(group(word));
      }
    }
    return all;
  }

  private static Set<InstructionKind> group(String name) {
    return switch (name) {
      case "any" -> EnumSet.allOf(InstructionKind.class);
      case "matrix" -> {
        Set<InstructionKind> all = EnumSet.copyOf(MATRIX);
        all.add(OF_ARRAYS);
        all.add(TO_ARRAYS);
        yield all;
      }
      case "arithmetic" -> ARITHMETIC;
      case "grid" -> EnumSet.of(LOAD, STORE);
      case "tensor" -> EnumSet.of(TENSOR_LOAD, TENSOR_STORE, DECODE);
      case "loads" -> EnumSet.of(LOAD, TENSOR_LOAD, DECODE, VECTOR_LOAD, PRODUCT);
      case "memory" ->
          EnumSet.of(
              LOAD,
              STORE,
              TENSOR_LOAD,
              TENSOR_STORE,
              DECODE,
              VECTOR_LOAD,
              VECTOR_STORE,
              PRODUCT,
              OUTER,
              SUM);
      case "vector" -> EnumSet.range(VECTOR_LOAD, VECTOR_CONVERT);
      case "arrays" -> EnumSet.range(BITCAST, TO_ARRAYS);
      case "in" -> {
        Set<InstructionKind> all = EnumSet.allOf(InstructionKind.class);
        all.removeAll(EnumSet.of(LOAD, TENSOR_LOAD, DECODE, VECTOR_LOAD, READ));
        yield all;
      }
      case "with" ->
          EnumSet.of(MUL_ADD, ADD, SUBTRACT, MULTIPLY, DIVIDE, SCALE, OUTER, VECTOR_ARITHMETIC);
      case "plus" -> EnumSet.of(MUL_ADD);
      case "out" -> {
        Set<InstructionKind> all = EnumSet.allOf(InstructionKind.class);
        all.removeIf(kind -> kind.makes == Makes.NOTHING);
        yield all;
      }
      case "moves" ->
          EnumSet.of(
              LOAD,
              STORE,
              FILL,
              READ,
              WRITE,
              COPY,
              TENSOR_LOAD,
              TENSOR_STORE,
              VECTOR_LOAD,
              VECTOR_STORE,
              VECTOR_FILL);
      default ->
          EnumSet.of(
              Arrays.stream(values())
                  .filter(kind -> kind.toString().equals(name))
                  .findFirst()
                  .orElseThrow(() -> new IllegalArgumentException("no kind or group " + name)));
    };
  }
}
