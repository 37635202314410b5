// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.oracle.Rule;
import coopcts.oracle.TensorAddresses.At;
import coopcts.oracle.TensorAddresses.Clipped;
import coopcts.oracle.TensorAddresses.Constant;
import coopcts.oracle.TensorAddresses.TensorPlace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Why the elements of a loaded matrix are expected: the assertions that each checks, by where in
 * the tensor it lies. A sentence about clamping, say, counts only for elements outside of the
 * tensor.
 */
public final class TensorRules {

  /** Where an element lies, with the sentences that are about such elements alone. */
  public enum Where {
    /** Elements inside of the tensor. */
    INSIDE("CM2-CLAMP-002"),
    /** Outside, and brought back by the clamp mode. */
    BROUGHT("CM2-CLAMP-003", "CM2-CLAMP-004", "CM2-CLAMP-005", "CM2-CLAMP-006", "CM2-CLAMP-007"),
    /** Outside, where the clamp value is. */
    CONSTANT("CM2-CLAMP-001", "CM2-CLAMP-014", "CM2-LAYOUT-016"),
    /** Left out by the view's clip. */
    CLIPPED("CM2-CLIP-001", "CM2-CLIP-002", "CM2-CLIP-008", "CM2-CLIP-010");

    private final List<String> own;

    Where(String... own) {
      this.own = List.of(own);
    }

    static Where of(TensorPlace place) {
      return switch (place) {
        case Clipped _ -> CLIPPED;
        case Constant _ -> CONSTANT;
        case At at -> at.clamped() ? BROUGHT : INSIDE;
      };
    }

    /** Whether a sentence is about such elements; none but its own is about what is left out. */
    private boolean takes(String assertion) {
      for (Where where : values()) {
        if (where.own.contains(assertion)) {
          return where == this;
        }
      }
      return this != CLIPPED;
    }
  }

  private final Map<Where, List<String>> sentences = new EnumMap<>(Where.class);

  private TensorRules() {
    for (Where where : Where.values()) {
      sentences.put(where, new ArrayList<>());
    }
  }

  /**
   * {@return rules that give each kind of place those of some assertions that are about it}
   * Assertions that no kind of place has for itself are given to all but clipped elements.
   *
   * @param checks assertion IDs
   */
  public static TensorRules of(List<String> checks) {
    TensorRules rules = new TensorRules();
    rules.sentences.forEach(
        (where, list) -> checks.stream().filter(where::takes).forEach(list::add));
    return rules;
  }

  /**
   * {@return a copy with more assertions for elements of some places}
   *
   * @param places where those elements lie
   * @param more assertion IDs, which are added whatever they are about
   */
  public TensorRules and(Set<Where> places, List<String> more) {
    TensorRules rules = new TensorRules();
    sentences.forEach(
        (where, list) -> {
          rules.sentences.get(where).addAll(list);
          if (places.contains(where)) {
            rules.sentences.get(where).addAll(more);
          }
        });
    return rules;
  }

  /** What elements of a place fall under. */
  Rule of(Where where) {
    return Rule.must(sentences.get(where).stream().distinct().toArray(String[]::new));
  }

  /**
   * {@return the IDs of all assertions about elements of some places, each once}
   *
   * @param places where elements lie; the result is empty for an empty set
   */
  public List<String> assertions(Set<Where> places) {
    return places.stream().flatMap(where -> sentences.get(where).stream()).distinct().toList();
  }
}
