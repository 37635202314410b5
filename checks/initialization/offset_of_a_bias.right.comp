#version 460
// offset_of_a_bias.comp, mended.
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Weights { float16_t w[2048]; };
layout(set = 0, binding = 1) buffer Out { float16_t o[512]; };
void main() {
  if (gl_LocalInvocationIndex == 0) {
    uint x = 64;
    coopvecNV<float16_t, 16> v = coopvecNV<float16_t, 16>(1.0);
    coopVecMatMulAddNV(v, v, gl_ComponentTypeFloat16NV, w, 0, gl_ComponentTypeFloat16NV, w, x & 64, gl_ComponentTypeFloat16NV, 16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    coopVecStoreNV(v, o, 0);
  }
}
