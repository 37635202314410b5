#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_long_vector : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Floats { float floats[]; };
// GLOBAL
void main() {
    vector<float, 7> v;
    for (int i = 0; i < 7; i++) {
        v[i] = floats[i];
    }
    v = v + v;
    // MAIN
    floats[8] = v[6];
}
