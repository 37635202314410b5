package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.Template;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Vectors in shared memory and matrices, vectors and results in buffers that are reached by their
 * address or have arrays of a declared size.
 */
public final class MemoryFamily extends VectorFamily {

  private static final int[] LENGTHS = {16, 5, 31};

  /** Rows and columns of the matrices. */
  private static final int SIDE = 16;

  private static final String PRODUCT =
      "VECTOR y; coopVecMatMulNV(y, v, gl_ComponentTypeFloat16NV, %s, 0,"
          + " gl_ComponentTypeFloat16NV, N, N, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);";

  private enum Form {
    SHARED(
        "CV-ST-003",
        "const uint local = gl_LocalInvocationIndex;"
            + " coopVecLoadNV(v, source, lane * STRIDE); coopVecStoreNV(v, staged, local * STRIDE);"
            + " barrier(); coopVecLoadNV(v, staged, (local + 1) % LOCAL * STRIDE);"
            + " coopVecStoreNV(v, result, lane * STRIDE);"),
    REFERENCE(
        "CV-LD-003",
        "coopVecLoadNV(v, addresses.from.elements, lane * STRIDE);"
            + " coopVecStoreNV(v, addresses.to.elements, lane * STRIDE);"),
    SIZED(
        "CV-LD-003",
        "coopVecLoadNV(v, source, lane * STRIDE); coopVecStoreNV(v, result, lane * STRIDE);"),
    PRODUCT_REFERENCE(
        "CV-MUL-013",
        "coopVecLoadNV(v, source, lane * STRIDE); "
            + PRODUCT.formatted("addresses.by.elements")
            + " coopVecStoreNV(y, result, lane * STRIDE);"),
    PRODUCT_SIZED(
        "CV-MUL-013",
        "coopVecLoadNV(v, source, lane * STRIDE); "
            + PRODUCT.formatted("matrix")
            + " coopVecStoreNV(y, result, lane * STRIDE);");

    private final String assertion;
    private final String code;

    Form(String assertion, String code) {
      this.assertion = assertion;
      this.code = code;
    }

    boolean multiplies() {
      return name().startsWith("PRODUCT");
    }

    boolean addresses() {
      return name().endsWith("REFERENCE");
    }

    boolean isSized() {
      return name().endsWith("SIZED");
    }

    List<String> checks() {
      return this == SHARED ? List.of(assertion, "CV-LD-003") : List.of(assertion);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return "vector.memory";
  }

  @Override
  protected List<String> features() {
    return List.of(FEATURE, "bufferDeviceAddress");
  }

  @Override
  public List<String> assertions() {
    return List.of("CV-LD-003", "CV-ST-003", "CV-MUL-013");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    for (Form form : Form.values()) {
      for (ComponentType type :
          form.multiplies() ? List.of(ComponentType.FLOAT16) : types(report)) {
        for (int length : form.multiplies() ? new int[] {SIDE} : LENGTHS) {
          cases.add(
              Case.of(
                  "%s.%s.%s.%d".formatted(name(), form, type, length),
                  form.checks(),
                  () -> plan(form, type, length)));
        }
      }
    }
    return cases.stream();
  }

  /** Whether a case's shader shares memory between invocations. */
  static boolean needsWorkgroups(Case tested) {
    return tested.name().startsWith("vector.memory." + Form.SHARED + ".");
  }

  private static Plan plan(Form form, ComponentType type, int length) {
    int stride = stride(type, length);
    int elements = ALL * stride / type.bytes();
    String glsl =
        Template.of("vector/memory.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("COMPONENT", type.glsl(1))
            .with("N", length)
            .with("SOURCE_LENGTH", form.isSized() ? elements : "")
            .with("RESULT_LENGTH", form.isSized() ? elements : "")
            .with("MATRIX_LENGTH", form.isSized() ? SIDE * SIDE : "")
            .with(
                "SHARED",
                form == Form.SHARED
                    ? "shared T staged[%d];".formatted(LOCAL_SIZE * stride / type.bytes())
                    : "")
            .with(
                "MAIN",
                form.code
                    .replace("STRIDE", Integer.toString(stride))
                    .replace("LOCAL", Integer.toString(LOCAL_SIZE)))
            .text();
    Shader shader = shader(glsl, 0, "source", "result", "matrix", "addresses");
    return new ShaderPlan(
        form.addresses() ? shader.addressing("from", "to", "by") : shader,
        List.of(
            new Subcase(
                "values",
                seed -> trial(form, type, length, Data.random(seed, form + type.label())))));
  }

  private static Trial trial(Form form, ComponentType type, int length, SplittableRandom random) {
    int stride = stride(type, length);
    int width = type.bytes();
    byte[] source =
        Data.fill(
            type,
            ALL * stride,
            form.multiplies() ? Data.integers(type, -2, 3, random) : Data.distinct(type, random));
    byte[] matrix = Data.fill(type, SIDE * SIDE * width, Data.integers(type, -2, 3, random));
    byte[] result = new byte[ALL * stride];
    Contents contents = new Contents(result);
    for (int lane = 0; lane < ALL; lane++) {
      int from =
          form == Form.SHARED
              ? lane / LOCAL_SIZE * LOCAL_SIZE + (lane % LOCAL_SIZE + 1) % LOCAL_SIZE
              : lane;
      for (int i = 0; i < length; i++) {
        long bits =
            form.multiplies()
                ? product(type, matrix, source, from * stride, i)
                : LittleEndian.get(source, from * stride + i * width, width);
        contents.put(lane * stride + i * width, type, bits, Rule.must(form.assertion));
      }
    }
    List<byte[]> bound = List.of(source, result, matrix, new byte[32]);
    boolean stored = form == Form.REFERENCE;
    List<Expectation.Buffer> expected =
        new ArrayList<>(
            List.of(
                Contents.untouched(source),
                stored ? Contents.untouched(result) : contents.buffer(),
                Contents.untouched(matrix),
                Contents.untouched(bound.get(3))));
    List<byte[]> addressed = List.of();
    List<Trial.Address> places = List.of();
    if (form.addresses()) {
      addressed = List.of(source, result, matrix);
      places = IntStream.range(0, 3).mapToObj(i -> new Trial.Address(i, 3, 8 * i)).toList();
      expected.add(Contents.untouched(source));
      expected.add(stored ? contents.buffer() : Contents.untouched(result));
      expected.add(Contents.untouched(matrix));
    }
    return new Trial(
        new byte[0],
        bound,
        addressed,
        places,
        List.of(WORKGROUPS, 1, 1),
        Trial.Conversions.NONE,
        List.of(),
        new Expectation(expected, List.of()));
  }

  /** One component of a product with a dense row-major matrix of small whole numbers. */
  private static long product(ComponentType type, byte[] matrix, byte[] vector, int at, int row) {
    long sum = 0;
    for (int k = 0; k < SIDE; k++) {
      sum +=
          (long) Data.number(type, matrix, (row * SIDE + k) * type.bytes())
              * (long) Data.number(type, vector, at + k * type.bytes());
    }
    return Data.encode(type, sum);
  }
}
