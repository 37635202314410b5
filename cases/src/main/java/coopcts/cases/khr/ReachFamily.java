// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FollowUp;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Matrices that are reached in other ways than at the start of a bound buffer: by address, far from
 * its start, with a stride of the subgroup's own, from workgroups that reach along y or z, and
 * through a buffer that another subgroup or an earlier dispatch wrote.
 */
public final class ReachFamily extends KhrFamily {

  /** Bytes before the first matrix and behind the last that nothing may touch. */
  private static final int GUARD = 64;

  private enum ReachForm {
    REFERENCE("KHR-LOAD-010", List.of("bufferDeviceAddress"), "addresses") {
      @Override
      Shader shader(String glsl, OptionalInt size) {
        return super.shader(glsl, size).addressing("source", "result");
      }

      @Override
      Trial trial(byte[] source, int first, ExpectedContents between, ExpectedContents result) {
        return TrialWriter.on(WORKGROUPS)
            .input(new byte[16])
            .addressed(source, ExpectedContents.untouched(source), 0, 0)
            .addressed(result.before(), result.buffer(), 0, 8)
            .trial();
      }
    },
    HANDOVER("KHR-MEM-004", List.of("vulkanMemoryModel"), "source", "between", "result") {
      @Override
      int from(int instance) {
        return instance ^ 1;
      }

      @Override
      Trial trial(byte[] source, int first, ExpectedContents between, ExpectedContents result) {
        return TrialWriter.on(WORKGROUPS).input(source).result(between).result(result).trial();
      }
    },
    NEXT("KHR-MEM-005", List.of(), "source", "between", "result") {
      @Override
      Shader shader(String glsl, OptionalInt size) {
        return Shader.of(glsl, size, 4, bound());
      }

      @Override
      Trial trial(byte[] source, int first, ExpectedContents between, ExpectedContents result) {
        return TrialWriter.on(WORKGROUPS)
            .push(0)
            .input(source)
            .result(between)
            .result(result)
            .then(new FollowUp.Again(new byte[] {1, 0, 0, 0}))
            .trial();
      }
    },
    UNLIKE("KHR-LOAD-021", List.of(), "source", "result") {
      @Override
      int longer(int instance) {
        return instance % 2;
      }
    },
    ALONG_Y("KHR-UNIF-009", List.of(), "source", "result") {
      @Override
      String template() {
        return "far";
      }

      @Override
      String localSize(int subgroup) {
        return subgroup + ", local_size_y = " + INSTANCES;
      }
    },
    ALONG_Z("KHR-UNIF-009", List.of(), "source", "result") {
      @Override
      String template() {
        return "far";
      }

      @Override
      String localSize(int subgroup) {
        return subgroup + ", local_size_z = " + INSTANCES;
      }
    },
    FAR("KHR-LOAD-003", List.of(), "source", "result") {
      @Override
      int first(ComponentType type) {
        return 70_000;
      }
    };

    private final String assertion;
    private final List<String> features;
    private final List<String> bound;

    ReachForm(String assertion, List<String> features, String... bound) {
      this.assertion = assertion;
      this.features = features;
      this.bound = List.of(bound);
    }

    String[] bound() {
      return bound.toArray(String[]::new);
    }

    Shader shader(String glsl, OptionalInt size) {
      return Shader.of(glsl, size, pushes() ? 4 : 0, bound());
    }

    /** Whether the place of the first matrix is a push constant. */
    private boolean pushes() {
      return template().equals("far");
    }

    /** The first element of the first matrix. */
    int first(ComponentType type) {
      return GUARD / type.bytes();
    }

    /** Its template's name. */
    String template() {
      return toString();
    }

    /** The workgroup's size, as a shader declares it. */
    String localSize(int subgroup) {
      return Integer.toString(INSTANCES * subgroup);
    }

    /** By how many steps an instance's stride is longer on load. */
    int longer(int instance) {
      return 0;
    }

    /** The instance whose matrix another one stores. */
    int from(int instance) {
      return instance;
    }

    /**
     * @param between what stands between loads and stores of a hand-over
     */
    Trial trial(byte[] source, int first, ExpectedContents between, ExpectedContents result) {
      TrialWriter trials = TrialWriter.on(WORKGROUPS);
      return (pushes() ? trials.push(first) : trials).input(source).result(result).trial();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public ReachFamily() {}

  @Override
  public String name() {
    return "khr.reach";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-LOAD-003",
        "KHR-LOAD-010",
        "KHR-LOAD-021",
        "KHR-STORE-004",
        "KHR-MEM-004",
        "KHR-MEM-005",
        "KHR-UNIF-009");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    List<ReachForm> forms = List.of(ReachForm.values());
    List<MemoryLayout> layouts = List.of(MemoryLayout.values());
    return profile.combine(forms, layouts, layouts).stream()
        .map(
            row -> {
              ReachForm form = forms.get(row[0]);
              MemoryLayout from = layouts.get(row[1]);
              MemoryLayout to = layouts.get(row[2]);
              String name = "%s.%s.%s_%s".formatted(name(type), form, from, to);
              List<String> checks = List.of(form.assertion, "KHR-STORE-004");
              return Case.unless(
                  report.missing(form.features).map(GatedFamily::lacks),
                  name,
                  checks,
                  () -> plan(report, type, form, from, to));
            });
  }

  private static Plan plan(
      DeviceReport report, MatrixType type, ReachForm form, MemoryLayout from, MemoryLayout to) {
    Tiles tiles = new Tiles(type, form.first(type.component()));
    String glsl =
        ShaderTemplate.of("khr/" + form.template() + ".comp")
            .with("EXTENSIONS", ComponentSupport.extension(type.component()))
            .with("LOCAL_SIZE", form.localSize(report.subgroup().size()))
            .with("COMPONENT", type.component().glsl(1))
            .with("SCOPE", type.scope().glsl())
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("USE", type.use().glsl())
            .with("GUARD", tiles.first)
            .with("TILE", tiles.tile)
            .with("STEP", tiles.step)
            .with("STRIDE", tiles.stride)
            .with("SOURCE_LAYOUT", from.glsl())
            .with("RESULT_LAYOUT", to.glsl())
            .text();
    return new ShaderPlan(
        form.shader(glsl, OptionalInt.of(report.subgroup().size())),
        List.of(new Subcase("distinct", seed -> tiles.trial(form, from, to, seed))));
  }

  /** Square tiles with lines long enough for rows and columns alike. */
  private static final class Tiles {
    private final MatrixType type;
    private final int width;
    private final int first;
    private final int stride;
    private final int step;
    private final int tile;

    Tiles(MatrixType type, int first) {
      this.type = type;
      this.width = type.component().bytes();
      int line = Math.max(type.rows(), type.columns()) * width;
      this.stride = Math.ceilDiv(line, 16) * 16 / width;
      this.step = 16 / width;
      this.tile = (stride + step) * Math.max(type.rows(), type.columns());
      this.first = Math.ceilDiv(first * width, 16) * 16 / width;
    }

    Trial trial(ReachForm form, MemoryLayout from, MemoryLayout to, long seed) {
      int bytes = (first + ALL * tile) * width + GUARD;
      byte[] source =
          InputPatterns.fill(
              type.component(),
              bytes,
              InputPatterns.distinct(
                  type.component(), InputPatterns.random(seed, form.toString())));
      ExpectedContents between = ExpectedContents.marked(bytes);
      ExpectedContents result = ExpectedContents.marked(bytes);
      for (int instance = 0; instance < ALL; instance++) {
        store(form, between, source, instance, instance, from, from);
        store(form, result, source, form.from(instance), instance, from, to);
      }
      return form.trial(source, first, between, result);
    }

    private void store(
        ReachForm form,
        ExpectedContents contents,
        byte[] source,
        int sourceInstance,
        int instance,
        MemoryLayout from,
        MemoryLayout to) {
      int own = stride + form.longer(sourceInstance) * step;
      long[] bits = new long[type.size()];
      for (int row = 0, e = 0; row < type.rows(); row++) {
        for (int column = 0; column < type.columns(); column++, e++) {
          int at = from == MemoryLayout.ROW_MAJOR ? row * own + column : column * own + row;
          bits[e] = LittleEndian.get(source, (first + sourceInstance * tile + at) * width, width);
        }
      }
      contents.matrix(
          type,
          to,
          (long) (first + instance * tile) * width,
          (long) stride * width,
          instance,
          bits,
          Rule.must(form.assertion, "KHR-STORE-004"));
    }
  }
}
