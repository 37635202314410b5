// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import static org.testng.Assert.assertEquals;

import coopcts.model.VectorMatrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** An answer that is none is said in one line. */
public final class QuestionsTests {

  /** A driver that tells of a number of rows, whatever it is asked. */
  private record Telling(int count) implements ProgrammingInterface {

    @Override
    public Answer ask(Rows rows) {
      return new Answer(0, count, new byte[0]);
    }

    @Override
    public Answer ask(Rows rows, int wanted, int room) {
      return new Answer(0, count, new byte[room]);
    }

    @Override
    public boolean isUnwritten(Rows rows, Answer answer, int index) {
      return true;
    }

    @Override
    public boolean isLabelled(Rows rows, Answer answer, int index) {
      return false;
    }

    @Override
    public Map<String, Feature> features() {
      return Map.of();
    }

    @Override
    public int create(String feature) {
      return 0;
    }

    @Override
    public int size(VectorMatrix from, VectorMatrix to) {
      return 0;
    }

    @Override
    public int written(VectorMatrix from, VectorMatrix to) {
      return 0;
    }

    @Override
    public Optional<String> barrier() {
      return Optional.empty();
    }
  }

  @DataProvider
  Object[][] askingForRows() {
    return new Object[][] {
      {"API-PROP-004"},
      {"API-PROP-005"},
      {"API-PROP-006"},
      {"API-PROP-007"},
      {"API-PROP-008"},
      {"API-PROP-011"},
      {"CV-API-007"}
    };
  }

  @Test(dataProvider = "askingForRows")
  void aNumberThatIsNoneIsOneLine(String assertion) throws DeviceException {
    for (int count : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      List<String> broken = new Questions(new Telling(count)).ask(assertion).orElseThrow();
      assertEquals(broken.size(), 1, broken.toString());
      assertEquals(
          broken.getFirst().replaceFirst("^vk\\w+ ", ""),
          "tells of " + Integer.toUnsignedLong(count) + " structures");
    }
  }

  /** With 65,536 rows, each of them wrong, a question ends soon and says no more than is read. */
  @Test
  void manyRowsEnd() throws DeviceException {
    List<String> broken = new Questions(new Telling(1 << 16)).ask("API-PROP-005").orElseThrow();
    assertEquals(broken.size() > 1000 && broken.size() < 2000, true, "" + broken.size());
  }
}
