// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import coopcts.cache.FileCache;
import coopcts.glsl.StageFrame;
import coopcts.model.ShaderStage;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compiles GLSL and keeps the SPIR-V by the hash of its source, the compiler and its options: in
 * memory for the shaders in use, on disk for the next run. Several processes may share the folder;
 * one object is not thread-safe. {@link #close} frees the compilers.
 */
public final class SpirvCache implements AutoCloseable {

  /** Compiled shaders held in memory; more are read again from disk. */
  private static final int IN_MEMORY = 256;

  private final Optional<FileCache> files;
  private final ModuleOptions options;
  private final Map<String, byte[]> recent =
      new LinkedHashMap<>(IN_MEMORY, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
          return size() > IN_MEMORY;
        }
      };
  private final Map<Compiler.Optimization, Compiler> compilers =
      new EnumMap<>(Compiler.Optimization.class);

  /**
   * Opens a cache whose {@link #options()} are {@link ModuleOptions#USUAL}.
   *
   * @param folder created on first use; null, or a folder that cannot be written, leaves only the
   *     memory
   */
  public SpirvCache(Path folder) {
    this(folder, ModuleOptions.USUAL);
  }

  /**
   * Opens a cache.
   *
   * @param folder created on first use; null, or a folder that cannot be written, leaves only the
   *     memory
   * @param options what {@link #options()} answers; {@code compile} does not look at them
   */
  public SpirvCache(Path folder, ModuleOptions options) {
    this.files = Optional.ofNullable(folder).map(FileCache::new);
    this.options = options;
  }

  /**
   * {@return how a run wants its modules made} Callers ask {@code compile} for what they say; the
   * cache does not apply them.
   */
  public ModuleOptions options() {
    return options;
  }

  /**
   * {@return the SPIR-V of a GLSL compute shader, not optimized, as words in little-endian order}
   * The array is the cache's own and must not be changed. What cannot be read from the folder is
   * compiled anew; what cannot be written to it is kept in memory only.
   *
   * @param glsl the whole source, with its version directive
   * @throws CompileException if the compiler rejects it
   * @throws IllegalStateException if shaderc cannot be initialized
   */
  public byte[] compile(String glsl) throws CompileException {
    return compile(glsl, ShaderStage.COMPUTE, Compiler.MINOR);
  }

  /**
   * {@return the SPIR-V of a shader for a stage, not optimized, as words in little-endian order}
   * The array is the cache's own and must not be changed. What cannot be read from the folder is
   * compiled anew; what cannot be written to it is kept in memory only.
   *
   * @param glsl the whole source, with its version directive
   * @param stage that the source is for
   * @param minor version of SPIR-V, 0 to 6; the caller makes sure of this range
   * @throws CompileException if the compiler rejects it
   * @throws IllegalStateException if shaderc cannot be initialized
   */
  public byte[] compile(String glsl, ShaderStage stage, int minor) throws CompileException {
    return compile(glsl, stage, minor, Compiler.Optimization.NONE);
  }

  /**
   * Compiles a shader for a stage, or takes the module from memory or folder. Modules with float64
   * matrices are never optimized. What cannot be read from the folder is compiled anew, and what
   * cannot be written to it is kept in memory only.
   *
   * @param glsl the whole source, with its version directive
   * @param stage that the source is for
   * @param minor version of SPIR-V, 0 to 6; the caller makes sure of this range
   * @param wanted level of the optimizer
   * @return words in little-endian order, in an array of the cache's own that must not be changed
   * @throws CompileException if the compiler rejects it
   * @throws IllegalStateException if shaderc cannot be initialized
   */
  public byte[] compile(String glsl, ShaderStage stage, int minor, Compiler.Optimization wanted)
      throws CompileException {
    String identity =
        minor == Compiler.MINOR && stage == ShaderStage.COMPUTE
            ? glsl
            : "%s\n// %s, SPIR-V 1.%d".formatted(glsl, stage, minor);
    if (wanted != Compiler.Optimization.NONE) {
      identity += "\n// optimized for " + wanted;
    }
    byte[] spirv = recent.get(identity);
    if (spirv == null) {
      String file = files.isEmpty() ? "" : FileCache.name("module", Compiler.identity(), identity);
      spirv = files.flatMap(kept -> kept.read(file)).orElse(null);
      if (spirv == null) {
        Compiler compiler =
            compilers.computeIfAbsent(
                wanted, one -> new Compiler(Compiler.Settings.optimized(one)));
        byte[] made = compiler.compile(glsl, "shader." + stage.suffix(), stage, minor);
        files.ifPresent(kept -> kept.write(file, made));
        spirv = made;
      }
      recent.put(identity, spirv);
    }
    return spirv;
  }

  /**
   * {@return the modules, in little-endian words, of the other shaders that {@link
   * StageFrame#companions} puts beside a stage in its pipeline} The map is the caller's, and empty
   * where a stage needs no others; its arrays are the cache's own and must not be changed.
   *
   * @param stage of the shader that is tested
   * @throws CompileException if the compiler rejects one of the other shaders
   */
  public SortedMap<ShaderStage, byte[]> companions(ShaderStage stage) throws CompileException {
    SortedMap<ShaderStage, byte[]> modules = new TreeMap<>();
    for (Map.Entry<ShaderStage, String> other : StageFrame.companions(stage).entrySet()) {
      modules.put(other.getKey(), compile(other.getValue(), other.getKey(), Compiler.MINOR));
    }
    return modules;
  }

  @Override
  public void close() {
    compilers.values().forEach(Compiler::close);
    compilers.clear();
    files.ifPresent(FileCache::tidy);
  }
}
