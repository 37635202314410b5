// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.Step;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The buffers of one run with {@link Frame}s: the source, the tiles that come of it, frames between
 * them, and addresses.
 */
final class FramedBuffers {
  private final Frame frame;
  private final Rule rule;
  private final byte[] source;
  private final byte[] result;
  private final byte[] between;
  private final byte[] addresses = new byte[16];
  private final List<Values> tiles = new ArrayList<>();
  private final Expectation.Buffer moved;

  FramedBuffers(ScopedType kind, MemoryForm form, long seed) {
    this.rule = form.rule();
    this.frame = Frame.of(kind);
    ComponentType component = kind.type().component();
    this.source =
        Data.fill(
            component,
            kind.instances() * frame.size() * component.bytes(),
            Data.distinct(component, Data.random(seed, kind.label())));
    this.between = new byte[source.length];
    int turns = form.turns();
    this.result = new byte[kind.instances() * turns * kind.type().size() * component.bytes()];
    Arrays.fill(result, (byte) 0xCD);
    for (int n = 0; n < kind.instances() * turns; n++) {
      int instance = n / turns;
      tiles.add(form.loaded(frame, n % turns, linear -> element(instance, linear)));
    }
    this.moved = Nv2Family.matrices(result, tiles, rule);
  }

  private int at(int instance, long linear) {
    return (int) (instance * frame.size() + linear) * frame.type().component().bytes();
  }

  private long element(int instance, long linear) {
    return LittleEndian.get(source, at(instance, linear), frame.type().component().bytes());
  }

  /** The frames between, which are as they were. */
  Expectation.Buffer left() {
    return Contents.untouched(between);
  }

  /** The tiles that instances leave for each other; what is around them is as it was. */
  Expectation.Buffer handedOver() {
    Contents contents = new Contents(between);
    for (int n = 0; n < frame.instances(); n++) {
      int instance = n;
      frame
          .framed()
          .store(
              (linear, _) ->
                  contents.put(
                      at(instance, linear),
                      frame.type().component(),
                      element(instance, linear),
                      rule));
    }
    return contents.buffer();
  }

  /** The frames as scalar stores copy them. */
  Expectation.Buffer copied() {
    ComponentType component = frame.type().component();
    Contents contents = new Contents(between);
    for (int n = 0; n < frame.instances(); n++) {
      for (int linear = 0; linear < frame.size(); linear++) {
        contents.put(at(n, linear), component, element(n, linear), rule);
      }
    }
    return contents.buffer();
  }

  /** The tiles that a dispatch leaves for the next one, densely where their frames begin. */
  private Expectation.Buffer passedOn() {
    Contents contents = new Contents(between);
    for (int n = 0; n < frame.instances(); n++) {
      long[] bits = tiles.get(n).bits();
      for (int e = 0; e < bits.length; e++) {
        contents.put(at(n, e), frame.type().component(), bits[e], rule);
      }
    }
    return contents.buffer();
  }

  private List<Expectation.Buffer> expected(
      Expectation.Buffer second, Expectation.Buffer third, Expectation.Buffer... more) {
    List<Expectation.Buffer> all =
        new ArrayList<>(
            List.of(Contents.untouched(source), second, third, Contents.untouched(addresses)));
    all.addAll(List.of(more));
    return all;
  }

  /** A run on bound buffers alone. */
  Trial bound(Expectation.Buffer expectedBetween) {
    return bound(new byte[0], expectedBetween);
  }

  /** Two runs, one behind the other, which are told their numbers. */
  Trial twice() {
    return bound(new byte[] {0, 0, 0, 0}, passedOn())
        .then(List.of(new Step.Again(new byte[] {1, 0, 0, 0})));
  }

  private Trial bound(byte[] push, Expectation.Buffer expectedBetween) {
    return Trial.of(
        push,
        List.of(source, result, between, addresses),
        ScopedType.WORKGROUPS,
        new Expectation(expected(moved, expectedBetween), List.of()));
  }

  /** A run on buffers by their addresses. */
  Trial byAddress() {
    return new Trial(
        new byte[0],
        List.of(source, result, between, addresses),
        List.of(source, result),
        List.of(new Trial.Address(0, 3, 0), new Trial.Address(1, 3, 8)),
        List.of(ScopedType.WORKGROUPS, 1, 1),
        Trial.Conversions.NONE,
        List.of(),
        new Expectation(
            expected(
                Contents.untouched(result),
                Contents.untouched(between),
                Contents.untouched(source),
                moved),
            List.of()));
  }
}
