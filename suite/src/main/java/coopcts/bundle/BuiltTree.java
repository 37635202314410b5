// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The last step of a build: what was fetched is what the kept list says, the bill of materials
 * names everything that is somebody else's, and the page about it tells the same.
 */
public final class BuiltTree {

  private static final JsonMapper JSON = JsonMapper.shared();

  private static final String HEAD =
      """
      # Third-party parts of the suite

      `./dev checksums` writes this page, and a build fails where it does not tell what the built tree holds. `bom.json`
      in the built tree and in each archive says the same as CycloneDX, with licences, checksums and every file; an
      archive's has its Java runtime too, and no Allure. The natives of six platforms are one row.

      | component | version | folder |
      |---|---|---|
      """;

  private BuiltTree() {}

  /**
   * Checks a built tree; Maven calls it at the end of a build. It ends the process: with 0 if
   * nothing differs, with 3 where a file cannot be read or written, and with another code where
   * something differs.
   *
   * @param arguments the folder of the built tree, the file of checksums, Maven's local repository,
   *     the page in Markdown, and {@code write} if the page is to be written anew; else another
   *     word, and it is compared
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    try {
      Path home = Path.of(arguments[0]);
      fetched(home, Path.of(arguments[1]), Path.of(arguments[2]));
      page(bill(home), Path.of(arguments[3]), arguments[4].equals("write"));
    } catch (IOException e) {
      System.err.println("coopcts: " + e.getMessage());
      System.exit(3);
    }
  }

  /**
   * @throws IOException if something is not what the list says
   */
  static void fetched(Path home, Path list, Path repository) throws IOException {
    Checksums checksums = Checksums.read(list);
    List<String> other = new ArrayList<>(checksums.otherIn(repository));
    other.addAll(checksums.missing(home));
    if (!other.isEmpty()) {
      throw new IOException(
          "%s: not as in %s; if you changed a version, ./dev checksums updates it"
              .formatted(String.join(", ", other), list.getFileName()));
    }
  }

  private static String bill(Path home) throws IOException {
    Path file = home.resolve("bom.json");
    String bill = Bill.of(home, Files.readString(file), Optional.empty());
    Files.writeString(file, bill);
    return bill;
  }

  /**
   * @throws IOException if the page tells something else
   */
  static void page(String bill, Path page, boolean isWritten) throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    Set<String> rows = new TreeSet<>();
    for (JsonNode component : JSON.readTree(bill).get("components")) {
      String group = component.path("group").asString("");
      if (!group.equals("coopcts")) {
        rows.add(
            "| %s%s | %s | %s |\n"
                .formatted(
                    group.isEmpty() ? "" : group + ":",
                    component.get("name").asString(),
                    component.path("version").asString("not told"),
                    folders(component)));
      }
    }
    rows.forEach(text::append);
    if (isWritten) {
      Files.writeString(page, text);
    } else if (!Files.readString(page).equals(text.toString())) {
      throw new IOException(page.normalize() + " is not of this build; ./dev checksums updates it");
    }
  }

  private static String folders(JsonNode component) {
    Set<String> folders = new TreeSet<>();
    for (JsonNode one : component.at("/evidence/occurrences")) {
      String place = one.get("location").asString();
      String folder = place.substring(0, place.indexOf('/')).replaceFirst("-[0-9].*", "");
      folders.add(place.contains("!/") ? "inside a jar in " + folder : folder);
    }
    return String.join(", ", folders);
  }
}
