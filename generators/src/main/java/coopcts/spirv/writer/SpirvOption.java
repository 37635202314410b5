// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MemoryLayout;
import coopcts.model.SubmissionPath;
import coopcts.program.Array;
import coopcts.program.ComponentValue;
import coopcts.program.Constant;
import coopcts.program.Function;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.TensorOperation;
import coopcts.program.Walk;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What {@link SpirvWriter} writes in another way than usual. The module means the same, unless an
 * option says otherwise. Where a program has nothing of the kind, an option changes nothing.
 */
public enum SpirvOption {
  /** The matrices of {@code main} are variables of the module, in the storage class Private. */
  GLOBALS(program -> !program.matrices().isEmpty()),
  /** Variables begin with the literals that fill them first: with constants, of zeros null ones. */
  INITIALIZED(Beginnings::areInAny),
  /** The same, with the matrices of {@code main} as for {@link #GLOBALS}. */
  INITIALIZED_GLOBALS(Beginnings::areInMain),
  /** Accesses of bound buffers are Volatile, and available and visible to the queue family. */
  VOLATILE(SpirvOption::hasBuffers),
  /** Accesses of bound buffers are available and visible to the queue family. */
  COHERENT(SpirvOption::hasBuffers),
  /** Bound buffers have the decoration Restrict. */
  RESTRICT(SpirvOption::hasBuffers),
  /** OpCopyObject behind every matrix that is read. */
  COPIED_OBJECTS(has(op -> op instanceof Operation.Store)),
  /** OpCopyMemory from variable to variable. */
  COPIED_MEMORY(has(op -> op instanceof Operation.Copy)),
  /** OpPhi of a matrix or a group that both branches of a selection copy to one variable. */
  PHI(has(op -> op instanceof Operation.If branch && branch.chooses())),
  /** As {@link #PHI}, whose value is what the rest of its block reads of the variable. */
  PHI_TAKEN(SpirvOption::takesChosen),
  /** Elements of bound buffers by two access chains, the first to the array. */
  CHAINED(SpirvOption::hasBuffers),
  /** Matrix loads that would have the memory operand None have Nontemporal. */
  NONTEMPORAL_LOADS(has(SpirvOption::isPlainLoad)),
  /** Matrix stores that would have the memory operand None have Nontemporal. */
  NONTEMPORAL_STORES(has(SpirvOption::isPlainStore)),
  /** Matrix loads that would have the memory operand None have no memory operand. */
  LOADS_WITHOUT(has(SpirvOption::isPlainLoad)),
  /** Matrix stores that would have the memory operand None have no memory operand. */
  STORES_WITHOUT(has(SpirvOption::isPlainStore)),
  /** Strides of matrix loads are numbers of 64 bits (KHR-LOAD-032). */
  WIDE_STRIDES(has(SpirvOption::isPlainLoad), "shaderInt64"),
  /** Strides of matrix stores are numbers of 64 bits (KHR-LOAD-032). */
  WIDE_STRIDES_STORED(has(SpirvOption::isPlainStore), "shaderInt64"),
  /** Strides of matrix loads are numbers of 16 bits: none may be larger. */
  NARROW_STRIDES(has(SpirvOption::isPlainLoad), "shaderInt16"),
  /** Strides of matrix stores are numbers of 16 bits: none may be larger. */
  NARROW_STRIDES_STORED(has(SpirvOption::isPlainStore), "shaderInt16"),
  /** Matrices of zeros are null constants. */
  NULL(has(op -> literal(op).filter(value -> value.bits() == 0).isPresent())),
  /** Products without operands have the operand None. */
  OPERANDS_NONE(has(SpirvOption::isWithoutOperands)),
  /** The operands of products give the other signedness than the types (KHR-MULADD-006). */
  OTHER_SIGNS,
  /** A component is replaced by its number in a matrix that is a value: OpCompositeInsert. */
  INSERTED(has(SpirvOption::isPiecewise)),
  /** Tensor layouts are copied before they are used. */
  LAYOUT_COPIED(has(op -> op instanceof TensorOperation)),
  /** Tensor layouts come out of a function. */
  LAYOUT_RETURNED(has(op -> op instanceof TensorOperation)),
  /** Of the last two values of a tensor layout others are made that nobody uses. */
  LAYOUT_DERIVED(
      has(op -> op instanceof TensorOperation tensor && !tensor.layout().setters().isEmpty())),
  /** Of the last value of a tensor view another is made that nobody uses. */
  VIEW_DERIVED(
      has(
          op ->
              op instanceof TensorOperation tensor
                  && tensor.layout().view().filter(view -> !view.setters().isEmpty()).isPresent())),
  /** Rows or columns by specialization constants, whose defaults are the other. */
  LAYOUT_SPECIALIZED(has(op -> op instanceof Operation.Load || op instanceof Operation.Store)) {
    @Override
    public List<Constant> constants() {
      return List.of(layout(MemoryLayout.ROW_MAJOR), layout(MemoryLayout.COLUMN_MAJOR));
    }
  },
  /** Matrices of one scalar by OpCompositeConstructReplicateEXT. */
  REPLICATED(
      has(
          op ->
              op instanceof Operation.Fill(var _, var value) && !(value instanceof Scalar.Literal)),
      "shaderReplicatedComposites"),
  /** Constant matrices by OpConstantCompositeReplicateEXT. */
  REPLICATED_CONSTANTS(has(op -> literal(op).isPresent()), "shaderReplicatedComposites"),
  /** A capability that another of the module implies is not declared: that of decode functions. */
  IMPLIED_CAPABILITIES,
  /**
   * Matrices and vectors of a specialization constant are constants: OpSpecConstantComposite, of
   * vectors OpSpecConstantCompositeReplicateEXT.
   */
  SPECIALIZED_CONSTANTS,
  /** What {@link #PHI} chooses from is read before the branch. */
  PHI_LOADED,
  /** A member by its number is replaced in a group that is a value: OpCompositeInsert. */
  MEMBERS_INSERTED,
  /** Groups that get zeros for all their members first begin with a null constant. */
  NULL_GROUPS,
  /**
   * Functions that call others have the control Inline and Pure, the others DontInline. Functions
   * must not write to memory.
   */
  FUNCTION_CONTROLS,
  /** Signed integers become wider unsigned ones by OpSConvert alone. */
  SIGNED_WIDENING,
  /**
   * Shared arrays are three arrays of a third of the length each, and elements by two access
   * chains. Of tensors and vectors no such array may be.
   */
  SHARED_THIRDS,
  /** The program's float control holds for floats of 16 and of 32 bits. The meaning is another. */
  BOTH_WIDTHS,
  /** Loads take RowBlockedInterleavedARM for the layout. The meaning is another (KHR-ARM-005). */
  ROW_BLOCKS,
  /** The same with ColumnBlockedInterleavedARM. */
  COLUMN_BLOCKS,
  /** Blocks are interleaved by two, and not one by one (KHR-ARM-006). */
  PAIRS_OF_BLOCKS,
  /** Blocks are interleaved by four. */
  FOURS_OF_BLOCKS,
  /** Stores take blocks as loads do (KHR-ARM-008). */
  BLOCKS_STORED,
  /** Another entry point, of other sizes, stands before {@code main} and does nothing. */
  ENTRY_POINTS,
  /**
   * Pointers into buffers and push constants are untyped, and strides are in bytes. Instructions of
   * tensors and vectors have typed pointers, as SPV_KHR_untyped_pointers wants.
   */
  UNTYPED,
  /**
   * A pointer to an element of an array is chosen from its own and one to the first element, by a
   * condition that always holds, as no driver can know; every second time it never holds, and its
   * own is the second. One to a whole array is chosen from its own and one into another buffer, or
   * null. Without a bound buffer of run-time length nothing changes.
   */
  VARIABLE_POINTERS,
  /**
   * Matrices are those of SPV_NV_cooperative_matrix: types without a use, booleans for layouts,
   * products whose component types say what is signed.
   */
  NV_COOPERATIVE_MATRIX;

  /**
   * {@return the option that makes the modules of a submission path; empty where the writer has no
   * part in the path}
   *
   * @param path which a shader takes
   */
  public static Optional<SpirvOption> of(SubmissionPath path) {
    return switch (path) {
      case ENTRY_POINTS -> Optional.of(ENTRY_POINTS);
      case UNTYPED -> Optional.of(UNTYPED);
      case VARIABLE_POINTERS -> Optional.of(VARIABLE_POINTERS);
      case NV_COOPERATIVE_MATRIX -> Optional.of(NV_COOPERATIVE_MATRIX);
      default -> Optional.empty();
    };
  }

  private final Optional<Predicate<Program>> form;
  private final List<String> features;

  /** For a program that is made for it. */
  SpirvOption() {
    this.form = Optional.empty();
    this.features = List.of();
  }

  /**
   * @param where what it is about is in a program, whose module is another one with it
   */
  SpirvOption(Predicate<Program> where, String... features) {
    this.form = Optional.of(where);
    this.features = List.of(features);
  }

  /** {@return those that give a module of any program another form, where {@link #unfit} allows} */
  public static List<SpirvOption> forms() {
    return Arrays.stream(values()).filter(option -> option.form.isPresent()).toList();
  }

  /**
   * {@return why a program of matrices has no module of this form, in words, or empty where it has}
   *
   * @param program of matrices
   * @param push the values of its push constants; strides by others count as wide
   * @param report of the device, which must have the form's features
   */
  public Optional<String> unfit(Program program, Map<String, Integer> push, DeviceReport report) {
    Optional<String> missing = report.missing(features);
    if (missing.isPresent()) {
      return missing.map(one -> "the device does not report " + one);
    }
    boolean isNarrow = this == NARROW_STRIDES || this == NARROW_STRIDES_STORED;
    return form.filter(where -> where.test(program)).isPresent()
            && (!isNarrow || hasNarrowStrides(program, push))
        ? Optional.empty()
        : Optional.of("the program has nothing to be " + this);
  }

  private static Predicate<Program> has(Predicate<Operation> wanted) {
    return program -> {
      boolean[] found = new boolean[1];
      Walk.operations(program.body(), one -> found[0] |= wanted.test(one));
      return found[0];
    };
  }

  private static boolean hasBuffers(Program program) {
    return !program.bound().isEmpty();
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
  private static boolean takesChosen(Program program) {
    List<Operation> main = program.body();
    return takesChosen(main)
        || Walk.functions(main).stream().map(Function::body).anyMatch(SpirvOption::takesChosen);
  }

  private static boolean takesChosen(List<Operation> body) {
    for (int i = 0; i < body.size(); i++) {
      if (i > 0
          && body.get(i - 1) instanceof Operation.If branch
          && branch.chosen().filter(taken(body.get(i))::contains).isPresent()) {
        return true;
      }
      if (Walk.bodies(body.get(i)).stream().anyMatch(SpirvOption::takesChosen)) {
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
  static boolean hasNarrowStrides(Program program, Map<String, Integer> push) {
    return !has(op ->
            switch (op) {
              case Operation.Load load -> !isNarrow(load.from(), push);
              case Operation.Store store -> !isNarrow(store.to(), push);
              default -> false;
            })
        .test(program);
  }

  private static boolean isNarrow(Place place, Map<String, Integer> push) {
    return switch (place.stride()) {
      case Index.Literal(int value) -> isNarrow(value);
      case Index.Push(String name) -> push.containsKey(name) && isNarrow(push.get(name));
      case Index.Specialized(var constant) -> constant.bits() <= Character.MAX_VALUE;
      default -> false;
    };
  }

  private static boolean isNarrow(int value) {
    return Integer.toUnsignedLong(value) <= Character.MAX_VALUE;
  }

  /**
   * {@return whether a module means the same with the option} What the others say takes part in
   * what must come of the program.
   */
  public boolean keepsMeaning() {
    return switch (this) {
      case OTHER_SIGNS,
          BOTH_WIDTHS,
          ROW_BLOCKS,
          COLUMN_BLOCKS,
          PAIRS_OF_BLOCKS,
          FOURS_OF_BLOCKS,
          BLOCKS_STORED ->
          false;
      default -> true;
    };
  }

  /** The first number of an option's specialization constants: programs have smaller ones. */
  private static final int FREE = 1000;

  /**
   * {@return the specialization constants that the module has beside its program's, with the values
   * that the pipeline must give them}
   */
  public List<Constant> constants() {
    return List.of();
  }

  /** The constant of a layout. */
  static Constant layout(MemoryLayout layout) {
    return layout == MemoryLayout.ROW_MAJOR
        ? new Constant(FREE, "ROWS", ComponentType.SINT32, 1, 0)
        : new Constant(FREE + 1, "COLUMNS", ComponentType.SINT32, 0, 1);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
