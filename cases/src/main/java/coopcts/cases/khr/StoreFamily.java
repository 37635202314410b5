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

/**
 * {@code coopMatStore} to every layout, storage, pointee type and placement; no byte beside the
 * elements may change.
 */
public final class StoreFamily extends MatrixMemoryFamily {

  /** Makes the family; one object serves all devices and runs. */
  public StoreFamily() {}

  @Override
  public String name() {
    return "khr.store";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-ALIGN-003",
        "KHR-ALIGN-004",
        "KHR-STORE-001",
        "KHR-STORE-002",
        "KHR-STORE-003",
        "KHR-STORE-004",
        "KHR-STORE-005",
        "KHR-STORE-010",
        "KHR-STORE-012",
        "KHR-STORE-013",
        "KHR-STORE-014",
        "KHR-MEM-002",
        "KHR-MEM-006");
  }

  @Override
  MatrixArray slot(
      MatrixType type, Pointee pointee, MemoryLayout layout, Storage storage, int sharedBytes) {
    return MatrixArray.of(
        "result", new Matrix("m", type), pointee, layout, storage, Access.READ_WRITE, sharedBytes);
  }

  @Override
  List<MatrixPlacement> placements(MatrixArray slot, int instances) {
    return MatrixPlacement.forStore(
        slot.matrix().type(), slot.layout(), slot.buffer().pointee(), instances);
  }

  @Override
  List<String> checks(
      ComponentType component, Pointee pointee, MemoryLayout layout, Storage storage) {
    return Checks.of("KHR-STORE-004", "KHR-STORE-010", "KHR-STORE-012", "KHR-STORE-013")
        .when(layout == MemoryLayout.ROW_MAJOR, "KHR-STORE-001")
        .when(layout == MemoryLayout.COLUMN_MAJOR, "KHR-STORE-002")
        .when(storage == Storage.SHARED, "KHR-MEM-002")
        .when(pointee.component() != component || pointee.width() > 1, "KHR-STORE-005")
        .when(component.isFloat(), "KHR-STORE-014")
        .list();
  }

  @Override
  List<String> guards() {
    return List.of("KHR-STORE-003", "KHR-MEM-006");
  }

  @Override
  List<String> checks(MatrixArray result, MatrixPlacement placement) {
    return Checks.of()
        .when(isLeastAligned(result, placement), "KHR-ALIGN-003")
        .when(isWithinLine(result, placement), "KHR-ALIGN-004")
        .list();
  }

  @Override
  MatrixArray other(MatrixArray result) {
    return MatrixArray.source("source", result.matrix());
  }

  @Override
  Plan plan(
      DeviceReport report, MatrixType type, MatrixArray result, List<ProgramSubcase> subcases) {
    MatrixArray source = other(result);
    List<Operation> body = new ArrayList<>();
    if (result.isShared()) {
      body.add(result.stageIn());
    }
    body.add(new Operation.Load(result.matrix(), source.place()));
    body.add(new Operation.Store(result.matrix(), result.place()));
    if (result.isShared()) {
      body.add(new Operation.Barrier());
      body.add(result.stageOut());
    }
    return Plan.of(program(report, type.scope(), List.of(result, source), body), subcases);
  }
}
