#version 460
layout(isolines) in;
void main() {
    gl_Position = vec4(gl_TessCoord, 1.0);
}
