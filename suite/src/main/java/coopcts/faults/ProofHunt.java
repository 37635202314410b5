// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.combinations.Evenly;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.fault.Faults;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Proof;
import coopcts.plan.RulePlan;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Looks for the proof of each assertion that cases claim to check: a planted fault (a deviation
 * that the reference device makes on purpose) that breaks it, and a case that carries it and fails
 * naming it.
 */
public final class ProofHunt {

  /** Cases that are tried with a fault before it counts as no proof. */
  private static final int TRIED = 150;

  private final Profile profile;
  private final String reference;
  private final Path cache;
  private final long seed;
  private final Map<String, List<Faults.Entry>> faults;

  /**
   * Prepares a hunt; nothing is opened yet.
   *
   * @param profile of cases
   * @param reference the profile of the reference device that the faults are planted in
   * @param cache folder of compiled shaders
   * @param seed of all data sets
   */
  public ProofHunt(Profile profile, String reference, Path cache, long seed) {
    this.profile = profile;
    this.reference = reference;
    this.cache = cache;
    this.seed = seed;
    this.faults = new TreeMap<>();
    for (Faults.Entry fault : Faults.list()) {
      for (String broken : fault.breaks()) {
        faults.computeIfAbsent(broken, _ -> new ArrayList<>()).add(fault);
      }
    }
  }

  /**
   * What came of a hunt: proofs, and the assertions that cases claim and nothing proves.
   *
   * @param proofs one for each assertion that is proven
   * @param unproven IDs of the others
   */
  public record Found(List<Proof> proofs, List<String> unproven) {}

  /**
   * Hunts for proofs of all assertions that cases of the device claim, and waits for the end. Known
   * proofs that still hold stay.
   *
   * @param known earlier proofs, which are tried first; those of other reference profiles are
   *     ignored
   * @param only accepts the ID of an assertion that is looked at
   * @param threads number of threads, at least 1
   * @return a proof for each assertion that is proven, in the order of IDs, and the IDs of those
   *     that are not
   * @throws DeviceUnavailableException if the reference profile is unknown
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public Found hunt(Collection<Proof> known, Predicate<String> only, int threads)
      throws DeviceUnavailableException, InterruptedException {
    Map<String, List<Case>> claims = claims();
    Map<String, Proof> before = new LinkedHashMap<>();
    known.stream()
        .filter(proof -> proof.reference().equals(reference))
        .forEach(proof -> before.put(proof.assertion(), proof));
    List<Callable<Optional<Proof>>> tasks = new ArrayList<>();
    List<String> wanted = claims.keySet().stream().filter(only).toList();
    wanted.forEach(
        id -> tasks.add(() -> prove(id, claims.get(id), Optional.ofNullable(before.get(id)))));
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Proof> proofs = new ArrayList<>();
      List<String> unproven = new ArrayList<>();
      List<Future<Optional<Proof>>> futures = executor.invokeAll(tasks);
      for (int i = 0; i < futures.size(); i++) {
        Optional<Proof> proof = futures.get(i).get();
        proof.ifPresentOrElse(proofs::add, unprovenInto(unproven, wanted.get(i)));
      }
      proofs.sort(Comparator.comparing(Proof::assertion));
      return new Found(proofs, unproven);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Those of the proofs that do not hold any more: the fault or the case is gone, the fault does
   * not break the assertion, or the case does not fail naming it.
   */
  List<Proof> broken(List<Proof> proofs, int threads) throws InterruptedException {
    List<Callable<Boolean>> tasks = new ArrayList<>();
    proofs.forEach(proof -> tasks.add(() -> holds(proof)));
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Proof> broken = new ArrayList<>();
      List<Future<Boolean>> futures = executor.invokeAll(tasks);
      for (int i = 0; i < futures.size(); i++) {
        if (!futures.get(i).get()) {
          broken.add(proofs.get(i));
        }
      }
      return broken;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private boolean holds(Proof proof) throws DeviceUnavailableException, CompileException {
    boolean isBroken =
        faults.getOrDefault(proof.assertion(), List.of()).stream()
            .anyMatch(fault -> fault.name().equals(proof.fault()));
    if (!isBroken) {
      return false;
    }
    ReferenceDevice device = open(proof.fault());
    Optional<Case> tested =
        Catalogue.families().stream()
            .filter(family -> family.mayHave(proof.testCase()))
            .flatMap(family -> family.cases(device.report(), profile))
            .filter(one -> one.name().equals(proof.testCase()) && one.unsupported().isEmpty())
            .findFirst();
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv)) {
      return tested.isPresent()
          && new NamedAssertions(translator, seed).by(tested.get(), device, proof.assertion());
    }
  }

  private static Runnable unprovenInto(List<String> unproven, String id) {
    return () -> unproven.add(id);
  }

  /** The cases that a device can fail by, by the assertions that they claim. */
  private Map<String, List<Case>> claims() throws DeviceUnavailableException {
    DeviceReport report = open("").report();
    Map<String, List<Case>> claims = new TreeMap<>();
    Catalogue.families().stream()
        .flatMap(family -> family.cases(report, profile))
        .filter(tested -> tested.unsupported().isEmpty())
        .forEach(
            tested ->
                tested
                    .assertions()
                    .forEach(id -> claims.computeIfAbsent(id, _ -> new ArrayList<>()).add(tested)));
    return claims;
  }

  private ReferenceDevice open(String fault) throws DeviceUnavailableException {
    return new ReferenceProvider()
        .open(fault.isEmpty() ? reference : reference + "?fault=" + fault);
  }

  private Optional<Proof> prove(String id, List<Case> cases, Optional<Proof> known)
      throws DeviceUnavailableException, CompileException {
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv)) {
      NamedAssertions named = new NamedAssertions(translator, seed);
      if (known.isPresent()) {
        List<Case> same =
            cases.stream().filter(one -> one.name().equals(known.get().testCase())).toList();
        Optional<Proof> again = prove(id, same, known.get().fault(), named);
        if (again.isPresent()) {
          return again;
        }
      }
      List<Case> tried = spread(cases);
      for (Faults.Entry fault : faults.getOrDefault(id, List.of())) {
        Optional<Proof> proof = prove(id, tried, fault.name(), named);
        if (proof.isPresent()) {
          return proof;
        }
      }
      return Optional.empty();
    }
  }

  private Optional<Proof> prove(String id, List<Case> cases, String fault, NamedAssertions named)
      throws DeviceUnavailableException, CompileException {
    if (Faults.find(fault).isEmpty()) {
      return Optional.empty();
    }
    ReferenceDevice device = open(fault);
    for (Case tested : onDevice(cases, fault, device)) {
      if (named.by(tested, device, id)) {
        return Optional.of(new Proof(id, fault, tested.name(), reference));
      }
    }
    return Optional.empty();
  }

  /** A device that lies in its report has other cases of the same names. */
  private List<Case> onDevice(List<Case> cases, String fault, ReferenceDevice device) {
    if (!fault.startsWith("report.")) {
      return cases;
    }
    var names = cases.stream().map(Case::name).collect(Collectors.toSet());
    return Catalogue.families().stream()
        .filter(family -> cases.stream().anyMatch(one -> family.mayHave(one.name())))
        .flatMap(family -> family.cases(device.report(), profile))
        .filter(tested -> names.contains(tested.name()) && tested.unsupported().isEmpty())
        .toList();
  }

  /** So many of the cases; rules of the front end prove nothing here. */
  private static List<Case> spread(List<Case> cases) {
    return Evenly.of(cases, TRIED).stream()
        .filter(tested -> !(tested.plan().get() instanceof RulePlan))
        .toList();
  }
}
