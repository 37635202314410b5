// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.program.FloatMode;
import coopcts.program.Function;
import coopcts.program.Matrix;
import coopcts.program.Program;
import coopcts.program.Walk;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/**
 * Writes a {@link Program} as a SPIR-V compute shader of the same interface as the GLSL of {@code
 * GlslWriter} has: one set of buffers, push constants and specialization constants, so that one
 * plan serves both.
 */
public final class SpirvWriter {

  private final ProgramModule shared;
  private final CallbackCode callbacks;
  private final Map<Function, Integer> functions = new HashMap<>();

  private SpirvWriter(Program program, int minor, Set<SpirvOption> options) {
    shared = ProgramModule.of(program, minor, options);
    callbacks = new CallbackCode(shared);
  }

  /**
   * Writes a program as a module whose entry point is {@code main}.
   *
   * @param program any program: its constructor has checked it
   * @param minor version of SPIR-V, 3 to 6 for 1.3 to 1.6
   * @param options what is written in another way than usual
   * @return SPIR-V words in little-endian order, in a new array; equal programs give equal words
   * @throws IllegalArgumentException if a component type of it has no type in SPIR-V
   */
  public static byte[] write(Program program, int minor, Set<SpirvOption> options) {
    SpirvWriter writer = new SpirvWriter(program, minor, options);
    program.functions().forEach(writer::function);
    return writer.shared.module().words(writer.main());
  }

  private int main() {
    Program program = shared.program();
    ModuleBuilder module = shared.module();
    if (shared.says(SpirvOption.ENTRY_POINTS)) {
      CodeBuilder idle = new CodeBuilder(module, shared.types(), shared.types().nothing());
      idle.add(Spv.SpvOpReturn);
      module.idle(idle.id);
      module.function(idle.whole());
    }
    FunctionCode main = new FunctionCode(shared, shared.types().nothing());
    if (shared.says(SpirvOption.GLOBALS) || shared.says(SpirvOption.INITIALIZED_GLOBALS)) {
      main.declareGlobals(program.body());
    }
    main.declare(program.body());
    new OperationCode(main, callbacks, functions).add(program.body());
    main.code.add(Spv.SpvOpReturn);
    module.name(main.code.id, "main");
    module.mode(main.code.id, Spv.SpvExecutionModeLocalSize, program.localSize(), 1, 1);
    program
        .control()
        .ifPresent(
            mode -> {
              module.capability(mode.control().capability());
              module.extension("SPV_KHR_float_controls");
              widths(mode)
                  .forEach(width -> module.mode(main.code.id, mode.control().number(), width));
            });
    module.function(main.code.whole());
    return main.code.id;
  }

  private IntStream widths(FloatMode mode) {
    return shared.says(SpirvOption.BOTH_WIDTHS) ? IntStream.of(16, 32) : IntStream.of(mode.width());
  }

  /** Values become variables, since components of them may be asked for by their numbers. */
  private void function(Function function) {
    ModuleTypes types = shared.types();
    int[] parameters =
        function.parameters().stream()
            .mapToInt(
                parameter -> {
                  int type = types.of(parameter.matrix(), shared.constants());
                  return parameter.direction() == Function.Direction.CONST
                      ? type
                      : types.pointer(Spv.SpvStorageClassFunction, type);
                })
            .toArray();
    int result =
        function
            .result()
            .map(matrix -> types.of(matrix, shared.constants()))
            .orElseGet(types::nothing);
    FunctionCode written = new FunctionCode(shared, result, parameters);
    if (shared.says(SpirvOption.FUNCTION_CONTROLS)) {
      written.code.control(
          Walk.functions(function.body()).isEmpty()
              ? Spv.SpvFunctionControlDontInlineMask
              : Spv.SpvFunctionControlInlineMask | Spv.SpvFunctionControlPureMask);
    }
    for (int i = 0; i < parameters.length; i++) {
      Matrix matrix = function.parameters().get(i).matrix();
      int id = written.code.parameters[i];
      if (function.parameters().get(i).direction() == Function.Direction.CONST) {
        int variable = written.code.variable(parameters[i], matrix.name());
        written.is(matrix, variable);
        written.code.add(Spv.SpvOpStore, variable, id);
      } else {
        written.is(matrix, id);
      }
    }
    written.declare(function.body());
    new OperationCode(written, callbacks, functions).add(function.body());
    if (function.result().isPresent()) {
      written.code.add(Spv.SpvOpReturnValue, written.load(function.result().orElseThrow()));
    } else {
      written.code.add(Spv.SpvOpReturn);
    }
    shared.module().name(written.code.id, function.name());
    shared.module().function(written.code.whole());
    functions.put(function, written.code.id);
  }
}
