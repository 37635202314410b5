// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.device.vulkan.FeatureStruct;
import coopcts.glsl.Resources;
import coopcts.model.MemoryLayout;
import coopcts.model.ShaderStage;
import coopcts.model.Step;
import coopcts.model.Way;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Assertions;
import coopcts.plan.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final Set<String> CORE = Set.of("shaderFloat64", "shaderInt64", "shaderInt16");

  private static final int WORDS_IN_A_LINE = 8;

  private final String title;
  private final String glsl;
  private final Kernel kernel;
  private final Trial trial;
  private final JobFiles files;
  private final List<NumberFormat> formats = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final StringBuilder patterns = new StringBuilder();
  private final StringBuilder data = new StringBuilder();
  private final Map<List<Byte>, String> arrays = new LinkedHashMap<>();
  private int patternCount;

  private CSource(String title, String glsl, Kernel kernel, JobFiles files) {
    this.title = title;
    this.glsl = glsl;
    this.kernel = kernel;
    this.trial = files.trial();
    this.files = files;
  }

  /** The ways that are in a module, not in the commands that are given for it. */
  private static final Set<Way> WRITTEN =
      Set.of(Way.PLAIN, Way.ENTRY_POINTS, Way.OPTIMIZED, Way.SMALLER);

  /** What C cannot say of a job, or empty. */
  public static Optional<String> obstacle(Job job) {
    if (job.asks() != null) {
      return Optional.of("what a device reports");
    }
    if (job.conversions() != null || !job.convert().isEmpty() || !job.after().isEmpty()) {
      return Optional.of("matrices that the device converts");
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
    if (job.rule() != null) {
      return Optional.of("what a front end must say");
    }
    if (!job.stage().equals(ShaderStage.COMPUTE.suffix())) {
      return Optional.of("a pipeline of other stages than compute");
    }
    Optional<Way> way = Way.of(job.way() == null ? Way.PLAIN.toString() : job.way());
    if (way.isPresent() && !WRITTEN.contains(way.get())) {
      return way.map(Way::words);
    }
    return job.then().stream().anyMatch(step -> step.convert() != null)
        ? Optional.of("matrices that the device converts")
        : Optional.empty();
  }

  /**
   * The C file of a job.
   *
   * @param title what it shows, in lines
   * @param glsl the shader's source
   * @param cache folder of compiled shaders
   */
  public static String of(Path job, String title, String glsl, Path cache) throws Exception {
    JobFiles files = new JobFiles(Job.read(job), job, cache);
    String name = job.getFileName().toString().replaceFirst("\\.json$", ".c");
    return new CSource(title, glsl, files.kernel(), files).text(name);
  }

  private String text(String name) {
    format(IntegerFormat.unsigned(8));
    rule(Rule.must("KHR-STORE-003"));
    String buffers = buffers();
    String matrices = matrices();
    String totals = totals();
    Map<String, String> values = new LinkedHashMap<>();
    values.put(
        "HEADER",
        title.lines().map(line -> " * " + harmless(line)).collect(Collectors.joining("\n")));
    values.put("CC", "cc -O1 -o repro %s -lvulkan".formatted(name));
    values.put("GLSL", harmless(glsl));
    values.put("SPIRV", words(kernel.spirv()));
    values.put("FEATURES", features());
    values.put("CORE", core());
    values.put("FORMATS", formats());
    values.put("RULES", rules());
    values.put("PATTERNS", patterns.toString());
    values.put("MATRICES", matrices);
    values.put("DATA", data.toString());
    values.put("BUFFERS", buffers);
    values.put("ADDRESSES", addresses());
    values.put("TOTALS", totals);
    values.put("PUSHBYTES", Integer.toString(trial.push().length));
    values.put("RUNS", Integer.toString(1 + trial.steps().size()));
    values.put("SETS", Integer.toString(sets()));
    values.put("PUSH", push());
    values.put("SPECIALIZATION", specialization());
    values.put("ENTRIES", entries());
    values.put("HASADDRESSES", files.addressed().isEmpty() ? "0" : "1");
    values.put("SUBGROUP", Integer.toString(kernel.requiredSubgroupSize().orElse(0)));
    values.put(
        "FULL", kernel.fullSubgroups() || kernel.requiredSubgroupSize().isPresent() ? "1" : "0");
    values.put("ENTRY", kernel.entry());
    values.put(
        "GROUPS", trial.groups().stream().map(Object::toString).collect(Collectors.joining(", ")));
    String text = Resources.text("/coopcts/jobs/repro.c");
    for (Map.Entry<String, String> entry : values.entrySet()) {
      text = text.replace("${" + entry.getKey() + "}", entry.getValue());
    }
    return text;
  }

  /** A text that does not end the comment that it stands in. */
  private static String harmless(String text) {
    return text.replace("*/", "* /").replace("/*", "/ *");
  }

  private int sets() {
    return kernel.bindings().stream().mapToInt(binding -> binding.set() + 1).max().orElse(0);
  }

  private String features() {
    Map<FeatureStruct, Set<String>> wanted = new LinkedHashMap<>();
    for (String feature : needs()) {
      FeatureStruct.of(feature)
          .ifPresent(
              struct -> wanted.computeIfAbsent(struct, _ -> new LinkedHashSet<>()).add(feature));
    }
    StringBuilder out = new StringBuilder();
    wanted.forEach(
        (struct, names) ->
            out.append(
                "    {\"%s\", %d, {%s-1}, \"%s\"},\n"
                    .formatted(
                        struct.extension(),
                        struct.structureType(),
                        names.stream()
                            .map(name -> struct.members().indexOf(name) + ", ")
                            .collect(Collectors.joining()),
                        String.join(", ", names))));
    return out.toString();
  }

  private Set<String> needs() {
    return Needs.of(
        kernel.spirv(), kernel.requiredSubgroupSize().isPresent(), kernel.fullSubgroups());
  }

  private String core() {
    return needs().stream()
        .filter(CORE::contains)
        .map(
            name -> "    {\"%s\", offsetof(VkPhysicalDeviceFeatures, %s)},\n".formatted(name, name))
        .collect(Collectors.joining());
  }

  private int format(NumberFormat format) {
    if (!formats.contains(format)) {
      formats.add(format);
    }
    return formats.indexOf(format);
  }

  private int rule(Rule rule) {
    if (!rules.contains(rule)) {
      rules.add(rule);
    }
    return rules.indexOf(rule);
  }

  private String formats() {
    return formats.stream()
        .map(
            format ->
                switch (format) {
                  case FloatFormat real ->
                      "    {'f', %d, %d, %d, %d, %d},\n"
                          .formatted(
                              real.bits(),
                              real.exponentBits(),
                              real.mantissaBits(),
                              real.bias(),
                              2 - real.specials().ordinal());
                  case IntegerFormat whole ->
                      "    {'%c', %d, 0, 0, 0, 0},\n"
                          .formatted(whole.isSigned() ? 'i' : 'u', whole.bits());
                })
        .collect(Collectors.joining());
  }

  private String rules() {
    return rules.stream()
        .map(
            rule ->
                "    \"[%s] %s\",\n"
                    .formatted(
                        rule.assertion(),
                        Assertions.find(rule.assertion())
                            .map(found -> found.statement())
                            .orElse("")
                            .replace("\\", "\\\\")
                            .replace("\"", "\\\"")
                            .replace("??", "?\\?")))
        .collect(Collectors.joining());
  }

  private String buffers() {
    StringBuilder out = new StringBuilder();
    int judged = 0;
    for (int i = 0; i < files.bound().size(); i++) {
      Kernel.Binding at = kernel.bindings().get(i);
      out.append(
          buffer(
              files.bound().get(i).label(),
              at.set(),
              at.binding(),
              trial.buffers().get(i),
              judged++));
    }
    for (int i = 0; i < files.addressed().size(); i++) {
      out.append(
          buffer(files.addressed().get(i).label(), -1, -1, trial.addressed().get(i), judged++));
    }
    return out.toString();
  }

  private String buffer(String name, int set, int binding, byte[] before, int judged) {
    Expectation.Buffer expected = trial.expectation().buffers().get(judged);
    String initial = array(name + "_before", before);
    String after = "NULL";
    String open = "NULL";
    int opens = 0;
    if (expected.isJudged()) {
      after = array(name + "_expected", expected.bytes());
      opens = expected.open().size();
      open = opens == 0 ? "NULL" : open(name + "_open", expected);
    }
    return "    {\"%s\", %d, %d, %d, %s, %s, %s, %d},\n"
        .formatted(name, set, binding, before.length, initial, after, open, opens);
  }

  /** The name of an array with these bytes; equal ones are written once. */
  private String array(String name, byte[] bytes) {
    List<Byte> key = new ArrayList<>(bytes.length);
    for (byte b : bytes) {
      key.add(b);
    }
    String known = arrays.get(key);
    if (known != null) {
      return known;
    }
    String own = name.replaceAll("\\W", "_");
    arrays.put(key, own);
    data.append("static const uint32_t ").append(own).append("[] = {\n").append(words(bytes));
    data.append("};\n");
    return own;
  }

  private String open(String name, Expectation.Buffer expected) {
    String own = name.replaceAll("\\W", "_");
    data.append("static const struct open ").append(own).append("[] = {\n");
    expected
        .open()
        .forEach(
            (offset, open) ->
                data.append("    {")
                    .append(offset)
                    .append(", ")
                    .append(acceptance(open))
                    .append("},\n"));
    data.append("};\n");
    return own;
  }

  private String acceptance(Expectation.Open open) {
    int format = format(open.format());
    int rule = rule(open.rule());
    return switch (open.acceptance()) {
      case Acceptance.OneOf(long[] accepted) -> {
        int first = patternCount;
        for (long pattern : accepted) {
          patterns.append("0x%xull,%s".formatted(pattern, ++patternCount % 8 == 0 ? "\n" : " "));
        }
        yield "'o', %d, %d, 0, 0, %d, %d".formatted(format, rule, first, accepted.length);
      }
      case Acceptance.Within(double low, double high) ->
          "'w', %d, %d, %s, %s, 0, 0".formatted(format, rule, real(low), real(high));
      case Acceptance.NotANumber _ -> "'n', %d, %d, 0, 0, 0, 0".formatted(format, rule);
      case Acceptance.Anything _ -> "'a', %d, %d, 0, 0, 0, 0".formatted(format, rule);
    };
  }

  private static String real(double value) {
    return Double.isInfinite(value) ? value > 0 ? "INFINITY" : "-INFINITY" : Double.toString(value);
  }

  private String matrices() {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < trial.expectation().buffers().size(); i++) {
      for (Expectation.Written written : trial.expectation().buffers().get(i).written()) {
        out.append(
            "    {%d, %d, %d, %d, %d, %d, %d, %dl, %dl, %dl, %dl},\n"
                .formatted(
                    i,
                    written.instance(),
                    written.type().rows(),
                    written.type().columns(),
                    format(NumberFormat.of(written.type().component())),
                    written.addresses().layout() == MemoryLayout.ROW_MAJOR ? 1 : 0,
                    rule(written.rule()),
                    written.addresses().start(),
                    written.addresses().stride(),
                    written.from(),
                    written.to()));
      }
    }
    return out.append("    ").toString();
  }

  private String addresses() {
    return trial.addresses().stream()
        .map(
            at ->
                "    {%d, %d, %d},\n"
                    .formatted(files.bound().size() + at.from(), at.into(), at.offset()))
        .collect(Collectors.joining("", "", "    "));
  }

  private String totals() {
    return trial.expectation().totals().stream()
        .map(
            total ->
                "    {%d, %d, %d, %d, %d},\n"
                    .formatted(
                        total.buffer(),
                        total.offset(),
                        total.count(),
                        rule(total.rule()),
                        total.bound()))
        .collect(Collectors.joining("", "", "    "));
  }

  private String push() {
    List<byte[]> all = new ArrayList<>(List.of(trial.push()));
    for (Step step : trial.steps()) {
      if (step instanceof Step.Again(byte[] push)) {
        all.add(push);
      }
    }
    return all.stream()
        .map(bytes -> "    {\n" + words(bytes) + "    },\n")
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

  private static String words(byte[] bytes) {
    byte[] whole = Arrays.copyOf(bytes, Math.max(4, (bytes.length + 3) / 4 * 4));
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
