#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer HalfIn { float16_t v[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer HalfOut { float16_t v[]; };

layout(push_constant) uniform Params {
    HalfIn a;
    HalfIn b;
    HalfOut c;
    uint ld;
} params;

layout(local_size_x_id = 7) in;

void main() {
    uint m = gl_WorkGroupID.x * 16;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(float16_t(0.0));
    coopMatLoad(a, params.a.v, m * params.ld, params.ld, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, params.b.v, 0, params.ld, gl_CooperativeMatrixLayoutRowMajor);
    c = coopMatMulAdd(a, b, c);
    coopMatStore(c, params.c.v, m * params.ld, params.ld, gl_CooperativeMatrixLayoutRowMajor);
}
