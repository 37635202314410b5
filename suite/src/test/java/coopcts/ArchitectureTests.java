// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.testng.annotations.Test;

/**
 * The house: four rooms, one direction; and the oracle and the reference device never see each
 * other.
 */
public final class ArchitectureTests {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("coopcts");

  private static final String[] GENERATORS = {
    "coopcts.model..",
    "coopcts.numbers..",
    "coopcts.program..",
    "coopcts.glsl..",
    "coopcts.spirv..",
    "coopcts.combinations..",
    "coopcts.drawing.."
  };
  private static final String[] CASES = {
    "coopcts.oracle..",
    "coopcts.inputs..",
    "coopcts.plan..",
    "coopcts.cases..",
    "coopcts.catalogue.."
  };
  private static final String[] REPORTS = {"coopcts.reports.."};
  private static final String[] SUITE = {
    "coopcts.host..",
    "coopcts.device..",
    "coopcts.run..",
    "coopcts.bundle..",
    "coopcts.faults..",
    "coopcts.causes..",
    "coopcts.tried..",
    "coopcts.jobs..",
    "coopcts.farm..",
    "coopcts.cli.."
  };

  private static void neverUses(String[] from, String[]... to) {
    for (String[] room : to) {
      noClasses()
          .that()
          .resideInAnyPackage(from)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(room)
          .check(CLASSES);
    }
  }

  @Test
  public void roomsFollowOneDirection() {
    neverUses(GENERATORS, CASES, REPORTS, SUITE);
    neverUses(CASES, REPORTS, SUITE);
    neverUses(REPORTS, SUITE);
  }

  @Test
  public void oracleAndReferenceDeviceShareOnlyModelAndNumbers() {
    noClasses()
        .that()
        .resideInAPackage("coopcts.oracle..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("coopcts.device..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("coopcts.oracle..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("coopcts.glsl..", "coopcts.spirv..")
        .check(CLASSES);
  }

  @Test
  public void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices().matching("coopcts.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  public void onlyDevicesAndTheCompilerTouchNativeCode() {
    noClasses()
        .that()
        .resideOutsideOfPackages("coopcts.device.vulkan..", "coopcts.spirv..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.lwjgl..")
        .check(CLASSES);
  }
}
