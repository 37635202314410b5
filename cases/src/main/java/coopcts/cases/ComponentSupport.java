// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a device must offer before a component type can stand in a matrix and in memory (NUM §1, API
 * §1).
 */
public final class ComponentSupport {

  /** The feature without which there are no matrices. */
  public static final String SYSTEM_FEATURE = TestedSystem.Feature.MATRIX;

  private ComponentSupport() {}

  /**
   * {@return why the device cannot take some component types in matrices and buffers: a sentence
   * that names the first feature that it does not report; empty if it can take all}
   *
   * @param report of the device
   * @param types component types of a shader, in any number; those that need no feature never miss
   *     one
   */
  public static Optional<String> missing(DeviceReport report, ComponentType... types) {
    return Stream.of(types)
        .flatMap(type -> type.features().stream())
        .filter(feature -> !report.has(feature))
        .findFirst()
        .map(GatedFamily::lacks);
  }

  /**
   * {@return the line, without a line break, that enables a component type's extension in GLSL;
   * empty text for all types but bfloat16 and the two 8-bit floats}
   *
   * @param type of the components
   */
  public static String extension(ComponentType type) {
    return type.glslExtension().map("#extension %s : require"::formatted).orElse("");
  }

  /**
   * {@return the bytes of shared memory that a workgroup of a compute shader may have; Vulkan's
   * required minimum where the device does not say}
   *
   * @param report of the device
   */
  public static long sharedMemory(DeviceReport report) {
    return Limit.SHARED_MEMORY.of(report);
  }

  /**
   * {@return the bytes of shared memory that a workgroup may declare beside matrices of a scope:
   * those of workgroup scope leave what they reserve to the device (CM2-WG-005)}
   *
   * @param report of the device
   * @param scope of the shader's matrices
   */
  public static long sharedMemory(DeviceReport report, Scope scope) {
    long reserved =
        scope == Scope.WORKGROUP
            ? report.limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory")
            : 0;
    return sharedMemory(report) - reserved;
  }

  /**
   * {@return a sentence that says why a shader cannot run on a device for its shared memory; empty
   * if the device has enough}
   *
   * @param report of the device
   * @param bytes of shared memory that a workgroup of the shader takes
   */
  public static Optional<String> sharedMemoryLacks(DeviceReport report, int bytes) {
    return bytes > sharedMemory(report)
        ? Optional.of(sharedMemoryTooSmall(bytes))
        : Optional.empty();
  }

  /**
   * {@return the sentence that a device's shared memory does not hold what a shader takes, as a
   * reason for {@code Case.unsupported}}
   *
   * @param bytes of shared memory that a workgroup of the shader takes
   */
  public static String sharedMemoryTooSmall(int bytes) {
    return "the device's shared memory does not hold the " + bytes + " bytes that it takes";
  }
}
