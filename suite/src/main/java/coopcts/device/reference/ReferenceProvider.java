package coopcts.device.reference;

import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reference device with its profiles: each a report, a subgroup size and a map of ownership.
 */
public final class ReferenceProvider implements DeviceProvider {

  private static final List<String> PROFILES = List.of("everything", "nvidia", "lavapipe");

  @Override
  public String kind() {
    return "reference";
  }

  @Override
  public List<String> names() {
    return PROFILES;
  }

  /**
   * Opens {@code PROFILE[?freedom=SEED][&fault=NAME]}.
   *
   * @throws DeviceUnavailableException if profile or fault are unknown
   */
  @Override
  public ReferenceDevice open(String name) throws DeviceUnavailableException {
    int mark = name.indexOf('?');
    String profile = mark < 0 ? name : name.substring(0, mark);
    if (profile.isEmpty()) {
      profile = PROFILES.get(0);
    }
    if (!PROFILES.contains(profile)) {
      throw new DeviceUnavailableException(
          "the reference device has no profile '%s'; it has %s"
              .formatted(profile, String.join(", ", PROFILES)));
    }
    Ownership.Kind ownership =
        profile.equals("everything") ? Ownership.Kind.UNEVEN : Ownership.Kind.EVEN;
    return new ReferenceDevice(
        report(profile), ownership, conduct(mark < 0 ? "" : name.substring(mark + 1)));
  }

  private static Conduct conduct(String text) throws DeviceUnavailableException {
    Freedom freedom = Freedom.PLAIN;
    ActiveFault active = ActiveFault.NONE;
    for (String setting : text.isEmpty() ? new String[0] : text.split("&")) {
      String[] parts = setting.split("=", 2);
      switch (parts[0]) {
        case "freedom" -> freedom = new Freedom(seed(parts));
        case "fault" -> active = new ActiveFault(fault(parts));
        default ->
            throw new DeviceUnavailableException(
                "the reference device has no setting '" + setting + "'");
      }
    }
    return new Conduct(freedom, active);
  }

  private static long seed(String[] parts) throws DeviceUnavailableException {
    try {
      return Long.parseLong(parts[1]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new DeviceUnavailableException("freedom takes a number, 0 for the plain device");
    }
  }

  private static Fault fault(String[] parts) throws DeviceUnavailableException {
    String name = parts.length < 2 ? "" : parts[1];
    return Faults.find(name)
        .orElseThrow(
            () ->
                new DeviceUnavailableException(
                    "there is no fault '" + name + "'; run-cts.sh faults --list names them"));
  }

  private static DeviceReport report(String profile) {
    try (InputStream in =
        ReferenceProvider.class.getResourceAsStream("profiles/" + profile + ".json")) {
      return JsonMapper.shared().readValue(in, DeviceReport.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
