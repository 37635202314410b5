#version 460
// Bytes from floats that were not cut.
// kind: conversion out of range
// expect: arithmetic
// with: --groups 4,1,1 --subgroup-size 32
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer X { float data_x[]; };
layout(set = 0, binding = 1) writeonly buffer Scales { float scale[]; };
layout(set = 0, binding = 2) writeonly buffer Quants { int8_t quants[]; };

void main() {
  const uint at = gl_WorkGroupID.x * 32 + gl_SubgroupInvocationID;
  const float x = data_x[at];
  const float most = subgroupMax(abs(x));
  const float d = most / 126.0;
  quants[at] = int8_t(d > 0.0 ? round(x * 1e6) : 0.0); // <-
  if (subgroupElect()) {
    scale[gl_WorkGroupID.x] = d;
  }
}
