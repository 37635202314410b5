// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.Array.Access;
import java.util.List;
import org.testng.annotations.Test;

public final class TypingTests {

  private static Matrix matrix(String name, ComponentType type, int rows, int columns, Use use) {
    return new Matrix(name, new MatrixType(type, Scope.SUBGROUP, rows, columns, use));
  }

  private static Program program(Operation... body) {
    return new Program(Scope.SUBGROUP, 2, 32, List.of(), List.of(body));
  }

  @Test
  void mulAddWantsMatchingShapesAndUses() {
    Matrix a = matrix("a", ComponentType.SINT8, 16, 32, Use.A);
    Matrix b = matrix("b", ComponentType.SINT8, 32, 8, Use.B);
    Matrix c = matrix("c", ComponentType.SINT32, 16, 8, Use.ACCUMULATOR);
    assertEquals(program(new Operation.MulAdd(c, a, b, c, false)).matrices(), List.of(c, a, b));
    Matrix wide = matrix("b", ComponentType.SINT8, 32, 16, Use.B);
    assertThrows(
        IllegalArgumentException.class, () -> program(new Operation.MulAdd(c, a, wide, c, false)));
    assertThrows(
        IllegalArgumentException.class, () -> program(new Operation.MulAdd(c, b, a, c, false)));
  }

  @Test
  void bfloat16HasNoArithmetic() {
    Matrix m = matrix("m", ComponentType.BFLOAT16, 8, 8, Use.A);
    assertThrows(IllegalArgumentException.class, () -> program(new Operation.Negate(m, m)));
  }

  @Test
  void betweenLinesOtherMatricesAreChanged() {
    Matrix c = matrix("c", ComponentType.FLOAT16, 16, 16, Use.ACCUMULATOR);
    Matrix a = matrix("a", ComponentType.FLOAT16, 16, 16, Use.A);
    Matrix other = matrix("o", ComponentType.FLOAT16, 16, 16, Use.A);
    var through =
        new QcomOperation.ThroughLines(a, c, Index.of(0), QcomOperation.ArrayForm.PLAIN, List.of());
    program(through.with(List.of(new Operation.Negate(other, other))));
    for (Operation wrong :
        List.of(
            new Operation.Negate(a, other),
            new Operation.Negate(c, c),
            new Operation.Barrier(),
            new Operation.Repeat("i", Index.of(2), List.of()))) {
      assertThrows(IllegalArgumentException.class, () -> program(through.with(List.of(wrong))));
    }
  }

  @Test
  void linesFitTheirMatrices() {
    Matrix sums = matrix("c", ComponentType.FLOAT16, 16, 32, Use.ACCUMULATOR);
    Matrix a = matrix("a", ComponentType.FLOAT16, 16, 16, Use.A);
    Matrix higher = matrix("h", ComponentType.FLOAT16, 32, 16, Use.A);
    for (QcomOperation.ArrayForm form :
        List.of(QcomOperation.ArrayForm.PLAIN, QcomOperation.ArrayForm.CAST)) {
      program(new QcomOperation.ThroughLines(a, sums, Index.of(16), form));
      assertThrows(
          IllegalArgumentException.class,
          () -> program(new QcomOperation.ThroughLines(higher, sums, Index.of(0), form)));
    }
    assertThrows(
        IllegalArgumentException.class,
        () ->
            program(
                new QcomOperation.ThroughLines(
                    a, sums, Index.of(0), QcomOperation.ArrayForm.PACKED)));
  }

  @Test
  void arraysMustBeDeclared() {
    Matrix m = matrix("m", ComponentType.FLOAT32, 8, 8, Use.A);
    Array array = Array.buffer("data", Pointee.scalar(ComponentType.FLOAT32), Access.READ);
    Place place = new Place(array, Index.of(0), Index.of(8), MemoryLayout.ROW_MAJOR);
    assertThrows(IllegalArgumentException.class, () -> program(new Operation.Load(m, place)));
  }

  @Test
  void pushConstantsKeepTheOrderOfFirstUse() {
    Array array = Array.buffer("data", Pointee.scalar(ComponentType.FLOAT32), Access.READ);
    Matrix m = matrix("m", ComponentType.FLOAT32, 8, 8, Use.A);
    Index element = Index.push("start").plus(new Index.Instance().times(Index.push("tile")));
    Program program =
        new Program(
            Scope.SUBGROUP,
            1,
            8,
            List.of(array),
            List.of(
                new Operation.Load(
                    m, new Place(array, element, Index.push("stride"), MemoryLayout.ROW_MAJOR))));
    assertEquals(List.copyOf(program.pushConstants().keySet()), List.of("start", "tile", "stride"));
    assertEquals(program.pushConstants().get("stride").intValue(), 8);
  }
}
