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
   * Makes a pipeline of a kernel that is run next. Where the device is far away, it is made
   * together with its first runs, and what keeps it from being made is said there ({@link
   * Runs#unmade}).
   *
   * @param kernel module and all that decides on its pipeline
   * @return the pipeline, which the caller closes
   * @throws DeviceException if it cannot be done, and that is known at once
   */
  default Pipeline prepareToRun(Kernel kernel) throws DeviceException {
    return prepare(kernel);
  }

  /**
   * The same device for one more thread, so that it has work while the answer to this one is on its
   * way.
   *
   * @param lane which one it is, from 1
   * @return a device that is closed like this one; empty where a device is for one thread
   */
  default Optional<Device> beside(int lane) {
    return Optional.empty();
  }

  /**
   * What came of several runs.
   *
   * @param outcomes in their order; there is none behind one that lost the device
   * @param making nanoseconds in which the pipeline was made, 0 where it was there
   * @param unmade what kept the pipeline from being made; then there are no outcomes
   */
  record Runs(List<Outcome> outcomes, long making, Optional<Outcome> unmade) {

    /**
     * {@return the runs of a pipeline that could not be made}
     *
     * @param why as {@link DeviceException#outcome} of {@link Device#prepare} says it
     */
    public static Runs unmade(Outcome why) {
      return new Runs(List.of(), 0, Optional.of(why));
    }
  }

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
   * Converts several matrices for cooperative vectors on the host, each as {@link #convert} does.
   *
   * @param all the conversions; may be empty
   * @return the bytes of each result, in order
   * @throws DeviceException if the device does not convert, or fails to
   */
  default List<byte[]> convertAll(List<Conversion> all) throws DeviceException {
    List<byte[]> results = new ArrayList<>();
    for (Conversion one : all) {
      results.add(convert(one.from(), one.source(), one.to()));
    }
    return results;
  }

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
    return convertAll(all);
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
     * Runs the pipeline several times, one after the other, and waits for the end.
     *
     * @param dispatches groups, push constants and buffers of each run
     * @return what came of them, up to one that lost the device
     */
    default Runs run(List<Dispatch> dispatches) {
      List<Outcome> outcomes = new ArrayList<>();
      for (Dispatch dispatch : dispatches) {
        Outcome outcome = run(dispatch);
        outcomes.add(outcome);
        if (outcome.losesDevice()) {
          break;
        }
      }
      return new Runs(outcomes, 0, Optional.empty());
    }

    /** {@return how many runs are best asked for together} */
    default int together() {
      return 1;
    }

    /** {@return whether it is made, and not with its first run} */
    default boolean isMade() {
      return true;
    }

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
