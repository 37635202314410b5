#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_control_flow_attributes : require

layout(local_size_x_id = 0) in;
layout(binding = 0) readonly buffer W { float16_t weight_data[]; };
layout(binding = 1) readonly buffer X { float16_t bottom_data[]; };
layout(binding = 2) writeonly buffer Y { float top_data[]; };
layout(push_constant) uniform parameter { uint inch; uint size; uint outch; } p;

void main() {
    const uint px = gl_WorkGroupID.x * 16;
    coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator> s[2];
    s[0] = coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator>(0.0);
    s[1] = coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint c = 0; c < p.inch; c += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> x;
        coopMatLoad(x, bottom_data, c * p.size + px, p.size, gl_CooperativeMatrixLayoutRowMajor);
        [[unroll]] for (uint j = 0; j < 2; ++j) {
            coopmat<float16_t, gl_ScopeSubgroup, 8, 16, gl_MatrixUseA> w;
            coopMatLoad(w, weight_data, j * 8 * p.inch + c, p.inch, gl_CooperativeMatrixLayoutRowMajor);
            s[j] = coopMatMulAdd(w, x, s[j]);
        }
    }
    [[unroll]] for (uint j = 0; j < 2; ++j)
        coopMatStore(s[j], top_data, j * 8 * p.size + px, p.size, gl_CooperativeMatrixLayoutRowMajor);
}
