// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.reports.explain.Rules.Example;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

/** The rules that examples leave open, by the bits that they take, and what further ones change. */
public final class RulesTests {

  private static Example example(boolean fails, String name, String... facts) {
    return new Example(name, fails, Traits.of(name).doing(Set.of(facts), Set.of(), Set.of()));
  }

  private static Example load(boolean fails, String size, String layout, String... facts) {
    return example(
        fails, "khr.load.float16.a." + size + ".subgroup." + layout + ".buffer.float16", facts);
  }

  private static List<Rules.Ranked> ranked(List<Example> examples) {
    return Rules.ranked(examples, 99, Long.MAX_VALUE);
  }

  private static SeparatingRule first(List<Example> examples) {
    return ranked(examples).getFirst().rule();
  }

  /** Those that hold for no passing case. */
  private static List<String> words(List<Example> examples) {
    return ranked(examples).stream()
        .map(one -> one.rule().words())
        .filter(words -> words.startsWith("where "))
        .toList();
  }

  /** Conditions with "there is" have it once. */
  @Test
  public void whatThereIsIsSaidOnce() {
    assertEquals(
        SeparatingRule.joined(
            List.of("bits >= 16", "there is a load of use b", "there is a store of float16")),
        "bits >= 16 and there is a load of use b and a store of float16");
    assertEquals(
        SeparatingRule.joined(List.of("there is a load", "K = 32")), "there is a load and K = 32");
  }

  /** What the shader does is a condition as good as what the name says. */
  @Test
  public void whatShadersDoSeparates() {
    List<Example> examples =
        List.of(
            load(true, "8x8", "row", "it runs in the second subgroup"),
            load(true, "16x8", "col", "it runs in the second subgroup"),
            load(false, "8x8", "row", "it runs in the first subgroup"),
            load(false, "16x8", "col", "it runs in the first subgroup"),
            load(false, "16x16", "col"));
    assertEquals(first(examples).words(), "where it runs in the second subgroup");
  }

  /** A bound lies between what passes and what fails: both ends stay open until a case is run. */
  @Test
  public void furtherCasesSharpenABound() {
    List<Example> examples =
        new ArrayList<>(
            List.of(
                load(true, "16x16", "row"),
                load(true, "32x16", "col"),
                load(false, "16x8", "row"),
                load(false, "8x8", "col"),
                load(false, "32x8", "col")));
    List<String> open = words(examples);
    assertTrue(open.contains("where columns >= 16"), open.toString());
    assertTrue(open.contains("where columns >= 9"), open.toString());
    examples.add(load(true, "16x12", "row"));
    open = words(examples);
    assertTrue(open.contains("where columns >= 12"), open.toString());
    assertTrue(!open.contains("where columns >= 16"), open.toString());
    examples.add(load(false, "16x11", "row"));
    assertTrue(!words(examples).contains("where columns >= 9"));
  }

  /** Between what passes and what fails drivers branch on a power of two rather. */
  @Test
  public void aPowerOfTwoComesFirst() {
    List<Example> examples =
        List.of(
            load(true, "24x24", "row"),
            load(true, "8x40", "col"),
            load(false, "24x10", "row"),
            load(false, "24x8", "col"),
            load(false, "40x8", "col"));
    assertEquals(first(examples).words(), "where columns >= 16");
  }

  /** Types that are signed fail, and no list of types is needed to say so. */
  @Test
  public void typesHaveKinds() {
    List<Example> examples = new ArrayList<>();
    for (String type : List.of("sint8", "sint16", "sint32", "sint64", "float16", "uint8")) {
      for (String size : List.of("8x8", "8x16")) {
        String name = "khr.negate.%s.a.%s.subgroup".formatted(type, size);
        examples.add(example(type.startsWith("sint"), name));
      }
    }
    assertEquals(first(examples).words(), "where type is a signed integer");
  }

  /** A passing case that is so too leaves nothing that is always so. */
  @Test
  public void whatPassesRefutes() {
    List<Example> examples =
        List.of(
            load(true, "16x16", "row"), load(true, "16x16", "col"), load(false, "16x16", "row"));
    assertEquals(words(examples), List.of());
    assertTrue(Rules.best(ranked(examples)).isEmpty());
  }

  /** One case of another cause among many is said, and does not hide the rule. */
  @Test
  public void aFewOthersAreSaid() {
    List<Example> examples = new ArrayList<>();
    for (String size : List.of("16x16", "16x32", "32x32", "8x16", "32x16")) {
      examples.add(load(true, size, "col"));
      examples.add(load(false, size, "row"));
    }
    examples.add(example(true, "khr.way.base.load.float16.a.64x8.subgroup.row.buffer.float16"));
    SeparatingRule rule = first(examples);
    assertEquals(rule.words(), "mostly where layout is col");
    assertEquals(Rules.ranked(examples, 9, System.nanoTime()), List.of(), "the time is over");
    assertEquals(
        rule.support(), "5 of 6 failing cases are so, and none of the 5 that pass beside them");
  }

  /** What every failing case meets, with the count of those that pass and do too. */
  @Test
  public void theRuleOfAllThatFailEndsWithTheTime() {
    List<Example> examples = new ArrayList<>();
    for (int rows = 8; rows < 18; rows++) {
      examples.add(load(true, rows + "x16", "col"));
      examples.add(load(false, rows + "x16", "row"));
      examples.add(load(false, rows + "x8", "row"));
    }
    examples.add(load(false, "8x24", "col"));
    SeparatingRule rule = Rules.best(ranked(examples)).orElseThrow();
    assertEquals(rule.exceptions(), 1, rule.words());
    assertEquals(Rules.ranked(examples, 9, System.nanoTime()), List.of(), "nothing was looked at");
  }

  /** Two causes with one look: what most do is said, with how many do not. */
  @Test
  public void whatMostDoIsSaid() {
    List<Example> examples = new ArrayList<>();
    for (int rows = 8; rows < 28; rows++) {
      examples.add(load(true, rows + "x16", "col", rows % 7 == 0 ? "two" : "one"));
      examples.add(load(false, rows + "x16", "row"));
      examples.add(load(false, rows + "x17", "col"));
    }
    for (int rows = 40; rows < 44; rows++) {
      examples.add(load(true, rows + "x16", "row", "one"));
    }
    SeparatingRule rule = first(examples);
    assertEquals(rule.words(), "mostly where one");
    assertEquals(
        rule.support(), "22 of 24 failing cases are so, and none of 40 looked at that pass");
  }

  /** What few have as a word of their names is of another cause, and no part of a list. */
  @Test
  public void whatFewHaveAsAWordIsLeftOut() {
    List<Example> examples = new ArrayList<>();
    for (int rows = 8; rows < 18; rows++) {
      for (String type : List.of("float16", "bfloat16")) {
        examples.add(typed(true, type, rows, "buffer"));
      }
      for (String type : List.of("float32", "sint8", "uint8", "sint16", "sint32")) {
        examples.add(typed(false, type, rows, "buffer"));
      }
    }
    for (int rows = 8; rows < 11; rows++) {
      examples.add(typed(true, "sint16", rows, "shared"));
      examples.add(typed(false, "sint16", rows + 9, "shared"));
    }
    assertEquals(first(examples).words(), "mostly where array element is bfloat16 or float16");
  }

  private static Example typed(boolean fails, String type, int rows, String storage) {
    return example(
        fails, "khr.load.%s.a.%dx16.subgroup.row.%s.%s".formatted(type, rows, storage, type));
  }

  /** Where no rule separates, it is said where alone something fails, and how much passes there. */
  @Test
  public void whereAloneSomethingFails() {
    List<Example> examples = new ArrayList<>();
    for (int rows = 8; rows < 48; rows++) {
      boolean isOdd = rows % 3 == 0;
      examples.add(load(isOdd, rows + "x16", "col", isOdd ? "one" : "two"));
      examples.add(load(false, rows + "x16", "row"));
      examples.add(load(false, rows + "x16", "col", "one", "three"));
    }
    examples.removeIf(one -> !one.fails() && one.of().facts().contains("two"));
    assertEquals(words(examples), List.of());
    assertTrue(Rules.best(ranked(examples)).isEmpty(), "most of those that are so pass");
    examples.removeIf(
        one -> one.of().facts().contains("three") && one.of().numbers().get("rows") >= 12);
    SeparatingRule rule = Rules.best(ranked(examples)).orElseThrow();
    assertEquals(rule.words(), "only where one");
    assertEquals(rule.support(), "all 13 failing cases are so, and 3 of 43 looked at that pass");
  }

  /** The numbers of a case may hide a fault: a long list of types that leaves it out says less. */
  @Test
  public void aCaseThatHidesTheFaultMakesNoList() {
    List<Example> examples = new ArrayList<>();
    for (String type : List.of("float16", "float32", "sint8", "uint8", "sint32")) {
      for (String size : List.of("8x8", "16x16", "8x32", "32x8")) {
        examples.add(negation(true, type, size, "there is a negation"));
        examples.add(negation(false, type, size, "there is an addition"));
      }
    }
    examples.add(negation(false, "uint16", "8x8", "there is a negation"));
    assertEquals(first(examples).words(), "only where there is a negation");
    for (int rows = 1; rows < 12; rows++) {
      examples.add(negation(false, "uint16", rows + "x9", "there is a negation"));
    }
    assertFalse(first(examples).words().equals("only where there is a negation"));
  }

  private static Example negation(boolean fails, String type, String size, String... facts) {
    return example(
        fails, "khr.load." + type + ".a." + size + ".subgroup.row.buffer." + type, facts);
  }

  /** What drivers branch on is rather the cause than a trait of the whole module. */
  @Test
  public void aTraitOfTheModuleIsNoCauseWhereTheLayoutIsOne() {
    List<Example> examples = new ArrayList<>();
    for (String size : List.of("8x8", "16x16", "8x32")) {
      examples.add(load(true, size, "col", "its module has OpSelect"));
      examples.add(load(false, size, "row"));
    }
    List<String> words = words(examples);
    assertEquals(words.getFirst(), "where layout is col");
    assertTrue(words.contains("where its module has OpSelect"), words.toString());
  }

  /** Two facts that two instructions have are not what one has. */
  @Test
  public void whatIsSaidOfAKindIsTrueOfOneInstruction() {
    List<Example> examples = new ArrayList<>();
    for (String size : List.of("8x8", "16x16", "8x32")) {
      examples.add(loads(true, size, Set.of("b", "square"), Set.of("a")));
      examples.add(loads(false, size, Set.of("b"), Set.of("a", "square")));
      examples.add(loads(false, size + "0", Set.of("b"), Set.of("a")));
      examples.add(loads(false, size + "1", Set.of("a", "square")));
    }
    SeparatingRule rule = Rules.best(ranked(examples)).orElseThrow();
    assertEquals(Set.of(rule.words().replace("where ", "").split(" and ")), Set.of("b", "square"));
    assertTrue(rule.holds(examples.getFirst().of()));
    assertFalse(rule.holds(examples.get(1).of()));
  }

  @SafeVarargs
  private static Example loads(boolean fails, String size, Set<String>... loads) {
    Set<String> all = new LinkedHashSet<>();
    Set<Traits.Instruction> each = new LinkedHashSet<>();
    for (Set<String> load : loads) {
      all.addAll(load);
      each.add(new Traits.Instruction("there is a load", load));
    }
    return new Example(size, fails, Traits.of(size).doing(all, Set.of(), each));
  }

  /** That a passing subcase is so, too, of cases that fail, is no passing case. */
  @Test
  public void aPassingSubcaseIsNoPassingCase() {
    List<Example> examples = new ArrayList<>();
    for (String size : List.of("8x8", "16x16", "8x32", "32x8")) {
      examples.add(load(true, size, "col"));
      examples.add(load(false, size, "col", "another"));
      examples.add(load(false, size, "row"));
    }
    SeparatingRule rule = first(examples);
    assertEquals(rule.words(), "where layout is col");
    assertEquals(
        rule.support(), "all 4 failing cases are so, and none of the 4 that pass beside them");
  }

  /** A case on which those rules differ that are likely is run first. */
  @Test
  public void whatDecidesBetweenLikelyRulesIsRun() {
    List<Example> examples = new ArrayList<>();
    for (String size : List.of("8x8", "16x16", "8x32")) {
      examples.add(load(true, size, "col", "there is a load of use b"));
      examples.add(load(false, size, "row", "there is a load of use a"));
    }
    Rules.Doubts doubts = new Rules.Doubts(ranked(examples));
    Map<String, Rules.Doubt> known = new LinkedHashMap<>();
    known.put("neither", doubts.of(List.of(example(false, "khr.fill.float32.a.7x7").of())));
    known.put(
        "both", doubts.of(List.of(load(true, "8x8", "col", "there is a load of use b").of())));
    known.put("layout", doubts.of(List.of(load(false, "8x8", "col").of())));
    known.put(
        "use", doubts.of(List.of(load(false, "8x8", "row", "there is a load of use b").of())));
    assertTrue(known.get("both").holds());
    assertFalse(known.get("neither").holds());
    assertEquals(Set.copyOf(Rules.Doubts.differing(known, 9)), Set.of("layout", "use"));
    examples.add(load(false, "24x8", "col"));
    examples.add(load(true, "24x8", "row", "there is a load of use b"));
    assertEquals(first(examples).words(), "where there is a load of use b");
  }

  /** A rule that was found from some of a run's cases says of all of them what is true of all. */
  @Test
  public void aRuleOfNamesIsHeldAgainstTheRun() {
    SeparatingRule rule =
        new SeparatingRule(List.of(new TraitCondition.AtLeast("columns", 16)), 2, 0, 3);
    List<String> failing =
        List.of(name("8x16"), name("16x16"), name("24x16"), name("8x32"), "random.khr.7");
    List<String> passing = List.of(name("16x8"), name("8x8"), name("24x8"), name("32x8"));
    SeparatingRule held = rule.heldAgainst(failing, passing).orElseThrow();
    assertEquals(held.words(), "mostly where columns >= 16");
    assertEquals(
        held.support(), "4 of 5 failing cases are so, and none of the 4 that pass beside them");
    assertTrue(rule.heldAgainst(failing, List.of(name("8x8"), name("8x24"))).isEmpty());
    assertTrue(
        rule.heldAgainst(List.of(name("8x8"), name("4x4"), name("8x16")), List.of()).isEmpty());
  }

  /** What knew of exceptions is told with those of the whole run. */
  @Test
  public void exceptionsAreCountedInTheRun() {
    SeparatingRule rule =
        new SeparatingRule(List.of(new TraitCondition.AtLeast("columns", 16)), 2, 0, 9, 1);
    List<String> failing = List.of(name("8x16"), name("16x16"));
    List<String> passing = new ArrayList<>();
    for (int rows = 8; rows < 18; rows++) {
      passing.add(name(rows + "x8"));
    }
    passing.add(name("64x16"));
    passing.add(name("64x32"));
    SeparatingRule held = rule.heldAgainst(failing, passing).orElseThrow();
    assertEquals(
        held.support(), "all 2 failing cases are so, and 2 of the 12 that pass beside them");
    passing.add(name("64x64"));
    passing.add(name("32x32"));
    passing.add(name("16x32"));
    assertTrue(rule.heldAgainst(failing, passing).isEmpty(), "most of those that are so pass");
  }

  private static String name(String size) {
    return "khr.load.float16.a." + size + ".subgroup.row.buffer.float16";
  }

  /** What shaders do is known of those alone that were looked at. */
  @Test
  public void aRuleOfShadersSaysHowManyWereLookedAt() {
    SeparatingRule rule =
        new SeparatingRule(List.of(new TraitCondition.Does("there is a load", "")), 61, 0, 270);
    assertFalse(rule.isOfNames());
    assertEquals(
        Causes.Where.tried(rule, 252, List.of(), List.of()).support(),
        "all 61 looked at, of 252 failing cases, are so, and none of 270 looked at that pass");
    assertEquals(
        Causes.Where.tried(rule, 61, List.of("a"), List.of()).support(),
        "all 61 failing cases are so, and none of 270 looked at that pass, 1 of them run to"
            + " try it");
  }

  /** Two that fail beside two that pass prove nothing. */
  @Test
  public void fewCasesProveNothing() {
    List<Example> examples =
        List.of(
            load(true, "16x16", "col"),
            load(true, "32x16", "col"),
            load(false, "16x16", "row"),
            load(false, "32x16", "row"));
    assertTrue(Rules.best(ranked(examples)).isEmpty());
  }
}
