// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;

/** {@code fuzz --front-end}: legal programs that glslang, spirv-opt or spirv-val reject. */
final class FrontEndPrinter {

  private final String device;
  private final Duration time;

  /**
   * @param device whose report says what programs are made of
   * @param time after which no program is begun, or null
   */
  FrontEndPrinter(String device, Duration time) {
    this.device = device;
    this.time = time;
  }

  int print(RandomFamily family) throws Exception {
    DeviceReport report;
    try (Device opened = Devices.open(device)) {
      report = opened.report();
    }
    long end = time == null ? Long.MAX_VALUE : System.nanoTime() + time.toNanos();
    int compiled = 0;
    int rejected = 0;
    try (SpirvCache spirv = new SpirvCache(null);
        Translator translator = new Translator(spirv)) {
      Iterator<Case> cases = family.cases(report, Profile.DEFAULT).iterator();
      while (cases.hasNext() && System.nanoTime() < end) {
        Case one = cases.next();
        if (one.unsupported().isPresent()) {
          System.out.println(one.unsupported().get());
          continue;
        }
        Optional<String> complaint = translator.complaint(((ShaderPlan) one.plan().get()).shader());
        compiled++;
        if (complaint.isPresent()) {
          rejected++;
          System.out.printf(
              "%s: %s%n", one.name(), complaint.get().lines().findFirst().orElse("").strip());
        }
      }
    }
    System.out.printf("%d modules, %d rejected%n", compiled, rejected);
    return rejected == 0 ? 0 : Main.UNEXPECTED;
  }
}
