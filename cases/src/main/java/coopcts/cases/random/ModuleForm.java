// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.model.DeviceReport;
import coopcts.plan.Shader;
import coopcts.program.Array;
import coopcts.program.ComponentValue;
import coopcts.program.Function;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.Walk;
import coopcts.spirv.writer.SpirvOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Other modules that mean the same as a program of matrices, each by an option of the writer of
 * SPIR-V: most are what GLSL cannot say.
 */
enum ModuleForm {
  GLOBALS(SpirvOption.GLOBALS, one -> !one.program().matrices().isEmpty()),
  VOLATILE(SpirvOption.VOLATILE, ModuleForm::hasBuffers),
  COHERENT(SpirvOption.COHERENT, ModuleForm::hasBuffers),
  RESTRICT(SpirvOption.RESTRICT, ModuleForm::hasBuffers),
  COPIED_OBJECTS(SpirvOption.COPIED_OBJECTS, has(op -> op instanceof Operation.Store)),
  COPIED_MEMORY(SpirvOption.COPIED_MEMORY, has(op -> op instanceof Operation.Copy)),
  PHI(SpirvOption.PHI, has(op -> op instanceof Operation.If branch && branch.chosen().isPresent())),
  PHI_TAKEN(SpirvOption.PHI_TAKEN, ModuleForm::takesChosen),
  CHAINED(SpirvOption.CHAINED, ModuleForm::hasBuffers),
  NONTEMPORAL_LOADS(SpirvOption.NONTEMPORAL_LOADS, has(ModuleForm::isPlainLoad)),
  NONTEMPORAL_STORES(SpirvOption.NONTEMPORAL_STORES, has(ModuleForm::isPlainStore)),
  LOADS_WITHOUT(SpirvOption.LOADS_WITHOUT, has(ModuleForm::isPlainLoad)),
  STORES_WITHOUT(SpirvOption.STORES_WITHOUT, has(ModuleForm::isPlainStore)),
  WIDE_STRIDES(SpirvOption.WIDE_STRIDES, has(ModuleForm::isPlainLoad), "shaderInt64"),
  WIDE_STRIDES_STORED(
      SpirvOption.WIDE_STRIDES_STORED, has(ModuleForm::isPlainStore), "shaderInt64"),
  NARROW_STRIDES(
      SpirvOption.NARROW_STRIDES,
      has(ModuleForm::isPlainLoad).and(ModuleForm::hasNarrowStrides),
      "shaderInt16"),
  NARROW_STRIDES_STORED(
      SpirvOption.NARROW_STRIDES_STORED,
      has(ModuleForm::isPlainStore).and(ModuleForm::hasNarrowStrides),
      "shaderInt16"),
  NULL(SpirvOption.NULL, has(op -> literal(op).filter(value -> value.bits() == 0).isPresent())),
  OPERANDS_NONE(SpirvOption.OPERANDS_NONE, has(ModuleForm::isWithoutOperands)),
  INSERTED(SpirvOption.INSERTED, has(ModuleForm::isPiecewise)),
  LAYOUT_COPIED(SpirvOption.LAYOUT_COPIED, has(op -> op instanceof TensorOperation)),
  LAYOUT_RETURNED(SpirvOption.LAYOUT_RETURNED, has(op -> op instanceof TensorOperation)),
  LAYOUT_DERIVED(
      SpirvOption.LAYOUT_DERIVED,
      has(op -> op instanceof TensorOperation tensor && !tensor.layout().setters().isEmpty())),
  VIEW_DERIVED(
      SpirvOption.VIEW_DERIVED,
      has(
          op ->
              op instanceof TensorOperation tensor
                  && tensor.layout().view().filter(view -> !view.setters().isEmpty()).isPresent())),
  LAYOUT_SPECIALIZED(
      SpirvOption.LAYOUT_SPECIALIZED,
      has(op -> op instanceof Operation.Load || op instanceof Operation.Store)),
  REPLICATED(
      SpirvOption.REPLICATED,
      has(
          op ->
              op instanceof Operation.Fill(var _, var value) && !(value instanceof Scalar.Literal)),
      "shaderReplicatedComposites"),
  REPLICATED_CONSTANTS(
      SpirvOption.REPLICATED_CONSTANTS,
      has(op -> literal(op).isPresent()),
      "shaderReplicatedComposites");

  private final SpirvOption option;
  private final Predicate<RandomProgram> where;
  private final List<String> features;

  /**
   * @param where a program has what the option is about
   */
  ModuleForm(SpirvOption option, Predicate<RandomProgram> where, String... features) {
    this.option = option;
    this.where = where;
    this.features = List.of(features);
  }

  private static Predicate<RandomProgram> has(Predicate<Operation> wanted) {
    return random -> {
      boolean[] found = new boolean[1];
      Walk.operations(random.program().body(), one -> found[0] |= wanted.test(one));
      return found[0];
    };
  }

  private static boolean hasBuffers(RandomProgram random) {
    return !random.program().bound().isEmpty();
  }

  private static boolean isPlainLoad(Operation operation) {
    return operation instanceof Operation.Load(var _, var from) && isPlain(from.array());
  }

  private static boolean isPlainStore(Operation operation) {
    return operation instanceof Operation.Store(var _, var to) && isPlain(to.array());
  }

  /** Whether accesses have the memory operand None. */
  private static boolean isPlain(Array array) {
    return array.storage() == Array.Storage.BUFFER && array.access() != Array.Access.COHERENT;
  }

  private static Optional<Scalar.Literal> literal(Operation operation) {
    return operation instanceof Operation.Fill(var _, Scalar.Literal value)
        ? Optional.of(value)
        : Optional.empty();
  }

  /** Products of signed numbers have operands. */
  private static boolean isWithoutOperands(Operation operation) {
    return operation instanceof Operation.MulAdd op
        && !op.saturating()
        && Walk.matrices(op).stream().noneMatch(matrix -> matrix.type().component().isSigned());
  }

  private static boolean isPiecewise(Operation operation) {
    return switch (operation) {
      case Operation.EachComponent each -> each.value() instanceof ComponentValue.Piecewise;
      case Operation.Apart apart -> isPiecewise(apart.each());
      default -> false;
    };
  }

  /** Whether what branches chose is an operand of what stands behind them. */
  private static boolean takesChosen(RandomProgram random) {
    List<Operation> main = random.program().body();
    return takesChosen(main)
        || Walk.functions(main).stream().map(Function::body).anyMatch(ModuleForm::takesChosen);
  }

  private static boolean takesChosen(List<Operation> body) {
    for (int i = 0; i < body.size(); i++) {
      if (i > 0
          && body.get(i - 1) instanceof Operation.If branch
          && branch.chosen().filter(taken(body.get(i))::contains).isPresent()) {
        return true;
      }
      if (Walk.bodies(body.get(i)).stream().anyMatch(ModuleForm::takesChosen)) {
        return true;
      }
    }
    return false;
  }

  private static List<Matrix> taken(Operation operation) {
    return switch (operation) {
      case Operation.Copy op -> List.of(op.source());
      case Operation.Negate op -> List.of(op.source());
      case Operation.Convert op -> List.of(op.source());
      case Operation.Binary op -> List.of(op.left(), op.right());
      case Operation.Reduce op -> List.of(op.source());
      case Operation.Transpose op -> List.of(op.source());
      case Operation.PerElement op -> List.of(op.source(), op.other());
      default -> List.of();
    };
  }

  /**
   * Whether all strides are numbers of 16 bits, written down, handed over or a constant's; what is
   * computed counts as wider.
   */
  static boolean hasNarrowStrides(RandomProgram random) {
    return !has(op ->
            switch (op) {
              case Operation.Load load -> !isNarrow(load.from(), random);
              case Operation.Store store -> !isNarrow(store.to(), random);
              default -> false;
            })
        .test(random);
  }

  private static boolean isNarrow(Place place, RandomProgram random) {
    return switch (place.stride()) {
      case Index.Literal(int value) -> isNarrow(value);
      case Index.Push(String name) -> isNarrow(random.inputs().push().get(name));
      case Index.Specialized(var constant) -> constant.bits() <= Character.MAX_VALUE;
      default -> false;
    };
  }

  private static boolean isNarrow(int value) {
    return Integer.toUnsignedLong(value) <= Character.MAX_VALUE;
  }

  /**
   * Whether a device may refuse it: strides of 64 bits (KHR-LOAD-032), which a program has by name
   * alone.
   */
  static boolean mayBeRefused(String name) {
    return name.equals(WIDE_STRIDES.toString()) || name.equals(WIDE_STRIDES_STORED.toString());
  }

  /** The one with a name. */
  static Optional<ModuleForm> of(String name) {
    return Arrays.stream(values()).filter(form -> form.toString().equals(name)).findFirst();
  }

  /** Whether a program of matrices can have this form on a device. */
  boolean fits(RandomProgram random, DeviceReport report) {
    return report.missing(features).isEmpty() && where.test(random);
  }

  /** How often it is drawn where it fits: what seldom fits more often. */
  int weight() {
    return switch (this) {
      case LAYOUT_COPIED, LAYOUT_RETURNED, LAYOUT_DERIVED, VIEW_DERIVED -> 2;
      case PHI -> 6;
      case PHI_TAKEN -> 24;
      case NULL, REPLICATED, REPLICATED_CONSTANTS, COPIED_MEMORY, INSERTED -> 4;
      default -> 1;
    };
  }

  /** A shader in this form. */
  Shader of(Shader shader) {
    return shader.written(option);
  }

  @Override
  public String toString() {
    return option.toString();
  }
}
