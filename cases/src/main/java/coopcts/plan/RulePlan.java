// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.ShaderStage;
import java.util.List;
import java.util.OptionalInt;

/**
 * Texts that a front end or the validator must take or must reject.
 *
 * @param variants the texts
 */
public record RulePlan(List<Variant> variants) implements Plan {

  /**
   * Whether the case can detect anything: not all of its variants are known to be answered
   * otherwise.
   *
   * @return false if every variant has a known deviation
   */
  public boolean bites() {
    List<Variant> own = variants.stream().filter(variant -> !variant.isTwin()).toList();
    return own.isEmpty() || own.stream().anyMatch(variant -> variant.deviation().isEmpty());
  }

  /**
   * One text.
   *
   * @param name of the variant, in messages
   * @param stage what the text is for
   * @param text GLSL
   * @param patches changes of the module made from it, which is then what must be taken or not
   * @param minor the minor version of SPIR-V that the module is given, if not the compiler's
   * @param accepted whether it must be taken
   * @param validated whether the validator is asked too
   * @param complaint a regular expression that the refusal must match, so that it is the rule that
   *     is kept; empty where the text must be taken
   * @param deviation what today's tools are known to do instead, or empty: then another answer is a
   *     finding about the tools, not a failure
   * @param present regular expressions that must match in the module's disassembly
   * @param absent regular expressions that must not
   */
  public record Variant(
      String name,
      ShaderStage stage,
      String text,
      List<Shader.Patch> patches,
      OptionalInt minor,
      boolean accepted,
      boolean validated,
      String complaint,
      String deviation,
      List<String> present,
      List<String> absent) {

    /** Whether it only shows that it is the rule that another variant breaks. */
    boolean isTwin() {
      return name.equals("base") || name.endsWith("_corrected");
    }
  }
}
