package coopcts.device;

import coopcts.model.DeviceReport;
import java.util.List;
import java.util.Optional;

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

  /**
   * Asks a question of the device's programming interface.
   *
   * @return a line for each rule that the answer breaks; empty where the device has no such
   *     interface
   */
  default Optional<List<String>> probe(String name) {
    return Optional.empty();
  }

  @Override
  void close();

  /** A shader that is ready to run; valid until its device is closed. */
  interface Pipeline extends AutoCloseable {

    Outcome run(Dispatch dispatch);

    @Override
    void close();
  }
}
