// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Outcome;
import coopcts.device.reference.machine.Check;
import coopcts.model.ShaderStage;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A job that {@code check} writes for a shader that comes without one: its buffers hold small
 * numbers.
 *
 * @param file path of the job file
 * @param guesses what the job fills in although neither shader nor user says it
 */
public record CheckJob(Path file, Guesses guesses) {

  /** Buffers of an array whose length the shader, or a constant that may be specialized, says. */
  private static final int ELEMENTS = 4;

  /**
   * What neither the shader nor anybody else says.
   *
   * @param open buffers whose sizes are guessed
   * @param bytes that each of them was given
   * @param arrays arrays of buffers whose lengths are guessed
   */
  public record Guesses(List<String> open, int bytes, List<String> arrays) {

    private static final Pattern OFFSET =
        Pattern.compile("^access of \\d+ bytes at offset (\\d{1,18}) of .*, which has ");

    /** All is said. */
    public static final Guesses NONE = new Guesses(List.of(), 0, List.of());

    /** Whether what is wrong is an access beyond what was guessed. */
    boolean areBehind(Outcome.Broken one) {
      return one.check().equals(Check.BOUNDS.toString())
          && (open.stream().anyMatch(name -> isOf(one, name) && isWithinReach(one))
              || arrays.stream()
                  .anyMatch(
                      name ->
                          one.message()
                              .contains(
                                  "of the array of %d buffers %s (".formatted(ELEMENTS, name))));
    }

    /** Whether there may be a buffer that has the place: ranges are numbers of 32 bits. */
    private static boolean isWithinReach(Outcome.Broken one) {
      Matcher offset = OFFSET.matcher(one.message());
      return offset.find() && Long.parseLong(offset.group(1)) < 1L << 32;
    }

    private static boolean isOf(Outcome.Broken one, String buffer) {
      return Stream.of("buffer %s (", "buffer %s[", "(%s)")
          .anyMatch(form -> one.message().contains(form.formatted(buffer)));
    }

    /** What is therefore not judged. */
    List<String> text() {
      List<String> lines = new ArrayList<>();
      if (!open.isEmpty()) {
        lines.add(
            "not judged: accesses beyond the end of %s, of unknown size; given %,d bytes each"
                    .formatted(String.join(", ", open), bytes)
                + " (--bytes or a job says it)");
      }
      if (!arrays.isEmpty()) {
        lines.add(
            "not judged: indices beyond the arrays of buffers %s, of unknown length; given %d each"
                    .formatted(String.join(", ", arrays), ELEMENTS)
                + " (a job says it)");
      }
      return lines;
    }
  }

  /**
   * What a pipeline and a dispatch would say.
   *
   * @param groups workgroups along x, y and z
   * @param bytes of each buffer whose size its declaration leaves open; empty where nobody says it
   * @param push push constants as hexadecimal bytes
   * @param define macros of the source
   * @param include folders of the source, after its own
   * @param subgroup invocations that a subgroup must have, or null
   * @param specialization values of constants by their ids
   */
  public record Options(
      List<Integer> groups,
      OptionalInt bytes,
      String push,
      SortedMap<String, String> define,
      List<Path> include,
      Integer subgroup,
      SortedMap<Integer, Double> specialization) {

    /** One workgroup, and nothing else. */
    public static final Options NONE =
        new Options(
            List.of(1, 1, 1),
            OptionalInt.empty(),
            "",
            new TreeMap<>(),
            List.of(),
            null,
            new TreeMap<>());
  }

  /**
   * Writes the job.
   *
   * @param shader its stage is what its name ends in, a compute shader if that says nothing
   * @param folder where the job and its buffers go
   * @param guess bytes of each buffer of which nobody says how large it is
   * @throws UsageException if the shader cannot be read or does not compile
   */
  static CheckJob write(Path shader, Path folder, Options options, int guess) throws IOException {
    String path = shader.toAbsolutePath().toString();
    String suffix = path.substring(path.lastIndexOf('.') + 1);
    ShaderStage stage = ShaderStage.of(suffix).orElse(ShaderStage.COMPUTE);
    Job bare = job(path, stage, options, List.of());
    List<Job.Buffer> buffers = new ArrayList<>();
    List<String> open = new ArrayList<>();
    List<String> arrays = new ArrayList<>();
    ShaderSource source = new ShaderSource(bare, folder);
    byte[] module = source.module(stage);
    // Of a module that is broken nobody knows its buffers, nor needs to.
    Optional<ShaderInterface> known =
        source.objection(module).isPresent()
            ? Optional.empty()
            : Optional.of(new ShaderInterface(module));
    for (ShaderInterface.Bound bound : known.map(ShaderInterface::bound).orElse(List.of())) {
      if (bound.isOpen() && options.bytes.isEmpty()) {
        open.add(name(bound));
      }
      if (bound.count() == 0) {
        arrays.add(name(bound));
      }
      long bytes =
          bound.isOpen() ? Math.max(options.bytes.orElse(guess), bound.bytes()) : bound.bytes();
      byte[] contents = known.get().contents(bound, size(bound, bytes));
      int count = bound.count() == 0 ? ELEMENTS : bound.count();
      for (int element = 0; element < count; element++) {
        buffers.add(buffer(bound, count == 1 ? null : element, contents, folder));
      }
    }
    Path written = folder.resolve("job.json");
    job(path, stage, options, buffers).write(written);
    return new CheckJob(written, new Guesses(open, guess, arrays));
  }

  private static String name(ShaderInterface.Bound bound) {
    return bound.name().isEmpty()
        ? "set %d, binding %d".formatted(bound.set(), bound.binding())
        : bound.name();
  }

  private static int size(ShaderInterface.Bound bound, long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw new UsageException(
          "buffer %s is declared with %d bytes, more than a job takes"
              .formatted(bound.name(), bytes));
    }
    return (int) Math.max(bytes, 1);
  }

  private static Job.Buffer buffer(
      ShaderInterface.Bound bound, Integer element, byte[] contents, Path folder)
      throws IOException {
    String file = bound.set() + "_" + bound.binding() + ".bin";
    Files.write(folder.resolve(file), contents);
    return new Job.Buffer(
        null,
        bound.set(),
        bound.binding(),
        element,
        null,
        file,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static Job job(
      String path, ShaderStage stage, Options options, List<Job.Buffer> buffers) {
    Job.Compile compile =
        new Job.Compile(
            options.define,
            options.include.stream().map(one -> one.toAbsolutePath().toString()).toList(),
            null,
            true);
    return new Job(
        Job.SCHEMA,
        path,
        stage.suffix(),
        null,
        "main",
        options.groups,
        options.specialization,
        options.push,
        options.subgroup,
        null,
        null,
        null,
        buffers,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        compile);
  }
}
