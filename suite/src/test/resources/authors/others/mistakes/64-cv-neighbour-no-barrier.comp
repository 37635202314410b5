#version 460
#extension GL_NV_cooperative_vector : require

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
shared vec4 pool[64 * 2];

void main() {
    const uint t = gl_LocalInvocationIndex;
    coopvecNV<float, 8> v, n;
    coopVecLoadNV(v, src, t * 32);
    coopVecStoreNV(v * 2.0, pool, t * 32);
    coopVecLoadNV(n, pool, ((t + 1) % 64) * 32);
    coopVecStoreNV(v + n, dst, t * 32);
}
