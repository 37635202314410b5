// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.device.vulkan.FeatureStruct;
import coopcts.model.FollowUp;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.Trial;
import coopcts.spirv.CompileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A job as one C file of plain Vulkan, with shader and data inside: for who has a compiler and a
 * driver and nothing else.
 */
public final class CSource {

  /** Features of Vulkan 1.0, which stand in a structure of their own. */
  private static final Set<String> CORE =
      Set.of(
          "shaderFloat64",
          "shaderInt64",
          "shaderInt16",
          "geometryShader",
          "tessellationShader",
          "vertexPipelineStoresAndAtomics",
          "fragmentStoresAndAtomics");

  private final String title;
  private final String glsl;
  private final Kernel kernel;
  private final Trial trial;
  private final JobFiles files;

  private CSource(String title, String glsl, JobFiles files) throws CompileException {
    this.title = title;
    this.glsl = glsl;
    this.files = files;
    this.kernel = files.kernel();
    this.trial = files.trial();
  }

  /** The ways that are in a module, not in the commands given for it, and one that is written. */
  private static final Set<SubmissionPath> WRITTEN =
      Set.of(
          SubmissionPath.PLAIN,
          SubmissionPath.ENTRY_POINTS,
          SubmissionPath.OPTIMIZED,
          SubmissionPath.SMALLER,
          SubmissionPath.PIPELINE_BINARY);

  /**
   * {@return what of a job C cannot say, in words, or empty}
   *
   * @param job as it was read
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
    if (job.addresses().stream().anyMatch(address -> address.push() != null)) {
      return Optional.of("an address in push constants");
    }
    if (job.robustness() != null) {
      return Optional.of("robust access to buffers");
    }
    if (job.rule() != null) {
      return Optional.of("what a front end must say");
    }
    Optional<SubmissionPath> way =
        SubmissionPath.of(job.way() == null ? SubmissionPath.PLAIN.toString() : job.way());
    if (way.isPresent() && !WRITTEN.contains(way.get())) {
      return way.map(SubmissionPath::words);
    }
    return CPipeline.obstacle(job, ShaderStage.of(job.stage()).orElseThrow());
  }

  /**
   * The C file of a job without an obstacle.
   *
   * @param job path of the job file
   * @param title what it shows, in lines
   * @param glsl the shader's source
   * @param cache folder of compiled shaders
   * @return the source
   * @throws Exception if a file of the job cannot be read or compiled
   */
  public static String of(Path job, String title, String glsl, Path cache) throws Exception {
    Job read = Job.read(job);
    JobFiles files = new JobFiles(read, job, cache);
    String name = job.getFileName().toString().replaceFirst("\\.json$", ".c");
    return read.conversions() == null
        ? new CSource(title, glsl, files).text(name)
        : chains(title, name, files.chains(), Boolean.TRUE.equals(read.conversions().byCommand()));
  }

  private String text(String name) {
    CPipeline pipeline = new CPipeline(kernel, trial.groups());
    CConversions conversions = CConversions.of(trial);
    List<CData.Row> rows = rows();
    rows.addAll(conversions.rows());
    List<String> parts = new ArrayList<>(List.of("shader"));
    parts.addAll(pipeline.parts());
    if (!trial.addresses().isEmpty()) {
      parts.add("addresses");
    }
    parts.addAll(conversions.parts());
    if (!trial.expectation().totals().isEmpty()) {
      parts.add("totals");
    }
    Set<String> needs =
        new LinkedHashSet<>(
            RequiredFeatures.of(
                kernel.spirv(), kernel.requiredSubgroupSize().isPresent(), kernel.isFull()));
    needs.addAll(kernel.stage().features());
    if (kernel.way() == SubmissionPath.PIPELINE_BINARY) {
      needs.addAll(List.of("maintenance5", "pipelineBinaries"));
    }
    boolean isAddressed = !files.addressed().isEmpty() || conversions.byCommand();
    if (isAddressed || kernel.stage().isRayTracing()) {
      needs.add("bufferDeviceAddress");
    }
    if (!conversions.isEmpty()) {
      needs.add("cooperativeVector");
    }
    Map<String, String> holes = new LinkedHashMap<>();
    holes.putAll(common(title, name, needs, pipeline.queue(), isAddressed));
    holes.putAll(new CData().holes(rows, trial.expectation().totals()));
    holes.putAll(pipeline.holes());
    holes.putAll(conversions.holes());
    holes.put("GLSL", harmless(glsl));
    holes.put("SPIRV", CData.module(kernel.spirv()));
    holes.put("ADDRESSES", addresses());
    holes.put("PUSHBYTES", Integer.toString(trial.push().length));
    holes.put("RUNS", Integer.toString(pushes().size()));
    holes.put("SETS", Integer.toString(sets()));
    holes.put("PUSH", push());
    holes.put("SPECIALIZATION", specialization());
    holes.put("ENTRIES", entries());
    return filled(parts, holes);
  }

  /** Matrices that are converted without a shader. */
  private static String chains(String title, String name, List<Chain> chains, boolean byCommand) {
    CConversions conversions = CConversions.of(chains);
    Set<String> needs = new LinkedHashSet<>(List.of("cooperativeVector"));
    if (byCommand) {
      needs.add("bufferDeviceAddress");
    }
    Map<String, String> holes = new LinkedHashMap<>();
    holes.putAll(common(title, name, needs, "VK_QUEUE_COMPUTE_BIT", byCommand));
    holes.putAll(new CData().holes(conversions.rows(), List.of()));
    holes.putAll(conversions.holes());
    holes.put("RUNS", "1");
    return filled(List.of("convert", byCommand ? "chains-by-command" : "chains"), holes);
  }

  private static String filled(List<String> parts, Map<String, String> holes) {
    String text = CParts.together(parts);
    for (Map.Entry<String, String> hole : holes.entrySet()) {
      text = text.replace("${" + hole.getKey() + "}", hole.getValue());
    }
    return text;
  }

  /** What every file has, with a shader or without. */
  private static Map<String, String> common(
      String title, String name, Set<String> needs, String queue, boolean isAddressed) {
    List<String> extensions =
        needs.contains("accelerationStructure")
            ? List.of("\"VK_KHR_deferred_host_operations\"")
            : List.of();
    return Map.of(
        "HEADER",
        title
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> " * " + harmless(line))
            .collect(Collectors.joining("\n")),
        "CC",
        "cc -O1 -o repro %s -lvulkan".formatted(name),
        "FEATURES",
        features(needs),
        "CORE",
        core(needs),
        "NEEDED",
        String.join(", ", extensions),
        "NEEDEDCOUNT",
        Integer.toString(extensions.size()),
        "QUEUE",
        queue,
        "USAGE",
        "VK_BUFFER_USAGE_STORAGE_BUFFER_BIT"
            + (isAddressed ? " | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT" : ""));
  }

  /** The buffers of the shader: bound ones, then those that are reached by their address. */
  private List<CData.Row> rows() {
    List<CData.Row> rows = new ArrayList<>();
    for (int i = 0; i < files.bound().size(); i++) {
      Kernel.Binding at = kernel.bindings().get(i);
      rows.add(row(files.bound().get(i), i, at.set(), at.binding(), trial.buffers().get(i)));
    }
    for (int i = 0; i < files.addressed().size(); i++) {
      rows.add(row(files.addressed().get(i), rows.size(), -1, -1, trial.addressed().get(i)));
    }
    return rows;
  }

  private CData.Row row(Job.Buffer buffer, int number, int set, int binding, byte[] before) {
    CData.Row row =
        new CData.Row(
            buffer.label(),
            set,
            binding,
            before.length,
            before,
            trial.expectation().buffers().get(number));
    boolean isPatched =
        trial.addresses().stream().anyMatch(at -> at.into() == number)
            || trial.conversions().before().stream().anyMatch(at -> at.buffer() == number)
            || trial.conversions().after().stream().anyMatch(at -> at.buffer() == number);
    return isPatched ? row : row.bare();
  }

  /** A text that does not end the comment that it stands in. */
  static String harmless(String text) {
    return text.replace("*/", "* /").replace("/*", "/ *");
  }

  private int sets() {
    return kernel.bindings().stream().mapToInt(binding -> binding.set() + 1).max().orElse(0);
  }

  private static String features(Set<String> needs) {
    Map<FeatureStruct, Set<String>> wanted = new LinkedHashMap<>();
    for (String feature : needs) {
      FeatureStruct.of(feature)
          .ifPresent(
              struct -> wanted.computeIfAbsent(struct, _ -> new LinkedHashSet<>()).add(feature));
    }
    StringBuilder out = new StringBuilder();
    wanted.forEach(
        (struct, names) ->
            out.append(
                "    {\"%s\", %d, %d, {%s-1}, \"%s\"},\n"
                    .formatted(
                        struct.extension(),
                        struct.structureType(),
                        struct.isInScope() ? 1 : 0,
                        names.stream()
                            .map(name -> struct.members().indexOf(name) + ", ")
                            .collect(Collectors.joining()),
                        String.join(", ", names))));
    return out.toString();
  }

  private static String core(Set<String> needs) {
    return needs.stream()
        .filter(CORE::contains)
        .map(
            name -> "    {\"%s\", offsetof(VkPhysicalDeviceFeatures, %s)},\n".formatted(name, name))
        .collect(Collectors.joining());
  }

  private String addresses() {
    return trial.addresses().stream()
        .map(
            at ->
                "    {%d, %d, %d},\n"
                    .formatted(files.bound().size() + at.from(), at.into(), at.offset()))
        .collect(Collectors.joining("", "", "    "));
  }

  /** Push constants of each run. */
  private List<byte[]> pushes() {
    List<byte[]> all = new ArrayList<>(List.of(trial.push()));
    for (FollowUp step : trial.steps()) {
      if (step instanceof FollowUp.Again(byte[] push)) {
        all.add(push);
      }
    }
    return all;
  }

  private String push() {
    return pushes().stream()
        .map(bytes -> "    {\n" + CData.words(bytes) + "    },\n")
        .collect(Collectors.joining());
  }

  private String specialization() {
    StringBuilder out = new StringBuilder();
    kernel
        .specialization()
        .values()
        .forEach(
            bytes -> {
              for (byte b : bytes) {
                out.append("0x%02x, ".formatted(b));
              }
            });
    return out.toString();
  }

  private String entries() {
    StringBuilder out = new StringBuilder();
    int offset = 0;
    for (Map.Entry<Integer, byte[]> entry : kernel.specialization().entrySet()) {
      out.append("    {%d, %d, %d},\n".formatted(entry.getKey(), offset, entry.getValue().length));
      offset += entry.getValue().length;
    }
    return out.append("    ").toString();
  }
}
