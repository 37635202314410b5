// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.explain.Buckets;
import coopcts.reports.read.Row;
import coopcts.reports.read.RunFileException;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What people know of failures: lines of {@code notes.txt}, each with what it is about and, behind
 * a space, what there is to say. Empty lines and those that begin with {@code #} are no notes.
 * Anybody may have written the file: what cannot be read is left out and reported, and no report
 * fails for it.
 *
 * @param all notes in the order of the files
 * @param leftOut a line for each file of which something cannot be read
 */
public record FailureNotes(List<Note> all, List<String> leftOut) {

  static final FailureNotes NONE = new FailureNotes(List.of(), List.of());

  /** Bytes of a file at most: a page has all of it. */
  private static final long LONGEST = 1L << 20;

  private static final String FILE = "notes.txt";

  /**
   * One line of a file of notes.
   *
   * @param about the ID of a bucket or an assertion, or a glob of the names of cases
   * @param text what there is to say
   */
  public record Note(String about, String text) {

    /** Whether it is about a bucket, by itself or by an assertion that it is against. */
    boolean isOf(Buckets.Bucket bucket) {
      return about.equals(bucket.id()) || bucket.rules().contains(about);
    }
  }

  /**
   * Copies the lists.
   *
   * @param all notes in the order of the files
   * @param leftOut a line for each file of which something cannot be read
   */
  public FailureNotes {
    all = List.copyOf(all);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * The notes in the {@code notes.txt} of a folder and in that of the folder above, which apply to
   * many runs.
   *
   * @param folder of a run or of a site
   * @return the notes; without any where neither file exists. Files that cannot be read are named
   *     in {@link #leftOut}.
   */
  public static FailureNotes beside(Path folder) {
    List<Note> notes = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    read(folder.resolve(FILE), notes, leftOut);
    Path above = folder.toAbsolutePath().normalize().getParent();
    if (above != null) {
      read(above.resolve(FILE), notes, leftOut);
    }
    return new FailureNotes(notes, leftOut);
  }

  private static void read(Path file, List<Note> notes, List<String> leftOut) {
    Optional<byte[]> bytes;
    try {
      bytes = RunFiles.document(file, LONGEST);
    } catch (RunFileException e) {
      leftOut.add(e.getMessage() + "; it is left out");
      return;
    } catch (IOException e) {
      leftOut.add(file + " cannot be read; it is left out");
      return;
    }
    String text = bytes.map(all -> new String(all, StandardCharsets.UTF_8)).orElse("");
    List<Integer> empty = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String[] parts = line.strip().split("\\s+", 2);
      if (parts[0].isEmpty() || parts[0].startsWith("#")) {
        continue;
      }
      if (parts.length < 2) {
        empty.add(number);
      } else {
        notes.add(new Note(parts[0], parts[1]));
      }
    }
    if (!empty.isEmpty()) {
      leftOut.add(
          "%s:%d has no note behind its first word; %s left out"
              .formatted(
                  file,
                  empty.getFirst(),
                  empty.size() == 1 ? "the line is" : empty.size() + " such lines are"));
    }
  }

  /** What there is to say of a bucket, or empty. */
  String text(Buckets.Bucket bucket) {
    return of(bucket, bucket.members().stream().map(Row::name).toList()).stream()
        .map(i -> all.get(i).text)
        .collect(Collectors.joining("; "));
  }

  /**
   * The notes on a bucket: by its ID, by one of its assertions, or by a glob with a dot that
   * matches one of its cases.
   *
   * @param bucket of failures
   * @param cases names of its cases
   * @return indices, from 0, into {@link #all}, ascending; empty if there are no notes on it
   */
  public List<Integer> of(Buckets.Bucket bucket, List<String> cases) {
    List<Integer> own = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Note note = all.get(i);
      if (note.isOf(bucket)
          || note.about.contains(".") && cases.stream().anyMatch(new Glob(note.about)::matches)) {
        own.add(i);
      }
    }
    return own;
  }
}
