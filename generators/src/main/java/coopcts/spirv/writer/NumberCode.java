// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.program.Condition;
import coopcts.program.Index;
import coopcts.program.Program;
import coopcts.program.Scalar;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/** Index expressions, conditions and scalars of a program, and who an invocation is. */
final class NumberCode {

  private final Program program;
  private final ModuleBuilder module;
  private final ModuleTypes types;
  private final ProgramConstants constants;
  private final ProgramMemory memory;
  private final Map<String, Integer> members;
  private int push;
  private int pushBlock;

  NumberCode(
      Program program,
      ModuleBuilder module,
      ModuleTypes types,
      ProgramConstants constants,
      ProgramMemory memory) {
    this.program = program;
    this.module = module;
    this.types = types;
    this.constants = constants;
    this.memory = memory;
    members = program.pushConstants();
    if (!members.isEmpty()) {
      declarePush();
    }
  }

  private void declarePush() {
    int[] uints = new int[members.size()];
    Arrays.fill(uints, types.uint());
    pushBlock = module.ownType(Spv.SpvOpTypeStruct, uints);
    module.name(pushBlock, "Push");
    module.decorate(pushBlock, Spv.SpvDecorationBlock);
    members.forEach(
        (_, offset) ->
            module.decorateMember(pushBlock, offset / 4, Spv.SpvDecorationOffset, offset));
    push = memory.variable(Spv.SpvStorageClassPushConstant, pushBlock, false, "push");
  }

  /**
   * @param counters ids of the variables that count, by their names
   */
  int of(CodeBuilder code, Index index, Map<String, Integer> counters) {
    return switch (index) {
      case Index.Literal(int value) -> types.uint(value);
      case Index.Push(String name) -> {
        int storage = Spv.SpvStorageClassPushConstant;
        int member = types.sint(members.get(name) / 4);
        yield load(code, memory.chain(code, storage, false, types.uint(), pushBlock, push, member));
      }
      case Index.Specialized(var constant) ->
          converted(code, constant.type(), ComponentType.UINT32, constants.id(constant));
      case Index.Instance _ -> instance(code);
      case Index.LocalInstance _ -> localInstance(code);
      case Index.Workgroup _ -> workgroup(code);
      case Index.Counter(String name) -> load(code, counters.get(name));
      case Index.Sum(Index left, Index right) ->
          add(code, of(code, left, counters), of(code, right, counters));
      case Index.Product(Index left, Index right) ->
          times(code, of(code, left, counters), of(code, right, counters));
      case Index.Remainder(Index dividend, int divisor) ->
          code.value(
              Spv.SpvOpUMod, types.uint(), of(code, dividend, counters), types.uint(divisor));
      case Index.Difference(Index left, Index right) ->
          code.value(
              Spv.SpvOpISub, types.uint(), of(code, left, counters), of(code, right, counters));
      case Index.Quotient(Index dividend, Index divisor) ->
          code.value(
              Spv.SpvOpUDiv,
              types.uint(),
              of(code, dividend, counters),
              of(code, divisor, counters));
    };
  }

  int add(CodeBuilder code, int left, int right) {
    return code.value(Spv.SpvOpIAdd, types.uint(), left, right);
  }

  int times(CodeBuilder code, int left, int right) {
    return code.value(Spv.SpvOpIMul, types.uint(), left, right);
  }

  private int load(CodeBuilder code, int pointer) {
    return code.value(Spv.SpvOpLoad, types.uint(), pointer);
  }

  int condition(CodeBuilder code, Condition condition, Map<String, Integer> counters) {
    int opcode =
        switch (condition.comparison()) {
          case LESS -> Spv.SpvOpULessThan;
          case EQUAL -> Spv.SpvOpIEqual;
          case NOT_EQUAL -> Spv.SpvOpINotEqual;
        };
    return code.value(
        opcode,
        types.bool(),
        of(code, condition.left(), counters),
        of(code, condition.right(), counters));
  }

  int scalar(CodeBuilder code, Scalar scalar, Map<String, Integer> counters) {
    return switch (scalar) {
      case Scalar.Literal(ComponentType type, long bits) -> types.literal(type, bits);
      case Scalar.Specialized(var constant) -> constants.id(constant);
      case Scalar.Number(ComponentType type, Index index) ->
          converted(code, ComponentType.UINT32, type, of(code, index, counters));
      case Scalar.Component _ ->
          throw new IllegalArgumentException(
              "a variable's component is read where the variable is");
      case Scalar.Element(var array, var index) ->
          memory.load(code, array, memory.element(code, array, of(code, index, counters)));
    };
  }

  private int converted(CodeBuilder code, ComponentType from, ComponentType to, int value) {
    return ComponentCode.convert(code, from, to, value, types::scalar, module, false);
  }

  /** The number of the scope instance over the whole dispatch. */
  int instance(CodeBuilder code) {
    return switch (program.scope()) {
      case SUBGROUP ->
          add(
              code,
              times(code, workgroup(code), builtin(code, Spv.SpvBuiltInNumSubgroups)),
              localInstance(code));
      case INVOCATION -> invocation(code);
      case WORKGROUP, DEVICE, QUEUE_FAMILY -> workgroup(code);
    };
  }

  private int localInstance(CodeBuilder code) {
    return switch (program.scope()) {
      case SUBGROUP -> builtin(code, Spv.SpvBuiltInSubgroupId);
      case INVOCATION -> builtin(code, Spv.SpvBuiltInLocalInvocationIndex);
      case WORKGROUP, DEVICE, QUEUE_FAMILY -> types.uint(0);
    };
  }

  private int workgroup(CodeBuilder code) {
    return first(code, Spv.SpvBuiltInWorkgroupId);
  }

  /** The number of the invocation in the whole dispatch. */
  int invocation(CodeBuilder code) {
    return first(code, Spv.SpvBuiltInGlobalInvocationId);
  }

  int subgroupSize(CodeBuilder code) {
    return builtin(code, Spv.SpvBuiltInSubgroupSize);
  }

  /** The number of the invocation within its workgroup. */
  int localInvocation(CodeBuilder code) {
    return builtin(code, Spv.SpvBuiltInLocalInvocationIndex);
  }

  /** The number of the invocation within its scope instance. */
  int own(CodeBuilder code) {
    return builtin(
        code,
        program.scope() == Scope.SUBGROUP
            ? Spv.SpvBuiltInSubgroupLocalInvocationId
            : Spv.SpvBuiltInLocalInvocationIndex);
  }

  /** The number of the invocation over all scope instances. */
  int ownElement(CodeBuilder code) {
    int size =
        program.scope() == Scope.SUBGROUP ? subgroupSize(code) : types.uint(program.localSize());
    return add(code, times(code, instance(code), size), own(code));
  }

  private int builtin(CodeBuilder code, int builtin) {
    return load(code, input(builtin, types.uint()));
  }

  /** The first component of a builtin. */
  private int first(CodeBuilder code, int builtin) {
    int variable = input(builtin, types.vector(ComponentType.UINT32, 3));
    int pointer = types.pointer(Spv.SpvStorageClassInput, types.uint());
    return load(code, code.value(Spv.SpvOpAccessChain, pointer, variable, types.uint(0)));
  }

  private int input(int builtin, int type) {
    return module.once(
        List.of("builtin", builtin),
        () -> {
          switch (builtin) {
            case Spv.SpvBuiltInSubgroupId,
                Spv.SpvBuiltInNumSubgroups,
                Spv.SpvBuiltInSubgroupSize,
                Spv.SpvBuiltInSubgroupLocalInvocationId ->
                module.capability(Spv.SpvCapabilityGroupNonUniform);
            default -> {}
          }
          int storage = Spv.SpvStorageClassInput;
          int variable = module.variable(types.pointer(storage, type), storage);
          module.decorate(variable, Spv.SpvDecorationBuiltIn, builtin);
          return variable;
        });
  }
}
