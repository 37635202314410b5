#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// Every subgroup stores a matrix to a coherent buffer; after a barrier that orders buffers, the other one of its
// workgroup loads it and stores it to the result.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) workgroupcoherent buffer BetweenBuffer { T between[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ResultBuffer { T result[]; };

void main() {
    const uint first = gl_WorkGroupID.x * gl_NumSubgroups;
    const uint own = ${GUARD} + (first + gl_SubgroupID) * ${TILE};
    const uint other = ${GUARD} + (first + 1 - gl_SubgroupID) * ${TILE};
    MATRIX m;
    coopMatLoad(m, source, own, ${STRIDE}, ${SOURCE_LAYOUT});
    coopMatStore(m, between, own, ${STRIDE}, ${SOURCE_LAYOUT});
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
        gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    coopMatLoad(m, between, other, ${STRIDE}, ${SOURCE_LAYOUT});
    coopMatStore(m, result, own, ${STRIDE}, ${RESULT_LAYOUT});
}
