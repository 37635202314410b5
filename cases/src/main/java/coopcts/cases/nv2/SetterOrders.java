// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Other setters that make the same layout and view. Setting dimensions sets strides, offsets and
 * spans too, for which the block size counts; else no setter changes what another one has set, and
 * offsets of slices add up (SPV_NV_tensor_addressing, OpTensorLayoutSet*NV, OpTensorLayoutSliceNV).
 */
public final class SetterOrders {

  /** Slices at most in place of one. */
  private static final int SLICES = 3;

  private SetterOrders() {}

  /**
   * {@return a layout that means the same, as all setters are run}
   *
   * @param layout of which dimensions are set once, and no blocks behind them without strides;
   *     others keep their setters, but for the view's
   * @param random decides on the order, and on the number of slices
   */
  public static TensorLayout of(TensorLayout layout, SplittableRandom random) {
    List<Setter> setters = layout.setters();
    boolean isFree =
        count(setters, Setter.Dimension.class) == 1
            && !hasDenseBlocks(setters)
            && count(setters, Setter.Stride.class) <= 1
            && count(setters, Setter.Block.class) <= 1
            && count(setters, Setter.ClampValue.class) <= 1;
    return new TensorLayout(
        layout.dimensions(),
        layout.clamp(),
        isFree ? ordered(setters, random) : setters,
        layout.view().map(view -> ordered(view, random)));
  }

  /** Whether strides are those of elements, as blocks come behind the dimensions that set them. */
  private static boolean hasDenseBlocks(List<Setter> setters) {
    boolean isSet = false;
    for (Setter setter : setters) {
      if (setter instanceof Setter.Block && isSet) {
        return count(setters, Setter.Stride.class) == 0;
      }
      isSet |= setter instanceof Setter.Dimension;
    }
    return false;
  }

  private static long count(List<Setter> setters, Class<? extends Setter> kind) {
    return setters.stream().filter(kind::isInstance).count();
  }

  private static List<Setter> ordered(List<Setter> setters, SplittableRandom random) {
    boolean hasStride = count(setters, Setter.Stride.class) > 0;
    List<Setter> ordered = new ArrayList<>();
    for (Setter setter : setters) {
      switch (setter) {
        case Setter.Dimension _ -> ordered.add(0, setter);
        case Setter.Slice(long[] numbers) -> ordered.addAll(slices(numbers, random));
        default -> {}
      }
    }
    for (Setter setter : setters) {
      if (setter instanceof Setter.Stride) {
        ordered.add(random.nextInt(1, ordered.size() + 1), setter);
      }
    }
    for (Setter setter : setters) {
      if (setter instanceof Setter.Block) {
        int last = hasStride ? indexOfStride(ordered) : 0;
        ordered.add(random.nextInt(last + 1), setter);
      } else if (setter instanceof Setter.ClampValue) {
        ordered.add(random.nextInt(ordered.size() + 1), setter);
      }
    }
    return ordered;
  }

  private static int indexOfStride(List<Setter> setters) {
    int at = 0;
    while (!(setters.get(at) instanceof Setter.Stride)) {
      at++;
    }
    return at;
  }

  /** Slices one of another, the last of which is as far out and as large as the one. */
  private static List<Setter> slices(long[] numbers, SplittableRandom random) {
    List<Setter> slices = new ArrayList<>();
    long[] left = numbers.clone();
    for (int more = random.nextInt(SLICES); more > 0; more--) {
      long[] part = left.clone();
      for (int i = 0; i < part.length; i += 2) {
        part[i] = left[i] < 0 ? -random.nextLong(1 - left[i]) : random.nextLong(1 + left[i]);
        left[i] -= part[i];
        part[i + 1] += Math.max(0, left[i]);
      }
      slices.add(new Setter.Slice(part));
    }
    slices.add(new Setter.Slice(left));
    return slices;
  }

  /** A clip stands anywhere. */
  private static View ordered(View view, SplittableRandom random) {
    List<ViewSetter> setters = new ArrayList<>(view.setters());
    for (int at = 0; at < setters.size(); at++) {
      if (setters.get(at) instanceof ViewSetter.Clip clip) {
        setters.remove(at);
        setters.add(random.nextInt(setters.size() + 1), clip);
        break;
      }
    }
    return new View(view.dimensions(), view.hasDimensions(), view.permutation(), setters);
  }
}
