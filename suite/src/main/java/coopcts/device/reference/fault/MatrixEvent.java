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
 * @param access how memory is read or written
 * @param moment for whom, and when
 * @param circumstances what else is so
 */
public record MatrixEvent(
    Action action,
    Type.CooperativeMatrix type,
    ComponentType source,
    Access access,
    Moment moment,
    Set<Circumstance> circumstances) {

  /**
   * How memory is read or written.
   *
   * @param isShared whether it is shared memory
   * @param rowMajor whether row by row
   * @param pointeeBytes bytes of an array element
   * @param strideBytes bytes from line to line; for products the depth K
   */
  public record Access(boolean isShared, boolean rowMajor, long pointeeBytes, long strideBytes) {

    /** No memory. */
    public static final Access NONE = new Access(false, true, 0, 0);
  }

  /**
   * For whom an instruction is executed, and when.
   *
   * @param instance the scope instance within its workgroup
   * @param workgroup the workgroup's running number
   * @param visit how often the instruction was executed before by this workgroup
   */
  public record Moment(int instance, int workgroup, int visit) {}

  boolean isShared() {
    return access.isShared;
  }

  boolean rowMajor() {
    return access.rowMajor;
  }

  long pointeeBytes() {
    return access.pointeeBytes;
  }

  long strideBytes() {
    return access.strideBytes;
  }

  int instance() {
    return moment.instance;
  }

  int workgroup() {
    return moment.workgroup;
  }

  /** {@return how often the instruction was executed before by this workgroup} */
  public int visit() {
    return moment.visit;
  }

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
    return (long) (rowMajor() ? columns() : rows()) * type.componentBytes();
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
