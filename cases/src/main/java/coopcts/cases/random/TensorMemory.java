// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.nv2.FormatLoad;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.oracle.TensorAccess;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Index;
import coopcts.program.Pointee;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation.Decoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Tensors in memory that a program loads matrices from and stores them to. */
final class TensorMemory {

  /** Tensors of either kind. */
  private static final int COUNT = 2;

  /** Scope instances whose tensors may be far apart. */
  private static final int FEW = 2;

  /** What a device must report for a decode function. */
  static List<String> features(Decoding decoding) {
    return decoding.vector() > 0 ? FormatLoad.VECTOR_FEATURES : FormatLoad.FEATURES;
  }

  /**
   * A layout with room in an array.
   *
   * @param first array elements before the first tensor
   * @param step array elements from one tensor to the next
   */
  record Tensor(
      Array array,
      MatrixType type,
      TensorLayout layout,
      Optional<Decoding> decoding,
      int first,
      int step) {

    Index element(ProgramEnvironment around, Index instance) {
      return around.number(first).plus(instance.times(around.number(step)));
    }
  }

  final List<Tensor> inputs = new ArrayList<>();
  final List<Tensor> outputs = new ArrayList<>();
  final List<Tensor> between = new ArrayList<>();
  private final MatrixEnvironment around;
  private final DeviceReport report;
  private final SplittableRandom random;
  private final Layouts layouts;
  private final boolean decodes;
  private final boolean decodesVectors;

  TensorMemory(
      MatrixEnvironment around, DeviceReport report, Systems systems, SplittableRandom random) {
    this.around = around;
    this.report = report;
    this.random = random;
    this.layouts = new Layouts(random, around.instances * around.workgroups <= FEW);
    this.decodes = report.missing(FormatLoad.FEATURES).isEmpty();
    this.decodesVectors =
        decodes && systems.decodesVectors() && report.missing(FormatLoad.VECTOR_FEATURES).isEmpty();
    for (int i = 0; i < COUNT; i++) {
      int number = i;
      MatrixType type = type();
      layouts.draw(type, decodes).ifPresent(layout -> input("tensor" + number, type, layout));
    }
    for (int i = 0; i < COUNT; i++) {
      output("stored" + i);
    }
    between("passed");
  }

  private MatrixType type() {
    return around.types.get(random.nextInt(around.types.size()));
  }

  private void input(String name, MatrixType type, TensorLayout layout) {
    Optional<Decoding> decoding = Optional.empty();
    long[] sizes = layout.blockSizes();
    if (decodes && (layout.hasBlocks() || random.nextInt(3) == 0)) {
      Decoding.DecodingKind[] kinds = {
        Decoding.DecodingKind.DATA, Decoding.DecodingKind.DATA, Decoding.DecodingKind.CODES
      };
      int vector = 0;
      if (decodesVectors && random.nextInt(3) > 0) {
        int[] lengths = {2, 4, 8};
        int length = lengths[random.nextInt(lengths.length)];
        vector = sizes[sizes.length - 1] % length == 0 ? length : 0;
      }
      decoding = Optional.of(new Decoding(kinds[random.nextInt(kinds.length)], vector));
    }
    long count = decoding.isPresent() ? Arrays.stream(sizes).reduce(1, (x, y) -> x * y) : 1;
    Tensor tensor = tensor(name, type, layout, decoding, count, Access.READ);
    inputs.add(tensor);
    ComponentType component = type.component();
    around.add(
        tensor.array, InputPatterns.fill(component, bytes(tensor), around.numbers(component)));
    around.varying(tensor.array, component);
  }

  private void output(String name) {
    MatrixType type = type();
    layouts
        .draw(type, false)
        .filter(layout -> Layouts.takesStores(layout, type))
        .ifPresent(
            layout -> {
              Tensor tensor = tensor(name, type, layout, Optional.empty(), 1, Access.READ_WRITE);
              outputs.add(tensor);
              around.add(tensor.array, around.bytes(bytes(tensor)));
            });
  }

  /** A tensor through which instances hand matrices to each other, in one of two storages. */
  private void between(String name) {
    MatrixType type = type();
    Optional<TensorLayout> drawn =
        layouts.draw(type, false).filter(layout -> Layouts.takesStores(layout, type));
    if (drawn.isEmpty()) {
      return;
    }
    Tensor tensor = tensor(name, type, drawn.get(), Optional.empty(), 1, Access.COHERENT);
    int length = bytes(tensor) / tensor.array.pointee().bytes();
    if (random.nextBoolean()) {
      if (report.has(MatrixEnvironment.COHERENT)) {
        between.add(tensor);
        around.add(tensor.array, around.bytes(bytes(tensor)));
      }
    } else if (around.hasRoom(bytes(tensor))) {
      Array shared = Array.shared(name, tensor.array.pointee(), length);
      around.arrays.add(shared);
      between.add(
          new Tensor(shared, type, tensor.layout, Optional.empty(), tensor.first, tensor.step));
    }
  }

  /**
   * How what was stored in a tensor is read: by a decode function that gives it as it is, or none.
   */
  Optional<Decoding> again(Tensor tensor) {
    return decodes && tensor.array.isBuffer() && random.nextBoolean()
        ? Optional.of(new Decoding(Decoding.DecodingKind.DATA, 0))
        : Optional.empty();
  }

  private int bytes(Tensor tensor) {
    return (tensor.first + tensor.step * around.instances * around.workgroups)
            * tensor.array.pointee().bytes()
        + 16;
  }

  private Tensor tensor(
      String name,
      MatrixType type,
      TensorLayout layout,
      Optional<Decoding> decoding,
      long count,
      Access access) {
    Pointee pointee =
        Pointee.scalar(random.nextInt(3) == 0 ? ComponentType.UINT32 : type.component());
    int step =
        (int)
            (Math.ceilDiv(
                        new TensorAccess(type, layout).reach() * count * type.component().bytes(),
                        16)
                    * 16
                + 16);
    Array array = Array.buffer(name, pointee, access);
    return new Tensor(
        access == Access.COHERENT ? array : around.reached(array),
        type,
        layout,
        decoding,
        16 * random.nextInt(2) / pointee.bytes(),
        step / pointee.bytes());
  }
}
