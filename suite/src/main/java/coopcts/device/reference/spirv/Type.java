// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.List;

/** A SPIR-V type after specialization: all sizes are known. */
public sealed interface Type {

  /** Bytes in memory with an explicit layout. */
  default long size() {
    throw new SpirvException(this + " has no size in memory");
  }

  /** What it is made of, down to the scalars of vectors and matrices; an array's element. */
  default Type component() {
    return this;
  }

  /** The number of parts of a composite. */
  default int count() {
    throw new SpirvException(this + " is no composite");
  }

  /** The component type of a SPIR-V scalar type. */
  default ComponentType componentType() {
    return switch (this) {
      case Type.Int(IntegerFormat format) ->
          switch (format.bits()) {
            case 8 -> format.isSigned() ? ComponentType.SINT8 : ComponentType.UINT8;
            case 16 -> format.isSigned() ? ComponentType.SINT16 : ComponentType.UINT16;
            case 32 -> format.isSigned() ? ComponentType.SINT32 : ComponentType.UINT32;
            default -> format.isSigned() ? ComponentType.SINT64 : ComponentType.UINT64;
          };
      case Type.Float(FloatFormat format) ->
          switch (format.name()) {
            case "float16" -> ComponentType.FLOAT16;
            case "bfloat16" -> ComponentType.BFLOAT16;
            case "float32" -> ComponentType.FLOAT32;
            case "float64" -> ComponentType.FLOAT64;
            case "e4m3" -> ComponentType.FLOAT8_E4M3;
            default -> ComponentType.FLOAT8_E5M2;
          };
      default -> throw new SpirvException("a matrix of " + this);
    };
  }

  /** Whether its values hold cooperative matrices. */
  default boolean containsMatrix() {
    return false;
  }

  record Void() implements Type {}

  /** Has no layout of its own; in shared memory four bytes. */
  record Bool() implements Type {
    @Override
    public long size() {
      return 4;
    }
  }

  record Int(IntegerFormat format) implements Type {
    @Override
    public long size() {
      return format.bits() / 8;
    }
  }

  record Float(FloatFormat format) implements Type {
    @Override
    public long size() {
      return format.bits() / 8;
    }
  }

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

  /** A matrix of columns; stride and order in memory come from the member that holds it. */
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

  record RuntimeArray(Type element, int stride) implements Type {
    @Override
    public long size() {
      return 0;
    }
  }

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
   */
  record Member(int offset, int matrixStride, boolean rowMajor) {
    public long size(Type type) {
      return type instanceof ColumnMatrix(Vector column, int count) && matrixStride > 0
          ? (long) matrixStride * (rowMajor ? column.count() : count)
          : type.size();
    }
  }

  /**
   * @param parameters ids of the types of its parameters
   */
  record Function(Type result, List<Integer> parameters) implements Type {}

  /**
   * @param pointee id of the type pointed to: an id, as it may be declared later; 0 where the
   *     pointer is untyped
   */
  record Pointer(StorageClass storage, int pointee) implements Type {
    /** A pointer that does not say what it points to (SPV_KHR_untyped_pointers). */
    public static Pointer untyped(StorageClass storage) {
      return new Pointer(storage, 0);
    }

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
   */
  record TensorLayout(int dimensions, TensorClamp clamp) implements Type {
    public int parts() {
      return 5 * dimensions + 1;
    }
  }

  /**
   * A tensor view; its values are composites of 2 numbers for each dimension and the clip's four.
   *
   * @param permutation which dimension is stepped through as the k-th, outermost first
   */
  record TensorView(int dimensions, boolean hasDimensions, List<Integer> permutation)
      implements Type {
    public int parts() {
      return 2 * dimensions + 4;
    }
  }

  record CooperativeMatrix(Type component, Scope scope, int rows, int columns, Use use)
      implements Type {
    @Override
    public boolean containsMatrix() {
      return true;
    }

    public int elements() {
      return rows * columns;
    }

    public long mask() {
      return switch (component) {
        case Int(IntegerFormat format) -> format.mask();
        case Float(FloatFormat format) -> format.mask();
        default -> throw new SpirvException("a matrix of " + component);
      };
    }

    public int componentBytes() {
      return (int) component.size();
    }
  }
}
