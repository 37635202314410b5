// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Which instructions an edit takes, and what stands in their place. */
public final class InstructionEditTests {

  private static final String MODULE =
      """
      ; SPIR-V
                     OpCapability Shader
              %one = OpConstant %int 1
              %sum = OpIAdd %int %one %one
             %more = OpIAdd %int %sum %one
                     OpStore %p %more Volatile|Aligned 4
      """;

  private static InstructionEdit edit(String instruction, String... becomes) {
    return new InstructionEdit(instruction, List.of(becomes));
  }

  /** Edits, and the lines of the module that they change to others. */
  @DataProvider
  Object[][] edits() {
    return new Object[][] {
      {"drop", List.of(edit("OpCapability Shader")), "OpCapability Shader", ""},
      {
        "behind",
        List.of(edit("%one = OpConstant %int 1", "$0", "%two = OpConstant %int 2")),
        "        %one = OpConstant %int 1",
        "%one = OpConstant %int 1\n%two = OpConstant %int 2"
      },
      {
        "its result",
        List.of(edit("OpIAdd $1 %sum $2", "%x = OpUndef $1", "OpISub $1 %x $2")),
        "       %more = OpIAdd %int %sum %one",
        "%x = OpUndef %int\n%more = OpISub %int %x %one"
      },
      {
        "all others",
        List.of(edit("OpStore $1 $* 4", "OpStore %q $* 8")),
        "               OpStore %p %more Volatile|Aligned 4",
        "OpStore %q %more Volatile|Aligned 8"
      },
      {
        "none left",
        List.of(edit("OpCapability Shader $*", "OpCapability Kernel $*")),
        "               OpCapability Shader",
        "OpCapability Kernel"
      },
      {
        "a name",
        List.of(
            edit("$first = OpIAdd %int %one $1", "$0"),
            edit("OpIAdd %int $first %one", "OpIAdd %int %one $first")),
        "       %more = OpIAdd %int %sum %one",
        "%more = OpIAdd %int %one %sum"
      },
    };
  }

  @Test(dataProvider = "edits")
  public void anEditChangesWhatHasItsForm(
      String name, List<InstructionEdit> edits, String before, String after) {
    Map<String, String> known = new HashMap<>();
    String changed = MODULE;
    for (InstructionEdit edit : edits) {
      changed = edit.in(changed, known);
    }
    assertEquals(
        changed.lines().map(String::strip).filter(line -> !line.isEmpty()).toList(),
        MODULE
            .replace(before.strip(), after)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList(),
        name);
    assertEquals(InstructionEdit.unknown(edits), Set.of());
  }

  @Test
  public void eachInstructionOfTheFormIsReplaced() {
    String changed = edit("OpIAdd $*", "OpISub $*").in(MODULE, new HashMap<>());
    assertEquals(changed.lines().filter(line -> line.contains("= OpISub %int ")).count(), 2);
  }

  @Test
  public void anEditWithoutEffectIsAnError() {
    for (String form :
        List.of(
            "OpIAdd $1 $2", "OpIAdd $1 $2 $3 $4", "%one = OpIAdd $*", "OpIAdd $a $2 $3 $4 $*")) {
      assertThrows(IllegalStateException.class, () -> edit(form, "$0").in(MODULE, new HashMap<>()));
    }
  }

  @Test
  public void whatStandsForNothingIsNamed() {
    assertEquals(
        InstructionEdit.unknown(
            List.of(edit("OpNop $1 $a", "OpNop $1 $2 $a $b $*"), edit("OpNop", "OpNop $a $1"))),
        Set.of("$*", "$1", "$2", "$b"));
  }
}
