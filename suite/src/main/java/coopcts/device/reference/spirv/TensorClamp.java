// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/** What becomes of a coordinate outside of its dimension (CM2 §4.3), by SPIR-V's number. */
public enum TensorClamp {
  UNDEFINED,
  CONSTANT,
  CLAMP_TO_EDGE,
  REPEAT,
  REPEAT_MIRRORED
}
