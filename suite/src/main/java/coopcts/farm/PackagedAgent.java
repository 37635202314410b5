// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.remote.RequestStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/**
 * An application, for phones where {@code shell} may not load the vendor's driver, or would load
 * another one than applications do (agent/android/activity.c). It has one process, which serves one
 * connection and ends with it.
 *
 * @param phone that it is for
 * @param script the suite's own command, which stands between {@code --device} and the socket
 */
public record PackagedAgent(Phone phone, String script) implements PhoneAgent {

  private static final String PACKAGE = "coopcts.agent";

  private static final String ACTIVITY = PACKAGE + "/android.app.NativeActivity";

  private static final String SOCKET = "localabstract:coopcts-agent";

  /** Between two tries to connect to a process that does not listen yet. */
  private static final long AGAIN_MILLIS = 200;

  /** Tries, while the process is there. */
  private static final int TRIES = 100;

  /** One that was signed with another key would not be replaced. */
  @Override
  public String install(Path file)
      throws DeviceUnavailableException, IOException, InterruptedException {
    if (phone.said("shell", "pm list packages " + PACKAGE).lines().anyMatch(isInstalled())) {
      phone.said("uninstall", PACKAGE);
    }
    phone.said("install", file.toString());
    try (Device device = Devices.open(device())) {
      return JsonMapper.shared().writeValueAsString(device.report());
    }
  }

  private static Predicate<String> isInstalled() {
    return line -> line.strip().equals("package:" + PACKAGE);
  }

  @Override
  public String device() {
    return "remote:"
        + Phone.line(
            List.of(script, "phone-agent", "--adb", phone.adb(), "--serial", phone.serial()));
  }

  /** Two workers have an agent each once one of them has lost theirs, and there is one process. */
  @Override
  public List<String> options() {
    return List.of("--jobs", "1");
  }

  /**
   * Starts the application and hands bytes on, both ways, until its process or the input ends.
   *
   * @param in what the agent is to read
   * @param out where to write what the agent writes
   * @return whether the suite wanted that end
   * @throws IOException if the phone does not answer, or the process ends before it says anything
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean speak(InputStream in, OutputStream out) throws IOException, InterruptedException {
    phone.said("shell", "am force-stop " + PACKAGE);
    phone.said("shell", "am start -W -n " + ACTIVITY);
    try (Connection connection = connection(port())) {
      RequestStream requests = new RequestStream(connection.socket.getOutputStream());
      AtomicBoolean isRead = new AtomicBoolean();
      Thread.ofPlatform()
          .daemon()
          .name("requests")
          .start(
              () -> {
                try {
                  in.transferTo(requests);
                  isRead.set(true);
                  connection.socket.shutdownOutput();
                } catch (IOException e) {
                  // The other direction ends too, and says so.
                }
              });
      out.write(connection.first);
      out.flush();
      try {
        connection.socket.getInputStream().transferTo(out);
      } catch (SocketException e) {
        // A process that dies may reset its connection.
      }
      return isRead.get() || requests.isAtEnd();
    }
  }

  /** Over which something came. */
  private record Connection(Socket socket, int first) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** adb takes every connection, and closes those that nobody on the phone waits for. */
  private Connection connection(int port) throws IOException, InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      int first = socket.getInputStream().read();
      if (first >= 0) {
        return new Connection(socket, first);
      }
      socket.close();
      requireProcess();
      Thread.sleep(AGAIN_MILLIS);
    }
    throw new IOException(PACKAGE + " on " + phone.serial() + " takes no connection");
  }

  private void requireProcess() throws IOException, InterruptedException {
    if (phone.said("shell", "pidof " + PACKAGE + " || true").isBlank()) {
      throw new IOException(
          PACKAGE + " on " + phone.serial() + " ends before it says anything; see adb logcat");
    }
  }

  /** The port of this machine that leads to the socket; adb keeps it until the phone is gone. */
  private int port() throws IOException, InterruptedException {
    Optional<String> kept =
        phone
            .said("forward", "--list")
            .lines()
            .map(line -> line.split("\\s+"))
            .filter(words -> words.length == 3 && words[0].equals(phone.serial()))
            .filter(words -> words[2].equals(SOCKET))
            .map(words -> words[1].replaceFirst("^tcp:", ""))
            .findFirst();
    String port = kept.isPresent() ? kept.get() : phone.said("forward", "tcp:0", SOCKET).strip();
    try {
      return Integer.parseInt(port);
    } catch (NumberFormatException e) {
      throw new IOException("adb forward names no port: '" + port + "'", e);
    }
  }
}
