// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.TestRow;
import coopcts.reports.read.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Failures of one cause are one bucket, and their names say what they share. */
public final class BucketsTests {

  private static Row result(String name, Verdict verdict, String message) {
    return TestRow.of(
        name,
        verdict,
        true,
        "subcases",
        1,
        "failedSubcases",
        List.of("padded"),
        "message",
        message);
  }

  private static String stride(int is) {
    return "padded: result+96 (instance 0, row 1, column 0): expected 1.0 (0x3c00), got 2.0"
        + " (0x4000), 1024 ULP [KHR-LOAD-018] (and 959 more); looks like: rows 1 to 15: memory is"
        + " accessed as if the stride were "
        + is
        + " elements, not 24, in every instance";
  }

  @Test
  public void numbersDoNotTellFailuresApart() {
    Buckets buckets =
        Buckets.of(
            List.of(
                result("khr.load.float16.a.shared", Verdict.FAIL, stride(16)),
                result("khr.load.uint8.b.shared", Verdict.FAIL, stride(32)),
                result("khr.load.uint8.b.buffer", Verdict.PASS, ""),
                result("khr.load.float16.a.buffer", Verdict.PASS, "")));
    assertEquals(buckets.headline(), "2 failures, 1 cause");
    Buckets.Bucket only = buckets.buckets().getFirst();
    assertEquals(only.kind(), "memory is accessed as if the stride were n elements, not n");
    assertEquals(only.rules(), List.of("KHR-LOAD-018"));
    assertEquals(only.what(), "memory is accessed as if the stride were 16 or 32 elements, not 24");
    assertEquals(only.support(), "", "two passing cases prove nothing");
  }

  /** What a driver writes into a message may be anything, and more than one kind of it. */
  @Test
  public void numbersMayBeMixedWithWhatIsNone() {
    for (List<String> messages :
        List.of(
            List.of("error 12 in pass", "error 0x1f in pass"),
            List.of("version 19", "version 19.1.7"),
            List.of("took 1 s", "took 1e900000000 s", "took 3 s", "took 4 s", "took 5 s"))) {
      Buckets buckets =
          Buckets.of(
              messages.stream()
                  .map(text -> result("khr.load." + text.hashCode(), Verdict.FAIL, text))
                  .toList());
      assertEquals(buckets.failures(), messages.size());
      assertTrue(buckets.buckets().getFirst().what().length() < 200);
    }
  }

  @Test
  public void assertionsStayWhole() {
    Buckets buckets =
        Buckets.of(
            List.of(
                result(
                    "report.rows",
                    Verdict.FAIL,
                    "row 12 has no M, N and K that are powers of two [API-PROP-009]")));
    assertEquals(
        buckets.buckets().getFirst().kind(),
        "row n has no M, N and K that are powers of two [API-PROP-009]");
  }

  /** A title says what is wrong with the values of all cases, and leaves places to the messages. */
  @Test
  public void titlesSayWhatIsWrong() {
    String miss = "first: result+0 (instance 0, row 0, column 0): expected 1, got 2 [KHR-OP-005]";
    for (String[] text :
        new String[][] {
          {
            "rows hold the values of other rows: row 3 holds row 5, row 4 holds row 6",
            "rows hold the values of other rows"
          },
          {"columns are swapped: 0 with 1, 2 with 3, in every instance", "columns are swapped"},
          {
            "one row in 4, from row 3 on: values are clamped to at least -128 and at most 127",
            "values are clamped to at least -128 and at most 127"
          },
          {"rows 8 to 15: values are wrong, in odd instances only", "values are wrong"},
          {"rows 8 to 15, columns 2, 5, 7", "values are wrong"},
          {"every 4. column from 3 on, in every instance", "values are wrong"},
          {
            "row 15, column 15 is owned by no invocation",
            "row 15, column 15 is owned by no invocation"
          }
        }) {
      Row row = result("khr.load.float16", Verdict.FAIL, miss + "; looks like: " + text[0]);
      assertEquals(Buckets.of(List.of(row)).buckets().getFirst().what(), text[1]);
    }
  }

  /** What fails behind others alone says so, and behind which. */
  @Test
  public void titlesSayBehindWhatAFailureIs() {
    String miss = "first: result+0 (instance 0, row 0, column 0): expected 1, got 2 [KHR-OP-005]";
    String crash = "SIGSEGV in libvulkan_lvp.so+0x302174, called by vkCreateComputePipelines";
    String behind =
        "; it passes alone, and not after khr.load.%s in the same process: state is left behind";
    List<Row> rows =
        List.of(
            result(
                "khr.load.a",
                Verdict.FAIL,
                miss + "; looks like: values are wrong" + behind.formatted("x")),
            result(
                "khr.load.b",
                Verdict.FAIL,
                miss + "; looks like: values are wrong" + behind.formatted("y and 2 more")),
            result("khr.load.c", Verdict.FAIL, miss + "; looks like: values are wrong"),
            result(
                "khr.load.d",
                Verdict.FAIL,
                miss + "; looks like: columns are swapped: 0 with 1" + behind.formatted("x")),
            result("khr.load.e", Verdict.CRASH, crash + behind.formatted("x")));
    assertEquals(
        Buckets.of(rows).buckets().stream().map(Buckets.Bucket::what).collect(Collectors.toSet()),
        Set.of(
            "values are wrong behind 'khr.load.x' in the same process and not alone",
            "values are wrong behind 'khr.load.y' and 2 more in the same process and not alone",
            "values are wrong",
            "columns are swapped behind 'khr.load.x' in the same process and not alone",
            "CRASH: the process ended by SIGSEGV in libvulkan_lvp.so+0x302174, in"
                + " vkCreateComputePipelines behind 'khr.load.x' in the same process and not"
                + " alone"));
  }

  /** Places that tell causes apart are few words, however many families they are. */
  @Test
  public void titlesNameFewFamilies() {
    List<Row> rows = new ArrayList<>();
    for (String assertion : List.of("KHR-OP-005", "KHR-OP-006", "KHR-OP-007")) {
      for (int family = 0; family < (assertion.endsWith("7") ? 12 : 13); family++) {
        rows.add(
            result(
                "khr.f%02d.%s".formatted(family, assertion),
                Verdict.FAIL,
                "first: result+0 (instance 0, row 0, column 0): expected 1, got 2 [%s]; looks like:"
                        .formatted(assertion)
                    + " values are wrong"));
      }
    }
    assertEquals(
        Buckets.of(rows).buckets().stream().map(Buckets.Bucket::what).collect(Collectors.toSet()),
        Set.of(
            "values are wrong in khr.f00.KHR-OP-005",
            "values are wrong in khr.f00.KHR-OP-006",
            "values are wrong in khr.f00, khr.f01, khr.f02 and 9 more"));
  }

  /** Numbers of all cases stand in the title; there is no placeholder. */
  @Test
  public void titlesHaveTheNumbersOfAllCases() {
    List<Row> rows =
        Stream.of(2, 64, 8, 16, 32)
            .map(
                side ->
                    result(
                        "khr.report." + side,
                        Verdict.FAIL,
                        "row %d of float16 has no use 'x%d' at 0x%x [API-PROP-009]"
                            .formatted(side, side, side)))
            .toList();
    assertEquals(
        Buckets.of(rows).buckets().getFirst().what(),
        "row 2 to 64 of float16 has no use 'x2' or others at 0x2 or others [API-PROP-009]");
    assertEquals(
        Buckets.of(rows.subList(0, 3)).buckets().getFirst().what(),
        "row 2, 8 or 64 of float16 has no use 'x2', 'x64' or 'x8' at 0x2, 0x40 or 0x8"
            + " [API-PROP-009]");
  }

  /** Bounds that differ from case to case are those of the data, unless a type has them. */
  @Test
  public void aClampHasTheSameBoundsOrThoseOfTypes() {
    String clamp =
        "first: result+0 (instance 0, row 0, column 0): expected 1, got 2 [KHR-OP-005];"
            + " looks like: values are clamped to at least %d and at most %d";
    Row sint8 = result("khr.a", Verdict.FAIL, clamp.formatted(-128, 127));
    Row uint16 = result("khr.b", Verdict.FAIL, clamp.formatted(0, 65535));
    Row odd = result("khr.c", Verdict.FAIL, clamp.formatted(-733628349, 824339884));
    Row other = result("khr.d", Verdict.FAIL, clamp.formatted(-6, 4711));
    for (List<Row> rows : List.of(List.of(sint8, uint16), List.of(odd), List.of(odd, odd))) {
      String what = Buckets.of(rows).buckets().getFirst().what();
      assertTrue(what.startsWith("values are clamped to at least "), what);
    }
    for (List<Row> rows : List.of(List.of(odd, other), List.of(sint8, odd))) {
      assertEquals(Buckets.of(rows).buckets().getFirst().what(), "values are wrong");
    }
  }

  /** A run in which all failures are known does not look red. */
  @Test
  public void knownFailuresAreALine() {
    Row known = result("khr.load.a", Verdict.FAIL, stride(16));
    Row more = result("khr.load.b", Verdict.FAIL, stride(32));
    Row refused =
        TestRow.of("khr.c", Verdict.FAIL, false, "message", "the driver refuses the shader: X");
    Path none = Path.of("none");
    assertEquals(
        Buckets.of(List.of(known, more)).lines(3, Causes.NONE, none), List.of("2 known failures"));
    List<String> lines = Buckets.of(List.of(known, more, refused)).lines(3, Causes.NONE, none);
    assertEquals(lines.getFirst(), "3 failures, 2 causes");
    assertEquals(lines.getLast(), "2 known failures");
    assertTrue(lines.stream().noneMatch(line -> line.contains("stride")), lines.toString());
    assertTrue(lines.stream().anyMatch(line -> line.contains("such as khr.c")), lines.toString());
    Row again = TestRow.of("khr.load.c", Verdict.FAIL, false, "message", stride(24));
    assertTrue(
        Buckets.of(List.of(known, again)).lines(3, Causes.NONE, none).stream()
            .anyMatch(line -> line.contains("such as khr.load.c")));
  }

  /** What a program was reduced to differs from program to program. */
  @Test
  public void refusedProgramsAreOfOneCause() {
    String refused = "the driver refuses the shader: vkCreateComputePipelines returned X";
    Buckets buckets =
        Buckets.of(
            List.of(
                result(
                    "random.khr.1",
                    Verdict.FAIL,
                    refused + "; as random.khr.1.r2-5: Copy(float32.accumulator)"),
                result(
                    "random.khr.2",
                    Verdict.FAIL,
                    refused + "; as random.khr.2.r7: Load(uint8.a)")));
    assertEquals(buckets.buckets().getFirst().what(), refused);
    assertEquals(buckets.causes().size(), 1);
  }

  /** Rules that read alike and rest on other cases are of two causes. */
  @Test
  public void oneRuleIsOfOneCause() {
    List<Row> rows =
        List.of(
            result("khr.load.a", Verdict.FAIL, stride(16)),
            result(
                "khr.load.b",
                Verdict.FAIL,
                stride(16).replaceFirst("memory is.*not 24", "values are swapped")));
    List<String> ids = Buckets.of(rows).buckets().stream().map(Buckets.Bucket::id).toList();
    assertEquals(ids.size(), 2);
    Causes.Where one = new Causes.Where("where columns >= 16", "all 6", List.of("x"), List.of());
    Causes.Where other = new Causes.Where("where columns >= 16", "all 3", List.of(), List.of());
    assertEquals(Buckets.of(rows, known(ids, one, one)).buckets().size(), 1);
    assertEquals(
        Buckets.of(rows, known(ids, one, other)).buckets().stream()
            .map(Buckets.Bucket::support)
            .sorted()
            .toList(),
        List.of("all 3", "all 6"));
  }

  /** What an earlier session of a run said of a bucket is not said when the bucket has more. */
  @Test
  public void whatWasSaidOfFewerCasesIsNotSaid() {
    Row first = result("khr.load.a", Verdict.FAIL, stride(16));
    Row second = result("khr.load.b", Verdict.FAIL, stride(16));
    Row other =
        result(
            "khr.load.c",
            Verdict.FAIL,
            stride(16).replaceFirst("memory is.*not 24", "values are swapped"));
    List<String> ids =
        Buckets.of(List.of(first, other)).buckets().stream().map(Buckets.Bucket::id).toList();
    Causes.Where all = new Causes.Where("where columns >= 16", "all 2", List.of(), List.of());
    Causes said = known(ids, all, all);
    assertEquals(supports(said, first, other), List.of("all 2"));
    assertEquals(supports(said, first), List.of("all 2"), "a part of the run");
    assertEquals(supports(said, first, second, other), List.of("", ""));
  }

  private static List<String> supports(Causes known, Row... rows) {
    return Buckets.of(List.of(rows), known).buckets().stream()
        .map(Buckets.Bucket::support)
        .toList();
  }

  private static Causes known(List<String> ids, Causes.Where... where) {
    return new Causes(
        IntStream.range(0, where.length)
            .mapToObj(i -> new Causes.Cause(ids.get(i), "", where[i], 1))
            .toList());
  }

  /** A further case that fails otherwise is no witness; wrong values are alike. */
  @Test
  public void anotherVerdictOrWordIsNotAlike() {
    Fingerprint wrong = Fingerprint.of(result("khr.load.a", Verdict.FAIL, stride(16)));
    String values = "first: result+0 (instance 0, row 0, column 0): expected 1, got 2 [KHR-OP-005]";
    assertTrue(wrong.isLike(Fingerprint.of(result("khr.b", Verdict.FAIL, values))));
    Row refused = result("khr.b", Verdict.FAIL, "the driver refuses the shader: X");
    assertFalse(wrong.isLike(Fingerprint.of(refused)));
    assertTrue(Fingerprint.of(refused).isLike(Fingerprint.of(refused)));
    assertFalse(wrong.isLike(Fingerprint.of(result("khr.b", Verdict.CRASH, stride(16)))));
  }

  /** A file cannot hold half a character. */
  @Test
  public void longKindsAreWhole() {
    String said = "x".repeat(159) + "𝕏 and more";
    Buckets buckets = Buckets.of(List.of(result("khr.load.a", Verdict.FAIL, said)));
    assertEquals(buckets.buckets().getFirst().kind(), "x".repeat(159) + "\ufffd");
  }

  @Test
  public void equalCrashesAreOne() {
    String crash =
        "the worker process ended with exit code 134; its last words: #  SIGSEGV (0xb) at"
            + " pc=0x%x, pid=%d | # C  [libvulkan_lvp.so+0x2d3b48]";
    Buckets buckets =
        Buckets.of(
            List.of(
                result("nv2.function.a", Verdict.CRASH, crash.formatted(1234, 77)),
                result("nv2.function.b", Verdict.CRASH, crash.formatted(4321, 78)),
                result("khr.moves.c", Verdict.FAIL, "the driver refuses the shader: X")));
    assertEquals(buckets.headline(), "3 failures, 2 causes");
    assertEquals(
        buckets.buckets().getFirst().title(),
        "CRASH: the process ended by SIGSEGV in libvulkan_lvp.so+0x2d3b48");
  }

  private static List<Row> crashes(int programs) {
    String crash = "SIGSEGV in libx.so+0x12, in vkCreateComputePipelines";
    return Stream.of(
            IntStream.range(0, programs)
                .mapToObj(i -> result("random.khr." + i, Verdict.CRASH, crash)),
            Stream.of("1024x8", "8x1024", "1024x16")
                .map(side -> result(values(side), Verdict.CRASH, crash)),
            Stream.of("8x8", "16x16", "8x16", "64x64")
                .map(side -> result(values(side), Verdict.PASS, "")))
        .flatMap(rows -> rows)
        .toList();
  }

  private static String values(String side) {
    return "nv2.values.float16.a." + side + ".subgroup";
  }

  /** Programs, whose names say nothing, count: a rule of few of the cases is not told of all. */
  @Test
  public void aRuleOfNamesIsToldOfAllCases() {
    String end = "CRASH: the process ended by SIGSEGV in libx.so+0x12, in vkCreateComputePipelines";
    Buckets.Bucket few = Buckets.of(crashes(60)).buckets().getFirst();
    assertEquals(few.count(), 63);
    assertEquals(few.what(), end);
    assertEquals(few.support(), "");
    Buckets.Bucket most = Buckets.of(crashes(2)).buckets().getFirst();
    assertEquals(most.what(), end + " mostly where largest side >= 1024");
    assertEquals(
        most.support(), "3 of 5 failing cases are so, and none of the 4 that pass beside them");
    Buckets.Bucket all = Buckets.of(crashes(0)).buckets().getFirst();
    assertEquals(all.what(), end + " where largest side >= 1024");
    assertEquals(
        all.support(), "all 3 failing cases are so, and none of the 4 that pass beside them");
  }

  /** A process that ended without a signal is called by what it said. */
  @Test
  public void lastWordsAreTheKindOfAnEnd() {
    String words = "the worker process ended with exit code 1; its last words: LLVM ERROR: ";
    Buckets buckets =
        Buckets.of(
            List.of(
                result("khr.load.a", Verdict.CRASH, words + "Cannot select: 0x55d: v8i16"),
                result("khr.load.b", Verdict.CRASH, words + "Cannot select: 0x77e: v8i16"),
                result("khr.load.c", Verdict.CRASH, words + "out of memory"),
                result(
                    "khr.load.d",
                    Verdict.CRASH,
                    words + "Cannot select: 0x7f480411fcd0: i32 = bitcast 0x7f48040d44b0")));
    assertEquals(
        buckets.buckets().stream().map(Buckets.Bucket::title).toList(),
        List.of(
            "CRASH: the process ended with LLVM ERROR: Cannot select: 0x55d or 0x77e: v8i16",
            "CRASH: the process ended with LLVM ERROR: out of memory",
            "CRASH: the process ended with LLVM ERROR: Cannot select: i32 = bitcast"));
  }

  /** A pattern that most cases of a bucket do not have is no heading. */
  @Test
  public void aPatternOfFewIsNoHeading() {
    String values =
        "first: result+0 (instance 0, row 0, column 0): expected 1.0 (0x3c00), got 2.0 (0x4000),"
            + " 1 ULP [KHR-MULADD-024]; looks like: every element, in every instance";
    Buckets buckets =
        Buckets.of(
            List.of(
                result("khr.load.float16", Verdict.FAIL, stride(16)),
                result("khr.gemm.float16", Verdict.FAIL, values),
                result("khr.gemm.uint8", Verdict.FAIL, values)));
    assertEquals(buckets.headline(), "3 failures, 1 cause");
    assertEquals(buckets.buckets().getFirst().what(), "values are wrong");
  }

  /** What was called alike is called by where it is. */
  @Test
  public void noTwoCausesHaveOneTitle() {
    String refused = "the driver refuses the shader: VK_ERROR_UNKNOWN";
    Buckets buckets =
        Buckets.of(
            List.of(
                result("khr.load.a", Verdict.FAIL, refused),
                result("nv2.product.b", Verdict.FAIL, refused),
                result("nv2.product.c", Verdict.FAIL, refused)));
    assertEquals(
        buckets.buckets().stream().map(Buckets.Bucket::title).toList(),
        List.of(refused + " in nv2.product", refused + " in khr.load.a"));
  }

  /** Nor do those of two assertions, or of two runs on one page, have the same words. */
  @Test
  public void noTwoCausesHaveOneText() {
    String wrong =
        "first: result+0 (instance 0, row 0, column 0): expected 1.0 (0x3c00), got 2.0 (0x4000),"
            + " 1 ULP [%s]; looks like: every element: values are wrong, in every instance";
    List<Row> rows =
        List.of(
            result("khr.load.a", Verdict.FAIL, wrong.formatted("KHR-LOAD-018")),
            result("nv2.load.a", Verdict.FAIL, wrong.formatted("CM2-TLD-001")),
            result("found.constant_b", Verdict.FAIL, wrong.formatted("KHR-MULADD-009")));
    List<Buckets.Bucket> buckets = new ArrayList<>(Buckets.of(rows).buckets());
    assertEquals(texts(buckets).size(), buckets.size(), buckets.toString());
    assertTrue(
        texts(buckets).contains("values are wrong in found.constant_b"), texts(buckets) + "");
    // Alone in its run each of two is called the same.
    buckets.clear();
    for (Row row : rows.subList(0, 2)) {
      buckets.addAll(Buckets.of(List.of(row)).buckets());
    }
    assertEquals(texts(buckets).size(), 1, buckets.toString());
    Buckets.apart(buckets);
    assertEquals(texts(buckets).size(), buckets.size(), buckets.toString());
  }

  private static Set<String> texts(List<Buckets.Bucket> buckets) {
    return buckets.stream().map(Buckets.Bucket::what).collect(Collectors.toSet());
  }

  /** Each program that was kept failed by a cause of its own, whatever its elements look like. */
  @Test
  public void chosenProgramsAreCausesOfTheirOwn() {
    String zeros =
        "first: result+0 (instance 0, row 0, column 0): expected 1.0 (0x3c00), got 0.0 (0x0000),"
            + " 1 ULP [CV-MUL-016]; looks like: every element: elements are zero";
    String wrong = zeros.replace("elements are zero", "values are wrong");
    Buckets buckets =
        Buckets.of(
            List.of(
                result("found.a", Verdict.FAIL, zeros),
                result("found.b", Verdict.FAIL, zeros),
                result("found.c", Verdict.FAIL, wrong),
                result("found.d", Verdict.FAIL, "the driver refuses the shader"),
                result("found.e", Verdict.FAIL, "the driver refuses the shader")));
    assertEquals(buckets.headline(), "5 failures, 4 causes");
  }

  @Test
  public void crashesAtTwoPlacesOfALibraryAreTwo() {
    String crash = "SIGSEGV in libvulkan_lvp.so+0x%x, called by vkCreateComputePipelines";
    Buckets buckets =
        Buckets.of(
            List.of(
                result("found.a", Verdict.CRASH, crash.formatted(0x302174)),
                result("found.b", Verdict.CRASH, crash.formatted(0x2d8f6d))));
    assertEquals(buckets.headline(), "2 failures, 2 causes");
  }

  /** Wrong values without a pattern go with the only pattern of their system. */
  @Test
  public void whatFollowsGoesWithItsCause() {
    String values =
        "first: result+0 (instance 0, row 0, column 0): expected 1.0 (0x3c00), got 2.0 (0x4000),"
            + " 1 ULP [KHR-MULADD-024]; looks like: every element, in every instance";
    Buckets buckets =
        Buckets.of(
            List.of(
                result("khr.load.float16", Verdict.FAIL, stride(16)),
                result("khr.gemm.float16", Verdict.FAIL, values)));
    assertEquals(buckets.headline(), "2 failures, 1 cause");
    assertEquals(buckets.buckets().getFirst().inTheWake(), 1);
  }
}
