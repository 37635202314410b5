// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every value of {@code VkComponentTypeKHR}: what a matrix or vector component can be (API §6, NUM
 * §1).
 */
public enum ComponentType {
  /** IEEE binary16. */
  FLOAT16("float16", 0, NumberKind.FLOAT, 16, "float16_t", "f16vec"),
  /** IEEE binary32. */
  FLOAT32("float32", 1, NumberKind.FLOAT, 32, "float", "vec"),
  /** IEEE binary64. */
  FLOAT64("float64", 2, NumberKind.FLOAT, 64, "double", "dvec"),
  /** A signed 8-bit integer, in two's complement. */
  SINT8("sint8", 3, NumberKind.SIGNED, 8, "int8_t", "i8vec"),
  /** A signed 16-bit integer, in two's complement. */
  SINT16("sint16", 4, NumberKind.SIGNED, 16, "int16_t", "i16vec"),
  /** A signed 32-bit integer, in two's complement. */
  SINT32("sint32", 5, NumberKind.SIGNED, 32, "int", "ivec"),
  /** A signed 64-bit integer, in two's complement. */
  SINT64("sint64", 6, NumberKind.SIGNED, 64, "int64_t", "i64vec"),
  /** An unsigned 8-bit integer. */
  UINT8("uint8", 7, NumberKind.UNSIGNED, 8, "uint8_t", "u8vec"),
  /** An unsigned 16-bit integer. */
  UINT16("uint16", 8, NumberKind.UNSIGNED, 16, "uint16_t", "u16vec"),
  /** An unsigned 32-bit integer. */
  UINT32("uint32", 9, NumberKind.UNSIGNED, 32, "uint", "uvec"),
  /** An unsigned 64-bit integer. */
  UINT64("uint64", 10, NumberKind.UNSIGNED, 64, "uint64_t", "u64vec"),
  /** A float of 8 exponent and 7 mantissa bits. */
  BFLOAT16("bfloat16", 1000141000, NumberKind.FLOAT, 16, "bfloat16_t", "bf16vec"),
  /** Four signed 8-bit integers in 32 bits, of cooperative vectors. */
  SINT8_PACKED("sint8_packed", 1000491000, NumberKind.PACKED, 32, null, null),
  /** Four unsigned 8-bit integers in 32 bits, of cooperative vectors. */
  UINT8_PACKED("uint8_packed", 1000491001, NumberKind.PACKED, 32, null, null),
  /** A float of 4 exponent and 3 mantissa bits, without infinities. */
  FLOAT8_E4M3("float8_e4m3", 1000491002, NumberKind.FLOAT, 8, "floate4m3_t", "fe4m3vec"),
  /** A float of 5 exponent and 2 mantissa bits. */
  FLOAT8_E5M2("float8_e5m2", 1000491003, NumberKind.FLOAT, 8, "floate5m2_t", "fe5m2vec"),
  /** A float of 2 exponent and 3 mantissa bits. */
  FLOAT6_E2M3("float6_e2m3", 1000672000, NumberKind.FLOAT, 6, null, null),
  /** A float of 3 exponent and 2 mantissa bits. */
  FLOAT6_E3M2("float6_e3m2", 1000672001, NumberKind.FLOAT, 6, null, null),
  /** A float of 2 exponent and 1 mantissa bit. */
  FLOAT4_E2M1("float4_e2m1", 1000672002, NumberKind.FLOAT, 4, null, null),
  /** A power of two as an 8-bit exponent, the scale of a block. */
  FLOAT8_UNSIGNED_E8M0("float8_unsigned_e8m0", 1000672003, NumberKind.FLOAT, 8, null, null),
  /** An 8-bit integer with the scale of its block. */
  MXINT8("mxint8", 1000672004, NumberKind.PACKED, 8, null, null);

  /** How the bits of a component are read. */
  public enum NumberKind {
    /** Sign, exponent and mantissa. */
    FLOAT,
    /** Two's complement. */
    SIGNED,
    /** An unsigned number. */
    UNSIGNED,
    /** Several values in one component; only an interpretation, never a type of its own. */
    PACKED
  }

  private static final Map<Integer, ComponentType> BY_VALUE =
      Arrays.stream(values())
          .collect(Collectors.toMap(type -> type.vulkanValue, Function.identity()));
  private static final Map<String, ComponentType> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(type -> type.label, Function.identity()));

  private final String label;
  private final int vulkanValue;
  private final NumberKind kind;
  private final int bits;
  private final String glsl;
  private final String glslVector;

  ComponentType(
      String label, int vulkanValue, NumberKind kind, int bits, String glsl, String glslVector) {
    this.label = label;
    this.vulkanValue = vulkanValue;
    this.kind = kind;
    this.bits = bits;
    this.glsl = glsl;
    this.glslVector = glslVector;
  }

  /**
   * {@return the type with this {@code VkComponentTypeKHR} value, if the suite knows it}
   *
   * @param value a value that a driver reported
   */
  public static Optional<ComponentType> ofVulkan(int value) {
    return Optional.ofNullable(BY_VALUE.get(value));
  }

  /**
   * The type with this lower-case name, as it stands in case names and reports.
   *
   * @param label the name, such as {@code sint8}
   * @return the type
   * @throws IllegalArgumentException if no type has it
   */
  @JsonCreator
  public static ComponentType ofLabel(String label) {
    ComponentType type = BY_NAME.get(label);
    if (type == null) {
      throw new IllegalArgumentException("unknown component type '" + label + "'");
    }
    return type;
  }

  /** {@return the lower-case name used in case names and JSON, such as {@code sint8}} */
  @JsonValue
  public String label() {
    return label;
  }

  /** {@return the value of {@code VkComponentTypeKHR}} */
  public int vulkanValue() {
    return vulkanValue;
  }

  /** {@return how its bits are read} */
  public NumberKind kind() {
    return kind;
  }

  /** {@return width in bits of one component} */
  public int bits() {
    return bits;
  }

  /**
   * {@return width in bytes of one component in memory} Formats narrower than a byte count as one
   * byte.
   */
  public int bytes() {
    return Math.max(1, bits / 8);
  }

  /** {@return the GLSL scalar type, empty where GLSL has none} */
  public Optional<String> glsl() {
    return Optional.ofNullable(glsl);
  }

  /**
   * The GLSL type of one component or of a vector of them.
   *
   * @param width components: 1 for the scalar type, 2 to 4 for a vector
   * @return the type's name, such as {@code f16vec4}
   * @throws IllegalStateException where GLSL has no such type
   */
  public String glsl(int width) {
    if (glsl == null) {
      throw new IllegalStateException(label + " has no GLSL type");
    }
    return width == 1 ? glsl : glslVector + width;
  }

  /** {@return whether it is a floating-point type, the 4- to 8-bit formats included} */
  public boolean isFloat() {
    return kind == NumberKind.FLOAT;
  }

  /** {@return whether it is a signed or unsigned integer} Packed integers are not. */
  public boolean isInteger() {
    return kind == NumberKind.SIGNED || kind == NumberKind.UNSIGNED;
  }

  /** {@return whether it is a signed integer; false for floats} */
  public boolean isSigned() {
    return kind == NumberKind.SIGNED;
  }

  /**
   * {@return the integer type of the same width and the other signedness}
   *
   * @throws IllegalStateException for types that are no integers
   */
  public ComponentType otherSign() {
    return switch (this) {
      case SINT8 -> UINT8;
      case SINT16 -> UINT16;
      case SINT32 -> UINT32;
      case SINT64 -> UINT64;
      case UINT8 -> SINT8;
      case UINT16 -> SINT16;
      case UINT32 -> SINT32;
      case UINT64 -> SINT64;
      default -> throw new IllegalStateException(label + " has no sign to change");
    };
  }

  /**
   * {@return whether GLSL and SPIR-V define arithmetic on the type: not on bfloat16 and the 8-bit
   * floats (NUM-LANG-001)}
   */
  public boolean hasArithmetic() {
    return glsl != null && this != BFLOAT16 && !isFloat8();
  }

  /**
   * {@return whether it is one of the two 8-bit floats that GLSL has (GL_EXT_float_e4m3 and
   * GL_EXT_float_e5m2)}
   */
  public boolean isFloat8() {
    return this == FLOAT8_E4M3 || this == FLOAT8_E5M2;
  }

  @Override
  public String toString() {
    return label;
  }
}
