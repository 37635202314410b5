#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t src[]; };
layout(binding = 1) readonly buffer Wt { uint8_t w[]; };
layout(binding = 2) writeonly buffer Out { float16_t dst[]; };

void main() {
    const uint at = gl_LocalInvocationID.x * 32;
    coopvecNV<float16_t, 16> v, r;
    coopVecLoadNV(v, src, at);
    coopVecMatMulNV(r, v, gl_ComponentTypeFloatE4M3NV, w, 0, gl_ComponentTypeFloatE4M3NV,
        16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
    coopVecStoreNV(r, dst, at);
}
