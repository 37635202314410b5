// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.util.Iterator;
import org.testng.ITestContext;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The suite as TestNG sees it: one invocation for each case, in order, each waiting for a verdict
 * that workers make. The suite's attribute {@link #REPORTER} tells where verdicts come from.
 */
public final class ConformanceTests {

  static final String REPORTER = "coopcts.reporter";

  /** Called by TestNG alone, which makes one of them. */
  public ConformanceTests() {}

  /**
   * {@return cases as rows of a name, a String, and the {@link Reporter} that all rows share, so
   * that a long run stays small} Rows are made as they are asked for. Called by TestNG.
   *
   * @param context of TestNG, whose suite has the attribute {@link #REPORTER}
   */
  @DataProvider(name = "cases", propagateFailureAsTestFailure = true)
  public Iterator<Object[]> cases(ITestContext context) {
    Reporter reporter = (Reporter) context.getSuite().getAttribute(REPORTER);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return reporter.hasNext();
      }

      @Override
      public Object[] next() {
        return new Object[] {reporter.next(), reporter};
      }
    };
  }

  /**
   * Waits for the verdict of a case and passes if it is the expected one. Called by TestNG in the
   * order of the rows.
   *
   * @param name of the case
   * @param reporter gives the next verdict
   * @throws org.testng.SkipException if the verdict is expected and neither PASS nor WARN, such as
   *     NOT_SUPPORTED
   * @throws AssertionError if the verdict is unexpected
   */
  @Test(dataProvider = "cases", description = "the device conforms")
  public void conforms(String name, Reporter reporter) {
    switch (reporter.report()) {
      case AS_EXPECTED -> {}
      case SKIPPED -> throw new SkipException(name);
      case UNEXPECTED -> throw new AssertionError(name);
    }
  }
}
