// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.FollowUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A pipeline in the agent, which makes it with its first runs. */
final class RemotePipeline implements Device.Pipeline {

  /** What a step begins with. */
  private static final int AGAIN = 1;

  private static final int CONVERT = 2;

  /** Bytes of a range of one byte. */
  private static final long RANGE = 2 * Integer.BYTES + 1;

  /** Runs that travel together, at most. */
  private static final int TOGETHER = 64;

  /** There is none yet. */
  private static final int UNMADE = -1;

  private final RemoteDevice device;
  private final Kernel kernel;
  private int place = UNMADE;

  /**
   * @throws IllegalArgumentException if the agent lacks something that the kernel needs
   */
  RemotePipeline(RemoteDevice device, Kernel kernel) {
    device
        .lacks(kernel)
        .ifPresent(
            lacking -> {
              throw new IllegalArgumentException(lacking);
            });
    this.device = device;
    this.kernel = kernel;
  }

  @Override
  public boolean isMade() {
    return place != UNMADE;
  }

  @Override
  public int together() {
    return TOGETHER;
  }

  @Override
  public Outcome run(Dispatch dispatch) {
    Device.Runs runs = run(List.of(dispatch));
    return runs.unmade().orElseGet(() -> runs.outcomes().getFirst());
  }

  @Override
  public Device.Runs run(List<Dispatch> dispatches) {
    Several several = device.several();
    boolean making = !isMade();
    int target = making ? device.make(kernel, several) : place;
    SentBuffers known = new SentBuffers();
    for (Dispatch dispatch : dispatches) {
      several.add(MessageKind.DISPATCH, body(target, dispatch, known), most(dispatch));
    }
    List<Several.Part> parts;
    try {
      parts = device.agent().ask(several);
    } catch (DeviceException e) {
      return making
          ? Device.Runs.unmade(e.outcome())
          : new Device.Runs(List.of(e.outcome()), 0, Optional.empty());
    }
    return read(parts, target, dispatches);
  }

  private Device.Runs read(List<Several.Part> parts, int target, List<Dispatch> dispatches) {
    List<Outcome> outcomes = new ArrayList<>();
    long making = 0;
    for (Several.Part part : parts) {
      if (part.request() == MessageKind.DISPATCH) {
        outcomes.add(outcome(part, dispatches.get(outcomes.size())));
        continue;
      }
      try {
        device.agent().read(part, Agent.NOTHING);
      } catch (DeviceException e) {
        device.unmade(target);
        return Device.Runs.unmade(e.outcome());
      }
      if (part.request() == MessageKind.PREPARE) {
        place = target;
        making = part.micros() * 1000;
      }
    }
    return new Device.Runs(outcomes, making, Optional.empty());
  }

  private Outcome outcome(Several.Part part, Dispatch dispatch) {
    try {
      List<byte[]> after = device.agent().read(part, answer -> after(sent(dispatch), answer));
      int bound = dispatch.bound().size();
      return new Outcome.Completed(after.subList(0, bound), after.subList(bound, after.size()));
    } catch (DeviceException e) {
      return e.outcome();
    }
  }

  private static List<byte[]> sent(Dispatch dispatch) {
    List<byte[]> sent = new ArrayList<>(dispatch.bound());
    sent.addAll(dispatch.addressed());
    return sent;
  }

  /** Each byte a range at worst, with its offset and its length. */
  private static long most(Dispatch dispatch) {
    return sent(dispatch).stream().mapToLong(bytes -> Integer.BYTES + RANGE * bytes.length).sum();
  }

  private static List<byte[]> after(List<byte[]> sent, Reply answer) throws BrokenLinkException {
    List<byte[]> after = new ArrayList<>();
    for (byte[] bytes : sent) {
      byte[] now = bytes.clone();
      answer.changes(now);
      after.add(now);
    }
    return after;
  }

  private static RequestBody body(int place, Dispatch dispatch, SentBuffers known) {
    RequestBody body = new RequestBody().u32(place);
    dispatch.groups().forEach(body::u32);
    body.block(dispatch.push()).u32(dispatch.bound().size()).u32(dispatch.addressed().size());
    known.send(sent(dispatch), body);
    body.u32(dispatch.patches().size());
    dispatch
        .patches()
        .forEach(patch -> body.u32(patch.from()).u32(patch.into()).u32(patch.offset()));
    body.u32(dispatch.then().size());
    for (FollowUp step : dispatch.then()) {
      switch (step) {
        case FollowUp.Again(byte[] push) -> body.u32(AGAIN).block(push);
        case FollowUp.Convert(FollowUp.MatrixPlace from, FollowUp.MatrixPlace to) -> {
          body.u32(CONVERT);
          place(body, from);
          place(body, to);
        }
      }
    }
    return body;
  }

  private static void place(RequestBody body, FollowUp.MatrixPlace place) {
    body.u32(place.buffer()).u32(place.offset()).u32(place.capacity()).matrix(place.matrix());
  }

  @Override
  public void close() {
    if (isMade()) {
      device.release(place);
      place = UNMADE;
    }
  }
}
