// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import coopcts.reports.read.FileTexts;
import coopcts.reports.read.RecordedRun;
import java.util.List;

/**
 * The first line of a journal: what the run is, and what it plans. What a journal of an older
 * schema does not say is null, empty or 0.
 *
 * @param schema of the journal
 * @param suite version of the suite
 * @param commit that the suite was built from, or {@code unknown}
 * @param commandLine as it was given
 * @param device name and driver in one text
 * @param deviceOption what {@code --device} and the options behind it come to
 * @param deviceUuid in hexadecimal digits, or empty where the device has none
 * @param fallback whether {@code auto} found no Vulkan device and took the reference device
 * @param driver name and version of the driver
 * @param apiVersion of Vulkan
 * @param profile of cases
 * @param seed of the inputs
 * @param strict whether warnings were failures
 * @param byTheLetter whether only what a specification requires was demanded
 * @param validate whether the validation layer listened
 * @param optimize of the compiler, or empty
 * @param writer of all modules, or empty where each shader has its own
 * @param baseline folder, and the devices and drivers that it says it is of; or empty
 * @param selection which cases of the profile
 * @param shard {@code i/n}
 * @param host name of the machine
 * @param compiler what shaders were compiled with
 * @param workers side by side; 0: all in one process
 * @param timeout of a case in seconds
 * @param whole cases that all shards together plan
 * @param planned cases that this run plans
 * @param plan a digest of the names of the cases that all shards together plan, or empty
 * @param history a digest of the times by which shards are balanced, or empty
 * @param started in milliseconds since 1970
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Header(
    int schema,
    String suite,
    String commit,
    List<String> commandLine,
    String device,
    String deviceOption,
    String deviceUuid,
    boolean fallback,
    String driver,
    String apiVersion,
    String profile,
    long seed,
    boolean strict,
    boolean byTheLetter,
    boolean validate,
    String optimize,
    String writer,
    String baseline,
    Chosen selection,
    String shard,
    String host,
    Tools compiler,
    int workers,
    long timeout,
    Integer whole,
    Integer planned,
    String plan,
    String history,
    long started) {

  /** The schema that this version of the suite writes. */
  public static final int SCHEMA = 2;

  /**
   * Members that are null, as in older journals, become empty.
   *
   * @param schema of the journal
   * @param suite version of the suite
   * @param commit that the suite was built from, or {@code unknown}
   * @param commandLine as it was given
   * @param device name and driver in one text
   * @param deviceOption what {@code --device} and the options behind it come to
   * @param deviceUuid in hexadecimal digits, or empty where the device has none
   * @param fallback whether {@code auto} found no Vulkan device and took the reference device
   * @param driver name and version of the driver
   * @param apiVersion of Vulkan
   * @param profile of cases
   * @param seed of the inputs
   * @param strict whether warnings were failures
   * @param byTheLetter whether only what a specification requires was demanded
   * @param validate whether the validation layer listened
   * @param optimize of the compiler, or empty
   * @param writer of all modules, or empty where each shader has its own
   * @param baseline folder, and the devices and drivers that it says it is of; or empty
   * @param selection which cases of the profile
   * @param shard {@code i/n}
   * @param host name of the machine
   * @param compiler what shaders were compiled with
   * @param workers side by side; 0: all in one process
   * @param timeout of a case in seconds
   * @param whole cases that all shards together plan
   * @param planned cases that this run plans
   * @param plan a digest of the names of the cases that all shards together plan, or empty
   * @param history a digest of the times by which shards are balanced, or empty
   * @param started in milliseconds since 1970
   */
  public Header {
    suite = text(suite);
    commit = text(commit);
    commandLine = commandLine == null ? List.of() : List.copyOf(commandLine);
    device = text(device);
    deviceOption = text(deviceOption);
    deviceUuid = text(deviceUuid);
    driver = text(driver);
    apiVersion = text(apiVersion);
    profile = text(profile);
    optimize = text(optimize);
    writer = text(writer);
    baseline = text(baseline);
    selection = selection == null ? Chosen.ALL : selection;
    shard = shard == null || shard.isEmpty() ? "1/1" : shard;
    host = text(host);
    plan = text(plan);
    history = text(history);
    compiler = compiler == null ? new Tools("", "") : compiler;
  }

  /** {@return name and driver in one text, with the planted fault if there is one} */
  public String deviceName() {
    return RecordedRun.withFault(device, deviceOption);
  }

  private static String text(String value) {
    return value == null ? "" : FileTexts.plain(value);
  }

  /**
   * The compiler's parts by their versions.
   *
   * @param glslang version of the compiler
   * @param spirvTools version of SPIRV-Tools
   */
  public record Tools(String glslang, String spirvTools) {

    /**
     * Versions that are null become empty.
     *
     * @param glslang version of the compiler
     * @param spirvTools version of SPIRV-Tools
     */
    public Tools {
      glslang = text(glslang);
      spirvTools = text(spirvTools);
    }
  }

  /**
   * Which cases of a profile are wanted.
   *
   * @param filters globs of names that are wanted; all where there is none
   * @param excludes globs of names that are not wanted
   * @param caselist a digest of the list's names, or empty where there is none
   */
  public record Chosen(List<String> filters, List<String> excludes, String caselist) {

    /** All cases of the profile. */
    public static final Chosen ALL = new Chosen(List.of(), List.of(), "");

    /**
     * Lists that are null become empty.
     *
     * @param filters globs of names that are wanted; all where there is none
     * @param excludes globs of names that are not wanted
     * @param caselist a digest of the list's names, or empty where there is none
     */
    public Chosen {
      filters = filters == null ? List.of() : List.copyOf(filters);
      excludes = excludes == null ? List.of() : List.copyOf(excludes);
      caselist = text(caselist);
    }
  }

  /**
   * {@return version and commit of the suite in one text, such as {@code CoopCTS 1.0 (COMMIT)};
   * {@code an unknown suite} for a journal that does not name it}
   */
  public String suiteText() {
    return suite.isEmpty() ? "an unknown suite" : "CoopCTS %s (%s)".formatted(suite, commit);
  }

  /** The header of what several runs, of which this is one, make together. */
  Header merged(int all, long earliest, int average) {
    return new Header(
        schema,
        suite,
        commit,
        commandLine,
        device,
        deviceOption,
        deviceUuid,
        fallback,
        driver,
        apiVersion,
        profile,
        seed,
        strict,
        byTheLetter,
        validate,
        optimize,
        writer,
        baseline,
        selection,
        "1/1",
        host,
        compiler,
        average,
        timeout,
        all,
        all,
        plan,
        "",
        earliest);
  }
}
