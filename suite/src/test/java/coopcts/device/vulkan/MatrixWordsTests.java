// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.util.Map;
import org.testng.annotations.Test;

/** Matrix instructions are found in what drivers show of their machine code. */
public final class MatrixWordsTests {

  @Test
  public void instructionsOfEachVendorAreCounted() {
    assertEquals(
        MatrixWords.in(
            """
            v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]
            v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]
            v_swmmac_i32_16x16x32_iu8 v[0:7], v[8:9], v[10:13], v14
            HMMA.16816.F32 R4, R8, R12, R4 ;
            imma.m16n8k32 r0..4 = r4..8 r8..10
            dpas.8x8 (16|M0) r20:f r20:f r10:hf r5:hf {Atomic}
            """),
        Map.of(
            "v_wmma_f32_16x16x16_f16", 2,
            "v_swmmac_i32_16x16x32_iu8", 1,
            "hmma.16816.f32", 1,
            "imma.m16n8k32", 1,
            "dpas.8x8", 1));
  }

  @Test
  public void wordsOfOtherThingsAreNone() {
    assertEquals(
        MatrixWords.in("cmat_muladd_amd s_wmma x.hmma v_fma_f32 v0, v1 is_dpas_here v_pk_fma_f16"),
        Map.of());
  }

  @Test
  public void onlyMachineCodeIsLookedAt() {
    assertTrue(MatrixWords.isMachineCode("Assembly"));
    assertTrue(MatrixWords.isMachineCode("GEN Assembly"));
    assertFalse(MatrixWords.isMachineCode("NIR Shader(s)"));
    assertFalse(MatrixWords.isMachineCode("ACO IR"));
  }
}
