#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require

layout(constant_id = 0) const uint BLOCK_SIZE = 128;
layout(constant_id = 1) const uint BM = 64;
layout(constant_id = 2) const uint BN = 64;
layout(constant_id = 3) const uint WARP = 32;
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;

layout(binding = 0) readonly buffer A { float16_t data_a[]; };
layout(binding = 1) readonly buffer B { float data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter {
    uint M; uint N; uint K;
    uint stride_a; uint stride_b; uint stride_d;
} p;

#define BK 32
#define WM 32
#define WN 32
#define T 16
#define SHMEM_STRIDE (BK + 8)

const uint NUM_WARPS = BLOCK_SIZE / WARP;

shared float16_t buf_a[BM * SHMEM_STRIDE];
shared float16_t buf_b[BN * SHMEM_STRIDE];
shared float coopmat_stage[T * T * NUM_WARPS];

void main() {
    const uint ir = gl_WorkGroupID.x;
    const uint ic = gl_WorkGroupID.y;
    const uint warp_i = gl_SubgroupID;
    const uint lane = gl_SubgroupInvocationID;
    const uint warp_r = warp_i % (BM / WM);
    const uint warp_c = warp_i / (BM / WM);
    const uint tid = gl_LocalInvocationID.x;

    coopmat<float16_t, gl_ScopeSubgroup, T, T, gl_MatrixUseA> cache_a;
    coopmat<float16_t, gl_ScopeSubgroup, T, T, gl_MatrixUseB> cache_b;
    coopmat<float, gl_ScopeSubgroup, T, T, gl_MatrixUseAccumulator> sums[(WM / T) * (WN / T)];
    [[unroll]] for (uint i = 0; i < (WM / T) * (WN / T); i++) {
        sums[i] = coopmat<float, gl_ScopeSubgroup, T, T, gl_MatrixUseAccumulator>(0.0f);
    }

    for (uint block = 0; block < p.K; block += BK) {
        for (uint l = tid; l < BM * BK; l += BLOCK_SIZE) {
            const uint r = l / BK;
            const uint k = l % BK;
            const uint row = ir * BM + r;
            buf_a[r * SHMEM_STRIDE + k] = (row < p.M && block + k < p.K)
                ? data_a[row * p.stride_a + block + k] : float16_t(0.0);
        }
        for (uint l = tid; l < BN * BK; l += BLOCK_SIZE) {
            const uint c = l / BK;
            const uint k = l % BK;
            const uint col = ic * BN + c;
            buf_b[c * SHMEM_STRIDE + k] = (col < p.N && block + k < p.K)
                ? float16_t(data_b[col * p.stride_b + block + k]) : float16_t(0.0);
        }

        barrier();

        [[unroll]] for (uint i = 0; i < BK; i += T) {
            [[unroll]] for (uint cm_row = 0; cm_row < WM / T; cm_row++) {
                coopMatLoad(cache_a, buf_a, (warp_r * WM + cm_row * T) * SHMEM_STRIDE + i, SHMEM_STRIDE, gl_CooperativeMatrixLayoutRowMajor);
                [[unroll]] for (uint cm_col = 0; cm_col < WN / T; cm_col++) {
                    coopMatLoad(cache_b, buf_b, (warp_c * WN + cm_col * T) * SHMEM_STRIDE + i, SHMEM_STRIDE, gl_CooperativeMatrixLayoutColumnMajor);
                    sums[cm_col * (WM / T) + cm_row] = coopMatMulAdd(cache_a, cache_b, sums[cm_col * (WM / T) + cm_row]);
                }
            }
        }

        barrier();
    }

    const uint dr = ir * BM + warp_r * WM;
    const uint dc = ic * BN + warp_c * WN;

    [[unroll]] for (uint cm_row = 0; cm_row < WM / T; cm_row++) {
        [[unroll]] for (uint cm_col = 0; cm_col < WN / T; cm_col++) {
            const uint r0 = dr + cm_row * T;
            const uint c0 = dc + cm_col * T;
            if (r0 + T <= p.M && c0 + T <= p.N) {
                coopMatStore(sums[cm_col * (WM / T) + cm_row], data_d, c0 * p.stride_d + r0, p.stride_d, gl_CooperativeMatrixLayoutColumnMajor);
            } else if (r0 < p.M && c0 < p.N) {
                coopMatStore(sums[cm_col * (WM / T) + cm_row], coopmat_stage, warp_i * T * T, T, gl_CooperativeMatrixLayoutColumnMajor);
                controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
                for (uint e = lane; e < T * T; e += WARP) {
                    const uint r = r0 + e % T;
                    const uint c = c0 + e / T;
                    if (r < p.M && c < p.N) {
                        data_d[c * p.stride_d + r] = coopmat_stage[warp_i * T * T + e];
                    }
                }
                controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
            }
        }
    }
}
