// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Replaces each instruction of a form by others. A form has the words of an instruction as the
 * disassembler writes it, and stands for it with any result where it names none. Some words begin
 * with a dollar sign:
 *
 * <ul>
 *   <li>{@code $1} to {@code $9} stand for any word;
 *   <li>{@code $name} stands for any word where it comes first, in this edit or an earlier one of
 *       the module, and for the same word from then on;
 *   <li>{@code $*}, once in a form, stands for all words in its place, or none;
 *   <li>{@code $0} is the whole instruction, in what it becomes.
 * </ul>
 *
 * @param instruction the form
 * @param becomes what stands in the place of each such instruction, one by one; those that name no
 *     result get the replaced one's where the form names none
 */
public record InstructionEdit(String instruction, List<String> becomes) implements ModuleEdit {

  private static final String REST = "$*";
  private static final String WHOLE = "$0";
  private static final String RESULT = "=";

  /**
   * Copies the list.
   *
   * @param instruction the form
   * @param becomes what stands in the place of each such instruction
   */
  public InstructionEdit {
    becomes = becomes == null ? null : List.copyOf(becomes);
  }

  @Override
  public String in(String assembly, Map<String, String> known) {
    List<String> lines = new ArrayList<>();
    boolean isFound = false;
    for (String line : assembly.split("\n")) {
      Optional<Map<String, String>> match = match(line.strip(), known);
      isFound |= match.isPresent();
      match.ifPresentOrElse(
          words -> becomes.forEach(one -> lines.add(instance(one, words))), () -> lines.add(line));
    }
    if (!isFound) {
      throw new IllegalStateException("no instruction of the module is " + instruction);
    }
    return String.join("\n", lines) + "\n";
  }

  /** What the words of the form stand for in an instruction, if it has the form. */
  private Optional<Map<String, String>> match(String line, Map<String, String> known) {
    List<String> form = words(instruction);
    List<String> own = words(line);
    Map<String, String> found = new HashMap<>(known);
    found.put(WHOLE, line);
    found.put(RESULT, "");
    if (!form.contains(RESULT) && own.size() > 2 && own.get(1).equals(RESULT)) {
      found.put(RESULT, own.getFirst() + " = ");
      own = own.subList(2, own.size());
    }
    int rest = form.indexOf(REST);
    int more = own.size() - form.size();
    if (rest < 0 ? more != 0 : more < -1) {
      return Optional.empty();
    }
    for (int i = 0; i < form.size(); i++) {
      if (i != rest && !stands(form.get(i), own.get(rest < 0 || i < rest ? i : i + more), found)) {
        return Optional.empty();
      }
    }
    if (rest >= 0) {
      found.put(REST, String.join(" ", own.subList(rest, rest + more + 1)));
    }
    found.forEach(
        (word, value) -> {
          if (isName(word)) {
            known.put(word, value);
          }
        });
    return Optional.of(found);
  }

  private static boolean stands(String form, String word, Map<String, String> found) {
    if (!form.startsWith("$")) {
      return form.equals(word);
    }
    String before = isName(form) ? found.putIfAbsent(form, word) : found.put(form, word);
    return before == null || !isName(form) || before.equals(word);
  }

  private static boolean isName(String word) {
    return word.length() > 1 && word.startsWith("$") && Character.isLetter(word.charAt(1));
  }

  private static String instance(String text, Map<String, String> found) {
    String line =
        String.join(
            " ",
            words(text).stream()
                .map(word -> word.startsWith("$") ? found.get(word) : word)
                .filter(word -> !word.isEmpty())
                .toList());
    return words(line).contains(RESULT) ? line : found.get(RESULT) + line;
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.split(" +"));
  }

  /**
   * {@return the first words of what comes to be that stand for nothing}
   *
   * @param edits of one module, in order
   */
  public static Set<String> unknown(List<InstructionEdit> edits) {
    Set<String> known = new TreeSet<>();
    Set<String> unknown = new TreeSet<>();
    for (InstructionEdit edit : edits) {
      known.removeIf(word -> !isName(word));
      known.addAll(words(edit.instruction));
      known.add(WHOLE);
      edit.becomes.stream()
          .flatMap(one -> Stream.of(one.split(" +")))
          .filter(word -> word.startsWith("$") && !known.contains(word))
          .forEach(unknown::add);
    }
    return unknown;
  }
}
