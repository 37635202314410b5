package coopcts.device.reference;

import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.numbers.FloatFormat;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which capabilities a module declares, needs, and may declare on a device: the capability columns
 * of the SPIR-V texts, and Vulkan's table of features (sheet vulkan-api §1).
 */
final class Capabilities {

  private static final int GEOMETRY = 2;
  private static final int TESSELLATION = 3;
  private static final int FLOAT16 = 9;
  private static final int FLOAT64 = 10;
  private static final int INT64 = 11;
  private static final int INT16 = 22;
  private static final int INT8 = 39;
  private static final int FLOAT8 = 4212;
  private static final int FLOAT8_MATRIX = 4213;
  private static final int STORAGE_16 = 4433;
  private static final int STORAGE_UNIFORM_16 = 4434;
  private static final int STORAGE_PUSH_16 = 4435;
  private static final int STORAGE_8 = 4448;
  private static final int STORAGE_UNIFORM_8 = 4449;
  private static final int STORAGE_PUSH_8 = 4450;
  private static final int QCOM = 4496;
  private static final int BFLOAT16 = 5116;
  private static final int BFLOAT16_DOT = 5117;
  private static final int BFLOAT16_MATRIX = 5118;
  private static final int RAY_TRACING = 4479;
  private static final int MESH_SHADING = 5283;
  private static final int PHYSICAL_ADDRESSES = 5347;
  private static final int VECTOR = 5394;
  private static final int LONG_VECTOR = 5425;
  private static final int REDUCTIONS = 5430;
  private static final int CONVERSIONS = 5431;
  private static final int PER_ELEMENT = 5432;
  private static final int TENSOR_MATRIX = 5433;
  private static final int BLOCK_LOADS = 5434;
  private static final int TRAINING = 5435;
  private static final int TENSOR = 5439;
  private static final int DECODE_VECTOR = 5447;
  private static final int MATRIX = 6022;
  private static final int REPLICATED = 6024;

  private static final int DECODE = 2;
  private static final int DECODE_VECTOR_OPERAND = 4;

  private static final Map<Integer, Set<Integer>> IMPLIED =
      Map.of(
          QCOM, Set.of(MATRIX),
          BFLOAT16_MATRIX, Set.of(BFLOAT16, MATRIX),
          BFLOAT16_DOT, Set.of(BFLOAT16),
          FLOAT8_MATRIX, Set.of(FLOAT8, MATRIX),
          DECODE_VECTOR, Set.of(BLOCK_LOADS));

  /** Any one of these will do for the instruction. */
  private static final Map<Integer, Set<Integer>> INSTRUCTIONS =
      Map.ofEntries(
          Map.entry(Op.TYPE_COOPERATIVE_MATRIX, Set.of(MATRIX)),
          Map.entry(Op.COOPERATIVE_MATRIX_LOAD, Set.of(MATRIX)),
          Map.entry(Op.COOPERATIVE_MATRIX_STORE, Set.of(MATRIX)),
          Map.entry(Op.COOPERATIVE_MATRIX_MUL_ADD, Set.of(MATRIX)),
          Map.entry(Op.COOPERATIVE_MATRIX_LENGTH, Set.of(MATRIX)),
          Map.entry(Op.COOPERATIVE_MATRIX_REDUCE, Set.of(REDUCTIONS)),
          Map.entry(Op.COOPERATIVE_MATRIX_CONVERT, Set.of(CONVERSIONS)),
          Map.entry(Op.COOPERATIVE_MATRIX_TRANSPOSE, Set.of(CONVERSIONS)),
          Map.entry(Op.COOPERATIVE_MATRIX_PER_ELEMENT_OP, Set.of(PER_ELEMENT)),
          Map.entry(Op.COOPERATIVE_MATRIX_LOAD_TENSOR, Set.of(TENSOR_MATRIX)),
          Map.entry(Op.COOPERATIVE_MATRIX_STORE_TENSOR, Set.of(TENSOR_MATRIX)),
          Map.entry(Op.TYPE_TENSOR_LAYOUT, Set.of(TENSOR)),
          Map.entry(Op.TYPE_TENSOR_VIEW, Set.of(TENSOR)),
          Map.entry(Op.TYPE_COOPERATIVE_VECTOR, Set.of(VECTOR, LONG_VECTOR)),
          Map.entry(Op.COOPERATIVE_VECTOR_LOAD, Set.of(VECTOR)),
          Map.entry(Op.COOPERATIVE_VECTOR_STORE, Set.of(VECTOR)),
          Map.entry(Op.COOPERATIVE_VECTOR_MATRIX_MUL, Set.of(VECTOR)),
          Map.entry(Op.COOPERATIVE_VECTOR_MATRIX_MUL_ADD, Set.of(VECTOR)),
          Map.entry(Op.COOPERATIVE_VECTOR_OUTER_PRODUCT_ACCUMULATE, Set.of(TRAINING)),
          Map.entry(Op.COOPERATIVE_VECTOR_REDUCE_SUM_ACCUMULATE, Set.of(TRAINING)),
          Map.entry(Op.BIT_CAST_ARRAY_QCOM, Set.of(QCOM)),
          Map.entry(Op.EXTRACT_SUB_ARRAY_QCOM, Set.of(QCOM)),
          Map.entry(Op.CONSTRUCT_MATRIX_QCOM, Set.of(QCOM)),
          Map.entry(Op.EXTRACT_MATRIX_QCOM, Set.of(QCOM)),
          Map.entry(Op.CONSTANT_COMPOSITE_REPLICATE, Set.of(REPLICATED)),
          Map.entry(Op.SPEC_CONSTANT_COMPOSITE_REPLICATE, Set.of(REPLICATED)),
          Map.entry(Op.COMPOSITE_CONSTRUCT_REPLICATE, Set.of(REPLICATED)));

  /** The Vulkan feature that a device must have for a module to declare the capability. */
  private static final Map<Integer, String> FEATURES =
      Map.ofEntries(
          Map.entry(GEOMETRY, "geometryShader"),
          Map.entry(TESSELLATION, "tessellationShader"),
          Map.entry(RAY_TRACING, "rayTracingPipeline"),
          Map.entry(MESH_SHADING, "meshShader"),
          Map.entry(FLOAT16, "shaderFloat16"),
          Map.entry(FLOAT64, "shaderFloat64"),
          Map.entry(INT64, "shaderInt64"),
          Map.entry(INT16, "shaderInt16"),
          Map.entry(INT8, "shaderInt8"),
          Map.entry(STORAGE_16, "storageBuffer16BitAccess"),
          Map.entry(STORAGE_8, "storageBuffer8BitAccess"),
          Map.entry(PHYSICAL_ADDRESSES, "bufferDeviceAddress"),
          Map.entry(MATRIX, "cooperativeMatrix"),
          Map.entry(REDUCTIONS, "cooperativeMatrixReductions"),
          Map.entry(CONVERSIONS, "cooperativeMatrixConversions"),
          Map.entry(PER_ELEMENT, "cooperativeMatrixPerElementOperations"),
          Map.entry(TENSOR_MATRIX, "cooperativeMatrixTensorAddressing"),
          Map.entry(TENSOR, "cooperativeMatrixTensorAddressing"),
          Map.entry(BLOCK_LOADS, "cooperativeMatrixBlockLoads"),
          Map.entry(DECODE_VECTOR, "cooperativeMatrixDecodeVector"),
          Map.entry(VECTOR, "cooperativeVector"),
          Map.entry(TRAINING, "cooperativeVectorTraining"),
          Map.entry(QCOM, "cooperativeMatrixConversion"),
          Map.entry(BFLOAT16, "shaderBFloat16Type"),
          Map.entry(BFLOAT16_DOT, "shaderBFloat16DotProduct"),
          Map.entry(BFLOAT16_MATRIX, "shaderBFloat16CooperativeMatrix"),
          Map.entry(FLOAT8, "shaderFloat8"),
          Map.entry(FLOAT8_MATRIX, "shaderFloat8CooperativeMatrix"),
          Map.entry(LONG_VECTOR, "longVector"),
          Map.entry(REPLICATED, "shaderReplicatedComposites"));

  /** The limit that says in which stages a capability may be declared. */
  private static final Map<Integer, String> STAGES =
      Map.of(
          MATRIX, "cooperativeMatrixSupportedStages",
          VECTOR, "cooperativeVectorSupportedStages");

  private final Conduct conduct;
  private final Set<Integer> declared = new HashSet<>();

  Capabilities(List<Instruction> instructions, Conduct conduct) {
    this.conduct = conduct;
    for (Instruction i : instructions) {
      if (i.opcode() == Op.CAPABILITY) {
        declared.add(i.operand(0));
        declared.addAll(IMPLIED.getOrDefault(i.operand(0), Set.of()));
      }
    }
  }

  /** Checks that the device has the feature of every capability that the module declares. */
  void checkFeatures(Set<String> features) {
    for (int capability : declared) {
      String feature = FEATURES.get(capability);
      if (feature != null && !features.contains(feature)) {
        conduct.violated(
            Check.SUPPORT,
            "capability %d needs the feature %s, which the device lacks"
                .formatted(capability, feature));
      }
    }
  }

  /**
   * Checks that a shader with matrices or vectors stands in a stage that the device has them in
   * (VUIDs 10091 and 08985).
   */
  void checkStage(ShaderStage stage, DeviceReport report) {
    for (Map.Entry<Integer, String> entry : STAGES.entrySet()) {
      if (declared.contains(entry.getKey())
          && (report.limit(entry.getValue()) & stage.bit()) == 0) {
        conduct.violated(
            Check.SUPPORT,
            "capability %d in a %s shader, which %s lacks"
                .formatted(entry.getKey(), stage, entry.getValue()));
      }
    }
  }

  private void need(Set<Integer> anyOf, Instruction i) {
    if (anyOf.stream().noneMatch(declared::contains)) {
      conduct.violated(
          Check.CAPABILITY,
          "opcode %d (%%%d) needs capability %s, which is not declared"
              .formatted(i.opcode(), i.result(), anyOf.iterator().next()));
    }
  }

  /** Checks that what an instruction needs is declared. */
  void check(Instruction i, Module module) {
    Set<Integer> anyOf = INSTRUCTIONS.get(i.opcode());
    if (anyOf != null) {
      need(anyOf, i);
    }
    switch (i.opcode()) {
      case Op.TYPE_INT, Op.TYPE_FLOAT -> scalarType(i, module.type(i.result()));
      case Op.TYPE_VECTOR -> {
        if (i.operand(1) > 4 || i.operand(1) < 2) {
          need(Set.of(LONG_VECTOR), i);
        }
      }
      case Op.TYPE_POINTER -> {
        if (i.operand(0) == Pointers.PHYSICAL_STORAGE_BUFFER) {
          need(Set.of(PHYSICAL_ADDRESSES), i);
        }
      }
      case Op.TYPE_COOPERATIVE_MATRIX -> {
        if (module.type(i.operand(0)) instanceof Type.Float(FloatFormat format)) {
          if (format == FloatFormat.BFLOAT16) {
            need(Set.of(BFLOAT16_MATRIX), i);
          } else if (format.bits() == 8) {
            need(Set.of(FLOAT8_MATRIX), i);
          }
        }
      }
      case Op.COOPERATIVE_MATRIX_LOAD_TENSOR -> {
        int mask = TensorAccess.addressingMask(i);
        if ((mask & DECODE) != 0) {
          need(Set.of(BLOCK_LOADS), i);
        }
        if ((mask & DECODE_VECTOR_OPERAND) != 0) {
          need(Set.of(DECODE_VECTOR), i);
        }
      }
      default -> {}
    }
  }

  private void scalarType(Instruction i, Type type) {
    switch (type) {
      case Type.Float(FloatFormat format) when format == FloatFormat.BFLOAT16 ->
          need(Set.of(BFLOAT16), i);
      case Type.Float(FloatFormat format) when format.bits() == 8 -> need(Set.of(FLOAT8), i);
      case Type.Float(FloatFormat format) when format.bits() == 16 ->
          need(Set.of(FLOAT16, STORAGE_16, STORAGE_UNIFORM_16, STORAGE_PUSH_16), i);
      case Type.Float(FloatFormat format) when format.bits() == 64 -> need(Set.of(FLOAT64), i);
      case Type.Int _ when type.size() == 1 ->
          need(Set.of(INT8, STORAGE_8, STORAGE_UNIFORM_8, STORAGE_PUSH_8), i);
      case Type.Int _ when type.size() == 2 ->
          need(Set.of(INT16, STORAGE_16, STORAGE_UNIFORM_16, STORAGE_PUSH_16), i);
      case Type.Int _ when type.size() == 8 -> need(Set.of(INT64), i);
      default -> {}
    }
  }
}
