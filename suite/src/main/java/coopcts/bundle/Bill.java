// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The software bill of materials (CycloneDX) of a bundle: the build's, with the native libraries of
 * the bundle's platform and its Java runtime.
 */
final class Bill {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Bill() {}

  /**
   * @param bill of the build
   * @param natives jars with native libraries
   */
  static String of(Path bill, Platform platform, List<Path> natives, Optional<JavaRuntime> runtime)
      throws IOException {
    String text =
        Files.readString(bill)
            .replaceAll("classifier=natives-[a-z0-9-]+", "classifier=" + platform.natives());
    JsonNode root = JSON.readTree(text);
    ArrayNode components = (ArrayNode) root.get("components");
    for (JsonNode component : components) {
      if (component.path("purl").asString("").contains("classifier=natives-")) {
        String name = component.get("name").asString() + "-" + component.get("version").asString();
        hash((ObjectNode) component, named(natives, name + "-" + platform.natives() + ".jar"));
      }
    }
    runtime.ifPresent(java -> add(components, java));
    return JSON.writeValueAsString(root) + "\n";
  }

  private static Path named(List<Path> jars, String name) throws IOException {
    return jars.stream()
        .filter(jar -> jar.getFileName().toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException(name + " is missing"));
  }

  private static void hash(ObjectNode component, Path jar) throws IOException {
    ArrayNode hashes = component.putArray("hashes");
    for (String algorithm : List.of("SHA-256", "SHA-512")) {
      hashes.addObject().put("alg", algorithm).put("content", digest(algorithm, jar));
    }
  }

  private static void add(ArrayNode components, JavaRuntime java) {
    ObjectNode component =
        components
            .addObject()
            .put("type", "framework")
            .put("bom-ref", "openjdk-runtime")
            .put("name", "OpenJDK")
            .put("version", java.version());
    component.putObject("supplier").put("name", java.maker());
    component
        .putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
  }

  /** A file's digest in hexadecimal digits. */
  static String digest(String algorithm, Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }
}
