package coopcts.device.reference;

import coopcts.device.Device;
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

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    String profile = name.isEmpty() ? PROFILES.get(0) : name;
    if (!PROFILES.contains(profile)) {
      throw new DeviceUnavailableException(
          "the reference device has no profile '%s'; it has %s"
              .formatted(profile, String.join(", ", PROFILES)));
    }
    Ownership.Kind ownership =
        profile.equals("everything") ? Ownership.Kind.UNEVEN : Ownership.Kind.EVEN;
    return new ReferenceDevice(report(profile), ownership);
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
