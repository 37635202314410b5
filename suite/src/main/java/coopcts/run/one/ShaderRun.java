// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Outcome;
import coopcts.plan.Shader;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs single shaders on a device, outside of any case and without a comparison. Closing it leaves
 * the device open.
 */
public final class ShaderRun implements AutoCloseable {

  private final Device device;
  private final SpirvCache cache;
  private final Translator translator;

  /**
   * Prepares to run shaders.
   *
   * @param device that runs them; it stays the caller's
   * @param cache folder of compiled shaders, or null to keep none
   */
  public ShaderRun(Device device, Path cache) {
    this.device = device;
    this.cache = new SpirvCache(cache);
    this.translator = new Translator(this.cache);
  }

  /**
   * Runs one workgroup of a shader, with push constants of zero.
   *
   * @param label name of the shader, for messages
   * @param shader with its target
   * @param buffers contents of the bound buffers, in order of binding
   * @return the buffers afterwards, or why the shader did not complete
   * @throws CompileException if the compiler rejects the shader
   */
  public Outcome run(String label, Shader shader, List<byte[]> buffers) throws CompileException {
    try (Device.Pipeline pipeline =
        device.prepare(Kernels.of(label, shader, translator.modules(shader), device.report()))) {
      return pipeline.run(Dispatch.of(1, new byte[shader.pushBytes()], buffers));
    } catch (DeviceException e) {
      return e.outcome();
    }
  }

  @Override
  public void close() {
    translator.close();
    cache.close();
  }
}
