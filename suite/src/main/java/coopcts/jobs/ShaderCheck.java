// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Instruction;
import coopcts.jobs.ShaderInterface.Bound;
import coopcts.model.DeviceReport;
import coopcts.model.TestedSystem;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.spirv.CompileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lwjgl.util.spvc.Spv;

/**
 * Finds what is wrong with a shader, or left to the implementation. It runs a job on the reference
 * device in each of its profiles, with subgroups of each size and with other choices where the
 * specifications leave one. Then it compares the results. {@link CheckReport} is its caller.
 */
public final class ShaderCheck {

  /** Each deals the elements of matrices out in another way. */
  private static final List<String> PROFILES =
      List.of("everything", "nvidia", "adreno", "intel", "lavapipe");

  /** What is said where an address was never set: that it leads nowhere follows from it. */
  private static final String ADDRESS = "a part of an address";

  /** What has flexible dimensions. */
  private static final TestedSystem FLEXIBLE =
      TestedSystem.ofFeature("cooperativeMatrixFlexibleDimensions");

  /** The profile that has what no device has together. */
  static final Set<String> NO_DEVICE = Set.of("everything");

  private static final List<String> FREEDOMS = List.of("0", "1", "2", "3");

  private static final int MOST_VIOLATIONS = 100;

  /** Blocks that a shader enters whose rules are broken already: it may have no end. */
  private static final int MOST_BLOCKS = 200_000;

  /** What stands for the sizes that profiles have by themselves. */
  private static final int OWN = 0;

  /** What causes much else comes first. */
  private static final List<Check> CAUSES =
      List.of(
          Check.MODULE,
          Check.SUPPORT,
          Check.CAPABILITY,
          Check.LIMITS,
          Check.CONVERGENCE,
          Check.UNIFORMITY,
          Check.ALIGNMENT,
          Check.OVERLAP,
          Check.COMPONENT,
          Check.TENSOR,
          Check.ARITHMETIC,
          Check.BOUNDS,
          Check.RACE,
          Check.INITIALIZATION);

  private static final Set<Check> OF_THE_DEVICE = EnumSet.of(Check.SUPPORT, Check.LIMITS);

  private final JobRun job;
  private final CheckJob.Guesses guesses;
  private final Map<List<String>, CheckFinding> unjudged = new LinkedHashMap<>();
  private final Map<Integer, JobRun> requiring = new TreeMap<>();
  private final Map<String, DeviceReport> reports = new TreeMap<>();

  /**
   * What was found.
   *
   * @param found broken rules and dependent results, causes first
   * @param elsewhere what is wrong only on subgroups of other sizes than {@code meant}
   * @param unjudged accesses beyond the sizes that were guessed
   * @param rounded results that differ so little that rounding explains it, a line each
   * @param notOffered profiles that cannot run the shader, with the reason
   * @param completed profiles on which the shader ran to its end
   * @param meant the size of subgroups that the shader is taken to be for, 0 where that does not
   *     matter
   * @param guess why it is taken to be for that size; empty where the job says so
   */
  public record Findings(
      List<CheckFinding> found,
      List<CheckFinding> elsewhere,
      List<CheckFinding> unjudged,
      List<String> rounded,
      Map<String, String> notOffered,
      SortedSet<String> completed,
      int meant,
      String guess) {

    /**
     * {@return whether no rule is broken and no result depends on the implementation, on subgroups
     * of the size that the shader is taken to be for}
     */
    public boolean isClean() {
      return found.isEmpty();
    }

    /** {@return whether no profile ran the shader to its end, only because none supports it} */
    public boolean isNowhere() {
      return completed.isEmpty() && found.stream().allMatch(one -> isOfTheDevice(one.check()));
    }

    private static boolean isOfTheDevice(String check) {
      return OF_THE_DEVICE.stream().anyMatch(one -> one.toString().equals(check));
    }

    /** Broken rules, as they are told. */
    List<String> broken() {
      return found.stream().filter(one -> !one.isDependent()).map(CheckFinding::text).toList();
    }

    /** Results that are not the same everywhere. */
    List<String> dependent() {
      return found.stream().filter(CheckFinding::isDependent).map(CheckFinding::message).toList();
    }
  }

  /** What came of runs with subgroups of one size. */
  private static final class Group {
    private final int size;
    private final Map<List<String>, CheckFinding> found = new LinkedHashMap<>();
    private final Map<String, CheckFinding> lacking = new LinkedHashMap<>();
    private final Map<String, String> notRun = new LinkedHashMap<>();
    private final List<Result> results = new ArrayList<>();
    private final List<String> rounded = new ArrayList<>();
    private final SortedSet<String> completed = new TreeSet<>();

    Group(int size) {
      this.size = size;
    }

    /** Takes a finding in, one for each class and line. */
    void add(String check, String message, String profile) {
      found
          .computeIfAbsent(key(check, message), _ -> new CheckFinding(check, message))
          .holdsOn(size, profile);
    }

    boolean isClean() {
      return found.isEmpty() && !completed.isEmpty();
    }

    /** Whether any profile had something to say but that it does not take the shader. */
    boolean isOffered() {
      return !found.isEmpty() || !completed.isEmpty();
    }
  }

  /** One for each class and line. */
  private static List<String> key(String check, String message) {
    int line = new CheckFinding(check, message).line();
    return List.of(check, line == 0 ? message : String.valueOf(line));
  }

  /** What a run gave, and where. */
  private record Result(String device, List<byte[]> buffers) {}

  /**
   * @param guesses what of the job nobody said
   * @param cache folder of compiled shaders
   */
  ShaderCheck(Path job, CheckJob.Guesses guesses, Path cache) {
    this.guesses = guesses;
    this.job = new JobRun(job, cache, Strictness.USUAL);
  }

  /** Has the front end do its part. */
  void compile() throws CompileException {
    job.compile();
  }

  Findings findings() throws CompileException, DeviceUnavailableException {
    if (job.objection().isPresent()) {
      CheckFinding module = new CheckFinding(Check.MODULE.toString(), job.objection().get());
      return new Findings(
          List.of(module), List.of(), List.of(), List.of(), Map.of(), new TreeSet<>(), OWN, "");
    }
    Subgroups subgroups = Subgroups.of(job.files().kernel());
    int said = job.files().kernel().requiredSubgroupSize().orElse(OWN);
    boolean isOpen = said == OWN && subgroups.matter() && job.files().passes().isEmpty();
    List<Integer> sizes = isOpen ? subgroups.likely() : List.of(said);
    List<Group> groups = new ArrayList<>();
    Group main = null;
    for (int size : sizes) {
      Group group = group(size, main == null);
      groups.add(group);
      if (main == null && group.isClean()) {
        main = group;
      }
    }
    boolean isFirst = main == null;
    if (main == null) {
      main = groups.stream().filter(Group::isOffered).findFirst().orElse(groups.getFirst());
    }
    String guess = isOpen ? guess(subgroups, main.size, isFirst) : "";
    return findings(main, groups, isOpen || said != OWN ? main.size : OWN, guess);
  }

  private static String guess(Subgroups subgroups, int size, boolean isFirst) {
    return subgroups.isOne(size)
        ? "its workgroup has so many invocations, and it asks for no other subgroup"
        : isFirst ? "most devices have them" : "nothing is wrong with it on these";
  }

  private Findings findings(Group main, List<Group> groups, int meant, String guess)
      throws CompileException, DeviceUnavailableException {
    SortedSet<String> completed = new TreeSet<>();
    Map<String, String> notOffered = new TreeMap<>();
    for (Group group : groups) {
      completed.addAll(group.completed);
      group.lacking.forEach((profile, why) -> notOffered.putIfAbsent(profile, why.message()));
      group.notRun.forEach(notOffered::putIfAbsent);
    }
    notOffered.keySet().removeAll(completed);
    flexible(main);
    if (main.found.isEmpty() && completed.isEmpty()) {
      // The profile that offers the most says what none offers.
      groups.stream()
          .flatMap(group -> group.lacking.values().stream())
          .findFirst()
          .ifPresent(why -> main.found.put(List.of(why.message()), why));
    }
    Set<List<String>> own = main.found.keySet();
    Map<List<String>, CheckFinding> elsewhere = new LinkedHashMap<>();
    for (Group group : groups) {
      if (group != main) {
        group.found.forEach(
            (key, one) ->
                (own.contains(key) ? main.found : elsewhere)
                    .computeIfAbsent(
                        key, _ -> new CheckFinding(one.check(), one.message(), new TreeMap<>()))
                    .on()
                    .putAll(one.on()));
      }
    }
    return new Findings(
        ordered(main.found),
        ordered(elsewhere),
        List.copyOf(unjudged.values()),
        main.rounded,
        notOffered,
        completed,
        meant,
        guess);
  }

  /** Causes first. */
  private static List<CheckFinding> ordered(Map<List<String>, CheckFinding> found) {
    return found.values().stream().sorted(Comparator.comparingInt(ShaderCheck::rank)).toList();
  }

  private static int rank(CheckFinding one) {
    if (one.check().equals(Check.INITIALIZATION.toString()) && one.message().contains(ADDRESS)) {
      return CAUSES.indexOf(Check.ALIGNMENT);
    }
    for (Check check : CAUSES) {
      if (check.toString().equals(one.check())) {
        return CAUSES.indexOf(check);
      }
    }
    // Behind all else what only says that the shader could not go on.
    return one.isDependent() ? CAUSES.size() : CAUSES.size() + 1;
  }

  /** Runs with subgroups of a size; with all choices as long as no size is known to be right. */
  private Group group(int size, boolean isWhole)
      throws CompileException, DeviceUnavailableException {
    Group group = new Group(size);
    for (String profile : PROFILES) {
      DeviceReport.Subgroup range = report(profile).subgroup();
      if (size != OWN && (size < range.minimum() || size > range.maximum())) {
        group.notRun.put(
            profile,
            range.minimum() == range.maximum()
                ? "its subgroups have %d invocations".formatted(range.minimum())
                : "its subgroups have %d to %d invocations"
                    .formatted(range.minimum(), range.maximum()));
        continue;
      }
      for (String freedom : isWhole ? FREEDOMS : FREEDOMS.subList(0, 1)) {
        if (!run(profile, freedom, group)) {
          break;
        }
      }
    }
    compare(group);
    return group;
  }

  private DeviceReport report(String profile) throws DeviceUnavailableException {
    if (!reports.containsKey(profile)) {
      try (Device opened = Devices.open("reference:" + profile)) {
        reports.put(profile, opened.report());
      }
    }
    return reports.get(profile);
  }

  /** Runs on a profile; returns whether other choices are worth a run. */
  private boolean run(String profile, String freedom, Group group)
      throws CompileException, DeviceUnavailableException {
    String device = "reference:" + profile + "?freedom=" + freedom;
    Set<Check> off = EnumSet.noneOf(Check.class);
    JobRun.Said said = run(spec(device, off), group.size);
    if (said.verdict() == Verdict.MISSING) {
      group.notRun.put(profile, said.text().getFirst());
      return false;
    }
    Optional<Outcome.Broken> lacking =
        said.broken().stream().filter(one -> OF_THE_DEVICE.contains(check(one))).findFirst();
    if (said.verdict() == Verdict.INVALID && lacking.isPresent()) {
      // What is wrong with the module is, whatever a profile has.
      said.broken().stream()
          .filter(one -> check(one) == Check.MODULE)
          .forEach(one -> group.add(one.check(), one.message(), profile));
      group.lacking.putIfAbsent(
          profile, new CheckFinding(lacking.get().check(), lacking.get().message()));
      return false;
    }
    while (said.verdict() == Verdict.INVALID) {
      Set<Check> concerned = EnumSet.noneOf(Check.class);
      for (Outcome.Broken one : said.broken()) {
        concerned.add(check(one));
        if (guesses.areBehind(one) || isOfNone(one)) {
          unjudged.putIfAbsent(
              key(one.check(), one.message()), new CheckFinding(one.check(), one.message()));
        } else {
          group.add(one.check(), one.message(), profile);
        }
      }
      if (!off.addAll(concerned)) {
        if (concerned.isEmpty()) {
          group.add("", said.text().getFirst(), profile);
        }
        return false;
      }
      said = run(spec(device, off), group.size);
    }
    if (said.completed() == null) {
      group.notRun.put(profile, said.text().getFirst());
      return false;
    }
    group.completed.add(profile);
    group.results.add(
        new Result(
            device,
            Stream.concat(said.completed().bound().stream(), said.completed().addressed().stream())
                .toList()));
    // Where rules are broken, what else devices choose shows nothing more.
    return off.isEmpty();
  }

  /**
   * Whether it follows from an index beyond an array whose length is a guess: there is no address.
   */
  private boolean isOfNone(Outcome.Broken one) {
    return one.message().startsWith("the address 0x0 lies in no buffer")
        && unjudged.containsKey(key(one.check(), one.message()));
  }

  private static Check check(Outcome.Broken one) {
    return Check.valueOf(one.check().toUpperCase(Locale.ROOT));
  }

  private static String spec(String device, Set<Check> unchecked) {
    String all = device + "&violations=" + MOST_VIOLATIONS;
    return unchecked.isEmpty()
        ? all
        : all
            + "&blocks=%d&unchecked=".formatted(MOST_BLOCKS)
            + unchecked.stream().map(Check::toString).collect(Collectors.joining("+"));
  }

  private JobRun.Said run(String device, int size)
      throws CompileException, DeviceUnavailableException {
    try (Device opened = Devices.open(device)) {
      return of(size).run(opened, 1, (_, _) -> {});
    }
  }

  /** The job with subgroups of a size, which its own has already where that was said. */
  private JobRun of(int size) throws CompileException {
    boolean isOwn = size == job.files().kernel().requiredSubgroupSize().orElse(OWN);
    if (!isOwn && !requiring.containsKey(size)) {
      requiring.put(size, job.requiring(size));
    }
    return isOwn ? job : requiring.get(size);
  }

  /**
   * Adds that a shader has sizes of no row, where some device takes it for its flexible dimensions
   * alone and the shader does not ask for them.
   */
  private void flexible(Group main) throws CompileException, DeviceUnavailableException {
    boolean isRefused =
        main.lacking.values().stream()
            .anyMatch(one -> one.check().equals(Check.SUPPORT.toString()));
    if (!isRefused || main.completed.isEmpty() || asksForFlexible()) {
      return;
    }
    CheckFinding found = null;
    for (String profile : main.completed) {
      DeviceReport report = report(profile);
      DeviceReport fixed =
          report.withFlexible(List.of()).without(Set.of("cooperativeMatrixFlexibleDimensions"));
      JobRun.Said said;
      try (Device opened = ReferenceProvider.inPlaceOf(fixed)) {
        said = of(main.size).run(opened, 1, (_, _) -> {});
      }
      if (said.verdict() != Verdict.INVALID || !said.text().getFirst().contains("VUID 10163")) {
        return;
      }
      if (found == null) {
        String why = said.text().getFirst();
        found =
            new CheckFinding(
                Check.SUPPORT.toString(),
                why.substring(why.indexOf("VUID"))
                    + "; flexible dimensions (%s), which the shader does not name, have it"
                        .formatted(FLEXIBLE.title()));
      }
      found.holdsOn(main.size, profile);
    }
    main.found.put(List.of(found.message()), found);
  }

  private boolean asksForFlexible() throws CompileException {
    return Instruction.parse(job.files().kernel().spirv()).stream()
        .filter(i -> i.opcode() == Spv.SpvOpSourceExtension)
        .anyMatch(i -> i.text(0).equals(FLEXIBLE.glslExtension()));
  }

  private void compare(Group group) throws CompileException {
    List<Result> results = group.results;
    if (results.size() < 2) {
      return;
    }
    JobFiles files = job.files();
    List<Bound> known = new ShaderInterface(files.kernel().spirv()).bound();
    List<Job.Buffer> buffers =
        Stream.concat(files.bound().stream(), files.addressed().stream()).toList();
    for (int n = 0; n < buffers.size(); n++) {
      Result first = results.getFirst();
      BufferDifference difference = new BufferDifference(buffers.get(n), known, first.device);
      for (Result other : results) {
        difference.note(first.buffers.get(n), other.buffers.get(n), other.device);
      }
      difference.dependent().ifPresent(text -> dependent(text, group));
      difference.rounded().ifPresent(group.rounded::add);
    }
  }

  private static void dependent(String text, Group group) {
    for (String profile : new LinkedHashSet<>(group.completed)) {
      group.add(CheckFinding.DEPENDENT, text, profile);
    }
  }

  /**
   * The shader's source, for messages that quote its lines.
   *
   * @return empty where the shader came as SPIR-V without its source
   * @throws CompileException if the front end rejects the source
   */
  Optional<SourceFrame> source() throws CompileException {
    return SourceFrame.of(job.files());
  }
}
