// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Kinds of cooperative instructions at which cover points are noted. Several SPIR-V instructions
 * may be of one kind, and one instruction of different kinds by its types.
 */
public enum InstructionKind {
  /** {@code coopMatLoad}. */
  LOAD("khr", "load", Makes.MATRIX),
  /** {@code coopMatStore}. */
  STORE("khr", "store", Makes.NOTHING),
  /** {@code coopMatMulAdd}. */
  MUL_ADD("khr", "multiply-add", Makes.MATRIX),
  /** The constructor from a scalar. */
  FILL("khr", "construction", Makes.MATRIX),
  /** The constructor from a matrix of another component type. */
  CONVERT("khr", "conversion", Makes.MATRIX),
  /** The operator +. */
  ADD("khr", "addition", Makes.MATRIX),
  /** The operator − of two matrices. */
  SUBTRACT("khr", "subtraction", Makes.MATRIX),
  /** The operator * of two matrices. */
  MULTIPLY("khr", "product of components", Makes.MATRIX),
  /** The operator /. */
  DIVIDE("khr", "division", Makes.MATRIX),
  /** The operator − of one matrix. */
  NEGATE("khr", "negation", Makes.MATRIX),
  /** The product of a matrix and a scalar. */
  SCALE("khr", "product with a scalar", Makes.MATRIX),
  /** A component that is read. */
  READ("khr", "read of a component", Makes.SCALAR),
  /** A component that is written. */
  WRITE("khr", "write of a component", Makes.NOTHING),
  /** A copy of a whole matrix. */
  COPY("khr", "move of a matrix", Makes.MATRIX),
  /** {@code coopMatReduceNV}. */
  REDUCE("nv2", "reduction", Makes.MATRIX),
  /** {@code coopMatPerElementNV}. */
  ELEMENT("nv2", "per-element operation", Makes.MATRIX),
  /** The constructor of another use. */
  USE("nv2", "change of use", Makes.MATRIX),
  /** {@code coopMatTransposeNV}. */
  TRANSPOSE("nv2", "transposition", Makes.MATRIX),
  /** {@code coopMatLoadTensorNV} without a decode function. */
  TENSOR_LOAD("nv2", "tensor load", Makes.MATRIX),
  /** {@code coopMatStoreTensorNV}. */
  TENSOR_STORE("nv2", "tensor store", Makes.NOTHING),
  /** {@code coopMatLoadTensorNV} with a decode function. */
  DECODE("decode", "tensor load with a decode function", Makes.MATRIX),
  /** {@code coopVecLoadNV}. */
  VECTOR_LOAD("vector", "vector load", Makes.VECTOR),
  /** {@code coopVecStoreNV}. */
  VECTOR_STORE("vector", "vector store", Makes.NOTHING),
  /** {@code coopVecMatMulNV} and {@code coopVecMatMulAddNV}. */
  PRODUCT("vector", "vector product", Makes.VECTOR),
  /** {@code coopVecOuterProductAccumulateNV}. */
  OUTER("vector", "accumulated outer product", Makes.NOTHING),
  /** {@code coopVecReduceSumAccumulateNV}. */
  SUM("vector", "accumulated sum", Makes.NOTHING),
  /** The constructor of a vector. */
  VECTOR_FILL("vector", "construction of a vector", Makes.VECTOR),
  /** An operator between vectors. */
  VECTOR_ARITHMETIC("vector", "vector operator", Makes.VECTOR),
  /** A function of vectors. */
  VECTOR_FUNCTION("vector", "function of a vector", Makes.VECTOR),
  /** The constructor from a vector of another component type. */
  VECTOR_CONVERT("vector", "conversion of a vector", Makes.VECTOR),
  /** {@code bitcastQCOM}. */
  BITCAST("qcom", "bit cast of an array", Makes.VECTOR),
  /** {@code extractSubArrayQCOM}. */
  SUB_ARRAY("qcom", "sub-array", Makes.VECTOR),
  /** {@code vectorToCoopmatQCOM}. */
  OF_ARRAYS("qcom", "matrix made of arrays", Makes.MATRIX),
  /** {@code coopmatToVectorQCOM}. */
  TO_ARRAYS("qcom", "arrays made of a matrix", Makes.VECTOR);

  /** What an instruction's result is, if any. */
  public enum Makes {
    /** A cooperative matrix. */
    MATRIX,
    /** A vector or an array. */
    VECTOR,
    /** A scalar. */
    SCALAR,
    /** Nothing: it writes memory or a component. */
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

  /**
   * {@return the short name of the system to which the kind belongs: {@code khr}, {@code nv2},
   * {@code decode}, {@code vector} or {@code qcom}}
   */
  public String system() {
    return system;
  }

  /**
   * {@return the name of the kind in a sentence, a noun without an article, such as {@code load}}
   */
  public String words() {
    return words;
  }

  /** {@return what an instruction of the kind has as its result} */
  public Makes makes() {
    return makes;
  }

  /**
   * {@return whether each invocation executes the instruction with a vector or an array of its own
   * as operand or result; true for cooperative vectors and QCOM's arrays, but not for {@link
   * #OF_ARRAYS}}
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
