// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.Device;
import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.TestedSystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code devices}: every device found and what it reports. */
@Command(name = "devices", description = "print every device found and what it reports")
final class DevicesCommand implements Callable<Integer> {

  @Option(names = "--json", description = "all of it, as an object of reports by --device name")
  private boolean json;

  @Option(names = "--device", paramLabel = "D", description = "only this device, of any kind")
  private String only;

  @Override
  public Integer call() throws DeviceUnavailableException {
    Map<String, DeviceReport> reports = new LinkedHashMap<>();
    if (only != null) {
      DeviceOptions.check(only);
      try (Device device = Devices.open(only)) {
        reports.put(only, device.report());
      }
    } else {
      all(reports);
    }
    if (json) {
      System.out.println(
          JsonMapper.builder()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .build()
              .writeValueAsString(reports));
    } else {
      reports.forEach(DevicesCommand::print);
      if (only == null) {
        printCompilers();
      }
    }
    return 0;
  }

  private static void all(Map<String, DeviceReport> reports) {
    for (DeviceProvider provider : Devices.providers()) {
      provider.leftOut().forEach(reason -> System.err.println("coopcts: " + reason));
      for (String name : provider.names()) {
        String full = provider.kind() + ":" + name;
        try (Device device = provider.open(name)) {
          reports.put(full, device.report());
        } catch (DeviceUnavailableException e) {
          System.err.println("coopcts: " + full + ": " + e.getMessage());
        }
      }
    }
  }

  /** Devices that are not there, each of which takes a process of its own to look at. */
  private static void printCompilers() {
    List<Environment.Compiler> compilers = Environment.compilers();
    if (!compilers.isEmpty()) {
      System.out.printf(
          "compilers of Mesa without hardware (devices --device compile:NAME has the rows of one):"
              + " %s%n",
          compilers.stream()
              .filter(compiler -> compiler.leftOut().isEmpty())
              .map(compiler -> "compile:" + compiler.name())
              .collect(Collectors.joining(", ")));
    }
    for (Environment.Compiler compiler : compilers) {
      if (!compiler.leftOut().isEmpty()) {
        System.err.printf("coopcts: compile:%s: %s%n", compiler.name(), compiler.leftOut());
      }
    }
  }

  /** Which systems are there, and of the others what they lack. */
  static List<String> systems(DeviceReport report) {
    List<String> lines = new ArrayList<>();
    for (TestedSystem system : TestedSystem.values()) {
      system
          .feature()
          .map(
              feature ->
                  report.has(feature)
                      ? "%s: %s%s".formatted(system.label(), feature, counted(system.rows(report)))
                      : "%s: not available; the device does not report %s"
                          .formatted(system.label(), feature))
          .ifPresent(lines::add);
    }
    return lines;
  }

  private static String counted(int rows) {
    return rows > 0 ? ", %d %s".formatted(rows, rows == 1 ? "row" : "rows") : "";
  }

  private static void print(String name, DeviceReport report) {
    var identity = report.identity();
    System.out.printf(
        "%s: %s (%s %s), Vulkan %s, subgroups of %d (%d to %d)%n",
        name,
        identity.name(),
        identity.driver(),
        identity.driverInfo(),
        identity.apiVersion(),
        report.subgroup().size(),
        report.subgroup().minimum(),
        report.subgroup().maximum());
    systems(report).forEach(line -> System.out.println("  " + line));
    for (MatrixProperties row : report.matrixProperties()) {
      System.out.println("  " + row.label());
    }
    report.flexibleProperties().forEach(row -> System.out.println("  flexible " + row.label()));
    report.matrixProperties2().forEach(row -> System.out.println("  answered " + row.label()));
    report.matrixPropertiesNV().forEach(row -> System.out.println("  former " + row.label()));
    report.vectorProperties().forEach(row -> System.out.println("  vector " + row.label()));
    report.unknownProperties().forEach(row -> System.out.println("  unknown types: " + row));
  }
}
