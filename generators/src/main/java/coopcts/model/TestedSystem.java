// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The six systems in scope, in the order of the documents: each is an extension, or the layout of
 * work-items. A case's name begins with the label of its system.
 */
public enum TestedSystem {
  /** Cooperative matrices, which all others but cooperative vectors build on. */
  KHR(
      "VK_KHR_cooperative_matrix",
      Feature.MATRIX,
      List.of(Feature.MATRIX),
      report -> report.matrixProperties().size(),
      "KHR"),
  /** Reductions, conversions, per-element functions, tensors and flexible sizes. */
  NV2(
      "VK_NV_cooperative_matrix2",
      Feature.TENSORS,
      List.of(
          "cooperativeMatrixWorkgroupScope",
          "cooperativeMatrixFlexibleDimensions",
          "cooperativeMatrixReductions",
          "cooperativeMatrixConversions",
          "cooperativeMatrixPerElementOperations",
          Feature.TENSORS,
          "cooperativeMatrixBlockLoads"),
      report -> report.flexibleProperties().size(),
      "CM2"),
  /** Decode functions that give several components at once, with long vectors. */
  DECODE(
      "VK_NV_cooperative_matrix_decode_vector",
      "cooperativeMatrixDecodeVector",
      List.of("cooperativeMatrixDecodeVector"),
      _ -> 0,
      "DV",
      "LV"),
  /** Cooperative vectors. */
  VECTOR(
      "VK_NV_cooperative_vector",
      Feature.VECTOR,
      List.of(Feature.VECTOR, "cooperativeVectorTraining"),
      report -> report.vectorProperties().size(),
      "CV"),
  /** Conversions between arrays and matrices. */
  QCOM(
      "VK_QCOM_cooperative_matrix_conversion",
      "cooperativeMatrixConversion",
      List.of("cooperativeMatrixConversion"),
      _ -> 0,
      "QC"),
  /** Which invocation holds which components; it needs what a case reads, no feature of its own. */
  LAYOUT("Layout of work-items", null, List.of(), _ -> 0, "LAY");

  /** Features without which a device lacks a system, where other packages ask for them too. */
  public static final class Feature {
    /** That of {@link #KHR}. */
    public static final String MATRIX = "cooperativeMatrix";

    /** That of {@link #NV2}. */
    public static final String TENSORS = "cooperativeMatrixTensorAddressing";

    /** That of {@link #VECTOR}. */
    public static final String VECTOR = "cooperativeVector";

    private Feature() {}
  }

  private final String title;
  private final String feature;
  private final List<String> all;
  private final ToIntFunction<DeviceReport> rows;
  private final List<String> prefixes;

  TestedSystem(
      String title,
      String feature,
      List<String> all,
      ToIntFunction<DeviceReport> rows,
      String... prefixes) {
    this.title = title;
    this.feature = feature;
    this.all = all;
    this.rows = rows;
    this.prefixes = List.of(prefixes);
  }

  /**
   * {@return the system with this label, or empty for other words, such as {@code random}}
   *
   * @param label the first word of a case's name
   */
  public static Optional<TestedSystem> of(String label) {
    return Arrays.stream(values()).filter(system -> system.label().equals(label)).findFirst();
  }

  /**
   * {@return the system that matrices of a scope are of, or vectors, which have the scope of an
   * invocation}
   *
   * @param scope of a matrix's or a vector's type
   */
  public static TestedSystem of(Scope scope) {
    return scope == Scope.INVOCATION ? VECTOR : base();
  }

  /** {@return the system that all others but cooperative vectors build on} */
  public static TestedSystem base() {
    return KHR;
  }

  /**
   * {@return the system whose extension has a feature}
   *
   * @param feature one of {@link #allFeatures}
   * @throws java.util.NoSuchElementException if no system has it
   */
  public static TestedSystem ofFeature(String feature) {
    return Arrays.stream(values())
        .filter(system -> system.all.contains(feature))
        .findFirst()
        .orElseThrow();
  }

  /**
   * {@return the system that assertions with this prefix are about, or empty for the prefixes of
   * numbers and of Vulkan's API, which all systems share}
   *
   * @param prefix of an assertion's ID, without the hyphen, such as {@code CM2}
   */
  public static Optional<TestedSystem> ofAssertions(String prefix) {
    return Arrays.stream(values()).filter(system -> system.prefixes.contains(prefix)).findFirst();
  }

  /** {@return the features of all systems that have one, in no order} */
  public static Set<String> features() {
    return Arrays.stream(values())
        .flatMap(system -> system.feature().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** {@return the first word of its cases' names, such as {@code nv2}} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the Vulkan extension's name; of {@link #LAYOUT} a title} */
  public String title() {
    return title;
  }

  /** {@return the feature without which a device lacks the system; empty for {@link #LAYOUT}} */
  public Optional<String> feature() {
    return Optional.ofNullable(feature);
  }

  /**
   * {@return all features of its extension that its cases use, in the order of Vulkan's structure,
   * {@link #feature} among them; empty for {@link #LAYOUT}}
   */
  public List<String> allFeatures() {
    return all;
  }

  /** {@return the name of its extension in GLSL, such as {@code GL_KHR_cooperative_matrix}} */
  public String glslExtension() {
    return title.replaceFirst("^VK", "GL");
  }

  /**
   * {@return the number of property rows of its own that a device reports; 0 where the system has
   * no such rows}
   *
   * @param report of the device
   */
  public int rows(DeviceReport report) {
    return rows.applyAsInt(report);
  }
}
