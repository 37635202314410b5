// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** A file that keeps cases from beginning: a device may have to cool down. Used by any thread. */
final class Hold {

  /** Milliseconds between two looks. */
  private static final int PAUSE = 200;

  private final Path file;
  private final PrintStream out;
  private boolean said;

  /**
   * @param file that holds, or null
   * @param out where it is said
   */
  Hold(Path file, PrintStream out) {
    this.file = file;
    this.out = out;
  }

  /** Waits until nothing holds any more, or the run is at its end. */
  void await(BooleanSupplier isOver) {
    while (isHeld() && !isOver.getAsBoolean()) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private synchronized boolean isHeld() {
    boolean held = file != null && Files.exists(file);
    if (held != said) {
      out.println(held ? "held: " + why() : "goes on");
      said = held;
    }
    return held;
  }

  private String why() {
    try {
      return Files.readString(file).lines().findFirst().orElse("no reason is given");
    } catch (IOException e) {
      return "no reason can be read";
    }
  }
}
