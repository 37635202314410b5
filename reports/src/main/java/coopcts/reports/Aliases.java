// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names that cases had in earlier versions of the suite, by which lists of cases and baselines of
 * then are still understood. {@code aliases.tsv} lists them.
 */
public final class Aliases {

  private static final String TABLE = "aliases.tsv";

  /** What the end of a line's names stands for: any end. */
  private static final String ANY = ".**";

  private final List<AliasLine> lines;

  private record AliasLine(String old, String now) {

    /** The name that a case has now which had another, if it is this line's. */
    Optional<String> current(String name) {
      if (!old.endsWith(ANY)) {
        return name.equals(old) ? Optional.of(now) : Optional.empty();
      }
      String start = old.substring(0, old.length() - ANY.length() + 1);
      return name.startsWith(start)
          ? Optional.of(
              now.substring(0, now.length() - ANY.length() + 1) + name.substring(start.length()))
          : Optional.empty();
    }
  }

  private Aliases(List<AliasLine> lines) {
    this.lines = List.copyOf(lines);
  }

  /**
   * {@return the aliases of this version, read once; always the same object}
   *
   * @throws IllegalArgumentException if the table is not well-formed, which a test excludes
   */
  public static Aliases known() {
    return Known.ALIASES;
  }

  private static final class Known {
    private static final Aliases ALIASES = own();

    private static Aliases own() {
      try (InputStream in = Aliases.class.getResourceAsStream(TABLE)) {
        return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Those of a table's text.
   *
   * @throws IllegalArgumentException if a line is not of the form OLD, tab, NEW, or only one of the
   *     two ends in stars
   */
  static Aliases of(String table) {
    List<AliasLine> lines = new ArrayList<>();
    for (String text : table.lines().toList()) {
      if (text.isBlank() || text.startsWith("#")) {
        continue;
      }
      String[] names = text.split("\t", -1);
      if (names.length != 2 || names[0].endsWith(ANY) != names[1].endsWith(ANY)) {
        throw new IllegalArgumentException(TABLE + ": '" + text + "' is not OLD<TAB>NEW");
      }
      lines.add(new AliasLine(names[0], names[1]));
    }
    return new Aliases(lines);
  }

  /**
   * {@return the name that a case has in this version; the given name itself if no alias is known
   * for it}
   *
   * @param name that a case has or had, or a glob that ends in {@code .**}
   */
  public String current(String name) {
    return lines.stream().flatMap(line -> line.current(name).stream()).findFirst().orElse(name);
  }
}
