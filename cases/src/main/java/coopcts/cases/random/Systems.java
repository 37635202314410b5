// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ComponentSupport;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The systems whose operations a random program may have.
 *
 * @param all cooperative matrices with or without those that build on them, or cooperative vectors
 */
public record Systems(Set<System> all) {

  /** A system, by its name in those of programs. */
  public enum System {
    /** Matrices of GL_KHR_cooperative_matrix, which the next three build on. */
    KHR(
        List.of(
            "KHR-LOAD-018",
            "KHR-STORE-003",
            "KHR-STORE-010",
            "KHR-MULADD-009",
            "KHR-UNIF-002",
            "KHR-UNIF-003",
            "KHR-UNIF-005")),
    /** Matrices of GL_NV_cooperative_matrix2. */
    NV2(
        List.of(
            "CM2-RED-005",
            "CM2-RED-006",
            "CM2-CONV-001",
            "CM2-CONV-002",
            "CM2-TRANS-001",
            "CM2-ELEM-002",
            "CM2-TLD-001",
            "CM2-TST-001",
            "CM2-DEC-001")),
    /** Decode functions of GL_NV_cooperative_matrix_decode_vector. */
    DECODE(List.of("DV-SEM-001")),
    /** Conversions of GL_QCOM_cooperative_matrix_conversion. */
    QCOM(
        List.of(
            "QC-V2M-001", "QC-V2M-002", "QC-V2M-003", "QC-M2V-001", "QC-M2V-002", "QC-M2V-003")),
    /** Vectors of GL_NV_cooperative_vector, which stand alone. */
    VECTOR(
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

    private final List<String> assertions;

    System(List<String> assertions) {
      this.assertions = assertions;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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
    if (all.isEmpty() || all.contains(System.VECTOR) == all.contains(System.KHR)) {
      throw new IllegalArgumentException("programs are of matrices or of vectors");
    }
    if (all.contains(System.VECTOR) && all.size() > 1) {
      throw new IllegalArgumentException("programs of vectors have no matrices");
    }
    if (all.contains(System.DECODE) && !all.contains(System.NV2)) {
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
                  .map(name -> System.valueOf(name.toUpperCase(Locale.ROOT)))
                  .collect(Collectors.toCollection(() -> EnumSet.noneOf(System.class)))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What {@link #toString} has written, or empty. */
  static Optional<Systems> parse(String text) {
    return of(Arrays.asList(text.split("_"))).filter(systems -> systems.toString().equals(text));
  }

  boolean has(System system) {
    return all.contains(system);
  }

  boolean isVector() {
    return has(System.VECTOR);
  }

  /** The feature that a device must have. */
  String feature() {
    return isVector() ? "cooperativeVector" : ComponentSupport.SYSTEM_FEATURE;
  }

  /** Whether a device has a product that a program can be made around. */
  boolean hasProducts(DeviceCapabilities offer) {
    return isVector() ? !offer.vectors().isEmpty() : !offer.products().isEmpty();
  }

  List<String> assertions() {
    return EnumSet.copyOf(all).stream().flatMap(system -> system.assertions.stream()).toList();
  }

  /** Their names in order, such as {@code khr_nv2}. */
  @Override
  public String toString() {
    return EnumSet.copyOf(all).stream().map(System::toString).collect(Collectors.joining("_"));
  }
}
