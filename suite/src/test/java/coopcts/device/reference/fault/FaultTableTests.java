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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
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
      {"result.load\tright > 3\tall_zero\t-\ts", "no bin right > 3"},
      {"result.load\tkind.use\tall_zero\t-\ts", "no bin kind.use"},
      {
        "tensor.stride\t-\t99999999999999999999\t-\ts",
        "'99999999999999999999': 99999999999999999999 is no number of 64 bits"
      },
      {"report.row_columns\t-\tzero\t-\ts", "faults at report. and interface. have names that"},
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
      {"0xFFFFFFFFFFFFFFFF", -1},
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

  /** At a conversion, {@code sign} is the operand's, not the type's. */
  @Test
  public void theLastOfEqualNamesCounts() {
    assertEquals(
        Formula.of("a", List.of("a", "b", "a"), new ArrayList<>()).of(new long[] {1, 2, 3}), 3);
  }

  @Test
  public void resultsMayBeWrongAlways() {
    String row = "khr.mine\tresult.load\t-\tall_zero\t-\ts";
    assertEquals(
        ((Fault.Deviates) TappedFaults.read("mine.tsv", List.of(row)).getFirst().fault().effect())
            .deviation()
            .terms(),
        List.of());
  }

  /** No name without a meaning, and no meaning without a name. */
  @Test
  public void eachNameAtATapHasAMeaning() {
    Set<String> used = new HashSet<>();
    for (Tap tap : Tap.values()) {
      assertEquals(TapNames.of(tap).keySet(), Set.copyOf(tap.names()), tap.toString());
      tap.names().forEach(name -> TapNames.row(tap, name).ifPresent(used::add));
      TapNames.of(tap).values().forEach(text -> assertFalse(text.contains("|"), text));
    }
    Set<String> unused = new HashSet<>(TapNames.rows());
    unused.removeAll(used);
    assertEquals(unused, Set.of());
  }

  /** Its rows are read, and it names each operator, function, and constant or its beginning. */
  @Test
  public void thePageOfOwnFaultsIsTrue() throws Exception {
    List<String> page = Files.readAllLines(Path.of("../docs/data/own-faults.md"));
    List<String> rows =
        page.stream().filter(line -> line.contains("\t")).map(String::strip).toList();
    assertEquals(TappedFaults.read("own-faults.md", rows).size(), 2);
    String text = String.join("\n", page).replace("\\|", "|");
    for (String operator : Formula.operators()) {
      assertTrue(
          text.contains("`" + operator + "`") || text.contains("`" + operator + "("), operator);
    }
    for (String constant : Formula.constants().keySet()) {
      String begin = constant.substring(0, constant.indexOf('_') + 1);
      assertTrue(
          text.contains("`" + constant + "`")
              || !begin.isEmpty() && text.contains("| `" + begin + "`"),
          constant);
    }
  }

  @Test
  public void aFaultTellsWhetherItsConditionWasMet() {
    ActiveFault other = of("length.of\tlane == 3\tright");
    Taps taps = other.at(Tap.Site.LENGTH, null, 0);
    taps.at(Tap.LENGTH_OF, 4, 2, 32, 0);
    assertFalse(other.met());
    taps.at(Tap.LENGTH_OF, 4, 3, 32, 0);
    assertTrue(other.met());
    assertFalse(other.reached());

    ActiveFault yes = of("command.waits\t-\t2");
    assertTrue(yes.at(Tap.Site.COMMAND, null, 0).is(Tap.COMMAND_WAITS, true));
    assertTrue(yes.met());
    assertFalse(yes.reached());
  }

  private static ActiveFault of(String row) {
    return new ActiveFault(
        TappedFaults.read("mine.tsv", List.of("khr.mine\t" + row + "\t-\ts")).getFirst().fault());
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
      assertTrue(active.met() && active.lies(), lie.name());
    }
    assertEquals(new ActiveFault(null).report(honest), honest);
  }
}
