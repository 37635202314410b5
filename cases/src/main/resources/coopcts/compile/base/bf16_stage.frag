#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
// EXTENSIONS
layout(location = 0) out vec4 color;
// GLOBAL
void main() {
    color = vec4(1.0);
    // MAIN
}
