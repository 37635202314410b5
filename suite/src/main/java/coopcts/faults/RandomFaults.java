// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Legality;
import coopcts.device.reference.fault.DrawnTap;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.TapNeeds;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Draws faults of the reference device that nobody chose: a kind of instruction, bins that must be
 * met at once, and an effect. A bin is one value, or range of values, of a property of an
 * instruction ({@link coopcts.device.reference.cover}). What no legal shader can meet is set aside
 * with the reason.
 */
public final class RandomFaults {

  /** Signs are lost by numbers that have some. */
  private static final Set<String> UNSIGNED = Set.of("uint8", "uint16", "uint32", "uint64");

  private static final Set<InstructionKind> CONVERSIONS =
      EnumSet.of(InstructionKind.CONVERT, InstructionKind.VECTOR_CONVERT);

  /** What moves elements changes nothing where all are the same. */
  private static final Set<Change> MOVES =
      EnumSet.of(Change.SHIFTED, Change.SWAPPED, Change.HALVED, Change.REVERSED);

  /** Zeros have no element, bit or sign to lose. */
  private static final Set<Change> LOSSES =
      EnumSet.of(
          Change.LAST_ELEMENT_LOST,
          Change.FIRST_ELEMENT_LOST,
          Change.LAST_ROW_LOST,
          Change.LAST_COLUMN_LOST,
          Change.ALL_ZERO,
          Change.LOW_BIT_LOST,
          Change.HIGH_BIT_LOST,
          Change.SIGN_LOST);

  /** Neither 0 nor 1 has such a bit, in any floating-point format. */
  private static final Set<Change> BITS_OF_STEPS =
      EnumSet.of(Change.SIGN_LOST, Change.LOW_BIT_LOST, Change.HIGH_BIT_LOST);

  /** So many draws in a row that were drawn before, and there are no others. */
  private static final int REPEATS = 10_000;

  private final List<InstructionKind> kinds;
  private final Legality legality;
  private final DeviceReport report;

  /**
   * What was drawn.
   *
   * @param <F> kind of fault
   * @param faults that were drawn, all different
   * @param setAside how many draws no legal shader meets, by the reason
   */
  public record Drawn<F extends Deviation.Drawn>(List<F> faults, Map<String, Integer> setAside) {}

  /**
   * Prepares to draw faults that can show on a device.
   *
   * @param report of the device, which decides which instructions and bins are legal
   */
  public RandomFaults(DeviceReport report) {
    this.report = report;
    legality = new Legality(report);
    kinds = Arrays.stream(InstructionKind.values()).filter(legality::has).toList();
  }

  /**
   * Draws different faults of results, until there are as many as wanted; the caller makes sure
   * that so many exist.
   *
   * @param count number of faults, 0 or more
   * @param terms number of bins that the condition of each fault has, at least 1
   * @param seed of the draw: equal seeds draw equal faults
   * @return the faults, and how many draws were set aside, by the reason
   */
  public Drawn<DrawnFault> draw(int count, int terms, long seed) {
    Random random = new Random(seed);
    return draw(count, () -> one(terms, random), this::obstacle);
  }

  /**
   * Draws different faults at taps, values inside of instructions, in the same way.
   *
   * @param count number of faults, 0 or more
   * @param terms number of bins that the condition of each fault has, at least 1
   * @param seed of the draw: equal seeds draw equal faults
   * @return the faults, fewer where the device has no more of them, and how many draws were set
   *     aside, by the reason
   */
  public Drawn<DrawnTap> drawTaps(int count, int terms, long seed) {
    Random random = new Random(seed);
    List<InstructionKind> tapped = tapped();
    return tapped.isEmpty()
        ? new Drawn<>(List.of(), Map.of())
        : draw(count, () -> tap(tapped, terms, random), this::obstacle);
  }

  private List<InstructionKind> tapped() {
    return kinds.stream()
        .filter(kind -> Arrays.stream(Tap.values()).anyMatch(tap -> tap.kinds().contains(kind)))
        .toList();
  }

  /** Faults at taps that are set aside, although their terms are legal. */
  List<DrawnTap> none(int count, int terms, long seed) {
    Random random = new Random(seed);
    List<InstructionKind> tapped = tapped();
    return Stream.generate(() -> tap(tapped, terms, random))
        .filter(fault -> legality.obstacle(fault.kind(), fault.terms().toArray(Bin[]::new)) == null)
        .filter(fault -> obstacle(fault) != null)
        .distinct()
        .limit(count)
        .toList();
  }

  private static <F extends Deviation.Drawn> Drawn<F> draw(
      int count, Supplier<F> drawing, Function<F, String> obstacle) {
    List<F> faults = new ArrayList<>();
    Map<String, Integer> setAside = new LinkedHashMap<>();
    Set<String> known = new HashSet<>();
    for (int repeats = 0; faults.size() < count && repeats < REPEATS; ) {
      F one = drawing.get();
      if (!known.add(one.name())) {
        repeats++;
        continue;
      }
      repeats = 0;
      String why = obstacle.apply(one);
      if (why == null) {
        faults.add(one);
      } else {
        setAside.merge(why, 1, Integer::sum);
      }
    }
    return new Drawn<>(faults, setAside);
  }

  private DrawnFault one(int terms, Random random) {
    InstructionKind kind = kinds.get(random.nextInt(kinds.size()));
    List<Bin> bins = terms(Bins.of(kind), terms, random);
    List<Change> effects = Change.of(kind);
    return new DrawnFault(kind, bins, effects.get(random.nextInt(effects.size())));
  }

  private static DrawnTap tap(List<InstructionKind> tapped, int terms, Random random) {
    InstructionKind kind = tapped.get(random.nextInt(tapped.size()));
    List<Tap> taps = Arrays.stream(Tap.values()).filter(tap -> tap.kinds().contains(kind)).toList();
    Tap tap = taps.get(random.nextInt(taps.size()));
    List<Bin> before = Bins.of(kind).stream().filter(bin -> !bin.isOfResult()).toList();
    List<String> changes = tap.changes();
    return new DrawnTap(
        kind, terms(before, terms, random), tap, changes.get(random.nextInt(changes.size())));
  }

  /** Bins of different points. */
  private static List<Bin> terms(List<Bin> from, int terms, Random random) {
    List<Bin> bins = new ArrayList<>();
    List<String> points = new ArrayList<>(from.stream().map(Bin::point).distinct().toList());
    for (int term = 0; term < terms; term++) {
      String point = points.remove(random.nextInt(points.size()));
      List<Bin> of = from.stream().filter(bin -> bin.point().equals(point)).toList();
      bins.add(of.get(random.nextInt(of.size())));
    }
    return bins;
  }

  /** Why a fault at a tap is none, or null. */
  String obstacle(DrawnTap fault) {
    String why = legality.obstacle(fault.kind(), fault.terms().toArray(Bin[]::new));
    return why != null ? why : TapNeeds.obstacle(fault, legality, report);
  }

  /** Why a fault is none, or null. */
  String obstacle(DrawnFault fault) {
    String why = legality.obstacle(fault.kind(), fault.terms().toArray(Bin[]::new));
    if (why != null) {
      return why;
    }
    if (fault.kind() == InstructionKind.FILL && MOVES.contains(fault.effect())) {
      return "all elements of what is constructed from a scalar are the same";
    }
    for (Bin term : fault.terms()) {
      if (fault.effect() == Change.SIGN_LOST && UNSIGNED.contains(term.name())) {
        if (term.point().equals("type")) {
          return "unsigned numbers have no sign to lose";
        }
        if (term.point().equals("from") && CONVERSIONS.contains(fault.kind())) {
          return "nothing that is converted from unsigned numbers is negative";
        }
      }
      if (fault.kind() == InstructionKind.FILL
          && term.name().equals("zero")
          && LOSSES.contains(fault.effect())) {
        return "all elements of what is constructed from zero are zero";
      }
      if (term.toString().equals("function.exp") && fault.effect() == Change.SIGN_LOST) {
        return "no power is negative";
      }
      if (term.toString().equals("function.step") && BITS_OF_STEPS.contains(fault.effect())) {
        return "neither 0 nor 1 has the sign or bit that is lost";
      }
      if (term.toString().equals("over.all") && MOVES.contains(fault.effect())) {
        return "all elements of a reduction of the whole matrix are the same";
      }
      if (fault.effect() == Change.STALE
          && (term.toString().equals("before.none") || term.toString().equals("flow.straight"))) {
        return "there was no time before";
      }
    }
    return null;
  }
}
