// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.ShaderStage;
import coopcts.spirv.ModuleEdit;
import java.util.List;
import java.util.OptionalInt;

/**
 * Sources or modules that a front end or the validator must accept or must reject. No driver takes
 * part.
 *
 * @param variants the texts, each judged on its own; one that is answered wrongly fails the case
 */
public record RulePlan(List<Variant> variants) implements Plan {

  /**
   * Whether the case can detect anything. Variants that only show that another one breaks nothing
   * but its rule ({@code base} and those that end in {@code _corrected}) do not count.
   *
   * @return false if every other variant has a known deviation; true if there is no other variant
   */
  public boolean bites() {
    List<Variant> own = variants.stream().filter(variant -> !variant.isTwin()).toList();
    return own.isEmpty() || own.stream().anyMatch(variant -> variant.deviation().isEmpty());
  }

  /**
   * The answer that a text must get.
   *
   * @param accepted whether the text must be accepted; else it must be rejected
   * @param validated whether the validator is asked about the module too
   * @param complaint a regular expression that must match in the rejecting message, so that the
   *     rule in question is the reason; empty where the text must be accepted
   * @param deviation what today's tools are known to do instead; not empty makes another answer a
   *     warning about the tools, not a failure
   */
  public record Answer(boolean accepted, boolean validated, String complaint, String deviation) {}

  /**
   * One text and the answer that it must get.
   *
   * @param name of the variant, for messages; {@code base}, or an ending {@code _corrected}, marks
   *     a legal twin
   * @param stage the stage that the text is compiled for
   * @param text GLSL
   * @param edits changes of the module made from the text; where there are any, the changed module
   *     is judged
   * @param minor the minor version of SPIR-V that the module is given; empty for the compiler's own
   * @param answer of the front end, or of the validator
   * @param present regular expressions that must each match in the module's disassembly
   * @param absent regular expressions that must not match in the module's disassembly
   */
  public record Variant(
      String name,
      ShaderStage stage,
      String text,
      List<ModuleEdit> edits,
      OptionalInt minor,
      Answer answer,
      List<String> present,
      List<String> absent) {

    /** {@return whether it must be taken} */
    public boolean accepted() {
      return answer.accepted;
    }

    /** {@return whether the validator is asked too} */
    public boolean validated() {
      return answer.validated;
    }

    /** {@return the regular expression that the refusal must match, or empty} */
    public String complaint() {
      return answer.complaint;
    }

    /** {@return what today's tools are known to do instead, or empty} */
    public String deviation() {
      return answer.deviation;
    }

    /** Whether it only shows that it is the rule that another variant breaks. */
    boolean isTwin() {
      return name.equals("base") || name.endsWith("_corrected");
    }
  }
}
