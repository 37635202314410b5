// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Assertions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** No rule binds more than the catalogue's tags let its assertions bind. */
final class BindingTests {

  /** A rule as the code has it: its tier and its literal sentences. */
  private record Written(String where, Tier tier, List<String> assertions) {

    /** Whether the catalogue lets it stand. */
    boolean isAllowed() {
      boolean isPractice =
          tier != Tier.PRACTICE || assertions.stream().anyMatch(Binding::isPractice);
      return isPractice
          && assertions.stream().allMatch(one -> Binding.most(one).compareTo(tier) <= 0);
    }
  }

  @DataProvider
  Object[][] tags() {
    return new Object[][] {
      {"KHR-COMP-005", Tier.PRACTICE}, // QOI, with a test of the Khronos CTS
      {"KHR-LOAD-032", Tier.QUALITY}, // QOI
      {"KHR-LOAD-039", Tier.MUST},
      {"API-PROP-013", Tier.QUALITY},
      {"API-EXT-006", Tier.QUALITY},
      {"NUM-API-004", Tier.QUALITY},
      {"KHR-MULADD-009", Tier.PRACTICE},
      {"KHR-MULADD-010", Tier.QUALITY},
      {"QC-BIT-002", Tier.MUST}, // AMBIG, and its cases accept both readings
      {"CV-IN-010", Tier.QUALITY}, // AMBIG
      {"KHR-LOAD-001", Tier.MUST},
    };
  }

  @Test(dataProvider = "tags")
  void tagsDecideHowMuchAnAssertionBinds(String assertion, Tier most) {
    assertEquals(Binding.most(assertion), most);
    assertEquals(Rule.most(assertion).tier(), most);
    for (Tier tier : Tier.values()) {
      if (tier.compareTo(most) < 0) {
        assertThrows(
            IllegalArgumentException.class,
            () -> new Rule(tier, List.of("KHR-LOAD-001", assertion)));
      } else {
        assertEquals(new Rule(tier, List.of(assertion)).tier(), tier);
      }
    }
  }

  @Test
  void whatComesOfASentenceThatBindsLessBindsLess() {
    assertEquals(Rule.must("KHR-LOAD-001").and(List.of("KHR-LOAD-032")).tier(), Tier.QUALITY);
    assertEquals(Rule.must("KHR-LOAD-001").and(List.of("KHR-LOAD-002")).tier(), Tier.MUST);
    assertEquals(Rule.must("KHR-COMP-002").noMoreThan(Tier.PRACTICE).tier(), Tier.PRACTICE);
  }

  @Test
  void practiceNamesATestOfTheKhronosCts() {
    assertThrows(IllegalArgumentException.class, () -> Rule.practice("CV-MUL-028"));
    assertThrows(
        IllegalArgumentException.class,
        () -> Rule.product(Tier.TOLERANT, List.of("KHR-MULADD-024")));
    assertEquals(Rule.practice("CV-MUL-028", "CV-MUL-017").tier(), Tier.PRACTICE);
    CatalogueFile.lines("practice.tsv")
        .forEach(line -> assertTrue(line[1].startsWith("dEQP-VK.") && line.length == 3, line[0]));
  }

  @Test
  void filesOfTiersNameAssertionsOfTheirKind() {
    CatalogueFile.lines("practice.tsv").forEach(line -> assertTagged(line[0], "QOI"));
    CatalogueFile.lines("readings.tsv").forEach(line -> assertTagged(line[0], "AMBIG"));
  }

  @Test
  void whatBindsTheSignOfAZeroIsInTheCatalogueAndBinds() {
    List<String[]> lines = CatalogueFile.lines("zeros.tsv").toList();
    for (String[] line : lines) {
      assertTrue(Assertions.find(line[0]).isPresent() && line.length == 2, line[0]);
      assertEquals(Binding.most(line[0]), Tier.MUST, line[0]);
      assertTrue(Rule.must("KHR-LOAD-018", line[0]).keepsZeros(), line[0]);
    }
    assertTrue(!Rule.must("KHR-LOAD-018", "KHR-STORE-003").keepsZeros());
  }

  private static void assertTagged(String assertion, String tag) {
    assertTrue(Assertions.find(assertion).orElseThrow().tags().contains(tag), assertion);
  }

  /** Rules are refused where they are made, too; this finds those that no test happens to make. */
  @Test
  void noRuleOfTheCodeBindsMoreThanItsAssertionsTags() {
    List<Written> written = written();
    assertTrue(written.size() > 100, written.size() + " rules");
    List<Written> tooMuch = written.stream().filter(rule -> !rule.isAllowed()).toList();
    assertTrue(tooMuch.isEmpty(), "rules that bind more than the catalogue lets them: " + tooMuch);
    assertTrue(!new Written("here", Tier.MUST, List.of("KHR-COMP-005")).isAllowed());
    assertTrue(!new Written("here", Tier.PRACTICE, List.of("CV-MUL-028")).isAllowed());
  }

  private static List<Written> written() {
    try (Stream<Path> files =
        Files.walk(
            Path.of(Rule.class.getProtectionDomain().getCodeSource().getLocation().toURI()))) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .flatMap(BindingTests::written)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Stream<Written> written(Path file) {
    try {
      return ClassFile.of().parse(file).methods().stream()
          .flatMap(method -> method.code().stream())
          .flatMap(code -> written(file.getFileName().toString(), code).stream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Calls of Rule's makers, with the texts of the array that is made for them. */
  private static List<Written> written(String where, CodeModel code) {
    List<Written> written = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (CodeElement element : code) {
      switch (element) {
        case NewReferenceArrayInstruction _ -> texts.clear();
        case ConstantInstruction constant when constant.constantValue() instanceof String text ->
            texts.add(text);
        case InvokeInstruction call
            when call.owner().asInternalName().equals("coopcts/oracle/Rule")
                && Set.of("must", "practice", "quality").contains(call.name().stringValue()) -> {
          Tier tier = Tier.valueOf(call.name().stringValue().toUpperCase(Locale.ROOT));
          if (!texts.isEmpty()) {
            written.add(new Written(where, tier, List.copyOf(texts)));
          }
          texts.clear();
        }
        default -> {}
      }
    }
    return written;
  }
}
