// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixQuery;
import coopcts.model.Scope;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a profile with cooperativeMatrixProperties2 answers to a question: its flexible rows, or the
 * others where it has none, for subgroups of every size.
 */
final class QueriedRows {

  private QueriedRows() {}

  /** A profile's report with the answers to all questions. */
  static DeviceReport in(DeviceReport report) {
    return report.withMatrices2(
        MatrixQuery.of(report).stream().flatMap(query -> rows(query, report)).toList());
  }

  private static Stream<MatrixProperties2> rows(MatrixQuery query, DeviceReport report) {
    List<MatrixProperties2> flexible =
        report.flexibleProperties().stream()
            .filter(row -> row.scope() == query.scope() && row.saturating() == query.saturating())
            .filter(row -> row.workgroupInvocations() == query.invocations())
            .map(row -> MatrixProperties2.of(query, row))
            .toList();
    return report.has("cooperativeMatrixFlexibleDimensions") || query.scope() == Scope.WORKGROUP
        ? flexible.stream()
        : report.matrixProperties().stream()
            .filter(row -> row.scope() == query.scope() && row.saturating() == query.saturating())
            .map(row -> MatrixProperties2.of(query, row));
  }
}
