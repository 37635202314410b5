#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x_id = 0) in;
layout(binding = 0) readonly buffer In { uint logits[]; };
layout(binding = 1) writeonly buffer Out { f16vec4 probs[]; };

void main() {
    const uint at = gl_GlobalInvocationID.x * 32u;
    coopvecNV<float16_t, 16> h;
    coopVecLoadNV(h, logits, at);
    coopvecNV<float, 16> v = coopvecNV<float, 16>(h);
    float m = v[0];
    for (int i = 1; i < v.length(); ++i) m = max(m, v[i]);
    v = exp(v - coopvecNV<float, 16>(m));
    float s = 0.0;
    for (int i = 0; i < v.length(); ++i) s += v[i];
    coopVecStoreNV(coopvecNV<float16_t, 16>(v * (1.0 / s)), probs, at);
}
