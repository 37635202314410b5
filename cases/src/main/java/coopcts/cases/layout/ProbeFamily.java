// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.cases.ComponentSupport;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the ownership map of every matrix type (which element each component of each invocation is)
 * and checks what any map must keep: every element is held, and lengths agree.
 */
public final class ProbeFamily extends GatedFamily {

  private static final Rule OWNED = Rule.must("LAY-PROBE-001");
  private static final Rule KEPT = Rule.must("LAY-PROBE-002");

  /** Makes the family; one object serves all devices and runs. */
  public ProbeFamily() {}

  @Override
  public String name() {
    return "layout.probe";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("who owns a component depends on the launch shape, which it measures");
  }

  @Override
  public List<String> assertions() {
    return List.of("LAY-PROBE-001", "LAY-PROBE-002", "LAY-PROBE-003");
  }

  @Override
  protected List<String> features() {
    return List.of(ComponentSupport.SYSTEM_FEATURE);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.matrixTypes().stream()
        .filter(type -> type.scope() == Scope.SUBGROUP)
        .map(
            type -> {
              String name = name() + "." + type.label();
              Optional<String> missing = ComponentSupport.missing(report, type.component());
              return missing.isPresent()
                  ? Case.unsupported(name, assertions(), missing.get())
                  : Case.of(
                      name, assertions(), () -> plan(report, type, report.subgroup().size(), ""));
            });
  }

  /**
   * Finds a type's map.
   *
   * @param size invocations of the scope instance
   * @param extension a line that the shader needs beside the component type's, or empty
   */
  static Plan plan(DeviceReport report, MatrixType type, int size, String extension) {
    return plan(report, type, size, extension, OWNED);
  }

  /**
   * Makes a plan that finds the ownership map of a matrix type, judges it and draws it.
   *
   * @param report of the device
   * @param type of the matrix, of scope subgroup or workgroup
   * @param size invocations of the scope instance
   * @param extension the {@code #extension} line of the matrix extension, or empty; that of the
   *     component type is added
   * @param owned the rule that is broken where an element is no invocation's
   * @return the plan, of one shader and one subcase
   */
  public static Plan plan(
      DeviceReport report, MatrixType type, int size, String extension, Rule owned) {
    return plan(report, type, size, extension, owned, List.of());
  }

  /**
   * @param kept what holds of the map beside what holds of any
   */
  static Plan plan(
      DeviceReport report, MatrixType type, int size, String extension, List<Kept> kept) {
    return plan(report, type, size, extension, OWNED, kept);
  }

  private static Plan plan(
      DeviceReport report,
      MatrixType type,
      int size,
      String extension,
      Rule owned,
      List<Kept> kept) {
    Probe probe = new Probe(type, size);
    String extensions = ComponentSupport.extension(type.component()) + "\n" + extension;
    return new ShaderPlan(
        probe.shader(report, extensions.strip()),
        List.of(new Subcase("map", _ -> trial(type, probe, owned, kept))),
        Optional.of(buffers -> OwnershipPicture.of(type, probe.read(buffers))));
  }

  /**
   * A rule on maps.
   *
   * @param violations a line for each thing that breaks it
   */
  record Kept(Rule rule, Function<OwnershipMap, List<String>> violations) {}

  private static Trial trial(MatrixType type, Probe probe, Rule owned, List<Kept> kept) {
    List<Expectation.Property> properties = new ArrayList<>();
    for (Kept one : kept) {
      properties.add(
          new Expectation.Property(one.rule, actual -> one.violations.apply(probe.read(actual))));
    }
    properties.addAll(any(type, probe, owned));
    List<byte[]> buffers = probe.buffers();
    ExpectedContents lengths = new ExpectedContents(buffers.get(1));
    for (int at = 0; at < buffers.get(1).length; at += 4) {
      lengths.put(at, ComponentType.UINT32, new Acceptance.Within(0, Integer.MAX_VALUE), OWNED);
    }
    ExpectedContents digits = new ExpectedContents(buffers.get(2));
    int width = type.component().bytes();
    for (int at = 0; at < buffers.get(2).length; at += width) {
      digits.put(at, type.component(), new Acceptance.Anything(), OWNED);
    }
    ExpectedContents written = new ExpectedContents(buffers.get(3));
    Acceptance bit =
        new Acceptance.OneOf(
            InputPatterns.encode(type.component(), 0), InputPatterns.encode(type.component(), 1));
    for (int at = 0; at < buffers.get(3).length; at += width) {
      if (probe.isElement(at / width)) {
        written.put(at, type.component(), bit, KEPT);
      }
    }
    return Trial.of(
        new byte[0],
        buffers,
        1,
        new Expectation(
            List.of(
                ExpectedContents.untouched(buffers.get(0)),
                lengths.buffer(),
                digits.buffer(),
                written.buffer()),
            List.of(),
            properties));
  }

  /** What holds of every map. */
  private static List<Expectation.Property> any(MatrixType type, Probe probe, Rule owned) {
    return List.of(
        new Expectation.Property(owned, actual -> unowned(type, probe.read(actual))),
        new Expectation.Property(
            KEPT,
            actual ->
                probe.disturbed(actual).stream()
                    .map(e -> at(type, e) + " changes when only others are written")
                    .toList()),
        new Expectation.Property(
            Rule.quality("LAY-PROBE-003"), actual -> shared(type, probe.read(actual))));
  }

  private static List<String> unowned(MatrixType type, OwnershipMap map) {
    return listed(type, map, 0, 0, "is owned by no invocation");
  }

  private static List<String> shared(MatrixType type, OwnershipMap map) {
    return listed(type, map, 2, Integer.MAX_VALUE, "is owned more than once");
  }

  private static List<String> listed(
      MatrixType type, OwnershipMap map, int low, int high, String what) {
    List<String> lines = new ArrayList<>();
    int[] counts = map.counts();
    for (int e = 0; e < counts.length; e++) {
      if (counts[e] >= low && counts[e] <= high) {
        lines.add(at(type, e) + " " + what);
      }
    }
    return lines;
  }

  private static String at(MatrixType type, int element) {
    return "row %d, column %d".formatted(element / type.columns(), element % type.columns());
  }
}
