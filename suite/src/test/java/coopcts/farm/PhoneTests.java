// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.Optional;
import org.testng.annotations.Test;

/** What a phone says of itself, and when no case is to begin on it. */
public final class PhoneTests {

  private static String said(int level, int temperature, int thermal) {
    return """
    Current Battery Service state:
      AC powered: false
      level: %d
      scale: 100
      temperature: %d
    IsStatusOverride: false
    Thermal Status: %d
    Cached temperatures:
    """
        .formatted(level, temperature, thermal);
  }

  private static Optional<String> reason(int level, int temperature, int thermal, boolean held) {
    return PhoneState.of(said(level, temperature, thermal)).reason(held);
  }

  @Test
  public void aPhoneRestsUntilItHasRecovered() {
    assertEquals(reason(15, 450, 2, false), Optional.empty());
    assertEquals(reason(14, 300, 0, false), Optional.of("the battery is at 14 %"));
    assertEquals(reason(29, 300, 0, true), Optional.of("the battery is at 29 %"));
    assertEquals(reason(30, 300, 0, true), Optional.empty());
    assertEquals(reason(90, 451, 0, false), Optional.of("the battery has 45.1 °C"));
    assertEquals(reason(90, 401, 0, true), Optional.of("the battery has 40.1 °C"));
    assertEquals(reason(90, 300, 3, false), Optional.of("the thermal status is 3"));
    assertEquals(reason(90, 300, 2, true), Optional.of("the thermal status is 2"));
    assertEquals(reason(90, 400, 1, true), Optional.empty());
  }

  @Test
  public void whatAPhoneDoesNotSayHoldsNothing() {
    assertEquals(PhoneState.of("Can't find service: battery").reason(true), Optional.empty());
  }

  @Test
  public void wordsForTheShellAreQuoted() {
    Phone phone = new Phone("/opt/my adb", "R5CT 1");
    assertEquals(
        new ShellAgent(phone).device(),
        "remote:'/opt/my adb' -s 'R5CT 1' shell -T /data/local/tmp/coopcts/coopcts-agent");
    assertEquals(
        new PackagedAgent(phone, "/a b/run-cts.sh").device(),
        "remote:'/a b/run-cts.sh' phone-agent --adb '/opt/my adb' --serial 'R5CT 1'");
    assertTrue(phone.waits().contains("wait-for-device shell 'while ["), phone.waits());
    assertEquals(
        phone.crashLogs().stream().map(log -> log.split("=")[0]).toList().toString(),
        "[logcat.txt, tombstone.txt]");
  }

  @Test
  public void aKindIsNamedAfterItsDevice() {
    assertEquals(
        Phone.kind("{\"identity\":{\"name\":\"Adreno (TM) 830\",\"id\":1}}"), "Adreno-TM-830");
    assertEquals(
        Phone.kind("{\"driver\":{\"name\":\"turnip\"},\"identity\":{\"name\": \"A \\\"B\\\"\"}}"),
        "A-B");
    assertEquals(Phone.kind("{\"identity\":{\"name\":\"//\"}}"), "phone");
    assertEquals(Phone.kind("{}"), "phone");
    assertEquals(Phone.kind("no report"), "phone");
  }
}
