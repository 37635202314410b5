// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.glsl.TensorGlsl;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter.Clip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sentences of the texts that can be read in two ways: each matrix is what one of the readings
 * gives, the whole of it, and nothing else. One is about what a struct's text declares: so it is a
 * template.
 */
public final class Nv2ReadingsFamily extends Nv2Family {

  private static final VariantShare SHARE = new VariantShare(24, 180);

  /** The largest number that a clip's span can be. */
  private static final long ALL = 0xFFFFFFFFL;

  /** Rows and columns of the tensor that are not loaded. */
  private static final int SPARE = 3;

  /** Where a struct's member lies behind a word that nothing reads. */
  private static final int MEMBER = 4;

  /** The pattern that lies so many elements, or structs, from the start of a tensor. */
  @FunctionalInterface
  private interface Found {
    long at(long linear);
  }

  /**
   * One way to read the sentence.
   *
   * @param layout what the elements are reached by
   * @param step bytes from one element, or struct, to the next
   * @param offset bytes from there to the element
   */
  private record Reading(TensorLayout layout, int step, int offset) {
    long[] load(MatrixType type, long[] before, byte[] tensors, int start) {
      Found found =
          linear ->
              LittleEndian.get(
                  tensors, start + (int) linear * step + offset, type.component().bytes());
      return new TensorAccess(type, layout).load(before, found::at).bits();
    }
  }

  private enum ReadingForm {
    /** The clip's end is a sum beyond 32 bits: as it is, or what the low 32 bits leave of it. */
    ROWS_PAST_32_BITS("CM2-CLIP-009") {
      @Override
      List<Reading> readings(MatrixType type) {
        return clips(type, new Clip(SPARE, ALL, 0, ALL), new Clip(SPARE, 0, 0, ALL));
      }
    },
    COLUMNS_PAST_32_BITS("CM2-CLIP-009") {
      @Override
      List<Reading> readings(MatrixType type) {
        return clips(type, new Clip(0, ALL, 5, ALL - 2), new Clip(0, ALL, 5, 0));
      }
    },
    /** A struct's size: to the end of its last member, or with the padding behind it. */
    PADDED_STRUCT("CM2-DEC-017") {
      @Override
      List<String> features() {
        return FormatLoad.FEATURES;
      }

      @Override
      boolean takes(MatrixType type) {
        return type.component().bytes() < MEMBER;
      }

      @Override
      String functions(MatrixType type) {
        return ShaderTemplate.of("nv2/padded.glsl")
            .with("ALIGNMENT", type.component().bytes())
            .text();
      }

      @Override
      String element(ComponentType component) {
        return "Padded";
      }

      @Override
      int elementBytes(ComponentType component) {
        return 2 * MEMBER;
      }

      @Override
      String arguments() {
        return ", decode";
      }

      @Override
      List<Reading> readings(MatrixType type) {
        TensorLayout layout = part(type);
        return List.of(
            new Reading(layout, MEMBER + type.component().bytes(), MEMBER),
            new Reading(layout, 2 * MEMBER, MEMBER));
      }
    };

    private final String assertion;

    ReadingForm(String assertion) {
      this.assertion = assertion;
    }

    List<String> features() {
      return List.of();
    }

    boolean takes(MatrixType type) {
      return true;
    }

    /** What stands before {@code main}. */
    String functions(MatrixType type) {
      return "";
    }

    /** What the tensor's array is declared to hold. */
    String element(ComponentType component) {
      return component.glsl(1);
    }

    int elementBytes(ComponentType component) {
      return component.bytes();
    }

    /** Arguments of the load behind layout and view. */
    String arguments() {
      return "";
    }

    /** The ways to read the sentence, of which the first is as the shader says it. */
    abstract List<Reading> readings(MatrixType type);

    private static List<Reading> clips(MatrixType type, Clip... clips) {
      int width = type.component().bytes();
      return Stream.of(clips)
          .map(clip -> new View(2, false, new int[] {0, 1}, List.of(clip)))
          .map(view -> new Reading(part(type).through(view), width, 0))
          .toList();
    }

    private static TensorLayout part(MatrixType type) {
      return TensorLayout.of(
          2,
          Clamp.UNDEFINED,
          new Setter.Dimension(type.rows() + SPARE, type.columns() + SPARE),
          new Setter.Slice(1, type.rows(), 2, type.columns()));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public Nv2ReadingsFamily() {}

  @Override
  public String name() {
    return "nv2.readings";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it is about single sentences; nv2.load and nv2.decode stand in frames");
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(ReadingForm.values()).map(form -> form.assertion).distinct().toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return SHARE
        .pairs(
            profile,
            name(),
            ScopedType.all(report),
            List.of(ReadingForm.values()),
            (kind, form) -> form.takes(kind.type()),
            List.of())
        .map(pair -> of(report, pair.kind(), pair.variant()));
  }

  private Case of(DeviceReport report, ScopedType kind, ReadingForm form) {
    return Case.unless(
            report.missing(form.features()).map(missing -> lacks(missing)),
            "%s.%s.%s".formatted(name(), form, kind),
            List.of(form.assertion),
            () -> plan(report, kind, form))
        .formed(form);
  }

  private static Plan plan(DeviceReport report, ScopedType kind, ReadingForm form) {
    MatrixType type = kind.type();
    TensorLayout layout = form.readings(type).getFirst().layout;
    String glsl =
        kind.template(report, "load.comp", "")
            .with("FUNCTIONS", form.functions(type))
            .with("ELEMENT", form.element(type.component()))
            .with("COLUMNS", type.columns())
            .with("LAYOUT", TensorGlsl.declare(layout, "t", TensorGlsl.LITERAL))
            .with("OFFSET", "(%s * %d)".formatted(kind.instance(), elements(type)))
            .with("ARGUMENTS", TensorGlsl.arguments(layout, "t") + form.arguments())
            .text();
    return new ShaderPlan(
        shader(report, glsl, 0, TensorLoad.BUFFERS),
        List.of(
            new Subcase(
                "distinct", seed -> trial(kind, form, InputPatterns.random(seed, kind.label())))));
  }

  /** Elements or structs of a tensor, and more up to a multiple of 16 bytes (CM2-TLD-009). */
  private static int elements(MatrixType type) {
    return Math.ceilDiv((type.rows() + SPARE) * (type.columns() + SPARE), 16) * 16;
  }

  private static Trial trial(ScopedType kind, ReadingForm form, SplittableRandom random) {
    MatrixType type = kind.type();
    ComponentType component = type.component();
    int width = component.bytes();
    int tile = elements(type) * form.elementBytes(component);
    byte[] tensors =
        InputPatterns.fill(
            component, kind.instances() * tile, InputPatterns.distinct(component, random));
    byte[] before =
        InputPatterns.fill(
            component,
            kind.instances() * type.size() * width,
            InputPatterns.distinct(component, random));
    Rule rule = Rule.must(form.assertion);
    ExpectedContents result = ExpectedContents.marked(before.length);
    List<List<long[]>> outcomes = new ArrayList<>();
    for (int instance = 0; instance < kind.instances(); instance++) {
      long[] kept = elements(type, before, instance);
      int start = instance * tile;
      List<long[]> matrices =
          form.readings(type).stream()
              .map(reading -> reading.load(type, kept, tensors, start))
              .toList();
      outcomes.add(matrices);
      for (int e = 0; e < type.size(); e++) {
        int at = e;
        long[] either = matrices.stream().mapToLong(matrix -> matrix[at]).distinct().toArray();
        result.put(
            (instance * type.size() + e) * width, component, new Acceptance.OneOf(either), rule);
      }
    }
    return TrialWriter.on(ScopedType.WORKGROUPS)
        .input(tensors)
        .input(before)
        .result(result)
        .input(new byte[16])
        .property(rule, actual -> mixed(type, outcomes, actual.get(2)))
        .trial();
  }

  /** A line for each matrix that follows no reading. */
  private static List<String> mixed(MatrixType type, List<List<long[]>> outcomes, byte[] actual) {
    return IntStream.range(0, outcomes.size())
        .filter(
            instance ->
                outcomes.get(instance).stream()
                    .noneMatch(matrix -> isAs(type, matrix, elements(type, actual, instance))))
        .mapToObj(instance -> "matrix %d is what no reading gives as a whole".formatted(instance))
        .toList();
  }

  /** Whether a matrix is as a reading has it, but for the sign of zeros (NUM-NAN-002). */
  private static boolean isAs(MatrixType type, long[] reading, long[] found) {
    NumberFormat format = type.component().format();
    return IntStream.range(0, found.length)
        .allMatch(
            e ->
                reading[e] == found[e]
                    || format instanceof FloatFormat floats
                        && floats.isZero(reading[e])
                        && floats.isZero(found[e]));
  }
}
