// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Parameters;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The rule that an engineer would give is found, and none where none separates. */
public final class SeparationTests {

  /** Reductions of Mesa's lavapipe 26.1: those along a row or a column of more than eight. */
  private static final List<String> FAILING =
      List.of(
          "nv2.function.reduce_column_max.float32.accumulator.16x16.subgroup",
          "nv2.function.reduce_row_min.sint32.accumulator.16x16.subgroup",
          "nv2.function.reduce_column_sum.sint32.accumulator.16x24.subgroup",
          "nv2.function.reduce_column_and.uint32.accumulator.16x24.subgroup",
          "nv2.function.reduce_row_product.float32.accumulator.16x16.subgroup",
          "nv2.way.shader_object.function.reduce_wider.sint32.accumulator.16x16.subgroup");

  private static final List<String> PASSING =
      List.of(
          "nv2.function.reduce_row_max.float32.accumulator.8x8.subgroup",
          "nv2.function.reduce_all_max.sint32.accumulator.16x24.subgroup",
          "nv2.function.reduce_quads_max.sint32.accumulator.16x16.subgroup",
          "nv2.function.reduce_row_sum.sint32.accumulator.24x8.subgroup",
          "nv2.function.reduce_column_xor.uint32.accumulator.8x8.subgroup",
          "nv2.function.reduce_smaller.uint32.accumulator.16x16.subgroup",
          "nv2.function.element_place.uint32.accumulator.16x16.subgroup");

  private static String rule(List<String> failing, List<String> passing) {
    Separation separation = new Separation();
    failing.forEach(name -> separation.add(Traits.of(name)));
    Map<String, List<Separation>> byPlace = Separation.byPlace(List.of(separation));
    for (String name : passing) {
      byPlace
          .getOrDefault(Traits.place(name), List.of())
          .forEach(one -> one.passes(Traits.of(name)));
    }
    SeparatingRule rule = separation.rule();
    return rule == null ? null : rule.words() + "; " + rule.support();
  }

  /** Of rules as short as each other the one that says least of what passes elsewhere. */
  @Test
  public void whatPassesElsewhereSaysLess() {
    List<String> failing =
        List.of(
            "nv2.function.element_extras.uint32.accumulator.24x8.subgroup",
            "nv2.function.element_extras.sint32.accumulator.8x8.subgroup");
    List<String> passing =
        List.of(
            "nv2.function.transpose.float16.accumulator.24x8.subgroup",
            "nv2.function.reduce_all_max.float16.accumulator.8x8.subgroup",
            "nv2.function.element_place.uint8.a.8x8.subgroup");
    Separation separation = new Separation();
    failing.forEach(name -> separation.add(Traits.of(name)));
    separation.propose();
    passing.forEach(name -> separation.passes(Traits.of(name)));
    assertEquals(separation.rule().words(), "where bits >= 32");
    separation.passesElsewhere(Traits.of("khr.load.float32.a.8x8.subgroup.row.buffer.float32"));
    assertEquals(separation.rule().words(), "where function is element_extras");
  }

  @Test
  public void twoConditionsSeparateWhereOneDoesNot() {
    assertEquals(
        rule(FAILING, PASSING),
        "where columns >= 16 and function has column, row or wider; all 6 failing cases"
            + " are so, and none of the 7 that pass beside them");
  }

  /** No title counts the words of a parameter, and none has what only the code calls so. */
  @Test
  public void titlesAreInPlainWords() {
    Set<TraitCondition> conditions = new LinkedHashSet<>();
    for (String parameter : Parameters.names()) {
      for (String key : List.of(parameter, Traits.KIND + parameter)) {
        conditions.add(new TraitCondition.OneOf(key, Set.of("one")));
        conditions.add(new TraitCondition.Has(key, Set.of("one", "two")));
        conditions.add(new TraitCondition.AtLeast(key, 3));
      }
    }
    for (List<String> names : List.of(FAILING, PASSING)) {
      Separation separation = new Separation();
      names.forEach(name -> separation.add(Traits.of(name)));
      conditions.addAll(separation.shared());
    }
    for (TraitCondition condition : conditions) {
      String words = condition.words();
      assertFalse(words.matches(".*(word \\d|kind of|#|null|  ).*"), words);
      assertTrue(words.matches("[a-zA-Z].* (is|has|>=|<=|=|!=) .*"), words);
    }
    assertEquals(new TraitCondition.OneOf("A", Set.of("float16")).words(), "type of A is float16");
    assertEquals(
        new TraitCondition.OneOf(Traits.KIND + "scope", Set.of("workgroup")).words(),
        "scope is workgroup");
  }

  /** What is known at run time is one word. */
  @Test
  public void runTimeIsOneWord() {
    assertEquals(Traits.pieces("array_run_time_index"), List.of("array", "run_time", "index"));
    assertEquals(Traits.pieces("run_times_run"), List.of("run", "times", "run"));
  }

  /** A word is in a name where it stands alone, too: what passes so refutes a rule. */
  @Test
  public void aWholeValueIsAWord() {
    TraitCondition word = new TraitCondition.Word("select");
    assertTrue(word.isTrueOf(Traits.of("khr.moves.uint8.a.8x8.subgroup.select")));
    assertTrue(word.isTrueOf(Traits.of("khr.moves.uint8.a.8x8.subgroup.select_twice")));
    assertFalse(word.isTrueOf(Traits.of("khr.moves.uint8.a.8x8.subgroup.selected")));
  }

  @DataProvider
  Object[][] rules() {
    return new Object[][] {
      {
        List.of(
            "nv2.product.float16_float16_float16_float16.m1024n8k8.subgroup",
            "nv2.product.float16_float16_float16_float16.m8n8k1024.subgroup"),
        List.of(
            "nv2.product.float16_float16_float16_float16.m8n8k8.subgroup",
            "nv2.product.float16_float16_float16_float16.m512n8k8.subgroup",
            "nv2.product.float16_float16_float16_float16.m16n8k64.subgroup"),
        "where largest side >= 1024"
      },
      {
        List.of("vector.training.float16.16x33", "vector.training.float16.17x9"),
        List.of(
            "vector.training.float16.16x16",
            "vector.training.float16.8x8",
            "vector.training.float16.64x64"),
        "where rows != columns"
      },
      {
        List.of(
            "vector.element.add.float16.3",
            "vector.element.add.float16.17",
            "vector.element.add.float16.5"),
        List.of(
            "vector.element.add.float16.4",
            "vector.element.add.float16.16",
            "vector.element.add.float16.32"),
        "where length is no multiple of 2"
      },
      {
        List.of("khr.moves.uint8.a.8x8.subgroup.select", "khr.moves.uint8.b.16x8.subgroup.select"),
        List.of(
            "khr.moves.uint8.a.8x8.subgroup.loop",
            "khr.moves.uint8.b.16x8.subgroup.loop",
            "khr.moves.uint8.b.8x8.subgroup.phi"),
        "where move is select"
      },
    };
  }

  @Test(dataProvider = "rules")
  public void numbersAndShapesComeBeforeWords(
      List<String> failing, List<String> passing, String expected) {
    String rule = rule(failing, passing);
    assertEquals(rule.substring(0, rule.indexOf(';')), expected);
  }

  /** A passing case with all that the failing ones share leaves no rule to be said. */
  @Test
  public void whatDoesNotSeparateIsNotSaid() {
    assertNull(
        rule(
            FAILING,
            List.of(
                PASSING.get(0),
                PASSING.get(1),
                PASSING.get(2),
                "nv2.function.reduce_row_or.uint32.accumulator.16x16.subgroup")));
  }

  /** Two cases beside two prove nothing; nor do cases of other families. */
  @Test
  public void fewCasesProveNothing() {
    assertNull(rule(FAILING, PASSING.subList(0, 2)));
    assertNull(rule(FAILING.subList(0, 1), PASSING));
    assertNull(
        rule(
            FAILING,
            List.of(
                "khr.load.float16.a.8x8.subgroup.row.buffer.float16",
                "khr.load.float16.a.8x16.subgroup.row.buffer.float16",
                "khr.load.float16.a.4x4.subgroup.row.buffer.float16")));
  }

  /** The name of a random program does not say what it does. */
  @Test
  public void randomProgramsAreInNoRule() {
    assertNull(
        rule(
            List.of("random.khr.7", "random.khr.9"),
            List.of("random.khr.2", "random.khr.4", "random.khr.6")));
    assertEquals(
        rule(
                List.of(
                    "random.khr.7",
                    "khr.load.float16.a.8x32.subgroup.row.buffer.float16",
                    "khr.load.float16.b.8x64.subgroup.row.buffer.float16"),
                List.of(
                    "khr.load.float16.a.8x8.subgroup.row.buffer.float16",
                    "khr.load.float16.b.8x16.subgroup.row.buffer.float16",
                    "khr.load.float16.a.4x4.subgroup.row.buffer.float16"))
            .split(";")[0],
        "where columns >= 32");
  }
}
