// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.FloatFormat;

/** Determinant and inverse of matrices of columns, for each invocation in double precision. */
final class MatrixAlgebra {

  private final Module module;

  MatrixAlgebra(Module module) {
    this.module = module;
  }

  DecodedInstruction determinant(Instruction i) {
    FloatFormat format = format(i);
    return machine -> {
      Object[] columns = (Object[]) machine.get(i.operand(2));
      long[] result = new long[machine.lanes()];
      for (int lane = 0; lane < result.length; lane++) {
        if (machine.active(lane)) {
          result[lane] =
              module.arithmetic().encode(format, determinant(numbers(columns, format, lane)));
        }
      }
      machine.set(i.result(), result);
    };
  }

  DecodedInstruction inverse(Instruction i) {
    FloatFormat format = format(i);
    return machine -> {
      Object[] columns = (Object[]) machine.get(i.operand(2));
      int n = columns.length;
      Object[] result = new Object[n];
      for (int column = 0; column < n; column++) {
        Object[] parts = new Object[n];
        for (int row = 0; row < n; row++) {
          parts[row] = new long[machine.lanes()];
        }
        result[column] = parts;
      }
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          double[][] matrix = numbers(columns, format, lane);
          double determinant = determinant(matrix);
          for (int column = 0; column < n; column++) {
            for (int row = 0; row < n; row++) {
              double cofactor = determinant(without(matrix, row, column));
              double signed = (row + column) % 2 == 0 ? cofactor : -cofactor;
              ((long[]) ((Object[]) result[column])[row])[lane] =
                  module.arithmetic().encode(format, signed / determinant);
            }
          }
        }
      }
      machine.set(i.result(), result);
    };
  }

  private FloatFormat format(Instruction i) {
    return ((Type.Float) module.typeOf(i.operand(2)).component()).format();
  }

  /** One invocation's matrix by column and row. */
  private static double[][] numbers(Object[] columns, FloatFormat format, int lane) {
    double[][] numbers = new double[columns.length][columns.length];
    for (int column = 0; column < columns.length; column++) {
      for (int row = 0; row < columns.length; row++) {
        long[] part = (long[]) ((Object[]) columns[column])[row];
        numbers[column][row] = format.toDouble(Lanes.get(part, lane));
      }
    }
    return numbers;
  }

  private static double determinant(double[][] matrix) {
    if (matrix.length == 0) {
      return 1;
    }
    double sum = 0;
    for (int at = 0; at < matrix.length; at++) {
      double term = matrix[0][at] * determinant(without(matrix, 0, at));
      sum += at % 2 == 0 ? term : -term;
    }
    return sum;
  }

  private static double[][] without(double[][] matrix, int column, int row) {
    int n = matrix.length - 1;
    double[][] rest = new double[n][n];
    for (int c = 0; c < n; c++) {
      for (int r = 0; r < n; r++) {
        rest[c][r] = matrix[c < column ? c : c + 1][r < row ? r : r + 1];
      }
    }
    return rest;
  }
}
