// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.fault.Faults;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** No case judges a rule that was made from it. */
public final class AuditSplitTests {

  private static final Faults.Entry FAULT = Faults.entry("khr.load.stride_zero_is_line");

  private static final String BROKEN = FAULT.breaks().iterator().next();

  /** Every fourth case claims what the fault breaks. */
  private static final List<Case> CASES =
      IntStream.range(0, 3000)
          .mapToObj(
              i ->
                  Case.of(
                      "khr.load.size" + i % 7 + ".n" + i,
                      List.of(i % 4 == 0 ? BROKEN : "KHR-OTHER-001"),
                      () -> new RulePlan(List.of())))
          .toList();

  private static long claiming(Set<String> names) {
    return CASES.stream()
        .filter(one -> names.contains(one.name()) && one.assertions().contains(BROKEN))
        .count();
  }

  @Test
  public void aThirdIsKeptBack() {
    long kept = CASES.stream().filter(one -> AuditSplit.isKeptBack(one.name())).count();
    assertTrue(Math.abs(kept - CASES.size() / 3) < CASES.size() / 30, kept + " are kept back");
  }

  @Test
  public void whatIsKeptBackIsNotRun() {
    Set<String> chosen = AuditSplit.chosen(FAULT, CASES);
    assertEquals(chosen.size(), 60);
    assertEquals(claiming(chosen), 40);
    chosen.forEach(name -> assertFalse(AuditSplit.isKeptBack(name), name));
  }

  @Test
  public void onlyWhatIsKeptBackAndUnknownJudges() {
    Set<String> known = new HashSet<>(AuditSplit.chosen(FAULT, CASES));
    // A case that is known to find the fault is run even if it is kept back.
    CASES.stream().map(Case::name).filter(AuditSplit::isKeptBack).limit(50).forEach(known::add);
    Set<String> judges =
        AuditSplit.judges(FAULT, CASES, known, List.of("khr.load.size3.n1")).stream()
            .map(Case::name)
            .collect(Collectors.toSet());
    assertTrue(judges.size() > 200 && judges.size() <= 320, judges.size() + " judges");
    assertTrue(claiming(judges) >= 120, claiming(judges) + " claim what is broken");
    judges.forEach(name -> assertTrue(AuditSplit.isKeptBack(name) && !known.contains(name), name));
  }

  /** Half of the judges for what failed are the nearest to it, whatever they claim. */
  @Test
  public void whatIsNearJudges() {
    Set<String> judges =
        AuditSplit.judges(FAULT, CASES, Set.of(), List.of("khr.load.size3.none")).stream()
            .map(Case::name)
            .collect(Collectors.toSet());
    List<String> near =
        CASES.stream()
            .map(Case::name)
            .filter(name -> AuditSplit.isKeptBack(name) && name.startsWith("khr.load.size3."))
            .toList();
    assertTrue(near.stream().filter(judges::contains).count() >= 60, "the nearest are judges");
  }
}
