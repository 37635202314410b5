// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.LaunchShape;
import coopcts.cases.MatrixArray;
import coopcts.cases.nv2.TensorRules.Where;
import coopcts.inputs.InputPatterns;
import coopcts.inputs.MatrixPlacement;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Rule;
import coopcts.oracle.TensorAccess;
import coopcts.plan.Plan;
import coopcts.plan.ProgramSubcase;
import coopcts.plan.ShaderPlan;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation;
import coopcts.program.TensorOperation.Decoding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A tensor for each scope instance, one behind the other between guards, with programs that load a
 * matrix from it or store one to it.
 */
final class InstanceTensors {

  /** A push constant that is 0: what is added to numbers that are not known before the run. */
  static final Index RUN_TIME = Index.push("zero");

  /** The binding of the tensors. */
  private static final int TENSORS = 0;

  /** The binding of the matrices that were loaded. */
  private static final int RESULT = 2;

  /** Bytes before the first tensor of elements and behind the last. */
  private static final int GUARD_BYTES = 64;

  /** Blocks before the first tensor of blocks and behind the last: whatever a block's size. */
  private static final int GUARD_BLOCKS = 16;

  private final ScopedType kind;
  private final String pattern;
  private final TensorLayout layout;
  private final TensorAccess access;
  private final Matrix matrix;
  private final Pointee pointee;
  private final int guardBytes;
  private final int tileBytes;
  private final int bytes;

  private InstanceTensors(
      ScopedType kind,
      TensorPattern pattern,
      ComponentType element,
      int guardBytes,
      int tileBytes,
      int moreTiles) {
    MatrixType type = kind.type();
    this.kind = kind;
    this.pattern = pattern.name();
    this.layout =
        SetterOrders.of(
            pattern.at(type.rows(), type.columns()),
            InputPatterns.random(0, pattern.name() + kind));
    this.access = new TensorAccess(type, layout);
    this.matrix = new Matrix("m", type);
    this.pointee = Pointee.scalar(element);
    this.guardBytes = guardBytes;
    this.tileBytes = tileBytes;
    this.bytes = Math.ceilDiv(2 * guardBytes + (kind.instances() + moreTiles) * tileBytes, 16) * 16;
  }

  private static int reach(ScopedType kind, TensorPattern pattern) {
    MatrixType type = kind.type();
    return Math.toIntExact(new TensorAccess(type, pattern.at(type.rows(), type.columns())).reach());
  }

  /**
   * Tensors of components.
   *
   * @param element what their array is declared to hold
   */
  static InstanceTensors of(ScopedType kind, TensorPattern pattern, ComponentType element) {
    int own = reach(kind, pattern) * kind.type().component().bytes();
    return new InstanceTensors(
        kind, pattern, element, GUARD_BYTES, Math.ceilDiv(own, 16) * 16 + 16, 0);
  }

  /**
   * Tensors of the blocks that decode functions look at.
   *
   * @param blocks of which a function may look at one behind the tensor's own
   */
  static InstanceTensors ofBlocks(ScopedType kind, TensorPattern pattern, int blocks) {
    ComponentType component = kind.type().component();
    long length = 1;
    for (long size : pattern.at(kind.type().rows(), kind.type().columns()).blockSizes()) {
      length *= size;
    }
    int block = Math.toIntExact(length * component.bytes());
    int tile = Math.ceilDiv(reach(kind, pattern), GUARD_BLOCKS) * GUARD_BLOCKS;
    return new InstanceTensors(
        kind, pattern, component, GUARD_BLOCKS * block, tile * block, blocks - 1);
  }

  /** A plan that loads them over what the matrices held before. */
  ShaderPlan loads(
      DeviceReport report, Index zero, Optional<Decoding> decoding, TensorRules rules) {
    MatrixArray before = MatrixArray.source("before", matrix);
    MatrixArray result = MatrixArray.result(matrix);
    Array array = Array.buffer("tensor", pointee, Array.Access.READ);
    return plan(
        report,
        array,
        List.of(before, result),
        List.of(
            new Operation.Load(matrix, before.place()),
            new TensorOperation.LoadTensor(matrix, array, element(), layout, zero, decoding),
            new Operation.Store(matrix, result.place())),
        expected -> expected.with(RESULT, loaded -> named(loaded, rules)));
  }

  /** What is loaded, by the rules of where it lies in the tensor. */
  private Expectation.Buffer named(Expectation.Buffer loaded, TensorRules rules) {
    Map<Where, Rule> others = new EnumMap<>(Where.class);
    return loaded
        .storedBy(rules.of(Where.INSIDE))
        .eachBy(
            e -> {
              Where where = Where.of(access.place(e));
              return where == Where.INSIDE ? null : others.computeIfAbsent(where, rules::of);
            });
  }

  /**
   * A plan that stores to them.
   *
   * @param stored why elements are expected where they are stored
   * @param stays why all other bytes stay
   */
  Plan stores(DeviceReport report, Index zero, Rule stored, Rule stays) {
    MatrixArray source = MatrixArray.source("source", matrix);
    Array array = Array.buffer("tensor", pointee, Array.Access.READ_WRITE);
    return plan(
        report,
        array,
        List.of(source),
        List.of(
            new Operation.Load(matrix, source.place()),
            new TensorOperation.StoreTensor(matrix, array, element(), layout, zero)),
        expected -> expected.with(TENSORS, tensors -> tensors.storedBy(stored).untouchedBy(stays)));
  }

  private static Index element() {
    return Index.push("tensorElement").plus(new Index.Instance().times(Index.push("tensorTile")));
  }

  private ShaderPlan plan(
      DeviceReport report,
      Array array,
      List<MatrixArray> slots,
      List<Operation> body,
      UnaryOperator<Expectation> naming) {
    List<Array> arrays = new ArrayList<>(List.of(array));
    slots.forEach(slot -> arrays.addAll(slot.arrays()));
    LaunchShape shape = kind.shape(report);
    return ShaderPlan.of(
        new Program(shape.scope(), shape.instances(), shape.instanceSize(), arrays, body),
        List.of(
            new ProgramSubcase("distinct", List.of(), seed -> inputs(slots, seed)).naming(naming)));
  }

  private Inputs inputs(List<MatrixArray> slots, long seed) {
    SplittableRandom random = InputPatterns.random(seed, pattern);
    ComponentType component = kind.type().component();
    Map<String, Integer> push = new LinkedHashMap<>();
    push.put("tensorElement", guardBytes / pointee.bytes());
    push.put("tensorTile", tileBytes / pointee.bytes());
    push.put("zero", 0);
    List<byte[]> buffers = new ArrayList<>();
    buffers.add(InputPatterns.fill(component, bytes, InputPatterns.distinct(component, random)));
    for (MatrixArray slot : slots) {
      MatrixPlacement placement = LaunchShape.natural(slot, kind.perWorkgroup());
      slot.push(push, placement);
      buffers.add(slot.distinct(placement, random));
    }
    return new Inputs(push, buffers, ScopedType.WORKGROUPS);
  }
}
