// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import static coopcts.spirv.ModuleWords.joined;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.VectorMatrix.Layout;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Component;
import coopcts.program.VectorOperation.Compose;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Measure;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.Pick;
import coopcts.program.VectorOperation.StoreVector;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/** Operations on cooperative vectors. */
final class VectorCode {

  private final FunctionCode function;
  private final CodeBuilder code;
  private final ModuleBuilder module;
  private final ModuleTypes types;

  VectorCode(FunctionCode function) {
    this.function = function;
    code = function.code;
    module = function.shared.module();
    types = function.shared.types();
  }

  void add(VectorOperation operation) {
    switch (operation) {
      case LoadVector(var result, var array, var offset) ->
          function.store(
              result,
              code.value(
                  Spv.SpvOpCooperativeVectorLoadNV,
                  function.type(result),
                  joined(place(array, offset, false), access(array, false))));
      case StoreVector(var source, var array, var offset) ->
          code.add(
              Spv.SpvOpCooperativeVectorStoreNV,
              joined(
                  joined(place(array, offset, true), function.load(source)), access(array, true)));
      case Multiply op -> function.store(op.result(), product(op));
      case Bits op -> function.store(op.result(), bits(op));
      case Apply(var result, var applied, var operands) ->
          function.store(
              result,
              code.extended(
                  ComponentCode.number(applied, result.type().component()),
                  function.type(result),
                  operands.stream().mapToInt(function::load).toArray()));
      case Pick(var result, var to, var source, var from) -> {
        int component = function.loadComponent(source, function.index(from));
        function.storeComponent(result, function.index(to), component);
      }
      case Measure(var result, var to, var of) -> {
        int length =
            code.value(Spv.SpvOpUMod, types.uint(), function.length(of), types.uint(Measure.MOST));
        function.storeComponent(
            result,
            function.index(to),
            ComponentCode.convert(
                code,
                ComponentType.UINT32,
                result.type().component(),
                length,
                types::scalar,
                module,
                false));
      }
      case Compose op -> {
        int[] components = op.components().stream().mapToInt(this::component).toArray();
        function.store(
            op.result(),
            code.value(Spv.SpvOpCompositeConstruct, function.type(op.result()), components));
      }
      case Move op -> move(op);
      case AddOuter(var left, var right, var component, var array, var offset, var stride) -> {
        module.capability(Spv.SpvCapabilityCooperativeVectorTrainingNV);
        code.add(
            Spv.SpvOpCooperativeVectorOuterProductAccumulateNV,
            joined(
                place(array, offset, true),
                function.load(left),
                function.load(right),
                types.sint(Layout.TRAINING_OPTIMAL.ordinal()),
                interpretation(component),
                function.index(stride)));
      }
      case AddSum(var source, var array, var offset) -> {
        module.capability(Spv.SpvCapabilityCooperativeVectorTrainingNV);
        code.add(
            Spv.SpvOpCooperativeVectorReduceSumAccumulateNV,
            joined(place(array, offset, true), function.load(source)));
      }
    }
  }

  /** An array and an offset in it. */
  private int[] place(Array array, Index offset, boolean isStore) {
    return new int[] {function.shared.memory().whole(code, array, isStore), function.index(offset)};
  }

  private int[] access(Array array, boolean isStore) {
    return function.shared.memory().operands(array, isStore, ProgramMemory.VECTOR_ALIGNMENT);
  }

  private int component(Component component) {
    return function.loadComponent(component.of(), function.index(component.at()));
  }

  private int interpretation(ComponentType type) {
    return types.sint(type.vulkanValue());
  }

  private int product(Multiply op) {
    int input = function.load(op.input());
    int[] operands =
        joined(
            new int[] {input, interpretation(op.row().inputInterpretation())},
            place(op.array(), op.offset(), false));
    operands = joined(operands, interpretation(op.row().matrixInterpretation()));
    if (op.bias().isPresent()) {
      operands = joined(operands, place(op.bias().get().array(), op.bias().get().offset(), false));
      operands = joined(operands, interpretation(op.row().biasInterpretation()));
    }
    operands =
        joined(
            operands,
            types.uint(op.m()),
            types.uint(op.k()),
            types.sint(op.matrix().layout().ordinal()),
            types.bool(op.transposed()),
            types.uint((int) op.stride()));
    int signs =
        (op.input().type().component().isSigned()
                ? Spv.SpvCooperativeMatrixOperandsMatrixBSignedComponentsKHRMask
                : 0)
            | (op.result().type().component().isSigned()
                ? Spv.SpvCooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask
                : 0);
    return code.value(
        op.bias().isPresent()
            ? Spv.SpvOpCooperativeVectorMatrixMulAddNV
            : Spv.SpvOpCooperativeVectorMatrixMulNV,
        function.type(op.result()),
        signs == 0 ? operands : joined(operands, signs));
  }

  private int bits(Bits op) {
    MatrixType type = op.result().type();
    int id = function.type(op.result());
    int opcode = ComponentCode.opcode(op.operator(), type.component());
    int left = function.load(op.left());
    return switch (op.operator()) {
      case AND, OR, XOR -> code.value(opcode, id, left, function.load(op.right()));
      case NOT -> code.value(opcode, id, left);
      case LEFT, RIGHT -> {
        int highest = types.literal(type.component(), type.component().bits() - 1L);
        int count =
            code.value(
                Spv.SpvOpBitwiseAnd, id, function.load(op.right()), types.splat(type, id, highest));
        yield code.value(opcode, id, left, count);
      }
    };
  }

  private void move(Move op) {
    Matrix source = op.source();
    int type = function.type(source);
    int value = function.load(source);
    switch (op.through()) {
      case LONG_VECTOR -> {
        module.capability(Spv.SpvCapabilityLongVectorEXT);
        int between =
            code.value(
                Spv.SpvOpBitcast,
                types.vector(source.type().component(), source.type().rows()),
                value);
        function.store(op.result(), code.value(Spv.SpvOpBitcast, type, between));
      }
      case GLOBAL -> {
        int storage = Spv.SpvStorageClassPrivate;
        int variable =
            module.once(
                List.of(op.global()),
                () -> {
                  int made = module.variable(types.pointer(storage, type), storage);
                  module.name(made, op.global());
                  return made;
                });
        code.add(Spv.SpvOpStore, variable, value);
        function.store(op.result(), code.value(Spv.SpvOpLoad, type, variable));
      }
    }
  }
}
