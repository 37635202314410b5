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

  /** {@return whether the mode chooses how results are rounded: {@link #RTE} and {@link #RTZ}} */
  public boolean isOfRounding() {
    return this == RTE || this == RTZ;
  }

  /** {@return the number of SPIR-V's execution mode} */
  public int number() {
    return number;
  }

  /** {@return the number of the capability that the execution mode needs} */
  public int capability() {
    return capability;
  }

  /**
   * {@return the member of {@code VkPhysicalDeviceFloatControlsProperties} that is true on a device
   * with the mode for floats of a width, such as {@code shaderRoundingModeRTEFloat16}}
   *
   * @param width in bits: 16, 32 or 64; the caller makes sure that it is one of these
   */
  public String feature(int width) {
    return feature + "Float" + width;
  }

  /**
   * {@return the members of {@code VkPhysicalDeviceFloatControlsProperties} that say whether modes
   * of this kind may differ between widths} The list has one name; it is empty for {@link
   * #SPECIALS}, which may always differ.
   */
  public List<String> independence() {
    return independence.isEmpty() ? List.of() : List.of(independence);
  }

  /**
   * {@return the GLSL declaration that gives a shader the mode for floats of a width, by
   * GL_EXT_spirv_intrinsics, with a semicolon and without a line break}
   *
   * @param width in bits: 16, 32 or 64; the caller makes sure that it is one of these
   */
  public String glsl(int width) {
    return ("spirv_execution_mode(extensions = [\"SPV_KHR_float_controls\"],"
            + " capabilities = [%d], %d, %d);")
        .formatted(capability, number, width);
  }
}
