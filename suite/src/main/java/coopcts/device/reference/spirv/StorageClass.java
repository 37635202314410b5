// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import org.lwjgl.util.spvc.Spv;

/** Where a variable lives, and so what a pointer to it is. */
public enum StorageClass {
  /** Inputs of a stage. */
  INPUT(Spv.SpvStorageClassInput, false),
  /** Uniform buffers, and storage buffers of old modules. */
  UNIFORM(Spv.SpvStorageClassUniform, true),
  /** Outputs of a stage. */
  OUTPUT(Spv.SpvStorageClassOutput, false),
  /** Shared memory of a workgroup. */
  WORKGROUP(Spv.SpvStorageClassWorkgroup, true),
  /** Global variables of an invocation. */
  PRIVATE(Spv.SpvStorageClassPrivate, false),
  /** Variables of a function. */
  FUNCTION(Spv.SpvStorageClassFunction, false),
  /** Push constants. */
  PUSH_CONSTANT(Spv.SpvStorageClassPushConstant, true),
  /** Storage buffers that are bound. */
  STORAGE_BUFFER(Spv.SpvStorageClassStorageBuffer, true),
  /** Buffers that are reached by their address. */
  PHYSICAL_STORAGE_BUFFER(Spv.SpvStorageClassPhysicalStorageBuffer, true),
  /** One that the interpreter has no variables of. */
  OTHER(-1, false);

  private final int number;
  private final boolean addresses;

  StorageClass(int number, boolean addresses) {
    this.number = number;
    this.addresses = addresses;
  }

  /**
   * {@return the storage class with a number of SPIR-V; {@link #OTHER} for every number that the
   * interpreter does not know}
   *
   * @param number of the SPIR-V enumerant
   */
  public static StorageClass of(int number) {
    for (StorageClass one : values()) {
      if (one.number == number) {
        return one;
      }
    }
    return OTHER;
  }

  /**
   * {@return whether pointers of this storage class are addresses of bytes, so that values have a
   * layout in memory} Other pointers are a variable and a path of indices.
   */
  public boolean hasAddresses() {
    return addresses;
  }
}
