// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.FollowUp;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Writes a trial down, buffer by buffer in the order of binding, each with what it may become. */
public final class TrialWriter {

  private final int workgroups;
  private final List<byte[]> bound = new ArrayList<>();
  private final List<byte[]> addressed = new ArrayList<>();
  private final List<Trial.Address> addresses = new ArrayList<>();
  private final List<Trial.Into> into = new ArrayList<>();
  private final List<Trial.From> from = new ArrayList<>();
  private final List<FollowUp> steps = new ArrayList<>();
  private final List<Expectation.Buffer> boundAfter = new ArrayList<>();
  private final List<Expectation.Buffer> addressedAfter = new ArrayList<>();
  private final List<Expectation.Buffer> readBack = new ArrayList<>();
  private final List<Expectation.Property> properties = new ArrayList<>();
  private byte[] push = {};

  private TrialWriter(int workgroups) {
    this.workgroups = workgroups;
  }

  /**
   * {@return an empty description of a dispatch}
   *
   * @param workgroups number along x; 1 along y and z
   */
  public static TrialWriter on(int workgroups) {
    return new TrialWriter(workgroups);
  }

  /**
   * Sets the push constants.
   *
   * @param words 32 bits each, little-endian; they replace earlier ones
   * @return this description
   */
  public TrialWriter push(int... words) {
    push = new byte[4 * words.length];
    for (int i = 0; i < words.length; i++) {
      LittleEndian.put(push, 4 * i, 4, words[i]);
    }
    return this;
  }

  /**
   * Adds a buffer that the shader leaves unchanged.
   *
   * @param bytes its contents, little-endian; the array is kept
   * @return this description
   */
  public TrialWriter input(byte[] bytes) {
    return buffer(bytes, ExpectedContents.untouched(bytes));
  }

  /**
   * Adds a buffer that the shader writes to.
   *
   * @param contents its bytes before, and what is stored
   * @return this description
   */
  public TrialWriter result(ExpectedContents contents) {
    return buffer(contents.before(), contents.buffer());
  }

  /**
   * Adds a buffer that the shader writes to, with a special reason for all other bytes.
   *
   * @param contents its bytes before, and what is stored
   * @param untouched why bytes without a store stay
   * @return this description
   */
  public TrialWriter result(ExpectedContents contents, Rule untouched) {
    return buffer(contents.before(), contents.buffer().untouchedBy(untouched));
  }

  /**
   * Adds a buffer.
   *
   * @param before its bytes, little-endian; the array is kept
   * @param after what it may hold afterwards
   * @return this description
   */
  public TrialWriter buffer(byte[] before, Expectation.Buffer after) {
    bound.add(before);
    boundAfter.add(after);
    return this;
  }

  /**
   * Adds a buffer that is reached by its address.
   *
   * @param before its bytes, little-endian; the array is kept
   * @param after what it may hold afterwards
   * @param binding number, from 0, of the bound buffer that holds the address
   * @param offset of the address in bytes
   * @return this description
   */
  public TrialWriter addressed(byte[] before, Expectation.Buffer after, int binding, int offset) {
    addresses.add(new Trial.Address(addressed.size(), binding, offset));
    addressed.add(before);
    addressedAfter.add(after);
    return this;
  }

  /**
   * Adds a matrix that the device puts into a buffer before the run.
   *
   * @param matrix with its place
   * @return this description
   */
  public TrialWriter into(Trial.Into matrix) {
    into.add(matrix);
    return this;
  }

  /**
   * Adds a matrix that the device takes out of a buffer after the run.
   *
   * @param matrix with its place
   * @param after what its row-major bytes may be
   * @return this description
   */
  public TrialWriter from(Trial.From matrix, Expectation.Buffer after) {
    from.add(matrix);
    readBack.add(after);
    return this;
  }

  /**
   * Adds a step behind the run.
   *
   * @param step done behind a barrier
   * @return this description
   */
  public TrialWriter then(FollowUp step) {
    steps.add(step);
    return this;
  }

  /**
   * Adds a property of all buffers together.
   *
   * @param rule why it must hold
   * @param violations a line for each thing that is not as it must be
   * @return this description
   */
  public TrialWriter property(Rule rule, Function<List<byte[]>, List<String>> violations) {
    properties.add(new Expectation.Property(rule, violations));
    return this;
  }

  /** {@return the dispatch as described so far} */
  public Trial trial() {
    List<Expectation.Buffer> after = new ArrayList<>(boundAfter);
    after.addAll(addressedAfter);
    after.addAll(readBack);
    return new Trial(
        push,
        bound,
        addressed,
        addresses,
        List.of(workgroups, 1, 1),
        new Trial.Conversions(into, from),
        steps,
        new Expectation(after, List.of(), properties));
  }
}
