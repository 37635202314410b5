// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.Kernel;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Calls;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.model.DeviceReport;
import java.util.HashMap;
import java.util.Map;

/** A shader ready to run: what its module declares, and its functions, decoded. */
public final class Program implements Calls {

  private final Module module;

  /** Functions call no function that calls them, so that there is an end to depth. */
  private static final int DEEPEST = 500;

  private final Map<Integer, Function> functions = new HashMap<>();

  private int depth;

  private Program(Module module) {
    this.module = module;
    for (Function function : new FunctionReader(module).read()) {
      functions.put(function.id(), function);
    }
  }

  /**
   * Reads, specializes and checks a kernel's module for a device.
   *
   * @throws SpirvException if it breaks a rule
   * @throws UnsupportedException if it needs what the interpreter lacks
   */
  public static Program of(Kernel kernel, DeviceReport report, Behaviour behaviour) {
    return new Program(
        new Module(
            kernel.spirv(),
            kernel.stage(),
            kernel.entry(),
            kernel.specialization(),
            report,
            behaviour,
            Decoder::new));
  }

  public Module module() {
    return module;
  }

  @Override
  public Object call(int function, Object[] arguments, Machine machine) {
    if (depth == DEEPEST) {
      throw new SpirvException("SPIR-V 2.16.1: a function calls itself");
    }
    depth++;
    try {
      return new Execution(module, machine).call(functions.get(function), arguments);
    } finally {
      depth--;
    }
  }
}
