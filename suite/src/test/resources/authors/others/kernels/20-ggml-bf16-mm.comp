#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_bfloat16 : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : enable
#extension GL_EXT_shader_16bit_storage : enable

layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint SG = 32;
layout(binding = 0) readonly buffer A { uint16_t data_a[]; };   // raw bf16 bits
layout(binding = 1) readonly buffer B { bfloat16_t data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

shared bfloat16_t sa[16 * 24];

void main() {
    const uint row0 = gl_WorkGroupID.x * 16;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += 16) {
        for (uint i = gl_LocalInvocationIndex; i < 256; i += SG)
            sa[(i / 16) * 24 + i % 16] = uintBitsToBFloat16EXT(data_a[(row0 + i / 16) * p.K + k0 + i % 16]);
        barrier();
        coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, sa, 0, 24, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, data_b, k0, p.K, gl_CooperativeMatrixLayoutColumnMajor);
        acc = coopMatMulAdd(a, b, acc);
        barrier();
    }
    coopMatStore(acc, data_d, row0, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
