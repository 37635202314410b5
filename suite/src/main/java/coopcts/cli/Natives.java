package coopcts.cli;

import coopcts.reports.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * Where LWJGL unpacks its libraries: a folder that nobody else can write to, in place of one below
 * the system's temporary folder whose name everyone can guess.
 */
final class Natives {

  private static final String PROPERTY = "org.lwjgl.system.SharedLibraryExtractPath";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final List<String> LIBRARIES = List.of("liblwjgl.so", "shaderc/libshaderc.so");

  private Natives() {}

  /** Sets the property, for this process and those that it starts. */
  static void prepare() {
    if (System.getProperty(PROPERTY) != null) {
      return;
    }
    Path folder = Environment.cache().resolve("natives");
    try {
      Path own = own(folder);
      unpack(own);
      System.setProperty(PROPERTY, own.toString());
    } catch (IOException e) {
      temporary();
    }
  }

  /**
   * Puts the libraries in place at once and whole: LWJGL finds them there and writes nothing, which
   * several processes that start together would do over each other.
   */
  private static void unpack(Path folder) throws IOException {
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    for (String library : LIBRARIES) {
      URL resource =
          Natives.class.getResource("/linux/%s/org/lwjgl/%s".formatted(architecture, library));
      if (resource == null) {
        continue;
      }
      URLConnection connection = resource.openConnection();
      Path target = folder.resolve(Path.of(library).getFileName());
      if (Files.exists(target) && Files.size(target) == connection.getContentLengthLong()) {
        continue;
      }
      Path part = Files.createTempFile(folder, "part", "");
      try (InputStream in = connection.getInputStream()) {
        Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** A folder that belongs to this user alone. */
  static Path own(Path folder) throws IOException {
    Files.createDirectories(folder.getParent());
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }
    PosixFileAttributes attributes =
        Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Path mine = Files.createTempFile(folder, "probe", "");
    try {
      if (!attributes.isDirectory() || !Files.getOwner(mine).equals(attributes.owner())) {
        throw new IOException(folder + " belongs to someone else");
      }
    } finally {
      Files.delete(mine);
    }
    if (!attributes.permissions().equals(OWNER_ONLY)) {
      Files.setPosixFilePermissions(folder, OWNER_ONLY);
    }
    return folder;
  }

  /** Where the cache cannot be written, a folder for this process only. */
  private static void temporary() {
    try {
      Path folder = Files.createTempDirectory("coopcts-natives");
      System.setProperty(PROPERTY, folder.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "natives"));
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
