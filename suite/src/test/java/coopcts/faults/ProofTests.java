// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.fault.Faults;
import coopcts.oracle.Strictness;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.plan.Proof;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/**
 * The table of proofs is fresh. All of it is proven again by {@code run-cts.sh faults --proofs};
 * here its names are looked at, and a sample is proven.
 */
public final class ProofTests {

  /**
   * The devices whose cases' claims have to be proven; layouts are promised by the second alone.
   */
  private static final List<String> DEVICES = List.of("everything", "intel");

  /** The cases of a device by the assertions that they claim. */
  private static Map<String, Set<String>> claims(String device) throws Exception {
    Map<String, Set<String>> claims = new HashMap<>();
    try (ReferenceDevice opened = new ReferenceProvider().open(device)) {
      for (Family family : Catalogue.families()) {
        for (Case one : (Iterable<Case>) family.cases(opened.report(), Profile.DEFAULT)::iterator) {
          if (one.unsupported().isEmpty()) {
            one.assertions()
                .forEach(id -> claims.computeIfAbsent(id, _ -> new HashSet<>()).add(one.name()));
          }
        }
      }
    }
    return claims;
  }

  /** What is claimed is proven, or stands in the list of what is not; nothing else stands there. */
  @Test(groups = "deep")
  public void whatIsClaimedIsProven() throws Exception {
    Map<String, Map<String, Set<String>>> claims = new HashMap<>();
    Set<String> claimed = new TreeSet<>();
    for (String device : DEVICES) {
      claims.put(device, claims(device));
      claims.get(device).keySet().stream().filter(Assertions::mustBeProven).forEach(claimed::add);
    }
    List<String> wrong = new ArrayList<>();
    Set<String> proven = new TreeSet<>();
    for (Proof proof : Proof.onRecord()) {
      boolean isBroken =
          Faults.list().stream()
              .anyMatch(
                  fault ->
                      fault.name().equals(proof.fault())
                          && fault.breaks().contains(proof.assertion()));
      boolean isClaimed =
          claims
              .getOrDefault(proof.reference(), Map.of())
              .getOrDefault(proof.assertion(), Set.of())
              .contains(proof.testCase());
      if (!proven.add(proof.assertion()) || !isBroken || !isClaimed) {
        wrong.add(proof.toString());
      }
    }
    assertEquals(wrong, List.of(), "no proofs any more");
    Set<String> unproven = new TreeSet<>(claimed);
    unproven.removeAll(proven);
    assertEquals(less(unproven, Proof.missing()), "", "claimed and not proven");
    assertEquals(less(Proof.missing(), unproven), "", "in unproven.tsv, but proven or not claimed");
  }

  private static String less(Set<String> all, Set<String> known) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(known);
    return String.join(" ", rest);
  }

  /** One proof of each system, of each family and of each kind of effect holds. */
  @Test(groups = "deep")
  public void proofsHold() throws Exception {
    Map<String, Faults.Entry> faults = new HashMap<>();
    Faults.list().forEach(fault -> faults.put(fault.name(), fault));
    Map<String, List<Proof>> sample = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    for (Proof proof : spread(Proof.onRecord())) {
      Faults.Entry fault = faults.get(proof.fault());
      boolean isNew =
          Stream.of("system " + fault.system(), "family " + family(proof), "kind " + fault.kind())
              .map(seen::add)
              .reduce(false, Boolean::logicalOr);
      if (isNew) {
        sample.computeIfAbsent(proof.reference(), _ -> new ArrayList<>()).add(proof);
      }
    }
    assertTrue(sample.containsKey("everything"));
    for (var entry : sample.entrySet()) {
      ProofHunt hunt = new ProofHunt(Profile.DEFAULT, entry.getKey(), SharedModules.folder(), 1);
      assertEquals(hunt.broken(entry.getValue(), 2), List.of());
    }
  }

  private static Optional<String> family(Proof proof) {
    return Catalogue.families().stream()
        .map(Family::name)
        .filter(name -> proof.testCase().startsWith(name + "."))
        .max(Comparator.comparing(String::length));
  }

  /** The proofs in an order that mixes them, always the same. */
  private static List<Proof> spread(List<Proof> proofs) {
    return proofs.stream()
        .sorted(Comparator.comparing((Proof proof) -> proof.assertion().hashCode() * 0x9E3779B9))
        .toList();
  }

  /** A proof that nothing bears out is found out. */
  @Test
  public void whatIsNoProofDoesNotHold() throws Exception {
    Proof right = Proof.onRecord().getFirst();
    List<Proof> wrong =
        List.of(
            new Proof("NONE-001", right.fault(), right.testCase(), right.reference()),
            new Proof(right.assertion(), "khr.none", right.testCase(), right.reference()),
            new Proof(right.assertion(), right.fault(), "khr.none", right.reference()));
    ProofHunt hunt = new ProofHunt(Profile.DEFAULT, right.reference(), SharedModules.folder(), 1);
    assertEquals(hunt.broken(wrong, 1), wrong);
    assertEquals(hunt.broken(List.of(right), 1), List.of());
  }

  @Test
  public void survivorsHaveReasons() {
    Set<String> names = new HashSet<>();
    Faults.list().forEach(fault -> names.add(fault.name()));
    SurvivingFaults.accepted()
        .reasons()
        .forEach(
            (fault, reason) -> {
              assertTrue(names.contains(fault), fault + " is no fault");
              assertTrue(reason.length() > 20, fault + " survives without a reason");
            });
    Faults.Entry fault = Faults.list().getFirst();
    FaultHunt.Catch found =
        new FaultHunt.Catch(fault, true, true, "khr.case", Strictness.USUAL, "everything", 1);
    FaultHunt.Catch lost = new FaultHunt.Catch(fault, true, true, null, null, "everything", 1);
    SurvivingFaults none = new SurvivingFaults(Map.of());
    SurvivingFaults listed = new SurvivingFaults(Map.of(fault.name(), "nobody can see it"));
    assertEquals(none.wrong(List.of(found)), List.of());
    assertEquals(listed.wrong(List.of(lost)), List.of());
    assertEquals(none.wrong(List.of(lost)).size(), 1);
    assertEquals(listed.wrong(List.of(found)).size(), 1);
  }
}
