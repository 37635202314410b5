// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FlexibleProperties;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixProperties2;
import coopcts.model.MatrixQuery;
import coopcts.model.VectorProperties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a device reports of itself, each member passed through its tap. */
final class ReportTaps {

  private final Taps taps;
  private final DeviceReport honest;

  ReportTaps(Taps taps, DeviceReport honest) {
    this.taps = taps;
    this.honest = honest;
  }

  DeviceReport report() {
    return new DeviceReport(
        honest.identity(),
        subgroup(),
        limits(),
        extensions(),
        features(),
        honest.matrixProperties().stream().filter(this::has).map(this::row).toList(),
        honest.flexibleProperties().stream().map(this::flexible).toList(),
        answers().filter(this::has).map(this::answer).toList(),
        honest.matrixPropertiesNV(),
        honest.vectorProperties().stream().filter(this::has).map(this::row).toList(),
        honest.unknownProperties());
  }

  private DeviceReport.Subgroup subgroup() {
    DeviceReport.Subgroup own = honest.subgroup();
    return new DeviceReport.Subgroup(
        (int) taps.at(Tap.REPORT_SUBGROUP_SIZE, own.size()),
        own.minimum(),
        own.maximum(),
        own.canRequireInCompute());
  }

  private SortedMap<String, Long> limits() {
    SortedMap<String, Long> limits = new TreeMap<>();
    honest
        .limits()
        .forEach(
            (name, value) ->
                limits.put(name, taps.at(Tap.REPORT_LIMIT, value, Formula.number(name))));
    return limits;
  }

  private SortedMap<String, Integer> extensions() {
    SortedMap<String, Integer> extensions = new TreeMap<>(honest.extensions());
    extensions.keySet().removeIf(name -> !isReported(Tap.REPORT_EXTENSION, name));
    return extensions;
  }

  private SortedSet<String> features() {
    SortedSet<String> features = new TreeSet<>(honest.features());
    features.removeIf(name -> !isReported(Tap.REPORT_FEATURE, name));
    return features;
  }

  private boolean isReported(Tap tap, String name) {
    return taps.is(tap, true, Formula.number(name));
  }

  private boolean has(MatrixProperties row) {
    return taps.is(Tap.REPORT_ROW, true, row.a().ordinal());
  }

  private MatrixProperties row(MatrixProperties row) {
    return new MatrixProperties(
        row.m(),
        (int) taps.at(Tap.REPORT_ROW_COLUMNS, row.n()),
        (int) taps.at(Tap.REPORT_ROW_DEPTH, row.k()),
        row.a(),
        row.b(),
        row.c(),
        row.result(),
        taps.is(Tap.REPORT_ROW_SATURATES, row.saturating()),
        row.scope());
  }

  private FlexibleProperties flexible(FlexibleProperties row) {
    return new FlexibleProperties(
        row.mGranularity(),
        (int) taps.at(Tap.REPORT_FLEXIBLE_COLUMNS, row.nGranularity()),
        row.kGranularity(),
        row.a(),
        row.b(),
        row.c(),
        row.result(),
        row.saturating(),
        row.scope(),
        (int) taps.at(Tap.REPORT_FLEXIBLE_INVOCATIONS, row.workgroupInvocations()));
  }

  /** The rows for each question as the device understands it. */
  private Stream<MatrixProperties2> answers() {
    if (!taps.isOn(Tap.REPORT_ASKS_SATURATING)) {
      return honest.matrixProperties2().stream();
    }
    return MatrixQuery.of(honest).stream().flatMap(this::answered);
  }

  private Stream<MatrixProperties2> answered(MatrixQuery query) {
    MatrixQuery understood =
        new MatrixQuery(
            query.scope(),
            query.invocations(),
            query.subgroupSize(),
            taps.is(Tap.REPORT_ASKS_SATURATING, query.saturating()));
    return honest.matrixProperties2().stream()
        .filter(row -> row.query().equals(understood))
        .map(row -> with(query, row, row.nGranularity()));
  }

  private boolean has(MatrixProperties2 row) {
    return taps.is(
        Tap.REPORT_ANSWER,
        true,
        row.query().subgroupSize(),
        honest.subgroup().size(),
        row.query().invocations(),
        row.a().ordinal());
  }

  private MatrixProperties2 answer(MatrixProperties2 row) {
    return with(row.query(), row, (int) taps.at(Tap.REPORT_ANSWER_COLUMNS, row.nGranularity()));
  }

  private static MatrixProperties2 with(MatrixQuery query, MatrixProperties2 row, int columns) {
    return new MatrixProperties2(
        query,
        row.mGranularity(),
        columns,
        row.kGranularity(),
        row.a(),
        row.b(),
        row.c(),
        row.result());
  }

  private boolean has(VectorProperties row) {
    return taps.is(Tap.REPORT_VECTOR_ROW, true, row.input().ordinal());
  }

  private VectorProperties row(VectorProperties row) {
    int types = ComponentType.values().length;
    return new VectorProperties(
        row.input(),
        row.inputInterpretation(),
        row.matrixInterpretation(),
        row.biasInterpretation(),
        ComponentType.values()[
            taps.modulo(Tap.REPORT_VECTOR_RESULT, row.result().ordinal(), types)],
        row.transpose());
  }
}
