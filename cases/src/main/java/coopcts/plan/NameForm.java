// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.ComponentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a part of a name is made of parameters; what may be missing stands in brackets. */
final class NameForm {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\{(?<name>\\w+)(?<number>#)?(?::(?<kind>[^}]+))?}|(?<bracket>[\\[\\]])|(?<text>[^{\\[\\]]+)");

  private static final String TYPE =
      Arrays.stream(ComponentType.values())
          .map(ComponentType::toString)
          .sorted((one, other) -> other.length() - one.length())
          .collect(Collectors.joining("|"));

  private static final Map<String, String> KINDS =
      Map.of(
          "type",
          TYPE,
          "layouts",
          "(?:row|col)(?:_(?:row|col))+",
          "interpretation",
          "(?:" + TYPE + ")(?:_packed)?");

  /** The axes of a frame, in the order of its words. */
  private static final NameForm FRAME =
      new NameForm(
          "{laid:line|plane|cube|later}_{groups:same|x|y|z|along_y|along_z}"
              + "_{around:called|branch|loop|twice|nested|straight}"
              + "_{company:alone|before|after|around}_{bindings:near|far}"
              + "_{subgroups:own|smaller|larger}[_{made}]");

  /** A parameter, a text, or where brackets open or close. */
  private record Token(String name, boolean isNumber, boolean isFrame, String text) {}

  private final List<Token> tokens = new ArrayList<>();
  private final Pattern pattern;

  NameForm(String form) {
    StringBuilder regex = new StringBuilder();
    for (Matcher token = TOKEN.matcher(form); token.find(); ) {
      String name = token.group("name");
      if (name != null) {
        String kind = token.group("kind");
        boolean isNumber = token.group("number") != null;
        tokens.add(new Token(name, isNumber, "frame".equals(kind), null));
        regex
            .append("(?<")
            .append(name)
            .append('>')
            .append(
                isNumber
                    ? "0|[1-9]\\d*"
                    : kind == null || kind.equals("frame")
                        ? "[a-z0-9_-]+"
                        : KINDS.getOrDefault(kind, kind))
            .append(')');
      } else {
        String text = token.group();
        tokens.add(new Token(null, false, false, text));
        regex.append(
            switch (text) {
              case "[" -> "(?:";
              case "]" -> ")?";
              default -> Pattern.quote(text);
            });
      }
    }
    pattern = Pattern.compile(regex.toString());
  }

  /** The names of its parameters. */
  List<String> names() {
    return tokens.stream()
        .filter(token -> token.name != null)
        .flatMap(token -> token.isFrame ? FRAME.names().stream() : Stream.of(token.name))
        .toList();
  }

  /** The parameters of a text that has this form. */
  Optional<Map<String, Object>> read(String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Token token : tokens) {
      String value = token.name == null ? null : matcher.group(token.name);
      if (value != null && token.isFrame) {
        FRAME.read(value).ifPresentOrElse(values::putAll, () -> values.put(token.name, value));
      } else if (value != null) {
        values.put(token.name, token.isNumber ? (Object) Long.valueOf(value) : value);
      }
    }
    return Optional.of(values);
  }

  /** The text, or null where a parameter is missing that has to be there. */
  String write(Map<String, Object> values) {
    StringBuilder text = new StringBuilder();
    StringBuilder optional = null;
    boolean isWhole = true;
    for (Token token : tokens) {
      if ("[".equals(token.text)) {
        optional = new StringBuilder();
        isWhole = true;
      } else if ("]".equals(token.text)) {
        text.append(isWhole ? optional : "");
        optional = null;
      } else {
        Object value =
            token.name == null
                ? token.text
                : token.isFrame && !values.containsKey(token.name)
                    ? frame(values)
                    : values.get(token.name);
        if (value == null && optional == null) {
          return null;
        }
        isWhole &= value != null;
        (optional == null ? text : optional).append(value);
      }
    }
    return text.toString();
  }

  /** The names of a frame's parameters. */
  static List<String> frameNames() {
    return FRAME.names();
  }

  /** The word of a frame, or null where there is none. */
  static String frame(Map<String, Object> values) {
    return FRAME.write(values);
  }
}
