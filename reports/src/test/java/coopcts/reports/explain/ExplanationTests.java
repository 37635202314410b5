// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Judge;
import coopcts.oracle.Judgement;
import coopcts.oracle.Rule;
import coopcts.reports.Folders;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.testng.annotations.Test;

/** A picture says what it shows. */
public final class ExplanationTests {

  private static final int INSTANCES = 3;
  private static final MatrixType TYPE =
      new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, 4, 4, Use.ACCUMULATOR);

  /** Three matrices, of which the first is lost and the last is off by one. */
  private static Judgement twoWays() {
    int each = TYPE.component().bytes();
    int bytes = TYPE.size() * each;
    byte[] actual = new byte[INSTANCES * bytes];
    ExpectedContents contents = new ExpectedContents(actual.clone());
    long[] values = new long[TYPE.size()];
    Arrays.setAll(values, i -> 1000 * (i + 1));
    for (int instance = 0; instance < INSTANCES; instance++) {
      for (int i = 0; instance > 0 && i < values.length; i++) {
        long off = instance == INSTANCES - 1 ? 1 : 0;
        LittleEndian.put(actual, instance * bytes + i * each, each, values[i] + off);
      }
      contents.matrix(
          TYPE,
          MemoryLayout.ROW_MAJOR,
          instance * bytes,
          TYPE.columns() * each,
          instance,
          values,
          Rule.must("KHR-LOAD-001"));
    }
    return Judge.compare(
        new Expectation(List.of(contents.buffer()), List.of()), List.of("result"), List.of(actual));
  }

  @Test
  public void aPictureHasTheWordsOfItsOwnInstance() throws IOException {
    Judgement judgement = twoWays();
    assertEquals(
        Explanation.words(judgement, List.of()),
        List.of(
            "looks like: every element: elements are zero, in instance 0 only; every element:"
                + " values are off by one, in the last instance only"));
    Path folder = Temporary.folder("explanation");
    Explanation.write(folder, "first", "a case", judgement, List.of());
    String lost = Files.readString(folder.resolve("first.result.0.svg"));
    String near = Files.readString(folder.resolve("first.result.2.svg"));
    Folders.delete(folder);
    assertTrue(lost.contains(">every element: elements are zero<"), lost);
    assertTrue(near.contains(">every element: values are off by one<"), near);
  }
}
