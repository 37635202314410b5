// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference;

import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.numbers.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/**
 * What may get lost on the way of a kernel into the driver. Ways are all one to the interpreter:
 * faults tell them apart.
 */
final class SubmissionLosses {

  private static final int HEADER_BYTES = 20;

  private static final int END_BYTES = 16;

  private final Taps taps;
  private final Kernel kernel;

  SubmissionLosses(Taps taps, Kernel kernel) {
    this.taps = taps;
    this.kernel = kernel;
  }

  /** The kernel as it is made ready. */
  Kernel kernel() {
    return taps.is(Tap.SUBMISSION_ENTERS_FIRST, false)
        ? kernel.entering(firstEntry(kernel.spirv()))
        : kernel;
  }

  private static String firstEntry(byte[] spirv) {
    int at = HEADER_BYTES;
    while ((word(spirv, at) & 0xFFFF) != Spv.SpvOpEntryPoint) {
      at += 4 * (word(spirv, at) >>> 16);
    }
    int name = at + 12;
    int end = name;
    while (spirv[end] != 0) {
      end++;
    }
    return new String(spirv, name, end - name, StandardCharsets.UTF_8);
  }

  private static int word(byte[] spirv, int at) {
    return (int) LittleEndian.get(spirv, at, 4);
  }

  /** The dispatch as it is run. */
  Dispatch of(Dispatch right) {
    boolean push = right.push().length > 0 && !taps.is(Tap.SUBMISSION_PUSHES, true);
    int x = right.groups().get(0);
    int groups = Math.clamp(taps.at(Tap.SUBMISSION_WORKGROUPS, x), 1, x);
    return push || groups != x
        ? new Dispatch(
            List.of(groups, right.groups().get(1), right.groups().get(2)),
            push ? new byte[right.push().length] : right.push(),
            right.bound(),
            right.addressed(),
            right.patches(),
            right.then())
        : right;
  }

  /** Makes of buffers after the run what is seen of them. */
  void from(List<byte[]> before, List<byte[]> after) {
    if (!taps.is(Tap.SUBMISSION_ENDS, true)) {
      for (int i = 0; i < after.size(); i++) {
        int from = Math.max(0, after.get(i).length - END_BYTES);
        System.arraycopy(before.get(i), from, after.get(i), from, after.get(i).length - from);
      }
    } else if (!taps.is(Tap.SUBMISSION_LAST_BUFFER, true)) {
      for (int i = after.size() - 1; i >= 0; i--) {
        if (!Arrays.equals(before.get(i), after.get(i))) {
          System.arraycopy(before.get(i), 0, after.get(i), 0, after.get(i).length);
          return;
        }
      }
    }
  }
}
