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

/**
 * Builds a {@link Trial}, buffer by buffer in the order of binding, each with what it may hold
 * after the run. Families use it whose shaders are templates, or programs that are judged apart;
 * call {@link #trial} last.
 */
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
   * {@return a new, empty description of a run: no push constants, buffers, conversions or steps}
   *
   * @param workgroups number along x; 1 along y and z
   */
  public static TrialWriter on(int workgroups) {
    return new TrialWriter(workgroups);
  }

  /**
   * Sets the push constants.
   *
   * @param words 32 bits each, written little-endian one behind the other; they replace earlier
   *     ones
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
   * Adds a bound buffer that the shader must leave unchanged. It has the next free binding.
   *
   * @param bytes its contents, little-endian; the array is kept
   * @return this description
   */
  public TrialWriter input(byte[] bytes) {
    return buffer(bytes, ExpectedContents.untouched(bytes));
  }

  /**
   * Adds a bound buffer that the shader writes to. It has the next free binding.
   *
   * @param contents its bytes before the run, and what is stored; bytes without a store must stay
   * @return this description
   */
  public TrialWriter result(ExpectedContents contents) {
    return buffer(contents.before(), contents.buffer());
  }

  /**
   * Adds a bound buffer that the shader writes to, where a given rule keeps all other bytes. It has
   * the next free binding.
   *
   * @param contents its bytes before the run, and what is stored
   * @param untouched the rule that a byte without a store breaks if it changes
   * @return this description
   */
  public TrialWriter result(ExpectedContents contents, Rule untouched) {
    return buffer(contents.before(), contents.buffer().untouchedBy(untouched));
  }

  /**
   * Adds a bound buffer with any expectation. It has the next free binding.
   *
   * @param before its bytes before the run, little-endian; the array is kept
   * @param after what it may hold afterwards, of the same size
   * @return this description
   */
  public TrialWriter buffer(byte[] before, Expectation.Buffer after) {
    bound.add(before);
    boundAfter.add(after);
    return this;
  }

  /**
   * Adds a buffer that the shader reaches by its address, which is written into a bound buffer
   * before the run.
   *
   * @param before its bytes before the run, little-endian; the array is kept
   * @param after what it may hold afterwards, of the same size
   * @param binding number, from 0, of the bound buffer that holds the address, or {@link
   *     Trial.Address#PUSH} for the push constants
   * @param offset of the address there, in bytes
   * @return this description
   */
  public TrialWriter addressed(byte[] before, Expectation.Buffer after, int binding, int offset) {
    addresses.add(new Trial.Address(addressed.size(), binding, offset));
    addressed.add(before);
    addressedAfter.add(after);
    return this;
  }

  /**
   * Adds a matrix that the device converts into a buffer before the run.
   *
   * @param matrix its row-major bytes, the buffer and the byte offset
   * @return this description
   */
  public TrialWriter into(Trial.Into matrix) {
    into.add(matrix);
    return this;
  }

  /**
   * Adds a matrix that the device converts back to row-major bytes after the run, to be judged.
   *
   * @param matrix its buffer and byte offset
   * @param after what its row-major bytes may be
   * @return this description
   */
  public TrialWriter from(Trial.From matrix, Expectation.Buffer after) {
    from.add(matrix);
    readBack.add(after);
    return this;
  }

  /**
   * Adds a step behind the run, and behind the steps added before, in the same command buffer.
   *
   * @param step done behind a barrier
   * @return this description
   */
  public TrialWriter then(FollowUp step) {
    steps.add(step);
    return this;
  }

  /**
   * Adds a property that must hold of all buffers together after the run.
   *
   * @param rule why it must hold
   * @param violations takes the bytes of all buffers in the order of {@link Trial#expectation()}
   *     and gives a line for each thing that is wrong, none for a pass; it must not change the
   *     bytes
   * @return this description
   */
  public TrialWriter property(Rule rule, Function<List<byte[]>, List<String>> violations) {
    properties.add(new Expectation.Property(rule, violations));
    return this;
  }

  /**
   * {@return the run as described so far} The trial shares this description's lists: add nothing
   * afterwards.
   */
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
