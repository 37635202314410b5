// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.Kernel;
import coopcts.model.SubmissionPath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The words of a kernel's module and the name of its entry point. Drivers keep what they made of a
 * module, beyond any cache that they are given; a way that is about how a pipeline is made has an
 * entry point of its own in its modules, so that nothing is used again that was made for another
 * way, and no verdict hangs on what ran before.
 *
 * @param spirv the module
 * @param name of the entry point
 */
record OwnEntry(byte[] spirv, String name) {

  private static final int HEADER = 20;

  private static final int ENTRY_POINT = 15;

  /** Where the name begins in the instruction: behind opcode, execution model and function. */
  private static final int NAME = 12;

  private static final char MARK = '2';

  static OwnEntry of(Kernel kernel) {
    return kernel.way() == SubmissionPath.TWO_QUEUES
        ? renamed(kernel.spirv(), kernel.entry())
        : new OwnEntry(kernel.spirv(), kernel.entry());
  }

  /** The module with another name for the entry point, of the same length. */
  private static OwnEntry renamed(byte[] spirv, String entry) {
    byte[] words = spirv.clone();
    ByteBuffer module = ByteBuffer.wrap(words).order(ByteOrder.LITTLE_ENDIAN);
    byte[] name = (entry + '\0').getBytes(StandardCharsets.UTF_8);
    for (int at = HEADER; at < words.length; ) {
      int first = module.getInt(at);
      int bytes = (first >>> 16) * Integer.BYTES;
      if ((first & 0xFFFF) == ENTRY_POINT
          && bytes >= NAME + name.length
          && module.slice(at + NAME, name.length).equals(ByteBuffer.wrap(name))) {
        words[at + NAME + name.length - 2] = MARK;
      }
      if (bytes == 0) {
        throw new IllegalStateException("an instruction of no words in a module of the suite's");
      }
      at += bytes;
    }
    return new OwnEntry(words, entry.substring(0, entry.length() - 1) + MARK);
  }
}
