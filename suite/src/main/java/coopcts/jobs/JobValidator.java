// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.reports.UsageException;
import coopcts.spirv.Compiler;
import coopcts.spirv.InstructionEdit;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Looks whether a job makes sense before anything is run: job files come from anywhere. */
final class JobValidator {

  /** A character that stands for itself, or a group by its number's first digit or its name. */
  private static final Pattern GROUP =
      Pattern.compile("\\\\.|\\$(\\d)|\\$\\{(\\w+)}", Pattern.DOTALL);

  /** What becomes the name of a file. */
  private static final Pattern NAME = Pattern.compile("\\w[\\w .,()\\[\\]+-]{0,199}");

  /** No device has more descriptor sets. */
  private static final int SETS = 32;

  /** Buffers of an array that a job may have. */
  private static final int ELEMENTS = 1 << 16;

  private static final int WIDEST_SUBGROUP = 128;

  private final Job job;
  private final Path file;

  private JobValidator(Job job, Path file) {
    this.job = job;
    this.file = file;
  }

  /**
   * @throws UsageException if it makes none
   */
  static void check(Job job, Path file) {
    JobValidator sense = new JobValidator(job, file);
    sense.version();
    sense.shader();
    sense.buffers();
    sense.passes();
    sense.rest();
  }

  private void version() {
    require(
        job.schema() == null || job.schema() >= 1 && job.schema() <= Job.SCHEMA,
        "'schema' is %d, and this version reads 1 to %d".formatted(job.schema(), Job.SCHEMA));
    require(
        job.robustness() == null || job.robustness().equals(Job.ROBUST),
        "'robustness' takes " + Job.ROBUST);
  }

  private void shader() {
    require(
        job.shader() != null || job.conversions() != null || job.asks() != null,
        "'shader' is missing");
    require(
        job.stage() == null || ShaderStage.of(job.stage()).isPresent(),
        "'" + job.stage() + "' is no stage");
    require(job.entry() == null || !job.entry().isBlank(), "'entry' has no name");
    require(
        job.groups() == null
            || job.groups().size() == 3
                && job.groups().stream().allMatch(one -> one != null && one > 0),
        "'groups' takes three numbers, each at least 1");
    Integer size = job.requiredSubgroupSize();
    require(
        size == null || size >= 1 && size <= WIDEST_SUBGROUP && Integer.bitCount(size) == 1,
        "'requiredSubgroupSize' takes a power of two from 1 to " + WIDEST_SUBGROUP);
    require(
        job.compile() == null
            || job.compile().optimize() == null
            || Arrays.stream(Compiler.Optimization.values())
                .anyMatch(one -> one.toString().equals(job.compile().optimize())),
        "'optimize' takes none, size or performance");
    require(
        job.way() == null || SubmissionPath.of(job.way()).isPresent(),
        "'" + job.way() + "' is no way");
    push(job.push());
    constants(job.specialization());
    rule(job.rule());
  }

  private void rule(Job.Rule rule) {
    if (rule == null) {
      return;
    }
    require(
        rule.minor() == null || rule.minor() >= 0 && rule.minor() <= Compiler.MINOR,
        "'minor' takes a number from 0 to " + Compiler.MINOR);
    expression(rule.complaint());
    for (List<String> all : Arrays.asList(rule.present(), rule.absent())) {
      nonNull(all, "'present' and 'absent'").forEach(this::expression);
    }
    List<InstructionEdit> edits = nonNull(rule.edits(), "'edits'");
    for (InstructionEdit edit : edits) {
      require(
          edit.instruction() != null && edit.becomes() != null,
          "an edit has an 'instruction' and what it 'becomes'");
    }
    require(
        InstructionEdit.unknown(edits).isEmpty(),
        "'edits' name nothing by " + InstructionEdit.unknown(edits));
    for (Job.Patch patch : nonNull(rule.patches(), "'patches'")) {
      require(
          patch.pattern() != null && patch.replacement() != null,
          "a patch has a 'pattern' and a 'replacement'");
      replacement(expression(patch.pattern()), patch.replacement());
    }
  }

  /** A regular expression; null where there is none. */
  private Pattern expression(String text) {
    try {
      return text == null ? null : Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new UsageException(
          "the job file %s: '%s' is no regular expression: %s"
              .formatted(file, text, e.getDescription()));
    }
  }

  /** Every group that a replacement names is one of its pattern's. */
  private void replacement(Pattern pattern, String text) {
    int groups = pattern.matcher("").groupCount();
    String rest = GROUP.matcher(text).replaceAll("");
    require(!rest.contains("$") && !rest.contains("\\"), "'" + text + "' is no replacement");
    GROUP
        .matcher(text)
        .results()
        .forEach(
            one ->
                require(
                    (one.group(1) == null || Integer.parseInt(one.group(1)) <= groups)
                        && (one.group(2) == null
                            || pattern.namedGroups().containsKey(one.group(2))),
                    "'%s' names a group that '%s' does not have".formatted(text, pattern)));
  }

  private void constants(SortedMap<Integer, Double> values) {
    if (values != null) {
      values.forEach(
          (id, value) ->
              // Whether it may be NaN or Inf is for its type to say.
              require(
                  id >= 0 && value != null, "specialization constant " + id + " takes a number"));
    }
  }

  private void passes() {
    for (Job.Pass pass : nonNull(job.passes(), "'passes'")) {
      require(pass.shader() != null, "a pass has a 'shader'");
      require(
          job.conversions() == null && job.rule() == null && job.shader() != null,
          "'passes' follow a shader");
      require(
          pass.groups() == null
              || pass.groups().size() == 3
                  && pass.groups().stream().allMatch(one -> one != null && one > 0),
          "'groups' takes three numbers, each at least 1");
      require(pass.entry() == null || !pass.entry().isBlank(), "'entry' has no name");
      Integer size = pass.requiredSubgroupSize();
      require(
          size == null || size >= 1 && size <= WIDEST_SUBGROUP && Integer.bitCount(size) == 1,
          "'requiredSubgroupSize' takes a power of two from 1 to " + WIDEST_SUBGROUP);
      push(pass.push());
      constants(pass.specialization());
    }
  }

  /** Types and tolerances of buffers whose numbers are looked at. */
  private void numbers(Job.Buffer buffer) {
    String label = buffer.label();
    require(
        buffer.type() == null || NumberFile.type(buffer.type()).isPresent(),
        "'" + buffer.type() + "' is no type of numbers");
    require(
        buffer.type() != null || !isNumbers(buffer.file()) && !isNumbers(buffer.expect()),
        "buffer " + label + " has files of numbers and no 'type'");
    Job.Tolerance tolerance = buffer.tolerance();
    if (tolerance != null) {
      require(buffer.type() != null, "a tolerance takes a 'type' of buffer " + label);
      require(buffer.accept() == null, "buffer " + label + " has 'accept' or a tolerance");
      require(
          isAmount(tolerance.absolute()) && isAmount(tolerance.relative()),
          "a tolerance is a number from 0");
      require(
          buffer.expect() != null || tolerance.low() != null || tolerance.high() != null,
          "a tolerance of buffer " + label + " has nothing to compare with");
      require(
          tolerance.low() == null
              || tolerance.high() == null
              || tolerance.low() <= tolerance.high(),
          "'low' is above 'high'");
    }
  }

  private static boolean isNumbers(String file) {
    return file != null && NumberFile.is(file);
  }

  private static boolean isAmount(Double number) {
    return number == null || number >= 0 && Double.isFinite(number);
  }

  private void push(String hex) {
    require(
        hex == null || hex.replaceAll("\\s", "").length() % 8 == 0,
        "push constants take a multiple of four bytes");
  }

  private void buffers() {
    Set<String> names = new HashSet<>();
    Set<List<Integer>> bindings = new HashSet<>();
    for (Job.Buffer buffer : nonNull(job.buffers(), "'buffers'")) {
      require(
          buffer.isAddressed()
              ? buffer.name() != null
              : buffer.set() != null && buffer.binding() != null,
          "a buffer has set and binding, or a name and \"address\": true");
      String label = buffer.label();
      require(NAME.matcher(label).matches(), "'" + label + "' cannot be the name of a buffer");
      require(names.add(label), "two buffers are named " + label);
      require(
          buffer.isAddressed()
              || buffer.set() >= 0
                  && buffer.set() < SETS
                  && buffer.binding() >= 0
                  && element(buffer) >= 0
                  && element(buffer) < ELEMENTS
                  && bindings.add(List.of(buffer.set(), buffer.binding(), element(buffer))),
          "buffer "
              + label
              + " has a set, a binding and, of an array, an element of its own, from 0");
      require(
          buffer.file() != null || buffer.bytes() != null,
          "buffer " + label + " has neither 'bytes' nor 'file'");
      numbers(buffer);
      require(
          buffer.bytes() == null || buffer.bytes() > 0,
          "buffer " + label + " takes a number of 'bytes' above 0");
    }
  }

  private static int element(Job.Buffer buffer) {
    return buffer.element() == null ? 0 : buffer.element();
  }

  private void rest() {
    for (Job.Address address : nonNull(job.addresses(), "'addresses'")) {
      require(
          address.buffer() != null && (address.into() != null ^ address.push() != null),
          "an address has 'buffer', and 'into' or 'push'");
      require(
          address.into() == null
              || address.into().set() != null && address.into().binding() != null,
          "an address has 'into' with set and binding");
      require(
          address.into() == null || address.into().offset() == null || address.into().offset() >= 0,
          "an address has an offset from 0");
    }
    for (Job.JobFollowUp step : nonNull(job.then(), "'then'")) {
      require(
          step.push() != null ^ (step.convert() != null && step.convert().size() == 2),
          "a step behind the run has 'push', or two matrices in 'convert'");
      push(step.push());
      nonNull(step.convert(), "'convert'").forEach(this::placed);
    }
    for (Job.Matrix matrix : nonNull(job.convert(), "'convert'")) {
      placed(matrix);
      require(matrix.file() != null, "a matrix in 'convert' has a file");
    }
    for (Job.Readback readback : nonNull(job.after(), "'after'")) {
      require(
          readback.name() != null && readback.matrix() != null,
          "what is read back has 'name' and 'matrix'");
      placed(readback.matrix());
    }
    if (job.conversions() != null) {
      for (Job.Chain chain : nonNull(job.conversions().chains(), "'chains'")) {
        require(
            chain.file() != null && chain.stops() != null && chain.stops().size() > 1,
            "a chain has 'file' and two 'stops' or more");
        nonNull(chain.stops(), "'stops'").forEach(this::sized);
      }
    }
  }

  private void placed(Job.Matrix matrix) {
    require(
        (matrix.name() != null ^ (matrix.set() != null && matrix.binding() != null))
            && matrix.offset() >= 0
            && matrix.bytes() > 0,
        "a matrix has set and binding, or the name of an addressed buffer, offset and bytes");
    sized(matrix);
    long elements = (long) matrix.rows() * matrix.columns();
    require(
        elements <= matrix.bytes(),
        "a matrix of %d by %d does not fit into %d bytes"
            .formatted(matrix.rows(), matrix.columns(), matrix.bytes()));
  }

  private void sized(Job.Matrix matrix) {
    require(
        matrix.rows() > 0 && matrix.columns() > 0 && matrix.stride() >= 0,
        "a matrix has rows and columns");
    require(
        matrix.component() != null && matrix.layout() != null,
        "a matrix has 'component' and 'layout'");
  }

  private <T> List<T> nonNull(List<T> list, String what) {
    if (list == null) {
      return List.of();
    }
    list.forEach(one -> require(one != null, what + " has an empty place"));
    return list;
  }

  private void require(boolean condition, String rule) {
    if (!condition) {
      throw new UsageException("the job file " + file + ": " + rule);
    }
  }
}
