// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** What stands below each command's options in its help: lines to copy. */
final class Examples {

  private static final String SCRIPT = "run-cts.sh ";

  /** Each begins with its command; what comes behind two spaces and a # says what it is for. */
  private static final Map<String, List<String>> ALL =
      Map.ofEntries(
          Map.entry(
              "run",
              List.of(
                  "run --device vulkan --profile gate  # before a merge",
                  "run --device vulkan --baseline mydriver --out results/night",
                  "run --device lavapipe --filter khr.load.** --jobs 4",
                  "run --device vulkan --max-time 10m  # the best first")),
          Map.entry(
              "fuzz",
              List.of(
                  "fuzz --device vulkan --systems khr,nv2 --time 5m",
                  "fuzz front-end --count 200  # compile and validate, run none",
                  "fuzz keep last_row=random.khr.17.r0-3  # a case from then on")),
          Map.entry(
              "list",
              List.of(
                  "list --device vulkan --profile smoke",
                  "list --report device.json --filter khr.muladd.**")),
          Map.entry("devices", List.of("devices", "devices --device lavapipe")),
          Map.entry("exec", List.of("exec job.json --device lavapipe")),
          Map.entry("deqp", List.of("deqp --device vulkan --deqp-caselist-file smoke.txt")),
          Map.entry("check", List.of("check shader.comp")),
          Map.entry(
              "repro",
              List.of("repro khr.load.float16.a.16x16.subgroup.row.buffer.float16 --out repro")),
          Map.entry("export", List.of("export smoke exported --device lavapipe")),
          Map.entry("show", List.of("show khr.load.float16.a.16x16.subgroup.row.buffer.float16")),
          Map.entry(
              "faults",
              List.of(
                  "faults list",
                  "faults list --taps --only grid.*",
                  "faults hunt --table mine.tsv --profile smoke",
                  "faults hunt --only khr.load.** --jobs 2",
                  "faults random 400 --terms 1,2,3 --seed 17 --profile gate",
                  "faults prove proofs.tsv --only KHR-LOAD-**",
                  "faults explain 20 --budget 30",
                  "faults fuzz 500 --only vector.**")),
          Map.entry("choices", List.of("choices --profile smoke")),
          Map.entry("coverage", List.of("coverage --device reference")),
          Map.entry(
              "coverage-points",
              List.of(
                  "coverage-points report --filter khr.** --holes 0",
                  "coverage-points choose chosen.txt --time 12m",
                  "coverage-points best programs.tsv")),
          Map.entry("layout", List.of("layout --device vulkan")),
          Map.entry("agent-test", List.of("agent-test ./coopcts-agent")),
          Map.entry("tensors", List.of("tensors")),
          Map.entry("docs", List.of("docs")),
          Map.entry("report", List.of("report results/night")),
          Map.entry(
              "explain",
              List.of(
                  "explain results/night --budget 300",
                  "explain results/night --device vulkan  # with further cases")),
          Map.entry("compare", List.of("compare results/yesterday results/today --md")),
          Map.entry("times", List.of("times results/night", "times --families results/night")),
          Map.entry("dashboard", List.of("dashboard site results/yesterday results/today")),
          Map.entry("merge", List.of("merge results/all results/shard-1 results/shard-2")),
          Map.entry("farm", List.of("farm --out /lab/2026-02-01 --shards 48 --no-submit")),
          Map.entry(
              "phone",
              List.of(
                  "phone --out results/phones -- --profile smoke",
                  "phone --package --serial R5CT12345 --out results/phone -- --profile smoke")),
          Map.entry("phone-agent", List.of("phone-agent --serial R5CT12345")),
          Map.entry("collect", List.of("collect /lab/2026-02-01")),
          Map.entry("baseline", List.of("baseline baselines/mydriver --from results/night")),
          Map.entry("bundle", List.of("bundle --out coopcts.tar.gz")),
          Map.entry("help", List.of("help run")));

  private Examples() {}

  /** Puts them into the help of a command line's commands. */
  static CommandLine in(CommandLine all) {
    all.getSubcommands()
        .forEach(
            (_, command) -> {
              List<String> footer = new ArrayList<>(List.of("", "Examples:"));
              of(command.getCommandName())
                  .forEach(line -> footer.add("  " + SCRIPT + line.replace("%", "%%")));
              command.getCommandSpec().usageMessage().footer(footer.toArray(String[]::new));
            });
    return all;
  }

  /** A command's; none where there are none. */
  static List<String> of(String command) {
    return ALL.getOrDefault(command, List.of());
  }
}
