// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.testng.annotations.Test;

/** A case of nv2 or decode claims what its elements' rules name, and nothing beside. */
public final class ClaimsTests {

  /** One case in so many is looked at, of each family another one first. */
  private static final int ONE_IN = 7;

  @Test
  public void casesClaimWhatTheirElementsShow() throws Exception {
    DeviceReport report;
    try (Device opened = Devices.open("reference:everything")) {
      report = opened.report();
    }
    List<Case> cases =
        Catalogue.families().stream()
            .filter(family -> family.name().matches("(nv2|decode)\\..*"))
            .flatMap(family -> family.cases(report, Profile.SMOKE))
            .filter(one -> one.unsupported().isEmpty())
            .toList();
    int looked = 0;
    for (int i = 0; i < cases.size(); i += ONE_IN) {
      if (cases.get(i).plan().get() instanceof ShaderPlan plan) {
        look(cases.get(i), plan);
        looked++;
      }
    }
    assertTrue(looked > 100, "cases that were looked at: " + looked);
  }

  private static void look(Case tested, ShaderPlan plan) {
    Set<String> named = new TreeSet<>();
    Set<String> single = new TreeSet<>();
    for (Subcase subcase : plan.subcases()) {
      Expectation expectation = subcase.trial().apply(1L).expectation();
      for (Expectation.Buffer buffer : expectation.buffers()) {
        buffer.open().values().forEach(open -> note(open.rule(), single));
        buffer.written().forEach(written -> note(written.rule(), named));
        note(buffer.untouched(), named);
      }
      expectation.properties().forEach(property -> note(property.rule(), named));
    }
    named.addAll(single);
    assertNone(without(tested.assertions(), named), tested.name() + " claims beside");
    assertNone(without(single, tested.assertions()), tested.name() + " names beside");
  }

  private static void assertNone(Set<String> beside, String what) {
    assertTrue(beside.isEmpty(), what + ": " + beside);
  }

  private static void note(Rule rule, Set<String> into) {
    into.addAll(rule.assertions());
  }

  private static Set<String> without(Collection<String> all, Collection<String> known) {
    Set<String> rest = new TreeSet<>(all);
    known.forEach(rest::remove);
    return rest;
  }
}
