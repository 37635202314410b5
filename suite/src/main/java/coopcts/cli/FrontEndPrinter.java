// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.run.one.OptimizerDifference;
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
    int known = 0;
    try (SpirvCache spirv = new SpirvCache(null);
        Translator translator = new Translator(spirv)) {
      Iterator<Case> cases = family.cases(report, Profile.DEFAULT).iterator();
      while (cases.hasNext() && System.nanoTime() < end) {
        Case one = cases.next();
        if (one.unsupported().isPresent()) {
          System.out.println(one.unsupported().get());
          continue;
        }
        Shader shader = ((ShaderPlan) one.plan().get()).shader();
        Optional<String> complaint = translator.complaint(shader);
        compiled++;
        if (complaint.isPresent()) {
          Optional<String> deviation = OptimizerDifference.of(shader, complaint.get());
          if (deviation.isPresent()) {
            known++;
          } else {
            rejected++;
          }
          System.out.printf(
              "%s: %s%s%n",
              one.name(),
              complaint.get().lines().findFirst().orElse("").strip(),
              deviation.map(what -> " (known: " + what + ")").orElse(""));
        }
      }
    }
    System.out.printf("%d modules, %d rejected, %d more as known%n", compiled, rejected, known);
    return rejected == 0 ? 0 : Main.UNEXPECTED;
  }
}
