package coopcts.plan;

import coopcts.model.ShaderStage;
import java.util.List;
import java.util.OptionalInt;

/** Texts that a front end or the validator must take or must reject. */
public record RulePlan(List<Variant> variants) implements Plan {

  /**
   * One text.
   *
   * @param stage what the text is for
   * @param text GLSL
   * @param patches changes of the module made from it, which is then what must be taken or not
   * @param minor the minor version of SPIR-V that the module is given, if not the compiler's
   * @param accepted whether it must be taken
   * @param validated whether the validator is asked too
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
      String deviation,
      List<String> present,
      List<String> absent) {}
}
