package coopcts.device.reference;

import coopcts.model.Scope;
import coopcts.model.Use;
import java.util.Arrays;

/**
 * The instructions of SPV_QCOM_cooperative_matrix_conversion: arrays of invocations to matrices.
 */
final class QcomConversions {

  private final Module module;

  QcomConversions(Module module) {
    this.module = module;
  }

  Step decode(Instruction i) {
    return switch (i.opcode()) {
      case Op.BIT_CAST_ARRAY_QCOM -> bitcast(i);
      case Op.EXTRACT_SUB_ARRAY_QCOM -> subArray(i);
      case Op.CONSTRUCT_MATRIX_QCOM -> construct(i);
      case Op.EXTRACT_MATRIX_QCOM -> extract(i);
      default -> null;
    };
  }

  private static int elementBytes(Type.Array array) {
    return (int) array.element().size();
  }

  private Step bitcast(Instruction i) {
    Type.Array from = (Type.Array) module.typeOf(i.operand(0));
    Type.Array to = (Type.Array) module.type(i.type());
    return machine ->
        machine.set(
            i.result(),
            Conversions.repacked(
                (Object[]) machine.get(i.operand(0)),
                elementBytes(from),
                elementBytes(to),
                to.length(),
                machine));
  }

  private Step subArray(Instruction i) {
    int length = ((Type.Array) module.type(i.type())).length();
    return machine -> {
      Object[] source = (Object[]) machine.get(i.operand(0));
      long[] start = machine.scalar(i.operand(1));
      long[][] parts = new long[length][machine.lanes()];
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          int first = (int) Lanes.get(start, lane);
          if (first < 0 || first + length > source.length) {
            throw new SpirvException(
                "QC-SUB-004: %d elements from %d of an array of %d"
                    .formatted(length, first, source.length));
          }
          for (int at = 0; at < length; at++) {
            parts[at][lane] = Lanes.get((long[]) source[first + at], lane);
          }
        }
      }
      machine.set(i.result(), Arrays.copyOf(parts, length, Object[].class));
    };
  }

  /** Elements of the line, a row or for use B a column, that an invocation's array holds. */
  private static int lineLength(Type.CooperativeMatrix type) {
    return type.use() == Use.B ? type.rows() : type.columns();
  }

  private static int lines(Type.CooperativeMatrix type) {
    return type.use() == Use.B ? type.columns() : type.rows();
  }

  private static int element(Type.CooperativeMatrix type, int line, int at) {
    return type.use() == Use.B ? at * type.columns() + line : line * type.columns() + at;
  }

  private static void checkSize(Type.CooperativeMatrix type, Machine machine) {
    if (type.scope() != Scope.SUBGROUP || lines(type) > machine.subgroupSize()) {
      throw new SpirvException(
          "QC §2: %d lines for a subgroup of %d".formatted(lines(type), machine.subgroupSize()));
    }
  }

  private Step construct(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    Type.Array array = (Type.Array) module.typeOf(i.operand(0));
    return machine -> {
      checkSize(type, machine);
      Object[] parts =
          Conversions.repacked(
              (Object[]) machine.get(i.operand(0)),
              elementBytes(array),
              type.componentBytes(),
              lineLength(type),
              machine);
      long[][] tiles = new long[machine.instances(type.scope())][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] = new long[type.elements()];
          int first = machine.firstLane(type.scope(), instance);
          for (int line = 0; line < lines(type); line++) {
            for (int at = 0; at < parts.length; at++) {
              tiles[instance][element(type, line, at)] =
                  Lanes.get((long[]) parts[at], first + line);
            }
          }
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles));
    };
  }

  private Step extract(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(0));
    Type.Array array = (Type.Array) module.type(i.type());
    return machine -> {
      checkSize(type, machine);
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(0));
      long undefined = machine.conduct().freedom().padding() & type.mask();
      Object[] parts = new Object[lineLength(type)];
      for (int at = 0; at < parts.length; at++) {
        long[] values = new long[machine.lanes()];
        for (int lane = 0; lane < values.length; lane++) {
          int instance = machine.instance(type.scope(), lane);
          if (machine.active(lane) && machine.converged(type.scope(), instance)) {
            int line = machine.laneInInstance(type.scope(), lane);
            values[lane] =
                line < lines(type) ? matrix.tile(instance)[element(type, line, at)] : undefined;
          }
        }
        parts[at] = values;
      }
      machine.set(
          i.result(),
          Conversions.repacked(
              parts, type.componentBytes(), elementBytes(array), array.length(), machine));
    };
  }
}
