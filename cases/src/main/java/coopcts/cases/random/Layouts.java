// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.nv2.SetterOrders;
import coopcts.cases.nv2.TensorPatterns;
import coopcts.model.MatrixType;
import coopcts.oracle.TensorAddresses;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Draws tensor layouts and views for matrices: those that the families try, and others. */
final class Layouts {

  /** Elements or blocks from a tensor's start to its last one that is reached. */
  private static final long REACH = 2048;

  /** Elements that a slice is away from the tensor, where a clamp mode brings them back. */
  private static final int AWAY = 9;

  /** Elements from the start of a tensor whose places need more than 16 bits to its last one. */
  private static final long FAR = 1L << 18;

  /** What needs more than 16 bits. */
  private static final long LONG = 1L << 16;

  /** Lines at most that lie as far apart as that. */
  private static final int FEW = 3;

  /** Of so many layouts one has something that is far: a size, a position, or its lines. */
  private static final int SELDOM = 4;

  private final SplittableRandom random;
  private final boolean mayBeFar;
  private boolean isFar;

  /**
   * @param mayBeFar whether there is room for tensors that are far apart
   */
  Layouts(SplittableRandom random, boolean mayBeFar) {
    this.random = random;
    this.mayBeFar = mayBeFar;
  }

  /**
   * A layout for a matrix, or none where what was drawn means nothing.
   *
   * @param blocks whether elements may stand in blocks
   */
  Optional<TensorLayout> draw(MatrixType type, boolean blocks) {
    int rows = type.rows();
    int columns = type.columns();
    isFar = false;
    TensorLayout layout =
        random.nextInt(3) == 0 && rows % 8 == 0 && columns % 8 == 0
            ? named(rows, columns)
            : made(rows, columns, blocks && random.nextInt(3) == 0);
    return layout.hasBlocks() && !blocks || !isDefined(layout, rows, columns)
        ? Optional.empty()
        : Optional.of(layout);
  }

  private TensorLayout named(int rows, int columns) {
    var all = TensorPatterns.all();
    return all.get(random.nextInt(all.size())).at(rows, columns);
  }

  /** Whether every element has a place, and none is far away. */
  private boolean isDefined(TensorLayout layout, int rows, int columns) {
    TensorAddresses addresses = new TensorAddresses(layout, columns);
    try {
      return !addresses.isEmpty() && addresses.reach(rows) <= (isFar ? FAR : REACH);
    } catch (IllegalStateException | ArithmeticException e) {
      return false;
    }
  }

  /** Whether stores through it are defined: of no blocks, no two to one place. */
  static boolean takesStores(TensorLayout layout, MatrixType type) {
    return !layout.hasBlocks()
        && new TensorAddresses(layout, type.columns()).isInjective(type.rows());
  }

  private TensorLayout made(int rows, int columns, boolean hasBlocks) {
    long[] spans = spans(rows, columns);
    int d = spans.length;
    Clamp[] modes = Clamp.values();
    Clamp mode = random.nextBoolean() ? Clamp.UNDEFINED : modes[random.nextInt(modes.length)];
    List<Setter> setters = new ArrayList<>();
    long[] blocks = new long[d];
    Arrays.fill(blocks, 1);
    if (hasBlocks) {
      for (int i = 0; i < d; i++) {
        blocks[i] = i == d - 1 ? 1L << random.nextInt(1, 6) : 1 + random.nextInt(3);
      }
      setters.add(new Setter.Block(blocks));
    }
    long[] sizes = new long[d];
    long[] slice = new long[2 * d];
    for (int i = 0; i < d; i++) {
      boolean outside = mode != Clamp.UNDEFINED && random.nextBoolean();
      long offset = outside ? random.nextInt(-AWAY, AWAY) : random.nextInt(4);
      sizes[i] =
          Math.max(
              1, outside ? spans[i] - random.nextInt(5) : spans[i] + offset + random.nextInt(3));
      if (sizes[i] == 1 && mode == Clamp.MIRROR) {
        // A single element's mirror image is in no text.
        sizes[i] = 2;
      }
      slice[2 * i] = offset;
      slice[2 * i + 1] = spans[i];
    }
    if (random.nextInt(SELDOM) == 0) {
      stretch(mode, hasBlocks, sizes, slice);
    }
    setters.add(new Setter.Dimension(sizes));
    if (random.nextInt(3) == 0) {
      setters.add(new Setter.Stride(strides(sizes, blocks)));
    }
    setters.add(new Setter.Slice(slice));
    if (mode == Clamp.CONSTANT && random.nextBoolean()) {
      setters.add(
          new Setter.ClampValue(random.nextBoolean() ? 0x3C4D5E38L : TensorPatterns.NEGATIVE));
    }
    TensorLayout layout = new TensorLayout(d, mode, setters, view(spans, rows, columns));
    // Of numbers of its own, so that a program has other setters and is the same else.
    return SetterOrders.of(
        layout, new SplittableRandom(Arrays.hashCode(sizes) + 31L * Arrays.hashCode(slice)));
  }

  /**
   * Makes a dimension long or a position far. Lines lie as far apart as a dimension inside of them
   * is long (CM2-LAYOUT-015), but for the outermost one and where a coordinate is brought back.
   */
  private void stretch(Clamp mode, boolean hasBlocks, long[] sizes, long[] slice) {
    int at = random.nextInt(sizes.length);
    boolean isBroughtBack = mode == Clamp.REPEAT || mode == Clamp.MIRROR;
    if (isBroughtBack && random.nextBoolean()) {
      slice[2 * at] += random.nextBoolean() ? LONG : -LONG;
      return;
    }
    long more = random.nextBoolean() ? LONG : LONG >> 8;
    if (at > 0) {
      isFar = mayBeFar && !hasBlocks;
    }
    sizes[at] += more;
    if (mayBeFar && !hasBlocks && random.nextBoolean()) {
      isFar = true;
      slice[2 * at] += more;
    }
  }

  /** Spans of one to five dimensions, of as many elements as the matrix has. */
  private long[] spans(int rows, int columns) {
    List<Long> spans = new ArrayList<>(List.of((long) rows, (long) columns));
    switch (random.nextInt(5)) {
      case 0 -> spans = new ArrayList<>(List.of((long) rows * columns));
      case 1, 2 -> {
        int more = 1 + random.nextInt(3);
        for (int i = 0; i < more; i++) {
          int at = random.nextInt(spans.size());
          if (spans.get(at) % 2 == 0) {
            spans.set(at, spans.get(at) / 2);
            spans.add(at, 2L);
          }
        }
      }
      default -> {}
    }
    return spans.stream().mapToLong(Long::longValue).toArray();
  }

  /** Strides so that lines lie one behind the other, now and then far apart. */
  private long[] strides(long[] sizes, long[] blocks) {
    int d = sizes.length;
    long[] strides = new long[d];
    strides[d - 1] = 1 + random.nextInt(2);
    for (int i = d - 2; i >= 0; i--) {
      strides[i] = strides[i + 1] * Math.ceilDiv(sizes[i + 1], blocks[i + 1]) + random.nextInt(3);
    }
    if (mayBeFar
        && !isFar
        && d > 1
        && Arrays.stream(blocks).allMatch(size -> size == 1)
        && random.nextInt(SELDOM) == 0) {
      isFar = true;
      strides[0] += sizes[0] <= FEW ? LONG : LONG * 3 / 2 / sizes[0];
    }
    return strides;
  }

  private Optional<View> view(long[] spans, int rows, int columns) {
    if (random.nextInt(3) > 0) {
      return Optional.empty();
    }
    List<ViewSetter> setters = new ArrayList<>();
    int d = spans.length;
    boolean own = random.nextInt(3) == 0;
    if (own && random.nextBoolean()) {
      long[] sizes = spans(rows, columns);
      d = sizes.length;
      setters.add(new ViewSetter.Dimensions(sizes));
    } else if (own) {
      d = 2;
      setters.add(new ViewSetter.Dimensions(columns, rows));
      if (random.nextBoolean()) {
        setters.add(new ViewSetter.Strides(1, columns));
      }
    }
    int[] permutation = IntStream.range(0, d).toArray();
    for (int i = d - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = permutation[i];
      permutation[i] = permutation[j];
      permutation[j] = kept;
    }
    if (random.nextBoolean()) {
      setters.add(
          wider(
              new ViewSetter.Clip(
                  random.nextInt(3),
                  1 + random.nextInt(rows),
                  random.nextInt(3),
                  1 + random.nextInt(columns))));
    }
    return Optional.of(new View(d, own, permutation, setters));
  }

  /** A clip whose spans may have bits above those that reach into the matrix. */
  private static ViewSetter.Clip wider(ViewSetter.Clip clip) {
    // Of numbers of its own, so that a program has another clip and is the same else.
    SplittableRandom random = new SplittableRandom(clip.hashCode());
    return new ViewSetter.Clip(
        clip.rowOffset(),
        wider(clip.rowSpan(), random),
        clip.columnOffset(),
        wider(clip.columnSpan(), random));
  }

  private static long wider(long span, SplittableRandom random) {
    return switch (random.nextInt(SELDOM)) {
      case 0 -> span + LONG;
      case 1 -> span + (LONG >> 8);
      default -> span;
    };
  }
}
