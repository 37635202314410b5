// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.Condition;
import coopcts.program.Direction;
import coopcts.program.ElementFunction;
import coopcts.program.Fold;
import coopcts.program.Function;
import coopcts.program.Function.Parameter;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

/** Branches, loops, functions, groups and lines of matrices as text. */
public final class FlowTextTests {

  private static final MatrixType TYPE =
      new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, 8, 8, Use.ACCUMULATOR);
  private static final Matrix M = new Matrix("m", TYPE);
  private static final Operation FILL =
      new Operation.Fill(M, new Scalar.Literal(ComponentType.SINT32, 1));

  private static String text(Operation... body) {
    return GlslWriter.write(new Program(Scope.SUBGROUP, 2, 32, List.of(), List.of(body)));
  }

  @Test
  void functionsStandBeforeMain() {
    Matrix x = new Matrix("x", TYPE);
    Matrix y = new Matrix("y", TYPE);
    Function take =
        new Function(
            "take",
            List.of(
                new Parameter(x, Function.Direction.INOUT),
                new Parameter(y, Function.Direction.IN)),
            List.of(new Operation.Copy(x, y)),
            Optional.of(y));
    String matrix = "coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>";
    String glsl =
        text(
            FILL,
            new Operation.Copy(y, M),
            new Operation.Call(take, List.of(M, y), Optional.of(x)));
    assertTrue(
        glsl.contains(
            "%s take(inout %s x, %s y) {\n\n    x = y;\n    return y;\n}\n"
                .formatted(matrix, matrix, matrix)),
        glsl);
    assertTrue(glsl.indexOf("take(") < glsl.indexOf("void main"), glsl);
    assertTrue(glsl.contains("    x = take(m, y);\n"), glsl);
  }

  @Test
  void controlFlowIsIndented() {
    Condition first =
        new Condition(new Index.LocalInstance(), Condition.Comparison.LESS, Index.of(1));
    String glsl =
        text(
            new Operation.Repeat(
                "i",
                Index.of(3),
                List.of(
                    new Operation.If(first, List.of(FILL), List.of()),
                    new Operation.Break(first))));
    assertEquals(
        glsl.substring(glsl.indexOf("    for")),
        """
            for (uint i = 0; i < 3u; ++i) {
                if (localInstance < 1u) {
                    m = %s(int(1));
                }
                if (localInstance < 1u) break;
            }
        }
        """
            .formatted("coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>"));
  }

  @Test
  void groupsAndCallbacksAreDeclared() {
    Group pair = new Group("p", Group.GroupKind.STRUCTURE, List.of(TYPE, TYPE));
    Group array = new Group("a", Group.GroupKind.ARRAY, List.of(TYPE, TYPE));
    String glsl =
        text(
            FILL,
            new Operation.Put(pair, Index.of(1), M),
            new Operation.Put(array, Index.push("one"), M),
            new Operation.Reduce(M, M, Direction.ROW, Fold.SUM));
    assertTrue(glsl.contains("struct Members0 {"), glsl);
    assertTrue(glsl.contains("    Members0 p;\n"), glsl);
    assertTrue(glsl.contains(" a[2];\n"), glsl);
    assertTrue(glsl.contains("    p.m1 = m;\n    a[push.one] = m;\n"), glsl);
    assertTrue(
        glsl.contains("int sum_sint32(const in int x, const in int y) { return x + y; }"), glsl);
    assertTrue(
        glsl.contains("coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowNV, sum_sint32);"), glsl);
    assertTrue(glsl.contains("GL_NV_cooperative_matrix2"), glsl);
  }

  @Test
  void typesWithoutArithmeticGoByWayOfFloat() {
    Matrix brain =
        new Matrix(
            "b", new MatrixType(ComponentType.BFLOAT16, Scope.SUBGROUP, 8, 8, Use.ACCUMULATOR));
    String glsl =
        text(
            new Operation.Fill(brain, new Scalar.Literal(ComponentType.BFLOAT16, 0)),
            new Operation.PerElement(brain, brain, brain, ElementFunction.CALLED, Index.of(0)));
    assertTrue(
        glsl.contains("{ if (column % 2 == 0) { return x; } return bfloat16_t(-float(x)); }"),
        glsl);
    assertTrue(glsl.contains("{ return turned_bfloat16(x, column); }"), glsl);
  }

  private static Matrix half(String name, int columns, Use use) {
    return new Matrix(
        name, new MatrixType(ComponentType.FLOAT16, Scope.SUBGROUP, 16, columns, use));
  }

  /** What a matrix goes through to be another one, with or without something between. */
  private static String through(int columns, QcomOperation.ArrayForm form, Operation... between) {
    String glsl =
        text(
            new QcomOperation.ThroughLines(
                half("a", 16, Use.A),
                half("c", columns, Use.ACCUMULATOR),
                Index.push("start"),
                form,
                List.of(between)));
    return glsl.substring(glsl.indexOf("    {\n"));
  }

  @Test
  void whatIsBetweenStandsWhereTheArrayHoldsTheLines() {
    assertEquals(
        through(16, QcomOperation.ArrayForm.PLAIN, FILL, new Operation.Negate(M, M)),
        """
            {
                float16_t line[16];
                coopmatToVectorQCOM(c, line);
                m = %s(int(1));
                m = -m;
                vectorToCoopmatQCOM(line, a);
            }
        }
        """
            .formatted("coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>"));
  }

  @Test
  void partsAreTakenBehindWhatIsBetween() {
    assertEquals(
        through(32, QcomOperation.ArrayForm.PLAIN, new Operation.Negate(M, M)),
        """
            {
                float16_t line[32];
                coopmatToVectorQCOM(c, line);
                m = -m;
                float16_t part[16];
                extractSubArrayQCOM(line, int(push.start), part);
                vectorToCoopmatQCOM(part, a);
            }
        }
        """);
  }

  @Test
  void partsThatAreCastAreTakenBefore() {
    assertEquals(
        through(32, QcomOperation.ArrayForm.CAST, new Operation.Negate(M, M)),
        """
            {
                float16_t line[32];
                coopmatToVectorQCOM(c, line);
                float16_t part[16];
                extractSubArrayQCOM(line, int(push.start), part);
                m = -m;
                uint words[8];
                bitcastQCOM(part, words);
                vectorToCoopmatQCOM(words, a);
            }
        }
        """);
  }

  @Test
  void wordsAreCastBackBeforePartsAreTaken() {
    assertEquals(
        through(32, QcomOperation.ArrayForm.UNCAST, new Operation.Negate(M, M)),
        """
            {
                uint line[16];
                coopmatToVectorQCOM(c, line);
                m = -m;
                float16_t values[32];
                bitcastQCOM(line, values);
                float16_t part[16];
                extractSubArrayQCOM(values, int(push.start), part);
                vectorToCoopmatQCOM(part, a);
            }
        }
        """);
  }

  @Test
  void componentsAreCastToWordsAndBack() {
    assertEquals(
        through(32, QcomOperation.ArrayForm.RECAST, new Operation.Negate(M, M)),
        """
            {
                float16_t line[32];
                coopmatToVectorQCOM(c, line);
                m = -m;
                float16_t part[16];
                extractSubArrayQCOM(line, int(push.start), part);
                uint words[8];
                bitcastQCOM(part, words);
                float16_t again[16];
                bitcastQCOM(words, again);
                vectorToCoopmatQCOM(again, a);
            }
        }
        """);
  }

  /** The text hangs on what is between as far as that stands there. */
  @Test
  void withoutAnythingBetweenTheRestIsTheSame() {
    for (QcomOperation.ArrayForm form :
        EnumSet.complementOf(EnumSet.of(QcomOperation.ArrayForm.PACKED))) {
      assertEquals(
          through(32, form),
          through(32, form, new Operation.Negate(M, M)).replace("        m = -m;\n", ""));
    }
  }
}
