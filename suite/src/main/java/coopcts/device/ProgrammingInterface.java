// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.VectorMatrix;
import java.util.Map;
import java.util.Optional;

/**
 * What a device answers when its programming interface is asked, as it answers: {@link Questions}
 * holds the answers against the rules. Every question may lose the device.
 */
public interface ProgrammingInterface {

  /**
   * Commands that fill an array of structures, asked first for their number and then for them; that
   * which takes a question is asked {@link coopcts.model.MatrixQuery#USUAL}.
   */
  enum Rows {
    MATRIX("vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"),
    FLEXIBLE("vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV"),
    VECTOR("vkGetPhysicalDeviceCooperativeVectorPropertiesNV"),
    QUERIED("vkGetPhysicalDeviceCooperativeMatrixProperties2EXT");

    private final String command;

    Rows(String command) {
      this.command = command;
    }

    String command() {
      return command;
    }
  }

  /**
   * What a call left behind.
   *
   * @param result the VkResult
   * @param count the number as the call left it
   * @param array the bytes of all structures that there was room for
   */
  record Answer(int result, int count, byte[] array) {}

  /** The call without an array: the number of structures. */
  Answer ask(Rows rows) throws DeviceException;

  /**
   * The call with an array, every byte of which is known before it.
   *
   * @param wanted the number that the call is given
   * @param room structures that memory is there for, each with its sType
   */
  Answer ask(Rows rows, int wanted, int room) throws DeviceException;

  /** Whether a structure of an answer is as it was before the call. */
  boolean isUnwritten(Rows rows, Answer answer, int index);

  /** Whether sType and pNext of a structure are what the caller set. */
  boolean isLabelled(Rows rows, Answer answer, int index);

  /**
   * A feature as it is reported.
   *
   * @param value the VkBool32
   * @param isInScope whether it belongs to one of the systems in scope
   */
  record Feature(int value, boolean isInScope) {}

  /** The features of interest by the Vulkan member's name. */
  Map<String, Feature> features() throws DeviceException;

  /** The VkResult of making a device with one of the features in scope and no other of them. */
  int create(String feature) throws DeviceException;

  /** Bytes that a matrix of cooperative vectors takes once it is converted, asked without data. */
  int size(VectorMatrix from, VectorMatrix to) throws DeviceException;

  /** Bytes that the host's conversion of a matrix of zeros says that it wrote. */
  int written(VectorMatrix from, VectorMatrix to) throws DeviceException;

  /** What is said against a barrier to and from the stage that converts matrices, if anything. */
  Optional<String> barrier() throws DeviceException;
}
