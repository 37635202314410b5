// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import coopcts.schemas.SchemaMembersTests;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
    "coopcts.grammar..",
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
    "coopcts.choices..",
    "coopcts.causes..",
    "coopcts.coverage..",
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
        .resideInAnyPackage("coopcts.glsl..", "coopcts.spirv..", "coopcts.grammar..")
        .check(CLASSES);
  }

  @Test
  public void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices().matching("coopcts.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  /** What frames and writers have to know of a source they read word by word. */
  @Test
  public void noRegularExpressionReadsShaders() {
    String[] readers = {"coopcts.glsl..", "coopcts.cases.context.."};
    neverUses(readers, new String[] {"java.util.regex.."});
    for (String method : new String[] {"matches", "replaceAll", "replaceFirst"}) {
      noClasses()
          .that()
          .resideInAnyPackage(readers)
          .should()
          .callMethodWhere(
              JavaCall.Predicates.target(HasName.Predicates.name(method))
                  .and(
                      JavaCall.Predicates.target(
                          HasOwner.Predicates.With.owner(
                              JavaClass.Predicates.assignableTo(String.class)))))
          .check(CLASSES);
    }
  }

  /** One name, one thing; but what the oracle and a device both have is called alike on purpose. */
  @Test
  public void noNameStandsInTwoPackages() {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (JavaClass one : CLASSES) {
      if (one.isTopLevelClass() && !one.getPackageName().equals("coopcts.oracle")) {
        packages
            .computeIfAbsent(one.getSimpleName(), name -> new TreeSet<>())
            .add(one.getPackageName());
      }
    }
    packages.values().removeIf(names -> names.size() == 1);
    packages.remove("package-info");
    assertEquals(packages, Map.of());
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

  /**
   * Limits of time go by a clock that nobody sets: a step of the wall clock ended runs with {@code
   * --max-time} before their first case. The wall clock says when something was, in journals.
   */
  @Test
  public void noLimitGoesByTheWallClock() {
    noClasses()
        .that()
        .haveNameNotMatching(
            "coopcts\\.run\\.(Coordinator|Verdicts|worker\\.(PhaseFile|CrashArtifacts))(\\$.*)?")
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .check(CLASSES);
  }

  /**
   * In a locale with digits of its own {@code formatted} writes GLSL with them: every process of
   * the suite is in the root locale before it does anything else.
   */
  @Test
  public void everyMainBeginsInTheRootLocale() {
    Set<String> mains = new TreeSet<>();
    for (JavaClass one : CLASSES) {
      one.tryGetMethod("main", String[].class)
          .ifPresent(
              main -> {
                mains.add(one.getSimpleName());
                Optional<JavaMethodCall> first =
                    main.getMethodCallsFromSelf().stream()
                        .min(Comparator.comparing(JavaMethodCall::getLineNumber));
                assertTrue(first.filter(ArchitectureTests::setsLocale).isPresent(), one.getName());
                assertTrue(
                    main.getFieldAccesses().stream()
                        .anyMatch(
                            access ->
                                access.getLineNumber() == first.get().getLineNumber()
                                    && access.getTarget().getName().equals("ROOT")),
                    one.getName());
                // Before the first line of main stands what its class does on its own.
                for (JavaCodeUnit early : one.getCodeUnits()) {
                  assertTrue(
                      !early.getName().equals("<clinit>")
                          || early.getMethodCallsFromSelf().stream()
                              .noneMatch(call -> call.getTarget().getName().startsWith("format")),
                      one.getName());
                }
              });
    }
    assertTrue(mains.containsAll(Set.of("Main", "WorkerMain", "Child")), mains.toString());
  }

  private static boolean setsLocale(JavaMethodCall call) {
    return call.getTarget().getOwner().isEquivalentTo(Locale.class)
        && call.getTarget().getName().equals("setDefault");
  }

  @Test
  public void nobodyElseChoosesALocale() {
    noClasses()
        .should()
        .callMethod(Locale.class, "getDefault")
        .orShould()
        .callMethod(Locale.class, "of", String.class)
        .orShould()
        .callMethod(Locale.class, "forLanguageTag", String.class)
        .orShould()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .check(CLASSES);
    Set<String> setters = new TreeSet<>();
    for (JavaClass one : CLASSES) {
      one.getMethodCallsFromSelf().stream()
          .filter(ArchitectureTests::setsLocale)
          .forEach(call -> setters.add(call.getOrigin().getName()));
    }
    assertEquals(setters, Set.of("main"));
  }

  /** Parameters that a reader can hold apart. */
  private static final int MOST_PARAMETERS = 8;

  /**
   * File formats that no schema describes, with the file: each of their components is a name in it.
   */
  private static final Map<String, String> WITHOUT_SCHEMA =
      Map.of(
          "coopcts.faults.DiagnosisTable$DiagnosisLine", "a line of what faults --explain keeps",
          "coopcts.reports.CoveragePage$PageLine", "coverage.html",
          "coopcts.reports.RunComparison$Page", "compare.md",
          "coopcts.reports.RunDigest$Cause", "summary.md",
          "coopcts.reports.RunDigest$Page", "summary.md");

  /** A file format has a component for each name in the file; all else is grouped. */
  @Test
  public void noConstructorButOfAFileFormatTakesMoreThanEight() {
    Set<String> formats = new TreeSet<>();
    for (Object[] format : new SchemaMembersTests().records()) {
      formats.add((String) format[2]);
    }
    Set<String> longest = new TreeSet<>();
    for (JavaClass one : CLASSES) {
      boolean isLong =
          !one.isEnum()
              && one.getConstructors().stream()
                  .anyMatch(made -> made.getRawParameterTypes().size() > MOST_PARAMETERS);
      if (isLong && !formats.contains(one.getName())) {
        longest.add(one.getName());
      }
    }
    assertEquals(
        String.join("\n", longest),
        String.join("\n", new TreeSet<>(WITHOUT_SCHEMA.keySet())),
        "group the components of what is new here into records of their own, or name the file whose"
            + " format it is; take what is gone off the list");
  }
}
