// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.CasePool;
import coopcts.cases.context.ChosenPrograms;
import coopcts.cases.random.ProgramsFamily;
import coopcts.cases.random.RandomFamily;
import coopcts.catalogue.Catalogue;
import coopcts.coverage.CoverageReport;
import coopcts.coverage.CoverageRun;
import coopcts.coverage.FormCensus;
import coopcts.coverage.FormTable;
import coopcts.coverage.ProgramSelection;
import coopcts.coverage.ShapeCensus;
import coopcts.coverage.ShapeTable;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.MetBins;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.reports.RunFolder;
import coopcts.reports.UsageException;
import coopcts.run.select.SelectedCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code coverage-points}: what the cases cover of all that a driver's bug may depend on. */
@Command(
    name = "coverage-points",
    aliases = "tried",
    description = "print what the cases cover on a device, and what they never covered")
final class CoveragePointsCommand implements Callable<Integer> {

  /** Programs of each mix are tried by so many seeds: whenever it ends, all mixes were tried. */
  private static final int BLOCK = 40;

  @Mixin private SelectionOptions selection;

  @Option(
      names = "--device",
      paramLabel = "D",
      defaultValue = "reference",
      description = "whose cases; the reference device stands for it (default: ${DEFAULT-VALUE})")
  private String device;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "a device.json in place of a device, taken on any machine")
  private Path report;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "threads (default: the number of processors)")
  private Integer jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--holes",
      paramLabel = "N",
      defaultValue = "40",
      description = "how many holes are printed, 0 for all (default: ${DEFAULT-VALUE})")
  private int holes;

  @Option(names = "--html", paramLabel = "FILE", description = "also write all of it as a page")
  private Path page;

  @Option(names = "--json", description = "figures and holes, for scripts")
  private boolean json;

  @Option(
      names = "--shapes",
      description =
          "instead: the shapes of modules around matrices and vectors, met or not; nothing is run")
  private boolean isCensus;

  @Option(
      names = "--forms",
      description =
          "instead: in which forms cases of families, or random programs alone, have each"
              + " operation; nothing is run")
  private boolean isOfForms;

  @Option(
      names = "--choose",
      paramLabel = "FILE",
      description =
          "instead: write the names of those random programs that together meet most of"
              + " what no other case meets at once")
  private Path choice;

  @Option(
      names = "--best",
      paramLabel = "FILE",
      description =
          "instead: write the names of the random programs among the cases, ordered by what each"
              + " adds to those before it for its time. Runs with a time limit use this order")
  private Path best;

  @Option(
      names = "--unmet",
      paramLabel = "FILE",
      description =
          "with --choose: also write the drawn conditions that neither the cases nor the"
              + " programs met")
  private Path unmet;

  @Option(
      names = "--pool",
      paramLabel = "N",
      defaultValue = "" + ProgramsFamily.MANY,
      description =
          "with --choose: out of so many programs of each mix of systems, three times as many of"
              + " vectors; one in four is large (default: ${DEFAULT-VALUE})")
  private int programs;

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "0",
      description = "with --choose: behind the first so many of them (default: ${DEFAULT-VALUE})")
  private int from;

  @Option(
      names = "--time",
      paramLabel = "T",
      description = "with --choose: try programs for so long, like 8m")
  private String time;

  @Option(
      names = "--add",
      description = "with --choose: add to the programs that were chosen before, not replace them")
  private boolean isAddition;

  @Override
  public Integer call() throws Exception {
    if (jobs != null && jobs < 1 || programs < 1 || from < 0 || holes < 0) {
      throw new UsageException(
          "--jobs and --pool take a number from 1, --holes and --from one from 0");
    }
    if (unmet != null && choice == null) {
      throw new UsageException("--unmet goes with --choose");
    }
    DeviceReport of = report();
    SelectedCases first = cases(of);
    if (!first.hasNext()) {
      throw new UsageException("no case matches");
    }
    int threads = jobs != null ? jobs : Runtime.getRuntime().availableProcessors();
    if (isCensus) {
      ShapeCensus met = ShapeCensus.of(of, Environment.kept(), () -> cases(of), threads);
      met.text(ShapeTable.read()).forEach(System.out::println);
      return 0;
    }
    if (isOfForms) {
      FormCensus met = FormCensus.of(of, Environment.kept(), () -> cases(of), threads);
      met.text(FormTable.read()).forEach(System.out::println);
      return 0;
    }
    if (choice != null) {
      choose(of, threads);
      return 0;
    }
    if (best != null) {
      order(of, threads);
      return 0;
    }
    MetBins tried = new CoverageRun(of, Environment.kept(), seed).all(() -> cases(of), threads);
    CoverageReport found = new CoverageReport(of, tried);
    if (page != null) {
      Files.writeString(page, found.html());
    }
    if (json) {
      System.out.println(found.json());
    } else {
      found.text(holes == 0 ? Integer.MAX_VALUE : holes).forEach(System.out::println);
    }
    return 0;
  }

  private Stream<Case> stream(DeviceReport of) {
    return Stream.iterate(cases(of), SelectedCases::hasNext, UnaryOperator.identity())
        .map(all -> all.next().tested());
  }

  private void order(DeviceReport of, int threads) throws Exception {
    ProgramSelection.Supply programs =
        mine ->
            stream(of)
                .filter(one -> one.name().startsWith(RandomFamily.SYSTEM) && mine.test(one.name()));
    ProgramSelection.Choice order =
        new ProgramSelection(of, new CoverageRun(of, Environment.kept(), seed), threads)
            .choose(_ -> Stream.empty(), programs, ProgramSelection.WITHOUT_END);
    Files.write(
        best,
        Stream.concat(
                Stream.of(
                    "# Random programs by what each meets that none before it met, for its time,"
                        + " with milliseconds; run-cts.sh coverage-points best FILE writes such a"
                        + " list"),
                order.names().stream()
                    .map(
                        name ->
                            String.format(
                                Locale.ROOT, "%s\t%.1f", name, order.work().get(name) / 1e3)))
            .toList());
    System.out.println(order.names().size() + " programs in order");
  }

  private void choose(DeviceReport of, int threads) throws Exception {
    Set<String> before = isAddition ? Set.of() : Set.copyOf(ChosenPrograms.onRecord().names());
    ProgramSelection.Supply others =
        mine -> stream(of).filter(one -> !before.contains(one.name()) && mine.test(one.name()));
    ProgramSelection.Supply pool =
        mine -> {
          List<CasePool> pools = Catalogue.pools(of);
          return IntStream.iterate(from, first -> first < from + programs, first -> first + BLOCK)
              .boxed()
              .flatMap(first -> pools.stream().flatMap(one -> one.of(first, BLOCK, mine)));
        };
    // What a pool's programs become is never asked for again: it is not kept.
    ProgramSelection.Choice chosen =
        new ProgramSelection(of, new CoverageRun(of, null, seed), threads)
            .choose(others, pool, Times.parse("--time", time, ProgramSelection.WITHOUT_END));
    Files.write(
        choice,
        Stream.concat(
                Stream.of(
                    "# Random programs, and families' cases in frames, that meet most of what no"
                        + " other case meets at once, the best first; run-cts.sh coverage-points"
                        + " choose FILE writes such a list"),
                chosen.names().stream())
            .toList());
    if (unmet != null) {
      Files.write(unmet, chosen.unmet().stream().map(Deviation.Drawn::name).toList());
    }
    System.out.println(
        "%d chosen; %d conditions never met"
            .formatted(chosen.names().size(), chosen.unmet().size()));
  }

  private DeviceReport report() throws Exception {
    if (report != null) {
      return RunFolder.readReport(report);
    }
    try (Device opened = Devices.open(device)) {
      return opened.report();
    }
  }

  private SelectedCases cases(DeviceReport of) {
    return new SelectedCases(
        report != null ? Catalogue.families() : Catalogue.families(device),
        of,
        selection.profile(),
        selection.selection(System.getenv()));
  }
}
