#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_EXT_control_flow_attributes : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer X_ { float16_t X[]; };   // [H][W][16]
layout(binding = 1) readonly buffer W_ { float16_t W[]; };   // [9][16][16]
layout(binding = 2) writeonly buffer Y_ { float Y[]; };      // [H][W][16]
layout(push_constant) uniform P { uint H; uint Wd; } p;

void main() {
    const int y0 = int(gl_WorkGroupID.y) * 4;
    const int x0 = int(gl_WorkGroupID.x) * 4;
    tensorLayoutNV<3, gl_CooperativeMatrixClampModeConstantNV> tX = createTensorLayoutNV(3, gl_CooperativeMatrixClampModeConstantNV);
    tX = setTensorLayoutDimensionNV(tX, p.H, p.Wd, 16);
    tensorLayoutNV<3> tY = setTensorLayoutDimensionNV(createTensorLayoutNV(3), p.H, p.Wd, 16);

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    [[unroll]] for (int ky = 0; ky < 3; ++ky) {
        [[unroll]] for (int kx = 0; kx < 3; ++kx) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
            coopMatLoadTensorNV(a, X, 0, sliceTensorLayoutNV(tX, y0 + ky - 1, 4, x0 + kx - 1, 4, 0, 16));
            coopMatLoad(b, W, (ky * 3 + kx) * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
            acc = coopMatMulAdd(a, b, acc);
        }
    }
    coopMatStoreTensorNV(acc, Y, 0, sliceTensorLayoutNV(tY, y0, 4, x0, 4, 0, 16));
}
