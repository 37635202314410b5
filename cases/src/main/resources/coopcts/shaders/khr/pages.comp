#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_64bit_indexing : require
${EXTENSIONS}
#pragma shader_64bit_indexing
// The first buffer has a page in each GiB: with 32 bits the fifth would be the first.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
layout(set = 0, binding = 0, std430) buffer PageBuffer { T pages[]; };
layout(set = 0, binding = 1, std430) buffer PlainBuffer { T plain[]; };
const uint PITCH = ${PITCH};

void main() {
${MAIN}
}
