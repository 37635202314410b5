package coopcts.device.reference;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * How a product is computed.
 *
 * @param signedA whether A's components are sign-extended
 * @param signedResult which range a saturating sum is clamped to
 * @param depth products summed for each element
 * @param useC whether C is added at all
 * @param operands precision of A and B on their way in, or null for their own
 * @param sums precision of partial sums, or null for that of double
 * @param rounding of partial sums and of the result
 * @param order how the products follow each other: a step that has no divisor in common with the
 *     depth
 * @param saturatePartial whether every partial sum is clamped
 */
record ProductSettings(
    boolean signedA,
    boolean signedB,
    boolean signedC,
    boolean signedResult,
    boolean saturating,
    int depth,
    boolean useC,
    FloatFormat operands,
    FloatFormat sums,
    Rounding rounding,
    int order,
    boolean saturatePartial) {

  ProductSettings signs(boolean a, boolean b, boolean c, boolean result) {
    return new ProductSettings(
        a, b, c, result, saturating, depth, useC, operands, sums, rounding, order, saturatePartial);
  }

  ProductSettings saturating(boolean on) {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        on,
        depth,
        useC,
        operands,
        sums,
        rounding,
        order,
        saturatePartial);
  }

  ProductSettings depth(int other) {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        other,
        useC,
        operands,
        sums,
        rounding,
        order,
        saturatePartial);
  }

  ProductSettings withoutC() {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        depth,
        false,
        operands,
        sums,
        rounding,
        order,
        saturatePartial);
  }

  ProductSettings operands(FloatFormat precision) {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        depth,
        useC,
        precision,
        sums,
        rounding,
        order,
        saturatePartial);
  }

  ProductSettings sums(FloatFormat precision) {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        depth,
        useC,
        operands,
        precision,
        rounding,
        order,
        saturatePartial);
  }

  ProductSettings rounding(Rounding direction) {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        depth,
        useC,
        operands,
        sums,
        direction,
        order,
        saturatePartial);
  }

  ProductSettings order(int step) {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        depth,
        useC,
        operands,
        sums,
        rounding,
        step,
        saturatePartial);
  }

  ProductSettings partialSaturation() {
    return new ProductSettings(
        signedA,
        signedB,
        signedC,
        signedResult,
        saturating,
        depth,
        useC,
        operands,
        sums,
        rounding,
        order,
        true);
  }
}
