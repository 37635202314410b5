// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.plan.Case;
import coopcts.plan.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Names are their parameters, written down. */
public final class ParametersTests {

  @DataProvider
  Object[][] devices() {
    return new Object[][] {
      {"reference:everything"},
      {"reference:nvidia"},
      {"reference:lavapipe"},
      {"reference:intel"},
      {"reference:adreno"},
      {"reference:rare"}
    };
  }

  /** Of each case of a whole default run: what its name says is known, and gives its name again. */
  @Test(dataProvider = "devices", groups = "deep")
  public void eachNameIsReadAndWritten(String device) throws Exception {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    try (Device opened = Devices.open(device)) {
      for (Family family : Catalogue.families()) {
        for (Case one : (Iterable<Case>) family.run(opened.report(), Profile.DEFAULT)::iterator) {
          Parameters parameters = Parameters.of(one.name());
          boolean isGroup = one.unsupported().isPresent();
          if (!parameters.isKnown() && !isGroup
              || !parameters.name().equals(one.name())
              || !parameters.family().equals(Parameters.family(one.name()))) {
            wrong.add(one.name());
          }
          count++;
        }
      }
    }
    assertFalse(count < 1000, "so few cases: " + count);
    assertEquals(wrong.toString(), "[]");
  }

  @Test
  public void parametersAreTyped() {
    assertEquals(
        Parameters.of("khr.load.float16.a.16x8.subgroup.col.shared.uint32").values(),
        Map.of(
            "type",
            "float16",
            "use",
            "a",
            "rows",
            16L,
            "columns",
            8L,
            "scope",
            "subgroup",
            "layout",
            "col",
            "storage",
            "shared",
            "element",
            "uint32"));
    assertEquals(
        Parameters.of(
                "khr.framed.later_along_y_loop_after_near_smaller_set_3_many.muladd"
                    + ".sint8_uint8_sint32_sint32_sat.m16n8k32.subgroup.row_row_row_row.shared")
            .toString(),
        "Parameters[family=khr.muladd, values={laid=later, groups=along_y, around=loop,"
            + " company=after, bindings=near, subgroups=smaller, made=set_3_many, A=sint8,"
            + " B=uint8, C=sint32, result=sint32, saturation=sat, M=16, N=8, K=32,"
            + " scope=subgroup, layouts=row_row_row_row, storage=shared}]");
  }

  /** What no family has is kept as it stands. */
  @Test
  public void otherNamesAreKept() {
    for (String name : List.of("khr.load.of.nothing", "x", "a.b", "khr.framed.odd.load.x.y")) {
      assertEquals(Parameters.of(name).name(), name);
      assertEquals(Parameters.family(name), Parameters.of(name).family());
      assertFalse(Parameters.of(name).isKnown(), name);
    }
  }
}
