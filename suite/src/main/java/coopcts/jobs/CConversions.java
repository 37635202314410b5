// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.FollowUp;
import coopcts.model.VectorMatrix;
import coopcts.oracle.Expectation;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Matrices that the device converts, as rows of a C file. */
final class CConversions {

  /** Room for a matrix in a layout of the device's own: so many times its rows, and a rest. */
  private static final int TIMES = 4;

  private static final int REST = 4096;

  private final List<CData.Row> rows = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final int from;
  private boolean around;
  private boolean between;

  /**
   * @param from number of the first buffer that is there for matrices alone
   */
  private CConversions(int from) {
    this.from = from;
  }

  /** What a run has converted; the matrices that are taken out come first. */
  static CConversions of(Trial trial) {
    int bound = trial.buffers().size() + trial.addressed().size();
    CConversions all = new CConversions(bound);
    int runs = 1 + runs(trial, trial.steps().size());
    for (Trial.From out : trial.conversions().after()) {
      Expectation.Buffer expected = trial.expectation().buffers().get(bound + all.rows.size());
      VectorMatrix matrix = out.matrix();
      VectorMatrix target =
          VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
      int row = all.add(out.name(), null, target.bytes(), expected);
      all.convert(
          runs,
          all.at(out.buffer(), out.offset(), out.capacity(), matrix),
          all.at(row, 0, target.bytes(), target));
      all.around = true;
    }
    for (Trial.Into into : trial.conversions().before()) {
      VectorMatrix matrix = into.matrix();
      VectorMatrix source =
          VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
      int row = all.add("matrix_" + all.rows.size(), into.rowMajor());
      all.convert(
          -1,
          all.at(row, 0, into.rowMajor().length, source),
          all.at(into.buffer(), into.offset(), into.capacity(), matrix));
      all.around = true;
    }
    for (int i = 0; i < trial.steps().size(); i++) {
      if (trial.steps().get(i)
          instanceof FollowUp.Convert(FollowUp.MatrixPlace one, FollowUp.MatrixPlace other)) {
        int bytes = one.matrix().layout().isOptimal() ? one.capacity() : one.matrix().bytes();
        all.convert(
            runs(trial, i),
            all.at(one.buffer(), one.offset(), bytes, one.matrix()),
            all.at(other.buffer(), other.offset(), other.capacity(), other.matrix()));
        all.between = true;
      }
    }
    return all;
  }

  /** The buffers that are there for matrices alone. */
  List<CData.Row> rows() {
    return rows;
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  /** Whether a command converts some of them. */
  boolean byCommand() {
    return between;
  }

  /** The parts that are written for them beside a shader. */
  List<String> parts() {
    List<String> parts = new ArrayList<>();
    if (!isEmpty()) {
      parts.add("convert");
    }
    if (around) {
      parts.add("converted");
    }
    if (between) {
      parts.add("steps");
    }
    return parts;
  }

  /** What the holes of the parts are filled with. */
  Map<String, String> holes() {
    return Map.of("CONVERSIONS", text.toString());
  }

  /** Runs behind the first among the first steps. */
  private static int runs(Trial trial, int steps) {
    return (int)
        trial.steps().subList(0, steps).stream().filter(FollowUp.Again.class::isInstance).count();
  }

  /** Matrices on their ways. */
  static CConversions of(List<Chain> chains) {
    CConversions all = new CConversions(0);
    int[] at = new int[chains.size()];
    for (int i = 0; i < at.length; i++) {
      at[i] = all.add(chains.get(i).name() + "_source", chains.get(i).source());
    }
    for (int stop = 1; stop < chains.getFirst().stops().size(); stop++) {
      for (int i = 0; i < at.length; i++) {
        Chain chain = chains.get(i);
        boolean isLast = stop == chain.stops().size() - 1;
        int source = all.rows.get(at[i]).bytes();
        VectorMatrix to = chain.stops().get(stop);
        int bytes = isLast ? Math.max(room(to), chain.expected().bytes().length) : room(to);
        int next =
            isLast
                ? all.add(chain.name(), null, bytes, padded(chain.expected(), bytes))
                : all.add(chain.name() + "_" + stop, null, bytes, Expectation.Buffer.UNJUDGED);
        all.convert(
            0, all.at(at[i], 0, source, chain.stops().get(stop - 1)), all.at(next, 0, bytes, to));
        at[i] = next;
      }
    }
    return all;
  }

  private static int room(VectorMatrix matrix) {
    return matrix.layout().isOptimal()
        ? TIMES * VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns()).bytes()
            + REST
        : matrix.bytes();
  }

  /** What is expected, with zeros where the matrix takes more than that. */
  private static Expectation.Buffer padded(Expectation.Buffer expected, int bytes) {
    return new Expectation.Buffer(
        Arrays.copyOf(expected.bytes(), bytes), expected.open(), expected.written());
  }

  private int add(String name, byte[] bytes) {
    return add(
        name, bytes, bytes.length, new Expectation.Buffer(bytes, new TreeMap<>(), List.of()));
  }

  private int add(String name, byte[] before, int bytes, Expectation.Buffer expected) {
    rows.add(new CData.Row(name, -1, -1, bytes, before, expected));
    return from + rows.size() - 1;
  }

  private void convert(int when, String source, String target) {
    text.append("    {%d, %s,\n     %s},\n".formatted(when, source, target));
  }

  private String at(int buffer, long offset, long bytes, VectorMatrix matrix) {
    return "{%d, %d, %d, %d, %d, %d, %d, %d}"
        .formatted(
            buffer,
            offset,
            bytes,
            matrix.stride(),
            matrix.component().vulkanValue(),
            matrix.rows(),
            matrix.columns(),
            matrix.layout().ordinal());
  }
}
