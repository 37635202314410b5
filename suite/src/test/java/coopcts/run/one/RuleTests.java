// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.plan.RulePlan;
import coopcts.spirv.SpirvCache;
import coopcts.testing.Temporary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.testng.annotations.Test;

/** What compile rules say of themselves, and of today's tools. */
public class RuleTests {

  private interface Look {
    void at(String rule, RulePlan.Variant variant) throws Exception;
  }

  private static void each(Look look) throws Exception {
    DeviceReport report = new ReferenceProvider().open("everything").report();
    for (var family : Catalogue.families()) {
      if (family.name().contains(".rule.")) {
        for (var tested : family.cases(report, Profile.DEFAULT).toList()) {
          if (tested.unsupported().isEmpty()) {
            for (RulePlan.Variant variant : ((RulePlan) tested.plan().get()).variants()) {
              look.at(tested.name(), variant);
            }
          }
        }
      }
    }
  }

  @Test
  public void everyRefusalNamesItsReason() throws Exception {
    List<String> silent = new ArrayList<>();
    each(
        (rule, variant) -> {
          if (!variant.accepted()
              && variant.deviation().isEmpty()
              && variant.complaint().isEmpty()) {
            silent.add(rule + " " + variant.name());
          }
        });
    assertEquals(String.join("\n", silent), "");
  }

  /**
   * What must be refused because of code that it adds has a corrected twin that must be accepted;
   * what only has something replaced has the rule's first text for it.
   */
  @Test
  public void everyRefusalHasATwin() throws Exception {
    Map<String, Set<String>> accepted = new HashMap<>();
    Map<String, Long> lines = new HashMap<>();
    Map<String, RulePlan.Variant> refused = new TreeMap<>();
    each(
        (rule, variant) -> {
          lines.putIfAbsent(rule, variant.text().lines().count());
          if (variant.accepted()) {
            accepted.computeIfAbsent(rule, _ -> new HashSet<>()).add(variant.name());
          } else if (variant.deviation().isEmpty()
              && variant.text().lines().count() > lines.get(rule)) {
            refused.put(rule + " " + variant.name(), variant);
          }
        });
    refused
        .entrySet()
        .removeIf(
            one ->
                accepted
                    .get(one.getKey().split(" ")[0])
                    .contains(one.getValue().name() + "_corrected"));
    assertEquals(refused.keySet(), Set.of());
  }

  /** A tool that has been mended is held to the rule from then on: its line is to be removed. */
  @Test
  public void knownDeviationsAreStillThere() throws Exception {
    List<String> stale = new ArrayList<>();
    Path folder = Temporary.folder("rules");
    try (SpirvCache cache = new SpirvCache(folder);
        Translator translator = new Translator(cache)) {
      each(
          (rule, variant) -> {
            if (!variant.deviation().isEmpty() && translator.check(variant).isEmpty()) {
              stale.add(rule + " " + variant.name() + ": " + variant.deviation());
            }
          });
    }
    assertEquals(String.join("\n", stale), "");
  }

  @Test
  public void todaysToolsAnswerAsTheRulesSay() throws Exception {
    List<String> odd = new ArrayList<>();
    Path folder = Temporary.folder("rules");
    try (SpirvCache cache = new SpirvCache(folder);
        Translator translator = new Translator(cache)) {
      each(
          (rule, variant) -> {
            if (variant.deviation().isEmpty()) {
              translator
                  .check(variant)
                  .ifPresent(message -> odd.add(rule + " " + variant.name() + " " + message));
            }
          });
    }
    assertEquals(String.join("\n", odd), "");
  }
}
