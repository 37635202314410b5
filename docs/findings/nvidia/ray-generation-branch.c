/*
 * found.ray_generation_branch, once
 *
 *   cc -O1 -o repro ray-generation-branch.c -lvulkan
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

layout(set = 0, binding = 0, std430) readonly buffer Matrix0Buffer { uint matrix0[]; };
layout(set = 0, binding = 1, std430) buffer Out1Buffer { ivec4 out1[]; };

void body() {
    const uint instance = invocation;
    coopvecNV<int, 5> m2;
    coopvecNV<uint8_t, 8> m0;

    m2 = coopvecNV<int, 5>(int(1));
    m0 = coopvecNV<uint8_t, 8>(uint8_t(1));
    switch ((instance) % 3u) {
        case 0u:
            break;
        default:
            coopVecMatMulNV(m2, m0, gl_ComponentTypeUnsignedInt8NV, matrix0, 0u, gl_ComponentTypeUnsignedInt8NV, 5u, 8u, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16u);
            break;
    }
    coopVecStoreNV(m2, out1, 16u + (instance * 2u + 1u) * 32u);
}

void main() {
    invocation = gl_LaunchIDEXT.x;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000058, 0x00000000, 0x00020011, 0x00000027, 0x00020011,
    0x0000117f, 0x00020011, 0x000014e1, 0x00020011, 0x00001512, 0x00020011, 0x00001788, 0x0009000a,
    0x5f565053, 0x5f545845, 0x6c706572, 0x74616369, 0x635f6465, 0x6f706d6f, 0x65746973, 0x00000073,
    0x0006000a, 0x5f565053, 0x5f52484b, 0x5f796172, 0x63617274, 0x00676e69, 0x0008000a, 0x5f565053,
    0x635f564e, 0x65706f6f, 0x69746172, 0x765f6576, 0x6f746365, 0x00000072, 0x0006000b, 0x00000002,
    0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x000a000f,
    0x000014c1, 0x00000005, 0x6e69616d, 0x00000000, 0x0000000d, 0x0000002a, 0x0000003b, 0x00000048,
    0x0000004f, 0x00050007, 0x00000001, 0x64616873, 0x722e7265, 0x006e6567, 0x00040047, 0x00000027,
    0x00000006, 0x00000004, 0x00030047, 0x00000028, 0x00000002, 0x00040048, 0x00000028, 0x00000000,
    0x00000018, 0x00050048, 0x00000028, 0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x0000002a,
    0x00000018, 0x00040047, 0x0000002a, 0x00000021, 0x00000000, 0x00040047, 0x0000002a, 0x00000022,
    0x00000000, 0x00040047, 0x00000038, 0x00000006, 0x00000010, 0x00030047, 0x00000039, 0x00000002,
    0x00050048, 0x00000039, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x0000003b, 0x00000021,
    0x00000001, 0x00040047, 0x0000003b, 0x00000022, 0x00000000, 0x00040047, 0x00000048, 0x0000000b,
    0x000014c7, 0x00040047, 0x0000004c, 0x00000006, 0x00000004, 0x00030047, 0x0000004d, 0x00000002,
    0x00050048, 0x0000004d, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x0000004f, 0x00000021,
    0x00000002, 0x00040047, 0x0000004f, 0x00000022, 0x00000000, 0x00020013, 0x00000003, 0x00030021,
    0x00000004, 0x00000003, 0x00040015, 0x00000009, 0x00000020, 0x00000000, 0x00040020, 0x0000000a,
    0x00000007, 0x00000009, 0x00040020, 0x0000000c, 0x00000006, 0x00000009, 0x0004003b, 0x0000000c,
    0x0000000d, 0x00000006, 0x00040015, 0x0000000f, 0x00000020, 0x00000001, 0x0004002b, 0x00000009,
    0x00000010, 0x00000005, 0x000414a8, 0x00000011, 0x0000000f, 0x00000010, 0x00040020, 0x00000012,
    0x00000007, 0x00000011, 0x0004002b, 0x0000000f, 0x00000014, 0x00000001, 0x0004116d, 0x00000011,
    0x00000015, 0x00000014, 0x00040015, 0x00000016, 0x00000008, 0x00000000, 0x0004002b, 0x00000009,
    0x00000017, 0x00000008, 0x000414a8, 0x00000018, 0x00000016, 0x00000017, 0x00040020, 0x00000019,
    0x00000007, 0x00000018, 0x0004002b, 0x00000016, 0x0000001b, 0x00000001, 0x0004116d, 0x00000018,
    0x0000001c, 0x0000001b, 0x0004002b, 0x00000009, 0x0000001e, 0x00000003, 0x0004002b, 0x0000000f,
    0x00000026, 0x00000007, 0x0003001d, 0x00000027, 0x00000009, 0x0003001e, 0x00000028, 0x00000027,
    0x00040020, 0x00000029, 0x0000000c, 0x00000028, 0x0004003b, 0x00000029, 0x0000002a, 0x0000000c,
    0x0004002b, 0x0000000f, 0x0000002b, 0x00000000, 0x00040020, 0x0000002c, 0x0000000c, 0x00000027,
    0x0004002b, 0x00000009, 0x0000002e, 0x00000000, 0x00020014, 0x0000002f, 0x0003002a, 0x0000002f,
    0x00000030, 0x0004002b, 0x00000009, 0x00000031, 0x00000010, 0x00040017, 0x00000037, 0x0000000f,
    0x00000004, 0x0003001d, 0x00000038, 0x00000037, 0x0003001e, 0x00000039, 0x00000038, 0x00040020,
    0x0000003a, 0x0000000c, 0x00000039, 0x0004003b, 0x0000003a, 0x0000003b, 0x0000000c, 0x00040020,
    0x0000003c, 0x0000000c, 0x00000038, 0x0004002b, 0x00000009, 0x0000003f, 0x00000002, 0x0004002b,
    0x00000009, 0x00000041, 0x00000001, 0x0004002b, 0x00000009, 0x00000043, 0x00000020, 0x00040017,
    0x00000046, 0x00000009, 0x00000003, 0x00040020, 0x00000047, 0x00000001, 0x00000046, 0x0004003b,
    0x00000047, 0x00000048, 0x00000001, 0x00040020, 0x00000049, 0x00000001, 0x00000009, 0x0003001d,
    0x0000004c, 0x00000009, 0x0003001e, 0x0000004d, 0x0000004c, 0x00040020, 0x0000004e, 0x0000000c,
    0x0000004d, 0x0004003b, 0x0000004e, 0x0000004f, 0x0000000c, 0x00040020, 0x00000051, 0x0000000c,
    0x00000009, 0x00040008, 0x00000001, 0x0000001d, 0x0000000b, 0x00050036, 0x00000003, 0x00000005,
    0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x00040008, 0x00000001, 0x0000001e, 0x00000000,
    0x00050041, 0x00000049, 0x0000004a, 0x00000048, 0x0000002e, 0x0004003d, 0x00000009, 0x0000004b,
    0x0000004a, 0x0003003e, 0x0000000d, 0x0000004b, 0x00040008, 0x00000001, 0x0000001f, 0x00000000,
    0x0004003d, 0x00000009, 0x00000050, 0x0000000d, 0x00060041, 0x00000051, 0x00000052, 0x0000004f,
    0x0000002b, 0x00000050, 0x000700ea, 0x00000009, 0x00000053, 0x00000052, 0x00000010, 0x0000002e,
    0x00000041, 0x000500aa, 0x0000002f, 0x00000054, 0x00000053, 0x0000002e, 0x000300f7, 0x00000056,
    0x00000000, 0x000400fa, 0x00000054, 0x00000055, 0x00000056, 0x000200f8, 0x00000055, 0x00040008,
    0x00000001, 0x00000020, 0x00000000, 0x00040039, 0x00000003, 0x00000057, 0x00000007, 0x000200f9,
    0x00000056, 0x000200f8, 0x00000056, 0x00040008, 0x00000001, 0x00000022, 0x00000000, 0x000100fd,
    0x00010038, 0x00040008, 0x00000001, 0x0000000c, 0x0000000b, 0x00050036, 0x00000003, 0x00000007,
    0x00000000, 0x00000004, 0x000200f8, 0x00000008, 0x0004003b, 0x0000000a, 0x0000000b, 0x00000007,
    0x0004003b, 0x00000012, 0x00000013, 0x00000007, 0x0004003b, 0x00000019, 0x0000001a, 0x00000007,
    0x0004003b, 0x00000012, 0x00000024, 0x00000007, 0x00040008, 0x00000001, 0x0000000d, 0x00000000,
    0x0004003d, 0x00000009, 0x0000000e, 0x0000000d, 0x0003003e, 0x0000000b, 0x0000000e, 0x00040008,
    0x00000001, 0x00000011, 0x00000000, 0x0003003e, 0x00000013, 0x00000015, 0x00040008, 0x00000001,
    0x00000012, 0x00000000, 0x0003003e, 0x0000001a, 0x0000001c, 0x00040008, 0x00000001, 0x00000013,
    0x00000000, 0x0004003d, 0x00000009, 0x0000001d, 0x0000000b, 0x00050089, 0x00000009, 0x0000001f,
    0x0000001d, 0x0000001e, 0x000300f7, 0x00000022, 0x00000000, 0x000500fb, 0x0000001f, 0x00000021,
    0x00000000, 0x00000020, 0x000200f8, 0x00000021, 0x00040008, 0x00000001, 0x00000017, 0x00000000,
    0x0004003d, 0x00000018, 0x00000025, 0x0000001a, 0x00050041, 0x0000002c, 0x0000002d, 0x0000002a,
    0x0000002b, 0x000e14a9, 0x00000011, 0x00000032, 0x00000025, 0x00000026, 0x0000002d, 0x0000002e,
    0x00000026, 0x00000010, 0x00000017, 0x0000002b, 0x00000030, 0x00000031, 0x00000008, 0x0003003e,
    0x00000024, 0x00000032, 0x0004003d, 0x00000011, 0x00000033, 0x00000024, 0x0003003e, 0x00000013,
    0x00000033, 0x00040008, 0x00000001, 0x00000018, 0x00000000, 0x000200f9, 0x00000022, 0x000200f8,
    0x00000020, 0x00040008, 0x00000001, 0x00000015, 0x00000000, 0x000200f9, 0x00000022, 0x000200f8,
    0x00000022, 0x00040008, 0x00000001, 0x0000001a, 0x00000000, 0x0004003d, 0x00000011, 0x00000036,
    0x00000013, 0x00050041, 0x0000003c, 0x0000003d, 0x0000003b, 0x0000002b, 0x0004003d, 0x00000009,
    0x0000003e, 0x0000000b, 0x00050084, 0x00000009, 0x00000040, 0x0000003e, 0x0000003f, 0x00050080,
    0x00000009, 0x00000042, 0x00000040, 0x00000041, 0x00050084, 0x00000009, 0x00000044, 0x00000042,
    0x00000043, 0x00050080, 0x00000009, 0x00000045, 0x00000031, 0x00000044, 0x000514b7, 0x0000003d,
    0x00000045, 0x00000036, 0x00000000, 0x00040008, 0x00000001, 0x0000001b, 0x00000000, 0x000100fd,
    0x00010038,
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
    {"", 51, 0, {8, 41, 38, -1}, "shaderInt8, vulkanMemoryModel, bufferDeviceAddress"},
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
    "[CV-CTOR-001] Scalar constructor replicates",
    "[CV-MUL-016] Integer accumulation exact with wrapping at 32 bits",
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
    {1, 0, 5, 1, 2, 1, 2, 48l, 4l, 0l, 9223372036854775807l},
    {1, 1, 5, 1, 2, 1, 3, 112l, 4l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t matrix0_before[] = {
    0x01000100, 0x00010100, 0x976dbc41, 0x469b2c9b, 0x01000001, 0x01000001, 0x189b085f, 0x10da397b,
    0x00000001, 0x00010000, 0xe937b7cf, 0xc9bfeefc, 0x01000000, 0x01010100, 0xc931a16d, 0x34c546df,
    0x01000001, 0x00010000, 0xe00e88ca, 0x631c0225, 0x84a89b6c, 0x75c747c1, 0x8ccf13a5, 0xfff2dbbe,
    0x9c66af9d, 0xa73f9ce1, 0x851624b1, 0x248a3a27, 0x5c18ba93, 0x0cb57ffb, 0x963195a5, 0x3c3b290e,
    0x01000000, 0x00000001, 0xde378a11, 0xe9db56d2, 0x00000001, 0x00000100, 0x9fb6b0c8, 0x058c5ecf,
    0x01000000, 0x01010000, 0x50d696fa, 0x54b093cd, 0x00010000, 0x00010001, 0x3fbe54bf, 0x5e308aef,
    0x00000001, 0x00010100, 0x24dd5080, 0x80b2bd1d, 0xad1d5134, 0x7aa96c25, 0xcf106d7f, 0xca060c76,
    0x68e22e0b, 0x9ed644d9, 0x40c3dfbb, 0x2fe4cacc, 0x5ed4bf9e, 0x253691b6, 0x35d7de1e, 0xace5243e,
};
static const uint32_t out1_before[] = {
    0x00b8e8ac, 0x47bc345e, 0xa193dbfb, 0x6d9684ff, 0x3854204f, 0x60256146, 0xdb7c0d8f, 0x953358c7,
    0x8dbd760b, 0x25aacdbd, 0xcc3cdc92, 0xfadcf41f, 0x01871a10, 0xbfe70512, 0xbefb76aa, 0xf65f3811,
    0x0b94b69b, 0x03296277, 0xe266e068, 0xda7e885d, 0x586e646c, 0x3ea8e4c3, 0xd44a018f, 0xdbda290f,
    0x04af9d93, 0x7e784a54, 0x6f29e087, 0xdb792246, 0x2607ca98, 0xcbfff051, 0x0dcd5bc3, 0x140b688e,
    0x819883c8, 0xf6b737bf, 0x139e9086, 0x4d3511b1, 0x432d8ae9, 0xa4d6819e, 0x5f6afd06, 0x2e9cd775,
    0xa86f1d7d, 0xd43da38b, 0xf5d725ae, 0xc199cc49, 0xb45afc4d, 0x2fbbfa76, 0x7feab84e, 0xfa8a117a,
    0x2165c3dc, 0xd9d3bd93, 0xdc2984c0, 0xaf49fac6, 0xd355225d, 0x3d37dec8, 0xf787a06e, 0xecf762f2,
    0x2fd06df6, 0x54f276db, 0x15b8adc0, 0xadd01f49, 0x4845deef, 0x4b672efc, 0x88372002, 0x7cf8465b,
    0x6293c58b, 0x883992b6, 0x308a5e29, 0xdbce0490, 0xf40cd8a0, 0xb1544091, 0x7a9f2cb0, 0xd90e08f7,
    0xaf37ff9f, 0x6a188cf1, 0xd19c4dc2, 0xd62026f0, 0xf7aa888f, 0x37f27d0d, 0xbf0de69d, 0x4c01d486,
    0xb1c99168, 0x2f15bcc5, 0xcf6209fb, 0x22f3ae41, 0xd37f7b84, 0x41235a5c, 0x95c1924c, 0xf82e0b9b,
    0x3c176fc5, 0xa855dd38, 0x82934a7d, 0xd0f91d2c, 0x2bea483b, 0x00820204, 0xc6bdc6cd, 0x3ce0705f,
    0xa0684506, 0x3e6e7735, 0x23493160, 0x9ea53959, 0x14801c68, 0xa1d14e96, 0x98348939, 0x4e21e058,
    0x831ce77f, 0xef61f852, 0x6bf8e7cd, 0x9622177b, 0xdf9a46ec, 0x301aa4b1, 0xb90ab6e8, 0x7f28cf54,
    0x54fd316a, 0x8ca2dd56, 0xc9663071, 0x6ded4455, 0xeb05bdcf, 0xa030bc34, 0xfc19e2ff, 0xa4c8f2e3,
    0xb4e2927a, 0xb3f3b004, 0x081bbafd, 0xe3c6e318, 0xef8d9ccd, 0x086815b8, 0x92af2896, 0x60271709,
    0xdb11ea95, 0xfb100749, 0xaa8969f5, 0x15277e5b, 0xe25f7275, 0x0e9be066, 0x61a5abae, 0x58fe56f5,
    0x1cd9f2d5, 0x2315cced, 0xc9878d05, 0x7045332f, 0xe3d09f70, 0x3045f588, 0x0acaab8c, 0x2b4e7ea0,
    0x7653592a, 0xb3935d08, 0x03b8b13f, 0x17ba54d4, 0xc654a9af, 0xaf4b22cd, 0xc7a7e11d, 0x146c80c1,
    0x6bab5957, 0x289fc16b, 0x395a3f52, 0xf8976b15, 0x7973fe30, 0x42af9c1c, 0x50eb3f1c, 0xf767e153,
    0x4cf10159, 0x8462718e, 0x9f5bf806, 0xe57a0a25, 0xbf9ea9a7, 0xcdf543aa, 0x6d261b96, 0xc645e2f6,
    0xd6dcc2b0, 0xaa027d26, 0xfdb07c4a, 0x4402e5f3, 0x6fd427d3, 0x19d64531, 0xfe052e07, 0x757acabe,
    0x0a3dc823, 0xe1323374, 0xd1668a10, 0xda551812, 0x86c4251a, 0x5e6cf148, 0x6e3a17f0, 0x12c36eb6,
    0x1be07184, 0x619d2867, 0xabcc5870, 0x31b96eb7, 0xb38753e6, 0x263c7474, 0x0306d2a1, 0x7e703d18,
    0xf24da0af, 0x3cd44d36, 0xd0355cb7, 0x02e19025, 0x983bcfde, 0xb72b62aa, 0x28113d4d, 0xc2943556,
    0xda0c135d, 0xfc32db9c, 0xdcb4e610, 0xfbb343a7, 0x0b930ebe, 0x3e50c30a, 0x9bafdb7b, 0xa286c682,
    0xf72ff83b, 0x196b3e54, 0x887ef110, 0x87f78212, 0x7cf49265, 0x27cbbb76, 0xdc9f1d79, 0x70672a46,
    0x965cdf2f, 0x663d792f, 0x1dca0266, 0x2f3a05e8, 0xf963c7b1, 0xea01f5be, 0xf6537d22, 0x4f6d2b2a,
    0x0007513a, 0x1ae5b82f, 0x4d31706c, 0xc925b001, 0x782e553d, 0x1f9db411, 0x6f7fd2b4, 0x54cf2c34,
    0x8a148302, 0x0a542ebb, 0xc14a8532, 0x740a14f4, 0x74be74cf, 0xd96da97b, 0x2f0854ae, 0x8152ffcc,
    0x613e269e, 0x773ebc00, 0xf7e415ba, 0xb0356e1a, 0xc978986b, 0x00bab72d, 0xe5c73596, 0x228c3704,
    0x155c99b2, 0x35eaa330, 0xf82272f6, 0x0ce4b4bc, 0xe820c01b, 0x8449eea7, 0x1b4b7fee, 0x0034fcc8,
    0x0ee82eff, 0xcba26d10, 0x578b2b37, 0x7c052d10, 0x6eec6128, 0xcd50fdf7, 0x8d7ae37c, 0xb7f68dd9,
    0x4c01af23, 0xc3234941, 0xb283a00c, 0xcae2ab27, 0xd8cb94d9, 0xeb4d862d, 0x6f8b5318, 0xf3abcb24,
    0x308306bf, 0x2cb677b6, 0x31244208, 0x52fda823, 0xc4fd8848, 0xca796d00, 0x57687606, 0x94b18dfd,
    0x9ddf656a, 0x5a8c912c, 0xee6d8669, 0x515883a7, 0xe0ea32e6, 0x8c61f271, 0xc86e50a5, 0xd7da0d3f,
    0x41e7f04f, 0x3e773493, 0x6fb96153, 0xb777f88e, 0x8049333d, 0x39e2786e, 0x6afb1d7e, 0xcc8d95e1,
    0x01df5c04, 0x251295b7, 0x004bd35c, 0x24204cc1, 0xfa655386, 0x3aa137b7, 0xe72f5faf, 0xd73e1bc6,
    0x80edba94, 0x1f9e1e27, 0xf11a1ad1, 0x5ebea8c1, 0x371b39cc, 0x69c5ef89, 0x2d51ef48, 0xe02b467e,
    0x9765309a, 0x2076995e, 0xbcdad227, 0xbc6e9851, 0xecd40fe1, 0x99531085, 0x9705d880, 0xc38be142,
    0x989a61fd, 0xaa51af92, 0x9ca57443, 0xbedf6e5b,
};
static const uint32_t out1_expected[] = {
    0x00b8e8ac, 0x47bc345e, 0xa193dbfb, 0x6d9684ff, 0x3854204f, 0x60256146, 0xdb7c0d8f, 0x953358c7,
    0x8dbd760b, 0x25aacdbd, 0xcc3cdc92, 0xfadcf41f, 0x00000001, 0x00000001, 0x00000001, 0x00000001,
    0x00000001, 0x03296277, 0xe266e068, 0xda7e885d, 0x586e646c, 0x3ea8e4c3, 0xd44a018f, 0xdbda290f,
    0x04af9d93, 0x7e784a54, 0x6f29e087, 0xdb792246, 0x00000004, 0x00000004, 0x00000002, 0x00000004,
    0x00000003, 0xf6b737bf, 0x139e9086, 0x4d3511b1, 0x432d8ae9, 0xa4d6819e, 0x5f6afd06, 0x2e9cd775,
    0xa86f1d7d, 0xd43da38b, 0xf5d725ae, 0xc199cc49, 0xb45afc4d, 0x2fbbfa76, 0x7feab84e, 0xfa8a117a,
    0x2165c3dc, 0xd9d3bd93, 0xdc2984c0, 0xaf49fac6, 0xd355225d, 0x3d37dec8, 0xf787a06e, 0xecf762f2,
    0x2fd06df6, 0x54f276db, 0x15b8adc0, 0xadd01f49, 0x4845deef, 0x4b672efc, 0x88372002, 0x7cf8465b,
    0x6293c58b, 0x883992b6, 0x308a5e29, 0xdbce0490, 0xf40cd8a0, 0xb1544091, 0x7a9f2cb0, 0xd90e08f7,
    0xaf37ff9f, 0x6a188cf1, 0xd19c4dc2, 0xd62026f0, 0xf7aa888f, 0x37f27d0d, 0xbf0de69d, 0x4c01d486,
    0xb1c99168, 0x2f15bcc5, 0xcf6209fb, 0x22f3ae41, 0xd37f7b84, 0x41235a5c, 0x95c1924c, 0xf82e0b9b,
    0x3c176fc5, 0xa855dd38, 0x82934a7d, 0xd0f91d2c, 0x2bea483b, 0x00820204, 0xc6bdc6cd, 0x3ce0705f,
    0xa0684506, 0x3e6e7735, 0x23493160, 0x9ea53959, 0x14801c68, 0xa1d14e96, 0x98348939, 0x4e21e058,
    0x831ce77f, 0xef61f852, 0x6bf8e7cd, 0x9622177b, 0xdf9a46ec, 0x301aa4b1, 0xb90ab6e8, 0x7f28cf54,
    0x54fd316a, 0x8ca2dd56, 0xc9663071, 0x6ded4455, 0xeb05bdcf, 0xa030bc34, 0xfc19e2ff, 0xa4c8f2e3,
    0xb4e2927a, 0xb3f3b004, 0x081bbafd, 0xe3c6e318, 0xef8d9ccd, 0x086815b8, 0x92af2896, 0x60271709,
    0xdb11ea95, 0xfb100749, 0xaa8969f5, 0x15277e5b, 0xe25f7275, 0x0e9be066, 0x61a5abae, 0x58fe56f5,
    0x1cd9f2d5, 0x2315cced, 0xc9878d05, 0x7045332f, 0xe3d09f70, 0x3045f588, 0x0acaab8c, 0x2b4e7ea0,
    0x7653592a, 0xb3935d08, 0x03b8b13f, 0x17ba54d4, 0xc654a9af, 0xaf4b22cd, 0xc7a7e11d, 0x146c80c1,
    0x6bab5957, 0x289fc16b, 0x395a3f52, 0xf8976b15, 0x7973fe30, 0x42af9c1c, 0x50eb3f1c, 0xf767e153,
    0x4cf10159, 0x8462718e, 0x9f5bf806, 0xe57a0a25, 0xbf9ea9a7, 0xcdf543aa, 0x6d261b96, 0xc645e2f6,
    0xd6dcc2b0, 0xaa027d26, 0xfdb07c4a, 0x4402e5f3, 0x6fd427d3, 0x19d64531, 0xfe052e07, 0x757acabe,
    0x0a3dc823, 0xe1323374, 0xd1668a10, 0xda551812, 0x86c4251a, 0x5e6cf148, 0x6e3a17f0, 0x12c36eb6,
    0x1be07184, 0x619d2867, 0xabcc5870, 0x31b96eb7, 0xb38753e6, 0x263c7474, 0x0306d2a1, 0x7e703d18,
    0xf24da0af, 0x3cd44d36, 0xd0355cb7, 0x02e19025, 0x983bcfde, 0xb72b62aa, 0x28113d4d, 0xc2943556,
    0xda0c135d, 0xfc32db9c, 0xdcb4e610, 0xfbb343a7, 0x0b930ebe, 0x3e50c30a, 0x9bafdb7b, 0xa286c682,
    0xf72ff83b, 0x196b3e54, 0x887ef110, 0x87f78212, 0x7cf49265, 0x27cbbb76, 0xdc9f1d79, 0x70672a46,
    0x965cdf2f, 0x663d792f, 0x1dca0266, 0x2f3a05e8, 0xf963c7b1, 0xea01f5be, 0xf6537d22, 0x4f6d2b2a,
    0x0007513a, 0x1ae5b82f, 0x4d31706c, 0xc925b001, 0x782e553d, 0x1f9db411, 0x6f7fd2b4, 0x54cf2c34,
    0x8a148302, 0x0a542ebb, 0xc14a8532, 0x740a14f4, 0x74be74cf, 0xd96da97b, 0x2f0854ae, 0x8152ffcc,
    0x613e269e, 0x773ebc00, 0xf7e415ba, 0xb0356e1a, 0xc978986b, 0x00bab72d, 0xe5c73596, 0x228c3704,
    0x155c99b2, 0x35eaa330, 0xf82272f6, 0x0ce4b4bc, 0xe820c01b, 0x8449eea7, 0x1b4b7fee, 0x0034fcc8,
    0x0ee82eff, 0xcba26d10, 0x578b2b37, 0x7c052d10, 0x6eec6128, 0xcd50fdf7, 0x8d7ae37c, 0xb7f68dd9,
    0x4c01af23, 0xc3234941, 0xb283a00c, 0xcae2ab27, 0xd8cb94d9, 0xeb4d862d, 0x6f8b5318, 0xf3abcb24,
    0x308306bf, 0x2cb677b6, 0x31244208, 0x52fda823, 0xc4fd8848, 0xca796d00, 0x57687606, 0x94b18dfd,
    0x9ddf656a, 0x5a8c912c, 0xee6d8669, 0x515883a7, 0xe0ea32e6, 0x8c61f271, 0xc86e50a5, 0xd7da0d3f,
    0x41e7f04f, 0x3e773493, 0x6fb96153, 0xb777f88e, 0x8049333d, 0x39e2786e, 0x6afb1d7e, 0xcc8d95e1,
    0x01df5c04, 0x251295b7, 0x004bd35c, 0x24204cc1, 0xfa655386, 0x3aa137b7, 0xe72f5faf, 0xd73e1bc6,
    0x80edba94, 0x1f9e1e27, 0xf11a1ad1, 0x5ebea8c1, 0x371b39cc, 0x69c5ef89, 0x2d51ef48, 0xe02b467e,
    0x9765309a, 0x2076995e, 0xbcdad227, 0xbc6e9851, 0xecd40fe1, 0x99531085, 0x9705d880, 0xc38be142,
    0x989a61fd, 0xaa51af92, 0x9ca57443, 0xbedf6e5b,
};
static const uint32_t visits_expected[] = {
    0x00000000, 0x00000000,
};
static const struct open visits_open[] = {
    {0, 'a', 1, 1, 0, 0, 0, 0},
    {4, 'a', 1, 1, 0, 0, 0, 0},
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"matrix0", 0, 0, 256, matrix0_before, matrix0_before, NULL, 0},
    {"out1", 0, 1, 1296, out1_before, out1_expected, NULL, 0},
    {"visits", 0, 2, 8, NULL, visits_expected, visits_open, 2},
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
                    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_RAYGEN_BIT_KHR, NULL};
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
    VkPushConstantRange range = {VK_SHADER_STAGE_RAYGEN_BIT_KHR, 0, PUSH};
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
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 0};
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_RAYGEN_BIT_KHR,
        .pNext = 0 ? &subgroup : NULL,
        .flags = 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
        .module = module, .pName = "main", .pSpecializationInfo = &special};
    VkPipeline pipeline;
    fflush(stdout);
    enum { STAGES = 1 };
    VkPipelineShaderStageCreateInfo *stages = &stage;
    enum { NONE = VK_SHADER_UNUSED_KHR };
    VkRayTracingShaderGroupCreateInfoKHR groups[] = {
    {VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR, NULL,
     VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, 0, NONE, NONE, NONE},
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
    const int region[] = {0};
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
    for (int run = 0; run < RUNS; run++) {
        if (PUSH > 0) {
            vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_RAYGEN_BIT_KHR, 0, PUSH, push[run]);
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
