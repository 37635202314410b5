package coopcts.cases;

import java.util.List;

/** Texts that a front end or the validator must take or must reject. */
public record RulePlan(List<Variant> variants) implements Plan {

  /** What a text is. */
  public enum Language {
    COMPUTE,
    VERTEX,
    FRAGMENT,
    SPIRV_ASSEMBLY
  }

  /**
   * One text.
   *
   * @param accepted whether it must be taken
   * @param deviation what today's tools are known to do instead, or empty: then another answer is a
   *     finding about the tools, not a failure
   * @param present regular expressions that must match in the module's disassembly
   * @param absent regular expressions that must not
   */
  public record Variant(
      String name,
      Language language,
      String text,
      boolean accepted,
      String deviation,
      List<String> present,
      List<String> absent) {}
}
