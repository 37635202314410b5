// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.decode;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Ordinary long vectors, which decode functions give and cooperative vectors are made of: their
 * place in memory, subscripts and arithmetic. Nothing in them is cooperative, so that no program
 * has them: it is a template.
 */
public final class LongVectorFamily extends GatedFamily {

  private static final int INVOCATIONS = 32;

  private static final List<ComponentType> TYPES =
      List.of(
          ComponentType.FLOAT32, ComponentType.FLOAT16, ComponentType.SINT32, ComponentType.UINT16);

  private static final int[] LENGTHS = {5, 8, 17};

  /** Makes the family; one object serves all devices and runs. */
  public LongVectorFamily() {}

  @Override
  public String name() {
    return "decode.long";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it has no cooperative operation");
  }

  @Override
  protected List<String> features() {
    return List.of("longVector");
  }

  @Override
  public List<String> assertions() {
    return List.of("LV-TYPE-003", "LV-MEM-001");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return TYPES.stream()
        .filter(type -> ComponentSupport.missing(report, type).isEmpty())
        .flatMap(
            type ->
                Arrays.stream(LENGTHS)
                    .mapToObj(
                        length ->
                            Case.of(
                                "%s.%s.%d".formatted(name(), type, length),
                                assertions(),
                                () -> plan(type, length))));
  }

  /** Where the members of the structure lie: a number, a vector, another, a number (LV rule 3). */
  private record Places(ComponentType type, int length) {
    int first() {
      return 4 * type.bytes();
    }

    int second() {
      return ceil(first() + length * type.bytes());
    }

    int last() {
      return second() + length * type.bytes();
    }

    int stride() {
      return ceil(last() + type.bytes());
    }

    /** Vectors are aligned as those of four components. */
    private int ceil(int offset) {
      return Math.ceilDiv(offset, 4 * type.bytes()) * 4 * type.bytes();
    }
  }

  private static Plan plan(ComponentType type, int length) {
    String glsl =
        ShaderTemplate.of("decode/long.comp")
            .with("LOCAL_SIZE", INVOCATIONS)
            .with("COMPONENT", type.glsl(1))
            .with("N", length)
            .text();
    return new ShaderPlan(
        Shader.of(glsl, OptionalInt.empty(), 0, "source", "result"),
        List.of(new Subcase("integers", seed -> trial(type, new Places(type, length), seed))));
  }

  private static Trial trial(ComponentType type, Places places, long seed) {
    int width = type.bytes();
    byte[] source =
        InputPatterns.fill(
            type,
            INVOCATIONS * places.stride(),
            InputPatterns.integers(type, 0, 40, InputPatterns.random(seed, type.label())));
    byte[] result = new byte[source.length];
    Arrays.fill(result, (byte) 0xCD);
    ExpectedContents contents = new ExpectedContents(result);
    Rule memory = Rule.must("LV-MEM-001");
    Rule arithmetic = Rule.must("LV-TYPE-003");
    for (int lane = 0; lane < INVOCATIONS; lane++) {
      int at = lane * places.stride();
      contents.put(at, type, LittleEndian.get(source, at, width), memory);
      contents.put(
          at + places.last(), type, LittleEndian.get(source, at + places.last(), width), memory);
      for (int i = 0; i < places.length; i++) {
        int first = at + places.first() + i * width;
        int second = at + places.second() + i * width;
        int mirrored = at + places.first() + (places.length - 1 - i) * width;
        contents.put(
            first,
            type,
            Arithmetic.exact(
                type,
                InputPatterns.encode(
                    type,
                    (long) InputPatterns.number(type, source, first)
                        + (long) InputPatterns.number(type, source, second))),
            arithmetic);
        contents.put(
            second,
            type,
            Arithmetic.exact(
                type,
                InputPatterns.encode(
                    type, 3 * (long) InputPatterns.number(type, source, mirrored) + i)),
            arithmetic);
      }
    }
    return Trial.of(
        new byte[0],
        List.of(source, result),
        1,
        new Expectation(
            List.of(
                ExpectedContents.untouched(source),
                contents.buffer().untouchedBy(Rule.must("LV-MEM-001", "KHR-STORE-003"))),
            List.of()));
  }
}
