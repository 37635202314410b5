// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.model.DeviceReport;
import coopcts.reports.RunFolder;
import coopcts.reports.UsageException;
import coopcts.run.select.RunOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What a run plans, listed while its device opens: an earlier run tells what the device reported
 * then, and mostly it reports the same.
 */
final class ListingPrefetch {

  private final RunOptions options;
  private final Optional<DeviceReport> guess;
  private final CompletableFuture<Listing> coming = new CompletableFuture<>();

  private ListingPrefetch(RunOptions options, Optional<DeviceReport> guess) {
    this.options = options;
    this.guess = guess;
    guess.ifPresent(report -> Thread.ofPlatform().daemon().name("listing").start(this::list));
  }

  /**
   * Begins to list, if that takes no more than the device's report: one of several shards is told
   * by times.
   *
   * @param before folder of an earlier run, or null
   */
  static ListingPrefetch of(RunOptions options, Path before) {
    return new ListingPrefetch(
        options,
        Optional.ofNullable(before)
            .filter(_ -> options.selection().shards() == 1)
            .flatMap(ListingPrefetch::report));
  }

  /** What the device of an earlier run reported, if its folder still tells. */
  private static Optional<DeviceReport> report(Path folder) {
    try {
      return Optional.of(new RunFolder(folder).device());
    } catch (UsageException e) {
      return Optional.empty();
    }
  }

  private void list() {
    try {
      coming.complete(Listing.of(options, guess.orElseThrow(), Map.of()));
    } catch (RuntimeException | Error e) {
      coming.completeExceptionally(e);
    }
  }

  /**
   * What is planned for a device.
   *
   * @param times milliseconds by the names of cases, as an earlier run tells
   * @throws UsageException as {@link Listing#of}
   */
  Listing listing(DeviceReport report, Map<String, Long> times) {
    if (guess.equals(Optional.of(report))) {
      try {
        return coming.join();
      } catch (CompletionException e) {
        // It comes to the same again, and says so.
      }
    }
    return Listing.of(options, report, times);
  }
}
