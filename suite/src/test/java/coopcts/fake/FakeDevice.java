// SPDX-License-Identifier: Apache-2.0
package coopcts.fake;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes, fails, crashes, hangs, loses the device, flakes, keeps a state, leaks or breaks a rule by
 * the case's name. What has another name ends the process where it multiplies matrices.
 */
public final class FakeDevice implements Device {

  /** Seconds for which a case may stop the whole run. */
  public static final int FROZEN = 12;

  /** OpCooperativeMatrixMulAddKHR. */
  private static final int MULTIPLICATION = 4459;

  private final Device reference;
  private final Path broken;
  private final List<InputStream> lost = new ArrayList<>();
  private int runs;
  private boolean stained;

  /**
   * @param broken a file: as long as it is there, every case loses the device; or null
   */
  FakeDevice(Device reference, Path broken) {
    this.reference = reference;
    this.broken = broken;
  }

  @Override
  public DeviceReport report() {
    return reference.report();
  }

  @Override
  public Pipeline prepare(Kernel kernel) throws DeviceException {
    if (!kernel.label().startsWith("fake.")) {
      if (multiplies(kernel.spirv())) {
        Runtime.getRuntime().halt(139);
      }
      return reference.prepare(kernel);
    }
    String behaviour = kernel.label().split("\\.")[1];
    if (behaviour.equals("refuse")) {
      throw new DeviceException(new Outcome.Refused("not today"));
    }
    Pipeline real = behaviour.equals("loop") ? reference.prepare(kernel) : null;
    return new Pipeline() {
      @Override
      public Outcome run(Dispatch dispatch) {
        return real != null
            ? real.run(dispatch)
            : FakeDevice.this.run(behaviour, kernel.label(), dispatch);
      }

      @Override
      public void close() {}
    };
  }

  private static boolean multiplies(byte[] spirv) {
    IntBuffer words = ByteBuffer.wrap(spirv).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int at = 5; at < words.limit(); at += words.get(at) >>> 16) {
      if ((words.get(at) & 0xFFFF) == MULTIPLICATION) {
        return true;
      }
    }
    return false;
  }

  private Outcome run(String behaviour, String label, Dispatch dispatch) {
    runs++;
    List<byte[]> same = dispatch.bound();
    if (broken != null && Files.exists(broken)) {
      return new Outcome.DeviceLost("the device does not answer");
    }
    return switch (behaviour) {
      case "pass", "specialized" -> new Outcome.Completed(same, List.of());
      case "fail" -> new Outcome.Completed(flipped(same), List.of());
      case "flake" -> new Outcome.Completed(fails(label) ? flipped(same) : same, List.of());
      case "stain" -> {
        stained = true;
        yield new Outcome.Completed(same, List.of());
      }
      case "stained" -> new Outcome.Completed(stained ? flipped(same) : same, List.of());
      case "leak" -> {
        leak();
        yield new Outcome.Completed(same, List.of());
      }
      case "signal" -> {
        if (fails(label)) {
          signal(List.of("XCPU", "USR1", "ALRM").get(Integer.parseInt(label.split("\\.")[2])));
        }
        yield new Outcome.Completed(same, List.of());
      }
      case "flawed" -> {
        if (fails(label)) {
          yield new Outcome.Completed(flipped(same), List.of());
        }
        throw new IllegalStateException("a fault of the suite");
      }
      case "flood" -> {
        for (int i = 0; i < 8; i++) {
          System.err.println("x".repeat(1 << 20));
        }
        yield new Outcome.Completed(same, List.of());
      }
      case "freeze" -> {
        freeze();
        yield new Outcome.Completed(same, List.of());
      }
      case "slow" -> {
        sleep(300);
        yield new Outcome.Completed(same, List.of());
      }
      case "crash" -> {
        System.err.println("the driver says goodbye");
        Runtime.getRuntime().halt(139);
        yield null;
      }
      case "hang" -> {
        while (true) {
          sleep(1000);
        }
      }
      case "fatal" -> {
        breakDown();
        yield new Outcome.DeviceLost("the device breaks down");
      }
      case "lost" -> new Outcome.DeviceLost("vkQueueSubmit returned VK_ERROR_DEVICE_LOST");
      case "invalid" ->
          new Outcome.Invalid("KHR-UNIF-001: a part of the scope instance is not active");
      case "outside" -> new Outcome.WroteOutside("behind buffer 0");
      case "bug" -> throw new IllegalStateException("a fault of the suite");
      default -> throw new IllegalArgumentException(behaviour);
    };
  }

  /** Each flaking case once in a run that has a folder, else every second one of a process. */
  private boolean fails(String label) {
    if (broken == null) {
      return runs % 2 == 0;
    }
    try {
      Files.createFile(broken.resolveSibling(label.replace('/', '.')));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a batch system or a user sends, and no process raises by a fault of its own. */
  private static void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, "" + ProcessHandle.current().pid()).start();
      sleep(60_000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Stops this process and the one that started it for {@link #FROZEN} seconds; that one goes on
   * first, so that it has no answer yet.
   */
  private static void freeze() {
    long own = ProcessHandle.current().pid();
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    String script =
        "kill -STOP %1$d %2$d; sleep %3$d; kill -CONT %2$d; sleep 0.5; kill -CONT %1$d"
            .formatted(own, parent, FROZEN);
    try {
      new ProcessBuilder("sh", "-c", script).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** More files than a worker may come to hold, for longer than between two looks at it. */
  private void leak() {
    for (int i = 0; i < 1100; i++) {
      try {
        lost.add(Files.newInputStream(Path.of("/dev/null")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    sleep(600);
  }

  private void breakDown() {
    try {
      Files.createFile(broken);
    } catch (FileAlreadyExistsException e) {
      // Another one was faster.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> flipped(List<byte[]> buffers) {
    byte[] bytes = buffers.get(0).clone();
    bytes[5] ^= 1;
    return List.of(bytes);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    reference.close();
  }
}
