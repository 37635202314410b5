// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.reference.spirv.Instruction;
import coopcts.reports.TextFiles;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** Lines of a shader's source with what they are about marked. */
public final class SourceFrame {

  /** What the source calls an instruction, where it has a name of its own there. */
  private static final Map<String, List<String>> CALLS =
      Map.ofEntries(
          Map.entry("OpCooperativeMatrixLoadKHR", List.of("coopMatLoad")),
          Map.entry("OpCooperativeMatrixStoreKHR", List.of("coopMatStore")),
          Map.entry("OpCooperativeMatrixMulAddKHR", List.of("coopMatMulAdd")),
          Map.entry("OpCooperativeMatrixLoadTensorNV", List.of("coopMatLoadTensorNV")),
          Map.entry("OpCooperativeMatrixStoreTensorNV", List.of("coopMatStoreTensorNV")),
          Map.entry("OpCooperativeMatrixPerElementOpNV", List.of("coopMatPerElementNV")),
          Map.entry("OpCooperativeMatrixReduceNV", List.of("coopMatReduceNV")),
          Map.entry("OpCooperativeVectorMatrixMulNV", List.of("coopVecMatMulNV")),
          Map.entry("OpCooperativeVectorMatrixMulAddNV", List.of("coopVecMatMulAddNV")),
          Map.entry("OpCooperativeVectorLoadNV", List.of("coopVecLoadNV")),
          Map.entry("OpCooperativeVectorStoreNV", List.of("coopVecStoreNV")),
          Map.entry("OpControlBarrier", List.of("barrier", "controlBarrier", "subgroupBarrier")),
          Map.entry("OpShiftLeftLogical", List.of("<<")),
          Map.entry("OpShiftRightLogical", List.of(">>")),
          Map.entry("OpShiftRightArithmetic", List.of(">>")),
          Map.entry("OpUDiv", List.of("/")),
          Map.entry("OpSDiv", List.of("/")));

  private final String name;
  private final List<String> lines;
  private final Set<Integer> foreign;

  private SourceFrame(String name, List<String> lines, Set<Integer> foreign) {
    this.name = name;
    this.lines = lines;
    this.foreign = foreign;
  }

  /** The source of a job's shader; empty where it is no text. */
  static Optional<SourceFrame> of(JobFiles files) throws CompileException {
    Path file = files.shaderFile();
    if (file.toString().endsWith(".spv") || file.toString().endsWith(".spvasm")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SourceFrame(
              file.getFileName().toString(),
              TextFiles.read(file).lines().toList(),
              foreign(files, file.getFileName().toString())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Lines that the module has of other files, such as included ones. */
  private static Set<Integer> foreign(JobFiles files, String name) throws CompileException {
    Set<Integer> foreign = new HashSet<>();
    Set<Integer> own = new HashSet<>();
    for (Instruction i : Instruction.parse(files.kernel().spirv())) {
      if (i.opcode() == Spv.SpvOpString && i.text(0).endsWith(name)) {
        own.add(i.result());
      } else if (i.opcode() == Spv.SpvOpLine && !own.contains(i.operand(0))) {
        foreign.add(i.operand(1));
      }
    }
    return own.isEmpty() ? Set.of() : foreign;
  }

  /** The line before, a line, and a mark below it; nothing where there is no such line. */
  List<String> at(int line, String instruction) {
    if (line < 1 || line > lines.size() || foreign.contains(line)) {
      return List.of();
    }
    String text = lines.get(line - 1).replace("\t", "  ");
    if (text.isBlank()) {
      return List.of();
    }
    int indent = text.length() - text.stripLeading().length();
    int from = indent;
    int length = text.strip().length();
    for (String call : CALLS.getOrDefault(instruction, List.of())) {
      if (text.contains(call)) {
        from = text.indexOf(call);
        length = call.length();
        break;
      }
    }
    String before = line > 1 ? lines.get(line - 2).replace("\t", "  ") : "";
    String place = "  --> %s:%d".formatted(name, line);
    String mark = " ".repeat(from) + "^" + "~".repeat(Math.max(0, length - 1));
    String own = "%5d | %s".formatted(line, text);
    String below = "      | " + mark;
    return line == 1 || before.isBlank()
        ? List.of(place, own, below)
        : List.of(place, "%5d | %s".formatted(line - 1, before), own, below);
  }

  /** The frames of a finding: where it is, and the other side of a race. */
  List<String> of(CheckFinding finding) {
    List<String> all = new ArrayList<>(at(finding.line(), finding.instruction()));
    if (finding.otherLine() != finding.line()) {
      all.addAll(at(finding.otherLine(), finding.otherInstruction()));
    }
    return all;
  }
}
