// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ways to make the text of a shader smaller by what its numbers are, statement by statement. */
final class ExpressionReducer {

  private static final int WIDTH = 110;

  private static final Pattern LOOP =
      Pattern.compile(
          "(?m)^ +for \\((?<type>uint|int) (?<name>\\w+) = (?<from>[^;]+); [^;]+;"
              + " \\k<name>(?:\\+\\+| \\+= (?<step>[^;{]+))\\) \\{$");

  private static final Pattern LIST =
      Pattern.compile(
          "(?m)^ *const (?:uint|int) (?<name>\\w+)\\[\\d*\\] ="
              + " (?:uint|int)\\[\\d*\\]\\((?<all>[^;()]*)\\);\\n");

  private static final Pattern SWITCH =
      Pattern.compile("switch \\([^{};]*\\) \\{(?<all>[^{}]*)\\}");

  private static final Pattern NUMBER =
      Pattern.compile("(?m)^ +(?:uint|int) (?<name>\\w+) = (?<value>\\d+u?);\\n");

  private static final Pattern QUOTIENT =
      Pattern.compile(
          "(?<=[(\\[,=+-] ?)(?<left>\\d+)(?<unsigned>u?) (?<by>[*/%]) (?<right>\\d+)u?"
              + "(?=[,;)\\]]| [-+])");

  private static final Pattern ADDED =
      Pattern.compile(
          "(?<=[(\\[,=] ?)(?<left>\\d+)(?<unsigned>u?) (?<by>[-+]) (?<right>\\d+)u?(?=[,;)\\]]|"
              + " [-+])");

  private static final Pattern SET =
      Pattern.compile(
          "(?m)^(?<indent> +)(?<type>[\\w<>, ]*[\\w>] )?(?<name>\\w+) = (?<value>[^;{}]+);\\n"
              + "\\k<indent>\\k<name> = (?<next>[^;{}]+);\\n");

  private ExpressionReducer() {}

  /** All of them, the largest first. */
  static List<String> of(String glsl) {
    List<String> texts = new ArrayList<>();
    texts.addAll(turns(glsl));
    texts.addAll(switches(glsl));
    texts.addAll(lists(glsl));
    texts.addAll(numbers(glsl));
    texts.add(calculated(glsl));
    texts.addAll(nested(glsl));
    texts.add(unbroken(glsl));
    return texts;
  }

  /** A loop as one of its turns. */
  private static List<String> turns(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher loop = LOOP.matcher(glsl);
    while (loop.find()) {
      List<String> lines = glsl.substring(loop.start()).lines().toList();
      int end = LineReducer.end(lines, 0);
      if (end < 0) {
        continue;
      }
      String step = loop.group("step") == null ? "1" : loop.group("step");
      String suffix = loop.group("type").equals("uint") ? "u" : "";
      for (int turn = 0; turn < 4; turn++) {
        String from = loop.group("from");
        String value =
            turn == 0 ? from : from.matches("0u?") && step.equals("1") ? turn + suffix : null;
        if (value == null) {
          value = "(%s + %d * %s)".formatted(from, turn, step);
        }
        List<String> all = new ArrayList<>();
        for (String line : lines.subList(1, end - 1)) {
          all.add(
              line.replaceFirst("^    ", "")
                  .replaceAll(
                      "(?<![\\w.])" + loop.group("name") + "\\b", Matcher.quoteReplacement(value)));
        }
        all.addAll(lines.subList(end, lines.size()));
        texts.add(glsl.substring(0, loop.start()) + String.join("\n", all) + "\n");
      }
    }
    return texts;
  }

  /** A switch as one of its cases. */
  private static List<String> switches(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher found = SWITCH.matcher(glsl);
    while (found.find()) {
      for (String one : found.group("all").split("break;")) {
        String statements = one.strip().replaceFirst("^(?:(?:case \\w+|default):\\s*)+", "");
        if (!statements.isEmpty()) {
          texts.add(glsl.substring(0, found.start()) + statements + glsl.substring(found.end()));
        }
      }
    }
    return texts;
  }

  /** Numbers of a list in the places where they are taken. */
  private static List<String> lists(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher list = LIST.matcher(glsl);
    while (list.find()) {
      String rest = glsl.substring(0, list.start()) + glsl.substring(list.end());
      String[] all = list.group("all").split(", ");
      for (int i = 0; i < all.length; i++) {
        String value = all[i].matches("\\w+") ? all[i] : "(" + all[i] + ")";
        rest =
            rest.replaceAll(
                "\\b" + list.group("name") + "\\[" + i + "u?\\]", Matcher.quoteReplacement(value));
      }
      texts.add(rest);
    }
    return texts;
  }

  /** Variables that are set once, to a number. */
  private static List<String> numbers(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher number = NUMBER.matcher(glsl);
    while (number.find()) {
      String name = "(?<![\\w.])" + number.group("name") + "\\b";
      String rest = glsl.substring(number.end());
      if (!Pattern.compile(name + " ?(?:[-+*/%]?=(?!=)|\\+\\+|--)").matcher(rest).find()) {
        texts.add(glsl.substring(0, number.start()) + rest.replaceAll(name, number.group("value")));
      }
    }
    return texts;
  }

  /** What is calculated of numbers alone. */
  private static String calculated(String glsl) {
    String text = glsl;
    String last;
    do {
      last = text;
      text = replaced(replaced(text, QUOTIENT), ADDED);
      text = text.replaceAll("(?<=[-+*/%,=\\[(] ?)\\((\\d+u?)\\)", "$1");
    } while (!text.equals(last));
    return text;
  }

  private static String replaced(String glsl, Pattern sums) {
    return sums.matcher(glsl)
        .replaceAll(
            sum -> {
              long left = Long.parseLong(sum.group("left"));
              long right = Long.parseLong(sum.group("right"));
              if (right == 0 && !sum.group("by").matches("[-+*]")) {
                return Matcher.quoteReplacement(sum.group());
              }
              long value =
                  switch (sum.group("by")) {
                    case "*" -> left * right;
                    case "/" -> left / right;
                    case "%" -> left % right;
                    case "+" -> left + right;
                    default -> left - right;
                  };
              return value < 0
                  ? Matcher.quoteReplacement(sum.group())
                  : value + sum.group("unsigned");
            });
  }

  /** A value that is made of the one set before, in one statement. */
  private static List<String> nested(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher set = SET.matcher(glsl);
    int from = 0;
    while (set.find(from)) {
      from = set.end("value");
      List<String> parts =
          List.of(set.group("next").split("(?<![\\w.])" + set.group("name") + "\\b", -1));
      String type = set.group("type") == null ? "" : set.group("type");
      String line =
          "%s%s%s = %s;\n"
              .formatted(
                  set.group("indent"),
                  type,
                  set.group("name"),
                  String.join(set.group("value"), parts));
      if (parts.size() <= 2 && line.length() <= WIDTH) {
        texts.add(glsl.substring(0, set.start()) + line + glsl.substring(set.end()));
      }
    }
    return texts;
  }

  /** Statements of several lines in one, where it is not too wide. */
  private static String unbroken(String glsl) {
    List<String> lines = new ArrayList<>();
    for (String line : glsl.lines().toList()) {
      String last = lines.isEmpty() ? "" : lines.getLast();
      boolean goesOn =
          last.startsWith(" ") && !last.isBlank() && !last.matches(".*(?:[;{}\\\\]|//.*)");
      if (goesOn && last.length() + line.strip().length() < WIDTH) {
        lines.set(lines.size() - 1, last + " " + line.strip());
      } else {
        lines.add(line);
      }
    }
    return String.join("\n", lines) + "\n";
  }
}
