// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Fault;
import coopcts.device.reference.fault.Faults;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.Ownership;
import coopcts.model.DeviceReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Opens reference devices: by the name of a profile, which is a report with a map of ownership, or
 * in place of any other device by its report.
 */
public final class ReferenceProvider implements DeviceProvider {

  private static final String WITHOUT = "without";

  /** What names of files with reports end in. */
  private static final String FILE = ".json";

  /**
   * Makes the provider for {@link java.util.ServiceLoader}. Nothing is opened yet: {@link #open}
   * does that.
   */
  public ReferenceProvider() {}

  /** A report with a way to deal out the elements of a matrix. */
  private enum Profile {
    EVERYTHING(Ownership.Dealing.UNEVEN),
    NVIDIA(Ownership.Dealing.EVEN),
    ADRENO(Ownership.Dealing.COLUMNS),
    INTEL(Ownership.Dealing.TINY_TENSOR),
    LAVAPIPE(Ownership.Dealing.EVEN),
    RARE(Ownership.Dealing.UNEVEN);

    private final Ownership.Dealing ownership;

    Profile(Ownership.Dealing ownership) {
      this.ownership = ownership;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String kind() {
    return "reference";
  }

  @Override
  public List<String> names() {
    return Arrays.stream(Profile.values()).map(Profile::toString).toList();
  }

  /**
   * Opens a device by its name: {@code
   * PROFILE[?choices=SEED[:CHOICE+...]][&fault=NAME][&unchecked=CHECK+CHECK...][&without=FEATURE+...][&blocks=N][&violations=N]}.
   * In the place of the profile there may be a file with a report, which ends in {@code .json}; an
   * empty profile is {@code everything}. A fault of a table of one's own is {@code
   * fault=TABLE:NAME}.
   *
   * @param name of the device, without {@code reference:}
   * @return a new device, which the caller closes
   * @throws DeviceUnavailableException if profile, setting, choice, fault or check are unknown, or
   *     the file is no report
   */
  @Override
  public ReferenceDevice open(String name) throws DeviceUnavailableException {
    return open(name, UnaryOperator.identity());
  }

  /**
   * Opens a device by its name, with other choices than the name gives. Tools that draw many
   * choices call it.
   *
   * @param name of the device, as {@link #open(String)} takes it, such as {@code everything}
   * @param freedom its choices, in place of those of the name
   * @return a new device, which the caller closes
   * @throws DeviceUnavailableException if profile, setting, choice, fault or check are unknown, or
   *     the file is no report
   */
  public ReferenceDevice open(String name, ImplementationChoices freedom)
      throws DeviceUnavailableException {
    return open(name, behaviour -> behaviour.with(freedom));
  }

  /**
   * Opens a device by its name that tells what it stores to buffers.
   *
   * @param name of the device, as {@link #open(String)} takes it
   * @param stores receives what is stored
   * @return a new device, which the caller closes
   * @throws DeviceUnavailableException if profile, setting, choice, fault or check are unknown, or
   *     the file is no report
   */
  public ReferenceDevice open(String name, CoverageWatch.Stores stores)
      throws DeviceUnavailableException {
    return open(name, behaviour -> behaviour.watched(CoverageWatch.of(stores), Set.of()));
  }

  private ReferenceDevice open(String name, UnaryOperator<Behaviour> change)
      throws DeviceUnavailableException {
    String wanted = wanted(name);
    String settings = settings(name);
    if (wanted.endsWith(FILE)) {
      return open(read(Path.of(wanted)), Ownership.Dealing.EVEN, settings, change);
    }
    for (Profile profile : Profile.values()) {
      if (profile.toString().equals(wanted) || wanted.isEmpty() && profile == Profile.EVERYTHING) {
        return open(report(profile), profile.ownership, settings, change);
      }
    }
    throw unknown(wanted);
  }

  /** Of its report and its settings what stands in the name alone; files are read when it opens. */
  @Override
  public void check(String name) throws DeviceUnavailableException {
    String wanted = wanted(name);
    if (!wanted.isEmpty() && !wanted.endsWith(FILE) && !names().contains(wanted)) {
      throw unknown(wanted);
    }
    if (!settings(name).isEmpty()) {
      behaviour(settings(name));
    }
  }

  private static String wanted(String name) {
    return name.split("\\?", 2)[0];
  }

  private static String settings(String name) {
    return name.contains("?") ? name.split("\\?", 2)[1] : "";
  }

  private DeviceUnavailableException unknown(String profile) {
    return new DeviceUnavailableException(
        "the reference device has no profile '%s'; it has %s"
            .formatted(profile, String.join(", ", names())));
  }

  private static ReferenceDevice open(
      DeviceReport report,
      Ownership.Dealing ownership,
      String settings,
      UnaryOperator<Behaviour> change)
      throws DeviceUnavailableException {
    Behaviour behaviour = change.apply(behaviour(settings));
    return new ReferenceDevice(
        behaviour.fault().report(report).without(lacking(settings)), ownership, behaviour);
  }

  private static List<String> lacking(String settings) {
    return Arrays.stream(settings.split("&"))
        .filter(setting -> setting.startsWith(WITHOUT + "="))
        .flatMap(setting -> Arrays.stream(setting.substring(WITHOUT.length() + 1).split("\\+")))
        .toList();
  }

  /**
   * {@return a new reference device that offers what a report says, so that a shader can be checked
   * for a device that is not there} It makes the plain choices, has no fault, checks every rule,
   * and deals components out evenly ({@link Ownership.Dealing#EVEN}). The caller closes it.
   *
   * @param report of the other device; where it lacks answers of cooperativeMatrixProperties2, they
   *     follow from its rows
   */
  public static ReferenceDevice inPlaceOf(DeviceReport report) {
    return inPlaceOf(report, ImplementationChoices.PLAIN);
  }

  /**
   * {@return a new reference device that offers what a report says and makes given choices} It has
   * no fault, checks every rule, and deals components out evenly ({@link Ownership.Dealing#EVEN}).
   * The caller closes it.
   *
   * @param report of the other device; where it lacks answers of cooperativeMatrixProperties2, they
   *     follow from its rows
   * @param freedom its choices where the specifications leave some
   */
  public static ReferenceDevice inPlaceOf(DeviceReport report, ImplementationChoices freedom) {
    return new ReferenceDevice(
        QueriedRows.in(report), Ownership.Dealing.EVEN, Behaviour.PLAIN.with(freedom));
  }

  /**
   * {@return a new reference device that offers what a report says and tells a watch what it
   * executes} It makes the plain choices and deals components out evenly ({@link
   * Ownership.Dealing#EVEN}). Its one fault is the deviation that the watch plants, if any. The
   * caller closes it.
   *
   * @param report of the other device, taken as it is
   * @param watch receives what is executed
   * @param unchecked kinds of rules that shaders are not held to; where it is empty every rule is
   *     checked
   */
  public static ReferenceDevice watched(
      DeviceReport report, CoverageWatch watch, Set<Check> unchecked) {
    return new ReferenceDevice(
        report,
        Ownership.Dealing.EVEN,
        Behaviour.with(new ActiveFault(null)).watched(watch, unchecked));
  }

  private static Behaviour behaviour(String text) throws DeviceUnavailableException {
    ImplementationChoices freedom = ImplementationChoices.PLAIN;
    ActiveFault active = ActiveFault.NONE;
    Set<Check> unchecked = EnumSet.noneOf(Check.class);
    long blocks = Behaviour.MOST_BLOCKS;
    int violations = 1;
    for (String setting : text.isEmpty() ? new String[0] : text.split("&")) {
      String[] parts = setting.split("=", 2);
      switch (parts[0]) {
        case "choices", "freedom" -> freedom = freedom(parts);
        case "fault" -> active = new ActiveFault(fault(parts));
        case WITHOUT -> {
          // Features that are not reported change the report, not how the device behaves.
        }
        case "unchecked" -> unchecked.addAll(checks(parts));
        case "violations" ->
            violations =
                Math.clamp(number(parts, "violations takes a number"), 1, Integer.MAX_VALUE);
        case "blocks" -> blocks = Math.max(1, number(parts, "blocks takes a number"));
        default ->
            throw new DeviceUnavailableException(
                "the reference device has no setting '" + setting + "'");
      }
    }
    Behaviour behaviour = Behaviour.of(freedom, active, unchecked, blocks).gathering(violations);
    if (active.deviation() == null) {
      return behaviour;
    }
    CoverageWatch watch = new CoverageWatch((_, _) -> {});
    watch.plant(active.deviation());
    return behaviour.watched(watch, Set.of());
  }

  /** All choices drawn from a seed, or those that are named. */
  private static ImplementationChoices freedom(String[] parts) throws DeviceUnavailableException {
    String[] named = (parts.length < 2 ? "" : parts[1]).split(":", 2);
    long seed =
        number(
            new String[] {parts[0], named[0]},
            "choices takes a number, 0 for the plain device, and names of choices: SEED:ID+ID");
    if (named.length == 1) {
      return ImplementationChoices.all(seed);
    }
    Set<Choice> choices = EnumSet.noneOf(Choice.class);
    for (String id : named[1].split("\\+")) {
      choices.add(
          Choice.find(id)
              .orElseThrow(
                  () ->
                      new DeviceUnavailableException(
                          "there is no choice '%s'; there are %s".formatted(id, Choice.ids()))));
    }
    return ImplementationChoices.of(seed, choices);
  }

  private static long number(String[] parts, String otherwise) throws DeviceUnavailableException {
    try {
      return Long.parseLong(parts[1]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new DeviceUnavailableException(otherwise);
    }
  }

  private static Set<Check> checks(String[] parts) throws DeviceUnavailableException {
    Set<Check> named = EnumSet.noneOf(Check.class);
    for (String name : (parts.length < 2 ? "" : parts[1]).split("[+,]")) {
      try {
        named.add(Check.valueOf(name.toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new DeviceUnavailableException(
            "there is no check '%s'; there are %s"
                .formatted(
                    name,
                    Arrays.stream(Check.values())
                        .map(Check::toString)
                        .collect(Collectors.joining(", "))));
      }
    }
    return named;
  }

  private static Fault fault(String[] parts) throws DeviceUnavailableException {
    String name = parts.length < 2 ? "" : parts[1];
    try {
      return Faults.find(name)
          .orElseThrow(
              () ->
                  new DeviceUnavailableException(
                      "there is no fault '" + name + "'; run-cts.sh faults list names them"));
    } catch (IllegalArgumentException e) {
      throw new DeviceUnavailableException(e.getMessage());
    }
  }

  private static DeviceReport read(Path file) throws DeviceUnavailableException {
    if (!Files.isRegularFile(file)) {
      throw new DeviceUnavailableException("there is no report " + file);
    }
    try {
      DeviceReport report = JsonMapper.shared().readValue(file, DeviceReport.class);
      Optional<String> missing = report == null ? Optional.of("the report") : report.missing();
      if (missing.isPresent()) {
        throw new DeviceUnavailableException(
            "%s is no whole device report: %s is missing".formatted(file, missing.get()));
      }
      return QueriedRows.in(report);
    } catch (JacksonException e) {
      throw new DeviceUnavailableException(
          "%s is no device report: %s".formatted(file, e.getOriginalMessage()));
    }
  }

  private static DeviceReport report(Profile profile) {
    try (InputStream in =
        ReferenceProvider.class.getResourceAsStream("profiles/" + profile + ".json")) {
      return QueriedRows.in(JsonMapper.shared().readValue(in, DeviceReport.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
