// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.util.shaderc.Shaderc.*;

import coopcts.model.ShaderStage;
import coopcts.model.TestedSystem;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryUtil;

/**
 * Compiles GLSL shaders to SPIR-V for Vulkan 1.3 by shaderc; {@link SpirvCache} keeps what it
 * makes. Not thread-safe; native memory is held until {@link #close}, behind which no method may be
 * called.
 */
public final class Compiler implements AutoCloseable {

  static {
    Configuration.STACK_SIZE.set(256);
  }

  /** What the front end writes in its newest version of SPIR-V alone. */
  private static final String NEWEST_ALONE =
      TestedSystem.ofFeature(TestedSystem.Feature.TENSORS).glslExtension();

  /** The minor version of SPIR-V that modules are of, where nothing else is asked for. */
  public static final int MINOR = 6;

  private static final int[] VERSIONS = {
    shaderc_spirv_version_1_0,
    shaderc_spirv_version_1_1,
    shaderc_spirv_version_1_2,
    shaderc_spirv_version_1_3,
    shaderc_spirv_version_1_4,
    shaderc_spirv_version_1_5,
    shaderc_spirv_version_1_6
  };

  /**
   * What else is asked of the compiler.
   *
   * @param macros their values by their names
   * @param includes finds what the source includes
   * @param optimization level of the optimizer
   * @param bindsItself whether resources without a binding are given one
   * @param hasDebugInfo whether the module says which line each instruction comes from
   */
  public record Settings(
      SortedMap<String, String> macros,
      Includes includes,
      Optimization optimization,
      boolean bindsItself,
      boolean hasDebugInfo) {
    /** No macros, no includes, no optimization. */
    public static final Settings PLAIN =
        new Settings(
            Collections.emptySortedMap(),
            (_, _) -> Optional.empty(),
            Optimization.NONE,
            false,
            false);

    /** Nothing but an optimization; {@link #PLAIN} where there is none. */
    static Settings optimized(Optimization wanted) {
      return wanted == Optimization.NONE
          ? PLAIN
          : new Settings(PLAIN.macros, PLAIN.includes, wanted, false, false);
    }
  }

  /** Finds what a source includes. */
  public interface Includes {
    /**
     * Finds one included file.
     *
     * @param name as it stands in the source, between quotes or angle brackets
     * @param from name of the file that includes it: the {@code name} given to {@code compile}, or
     *     that of an included file
     * @return the file, or empty where there is none: compilation then fails
     */
    Optional<Included> find(String name, String from);
  }

  /**
   * A file that is included.
   *
   * @param name the file's own name, which messages and nested includes use
   * @param text its whole content
   */
  public record Included(String name, String text) {}

  /** What the optimizer is asked for. */
  public enum Optimization {
    /** Modules stay as the front end makes them. */
    NONE(shaderc_optimization_level_zero),
    /** The optimizer makes modules smaller. */
    SIZE(shaderc_optimization_level_size),
    /** The optimizer makes modules faster. */
    PERFORMANCE(shaderc_optimization_level_performance);

    private final int level;

    Optimization(int level) {
      this.level = level;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final long compiler;
  private final long options;
  private final Optional<IncludeCallbacks> includes;
  private final Optimization optimization;

  /**
   * Makes a compiler with {@link Settings#PLAIN}: no macros, no includes, no optimization.
   *
   * @throws IllegalStateException if shaderc cannot be initialized
   */
  public Compiler() {
    this(Settings.PLAIN);
  }

  /**
   * Makes a compiler.
   *
   * @param settings macros, includes and optimization for every shader that it compiles; not null
   * @throws IllegalStateException if shaderc cannot be initialized
   */
  public Compiler(Settings settings) {
    optimization = settings.optimization();
    compiler = shaderc_compiler_initialize();
    options = shaderc_compile_options_initialize();
    if (compiler == NULL || options == NULL) {
      throw new IllegalStateException("shaderc could not be initialized");
    }
    shaderc_compile_options_set_target_env(
        options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3);
    if (settings == Settings.PLAIN) {
      includes = Optional.empty();
      return;
    }
    settings
        .macros()
        .forEach(
            (name, value) -> shaderc_compile_options_add_macro_definition(options, name, value));
    shaderc_compile_options_set_optimization_level(options, settings.optimization().level);
    shaderc_compile_options_set_auto_bind_uniforms(options, settings.bindsItself());
    if (settings.hasDebugInfo()) {
      shaderc_compile_options_set_generate_debug_info(options);
    }
    includes = Optional.of(new IncludeCallbacks(options, settings.includes()));
  }

  /**
   * {@return the oldest minor version of SPIR-V that the front end makes modules of a source in}
   *
   * @param source GLSL with the extensions that it asks for
   */
  public static int oldest(String source) {
    return source.contains(NEWEST_ALONE) ? MINOR : 0;
  }

  /**
   * {@return a text that changes when compiled modules may: the library's name and version, and the
   * target environment} A cache puts it into its keys, beside the source and the settings.
   */
  public static String identity() {
    return "shaderc lwjgl-" + org.lwjgl.Version.getVersion() + " vulkan1.3 spirv1.6 O0";
  }

  private static int kind(ShaderStage stage) {
    return switch (stage) {
      case VERTEX -> shaderc_glsl_vertex_shader;
      case TESSELLATION_CONTROL -> shaderc_glsl_tess_control_shader;
      case TESSELLATION_EVALUATION -> shaderc_glsl_tess_evaluation_shader;
      case GEOMETRY -> shaderc_glsl_geometry_shader;
      case FRAGMENT -> shaderc_glsl_fragment_shader;
      case COMPUTE -> shaderc_glsl_compute_shader;
      case TASK -> shaderc_glsl_task_shader;
      case MESH -> shaderc_glsl_mesh_shader;
      case RAY_GENERATION -> shaderc_glsl_raygen_shader;
      case ANY_HIT -> shaderc_glsl_anyhit_shader;
      case CLOSEST_HIT -> shaderc_glsl_closesthit_shader;
      case MISS -> shaderc_glsl_miss_shader;
      case INTERSECTION -> shaderc_glsl_intersection_shader;
      case CALLABLE -> shaderc_glsl_callable_shader;
    };
  }

  /**
   * Compiles one compute shader to SPIR-V 1.{@value #MINOR}, in which {@code main} is the entry
   * point.
   *
   * @param source GLSL with its version directive
   * @param name used in messages in place of a file name
   * @return SPIR-V words in little-endian order, in a new array
   * @throws CompileException with the compiler's message if it rejects the source
   */
  public byte[] compile(String source, String name) throws CompileException {
    return compile(source, name, ShaderStage.COMPUTE);
  }

  /**
   * Compiles one shader to SPIR-V 1.{@value #MINOR}, in which {@code main} is the entry point.
   *
   * @param source GLSL with its version directive
   * @param name used in messages in place of a file name
   * @param stage that the source is for
   * @return SPIR-V words in little-endian order, in a new array
   * @throws CompileException with the compiler's message if it rejects the source
   */
  public byte[] compile(String source, String name, ShaderStage stage) throws CompileException {
    return compile(source, name, stage, MINOR);
  }

  /**
   * Compiles one shader to a module of SPIR-V 1.{@code minor}, in which {@code main} is the entry
   * point. A shader with cooperative matrices of float64, which glslang lacks, is compiled without
   * optimization by way of another float type.
   *
   * @param source GLSL with its version directive
   * @param name used in messages in place of a file name
   * @param stage that the source is for
   * @param minor version of SPIR-V, 0 to 6; the caller makes sure of this range
   * @return SPIR-V words in little-endian order, in a new array
   * @throws CompileException with the compiler's message if it rejects the source
   */
  public byte[] compile(String source, String name, ShaderStage stage, int minor)
      throws CompileException {
    Optional<DoubleMatrices> doubles = DoubleMatrices.in(source);
    if (doubles.isEmpty()) {
      return translate(source, name, stage, minor);
    }
    // An optimizer would reckon with what only stands in for doubles.
    shaderc_compile_options_set_optimization_level(options, Optimization.NONE.level);
    try {
      return doubles.get().module(translate(doubles.get().glsl, name, stage, minor));
    } finally {
      shaderc_compile_options_set_optimization_level(options, optimization.level);
    }
  }

  private byte[] translate(String source, String name, ShaderStage stage, int minor)
      throws CompileException {
    shaderc_compile_options_set_target_spirv(options, VERSIONS[minor]);
    ByteBuffer text = MemoryUtil.memUTF8(source, false);
    ByteBuffer file = MemoryUtil.memUTF8(name);
    ByteBuffer entry = MemoryUtil.memUTF8("main");
    long result = NULL;
    try {
      result = shaderc_compile_into_spv(compiler, text, kind(stage), file, entry, options);
      if (result == NULL) {
        throw new CompileException("shaderc gave no result");
      }
      if (shaderc_result_get_compilation_status(result) != shaderc_compilation_status_success) {
        throw new CompileException(message(result));
      }
      ByteBuffer words = shaderc_result_get_bytes(result);
      byte[] bytes = new byte[words.remaining()];
      words.get(bytes);
      return bytes;
    } finally {
      if (result != NULL) {
        shaderc_result_release(result);
      }
      MemoryUtil.memFree(text);
      MemoryUtil.memFree(file);
      MemoryUtil.memFree(entry);
    }
  }

  private static String message(long result) {
    String message = shaderc_result_get_error_message(result);
    return message == null ? "no message" : message.strip();
  }

  @Override
  public void close() {
    shaderc_compile_options_release(options);
    includes.ifPresent(IncludeCallbacks::close);
    shaderc_compiler_release(compiler);
  }
}
