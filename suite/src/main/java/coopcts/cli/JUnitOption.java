// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.JUnitXml;
import coopcts.reports.RunFolder;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --junit}, of every command that makes reports. */
final class JUnitOption {

  @Option(
      names = "--junit",
      paramLabel = "all|failures",
      defaultValue = "all",
      description = "which cases junit.xml has (default: ${DEFAULT-VALUE})")
  private JUnitXml.Scope scope;

  /**
   * How reports are made.
   *
   * @param history folder that carries Allure's history from run to run, or null
   */
  RunFolder.Rendering rendering(Path history) {
    return new RunFolder.Rendering(scope, history);
  }
}
