#version 460
// An atomic operation with a variable that was never set.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  int x;
  atomicAdd(b[0], x); // <-
}
