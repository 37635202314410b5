package coopcts.jobs;

import java.nio.file.Path;

/** What a failing job is explained with, beside it. */
record Explanation(JobRun.Said said) {

  void write(Path job) {}
}
