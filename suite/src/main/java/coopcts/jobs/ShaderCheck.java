// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.device.reference.freedom.Choice;
import coopcts.device.reference.machine.Check;
import coopcts.jobs.ShaderInterface.Bound;
import coopcts.jobs.ShaderInterface.Element;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.spirv.CompileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for what is wrong with a shader, or left to the implementation: runs a job on the reference
 * device in each of its profiles and with other choices where the specifications leave one, and
 * compares.
 */
public final class ShaderCheck {

  /** Each has other subgroups, and deals the elements of matrices out in another way. */
  private static final List<String> PROFILES =
      List.of("everything", "nvidia", "adreno", "intel", "lavapipe");

  private static final List<String> FREEDOMS =
      List.of("0", Choice.exactZeros(1), Choice.exactZeros(2), Choice.exactZeros(3));

  /**
   * Relative difference of floats up to which another order of summation or another rounding is the
   * likely cause: half of float16's digits. The tolerance of a job's buffer takes its place.
   */
  private static final double ROUNDING = 1.0 / 64;

  private static final int MOST_VIOLATIONS = 100;

  private final JobRun job;

  /** Classes of rules that the shader breaks: what else is wrong is looked for without them. */
  private final Set<Check> off = EnumSet.noneOf(Check.class);

  /**
   * What was found.
   *
   * @param broken rules, each with the class of its check
   * @param dependent results that are not the same everywhere
   * @param rounded results that differ so little that rounding explains it
   * @param notOffered profiles that the shader is not for, with the reason
   * @param completed profiles that it ran on
   */
  public record Findings(
      Set<String> broken,
      List<String> dependent,
      List<String> rounded,
      Map<String, String> notOffered,
      Set<String> completed) {

    public boolean isClean() {
      return broken.isEmpty() && dependent.isEmpty();
    }
  }

  /**
   * @param cache folder of compiled shaders
   */
  public ShaderCheck(Path job, Path cache) {
    this.job = new JobRun(job, cache, Strictness.USUAL);
  }

  /** What a run gave, and where. */
  private record Result(String device, List<byte[]> buffers) {}

  /** Has the front end do its part. */
  public void compile() throws CompileException {
    job.compile();
  }

  public Findings findings() throws CompileException, DeviceUnavailableException {
    Findings findings =
        new Findings(
            new LinkedHashSet<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new LinkedHashMap<>(),
            new TreeSet<>());
    if (job.objection().isPresent()) {
      findings.broken.add(JobRun.broken(job.objection().get()).message());
      return findings;
    }
    List<Result> results = new ArrayList<>();
    for (String profile : PROFILES) {
      Optional<String> lacking = lacking(profile);
      if (lacking.isPresent()) {
        findings.notOffered.put(profile, lacking.get());
        continue;
      }
      for (String freedom : FREEDOMS) {
        String device = "reference:" + profile + "?freedom=" + freedom;
        completed(device, findings)
            .ifPresent(
                buffers -> {
                  results.add(new Result(device, buffers));
                  findings.completed.add(profile);
                });
      }
    }
    compare(results, findings);
    return findings;
  }

  /** Why a profile cannot take the shader at all; empty if it can. */
  private Optional<String> lacking(String profile)
      throws CompileException, DeviceUnavailableException {
    JobRun.Said said = run("reference:" + profile);
    if (said.verdict() == Verdict.MISSING) {
      return Optional.of(said.text().getFirst());
    }
    return said.verdict() == Verdict.INVALID
            && !run("reference:" + profile + "?unchecked=support+limits").text().equals(said.text())
        ? Optional.of(said.text().getFirst())
        : Optional.empty();
  }

  /** The buffers after a run that is let off the classes of rules that it breaks. */
  private Optional<List<byte[]>> completed(String device, Findings findings)
      throws CompileException, DeviceUnavailableException {
    JobRun.Said said = run(spec(device, off));
    while (said.verdict() == Verdict.INVALID) {
      Set<Check> concerned = EnumSet.noneOf(Check.class);
      for (Outcome.Broken one : said.broken()) {
        Check check = Check.valueOf(one.check().toUpperCase(Locale.ROOT));
        if (concerned.add(check)) {
          findings.broken.add("[%s] %s".formatted(check, one.message()));
        }
      }
      if (concerned.isEmpty()) {
        findings.broken.add(said.text().getFirst());
        return Optional.empty();
      }
      off.addAll(concerned);
      said = run(spec(device, off));
    }
    return Optional.ofNullable(said.completed())
        .map(
            completed ->
                Stream.concat(completed.bound().stream(), completed.addressed().stream()).toList());
  }

  private static String spec(String device, Set<Check> unchecked) {
    String all = device + "&violations=" + MOST_VIOLATIONS;
    return unchecked.isEmpty()
        ? all
        : all
            + "&unchecked="
            + unchecked.stream().map(Check::toString).collect(Collectors.joining("+"));
  }

  private JobRun.Said run(String device) throws CompileException, DeviceUnavailableException {
    try (Device opened = Devices.open(device)) {
      return job.run(opened, 1, (_, _) -> {});
    }
  }

  private void compare(List<Result> results, Findings findings) throws CompileException {
    if (results.size() < 2) {
      return;
    }
    Result first = results.getFirst();
    JobFiles files = job.files();
    List<Bound> known = new ShaderInterface(files.kernel().spirv()).bound();
    List<Job.Buffer> buffers =
        Stream.concat(files.bound().stream(), files.addressed().stream()).toList();
    for (int n = 0; n < buffers.size(); n++) {
      Difference difference = new Difference(buffers.get(n), known, first);
      for (Result other : results) {
        difference.note(first.buffers.get(n), other.buffers.get(n), other.device);
      }
      difference.tell(findings);
    }
  }

  /** How a buffer's contents differ from device to device. */
  private static final class Difference {
    private final Job.Buffer buffer;
    private final Optional<Bound> bound;
    private final Element element;
    private final Result first;
    private final Set<Integer> elements = new TreeSet<>();
    private final Set<Integer> rounded = new TreeSet<>();
    private String example = "";

    /**
     * @param known what the shader says of its buffers, which a type in the job takes the place of
     */
    Difference(Job.Buffer buffer, List<Bound> known, Result first) {
      this.buffer = buffer;
      this.first = first;
      this.bound =
          known.stream()
              .filter(one -> !buffer.isAddressed())
              .filter(one -> one.set() == buffer.set() && one.binding() == buffer.binding())
              .findFirst();
      this.element =
          Optional.ofNullable(buffer.type())
              .flatMap(NumberFile::type)
              .map(type -> new Element(NumberFormat.of(type)))
              .or(() -> bound.map(Bound::element))
              .orElse(Element.WORD);
    }

    void note(byte[] here, byte[] there, String device) {
      int bytes = element.bytes();
      for (int i = 0; i < here.length / bytes; i++) {
        if (!Arrays.equals(here, i * bytes, (i + 1) * bytes, there, i * bytes, (i + 1) * bytes)) {
          double a = element.value(here, i);
          double b = element.value(there, i);
          boolean isRounding = element.isFloat() && Math.abs(a - b) <= room(a, b);
          (isRounding ? rounded : elements).add(i);
          if (!isRounding && example.isEmpty()) {
            example =
                "element %d is %s on %s, %s on %s"
                    .formatted(i, number(a), first.device, number(b), device);
          }
        }
      }
    }

    private double room(double a, double b) {
      double magnitude = Math.max(Math.abs(a), Math.abs(b));
      Job.Tolerance tolerance = buffer.tolerance();
      return tolerance == null
          ? ROUNDING * magnitude
          : Optional.ofNullable(tolerance.absolute()).orElse(0.0)
              + Optional.ofNullable(tolerance.relative()).orElse(0.0) * magnitude;
    }

    private static String number(double value) {
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : Double.toString(value);
    }

    void tell(Findings findings) {
      String name = name();
      if (!elements.isEmpty()) {
        findings.dependent.add("%s: %d elements; %s".formatted(name, elements.size(), example));
      }
      rounded.removeAll(elements);
      if (!rounded.isEmpty()) {
        findings.rounded.add("%s: %d elements".formatted(name, rounded.size()));
      }
    }

    private String name() {
      String name = bound.map(Bound::name).filter(own -> !own.isEmpty()).orElse(buffer.name());
      String place =
          buffer.isAddressed()
              ? "reached by address"
              : "set %d, binding %d".formatted(buffer.set(), buffer.binding());
      return "buffer%s (%s)".formatted(name == null ? "" : " " + name, place);
    }
  }
}
