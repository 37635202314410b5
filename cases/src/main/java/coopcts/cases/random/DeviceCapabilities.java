// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ComponentSupport;
import coopcts.cases.nv2.ScopedType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.VectorProperties;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a device has that programs can be made of, worked out once.
 *
 * @param products of matrices that one subgroup holds
 * @param types of such matrices
 * @param flexible products of sizes that are multiples of granularities, of either scope
 * @param wide the same with larger sizes
 * @param vectors products of cooperative vectors
 * @param stages where those can be
 */
record DeviceCapabilities(
    DeviceReport report,
    List<MatrixProperties> products,
    List<MatrixType> types,
    List<ScopedType.Products> flexible,
    List<ScopedType.Products> wide,
    List<VectorProperties> vectors,
    List<ShaderStage> stages) {

  /** Squares, as wide as the widest subgroup, that large matrices consist of at most. */
  private static final int TILES = 12;

  static DeviceCapabilities of(DeviceReport report) {
    return new DeviceCapabilities(
        report,
        report.matrixProperties().stream()
            .filter(row -> row.scope() == Scope.SUBGROUP)
            .filter(
                row ->
                    ComponentSupport.missing(report, row.a(), row.b(), row.c(), row.result())
                        .isEmpty())
            .toList(),
        report.matrixTypes().stream()
            .filter(type -> type.scope() == Scope.SUBGROUP)
            .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
            .toList(),
        there(report, ScopedType.flexible(report)),
        there(report, ScopedType.wide(report)).stream()
            .filter(one -> isCompiledInTime(report, one.row()))
            .toList(),
        report.vectorProperties().stream()
            .filter(row -> row.input().glsl().isPresent())
            .filter(row -> ComponentSupport.missing(report, row.input(), row.result()).isEmpty())
            .toList(),
        Arrays.stream(ShaderStage.values()).filter(stage -> supports(report, stage)).toList());
  }

  /**
   * Whether a compiler that unrolls what an invocation holds comes to an end: where few share a
   * large matrix it may take minutes, which is no fault.
   */
  private static boolean isCompiledInTime(DeviceReport report, MatrixProperties row) {
    int widest = report.subgroup().maximum();
    int most = TILES * widest * widest;
    return row.scope() == Scope.WORKGROUP
        || Stream.of(row.typeA(), row.typeB(), row.typeResult())
            .allMatch(type -> type.size() <= most);
  }

  private static List<ScopedType.Products> there(
      DeviceReport report, List<ScopedType.Products> all) {
    return all.stream().filter(one -> report.missing(features(one)).isEmpty()).toList();
  }

  private static List<String> features(ScopedType.Products one) {
    return one.row().scope() == Scope.WORKGROUP
        ? List.of("cooperativeMatrixFlexibleDimensions", "cooperativeMatrixWorkgroupScope")
        : List.of("cooperativeMatrixFlexibleDimensions");
  }

  /** Whether vectors can be in a stage, which a frame can be made for. */
  static boolean supports(DeviceReport report, ShaderStage stage) {
    return stage == ShaderStage.COMPUTE
        || (report.limit("cooperativeVectorSupportedStages") & stage.bit()) != 0
            && report.missing(stage.features()).isEmpty();
  }
}
