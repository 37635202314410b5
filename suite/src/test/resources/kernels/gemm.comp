#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

// C = A * B, all SIZE x SIZE and row-major. A workgroup makes a tile of 16 x 16 of C, each of its four subgroups a
// quarter; tiles of A and B are staged in shared memory.
layout(constant_id = 0) const uint SIZE = 16;
layout(local_size_x = 128) in;

layout(set = 0, binding = 0, std430) readonly buffer ABuffer { float16_t a[]; };
layout(set = 0, binding = 1, std430) readonly buffer BBuffer { float16_t b[]; };
layout(set = 0, binding = 2, std430) writeonly buffer CBuffer { float c[]; };

const uint TILE = 16;
shared float16_t tileA[TILE * TILE];
shared float16_t tileB[TILE * TILE];

void main() {
    const uint top = gl_WorkGroupID.y * TILE;
    const uint left = gl_WorkGroupID.x * TILE;
    const uint row = gl_SubgroupID / 2 * 8;
    const uint column = gl_SubgroupID % 2 * 8;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < SIZE; k += TILE) {
        for (uint i = gl_LocalInvocationIndex; i < TILE * TILE; i += gl_WorkGroupSize.x) {
            tileA[i] = a[(top + i / TILE) * SIZE + k + i % TILE];
            tileB[i] = b[(k + i / TILE) * SIZE + left + i % TILE];
        }
        barrier();
        for (uint step = 0; step < TILE; step += 8) {
            coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> partA;
            coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB> partB;
            coopMatLoad(partA, tileA, row * TILE + step, TILE, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(partB, tileB, step * TILE + column, TILE, gl_CooperativeMatrixLayoutRowMajor);
            sum = coopMatMulAdd(partA, partB, sum);
        }
        barrier();
    }
    coopMatStore(sum, c, (top + row) * SIZE + left + column, SIZE, gl_CooperativeMatrixLayoutRowMajor);
}
