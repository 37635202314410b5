// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.spirv.Compiler;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Runs one of the kernels among the test resources, its buffers bound in order from set 0. */
final class KernelRun {

  private KernelRun() {}

  /**
   * @param constants the specialization constants, by number from 0 on
   * @return the buffers after the run
   */
  static List<ByteBuffer> run(
      String device,
      String name,
      int[] constants,
      OptionalInt subgroupSize,
      List<Integer> groups,
      List<byte[]> buffers)
      throws Exception {
    try (InputStream shader = KernelRun.class.getResourceAsStream("/kernels/" + name)) {
      String glsl = new String(shader.readAllBytes(), StandardCharsets.UTF_8);
      Outcome outcome = outcome(device, glsl, constants, subgroupSize, groups, buffers);
      if (outcome instanceof Outcome.Completed completed) {
        return completed.bound().stream()
            .map(bytes -> ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN))
            .toList();
      }
      throw new AssertionError(outcome);
    }
  }

  static Outcome outcome(
      String device,
      String glsl,
      int[] constants,
      OptionalInt subgroupSize,
      List<Integer> groups,
      List<byte[]> buffers)
      throws Exception {
    try (Device opened = Devices.open(device);
        Compiler compiler = new Compiler()) {
      TreeMap<Integer, byte[]> specialization = new TreeMap<>();
      for (int id = 0; id < constants.length; id++) {
        specialization.put(
            id,
            ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(constants[id]).array());
      }
      Kernel kernel =
          new Kernel(
              "kernel",
              ShaderStage.COMPUTE,
              new TreeMap<>(),
              new Kernel.Code(compiler.compile(glsl, "kernel.comp"), "main", specialization),
              new Kernel.Inputs(
                  IntStream.range(0, buffers.size()).mapToObj(b -> new Binding(0, b)).toList(), 0),
              new Kernel.Subgroups(subgroupSize, false),
              SubmissionPath.PLAIN);
      try (Device.Pipeline pipeline = opened.prepare(kernel)) {
        return pipeline.run(
            new Dispatch(groups, new byte[0], buffers, List.of(), List.of(), List.of()));
      }
    }
  }

  /** Integers as float16, little-endian. */
  static byte[] halves(int[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      buffer.putShort(Float.floatToFloat16(number));
    }
    return buffer.array();
  }

  static float half(ByteBuffer buffer, int index) {
    return Float.float16ToFloat(buffer.getShort(2 * index));
  }
}
