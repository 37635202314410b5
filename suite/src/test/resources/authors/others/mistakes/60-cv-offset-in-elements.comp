#version 460
#extension GL_NV_cooperative_vector : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

void main() {
    const uint t = gl_LocalInvocationID.x;
    coopvecNV<float, 8> v;
    coopVecLoadNV(v, src, t * 8);
    v = tanh(v);
    coopVecStoreNV(v, dst, t * 32);
}
