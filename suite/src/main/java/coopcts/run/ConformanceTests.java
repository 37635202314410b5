// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.util.Iterator;
import org.testng.ITestContext;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The suite as TestNG sees it: one invocation for each case, in order, each waiting for a verdict
 * made elsewhere. The suite's attribute {@link #REPORTER} tells where verdicts come from.
 */
public final class ConformanceTests {

  static final String REPORTER = "coopcts.reporter";

  /** For TestNG, which makes one of them. */
  public ConformanceTests() {}

  /**
   * {@return cases as rows of a name, a String, and the {@link Reporter} that all rows share, so
   * that a long run stays small} Rows are made as they are asked for.
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
   * Passes if the verdict is the expected one.
   *
   * @param name of the case
   * @param reporter waits for the next verdict
   * @throws org.testng.SkipException if the case was skipped
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
