#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Q { float16_t data_q[]; };
layout(binding = 1) readonly buffer K { float16_t data_k[]; };
layout(binding = 2) readonly buffer V { float16_t data_v[]; };
layout(binding = 3) writeonly buffer O { float data_o[]; };
layout(push_constant) uniform parameter { uint N; uint KV; float scale; } p;

#define Br 32
#define Bc 32
#define HS 64
#define ACC(R, C) coopmat<float, gl_ScopeSubgroup, R, C, gl_MatrixUseAccumulator>

float maxReduce(const in float x, const in float y) { return max(x, y); }
float addReduce(const in float x, const in float y) { return x + y; }
float Max2(const in uint r, const in uint c, const in float a, const in float b) { return max(a, b); }
float ExpDiff(const in uint r, const in uint c, const in float a, const in float b) { return exp(a - b); }
float maskKeys(const in uint r, const in uint c, const in float s, const in uint j, const in uint kv) {
    return j + c < kv ? s : -65504.0;
}
float zeroKeys(const in uint r, const in uint c, const in float s, const in uint j, const in uint kv) {
    return j + c < kv ? s : 0.0;
}
float recip(const in uint r, const in uint c, const in float x) { return x == 0.0 ? 0.0 : 1.0 / x; }

void main() {
    const uint i0 = gl_WorkGroupID.x * Br;
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tQ = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tKV = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tQ = setTensorLayoutDimensionNV(tQ, p.N, HS);
    tKV = setTensorLayoutDimensionNV(tKV, p.KV, HS);
    tensorViewNV<2, false, 1, 0> tT = createTensorViewNV(2, false, 1, 0);

    coopmat<float16_t, gl_ScopeSubgroup, Br, HS, gl_MatrixUseA> q;
    coopMatLoadTensorNV(q, data_q, 0, sliceTensorLayoutNV(tQ, i0, Br, 0, HS));

    ACC(Br, HS) o = ACC(Br, HS)(0.0);
    ACC(Br, Bc) L = ACC(Br, Bc)(0.0);
    ACC(Br, Bc) M = ACC(Br, Bc)(-65504.0);

    for (uint j = 0; j < p.KV; j += Bc) {
        coopmat<float16_t, gl_ScopeSubgroup, HS, Bc, gl_MatrixUseB> k;
        coopMatLoadTensorNV(k, data_k, 0, sliceTensorLayoutNV(tKV, j, Bc, 0, HS), tT);
        ACC(Br, Bc) s = coopMatMulAdd(q, k, ACC(Br, Bc)(0.0));
        s *= p.scale;
        coopMatPerElementNV(s, s, maskKeys, j, p.KV);

        ACC(Br, Bc) rowmax, rowsum, Mold, eM;
        coopMatReduceNV(rowmax, s, gl_CooperativeMatrixReduceRowNV, maxReduce);
        Mold = M;
        coopMatPerElementNV(M, rowmax, Max2, Mold);
        ACC(Br, Bc) prob;
        coopMatPerElementNV(prob, s, ExpDiff, M);
        coopMatPerElementNV(prob, prob, zeroKeys, j, p.KV);
        coopMatPerElementNV(eM, Mold, ExpDiff, M);
        coopMatReduceNV(rowsum, prob, gl_CooperativeMatrixReduceRowNV, addReduce);
        L = eM * L + rowsum;

        ACC(Br, HS) eMwide;
        coopMatReduceNV(eMwide, eM, gl_CooperativeMatrixReduceRowNV, maxReduce);
        coopmat<float16_t, gl_ScopeSubgroup, Bc, HS, gl_MatrixUseB> v;
        coopMatLoadTensorNV(v, data_v, 0, sliceTensorLayoutNV(tKV, j, Bc, 0, HS));
        coopmat<float16_t, gl_ScopeSubgroup, Br, Bc, gl_MatrixUseA> pa =
            coopmat<float16_t, gl_ScopeSubgroup, Br, Bc, gl_MatrixUseA>(prob);
        o = coopMatMulAdd(pa, v, eMwide * o);
    }

    ACC(Br, HS) Lwide;
    coopMatReduceNV(Lwide, L, gl_CooperativeMatrixReduceRowNV, maxReduce);
    coopMatPerElementNV(Lwide, Lwide, recip);
    o *= Lwide;
    coopMatStoreTensorNV(o, data_o, 0, sliceTensorLayoutNV(tQ, i0, Br, 0, HS));
}
