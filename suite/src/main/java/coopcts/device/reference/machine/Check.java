// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Locale;

/** A class of rules that the reference device holds shaders to; each can be switched off. */
public enum Check {
  /** Tangled instructions and barriers are executed by whole scope instances. */
  CONVERGENCE,
  /** Operands of tangled instructions are the same throughout the scope instance. */
  UNIFORMITY,
  /** Pointers, offsets and strides are multiples of what they have to be; Aligned operands hold. */
  ALIGNMENT,
  /** The elements of one store have places of their own. */
  OVERLAP,
  /** No access lies outside of its buffer, array or composite. */
  BOUNDS,
  /** Nothing that comes of what was never set reaches memory, a branch or an address. */
  INITIALIZATION,
  /** Component indices are below {@code length()}. */
  COMPONENT,
  /** No shift by the width or more, no division by zero, no conversion out of range. */
  ARITHMETIC,
  /** Tensor layouts and views stay within what CM2 §5 defines. */
  TENSOR,
  /** Invocations that touch the same memory are ordered by a barrier, or use atomics. */
  RACE,
  /** What a module uses it declares, by its capabilities. */
  CAPABILITY,
  /** What a module says is what the SPIR-V texts let it, whether it is executed or not. */
  MODULE,
  /** Types, products and capabilities are among those that the device reports. */
  SUPPORT,
  /** Modules, pipelines and dispatches stay within the device's limits. */
  LIMITS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
