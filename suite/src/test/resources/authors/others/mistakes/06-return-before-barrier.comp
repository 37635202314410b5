#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float16_t dst[]; };
layout(push_constant) uniform P { uint count; } p;

shared float16_t tile[256];

void main() {
    const uint t = gl_GlobalInvocationID.x;
    for (uint i = 0; i < 8; ++i) tile[t * 8 + i] = float16_t(src[t * 8 + i]);
    if (t >= p.count) return;
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, tile, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    m = m + m;
    coopMatStore(m, dst, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
