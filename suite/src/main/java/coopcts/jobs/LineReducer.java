// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Ways to make the text of a shader smaller; which of them are sound is for others to say. */
final class LineReducer {

  private static final Pattern DECLARED =
      Pattern.compile("^\\s*+(?!return|layout|#)[\\w<>, ]*[\\w>] (\\w+);\\s*$");

  /** A function in one line. */
  private static final Pattern ONE_LINE = Pattern.compile("\\w.*\\) \\{.*\\}");

  /** A loop that copies a buffer to shared memory, element by element. */
  private static final Pattern COPY =
      Pattern.compile(
          "(?m)^ *for \\((?:uint|int) (?<i>\\w+) = [^{;]*;[^{;]*;[^{;]*\\) \\{\\n"
              + " *(\\w+)\\[\\k<i>\\] = (\\w+)\\[\\k<i>\\];\\n *\\}\\n");

  private static final Pattern SHARED =
      Pattern.compile("(?m)^shared (?<type>\\w+) (?<name>\\w+)\\[");

  /** A constant in a function, or one that a specialization constant has become. */
  private static final Pattern CONSTANT =
      Pattern.compile("(?m)^ *const u?int (\\w+) = ([^;{]{1,24});\\n");

  private static final List<String> SETTERS =
      List.of(
          "coopMatLoad\\w*\\(%s\\b",
          "coopVecLoadNV\\(%s\\b",
          "coopMatReduceNV\\(%s\\b",
          "coopMatPerElementNV\\(%s\\b",
          "coopMatTransposeNV\\(%s\\b",
          "coopVecMatMul\\w*\\(\\s*%s\\b",
          "extractSubArrayQCOM\\([^;]*, %s\\b",
          "bitcastQCOM\\([^;]*, %s\\b",
          "vectorToCoopmatQCOM\\([^;]*, %s\\b",
          "coopmatToVectorQCOM\\([^;]*, %s\\b",
          "for \\([^)]*%s\\.length\\(\\)",
          "%s(\\[[^\\]]*\\])* = ");

  private LineReducer() {}

  /** Statements, blocks and declarations left out, the largest first, then from the end. */
  static List<String> fewerLines(String glsl) {
    List<String> lines = glsl.lines().toList();
    List<int[]> spans = new ArrayList<>();
    for (int i = lines.size() - 1; i > 0; i--) {
      String line = lines.get(i);
      if (line.isBlank() || line.strip().startsWith("//")) {
        spans.add(new int[] {i, i + 1});
      } else if (line.strip().endsWith("{") && !line.contains("void main")) {
        int end = end(lines, i);
        if (end > 0) {
          spans.add(new int[] {i, end});
        }
      } else if (line.strip().endsWith(";")
          || line.startsWith("#")
          || ONE_LINE.matcher(line).matches()) {
        spans.add(new int[] {i, i + 1});
      }
    }
    spans.sort((a, b) -> Integer.compare(b[1] - b[0], a[1] - a[0]));
    List<String> texts = new ArrayList<>();
    for (int[] span : spans) {
      List<String> rest = new ArrayList<>(lines.subList(0, span[0]));
      rest.addAll(lines.subList(span[1], lines.size()));
      texts.add(String.join("\n", rest) + "\n");
    }
    for (int[] span : spans) {
      if (span[1] - span[0] > 2 && lines.get(span[0]).startsWith(" ")) {
        List<String> rest = new ArrayList<>(lines.subList(0, span[0]));
        lines
            .subList(span[0] + 1, span[1] - 1)
            .forEach(line -> rest.add(line.replaceFirst("^    ", "")));
        rest.addAll(lines.subList(span[1], lines.size()));
        texts.add(String.join("\n", rest) + "\n");
      }
    }
    return texts;
  }

  /** The line behind a block, or -1 where it does not end. */
  static int end(List<String> lines, int start) {
    int depth = 0;
    for (int i = start; i < lines.size(); i++) {
      for (char c : lines.get(i).toCharArray()) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      }
      if (depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Expressions made simpler: instances are the first one, and what zero makes of sums. */
  static List<String> simpler(String glsl) {
    List<String> texts = new ArrayList<>();
    texts.add(apart(glsl));
    texts.add(inlined(glsl));
    texts.addAll(unstaged(glsl));
    texts.addAll(unshared(glsl));
    texts.addAll(joined(glsl));
    texts.addAll(substituted(glsl));
    texts.addAll(ExpressionReducer.of(glsl));
    for (String name :
        List.of("instance", "localInstance", "gl_WorkGroupID\\.x", "gl_SubgroupID")) {
      texts.add(glsl.replaceAll("(?<![\\w.])" + name + "\\b(?! =)", "0u"));
    }
    String folded = glsl;
    String last;
    do {
      last = folded;
      folded =
          folded
              .replaceAll(" \\+ 0u \\* [\\w.]+(?=[,;)\\]])", "")
              .replaceAll(" \\+ [\\w.]+ \\* 0u(?=[,;)\\]])", "")
              .replaceAll("(?<=[(\\[,=] ?)0u \\* [\\w.]+(?=[,;)\\]]| \\+)", "0u")
              .replaceAll("(?<=[(\\[,=] ?)[\\w.]+ \\* 0u(?=[,;)\\]]| \\+)", "0u")
              .replaceAll("(?<=[(\\[,=] ?)0u \\+ ", "")
              .replaceAll(" \\+ 0u(?=[,;)\\]])", "")
              .replaceAll("(?<=\\W)\\((\\w+)\\)(?= [*+])", "$1");
    } while (!folded.equals(last));
    texts.add(folded);
    Matcher size = Pattern.compile("local_size_x = (\\d+)").matcher(glsl);
    if (size.find()) {
      int all = Integer.parseInt(size.group(1));
      for (int less = 1; less < all; less *= 2) {
        texts.add(size.replaceFirst("local_size_x = " + less));
      }
    }
    Matcher define =
        Pattern.compile("(?m)^#define (\\w+) \\(?([\\w. ]{1,24}?)\\)?\\n").matcher(glsl);
    while (define.find()) {
      String rest = glsl.substring(0, define.start()) + glsl.substring(define.end());
      texts.add(rest.replaceAll("\\b" + define.group(1) + "\\b", define.group(2)));
    }
    Matcher sum = Pattern.compile("(?<=, )[1-9]\\d*u(?=, \\d)").matcher(glsl);
    while (sum.find()) {
      texts.add(glsl.substring(0, sum.start()) + "0u" + glsl.substring(sum.end()));
    }
    texts.removeIf(glsl::equals);
    return texts;
  }

  /** Each statement in a line of its own. */
  private static String apart(String glsl) {
    return glsl.lines()
            .flatMap(
                line -> {
                  String indent = line.substring(0, line.length() - line.stripLeading().length());
                  return indent.isEmpty() || line.contains("{")
                      ? Stream.of(line)
                      : statements(line).stream().map(one -> indent + one);
                })
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  /** The statements of a line; all of it where it has but one, or a part of one. */
  static List<String> statements(String line) {
    List<String> statements = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ';' && depth == 0) {
        statements.add(line.substring(start, i + 1).strip());
        start = i + 1;
      }
    }
    String rest = line.substring(start).strip();
    if (!rest.isEmpty() || statements.isEmpty()) {
      statements.add(rest);
    }
    return statements;
  }

  /** What a frame calls stands in the place of the call. */
  private static String inlined(String glsl) {
    List<String> lines = glsl.lines().toList();
    int start = lines.indexOf("void body() {");
    List<Integer> calls =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).strip().equals("body();"))
            .boxed()
            .toList();
    if (start < 0 || calls.size() != 1) {
      return glsl;
    }
    int end = end(lines, start);
    int call = calls.getFirst();
    String indent = " ".repeat(Math.max(0, lines.get(call).indexOf("body();") - 4));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (i == call) {
        lines.subList(start + 1, end - 1).forEach(line -> all.add(indent + line));
      } else if (i < start || i >= end) {
        all.add(lines.get(i));
      }
    }
    return String.join("\n", all) + "\n";
  }

  /** Shared memory that holds a copy of a buffer: the buffer itself instead. */
  private static List<String> unstaged(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher copy = COPY.matcher(glsl);
    while (copy.find()) {
      String rest = glsl.substring(0, copy.start()) + glsl.substring(copy.end());
      texts.add(
          rest.replaceAll("(?m)^shared [^;]*\\b" + copy.group(2) + "\\[[^;]*;\\n", "")
              .replaceAll("\\b" + copy.group(2) + "\\b", copy.group(3)));
    }
    return texts;
  }

  /** Shared memory that is filled in another order: a buffer of the same elements instead. */
  private static List<String> unshared(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher shared = SHARED.matcher(glsl);
    while (shared.find()) {
      String name = shared.group("name");
      List<String> lines = new ArrayList<>();
      List<String> all = glsl.lines().toList();
      for (int i = 0; i < all.size(); i++) {
        int end = all.get(i).strip().endsWith("{") ? end(all, i) : -1;
        boolean isFilled =
            all.get(i).startsWith(" ")
                && end == i + 3
                && all.get(i + 1).strip().startsWith(name + "[");
        if (isFilled) {
          i = end - 1;
        } else if (!all.get(i).startsWith("shared ") || !all.get(i).contains(" " + name + "[")) {
          lines.add(all.get(i));
        }
      }
      String rest = String.join("\n", lines) + "\n";
      Matcher buffer =
          Pattern.compile("\\{ " + shared.group("type") + " (\\w+)\\[\\]; \\}").matcher(glsl);
      while (buffer.find()) {
        texts.add(rest.replaceAll("\\b" + name + "\\b", buffer.group(1)));
      }
    }
    return texts;
  }

  /** Variables declared where they are set. */
  private static List<String> joined(String glsl) {
    List<String> texts = new ArrayList<>();
    List<String> lines = glsl.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher declared = DECLARED.matcher(lines.get(i));
      if (lines.get(i).startsWith(" ") && declared.matches()) {
        Pattern mention = Pattern.compile("(?<![\\w.])" + declared.group(1) + "\\b");
        int next = i + 1;
        while (next < lines.size() && !mention.matcher(lines.get(next)).find()) {
          next++;
        }
        if (next < lines.size() && lines.get(next).strip().startsWith(declared.group(1) + " = ")) {
          List<String> all = new ArrayList<>(lines);
          String type = lines.get(i).substring(0, declared.start(1));
          all.set(next, type + lines.get(next).strip());
          all.remove(i);
          texts.add(String.join("\n", all) + "\n");
        }
      }
    }
    return texts;
  }

  /** What short constants are in the places of their names. */
  private static List<String> substituted(String glsl) {
    List<String> texts = new ArrayList<>();
    Matcher constant = CONSTANT.matcher(glsl);
    while (constant.find()) {
      String value = constant.group(2);
      String rest = glsl.substring(0, constant.start()) + glsl.substring(constant.end());
      String own = value.matches("[\\w.]+") ? value : "(" + value + ")";
      texts.add(
          rest.replaceAll(
              "(?<![\\w.])" + constant.group(1) + "\\b", Matcher.quoteReplacement(own)));
    }
    return texts;
  }

  /** Invocations of a workgroup, as far as numbers say it; what names say counts as one. */
  static int localSize(String glsl) {
    Matcher size = Pattern.compile("local_size_[xyz] = (\\d+)").matcher(glsl);
    int all = 1;
    while (size.find()) {
      all *= Integer.parseInt(size.group(1));
    }
    return all;
  }

  /** Variables that are read before they are set, as far as the text tells. */
  static Set<String> unset(String glsl) {
    List<String> lines = glsl.lines().toList();
    Set<String> unset = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher declared = DECLARED.matcher(lines.get(i));
      String name = null;
      if (lines.get(i).startsWith("shared ")) {
        name = lines.get(i).replaceFirst("^shared [^;]*?(\\w+)(\\[[^;]*)?;.*", "$1");
      } else if (declared.matches()) {
        name = declared.group(1);
      }
      boolean isGlobal = !lines.get(i).startsWith(" ");
      if (name != null && !isSet(lines.subList(i + 1, lines.size()), name, isGlobal)) {
        unset.add(name);
      }
    }
    return unset;
  }

  private static boolean isSet(List<String> lines, String name, boolean isGlobal) {
    Pattern mention = Pattern.compile("(?<![\\w.])" + name + "\\b");
    for (String line : lines) {
      if (mention.matcher(line).find()) {
        boolean isSetter =
            SETTERS.stream()
                .anyMatch(text -> Pattern.compile(text.formatted(name)).matcher(line).find());
        if (isSetter || isGlobal && line.contains("coopMatStore")) {
          return true;
        }
        if (!isGlobal) {
          return false;
        }
      }
    }
    return lines.stream().noneMatch(line -> mention.matcher(line).find());
  }
}
