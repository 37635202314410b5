// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.List;

/** The execution modes of SPV_KHR_float_controls, by their numbers and their capabilities'. */
public enum FloatControl {
  /** RoundingModeRTE: to the nearest, ties to even. */
  RTE("shaderRoundingModeRTE", "roundingModeIndependence", 4462, 4467),
  /** RoundingModeRTZ: toward zero. */
  RTZ("shaderRoundingModeRTZ", "roundingModeIndependence", 4463, 4468),
  /** DenormPreserve: subnormals are kept. */
  PRESERVE("shaderDenormPreserve", "denormBehaviorIndependence", 4459, 4464),
  /** DenormFlushToZero: subnormals become zero. */
  FLUSH("shaderDenormFlushToZero", "denormBehaviorIndependence", 4460, 4465),
  /** SignedZeroInfNanPreserve: signs of zeros, infinities and NaN are kept. */
  SPECIALS("shaderSignedZeroInfNanPreserve", "", 4461, 4466);

  private final String feature;
  private final String independence;
  private final int number;
  private final int capability;

  FloatControl(String feature, String independence, int number, int capability) {
    this.feature = feature;
    this.independence = independence;
    this.number = number;
    this.capability = capability;
  }

  /** {@return whether the mode is about rounding} */
  public boolean subcases() {
    return this == RTE || this == RTZ;
  }

  /**
   * {@return the Vulkan name of the property that a device with the mode for a width reports}
   *
   * @param width in bits: 16, 32 or 64
   */
  public String feature(int width) {
    return feature + "Float" + width;
  }

  /**
   * {@return vulkan names of the properties that it must report too if modes of this kind may
   * differ between widths} The list is empty where they may differ anyway.
   */
  public List<String> independence() {
    return independence.isEmpty() ? List.of() : List.of(independence);
  }

  /**
   * {@return the declaration of the mode, by GL_EXT_spirv_intrinsics}
   *
   * @param width in bits: 16, 32 or 64
   */
  public String glsl(int width) {
    return ("spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"],"
            + " capabilities = [%d], %d, %d);")
        .formatted(capability, number, width);
  }
}
