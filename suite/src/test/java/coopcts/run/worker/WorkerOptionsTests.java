// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertSame;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.oracle.Strictness;
import coopcts.run.select.CaseLists;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.ModuleWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a worker is told arrives as it was said. */
public final class WorkerOptionsTests {

  private static WorkerOptions options(Optional<RandomFamily> programs, int lanes) {
    return options(programs, ModuleOptions.USUAL, lanes);
  }

  private static WorkerOptions options(
      Optional<RandomFamily> programs, ModuleOptions modules, int lanes) {
    return new WorkerOptions(
        "reference:everything",
        Profile.SMOKE,
        7,
        Strictness.STRICT,
        new WorkerOptions.Folders(Path.of("/out"), Path.of("/cache")),
        programs,
        modules,
        List.of(
                new WorkerOptions.Lane(Path.of("/s0"), Path.of("/p0")),
                new WorkerOptions.Lane(Path.of("/s1"), Path.of("/p1")))
            .subList(0, lanes));
  }

  @DataProvider
  Object[][] lanes() {
    return new Object[][] {{0}, {1}, {2}};
  }

  @Test(dataProvider = "lanes")
  public void argumentsAreReadAsTheyWereWritten(int lanes) {
    WorkerOptions told = options(Optional.empty(), lanes);
    List<String> arguments = told.toArguments();
    assertEquals(arguments.size(), 9 + 2 * lanes);
    assertEquals(WorkerOptions.parse(arguments.toArray(String[]::new)), told);
  }

  @DataProvider
  Object[][] modules() {
    return new Object[][] {
      {new ModuleOptions(Compiler.Optimization.SIZE, Optional.empty())},
      {new ModuleOptions(Compiler.Optimization.PERFORMANCE, Optional.of(ModuleWriter.GLSL))},
      {new ModuleOptions(Compiler.Optimization.NONE, Optional.of(ModuleWriter.SPIRV))}
    };
  }

  @Test(dataProvider = "modules")
  public void modulesAreMadeAsTheyWereWanted(ModuleOptions modules) {
    WorkerOptions told = options(Optional.empty(), modules, 1);
    assertEquals(WorkerOptions.parse(told.toArguments().toArray(String[]::new)), told);
  }

  @Test
  public void programsAreToldByTheirName() {
    WorkerOptions told = options(RandomFamily.named("random.khr.1"), 1);
    WorkerOptions read = WorkerOptions.parse(told.toArguments().toArray(String[]::new));
    assertEquals(
        read.programs().orElseThrow().toString(), told.programs().orElseThrow().toString());
    assertEquals(read.lanes(), told.lanes());
  }

  /** Programs are drawn, not listed. */
  @Test
  public void listsAreKeptOfTheCatalogueAlone() {
    assertSame(options(RandomFamily.named("random.khr.1"), 1).lists(), CaseLists.NONE);
    assertNotEquals(options(Optional.empty(), 1).lists(), CaseLists.NONE);
  }
}
