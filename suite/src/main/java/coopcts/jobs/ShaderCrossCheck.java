// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.reference.choice.Choice;
import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.oracle.Strictness;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the reference device makes of a shader that the oracle does not know: the buffers that are
 * right, or that the shader breaks a rule. It is asked several times, with other choices where the
 * specifications leave one; what these agree on is expected, in between is accepted.
 */
final class ShaderCrossCheck implements AutoCloseable {

  private static final List<String> PROFILES =
      List.of("everything", "nvidia", "lavapipe", "intel", "adreno");

  private static final List<String> FREEDOMS =
      List.of("0", Choice.exactZeros(1), Choice.exactZeros(2));

  private final List<Device> devices;
  private final Translator translator;
  private final SpirvCache cache;

  private ShaderCrossCheck(List<Device> devices, SpirvCache cache) {
    this.devices = devices;
    this.cache = cache;
    this.translator = new Translator(cache);
  }

  /** The profile that agrees with the oracle on the shader as it was. */
  static Optional<ShaderCrossCheck> of(Shader shader, Trial trial, Path folder)
      throws CompileException, DeviceUnavailableException {
    for (String profile : PROFILES) {
      List<Device> devices = new ArrayList<>();
      for (String freedom : FREEDOMS) {
        devices.add(Devices.open("reference:" + profile + "?freedom=" + freedom));
      }
      ShaderCrossCheck one = new ShaderCrossCheck(devices, new SpirvCache(folder));
      boolean agrees = true;
      for (Device device : devices) {
        agrees &= one.agrees(device, shader, trial);
      }
      if (agrees) {
        return Optional.of(one);
      }
      one.close();
    }
    return Optional.empty();
  }

  private boolean agrees(Device device, Shader shader, Trial trial) throws CompileException {
    try (Device.Pipeline pipeline =
        device.prepare(
            Kernels.of("minimize", shader, translator.modules(shader), device.report()))) {
      Kernels.Ran ran = Kernels.run(device, pipeline, shader, trial);
      return ran.judgement() != null && !ran.judgement().fails(Strictness.USUAL);
    } catch (DeviceException e) {
      return false;
    }
  }

  /** The module of a draft, which {@link #on} has compiled. */
  byte[] spirv(ReductionState draft) throws CompileException {
    return translator.spirv(draft.shader());
  }

  /**
   * The trial with what is right, or empty where the shader is not one to be run.
   *
   * @param isThorough whether all are asked; else the plain one alone
   */
  Optional<Trial> on(ReductionState draft, boolean isThorough) {
    List<List<byte[]>> results = new ArrayList<>();
    try {
      Translator.Modules modules = translator.modules(draft.shader());
      Trial unjudged = unjudged(draft);
      for (Device device : isThorough ? devices : devices.subList(0, 1)) {
        try (Device.Pipeline pipeline =
            device.prepare(Kernels.of("minimize", draft.shader(), modules, device.report()))) {
          Kernels.Ran ran = Kernels.run(device, pipeline, draft.shader(), unjudged);
          if (ran.judgement() == null) {
            return Optional.empty();
          }
          results.add(ran.actual());
        }
      }
    } catch (CompileException | DeviceException | RuntimeException e) {
      return Optional.empty();
    }
    List<Expectation.Buffer> expected = new ArrayList<>();
    List<byte[]> before = new ArrayList<>(draft.trial().buffers());
    before.addAll(draft.trial().addressed());
    draft.trial().conversions().after().forEach(from -> before.add(new byte[from.capacity()]));
    for (int i = 0; i < before.size(); i++) {
      int n = i;
      List<byte[]> own = results.stream().map(buffers -> buffers.get(n)).toList();
      expected.add(
          holdsAddress(draft.trial(), i)
              ? Expectation.Buffer.UNJUDGED
              : expected(draft.trial().expectation().buffers().get(i), before.get(i), own));
    }
    return Optional.of(ReductionState.judged(draft.trial(), expected));
  }

  private static boolean holdsAddress(Trial trial, int buffer) {
    return trial.addresses().stream().anyMatch(at -> at.into() == buffer);
  }

  private static Trial unjudged(ReductionState draft) {
    int all =
        draft.shader().buffers().size()
            + draft.shader().addressed().size()
            + draft.trial().conversions().after().size();
    List<Expectation.Buffer> nothing = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      nothing.add(Expectation.Buffer.UNJUDGED);
    }
    return ReductionState.judged(draft.trial(), nothing);
  }

  private static Expectation.Buffer expected(
      Expectation.Buffer original, byte[] before, List<byte[]> results) {
    byte[] first = results.getFirst();
    TreeMap<Integer, Expectation.Open> open = new TreeMap<>();
    if (!original.isJudged()) {
      return Expectation.Buffer.UNJUDGED;
    }
    List<Expectation.Written> written =
        original.written().stream().filter(one -> isTouched(one, before, first)).toList();
    original
        .open()
        .forEach(
            (offset, element) -> {
              int bytes = element.format().bits() / 8;
              if (offset + bytes <= first.length
                  && !Arrays.equals(
                      first, offset, offset + bytes, before, offset, offset + bytes)) {
                open.put(
                    offset,
                    new Expectation.Open(
                        element.format(), around(element, offset, results), element.rule()));
              }
            });
    for (byte[] other : results) {
      int at = -1;
      while ((at = next(first, other, at + 1)) >= 0) {
        if (isClosed(open, at)) {
          open.put(
              at,
              new Expectation.Open(
                  ComponentType.UINT8.format(),
                  new Acceptance.Anything(),
                  Rule.must("KHR-STORE-003")));
        }
      }
    }
    return new Expectation.Buffer(first, open, written);
  }

  private static boolean isClosed(TreeMap<Integer, Expectation.Open> open, int at) {
    var entry = open.floorEntry(at);
    return entry == null || entry.getKey() + entry.getValue().format().bits() / 8 <= at;
  }

  private static int next(byte[] a, byte[] b, int from) {
    int distance = Arrays.mismatch(a, from, a.length, b, from, b.length);
    return distance < 0 ? -1 : from + distance;
  }

  private static boolean isTouched(Expectation.Written written, byte[] before, byte[] after) {
    boolean isTouched = false;
    for (int row = 0; row < written.type().rows(); row++) {
      for (int column = 0; column < written.type().columns(); column++) {
        int at = (int) written.addresses().of(row, column);
        int end = at + written.addresses().componentBytes();
        if (at < 0 || end > after.length) {
          return false;
        }
        isTouched |= !Arrays.equals(after, at, end, before, at, end);
      }
    }
    return isTouched;
  }

  /** What is as near to the results as the oracle found acceptable for the whole shader. */
  private static Acceptance around(Expectation.Open element, int offset, List<byte[]> results) {
    int bytes = element.format().bits() / 8;
    long[] patterns =
        results.stream()
            .mapToLong(buffer -> LittleEndian.get(buffer, offset, bytes))
            .distinct()
            .toArray();
    double[] values =
        Arrays.stream(patterns).mapToDouble(element.format()::toDouble).sorted().toArray();
    boolean hasNan = Arrays.stream(values).anyMatch(Double::isNaN);
    return switch (element.acceptance()) {
      case Acceptance.OneOf(long[] accepted) when accepted.length == 1 && patterns.length == 1 ->
          new Acceptance.OneOf(patterns);
      case Acceptance.OneOf(long[] accepted) when isAmong(patterns, accepted) ->
          element.acceptance();
      case Acceptance.OneOf(long[] accepted)
          when !hasNan && element.format() instanceof FloatFormat -> {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (long pattern : accepted) {
          low = Math.min(low, element.format().toDouble(pattern));
          high = Math.max(high, element.format().toDouble(pattern));
        }
        yield widened(values, low, high);
      }
      case Acceptance.Within(double low, double high) when !hasNan -> widened(values, low, high);
      default -> new Acceptance.Anything();
    };
  }

  /** Whether the element still means what it meant: all results are such as were accepted. */
  private static boolean isAmong(long[] patterns, long[] accepted) {
    return Arrays.stream(patterns)
        .allMatch(one -> Arrays.stream(accepted).anyMatch(other -> one == other));
  }

  private static Acceptance widened(double[] values, double low, double high) {
    double width = high - low;
    double relative = width / Math.max(Math.abs(low), Math.max(Math.abs(high), 1e-30));
    double most = Math.max(Math.abs(values[0]), Math.abs(values[values.length - 1]));
    double slack = width + 2 * relative * most;
    return Double.isFinite(slack)
        ? new Acceptance.Within(values[0] - slack, values[values.length - 1] + slack)
        : new Acceptance.Anything();
  }

  @Override
  public void close() {
    translator.close();
    cache.close();
    devices.forEach(Device::close);
  }
}
