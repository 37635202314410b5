// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.testng.annotations.Test;

/**
 * Damaged modules: whatever is in one, the reference device says something of it, takes no more
 * memory than a process has, and comes to an end. {@code -Dcoopcts.mutants=20000} tries more.
 */
public class MutantTests {

  private static final int MUTANTS = Integer.getInteger("coopcts.mutants", 1500);

  private static final String HEAD =
      """
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      #extension GL_KHR_shader_subgroup_arithmetic : enable
      layout(local_size_x = 32) in;
      layout(constant_id = 0) const uint SIZE = 16;
      layout(set = 0, binding = 0) buffer A { float16_t a[]; };
      layout(set = 0, binding = 1) buffer O { float o[]; };
      shared uint s[64];
      #define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
      """;

  private static final List<String> SHADERS =
      List.of(
          """
          void main() {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> x;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> y;
            coopMatLoad(x, a, 0, 16, 0);
            coopMatLoad(y, a, 0, 16, 1);
            MATRIX m = coopMatMulAdd(x, y, MATRIX(1.0));
            for (int i = 0; i < m.length(); ++i) { m[i] = m[i] * 2.0 + 1.0; }
            coopMatStore(m, o, 0, 16, 0);
          }
          """,
          """
          float twice(const in uint row, const in uint column, const in float was) {
            return 2 * was;
          }
          void main() {
            coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
            m = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(3.0);
            coopMatPerElementNV(m, m, twice);
            tensorLayoutNV<2, gl_CooperativeMatrixClampModeRepeatNV> t =
                createTensorLayoutNV(2, gl_CooperativeMatrixClampModeRepeatNV);
            t = setTensorLayoutDimensionNV(t, 16, 16);
            t = sliceTensorLayoutNV(t, 0, 16, 0, 16);
            coopMatLoadTensorNV(m, o, 0, t);
            coopMatStoreTensorNV(m, o, 0, t);
          }
          """,
          """
          void main() {
            coopvecNV<float16_t, 8> v = coopvecNV<float16_t, 8>(float16_t(1.0));
            coopvecNV<float, 4> r;
            coopVecMatMulNV(r, v, gl_ComponentTypeFloat16NV, a, 0, gl_ComponentTypeFloat16NV, 4, 8,
                gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
            r = max(r, coopvecNV<float, 4>(0.0)) + exp(r);
            coopVecStoreNV(r, o, 16 * gl_LocalInvocationIndex);
          }
          """,
          """
          uint f(uint n, inout uint m) { m += n; return n > 3 ? m : n * 2; }
          void main() {
            uint sum = 0;
            uint many[SIZE];
            for (uint i = 0; i < SIZE; ++i) { many[i] = f(i, sum); if (sum > 20) { break; } }
            s[gl_LocalInvocationIndex] = many[gl_LocalInvocationIndex % 8];
            barrier();
            atomicAdd(s[32], subgroupAdd(s[gl_LocalInvocationIndex]));
            barrier();
            switch (s[32] % 4) { case 0: o[0] = 1; break; case 1: o[1] = 2; default: o[2] = 3; }
            o[4 + gl_LocalInvocationIndex] = float(s[32]) / 3.0;
          }
          """);

  /** The modules that are damaged, each with two buffers in set 0. */
  public static List<byte[]> modules() throws CompileException {
    List<byte[]> modules = new ArrayList<>();
    try (Compiler compiler = new Compiler()) {
      for (String shader : SHADERS) {
        modules.add(compiler.compile(whole(shader), "shader.comp"));
      }
    }
    return modules;
  }

  @Test
  void whateverIsInAModuleSomethingIsSaidOfIt() throws Exception {
    List<byte[]> modules = modules();
    SplittableRandom random = new SplittableRandom(20);
    Map<Said, Integer> counts = new EnumMap<>(Said.class);
    try (Device device = Devices.open("reference:everything?blocks=3000")) {
      for (int i = 0; i < MUTANTS; i++) {
        byte[] mutant = mutant(modules.get(i % modules.size()), random);
        try {
          counts.merge(run(device, mutant), 1, Integer::sum);
        } catch (Exception | StackOverflowError | AssertionError e) {
          throw new AssertionError("mutant " + i, e);
        }
      }
    }
    assertTrue(counts.getOrDefault(Said.COMPLETED, 0) > 0, counts.toString());
    assertTrue(counts.getOrDefault(Said.INVALID, 0) > 0, counts.toString());
  }

  /** The extensions beyond KHR are the shader's own. */
  private static String whole(String shader) {
    String extensions =
        shader.contains("Tensor")
            ? "#extension GL_NV_cooperative_matrix2 : enable\n"
            : shader.contains("coopvec") ? "#extension GL_NV_cooperative_vector : enable\n" : "";
    return "#version 450\n" + extensions + HEAD + shader;
  }

  private enum Said {
    COMPLETED,
    INVALID,
    UNSUPPORTED,
    ENDLESS
  }

  private static Said run(Device device, byte[] spirv) {
    Kernel kernel =
        new Kernel(
            "mutant",
            ShaderStage.COMPUTE,
            new TreeMap<>(),
            new Kernel.Code(spirv, "main", new TreeMap<>()),
            new Kernel.Inputs(List.of(new Kernel.Binding(0, 0), new Kernel.Binding(0, 1)), 0),
            Kernel.Subgroups.ANY,
            SubmissionPath.PLAIN);
    try (Device.Pipeline pipeline = device.prepare(kernel)) {
      return said(
          pipeline.run(Dispatch.of(1, new byte[0], List.of(new byte[1024], new byte[4096]))));
    } catch (DeviceException e) {
      return said(e.outcome());
    }
  }

  private static Said said(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> Said.COMPLETED;
      case Outcome.Invalid _ -> Said.INVALID;
      case Outcome.Unsupported _ -> Said.UNSUPPORTED;
      case Outcome.TimedOut _ -> Said.ENDLESS;
      default -> throw new AssertionError(outcome);
    };
  }

  /** One to three words changed: a bit, a small number, another word of the module, or anything. */
  public static byte[] mutant(byte[] module, SplittableRandom random) {
    byte[] mutant = module.clone();
    int words = module.length / 4;
    for (int n = random.nextInt(1, 4); n > 0; n--) {
      int at = 4 * random.nextInt(5, words);
      switch (random.nextInt(4)) {
        case 0 -> mutant[at + random.nextInt(4)] ^= (byte) (1 << random.nextInt(8));
        case 1 -> {
          mutant[at] = (byte) random.nextInt(16);
          mutant[at + 1] = 0;
          mutant[at + 2] = 0;
          mutant[at + 3] = 0;
        }
        case 2 -> System.arraycopy(module, 4 * random.nextInt(5, words), mutant, at, 4);
        default -> {
          for (int b = 0; b < 4; b++) {
            mutant[at + b] = (byte) random.nextInt(256);
          }
        }
      }
    }
    return mutant;
  }
}
