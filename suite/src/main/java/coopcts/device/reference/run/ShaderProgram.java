// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.Kernel;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Calls;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixQuery;
import java.util.HashMap;
import java.util.Map;

/**
 * A shader ready to run on one device: what its module declares, and its functions, decoded. One
 * pipeline has one, for all of its dispatches.
 */
public final class ShaderProgram implements Calls {

  /** SPIR-V 1.6: subgroups of a pipeline vary in size unless it requires one. */
  public static final int VARYING = 0x10600;

  private final Module module;

  /** Functions call no function that calls them, so that there is an end to depth. */
  private static final int DEEPEST = 500;

  private final Map<Integer, FunctionBody> functions = new HashMap<>();

  private int depth;

  private ShaderProgram(Module module) {
    this.module = module;
    for (FunctionBody function : new FunctionReader(module).read()) {
      functions.put(function.id(), function);
    }
  }

  /**
   * Reads, specializes and checks a kernel's module for a device.
   *
   * @param kernel SPIR-V, entry point, stage and specialization
   * @param report features and rows that the device was made with
   * @param behaviour of the device, which receives violations
   * @return the program; functions are decoded when it is made
   * @throws SpirvException if the module breaks a rule and the first violation ends the shader
   * @throws UnsupportedException if it needs what the interpreter lacks
   */
  public static ShaderProgram of(Kernel kernel, DeviceReport report, Behaviour behaviour) {
    return new ShaderProgram(
        new Module(
            kernel.spirv(),
            kernel.stage(),
            kernel.entry(),
            kernel.specialization(),
            answering(report, kernel),
            behaviour,
            Decoder::new));
  }

  /**
   * The report with the rows of those questions alone that are about subgroups as the pipeline has
   * them: of the size that it requires, of any size from SPIR-V 1.6 on, of the device's own before
   * (API §9).
   */
  private static DeviceReport answering(DeviceReport report, Kernel kernel) {
    if (report.matrixProperties2().isEmpty()) {
      return report;
    }
    int otherwise = Instruction.version(kernel.spirv()) >= VARYING ? 0 : report.subgroup().size();
    int size = kernel.requiredSubgroupSize().orElse(otherwise);
    return report.withMatrices2(
        report.matrixProperties2().stream()
            .filter(row -> row.query().subgroupSize() == size && report.has(MatrixQuery.FEATURE))
            .toList());
  }

  /** {@return what the module declares, specialized for this program} */
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
