// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.cases.ComponentSupport;
import coopcts.cases.forms.Work.Numbers;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import coopcts.model.Use;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Direction;
import coopcts.program.Fold;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorOperation;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** An operation that is tried in every form, with the types that it takes. */
enum FormedOperation {
  LOAD(true, List.of(), "KHR-LOAD-018", "KHR-STORE-003", "KHR-STORE-010") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return matrices(report).map(type -> kind(type, loaded(type)));
    }
  },
  STORE(true, List.of(), "KHR-STORE-003", "KHR-STORE-010") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return matrices(report).map(type -> kind(type, stored(type)));
    }
  },
  MUL_ADD(false, List.of(), "KHR-MULADD-001", "KHR-MULADD-009", "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return report.matrixProperties().stream()
          .filter(FormedOperation::isExact)
          .filter(row -> isOffered(report, row.a(), row.b(), row.c()))
          .map(
              row ->
                  new Kind(
                      row.label(),
                      _ ->
                          new Work(
                              products(row),
                              Optional.of(result(row.typeResult())),
                              List.of(),
                              Numbers.INTEGERS,
                              (of, result, _) -> List.of(mulAdd(result, of, row.saturating())))));
    }
  },
  ADD(false, List.of(), "KHR-OP-001", "KHR-OP-005", "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return calculating(report)
          .map(
              type ->
                  kind(
                      type,
                      _ ->
                          two(
                              type,
                              (of, result, _) ->
                                  List.of(
                                      new Operation.Binary(
                                          result,
                                          BinaryOperator.ADD,
                                          of.get(0),
                                          of.get(1),
                                          false)))));
    }
  },
  CONVERT(false, List.of(), "KHR-CONV-013", "KHR-CONV-015", "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return matrices(report)
          .flatMap(
              from ->
                  matrices(report)
                      .filter(to -> !to.equals(from) && to.with(from.component()).equals(from))
                      .filter(to -> !isCast(from.component(), to.component()))
                      .filter(to -> holds(to.component()) || !holds(from.component()))
                      .map(
                          to ->
                              new Kind(
                                  from.label() + "_" + to.component(),
                                  _ ->
                                      new Work(
                                          List.of(source("source", from)),
                                          Optional.of(result(to)),
                                          List.of(),
                                          Numbers.INTEGERS,
                                          (of, result, _) ->
                                              List.of(
                                                  new Operation.Convert(result, of.getFirst()))))));
    }
  },
  COMPONENT(false, List.of(), "KHR-COMP-002", "KHR-OP-001", "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return calculating(report)
          .map(
              type ->
                  kind(
                      type,
                      _ ->
                          two(
                              type,
                              (of, result, _) ->
                                  List.of(
                                      new Operation.EachComponent(
                                          result,
                                          new ComponentValue.Combined(
                                              BinaryOperator.ADD, of.get(0), of.get(1)))))));
    }
  },
  /** The same operands without saturation and with it. */
  MUL_ADD_FLAGS(Fused.YES, List.of(), "KHR-SAT-001", "KHR-SAT-002", "KHR-MULADD-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return report.matrixProperties().stream()
          .filter(row -> isExact(row) && row.saturating())
          .filter(row -> report.matrixProperties().contains(unsaturated(row)))
          .filter(row -> isOffered(report, row.a(), row.b(), row.c()))
          .map(
              row -> {
                Tiles plain =
                    new Tiles(buffer("plain", row.result(), Access.READ_WRITE), row.typeResult());
                return new Kind(
                    row.label(),
                    _ ->
                        new Work(
                            products(row),
                            Optional.of(result(row.typeResult())),
                            List.of(plain),
                            Numbers.EDGES,
                            (of, result, n) -> {
                              Matrix wrapped = new Matrix(result.name() + "plain", result.type());
                              return List.of(
                                  mulAdd(wrapped, of, false),
                                  mulAdd(result, of, true),
                                  plain.store(wrapped, n));
                            }));
              });
    }
  },
  /** A product straight into a conversion. */
  MUL_ADD_CONVERT(Fused.YES, List.of(), "KHR-MULADD-009", "KHR-CONV-013") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return report.matrixProperties().stream()
          .filter(FormedOperation::isExact)
          .filter(row -> isOffered(report, row.a(), row.b(), row.c()))
          .flatMap(
              row ->
                  matrices(report)
                      .filter(to -> !to.equals(row.typeResult()) && isExact(to.component()))
                      .filter(to -> to.with(row.result()).equals(row.typeResult()))
                      .filter(to -> holds(to.component()) || !holds(row.result()))
                      .map(
                          to ->
                              new Kind(
                                  row.label() + "." + to.component(),
                                  _ ->
                                      new Work(
                                          products(row),
                                          Optional.of(result(to)),
                                          List.of(),
                                          Numbers.INTEGERS,
                                          (of, result, _) -> {
                                            Matrix product =
                                                new Matrix(
                                                    result.name() + "product", row.typeResult());
                                            return List.of(
                                                mulAdd(product, of, row.saturating()),
                                                new Operation.Convert(result, product));
                                          }))));
    }
  },
  REDUCE(false, List.of("cooperativeMatrixReductions"), "CM2-RED-006", "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return calculating(report)
          .filter(type -> type.use() == Use.ACCUMULATOR && isExact(type.component()))
          .map(
              type ->
                  kind(
                      type,
                      _ ->
                          new Work(
                              List.of(source("source", type)),
                              Optional.of(result(type)),
                              List.of(),
                              Numbers.INTEGERS,
                              (of, result, _) ->
                                  List.of(
                                      new Operation.Reduce(
                                          result, of.getFirst(), Direction.ROW, Fold.SUM)))));
    }
  },
  TENSOR_LOAD(true, List.of(TestedSystem.Feature.TENSORS), "CM2-TLD-001", "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return matrices(report).map(type -> kind(type, tensor(type, false)));
    }
  },
  TENSOR_STORE(
      true, List.of(TestedSystem.Feature.TENSORS), "CM2-TST-001", "CM2-TST-002", "KHR-LOAD-018") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return matrices(report)
          .map(
              type ->
                  kind(
                      type,
                      form -> {
                        Tiles to = result(type).reached(form);
                        return new Work(
                            List.of(source("source", type)),
                            Optional.empty(),
                            List.of(to),
                            Numbers.DISTINCT,
                            (of, _, n) ->
                                List.of(
                                    new TensorOperation.StoreTensor(
                                        of.getFirst(),
                                        to.array(),
                                        to.at(n),
                                        lines(to),
                                        Index.of(0))));
                      }));
    }
  },
  DECODE(
      true,
      List.of(TestedSystem.Feature.TENSORS, "cooperativeMatrixBlockLoads", "bufferDeviceAddress"),
      "CM2-DEC-001",
      "KHR-STORE-003") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return calculating(report)
          .filter(type -> type.columns() % BLOCK == 0)
          .map(type -> kind(type, tensor(type, true)));
    }
  },
  VECTOR_LOAD(true, List.of(), "CV-LD-001", "CV-LD-002", "CV-LD-004", "CV-ST-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return vectors(report, length).map(type -> kind(type, loaded(type)));
    }
  },
  VECTOR_STORE(true, List.of(), "CV-ST-001", "CV-ST-004") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return vectors(report, length).map(type -> kind(type, stored(type)));
    }
  },
  PRODUCT(true, List.of(), "CV-MUL-016", "CV-MUL-017", "CV-ST-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report).map(row -> new Kind(row.label(), product(row, length, false)));
    }
  },
  BIAS(true, List.of(), "CV-MUL-010", "CV-MUL-016", "CV-MUL-017", "CV-ST-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report).map(row -> new Kind(row.label(), product(row, length, true)));
    }
  },
  SUM(true, List.of("cooperativeVectorTraining"), "CV-RED-003", "CV-RED-004") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return trained(report)
          .map(component -> MatrixType.vector(component, length))
          .map(
              type ->
                  kind(
                      type,
                      form -> {
                        Weights sums =
                            new Weights(
                                    buffer("sums", type.component(), Access.READ_WRITE),
                                    line(type.component(), length))
                                .reached(form);
                        return new Work(
                            List.of(source("source", type)),
                            Optional.empty(),
                            List.of(sums),
                            Numbers.INTEGERS,
                            (of, _, n) ->
                                List.of(
                                    new VectorOperation.AddSum(
                                        of.getFirst(), sums.array(), sums.offset(n))));
                      }));
    }
  },
  OUTER(true, List.of("cooperativeVectorTraining"), "CV-OUT-003", "CV-OUT-004") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      MatrixType factor = MatrixType.vector(ComponentType.FLOAT16, length);
      return vectors(report, length).anyMatch(factor::equals)
          ? trained(report).map(component -> new Kind(component.label(), outer(factor, component)))
          : Stream.of();
    }
  },
  /** A product with its bias straight into a maximum. */
  BIAS_MAX(Fused.YES, List.of(), "CV-MUL-010", "CV-MUL-017", "CV-FN-006") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report)
          .map(
              row ->
                  new Kind(
                      row.label(),
                      _ -> {
                        Layer layer = Layer.of(row, "", LENGTH, DEPTH);
                        MatrixType type = MatrixType.vector(row.result(), LENGTH);
                        return new Work(
                            List.of(
                                source("source", MatrixType.vector(row.input(), DEPTH)),
                                source("other", type)),
                            Optional.of(result(type)),
                            List.of(layer.matrices(), layer.biases()),
                            Numbers.INTEGERS,
                            (of, result, n) -> {
                              Matrix y = new Matrix(result.name() + "y", type);
                              return List.of(
                                  layer.times(y, of.get(0), n, true),
                                  new VectorOperation.Apply(
                                      result, VectorFunction.MAX, List.of(y, of.get(1))));
                            });
                      }));
    }
  },
  /** A product with its bias straight into a conversion. */
  BIAS_CONVERT(Fused.YES, List.of(), "CV-MUL-010", "CV-MUL-017", "CV-CTOR-004") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report)
          .flatMap(
              row ->
                  vectors(report, LENGTH)
                      .filter(to -> to.component() != row.result() && isExact(to.component()))
                      .filter(to -> holds(to.component()) || !holds(row.result()))
                      .map(to -> new Kind(row.label() + "." + to.component(), converted(row, to))));
    }
  },
  /** A product straight into another one of other width. */
  PRODUCT_PRODUCT(Fused.YES, List.of(), "CV-MUL-017", "CV-MUL-028") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report)
          .filter(row -> row.input() == row.result() && row.inputInterpretation() == row.input())
          .map(
              row ->
                  new Kind(
                      row.label(),
                      _ -> {
                        Layer first = Layer.of(row, "", LENGTH, DEPTH);
                        Layer second = Layer.of(row, "Second", WIDTH, LENGTH);
                        return new Work(
                            List.of(source("source", MatrixType.vector(row.input(), DEPTH))),
                            Optional.of(result(MatrixType.vector(row.result(), WIDTH))),
                            List.of(first.matrices(), second.matrices(), second.biases()),
                            Numbers.INTEGERS,
                            (of, result, n) -> {
                              Matrix y =
                                  new Matrix(
                                      result.name() + "y", MatrixType.vector(row.result(), LENGTH));
                              return List.of(
                                  first.times(y, of.getFirst(), n, false),
                                  second.times(result, y, n, true));
                            });
                      }));
    }
  },
  /** A matrix and its bias, one behind the other in one buffer. */
  BIAS_BESIDE(Fused.YES, List.of(), "CV-MUL-010", "CV-MUL-011", "CV-MUL-017") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report)
          .filter(row -> row.biasInterpretation() == row.matrixInterpretation())
          .map(
              row ->
                  new Kind(
                      row.label(),
                      _ -> {
                        ComponentType component = row.matrixInterpretation();
                        Weights both =
                            new Weights(
                                buffer("weights", component, Access.READ),
                                VectorMatrix.rowMajor(component, LENGTH + 1, DEPTH));
                        return new Work(
                            List.of(source("source", MatrixType.vector(row.input(), DEPTH))),
                            Optional.of(result(MatrixType.vector(row.result(), LENGTH))),
                            List.of(both),
                            Numbers.INTEGERS,
                            (of, result, n) ->
                                List.of(
                                    new VectorOperation.Multiply(
                                        result,
                                        of.getFirst(),
                                        row,
                                        VectorMatrix.rowMajor(component, LENGTH, DEPTH),
                                        false,
                                        both.array(),
                                        both.offset(n),
                                        Optional.of(
                                            new VectorOperation.Bias(
                                                both.array(), both.line(n, LENGTH))))));
                      }));
    }
  },
  /** Outer products and sums of what a product gave. */
  PRODUCT_TRAINED(
      Fused.YES, List.of("cooperativeVectorTraining"), "CV-OUT-003", "CV-RED-003", "CV-MUL-017") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return rows(report)
          .filter(row -> row.result() == ComponentType.FLOAT16 && row.input() == row.result())
          .filter(_ -> trained(report).anyMatch(ComponentType.FLOAT32::equals))
          .filter(_ -> trained(report).anyMatch(ComponentType.FLOAT16::equals))
          .map(row -> new Kind(row.label(), taught(row)));
    }
  },
  /** Components of long vectors, each invocation's own by indices known at run time. */
  FAR_COMPONENT(Fused.YES, List.of(), "CV-COMP-002", "CV-ST-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      int far = (int) Math.min(FAR, report.limit("maxCooperativeVectorComponents"));
      Index lane = new Index.Instance();
      return vectors(report, far)
          .map(
              type ->
                  kind(
                      type,
                      _ ->
                          two(
                              type,
                              (of, result, n) ->
                                  List.of(
                                      new Operation.Copy(result, of.get(0)),
                                      pick(result, lane, of.get(1), lane.plus(n), far),
                                      pick(result, Index.of(far - 1), of.get(1), lane, far),
                                      pick(result, lane, result, Index.of(far - 2), far)))));
    }
  },
  MAX(false, List.of(), "CV-FN-006", "CV-ST-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return vectors(report, length)
          .filter(type -> type.component().hasArithmetic())
          .map(
              type ->
                  kind(
                      type,
                      _ ->
                          two(
                              type,
                              (of, result, _) ->
                                  List.of(
                                      new VectorOperation.Apply(result, VectorFunction.MAX, of)))));
    }
  },
  VECTOR_COMPONENT(false, List.of(), "CV-COMP-002", "CV-ST-001") {
    @Override
    Stream<Kind> kinds(DeviceReport report, int length) {
      return vectors(report, length)
          .map(
              type ->
                  kind(
                      type,
                      _ ->
                          two(
                              type,
                              (of, result, _) ->
                                  List.of(
                                      new Operation.Copy(result, of.get(0)),
                                      new VectorOperation.Pick(
                                          result,
                                          Index.push("two"),
                                          of.get(1),
                                          Index.push("one"))))));
    }
  };

  /** Elements of a block. */
  private static final int BLOCK = 4;

  /** Components of vectors that products give and others take. */
  static final int LENGTH = 8;

  /** Components that second products give. */
  private static final int WIDTH = 5;

  /** Components of long vectors. */
  private static final int FAR = 128;

  /** Components of what products take. */
  private static final int DEPTH = 16;

  /** What invocations' numbers are scattered by. */
  private static final int STEP = 37;

  /** Sums of all programs are below it. */
  private static final int EXACT = 2048;

  /**
   * Types of an operation.
   *
   * @param label in names of cases
   * @param work made for a form, which says how the memory that it reaches is declared
   */
  record Kind(String label, Making work) {}

  /** Makes a work. */
  @FunctionalInterface
  interface Making {
    Work of(ProgramForm form);
  }

  /** Whether several operations follow on each other, in forms of control flow alone. */
  private enum Fused {
    YES
  }

  private static final List<ProgramForm> OF_FUSED =
      List.of(ProgramForm.SECOND, ProgramForm.BRANCH, ProgramForm.LOOP);

  private final boolean isFused;
  private final boolean reachesMemory;
  private final List<String> features;
  private final List<String> checks;

  FormedOperation(boolean reachesMemory, List<String> features, String... checks) {
    this.isFused = false;
    this.reachesMemory = reachesMemory;
    this.features = List.copyOf(features);
    this.checks = List.of(checks);
  }

  FormedOperation(Fused fused, List<String> features, String... checks) {
    this.isFused = fused == Fused.YES;
    this.reachesMemory = false;
    this.features = List.copyOf(features);
    this.checks = List.of(checks);
  }

  /** That of its first check. */
  TestedSystem system() {
    String check = checks.getFirst();
    return TestedSystem.ofAssertions(check.substring(0, check.indexOf('-'))).orElseThrow();
  }

  /** What it needs beside its system. */
  List<String> features() {
    return features;
  }

  /** What it can fail by in any form. */
  List<String> checks() {
    return checks;
  }

  boolean isOfVectors() {
    return system() == TestedSystem.of(Scope.INVOCATION);
  }

  /** That of its matrices, or vectors. */
  Scope scope() {
    return isOfVectors() ? Scope.INVOCATION : Scope.SUBGROUP;
  }

  /** Whether its vectors may have any length. */
  boolean takesAnyLength() {
    return isOfVectors() && !isFused;
  }

  /** The forms that it can be in. */
  List<ProgramForm> forms() {
    return (isFused ? OF_FUSED.stream() : Stream.of(ProgramForm.values()))
        .filter(form -> reachesMemory || !form.isOfMemory())
        .toList();
  }

  /**
   * The types that a device has for it, by names that tell them.
   *
   * @param length of vectors
   */
  abstract Stream<Kind> kinds(DeviceReport report, int length);

  private static Kind kind(MatrixType type, Making work) {
    return new Kind(type.isVector() ? type.component() + "." + type.rows() : type.label(), work);
  }

  /** Whether a conversion keeps the bits. */
  private static boolean isCast(ComponentType from, ComponentType to) {
    return from.isInteger() && to.isInteger() && from.bits() == to.bits();
  }

  /** Whether a type has numbers below zero. */
  private static boolean holds(ComponentType type) {
    return type.isFloat() || type.isSigned();
  }

  private static boolean isOffered(DeviceReport report, ComponentType... types) {
    return ComponentSupport.missing(report, types).isEmpty();
  }

  private static boolean isExact(ComponentType type) {
    return InputPatterns.exactIntegers(type) >= EXACT;
  }

  private static boolean isExact(MatrixProperties row) {
    return row.scope() == Scope.SUBGROUP && row.c() == row.result() && isExact(row.result());
  }

  private static Stream<MatrixType> matrices(DeviceReport report) {
    return report.matrixTypes().stream()
        .filter(type -> type.scope() == Scope.SUBGROUP && isOffered(report, type.component()));
  }

  private static Stream<MatrixType> calculating(DeviceReport report) {
    return matrices(report).filter(type -> type.component().hasArithmetic());
  }

  private static Stream<MatrixType> vectors(DeviceReport report, int length) {
    return report.vectorProperties().stream()
        .flatMap(row -> Stream.of(row.input(), row.result()))
        .distinct()
        .filter(type -> type.glsl().isPresent())
        .map(type -> MatrixType.vector(type, length));
  }

  private static Stream<VectorProperties> rows(DeviceReport report) {
    return report.vectorProperties().stream()
        .filter(row -> !row.isPacked() && !row.matrixInterpretation().isFloat8())
        .filter(row -> !row.inputInterpretation().isFloat8() && isExact(row.result()))
        .filter(row -> row.input().glsl().isPresent() && row.result().glsl().isPresent())
        .filter(row -> row.input().isSigned() == row.inputInterpretation().isSigned());
  }

  private static Stream<ComponentType> trained(DeviceReport report) {
    return Stream.of(ComponentType.FLOAT16, ComponentType.FLOAT32)
        .filter(
            type ->
                report.limit("cooperativeVectorTrainingFloat%dAccumulation".formatted(type.bits()))
                    != 0)
        .filter(type -> vectors(report, LENGTH).anyMatch(vector -> vector.component() == type));
  }

  private static Array buffer(String name, ComponentType type, Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  private static Tiles source(String name, MatrixType type) {
    return new Tiles(buffer(name, type.component(), Access.READ), type);
  }

  private static Tiles result(MatrixType type) {
    return new Tiles(buffer("result", type.component(), Access.READ_WRITE), type);
  }

  private static Making loaded(MatrixType type) {
    return form -> {
      Tiles from = source("source", type).reached(form);
      return new Work(
          List.of(),
          Optional.of(result(type)),
          List.of(from),
          Numbers.DISTINCT,
          (_, result, n) -> List.of(from.load(result, n)));
    };
  }

  private static Making stored(MatrixType type) {
    return form -> {
      Tiles to = result(type).reached(form);
      return new Work(
          List.of(source("source", type)),
          Optional.empty(),
          List.of(to),
          Numbers.DISTINCT,
          (of, _, n) -> List.of(to.store(of.getFirst(), n)));
    };
  }

  private static Work two(MatrixType type, Work.Body body) {
    return new Work(
        List.of(source("left", type), source("right", type)),
        Optional.of(result(type)),
        List.of(),
        Numbers.INTEGERS,
        body);
  }

  /** A matrix as it lies, line behind line. */
  private static TensorLayout lines(Tiles tiles) {
    return TensorLayout.of(
        2,
        Clamp.CONSTANT,
        new Setter.Dimension(tiles.type().rows(), tiles.type().columns()),
        new Setter.Stride(tiles.stride(), 1));
  }

  private static TensorLayout blocks(MatrixType type) {
    return TensorLayout.of(
        2,
        Clamp.CONSTANT,
        new Setter.Dimension(type.rows(), type.columns()),
        new Setter.Block(1, BLOCK),
        new Setter.Stride(type.columns() / BLOCK, 1));
  }

  private static Making tensor(MatrixType type, boolean isDecoded) {
    return form -> {
      Tiles from = source("source", type).reached(form);
      return new Work(
          List.of(),
          Optional.of(result(type)),
          List.of(from),
          Numbers.DISTINCT,
          (_, result, n) ->
              List.of(
                  ProgramForm.filled(result),
                  new TensorOperation.LoadTensor(
                      result,
                      from.array(),
                      from.at(n),
                      isDecoded ? blocks(type) : lines(from),
                      Index.of(0),
                      Optional.of(new Decoding(Decoding.DecodingKind.DATA, 0))
                          .filter(_ -> isDecoded))));
    };
  }

  private static VectorMatrix line(ComponentType type, int length) {
    return VectorMatrix.rowMajor(type, 1, length);
  }

  private static Making product(VectorProperties row, int length, boolean isBiased) {
    int depth = length == LENGTH ? DEPTH : length;
    return form -> {
      Layer layer = Layer.of(row, "", length, depth).reached(form);
      return new Work(
          List.of(source("source", MatrixType.vector(row.input(), depth))),
          Optional.of(result(MatrixType.vector(row.result(), length))),
          isBiased ? List.of(layer.matrices(), layer.biases()) : List.of(layer.matrices()),
          Numbers.INTEGERS,
          (of, result, n) -> List.of(layer.times(result, of.getFirst(), n, isBiased)));
    };
  }

  private static MatrixProperties unsaturated(MatrixProperties row) {
    return new MatrixProperties(
        row.m(), row.n(), row.k(), row.a(), row.b(), row.c(), row.result(), false, row.scope());
  }

  private static List<Tiles> products(MatrixProperties row) {
    return List.of(source("a", row.typeA()), source("b", row.typeB()), source("c", row.typeC()));
  }

  private static Operation mulAdd(Matrix result, List<Matrix> of, boolean saturates) {
    return new Operation.MulAdd(result, of.get(0), of.get(1), of.get(2), saturates);
  }

  /** One component becomes that of another vector, by indices modulo its length. */
  private static Operation pick(Matrix result, Index to, Matrix source, Index from, int length) {
    return new VectorOperation.Pick(result, scattered(to, length), source, scattered(from, length));
  }

  private static Index scattered(Index index, int length) {
    return index instanceof Index.Literal ? index : index.times(Index.of(STEP)).modulo(length);
  }

  private static Making converted(VectorProperties row, MatrixType to) {
    return _ -> {
      Layer layer = Layer.of(row, "", LENGTH, DEPTH);
      return new Work(
          List.of(source("source", MatrixType.vector(row.input(), DEPTH))),
          Optional.of(result(to)),
          List.of(layer.matrices(), layer.biases()),
          Numbers.INTEGERS,
          (of, result, n) -> {
            Matrix y = new Matrix(result.name() + "y", to.with(row.result()));
            return List.of(
                layer.times(y, of.getFirst(), n, true), new Operation.Convert(result, y));
          });
    };
  }

  private static Making taught(VectorProperties row) {
    return _ -> {
      Layer layer = Layer.of(row, "", LENGTH, DEPTH);
      MatrixType type = MatrixType.vector(row.result(), LENGTH);
      Weights outer =
          new Weights(
              buffer("outer", ComponentType.FLOAT32, Access.READ_WRITE),
              VectorMatrix.rowMajor(ComponentType.FLOAT32, LENGTH, LENGTH)
                  .in(Layout.TRAINING_OPTIMAL));
      Weights sums =
          new Weights(buffer("sums", row.result(), Access.READ_WRITE), line(row.result(), LENGTH));
      return new Work(
          List.of(source("source", MatrixType.vector(row.input(), DEPTH)), source("factor", type)),
          Optional.empty(),
          List.of(layer.matrices(), layer.biases(), outer, sums),
          Numbers.INTEGERS,
          (of, _, n) -> {
            Matrix y = new Matrix(of.getFirst().name() + "y", type);
            return List.of(
                layer.times(y, of.get(0), n, true),
                new VectorOperation.AddOuter(
                    y, of.get(1), ComponentType.FLOAT32, outer.array(), outer.offset(n), null),
                new VectorOperation.AddSum(of.get(1), sums.array(), sums.offset(n)));
          });
    };
  }

  private static Making outer(MatrixType factor, ComponentType component) {
    return form -> {
      Weights sums =
          new Weights(
                  buffer("sums", component, Access.READ_WRITE),
                  VectorMatrix.rowMajor(component, factor.rows(), factor.rows())
                      .in(Layout.TRAINING_OPTIMAL))
              .reached(form);
      return new Work(
          List.of(source("left", factor), source("right", factor)),
          Optional.empty(),
          List.of(sums),
          Numbers.INTEGERS,
          (of, _, n) ->
              List.of(
                  new VectorOperation.AddOuter(
                      of.get(0), of.get(1), component, sums.array(), sums.offset(n), null)));
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
