// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.FarPages;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Matrices, tensors and vectors of cooperative extensions beyond 4 GiB, with 64-bit indexing: lines
 * a GiB apart, and offsets of 64 bits (V-ENV 64-Bit Indexing). Numbers of programs have 32 bits: so
 * it is a template.
 */
public final class FarFamily extends GatedFamily {

  private static final String INT64 = "shaderInt64";

  /** Components of a vector, and sides of the matrix that it is multiplied with. */
  private static final int SIDE = 8;

  /** The page that an offset of 64 bits leads to: with 32 it would be the second. */
  private static final int PAGE = 5;

  /** What a matrix is loaded or stored by, or what a vector is. */
  private enum FarForm {
    LOAD(
        """
            coopmat<T, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
            coopMatLoad(m, pages, 0u, PITCH, gl_CooperativeMatrixLayoutRowMajor);
            coopMatStore(m, plain, 0u, ${COLUMNS}u, gl_CooperativeMatrixLayoutRowMajor);\
        """,
        "KHR-LOAD-038"),
    LOAD_COLUMNS(
        """
            coopmat<T, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
            coopMatLoad(m, pages, 0u, PITCH, gl_CooperativeMatrixLayoutColumnMajor);
            coopMatStore(m, plain, 0u, ${ROWS}u, gl_CooperativeMatrixLayoutColumnMajor);\
        """,
        "KHR-LOAD-038"),
    STORE(
        """
            coopmat<T, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
            coopMatLoad(m, plain, 0u, ${COLUMNS}u, gl_CooperativeMatrixLayoutRowMajor);
            coopMatStore(m, pages, 0u, PITCH, gl_CooperativeMatrixLayoutRowMajor);\
        """),
    TENSOR_LOAD(
        """
            coopmat<T, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
            tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
            t = setTensorLayoutDimensionNV(t, ${ROWS}, ${COLUMNS});
            t = setTensorLayoutStrideNV(t, PITCH, 1);
            coopMatLoad(m, plain, 0u, ${COLUMNS}u, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoadTensorNV(m, pages, 0u, t);
            coopMatStore(m, plain, 0u, ${COLUMNS}u, gl_CooperativeMatrixLayoutRowMajor);\
        """,
        "CM2-TLD-016"),
    TENSOR_STORE(
        """
            coopmat<T, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
            tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
            t = setTensorLayoutDimensionNV(t, ${ROWS}, ${COLUMNS});
            t = setTensorLayoutStrideNV(t, PITCH, 1);
            coopMatLoad(m, plain, 0u, ${COLUMNS}u, gl_CooperativeMatrixLayoutRowMajor);
            coopMatStoreTensorNV(m, pages, 0u, t);\
        """),
    VECTOR_LOAD(
        """
            const uint lane = gl_LocalInvocationIndex;
            coopvecNV<T, ${SIDE}> v;
            coopVecLoadNV(v, pages, uint64_t(lane) << 30);
            coopVecStoreNV(v, plain, lane * ${LINE});\
        """,
        "API-64B-002"),
    VECTOR_STORE(
        """
            const uint lane = gl_LocalInvocationIndex;
            coopvecNV<T, ${SIDE}> v;
            coopVecLoadNV(v, plain, lane * ${LINE});
            coopVecStoreNV(v, pages, uint64_t(lane) << 30);\
        """,
        "API-64B-002"),
    /** With a permutation for a matrix: no sum is rounded. */
    VECTOR_PRODUCT(
        """
            const uint lane = gl_LocalInvocationIndex;
            coopvecNV<T, ${SIDE}> v;
            coopVecLoadNV(v, plain, lane * ${LINE});
            coopVecMatMulNV(v, v, gl_ComponentTypeFloat16NV, pages, uint64_t(${PAGE}) << 30, gl_ComponentTypeFloat16NV, ${SIDE}, ${SIDE}, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, ${LINE});
            coopVecStoreNV(v, plain, lane * ${LINE});\
        """,
        "API-64B-002");

    private final String code;
    private final List<String> checks;

    FarForm(String code, String... own) {
      this.code = code;
      this.checks = Stream.concat(Stream.of(own), Stream.of("API-64B-001")).toList();
    }

    boolean isTensor() {
      return this == TENSOR_LOAD || this == TENSOR_STORE;
    }

    boolean isVector() {
      return this == VECTOR_LOAD || this == VECTOR_STORE || this == VECTOR_PRODUCT;
    }

    /** The feature that it needs beside. */
    String feature() {
      return isTensor()
          ? TestedSystem.Feature.TENSORS
          : isVector() ? TestedSystem.Feature.VECTOR : ComponentSupport.SYSTEM_FEATURE;
    }

    String extensions() {
      return isTensor() || isVector()
          ? "#extension %s : require".formatted(TestedSystem.ofFeature(feature()).glslExtension())
          : "";
    }

    /** No text bounds sums of floats, exact ones neither, and the factors have many bits. */
    Rule rule() {
      String[] all = checks.toArray(String[]::new);
      return this == VECTOR_PRODUCT ? Rule.quality(all) : Rule.must(all);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public FarFamily() {}

  @Override
  public String name() {
    return "khr.far";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("its buffers of several GiB are what it is about");
  }

  @Override
  protected List<String> features() {
    return Stream.concat(SubmissionPath.FAR_PAGES.features().stream(), Stream.of(INT64)).toList();
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(FarForm.values())
        .flatMap(form -> form.checks.stream())
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(FarForm.values())
        .flatMap(
            form ->
                report.has(form.feature())
                    ? types(report, form)
                        .map(
                            type ->
                                Case.of(
                                        "%s.%s.%s".formatted(name(), form, type.label()),
                                        form.checks,
                                        () -> plan(report, form, type))
                                    .formed(form))
                    : Stream.of(
                        Case.unsupported(name() + "." + form, form.checks, lacks(form.feature()))));
  }

  /** The first of each use; vectors are of 16-bit floats. */
  private static Stream<MatrixType> types(DeviceReport report, FarForm form) {
    Set<Object> uses = new HashSet<>();
    return report.matrixTypes().stream()
        .filter(type -> type.scope() == Scope.SUBGROUP)
        .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
        .filter(type -> !form.isVector() || type.component() == ComponentType.FLOAT16)
        .filter(type -> uses.add(form.isVector() ? form : type.use()));
  }

  private static Plan plan(DeviceReport report, FarForm form, MatrixType type) {
    ComponentType component = type.component();
    String glsl =
        ShaderTemplate.of("khr/pages.comp")
            .with(
                "EXTENSIONS",
                (ComponentSupport.extension(component) + "\n" + form.extensions()).strip())
            .with("LOCAL_SIZE", report.subgroup().size())
            .with("COMPONENT", component.glsl(1))
            .with("PITCH", FarPages.DISTANCE / component.bytes())
            .with("MAIN", form.code)
            .with("ROWS", type.rows())
            .with("COLUMNS", type.columns())
            .with("USE", type.use().glsl())
            .with("SIDE", SIDE)
            .with("LINE", SIDE * component.bytes())
            .with("PAGE", PAGE)
            .text();
    return new ShaderPlan(
        Shader.of(glsl, OptionalInt.of(report.subgroup().size()), 0, "pages", "plain")
            .with(Shader.Target.USUAL.by(SubmissionPath.FAR_PAGES)),
        List.of(
            new Subcase(
                "distinct",
                seed ->
                    trial(
                        form,
                        type,
                        report.subgroup().size(),
                        InputPatterns.random(seed, form + type.label())))));
  }

  private static Trial trial(FarForm form, MatrixType type, int lanes, SplittableRandom random) {
    ComponentType component = type.component();
    boolean byRows = form != FarForm.LOAD_COLUMNS;
    int lines = form.isVector() ? lanes : byRows ? type.rows() : type.columns();
    int length = form.isVector() ? SIDE : byRows ? type.columns() : type.rows();
    byte[] pages =
        InputPatterns.fill(
            component,
            Math.max(PAGE + 1, lines) * FarPages.BYTES,
            InputPatterns.distinct(component, random));
    byte[] plain =
        form == FarForm.VECTOR_PRODUCT
            ? InputPatterns.fill(
                component,
                lines * length * component.bytes(),
                _ -> InputPatterns.encode(component, random.nextInt(1, 100)))
            : InputPatterns.fill(
                component,
                lines * length * component.bytes(),
                InputPatterns.distinct(component, random));
    if (form == FarForm.VECTOR_PRODUCT) {
      turn(pages, PAGE, 3, component);
      turn(pages, PAGE % 4, 1, component);
    }
    ExpectedContents far = new ExpectedContents(pages);
    ExpectedContents near = new ExpectedContents(plain);
    Rule rule = form.rule();
    int width = component.bytes();
    for (int line = 0; line < lines; line++) {
      for (int at = 0; at < length; at++) {
        int there = line * FarPages.BYTES + at * width;
        int here = (line * length + at) * width;
        switch (form) {
          case STORE, TENSOR_STORE, VECTOR_STORE ->
              far.put(there, component, LittleEndian.get(plain, here, width), rule);
          case VECTOR_PRODUCT ->
              near.put(
                  here,
                  component,
                  LittleEndian.get(plain, (line * length + (at + 3) % SIDE) * width, width),
                  rule);
          default -> near.put(here, component, LittleEndian.get(pages, there, width), rule);
        }
      }
    }
    return TrialWriter.on(1).result(far).result(near).trial();
  }

  /** Puts a matrix into a page that turns vectors by so many components. */
  private static void turn(byte[] pages, int page, int by, ComponentType component) {
    int width = component.bytes();
    for (int row = 0; row < SIDE; row++) {
      for (int column = 0; column < SIDE; column++) {
        LittleEndian.put(
            pages,
            page * FarPages.BYTES + (row * SIDE + column) * width,
            width,
            InputPatterns.encode(component, column == (row + by) % SIDE ? 1 : 0));
      }
    }
  }
}
