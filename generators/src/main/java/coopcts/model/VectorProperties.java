// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Objects;
import java.util.stream.Stream;

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
    return Stream.of(input, result)
            .filter(Objects::nonNull)
            .allMatch(type -> type.glsl().or(type::glslInterpretation).isPresent())
        && Stream.of(inputInterpretation, matrixInterpretation, biasInterpretation)
            .filter(Objects::nonNull)
            .allMatch(type -> type.glslInterpretation().isPresent());
  }

  /**
   * {@return the GLSL constant for what components are taken for, such as {@code
   * gl_ComponentTypeFloat16NV}}
   *
   * @param type the interpretation
   * @throws IllegalArgumentException for a type that products have no interpretation of
   */
  public static String interpretation(ComponentType type) {
    return type.glslInterpretation()
        .orElseThrow(() -> new IllegalArgumentException("no interpretation " + type));
  }

  /** {@return whether its inputs hold four numbers in each component} */
  @JsonIgnore
  public boolean isPacked() {
    return inputInterpretation.kind() == ComponentType.NumberKind.PACKED;
  }

  /**
   * {@return the name used in case names: the five types in the order of the members, joined by
   * underscores, with {@code _transpose} where it may be}
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
