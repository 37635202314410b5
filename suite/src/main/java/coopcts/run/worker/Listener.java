// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.host.Host;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where one child connects, once: a socket in a folder that only its owner can enter. The file is
 * gone as soon as the child is there.
 */
final class Listener implements AutoCloseable {

  /** The system takes no longer path for a socket. */
  private static final int LONGEST = 100;

  private final Path socket;
  private final ServerSocketChannel server;

  private Listener(Path socket) throws IOException {
    this.socket = socket;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
  }

  /**
   * Where the path is too long, or the folder is not for this user to write, the socket lies in a
   * temporary folder of its own.
   *
   * @param folder for sockets; made where it is missing
   * @param name of the socket, not used twice by this process
   * @throws IOException if there is room in neither place
   */
  static Listener in(Path folder, String name) throws IOException {
    Path socket = folder.toAbsolutePath().resolve(ProcessHandle.current().pid() + "." + name);
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      return temporary();
    }
    try {
      Host.current().closeToOthers(folder);
      Files.deleteIfExists(socket);
      return new Listener(socket);
    } catch (IOException e) {
      try {
        return temporary();
      } catch (IOException none) {
        throw new IOException(
            "there is no place for its socket: neither in %s (%s) nor in %s (%s)"
                .formatted(
                    folder,
                    e.getMessage(),
                    System.getProperty("java.io.tmpdir"),
                    none.getMessage()),
            none);
      }
    }
  }

  private static Listener temporary() throws IOException {
    return new Listener(Files.createTempDirectory("coopcts").resolve("worker"));
  }

  /** Removes what killed runs have left in a folder for sockets. */
  static void sweep(Path folder) {
    try (Stream<Path> sockets = Files.list(folder)) {
      for (Path socket : sockets.toList()) {
        String pid = socket.getFileName().toString().split("\\.")[0];
        if (pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          Files.deleteIfExists(socket);
        }
      }
    } catch (IOException e) {
      // There are none, or they are not ours.
    }
  }

  Path socket() {
    return socket;
  }

  /** Waits for the child; closing the listener ends the wait with an error. */
  SocketChannel accept() throws IOException {
    return server.accept();
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(socket);
      if (socket.getFileName().toString().equals("worker")) {
        Files.deleteIfExists(socket.getParent());
      }
    } catch (IOException e) {
      // The next run sweeps.
    }
  }
}
