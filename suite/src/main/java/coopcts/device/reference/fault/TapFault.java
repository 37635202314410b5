// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.InstructionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A value inside of an algorithm that comes out wrong under a condition.
 *
 * @param tap the value
 * @param condition under which it is wrong: not 0
 * @param change the wrong value
 * @param bins of cover points that the two depend on; their values stand behind those of the tap's
 *     names
 */
record TapFault(Tap tap, Formula condition, Formula change, List<Bin> bins)
    implements Fault.Effect, Deviation {

  @Override
  public Set<InstructionKind> kinds() {
    return tap.kinds();
  }

  /** Its condition looks at the bins; it may be more than that all are met. */
  @Override
  public List<Bin> terms() {
    return List.of();
  }

  /** Cover points whose bins the type of a matrix or component tells. */
  private static final List<String> OF_TYPES = List.of("type", "use", "scope");

  /**
   * {@return the fault of a row}
   *
   * @param tap name of the tap
   * @param condition formula of names and bins, {@code -} for always
   * @param change name of a {@link Change}, or a formula
   * @throws IllegalArgumentException if a name, bin or change is unknown, or no instruction at the
   *     tap can meet a bin
   */
  static TapFault of(String tap, String condition, String change) {
    Tap at = Tap.named(tap);
    List<Bin> bins = new ArrayList<>();
    Formula when = condition.equals("-") ? _ -> 1 : Formula.of(condition, at.names(), bins);
    String formula =
        Arrays.stream(Change.values())
            .filter(known -> known.toString().equals(change))
            .map(Change::formula)
            .findFirst()
            .orElse(change);
    if (formula.isEmpty()) {
      throw new IllegalArgumentException(change + " changes elements, not a value");
    }
    Formula then = Formula.of(formula, at.names(), bins);
    bins.forEach(bin -> check(at, bin));
    return new TapFault(at, when, then, List.copyOf(bins));
  }

  /** A bin that no instruction of the tap can meet would make a fault that never is one. */
  private static void check(Tap tap, Bin bin) {
    if (bin.isOfResult()) {
      throw new IllegalArgumentException(bin + " is known behind an instruction only");
    }
    if (!OF_TYPES.contains(bin.point())
        && tap.kinds().stream().noneMatch(kind -> Bins.of(kind).contains(bin))) {
      throw new IllegalArgumentException("no instruction at %s meets %s".formatted(tap, bin));
    }
  }

  /** Whether its condition holds where all that is known is the first fact of its site. */
  boolean holds(long fact) {
    long[] values = new long[tap.names().size() + bins.size()];
    values[Tap.FIRST_FACT] = fact;
    return condition.of(values) != 0;
  }

  /** Whether the bins of instructions have to be noted for it. */
  boolean needsEvents() {
    return bins.stream().anyMatch(bin -> !OF_TYPES.contains(bin.point()));
  }
}
