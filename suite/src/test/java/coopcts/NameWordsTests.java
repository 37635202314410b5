// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.plan.Case;
import coopcts.plan.NameWords;
import coopcts.plan.Parameters;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Each word of each name has a meaning that a reader can look up. */
public final class NameWordsTests {

  @DataProvider
  public Object[][] devices() {
    return new Object[][] {
      {"reference:everything"},
      {"reference:nvidia"},
      {"reference:lavapipe"},
      {"reference:intel"},
      {"reference:adreno"},
      {"reference:rare"}
    };
  }

  @Test(dataProvider = "devices")
  public void eachWordOfADefaultRunHasAMeaning(String device) throws Exception {
    SortedMap<String, String> without = new TreeMap<>();
    int count = 0;
    try (Device opened = Devices.open(device)) {
      for (Family family : Catalogue.families()) {
        for (Case one : (Iterable<Case>) family.run(opened.report(), Profile.DEFAULT)::iterator) {
          if (Parameters.of(one.name()).isKnown()) {
            NameWords.of(one.name()).stream()
                .filter(word -> word.meaning().isEmpty())
                .forEach(word -> without.putIfAbsent(word.role() + "\t" + word.text(), one.name()));
            count++;
          }
        }
      }
    }
    assertFalse(count < 1000, "so few cases: " + count);
    assertAllHave(without);
  }

  @Test(dataProvider = "devices")
  public void eachSubcaseOfASmokeRunHasAMeaning(String device) throws Exception {
    SortedMap<String, String> without = new TreeMap<>();
    int count = 0;
    try (Device opened = Devices.open(device)) {
      for (Family family : Catalogue.families()) {
        for (Case one : (Iterable<Case>) family.run(opened.report(), Profile.SMOKE)::iterator) {
          boolean isProgram = one.name().startsWith("random.") || one.name().startsWith("found.");
          if (one.unsupported().isEmpty()
              && !isProgram
              && one.plan().get() instanceof ShaderPlan plan) {
            for (Subcase subcase : plan.subcases()) {
              if (NameWords.subcase(one.name(), subcase.name()).isEmpty()) {
                without.putIfAbsent("subcase\t" + subcase.name(), family.name());
              }
              count++;
            }
          }
        }
      }
    }
    assertFalse(count < 100, "so few subcases: " + count);
    assertAllHave(without);
  }

  /**
   * @param without the first two columns of rows that lack, each with a name that has the word
   */
  private static void assertAllHave(SortedMap<String, String> without) {
    StringBuilder lines = new StringBuilder();
    without.forEach(
        (row, name) -> lines.append("\n  ").append(row).append("\t... of ").append(name));
    assertEquals(
        lines.toString(),
        "",
        "each word needs a row in cases/src/main/resources/coopcts/plan/meanings.tsv:");
  }

  @Test
  public void wordsStandInTheOrderOfTheName() {
    assertEquals(
        words(
            "khr.framed.later_same_nested_before_near_own_set_1_full.load.float16.a.16x8.subgroup.col.shared.uint32"),
        "khr framed later same nested before near own set_1_full load float16 a 16 8 subgroup col"
            + " shared uint32");
    assertEquals(
        words("vector.stage.any_hit.element.exp.float16.5"),
        "vector stage any_hit element exp float16 5");
    assertEquals(words("khr.report.api_prop_009"), "khr report api_prop_009");
    assertEquals(words("random.khr_nv2.literal.7"), "random khr_nv2 literal 7");
    assertEquals(words("layout.kept"), "layout kept");
  }

  private static String words(String name) {
    return String.join(" ", NameWords.of(name).stream().map(NameWords.Word::text).toList());
  }

  /** A word of several parts is explained by its parts, and what no table has is not made up. */
  @Test
  public void partsAreExplainedOneByOne() {
    assertEquals(
        meaning("nv2.function.reduce_row_min.sint32.accumulator.16x16.subgroup", 2),
        "coopMatReduceNV; over each row; by the minimum");
    assertEquals(
        meaning("khr.framed.later_same_nested_before_near_own_set_1_full.load", 8),
        "buffers are in descriptor set 1; the pipeline requires full subgroups");
    assertEquals(
        meaning("nv2.function.reduce_row_nothing.sint32.accumulator.16x16.subgroup", 2), "");
    assertEquals(meaning("khr.nothing.float16", 1), "");
  }

  private static String meaning(String name, int word) {
    return NameWords.of(name).get(word).meaning();
  }
}
