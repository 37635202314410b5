// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.List;
import java.util.Set;

/**
 * One condition of a {@link SeparatingRule}: something that is true of a case or not, by its {@link
 * Traits}.
 */
public sealed interface TraitCondition {

  /**
   * {@return whether the condition holds for a case; false if the case lacks the number or word in
   * question}
   *
   * @param of the case's traits
   */
  boolean isTrueOf(Traits of);

  /** {@return the condition in words that follow "where", such as {@code columns >= 16}} */
  String words();

  /**
   * {@return whether a case has the parameter in question, whatever its value} Where all values
   * that cases have meet the condition, it says no more than that.
   *
   * @param of the case's traits
   */
  default boolean isOf(Traits of) {
    return true;
  }

  /**
   * {@return how many bits it takes to say the condition} What drivers branch on takes few: the
   * operation, a type, a size, a layout. A list takes more with each word, and what is seldom a
   * cause, such as a trait of the module or of the numbers, takes most.
   *
   * @param data clauses about the numbers that shaders meet
   */
  double bits(Set<String> data);

  /** Something is true of a number that cases have. */
  sealed interface OfNumber extends TraitCondition {
    /** {@return the name of the number} */
    String number();

    /**
     * {@return whether it is true of a value}
     *
     * @param value of the number
     */
    boolean holds(long value);

    @Override
    default boolean isTrueOf(Traits of) {
      return of.has(number()) && holds(of.numbers().get(number()));
    }

    @Override
    default boolean isOf(Traits of) {
      return of.has(number());
    }

    @Override
    default double bits(Set<String> data) {
      return 7;
    }
  }

  /** A bound: drivers branch on powers of two more often than on other numbers. */
  private static double ofBound(long bound) {
    return Long.bitCount(bound) == 1 ? 7 : 7.5;
  }

  /**
   * A number is at least so large.
   *
   * @param number name of the number
   * @param least the bound, included
   */
  record AtLeast(String number, long least) implements OfNumber {
    @Override
    public boolean holds(long value) {
      return value >= least;
    }

    @Override
    public double bits(Set<String> data) {
      return ofBound(least);
    }

    @Override
    public String words() {
      return ParameterWords.of(number) + " >= " + least;
    }
  }

  /**
   * A number is at most so large.
   *
   * @param number name of the number
   * @param most the bound, included
   */
  record AtMost(String number, long most) implements OfNumber {
    @Override
    public boolean holds(long value) {
      return value <= most;
    }

    @Override
    public double bits(Set<String> data) {
      return ofBound(most);
    }

    @Override
    public String words() {
      return ParameterWords.of(number) + " <= " + most;
    }
  }

  /**
   * A number has one value.
   *
   * @param number name of the number
   * @param value that it has
   */
  record Equal(String number, long value) implements OfNumber {
    @Override
    public boolean holds(long given) {
      return given == value;
    }

    @Override
    public boolean isOf(Traits of) {
      return true;
    }

    @Override
    public String words() {
      return ParameterWords.of(number) + " = " + value;
    }
  }

  /**
   * A number is a multiple of another, or is none.
   *
   * @param number name of the number
   * @param divisor positive
   * @param isMultiple false for numbers that are no multiple
   */
  record Multiple(String number, long divisor, boolean isMultiple) implements OfNumber {
    @Override
    public boolean holds(long value) {
      return value % divisor == 0 == isMultiple;
    }

    @Override
    public double bits(Set<String> data) {
      return 8;
    }

    @Override
    public String words() {
      return ParameterWords.of(number)
          + (isMultiple ? " is" : " is no")
          + " multiple of "
          + divisor;
    }
  }

  /**
   * There are as many rows as columns, or not.
   *
   * @param isSquare false for matrices with another number of rows than columns
   */
  record Square(boolean isSquare) implements TraitCondition {
    @Override
    public boolean isTrueOf(Traits of) {
      return of.has("rows")
          && of.numbers().get("rows").equals(of.numbers().get("columns")) == isSquare;
    }

    @Override
    public double bits(Set<String> data) {
      return 7;
    }

    @Override
    public String words() {
      return isSquare ? "rows = columns" : "rows != columns";
    }
  }

  /**
   * The name has a word.
   *
   * @param word of the name
   */
  record Word(String word) implements TraitCondition {
    @Override
    public boolean isTrueOf(Traits of) {
      return of.words().contains(word);
    }

    @Override
    public double bits(Set<String> data) {
      return 9;
    }

    @Override
    public String words() {
      return "the name has " + word;
    }
  }

  /**
   * The shader does something.
   *
   * @param fact name of what the shader does
   * @param kind of instruction that it is about, as {@link Traits.Instruction} has it, or empty
   */
  record Does(String fact, String kind) implements TraitCondition {
    @Override
    public boolean isTrueOf(Traits of) {
      return of.facts().contains(fact) || of.data().contains(fact);
    }

    @Override
    public double bits(Set<String> data) {
      if (fact.startsWith("its module") || fact.startsWith("it runs in a module")) {
        return 12;
      }
      return 5 + fact.split(" ").length / 2.0 + (data.contains(fact) ? 3 : 0);
    }

    @Override
    public String words() {
      return fact;
    }
  }

  /**
   * A parameter is one of a few words.
   *
   * @param parameter name of the parameter
   * @param values any of them
   */
  record OneOf(String parameter, Set<String> values) implements TraitCondition {
    @Override
    public boolean isTrueOf(Traits of) {
      return values.contains(of.values().getOrDefault(parameter, ""));
    }

    @Override
    public double bits(Set<String> data) {
      return 6 + 4 * (values.size() - 1);
    }

    @Override
    public boolean isOf(Traits of) {
      return values.size() == 1 || of.values().containsKey(parameter);
    }

    @Override
    public String words() {
      return ParameterWords.of(parameter) + " is " + any(values);
    }
  }

  /**
   * The value of a parameter is made of words, of which one is one of a few.
   *
   * @param parameter name of the parameter
   * @param pieces any of them
   */
  record Has(String parameter, Set<String> pieces) implements TraitCondition {
    @Override
    public boolean isTrueOf(Traits of) {
      return Traits.pieces(of.values().getOrDefault(parameter, "")).stream()
          .anyMatch(pieces::contains);
    }

    @Override
    public double bits(Set<String> data) {
      return 7 + 4 * (pieces.size() - 1);
    }

    @Override
    public boolean isOf(Traits of) {
      return pieces.size() == 1 || of.values().containsKey(parameter);
    }

    @Override
    public String words() {
      return ParameterWords.of(parameter) + " has " + any(pieces);
    }
  }

  private static String any(Set<String> words) {
    List<String> all = words.stream().sorted().toList();
    return all.size() == 1
        ? all.getFirst()
        : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
  }
}
