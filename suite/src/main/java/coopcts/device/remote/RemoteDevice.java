// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.device.Questions;
import coopcts.model.DeviceReport;
import coopcts.model.Enabled;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.VectorMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A device that an agent drives, on this machine or another. Several may share an agent, a thread
 * and a lane each: while one waits for its answer, the agent has the request of another to work on.
 */
final class RemoteDevice implements Device {

  /** Devices that may share an agent, and the places for pipelines that each has there. */
  private static final int LANES = 4;

  private static final int PLACES = 256;

  /**
   * A matrix that was converted has so many times the bytes of its elements at most, and so many
   * bytes beside: what an optimal layout takes is the driver's own.
   */
  private static final int LARGER = 16;

  private static final int BESIDE = 1 << 20;

  /** Bits of {@code flags} in a request for a pipeline. */
  private static final int FULL_SUBGROUPS = 1;

  private static final int FROM_CACHE = 2;

  /** The groups of features that an agent opens its device with where a pipeline wants them. */
  private static final Map<Enabled, Integer> GROUPS =
      Map.of(Enabled.ROBUST_ACCESS, 4, Enabled.NULL_DESCRIPTORS, 8);

  private final Agent agent;
  private final int lane;
  private final int stages;
  private final String uuid;
  private final DeviceReport report;
  private final SentModules modules;

  /** The numbers of pipelines that are in use, and of those that are to be closed. */
  private final BitSet slots = new BitSet();

  private final BitSet closing = new BitSet();

  /**
   * Takes the agent over: it is closed with the device, or at once if that does not open.
   *
   * @throws DeviceUnavailableException if the agent has no device, or speaks another protocol
   */
  RemoteDevice(Agent agent) throws DeviceUnavailableException {
    this.agent = agent;
    this.lane = 0;
    this.modules = new SentModules(lane);
    Reply greeting = agent.greeting();
    try {
      int version = greeting.u32();
      String release = greeting.words();
      if (version != MessageKind.VERSION) {
        throw agent.unavailable(
            "it is of version %s and speaks protocol %d, the suite speaks %d; build it again"
                .formatted(release, version, MessageKind.VERSION));
      }
      stages = greeting.u32();
      uuid = HexFormat.of().formatHex(greeting.block());
      DeviceReport all = JsonMapper.shared().readValue(greeting.text(), DeviceReport.class);
      greeting.end();
      Optional<String> missing = all == null ? Optional.of("the report") : all.missing();
      if (missing.isPresent()) {
        throw new BrokenLinkException(missing.get() + " is missing");
      }
      report = runnable(all, stages);
    } catch (BrokenLinkException | JacksonException e) {
      throw agent.unavailable("its greeting is not understood: " + e.getMessage());
    }
  }

  private RemoteDevice(RemoteDevice first, int lane) {
    this.agent = first.agent;
    this.lane = lane;
    this.stages = first.stages;
    this.uuid = first.uuid;
    this.report = first.report;
    this.modules = new SentModules(lane);
    agent.share();
  }

  @Override
  public Optional<Device> beside(int other) {
    return other < LANES ? Optional.of(new RemoteDevice(this, other)) : Optional.empty();
  }

  /** The report without the features of stages and of ways that the agent does not run. */
  private static DeviceReport runnable(DeviceReport all, int stages) {
    Set<String> kept =
        Arrays.stream(ShaderStage.values())
            .filter(stage -> (stage.bit() & stages) != 0)
            .flatMap(stage -> stage.features().stream())
            .collect(Collectors.toSet());
    TreeSet<String> features = new TreeSet<>(all.features());
    for (ShaderStage stage : ShaderStage.values()) {
      stage.features().stream().filter(name -> !kept.contains(name)).forEach(features::remove);
    }
    for (SubmissionPath way : SubmissionPath.values()) {
      if (!knows(way)) {
        way.features().forEach(features::remove);
      }
    }
    return all.withFeatures(features);
  }

  private static boolean knows(SubmissionPath way) {
    return way.features().isEmpty()
        || !way.enabled().isEmpty() && GROUPS.keySet().containsAll(way.enabled());
  }

  @Override
  public String uuid() {
    return uuid;
  }

  @Override
  public DeviceReport report() {
    return report;
  }

  @Override
  public Optional<String> lacks(Kernel kernel) {
    if ((kernel.stage().bit() & stages) == 0) {
      return Optional.of("the agent runs no shaders of stage " + kernel.stage());
    }
    if (!knows(kernel.way()) || !GROUPS.keySet().containsAll(kernel.enabled())) {
      return Optional.of("the agent knows no " + kernel.way().words());
    }
    return kernel.bindings().stream().anyMatch(at -> at.element() > 0)
        ? Optional.of("the agent binds no arrays of buffers")
        : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the agent lacks something that the kernel needs
   */
  @Override
  public Pipeline prepare(Kernel kernel) throws DeviceException {
    RemotePipeline pipeline = new RemotePipeline(this, kernel);
    Optional<Outcome> unmade = pipeline.run(List.of()).unmade();
    if (unmade.isPresent()) {
      throw new DeviceException(unmade.get());
    }
    return pipeline;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the agent lacks something that the kernel needs
   */
  @Override
  public Pipeline prepareToRun(Kernel kernel) {
    return new RemotePipeline(this, kernel);
  }

  /** Requests of one frame, the first of which close what is not needed any more. */
  Several several() {
    Several several = new Several();
    closing.stream()
        .forEach(slot -> several.add(MessageKind.CLOSE, new RequestBody().u32(place(slot)), 0));
    slots.andNot(closing);
    closing.clear();
    return several;
  }

  private int place(int slot) {
    return lane * PLACES + slot;
  }

  /**
   * Has a pipeline made.
   *
   * @return its place
   */
  int make(Kernel kernel, Several several) {
    int slot = slots.nextClearBit(0);
    slots.set(slot);
    RequestBody body =
        new RequestBody()
            .u32(place(slot))
            .u32(modules.send(kernel.spirv(), several))
            .u32(kernel.stage().bit())
            .u32(
                (kernel.isFull() ? FULL_SUBGROUPS : 0)
                    | (kernel.way() == SubmissionPath.FROM_CACHE ? FROM_CACHE : 0)
                    | kernel.enabled().stream().mapToInt(GROUPS::get).sum())
            .u32(kernel.requiredSubgroupSize().orElse(0))
            .u32(kernel.pushBytes())
            .text(kernel.entry())
            .u32(kernel.bindings().size());
    kernel.bindings().forEach(binding -> body.u32(binding.set()).u32(binding.binding()));
    body.u32(kernel.specialization().size());
    kernel.specialization().forEach((id, bytes) -> body.u32(id).block(bytes));
    several.add(MessageKind.PREPARE, body, 0);
    return place(slot);
  }

  @Override
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) throws DeviceException {
    return convertAll(List.of(new Conversion(from, source, to))).getFirst();
  }

  /** In one message: a conversion less is a way there and back less. */
  @Override
  public List<byte[]> convertAll(List<Conversion> all) throws DeviceException {
    Several several = new Several();
    for (Conversion one : all) {
      RequestBody body = new RequestBody().matrix(one.from()).matrix(one.to()).block(one.source());
      several.add(MessageKind.CONVERT, body, most(one.to()));
    }
    List<byte[]> results = new ArrayList<>();
    if (!all.isEmpty()) {
      for (Several.Part part : agent.ask(several)) {
        results.add(agent.read(part, Reply::block));
      }
    }
    return results;
  }

  /** Bytes of the answer that has a matrix in it. */
  static long most(VectorMatrix to) {
    return (long) LARGER * to.rows() * to.columns() * Long.BYTES + BESIDE;
  }

  @Override
  public List<byte[]> convertByCommand(List<Conversion> all) throws DeviceException {
    RequestBody body = new RequestBody().u32(all.size());
    all.forEach(one -> body.matrix(one.from()).matrix(one.to()).block(one.source()));
    return agent.ask(
        MessageKind.CONVERT_BY_COMMAND,
        body,
        all.stream().mapToLong(one -> most(one.to())).sum(),
        answer -> {
          List<byte[]> results = new ArrayList<>();
          for (int i = 0; i < all.size(); i++) {
            results.add(answer.block());
          }
          return results;
        });
  }

  @Override
  public Optional<List<String>> probe(String name) throws DeviceException {
    return new Questions(new RemoteInterface(agent)).ask(name);
  }

  Agent agent() {
    return agent;
  }

  /** Gives the place of a pipeline back that was not made. */
  void unmade(int place) {
    slots.clear(place - place(0));
  }

  /** Has a pipeline closed with the next requests. */
  void release(int place) {
    closing.set(place - place(0));
  }

  @Override
  public void close() {
    agent.close();
  }
}
