#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t feat[]; };   // 32 x 16 (16 used)
layout(binding = 1) readonly buffer Wt { float16_t w[]; };      // 4 x (8 rows x 16 columns), column-major: a column takes 16 bytes
layout(binding = 2) buffer Out { float16_t res[]; };            // 32 x 8
layout(binding = 3) readonly buffer Mat { uint material[]; };

void main() {
    const uint t = gl_LocalInvocationIndex;
    const uint m = material[t];
    coopvecNV<float16_t, 16> v;
    coopVecLoadNV(v, feat, t * 32);
    coopvecNV<float16_t, 8> r = coopvecNV<float16_t, 8>(float16_t(0));
    if (m != 3) {
        coopVecMatMulNV(r, v, gl_ComponentTypeFloat16NV, w, m * 256, gl_ComponentTypeFloat16NV,
            8, 16, gl_CooperativeVectorMatrixLayoutColumnMajorNV, false, 16);
        r = tanh(r);
    }
    coopVecStoreNV(r, res, t * 16);
}
