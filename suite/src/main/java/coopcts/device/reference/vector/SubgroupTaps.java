// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import java.util.Arrays;

/** The taps of an instruction that each invocation executes for itself, by subgroup. */
public final class SubgroupTaps {

  /** No fault shows. */
  public static final SubgroupTaps OFF = new SubgroupTaps(new Taps[0], 1);

  private final Taps[] bySubgroup;
  private final int subgroupSize;

  private SubgroupTaps(Taps[] bySubgroup, int subgroupSize) {
    this.bySubgroup = bySubgroup;
    this.subgroupSize = subgroupSize;
  }

  /**
   * {@return the taps of an execution that begins}
   *
   * @param site of the taps; its last fact is the number of the subgroup
   * @param type of the components
   * @param machine that executes the instruction
   * @param facts of the site but the last one, in its order
   */
  public static SubgroupTaps at(Tap.Site site, Type type, Machine machine, long... facts) {
    if (!machine.fault().isTapped(site)) {
      return OFF;
    }
    Taps[] all = new Taps[machine.instances(Scope.SUBGROUP)];
    for (int subgroup = 0; subgroup < all.length; subgroup++) {
      long[] known = Arrays.copyOf(facts, facts.length + 1);
      known[facts.length] = subgroup;
      all[subgroup] = machine.fault().at(site, type, subgroup, known);
    }
    return new SubgroupTaps(all, machine.subgroupSize());
  }

  /**
   * {@return the taps of an invocation}
   *
   * @param lane number of the invocation, from 0
   */
  public Taps of(int lane) {
    return bySubgroup.length == 0 ? Taps.OFF : bySubgroup[lane / subgroupSize];
  }

  /** {@return whether a fault is at one of these taps} */
  public boolean isOn() {
    return bySubgroup.length > 0;
  }
}
