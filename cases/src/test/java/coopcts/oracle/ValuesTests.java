// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.SINT8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What is known of a matrix, and whether it tells right from wrong; patterns of float16. */
public final class ValuesTests {

  private static final long ONE = 0x3C00;
  private static final long TWO = 0x4000;
  private static final long MINUS_ZERO = 0x8000;
  private static final long SUBNORMAL = 0x03FF;
  private static final long LEAST = 0x0400;
  private static final long INFINITY = 0x7C00;
  private static final Rule LOADED = Rule.must("KHR-LOAD-018");
  private static final Rule EXACT = Rule.practice("KHR-MULADD-009");
  private static final Rule WISHED = Rule.quality("KHR-MULADD-010");
  private static final Acceptance ANYTHING = new Acceptance.Anything();

  private static Acceptance of(long... patterns) {
    return new Acceptance.OneOf(patterns);
  }

  private static Values values(ComponentType component, Acceptance... elements) {
    MatrixType type =
        new MatrixType(component, Scope.SUBGROUP, 1, elements.length, Use.ACCUMULATOR);
    return Values.each(type, LOADED, i -> elements[i]);
  }

  /** Two elements with a rule of their own for the first. */
  private static Values with(Rule own) {
    Values plain = values(FLOAT16, of(ONE), of(TWO));
    return new Values(plain.type(), plain.bits(), null, LOADED, new Rule[] {own, null});
  }

  @Test
  public void tiers() {
    assertEquals(with(null).tier(), Tier.MUST);
    assertEquals(with(WISHED).tier(), Tier.QUALITY);
    assertEquals(with(EXACT).tier(), Tier.PRACTICE);
    assertEquals(with(LOADED).by(WISHED).tier(), Tier.QUALITY);
    Values reversed =
        new Values(
            with(null).type(), new long[] {ONE, TWO}, null, WISHED, new Rule[] {EXACT, null});
    assertEquals(reversed.tier(), Tier.QUALITY);
    Values plain = with(EXACT);
    assertSame(plain.noMoreThan(Tier.MUST), plain);
    assertEquals(plain.noMoreThan(Tier.QUALITY).tier(), Tier.QUALITY);
    assertEquals(with(WISHED).noMoreThan(Tier.PRACTICE).tier(), Tier.QUALITY);
    assertEquals(with(WISHED).rule(0), WISHED);
    assertEquals(with(WISHED).rule(1), LOADED);
  }

  @Test
  public void moreSentences() {
    Values plain = with(WISHED);
    assertSame(plain.and(List.of()), plain);
    Values more = plain.and(List.of("KHR-LOAD-001"));
    assertEquals(more.rule(1).assertions(), List.of("KHR-LOAD-018", "KHR-LOAD-001"));
    assertEquals(more.rule(0).assertions(), List.of("KHR-MULADD-010", "KHR-LOAD-001"));
    assertNull(more.own()[1]);
    assertNull(values(FLOAT16, of(ONE)).and(List.of("KHR-LOAD-001")).own());
  }

  @Test
  public void ranges() {
    Values values =
        values(FLOAT16, of(TWO), of(TWO, ONE), new Acceptance.Within(-1, 3), of(0, MINUS_ZERO));
    assertEquals(values.range(0), new double[] {2, 2});
    assertEquals(values.range(1), new double[] {1, 2});
    assertEquals(values.range(2), new double[] {-1, 3});
    assertEquals(values.range(3), new double[] {0, 0});
    Acceptance[] open = {of(MINUS_ZERO), ANYTHING, new Acceptance.NotANumber()};
    Values undefined = new Values(values.type(), new long[4], open, LOADED);
    assertEquals(undefined.range(0), new double[] {0, 0});
    assertThrows(IllegalStateException.class, () -> undefined.range(1));
    assertThrows(IllegalStateException.class, () -> undefined.range(2));
  }

  /** Factors of integers are one number each. */
  @Test
  public void whatIsDetermined() {
    values(SINT8, of(1), of(2)).requireDetermined();
    Values plain = values(SINT8, of(1), of(2));
    new Values(plain.type(), plain.bits(), new Acceptance[] {of(1), null}, LOADED)
        .requireDetermined();
    for (Acceptance open : List.of(of(1, 2), ANYTHING)) {
      assertThrows(
          IllegalStateException.class, () -> values(SINT8, open, of(1)).requireDetermined());
      assertThrows(
          IllegalStateException.class, () -> values(SINT8, of(1), open).requireDetermined());
    }
  }

  private static Controls controls(FloatControl control) {
    return new Controls(Optional.ofNullable(control).map(one -> new FloatMode(one, 16)));
  }

  private static Acceptance patterns(int count) {
    return of(LongStream.range(0, count).toArray());
  }

  @DataProvider
  Object[][] useful() {
    return new Object[][] {
      {values(SINT8, of(1), patterns(8))},
      {values(FLOAT16, of(ONE), of(TWO))},
      {values(FLOAT16, of(0x7BFF), of(0xFBFF))},
      // A range is a 32nd of the largest element at most.
      {values(FLOAT16, of(TWO), new Acceptance.Within(1, 1 + 0x1p-4))},
      {values(FLOAT16, new Acceptance.Within(-2 - 0x1p-5, -2), of(ONE))}
    };
  }

  @Test(dataProvider = "useful")
  public void whatTellsRightFromWrong(Values values) {
    DiscriminationCheck.require(values, controls(null));
  }

  @DataProvider
  Object[][] useless() {
    return new Object[][] {
      {values(SINT8, of(1), patterns(9))},
      {values(SINT8, ANYTHING, of(1))},
      {values(FLOAT16, of(ONE), ANYTHING)},
      {values(FLOAT16, of(ONE), new Acceptance.NotANumber())},
      {values(FLOAT16, of(ONE), of(INFINITY))},
      {values(FLOAT16, of(ONE), of(INFINITY | MINUS_ZERO))},
      {values(FLOAT16, of(ONE), of(0x7E00))},
      {values(FLOAT16, of(TWO), new Acceptance.Within(1, 1 + 0x1p-4 + 0x1p-8))},
      {values(FLOAT16, new Acceptance.Within(-2, 2))}
    };
  }

  @Test(dataProvider = "useless")
  public void whatDoesNot(Values values) {
    assertThrows(
        IndistinctValuesException.class, () -> DiscriminationCheck.require(values, controls(null)));
  }

  /** Where a mode keeps them, infinities and NaN are as good as numbers. */
  @Test
  public void specialsThatAreKept() {
    Controls keeping = controls(FloatControl.SPECIALS);
    DiscriminationCheck.require(
        values(FLOAT16, of(ONE), of(INFINITY), new Acceptance.NotANumber()), keeping);
    assertThrows(
        IndistinctValuesException.class,
        () -> DiscriminationCheck.require(values(FLOAT16, of(ONE), ANYTHING), keeping));
    assertThrows(
        IndistinctValuesException.class,
        () -> DiscriminationCheck.require(values(FLOAT16, of(ONE, INFINITY)), keeping));
  }

  @Test
  public void operandsOfProducts() {
    DiscriminationCheck.requireNormal(values(FLOAT16, of(LEAST), of(0), of(MINUS_ZERO)));
    DiscriminationCheck.requireNormal(values(SINT8, of(1)));
    for (long bits : new long[] {SUBNORMAL, SUBNORMAL | MINUS_ZERO, INFINITY}) {
      assertThrows(
          IndistinctValuesException.class,
          () ->
              DiscriminationCheck.requireNormal(
                  values(FLOAT16, of(ONE)), values(FLOAT16, of(ONE), of(bits))));
    }
    assertThrows(
        IndistinctValuesException.class,
        () ->
            DiscriminationCheck.requireNormal(values(FLOAT16, new Acceptance.Within(0x1p-15, 1))));
  }

  @Test
  public void variety() {
    assertEquals(DiscriminationCheck.variety(values(SINT8, of(1), of(2), of(1))), 2);
    assertEquals(
        DiscriminationCheck.variety(
            values(
                FLOAT16,
                new Acceptance.Within(1, 2),
                new Acceptance.Within(1, 3),
                new Acceptance.Within(1, 2))),
        2);
    assertEquals(
        DiscriminationCheck.variety(
            values(FLOAT16, new Acceptance.Within(1, 3), new Acceptance.Within(2, 3), of(ONE))),
        3);
  }

  /** CM2-ELEM-002: rows, columns and elements as they are; what is open is not judged. */
  @Test
  public void functionsOfElements() {
    MatrixType type = new MatrixType(SINT8, Scope.SUBGROUP, 2, 3, Use.A);
    Values m = Values.exact(type, new long[] {1, 2, 3, 4, 5, 6}, LOADED);
    Values extra = Values.exact(type, new long[] {10, 20, 30, 40, 50, 60}, LOADED);
    PerElement.Function sum =
        (row, column, patterns) -> of(100 * row + 10 * column + Arrays.stream(patterns).sum());
    assertEquals(PerElement.of(sum, m).bits(), new long[] {1, 12, 23, 104, 115, 126});
    Values both = PerElement.of(sum, m, extra);
    assertEquals(both.bits(), new long[] {11, 32, 53, 144, 165, 186});
    assertNull(both.open());
    assertEquals(both.rule().assertion(), "CM2-ELEM-002");
    Values open = Values.each(type, LOADED, i -> i == 4 ? of(1, 2) : i == 5 ? ANYTHING : of(i));
    for (Values judged : List.of(PerElement.of(sum, open), PerElement.of(sum, m, open))) {
      assertTrue(judged.open(4) instanceof Acceptance.Anything);
      assertTrue(judged.open(5) instanceof Acceptance.Anything);
      assertNull(judged.open(3));
    }
  }

  /** The tests of the Khronos CTS: factors from -2 to 5.5 in halves, sums that float16 holds. */
  @Test
  public void whatPracticeIsAbout() {
    assertTrue(Practice.isFactor(5.5) && Practice.isFactor(-2) && Practice.isFactor(0.5));
    assertTrue(!Practice.isFactor(6) && !Practice.isFactor(0.25));
    assertTrue(Practice.isSum(512, 0.25) && Practice.isSum(1, 1));
    assertTrue(!Practice.isSum(512.25, 0.25) && !Practice.isSum(512, 0.125));
    assertEquals(Practice.ofMatrices(true, 16, 16, 47), Tier.PRACTICE);
    assertEquals(Practice.ofMatrices(true, 16, 48, 16), Tier.TOLERANT);
    assertEquals(Practice.ofMatrices(false, 16, 16, 16), Tier.QUALITY);
    assertEquals(Practice.ofVector(true, 64), Tier.PRACTICE);
    assertEquals(Practice.ofVector(true, 65), Tier.QUALITY);
    assertEquals(Practice.ofVector(false, 1), Tier.QUALITY);
    assertTrue(Practice.isNear(1024, 1021) && Practice.isNear(1024, 1027));
    assertTrue(!Practice.isNear(1024, 1020.9) && !Practice.isNear(1024, 1027.1));
    List<String> sentences = List.of("KHR-LOAD-018");
    Rule floats = Practice.rule(row(FLOAT16), 5, 512, sentences);
    assertEquals(floats.tier(), Tier.PRACTICE);
    assertEquals(floats.assertions(), List.of("KHR-LOAD-018", "KHR-MULADD-009"));
    assertEquals(Practice.rule(row(FLOAT16), 6, 512, sentences).tier(), Tier.QUALITY);
    assertEquals(Practice.rule(row(FLOAT16), 5, 513, sentences).tier(), Tier.QUALITY);
    assertEquals(Practice.rule(row(SINT8), 99, 9999, sentences), LOADED);
  }

  private static MatrixProperties row(ComponentType type) {
    return new MatrixProperties(16, 16, 16, type, type, type, type, false, Scope.SUBGROUP);
  }

  @Test
  public void theMildestStrictness() {
    assertEquals(Strictness.least(EnumSet.of(Tier.MUST)), Strictness.BY_THE_LETTER);
    assertEquals(Strictness.least(EnumSet.of(Tier.PRACTICE)), Strictness.USUAL);
    assertEquals(Strictness.least(EnumSet.of(Tier.PRACTICE, Tier.MUST)), Strictness.BY_THE_LETTER);
    assertEquals(Strictness.least(EnumSet.of(Tier.TOLERANT)), Strictness.STRICT);
    assertEquals(Strictness.least(EnumSet.noneOf(Tier.class)), Strictness.STRICT);
  }
}
