// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.host.ProcessResources;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a process may come to hold beyond what it held after its first case: what a driver does not
 * give back; and how much memory it may take within one case. Used by one thread.
 */
final class Budget {

  /**
   * How much more of each it may hold.
   *
   * @param memory in bytes; the heap, which may grow to 1 GiB, is among it
   * @param files that are open
   * @param children processes
   * @param atOnce bytes of memory at any time: beyond it the kernel would choose whom to end
   */
  record Bounds(long memory, long files, long children, long atOnce) {
    static final Bounds USUAL =
        new Bounds(2L << 30, 1000, 64, ProcessResources.machine().orElse(Long.MAX_VALUE) / 4 * 3);
  }

  /** What a process holds; -1 of what is not known here. */
  private record Held(long memory, long files, long children) {
    static Held by(ProcessHandle process) {
      return new Held(
          known(ProcessResources.memory(process.pid())),
          known(ProcessResources.files(process.pid())),
          process.descendants().count());
    }

    private static long known(OptionalLong number) {
      return number.orElse(-1);
    }
  }

  /** Between two looks: most cases take less. */
  private static final long PAUSE = 500_000_000;

  private final Bounds bounds;
  private final long pause;
  private Held first;
  private long looked;
  private int cases;

  Budget(Bounds bounds) {
    this(bounds, PAUSE);
  }

  /**
   * @param pause nanoseconds between two looks
   */
  Budget(Bounds bounds, long pause) {
    this.bounds = bounds;
    this.pause = pause;
  }

  /** What a process has too much of after one more case, in words; empty where it is within. */
  Optional<String> exceeded(ProcessHandle process) {
    cases++;
    if (first == null) {
      first = Held.by(process);
      looked = System.nanoTime();
      return Optional.empty();
    }
    if (System.nanoTime() - looked < pause) {
      return Optional.empty();
    }
    Held now = Held.by(process);
    looked = System.nanoTime();
    return more(now.memory, first.memory, bounds.memory)
        ? grown("%d MB of memory".formatted(now.memory - first.memory >> 20))
        : more(now.files, first.files, bounds.files)
            ? grown("%d open files".formatted(now.files - first.files))
            : more(now.children, first.children, bounds.children)
                ? grown("%d processes".formatted(now.children - first.children))
                : Optional.empty();
  }

  /** What a process takes too much of while a case runs, in words; empty where it is within. */
  Optional<String> tooMuch(ProcessHandle process) {
    long memory = Held.known(ProcessResources.memory(process.pid()));
    return memory <= bounds.atOnce
        ? Optional.empty()
        : Optional.of(
            "it took %d MB of memory, and the bound of this machine is %d MB"
                .formatted(memory >> 20, bounds.atOnce >> 20));
  }

  private static boolean more(long now, long first, long bound) {
    return now >= 0 && first >= 0 && now - first > bound;
  }

  private Optional<String> grown(String what) {
    return Optional.of("it has come to hold %s more in %d cases".formatted(what, cases));
  }
}
