// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.program.Program;

/**
 * A module on its way, and what all of its functions share.
 *
 * @param program that is written
 * @param module its sections
 * @param types its types and constants
 * @param constants its specialization constants
 * @param memory its arrays
 * @param numbers its index expressions and scalars
 */
record ProgramModule(
    Program program,
    ModuleBuilder module,
    ModuleTypes types,
    ProgramConstants constants,
    ProgramMemory memory,
    NumberCode numbers) {

  static ProgramModule of(Program program, int minor) {
    ModuleBuilder module = new ModuleBuilder(minor);
    ModuleTypes types = new ModuleTypes(module);
    ProgramConstants constants = new ProgramConstants(program, module, types);
    ProgramMemory memory = new ProgramMemory(program, module, types);
    return new ProgramModule(
        program,
        module,
        types,
        constants,
        memory,
        new NumberCode(program, module, types, constants, memory));
  }
}
