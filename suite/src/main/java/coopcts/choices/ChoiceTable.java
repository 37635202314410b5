// SPDX-License-Identifier: Apache-2.0
package coopcts.choices;

import coopcts.device.reference.choice.Choice;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came of a {@link ChoiceRun}: for each device that makes a choice which the specifications
 * leave open, how many cases met it and how many went otherwise. Files of it are kept beside the
 * documents.
 *
 * @param reference the profile of the reference device
 * @param profile how much of the space of cases there was
 * @param seed of the draws
 * @param cases number of cases that ran on the device without choices
 * @param lines of the device without choices, of each choice and of all at once
 */
public record ChoiceTable(
    String reference, String profile, long seed, long cases, List<ChoiceLine> lines) {

  /** The device that chooses nothing. */
  public static final String PLAIN = "plain";

  /** The device that makes all choices at once. */
  public static final String ALL = "all";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * Copies the lines.
   *
   * @param reference the profile of the reference device
   * @param profile how much of the space of cases there was
   * @param seed of the draws
   * @param cases that the plain device ran
   * @param lines of the plain device, of each choice and of all at once
   */
  public ChoiceTable {
    lines = List.copyOf(lines);
  }

  /**
   * What came of one device.
   *
   * @param id of its choice, {@link #PLAIN} or {@link #ALL}
   * @param cases that met the choice; any other goes as on the plain device
   * @param changed of these, how many had other results than on the plain device: of a choice that
   *     right shaders cannot see, none
   * @param unexpected of these, how many neither passed nor warned
   */
  public record ChoiceLine(String id, long cases, long changed, long unexpected) {

    /** What a reader has to know of how much the choice was tried. */
    String seen() {
      if (id.equals(PLAIN)) {
        return "";
      }
      return cases == 0 ? "met by no case" : changed == 0 ? "no result" : "%,d".formatted(changed);
    }
  }

  /**
   * {@return the number of results that were not as expected, over all devices; a case counts once
   * for each device}
   */
  public long unexpected() {
    return lines.stream().mapToLong(ChoiceLine::unexpected).sum();
  }

  /** {@return the table for a terminal: a line of headings, then one for each device} */
  public List<String> text() {
    List<String> text = new ArrayList<>();
    text.add("%-26s %8s %14s %10s".formatted("choice", "met by", "changed", "unexpected"));
    lines.forEach(
        line ->
            text.add(
                "%-26s %8d %14s %10d"
                    .formatted(line.id, line.cases, line.seen(), line.unexpected)));
    return text;
  }

  /**
   * Writes the table as JSON, which {@link #read} takes.
   *
   * @param file that is made or replaced, in a folder that exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }

  /**
   * Reads a table that {@link #write} has written.
   *
   * @param file of JSON
   * @return the table
   * @throws UsageException if the file holds something else
   * @throws IOException if the file cannot be read
   */
  public static ChoiceTable read(Path file) throws IOException {
    try {
      return JSON.readValue(Files.readString(file), ChoiceTable.class);
    } catch (JacksonException e) {
      throw UsageException.notUnderstood("the table " + file, e);
    }
  }

  /**
   * {@return all choices that the specifications leave to a device as a table in Markdown: name,
   * sentence, source and what the device does; with empty lines around it}
   */
  public static String catalogue() {
    return Stream.of(Choice.values())
        .map(
            choice ->
                "| `%s` | %s | %s | %s |\n"
                    .formatted(
                        choice.id(),
                        choice.sentence().replace("|", "\\|"),
                        choice.source(),
                        choice.effect()))
        .collect(
            Collectors.joining(
                "",
                "\n\n| choice | what leaves it open | where that stands | what the device does |\n"
                    + "|---|---|---|---|\n",
                "\n"));
  }

  /**
   * {@return the tables of runs side by side in Markdown, one line for each choice in the order of
   * the catalogue}
   *
   * @param tables of runs, at least one; a choice that a table lacks has empty cells there
   */
  public static String markdown(List<ChoiceTable> tables) {
    StringBuilder text = new StringBuilder("\n\n| choice |");
    for (ChoiceTable table : tables) {
      text.append(
          " %s, %s, seed %d: met by | changed | unexpected |"
              .formatted(table.reference, table.profile, table.seed));
    }
    text.append("\n|---|").append("---|---|---|".repeat(tables.size())).append('\n');
    List<Map<String, ChoiceLine>> byId =
        tables.stream()
            .map(
                table ->
                    table.lines.stream()
                        .collect(Collectors.toMap(ChoiceLine::id, Function.identity())))
            .toList();
    Stream.of(Stream.of(PLAIN), Stream.of(Choice.values()).map(Choice::id), Stream.of(ALL))
        .flatMap(Function.identity())
        .forEach(
            id -> {
              text.append("| `").append(id).append("` |");
              byId.forEach(lines -> text.append(cells(lines.get(id))));
              text.append('\n');
            });
    return text.append('\n').toString();
  }

  private static String cells(ChoiceLine line) {
    return line == null
        ? " not run | | |"
        : " %,d | %s | %d |".formatted(line.cases, line.seen(), line.unexpected);
  }
}
