// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.Checks;
import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.program.Array.Access;
import coopcts.program.Array.Storage;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code coopMatMulAdd} for every row that a device reports: layouts of each matrix, storages,
 * sizes, and a loop over K.
 */
public final class MulAddFamily extends GatedFamily {

  /** Products accumulated in the looped form. */
  static final int STEPS = 3;

  /** One way to write the product. */
  private record MulAddForm(
      MemoryLayout a,
      MemoryLayout b,
      MemoryLayout c,
      MemoryLayout result,
      Storage operands,
      boolean specialized,
      boolean looped) {

    private static final List<MemoryLayout> LAYOUTS = List.of(MemoryLayout.values());

    private static final List<?>[] AXES = {
      LAYOUTS,
      LAYOUTS,
      LAYOUTS,
      LAYOUTS,
      Storage.OF_MATRICES,
      List.of("written", "specialized"),
      List.of("once", "looped")
    };

    static MulAddForm of(int[] row) {
      MemoryLayout[] layouts = MemoryLayout.values();
      return new MulAddForm(
          layouts[row[0]],
          layouts[row[1]],
          layouts[row[2]],
          layouts[row[3]],
          Storage.OF_MATRICES.get(row[4]),
          row[5] == 1,
          row[6] == 1);
    }

    int steps() {
      return looped ? STEPS : 1;
    }

    /** Whether the operands have been in a product before the one that is stored. */
    boolean repeats(MatrixProperties row) {
      return specialized && !looped && row.c() == row.result();
    }

    String label() {
      return "%s_%s_%s_%s.%s%s%s"
          .formatted(
              a,
              b,
              c,
              result,
              operands == Storage.SHARED ? "shared" : "buffer",
              specialized ? ".specialized" : "",
              looped ? ".loop" : "");
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public MulAddFamily() {}

  @Override
  public String name() {
    return "khr.muladd";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-MULADD-001",
        "KHR-MULADD-002",
        "KHR-MULADD-003",
        "KHR-MULADD-004",
        "KHR-MULADD-005",
        "KHR-MULADD-007",
        "KHR-MULADD-008",
        "KHR-MULADD-009",
        "KHR-MULADD-010",
        "KHR-MULADD-006",
        "KHR-MULADD-011",
        "KHR-MULADD-016",
        "KHR-MULADD-026",
        "KHR-MULADD-021",
        "KHR-MULADD-022",
        "KHR-MULADD-023",
        "KHR-SAT-001",
        "KHR-SAT-002",
        "KHR-SAT-003",
        "KHR-SAT-004",
        "KHR-SAT-008",
        "KHR-SAT-009",
        "KHR-TYPE-006",
        "KHR-UNIF-002",
        "KHR-UNIF-009",
        "NUM-MAT-001",
        "NUM-MAT-002");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.matrixProperties().stream().flatMap(row -> cases(report, profile, row));
  }

  private Stream<Case> cases(DeviceReport report, Profile profile, MatrixProperties row) {
    String prefix = name() + "." + row.label();
    Optional<String> missing =
        ComponentSupport.missing(report, row.a(), row.b(), row.c(), row.result());
    if (missing.isPresent()) {
      return Stream.of(Case.unsupported(prefix, assertions(), missing.get()));
    }
    Stream<Case> forms =
        profile
            .combine(
                form -> row.c() == row.result() || !MulAddForm.of(form).looped(), MulAddForm.AXES)
            .stream()
            .map(MulAddForm::of)
            .map(form -> of(report, prefix + "." + form.label(), row, form));
    return Stream.concat(forms, retyped(report, prefix, row).stream());
  }

  /**
   * The row with OpTypeInts of the other signedness: the operand bits alone decide how components
   * are extended (KHR-MULADD-006).
   */
  private static Optional<Case> retyped(DeviceReport report, String prefix, MatrixProperties row) {
    boolean integers =
        Stream.of(row.a(), row.b(), row.c(), row.result())
            .allMatch(type -> type.isInteger() && type.isSigned() == row.a().isSigned());
    if (!integers || row.c() != row.result()) {
      return Optional.empty();
    }
    MatrixProperties other =
        new MatrixProperties(
            row.m(),
            row.n(),
            row.k(),
            row.a().otherSign(),
            row.b().otherSign(),
            row.c().otherSign(),
            row.result().otherSign(),
            row.saturating(),
            row.scope());
    MulAddForm plain = MulAddForm.of(new int[7]);
    return Optional.of(
        Case.of(
            prefix + ".retyped",
            List.of("KHR-MULADD-006"),
            () ->
                new ShaderPlan(
                    plan(report, other, plain, List.of()).shader().written(SpirvOption.OTHER_SIGNS),
                    plan(report, row, plain, List.of("KHR-MULADD-006")).subcases())));
  }

  private Case of(DeviceReport report, String name, MatrixProperties row, MulAddForm form) {
    int shared =
        form.operands() == Storage.SHARED
            ? sharedBytes(row.typeA(), form.a(), form.steps())
                + sharedBytes(row.typeB(), form.b(), form.steps())
            : 0;
    List<String> checks = checks(row, form);
    List<String> all =
        Stream.concat(checks.stream(), MulAddData.checks(row, form.steps())).distinct().toList();
    return shared > ComponentSupport.sharedMemory(report)
        ? Case.unsupported(name, all, ComponentSupport.sharedMemoryTooSmall(shared))
        : Case.of(name, all, () -> plan(report, row, form, checks));
  }

  private static List<String> checks(MatrixProperties row, MulAddForm form) {
    boolean integer = row.result().isInteger();
    boolean saturating = row.saturating();
    List<ComponentType> operands = List.of(row.a(), row.b());
    return Checks.of("KHR-MULADD-023", "KHR-UNIF-009")
        .when(operands.contains(ComponentType.UINT8), "KHR-MULADD-002")
        .when(operands.contains(ComponentType.SINT8), "KHR-MULADD-003")
        .when(integer && row.a().isSigned() != row.b().isSigned(), "KHR-MULADD-004")
        .when(row.c() != row.result(), "KHR-MULADD-016")
        .when(integer && row.c().isSigned() != row.a().isSigned(), "KHR-MULADD-026")
        .when(form.looped(), "KHR-MULADD-021", "KHR-UNIF-002")
        .when(form.looped() && saturating, "KHR-SAT-009")
        .when(form.specialized(), "KHR-TYPE-006")
        .when(form.repeats(row), "KHR-MULADD-022")
        .when(operands.contains(ComponentType.BFLOAT16), "NUM-MAT-001")
        .when(operands.stream().anyMatch(ComponentType::isFloat8), "NUM-MAT-002")
        .list();
  }

  private static int sharedBytes(MatrixType type, MemoryLayout layout, int steps) {
    Pointee pointee = Pointee.scalar(type.component());
    return MatrixPlacement.natural(type, layout, pointee, KhrFamily.INSTANCES * steps).bytes();
  }

  private static ShaderPlan plan(
      DeviceReport report, MatrixProperties row, MulAddForm form, List<String> checks) {
    Optional<Constant> m = dimension(form, 0, "M", row.m());
    Optional<Constant> n = dimension(form, 1, "N", row.n());
    Optional<Constant> k = dimension(form, 2, "K", row.k());
    Matrix a = new Matrix("a", row.typeA(), m, k);
    Matrix b = new Matrix("b", row.typeB(), k, n);
    Matrix c = new Matrix("c", row.typeC(), m, n);
    Matrix d = form.looped() ? c : new Matrix("d", row.typeResult(), m, n);
    int steps = form.steps();
    MatrixArray slotA = operand("matrixA", a, form.a(), form.operands(), steps);
    MatrixArray slotB = operand("matrixB", b, form.b(), form.operands(), steps);
    MatrixArray slotC = MatrixArray.buffer("matrixC", c, form.c(), Access.READ);
    MatrixArray slotD = MatrixArray.buffer("result", d, form.result(), Access.READ_WRITE);
    List<MatrixArray> slots = List.of(slotA, slotB, slotC, slotD);

    List<Operation> body = new ArrayList<>();
    if (slotA.isShared()) {
      body.add(slotA.stageIn());
      body.add(slotB.stageIn());
    }
    body.add(new Operation.Load(c, slotC.place()));
    if (form.looped()) {
      Index step = new Index.Counter("step");
      body.add(
          new Operation.Repeat(
              "step",
              Index.push("steps"),
              List.of(
                  new Operation.Load(a, slotA.place(step.times(Index.push("matrixAStep")))),
                  new Operation.Load(b, slotB.place(step.times(Index.push("matrixBStep")))),
                  new Operation.MulAdd(c, a, b, c, row.saturating()))));
    } else {
      body.add(new Operation.Load(a, slotA.place()));
      body.add(new Operation.Load(b, slotB.place()));
      if (form.repeats(row)) {
        Matrix first = new Matrix("first", row.typeResult(), m, n);
        body.add(new Operation.MulAdd(first, a, b, c, row.saturating()));
      }
      body.add(new Operation.MulAdd(d, a, b, c, row.saturating()));
    }
    body.add(new Operation.Store(d, slotD.place()));
    ShaderPlan plan =
        ShaderPlan.of(
            KhrFamily.program(report, row.scope(), slots, body),
            MulAddData.subcases(row, slots, steps).stream()
                .map(subcase -> subcase.and(checks))
                .toList());
    // No GLSL says that C is of another type than the result (KHR-MULADD-016).
    return row.c() == row.result() ? plan : plan.with(plan.shader().written());
  }

  private static Optional<Constant> dimension(MulAddForm form, int id, String name, int value) {
    return form.specialized()
        ? Optional.of(KhrFamily.dimension(id, name, value))
        : Optional.empty();
  }

  private static MatrixArray operand(
      String name, Matrix matrix, MemoryLayout layout, Storage storage, int steps) {
    Pointee pointee = Pointee.scalar(matrix.type().component());
    int bytes = sharedBytes(matrix.type(), layout, steps);
    return MatrixArray.of(name, matrix, pointee, layout, storage, Access.READ, bytes);
  }

  /** The placement of an operand of which each instance has several, one behind the other. */
  static MatrixPlacement placement(MatrixArray slot, int steps) {
    int instances = slot.isShared() ? KhrFamily.INSTANCES : KhrFamily.ALL;
    return MatrixPlacement.natural(
        slot.type(), slot.layout(), slot.buffer().pointee(), instances * steps);
  }

  /**
   * Sets the push constants of an operand: an instance's matrices lie side by side, a step apart.
   */
  static void push(
      Map<String, Integer> push, MatrixArray slot, MatrixPlacement placement, int steps) {
    slot.push(push, placement);
    if (steps > 1) {
      push.put(slot.name() + "Tile", placement.tile() * steps);
      push.put(slot.name() + "Step", placement.tile());
    }
  }
}
