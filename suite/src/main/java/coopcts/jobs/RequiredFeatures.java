// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.DeviceReport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The Vulkan features that a module's capabilities ask for (sheet vulkan-api §1). */
final class RequiredFeatures {

  private static final int OP_CAPABILITY = 17;

  /** The instruction that declares what rays are traced through. */
  static final int OP_TYPE_ACCELERATION_STRUCTURE = 5341;

  static final Map<Integer, String> FEATURES =
      Map.ofEntries(
          Map.entry(9, "shaderFloat16"),
          Map.entry(10, "shaderFloat64"),
          Map.entry(11, "shaderInt64"),
          Map.entry(22, "shaderInt16"),
          Map.entry(39, "shaderInt8"),
          Map.entry(4212, "shaderFloat8"),
          Map.entry(4213, "shaderFloat8CooperativeMatrix"),
          Map.entry(4433, "storageBuffer16BitAccess"),
          Map.entry(4441, "variablePointersStorageBuffer"),
          Map.entry(4442, "variablePointers"),
          Map.entry(4448, "storageBuffer8BitAccess"),
          Map.entry(4473, "shaderUntypedPointers"),
          Map.entry(4496, "cooperativeMatrixConversion"),
          Map.entry(5116, "shaderBFloat16Type"),
          Map.entry(5117, "shaderBFloat16DotProduct"),
          Map.entry(5118, "shaderBFloat16CooperativeMatrix"),
          Map.entry(5345, "vulkanMemoryModel"),
          Map.entry(5346, "vulkanMemoryModelDeviceScope"),
          Map.entry(5347, "bufferDeviceAddress"),
          Map.entry(5357, DeviceReport.NV_COOPERATIVE_MATRIX),
          Map.entry(5394, "cooperativeVector"),
          Map.entry(5430, "cooperativeMatrixReductions"),
          Map.entry(5431, "cooperativeMatrixConversions"),
          Map.entry(5432, "cooperativeMatrixPerElementOperations"),
          Map.entry(5433, "cooperativeMatrixTensorAddressing"),
          Map.entry(5434, "cooperativeMatrixBlockLoads"),
          Map.entry(5435, "cooperativeVectorTraining"),
          Map.entry(5439, "cooperativeMatrixTensorAddressing"),
          Map.entry(5447, "cooperativeMatrixDecodeVector"),
          Map.entry(6022, "cooperativeMatrix"),
          Map.entry(6024, "shaderReplicatedComposites"));

  private RequiredFeatures() {}

  /**
   * The features, in the order of the capabilities.
   *
   * @param hasSize whether the pipeline asks for a subgroup size
   * @param isFull whether it asks for full subgroups
   */
  static Set<String> of(byte[] spirv, boolean hasSize, boolean isFull) {
    Set<String> features = new LinkedHashSet<>();
    IntBuffer words = ByteBuffer.wrap(spirv).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int at = 5; (words.get(at) & 0xFFFF) == OP_CAPABILITY; at += 2) {
      String feature = FEATURES.get(words.get(at + 1));
      if (feature != null) {
        features.add(feature);
      }
    }
    if (hasSize) {
      features.add("subgroupSizeControl");
    }
    if (hasSize || isFull) {
      features.add("computeFullSubgroups");
    }
    return features;
  }

  /** Whether a module has an instruction of some kind. */
  static boolean has(byte[] spirv, int opcode) {
    IntBuffer words = ByteBuffer.wrap(spirv).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    int at = 5;
    while (at < words.limit() && (words.get(at) & 0xFFFF) != opcode) {
      at += words.get(at) >>> 16;
    }
    return at < words.limit();
  }
}
