// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.grammar.OpcodeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/** Cuts a module's functions into blocks and decodes their instructions. */
final class FunctionReader {

  private final Module module;
  private final Decoder decoder;

  FunctionReader(Module module) {
    this.module = module;
    this.decoder = new Decoder(module).watching();
  }

  List<FunctionBody> read() {
    List<Instruction> instructions = module.instructions();
    List<FunctionBody> functions = new ArrayList<>();
    for (int at = 0; at < instructions.size(); at++) {
      if (instructions.get(at).opcode() == Spv.SpvOpFunction) {
        int end = at;
        while (instructions.get(end).opcode() != Spv.SpvOpFunctionEnd) {
          end++;
        }
        functions.add(function(instructions.subList(at, end)));
        at = end;
      }
    }
    return functions;
  }

  private FunctionBody function(List<Instruction> body) {
    int[] parameters =
        body.stream()
            .filter(i -> i.kind() == OpcodeKind.PARAMETER)
            .mapToInt(Instruction::result)
            .toArray();
    Map<Integer, BasicBlock> blocks = new LinkedHashMap<>();
    int entry = 0;
    for (int at = 0; at < body.size(); at++) {
      if (body.get(at).kind() == OpcodeKind.LABEL) {
        int end = at + 1;
        while (end < body.size() && body.get(end).kind() != OpcodeKind.LABEL) {
          end++;
        }
        BasicBlock block = block(body.get(at).result(), body.subList(at + 1, end));
        blocks.put(block.label(), block);
        entry = entry == 0 ? block.label() : entry;
        at = end - 1;
      }
    }
    Instruction head = body.getFirst();
    return new FunctionBody(head.result(), parameters, entry, blocks);
  }

  private BasicBlock block(int label, List<Instruction> instructions) {
    List<Instruction> phis = new ArrayList<>();
    List<Instruction> body = new ArrayList<>();
    List<DecodedInstruction> steps = new ArrayList<>();
    Instruction merge = null;
    Instruction terminator = null;
    for (Instruction i : instructions) {
      switch (i.opcode()) {
        case Spv.SpvOpPhi -> phis.add(i);
        case Spv.SpvOpLine, Spv.SpvOpNoLine, Spv.SpvOpNop -> {}
        default -> {
          switch (i.kind()) {
            case MERGE -> merge = i;
            case BRANCH, END -> terminator = i;
            default -> {
              body.add(i);
              steps.add(decoder.decode(i));
            }
          }
        }
      }
    }
    if (terminator == null) {
      throw new SpirvException("a block without an end");
    }
    return new BasicBlock(
        label,
        phis,
        body,
        steps.toArray(new DecodedInstruction[0]),
        new Followers(decoder, body),
        merge,
        terminator);
  }
}
