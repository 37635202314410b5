#version 460
layout(vertices = 1) out;
void main() {
    gl_TessLevelOuter[0] = 1.0;
    gl_TessLevelOuter[1] = 1.0;
}
