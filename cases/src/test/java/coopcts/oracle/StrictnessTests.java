// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.numbers.FloatFormat;
import java.util.List;
import java.util.TreeMap;
import org.testng.annotations.Test;

/** Which misses are failures, and what is said of them. */
public final class StrictnessTests {

  private static Judgement miss(Rule... rules) {
    TreeMap<Integer, Expectation.Open> open = new TreeMap<>();
    for (int i = 0; i < rules.length; i++) {
      open.put(
          4 * i, new Expectation.Open(FloatFormat.FLOAT32, new Acceptance.Within(1, 2), rules[i]));
    }
    byte[] zeros = new byte[4 * rules.length];
    Expectation expectation =
        new Expectation(
            List.of(new Expectation.Buffer(zeros, open, List.of())), List.of(), List.of());
    return Judge.compare(expectation, List.of("r"), List.of(zeros), 1);
  }

  @Test
  void eachTierHasItsBar() {
    Judgement must = miss(Rule.must("KHR-LOAD-001"));
    Judgement practice = miss(Rule.practice("KHR-MULADD-009"));
    Judgement quality = miss(Rule.quality("KHR-MULADD-010"));
    for (Strictness strictness : Strictness.values()) {
      assertTrue(must.fails(strictness));
    }
    assertTrue(practice.fails(Strictness.USUAL));
    assertTrue(practice.fails(Strictness.STRICT));
    assertFalse(practice.fails(Strictness.BY_THE_LETTER));
    assertTrue(quality.fails(Strictness.STRICT));
    assertFalse(quality.fails(Strictness.USUAL));
    assertFalse(quality.fails(Strictness.BY_THE_LETTER));
    assertFalse(quality.clean());
  }

  @Test
  void practiceNamesTheTestThatRequiresIt() {
    String practice = miss(Rule.practice("KHR-MULADD-009")).first().getFirst().toString();
    assertTrue(
        practice.endsWith(
            "[KHR-MULADD-009] (PRACTICE: not required by the specification; the Khronos CTS"
                + " requires it in dEQP-VK.compute.*.cooperative_matrix.*.matrixmuladd*)"),
        practice);
    assertFalse(miss(Rule.must("KHR-LOAD-001")).first().getFirst().toString().contains("PRACTICE"));
  }

  /** However few are kept: a rule that is missed late is named as well. */
  @Test
  void everyMissedRuleIsNamed() {
    Rule must = Rule.must("KHR-LOAD-001");
    Judgement judgement =
        miss(Rule.quality("KHR-MULADD-010"), Rule.practice("KHR-MULADD-009"), must, must);
    assertEquals(judgement.first().size(), 3);
    assertEquals(judgement.missed(), 4);
    assertEquals(
        judgement.words(),
        "2 against MUST (required by the specification), 1 against PRACTICE (required only by the"
            + " Khronos CTS), 1 against QUALITY (left open by the specification)");
  }
}
