#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t src[]; };
layout(binding = 1) readonly buffer Wt { float16_t w[]; };    // two 16x16 layers
layout(binding = 2) writeonly buffer Out { float16_t dst[]; };
layout(binding = 3) readonly buffer Lay { uint layer[]; };

void main() {
    const uint t = gl_LocalInvocationID.x;
    coopvecNV<float16_t, 16> v, r;
    coopVecLoadNV(v, src, t * 32);
    coopVecMatMulNV(r, v, gl_ComponentTypeFloat16NV, w, layer[t] * 512, gl_ComponentTypeFloat16NV,
        16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    coopVecStoreNV(r, dst, t * 32);
}
