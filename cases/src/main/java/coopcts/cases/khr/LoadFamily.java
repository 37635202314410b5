// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.MatrixArray;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array.Access;
import coopcts.program.Array.Storage;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import java.util.ArrayList;
import java.util.List;

/** {@code coopMatLoad} from every layout, storage, pointee type and placement. */
public final class LoadFamily extends MatrixMemoryFamily {

  /** Makes the family; one object serves all devices and runs. */
  public LoadFamily() {}

  @Override
  public String name() {
    return "khr.load";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-LOAD-001",
        "KHR-LOAD-002",
        "KHR-LOAD-003",
        "KHR-LOAD-004",
        "KHR-LOAD-005",
        "KHR-LOAD-006",
        "KHR-LOAD-007",
        "KHR-LOAD-008",
        "KHR-LOAD-009",
        "KHR-LOAD-011",
        "KHR-LOAD-012",
        "KHR-LOAD-017",
        "KHR-LOAD-018",
        "KHR-LOAD-020",
        "KHR-LOAD-021",
        "KHR-LOAD-035",
        "KHR-MEM-001",
        "KHR-ALIGN-003",
        "KHR-ALIGN-004",
        "NUM-DEN-004",
        "NUM-MAT-003");
  }

  @Override
  MatrixArray slot(
      MatrixType type, Pointee pointee, MemoryLayout layout, Storage storage, int sharedBytes) {
    return MatrixArray.of(
        "source", new Matrix("m", type), pointee, layout, storage, Access.READ, sharedBytes);
  }

  @Override
  List<MatrixPlacement> placements(MatrixArray slot, int instances) {
    return MatrixPlacement.forLoad(slot.type(), slot.layout(), slot.buffer().pointee(), instances);
  }

  @Override
  List<String> checks(
      ComponentType component, Pointee pointee, MemoryLayout layout, Storage storage) {
    return Checks.of("KHR-LOAD-017", "KHR-LOAD-018", "KHR-LOAD-020", "KHR-LOAD-021")
        .when(layout == MemoryLayout.ROW_MAJOR, "KHR-LOAD-001")
        .when(layout == MemoryLayout.COLUMN_MAJOR, "KHR-LOAD-002", "KHR-LOAD-035")
        .when(storage == Storage.BUFFER, "KHR-LOAD-008")
        .when(storage == Storage.SHARED, "KHR-LOAD-009", "KHR-MEM-001")
        .when(pointee.bytes() != component.bytes(), "KHR-LOAD-004", "KHR-LOAD-011")
        .when(pointee.component() != component, "KHR-LOAD-012")
        .when(component.isFloat(), "NUM-DEN-004")
        .when(!component.hasArithmetic(), "NUM-MAT-003")
        .list();
  }

  @Override
  List<String> checks(MatrixArray source, MatrixPlacement placement) {
    int stride = stride(source, placement);
    int line = source.type().lineBytes(source.layout());
    return Checks.of()
        .when(start(source, placement) > 0, "KHR-LOAD-003")
        .when(stride > line, "KHR-LOAD-005")
        .when(stride == 0, "KHR-LOAD-006")
        .when(stride > 0 && stride < line, "KHR-LOAD-007")
        .when(isLeastAligned(source, placement), "KHR-ALIGN-003")
        .when(isWithinLine(source, placement), "KHR-ALIGN-004")
        .list();
  }

  @Override
  MatrixArray other(MatrixArray source) {
    return MatrixArray.result(source.matrix());
  }

  @Override
  Plan plan(
      DeviceReport report, MatrixType type, MatrixArray source, List<ProgramSubcase> subcases) {
    MatrixArray result = other(source);
    List<Operation> body = new ArrayList<>();
    if (source.isShared()) {
      body.add(source.stageIn());
    }
    body.add(new Operation.Load(source.matrix(), source.place()));
    body.add(new Operation.Store(source.matrix(), result.place()));
    return Plan.of(program(report, type.scope(), List.of(source, result), body), subcases);
  }
}
