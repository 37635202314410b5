#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require

layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;
layout(push_constant) uniform Args { float value; } args;
layout(std430, set = 0, binding = 0) buffer Dst { float dst[]; };

const uint W = 48u;

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(args.value);
    // make each tile different
    m = m * float(gl_WorkGroupID.y * 3u + gl_WorkGroupID.x + 1u);
    uint at = gl_WorkGroupID.y * 16u * W + gl_WorkGroupID.x * 16u;
    coopMatStore(m, dst, at, W, gl_CooperativeMatrixLayoutRowMajor);
}
