// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import static java.util.stream.Collectors.joining;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.Constant;
import coopcts.program.Group;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.TensorOperation;
import coopcts.program.VectorOperation;
import coopcts.program.Walk;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** All of a shader above {@code main}: extensions, sizes, constants, memory. */
final class Declarations {

  private final Program program;
  private final Set<Matrix> matrices;
  private final Set<Group> groups;
  private final SortedMap<Integer, Constant> constants;

  Declarations(Program program) {
    this.program = program;
    this.matrices = program.matrices();
    this.groups = program.groups();
    this.constants = program.constants();
  }

  /** The GLSL name of a matrix's type. */
  static String type(Matrix matrix) {
    String rows = matrix.rows().map(Constant::name).orElse(Integer.toString(matrix.type().rows()));
    if (matrix.type().isVector()) {
      return vector(matrix.type(), rows);
    }
    return type(
        matrix.type(),
        rows,
        matrix.columns().map(Constant::name).orElse(Integer.toString(matrix.type().columns())));
  }

  private static String type(MatrixType type, String rows, String columns) {
    return "coopmat<%s, %s, %s, %s, %s>"
        .formatted(type.component().glsl(1), type.scope().glsl(), rows, columns, type.use().glsl());
  }

  private static String vector(MatrixType type, String length) {
    return "coopvecNV<%s, %s>".formatted(type.component().glsl(1), length);
  }

  static String type(MatrixType type) {
    return type.isVector()
        ? vector(type, Integer.toString(type.rows()))
        : type(type, Integer.toString(type.rows()), Integer.toString(type.columns()));
  }

  /** A group's declaration, up to the semicolon. */
  String group(Group group) {
    return group.kind() == Group.GroupKind.ARRAY
        ? "%s %s[%d]".formatted(type(group.members().get(0)), group.name(), group.members().size())
        : "Members%d %s".formatted(structures().indexOf(group.members()), group.name());
  }

  /** The structures' members, each list of types once. */
  private List<List<MatrixType>> structures() {
    return groups.stream()
        .filter(group -> group.kind() == Group.GroupKind.STRUCTURE)
        .map(Group::members)
        .distinct()
        .toList();
  }

  private String structure(int number, List<MatrixType> members) {
    StringBuilder text = new StringBuilder("struct Members%d {\n".formatted(number));
    for (int i = 0; i < members.size(); i++) {
      text.append("    %s m%d;\n".formatted(type(members.get(i)), i));
    }
    return text.append("};\n").toString();
  }

  void write(StringBuilder out) {
    out.append("#version 460\n");
    extensions().forEach(name -> out.append("#extension ").append(name).append(" : require\n"));
    out.append("\nlayout(local_size_x = %d) in;\n\n".formatted(program.localSize()));
    program.control().ifPresent(mode -> out.append(mode.control().glsl(mode.width())).append('\n'));
    for (Constant constant : constants.values()) {
      out.append(
          "layout(constant_id = %d) const %s %s = %s;\n"
              .formatted(
                  constant.id(),
                  constant.type().glsl(1),
                  constant.name(),
                  Expressions.literal(constant.type(), constant.defaultBits())));
    }
    Set<String> push = program.pushConstants().keySet();
    if (!push.isEmpty()) {
      out.append("layout(push_constant, std430) uniform Push {\n");
      push.forEach(name -> out.append("    uint ").append(name).append(";\n"));
      out.append("} push;\n");
    }
    List<Array> buffers = program.bound();
    for (int binding = 0; binding < buffers.size(); binding++) {
      out.append(buffer(buffers.get(binding), binding));
    }
    addressed(buffers.size(), out);
    for (Array array : program.arrays()) {
      if (!array.isBuffer()) {
        out.append(
            "shared %s %s[%d];\n".formatted(array.pointee().glsl(), array.name(), array.length()));
      }
    }
    List<List<MatrixType>> structures = structures();
    for (int i = 0; i < structures.size(); i++) {
      out.append(structure(i, structures.get(i)));
    }
    globals().forEach(out::append);
    intrinsics().forEach(out::append);
    out.append('\n');
  }

  /** The variables that vectors go through, each once. */
  private Set<String> globals() {
    Set<String> globals = new TreeSet<>();
    Walk.operations(
        program.body(),
        operation -> {
          if (operation instanceof VectorOperation.Move move
              && move.through() == VectorOperation.Through.GLOBAL) {
            globals.add("%s %s;\n".formatted(type(move.source()), move.global()));
          }
        });
    return globals;
  }

  /** The functions that GLSL has no name for, each once for a type. */
  private Set<String> intrinsics() {
    Set<String> functions = new TreeSet<>();
    Walk.operations(
        program.body(),
        operation -> {
          if (operation instanceof VectorOperation.Apply(var result, var function, var operands)) {
            function
                .intrinsic()
                .ifPresent(
                    number ->
                        functions.add(
                            "spirv_instruction(set = \"GLSL.std.450\", id = %d) %s %s(%s);\n"
                                .formatted(
                                    number,
                                    type(result),
                                    function.glsl(),
                                    operands.stream()
                                        .map(Declarations::type)
                                        .collect(joining(", ")))));
          }
        });
    return functions;
  }

  /** Arrays that are reached by their addresses, and the buffer of these. */
  private void addressed(int binding, StringBuilder out) {
    List<Array> arrays = program.addressed();
    if (arrays.isEmpty()) {
      return;
    }
    StringBuilder members = new StringBuilder();
    for (Array array : arrays) {
      String block = capital(array) + "Elements";
      out.append(
          "layout(buffer_reference, std430, buffer_reference_align = %d) %sbuffer %s { %s elements[%s]; };\n"
              .formatted(
                  alignment(array), access(array), block, array.pointee().glsl(), length(array)));
      members.append("%s %s; ".formatted(block, array.name()));
    }
    out.append(
        "layout(set = 0, binding = %d, std430) readonly buffer AddressBuffer { %s} addresses;\n"
            .formatted(binding, members));
  }

  /**
   * What every access by an array's address is a multiple of: matrices begin at any of its
   * elements, and none of their own may lie across (KHR-ALIGN-005).
   */
  private int alignment(Array array) {
    int[] bytes = {array.pointee().bytes()};
    Walk.operations(
        program.body(),
        operation -> {
          if (Walk.arrays(operation).contains(array)) {
            Walk.matrices(operation)
                .forEach(
                    matrix -> bytes[0] = Math.max(bytes[0], matrix.type().component().bytes()));
          }
        });
    return bytes[0];
  }

  private static String access(Array array) {
    return switch (array.access()) {
      case READ -> "readonly ";
      case WRITE -> "writeonly ";
      case READ_WRITE, IN_TURN -> "";
      case COHERENT -> "workgroupcoherent ";
    };
  }

  private static String capital(Array array) {
    return Character.toUpperCase(array.name().charAt(0)) + array.name().substring(1);
  }

  private static String length(Array array) {
    return array.length() == 0 ? "" : Integer.toString(array.length());
  }

  private static String buffer(Array array, int binding) {
    String access = access(array);
    String block = capital(array) + "Buffer";
    String length = length(array);
    return "layout(set = 0, binding = %d, std430) %sbuffer %s { %s %s[%s]; };\n"
        .formatted(binding, access, block, array.pointee().glsl(), array.name(), length);
  }

  private Set<String> extensions() {
    Set<String> names =
        new TreeSet<>(
            program.scope() == Scope.INVOCATION
                ? List.of("GL_EXT_shader_explicit_arithmetic_types")
                : List.of(
                    "GL_KHR_cooperative_matrix",
                    "GL_KHR_memory_scope_semantics",
                    "GL_KHR_shader_subgroup_basic",
                    "GL_EXT_shader_explicit_arithmetic_types"));
    Walk.operations(
        program.body(),
        operation -> {
          if (operation instanceof Operation.Reduce
              || operation instanceof Operation.ChangeUse
              || operation instanceof Operation.Transpose
              || operation instanceof Operation.PerElement
              || operation instanceof TensorOperation) {
            names.add("GL_NV_cooperative_matrix2");
          } else if (operation instanceof ArrayOperation) {
            names.add("GL_KHR_cooperative_matrix");
            names.add("GL_KHR_memory_scope_semantics");
            names.add("GL_QCOM_cooperative_matrix_conversion");
          } else if (operation instanceof QcomOperation) {
            names.add("GL_QCOM_cooperative_matrix_conversion");
          } else if (operation instanceof VectorOperation.Move move
              && move.through() == VectorOperation.Through.LONG_VECTOR) {
            names.add("GL_EXT_long_vector");
          }
        });
    if (matrices.stream().anyMatch(matrix -> matrix.type().isVector())
        || groups.stream()
            .flatMap(group -> group.members().stream())
            .anyMatch(MatrixType::isVector)) {
      names.add("GL_NV_cooperative_vector");
    }
    if (program.isMixed()) {
      names.addAll(List.of("GL_KHR_cooperative_matrix", "GL_KHR_memory_scope_semantics"));
    }
    if (!program.addressed().isEmpty()) {
      names.add("GL_EXT_buffer_reference");
    }
    if (TensorCallbacks.areIn(program)) {
      names.add("GL_EXT_buffer_reference");
      names.add("GL_EXT_scalar_block_layout");
    }
    if (TensorCallbacks.hasVectors(program)) {
      names.add("GL_NV_cooperative_matrix_decode_vector");
      names.add("GL_EXT_long_vector");
    }
    if (program.control().isPresent() || !intrinsics().isEmpty()) {
      names.add("GL_EXT_spirv_intrinsics");
    }
    program.arrays().forEach(array -> extension(array.pointee().component(), names));
    matrices.forEach(matrix -> extension(matrix.type().component(), names));
    groups.forEach(group -> group.members().forEach(type -> extension(type.component(), names)));
    constants.values().forEach(constant -> extension(constant.type(), names));
    return names;
  }

  private static void extension(ComponentType type, Set<String> names) {
    type.glslExtension().ifPresent(names::add);
  }
}
