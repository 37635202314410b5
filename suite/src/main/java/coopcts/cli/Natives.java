package coopcts.cli;

import coopcts.reports.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Where LWJGL unpacks its libraries: a folder that nobody else can write to, in place of one below
 * the system's temporary folder whose name everyone can guess.
 */
final class Natives {

  private static final String PROPERTY = "org.lwjgl.system.SharedLibraryExtractPath";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private Natives() {}

  /** Sets the property, for this process and those that it starts. */
  static void prepare() {
    if (System.getProperty(PROPERTY) != null) {
      return;
    }
    Path folder = Environment.cache().resolve("natives");
    try {
      System.setProperty(PROPERTY, own(folder).toString());
    } catch (IOException e) {
      temporary();
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
