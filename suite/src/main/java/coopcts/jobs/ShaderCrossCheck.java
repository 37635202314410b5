// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.choice.Choice;
import coopcts.oracle.Expectation;
import coopcts.oracle.Strictness;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the reference device makes of a shader that the oracle does not know: the buffers that are
 * right, or that the shader breaks a rule. It is asked several times, with other choices where the
 * specifications leave one; what these agree on is expected, in between is accepted.
 */
final class ShaderCrossCheck implements AutoCloseable {

  private static final List<String> PROFILES =
      List.of("everything", "nvidia", "lavapipe", "intel", "adreno", "rare");

  /** Beside the plain one. */
  private static final List<String> OTHER_FREEDOMS =
      List.of(Choice.exactZeros(1), Choice.exactZeros(2));

  private final List<Device> devices;
  private final Translator translator;
  private final SpirvCache cache;

  /** What the first device stored in its last run. */
  private final StoredPlaces stored;

  /** What it stored when it ran the shader as it was. */
  private StoredPlaces before;

  /** The buffers of the shader as it was. */
  private final List<String> names;

  private ShaderCrossCheck(
      List<Device> devices, StoredPlaces stored, Shader shader, SpirvCache cache) {
    this.devices = devices;
    this.stored = stored;
    this.names = shader.names();
    this.cache = cache;
    this.translator = new Translator(cache);
  }

  /** The profile that agrees with the oracle on the shader as it was. */
  static Optional<ShaderCrossCheck> of(Shader shader, Trial trial, Path folder)
      throws CompileException, DeviceUnavailableException {
    for (String profile : PROFILES) {
      List<Device> devices = new ArrayList<>();
      StoredPlaces stored = new StoredPlaces();
      devices.add(new ReferenceProvider().open(profile + "?freedom=0", stored));
      for (String freedom : OTHER_FREEDOMS) {
        devices.add(Devices.open("reference:" + profile + "?freedom=" + freedom));
      }
      ShaderCrossCheck one = new ShaderCrossCheck(devices, stored, shader, new SpirvCache(folder));
      boolean agrees = true;
      for (Device device : devices) {
        agrees &= one.agrees(device, shader, trial);
      }
      if (agrees) {
        one.before = stored.copy();
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
    stored.clear();
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
    List<byte[]> contents = new ArrayList<>(draft.trial().buffers());
    contents.addAll(draft.trial().addressed());
    List<String> own = draft.shader().names();
    draft.trial().conversions().after().forEach(from -> contents.add(new byte[from.capacity()]));
    for (int i = 0; i < contents.size(); i++) {
      int n = i;
      Expectation.Buffer original = draft.trial().expectation().buffers().get(i);
      if (holdsAddress(draft.trial(), i) || !original.isJudged()) {
        expected.add(Expectation.Buffer.UNJUDGED);
        continue;
      }
      int number = i < own.size() ? names.indexOf(own.get(i)) : -1;
      expected.add(
          new StoredExpectation(
                  original,
                  contents.get(i),
                  results.stream().map(buffers -> buffers.get(n)).toList(),
                  stored.elements(i),
                  stored.matrices(i),
                  before.elements(number))
              .buffer());
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

  @Override
  public void close() {
    translator.close();
    cache.close();
    devices.forEach(Device::close);
  }
}
