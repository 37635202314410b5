#version 460
#extension GL_NV_cooperative_vector : require

layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint NT = 64;
layout(binding = 0) readonly buffer In { vec4 src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

shared float pool[NT * 8];

void main() {
    const uint t = gl_LocalInvocationIndex;
    coopvecNV<float, 8> v, n;
    coopVecLoadNV(v, src, t * 32);
    coopVecStoreNV(v, pool, t * 32);
    barrier();
    coopVecLoadNV(n, pool, ((t + 1) % NT) * 32);
    v = fma(v, coopvecNV<float, 8>(0.25), n * 0.75);
    v = clamp(v, coopvecNV<float, 8>(-1.0), coopvecNV<float, 8>(1.0));
    coopVecStoreNV(v, dst, t * 32);
}
