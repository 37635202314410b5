#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Halves { float16_t halves[]; };
layout(set = 0, binding = 1, std430) buffer Vectors { f16vec4 vectors[]; };
// GLOBAL
void main() {
    coopvecNV<float16_t, 16> v;
    coopvecNV<float16_t, 8> w = coopvecNV<float16_t, 8>(float16_t(1));
    coopvecNV<float, 8> f = coopvecNV<float, 8>(1.0);
    coopVecLoadNV(v, halves, 0);
    coopVecOuterProductAccumulateNV(v, w, halves, 0, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(v, halves, 0);
    // MAIN
}
