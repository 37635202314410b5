// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.model.ComponentType;
import java.util.Optional;

/**
 * Component types that cases convert a matrix to.
 *
 * @param narrower what operands are made of where sums are of the type
 * @param wider what sums are made of where operands are of the type
 * @param ofSum integers where there are floats, and the other way round, for what becomes an
 *     operand
 * @param ofOperand the same for what becomes a sum
 */
record OtherComponents(
    Optional<ComponentType> narrower,
    Optional<ComponentType> wider,
    Optional<ComponentType> ofSum,
    Optional<ComponentType> ofOperand) {

  private static final OtherComponents NONE =
      new OtherComponents(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final OtherComponents FLOATS = others(ComponentType.SINT8, ComponentType.SINT32);

  private static final OtherComponents INTEGERS =
      others(ComponentType.FLOAT16, ComponentType.FLOAT32);

  /** {@return what the suite converts a matrix of a component type to} */
  static OtherComponents of(ComponentType component) {
    return switch (component) {
      case FLOAT32 -> FLOATS.narrower(ComponentType.FLOAT16);
      case FLOAT16 -> FLOATS.wider(ComponentType.FLOAT32);
      case BFLOAT16 -> NONE.wider(ComponentType.FLOAT32);
      case SINT32 -> INTEGERS.narrower(ComponentType.SINT8);
      case UINT32 -> INTEGERS;
      case SINT8 -> INTEGERS.wider(ComponentType.SINT32);
      case UINT8 -> INTEGERS.wider(ComponentType.UINT32);
      case FLOAT64, FLOAT8_E4M3, FLOAT8_E5M2, FLOAT6_E2M3, FLOAT6_E3M2, FLOAT4_E2M1 -> NONE;
      case FLOAT8_UNSIGNED_E8M0, MXINT8, SINT8_PACKED, UINT8_PACKED -> NONE;
      case SINT16, SINT64, UINT16, UINT64 -> NONE;
    };
  }

  private static OtherComponents others(ComponentType ofSum, ComponentType ofOperand) {
    return new OtherComponents(
        Optional.empty(), Optional.empty(), Optional.of(ofSum), Optional.of(ofOperand));
  }

  private OtherComponents narrower(ComponentType type) {
    return new OtherComponents(Optional.of(type), wider, ofSum, ofOperand);
  }

  private OtherComponents wider(ComponentType type) {
    return new OtherComponents(narrower, Optional.of(type), ofSum, ofOperand);
  }
}
