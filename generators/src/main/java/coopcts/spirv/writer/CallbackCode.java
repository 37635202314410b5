// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.program.Array;
import coopcts.program.ElementFunction;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Reduce;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.LoadTensor;
import coopcts.spirv.ModuleWords;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/** The functions of single elements that operations call, each once in the module. */
final class CallbackCode {

  /** The widest vectors of SPIR-V without long ones. */
  private static final int WIDEST = 4;

  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final ProgramMemory memory;

  CallbackCode(ProgramModule shared) {
    module = shared.module();
    types = shared.types();
    memory = shared.memory();
  }

  /** How a reduction combines two elements. */
  int of(Reduce op) {
    ComponentType component = op.result().type().component();
    return module.once(
        List.of(op.fold(), component),
        () -> {
          int type = types.scalar(component);
          CodeBuilder code = new CodeBuilder(module, types, type, type, type);
          int[] operands = code.parameters;
          code.add(
              Spv.SpvOpReturnValue,
              ComponentCode.combined(code, op.fold(), component, type, operands[0], operands[1]));
          return ended(code, op.fold().name(), component);
        });
  }

  private int ended(CodeBuilder code, String name, Object component) {
    module.name(code.id, name.toLowerCase(Locale.ROOT) + "_" + component);
    module.function(code.whole());
    return code.id;
  }

  /** What becomes of each element. */
  int of(PerElement op) {
    ElementFunction function = op.function();
    ComponentType component = op.result().type().component();
    return module.once(
        List.of(function, component),
        () -> {
          int type = types.scalar(component);
          int uint = types.uint();
          int[] parameters =
              function.takesOther()
                  ? new int[] {uint, uint, type, type}
                  : function.takesNumber()
                      ? new int[] {uint, uint, type, uint}
                      : new int[] {uint, uint, type};
          int called = function.calls() ? called(function, component) : 0;
          CodeBuilder code = new CodeBuilder(module, types, type, parameters);
          int[] operands = code.parameters;
          if (called != 0) {
            code.add(
                Spv.SpvOpReturnValue,
                code.value(Spv.SpvOpFunctionCall, type, called, operands[2], operands[1]));
          } else {
            chosen(
                code,
                function,
                component,
                condition(code, function, operands),
                operands[2],
                operands[operands.length - 1]);
          }
          return ended(code, function.name(), component);
        });
  }

  /** A function of the element and its column that does the work. */
  private int called(ElementFunction function, ComponentType component) {
    int type = types.scalar(component);
    CodeBuilder code = new CodeBuilder(module, types, type, type, types.uint());
    int element = code.parameters[0];
    int column = code.parameters[1];
    int condition = condition(code, function, 0, column);
    chosen(code, function, component, condition, element, element);
    return ended(code, "turned", component);
  }

  /**
   * @param operands row, column, element and what else there is
   */
  private int condition(CodeBuilder code, ElementFunction function, int... operands) {
    int row = operands[0];
    int column = operands[1];
    return switch (function) {
      case TRIANGLE -> code.value(Spv.SpvOpULessThan, types.bool(), row, column);
      case CHECKERS -> isEven(code, code.value(Spv.SpvOpIAdd, types.uint(), row, column));
      case STRIPES, CALLED -> isEven(code, column);
      case BELOW ->
          code.value(
              Spv.SpvOpULessThan,
              types.bool(),
              code.value(Spv.SpvOpIAdd, types.uint(), row, types.uint(ElementFunction.FAR)),
              operands[3]);
    };
  }

  private int isEven(CodeBuilder code, int number) {
    int rest = code.value(Spv.SpvOpUMod, types.uint(), number, types.uint(2));
    return code.value(Spv.SpvOpIEqual, types.bool(), rest, types.uint(0));
  }

  /** Types without arithmetic are chosen between by a branch, others by a selection. */
  private void chosen(
      CodeBuilder code,
      ElementFunction function,
      ComponentType component,
      int condition,
      int element,
      int other) {
    if (component.hasArithmetic()) {
      int then = value(code, function.then(), component, element, other);
      int otherwise = value(code, function.otherwise(), component, element, other);
      code.add(
          Spv.SpvOpReturnValue,
          code.value(Spv.SpvOpSelect, types.scalar(component), condition, then, otherwise));
      return;
    }
    int yes = code.label();
    int no = code.label();
    code.add(Spv.SpvOpSelectionMerge, no, Spv.SpvSelectionControlMaskNone);
    code.add(Spv.SpvOpBranchConditional, condition, yes, no);
    code.begin(yes);
    code.add(Spv.SpvOpReturnValue, value(code, function.then(), component, element, other));
    code.begin(no);
    code.add(Spv.SpvOpReturnValue, value(code, function.otherwise(), component, element, other));
  }

  private int value(
      CodeBuilder code,
      ElementFunction.Value value,
      ComponentType component,
      int element,
      int other) {
    return switch (value) {
      case SAME -> element;
      case OTHER -> other;
      case ZERO -> types.literal(component, 0);
      case NEGATIVE -> ComponentCode.negative(code, component, element, types::scalar, module);
    };
  }

  /** The function that decodes one element of a tensor. */
  int decode(LoadTensor load) {
    return decode(load, 0);
  }

  /** The function that decodes several. */
  int decodeVector(LoadTensor load) {
    return decode(load, load.decoding().orElseThrow().vector());
  }

  /**
   * @param width elements that it decodes; 0 for one that is no vector
   */
  private int decode(LoadTensor load, int width) {
    ComponentType component = load.result().type().component();
    List<Long> blocks = Arrays.stream(load.layout().blockSizes()).boxed().toList();
    Decoding decoding = load.decoding().orElseThrow();
    boolean isCoherent = load.array().access() == Array.Access.COHERENT;
    return module.once(
        List.of("decode", component, blocks, decoding.kind(), isCoherent, width),
        () -> {
          int result = width == 0 ? types.scalar(component) : vector(component, width);
          int pointer =
              types.pointer(Spv.SpvStorageClassPhysicalStorageBuffer, block(component, blocks));
          int coordinates = types.array(types.uint(), blocks.size());
          CodeBuilder code =
              new CodeBuilder(module, types, result, pointer, coordinates, coordinates);
          module.decorate(code.parameters[0], Spv.SpvDecorationAliased);
          Decoded decoded = new Decoded(code, component, blocks, isCoherent);
          int[] values =
              IntStream.range(0, Math.max(1, width))
                  .map(
                      behind ->
                          switch (decoding.kind()) {
                            case DATA -> decoded.data(behind);
                            case CODES -> decoded.code(behind);
                          })
                  .toArray();
          code.add(
              Spv.SpvOpReturnValue,
              width == 0 ? values[0] : code.value(Spv.SpvOpCompositeConstruct, result, values));
          return ended(code, width == 0 ? "decode" : "decodeVector", component);
        });
  }

  private int vector(ComponentType component, int width) {
    if (width > WIDEST) {
      module.capability(Spv.SpvCapabilityLongVectorEXT);
      module.extension("SPV_EXT_long_vector");
    }
    return types.vector(component, width);
  }

  /** A block of a tensor in memory, its elements close together. */
  private int block(ComponentType component, List<Long> blocks) {
    return module.once(
        List.of("block", component, blocks),
        () -> {
          module.address();
          types.declareStored(component);
          long count = blocks.stream().reduce(1L, (x, y) -> x * y);
          int array =
              module.ownType(Spv.SpvOpTypeArray, types.scalar(component), types.uint((int) count));
          module.decorate(array, Spv.SpvDecorationArrayStride, component.bytes());
          int struct = module.ownType(Spv.SpvOpTypeStruct, array);
          module.name(struct, "Block");
          module.decorate(struct, Spv.SpvDecorationBlock);
          module.decorateMember(struct, 0, Spv.SpvDecorationOffset, 0);
          module.decorateMember(struct, 0, Spv.SpvDecorationNonWritable);
          return struct;
        });
  }

  /** Values of elements some places behind the one that the coordinates are of. */
  private final class Decoded {
    private final CodeBuilder code;
    private final ComponentType component;
    private final List<Long> blocks;
    private final boolean isCoherent;

    Decoded(CodeBuilder code, ComponentType component, List<Long> blocks, boolean isCoherent) {
      this.code = code;
      this.component = component;
      this.blocks = blocks;
      this.isCoherent = isCoherent;
    }

    private int uint(int opcode, int left, int right) {
      return code.value(opcode, types.uint(), left, right);
    }

    private int at(int parameter, int dimension) {
      return code.value(
          Spv.SpvOpCompositeExtract, types.uint(), code.parameters[parameter], dimension);
    }

    int data(int behind) {
      int index = at(2, 0);
      for (int i = 1; i < blocks.size(); i++) {
        int size = types.uint(blocks.get(i).intValue());
        index = uint(Spv.SpvOpIAdd, uint(Spv.SpvOpIMul, index, size), at(2, i));
      }
      int pointer =
          code.value(
              Spv.SpvOpAccessChain,
              types.pointer(Spv.SpvStorageClassPhysicalStorageBuffer, types.scalar(component)),
              code.parameters[0],
              types.sint(0),
              uint(Spv.SpvOpIAdd, index, types.uint(behind)));
      return code.value(
          Spv.SpvOpLoad,
          types.scalar(component),
          ModuleWords.joined(
              new int[] {pointer}, memory.operands(component.bytes(), isCoherent, false)));
    }

    int code(int behind) {
      int last = blocks.size() - 1;
      int sum = types.uint(0);
      for (int i = 0; i <= last; i++) {
        int inside = at(2, i);
        if (i == last) {
          inside = uint(Spv.SpvOpIAdd, inside, types.uint(behind));
        }
        sum = uint(Spv.SpvOpIAdd, sum, uint(Spv.SpvOpIMul, at(1, i), types.uint(3 + 2 * i)));
        sum = uint(Spv.SpvOpIAdd, sum, uint(Spv.SpvOpIMul, inside, types.uint(1 + 4 * i)));
      }
      int number = uint(Spv.SpvOpUMod, sum, types.uint(Decoding.CODES));
      return ComponentCode.convert(
          code, ComponentType.UINT32, component, number, types::scalar, module, false);
    }
  }
}
