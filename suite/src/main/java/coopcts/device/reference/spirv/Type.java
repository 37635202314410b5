// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import java.util.List;
import java.util.Optional;

/**
 * A SPIR-V type of one module after specialization: all sizes are known. Types are compared by what
 * they are, not by id.
 */
public sealed interface Type {

  /**
   * {@return the bytes that a value takes in memory, by the explicit layout where there is one; 0
   * for a runtime array}
   *
   * @throws SpirvException if values of the type have no size in memory
   */
  default long size() {
    throw new SpirvException(this + " has no size in memory");
  }

  /**
   * {@return what a composite is made of: the scalar of a vector or a matrix, the element of an
   * array; the type itself where it is none of these}
   */
  default Type component() {
    return this;
  }

  /**
   * {@return the number of parts of a composite: components, columns, elements or members}
   *
   * @throws SpirvException if the type has no fixed number of parts
   */
  default int count() {
    throw new SpirvException(this + " is no composite");
  }

  /**
   * {@return the component type that a scalar number type is}
   *
   * @throws SpirvException if the type is no scalar number
   */
  default ComponentType componentType() {
    NumberFormat format =
        switch (this) {
          case Type.Int(IntegerFormat integers) -> integers;
          case Type.Float(FloatFormat floats) -> floats;
          default -> throw new SpirvException("a matrix of " + this);
        };
    return ComponentType.ofFormat(format)
        .orElseThrow(() -> new SpirvException("no component type has numbers of " + this));
  }

  /**
   * {@return the component type that an {@code OpTypeFloat} declares by its width and encoding, or
   * empty where no component type of GLSL is such a float}
   *
   * @param declaration an {@code OpTypeFloat}
   */
  static Optional<ComponentType> declaredFloat(Instruction declaration) {
    return ComponentType.ofSpirv(
        declaration.operand(0),
        declaration.count() > 1 ? declaration.operand(1) : ComponentType.NO_ENCODING);
  }

  /**
   * {@return whether values of the type are or hold cooperative matrices, in members or elements at
   * any depth}
   */
  default boolean containsMatrix() {
    return false;
  }

  /** No value. */
  record Void() implements Type {}

  /** Has no layout of its own; in shared memory four bytes. */
  record Bool() implements Type {
    @Override
    public long size() {
      return 4;
    }
  }

  /**
   * An integer.
   *
   * @param format width and signedness
   */
  record Int(IntegerFormat format) implements Type {
    @Override
    public long size() {
      return format.bits() / 8;
    }
  }

  /**
   * A float.
   *
   * @param format width and encoding
   */
  record Float(FloatFormat format) implements Type {
    @Override
    public long size() {
      return format.bits() / 8;
    }
  }

  /**
   * A vector, cooperative or not.
   *
   * @param element type of a component
   * @param count number of components
   */
  record Vector(Type element, int count) implements Type {
    @Override
    public Type component() {
      return element;
    }

    @Override
    public long size() {
      return element.size() * count;
    }
  }

  /**
   * A matrix of columns; stride and order in memory come from the member that holds it.
   *
   * @param column type of a column
   * @param count number of columns
   */
  record ColumnMatrix(Vector column, int count) implements Type {
    @Override
    public Type component() {
      return column.element();
    }

    @Override
    public long size() {
      return column.size() * count;
    }
  }

  /**
   * An array of fixed length.
   *
   * @param element type of an element
   * @param length number of elements
   * @param stride bytes from element to element, 0 without a layout
   */
  record Array(Type element, int length, int stride) implements Type {
    @Override
    public Type component() {
      return element;
    }

    @Override
    public int count() {
      return length;
    }

    @Override
    public boolean containsMatrix() {
      return element.containsMatrix();
    }

    @Override
    public long size() {
      return (long) length * (stride == 0 ? element.size() : stride);
    }
  }

  /**
   * An array whose length the buffer decides.
   *
   * @param element type of an element
   * @param stride bytes from element to element
   */
  record RuntimeArray(Type element, int stride) implements Type {
    @Override
    public long size() {
      return 0;
    }
  }

  /**
   * A structure.
   *
   * @param members types in order
   * @param layout of each member in memory, in order
   */
  record Struct(List<Type> members, List<Member> layout) implements Type {
    @Override
    public int count() {
      return members.size();
    }

    @Override
    public boolean containsMatrix() {
      return members.stream().anyMatch(Type::containsMatrix);
    }

    @Override
    public long size() {
      long end = 0;
      for (int i = 0; i < members.size(); i++) {
        end = Math.max(end, layout.get(i).offset() + layout.get(i).size(members.get(i)));
      }
      return end;
    }
  }

  /**
   * How a struct's member lies in memory; the matrix stride is 0 where the member holds no matrix.
   *
   * @param offset of the member in bytes
   * @param matrixStride bytes from column to column, or from row to row
   * @param rowMajor whether rows lie one behind the other
   */
  record Member(int offset, int matrixStride, boolean rowMajor) {
    /**
     * {@return the bytes that the member takes in memory, by its matrix stride where it has one}
     *
     * @param type of the member
     * @throws SpirvException if values of the type have no size in memory
     */
    public long size(Type type) {
      return type instanceof ColumnMatrix(Vector column, int count) && matrixStride > 0
          ? (long) matrixStride * (rowMajor ? column.count() : count)
          : type.size();
    }
  }

  /**
   * A function's type.
   *
   * @param result type of the result, or void
   * @param parameters ids of the types of its parameters
   */
  record Function(Type result, List<Integer> parameters) implements Type {}

  /**
   * A pointer.
   *
   * @param storage where it leads
   * @param pointee id of the type pointed to: an id, as it may be declared later; 0 where the
   *     pointer is untyped
   */
  record Pointer(StorageClass storage, int pointee) implements Type {
    /**
     * {@return a pointer that does not say what it points to (SPV_KHR_untyped_pointers)}
     *
     * @param storage where it leads
     */
    public static Pointer untyped(StorageClass storage) {
      return new Pointer(storage, 0);
    }

    /** {@return whether the pointer's type does not say what it points to} */
    public boolean isUntyped() {
      return pointee == 0;
    }

    @Override
    public long size() {
      return 8;
    }
  }

  /**
   * A tensor layout of 1 to 5 dimensions; its values are composites of 5 numbers for each dimension
   * and the clamp value (see {@code TensorAddressing}).
   *
   * @param dimensions 1 to 5
   * @param clamp what happens outside of the tensor
   */
  record TensorLayout(int dimensions, TensorClamp clamp) implements Type {
    /** {@return the number of parts of a value} */
    public int parts() {
      return 5 * dimensions + 1;
    }
  }

  /**
   * A tensor view; its values are composites of 2 numbers for each dimension and the clip's four.
   *
   * @param dimensions 1 to 5
   * @param hasDimensions whether the view has sizes of its own
   * @param permutation which dimension is stepped through as the k-th, outermost first
   */
  record TensorView(int dimensions, boolean hasDimensions, List<Integer> permutation)
      implements Type {
    /** {@return the number of parts of a value} */
    public int parts() {
      return 2 * dimensions + 4;
    }
  }

  /**
   * A cooperative matrix (KHR §2.1).
   *
   * @param component type of an element
   * @param scope invocations that hold it together
   * @param rows number of rows
   * @param columns number of columns
   * @param use place in a product
   */
  record CooperativeMatrix(Type component, Scope scope, int rows, int columns, Use use)
      implements Type {
    @Override
    public boolean containsMatrix() {
      return true;
    }

    /** {@return the number of elements, rows × columns} */
    public int elements() {
      return rows * columns;
    }

    /**
     * {@return the bits that a pattern of an element may have set}
     *
     * @throws SpirvException if the elements are not numbers
     */
    public long mask() {
      return switch (component) {
        case Int(IntegerFormat format) -> format.mask();
        case Float(FloatFormat format) -> format.mask();
        default -> throw new SpirvException("a matrix of " + component);
      };
    }

    /** {@return bytes of an element in memory} */
    public int componentBytes() {
      return (int) component.size();
    }
  }
}
