#version 460
// What others stored is read by a load that no barrier orders: the buffer is not coherent there.
// expect: race
// complaint: KHR-MEM-004
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint x[128]; };
layout(set = 0, binding = 0) workgroupcoherent buffer Coherent { uint y[128]; };
void main() {
  y[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
  y[64 + gl_LocalInvocationIndex] = x[gl_LocalInvocationIndex ^ 33]; // <-
}
