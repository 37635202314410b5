// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.VectorProperties;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the matrix types, products and vector products of a module are among those that a device
 * reports (VUIDs 10163 to 10167, 10060, 10089, 13382 and 13383). What is not is reported to the
 * device's behaviour as a violation.
 */
public final class Support {

  private final DeviceReport report;
  private final Behaviour behaviour;
  private final int invocations;

  /** Rows of sizes as they are, of questions that the pipeline is meant by. */
  private final List<MatrixProperties> answers;

  /** All rows of granularities. */
  private final List<FlexibleProperties> flexible;

  /**
   * @param report with the rows of those questions alone that the pipeline's subgroup size answers
   * @param invocations of the workgroup
   */
  Support(DeviceReport report, Behaviour behaviour, int invocations) {
    this.report = report;
    this.behaviour = behaviour;
    this.invocations = invocations;
    List<FlexibleProperties> asked =
        report.matrixProperties2().stream()
            .map(MatrixProperties2::flexible)
            .filter(
                row -> row.scope() != Scope.WORKGROUP || row.workgroupInvocations() == invocations)
            .toList();
    boolean areMultiples = report.has("cooperativeMatrixFlexibleDimensions");
    this.answers =
        areMultiples ? List.of() : asked.stream().map(row -> row.times(1, 1, 1)).toList();
    this.flexible =
        Stream.concat(
                report.flexibleProperties().stream(), areMultiples ? asked.stream() : Stream.of())
            .distinct()
            .toList();
  }

  /** VkComponentType's signed and unsigned integers both stand for any OpTypeInt of the width. */
  private static boolean same(ComponentType type, Type component) {
    ComponentType own = component.componentType();
    return type == own || type.isInteger() && own.isInteger() && type.bits() == own.bits();
  }

  private static boolean same(MatrixType row, Type.CooperativeMatrix type) {
    return row.scope() == type.scope()
        && row.use() == type.use()
        && row.rows() == type.rows()
        && row.columns() == type.columns()
        && same(row.component(), type.component());
  }

  /** The rows that a flexible row stands for at a matrix's size, as far as it fits. */
  private Stream<MatrixProperties> at(FlexibleProperties row, int m, int n, int k) {
    long most = report.limit("cooperativeMatrixFlexibleDimensionsMaxDimension");
    boolean fits =
        m % row.mGranularity() == 0
            && n % row.nGranularity() == 0
            && k % row.kGranularity() == 0
            && Math.max(m, Math.max(n, k)) <= most
            && (row.scope() == Scope.SUBGROUP || row.workgroupInvocations() == invocations);
    return fits
        ? Stream.of(
            row.times(m / row.mGranularity(), n / row.nGranularity(), k / row.kGranularity()))
        : Stream.of();
  }

  private Stream<MatrixType> types(FlexibleProperties row, Type.CooperativeMatrix type) {
    int rows = type.rows();
    int columns = type.columns();
    return switch (type.use()) {
      case A -> at(row, rows, row.nGranularity(), columns).map(MatrixProperties::typeA);
      case B -> at(row, row.mGranularity(), columns, rows).map(MatrixProperties::typeB);
      case ACCUMULATOR ->
          at(row, rows, columns, row.kGranularity())
              .flatMap(sized -> Stream.of(sized.typeC(), sized.typeResult()));
    };
  }

  void checkType(Type.CooperativeMatrix type) {
    Stream<MatrixType> reported =
        Stream.concat(
            Stream.concat(report.matrixProperties().stream(), answers.stream())
                .flatMap(row -> Stream.of(row.typeA(), row.typeB(), row.typeC(), row.typeResult())),
            flexible.stream().flatMap(row -> types(row, type)));
    if (reported.noneMatch(row -> same(row, type))) {
      behaviour.violated(
          Check.SUPPORT,
          "VUID 10163: the device reports no matrix of %s as %s, scope %s"
              .formatted(sized(type), type.use().glsl(), type.scope()));
    }
  }

  private static String sized(Type.CooperativeMatrix type) {
    return "%d x %d %s".formatted(type.rows(), type.columns(), type.component().componentType());
  }

  /**
   * Holds a product of matrices to the rows that the device reports, of fixed and of flexible
   * sizes. A product that no row allows is a violation of {@link Check#SUPPORT} (VUID 10060).
   *
   * @param a type of A, M × K
   * @param b type of B, K × N
   * @param c type of C, M × N
   * @param result type of the result, M × N
   * @param flags Cooperative Matrix Operands of the instruction, a mask; 0 without them
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void checkProduct(
      Type.CooperativeMatrix a,
      Type.CooperativeMatrix b,
      Type.CooperativeMatrix c,
      Type.CooperativeMatrix result,
      int flags) {
    Stream<MatrixProperties> rows =
        Stream.concat(
            Stream.concat(report.matrixProperties().stream(), answers.stream()),
            flexible.stream().flatMap(row -> at(row, a.rows(), b.columns(), a.columns())));
    if (rows.noneMatch(
        row ->
            same(row.typeA(), a)
                && same(row.typeB(), b)
                && same(row.typeC(), c)
                && same(row.typeResult(), result)
                && signs(row) == flags)) {
      behaviour.violated(
          Check.SUPPORT,
          "KHR-MULADD-027: the device reports no product of A %s and B %s with C %s and result %s, operands %d"
              .formatted(sized(a), sized(b), sized(c), sized(result), flags));
    }
  }

  /**
   * {@return whether a row of VkCooperativeMatrixPropertiesKHR has a size, whatever its types} Rows
   * of flexible dimensions are not looked at.
   *
   * @param m rows of the result
   * @param n columns of the result
   * @param k columns of A
   */
  public boolean hasFixedSize(int m, int n, int k) {
    return report.matrixProperties().stream()
        .anyMatch(row -> row.m() == m && row.n() == n && row.k() == k);
  }

  /**
   * {@return whether the device reports any row of
   * VkCooperativeMatrixFlexibleDimensionsPropertiesNV}
   */
  public boolean isFlexible() {
    return !report.flexibleProperties().isEmpty();
  }

  private static int signs(MatrixProperties row) {
    return (row.a().isSigned() ? 1 : 0)
        | (row.b().isSigned() ? 2 : 0)
        | (row.c().isSigned() ? 4 : 0)
        | (row.result().isSigned() ? 8 : 0)
        | (row.saturating() ? 16 : 0);
  }

  /**
   * Holds a product of a matrix and a cooperative vector to the rows that the device reports. A
   * product that no row allows is a violation of {@link Check#SUPPORT} (VUID 10089).
   *
   * @param input component type of the input vector
   * @param interpretation input interpretation of the instruction
   * @param matrix matrix interpretation of the instruction
   * @param bias bias interpretation, or null for a product without a bias, which any row's allows
   * @param result component type of the result
   * @param transposed whether the matrix is transposed
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void checkVectorProduct(
      ComponentType input,
      ComponentType interpretation,
      ComponentType matrix,
      ComponentType bias,
      Type result,
      boolean transposed) {
    for (VectorProperties row : report.vectorProperties()) {
      if (row.input() == input
          && row.inputInterpretation() == interpretation
          && row.matrixInterpretation() == matrix
          && (bias == null || row.biasInterpretation() == bias)
          && same(row.result(), result)
          && (row.transpose() || !transposed)) {
        return;
      }
    }
    behaviour.violated(
        Check.SUPPORT,
        "VUID 10089: the device reports no product of %s as %s with matrix %s, %s%s"
            .formatted(
                input,
                interpretation,
                matrix,
                bias == null ? "no bias" : "bias " + bias,
                transposed ? ", transposed" : ""));
  }

  /**
   * Holds a workgroup to full subgroups along x, as matrices of subgroup scope need them. Otherwise
   * it is a violation of {@link Check#SUPPORT} (VUID 08987).
   *
   * @param localSize invocations of a workgroup along x, y and z
   * @param subgroupSize invocations of a subgroup, at least 1
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void checkSubgroups(int[] localSize, int subgroupSize) {
    if (localSize[0] % subgroupSize != 0) {
      behaviour.violated(
          Check.SUPPORT,
          "KHR-UNIF-008: %d invocations along x with matrices of subgroups of %d"
              .formatted(localSize[0], subgroupSize));
    }
  }

  /**
   * Holds a required subgroup size to what the device offers: a power of two within the reported
   * range, in a device that can require one for compute pipelines. Otherwise it is a violation of
   * {@link Check#SUPPORT} (VUIDs 02755 to 02760).
   *
   * @param subgroupSize invocations that the pipeline requires
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void checkRequired(int subgroupSize) {
    DeviceReport.Subgroup offered = report.subgroup();
    if (Integer.bitCount(subgroupSize) != 1
        || subgroupSize < offered.minimum()
        || subgroupSize > offered.maximum()
        || !offered.canRequireInCompute()) {
      behaviour.violated(
          Check.SUPPORT,
          "VUID 02755: subgroups of %d are required where the device has %s"
              .formatted(
                  subgroupSize,
                  offered.canRequireInCompute()
                      ? "powers of two from %d to %d"
                          .formatted(offered.minimum(), offered.maximum())
                      : "%d and cannot be asked".formatted(offered.size())));
    }
  }

  /**
   * Holds a workgroup to what matrices of workgroup scope need: full subgroups along x, a number of
   * subgroups that is a power of two, and no more invocations than
   * cooperativeMatrixWorkgroupScopeMaxWorkgroupSize. Otherwise it is a violation of {@link
   * Check#SUPPORT} (VUID 10169).
   *
   * @param localSize invocations of a workgroup along x, y and z; its product is that of the module
   * @param subgroupSize invocations of a subgroup, at least 1
   * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the shader
   */
  public void checkWorkgroup(int[] localSize, int subgroupSize) {
    int subgroups = invocations / subgroupSize;
    if (localSize[0] % subgroupSize != 0
        || Integer.bitCount(subgroups) != 1
        || invocations > report.limit("cooperativeMatrixWorkgroupScopeMaxWorkgroupSize")) {
      behaviour.violated(
          Check.SUPPORT,
          "CM2-WG-003: a workgroup of %d invocations, %d along x, for subgroups of %d"
              .formatted(invocations, localSize[0], subgroupSize));
    }
  }
}
