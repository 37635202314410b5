package coopcts.device.reference;

import static java.util.Map.entry;

import coopcts.model.Scope;
import coopcts.model.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** Each wrong turn of {@link Bug} as faults: once everywhere, and once for few types only. */
final class AlgorithmFaults {

  private AlgorithmFaults() {}

  /** The types that a narrowed fault shows with. */
  private enum Narrowed {
    B("use B", type -> matrix(type, m -> m.use() == Use.B)),
    ACCUMULATOR("accumulators", type -> matrix(type, m -> m.use() == Use.ACCUMULATOR)),
    WORKGROUP("workgroup scope", type -> matrix(type, m -> m.scope() == Scope.WORKGROUP)),
    BYTE("8-bit elements", type -> matrix(type, m -> m.componentBytes() == 1)),
    FLOAT32("32-bit floats", type -> isFloat(type) && type.size() == 4),
    INT32("32-bit integers", type -> type instanceof Type.Int && type.size() == 4);

    private final String description;
    private final Predicate<Type> only;

    Narrowed(String description, Predicate<Type> only) {
      this.description = description;
      this.only = only;
    }
  }

  /** What is planted a second time, for few types only. */
  private static final Map<Bug, Narrowed> FEW =
      Map.ofEntries(
          entry(Bug.SPAN_NO_WRAP, Narrowed.WORKGROUP),
          entry(Bug.EDGE_ONE_OFF, Narrowed.B),
          entry(Bug.MIRROR_TWICE_EDGE, Narrowed.ACCUMULATOR),
          entry(Bug.REPEAT_TRUNCATES, Narrowed.BYTE),
          entry(Bug.CONSTANT_IS_ZERO, Narrowed.BYTE),
          entry(Bug.STORE_CLAMPS, Narrowed.ACCUMULATOR),
          entry(Bug.VIEW_IGNORED, Narrowed.B),
          entry(Bug.VIEW_DENSE, Narrowed.WORKGROUP),
          entry(Bug.CLIP_ROWS_IGNORED, Narrowed.B),
          entry(Bug.CLIP_COLUMNS_IGNORED, Narrowed.WORKGROUP),
          entry(Bug.REDUCE_LEAVES_LAST, Narrowed.WORKGROUP),
          entry(Bug.ELEMENT_EXCHANGED, Narrowed.B),
          entry(Bug.ELEMENT_ROW_BYTE, Narrowed.WORKGROUP),
          entry(Bug.TRANSPOSE_COPIES, Narrowed.WORKGROUP),
          entry(Bug.DECODE_BLOCK_ZERO, Narrowed.BYTE),
          entry(Bug.DECODE_ABSOLUTE, Narrowed.B),
          entry(Bug.VECTOR_REVERSED, Narrowed.B),
          entry(Bug.VECTOR_OFF_BY_ONE, Narrowed.BYTE),
          entry(Bug.LINES_LAST_LOST, Narrowed.B),
          entry(Bug.LINES_FROM_LOW_BIT, Narrowed.ACCUMULATOR),
          entry(Bug.LINES_WRAP, Narrowed.BYTE),
          entry(Bug.PRODUCT_LAST_K, Narrowed.FLOAT32),
          entry(Bug.PRODUCT_NO_BIAS, Narrowed.INT32),
          entry(Bug.PRODUCT_STRIDE_DENSE, Narrowed.INT32),
          entry(Bug.PRODUCT_MATRIX_UNIFORM, Narrowed.FLOAT32),
          entry(Bug.MEMORY_STORE_LONG, Narrowed.INT32),
          entry(Bug.TRAINING_SUM_FIRST, Narrowed.FLOAT32));

  private static boolean matrix(Type type, Predicate<Type.CooperativeMatrix> condition) {
    return type instanceof Type.CooperativeMatrix own && condition.test(own);
  }

  private static boolean isFloat(Type type) {
    return type instanceof Type.Float;
  }

  static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (Bug bug : Bug.values()) {
      String name = bug.system() + "." + bug.name().toLowerCase(Locale.ROOT);
      faults.add(fault(name, bug, bug.description(), type -> true));
      Narrowed few = FEW.get(bug);
      if (few != null) {
        faults.add(
            fault(
                name + "_" + few.name().toLowerCase(Locale.ROOT),
                bug,
                few.description + ": " + bug.description(),
                few.only));
      }
    }
    return List.copyOf(faults);
  }

  private static Fault fault(String name, Bug bug, String description, Predicate<Type> only) {
    return new Fault(name, bug.system(), description, site -> true, new Fault.Turns(bug, only));
  }
}
