// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.Effect;
import coopcts.device.reference.cover.Kind;
import coopcts.device.reference.cover.Legality;
import coopcts.model.DeviceReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Draws faults that nobody chose: a kind of instruction, bins of its cover points that must be met
 * at once, and an effect. What no legal shader can meet is set aside with the reason.
 */
public final class RandomFaults {

  /** Signs are lost by numbers that have some. */
  private static final Set<String> UNSIGNED = Set.of("uint8", "uint16", "uint32", "uint64");

  private static final Set<Kind> CONVERSIONS = EnumSet.of(Kind.CONVERT, Kind.VECTOR_CONVERT);

  /** What moves elements changes nothing where all are the same. */
  private static final Set<Effect> MOVES =
      EnumSet.of(Effect.SHIFTED, Effect.SWAPPED, Effect.HALVED, Effect.REVERSED);

  /** Zeros have no element, bit or sign to lose. */
  private static final Set<Effect> LOSSES =
      EnumSet.of(
          Effect.LAST_ELEMENT_LOST,
          Effect.FIRST_ELEMENT_LOST,
          Effect.LAST_ROW_LOST,
          Effect.LAST_COLUMN_LOST,
          Effect.ALL_ZERO,
          Effect.LOW_BIT_LOST,
          Effect.HIGH_BIT_LOST,
          Effect.SIGN_LOST);

  /** Neither 0 nor 1 has such a bit, in any floating-point format. */
  private static final Set<Effect> BITS_OF_STEPS =
      EnumSet.of(Effect.SIGN_LOST, Effect.LOW_BIT_LOST, Effect.HIGH_BIT_LOST);

  private final List<Kind> kinds;
  private final Legality legality;

  /**
   * What was drawn.
   *
   * @param setAside how many draws no legal shader meets, by the reason
   */
  public record Drawn(List<Deviation> faults, Map<String, Integer> setAside) {}

  public RandomFaults(DeviceReport report) {
    legality = new Legality(report);
    kinds = Arrays.stream(Kind.values()).filter(legality::has).toList();
  }

  /**
   * So many different faults.
   *
   * @param terms how many bins each depends on
   */
  public Drawn draw(int count, int terms, long seed) {
    Random random = new Random(seed);
    List<Deviation> faults = new ArrayList<>();
    Map<String, Integer> setAside = new LinkedHashMap<>();
    Set<String> known = new HashSet<>();
    while (faults.size() < count) {
      Deviation one = one(terms, random);
      if (!known.add(one.name())) {
        continue;
      }
      String why = obstacle(one);
      if (why == null) {
        faults.add(one);
      } else {
        setAside.merge(why, 1, Integer::sum);
      }
    }
    return new Drawn(faults, setAside);
  }

  private Deviation one(int terms, Random random) {
    Kind kind = kinds.get(random.nextInt(kinds.size()));
    List<Bin> bins = new ArrayList<>();
    List<String> points =
        new ArrayList<>(Bins.of(kind).stream().map(Bin::point).distinct().toList());
    for (int term = 0; term < terms; term++) {
      String point = points.remove(random.nextInt(points.size()));
      List<Bin> of = Bins.of(kind).stream().filter(bin -> bin.point().equals(point)).toList();
      bins.add(of.get(random.nextInt(of.size())));
    }
    List<Effect> effects = Effect.of(kind);
    return new Deviation(kind, bins, effects.get(random.nextInt(effects.size())));
  }

  /** Why a fault is none, or null. */
  String obstacle(Deviation fault) {
    String why = legality.obstacle(fault.kind(), fault.terms().toArray(Bin[]::new));
    if (why != null) {
      return why;
    }
    if (fault.kind() == Kind.FILL && MOVES.contains(fault.effect())) {
      return "all elements of what is constructed from a scalar are the same";
    }
    for (Bin term : fault.terms()) {
      if (fault.effect() == Effect.SIGN_LOST && UNSIGNED.contains(term.name())) {
        if (term.point().equals("type")) {
          return "unsigned numbers have no sign to lose";
        }
        if (term.point().equals("from") && CONVERSIONS.contains(fault.kind())) {
          return "nothing that is converted from unsigned numbers is negative";
        }
      }
      if (fault.kind() == Kind.FILL
          && term.name().equals("zero")
          && LOSSES.contains(fault.effect())) {
        return "all elements of what is constructed from zero are zero";
      }
      if (term.toString().equals("function.exp") && fault.effect() == Effect.SIGN_LOST) {
        return "no power is negative";
      }
      if (term.toString().equals("function.step") && BITS_OF_STEPS.contains(fault.effect())) {
        return "neither 0 nor 1 has the sign or bit that is lost";
      }
      if (term.toString().equals("over.all") && MOVES.contains(fault.effect())) {
        return "all elements of a reduction of the whole matrix are the same";
      }
      if (fault.effect() == Effect.STALE
          && (term.toString().equals("before.none") || term.toString().equals("flow.straight"))) {
        return "there was no time before";
      }
    }
    return null;
  }
}
