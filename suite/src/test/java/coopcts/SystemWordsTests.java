// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertTrue;

import coopcts.model.TestedSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * What a system is, {@link TestedSystem} and tables say, and other code asks them: a new extension
 * is not looked for all over the tree. Code that says the word of a system (its label, its
 * extensions' names, its feature or its constant) outside its own package and {@link TestedSystem}
 * stands in few files. Imports and comments do not count.
 */
public final class SystemWordsTests {

  private static final Pattern COMMENT =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\nimport [^\n]*");

  /**
   * Where the word is no system's: a function's name in modules; what has several components,
   * beside matrices and scalars.
   */
  private static final Map<TestedSystem, Set<String>> OTHERS =
      Map.of(
          TestedSystem.DECODE,
          Set.of("CallbackCode.java"),
          TestedSystem.VECTOR,
          Set.of(
              "CooperativeTypes.java",
              "CoverageProbe.java",
              "InstructionInfo.java",
              "ModuleBuild.java",
              "ModuleForms.java",
              "ModuleShapes.java",
              "ParameterWords.java",
              "ShapeCensus.java",
              "Tap.java"));

  @DataProvider
  Object[][] systems() {
    return new Object[][] {
      {TestedSystem.KHR, 8},
      {TestedSystem.NV2, 8},
      {TestedSystem.DECODE, 8},
      {TestedSystem.VECTOR, 8},
      {TestedSystem.QCOM, 8},
    };
  }

  @Test(dataProvider = "systems")
  void fewFilesSayWhatASystemIs(TestedSystem system, int most) throws IOException {
    Pattern word = word(system);
    Set<String> found = new TreeSet<>();
    for (String module : List.of("generators", "cases", "reports", "suite")) {
      Path sources = Path.of("..", module, "src", "main", "java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString();
          boolean isOwn =
              file.getParent().endsWith(Path.of("cases", system.label()))
                  || name.equals("TestedSystem.java");
          boolean isOther = OTHERS.getOrDefault(system, Set.of()).contains(name);
          if (!isOwn
              && !isOther
              && word.matcher(COMMENT.matcher(Files.readString(file)).replaceAll("\n")).find()) {
            found.add(name);
          }
        }
      }
    }
    assertTrue(found.contains("Catalogue.java"), "the sources are looked at");
    assertTrue(found.size() <= most, found.toString());
  }

  private static Pattern word(TestedSystem system) {
    return Pattern.compile(
        "\"%s[\"._]|%s\\b|\"%s\"|TestedSystem\\.%s\\b"
            .formatted(
                system.label(),
                system.title().replaceFirst("^VK", ""),
                system.feature().orElseThrow(),
                system.name()));
  }
}
