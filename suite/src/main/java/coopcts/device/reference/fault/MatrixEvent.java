// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.model.Use;
import java.util.Set;

/**
 * A matrix instruction that is being executed for one scope instance: what a driver bug may depend
 * on.
 *
 * @param action what is done
 * @param type of the matrix that is loaded, stored or made
 * @param source component type of the operand, for conversions and products that of A; else that of
 *     the matrix
 * @param isShared whether it reads or writes shared memory
 * @param rowMajor whether the memory is read or written row by row
 * @param pointeeBytes bytes of an array element in memory
 * @param strideBytes bytes from line to line in memory; for products the depth K
 * @param instance the scope instance within its workgroup
 * @param workgroup the workgroup's running number
 * @param visit how often the instruction was executed before by this workgroup
 * @param circumstances what else is so
 */
public record MatrixEvent(
    Action action,
    Type.CooperativeMatrix type,
    ComponentType source,
    boolean isShared,
    boolean rowMajor,
    long pointeeBytes,
    long strideBytes,
    int instance,
    int workgroup,
    int visit,
    Set<Circumstance> circumstances) {

  /** Kinds of matrix instructions. */
  public enum Action {
    /** {@code coopMatLoad}. */
    LOAD,
    /** {@code coopMatStore}. */
    STORE,
    /** {@code coopMatMulAdd}. */
    MUL_ADD,
    /** The constructor from a scalar. */
    FILL,
    /** The constructor from a matrix of another component type. */
    CONVERT,
    /** The operator +. */
    ADD,
    /** The operator − of two matrices. */
    SUBTRACT,
    /** The operator * of two matrices. */
    MULTIPLY,
    /** The operator /. */
    DIVIDE,
    /** The operator − of one matrix. */
    NEGATE,
    /** The product of a matrix and a scalar. */
    SCALE,
    /** An access to one component. */
    COMPONENT
  }

  boolean is(Action wanted) {
    return action == wanted;
  }

  boolean in(Circumstance circumstance) {
    return circumstances.contains(circumstance);
  }

  boolean is(Use use) {
    return type.use() == use;
  }

  boolean is(ComponentType component) {
    return component() == component;
  }

  /** {@return the number of rows of the matrix that is loaded, stored or made} */
  public int rows() {
    return type.rows();
  }

  /** {@return the number of columns of the matrix that is loaded, stored or made} */
  public int columns() {
    return type.columns();
  }

  /**
   * {@return the bytes that a line of the matrix takes in memory without padding: a row where
   * {@link #rowMajor} is true, else a column}
   */
  public long lineBytes() {
    return (long) (rowMajor ? columns() : rows()) * type.componentBytes();
  }

  ComponentType component() {
    return type.component().componentType();
  }

  boolean isFloat() {
    return component().isFloat();
  }

  boolean isInteger() {
    return component().isInteger();
  }
}
