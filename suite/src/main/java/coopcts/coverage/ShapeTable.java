// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.grammar.CapabilityNames;
import coopcts.grammar.Enumerants;
import coopcts.grammar.Opcode;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.reports.Glob;
import coopcts.spirv.ModuleShapes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What may stand beside a matrix or a vector in a module, and why no case has some of it: {@code
 * shapes.tsv}, whose patterns stand for names of the grammar. Bins are those of {@link
 * ModuleShapes}.
 */
public final class ShapeTable {

  private static final int COLUMNS = 4;
  private static final String MET = "-";
  private static final String BY = "by ";

  /**
   * A row.
   *
   * @param line its number in the file, from 1
   * @param reason why no case meets its bins; empty where a case has to
   * @param by name of a case that meets them; empty where those of the smoke profile do, or none
   */
  public record Row(int line, Optional<String> reason, Optional<String> by) {

    private static Row of(int line, String text) {
      return text.startsWith(BY)
          ? new Row(line, Optional.empty(), Optional.of(text.substring(BY.length())))
          : new Row(
              line, Optional.of(text).filter(reason -> !reason.equals(MET)), Optional.empty());
    }
  }

  private final SortedMap<String, Row> bins = new TreeMap<>();
  private final List<String> idle = new ArrayList<>();

  private ShapeTable(List<String> lines) {
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at);
      if (!line.startsWith("#")) {
        enter(at + 1, line.split("\t", -1));
      }
    }
  }

  /** {@return the table} */
  public static ShapeTable read() {
    try (InputStream in = ShapeTable.class.getResourceAsStream("shapes.tsv")) {
      return new ShapeTable(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return each bin with the first row that names it; unmodifiable} */
  public SortedMap<String, Row> bins() {
    return Collections.unmodifiableSortedMap(bins);
  }

  /** {@return the names of the cases that rows name} */
  public SortedSet<String> named() {
    return bins.values().stream()
        .flatMap(row -> row.by().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@return the rows, by line, of which every bin is named by a row before, or that name none} */
  public List<String> idle() {
    return Collections.unmodifiableList(idle);
  }

  private void enter(int line, String[] columns) {
    if (columns.length != COLUMNS) {
      throw new IllegalStateException("shapes.tsv, line " + line + ": not four columns");
    }
    Row row = Row.of(line, columns[3]);
    boolean isNew = false;
    for (String pattern : columns[1].split(" ")) {
      for (String what : named(columns[0], pattern)) {
        for (String beside : columns[2].split(" ")) {
          isNew |= bins.putIfAbsent(columns[0] + " " + what + " " + beside, row) == null;
        }
      }
    }
    if (!isNew) {
      idle.add("line " + line + ": " + String.join(" ", columns));
    }
  }

  private static List<String> named(String group, String pattern) {
    if (pattern.startsWith("@")) {
      Pattern capability = Pattern.compile(pattern.substring(1));
      return Opcode.all().stream()
          .filter(
              row ->
                  !row.capabilities().isEmpty()
                      && row.capabilities().stream()
                          .map(CapabilityNames::of)
                          .allMatch(capability.asMatchPredicate()))
          .map(Opcode::name)
          .toList();
    }
    if (!pattern.contains("*")) {
      return List.of(pattern);
    }
    Glob glob = new Glob(pattern.replace("*", "**"));
    return vocabulary(group).filter(glob::matches).toList();
  }

  /**
   * {@return every name that the grammar has for a group; none where it has no such kind}
   *
   * @param group the first word of a bin
   */
  public static Stream<String> vocabulary(String group) {
    return switch (group) {
      case "value" -> Stream.concat(values(), functions());
      case "instruction" -> Opcode.all().stream().map(Opcode::name);
      case "capability" -> CapabilityNames.all().stream();
      case "pipeline" ->
          Stream.concat(
              Arrays.stream(SubmissionPath.values()).map(path -> "path." + lower(path)),
              Arrays.stream(ShaderStage.values()).map(stage -> "stage." + lower(stage)));
      case "mode" -> Enumerants.EXECUTION_MODE.all().stream();
      case "storage", "variable", "memory" -> Enumerants.STORAGE_CLASS.all().stream();
      case "decoration" ->
          Stream.of("declared.", "member.", "value.")
              .flatMap(where -> Enumerants.DECORATION.all().stream().map(where::concat));
      case "function", "callback" -> masks(Enumerants.FUNCTION_CONTROL.all());
      case "access" -> Stream.concat(Stream.of("absent"), masks(Enumerants.MEMORY_ACCESS.all()));
      case "loop" -> masks(Enumerants.LOOP_CONTROL.all());
      case "selection" -> masks(Enumerants.SELECTION_CONTROL.all());
      default -> Stream.empty();
    };
  }

  private static String lower(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  private static Stream<String> masks(Collection<String> bits) {
    return Stream.concat(Stream.of("None"), bits.stream());
  }

  private static Stream<String> values() {
    return Opcode.all().stream()
        .flatMap(
            row ->
                Stream.concat(
                        row.result().words() == 2 ? Stream.of("result") : Stream.empty(),
                        row.operands().keySet().stream()
                            .filter(role -> !ModuleShapes.LITERALS.contains(role))
                            .map(ShapeTable::lower))
                    .map(place -> row.name() + "." + place));
  }

  private static Stream<String> functions() {
    return Enumerants.FUNCTION.all().stream()
        .flatMap(
            name ->
                Arrays.asList("arguments", "result").stream()
                    .map(place -> "OpExtInst." + name + "." + place));
  }
}
