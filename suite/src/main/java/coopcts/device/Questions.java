// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import coopcts.device.ProgrammingInterface.Answer;
import coopcts.device.ProgrammingInterface.Rows;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Questions to the programming interface, by the assertions that their answers are held against
 * (API §11): a line for each rule that is broken.
 */
public final class Questions {

  private static final int SUCCESS = 0;
  private static final int INCOMPLETE = 5;
  private static final int FEATURE_NOT_PRESENT = -8;

  /** Rows that a command tells of; no device has as many. */
  private static final int MOST = 1 << 16;

  /** With more rows than this not every smaller number is asked for. */
  private static final int EACH = 64;

  /** Lines on one question; more say nothing new. */
  private static final int SAID = 1000;

  private final ProgrammingInterface device;

  /**
   * Puts questions to one device; nothing is asked yet.
   *
   * @param device that answers
   */
  public Questions(ProgrammingInterface device) {
    this.device = device;
  }

  /** A number that is none; nothing else can be asked then. */
  private static final class OddNumberException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OddNumberException(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Puts the question that belongs to an assertion, and compares the answers with the rule.
   *
   * @param assertion its ID, such as {@code API-PROP-003}
   * @return a line for each rule that the answers break, at most about 1,000, none if the device
   *     answers rightly; empty if there is no question for the assertion
   * @throws DeviceException if the device is lost over it
   */
  public Optional<List<String>> ask(String assertion) throws DeviceException {
    List<String> broken = new ArrayList<>();
    try {
      return ask(assertion, broken) ? Optional.of(broken) : Optional.empty();
    } catch (OddNumberException e) {
      broken.add(e.getMessage());
      return Optional.of(broken);
    }
  }

  /** Adds what is broken; returns whether there is such a question. */
  private boolean ask(String assertion, List<String> broken) throws DeviceException {
    switch (assertion) {
      case "API-PROP-003" -> number(Rows.MATRIX, broken);
      case "API-PROP-004" -> exact(Rows.MATRIX, broken);
      case "API-PROP-005" -> smaller(Rows.MATRIX, broken);
      case "API-PROP-006" -> none(Rows.MATRIX, broken);
      case "API-PROP-007" -> repeated(Rows.MATRIX, broken);
      case "API-PROP-008" -> larger(Rows.MATRIX, broken);
      case "API-PROP-011" -> labels(Rows.MATRIX, broken);
      case "API-FLEX-001" -> all(Rows.FLEXIBLE, broken);
      case "API-MNT-005" -> all(Rows.QUERIED, broken);
      case "CV-API-001" -> all(Rows.VECTOR, broken);
      case "CV-API-007" -> repeated(Rows.VECTOR, broken);
      case "API-EXT-003" -> booleans(broken);
      case "API-EXT-004" -> supported(broken);
      case "API-EXT-005" -> unsupported(broken);
      case "CV-CNV-001" -> sizes(broken);
      case "CV-CNV-002" -> targetAlone(broken);
      case "CV-CNV-008" -> written(broken);
      case "API-SYNC-001" -> barrier(broken);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void expect(
      Rows rows, String how, Answer answer, int result, int count, List<String> broken) {
    if (answer.result() != result || answer.count() != count) {
      broken.add(
          "%s %s: VkResult %d and count %d, expected %d and %d"
              .formatted(rows.command(), how, answer.result(), answer.count(), result, count));
    }
  }

  private int count(Rows rows) throws DeviceException {
    int count = device.ask(rows).count();
    if (count < 0 || count > MOST) {
      throw new OddNumberException(
          "%s tells of %d structures".formatted(rows.command(), Integer.toUnsignedLong(count)));
    }
    return count;
  }

  private void number(Rows rows, List<String> broken) throws DeviceException {
    Answer answer = device.ask(rows);
    if (answer.result() != SUCCESS || answer.count() < 0) {
      broken.add(
          "%s without an array: VkResult %d and count %d"
              .formatted(rows.command(), answer.result(), answer.count()));
    }
  }

  private void exact(Rows rows, List<String> broken) throws DeviceException {
    int count = count(rows);
    Answer answer = device.ask(rows, count, count);
    expect(rows, "with all", answer, SUCCESS, count, broken);
    for (int i = 0; i < count && broken.size() < SAID; i++) {
      if (device.isUnwritten(rows, answer, i)) {
        broken.add("%s: entry %d was not written".formatted(rows.command(), i));
      }
    }
  }

  private void smaller(Rows rows, List<String> broken) throws DeviceException {
    int count = count(rows);
    for (int room = 1; room < count; room += Math.max(1, room / EACH)) {
      Answer answer = device.ask(rows, room, count);
      expect(rows, "with room for " + room, answer, INCOMPLETE, room, broken);
      for (int i = 0; i < count && broken.size() < SAID; i++) {
        if (device.isUnwritten(rows, answer, i) != i >= room) {
          broken.add(
              "%s with room for %d: entry %d was %s"
                  .formatted(rows.command(), room, i, i < room ? "not written" : "written"));
        }
      }
    }
  }

  private void none(Rows rows, List<String> broken) throws DeviceException {
    int count = count(rows);
    Answer answer = device.ask(rows, 0, 1);
    expect(rows, "with room for none", answer, count > 0 ? INCOMPLETE : SUCCESS, 0, broken);
    if (!device.isUnwritten(rows, answer, 0)) {
      broken.add(rows.command() + " with room for none: an entry was written");
    }
  }

  private void repeated(Rows rows, List<String> broken) throws DeviceException {
    int count = count(rows);
    Answer first = device.ask(rows, count, count);
    for (int i = 0; i < 3; i++) {
      Answer again = device.ask(rows, count, count);
      if (again.count() != first.count() || !Arrays.equals(again.array(), first.array())) {
        broken.add(rows.command() + ": another answer the next time");
      }
    }
  }

  private void larger(Rows rows, List<String> broken) throws DeviceException {
    int count = count(rows);
    expect(
        rows, "with room for more", device.ask(rows, count + 3, count + 3), SUCCESS, count, broken);
  }

  private void labels(Rows rows, List<String> broken) throws DeviceException {
    int count = count(rows);
    Answer answer = device.ask(rows, count, count);
    for (int i = 0; i < count && broken.size() < SAID; i++) {
      if (!device.isLabelled(rows, answer, i)) {
        broken.add("%s: sType or pNext of entry %d was changed".formatted(rows.command(), i));
      }
    }
  }

  private void all(Rows rows, List<String> broken) throws DeviceException {
    number(rows, broken);
    exact(rows, broken);
    smaller(rows, broken);
    none(rows, broken);
    larger(rows, broken);
    labels(rows, broken);
  }

  /** Each member that a device fills in is VK_TRUE or VK_FALSE. */
  private void booleans(List<String> broken) throws DeviceException {
    device
        .features()
        .forEach(
            (name, feature) -> {
              if (feature.value() != 0 && feature.value() != 1) {
                broken.add("%s is 0x%08x".formatted(name, feature.value()));
              }
            });
  }

  /** Each feature of the systems in scope, alone and with all others. */
  private void supported(List<String> broken) throws DeviceException {
    for (String wanted : inScope(1)) {
      int result = device.create(wanted);
      if (result != SUCCESS) {
        broken.add("a device with %s alone: VkResult %d".formatted(wanted, result));
      }
    }
  }

  private void unsupported(List<String> broken) throws DeviceException {
    for (String wanted : inScope(0)) {
      int result = device.create(wanted);
      if (result != FEATURE_NOT_PRESENT) {
        broken.add(
            "a device with %s, which is not offered: VkResult %d, expected %d"
                .formatted(wanted, result, FEATURE_NOT_PRESENT));
      }
    }
  }

  private List<String> inScope(int value) throws DeviceException {
    return device.features().entrySet().stream()
        .filter(entry -> entry.getValue().isInScope() && entry.getValue().value() == value)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static final VectorMatrix ROWS = VectorMatrix.rowMajor(ComponentType.FLOAT16, 17, 33);

  /** Sizes are told without any data, and are no less than the elements take. */
  private void sizes(List<String> broken) {
    for (VectorMatrix.Layout layout : VectorMatrix.Layout.values()) {
      try {
        int bytes = device.size(ROWS, ROWS.in(layout));
        if (bytes < 17 * 33 * 2) {
          broken.add("%s: %d bytes for 17x33 float16".formatted(layout, bytes));
        }
      } catch (DeviceException e) {
        broken.add(layout + ": " + e.getMessage());
      }
    }
  }

  /** Whatever the source is, the size is the destination's. */
  private void targetAlone(List<String> broken) {
    VectorMatrix wide = VectorMatrix.rowMajor(ComponentType.FLOAT32, 17, 33);
    for (VectorMatrix.Layout layout : VectorMatrix.Layout.values()) {
      try {
        VectorMatrix to = ROWS.in(layout);
        int wanted = device.size(ROWS, to);
        for (VectorMatrix from : List.of(ROWS.in(VectorMatrix.Layout.COLUMN_MAJOR), wide)) {
          int bytes = device.size(from, to);
          if (bytes != wanted) {
            broken.add("%s: %d bytes from %s, %d from rows".formatted(layout, bytes, from, wanted));
          }
        }
      } catch (DeviceException e) {
        broken.add(layout + ": " + e.getMessage());
      }
    }
  }

  private void written(List<String> broken) {
    for (VectorMatrix.Layout layout : VectorMatrix.Layout.values()) {
      try {
        VectorMatrix to = ROWS.in(layout);
        int bytes = device.written(ROWS, to);
        if (bytes != device.size(ROWS, to)) {
          broken.add(
              "%s: %d bytes written, %d asked for".formatted(layout, bytes, device.size(ROWS, to)));
        }
      } catch (DeviceException e) {
        broken.add(layout + ": " + e.getMessage());
      }
    }
  }

  private void barrier(List<String> broken) throws DeviceException {
    device
        .barrier()
        .ifPresent(complaint -> broken.add("a barrier of the conversion stage: " + complaint));
  }
}
