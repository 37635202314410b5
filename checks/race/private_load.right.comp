#version 460
// private_load.comp, mended.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint x[128]; };
layout(set = 0, binding = 0) workgroupcoherent buffer Coherent { uint y[128]; };
void main() {
  y[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
  y[64 + gl_LocalInvocationIndex] = y[gl_LocalInvocationIndex ^ 33];
}
