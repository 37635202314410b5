// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.FollowUp;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.Values;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The buffers of one run with {@link PaddedTile}s: the source, the tiles that come of it, frames
 * between them, and addresses.
 */
final class PaddedBuffers {
  private final PaddedTile frame;
  private final Rule rule;
  private final byte[] source;
  private final byte[] result;
  private final byte[] between;
  private final byte[] addresses = new byte[16];
  private final List<Values> tiles = new ArrayList<>();
  private final Expectation.Buffer moved;

  PaddedBuffers(ScopedType kind, MemoryForm form, long seed) {
    this.rule = form.rule();
    this.frame = PaddedTile.of(kind);
    ComponentType component = kind.type().component();
    this.source =
        InputPatterns.fill(
            component,
            kind.instances() * frame.size() * component.bytes(),
            InputPatterns.distinct(component, InputPatterns.random(seed, kind.label())));
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
    return ExpectedContents.untouched(between);
  }

  /** The tiles that instances leave for each other; what is around them is as it was. */
  Expectation.Buffer handedOver() {
    ExpectedContents contents = new ExpectedContents(between);
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

  /** The tiles of the last turns, framed; what is around them is as it was. */
  Expectation.Buffer lastHandedOver() {
    ExpectedContents contents = new ExpectedContents(between);
    int turns = tiles.size() / frame.instances();
    for (int n = 0; n < frame.instances(); n++) {
      int instance = n;
      long[] last = tiles.get(n * turns + turns - 1).bits();
      frame
          .framed()
          .store(
              (linear, e) ->
                  contents.put(at(instance, linear), frame.type().component(), last[e], rule));
    }
    return contents.buffer();
  }

  /** The frames as scalar stores copy them. */
  Expectation.Buffer copied() {
    ComponentType component = frame.type().component();
    ExpectedContents contents = new ExpectedContents(between);
    for (int n = 0; n < frame.instances(); n++) {
      for (int linear = 0; linear < frame.size(); linear++) {
        contents.put(at(n, linear), component, element(n, linear), rule);
      }
    }
    return contents.buffer();
  }

  /** The tiles that a dispatch leaves for the next one, densely where their frames begin. */
  private Expectation.Buffer passedOn() {
    ExpectedContents contents = new ExpectedContents(between);
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
            List.of(
                ExpectedContents.untouched(source),
                second,
                third,
                ExpectedContents.untouched(addresses)));
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
        .then(List.of(new FollowUp.Again(new byte[] {1, 0, 0, 0})));
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
    return byAddress(ExpectedContents.untouched(result), result, moved);
  }

  /** A run whose frames between are reached by their address. */
  Trial againByAddress() {
    return byAddress(moved, between, lastHandedOver());
  }

  /** A run that reaches the source by its address, and another buffer, of which something comes. */
  private Trial byAddress(
      Expectation.Buffer boundResult, byte[] other, Expectation.Buffer expectedOther) {
    return new Trial(
        new byte[0],
        List.of(source, result, between, addresses),
        List.of(source, other),
        List.of(new Trial.Address(0, 3, 0), new Trial.Address(1, 3, 8)),
        List.of(ScopedType.WORKGROUPS, 1, 1),
        Trial.Conversions.NONE,
        List.of(),
        new Expectation(
            expected(
                boundResult,
                ExpectedContents.untouched(between),
                ExpectedContents.untouched(source),
                expectedOther),
            List.of()));
  }
}
