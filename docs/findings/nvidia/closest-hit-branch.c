/*
 * found.closest_hit_branch, once
 *
 *   cc -O1 -o repro closest-hit-branch.c -lvulkan
 *   ./repro [number of the Vulkan device]
 *
 * Prints the wrong elements and exits with 1; with 0 if there are none; with 77 if the device lacks
 * what it needs. Written by CoopCTS.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

/*
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_vector : require

layout(set = 0, binding = 2, std430) buffer VisitBuffer { uint visits[]; };
uint invocation;

layout(set = 0, binding = 0, std430) readonly buffer Matrix0Buffer { uint8_t matrix0[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Out0Buffer { int out0[]; };

void body() {
    const uint instance = invocation;
    coopvecNV<int, 7> m0;
    coopvecNV<int, 7> m1;

    m0 = coopvecNV<int, 7>(int(1));
    m1 = m0;
    if ((instance) % 3u == 0u) {
        coopVecMatMulNV(m0, m1, gl_ComponentTypeUnsignedInt8NV, matrix0, 0u, gl_ComponentTypeUnsignedInt8NV, 7u, 7u, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, false, 48u);
    }
    coopVecStoreNV(m0, out0, 16u + (instance * 2u + 1u) * 48u);
}

void main() {
    invocation = gl_LaunchIDEXT.x;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000052, 0x00000000, 0x00020011, 0x00000027, 0x00020011,
    0x00001160, 0x00020011, 0x0000117f, 0x00020011, 0x000014e1, 0x00020011, 0x00001512, 0x00020011,
    0x00001788, 0x0009000a, 0x5f565053, 0x5f545845, 0x6c706572, 0x74616369, 0x635f6465, 0x6f706d6f,
    0x65746973, 0x00000073, 0x0006000a, 0x5f565053, 0x5f52484b, 0x5f796172, 0x63617274, 0x00676e69,
    0x0008000a, 0x5f565053, 0x635f564e, 0x65706f6f, 0x69746172, 0x765f6576, 0x6f746365, 0x00000072,
    0x0006000b, 0x00000002, 0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000,
    0x00000003, 0x000a000f, 0x000014c4, 0x00000005, 0x6e69616d, 0x00000000, 0x0000000d, 0x00000027,
    0x00000034, 0x00000041, 0x00000048, 0x00060007, 0x00000001, 0x64616873, 0x722e7265, 0x74696863,
    0x00000000, 0x00040047, 0x00000024, 0x00000006, 0x00000001, 0x00030047, 0x00000025, 0x00000002,
    0x00040048, 0x00000025, 0x00000000, 0x00000018, 0x00050048, 0x00000025, 0x00000000, 0x00000023,
    0x00000000, 0x00030047, 0x00000027, 0x00000018, 0x00040047, 0x00000027, 0x00000021, 0x00000000,
    0x00040047, 0x00000027, 0x00000022, 0x00000000, 0x00040047, 0x00000031, 0x00000006, 0x00000004,
    0x00030047, 0x00000032, 0x00000002, 0x00040048, 0x00000032, 0x00000000, 0x00000019, 0x00050048,
    0x00000032, 0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x00000034, 0x00000019, 0x00040047,
    0x00000034, 0x00000021, 0x00000001, 0x00040047, 0x00000034, 0x00000022, 0x00000000, 0x00040047,
    0x00000041, 0x0000000b, 0x000014c7, 0x00040047, 0x00000045, 0x00000006, 0x00000004, 0x00030047,
    0x00000046, 0x00000002, 0x00050048, 0x00000046, 0x00000000, 0x00000023, 0x00000000, 0x00040047,
    0x00000048, 0x00000021, 0x00000002, 0x00040047, 0x00000048, 0x00000022, 0x00000000, 0x00020013,
    0x00000003, 0x00030021, 0x00000004, 0x00000003, 0x00040015, 0x00000009, 0x00000020, 0x00000000,
    0x00040020, 0x0000000a, 0x00000007, 0x00000009, 0x00040020, 0x0000000c, 0x00000006, 0x00000009,
    0x0004003b, 0x0000000c, 0x0000000d, 0x00000006, 0x00040015, 0x0000000f, 0x00000020, 0x00000001,
    0x0004002b, 0x00000009, 0x00000010, 0x00000007, 0x000414a8, 0x00000011, 0x0000000f, 0x00000010,
    0x00040020, 0x00000012, 0x00000007, 0x00000011, 0x0004002b, 0x0000000f, 0x00000014, 0x00000001,
    0x0004116d, 0x00000011, 0x00000015, 0x00000014, 0x0004002b, 0x00000009, 0x00000019, 0x00000003,
    0x0004002b, 0x00000009, 0x0000001b, 0x00000000, 0x00020014, 0x0000001c, 0x0004002b, 0x0000000f,
    0x00000022, 0x00000007, 0x00040015, 0x00000023, 0x00000008, 0x00000000, 0x0003001d, 0x00000024,
    0x00000023, 0x0003001e, 0x00000025, 0x00000024, 0x00040020, 0x00000026, 0x0000000c, 0x00000025,
    0x0004003b, 0x00000026, 0x00000027, 0x0000000c, 0x0004002b, 0x0000000f, 0x00000028, 0x00000000,
    0x00040020, 0x00000029, 0x0000000c, 0x00000024, 0x0004002b, 0x0000000f, 0x0000002b, 0x00000003,
    0x0003002a, 0x0000001c, 0x0000002c, 0x0004002b, 0x00000009, 0x0000002d, 0x00000030, 0x0003001d,
    0x00000031, 0x0000000f, 0x0003001e, 0x00000032, 0x00000031, 0x00040020, 0x00000033, 0x0000000c,
    0x00000032, 0x0004003b, 0x00000033, 0x00000034, 0x0000000c, 0x00040020, 0x00000035, 0x0000000c,
    0x00000031, 0x0004002b, 0x00000009, 0x00000037, 0x00000010, 0x0004002b, 0x00000009, 0x00000039,
    0x00000002, 0x0004002b, 0x00000009, 0x0000003b, 0x00000001, 0x00040017, 0x0000003f, 0x00000009,
    0x00000003, 0x00040020, 0x00000040, 0x00000001, 0x0000003f, 0x0004003b, 0x00000040, 0x00000041,
    0x00000001, 0x00040020, 0x00000042, 0x00000001, 0x00000009, 0x0003001d, 0x00000045, 0x00000009,
    0x0003001e, 0x00000046, 0x00000045, 0x00040020, 0x00000047, 0x0000000c, 0x00000046, 0x0004003b,
    0x00000047, 0x00000048, 0x0000000c, 0x00040020, 0x0000004a, 0x0000000c, 0x00000009, 0x0004002b,
    0x00000009, 0x0000004c, 0x00000005, 0x00040008, 0x00000001, 0x00000019, 0x0000000b, 0x00050036,
    0x00000003, 0x00000005, 0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x00040008, 0x00000001,
    0x0000001a, 0x00000000, 0x00050041, 0x00000042, 0x00000043, 0x00000041, 0x0000001b, 0x0004003d,
    0x00000009, 0x00000044, 0x00000043, 0x0003003e, 0x0000000d, 0x00000044, 0x00040008, 0x00000001,
    0x0000001b, 0x00000000, 0x0004003d, 0x00000009, 0x00000049, 0x0000000d, 0x00060041, 0x0000004a,
    0x0000004b, 0x00000048, 0x00000028, 0x00000049, 0x000700ea, 0x00000009, 0x0000004d, 0x0000004b,
    0x0000004c, 0x0000001b, 0x0000003b, 0x000500aa, 0x0000001c, 0x0000004e, 0x0000004d, 0x0000001b,
    0x000300f7, 0x00000050, 0x00000000, 0x000400fa, 0x0000004e, 0x0000004f, 0x00000050, 0x000200f8,
    0x0000004f, 0x00040008, 0x00000001, 0x0000001c, 0x00000000, 0x00040039, 0x00000003, 0x00000051,
    0x00000007, 0x000200f9, 0x00000050, 0x000200f8, 0x00000050, 0x00040008, 0x00000001, 0x0000001e,
    0x00000000, 0x000100fd, 0x00010038, 0x00040008, 0x00000001, 0x0000000c, 0x0000000b, 0x00050036,
    0x00000003, 0x00000007, 0x00000000, 0x00000004, 0x000200f8, 0x00000008, 0x0004003b, 0x0000000a,
    0x0000000b, 0x00000007, 0x0004003b, 0x00000012, 0x00000013, 0x00000007, 0x0004003b, 0x00000012,
    0x00000016, 0x00000007, 0x0004003b, 0x00000012, 0x00000020, 0x00000007, 0x00040008, 0x00000001,
    0x0000000d, 0x00000000, 0x0004003d, 0x00000009, 0x0000000e, 0x0000000d, 0x0003003e, 0x0000000b,
    0x0000000e, 0x00040008, 0x00000001, 0x00000011, 0x00000000, 0x0003003e, 0x00000013, 0x00000015,
    0x00040008, 0x00000001, 0x00000012, 0x00000000, 0x0004003d, 0x00000011, 0x00000017, 0x00000013,
    0x0003003e, 0x00000016, 0x00000017, 0x00040008, 0x00000001, 0x00000013, 0x00000000, 0x0004003d,
    0x00000009, 0x00000018, 0x0000000b, 0x00050089, 0x00000009, 0x0000001a, 0x00000018, 0x00000019,
    0x000500aa, 0x0000001c, 0x0000001d, 0x0000001a, 0x0000001b, 0x000300f7, 0x0000001f, 0x00000000,
    0x000400fa, 0x0000001d, 0x0000001e, 0x0000001f, 0x000200f8, 0x0000001e, 0x00040008, 0x00000001,
    0x00000014, 0x00000000, 0x0004003d, 0x00000011, 0x00000021, 0x00000016, 0x00050041, 0x00000029,
    0x0000002a, 0x00000027, 0x00000028, 0x000e14a9, 0x00000011, 0x0000002e, 0x00000021, 0x00000022,
    0x0000002a, 0x0000001b, 0x00000022, 0x00000010, 0x00000010, 0x0000002b, 0x0000002c, 0x0000002d,
    0x0000000a, 0x0003003e, 0x00000020, 0x0000002e, 0x0004003d, 0x00000011, 0x0000002f, 0x00000020,
    0x0003003e, 0x00000013, 0x0000002f, 0x000200f9, 0x0000001f, 0x000200f8, 0x0000001f, 0x00040008,
    0x00000001, 0x00000016, 0x00000000, 0x0004003d, 0x00000011, 0x00000030, 0x00000013, 0x00050041,
    0x00000035, 0x00000036, 0x00000034, 0x00000028, 0x0004003d, 0x00000009, 0x00000038, 0x0000000b,
    0x00050084, 0x00000009, 0x0000003a, 0x00000038, 0x00000039, 0x00050080, 0x00000009, 0x0000003c,
    0x0000003a, 0x0000003b, 0x00050084, 0x00000009, 0x0000003d, 0x0000003c, 0x0000002d, 0x00050080,
    0x00000009, 0x0000003e, 0x00000037, 0x0000003d, 0x000514b7, 0x00000036, 0x0000003e, 0x00000030,
    0x00000000, 0x00040008, 0x00000001, 0x00000017, 0x00000000, 0x000100fd, 0x00010038,
};

/*
#version 460
#extension GL_EXT_ray_tracing : require
layout(set = 1, binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) rayPayloadEXT uint payload;
void main() {
    payload = 0;
    traceRayEXT(scene, gl_RayFlagsNoneEXT, 0xFF, 0, 0, 0, vec3(0.0), 0.0, vec3(0.0, 0.0, 1.0), 10.0, 0);
}
 */
static const uint32_t spirv_rgen[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000018, 0x00000000, 0x00020011, 0x0000117f, 0x0006000a,
    0x5f565053, 0x5f52484b, 0x5f796172, 0x63617274, 0x00676e69, 0x0006000b, 0x00000001, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000001, 0x0007000f, 0x000014c1,
    0x00000004, 0x6e69616d, 0x00000000, 0x00000008, 0x0000000c, 0x00040047, 0x0000000c, 0x00000021,
    0x00000000, 0x00040047, 0x0000000c, 0x00000022, 0x00000001, 0x00020013, 0x00000002, 0x00030021,
    0x00000003, 0x00000002, 0x00040015, 0x00000006, 0x00000020, 0x00000000, 0x00040020, 0x00000007,
    0x000014da, 0x00000006, 0x0004003b, 0x00000007, 0x00000008, 0x000014da, 0x0004002b, 0x00000006,
    0x00000009, 0x00000000, 0x000214dd, 0x0000000a, 0x00040020, 0x0000000b, 0x00000000, 0x0000000a,
    0x0004003b, 0x0000000b, 0x0000000c, 0x00000000, 0x0004002b, 0x00000006, 0x0000000e, 0x000000ff,
    0x00030016, 0x0000000f, 0x00000020, 0x00040017, 0x00000010, 0x0000000f, 0x00000003, 0x0004002b,
    0x0000000f, 0x00000011, 0x00000000, 0x0006002c, 0x00000010, 0x00000012, 0x00000011, 0x00000011,
    0x00000011, 0x0004002b, 0x0000000f, 0x00000013, 0x3f800000, 0x0006002c, 0x00000010, 0x00000014,
    0x00000011, 0x00000011, 0x00000013, 0x0004002b, 0x0000000f, 0x00000015, 0x41200000, 0x00040015,
    0x00000016, 0x00000020, 0x00000001, 0x0004002b, 0x00000016, 0x00000017, 0x00000000, 0x00050036,
    0x00000002, 0x00000004, 0x00000000, 0x00000003, 0x000200f8, 0x00000005, 0x0003003e, 0x00000008,
    0x00000009, 0x0004003d, 0x0000000a, 0x0000000d, 0x0000000c, 0x000c115d, 0x0000000d, 0x00000009,
    0x0000000e, 0x00000009, 0x00000009, 0x00000009, 0x00000012, 0x00000011, 0x00000014, 0x00000015,
    0x00000008, 0x000100fd, 0x00010038,
};

/*
#version 460
#extension GL_EXT_ray_tracing : require
void main() {
}
 */
static const uint32_t spirv_rmiss[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000006, 0x00000000, 0x00020011, 0x0000117f, 0x0006000a,
    0x5f565053, 0x5f52484b, 0x5f796172, 0x63617274, 0x00676e69, 0x0006000b, 0x00000001, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000001, 0x0005000f, 0x000014c5,
    0x00000004, 0x6e69616d, 0x00000000, 0x00020013, 0x00000002, 0x00030021, 0x00000003, 0x00000002,
    0x00050036, 0x00000002, 0x00000004, 0x00000000, 0x00000003, 0x000200f8, 0x00000005, 0x000100fd,
    0x00010038,
};

/*
#version 460
#extension GL_EXT_ray_tracing : require
void main() {
    reportIntersectionEXT(2.0, 0);
}
 */
static const uint32_t spirv_rint[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000000c, 0x00000000, 0x00020011, 0x0000117f, 0x0006000a,
    0x5f565053, 0x5f52484b, 0x5f796172, 0x63617274, 0x00676e69, 0x0006000b, 0x00000001, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000001, 0x0005000f, 0x000014c2,
    0x00000004, 0x6e69616d, 0x00000000, 0x00020013, 0x00000002, 0x00030021, 0x00000003, 0x00000002,
    0x00030016, 0x00000006, 0x00000020, 0x0004002b, 0x00000006, 0x00000007, 0x40000000, 0x00040015,
    0x00000008, 0x00000020, 0x00000000, 0x0004002b, 0x00000008, 0x00000009, 0x00000000, 0x00020014,
    0x0000000a, 0x00050036, 0x00000002, 0x00000004, 0x00000000, 0x00000003, 0x000200f8, 0x00000005,
    0x000514d6, 0x0000000a, 0x0000000b, 0x00000007, 0x00000009, 0x000100fd, 0x00010038,
};

static const struct { VkShaderStageFlagBits stage; size_t bytes; const uint32_t *words; } others[] = {
    {VK_SHADER_STAGE_RAYGEN_BIT_KHR, sizeof spirv_rgen, spirv_rgen},
    {VK_SHADER_STAGE_MISS_BIT_KHR, sizeof spirv_rmiss, spirv_rmiss},
    {VK_SHADER_STAGE_INTERSECTION_BIT_KHR, sizeof spirv_rint, spirv_rint},
};

/* What the device must report: a structure of features for each row, newer ones than the headers'
   too. */
struct features {
    VkStructureType type;
    void *next;
    VkBool32 on[64];
};
static const struct wanted {
    const char *extension; /* "" for a version of Vulkan itself */
    uint32_t type;         /* the value of sType */
    int all;               /* whether all members that there are become on */
    int required[12];      /* positions of the members that must be on, then -1 */
    const char *names;
} wanted[] = {
    {"", 51, 0, {8, 2, 41, 38, -1}, "shaderInt8, storageBuffer8BitAccess, vulkanMemoryModel, bufferDeviceAddress"},
    {"VK_NV_cooperative_vector", 1000491000, 1, {0, -1}, "cooperativeVector"},
    {"VK_EXT_shader_replicated_composites", 1000564000, 1, {0, -1}, "shaderReplicatedComposites"},
    {"VK_KHR_ray_tracing_pipeline", 1000347000, 0, {0, -1}, "rayTracingPipeline"},
    {"VK_KHR_acceleration_structure", 1000150013, 0, {0, -1}, "accelerationStructure"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
    {'u', 32, 0, 0, 0, 0},
    {'i', 32, 0, 0, 0, 0},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
    "[CV-MUL-031] Supported graphics/ray stages listed in cooperativeVectorSupportedStages produce the same values",
    "[CV-MUL-016] Integer accumulation exact with wrapping at 32 bits",
    "[CV-CTOR-001] Scalar constructor replicates",
};

/* Elements of which more than one value is acceptable. */
struct open {
    uint32_t offset;
    char kind; /* 'o' one of the patterns, 'w' from low to high, 'n' NaN, 'a' anything */
    int format, rule;
    double low, high;
    uint32_t first, count;
};
static const uint64_t patterns[] = {
0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
    {1, 0, 7, 1, 2, 1, 2, 64l, 4l, 0l, 9223372036854775807l},
    {1, 1, 7, 1, 2, 1, 3, 160l, 4l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t matrix0_before[] = {
    0xf220d4be, 0x0cf1e1bc, 0x7a49304d, 0x88e5f1c1, 0xeb989c07, 0xc8a668ce, 0xfd6b4067, 0xb3ea6dd9,
    0x4966ea5d, 0x28031663, 0x0a03fb01, 0xda20eea3, 0xfa958f8c, 0x7097915d, 0x3f3dd407, 0xe2b6d3d1,
    0xb65b207f, 0xf0248cc7, 0x93b98c3a, 0x7239ce6f, 0x7b1ff262, 0x91f36dc6, 0x73303d1a, 0xde59ef7a,
    0x2a07b9c3, 0x2a80d759, 0x764596e8, 0xeb5aadee, 0xea5e8960, 0x025d8bd6, 0x32553088, 0xe44059fd,
    0x41b7a201, 0x8e8c7697, 0x440555a2, 0x0ef0dc72, 0x3848b949, 0x7caa9eeb, 0xfa34c29a, 0x061666fb,
    0x98e36800, 0x78f3d3bb, 0xaec528da, 0xf9f725c5, 0x0485a426, 0x6ebaceb0, 0xe552bcbd, 0x0301b3f0,
    0x6d6245fa, 0x0164c007, 0xc7d979ca, 0xe4d5e85a, 0x8880b0bb, 0x47d10a74, 0x8dda12e5, 0x79ccef89,
    0x6ed98108, 0x51bca7d2, 0x62513ca5, 0x6e5d7be0, 0xe0e0cc03, 0xc81328c0, 0x7d690abf, 0x2d4c562d,
    0x5bc4e7c2, 0x0e2f5df2, 0x3248bc35, 0xe2cd418e, 0x060febaf, 0xf1221d70, 0xf3a635de, 0xc76325b4,
    0xe5a6f449, 0x83e9e962, 0x7905aa48, 0x5df50dc7, 0x597e7ec8, 0x4bb49ae5, 0xb9515dfe, 0x94c5ca75,
    0x9ffb721b, 0xb019579c, 0xc4cb68a4, 0xe3bd59df, 0x0d9f533b, 0xb34b8ed7, 0xb9024b2b, 0xd8f2aa0d,
    0xa532631b, 0x5816fa6e, 0x00fc2d4f, 0x51ef99ec, 0x36424172, 0x647083d9, 0xee8eee52, 0xaba60c73,
    0x7420a292, 0x060aa2c5, 0x582bd543, 0xccb606b5, 0x5d1f801a, 0x26e8b3bb, 0x2b6cf5a6, 0xfe753fb6,
    0x705ed569, 0xdabd3047, 0xe739119d, 0x96bb662f, 0x20ff3e70, 0x1481ac64, 0x3643326c, 0xa137bfb5,
    0x0525135a, 0xfe3a0715, 0x167ffe8a, 0x32ac5ada, 0x78c32c21, 0x72538646, 0xfc8a3b44, 0x1fc40ef0,
    0x4acaf20e, 0x44c8a093, 0x0c89a2b6, 0x4721651a, 0xa18f4f87, 0xb67e8e1f, 0xc8373fc8, 0x0872b6ca,
    0xb603f1fa, 0xa39fd5c0, 0x1f2b4da9, 0x5d27ad3a, 0x9b59106b, 0xd99aee26, 0xb7324bca, 0x2e954239,
    0x7b9deb81, 0xaa32779c, 0xc582a2d2, 0x90b80ba4, 0x6fd62773, 0x9667a956, 0x37fb9e07, 0xb8c9329c,
    0xf878df03, 0xc82e93d7, 0xe504b786, 0x8ed33c45, 0xc71aec65, 0xe66e05f3, 0x9f87937b, 0x58328694,
    0x0750e93b, 0x63c9569d, 0x99374a78, 0x1b7cd2fb, 0x7787c16e, 0xe715feb3, 0x6743f861, 0x83a36c09,
    0xbb51fed6, 0xc2fd5b74, 0x565285bb, 0xa6ec6a2a, 0x3ac69471, 0x6d5a04f8, 0x54ab13dd, 0xa760f0ca,
    0x3f08c1bf, 0xd6ca97bc, 0x9e18ecce, 0x40836766, 0x663ebd1b, 0xe5df1a42, 0x6c1ae336, 0x3ffa6729,
    0x15afbbf0, 0x6c120a7b, 0x4cc580d3, 0x457b7d7d, 0x2571d1c7, 0xcd5709bd, 0xf545a39b, 0x5953ea00,
    0xcd95c47f, 0x92e4fb87, 0x647c33f1, 0xe14067a3, 0x8705477d, 0xc73b845d, 0xaf2aeaa0, 0x90893bff,
    0x5267bdb0, 0x0dac0a69, 0x8f1bd89e, 0x03439f9e, 0xb7e633ea, 0x63bdfe93, 0xe7e497c1, 0x0fde47d9,
    0x013db55f, 0xe651a3e2, 0xd1ab55fc, 0x02ae88b1, 0x4fd1caf0, 0xf2d8a145, 0xafb95f08, 0xa4eae56d,
    0x404d2887, 0xdbbe8151, 0x5ee36985, 0xafed10c5, 0xbc0a65e0, 0x9b1dfbe5, 0xef53a6a1, 0xd00aaaa3,
    0xef0ff3f7, 0x7ad3a06e, 0x1664abba, 0x43ef2a3f, 0x137f9834, 0xa7574844, 0xa7e554b3, 0xe692f222,
    0xbafd61ec, 0xbd29a647, 0x39159864, 0x64e78955, 0x2e83cb95, 0x2dfb179f, 0x1fa60040, 0xf7d4100e,
    0x3e7305a5, 0xb3679d55, 0x3594539c, 0x22829013, 0xe37bfdbd, 0x3f0b1940, 0x942bc8cd, 0x5656a37a,
    0x86dd4c92, 0x0772bc25, 0xc7bc179a, 0x4a41e579, 0xdbdf010f, 0xeea2c2c2, 0xf4606544, 0x3b9dfa97,
    0xcdb8d9a0, 0xe3c746db, 0x01002c0c, 0xc906f51b, 0xe2b23970, 0x9a3d6eeb, 0x0148166a, 0x2d3fc794,
    0x96972e26, 0xac4c8258, 0x5ad33dc6, 0x5bb73b70, 0x2ad3c78e, 0xe1bd7dab, 0xd7d5b526, 0x6440d9ac,
    0xeca84f86, 0xd90e1074, 0x122b021e, 0x04dd7759, 0xf85cbb67, 0x8d5c1eba, 0x00a2dcea, 0x88827fe8,
    0x5ffa00e3, 0xf07d4010, 0x19f5797e, 0x11f61aff, 0x2a3201e7, 0x9f01de43, 0xc0ced62e, 0x9c4a5f40,
    0x7d1a3a36, 0x44d863ec, 0xd066b991, 0x0a758f36, 0x78deafbd, 0x573fde0e, 0x026ba0cf, 0xeec34c43,
    0x5d521372, 0xcc461294, 0x896c8d3e, 0xa2eecc0f, 0x8d6de11d, 0x5d3e2459, 0x3db77e85, 0xc7e190c7,
    0x2f72a5d8, 0x24f50396, 0x9be1bd07, 0xb236bb9c, 0x55bde4b0, 0x6a3c2272, 0xf8729ab3, 0xffe651aa,
    0x6958ed6c, 0x8f155a15, 0x8241a98a, 0xa4f440c0, 0xc39502c5, 0x69a01b03, 0x522d1c17, 0x4c1e9aea,
    0xcc55ad63, 0xfe5e2c6f, 0x8f674771, 0x770fa7d6, 0x83421fab, 0x87c12582, 0x0d204179, 0x0338c624,
    0xdc901bf5, 0x171f5d80, 0xc4e15647, 0xf1478455, 0xcf796d93, 0x3c8f2a7f, 0x7d23f84f, 0xcf7d9dfc,
    0x6f6cde9f, 0xcb0e5b4b, 0x4f0eb92b, 0x7297b0e0, 0xc01357a1, 0x4462068c, 0x7669356e, 0xb1dd5bfb,
    0xa95a31cf, 0x8509221a, 0xb1d4aa6c, 0x1c735fbb, 0x46ef9ee6, 0x2c814064, 0xf791023e, 0x6572167a,
    0xd89037ae, 0x19b9b503, 0x4505747a, 0x22f605a8, 0x5d1fa267, 0xfae5a6d9, 0x8cc1fb28, 0xfc20e71b,
    0x1c710bc3, 0x6655bcb9, 0xf14c22cd, 0xebd7870e, 0x2568c32f, 0x123c5a17, 0x760edc95, 0xf0d44f56,
    0x0ffc7965, 0x0ed49d77, 0x0081c0c5, 0x9907f9c8, 0x8bea2647, 0xfed8a2d0, 0xb2c5126a, 0x4e063da0,
    0xdb9e89fe, 0xd5a1e6fb, 0x99f118bb, 0x90addf30, 0xf0044064, 0xdffe1568, 0x2044e9e4, 0xb5d1dedf,
    0x4dd27861, 0x20c9fedc, 0xfdfc2f39, 0x366f0aa1, 0x67c9ebff, 0x629d0e16, 0xc75f8780, 0x663a739c,
    0x4b6ffbbe, 0x6d0ccecf, 0x6f27805d, 0x624a2ea5, 0xa0a697e5, 0xd147145f, 0xfd849d3b, 0x2001fa73,
    0x5fe42284, 0x8bb8ba92, 0xcf1267df, 0x646d7bd3, 0x574131e1, 0xfd50b76f, 0xfcd81334, 0x029d4a7a,
    0xee50c6f8, 0xf8cf0162, 0x83b8cb4a, 0x31d4ac8d, 0xc63ed0c8, 0x373f6b1e, 0x1c57e910, 0xc7783a78,
    0xbd2bfb14, 0x754337d2, 0x5b8af93b, 0x8f24f488, 0x03f10800, 0xbf8ea486, 0xa16e3d4d, 0x77ad01d8,
    0x7fb528eb, 0x7399338c, 0x3943dfc6, 0xfde150ce, 0x5620b2d4, 0x49b22c77, 0x7f0770d4, 0xd74cd58e,
    0x8c15e4cf, 0x6ff3b6a1, 0x79ca0ba6, 0x4a56b5eb, 0xde5097d1, 0xc1091ea1, 0x286116c3, 0xd3f12b9a,
    0x0c0cd72c, 0x740d0ab6, 0xaf61e661, 0x7685b452, 0x561a927c, 0x48289ec4, 0xe3c6723c, 0x1a8f4cdc,
    0xef5346b2, 0x9228c75f, 0x78639d07, 0xdaf18a5b, 0x3cb9b8a6, 0xb25a50ef, 0xb6f777fb, 0x81aaaac0,
    0x0d5187af, 0x1e7c1853, 0x5ef6f35b, 0x1f60cbe9, 0x0730772b, 0x637912a2, 0x351d334b, 0x09e24571,
    0xf5133ebb, 0x990ea681, 0x137b7056, 0x7a224ff7, 0xfba75f28, 0xe1bf462d, 0xd9d3a409, 0x9ecca330,
    0x8a405f09, 0x59fe5d49, 0x26dc98be, 0xe1061bca, 0x32945b01, 0x03e45d4e, 0x86977bb2, 0x6aafe800,
    0x6aa92c86, 0xba808e78, 0x92854d5e, 0xe89cdaae, 0xb7c2ed25, 0x6a1ab88c, 0x8cc0eeee, 0x973dfd2e,
    0x951d08d4, 0x2cd3a631, 0xa1805183, 0x574b9164, 0xcf842eca, 0x7d7fc8f4, 0xc9f39954, 0xd5bab004,
    0x8dc80cb2, 0x230296bf, 0x34a02725, 0x349814e8, 0x37e08772, 0xdcc34eae, 0x2fafc283, 0x2bc14847,
    0xe8b0832a, 0xc6bb0dce, 0x57de2f49, 0xe96d812a, 0x9f38ab4b, 0x01fccf57, 0x880a611c, 0xc3d8d2a5,
    0x4837d86f, 0x14d41565, 0x38092d3c, 0x836bf2ec, 0xaf2904a0, 0xef4f9e7f, 0x89bf7abd, 0x850d15df,
    0x82f2224f, 0x56953300, 0x77e894e0, 0xa9190c23, 0xda9dd02c, 0xc322b024, 0x0507e716, 0x4f9a2ccb,
    0xbae48a63, 0x2f02aff9, 0x0920eb61, 0xa1e501f5, 0xb0644fd3, 0x52b5c281, 0x802c6953, 0x4010cc91,
    0xb285384f, 0xc9ec5b7c, 0xafb49a2f, 0xe290e2ed, 0x987d857c, 0x2f79f5c8, 0x486cd7f0, 0x8f80f06e,
    0x522234ff, 0x42194169, 0xfcc0e9f4, 0xfe30e8cb, 0x86d6eab0, 0x549e10f9, 0x90eef7b7, 0x6409ce09,
    0xbbd938b9, 0x87d8fa68, 0xce753661, 0xf881e726, 0x2f07829f, 0xb560f58a, 0x9182a2c5, 0x93be6ab6,
    0x3dbf22a0, 0x5da450c6, 0x9b4a3e10, 0x5e409c2a, 0x99613210, 0x963180f4, 0xbd5d8b20, 0x894670bc,
    0x6b1f832a, 0xb580518a, 0x71dbe8e2, 0xa94672fb, 0xe1da62f2, 0x4062caa8, 0x5aaaa29f, 0xa87e9b69,
    0x9781775f, 0xa8966c78, 0xb670d4e9, 0x947794a8, 0x0e08b278, 0xdf9688d3, 0xa63c1b5f, 0x7db35eed,
    0xd68aa6b1, 0x83da6076, 0xef5e4386, 0xe6b5163f, 0x3e681ac2, 0x1600a246, 0xc88381bd, 0xecbe3c94,
    0x6c1e225a, 0xbfff88a2, 0xefbe603c, 0x8e51c9cb, 0xb0a6f6f9, 0x383ed55a, 0xc893dbdf, 0x28bded6b,
    0x0c87e719, 0x12cf3448, 0xc0e6a5a2, 0xb0231cf1, 0x083ac78e, 0xad35e555, 0x8bbe42f7, 0xae764df5,
    0xe093fd65, 0x65686ebd, 0x24d52eef, 0xc34dc2fc, 0x9490e73b, 0x1d6bb12b, 0x932b2e7e, 0x7b265d3c,
    0xc81b1f72, 0x7991dc49, 0x04be5b2f, 0xf3bb39b5, 0x588e62f6, 0x4c43a5cb, 0xd83c9ef9, 0x5d802dc2,
    0x3a62d1e3, 0x9b491016, 0xc7ef9f48, 0xccde09c2, 0x3807a2bf, 0x454baf2d, 0x6dc3cbcf, 0x55f4f061,
    0x64c4d0ef, 0xa4210e80, 0x62e413e5, 0xcf64226f, 0xaf6bc6ed, 0x4bb17e2b, 0x61f998bd, 0xb6c78afd,
    0x332e7a0e, 0x7ecf2706, 0xb63a7a59, 0xb88601fa, 0x2f49290c, 0x588c9fa6, 0xde39a054, 0xb76e2dd5,
    0x0dc7277e, 0x2cff3a99, 0xf4bcab3a, 0xc9dfdd20, 0x22ce09e8, 0xd0095eb0, 0x45ca592a, 0x9d72d56f,
    0x7d29dfed, 0x91886992, 0x5a2b20e4, 0xe96040ce, 0xee6896fe, 0x77a069e6, 0x9219c3f5, 0x56c9bce2,
    0xbf2335cd, 0xa823be7f, 0xac8845b3, 0xe34914f0, 0x8ee8ba5a, 0x81b09c22, 0x2f8cf029, 0xc1a1eee4,
    0xc6619c59, 0x0ca06717, 0x61e17bbd, 0x04910213, 0x269f1ef1, 0x65f10fc3, 0xc33106ca, 0xf4962269,
    0xf5954127, 0x63460d83, 0x21efdef6, 0x71e9023c, 0x8e93946d, 0x9e20e895, 0x4ecb2c9f, 0x9c2c6a6a,
    0x5c45b6da, 0x4d0e54de, 0x9efa6e18, 0xa6a82596, 0xaa4c9cfc, 0x3fb2fb46, 0x0699bf4d, 0x4963da63,
    0xa65cf8df, 0xbd07430f, 0xb494ccbb, 0xb361d9f5, 0xf3bcac43, 0x37e5f533, 0x419d6c4c, 0x3b087d66,
    0x9ce09e3e, 0xe9d99b85, 0x0835876c, 0x3152336b, 0xebb82ff1, 0x95fa2075, 0x96b2ab46, 0xf155fcd1,
    0xb6c54b46, 0xabf74d95, 0xf38bbc80, 0x17286ae4, 0x0e4ce0f8, 0xa03c1352, 0x3dd253cd, 0x996e4556,
    0xdd0a646d, 0x168ecebf, 0xfa3335f1, 0xc7adf50e, 0x7b069b20, 0x6b37301c, 0x4f2f8440, 0x5650aef1,
    0x8aa84800, 0x3003152e, 0x58667335, 0x921936bd, 0x9029a42e, 0x70607438, 0x786f5057, 0xc17fdcaf,
    0xa90e1492, 0x066b1e71, 0x6e7e005b, 0x445b1b89, 0x96728b41, 0x5131137a, 0xa364377e, 0x736fa858,
    0xbe04e106, 0xa3bad4a9, 0x9f8a9b8a, 0x67a3b4d2, 0x0f9ceae0, 0x2b73d64c, 0x043e74be, 0x56096b26,
    0x284e859c, 0x6e3e232a, 0x9912ebeb, 0xc1c35f1c, 0xa2794577, 0x8cc4d5ea, 0x5e870520, 0x141e5460,
    0x9e965380, 0xc910a349, 0xef296d2b, 0x70145e62, 0x37ef130c, 0x1b5f5b09, 0x61ec0cc7, 0x32015555,
    0x525c0393, 0xdf673091, 0xe68a71fa, 0x18b55775, 0x4fab4e11, 0xdd2e244f, 0x5a9ec423, 0x424c46f1,
};
static const uint32_t out0_before[] = {
    0x7adee9b9, 0xc1161f21, 0xc2548faa, 0x1b63a2bd, 0x3b9df711, 0xd6fe8b4b, 0x750b6446, 0xea594a6d,
    0xa57c10b6, 0x90ea02e4, 0x7511e2e9, 0x4f6282bb, 0x8d778c68, 0x7f00015d, 0x8dfc970b, 0xc3885432,
    0x021fc98b, 0xd58f9f60, 0x6893a82f, 0x3789aec7, 0xe10c84a0, 0xdce93f51, 0x8a7d22cb, 0x89e9b159,
    0xa75105c4, 0x4e5874b6, 0x331502b4, 0xeb30703f, 0x2549a5c2, 0x1fa86ef0, 0xcc186327, 0x8e471cf4,
    0xd61c9ae5, 0x90c766a2, 0x501fae2e, 0x6d7cb377, 0xfeee02d0, 0xfba68d7f, 0x7e33cde4, 0x72db788c,
    0xb49ef85a, 0x62b76836, 0x12db6e11, 0xc9cd2741, 0x1784d211, 0x22eaeab3, 0x3925990e, 0xd2077c21,
    0x06474070, 0xd511c551, 0x0706904e, 0xfcc2cd03, 0x3bf1f66b, 0x3fa8fe9a, 0x7710e394, 0x2d3c2c82,
    0x7abd0c6e, 0xeb47569d, 0x0b02a709, 0x532ad461, 0xf8f25a2a, 0x3a5456b0, 0xfc08c8c1, 0x65a6e3bd,
    0x2bfcb442, 0xea6a8eae, 0xd8a8d2b3, 0xe5ee814b, 0xd4a3d2da, 0x5aefeb5f, 0xe64e9919, 0xb491c556,
    0xbc3b3bb3, 0x76efa029, 0xfa4e48f3, 0x7b949966, 0x117cb18f, 0x6296857a, 0xfb5d7518, 0x7f4b28a9,
    0x016f2d75, 0x2bb976a1, 0x05e66661, 0x1420afeb, 0xfaad7821, 0x98df53b1, 0x2c3a6d30, 0x78175bcd,
    0xcadcfbc3, 0x74e0e97d, 0xbbd932fb, 0x34404d5b, 0x4d429d22, 0x87f0872c, 0xdd96f310, 0xfe0475bb,
    0x1a59bea2, 0x34238767, 0xd767b033, 0xeed2833d, 0xa0e9a963, 0xb420ce00, 0xa3c5ef3b, 0x2acb4d8b,
    0xb9c235b8, 0x6941cb0b, 0x35d181a5, 0x2c67edf4, 0x72f7da7e, 0x4ddd2850, 0x37f1dff4, 0x4a6f90e1,
    0x4744d44b, 0x65b30767, 0xb1254e40, 0xfecc671b, 0x3b6b01e9, 0x8fe0fa51, 0x2897e276, 0xa3e31d5d,
    0x2bd38289, 0x8c79e76f, 0xe5706b59, 0x210531d1, 0x1a6a470c, 0x052670c2, 0x7378ef84, 0x95eac8dc,
    0xe3f6d8c7, 0xa9cbce05, 0x9d107360, 0xb87eda76, 0x3f8c3a4d, 0xdc63900b, 0xa40c0adc, 0xd338faf5,
    0x8622abbd, 0xe70fcb5f, 0xf5c6ab47, 0xf3ee6d76, 0xb7b7306e, 0xdd497565, 0xb9c0ec65, 0x4a14b654,
    0x31ccb58a, 0x133953b5, 0x490d1eaa, 0x547ea382, 0xf6d3bb24, 0xbb0a0104, 0xb26ab90c, 0x0e51cf52,
    0x49ec3ace, 0xdc2dbeab, 0x8ecbbc59, 0x0f62b89f, 0xda6b7f56, 0xf284f1e4, 0x58f77238, 0xeefec2f1,
    0x9eb82416, 0x30cc0ba4, 0x9919bd02, 0x8ab2be6f, 0x0c99213e, 0x630ada3b, 0xb95aa7a3, 0xb265ce48,
    0x10b4fc6a, 0x8ce67bde, 0x0c0bcfe2, 0xc070a6b3, 0x7542e9b0, 0x3b13a523, 0x552da885, 0xf318bb9d,
    0x63454f76, 0x234a389d, 0x1dba4813, 0xc35d976a, 0xdaa5aaf8, 0xcb3a4e17, 0x81fbbdc1, 0x02c5baac,
    0x3578f516, 0x04ab8ce6, 0x407d2d33, 0x530e538d, 0x5135bc40, 0xc3a19e57, 0x9fb0286b, 0x96412c70,
    0x8fe62050, 0x7f25e3a9, 0x165c0577, 0x478ba75e, 0xe00d3fb0, 0xf3734cc4, 0x505ecd25, 0x2df0fd2c,
    0xeae29611, 0x9aa0613a, 0x471e9a4c, 0xf1b481b1, 0x815ffccf, 0xa8b8699e, 0x73d82549, 0xd4063706,
    0xd925fd77, 0xb907b1ea, 0x9ec38392, 0x077782f6, 0x14b3a83d, 0x3442c086, 0xedaa24fb, 0x19f362d1,
    0xe451018b, 0xbd5b06d0, 0x7915eef0, 0x47540fc6, 0x51c87ee7, 0xf5558ab3, 0x979b4011, 0x49964cf2,
    0x2a92347b, 0x38e7ac5c, 0x884ba9fc, 0x231633dd, 0x06c935d3, 0x1c33b0c4, 0x6745f187, 0xe72677ae,
    0x63be4267, 0x96d61eb7, 0x8419c4b8, 0x578f2a4d, 0xf9f1feb6, 0x527030f1, 0x2fbb8b0c, 0x338e71ab,
    0x25c6e8c6, 0x837bfa7f, 0x577f3c1c, 0x7e3eee3f,
};
static const uint32_t out0_expected[] = {
    0x7adee9b9, 0xc1161f21, 0xc2548faa, 0x1b63a2bd, 0x3b9df711, 0xd6fe8b4b, 0x750b6446, 0xea594a6d,
    0xa57c10b6, 0x90ea02e4, 0x7511e2e9, 0x4f6282bb, 0x8d778c68, 0x7f00015d, 0x8dfc970b, 0xc3885432,
    0x000003c1, 0x000002e8, 0x0000043d, 0x000002bf, 0x0000045a, 0x00000439, 0x0000034a, 0x89e9b159,
    0xa75105c4, 0x4e5874b6, 0x331502b4, 0xeb30703f, 0x2549a5c2, 0x1fa86ef0, 0xcc186327, 0x8e471cf4,
    0xd61c9ae5, 0x90c766a2, 0x501fae2e, 0x6d7cb377, 0xfeee02d0, 0xfba68d7f, 0x7e33cde4, 0x72db788c,
    0x00000001, 0x00000001, 0x00000001, 0x00000001, 0x00000001, 0x00000001, 0x00000001, 0xd2077c21,
    0x06474070, 0xd511c551, 0x0706904e, 0xfcc2cd03, 0x3bf1f66b, 0x3fa8fe9a, 0x7710e394, 0x2d3c2c82,
    0x7abd0c6e, 0xeb47569d, 0x0b02a709, 0x532ad461, 0xf8f25a2a, 0x3a5456b0, 0xfc08c8c1, 0x65a6e3bd,
    0x2bfcb442, 0xea6a8eae, 0xd8a8d2b3, 0xe5ee814b, 0xd4a3d2da, 0x5aefeb5f, 0xe64e9919, 0xb491c556,
    0xbc3b3bb3, 0x76efa029, 0xfa4e48f3, 0x7b949966, 0x117cb18f, 0x6296857a, 0xfb5d7518, 0x7f4b28a9,
    0x016f2d75, 0x2bb976a1, 0x05e66661, 0x1420afeb, 0xfaad7821, 0x98df53b1, 0x2c3a6d30, 0x78175bcd,
    0xcadcfbc3, 0x74e0e97d, 0xbbd932fb, 0x34404d5b, 0x4d429d22, 0x87f0872c, 0xdd96f310, 0xfe0475bb,
    0x1a59bea2, 0x34238767, 0xd767b033, 0xeed2833d, 0xa0e9a963, 0xb420ce00, 0xa3c5ef3b, 0x2acb4d8b,
    0xb9c235b8, 0x6941cb0b, 0x35d181a5, 0x2c67edf4, 0x72f7da7e, 0x4ddd2850, 0x37f1dff4, 0x4a6f90e1,
    0x4744d44b, 0x65b30767, 0xb1254e40, 0xfecc671b, 0x3b6b01e9, 0x8fe0fa51, 0x2897e276, 0xa3e31d5d,
    0x2bd38289, 0x8c79e76f, 0xe5706b59, 0x210531d1, 0x1a6a470c, 0x052670c2, 0x7378ef84, 0x95eac8dc,
    0xe3f6d8c7, 0xa9cbce05, 0x9d107360, 0xb87eda76, 0x3f8c3a4d, 0xdc63900b, 0xa40c0adc, 0xd338faf5,
    0x8622abbd, 0xe70fcb5f, 0xf5c6ab47, 0xf3ee6d76, 0xb7b7306e, 0xdd497565, 0xb9c0ec65, 0x4a14b654,
    0x31ccb58a, 0x133953b5, 0x490d1eaa, 0x547ea382, 0xf6d3bb24, 0xbb0a0104, 0xb26ab90c, 0x0e51cf52,
    0x49ec3ace, 0xdc2dbeab, 0x8ecbbc59, 0x0f62b89f, 0xda6b7f56, 0xf284f1e4, 0x58f77238, 0xeefec2f1,
    0x9eb82416, 0x30cc0ba4, 0x9919bd02, 0x8ab2be6f, 0x0c99213e, 0x630ada3b, 0xb95aa7a3, 0xb265ce48,
    0x10b4fc6a, 0x8ce67bde, 0x0c0bcfe2, 0xc070a6b3, 0x7542e9b0, 0x3b13a523, 0x552da885, 0xf318bb9d,
    0x63454f76, 0x234a389d, 0x1dba4813, 0xc35d976a, 0xdaa5aaf8, 0xcb3a4e17, 0x81fbbdc1, 0x02c5baac,
    0x3578f516, 0x04ab8ce6, 0x407d2d33, 0x530e538d, 0x5135bc40, 0xc3a19e57, 0x9fb0286b, 0x96412c70,
    0x8fe62050, 0x7f25e3a9, 0x165c0577, 0x478ba75e, 0xe00d3fb0, 0xf3734cc4, 0x505ecd25, 0x2df0fd2c,
    0xeae29611, 0x9aa0613a, 0x471e9a4c, 0xf1b481b1, 0x815ffccf, 0xa8b8699e, 0x73d82549, 0xd4063706,
    0xd925fd77, 0xb907b1ea, 0x9ec38392, 0x077782f6, 0x14b3a83d, 0x3442c086, 0xedaa24fb, 0x19f362d1,
    0xe451018b, 0xbd5b06d0, 0x7915eef0, 0x47540fc6, 0x51c87ee7, 0xf5558ab3, 0x979b4011, 0x49964cf2,
    0x2a92347b, 0x38e7ac5c, 0x884ba9fc, 0x231633dd, 0x06c935d3, 0x1c33b0c4, 0x6745f187, 0xe72677ae,
    0x63be4267, 0x96d61eb7, 0x8419c4b8, 0x578f2a4d, 0xf9f1feb6, 0x527030f1, 0x2fbb8b0c, 0x338e71ab,
    0x25c6e8c6, 0x837bfa7f, 0x577f3c1c, 0x7e3eee3f,
};
static const uint32_t visits_expected[] = {
    0x00000000, 0x00000000,
};
static const struct open visits_open[] = {
    {0, 'a', 1, 1, 0, 0, 0, 0},
    {4, 'a', 1, 1, 0, 0, 0, 0},
};
static const uint32_t matrix_0_before[] = {
    0xcb489c39, 0x006ee982, 0x00000000, 0x00000000, 0x8d2b90b0, 0x00196d6a, 0x00000000, 0x00000000,
    0xe02eb1d4, 0x00f114a5, 0x00000000, 0x00000000, 0x93306d3b, 0x000ce761, 0x00000000, 0x00000000,
    0x930ca3a5, 0x009ae7f2, 0x00000000, 0x00000000, 0x652bfae5, 0x00e0a743, 0x00000000, 0x00000000,
    0x6f1d6864, 0x002ec8fc, 0x00000000, 0x00000000,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"matrix0", 0, 0, 3072, matrix0_before, matrix0_before, NULL, 0},
    {"out0", 0, 1, 976, out0_before, out0_expected, NULL, 0},
    {"visits", 0, 2, 8, NULL, visits_expected, visits_open, 2},
    {"matrix_0", -1, -1, 112, matrix_0_before, matrix_0_before, NULL, 0},
};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256 };

/* Push constants of each run; behind each run is a barrier. */
enum { PUSH = 0, RUNS = 1, SETS = 1 };
static const uint32_t push[RUNS][PUSH / 4 + 1] = {
    {
    0x00000000,
    },
};

static const uint8_t specialization[] = {
0};
static const VkSpecializationMapEntry entries[] = {
    {0, 0, 0}};
/* Matrices that the device converts, in this order: by the host before the run (-1) or behind it (1),
   else by a command behind the run of that number. Layouts: 0 rows, 1 columns, 2 inferencing, 3 training. */
struct matrix_at { int buffer; size_t offset, bytes, stride; uint32_t component, rows, columns, layout; };
static const struct conversion { int when; struct matrix_at from, to; } conversions[] = {
    {-1, {3, 0, 112, 16, 7, 7, 7, 0},
     {0, 0, 3072, 0, 7, 7, 7, 3}},
{0}};
enum { CONVERSIONS = sizeof conversions / sizeof *conversions - 1 };


static int wrong;

static uint64_t pattern(const uint8_t *bytes, size_t offset, int bits) {
    uint64_t value = 0;
    for (int i = bits / 8 - 1; i >= 0; i--) {
        value = value << 8 | bytes[offset + i];
    }
    return value;
}

static double number(const struct format *f, uint64_t p) {
    if (f->kind == 'u') {
        return (double) p;
    }
    if (f->kind == 'i') {
        int shift = 64 - f->bits;
        return (double) ((int64_t) (p << shift) >> shift);
    }
    uint64_t mantissa = p & ((1ull << f->mantissa) - 1);
    int exponent = (int) (p >> f->mantissa) & ((1 << f->exponent) - 1);
    double sign = p >> (f->exponent + f->mantissa) & 1 ? -1 : 1;
    if (exponent == (1 << f->exponent) - 1) {
        if (f->specials == 2) {
            return mantissa ? NAN : sign * INFINITY;
        }
        if (f->specials == 1 && mantissa == (1ull << f->mantissa) - 1) {
            return NAN;
        }
    }
    double value = (double) (exponent ? mantissa | 1ull << f->mantissa : mantissa);
    for (int e = (exponent ? exponent : 1) - f->bias - f->mantissa; e != 0; e += e < 0 ? 1 : -1) {
        value *= e < 0 ? 0.5 : 2;
    }
    return sign * value;
}

static int accepts(const struct open *o, uint64_t p) {
    double value = number(&formats[o->format], p);
    switch (o->kind) {
    case 'a': return 1;
    case 'n': return value != value;
    case 'w': return value >= o->low && value <= o->high;
    default:
        for (uint32_t i = 0; i < o->count; i++) {
            if (patterns[o->first + i] == p) {
                return 1;
            }
        }
        return 0;
    }
}

/* The matrix element at a byte, its first byte in *start. */
static const struct matrix *element(int buffer, long offset, int *row, int *column, long *start) {
    const struct matrix *found = NULL;
    for (const struct matrix *m = matrices; m->buffer >= 0; m++) {
        if (m->buffer != buffer || offset < m->from || offset >= m->to) {
            continue;
        }
        int bytes = formats[m->format].bits / 8;
        for (int r = 0; r < m->rows; r++) {
            for (int c = 0; c < m->columns; c++) {
                long at = m->start + (m->by_rows ? r * m->stride + c * bytes : c * m->stride + r * bytes);
                if (offset >= at && offset < at + bytes) {
                    found = m;
                    *row = r;
                    *column = c;
                    *start = at;
                }
            }
        }
    }
    return found;
}

static void complain(int buffer, long offset, const char *expected, int format, uint64_t got, int rule) {
    int row, column;
    long start;
    if (++wrong > 64) {
        return;
    }
    printf("%s+%ld", buffers[buffer].name, offset);
    if (element(buffer, offset, &row, &column, &start)) {
        printf(" (instance %d, row %d, column %d)", element(buffer, offset, &row, &column, &start)->instance, row, column);
    }
    printf(": expected %s, got %.9g (0x%0*llx) %s\n", expected, number(&formats[format], got),
           formats[format].bits / 4, (unsigned long long) got, rules[rule]);
}

static void judge(int n, const uint8_t *actual) {
    const struct buffer *b = &buffers[n];
    char text[160];
    uint8_t *rest = malloc(b->bytes + 1);
    const uint8_t *expected = (const uint8_t *) b->expected;
    memcpy(rest, actual, b->bytes);
    for (const struct open *o = b->open; o < b->open + b->opens; o++) {
        int bits = formats[o->format].bits;
        uint64_t got = pattern(actual, o->offset, bits);
        if (!accepts(o, got)) {
            if (o->kind == 'w') {
                snprintf(text, sizeof text, "%.9g to %.9g", o->low, o->high);
            } else if (o->kind == 'n') {
                strcpy(text, "NaN");
            } else {
                snprintf(text, sizeof text, "%.9g%s", number(&formats[o->format], patterns[o->first]),
                         o->count > 1 ? " or another" : "");
            }
            complain(n, o->offset, text, o->format, got, o->rule);
        }
        memcpy(rest + o->offset, expected + o->offset, bits / 8);
    }
    for (size_t i = 0; i < b->bytes; i++) {
        int row, column;
        long start;
        if (rest[i] == expected[i]) {
            continue;
        }
        const struct matrix *m = element(n, (long) i, &row, &column, &start);
        if (m) {
            int bits = formats[m->format].bits;
            snprintf(text, sizeof text, "%.9g", number(&formats[m->format], pattern(expected, start, bits)));
            complain(n, start, text, m->format, pattern(actual, start, bits), m->rule);
            i = start + bits / 8 - 1;
        } else {
            snprintf(text, sizeof text, "0x%02x as before", expected[i]);
            complain(n, (long) i, text, 0, actual[i], 0);
        }
    }
    free(rest);
}

static void must(VkResult result, const char *what) {
    if (result != VK_SUCCESS) {
        printf("%s gives %d\n", what, result);
        exit(result == VK_ERROR_INCOMPATIBLE_DRIVER ? 77 : 1);
    }
}

static int lacks(const char *what) {
    printf("the device has no %s\n", what);
    return 77;
}

/* A buffer with memory of its own. */
struct room { VkBuffer buffer; uint8_t *bytes; VkDeviceAddress address; };
enum { HOST = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT };

static struct room room(VkDevice device, VkPhysicalDevice physical, size_t size, VkBufferUsageFlags usage, uint32_t kind) {
    struct room made = {0};
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    must(vkCreateBuffer(device, &info, NULL, &made.buffer), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & kind) != kind) {
        type++;
    }
    int addressed = (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0;
    VkMemoryAllocateFlagsInfo flags = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = addressed ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0};
    VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags,
        .allocationSize = needs.size, .memoryTypeIndex = type};
    VkDeviceMemory bytes;
    must(vkAllocateMemory(device, &allocation, NULL, &bytes), "vkAllocateMemory");
    must(vkBindBufferMemory(device, made.buffer, bytes, 0), "vkBindBufferMemory");
    if (kind == HOST) {
        must(vkMapMemory(device, bytes, 0, VK_WHOLE_SIZE, 0, (void **) &made.bytes), "vkMapMemory");
    }
    if (addressed) {
        VkBufferDeviceAddressInfo of = {VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = made.buffer};
        made.address = vkGetBufferDeviceAddress(device, &of);
    }
    return made;
}

#define FUNCTION(name) PFN_##name name = (PFN_##name) vkGetDeviceProcAddr(device, #name)

/* An acceleration structure of one geometry with one primitive, built before the commands that follow. */
static VkAccelerationStructureKHR structure(VkDevice device, VkPhysicalDevice physical, VkCommandBuffer commands,
                                            VkAccelerationStructureTypeKHR type,
                                            const VkAccelerationStructureGeometryKHR *geometry) {
    VkAccelerationStructureBuildGeometryInfoKHR build = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = type, .geometryCount = 1, .pGeometries = geometry};
    VkAccelerationStructureBuildSizesInfoKHR sizes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    uint32_t one = 1;
    FUNCTION(vkGetAccelerationStructureBuildSizesKHR);
    vkGetAccelerationStructureBuildSizesKHR(device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build, &one, &sizes);
    struct room storage = room(device, physical, sizes.accelerationStructureSize,
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    struct room scratch = room(device, physical, sizes.buildScratchSize + 256,
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    VkAccelerationStructureCreateInfoKHR info = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
        .buffer = storage.buffer, .size = sizes.accelerationStructureSize, .type = type};
    FUNCTION(vkCreateAccelerationStructureKHR);
    must(vkCreateAccelerationStructureKHR(device, &info, NULL, &build.dstAccelerationStructure),
         "vkCreateAccelerationStructureKHR");
    build.scratchData.deviceAddress = (scratch.address + 255) / 256 * 256;
    VkAccelerationStructureBuildRangeInfoKHR range = {.primitiveCount = 1};
    const VkAccelerationStructureBuildRangeInfoKHR *ranges = &range;
    FUNCTION(vkCmdBuildAccelerationStructuresKHR);
    vkCmdBuildAccelerationStructuresKHR(commands, 1, &build, &ranges);
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
        .dstAccessMask = VK_ACCESS_ACCELERATION_STRUCTURE_READ_BIT_KHR};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
        0, 1, &barrier, 0, NULL, 0, NULL);
    return build.dstAccelerationStructure;
}

/* VK_NV_cooperative_vector, for which the headers may be too old: VkConvertCooperativeVectorMatrixInfoNV and
   its functions. */
union place { VkDeviceAddress device; void *host; };
struct convert_info {
    VkStructureType type;
    const void *next;
    size_t from_bytes;
    union place from;
    size_t *to_bytes;
    union place to;
    uint32_t from_component, to_component, rows, columns, from_layout;
    size_t from_stride;
    uint32_t to_layout;
    size_t to_stride;
};
typedef VkResult (VKAPI_PTR *Convert)(VkDevice, const struct convert_info *);
typedef void (VKAPI_PTR *ConvertByCommand)(VkCommandBuffer, uint32_t, const struct convert_info *);

/* Converts by the host, or by a command if there is one; the bytes that the matrix takes then. */
static size_t convert(VkDevice device, VkCommandBuffer commands, const struct room *rooms, const struct conversion *c) {
    size_t bytes = 0;
    struct convert_info info = {(VkStructureType) 1000491004, NULL, c->from.bytes, {0}, &bytes, {0},
        c->from.component, c->to.component, c->from.rows, c->from.columns,
        c->from.layout, c->from.stride, c->to.layout, c->to.stride};
    Convert by_host = (Convert) vkGetDeviceProcAddr(device, "vkConvertCooperativeVectorMatrixNV");
    must(by_host(device, &info), "vkConvertCooperativeVectorMatrixNV");
    if (bytes > c->to.bytes) {
        printf("the device wants %zu bytes for a matrix, here are %zu\n", bytes, c->to.bytes);
        exit(77);
    }
    if (commands) {
        info.from.device = rooms[c->from.buffer].address + c->from.offset;
        info.to.device = rooms[c->to.buffer].address + c->to.offset;
        ((ConvertByCommand) vkGetDeviceProcAddr(device, "vkCmdConvertCooperativeVectorMatrixNV"))(commands, 1, &info);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    } else {
        info.from.host = rooms[c->from.buffer].bytes + c->from.offset;
        info.to.host = rooms[c->to.buffer].bytes + c->to.offset;
        must(by_host(device, &info), "vkConvertCooperativeVectorMatrixNV");
    }
    return bytes;
}


static int run(int argc, char **argv) {
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo instance_info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    VkInstance instance;
    must(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance");
    VkPhysicalDevice physical[16];
    uint32_t count = 16, chosen = argc > 1 ? (uint32_t) atoi(argv[1]) : 0;
    vkEnumeratePhysicalDevices(instance, &count, physical);
    if (chosen >= count) {
        return lacks("such number");
    }
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical[chosen], &properties);
    printf("%s\n", properties.deviceName);

    /* Extensions and features. */
    static VkExtensionProperties offered[1024];
    count = 1024;
    vkEnumerateDeviceExtensionProperties(physical[chosen], NULL, &count, offered);
    const char *extensions[16] = {"VK_KHR_deferred_host_operations"};
    uint32_t enabled = 1;
    static struct features features[sizeof wanted / sizeof *wanted];
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *name = wanted[i].extension;
        if (*name) {
            uint32_t at = 0;
            while (at < count && strcmp(offered[at].extensionName, name) != 0) {
                at++;
            }
            if (at == count) {
                return lacks(name);
            }
            extensions[enabled++] = name;
        }
        features[i].type = (VkStructureType) wanted[i].type;
        features[i].next = all.pNext;
        all.pNext = &features[i];
    }
    vkGetPhysicalDeviceFeatures2(physical[chosen], &all);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        VkBool32 on[64] = {0};
        for (const int *at = wanted[i].required; *at >= 0; at++) {
            if (!features[i].on[*at]) {
                return lacks(wanted[i].names);
            }
            on[*at] = VK_TRUE;
        }
        if (!wanted[i].all) {
            memcpy(features[i].on, on, sizeof on);
        }
    }
    VkPhysicalDeviceFeatures needed = {0};
    for (int i = 0; core[i].name; i++) {
        if (!*(VkBool32 *) ((char *) &all.features + core[i].offset)) {
            return lacks(core[i].name);
        }
        *(VkBool32 *) ((char *) &needed + core[i].offset) = VK_TRUE;
    }
    all.features = needed;

    /* Device and queue. */
    VkQueueFamilyProperties families[32];
    count = 32;
    vkGetPhysicalDeviceQueueFamilyProperties(physical[chosen], &count, families);
    uint32_t family = 0;
    while (family < count && !(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
        family++;
    }
    float priority = 1;
    VkDeviceQueueCreateInfo queue_info = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = family, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo device_info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &all,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info,
        .enabledExtensionCount = enabled, .ppEnabledExtensionNames = extensions};
    VkDevice device;
    must(vkCreateDevice(physical[chosen], &device_info, NULL, &device), "vkCreateDevice");
    VkQueue queue;
    vkGetDeviceQueue(device, family, 0, &queue);

    /* Buffers, each with guard bytes behind it. */
    struct room rooms[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        rooms[i] = room(device, physical[chosen], buffers[i].bytes + GUARD, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, HOST);
        memset(rooms[i].bytes, 0, buffers[i].bytes);
        if (buffers[i].before) {
            memcpy(rooms[i].bytes, buffers[i].before, buffers[i].bytes);
        }
        memset(rooms[i].bytes + buffers[i].bytes, 0xA5, GUARD);
    }
    /* Matrices that are converted before the run, as they are then. */
    uint8_t *kept[CONVERSIONS] = {0};
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct matrix_at *to = &conversions[i].to;
        if (conversions[i].when < 0) {
            convert(device, NULL, rooms, &conversions[i]);
            kept[i] = memcpy(malloc(to->bytes), rooms[to->buffer].bytes + to->offset, to->bytes);
        }
    }

    /* Descriptor sets. */
    VkDescriptorSetLayout set_layouts[SETS + 1];
    VkDescriptorSet sets[SETS + 1];
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BUFFERS};
    VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = SETS + 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool;
    must(vkCreateDescriptorPool(device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
    for (int s = 0; s < SETS; s++) {
        VkDescriptorSetLayoutBinding bindings[BUFFERS];
        uint32_t n = 0;
        for (int i = 0; i < BUFFERS; i++) {
            if (buffers[i].set == s) {
                bindings[n++] = (VkDescriptorSetLayoutBinding){(uint32_t) buffers[i].binding,
                    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, NULL};
            }
        }
        VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .bindingCount = n, .pBindings = bindings};
        must(vkCreateDescriptorSetLayout(device, &info, NULL, &set_layouts[s]), "vkCreateDescriptorSetLayout");
    }
    VkDescriptorSetAllocateInfo set_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool, .descriptorSetCount = SETS, .pSetLayouts = set_layouts};
    if (SETS > 0) {
        must(vkAllocateDescriptorSets(device, &set_info, sets), "vkAllocateDescriptorSets");
    }
    for (int i = 0; i < BUFFERS; i++) {
        if (buffers[i].set >= 0) {
            VkDescriptorBufferInfo info = {rooms[i].buffer, 0, buffers[i].bytes};
            VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = sets[buffers[i].set],
                .dstBinding = (uint32_t) buffers[i].binding, .descriptorCount = 1,
                .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &info};
            vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
        }
    }

    /* Pipeline. */
    VkPushConstantRange range = {VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, 0, PUSH};
    VkDescriptorSetLayoutBinding scene_binding = {0, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1,
        VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR | VK_SHADER_STAGE_MISS_BIT_KHR, NULL};
    VkDescriptorSetLayoutCreateInfo scene_layout = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1, .pBindings = &scene_binding};
    must(vkCreateDescriptorSetLayout(device, &scene_layout, NULL, &set_layouts[SETS]), "vkCreateDescriptorSetLayout");
    VkPipelineLayoutCreateInfo layout_info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = SETS + 1, .pSetLayouts = set_layouts,
        .pushConstantRangeCount = PUSH > 0, .pPushConstantRanges = &range};
    VkPipelineLayout layout;
    must(vkCreatePipelineLayout(device, &layout_info, NULL, &layout), "vkCreatePipelineLayout");
    VkShaderModuleCreateInfo module_info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof spirv, .pCode = spirv};
    VkShaderModule module;
    must(vkCreateShaderModule(device, &module_info, NULL, &module), "vkCreateShaderModule");
    VkSpecializationInfo special = {sizeof entries / sizeof *entries - 1, entries, sizeof specialization - 1, specialization};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup = {
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 0};
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR,
        .pNext = 0 ? &subgroup : NULL,
        .flags = 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
        .module = module, .pName = "main", .pSpecializationInfo = &special};
    VkPipeline pipeline;
    fflush(stdout);
    /* The other stages of the pipeline. */
    enum { STAGES = 1 + sizeof others / sizeof *others };
    VkPipelineShaderStageCreateInfo stages[STAGES] = {stage};
    for (int i = 1; i < STAGES; i++) {
        VkShaderModuleCreateInfo other = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            .codeSize = others[i - 1].bytes, .pCode = others[i - 1].words};
        stages[i] = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = others[i - 1].stage, .pName = "main"};
        must(vkCreateShaderModule(device, &other, NULL, &stages[i].module), "vkCreateShaderModule");
    }
    enum { NONE = VK_SHADER_UNUSED_KHR };
    VkRayTracingShaderGroupCreateInfoKHR groups[] = {
    {VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR, NULL,
     VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR, NONE, 0, NONE, 3},
    {VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR, NULL,
     VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, 1, NONE, NONE, NONE},
    {VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR, NULL,
     VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, 2, NONE, NONE, NONE},
    };
    enum { GROUPS = sizeof groups / sizeof *groups };
    VkRayTracingPipelineCreateInfoKHR info = {VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
        .stageCount = STAGES, .pStages = stages, .groupCount = GROUPS, .pGroups = groups,
        .maxPipelineRayRecursionDepth = 1, .layout = layout};
    FUNCTION(vkCreateRayTracingPipelinesKHR);
    must(vkCreateRayTracingPipelinesKHR(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
         "vkCreateRayTracingPipelinesKHR");

    /* A table of one record for each group: ray generation, miss, hit and callable shaders. */
    VkPhysicalDeviceRayTracingPipelinePropertiesKHR limits = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 ask = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limits};
    vkGetPhysicalDeviceProperties2(physical[chosen], &ask);
    uint32_t size_of_handle = limits.shaderGroupHandleSize, alignment = limits.shaderGroupHandleAlignment,
        base = limits.shaderGroupBaseAlignment, record = (size_of_handle + alignment - 1) / alignment * alignment,
        step = (record + base - 1) / base * base;
    struct room tables = room(device, physical[chosen], (GROUPS + 1) * step,
        VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, HOST);
    VkDeviceAddress first = (tables.address + step - 1) / step * step;
    VkStridedDeviceAddressRegionKHR regions[4] = {{0}};
    const int region[] = {2, 0, 1};
    FUNCTION(vkGetRayTracingShaderGroupHandlesKHR);
    for (int i = 0; i < GROUPS; i++) {
        must(vkGetRayTracingShaderGroupHandlesKHR(device, pipeline, i, 1, size_of_handle,
            tables.bytes + (first - tables.address) + i * step), "vkGetRayTracingShaderGroupHandlesKHR");
        regions[region[i]] = (VkStridedDeviceAddressRegionKHR){first + i * step, record, record};
    }

    /* The run. */
    VkCommandPoolCreateInfo command_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family};
    VkCommandPool command_pool;
    must(vkCreateCommandPool(device, &command_info, NULL, &command_pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commands_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = command_pool, .commandBufferCount = 1};
    VkCommandBuffer commands;
    must(vkAllocateCommandBuffers(device, &commands_info, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    must(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    if (SETS > 0) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, layout, 0, SETS, sets, 0, NULL);
    }

    /* What rays are traced through: one box across the positive z-axis, in a descriptor set of its own. */
    struct room geometry = room(device, physical[chosen], 512,
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR
            | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, HOST);
    VkAabbPositionsKHR box = {-1, -1, 1, 1, 1, 3};
    memcpy(geometry.bytes, &box, sizeof box);
    VkAccelerationStructureGeometryKHR boxes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_AABBS_KHR, .flags = VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR,
        .geometry.aabbs = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR, NULL,
            {geometry.address}, sizeof box}};
    VkAccelerationStructureKHR below = structure(device, physical[chosen], commands,
        VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, &boxes);
    VkAccelerationStructureDeviceAddressInfoKHR of = {
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR, .accelerationStructure = below};
    FUNCTION(vkGetAccelerationStructureDeviceAddressKHR);
    VkAccelerationStructureInstanceKHR place = {.transform = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, .mask = 0xFF,
        .accelerationStructureReference = vkGetAccelerationStructureDeviceAddressKHR(device, &of)};
    memcpy(geometry.bytes + 256, &place, sizeof place);
    VkAccelerationStructureGeometryKHR instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR,
        .geometry.instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR, NULL, VK_FALSE,
            {geometry.address + 256}}};
    VkAccelerationStructureKHR scene = structure(device, physical[chosen], commands,
        VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, &instances);
    VkDescriptorPoolSize scene_size = {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1};
    VkDescriptorPoolCreateInfo scene_pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &scene_size};
    VkDescriptorPool scene_pool;
    must(vkCreateDescriptorPool(device, &scene_pool_info, NULL, &scene_pool), "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo scene_set = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = scene_pool, .descriptorSetCount = 1, .pSetLayouts = &set_layouts[SETS]};
    must(vkAllocateDescriptorSets(device, &scene_set, &sets[SETS]), "vkAllocateDescriptorSets");
    VkWriteDescriptorSetAccelerationStructureKHR write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
        .accelerationStructureCount = 1, .pAccelerationStructures = &scene};
    VkWriteDescriptorSet written = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &write, .dstSet = sets[SETS],
        .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR};
    vkUpdateDescriptorSets(device, 1, &written, 0, NULL);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, layout, SETS, 1, &sets[SETS], 0, NULL);
    for (int run = 0; run < RUNS; run++) {
        if (PUSH > 0) {
            vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, 0, PUSH, push[run]);
        }
        FUNCTION(vkCmdTraceRaysKHR);
        vkCmdTraceRaysKHR(commands, &regions[0], &regions[1], &regions[2], &regions[3], 2, 1, 1);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    }
    must(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    must(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    must(vkQueueWaitIdle(queue), "vkQueueWaitIdle");

    /* Matrices that are converted behind the run. The bytes in layouts of the device's own are not judged if
       they are converted back, or as they were. */
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct conversion *c = &conversions[i];
        if (c->when == RUNS) {
            convert(device, NULL, rooms, c);
            memcpy(rooms[c->from.buffer].bytes + c->from.offset,
                   (const uint8_t *) buffers[c->from.buffer].before + c->from.offset, c->from.bytes);
        }
    }
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct matrix_at *to = &conversions[i].to;
        if (conversions[i].when < 0 && memcmp(kept[i], rooms[to->buffer].bytes + to->offset, to->bytes) == 0) {
            memcpy(rooms[to->buffer].bytes + to->offset, (const uint8_t *) buffers[to->buffer].before + to->offset, to->bytes);
        }
    }

    /* The verdict. */
    for (int i = 0; i < BUFFERS; i++) {
        if (buffers[i].expected) {
            judge(i, rooms[i].bytes);
        }
        for (int k = 0; k < GUARD; k++) {
            if (rooms[i].bytes[buffers[i].bytes + k] != 0xA5) {
                printf("%s: memory %d bytes behind its end was changed\n", buffers[i].name, k);
                wrong++;
                break;
            }
        }
    }
    if (wrong > 64) {
        printf("and %d more\n", wrong - 64);
    }
    printf(wrong ? "FAIL: %d wrong elements\n" : "PASS\n", wrong);
    return wrong > 0;
}

/* The driver gets a process of its own, so that its crash is a verdict too. */
int main(int argc, char **argv) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        exit(run(argc, argv));
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        printf("FAIL: the driver ended the process by signal %d\n", WTERMSIG(status));
        return 1;
    }
    return WEXITSTATUS(status);
}
