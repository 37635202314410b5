// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Other forms of shaders that declare tensor layouts and views: the values are the same. */
final class TensorForms {

  /** A layout's type, its setters, and the load or store that it is used by. */
  private static final Pattern USED =
      Pattern.compile(
          "(tensorLayoutNV<[^>]*>) t = ((?:.*\\n)*?)( *)(coopMat\\w+TensorNV\\(.*), t([,)].*;)");

  /** A layout's type, its setters but the last one, the last one, and what stands behind. */
  private static final Pattern SET_LAST =
      Pattern.compile(
          "(tensorLayoutNV<[^>]*>) t = (.*\\n(?: *t = .*\\n)*?)( *)t = (\\w+)\\(t, (.*)\\);\\n"
              + "( *(?:coopMat|tensorViewNV))");

  private static final Pattern VIEW_SET_LAST =
      Pattern.compile(
          "(tensorViewNV<[^>]*>) tView = (.*\\n(?: *tView = .*\\n)*?)( *)tView = (\\w+)\\(tView, (.*)\\);\\n"
              + "( *coopMat)");

  private static final Pattern TYPE = Pattern.compile("tensorLayoutNV<[^>]*>");

  /** The numbers of a setter that are written down. */
  private static final Pattern NUMBER = Pattern.compile("\\b\\d+u?\\b");

  private TensorForms() {}

  static String copied(String glsl) {
    return USED.matcher(glsl).replaceAll("$1 t = $2$3$1 u = t;\n$3$4, u$5");
  }

  static String returned(String glsl) {
    String functions =
        TYPE.matcher(glsl)
            .results()
            .map(MatchResult::group)
            .distinct()
            .map("%1$s returned(%1$s x) { return x; }\n"::formatted)
            .collect(Collectors.joining());
    return USED.matcher(glsl)
        .replaceAll("$1 t = $2$3$1 u = returned(t);\n$3$4, u$5")
        .replaceFirst("\\) in;\\n", ") in;\n" + Matcher.quoteReplacement(functions));
  }

  /** One more of what the last setter was given, and one of what it gave. */
  static String derived(String glsl) {
    return SET_LAST
        .matcher(glsl)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    "%1$s t = %2$s%3$s%1$s w = t;\n%3$st = %4$s(t, %5$s);\n%3$s%1$s u = %4$s(w, %6$s);\n%3$su = %4$s(t, %6$s);\n%7$s"
                        .formatted(
                            found.group(1),
                            found.group(2),
                            found.group(3),
                            found.group(4),
                            found.group(5),
                            found.group(4).contains("Stride")
                                ? farther(found.group(5))
                                : others(found.group(5)),
                            found.group(6))));
  }

  static String derivedViews(String glsl) {
    return VIEW_SET_LAST
        .matcher(glsl)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    "%1$s tView = %2$s%3$stView = %4$s(tView, %5$s);\n%3$s%1$s v = %4$s(tView, %6$s);\n%7$s"
                        .formatted(
                            found.group(1),
                            found.group(2),
                            found.group(3),
                            found.group(4),
                            found.group(5),
                            others(found.group(5)),
                            found.group(6))));
  }

  /** Strides of which the outermost is larger: the smallest that is legal hangs on the others. */
  private static String farther(String strides) {
    int comma = strides.indexOf(',');
    String outermost = comma < 0 ? strides : strides.substring(0, comma);
    return NUMBER.matcher(outermost).replaceFirst("3u * $0")
        + strides.substring(outermost.length());
  }

  private static String others(String numbers) {
    return NUMBER.matcher(numbers).replaceAll("9u");
  }
}
