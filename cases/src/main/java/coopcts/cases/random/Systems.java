// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.TestedSystem;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The systems whose operations a random program may have.
 *
 * @param all cooperative matrices with or without those that build on them, or cooperative vectors
 */
public record Systems(Set<TestedSystem> all) {

  /** What programs with a system's operations can fail by. */
  private static final Map<TestedSystem, List<String>> ASSERTIONS =
      new EnumMap<>(TestedSystem.class);

  static {
    ASSERTIONS.put(
        TestedSystem.KHR,
        List.of(
            "KHR-LOAD-018",
            "KHR-STORE-003",
            "KHR-STORE-010",
            "KHR-MULADD-009",
            "KHR-UNIF-002",
            "KHR-UNIF-003",
            "KHR-UNIF-005"));
    ASSERTIONS.put(
        TestedSystem.NV2,
        List.of(
            "CM2-RED-005",
            "CM2-RED-006",
            "CM2-CONV-001",
            "CM2-CONV-002",
            "CM2-TRANS-001",
            "CM2-ELEM-002",
            "CM2-TLD-001",
            "CM2-TST-001",
            "CM2-DEC-001"));
    ASSERTIONS.put(TestedSystem.DECODE, List.of("DV-SEM-001"));
    ASSERTIONS.put(
        TestedSystem.QCOM,
        List.of(
            "QC-V2M-001", "QC-V2M-002", "QC-V2M-003", "QC-M2V-001", "QC-M2V-002", "QC-M2V-003"));
    ASSERTIONS.put(
        TestedSystem.VECTOR,
        List.of(
            "CV-LD-001",
            "CV-ST-001",
            "CV-ST-003",
            "CV-MUL-016",
            "CV-MUL-017",
            "CV-MUL-018",
            "CV-MUL-019",
            "CV-MUL-020",
            "CV-MUL-028",
            "CV-MUL-031",
            "CV-OP-001",
            "CV-OP-002",
            "CV-OP-005",
            "CV-COMP-002",
            "CV-CTOR-004",
            "CV-TYPE-004",
            "CV-OUT-003",
            "CV-RED-003"));
  }

  /** What programs are of where nothing else is asked for. */
  public static final String USUAL = "khr";

  /** All operations of matrices. */
  static final Systems OF_MATRICES =
      new Systems(
          Set.of(TestedSystem.KHR, TestedSystem.NV2, TestedSystem.DECODE, TestedSystem.QCOM));

  /** All operations of vectors. */
  static final Systems OF_VECTORS = new Systems(Set.of(TestedSystem.VECTOR));

  /**
   * Checks that the systems can be in one program.
   *
   * @param all cooperative matrices with or without those that build on them, or cooperative
   *     vectors
   * @throws IllegalArgumentException for no system, for vectors together with matrices, and for
   *     extensions of matrices without them
   */
  public Systems {
    all = Set.copyOf(all);
    if (!ASSERTIONS.keySet().containsAll(all)
        || all.contains(TestedSystem.VECTOR) == all.contains(TestedSystem.KHR)) {
      throw new IllegalArgumentException("programs are of matrices or of vectors");
    }
    if (all.contains(TestedSystem.VECTOR) && all.size() > 1) {
      throw new IllegalArgumentException("programs of vectors have no matrices");
    }
    if (all.contains(TestedSystem.DECODE) && !all.contains(TestedSystem.NV2)) {
      throw new IllegalArgumentException("vector decode functions are those of tensor loads");
    }
  }

  /**
   * {@return the set of the systems with some names; empty where a name is unknown or the systems
   * cannot be in one program}
   *
   * @param names short names in any case, such as {@code khr}
   */
  public static Optional<Systems> of(Collection<String> names) {
    try {
      return Optional.of(
          new Systems(
              names.stream()
                  .map(name -> TestedSystem.of(name.toLowerCase(Locale.ROOT)))
                  .map(system -> system.orElseThrow(IllegalArgumentException::new))
                  .collect(Collectors.toSet())));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What {@link #toString} has written, or empty. */
  static Optional<Systems> parse(String text) {
    return of(Arrays.asList(text.split("_"))).filter(systems -> systems.toString().equals(text));
  }

  /**
   * {@return the programs that are made for a system's faults: with what the system builds on, and
   * tensor loads with all decode functions; empty for what has no programs}
   *
   * @param system label of the system, or another word
   */
  public static Optional<Systems> around(String system) {
    return TestedSystem.of(system)
        .filter(ASSERTIONS::containsKey)
        .map(
            one ->
                new Systems(
                    switch (one) {
                      case KHR, VECTOR -> Set.of(one);
                      case NV2, DECODE ->
                          Set.of(TestedSystem.KHR, TestedSystem.NV2, TestedSystem.DECODE);
                      case QCOM, LAYOUT -> Set.of(TestedSystem.KHR, one);
                    }));
  }

  boolean isVector() {
    return all.contains(TestedSystem.VECTOR);
  }

  /** Whether programs have tensors, functions of elements, reductions and flexible sizes. */
  boolean hasTensors() {
    return all.contains(TestedSystem.NV2);
  }

  /** Whether decode functions may give several components. */
  boolean decodesVectors() {
    return all.contains(TestedSystem.DECODE);
  }

  /** Whether invocations have lines of matrices in arrays. */
  boolean hasLines() {
    return all.contains(TestedSystem.QCOM);
  }

  /** The system that all others of the programs build on. */
  TestedSystem base() {
    return isVector() ? TestedSystem.VECTOR : TestedSystem.base();
  }

  /** The feature that a device must have. */
  String feature() {
    return base().feature().orElseThrow();
  }

  /** Whether a device has a product that a program can be made around. */
  boolean hasProducts(DeviceCapabilities offer) {
    return isVector() ? !offer.vectors().isEmpty() : !offer.products().isEmpty();
  }

  List<String> assertions() {
    return EnumSet.copyOf(all).stream().flatMap(system -> ASSERTIONS.get(system).stream()).toList();
  }

  /** Their names in order, such as {@code khr_nv2}. */
  @Override
  public String toString() {
    return EnumSet.copyOf(all).stream().map(TestedSystem::label).collect(Collectors.joining("_"));
  }
}
