// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import java.util.StringJoiner;
import java.util.function.LongFunction;

/**
 * Writes a {@link TensorLayout} as the GLSL of GL_NV_cooperative_matrix2: its declaration, its
 * setters and its use as an argument.
 */
public final class TensorGlsl {

  /** Numbers written down; the upper half of 32 bits as negative ones. */
  public static final LongFunction<String> LITERAL =
      value -> (int) value < 0 ? Integer.toString((int) value) : value + "u";

  private TensorGlsl() {}

  /**
   * Writes the statements that declare a variable as the layout and, where it has a view, {@code
   * variable + "View"} as the view, and call all setters.
   *
   * @param layout the layout, with its view if it has one
   * @param variable a name that the shader does not have yet
   * @param number writes a number as GLSL, such as {@link #LITERAL}; called once for each number of
   *     the setters, in order
   * @return lines of GLSL, each indented by four spaces and ending in a line break
   */
  public static String declare(TensorLayout layout, String variable, LongFunction<String> number) {
    String mode = mode(layout.clamp());
    StringBuilder out = new StringBuilder();
    out.append(
        "    tensorLayoutNV<%d, %s> %s = createTensorLayoutNV(%d, %s);\n"
            .formatted(layout.dimensions(), mode, variable, layout.dimensions(), mode));
    for (Setter setter : layout.setters()) {
      String call =
          switch (setter) {
            case Setter.Dimension(long[] sizes) ->
                call("setTensorLayoutDimensionNV", variable, number, sizes);
            case Setter.Stride(long[] strides) ->
                call("setTensorLayoutStrideNV", variable, number, strides);
            case Setter.Slice(long[] numbers) ->
                call("sliceTensorLayoutNV", variable, number, numbers);
            case Setter.Block(long[] sizes) ->
                call("setTensorLayoutBlockSizeNV", variable, number, sizes);
            case Setter.ClampValue(long bits) ->
                call("setTensorLayoutClampValueNV", variable, number, bits);
          };
      out.append(call);
    }
    layout.view().ifPresent(view -> out.append(declare(view, variable + "View", number)));
    return out.toString();
  }

  private static String declare(View view, String variable, LongFunction<String> number) {
    StringJoiner parameters = new StringJoiner(", ");
    parameters.add(Integer.toString(view.dimensions()));
    parameters.add(Boolean.toString(view.hasDimensions()));
    for (int p : view.permutation()) {
      parameters.add(Integer.toString(p));
    }
    StringBuilder out = new StringBuilder();
    out.append(
        "    tensorViewNV<%s> %s = createTensorViewNV(%s);\n"
            .formatted(parameters, variable, parameters));
    for (ViewSetter setter : view.setters()) {
      out.append(
          switch (setter) {
            case ViewSetter.Dimensions(long[] sizes) ->
                call("setTensorViewDimensionsNV", variable, number, sizes);
            case ViewSetter.Strides(long[] strides) ->
                call("setTensorViewStrideNV", variable, number, strides);
            case ViewSetter.Clip(long row, long rows, long column, long columns) ->
                call("setTensorViewClipNV", variable, number, row, rows, column, columns);
          });
    }
    return out.toString();
  }

  private static String call(
      String setter, String variable, LongFunction<String> number, long... numbers) {
    StringBuilder out = new StringBuilder();
    for (long value : numbers) {
      out.append(", ").append(number.apply(value));
    }
    return "    %s = %s(%s%s);\n".formatted(variable, setter, variable, out);
  }

  private static String mode(Clamp clamp) {
    return "gl_CooperativeMatrixClampMode%sNV"
        .formatted(
            switch (clamp) {
              case UNDEFINED -> "Undefined";
              case CONSTANT -> "Constant";
              case EDGE -> "ClampToEdge";
              case REPEAT -> "Repeat";
              case MIRROR -> "MirrorRepeat";
            });
  }

  /**
   * Writes the arguments of {@code coopMatLoadTensorNV} or {@code coopMatStoreTensorNV} from the
   * layout on.
   *
   * @param layout the layout, with its view if it has one
   * @param variable the name that {@link #declare} was given
   * @return one argument, or two with a comma between them
   */
  public static String arguments(TensorLayout layout, String variable) {
    return layout.view().isPresent() ? variable + ", " + variable + "View" : variable;
  }
}
