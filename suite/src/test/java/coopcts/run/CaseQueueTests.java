// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.run.select.Cases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Which case is next. */
public class CaseQueueTests {

  private static final long MILLI = 1_000_000;

  private final List<PlannedCase> cases =
      IntStream.range(0, 300)
          .mapToObj(
              i ->
                  new PlannedCase(
                      new Cases.CasePlace(i, i / 100, i % 100),
                      "family%d.case%d".formatted(i / 100, i),
                      List.of()))
          .toList();

  private long now;

  /** All cases in the order in which one worker takes them, 20 ms each, with the time. */
  private Map<Long, PlannedCase> taken(CaseHistory history, boolean inOrder) {
    now = 0;
    CaseQueue agenda = new CaseQueue(cases, history, inOrder, () -> now);
    Map<Long, PlannedCase> taken = new TreeMap<>();
    for (PlannedCase next = agenda.take(); next != null; next = agenda.take()) {
      taken.put(now, next);
      now += 20 * MILLI;
      agenda.learn(next, 20);
    }
    assertEquals(agenda.left(), 0);
    return taken;
  }

  private List<String> names(List<Integer> numbers) {
    return numbers.stream().map(number -> cases.get(number).name()).toList();
  }

  /** Whoever stops early follows an order, whatever is known of families and times. */
  @Test
  public void aGivenOrderIsKept() {
    List<PlannedCase> order = new ArrayList<>(cases);
    Collections.shuffle(order, new Random(3));
    Map<String, Long> times = new HashMap<>();
    cases.forEach(one -> times.put(one.name(), 5000L - one.place().number()));
    now = 0;
    CaseQueue agenda =
        new CaseQueue(order, new CaseHistory(times, Set.of(cases.get(7).name())), true, () -> now);
    List<PlannedCase> taken = new ArrayList<>();
    for (PlannedCase next = agenda.take(); next != null; next = agenda.take()) {
      taken.add(next);
      agenda.learn(next, 20);
      now += 20 * MILLI;
    }
    assertEquals(taken, order);
    agenda.giveBack(order.getLast());
    assertEquals(agenda.take(), order.getLast());
  }

  @Test
  public void casesThatEndTheirProcessAreKeptApart() {
    Set<String> fatal = Set.copyOf(names(List.of(10, 11, 12, 13, 14)));
    Map<Long, PlannedCase> taken = taken(new CaseHistory(Map.of(), fatal), false);
    assertEquals(Set.copyOf(taken.values()), Set.copyOf(cases));
    assertEquals(taken.size(), cases.size());
    List<Long> deaths = new ArrayList<>();
    taken.forEach(
        (when, one) -> {
          if (fatal.contains(one.name())) {
            deaths.add(when);
          }
        });
    // One each PAUSE while there are others, which take 5.9 s; then the rest.
    assertTrue(deaths.getFirst() >= CaseQueue.PAUSE);
    assertEquals(deaths.size(), fatal.size());
    assertEquals(deaths.getLast(), (cases.size() - 1) * 20 * MILLI);
    for (long death : deaths.subList(1, deaths.size())) {
      long before = deaths.get(deaths.indexOf(death) - 1);
      long othersLeft =
          taken.entrySet().stream()
              .filter(one -> one.getKey() > death && !fatal.contains(one.getValue().name()))
              .count();
      assertTrue(
          death - before >= CaseQueue.PAUSE || othersLeft == 0,
          "%d ns after the one before, %d others left".formatted(death - before, othersLeft));
    }
  }

  @Test
  public void whatTakesLongGoesFirst() {
    Map<String, Long> times = new HashMap<>();
    cases.forEach(one -> times.put(one.name(), 20L));
    times.put(cases.get(250).name(), 5000L);
    CaseHistory history = new CaseHistory(times, Set.of());
    assertEquals(taken(history, false).get(0L), cases.get(250));
  }

  /** Takes one after the other, and says in which order; each takes what its family takes. */
  private List<String> order(List<PlannedCase> all, Map<String, Long> times, long... millis) {
    now = 5;
    CaseQueue agenda = new CaseQueue(all, new CaseHistory(times, Set.of()), false, () -> now);
    List<String> order = new ArrayList<>();
    for (PlannedCase next = agenda.take(); next != null; next = agenda.take()) {
      order.add(next.name());
      assertEquals(agenda.left(), all.size() - order.size());
      long took = millis[next.place().family()];
      now += took * MILLI;
      agenda.learn(next, took);
    }
    return order;
  }

  /** Three cases of each of three families. */
  private List<PlannedCase> few() {
    return IntStream.of(0, 1, 2, 100, 101, 102, 200, 201, 202).mapToObj(cases::get).toList();
  }

  /** One case of each family tells, then the family whose cases take longest is first. */
  @Test
  public void aFamilyOfWhichNothingIsKnownIsTriedFirst() {
    assertEquals(
        order(few(), Map.of(), 10, 30, 20), names(List.of(0, 100, 200, 101, 102, 201, 202, 1, 2)));
    // What an earlier run says of one case is said of its family.
    assertEquals(
        order(few(), Map.of(cases.get(1).name(), 40L), 10, 30, 20),
        names(List.of(100, 200, 0, 101, 102, 1, 2, 201, 202)));
  }

  /** A second and more: before its family, the longest first, whatever its family takes. */
  @Test
  public void longCasesGoBeforeTheirFamilies() {
    Map<String, Long> times = new HashMap<>();
    few().forEach(one -> times.put(one.name(), 10L));
    times.put(cases.get(2).name(), 1000L);
    times.put(cases.get(101).name(), 3000L);
    times.put(cases.get(102).name(), 2000L);
    times.put(cases.get(202).name(), 999L);
    List<String> order = order(few(), times, 10, 10, 10);
    // Its family's mean is more than a second then.
    assertEquals(order.subList(0, 4), names(List.of(101, 102, 100, 2)));
    assertEquals(
        order.stream().filter(name -> name.startsWith("family2")).toList(),
        names(List.of(200, 201, 202)),
        "below a second a case keeps its place in its family");
  }

  /** While the first case of a family runs, the family counts as what that has taken so far. */
  @Test
  public void aFamilyThatHasBegunIsAsLongAsItsFirstCaseRuns() {
    now = 5;
    CaseQueue agenda =
        new CaseQueue(
            few(), new CaseHistory(Map.of(cases.get(200).name(), 50L), Set.of()), false, () -> now);
    assertEquals(agenda.take(), cases.get(0));
    assertEquals(agenda.take(), cases.get(100));
    now += 49 * MILLI;
    assertEquals(agenda.take(), cases.get(200), "50 ms against 49 that the others have run");
    now += 2 * MILLI;
    assertEquals(agenda.take(), cases.get(1), "51 ms without an end");
  }

  /** What comes back is the next of its family, and is left again. */
  @Test
  public void whatIsGivenBackIsTakenAgain() {
    now = 5;
    CaseQueue agenda = new CaseQueue(few(), new CaseHistory(Map.of(), Set.of()), false, () -> now);
    PlannedCase first = agenda.take();
    assertEquals(agenda.left(), 8);
    agenda.giveBack(first);
    assertEquals(agenda.left(), 9);
    assertEquals(IntStream.range(0, 9).filter(_ -> agenda.take() != null).count(), 9);
    assertEquals(agenda.take(), null);
    assertEquals(agenda.left(), 0);
  }

  @Test
  public void aRunInOrderKeepsTheOrder() {
    CaseHistory history =
        new CaseHistory(Map.of(cases.get(250).name(), 5000L), Set.copyOf(names(List.of(1, 2))));
    assertEquals(List.copyOf(taken(history, true).values()), cases);
  }

  @Test
  public void theLaterWordCounts() {
    CaseHistory first = new CaseHistory(Map.of("a", 1L, "b", 2L), Set.of("a", "b"));
    CaseHistory second = new CaseHistory(Map.of("b", 3L), Set.of());
    CaseHistory both = first.with(second);
    assertEquals(both.times(), Map.of("a", 1L, "b", 3L));
    assertEquals(both.fatal(), Set.of("a"));
  }
}
