// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.DeviceReport;
import coopcts.model.Executable;
import coopcts.model.VectorMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A device that compiles and runs shaders: a Vulkan driver, the reference device or an agent's
 * board. {@link Devices} opens it; the caller closes it. Used by one thread.
 */
public interface Device extends AutoCloseable {

  /** {@return all that the device reports of itself; an equal report at each call} */
  DeviceReport report();

  /**
   * {@return the device's {@code deviceUUID} in hexadecimal digits, which distinguishes it from
   * others of one kind; empty where it has none}
   */
  default String uuid() {
    return "";
  }

  /**
   * {@return whether the device runs the pipelines that it makes} One that does not is a driver's
   * compiler without its hardware: each run ends in {@link Outcome.Compiled}.
   */
  default boolean executes() {
    return true;
  }

  /**
   * Says what the suite's own connection to the device lacks for a kernel, such as an agent of an
   * older version. It is no statement of the driver. Such a kernel must not be prepared.
   *
   * @param kernel that would be prepared
   * @return the reason in words; empty if nothing is missing
   */
  default Optional<String> lacks(Kernel kernel) {
    return Optional.empty();
  }

  /**
   * Makes a pipeline of a kernel. Equal kernels may be prepared again and again.
   *
   * @param kernel module and all that decides on its pipeline; {@link #lacks} is empty for it
   * @return the pipeline, which the caller closes before the device
   * @throws DeviceException if the driver refuses the kernel, the module is invalid or the device
   *     is lost; its outcome says which
   */
  Pipeline prepare(Kernel kernel) throws DeviceException;

  /**
   * Converts a matrix for cooperative vectors on the host ({@code
   * vkConvertCooperativeVectorMatrixNV}).
   *
   * @param from component type, shape and layout of the source
   * @param source the bytes of the matrix as {@code from} says, little-endian; not changed
   * @param to component type, shape and layout of the result
   * @return the bytes of the result as {@code to} says, little-endian in row-major and column-major
   *     order
   * @throws DeviceException if the device does not convert, or fails to
   */
  default byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) throws DeviceException {
    throw new DeviceException(new Outcome.Refused("the device converts no matrices"));
  }

  /**
   * A conversion of one matrix.
   *
   * @param from layout and component type of the source
   * @param source its bytes
   * @param to layout and component type of the result
   */
  record Conversion(VectorMatrix from, byte[] source, VectorMatrix to) {}

  /**
   * Converts several matrices for cooperative vectors on the device ({@code
   * vkCmdConvertCooperativeVectorMatrixNV}). A device without commands converts them one by one as
   * {@link #convert} does.
   *
   * @param all the conversions; may be empty
   * @return the bytes of each result, in order
   * @throws DeviceException if the device does not convert, or fails to
   */
  default List<byte[]> convertByCommand(List<Conversion> all) throws DeviceException {
    List<byte[]> results = new ArrayList<>();
    for (Conversion one : all) {
      results.add(convert(one.from(), one.source(), one.to()));
    }
    return results;
  }

  /**
   * Asks the question that {@link Questions} has for an assertion about the programming interface,
   * such as whether counts of property rows are right.
   *
   * @param name of the question: the assertion's ID
   * @return a line for each rule that the answers break; empty where the device has no such
   *     interface, or the assertion no question
   * @throws DeviceException if the device is lost over the question, or if answering takes work
   *     that the device does not execute
   */
  default Optional<List<String>> probe(String name) throws DeviceException {
    return Optional.empty();
  }

  @Override
  void close();

  /** A shader that is ready to run; valid until its device is closed. */
  interface Pipeline extends AutoCloseable {

    /**
     * Runs the pipeline once and waits for its end.
     *
     * @param dispatch groups, push constants and buffers; its arrays are not changed
     * @return {@link Outcome.Completed} with the buffers after the run, else why it did not
     *     complete; after {@link Outcome.DeviceLost} and {@link Outcome.TimedOut} the device cannot
     *     be used any more
     */
    Outcome run(Dispatch dispatch);

    /**
     * {@return what the driver reports of the pipeline's machine code; empty where the driver does
     * not, or the device was not opened to be asked}
     */
    default List<Executable> executables() {
      return List.of();
    }

    @Override
    void close();
  }
}
