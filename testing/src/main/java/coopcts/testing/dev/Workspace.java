// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The project's folder: its class paths, its classes, and what run-cts.sh starts. */
final class Workspace {

  /** As the build has it. */
  private static final List<String> OPTIONS =
      List.of(
          "--release",
          "25",
          "-g",
          "-parameters",
          "-proc:none",
          "-implicit:none",
          "-Xlint:all,-processing,-serial,-classfile,-restricted,-path",
          "-Werror",
          "-XDshould-stop.ifError=FLOW");

  /** Every entry of a jar has the same time: the same classes make the same bytes. */
  private static final FileTime JAR_TIME = FileTime.fromMillis(1_767_225_600_000L);

  private final Path root;

  Workspace(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  private Path home() {
    return root.resolve("suite/target/coopcts");
  }

  private Path classPathFile(String module) {
    return root.resolve(module).resolve("target/dev/class-path");
  }

  /**
   * Compiles what changed and what depends on it, copies what changed of the resources, and renews
   * the jars that run-cts.sh starts.
   *
   * @return whether everything compiles
   */
  boolean build() throws IOException, InterruptedException {
    prepare();
    List<String> documented = documented();
    Incremental incremental =
        new Incremental(tree -> tree.kind().equals(Tree.MAIN) ? documented : OPTIONS);
    for (String kind : List.of(Tree.MAIN, Tree.TEST)) {
      for (Tree tree : Tree.all(root, kind)) {
        boolean copied = copyResources(tree);
        int before = incremental.compiled();
        if (!incremental.compile(tree, classPath(tree))) {
          return false;
        }
        boolean isShipped = kind.equals(Tree.MAIN) && !tree.module().equals("testing");
        if (isShipped && (copied || incremental.compiled() > before || !isInJar(tree))) {
          jar(tree);
        }
      }
      if (kind.equals(Tree.MAIN)) {
        Files.writeString(home().resolve("built"), "");
      }
    }
    if (incremental.compiled() > 0) {
      System.out.printf("dev: %d sources compiled%n", incremental.compiled());
    }
    return true;
  }

  /** Javadoc of what is shipped is checked, too. */
  private List<String> documented() throws IOException {
    List<String> options = new ArrayList<>(OPTIONS);
    options.add("-Xdoclint:all/public");
    options.add("-Xdoclint/package:" + property("coopcts.documented"));
    return options;
  }

  /**
   * The first time, and where a POM changed, Maven fetches what is missing and says where it is.
   */
  void prepare() throws IOException, InterruptedException {
    ByteArrayOutputStream poms = new ByteArrayOutputStream();
    poms.write(Files.readAllBytes(root.resolve("pom.xml")));
    for (String module : Tree.MODULES) {
      poms.write(Files.readAllBytes(root.resolve(module).resolve("pom.xml")));
    }
    String key = Stamp.hash(poms.toByteArray());
    Path known = root.resolve("testing/target/dev/poms");
    if (Files.exists(known) && Files.readString(known).equals(key) && isComplete()) {
      return;
    }
    System.out.println("dev: Maven fetches what is missing, once");
    Tree.all(root, Tree.MAIN).forEach(tree -> delete(tree.mavens()));
    maven(
        "-Dmaven.test.skip",
        "-Dspotless.check.skip",
        "-Dcoopcts.commit=" + git("rev-parse", "--short=12", "HEAD"),
        "-Dcoopcts.date=" + git("show", "-s", "--format=%cs", "HEAD"),
        "-Dmdep.outputFile=target/dev/class-path",
        "-DincludeScope=test",
        "package",
        "dependency:build-classpath");
    for (Tree tree : Tree.all(root, Tree.MAIN)) {
      if (!Incremental.adopt(tree)) {
        throw new Usage("Maven compiled only a part of " + tree.module() + "; ./mvnw clean");
      }
    }
    Files.writeString(known, key);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new Usage(file + " cannot be removed: " + e.getMessage());
    }
  }

  private boolean isComplete() throws IOException {
    for (String module : Tree.MODULES) {
      if (!Files.exists(classPathFile(module)) || !allExist(libraries(module))) {
        return false;
      }
    }
    return Files.isDirectory(home().resolve("lib"))
        && Files.isDirectory(root.resolve("reports/target/generated-resources"));
  }

  private static boolean allExist(List<Path> files) {
    return files.stream().allMatch(Files::exists);
  }

  private List<Path> libraries(String module) throws IOException {
    return Arrays.stream(Files.readString(classPathFile(module)).strip().split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> !path.startsWith(root))
        .toList();
  }

  /** What a tree is compiled and run with, its own classes left out. */
  List<Path> classPath(Tree tree) throws IOException {
    List<Path> path = new ArrayList<>();
    if (tree.kind().equals(Tree.TEST)) {
      path.add(new Tree(root, tree.module(), Tree.MAIN).classes());
    }
    for (String module : Tree.MODULES) {
      boolean isOwn = module.equals(tree.module());
      if (isOwn) {
        break;
      }
      if (!module.equals("testing") || tree.kind().equals(Tree.TEST)) {
        path.add(new Tree(root, module, Tree.MAIN).classes());
      }
    }
    path.addAll(libraries(tree.module()));
    return path;
  }

  /** The libraries that only this tool needs. */
  List<Path> ownLibraries() throws IOException {
    return libraries("testing");
  }

  private boolean copyResources(Tree tree) throws IOException, InterruptedException {
    boolean copied = false;
    Set<Path> present = new HashSet<>();
    for (Tree.Resources resources : tree.resources()) {
      Path folder = tree.classes().resolve(resources.to());
      for (Path file : Tree.files(resources.from())) {
        Path to = folder.resolve(resources.from().relativize(file).toString());
        present.add(to);
        byte[] bytes = Files.readAllBytes(file);
        if (file.endsWith("coopcts/version.properties")) {
          bytes = filtered(new String(bytes, StandardCharsets.UTF_8));
        }
        if (!Files.exists(to) || !Arrays.equals(Files.readAllBytes(to), bytes)) {
          Files.createDirectories(to.getParent());
          Files.write(to, bytes);
          copied = true;
        }
      }
    }
    for (Path file : Tree.files(tree.classes())) {
      if (!file.toString().endsWith(".class") && !present.contains(file)) {
        Files.delete(file);
        copied = true;
      }
    }
    return copied;
  }

  private byte[] filtered(String text) throws IOException, InterruptedException {
    String filled =
        text.replace("${project.version}", version())
            .replace("${coopcts.commit}", git("rev-parse", "--short=12", "HEAD"))
            .replace("${coopcts.date}", git("show", "-s", "--format=%cs", "HEAD"))
            .replace("${lwjgl.version}", property("lwjgl.version"));
    if (filled.contains("${")) {
      throw new Usage("./dev does not know all that version.properties asks for: " + filled);
    }
    return filled.getBytes(StandardCharsets.UTF_8);
  }

  private String version() throws IOException {
    return element("version");
  }

  /** A property of the parent POM. */
  String property(String name) throws IOException {
    return element(Pattern.quote(name));
  }

  private String element(String name) throws IOException {
    Matcher matcher =
        Pattern.compile("<" + name + ">([^<]+)</")
            .matcher(Files.readString(root.resolve("pom.xml")));
    if (!matcher.find()) {
      throw new Usage("pom.xml has no " + name);
    }
    return matcher.group(1);
  }

  private Path jarFile(Tree tree) throws IOException {
    return home().resolve("lib").resolve(tree.module() + "-" + version() + ".jar");
  }

  private boolean isInJar(Tree tree) throws IOException {
    Path jar = jarFile(tree);
    return Files.exists(jar)
        && Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(tree.state())) >= 0;
  }

  private void jar(Tree tree) throws IOException {
    Path jar = jarFile(tree);
    Path next = jar.resolveSibling("." + tree.module() + ".new");
    try (JarOutputStream out =
        new JarOutputStream(
            Files.newOutputStream(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING))) {
      out.setLevel(1);
      for (Path file : Tree.files(tree.classes())) {
        JarEntry entry = new JarEntry(tree.classes().relativize(file).toString());
        entry.setLastModifiedTime(JAR_TIME);
        out.putNextEntry(entry);
        out.write(Files.readAllBytes(file));
        out.closeEntry();
      }
    }
    Files.move(next, jar, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Runs Maven; what it says is shown where it fails. */
  void maven(String... arguments) throws IOException, InterruptedException {
    boolean isInstalled =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mvn")));
    List<String> command =
        new ArrayList<>(
            List.of(isInstalled ? "mvn" : root.resolve("mvnw").toString(), "-B", "-q", "-ntp"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new Usage("Maven failed:\n" + said.strip());
    }
  }

  /** What git prints; "unknown" without a repository. */
  String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? said.strip() : "unknown";
  }

  /** Allure's generator, which one test class reads; null where none was unpacked. */
  Path allure() throws IOException {
    String name = "allure-" + property("allure.commandline.version");
    for (Path folder : List.of(root.resolve("reports/target/generator"), home())) {
      if (Files.isDirectory(folder.resolve(name))) {
        return folder.resolve(name);
      }
    }
    return null;
  }
}
