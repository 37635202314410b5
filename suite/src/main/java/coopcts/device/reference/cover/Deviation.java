// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A driver bug that shows where bins are met together: at an instruction's result ({@link
 * DrawnFault}) or at a value inside of it.
 */
public interface Deviation {

  /** {@return the kinds of instructions at which it shows} */
  Set<InstructionKind> kinds();

  /** {@return bins that must be met together, may be none} */
  List<Bin> terms();

  /** {@return the bins that must be met, as a new set of {@link Bins}} */
  default long[] wanted() {
    long[] wanted = new long[Bins.WORDS];
    terms().forEach(bin -> Bins.put(wanted, bin.id()));
    return wanted;
  }

  /** One that is drawn from the tables in place of being thought up. */
  interface Drawn extends Deviation {

    /** {@return the kind of instructions at which it shows} */
    InstructionKind kind();

    @Override
    default Set<InstructionKind> kinds() {
      return Set.of(kind());
    }

    /** {@return whether it changes a value inside of an instruction, not its result} */
    boolean isInside();

    /** {@return what it does wrong, as a name in lists} */
    String change();

    /** {@return what it does wrong, as a part of a sentence} */
    String changeWords();

    /**
     * {@return its name in lists: kind, bins and change, joined by colons, the bins by plus signs}
     */
    default String name() {
      return "%s:%s:%s".formatted(kind(), words(Bin::toString, "+"), change());
    }

    /**
     * {@return the deviation as a part of a sentence for a list, without a capital and a full stop}
     */
    default String sentence() {
      return "at a %s %s, %s".formatted(kind().words(), words(Bin::words, " "), changeWords());
    }

    private String words(Function<Bin, String> word, String between) {
      return terms().stream().map(word).collect(Collectors.joining(between));
    }
  }
}
