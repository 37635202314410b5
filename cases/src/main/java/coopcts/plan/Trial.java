// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.glsl.StageFrame;
import coopcts.model.ComponentType;
import coopcts.model.FollowUp;
import coopcts.model.ShaderStage;
import coopcts.model.VectorMatrix;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What a shader is run on, and what memory may hold afterwards. A worker hands it to the device and
 * its judge.
 *
 * @param push bytes of the push constants, little-endian; empty for none
 * @param buffers the bytes of each bound buffer before the run, in order of binding
 * @param addressed the bytes of each buffer that is reached by its address, before the run
 * @param addresses where the addresses are written before the run
 * @param groups workgroups along x, y and z; in stages without workgroups, invocations
 * @param conversions of matrices for cooperative vectors, before and after the run
 * @param steps what follows the run in the same command buffer, each behind a barrier
 * @param expectation of the bound buffers, then of the addressed ones, then of what was converted
 *     after the run
 */
public record Trial(
    byte[] push,
    List<byte[]> buffers,
    List<byte[]> addressed,
    List<Address> addresses,
    List<Integer> groups,
    Conversions conversions,
    List<FollowUp> steps,
    Expectation expectation) {

  private static final Rule VISITS = Rule.must(ShaderPlan.IN_STAGES.getFirst());

  /**
   * Matrices for cooperative vectors that the device converts before and after the run.
   *
   * @param before row-major matrices that are put into buffers in a layout of the device's own
   * @param after matrices in a layout of the device's own that are read back as row-major bytes
   */
  public record Conversions(List<Into> before, List<From> after) {
    /** No matrix is converted. */
    public static final Conversions NONE = new Conversions(List.of(), List.of());

    /**
     * {@return a copy of these conversions for buffers that are numbered otherwise}
     *
     * @param numbers gives a buffer's new number for its old one; both count from 0, the bound
     *     buffers first, the addressed ones behind them
     */
    public Conversions in(IntUnaryOperator numbers) {
      return new Conversions(
          before.stream()
              .map(
                  into ->
                      new Into(
                          numbers.applyAsInt(into.buffer),
                          into.offset,
                          into.rowMajor,
                          into.matrix,
                          into.capacity))
              .toList(),
          after.stream()
              .map(
                  from ->
                      new From(
                          from.name,
                          numbers.applyAsInt(from.buffer),
                          from.offset,
                          from.matrix,
                          from.capacity,
                          from.keepsBehind))
              .toList());
    }
  }

  /**
   * A matrix that is put into a buffer before the run.
   *
   * @param buffer its number among the bound ones and, behind them, the addressed ones
   * @param offset in bytes
   * @param rowMajor the matrix's bytes
   * @param matrix how it is to lie in the buffer
   * @param capacity bytes of the buffer that it may take
   */
  public record Into(int buffer, int offset, byte[] rowMajor, VectorMatrix matrix, int capacity) {}

  /**
   * A matrix that is read back as row-major bytes and judged as a buffer with a name.
   *
   * @param name of the matrix, in messages
   * @param buffer its number among the bound ones and, behind them, the addressed ones
   * @param offset in bytes
   * @param matrix how it lies in the buffer
   * @param capacity bytes of the buffer that it may take
   * @param keepsBehind whether the run writes no byte of these behind the matrix, which are judged
   *     then; where it writes the whole place, they are not
   */
  public record From(
      String name, int buffer, int offset, VectorMatrix matrix, int capacity, boolean keepsBehind) {

    /** {@return the same matrix, behind which the run writes nothing} */
    public From keepingBehind() {
      return new From(name, buffer, offset, matrix, capacity, true);
    }
  }

  /**
   * The address of {@code addressed[from]}, put into {@code buffers[into]} at a byte offset.
   *
   * @param from index into the addressed buffers
   * @param into {@link #PUSH} for the push constants of the run
   * @param offset in bytes
   */
  public record Address(int from, int into, int offset) {
    /** The address is put into the push constants. */
    public static final int PUSH = -1;
  }

  /**
   * {@return a run that needs only bound buffers} It converts no matrices and has no further steps.
   *
   * @param push bytes of the push constants, little-endian; empty for none
   * @param buffers the bytes of each bound buffer, little-endian, in order of binding; they are not
   *     copied
   * @param workgroups number along x; 1 along y and z
   * @param expectation of the bound buffers
   */
  public static Trial of(
      byte[] push, List<byte[]> buffers, int workgroups, Expectation expectation) {
    return new Trial(
        push,
        buffers,
        List.of(),
        List.of(),
        List.of(workgroups, 1, 1),
        Conversions.NONE,
        List.of(),
        expectation);
  }

  /** The same in another stage, with a last buffer that counts each invocation's visits. */
  Trial in(ShaderStage stage, int invocations) {
    ExpectedContents visits = new ExpectedContents(new byte[4 * invocations]);
    for (int n = 0; n < invocations; n++) {
      visits.put(4 * n, ComponentType.UINT32, new Acceptance.Anything(), VISITS);
    }
    List<byte[]> all = new ArrayList<>(buffers);
    all.add(new byte[4 * invocations]);
    List<Expectation.Buffer> expected = new ArrayList<>(expectation.buffers());
    expected.add(buffers.size(), visits.buffer());
    return new Trial(
        push,
        all,
        addressed,
        addresses,
        StageFrame.groups(stage, groups, invocations),
        conversions.in(number -> number < buffers.size() ? number : number + 1),
        steps,
        new Expectation(expected, expectation.totals(), expectation.properties())
            .and(ShaderPlan.IN_STAGES));
  }

  /**
   * {@return the same with matrices to convert}
   *
   * @param other the matrices, in place of those of this trial
   */
  public Trial converting(Conversions other) {
    return new Trial(push, buffers, addressed, addresses, groups, other, steps, expectation);
  }

  /**
   * {@return a copy of this run with another expectation; the arrays are shared}
   *
   * @param other what memory may hold afterwards: the bound buffers, the addressed ones, what is
   *     read back
   */
  public Trial expecting(Expectation other) {
    return new Trial(push, buffers, addressed, addresses, groups, conversions, steps, other);
  }

  /**
   * {@return a copy of this run on buffers with other contents; the expectation stays}
   *
   * @param otherBound bytes of the bound buffers in order of binding, as many as this run has
   * @param otherAddressed bytes of the buffers that are reached by their address, as many as this
   *     run has
   */
  public Trial on(List<byte[]> otherBound, List<byte[]> otherAddressed) {
    return new Trial(
        push, otherBound, otherAddressed, addresses, groups, conversions, steps, expectation);
  }

  /**
   * {@return a copy of this run with other steps behind it}
   *
   * @param other steps in their order; they replace all that there were
   */
  public Trial then(List<FollowUp> other) {
    return new Trial(push, buffers, addressed, addresses, groups, conversions, other, expectation);
  }
}
