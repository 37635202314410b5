/*
 * found.negated_lowest, once
 *
 *   cc -O1 -o repro negated-lowest.c -lvulkan
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
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_vector : require

layout(local_size_x = 10) in;

layout(set = 0, binding = 0, std430) readonly buffer In4Buffer { i8vec2 in4[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Out2Buffer { uint out2[]; };

void main() {
    const uint instance = gl_GlobalInvocationID.x;
    coopvecNV<int8_t, 16> m0;
    coopvecNV<uint, 16> m1;

    coopVecLoadNV(m0, in4, (instance * 2u + 1u) * 16u);
    m0 = -m0;
    m1 = coopvecNV<uint, 16>(m0);
    coopVecStoreNV(m1, out2, 16u + instance * 2u * 64u);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000003f, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x00000027, 0x00020011, 0x00001160, 0x00020011, 0x000014e1, 0x00020011, 0x00001512, 0x0008000a,
    0x5f565053, 0x635f564e, 0x65706f6f, 0x69746172, 0x765f6576, 0x6f746365, 0x00000072, 0x0006000b,
    0x00000002, 0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003,
    0x0008000f, 0x00000005, 0x00000005, 0x6e69616d, 0x00000000, 0x0000000c, 0x0000001a, 0x00000035,
    0x00060010, 0x00000005, 0x00000011, 0x0000000a, 0x00000001, 0x00000001, 0x00050007, 0x00000001,
    0x64616873, 0x632e7265, 0x00706d6f, 0x00040047, 0x0000000c, 0x0000000b, 0x0000001c, 0x00040047,
    0x00000017, 0x00000006, 0x00000002, 0x00030047, 0x00000018, 0x00000002, 0x00040048, 0x00000018,
    0x00000000, 0x00000018, 0x00050048, 0x00000018, 0x00000000, 0x00000023, 0x00000000, 0x00030047,
    0x0000001a, 0x00000018, 0x00040047, 0x0000001a, 0x00000021, 0x00000000, 0x00040047, 0x0000001a,
    0x00000022, 0x00000000, 0x00040047, 0x00000032, 0x00000006, 0x00000004, 0x00030047, 0x00000033,
    0x00000002, 0x00040048, 0x00000033, 0x00000000, 0x00000019, 0x00050048, 0x00000033, 0x00000000,
    0x00000023, 0x00000000, 0x00030047, 0x00000035, 0x00000019, 0x00040047, 0x00000035, 0x00000021,
    0x00000001, 0x00040047, 0x00000035, 0x00000022, 0x00000000, 0x00020013, 0x00000003, 0x00030021,
    0x00000004, 0x00000003, 0x00040015, 0x00000007, 0x00000020, 0x00000000, 0x00040020, 0x00000008,
    0x00000007, 0x00000007, 0x00040017, 0x0000000a, 0x00000007, 0x00000003, 0x00040020, 0x0000000b,
    0x00000001, 0x0000000a, 0x0004003b, 0x0000000b, 0x0000000c, 0x00000001, 0x0004002b, 0x00000007,
    0x0000000d, 0x00000000, 0x00040020, 0x0000000e, 0x00000001, 0x00000007, 0x00040015, 0x00000011,
    0x00000008, 0x00000001, 0x0004002b, 0x00000007, 0x00000012, 0x00000010, 0x000414a8, 0x00000013,
    0x00000011, 0x00000012, 0x00040020, 0x00000014, 0x00000007, 0x00000013, 0x00040017, 0x00000016,
    0x00000011, 0x00000002, 0x0003001d, 0x00000017, 0x00000016, 0x0003001e, 0x00000018, 0x00000017,
    0x00040020, 0x00000019, 0x0000000c, 0x00000018, 0x0004003b, 0x00000019, 0x0000001a, 0x0000000c,
    0x00040015, 0x0000001b, 0x00000020, 0x00000001, 0x0004002b, 0x0000001b, 0x0000001c, 0x00000000,
    0x00040020, 0x0000001d, 0x0000000c, 0x00000017, 0x0004002b, 0x00000007, 0x00000020, 0x00000002,
    0x0004002b, 0x00000007, 0x00000022, 0x00000001, 0x000414a8, 0x0000002a, 0x00000007, 0x00000012,
    0x00040020, 0x0000002b, 0x00000007, 0x0000002a, 0x000414a8, 0x0000002e, 0x0000001b, 0x00000012,
    0x0003001d, 0x00000032, 0x00000007, 0x0003001e, 0x00000033, 0x00000032, 0x00040020, 0x00000034,
    0x0000000c, 0x00000033, 0x0004003b, 0x00000034, 0x00000035, 0x0000000c, 0x00040020, 0x00000036,
    0x0000000c, 0x00000032, 0x0004002b, 0x00000007, 0x0000003a, 0x00000040, 0x0004002b, 0x00000007,
    0x0000003d, 0x0000000a, 0x0006002c, 0x0000000a, 0x0000003e, 0x0000003d, 0x00000022, 0x00000022,
    0x00040008, 0x00000001, 0x0000000a, 0x0000000b, 0x00050036, 0x00000003, 0x00000005, 0x00000000,
    0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x00000008, 0x00000009, 0x00000007, 0x0004003b,
    0x00000014, 0x00000015, 0x00000007, 0x0004003b, 0x00000014, 0x00000026, 0x00000007, 0x0004003b,
    0x0000002b, 0x0000002c, 0x00000007, 0x00040008, 0x00000001, 0x0000000b, 0x00000000, 0x00050041,
    0x0000000e, 0x0000000f, 0x0000000c, 0x0000000d, 0x0004003d, 0x00000007, 0x00000010, 0x0000000f,
    0x0003003e, 0x00000009, 0x00000010, 0x00040008, 0x00000001, 0x0000000f, 0x00000000, 0x00050041,
    0x0000001d, 0x0000001e, 0x0000001a, 0x0000001c, 0x0004003d, 0x00000007, 0x0000001f, 0x00000009,
    0x00050084, 0x00000007, 0x00000021, 0x0000001f, 0x00000020, 0x00050080, 0x00000007, 0x00000023,
    0x00000021, 0x00000022, 0x00050084, 0x00000007, 0x00000024, 0x00000023, 0x00000012, 0x000614b6,
    0x00000013, 0x00000025, 0x0000001e, 0x00000024, 0x00000000, 0x0003003e, 0x00000015, 0x00000025,
    0x0004003d, 0x00000013, 0x00000027, 0x00000015, 0x0003003e, 0x00000026, 0x00000027, 0x00040008,
    0x00000001, 0x00000010, 0x00000000, 0x0004003d, 0x00000013, 0x00000028, 0x00000026, 0x0004007e,
    0x00000013, 0x00000029, 0x00000028, 0x0003003e, 0x00000026, 0x00000029, 0x00040008, 0x00000001,
    0x00000011, 0x00000000, 0x0004003d, 0x00000013, 0x0000002d, 0x00000026, 0x00040072, 0x0000002e,
    0x0000002f, 0x0000002d, 0x0004007c, 0x0000002a, 0x00000030, 0x0000002f, 0x0003003e, 0x0000002c,
    0x00000030, 0x00040008, 0x00000001, 0x00000012, 0x00000000, 0x0004003d, 0x0000002a, 0x00000031,
    0x0000002c, 0x00050041, 0x00000036, 0x00000037, 0x00000035, 0x0000001c, 0x0004003d, 0x00000007,
    0x00000038, 0x00000009, 0x00050084, 0x00000007, 0x00000039, 0x00000038, 0x00000020, 0x00050084,
    0x00000007, 0x0000003b, 0x00000039, 0x0000003a, 0x00050080, 0x00000007, 0x0000003c, 0x00000012,
    0x0000003b, 0x000514b7, 0x00000037, 0x0000003c, 0x00000031, 0x00000000, 0x00040008, 0x00000001,
    0x00000013, 0x00000000, 0x000100fd, 0x00010038,
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
    {"", 51, 0, {8, 2, 41, -1}, "shaderInt8, storageBuffer8BitAccess, vulkanMemoryModel"},
    {"VK_NV_cooperative_vector", 1000491000, 1, {0, -1}, "cooperativeVector"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
    {'u', 32, 0, 0, 0, 0},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
    "[CV-CTOR-004] coopvec→coopvec conversion component-wise (rules of KHR-CONV)",
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
    {1, 0, 16, 1, 1, 1, 1, 16l, 4l, 0l, 9223372036854775807l},
    {1, 1, 16, 1, 1, 1, 1, 144l, 4l, 0l, 9223372036854775807l},
    {1, 2, 16, 1, 1, 1, 1, 272l, 4l, 0l, 9223372036854775807l},
    {1, 3, 16, 1, 1, 1, 1, 400l, 4l, 0l, 9223372036854775807l},
    {1, 4, 16, 1, 1, 1, 1, 528l, 4l, 0l, 9223372036854775807l},
    {1, 5, 16, 1, 1, 1, 1, 656l, 4l, 0l, 9223372036854775807l},
    {1, 6, 16, 1, 1, 1, 1, 784l, 4l, 0l, 9223372036854775807l},
    {1, 7, 16, 1, 1, 1, 1, 912l, 4l, 0l, 9223372036854775807l},
    {1, 8, 16, 1, 1, 1, 1, 1040l, 4l, 0l, 9223372036854775807l},
    {1, 9, 16, 1, 1, 1, 1, 1168l, 4l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t in4_before[] = {
    0x7c64ecfd, 0x8c51175d, 0xdc3f5ff0, 0xd1815636, 0x8aca511d, 0xc46f319a, 0xecc02798, 0x8c4dbe23,
    0x862a84fd, 0xd5acffa3, 0xb58a16ba, 0x16e67c23, 0x0ba50e68, 0x1bba4f4e, 0xb592d426, 0xbbcc5bd3,
    0xeb79828e, 0xe182bb9d, 0x8d4eb387, 0x8f339053, 0xb140a44a, 0xf9a7834c, 0x73ce254d, 0x45450334,
    0x4cb2a26e, 0x9b2ee41e, 0x24c14495, 0xa81e4d17, 0xe73c0d89, 0x6ae7ed74, 0x9f032f21, 0x7e191905,
    0xc6523c13, 0xecdbe96b, 0x739c9887, 0x1fb2a4e6, 0xf5edd43c, 0x7fa5d15b, 0xe4ddcdec, 0x1ff8a9fe,
    0x997e9b34, 0x27db7423, 0x5a82afcf, 0x745dfc8d, 0x80f29693, 0xd9fcd6ff, 0x27702fb5, 0x2818ae0f,
    0xd79eb316, 0xf6744d1f, 0xf3046acf, 0xc1945638, 0x0050b654, 0xfe4c4582, 0x61d6ac3f, 0x24eef7d1,
    0xaec0db45, 0x0b79fb86, 0xee4da5c7, 0x74795798, 0xcd68c38e, 0xb3628a3b, 0xb51ba3c2, 0xaa9125cb,
    0x819876c5, 0x41b363a7, 0xff0145b3, 0xecc5c8df, 0x15dacf74, 0x29305d9a, 0x26f001fa, 0x204722d9,
    0x8c3d1a41, 0xdce0441c, 0x8da5e08e, 0x66e7270e, 0x0a8473c3, 0x2888a614, 0xad7a9d11, 0x1783cf4b,
    0x39b510f8, 0x9bc92b55, 0x959a2b43, 0x0e41dbb9, 0x22be3c3e, 0xf7621d83, 0x37cdeac4, 0xd02ba6f3,
    0x5065db01, 0xcd7ac862, 0xe8ad44cf, 0x5d08ddf0, 0x4291e273, 0x01c16ea0, 0x08d3cb94, 0x1908b721,
    0x5e2995dd, 0xca39688c, 0x91947951, 0x8e066ab8, 0x3b253f55, 0xa94f4dcb, 0x03615028, 0x6878eaa3,
    0xa0d4d1b6, 0xe2b90724, 0xd4d47bd1, 0x664bf093, 0x209c6df3, 0x12bbc718, 0xe22fa4c7, 0xfb5ac50e,
    0x99d095d4, 0x773c056a, 0xffe5752f, 0x1b80f53e, 0x7bea0895, 0x8e56f95a, 0x5496ea97, 0x248c9225,
    0x06ac51ad, 0x39ca16ad, 0xfc55c2d7, 0x8c988002, 0x9c170b4c, 0x441bf15e, 0xbad2fc93, 0x7c28be99,
    0x081238b5, 0x538dc408, 0x198c4a1c, 0xc11e016b, 0xfc451afa, 0x6214fda2, 0x61745760, 0xf74fcebc,
    0xd94d80fe, 0x91e53eaf, 0x6ce1516c, 0x0df15923, 0x6975a738, 0x08c311ea, 0xfca16562, 0xa8f95aa4,
    0xfc20ae7a, 0x4e304f95, 0xd30f6c5b, 0xe714f056, 0x5f689ca6, 0xfab8860f, 0x4684ba38, 0x68b0f63e,
    0x9bf16eaa, 0x7f8cbf3b, 0x9c7e9fad, 0xb49c068f, 0x86d87d4b, 0x1985e42c, 0x6b5b3189, 0x61d546fa,
};
static const uint32_t out2_before[] = {
    0x10ee217f, 0x17291912, 0x9c325abb, 0x7d3044e5, 0xaacb5266, 0x4dbdd08c, 0x1fd5da35, 0x8b7b88b2,
    0x00ab08e2, 0x7b3e8675, 0x767d089c, 0x35d0606a, 0x5621511a, 0x8e14c36d, 0xd8c1baf1, 0x53dbcc86,
    0x88e1a96e, 0xcb4c7114, 0xea8082d8, 0xda149dab, 0x8f52c135, 0xade9f6e4, 0x444a55f6, 0xb3a1c552,
    0x50224a77, 0x177bfa5f, 0x09b24c2f, 0x16b0e4a2, 0x3a02886e, 0x181fe95f, 0x93e889cb, 0x025ec079,
    0x4be65674, 0xdc8335c6, 0x247f95e8, 0x02078ae4, 0x96195fb6, 0xa956b04d, 0xc62ee2de, 0x37a149c6,
    0x2a0b3329, 0x562ce7f6, 0x4c94fe4a, 0x925947b6, 0xeab8baa2, 0x3aafdb64, 0xa1da2bb4, 0x5d3711e1,
    0x4171bc89, 0x7277a415, 0x76ece0d7, 0x5254bc21, 0xd88c59be, 0x68b7ae58, 0xb55c5476, 0x0162c914,
    0x1fc83bed, 0x7b8289e5, 0xbf605265, 0xcce4e5e2, 0x5b4faae7, 0xb881f0fb, 0xfd9b75eb, 0xf62b0d1a,
    0xacc54f20, 0xf20125c2, 0x236e05c6, 0x22d2df3c, 0x5e0c18ab, 0x23b462eb, 0x5050598d, 0x2d5d2dc0,
    0x35458813, 0xbb553ac0, 0xd4815858, 0xf1989544, 0x98c6c6d2, 0x76418a0f, 0x4f25c746, 0x1d4948c0,
    0x52f84185, 0xde868ded, 0x66255b13, 0x3462c73d, 0xa4420790, 0x997f368b, 0x612d9c7e, 0x5a5cdc35,
    0x84f9a389, 0xf264ef00, 0xcd283ea9, 0x7e00fbb5, 0x2f4558c6, 0x8989b580, 0xc2d3981a, 0x809f3e0b,
    0xadfd75a2, 0x224434e3, 0x0abb33f8, 0xe785da7f, 0x5c6004b8, 0x895c0348, 0xc00ac6dd, 0x2ca75071,
    0x9e6f0987, 0xc07cceb8, 0x653b7225, 0x6696e571, 0xaf9493d4, 0x19f74921, 0x7b28317c, 0x2bc41f32,
    0xff3721e2, 0xda432115, 0x12f4e674, 0xf1992dce, 0x07e2e1dd, 0x855ed9ef, 0x0b7b7c36, 0x3a0046e2,
    0xdaa4eb03, 0x4e95d229, 0x8da5e789, 0x39817935, 0x5f024218, 0xfbf5a5f6, 0x0bb3b359, 0xe30815ba,
    0x6047a196, 0x0f4010eb, 0x03d375ff, 0x993347ee, 0x31e7f1af, 0x3e899ef3, 0xa2748a5f, 0xfcc7aaa8,
    0xb3f28688, 0x7c783877, 0xd84a5ce2, 0xb32b7a84, 0x9f459754, 0x05fc80e0, 0x52616024, 0x235789fc,
    0x9c16e4e7, 0x05310c60, 0x8cb474e0, 0xb3a75326, 0x0beb3d12, 0x29ea9a40, 0x46c810c3, 0xdd0f507c,
    0x56bc2ea9, 0xd41e78d5, 0x0b868273, 0x18865c6d, 0xe4c04959, 0xf294c593, 0x3027707a, 0x56164674,
    0x983c0015, 0xc31d8649, 0xb98b7a85, 0x7efb43ab, 0xe6f3fe29, 0xf6c0886c, 0xa9c29fe7, 0x21ecadc1,
    0xfb6faebd, 0x7eeba58f, 0x5e593ae0, 0x52f2354b, 0xc94bb1f5, 0x74fd35d3, 0xfa4a4d89, 0x06fa7acc,
    0xfb74f31d, 0x8e177b2f, 0x0e5a3718, 0x9c2f9ff1, 0x237b6088, 0x3f646e96, 0x77975549, 0x6e70e129,
    0x2b5ef83a, 0x2cdb33cb, 0x7319e6a6, 0x9bcaa053, 0x7a1b9744, 0xb869d54d, 0x3a87fd90, 0xcda7a031,
    0x0c28668c, 0x659354e6, 0x2921b5e8, 0x2800dc82, 0xf9f2093c, 0x2c1363de, 0xe33570a5, 0xb12a363d,
    0xd6df943f, 0x42b1b7a6, 0xb901e44e, 0x376a8b8e, 0x26e06f98, 0xd92d52ca, 0x68e64e02, 0x5ca6fd6c,
    0xf3caee0f, 0xffb039dd, 0x428d9c78, 0x117472ed, 0x538f4e2b, 0xd27f12ae, 0x5564f15c, 0xf321fbf6,
    0x13f50fdb, 0x0a242a26, 0xc95902a5, 0x812712f2, 0x680cff28, 0x372dfb5e, 0x1ac833cd, 0x3d91721d,
    0x082294bb, 0x0ad38e4c, 0x2d4f3460, 0xfbb13b4a, 0x499511b4, 0x6dae678f, 0x9671b416, 0xb67e32c3,
    0x67802668, 0x8d6d18f1, 0x9ff7ff0b, 0x6796add4, 0xe420ae2e, 0x579df80f, 0xf9116368, 0xb67da097,
    0x0ece94ca, 0x172ae99e, 0xd3aed917, 0x1d2777e5, 0x9199de03, 0xe78b093b, 0x037b25f9, 0x2f8d2444,
    0xee46ee76, 0xe092ab2a, 0x42af4a3b, 0x3f683d2e, 0x6e269442, 0x38398cd3, 0x9df74255, 0x8e392a6b,
    0x5a3d57c7, 0x2a62cbc2, 0x43460736, 0x0953e650, 0x8d46b3e6, 0xf1820a42, 0x0451ffeb, 0xa78fb8de,
    0xf10dad54, 0xc9178567, 0x8a2582e0, 0x6ccbc7f0, 0x68f3fd44, 0x24eaa37e, 0x0d218f36, 0x9ea4b661,
    0x55f3fac1, 0x252be0ce, 0xbff663aa, 0x93d12fae, 0x3f3da02c, 0xe557461c, 0xab99ab22, 0x99457326,
    0xf15b8217, 0xb68bfe99, 0x7f9df1a8, 0xdd7a8dea, 0xf62035cb, 0x477df165, 0x5d26baec, 0x0058024c,
    0xb6f60b35, 0xe11d6336, 0x7023c556, 0x40f312be, 0x6e8940a2, 0x7f89f31b, 0xa7246412, 0xa7273a09,
    0x989c7c4d, 0xbc3912f7, 0xe147139e, 0x1b85fa99, 0xbb34d663, 0xbd4e73bb, 0x27882474, 0x9b707d5c,
    0xe17cdf5f, 0xfcadca50, 0xdf7b8dab, 0x01a23f56, 0xcf09a282, 0xa6d357fe, 0xdd0bb78a, 0xbe0d12fd,
    0xb2fbecb7, 0x261b8d29, 0x6edc83bd, 0x4e9ef735, 0xf6656c59, 0xcb325ac4, 0xed789b14, 0x1aed76fe,
    0xb8b0a50a, 0xdfcf3827, 0x873ce79e, 0x834fcb9c, 0x4d6c5396, 0x64e67cb7, 0xeb6eac15, 0x01a89d53,
    0xdf9b5de3, 0x3e9a6113, 0x46d3af99, 0xc9d2f227, 0x56cb804a, 0xda590e2d, 0x06af360f, 0x34da8640,
    0xa71d6516, 0x429d3b72, 0xad5a033d, 0xa1924e56, 0x81a32f5a, 0xd3ae2564, 0xa92fd1a9, 0xebeb8ed6,
    0xaaab14c0, 0x4412df46, 0xde428a23, 0xb3adf315, 0x9074fbbe, 0x4b310766, 0xd98e6bc4, 0x7683e059,
    0xb2a4aa12, 0x00837738, 0x2e16085e, 0x88155790, 0xa038d412, 0xfb0440f7, 0x1281106b, 0x8219b4c3,
    0x65760cb7, 0xcb026137, 0x06b862a1, 0x6438992e, 0x69343e5b, 0xd81220ae, 0x28aa2f18, 0x2898f16b,
    0x230655fd, 0x713a9d19, 0xc4716108, 0x17075c2a, 0xf025b7be, 0x0c84817c, 0x2045c868, 0x3694dd6c,
    0x24dc36c9, 0xb69ab7e1, 0x0bca9cd5, 0xa94d7fc5, 0x24cd7117, 0xc0fb0567, 0x7ea43657, 0x9f897c9f,
    0x37cdfa52, 0xdfa1e750, 0xd2ded5c2, 0x9e5dc301, 0x9be30d25, 0x13258eeb, 0x8743cb9f, 0x6335bc88,
    0x66c37ff3, 0x3e77ff97, 0xdb67996a, 0x2c0f9fbb, 0xb70ceaec, 0xfa970c88, 0x01b49367, 0xc39d76f1,
    0xa40378a6, 0x8d33eb3b, 0x723689ba, 0x4957ce99, 0xc587c6b1, 0x5bfa582b, 0x8c6fdb40, 0x71f8499f,
    0x11f420ba, 0x6fcdfda3, 0x1dd5ee41, 0x7721c50b, 0xfc111c6b, 0xb7bcb419, 0xe5391df3, 0xf78d9f35,
    0x8639ddd8, 0xa7e89f2f, 0xac06525e, 0x51740c8d, 0x7a535552, 0x19cb80bd, 0x2aac2eba, 0x83dbb9e6,
    0x54e12aab, 0xa32840f0, 0x886427de, 0x0e272b7c, 0x845a0dea, 0xa64cf772, 0xd09b95d1, 0xdb0c4cc1,
    0xf97d326e, 0x80b1f121, 0x4326a6e7, 0x723b3e56, 0x747e90ce, 0x19c48217, 0xee86f27a, 0x54a8ff2f,
    0xee8a7853, 0x092b6c0e, 0xfeee838d, 0x9facdf2d, 0x07c6868e, 0x88f9be0a, 0x6cfa576e, 0x1b858f39,
    0x91c1d51d, 0xc6d3d6b7, 0x1c4e115b, 0x8dbe2079, 0xb556d8eb, 0xbdb0541c, 0x15f5f595, 0x33aae2c6,
    0x523c76ef, 0xbe50c59b, 0x5b1801b1, 0x94df3e11, 0xda5dfa97, 0xa47093fb, 0xe27eca20, 0xb30198b4,
    0xf6b5de32, 0xae23c3c1, 0xf0e8a0fd, 0xd13a3950, 0x690aaf2b, 0xd88aef7a, 0xd8b9e8c4, 0xee07e6af,
    0x7d268d5c, 0x1b2cfa59, 0xd80b2c69, 0xb3e57610, 0x79036113, 0x43316a80, 0x9945bb21, 0x5d472e61,
    0x0fc15383, 0xe731f75e, 0x62508a86, 0xd2fb86f8, 0x59395eb9, 0x4db0edc8, 0x09937d2e, 0x55fc2ccd,
    0x792dc331, 0x360a3643, 0xdec34fc9, 0x46015dd0, 0xc2ba8123, 0x9ab32c2d, 0xbe0718aa, 0x6b2b7637,
    0x5fde5d2b, 0xec162f73, 0xba153c4a, 0x2f23c809, 0x9d673b4b, 0x189ca3e6, 0x38e5facc, 0xc90e9b20,
    0x14e4b704, 0xf57c451e, 0xd0e12ea8, 0xafd4359c, 0xfe394cee, 0xfb35bdbd, 0xb8b6513e, 0x0a07fac1,
    0x01ab5ebb, 0x7053517e, 0x025b21f7, 0xa644f10e, 0x9a75f7fb, 0x60bfc43f, 0x40353499, 0xdd5add3a,
    0x85ae70b4, 0x995cd926, 0xdff7124e, 0x6a7008d8, 0xe3698d28, 0xa792e928, 0x0fb26e0c, 0x2ac4b696,
    0x742178b0, 0x8117a077, 0xb2c8918d, 0x7763e57f, 0xf39b06be, 0x528e8950, 0x9ccea2f2, 0x40ae57a8,
    0x21e6adca, 0x952e1c79, 0x3cadef56, 0xb35e7ce3, 0x3d6f70ce, 0x3fc618ae, 0x2e6090b5, 0x743578e5,
    0x79dab7ff, 0x86b06695, 0x616a5169, 0x11e07ca3, 0x6098cb99, 0x28c41ac4, 0x4357c97b, 0xde772c99,
    0xb09c9862, 0xfd7eeef2, 0x5a238515, 0x910a2c0b, 0x4cab1714, 0xd5ad9fbf, 0x351f9405, 0xbf7de50d,
    0xa3abbd30, 0x37210f7f, 0x4c531649, 0x98486abf, 0x2ae312a6, 0x5f9c6ca2, 0xc7336fc9, 0xe9f0c927,
    0xa9175290, 0x6154cb5e, 0x1940aede, 0x414be191, 0x57bbeb0e, 0x868d3611, 0xc95bfb79, 0x5af295ae,
    0x5b82240c, 0x634de5f1, 0xf3477967, 0xb9ab5b27, 0xd151750a, 0xc26cc9c3, 0x9c164977, 0xf20efb63,
    0xb6e07c99, 0xb3b77308, 0xe0e8f508, 0xfc8feec5, 0xe9afcfd5, 0x8325b600, 0xcd330fb6, 0xed5d615f,
    0x829064a2, 0x164d4cf5, 0x942cd70e, 0x85109821, 0x19b3e695, 0x66bbdac1, 0x1d29070a, 0xfff026fa,
    0x8b2f5f9f, 0x76355581, 0x6e69054b, 0x623277e3, 0x9b36afb4, 0x4b3a592f, 0x757488d6, 0x47e26dba,
    0xb7ded034, 0x0415de24, 0xfe06298e, 0x357fc3ca, 0x0d31d1fe, 0x74b95b6a, 0x05e24058, 0x0ba3b4c3,
    0x449be995, 0xf067b4b8, 0xa0d34d74, 0x046d35da, 0x49a6838b, 0x5d79b501, 0xba7dcade, 0x7498c904,
    0xbf8f9f96, 0x0f588728, 0x586639f9, 0x2868da6e, 0xfe628e78, 0x2823e135, 0xf3618385, 0xef34c7f7,
    0xaaa0f531, 0x1b7c910f, 0x57600cd3, 0xe9a576df, 0x731612ed, 0xa304bc28, 0xded394fb, 0xbfd62d8d,
    0x47b7e7cd, 0x0130c32d, 0x574f4078, 0x584ab1bc,
};
static const uint32_t out2_expected[] = {
    0x10ee217f, 0x17291912, 0x9c325abb, 0x7d3044e5, 0xffffffe3, 0xffffffaf, 0x00000036, 0x00000076,
    0x00000066, 0xffffffcf, 0xffffff91, 0x0000003c, 0x00000068, 0xffffffd9, 0x00000040, 0x00000014,
    0xffffffdd, 0x00000042, 0xffffffb3, 0x00000074, 0x8f52c135, 0xade9f6e4, 0x444a55f6, 0xb3a1c552,
    0x50224a77, 0x177bfa5f, 0x09b24c2f, 0x16b0e4a2, 0x3a02886e, 0x181fe95f, 0x93e889cb, 0x025ec079,
    0x4be65674, 0xdc8335c6, 0x247f95e8, 0x02078ae4, 0xffffff98, 0xfffffff2, 0x0000005b, 0xfffffff5,
    0xffffffb2, 0xffffffb1, 0x00000046, 0xffffffe5, 0xffffffda, 0x0000002c, 0x0000006e, 0x0000004b,
    0x0000002d, 0xffffffa5, 0x00000034, 0x00000045, 0xd88c59be, 0x68b7ae58, 0xb55c5476, 0x0162c914,
    0x1fc83bed, 0x7b8289e5, 0xbf605265, 0xcce4e5e2, 0x5b4faae7, 0xb881f0fb, 0xfd9b75eb, 0xf62b0d1a,
    0xacc54f20, 0xf20125c2, 0x236e05c6, 0x22d2df3c, 0xffffffb6, 0x0000005c, 0xffffffc0, 0x0000004f,
    0xffffffb4, 0x0000007d, 0x00000059, 0x00000007, 0xffffffb3, 0xffffffdb, 0x00000032, 0xffffff8d,
    0xffffffcc, 0xfffffffd, 0xffffffbb, 0xffffffbb, 0xa4420790, 0x997f368b, 0x612d9c7e, 0x5a5cdc35,
    0x84f9a389, 0xf264ef00, 0xcd283ea9, 0x7e00fbb5, 0x2f4558c6, 0x8989b580, 0xc2d3981a, 0x809f3e0b,
    0xadfd75a2, 0x224434e3, 0x0abb33f8, 0xe785da7f, 0x00000077, 0xfffffff3, 0xffffffc4, 0x00000019,
    0xffffff8c, 0x00000013, 0x00000019, 0xffffff96, 0xffffffdf, 0xffffffd1, 0xfffffffd, 0x00000061,
    0xfffffffb, 0xffffffe7, 0xffffffe7, 0xffffff82, 0x07e2e1dd, 0x855ed9ef, 0x0b7b7c36, 0x3a0046e2,
    0xdaa4eb03, 0x4e95d229, 0x8da5e789, 0x39817935, 0x5f024218, 0xfbf5a5f6, 0x0bb3b359, 0xe30815ba,
    0x6047a196, 0x0f4010eb, 0x03d375ff, 0x993347ee, 0xffffffc4, 0x0000002c, 0x00000013, 0x0000000b,
    0xffffffa5, 0x0000002f, 0x0000005b, 0xffffff81, 0x00000014, 0x00000033, 0x00000023, 0x0000001c,
    0x00000002, 0x00000057, 0x00000008, 0xffffffe1, 0x0beb3d12, 0x29ea9a40, 0x46c810c3, 0xdd0f507c,
    0x56bc2ea9, 0xd41e78d5, 0x0b868273, 0x18865c6d, 0xe4c04959, 0xf294c593, 0x3027707a, 0x56164674,
    0x983c0015, 0xc31d8649, 0xb98b7a85, 0x7efb43ab, 0x0000006d, 0x0000006a, 0x0000000e, 0xffffff80,
    0x00000001, 0x0000002a, 0x00000004, 0x00000027, 0x0000004b, 0xffffffd1, 0xffffff90, 0xffffffd9,
    0xfffffff1, 0x00000052, 0xffffffe8, 0xffffffd8, 0x237b6088, 0x3f646e96, 0x77975549, 0x6e70e129,
    0x2b5ef83a, 0x2cdb33cb, 0x7319e6a6, 0x9bcaa053, 0x7a1b9744, 0xb869d54d, 0x3a87fd90, 0xcda7a031,
    0x0c28668c, 0x659354e6, 0x2921b5e8, 0x2800dc82, 0xffffffac, 0x0000004a, 0xffffffb0, 0x00000000,
    0x0000007e, 0xffffffbb, 0xffffffb4, 0x00000002, 0xffffffc1, 0x00000054, 0x0000002a, 0xffffff9f,
    0x0000002f, 0x00000009, 0x00000012, 0xffffffdc, 0x538f4e2b, 0xd27f12ae, 0x5564f15c, 0xf321fbf6,
    0x13f50fdb, 0x0a242a26, 0xc95902a5, 0x812712f2, 0x680cff28, 0x372dfb5e, 0x1ac833cd, 0x3d91721d,
    0x082294bb, 0x0ad38e4c, 0x2d4f3460, 0xfbb13b4a, 0x00000072, 0x0000003d, 0xffffff98, 0x00000033,
    0xffffffc5, 0x00000076, 0xffffff9e, 0x0000004d, 0x0000003e, 0x0000005d, 0xffffffe5, 0x0000004b,
    0x00000035, 0xffffffdb, 0x0000006f, 0x00000056, 0x9199de03, 0xe78b093b, 0x037b25f9, 0x2f8d2444,
    0xee46ee76, 0xe092ab2a, 0x42af4a3b, 0x3f683d2e, 0x6e269442, 0x38398cd3, 0x9df74255, 0x8e392a6b,
    0x5a3d57c7, 0x2a62cbc2, 0x43460736, 0x0953e650, 0xffffff8c, 0x00000031, 0x00000026, 0xffffffeb,
    0x00000066, 0xffffffa3, 0xffffffd0, 0xffffffd7, 0x00000006, 0xffffffff, 0x00000010, 0xffffffda,
    0x00000027, 0xffffffde, 0xffffffb9, 0xffffffe0, 0x3f3da02c, 0xe557461c, 0xab99ab22, 0x99457326,
    0xf15b8217, 0xb68bfe99, 0x7f9df1a8, 0xdd7a8dea, 0xf62035cb, 0x477df165, 0x5d26baec, 0x0058024c,
    0xb6f60b35, 0xe11d6336, 0x7023c556, 0x40f312be, 0x0000003d, 0xffffff8d, 0x0000007c, 0xfffffff6,
    0xffffffec, 0x0000005a, 0x00000078, 0xffffffd8, 0xffffffef, 0x00000063, 0xffffff86, 0x00000053,
    0xffffffb5, 0x00000031, 0x0000007d, 0xffffffe9, 0xcf09a282, 0xa6d357fe, 0xdd0bb78a, 0xbe0d12fd,
    0xb2fbecb7, 0x261b8d29, 0x6edc83bd, 0x4e9ef735, 0xf6656c59, 0xcb325ac4, 0xed789b14, 0x1aed76fe,
    0xb8b0a50a, 0xdfcf3827, 0x873ce79e, 0x834fcb9c, 0x4d6c5396, 0x64e67cb7, 0xeb6eac15, 0x01a89d53,
    0xdf9b5de3, 0x3e9a6113, 0x46d3af99, 0xc9d2f227, 0x56cb804a, 0xda590e2d, 0x06af360f, 0x34da8640,
    0xa71d6516, 0x429d3b72, 0xad5a033d, 0xa1924e56, 0x81a32f5a, 0xd3ae2564, 0xa92fd1a9, 0xebeb8ed6,
    0xaaab14c0, 0x4412df46, 0xde428a23, 0xb3adf315, 0x9074fbbe, 0x4b310766, 0xd98e6bc4, 0x7683e059,
    0xb2a4aa12, 0x00837738, 0x2e16085e, 0x88155790, 0xa038d412, 0xfb0440f7, 0x1281106b, 0x8219b4c3,
    0x65760cb7, 0xcb026137, 0x06b862a1, 0x6438992e, 0x69343e5b, 0xd81220ae, 0x28aa2f18, 0x2898f16b,
    0x230655fd, 0x713a9d19, 0xc4716108, 0x17075c2a, 0xf025b7be, 0x0c84817c, 0x2045c868, 0x3694dd6c,
    0x24dc36c9, 0xb69ab7e1, 0x0bca9cd5, 0xa94d7fc5, 0x24cd7117, 0xc0fb0567, 0x7ea43657, 0x9f897c9f,
    0x37cdfa52, 0xdfa1e750, 0xd2ded5c2, 0x9e5dc301, 0x9be30d25, 0x13258eeb, 0x8743cb9f, 0x6335bc88,
    0x66c37ff3, 0x3e77ff97, 0xdb67996a, 0x2c0f9fbb, 0xb70ceaec, 0xfa970c88, 0x01b49367, 0xc39d76f1,
    0xa40378a6, 0x8d33eb3b, 0x723689ba, 0x4957ce99, 0xc587c6b1, 0x5bfa582b, 0x8c6fdb40, 0x71f8499f,
    0x11f420ba, 0x6fcdfda3, 0x1dd5ee41, 0x7721c50b, 0xfc111c6b, 0xb7bcb419, 0xe5391df3, 0xf78d9f35,
    0x8639ddd8, 0xa7e89f2f, 0xac06525e, 0x51740c8d, 0x7a535552, 0x19cb80bd, 0x2aac2eba, 0x83dbb9e6,
    0x54e12aab, 0xa32840f0, 0x886427de, 0x0e272b7c, 0x845a0dea, 0xa64cf772, 0xd09b95d1, 0xdb0c4cc1,
    0xf97d326e, 0x80b1f121, 0x4326a6e7, 0x723b3e56, 0x747e90ce, 0x19c48217, 0xee86f27a, 0x54a8ff2f,
    0xee8a7853, 0x092b6c0e, 0xfeee838d, 0x9facdf2d, 0x07c6868e, 0x88f9be0a, 0x6cfa576e, 0x1b858f39,
    0x91c1d51d, 0xc6d3d6b7, 0x1c4e115b, 0x8dbe2079, 0xb556d8eb, 0xbdb0541c, 0x15f5f595, 0x33aae2c6,
    0x523c76ef, 0xbe50c59b, 0x5b1801b1, 0x94df3e11, 0xda5dfa97, 0xa47093fb, 0xe27eca20, 0xb30198b4,
    0xf6b5de32, 0xae23c3c1, 0xf0e8a0fd, 0xd13a3950, 0x690aaf2b, 0xd88aef7a, 0xd8b9e8c4, 0xee07e6af,
    0x7d268d5c, 0x1b2cfa59, 0xd80b2c69, 0xb3e57610, 0x79036113, 0x43316a80, 0x9945bb21, 0x5d472e61,
    0x0fc15383, 0xe731f75e, 0x62508a86, 0xd2fb86f8, 0x59395eb9, 0x4db0edc8, 0x09937d2e, 0x55fc2ccd,
    0x792dc331, 0x360a3643, 0xdec34fc9, 0x46015dd0, 0xc2ba8123, 0x9ab32c2d, 0xbe0718aa, 0x6b2b7637,
    0x5fde5d2b, 0xec162f73, 0xba153c4a, 0x2f23c809, 0x9d673b4b, 0x189ca3e6, 0x38e5facc, 0xc90e9b20,
    0x14e4b704, 0xf57c451e, 0xd0e12ea8, 0xafd4359c, 0xfe394cee, 0xfb35bdbd, 0xb8b6513e, 0x0a07fac1,
    0x01ab5ebb, 0x7053517e, 0x025b21f7, 0xa644f10e, 0x9a75f7fb, 0x60bfc43f, 0x40353499, 0xdd5add3a,
    0x85ae70b4, 0x995cd926, 0xdff7124e, 0x6a7008d8, 0xe3698d28, 0xa792e928, 0x0fb26e0c, 0x2ac4b696,
    0x742178b0, 0x8117a077, 0xb2c8918d, 0x7763e57f, 0xf39b06be, 0x528e8950, 0x9ccea2f2, 0x40ae57a8,
    0x21e6adca, 0x952e1c79, 0x3cadef56, 0xb35e7ce3, 0x3d6f70ce, 0x3fc618ae, 0x2e6090b5, 0x743578e5,
    0x79dab7ff, 0x86b06695, 0x616a5169, 0x11e07ca3, 0x6098cb99, 0x28c41ac4, 0x4357c97b, 0xde772c99,
    0xb09c9862, 0xfd7eeef2, 0x5a238515, 0x910a2c0b, 0x4cab1714, 0xd5ad9fbf, 0x351f9405, 0xbf7de50d,
    0xa3abbd30, 0x37210f7f, 0x4c531649, 0x98486abf, 0x2ae312a6, 0x5f9c6ca2, 0xc7336fc9, 0xe9f0c927,
    0xa9175290, 0x6154cb5e, 0x1940aede, 0x414be191, 0x57bbeb0e, 0x868d3611, 0xc95bfb79, 0x5af295ae,
    0x5b82240c, 0x634de5f1, 0xf3477967, 0xb9ab5b27, 0xd151750a, 0xc26cc9c3, 0x9c164977, 0xf20efb63,
    0xb6e07c99, 0xb3b77308, 0xe0e8f508, 0xfc8feec5, 0xe9afcfd5, 0x8325b600, 0xcd330fb6, 0xed5d615f,
    0x829064a2, 0x164d4cf5, 0x942cd70e, 0x85109821, 0x19b3e695, 0x66bbdac1, 0x1d29070a, 0xfff026fa,
    0x8b2f5f9f, 0x76355581, 0x6e69054b, 0x623277e3, 0x9b36afb4, 0x4b3a592f, 0x757488d6, 0x47e26dba,
    0xb7ded034, 0x0415de24, 0xfe06298e, 0x357fc3ca, 0x0d31d1fe, 0x74b95b6a, 0x05e24058, 0x0ba3b4c3,
    0x449be995, 0xf067b4b8, 0xa0d34d74, 0x046d35da, 0x49a6838b, 0x5d79b501, 0xba7dcade, 0x7498c904,
    0xbf8f9f96, 0x0f588728, 0x586639f9, 0x2868da6e, 0xfe628e78, 0x2823e135, 0xf3618385, 0xef34c7f7,
    0xaaa0f531, 0x1b7c910f, 0x57600cd3, 0xe9a576df, 0x731612ed, 0xa304bc28, 0xded394fb, 0xbfd62d8d,
    0x47b7e7cd, 0x0130c32d, 0x574f4078, 0x584ab1bc,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"in4", 0, 0, 640, in4_before, in4_before, NULL, 0},
    {"out2", 0, 1, 2576, out2_before, out2_expected, NULL, 0},
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
    const char *extensions[16] = {};
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
            VkDescriptorBufferInfo info = {rooms[i].buffer, 0, buffers[i].bytes};
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
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 0};
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
        .pNext = 0 ? &subgroup : NULL,
        .flags = 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
        .module = module, .pName = "main", .pSpecializationInfo = &special};
    VkPipeline pipeline;
    fflush(stdout);
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .stage = stage, .layout = layout};
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
        vkCmdDispatch(commands, 1, 1, 1);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
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
