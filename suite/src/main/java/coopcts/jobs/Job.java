package coopcts.jobs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import coopcts.model.ComponentType;
import coopcts.model.ShaderStage;
import coopcts.model.VectorMatrix;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A job file: one shader with all that it runs on; the suite's exchange format. Members that are
 * missing are null or 0.
 *
 * @param shader GLSL or SPIR-V file, relative to the job file
 * @param stage what glslang ends the names of its files in, such as {@code frag}
 * @param specialization the value of each specialization constant by its id
 * @param push push constants as hexadecimal bytes
 * @param convert matrices that the device puts into buffers before the run, from row-major files
 * @param then what follows the run, each behind a barrier
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Job(
    String shader,
    String stage,
    String entry,
    List<Integer> groups,
    SortedMap<Integer, Double> specialization,
    String push,
    Integer requiredSubgroupSize,
    List<Buffer> buffers,
    List<Address> addresses,
    List<Matrix> convert,
    List<Step> then) {

  /**
   * @param bytes its size
   * @param file its contents before the run
   * @param fill two hexadecimal digits that fill it where there is no file
   * @param expect its contents after the run
   * @param address whether it is reached by its address alone
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Buffer(
      String name,
      Integer set,
      Integer binding,
      Integer bytes,
      String file,
      String fill,
      String expect,
      Boolean address) {

    @JsonIgnore
    public boolean isAddressed() {
      return Boolean.TRUE.equals(address);
    }

    /** The stem of its file after the run. */
    public String label() {
      return name != null ? name : set + "_" + binding;
    }
  }

  /**
   * A matrix for cooperative vectors in a buffer.
   *
   * @param file its elements in rows, the stride between them the least multiple of 16 that is more
   *     than their bytes
   * @param bytes of the buffer that it may take
   * @param component such as {@code float16}
   * @param layout such as {@code training_optimal}
   * @param stride bytes from line to line, 0 where the layout has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Matrix(
      String file,
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
    static Matrix of(String file, coopcts.model.Step.Place place) {
      VectorMatrix matrix = place.matrix();
      return new Matrix(
          file,
          0,
          place.buffer(),
          place.offset(),
          place.capacity(),
          matrix.component().toString(),
          matrix.rows(),
          matrix.columns(),
          matrix.layout().toString(),
          matrix.stride());
    }

    /** Its type and layout. */
    public VectorMatrix matrix() {
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
  public record Step(String push, List<Matrix> convert) {}

  /** Puts the address of a buffer into another one. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Address(String buffer, Place into) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Place(Integer set, Integer binding, Integer offset) {}

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * @throws UsageException if the file is missing, broken or incomplete
   */
  public static Job read(Path file) {
    Job job;
    try {
      job = JSON.readValue(Files.readString(file), Job.class);
    } catch (IOException e) {
      throw new UsageException("the job file " + file + " cannot be read");
    } catch (JacksonException e) {
      throw UsageException.notUnderstood("the job file " + file, e);
    }
    return job.checked(file);
  }

  /** Writes the job; what is empty or usual is left out. */
  void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }

  private Job checked(Path file) {
    require(shader != null, file, "'shader' is missing");
    require(
        stage == null || ShaderStage.of(stage).isPresent(), file, "'" + stage + "' is no stage");
    require(groups == null || groups.size() == 3, file, "'groups' takes three numbers");
    for (Buffer buffer : buffers == null ? List.<Buffer>of() : buffers) {
      require(
          buffer.isAddressed() ? buffer.name != null : buffer.set != null && buffer.binding != null,
          file,
          "a buffer has set and binding, or a name and \"address\": true");
      require(
          buffer.file != null || buffer.bytes != null,
          file,
          "buffer " + buffer.label() + " has neither 'bytes' nor 'file'");
    }
    for (Address address : addresses == null ? List.<Address>of() : addresses) {
      require(
          address.buffer != null && address.into != null,
          file,
          "an address has 'buffer' and 'into'");
    }
    for (Step step : then == null ? List.<Step>of() : then) {
      require(
          step.push != null ^ (step.convert != null && step.convert.size() == 2),
          file,
          "a step behind the run has 'push', or two matrices in 'convert'");
    }
    return new Job(
        shader,
        stage == null ? ShaderStage.COMPUTE.suffix() : stage,
        entry == null ? "main" : entry,
        groups == null ? List.of(1, 1, 1) : groups,
        specialization,
        push == null ? "" : push,
        requiredSubgroupSize,
        buffers == null ? List.of() : buffers,
        addresses == null ? List.of() : addresses,
        convert == null ? List.of() : convert,
        then == null ? List.of() : then);
  }

  private static void require(boolean condition, Path file, String rule) {
    if (!condition) {
      throw new UsageException("the job file " + file + ": " + rule);
    }
  }
}
