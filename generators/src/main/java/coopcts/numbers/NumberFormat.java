// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

import coopcts.model.ComponentType;

/**
 * The meaning of a component's bit pattern. Patterns are held in the low bits of a {@code long},
 * the rest zero.
 */
public sealed interface NumberFormat permits FloatFormat, IntegerFormat {

  /**
   * Width in bits.
   *
   * @return the width in bits, 4 to 64
   */
  int bits();

  /**
   * The text a reader wants to see for a pattern: its value.
   *
   * @param pattern a pattern of this format in the low bits
   * @return decimal digits, or a word such as {@code NaN}
   */
  String show(long pattern);

  /**
   * The low {@link #bits()} bits set.
   *
   * @return a pattern whose low {@link #bits()} bits are set
   */
  default long mask() {
    return bits() == 64 ? -1L : (1L << bits()) - 1;
  }

  /**
   * The value as a double: exact for all formats of up to 53 significant bits, else the nearest.
   *
   * @param pattern a pattern of this format in the low bits
   * @return the value, infinity or NaN
   */
  double toDouble(long pattern);

  /**
   * The format of a component type.
   *
   * @param type a component type with scalar values
   * @return its format
   * @throws IllegalArgumentException for packed and block-scaled interpretations, which have no
   *     scalar value
   */
  static NumberFormat of(ComponentType type) {
    return switch (type) {
      case FLOAT16 -> FloatFormat.FLOAT16;
      case FLOAT32 -> FloatFormat.FLOAT32;
      case FLOAT64 -> FloatFormat.FLOAT64;
      case BFLOAT16 -> FloatFormat.BFLOAT16;
      case FLOAT8_E4M3 -> FloatFormat.FLOAT8_E4M3;
      case FLOAT8_E5M2 -> FloatFormat.FLOAT8_E5M2;
      case FLOAT6_E2M3 -> FloatFormat.FLOAT6_E2M3;
      case FLOAT6_E3M2 -> FloatFormat.FLOAT6_E3M2;
      case FLOAT4_E2M1 -> FloatFormat.FLOAT4_E2M1;
      case SINT8, SINT16, SINT32, SINT64 -> IntegerFormat.signed(type.bits());
      case UINT8, UINT16, UINT32, UINT64 -> IntegerFormat.unsigned(type.bits());
      case SINT8_PACKED, UINT8_PACKED, FLOAT8_UNSIGNED_E8M0, MXINT8 ->
          throw new IllegalArgumentException(type + " has no scalar value");
    };
  }
}
