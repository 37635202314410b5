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
    /** The rows of VK_KHR_cooperative_matrix. */
    MATRIX("vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"),
    /** The rows of flexible dimensions, VK_NV_cooperative_matrix2. */
    FLEXIBLE("vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV"),
    /** The rows of VK_NV_cooperative_vector. */
    VECTOR("vkGetPhysicalDeviceCooperativeVectorPropertiesNV"),
    /** The rows of VK_EXT_cooperative_matrix_maintenance1. */
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

  /**
   * Asks for the number of structures, without an array.
   *
   * @param rows which property rows
   * @return result and number
   * @throws DeviceException if the device is lost
   */
  Answer ask(Rows rows) throws DeviceException;

  /**
   * Asks for structures. Every byte of the array is known before the call.
   *
   * @param rows which property rows
   * @param wanted the number that the call is given
   * @param room structures that memory is there for, each with its sType
   * @return result, number and structures
   * @throws DeviceException if the device is lost
   */
  Answer ask(Rows rows, int wanted, int room) throws DeviceException;

  /**
   * {@return whether a structure of an answer is as it was before the call}
   *
   * @param rows which property rows
   * @param answer to the call
   * @param index of the structure
   */
  boolean isUnwritten(Rows rows, Answer answer, int index);

  /**
   * {@return whether sType and pNext of a structure are what the caller set}
   *
   * @param rows which property rows
   * @param answer to the call
   * @param index of the structure
   */
  boolean isLabelled(Rows rows, Answer answer, int index);

  /**
   * A feature as it is reported.
   *
   * @param value the VkBool32
   * @param isInScope whether it belongs to one of the systems in scope
   */
  record Feature(int value, boolean isInScope) {}

  /**
   * {@return the features of the systems in scope, by the Vulkan member's name}
   *
   * @throws DeviceException if the device is lost
   */
  Map<String, Feature> features() throws DeviceException;

  /**
   * Makes a logical device with one of the features in scope and no other of them.
   *
   * @param feature the Vulkan member's name
   * @return the {@code VkResult}; a device that was made is destroyed again
   * @throws DeviceException if the device is lost
   */
  int create(String feature) throws DeviceException;

  /**
   * {@return the bytes that a matrix for cooperative vectors takes after a conversion, as the
   * driver reports them without data}
   *
   * @param from shape, type and layout before
   * @param to shape, type and layout after
   * @throws DeviceException if the device is lost
   */
  int size(VectorMatrix from, VectorMatrix to) throws DeviceException;

  /**
   * {@return the bytes that the host's conversion of a matrix of zeros reports as written}
   *
   * @param from shape, type and layout before
   * @param to shape, type and layout after
   * @throws DeviceException if the device is lost
   */
  int written(VectorMatrix from, VectorMatrix to) throws DeviceException;

  /**
   * {@return the validation layer's complaint about a barrier to and from the stage that converts
   * matrices, or empty}
   *
   * @throws DeviceException if the device is lost
   */
  Optional<String> barrier() throws DeviceException;
}
