// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.glsl.TextResources;
import coopcts.model.SubmissionPath;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.Trial;
import coopcts.spirv.CompileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Jobs with all that they name in one ZIP archive, as {@code replay/coopcts-replay.c} plays them:
 * shaders are SPIR-V, and buffers have their bytes and what is acceptable in them. Ask {@link
 * #obstacle} of each job, {@link #add} it, then take {@link #zip} or {@link #source}. For one
 * thread.
 */
public final class Packed {

  /** The ways that the player does not take. */
  private static final Set<SubmissionPath> LEFT_OUT =
      EnumSet.of(
          SubmissionPath.SECOND_OF_MODULE, SubmissionPath.TWO_QUEUES, SubmissionPath.FAR_PAGES);

  private static final int WORDS_IN_A_LINE = 8;

  /** Milliseconds since 1970 that all files are from: equal jobs give equal archives. */
  private static final long TIME = 315_619_200_000L;

  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private int jobs;
  private boolean isInOrder;

  /** An archive without jobs and texts. */
  public Packed() {}

  /**
   * {@return what the player cannot do of a job, in words, or empty if it can play it}
   *
   * @param job as {@link Job#read} gives it
   */
  public static Optional<String> obstacle(Job job) {
    if (job.asks() != null) {
      return Optional.of("what a device reports");
    }
    if (job.together() != null) {
      return Optional.of("what buffers must have together");
    }
    if (!job.passes().isEmpty()) {
      return Optional.of("several shaders");
    }
    if (job.rule() != null) {
      return Optional.of("what a front end must say");
    }
    Optional<SubmissionPath> way = Optional.ofNullable(job.way()).flatMap(SubmissionPath::of);
    return way.filter(LEFT_OUT::contains).map(SubmissionPath::words);
  }

  /**
   * Adds a text for readers to the archive.
   *
   * @param name of the entry; an earlier entry of the name is replaced
   * @param text its contents, written in UTF-8
   * @return this archive
   */
  public Packed with(String name, String text) {
    files.put(name, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** {@return the number of jobs that were added} */
  public int jobs() {
    return jobs;
  }

  /**
   * Adds a job that has no {@link #obstacle}, with the files that it needs. Equal files are in the
   * archive once.
   *
   * @param file path of the job; the files that it names are relative to it
   * @param cache folder of compiled shaders
   * @throws CompileException if the companion shaders of a stage cannot be compiled
   * @throws coopcts.reports.UsageException if the job or one of its files is missing or broken
   */
  public void add(Path file, Path cache) throws CompileException {
    add(file, "", cache);
  }

  /**
   * Adds jobs, of which none has an {@link #obstacle}, to be played in one process: the verdict is
   * that of the last. What is written has a number before each name, as jobs of several cases have
   * equal ones.
   *
   * @param files paths of the jobs; the files that they name are relative to them
   * @param cache folder of compiled shaders
   * @throws CompileException if the companion shaders of a stage cannot be compiled
   * @throws coopcts.reports.UsageException if a job or one of its files is missing or broken
   */
  public void addInOrder(List<Path> files, Path cache) throws CompileException {
    isInOrder = true;
    for (int i = 0; i < files.size(); i++) {
      add(files.get(i), (i + 1) + "-", cache);
    }
  }

  private void add(Path file, String prefix, Path cache) throws CompileException {
    Job job = Job.read(file);
    JobFiles read = new JobFiles(job, file, cache);
    String name = prefix + file.getFileName();
    String stem = name.replaceFirst("\\.json$", "");
    Job packed =
        job.conversions() == null ? packed(job, read, prefix, stem) : chains(job, read, stem);
    files.put(name, packed.text().getBytes(StandardCharsets.UTF_8));
    jobs++;
  }

  private Job packed(Job job, JobFiles read, String prefix, String stem) throws CompileException {
    Kernel kernel = read.kernel();
    Trial trial = read.trial();
    SortedMap<String, String> companions = new TreeMap<>();
    kernel
        .companions()
        .forEach(
            (stage, spirv) ->
                companions.put(
                    stage.suffix(), kept(prefix + "shader." + stage.suffix() + ".spv", spirv)));
    List<Job.Buffer> buffers = new ArrayList<>();
    for (int i = 0; i < read.bound().size(); i++) {
      buffers.add(buffer(read.bound().get(i), trial.buffers().get(i), i, trial, stem));
    }
    for (int i = 0; i < read.addressed().size(); i++) {
      buffers.add(
          buffer(read.addressed().get(i), trial.addressed().get(i), buffers.size(), trial, stem));
    }
    List<Job.Matrix> convert = new ArrayList<>();
    for (int i = 0; i < job.convert().size(); i++) {
      byte[] rows = trial.conversions().before().get(i).rowMajor();
      convert.add(job.convert().get(i).from(kept(stem + "." + i + ".matrix.bin", rows)));
    }
    List<Job.Readback> after = new ArrayList<>();
    for (Job.Readback one : job.after()) {
      int judged = buffers.size() + after.size();
      Expectation.Buffer expected = trial.expectation().buffers().get(judged);
      String own = stem + "." + one.name();
      after.add(
          new Job.Readback(
              one.name(),
              one.matrix(),
              kept(own + ".expected.bin", expected.bytes()),
              accept(own, expected, totals(trial, judged)),
              one.keepsBehind()));
    }
    return new Job(
        Job.SCHEMA,
        kept(prefix + "shader.spv", kernel.spirv()),
        job.stage(),
        companions,
        job.entry(),
        job.groups(),
        job.specialization(),
        job.push(),
        job.requiredSubgroupSize(),
        job.fullSubgroups(),
        job.way(),
        job.robustness(),
        buffers,
        job.addresses(),
        convert,
        job.then(),
        null,
        after,
        null,
        null,
        null,
        null,
        null);
  }

  private Job.Buffer buffer(
      Job.Buffer buffer, byte[] before, int judged, Trial trial, String stem) {
    Expectation.Buffer expected = trial.expectation().buffers().get(judged);
    String own = stem + "." + buffer.label();
    return new Job.Buffer(
        buffer.name(),
        buffer.set(),
        buffer.binding(),
        buffer.element(),
        before.length,
        isZero(before) && !expected.isJudged() ? null : kept(own + ".bin", before),
        null,
        expected.isJudged() ? kept(own + ".expected.bin", expected.bytes()) : null,
        expected.isJudged() ? accept(own, expected, totals(trial, judged)) : null,
        buffer.address(),
        null,
        null);
  }

  private Job chains(Job job, JobFiles read, String stem) {
    List<Chain> chains = read.chains();
    List<Job.Chain> packed = new ArrayList<>();
    for (int i = 0; i < chains.size(); i++) {
      Job.Chain said = job.conversions().chains().get(i);
      Chain chain = chains.get(i);
      String own = stem + "." + chain.name();
      packed.add(
          new Job.Chain(
              chain.name(),
              kept(own + ".bin", chain.source()),
              said.stops(),
              kept(own + ".expected.bin", chain.expected().bytes()),
              accept(own, chain.expected(), List.of())));
    }
    return Job.of(new Job.Conversions(job.conversions().byCommand(), packed));
  }

  private static boolean isZero(byte[] bytes) {
    return Arrays.equals(bytes, new byte[bytes.length]);
  }

  private static List<Expectation.Total> totals(Trial trial, int buffer) {
    return trial.expectation().totals().stream().filter(total -> total.buffer() == buffer).toList();
  }

  private String accept(String stem, Expectation.Buffer expected, List<Expectation.Total> totals) {
    AcceptanceFile accept = AcceptanceFile.of(expected, totals);
    return accept.isEmpty()
        ? null
        : kept(stem + ".accept.json", accept.text().getBytes(StandardCharsets.UTF_8));
  }

  /** The name of a file with these bytes; equal ones are there once. */
  private String kept(String name, byte[] bytes) {
    String ending = name.substring(name.lastIndexOf('.'));
    CRC32 sum = new CRC32();
    sum.update(bytes);
    String key = ending + bytes.length + "." + sum.getValue();
    String known = names.get(key);
    if (known != null && Arrays.equals(files.get(known), bytes)) {
      return known;
    }
    names.put(key, name);
    files.put(name, bytes);
    return name;
  }

  /**
   * {@return the bytes of the archive of everything that was added, in the ZIP format} Equal jobs
   * give equal bytes.
   *
   * @throws IOException if an entry cannot be written
   */
  public byte[] zip() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTime(TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
      }
    }
    return out.toByteArray();
  }

  /**
   * {@return a C program that is the player with the archive inside: for readers who have a
   * compiler and a driver and nothing else}
   *
   * @param title what it shows, in lines, for its first comment
   * @param name of the C file, for the command in that comment
   * @param glsl the shader's source, for a second comment; empty for none
   * @throws IOException if an entry of the archive cannot be written
   */
  public String source(String title, String name, String glsl) throws IOException {
    byte[] bytes = zip();
    StringBuilder text = new StringBuilder("/*\n");
    title
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(line -> text.append(" * ").append(harmless(line)).append('\n'));
    text.append(
        """
         *
         *   cc -O1 -o repro %s -lvulkan
         *   ./repro [number of the Vulkan device]
         *
         * Prints the wrong elements and exits with 1; with 0 if there are none; with 77 if the device lacks what it
         * needs. `./repro --extract DIR` writes the module, the job and its data. Written by CoopCTS.
         */
        """
            .formatted(name));
    if (!glsl.isEmpty()) {
      text.append("/*\n").append(harmless(glsl)).append(" */\n");
    }
    if (isInOrder) {
      text.append("#define IN_ORDER\n");
    }
    text.append("#define PACKED ").append(bytes.length).append('\n');
    text.append("static const unsigned packed[] = {\n").append(words(bytes)).append("};\n");
    return text + player();
  }

  /** The player, which is one fixed text. */
  static String player() {
    return TextResources.text("/coopcts/jobs/coopcts-replay.c");
  }

  /** A text that does not end the comment that it stands in. */
  static String harmless(String text) {
    return text.replace("*/", "* /").replace("/*", "/ *");
  }

  /** Bytes as 32-bit words in lines; zeros fill the last word. */
  private static String words(byte[] bytes) {
    byte[] whole = Arrays.copyOf(bytes, (bytes.length + 3) / 4 * 4);
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < whole.length; at += 4) {
      boolean ends = at / 4 % WORDS_IN_A_LINE == WORDS_IN_A_LINE - 1 || at + 4 == whole.length;
      out.append(at / 4 % WORDS_IN_A_LINE == 0 ? "    " : "")
          .append("0x%08x,".formatted(LittleEndian.get(whole, at, 4)))
          .append(ends ? "\n" : " ");
    }
    return out.toString();
  }
}
