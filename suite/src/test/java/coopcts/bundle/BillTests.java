// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.reports.Folders;
import coopcts.spirv.ToolVersions;
import coopcts.testing.Temporary;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.lwjgl.system.libffi.LibFFI;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bill names what is somebody else's, in a tree that looks as a build's does. */
public final class BillTests {

  private static final Path ROOT = Path.of("..");
  private static final String DASHBOARD = "coopcts/reports/dashboard/lib/";

  private static final String BUILT =
      """
      {"components": [
       {"name": "picocli", "version": "4", "purl": "pkg:maven/info.picocli/picocli@4?type=jar"},
       {"name": "gone", "version": "1", "purl": "pkg:maven/a/gone@1?type=jar"}]}
      """;

  private Path home;

  @BeforeMethod
  public void makeTree() throws IOException {
    home = Temporary.folder("bill");
    jar("lib/suite-1.jar", "coopcts/Some.class");
    jar("lib/reports-1.jar", DASHBOARD + "d3.min.js", DASHBOARD + "LICENSES.txt", "coopcts/own.js");
    jar("lib/picocli-4.jar", "picocli/Some.class");
    jar("natives/linux-x64/lwjgl-3.4.3-natives-linux.jar", "linux/x64/org/lwjgl/liblwjgl.so");
    jar("natives/windows-x64/lwjgl-shaderc-3.4.3-natives-windows.jar", "windows/shaderc.dll");
    jar("allure-2.34.1/lib/allure-generator-2.34.1.jar", "app.js");
    jar("allure-2.34.1/plugins/xray-plugin/lib/json-7.jar", "META-INF/maven/a/json/pom.properties");
    file("allure-2.34.1/config/allure.yml");
    file("built");
    file("bom.json");
  }

  @AfterMethod
  public void deleteTree() throws IOException {
    Folders.delete(home);
  }

  private void file(String name) throws IOException {
    Files.createDirectories(home.resolve(name).getParent());
    Files.writeString(home.resolve(name), name);
  }

  private void jar(String name, String... entries) throws IOException {
    Files.createDirectories(home.resolve(name).getParent());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(home.resolve(name)))) {
      for (String entry : entries) {
        jar.putNextEntry(new JarEntry(entry));
        jar.write("groupId=a\nartifactId=json\nversion=7\n".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static Map<String, List<String>> places(String bill) {
    Map<String, List<String>> places = new TreeMap<>();
    for (JsonNode component : JsonMapper.shared().readTree(bill).get("components")) {
      List<String> own = new ArrayList<>();
      component.at("/evidence/occurrences").forEach(one -> own.add(one.get("location").asString()));
      places.put(component.path("purl").asString(""), own);
    }
    return places;
  }

  @Test
  public void eachFileOfOthersIsNamed() throws Exception {
    String bill = Bill.of(home, BUILT, Optional.empty());
    Map<String, List<String>> places = places(bill);
    String shaderc = "natives/windows-x64/lwjgl-shaderc-3.4.3-natives-windows.jar";
    assertEquals(
        places.get("pkg:maven/info.picocli/picocli@4?type=jar"), List.of("lib/picocli-4.jar"));
    assertEquals(
        places.get("pkg:npm/d3@7.9.2"), List.of("lib/reports-1.jar!/" + DASHBOARD + "d3.min.js"));
    assertEquals(
        places.get("pkg:github/KhronosGroup/glslang@16.4.0"),
        List.of(shaderc + "!/windows/shaderc.dll"));
    assertEquals(
        places.get("pkg:maven/org.lwjgl/lwjgl-shaderc@3.4.3?classifier=natives-windows&type=jar"),
        List.of(shaderc));
    assertEquals(
        places.get("pkg:maven/io.qameta.allure/allure-commandline@2.34.1?type=zip"),
        List.of("allure-2.34.1/config/allure.yml"));
    assertEquals(
        places.get("pkg:maven/io.qameta.allure/allure-generator@2.34.1?type=jar"),
        List.of("allure-2.34.1/lib/allure-generator-2.34.1.jar"));
    assertEquals(
        places.get("pkg:maven/a/json@7?type=jar"),
        List.of("allure-2.34.1/plugins/xray-plugin/lib/json-7.jar"));
    assertTrue(places.get("pkg:github/libffi/libffi@v3.8.0").get(0).endsWith("/liblwjgl.so"));
    assertEquals(places.get("pkg:maven/a/gone@1?type=jar"), null);
    assertEquals(Bill.of(home, bill, Optional.empty()), bill);
  }

  @DataProvider
  public Object[][] strangers() {
    return new Object[][] {
      {"lib/stranger-1.jar", ""},
      {"lib/libstranger.so", ""},
      {"natives/linux-x64/stranger.txt", ""},
      {"allure-2.34.1/lib/nameless-1.jar", "x"},
      {"lib/reports-1.jar", DASHBOARD + "stranger.js"},
      {"lib/reports-1.jar", "coopcts/reports/font.woff2"},
      {"lib/suite-1.jar", "coopcts/libstranger.so"},
      {"natives/linux-x64/lwjgl-3.4.3-natives-linux.jar", "linux/x64/org/lwjgl/libother.so"},
      {"runtime/bin/java", ""}
    };
  }

  @Test(dataProvider = "strangers")
  public void whatNothingNamesIsAnError(String file, String entry) throws Exception {
    if (entry.isEmpty()) {
      file(file);
    } else {
      jar(file, entry);
    }
    IOException said =
        expectThrows(IOException.class, () -> Bill.of(home, BUILT, Optional.empty()));
    String name = entry.isEmpty() || entry.equals("x") ? file : file + "!/" + entry;
    assertTrue(said.getMessage().contains(" does not name " + name + ";"), said.getMessage());
  }

  private static Map<String, String> versions() throws IOException {
    return Parts.read().parts().stream()
        .collect(Collectors.toMap(Parts.Part::name, Parts.Part::version));
  }

  /** The versions are those that the libraries say, and that LWJGL says of its build. */
  @Test
  public void partsOfNativeLibrariesHaveTheirVersions() throws Exception {
    Map<String, String> versions = versions();
    assertEquals(versions.get("glslang"), ToolVersions.own().glslang());
    assertEquals(versions.get("SPIRV-Tools"), ToolVersions.own().spirvTools());
    assertEquals(versions.get("libffi"), LibFFI.ffi_get_version());
    String platform = Platform.host().orElseThrow().natives();
    String name =
        platform.contains("windows")
            ? "META-INF/windows/%s/org/lwjgl/shaderc/shaderc.dll.git"
            : "META-INF/linux/%s/org/lwjgl/shaderc/libshaderc.so.git";
    try (InputStream commit =
        BillTests.class
            .getClassLoader()
            .getResourceAsStream(name.formatted(platform.endsWith("arm64") ? "arm64" : "x64"))) {
      assertEquals(
          versions.get("shaderc"), new String(commit.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  public void scriptsHaveTheVersionsOfTheirLicences() throws Exception {
    Map<String, String> titles = new TreeMap<>();
    Matcher title =
        Pattern.compile("(?m)^={80}\n(\\S+) (\\S+) \\(")
            .matcher(
                Files.readString(
                    ROOT.resolve("reports/src/main/resources/" + DASHBOARD + "LICENSES.txt")));
    while (title.find()) {
      titles.put(title.group(1), title.group(2));
    }
    Map<String, String> scripts = new TreeMap<>();
    for (Parts.Part part : Parts.read().parts()) {
      if (part.purl().startsWith("pkg:npm/")) {
        scripts.put(part.name(), part.version());
      }
    }
    assertEquals(scripts, titles);
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    scripts.forEach(
        (name, version) -> {
          String property = name.substring(name.lastIndexOf('/') + 1) + ".version";
          String line = "<%s>%s</%s>".formatted(property, version, property);
          assertTrue(pom.contains(line), line);
        });
  }

  private static Checksums kept() throws IOException {
    return Checksums.read(ROOT.resolve(".mvn/checksums/checksums.sha256"));
  }

  /** Whatever Maven built this: each library of the class path is in the kept list. */
  @Test
  public void theClassPathIsPinned() throws Exception {
    Map<String, List<String>> sums =
        kept().byPath().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    entry -> entry.getKey().substring(entry.getKey().lastIndexOf('/') + 1),
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    int libraries = 0;
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String one : path.split(File.pathSeparator)) {
      Path file = Path.of(one).toAbsolutePath().normalize();
      if (one.endsWith(".jar") && !file.startsWith(ROOT.toAbsolutePath().normalize())) {
        List<String> sum = sums.getOrDefault(file.getFileName().toString(), List.of());
        assertTrue(sum.contains(Bill.digest("SHA-256", file)), one);
        libraries++;
      }
    }
    assertTrue(libraries > 30, libraries + " libraries");
    assertTrue(
        kept().byPath().keySet().stream()
            .anyMatch(one -> one.matches(".*/allure-commandline-[0-9.]+\\.zip")));
  }

  @Test
  public void whatWasFetchedIsHeldAgainstTheList() throws Exception {
    Path repository = Files.createDirectories(home.resolve("repository/a/b"));
    Path plugin = Files.writeString(repository.resolve("plugin-1.pom"), "as it was");
    List<String> lines = new ArrayList<>();
    lines.add(Bill.digest("SHA-256", plugin) + "  a/b/plugin-1.pom");
    for (String jar :
        List.of(
            "lib/picocli-4.jar",
            "natives/linux-x64/lwjgl-3.4.3-natives-linux.jar",
            "natives/windows-x64/lwjgl-shaderc-3.4.3-natives-windows.jar")) {
      lines.add(
          "%s  a/%s"
              .formatted(Bill.digest("SHA-256", home.resolve(jar)), Path.of(jar).getFileName()));
    }
    Path list = Files.write(home.resolve("list"), lines);
    Path fetched = home.resolve("repository");
    BuiltTree.fetched(home, list, fetched);

    Files.writeString(plugin, "another");
    jar("lib/picocli-4.jar", "picocli/Planted.class");
    jar("lib/stranger-1.jar", "x");
    IOException said =
        expectThrows(IOException.class, () -> BuiltTree.fetched(home, list, fetched));
    assertTrue(
        said.getMessage()
            .startsWith("a/b/plugin-1.pom, lib/picocli-4.jar, lib/stranger-1.jar: not as in list;"),
        said.getMessage());
    Files.writeString(list, "nothing\n");
    expectThrows(IOException.class, () -> BuiltTree.fetched(home, list, fetched));
  }

  @Test
  public void thePageTellsWhatTheBillHas() throws Exception {
    String bill = Bill.of(home, BUILT, Optional.empty());
    Path page = home.resolve("page.md");
    BuiltTree.page(bill, page, true);
    BuiltTree.page(bill, page, false);
    assertTrue(Files.readString(page).contains("| picocli | 4 | lib |\n"));
    Files.writeString(page, Files.readString(page).replace("| 7 |", "| 6 |"));
    IOException said = expectThrows(IOException.class, () -> BuiltTree.page(bill, page, false));
    assertTrue(said.getMessage().endsWith("./dev checksums updates it"), said.getMessage());
  }

  /** Maven 3.9 holds itself to the list before it uses a file. */
  @Test
  public void mavenItselfIsTold() throws Exception {
    List<String> options = Files.readAllLines(ROOT.resolve(".mvn/maven.config"));
    assertTrue(
        options.containsAll(
            List.of(
                "-Daether.artifactResolver.postProcessor.trustedChecksums=true",
                "-Daether.artifactResolver.postProcessor.trustedChecksums.checksumAlgorithms=SHA-256",
                "-Daether.trustedChecksumsSource.summaryFile=true")),
        options.toString());
  }
}
