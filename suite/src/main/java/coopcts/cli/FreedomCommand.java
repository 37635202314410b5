// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.choices.ChoiceRun;
import coopcts.choices.ChoiceTable;
import coopcts.device.reference.choice.Choice;
import coopcts.reports.Glob;
import coopcts.reports.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code choices}: the suite against each choice that the specifications leave to a device. */
@Command(
    name = "choices",
    aliases = "freedom",
    description = "run the suite against each choice that the specifications leave to a device")
final class FreedomCommand implements Callable<Integer> {

  private static final String REFERENCE = "reference";

  /** Unexpected cases that are printed; all of them are in the folder of --out. */
  private static final int SHOWN = 40;

  @Option(
      names = "--list",
      description = "print the name, the sentence, its source and the effect of each choice")
  private boolean list;

  @Option(
      names = "--device",
      paramLabel = "D",
      defaultValue = REFERENCE,
      description = "reference[:PROFILE] (default: ${DEFAULT-VALUE})")
  private String device;

  @Option(
      names = "--profile",
      paramLabel = "smoke|default|full",
      defaultValue = "default",
      description = "how much of the space of cases (default: ${DEFAULT-VALUE})")
  private Profile profile;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "only cases whose name matches; * stops at a dot, ** does not; may be repeated")
  private List<String> filters = List.of();

  @Option(
      names = "--only",
      paramLabel = "ID",
      description = "only this choice alone, and all at once; may be repeated")
  private List<String> only = List.of();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "threads (default: the number of processors)")
  private Integer jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "7",
      description = "of the draws, from 1 (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "also write unexpected.tsv, with each case that was not as expected, and of a run of all"
              + " families and choices the table, PROFILE.json, as docs/freedom has them")
  private Path out;

  @Mixin private StrictnessOptions strictness;

  @Override
  public Integer call() throws Exception {
    if (list) {
      for (Choice choice : Choice.values()) {
        System.out.printf(
            "%s\t%s\t%s\t%s%n", choice.id(), choice.sentence(), choice.source(), choice.effect());
      }
      return 0;
    }
    if (seed < 1) {
      throw new UsageException("--seed takes a number from 1: 0 is the plain device");
    }
    int threads = jobs != null ? jobs : Runtime.getRuntime().availableProcessors();
    if (threads < 1) {
      throw new UsageException("--jobs takes a number from 1");
    }
    String reference = reference();
    List<ChoiceRun.Unexpected> unexpected = Collections.synchronizedList(new ArrayList<>());
    ChoiceTable table =
        new ChoiceRun(
                profile,
                reference,
                seed,
                strictness.strictness(),
                Environment.kept(),
                one -> say(one, unexpected))
            .run(filters.stream().map(Glob::new).toList(), choices(), threads);
    if (table.cases() == 0) {
      throw new UsageException("no case that runs on the device matches");
    }
    table.text().forEach(System.out::println);
    System.out.printf("%d cases, %d unexpected%n", table.cases(), table.unexpected());
    if (out != null) {
      write(table, unexpected);
    }
    return table.unexpected() == 0 ? 0 : Main.UNEXPECTED;
  }

  private String reference() {
    int colon = device.indexOf(':');
    String kind = colon < 0 ? device : device.substring(0, colon);
    String name = colon < 0 ? "everything" : device.substring(colon + 1);
    if (!kind.equals(REFERENCE) || name.contains("?")) {
      throw new UsageException(
          "--device takes reference[:PROFILE]: only the reference device's choices can be made");
    }
    return name;
  }

  private Set<Choice> choices() {
    Set<Choice> choices = EnumSet.noneOf(Choice.class);
    for (String id : only) {
      choices.add(
          Choice.find(id)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "there is no choice '%s'; there are %s".formatted(id, Choice.ids()))));
    }
    return choices.isEmpty() ? EnumSet.allOf(Choice.class) : choices;
  }

  private static void say(ChoiceRun.Unexpected one, List<ChoiceRun.Unexpected> all) {
    synchronized (all) {
      all.add(one);
      if (all.size() <= SHOWN) {
        System.err.printf("%s: %s: %s%n", one.device(), one.testCase(), one.message());
      } else if (all.size() == SHOWN + 1) {
        System.err.println("more are not shown; --out keeps them");
      }
    }
  }

  private void write(ChoiceTable table, List<ChoiceRun.Unexpected> unexpected) throws Exception {
    Files.createDirectories(out);
    if (filters.isEmpty() && only.isEmpty()) {
      table.write(out.resolve(table.reference() + ".json"));
    }
    List<String> lines = new ArrayList<>();
    for (ChoiceRun.Unexpected one : unexpected) {
      lines.add(
          String.join(
              "\t",
              one.device(),
              one.testCase(),
              one.message().replaceAll("\\s+", " "),
              "./run-cts.sh run --device 'reference:%s' --filter %s"
                  .formatted(one.spec(), one.testCase())));
    }
    Collections.sort(lines);
    Files.write(out.resolve("unexpected.tsv"), lines);
  }
}
