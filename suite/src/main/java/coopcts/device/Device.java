// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.model.DeviceReport;
import coopcts.model.Executable;
import coopcts.model.VectorMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Something that runs compute shaders. Used by one thread. */
public interface Device extends AutoCloseable {

  /** {@return all that the device reports of itself; the same at each call} */
  DeviceReport report();

  /**
   * {@return what distinguishes the device from others of its kind, in hexadecimal digits; empty
   * where nothing does}
   */
  default String uuid() {
    return "";
  }

  /**
   * {@return whether the device runs the pipelines that it makes} One that does not only shows what
   * its compiler makes of shaders.
   */
  default boolean executes() {
    return true;
  }

  /**
   * What the suite's own connection to the device lacks for a kernel; that is no statement of the
   * driver. Such a kernel must not be prepared.
   *
   * @param kernel that would be prepared
   * @return the reason in words, or empty if nothing is missing
   */
  default Optional<String> lacks(Kernel kernel) {
    return Optional.empty();
  }

  /**
   * Makes a pipeline of a kernel. The same kernel may be prepared again and again.
   *
   * @param kernel module and all that decides on its pipeline
   * @return the pipeline, which the caller closes
   * @throws DeviceException if it cannot be done
   */
  Pipeline prepare(Kernel kernel) throws DeviceException;

  /**
   * Converts a matrix for cooperative vectors on the host ({@code
   * vkConvertCooperativeVectorMatrixNV}).
   *
   * @param from layout and component type of the source
   * @param source the bytes of the matrix as {@code from} says, little-endian
   * @param to layout and component type of the result
   * @return its bytes as {@code to} says, little-endian in row-major and column-major order
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
   * Converts several matrices at once on the device ({@code
   * vkCmdConvertCooperativeVectorMatrixNV}).
   *
   * @param all the conversions
   * @return the bytes of each
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
   * Asks a question of the device's programming interface.
   *
   * @param name of the question: the assertion's ID
   * @return a line for each rule that the answer breaks; empty where the device has no such
   *     interface
   * @throws DeviceException if the device is lost over the question, or that takes work which the
   *     device does not execute
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
     * @param dispatch groups, push constants and buffers
     * @return the buffers afterwards, or why the run did not complete
     */
    Outcome run(Dispatch dispatch);

    /**
     * {@return what the driver reports of its machine code; empty where the device was not opened
     * to be asked}
     */
    default List<Executable> executables() {
      return List.of();
    }

    @Override
    void close();
  }
}
