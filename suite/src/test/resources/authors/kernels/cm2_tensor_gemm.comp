#version 460
// Matrices of a workgroup, tiles by tensor layouts that clamp at the edge.
// with: --groups 2,2,1 --push 2800000030000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_matrix2 : require

layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float16_t data_d[]; };
layout(push_constant) uniform parameter { uint M; uint K; } p;
#define TILE(T, R, C, U) coopmat<T, gl_ScopeWorkgroup, R, C, gl_MatrixUse##U>

void main() {
  const uint N = 40;
  const uint row = gl_WorkGroupID.y * 32;
  const uint col = gl_WorkGroupID.x * 32;
  tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> la = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
  tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> lb = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
  tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> ld = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
  la = setTensorLayoutDimensionNV(la, p.M, p.K);
  lb = setTensorLayoutDimensionNV(lb, p.K, N);
  ld = setTensorLayoutDimensionNV(ld, p.M, N);
  TILE(float, 32, 32, Accumulator) sum = TILE(float, 32, 32, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += 16) {
    TILE(float16_t, 32, 16, A) a;
    TILE(float16_t, 16, 32, B) b;
    coopMatLoadTensorNV(a, data_a, 0, sliceTensorLayoutNV(la, row, 32, k, 16));
    coopMatLoadTensorNV(b, data_b, 0, sliceTensorLayoutNV(lb, k, 16, col, 32));
    sum = coopMatMulAdd(a, b, sum);
  }
  TILE(float16_t, 32, 32, Accumulator) half_sum = TILE(float16_t, 32, 32, Accumulator)(sum);
  coopMatStoreTensorNV(half_sum, data_d, 0, sliceTensorLayoutNV(ld, row, 32, col, 32));
}
