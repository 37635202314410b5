// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.fault.DrawnTap;
import coopcts.device.reference.fault.Tap;
import coopcts.plan.Case;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What is said of faults at taps when cases were run against them. */
public final class RandomHuntTests {

  /** Decisions where both are the same, and lengths of lines at the first line. */
  private static final Set<Tap> OF_NO_EFFECT =
      EnumSet.of(
          Tap.TENSOR_DISCARDS,
          Tap.CONVERT_DIRECT,
          Tap.CONVERT_SATURATES,
          Tap.CONVERT_SIGNED,
          Tap.PRODUCT_LATE,
          Tap.PRODUCT_PARTIAL,
          Tap.PRODUCT_SHORT);

  private static DrawnTap fault(InstructionKind kind, Tap tap, String change, String... bins) {
    return new DrawnTap(kind, Arrays.stream(bins).map(Bins::named).toList(), tap, change);
  }

  private static Supplier<Iterator<Case>> cases(RandomHunt hunt, Profile profile, String family) {
    return () ->
        Catalogue.families("reference").stream()
            .filter(one -> one.name().equals(family))
            .flatMap(one -> one.cases(hunt.report(), profile))
            .iterator();
  }

  private static RandomHunt hunt() throws Exception {
    return new RandomHunt("everything", Profile.SMOKE, SharedModules.folder(), 1);
  }

  @DataProvider
  public Object[][] faults() {
    return new Object[][] {
      {
        "qcom.array",
        fault(InstructionKind.SUB_ARRAY, Tap.ARRAY_START, "zero", "type.float32"),
        "found"
      },
      {
        "qcom.array",
        fault(InstructionKind.SUB_ARRAY, Tap.ARRAY_ELEMENT, "one_off", "subgroup.second"),
        "found"
      },
      {
        "qcom.array",
        fault(InstructionKind.BITCAST, Tap.ARRAY_CAST, "even", "subgroup.second", "type.uint32"),
        "found"
      },
      {
        "khr.muladd",
        fault(InstructionKind.MUL_ADD, Tap.PRODUCT_SIGNS, "as_before", "type.float32"),
        "met, but nothing was changed by it"
      },
      {
        "qcom.array",
        fault(InstructionKind.SUB_ARRAY, Tap.ARRAY_START, "zero", "spirv.1_3"),
        "never met"
      },
      {
        "khr.muladd",
        fault(InstructionKind.MUL_ADD, Tap.PRODUCT_TURNS_B, "always", "type.float32"),
        "found"
      },
      {
        "khr.load",
        fault(InstructionKind.LOAD, Tap.GRID_LOADED, "one_off", "type.uint8", "use.a"),
        "found"
      },
      {
        "khr.store",
        fault(InstructionKind.STORE, Tap.GRID_BEHIND, "always", "stride.above_line"),
        "found"
      },
      {
        "khr.convert",
        fault(InstructionKind.CONVERT, Tap.CONVERT_SIGNED, "never", "subgroup.second"),
        "found"
      },
      {
        "khr.convert",
        fault(InstructionKind.CONVERT, Tap.OPERATE_OF, "one_more", "use.accumulator"),
        "found"
      },
      {
        "khr.arithmetic",
        fault(InstructionKind.SUBTRACT, Tap.OPERATE_SECOND_OF, "zero", "type.float32"),
        "found"
      },
      {
        "nv2.store",
        fault(InstructionKind.TENSOR_STORE, Tap.TENSOR_LINEAR, "as_before", "clamp.constant"),
        "found"
      },
      {
        "khr.components",
        fault(InstructionKind.WRITE, Tap.COMPONENT_WRITES, "never", "active.all"),
        "found"
      },
    };
  }

  @Test(dataProvider = "faults")
  public void aFaultAtATapIsFoundOrTheReasonIsSaid(String family, DrawnTap fault, String becomes)
      throws Exception {
    RandomHunt hunt = hunt();

    RandomHunt.Catch one =
        hunt.hunt(List.of(fault), Deviation::wanted, cases(hunt, Profile.SMOKE, family), 1)
            .getFirst();

    assertEquals(one.isFound() ? "found" : one.why(), becomes);
    assertEquals(one.changesNothing(), becomes.contains("nothing"));
    assertTrue(!one.isFound() || one.foundBy().startsWith(family), one.foundBy());
  }

  @DataProvider
  public Object[][] families() {
    return new Object[][] {
      {"khr.load"},
      {"khr.store"},
      {"khr.convert"},
      {"qcom.line"},
      {"nv2.function"},
      {"nv2.store"},
      {"vector.product"},
      {"vector.training"}
    };
  }

  /** Faults that are no faults by the table of taps change nothing where their terms are met. */
  @Test(dataProvider = "families", groups = "deep")
  public void whatIsSetAsideChangesNothing(String family) throws Exception {
    RandomHunt hunt = hunt();
    List<DrawnTap> none = new RandomFaults(hunt.report()).none(200, 1, 11);

    List<RandomHunt.Catch> catches =
        hunt.hunt(none, RandomHuntTests::terms, cases(hunt, Profile.SMOKE, family), 1);

    assertTrue(catches.stream().anyMatch(RandomHunt.Catch::met), "no fault is tried");
    for (RandomHunt.Catch one : catches) {
      assertFalse(one.isFound(), one.foundBy() + " finds: " + one.fault().sentence());
      if (!OF_NO_EFFECT.contains(((DrawnTap) one.fault()).tap())) {
        assertEquals(one.changed(), 0, one.fault().sentence());
      }
    }
  }

  private static long[] terms(Deviation.Drawn fault) {
    long[] bins = new long[Bins.WORDS];
    fault.terms().forEach(term -> Bins.put(bins, term.id()));
    return bins;
  }
}
