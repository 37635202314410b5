// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.ControlsFamily;
import coopcts.cases.Profile;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.model.TestedSystem;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What a case of float controls is judged by is in its module: no mode gets lost on the way. */
public final class FloatControlTests {

  private static final Pattern MODE =
      Pattern.compile(
          "OpExecutionMode %\\w+ (?:RoundingMode|Denorm|SignedZeroInfNan)\\w+ (\\d+)\\n");

  @Test
  public void eachWidthHasItsMode() throws Exception {
    DeviceReport report = new ReferenceProvider().open("everything").report();
    List<Case> cases =
        Stream.of(TestedSystem.KHR, TestedSystem.VECTOR)
            .flatMap(system -> new ControlsFamily(system).cases(report, Profile.DEFAULT))
            .toList();
    int several = 0;
    try (Translator translator = new Translator(new SpirvCache(SharedModules.folder()));
        SpirvTools tools = new SpirvTools()) {
      for (Case one : cases) {
        if (one.unsupported().isPresent()) {
          continue;
        }
        ShaderPlan plan = (ShaderPlan) one.plan().get();
        String module = tools.disassemble(translator.spirv(plan.shader()));
        Set<String> widths =
            new TreeSet<>(
                MODE.matcher(module).results().map((MatchResult mode) -> mode.group(1)).toList());
        assertEquals(widths, widths(one.name()), one.name() + "\n" + module);
        several += widths.size() - 1;
      }
    }
    assertTrue(several >= 3, several + " cases with two modes");
  }

  /** The result's width is what is rounded to; for all else the operand's counts too. */
  private static Set<String> widths(String name) {
    boolean isRounded = name.contains(".rte.") || name.contains(".rtz.");
    Set<String> widths = new TreeSet<>();
    String[] parts = name.split("\\.");
    for (String part : parts) {
      boolean isResult = part.equals(parts[parts.length - 1]);
      if (part.equals("float16") || part.equals("float32")) {
        if (isResult || !isRounded || !parts[parts.length - 1].equals("float16")) {
          widths.add(part.substring("float".length()));
        }
      }
    }
    return widths;
  }
}
