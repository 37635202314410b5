// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The operating systems and processors that a {@link Bundle} can be made for. */
public enum Platform {
  /** Linux on x86-64. */
  LINUX_X64("linux-x64", "natives-linux", "Linux", "x86_64", Format.TAR_GZ),
  /** Linux on 64-bit ARM. */
  LINUX_ARM64("linux-arm64", "natives-linux-arm64", "Linux", "aarch64", Format.TAR_GZ),
  /** Windows on x86-64. */
  WINDOWS_X64("windows-x64", "natives-windows", "Windows", "x86_64", Format.ZIP),
  /** Windows on 64-bit ARM. */
  WINDOWS_ARM64("windows-arm64", "natives-windows-arm64", "Windows", "aarch64", Format.ZIP),
  /** macOS on x86-64. */
  MACOS_X64("macos-x64", "natives-macos", "Darwin", "x86_64", Format.TAR_GZ),
  /** macOS on Apple's 64-bit ARM. */
  MACOS_ARM64("macos-arm64", "natives-macos-arm64", "Darwin", "aarch64", Format.TAR_GZ);

  /** How the archive is packed. */
  enum Format {
    TAR_GZ(".tar.gz"),
    ZIP(".zip");

    private final String suffix;

    Format(String suffix) {
      this.suffix = suffix;
    }
  }

  private final String label;
  private final String natives;
  private final String system;
  private final String architecture;
  private final Format format;

  Platform(String label, String natives, String system, String architecture, Format format) {
    this.label = label;
    this.natives = natives;
    this.system = system;
    this.architecture = architecture;
    this.format = format;
  }

  /** {@return the platform that this process runs on; empty if no bundles are made for it} */
  public static Optional<Platform> host() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** The platform that Java's properties name so. */
  static Optional<Platform> of(String os, String architecture) {
    String system = os.startsWith("Windows") ? "Windows" : os.startsWith("Mac") ? "Darwin" : os;
    String machine = architecture.equals("amd64") ? "x86_64" : architecture;
    return Arrays.stream(values())
        .filter(platform -> platform.system.equals(system))
        .filter(platform -> platform.architecture.equals(machine))
        .findFirst();
  }

  /**
   * {@return the platform with a name; empty if none has it}
   *
   * @param label the name in exactly this case, such as {@code linux-x64}
   */
  public static Optional<Platform> named(String label) {
    return Arrays.stream(values()).filter(platform -> platform.label.equals(label)).findFirst();
  }

  /** {@return the names of all platforms, separated by a comma and a space, for messages} */
  public static String names() {
    return Arrays.stream(values()).map(Platform::toString).collect(Collectors.joining(", "));
  }

  /** LWJGL's classifier of its native libraries. */
  String natives() {
    return natives;
  }

  /** {@code OS_NAME} of a Java runtime's release file. */
  String system() {
    return system;
  }

  /** {@code OS_ARCH} of a Java runtime's release file. */
  String architecture() {
    return architecture;
  }

  Format format() {
    return format;
  }

  /** {@return what the name of the platform's archive ends in: {@code .tar.gz} or {@code .zip}} */
  public String suffix() {
    return format.suffix;
  }

  boolean isWindows() {
    return system.equals("Windows");
  }

  /** The file of the Vulkan loader. */
  String loader() {
    return switch (this) {
      case LINUX_X64, LINUX_ARM64 -> "libvulkan.so.1";
      case WINDOWS_X64, WINDOWS_ARM64 -> "vulkan-1.dll";
      case MACOS_X64, MACOS_ARM64 -> "libvulkan.1.dylib";
    };
  }

  /** The scripts that start the suite there, as itself and in the place of a dEQP binary. */
  List<String> scripts() {
    return isWindows() ? List.of("run-cts.cmd") : List.of("run-cts.sh", "deqp-coopcts");
  }

  @Override
  public String toString() {
    return label;
  }
}
