#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
// The load of a matrix as work-items do it that hold it in the tiny tensor compiler's layout (T-25a): each invocation
// works out which element each of its components is, and reads it, or takes 0 where the checks say so.
layout(local_size_x = ${SIZE}) in;

layout(push_constant, std430) uniform Push {
    int position0;
    int position1;
    int shape0;
    int shape1;
    int stride0;
    int stride1;
    int base;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${T} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${T} result[]; };

const int S = ${SIZE};
const int M = ${ROWS};
const int N = ${COLUMNS};
const int O = ${CHANNEL};
const int V = ${COMPONENTS};

void owned(int p, int v, out int row, out int column) {
${OWNED}
}

void main() {
    const int p = int(gl_LocalInvocationIndex);
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
    for (int v = 0; v < V; v++) {
        int r;
        int c;
        owned(p, v, r, c);
        const int row = push.position0 + r;
        const int column = push.position1 + c;
        ${T} value = ${T}(0);
        if ((!${ROWS_CHECKED} || row >= 0 && row < shape0) && (!${COLUMNS_CHECKED} || column >= 0 && column < shape1)
            && c < N) {
            value = source[push.base + row * stride0 + column * stride1];
        }
        result[p * V + v] = value;
    }
}
