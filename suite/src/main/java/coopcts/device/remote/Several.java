// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.util.ArrayList;
import java.util.List;

/** Requests that travel in one frame, are served one after the other, and answered by one frame. */
final class Several {

  /** What stands before each answer: its kind, the microseconds that it took, and its length. */
  private static final int HEAD = 3 * Integer.BYTES;

  private final RequestBody body = new RequestBody();
  private final List<Integer> kinds = new ArrayList<>();
  private long most;

  /**
   * A request of the frame and its answer.
   *
   * @param request its kind
   * @param micros microseconds that the agent took for it
   */
  record Part(int request, Reply answer, long micros) {

    /** Whether those behind it were not served: the device is gone, or there is no pipeline. */
    boolean isLast() {
      return answer.losesDevice()
          || request == MessageKind.PREPARE && answer.kind() != MessageKind.DONE;
    }
  }

  /**
   * Adds a request.
   *
   * @param bytes that its answer may have, if it is not words
   */
  void add(int kind, RequestBody request, long bytes) {
    body.u32(kind).block(request.bytes());
    kinds.add(kind);
    most += HEAD + Math.max(bytes, Link.WORDS);
  }

  RequestBody body() {
    return body;
  }

  /** Bytes that the answer may have. */
  long most() {
    return most;
  }

  /**
   * The answers, up to one behind which nothing was served.
   *
   * @throws BrokenLinkException if others are missing
   */
  List<Part> parts(Reply answer) throws BrokenLinkException {
    List<Part> parts = new ArrayList<>();
    boolean ended = false;
    for (int i = 0; i < kinds.size() && !ended; i++) {
      int kind = answer.u32();
      long micros = Integer.toUnsignedLong(answer.u32());
      Part part = new Part(kinds.get(i), new Reply(kind, answer.block()), micros);
      parts.add(part);
      ended = part.isLast();
    }
    answer.end();
    return parts;
  }
}
