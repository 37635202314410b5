// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the journal of a run with as many cases as one likes: every 50th fails in one of a few
 * ways, some warn, some are not supported, a few crash. {@code main} takes a folder and a number of
 * cases, for measurements of {@code report} and {@code dashboard}.
 */
public final class BigJournal {

  private static final String[] FAMILIES = {
    "khr.load",
    "khr.store",
    "khr.muladd",
    "khr.convert",
    "nv2.reduce",
    "nv2.decode",
    "vector.product",
    "vector.stage",
    "decode.load",
    "qcom.convert"
  };

  private static final String[] TYPES = {
    "float16", "bfloat16", "float32", "float8_e4m3", "sint8", "uint8", "sint32", "uint32"
  };

  private static final String[] USES = {"a", "b", "accumulator"};

  private static final long START = 1_700_000_000_000L;

  private BigJournal() {}

  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
  }

  /** Writes {@code results.jsonl} with its header and its last line; no other file. */
  public static void write(Path folder, int cases) throws IOException {
    write(folder, cases, 50);
  }

  /**
   * The same with other failures.
   *
   * @param each one of so many cases fails; 1 for a run in which all do
   */
  public static void write(Path folder, int cases, int each) throws IOException {
    Files.createDirectories(folder);
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("results.jsonl"))) {
      out.write(
          "{\"coopcts\":{\"schema\":2,\"suite\":\"1.0\",\"commit\":\"abc\",\"device\":\"big\",\"driver\":\"d"
              + " 1\","
              + "\"profile\":\"full\",\"seed\":1,\"workers\":16,\"planned\":%d,\"whole\":%d,\"started\":%d}}\n"
                  .formatted(cases, cases, START));
      for (int i = 0; i < cases; i++) {
        out.write(line(i, i % each == 7 % each));
      }
      out.write("{\"ended\":%d,\"end\":\"COMPLETE\"}\n".formatted(START + cases));
    }
  }

  static String name(int i) {
    return "%s.%s.%s.%dx%d.subgroup.row.buffer.v%d"
        .formatted(
            FAMILIES[i % FAMILIES.length],
            TYPES[i / 7 % TYPES.length],
            USES[i / 3 % USES.length],
            8 << i / 11 % 3,
            8 << i / 13 % 3,
            i);
  }

  private static String line(int i, boolean isFailure) {
    String verdict = "PASS";
    String message = "";
    if (isFailure) {
      verdict = "FAIL";
      message =
          "padded: result+%d (instance 0, row %d, column 1): expected -448.0 (0xfe), got 1 (0x1b), 14.0 ULP [KHR-LOAD-%03d] (and %d more)"
              .formatted(i % 4096, i % 16, i / 50 % 20 + 1, i % 977);
    } else if (i % 50 == 11) {
      verdict = "WARN";
      message = "2.0 ULP from the exact sum [NUM-ACC-%03d]".formatted(i / 50 % 4 + 1);
    } else if (i % 50 == 13) {
      verdict = "NOT_SUPPORTED";
      message = "the device does not report feature%d".formatted(i / 50 % 9);
    } else if (i % 5000 == 17) {
      verdict = "CRASH";
      message = "the worker ended by SIGSEGV, while compiling; C  [libdriver.so+0x%x]".formatted(i);
    }
    return ("{\"case\":\"%s\",\"verdict\":\"%s\",\"expected\":%b,\"assertions\":[\"KHR-LOAD-%03d\","
            + "\"KHR-LOAD-018\",\"KHR-LOAD-020\",\"KHR-MEM-001\",\"NUM-MAT-003\"],\"subcases\":%d,"
            + "\"failedSubcases\":[%s],\"millis\":%d,\"message\":\"%s\",\"phases\":{\"compile\":%d,"
            + "\"pipeline\":%d,\"execute\":%d,\"judge\":%d},\"details\":\"\",\"number\":%d,"
            + "\"started\":%d,\"worker\":%d}\n")
        .formatted(
            name(i),
            verdict,
            !verdict.equals("FAIL") && !verdict.equals("CRASH"),
            i / 50 % 20 + 1,
            i % 9 + 1,
            verdict.equals("FAIL") ? "\"padded\"" : "",
            i % 50,
            message,
            i % 5000,
            i % 3000,
            i % 700,
            i % 900,
            i,
            START + i,
            i % 16);
  }
}
