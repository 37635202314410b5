// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.joined;

import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import coopcts.program.TensorOperation;
import coopcts.program.TensorOperation.LoadTensor;
import coopcts.program.TensorOperation.StoreTensor;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/** Loads and stores through tensor layouts. */
final class TensorCode {

  /** CooperativeMatrixDecodeVectorNV and DecodeVectorFunc, which are too young for {@link Spv}. */
  private static final int DECODE_VECTOR_CAPABILITY = 5447;

  private static final int DECODE_VECTOR = 4;

  /** A number that no tensor has. */
  private static final long OTHER = 9;

  private final FunctionCode function;
  private final CodeBuilder code;
  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final CallbackCode callbacks;

  TensorCode(FunctionCode function, CallbackCode callbacks) {
    this.function = function;
    this.callbacks = callbacks;
    code = function.code;
    module = function.shared.module();
    types = function.shared.types();
  }

  void add(TensorOperation op) {
    module.capability(
        Spv.SpvCapabilityTensorAddressingNV, Spv.SpvCapabilityCooperativeMatrixTensorAddressingNV);
    int layout = layout(op);
    int mask = 0;
    int[] more = {};
    if (op.layout().view().isPresent()) {
      mask |= Spv.SpvTensorAddressingOperandsTensorViewMask;
      more = joined(more, view(op, op.layout().view().get()));
    }
    Array array = op.array();
    int pointer = function.shared.memory().typedElement(code, array, function.index(op.element()));
    int[] memory =
        function
            .shared
            .memory()
            .operands(array, op instanceof StoreTensor, array.pointee().bytes());
    switch (op) {
      case LoadTensor load -> {
        if (load.decoding().isPresent()) {
          boolean isImplied =
              load.decoding().get().vector() > 0
                  && function.shared.says(SpirvOption.IMPLIED_CAPABILITIES);
          if (!isImplied) {
            module.capability(Spv.SpvCapabilityCooperativeMatrixBlockLoadsNV);
          }
          mask |= Spv.SpvTensorAddressingOperandsDecodeFuncMask;
          more = joined(more, callbacks.decode(load));
          if (load.decoding().get().vector() > 0) {
            module.capability(DECODE_VECTOR_CAPABILITY);
            mask |= DECODE_VECTOR;
            more = joined(more, callbacks.decodeVector(load));
          }
        }
        int before = function.load(load.result());
        int[] operands = joined(new int[] {pointer, before, layout}, memory);
        function.store(
            load.result(),
            code.value(
                Spv.SpvOpCooperativeMatrixLoadTensorNV,
                function.type(load.result()),
                joined(joined(operands, mask), more)));
      }
      case StoreTensor store -> {
        int[] operands = joined(new int[] {pointer, function.load(store.source()), layout}, memory);
        code.add(Spv.SpvOpCooperativeMatrixStoreTensorNV, joined(joined(operands, mask), more));
      }
    }
  }

  /** Numbers written down, or what is the same and known at run time alone. */
  private int[] numbers(TensorOperation op, long... numbers) {
    boolean isKnown = op.zero().equals(Index.of(0));
    return Arrays.stream(numbers)
        .mapToInt(number -> types.uint((int) number))
        .map(number -> isKnown ? number : function.add(number, function.index(op.zero())))
        .toArray();
  }

  private int layout(TensorOperation op) {
    TensorLayout layout = op.layout();
    int type =
        module.type(
            Spv.SpvOpTypeTensorLayoutNV,
            types.uint(layout.dimensions()),
            types.uint(mode(layout.clamp())));
    int value = code.value(Spv.SpvOpCreateTensorLayoutNV, type);
    int before = value;
    for (Setter setter : layout.setters()) {
      before = value;
      value = set(opcode(setter), type, value, numbers(op, setter.numbers()));
    }
    if (function.shared.says(SpirvOption.LAYOUT_DERIVED) && !layout.setters().isEmpty()) {
      Setter last = layout.setters().getLast();
      long[] others = others(last);
      set(opcode(last), type, before, numbers(op, others));
      set(opcode(last), type, value, numbers(op, others));
    }
    if (function.shared.says(SpirvOption.LAYOUT_COPIED)) {
      return code.value(Spv.SpvOpCopyObject, type, value);
    }
    return function.shared.says(SpirvOption.LAYOUT_RETURNED)
        ? code.value(Spv.SpvOpFunctionCall, type, returning(type), value)
        : value;
  }

  /** Strides of which the outermost is larger, as all must be multiples; other numbers else. */
  private static long[] others(Setter setter) {
    long[] numbers = setter.numbers().clone();
    if (setter instanceof Setter.Stride) {
      numbers[0] *= 3;
    } else {
      Arrays.fill(numbers, OTHER);
    }
    return numbers;
  }

  /** A function that returns what it takes. */
  private int returning(int type) {
    return module.once(
        List.of("returned", type),
        () -> {
          CodeBuilder returned = new CodeBuilder(module, types, type, type);
          returned.add(Spv.SpvOpReturnValue, returned.parameters[0]);
          module.name(returned.id, "returned");
          module.function(returned.whole());
          return returned.id;
        });
  }

  private static int opcode(Setter setter) {
    return switch (setter) {
      case Setter.Dimension _ -> Spv.SpvOpTensorLayoutSetDimensionNV;
      case Setter.Stride _ -> Spv.SpvOpTensorLayoutSetStrideNV;
      case Setter.Slice _ -> Spv.SpvOpTensorLayoutSliceNV;
      case Setter.Block _ -> Spv.SpvOpTensorLayoutSetBlockSizeNV;
      case Setter.ClampValue _ -> Spv.SpvOpTensorLayoutSetClampValueNV;
    };
  }

  private int view(TensorOperation op, View view) {
    int[] parameters =
        joined(
            new int[] {types.uint(view.dimensions()), types.bool(view.hasDimensions())},
            Arrays.stream(view.permutation()).map(types::uint).toArray());
    int type = module.type(Spv.SpvOpTypeTensorViewNV, parameters);
    int value = code.value(Spv.SpvOpCreateTensorViewNV, type);
    for (ViewSetter setter : view.setters()) {
      value = set(opcode(setter), type, value, numbers(op, setter.numbers()));
    }
    if (function.shared.says(SpirvOption.VIEW_DERIVED) && !view.setters().isEmpty()) {
      ViewSetter last = view.setters().getLast();
      long[] others = last.numbers().clone();
      Arrays.fill(others, OTHER);
      set(opcode(last), type, value, numbers(op, others));
    }
    return value;
  }

  private static int opcode(ViewSetter setter) {
    return switch (setter) {
      case ViewSetter.Dimensions _ -> Spv.SpvOpTensorViewSetDimensionNV;
      case ViewSetter.Strides _ -> Spv.SpvOpTensorViewSetStrideNV;
      case ViewSetter.Clip _ -> Spv.SpvOpTensorViewSetClipNV;
    };
  }

  private int set(int opcode, int type, int value, int[] numbers) {
    return code.value(opcode, type, joined(new int[] {value}, numbers));
  }

  /** Values of SPIR-V's Tensor Clamp Mode. */
  private static int mode(Clamp clamp) {
    return switch (clamp) {
      case UNDEFINED -> 0;
      case CONSTANT -> 1;
      case EDGE -> 2;
      case REPEAT -> 3;
      case MIRROR -> 4;
    };
  }
}
