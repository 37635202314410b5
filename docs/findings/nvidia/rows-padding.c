/*
 * found.rows_padding_nan, once
 *
 *   cc -O1 -o repro rows-padding.c -lvulkan
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

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, std430) readonly buffer Matrix0Buffer { uint matrix0[]; };
layout(set = 0, binding = 1, std430) buffer Out1Buffer { uint out1[]; };

void main() {
    coopvecNV<float16_t, 12> m14;
    coopvecNV<float16_t, 17> m0;

    m14 = coopvecNV<float16_t, 12>(float16_t(1.0));
    coopVecMatMulNV(m0, m14, gl_ComponentTypeFloat16NV, matrix0, 64u, gl_ComponentTypeFloat16NV, 17u, 12u, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32u);
    coopVecStoreNV(m0, out1, 16u);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000002e, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x00000009, 0x00020011, 0x000014e1, 0x00020011, 0x00001512, 0x00020011, 0x00001788, 0x0009000a,
    0x5f565053, 0x5f545845, 0x6c706572, 0x74616369, 0x635f6465, 0x6f706d6f, 0x65746973, 0x00000073,
    0x0008000a, 0x5f565053, 0x635f564e, 0x65706f6f, 0x69746172, 0x765f6576, 0x6f746365, 0x00000072,
    0x0006000b, 0x00000002, 0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000,
    0x00000003, 0x0007000f, 0x00000005, 0x00000005, 0x6e69616d, 0x00000000, 0x00000019, 0x00000027,
    0x00060010, 0x00000005, 0x00000011, 0x00000001, 0x00000001, 0x00000001, 0x00050007, 0x00000001,
    0x64616873, 0x632e7265, 0x00706d6f, 0x00040047, 0x00000016, 0x00000006, 0x00000004, 0x00030047,
    0x00000017, 0x00000002, 0x00040048, 0x00000017, 0x00000000, 0x00000018, 0x00050048, 0x00000017,
    0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x00000019, 0x00000018, 0x00040047, 0x00000019,
    0x00000021, 0x00000000, 0x00040047, 0x00000019, 0x00000022, 0x00000000, 0x00040047, 0x00000024,
    0x00000006, 0x00000004, 0x00030047, 0x00000025, 0x00000002, 0x00050048, 0x00000025, 0x00000000,
    0x00000023, 0x00000000, 0x00040047, 0x00000027, 0x00000021, 0x00000001, 0x00040047, 0x00000027,
    0x00000022, 0x00000000, 0x00020013, 0x00000003, 0x00030021, 0x00000004, 0x00000003, 0x00030016,
    0x00000007, 0x00000010, 0x00040015, 0x00000008, 0x00000020, 0x00000000, 0x0004002b, 0x00000008,
    0x00000009, 0x0000000c, 0x000414a8, 0x0000000a, 0x00000007, 0x00000009, 0x00040020, 0x0000000b,
    0x00000007, 0x0000000a, 0x0004002b, 0x00000007, 0x0000000d, 0x00003c00, 0x0004116d, 0x0000000a,
    0x0000000e, 0x0000000d, 0x0004002b, 0x00000008, 0x0000000f, 0x00000011, 0x000414a8, 0x00000010,
    0x00000007, 0x0000000f, 0x00040020, 0x00000011, 0x00000007, 0x00000010, 0x00040015, 0x00000014,
    0x00000020, 0x00000001, 0x0004002b, 0x00000014, 0x00000015, 0x00000000, 0x0003001d, 0x00000016,
    0x00000008, 0x0003001e, 0x00000017, 0x00000016, 0x00040020, 0x00000018, 0x0000000c, 0x00000017,
    0x0004003b, 0x00000018, 0x00000019, 0x0000000c, 0x00040020, 0x0000001a, 0x0000000c, 0x00000016,
    0x0004002b, 0x00000008, 0x0000001c, 0x00000040, 0x00020014, 0x0000001d, 0x0003002a, 0x0000001d,
    0x0000001e, 0x0004002b, 0x00000008, 0x0000001f, 0x00000020, 0x0003001d, 0x00000024, 0x00000008,
    0x0003001e, 0x00000025, 0x00000024, 0x00040020, 0x00000026, 0x0000000c, 0x00000025, 0x0004003b,
    0x00000026, 0x00000027, 0x0000000c, 0x00040020, 0x00000028, 0x0000000c, 0x00000024, 0x0004002b,
    0x00000008, 0x0000002a, 0x00000010, 0x00040017, 0x0000002b, 0x00000008, 0x00000003, 0x0004002b,
    0x00000008, 0x0000002c, 0x00000001, 0x0006002c, 0x0000002b, 0x0000002d, 0x0000002c, 0x0000002c,
    0x0000002c, 0x00040008, 0x00000001, 0x0000000a, 0x0000000b, 0x00050036, 0x00000003, 0x00000005,
    0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x0000000b, 0x0000000c, 0x00000007,
    0x0004003b, 0x00000011, 0x00000012, 0x00000007, 0x0004003b, 0x00000011, 0x00000021, 0x00000007,
    0x00040008, 0x00000001, 0x0000000e, 0x00000000, 0x0003003e, 0x0000000c, 0x0000000e, 0x00040008,
    0x00000001, 0x0000000f, 0x00000000, 0x0004003d, 0x0000000a, 0x00000013, 0x0000000c, 0x00050041,
    0x0000001a, 0x0000001b, 0x00000019, 0x00000015, 0x000d14a9, 0x00000010, 0x00000020, 0x00000013,
    0x00000015, 0x0000001b, 0x0000001c, 0x00000015, 0x0000000f, 0x00000009, 0x00000015, 0x0000001e,
    0x0000001f, 0x0003003e, 0x00000012, 0x00000020, 0x0004003d, 0x00000010, 0x00000022, 0x00000012,
    0x0003003e, 0x00000021, 0x00000022, 0x00040008, 0x00000001, 0x00000010, 0x00000000, 0x0004003d,
    0x00000010, 0x00000023, 0x00000021, 0x00050041, 0x00000028, 0x00000029, 0x00000027, 0x00000015,
    0x000514b7, 0x00000029, 0x0000002a, 0x00000023, 0x00000000, 0x00040008, 0x00000001, 0x00000011,
    0x00000000, 0x000100fd, 0x00010038,
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
    {"", 51, 0, {7, 41, -1}, "shaderFloat16, vulkanMemoryModel"},
    {"VK_NV_cooperative_vector", 1000491000, 1, {0, -1}, "cooperativeVector"},
    {"VK_EXT_shader_replicated_composites", 1000564000, 1, {0, -1}, "shaderReplicatedComposites"},
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
    "[CV-MUL-017] Float: exactly representable partial sums give exact results",
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
0x0ull, 0x8000ull, 0x0ull, 0x8000ull, 0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
    {1, 0, 17, 1, 1, 1, 1, 16l, 2l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t matrix0_before[] = {
    0xcec23837, 0x40c9b48f, 0x4161daf0, 0x1120012a, 0x24df5d2f, 0xc76f1ec0, 0x64a580a8, 0x1930d2c7,
    0xa552567b, 0xa34202d9, 0xb80bd34e, 0x1c6d667e, 0x7c79d064, 0xb4f8c091, 0x230ba11c, 0xb107bb86,
    0x00000000, 0xbc003c00, 0x3c00bc00, 0x0000bc00, 0x00003c00, 0xbc000000, 0x19be9e3a, 0xd0aad297,
    0x00000000, 0x3c000000, 0x0000bc00, 0x3c00bc00, 0xbc000000, 0xbc000000, 0xbc15dfe0, 0x6a81d84b,
    0x00003c00, 0x0000bc00, 0x0000bc00, 0x00000000, 0x00003c00, 0x3c000000, 0x09c28a0e, 0x5d328f22,
    0x00000000, 0x00000000, 0xbc000000, 0xbc000000, 0x00000000, 0x00003c00, 0x4115bcb1, 0x7d09366f,
    0xbc003c00, 0x00000000, 0x00000000, 0x00003c00, 0x00000000, 0x00000000, 0xe6299e0d, 0x3ff01e99,
    0x00000000, 0x3c003c00, 0x00000000, 0x00003c00, 0x0000bc00, 0xbc000000, 0x7bc52206, 0xb0adaa2d,
    0x00003c00, 0x3c003c00, 0xbc000000, 0xbc000000, 0x00000000, 0x00000000, 0xcd1dd7a4, 0x184e35c6,
    0x3c000000, 0x0000bc00, 0xbc000000, 0x00000000, 0x00003c00, 0x00003c00, 0x503a43c3, 0xabb46aed,
    0x3c000000, 0x3c00bc00, 0x3c003c00, 0xbc000000, 0x00000000, 0x00000000, 0xdc4ae893, 0x33e9187e,
    0xbc000000, 0x00000000, 0x00003c00, 0x00003c00, 0x3c00bc00, 0x00000000, 0x5507009d, 0xf7641645,
    0x3c003c00, 0x00000000, 0xbc003c00, 0x00003c00, 0xbc003c00, 0xbc003c00, 0x91d0b90f, 0xcbfda4ac,
    0xbc00bc00, 0x3c003c00, 0x00000000, 0x00000000, 0x0000bc00, 0xbc003c00, 0x6206fa46, 0xccf25c6b,
    0x00000000, 0x3c00bc00, 0xbc000000, 0xbc003c00, 0x0000bc00, 0x3c003c00, 0x963e8ae1, 0xf9cc3349,
    0x00000000, 0x3c000000, 0x00000000, 0x00000000, 0x0000bc00, 0x3c00bc00, 0x945c610a, 0xa7080865,
    0x00000000, 0x0000bc00, 0xbc00bc00, 0x3c000000, 0x00000000, 0x00000000, 0x2dd9b656, 0x3004e2e9,
    0x3c003c00, 0x0000bc00, 0x3c00bc00, 0x00003c00, 0x00000000, 0x0000bc00, 0x38598200, 0xa9fff806,
    0x00000000, 0x00000000, 0x0000bc00, 0x00000000, 0x00000000, 0xbc000000, 0xa7a22fa6, 0xd5d8fc4a,
    0xf7987e3c, 0xfa66dfd2, 0xbfae6f2b, 0x7fb04714, 0x491f968e, 0xa91e3d36, 0x5ae4c9f8, 0x136c9d89,
};
static const uint32_t out1_before[] = {
    0x1b448540, 0xf35c1651, 0x5502a580, 0xb697f324, 0xc7ba9e6e, 0xacfac93a, 0x8eb20a2f, 0x63fc0271,
    0xa914ca1b, 0xbd48320e, 0x7c49501f, 0x563dd08b, 0xc3694410, 0xfe4716f6, 0x7290d18b, 0x998d7c94,
    0xf05b90d2, 0xa67d9fb9, 0x2fa0f8fb, 0xa73a18bd, 0x478bbbdd, 0xa8aee716, 0x9e0c7164, 0x39a590ee,
    0xdcf841f0, 0x60d50a50, 0xa5bbeab8, 0xe875fcc1, 0x5bd9fc5c, 0xc4137d1f, 0x367453fe, 0x61ce7c8b,
    0xeef7ecf9, 0xe6ca55f9, 0x031b18a0, 0xcddd002d, 0x2246ae97, 0x1ae97273, 0xa6c07403, 0x63985f7a,
    0xa16e9673, 0x442d6558, 0xb44c42c8, 0x2550a57d, 0x1bad689f, 0x28d6bd00, 0x85c39b16, 0x2359602b,
    0x127d65d0, 0x7d6a6e79, 0x80b42d38, 0x87058885, 0x33b99bd4, 0xbb84adc1, 0x823d4734, 0x0c6ffabf,
    0xb261dcb6, 0x1b47402d, 0xdc031fea, 0x80e97efa, 0xa39005b5, 0xc4773888, 0x35a70d43, 0x10129337,
    0xb8247209, 0xb2446324, 0x3ec884f0, 0x2f4bbe49, 0x0e17465b, 0x54468fdf, 0x287577b0, 0xff9d69ae,
    0xee347a75, 0x6d20b3f3, 0xd744d7c8, 0x09d85654, 0x6eb6bde9, 0xf476873c, 0x2c80d70a, 0x7ef4d8f3,
    0x2536c7a9, 0xb5347068, 0xb292255c, 0x48d5f3a4, 0xfc39e746, 0x0293605a, 0xf9bcaed2, 0xc3cd463e,
    0xc9881a21, 0x04fa379f, 0xd1f812a3, 0x305d176b, 0xa069045e, 0x6ce396e8, 0xdf2e947b, 0x1005c065,
    0xa2808bca, 0x3923a5fd, 0x32c577e6, 0x41141031, 0xe517adc6, 0x2f427698, 0xec52afc9, 0xd6c025e6,
    0xba0d164e, 0xef8bde1b, 0xb18a8d1b, 0x6be85669, 0x3cdfa6ab, 0xd1cf325f, 0xbf9a2bb0, 0x03c078d1,
    0x978ea0c8, 0x627703ff, 0x5761c9b7, 0xfa00a9e1, 0x89025858, 0x373cbbdd, 0x77bc9816, 0xef92428f,
    0x0fcaaf79, 0x74c16a4e, 0x55cf90e6, 0x7d996c5e, 0xfb357980, 0x2cb0dbd8, 0xba487ba8, 0xc797987d,
    0x00328eef, 0x1ea39782, 0xbf9e0668, 0xf4d693ca, 0x494d6efe, 0x2ad775e0, 0xad870746, 0xeb4acb45,
    0xcc98683f, 0xcb3571e8, 0x58fa5ee5, 0x33b48f31, 0xc046e580, 0xe7d5f490, 0x2534c877, 0xc60b4c52,
    0xd95de5f4, 0x57db7ea8, 0x9d5e5c74, 0xaef21393, 0x979e1adb, 0x8a20f750, 0x09bbe365, 0xbd10f2c6,
    0x0780cc0c, 0xc7eb536d, 0x9f657748, 0x1b74f4a9, 0xaa52608b, 0x1273155b, 0xa10bf0ce, 0x3a92b936,
    0x870041c9, 0xe3a54bc8, 0xa5df897e, 0xe1bfebf6, 0xd416af65, 0x779f78e4, 0x93fb257b, 0x410b3012,
    0x2e08a94f, 0x2fba3ece, 0x61aa3c1d, 0x5208d501, 0x1766d2e7, 0x7f6a4cad, 0x8ab1f276, 0x0e106801,
    0xd723717d, 0xb49387e4, 0xac737461, 0xdbfd483c, 0x6bba9a8d, 0x0c182d9f, 0xba60fb5b, 0x6bdb677f,
    0x6383bc4a, 0xd11ba0bb, 0xaf7c790b, 0xc690b63c, 0xa21ae71d, 0x4f5bcdee, 0xa8e3e6e6, 0x4b5210ad,
    0x14b23c17, 0xfd47c444, 0x13a413bc, 0x78525c36, 0x0e009a37, 0x9f14aa31, 0xf4df4111, 0x6618a522,
    0x3cc1b938, 0x9d2cff84, 0x5746ca5a, 0x8ef7508f, 0xd956b7ed, 0xee6c1673, 0x9c6e49b5, 0xd57170d6,
    0x6bda44cc, 0xc08f4975, 0xee058f52, 0xa9486cab, 0x22cdd89c, 0xe3bab621, 0x99e06574, 0xcc129ec6,
    0x964ac8f6, 0xffd784ef, 0x8390ca70, 0xb2f5ee03, 0xa09e6ffd, 0x0d4cc5ec, 0x9cf25185, 0x7fe3282d,
    0x5df93819, 0xe19e785e, 0x4289485a, 0x61338992, 0xe361c361, 0xc4ddc021, 0x106f71ec, 0x137253bb,
    0x510f3d37, 0x76d21843, 0xc80c5ba3, 0x2efe8d69, 0x211b6285, 0x3ab00c53, 0x2aa10a19, 0x2ac7f2bb,
    0x6fa107bc, 0xa2f28d5b, 0x9859f3ac, 0x8a9fc854,
};
static const uint32_t out1_expected[] = {
    0x1b448540, 0xf35c1651, 0x5502a580, 0xb697f324, 0xc000bc00, 0xbc003c00, 0x3c003c00, 0x3c003c00,
    0x3c004000, 0xbc004200, 0x00000000, 0x3c00c000, 0xc369c000, 0xfe4716f6, 0x7290d18b, 0x998d7c94,
    0xf05b90d2, 0xa67d9fb9, 0x2fa0f8fb, 0xa73a18bd, 0x478bbbdd, 0xa8aee716, 0x9e0c7164, 0x39a590ee,
    0xdcf841f0, 0x60d50a50, 0xa5bbeab8, 0xe875fcc1, 0x5bd9fc5c, 0xc4137d1f, 0x367453fe, 0x61ce7c8b,
    0xeef7ecf9, 0xe6ca55f9, 0x031b18a0, 0xcddd002d, 0x2246ae97, 0x1ae97273, 0xa6c07403, 0x63985f7a,
    0xa16e9673, 0x442d6558, 0xb44c42c8, 0x2550a57d, 0x1bad689f, 0x28d6bd00, 0x85c39b16, 0x2359602b,
    0x127d65d0, 0x7d6a6e79, 0x80b42d38, 0x87058885, 0x33b99bd4, 0xbb84adc1, 0x823d4734, 0x0c6ffabf,
    0xb261dcb6, 0x1b47402d, 0xdc031fea, 0x80e97efa, 0xa39005b5, 0xc4773888, 0x35a70d43, 0x10129337,
    0xb8247209, 0xb2446324, 0x3ec884f0, 0x2f4bbe49, 0x0e17465b, 0x54468fdf, 0x287577b0, 0xff9d69ae,
    0xee347a75, 0x6d20b3f3, 0xd744d7c8, 0x09d85654, 0x6eb6bde9, 0xf476873c, 0x2c80d70a, 0x7ef4d8f3,
    0x2536c7a9, 0xb5347068, 0xb292255c, 0x48d5f3a4, 0xfc39e746, 0x0293605a, 0xf9bcaed2, 0xc3cd463e,
    0xc9881a21, 0x04fa379f, 0xd1f812a3, 0x305d176b, 0xa069045e, 0x6ce396e8, 0xdf2e947b, 0x1005c065,
    0xa2808bca, 0x3923a5fd, 0x32c577e6, 0x41141031, 0xe517adc6, 0x2f427698, 0xec52afc9, 0xd6c025e6,
    0xba0d164e, 0xef8bde1b, 0xb18a8d1b, 0x6be85669, 0x3cdfa6ab, 0xd1cf325f, 0xbf9a2bb0, 0x03c078d1,
    0x978ea0c8, 0x627703ff, 0x5761c9b7, 0xfa00a9e1, 0x89025858, 0x373cbbdd, 0x77bc9816, 0xef92428f,
    0x0fcaaf79, 0x74c16a4e, 0x55cf90e6, 0x7d996c5e, 0xfb357980, 0x2cb0dbd8, 0xba487ba8, 0xc797987d,
    0x00328eef, 0x1ea39782, 0xbf9e0668, 0xf4d693ca, 0x494d6efe, 0x2ad775e0, 0xad870746, 0xeb4acb45,
    0xcc98683f, 0xcb3571e8, 0x58fa5ee5, 0x33b48f31, 0xc046e580, 0xe7d5f490, 0x2534c877, 0xc60b4c52,
    0xd95de5f4, 0x57db7ea8, 0x9d5e5c74, 0xaef21393, 0x979e1adb, 0x8a20f750, 0x09bbe365, 0xbd10f2c6,
    0x0780cc0c, 0xc7eb536d, 0x9f657748, 0x1b74f4a9, 0xaa52608b, 0x1273155b, 0xa10bf0ce, 0x3a92b936,
    0x870041c9, 0xe3a54bc8, 0xa5df897e, 0xe1bfebf6, 0xd416af65, 0x779f78e4, 0x93fb257b, 0x410b3012,
    0x2e08a94f, 0x2fba3ece, 0x61aa3c1d, 0x5208d501, 0x1766d2e7, 0x7f6a4cad, 0x8ab1f276, 0x0e106801,
    0xd723717d, 0xb49387e4, 0xac737461, 0xdbfd483c, 0x6bba9a8d, 0x0c182d9f, 0xba60fb5b, 0x6bdb677f,
    0x6383bc4a, 0xd11ba0bb, 0xaf7c790b, 0xc690b63c, 0xa21ae71d, 0x4f5bcdee, 0xa8e3e6e6, 0x4b5210ad,
    0x14b23c17, 0xfd47c444, 0x13a413bc, 0x78525c36, 0x0e009a37, 0x9f14aa31, 0xf4df4111, 0x6618a522,
    0x3cc1b938, 0x9d2cff84, 0x5746ca5a, 0x8ef7508f, 0xd956b7ed, 0xee6c1673, 0x9c6e49b5, 0xd57170d6,
    0x6bda44cc, 0xc08f4975, 0xee058f52, 0xa9486cab, 0x22cdd89c, 0xe3bab621, 0x99e06574, 0xcc129ec6,
    0x964ac8f6, 0xffd784ef, 0x8390ca70, 0xb2f5ee03, 0xa09e6ffd, 0x0d4cc5ec, 0x9cf25185, 0x7fe3282d,
    0x5df93819, 0xe19e785e, 0x4289485a, 0x61338992, 0xe361c361, 0xc4ddc021, 0x106f71ec, 0x137253bb,
    0x510f3d37, 0x76d21843, 0xc80c5ba3, 0x2efe8d69, 0x211b6285, 0x3ab00c53, 0x2aa10a19, 0x2ac7f2bb,
    0x6fa107bc, 0xa2f28d5b, 0x9859f3ac, 0x8a9fc854,
};
static const struct open out1_open[] = {
    {40, 'o', 1, 1, 0, 0, 0, 2},
    {42, 'o', 1, 1, 0, 0, 2, 2},
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"matrix0", 0, 0, 640, matrix0_before, matrix0_before, NULL, 0},
    {"out1", 0, 1, 976, out1_before, out1_expected, out1_open, 2},
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
