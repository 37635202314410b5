// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.FreeArithmetic;
import coopcts.device.reference.choice.FreeProduct;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ProductSettings;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Enumerant;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.MemoryOperands;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes the instructions of SPV_NV_cooperative_vector. A cooperative vector is a composite like
 * any other, each invocation's its own; nothing here is tangled.
 */
public final class CooperativeVectors implements InstructionGroup {

  private static final int INPUT_SIGNED =
      Spv.SpvCooperativeMatrixOperandsMatrixBSignedComponentsKHRMask;

  private final Module module;
  private final Map<List<Object>, Stored> cache = new HashMap<>();
  private Machine cachedOf;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public CooperativeVectors(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpCooperativeVectorLoadNV, this::load);
    table.add(Spv.SpvOpCooperativeVectorStoreNV, this::store);
    table.add(Spv.SpvOpCooperativeVectorMatrixMulNV, this::product);
    table.add(Spv.SpvOpCooperativeVectorMatrixMulAddNV, this::product);
    table.add(Spv.SpvOpCooperativeVectorOuterProductAccumulateNV, this::outerProduct);
    table.add(Spv.SpvOpCooperativeVectorReduceSumAccumulateNV, this::reduceSum);
  }

  /** A pointer of an instruction, its offset, and what both are multiples of. */
  private record Place(int pointer, int offset, int alignment, String rule, SubgroupTaps taps) {}

  private Place place(Instruction i, Tap.Place of, Type component, Machine machine) {
    boolean isBias = of == Tap.Place.BIAS;
    boolean isMatrix = of == Tap.Place.MATRIX || of == Tap.Place.OUTER;
    int pointer =
        of == Tap.Place.MATRIX
            ? i.operand(Role.MATRIX)
            : isBias ? i.operand(Role.BIAS) : i.operand(Role.POINTER);
    return new Place(
        pointer,
        i.operand(isBias ? Role.BIAS_OFFSET : Role.OFFSET),
        isMatrix ? 64 : 16,
        switch (of) {
          case LOAD, STORE -> "CV-LD-009";
          case MATRIX -> "CV §5 (10097)";
          case BIAS -> "CV §5 (10098)";
          case OUTER -> "CV-OUT-010";
          case SUM -> "CV-RED-005";
        },
        addressTaps(i, of, component, machine));
  }

  private SubgroupTaps addressTaps(Instruction i, Tap.Place of, Type component, Machine machine) {
    if (!machine.fault().isTapped(Tap.Site.VECTOR_ADDRESS)) {
      return SubgroupTaps.OFF;
    }
    boolean isMatrix = of == Tap.Place.MATRIX || of == Tap.Place.OUTER;
    return SubgroupTaps.at(
        Tap.Site.VECTOR_ADDRESS,
        component,
        machine,
        of.ordinal(),
        isMatrix && layout(i).isOptimal() ? 1 : 0,
        machine.full() ? 0 : 1);
  }

  /** An address in one invocation: pointer and offset, each a multiple of some bytes. */
  private long address(Place place, Instruction i, int lane, Machine machine) {
    Taps taps = place.taps.of(lane);
    int of = taps.modulo(Tap.VECTOR_ADDRESS_OF, lane, machine.lanes(), machine.firstActive());
    long base = Lanes.get(machine.scalar(place.pointer), of);
    long bytes = Lanes.get(machine.scalar(place.offset), of);
    if (base % place.alignment != 0 || bytes % place.alignment != 0) {
      machine
          .behaviour()
          .violated(
              Check.ALIGNMENT,
              "%s: pointer or offset %d is no multiple of %d bytes"
                  .formatted(place.rule, bytes, place.alignment));
    }
    return base
        + (taps.isOn()
            ? taps.at(
                Tap.VECTOR_ADDRESS_OFFSET,
                bytes,
                elementBytes(module.pointee(place.pointer)),
                stride(i, lane, machine))
            : bytes);
  }

  /** The operand that is the stride in one invocation; 0 where there is none. */
  private static long stride(Instruction i, int lane, Machine machine) {
    int stride = i.operandIfAny(Role.STRIDE);
    return stride == 0 ? 0 : Lanes.get(machine.scalar(stride), lane);
  }

  /** Bytes of an element of an array in memory. */
  private static long elementBytes(Type array) {
    return switch (array) {
      case Type.Array own -> own.element().size();
      case Type.RuntimeArray own -> own.element().size();
      default -> 1;
    };
  }

  /**
   * Where a load or store begins in one invocation.
   *
   * @param claimed what its pointer is a multiple of by the instruction's Aligned operand
   */
  private long start(Place place, Instruction i, int claimed, int lane, Machine machine) {
    machine.behaviour().requireAligned(Lanes.get(machine.scalar(place.pointer), lane), claimed);
    return address(place, i, lane, machine);
  }

  private SubgroupTaps memoryTaps(Instruction i, Type component, boolean stores, Machine machine) {
    if (!machine.fault().isTapped(Tap.Site.VECTOR_MEMORY)) {
      return SubgroupTaps.OFF;
    }
    StorageClass storage = module.storage(i.operand(Role.POINTER));
    return SubgroupTaps.at(
        Tap.Site.VECTOR_MEMORY,
        component,
        machine,
        stores ? 1 : 0,
        storage == StorageClass.WORKGROUP ? 1 : 0,
        storage == StorageClass.PHYSICAL_STORAGE_BUFFER ? 1 : 0);
  }

  /**
   * How many of a vector's components are loaded or stored.
   *
   * @param most how many there may be with a fault
   * @param type id of the vector's type
   */
  private int count(int right, int most, int type, Taps taps) {
    if (!taps.isOn(Tap.VECTOR_MEMORY_COUNT)) {
      return right;
    }
    int number = module.definitions().of(type).operand(1);
    int initial =
        module.definitions().isSpecialized(number) ? module.definitions().literal(number) : right;
    return (int) taps.within(Tap.VECTOR_MEMORY_COUNT, right, 0, most, right, initial);
  }

  private static long component(
      long bits, int at, long address, int lane, Type type, Taps taps, Machine machine) {
    if (!taps.isOn(Tap.VECTOR_MEMORY_COMPONENT)) {
      return bits;
    }
    FloatFormat format = type instanceof Type.Float(FloatFormat own) ? own : null;
    return taps.at(
        Tap.VECTOR_MEMORY_COMPONENT,
        bits,
        at,
        format != null && format.isSubnormal(bits) ? 1 : 0,
        format != null && format.isNan(bits) ? 1 : 0,
        format == null ? 0 : format.encode(Double.NaN, Rounding.NEAREST_EVEN),
        machine.memory().again(address, machine.workgroup(), lane, bits));
  }

  private DecodedInstruction load(Instruction i) {
    Type.Vector type = (Type.Vector) module.type(i.type());
    int claimed = MemoryOperands.alignment(i);
    int bytes = (int) type.element().size();
    return machine -> {
      Object[] parts = new Object[type.count()];
      for (int at = 0; at < parts.length; at++) {
        parts[at] = new long[machine.lanes()];
      }
      SubgroupTaps all = memoryTaps(i, type.element(), false, machine);
      Place place = place(i, Tap.Place.LOAD, type.element(), machine);
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          Taps taps = all.of(lane);
          long from = start(place, i, claimed, lane, machine);
          int count = count(parts.length, parts.length, i.type(), taps);
          for (int at = 0; at < count; at++) {
            long address = from + (long) at * bytes;
            long read = machine.memory().read(address, bytes, machine.tag(from, lane));
            ((long[]) parts[at])[lane] =
                component(read, at, address, lane, type.element(), taps, machine);
          }
        }
      }
      machine.set(i.result(), parts);
    };
  }

  private DecodedInstruction store(Instruction i) {
    int type = module.typeIdOf(i.operand(Role.OBJECT));
    Type element = ((Type.Vector) module.type(type)).element();
    int bytes = (int) element.size();
    int claimed = MemoryOperands.alignment(i);
    return machine -> {
      Object[] parts = (Object[]) machine.get(i.operand(Role.OBJECT));
      SubgroupTaps all = memoryTaps(i, element, true, machine);
      Place place = place(i, Tap.Place.STORE, element, machine);
      for (int lane = 0; lane < machine.lanes(); lane++) {
        Taps taps = all.of(lane);
        if (taps.is(Tap.VECTOR_MEMORY_STORES, machine.active(lane))) {
          long to = start(place, i, claimed, lane, machine);
          int of = taps.modulo(Tap.VECTOR_MEMORY_OF, lane, machine.lanes(), machine.firstActive());
          int count = count(parts.length, Taps.MOST, type, taps);
          for (int at = 0; at < count; at++) {
            machine
                .memory()
                .write(
                    to + (long) at * bytes,
                    bytes,
                    Lanes.get((long[]) parts[Math.min(at, parts.length - 1)], of),
                    machine.tag(to, lane));
          }
        }
      }
    };
  }

  /** Id of a bias and its component type; the id is 0 where there is none. */
  private record Bias(int pointer, ComponentType type) {
    static final Bias NONE = new Bias(0, null);
  }

  /** The matrix of a product, M × K. */
  private record ProductMatrix(
      ComponentType type, int m, int k, Layout layout, boolean transposed) {}

  /** Ids and constants of a matrix-vector product. */
  private record Product(
      Instruction i,
      Type.Vector result,
      ComponentType from,
      ComponentType interpretation,
      Bias bias,
      ProductMatrix matrix) {}

  private ComponentType interpretation(Instruction i, Role operand) {
    return VectorNumbers.interpretation(module.constantBits(i.operand(operand)));
  }

  private Layout layout(Instruction i) {
    return Enumerant.of(
        Layout.values(), module.constantBits(i.operand(Role.LAYOUT)), "matrix layout");
  }

  private DecodedInstruction product(Instruction i) {
    int flags = i.operandIfAny(Role.MATRIX_OPERANDS);
    ComponentType from =
        signed(
            ((Type.Vector) module.typeOf(i.operand(Role.INPUT))).element(),
            (flags & INPUT_SIGNED) != 0);
    Product product =
        new Product(
            i,
            (Type.Vector) module.type(i.type()),
            from,
            interpretation(i, Role.INPUT_INTERPRETATION),
            i.operandIfAny(Role.BIAS) != 0
                ? new Bias(i.operand(Role.BIAS), interpretation(i, Role.BIAS_INTERPRETATION))
                : Bias.NONE,
            new ProductMatrix(
                interpretation(i, Role.MATRIX_INTERPRETATION),
                (int) module.constantBits(i.operand(Role.ROWS)),
                (int) module.constantBits(i.operand(Role.COLUMNS)),
                layout(i),
                module.constantBits(i.operand(Role.TRANSPOSE)) != 0));
    module
        .support()
        .checkVectorProduct(
            from,
            product.interpretation,
            product.matrix.type,
            product.bias.type,
            product.result.element(),
            product.matrix.transposed);
    if (product.matrix.transposed && !product.matrix.layout.isOptimal()) {
      module
          .behaviour()
          .violated(Check.SUPPORT, "CV-MUL-009: a row-major or column-major matrix is transposed");
    }
    if (product.matrix.type.isFloat8() && !product.matrix.layout.isOptimal()) {
      module
          .behaviour()
          .violated(Check.SUPPORT, "CV-MUL-027: 8-bit floats in a layout that is not optimal");
    }
    return machine -> {
      Object[] input = (Object[]) machine.get(i.operand(Role.INPUT));
      long[][] parts = new long[product.matrix.m][machine.lanes()];
      SubgroupTaps all = taps(product, machine);
      Type component = product.result.element();
      Place matrix = place(i, Tap.Place.MATRIX, component, machine);
      Place bias = product.bias.pointer == 0 ? null : place(i, Tap.Place.BIAS, component, machine);
      Stored last = null;
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          Taps taps = all.of(lane);
          int of = taps.modulo(Tap.VECTOR_PRODUCT_OF, lane, machine.lanes(), machine.firstActive());
          last = matrix(product, matrix, of, last, taps, machine);
          Stored used =
              taps.is(Tap.VECTOR_PRODUCT_KEEPS, false) ? kept(product, last, lane, machine) : last;
          double[] x = input(product, input, of, taps, machine);
          boolean overwrites = overwrites(i, taps);
          long biases = bias == null ? 0 : address(bias, i, of, machine);
          long rows = taps.within(Tap.VECTOR_PRODUCT_ROWS, parts.length, 0, parts.length);
          for (int row = 0; row < rows; row++) {
            long start = bias(product, row, biases, taps, machine);
            parts[row][lane] = sum(product, used.numbers, x, row, start, taps, machine);
            if (overwrites && row < x.length) {
              x[row] = number(product.result.element(), parts[row][lane]);
            }
          }
        }
      }
      machine.set(i.result(), Arrays.copyOf(parts, parts.length, Object[].class));
    };
  }

  private SubgroupTaps taps(Product product, Machine machine) {
    if (!machine.fault().isTapped(Tap.Site.VECTOR_PRODUCT)) {
      return SubgroupTaps.OFF;
    }
    int matrix = product.i.operand(Role.MATRIX);
    return SubgroupTaps.at(
        Tap.Site.VECTOR_PRODUCT,
        product.result.element(),
        machine,
        product.matrix.m,
        product.matrix.k,
        product.matrix.layout.ordinal(),
        product.bias.pointer == 0 ? 0 : 1,
        product.matrix.transposed ? 1 : 0,
        module.pointee(matrix) instanceof Type.Array ? 1 : 0,
        module.storage(matrix) == StorageClass.PHYSICAL_STORAGE_BUFFER ? 1 : 0,
        machine.full() ? 0 : 1,
        product.from.isFloat() ? 1 : 0,
        product.from.isSigned() ? 1 : 0,
        product.from.bytes(),
        product.interpretation.bytes(),
        VectorNumbers.isPacked(product.interpretation) ? 1 : 0);
  }

  /** Whether rows of a result count as input for those behind; they do not. */
  private boolean overwrites(Instruction i, Taps taps) {
    return taps.isOn(Tap.VECTOR_PRODUCT_OVERWRITES)
        && taps.is(
            Tap.VECTOR_PRODUCT_OVERWRITES, false, module.definitions().isInPlace(i, 0) ? 1 : 0);
  }

  /** The matrix of the first product of a shape that an invocation made. */
  private Stored kept(Product product, Stored own, int lane, Machine machine) {
    if (machine != cachedOf) {
      cachedOf = machine;
      cache.clear();
    }
    List<Object> key =
        List.of(
            lane, product.matrix.m, product.matrix.k, product.matrix.layout, product.matrix.type);
    return cache.computeIfAbsent(key, _ -> own);
  }

  private static double number(Type type, long pattern) {
    return VectorNumbers.number(type.componentType(), pattern);
  }

  private static ComponentType signed(Type component, boolean signed) {
    if (component instanceof Type.Int(IntegerFormat format)) {
      return new Type.Int(
              signed ? IntegerFormat.signed(format.bits()) : IntegerFormat.unsigned(format.bits()))
          .componentType();
    }
    return component.componentType();
  }

  /** A matrix read from memory, M × K, and where and with which taps it was read. */
  private record Stored(long address, long stride, Taps taps, double[] numbers) {}

  /** The matrix of one invocation, read again only where it is not the one before. */
  private Stored matrix(
      Product product, Place place, int lane, Stored before, Taps taps, Machine machine) {
    long address = address(place, product.i, lane, machine);
    long stride = product.matrix.layout.isOptimal() ? 0 : stride(product.i, lane, machine);
    if (stride % 16 != 0) {
      machine
          .behaviour()
          .violated(Check.ALIGNMENT, "CV §5 (10096): a matrix stride of " + stride + " bytes");
    }
    if (before != null
        && before.address == address
        && before.stride == stride
        && before.taps == taps) {
      return before;
    }
    boolean transposed = taps.is(Tap.VECTOR_PRODUCT_TRANSPOSES, product.matrix.transposed);
    int rows = transposed ? product.matrix.k : product.matrix.m;
    int columns = transposed ? product.matrix.m : product.matrix.k;
    int bytes = product.matrix.type.bytes();
    int number = product.matrix.layout.ordinal();
    Layout[] orders = Layout.values();
    Layout order = orders[taps.modulo(Tap.VECTOR_PRODUCT_LAYOUT, number, orders.length)];
    long line = (long) (order == Layout.ROW_MAJOR ? columns : rows) * bytes;
    VectorMatrixLayout layout =
        new VectorMatrixLayout(
            order,
            rows,
            columns,
            bytes,
            order.isOptimal() ? stride : taps.at(Tap.VECTOR_PRODUCT_STRIDE, stride, line));
    return new Stored(
        address, stride, taps, numbers(product, layout, transposed, address, taps, machine));
  }

  private static double[] numbers(
      Product product,
      VectorMatrixLayout layout,
      boolean transposed,
      long address,
      Taps taps,
      Machine machine) {
    ComponentType type = product.matrix.type;
    int k = product.matrix.k;
    double[] numbers = new double[product.matrix.m * k];
    Taps stored = machine.fault().at(Tap.Site.STORED, null, 0, product.matrix.layout.ordinal());
    long columns = taps.within(Tap.VECTOR_PRODUCT_COLUMNS, k, 0, Math.ceilDiv(k, 8) * 8);
    for (int row = 0; row < product.matrix.m; row++) {
      for (int column = 0; column < columns; column++) {
        long at = transposed ? layout.offset(column, row) : layout.offset(row, column);
        long held = machine.memory().readHeld(address + at, type.bytes());
        long bits =
            taps.at(
                Tap.VECTOR_PRODUCT_ELEMENT, VectorNumbers.stored(held, type, stored), row, column);
        put(numbers, row * k, column, k, VectorNumbers.number(type, bits));
      }
    }
    return numbers;
  }

  /** Puts a number to its place among so many; one behind them is added to the last. */
  private static void put(double[] numbers, int start, int at, int count, double number) {
    if (at < count) {
      numbers[start + at] = number;
    } else {
      numbers[start + count - 1] += number;
    }
  }

  private static double[] input(
      Product product, Object[] input, int lane, Taps taps, Machine machine) {
    int k = product.matrix.k;
    double[] values = new double[k];
    boolean isPacked = VectorNumbers.isPacked(product.interpretation);
    int words = Math.ceilDiv(k, 4);
    long count = taps.within(Tap.VECTOR_PRODUCT_INPUTS, k, 0, isPacked ? 4 * words : k);
    for (int at = 0; at < count; at++) {
      long pattern;
      double value;
      if (isPacked) {
        int word = taps.modulo(Tap.VECTOR_PRODUCT_WORD, at / 4, input.length, words, input.length);
        int place = taps.modulo(Tap.VECTOR_PRODUCT_BYTE, at % 4, 4);
        pattern = Lanes.get((long[]) input[word], lane) >>> 8 * place & 0xFF;
        value = VectorNumbers.number(product.interpretation, pattern);
      } else {
        pattern = Lanes.get((long[]) input[at], lane);
        value =
            VectorNumbers.interpreted(
                pattern, product.from, product.interpretation, machine.behaviour().freedom());
      }
      put(values, 0, at, k, taps.isOn() ? tapped(product, pattern, value, taps) : value);
    }
    return values;
  }

  /** An input passed through the taps, with what else its pattern may be taken for. */
  private static double tapped(Product product, long pattern, double right, Taps taps) {
    ComponentType as = product.interpretation;
    double number = VectorNumbers.number(VectorNumbers.isPacked(as) ? as : product.from, pattern);
    if (as.isFloat()) {
      FloatFormat format = VectorNumbers.floats(as);
      long truncated = format.encode(number, Rounding.TOWARD_ZERO);
      return format.toDouble(
          taps.at(
              Tap.VECTOR_PRODUCT_FLOAT,
              format.encode(right, Rounding.NEAREST_EVEN),
              truncated,
              format.toDouble(truncated) == number ? 1 : 0));
    }
    if (!taps.isOn(Tap.VECTOR_PRODUCT_INTEGER)) {
      return right;
    }
    IntegerFormat format = VectorNumbers.integers(as);
    return taps.among(
        Tap.VECTOR_PRODUCT_INTEGER,
        (long) right,
        new long[] {
          pattern,
          format.value(format.wrap((long) Math.rint(number))),
          Math.clamp((long) number, format.minimum(), format.maximum()),
          Math.clamp(Math.round(number), format.minimum(), format.maximum()),
          Math.clamp((int) (long) Math.rint(number), format.minimum(), format.maximum())
        });
  }

  /** The pattern of a row's bias, 0 where there is none; the bias begins at an address. */
  private static long bias(Product product, int row, long from, Taps taps, Machine machine) {
    if (product.bias.pointer == 0 || !taps.is(Tap.VECTOR_PRODUCT_HAS_BIAS, true)) {
      return 0;
    }
    int bytes = product.bias.type.bytes();
    long held =
        machine.memory().readHeld(from + taps.at(Tap.VECTOR_PRODUCT_BIAS_ROW, row) * bytes, bytes);
    return taps.at(Tap.VECTOR_PRODUCT_BIAS, held, row);
  }

  private long sum(
      Product product,
      double[] matrix,
      double[] x,
      int row,
      long biasPattern,
      Taps taps,
      Machine machine) {
    int count = (int) taps.within(Tap.VECTOR_PRODUCT_COUNT, x.length, 0, x.length);
    if (product.result.element() instanceof Type.Int(IntegerFormat format)) {
      long sum =
          product.bias.pointer == 0
              ? 0
              : VectorNumbers.integers(product.bias.type).value(biasPattern);
      for (int k = 0; k < count; k++) {
        sum += (long) x[k] * (long) matrix[row * x.length + k];
      }
      long saturated = Math.clamp(sum, format.minimum(), format.maximum());
      return format.wrap(taps.at(Tap.VECTOR_PRODUCT_SUM, sum, saturated));
    }
    FloatFormat format = ((Type.Float) product.result.element()).format();
    ImplementationChoices freedom = machine.behaviour().freedom();
    FloatFormat operands =
        product.interpretation.isFloat() ? VectorNumbers.floats(product.interpretation) : format;
    if (!taps.isOn() && FreeProduct.isOpen(freedom, operands)) {
      FreeProduct way = new FreeProduct(freedom, operands, format);
      return freely(product, matrix, x, row, biasPattern, way, freedom);
    }
    ProductSettings settings = new ProductSettings(count);
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum = settings.rounded(Math.fma(x[k], matrix[row * x.length + k], sum));
      if (taps.isOn(Tap.VECTOR_PRODUCT_PARTIAL)) {
        sum = single(taps.at(Tap.VECTOR_PRODUCT_PARTIAL, single(sum), single(brain(sum))));
      }
    }
    if (product.bias.pointer != 0) {
      sum += VectorNumbers.number(product.bias.type, biasPattern);
    }
    long right = FreeArithmetic.flushed(freedom, format, format.encode(sum, Rounding.NEAREST_EVEN));
    if (!taps.isOn(Tap.VECTOR_PRODUCT_RESULT)) {
      return right;
    }
    long brain = format.encode(brain(sum), Rounding.NEAREST_EVEN);
    double exact = 0;
    for (int k = 0; k < count; k++) {
      exact = Math.fma(x[k], matrix[row * x.length + k], exact);
    }
    boolean isRounded = format.toDouble(format.encode(exact, Rounding.NEAREST_EVEN)) != exact;
    return taps.at(Tap.VECTOR_PRODUCT_RESULT, right, brain, isRounded ? 1 : 0);
  }

  private static long single(double number) {
    return FloatFormat.FLOAT32.encode(number, Rounding.NEAREST_EVEN);
  }

  private static double single(long bits) {
    return FloatFormat.FLOAT32.toDouble(bits);
  }

  private static double brain(double number) {
    FloatFormat brain = FloatFormat.BFLOAT16;
    return brain.toDouble(brain.encode(number, Rounding.NEAREST_EVEN));
  }

  /** A component in a precision and an order of its own. */
  private static long freely(
      Product product,
      double[] matrix,
      double[] x,
      int row,
      long bias,
      FreeProduct way,
      ImplementationChoices freedom) {
    FloatFormat format = ((Type.Float) product.result.element()).format();
    double[] products = new double[x.length];
    for (int k = 0; k < products.length; k++) {
      products[k] = way.factor(x[k]) * way.factor(matrix[row * x.length + k]);
    }
    double start = product.bias.pointer == 0 ? 0 : VectorNumbers.number(product.bias.type, bias);
    return FreeArithmetic.flushed(freedom, format, way.encoded(format, way.sum(products, start)));
  }

  private DecodedInstruction outerProduct(Instruction i) {
    Type.Vector a = (Type.Vector) module.typeOf(i.operand(Role.A));
    Type.Vector b = (Type.Vector) module.typeOf(i.operand(Role.B));
    Layout order = layout(i);
    ComponentType type = interpretation(i, Role.MATRIX_INTERPRETATION);
    if (order != Layout.TRAINING_OPTIMAL) {
      module
          .behaviour()
          .violated(
              Check.SUPPORT, "CV-OUT-009: an outer product into a layout other than training");
    }
    FloatFormat from = ((Type.Float) a.element()).format();
    FloatFormat to = VectorNumbers.floats(type);
    VectorMatrixLayout layout =
        new VectorMatrixLayout(order, a.count(), b.count(), type.bytes(), 0);
    return machine -> {
      Object[] left = (Object[]) machine.get(i.operand(Role.A));
      Object[] right = (Object[]) machine.get(i.operand(Role.B));
      SubgroupTaps all =
          SubgroupTaps.at(
              Tap.Site.TRAINING, a.element(), machine, 0, left.length, right.length, type.bytes());
      Place place = place(i, Tap.Place.OUTER, a.element(), machine);
      Taps stored = machine.fault().at(Tap.Site.STORED, null, 0, order.ordinal());
      Set<Long> addresses = new HashSet<>();
      Additions additions = new Additions(machine, all.isOn() || stored.isOn());
      for (int lane : additions.lanes()) {
        Taps taps = all.of(lane);
        if (!adds(i, place, lane, addresses, taps, machine)) {
          continue;
        }
        long base = address(place, i, lane, machine);
        for (int row = 0; row < left.length; row++) {
          for (int column = 0; column < right.length; column++) {
            if (taps.is(Tap.TRAINING_ADDS_ELEMENT, true, row, column)) {
              double term =
                  operand(from, (long[]) left[row], lane, machine)
                      * operand(from, (long[]) right[column], lane, machine);
              long at =
                  taps.is(Tap.TRAINING_TURNS, false)
                      ? layout.offset(column, row)
                      : layout.offset(row, column);
              additions.add(lane, base + at, to, term, taps, stored);
            }
          }
        }
        for (long n = taps.within(Tap.TRAINING_BEHIND, 0, 0, Taps.MOST); n > 0; n--) {
          long at = layout.size() + (n - 1) * type.bytes();
          additions.add(lane, base + at, to, 1, taps, stored);
        }
      }
      additions.finish();
    };
  }

  private DecodedInstruction reduceSum(Instruction i) {
    Type.Vector type = (Type.Vector) module.typeOf(i.operand(Role.VECTOR));
    FloatFormat format = ((Type.Float) type.element()).format();
    long bytes = type.element().size();
    return machine -> {
      Object[] parts = (Object[]) machine.get(i.operand(Role.VECTOR));
      SubgroupTaps all =
          SubgroupTaps.at(Tap.Site.TRAINING, type.element(), machine, 1, parts.length, 1, bytes);
      Place place = place(i, Tap.Place.SUM, type.element(), machine);
      Set<Long> addresses = new HashSet<>();
      Additions additions = new Additions(machine, all.isOn());
      for (int lane : additions.lanes()) {
        Taps taps = all.of(lane);
        if (adds(i, place, lane, addresses, taps, machine)) {
          long base = address(place, i, lane, machine);
          long count = taps.within(Tap.TRAINING_COUNT, parts.length, 0, Taps.MOST);
          for (int at = 0; at < count; at++) {
            long[] part = (long[]) parts[Math.min(at, parts.length - 1)];
            double term = operand(format, part, lane, machine);
            additions.add(lane, base + at * bytes, format, term, taps, Taps.OFF);
          }
        }
      }
      additions.finish();
    };
  }

  /**
   * Whether an invocation adds to memory: if it is active.
   *
   * @param addresses to which its subgroup adds so far
   */
  private boolean adds(
      Instruction i, Place place, int lane, Set<Long> addresses, Taps taps, Machine machine) {
    boolean right = machine.active(lane);
    if (!taps.isOn(Tap.TRAINING_ADDS)) {
      return right;
    }
    if (lane % machine.subgroupSize() == 0) {
      addresses.clear();
    }
    if (right) {
      addresses.add(address(place, i, lane, machine));
    }
    return taps.is(Tap.TRAINING_ADDS, right, lane, machine.firstActive(), addresses.size());
  }

  /** The number of one invocation's component, which may count as zero if it is subnormal. */
  private static double operand(FloatFormat format, long[] part, int lane, Machine machine) {
    long pattern = Lanes.get(part, lane);
    return format.toDouble(FreeArithmetic.flushed(machine.behaviour().freedom(), format, pattern));
  }

  /** What invocations add, one after the other or some of it together. */
  private static final class Additions {
    private final Machine machine;
    private final ImplementationChoices freedom;
    private final boolean together;
    private final Map<Sum, Double> sums = new LinkedHashMap<>();

    /** What a subgroup adds to one place. */
    private record Sum(int subgroup, long address, FloatFormat format) {}

    Additions(Machine machine, boolean isTapped) {
      this.machine = machine;
      this.freedom = machine.behaviour().freedom();
      this.together = !isTapped && freedom.takes(Choice.PRE_REDUCED);
    }

    /** The invocations in the order in which they add. */
    int[] lanes() {
      return freedom.order(Choice.ACCUMULATION_ORDER, machine.lanes());
    }

    void add(int lane, long address, FloatFormat format, double term, Taps taps, Taps stored) {
      if (together) {
        sums.merge(
            new Sum(lane / machine.subgroupSize(), address, format),
            term,
            (a, b) -> format.toDouble(format.encode(a + b, Rounding.NEAREST_EVEN)));
      } else {
        CooperativeVectors.add(address, format, term, taps, stored, machine);
      }
    }

    /** Adds what was summed up. */
    void finish() {
      sums.forEach(
          (sum, term) ->
              CooperativeVectors.add(sum.address, sum.format, term, Taps.OFF, Taps.OFF, machine));
    }
  }

  /** An atomic addition: invocations take turns. */
  private static void add(
      long address, FloatFormat format, double term, Taps taps, Taps stored, Machine machine) {
    int bytes = format.bits() / 8;
    ComponentType type = VectorNumbers.componentType(format);
    long held = VectorNumbers.stored(machine.memory().read(address, bytes), type, stored);
    double sum = format.toDouble(taps.at(Tap.TRAINING_HELD, held)) + term;
    ImplementationChoices freedom = machine.behaviour().freedom();
    long bits =
        FreeArithmetic.flushed(
            freedom, format, format.encode(sum, FreeArithmetic.rounding(freedom, Choice.ROUNDING)));
    if (taps.isOn(Tap.TRAINING_RESULT)) {
      FloatFormat half = FloatFormat.FLOAT16;
      double narrow = half.toDouble(half.encode(sum, Rounding.NEAREST_EVEN));
      bits =
          taps.at(
              Tap.TRAINING_RESULT,
              bits,
              format.encode(narrow, Rounding.NEAREST_EVEN),
              format.mantissaBits());
    }
    machine.memory().modify(address, bytes, VectorNumbers.stored(bits, type, stored));
  }
}
