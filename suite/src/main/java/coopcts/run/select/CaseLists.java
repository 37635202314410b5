// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cache.FileCache;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.model.DeviceReport;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * Lists of cases that outlast the processes that made them: a file for each family, report and
 * profile. What makes them is part of their names: classes that change leave the old lists behind,
 * which go when the folder is full. {@link Cases} reads and writes them.
 */
public final class CaseLists {

  /** Lists that nobody keeps. */
  public static final CaseLists NONE = new CaseLists(null);

  /**
   * Of this class's folder or jar lists are made of this; of those of cases and generators, all.
   */
  private static final String OWN = "coopcts/run/select/";

  private final FileCache files;
  private Optional<String> code;

  private CaseLists(FileCache files) {
    this.files = files;
  }

  /**
   * {@return the kept lists of a device; {@link #NONE} if no folder is given, or the device has
   * families of its own instead of the catalogue's}
   *
   * @param folder in which the suite keeps files between runs, or null
   * @param device as {@code --device} has it
   */
  public static CaseLists in(Path folder, String device) {
    return folder == null || !Catalogue.isOwn(device) ? NONE : new CaseLists(new FileCache(folder));
  }

  /** Whether lists are kept at all. */
  boolean isKeeping() {
    return files != null && identity().isPresent();
  }

  /** The list of one of the catalogue's families, at its place there, on a device. */
  Optional<CaseList> read(Family family, int place, DeviceReport report, Profile profile) {
    return files.read(file(family, place, report, profile)).flatMap(CaseList::read);
  }

  void write(Family family, int place, DeviceReport report, Profile profile, CaseList list) {
    files.write(file(family, place, report, profile), list.bytes());
  }

  /** The names of the gate of some families on a device. */
  Optional<Set<String>> gate(List<Family> families, DeviceReport report, Profile profile) {
    return isKeeping()
        ? files
            .read(gateFile(families, report, profile))
            .flatMap(CaseList::read)
            .map(CaseList::names)
        : Optional.empty();
  }

  void writeGate(List<Family> families, DeviceReport report, Profile profile, Set<String> names) {
    if (isKeeping()) {
      files.write(gateFile(families, report, profile), CaseList.ofNames(names).bytes());
    }
  }

  private String gateFile(List<Family> families, DeviceReport report, Profile profile) {
    return FileCache.name(
        "gate",
        identity().orElseThrow(),
        report.toString(),
        profile.name(),
        families.stream().map(Family::name).collect(Collectors.joining(" ")));
  }

  /** Throws a list away that is not what it should be. */
  void forget(Family family, int place, DeviceReport report, Profile profile) {
    if (isKeeping()) {
      files.remove(file(family, place, report, profile));
    }
  }

  private String file(Family family, int place, DeviceReport report, Profile profile) {
    return FileCache.name(
        "list",
        identity().orElseThrow(),
        Locale.getDefault(Locale.Category.FORMAT).toLanguageTag(),
        report.toString(),
        profile.name(),
        Integer.toString(place),
        family.name());
  }

  /** What lists are made of; nothing where nobody can tell these classes from others. */
  private synchronized Optional<String> identity() {
    if (code == null) {
      try {
        code = Optional.of(code());
      } catch (IOException | URISyntaxException e) {
        code = Optional.empty();
      }
    }
    return code;
  }

  /** Brings the folder within its bound, where something was written. */
  void tidy() {
    if (files != null) {
      files.tidy();
    }
  }

  /** Names, sizes and checksums of all that lists are made of. */
  private static String code() throws IOException, URISyntaxException {
    List<String> parts = new ArrayList<>();
    parts.addAll(parts(DeviceReport.class, ""));
    parts.addAll(parts(Family.class, ""));
    parts.addAll(parts(CaseLists.class, OWN));
    return FileCache.name("code", parts.toArray(String[]::new));
  }

  private static List<String> parts(Class<?> one, String below)
      throws IOException, URISyntaxException {
    CodeSource source = one.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IOException("nobody knows where " + one + " comes from");
    }
    Path place = Path.of(source.getLocation().toURI());
    return Files.isDirectory(place) ? folder(place, below) : jar(place, below);
  }

  private static List<String> jar(Path file, String below) throws IOException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      return jar.stream()
          .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(below))
          .map(entry -> part(entry.getName(), entry.getSize(), entry.getCrc()))
          .sorted()
          .toList();
    }
  }

  private static List<String> folder(Path folder, String below) throws IOException {
    List<String> parts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder.resolve(below))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        parts.add(
            part(
                folder.relativize(file).toString().replace('\\', '/'),
                bytes.length,
                sum.getValue()));
      }
    }
    parts.sort(null);
    return parts;
  }

  private static String part(String name, long bytes, long checksum) {
    return "%s %d %08x".formatted(name, bytes, checksum);
  }
}
