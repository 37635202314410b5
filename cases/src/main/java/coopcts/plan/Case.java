// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One shader variant with its subcases, by its name; cheap to list, as the shader is only made on
 * demand.
 *
 * @param name stable, lower case and dotted
 * @param form what it does, in its family's words: cases of one form differ in sizes, types and
 *     ways to write the same, and may stand for each other where not all of them are run; may be
 *     empty
 * @param traits what is to be known of it before its shader is made
 * @param assertions what it checks, by the catalogue's IDs
 * @param unsupported why this device cannot run it, or empty if it can
 * @param plan makes program and subcases from a seed; absent content where unsupported
 */
public record Case(
    String name,
    String form,
    Set<Trait> traits,
    List<String> assertions,
    Optional<String> unsupported,
    Supplier<Plan> plan) {

  /** What a case's shader needs of the place where it runs. */
  public enum Trait {
    /** Invocations of a workgroup share memory: only stages with workgroups can run it. */
    SHARES_MEMORY
  }

  /**
   * Copies the traits.
   *
   * @param name stable, lower case and dotted
   * @param form what it does, in its family's words: cases of one form differ in sizes, types and
   *     ways to write the same, and may stand for each other where not all of them are run; may be
   *     empty
   * @param traits what is to be known of it before its shader is made
   * @param assertions what it checks, by the catalogue's IDs
   * @param unsupported why this device cannot run it, or empty if it can
   * @param plan makes program and subcases from a seed; absent content where unsupported
   */
  public Case {
    traits = Set.copyOf(traits);
  }

  /**
   * {@return the part of a case's name that stands for an assertion: lower case, underscores for
   * hyphens}
   *
   * @param assertion its ID
   */
  public static String part(String assertion) {
    return assertion.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * {@return a supported case without form and traits}
   *
   * @param name of the case
   * @param assertions IDs that it can fail by
   * @param plan makes its plan when it runs
   */
  public static Case of(String name, List<String> assertions, Supplier<Plan> plan) {
    return new Case(name, "", Set.of(), assertions, Optional.empty(), plan);
  }

  /**
   * A case that a device may lack something for.
   *
   * @param missing what the device lacks, or empty
   * @param name of the case
   * @param assertions IDs that it can fail by
   * @param plan makes its plan when it runs; it is not called where something is missing
   * @return the case, unsupported where something is missing
   */
  public static Case unless(
      Optional<String> missing, String name, List<String> assertions, Supplier<Plan> plan) {
    return missing
        .map(reason -> unsupported(name, assertions, reason))
        .orElseGet(() -> of(name, assertions, plan));
  }

  /**
   * The case, or a whole group of cases under their common name, that the device does not support.
   *
   * @param name of the case or group
   * @param assertions IDs that it would check
   * @param reason in words
   * @return the case, whose plan throws an IllegalStateException if it is asked for all the same
   */
  public static Case unsupported(String name, List<String> assertions, String reason) {
    return new Case(
        name,
        "",
        Set.of(),
        assertions,
        Optional.of(reason),
        () -> {
          throw new IllegalStateException(name + " is not supported: " + reason);
        });
  }

  /**
   * {@return a case in place of one, or of many, that could not be listed} Its plan throws, so that
   * the run shows the fault.
   *
   * @param family first part of the cases' names
   * @param local the name of one within its family, or empty
   * @param assertions IDs that they would check
   * @param fault why they could not be listed
   */
  public static Case unlisted(
      String family, String local, List<String> assertions, Throwable fault) {
    return of(
        family + ".unlisted" + (local.isEmpty() ? "" : "." + local),
        assertions,
        () -> {
          throw new IllegalStateException(
              (local.isEmpty() ? "the cases cannot be listed: " : "it cannot be listed: ") + fault,
              fault);
        });
  }

  /**
   * {@return the same case with a form}
   *
   * @param other whose text describes what the case does
   */
  public Case formed(Object other) {
    return new Case(name, other.toString(), traits, assertions, unsupported, plan);
  }

  /**
   * {@return the same case with more traits}
   *
   * @param more added to those that it has
   */
  public Case with(Set<Trait> more) {
    Set<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(traits);
    all.addAll(more);
    return new Case(name, form, all, assertions, unsupported, plan);
  }

  /**
   * {@return the same case with another plan}
   *
   * @param other makes the plan
   */
  public Case planned(Supplier<Plan> other) {
    return new Case(name, form, traits, assertions, unsupported, other);
  }

  /**
   * {@return the same case, whose plan is made once, at the first call, and kept} It is safe for
   * several threads.
   */
  public Case kept() {
    return planned(
        new Supplier<>() {
          private Plan made;

          @Override
          public synchronized Plan get() {
            if (made == null) {
              made = plan.get();
            }
            return made;
          }
        });
  }

  /**
   * {@return whether the case has a trait}
   *
   * @param trait that is looked for
   */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** {@return the short name of its system, the part of its name before the first dot} */
  public String system() {
    return name.substring(0, name.indexOf('.'));
  }

  /** {@return its name within its system, the part behind the first dot} */
  public String local() {
    return name.substring(name.indexOf('.') + 1);
  }
}
