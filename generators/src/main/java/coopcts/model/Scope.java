// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * The set of invocations that hold one matrix or vector together; values of {@code VkScopeKHR} and
 * of SPIR-V's Scope.
 */
public enum Scope {
  /** All invocations of a device, of no cooperative matrix that is known. */
  DEVICE(1, "gl_ScopeDevice"),
  /** The invocations of a workgroup. */
  WORKGROUP(2, "gl_ScopeWorkgroup"),
  /** The invocations of a subgroup. */
  SUBGROUP(3, "gl_ScopeSubgroup"),
  /** Of cooperative vectors, each of which one invocation holds alone; of no matrix. */
  INVOCATION(4, "gl_ScopeInvocation"),
  /** All invocations on queues of one family, of no cooperative matrix that is known. */
  QUEUE_FAMILY(5, "gl_ScopeQueueFamily");

  private final int value;
  private final String glsl;

  Scope(int value, String glsl) {
    this.value = value;
    this.glsl = glsl;
  }

  /**
   * Looks up the scope that a driver or a module means by a number.
   *
   * @param value of {@code VkScopeKHR}, which is SPIR-V's {@code Scope} too: 1, 2, 3 or 5
   * @return the scope, never {@link #INVOCATION}, which no matrix has
   * @throws IllegalArgumentException for any other value, 4 included
   */
  public static Scope of(int value) {
    for (Scope scope : values()) {
      if (scope.value == value && scope != INVOCATION) {
        return scope;
      }
    }
    throw new IllegalArgumentException("unknown scope " + value);
  }

  /** {@return the value of {@code VkScopeKHR} and of SPIR-V's {@code Scope}, 1 to 5} */
  public int value() {
    return value;
  }

  /** {@return the GLSL constant of the scope, such as {@code gl_ScopeSubgroup}} */
  public String glsl() {
    return glsl;
  }

  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
