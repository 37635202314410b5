// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.device.ProgrammingInterface;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.vector.VectorMatrices;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixQuery;
import coopcts.model.VectorMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answers that a driver with the reference device's report gives: arrays of one structure for
 * each row, its first byte the label (sType and pNext), the rest what it says.
 */
final class ReferenceInterface implements ProgrammingInterface {

  private static final int SUCCESS = 0;
  private static final int INCOMPLETE = 5;
  private static final int INITIALIZATION_FAILED = -3;
  private static final int FEATURE_NOT_PRESENT = -8;

  private static final int BYTES = 8;
  private static final byte LABEL = 0x11;
  private static final byte UNWRITTEN = (byte) 0xCD;

  /** Features of the systems in scope that a device may have or not. */
  private static final List<String> IN_SCOPE =
      List.of(
          "cooperativeMatrix",
          "cooperativeMatrixWorkgroupScope",
          "cooperativeMatrixFlexibleDimensions",
          "cooperativeMatrixReductions",
          "cooperativeMatrixConversions",
          "cooperativeMatrixPerElementOperations",
          "cooperativeMatrixTensorAddressing",
          "cooperativeMatrixBlockLoads",
          "cooperativeMatrixDecodeVector",
          "cooperativeMatrixConversion",
          "cooperativeVector",
          "cooperativeVectorTraining",
          "cooperativeMatrixProperties2",
          "cooperativeMatrixReserved");

  private final DeviceReport report;
  private final ActiveFault fault;
  private int calls;

  ReferenceInterface(DeviceReport report, ActiveFault fault) {
    this.report = report;
    this.fault = fault;
  }

  private List<?> rows(Rows rows) {
    return switch (rows) {
      case MATRIX -> report.matrixProperties();
      case FLEXIBLE -> report.flexibleProperties();
      case QUERIED ->
          report.matrixProperties2().stream()
              .filter(row -> row.query().equals(MatrixQuery.USUAL))
              .toList();
      case VECTOR -> report.vectorProperties();
    };
  }

  @Override
  public Answer ask(Rows rows) {
    int result = fault.has(FaultPoint.INTERFACE_NUMBER_INCOMPLETE) ? INCOMPLETE : SUCCESS;
    return new Answer(result, rows(rows).size(), new byte[0]);
  }

  @Override
  public Answer ask(Rows rows, int wanted, int room) {
    List<?> all = rows(rows);
    byte[] array = new byte[room * BYTES];
    Arrays.fill(array, UNWRITTEN);
    for (int i = 0; i < room; i++) {
      array[i * BYTES] = LABEL;
    }
    int count = Math.min(wanted, all.size());
    int written = count;
    if (fault.has(FaultPoint.INTERFACE_LAST_UNWRITTEN) && count == all.size()) {
      written--;
    }
    if (fault.has(FaultPoint.INTERFACE_NONE_WRITES) && wanted == 0) {
      written = 1;
    }
    int turn = fault.has(FaultPoint.INTERFACE_ORDER_CHANGES) ? calls++ : 0;
    for (int i = 0; i < Math.min(written, room); i++) {
      int row = all.get((i + turn) % all.size()).hashCode();
      for (int at = 1; at < BYTES; at++) {
        array[i * BYTES + at] = (byte) (row >>> at | 1);
      }
      if (fault.has(FaultPoint.INTERFACE_LABEL_CHANGED)) {
        array[i * BYTES] = 0;
      }
    }
    boolean some = wanted < all.size() && !fault.has(FaultPoint.INTERFACE_SHORT_SUCCEEDS);
    return new Answer(
        some ? INCOMPLETE : SUCCESS,
        fault.has(FaultPoint.INTERFACE_COUNT_KEPT) ? wanted : count,
        array);
  }

  @Override
  public boolean isUnwritten(Rows rows, Answer answer, int index) {
    for (int at = 1; at < BYTES; at++) {
      if (answer.array()[index * BYTES + at] != UNWRITTEN) {
        return false;
      }
    }
    return isLabelled(rows, answer, index);
  }

  @Override
  public boolean isLabelled(Rows rows, Answer answer, int index) {
    return answer.array()[index * BYTES] == LABEL;
  }

  @Override
  public Map<String, Feature> features() {
    Map<String, Feature> features = new LinkedHashMap<>();
    IN_SCOPE.forEach(name -> features.put(name, new Feature(report.has(name) ? 1 : 0, true)));
    if (fault.has(FaultPoint.INTERFACE_BOOLEAN_WIDE)) {
      features.put("cooperativeMatrix", new Feature(0xFF, true));
    }
    return features;
  }

  @Override
  public int create(String feature) {
    if (report.has(feature)) {
      return fault.has(FaultPoint.INTERFACE_FEATURE_REFUSED) ? INITIALIZATION_FAILED : SUCCESS;
    }
    return fault.has(FaultPoint.INTERFACE_FEATURE_TAKEN) ? SUCCESS : FEATURE_NOT_PRESENT;
  }

  @Override
  public int size(VectorMatrix from, VectorMatrix to) {
    int bytes = written(from, to);
    if (fault.has(FaultPoint.CONVERT_SIZE_SMALL)) {
      return bytes / 2;
    }
    if (fault.has(FaultPoint.CONVERT_SIZE_OF_SOURCE)) {
      return from.bytes();
    }
    return fault.has(FaultPoint.CONVERT_SIZE_ROUNDED) ? bytes + 64 : bytes;
  }

  @Override
  public int written(VectorMatrix from, VectorMatrix to) {
    return new VectorMatrices(fault).convert(from, new byte[from.bytes()], to, false).length;
  }

  @Override
  public Optional<String> barrier() {
    return fault.has(FaultPoint.INTERFACE_BARRIER_REFUSED)
        ? Optional.of("the stage is not known")
        : Optional.empty();
  }
}
