package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.inputs.Placement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.plan.Plan;
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
public final class StoreFamily extends MemoryFamily {

  @Override
  public String name() {
    return "khr.store";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-MEM-005",
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
  List<Placement> placements(MatrixArray slot, int instances) {
    return Placement.forStore(
        slot.matrix().type(), slot.layout(), slot.buffer().pointee(), instances);
  }

  @Override
  List<String> checks(
      ComponentType component, Pointee pointee, MemoryLayout layout, Storage storage) {
    return Checks.of(
            "KHR-STORE-003",
            "KHR-STORE-004",
            "KHR-STORE-010",
            "KHR-STORE-012",
            "KHR-STORE-013",
            "KHR-MEM-005",
            "KHR-MEM-006")
        .when(layout == MemoryLayout.ROW_MAJOR, "KHR-STORE-001")
        .when(layout == MemoryLayout.COLUMN_MAJOR, "KHR-STORE-002")
        .when(storage == Storage.SHARED, "KHR-MEM-002")
        .when(pointee.component() != component || pointee.width() > 1, "KHR-STORE-005")
        .when(component.isFloat(), "KHR-STORE-014")
        .list();
  }

  @Override
  Plan plan(DeviceReport report, MatrixType type, MatrixArray result, List<Placement> placements) {
    MatrixArray source = source("source", result.matrix());
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
    List<MatrixArray> slots = List.of(source, result);
    return Plan.of(
        program(report, type.scope(), slots, body),
        placements.stream().map(placement -> subcase(slots, result, placement)).toList());
  }
}
