// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import com.fasterxml.jackson.annotation.JsonIgnore;
import coopcts.cache.WholeFile;
import coopcts.reports.read.RunFileException;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was found out about the {@link Buckets} of a run after it ended: planted faults that give
 * the same wrong bytes, smallest shaders, rules. {@code causes.json} in the run's folder holds it.
 *
 * @param causes one for each bucket that was examined
 */
public record Causes(List<Cause> causes) {

  /** Nothing was found out. */
  public static final Causes NONE = new Causes(List.of());

  private static final String FILE = "causes.json";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /**
   * What is known of a bucket.
   *
   * @param bucket its identity
   * @param testCase the case that was looked at
   * @param faults planted faults that give the very same wrong bytes; none where no fault does
   * @param tried how many faults were tried
   * @param smallest the smallest shader that still fails, or null
   * @param where what sets its cases apart, with further cases tried; null where that was not asked
   * @param cases how many it had; 0 in older files
   * @param unknown what could not be found out, and what went wrong
   */
  public record Cause(
      String bucket,
      String testCase,
      List<Likeness> faults,
      int tried,
      Smallest smallest,
      Where where,
      int cases,
      List<String> unknown) {

    /**
     * Lists that are null, as in older files, become empty.
     *
     * @param bucket its identity
     * @param testCase the case that was looked at
     * @param faults planted faults that give the very same wrong bytes; none where no fault does
     * @param tried how many faults were tried
     * @param smallest the smallest shader that still fails, or null
     * @param where what sets its cases apart, with further cases tried; null where that was not
     *     asked
     * @param cases how many it had; 0 in older files
     * @param unknown what could not be found out, and what went wrong
     */
    public Cause {
      faults = faults == null ? List.of() : List.copyOf(faults);
      unknown = unknown == null ? List.of() : List.copyOf(unknown);
    }

    /**
     * A cause of which nothing is known yet.
     *
     * @param bucket its identity
     * @param testCase the case that was looked at
     * @param where what sets its cases apart, or null
     * @param cases how many it has
     */
    public Cause(String bucket, String testCase, Where where, int cases) {
      this(bucket, testCase, List.of(), 0, null, where, cases, List.of());
    }

    /**
     * {@return the same, which looks like other planted faults}
     *
     * @param other that give the very same wrong bytes
     */
    public Cause like(List<Likeness> other) {
      return new Cause(bucket, testCase, other, tried, smallest, where, cases, unknown);
    }

    /**
     * {@return the same, of which less is known}
     *
     * @param troubles what could not be found out, and what went wrong
     */
    public Cause without(List<String> troubles) {
      return new Cause(bucket, testCase, faults, tried, smallest, where, cases, troubles);
    }

    private Cause nowhere() {
      return new Cause(bucket, testCase, faults, tried, smallest, null, cases, unknown);
    }

    /**
     * {@return {@link #likeness} and {@link #gaps} in one line; empty if there is nothing to say}
     */
    @JsonIgnore
    public String remark() {
      return Stream.of(likeness(), gaps())
          .filter(one -> !one.isEmpty())
          .collect(Collectors.joining("; "));
    }

    /**
     * {@return what could not be found out, in one line that begins with {@code not found out};
     * empty if nothing went wrong}
     */
    @JsonIgnore
    public String gaps() {
      return unknown.isEmpty() ? "" : "not found out: " + String.join("; ", unknown);
    }

    /**
     * {@return which planted faults give the same wrong bytes, in one line that begins with {@code
     * looks like}; empty if none does}
     */
    @JsonIgnore
    public String likeness() {
      return switch (faults.size()) {
        case 0 -> "";
        case 1 -> "looks like " + faults.getFirst();
        default ->
            "looks like "
                + faults.getFirst()
                + ", or "
                + String.join(", ", faults.stream().skip(1).limit(3).map(Likeness::fault).toList());
      };
    }
  }

  /**
   * A planted fault of the reference device that does what the device did.
   *
   * @param fault its name
   * @param description what it does
   * @param breaks the assertions that it breaks
   */
  public record Likeness(String fault, String description, List<String> breaks) {

    /**
     * A null list, as in older files, becomes empty.
     *
     * @param fault its name
     * @param description what it does
     * @param breaks the assertions that it breaks
     */
    public Likeness {
      breaks = breaks == null ? List.of() : List.copyOf(breaks);
    }

    @Override
    public String toString() {
      return fault
          + " ("
          + description
          + (breaks.isEmpty() ? "" : "; ")
          + String.join(", ", breaks)
          + ")";
    }
  }

  /**
   * The smallest shader that still fails.
   *
   * @param job its file, below the run's folder
   * @param lines of its {@code main}
   * @param unreduced whether smaller ones were not all tried: time was up, or steps cannot be
   *     judged
   */
  public record Smallest(String job, int lines, boolean unreduced) {

    @Override
    public String toString() {
      return "%s, %d lines in main: %s"
          .formatted(
              unreduced ? "shader, not reduced to the smallest" : "smallest shader", lines, job);
    }
  }

  /**
   * Copies the list; null, as in older files, becomes empty.
   *
   * @param causes one for each bucket that was examined
   */
  public Causes {
    causes = causes == null ? List.of() : List.copyOf(causes);
  }

  /**
   * What sets cases apart.
   *
   * @param words behind what is wrong, such as {@code where columns >= 16}; empty where no rule
   *     separates
   * @param support how many cases say so; or empty
   * @param failed further cases that were run to try the rule and failed alike
   * @param passed those that passed
   */
  public record Where(String words, String support, List<String> failed, List<String> passed) {

    /** No rule separates. */
    public static final Where NOWHERE = new Where("", "", List.of(), List.of());

    /**
     * Members that are null, as in older files, become empty.
     *
     * @param words behind what is wrong, such as {@code where columns >= 16}; empty where no rule
     *     separates
     * @param support how many cases say so; or empty
     * @param failed further cases that were run to try the rule and failed alike
     * @param passed those that passed
     */
    public Where {
      words = words == null ? "" : words;
      support = support == null ? "" : support;
      failed = failed == null ? List.of() : List.copyOf(failed);
      passed = passed == null ? List.of() : List.copyOf(passed);
    }

    /** A rule that was not tried. */
    static Where of(SeparatingRule rule) {
      return new Where(rule.words(), rule.support(), List.of(), List.of());
    }

    /**
     * {@return a rule in words, with the number of cases that it rests on and the cases that were
     * run to try it}
     *
     * @param rule the rule, or null for none; a rule of names has been held against all cases of
     *     the run
     * @param fail number of cases that fail in all, the further ones included
     * @param failed names of the further cases that failed
     * @param passed names of the further cases that passed
     */
    public static Where tried(
        SeparatingRule rule, int fail, List<String> failed, List<String> passed) {
      int count = failed.size() + passed.size();
      return new Where(
          rule == null ? "" : rule.words(),
          rule == null
              ? ""
              : rule.support(fail)
                  + (count == 0 ? "" : ", %d of them run to try it".formatted(count)),
          failed,
          passed);
    }
  }

  /**
   * What a bucket has in common with others of its cause: a rule with what it rests on, or the
   * fault; or empty. Two rules that read alike and rest on other cases are two.
   */
  String common(String bucket) {
    return causes.stream()
        .filter(cause -> cause.bucket.equals(bucket))
        .map(
            cause ->
                cause.where != null && !cause.where.words.isEmpty()
                    ? cause.where.toString()
                    : cause.faults.isEmpty() ? "" : cause.faults.getFirst().fault)
        .findFirst()
        .orElse("");
  }

  /**
   * The same without what set the cases of buckets apart that have more cases since, as those of a
   * run that was resumed: it was said of fewer.
   *
   * @param counts cases by their bucket
   */
  Causes ofAll(Map<String, Integer> counts) {
    Set<Where> outgrown =
        causes.stream()
            .filter(one -> one.where != null && one.cases > 0)
            .filter(one -> counts.getOrDefault(one.bucket, 0) > one.cases)
            .map(Cause::where)
            .collect(Collectors.toSet());
    return new Causes(
        causes.stream().map(one -> outgrown.contains(one.where) ? one.nowhere() : one).toList());
  }

  /** What sets the cases of a bucket apart, if that was asked. */
  Optional<Where> where(String bucket) {
    return causes.stream()
        .filter(cause -> cause.bucket.equals(bucket) && cause.where != null)
        .map(Cause::where)
        .findFirst();
  }

  /**
   * {@return what was found out about a bucket; empty if it was not examined}
   *
   * @param bucket of failures
   */
  public Optional<Cause> of(Buckets.Bucket bucket) {
    return causes.stream().filter(cause -> cause.bucket.equals(bucket.id())).findFirst();
  }

  /**
   * Reads {@code causes.json} in a run's folder.
   *
   * @param run folder of the run
   * @return the causes; {@link #NONE} if the file is missing
   * @throws UncheckedIOException of a {@link RunFileException} if the file is a link or too large,
   *     or is not the JSON that the suite writes
   */
  public static Causes read(Path run) {
    Path file = run.resolve(FILE);
    try {
      Optional<byte[]> bytes = RunFiles.document(file);
      return bytes.isPresent() ? JSON.readValue(bytes.get(), Causes.class) : NONE;
    } catch (JacksonException e) {
      throw new UncheckedIOException(
          new RunFileException(
              file + " is damaged; without it the run has its reports, and no causes in them"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads {@code causes.json} in a run's folder, for callers that do without it.
   *
   * @param run folder of the run
   * @return the causes; {@link #NONE} if the file is missing or cannot be read
   */
  public static Causes readable(Path run) {
    try {
      return read(run);
    } catch (UncheckedIOException _) {
      return NONE;
    }
  }

  /**
   * Writes {@code causes.json}, whole or not at all; an earlier one is replaced.
   *
   * @param run folder of the run
   * @throws IOException if it cannot be written
   */
  public void write(Path run) throws IOException {
    byte[] text = (JSON.writeValueAsString(this) + "\n").getBytes(StandardCharsets.UTF_8);
    WholeFile.write(run.resolve(FILE), run.resolve(FILE + ".part"), text);
  }
}
