package coopcts.device.reference;

import coopcts.numbers.Exact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Instructions that build composites, take them apart, or multiply vectors and matrices of columns.
 */
final class Composites {

  private final Module module;

  Composites(Module module) {
    this.module = module;
  }

  /** The number of parts of a composite type. */
  static int count(Type type) {
    return switch (type) {
      case Type.Vector vector -> vector.count();
      case Type.ColumnMatrix matrix -> matrix.count();
      case Type.Array array -> array.length();
      case Type.Struct struct -> struct.members().size();
      default -> throw new SpirvException(type + " is no composite");
    };
  }

  Step decode(Instruction i) {
    return switch (i.opcode()) {
      case Op.COMPOSITE_CONSTRUCT -> construct(i);
      case Op.COMPOSITE_CONSTRUCT_REPLICATE -> replicate(i);
      case Op.COMPOSITE_EXTRACT -> extract(i);
      case Op.COMPOSITE_INSERT -> insert(i);
      case Op.COPY_OBJECT, Op.COPY_LOGICAL ->
          machine -> machine.set(i.result(), machine.get(i.operand(0)));
      case Op.VECTOR_SHUFFLE -> shuffle(i);
      case Op.VECTOR_EXTRACT_DYNAMIC -> extractDynamic(i);
      case Op.VECTOR_INSERT_DYNAMIC -> insertDynamic(i);
      case Op.VECTOR_TIMES_SCALAR -> timesScalar(i);
      case Op.DOT -> dot(i);
      case Op.ANY -> fold(i, (a, b) -> a | b);
      case Op.ALL -> fold(i, (a, b) -> a & b);
      default -> null;
    };
  }

  private Step construct(Instruction i) {
    Type type = module.type(i.type());
    if (type instanceof Type.CooperativeMatrix matrix) {
      return machine -> machine.set(i.result(), filled(i, matrix, machine));
    }
    return machine -> {
      List<Object> parts = new ArrayList<>();
      for (int operand : i.operands()) {
        Object part = machine.get(operand);
        if (type instanceof Type.Vector && part instanceof Object[] several) {
          parts.addAll(Arrays.asList(several));
        } else {
          parts.add(part);
        }
      }
      machine.set(i.result(), parts.toArray());
    };
  }

  private Step replicate(Instruction i) {
    Type type = module.type(i.type());
    if (type instanceof Type.CooperativeMatrix) {
      return construct(i);
    }
    return machine -> {
      Object[] parts = new Object[count(type)];
      Arrays.fill(parts, machine.get(i.operand(0)));
      machine.set(i.result(), parts);
    };
  }

  private static MatrixValue filled(Instruction i, Type.CooperativeMatrix type, Machine machine) {
    long[] value = machine.scalar(i.operand(0));
    long[][] tiles = new long[machine.instances(type.scope())][];
    for (int instance = 0; instance < tiles.length; instance++) {
      if (machine.converged(type.scope(), instance)) {
        tiles[instance] = new long[type.elements()];
        Arrays.fill(
            tiles[instance],
            machine.agreed(value, type.scope(), instance, "KHR-CTOR-009: the constituent"));
        machine.wrong(i, Site.Kind.FILL, type, tiles[instance], null, instance);
      }
    }
    return new MatrixValue(type, tiles);
  }

  private Step extract(Instruction i) {
    return machine -> {
      Object value = machine.get(i.operand(0));
      for (int at = 1; at < i.count(); at++) {
        value =
            value instanceof MatrixValue matrix
                ? matrix.component(Lanes.uniform(i.operand(at)), machine)
                : ((Object[]) value)[i.operand(at)];
      }
      machine.set(i.result(), value);
    };
  }

  private Step insert(Instruction i) {
    int[] path = Arrays.copyOfRange(i.operands(), 2, i.count());
    if (module.type(i.type()) instanceof Type.CooperativeMatrix) {
      return machine ->
          machine.set(
              i.result(),
              ((MatrixValue) machine.get(i.operand(1)))
                  .with(Lanes.uniform(path[0]), machine.scalar(i.operand(0)), machine));
    }
    return machine ->
        machine.set(
            i.result(),
            Lanes.insert(machine.get(i.operand(1)), path, 0, machine.get(i.operand(0))));
  }

  private Step shuffle(Instruction i) {
    return machine -> {
      Object[] first = (Object[]) machine.get(i.operand(0));
      Object[] second = (Object[]) machine.get(i.operand(1));
      Object[] result = new Object[i.count() - 2];
      for (int at = 0; at < result.length; at++) {
        int from = i.operand(at + 2);
        if (from == -1) {
          result[at] = Lanes.uniform(0);
        } else {
          result[at] = from < first.length ? first[from] : second[from - first.length];
        }
      }
      machine.set(i.result(), result);
    };
  }

  private static int index(long index, Object[] parts) {
    if (index < 0 || index >= parts.length) {
      throw new SpirvException(
          "index " + index + " of a vector with " + parts.length + " components");
    }
    return (int) index;
  }

  private Step extractDynamic(Instruction i) {
    return machine -> {
      Object[] vector = (Object[]) machine.get(i.operand(0));
      long[] index = machine.scalar(i.operand(1));
      long[] result = new long[machine.lanes()];
      for (int lane = 0; lane < result.length; lane++) {
        if (machine.active(lane)) {
          result[lane] = Lanes.get((long[]) vector[index(Lanes.get(index, lane), vector)], lane);
        }
      }
      machine.set(i.result(), result);
    };
  }

  private Step insertDynamic(Instruction i) {
    return machine -> {
      Object[] vector = (Object[]) machine.get(i.operand(0));
      long[] part = machine.scalar(i.operand(1));
      long[] index = machine.scalar(i.operand(2));
      Object[] result = new Object[vector.length];
      for (int at = 0; at < result.length; at++) {
        result[at] = Lanes.spread((long[]) vector[at], machine.lanes());
      }
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          ((long[]) result[index(Lanes.get(index, lane), result)])[lane] = Lanes.get(part, lane);
        }
      }
      machine.set(i.result(), result);
    };
  }

  private Step timesScalar(Instruction i) {
    var format = ((Type.Float) Scalars.component(module.type(i.type()))).format();
    var times = module.arithmetic().exact(format, Exact::product);
    return machine -> {
      Object[] vector = (Object[]) machine.get(i.operand(0));
      Object factor = machine.get(i.operand(1));
      Object[] result = new Object[vector.length];
      for (int at = 0; at < result.length; at++) {
        result[at] = Elementwise.map(vector[at], factor, times, machine);
      }
      machine.set(i.result(), result);
    };
  }

  private Step dot(Instruction i) {
    var format = ((Type.Float) module.type(i.type())).format();
    var times = module.arithmetic().exact(format, Exact::product);
    var plus = module.arithmetic().exact(format, Exact::sum);
    return machine -> {
      Object[] left = (Object[]) machine.get(i.operand(0));
      Object[] right = (Object[]) machine.get(i.operand(1));
      Object sum = Elementwise.map(left[0], right[0], times, machine);
      for (int at = 1; at < left.length; at++) {
        sum =
            Elementwise.map(
                sum, Elementwise.map(left[at], right[at], times, machine), plus, machine);
      }
      machine.set(i.result(), sum);
    };
  }

  private Step fold(Instruction i, Elementwise.Binary function) {
    return machine -> {
      Object[] parts = (Object[]) machine.get(i.operand(0));
      Object result = parts[0];
      for (int at = 1; at < parts.length; at++) {
        result = Elementwise.map(result, parts[at], function, machine);
      }
      machine.set(i.result(), result);
    };
  }
}
