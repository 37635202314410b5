// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The component types that the suite knows by their value of {@code VkComponentTypeKHR}: what a
 * matrix or vector component can be (API §6, NUM §1). A constant says how a component is written in
 * GLSL, how wide it is and how its bits are read. What a constant leaves out does not exist for its
 * type: who asks for it gets an empty answer or an exception.
 */
public enum ComponentType {
  /** IEEE binary16. */
  FLOAT16(
      0,
      of(FloatFormat.FLOAT16)
          .glsl("float16_t", "f16vec")
          .interpretation("Float16")
          .needs("shaderFloat16", "storageBuffer16BitAccess")),
  /** IEEE binary32. */
  FLOAT32(1, of(FloatFormat.FLOAT32).glsl("float", "vec").interpretation("Float32")),
  /** IEEE binary64. */
  FLOAT64(2, of(FloatFormat.FLOAT64).glsl("double", "dvec").needs("shaderFloat64")),
  /** A signed 8-bit integer, in two's complement. */
  SINT8(
      3,
      of(IntegerFormat.signed(8))
          .glsl("int8_t", "i8vec")
          .interpretation("SignedInt8")
          .needs("shaderInt8", "storageBuffer8BitAccess")),
  /** A signed 16-bit integer, in two's complement. */
  SINT16(
      4,
      of(IntegerFormat.signed(16))
          .glsl("int16_t", "i16vec")
          .needs("shaderInt16", "storageBuffer16BitAccess")),
  /** A signed 32-bit integer, in two's complement. */
  SINT32(5, of(IntegerFormat.signed(32)).glsl("int", "ivec").interpretation("SignedInt32")),
  /** A signed 64-bit integer, in two's complement. */
  SINT64(6, of(IntegerFormat.signed(64)).glsl("int64_t", "i64vec").needs("shaderInt64")),
  /** An unsigned 8-bit integer. */
  UINT8(
      7,
      of(IntegerFormat.unsigned(8))
          .glsl("uint8_t", "u8vec")
          .interpretation("UnsignedInt8")
          .needs("shaderInt8", "storageBuffer8BitAccess")),
  /** An unsigned 16-bit integer. */
  UINT16(
      8,
      of(IntegerFormat.unsigned(16))
          .glsl("uint16_t", "u16vec")
          .needs("shaderInt16", "storageBuffer16BitAccess")),
  /** An unsigned 32-bit integer. */
  UINT32(9, of(IntegerFormat.unsigned(32)).glsl("uint", "uvec").interpretation("UnsignedInt32")),
  /** An unsigned 64-bit integer. */
  UINT64(10, of(IntegerFormat.unsigned(64)).glsl("uint64_t", "u64vec").needs("shaderInt64")),
  /** A float of 8 exponent and 7 mantissa bits. */
  BFLOAT16(
      1000141000,
      of(FloatFormat.BFLOAT16)
          .glsl("bfloat16_t", "bf16vec")
          .encoded(0, "GL_EXT_bfloat16")
          .needs(
              "shaderBFloat16Type", "shaderBFloat16CooperativeMatrix", "storageBuffer16BitAccess")),
  /** Four signed 8-bit integers in 32 bits, of cooperative vectors. */
  SINT8_PACKED(1000491000, packed(32).interpretation("SignedInt8Packed")),
  /** Four unsigned 8-bit integers in 32 bits, of cooperative vectors. */
  UINT8_PACKED(1000491001, packed(32).interpretation("UnsignedInt8Packed")),
  /** A float of 4 exponent and 3 mantissa bits, without infinities. */
  FLOAT8_E4M3(
      1000491002,
      of(FloatFormat.FLOAT8_E4M3)
          .glsl("floate4m3_t", "fe4m3vec")
          .encoded(4214, "GL_EXT_float_e4m3")
          .interpretation("FloatE4M3")
          .needs("shaderFloat8", "shaderFloat8CooperativeMatrix", "storageBuffer8BitAccess")),
  /** A float of 5 exponent and 2 mantissa bits. */
  FLOAT8_E5M2(
      1000491003,
      of(FloatFormat.FLOAT8_E5M2)
          .glsl("floate5m2_t", "fe5m2vec")
          .encoded(4215, "GL_EXT_float_e5m2")
          .interpretation("FloatE5M2")
          .needs("shaderFloat8", "shaderFloat8CooperativeMatrix", "storageBuffer8BitAccess")),
  /** A float of 2 exponent and 3 mantissa bits. */
  FLOAT6_E2M3(1000672000, of(FloatFormat.FLOAT6_E2M3)),
  /** A float of 3 exponent and 2 mantissa bits. */
  FLOAT6_E3M2(1000672001, of(FloatFormat.FLOAT6_E3M2)),
  /** A float of 2 exponent and 1 mantissa bit. */
  FLOAT4_E2M1(1000672002, of(FloatFormat.FLOAT4_E2M1)),
  /** A power of two as an 8-bit exponent, the scale of a block. */
  FLOAT8_UNSIGNED_E8M0(1000672003, new Declaration(NumberKind.FLOAT, 8, null)),
  /** An 8-bit integer with the scale of its block. */
  MXINT8(1000672004, packed(8));

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

  /** {@code FP Encoding} of a SPIR-V float type without one: IEEE 754 of its width. */
  public static final int NO_ENCODING = -1;

  private static final Map<Integer, ComponentType> BY_VALUE =
      by(type -> Optional.of(type.vulkanValue));
  private static final Map<String, ComponentType> BY_NAME = by(type -> Optional.of(type.label));
  private static final Map<NumberFormat, ComponentType> BY_FORMAT =
      by(type -> Optional.ofNullable(type.declaration.format));
  private static final Map<List<Integer>, ComponentType> BY_ENCODING =
      by(
          type ->
              type.isFloat() && type.glsl().isPresent()
                  ? Optional.of(List.of(type.bits(), type.declaration.encoding))
                  : Optional.empty());

  private final String label = name().toLowerCase(Locale.ROOT);
  private final int vulkanValue;
  private final Declaration declaration;

  ComponentType(int vulkanValue, Declaration declaration) {
    this.vulkanValue = vulkanValue;
    this.declaration = declaration;
  }

  private static <K> Map<K, ComponentType> by(Function<ComponentType, Optional<K>> key) {
    return Arrays.stream(values())
        .filter(type -> key.apply(type).isPresent())
        .collect(Collectors.toMap(type -> key.apply(type).orElseThrow(), Function.identity()));
  }

  /**
   * Looks up the type that a driver means by a number.
   *
   * @param value of {@code VkComponentTypeKHR}, as a driver reported it
   * @return the type; empty if the suite knows none with this value
   */
  public static Optional<ComponentType> ofVulkan(int value) {
    return Optional.ofNullable(BY_VALUE.get(value));
  }

  /**
   * Looks up a type by its lower-case name, as it stands in case names and reports; Jackson reads
   * types by it.
   *
   * @param label the name in exactly this case, such as {@code sint8}; not null
   * @return the type
   * @throws IllegalArgumentException if no type has the name
   */
  @JsonCreator
  public static ComponentType ofLabel(String label) {
    ComponentType type = BY_NAME.get(label);
    if (type == null) {
      throw new IllegalArgumentException("unknown component type '" + label + "'");
    }
    return type;
  }

  /**
   * Looks up the type whose components hold numbers of a format.
   *
   * @param format of a component's number
   * @return the type; empty if no type has the format
   */
  public static Optional<ComponentType> ofFormat(NumberFormat format) {
    return Optional.ofNullable(BY_FORMAT.get(format));
  }

  /**
   * Looks up the type that a SPIR-V {@code OpTypeFloat} declares.
   *
   * @param bits its width in bits
   * @param encoding the value of its {@code FP Encoding}; {@link #NO_ENCODING} where it has none
   * @return the type; empty where GLSL has no type for it
   */
  public static Optional<ComponentType> ofSpirv(int bits, int encoding) {
    return Optional.ofNullable(BY_ENCODING.get(List.of(bits, encoding)));
  }

  /** {@return the lower-case name used in case names and JSON, such as {@code sint8}} */
  @JsonValue
  public String label() {
    return label;
  }

  /** {@return the type's value of {@code VkComponentTypeKHR}, such as 1 for {@link #FLOAT32}} */
  public int vulkanValue() {
    return vulkanValue;
  }

  /**
   * {@return how the bits of a component are read: as a float, a signed or an unsigned integer, or
   * as several values}
   */
  public NumberKind kind() {
    return declaration.kind;
  }

  /**
   * {@return width in bits of one component, 4 to 64} A packed component of four 8-bit integers has
   * 32.
   */
  public int bits() {
    return declaration.bits;
  }

  /**
   * {@return width in bytes of one component in memory: 1, 2, 4 or 8} Formats narrower than a byte
   * (4 and 6 bits) count as one byte.
   */
  public int bytes() {
    return Math.max(1, bits() / 8);
  }

  /**
   * {@return the type of one number in a component: of packed types that of each of the four, else
   * this type}
   */
  public ComponentType unpacked() {
    return this == SINT8_PACKED ? SINT8 : this == UINT8_PACKED ? UINT8 : this;
  }

  /**
   * {@return the format of the number in a component, which turns patterns into values and back}
   *
   * @throws IllegalArgumentException for packed types, {@link #FLOAT8_UNSIGNED_E8M0} and {@link
   *     #MXINT8}, which have no number of their own
   */
  public NumberFormat format() {
    if (declaration.format == null) {
      throw new IllegalArgumentException(label + " has no scalar value");
    }
    return declaration.format;
  }

  /**
   * {@return the GLSL scalar type, such as {@code float16_t}; empty for packed types and for the
   * 4-, 6- and 8-bit formats that GLSL has no type of}
   */
  public Optional<String> glsl() {
    return Optional.ofNullable(declaration.glsl);
  }

  /**
   * The GLSL type of one component or of a vector of components.
   *
   * @param width number of components: 1 for the scalar type, 2 to 4 for a vector; the caller makes
   *     sure of this range
   * @return the type's name, such as {@code f16vec4}
   * @throws IllegalStateException where {@link #glsl()} is empty
   */
  public String glsl(int width) {
    if (declaration.glsl == null) {
      throw new IllegalStateException(label + " has no GLSL type");
    }
    return width == 1 ? declaration.glsl : declaration.glslVector + width;
  }

  /**
   * {@return the name of the GLSL extension that alone brings the type, such as {@code
   * GL_EXT_bfloat16}; empty for types of the language, of the extensions that all shaders of the
   * suite enable, and without a GLSL type}
   */
  public Optional<String> glslExtension() {
    return Optional.ofNullable(declaration.glslExtension);
  }

  /**
   * {@return the value of {@code FP Encoding} that a SPIR-V {@code OpTypeFloat} of the type has;
   * {@link #NO_ENCODING} for types without one}
   */
  public int encoding() {
    return declaration.encoding;
  }

  /**
   * {@return the GLSL constant that names the type as an interpretation of a cooperative vector's
   * inputs, matrix or bias, such as {@code gl_ComponentTypeFloat16NV}; empty where
   * GL_NV_cooperative_vector has none}
   */
  public Optional<String> glslInterpretation() {
    return Optional.ofNullable(declaration.interpretation)
        .map(name -> "gl_ComponentType" + name + "NV");
  }

  /** Whether {@link #glslInterpretation} gives a name. */
  boolean hasInterpretation() {
    return declaration.interpretation != null;
  }

  /**
   * {@return names, as in {@link DeviceReport#features}, of the features that a device must report
   * before the type can stand in a matrix and in a storage buffer; unmodifiable, and empty for
   * 32-bit types}
   */
  public List<String> features() {
    return declaration.features;
  }

  /**
   * {@return whether a component is one floating-point number, the 4-, 6- and 8-bit formats
   * included}
   */
  public boolean isFloat() {
    return kind() == NumberKind.FLOAT;
  }

  /**
   * {@return whether a component is one signed or unsigned integer} Packed integers and {@link
   * #MXINT8} are not.
   */
  public boolean isInteger() {
    return kind() == NumberKind.SIGNED || kind() == NumberKind.UNSIGNED;
  }

  /** {@return whether a component is one signed integer; false for floats and packed types} */
  public boolean isSigned() {
    return kind() == NumberKind.SIGNED;
  }

  /**
   * {@return the integer type of equal width and the other signedness, such as {@link #UINT8} for
   * {@link #SINT8}}
   *
   * @throws IllegalStateException for floats and packed types
   */
  public ComponentType otherSign() {
    if (declaration.format instanceof IntegerFormat(int width, boolean isSigned)) {
      return BY_FORMAT.get(isSigned ? IntegerFormat.unsigned(width) : IntegerFormat.signed(width));
    }
    throw new IllegalStateException(label + " has no sign to change");
  }

  /**
   * {@return whether GLSL and SPIR-V define arithmetic on components of the type} They do not on
   * bfloat16 and the two 8-bit floats (NUM-LANG-001), and not on types that GLSL lacks.
   */
  public boolean hasArithmetic() {
    return declaration.glsl != null && declaration.encoding == NO_ENCODING;
  }

  /**
   * {@return whether the type is one of the two 8-bit floats of GL_EXT_float_e4m3 and
   * GL_EXT_float_e5m2} {@link #FLOAT8_UNSIGNED_E8M0} is none of them.
   */
  public boolean isFloat8() {
    return isFloat() && bits() == 8 && declaration.glsl != null;
  }

  /** Whether GLSL has names for all of them; types that are null do not count. */
  static boolean areNamed(ComponentType... types) {
    for (ComponentType type : types) {
      if (type != null && type.glsl().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return label;
  }

  private static Declaration of(FloatFormat format) {
    return new Declaration(NumberKind.FLOAT, format.bits(), format);
  }

  private static Declaration of(IntegerFormat format) {
    return new Declaration(
        format.isSigned() ? NumberKind.SIGNED : NumberKind.UNSIGNED, format.bits(), format);
  }

  private static Declaration packed(int bits) {
    return new Declaration(NumberKind.PACKED, bits, null);
  }

  /** What a constant declares of its type; each method adds to the declaration and returns it. */
  private static final class Declaration {
    private final NumberKind kind;
    private final int bits;
    private final NumberFormat format;
    private String glsl;
    private String glslVector;
    private String glslExtension;
    private int encoding = NO_ENCODING;
    private String interpretation;
    private List<String> features = List.of();

    Declaration(NumberKind kind, int bits, NumberFormat format) {
      this.kind = kind;
      this.bits = bits;
      this.format = format;
    }

    Declaration glsl(String scalar, String vector) {
      glsl = scalar;
      glslVector = vector;
      return this;
    }

    /** The value of SPIR-V's {@code FP Encoding}, and the GLSL extension that has the type. */
    Declaration encoded(int value, String extension) {
      encoding = value;
      glslExtension = extension;
      return this;
    }

    Declaration interpretation(String name) {
      interpretation = name;
      return this;
    }

    Declaration needs(String... names) {
      features = List.of(names);
      return this;
    }
  }
}
