// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.InstructionKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A driver bug that is drawn from the tables of taps and cover points: a wrong value inside of
 * instructions of a kind at which some bins are met together.
 *
 * @param kind of the instructions
 * @param terms bins that must be met together, at least one
 * @param tap the value
 * @param change one of {@link Tap#changes}
 */
public record DrawnTap(InstructionKind kind, List<Bin> terms, Tap tap, String change)
    implements Deviation.Drawn {

  @Override
  public boolean isInside() {
    return true;
  }

  @Override
  public String name() {
    return Deviation.Drawn.super.name() + ":" + tap;
  }

  @Override
  public String changeWords() {
    return tap.words()
        + ": "
        + Arrays.stream(Change.values())
            .filter(known -> known.toString().equals(change))
            .map(Change::words)
            .findFirst()
            .orElse("it is '" + change + "'");
  }

  /** With the bins that it {@linkplain TapNeeds needs} besides its terms. */
  @Override
  public long[] wanted() {
    long[] wanted = Deviation.Drawn.super.wanted();
    TapNeeds.implied(this).forEach(bin -> Bins.put(wanted, bin.id()));
    return wanted;
  }

  TapFault fault() {
    String condition = terms.stream().map(Bin::toString).collect(Collectors.joining(" && "));
    return TapFault.of(tap.toString(), condition, change);
  }
}
