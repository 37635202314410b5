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

  /** All that it reports of itself. */
  DeviceReport report();

  /** What tells it from others of its kind, in hexadecimal digits; empty where there is nothing. */
  default String uuid() {
    return "";
  }

  /**
   * Whether it runs what it makes ready; one that does not only shows what its compiler makes of
   * shaders.
   */
  default boolean executes() {
    return true;
  }

  /**
   * What the suite's own way to the device lacks for a kernel, which is no word of its driver;
   * empty if nothing. A kernel that it is too little for is not to be made ready.
   */
  default Optional<String> lacks(Kernel kernel) {
    return Optional.empty();
  }

  /**
   * Makes a shader ready; the same kernel may be asked for again and again.
   *
   * @throws DeviceException if it cannot be done
   */
  Pipeline prepare(Kernel kernel) throws DeviceException;

  /**
   * A matrix for cooperative vectors in another layout or type, as {@code
   * vkConvertCooperativeVectorMatrixNV} does it on the host.
   *
   * @param source the bytes of the matrix as {@code from} says
   * @return its bytes as {@code to} says
   * @throws DeviceException if the device does not convert, or fails to
   */
  default byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) throws DeviceException {
    throw new DeviceException(new Outcome.Refused("the device converts no matrices"));
  }

  /** A conversion: the bytes of a matrix as {@code from} says, to become {@code to}. */
  record Conversion(VectorMatrix from, byte[] source, VectorMatrix to) {}

  /**
   * The same for several matrices at once, as {@code vkCmdConvertCooperativeVectorMatrixNV} does it
   * on the device.
   *
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

    Outcome run(Dispatch dispatch);

    /** What the driver says of its machine code, where it was made to be asked. */
    default List<Executable> executables() {
      return List.of();
    }

    @Override
    void close();
  }
}
