#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Bytes { int8_t bytes[]; };
layout(set = 0, binding = 1, std430) buffer Words { int words[]; };
// GLOBAL
void main() {
    coopvecNV<int, 16> v;
    coopvecNV<int, 8> w;
    coopVecLoadNV(v, words, 0);
    coopVecMatMulNV(w, v, gl_ComponentTypeSignedInt8NV, bytes, 0, gl_ComponentTypeSignedInt8NV, 8, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
    // MAIN
    coopVecStoreNV(w, words, 64);
}
