package coopcts.cases.random;

import coopcts.cases.ComponentSupport;
import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Random programs, a case for each seed: {@code random.khr.SEED}, or {@code random.khr.sizeN.SEED}
 * for programs of another size.
 *
 * @param first the first seed
 * @param count how many programs
 * @param size statements in the main part of each, about
 */
public record RandomFamily(long first, long count, int size) implements Family {

  /** Statements of a program by default. */
  public static final int SIZE = 10;

  @Override
  public String name() {
    return "random.khr";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "KHR-LOAD-018", "KHR-STORE-003", "KHR-MULADD-009", "KHR-UNIF-002", "KHR-UNIF-003",
        "KHR-UNIF-005");
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    if (!report.has(ComponentSupport.SYSTEM_FEATURE)) {
      return Stream.of(
          Case.unsupported(
              name(), assertions(), GatedFamily.lacks(ComponentSupport.SYSTEM_FEATURE)));
    }
    if (Surroundings.rows(report).isEmpty()) {
      return Stream.of(
          Case.unsupported(name(), assertions(), "no product is offered that GLSL can write"));
    }
    return LongStream.range(first, first + count).mapToObj(seed -> of(report, seed));
  }

  private Case of(DeviceReport report, long seed) {
    String name =
        size == SIZE
            ? "%s.%d".formatted(name(), seed)
            : "%s.size%d.%d".formatted(name(), size, seed);
    return Case.of(
        name, assertions(), () -> Programs.plan(Generator.program(report, seed, size)));
  }
}
