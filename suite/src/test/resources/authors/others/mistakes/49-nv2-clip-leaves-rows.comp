#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
layout(push_constant) uniform P { uint rows; } p;

float scale(const in uint r, const in uint c, const in float x) { return x * 0.5; }

void main() {
    tensorLayoutNV<2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
    tensorViewNV<2> v = setTensorViewClipNV(createTensorViewNV(2), 0, p.rows, 0, 16);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoadTensorNV(m, src, 0, t, v);
    coopMatPerElementNV(m, m, scale);
    coopMatStoreTensorNV(m, dst, 0, t);
}
