#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// A product; every subgroup of a workgroup does the same, so that it does not matter how many there are.
layout(local_size_x = ${LOCAL_SIZE}) in;

const uint M = ${M};
const uint N = ${N};
const uint K = ${K};
layout(set = 0, binding = 0, std430) readonly buffer BufferA { ${A} a[]; };
layout(set = 0, binding = 1, std430) readonly buffer BufferB { ${B} b[]; };
layout(set = 0, binding = 2, std430) readonly buffer BufferC { ${C} c[]; };
layout(set = 0, binding = 3, std430) writeonly buffer ResultBuffer { ${C} result[]; };
layout(set = 0, binding = 4, std430) writeonly buffer SizeBuffer { uint sizes[]; };

void main() {
    sizes[gl_GlobalInvocationID.x] = gl_SubgroupSize;
    uint tile = gl_WorkGroupID.x;
    coopmat<${A}, ${SCOPE}, M, K, gl_MatrixUseA> x;
    coopmat<${B}, ${SCOPE}, K, N, gl_MatrixUseB> y;
    coopmat<${C}, ${SCOPE}, M, N, gl_MatrixUseAccumulator> z;
    coopMatLoad(x, a, tile * M * K, K, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(y, b, tile * K * N, N, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(z, c, tile * M * N, N, gl_CooperativeMatrixLayoutRowMajor);
    z = coopMatMulAdd(x, y, z${OPERANDS});
    coopMatStore(z, result, tile * M * N, N, gl_CooperativeMatrixLayoutRowMajor);
}
