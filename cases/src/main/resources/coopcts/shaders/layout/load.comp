#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// The load of a matrix by a program that relies on the tiny tensor compiler's layout (T-25a): each invocation works out
// which element each of its components is, and reads it, or takes 0 where the checks say so.
layout(local_size_x = ${SIZE}) in;

#define T ${T}
#define MATRIX coopmat<T, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}>
layout(push_constant, std430) uniform Push {
    int position0;
    int position1;
    int shape0;
    int shape1;
    int stride0;
    int stride1;
    int base;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };

const int S = ${SIZE};
const int M = ${ROWS};
const int N = ${COLUMNS};
const int O = ${CHANNEL};

void owned(int p, int v, out int row, out int column) {
${OWNED}
}

void main() {
    const int p = int(gl_SubgroupInvocationID);
    int shape0 = push.shape0;
    int shape1 = push.shape1;
    int stride0 = push.stride0;
    int stride1 = push.stride1;
    if (${TRANSPOSE}) {
        shape0 = push.shape1;
        shape1 = push.shape0;
        stride0 = push.stride1;
        stride1 = push.stride0;
    }
    MATRIX m = MATRIX(T(0));
    for (int v = 0; v < m.length(); v++) {
        int r;
        int c;
        owned(p, v, r, c);
        const int row = push.position0 + r;
        const int column = push.position1 + c;
        if ((!${ROWS_CHECKED} || row > -1 && row < shape0) && (!${COLUMNS_CHECKED} || column > -1 && column < shape1)
            && c < N) {
            m[v] = source[push.base + row * stride0 + column * stride1];
        }
    }
    coopMatStore(m, result, 0, N, gl_CooperativeMatrixLayoutRowMajor);
}
