// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.rules;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rules on what a device answers to questions of VK_EXT_cooperative_matrix_maintenance1 (API
 * §9): a line for each thing that breaks one.
 */
final class QueriedRules {

  private QueriedRules() {}

  /**
   * Products that each answer to a mandated question has.
   *
   * @param a the type of A and of B
   * @param results types of C and of the result, one of which must be there
   */
  private record Mandated(ComponentType a, List<ComponentType> results) {

    boolean isBy(MatrixProperties2 row) {
      return row.a() == a
          && row.b() == a
          && row.c() == row.result()
          && results.contains(row.result());
    }

    String label() {
      return "%s x %s to %s"
          .formatted(
              a,
              a,
              results.stream().map(ComponentType::toString).collect(Collectors.joining(" or ")));
    }
  }

  private static final List<Mandated> MANDATED =
      List.of(
          new Mandated(
              ComponentType.FLOAT16, List.of(ComponentType.FLOAT16, ComponentType.FLOAT32)),
          new Mandated(ComponentType.UINT8, List.of(ComponentType.UINT32, ComponentType.SINT32)),
          new Mandated(ComponentType.SINT8, List.of(ComponentType.SINT32)));

  private static Map<MatrixQuery, List<MatrixProperties2>> answers(DeviceReport report) {
    return report.matrixProperties2().stream()
        .collect(Collectors.groupingBy(MatrixProperties2::query));
  }

  /** The products that are mandated are in the answer to each question that is. */
  static List<String> mandated(DeviceReport report) {
    Map<MatrixQuery, List<MatrixProperties2>> answers = answers(report);
    List<String> broken = new ArrayList<>();
    for (MatrixQuery query : MatrixQuery.of(report)) {
      List<MatrixProperties2> rows = answers.getOrDefault(query, List.of());
      for (Mandated product : MANDATED) {
        if (query.isMandated(report) && rows.stream().noneMatch(product::isBy)) {
          broken.add("%s: no product of %s".formatted(query.label(), product.label()));
        }
      }
    }
    return broken;
  }

  /** Products of floats never saturate: none is told to whom asks for those that do. */
  static List<String> saturating(DeviceReport report) {
    return report.matrixProperties2().stream()
        .filter(row -> row.query().saturating() && !row.result().isInteger())
        .map(MatrixProperties2::label)
        .toList();
  }

  /** Of each answer a row has granularities that are powers of two. */
  static List<String> powersOfTwo(DeviceReport report) {
    Map<MatrixQuery, List<MatrixProperties2>> answers = answers(report);
    return MatrixQuery.of(report).stream()
        .filter(query -> answers.containsKey(query))
        .filter(query -> answers.get(query).stream().noneMatch(QueriedRules::isOfPowers))
        .map(query -> query.label() + ": no row has granularities that are powers of two")
        .toList();
  }

  private static boolean isOfPowers(MatrixProperties2 row) {
    return Integer.bitCount(row.mGranularity()) == 1
        && Integer.bitCount(row.nGranularity()) == 1
        && Integer.bitCount(row.kGranularity()) == 1;
  }
}
