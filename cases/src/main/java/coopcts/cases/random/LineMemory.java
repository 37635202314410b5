// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ArrayLines;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Pointee;
import coopcts.program.QcomOperation;
import coopcts.program.QcomOperation.ArrayForm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/** Arrays in which invocations have lines of matrices, and the ways between matrices. */
final class LineMemory {

  /** Steps that take parts of lines are drawn so much more often: few types have such. */
  private static final int PARTS = 4;

  /** Of so many steps that could cast words back one does. */
  private static final int UNCAST = 2;

  /** Of so many steps of arrays of the component type one casts them to words and back. */
  private static final int RECAST = 3;

  /** Forms that are drawn. */
  private static final List<ArrayForm> DRAWN =
      List.of(ArrayForm.PLAIN, ArrayForm.PACKED, ArrayForm.CAST);

  /**
   * Lines of a matrix in memory.
   *
   * @param first array elements before them
   */
  record Held(Array array, MatrixType type, ArrayForm form, int first) {}

  /** A way from a matrix to another one. */
  record LineStep(MatrixType from, MatrixType to, ArrayForm form) {}

  final List<Held> inputs = new ArrayList<>();
  final List<Held> outputs = new ArrayList<>();
  final List<LineStep> steps = new ArrayList<>();
  private final DeviceReport report;

  LineMemory(MatrixEnvironment around, DeviceReport report, SplittableRandom random) {
    this.report = report;
    for (MatrixType type : around.types) {
      for (ArrayForm form : List.of(ArrayForm.PLAIN, ArrayForm.PACKED)) {
        if (ArrayLines.of(report, type, form == ArrayForm.PACKED).isPresent()) {
          int number = inputs.size();
          Pointee pointee = Pointee.scalar(QcomOperation.element(type, form));
          int first = 4 * random.nextInt(3);
          int elements =
              first
                  + around.instances
                      * around.workgroups
                      * around.instanceSize
                      * QcomOperation.elements(type, form);
          int bytes = elements * pointee.bytes() + 16;
          Array in = around.reached(Array.buffer("lines" + number, pointee, Access.READ));
          around.add(
              in, InputPatterns.fill(type.component(), bytes, numbers(around, type, random)));
          around.varying(in, type.component());
          inputs.add(new Held(in, type, form, first));
          Array out = around.reached(Array.buffer("taken" + number, pointee, Access.READ_WRITE));
          around.add(out, around.bytes(bytes));
          outputs.add(new Held(out, type, form, first));
        }
      }
    }
    for (MatrixType from : around.types) {
      for (MatrixType to : around.types) {
        for (ArrayForm form : DRAWN) {
          if (leads(report, from, to, form)) {
            boolean parts = QcomOperation.length(from) > QcomOperation.length(to);
            steps.addAll(Collections.nCopies(parts ? PARTS : 1, new LineStep(from, to, form)));
          }
        }
      }
    }
  }

  /** Lines move what they hold: also numbers that nothing is computed from. */
  private static IntToLongFunction numbers(
      MatrixEnvironment around, MatrixType type, SplittableRandom random) {
    if (!type.component().isFloat()) {
      return around.numbers(type.component());
    }
    return switch (random.nextInt(6)) {
      case 0 -> InputPatterns.tiny(type.component(), random);
      case 1 -> InputPatterns.edges(type.component(), random);
      default -> around.numbers(type.component());
    };
  }

  /**
   * A step's form, or instead of it one that casts words back.
   *
   * @param result the name of the matrix that is made, which decides
   */
  ArrayForm form(LineStep step, String result) {
    int drawn = result.hashCode();
    if (step.form() != ArrayForm.CAST
        && drawn % UNCAST == 0
        && leads(report, step.from(), step.to(), ArrayForm.UNCAST)) {
      return ArrayForm.UNCAST;
    }
    return step.form() == ArrayForm.PLAIN
            && drawn % RECAST == 0
            && leads(report, step.from(), step.to(), ArrayForm.RECAST)
        ? ArrayForm.RECAST
        : step.form();
  }

  /** Whether a device takes a matrix to another one. */
  static boolean leads(DeviceReport report, MatrixType from, MatrixType to, ArrayForm form) {
    return QcomOperation.fits(from, to, form)
        && ArrayLines.of(report, from, form.takesWords()).isPresent()
        && ArrayLines.of(report, to, form.makesOfWords()).isPresent()
        && (QcomOperation.length(from) == QcomOperation.length(to) || isPart(report, from, to));
  }

  /** The types that parts of a matrix's lines make. */
  static List<MatrixType> parts(DeviceReport report, MatrixType from, List<MatrixType> known) {
    return known.stream()
        .filter(to -> QcomOperation.length(from) > QcomOperation.length(to))
        .filter(to -> leads(report, from, to, ArrayForm.PLAIN))
        .toList();
  }

  /** Whether lines of a result have parts that are lines of an operand (QC-SUB-007). */
  private static boolean isPart(DeviceReport report, MatrixType from, MatrixType to) {
    return from.use() == Use.ACCUMULATOR
        && to.use() != Use.ACCUMULATOR
        && report.matrixProperties().stream().anyMatch(row -> row.n() == from.columns())
        && report.matrixProperties().stream().anyMatch(row -> row.k() == QcomOperation.length(to));
  }
}
