// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.model.MemoryLayout;
import coopcts.model.SubmissionPath;
import coopcts.program.Constant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@link SpirvWriter} writes in another way than usual. The module means the same, unless an
 * option says otherwise. Where a program has nothing of the kind, an option changes nothing.
 */
public enum SpirvOption {
  /** The matrices of {@code main} are variables of the module, in the storage class Private. */
  GLOBALS,
  /** Accesses of bound buffers are Volatile, and available and visible to the queue family. */
  VOLATILE,
  /** Accesses of bound buffers are available and visible to the queue family. */
  COHERENT,
  /** Bound buffers have the decoration Restrict. */
  RESTRICT,
  /** OpCopyObject behind every matrix that is read. */
  COPIED_OBJECTS,
  /** OpCopyMemory from variable to variable. */
  COPIED_MEMORY,
  /** OpPhi of a matrix that both branches of a selection copy to one variable. */
  PHI,
  /** As {@link #PHI}, whose value is what the rest of its block reads of the variable. */
  PHI_TAKEN,
  /** Elements of bound buffers by two access chains, the first to the array. */
  CHAINED,
  /** Matrix loads that would have the memory operand None have Nontemporal. */
  NONTEMPORAL_LOADS,
  /** Matrix stores that would have the memory operand None have Nontemporal. */
  NONTEMPORAL_STORES,
  /** Matrix loads that would have the memory operand None have no memory operand. */
  LOADS_WITHOUT,
  /** Matrix stores that would have the memory operand None have no memory operand. */
  STORES_WITHOUT,
  /** Strides of matrix loads are numbers of 64 bits (KHR-LOAD-032). */
  WIDE_STRIDES,
  /** Strides of matrix stores are numbers of 64 bits (KHR-LOAD-032). */
  WIDE_STRIDES_STORED,
  /** Strides of matrix loads are numbers of 16 bits: none may be larger. */
  NARROW_STRIDES,
  /** Strides of matrix stores are numbers of 16 bits: none may be larger. */
  NARROW_STRIDES_STORED,
  /** Matrices of zeros are null constants. */
  NULL,
  /** Products without operands have the operand None. */
  OPERANDS_NONE,
  /** The operands of products give the other signedness than the types (KHR-MULADD-006). */
  OTHER_SIGNS,
  /** A component is replaced by its number in a matrix that is a value: OpCompositeInsert. */
  INSERTED,
  /** Tensor layouts are copied before they are used. */
  LAYOUT_COPIED,
  /** Tensor layouts come out of a function. */
  LAYOUT_RETURNED,
  /** Of the last two values of a tensor layout others are made that nobody uses. */
  LAYOUT_DERIVED,
  /** Of the last value of a tensor view another is made that nobody uses. */
  VIEW_DERIVED,
  /** Rows or columns by specialization constants, whose defaults are the other. */
  LAYOUT_SPECIALIZED {
    @Override
    public List<Constant> constants() {
      return List.of(layout(MemoryLayout.ROW_MAJOR), layout(MemoryLayout.COLUMN_MAJOR));
    }
  },
  /** Matrices of one scalar by OpCompositeConstructReplicateEXT. */
  REPLICATED,
  /** Constant matrices by OpConstantCompositeReplicateEXT. */
  REPLICATED_CONSTANTS,
  /** A capability that another of the module implies is not declared: that of decode functions. */
  IMPLIED_CAPABILITIES,
  /** Vectors of a specialization constant are constants: OpSpecConstantCompositeReplicateEXT. */
  SPECIALIZED_CONSTANTS,
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
   * condition that always holds, as no driver can know. One to a whole array is chosen from its own
   * and one into another buffer, or null. Without a bound buffer of run-time length nothing
   * changes.
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
