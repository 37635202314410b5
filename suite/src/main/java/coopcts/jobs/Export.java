// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.UnfitPlan;
import coopcts.reports.Folders;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes cases as packed jobs with what is expected of them, for runners that do not have the
 * suite: an archive for each case, and {@code cases.json}. Call {@link #add} for each case, then
 * {@link #end}.
 */
public final class Export {

  /** The name of the list in the folder. */
  public static final String LIST = "cases.json";

  private static final int SCHEMA = 1;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * What was exported, as {@code cases.json} has it.
   *
   * @param schema version of this list's form
   * @param suite its version
   * @param device name of the device that the cases were made for
   * @param driver name of its driver
   * @param profile of cases
   * @param seed of the data sets
   * @param cases those in archives, in order
   * @param notExported cases that the device supports and no job can say
   * @param notSupported how many cases the device does not support
   */
  public record Index(
      int schema,
      String suite,
      String device,
      String driver,
      String profile,
      long seed,
      List<Exported> cases,
      List<LeftOut> notExported,
      int notSupported) {

    /** {@return the number of cases that were left out for each reason; empty if none was} */
    @JsonIgnore
    public SortedMap<String, Integer> reasons() {
      SortedMap<String, Integer> reasons = new TreeMap<>();
      notExported.forEach(one -> reasons.merge(one.reason, 1, Integer::sum));
      return reasons;
    }

    /** {@return the number of jobs in all archives together} */
    @JsonIgnore
    public int jobs() {
      return cases.stream().mapToInt(Exported::jobs).sum();
    }
  }

  /**
   * A case in an archive; its verdict is the worst of its jobs'.
   *
   * @param name of the case
   * @param file the archive, beside the list
   * @param jobs how many the archive has
   * @param assertions what it checks
   */
  public record Exported(String name, String file, int jobs, List<String> assertions) {}

  /**
   * A case that is not in an archive.
   *
   * @param name of the case
   * @param reason what no job can say
   */
  public record LeftOut(String name, String reason) {}

  private final DeviceReport report;
  private final Path folder;
  private final Path cache;
  private final long seed;
  private final List<Exported> exported = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private int notSupported;

  /**
   * Begins an export without cases; it writes nothing yet.
   *
   * @param report of the device that the cases are made for
   * @param folder for the archives, which exists
   * @param cache folder of compiled shaders
   * @param seed of the data sets
   */
  public Export(DeviceReport report, Path folder, Path cache, long seed) {
    this.report = report;
    this.folder = folder;
    this.cache = cache;
    this.seed = seed;
  }

  /**
   * Writes a case's archive, {@code NAME.zip}, or notes why there is none.
   *
   * @param tested the case, supported or not
   * @throws IOException if a file cannot be written
   * @throws IllegalStateException if the front end rejects a shader: sources that it must reject
   *     are in cases of rules, which are left out
   */
  public void add(Case tested) throws IOException {
    if (tested.unsupported().isPresent() || tested.plan().get() instanceof UnfitPlan) {
      notSupported++;
      return;
    }
    Path written = Files.createTempDirectory("coopcts-export");
    try {
      Packed packed = new Packed();
      Optional<String> obstacle = pack(tested, written, packed);
      if (obstacle.isPresent()) {
        leftOut.add(new LeftOut(tested.name(), obstacle.get()));
        return;
      }
      String file = tested.name() + ".zip";
      Files.write(folder.resolve(file), packed.zip());
      exported.add(new Exported(tested.name(), file, packed.jobs(), tested.assertions()));
    } finally {
      Folders.delete(written);
    }
  }

  /** Packs the jobs of a case; what cannot be said of one of them, or empty. */
  private Optional<String> pack(Case tested, Path written, Packed packed) throws IOException {
    try {
      for (Path job : Repro.of(tested, report, cache).writeInto(written, seed).jobs()) {
        Optional<String> obstacle = Packed.obstacle(Job.read(job));
        if (obstacle.isPresent()) {
          return obstacle;
        }
        packed.add(job, cache);
      }
      return Optional.empty();
    } catch (CompileException e) {
      throw new IllegalStateException(tested.name() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Writes the list of all cases that were added, {@link #LIST}.
   *
   * @param suite version of the suite
   * @param profile of the cases
   * @return what the list contains
   * @throws IOException if the list cannot be written
   */
  public Index end(String suite, String profile) throws IOException {
    Index index =
        new Index(
            SCHEMA,
            suite,
            report.identity().name(),
            report.identity().driver(),
            profile,
            seed,
            exported,
            leftOut,
            notSupported);
    Files.writeString(folder.resolve(LIST), JSON.writeValueAsString(index) + "\n");
    return index;
  }
}
