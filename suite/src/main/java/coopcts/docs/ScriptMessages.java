// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The texts for people in sources that are not Java: C programs, scripts of the shell and of
 * Windows, and pages with their scripts. Each is of three words at least.
 */
final class ScriptMessages {

  /** What stands for a hole that a value fills; it counts as a word. */
  private static final String HOLE = "\u25a1";

  private static final Pattern WORDS =
      Pattern.compile("(?:\\p{L}{2,}[^\\p{L}\\s]*\\s+\\P{L}*){2,}\\p{L}{2,}");

  /** A name of code, such as that of a feature. */
  private static final Pattern NAME = Pattern.compile("\\S*(?:[a-z\\d][A-Z]|_)\\S*");

  /** Comments, characters and literals of C; what begins first counts. */
  private static final Pattern C_TOKEN =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|'(?:[^'\\\\\\n]|\\\\.)+'|\"((?:[^\"\\\\\\n]|\\\\.)*)\"",
          Pattern.DOTALL);

  /** Between two literals of one text; a macro such as PRIu64 may end a conversion there. */
  private static final Pattern C_JOINED = Pattern.compile("(?<!\\\\)\"\\s*(?:PRI(\\w)\\w*\\s*)?\"");

  /** A conversion of printf. */
  private static final Pattern CONVERSION =
      Pattern.compile("%[-+#0-9.*]*(?:hh?|ll?|z)?[diouxXeEfgGaAcsp]");

  /** A comment, a text in quotes that may have holes, a text that has none, a text up to a word. */
  private static final Pattern SHELL_TOKEN =
      Pattern.compile(
          "(?:^|(?<=\\s))#[^\\n]*|\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'"
              + "|<<-?['\"]?(\\w+)['\"]?[^\\n]*\\n(.*?)\\n\\s*\\3(?=\\n|$)",
          Pattern.DOTALL);

  private static final Pattern SHELL_HOLE =
      Pattern.compile("\\$\\([^()]*\\)|\\$\\{[^{}]*}|\\$(?:\\w+|[@*#?!-])");

  private static final Pattern ECHO =
      Pattern.compile("^\\s*echo ([^.].*?)(?:\\s*\\d?>.*)?$", Pattern.MULTILINE);

  /** What begins a regular expression of a script, where no value can stand before it. */
  private static final String BEFORE_EXPRESSION = "(,=:[!&|?{};\n";

  private static final Pattern UNSEEN =
      Pattern.compile("<(style|script)\\b.*?</\\1>|<!--.*?-->", Pattern.DOTALL);

  private static final Pattern INLINE =
      Pattern.compile("</?(?:a|abbr|b|code|em|kbd|span|strong)\\b[^<>]*>");

  private static final Pattern TAG = Pattern.compile("<[^<>]*>");

  /** What a tag says to people: a hint, a label, a caption. */
  private static final Pattern ATTRIBUTE = Pattern.compile("\\w=\"([^\"]*)\"");

  private static final Pattern MUSTACHE = Pattern.compile("\\{\\{\\{?([^{}]*)}?}}");

  /** A statement in another language: what it says is not for people. */
  private static final Pattern CODE = Pattern.compile("[{}]|\\$\\d|;\\s*$|\\\\\\(|&&|\\|\\|");

  private static final Pattern NAMES = Pattern.compile("[^.]+(?:\\.(?:c|h|sh|cmd|js|html))?");

  private ScriptMessages() {}

  /**
   * Whether a file may be a source that has texts, by its name: one without an ending may be a
   * script.
   */
  static boolean reads(Path file) {
    return Files.isRegularFile(file) && NAMES.matcher(file.getFileName().toString()).matches();
  }

  private enum Kind {
    C,
    SHELL,
    CMD,
    SCRIPT,
    PAGE,
    OTHER
  }

  private static Kind kind(Path file, String source) {
    String name = file.getFileName().toString();
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "c", "h" -> Kind.C;
      case "sh" -> Kind.SHELL;
      case "cmd" -> Kind.CMD;
      case "js" -> Kind.SCRIPT;
      case "html" -> Kind.PAGE;
      default ->
          !name.contains(".") && source.startsWith("#!/usr/bin/env bash") ? Kind.SHELL : Kind.OTHER;
    };
  }

  /**
   * The texts of a source in order.
   *
   * @param file whose name says in which language the source is
   * @param source the file's content
   */
  static List<String> of(Path file, String source) {
    Stream<String> texts =
        switch (kind(file, source)) {
          case C -> c(source);
          case SHELL -> shell(source);
          case CMD -> ECHO.matcher(source).results().map(found -> found.group(1));
          case SCRIPT -> new Script(source).texts().stream().flatMap(ScriptMessages::markup);
          case PAGE -> markup(UNSEEN.matcher(source).replaceAll(""));
          case OTHER -> Stream.of();
        };
    return texts
        .map(text -> text.replaceAll("\\s+", " ").strip())
        .filter(ScriptMessages::isForPeople)
        .toList();
  }

  private static boolean isForPeople(String text) {
    return WORDS.matcher(text).find()
        && !CODE.matcher(text).find()
        && 2 * NAME.matcher(text).results().count() < text.split(" ").length;
  }

  /** A literal's lines are texts of their own. */
  private static Stream<String> c(String source) {
    return C_TOKEN
        .matcher(C_JOINED.matcher(source).replaceAll("$1"))
        .results()
        .map(token -> token.group(1))
        .filter(text -> text != null)
        .flatMap(text -> Arrays.stream(text.split("\\\\n")))
        .map(text -> CONVERSION.matcher(text).replaceAll(HOLE).replace("\\\"", "'"));
  }

  /** What a script says, and what stands at its head, a line each: scripts print that as help. */
  private static Stream<String> shell(String source) {
    Stream<String> head =
        source
            .lines()
            .skip(1)
            .takeWhile(line -> line.startsWith("#"))
            .map(line -> line.substring(1));
    return Stream.concat(head, quoted(source));
  }

  private static Stream<String> quoted(String source) {
    return SHELL_TOKEN
        .matcher(source)
        .results()
        .flatMap(
            token ->
                token.group(4) == null
                    ? Stream.of(token.group(1))
                    : Arrays.stream(token.group(4).split("\n\\s*\n")))
        .filter(text -> text != null)
        .map(text -> SHELL_HOLE.matcher(text).replaceAll(HOLE));
  }

  /** What a page or a part of one shows, and what its tags say. */
  private static Stream<String> markup(String text) {
    String named = MUSTACHE.matcher(text).replaceAll(HOLE);
    return Stream.concat(
        TAG.splitAsStream(INLINE.matcher(named).replaceAll("")),
        TAG.matcher(named)
            .results()
            .flatMap(tag -> ATTRIBUTE.matcher(tag.group()).results().map(found -> found.group(1))));
  }

  /** The literals of a script, those in the holes of others too. */
  private static final class Script {

    private final String source;
    private final List<String> texts = new ArrayList<>();
    private int at;

    Script(String source) {
      this.source = source;
    }

    List<String> texts() {
      code();
      return texts;
    }

    private boolean isAt(String what) {
      return source.startsWith(what, at);
    }

    /** Code up to the end, or up to the bracket that closes a hole. */
    private void code() {
      int open = 0;
      char before = '\n';
      while (at < source.length()) {
        char c = source.charAt(at);
        if (isAt("//")) {
          at = end("\n");
        } else if (isAt("/*")) {
          at = end("*/");
        } else if (c == '"' || c == '\'') {
          quoted(c);
        } else if (c == '`') {
          template();
        } else if (c == '/' && BEFORE_EXPRESSION.indexOf(before) >= 0) {
          expression();
        } else {
          open += c == '{' ? 1 : c == '}' ? -1 : 0;
          if (open < 0) {
            return;
          }
          at++;
        }
        before = c == ' ' ? before : c;
      }
    }

    private int end(String what) {
      int found = source.indexOf(what, at + 1);
      return found < 0 ? source.length() : found + what.length();
    }

    private void quoted(char quote) {
      StringBuilder text = new StringBuilder();
      for (at++; at < source.length() && source.charAt(at) != quote; at++) {
        if (source.charAt(at) == '\\') {
          at++;
        }
        text.append(source.charAt(at));
      }
      at++;
      texts.add(text.toString());
    }

    private void template() {
      StringBuilder text = new StringBuilder();
      for (at++; at < source.length() && source.charAt(at) != '`'; at++) {
        if (isAt("${")) {
          at += 2;
          code();
          text.append(HOLE);
        } else if (source.charAt(at) == '\\') {
          at++;
        } else {
          text.append(source.charAt(at));
        }
      }
      at++;
      texts.add(text.toString());
    }

    private void expression() {
      boolean isClass = false;
      for (at++; at < source.length(); at++) {
        char c = source.charAt(at);
        if (c == '\\') {
          at++;
        } else if (c == '\n' || c == '/' && !isClass) {
          break;
        } else {
          isClass = c == '[' || isClass && c != ']';
        }
      }
      at++;
    }
  }
}
