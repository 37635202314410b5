#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

void main() {
    tensorLayoutNV<2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoadTensorNV(m, src, 0, t);
    coopMatStoreTensorNV(m, dst, 0, sliceTensorLayoutNV(t, 0, 8, 0, 16));
}
