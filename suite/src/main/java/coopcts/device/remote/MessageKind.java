// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

/** What a frame is: the numbers of requests and answers in the protocol. */
final class MessageKind {

  /** The version of the protocol; an agent says its own in its greeting. */
  static final int VERSION = 3;

  static final int MODULE = 1;
  static final int PREPARE = 2;
  static final int DISPATCH = 3;
  static final int CLOSE = 4;
  static final int CONVERT = 5;
  static final int CONVERT_BY_COMMAND = 6;
  static final int ROWS = 7;
  static final int FEATURES = 8;
  static final int CREATE = 9;
  static final int SIZE = 10;
  static final int BARRIER = 11;
  static final int END = 12;
  static final int SEVERAL = 13;

  static final int HELLO = 128;
  static final int DONE = 129;
  static final int REFUSED = 130;
  static final int DEVICE_LOST = 131;
  static final int WROTE_OUTSIDE = 132;
  static final int TIMED_OUT = 133;
  static final int UNSUPPORTED = 134;
  static final int MALFORMED = 135;
  static final int UNAVAILABLE = 136;

  private MessageKind() {}
}
