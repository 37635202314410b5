// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.spirv.Instruction;

/**
 * Which instruction read and wrote each word of a block of memory last, so that both sides of a
 * race can be named.
 */
final class RaceSides {

  private final Instruction[] wrote;
  private final Instruction[] read;

  RaceSides(int bytes) {
    wrote = new Instruction[bytes / Integer.BYTES + 1];
    read = new Instruction[wrote.length];
  }

  void read(int at, int width, Instruction now) {
    note(read, at, width, now);
  }

  void write(int at, int width, Instruction now) {
    note(wrote, at, width, now);
  }

  private static void note(Instruction[] who, int at, int width, Instruction now) {
    for (int word = at / Integer.BYTES; word <= (at + width - 1) / Integer.BYTES; word++) {
      who[word] = now;
    }
  }

  /** The other side of a race in words; empty where it is not known. */
  String other(int at, boolean isWrite) {
    Instruction who = (isWrite ? wrote : read)[at / Integer.BYTES];
    return who == null
        ? ""
        : ", which %s%s %s"
            .formatted(
                who.name(),
                who.line() == 0 ? "" : " on line " + who.line(),
                isWrite ? "wrote" : "read");
  }
}
