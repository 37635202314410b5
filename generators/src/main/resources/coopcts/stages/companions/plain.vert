#version 460
void main() {
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
