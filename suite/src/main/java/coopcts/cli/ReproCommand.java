package coopcts.cli;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Repro;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code repro}: a case as files that run without the suite. */
@Command(name = "repro", description = "write a case as GLSL, SPIR-V, disassembly and job files")
final class ReproCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CASE", description = "the case's name")
  private String name;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "where to write")
  private Path out;

  @Mixin private DeviceOptions device;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Override
  public Integer call() throws Exception {
    try (Device opened = Devices.open(device.spec())) {
      Repro repro = Repro.find(Catalogue.families(device.spec()), opened.report(), name);
      System.out.println(repro.write(out, seed));
    } catch (IOException e) {
      throw new UsageException("--out " + out + " cannot be written");
    }
    return 0;
  }
}
