#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) buffer Io { float img[]; };  // 5 tiles of 16x16

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> here, next;
    const uint at = gl_WorkGroupID.x * 256;
    coopMatLoad(here, img, at, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(next, img, at + 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    here = (here + next) * 0.5;
    coopMatStore(here, img, at, 16, gl_CooperativeMatrixLayoutRowMajor);
}
