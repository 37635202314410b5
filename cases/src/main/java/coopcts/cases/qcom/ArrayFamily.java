// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.qcom;

import coopcts.cases.ArrayLines;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.Scope;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.InvocationArrays;
import coopcts.oracle.Readings;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.Index;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code bitcastQCOM} and {@code extractSubArrayQCOM}: arrays of single invocations. */
public final class ArrayFamily extends QcomFamily {

  private static final List<ComponentType> TYPES =
      List.of(
          ComponentType.UINT32, ComponentType.SINT32, ComponentType.FLOAT32, ComponentType.FLOAT16);

  private static final int[] BITCAST_BYTES = {32, 64, 128, 256};

  /** So many of the sizes arrays of all types may have. */
  private static final int SIZES_OF_ALL = 3;

  /** Makes the family; one object serves all devices and runs. */
  public ArrayFamily() {}

  @Override
  public String name() {
    return "qcom.array";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "QC-BIT-001",
        "QC-BIT-002",
        "QC-BIT-003",
        "QC-BIT-007",
        "QC-SUB-001",
        "QC-SUB-002",
        "QC-SUB-003",
        "QC-SUB-008");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Stream.of(bitcasts(report), recasts(report), subArrays(report)).flatMap(cases -> cases);
  }

  private Stream<Case> bitcasts(DeviceReport report) {
    return TYPES.stream()
        .flatMap(
            from ->
                TYPES.stream()
                    .flatMap(
                        to ->
                            Arrays.stream(BITCAST_BYTES)
                                .filter(bytes -> bytes < 256 || !isHalf(from) && !isHalf(to))
                                .mapToObj(
                                    bytes -> cast(report, from, to, Optional.empty(), bytes))));
  }

  private static boolean isHalf(ComponentType type) {
    return type == ComponentType.FLOAT16;
  }

  /**
   * Whatever the order of a word's halves is, two casts come to what there was.
   *
   * @param between what is cast a second time; empty for one cast
   */
  private Case cast(
      DeviceReport report,
      ComponentType from,
      ComponentType to,
      Optional<ComponentType> between,
      int bytes) {
    ComponentType other = between.orElse(to);
    String rule = isHalf(from) != isHalf(other) ? "QC-BIT-002" : "QC-BIT-001";
    return Case.of(
        "%s.%s.%s_%s.%d"
            .formatted(name(), between.isEmpty() ? "bitcast" : "recast", from, other, bytes),
        List.of(rule, "QC-BIT-003", "QC-BIT-007"),
        () -> {
          int all = all(report) * bytes;
          return ShaderPlan.judgedApart(
              program(
                  report,
                  new ArrayOperation.Recast(
                      array("source", from, Array.Access.READ),
                      array("result", to, Array.Access.WRITE),
                      array("kept", from, Array.Access.WRITE),
                      bytes,
                      between.map(Pointee::scalar))),
              List.of(
                  new Subcase(
                      "normal",
                      seed ->
                          bitcast(
                              from,
                              to,
                              rule,
                              ArrayLines.normal(all, InputPatterns.random(seed, name()))))));
        });
  }

  /** From each type to each other one and back, in arrays of one of the sizes that both have. */
  private Stream<Case> recasts(DeviceReport report) {
    return TYPES.stream()
        .flatMap(
            type ->
                TYPES.stream()
                    .filter(between -> between != type)
                    .map(
                        between -> {
                          int size = TYPES.indexOf(type) + TYPES.indexOf(between);
                          int bytes = BITCAST_BYTES[size % SIZES_OF_ALL];
                          return cast(report, type, type, Optional.of(between), bytes);
                        }));
  }

  private static int all(DeviceReport report) {
    return ArrayLines.WORKGROUPS * localSize(report);
  }

  /** A program of single invocations. */
  private static Program program(DeviceReport report, ArrayOperation operation) {
    return new Program(
        Scope.INVOCATION,
        localSize(report),
        1,
        List.of(operation.source(), operation.result(), operation.kept()),
        List.of(operation));
  }

  private static Trial bitcast(
      ComponentType from, ComponentType to, String assertion, byte[] source) {
    Rule rule = Rule.must(assertion, "QC-BIT-003");
    TrialWriter trials = TrialWriter.on(ArrayLines.WORKGROUPS).input(source);
    if (isHalf(from) == isHalf(to)) {
      trials.result(InvocationArrays.same(source, to, rule));
    } else {
      byte[] turned = InvocationArrays.turned(source, ComponentType.FLOAT16);
      Readings readings =
          new Readings(
              InvocationArrays.same(source, to, rule).buffer(),
              InvocationArrays.same(turned, to, rule).buffer());
      trials
          .buffer(new byte[source.length], readings.either())
          .property(rule, actual -> readings.mixed(actual.get(1)));
    }
    return trials.result(InvocationArrays.same(source, from, Rule.must("QC-BIT-007"))).trial();
  }

  /** A whole as long as the N of some row, a part as long as the K of some row (QC-SUB-007). */
  private Stream<Case> subArrays(DeviceReport report) {
    int[] wholes = sizes(report, MatrixProperties::n).filter(n -> n <= 64).toArray();
    return Arrays.stream(wholes)
        .boxed()
        .flatMap(
            n ->
                sizes(report, MatrixProperties::k)
                    .filter(k -> k <= n)
                    .boxed()
                    .flatMap(k -> TYPES.stream().map(type -> new Cut(type, n, k))))
        .map(cut -> subArray(report, cut));
  }

  private static IntStream sizes(DeviceReport report, ToIntFunction<MatrixProperties> size) {
    return report.matrixProperties().stream().mapToInt(size).distinct().sorted();
  }

  private record Cut(ComponentType type, int whole, int part) {}

  private Case subArray(DeviceReport report, Cut cut) {
    return Case.of(
        "%s.sub.%s.%d_%d".formatted(name(), cut.type, cut.whole, cut.part),
        List.of("QC-SUB-001", "QC-SUB-002", "QC-SUB-003", "QC-SUB-008"),
        () -> {
          int starts = cut.whole / cut.part;
          Array source = array("source", cut.type, Array.Access.READ);
          Array result = array("result", cut.type, Array.Access.WRITE);
          Array kept = array("kept", cut.type, Array.Access.WRITE);
          Index start =
              Index.push("start")
                  .plus(Index.push("step").times(new Index.Instance()))
                  .modulo(starts)
                  .times(Index.of(cut.part));
          return ShaderPlan.judgedApart(
              program(
                  report, new ArrayOperation.Cut(source, result, kept, cut.whole, cut.part, start)),
              List.of(
                  subcase(report, cut, "first", 0, 0, "QC-SUB-002"),
                  subcase(report, cut, "last", starts - 1, 0, "QC-SUB-002"),
                  subcase(report, cut, "middle", starts / 2, 0, "QC-SUB-002"),
                  subcase(report, cut, "differing", 1, 1, "QC-SUB-003")));
        });
  }

  /**
   * @param tried the sentence on where the part starts
   */
  private static Subcase subcase(
      DeviceReport report, Cut cut, String name, int start, int step, String tried) {
    return new Subcase(
        name,
        seed -> {
          Rule rule = Rule.must("QC-SUB-001", tried, "QC-SUB-008");
          int width = cut.type.bytes();
          int invocations = all(report);
          byte[] source =
              ArrayLines.normal(invocations * cut.whole * width, InputPatterns.random(seed, name));
          ExpectedContents result = new ExpectedContents(new byte[invocations * cut.part * width]);
          for (int own = 0; own < invocations; own++) {
            int from = (start + step * own) % (cut.whole / cut.part) * cut.part;
            long[] part = InvocationArrays.part(source, cut.type, cut.whole, own, from, cut.part);
            for (int i = 0; i < cut.part; i++) {
              result.put((own * cut.part + i) * width, cut.type, part[i], rule);
            }
          }
          return TrialWriter.on(ArrayLines.WORKGROUPS)
              .push(start, step)
              .input(source)
              .result(result)
              .result(InvocationArrays.same(source, cut.type, rule))
              .trial();
        });
  }
}
