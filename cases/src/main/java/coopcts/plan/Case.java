// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One shader variant with its subcases (runs on different data), identified by its name. Listing
 * cases is cheap, as the plan, with the shader, is made on demand.
 *
 * @param name lower case; parts joined by dots, at least two, the system first; the same in every
 *     run
 * @param form what the case does, in its family's words; empty where the family has none. Cases of
 *     one form differ only in sizes, types and notation, so that a profile may run some of them for
 *     all
 * @param traits what is known of the case before its shader is made; copied
 * @param assertions IDs of the assertions that it checks, in the catalogue's spelling
 * @param unsupported why this device cannot run the case, in words; empty if it can
 * @param plan makes shader and subcases; it is not to be called, and may throw, where the case is
 *     unsupported
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
   * Copies the traits; all else is kept as it is.
   *
   * @param name lower case; parts joined by dots, at least two, the system first; the same in every
   *     run
   * @param form what the case does, in its family's words; cases of one form differ only in sizes,
   *     types and notation; empty where the family has no such words
   * @param traits what is known of the case before its shader is made
   * @param assertions IDs of the assertions that it checks, in the catalogue's spelling
   * @param unsupported why this device cannot run the case, in words; empty if it can
   * @param plan makes shader and subcases; it is not to be called where the case is unsupported
   */
  public Case {
    traits = Set.copyOf(traits);
  }

  /**
   * {@return the part of a case's name that stands for an assertion: its ID in lower case, with
   * underscores for hyphens, such as {@code khr_load_001}}
   *
   * @param assertion its ID, such as {@code KHR-LOAD-001}
   */
  public static String part(String assertion) {
    return assertion.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * {@return a case that the device supports, with an empty form and without traits}
   *
   * @param name of the case: its system, a dot and the rest
   * @param assertions IDs of the assertions that it can fail by
   * @param plan makes the case's plan; called when the case runs, not here
   */
  public static Case of(String name, List<String> assertions, Supplier<Plan> plan) {
    return new Case(name, "", Set.of(), assertions, Optional.empty(), plan);
  }

  /**
   * A case that the device supports unless it lacks something.
   *
   * @param missing what the device lacks, in words; empty if it lacks nothing
   * @param name of the case: its system, a dot and the rest
   * @param assertions IDs of the assertions that it can fail by
   * @param plan makes the case's plan when it runs; never called where something is missing
   * @return a supported case, or one for which {@link #unsupported()} says what is missing
   */
  public static Case unless(
      Optional<String> missing, String name, List<String> assertions, Supplier<Plan> plan) {
    return missing
        .map(reason -> unsupported(name, assertions, reason))
        .orElseGet(() -> of(name, assertions, plan));
  }

  /**
   * {@return a case, or a whole group of cases under their common name, that the device does not
   * support} Its verdict is {@link Verdict#NOT_SUPPORTED}. Its plan throws an IllegalStateException
   * if it is asked for.
   *
   * @param name of the case, or the common beginning of the group's names, without a dot at its end
   * @param assertions IDs of the assertions that it would check
   * @param reason what the device lacks, in words
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
   * {@return a case in place of one, or of all, of a family that could not be listed} Its plan
   * throws an IllegalStateException with the fault as its cause, so that the run shows the fault
   * instead of silently having fewer cases.
   *
   * @param family system and family, the beginning of the cases' names, such as {@code khr.load}
   * @param local the rest of the name of the one case that could not be listed; empty for all of
   *     the family
   * @param assertions IDs of the assertions that the cases would check
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
   * {@return a copy of this case with another form}
   *
   * @param other the form is its {@code toString}: cases for which that text is equal are of one
   *     form
   */
  public Case formed(Object other) {
    return new Case(name, other.toString(), traits, assertions, unsupported, plan);
  }

  /**
   * {@return a copy of this case that has further traits}
   *
   * @param more traits to add to those that the case has; may be empty
   */
  public Case with(Set<Trait> more) {
    Set<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(traits);
    all.addAll(more);
    return new Case(name, form, all, assertions, unsupported, plan);
  }

  /**
   * {@return a copy of this case with another plan; all else is the same}
   *
   * @param other makes the plan; called when the case runs
   */
  public Case planned(Supplier<Plan> other) {
    return new Case(name, form, traits, assertions, unsupported, other);
  }

  /**
   * {@return a copy of this case that makes its plan once, at the first call, and gives the same
   * plan to every later one} Calls from several threads are safe. If making the plan throws, the
   * next call makes it again.
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
   * @param trait that is asked for
   */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /**
   * {@return the part of the name before the first dot, such as {@code khr}; {@code random} and
   * {@code found} for programs of any system}
   *
   * @throws StringIndexOutOfBoundsException if the name has no dot
   */
  public String system() {
    return name.substring(0, name.indexOf('.'));
  }

  /** {@return the part of the name behind the first dot; the whole name if it has none} */
  public String local() {
    return name.substring(name.indexOf('.') + 1);
  }
}
