// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.MatrixType;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.Fold;
import coopcts.program.Index;
import coopcts.program.Pointee;
import coopcts.program.QcomOperation;
import coopcts.program.QcomOperation.ArrayForm;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ThroughLines;
import coopcts.program.QcomOperation.ToLines;
import java.util.function.IntConsumer;
import org.lwjgl.util.spvc.Spv;

/** Operations on the lines of matrices. */
final class LineCode {

  private final FunctionCode function;
  private final CodeBuilder code;
  private final ModuleTypes types;

  LineCode(FunctionCode function) {
    this.function = function;
    code = function.code;
    types = function.shared.types();
  }

  /**
   * @param between writes the operations between taking apart and making
   */
  void add(QcomOperation op, Runnable between) {
    declare();
    switch (op) {
      case FromLines from -> fromLines(from);
      case ToLines to -> toLines(to);
      case ThroughLines through -> throughLines(through, between);
    }
  }

  private void declare() {
    ModuleBuilder module = function.shared.module();
    module.capability(Spv.SpvCapabilityCooperativeMatrixConversionQCOM);
  }

  /** Arrays of single invocations. */
  void add(ArrayOperation op) {
    declare();
    int whole = types.array(types.element(op.source().pointee()), op.whole());
    int made = types.array(types.element(op.result().pointee()), op.made());
    int read = code.variable(whole, "whole");
    int written = code.variable(made, "made");
    own(op.whole(), i -> code.add(Spv.SpvOpStore, member(read, op.source(), i), element(op, i)));
    int value = code.value(Spv.SpvOpLoad, whole, read);
    code.add(
        Spv.SpvOpStore,
        written,
        switch (op) {
          case ArrayOperation.Recast cast ->
              code.value(
                  Spv.SpvOpBitCastArrayQCOM,
                  made,
                  cast.between().map(pointee -> cast(cast, pointee, value)).orElse(value));
          case ArrayOperation.Cut cut ->
              code.value(Spv.SpvOpExtractSubArrayQCOM, made, value, function.index(cut.start()));
        });
    own(op.made(), i -> write(op.result(), op.made(), written, i));
    own(op.whole(), i -> write(op.kept(), op.whole(), read, i));
  }

  /** An array of other elements. */
  private int cast(ArrayOperation.Recast op, Pointee elements, int value) {
    int type = types.array(types.element(elements), op.bytes() / elements.bytes());
    return code.value(Spv.SpvOpBitCastArrayQCOM, type, value);
  }

  private void own(int count, IntConsumer body) {
    int end = types.uint(count);
    function.each(types.uint(0), types.uint(1), () -> end, body);
  }

  private int member(int variable, Array like, int i) {
    int component = types.element(like.pointee());
    return code.value(
        Spv.SpvOpAccessChain, types.pointer(Spv.SpvStorageClassFunction, component), variable, i);
  }

  /** A pointer to an element of the invocation's own part of an array. */
  private int own(Array array, int length, int i) {
    int start = function.times(function.shared.numbers().instance(code), types.uint(length));
    return function.element(array, function.add(start, i));
  }

  private int element(ArrayOperation op, int i) {
    Array source = op.source();
    return function.shared.memory().load(code, source, own(source, op.whole(), i));
  }

  private void write(Array array, int length, int variable, int i) {
    int value =
        code.value(Spv.SpvOpLoad, types.element(array.pointee()), member(variable, array, i));
    function.shared.memory().store(code, array, own(array, length, i), value);
  }

  private int array(MatrixType type, ArrayForm form) {
    return types.array(
        types.scalar(QcomOperation.element(type, form)), QcomOperation.elements(type, form));
  }

  private void fromLines(FromLines op) {
    MatrixType type = op.result().type();
    int array = array(type, op.form());
    int line = code.variable(array, "line");
    each(
        type,
        op.form(),
        i ->
            code.add(
                Spv.SpvOpStore,
                element(line, type, op.form(), i),
                function
                    .shared
                    .memory()
                    .load(code, op.array(), place(op.array(), op.element(), type, op.form(), i))));
    int loaded = code.value(Spv.SpvOpLoad, array, line);
    function.store(
        op.result(),
        code.value(Spv.SpvOpCompositeConstructCoopMatQCOM, function.type(op.result()), loaded));
    op.kept().ifPresent(kept -> storeLine(kept, op.element(), type, op.form(), line));
  }

  /** Stores all elements of a line into the invocation's part of an array. */
  private void storeLine(Array to, Index element, MatrixType type, ArrayForm form, int line) {
    int component = types.scalar(QcomOperation.element(type, form));
    each(
        type,
        form,
        i ->
            function
                .shared
                .memory()
                .store(
                    code,
                    to,
                    place(to, element, type, form, i),
                    code.value(Spv.SpvOpLoad, component, element(line, type, form, i))));
  }

  private void toLines(ToLines op) {
    MatrixType type = op.source().type();
    int array = array(type, op.form());
    int line = code.variable(array, "line");
    int all = taken(array, function.load(op.source()));
    code.add(Spv.SpvOpStore, line, op.rectified() ? rectified(type, all) : all);
    int count = types.uint(QcomOperation.count(type));
    int own = function.shared.numbers().own(code);
    code.when(
        code.value(Spv.SpvOpULessThan, types.bool(), own, count),
        () -> storeLine(op.array(), op.element(), type, op.form(), line));
  }

  private int taken(int array, int matrix) {
    return code.value(Spv.SpvOpCompositeExtractCoopMatQCOM, array, matrix);
  }

  private void throughLines(ThroughLines op, Runnable between) {
    MatrixType from = op.source().type();
    MatrixType to = op.result().type();
    ArrayForm form = op.form();
    boolean hasParts = QcomOperation.length(from) != QcomOperation.length(to);
    int line =
        taken(
            array(from, form.takesWords() ? ArrayForm.PACKED : ArrayForm.PLAIN),
            function.load(op.source()));
    if (op.rectified()) {
      line = rectified(from, line);
    }
    if (hasParts && form == ArrayForm.CAST) {
      line = part(op, line);
    }
    between.run();
    if (form == ArrayForm.UNCAST) {
      line = code.value(Spv.SpvOpBitCastArrayQCOM, array(from, ArrayForm.PLAIN), line);
    }
    if (hasParts && form != ArrayForm.CAST) {
      line = part(op, line);
    }
    if (form == ArrayForm.CAST || form == ArrayForm.RECAST) {
      line = code.value(Spv.SpvOpBitCastArrayQCOM, array(to, ArrayForm.CAST), line);
    }
    if (form == ArrayForm.RECAST) {
      line = code.value(Spv.SpvOpBitCastArrayQCOM, array(to, ArrayForm.PLAIN), line);
    }
    function.store(
        op.result(),
        code.value(Spv.SpvOpCompositeConstructCoopMatQCOM, function.type(op.result()), line));
  }

  /** A line with zero for what is below it. */
  private int rectified(MatrixType type, int line) {
    int array = array(type, ArrayForm.PLAIN);
    int component = types.scalar(type.component());
    int variable = code.variable(array, "rectified");
    code.add(Spv.SpvOpStore, variable, line);
    each(
        type,
        ArrayForm.PLAIN,
        i -> {
          int pointer = element(variable, type, ArrayForm.PLAIN, i);
          int value = code.value(Spv.SpvOpLoad, component, pointer);
          int zero = types.literal(type.component(), 0);
          code.add(
              Spv.SpvOpStore,
              pointer,
              ComponentCode.combined(code, Fold.MAX, type.component(), component, value, zero));
        });
    return code.value(Spv.SpvOpLoad, array, variable);
  }

  private int part(ThroughLines op, int line) {
    ArrayForm form = op.form() == ArrayForm.PACKED ? ArrayForm.PACKED : ArrayForm.PLAIN;
    return code.value(
        Spv.SpvOpExtractSubArrayQCOM,
        array(op.result().type(), form),
        line,
        function.index(op.start()));
  }

  private void each(MatrixType type, ArrayForm form, IntConsumer body) {
    int count = types.uint(QcomOperation.elements(type, form));
    function.each(types.uint(0), types.uint(1), () -> count, body);
  }

  private int element(int line, MatrixType type, ArrayForm form, int i) {
    int component = types.scalar(QcomOperation.element(type, form));
    return code.value(
        Spv.SpvOpAccessChain, types.pointer(Spv.SpvStorageClassFunction, component), line, i);
  }

  private int place(Array array, Index element, MatrixType type, ArrayForm form, int i) {
    int length = types.uint(QcomOperation.elements(type, form));
    int lines =
        function.add(
            function.index(element),
            function.times(function.shared.numbers().ownElement(code), length));
    return function.element(array, function.add(lines, i));
  }
}
