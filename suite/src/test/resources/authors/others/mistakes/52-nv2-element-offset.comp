#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t src[]; };   // each tensor: 2 header halves after 256 values
layout(binding = 1) writeonly buffer Out { float dst[]; };

void main() {
    const uint z = gl_WorkGroupID.x;
    tensorLayoutNV<2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoadTensorNV(m, src, z * 258, t);
    coopMatStore(coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(m), dst, z * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
}
