package coopcts.run;

import coopcts.host.Host;
import coopcts.oracle.Strictness;
import coopcts.reports.Glob;
import coopcts.reports.Header;
import coopcts.reports.RunFolder;
import coopcts.reports.SuiteVersion;
import coopcts.run.select.RunOptions;
import coopcts.run.select.Selection;
import coopcts.run.worker.Opened;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;

/** Says what a run is. */
final class Headers {

  private Headers() {}

  static Header of(RunOptions options, Opened opened, Listing listing, long started) {
    SuiteVersion suite = SuiteVersion.own();
    var identity = opened.report().identity();
    Selection selection = options.selection();
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
        options.profile().toString(),
        options.seed(),
        options.strictness() == Strictness.STRICT,
        options.strictness() == Strictness.BY_THE_LETTER,
        options.device().endsWith("?validate"),
        "",
        options.origin().baseline(),
        new Header.Chosen(
            selection.filters().stream().map(Glob::toString).toList(),
            selection.excludes().stream().map(Glob::toString).toList(),
            digest(selection)),
        selection.shard() + "/" + selection.shards(),
        host(),
        new Header.Tools("LWJGL " + suite.shaderc(), "LWJGL " + suite.shaderc()),
        options.jobs(),
        options.timeout().toSeconds(),
        listing.whole(),
        listing.planned(),
        started);
  }

  private static String digest(Selection selection) {
    if (selection.caselist() == null) {
      return "";
    }
    try {
      byte[] names =
          String.join("\n", new TreeSet<>(selection.caselist())).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(names);
      return HexFormat.of().formatHex(digest).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static String host() {
    return Host.current().name(System.getenv());
  }
}
