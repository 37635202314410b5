// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.Enabled;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.SubmissionPath;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Matrices that reach over the end of what is bound, where the device has such accesses robust:
 * what lies outside is read as 0, and nothing is stored there (KHR §4.10). Within 16 bytes of the
 * end an element may count as inside or outside.
 */
public final class RobustFamily extends KhrFamily {

  private static final int GUARD = 64;

  /** Bytes before the end that need not count as inside. */
  private static final int NEAR = 16;

  /** What reaches over the end. */
  private enum RobustForm {
    LOAD("KHR-ROBUST-001", "KHR-ROBUST-003"),
    STORE("KHR-ROBUST-002", "KHR-ROBUST-003");

    private final List<String> checks;

    RobustForm(String... checks) {
      this.checks = List.of(checks);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public RobustFamily() {}

  @Override
  public String name() {
    return "khr.robust";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("what is bound, and where it ends, is what it is about");
  }

  @Override
  public List<String> assertions() {
    return List.of("KHR-ROBUST-001", "KHR-ROBUST-002", "KHR-ROBUST-003");
  }

  @Override
  Stream<Case> cases(DeviceReport report, Profile profile, MatrixType type) {
    if (profile != Profile.FULL && !types(report, Profile.SMOKE).contains(type)) {
      return Stream.empty();
    }
    List<RobustForm> forms = List.of(RobustForm.values());
    List<MemoryLayout> layouts = List.of(MemoryLayout.values());
    Optional<String> missing =
        report.missing(Enabled.ROBUST_ACCESS.features()).map(GatedFamily::lacks);
    if (missing.isPresent()) {
      return Stream.of(Case.unsupported(name(type), assertions(), missing.get()));
    }
    return profile.combine(forms, layouts).stream()
        .map(
            row -> {
              RobustForm form = forms.get(row[0]);
              MemoryLayout layout = layouts.get(row[1]);
              return Case.of(
                      "%s.%s.%s".formatted(name(type), form, layout),
                      form.checks,
                      () -> new Tiles(type, layout).plan(report, form))
                  .formed(form);
            });
  }

  /**
   * The matrices of all scope instances, the last of which reaches over the end.
   *
   * @param layout on both sides
   */
  private record Tiles(MatrixType type, MemoryLayout layout) {

    int width() {
      return type.component().bytes();
    }

    int lineBytes() {
      return type.lineBytes(layout);
    }

    int strideBytes() {
      return Math.ceilDiv(lineBytes(), 16) * 16;
    }

    int tileBytes() {
      return strideBytes() * layout.lines(type.rows(), type.columns());
    }

    int start(int instance) {
      return GUARD + instance * tileBytes();
    }

    /** Room for all, as if there were no end. */
    int bytes() {
      return start(ALL) + GUARD;
    }

    int offset(int instance, int element) {
      int row = element / type.columns();
      int column = element % type.columns();
      boolean byRows = layout == MemoryLayout.ROW_MAJOR;
      return start(instance)
          + (byRows ? row : column) * strideBytes()
          + (byRows ? column : row) * width();
    }

    Plan plan(DeviceReport report, RobustForm form) {
      Matrix matrix = new Matrix("m", type);
      Pointee pointee = Pointee.scalar(type.component());
      Array source = Array.buffer("source", pointee, Array.Access.READ);
      Array result = Array.buffer("result", pointee, Array.Access.WRITE);
      Array behind = Array.buffer("behind", pointee, Array.Access.READ_WRITE);
      Program program =
          new Program(
              type.scope(),
              INSTANCES,
              report.subgroup().size(),
              List.of(source, result, behind),
              List.of(
                  new Operation.Load(matrix, place(source)),
                  new Operation.Store(matrix, place(result))));
      int last = start(ALL - 1);
      int half = last + tileBytes() / strideBytes() / 2 * strideBytes();
      List<Subcase> subcases = new ArrayList<>();
      subcases.add(subcase(form, "half", half));
      subcases.add(subcase(form, "all", last));
      if (lineBytes() > 32) {
        subcases.add(subcase(form, "within_line", half + lineBytes() / 32 * 16));
      }
      ShaderPlan plan = ShaderPlan.judgedApart(program, subcases);
      return plan.with(plan.shader().with(Shader.Target.USUAL.by(SubmissionPath.ROBUST_ACCESS)));
    }

    private Place place(Array array) {
      Index tile = new Index.Instance().times(Index.of(tileBytes() / width()));
      return new Place(
          array, Index.push("element").plus(tile), Index.of(strideBytes() / width()), layout);
    }

    private Subcase subcase(RobustForm form, String name, int end) {
      return new Subcase(name, seed -> trial(form, end, seed));
    }

    private Trial trial(RobustForm form, int end, long seed) {
      byte[] all =
          InputPatterns.fill(
              type.component(),
              bytes(),
              InputPatterns.distinct(
                  type.component(), InputPatterns.random(seed, form.toString())));
      boolean loads = form == RobustForm.LOAD;
      byte[] source = loads ? Arrays.copyOf(all, end) : all;
      ExpectedContents result = ExpectedContents.marked(loads ? bytes() : end);
      if (!loads) {
        keep(result, end);
      }
      for (int instance = 0; instance < ALL; instance++) {
        for (int e = 0; e < type.size(); e++) {
          int at = offset(instance, e);
          long bits = LittleEndian.get(all, at, width());
          if (loads) {
            result.put(at, type.component(), loaded(bits, at, end), rule(form, at, end));
          } else if (at < end) {
            long before = result.before(at, type.component());
            result.put(at, type.component(), stored(bits, before, at, end), rule(form, at, end));
          }
        }
      }
      ExpectedContents behind = ExpectedContents.marked(tileBytes() + GUARD);
      keep(behind, behind.before().length);
      return TrialWriter.on(WORKGROUPS)
          .push(GUARD / width())
          .input(source)
          .result(result)
          .result(behind)
          .trial();
    }

    private boolean isInside(int at, int end) {
      return at + width() <= end - NEAR;
    }

    private Rule rule(RobustForm form, int at, int end) {
      return isInside(at, end)
          ? Rule.must(form.checks.getFirst())
          : Rule.must(form.checks.getLast(), form.checks.getFirst());
    }

    private Acceptance loaded(long bits, int at, int end) {
      return isInside(at, end)
          ? new Acceptance.OneOf(bits)
          : at < end ? new Acceptance.OneOf(bits, 0) : new Acceptance.OneOf(0);
    }

    private Acceptance stored(long bits, long before, int at, int end) {
      return isInside(at, end) ? new Acceptance.OneOf(bits) : new Acceptance.OneOf(bits, before);
    }

    /** Nothing that is stored outside may land here. */
    private void keep(ExpectedContents contents, int end) {
      for (int at = 0; at < end; at += width()) {
        contents.put(
            at,
            type.component(),
            contents.before(at, type.component()),
            Rule.must("KHR-ROBUST-002", "KHR-ROBUST-003"));
      }
    }
  }
}
