// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.spirv.Type;
import coopcts.model.Scope;
import coopcts.model.Use;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** Each wrong turn of {@link Bug} as faults: once everywhere, and for few types only. */
final class AlgorithmFaults {

  private AlgorithmFaults() {}

  /** The types that a narrowed fault shows with, and the bugs that are planted so too. */
  private enum Narrowed {
    A(
        "use A",
        type -> matrix(type, m -> m.use() == Use.A),
        union(
            EnumSet.of(Bug.TENSOR_KEEPS_LAST, Bug.ELEMENT_LAST_KEPT),
            EnumSet.range(Bug.LINES_LAST_LOST, Bug.LINES_FROM_LOW_BIT),
            EnumSet.of(Bug.ARRAY_HALVES, Bug.ARRAY_BYTES),
            EnumSet.of(Bug.MAP_EXCHANGED))),
    B(
        "use B",
        type -> matrix(type, m -> m.use() == Use.B),
        union(
            EnumSet.range(Bug.OFFSET_UNSIGNED, Bug.CLIP_ZEROES),
            EnumSet.of(Bug.ELEMENT_VALUE_FIRST),
            EnumSet.of(Bug.ELEMENT_EXCHANGED, Bug.DECODE_ABSOLUTE, Bug.LINES_LAST_LOST),
            EnumSet.of(Bug.ARRAY_BYTES),
            EnumSet.range(Bug.LINES_FROM_TRANSPOSED, Bug.LINES_FROM_LOW_BIT),
            EnumSet.of(Bug.MAP_EXCHANGED, Bug.MAP_BLOCKS_REVERSED),
            EnumSet.range(Bug.VECTOR_OFF_BY_ONE, Bug.VECTOR_LOW_BIT),
            EnumSet.range(Bug.OWNER_LAST_LOST, Bug.OWNER_WRITES_LAST))),
    ACCUMULATOR(
        "accumulators",
        type -> matrix(type, m -> m.use() == Use.ACCUMULATOR),
        union(
            EnumSet.of(Bug.DECODE_ABSOLUTE),
            EnumSet.of(Bug.MIRROR_TWICE_EDGE, Bug.STORE_CLAMPS, Bug.ARRAY_HALVES),
            EnumSet.range(Bug.LINES_FROM_TRANSPOSED, Bug.LINES_FROM_LOW_BIT),
            EnumSet.of(Bug.MAP_EXCHANGED, Bug.MAP_SPREAD_REVERSED, Bug.MAP_LONG),
            EnumSet.range(Bug.VECTOR_OFF_BY_ONE, Bug.VECTOR_LOW_BIT),
            EnumSet.range(Bug.OWNER_LAST_LOST, Bug.OWNER_WRITES_LAST))),
    WORKGROUP(
        "workgroup scope",
        type -> matrix(type, m -> m.scope() == Scope.WORKGROUP),
        union(
            EnumSet.range(Bug.SPAN_NO_WRAP, Bug.DECODE_POINTER_SIZE),
            EnumSet.range(Bug.VECTOR_OFF_BY_ONE, Bug.VECTOR_LOW_BIT))),
    BYTE(
        "8-bit elements",
        type -> type.component().size() == 1,
        union(
            EnumSet.of(Bug.REPEAT_TRUNCATES, Bug.CONSTANT_IS_ZERO, Bug.DECODE_BLOCK_ZERO),
            EnumSet.range(Bug.VECTOR_OFF_BY_ONE, Bug.VECTOR_LOW_BIT),
            EnumSet.of(Bug.ELEMENT_VALUE_FIRST, Bug.TENSOR_KEEPS_LAST),
            EnumSet.of(Bug.LINES_WRAP, Bug.INDEX_LATER_SUBGROUPS))),
    FLOAT16(
        "16-bit floats",
        type -> type.component() instanceof Type.Float && type.component().size() == 2,
        union(
            EnumSet.range(Bug.VECTOR_OFF_BY_ONE, Bug.VECTOR_LOW_BIT),
            EnumSet.of(Bug.ARRAY_BITCAST_LAST, Bug.INDEX_LATER_SUBGROUPS),
            EnumSet.range(Bug.ARRAY_START_ZERO, Bug.ARRAY_LAST_LOST),
            EnumSet.of(Bug.PRODUCT_COLUMN_AS_ROW, Bug.PRODUCT_LAST_ROW, Bug.PRODUCT_NOT_TRANSPOSED),
            EnumSet.range(Bug.MEMORY_OFFSET_LOST, Bug.TRAINING_SUM_OVERWRITES))),
    BRAIN(
        "bfloat16",
        type ->
            type.component() instanceof Type.Float(var format) && format.name().equals("bfloat16"),
        EnumSet.of(Bug.TENSOR_KEEPS_LAST, Bug.ELEMENT_LAST_KEPT, Bug.VECTOR_REVERSED)),
    FLOAT32(
        "32-bit floats",
        type -> type.component() instanceof Type.Float && type.component().size() == 4,
        EnumSet.of(
            Bug.VECTOR_REVERSED,
            Bug.PRODUCT_LAST_K,
            Bug.PRODUCT_MATRIX_UNIFORM,
            Bug.PRODUCT_BIAS_SHIFTED,
            Bug.MEMORY_LAST_LOST,
            Bug.TRAINING_SUM_FIRST,
            Bug.ARRAY_START_UNIFORM)),
    INT32(
        "32-bit integers",
        type -> type.component() instanceof Type.Int && type.component().size() == 4,
        EnumSet.of(
            Bug.PRODUCT_NO_BIAS,
            Bug.PRODUCT_STRIDE_DENSE,
            Bug.PRODUCT_NO_SATURATION,
            Bug.PRODUCT_HALF_UP,
            Bug.MEMORY_STORE_LONG));

    private final String description;
    private final Predicate<Type> only;
    private final Set<Bug> bugs;

    Narrowed(String description, Predicate<Type> only, Set<Bug> bugs) {
      this.description = description;
      this.only = only;
      this.bugs = bugs;
    }
  }

  @SafeVarargs
  private static Set<Bug> union(Set<Bug>... sets) {
    Set<Bug> union = EnumSet.noneOf(Bug.class);
    for (Set<Bug> set : sets) {
      union.addAll(set);
    }
    return union;
  }

  private static boolean matrix(Type type, Predicate<Type.CooperativeMatrix> condition) {
    return type instanceof Type.CooperativeMatrix own && condition.test(own);
  }

  static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (Bug bug : Bug.values()) {
      String name = bug.system() + "." + bug.name().toLowerCase(Locale.ROOT);
      faults.add(fault(name, bug, bug.description(), type -> true));
      for (Narrowed few : Narrowed.values()) {
        if (few.bugs.contains(bug)) {
          faults.add(
              fault(
                  name + "_" + few.name().toLowerCase(Locale.ROOT),
                  bug,
                  few.description + ": " + bug.description(),
                  few.only));
        }
      }
    }
    return List.copyOf(faults);
  }

  private static Fault fault(String name, Bug bug, String description, Predicate<Type> only) {
    return new Fault(name, bug.system(), description, event -> true, new Fault.Turns(bug, only));
  }
}
