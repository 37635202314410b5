// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.rules;

import coopcts.glsl.TextResources;
import coopcts.model.ShaderStage;
import coopcts.plan.RulePlan;
import coopcts.plan.RulePlan.Variant;
import coopcts.spirv.InstructionEdit;
import coopcts.spirv.ModuleEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A compile-time rule as a file: a base text that must be accepted, and variants of it. One
 * directive a line; what stands before the first variant holds for all.
 *
 * <ul>
 *   <li>{@code # text}: what the rule says
 *   <li>{@code base FILE}: the text, among the resources; {@code stage S}: for which stage
 *   <li>{@code accept NAME}, {@code reject NAME}: begins a variant of the GLSL
 *   <li>{@code valid NAME}, {@code invalid NAME}: begins a variant of the module made from it
 *   <li>{@code main CODE}, {@code global CODE}: adds code at the end of main, or before it
 *   <li>{@code ext NAME}: requires an extension more
 *   <li>{@code s OLD => NEW}: replaces text in the GLSL, each time it stands there
 *   <li>{@code i INSTRUCTION => NEW}: replaces instructions of the module, as {@link
 *       InstructionEdit} says; {@code find INSTRUCTION} only gives names to words of one
 *   <li>{@code has PATTERN}, {@code hasnot PATTERN}: what the disassembly shows
 *   <li>{@code version 1.N}: the version of SPIR-V that the module says it is of
 *   <li>{@code unvalidated}: the front end must take it, the validator need not
 *   <li>{@code complaint PATTERN}: a regular expression that the refusal must match; it has to be
 *       named where a text must be refused
 *   <li>{@code right OLD => NEW}: adds the variant's corrected twin, which must be accepted: the
 *       same changes with this replaced in them
 *   <li>{@code known TEXT}: what today's tools are known to do instead
 * </ul>
 */
final class RuleFile {

  private static final String ROOT = "/coopcts/compile/";

  private final List<Variant> variants = new ArrayList<>();
  private final Edits common = new Edits();
  private Edits current = common;
  private String base = "";
  private ShaderStage stage = ShaderStage.COMPUTE;

  private RuleFile() {}

  /** The changes of one variant. */
  private static final class Edits {
    private String name = "base";
    private boolean accepted = true;
    private boolean validated = true;
    private OptionalInt minor = OptionalInt.empty();
    private String complaint = "";
    private String deviation = "";
    private final List<String[]> corrections = new ArrayList<>();
    private final StringBuilder main = new StringBuilder();
    private final StringBuilder global = new StringBuilder();
    private final StringBuilder extensions = new StringBuilder();
    private final List<String[]> replacements = new ArrayList<>();
    private final List<InstructionEdit> edits = new ArrayList<>();
    private final List<String> present = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    /** What must be accepted in its place. */
    Edits corrected() {
      Edits twin = new Edits();
      twin.name = name + "_corrected";
      twin.validated = validated;
      twin.minor = minor;
      twin.main.append(corrected(main.toString()));
      twin.global.append(corrected(global.toString()));
      twin.extensions.append(corrected(extensions.toString()));
      replacements.forEach(
          sides -> twin.replacements.add(new String[] {sides[0], corrected(sides[1])}));
      edits.forEach(
          edit ->
              twin.edits.add(
                  new InstructionEdit(
                      corrected(edit.instruction()),
                      edit.becomes().stream().map(this::corrected).toList())));
      return twin;
    }

    private String corrected(String text) {
      String right = text;
      for (String[] sides : corrections) {
        right = right.replace(sides[0], sides[1]);
      }
      return right;
    }
  }

  /** Whether there is a file for an assertion. */
  static boolean exists(String system, String assertion) {
    return RuleFile.class.getResource(path(system, assertion)) != null;
  }

  private static String path(String system, String assertion) {
    return ROOT + system + "/" + assertion + ".rule";
  }

  /**
   * Reads the file for an assertion.
   *
   * @throws IllegalStateException if a line is not understood, or a text to replace is not there
   */
  static RulePlan read(String system, String assertion) {
    RuleFile file = new RuleFile();
    TextResources.text(path(system, assertion)).lines().forEach(line -> file.line(assertion, line));
    file.end();
    return new RulePlan(file.variants);
  }

  private void line(String assertion, String line) {
    String[] parts = line.strip().split(" ", 2);
    String rest = parts.length > 1 ? parts[1] : "";
    switch (parts[0]) {
      case "", "#" -> {}
      case "base" -> base = TextResources.text(ROOT + "base/" + rest);
      case "stage" -> stage = ShaderStage.valueOf(rest.toUpperCase(Locale.ROOT));
      case "accept", "valid", "reject", "invalid" -> begin(parts[0], rest);
      case "main" -> current.main.append("    ").append(code(rest)).append('\n');
      case "global" -> current.global.append(code(rest)).append('\n');
      case "ext" -> current.extensions.append("#extension " + rest + " : require\n");
      case "s" -> current.replacements.add(sides(rest));
      case "i" -> {
        String[] sides = sides(rest);
        current.edits.add(new InstructionEdit(sides[0], sides[1].lines().toList()));
      }
      case "find" -> current.edits.add(new InstructionEdit(rest, List.of("$0")));
      case "has" -> current.present.add(rest);
      case "hasnot" -> current.absent.add(rest);
      case "version" -> current.minor = OptionalInt.of(Integer.parseInt(rest.substring(2)));
      case "complaint" -> current.complaint = rest;
      case "right" -> current.corrections.add(sides(rest));
      case "unvalidated" -> current.validated = false;
      case "known" -> current.deviation = rest;
      default -> throw new IllegalStateException(assertion + ": " + line);
    }
  }

  private static String code(String text) {
    return text.replace("\\n", "\n");
  }

  private static String[] sides(String text) {
    int arrow = text.indexOf("=>");
    return new String[] {text.substring(0, arrow).strip(), code(text.substring(arrow + 2).strip())};
  }

  private void begin(String kind, String name) {
    end();
    current = new Edits();
    current.name = name;
    current.accepted = kind.equals("accept") || kind.equals("valid");
  }

  /** Finishes the variant that was being read; the first is the base itself. */
  private void end() {
    if (base.isEmpty() || current == common && stage != ShaderStage.COMPUTE) {
      return;
    }
    add();
    if (!current.corrections.isEmpty()) {
      current = current.corrected();
      add();
    }
  }

  private void add() {
    String text = base;
    for (String[] sides : common.replacements) {
      text = replaced(text, sides);
    }
    if (current != common) {
      for (String[] sides : current.replacements) {
        text = replaced(text, sides);
      }
    }
    text = inserted(text, "// EXTENSIONS", e -> e.extensions);
    text = inserted(text, "// GLOBAL", e -> e.global);
    text = inserted(text, "    // MAIN", e -> e.main);
    variants.add(
        new Variant(
            current.name,
            stage,
            text,
            Stream.of(common, current)
                .distinct()
                .<ModuleEdit>flatMap(edits -> edits.edits.stream())
                .toList(),
            current.minor,
            new RulePlan.Answer(
                current.accepted, current.validated, current.complaint, current.deviation),
            List.copyOf(current.present),
            List.copyOf(current.absent)));
  }

  private static String replaced(String text, String[] sides) {
    if (!text.contains(sides[0])) {
      throw new IllegalStateException("nothing to replace: " + sides[0]);
    }
    return text.replace(sides[0], sides[1]);
  }

  private interface Part {
    CharSequence of(Edits edits);
  }

  private String inserted(String text, String mark, Part part) {
    String own = current == common ? "" : part.of(current).toString();
    return text.replace(mark + "\n", part.of(common) + own);
  }
}
