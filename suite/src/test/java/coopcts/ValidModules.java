// SPDX-License-Identifier: Apache-2.0
package coopcts;

import coopcts.spirv.Compiler;
import coopcts.spirv.SpirvTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which modules SPIRV-Tools found valid, by the hash of their words and of the tools: the same
 * tools say the same of the same words. What they refuse is asked again each time.
 */
final class ValidModules implements AutoCloseable {

  private final Path file;
  private final Set<String> known = new HashSet<>();
  private final List<String> found = new ArrayList<>();
  private final SpirvTools tools = new SpirvTools();

  /**
   * @param folder that other builds share
   */
  ValidModules(Path folder) throws IOException {
    Files.createDirectories(folder);
    file = folder.resolve("valid");
    if (Files.exists(file)) {
      known.addAll(Files.readAllLines(file));
    }
  }

  Optional<String> complaint(byte[] module) {
    String key = key(module);
    if (known.contains(key)) {
      return Optional.empty();
    }
    Optional<String> complaint = tools.validate(module);
    if (complaint.isEmpty()) {
      known.add(key);
      found.add(key);
    }
    return complaint;
  }

  private static String key(byte[] module) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Compiler.identity().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(module));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** Notes what was found valid, in one write: others may do the same. */
  @Override
  public void close() throws IOException {
    tools.close();
    if (!found.isEmpty()) {
      Files.writeString(
          file,
          String.join("\n", found) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
