#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Long vectors within a structure in memory, read and written whole, by component and by arithmetic.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
const uint N = ${N};
struct Two { T before; vector<T, ${N}> a; vector<T, ${N}> b; T after; };
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { Two source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { Two result[]; };

void main() {
    const uint lane = gl_LocalInvocationIndex;
    vector<T, ${N}> x = source[lane].a;
    vector<T, ${N}> y = source[lane].b;
    vector<T, ${N}> z = x;
    for (uint i = 0; i < N; i++) {
        z[i] = x[N - 1 - i] * T(3) + T(i);
    }
    result[lane].before = source[lane].before;
    result[lane].a = x + y;
    result[lane].b = z;
    result[lane].after = source[lane].after;
}
