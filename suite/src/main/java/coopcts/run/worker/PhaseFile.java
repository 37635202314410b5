// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static java.nio.charset.StandardCharsets.US_ASCII;

import coopcts.reports.read.Phases;
import coopcts.run.one.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file that says what a worker does and since when, for whoever finds it dead. */
final class PhaseFile implements Phase.Listener, AutoCloseable {

  private static final Pattern LINE =
      Pattern.compile("([0-%d]) (\\d{13})".formatted(Phase.values().length - 1));

  private final FileChannel channel;

  /** Opens it for the worker. */
  PhaseFile(Path file) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public void begins(Phase phase) {
    try {
      // Always as many digits: each line covers the one before.
      byte[] line =
          "%d %013d".formatted(phase.ordinal(), System.currentTimeMillis()).getBytes(US_ASCII);
      channel.write(ByteBuffer.wrap(line), 0);
    } catch (IOException e) {
      // Then nobody knows where it died.
    }
  }

  /**
   * What a worker did last.
   *
   * @param since in milliseconds since 1970
   */
  record Last(Phase phase, long since) {

    /** Where the time of a case went that ended in this phase now, if it is known. */
    Phases until(long now) {
      long micros = 1000 * Math.max(0, now - since);
      return switch (phase) {
        // That the suite made the shader and its buffers is in it.
        case COMPILE -> Phases.NONE;
        case PIPELINE -> new Phases(0, micros, 0, 0);
        case DISPATCH, PIPELINE_AND_DISPATCH -> new Phases(0, 0, micros, 0);
      };
    }
  }

  /** The phase that a worker was in last. */
  static Optional<Last> last(Path file) {
    try {
      Matcher line = LINE.matcher(Files.readString(file, US_ASCII));
      return line.matches()
          ? Optional.of(
              new Last(
                  Phase.values()[Integer.parseInt(line.group(1))], Long.parseLong(line.group(2))))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
