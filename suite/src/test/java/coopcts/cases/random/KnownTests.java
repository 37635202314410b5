// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.context.Placement;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.ShaderStage;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Expectation.Written;
import coopcts.oracle.Oracle;
import coopcts.oracle.Rule;
import coopcts.program.Operation;
import coopcts.program.Program;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What is known of a drawn program is what the oracle says of all of it. */
public final class KnownTests {

  private static final int PROGRAMS = 150;

  /** Large ones, which have all kinds of statements. */
  private static final int LARGE_PROGRAMS = 20;

  private static final int LARGE = 40;

  /**
   * A buffer without arrays, which are equal only to themselves.
   *
   * @param written by workgroup: all run a statement before any runs the next one, or each runs the
   *     whole program, and none stores where another does
   */
  private record Told(
      ByteBuffer bytes,
      Map<Integer, Element> open,
      Map<Integer, List<Written>> written,
      Rule untouched) {}

  private record Element(NumberFormat format, Object acceptance, Rule rule) {}

  @DataProvider
  Object[][] systems() {
    return new Object[][] {
      {"khr"}, {"khr_nv2"}, {"khr_nv2_decode"}, {"khr_qcom"}, {"khr_nv2_qcom"}, {"vector"}
    };
  }

  @Test(dataProvider = "systems", groups = "deep")
  void theOracleSaysTheSameOfAllOfIt(String name) throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceCapabilities offer = DeviceCapabilities.of(device.report());
      Systems systems = Systems.parse(name).orElseThrow();
      int told = 0;
      for (int seed = 0; seed < PROGRAMS + LARGE_PROGRAMS; seed++) {
        int size = seed < PROGRAMS ? RandomFamily.SIZE : LARGE;
        RandomProgram drawn = Generator.program(offer, systems, seed, size);
        Program program = drawn.program();
        Expectation known = drawn.known().orElseThrow();
        Expectation whole = Oracle.expect(program, drawn.inputs());
        String which = name + ", seed " + seed;
        List<Told> buffers = buffers(known, program);
        // Messages with all that was told would be long.
        assertTrue(buffers.equals(buffers(whole, program)), which);
        assertEquals(totals(known), totals(whole), which);
        assertEquals(known.properties(), whole.properties(), which);
        List<Operation> body = program.body();
        RandomProgram less =
            drawn.with(
                program.instances(), drawn.inputs().workgroups(), body.subList(0, body.size() - 1));
        told += buffers.equals(buffers(less.expectation(), program)) ? 0 : 1;
      }
      assertTrue(told > (PROGRAMS + LARGE_PROGRAMS) / 2, "last statements that are told: " + told);
    }
  }

  private static List<Told> buffers(Expectation expectation, Program of) {
    return expectation.buffers().stream().map(buffer -> told(buffer, of.instances())).toList();
  }

  private static Told told(Expectation.Buffer buffer, int instances) {
    Map<Integer, Element> open = new LinkedHashMap<>();
    buffer
        .open()
        .forEach(
            (offset, one) ->
                open.put(
                    offset, new Element(one.format(), patterns(one.acceptance()), one.rule())));
    return new Told(
        ByteBuffer.wrap(buffer.bytes()),
        open,
        buffer.written().stream().collect(Collectors.groupingBy(one -> one.instance() / instances)),
        buffer.untouched());
  }

  private static Object patterns(Acceptance acceptance) {
    return acceptance instanceof Acceptance.OneOf(long[] patterns)
        ? Arrays.stream(patterns).boxed().toList()
        : acceptance;
  }

  private static List<Expectation.Total> totals(Expectation expectation) {
    return expectation.totals().stream()
        .sorted(
            Comparator.comparing(Expectation.Total::buffer)
                .thenComparing(Expectation.Total::offset))
        .toList();
  }

  /** What is said of a program is not said of another. */
  @Test
  void otherProgramsAreRunAnew() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      Systems systems = Systems.parse("vector").orElseThrow();
      RandomProgram drawn =
          Generator.program(DeviceCapabilities.of(device.report()), systems, 0, RandomFamily.SIZE);
      Program program = drawn.program();
      assertEquals(drawn.plain().known(), drawn.known());
      assertEquals(drawn.in(Placement.PLAIN.in(ShaderStage.MESH)).known(), drawn.known());
      for (RandomProgram other :
          List.of(
              drawn.with(program.instances(), drawn.inputs().workgroups(), program.body()),
              drawn.with(program.body(), drawn.inputs().push()),
              drawn.uncontrolled(),
              SavedPrograms.read(SavedPrograms.write(drawn)))) {
        assertEquals(other.known(), Optional.empty());
      }
    }
  }
}
