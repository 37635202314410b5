// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests an agent, the program on a board that the suite speaks to, against the protocol of {@code
 * docs/agent.md}: what it has to do, and what it has to refuse without ending. It judges no driver:
 * the work that it gives is an addition.
 */
public final class AgentTest {

  /** An agent whose input ends has so long to end. */
  private static final int END = 5;

  /** A place that the protocol does not have. */
  private static final int NOWHERE = 5000;

  /** A kind of request that the protocol does not have. */
  private static final int UNKNOWN = 77;

  private static final int LANES = 32;

  private static final byte[] ADD = {5, 0, 0, 0};

  private static final String SHADER =
      """
      #version 460
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0, std430) buffer Numbers { uint numbers[]; };
      layout(push_constant) uniform Push { uint add; };
      void main() {
        if (gl_LocalInvocationIndex % 2 == 0) numbers[gl_GlobalInvocationID.x] += add;
      }
      """;

  private final String command;
  private final int limit;
  private final byte[] spirv;

  /**
   * Prepares the test of an agent; the shader of the additions is compiled here.
   *
   * @param command that the system's shell runs to start the agent
   * @param limit seconds for one answer, at least 1
   * @throws IllegalStateException if the test's own shader does not compile
   */
  public AgentTest(String command, int limit) {
    this.command = command;
    this.limit = limit;
    try (Compiler compiler = new Compiler()) {
      this.spirv = compiler.compile(SHADER, "agent.comp");
    } catch (CompileException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What came of one demand of the protocol.
   *
   * @param demand in words
   * @param broken what is wrong, or empty
   */
  public record Finding(String demand, Optional<String> broken) {}

  /** One demand: returns what is wrong. */
  private interface Check {
    Optional<String> of(AgentSession agent) throws IOException, InterruptedException;
  }

  private record Demand(String words, Check check) {}

  /**
   * Tests all demands of the protocol, each with a new process of the agent.
   *
   * @return one finding for each demand, in the order of the protocol
   * @throws DeviceUnavailableException if the command starts no agent, or one without a device
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<Finding> run() throws DeviceUnavailableException, InterruptedException {
    return run(_ -> true);
  }

  /** The same of some demands. */
  List<Finding> run(Predicate<String> wanted)
      throws DeviceUnavailableException, InterruptedException {
    try (AgentSession first = open()) {
      Reply greeting = first.receive();
      if (greeting.kind() == MessageKind.UNAVAILABLE) {
        throw new DeviceUnavailableException("the agent says: " + greeting.words());
      }
    } catch (IOException e) {
      throw new DeviceUnavailableException("the agent does not greet: " + e.getMessage());
    }
    List<Finding> findings = new ArrayList<>();
    for (Demand demand : demands()) {
      if (wanted.test(demand.words)) {
        findings.add(new Finding(demand.words, broken(demand.check)));
      }
    }
    return findings;
  }

  private AgentSession open() throws DeviceUnavailableException {
    try {
      return new AgentSession(command, limit);
    } catch (IOException e) {
      throw new DeviceUnavailableException("the shell cannot be started: " + e.getMessage());
    }
  }

  private Optional<String> broken(Check check)
      throws DeviceUnavailableException, InterruptedException {
    try (AgentSession agent = open()) {
      return check.of(agent);
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    }
  }

  private List<Demand> demands() {
    return List.of(
        new Demand("the greeting has version, stages and a device report", this::greeting),
        new Demand("a shader runs, and what changed comes back", this::addition),
        new Demand("a buffer of the last dispatch is named instead of sent", this::again),
        new Demand("a large dispatch travels packed", this::large),
        new Demand("several requests of one frame are answered by one", this::several),
        new Demand("a frame of several ends behind a pipeline that cannot be", this::severalEnd),
        new Demand("what is sent before an answer has come is answered in its order", this::ahead),
        new Demand("a pipeline's place can be used again once it is closed", this::closed),
        malformed("a request of an unknown kind", UNKNOWN, new RequestBody()),
        malformed("a request that ends too early", MessageKind.DISPATCH, new RequestBody().u32(0)),
        malformed(
            "a request with bytes too many",
            MessageKind.BARRIER,
            new RequestBody().u32(1).u32(2).u32(3)),
        malformed(
            "a block that is longer than its request",
            MessageKind.CREATE,
            new RequestBody().u32(-1)),
        malformed(
            "a request of several that is cut",
            MessageKind.SEVERAL,
            new RequestBody().u32(MessageKind.BARRIER).u32(9)),
        malformed(
            "a request of several within another",
            MessageKind.SEVERAL,
            new RequestBody().u32(MessageKind.SEVERAL).u32(0)),
        malformed("a module in a place that is not there", MessageKind.MODULE, module(NOWHERE)),
        malformed(
            "a pipeline in a place that is not there", MessageKind.PREPARE, pipeline(NOWHERE, 0)),
        malformed("a pipeline of no module", MessageKind.PREPARE, pipeline(1, 200)),
        malformed("a dispatch of no pipeline", MessageKind.DISPATCH, dispatch(9, numbers(1))),
        malformed(
            "a pipeline that is closed and not there", MessageKind.CLOSE, new RequestBody().u32(9)),
        malformed(
            "rows that are not there",
            MessageKind.ROWS,
            new RequestBody().u32(99).u32(0).u32(0).u32(0)),
        malformed(
            "a buffer of a dispatch that was not",
            MessageKind.DISPATCH,
            dispatchHead(0).u32(1).u32(3).u32(0).u32(0)),
        new Demand("a damaged frame ends the agent", this::damaged),
        new Demand("a frame that does not unpack ends the agent", this::unpacked),
        new Demand("the request to end ends it with exit code 0", this::end),
        new Demand("the end of its input ends it", this::inputEnds));
  }

  private Optional<String> greeting(AgentSession agent) throws IOException {
    Reply hello = agent.receive();
    if (hello.kind() != MessageKind.HELLO) {
      return Optional.of("the first frame is of kind " + hello.kind());
    }
    int version = hello.u32();
    hello.text();
    int stages = hello.u32();
    int uuid = hello.block().length;
    String report = hello.text();
    hello.end();
    if (version != MessageKind.VERSION) {
      return Optional.of("it speaks protocol %d, not %d".formatted(version, MessageKind.VERSION));
    }
    if ((stages & ShaderStage.COMPUTE.bit()) == 0) {
      return Optional.of("it runs no compute shaders");
    }
    if (uuid != 16 && uuid != 0) {
      return Optional.of("a UUID of %d bytes".formatted(uuid));
    }
    try {
      DeviceReport read = JsonMapper.shared().readValue(report, DeviceReport.class);
      return read == null
          ? Optional.of("there is no device report")
          : read.missing().map(what -> "the device report lacks " + what);
    } catch (JacksonException e) {
      return Optional.of("the device report is not understood: " + e.getOriginalMessage());
    }
  }

  private static byte[] numbers(int groups) {
    byte[] numbers = new byte[groups * LANES * Integer.BYTES];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (byte) (i / Integer.BYTES * 7);
    }
    return numbers;
  }

  private static byte[] added(byte[] numbers) {
    byte[] added = numbers.clone();
    for (int at = 0; at < added.length; at += 2 * Integer.BYTES) {
      long sum = 0;
      for (int i = Integer.BYTES - 1; i >= 0; i--) {
        sum = sum << 8 | added[at + i] & 0xFF;
      }
      sum += ADD[0];
      for (int i = 0; i < Integer.BYTES; i++) {
        added[at + i] = (byte) (sum >>> 8 * i);
      }
    }
    return added;
  }

  private RequestBody module(int place) {
    return new RequestBody().u32(place).block(spirv);
  }

  private static RequestBody pipeline(int place, int module) {
    return new RequestBody()
        .u32(place)
        .u32(module)
        .u32(ShaderStage.COMPUTE.bit())
        .u32(0)
        .u32(0)
        .u32(ADD.length)
        .text("main")
        .u32(1)
        .u32(0)
        .u32(0)
        .u32(0);
  }

  /** A dispatch of one group up to its buffers, of which it has one. */
  private static RequestBody dispatchHead(int pipeline) {
    return dispatchHead(pipeline, 1);
  }

  private static RequestBody dispatchHead(int pipeline, int groups) {
    return new RequestBody().u32(pipeline).u32(groups).u32(1).u32(1).block(ADD).u32(1).u32(0);
  }

  private static RequestBody dispatch(int pipeline, byte[] buffer) {
    int groups = buffer.length / LANES / Integer.BYTES;
    return dispatchHead(pipeline, groups).u32(0).block(buffer).u32(0).u32(0);
  }

  private void prepare(AgentSession agent, int place) throws IOException {
    agent.receive();
    agent.done(MessageKind.MODULE, module(0), 0).end();
    agent.done(MessageKind.PREPARE, pipeline(place, 0), 0).end();
  }

  /** What is wrong with what a dispatch changes. */
  private static Optional<String> changes(AgentSession agent, RequestBody dispatch, byte[] buffer)
      throws IOException {
    return changes(agent.done(MessageKind.DISPATCH, dispatch, most(buffer)), buffer);
  }

  private static Optional<String> changes(Reply answer, byte[] buffer) throws BrokenLinkException {
    byte[] after = buffer.clone();
    answer.changes(after);
    answer.end();
    return Arrays.equals(after, added(buffer))
        ? Optional.empty()
        : Optional.of("the buffer is not what the shader makes of it");
  }

  private Optional<String> addition(AgentSession agent) throws IOException {
    prepare(agent, 0);
    return changes(agent, dispatch(0, numbers(1)), numbers(1));
  }

  private Optional<String> again(AgentSession agent) throws IOException {
    prepare(agent, 0);
    Several several = new Several();
    several.add(MessageKind.DISPATCH, dispatch(0, numbers(1)), most(numbers(1)));
    several.add(
        MessageKind.DISPATCH, dispatchHead(0).u32(1).u32(0).u32(0).u32(0), most(numbers(1)));
    return parts(agent, several, numbers(1));
  }

  /** What is wrong with dispatches of the same buffer, and with what stands before them. */
  private static Optional<String> parts(AgentSession agent, Several several, byte[] buffer)
      throws IOException {
    Reply answer = agent.done(MessageKind.SEVERAL, several.body(), several.most());
    for (Several.Part part : several.parts(answer)) {
      if (part.answer().kind() != MessageKind.DONE) {
        return Optional.of(
            "a request of kind %d is answered by kind %d"
                .formatted(part.request(), part.answer().kind()));
      }
      Optional<String> wrong =
          part.request() == MessageKind.DISPATCH
              ? changes(part.answer(), buffer)
              : Optional.empty();
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private Optional<String> several(AgentSession agent) throws IOException {
    agent.receive();
    Several several = new Several();
    several.add(MessageKind.MODULE, module(7), 0);
    several.add(MessageKind.PREPARE, pipeline(2, 7), 0);
    several.add(MessageKind.DISPATCH, dispatch(2, numbers(1)), most(numbers(1)));
    several.add(
        MessageKind.DISPATCH, dispatchHead(2).u32(1).u32(0).u32(0).u32(0), most(numbers(1)));
    several.add(MessageKind.CLOSE, new RequestBody().u32(2), 0);
    return parts(agent, several, numbers(1));
  }

  private Optional<String> severalEnd(AgentSession agent) throws IOException {
    agent.receive();
    Several several = new Several();
    several.add(MessageKind.PREPARE, pipeline(0, 200), 0);
    several.add(MessageKind.DISPATCH, dispatch(0, numbers(1)), most(numbers(1)));
    List<Several.Part> parts =
        several.parts(agent.done(MessageKind.SEVERAL, several.body(), several.most()));
    return parts.size() == 1 && parts.getFirst().answer().kind() == MessageKind.MALFORMED
        ? Optional.empty()
        : Optional.of("%d requests are answered".formatted(parts.size()));
  }

  private Optional<String> ahead(AgentSession agent) throws IOException {
    prepare(agent, 0);
    int first = agent.send(MessageKind.DISPATCH, dispatch(0, numbers(1)));
    int second = agent.send(MessageKind.DISPATCH, dispatch(0, numbers(3)));
    Optional<String> wrong = changes(agent.receive(first, most(numbers(1))), numbers(1));
    return wrong.isPresent() ? wrong : changes(agent.receive(second, most(numbers(3))), numbers(3));
  }

  private static long most(byte[] buffer) {
    return Integer.BYTES + 9L * buffer.length;
  }

  private Optional<String> large(AgentSession agent) throws IOException {
    prepare(agent, 0);
    return changes(agent, dispatch(0, numbers(4096)), numbers(4096));
  }

  private Optional<String> closed(AgentSession agent) throws IOException {
    prepare(agent, 3);
    agent.done(MessageKind.CLOSE, new RequestBody().u32(3), 0).end();
    agent.done(MessageKind.PREPARE, pipeline(3, 0), 0).end();
    return changes(agent, dispatch(3, numbers(2)), numbers(2));
  }

  /** A request that is wrong is answered by malformed, and the agent goes on. */
  private Demand malformed(String what, int kind, RequestBody request) {
    return new Demand(
        what + ": malformed, and the agent goes on",
        agent -> {
          prepare(agent, 0);
          Reply answer = agent.ask(kind, request, 0);
          if (answer.kind() != MessageKind.MALFORMED
              && !(kind == UNKNOWN && answer.kind() == MessageKind.UNSUPPORTED)) {
            return Optional.of("the answer is of kind " + answer.kind());
          }
          answer.text();
          answer.end();
          return changes(agent, dispatch(0, numbers(1)), numbers(1));
        });
  }

  private Optional<String> damaged(AgentSession agent) throws IOException, InterruptedException {
    agent.receive();
    agent.damaged(MessageKind.BARRIER, new RequestBody());
    return ends(agent);
  }

  private Optional<String> unpacked(AgentSession agent) throws IOException, InterruptedException {
    agent.receive();
    agent.notPacked(MessageKind.BARRIER);
    return ends(agent);
  }

  private Optional<String> end(AgentSession agent) throws IOException, InterruptedException {
    agent.receive();
    agent.send(MessageKind.END, new RequestBody());
    Optional<String> late = ends(agent);
    int code = late.isPresent() ? 0 : agent.process().exitValue();
    return code == 0 ? late : Optional.of("it ends with exit code " + code);
  }

  private Optional<String> inputEnds(AgentSession agent) throws IOException, InterruptedException {
    agent.receive();
    agent.process().getOutputStream().close();
    return ends(agent);
  }

  private static Optional<String> ends(AgentSession agent) throws InterruptedException {
    return agent.process().waitFor(2 * END, TimeUnit.SECONDS)
        ? Optional.empty()
        : Optional.of("it has not ended after %d s".formatted(2 * END));
  }
}
