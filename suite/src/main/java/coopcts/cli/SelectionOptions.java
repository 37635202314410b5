// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.reports.Aliases;
import coopcts.reports.Glob;
import coopcts.reports.TextFiles;
import coopcts.reports.UsageException;
import coopcts.run.select.CaseSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which cases: the options that {@code run} and {@code list} share. */
final class SelectionOptions {

  private static final Pattern NAME = Pattern.compile("[^\\s/\\\\*?\\[\\]\\p{Cntrl}]{1,1000}");

  @Option(
      names = "--profile",
      paramLabel = "smoke|gate|default|full",
      defaultValue = "default",
      converter = ProfileConverter.class,
      description =
          "how much of the space of cases; gate: what of default is worth its time most"
              + " (default: ${DEFAULT-VALUE})")
  private Chosen profile;

  /**
   * What {@code --profile} names.
   *
   * @param gate whether only what of it is worth its time most
   */
  record Chosen(Profile profile, boolean gate) {
    @Override
    public String toString() {
      return gate ? CaseSelection.GATE : profile.toString();
    }
  }

  /** Reads {@code --profile}, in any case. */
  static final class ProfileConverter implements CommandLine.ITypeConverter<Chosen> {
    @Override
    public Chosen convert(String text) {
      if (text.equalsIgnoreCase(CaseSelection.GATE)) {
        return new Chosen(Profile.DEFAULT, true);
      }
      return Arrays.stream(Profile.values())
          .filter(one -> one.name().equalsIgnoreCase(text))
          .findFirst()
          .map(one -> new Chosen(one, false))
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "expected one of [smoke, gate, default, full] but was '" + text + "'"));
    }
  }

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "only cases whose name matches; * stops at a dot, ** does not; may be repeated")
  private List<String> filters = List.of();

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      description = "no case whose name matches; may be repeated")
  private List<String> excludes = List.of();

  @Option(
      names = "--caselist",
      paramLabel = "FILE",
      description = "only cases named in the file, one a line, whatever their profile")
  private Path caselist;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "only this case, whatever its profile; may be repeated, also with --caselist")
  private List<String> cases = List.of();

  @Option(
      names = "--unknown",
      paramLabel = "fail|skip",
      defaultValue = "fail",
      description =
          "what becomes of names that no case has: MISSING, and exit code 2 where nothing is worse,"
              + " or SKIP (default: ${DEFAULT-VALUE})")
  private CaseSelection.Unknown unknown;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "only the I-th of N parts, from 1; /N takes I from JOB_COMPLETION_INDEX; without it"
              + " Bazel's, GitLab's and Slurm's variables are read")
  private String shard;

  Profile profile() {
    return profile.profile();
  }

  /**
   * @throws UsageException if the case list or the shard is not understood
   */
  CaseSelection selection(Map<String, String> environment) {
    Shard part = Shard.of(shard, environment);
    return new CaseSelection(
        filters.stream().map(Glob::new).toList(),
        excludes.stream().map(Glob::new).toList(),
        readCaselist(),
        part.number(),
        part.count(),
        unknown,
        profile.gate());
  }

  private Set<String> readCaselist() {
    if (caselist == null && cases.isEmpty()) {
      return null;
    }
    Set<String> names = new HashSet<>();
    cases.forEach(name -> names.add(checked(name, "--case")));
    if (caselist == null) {
      return names;
    }
    try {
      for (String line : TextFiles.read(caselist).lines().toList()) {
        String name = line.replaceAll("#.*", "").strip();
        if (!name.isEmpty()) {
          names.add(checked(name, "--caselist " + caselist));
        }
      }
      return names;
    } catch (IOException e) {
      throw new UsageException("--caselist " + caselist + " cannot be read");
    }
  }

  /** The name of today, if it can stand in a journal; whether a case has it is seen later. */
  private static String checked(String name, String where) {
    if (!NAME.matcher(name).matches()) {
      throw new UsageException(
          "%s: '%s' cannot be the name of a case; names have no spaces, no slashes and no wildcards (--filter takes those)"
              .formatted(where, name));
    }
    return Aliases.known().current(name);
  }
}
