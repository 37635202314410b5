// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.reference.machine.Check;
import coopcts.reports.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * Which device, and how the reference device behaves: the options that {@code run}, {@code exec}
 * and {@code repro} share.
 */
final class DeviceOptions {

  private static final String REFERENCE = "reference";

  private static final List<String> VULKAN = List.of("vulkan", "lavapipe", "compile");

  private static final Pattern FREEDOM =
      Pattern.compile("-?[0-9]{1,18}(:[a-z0-9]+[.][a-z0-9]+([+][a-z0-9]+[.][a-z0-9]+)*)?");

  @Option(
      names = "--device",
      paramLabel = "D",
      defaultValue = Devices.AUTO,
      description =
          "auto, vulkan[:INDEX], lavapipe, reference[:PROFILE|:REPORT.json], remote:COMMAND, or a"
              + " driver that compiles and executes nothing: compile:vulkan[:INDEX], compile:NAME"
              + " (default: ${DEFAULT-VALUE})")
  private String device;

  @Option(
      names = {"--choices", "--freedom"},
      paramLabel = "SEED[:CHOICE[+CHOICE...]]",
      description =
          "reference device: draw all that the specifications leave open, or the choices named;"
              + " choices --list names them")
  private String freedom;

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      description = "reference device: switch a planted fault on; see faults list")
  private String fault;

  @Option(
      names = "--unchecked",
      paramLabel = "CHECK",
      split = ",",
      description =
          "reference device: rules that shaders are not held to: ${COMPLETION-CANDIDATES}")
  private List<Check> unchecked = List.of();

  @Option(
      names = "--validate",
      description =
          "a Vulkan device: the Khronos validation layer listens; what it says is INVALID")
  private boolean validated;

  /**
   * Refuses what names no device, whatever this machine has.
   *
   * @throws UsageException that says why
   */
  static void check(String device) {
    try {
      Devices.check(device);
    } catch (DeviceUnavailableException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Whether it is the reference device, which no driver can bring down. */
  boolean isReference() {
    return device.split(":")[0].equals(REFERENCE);
  }

  /** Whether a fault is planted in it. */
  boolean hasFault() {
    return isReference() && spec().contains("fault=");
  }

  /**
   * The device as {@link Devices#open} takes it.
   *
   * @throws UsageException if there is no such kind of device, or it does not take the options
   */
  String spec() {
    return spec(List.of());
  }

  /**
   * The same with more settings of the reference device, which other devices do not have.
   *
   * @param more such as {@code violations=20}
   */
  String spec(List<String> more) {
    String kind = device.split(":")[0];
    check(device);
    if (validated) {
      if (!VULKAN.contains(kind)) {
        throw new UsageException("--validate goes with --device vulkan, lavapipe or compile");
      }
      return device + (device.contains(":") ? "" : ":") + "?validate";
    }
    List<String> settings = new ArrayList<>();
    if (freedom != null) {
      if (!FREEDOM.matcher(freedom).matches()) {
        throw new UsageException(
            "--choices takes a number, 0 for the plain device, and names of choices: SEED:ID+ID");
      }
      settings.add("freedom=" + freedom);
    }
    if (fault != null) {
      settings.add("fault=" + fault);
    }
    if (!unchecked.isEmpty()) {
      settings.add(
          "unchecked=" + unchecked.stream().map(Check::toString).collect(Collectors.joining("+")));
    }
    if (!kind.equals(REFERENCE) && !settings.isEmpty()) {
      throw new UsageException("--choices, --fault and --unchecked go with --device reference");
    }
    if (kind.equals(REFERENCE)) {
      settings.addAll(more);
    }
    if (settings.isEmpty()) {
      return device;
    }
    String profile = device.equals(REFERENCE) ? REFERENCE + ":" : device;
    String whole = profile + (profile.contains("?") ? "&" : "?") + String.join("&", settings);
    check(whole);
    return whole;
  }
}
