package coopcts.cases.nv2;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.LongFunction;

/**
 * A tensor layout or view as the setters that make it, in order: what GLSL says, and what it means
 * (CM2 §2.2, §4).
 *
 * @param name for case names
 * @param dimensions of the layout, 1 to 5
 * @param clamp what becomes of coordinates outside
 * @param setters of the layout
 * @param view what the matrix's elements are seen through, or null
 */
record Layout(String name, int dimensions, Clamp clamp, List<Setter> setters, View view) {

  /** Clamp modes by GLSL's constants. */
  enum Clamp {
    UNDEFINED("Undefined"),
    CONSTANT("Constant"),
    EDGE("ClampToEdge"),
    REPEAT("Repeat"),
    MIRROR("MirrorRepeat");

    private final String glsl;

    Clamp(String glsl) {
      this.glsl = "gl_CooperativeMatrixClampMode" + glsl + "NV";
    }
  }

  /** One setter with its numbers. */
  sealed interface Setter {
    record Dimension(long... sizes) implements Setter {}

    record Stride(long... strides) implements Setter {}

    /** Offset and span in turn. */
    record Slice(long... offsetsAndSpans) implements Setter {}

    record Block(long... sizes) implements Setter {}

    record ClampValue(long bits) implements Setter {}
  }

  /**
   * A view.
   *
   * @param sizes of its own dimensions, or null
   * @param strides of its own, or null for those that follow from the sizes
   * @param clip row offset, row span, column offset, column span, or null
   */
  record View(
      int dimensions,
      boolean hasDimensions,
      int[] permutation,
      long[] sizes,
      long[] strides,
      long[] clip) {}

  Layout with(View other) {
    return new Layout(name, dimensions, clamp, setters, other);
  }

  /** GLSL statements that declare {@code name} as the layout and {@code name}View as the view. */
  String glsl(String variable, LongFunction<String> number) {
    StringBuilder out = new StringBuilder();
    out.append(
        "    tensorLayoutNV<%d, %s> %s = createTensorLayoutNV(%d, %s);\n"
            .formatted(dimensions, clamp.glsl, variable, dimensions, clamp.glsl));
    for (Setter setter : setters) {
      String call =
          switch (setter) {
            case Setter.Dimension(long[] sizes) ->
                "setTensorLayoutDimensionNV(" + variable + list(sizes, number);
            case Setter.Stride(long[] strides) ->
                "setTensorLayoutStrideNV(" + variable + list(strides, number);
            case Setter.Slice(long[] numbers) ->
                "sliceTensorLayoutNV(" + variable + list(numbers, number);
            case Setter.Block(long[] sizes) ->
                "setTensorLayoutBlockSizeNV(" + variable + list(sizes, number);
            case Setter.ClampValue(long bits) ->
                "setTensorLayoutClampValueNV(" + variable + list(new long[] {bits}, number);
          };
      out.append("    %s = %s);\n".formatted(variable, call));
    }
    if (view != null) {
      out.append(viewGlsl(variable + "View", number));
    }
    return out.toString();
  }

  private String viewGlsl(String variable, LongFunction<String> number) {
    StringJoiner parameters = new StringJoiner(", ");
    parameters.add(Integer.toString(view.dimensions));
    parameters.add(Boolean.toString(view.hasDimensions));
    for (int p : view.permutation) {
      parameters.add(Integer.toString(p));
    }
    StringBuilder out = new StringBuilder();
    out.append(
        "    tensorViewNV<%s> %s = createTensorViewNV(%s);\n"
            .formatted(parameters, variable, parameters));
    if (view.sizes != null) {
      out.append(
          "    %s = setTensorViewDimensionsNV(%s%s);\n"
              .formatted(variable, variable, list(view.sizes, number)));
    }
    if (view.strides != null) {
      out.append(
          "    %s = setTensorViewStrideNV(%s%s);\n"
              .formatted(variable, variable, list(view.strides, number)));
    }
    if (view.clip != null) {
      out.append(
          "    %s = setTensorViewClipNV(%s%s);\n"
              .formatted(variable, variable, list(view.clip, number)));
    }
    return out.toString();
  }

  private static String list(long[] numbers, LongFunction<String> number) {
    StringBuilder out = new StringBuilder();
    for (long value : numbers) {
      out.append(", ").append(number.apply(value));
    }
    return out.toString();
  }

  /** The arguments of a load or store behind the offset. */
  String arguments(String variable) {
    return view == null ? variable : variable + ", " + variable + "View";
  }

  /** All numbers of the setters, in order: a buffer of them serves a shader that reads them. */
  List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    glsl(
        "x",
        value -> {
          numbers.add(value);
          return "";
        });
    return numbers;
  }

  boolean hasBlocks() {
    return setters.stream().anyMatch(setter -> setter instanceof Setter.Block);
  }
}
