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

  public Case {
    traits = Set.copyOf(traits);
  }

  /** The part of a name that stands for an assertion. */
  public static String part(String assertion) {
    return assertion.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  public static Case of(String name, List<String> assertions, Supplier<Plan> plan) {
    return new Case(name, "", Set.of(), assertions, Optional.empty(), plan);
  }

  /**
   * A case that a device may lack something for.
   *
   * @param missing what, or empty
   */
  public static Case unless(
      Optional<String> missing, String name, List<String> assertions, Supplier<Plan> plan) {
    return missing
        .map(reason -> unsupported(name, assertions, reason))
        .orElseGet(() -> of(name, assertions, plan));
  }

  /** A case, or a whole group of cases under its common name, that the device does not offer. */
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
   * A case in place of one, or of many, that cannot be listed: it says so wherever it is run.
   *
   * @param local the name of one within its family, or empty
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

  /** The same with a form. */
  public Case formed(Object other) {
    return new Case(name, other.toString(), traits, assertions, unsupported, plan);
  }

  /** The same with more traits. */
  public Case with(Set<Trait> more) {
    Set<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(traits);
    all.addAll(more);
    return new Case(name, form, all, assertions, unsupported, plan);
  }

  /** The same with another plan. */
  public Case planned(Supplier<Plan> other) {
    return new Case(name, form, traits, assertions, unsupported, other);
  }

  /** The same, whose plan is made once and kept. */
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

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** The short name of the system that it belongs to. */
  public String system() {
    return name.substring(0, name.indexOf('.'));
  }

  /** Its name within its system. */
  public String local() {
    return name.substring(name.indexOf('.') + 1);
  }
}
