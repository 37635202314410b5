// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.program.Program;
import java.util.Set;

/**
 * A module on its way, and what all of its functions share.
 *
 * @param program that is written
 * @param options what is written in another way
 * @param module its sections
 * @param types its types and constants
 * @param constants its specialization constants
 * @param memory its arrays
 * @param numbers its index expressions and scalars
 */
record ProgramModule(
    Program program,
    Set<SpirvOption> options,
    ModuleBuilder module,
    ModuleTypes types,
    ProgramConstants constants,
    ProgramMemory memory,
    NumberCode numbers) {

  static ProgramModule of(Program program, int minor, Set<SpirvOption> options) {
    ModuleBuilder module = new ModuleBuilder(minor);
    ModuleTypes types = new ModuleTypes(module, options);
    ProgramConstants constants = new ProgramConstants(program, options, module, types);
    ProgramMemory memory = new ProgramMemory(program, options, module, types);
    return new ProgramModule(
        program,
        options,
        module,
        types,
        constants,
        memory,
        new NumberCode(program, module, types, constants, memory));
  }

  boolean says(SpirvOption option) {
    return options.contains(option);
  }
}
