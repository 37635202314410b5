// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.program.Constant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tensor loads and stores of shared memory, of buffers reached by their address, from hand to hand
 * between scope instances and dispatches; of a function's parameter and in the turns of a loop; and
 * with sizes and clamp modes that are specialization constants. Layouts that differ from turn to
 * turn, clamp modes that are constants, and decode functions that look up a table are text: so it
 * is a template.
 */
public final class Nv2MemoryFamily extends Nv2Family {

  private static final VariantShare SHARE = new VariantShare(4, 12);

  /** Forms of which every kind of matrix meets one in a default run. */
  private static final List<MemoryForm> COMMON =
      List.of(
          MemoryForm.SHARED_FULL,
          MemoryForm.REFERENCE,
          MemoryForm.HANDED_OVER,
          MemoryForm.SPECIALIZED_SIZE);

  /** Makes the family; one object serves all devices and runs. */
  public Nv2MemoryFamily() {}

  @Override
  public String name() {
    return "nv2.memory";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("memory and dispatches are what it is about");
  }

  @Override
  protected List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing", "bufferDeviceAddress");
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(MemoryForm.values())
        .flatMap(form -> form.rule().assertions().stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return SHARE
        .pairs(
            profile,
            name(),
            ScopedType.all(report),
            List.of(MemoryForm.values()),
            (kind, form) ->
                form.sharedBytes(PaddedTile.of(kind))
                    <= ComponentSupport.sharedMemory(report, kind.type().scope()),
            profile == Profile.SMOKE ? List.of() : COMMON)
        .map(pair -> of(report, pair.kind(), pair.variant()));
  }

  private Case of(DeviceReport report, ScopedType kind, MemoryForm form) {
    String name = "%s.%s.%s".formatted(name(), form, kind);
    List<String> checks = form.rule().assertions();
    return report
        .missing(form.feature().stream().toList())
        .map(missing -> Case.unsupported(name, checks, lacks(missing)))
        .orElseGet(() -> Case.of(name, checks, () -> plan(report, kind, form)));
  }

  private static Plan plan(DeviceReport report, ScopedType kind, MemoryForm form) {
    MatrixType type = kind.type();
    StringBuilder constants = new StringBuilder();
    for (Constant one : form.constants(type)) {
      constants.append(
          "layout(constant_id = %d) const uint %s = %d;\n"
              .formatted(one.id(), one.name(), one.defaultBits()));
    }
    String glsl =
        form.template(report, kind, constants.toString())
            .with("LOCAL", kind.isWorkgroup() ? "0" : "gl_SubgroupID")
            .with("WORDS", ComponentSupport.sharedMemory(report, kind.type().scope()) / 4)
            .with("INSTANCES", kind.instances() / ScopedType.WORKGROUPS)
            .with("LOCAL_SIZE", kind.localSize(report))
            .with("SHARING", form.sharing())
            .with("GLOBAL", form.global())
            .with("MAIN", form.main())
            .with("ALL", kind.instances())
            .with("TURNS", form.turns())
            .with("BYTES", type.component().bytes())
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("MORE_ROWS", PaddedTile.MORE_ROWS)
            .with("MORE_COLUMNS", PaddedTile.MORE_COLUMNS)
            .with("FIRST_ROW", PaddedTile.FIRST_ROW)
            .with("FIRST_COLUMN", PaddedTile.FIRST_COLUMN)
            .with("LATE_ROW", PaddedTile.LATE_ROW)
            .with("LATE_COLUMN", PaddedTile.LATE_COLUMN)
            .with("TABLE_STEP", MemoryForm.TABLE_STEP)
            .with("TABLE_START", MemoryForm.TABLE_START)
            .text();
    Shader plain =
        shader(report, glsl, form.pushBytes(), "source", "result", "between", "addresses");
    return new ShaderPlan(
        form.shader(plain, type),
        List.of(new Subcase("distinct", seed -> form.trial(new PaddedBuffers(kind, form, seed)))));
  }
}
