// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;

import coopcts.spirv.Compiler;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Where LWJGL's libraries lie, and that nothing of them lies anywhere else. */
public final class NativesTests {

  /** A process that uses both libraries, as the suite's own do. */
  static final class Compiling {
    public static void main(String[] arguments) {
      Natives.prepare(Path.of(arguments[0]));
      new Compiler().close();
    }
  }

  private static void compile(Path cache, Path temporary) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Compiling.class.getName(),
                cache.toString())
            .inheritIO()
            .start();
    assertEquals(process.waitFor(), 0);
  }

  private static List<Path> folders(Path below) throws IOException {
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  /**
   * LWJGL, told a folder, tries whether it can write there by a file {@code .lwjgl.test}; where
   * that fails, as it does where another process tries too, it unpacks into the temporary folder.
   */
  @Test
  public void nothingIsUnpackedAnywhereElse() throws Exception {
    Path base = Temporary.folder("natives");
    Path cache = Files.createDirectory(base.resolve("cache"));
    Path temporary = Files.createDirectory(base.resolve("tmp"));
    compile(cache, temporary);
    assertNotEquals(folders(cache), List.of(cache));
    for (Path folder : folders(cache)) {
      Files.createDirectory(folder.resolve(".lwjgl.test"));
    }
    compile(cache, temporary);
    assertEquals(folders(temporary), List.of(temporary));
  }

  @Test
  public void librariesLieWhereNobodyElseCanWrite() throws Exception {
    Path folder = Temporary.folder("natives").resolve("own");
    Natives.own(folder);
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)), "rwx------");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Natives.own(folder);
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)), "rwx------");
  }
}
