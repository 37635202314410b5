package coopcts.device.reference;

import coopcts.model.Scope;
import org.lwjgl.util.spvc.Spv;

/** Turns an instruction into a {@link Step}. Each group of instructions has a class of its own. */
final class Decoder {

  private final Module module;
  private final Composites composites;
  private final Scalars scalars;
  private final Conversions conversions;
  private final Pointers pointers;
  private final CooperativeMatrices matrices;
  private final Atomics atomics;
  private final ExtendedInstructions extended;
  private final SubgroupOperations subgroups;
  private final IntegerExtras integers;
  private final TensorAddressing tensors;
  private final TensorAccess tensorAccess;
  private final MatrixFunctions functions;
  private final CooperativeVectors vectors;
  private final QcomConversions qcom;

  Decoder(Module module) {
    this.module = module;
    this.composites = new Composites(module);
    this.scalars = new Scalars(module);
    this.conversions = new Conversions(module);
    this.pointers = new Pointers(module);
    this.matrices = new CooperativeMatrices(module);
    this.atomics = new Atomics(module);
    this.extended = new ExtendedInstructions(module);
    this.subgroups = new SubgroupOperations(module);
    this.integers = new IntegerExtras(module);
    this.tensors = new TensorAddressing(module);
    this.tensorAccess = new TensorAccess(module);
    this.functions = new MatrixFunctions(module);
    this.vectors = new CooperativeVectors(module);
    this.qcom = new QcomConversions(module);
  }

  /**
   * @throws SpirvException if the interpreter does not know the instruction
   */
  Step decode(Instruction i) {
    Step step = scalars.decode(i);
    step = step != null ? step : conversions.decode(i);
    step = step != null ? step : composites.decode(i);
    step = step != null ? step : pointers.decode(i);
    step = step != null ? step : matrices.decode(i);
    step = step != null ? step : atomics.decode(i);
    step = step != null ? step : extended.decode(i);
    step = step != null ? step : subgroups.decode(i);
    step = step != null ? step : integers.decode(i);
    step = step != null ? step : tensors.decode(i);
    step = step != null ? step : tensorAccess.decode(i);
    step = step != null ? step : functions.decode(i);
    step = step != null ? step : vectors.decode(i);
    step = step != null ? step : qcom.decode(i);
    step = step != null ? step : other(i);
    if (step == null) {
      throw new SpirvException("instruction with opcode " + i.opcode() + " is not supported");
    }
    return module.conduct().fault().spoiled(i, module, step);
  }

  private Step other(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpUndef -> {
        Type type = module.type(i.type());
        yield machine -> machine.set(i.result(), module.undefined(type, machine));
      }
      case Spv.SpvOpControlBarrier -> barrier(i);
      case Spv.SpvOpMemoryBarrier, Spv.SpvOpAssumeTrueKHR, Spv.SpvOpSetMeshOutputsEXT -> _ -> {};
      case Spv.SpvOpExpectKHR -> machine -> machine.set(i.result(), machine.get(i.operand(0)));
      case Spv.SpvOpFunctionCall -> machine -> call(i, machine);
      default -> null;
    };
  }

  /**
   * All invocations of the workgroup move together, so that they need not wait; they must all be
   * there.
   */
  private Step barrier(Instruction i) {
    Scope scope =
        module.constantBits(i.operand(0)) == Scope.SUBGROUP.value()
            ? Scope.SUBGROUP
            : Scope.WORKGROUP;
    long semantics = module.constantBits(i.operand(2));
    return machine -> {
      for (int instance = 0; instance < machine.instances(scope); instance++) {
        machine.converged(scope, instance);
      }
      machine.barrier(
          scope,
          (semantics & Spv.SpvMemorySemanticsWorkgroupMemoryMask) != 0,
          (semantics & Spv.SpvMemorySemanticsUniformMemoryMask) != 0);
    };
  }

  private void call(Instruction i, Machine machine) {
    Object[] arguments = new Object[i.count() - 1];
    for (int a = 0; a < arguments.length; a++) {
      arguments[a] = machine.get(i.operand(a + 1));
    }
    Object result = new Execution(module, machine).call(module.function(i.operand(0)), arguments);
    if (result != null) {
      machine.set(i.result(), result);
    }
  }
}
