// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.fault.Faults;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What a row of a table of faults may name, as the columns of tables. */
final class TableLists {

  private static final String NONE = "-";

  private TableLists() {}

  /** Name, words, names, those that may stand for the value, instructions, meanings. */
  static List<List<String>> taps() {
    return Faults.taps().stream()
        .map(
            tap ->
                List.of(
                    tap.tap(),
                    tap.words(),
                    joined(tap.names()),
                    joined(tap.others()),
                    joined(tap.kinds()),
                    tap.meanings().entrySet().stream()
                        .map(name -> name.getKey() + ": " + name.getValue())
                        .collect(Collectors.joining(" | "))))
        .toList();
  }

  /** Name, instructions that meet it, words, and what knows it. */
  static List<List<String>> bins() {
    return Bins.all().stream()
        .map(bin -> List.of(bin.toString(), joined(bin.kinds()), bin.words(), knownBy(bin)))
        .toList();
  }

  private static String knownBy(Bin bin) {
    return bin.isOfResult() ? "results" : "taps results";
  }

  /** Name, words, formula, and what is changed. */
  static List<List<String>> changes() {
    return Arrays.stream(Change.values())
        .map(
            change ->
                change.formula().isEmpty()
                    ? List.of(change.toString(), change.words(), NONE, joined(kinds(change)))
                    : List.of(change.toString(), change.words(), change.formula(), "taps"))
        .toList();
  }

  /** Name and number. */
  static List<List<String>> constants() {
    return Faults.constants().entrySet().stream()
        .map(one -> List.of(one.getKey(), one.getValue().toString()))
        .toList();
  }

  private static List<InstructionKind> kinds(Change change) {
    return Arrays.stream(InstructionKind.values())
        .filter(kind -> Change.of(kind).contains(change))
        .toList();
  }

  private static String joined(Collection<?> all) {
    return all.isEmpty()
        ? NONE
        : all.stream().map(Object::toString).collect(Collectors.joining(" "));
  }
}
