// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.FreeProduct;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ProductSettings;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** The arithmetic of OpCooperativeMatrixMulAddKHR for one scope instance. */
final class MatrixProduct {

  private MatrixProduct() {}

  static long[] compute(
      Type.CooperativeMatrix type,
      ProductSettings settings,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance,
      ImplementationChoices freedom) {
    if (type.component() instanceof Type.Int) {
      return integers(type, settings, a, b, c, instance, freedom);
    }
    return FreeProduct.isOpen(freedom, ((Type.Float) a.type().component()).format())
        ? freely(type, settings, a, b, c, instance, freedom)
        : floats(type, settings, a, b, c, instance);
  }

  /** How a product reads the components of an integer matrix. */
  static IntegerFormat read(MatrixValue matrix, boolean signed) {
    if (!(matrix.type().component() instanceof Type.Int(IntegerFormat format))) {
      throw new SpirvException("KHR-MULADD-020: integer and float matrices are mixed");
    }
    return signed ? IntegerFormat.signed(format.bits()) : IntegerFormat.unsigned(format.bits());
  }

  private static long[] integers(
      Type.CooperativeMatrix type,
      ProductSettings settings,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance,
      ImplementationChoices freedom) {
    int bits = (int) (8 * type.component().size());
    IntegerFormat result =
        settings.signedResult() ? IntegerFormat.signed(bits) : IntegerFormat.unsigned(bits);
    int depth = a.type().columns();
    int columns = type.columns();
    long[] left = values(read(a, settings.signedA()), a.tile(instance));
    long[] right = values(read(b, settings.signedB()), b.tile(instance));
    long[] sums = values(read(c, settings.signedC()), c.tile(instance));
    if (!settings.useC()) {
      Arrays.fill(sums, 0);
    }
    long[] start = sums.clone();
    boolean early = settings.saturating() && freedom.takes(Choice.SATURATION_ORDER);
    if (early) {
      Arrays.fill(sums, 0);
    }
    boolean isShort = settings.isShortWithoutC() && Arrays.stream(start).allMatch(sum -> sum == 0);
    int products = isShort ? settings.depth() - 1 : settings.depth();
    for (int row = 0; row < type.rows(); row++) {
      for (int k = 0; k < products; k++) {
        long factor = left[row * depth + k];
        for (int column = 0; column < columns; column++) {
          int e = row * columns + column;
          sums[e] += factor * right[inB(settings, k, column, columns)];
          if (settings.hasPartialSaturation()) {
            sums[e] = Math.clamp(sums[e], result.minimum(), result.maximum());
          }
        }
      }
    }
    for (int e = 0; e < sums.length; e++) {
      if (early) {
        sums[e] = Math.clamp(sums[e], result.minimum(), result.maximum()) + start[e];
      }
      boolean isLate = settings.hasLateMinimum() && sums[e] < result.minimum();
      long sum = isLate ? result.minimum() + 1 : sums[e];
      sums[e] = settings.saturating() ? result.saturate(sum) : result.wrap(sum);
    }
    return sums;
  }

  /** The number of an element of B. */
  private static int inB(ProductSettings settings, int k, int column, int columns) {
    return settings.hasTransposedB() ? column * columns + k : k * columns + column;
  }

  private static long[] values(IntegerFormat format, long[] patterns) {
    long[] values = new long[patterns.length];
    for (int e = 0; e < values.length; e++) {
      values[e] = format.value(patterns[e]);
    }
    return values;
  }

  private static long[] floats(
      Type.CooperativeMatrix type,
      ProductSettings settings,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance) {
    FloatFormat result = ((Type.Float) type.component()).format();
    int depth = a.type().columns();
    int columns = type.columns();
    if (!settings.hasTransposedB() && settings.hasSingleSums() && settings.operands() == null) {
      float[] sums = settings.useC() ? singles(c, instance) : new float[type.elements()];
      addSingly(sums, singles(a, instance), singles(b, instance), depth, columns, settings.depth());
      return encoded(result, sums.length, e -> sums[e]);
    }
    double[] left = numbers(a, instance, settings.operands());
    double[] right = numbers(b, instance, settings.operands());
    double[] sums = settings.useC() ? numbers(c, instance, null) : new double[type.elements()];
    for (int row = 0; row < type.rows(); row++) {
      for (int n = 0; n < settings.depth(); n++) {
        double factor = left[row * depth + n];
        for (int column = 0; column < columns; column++) {
          int e = row * columns + column;
          double sum = Math.fma(factor, right[inB(settings, n, column, columns)], sums[e]);
          sums[e] = settings.rounded(sum);
        }
      }
    }
    return encoded(result, sums.length, e -> sums[e]);
  }

  /** Each element in a precision and an order of its own. */
  private static long[] freely(
      Type.CooperativeMatrix type,
      ProductSettings settings,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance,
      ImplementationChoices freedom) {
    FloatFormat result = ((Type.Float) type.component()).format();
    int depth = a.type().columns();
    double[] left = numbers(a, instance, settings.operands());
    double[] right = numbers(b, instance, settings.operands());
    double[] start = settings.useC() ? numbers(c, instance, null) : new double[type.elements()];
    FloatFormat operands = ((Type.Float) a.type().component()).format();
    FreeProduct product = new FreeProduct(freedom, operands, result);
    long[] tile = new long[type.elements()];
    double[] products = new double[settings.depth()];
    for (int e = 0; e < tile.length; e++) {
      for (int k = 0; k < products.length; k++) {
        int other = inB(settings, k, e % type.columns(), type.columns());
        products[k] =
            product.factor(left[e / type.columns() * depth + k]) * product.factor(right[other]);
      }
      tile[e] = product.encoded(result, product.sum(products, start[e]));
    }
    return tile;
  }

  private static long[] encoded(FloatFormat format, int elements, IntToDoubleFunction sums) {
    long[] tile = new long[elements];
    for (int e = 0; e < elements; e++) {
      tile[e] = format.encode(sums.applyAsDouble(e), Rounding.NEAREST_EVEN);
    }
    return tile;
  }

  /**
   * Adds products to sums in single precision, eight columns at a time: their sums stay in
   * registers, and nearly all products are such.
   */
  private static void addSingly(
      float[] sums, float[] left, float[] right, int depth, int columns, int products) {
    int even = columns / 8 * 8;
    for (int row = 0; row < left.length / depth; row++) {
      for (int column = 0; column < even; column += 8) {
        addEight(sums, row * columns + column, left, row * depth, right, column, columns, products);
      }
      for (int column = even; column < columns; column++) {
        for (int k = 0; k < products; k++) {
          int e = row * columns + column;
          sums[e] = Math.fma(left[row * depth + k], right[k * columns + column], sums[e]);
        }
      }
    }
  }

  private static void addEight(
      float[] sums, int e, float[] a, int first, float[] b, int column, int columns, int products) {
    float sum0 = sums[e];
    float sum1 = sums[e + 1];
    float sum2 = sums[e + 2];
    float sum3 = sums[e + 3];
    float sum4 = sums[e + 4];
    float sum5 = sums[e + 5];
    float sum6 = sums[e + 6];
    float sum7 = sums[e + 7];
    for (int k = 0, at = column; k < products; k++, at += columns) {
      float factor = a[first + k];
      sum0 = Math.fma(factor, b[at], sum0);
      sum1 = Math.fma(factor, b[at + 1], sum1);
      sum2 = Math.fma(factor, b[at + 2], sum2);
      sum3 = Math.fma(factor, b[at + 3], sum3);
      sum4 = Math.fma(factor, b[at + 4], sum4);
      sum5 = Math.fma(factor, b[at + 5], sum5);
      sum6 = Math.fma(factor, b[at + 6], sum6);
      sum7 = Math.fma(factor, b[at + 7], sum7);
    }
    sums[e] = sum0;
    sums[e + 1] = sum1;
    sums[e + 2] = sum2;
    sums[e + 3] = sum3;
    sums[e + 4] = sum4;
    sums[e + 5] = sum5;
    sums[e + 6] = sum6;
    sums[e + 7] = sum7;
  }

  private static double[] numbers(MatrixValue matrix, int instance, FloatFormat precision) {
    FloatFormat format = ((Type.Float) matrix.type().component()).format();
    long[] tile = matrix.tile(instance);
    double[] numbers = new double[tile.length];
    for (int e = 0; e < numbers.length; e++) {
      double number = format.toDouble(tile[e]);
      numbers[e] =
          precision == null
              ? number
              : precision.toDouble(precision.encode(number, Rounding.TOWARD_ZERO));
    }
    return numbers;
  }

  /** The elements of a matrix of a type that float32 holds exactly. */
  private static float[] singles(MatrixValue matrix, int instance) {
    FloatFormat format = ((Type.Float) matrix.type().component()).format();
    long[] tile = matrix.tile(instance);
    float[] numbers = new float[tile.length];
    if (format == FloatFormat.FLOAT16) {
      for (int e = 0; e < numbers.length; e++) {
        numbers[e] = Float.float16ToFloat((short) tile[e]);
      }
    } else {
      for (int e = 0; e < numbers.length; e++) {
        numbers[e] = (float) format.toDouble(tile[e]);
      }
    }
    return numbers;
  }
}
