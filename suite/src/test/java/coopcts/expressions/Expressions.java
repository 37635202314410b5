// SPDX-License-Identifier: Apache-2.0
package coopcts.expressions;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Small compute shaders, one for each row of a table: what GLSL can say beside cooperative
 * matrices.
 */
final class Expressions {

  private static final int LANES = 32;
  private static final int WORDS = 32;
  private static final int GROUPS = 2;

  private Expressions() {}

  /**
   * @param type of the result
   * @param code an expression, or one with statements that assign r behind it
   */
  record Row(String name, String type, String code) {}

  static List<Row> rows() {
    try (InputStream in = Expressions.class.getResourceAsStream("/expressions/expressions.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .map(parts -> new Row(parts[0], parts[1], parts[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String shader(Row row) {
    String result =
        switch (row.type) {
          case "float" -> "uvec4(floatBitsToUint(r), 0u, 0u, 0u)";
          case "vec4" -> "floatBitsToUint(r)";
          case "uvec4", "ivec4" -> "uvec4(r)";
          case "double" -> "uvec4(unpackDouble2x32(r), 0u, 0u)";
          case "int64_t", "uint64_t" -> "uvec4(unpackUint2x32(uint64_t(r)), 0u, 0u)";
          case "float16_t" -> "uvec4(float16BitsToUint16(r), 0u, 0u, 0u)";
          default -> "uvec4(uint(r), 0u, 0u, 0u)";
        };
    return TEMPLATE
        .replace("$CODE", row.type + " r = " + row.code + ";")
        .replace("$RESULT", result);
  }

  /** Runs a row's shader and returns the bytes of all results, or what happened instead. */
  static String run(Device device, Compiler compiler, Row row) {
    try {
      Kernel kernel =
          new Kernel(
              row.name,
              ShaderStage.COMPUTE,
              new TreeMap<>(),
              new Kernel.Code(compiler.compile(shader(row), row.name), "main", new TreeMap<>()),
              new Kernel.Inputs(List.of(new Binding(0, 0), new Binding(0, 1)), 0),
              new Kernel.Subgroups(OptionalInt.of(device.report().subgroup().size()), false),
              SubmissionPath.PLAIN);
      byte[] inputs = inputs();
      try (Device.Pipeline pipeline = device.prepare(kernel)) {
        Outcome outcome =
            pipeline.run(
                Dispatch.of(GROUPS, new byte[0], List.of(inputs, new byte[GROUPS * LANES * 16])));
        return outcome instanceof Outcome.Completed completed
            ? hash(completed.bound().get(1))
            : outcome.toString();
      }
    } catch (CompileException e) {
      return "does not compile: " + e.getMessage();
    } catch (DeviceException e) {
      return e.outcome().toString();
    }
  }

  private static String hash(byte[] bytes) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : bytes) {
      hash = (hash ^ b & 0xFF) * 0x100000001b3L;
    }
    return "%016x".formatted(hash);
  }

  /** Words 0 to 15 are any bits, 16 to 23 floats of moderate size, 24 to 27 small halves. */
  private static byte[] inputs() {
    SplittableRandom random = new SplittableRandom(2024);
    ByteBuffer buffer =
        ByteBuffer.allocate(GROUPS * LANES * WORDS * 4).order(ByteOrder.LITTLE_ENDIAN);
    int[] edges = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x8000, 0xFF, 0x10000};
    while (buffer.hasRemaining()) {
      int word = buffer.position() / 4 % WORDS;
      if (word < 16) {
        buffer.putInt(
            random.nextInt(8) == 0 ? edges[random.nextInt(edges.length)] : random.nextInt());
      } else if (word < 24) {
        float magnitude = 1 + random.nextInt(1 << 20) / (float) (1 << 20);
        buffer.putFloat(
            Math.scalb(random.nextBoolean() ? magnitude : -magnitude, random.nextInt(-8, 9)));
      } else {
        int half = random.nextInt(-15, 16);
        buffer.putFloat((half == 0 ? 1 : half) / 2f);
      }
    }
    return buffer.array();
  }

  private static final String TEMPLATE =
      """
      #version 460
      #extension GL_EXT_shader_explicit_arithmetic_types : require
      #extension GL_KHR_shader_subgroup_basic : require
      #extension GL_KHR_shader_subgroup_vote : require
      #extension GL_KHR_shader_subgroup_ballot : require
      #extension GL_KHR_shader_subgroup_arithmetic : require
      #extension GL_KHR_shader_subgroup_shuffle : require
      #extension GL_KHR_shader_subgroup_clustered : require
      #extension GL_KHR_shader_subgroup_quad : require
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0, std430) readonly buffer Input { uint data[]; };
      layout(set = 0, binding = 1, std430) writeonly buffer Output { uvec4 results[]; };
      struct S { uint p; vec4 q; uint t[2]; };
      struct Cell { uint p; vec4 q; };
      shared uint tile[32];
      shared Cell cells[32];

      uint early(uint u, uint v) {
          if (u < v) {
              return v - u;
          }
          for (uint q = 0u; q < 4u; ++q) {
              if (((u >> q) & 1u) == 0u) {
                  return q;
              }
          }
          return u ^ v;
      }
      void bump(inout uint u, uint v) { u = u * 3u + v; }
      void split(uint u, out uint v) { v = u >> 16; }

      void main() {
          uint base = gl_GlobalInvocationID.x * 32u;
          uint a = data[base], b = data[base + 1u], c = data[base + 2u];
          int i = int(data[base + 3u]), j = int(data[base + 4u]), k = int(data[base + 5u]);
          uvec4 ua = uvec4(data[base + 6u], data[base + 7u], a, b);
          uvec4 ub = uvec4(data[base + 8u], c, data[base + 9u], data[base + 10u]);
          ivec4 ia = ivec4(ua.wzyx), ib = ivec4(ub.yxwz);
          vec4 va = uintBitsToFloat(uvec4(data[base + 16u], data[base + 17u], data[base + 18u], data[base + 19u]));
          vec4 vb = uintBitsToFloat(uvec4(data[base + 20u], data[base + 21u], data[base + 22u], data[base + 23u]));
          vec4 small = uintBitsToFloat(uvec4(data[base + 24u], data[base + 25u], data[base + 26u], data[base + 27u]));
          float x = va.x, y = vb.x;
          double d = double(va.y) * 3.0LF + double(x), e = double(vb.y);
          float16_t h = float16_t(small.x), g = float16_t(small.y);
          int64_t l = int64_t(packUint2x32(ua.xy)), m = int64_t(packUint2x32(ub.zw));
          uint64_t ul = packUint2x32(ua.zw), um = packUint2x32(ub.xy);
          int8_t s8 = int8_t(i), s8b = int8_t(j);
          uint8_t u8 = uint8_t(a), u8b = uint8_t(b);
          int16_t s16 = int16_t(i), s16b = int16_t(j);
          uint16_t u16 = uint16_t(a), u16b = uint16_t(b);
          $CODE
          results[gl_GlobalInvocationID.x] = $RESULT;
      }
      """;
}
