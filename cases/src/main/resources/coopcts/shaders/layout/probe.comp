#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// Every element of a matrix holds its own number, a digit in each of several planes. Each invocation writes length()
// and the digits of its components; then it puts the first plane's components into the last plane's matrix.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
const uint PLANES = ${PLANES};
const uint SLOTS = ${SLOTS};
layout(set = 0, binding = 0, std430) readonly buffer PlaneBuffer { T planes[]; };
layout(set = 0, binding = 1, std430) writeonly buffer LengthBuffer { uint lengths[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DigitBuffer { T digits[]; };
layout(set = 0, binding = 3, std430) writeonly buffer CopyBuffer { T copied[]; };

void main() {
    const uint lane = gl_SubgroupInvocationID;
    MATRIX m;
    for (uint plane = 0; plane < PLANES; plane++) {
        coopMatLoad(m, planes, plane * ${SIZE}, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
        lengths[lane] = m.length();
        for (uint i = 0; i < m.length() && i < SLOTS; i++) {
            digits[(plane * ${LOCAL_SIZE} + lane) * SLOTS + i] = m[i];
        }
    }
    MATRIX first;
    coopMatLoad(first, planes, 0, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
    for (uint i = 0; i < m.length(); i++) {
        m[i] = first[i];
    }
    coopMatStore(m, copied, 0, ${COLUMNS}, gl_CooperativeMatrixLayoutRowMajor);
}
