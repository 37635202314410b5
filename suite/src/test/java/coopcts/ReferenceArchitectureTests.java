// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The reference device: its packages use each other one way, and hardly anything else. */
public final class ReferenceArchitectureTests {

  private static final String ROOT = "coopcts.device.reference";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  /** Each package with those that it may use. */
  @DataProvider
  public Object[][] packages() {
    return new Object[][] {
      {"spirv", new String[0]},
      {"choice", new String[0]},
      {"cover", new String[0]},
      {"fault", new String[] {"cover", "spirv"}},
      {"machine", new String[] {"choice", "fault", "cover", "spirv"}},
      {"module", new String[] {"machine", "choice", "fault", "spirv"}},
      {"scalar", new String[] {"module", "machine", "choice", "fault", "spirv"}},
      {"matrix", new String[] {"scalar", "module", "machine", "choice", "fault", "cover", "spirv"}},
      {"vector", new String[] {"module", "machine", "choice", "fault", "spirv"}},
      {
        "run",
        new String[] {
          "vector", "matrix", "scalar", "module", "machine", "choice", "fault", "cover", "spirv"
        }
      },
    };
  }

  @Test
  public void packagesFollowOneDirection() {
    LayeredArchitecture layers =
        Architectures.layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
            .layer("top")
            .definedBy(ROOT);
    for (Object[] one : packages()) {
      layers = layers.layer((String) one[0]).definedBy(ROOT + "." + one[0] + "..");
    }
    layers = layers.whereLayer("top").mayNotBeAccessedByAnyLayer();
    for (Object[] one : packages()) {
      String[] used = (String[]) one[1];
      layers =
          used.length == 0
              ? layers.whereLayer((String) one[0]).mayNotAccessAnyLayer()
              : layers.whereLayer((String) one[0]).mayOnlyAccessLayers(used);
    }
    layers.ensureAllClassesAreContainedInArchitecture().check(CLASSES);
  }

  @Test
  public void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
  }

  /**
   * The numbers of SPIR-V come from a class of LWJGL, but as constants of the compiler: nothing of
   * LWJGL is here at run time, let alone a native library.
   */
  @Test
  public void nothingElseIsUsed() {
    classes()
        .that()
        .resideInAPackage(ROOT + "..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "coopcts.model..",
                "coopcts.numbers..",
                "coopcts.grammar",
                "coopcts.device",
                ROOT + "..",
                "tools.jackson.."))
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ROOT + "..")
        .and()
        .doNotHaveSimpleName("ReferenceProvider")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tools.jackson..")
        .check(CLASSES);
  }
}
