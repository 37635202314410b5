// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.spirv.SpirvCache;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/**
 * The process in which a device lives, or one in each lane. A lane connects to its socket of the
 * coordinator, says what its device reports, and runs the cases that it is sent until the socket is
 * closed; if that happens while it is at work, the process ends at once. Standard output and error
 * belong to the driver.
 */
public final class WorkerMain {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final WorkerOptions options;
  private final AtomicInteger listening;
  private final CompletableFuture<Devices.Found> first = new CompletableFuture<>();
  private Cases cases;

  private WorkerMain(WorkerOptions options) {
    this.options = options;
    this.listening = new AtomicInteger(options.lanes().size());
  }

  /**
   * Runs a worker until its coordinator closes the socket. Only {@link WorkerProcess} starts it.
   *
   * @param arguments as {@link WorkerOptions} writes them
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    WorkerMain worker = new WorkerMain(WorkerOptions.parse(arguments));
    goFirst();
    List<WorkerOptions.Lane> lanes = worker.options.lanes();
    Thread.setDefaultUncaughtExceptionHandler(
        (_, e) -> {
          e.printStackTrace();
          Runtime.getRuntime().halt(1);
        });
    for (int lane = 1; lane < lanes.size(); lane++) {
      WorkerOptions.Lane own = lanes.get(lane);
      int number = lane;
      Thread.ofPlatform().name("lane " + lane).start(() -> worker.work(own, number));
    }
    worker.work(lanes.getFirst(), 0);
  }

  /** The device of a lane: one of its own, or that of the first for one more thread. */
  private Devices.Found find(int number) throws DeviceUnavailableException {
    if (!SharedProcess.isOfAgent(options.device())) {
      return Devices.find(options.device());
    }
    if (number > 0) {
      Devices.Found found = first.join();
      if (found == null) {
        throw new DeviceUnavailableException("the agent that the worker shares did not come up");
      }
      return new Devices.Found(found.device().beside(number).orElseThrow(), false);
    }
    Devices.Found found = null;
    try {
      found = Devices.find(options.device());
      return found;
    } finally {
      first.complete(found);
    }
  }

  private void work(WorkerOptions.Lane lane, int number) {
    try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(lane.socket()));
        BufferedWriter out =
            new BufferedWriter(Channels.newWriter(socket, StandardCharsets.UTF_8))) {
      MessageQueue inbox = new MessageQueue(socket, listening);
      Devices.Found found;
      try {
        found = find(number);
      } catch (DeviceUnavailableException e) {
        send(out, new Message.Ready(null, e.getMessage()));
        return;
      }
      try (Device opened = found.device()) {
        send(out, new Message.Ready(OpenedDevice.of(found), null));
        serve(lane, opened, inbox, out);
      }
    } catch (IOException | InterruptedException e) {
      // The coordinator is gone, and what is under way with it.
      Runtime.getRuntime().halt(0);
    }
  }

  /** Where memory runs out, the kernel is to take the process that had the case, and no other. */
  private static void goFirst() {
    try {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
    } catch (IOException e) {
      // Then it takes whom it likes.
    }
  }

  /** A case; all lanes share the lists. */
  private synchronized Case find(DeviceReport report, Message.Request request) {
    if (cases == null) {
      cases =
          new Cases(
              Catalogue.families(options.device(), options.programs()),
              report,
              options.profile(),
              options.lists());
    }
    return cases.at(request.place(), request.name());
  }

  private void serve(WorkerOptions.Lane lane, Device opened, MessageQueue inbox, BufferedWriter out)
      throws IOException, InterruptedException {
    try (PhaseFile phase = new PhaseFile(lane.phase());
        SpirvCache cache =
            new SpirvCache(
                options.programs().isPresent() ? null : options.folders().cache(),
                options.modules());
        CaseRunner runner =
            new CaseRunner(
                opened,
                cache,
                options.seed(),
                options.strictness(),
                new FailureEvidence(
                    options.folders().out(),
                    RunOptions.repro(options.device(), options.seed(), options.modules())),
                phase)) {
      String line;
      while ((line = inbox.next()) != null) {
        Message.Request request = JSON.readValue(line, Message.Request.class);
        if (!opened.executes()) {
          System.err.println(DriverOutput.BEGIN);
        }
        Finding finding = run(runner, opened.report(), request);
        if (finding.verdict() == Verdict.COMPILED) {
          System.err.println(DriverOutput.END);
        }
        send(out, new Message.Reply(finding));
        if (!finding.deviceUsable()) {
          // What is left of the device must not be touched again, not even to destroy it.
          Runtime.getRuntime().halt(0);
        }
      }
    }
  }

  private Finding run(CaseRunner runner, DeviceReport report, Message.Request request) {
    Case found;
    try {
      found = find(report, request);
    } catch (RuntimeException | StackOverflowError e) {
      return Finding.of(Verdict.MISSING, "the suite failed: " + e);
    }
    return runner.run(found, request.known());
  }

  private static void send(BufferedWriter out, Object message) throws IOException {
    out.write(JSON.writeValueAsString(message));
    out.write('\n');
    out.flush();
  }
}
