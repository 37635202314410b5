// SPDX-License-Identifier: Apache-2.0
package coopcts.choices;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorProperties;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.reports.Glob;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * A device that no text speaks against and that few would build: its products have operands in TF32
 * and sums in float16, the first half of a word is its high one, a quotient by infinity is the
 * least subnormal number; it has rows of a component type that the suite does not know, and none of
 * matrices of UINT8.
 */
public final class ByTheLetterTests {

  private static final Set<Choice> CHOICES =
      EnumSet.of(
          Choice.PRODUCT_TF32, Choice.PRODUCT_FLOAT16, Choice.ARRAY_WORDS, Choice.DIVISION_BEYOND);

  private static final String UNKNOWN = "m16n16k32 of VK_COMPONENT_TYPE_FLOAT4_E2M1_EXT";

  private static final Set<Verdict> FINE = EnumSet.of(Verdict.PASS, Verdict.WARN);

  private record Ran(String name, Finding found) {}

  private DeviceReport report;
  private List<Case> all;

  @BeforeClass
  public void plan() throws Exception {
    report = report();
    all =
        Catalogue.families().stream()
            .flatMap(family -> family.cases(report, Profile.SMOKE))
            .filter(one -> one.unsupported().isEmpty())
            .toList();
  }

  private static DeviceReport report() throws Exception {
    try (Device device = new ReferenceProvider().open("everything")) {
      DeviceReport whole = device.report();
      List<VectorProperties> rows =
          whole.vectorProperties().stream()
              .filter(row -> row.matrixInterpretation() != ComponentType.UINT8)
              .toList();
      assertTrue(rows.size() < whole.vectorProperties().size());
      return new DeviceReport(
          whole.identity(),
          whole.subgroup(),
          whole.limits(),
          whole.extensions(),
          whole.features(),
          whole.matrixProperties(),
          whole.flexibleProperties(),
          whole.matrixProperties2(),
          whole.matrixPropertiesNV(),
          rows,
          List.of(UNKNOWN));
    }
  }

  /** What cases of the smoke profile come to, one in so many of them. */
  private List<Ran> run(Strictness strictness, String glob, int share, Set<Choice> free)
      throws Exception {
    List<Glob> globs = List.of(new Glob(glob));
    List<Ran> findings = new ArrayList<>();
    try (Device device = ReferenceProvider.inPlaceOf(report, ImplementationChoices.of(7, free));
        SpirvCache cache = new SpirvCache(SharedModules.folder());
        CaseRunner runner = new CaseRunner(device, cache, 1, strictness, FailureEvidence.NONE)) {
      List<Case> cases = all.stream().filter(one -> Glob.selects(globs, one.name())).toList();
      for (int n = 0; n < cases.size(); n += share) {
        findings.add(new Ran(cases.get(n).name(), runner.run(cases.get(n))));
      }
    }
    assertFalse(findings.isEmpty(), glob);
    return findings;
  }

  private static List<Ran> failures(List<Ran> all) {
    return all.stream().filter(one -> !FINE.contains(one.found.verdict())).toList();
  }

  private static long count(List<Ran> all, Verdict verdict) {
    return all.stream().filter(one -> one.found.verdict() == verdict).count();
  }

  @DataProvider
  public Object[][] families() {
    return new Object[][] {
      {"khr.muladd.float**", 3},
      {"nv2.product.**", 40},
      {"vector.product.**", 3},
      {"vector.network.**", 5},
      {"qcom.array.**", 3},
      {"qcom.line.**", 8},
      {"qcom.chain.**", 3},
      {"khr.controls.specials.**", 1},
      {"khr.report.**", 1},
      {"vector.conversion.**", 5}
    };
  }

  @Test(dataProvider = "families")
  public void noTextIsBroken(String glob, int share) throws Exception {
    assertEquals(failures(run(Strictness.BY_THE_LETTER, glob, share, CHOICES)), List.of());
  }

  /** Where a mode keeps the sign of zeros, nothing may lose it, and nothing does. */
  @Test
  public void aModeKeepsTheSignOfZeros() throws Exception {
    List<Ran> kept =
        run(Strictness.STRICT, "khr.controls.specials.**", 1, EnumSet.of(Choice.MOVED_ZEROS));
    assertEquals(count(kept, Verdict.PASS), kept.size());
  }

  /** What no text asks and no test of the Khronos CTS is a warning, and the house's own bar. */
  @Test(dataProvider = "precisions")
  public void whatIsTheHousesBarWarnsAndIsAFailureUnderStrict(Choice choice, String glob)
      throws Exception {
    List<Ran> usual = run(Strictness.USUAL, glob, 1, Set.of(choice));
    assertEquals(failures(usual), List.of());
    assertTrue(count(usual, Verdict.WARN) > 0, glob);
    assertEquals(
        count(run(Strictness.STRICT, glob, 1, Set.of(choice)), Verdict.FAIL),
        count(usual, Verdict.WARN));
  }

  @DataProvider
  public Object[][] precisions() {
    return new Object[][] {
      {Choice.MOVED_ZEROS, "khr.load.float16.a.**"},
      {Choice.MOVED_ZEROS, "khr.store.bfloat16.**.shared.**"},
      {Choice.MOVED_ZEROS, "nv2.load.**.constant**"},
      {Choice.PRODUCT_TF32, "khr.muladd.float32_float32_float32_float32.**"},
      {Choice.PRODUCT_FLOAT16, "khr.muladd.float16_float16_float32_float32.**"}
    };
  }

  @Test
  public void rowsOfUnknownTypesAreSaid() throws Exception {
    List<Ran> rows = run(Strictness.STRICT, "khr.report.api_prop_010", 1, Set.of());
    assertEquals(failures(rows), List.of());
    assertTrue(rows.getFirst().found.message().contains(UNKNOWN), rows.getFirst().found.message());
  }

  @Test
  public void whatNoRowHasIsNoMatrixOfAConversion() throws Exception {
    assertEquals(
        run(Strictness.STRICT, "vector.conversion.**", 1, Set.of()).stream()
            .filter(one -> one.name().endsWith("uint8"))
            .toList(),
        List.of());
  }
}
