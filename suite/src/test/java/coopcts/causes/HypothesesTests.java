// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;

import coopcts.catalogue.Catalogue;
import coopcts.device.Devices;
import coopcts.jobs.Repro;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** A case that is tried with hundreds of faults is planned once. */
public final class HypothesesTests {

  @Test
  public void planAndTrialsAreMadeOnce() throws Exception {
    Case found =
        Repro.find(
            Catalogue.families(),
            Devices.open("reference:everything").report(),
            "khr.load.float16.a.16x16.subgroup.row.buffer.float16");
    AtomicInteger plans = new AtomicInteger();
    Case counted =
        found.planned(
            () -> {
              plans.incrementAndGet();
              return found.plan().get();
            });
    Case kept = new Hypotheses.Failure(counted, Path.of("."), List.of()).remembered(1).tested();
    assertSame(kept.plan().get(), kept.plan().get());
    assertEquals(plans.get(), 1);
    Trial first = trial(kept, 1);
    assertSame(trial(kept, 1), first);
    assertNotSame(trial(kept, 2), first);
  }

  private static Trial trial(Case tested, long seed) {
    return ((ShaderPlan) tested.plan().get()).subcases().getFirst().trial().apply(seed);
  }
}
