// SPDX-License-Identifier: Apache-2.0
package coopcts.host;

import coopcts.cache.WholeFile;
import coopcts.reports.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * Where LWJGL's libraries lie: in a folder that nobody else can write to, in place of one below the
 * system's temporary folder whose name everyone can guess.
 *
 * <p>LWJGL is told the file of each. Told the folder alone it would look whether it can write there
 * by a file that all processes make and delete, and where two start together one of them finds it
 * gone, and unpacks into the temporary folder.
 */
public final class Natives {

  /** A library of LWJGL's with the folder that it has in its jar, and the property of its file. */
  private record Library(String name, String folder, String property) {}

  private static final List<Library> LIBRARIES =
      List.of(
          new Library("lwjgl", "", "org.lwjgl.libname"),
          new Library("shaderc", "shaderc/", "org.lwjgl.shaderc.libname"));

  /** What a process has to hand on to those that it starts. */
  public static final List<String> PROPERTIES = LIBRARIES.stream().map(Library::property).toList();

  private Natives() {}

  /**
   * Unpacks LWJGL's libraries and sets the system properties by which it finds them, for this
   * process and those that it starts. Call it before the first class of LWJGL is used. It does
   * nothing where such a property is set already; where the cache cannot be written the system's
   * temporary folder serves.
   *
   * @param cache the suite's folder, in which the libraries get one of their own
   */
  public static void prepare(Path cache) {
    if (PROPERTIES.stream().anyMatch(name -> System.getProperty(name) != null)) {
      return;
    }
    try {
      unpack(own(cache.resolve("natives")));
    } catch (IOException e) {
      temporary();
    }
  }

  /** Puts the libraries in place at once and whole. */
  private static void unpack(Path folder) throws IOException {
    Host host = Host.current();
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    for (Library library : LIBRARIES) {
      String file = host.library(library.name());
      URL resource =
          Natives.class.getResource(
              "/%s/%s/org/lwjgl/%s%s"
                  .formatted(host.natives(), architecture, library.folder(), file));
      if (resource == null) {
        continue;
      }
      URLConnection connection = resource.openConnection();
      Path target = Files.createDirectories(folder.resolve(contents(connection))).resolve(file);
      if (!Files.exists(target) || Files.size(target) != connection.getContentLengthLong()) {
        try (InputStream in = connection.getInputStream()) {
          WholeFile.write(
              target, target.resolveSibling("part" + UUID.randomUUID()), in.readAllBytes());
        }
      }
      System.setProperty(library.property(), target.toString());
    }
  }

  /** A name for what a file in a jar holds: versions of a library lie in folders of their own. */
  private static String contents(URLConnection connection) throws IOException {
    return connection instanceof JarURLConnection jar
        ? "%08x".formatted(jar.getJarEntry().getCrc())
        : "";
  }

  /** A folder that belongs to this user alone. */
  static Path own(Path folder) throws IOException {
    Host.current().closeToOthers(folder);
    Path mine = Files.createTempFile(folder, "probe", "");
    try {
      if (!Files.getOwner(mine).equals(Files.getOwner(folder))) {
        throw new IOException(folder + " belongs to someone else");
      }
    } finally {
      Files.delete(mine);
    }
    return folder;
  }

  /** Where the cache cannot be written, a folder for this process only. */
  private static void temporary() {
    try {
      Path folder = Files.createTempDirectory("coopcts-natives");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "natives"));
      unpack(folder);
    } catch (IOException e) {
      // Then LWJGL finds a place, or says why it cannot.
    }
  }

  private static void remove(Path folder) {
    try {
      Folders.delete(folder);
    } catch (IOException e) {
      // The system's own sweep takes it.
    }
  }
}
