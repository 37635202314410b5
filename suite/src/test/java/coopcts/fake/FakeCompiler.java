// SPDX-License-Identifier: Apache-2.0
package coopcts.fake;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.model.Executable;
import coopcts.spirv.Literals;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Does when it makes a pipeline what {@link FakeDevice} does when it runs one, and runs nothing.
 */
final class FakeCompiler implements Device {

  private static final List<String> AT_THE_PIPELINE = List.of("crash", "hang", "slow", "bug");

  private final FakeDevice device;
  private int made;

  FakeCompiler(Device reference) {
    device = new FakeDevice(reference, null);
  }

  @Override
  public boolean executes() {
    return false;
  }

  @Override
  public DeviceReport report() {
    return device.report();
  }

  @Override
  public Pipeline prepare(Kernel kernel) throws DeviceException {
    Pipeline fake = device.prepare(kernel);
    if (AT_THE_PIPELINE.contains(kernel.label().split("\\.")[1])) {
      fake.run(Dispatch.of(1, new byte[0], List.of(new byte[8])));
    }
    if (kernel.label().startsWith("fake.outside.")) {
      System.err.println("ACO ERROR:\n    In file a.cpp:1\n    Operand has wrong size:  %1 = a");
    }
    double instructions = instructions(kernel);
    return new Pipeline() {
      @Override
      public Outcome run(Dispatch dispatch) {
        return new Outcome.Compiled();
      }

      @Override
      public List<Executable> executables() {
        return List.of(
            new Executable(
                "fake", 1, Map.of("Instructions", instructions), Map.of("v_wmma_fake", 2)));
      }

      @Override
      public void close() {
        fake.close();
      }
    };
  }

  /**
   * What is lost when it runs comes out longer each time that it is made; what has literals in the
   * place of specialization constants comes out longer than with them.
   */
  private double instructions(Kernel kernel) {
    String behaviour = kernel.label().split("\\.")[1];
    return switch (behaviour) {
      case "lost" -> ++made;
      case "specialized" ->
          Literals.of(kernel.spirv(), kernel.specialization()).isPresent() ? 1 : 2;
      default -> 1;
    };
  }

  @Override
  public Optional<List<String>> probe(String name) throws DeviceException {
    throw new DeviceException(new Outcome.Compiled());
  }

  @Override
  public void close() {
    device.close();
  }
}
