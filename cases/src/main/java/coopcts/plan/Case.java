package coopcts.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One shader variant with its subcases, by its name; cheap to list, as the shader is only made on
 * demand.
 *
 * @param name stable, lower case and dotted
 * @param assertions what it checks, by the catalogue's IDs
 * @param unsupported why this device cannot run it, or empty if it can
 * @param plan makes program and subcases from a seed; absent content where unsupported
 */
public record Case(
    String name, List<String> assertions, Optional<String> unsupported, Supplier<Plan> plan) {

  /** The part of a name that stands for an assertion. */
  public static String part(String assertion) {
    return assertion.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  public static Case of(String name, List<String> assertions, Supplier<Plan> plan) {
    return new Case(name, assertions, Optional.empty(), plan);
  }

  /** A case, or a whole group of cases under its common name, that the device does not offer. */
  public static Case unsupported(String name, List<String> assertions, String reason) {
    return new Case(
        name,
        assertions,
        Optional.of(reason),
        () -> {
          throw new IllegalStateException(name + " is not supported: " + reason);
        });
  }
}
