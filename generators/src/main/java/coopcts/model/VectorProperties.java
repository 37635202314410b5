package coopcts.model;

/**
 * One row of {@code VkCooperativeVectorPropertiesNV}: what a product of a matrix and a cooperative
 * vector can be made of (CV §4.6).
 *
 * @param transpose whether matrices in an optimal layout may be transposed
 */
public record VectorProperties(
    ComponentType input,
    ComponentType inputInterpretation,
    ComponentType matrixInterpretation,
    ComponentType biasInterpretation,
    ComponentType result,
    boolean transpose) {

  /** The name used in case names. */
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
