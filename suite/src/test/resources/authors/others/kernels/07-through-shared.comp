#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t src[]; };
layout(binding = 1) writeonly buffer Out { float16_t dst[]; };

const uint LD = 16 + 8; // padding against bank conflicts, still 16-byte rows
shared float16_t tile[16 * LD];

void main() {
    uint base = gl_WorkGroupID.x * 256;
    for (uint i = gl_LocalInvocationIndex; i < 256; i += gl_WorkGroupSize.x) {
        tile[(i / 16) * LD + (i % 16)] = src[base + i];
    }
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
    coopMatLoad(m, tile, 0, LD, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, dst, base, 16, gl_CooperativeMatrixLayoutColumnMajor);
}
