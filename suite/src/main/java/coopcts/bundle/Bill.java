// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import coopcts.reports.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The software bill of materials (CycloneDX) of a folder that is given to others: what Maven knows
 * of the class path, completed by walking over the folder, jars in Allure's folder, native
 * libraries and scripts inside of jars too. Each component names the files that it is in ({@code
 * evidence.occurrences}); a file that is neither the suite's nor named is an error.
 */
final class Bill {

  static final String RUNTIME = "runtime/";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Files of the suite itself. The texts in {@code licences} belong to what they are texts of. */
  private static final Pattern OWN =
      Pattern.compile(
          "built|bom\\.json|run-cts\\.(sh|cmd)|deqp-coopcts|java\\.options|LICENSE|NOTICE|CHANGELOG\\.md"
              + "|README\\.txt|(licences|nokernel|replay)/.*");

  /** Jars of the build itself. */
  static final Pattern OWN_JAR =
      Pattern.compile("lib/(generators|cases|reports|suite)-[^/]+\\.jar");

  private static final Pattern ALLURE = Pattern.compile("allure-([0-9][^/]*)/.*");
  private static final Pattern NATIVES =
      Pattern.compile("(.*)-([0-9][^-]*)-(natives-[a-z0-9-]+)\\.jar");

  private final Path root;
  private final Parts parts;
  private final Map<String, ObjectNode> components = new TreeMap<>();
  private final Map<String, String> purlOfJar = new TreeMap<>();
  private final List<String> unnamed = new ArrayList<>();

  private Bill(Path root, Parts parts) {
    this.root = root;
    this.parts = parts;
  }

  /**
   * @param root the folder; the bill that lies in it is not looked at
   * @param built a bill with the components of the class path
   * @throws IOException if a file is somebody else's and nothing names it
   */
  static String of(Path root, String built, Optional<JavaRuntime> runtime) throws IOException {
    Bill bill = new Bill(root, Parts.read());
    ObjectNode whole = (ObjectNode) JSON.readTree(built);
    bill.take(whole.withArray("components"));
    runtime.ifPresent(bill::add);
    for (String file : files(root)) {
      bill.name(file);
    }
    if (!bill.unnamed.isEmpty()) {
      throw new IOException(
          "the bill of materials does not name %s; Maven, a pom.properties or %s has to"
              .formatted(String.join(", ", bill.unnamed), Parts.FILE));
    }
    ArrayNode named = whole.putArray("components");
    bill.components.values().stream().filter(one -> one.has("evidence")).forEach(named::add);
    return JSON.writeValueAsString(whole) + "\n";
  }

  private static List<String> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> !Files.isDirectory(file))
          .map(file -> Folders.below(root, file))
          .sorted()
          .toList();
    }
  }

  /** Native libraries are those that the folder has, of whatever platform. */
  private void take(ArrayNode built) {
    for (JsonNode component : built) {
      String purl = component.path("purl").asString(component.path("bom-ref").asString(""));
      if (!purl.contains("classifier=natives-")) {
        ObjectNode own = ((ObjectNode) component).deepCopy();
        own.remove("evidence");
        components.put(purl, own);
        purlOfJar.put(
            "%s-%s.jar".formatted(own.path("name").asString(""), own.path("version").asString("")),
            purl);
      }
    }
  }

  private void add(JavaRuntime java) {
    ObjectNode component =
        component("openjdk-runtime", "framework", "", "OpenJDK", java.version(), "");
    component.putObject("supplier").put("name", java.maker());
    licence(component, "GPL-2.0-only WITH Classpath-exception-2.0");
    occurs(component, RUNTIME);
  }

  private void name(String file) throws IOException {
    if (file.startsWith(RUNTIME) && components.containsKey("openjdk-runtime")) {
      return;
    }
    String name = file.substring(file.lastIndexOf('/') + 1);
    Matcher allure = ALLURE.matcher(file);
    Matcher natives = NATIVES.matcher(name);
    if (natives.matches()) {
      natives(file, natives);
    } else if (purlOfJar.containsKey(name) && file.equals("lib/" + name)) {
      occurs(components.get(purlOfJar.get(name)), file);
    } else if (allure.matches() && name.endsWith(".jar")) {
      jar(file, name);
    } else if (allure.matches()) {
      occurs(maven("io.qameta.allure", "allure-commandline", allure.group(1), "type=zip"), file);
    } else if (!OWN.matcher(file).matches() && !OWN_JAR.matcher(file).matches()) {
      unnamed.add(file);
    }
    if (OWN_JAR.matcher(file).matches()) {
      inside(file);
    }
  }

  private void natives(String file, Matcher name) throws IOException {
    ObjectNode component =
        maven(
            "org.lwjgl", name.group(1), name.group(2), "classifier=" + name.group(3) + "&type=jar");
    hash(component, root.resolve(file));
    licence(component, "BSD-3-Clause");
    occurs(component, file);
    inside(file);
  }

  /** A jar that says itself what it is and what it holds, or whose group is known by its name. */
  private void jar(String file, String name) throws IOException {
    boolean isNamed = false;
    for (Parts.Coordinates one : parts.inJar(root.resolve(file))) {
      ObjectNode component = maven(one.group(), one.artifact(), one.version(), "type=jar");
      boolean isWhole = name.equals(one.artifact() + "-" + one.version() + ".jar");
      isNamed |= isWhole;
      if (isWhole) {
        hash(component, root.resolve(file));
      }
      occurs(component, isWhole ? file : file + "!/" + one.entry());
    }
    if (!isNamed) {
      unnamed.add(file);
    }
  }

  /** Native libraries and others' scripts inside of a jar. */
  private void inside(String file) throws IOException {
    for (String entry : Parts.othersIn(root.resolve(file))) {
      String place = file + "!/" + entry;
      List<Parts.Part> found = parts.at(place);
      if (found.isEmpty()) {
        unnamed.add(place);
      }
      for (Parts.Part part : found) {
        ObjectNode component =
            component(part.purl(), "library", "", part.name(), part.version(), part.purl());
        licence(component, part.license());
        occurs(component, place);
      }
    }
  }

  private ObjectNode maven(String group, String artifact, String version, String qualifiers) {
    String purl = "pkg:maven/%s/%s@%s?%s".formatted(group, artifact, version, qualifiers);
    return component(purl, "library", group, artifact, version, purl);
  }

  private ObjectNode component(
      String ref, String type, String group, String name, String version, String purl) {
    return components.computeIfAbsent(
        ref,
        _ -> {
          ObjectNode made = JSON.createObjectNode().put("type", type).put("bom-ref", ref);
          put(made, "group", group);
          made.put("name", name);
          put(made, "version", version);
          put(made, "purl", purl);
          return made;
        });
  }

  private static void put(ObjectNode component, String member, String value) {
    if (!value.isEmpty()) {
      component.put(member, value);
    }
  }

  private static void licence(ObjectNode component, String expression) {
    component.putArray("licenses").addObject().put("expression", expression);
  }

  private static void occurs(ObjectNode component, String place) {
    component.withObject("evidence").withArray("occurrences").addObject().put("location", place);
  }

  private static void hash(ObjectNode component, Path jar) throws IOException {
    ArrayNode hashes = component.putArray("hashes");
    for (String algorithm : List.of("SHA-256", "SHA-512")) {
      hashes.addObject().put("alg", algorithm).put("content", digest(algorithm, jar));
    }
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
