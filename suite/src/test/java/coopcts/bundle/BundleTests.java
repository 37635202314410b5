// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.reports.UsageException;
import coopcts.testing.Temporary;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The archives of a small tree that looks as the build's does. */
public final class BundleTests {

  private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();

  private Path folder;
  private Bundle bundle;

  @BeforeClass(alwaysRun = true)
  public void makeTree() throws IOException {
    folder = Temporary.folder("bundles");
    Path home = folder.resolve("home");
    jar(home.resolve("lib/suite-1.jar"), "META-INF/NOTICE");
    jar(home.resolve("lib/lwjgl-3.4.3.jar"));
    jar(home.resolve("lib/picocli-4.jar"));
    jar(home.resolve("lib/lwjgl-3.4.3-natives-linux.jar"));
    for (Platform platform : Platform.values()) {
      Path natives = home.resolve("natives").resolve(platform.toString());
      for (String library : new String[] {"lwjgl", "lwjgl-shaderc"}) {
        jar(natives.resolve(library + "-3.4.3-" + platform.natives() + ".jar"));
      }
    }
    Files.writeString(
        home.resolve("bom.json"),
        """
        {"bomFormat": "CycloneDX", "components": [
         {"name": "picocli", "version": "4", "purl": "pkg:maven/info.picocli/picocli@4?type=jar"},
         {"name": "lwjgl", "version": "3.4.3", "purl": "pkg:maven/org.lwjgl/lwjgl@3.4.3?type=jar"},
         {"name": "lwjgl", "version": "3.4.3", "hashes": [{"alg": "MD5", "content": "0"}],
          "purl": "pkg:maven/org.lwjgl/lwjgl@3.4.3?classifier=natives-linux&type=jar"}],
         "dependencies": [
          {"ref": "pkg:maven/org.lwjgl/lwjgl@3.4.3?classifier=natives-linux&type=jar"}]}
        """);
    bundle = new Bundle(home, SOURCES);
  }

  private static void jar(Path file, String... texts) throws IOException {
    Files.createDirectories(file.getParent());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry("of/" + file.getFileName().toString().replace(".jar", "")));
      for (String text : texts) {
        jar.putNextEntry(new JarEntry(text));
        jar.write("text".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** A folder that looks like a runtime without modules to link. */
  private Path runtime(Platform platform, String version) throws IOException {
    Path home = Files.createTempDirectory(folder, "jdk");
    String java = platform.isWindows() ? "java.exe" : "java";
    for (String file :
        new String[] {"bin/" + java, "lib/modules", "lib/src.zip", "legal/a/LICENSE"}) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.writeString(home.resolve(file), file);
    }
    Files.writeString(
        home.resolve("release"),
        """
        JAVA_VERSION="%s"
        JAVA_RUNTIME_VERSION="%s+9-LTS"
        IMPLEMENTOR="Somebody"
        OS_NAME="%s"
        OS_ARCH="%s"
        """
            .formatted(version, version, platform.system(), platform.architecture()));
    return home;
  }

  @DataProvider
  public Object[][] platforms() {
    return Arrays.stream(Platform.values()).map(one -> new Object[] {one}).toArray(Object[][]::new);
  }

  private record Packed(Map<String, byte[]> files, Set<String> programs, Set<Instant> times) {}

  private static Packed read(Path archive) throws IOException {
    Packed packed = new Packed(new TreeMap<>(), new HashSet<>(), new HashSet<>());
    boolean zip = archive.toString().endsWith(".zip");
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        ArchiveInputStream<?> in =
            zip
                ? new ZipArchiveInputStream(file)
                : new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
      for (ArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        packed.files.put(entry.getName(), in.readAllBytes());
        packed.times.add(entry.getLastModifiedDate().toInstant());
        if (entry instanceof TarArchiveEntry tar) {
          assertEquals(tar.getUserName() + tar.getLongUserId(), "root0");
          if ((tar.getMode() & 0100) != 0) {
            packed.programs.add(tar.getName());
          }
        }
      }
    }
    return packed;
  }

  @Test(dataProvider = "platforms")
  public void archivesHoldWhatTheirPlatformNeeds(Platform platform) throws Exception {
    Path out = folder.resolve("a" + platform.suffix());
    Bundle.Made made = bundle.make(platform, Optional.of(runtime(platform, "25.0.3")), out);
    assertEquals(made.java(), Optional.of("25.0.3+9-LTS"));
    Packed packed = read(out);
    String java = platform.isWindows() ? "java.exe" : "java";
    String natives = platform.natives();
    Set<String> nokernel = new TreeSet<>(packed.files.keySet());
    nokernel.removeIf(name -> !name.startsWith("coopcts/nokernel/"));
    packed.files.keySet().removeAll(nokernel);
    assertEquals(
        nokernel.containsAll(Set.of("coopcts/nokernel/devices.tsv", "coopcts/nokernel/nokernel.c")),
        platform == Platform.LINUX_X64);
    Set<String> expected = new TreeSet<>();
    platform.scripts().forEach(script -> expected.add("coopcts/" + script));
    expected.addAll(
        Set.of(
            "coopcts/CHANGELOG.md",
            "coopcts/LICENSE",
            "coopcts/NOTICE",
            "coopcts/README.txt",
            "coopcts/bom.json",
            "coopcts/java.options",
            "coopcts/lib/lwjgl-3.4.3-" + natives + ".jar",
            "coopcts/lib/lwjgl-3.4.3.jar",
            "coopcts/lib/lwjgl-shaderc-3.4.3-" + natives + ".jar",
            "coopcts/lib/picocli-4.jar",
            "coopcts/lib/suite-1.jar",
            "coopcts/licences/lwjgl-3.4.3-" + natives + "/libffi.txt",
            "coopcts/licences/lwjgl-3.4.3-" + natives + "/lwjgl.txt",
            "coopcts/licences/lwjgl-3.4.3/libffi.txt",
            "coopcts/licences/lwjgl-3.4.3/lwjgl.txt",
            "coopcts/licences/lwjgl-shaderc-3.4.3-" + natives + "/lwjgl.txt",
            "coopcts/licences/lwjgl-shaderc-3.4.3-" + natives + "/shaderc.txt",
            "coopcts/licences/suite-1/NOTICE",
            "coopcts/replay/coopcts-replay.c",
            "coopcts/runtime/bin/" + java,
            "coopcts/runtime/legal/a/LICENSE",
            "coopcts/runtime/lib/modules",
            "coopcts/runtime/release"));
    assertEquals(packed.files.keySet(), expected);
    assertEquals(packed.times.size(), 1);
    assertEquals(
        packed.programs.remove("coopcts/nokernel/nokernel.sh"), platform == Platform.LINUX_X64);
    assertEquals(
        packed.programs,
        platform.isWindows()
            ? Set.of()
            : Set.of("coopcts/deqp-coopcts", "coopcts/run-cts.sh", "coopcts/runtime/bin/java"));
    assertEquals(
        Files.readString(folder.resolve("a" + platform.suffix() + ".sha256")),
        Bill.digest("SHA-256", out) + "  a" + platform.suffix() + "\n");
  }

  /** Made later, elsewhere on the globe and from files of other dates. */
  @Test(dataProvider = "platforms")
  public void archivesAreReproducible(Platform platform) throws Exception {
    TimeZone usual = TimeZone.getDefault();
    Path runtime = runtime(platform, "25");
    Path first = folder.resolve("first" + platform.suffix());
    Path second = folder.resolve("second" + platform.suffix());
    bundle.make(platform, Optional.of(runtime), first);
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
      Path modules = runtime.resolve("lib/modules");
      Files.setLastModifiedTime(modules, FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
      bundle.make(platform, Optional.of(runtime), second);
    } finally {
      TimeZone.setDefault(usual);
    }
    assertEquals(Files.mismatch(first, second), -1L);
  }

  @Test(dataProvider = "platforms")
  public void billsNameThePlatformsLibraries(Platform platform) throws Exception {
    Path out = folder.resolve("bill" + platform.suffix());
    Path runtime = runtime(platform, "26");
    bundle.make(platform, Optional.of(runtime), out);
    JsonNode bill = JsonMapper.shared().readTree(read(out).files.get("coopcts/bom.json"));
    Map<String, JsonNode> components = new TreeMap<>();
    bill.get("components")
        .forEach(
            one ->
                components.put(one.path("bom-ref").asString(one.path("purl").asString("")), one));
    for (String library : new String[] {"lwjgl", "lwjgl-shaderc"}) {
      String purl =
          "pkg:maven/org.lwjgl/%s@3.4.3?classifier=%s&type=jar"
              .formatted(library, platform.natives());
      String name = library + "-3.4.3-" + platform.natives() + ".jar";
      JsonNode component = components.get(purl);
      assertEquals(
          component.at("/hashes/0/content").asString(),
          Bill.digest("SHA-256", bundle.home().resolve("natives/" + platform).resolve(name)));
      assertEquals(component.at("/evidence/occurrences/0/location").asString(), "lib/" + name);
    }
    JsonNode java = components.get("openjdk-runtime");
    assertEquals(java.get("version").asString(), "26+9-LTS");
    assertEquals(java.at("/evidence/occurrences/0/location").asString(), "runtime/");
    assertTrue(components.keySet().contains(bill.at("/dependencies/0/ref").asString()));
  }

  @Test
  public void withoutARuntimeTheArchiveSaysWhichJavaItNeeds() throws Exception {
    Platform other =
        Platform.host().equals(Optional.of(Platform.WINDOWS_ARM64))
            ? Platform.LINUX_ARM64
            : Platform.WINDOWS_ARM64;
    Path out = folder.resolve("bare");
    Bundle.Made made = bundle.make(other, Optional.empty(), out);
    assertEquals(made.java(), Optional.empty());
    Map<String, byte[]> files =
        read(Files.move(out, folder.resolve("bare" + other.suffix()))).files;
    assertFalse(files.keySet().stream().anyMatch(name -> name.contains("/runtime/")));
    String readme = new String(files.get("coopcts/README.txt"), StandardCharsets.UTF_8);
    assertTrue(readme.contains("Needs Java " + JavaRuntime.JAVA), readme);
  }

  /** The runtime that runs this is linked, twice to the same bytes. */
  @Test(groups = "processes")
  public void theOwnRuntimeIsLinked() throws Exception {
    Platform host = Platform.host().orElseThrow();
    Path first = folder.resolve("own1" + host.suffix());
    Path second = folder.resolve("own2" + host.suffix());
    bundle.make(host, Optional.empty(), first);
    bundle.make(host, Optional.empty(), second);
    assertEquals(Files.mismatch(first, second), -1L);
    Set<String> names = read(first).files.keySet();
    assertTrue(names.contains("coopcts/runtime/lib/modules"));
    assertFalse(names.stream().anyMatch(name -> name.contains("javac")));
  }

  /** A JDK that runs with a C library of its own is no use without it. */
  @Test
  public void aRuntimeKeepsTheLibrariesOfItsJdk() throws Exception {
    Path jdk = Files.createDirectories(folder.resolve("wrapped/lib/debian")).resolve("../..");
    Files.writeString(jdk.resolve("lib/debian/libc.so.6"), "libc");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nexec loader .java\n");
    Files.writeString(jdk.resolve("lib/libjli.so"), "no script");
    Path runtime = Files.createDirectories(folder.resolve("linked/bin")).resolve("..");
    Files.createDirectories(runtime.resolve("lib"));
    Files.writeString(runtime.resolve("bin/java"), "ELF");
    Files.writeString(runtime.resolve("lib/libjli.so"), "ELF");
    OwnLibraries.keep(jdk, runtime);
    assertEquals(Files.readString(runtime.resolve("bin/.java")), "ELF");
    assertTrue(Files.readString(runtime.resolve("bin/java")).startsWith("#!"));
    assertEquals(Files.readString(runtime.resolve("lib/libjli.so")), "ELF");
    assertEquals(Files.readString(runtime.resolve("lib/debian/libc.so.6")), "libc");
  }

  @Test
  public void runtimesThatDoNotFitAreRefused() throws Exception {
    Path windows = runtime(Platform.WINDOWS_X64, "25");
    assertThrows(UsageException.class, () -> JavaRuntime.in(windows, Platform.LINUX_X64));
    assertThrows(UsageException.class, () -> JavaRuntime.in(windows, Platform.WINDOWS_ARM64));
    Path old = runtime(Platform.LINUX_ARM64, "21.0.2");
    assertThrows(UsageException.class, () -> JavaRuntime.in(old, Platform.LINUX_ARM64));
    assertThrows(UsageException.class, () -> JavaRuntime.in(folder, Platform.LINUX_ARM64));
    Path cut = runtime(Platform.LINUX_ARM64, "25");
    Files.createSymbolicLink(cut.resolve("lib/jvm.cfg"), Path.of("/nowhere/jvm.cfg"));
    assertThrows(
        UsageException.class,
        () -> bundle.make(Platform.LINUX_ARM64, Optional.of(cut), folder.resolve("cut")));
  }

  @Test
  public void aBundleMakesNoOther() {
    assertThrows(
        UsageException.class,
        () ->
            new Bundle(folder, SOURCES)
                .make(Platform.LINUX_X64, Optional.empty(), folder.resolve("x")));
  }

  @Test
  public void platformsAreKnownByJavasNames() {
    assertEquals(Platform.of("Linux", "amd64"), Optional.of(Platform.LINUX_X64));
    assertEquals(Platform.of("Linux", "aarch64"), Optional.of(Platform.LINUX_ARM64));
    assertEquals(Platform.of("Windows Server 2025", "amd64"), Optional.of(Platform.WINDOWS_X64));
    assertEquals(Platform.of("Windows 11", "aarch64"), Optional.of(Platform.WINDOWS_ARM64));
    assertEquals(Platform.of("Mac OS X", "x86_64"), Optional.of(Platform.MACOS_X64));
    assertEquals(Platform.of("Mac OS X", "aarch64"), Optional.of(Platform.MACOS_ARM64));
    assertEquals(Platform.of("FreeBSD", "amd64"), Optional.empty());
  }
}
