// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import java.util.Arrays;

/**
 * A variable without an address: storage class Function, Private, Input or Output. Each invocation
 * has a value of its own; {@link Pointer} reads and writes it.
 */
public final class Variable {

  private final boolean isTurned;
  private Object value;

  /** What of the value is {@link Undefined}. */
  private Object undefined;

  /**
   * Makes a variable with an initial value, which counts as defined.
   *
   * @param value in all invocations (see {@link Lanes}); kept, and never changed in place
   */
  public Variable(Object value) {
    this(value, false);
  }

  /**
   * Makes a variable with an initial value, which counts as defined.
   *
   * @param value in all invocations (see {@link Lanes}); kept, and never changed in place
   * @param isTurned whether a planted fault reverses the order of each invocation's components when
   *     one component of a matrix is reached by its index
   */
  public Variable(Object value, boolean isTurned) {
    this.value = value;
    this.isTurned = isTurned;
  }

  /**
   * {@return a variable into which nothing was stored yet} Its value is that of {@link
   * Values#undefined}. Where undefined values are followed, it counts as undefined.
   *
   * @param type of the variable
   * @param isTurned whether a planted fault reverses the order of each invocation's components when
   *     one component of a matrix is reached by its index
   * @param machine the workgroup
   * @throws coopcts.device.reference.spirv.SpirvException for a type that has no values of a fixed
   *     size
   */
  public static Variable uninitialised(Type type, boolean isTurned, Machine machine) {
    Variable variable = new Variable(Values.undefined(type, machine), isTurned);
    variable.undefined = machine.behaviour().followsUndefined() ? Undefined.of(type) : null;
    return variable;
  }

  /**
   * A pointer to a variable without an address, or to a part of one, as access chains make it.
   *
   * @param variable that it leads into
   * @param path indices from 0, from the outermost part inwards, each for all invocations (see
   *     {@link Lanes}); empty for the whole variable; the last may be the index of a matrix's
   *     component
   */
  public record Pointer(Variable variable, long[][] path) {

    /**
     * {@return a pointer to a part of what this pointer leads to}
     *
     * @param further indices from 0, from the outermost part inwards, each for all invocations; may
     *     be empty
     */
    public Pointer into(long[][] further) {
      long[][] longer = Arrays.copyOf(path, path.length + further.length);
      System.arraycopy(further, 0, longer, path.length, further.length);
      return new Pointer(variable, longer);
    }

    /**
     * {@return the value that the pointer leads to, for all invocations (see {@link Lanes})}
     * Callers do not change it. An undefined value is {@linkplain Machine#noteUndefined noted}; an
     * index outside of a composite is a violation of {@link Check#BOUNDS}, and the nearest part is
     * read if the run goes on.
     *
     * @param machine the workgroup, whose active invocations read
     * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the
     *     shader
     */
    public Object load(Machine machine) {
      if (variable.undefined != null && undefined(machine) != null) {
        machine.noteUndefined();
      }
      return read(variable.value, 0, machine);
    }

    /**
     * Stores a value in the active invocations. It counts as defined, unless {@link #spoil}
     * follows. An index outside of a composite is a violation of {@link Check#BOUNDS}, and the
     * nearest part is written if the run goes on.
     *
     * @param fresh the value for all invocations, of the type of the part (see {@link Lanes}); kept
     * @param machine the workgroup, whose active invocations store
     * @throws coopcts.device.reference.spirv.SpirvException where the first violation ends the
     *     shader
     */
    public void store(Object fresh, Machine machine) {
      variable.value = write(variable.value, 0, fresh, machine);
      if (variable.undefined != null) {
        variable.undefined = marked(variable.undefined, variable.value, 0, null, machine);
      }
    }

    /**
     * {@return what is undefined of the value that the pointer leads to, in the form of {@link
     * Undefined}; null for none} An index outside of a composite counts as the nearest part.
     *
     * @param machine the workgroup, whose active invocations count
     */
    public Object undefined(Machine machine) {
      return undefined(variable.undefined, variable.value, 0, machine);
    }

    private Object undefined(Object what, Object in, int depth, Machine machine) {
      if (depth == path.length) {
        return what;
      }
      long[] index = path[depth];
      if (in instanceof MatrixValue matrix) {
        return matrix.undefined(component(index, matrix, machine), machine);
      }
      Object[] parts = (Object[]) in;
      if (Lanes.isUniform(index)) {
        int at = Math.clamp(index[0], 0, parts.length - 1);
        return undefined(Undefined.part(what, at), parts[at], depth + 1, machine);
      }
      Object gathered = null;
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          int at = Math.clamp(index[lane], 0, parts.length - 1);
          Object part = undefined(Undefined.part(what, at), parts[at], depth + 1, machine);
          gathered = Undefined.withLane(gathered, part, lane, machine.lanes());
        }
      }
      return gathered;
    }

    /**
     * Marks parts of the value that was just {@linkplain #store stored} as undefined, in the active
     * invocations.
     *
     * @param what which parts, in the form of {@link Undefined}; null for none
     * @param machine the workgroup
     */
    public void spoil(Object what, Machine machine) {
      if (path.length > 0 && variable.value instanceof MatrixValue matrix) {
        variable.value = matrix.spoilt(component(path[0], matrix, machine), what, machine);
      } else {
        variable.undefined = marked(variable.undefined, variable.value, 0, what, machine);
      }
    }

    private Object marked(Object before, Object in, int depth, Object what, Machine machine) {
      if (in instanceof MatrixValue || before == null && what == null) {
        return before;
      }
      if (depth == path.length) {
        return Undefined.merged(before, what, machine);
      }
      long[] index = path[depth];
      Object[] values = (Object[]) in;
      Object[] parts = Undefined.parts(before, values.length);
      if (Lanes.isUniform(index)) {
        int at = Math.clamp(index[0], 0, parts.length - 1);
        parts[at] = marked(parts[at], values[at], depth + 1, what, machine);
        return Undefined.simplest(parts);
      }
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          int at = Math.clamp(index[lane], 0, parts.length - 1);
          parts[at] =
              depth + 1 == path.length && !(values[at] instanceof MatrixValue)
                  ? Undefined.withLane(parts[at], what, lane, machine.lanes())
                  : machine.onlyLane(
                      lane, () -> marked(parts[at], values[at], depth + 1, what, machine));
        }
      }
      return Undefined.simplest(parts);
    }

    private Object read(Object from, int depth, Machine machine) {
      if (depth == path.length) {
        return from;
      }
      long[] index = path[depth];
      if (from instanceof MatrixValue matrix) {
        return matrix.component(component(index, matrix, machine), machine);
      }
      Object[] parts = (Object[]) from;
      if (Lanes.isUniform(index)) {
        return read(parts[check(index[0], parts, machine)], depth + 1, machine);
      }
      Object gathered = null;
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          Object part = read(parts[check(index[lane], parts, machine)], depth + 1, machine);
          gathered = machine.takeLane(gathered, part, lane);
        }
      }
      return gathered;
    }

    private Object write(Object into, int depth, Object fresh, Machine machine) {
      if (depth == path.length) {
        return Lanes.merge(into, fresh, machine);
      }
      long[] index = path[depth];
      if (into instanceof MatrixValue matrix) {
        return matrix.with(component(index, matrix, machine), (long[]) fresh, machine);
      }
      Object[] parts = ((Object[]) into).clone();
      if (Lanes.isUniform(index)) {
        int i = check(index[0], parts, machine);
        parts[i] = write(parts[i], depth + 1, fresh, machine);
        return parts;
      }
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          int i = check(index[lane], parts, machine);
          int only = lane;
          parts[i] = machine.onlyLane(only, () -> write(parts[i], depth + 1, fresh, machine));
        }
      }
      return parts;
    }

    /** The components meant by an index, each invocation's own. */
    private long[] component(long[] index, MatrixValue matrix, Machine machine) {
      if (!variable.isTurned) {
        return index;
      }
      Scope scope = matrix.type().scope();
      long[] turned = new long[machine.lanes()];
      Arrays.setAll(
          turned,
          lane ->
              machine
                      .ownership()
                      .length(
                          matrix.type(), machine.size(scope), machine.laneInInstance(scope, lane))
                  - 1
                  - Lanes.get(index, lane));
      return turned;
    }

    private static int check(long index, Object[] parts, Machine machine) {
      if (index < 0 || index >= parts.length) {
        machine
            .behaviour()
            .violated(
                Check.BOUNDS, "index " + index + " of a composite with " + parts.length + " parts");
      }
      int at = Math.clamp(index, 0, parts.length - 1);
      return machine.isTapped(Tap.Site.CHOICE)
              && parts[at] instanceof MatrixValue matrix
              && parts[0] instanceof MatrixValue first
              && first.type().equals(matrix.type())
          ? (int) machine.taps(Tap.Site.CHOICE, matrix.type(), 0).at(Tap.CHOICE_PART, at)
          : at;
    }
  }
}
