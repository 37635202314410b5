package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A case that {@code repro} wrote down says under {@code exec} what the suite says. */
public final class ReproTests {

  private static final String DEVICE = "reference:everything";

  /** A case for each thing that a job file can hold, and a bug that it must show. */
  @DataProvider
  public Object[][] cases() {
    return new Object[][] {
      {"khr.load.float16.a.16x16.subgroup.row.buffer.float16", "khr.load.stride_zero_is_line"},
      {"vector.memory.reference.float16.16", "vector.memory_last_lost"},
      {"vector.training.float32.8x16", "vector.training_sum_first"},
      {
        "vector.sequence.scaled.float16.8x16.converted.inferencing_optimal",
        "vector.convert_command_late"
      },
      {"vector.stage.fragment.element.copy.float16.127", "vector.load_in_fragment"}
    };
  }

  @Test(dataProvider = "cases")
  public void jobsAgreeWithTheSuite(String name, String fault) throws Exception {
    Path folder = Files.createTempDirectory("repro").resolve("case");
    assertEquals(Main.execute("repro", "--device", DEVICE, "--out", folder.toString(), name), 0);
    List<Path> jobs;
    try (var files = Files.list(folder)) {
      jobs = files.filter(file -> file.toString().endsWith(".json")).toList();
    }
    int found = 0;
    for (Path job : jobs) {
      assertEquals(Main.execute("exec", job.toString(), "--device", DEVICE), 0, name);
      found += Main.execute("exec", job.toString(), "--device", DEVICE, "--fault", fault);
    }
    assertTrue(found > 0, fault + " is not found by the jobs of " + name);
  }
}
