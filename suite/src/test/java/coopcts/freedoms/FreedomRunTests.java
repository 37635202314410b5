// SPDX-License-Identifier: Apache-2.0
package coopcts.freedoms;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.device.reference.freedom.Choice;
import coopcts.oracle.Strictness;
import coopcts.reports.Glob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.testng.annotations.Test;

/** A table tells which cases met a choice, whose results it changed, and whom it blamed. */
public final class FreedomRunTests {

  private static final Set<Choice> CHOICES =
      EnumSet.of(Choice.FMA, Choice.PRODUCT_FLOAT16, Choice.REDUCTION_ORDER);

  private final List<FreedomRun.Unexpected> unexpected =
      Collections.synchronizedList(new ArrayList<>());

  private FreedomTable run(Strictness strictness, String glob) throws Exception {
    unexpected.clear();
    return new FreedomRun(Profile.DEFAULT, "everything", 7, strictness, null, unexpected::add)
        .run(List.of(new Glob(glob)), CHOICES, 1);
  }

  private static FreedomTable.Line line(FreedomTable table, String id) {
    return table.lines().stream().filter(line -> line.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  public void aChoiceHasTheCasesThatMetIt() throws Exception {
    FreedomTable table = run(Strictness.USUAL, "khr.numbers.fma*");
    assertEquals(table.unexpected(), 0, unexpected.toString());
    assertTrue(table.cases() > 0);
    assertEquals(line(table, FreedomTable.PLAIN).cases(), table.cases());
    FreedomTable.Line fma = line(table, Choice.FMA.id());
    assertEquals(fma.cases(), table.cases());
    assertTrue(fma.changed() > 0, fma.toString());
    assertEquals(line(table, Choice.REDUCTION_ORDER.id()).seen(), "met by no case");
    assertTrue(line(table, FreedomTable.ALL).changed() > 0);
  }

  @Test
  public void whatIsBlamedIsUnexpected() throws Exception {
    FreedomTable table =
        run(
            Strictness.STRICT,
            "khr.muladd.float16_float16_float32_float32.m16n16k16.subgroup.row_row_row_col.buffer.loop");
    FreedomTable.Line sums = line(table, Choice.PRODUCT_FLOAT16.id());
    assertTrue(sums.unexpected() > 0, sums.toString());
    assertEquals(line(table, FreedomTable.PLAIN).unexpected(), 0);
    assertEquals(unexpected.size(), table.unexpected());
    FreedomRun.Unexpected first =
        unexpected.stream().filter(one -> one.device().equals(sums.id())).findFirst().orElseThrow();
    assertEquals(first.spec(), "everything?freedom=7:products.float16");
    assertTrue(first.message().contains("KHR-MULADD"), first.message());
  }

  @Test
  public void aTableIsReadAsItWasWritten() throws Exception {
    FreedomTable table =
        new FreedomTable(
            "everything",
            "smoke",
            7,
            1200,
            List.of(
                new FreedomTable.Line(FreedomTable.PLAIN, 1200, 0, 0),
                new FreedomTable.Line(Choice.FMA.id(), 1100, 1000, 2),
                new FreedomTable.Line(Choice.CALLERS.id(), 5, 0, 0)));
    Path file = Files.createTempFile("everything", ".json");
    try {
      table.write(file);
      assertEquals(FreedomTable.read(file), table);
    } finally {
      Files.delete(file);
    }
    String page = FreedomTable.markdown(List.of(table));
    assertTrue(page.contains("| `fma.partial` | 1,100 | 1,000 | 2 |"), page);
    assertTrue(page.contains("| `calls.invocations` | 5 | no result | 0 |"), page);
    assertTrue(page.contains("| `clips.wrap` | not run | | |"), page);
    assertEquals(table.unexpected(), 2);
  }
}
