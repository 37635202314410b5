// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Battery and heat of a phone; what it does not say is empty.
 *
 * @param level of the battery in percent
 * @param temperature of the battery in tenths of a degree Celsius
 * @param thermal the thermal status of Android, from 0, none, to 6, shutdown
 */
public record PhoneState(OptionalInt level, OptionalInt temperature, OptionalInt thermal) {

  /** Nothing is begun below the first, and nothing before the second is reached again. */
  private static final int LOW = 15;

  private static final int CHARGED = 30;

  /** Likewise, in tenths of a degree. */
  private static final int HOT = 450;

  private static final int COOL = 400;

  /** Likewise: from SEVERE on, where Android slows the phone down, to LIGHT. */
  private static final int SEVERE = 3;

  private static final int LIGHT = 1;

  /**
   * Reads what {@code dumpsys battery} and {@code dumpsys thermalservice} say.
   *
   * @param text of both
   * @return the state
   */
  public static PhoneState of(String text) {
    return new PhoneState(
        number(text, "(?m)^\\s*level: (\\d{1,3})\\s*$"),
        number(text, "(?m)^\\s*temperature: (-?\\d{1,4})\\s*$"),
        number(text, "(?m)^\\s*Thermal Status: (\\d)\\s*$"));
  }

  private static OptionalInt number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
  }

  /**
   * Why no case is to begin now.
   *
   * @param held whether none is begun already; then the phone has to recover first
   * @return the reason in words, or empty
   */
  public Optional<String> reason(boolean held) {
    if (level.isPresent() && level.getAsInt() < (held ? CHARGED : LOW)) {
      return Optional.of("the battery is at %d %%".formatted(level.getAsInt()));
    }
    if (temperature.isPresent() && temperature.getAsInt() > (held ? COOL : HOT)) {
      return Optional.of("the battery has %.1f °C".formatted(temperature.getAsInt() / 10.0));
    }
    if (thermal.isPresent() && thermal.getAsInt() >= (held ? LIGHT + 1 : SEVERE)) {
      return Optional.of("the thermal status is %d".formatted(thermal.getAsInt()));
    }
    return Optional.empty();
  }
}
