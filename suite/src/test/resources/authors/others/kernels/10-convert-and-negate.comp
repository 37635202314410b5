#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { vec4 src[]; };          // 4 floats an element
layout(binding = 1) writeonly buffer Out { f16vec4 dst[]; };     // 4 halves an element

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    uint base = gl_WorkGroupID.x * (256u / 4u);
    // offset and stride count vec4 elements
    coopMatLoad(m, src, base, 16u / 4u, gl_CooperativeMatrixLayoutRowMajor);
    m = -m;
    m *= 0.5;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> h =
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(m);
    coopMatStore(h, dst, base, 16u / 4u, gl_CooperativeMatrixLayoutRowMajor);
}
