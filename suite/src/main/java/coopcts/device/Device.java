package coopcts.device;

import coopcts.model.DeviceReport;

/** Something that runs compute shaders. Used by one thread. */
public interface Device extends AutoCloseable {

  /** All that it reports of itself. */
  DeviceReport report();

  /**
   * Makes a shader ready; the same kernel may be asked for again and again.
   *
   * @throws DeviceException if it cannot be done
   */
  Pipeline prepare(Kernel kernel) throws DeviceException;

  @Override
  void close();

  /** A shader that is ready to run; valid until its device is closed. */
  interface Pipeline extends AutoCloseable {

    Outcome run(Dispatch dispatch);

    @Override
    void close();
  }
}
