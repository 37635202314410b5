// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.frame;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Other families' cases in frames, as they are: each case draws frames by its name out of those
 * that hold every pair of values of two axes, so that a family that comes has them for nothing.
 */
public final class FramedFamily implements Family {

  /** A smoke run takes one in so many of a family's cases into each list of frames. */
  private static final int SMOKE_PART = 15;

  /** How often a frame stands around cases of one family in a full run, at least. */
  private static final int TIMES = 2;

  private final String system;
  private final int part;
  private final Frames frames;
  private final List<Family> others;

  private FramedFamily(String system, int part, Frames frames, Family... others) {
    this.system = system;
    this.part = part;
    this.frames = frames;
    this.others = List.of(others);
  }

  /**
   * Cases whose subgroups work together.
   *
   * @param system the short name of the system that the others belong to
   * @param part one in so many of their cases a default run takes into each list of frames; a full
   *     run takes all
   */
  public static FramedFamily ofSubgroups(String system, int part, Family... others) {
    return new FramedFamily(system, part, Frames.OF_SUBGROUPS, others);
  }

  /** As {@link #ofSubgroups} where each invocation works for itself. */
  public static FramedFamily ofInvocations(String system, int part, Family... others) {
    return new FramedFamily(system, part, Frames.OF_INVOCATIONS, others);
  }

  @Override
  public String name() {
    return system + ".framed";
  }

  @Override
  public List<String> assertions() {
    Set<String> all = new LinkedHashSet<>(Family.assertions(others));
    all.addAll(Neighbour.PRODUCTS.assertions());
    return List.copyOf(all);
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    List<Neighbour> neighbours = Neighbour.all(report);
    return others.stream().flatMap(other -> framed(other, neighbours, report, profile));
  }

  private Stream<Case> framed(
      Family other, List<Neighbour> neighbours, DeviceReport report, Profile profile) {
    Profile of = profile == Profile.SMOKE ? Profile.SMOKE : Profile.DEFAULT;
    Map<Frame.Size, Map<String, Case>> sized = new EnumMap<>(Frame.Size.class);
    for (Frame.Size size : Frame.Size.values()) {
      sized.put(size, cases(other, size, of, report));
    }
    List<Case> cases = List.copyOf(sized.get(Frame.Size.OWN).values());
    return frames.lists().stream()
        .flatMap(
            list -> {
              int each =
                  profile == Profile.FULL && !cases.isEmpty()
                      ? Math.ceilDiv(TIMES * list.size(), cases.size())
                      : 1;
              // The first frames' cases hang on the family's name alone.
              String key = list == frames.around() ? name() : name() + ".made";
              return cases.stream()
                  .filter(
                      one ->
                          one.equals(cases.getFirst())
                              || Draw.oneIn(part(profile), key, one.name()))
                  .flatMap(one -> in(one, list, each, sized, neighbours, report));
            });
  }

  private int part(Profile profile) {
    return switch (profile) {
      case SMOKE -> SMOKE_PART;
      case DEFAULT -> part;
      case FULL -> 1;
    };
  }

  /** A family's cases by name, made for subgroups of a size; none where there is no such size. */
  private static Map<String, Case> cases(
      Family other, Frame.Size size, Profile profile, DeviceReport report) {
    DeviceReport.Subgroup own = report.subgroup();
    DeviceReport sized = sized(report, size);
    Map<String, Case> cases = new LinkedHashMap<>();
    if (size == Frame.Size.OWN
        || own.canRequireInCompute() && sized.subgroup().size() != own.size()) {
      other
          .cases(sized, profile)
          .filter(one -> one.unsupported().isEmpty())
          .forEach(one -> cases.put(one.name(), one));
    }
    return cases;
  }

  /** What the device would report if its subgroups had another size. */
  private static DeviceReport sized(DeviceReport report, Frame.Size size) {
    DeviceReport.Subgroup own = report.subgroup();
    int wanted =
        switch (size) {
          case OWN -> own.size();
          case SMALLER -> own.minimum();
          case LARGER -> own.maximum();
        };
    return report.with(
        new DeviceReport.Subgroup(wanted, own.minimum(), own.maximum(), own.canRequireInCompute()));
  }

  /** A case in so many of the frames that it fits into: the first ones that its name draws. */
  private Stream<Case> in(
      Case other,
      List<Frame> frames,
      int count,
      Map<Frame.Size, Map<String, Case>> sized,
      List<Neighbour> neighbours,
      DeviceReport report) {
    Map<Frame.Size, Optional<ShaderPlan>> plans = new EnumMap<>(Frame.Size.class);
    return frames.stream()
        .sorted(Comparator.comparingLong(frame -> Draw.hash(name(), frame, other.name())))
        .filter(frame -> sized.get(frame.size()).containsKey(other.name()))
        .filter(
            frame ->
                plans
                    .computeIfAbsent(frame.size(), size -> plan(sized.get(size).get(other.name())))
                    .flatMap(plan -> framing(plan, other, frame, neighbours, report))
                    .isPresent())
        .limit(count)
        .map(frame -> framed(sized.get(frame.size()).get(other.name()), frame, neighbours, report));
  }

  /** What cannot be planned is told where the case stands by itself. */
  private static Optional<ShaderPlan> plan(Case of) {
    try {
      return of.plan().get() instanceof ShaderPlan plan ? Optional.of(plan) : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private Case framed(Case other, Frame frame, List<Neighbour> neighbours, DeviceReport report) {
    return Case.of(
            "%s.%s.%s".formatted(name(), frame, other.local()),
            claims(other, neighbour(other, frame, neighbours)),
            () -> {
              ShaderPlan plan = (ShaderPlan) other.plan().get();
              return FramedPlan.of(
                  plan, framing(plan, other, frame, neighbours, report).orElseThrow());
            })
        .formed(other.form())
        .with(other.traits());
  }

  private static Optional<Neighbour> neighbour(
      Case other, Frame frame, List<Neighbour> neighbours) {
    return frame.company() == Frame.Company.ALONE
        ? Optional.empty()
        : Neighbour.of(other.name(), neighbours);
  }

  /** What the case claims, and what its company does. */
  private static List<String> claims(Case other, Optional<Neighbour> neighbour) {
    Set<String> all = new LinkedHashSet<>(other.assertions());
    neighbour.ifPresent(_ -> all.addAll(Neighbour.PRODUCTS.assertions()));
    return List.copyOf(all);
  }

  private static Optional<Framing> framing(
      ShaderPlan plan, Case other, Frame frame, List<Neighbour> neighbours, DeviceReport report) {
    return Framing.of(
        plan.shader(), frame, neighbour(other, frame, neighbours), sized(report, frame.size()));
  }
}
