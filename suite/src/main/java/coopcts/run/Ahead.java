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
final class Ahead {

  private final RunOptions options;
  private final Map<String, Long> times;
  private final Optional<DeviceReport> guess;
  private final CompletableFuture<Listing> coming;

  private Ahead(RunOptions options, Map<String, Long> times, Optional<DeviceReport> guess) {
    this.options = options;
    this.times = times;
    this.guess = guess;
    this.coming = new CompletableFuture<>();
    guess.ifPresent(
        report ->
            Thread.ofPlatform()
                .daemon()
                .name("listing")
                .start(
                    () -> {
                      try {
                        coming.complete(Listing.of(options, report, times));
                      } catch (RuntimeException | Error e) {
                        coming.completeExceptionally(e);
                      }
                    }));
  }

  /**
   * @param before folder of an earlier run, or null
   * @param times milliseconds by the names of cases
   */
  static Ahead of(RunOptions options, Path before, Map<String, Long> times) {
    return new Ahead(options, times, Optional.ofNullable(before).flatMap(Ahead::report));
  }

  /** What the device of an earlier run reported, if its folder still tells. */
  private static Optional<DeviceReport> report(Path folder) {
    try {
      return Optional.of(new RunFolder(folder).device());
    } catch (UsageException e) {
      return Optional.empty();
    }
  }

  /**
   * What is planned for a device.
   *
   * @throws UsageException as {@link Listing#of}
   */
  Listing listing(DeviceReport report) {
    if (!guess.equals(Optional.of(report))) {
      return Listing.of(options, report, times);
    }
    try {
      return coming.join();
    } catch (CompletionException e) {
      return Listing.of(options, report, times);
    }
  }
}
