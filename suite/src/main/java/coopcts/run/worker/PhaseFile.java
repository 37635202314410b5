// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.run.one.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A file of one byte that says what a worker does, for whoever finds it dead. */
final class PhaseFile implements Phase.Listener, AutoCloseable {

  private final FileChannel channel;

  /** Opens it for the worker. */
  PhaseFile(Path file) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public void begins(Phase phase) {
    try {
      channel.write(ByteBuffer.wrap(new byte[] {(byte) ('0' + phase.ordinal())}), 0);
    } catch (IOException e) {
      // Then nobody knows where it died.
    }
  }

  /** The phase that a worker was in last. */
  static Optional<Phase> last(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int number = bytes.length == 0 ? -1 : bytes[0] - '0';
      return number < 0 || number >= Phase.values().length
          ? Optional.empty()
          : Optional.of(Phase.values()[number]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
