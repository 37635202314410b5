// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.model.Way;
import coopcts.plan.Shader;
import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** What stands around random programs. */
public final class SettingTests {

  private static List<RandomProgram> programs(DeviceReport report) {
    Offer offer = Offer.of(report);
    Systems khr = Systems.of(List.of("khr")).orElseThrow();
    return IntStream.range(0, 60)
        .mapToObj(seed -> Generator.program(offer, khr, seed, RandomFamily.SIZE))
        .filter(program -> !program.setting().equals(Setting.PLAIN))
        .toList();
  }

  @Test
  void waysFramesAndFormsStandAroundPrograms() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceReport report = device.report();
      int ways = 0;
      int frames = 0;
      int forms = 0;
      for (RandomProgram program : programs(report)) {
        Shader plain = Programs.plan(program.in(Setting.PLAIN), report).shader();
        Shader set = Programs.plan(program, report).shader();
        assertNotEquals(set, plain, program.setting().name());
        if (Way.of(program.setting().name()).isPresent()) {
          assertEquals(set.target().way().toString(), program.setting().name());
          ways++;
        } else if (ModuleForm.of(program.setting().name()).isPresent()) {
          assertEquals(set.target(), plain.target());
          forms++;
        } else {
          assertNotEquals(set.glsl(), plain.glsl());
          frames++;
        }
      }
      assertTrue(
          ways > 3 && frames > 3 && forms > 3,
          ways + " ways, " + frames + " frames, " + forms + " forms");
    }
  }

  /** The first step of a reduction takes the setting away. */
  @Test
  void reductionBeginsWithThePlainProgram() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      RandomProgram program = programs(device.report()).getFirst();
      Reduction reduction =
          new Reduction("random.khr.0", List.of(), program, Writing.DRAWN, device.report());
      RandomProgram plain = reduction.after(0).orElseThrow();
      assertEquals(plain.setting(), Setting.PLAIN);
      assertEquals(plain.program(), program.program());
      assertFalse(
          new Reduction("random.khr.0", List.of(0), plain, Writing.DRAWN, device.report())
              .after(0)
              .isPresent(),
          "nothing is left to take away");
    }
  }

  @Test
  void aSettingThatNoFrameHasIsNone() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      RandomProgram program = programs(device.report()).getFirst().in(new Setting("no_such"));
      assertThrows(IllegalStateException.class, () -> Programs.plan(program, device.report()));
    }
  }
}
