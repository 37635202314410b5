#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(row_major) uniform;
layout(row_major) buffer;

#line 9 0
layout(std430, binding = 0) readonly buffer StructuredBuffer_half_t_0 { float16_t _data[]; } inputA_0;
layout(std430, binding = 1) readonly buffer StructuredBuffer_half_t_1 { float16_t _data[]; } inputB_0;
layout(std430, binding = 2) buffer StructuredBuffer_half_t_2 { float16_t _data[]; } outputC_0;

struct Fragment_0 {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> data_0;
    int origin_0;
};

coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> CoopMat_Load_A_0(uint _S1, uint _S2) {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> _S3;
    coopMatLoad(_S3, inputA_0._data, _S1, _S2, gl_CooperativeMatrixLayoutRowMajor);
    return _S3;
}

coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> CoopMat_Load_B_0(uint _S4, uint _S5) {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> _S6;
    coopMatLoad(_S6, inputB_0._data, _S4, _S5, gl_CooperativeMatrixLayoutRowMajor);
    return _S6;
}

Fragment_0 Fragment_init_0(int _S7) {
    Fragment_0 _S8;
    _S8.data_0 = coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(float16_t(1.0));
    _S8.origin_0 = _S7;
    return _S8;
}

void Fragment_store_0(const Fragment_0 this_0) {
    coopMatStore(this_0.data_0, outputC_0._data, uint(this_0.origin_0), 16U, gl_CooperativeMatrixLayoutRowMajor);
}

layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;
void main() {
    Fragment_0 f_0 = Fragment_init_0(0);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a_0 = CoopMat_Load_A_0(0U, 16U);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b_0 = CoopMat_Load_B_0(0U, 16U);
    Fragment_0 _S9 = f_0;
    _S9.data_0 = coopMatMulAdd(a_0, b_0, f_0.data_0);
    f_0 = _S9;
    f_0.data_0 = f_0.data_0 + f_0.data_0;
    Fragment_store_0(f_0);
    return;
}
