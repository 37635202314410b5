package coopcts.reports;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A pattern for case names: {@code *} stands for any text without a dot, {@code **} for any text.
 */
public final class Glob {

  private final String text;
  private final Pattern pattern;

  public Glob(String text) {
    this.text = text;
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '*' && i + 1 < text.length() && text.charAt(i + 1) == '*') {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^.]*");
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    this.pattern = Pattern.compile(regex.toString());
  }

  /** Whether a name is selected: by any of the patterns, or where there are none. */
  public static boolean selects(List<Glob> globs, String name) {
    return globs.isEmpty() || globs.stream().anyMatch(glob -> glob.matches(name));
  }

  public boolean matches(String name) {
    return pattern.matcher(name).matches();
  }

  /** Whether it matches a name, or may match one that begins with the name and a dot. */
  public boolean reaches(String name) {
    if (matches(name)) {
      return true;
    }
    String below = name + ".";
    int star = text.indexOf('*');
    String literal = star < 0 ? text : text.substring(0, star);
    return literal.startsWith(below) || star >= 0 && matches(below + "x");
  }

  @Override
  public String toString() {
    return text;
  }
}
