// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.farm.PackagedAgent;
import coopcts.farm.Phone;
import coopcts.farm.PhoneAgent;
import coopcts.farm.Shards;
import coopcts.farm.ShellAgent;
import coopcts.host.ProcessTree;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code phone}: a run on phones, which share the cases where they are of one kind. */
@Command(
    name = "phone",
    description =
        "run on phones behind adb: phones that report the same share the cases, others have a run"
            + " each; all is merged at the end")
final class PhoneCommand implements Callable<Integer> {

  /** A run whose phone does not come back is continued so often. */
  private static final int CONTINUED = 2;

  @Option(
      names = "--serial",
      paramLabel = "S",
      description = "a phone, as adb devices names it; may be repeated (default: all)")
  private List<String> serials = List.of();

  @Option(
      names = "--agent",
      paramLabel = "FILE",
      description =
          "the agent for the phones' processor, or with --package its APK (default: the release's"
              + " for 64-bit ARM, in a folder agents next to run-cts.sh or one level up)")
  private Path agent;

  @Option(
      names = "--package",
      description =
          "as an application, for phones where adb's shell may not load the vendor's driver:"
              + " installs the APK; one case at a time")
  private boolean packaged;

  @Option(
      names = "--adb",
      paramLabel = "PROGRAM",
      defaultValue = "adb",
      description = "the program (default: ${DEFAULT-VALUE})")
  private String adb;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "the folder of all runs: KIND/shard-N for each phone, KIND/whole")
  private Path out;

  @Option(
      names = "--look",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "between two looks at battery and heat; no case begins while a phone is too hot or its"
              + " battery too low (default: ${DEFAULT-VALUE})")
  private int look;

  @Option(names = "--no-report", description = "no Allure report and no JUnit XML of the wholes")
  private boolean noReport;

  @Parameters(paramLabel = "OPTION", arity = "0..*", description = "options for run, behind --")
  private List<String> options = List.of();

  /** A phone's part of a run. */
  private static final class Part {
    private final Phone phone;
    private final List<String> command;
    private final Path shard;
    private final Path log;
    private final Path hold;
    private ProcessTree tree;
    private boolean over;
    private int left = CONTINUED;

    Part(Phone phone, List<String> command, Path shard) {
      this.phone = phone;
      this.command = command;
      this.shard = shard;
      this.log = beside(shard, ".log");
      this.hold = beside(shard, ".hold");
    }

    /** Starts it, or does nothing behind {@link #end}. */
    synchronized void start() throws IOException {
      if (over) {
        return;
      }
      tree =
          ProcessTree.start(
              new ProcessBuilder(command)
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
      tree.root().getOutputStream().close();
    }

    synchronized void end() {
      over = true;
      if (tree != null) {
        tree.end();
      }
    }

    /** The last line of what it said, or where that is. */
    String lastLine() throws IOException {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((_, last) -> last)
          .orElse("coopcts: " + log + " says nothing");
    }
  }

  private static Path beside(Path shard, String ending) {
    return shard.resolveSibling(shard.getFileName() + ending);
  }

  @Override
  public Integer call() throws Exception {
    if (look < 1) {
      throw new UsageException("--look takes a number of seconds from 1");
    }
    Path file = agentFile();
    for (String word : options) {
      String name = word.split("=", 2)[0];
      if (Set.of("--device", "--shard", "--out", "--resume", "--continue").contains(name)) {
        throw new UsageException(name + " is not for the options behind --: phone gives it");
      }
      if (packaged && name.equals("--jobs")) {
        throw new UsageException("the package works on one case at a time: no --jobs behind --");
      }
    }
    requireUnderstood();
    List<Part> parts = parts(installed(file));
    Thread end = new Thread(() -> parts.forEach(Part::end));
    Runtime.getRuntime().addShutdownHook(end);
    Map<Part, Integer> codes = attend(parts);
    Runtime.getRuntime().removeShutdownHook(end);
    return collect(codes);
  }

  /** The file that --agent names, else the release's. */
  private Path agentFile() {
    if (agent != null) {
      if (!Files.isRegularFile(agent)) {
        throw new UsageException("--agent " + agent + " is no file");
      }
      return agent;
    }
    Path home = Environment.script().resolveSibling("");
    String name = packaged ? "coopcts-agent.apk" : "coopcts-agent-android-arm64";
    return Stream.of(home.resolve("agents"), home.resolveSibling("agents"))
        .map(folder -> folder.resolve(name))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no agents/"
                        + name
                        + " next to run-cts.sh: unpack the release's agents there, or name one by"
                        + " --agent (docs/agent.md says how it is built)"));
  }

  /** No phone begins with options that a run does not know. */
  private void requireUnderstood() {
    try {
      Main.parse(Stream.concat(Stream.of("run"), options.stream()).toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new UsageException(
          "behind --: " + e.getMessage().lines().findFirst().orElse("wrong usage"));
    }
  }

  /**
   * Merges the parts of each kind of phone, if all of them came to their end. Else what was there
   * before would be taken for theirs; the last words of those that did not are said.
   */
  private int collect(Map<Part, Integer> codes) throws IOException, InterruptedException {
    Map<Path, List<Part>> kinds =
        codes.keySet().stream()
            .collect(
                Collectors.groupingBy(
                    part -> part.shard.getParent(), LinkedHashMap::new, Collectors.toList()));
    int code = 0;
    Set<String> said = new LinkedHashSet<>();
    List<Shards> whole = new ArrayList<>();
    for (Map.Entry<Path, List<Part>> kind : kinds.entrySet()) {
      List<Part> bad =
          kind.getValue().stream().filter(part -> codes.get(part) > Main.UNEXPECTED).toList();
      for (Part part : bad) {
        code = Math.max(code, codes.get(part));
        said.add(part.lastLine());
      }
      if (bad.isEmpty()) {
        whole.add(Shards.of(kind.getKey(), kind.getValue().stream().map(p -> p.shard).toList()));
      }
    }
    said.forEach(System.err::println);
    return Math.max(code, new Collection(out, null, false, noReport).collect(whole));
  }

  /** The phones by what they report, with the agent on each. */
  private Map<String, List<PhoneAgent>> installed(Path file)
      throws DeviceUnavailableException, InterruptedException {
    Map<String, List<PhoneAgent>> kinds = new LinkedHashMap<>();
    try {
      for (String serial : serials.isEmpty() ? Phone.serials(adb) : serials) {
        Phone phone = new Phone(adb, serial);
        phone.await();
        PhoneAgent there =
            packaged
                ? new PackagedAgent(phone, Environment.script().toString())
                : new ShellAgent(phone);
        String report = there.install(file);
        System.out.println(serial + ": " + Phone.kind(report));
        kinds.computeIfAbsent(report, _ -> new ArrayList<>()).add(there);
      }
    } catch (IOException e) {
      throw new DeviceUnavailableException(e.getMessage());
    }
    if (kinds.isEmpty()) {
      throw new DeviceUnavailableException("adb devices names no phone that may be used");
    }
    return kinds;
  }

  private List<Part> parts(Map<String, List<PhoneAgent>> kinds) throws IOException {
    List<Part> parts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Map.Entry<String, List<PhoneAgent>> kind : kinds.entrySet()) {
      String name = Phone.kind(kind.getKey());
      for (int i = 2; !names.add(name); i++) {
        name = Phone.kind(kind.getKey()) + "-" + i;
      }
      Path folder = Files.createDirectories(out.resolve(name).toAbsolutePath());
      List<PhoneAgent> phones = kind.getValue();
      for (int i = 0; i < phones.size(); i++) {
        Path shard = folder.resolve("shard-" + (i + 1));
        parts.add(part(phones.get(i), shard, i + 1, phones.size()));
      }
    }
    return parts;
  }

  private Part part(PhoneAgent there, Path shard, int number, int of) throws IOException {
    Path hold = beside(shard, ".hold");
    Files.deleteIfExists(hold);
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("coopcts.script", "run-cts.sh"));
    command.addAll(
        List.of("run", "--continue", "--no-report", "--shard", number + "/" + of, "--out"));
    command.add(shard.toString());
    command.addAll(List.of("--device", there.device(), "--hold", hold.toString()));
    command.addAll(there.options());
    Phone phone = there.phone();
    command.addAll(List.of("--on-device-lost", phone.waits()));
    phone.crashLogs().forEach(log -> command.addAll(List.of("--crash-log", log)));
    command.addAll(options);
    return new Part(phone, command, shard);
  }

  /** Runs all parts, with a thread for each, and returns their last exit codes. */
  private Map<Part, Integer> attend(List<Part> parts) throws IOException, InterruptedException {
    Map<Part, Future<Integer>> ends = new LinkedHashMap<>();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (Part part : parts) {
        ends.put(part, threads.submit(() -> attend(part)));
      }
    }
    Map<Part, Integer> codes = new LinkedHashMap<>();
    for (Map.Entry<Part, Future<Integer>> end : ends.entrySet()) {
      try {
        codes.put(end.getKey(), end.getValue().get());
      } catch (ExecutionException e) {
        throw new IOException(end.getKey().phone.serial() + ": " + e.getCause().getMessage(), e);
      }
    }
    return codes;
  }

  /** Holds and releases a part until it has ended; one whose phone was gone is continued. */
  private int attend(Part part) throws IOException, InterruptedException {
    part.start();
    while (true) {
      while (part.tree.root().isAlive()) {
        look(part);
        part.tree.root().waitFor(look, TimeUnit.SECONDS);
      }
      int code = part.tree.root().exitValue();
      System.out.printf("%s: ended with %d, %s%n", part.phone.serial(), code, part.log);
      if (code != Main.NO_DEVICE || part.left-- == 0 || !isBack(part.phone)) {
        // What a signal has ended has not been carried out.
        return code > Main.SUITE_FAULT ? Main.NO_DEVICE : code;
      }
      part.start();
    }
  }

  private static boolean isBack(Phone phone) throws InterruptedException {
    try {
      phone.await();
      return true;
    } catch (IOException e) {
      System.err.println("coopcts: " + phone.serial() + " does not come back: " + e.getMessage());
      return false;
    }
  }

  private static void look(Part part) throws IOException, InterruptedException {
    boolean held = Files.exists(part.hold);
    Optional<String> reason;
    try {
      reason = part.phone.state().reason(held);
    } catch (IOException e) {
      // Whoever boots anew says nothing; what is under way will tell.
      return;
    }
    if (reason.isPresent()) {
      Files.writeString(part.hold, reason.get() + "\n");
    } else {
      Files.deleteIfExists(part.hold);
    }
    if (held != reason.isPresent()) {
      System.out.printf(
          "%s: %s%n", part.phone.serial(), reason.map(why -> "held, " + why).orElse("goes on"));
    }
  }
}
