#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

#define MA coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>
#define MB coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB>
#define MC coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>

layout(local_size_x = 8) in;
layout(binding = 0) readonly buffer A_ { float A[256]; };
layout(binding = 1) readonly buffer B_ { float B[256]; };
layout(binding = 2) writeonly buffer C_ { float C[256]; };

struct Block { MC t[2][2]; };

void clear(out Block b) {
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            b.t[i][j] = MC(0.0);
}

void step(inout MC c, MA a, MB b) { c = coopMatMulAdd(a, b, c); }

MA load_a(uint i, uint k) {
    MA a;
    coopMatLoad(a, A, i * 8 * 16 + k * 8, 16, gl_CooperativeMatrixLayoutRowMajor);
    return a;
}

void main() {
    Block blk;
    clear(blk);
    MB b[2];
    for (uint k = 0; k < 2; ++k) {
        for (uint j = 0; j < 2; ++j)
            coopMatLoad(b[j], B, k * 8 * 16 + j * 8, 16, gl_CooperativeMatrixLayoutRowMajor);
        for (uint i = 0; i < 2; ++i) {
            MA a = load_a(i, k);
            for (uint j = 0; j < 2; ++j) step(blk.t[i][j], a, b[j]);
        }
    }
    for (uint i = 0; i < 2; ++i)
        for (uint j = 0; j < 2; ++j)
            coopMatStore(blk.t[i][j], C, i * 8 * 16 + j * 8, 16, gl_CooperativeMatrixLayoutRowMajor);
}
