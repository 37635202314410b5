#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// A tile doubled; every subgroup of a workgroup does the same, so that it does not matter how many there are.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define MATRIX coopmat<${SOURCE}, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}>
#define RESULT coopmat<${RESULT}, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}>
const uint SIZE = ${ROWS} * ${COLUMNS};
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${SOURCE} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${RESULT} result[]; };
layout(set = 0, binding = 2, std430) writeonly buffer SizeBuffer { uint sizes[]; };

void main() {
    sizes[gl_GlobalInvocationID.x] = gl_SubgroupSize;
    MATRIX x;
    RESULT r;
    coopMatLoad(x, source, gl_WorkGroupID.x * SIZE, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
    ${MAIN}
    coopMatStore(r, result, gl_WorkGroupID.x * SIZE, ${PITCH}, ${LAYOUT});
}
