// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.nv2.ScopedType;
import coopcts.cases.nv2.TensorPattern;
import coopcts.cases.nv2.TensorPatterns;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Short runs leave out pairs, but no form, no layout and no kind of matrix. */
public final class ChosenCasesTests {

  private static DeviceReport report(String device) throws Exception {
    try (Device opened = Devices.open(device)) {
      return opened.report();
    }
  }

  @DataProvider
  private Object[][] runs() {
    return new Object[][] {
      {"reference:everything", Profile.SMOKE},
      {"reference:everything", Profile.DEFAULT},
      {"reference:nvidia", Profile.SMOKE},
      {"reference:nvidia", Profile.DEFAULT}
    };
  }

  private static List<Case> cases(DeviceReport report, Profile profile, String group) {
    return Catalogue.families().stream()
        .filter(family -> family.name().startsWith(group))
        .flatMap(family -> family.cases(report, profile))
        .filter(one -> one.unsupported().isEmpty())
        .toList();
  }

  @Test(dataProvider = "runs")
  public void everyLayoutAndEveryKindIsTried(String device, Profile profile) throws Exception {
    DeviceReport report = report(device);
    Set<String> kinds =
        ScopedType.all(report).stream().map(ScopedType::label).collect(Collectors.toSet());
    Set<String> patterns =
        TensorPatterns.all().stream().map(TensorPattern::name).collect(Collectors.toSet());
    for (String family : List.of("nv2.load", "nv2.store", "nv2.decode", "decode.load")) {
      Set<String> names =
          cases(report, profile, family).stream().map(Case::name).collect(Collectors.toSet());
      if (!names.isEmpty()) {
        for (String kind : kinds) {
          assertTrue(
              names.stream().anyMatch(name -> name.startsWith(family + "." + kind + ".")), kind);
        }
      }
      if (!names.isEmpty() && !family.equals("nv2.store") && !family.equals("decode.load")) {
        for (String pattern : patterns) {
          assertTrue(names.stream().anyMatch(name -> name.contains("." + pattern + ".")), pattern);
        }
      }
    }
  }

  /** The third part of a name is the form, or the format. */
  private static Set<String> forms(List<Case> cases) {
    return cases.stream()
        .map(one -> one.name().split("\\.")[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test(dataProvider = "runs")
  public void everyFormIsTried(String device, Profile profile) throws Exception {
    DeviceReport report = report(device);
    for (String group : List.of("nv2.function", "nv2.memory", "nv2.format", "decode.format")) {
      assertEquals(
          forms(cases(report, profile, group)), forms(cases(report, Profile.FULL, group)), group);
    }
  }

  /** The names that a run prints are told apart by nothing else. */
  @Test(groups = "deep")
  public void namesAreUnique() throws Exception {
    DeviceReport report = report("reference:everything");
    for (String system : List.of("nv2", "decode")) {
      List<Case> cases = cases(report, Profile.FULL, system + ".");
      assertEquals(cases.stream().map(Case::name).distinct().count(), cases.size(), system);
    }
  }
}
