package coopcts.run;

import java.util.Iterator;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The suite as TestNG sees it: one invocation for each case, in order, each waiting for a verdict
 * made elsewhere.
 */
public final class ConformanceTests {

  private final Scheduler scheduler;
  private final Reporter reporter;

  ConformanceTests(Scheduler scheduler, Reporter reporter) {
    this.scheduler = scheduler;
    this.reporter = reporter;
  }

  /** Cases as rows: a row holds a name and a number, so that a long run stays small. */
  @DataProvider(name = "cases", propagateFailureAsTestFailure = true)
  public Iterator<Object[]> cases() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !reporter.isOver() && scheduler.hasNext();
      }

      @Override
      public Object[] next() {
        Scheduler.Task task = scheduler.next();
        reporter.expect(task);
        return new Object[] {task.tested().tested().name()};
      }
    };
  }

  /** Passes if the verdict is the expected one. */
  @Test(dataProvider = "cases", description = "the device conforms")
  public void conforms(String name) {
    switch (reporter.report(scheduler)) {
      case AS_EXPECTED -> {}
      case SKIPPED -> throw new SkipException(name);
      case UNEXPECTED -> throw new AssertionError(name);
    }
  }
}
