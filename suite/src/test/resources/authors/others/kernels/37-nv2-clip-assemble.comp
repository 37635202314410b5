#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer P_ { float upper[]; };  // 8 rows of 16 in a pitch of 20
layout(binding = 1) readonly buffer Q_ { float lower[]; };
layout(binding = 2) writeonly buffer R_ { float res[]; };

void main() {
    tensorLayoutNV<2> t = createTensorLayoutNV(2);
    t = setTensorLayoutDimensionNV(t, 8, 16);
    t = setTensorLayoutStrideNV(t, 20, 1);
    tensorViewNV<2> top = setTensorViewClipNV(createTensorViewNV(2), 0, 8, 0, 16);
    tensorViewNV<2> bottom = setTensorViewClipNV(createTensorViewNV(2), 8, 8, 0, 16);

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    coopMatLoadTensorNV(m, upper, 0, t, top);
    coopMatLoadTensorNV(m, lower, 0, t, bottom);

    tensorLayoutNV<2> o = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
    coopMatStoreTensorNV(m, res, 0, o);
}
