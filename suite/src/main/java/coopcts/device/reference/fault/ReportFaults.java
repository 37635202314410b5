// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixQuery;
import coopcts.model.Scope;
import coopcts.model.VectorProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Devices that report of themselves what none may report. */
final class ReportFaults {

  private static final String MATRIX2 = "VK_NV_cooperative_matrix2";

  private ReportFaults() {}

  static List<Fault> all() {
    return List.of(
        lie(
            "guarantee_lost",
            "an extension is exposed without the feature that it guarantees",
            without("shaderReplicatedComposites")),
        lie(
            "dependency_lost",
            "cooperative_matrix2 is exposed, what it builds on is not",
            extensionLess("VK_KHR_cooperative_matrix")),
        lie("no_memory_model", "matrices without the memory model", without("vulkanMemoryModel")),
        lie(
            "matrix2_empty",
            "cooperative_matrix2 is exposed with none of its features",
            without(
                "cooperativeMatrixWorkgroupScope",
                "cooperativeMatrixFlexibleDimensions",
                "cooperativeMatrixReductions",
                "cooperativeMatrixConversions",
                "cooperativeMatrixPerElementOperations",
                "cooperativeMatrixTensorAddressing",
                "cooperativeMatrixBlockLoads")),
        lie(
            "decode_no_blocks",
            "decode vectors without block loads",
            without("cooperativeMatrixBlockLoads")),
        lie(
            "decode_not_offered",
            "decode_vector is exposed without its feature",
            without("cooperativeMatrixDecodeVector")),
        lie(
            "conversion_not_offered",
            "QCOM's conversion is exposed without its feature",
            without("cooperativeMatrixConversion")),
        lie(
            "vector_not_offered",
            "cooperative_vector is exposed without its feature",
            without("cooperativeVector")),
        lie(
            "bfloat16_no_type",
            "shader_bfloat16 is exposed without the type",
            without("shaderBFloat16Type")),
        lie("float8_no_type", "shader_float8 is exposed without the type", without("shaderFloat8")),
        lie(
            "bfloat16_no_matrix",
            "bfloat16 matrices without matrices",
            without("cooperativeMatrix")),
        lie(
            "bfloat16_no_row",
            "bfloat16 matrices without a row of them",
            rows(row -> row.a() != ComponentType.BFLOAT16, UnaryOperator.identity())),
        lie("stage_missing", "matrices in no stage", limit("cooperativeMatrixSupportedStages", 0)),
        lie(
            "stage_graphics",
            "matrices in fragment shaders",
            limit("cooperativeMatrixSupportedStages", 0x30)),
        lie(
            "row_no_power",
            "no row is of powers of two",
            rows(_ -> true, row -> sized(row, row.m(), row.n(), 3 * row.k()))),
        lie(
            "row_empty",
            "a row has no columns",
            rows(_ -> true, row -> sized(row, row.m(), 0, row.k()))),
        lie(
            "row_format",
            "rows of 8-bit floats without the feature",
            without("shaderFloat8CooperativeMatrix")),
        lie(
            "row_saturates",
            "float rows saturate",
            rows(
                _ -> true,
                row ->
                    new MatrixProperties(
                        row.m(),
                        row.n(),
                        row.k(),
                        row.a(),
                        row.b(),
                        row.c(),
                        row.result(),
                        true,
                        row.scope()))),
        lie(
            "flexible_no_feature",
            "flexible rows without the feature",
            without("cooperativeMatrixFlexibleDimensions")),
        lie(
            "flexible_granularity",
            "granularities are no powers of two",
            flexible(
                row ->
                    new FlexibleProperties(
                        row.mGranularity(),
                        3 * row.nGranularity(),
                        row.kGranularity(),
                        row.a(),
                        row.b(),
                        row.c(),
                        row.result(),
                        row.saturating(),
                        row.scope(),
                        row.workgroupInvocations()))),
        lie(
            "flexible_invocations",
            "workgroups of rows are no multiples of a subgroup",
            flexible(
                row ->
                    new FlexibleProperties(
                        row.mGranularity(),
                        row.nGranularity(),
                        row.kGranularity(),
                        row.a(),
                        row.b(),
                        row.c(),
                        row.result(),
                        row.saturating(),
                        row.scope(),
                        row.scope() == Scope.WORKGROUP ? row.workgroupInvocations() + 1 : 0))),
        lie(
            "flexible_no_scope",
            "rows of workgroup scope without the feature",
            without("cooperativeMatrixWorkgroupScope")),
        lie(
            "answer_missing",
            "subgroups of the device's own size have no products of 8-bit integers",
            report ->
                answers(
                        row ->
                            row.query().subgroupSize() != report.subgroup().size()
                                || row.a() != ComponentType.SINT8,
                        UnaryOperator.identity())
                    .apply(report)),
        lie(
            "answer_workgroups",
            "matrices of workgroups of 64 are in no answer",
            answers(row -> row.query().invocations() != 64, UnaryOperator.identity())),
        lie(
            "answer_saturates",
            "asked for products that saturate, a device tells those that do not",
            report -> {
              List<MatrixProperties2> rows = new ArrayList<>(report.matrixProperties2());
              rows.removeIf(row -> row.query().saturating());
              report.matrixProperties2().stream()
                  .filter(row -> !row.query().saturating())
                  .map(ReportFaults::saturating)
                  .forEach(rows::add);
              return report.withMatrices2(rows);
            }),
        lie(
            "answer_no_power",
            "no row of an answer is of powers of two",
            answers(_ -> true, ReportFaults::thrice)),
        lie(
            "workgroup_small",
            "matrices of workgroups of one subgroup at most",
            limit("cooperativeMatrixWorkgroupScopeMaxWorkgroupSize", 32)),
        lie(
            "dimension_small",
            "flexible dimensions up to 128",
            limit("cooperativeMatrixFlexibleDimensionsMaxDimension", 128)),
        lie(
            "memory_reserved",
            "more than half of the shared memory is reserved",
            limit("cooperativeMatrixWorkgroupScopeReservedSharedMemory", 1 << 30)),
        lie(
            "vector_short",
            "cooperative vectors of up to 64 components",
            limit("maxCooperativeVectorComponents", 64)),
        lie(
            "long_vector_short",
            "vectors of up to 512 components",
            limit("maxVectorComponents", 512)),
        lie(
            "subgroup_size",
            "subgroups of 48",
            report ->
                report.with(
                    new DeviceReport.Subgroup(
                        48,
                        report.subgroup().minimum(),
                        report.subgroup().maximum(),
                        report.subgroup().canRequireInCompute()))),
        lie(
            "vector_row_missing",
            "a row that every device must have is not reported",
            vectors(row -> row.input() != ComponentType.FLOAT16, UnaryOperator.identity())),
        lie(
            "vector_row_packed",
            "packed results",
            vectors(
                _ -> true,
                row ->
                    new VectorProperties(
                        row.input(),
                        row.inputInterpretation(),
                        row.matrixInterpretation(),
                        row.biasInterpretation(),
                        ComponentType.SINT8_PACKED,
                        row.transpose()))),
        lie(
            "vector_stage_missing",
            "cooperative vectors in no stage",
            limit("cooperativeVectorSupportedStages", 0)));
  }

  private static Fault lie(String name, String description, UnaryOperator<DeviceReport> change) {
    return new Fault("report." + name, "report", description, new Fault.Reports(change));
  }

  private static MatrixProperties2 saturating(MatrixProperties2 row) {
    MatrixQuery query = row.query();
    return MatrixProperties2.of(
        new MatrixQuery(query.scope(), query.invocations(), query.subgroupSize(), true),
        row.least());
  }

  private static MatrixProperties2 thrice(MatrixProperties2 row) {
    return MatrixProperties2.of(
        row.query(),
        sized(row.least(), row.mGranularity(), 3 * row.nGranularity(), row.kGranularity()));
  }

  private static UnaryOperator<DeviceReport> without(String... features) {
    return report -> report.without(List.of(features));
  }

  private static UnaryOperator<DeviceReport> extensionLess(String extension) {
    return report -> {
      TreeMap<String, Integer> left = new TreeMap<>(report.extensions());
      left.remove(extension);
      left.putIfAbsent(MATRIX2, 1);
      return report.withExtensions(left);
    };
  }

  private static UnaryOperator<DeviceReport> limit(String name, long value) {
    return report -> {
      TreeMap<String, Long> limits = new TreeMap<>(report.limits());
      limits.put(name, value);
      return report.withLimits(limits);
    };
  }

  private static MatrixProperties sized(MatrixProperties row, int m, int n, int k) {
    return new MatrixProperties(
        m, n, k, row.a(), row.b(), row.c(), row.result(), row.saturating(), row.scope());
  }

  private static UnaryOperator<DeviceReport> rows(
      Predicate<MatrixProperties> kept, UnaryOperator<MatrixProperties> change) {
    return report ->
        report.withMatrices(report.matrixProperties().stream().filter(kept).map(change).toList());
  }

  private static UnaryOperator<DeviceReport> flexible(UnaryOperator<FlexibleProperties> change) {
    return report -> report.withFlexible(report.flexibleProperties().stream().map(change).toList());
  }

  private static UnaryOperator<DeviceReport> answers(
      Predicate<MatrixProperties2> kept, UnaryOperator<MatrixProperties2> change) {
    return report ->
        report.withMatrices2(report.matrixProperties2().stream().filter(kept).map(change).toList());
  }

  private static UnaryOperator<DeviceReport> vectors(
      Predicate<VectorProperties> kept, UnaryOperator<VectorProperties> change) {
    return report ->
        report.withVectors(report.vectorProperties().stream().filter(kept).map(change).toList());
  }
}
