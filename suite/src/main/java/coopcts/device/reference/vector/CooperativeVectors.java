// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.FreeArithmetic;
import coopcts.device.reference.choice.FreeProduct;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.fault.ProductSettings;
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

  /** The rule that offsets of loads and stores are held to. */
  private static final String MEMORY_ALIGNMENT = "CV-LD-009";

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

  /** An address in one invocation: pointer and offset, each a multiple of some bytes. */
  private long address(
      Machine machine, int pointer, int offset, int lane, int alignment, String rule) {
    long base = Lanes.get(machine.scalar(pointer), lane);
    long bytes = Lanes.get(machine.scalar(offset), lane);
    if (bytes > 0xFFFFFFFFL && machine.fault().has(FaultPoint.FAR_VECTOR)) {
      bytes &= 0xFFFFFFFFL;
    }
    if (base % alignment != 0 || bytes % alignment != 0) {
      machine
          .behaviour()
          .violated(
              Check.ALIGNMENT,
              rule + ": pointer or offset " + bytes + " is no multiple of " + alignment + " bytes");
    }
    FaultPoint counting =
        rule.equals(MEMORY_ALIGNMENT)
            ? FaultPoint.MEMORY_OFFSET_ELEMENTS
            : FaultPoint.PRODUCT_OFFSET_ELEMENTS;
    boolean counts = !rule.startsWith("CV-RED") && machine.fault().has(counting);
    return base + (counts ? bytes * elementBytes(module.pointee(pointer)) : bytes);
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
  private long start(Machine machine, Instruction i, int claimed, int lane) {
    int pointer = i.operand(Role.POINTER);
    machine.behaviour().requireAligned(Lanes.get(machine.scalar(pointer), lane), claimed);
    return address(machine, pointer, i.operand(Role.OFFSET), lane, 16, MEMORY_ALIGNMENT);
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
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          long from = start(machine, i, claimed, lane);
          if (machine.behaviour().fault().has(FaultPoint.MEMORY_OFFSET_LOST, type.element())) {
            from = Lanes.get(machine.scalar(i.operand(Role.POINTER)), lane);
          }
          int count = parts.length;
          if (machine.behaviour().fault().has(FaultPoint.MEMORY_LAST_LOST, type.element())) {
            count--;
          }
          for (int at = 0; at < count; at++) {
            ((long[]) parts[at])[lane] =
                machine.memory().read(from + (long) at * bytes, bytes, machine.tag(from, lane));
          }
        }
      }
      machine.set(i.result(), parts);
    };
  }

  private DecodedInstruction store(Instruction i) {
    Type element = ((Type.Vector) module.typeOf(i.operand(Role.OBJECT))).element();
    int bytes = (int) element.size();
    int claimed = MemoryOperands.alignment(i);
    return machine -> {
      ActiveFault fault = machine.behaviour().fault();
      Object[] parts = (Object[]) machine.get(i.operand(Role.OBJECT));
      boolean shared = module.storage(i.operand(Role.POINTER)) == StorageClass.WORKGROUP;
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (shared
            && lane >= machine.subgroupSize()
            && fault.has(FaultPoint.MEMORY_SHARED_LATER, element)) {
          continue;
        }
        if (machine.active(lane) || fault.has(FaultPoint.MEMORY_STORE_INACTIVE, element)) {
          long to = start(machine, i, claimed, lane);
          int source =
              fault.has(FaultPoint.MEMORY_STORE_UNIFORM, element) ? machine.firstActive() : lane;
          int count = parts.length;
          if (fault.has(FaultPoint.MEMORY_STORE_LONG, element)) {
            count++;
          } else if (fault.has(FaultPoint.MEMORY_STORE_SHORT, element)) {
            count--;
          }
          if (bytes == 1 && count % 2 == 1 && fault.has(FaultPoint.MEMORY_ODD_BYTES, element)) {
            count--;
          }
          for (int at = 0; at < count; at++) {
            machine
                .memory()
                .write(
                    to + (long) at * bytes,
                    bytes,
                    Lanes.get((long[]) parts[Math.min(at, parts.length - 1)], source),
                    machine.tag(to, lane));
          }
        }
      }
    };
  }

  /** Ids of a bias and its component type; the ids are 0 where there is none. */
  private record Bias(int pointer, int offset, ComponentType type) {
    static final Bias NONE = new Bias(0, 0, null);
  }

  /** The matrix of a product, M × K; the id of the stride is 0 where there is none. */
  private record ProductMatrix(
      ComponentType type, int m, int k, Layout layout, boolean transposed, int stride) {}

  /** Ids and constants of a matrix-vector product. */
  private record Product(
      Instruction i,
      Type.Vector result,
      ComponentType from,
      ComponentType interpretation,
      Bias bias,
      ProductMatrix matrix) {

    boolean has(FaultPoint bug, Machine machine) {
      return machine.behaviour().fault().has(bug, result.element());
    }

    /** The layout as the algorithm takes it, which a bug may change. */
    Layout layout(Machine machine) {
      if (matrix.layout == Layout.ROW_MAJOR && has(FaultPoint.PRODUCT_ROW_AS_COLUMN, machine)) {
        return Layout.COLUMN_MAJOR;
      }
      if (matrix.layout == Layout.TRAINING_OPTIMAL
          && has(FaultPoint.PRODUCT_TRAINING_ORDER, machine)) {
        return Layout.INFERENCING_OPTIMAL;
      }
      return matrix.layout == Layout.COLUMN_MAJOR && has(FaultPoint.PRODUCT_COLUMN_AS_ROW, machine)
          ? Layout.ROW_MAJOR
          : matrix.layout;
    }

    boolean transposed(Machine machine) {
      return matrix.transposed && !has(FaultPoint.PRODUCT_NOT_TRANSPOSED, machine);
    }
  }

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
                ? new Bias(
                    i.operand(Role.BIAS),
                    i.operand(Role.BIAS_OFFSET),
                    interpretation(i, Role.BIAS_INTERPRETATION))
                : Bias.NONE,
            new ProductMatrix(
                interpretation(i, Role.MATRIX_INTERPRETATION),
                (int) module.constantBits(i.operand(Role.ROWS)),
                (int) module.constantBits(i.operand(Role.COLUMNS)),
                layout(i),
                module.constantBits(i.operand(Role.TRANSPOSE)) != 0,
                i.operandIfAny(Role.STRIDE)));
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
      boolean inPlace =
          machine.fault().isOn()
              && module.definitions().isInPlace(i, 0)
              && product.has(FaultPoint.PRODUCT_IN_PLACE, machine);
      Stored last = null;
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          if (last == null || !product.has(FaultPoint.PRODUCT_MATRIX_UNIFORM, machine)) {
            last = matrix(product, lane, last, machine);
          }
          Stored used =
              product.has(FaultPoint.PRODUCT_CACHED, machine)
                  ? cached(product, last, lane, machine)
                  : last;
          double[] x = input(product, input, lane, machine);
          for (int row = 0; row < product.matrix.m; row++) {
            parts[row][lane] = sum(product, used.numbers, x, row, lane, machine);
            if (inPlace && row < x.length) {
              x[row] = number(product.result.element(), parts[row][lane]);
            }
          }
          if (product.has(FaultPoint.PRODUCT_LAST_ROW, machine)) {
            parts[product.matrix.m - 1][lane] = 0;
          }
        }
      }
      machine.set(i.result(), Arrays.copyOf(parts, parts.length, Object[].class));
    };
  }

  /** The matrix of the first product of a shape that an invocation made. */
  private Stored cached(Product product, Stored own, int lane, Machine machine) {
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

  /** A matrix read from memory, M × K, and where it was read. */
  private record Stored(long address, long stride, double[] numbers) {}

  /** The matrix of one invocation, read again only where it is not the one before. */
  private Stored matrix(Product product, int lane, Stored before, Machine machine) {
    Instruction i = product.i;
    long address =
        address(machine, i.operand(Role.MATRIX), i.operand(Role.OFFSET), lane, 64, "CV §5 (10097)");
    if (product.has(FaultPoint.PRODUCT_OFFSET_LOST, machine)) {
      address = Lanes.get(machine.scalar(i.operand(Role.MATRIX)), lane);
    }
    if (product.matrix.stride != 0
        && product.matrix.layout.isOptimal()
        && product.has(FaultPoint.PRODUCT_OPTIMAL_STRIDE, machine)) {
      address += Lanes.get(machine.scalar(product.matrix.stride), lane);
    }
    long stride =
        product.matrix.stride == 0 || product.matrix.layout.isOptimal()
            ? 0
            : Lanes.get(machine.scalar(product.matrix.stride), lane);
    if (stride % 16 != 0) {
      machine
          .behaviour()
          .violated(Check.ALIGNMENT, "CV §5 (10096): a matrix stride of " + stride + " bytes");
    }
    if (before != null && before.address == address && before.stride == stride) {
      return before;
    }
    boolean transposed = product.transposed(machine);
    int rows = transposed ? product.matrix.k : product.matrix.m;
    int columns = transposed ? product.matrix.m : product.matrix.k;
    int bytes = product.matrix.type.bytes();
    Layout order = product.layout(machine);
    long line = (long) (order == Layout.ROW_MAJOR ? columns : rows) * bytes;
    if (!order.isOptimal() && product.has(FaultPoint.PRODUCT_STRIDE_DENSE, machine)) {
      stride = line;
    }
    if (!order.isOptimal()
        && stride >= line + 32
        && product.has(FaultPoint.PRODUCT_STRIDE_FAR, machine)) {
      stride -= 16;
    }
    VectorMatrixLayout layout = new VectorMatrixLayout(order, rows, columns, bytes, stride);
    double[] numbers = numbers(product, layout, transposed, address, machine);
    if (product.matrix.layout == Layout.TRAINING_OPTIMAL
        && !transposed
        && product.has(FaultPoint.PRODUCT_PADDING, machine)) {
      addPadding(product, layout, numbers, address, machine);
    }
    return new Stored(address, stride, numbers);
  }

  private static double[] numbers(
      Product product,
      VectorMatrixLayout layout,
      boolean transposed,
      long address,
      Machine machine) {
    double[] numbers = new double[product.matrix.m * product.matrix.k];
    for (int m = 0; m < product.matrix.m; m++) {
      for (int k = 0; k < product.matrix.k; k++) {
        long at = transposed ? layout.offset(k, m) : layout.offset(m, k);
        long bits = machine.memory().readHeld(address + at, product.matrix.type.bytes());
        numbers[m * product.matrix.k + k] =
            losesColumn(product, k, machine)
                ? 0
                : VectorNumbers.number(
                    product.matrix.type,
                    VectorNumbers.stored(
                        bits, product.matrix.layout, product.matrix.type, machine.fault()));
      }
    }
    return numbers;
  }

  private static boolean losesColumn(Product product, int k, Machine machine) {
    return k == product.matrix.k - 1
        && product.matrix.k % 8 != 0
        && (product.matrix.layout == Layout.INFERENCING_OPTIMAL
                && product.has(FaultPoint.PRODUCT_INFERENCING_LAST, machine)
            || product.matrix.layout == Layout.TRAINING_OPTIMAL
                && product.has(FaultPoint.PRODUCT_TRAINING_LAST, machine));
  }

  /** Adds to the last column what lies behind it. */
  private static void addPadding(
      Product product, VectorMatrixLayout layout, double[] numbers, long address, Machine machine) {
    for (int m = 0; m < product.matrix.m; m++) {
      for (int k = product.matrix.k; k % 8 != 0; k++) {
        long bits =
            machine.memory().read(address + layout.offset(m, k), product.matrix.type.bytes());
        numbers[(m + 1) * product.matrix.k - 1] += VectorNumbers.number(product.matrix.type, bits);
      }
    }
  }

  private static double[] input(Product product, Object[] input, int lane, Machine machine) {
    double[] values = new double[product.matrix.k];
    for (int k = 0; k < values.length; k++) {
      if (VectorNumbers.isPacked(product.interpretation)) {
        int first =
            product.has(FaultPoint.PRODUCT_PACKED_LATE, machine)
                ? input.length - Math.ceilDiv(product.matrix.k, 4)
                : 0;
        long word = Lanes.get((long[]) input[first + k / 4], lane);
        int place = product.has(FaultPoint.PRODUCT_PACKED_ORDER, machine) ? 3 - k % 4 : k % 4;
        long pattern = word >>> 8 * place & 0xFF;
        values[k] =
            product.has(FaultPoint.PRODUCT_PACKED_UNSIGNED, machine)
                ? pattern
                : VectorNumbers.number(product.interpretation, pattern);
      } else {
        long pattern = Lanes.get((long[]) input[k], lane);
        values[k] =
            product.from.isFloat() && !product.interpretation.isFloat()
                ? toInteger(product, pattern, machine)
                : interpreted(product, pattern, machine);
      }
    }
    if (VectorNumbers.isPacked(product.interpretation)
        && product.matrix.k % 4 != 0
        && product.has(FaultPoint.PRODUCT_PACKED_REST, machine)) {
      long word = Lanes.get((long[]) input[product.matrix.k / 4], lane);
      for (int rest = product.matrix.k % 4; rest < 4; rest++) {
        values[product.matrix.k - 1] +=
            VectorNumbers.number(product.interpretation, word >>> 8 * rest & 0xFF);
      }
    }
    return values;
  }

  private static double interpreted(Product product, long pattern, Machine machine) {
    ComponentType from = product.from;
    ComponentType as = product.interpretation;
    double right = VectorNumbers.interpreted(pattern, from, as, machine.behaviour().freedom());
    if (!machine.fault().isOn()) {
      return right;
    }
    if (from.isInteger()
        && as.isFloat()
        && product.has(FaultPoint.PRODUCT_FLOATS_TRUNCATED, machine)) {
      FloatFormat format = VectorNumbers.floats(as);
      return format.toDouble(
          format.encode(VectorNumbers.number(from, pattern), Rounding.TOWARD_ZERO));
    }
    if (as.isFloat8() && product.has(FaultPoint.PRODUCT_FLOAT8_LOW_BIT, machine)) {
      FloatFormat format = VectorNumbers.floats(as);
      return format.toDouble(format.encode(right, Rounding.NEAREST_EVEN) & ~1L);
    }
    if (as.isFloat8() && product.has(FaultPoint.PRODUCT_FLOAT8_COARSE, machine)) {
      FloatFormat format = VectorNumbers.floats(as);
      double number = VectorNumbers.number(from, pattern);
      long bits = format.encode(number, Rounding.TOWARD_ZERO);
      return format.toDouble(format.toDouble(bits) == number ? bits : bits & ~1L);
    }
    if (from.isInteger() && !as.isFloat()) {
      IntegerFormat format = VectorNumbers.integers(as);
      boolean wraps =
          product.has(
              from.isSigned() ? FaultPoint.PRODUCT_SIGNED_WRAPS : FaultPoint.PRODUCT_UNSIGNED_WRAPS,
              machine);
      if (wraps && from.bits() > as.bits()) {
        return format.value(format.wrap(pattern));
      }
      if (from == ComponentType.SINT8 && product.has(FaultPoint.PRODUCT_BYTE_UNSIGNED, machine)) {
        return pattern & 0xFF;
      }
    }
    return right;
  }

  private static double toInteger(Product product, long pattern, Machine machine) {
    double number = VectorNumbers.number(product.from, pattern);
    IntegerFormat format = VectorNumbers.integers(product.interpretation);
    if (product.has(FaultPoint.PRODUCT_TRUNCATES, machine)) {
      return Math.clamp((long) number, format.minimum(), format.maximum());
    }
    if (product.has(FaultPoint.PRODUCT_SATURATES_32, machine)) {
      return Math.clamp((int) (long) Math.rint(number), format.minimum(), format.maximum());
    }
    if (product.has(FaultPoint.PRODUCT_NO_SATURATION, machine)) {
      return format.value(format.wrap((long) Math.rint(number)));
    }
    if (product.has(FaultPoint.PRODUCT_HALF_UP, machine)) {
      return Math.clamp(Math.round(number), format.minimum(), format.maximum());
    }
    return VectorNumbers.interpreted(
        pattern, product.from, product.interpretation, machine.behaviour().freedom());
  }

  private long sum(
      Product product, double[] matrix, double[] x, int row, int lane, Machine machine) {
    long biasPattern = 0;
    if (product.bias.pointer != 0 && !product.has(FaultPoint.PRODUCT_NO_BIAS, machine)) {
      int bytes = product.bias.type.bytes();
      int reader =
          product.has(FaultPoint.PRODUCT_BIAS_UNIFORM, machine) ? machine.firstActive() : lane;
      long from =
          address(machine, product.bias.pointer, product.bias.offset, reader, 16, "CV §5 (10098)");
      if (product.has(FaultPoint.PRODUCT_BIAS_OFFSET_LOST, machine)) {
        from = Lanes.get(machine.scalar(product.bias.pointer), reader);
      }
      int at = product.has(FaultPoint.PRODUCT_BIAS_SHIFTED, machine) ? row + 1 : row;
      biasPattern = machine.memory().readHeld(from + (long) at * bytes, bytes);
    }
    if (product.has(FaultPoint.PRODUCT_LAST_K, machine)) {
      x = x.clone();
      x[x.length - 1] = 0;
    }
    if (x.length > 8 && product.has(FaultPoint.PRODUCT_EIGHTS, machine)) {
      x = x.clone();
      Arrays.fill(x, x.length / 8 * 8, x.length, 0);
    }
    if (product.result.element() instanceof Type.Int(IntegerFormat format)) {
      long sum =
          product.bias.pointer == 0
              ? 0
              : VectorNumbers.integers(product.bias.type).value(biasPattern);
      for (int k = 0; k < x.length; k++) {
        sum += (long) x[k] * (long) matrix[row * x.length + k];
      }
      if (product.has(FaultPoint.PRODUCT_SUM_16_BITS, machine)) {
        sum = sum << 48 >> 48;
      }
      if (product.has(FaultPoint.PRODUCT_SUM_SATURATES, machine)) {
        sum = Math.clamp(sum, format.minimum(), format.maximum());
      }
      return format.wrap(sum);
    }
    FloatFormat format = ((Type.Float) product.result.element()).format();
    ImplementationChoices freedom = machine.behaviour().freedom();
    FloatFormat operands =
        product.interpretation.isFloat() ? VectorNumbers.floats(product.interpretation) : format;
    if (!machine.fault().isOn() && FreeProduct.isOpen(freedom, operands)) {
      FreeProduct way = new FreeProduct(freedom, operands, format);
      return freely(product, matrix, x, row, biasPattern, way, freedom);
    }
    ProductSettings settings = new ProductSettings(x.length);
    if (product.has(FaultPoint.PRODUCT_BRAIN_SUMS, machine)) {
      settings = settings.sums(FloatFormat.BFLOAT16);
    }
    double sum = 0;
    double exact = 0;
    for (int k = 0; k < x.length; k++) {
      sum = settings.rounded(Math.fma(x[k], matrix[row * x.length + k], sum));
      exact = Math.fma(x[k], matrix[row * x.length + k], exact);
    }
    if (product.bias.pointer != 0) {
      sum += VectorNumbers.number(product.bias.type, biasPattern);
    }
    boolean isRounded = format.toDouble(format.encode(exact, Rounding.NEAREST_EVEN)) != exact;
    if (isRounded && product.has(FaultPoint.PRODUCT_ROUNDED_BRAIN, machine)) {
      sum = settings.sums(FloatFormat.BFLOAT16).rounded(sum);
    }
    return FreeArithmetic.flushed(freedom, format, format.encode(sum, Rounding.NEAREST_EVEN));
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
      ActiveFault fault = machine.behaviour().fault();
      Object[] left = (Object[]) machine.get(i.operand(Role.A));
      Object[] right = (Object[]) machine.get(i.operand(Role.B));
      Set<Long> addresses = new HashSet<>();
      Additions additions = new Additions(machine);
      for (int lane : additions.lanes()) {
        if ((machine.active(lane) || fault.has(FaultPoint.TRAINING_INACTIVE, a.element()))
            && (lane == machine.firstActive()
                || !fault.has(FaultPoint.TRAINING_FIRST_ONLY, a.element()))) {
          long base =
              address(
                  machine, i.operand(Role.POINTER), i.operand(Role.OFFSET), lane, 64, "CV-OUT-010");
          if (i.operandIfAny(Role.STRIDE) != 0
              && fault.has(FaultPoint.TRAINING_STRIDE, a.element())) {
            base += Lanes.get(machine.scalar(i.operand(Role.STRIDE)), lane);
          }
          if (fault.isOn()
              && isNinth(addresses, base, lane, machine)
              && fault.has(FaultPoint.TRAINING_EIGHT_ADDRESSES, a.element())) {
            continue;
          }
          for (int row = 0; row < left.length; row++) {
            for (int column = 0; column < right.length; column++) {
              if (column >= left.length && fault.has(FaultPoint.TRAINING_SQUARE, a.element())
                  || row >= right.length && fault.has(FaultPoint.TRAINING_SQUARE, a.element())
                  || column == right.length - 1
                      && to == FloatFormat.FLOAT16
                      && fault.has(FaultPoint.TRAINING_HALF_LAST, a.element())) {
                continue;
              }
              double term =
                  operand(from, (long[]) left[row], lane, machine)
                      * operand(from, (long[]) right[column], lane, machine);
              boolean turned = fault.has(FaultPoint.TRAINING_TRANSPOSED, a.element());
              long at = turned ? layout.offset(column, row) : layout.offset(row, column);
              boolean replaces = fault.has(FaultPoint.TRAINING_OVERWRITES, a.element());
              FaultPoint coarse =
                  to == FloatFormat.FLOAT32 && fault.has(FaultPoint.TRAINING_BY_HALF, a.element())
                      ? FaultPoint.TRAINING_BY_HALF
                      : fault.has(FaultPoint.TRAINING_ZERO) ? FaultPoint.TRAINING_ZERO : null;
              additions.add(lane, base + at, to, term, replaces, coarse);
            }
          }
        }
      }
      additions.finish();
    };
  }

  private DecodedInstruction reduceSum(Instruction i) {
    Type.Vector type = (Type.Vector) module.typeOf(i.operand(Role.VECTOR));
    FloatFormat format = ((Type.Float) type.element()).format();
    return machine -> {
      ActiveFault fault = machine.behaviour().fault();
      Object[] parts = (Object[]) machine.get(i.operand(Role.VECTOR));
      Set<Long> addresses = new HashSet<>();
      Additions additions = new Additions(machine);
      for (int lane : additions.lanes()) {
        if ((machine.active(lane) || fault.has(FaultPoint.TRAINING_SUM_INACTIVE, type.element()))
            && (lane == machine.firstActive()
                || !fault.has(FaultPoint.TRAINING_SUM_FIRST, type.element()))) {
          long base =
              address(
                  machine, i.operand(Role.POINTER), i.operand(Role.OFFSET), lane, 16, "CV-RED-005");
          if (fault.isOn()
              && isNinth(addresses, base, lane, machine)
              && fault.has(FaultPoint.TRAINING_SUM_EIGHT_ADDRESSES, type.element())) {
            continue;
          }
          if (fault.has(FaultPoint.TRAINING_SUM_SHIFTED, type.element())) {
            base += type.element().size();
          }
          if (fault.has(FaultPoint.TRAINING_SUM_OFFSET_LOST, type.element())) {
            base = Lanes.get(machine.scalar(i.operand(Role.POINTER)), lane);
          }
          boolean replaces = fault.has(FaultPoint.TRAINING_SUM_OVERWRITES, type.element());
          int count = parts.length;
          if (fault.has(FaultPoint.TRAINING_SUM_LONG, type.element())) {
            count++;
          }
          if (format == FloatFormat.FLOAT16
              && fault.has(FaultPoint.TRAINING_SUM_HALF, type.element())) {
            count--;
          }
          FaultPoint coarse =
              format == FloatFormat.FLOAT32
                      && fault.has(FaultPoint.TRAINING_SUM_SINGLE, type.element())
                  ? FaultPoint.TRAINING_BY_HALF
                  : fault.has(FaultPoint.TRAINING_SUM_COARSE, type.element())
                      ? FaultPoint.TRAINING_SUM_COARSE
                      : null;
          for (int at = 0; at < count; at++) {
            long[] part = (long[]) parts[Math.min(at, parts.length - 1)];
            double term = operand(format, part, lane, machine);
            long to = base + (long) at * type.element().size();
            additions.add(lane, to, format, term, replaces, coarse);
          }
        }
      }
      additions.finish();
    };
  }

  /** The number of one invocation's component, which may count as zero if it is subnormal. */
  private static double operand(FloatFormat format, long[] part, int lane, Machine machine) {
    long pattern = Lanes.get(part, lane);
    return format.toDouble(FreeArithmetic.flushed(machine.behaviour().freedom(), format, pattern));
  }

  /**
   * Whether an address is one more than eight in its subgroup.
   *
   * @param addresses those of the subgroup so far
   */
  private static boolean isNinth(Set<Long> addresses, long address, int lane, Machine machine) {
    if (lane % machine.subgroupSize() == 0) {
      addresses.clear();
    }
    addresses.add(address);
    return addresses.size() > 8;
  }

  /** What invocations add, one after the other or some of it together. */
  private static final class Additions {
    private final Machine machine;
    private final ImplementationChoices freedom;
    private final boolean together;
    private final Map<Sum, Double> sums = new LinkedHashMap<>();

    /** What a subgroup adds to one place. */
    private record Sum(int subgroup, long address, FloatFormat format) {}

    Additions(Machine machine) {
      this.machine = machine;
      this.freedom = machine.behaviour().freedom();
      this.together = !machine.fault().isOn() && freedom.takes(Choice.PRE_REDUCED);
    }

    /** The invocations in the order in which they add. */
    int[] lanes() {
      return freedom.order(Choice.ACCUMULATION_ORDER, machine.lanes());
    }

    void add(
        int lane,
        long address,
        FloatFormat format,
        double term,
        boolean replaces,
        FaultPoint coarse) {
      if (together) {
        sums.merge(
            new Sum(lane / machine.subgroupSize(), address, format),
            term,
            (a, b) -> format.toDouble(format.encode(a + b, Rounding.NEAREST_EVEN)));
      } else {
        CooperativeVectors.add(address, format, term, replaces, coarse, machine);
      }
    }

    /** Adds what was summed up. */
    void finish() {
      sums.forEach(
          (sum, term) ->
              CooperativeVectors.add(sum.address, sum.format, term, false, null, machine));
    }
  }

  /** An atomic addition: invocations take turns. */
  private static void add(
      long address,
      FloatFormat format,
      double term,
      boolean replaces,
      FaultPoint bug,
      Machine machine) {
    int bytes = format.bits() / 8;
    long mask =
        bug == FaultPoint.TRAINING_ZERO
            ? VectorNumbers.one(VectorNumbers.componentType(format))
            : 0;
    double before = replaces ? 0 : format.toDouble(machine.memory().read(address, bytes) ^ mask);
    double sum = before + term;
    if (bug == FaultPoint.TRAINING_BY_HALF) {
      sum = FloatFormat.FLOAT16.toDouble(FloatFormat.FLOAT16.encode(sum, Rounding.NEAREST_EVEN));
    }
    ImplementationChoices freedom = machine.behaviour().freedom();
    long bits =
        FreeArithmetic.flushed(
            freedom, format, format.encode(sum, FreeArithmetic.rounding(freedom, Choice.ROUNDING)));
    if (bug == FaultPoint.TRAINING_SUM_COARSE) {
      bits &= ~((1L << (format.mantissaBits() + 1) / 2) - 1);
    }
    machine.memory().modify(address, bytes, bits ^ mask);
  }
}
