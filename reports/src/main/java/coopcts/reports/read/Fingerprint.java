package coopcts.reports.read;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What failures of one cause have in common: the verdict, the assertions that the message names,
 * and the message without what differs from case to case, which is every number, address and
 * subcase.
 */
public record Fingerprint(Outcome outcome, List<String> assertions, String text) {

  private static final int LONGEST = 240;
  private static final Pattern IDS =
      Pattern.compile(
          " ?\\[[A-Z][A-Z0-9]+-[A-Z0-9]+-\\d{3}(?:[, ]+[A-Z][A-Z0-9]+-[A-Z0-9]+-\\d{3})*]");
  private static final Pattern HEX = Pattern.compile("\\b0x[0-9a-fA-F]+\\b");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\w.])-?(?:\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?|NaN|Infinity)(?![\\w.]*\\w)");
  private static final Pattern SAME_IN_BITS = Pattern.compile(" \\(#\\)");
  private static final Pattern HOW_FAR = Pattern.compile(", # ULP\\b");
  private static final Pattern HOW_MANY = Pattern.compile(" \\(and # more\\)");
  private static final Pattern OFFSET = Pattern.compile("\\+#");

  /** The fingerprint of a row that is not good. */
  public static Fingerprint of(Row row) {
    return new Fingerprint(row.outcome(), List.copyOf(row.named()), normalised(row));
  }

  private static String normalised(Row row) {
    String text = row.message().lines().findFirst().orElse("").strip();
    for (String subcase : row.failedSubcases()) {
      if (!subcase.isEmpty() && text.startsWith(subcase + ": ")) {
        text = text.substring(subcase.length() + 2);
        break;
      }
    }
    text = IDS.matcher(text).replaceAll("");
    text = HEX.matcher(text).replaceAll("#");
    text = NUMBER.matcher(text).replaceAll("#");
    text = OFFSET.matcher(text).replaceAll("");
    text = SAME_IN_BITS.matcher(text).replaceAll("");
    text = HOW_FAR.matcher(text).replaceAll("");
    text = HOW_MANY.matcher(text).replaceAll("");
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
  }

  /** Eight digits that stand for it in addresses; the same for the same cause in every run. */
  public String id() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((outcome + "\n" + assertions + "\n" + text).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
