// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * All that the suite knows of a device; written as {@code device.json}, and enough to list or
 * compile its cases anywhere. A report is never changed: methods that start with {@code with} give
 * a copy that differs in one member and keep the collection that they are given.
 *
 * @param identity who made the device and which driver runs it
 * @param subgroup subgroup sizes and what can be asked of them
 * @param limits named limits of the device, each the Vulkan member's name with its value
 * @param extensions the device extensions of interest with their spec versions
 * @param features the feature members that are {@code VK_TRUE}, by the Vulkan member's name, and
 *     those of the float-control properties; members of VK_EXT_cooperative_matrix_maintenance1 that
 *     VK_NV_cooperative_matrix2 has too end in EXT, and those of VK_NV_cooperative_matrix in NV;
 *     the constants of this class that say "Stands among the features" are not Vulkan's
 * @param matrixProperties the rows of {@code vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR}, in
 *     the device's order
 * @param flexibleProperties the rows of {@code
 *     vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV}
 * @param matrixProperties2 the rows of {@code vkGetPhysicalDeviceCooperativeMatrixProperties2EXT}
 *     for each question of {@link MatrixQuery#of}
 * @param matrixPropertiesNV the rows of {@code vkGetPhysicalDeviceCooperativeMatrixPropertiesNV},
 *     of which none saturates
 * @param vectorProperties the rows of {@code vkGetPhysicalDeviceCooperativeVectorPropertiesNV}
 * @param unknownProperties rows with component types that the suite does not know or that no shader
 *     can name, as text
 */
public record DeviceReport(
    Identity identity,
    Subgroup subgroup,
    SortedMap<String, Long> limits,
    SortedMap<String, Integer> extensions,
    SortedSet<String> features,
    List<MatrixProperties> matrixProperties,
    List<FlexibleProperties> flexibleProperties,
    List<MatrixProperties2> matrixProperties2,
    List<MatrixProperties> matrixPropertiesNV,
    List<VectorProperties> vectorProperties,
    List<String> unknownProperties) {

  /** The feature of VK_NV_cooperative_matrix, whose own name VK_KHR_cooperative_matrix has too. */
  public static final String NV_COOPERATIVE_MATRIX = "cooperativeMatrixNV";

  /** Cooperative accesses of buffers are robust where {@code robustBufferAccess} is on too. */
  public static final String COOPERATIVE_MATRIX_ROBUST_ACCESS =
      "cooperativeMatrixRobustBufferAccess";

  /**
   * Stands among the features of a device whose compute shaders have vote, arithmetic, ballot,
   * shuffle and quad operations of subgroups.
   */
  public static final String SUBGROUP_OPERATIONS = "subgroupOperations";

  /** Stands among the features of a device whose queue takes graphics commands. */
  public static final String GRAPHICS_QUEUE = "graphicsQueue";

  /** Stands among the features of a device that the suite gives all commands of Vulkan 1.1 to. */
  public static final String COMMANDS = "allCommands";

  /** Stands among the features of a device that has buffers of {@link FarPages}. */
  public static final String FAR_PAGES = "farPages";

  /** Stands among the features of a device with two queues of the kind that the suite uses. */
  public static final String SECOND_QUEUE = "secondQueue";

  /** Stands among the features of a device that descriptors can be pushed to. */
  public static final String PUSH_DESCRIPTORS = "pushDescriptors";

  /** Stands among the features of a device whose own memory the host sees, beside other memory. */
  public static final String MAPPED_DEVICE_MEMORY = "mappedDeviceMemory";

  /** Stands among the features of a device that sees memory of the host that is not cached. */
  public static final String UNCACHED_MEMORY = "uncachedMemory";

  /**
   * Stands among the features of a device that promises the work-item layout of the tiny tensor
   * compiler: T-25a where it is defined, T-25b elsewhere.
   */
  public static final String TINY_TENSOR_LAYOUT = "layoutTinyTensor";

  /**
   * Lists that are null, as in older report files, become empty. Rows of types that no shader can
   * make matrices or vectors of become text: GLSL has no names for the OCP microscaling types, and
   * SPV_EXT_ocp_microscaling_types allows no instruction on matrices of them.
   *
   * @param identity who made the device and which driver runs it
   * @param subgroup subgroup sizes, in invocations
   * @param limits by the Vulkan member's name
   * @param extensions names with their spec versions
   * @param features names of members that are {@code VK_TRUE}
   * @param matrixProperties rows of VK_KHR_cooperative_matrix
   * @param flexibleProperties rows of flexible dimensions, or null
   * @param matrixProperties2 rows of VK_EXT_cooperative_matrix_maintenance1, or null
   * @param matrixPropertiesNV rows of VK_NV_cooperative_matrix, or null
   * @param vectorProperties rows of VK_NV_cooperative_vector, or null
   * @param unknownProperties rows of unknown component types as text, or null
   */
  public DeviceReport {
    flexibleProperties = flexibleProperties == null ? List.of() : flexibleProperties;
    matrixProperties2 = matrixProperties2 == null ? List.of() : matrixProperties2;
    matrixPropertiesNV = matrixPropertiesNV == null ? List.of() : matrixPropertiesNV;
    vectorProperties = vectorProperties == null ? List.of() : vectorProperties;
    List<String> unknown =
        new ArrayList<>(unknownProperties == null ? List.of() : unknownProperties);
    matrixProperties =
        usable(matrixProperties, MatrixProperties::isNamed, MatrixProperties::label, unknown);
    flexibleProperties =
        usable(flexibleProperties, FlexibleProperties::isNamed, FlexibleProperties::label, unknown);
    matrixProperties2 =
        usable(matrixProperties2, MatrixProperties2::isNamed, MatrixProperties2::label, unknown);
    matrixPropertiesNV =
        usable(matrixPropertiesNV, MatrixProperties::isNamed, MatrixProperties::label, unknown);
    vectorProperties =
        usable(vectorProperties, VectorProperties::isNamed, VectorProperties::label, unknown);
    unknownProperties = List.copyOf(unknown);
  }

  /** The rows that a shader can name; the labels of the others are added to what is unknown. */
  private static <R> List<R> usable(
      List<R> rows, Predicate<R> isNamed, Function<R, String> label, List<String> unknown) {
    if (rows == null) {
      return null;
    }
    List<R> usable = new ArrayList<>();
    for (R row : rows) {
      if (row == null || isNamed.test(row)) {
        usable.add(row);
      } else {
        unknown.add(label.apply(row) + ": no shader can name its component types");
      }
    }
    return usable;
  }

  /**
   * Who made the device and which driver runs it; versions as the driver prints them.
   *
   * @param name of the device
   * @param driver name of the driver
   * @param driverInfo the driver's text about itself, usually its version
   * @param apiVersion of Vulkan, such as 1.4.321
   * @param vendorId {@code VkPhysicalDeviceProperties::vendorID}
   * @param deviceId {@code VkPhysicalDeviceProperties::deviceID}
   * @param type of the device, as Vulkan calls it
   */
  public record Identity(
      String name,
      String driver,
      String driverInfo,
      String apiVersion,
      int vendorId,
      int deviceId,
      String type) {

    /**
     * Control characters, which a terminal obeys, become question marks.
     *
     * @param name of the device
     * @param driver name of the driver
     * @param driverInfo the driver's text about itself
     * @param apiVersion of Vulkan
     * @param vendorId PCI or Khronos vendor
     * @param deviceId the vendor's number of the device
     * @param type of the device
     */
    public Identity {
      name = plain(name);
      driver = plain(driver);
      driverInfo = plain(driverInfo);
      apiVersion = plain(apiVersion);
      type = plain(type);
    }

    private static String plain(String text) {
      return text == null ? null : text.replaceAll("\\p{Cc}", "?");
    }
  }

  /**
   * Finds a member that is null. A report read from a JSON file can lack members; whoever reads one
   * calls this before any use.
   *
   * @return the name of the first null member in the order of the report's JSON, members of members
   *     included; {@code a row of NAME} or {@code a value of NAME} where a list or map named NAME
   *     holds a null; empty if nothing is null
   */
  public Optional<String> missing() {
    return missing("the report", this);
  }

  private static Optional<String> missing(String name, Object value) {
    return switch (value) {
      case null -> Optional.of(name);
      case Record row ->
          Arrays.stream(row.getClass().getRecordComponents())
              .map(member -> missing(member.getName(), value(row, member)))
              .flatMap(Optional::stream)
              .findFirst();
      case Collection<?> rows ->
          rows.stream()
              .map(row -> missing("a row of " + name, row))
              .flatMap(Optional::stream)
              .findFirst();
      case Map<?, ?> members -> missing("a value of " + name, members.values());
      default -> Optional.empty();
    };
  }

  private static Object value(Record row, RecordComponent member) {
    try {
      return member.getAccessor().invoke(row);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("the rows of a report are public", e);
    }
  }

  /**
   * Subgroup sizes, in invocations.
   *
   * @param size the default subgroup size
   * @param minimum the smallest size that can be required
   * @param maximum the largest size that can be required
   * @param canRequireInCompute whether a compute pipeline can require a size
   */
  public record Subgroup(int size, int minimum, int maximum, boolean canRequireInCompute) {}

  /** A report that differs from another in what is set. */
  private static final class Draft {

    private final DeviceReport base;
    private Subgroup subgroup;
    private SortedMap<String, Long> limits;
    private SortedMap<String, Integer> extensions;
    private SortedSet<String> features;
    private List<MatrixProperties> matrixProperties;
    private List<FlexibleProperties> flexibleProperties;
    private List<MatrixProperties2> matrixProperties2;
    private List<MatrixProperties> matrixPropertiesNV;
    private List<VectorProperties> vectorProperties;

    private Draft(DeviceReport base) {
      this.base = base;
      subgroup = base.subgroup;
      limits = base.limits;
      extensions = base.extensions;
      features = base.features;
      matrixProperties = base.matrixProperties;
      flexibleProperties = base.flexibleProperties;
      matrixProperties2 = base.matrixProperties2;
      matrixPropertiesNV = base.matrixPropertiesNV;
      vectorProperties = base.vectorProperties;
    }

    private DeviceReport report() {
      return new DeviceReport(
          base.identity,
          subgroup,
          limits,
          extensions,
          features,
          matrixProperties,
          flexibleProperties,
          matrixProperties2,
          matrixPropertiesNV,
          vectorProperties,
          base.unknownProperties);
    }
  }

  private DeviceReport but(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.report();
  }

  /**
   * {@return a copy with other subgroup sizes; all other members are this report's}
   *
   * @param other sizes in invocations, which replace all subgroup sizes
   */
  public DeviceReport with(Subgroup other) {
    return but(draft -> draft.subgroup = other);
  }

  /**
   * {@return a copy with other limits; all other members are this report's}
   *
   * @param other values by the Vulkan member's name, in Vulkan's units; they replace all limits
   */
  public DeviceReport withLimits(SortedMap<String, Long> other) {
    return but(draft -> draft.limits = other);
  }

  /**
   * {@return a copy with other features; all other members are this report's}
   *
   * @param other names of all features that the copy reports; they replace all features
   */
  public DeviceReport withFeatures(SortedSet<String> other) {
    return but(draft -> draft.features = other);
  }

  /**
   * {@return a copy with other rows of VK_KHR_cooperative_matrix; all other members are this
   * report's}
   *
   * @param other rows that replace all {@link #matrixProperties}; may be empty
   */
  public DeviceReport withMatrices(List<MatrixProperties> other) {
    return but(draft -> draft.matrixProperties = other);
  }

  /**
   * {@return a copy with other rows of flexible dimensions (VK_NV_cooperative_matrix2); all other
   * members are this report's}
   *
   * @param other rows that replace all {@link #flexibleProperties}; null or empty for none
   */
  public DeviceReport withFlexible(List<FlexibleProperties> other) {
    return but(draft -> draft.flexibleProperties = other);
  }

  /**
   * {@return a copy with other rows of VK_EXT_cooperative_matrix_maintenance1; all other members
   * are this report's}
   *
   * @param other rows that replace all {@link #matrixProperties2}; null or empty for none
   */
  public DeviceReport withMatrices2(List<MatrixProperties2> other) {
    return but(draft -> draft.matrixProperties2 = other);
  }

  /**
   * {@return a copy with other rows of VK_NV_cooperative_matrix; all other members are this
   * report's}
   *
   * @param other rows that replace all {@link #matrixPropertiesNV}; null or empty for none
   */
  public DeviceReport withMatricesNV(List<MatrixProperties> other) {
    return but(draft -> draft.matrixPropertiesNV = other);
  }

  /**
   * {@return a copy with other rows of VK_NV_cooperative_vector; all other members are this
   * report's}
   *
   * @param other rows that replace all {@link #vectorProperties}; null or empty for none
   */
  public DeviceReport withVectors(List<VectorProperties> other) {
    return but(draft -> draft.vectorProperties = other);
  }

  /**
   * {@return whether the device reports a feature; false for a name that no device has}
   *
   * @param feature the Vulkan member's name in exactly its case, such as {@code cooperativeMatrix},
   *     or a feature's name that is a constant of this class
   */
  public boolean has(String feature) {
    return features.contains(feature);
  }

  /**
   * {@return a copy that reports some features no more; all other members are this report's}
   *
   * @param some names of features; those that the device does not report have no effect
   */
  public DeviceReport without(Collection<String> some) {
    SortedSet<String> left = new TreeSet<>(features);
    left.removeAll(some);
    return withFeatures(left);
  }

  /**
   * {@return the first name, in the list's order, of a feature that the device does not report;
   * empty if it reports all, and for an empty list}
   *
   * @param wanted names of features as in {@link #features}
   */
  public Optional<String> missing(List<String> wanted) {
    return wanted.stream().filter(feature -> !has(feature)).findFirst();
  }

  /**
   * {@return the value of a limit in Vulkan's unit, or 0 where the report has no such limit} {@link
   * Limit#of} gives the required minimum instead of 0.
   *
   * @param name the Vulkan member's name, with {@code X}, {@code Y} or {@code Z} behind it for
   *     members that are arrays, such as {@code maxComputeWorkGroupSizeX}
   */
  public long limit(String name) {
    return limits.getOrDefault(name, 0L);
  }

  /** The newest minor versions of SPIR-V that Vulkan 1.0, 1.1, 1.2 and 1.3 take (appendix A). */
  private static final int[] NEWEST_SPIRV = {0, 3, 5, 6};

  private static final String SPIRV_1_4 = "VK_KHR_spirv_1_4";

  /**
   * The newest minor version of SPIR-V 1 that the device accepts, by its Vulkan version and
   * VK_KHR_spirv_1_4. A version of Vulkan that is newer than the suite knows counts as the newest
   * that it knows. The identity's {@code apiVersion} must have the form {@code 1.MINOR...}, in
   * digits.
   *
   * @return the minor version, 0 to 6
   * @throws RuntimeException if {@code apiVersion} has no number behind its first dot
   */
  public int newestSpirv() {
    int api = Integer.parseInt(identity.apiVersion.split("\\.")[1]);
    int newest = NEWEST_SPIRV[Math.min(api, NEWEST_SPIRV.length - 1)];
    return newest == 3 && extensions.containsKey(SPIRV_1_4) ? 4 : newest;
  }

  /**
   * {@return whether the device reports at least one feature of {@link TestedSystem#feature}, so
   * that the suite has cases for it}
   */
  public boolean reportsAnySystem() {
    return TestedSystem.features().stream().anyMatch(features::contains);
  }

  /**
   * {@return the distinct types of A, B, C and result in {@link #matrixProperties}, in the order of
   * the rows; empty without rows} Rows of flexible dimensions and of other extensions do not count.
   * The set is the caller's.
   */
  public Set<MatrixType> matrixTypes() {
    Set<MatrixType> types = new LinkedHashSet<>();
    for (MatrixProperties row : matrixProperties) {
      types.add(row.typeA());
      types.add(row.typeB());
      types.add(row.typeC());
      types.add(row.typeResult());
    }
    return types;
  }
}
