#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// Every element of a matrix holds its own number, a digit in each of several planes; each invocation writes length() and
// the digits of its components. What a component reads does not prove that it is an element, for padding may hold any
// value; so each is written too. Every component of every invocation has a number of its own, and for each bit of it
// the matrix is stored twice: with ones written through the components that have the bit, and through the others.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
const uint PLANES = ${PLANES};
const uint SLOTS = ${SLOTS};
const uint BITS = ${BITS};
layout(set = 0, binding = 0, std430) readonly buffer PlaneBuffer { T planes[]; };
layout(set = 0, binding = 1, std430) writeonly buffer LengthBuffer { uint lengths[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DigitBuffer { T digits[]; };
layout(set = 0, binding = 3, std430) writeonly buffer WrittenBuffer { T written[]; };
#define LANE ${LANE}

bool has(uint slot, uint pass) {
    return (((LANE * SLOTS + slot) >> pass / 2) & 1) == (pass & 1);
}

void main() {
    MATRIX m;
    for (uint plane = 0; plane < PLANES; plane++) {
        coopMatLoad(m, planes, plane * ${SIZE}, ${PITCH}, gl_CooperativeMatrixLayoutRowMajor);
        lengths[LANE] = m.length();
        for (uint i = 0; i < m.length() && i < SLOTS; i++) {
            digits[(plane * ${LOCAL_SIZE} + LANE) * SLOTS + i] = m[i];
        }
    }
    for (uint pass = 0; pass < 2 * BITS; pass++) {
        m = MATRIX(T(0.0));
        for (uint i = 0; i < m.length() && i < SLOTS; i++) {
            if (has(i, pass)) m[i] = T(1.0);
        }
        coopMatStore(m, written, pass * ${SIZE}, ${PITCH}, gl_CooperativeMatrixLayoutRowMajor);
    }
}
