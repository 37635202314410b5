// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Use;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.QcomOperation;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ThroughLines;
import coopcts.program.QcomOperation.ToLines;

/**
 * What the operations of GL_QCOM_cooperative_matrix_conversion do to one scope instance: lines of
 * matrices, which only move (QC §4). Numbers that are not normal may change on the way.
 */
final class QcomEffects {

  private final DispatchState world;
  private final Instance at;

  QcomEffects(DispatchState world, Instance at) {
    this.world = world;
    this.at = at;
  }

  /** Arrays of one invocation, which move as they are. */
  void run(ArrayOperation operation) {
    int width = operation.source().pointee().bytes();
    int start = 0;
    switch (operation) {
      case ArrayOperation.Recast op -> {
        if (width != op.result().pointee().bytes()) {
          throw new IndistinctValuesException(
              "which component of a word is the first is open (QC-BIT-002)");
        }
      }
      case ArrayOperation.Cut op -> {
        start = at.index(op.start());
        if (start % op.made() != 0 || start + op.made() > op.whole()) {
          throw new IllegalStateException("a part of an array begins at a multiple of its length");
        }
      }
    }
    Memory source = at.memory(operation.source());
    long whole = (long) operation.whole() * width;
    long made = (long) operation.made() * width;
    ComponentType type = operation.source().pointee().component();
    at.memory(operation.result())
        .copy(
            source,
            at.global() * whole + (long) start * width,
            at.global() * made,
            (int) made,
            type);
    at.memory(operation.kept())
        .copy(source, at.global() * whole, at.global() * whole, (int) whole, type);
  }

  void run(QcomOperation operation) {
    if (world.strict && hasOrder(operation)) {
      throw new IndistinctValuesException(
          "which component of a word is the first is open (QC-BIT-002)");
    }
    switch (operation) {
      case FromLines op -> {
        MatrixType type = op.result().type();
        Values loaded =
            at.memory(op.array())
                .load(type, addresses(type, op.array(), op.element(), made(type.use())));
        at.put(op.result(), moved(loaded));
        op.kept().ifPresent(kept -> keep(op, kept));
      }
      case ToLines op -> {
        Values source = moved(at.get(op.source()), op.rectified());
        MatrixType type = op.source().type();
        at.memory(op.array())
            .store(
                source, addresses(type, op.array(), op.element(), taken(type.use())), at.global());
      }
      case ThroughLines op ->
          through(op.result(), moved(at.get(op.source()), op.rectified()), at.index(op.start()));
    }
  }

  /** Whether what comes out hangs on the order of components in a word. */
  private static boolean hasOrder(QcomOperation operation) {
    return switch (operation) {
      case FromLines op -> op.form().makesOfWords() && op.result().type().component().bytes() < 4;
      case ToLines op -> op.form().takesWords() && op.source().type().component().bytes() < 4;
      case ThroughLines op ->
          op.form().takesWords() != op.form().makesOfWords()
              && op.source().type().component().bytes() < 4;
    };
  }

  /** The lines of all invocations of a subgroup, with those that mean nothing. */
  private void keep(FromLines op, Array kept) {
    int invocations = world.program.localSize() / world.program.instances();
    int width = op.array().pointee().bytes();
    long line = (long) QcomOperation.elements(op.result().type(), op.form()) * width;
    long start =
        Integer.toUnsignedLong(at.index(op.element())) * width + at.global() * invocations * line;
    at.memory(kept)
        .copy(
            at.memory(op.array()),
            start,
            start,
            (int) (invocations * line),
            op.array().pointee().component());
  }

  private void through(Matrix result, Values source, int start) {
    MatrixType from = source.type();
    MatrixType to = result.type();
    int length = InvocationArrays.length(to);
    if (start % length != 0 || start + length > InvocationArrays.length(from)) {
      throw new IllegalStateException("a part of a line begins at a multiple of its length");
    }
    Acceptance[] accepted = new Acceptance[to.size()];
    for (int line = 0; line < InvocationArrays.count(to); line++) {
      for (int i = 0; i < length; i++) {
        accepted[InvocationArrays.index(to, line, i)] =
            source.acceptance(InvocationArrays.index(from, line, start + i));
      }
    }
    Rule rule = taken(from.use()).and(made(to.use()).assertions());
    Values all = Values.each(to, rule, e -> accepted[e]);
    at.put(result, all.of(ExactnessBound.joined(source)), source);
  }

  /** The same, with zero for what is below it where that is wanted. */
  private Values moved(Values values, boolean rectified) {
    Values source = moved(values);
    if (!rectified) {
      return source;
    }
    ComponentType type = source.type().component();
    Values all =
        Values.each(
            source.type(),
            source.rule(),
            i -> {
              Candidates results = new Candidates();
              for (long bits : Vectors.listed(source, i)) {
                results.add(ElementFunctions.max(type, bits, 0));
              }
              return new Acceptance.OneOf(results.toArray());
            });
    return all.of(ExactnessBound.joined(source));
  }

  /** Either sign of zeros, and nothing that is subnormal. */
  private Values moved(Values values) {
    if (world.strict) {
      DiscriminationCheck.requireNormal(values);
    }
    return values.withOpenZeros();
  }

  private Addresses addresses(MatrixType type, Array array, Index element, Rule rule) {
    int invocations = world.program.localSize() / world.program.instances();
    int width = type.component().bytes();
    long stride = (long) InvocationArrays.length(type) * width;
    return new Addresses(
        Integer.toUnsignedLong(at.index(element)) * array.pointee().bytes()
            + at.global() * invocations * stride,
        stride,
        width,
        type.use() == Use.B ? MemoryLayout.COLUMN_MAJOR : MemoryLayout.ROW_MAJOR,
        rule);
  }

  /** Why a use's matrix is made of lines. */
  private static Rule made(Use use) {
    return switch (use) {
      case A -> Rule.must("QC-V2M-001");
      case B -> Rule.must("QC-V2M-002");
      case ACCUMULATOR -> Rule.must("QC-V2M-003");
    };
  }

  /** Why a use's matrix becomes lines. */
  private static Rule taken(Use use) {
    return switch (use) {
      case A -> Rule.must("QC-M2V-001");
      case B -> Rule.must("QC-M2V-002");
      case ACCUMULATOR -> Rule.must("QC-M2V-003");
    };
  }
}
