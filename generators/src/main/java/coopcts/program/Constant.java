// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/**
 * A specialization constant.
 *
 * @param id its {@code constant_id}
 * @param name in GLSL
 * @param type its scalar type
 * @param defaultBits the bit pattern that stands in the shader, other than {@code bits}, so that a
 *     driver that ignores the specialization is seen
 * @param bits the bit pattern given at pipeline creation
 */
public record Constant(int id, String name, ComponentType type, long defaultBits, long bits) {}
