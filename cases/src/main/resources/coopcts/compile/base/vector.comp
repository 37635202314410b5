#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Halves { float16_t halves[]; };
layout(set = 0, binding = 1, std430) buffer Words { uint words[]; };
// GLOBAL
void main() {
    coopvecNV<float16_t, 16> v;
    coopvecNV<float16_t, 8> w;
    coopvecNV<int, 8> n = coopvecNV<int, 8>(3);
    coopVecLoadNV(v, halves, 0);
    coopVecMatMulNV(w, v, gl_ComponentTypeFloat16NV, halves, 0, gl_ComponentTypeFloat16NV, 8, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    w = w + w;
    // MAIN
    coopVecStoreNV(w, halves, 64);
    coopVecStoreNV(n, words, 64);
}
