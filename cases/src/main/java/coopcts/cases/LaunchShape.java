// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.oracle.Inputs;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array;
import coopcts.program.Operation;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How many scope instances run a family's programs, in two workgroups: results of several are
 * looked at side by side.
 *
 * @param scope of the programs' matrices
 * @param instances scope instances in one workgroup
 * @param instanceSize invocations of a scope instance
 */
public record LaunchShape(Scope scope, int instances, int instanceSize) {

  /** Workgroups in a dispatch. */
  public static final int WORKGROUPS = 2;

  /** Subgroups in a workgroup, where matrices are those of subgroups. */
  public static final int SUBGROUPS = 2;

  /**
   * {@return two scope instances in each workgroup, each as large as a subgroup}
   *
   * @param report of the device, whose default subgroup size counts
   * @param scope of the programs' matrices
   */
  public static LaunchShape of(DeviceReport report, Scope scope) {
    return new LaunchShape(scope, SUBGROUPS, report.subgroup().size());
  }

  /** {@return the number of scope instances in a dispatch} */
  public int all() {
    return WORKGROUPS * instances;
  }

  /**
   * {@return a program that runs in this shape}
   *
   * @param slots its matrices in memory, whose arrays are bound in this order
   * @param body operations of {@code main}, in order
   * @throws IllegalArgumentException if it is no legal program
   */
  public Program program(List<MatrixArray> slots, List<Operation> body) {
    List<Array> arrays = slots.stream().flatMap(slot -> slot.arrays().stream()).toList();
    return new Program(scope, instances, instanceSize, arrays, body);
  }

  /**
   * {@return where the matrices of all scope instances lie, line behind line: those of a workgroup
   * for a slot with a shared copy, else those of the dispatch}
   *
   * @param slot that the matrices lie in
   * @param instances scope instances in one workgroup
   */
  public static MatrixPlacement natural(MatrixArray slot, int instances) {
    return MatrixPlacement.natural(
        slot.type(),
        slot.layout(),
        slot.buffer().pointee(),
        slot.isShared() ? instances : WORKGROUPS * instances);
  }

  /**
   * {@return a subcase whose slots all lie naturally}
   *
   * @param name distinguishes the run from the case's others; it decides the data too
   * @param slots the program's matrices in memory, in the order of its arrays
   * @param instances scope instances in one workgroup
   * @param filler gives each slot's bytes
   */
  public static ProgramSubcase subcase(
      String name, List<MatrixArray> slots, int instances, Filler filler) {
    return new ProgramSubcase(
        name,
        seed -> {
          SplittableRandom random = InputPatterns.random(seed, name);
          Map<String, Integer> push = new LinkedHashMap<>();
          List<byte[]> buffers = new ArrayList<>();
          for (MatrixArray slot : slots) {
            MatrixPlacement placement = natural(slot, instances);
            slot.push(push, placement);
            buffers.add(filler.fill(slot, placement, random));
          }
          return new Inputs(push, buffers, WORKGROUPS);
        });
  }

  /** Makes the bytes of one slot. */
  @FunctionalInterface
  public interface Filler {
    /**
     * {@return the bytes of the whole buffer of a slot}
     *
     * @param slot that is filled
     * @param placement of the matrices of all scope instances
     * @param random the source of the run's numbers, the same for all slots
     */
    byte[] fill(MatrixArray slot, MatrixPlacement placement, SplittableRandom random);
  }
}
