// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.LaunchShape;
import coopcts.cases.MatrixArray;
import coopcts.cases.Profile;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.TensorAccess;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Tensor loads or stores without decode functions: layouts, views, clamps and clips of {@link
 * TensorPatterns}, with numbers written down or read at run time, for every type, use and scope.
 */
abstract class TensorFamily extends Nv2Family {

  /** Bytes before the first tensor and behind the last. */
  private static final int GUARD_BYTES = 64;

  /** The push constant that is added to numbers. */
  private static final String ZERO = "zero";

  /** The binding of the tensors. */
  static final int TENSORS = 0;

  /** Patterns of which every kind of matrix meets one in every run. */
  private static final List<String> COMMON =
      List.of(
          "slice",
          "four",
          "inner_stride",
          "strided_slice",
          "sliced_twice",
          "constant_value",
          "edge_three",
          "repeat_around",
          "mirror_viewed",
          "view_transposed",
          "view_four",
          "clip",
          "clip_permuted");

  /** How a program gets its numbers and its memory. */
  enum TensorForm {
    LITERAL,
    RUN_TIME("CM2-LAYOUT-013") {
      @Override
      Index zero() {
        return Index.push(ZERO);
      }
    },
    /** The array is of 32-bit words, whatever the component type is. */
    WORDS("CM2-TLD-006") {
      @Override
      ComponentType element(ComponentType component) {
        return ComponentType.UINT32;
      }
    };

    private final List<String> loads;

    TensorForm(String... loads) {
      this.loads = List.of(loads);
    }

    /** What is added to the layout's numbers: nothing that is known before the run. */
    Index zero() {
      return Index.of(0);
    }

    /** What the array of the tensor's bytes is declared to hold. */
    ComponentType element(ComponentType component) {
      return component;
    }

    /** What it shows of loads. */
    List<String> loads() {
      return loads;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is done with a matrix. */
  record Variant(TensorPattern pattern, TensorForm form) {
    @Override
    public String toString() {
      return pattern + "." + form;
    }
  }

  /** How many of all pairs of matrix and variant are tried. */
  abstract VariantShare share();

  /** Whether the patterns can be tried. */
  abstract boolean takes(TensorPattern pattern);

  /**
   * What a case can fail by.
   *
   * @param places where elements of its matrix lie
   */
  abstract List<String> checks(Variant one, Set<Where> places);

  /** What the program does with the tensors. */
  abstract Array.Access access();

  /** Matrices in memory beside the tensor, of which the first one's is loaded. */
  abstract List<MatrixArray> slots(Matrix matrix);

  /** What is done between the first slot and the last. */
  abstract List<Operation> body(List<MatrixArray> slots, Tensor tensor);

  /** What the oracle expects, under the rules of a case. */
  abstract Expectation named(Variant one, Tensor tensor, Expectation expected);

  @Override
  protected final List<String> features() {
    return List.of("cooperativeMatrixTensorAddressing");
  }

  @Override
  public final List<String> assertions() {
    return variants()
        .flatMap(one -> checks(one, one.pattern.places()).stream())
        .distinct()
        .toList();
  }

  private Stream<Variant> variants() {
    return TensorPatterns.all().stream()
        .filter(this::takes)
        .flatMap(
            pattern -> Arrays.stream(TensorForm.values()).map(form -> new Variant(pattern, form)));
  }

  @Override
  protected final Stream<Case> supported(DeviceReport report, Profile profile) {
    boolean blocks = report.has("cooperativeMatrixBlockLoads");
    List<Variant> variants =
        variants().filter(one -> blocks || !one.pattern.any().hasBlocks()).toList();
    List<Variant> common =
        variants.stream()
            .filter(one -> one.form == TensorForm.LITERAL && COMMON.contains(one.pattern.name()))
            .toList();
    return share()
        .pairs(profile, name(), ScopedType.all(report), variants, (_, _) -> true, common)
        .map(
            pair ->
                Case.of(
                    "%s.%s.%s".formatted(name(), pair.kind(), pair.variant()),
                    checks(pair.variant(), pair.variant().pattern.places(pair.kind().type())),
                    () -> plan(report, pair.kind(), pair.variant())));
  }

  private Plan plan(DeviceReport report, ScopedType kind, Variant one) {
    Tensor tensor = new Tensor(kind, one, access());
    List<MatrixArray> slots = slots(tensor.matrix);
    List<Array> arrays = new ArrayList<>(List.of(tensor.array));
    slots.forEach(slot -> arrays.addAll(slot.arrays()));
    LaunchShape shape = kind.shape(report);
    Program program =
        new Program(
            shape.scope(), shape.instances(), shape.instanceSize(), arrays, body(slots, tensor));
    return Plan.of(
        program,
        List.of(
            new ProgramSubcase("distinct", List.of(), seed -> inputs(one, tensor, slots, seed))
                .naming(expected -> named(one, tensor, expected))));
  }

  private static Inputs inputs(Variant one, Tensor tensor, List<MatrixArray> slots, long seed) {
    SplittableRandom random = InputPatterns.random(seed, one.pattern.name());
    Map<String, Integer> push = new LinkedHashMap<>(tensor.push());
    List<byte[]> buffers = new ArrayList<>(List.of(tensor.bytes(random)));
    for (MatrixArray slot : slots) {
      MatrixPlacement placement = LaunchShape.natural(slot, tensor.kind.perWorkgroup());
      slot.push(push, placement);
      buffers.add(slot.distinct(placement, random));
    }
    return new Inputs(push, buffers, ScopedType.WORKGROUPS);
  }

  /** The tensors of one case: one for each instance, between guards, in the first buffer. */
  static final class Tensor {
    private final ScopedType kind;
    private final TensorLayout layout;
    private final Index zero;
    private final TensorAccess access;
    private final Matrix matrix;
    private final Array array;
    private final int tileBytes;

    private Tensor(ScopedType kind, Variant one, Array.Access access) {
      MatrixType type = kind.type();
      this.kind = kind;
      this.layout = one.pattern.at(type.rows(), type.columns());
      this.zero = one.form.zero();
      this.access = new TensorAccess(type, layout);
      this.matrix = new Matrix("m", type);
      Pointee element = Pointee.scalar(one.form.element(type.component()));
      this.array = Array.buffer("tensor", element, access);
      int bytes = Math.toIntExact(this.access.reach() * type.component().bytes());
      this.tileBytes = Math.ceilDiv(bytes, 16) * 16 + 16;
    }

    MatrixType type() {
      return kind.type();
    }

    /** Where an element of the matrix lies. */
    Where where(int element) {
      return Where.of(access.place(element));
    }

    private Index element() {
      return Index.push("tensorElement").plus(new Index.Instance().times(Index.push("tensorTile")));
    }

    Operation load() {
      return new TensorOperation.LoadTensor(
          matrix, array, element(), layout, zero, Optional.empty());
    }

    Operation store() {
      return new TensorOperation.StoreTensor(matrix, array, element(), layout, zero);
    }

    private Map<String, Integer> push() {
      int unit = array.pointee().bytes();
      return Map.of("tensorElement", GUARD_BYTES / unit, "tensorTile", tileBytes / unit, ZERO, 0);
    }

    private byte[] bytes(SplittableRandom random) {
      ComponentType component = type().component();
      return InputPatterns.fill(
          component,
          2 * GUARD_BYTES + kind.instances() * tileBytes,
          InputPatterns.distinct(component, random));
    }
  }
}
