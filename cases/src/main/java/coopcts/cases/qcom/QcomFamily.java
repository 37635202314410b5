// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.qcom;

import coopcts.cases.ArrayLines;
import coopcts.cases.GatedFamily;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.List;

/** What the families of GL_QCOM_cooperative_matrix_conversion share. */
abstract class QcomFamily extends GatedFamily {

  @Override
  protected List<String> features() {
    return List.of(ArrayLines.FEATURE);
  }

  static int localSize(DeviceReport report) {
    return ArrayLines.INSTANCES * report.subgroup().size();
  }

  /** Invocations of the whole dispatch. */
  static int invocations(DeviceReport report) {
    return ArrayLines.WORKGROUPS * localSize(report);
  }

  /** A program of subgroups' matrices. */
  static Program program(DeviceReport report, List<Array> arrays, List<Operation> body) {
    return new Program(
        Scope.SUBGROUP, ArrayLines.INSTANCES, report.subgroup().size(), arrays, body);
  }

  static Array array(String name, ComponentType type, Array.Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  /** A matrix with its lines one behind the other, from an element on. */
  static Place place(Array array, Index element, MatrixType type, MemoryLayout layout) {
    return new Place(
        array, element, Index.of(layout.lineLength(type.rows(), type.columns())), layout);
  }

  /** Where the matrix of a scope instance begins. */
  static Index own(MatrixType type) {
    return new Index.Instance().times(Index.of(type.size()));
  }
}
