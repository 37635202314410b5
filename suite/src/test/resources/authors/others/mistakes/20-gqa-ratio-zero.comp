#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Q_ { float16_t q[]; };
layout(binding = 1) readonly buffer K_ { float16_t k[]; };
layout(binding = 2) writeonly buffer S_ { float s[]; };
layout(push_constant) uniform P { uint n_head; uint n_head_kv; } p;

void main() {
    const uint head = gl_WorkGroupID.y;
    const uint ratio = p.n_head / p.n_head_kv;
    const uint head_kv = (head / ratio) % 2;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, q, head * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, k, head_kv * 256, 16, gl_CooperativeMatrixLayoutColumnMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, s, head * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
}
