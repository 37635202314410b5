package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.numbers.NumberFormat;

/**
 * What is known of a matrix: for each element, row-major, the pattern, or a set of acceptable
 * patterns where the specs leave a choice.
 *
 * @param bits the pattern of each element; one of the acceptable ones where there are several
 * @param open null where all is determined, else for each element null or its acceptable patterns
 * @param rule why these values are expected
 */
record Values(MatrixType type, long[] bits, Acceptance[] open, Rule rule) {

  static Values exact(MatrixType type, long[] bits, Rule rule) {
    return new Values(type, bits, null, rule);
  }

  NumberFormat format() {
    return NumberFormat.of(type.component());
  }

  /** The acceptable patterns of an element, or null where there is only {@code bits[i]}. */
  Acceptance open(int i) {
    return open == null ? null : open[i];
  }

  /** The finite list of acceptable patterns of an element, or null where they are not listed. */
  long[] candidates(int i) {
    return switch (open(i)) {
      case null -> new long[] {bits[i]};
      case Acceptance.OneOf(long[] patterns) -> patterns;
      case Acceptance.Within _, Acceptance.Anything _, Acceptance.NotANumber _ -> null;
    };
  }

  /** The same values under another name: a copy of a variable. */
  Values as(MatrixType other) {
    return new Values(other, bits, open, rule);
  }
}
