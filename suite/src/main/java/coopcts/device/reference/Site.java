package coopcts.device.reference;

import coopcts.model.ComponentType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;

/**
 * A matrix instruction that is being executed for one scope instance: what a driver bug may depend
 * on.
 *
 * @param kind what is done
 * @param type of the matrix that is loaded, stored or made
 * @param source component type of the operand, for conversions and products that of A; else that of
 *     the matrix
 * @param storage class of the memory, 0 where there is none
 * @param rowMajor whether the memory is read or written row by row
 * @param pointeeBytes bytes of an array element in memory
 * @param strideBytes bytes from line to line in memory; for products the depth K
 * @param instance the scope instance within its workgroup
 * @param workgroup the workgroup's running number
 * @param visit how often the instruction was executed before by this workgroup
 */
record Site(
    Kind kind,
    Type.CooperativeMatrix type,
    ComponentType source,
    int storage,
    boolean rowMajor,
    long pointeeBytes,
    long strideBytes,
    int instance,
    int workgroup,
    int visit) {

  /** Kinds of matrix instructions. */
  enum Kind {
    LOAD,
    STORE,
    MUL_ADD,
    FILL,
    CONVERT,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    NEGATE,
    SCALE,
    COMPONENT
  }

  boolean is(Kind wanted) {
    return kind == wanted;
  }

  boolean is(Use use) {
    return type.use() == use;
  }

  boolean is(ComponentType component) {
    return component() == component;
  }

  int rows() {
    return type.rows();
  }

  int columns() {
    return type.columns();
  }

  boolean isShared() {
    return storage == Pointers.WORKGROUP;
  }

  /** Bytes of a line of the matrix in memory. */
  long lineBytes() {
    return (long) (rowMajor ? columns() : rows()) * type.componentBytes();
  }

  ComponentType component() {
    return componentType(type.component());
  }

  boolean isFloat() {
    return component().isFloat();
  }

  boolean isInteger() {
    return component().isInteger();
  }

  /** The component type of a SPIR-V scalar type. */
  static ComponentType componentType(Type type) {
    return switch (type) {
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
      default -> throw new SpirvException("a matrix of " + type);
    };
  }
}
