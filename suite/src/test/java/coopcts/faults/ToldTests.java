// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.device.reference.fault.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** What a run says of a planted fault names it, and its smallest shader proves it. */
public final class ToldTests {

  @Test
  public void aPlantedFaultIsNamedAndItsShaderIsSmall() throws Exception {
    Path folder = Files.createTempDirectory("told");
    List<Told.Line> told = new ArrayList<>();
    Told teller =
        new Told(
            Profile.SMOKE,
            "everything",
            folder.resolve("spirv"),
            folder.resolve("runs"),
            1,
            Duration.ofMinutes(5),
            told::add);
    List<Told.Line> lines = teller.of(List.of(Faults.entry("vector.list_exchanged")), 1);
    teller.clean();
    coopcts.reports.Folders.delete(folder);
    assertEquals(lines, told);
    Told.Line line = lines.getFirst();
    assertTrue(line.failures() > 0 && line.isFew(), line.toString());
    assertTrue(line.isNamed() && line.like(), line.toString());
    assertTrue(line.isSmall(), line.toString());
  }

  @Test
  public void theSameSeedDrawsTheSameFaults() {
    assertEquals(Told.drawn(60, 17), Told.drawn(60, 17));
    assertEquals(Told.drawn(60, 17).stream().distinct().count(), 60);
  }
}
