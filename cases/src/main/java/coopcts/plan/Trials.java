// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.Step;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Writes a trial down, buffer by buffer in the order of binding, each with what it may become. */
public final class Trials {

  private final int workgroups;
  private final List<byte[]> bound = new ArrayList<>();
  private final List<byte[]> addressed = new ArrayList<>();
  private final List<Trial.Address> addresses = new ArrayList<>();
  private final List<Trial.Into> into = new ArrayList<>();
  private final List<Trial.From> from = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Expectation.Buffer> boundAfter = new ArrayList<>();
  private final List<Expectation.Buffer> addressedAfter = new ArrayList<>();
  private final List<Expectation.Buffer> readBack = new ArrayList<>();
  private final List<Expectation.Property> properties = new ArrayList<>();
  private byte[] push = {};

  private Trials(int workgroups) {
    this.workgroups = workgroups;
  }

  /** A dispatch of so many workgroups along x. */
  public static Trials on(int workgroups) {
    return new Trials(workgroups);
  }

  /** Push constants of 32 bits each. */
  public Trials push(int... words) {
    push = new byte[4 * words.length];
    for (int i = 0; i < words.length; i++) {
      LittleEndian.put(push, 4 * i, 4, words[i]);
    }
    return this;
  }

  /** A buffer that stays as it is. */
  public Trials input(byte[] bytes) {
    return buffer(bytes, Contents.untouched(bytes));
  }

  /** A buffer that the shader writes to. */
  public Trials result(Contents contents) {
    return buffer(contents.before(), contents.buffer());
  }

  /** The same; bytes that nothing is written to stay by another rule than is usual. */
  public Trials result(Contents contents, Rule untouched) {
    return buffer(contents.before(), contents.buffer().untouchedBy(untouched));
  }

  /** A buffer and what it may hold afterwards. */
  public Trials buffer(byte[] before, Expectation.Buffer after) {
    bound.add(before);
    boundAfter.add(after);
    return this;
  }

  /** A buffer that is reached by its address, which stands in a bound one at a byte offset. */
  public Trials addressed(byte[] before, Expectation.Buffer after, int binding, int offset) {
    addresses.add(new Trial.Address(addressed.size(), binding, offset));
    addressed.add(before);
    addressedAfter.add(after);
    return this;
  }

  /** A matrix that the device puts into a buffer before the run. */
  public Trials into(Trial.Into matrix) {
    into.add(matrix);
    return this;
  }

  /** A matrix that the device takes out of a buffer after the run, and what it may be. */
  public Trials from(Trial.From matrix, Expectation.Buffer after) {
    from.add(matrix);
    readBack.add(after);
    return this;
  }

  /** Something to be done behind the run. */
  public Trials then(Step step) {
    steps.add(step);
    return this;
  }

  /**
   * Something that the buffers have together.
   *
   * @param violations a line for each thing that is not as it must be
   */
  public Trials property(Rule rule, Function<List<byte[]>, List<String>> violations) {
    properties.add(new Expectation.Property(rule, violations));
    return this;
  }

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
