// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel said while a case ran: drivers of GPUs report their faults there. Where {@code
 * dmesg} may not be read, it said nothing.
 */
final class KernelLog {

  /** Characters of its end that are kept. */
  private static final int LONGEST = 64 << 10;

  private static final Path UPTIME = Path.of("/proc/uptime");

  /** Seconds since the start of the machine, then the message. */
  private static final Pattern LINE = Pattern.compile("\\[\\s*(\\d+\\.\\d+)\\]\\s*(.*)");

  /** What drivers of GPUs begin their messages with. */
  private static final Pattern GPU =
      Pattern.compile("NVRM|Xid|amdgpu|i915|\\bxe \\d|nouveau|msm|panfrost|panthor|GPU|drm");

  private KernelLog() {}

  /** Seconds since the start of the machine, as the kernel's log counts them. */
  static double now() {
    try {
      return Double.parseDouble(Files.readString(UPTIME).split(" ")[0]);
    } catch (IOException | NumberFormatException e) {
      return Double.MAX_VALUE;
    }
  }

  /** The lines since a moment. */
  static List<String> since(double seconds) {
    try {
      Process dmesg =
          new ProcessBuilder("dmesg").redirectError(ProcessBuilder.Redirect.DISCARD).start();
      dmesg.getOutputStream().close();
      String text;
      try (InputStream in = dmesg.getInputStream()) {
        byte[] bytes = in.readAllBytes();
        int start = Math.max(0, bytes.length - LONGEST);
        text = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
      }
      dmesg.waitFor(2, TimeUnit.SECONDS);
      return text.lines().filter(line -> isSince(line, seconds)).toList();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private static boolean isSince(String line, double seconds) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches() && Double.parseDouble(matcher.group(1)) >= seconds;
  }

  /** The first of these lines that a GPU's driver has written, without its time. */
  static Optional<String> fault(List<String> lines) {
    return lines.stream()
        .filter(line -> GPU.matcher(line).find())
        .findFirst()
        .map(
            line -> {
              Matcher matcher = LINE.matcher(line);
              return matcher.matches() ? matcher.group(2) : line;
            });
  }
}
