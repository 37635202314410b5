// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;

import coopcts.cli.Main;
import coopcts.model.ShaderStage;
import org.testng.annotations.Test;

/**
 * A shader in the frame of each stage: the files in docs/examples/stages, which {@code exec} runs
 * on any device. {@link StageFrameTests} says that they are what the frames make.
 */
public final class StageTests {

  @Test(dataProvider = "stages", dataProviderClass = StageFrameTests.class, groups = "processes")
  public void framesRunOnTheReferenceDevice(ShaderStage stage) {
    String job = StageFrameTests.FOLDER.resolve(stage.suffix() + ".json").toString();
    assertEquals(Main.execute("exec", job, "--device", "reference:everything"), 0);
  }
}
