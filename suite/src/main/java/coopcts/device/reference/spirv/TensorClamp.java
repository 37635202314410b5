// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/** What becomes of a coordinate outside of its dimension (CM2 §4.3), by SPIR-V's number. */
public enum TensorClamp {
  /** Nothing is defined. */
  UNDEFINED,
  /** The clamp value is loaded. */
  CONSTANT,
  /** The nearest coordinate inside counts. */
  CLAMP_TO_EDGE,
  /** The tensor repeats. */
  REPEAT,
  /** The tensor repeats, every second time mirrored. */
  REPEAT_MIRRORED
}
