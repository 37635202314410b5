// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.reports.Glob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** What is worth its time comes first. */
public final class BestFirstTests {

  private static CaseSelection gate(List<Glob> filters, Set<String> caselist) {
    return new CaseSelection(filters, List.of(), caselist, 1, 1, CaseSelection.Unknown.FAIL, true);
  }

  private static DeviceReport report(String profile) throws Exception {
    return new ReferenceProvider().open(profile).report();
  }

  private static List<String> names(DeviceReport report, CaseSelection selection) {
    SelectedCases cases = new SelectedCases(Catalogue.families(), report, Profile.SMOKE, selection);
    List<String> names = new ArrayList<>();
    while (cases.hasNext()) {
      Case next = cases.next().tested();
      if (next.unsupported().isEmpty()) {
        names.add(next.name());
      }
    }
    return names;
  }

  @Test
  public void newValuesComeBeforeNewPairsAndWhatIsKnownComesLast() throws Exception {
    List<String> names =
        List.of(
            "khr.load.float16.a.row",
            "khr.load.float16.a.row2",
            "khr.load.float16.b.row",
            "khr.load.sint8.b.col",
            "khr.load.float16.b.row2",
            "khr.load.float16.b.col");
    List<String> order = BestFirst.order(names, report("everything"));
    assertEquals(order.subList(0, 2), List.of("khr.load.float16.a.row", "khr.load.sint8.b.col"));
    assertEquals(Set.copyOf(order), Set.copyOf(names));
  }

  /** Random programs stand in a queue of their own. */
  @Test
  public void allFamiliesComeEarly() throws Exception {
    DeviceReport report = report("lavapipe");
    List<String> names = names(report, CaseSelection.ALL);
    Set<String> families = names.stream().map(BalancedShards::family).collect(Collectors.toSet());
    assertTrue(families.size() > 25, "" + families);
    Set<String> gate = new HashSet<>(names(report, gate(List.of(), null)));
    Set<String> there = gate.stream().map(BalancedShards::family).collect(Collectors.toSet());
    families.removeAll(there);
    families.removeIf(name -> name.startsWith("random."));
    assertEquals(families, Set.of());
  }

  /** Programs on record come in their order, others behind them, and have more of the time. */
  @Test
  public void programsHaveTheirShare() throws Exception {
    DeviceReport report = report("everything");
    List<String> onRecord =
        CaseCosts.of(report).programs().entrySet().stream()
            .sorted((a, b) -> Integer.compare(a.getValue(), b.getValue()))
            .map(one -> one.getKey())
            .limit(50)
            .toList();
    List<String> names = new ArrayList<>(List.of("random.khr.999999"));
    names.addAll(onRecord.reversed());
    IntStream.range(0, 5000).forEach(i -> names.add("khr.load.float16.v%d".formatted(i)));
    List<String> order = BestFirst.order(names, report);
    List<String> programs = order.stream().filter(name -> name.startsWith("random.")).toList();
    assertEquals(programs.subList(0, 50), onRecord);
    assertEquals(programs.getLast(), "random.khr.999999");
    CaseCosts costs = CaseCosts.of(report);
    int last = order.indexOf(onRecord.getLast());
    double program = onRecord.stream().mapToDouble(costs::of).sum();
    double all = order.subList(0, last + 1).stream().mapToDouble(costs::of).sum();
    assertEquals(program / all, 0.9, 0.03);
  }

  @Test
  public void aGateIsAPartOfTheList() throws Exception {
    DeviceReport report = report("lavapipe");
    List<String> whole = names(report, CaseSelection.ALL);
    List<String> gate = names(report, gate(List.of(), null));
    assertTrue(gate.size() >= 400 && gate.size() < whole.size() / 2, "" + gate.size());
    assertTrue(whole.containsAll(gate));
    assertEquals(names(report, gate(List.of(), null)), gate);
  }

  /** A filter leaves a part of the gate; a name is run whether it is in the gate or not. */
  @Test
  public void aGateIsTheSameWhateverIsSelected() throws Exception {
    DeviceReport report = report("lavapipe");
    List<String> gate = names(report, gate(List.of(), null));
    CaseSelection loads = gate(List.of(new Glob("khr.load.**")), null);
    assertEquals(
        names(report, loads), gate.stream().filter(name -> name.startsWith("khr.load.")).toList());
    String other =
        names(report, new CaseSelection(loads.filters(), null, 1, 1)).stream()
            .filter(name -> !gate.contains(name))
            .findFirst()
            .orElseThrow();
    assertEquals(names(report, gate(List.of(), Set.of(other))), List.of(other));
  }
}
