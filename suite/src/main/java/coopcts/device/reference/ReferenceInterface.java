// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.device.ProgrammingInterface;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.vector.VectorMatrices;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixQuery;
import coopcts.model.TestedSystem;
import coopcts.model.VectorMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
      Stream.concat(
              Arrays.stream(TestedSystem.values()).flatMap(system -> system.allFeatures().stream()),
              Stream.of("cooperativeMatrixProperties2", "cooperativeMatrixReserved"))
          .toList();

  private final DeviceReport report;
  private final ActiveFault fault;
  private final Taps taps;
  private int calls;

  ReferenceInterface(DeviceReport report, ActiveFault fault) {
    this.report = report;
    this.fault = fault;
    this.taps = fault.at(Tap.Site.INTERFACE, null, 0);
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
    long result = taps.at(Tap.INTERFACE_RESULT, SUCCESS, -1);
    return new Answer((int) result, rows(rows).size(), new byte[0]);
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
    long written = taps.at(Tap.INTERFACE_WRITTEN, count, wanted, all.size());
    calls++;
    for (int i = 0; i < Math.min(written, room); i++) {
      long asked = taps.at(Tap.INTERFACE_ROW, i, calls, all.size());
      int row = all.get(Math.floorMod(asked, all.size())).hashCode();
      for (int at = 1; at < BYTES; at++) {
        array[i * BYTES + at] = (byte) (row >>> at | 1);
      }
      array[i * BYTES] = (byte) taps.at(Tap.INTERFACE_LABEL, LABEL);
    }
    int right = wanted < all.size() ? INCOMPLETE : SUCCESS;
    return new Answer(
        (int) taps.at(Tap.INTERFACE_RESULT, right, wanted),
        (int) taps.at(Tap.INTERFACE_COUNT, count, wanted),
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
    for (String name : IN_SCOPE) {
      long value = taps.at(Tap.INTERFACE_FEATURE, report.has(name) ? 1 : 0, features.size());
      features.put(name, new Feature((int) value, true));
    }
    return features;
  }

  @Override
  public int create(String feature) {
    int right = report.has(feature) ? SUCCESS : FEATURE_NOT_PRESENT;
    return (int) taps.at(Tap.INTERFACE_CREATED, right, INITIALIZATION_FAILED);
  }

  @Override
  public int size(VectorMatrix from, VectorMatrix to) {
    return (int) taps.at(Tap.INTERFACE_SIZE, written(from, to), from.bytes());
  }

  @Override
  public int written(VectorMatrix from, VectorMatrix to) {
    return new VectorMatrices(fault).convert(from, new byte[from.bytes()], to, false).length;
  }

  @Override
  public Optional<String> barrier() {
    return taps.is(Tap.INTERFACE_BARRIER, true)
        ? Optional.empty()
        : Optional.of("the stage is not known");
  }
}
