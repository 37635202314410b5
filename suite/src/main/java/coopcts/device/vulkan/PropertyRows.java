// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixQuery;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import coopcts.model.VectorProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.lwjgl.vulkan.VkCooperativeMatrixFlexibleDimensionsPropertiesNV;
import org.lwjgl.vulkan.VkCooperativeMatrixProperties2EXT;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesKHR;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesNV;
import org.lwjgl.vulkan.VkCooperativeVectorPropertiesNV;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** The rows that a device reports of what matrices and vectors can be made of. */
final class PropertyRows {

  private final List<MatrixProperties> matrix = new ArrayList<>();
  private final List<MatrixProperties> matrixNV = new ArrayList<>();
  private final List<FlexibleProperties> flexible = new ArrayList<>();
  private final List<VectorProperties> vector = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  /**
   * Asks for the rows of the features. What cannot be asked for has none, and is noted: the cases
   * of {@code report} ask again and judge the answer.
   */
  PropertyRows(VkPhysicalDevice device, Set<String> features) {
    if (features.contains(TestedSystem.Feature.MATRIX)) {
      ask(
          ArrayQuery.MATRIX,
          device,
          address -> add(VkCooperativeMatrixPropertiesKHR.create(address)));
    }
    if (features.contains(DeviceReport.NV_COOPERATIVE_MATRIX)) {
      // No case asks for these.
      ArrayQuery.MATRIX_NV.forEach(
          device, address -> add(VkCooperativeMatrixPropertiesNV.create(address)));
    }
    if (features.contains("cooperativeMatrixFlexibleDimensions")) {
      ask(
          ArrayQuery.FLEXIBLE,
          device,
          address -> add(VkCooperativeMatrixFlexibleDimensionsPropertiesNV.create(address)));
    }
    if (features.contains(TestedSystem.Feature.VECTOR)) {
      ask(
          ArrayQuery.VECTOR,
          device,
          address -> add(VkCooperativeVectorPropertiesNV.create(address)));
    }
  }

  private void ask(ArrayQuery query, VkPhysicalDevice device, LongConsumer reader) {
    try {
      query.forEach(device, reader);
    } catch (VulkanException e) {
      unknown.add("none: " + e.getMessage());
    }
  }

  List<MatrixProperties> matrix() {
    return matrix;
  }

  List<MatrixProperties> matrixNV() {
    return matrixNV;
  }

  List<FlexibleProperties> flexible() {
    return flexible;
  }

  List<VectorProperties> vector() {
    return vector;
  }

  /** What a device answers to questions; rows of unknown types are noted. */
  List<MatrixProperties2> answers(VkPhysicalDevice device, List<MatrixQuery> queries) {
    List<MatrixProperties2> answers = new ArrayList<>();
    for (MatrixQuery query : queries) {
      ask(
          ArrayQuery.of(query),
          device,
          address ->
              answer(query, VkCooperativeMatrixProperties2EXT.create(address))
                  .ifPresent(answers::add));
    }
    return answers;
  }

  /** Rows with component types that the suite does not know, and why there are none, as text. */
  List<String> unknown() {
    return unknown;
  }

  /** Whether all component types are known; where not, the row is noted as text. */
  private boolean known(String row, int... types) {
    boolean all = IntStream.of(types).allMatch(type -> ComponentType.ofVulkan(type).isPresent());
    if (!all) {
      unknown.add(row);
    }
    return all;
  }

  private static ComponentType type(int value) {
    return ComponentType.ofVulkan(value).orElseThrow();
  }

  private void add(VkCooperativeMatrixPropertiesKHR row) {
    row(
            "",
            row.MSize(),
            row.NSize(),
            row.KSize(),
            row.scope(),
            row.saturatingAccumulation(),
            row.AType(),
            row.BType(),
            row.CType(),
            row.ResultType())
        .ifPresent(matrix::add);
  }

  private void add(VkCooperativeMatrixPropertiesNV row) {
    row(
            "NV: ",
            row.MSize(),
            row.NSize(),
            row.KSize(),
            row.scope(),
            false,
            row.AType(),
            row.BType(),
            row.CType(),
            row.DType())
        .ifPresent(matrixNV::add);
  }

  /** A row of fixed sizes, whichever extension it is of. */
  private Optional<MatrixProperties> row(
      String extension,
      int m,
      int n,
      int k,
      int scope,
      boolean saturating,
      int a,
      int b,
      int c,
      int result) {
    String text =
        "%sM %d, N %d, K %d, A %d, B %d, C %d, Result %d, scope %d"
            .formatted(extension, m, n, k, a, b, c, result, scope);
    return known(text, a, b, c, result)
        ? Optional.of(
            new MatrixProperties(
                m, n, k, type(a), type(b), type(c), type(result), saturating, Scope.of(scope)))
        : Optional.empty();
  }

  private void add(VkCooperativeMatrixFlexibleDimensionsPropertiesNV row) {
    String text =
        "granularities %d, %d, %d, A %d, B %d, C %d, Result %d, scope %d"
            .formatted(
                row.MGranularity(),
                row.NGranularity(),
                row.KGranularity(),
                row.AType(),
                row.BType(),
                row.CType(),
                row.ResultType(),
                row.scope());
    if (known(text, row.AType(), row.BType(), row.CType(), row.ResultType())) {
      flexible.add(
          new FlexibleProperties(
              row.MGranularity(),
              row.NGranularity(),
              row.KGranularity(),
              type(row.AType()),
              type(row.BType()),
              type(row.CType()),
              type(row.ResultType()),
              row.saturatingAccumulation(),
              Scope.of(row.scope()),
              row.workgroupInvocations()));
    }
  }

  private Optional<MatrixProperties2> answer(
      MatrixQuery query, VkCooperativeMatrixProperties2EXT row) {
    String text =
        "%s: granularities %d, %d, %d, A %d, B %d, C %d, Result %d"
            .formatted(
                query.label(),
                row.MGranularity(),
                row.NGranularity(),
                row.KGranularity(),
                row.AType(),
                row.BType(),
                row.CType(),
                row.ResultType());
    return known(text, row.AType(), row.BType(), row.CType(), row.ResultType())
        ? Optional.of(
            new MatrixProperties2(
                query,
                row.MGranularity(),
                row.NGranularity(),
                row.KGranularity(),
                type(row.AType()),
                type(row.BType()),
                type(row.CType()),
                type(row.ResultType())))
        : Optional.empty();
  }

  private void add(VkCooperativeVectorPropertiesNV row) {
    String text =
        "input %d as %d, matrix %d, bias %d, Result %d"
            .formatted(
                row.inputType(),
                row.inputInterpretation(),
                row.matrixInterpretation(),
                row.biasInterpretation(),
                row.resultType());
    if (known(
        text,
        row.inputType(),
        row.inputInterpretation(),
        row.matrixInterpretation(),
        row.biasInterpretation(),
        row.resultType())) {
      vector.add(
          new VectorProperties(
              type(row.inputType()),
              type(row.inputInterpretation()),
              type(row.matrixInterpretation()),
              type(row.biasInterpretation()),
              type(row.resultType()),
              row.transpose()));
    }
  }
}
