// SPDX-License-Identifier: Apache-2.0
package coopcts.expressions;

import static org.testng.Assert.assertEquals;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.spirv.Compiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/**
 * The interpreter against what lavapipe computed for the same shaders, bit for bit. {@link
 * ExpressionGolden} writes the golden file anew.
 */
public final class ExpressionTests {

  @Test
  public void everyExpressionGivesWhatLavapipeGave() throws Exception {
    Map<String, String> golden = golden();
    List<String> wrong = new ArrayList<>();
    try (Device opened = Devices.open("reference:lavapipe");
        Compiler compiler = new Compiler()) {
      for (Expressions.Row row : Expressions.rows()) {
        String result = Expressions.run(opened, compiler, row);
        if (!result.equals(golden.get(row.name()))) {
          wrong.add(
              row.name()
                  + ": "
                  + row.code()
                  + " gives "
                  + result
                  + ", not "
                  + golden.get(row.name()));
        }
      }
    }
    assertEquals(wrong, List.of());
    assertEquals(golden.size(), Expressions.rows().size());
  }

  private static Map<String, String> golden() throws IOException {
    try (InputStream in = ExpressionTests.class.getResourceAsStream("/expressions/lavapipe.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }
  }
}
