// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import static coopcts.device.reference.fault.Tap.Site.REPORT;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.model.DeviceReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The table of faults: a row is a tap, a condition and a change, and a wrong one is named. */
public final class FaultTableTests {

  @DataProvider
  public Object[][] rows() {
    return new Object[][] {
      {"tensor.strid\t-\tzero\t-\ts", "unknown tap tensor.strid"},
      {"tensor.stride\ti == 0\tzer\t-\ts", "'zer': unknown name zer; known here are right before"},
      {
        "tensor.stride\tj == 0\tzero\t-\ts", "'j == 0': unknown name j; known here are right before"
      },
      {"tensor.stride\tuse.c\tzero\t-\ts", "no bin use.c"},
      {
        "product.count\tdecoder.vector\tzero\t-\ts",
        "no instruction at product.count meets decoder.vector"
      },
      {"product.count\tout.zero\tzero\t-\ts", "out.zero is known behind an instruction only"},
      {"tensor.stride\ti ==\tzero\t-\ts", "'i ==': it ends too early"},
      {"tensor.stride\t(i\tzero\t-\ts", "'(i': ')' is missing"},
      {"tensor.stride\ti i\tzero\t-\ts", "'i i': nothing is expected at 'i'"},
      {"tensor.stride\t-\tsqrt(i)\t-\ts", "'sqrt(i)': there is no function sqrt"},
      {"tensor.stride\t-\tswapped\t-\ts", "swapped changes elements, not a value"},
      {"result.lode\ttype.float16\tall_zero\t-\ts", "unknown tap result.lode"},
      {"result.load\tin.zero\tall_zero\t-\ts", "no load meets in.zero"},
      {
        "result.load\ttype.float16\tzero\t-\ts",
        "zero changes no result of a load; these do: [last_element_lost, first_element_lost"
      },
      {"tensor.stride\t-\tzero\t-", "name, tap, condition, change, assertions and sentence"},
    };
  }

  @Test(dataProvider = "rows")
  public void whatIsWrongInARowIsSaidWithItsLine(String row, String message) {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> TappedFaults.read("mine.tsv", List.of("# name", "", "nv2.stride\t" + row)));

    String begin = "mine.tsv:3: nv2.stride: " + message;
    assertTrue(e.getMessage().startsWith(begin), e.getMessage());
  }

  @DataProvider
  public Object[][] formulas() {
    return new Object[][] {
      {"7", 7},
      {"0xFF & a", 0x34},
      {"a + b * 2 - 1", 0x1234 + 13},
      {"-b", -7},
      {"!b", 0},
      {"~b & 0xF", 8},
      {"b == 7 && a > b || 0", 1},
      {"b != 7 ? 1 : b < 8 ? 2 : 3", 2},
      {"1 << 8 * 2 - 2", 1 << 14},
      {"a % 0 + a / 0", 0},
      {"min(b, 3) + max(b, 3) + abs(-2)", 12},
      {"floorMod(-1, b) + floorDiv(-1, b) + ceilDiv(8, b) + highestOneBit(b)", 6 - 1 + 2 + 4},
      {"type.float16 + use.b * 2", 2},
      {"WORD >> 28", 15},
    };
  }

  @Test
  public void everyBinIsReadByItsName() {
    for (InstructionKind kind : InstructionKind.values()) {
      for (Bin bin : Bins.of(kind)) {
        List<Bin> bins = new ArrayList<>();
        Formula.of(bin.point() + "." + bin.name() + " && a", List.of("a"), bins);
        assertEquals(bins, List.of(bin));
      }
    }
  }

  @Test(dataProvider = "formulas")
  public void formulasAreReadAsInJava(String text, long value) {
    List<Bin> bins = new ArrayList<>();
    Formula formula = Formula.of(text, List.of("a", "b"), bins);
    long[] values = new long[2 + bins.size()];
    values[0] = 0x1234;
    values[1] = 7;
    if (bins.contains(Bins.named("use.b"))) {
      values[2 + bins.indexOf(Bins.named("use.b"))] = 1;
    }

    assertEquals(formula.of(values), value);
  }

  /** What may be drawn at a tap can be read; where nothing may be drawn there is a row. */
  @Test
  public void eachTapHasChangesOrARow() {
    for (Tap tap : Tap.values()) {
      for (String change : tap.changes()) {
        TapFault.of(tap.toString(), "-", change);
      }
    }
    Set<Tap> without = EnumSet.allOf(Tap.class);
    TappedFaults.all().stream()
        .map(row -> row.fault().effect())
        .filter(TapFault.class::isInstance)
        .forEach(effect -> without.remove(((TapFault) effect).tap()));

    assertTrue(without.stream().noneMatch(tap -> tap.kinds().isEmpty()), without.toString());
    assertThrows(IllegalArgumentException.class, () -> Tap.named("tensor"));
    assertEquals(Tap.named("tensor.view_stride"), Tap.TENSOR_VIEW_STRIDE);
    assertEquals(
        Arrays.stream(Tap.values()).map(Tap::toString).distinct().count(), Tap.values().length);
  }

  /** Each lie in a report is one on the profile that has all, and is no event of a run. */
  @Test
  public void faultsOfReportsChangeTheReport() throws Exception {
    DeviceReport honest = new ReferenceProvider().open("everything").report();
    List<Fault> lies =
        TappedFaults.all().stream()
            .map(TappedFaults.Row::fault)
            .filter(fault -> fault.effect() instanceof TapFault at && at.tap().site() == REPORT)
            .toList();

    assertEquals(lies.size(), 35);
    for (Fault lie : lies) {
      ActiveFault active = new ActiveFault(lie);
      assertNotEquals(active.report(honest), honest, lie.name());
      assertFalse(active.reached(), lie.name());
    }
    assertEquals(new ActiveFault(null).report(honest), honest);
  }
}
