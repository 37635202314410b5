// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The right to write into a run's folder, which one process has at a time. It ends with the process
 * at the latest, however that ends; the file {@code .lock} stays. On a file system without locks
 * nobody is kept out.
 */
public final class RunLock implements AutoCloseable {

  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the right to write into a folder, without waiting.
   *
   * @param folder of the run, which exists
   * @return the lock, held until it is closed or the process ends
   * @throws UsageException if another run, also one of this process, has it, or the folder cannot
   *     be written
   */
  public static RunLock of(Path folder) {
    FileChannel channel = open(folder);
    if (!isFree(channel)) {
      new RunLock(channel).close();
      throw new UsageException(folder + " is being written by another run; choose another folder");
    }
    return new RunLock(channel);
  }

  private static FileChannel open(Path folder) {
    try {
      return FileChannel.open(
          folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UsageException(folder + " cannot be written");
    }
  }

  /**
   * Waits until no process holds the lock of a folder, for example one on a machine that was given
   * up. It looks once a second and takes no lock. An interrupt ends the wait, and the thread stays
   * interrupted.
   *
   * @param folder of the run, which exists
   * @param busy called once, before the wait, if there is anything to wait for
   * @throws UsageException if the folder cannot be written
   */
  public static void await(Path folder, Runnable busy) {
    boolean told = false;
    while (!isFree(folder)) {
      if (!told) {
        busy.run();
        told = true;
      }
      try {
        TimeUnit.SECONDS.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static boolean isFree(Path folder) {
    FileChannel channel = open(folder);
    boolean free = isFree(channel);
    new RunLock(channel).close();
    return free;
  }

  /** Where the file system knows no locks, nobody can be kept out. */
  private static boolean isFree(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock ends with the process at the latest.
    }
  }
}
