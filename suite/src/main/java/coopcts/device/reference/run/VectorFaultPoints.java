// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.lwjgl.util.spvc.Spv;

/**
 * What bugs make of the results of instructions on cooperative and long vectors, given the right
 * ones and the operands.
 */
final class VectorFaultPoints {

  private static final Set<OpcodeKind> ARITHMETIC =
      EnumSet.of(OpcodeKind.SUBTRACT, OpcodeKind.MULTIPLY, OpcodeKind.DIVIDE, OpcodeKind.SCALE);

  /** Numbers of GLSL.std.450. */
  private static final int ATAN = 18;

  private static final int TANH = 21;
  private static final int EXP = 27;
  private static final int LOG = 28;
  private static final int STEP = 48;
  private static final int FMA = 50;
  private static final Set<Integer> SIGNED_EXTREMES = Set.of(39, 42);
  private static final Set<Integer> CLAMPS = Set.of(43, 44, 45);
  private static final Set<Integer> WITHOUT_NAN = Set.of(79, 80, 81);

  private final Module module;
  private final List<VectorMutation> all = new ArrayList<>();

  /** The components of a result as a bug leaves them; each by invocation or uniform. */
  private interface Change {
    Object[] of(Instruction i, Object[] right, Machine machine);
  }

  /** One component from the right one and those of the operands at its place. */
  private interface ComponentChange {
    long of(long right, long[] operands, IntegerFormat unsigned);
  }

  /**
   * A bug in instructions.
   *
   * @param at which instructions it is in
   */
  private record VectorMutation(FaultPoint bug, Predicate<Instruction> at, Change change) {}

  VectorFaultPoints(Module module) {
    this.module = module;
    enterConstructors();
    enterArithmetic();
    enterFunctions();
    enterMemory();
    all.forEach(wrong -> module.behaviour().fault().confine(wrong.bug));
  }

  /** The step with its result as the bug that is planted leaves it. */
  DecodedInstruction applied(Instruction i, DecodedInstruction right) {
    if (i.type() == 0 || !isVector(i.type())) {
      return right;
    }
    Type type = module.type(i.type());
    DecodedInstruction step = right;
    for (VectorMutation wrong : all) {
      if (wrong.at.test(i) && module.behaviour().fault().meets(wrong.bug)) {
        DecodedInstruction before = step;
        step =
            machine -> {
              before.run(machine);
              if (machine.fault().has(wrong.bug, type)) {
                Object[] result = (Object[]) machine.get(i.result());
                machine.set(i.result(), wrong.change.of(i, result.clone(), machine));
              }
            };
      }
    }
    return step;
  }

  private boolean isVector(int type) {
    return module.isCooperativeVector(type) || module.isLongVector(type);
  }

  private void enter(FaultPoint bug, Predicate<Instruction> at, Change change) {
    all.add(
        new VectorMutation(bug, i -> module.isCooperativeVector(i.type()) && at.test(i), change));
  }

  private static Predicate<Instruction> of(Integer... opcodes) {
    Set<Integer> all = Set.of(opcodes);
    return i -> all.contains(i.opcode());
  }

  private static Predicate<Instruction> of(Set<OpcodeKind> kinds) {
    return i -> kinds.contains(i.kind());
  }

  private static Predicate<Instruction> of(OpcodeKind kind) {
    return i -> i.kind() == kind;
  }

  /** Functions of GLSL.std.450. */
  private static Predicate<Instruction> function(Integer... numbers) {
    return function(Set.of(numbers));
  }

  private static Predicate<Instruction> function(Set<Integer> numbers) {
    return i -> i.kind() == OpcodeKind.EXTENDED && numbers.contains(i.operand(Role.INSTRUCTION));
  }

  private static Object[] last(Object[] parts, Object value) {
    parts[parts.length - 1] = value;
    return parts;
  }

  private static Object[] lastLost(Object[] parts) {
    return last(parts, Lanes.uniform(0));
  }

  private static Object[] uniform(Object[] parts, Machine machine) {
    int first = machine.firstActive();
    Arrays.setAll(parts, at -> Lanes.uniform(Lanes.get((long[]) parts[at], first)));
    return parts;
  }

  /** Changes each component on its own; operands that are scalars count for all of them. */
  private static Change each(int firstOperand, ComponentChange change) {
    return (i, right, machine) -> {
      int count = i.count() - firstOperand;
      Object[] operands = new Object[count];
      Arrays.setAll(operands, o -> machine.get(i.operand(firstOperand + o)));
      for (int at = 0; at < right.length; at++) {
        long[] lanes = new long[machine.lanes()];
        for (int lane = 0; lane < lanes.length; lane++) {
          if (machine.active(lane)) {
            long[] own = new long[count];
            for (int o = 0; o < count; o++) {
              Object operand = operands[o] instanceof Object[] parts ? parts[at] : operands[o];
              own[o] = Lanes.get((long[]) operand, lane);
            }
            lanes[lane] = change.of(Lanes.get((long[]) right[at], lane), own, null);
          }
        }
        right[at] = lanes;
      }
      return right;
    };
  }

  /** The same, of integers, with their format taken for unsigned. */
  private Change eachInteger(int firstOperand, ComponentChange change) {
    return (i, right, machine) -> {
      int bits = ((Type.Int) module.typeOf(i.operand(firstOperand)).component()).format().bits();
      IntegerFormat unsigned = IntegerFormat.unsigned(bits);
      return each(firstOperand, (own, operands, _) -> change.of(own, operands, unsigned))
          .of(i, right, machine);
    };
  }

  private void enterConstructors() {
    enter(FaultPoint.REPLICATE_LAST, this::isReplicated, (_, right, _) -> lastLost(right));
    enter(
        FaultPoint.LIST_EXCHANGED,
        i ->
            i.opcode() == Spv.SpvOpCompositeConstruct
                && !isReplicated(i)
                && i.count() == module.type(i.type()).count(),
        (_, right, _) -> {
          Object swapped = right[right.length - 2];
          right[right.length - 2] = right[right.length - 1];
          return last(right, swapped);
        });
    enter(FaultPoint.LIST_MATRIX, of(Spv.SpvOpCompositeConstruct), this::takenByRows);
    enter(FaultPoint.LIST_VECTOR, of(Spv.SpvOpCompositeConstruct), this::takenBackwards);
    enter(
        FaultPoint.NUMBER_ROUNDED,
        of(Spv.SpvOpConvertFToS, Spv.SpvOpConvertFToU),
        (i, right, machine) -> {
          FloatFormat from = ((Type.Float) module.typeOf(i.operand(0)).component()).format();
          IntegerFormat to = ((Type.Int) module.type(i.type()).component()).format();
          return each(0, (_, own, _) -> to.wrap((long) Math.rint(from.toDouble(own[0]))))
              .of(i, right, machine);
        });
    enter(
        FaultPoint.NUMBER_UNSIGNED,
        of(Spv.SpvOpSConvert),
        eachInteger(0, (right, _, unsigned) -> right & unsigned.mask()));
    enter(
        FaultPoint.NUMBER_UNSIGNED,
        of(Spv.SpvOpConvertSToF),
        (i, right, machine) -> {
          FloatFormat to = ((Type.Float) module.type(i.type()).component()).format();
          return eachInteger(
                  0, (_, own, unsigned) -> to.encode(unsigned.value(own[0]), Rounding.NEAREST_EVEN))
              .of(i, right, machine);
        });
    enter(
        FaultPoint.LONG_TO_COOPERATIVE,
        i -> i.opcode() == Spv.SpvOpBitcast && module.isLongVector(module.typeIdOf(i.operand(0))),
        (_, right, _) -> fromFifth(right, at -> Lanes.uniform(0)));
    all.add(
        new VectorMutation(
            FaultPoint.LONG_FROM_COOPERATIVE,
            i ->
                i.opcode() == Spv.SpvOpBitcast
                    && module.isLongVector(i.type())
                    && module.isCooperativeVector(module.typeIdOf(i.operand(0))),
            (_, right, _) -> fromFifth(right, at -> Lanes.uniform(0))));
    all.add(
        new VectorMutation(
            FaultPoint.LONG_ARITHMETIC,
            i -> module.isLongVector(i.type()) && of(OpcodeKind.ADD).or(of(ARITHMETIC)).test(i),
            (_, right, _) -> fromFifth(right, at -> right[at % 4])));
    enter(FaultPoint.RETURN_LAST, of(OpcodeKind.CALL), (_, right, _) -> lastLost(right));
  }

  private static Object[] fromFifth(Object[] parts, IntFunction<Object> of) {
    for (int at = 4; at < parts.length; at++) {
      parts[at] = of.apply(at);
    }
    return parts;
  }

  private boolean isReplicated(Instruction i) {
    return i.opcode() == Spv.SpvOpCompositeConstructReplicateEXT
        || i.opcode() == Spv.SpvOpCompositeConstruct
            && Arrays.stream(i.operands()).allMatch(id -> id == i.operand(0));
  }

  /** A list in which components of matrices are found with row and column exchanged. */
  private Object[] takenByRows(Instruction i, Object[] right, Machine machine) {
    return taken(
        i,
        right,
        from -> {
          if (from.count() != 3 || !(module.typeOf(from.operand(0)) instanceof Type.ColumnMatrix)) {
            return null;
          }
          Object[] columns = (Object[]) machine.get(from.operand(0));
          int rows = ((Object[]) columns[0]).length;
          int place = from.operand(1) * rows + from.operand(2);
          return ((Object[]) columns[place % columns.length])[place / columns.length];
        });
  }

  private Object[] takenBackwards(Instruction i, Object[] right, Machine machine) {
    return taken(
        i,
        right,
        from -> {
          if (from.count() != 2
              || !(module.typeOf(from.operand(0)) instanceof Type.Vector)
              || isVector(module.typeIdOf(from.operand(0)))) {
            return null;
          }
          Object[] parts = (Object[]) machine.get(from.operand(0));
          return parts[parts.length - 1 - from.operand(1)];
        });
  }

  /** A list with constituents that are extracted from a composite replaced, but for nulls. */
  private Object[] taken(Instruction i, Object[] right, Function<Instruction, Object> other) {
    if (i.count() != right.length) {
      return right;
    }
    for (int at = 0; at < right.length; at++) {
      Instruction from = module.definitions().of(i.operand(at));
      Object replaced = from.kind() == OpcodeKind.EXTRACT ? other.apply(from) : null;
      right[at] = replaced == null ? right[at] : replaced;
    }
    return right;
  }

  private void enterArithmetic() {
    enter(
        FaultPoint.DIVIDE_UNSIGNED,
        of(Spv.SpvOpSDiv),
        eachInteger(
            0, (right, own, unsigned) -> own[1] == 0 ? right : unsigned.wrap(own[0] / own[1])));
    enter(
        FaultPoint.ADD_SATURATES,
        i ->
            i.opcode() == Spv.SpvOpIAdd
                && module.type(i.type()).component() instanceof Type.Int(var format)
                && format.isSigned(),
        eachInteger(
            0,
            (_, own, unsigned) -> {
              IntegerFormat signed = IntegerFormat.signed(unsigned.bits());
              return signed.saturate(signed.value(own[0]) + signed.value(own[1]));
            }));
    enter(
        FaultPoint.SCALE_INTEGER_LAST,
        i -> i.opcode() == Spv.SpvOpIMul && (isScalar(i, 0) || isScalar(i, 1)),
        (i, right, machine) -> last(right, lastOf(i, isScalar(i, 1) ? 0 : 1, machine)));
    enter(
        FaultPoint.SHIFT_EIGHT,
        of(OpcodeKind.SHIFT),
        eachInteger(0, (right, own, _) -> own[1] >= 8 ? 0 : right));
    enter(
        FaultPoint.SHIFT_SIXTEEN,
        of(OpcodeKind.SHIFT),
        (i, right, machine) ->
            eachInteger(
                    0,
                    (own, operands, unsigned) ->
                        operands[1] < 16 ? own : shifted(i.opcode(), operands, unsigned))
                .of(i, right, machine));
    enter(
        FaultPoint.SHIFT_UNSIGNED,
        of(Spv.SpvOpShiftRightArithmetic),
        eachInteger(0, (_, own, unsigned) -> (own[0] & unsigned.mask()) >>> own[1]));
    enterInPlace(FaultPoint.COMPOUND_ADD, of(OpcodeKind.ADD));
    enterInPlace(FaultPoint.COMPOUND_REST, of(ARITHMETIC));
    enterInPlace(FaultPoint.COMPOUND_BITS, of(OpcodeKind.SHIFT));
    enterInPlace(FaultPoint.COMPOUND_BITS, of(OpcodeKind.BITS));
  }

  private static long shifted(int opcode, long[] operands, IntegerFormat unsigned) {
    long by = operands[1] % 16;
    long value = IntegerFormat.signed(unsigned.bits()).value(operands[0]);
    return unsigned.wrap(
        switch (opcode) {
          case Spv.SpvOpShiftLeftLogical -> operands[0] << by;
          case Spv.SpvOpShiftRightLogical -> operands[0] >>> by;
          default -> value >> by;
        });
  }

  private boolean isScalar(Instruction i, int operand) {
    return module.definitions().comesFrom(i.operand(operand), this::isReplicated)
        || module
            .definitions()
            .comesFrom(
                i.operand(operand),
                of(
                    Spv.SpvOpConstantCompositeReplicateEXT,
                    Spv.SpvOpSpecConstantCompositeReplicateEXT));
  }

  private void enterInPlace(FaultPoint bug, Predicate<Instruction> at) {
    enter(
        bug,
        at.and(i -> module.definitions().isInPlace(i, 0)),
        (i, right, machine) -> last(right, lastOf(i, 0, machine)));
  }

  private static Object lastOf(Instruction i, int operand, Machine machine) {
    Object[] parts = (Object[]) machine.get(i.operand(operand));
    return parts[parts.length - 1];
  }

  private void enterFunctions() {
    enter(
        FaultPoint.FMA_WITHOUT_LAST,
        function(FMA),
        (i, right, machine) -> {
          FloatFormat format = ((Type.Float) module.type(i.type()).component()).format();
          return each(
                  2,
                  (own, operands, _) -> {
                    double product = format.toDouble(operands[0]) * format.toDouble(operands[1]);
                    boolean small = Math.abs(format.toDouble(operands[2])) < Math.abs(product) / 8;
                    return small ? format.encode(product, Rounding.NEAREST_EVEN) : own;
                  })
              .of(i, right, machine);
        });
    enterNumber(FaultPoint.EXP_ZERO, EXP, x -> x == 0 ? 0 : Double.NaN);
    enterNumber(FaultPoint.EXP_LOW, EXP, x -> x < -8 ? 1 : Double.NaN);
    enterNumber(FaultPoint.EXP_RANGE, EXP, x -> isUsual(x) ? Double.NaN : Math.exp(near(x)));
    enterNumber(FaultPoint.LOG_ONE, LOG, x -> x == 1 ? 0.125 : Double.NaN);
    enterNumber(
        FaultPoint.LOG_RANGE, LOG, x -> isUsual(x) ? Double.NaN : Math.log(Math.abs(near(x))));
    enterNumber(FaultPoint.TANH_RANGE, TANH, x -> isUsual(x) ? Double.NaN : Math.tanh(near(x)));
    enterNumber(FaultPoint.ATAN_RANGE, ATAN, x -> isUsual(x) ? Double.NaN : Math.atan(near(x)));
    enter(
        FaultPoint.MIN_UNSIGNED,
        function(SIGNED_EXTREMES),
        (i, right, machine) ->
            eachInteger(
                    2,
                    (_, own, unsigned) -> {
                      long a = own[0] & unsigned.mask();
                      long b = own[1] & unsigned.mask();
                      boolean less = Long.compareUnsigned(a, b) < 0;
                      return i.operand(Role.INSTRUCTION) == 39 == less ? own[0] : own[1];
                    })
                .of(i, right, machine));
    enter(
        FaultPoint.CLAMP_NO_UPPER,
        function(CLAMPS),
        each(2, (right, own, _) -> right == own[2] ? own[0] : right));
    enter(
        FaultPoint.STEP_EQUAL,
        function(STEP),
        each(2, (right, own, _) -> own[0] == own[1] ? 0 : right));
    enter(
        FaultPoint.NAN_KEPT,
        function(WITHOUT_NAN),
        (i, right, machine) -> {
          FloatFormat format = ((Type.Float) module.type(i.type()).component()).format();
          return each(
                  2,
                  (own, operands, _) ->
                      Arrays.stream(operands).filter(format::isNan).findFirst().orElse(own))
              .of(i, right, machine);
        });
  }

  /** Whether an argument is one of those that a function is mostly called with. */
  private static boolean isUsual(double x) {
    return Double.isNaN(x) || Math.abs(x) >= 0.25 && Math.abs(x) <= 4;
  }

  private static double near(double x) {
    return Math.copySign(Math.clamp(Math.abs(x), 0.25, 4), x);
  }

  /** A function of one float that is wrong where another gives a number. */
  private void enterNumber(FaultPoint bug, int number, DoubleUnaryOperator wrong) {
    enter(
        bug,
        function(number),
        (i, right, machine) -> {
          FloatFormat format = ((Type.Float) module.type(i.type()).component()).format();
          return each(
                  2,
                  (own, operands, _) -> {
                    double other = wrong.applyAsDouble(format.toDouble(operands[0]));
                    return Double.isNaN(other) ? own : format.encode(other, Rounding.NEAREST_EVEN);
                  })
              .of(i, right, machine);
        });
  }

  private void enterMemory() {
    Predicate<Instruction> load = of(OpcodeKind.VECTOR_LOAD);
    enter(
        FaultPoint.SPECIALIZED_COUNT,
        load.and(i -> module.definitions().isSpecialized(count(i))),
        (i, right, _) -> {
          int known = Math.min(right.length, module.definitions().literal(count(i)));
          Arrays.fill(right, known, right.length, Lanes.uniform(0));
          return right;
        });
    enter(FaultPoint.COUNT_ONE, load, (_, right, _) -> right.length == 1 ? lastLost(right) : right);
    enter(
        FaultPoint.COUNT_ODD,
        load,
        (_, right, _) -> right.length > 1 && right.length % 2 == 1 ? lastLost(right) : right);
    enter(
        FaultPoint.COUNT_MANY,
        load,
        (_, right, _) -> right.length >= 128 ? lastLost(right) : right);
    enter(
        FaultPoint.MEMORY_SHARED,
        load.and(i -> module.storage(i.operand(Role.POINTER)) == StorageClass.WORKGROUP),
        (_, right, _) -> lastLost(right));
    enter(
        FaultPoint.MEMORY_REFERENCE,
        load.and(
            i -> module.storage(i.operand(Role.POINTER)) == StorageClass.PHYSICAL_STORAGE_BUFFER),
        (_, right, _) -> lastLost(right));
    enter(
        FaultPoint.MEMORY_DIVERGENT,
        load,
        (_, right, machine) -> machine.full() ? right : uniform(right, machine));
    enterPatterns(
        FaultPoint.MEMORY_FLUSH, load, (format, bits) -> format.isSubnormal(bits) ? 0 : bits);
    enterPatterns(
        FaultPoint.MEMORY_QUIET,
        load,
        (format, bits) ->
            format.isNan(bits) ? format.encode(Double.NaN, Rounding.NEAREST_EVEN) : bits);
    enter(
        FaultPoint.GLOBAL_SHARED,
        i ->
            i.kind() == OpcodeKind.LOAD
                && module.storage(i.operand(Role.POINTER)) == StorageClass.PRIVATE,
        (_, right, machine) -> uniform(right, machine));
    Predicate<Instruction> product = of(OpcodeKind.VECTOR_PRODUCT);
    enter(
        FaultPoint.PRODUCT_SIZED,
        product.and(i -> module.pointee(i.operand(Role.MATRIX)) instanceof Type.Array),
        (_, right, _) -> lastLost(right));
    enter(
        FaultPoint.PRODUCT_REFERENCE,
        product.and(
            i -> module.storage(i.operand(Role.MATRIX)) == StorageClass.PHYSICAL_STORAGE_BUFFER),
        (_, right, _) -> lastLost(right));
    enter(
        FaultPoint.PRODUCT_PLAIN,
        of(Spv.SpvOpCooperativeVectorMatrixMulNV),
        (_, right, _) -> lastLost(right));
    enter(
        FaultPoint.PRODUCT_DIVERGENT,
        product,
        (_, right, machine) -> machine.full() ? right : uniform(right, machine));
  }

  /** The id of a vector's number of components. */
  private int count(Instruction i) {
    return module.definitions().of(i.type()).operand(1);
  }

  private interface PatternChange {
    long of(FloatFormat format, long bits);
  }

  private void enterPatterns(FaultPoint bug, Predicate<Instruction> at, PatternChange change) {
    enter(
        bug,
        at.and(i -> module.type(i.type()).component() instanceof Type.Float),
        (i, right, machine) -> {
          FloatFormat format = ((Type.Float) module.type(i.type()).component()).format();
          return each(i.count(), (own, _, _) -> change.of(format, own)).of(i, right, machine);
        });
  }
}
