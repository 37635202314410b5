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
 * SPIR-V by the hash of its source, the compiler and its options: in memory for the shaders in use,
 * on disk for the next run. Several processes may share the folder.
 */
public final class SpirvCache implements AutoCloseable {

  /** Compiled shaders held in memory; more are read again from disk. */
  private static final int IN_MEMORY = 256;

  private final Optional<FileCache> files;
  private final Compiler.Optimization optimization;
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
   * Opens a cache that does not optimize.
   *
   * @param folder created on first use; a folder that cannot be written leaves only the memory, and
   *     so does null
   */
  public SpirvCache(Path folder) {
    this(folder, Compiler.Optimization.NONE);
  }

  /**
   * Opens a cache.
   *
   * @param folder created on first use; null, or a folder that cannot be written, leaves only the
   *     memory
   * @param optimization what shaders are optimized for where nothing else is said
   */
  public SpirvCache(Path folder, Compiler.Optimization optimization) {
    this.files = Optional.ofNullable(folder).map(FileCache::new);
    this.optimization = optimization;
  }

  /** {@return the optimization of shaders whose target asks for none} */
  public Compiler.Optimization optimization() {
    return optimization;
  }

  /**
   * {@return the SPIR-V of a GLSL compute shader} The words are in little-endian order; the array
   * is the cache's own and is not to be changed. What cannot be read from the folder is compiled
   * anew, and what cannot be written to it is kept in memory only.
   *
   * @param glsl the whole source, with its version directive
   * @throws CompileException if the compiler rejects it
   */
  public byte[] compile(String glsl) throws CompileException {
    return compile(glsl, ShaderStage.COMPUTE, Compiler.MINOR);
  }

  /**
   * {@return the SPIR-V of a shader for a stage, as a module of SPIR-V 1.{@code minor}} Nothing is
   * optimized. The words are in little-endian order; the array is the cache's own and is not to be
   * changed. What cannot be read from the folder is compiled anew, and what cannot be written to it
   * is kept in memory only.
   *
   * @param glsl the whole source
   * @param stage that the source is for
   * @param minor version of SPIR-V, 0 to 6
   * @throws CompileException if the compiler rejects it
   */
  public byte[] compile(String glsl, ShaderStage stage, int minor) throws CompileException {
    return compile(glsl, stage, minor, Compiler.Optimization.NONE);
  }

  /**
   * The SPIR-V of a shader, optimized as wanted. Modules with float64 matrices are never optimized.
   * What cannot be read from the folder is compiled anew, and what cannot be written to it is kept
   * in memory only.
   *
   * @param glsl the whole source
   * @param stage that the source is for
   * @param minor version of SPIR-V, 0 to 6
   * @param wanted level of the optimizer
   * @return words in little-endian order, in an array of the cache's own; callers do not change
   *     them
   * @throws CompileException if the compiler rejects it
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
   * {@return the modules of the other shaders that a pipeline needs to bring a stage to work, in
   * little-endian words} The map is a new one and empty where a stage needs no others; its arrays
   * are the cache's own and are not to be changed.
   *
   * @param stage of the shader that is tested
   * @throws CompileException if the compiler rejects one
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
