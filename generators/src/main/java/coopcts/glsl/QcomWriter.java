// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.MatrixType;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.Index;
import coopcts.program.QcomOperation;
import coopcts.program.QcomOperation.ArrayForm;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ThroughLines;
import coopcts.program.QcomOperation.ToLines;

/**
 * Writes the operations of GL_QCOM_cooperative_matrix_conversion, each in a block of its own. What
 * is between a matrix's lines and another matrix stands between two parts of a text: {@link
 * GlslWriter} writes it.
 */
final class QcomWriter {

  private QcomWriter() {}

  static String of(ArrayOperation op) {
    String call =
        switch (op) {
          case ArrayOperation.Recast cast -> cast(cast);
          case ArrayOperation.Cut cut ->
              "extractSubArrayQCOM(whole, int(%s), made)".formatted(Expressions.index(cut.start()));
        };
    return """
    {
        %1$s whole[%2$d];
        %3$s made[%4$d];
        for (uint i = 0; i < %2$d; ++i) {
            whole[i] = %5$s[instance * %2$d + i];
        }
        %6$s;
        for (uint i = 0; i < %4$d; ++i) {
            %7$s[instance * %4$d + i] = made[i];
        }
        for (uint i = 0; i < %2$d; ++i) {
            %8$s[instance * %2$d + i] = whole[i];
        }
    }
    """
        .formatted(
            op.source().pointee().glsl(),
            op.whole(),
            op.result().pointee().glsl(),
            op.made(),
            Expressions.array(op.source()),
            call,
            Expressions.array(op.result()),
            Expressions.array(op.kept()));
  }

  private static String cast(ArrayOperation.Recast op) {
    return op.between()
        .map(
            pointee ->
                "%s between[%d];\n    bitcastQCOM(whole, between);\n    bitcastQCOM(between, made)"
                    .formatted(pointee.glsl(), op.bytes() / pointee.bytes()))
        .orElse("bitcastQCOM(whole, made)");
  }

  static String of(FromLines op) {
    MatrixType type = op.result().type();
    int elements = QcomOperation.elements(type, op.form());
    return """
    {
        %s;
        for (uint i = 0; i < %d; ++i) {
            line[i] = %s;
        }
        vectorToCoopmatQCOM(line, %s);
    %s}
    """
        .formatted(
            array("line", type, op.form()),
            elements,
            place(Expressions.array(op.array()), op.element(), type, op.form()),
            op.result().name(),
            op.kept().map(kept -> kept(op, kept, elements)).orElse(""));
  }

  private static String kept(FromLines op, Array kept, int elements) {
    return """
        for (uint i = 0; i < %d; ++i) {
            %s = line[i];
        }
    """
        .formatted(
            elements, place(Expressions.array(kept), op.element(), op.result().type(), op.form()));
  }

  static String of(ToLines op) {
    return """
    {
        %s;
        coopmatToVectorQCOM(%s, line);
    %s    if (gl_SubgroupInvocationID < %d) {
            for (uint i = 0; i < %d; ++i) {
                %s = line[i];
            }
        }
    }
    """
        .formatted(
            array("line", op.source().type(), op.form()),
            op.source().name(),
            op.rectified() ? rectified(op.source().type()) : "",
            QcomOperation.count(op.source().type()),
            QcomOperation.elements(op.source().type(), op.form()),
            place(Expressions.array(op.array()), op.element(), op.source().type(), op.form()));
  }

  private static String rectified(MatrixType type) {
    return """
        for (uint i = 0; i < %d; ++i) {
            line[i] = max(line[i], %s(0));
        }
    """
        .formatted(QcomOperation.length(type), type.component().glsl(1));
  }

  /** A matrix's lines, up to what is between. */
  static String taken(ThroughLines op) {
    MatrixType from = op.source().type();
    String text =
        """
        {
            %s;
            coopmatToVectorQCOM(%s, line);
        """
            .formatted(array("line", from, first(op)), op.source().name());
    if (op.rectified()) {
      text += rectified(from);
    }
    return hasParts(op) && op.form() == ArrayForm.CAST ? text + part(op, "line") : text;
  }

  /** The other matrix, behind what is between. */
  static String made(ThroughLines op) {
    StringBuilder text = new StringBuilder();
    String whole = "line";
    if (op.form() == ArrayForm.UNCAST) {
      whole = "values";
      text.append("    %s;\n".formatted(array(whole, op.source().type(), ArrayForm.PLAIN)));
      text.append("    bitcastQCOM(line, %s);\n".formatted(whole));
    }
    String last = hasParts(op) ? "part" : whole;
    if (hasParts(op) && op.form() != ArrayForm.CAST) {
      text.append(part(op, whole));
    }
    if (op.form() == ArrayForm.CAST || op.form() == ArrayForm.RECAST) {
      text.append("    %s;\n".formatted(array("words", op.result().type(), ArrayForm.CAST)));
      text.append("    bitcastQCOM(%s, words);\n".formatted(last));
      last = "words";
    }
    if (op.form() == ArrayForm.RECAST) {
      text.append("    %s;\n".formatted(array("again", op.result().type(), ArrayForm.PLAIN)));
      text.append("    bitcastQCOM(words, again);\n");
      last = "again";
    }
    return text.append("    vectorToCoopmatQCOM(%s, %s);\n}\n".formatted(last, op.result().name()))
        .toString();
  }

  private static String part(ThroughLines op, String whole) {
    ArrayForm form = op.form() == ArrayForm.PACKED ? ArrayForm.PACKED : ArrayForm.PLAIN;
    return "    %s;\n    extractSubArrayQCOM(%s, int(%s), part);\n"
        .formatted(array("part", op.result().type(), form), whole, Expressions.index(op.start()));
  }

  private static boolean hasParts(ThroughLines op) {
    return QcomOperation.length(op.source().type()) != QcomOperation.length(op.result().type());
  }

  private static ArrayForm first(ThroughLines op) {
    return op.form().takesWords() ? ArrayForm.PACKED : ArrayForm.PLAIN;
  }

  private static String array(String name, MatrixType type, ArrayForm form) {
    return "%s %s[%d]"
        .formatted(
            QcomOperation.element(type, form).glsl(1), name, QcomOperation.elements(type, form));
  }

  private static String place(String array, Index element, MatrixType type, ArrayForm form) {
    return "%s[%s + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * %d + i]"
        .formatted(array, Expressions.index(element), QcomOperation.elements(type, form));
  }
}
