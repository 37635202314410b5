// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import coopcts.glsl.StageFrame;
import coopcts.model.ShaderStage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * SPIR-V by the hash of its source, the compiler and its options: in memory for the shaders in use,
 * on disk for the next run. Several processes may share the folder.
 */
public final class SpirvCache implements AutoCloseable {

  /** Compiled shaders held in memory; more are read again from disk. */
  private static final int IN_MEMORY = 256;

  /** Bytes of SHA-256 behind a module. */
  private static final int CHECKSUM = 32;

  private final Path folder;
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
   * @param folder created on first use; a folder that cannot be written leaves only the memory, and
   *     so does null
   */
  public SpirvCache(Path folder) {
    this(folder, Compiler.Optimization.NONE);
  }

  /**
   * @param optimization what shaders are optimized for where nothing else is said
   */
  public SpirvCache(Path folder, Compiler.Optimization optimization) {
    this.folder = folder;
    this.optimization = optimization;
  }

  /** What shaders are optimized for where nothing else is said. */
  public Compiler.Optimization optimization() {
    return optimization;
  }

  /**
   * The SPIR-V of a GLSL compute shader.
   *
   * @throws CompileException if the compiler rejects it
   */
  public byte[] compile(String glsl) throws CompileException {
    return compile(glsl, ShaderStage.COMPUTE, Compiler.MINOR);
  }

  /**
   * The SPIR-V of a shader for a stage, as a module of SPIR-V 1.{@code minor}.
   *
   * @throws CompileException if the compiler rejects it
   */
  public byte[] compile(String glsl, ShaderStage stage, int minor) throws CompileException {
    return compile(glsl, stage, minor, Compiler.Optimization.NONE);
  }

  /**
   * The same, optimized.
   *
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
      Path file = folder == null ? null : folder.resolve(key(identity));
      spirv = file == null ? null : read(file);
      if (spirv == null) {
        Compiler compiler =
            compilers.computeIfAbsent(
                wanted, one -> new Compiler(Compiler.Settings.optimized(one)));
        spirv = compiler.compile(glsl, "shader." + stage.suffix(), stage, minor);
        if (file != null) {
          write(file, spirv);
        }
      }
      recent.put(identity, spirv);
    }
    return spirv;
  }

  /**
   * The modules of the other shaders that a pipeline needs to bring a stage to work.
   *
   * @throws CompileException if the compiler rejects one
   */
  public SortedMap<ShaderStage, byte[]> companions(ShaderStage stage) throws CompileException {
    SortedMap<ShaderStage, byte[]> modules = new TreeMap<>();
    for (Map.Entry<ShaderStage, String> other : StageFrame.companions(stage).entrySet()) {
      modules.put(other.getKey(), compile(other.getValue(), other.getKey(), Compiler.MINOR));
    }
    return modules;
  }

  private static String key(String glsl) {
    MessageDigest digest = sha256();
    digest.update(Compiler.identity().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(glsl.getBytes(StandardCharsets.UTF_8));
    String hash = HexFormat.of().formatHex(digest.digest());
    return hash.substring(0, 2) + "/" + hash.substring(2) + ".module";
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** The module in a file, or null where the file is not as it was written. */
  private static byte[] read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int length = Math.max(0, bytes.length - CHECKSUM);
      byte[] spirv = Arrays.copyOf(bytes, length);
      byte[] checksum = Arrays.copyOfRange(bytes, length, bytes.length);
      return length > 0 && Arrays.equals(sha256().digest(spirv), checksum) ? spirv : null;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the SPIR-V cache", e);
    }
  }

  /**
   * Writes the module and its checksum, for a driver must not be blamed for what a disk has lost;
   * beside first and then renamed, so that no reader sees half of it.
   */
  private static void write(Path file, byte[] spirv) {
    try {
      Files.createDirectories(file.getParent());
      Path part = Files.createTempFile(file.getParent(), "part", "");
      Files.write(part, spirv);
      Files.write(part, sha256().digest(spirv), StandardOpenOption.APPEND);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // The cache only saves time: where it cannot be written, the shader is compiled again next
      // time.
    }
  }

  @Override
  public void close() {
    compilers.values().forEach(Compiler::close);
    compilers.clear();
  }
}
