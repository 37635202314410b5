// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
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
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.StoreVector;
import java.util.ArrayList;
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

  /** How often a place is loaded that changes. */
  private static final int TURNS = 2;

  private enum VectorMemoryForm {
    SHARED(MemoryWork.COPY, Access.UNSIZED, "CV-ST-003", "CV-LD-003") {
      @Override
      List<Operation> body(Arrays of) {
        Index local = new Index.LocalInstance();
        Index stride = Index.of(of.stride());
        return List.of(
            new LoadVector(of.vector, of.source, of.own()),
            new StoreVector(of.vector, of.staged, local.times(stride)),
            new Operation.Barrier(),
            new LoadVector(
                of.vector, of.staged, local.plus(Index.of(1)).modulo(LOCAL_SIZE).times(stride)),
            new StoreVector(of.vector, of.result, of.own()));
      }

      @Override
      Stream<Array> more(Arrays of) {
        return Stream.of(of.staged);
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
    REFERENCE(MemoryWork.COPY, Access.BY_ADDRESS, "CV-LD-003") {
      @Override
      List<Operation> body(Arrays of) {
        return List.of(
            new LoadVector(of.vector, of.from, of.own()),
            new StoreVector(of.vector, of.to, of.own()));
      }

      @Override
      boolean storesToAddress() {
        return true;
      }
    },
    SIZED(MemoryWork.COPY, Access.SIZED, "CV-LD-003") {
      @Override
      List<Operation> body(Arrays of) {
        return List.of(
            new LoadVector(of.vector, of.source, of.own()),
            new StoreVector(of.vector, of.result, of.own()));
      }
    },
    /** A place that holds another vector when a loop's next turn loads it again. */
    AGAIN(MemoryWork.COPY, Access.UNSIZED, "CV-LD-001", "CV-ST-002") {
      @Override
      List<Operation> body(Arrays of) {
        return of.again(of.keeping("kept"));
      }

      @Override
      Stream<Array> more(Arrays of) {
        return Stream.of(of.keeping("kept"));
      }

      @Override
      int turns() {
        return TURNS;
      }
    },
    AGAIN_REFERENCE(MemoryWork.COPY, Access.BY_ADDRESS, "CV-LD-003", "CV-LD-001", "CV-ST-002") {
      @Override
      List<Operation> body(Arrays of) {
        return of.again(of.keeping("to").addressed());
      }

      @Override
      Stream<Array> more(Arrays of) {
        return Stream.of(of.from, of.keeping("to").addressed(), of.by);
      }

      @Override
      int turns() {
        return TURNS;
      }
    },
    PRODUCT_REFERENCE(MemoryWork.PRODUCT, Access.BY_ADDRESS, "CV-MUL-013", "CV-MUL-017") {
      @Override
      List<Operation> body(Arrays of) {
        return of.product(of.by);
      }
    },
    PRODUCT_SIZED(MemoryWork.PRODUCT, Access.SIZED, "CV-MUL-013", "CV-MUL-017") {
      @Override
      List<Operation> body(Arrays of) {
        return of.product(of.matrix);
      }
    };

    private final MemoryWork work;
    private final Access access;
    private final List<String> checks;

    VectorMemoryForm(MemoryWork work, Access access, String... checks) {
      this.work = work;
      this.access = access;
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

    abstract List<Operation> body(Arrays of);

    /** Arrays of the form's own. */
    Stream<Array> more(Arrays of) {
      return access == Access.BY_ADDRESS ? Stream.of(of.from, of.to, of.by) : Stream.of();
    }

    /** The invocation whose vector another one takes. */
    int source(int lane) {
      return lane;
    }

    /** How often each invocation keeps another one's vector, and leaves what it kept. */
    int turns() {
      return 1;
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
            Stream.of(VectorMemoryForm.values()).flatMap(form -> form.checks.stream()),
            Stream.of(NEIGHBOURS, PATTERNS, PRODUCTS))
        .distinct()
        .toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Stream.of(VectorMemoryForm.values())
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

  /**
   * The arrays that there may be.
   *
   * @param vector of each invocation
   * @param by the matrix's, by its address
   */
  private record Arrays(
      Matrix vector,
      Array source,
      Array result,
      Array matrix,
      Array staged,
      Array from,
      Array to,
      Array by) {

    static Arrays of(ComponentType type, int length, boolean sized) {
      Pointee pointee = Pointee.scalar(type);
      int elements = VectorFamily.stride(type, length) / type.bytes();
      int all = sized ? ALL * elements : 0;
      return new Arrays(
          VectorFamily.vector("v", type, length),
          buffer("source", pointee, all, Array.Access.READ),
          buffer("result", pointee, all, Array.Access.WRITE),
          buffer("matrix", pointee, sized ? SIDE * SIDE : 0, Array.Access.READ),
          Array.shared("staged", pointee, LOCAL_SIZE * elements),
          buffer("from", pointee, 0, Array.Access.READ).addressed(),
          buffer("to", pointee, 0, Array.Access.WRITE).addressed(),
          buffer("by", pointee, 0, Array.Access.READ).addressed());
    }

    private static Array buffer(String name, Pointee pointee, int length, Array.Access access) {
      return new Array(name, pointee, Array.Storage.BUFFER, length, access);
    }

    int stride() {
      return VectorFamily.stride(vector.type().component(), vector.type().rows());
    }

    Index own() {
      return LANE.times(Index.of(stride()));
    }

    /** A buffer in which vectors are kept. */
    Array keeping(String name) {
      Pointee pointee = Pointee.scalar(vector.type().component());
      return buffer(name, pointee, 0, Array.Access.READ_WRITE);
    }

    /** Turn by turn another invocation's vector is kept, and what was kept left as a result. */
    List<Operation> again(Array kept) {
      Index turn = new Index.Counter("turn");
      Index stride = Index.of(stride());
      Index other = LANE.plus(turn).modulo(ALL).times(stride);
      Index left = LANE.plus(turn.times(Index.of(ALL))).times(stride);
      return List.of(
          new Operation.Repeat(
              "turn",
              Index.of(TURNS),
              List.of(
                  new LoadVector(vector, source, other),
                  new StoreVector(vector, kept, own()),
                  new LoadVector(vector, kept, own()),
                  new StoreVector(vector, result, left))));
    }

    List<Operation> product(Array with) {
      Matrix y = new Matrix("y", vector.type());
      return List.of(
          new LoadVector(vector, source, own()),
          VectorFamily.product(y, vector, dense(vector.type().component()), with),
          new StoreVector(y, result, own()));
    }
  }

  private static Plan plan(VectorMemoryForm form, ComponentType type, int length) {
    Arrays of = Arrays.of(type, length, form.access == Access.SIZED);
    return ShaderPlan.judgedApart(
        program(
            Stream.concat(Stream.of(of.source, of.result, of.matrix), form.more(of)).toList(),
            form.body(of)),
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
    ExpectedContents kept = new ExpectedContents(before);
    ExpectedContents result = new ExpectedContents(new byte[form.turns() * before.length]);
    for (int n = 0; n < ALL * form.turns(); n++) {
      int lane = n % ALL;
      int at = (form.source(lane) + n / ALL) % ALL * stride;
      switch (form.work) {
        case COPY -> {
          long[] components = VectorProduct.components(source, at, type, length);
          for (int i = 0; i < length; i++) {
            Rule rule = moved(type, components[i], form.rule());
            result.put(n * stride + i * type.bytes(), type, components[i], rule);
            if (n >= ALL * (form.turns() - 1)) {
              kept.put(lane * stride + i * type.bytes(), type, components[i], rule);
            }
          }
        }
        case PRODUCT -> {
          Sum[] sums =
              VectorProduct.of(
                  MatrixNumbers.read(matrix, 0, dense(type)),
                  VectorProduct.numbers(source, at, type, SIDE));
          for (int i = 0; i < length; i++) {
            Rule rule = form.rule(sums[i].tier(type));
            result.put(n * stride + i * type.bytes(), type, sums[i].in(type), rule);
          }
        }
      }
    }
    Rule neighbours = Rule.must(NEIGHBOURS);
    Expectation.Buffer left = ExpectedContents.untouched(before);
    Expectation.Buffer stored = kept.buffer().untouchedBy(neighbours);
    TrialWriter trials = TrialWriter.on(WORKGROUPS).input(source);
    if (form.storesToAddress()) {
      trials.buffer(before, left);
    } else {
      trials.result(result, neighbours);
    }
    trials.input(matrix);
    if (form == VectorMemoryForm.AGAIN) {
      trials.buffer(before, stored);
    }
    if (form.access == Access.BY_ADDRESS) {
      boolean isStored = form.storesToAddress() || form.turns() > 1;
      trials
          .input(new byte[24])
          .addressed(source, ExpectedContents.untouched(source), 3, 0)
          .addressed(before, isStored ? stored : left, 3, 8)
          .addressed(matrix, ExpectedContents.untouched(matrix), 3, 16);
    }
    return trials.trial();
  }

  private static VectorMatrix dense(ComponentType type) {
    return new VectorMatrix(type, SIDE, SIDE, Layout.ROW_MAJOR, (long) SIDE * type.bytes());
  }
}
