/*
 * khr.moves.float16.b.8x8.subgroup.copy_memory, distinct
 * the driver refuses the shader: vkCreateComputePipelines returned VK_ERROR_UNKNOWN
 *
 *   cc -O1 -o repro distinct.c -lvulkan
 *   ./repro [number of the Vulkan device]
 *
 * Prints the wrong elements and exits with 1; with 0 if there are none; with 77 if the device lacks
 * what the shader needs. Written by CoopCTS.
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
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 16) in;

layout(push_constant, std430) uniform Push {
    uint zero;
    uint one;
    uint turns;
} push;

#define T float16_t
layout(set = 0, binding = 0, std430)  buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430)  buffer ResultBuffer { T result[]; };


const int ROW_MAJOR = gl_CooperativeMatrixLayoutRowMajor;
const uint STRIDE = 8;
const uint TILE = 64;
#define MATRIX coopmat<T, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB>
MATRIX saved;

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    MATRIX m0;
    MATRIX m1;
    MATRIX m2;
    MATRIX r0;
    MATRIX r1;
    coopMatLoad(m0, source, (3 * instance + 0) * TILE, STRIDE, ROW_MAJOR);
    coopMatLoad(m1, source, (3 * instance + 1) * TILE, STRIDE, ROW_MAJOR);
    coopMatLoad(m2, source, (3 * instance + 2) * TILE, STRIDE, ROW_MAJOR);
    saved = m1;
    r0 = saved;
    r1 = m2;

    coopMatStore(r0, result, (2 * instance + 0) * TILE, STRIDE, ROW_MAJOR);
    coopMatStore(r1, result, (2 * instance + 1) * TILE, STRIDE, ROW_MAJOR);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x00070000, 0x0000006b, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x00000009, 0x00020011, 0x0000003d, 0x00020011, 0x00001151, 0x00020011, 0x000014e1, 0x00020011,
    0x00001786, 0x0008000a, 0x5f565053, 0x5f52484b, 0x706f6f63, 0x74617265, 0x5f657669, 0x7274616d,
    0x00007869, 0x0006000b, 0x00000001, 0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e,
    0x00000000, 0x00000003, 0x000c000f, 0x00000005, 0x00000002, 0x6e69616d, 0x00000000, 0x00000004,
    0x00000006, 0x00000007, 0x00000008, 0x00000009, 0x0000000a, 0x0000000c, 0x00060010, 0x00000002,
    0x00000011, 0x00000010, 0x00000001, 0x00000001, 0x00030003, 0x00000002, 0x000001cc, 0x000b0004,
    0x455f4c47, 0x735f5458, 0x65646168, 0x78655f72, 0x63696c70, 0x615f7469, 0x68746972, 0x6974656d,
    0x79745f63, 0x00736570, 0x000a0004, 0x475f4c47, 0x4c474f4f, 0x70635f45, 0x74735f70, 0x5f656c79,
    0x656e696c, 0x7269645f, 0x69746365, 0x00006576, 0x00080004, 0x475f4c47, 0x4c474f4f, 0x6e695f45,
    0x64756c63, 0x69645f65, 0x74636572, 0x00657669, 0x00080004, 0x4b5f4c47, 0x635f5248, 0x65706f6f,
    0x69746172, 0x6d5f6576, 0x69727461, 0x00000078, 0x00090004, 0x4b5f4c47, 0x6d5f5248, 0x726f6d65,
    0x63735f79, 0x5f65706f, 0x616d6573, 0x6369746e, 0x00000073, 0x00090004, 0x4b5f4c47, 0x735f5248,
    0x65646168, 0x75735f72, 0x6f726762, 0x625f7075, 0x63697361, 0x00000000, 0x00040005, 0x00000002,
    0x6e69616d, 0x00000000, 0x00060005, 0x0000000d, 0x61636f6c, 0x736e496c, 0x636e6174, 0x00000065,
    0x00060005, 0x00000004, 0x535f6c67, 0x72676275, 0x4970756f, 0x00000044, 0x00050005, 0x0000000e,
    0x74736e69, 0x65636e61, 0x00000000, 0x00060005, 0x00000006, 0x575f6c67, 0x476b726f, 0x70756f72,
    0x00004449, 0x00060005, 0x00000007, 0x4e5f6c67, 0x75536d75, 0x6f726762, 0x00737075, 0x00030005,
    0x0000000f, 0x0000306d, 0x00060005, 0x00000010, 0x72756f53, 0x75426563, 0x72656666, 0x00000000,
    0x00050006, 0x00000010, 0x00000000, 0x72756f73, 0x00006563, 0x00030005, 0x00000008, 0x00000000,
    0x00030005, 0x00000013, 0x0000316d, 0x00030005, 0x00000018, 0x0000326d, 0x00040005, 0x00000009,
    0x65766173, 0x00000064, 0x00030005, 0x00000019, 0x00003072, 0x00030005, 0x0000001a, 0x00003172,
    0x00060005, 0x0000001b, 0x75736552, 0x7542746c, 0x72656666, 0x00000000, 0x00050006, 0x0000001b,
    0x00000000, 0x75736572, 0x0000746c, 0x00030005, 0x0000000a, 0x00000000, 0x00040005, 0x0000001d,
    0x68737550, 0x00000000, 0x00050006, 0x0000001d, 0x00000000, 0x6f72657a, 0x00000000, 0x00040006,
    0x0000001d, 0x00000001, 0x00656e6f, 0x00050006, 0x0000001d, 0x00000002, 0x6e727574, 0x00000073,
    0x00040005, 0x0000000c, 0x68737570, 0x00000000, 0x00040047, 0x00000004, 0x0000000b, 0x00000028,
    0x00040047, 0x00000006, 0x0000000b, 0x0000001a, 0x00040047, 0x00000007, 0x0000000b, 0x00000026,
    0x00040047, 0x0000001e, 0x00000006, 0x00000002, 0x00030047, 0x00000010, 0x00000002, 0x00050048,
    0x00000010, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000008, 0x00000021, 0x00000000,
    0x00040047, 0x00000008, 0x00000022, 0x00000000, 0x00040047, 0x0000001f, 0x00000006, 0x00000002,
    0x00030047, 0x0000001b, 0x00000002, 0x00050048, 0x0000001b, 0x00000000, 0x00000023, 0x00000000,
    0x00040047, 0x0000000a, 0x00000021, 0x00000001, 0x00040047, 0x0000000a, 0x00000022, 0x00000000,
    0x00030047, 0x0000001d, 0x00000002, 0x00050048, 0x0000001d, 0x00000000, 0x00000023, 0x00000000,
    0x00050048, 0x0000001d, 0x00000001, 0x00000023, 0x00000004, 0x00050048, 0x0000001d, 0x00000002,
    0x00000023, 0x00000008, 0x00020013, 0x00000020, 0x00030021, 0x00000003, 0x00000020, 0x00040015,
    0x00000021, 0x00000020, 0x00000000, 0x00040020, 0x00000022, 0x00000007, 0x00000021, 0x00040020,
    0x00000023, 0x00000001, 0x00000021, 0x0004003b, 0x00000023, 0x00000004, 0x00000001, 0x00040017,
    0x00000024, 0x00000021, 0x00000003, 0x00040020, 0x00000028, 0x00000001, 0x00000024, 0x0004003b,
    0x00000028, 0x00000006, 0x00000001, 0x0004002b, 0x00000021, 0x0000002a, 0x00000000, 0x0004003b,
    0x00000023, 0x00000007, 0x00000001, 0x00030016, 0x00000031, 0x00000010, 0x0004002b, 0x00000021,
    0x0000003c, 0x00000003, 0x0004002b, 0x00000021, 0x0000003f, 0x00000008, 0x0004002b, 0x00000021,
    0x00000048, 0x00000001, 0x00071168, 0x0000001c, 0x00000031, 0x0000003c, 0x0000003f, 0x0000003f,
    0x00000048, 0x00040020, 0x00000049, 0x00000007, 0x0000001c, 0x0003001d, 0x0000001e, 0x00000031,
    0x0003001e, 0x00000010, 0x0000001e, 0x00040020, 0x0000004a, 0x0000000c, 0x00000010, 0x0004003b,
    0x0000004a, 0x00000008, 0x0000000c, 0x00040015, 0x0000004b, 0x00000020, 0x00000001, 0x0004002b,
    0x0000004b, 0x0000004d, 0x00000000, 0x0004002b, 0x00000021, 0x00000050, 0x00000040, 0x00040020,
    0x00000051, 0x0000000c, 0x00000031, 0x0004002b, 0x00000021, 0x00000052, 0x00000002, 0x00040020,
    0x00000053, 0x00000006, 0x0000001c, 0x0004003b, 0x00000053, 0x00000009, 0x00000006, 0x0003001d,
    0x0000001f, 0x00000031, 0x0003001e, 0x0000001b, 0x0000001f, 0x00040020, 0x00000067, 0x0000000c,
    0x0000001b, 0x0004003b, 0x00000067, 0x0000000a, 0x0000000c, 0x0004002b, 0x00000021, 0x00000069,
    0x00000010, 0x0006002c, 0x00000024, 0x00000068, 0x00000069, 0x00000048, 0x00000048, 0x0005001e,
    0x0000001d, 0x00000021, 0x00000021, 0x00000021, 0x00040020, 0x0000006a, 0x00000009, 0x0000001d,
    0x0004003b, 0x0000006a, 0x0000000c, 0x00000009, 0x00050036, 0x00000020, 0x00000002, 0x00000000,
    0x00000003, 0x000200f8, 0x00000005, 0x0004003b, 0x00000022, 0x0000000d, 0x00000007, 0x0004003b,
    0x00000022, 0x0000000e, 0x00000007, 0x0004003b, 0x00000049, 0x0000000f, 0x00000007, 0x0004003b,
    0x00000049, 0x00000013, 0x00000007, 0x0004003b, 0x00000049, 0x00000018, 0x00000007, 0x0004003b,
    0x00000049, 0x00000019, 0x00000007, 0x0004003b, 0x00000049, 0x0000001a, 0x00000007, 0x0004003d,
    0x00000021, 0x0000000b, 0x00000004, 0x0003003e, 0x0000000d, 0x0000000b, 0x00050041, 0x00000023,
    0x00000011, 0x00000006, 0x0000002a, 0x0004003d, 0x00000021, 0x00000012, 0x00000011, 0x0004003d,
    0x00000021, 0x00000014, 0x00000007, 0x00050084, 0x00000021, 0x00000015, 0x00000012, 0x00000014,
    0x0004003d, 0x00000021, 0x00000016, 0x0000000d, 0x00050080, 0x00000021, 0x00000017, 0x00000015,
    0x00000016, 0x0003003e, 0x0000000e, 0x00000017, 0x0004003d, 0x00000021, 0x00000025, 0x0000000e,
    0x00050084, 0x00000021, 0x00000026, 0x0000003c, 0x00000025, 0x00050080, 0x00000021, 0x00000027,
    0x00000026, 0x0000002a, 0x00050084, 0x00000021, 0x00000029, 0x00000027, 0x00000050, 0x00060041,
    0x00000051, 0x0000002b, 0x00000008, 0x0000004d, 0x00000029, 0x0004003d, 0x00000021, 0x0000002c,
    0x0000000e, 0x00050084, 0x00000021, 0x0000002d, 0x0000003c, 0x0000002c, 0x00050080, 0x00000021,
    0x0000002e, 0x0000002d, 0x0000002a, 0x00050084, 0x00000021, 0x0000002f, 0x0000002e, 0x00000050,
    0x00071169, 0x0000001c, 0x00000030, 0x0000002b, 0x0000004d, 0x0000003f, 0x00000000, 0x0003003e,
    0x0000000f, 0x00000030, 0x0004003d, 0x00000021, 0x00000032, 0x0000000e, 0x00050084, 0x00000021,
    0x00000033, 0x0000003c, 0x00000032, 0x00050080, 0x00000021, 0x00000034, 0x00000033, 0x00000048,
    0x00050084, 0x00000021, 0x00000035, 0x00000034, 0x00000050, 0x00060041, 0x00000051, 0x00000036,
    0x00000008, 0x0000004d, 0x00000035, 0x0004003d, 0x00000021, 0x00000037, 0x0000000e, 0x00050084,
    0x00000021, 0x00000038, 0x0000003c, 0x00000037, 0x00050080, 0x00000021, 0x00000039, 0x00000038,
    0x00000048, 0x00050084, 0x00000021, 0x0000003a, 0x00000039, 0x00000050, 0x00071169, 0x0000001c,
    0x0000003b, 0x00000036, 0x0000004d, 0x0000003f, 0x00000000, 0x0003003e, 0x00000013, 0x0000003b,
    0x0004003d, 0x00000021, 0x0000003d, 0x0000000e, 0x00050084, 0x00000021, 0x0000003e, 0x0000003c,
    0x0000003d, 0x00050080, 0x00000021, 0x00000040, 0x0000003e, 0x00000052, 0x00050084, 0x00000021,
    0x00000041, 0x00000040, 0x00000050, 0x00060041, 0x00000051, 0x00000042, 0x00000008, 0x0000004d,
    0x00000041, 0x0004003d, 0x00000021, 0x00000043, 0x0000000e, 0x00050084, 0x00000021, 0x00000044,
    0x0000003c, 0x00000043, 0x00050080, 0x00000021, 0x00000045, 0x00000044, 0x00000052, 0x00050084,
    0x00000021, 0x00000046, 0x00000045, 0x00000050, 0x00071169, 0x0000001c, 0x00000047, 0x00000042,
    0x0000004d, 0x0000003f, 0x00000000, 0x0003003e, 0x00000018, 0x00000047, 0x0003003f, 0x00000009,
    0x00000013, 0x0004003d, 0x0000001c, 0x0000004c, 0x00000009, 0x0003003e, 0x00000019, 0x0000004c,
    0x0004003d, 0x0000001c, 0x0000004e, 0x00000018, 0x0003003e, 0x0000001a, 0x0000004e, 0x0004003d,
    0x0000001c, 0x0000004f, 0x00000019, 0x0004003d, 0x00000021, 0x00000054, 0x0000000e, 0x00050084,
    0x00000021, 0x00000055, 0x00000052, 0x00000054, 0x00050080, 0x00000021, 0x00000056, 0x00000055,
    0x0000002a, 0x00050084, 0x00000021, 0x00000057, 0x00000056, 0x00000050, 0x00060041, 0x00000051,
    0x00000058, 0x0000000a, 0x0000004d, 0x00000057, 0x0004003d, 0x00000021, 0x00000059, 0x0000000e,
    0x00050084, 0x00000021, 0x0000005a, 0x00000052, 0x00000059, 0x00050080, 0x00000021, 0x0000005b,
    0x0000005a, 0x0000002a, 0x00050084, 0x00000021, 0x0000005c, 0x0000005b, 0x00000050, 0x0006116a,
    0x00000058, 0x0000004f, 0x0000004d, 0x0000003f, 0x00000000, 0x0004003d, 0x0000001c, 0x0000005d,
    0x0000001a, 0x0004003d, 0x00000021, 0x0000005e, 0x0000000e, 0x00050084, 0x00000021, 0x0000005f,
    0x00000052, 0x0000005e, 0x00050080, 0x00000021, 0x00000060, 0x0000005f, 0x00000048, 0x00050084,
    0x00000021, 0x00000061, 0x00000060, 0x00000050, 0x00060041, 0x00000051, 0x00000062, 0x0000000a,
    0x0000004d, 0x00000061, 0x0004003d, 0x00000021, 0x00000063, 0x0000000e, 0x00050084, 0x00000021,
    0x00000064, 0x00000052, 0x00000063, 0x00050080, 0x00000021, 0x00000065, 0x00000064, 0x00000048,
    0x00050084, 0x00000021, 0x00000066, 0x00000065, 0x00000050, 0x0006116a, 0x00000062, 0x0000005d,
    0x0000004d, 0x0000003f, 0x00000000, 0x000100fd, 0x00010038,
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
    int required[12];      /* positions of the members that must be on, then -1 */
    const char *names;
} wanted[] = {
    {"", 51, {7, 41, -1}, "shaderFloat16, vulkanMemoryModel"},
    {"", 49, {0, -1}, "storageBuffer16BitAccess"},
    {"VK_KHR_cooperative_matrix", 1000506000, {0, -1}, "cooperativeMatrix"},
    {"", 53, {7, 8, -1}, "subgroupSizeControl, computeFullSubgroups"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
    {'f', 16, 5, 10, 15, 2},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
    "[KHR-SPV-003] OpCopyObject / OpCopyMemory between matrix variables copies the whole matrix",
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
    {1, 0, 8, 8, 1, 1, 1, 0l, 16l, 0l, 9223372036854775807l},
    {1, 0, 8, 8, 1, 1, 1, 128l, 16l, 0l, 9223372036854775807l},
    {1, 1, 8, 8, 1, 1, 1, 256l, 16l, 0l, 9223372036854775807l},
    {1, 1, 8, 8, 1, 1, 1, 384l, 16l, 0l, 9223372036854775807l},
    {1, 2, 8, 8, 1, 1, 1, 512l, 16l, 0l, 9223372036854775807l},
    {1, 2, 8, 8, 1, 1, 1, 640l, 16l, 0l, 9223372036854775807l},
    {1, 3, 8, 8, 1, 1, 1, 768l, 16l, 0l, 9223372036854775807l},
    {1, 3, 8, 8, 1, 1, 1, 896l, 16l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t source_before[] = {
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0x4a16abdf, 0x8684e84d, 0xc2f224bb, 0xf17a6129,
    0x3bce9d97, 0x783cda05, 0xb4aa1673, 0xf11852e1, 0x2d868f4f, 0x69f4cbbd, 0xa662082b, 0xe2d04499,
    0x1f3e8107, 0x5bacbd75, 0x981af9e3, 0xd4883651, 0x10f672bf, 0x4d64af2d, 0x89d2eb9b, 0xc6402809,
    0x02ae6477, 0x3f1ca0e5, 0x7b8add53, 0xb7f819c1, 0xf466562f, 0x30d4929d, 0x6d42cf0b, 0xa9b00b79,
    0xe61e47e7, 0x228c8455, 0x5efac0c3, 0x9b68f224, 0xd7d6399f, 0x1444760d, 0x50b2b27b, 0x8d20eee9,
    0xc98e2b57, 0x05fc67c5, 0x426aa433, 0x7a67e0a1, 0xbb461d0f, 0xf7b4597d, 0x342295eb, 0x7090d259,
    0xacfe0ec7, 0xe96c4b35, 0x25da87a3, 0x6248c411, 0x9eb6007f, 0xdb243ced, 0x1792795b, 0x5400b5c9,
    0x906ef237, 0xccdc2ea5, 0x094a6b13, 0x45b8a781, 0x8226e3ef, 0xbe94205d, 0xfb025ccb, 0x37709939,
    0x73ded5a7, 0xb04c1215, 0xecba4e83, 0x29288af1, 0x6596c75f, 0xa20403cd, 0xde72403b, 0x1ae06f7c,
    0x574eb917, 0x93bcf585, 0xd02a31f3, 0x0c986e61, 0x4906aacf, 0x8574e73d, 0xc1e223ab, 0xf7bf6019,
    0x3abe9c87, 0x772cd8f5, 0xb39a1563, 0xf00851d1, 0x2c768e3f, 0x68e4caad, 0xa552071b, 0xe1c04389,
    0x1e2e8002, 0x5a9cbc65, 0x970af8d3, 0xd3783541, 0x0fe671af, 0x4c54ae1d, 0x88c2ea8b, 0xc53026f9,
    0x019e6367, 0x3e0c9fd5, 0x7a7adc43, 0xb6e818b1, 0xf356551f, 0x2fc4918d, 0x6c32cdfb, 0xa8a00a69,
    0xe50e46d7, 0x217c8345, 0x5deabfb3, 0x9a58ecd4, 0xd6c6388f, 0x133474fd, 0x4fa2b16b, 0x8c10edd9,
    0xc87e2a47, 0x04ec66b5, 0x415aa323, 0x7517df91, 0xba361bff, 0xf6a4586d, 0x331294db, 0x6f80d149,
    0xabee0db7, 0xe85c4a25, 0x24ca8693, 0x6138c301, 0x9da6f2f1, 0xda143bdd, 0x1682784b, 0x52f0b4b9,
    0x8f5ef127, 0xcbcc2d95, 0x083a6a03, 0x44a8a671, 0x8116e2df, 0xbd841f4d, 0xf9f25bbb, 0x36609829,
    0x72ced497, 0xaf3c1105, 0xebaa4d73, 0x281889e1, 0x6486c64f, 0xa0f402bd, 0xdd623f2b, 0x19d07b99,
    0x563eb807, 0x92acf475, 0xcf1a30e3, 0x0b886d51, 0x47f6a9bf, 0x8464e62d, 0xc0d2229b, 0xf26f5f09,
    0x39ae9b77, 0x761cd7e5, 0xb28a1453, 0xeef850c1, 0x2b668d2f, 0x67d4c99d, 0xa442060b, 0xe0b04279,
    0x1d1e7ab2, 0x598cbb55, 0x95faf7c3, 0xd2683431, 0x0ed6709f, 0x4b44ad0d, 0x87b2e97b, 0xc42025e9,
    0x008e6257, 0x3cfc9ec5, 0x796adb33, 0xb5d817a1, 0xf246540f, 0x2eb4907d, 0x6b22cceb, 0xa7900959,
    0xe3fe45c7, 0x206c8235, 0x5cdabea3, 0x9948fb11, 0xd5b6377f, 0x122473ed, 0x4e92b05b, 0x8b00ecc9,
    0xc76e2937, 0x03dc65a5, 0x404aa213, 0x6fc7de81, 0xb9261aef, 0xf594575d, 0x320293cb, 0x6e70d039,
    0xaade0ca7, 0xe74c4915, 0x23ba8583, 0x6028c1f1, 0x9c96f80a, 0xd9043acd, 0x1572773b, 0x51e0b3a9,
    0x8e4ef017, 0xcabc2c85, 0x072a68f3, 0x4398a561, 0x8006e1cf, 0xbc741e3d, 0xf8e25aab, 0x35509719,
    0x71bed387, 0xae2c0ff5, 0xea9a4c63, 0x270888d1, 0x6376c53f, 0x9fe401ad, 0xdc523e1b, 0x18c07a89,
    0x552eb6f7, 0x919cf365, 0xce0a2fd3, 0x0a786c41, 0x46e6a8af, 0x8354e51d, 0xbfc2218b, 0xed1f5df9,
    0x389e9a67, 0x750cd6d5, 0xb17a1343, 0xede84fb1, 0x2a568c1f, 0x66c4c88d, 0xa33204fb, 0xdfa04169,
    0x1c0e7562, 0x587cba45, 0x94eaf6b3, 0xd1583321, 0x0dc66f8f, 0x4a34abfd, 0x86a2e86b, 0xc31024d9,
    0xf4686147, 0x3bec9db5, 0x785ada23, 0xb4c81691, 0xf13652ff, 0x2da48f6d, 0x6a12cbdb, 0xa6800849,
    0xe2ee44b7, 0x1f5c8125, 0x5bcabd93, 0x9838fa01, 0xd4a6366f, 0x111472dd, 0x4d82af4b, 0x89f0ebb9,
    0xc65e2827, 0x02cc6495, 0x3f3aa103, 0x7ba8dd71, 0xb81619df, 0xf484564d, 0x30f292bb, 0x6d60cf29,
    0xa9ce0b97, 0xe63c4805, 0x22aa8473, 0x5f18c0e1, 0x9b86f2ba, 0xd7f439bd, 0x1462762b, 0x50d0b299,
    0x8d3eef07, 0xc9ac2b75, 0x061a67e3, 0x4288a451, 0x7afde0bf, 0xbb641d2d, 0xf7d2599b, 0x34409609,
    0x70aed277, 0xad1c0ee5, 0xe98a4b53, 0x25f887c1, 0x6266c42f, 0x9ed4009d, 0xdb423d0b, 0x17b07979,
    0x541eb5e7, 0x908cf255, 0xccfa2ec3, 0x09686b31, 0x45d6a79f, 0x8244e40d, 0xbeb2207b, 0xfb205ce9,
    0x378e9957, 0x73fcd5c5, 0xb06a1233, 0xecd84ea1, 0x29468b0f, 0x65b4c77d, 0xa22203eb, 0xde904059,
    0x1afe7012, 0x576cb935, 0x93daf5a3, 0xd0483211, 0x0cb66e7f, 0x4924aaed, 0x8592e75b, 0xc20023c9,
    0xf8556037, 0x3adc9ca5, 0x774ad913, 0xb3b81581, 0xf02651ef, 0x2c948e5d, 0x6902cacb, 0xa5700739,
    0xe1de43a7, 0x1e4c8015, 0x5ababc83, 0x9728f8f1, 0xd396355f, 0x100471cd, 0x4c72ae3b, 0x88e0eaa9,
    0xc54e2717, 0x01bc6385, 0x3e2a9ff3, 0x7a98dc61, 0xb70618cf, 0xf374553d, 0x2fe291ab, 0x6c50ce19,
    0xa8be0a87, 0xe52c46f5, 0x219a8363, 0x5e08bfd1, 0x9a76ed6a, 0xd6e438ad, 0x1352751b, 0x4fc0b189,
    0x8c2eedf7, 0xc89c2a65, 0x050a66d3, 0x4178a341, 0x75addfaf, 0xba541c1d, 0xf6c2588b, 0x333094f9,
    0x6f9ed167, 0xac0c0dd5, 0xe87a4a43, 0x24e886b1, 0x6156c31f, 0x9dc4f5df, 0xda323bfb, 0x16a07869,
    0x530eb4d7, 0x8f7cf145, 0xcbea2db3, 0x08586a21, 0x44c6a68f, 0x8134e2fd, 0xbda21f6b, 0xfa105bd9,
    0x367e9847, 0x72ecd4b5, 0xaf5a1123, 0xebc84d91, 0x283689ff, 0x64a4c66d, 0xa11202db, 0xdd803f49,
    0x19ee7bb7, 0x565cb825, 0x92caf493, 0xcf383101, 0x0ba66d6f, 0x4814a9dd, 0x8482e64b, 0xc0f022b9,
};
static const uint32_t result_before[] = {
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
};
static const uint32_t result_expected[] = {
    0xe61e47e7, 0x228c8455, 0x5efac0c3, 0x9b68f224, 0xd7d6399f, 0x1444760d, 0x50b2b27b, 0x8d20eee9,
    0xc98e2b57, 0x05fc67c5, 0x426aa433, 0x7a67e0a1, 0xbb461d0f, 0xf7b4597d, 0x342295eb, 0x7090d259,
    0xacfe0ec7, 0xe96c4b35, 0x25da87a3, 0x6248c411, 0x9eb6007f, 0xdb243ced, 0x1792795b, 0x5400b5c9,
    0x906ef237, 0xccdc2ea5, 0x094a6b13, 0x45b8a781, 0x8226e3ef, 0xbe94205d, 0xfb025ccb, 0x37709939,
    0x73ded5a7, 0xb04c1215, 0xecba4e83, 0x29288af1, 0x6596c75f, 0xa20403cd, 0xde72403b, 0x1ae06f7c,
    0x574eb917, 0x93bcf585, 0xd02a31f3, 0x0c986e61, 0x4906aacf, 0x8574e73d, 0xc1e223ab, 0xf7bf6019,
    0x3abe9c87, 0x772cd8f5, 0xb39a1563, 0xf00851d1, 0x2c768e3f, 0x68e4caad, 0xa552071b, 0xe1c04389,
    0x1e2e8002, 0x5a9cbc65, 0x970af8d3, 0xd3783541, 0x0fe671af, 0x4c54ae1d, 0x88c2ea8b, 0xc53026f9,
    0x8f5ef127, 0xcbcc2d95, 0x083a6a03, 0x44a8a671, 0x8116e2df, 0xbd841f4d, 0xf9f25bbb, 0x36609829,
    0x72ced497, 0xaf3c1105, 0xebaa4d73, 0x281889e1, 0x6486c64f, 0xa0f402bd, 0xdd623f2b, 0x19d07b99,
    0x563eb807, 0x92acf475, 0xcf1a30e3, 0x0b886d51, 0x47f6a9bf, 0x8464e62d, 0xc0d2229b, 0xf26f5f09,
    0x39ae9b77, 0x761cd7e5, 0xb28a1453, 0xeef850c1, 0x2b668d2f, 0x67d4c99d, 0xa442060b, 0xe0b04279,
    0x1d1e7ab2, 0x598cbb55, 0x95faf7c3, 0xd2683431, 0x0ed6709f, 0x4b44ad0d, 0x87b2e97b, 0xc42025e9,
    0x008e6257, 0x3cfc9ec5, 0x796adb33, 0xb5d817a1, 0xf246540f, 0x2eb4907d, 0x6b22cceb, 0xa7900959,
    0xe3fe45c7, 0x206c8235, 0x5cdabea3, 0x9948fb11, 0xd5b6377f, 0x122473ed, 0x4e92b05b, 0x8b00ecc9,
    0xc76e2937, 0x03dc65a5, 0x404aa213, 0x6fc7de81, 0xb9261aef, 0xf594575d, 0x320293cb, 0x6e70d039,
    0x389e9a67, 0x750cd6d5, 0xb17a1343, 0xede84fb1, 0x2a568c1f, 0x66c4c88d, 0xa33204fb, 0xdfa04169,
    0x1c0e7562, 0x587cba45, 0x94eaf6b3, 0xd1583321, 0x0dc66f8f, 0x4a34abfd, 0x86a2e86b, 0xc31024d9,
    0xf4686147, 0x3bec9db5, 0x785ada23, 0xb4c81691, 0xf13652ff, 0x2da48f6d, 0x6a12cbdb, 0xa6800849,
    0xe2ee44b7, 0x1f5c8125, 0x5bcabd93, 0x9838fa01, 0xd4a6366f, 0x111472dd, 0x4d82af4b, 0x89f0ebb9,
    0xc65e2827, 0x02cc6495, 0x3f3aa103, 0x7ba8dd71, 0xb81619df, 0xf484564d, 0x30f292bb, 0x6d60cf29,
    0xa9ce0b97, 0xe63c4805, 0x22aa8473, 0x5f18c0e1, 0x9b86f2ba, 0xd7f439bd, 0x1462762b, 0x50d0b299,
    0x8d3eef07, 0xc9ac2b75, 0x061a67e3, 0x4288a451, 0x7afde0bf, 0xbb641d2d, 0xf7d2599b, 0x34409609,
    0x70aed277, 0xad1c0ee5, 0xe98a4b53, 0x25f887c1, 0x6266c42f, 0x9ed4009d, 0xdb423d0b, 0x17b07979,
    0xe1de43a7, 0x1e4c8015, 0x5ababc83, 0x9728f8f1, 0xd396355f, 0x100471cd, 0x4c72ae3b, 0x88e0eaa9,
    0xc54e2717, 0x01bc6385, 0x3e2a9ff3, 0x7a98dc61, 0xb70618cf, 0xf374553d, 0x2fe291ab, 0x6c50ce19,
    0xa8be0a87, 0xe52c46f5, 0x219a8363, 0x5e08bfd1, 0x9a76ed6a, 0xd6e438ad, 0x1352751b, 0x4fc0b189,
    0x8c2eedf7, 0xc89c2a65, 0x050a66d3, 0x4178a341, 0x75addfaf, 0xba541c1d, 0xf6c2588b, 0x333094f9,
    0x6f9ed167, 0xac0c0dd5, 0xe87a4a43, 0x24e886b1, 0x6156c31f, 0x9dc4f5df, 0xda323bfb, 0x16a07869,
    0x530eb4d7, 0x8f7cf145, 0xcbea2db3, 0x08586a21, 0x44c6a68f, 0x8134e2fd, 0xbda21f6b, 0xfa105bd9,
    0x367e9847, 0x72ecd4b5, 0xaf5a1123, 0xebc84d91, 0x283689ff, 0x64a4c66d, 0xa11202db, 0xdd803f49,
    0x19ee7bb7, 0x565cb825, 0x92caf493, 0xcf383101, 0x0ba66d6f, 0x4814a9dd, 0x8482e64b, 0xc0f022b9,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"source", 0, 0, 1536, source_before, source_before, NULL, 0},
    {"result", 0, 1, 1088, result_before, result_expected, NULL, 0},
};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256 };

/* The address of one buffer, put into another one before the run. */
static const struct { int from, into, offset; } addresses[] = {
    {-1, 0, 0}};

/* Sums of 32-bit elements that reach a bound. */
static const struct { int buffer, offset, count, rule; long long least; } totals[] = {
    {-1, 0, 0, 0, 0}};

/* Push constants of each run; behind each run is a barrier. */
enum { PUSH = 12, RUNS = 1, SETS = 1 };
static const uint32_t push[RUNS][PUSH / 4 + 1] = {
    {
    0x00000000, 0x00000001, 0x00000002,
    },
};

static const uint8_t specialization[] = {
0};
static const VkSpecializationMapEntry entries[] = {
    {0, 0, 0}};

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
    const char *extensions[16];
    uint32_t enabled = 0;
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
        if (!*wanted[i].extension) {
            memcpy(features[i].on, on, sizeof on); /* of an extension, all that there is */
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
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical[chosen], &memory);
    VkBuffer handles[BUFFERS];
    uint8_t *mapped[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = buffers[i].bytes + GUARD,
            .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
                | (0 ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0)};
        must(vkCreateBuffer(device, &info, NULL, &handles[i]), "vkCreateBuffer");
        VkMemoryRequirements needs;
        vkGetBufferMemoryRequirements(device, handles[i], &needs);
        VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
        uint32_t type = 0;
        while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & host) != host) {
            type++;
        }
        VkMemoryAllocateFlagsInfo flags = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
            .flags = 0 ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0};
        VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags,
            .allocationSize = needs.size, .memoryTypeIndex = type};
        VkDeviceMemory bytes;
        must(vkAllocateMemory(device, &allocation, NULL, &bytes), "vkAllocateMemory");
        must(vkBindBufferMemory(device, handles[i], bytes, 0), "vkBindBufferMemory");
        must(vkMapMemory(device, bytes, 0, VK_WHOLE_SIZE, 0, (void **) &mapped[i]), "vkMapMemory");
        memcpy(mapped[i], buffers[i].before, buffers[i].bytes);
        memset(mapped[i] + buffers[i].bytes, 0xA5, GUARD);
    }
    for (int i = 0; addresses[i].from >= 0; i++) {
        VkBufferDeviceAddressInfo info = {VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = handles[addresses[i].from]};
        VkDeviceAddress address = vkGetBufferDeviceAddress(device, &info);
        memcpy(mapped[addresses[i].into] + addresses[i].offset, &address, 8);
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
                    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
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
            VkDescriptorBufferInfo info = {handles[i], 0, buffers[i].bytes};
            VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = sets[buffers[i].set],
                .dstBinding = (uint32_t) buffers[i].binding, .descriptorCount = 1,
                .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &info};
            vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
        }
    }

    /* Pipeline. */
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH};
    VkPipelineLayoutCreateInfo layout_info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = SETS, .pSetLayouts = set_layouts,
        .pushConstantRangeCount = PUSH > 0, .pPushConstantRanges = &range};
    VkPipelineLayout layout;
    must(vkCreatePipelineLayout(device, &layout_info, NULL, &layout), "vkCreatePipelineLayout");
    VkShaderModuleCreateInfo module_info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof spirv, .pCode = spirv};
    VkShaderModule module;
    must(vkCreateShaderModule(device, &module_info, NULL, &module), "vkCreateShaderModule");
    VkSpecializationInfo special = {sizeof entries / sizeof *entries - 1, entries, sizeof specialization - 1, specialization};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup = {
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 8};
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout,
        .stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .pNext = 8 ? &subgroup : NULL,
            .flags = 1 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
            .module = module, .pName = "main", .pSpecializationInfo = &special}};
    VkPipeline pipeline;
    fflush(stdout);
    must(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateComputePipelines");

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
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    if (SETS > 0) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, SETS, sets, 0, NULL);
    }
    for (int run = 0; run < RUNS; run++) {
        if (PUSH > 0) {
            vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH, push[run]);
        }
        vkCmdDispatch(commands, 2, 1, 1);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    }
    must(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    must(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    must(vkQueueWaitIdle(queue), "vkQueueWaitIdle");

    /* The verdict. The bytes of addresses are the device's own. */
    for (int i = 0; addresses[i].from >= 0; i++) {
        memcpy(mapped[addresses[i].into] + addresses[i].offset,
               (const uint8_t *) buffers[addresses[i].into].before + addresses[i].offset, 8);
    }
    for (int i = 0; i < BUFFERS; i++) {
        if (buffers[i].expected) {
            judge(i, mapped[i]);
        }
        for (int k = 0; k < GUARD; k++) {
            if (mapped[i][buffers[i].bytes + k] != 0xA5) {
                printf("%s: memory %d bytes behind its end was changed\n", buffers[i].name, k);
                wrong++;
                break;
            }
        }
    }
    for (int i = 0; totals[i].buffer >= 0; i++) {
        long long sum = 0;
        for (int k = 0; k < totals[i].count; k++) {
            sum += (int32_t) pattern(mapped[totals[i].buffer], totals[i].offset + 4 * k, 32);
        }
        if (sum < totals[i].least) {
            printf("%s+%d: the sum of %d elements is %lld, not at least %lld %s\n", buffers[totals[i].buffer].name,
                   totals[i].offset, totals[i].count, sum, totals[i].least, rules[totals[i].rule]);
            wrong++;
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
