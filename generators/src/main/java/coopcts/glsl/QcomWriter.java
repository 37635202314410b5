// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.MatrixType;
import coopcts.program.Index;
import coopcts.program.QcomOperation;
import coopcts.program.QcomOperation.Form;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ThroughLines;
import coopcts.program.QcomOperation.ToLines;

/** Writes the operations of GL_QCOM_cooperative_matrix_conversion, each in a block of its own. */
final class QcomWriter {

  private QcomWriter() {}

  static String of(QcomOperation operation) {
    return switch (operation) {
      case FromLines op ->
          """
          {
              %s;
              for (uint i = 0; i < %d; ++i) {
                  line[i] = %s;
              }
              vectorToCoopmatQCOM(line, %s);
          }
          """
              .formatted(
                  array("line", op.result().type(), op.form()),
                  QcomOperation.elements(op.result().type(), op.form()),
                  place(op.array().name(), op.element(), op.result().type(), op.form()),
                  op.result().name());
      case ToLines op ->
          """
          {
              %s;
              coopmatToVectorQCOM(%s, line);
              if (gl_SubgroupInvocationID < %d) {
                  for (uint i = 0; i < %d; ++i) {
                      %s = line[i];
                  }
              }
          }
          """
              .formatted(
                  array("line", op.source().type(), op.form()),
                  op.source().name(),
                  QcomOperation.count(op.source().type()),
                  QcomOperation.elements(op.source().type(), op.form()),
                  place(op.array().name(), op.element(), op.source().type(), op.form()));
      case ThroughLines op -> through(op);
    };
  }

  private static String through(ThroughLines op) {
    MatrixType from = op.source().type();
    MatrixType to = op.result().type();
    Form first = op.form() == Form.PACKED ? Form.PACKED : Form.PLAIN;
    StringBuilder text = new StringBuilder("{\n");
    text.append("    %s;\n".formatted(array("line", from, first)));
    text.append("    coopmatToVectorQCOM(%s, line);\n".formatted(op.source().name()));
    String last = "line";
    if (QcomOperation.length(from) != QcomOperation.length(to)) {
      text.append("    %s;\n".formatted(array("part", to, first)));
      text.append(
          "    extractSubArrayQCOM(%s, int(%s), part);\n"
              .formatted(last, Expressions.index(op.start())));
      last = "part";
    }
    if (op.form() == Form.CAST) {
      text.append("    %s;\n".formatted(array("words", to, Form.CAST)));
      text.append("    bitcastQCOM(%s, words);\n".formatted(last));
      last = "words";
    }
    return text.append("    vectorToCoopmatQCOM(%s, %s);\n}\n".formatted(last, op.result().name()))
        .toString();
  }

  private static String array(String name, MatrixType type, Form form) {
    return "%s %s[%d]"
        .formatted(
            QcomOperation.element(type, form).glsl(1), name, QcomOperation.elements(type, form));
  }

  private static String place(String array, Index element, MatrixType type, Form form) {
    return "%s[%s + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * %d + i]"
        .formatted(array, Expressions.index(element), QcomOperation.elements(type, form));
  }
}
