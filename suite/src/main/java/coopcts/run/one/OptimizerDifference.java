// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.plan.Shader;
import coopcts.spirv.Compiler.Optimization;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A known fault of the front end's optimizer, as docs/results.md lists them. No driver gets a
 * module that has it.
 *
 * @param complaint a regular expression that matches what the validator says of such a module
 * @param words what the optimizer does wrong
 */
public record OptimizerDifference(Pattern complaint, String words) {

  private static final List<OptimizerDifference> KNOWN =
      List.of(
          new OptimizerDifference(
              Pattern.compile("Expected int scalar or vector type as Result Type: I(Add|Sub)"),
              "spirv-opt writes a - (-b) of floats as a sum of integers"));

  /** Their modules are valid, and mean something else. */
  private static final String CONSTANTS =
      "spirv-opt takes constant cooperative vectors for zeros in sums and products";

  private static final Pattern VECTOR =
      Pattern.compile("%(\\S+) = OpType(?:CooperativeVectorNV|VectorIdEXT)", Pattern.MULTILINE);

  /**
   * {@return the known fault of the optimizer that explains a complaint, in words; empty if none
   * does, and for shaders that are not optimized}
   *
   * @param shader that was compiled
   * @param complaint of the validator about its module
   */
  public static Optional<String> of(Shader shader, String complaint) {
    return shader.target().optimization() == Optimization.NONE
        ? Optional.empty()
        : ofComplaint(complaint);
  }

  /** The known deviation that a complaint about an optimized module comes of, if it is one. */
  static Optional<String> ofComplaint(String complaint) {
    return KNOWN.stream()
        .filter(one -> one.complaint.matcher(complaint).find())
        .map(OptimizerDifference::words)
        .findFirst();
  }

  /**
   * What the optimizer is known to make of a module that it has not changed yet, nobody
   * complaining.
   *
   * @param assembly of that module
   */
  static Optional<String> ofSource(String assembly) {
    Matcher vectors = VECTOR.matcher(assembly);
    while (vectors.find()) {
      String type = Pattern.quote("%" + vectors.group(1));
      if (has(assembly, "OpConstantComposite(ReplicateEXT)? " + type + " ")
          && has(assembly, "Op(F|I|S|U)(Add|Sub|Mul|Div) " + type + " ")) {
        return Optional.of(CONSTANTS);
      }
    }
    return Optional.empty();
  }

  private static boolean has(String assembly, String pattern) {
    return Pattern.compile(pattern).matcher(assembly).find();
  }
}
