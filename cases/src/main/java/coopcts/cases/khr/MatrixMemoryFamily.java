// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.oracle.Inputs;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array.Storage;
import coopcts.program.Pointee;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What load and store have in common: one matrix moved between memory and memory, over layouts,
 * storages and pointee types as shaders, and over placements as subcases.
 */
abstract class MatrixMemoryFamily extends KhrFamily {

  /**
   * @param slot under test: load's source or store's target
   */
  abstract Plan plan(
      DeviceReport report, MatrixType type, MatrixArray slot, List<ProgramSubcase> subcases);

  abstract MatrixArray slot(
      MatrixType type, Pointee pointee, MemoryLayout layout, Storage storage, int sharedBytes);

  abstract List<MatrixPlacement> placements(MatrixArray slot, int instances);

  /** What all subcases of a case check. */
  abstract List<String> checks(
      ComponentType component, Pointee pointee, MemoryLayout layout, Storage storage);

  /** What the bytes beside the elements check. */
  List<String> guards() {
    return List.of();
  }

  /** What a placement checks besides. */
  abstract List<String> checks(MatrixArray slot, MatrixPlacement placement);

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    List<Pointee> pointees = pointees(report, type.component());
    List<MemoryLayout> layouts = List.of(MemoryLayout.values());
    List<Storage> storages = Storage.OF_MATRICES;
    List<String> labels = pointees.stream().map(Pointee::label).toList();
    return profile.combine(labels, layouts, storages).stream()
        .map(
            row ->
                of(report, type, pointees.get(row[0]), layouts.get(row[1]), storages.get(row[2])));
  }

  private Case of(
      DeviceReport report, MatrixType type, Pointee pointee, MemoryLayout layout, Storage storage) {
    String name =
        "%s.%s.%s.%s"
            .formatted(
                name(type), layout, storage.name().toLowerCase(Locale.ROOT), pointee.label());
    List<String> checks = checks(type.component(), pointee, layout, storage);
    long limit = storage == Storage.SHARED ? ComponentSupport.sharedMemory(report) : Long.MAX_VALUE;
    MatrixArray probe = slot(type, pointee, layout, storage, pointee.bytes());
    int least = natural(probe).bytes();
    if (least > limit) {
      return Case.unsupported(name, checks, ComponentSupport.sharedMemoryTooSmall(least));
    }
    int instances = probe.isShared() ? INSTANCES : ALL;
    Stream<MatrixPlacement> spread =
        probe.isShared()
            ? Stream.of()
            : Stream.of(MatrixPlacement.spread(type, layout, pointee, instances));
    List<MatrixPlacement> fitting =
        Stream.concat(placements(probe, instances).stream(), spread)
            .filter(placement -> placement.bytes() <= Math.max(least, limit / 2))
            .toList();
    Set<String> all = new LinkedHashSet<>(checks);
    all.addAll(guards());
    fitting.forEach(placement -> all.addAll(checks(probe, placement)));
    return Case.of(
        name,
        List.copyOf(all),
        () -> {
          int largest = fitting.stream().mapToInt(MatrixPlacement::bytes).max().orElseThrow();
          MatrixArray tested = slot(type, pointee, layout, storage, largest);
          return plan(
              report,
              type,
              tested,
              fitting.stream()
                  .map(
                      placement ->
                          subcase(List.of(tested, other(tested)), tested, placement)
                              .and(checks(tested, placement))
                              .and(checks))
                  .toList());
        });
  }

  /** What lies on the other side: load's result or store's source, naturally in a buffer. */
  abstract MatrixArray other(MatrixArray tested);

  /** The byte offset of the first matrix. */
  static int start(MatrixArray slot, MatrixPlacement placement) {
    return placement.element() * slot.buffer().pointee().bytes();
  }

  /** Bytes from line to line. */
  static int stride(MatrixArray slot, MatrixPlacement placement) {
    return placement.stride() * slot.buffer().pointee().bytes();
  }

  /** Whether the least alignment is made use of that short lines allow. */
  static boolean isLeastAligned(MatrixArray slot, MatrixPlacement placement) {
    return start(slot, placement) % 16 != 0 || stride(slot, placement) % 16 != 0;
  }

  /** Whether a matrix starts at a multiple of 16 bytes that is none of its lines. */
  static boolean isWithinLine(MatrixArray slot, MatrixPlacement placement) {
    int start = start(slot, placement);
    return start % 16 == 0 && start % slot.type().lineBytes(slot.layout()) != 0;
  }

  /**
   * The matrix's own component type, alone and as vectors, and types of other widths and kinds
   * (KHR-LOAD-011, -012).
   */
  private static List<Pointee> pointees(DeviceReport report, ComponentType component) {
    List<Pointee> pointees = new ArrayList<>();
    for (int width : new int[] {1, 2, 4}) {
      pointees.add(new Pointee(component, width));
    }
    for (Pointee other :
        List.of(
            Pointee.scalar(ComponentType.UINT32),
            new Pointee(ComponentType.UINT32, 4),
            Pointee.scalar(ComponentType.UINT8),
            new Pointee(ComponentType.SINT16, 2))) {
      if (other.component() != component
          && ComponentSupport.missing(report, other.component()).isEmpty()) {
        pointees.add(other);
      }
    }
    return pointees;
  }

  /** One subcase: the slot under test at a placement, the others naturally. */
  static ProgramSubcase subcase(
      List<MatrixArray> slots, MatrixArray tested, MatrixPlacement placement) {
    return new ProgramSubcase(
        placement.label(),
        seed -> {
          SplittableRandom random = InputPatterns.random(seed, placement.label());
          Map<String, Integer> push = new LinkedHashMap<>();
          List<byte[]> buffers = new ArrayList<>();
          for (MatrixArray slot : slots) {
            MatrixPlacement at = slot == tested ? placement : natural(slot);
            slot.push(push, at);
            boolean loaded = slot != tested || slot.name().equals("source");
            buffers.add(
                loaded
                    ? slot.matrices(
                        at, random, InputPatterns.distinct(slot.type().component(), random))
                    : slot.distinct(at, random));
          }
          return new Inputs(push, buffers, WORKGROUPS);
        });
  }
}
