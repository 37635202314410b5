// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Outcome;
import coopcts.model.FollowUp;
import java.util.ArrayList;
import java.util.List;

/** A pipeline in the agent, by its number there. */
final class RemotePipeline implements Device.Pipeline {

  /** What a step begins with. */
  private static final int AGAIN = 1;

  private static final int CONVERT = 2;

  /** Bytes of a range of one byte. */
  private static final long RANGE = 2 * Integer.BYTES + 1;

  private final RemoteDevice device;
  private final int slot;

  RemotePipeline(RemoteDevice device, int slot) {
    this.device = device;
    this.slot = slot;
  }

  @Override
  public Outcome run(Dispatch dispatch) {
    List<byte[]> sent = new ArrayList<>(dispatch.bound());
    sent.addAll(dispatch.addressed());
    // Each byte a range at worst, with its offset and its length.
    long most = sent.stream().mapToLong(bytes -> Integer.BYTES + RANGE * bytes.length).sum();
    try {
      List<byte[]> after =
          device
              .agent()
              .ask(MessageKind.DISPATCH, body(dispatch, sent), most, answer -> after(sent, answer));
      int bound = dispatch.bound().size();
      return new Outcome.Completed(after.subList(0, bound), after.subList(bound, after.size()));
    } catch (DeviceException e) {
      return e.outcome();
    } catch (RuntimeException e) {
      device.buffers().forget();
      throw e;
    }
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

  private RequestBody body(Dispatch dispatch, List<byte[]> sent) {
    RequestBody body = new RequestBody().u32(slot);
    dispatch.groups().forEach(body::u32);
    body.block(dispatch.push()).u32(dispatch.bound().size()).u32(dispatch.addressed().size());
    device.buffers().send(sent, body);
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
    device.release(slot);
  }
}
