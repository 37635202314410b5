package coopcts;

import static org.testng.Assert.assertEquals;

import coopcts.cases.Case;
import coopcts.cases.Catalogue;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.Verdict;
import coopcts.device.Devices;
import coopcts.run.CaseRunner;
import coopcts.run.Details;
import coopcts.run.Finding;
import coopcts.spirv.SpirvCache;
import java.nio.file.Files;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * All families on all profiles of the reference device, with the smoke profile and several seeds.
 */
public final class ReferenceRunTests {

  @DataProvider
  public Object[][] devices() {
    return new Object[][] {
      {"reference:everything", 1L},
      {"reference:nvidia", 2L},
      {"reference:lavapipe", 3L},
      {"reference:lavapipe", 4L}
    };
  }

  @Test(dataProvider = "devices")
  public void allCasesPassStrictly(String device, long seed) throws Exception {
    try (Devices.Open open = Devices.open(device);
        SpirvCache cache = new SpirvCache(Files.createTempDirectory("spirv"));
        CaseRunner runner = new CaseRunner(open.device(), cache, seed, true, Details.NONE)) {
      for (Family family : Catalogue.families()) {
        for (Case tested :
            (Iterable<Case>) family.cases(open.device().report(), Profile.SMOKE)::iterator) {
          Finding finding = runner.run(tested);
          if (finding.verdict() != Verdict.NOT_SUPPORTED) {
            assertEquals(finding.verdict(), Verdict.PASS, tested.name() + ": " + finding.message());
          }
        }
      }
    }
  }
}
