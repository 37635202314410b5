// SPDX-License-Identifier: Apache-2.0
package coopcts.choices;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.device.reference.choice.Choice;
import coopcts.oracle.Strictness;
import coopcts.reports.Glob;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.testng.annotations.Test;

/** A table tells which cases met a choice, whose results it changed, and whom it blamed. */
public final class ChoiceRunTests {

  private static final Set<Choice> CHOICES =
      EnumSet.of(Choice.FMA, Choice.PRODUCT_FLOAT16, Choice.REDUCTION_ORDER);

  private final List<ChoiceRun.Unexpected> unexpected =
      Collections.synchronizedList(new ArrayList<>());

  private ChoiceTable run(Strictness strictness, String glob) throws Exception {
    unexpected.clear();
    return new ChoiceRun(Profile.DEFAULT, "everything", 7, strictness, null, unexpected::add)
        .run(List.of(new Glob(glob)), CHOICES, 1);
  }

  private static ChoiceTable.ChoiceLine line(ChoiceTable table, String id) {
    return table.lines().stream().filter(line -> line.id().equals(id)).findFirst().orElseThrow();
  }

  @Test(groups = "processes")
  public void aChoiceHasTheCasesThatMetIt() throws Exception {
    ChoiceTable table = run(Strictness.USUAL, "khr.numbers.fma*");
    assertEquals(table.unexpected(), 0, unexpected.toString());
    assertTrue(table.cases() > 0);
    assertEquals(line(table, ChoiceTable.PLAIN).cases(), table.cases());
    ChoiceTable.ChoiceLine fma = line(table, Choice.FMA.id());
    assertEquals(fma.cases(), table.cases());
    assertTrue(fma.changed() > 0, fma.toString());
    assertEquals(line(table, Choice.REDUCTION_ORDER.id()).seen(), "met by no case");
    assertTrue(line(table, ChoiceTable.ALL).changed() > 0);
  }

  @Test(groups = "processes")
  public void whatIsBlamedIsUnexpected() throws Exception {
    ChoiceTable table =
        run(
            Strictness.STRICT,
            "khr.muladd.float16_float16_float32_float32.m16n16k16.subgroup.row_row_row_col.buffer.loop");
    ChoiceTable.ChoiceLine sums = line(table, Choice.PRODUCT_FLOAT16.id());
    assertTrue(sums.unexpected() > 0, sums.toString());
    assertEquals(line(table, ChoiceTable.PLAIN).unexpected(), 0);
    assertEquals(unexpected.size(), table.unexpected());
    ChoiceRun.Unexpected first =
        unexpected.stream().filter(one -> one.device().equals(sums.id())).findFirst().orElseThrow();
    assertEquals(first.spec(), "everything?freedom=7:products.float16");
    assertTrue(first.message().contains("KHR-MULADD"), first.message());
  }

  @Test(groups = "processes")
  public void aTableIsReadAsItWasWritten() throws Exception {
    ChoiceTable table =
        new ChoiceTable(
            "everything",
            "smoke",
            7,
            1200,
            List.of(
                new ChoiceTable.ChoiceLine(ChoiceTable.PLAIN, 1200, 0, 0),
                new ChoiceTable.ChoiceLine(Choice.FMA.id(), 1100, 1000, 2),
                new ChoiceTable.ChoiceLine(Choice.CALLERS.id(), 5, 0, 0)));
    Path file = Temporary.file("everything", ".json");
    try {
      table.write(file);
      assertEquals(ChoiceTable.read(file), table);
    } finally {
      Files.delete(file);
    }
    String page = ChoiceTable.markdown(List.of(table));
    assertTrue(page.contains("| `fma.partial` | 1,100 | 1,000 | 2 |"), page);
    assertTrue(page.contains("| `calls.invocations` | 5 | no result | 0 |"), page);
    assertTrue(page.contains("| `clips.wrap` | not run | | |"), page);
    assertEquals(table.unexpected(), 2);
  }
}
