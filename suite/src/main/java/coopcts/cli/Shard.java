// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A part of a run that is spread over machines.
 *
 * @param number from 1
 * @param count how many there are
 */
record Shard(int number, int count) {

  private static final Shard WHOLE = new Shard(1, 1);

  /**
   * The shard that an option names, else the one that a known scheduler sets.
   *
   * @throws UsageException if it is not understood
   */
  static Shard of(String option, Map<String, String> environment) {
    if (option == null) {
      return fromEnvironment(environment);
    }
    String[] parts = option.split("/", -1);
    if (parts.length != 2) {
      throw bad(option);
    }
    if (parts[0].isEmpty()) {
      String index = environment.get("JOB_COMPLETION_INDEX");
      if (index == null) {
        throw new UsageException("--shard " + option + " needs JOB_COMPLETION_INDEX to be set");
      }
      return checked(number(index, option) + 1, number(parts[1], option), option);
    }
    return checked(number(parts[0], option), number(parts[1], option), option);
  }

  private static Shard fromEnvironment(Map<String, String> environment) {
    String bazel = environment.get("TEST_TOTAL_SHARDS");
    if (bazel != null) {
      touch(environment.get("TEST_SHARD_STATUS_FILE"));
      return shard(environment.get("TEST_SHARD_INDEX"), 0, bazel, "TEST_SHARD_INDEX");
    }
    String gitlab = environment.get("CI_NODE_TOTAL");
    if (gitlab != null && environment.get("CI_NODE_INDEX") != null && !isMatrix(environment)) {
      return shard(environment.get("CI_NODE_INDEX"), 1, gitlab, "CI_NODE_INDEX");
    }
    return environment.get("SLURM_ARRAY_TASK_COUNT") == null ? WHOLE : slurm(environment);
  }

  /**
   * GitLab numbers the jobs of {@code parallel:matrix} too, each of which is to run the whole; only
   * the jobs of {@code parallel: N} have their numbers in their names.
   */
  private static boolean isMatrix(Map<String, String> environment) {
    String job = environment.get("CI_JOB_NAME");
    return job != null
        && !job.endsWith(
            " " + environment.get("CI_NODE_INDEX") + "/" + environment.get("CI_NODE_TOTAL"));
  }

  /** An array with steps counts its tasks; of one with other gaps nobody knows which are there. */
  private static Shard slurm(Map<String, String> environment) {
    int count = slurm(environment, "COUNT", 0);
    int first = slurm(environment, "MIN", 0);
    int step = Math.max(1, slurm(environment, "STEP", 1));
    int last = slurm(environment, "MAX", first + (count - 1) * step);
    int task = slurm(environment, "ID", 0);
    if ((last - first) % step != 0
        || (last - first) / step + 1 != count
        || (task - first) % step != 0) {
      throw new UsageException(
          "the Slurm array of %d tasks from %d to %d has gaps, so that a task does not know its"
                  .formatted(count, first, last)
              + " number; give each --shard I/N, or use --array=1-N");
    }
    return checked((task - first) / step + 1, count, "SLURM_ARRAY_TASK_ID");
  }

  private static int slurm(Map<String, String> environment, String what, int otherwise) {
    String name = "SLURM_ARRAY_TASK_" + what;
    String value = environment.get(name);
    return value == null ? otherwise : number(value, name);
  }

  private static Shard shard(String index, int first, String count, String name) {
    return checked(number(index, name) - first + 1, number(count, name), name);
  }

  /** Bazel wants to see that the test knows of shards. */
  private static void touch(String file) {
    if (file != null) {
      try {
        Files.writeString(Path.of(file), "");
      } catch (IOException e) {
        throw new UsageException("TEST_SHARD_STATUS_FILE " + file + " cannot be written");
      }
    }
  }

  private static int number(String text, String what) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw bad(what);
    }
  }

  private static Shard checked(int number, int count, String what) {
    if (number < 1 || number > count) {
      throw bad(what);
    }
    return new Shard(number, count);
  }

  private static UsageException bad(String what) {
    return new UsageException("the shard " + what + " is not of the form I/N with I from 1 to N");
  }
}
