#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// C = A * B + C, row-major. Each of two subgroups of a workgroup makes two tiles of M x N of C below each other; tiles
// of A and B are staged in shared memory, a step of K at a time.
layout(local_size_x = ${LOCAL_SIZE}) in;

const uint M = ${M};
const uint N = ${N};
const uint K = ${K};
const uint DEPTH = ${STEPS} * K;
const uint WIDTH = 2 * N * ${GROUPS};
layout(set = 0, binding = 0, std430) readonly buffer ABuffer { ${A} a[]; };
layout(set = 0, binding = 1, std430) readonly buffer BBuffer { ${B} b[]; };
layout(set = 0, binding = 2, std430) buffer CBuffer { ${C} c[]; };
shared ${A} tileA[2 * M * K];
shared ${B} tileB[2 * K * N];
#define ACCUMULATOR coopmat<${C}, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator>

void main() {
    const uint left = gl_WorkGroupID.x * 2 * N + gl_SubgroupID * N;
    ACCUMULATOR upper;
    ACCUMULATOR lower;
    coopMatLoad(upper, c, left, WIDTH, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(lower, c, M * WIDTH + left, WIDTH, gl_CooperativeMatrixLayoutRowMajor);
    for (uint k = 0; k < DEPTH; k += K) {
        for (uint i = gl_LocalInvocationIndex; i < 2 * M * K; i += gl_WorkGroupSize.x) {
            tileA[i] = a[i / K * DEPTH + k + i % K];
        }
        for (uint i = gl_LocalInvocationIndex; i < 2 * K * N; i += gl_WorkGroupSize.x) {
            tileB[i] = b[(k + i / (2 * N)) * WIDTH + gl_WorkGroupID.x * 2 * N + i % (2 * N)];
        }
        barrier();
        coopmat<${A}, gl_ScopeSubgroup, M, K, gl_MatrixUseA> x;
        coopmat<${B}, gl_ScopeSubgroup, K, N, gl_MatrixUseB> y;
        coopMatLoad(y, tileB, gl_SubgroupID * N, 2 * N, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(x, tileA, 0, K, gl_CooperativeMatrixLayoutRowMajor);
        upper = coopMatMulAdd(x, y, upper);
        coopMatLoad(x, tileA, M * K, K, gl_CooperativeMatrixLayoutRowMajor);
        lower = coopMatMulAdd(x, y, lower);
        barrier();
    }
    coopMatStore(upper, c, left, WIDTH, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(lower, c, M * WIDTH + left, WIDTH, gl_CooperativeMatrixLayoutRowMajor);
}
