// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.program.Array;
import coopcts.program.ElementFunction;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Reduce;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.Decoding.DecodingKind;
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
    DecodingKind kind = load.decoding().orElseThrow().kind();
    boolean isCoherent = load.array().access() == Array.Access.COHERENT;
    return module.once(
        List.of("decode", component, blocks, kind, isCoherent, width),
        () -> {
          int result = width == 0 ? types.scalar(component) : vector(component, width);
          long count = blocks.stream().reduce(1L, (x, y) -> x * y);
          boolean isTwice = kind == DecodingKind.SECOND_OF_TWO && width > 0;
          int block = block(component, isTwice ? 2 * count : count);
          int pointer = pointer(block);
          int coordinates = types.array(types.uint(), blocks.size());
          int fetched =
              kind == DecodingKind.CALLED && width == 0 ? fetched(component, block, isCoherent) : 0;
          CodeBuilder code =
              new CodeBuilder(module, types, result, pointer, coordinates, coordinates);
          module.decorate(code.parameters[0], Spv.SpvDecorationAliased);
          Decoded decoded = new Decoded(code, component, blocks, isCoherent, block);
          int value =
              width > 0
                  ? code.value(
                      Spv.SpvOpCompositeConstruct,
                      result,
                      IntStream.range(0, width)
                          .map(behind -> inVector(decoded, kind, behind, width, (int) count))
                          .toArray())
                  : fetched != 0
                      ? code.value(
                          Spv.SpvOpFunctionCall,
                          result,
                          fetched,
                          code.parameters[0],
                          decoded.index(0))
                      : scalar(decoded, kind);
          code.add(Spv.SpvOpReturnValue, value);
          return ended(code, width == 0 ? "decode" : "decodeVector", component);
        });
  }

  private int scalar(Decoded decoded, DecodingKind kind) {
    return switch (kind) {
      case DATA, CALLED, SECOND_OF_TWO -> decoded.data(decoded.index(0));
      case CODES, COORDINATES, TAGGED -> decoded.number(decoded.coded(kind, 0));
    };
  }

  private int inVector(Decoded decoded, DecodingKind kind, int behind, int width, int count) {
    return switch (kind) {
      case DATA, CALLED -> decoded.data(decoded.index(behind));
      case SECOND_OF_TWO -> decoded.data(decoded.index(count + behind));
      case CODES, COORDINATES -> decoded.number(decoded.coded(kind, behind));
      case TAGGED -> decoded.number(decoded.tagged(kind, behind, width));
    };
  }

  private int pointer(int to) {
    return types.pointer(Spv.SpvStorageClassPhysicalStorageBuffer, to);
  }

  /** A function of a block and an index in it. */
  private int fetched(ComponentType component, int block, boolean isCoherent) {
    CodeBuilder code =
        new CodeBuilder(module, types, types.scalar(component), pointer(block), types.uint());
    module.decorate(code.parameters[0], Spv.SpvDecorationAliased);
    Decoded decoded = new Decoded(code, component, List.of(), isCoherent, block);
    code.add(Spv.SpvOpReturnValue, decoded.data(code.parameters[1]));
    return ended(code, "fetched", component);
  }

  private int vector(ComponentType component, int width) {
    if (width > WIDEST) {
      module.capability(Spv.SpvCapabilityLongVectorEXT);
    }
    return types.vector(component, width);
  }

  /** A block of a tensor in memory, its elements close together. */
  private int block(ComponentType component, long count) {
    return module.once(
        List.of("block", component, count),
        () -> {
          module.address();
          types.declareStored(component);
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
    private final int block;

    Decoded(
        CodeBuilder code,
        ComponentType component,
        List<Long> blocks,
        boolean isCoherent,
        int block) {
      this.code = code;
      this.component = component;
      this.blocks = blocks;
      this.isCoherent = isCoherent;
      this.block = block;
    }

    private int uint(int opcode, int left, int right) {
      return code.value(opcode, types.uint(), left, right);
    }

    private int at(int parameter, int dimension) {
      return code.value(
          Spv.SpvOpCompositeExtract, types.uint(), code.parameters[parameter], dimension);
    }

    /** The place in a block, of an element some places behind the one of the coordinates. */
    int index(int behind) {
      int index = at(2, 0);
      for (int i = 1; i < blocks.size(); i++) {
        int size = types.uint(blocks.get(i).intValue());
        index = uint(Spv.SpvOpIAdd, uint(Spv.SpvOpIMul, index, size), at(2, i));
      }
      return uint(Spv.SpvOpIAdd, index, types.uint(behind));
    }

    /** An element of the block. */
    int data(int index) {
      int element =
          memory.chain(
              code,
              Spv.SpvStorageClassPhysicalStorageBuffer,
              false,
              types.scalar(component),
              block,
              code.parameters[0],
              types.sint(0),
              index);
      return code.value(
          Spv.SpvOpLoad,
          types.scalar(component),
          ModuleWords.joined(
              new int[] {element}, memory.operands(component.bytes(), isCoherent, false)));
    }

    /** A number made of all coordinates. */
    int coded(DecodingKind kind, int behind) {
      int last = blocks.size() - 1;
      int sum = types.uint(0);
      for (int i = 0; i <= last; i++) {
        int inside = at(2, i);
        if (i == last) {
          inside = uint(Spv.SpvOpIAdd, inside, types.uint(behind));
        }
        int outer = uint(Spv.SpvOpIMul, at(1, i), types.uint(3 + 2 * i));
        int inner = uint(Spv.SpvOpIMul, inside, types.uint(1 + 4 * i));
        sum = uint(Spv.SpvOpIAdd, uint(Spv.SpvOpIAdd, sum, outer), inner);
      }
      return uint(Spv.SpvOpUMod, sum, types.uint(kind.codes()));
    }

    /** The same with a tag, or another number where no group of so many begins. */
    int tagged(DecodingKind kind, int behind, int width) {
      int rest = uint(Spv.SpvOpUMod, at(2, blocks.size() - 1), types.uint(width));
      return code.value(
          Spv.SpvOpSelect,
          types.uint(),
          code.value(Spv.SpvOpINotEqual, types.bool(), rest, types.uint(0)),
          types.uint(Decoding.WRONG_START),
          uint(Spv.SpvOpIAdd, types.uint(Decoding.TAG), coded(kind, behind)));
    }

    /** A small number as a component. */
    int number(int number) {
      return ComponentCode.convert(
          code, ComponentType.UINT32, component, number, types::scalar, module, false);
    }
  }
}
