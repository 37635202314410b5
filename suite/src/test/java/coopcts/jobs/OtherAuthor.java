// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.ShaderStage;
import coopcts.numbers.LittleEndian;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A shader of somebody who had not seen the checks, with what its host would say of it: a line of
 * {@code authors/others/expect.tsv}.
 *
 * @param size invocations of the subgroups that it is for; the first of several
 * @param lines where the mistake shows
 * @param kind what the mistake is, in the author's words
 */
record OtherAuthor(
    String file,
    int size,
    List<Integer> groups,
    String buffers,
    String push,
    String constants,
    List<Integer> lines,
    String kind) {

  static final Path FOLDER = Path.of("src/test/resources/authors/others");

  private static final Pattern BUFFER = Pattern.compile("(\\w)(?:[.](\\d+))?=(\\d+)");

  private static final Pattern WORD =
      Pattern.compile("addr\\((\\w)\\) lo,hi|0x([0-9a-fA-F]{8})|\\b(\\d+)\\b");

  private static final Pattern CONSTANT = Pattern.compile("(\\d+)=(subgroup size|\\d+)");

  /** Numbers of experts, materials and the like, which have to be below a bound. */
  private static final Map<String, Map<Integer, long[]>> INDICES =
      Map.of(
          "kernels/16-ggml-mul-mm-id.comp",
          Map.of(3, new long[] {0, 2, 1, 0, 2, 2, 1, 0, 0, 2}),
          "kernels/44-cv-materials.comp",
          Map.of(3, new long[] {0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0}),
          "kernels/51-ggml-mul-mm-id-cm2.comp",
          Map.of(3, new long[] {0, 5, 31, 2, 7, 7, 16, 1}),
          "mistakes/65-cv-weights-past-end.comp",
          Map.of(3, new long[] {0, 1, 2, 0, 1, 2}));

  /** Buffers that are full of one half: 8.0. */
  private static final List<String> OF_EIGHTS = List.of("mistakes/36-quantize-no-clamp.comp");

  private static final int EIGHT = 0x4800;

  static List<OtherAuthor> all(String folder) throws IOException {
    return Files.readAllLines(FOLDER.resolve("expect.tsv")).stream()
        .filter(line -> line.startsWith(folder + "/"))
        .map(line -> line.split("\t", -1))
        .map(
            cells ->
                new OtherAuthor(
                    cells[0],
                    Integer.parseInt(cells[1].split(",")[0]),
                    numbers(cells[2]),
                    cells[3],
                    cells[4],
                    cells[5],
                    numbers(cells[6]),
                    cells[7]))
        .toList();
  }

  private static List<Integer> numbers(String text) {
    return text.equals("-") ? List.of() : Stream.of(text.split(",")).map(Integer::valueOf).toList();
  }

  Path shader() {
    return FOLDER.resolve(file).toAbsolutePath();
  }

  CheckReport check(Path cache) throws Exception {
    return CheckReport.of(job(Temporary.folder("other")), cache, _ -> {});
  }

  /** Writes the job that the host's words make: buffers that it does not name are not bound. */
  private Path job(Path folder) throws IOException {
    byte[] module = new ShaderSource(job(List.of(), List.of()), folder).module(ShaderStage.COMPUTE);
    boolean isBroken =
        new ShaderSource(job(List.of(), List.of()), folder).objection(module).isPresent();
    Optional<ShaderInterface> known =
        isBroken ? Optional.empty() : Optional.of(new ShaderInterface(module));
    List<Job.Buffer> all = new ArrayList<>();
    Matcher buffer = BUFFER.matcher(buffers);
    while (buffer.find()) {
      int bytes = Integer.parseInt(buffer.group(3));
      boolean isAddressed = buffer.group(2) == null;
      int set = isAddressed ? 0 : Integer.parseInt(buffer.group(1));
      int binding = isAddressed ? all.size() : Integer.parseInt(buffer.group(2));
      String name = "%d_%d.bin".formatted(set, binding);
      Files.write(folder.resolve(name), contents(known, set, binding, bytes));
      all.add(
          new Job.Buffer(
              isAddressed ? buffer.group(1) : null,
              isAddressed ? null : set,
              isAddressed ? null : binding,
              null,
              null,
              name,
              null,
              null,
              null,
              isAddressed ? true : null,
              null,
              null));
    }
    Path written = folder.resolve("job.json");
    job(all, addresses()).write(written);
    return written;
  }

  private byte[] contents(Optional<ShaderInterface> known, int set, int binding, int bytes) {
    byte[] contents =
        known.stream()
            .flatMap(all -> all.bound().stream().map(one -> Map.entry(all, one)))
            .filter(one -> one.getValue().set() == set && one.getValue().binding() == binding)
            .map(one -> one.getKey().contents(one.getValue(), bytes))
            .findFirst()
            .orElse(new byte[bytes]);
    long[] indices = INDICES.getOrDefault(file, Map.of()).get(binding);
    for (int i = 0; indices != null && i < bytes / 4; i++) {
      LittleEndian.put(contents, 4 * i, 4, indices[i % indices.length]);
    }
    for (int i = 0; OF_EIGHTS.contains(file) && i < bytes / 2; i++) {
      LittleEndian.put(contents, 2 * i, 2, EIGHT);
    }
    return contents;
  }

  private List<Job.Address> addresses() {
    List<Job.Address> all = new ArrayList<>();
    int at = 0;
    Matcher word = WORD.matcher(push);
    while (word.find()) {
      if (word.group(1) != null) {
        all.add(new Job.Address(word.group(1), null, at));
      }
      at += word.group(1) != null ? 8 : 4;
    }
    return all;
  }

  private String pushed() {
    StringBuilder hexadecimal = new StringBuilder();
    Matcher word = WORD.matcher(push.replaceAll(" \\(.*", ""));
    while (word.find()) {
      if (word.group(1) != null) {
        hexadecimal.append("00".repeat(8));
        continue;
      }
      long value =
          word.group(2) != null ? Long.parseLong(word.group(2), 16) : Long.parseLong(word.group(3));
      hexadecimal.append("%08x".formatted(Integer.reverseBytes((int) value)));
    }
    return hexadecimal.toString();
  }

  private SortedMap<Integer, Double> specialization() {
    SortedMap<Integer, Double> values = new TreeMap<>();
    Matcher constant = CONSTANT.matcher(constants.replaceAll("\\(or .*", ""));
    while (constant.find()) {
      String value = constant.group(2);
      values.put(
          Integer.valueOf(constant.group(1)),
          value.startsWith("s") ? (double) size : Double.parseDouble(value));
    }
    return values;
  }

  private Job job(List<Job.Buffer> all, List<Job.Address> addresses) {
    return new Job(
        Job.SCHEMA,
        shader().toString(),
        ShaderStage.COMPUTE.suffix(),
        null,
        "main",
        groups,
        specialization(),
        pushed(),
        size,
        null,
        null,
        null,
        all,
        addresses,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
