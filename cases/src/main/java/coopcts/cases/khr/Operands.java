// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.MatrixArray;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.plan.ProgramSubcase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * Data sets for component-wise arithmetic, as subcases: full widths, edges, and for floats numbers
 * close to zero.
 */
final class Operands {

  private Operands() {}

  static List<ProgramSubcase> subcases(MatrixType type, List<MatrixArray> slots) {
    ComponentType component = type.component();
    List<ProgramSubcase> subcases = new ArrayList<>();
    subcases.add(
        KhrFamily.subcase(
            "wide",
            slots,
            (slot, at, random) ->
                slot.matrices(at, random, InputPatterns.wide(component, 3, random))));
    subcases.add(
        KhrFamily.subcase(
            "edges",
            slots,
            (slot, at, random) ->
                slot.matrices(at, random, InputPatterns.edges(component, random))));
    if (component.format() instanceof FloatFormat) {
      for (boolean isLarge : List.of(true, false)) {
        subcases.add(
            KhrFamily.subcase(
                isLarge ? "large" : "small",
                slots,
                (slot, at, random) ->
                    slot.matrices(at, random, InputPatterns.far(component, isLarge, random))));
      }
      subcases.add(
          KhrFamily.subcase(
              "tiny",
              slots,
              (slot, at, random) ->
                  slot.matrices(at, random, InputPatterns.tiny(component, random))));
    }
    return subcases;
  }

  /**
   * Subcases for a quotient: the slot named divisor never holds 0, nor −1 over the smallest number,
   * nor anything subnormal, which nothing bounds a quotient by (NUM-PREC-003).
   */
  static List<ProgramSubcase> quotients(MatrixType type, List<MatrixArray> slots, String divisor) {
    ComponentType component = type.component();
    List<ProgramSubcase> subcases = new ArrayList<>();
    for (String name : List.of("wide", "edges")) {
      subcases.add(
          KhrFamily.subcase(
              name,
              slots,
              (slot, at, random) -> {
                IntToLongFunction any =
                    name.equals("wide")
                        ? InputPatterns.wide(component, 3, random)
                        : InputPatterns.edges(component, random);
                return slot.matrices(
                    at,
                    random,
                    slot.name().equals(divisor) ? divisors(component, any, random) : any);
              }));
    }
    if (component.format() instanceof FloatFormat) {
      subcases.add(
          KhrFamily.subcase(
              "tiny",
              slots,
              (slot, at, random) ->
                  slot.matrices(
                      at,
                      random,
                      slot.name().equals(divisor)
                          ? divisors(component, InputPatterns.edges(component, random), random)
                          : InputPatterns.tiny(component, random))));
    }
    return subcases;
  }

  private static IntToLongFunction divisors(
      ComponentType component, IntToLongFunction any, SplittableRandom random) {
    NumberFormat format = component.format();
    long minusOne = component.isSigned() ? format.mask() : 0;
    return i -> {
      long pattern = any.applyAsLong(i);
      while (pattern == 0
          || pattern == minusOne
          || format instanceof FloatFormat real && real.isZero(pattern)) {
        pattern =
            format instanceof FloatFormat real
                ? real.encode(random.nextInt(1, 9), Rounding.NEAREST_EVEN)
                : random.nextInt(2, 100);
      }
      return pattern;
    };
  }
}
