// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * One row of {@code VkCooperativeVectorPropertiesNV}: what a product of a matrix and a cooperative
 * vector can be made of (CV §4.6).
 *
 * @param input component type of the input vector
 * @param inputInterpretation what its components are taken for
 * @param matrixInterpretation what the matrix's elements are taken for
 * @param biasInterpretation what the bias vector's elements are taken for
 * @param result component type of the result vector
 * @param transpose whether matrices in an optimal layout may be transposed
 */
public record VectorProperties(
    ComponentType input,
    ComponentType inputInterpretation,
    ComponentType matrixInterpretation,
    ComponentType biasInterpretation,
    ComponentType result,
    boolean transpose) {

  /**
   * Whether GLSL has names for all types and interpretations; members that are missing do not
   * count. A packed input or result, which no vector can have, is left to the rules on rows.
   */
  boolean isNamed() {
    return (input == null || hasName(input))
        && (result == null || hasName(result))
        && isInterpretation(inputInterpretation)
        && isInterpretation(matrixInterpretation)
        && isInterpretation(biasInterpretation);
  }

  private static boolean hasName(ComponentType type) {
    return type.glsl().isPresent() || type.hasInterpretation();
  }

  private static boolean isInterpretation(ComponentType type) {
    return type == null || type.hasInterpretation();
  }

  /**
   * {@return the GLSL constant that names a component type as an interpretation of inputs, matrix
   * or bias, such as {@code gl_ComponentTypeFloat16NV}}
   *
   * @param type the interpretation; GL_NV_cooperative_vector has constants for 8-, 16- and 32-bit
   *     floats (not float64 or bfloat16), 8- and 32-bit integers and packed ones
   * @throws IllegalArgumentException for any other type
   */
  public static String interpretation(ComponentType type) {
    return type.glslInterpretation()
        .orElseThrow(() -> new IllegalArgumentException("no interpretation " + type));
  }

  /**
   * {@return whether each input component holds four 8-bit integers: the input's interpretation is
   * a packed type}
   */
  @JsonIgnore
  public boolean isPacked() {
    return inputInterpretation.kind() == ComponentType.NumberKind.PACKED;
  }

  /**
   * {@return the name of the row in case names: the five types in the order of the components,
   * joined by underscores, with {@code _transpose} behind them where {@link #transpose} is true}
   */
  public String label() {
    return "%s_%s_%s_%s_%s%s"
        .formatted(
            input,
            inputInterpretation,
            matrixInterpretation,
            biasInterpretation,
            result,
            transpose ? "_transpose" : "");
  }
}
