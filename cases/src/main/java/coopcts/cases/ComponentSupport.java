// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.Limit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a device must offer before a component type can stand in a matrix and in memory (NUM §1, API
 * §1).
 */
public final class ComponentSupport {

  /** The feature without which there are no matrices. */
  public static final String SYSTEM_FEATURE = "cooperativeMatrix";

  private ComponentSupport() {}

  /** Why the device cannot take these component types, or empty if it can. */
  public static Optional<String> missing(DeviceReport report, ComponentType... types) {
    return Stream.of(types)
        .flatMap(type -> features(type).stream())
        .filter(feature -> !report.has(feature))
        .findFirst()
        .map(GatedFamily::lacks);
  }

  /** The line that a component type's extension needs in a shader, or nothing. */
  public static String extension(ComponentType type) {
    return switch (type) {
      case BFLOAT16 -> "#extension GL_EXT_bfloat16 : require";
      case FLOAT8_E4M3 -> "#extension GL_EXT_float_e4m3 : require";
      case FLOAT8_E5M2 -> "#extension GL_EXT_float_e5m2 : require";
      default -> "";
    };
  }

  /** Bytes of shared memory that a workgroup may have. */
  public static long sharedMemory(DeviceReport report) {
    return Limit.SHARED_MEMORY.of(report);
  }

  /** What a device lacks for so many bytes of shared memory, or empty. */
  public static Optional<String> sharedMemoryLacks(DeviceReport report, int bytes) {
    return bytes > sharedMemory(report)
        ? Optional.of(sharedMemoryTooSmall(bytes))
        : Optional.empty();
  }

  public static String sharedMemoryTooSmall(int bytes) {
    return "the device's shared memory does not hold the " + bytes + " bytes that it takes";
  }

  private static List<String> features(ComponentType type) {
    return switch (type) {
      case FLOAT16 -> List.of("shaderFloat16", "storageBuffer16BitAccess");
      case BFLOAT16 ->
          List.of(
              "shaderBFloat16Type", "shaderBFloat16CooperativeMatrix", "storageBuffer16BitAccess");
      case FLOAT8_E4M3, FLOAT8_E5M2 ->
          List.of("shaderFloat8", "shaderFloat8CooperativeMatrix", "storageBuffer8BitAccess");
      case SINT8, UINT8 -> List.of("shaderInt8", "storageBuffer8BitAccess");
      case SINT16, UINT16 -> List.of("shaderInt16", "storageBuffer16BitAccess");
      case FLOAT64 -> List.of("shaderFloat64");
      case SINT64, UINT64 -> List.of("shaderInt64");
      default -> List.of();
    };
  }
}
