// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import coopcts.model.ComponentType;
import coopcts.model.ShaderStage;
import coopcts.model.VectorMatrix;
import coopcts.plan.Shader;
import coopcts.reports.TextFiles;
import coopcts.reports.UsageException;
import coopcts.spirv.InstructionEdit;
import coopcts.spirv.ModuleEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * A job file: one shader with all that it runs on; the suite's exchange format. {@link #read} fills
 * in what may be missing; else members that are missing are null or 0. Paths are relative to the
 * job file.
 *
 * @param schema of the file; null in those of schema 1, which did not say it
 * @param shader GLSL or SPIR-V file
 * @param stage the file name ending by which glslang knows the stage, such as {@code frag}
 * @param companions SPIR-V files of the pipeline's other stages by their endings, for players that
 *     have none of their own
 * @param entry name of the entry point
 * @param groups workgroups along x, y and z
 * @param specialization the value of each specialization constant by its ID
 * @param push push constants as hexadecimal bytes
 * @param requiredSubgroupSize in invocations, or null
 * @param fullSubgroups whether subgroups must be full, without a size; null for no
 * @param way the submission path, such as {@code shader_object}; null for the ordinary one
 * @param robustness {@code robustBufferAccess2}: bound buffers read as 0 beyond their ends, and
 *     stores there are lost; null: the shader accesses nothing there
 * @param buffers bound ones and those reached by their address
 * @param addresses where addresses are written before the run
 * @param convert matrices that the device puts into buffers before the run, from row-major files
 * @param then what follows the run, each step behind a barrier
 * @param passes other shaders that run on the same buffers, one behind the other
 * @param after matrices that are taken out of buffers again, as rows, and judged
 * @param conversions matrices to convert without any shader
 * @param asks name of the case whose questions the device is asked, without any shader
 * @param together the run whose buffers must have a property together, which only the suite knows
 * @param rule what a front end must say of the shader, which is not run then
 * @param compile how GLSL is compiled
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Job(
    Integer schema,
    String shader,
    String stage,
    SortedMap<String, String> companions,
    String entry,
    List<Integer> groups,
    SortedMap<Integer, Double> specialization,
    String push,
    Integer requiredSubgroupSize,
    Boolean fullSubgroups,
    String way,
    String robustness,
    List<Buffer> buffers,
    List<Address> addresses,
    List<Matrix> convert,
    List<JobFollowUp> then,
    List<Pass> passes,
    List<Readback> after,
    Conversions conversions,
    String asks,
    Together together,
    Rule rule,
    Compile compile) {

  /**
   * A case and a subcase of it, with the seed of its data.
   *
   * @param ofCase name of the case
   * @param subcase its name
   * @param seed of the data
   */
  public record Together(String ofCase, String subcase, long seed) {}

  /**
   * How GLSL is compiled.
   *
   * @param define macros
   * @param include folders in which included files are looked for, after that of the file
   * @param optimize {@code none}, {@code size} or {@code performance}
   * @param autoBindings whether resources without a binding are given one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Compile(
      SortedMap<String, String> define,
      List<String> include,
      String optimize,
      Boolean autoBindings) {
    static final Compile NONE = new Compile(null, null, null, null);
  }

  /**
   * A buffer.
   *
   * @param name for files and messages, or null
   * @param set number of the descriptor set
   * @param binding number in the set
   * @param element which of an array of buffers it is, null where there is one
   * @param bytes its size
   * @param file its contents before the run
   * @param fill two hexadecimal digits that fill it where there is no file
   * @param expect its contents after the run
   * @param accept a file that says where more than these contents is acceptable, and what stands
   *     where
   * @param address whether it is reached by its address alone
   * @param type of its numbers, where files hold numbers or they are compared as such
   * @param tolerance how near its numbers have to come
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Buffer(
      String name,
      Integer set,
      Integer binding,
      Integer element,
      Integer bytes,
      String file,
      String fill,
      String expect,
      String accept,
      Boolean address,
      String type,
      Tolerance tolerance) {

    /**
     * {@return whether the shader reaches the buffer by its device address alone, so that it has no
     * binding}
     */
    @JsonIgnore
    public boolean isAddressed() {
      return Boolean.TRUE.equals(address);
    }

    /**
     * {@return what messages and files of results call the buffer: its name, else set and binding
     * joined by an underscore, with the element of an array behind them}
     */
    public String label() {
      String place = set + "_" + binding;
      return name != null ? name : element == null ? place : place + "_" + element;
    }
  }

  /**
   * How near numbers have to come to those that are expected: by {@code absolute} plus {@code
   * relative} times their magnitude, and never below {@code low} or above {@code high}.
   *
   * @param absolute distance that is allowed
   * @param relative part of the expected magnitude that is allowed
   * @param low the least number, or null
   * @param high the greatest number, or null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Tolerance(Double absolute, Double relative, Double low, Double high) {}

  /**
   * Another shader on the same buffers, behind what came before it.
   *
   * @param shader as in the job; so are the others
   * @param entry name of the entry point
   * @param groups workgroups along x, y and z
   * @param specialization values of constants by their ids
   * @param push push constants as hexadecimal bytes
   * @param requiredSubgroupSize in invocations, or null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Pass(
      String shader,
      String entry,
      List<Integer> groups,
      SortedMap<Integer, Double> specialization,
      String push,
      Integer requiredSubgroupSize) {}

  /**
   * A matrix for cooperative vectors in a buffer.
   *
   * @param file its elements in rows, the stride between them the least multiple of 16 that is more
   *     than their bytes
   * @param name of the addressed buffer that it lies in, or null where that is bound
   * @param set number of the descriptor set
   * @param binding number in the set
   * @param offset in bytes
   * @param bytes of the buffer that it may take
   * @param component such as {@code float16}
   * @param rows number of rows
   * @param columns number of columns
   * @param layout such as {@code training_optimal}
   * @param stride bytes from line to line, 0 where the layout has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Matrix(
      String file,
      String name,
      Integer set,
      Integer binding,
      int offset,
      int bytes,
      String component,
      int rows,
      int columns,
      String layout,
      long stride) {

    /**
     * A matrix in set 0.
     *
     * @param file its elements in rows, or null where they are in the buffer already
     */
    static Matrix of(String file, coopcts.model.FollowUp.MatrixPlace place) {
      return of(file, place.buffer(), place.offset(), place.capacity(), place.matrix());
    }

    /** The same, or a matrix of its own where there is no buffer. */
    static Matrix of(String file, Integer buffer, int offset, int capacity, VectorMatrix matrix) {
      return new Matrix(
          file,
          null,
          buffer == null ? null : 0,
          buffer,
          offset,
          capacity,
          matrix.component().toString(),
          matrix.rows(),
          matrix.columns(),
          matrix.layout().toString(),
          matrix.stride());
    }

    /** The same with its elements in another file. */
    Matrix from(String other) {
      return new Matrix(
          other, name, set, binding, offset, bytes, component, rows, columns, layout, stride);
    }

    /** The same in a shader's buffers, if it is in one: by binding or, behind these, by name. */
    Matrix in(Shader shader) {
      int bound = shader.buffers().size();
      boolean isAddressed = binding != null && binding >= bound;
      return new Matrix(
          file,
          isAddressed ? shader.addressed().get(binding - bound) : name,
          binding == null || isAddressed ? null : shader.target().set(),
          isAddressed ? null : binding,
          offset,
          bytes,
          component,
          rows,
          columns,
          layout,
          stride);
    }

    /** Its type and layout. */
    VectorMatrix matrix() {
      return new VectorMatrix(
          named(ComponentType.values(), component),
          rows,
          columns,
          named(VectorMatrix.Layout.values(), layout),
          stride);
    }

    private static <T> T named(T[] all, String name) {
      return Arrays.stream(all)
          .filter(one -> one.toString().equals(name))
          .findFirst()
          .orElseThrow(() -> new UsageException("a matrix has no '" + name + "'"));
    }
  }

  /**
   * One of the two.
   *
   * @param push the shader again, with these push constants
   * @param convert a matrix from the first place to the second
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record JobFollowUp(String push, List<Matrix> convert) {}

  /**
   * A matrix that is read back as rows.
   *
   * @param name for files and messages
   * @param matrix where it lies
   * @param expect its rows after the run
   * @param accept a file that says where more than these rows is acceptable
   * @param keepsBehind whether the bytes of its place behind it are judged; null for no
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Readback(
      String name, Matrix matrix, String expect, String accept, Boolean keepsBehind) {}

  /**
   * Matrices that the device converts from stop to stop.
   *
   * @param byCommand whether all of them go in one command for each step; else the host converts
   * @param chains the matrices
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Conversions(Boolean byCommand, List<Chain> chains) {}

  /**
   * A matrix on its way through conversions.
   *
   * @param name for files and messages
   * @param file the matrix's bytes as the first stop says
   * @param stops what it is in turn; {@code bytes} is not looked at
   * @param expect its bytes as the last stop says
   * @param accept a file that says where more than these bytes is acceptable
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Chain(String name, String file, List<Matrix> stops, String expect, String accept) {}

  /**
   * What must be said of a shader.
   *
   * @param minor the minor version of SPIR-V that the module is given
   * @param accepted whether it must be taken
   * @param validated whether the validator is asked too
   * @param complaint a regular expression that the refusal must match
   * @param edits changes of the module, in order
   * @param patches further ones, as earlier versions of the suite wrote them
   * @param present regular expressions that must match in the disassembly
   * @param absent regular expressions that must not
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Rule(
      Integer minor,
      boolean accepted,
      boolean validated,
      String complaint,
      List<InstructionEdit> edits,
      List<Patch> patches,
      List<String> present,
      List<String> absent) {}

  /**
   * A change of the disassembled module.
   *
   * @param pattern regular expression that must match
   * @param replacement of each match
   */
  public record Patch(String pattern, String replacement) implements ModuleEdit {
    @Override
    public String in(String assembly, Map<String, String> known) {
      Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(assembly);
      if (!matcher.find()) {
        throw new IllegalStateException("nothing in the module matches " + pattern);
      }
      return matcher.replaceAll(replacement);
    }
  }

  /**
   * Puts the address of a buffer into another one, or into the push constants.
   *
   * @param buffer label of the buffer whose address is written
   * @param into where it is written, or null
   * @param push the offset in the push constants, or null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Address(String buffer, BufferPlace into, Integer push) {}

  /**
   * A place in a buffer.
   *
   * @param set number of the descriptor set
   * @param binding number in the set
   * @param offset in bytes
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BufferPlace(Integer set, Integer binding, Integer offset) {}

  /** What this version of the suite writes; it reads all that came before too. */
  static final int SCHEMA = 2;

  /** Bound buffers read as 0 beyond their ends, and take nothing there. */
  static final String ROBUST = "robustBufferAccess2";

  /** What is of another type than a member takes is not made one of that type. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfigDefaults(
              all ->
                  all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail))
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsEmpty))
          .withCoercionConfig(
              LogicalType.Collection,
              list -> list.setCoercion(CoercionInputShape.EmptyArray, CoercionAction.AsEmpty))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * Reads and checks a job file of any schema that this version knows.
   *
   * @param file path of the job; files that it names are not read yet
   * @return the job, in which lists and members with a default are not null
   * @throws UsageException if the file is missing, no JSON, has an unknown member, or breaks a rule
   *     of the format
   */
  public static Job read(Path file) {
    Job job;
    try {
      JsonNode text = JSON.readTree(TextFiles.read(file));
      if (text.isNull() || hasNul(text)) {
        throw new UsageException(
            "the job file %s %s"
                .formatted(file, text.isNull() ? "holds no job" : "has a text with a NUL in it"));
      }
      job = JSON.treeToValue(text, Job.class);
    } catch (IOException e) {
      throw new UsageException("the job file " + file + " cannot be read");
    } catch (JacksonException e) {
      throw UsageException.notUnderstood("the job file " + file, e);
    }
    return job.checked(file);
  }

  /** No name of a file has one, and no text of a shader's. */
  private static boolean hasNul(JsonNode node) {
    return node.isString() && node.stringValue().indexOf('\0') >= 0
        || node.valueStream().anyMatch(Job::hasNul);
  }

  /** A job that converts matrices and runs no shader. */
  static Job of(Conversions conversions) {
    return of(null, null, conversions, null, null);
  }

  /** A job that asks a device what a case asks, and runs no shader. */
  static Job of(String asks) {
    return of(null, null, null, asks, null);
  }

  /** A job that asks what a front end says of a shader. */
  static Job of(String shader, String stage, Rule rule) {
    return of(shader, stage, null, null, rule);
  }

  private static Job of(
      String shader, String stage, Conversions conversions, String asks, Rule rule) {
    return new Job(
        SCHEMA,
        shader,
        stage,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        conversions,
        asks,
        null,
        rule,
        null);
  }

  /** Writes the job; what is empty or usual is left out. */
  void write(Path file) throws IOException {
    Files.writeString(file, text());
  }

  /** As it stands in a file. */
  String text() {
    return JSON.writeValueAsString(this) + "\n";
  }

  /** The job of a pass: the same with another shader. */
  Job of(Pass pass) {
    return new Job(
        schema,
        pass.shader,
        stage,
        companions,
        pass.entry == null ? "main" : pass.entry,
        pass.groups == null ? List.of(1, 1, 1) : pass.groups,
        pass.specialization,
        pass.push == null ? "" : pass.push,
        pass.requiredSubgroupSize,
        fullSubgroups,
        way,
        robustness,
        buffers,
        pass.push == null
            ? addresses.stream().filter(address -> address.push == null).toList()
            : addresses,
        List.of(),
        List.of(),
        List.of(),
        after,
        null,
        null,
        null,
        null,
        compile);
  }

  private Job checked(Path file) {
    JobValidator.check(this, file);
    return new Job(
        schema,
        shader,
        stage == null ? ShaderStage.COMPUTE.suffix() : stage,
        companions,
        entry == null ? "main" : entry,
        groups == null ? List.of(1, 1, 1) : groups,
        specialization,
        push == null ? "" : push,
        requiredSubgroupSize,
        fullSubgroups,
        way,
        robustness,
        buffers == null ? List.of() : buffers,
        addresses == null ? List.of() : addresses,
        convert == null ? List.of() : convert,
        then == null ? List.of() : then,
        passes == null ? List.of() : passes,
        after == null ? List.of() : after,
        conversions,
        asks,
        together,
        rule,
        compile);
  }
}
