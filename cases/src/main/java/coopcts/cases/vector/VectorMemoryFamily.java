// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.cases.ShaderTemplate;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.MatrixNumbers;
import coopcts.oracle.Rule;
import coopcts.oracle.Sum;
import coopcts.oracle.Tier;
import coopcts.oracle.VectorProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Vectors in shared memory and matrices, vectors and results in buffers that are reached by their
 * address or have arrays of a declared size.
 */
public final class VectorMemoryFamily extends VectorFamily {

  /** Rows and columns of the matrices. */
  private static final int SIDE = 16;

  /** How the arrays of a form are reached. */
  private enum Access {
    UNSIZED,
    SIZED,
    BY_ADDRESS
  }

  /** What becomes of the vectors. */
  private enum MemoryWork {
    COPY(16, 5, 31),
    /** The product with a matrix, where every partial sum is exact. */
    PRODUCT(SIDE);

    private final List<Integer> lengths;

    MemoryWork(Integer... lengths) {
      this.lengths = List.of(lengths);
    }

    List<ComponentType> types(DeviceReport report) {
      return switch (this) {
        case COPY -> VectorFamily.types(report);
        case PRODUCT -> List.of(ComponentType.FLOAT16);
      };
    }
  }

  private static final String PRODUCT =
      "VECTOR y; coopVecMatMulNV(y, v, gl_ComponentTypeFloat16NV, %s, 0, gl_ComponentTypeFloat16NV,"
          + " N, N, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);";

  private enum VectorMemoryForm {
    SHARED(
        MemoryWork.COPY,
        Access.UNSIZED,
        "const uint local = gl_LocalInvocationIndex;"
            + " coopVecLoadNV(v, source, lane * STRIDE); coopVecStoreNV(v, staged, local * STRIDE);"
            + " barrier(); coopVecLoadNV(v, staged, (local + 1) % LOCAL * STRIDE);"
            + " coopVecStoreNV(v, result, lane * STRIDE);",
        "CV-ST-003",
        "CV-LD-003") {
      @Override
      String staged(int elements) {
        return "shared T staged[%d];".formatted(elements);
      }

      @Override
      int source(int lane) {
        return lane / LOCAL_SIZE * LOCAL_SIZE + (lane % LOCAL_SIZE + 1) % LOCAL_SIZE;
      }

      @Override
      Set<Case.Trait> traits() {
        return Set.of(Case.Trait.SHARES_MEMORY);
      }
    },
    REFERENCE(
        MemoryWork.COPY,
        Access.BY_ADDRESS,
        "coopVecLoadNV(v, addresses.from.elements, lane * STRIDE);"
            + " coopVecStoreNV(v, addresses.to.elements, lane * STRIDE);",
        "CV-LD-003") {
      @Override
      boolean storesToAddress() {
        return true;
      }
    },
    SIZED(
        MemoryWork.COPY,
        Access.SIZED,
        "coopVecLoadNV(v, source, lane * STRIDE); coopVecStoreNV(v, result, lane * STRIDE);",
        "CV-LD-003"),
    PRODUCT_REFERENCE(
        MemoryWork.PRODUCT,
        Access.BY_ADDRESS,
        "coopVecLoadNV(v, source, lane * STRIDE); "
            + PRODUCT.formatted("addresses.by.elements")
            + " coopVecStoreNV(y, result, lane * STRIDE);",
        "CV-MUL-013",
        "CV-MUL-017"),
    PRODUCT_SIZED(
        MemoryWork.PRODUCT,
        Access.SIZED,
        "coopVecLoadNV(v, source, lane * STRIDE); "
            + PRODUCT.formatted("matrix")
            + " coopVecStoreNV(y, result, lane * STRIDE);",
        "CV-MUL-013",
        "CV-MUL-017");

    private final MemoryWork work;
    private final Access access;
    private final String code;
    private final List<String> checks;

    VectorMemoryForm(MemoryWork work, Access access, String code, String... checks) {
      this.work = work;
      this.access = access;
      this.code = code;
      this.checks = List.of(checks);
    }

    /** Of a component that was moved. */
    Rule rule() {
      return new Rule(Tier.MUST, checks);
    }

    /** Of a component of a product. */
    Rule rule(Tier tier) {
      List<String> all = new ArrayList<>(checks);
      all.add(PRODUCTS);
      return Rule.product(tier, all);
    }

    /** What a case of a type can fail by. */
    List<String> all(ComponentType type) {
      List<String> all = new ArrayList<>(checks);
      all.add(NEIGHBOURS);
      if (work == MemoryWork.PRODUCT) {
        all.add(PRODUCTS);
      }
      if (work == MemoryWork.COPY && type.isFloat()) {
        all.add(PATTERNS);
      }
      return all;
    }

    /** The declaration of shared memory with so many elements, where there is any. */
    String staged(int elements) {
      return "";
    }

    /** The invocation whose vector another one takes. */
    int source(int lane) {
      return lane;
    }

    boolean storesToAddress() {
      return false;
    }

    Set<Case.Trait> traits() {
      return Set.of();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public VectorMemoryFamily() {}

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
    return Stream.concat(
            Arrays.stream(VectorMemoryForm.values()).flatMap(form -> form.checks.stream()),
            Stream.of(NEIGHBOURS, PATTERNS, PRODUCTS))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(VectorMemoryForm.values())
        .flatMap(
            form ->
                form.work.types(report).stream()
                    .flatMap(
                        type -> form.work.lengths.stream().map(length -> of(form, type, length))));
  }

  private Case of(VectorMemoryForm form, ComponentType type, int length) {
    return Case.of(
            "%s.%s.%s.%d".formatted(name(), form, type, length),
            form.all(type),
            () -> plan(form, type, length))
        .formed(form)
        .with(form.traits());
  }

  private static Plan plan(VectorMemoryForm form, ComponentType type, int length) {
    int stride = stride(type, length);
    int elements = ALL * stride / type.bytes();
    boolean sized = form.access == Access.SIZED;
    String glsl =
        ShaderTemplate.of("vector/memory.comp")
            .with("LOCAL_SIZE", LOCAL_SIZE)
            .with("COMPONENT", type.glsl(1))
            .with("N", length)
            .with("SOURCE_LENGTH", sized ? elements : "")
            .with("RESULT_LENGTH", sized ? elements : "")
            .with("MATRIX_LENGTH", sized ? SIDE * SIDE : "")
            .with("SHARED", form.staged(LOCAL_SIZE * stride / type.bytes()))
            .with(
                "MAIN",
                form.code
                    .replace("STRIDE", Integer.toString(stride))
                    .replace("LOCAL", Integer.toString(LOCAL_SIZE)))
            .text();
    Shader shader = shader(glsl, 0, "source", "result", "matrix", "addresses");
    return new ShaderPlan(
        form.access == Access.BY_ADDRESS ? shader.addressing("from", "to", "by") : shader,
        List.of(
            new Subcase(
                "values",
                seed ->
                    trial(form, type, length, InputPatterns.random(seed, form + type.label())))));
  }

  private static Trial trial(
      VectorMemoryForm form, ComponentType type, int length, SplittableRandom random) {
    int stride = stride(type, length);
    byte[] source =
        InputPatterns.fill(
            type,
            ALL * stride,
            switch (form.work) {
              case COPY -> InputPatterns.distinct(type, random);
              case PRODUCT -> InputPatterns.integers(type, -2, 3, random);
            });
    byte[] matrix =
        InputPatterns.fill(
            type, SIDE * SIDE * type.bytes(), InputPatterns.integers(type, -2, 3, random));
    byte[] before = new byte[ALL * stride];
    ExpectedContents result = new ExpectedContents(before);
    for (int lane = 0; lane < ALL; lane++) {
      int at = form.source(lane) * stride;
      switch (form.work) {
        case COPY -> {
          long[] components = VectorProduct.components(source, at, type, length);
          for (int i = 0; i < length; i++) {
            Rule rule = moved(type, components[i], form.rule());
            result.put(lane * stride + i * type.bytes(), type, components[i], rule);
          }
        }
        case PRODUCT -> {
          Sum[] sums =
              VectorProduct.of(
                  MatrixNumbers.read(matrix, 0, dense(type)),
                  VectorProduct.numbers(source, at, type, SIDE));
          for (int i = 0; i < length; i++) {
            Rule rule = form.rule(sums[i].tier(type));
            result.put(lane * stride + i * type.bytes(), type, sums[i].in(type), rule);
          }
        }
      }
    }
    Expectation.Buffer after = result.buffer().untouchedBy(Rule.must(NEIGHBOURS));
    Expectation.Buffer kept = ExpectedContents.untouched(before);
    byte[] addresses = new byte[32];
    TrialWriter trials =
        TrialWriter.on(WORKGROUPS)
            .input(source)
            .buffer(before, form.storesToAddress() ? kept : after)
            .input(matrix)
            .input(addresses);
    if (form.access == Access.BY_ADDRESS) {
      trials
          .addressed(source, ExpectedContents.untouched(source), 3, 0)
          .addressed(before, form.storesToAddress() ? after : kept, 3, 8)
          .addressed(matrix, ExpectedContents.untouched(matrix), 3, 16);
    }
    return trials.trial();
  }

  private static VectorMatrix dense(ComponentType type) {
    return new VectorMatrix(type, SIDE, SIDE, Layout.ROW_MAJOR, (long) SIDE * type.bytes());
  }
}
