// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.VectorMatrix;
import java.util.Map;
import java.util.Optional;

/**
 * What a device answers when its programming interface is asked, as it answers; {@link Questions}
 * compares the answers with the rules. Every question may lose the device, which then cannot be
 * used any more.
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
   * Asks a command for the number of structures that it has, without an array.
   *
   * @param rows which command
   * @return result and number, with an empty array
   * @throws DeviceException if the device is lost
   */
  Answer ask(Rows rows) throws DeviceException;

  /**
   * Asks a command for structures. Before the call each byte of the array has a value by which
   * {@link #isUnwritten} tells whether it was written.
   *
   * @param rows which command
   * @param wanted the number that the call is given, at most {@code room}
   * @param room number of structures that memory is there for, each with its sType
   * @return result, number, and the bytes of all {@code room} structures
   * @throws DeviceException if the device is lost
   */
  Answer ask(Rows rows, int wanted, int room) throws DeviceException;

  /**
   * {@return whether all bytes of a structure that the device may write are as they were before the
   * call}
   *
   * @param rows which command the answer is of
   * @param answer to the call with an array
   * @param index of the structure, from 0, less than the room of the call
   */
  boolean isUnwritten(Rows rows, Answer answer, int index);

  /**
   * {@return whether sType and pNext of a structure are as the caller set them}
   *
   * @param rows which command the answer is of
   * @param answer to the call with an array
   * @param index of the structure, from 0, less than the room of the call
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
   * {@return the value that the device gives each feature which the suite asks for, by the Vulkan
   * member's name} {@link Feature#isInScope} tells those of the systems in scope from those that
   * shaders need besides.
   *
   * @throws DeviceException if the device is lost
   */
  Map<String, Feature> features() throws DeviceException;

  /**
   * Makes a logical device with one feature enabled and no other of the systems in scope, and
   * destroys it again.
   *
   * @param feature the Vulkan member's name, one of {@link #features}
   * @return the {@code VkResult} of making it
   * @throws DeviceException if the device is lost
   */
  int create(String feature) throws DeviceException;

  /**
   * Asks for the size of a converted matrix for cooperative vectors, without data ({@code
   * vkConvertCooperativeVectorMatrixNV} with a null destination).
   *
   * @param from component type, shape and layout before the conversion
   * @param to component type, shape and layout after it
   * @return bytes, as the driver reports them
   * @throws DeviceException if the device is lost
   */
  int size(VectorMatrix from, VectorMatrix to) throws DeviceException;

  /**
   * Converts a matrix of zeros on the host.
   *
   * @param from component type, shape and layout before the conversion
   * @param to component type, shape and layout after it
   * @return the bytes that the call reports as written
   * @throws DeviceException if the device is lost
   */
  int written(VectorMatrix from, VectorMatrix to) throws DeviceException;

  /**
   * Records a barrier to and from the pipeline stage that converts matrices.
   *
   * @return the validation layer's complaint about it; empty if there is none
   * @throws DeviceException if the device is lost
   */
  Optional<String> barrier() throws DeviceException;
}
