// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.instruction;
import static coopcts.spirv.ModuleWords.joined;

import java.util.ArrayList;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/** The instructions of one function, in order, with its variables in its first block. */
final class CodeBuilder {

  /** The word of OpFunction with its control. */
  private static final int CONTROL = 3;

  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final List<int[]> head = new ArrayList<>();
  private final List<int[]> variables = new ArrayList<>();
  private final List<int[]> body = new ArrayList<>();

  /** Id of the function. */
  final int id;

  /** Ids of its parameters. */
  final int[] parameters;

  /** Id of the block that grows. */
  private int block;

  CodeBuilder(ModuleBuilder module, ModuleTypes types, int result, int... parameterTypes) {
    this.module = module;
    this.types = types;
    id = module.id();
    head.add(
        instruction(
            Spv.SpvOpFunction,
            result,
            id,
            Spv.SpvFunctionControlMaskNone,
            types.function(result, parameterTypes)));
    parameters = new int[parameterTypes.length];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = module.id();
      head.add(instruction(Spv.SpvOpFunctionParameter, parameterTypes[i], parameters[i]));
    }
    block = module.id();
    head.add(instruction(Spv.SpvOpLabel, block));
  }

  /** Gives the function a control. */
  void control(int mask) {
    head.getFirst()[CONTROL] = mask;
  }

  /** An instruction without a result. */
  void add(int opcode, int... operands) {
    body.add(instruction(opcode, operands));
  }

  /** An instruction with a result, whose id comes back. */
  int value(int opcode, int type, int... operands) {
    int result = module.id();
    body.add(instruction(opcode, joined(new int[] {type, result}, operands)));
    return result;
  }

  /** An instruction of GLSL.std.450. */
  int extended(int number, int type, int... operands) {
    return value(Spv.SpvOpExtInst, type, joined(new int[] {module.glsl(), number}, operands));
  }

  /**
   * A variable of the function.
   *
   * @param initializer id of the constant that it begins with, if it does
   */
  int variable(int type, String name, int... initializer) {
    int variable = module.id();
    int[] words = {
      types.pointer(Spv.SpvStorageClassFunction, type), variable, Spv.SpvStorageClassFunction
    };
    variables.add(instruction(Spv.SpvOpVariable, joined(words, initializer)));
    module.name(variable, name);
    return variable;
  }

  int label() {
    return module.id();
  }

  /** Begins a block. */
  void begin(int label) {
    add(Spv.SpvOpLabel, label);
    block = label;
  }

  /** Id of the block that the next instruction is in. */
  int block() {
    return block;
  }

  void branch(int label) {
    add(Spv.SpvOpBranch, label);
  }

  /** Does one or the other, whole scope instances together. */
  void choose(int condition, Runnable then, Runnable otherwise) {
    choose(condition, label(), label(), then, otherwise);
  }

  /** The same, with labels of the two ways. */
  void choose(int condition, int yes, int no, Runnable then, Runnable otherwise) {
    int after = label();
    add(Spv.SpvOpSelectionMerge, after, Spv.SpvSelectionControlMaskNone);
    add(Spv.SpvOpBranchConditional, condition, yes, no);
    begin(yes);
    then.run();
    branch(after);
    begin(no);
    otherwise.run();
    branch(after);
    begin(after);
  }

  /** Does something if a condition holds. */
  void when(int condition, Runnable then) {
    int yes = label();
    int after = label();
    add(Spv.SpvOpSelectionMerge, after, Spv.SpvSelectionControlMaskNone);
    add(Spv.SpvOpBranchConditional, condition, yes, after);
    begin(yes);
    then.run();
    branch(after);
    begin(after);
  }

  /** Leaves by another instruction if a condition holds. */
  void leave(int condition, int opcode, int... operands) {
    int yes = label();
    int after = label();
    add(Spv.SpvOpSelectionMerge, after, Spv.SpvSelectionControlMaskNone);
    add(Spv.SpvOpBranchConditional, condition, yes, after);
    begin(yes);
    add(opcode, operands);
    begin(after);
  }

  /** The whole function, up to its end. */
  List<int[]> whole() {
    List<int[]> all = new ArrayList<>(head);
    all.addAll(variables);
    all.addAll(body);
    all.add(instruction(Spv.SpvOpFunctionEnd));
    return all;
  }
}
