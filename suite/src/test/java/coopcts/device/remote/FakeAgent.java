// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.ComponentType;
import coopcts.model.FollowUp;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.VectorMatrix;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.zip.CRC32;
import tools.jackson.databind.json.JsonMapper;

/**
 * An agent in Java: it speaks the protocol for any device of the suite, and has misfortunes. Its
 * arguments are the device, a folder, and the misfortunes of the first agents of this folder that
 * come so far, one each; those that come later are well.
 */
public final class FakeAgent {

  /** The dispatch that goes wrong. */
  private static final int FATAL = 3;

  private final Device device;
  private final Path folder;
  private final List<String> misfortunes;
  private String misfortune = "";
  private final DataInputStream in = new DataInputStream(System.in);
  private final PrintStream out;
  private final Map<Integer, byte[]> modules = new HashMap<>();
  private final Map<Integer, Device.Pipeline> pipelines = new HashMap<>();
  private List<byte[]> last = List.of();
  private int dispatches;

  /** Whether the dispatch that goes wrong is in the frame that is answered. */
  private boolean isFatal;

  private FakeAgent(Device device, Path folder, List<String> misfortunes, PrintStream out) {
    this.device = device;
    this.folder = folder;
    this.misfortunes = misfortunes;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    try (Device device = Devices.open(arguments[0])) {
      List<String> misfortunes = List.of(arguments).subList(2, arguments.length);
      new FakeAgent(device, Path.of(arguments[1]), misfortunes, out).serve();
    }
  }

  /** Takes the first misfortune that no agent has had, at the dispatch that goes wrong. */
  private void choose() throws IOException {
    for (int i = 0; i < misfortunes.size() && misfortune.isEmpty(); i++) {
      Path seen = folder.resolve(Integer.toString(i));
      if (!Files.exists(seen)) {
        Files.createFile(seen);
        misfortune = misfortunes.get(i);
      }
    }
  }

  private void serve() throws IOException {
    int version = misfortunes.contains("future") ? 9 : MessageKind.VERSION;
    RequestBody hello = new RequestBody().u32(version).text("fake").u32(ShaderStage.COMPUTE.bit());
    hello.block(HexFormat.of().parseHex(device.uuid()));
    answer(
        0, MessageKind.HELLO, hello.text(JsonMapper.shared().writeValueAsString(device.report())));
    while (true) {
      byte[] header = new byte[24];
      try {
        in.readFully(header);
      } catch (EOFException e) {
        return;
      }
      ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      byte[] sent = in.readNBytes(fields.getInt(4));
      int size = fields.getInt(8);
      int kind = fields.getInt(16);
      if (kind == MessageKind.END) {
        return;
      }
      ByteBuffer body = ByteBuffer.wrap(sent.length < size ? Lz4.unpack(sent, size) : sent);
      body.order(ByteOrder.LITTLE_ENDIAN);
      last = List.of();
      isFatal = false;
      int number = fields.getInt(12);
      if (kind == MessageKind.SEVERAL) {
        answer(number, MessageKind.DONE, several(body));
      } else {
        Served served = serve(kind, body);
        answer(number, served.kind, served.body);
      }
    }
  }

  /** What is answered to a request. */
  private record Served(int kind, RequestBody body) {}

  private RequestBody several(ByteBuffer body) throws IOException {
    RequestBody answer = new RequestBody();
    int request;
    int said;
    do {
      request = body.getInt();
      Served served = serve(request, ByteBuffer.wrap(block(body)).order(ByteOrder.LITTLE_ENDIAN));
      said = served.kind;
      boolean isGarbage = request == MessageKind.DISPATCH && late().equals("garbage");
      RequestBody part = isGarbage ? new RequestBody().u32(-1).u32(-2) : served.body;
      answer.u32(said).u32(1000).block(part.bytes());
    } while (body.hasRemaining()
        && said != MessageKind.DEVICE_LOST
        && (request != MessageKind.PREPARE || said == MessageKind.DONE));
    return answer;
  }

  private Served serve(int kind, ByteBuffer body) throws IOException {
    try {
      return new Served(MessageKind.DONE, answer(kind, body));
    } catch (DeviceException e) {
      return switch (e.outcome()) {
        case Outcome.Refused(String text) ->
            new Served(MessageKind.REFUSED, new RequestBody().text(text));
        case Outcome.DeviceLost(String text) ->
            new Served(MessageKind.DEVICE_LOST, new RequestBody().text(text));
        case Outcome.WroteOutside(String text) ->
            new Served(MessageKind.WROTE_OUTSIDE, new RequestBody().text(text));
        default -> throw new IllegalStateException(e.outcome().toString());
      };
    }
  }

  /** The misfortune that befalls an answer which is on its way. */
  private String late() {
    return isFatal ? misfortune : "";
  }

  private void answer(int number, int usual, RequestBody done) throws IOException {
    boolean isMalformed = late().equals("malformed");
    int kind = isMalformed ? MessageKind.MALFORMED : usual;
    byte[] bytes =
        switch (late()) {
          case "malformed" -> new RequestBody().text("you are wrong\u001b[2J").bytes();
          case "long" -> done.u32(7).bytes();
          default -> done.bytes();
        };
    ByteBuffer frame = ByteBuffer.allocate(24 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    frame.put("CCTS".getBytes(StandardCharsets.US_ASCII)).putInt(bytes.length);
    frame.putInt(late().equals("bomb") ? 1 << 30 : bytes.length);
    frame.putInt(number).putInt(kind);
    CRC32 crc = new CRC32();
    crc.update(frame.array(), 0, 20);
    crc.update(bytes);
    frame.putInt((int) crc.getValue()).put(bytes);
    if (late().equals("damage")) {
      frame.put(24, (byte) ~frame.get(24));
    }
    out.write(frame.array());
    out.flush();
  }

  private RequestBody answer(int kind, ByteBuffer body) throws DeviceException, IOException {
    RequestBody answer = new RequestBody();
    switch (kind) {
      case MessageKind.MODULE -> modules.put(body.getInt(), block(body));
      case MessageKind.PREPARE -> pipelines.put(body.getInt(), device.prepare(kernel(body)));
      case MessageKind.DISPATCH -> dispatch(body, answer);
      case MessageKind.CLOSE -> pipelines.remove(body.getInt()).close();
      case MessageKind.CONVERT -> {
        VectorMatrix from = matrix(body);
        VectorMatrix to = matrix(body);
        answer.block(device.convert(from, block(body), to));
      }
      case MessageKind.CONVERT_BY_COMMAND -> {
        List<Device.Conversion> all = new ArrayList<>();
        for (int i = body.getInt(); i > 0; i--) {
          VectorMatrix from = matrix(body);
          VectorMatrix to = matrix(body);
          all.add(new Device.Conversion(from, block(body), to));
        }
        device.convertByCommand(all).forEach(answer::block);
      }
      default -> throw new DeviceException(new Outcome.Refused("no request of kind " + kind));
    }
    return answer;
  }

  private Kernel kernel(ByteBuffer body) {
    byte[] spirv = modules.get(body.getInt());
    int stage = body.getInt();
    int flags = body.getInt();
    int subgroup = body.getInt();
    int push = body.getInt();
    String entry = new String(block(body), StandardCharsets.UTF_8);
    List<Kernel.Binding> bindings = new ArrayList<>();
    for (int i = body.getInt(); i > 0; i--) {
      bindings.add(new Kernel.Binding(body.getInt(), body.getInt()));
    }
    TreeMap<Integer, byte[]> specialization = new TreeMap<>();
    for (int i = body.getInt(); i > 0; i--) {
      specialization.put(body.getInt(), block(body));
    }
    return new Kernel(
        "remote",
        ShaderStage.values()[Integer.numberOfTrailingZeros(stage)],
        new TreeMap<>(),
        new Kernel.Code(spirv, entry, specialization),
        new Kernel.Inputs(bindings, push),
        new Kernel.Subgroups(
            subgroup == 0 ? OptionalInt.empty() : OptionalInt.of(subgroup), (flags & 1) != 0),
        way(flags));
  }

  private static SubmissionPath way(int flags) {
    return switch (flags & ~1) {
      case 0 -> SubmissionPath.PLAIN;
      case 2 -> SubmissionPath.FROM_CACHE;
      case 4 -> SubmissionPath.ROBUST_ACCESS;
      case 8 -> SubmissionPath.NULL_DESCRIPTORS;
      default -> throw new IllegalArgumentException("flags " + flags);
    };
  }

  private void dispatch(ByteBuffer body, RequestBody answer) throws DeviceException, IOException {
    dispatches++;
    if (dispatches == FATAL) {
      isFatal = true;
      choose();
      suffer();
    }
    Device.Pipeline pipeline = pipelines.get(body.getInt());
    List<Integer> groups = List.of(body.getInt(), body.getInt(), body.getInt());
    byte[] push = block(body);
    int bound = body.getInt();
    int addressed = body.getInt();
    List<byte[]> buffers = new ArrayList<>();
    for (int i = 0; i < bound + addressed; i++) {
      buffers.add(body.getInt() == 0 ? block(body) : last.get(body.getInt()));
    }
    last = buffers;
    List<Dispatch.AddressPatch> patches = new ArrayList<>();
    for (int i = body.getInt(); i > 0; i--) {
      patches.add(new Dispatch.AddressPatch(body.getInt(), body.getInt(), body.getInt()));
    }
    List<FollowUp> steps = new ArrayList<>();
    for (int i = body.getInt(); i > 0; i--) {
      steps.add(
          body.getInt() == 1
              ? new FollowUp.Again(block(body))
              : new FollowUp.Convert(place(body), place(body)));
    }
    List<byte[]> sent = buffers.stream().map(byte[]::clone).toList();
    Outcome outcome =
        pipeline.run(
            new Dispatch(
                groups,
                push,
                sent.subList(0, bound),
                sent.subList(bound, sent.size()),
                patches,
                steps));
    if (!(outcome instanceof Outcome.Completed completed)) {
      throw new DeviceException(outcome);
    }
    List<byte[]> after = new ArrayList<>(completed.bound());
    after.addAll(completed.addressed());
    for (int i = 0; i < after.size(); i++) {
      changes(buffers.get(i), after.get(i), answer);
    }
  }

  /** Each byte that changed is a range. */
  private static void changes(byte[] before, byte[] after, RequestBody answer) {
    List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      if (before[i] != after[i]) {
        changed.add(i);
      }
    }
    answer.u32(changed.size());
    changed.forEach(at -> answer.u32(at).block(new byte[] {after[at]}));
  }

  private void suffer() throws IOException {
    switch (misfortune) {
      case "crash" -> Runtime.getRuntime().halt(139);
      case "close" -> Runtime.getRuntime().halt(0);
      case "nonsense" -> {
        out.write("something else\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      case "hang" -> {
        while (true) {
          try {
            Thread.sleep(1000);
          } catch (InterruptedException e) {
            return;
          }
        }
      }
      default -> {}
    }
  }

  private static byte[] block(ByteBuffer body) {
    byte[] bytes = new byte[body.getInt()];
    body.get(bytes);
    return bytes;
  }

  private static VectorMatrix matrix(ByteBuffer body) {
    return new VectorMatrix(
        ComponentType.ofVulkan(body.getInt()).orElseThrow(),
        body.getInt(),
        body.getInt(),
        VectorMatrix.Layout.values()[body.getInt()],
        body.getLong());
  }

  private static FollowUp.MatrixPlace place(ByteBuffer body) {
    int buffer = body.getInt();
    int offset = body.getInt();
    int capacity = body.getInt();
    return new FollowUp.MatrixPlace(buffer, offset, matrix(body), capacity);
  }
}
