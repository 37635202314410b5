package coopcts.run;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines as a shell reads them. */
public final class Words {

  private Words() {}

  /** A command line. */
  public static String line(List<String> words) {
    return words.stream().map(Words::quoted).collect(Collectors.joining(" "));
  }

  /** One word of it. */
  public static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
