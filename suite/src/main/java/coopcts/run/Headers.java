// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.cases.random.RandomFamily;
import coopcts.host.Host;
import coopcts.oracle.Strictness;
import coopcts.reports.Glob;
import coopcts.reports.Header;
import coopcts.reports.RunFolder;
import coopcts.reports.SuiteVersion;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.OpenedDevice;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.ModuleWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says what a run is. */
final class Headers {

  private Headers() {}

  static Header of(
      RunOptions options,
      OpenedDevice opened,
      Listing listing,
      Map<String, Long> times,
      long started) {
    SuiteVersion suite = SuiteVersion.own();
    var identity = opened.report().identity();
    CaseSelection selection = options.selection();
    ModuleOptions modules = options.moduleOptions();
    // Random programs of a time: how many there will be is not known.
    boolean endless = options.programs().isPresent() && options.limits().time() != null;
    return new Header(
        Header.SCHEMA,
        suite.version(),
        suite.commit(),
        options.origin().commandLine(),
        RunFolder.deviceText(opened.report()),
        options.device(),
        opened.uuid(),
        opened.fallback(),
        (identity.driver() + " " + identity.driverInfo()).strip(),
        identity.apiVersion(),
        options.programs().map(RandomFamily::toString).orElse(profile(options)),
        options.seed(),
        options.strictness() == Strictness.STRICT,
        options.strictness() == Strictness.BY_THE_LETTER,
        options.device().endsWith("?validate"),
        modules.optimize() == Compiler.Optimization.NONE ? "" : modules.optimize().toString(),
        modules.writer().map(ModuleWriter::toString).orElse(""),
        (options.origin().baseline() + " " + options.baseline().ties()).strip(),
        new Header.Chosen(
            selection.filters().stream().map(Glob::toString).toList(),
            selection.excludes().stream().map(Glob::toString).toList(),
            caselist(selection)),
        selection.shard() + "/" + selection.shards(),
        host(),
        tools(opened, suite),
        options.jobs(),
        options.timeout().toSeconds(),
        endless ? null : listing.whole(),
        endless ? null : listing.planned(),
        endless ? "" : listing.plan(),
        selection.shards() > 1 && !times.isEmpty() ? digest(new TreeMap<>(times).toString()) : "",
        started);
  }

  private static String profile(RunOptions options) {
    return options.selection().gate() ? CaseSelection.GATE : options.profile().toString();
  }

  private static Header.Tools tools(OpenedDevice opened, SuiteVersion suite) {
    String release = " (LWJGL " + suite.shaderc() + ")";
    return new Header.Tools(
        opened.tools().glslang() + release, opened.tools().spirvTools() + release);
  }

  private static String caselist(CaseSelection selection) {
    return selection.caselist() == null
        ? ""
        : digest(String.join("\n", new TreeSet<>(selection.caselist())));
  }

  private static String digest(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static String host() {
    return Host.current().name(System.getenv());
  }
}
