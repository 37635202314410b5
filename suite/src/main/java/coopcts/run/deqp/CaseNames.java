// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import coopcts.reports.TextFiles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads lists of names as dEQP has them: a name a line, or a tree of name parts in braces. */
public final class CaseNames {

  private final String text;
  private final Set<String> names = new LinkedHashSet<>();
  private int at;

  private CaseNames(String text) {
    this.text = text;
  }

  /**
   * {@return the names of a list, in its order, each once; the set may be changed}
   *
   * @param text names one a line, or a tree in braces; a byte order mark is ignored
   * @throws IllegalArgumentException if a tree is not closed, or something stands behind it
   */
  public static Set<String> of(String text) {
    String list = TextFiles.withoutMark(text).strip();
    if (!list.startsWith("{")) {
      return new LinkedHashSet<>(
          list.lines().map(String::strip).filter(line -> !line.isEmpty()).toList());
    }
    CaseNames tree = new CaseNames(list.replaceAll("\\s+", ""));
    tree.group(List.of());
    if (tree.at != tree.text.length()) {
      throw tree.wrong();
    }
    return tree.names;
  }

  /** A group in braces: parts of names, each with a group of its own or none. */
  private void group(List<String> above) {
    do {
      at++;
      int begin = at;
      while (at < text.length() && "{},".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      List<String> parts = new ArrayList<>(above);
      parts.add(text.substring(begin, at));
      if (at == begin || at == text.length()) {
        throw wrong();
      }
      if (text.charAt(at) == '{') {
        group(parts);
      } else {
        names.add(String.join(".", parts));
      }
    } while (at < text.length() && text.charAt(at) == ',');
    if (at == text.length() || text.charAt(at) != '}') {
      throw wrong();
    }
    at++;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("a tree of names is not closed, at character " + (at + 1));
  }
}
