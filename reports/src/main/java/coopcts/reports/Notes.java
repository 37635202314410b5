// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.explain.Buckets;
import coopcts.reports.read.Row;
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
 * a space, what there is to say. Empty lines and those that begin with {@code #} are none.
 */
public record Notes(List<Note> all) {

  static final Notes NONE = new Notes(List.of());

  private static final String FILE = "notes.txt";

  /**
   * One line.
   *
   * @param about the id of a bucket or an assertion, or a pattern of the names of cases
   */
  public record Note(String about, String text) {

    /** Whether it is about a bucket, by itself or by an assertion that it is against. */
    boolean isOf(Buckets.Bucket bucket) {
      return about.equals(bucket.id()) || bucket.rules().contains(about);
    }
  }

  public Notes {
    all = List.copyOf(all);
  }

  /**
   * Those beside a run or a site: in its folder, and in the one above, where notes on many runs
   * lie.
   *
   * @throws UsageException if a line says nothing, or the file is no text
   */
  public static Notes beside(Path folder) throws IOException {
    List<Note> notes = new ArrayList<>(in(folder));
    Path above = folder.toAbsolutePath().normalize().getParent();
    if (above != null) {
      notes.addAll(in(above));
    }
    return new Notes(notes);
  }

  private static List<Note> in(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    List<Note> notes = new ArrayList<>();
    Optional<byte[]> bytes = RunFiles.document(file);
    if (bytes.isEmpty()) {
      return notes;
    }
    int number = 0;
    for (String line : new String(bytes.get(), StandardCharsets.UTF_8).lines().toList()) {
      number++;
      String[] parts = line.strip().split("\\s+", 2);
      if (parts[0].isEmpty() || parts[0].startsWith("#")) {
        continue;
      }
      if (parts.length < 2) {
        throw new UsageException("%s:%d has no note behind '%s'".formatted(file, number, parts[0]));
      }
      notes.add(new Note(parts[0], parts[1]));
    }
    return notes;
  }

  /** What there is to say of a bucket, or empty. */
  String text(Buckets.Bucket bucket) {
    return of(bucket, bucket.members().stream().map(Row::name).toList()).stream()
        .map(i -> all.get(i).text)
        .collect(Collectors.joining("; "));
  }

  /** The numbers of the notes on a bucket, whose cases have these names. */
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
