#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer X { uvec4 x[]; };
layout(std430, binding = 1) readonly buffer Wt { int8_t w[]; };
layout(std430, binding = 2) readonly buffer Bs { int b[]; };
layout(std430, binding = 3) writeonly buffer Y { int y[]; };

void main() {
    coopvecNV<uint, 8> packed;
    coopVecLoadNV(packed, x, gl_LocalInvocationID.x * 32);
    coopvecNV<int, 32> r;
    coopVecMatMulAddNV(r, packed, gl_ComponentTypeSignedInt8PackedNV,
        w, 0, gl_ComponentTypeSignedInt8NV, b, 0, gl_ComponentTypeSignedInt32NV,
        32, 32, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    coopVecStoreNV(r, y, gl_LocalInvocationID.x * 128);
}
