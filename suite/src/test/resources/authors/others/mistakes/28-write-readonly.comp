#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Io { float data[]; };

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, data, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    m = m * 0.125;
    coopMatStore(m, data, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
