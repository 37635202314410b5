// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.reports.explain.Buckets.Bucket;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * What could not be found out about buckets, as a step of the search has thrown. It costs the
 * buckets that the step is about that step alone. Threads may share it.
 */
final class Troubles {

  private final Map<String, Queue<String>> byBucket = new ConcurrentHashMap<>();

  /**
   * A step of the search.
   *
   * @param <T> what it finds
   */
  @FunctionalInterface
  interface Step<T> {
    T take() throws IOException, CompileException, DeviceUnavailableException;
  }

  /** What is noted of some buckets. */
  Concerning of(List<Bucket> buckets) {
    return new Concerning(List.copyOf(buckets));
  }

  /** What could not be found out about a bucket, and why; empty where nothing has thrown. */
  List<String> of(Bucket bucket) {
    Queue<String> noted = byBucket.get(bucket.id());
    return noted == null ? List.of() : noted.stream().distinct().toList();
  }

  /** Notes what throws about some buckets. */
  final class Concerning {
    private final List<Bucket> buckets;

    private Concerning(List<Bucket> buckets) {
      this.buckets = buckets;
    }

    /** What is noted of these buckets and others. */
    Concerning with(Concerning other) {
      return of(Stream.concat(buckets.stream(), other.buckets.stream()).toList());
    }

    /**
     * Takes a step.
     *
     * @param wanted what it looks for, in words
     * @param otherwise the result of a step that throws
     */
    <T> T attempt(String wanted, T otherwise, Step<T> step) {
      try {
        return step.take();
      } catch (IOException
          | CompileException
          | DeviceUnavailableException
          | RuntimeException
          | StackOverflowError e) {
        String why = "%s (%s)".formatted(wanted, words(e));
        buckets.forEach(
            bucket ->
                byBucket.computeIfAbsent(bucket.id(), _ -> new ConcurrentLinkedQueue<>()).add(why));
        return otherwise;
      }
    }
  }

  /** The message of an exception that is for users, else its class too. */
  private static String words(Throwable thrown) {
    boolean isOwn =
        thrown instanceof CompileException || thrown instanceof DeviceUnavailableException;
    return isOwn && thrown.getMessage() != null
        ? thrown.getMessage().lines().findFirst().orElse("")
        : thrown.toString().lines().findFirst().orElse("");
  }
}
