// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.plan.Trial;
import coopcts.spirv.SpirvTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a job in AmberScript (docs/amber_script.md of google/amber), the test language of Amber,
 * as far as that goes: {@link #obstacle} says why not, {@link Script#unsaid} what is left out.
 */
public final class AmberScript {

  private static final int VALUES_IN_A_LINE = 16;

  /** Amber's names of features, by Vulkan's; those that it does not know have none. */
  private static final Map<String, String> FEATURES =
      Map.ofEntries(
          Map.entry("shaderFloat64", "shaderFloat64"),
          Map.entry("shaderInt64", "shaderInt64"),
          Map.entry("shaderInt16", "shaderInt16"),
          Map.entry("shaderFloat16", "Float16Int8Features.shaderFloat16"),
          Map.entry("shaderInt8", "Float16Int8Features.shaderInt8"),
          Map.entry("storageBuffer8BitAccess", "Storage8BitFeatures.storageBuffer8BitAccess"),
          Map.entry("storageBuffer16BitAccess", "Storage16BitFeatures.storageBuffer16BitAccess"),
          Map.entry("vulkanMemoryModel", "VulkanMemoryModelFeatures.vulkanMemoryModel"),
          Map.entry(
              "vulkanMemoryModelDeviceScope",
              "VulkanMemoryModelFeatures.vulkanMemoryModelDeviceScope"),
          Map.entry(TestedSystem.Feature.MATRIX, "CooperativeMatrixFeaturesKHR.cooperativeMatrix"),
          Map.entry("subgroupSizeControl", "SubgroupSizeControl.subgroupSizeControl"),
          Map.entry("computeFullSubgroups", "SubgroupSizeControl.computeFullSubgroups"),
          Map.entry("variablePointers", "VariablePointerFeatures.variablePointers"),
          Map.entry(
              "variablePointersStorageBuffer",
              "VariablePointerFeatures.variablePointersStorageBuffer"));

  /** The ways that are in a module, not in the commands given for it. */
  private static final Set<SubmissionPath> WRITTEN =
      EnumSet.of(
          SubmissionPath.PLAIN,
          SubmissionPath.ENTRY_POINTS,
          SubmissionPath.OPTIMIZED,
          SubmissionPath.SMALLER);

  private final Kernel kernel;
  private final Trial trial;
  private final JobFiles files;
  private final StringBuilder out = new StringBuilder();
  private final Map<String, Integer> left = new LinkedHashMap<>();

  private AmberScript(Kernel kernel, JobFiles files) {
    this.kernel = kernel;
    this.files = files;
    this.trial = files.trial();
  }

  /**
   * A script, and what it leaves out of the job.
   *
   * @param text the script
   * @param unsaid what the script does not check or set, a line each; empty if it says all
   */
  public record Script(String text, List<String> unsaid) {}

  /**
   * Why a job cannot be written in AmberScript at all. It compiles the shader to see which features
   * it needs.
   *
   * @param job as {@link Job#read} gives it
   * @param file path of the job, whose folder has the other files
   * @param cache folder of compiled shaders
   * @return the reason in words, or empty if it can
   * @throws Exception if a file of the job cannot be read or compiled
   */
  public static Optional<String> obstacle(Job job, Path file, Path cache) throws Exception {
    Optional<String> obstacle = Packed.obstacle(job);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    if (job.robustness() != null) {
      return Optional.of("robust access to buffers");
    }
    if (job.addresses().stream().anyMatch(address -> address.push() != null)) {
      return Optional.of("an address in push constants");
    }
    if (!job.stage().equals(ShaderStage.COMPUTE.suffix())) {
      return Optional.of("a pipeline of other stages than compute");
    }
    if (job.conversions() != null
        || !job.convert().isEmpty()
        || !job.after().isEmpty()
        || job.then().stream().anyMatch(step -> step.convert() != null)) {
      return Optional.of("matrices that the device converts");
    }
    Optional<SubmissionPath> way = Optional.ofNullable(job.way()).flatMap(SubmissionPath::of);
    if (way.isPresent() && !WRITTEN.contains(way.get())) {
      return way.map(SubmissionPath::words);
    }
    JobFiles files = new JobFiles(job, file, cache);
    if (!files.addressed().isEmpty()) {
      return Optional.of("addresses of buffers in other buffers");
    }
    if (!job.then().isEmpty()) {
      return Optional.of("a second run of the shader with other push constants");
    }
    Kernel kernel = files.kernel();
    List<String> unknown =
        needs(kernel).stream().filter(feature -> !FEATURES.containsKey(feature)).toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of("the features " + String.join(", ", unknown));
  }

  private static List<String> needs(Kernel kernel) {
    return List.copyOf(
        RequiredFeatures.of(
            kernel.spirv(), kernel.requiredSubgroupSize().isPresent(), kernel.isFull()));
  }

  /**
   * The script of a job that has no {@link #obstacle}.
   *
   * @param job path of the job file
   * @param title what it shows, in lines, for a comment
   * @param glsl the shader's source, for a comment
   * @param cache folder of compiled shaders
   * @return the script, with what it leaves out
   * @throws Exception if a file of the job cannot be read or compiled
   */
  public static Script of(Path job, String title, String glsl, Path cache) throws Exception {
    JobFiles files = new JobFiles(Job.read(job), job, cache);
    AmberScript script = new AmberScript(files.kernel(), files);
    script.write(title, glsl);
    List<String> unsaid =
        script.left.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .toList();
    return new Script(script.out.toString(), unsaid);
  }

  private void write(String title, String glsl) {
    out.append("#!amber\n");
    title.lines().forEach(line -> out.append("# ").append(line).append('\n'));
    out.append("#\n");
    glsl.lines().forEach(line -> out.append("# ").append(line).append('\n'));
    out.append('\n');
    needs(kernel)
        .forEach(name -> out.append("DEVICE_FEATURE ").append(FEATURES.get(name)).append('\n'));
    out.append("DEVICE_EXTENSION ").append(TestedSystem.base().title()).append('\n');
    out.append("\nSHADER compute shader SPIRV-ASM TARGET_ENV spv1.6\n");
    try (SpirvTools tools = new SpirvTools()) {
      out.append(tools.disassemble(kernel.spirv()));
    }
    out.append("END\n\n");
    for (int i = 0; i < trial.buffers().size(); i++) {
      buffer(name(i), trial.buffers().get(i));
    }
    if (trial.push().length > 0) {
      out.append("BUFFER push DATA_TYPE uint32 DATA\n");
      values(trial.push(), 4);
      out.append("END\n");
    }
    pipeline();
    out.append("\nRUN pipeline ")
        .append(trial.groups().stream().map(Object::toString).collect(Collectors.joining(" ")))
        .append("\n\n");
    for (int i = 0; i < trial.buffers().size(); i++) {
      expect(i);
    }
  }

  private String name(int buffer) {
    return files.bound().get(buffer).label().replaceAll("\\W", "_");
  }

  private void buffer(String name, byte[] bytes) {
    out.append("BUFFER ").append(name).append(" DATA_TYPE uint8 DATA\n");
    values(bytes, 1);
    out.append("END\n");
  }

  private void values(byte[] bytes, int width) {
    List<String> line = new ArrayList<>();
    for (int at = 0; at + width <= bytes.length; at += width) {
      line.add("0x" + HexFormat.of().toHexDigits(LittleEndian.get(bytes, at, width), 2 * width));
      if (line.size() == VALUES_IN_A_LINE || at + 2 * width > bytes.length) {
        out.append("  ").append(String.join(" ", line)).append('\n');
        line.clear();
      }
    }
  }

  private void pipeline() {
    out.append("\nPIPELINE compute pipeline\n  ATTACH shader");
    kernel
        .specialization()
        .forEach(
            (id, bytes) -> {
              if (bytes.length == 4) {
                out.append(
                    " \\\n      SPECIALIZE %d AS uint32 %d"
                        .formatted(id, LittleEndian.get(bytes, 0, 4)));
              } else {
                left.merge("specialization constants of other than 32 bits", 1, Integer::sum);
              }
            });
    out.append('\n');
    if (kernel.requiredSubgroupSize().isPresent() || kernel.isFull()) {
      out.append("  SUBGROUP shader\n");
      if (kernel.isFull()) {
        out.append("    FULLY_POPULATED on\n");
      }
      kernel
          .requiredSubgroupSize()
          .ifPresent(size -> out.append("    REQUIRED_SIZE ").append(size).append('\n'));
      out.append("  END\n");
    }
    for (int i = 0; i < trial.buffers().size(); i++) {
      out.append(
          "  BIND BUFFER %s AS storage DESCRIPTOR_SET %d BINDING %d\n"
              .formatted(
                  name(i), kernel.bindings().get(i).set(), kernel.bindings().get(i).binding()));
    }
    if (trial.push().length > 0) {
      out.append("  BIND BUFFER push AS push_constant\n");
    }
    out.append("END\n");
  }

  /** Bytes in runs; those of elements with several acceptable values one by one, where possible. */
  private void expect(int buffer) {
    Expectation.Buffer judged = trial.expectation().buffers().get(buffer);
    if (!judged.isJudged()) {
      return;
    }
    Expectation.Buffer expected = judged.withEitherZero();
    byte[] bytes = expected.bytes().clone();
    boolean[] open = new boolean[bytes.length];
    expected
        .open()
        .forEach(
            (offset, element) -> {
              int width = element.format().bits() / 8;
              if (element.acceptance() instanceof Acceptance.OneOf(long[] patterns)
                  && patterns.length == 1) {
                LittleEndian.put(bytes, offset, width, patterns[0]);
              } else {
                for (int i = 0; i < width; i++) {
                  open[offset + i] = true;
                }
                if (!(element.acceptance() instanceof Acceptance.Anything)) {
                  left.merge(
                      element.format() instanceof FloatFormat
                          ? "elements with several acceptable values in " + name(buffer)
                          : "elements with a range of values in " + name(buffer),
                      1,
                      Integer::sum);
                }
              }
            });
    int at = 0;
    while (at < bytes.length) {
      int end = at;
      while (end < bytes.length && !open[end] && end - at < 4 * VALUES_IN_A_LINE) {
        end++;
      }
      if (end > at) {
        StringBuilder line = new StringBuilder();
        for (int i = at; i < end; i++) {
          line.append(' ').append(bytes[i] & 0xFF);
        }
        out.append("EXPECT %s IDX %d EQ%s\n".formatted(name(buffer), at, line));
      }
      at = Math.max(end, at + 1);
    }
  }
}
