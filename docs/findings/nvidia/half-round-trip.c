/*
 * found.half_round_trip, once
 *
 *   cc -O1 -o repro half-round-trip.c -lvulkan
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
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std430) readonly buffer In4Buffer { float in4[]; };
layout(set = 0, binding = 1, std430) buffer Out2Buffer { float out2[]; };

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator> m0;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator> m1;

    coopMatLoad(m0, in4, 20u, 20u, gl_CooperativeMatrixLayoutColumnMajor);
    m1 = coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator>(m0);
    m0 = coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator>(m1);
    coopMatStore(m0, out2, 20u, 12u, gl_CooperativeMatrixLayoutRowMajor);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000002e, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x00000009, 0x00020011, 0x000014e1, 0x00020011, 0x00001786, 0x0008000a, 0x5f565053, 0x5f52484b,
    0x706f6f63, 0x74617265, 0x5f657669, 0x7274616d, 0x00007869, 0x0006000b, 0x00000002, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x0007000f, 0x00000005,
    0x00000005, 0x6e69616d, 0x00000000, 0x00000013, 0x00000027, 0x00060010, 0x00000005, 0x00000011,
    0x00000020, 0x00000001, 0x00000001, 0x00050007, 0x00000001, 0x64616873, 0x632e7265, 0x00706d6f,
    0x00040047, 0x00000010, 0x00000006, 0x00000004, 0x00030047, 0x00000011, 0x00000002, 0x00040048,
    0x00000011, 0x00000000, 0x00000018, 0x00050048, 0x00000011, 0x00000000, 0x00000023, 0x00000000,
    0x00030047, 0x00000013, 0x00000018, 0x00040047, 0x00000013, 0x00000021, 0x00000000, 0x00040047,
    0x00000013, 0x00000022, 0x00000000, 0x00040047, 0x00000024, 0x00000006, 0x00000004, 0x00030047,
    0x00000025, 0x00000002, 0x00050048, 0x00000025, 0x00000000, 0x00000023, 0x00000000, 0x00040047,
    0x00000027, 0x00000021, 0x00000001, 0x00040047, 0x00000027, 0x00000022, 0x00000000, 0x00020013,
    0x00000003, 0x00030021, 0x00000004, 0x00000003, 0x00030016, 0x00000007, 0x00000020, 0x00040015,
    0x00000008, 0x00000020, 0x00000000, 0x0004002b, 0x00000008, 0x00000009, 0x00000003, 0x0004002b,
    0x00000008, 0x0000000a, 0x00000010, 0x0004002b, 0x00000008, 0x0000000b, 0x00000008, 0x0004002b,
    0x00000008, 0x0000000c, 0x00000002, 0x00071168, 0x0000000d, 0x00000007, 0x00000009, 0x0000000a,
    0x0000000b, 0x0000000c, 0x00040020, 0x0000000e, 0x00000007, 0x0000000d, 0x0003001d, 0x00000010,
    0x00000007, 0x0003001e, 0x00000011, 0x00000010, 0x00040020, 0x00000012, 0x0000000c, 0x00000011,
    0x0004003b, 0x00000012, 0x00000013, 0x0000000c, 0x00040015, 0x00000014, 0x00000020, 0x00000001,
    0x0004002b, 0x00000014, 0x00000015, 0x00000000, 0x0004002b, 0x00000008, 0x00000016, 0x00000014,
    0x00040020, 0x00000017, 0x0000000c, 0x00000007, 0x0004002b, 0x00000014, 0x00000019, 0x00000001,
    0x00030016, 0x0000001b, 0x00000010, 0x00071168, 0x0000001c, 0x0000001b, 0x00000009, 0x0000000a,
    0x0000000b, 0x0000000c, 0x00040020, 0x0000001d, 0x00000007, 0x0000001c, 0x0003001d, 0x00000024,
    0x00000007, 0x0003001e, 0x00000025, 0x00000024, 0x00040020, 0x00000026, 0x0000000c, 0x00000025,
    0x0004003b, 0x00000026, 0x00000027, 0x0000000c, 0x0004002b, 0x00000008, 0x00000029, 0x0000000c,
    0x00040017, 0x0000002a, 0x00000008, 0x00000003, 0x0004002b, 0x00000008, 0x0000002b, 0x00000020,
    0x0004002b, 0x00000008, 0x0000002c, 0x00000001, 0x0006002c, 0x0000002a, 0x0000002d, 0x0000002b,
    0x0000002c, 0x0000002c, 0x00040008, 0x00000001, 0x0000000c, 0x0000000b, 0x00050036, 0x00000003,
    0x00000005, 0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x0000000e, 0x0000000f,
    0x00000007, 0x0004003b, 0x0000001d, 0x0000001e, 0x00000007, 0x00040008, 0x00000001, 0x00000010,
    0x00000000, 0x00060041, 0x00000017, 0x00000018, 0x00000013, 0x00000015, 0x00000016, 0x00071169,
    0x0000000d, 0x0000001a, 0x00000018, 0x00000019, 0x00000016, 0x00000000, 0x0003003e, 0x0000000f,
    0x0000001a, 0x00040008, 0x00000001, 0x00000011, 0x00000000, 0x0004003d, 0x0000000d, 0x0000001f,
    0x0000000f, 0x00040073, 0x0000001c, 0x00000020, 0x0000001f, 0x0003003e, 0x0000001e, 0x00000020,
    0x00040008, 0x00000001, 0x00000012, 0x00000000, 0x0004003d, 0x0000001c, 0x00000021, 0x0000001e,
    0x00040073, 0x0000000d, 0x00000022, 0x00000021, 0x0003003e, 0x0000000f, 0x00000022, 0x00040008,
    0x00000001, 0x00000013, 0x00000000, 0x0004003d, 0x0000000d, 0x00000023, 0x0000000f, 0x00060041,
    0x00000017, 0x00000028, 0x00000027, 0x00000015, 0x00000016, 0x0006116a, 0x00000028, 0x00000023,
    0x00000015, 0x00000029, 0x00000000, 0x00040008, 0x00000001, 0x00000014, 0x00000000, 0x000100fd,
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
    {"", 51, 0, {7, 41, -1}, "shaderFloat16, vulkanMemoryModel"},
    {"VK_KHR_cooperative_matrix", 1000506000, 1, {0, -1}, "cooperativeMatrix"},
    {"", 53, 0, {7, 8, -1}, "subgroupSizeControl, computeFullSubgroups"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
    {'f', 32, 8, 23, 127, 2},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
    "[KHR-CONV-001] fp16→fp32 matrix conversion is exact for all finite inputs (subnormals may flush)",
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
0xbf04a000ull, 0xbf048000ull, 0x3fd90000ull, 0x3fd92000ull, 0x3f0e6000ull, 0x3f0e8000ull, 0x3fa6e000ull, 0x3fa70000ull,
0xbf2f0000ull, 0xbf2ee000ull, 0xbf502000ull, 0xbf500000ull, 0x40750000ull, 0x40752000ull, 0x3f868000ull, 0x3f86a000ull,
0xbf4e4000ull, 0xbf4e2000ull, 0x3ec1a000ull, 0x3ec1c000ull, 0x3fda6000ull, 0x3fda8000ull, 0x3fb92000ull, 0x3fb94000ull,
0x3fa64000ull, 0x3fa66000ull, 0xbebe6000ull, 0xbebe4000ull, 0x3ed48000ull, 0x3ed4a000ull, 0x3ea88000ull, 0x3ea8a000ull,
0x3f634000ull, 0x3f636000ull, 0x4056e000ull, 0x40570000ull, 0x3f3fc000ull, 0x3f3fe000ull, 0x3f5be000ull, 0x3f5c0000ull,
0xc05e2000ull, 0xc05e0000ull, 0x3eb50000ull, 0x3eb52000ull, 0x40402000ull, 0x40404000ull, 0x40556000ull, 0x40558000ull,
0xbfb02000ull, 0xbfb00000ull, 0x4076c000ull, 0x4076e000ull, 0xbf310000ull, 0xbf30e000ull, 0x3ffa0000ull, 0x3ffa2000ull,
0xbf9d2000ull, 0xbf9d0000ull, 0x3f2a2000ull, 0x3f2a4000ull, 0xbf538000ull, 0xbf536000ull, 0xbf50a000ull, 0xbf508000ull,
0xbef32000ull, 0xbef30000ull, 0xbfe26000ull, 0xbfe24000ull, 0x3fd0a000ull, 0x3fd0c000ull, 0xbfe12000ull, 0xbfe10000ull,
0xbf1f0000ull, 0xbf1ee000ull, 0xbeff8000ull, 0xbeff6000ull, 0x3e958000ull, 0x3e95a000ull, 0x3ef6e000ull, 0x3ef70000ull,
0xbf360000ull, 0xbf35e000ull, 0xc068e000ull, 0xc068c000ull, 0x3f294000ull, 0x3f296000ull, 0xbfb76000ull, 0xbfb74000ull,
0xbfdce000ull, 0xbfdcc000ull, 0x3f438000ull, 0x3f43a000ull, 0xc0566000ull, 0xc0564000ull, 0xbfdbc000ull, 0xbfdba000ull,
0xbec1c000ull, 0xbec1a000ull, 0x3e914000ull, 0x3e916000ull, 0x3f812000ull, 0x3f814000ull, 0x3fabc000ull, 0x3fabe000ull,
0x3f426000ull, 0x3f428000ull, 0xc036e000ull, 0xc036c000ull, 0x3ebb0000ull, 0x3ebb2000ull, 0x3f560000ull, 0x3f562000ull,
0xc073e000ull, 0xc073c000ull, 0x3faa8000ull, 0x3faaa000ull, 0x3e98c000ull, 0x3e98e000ull, 0xbfa60000ull, 0xbfa5e000ull,
0xbfcda000ull, 0xbfcd8000ull, 0xbfefa000ull, 0xbfef8000ull, 0xbf8ce000ull, 0xbf8cc000ull, 0xbece0000ull, 0xbecde000ull,
0xbf5a2000ull, 0xbf5a0000ull, 0xbfa5c000ull, 0xbfa5a000ull, 0xbf5fe000ull, 0xbf5fc000ull, 0x3f1a0000ull, 0x3f1a2000ull,
0x3ec54000ull, 0x3ec56000ull, 0xbf8de000ull, 0xbf8dc000ull, 0xbf5ec000ull, 0xbf5ea000ull, 0xbe866000ull, 0xbe864000ull,
0x3ee16000ull, 0x3ee18000ull, 0x3ef6c000ull, 0x3ef6e000ull, 0x405f8000ull, 0x405fa000ull, 0x40730000ull, 0x40732000ull,
0x3f38a000ull, 0x3f38c000ull, 0xbfec0000ull, 0xbfebe000ull, 0x400f2000ull, 0x400f4000ull, 0xbf37a000ull, 0xbf378000ull,
0xc0732000ull, 0xc0730000ull, 0xbffe0000ull, 0xbffde000ull, 0xbeef6000ull, 0xbeef4000ull, 0x3e900000ull, 0x3e902000ull,
0xc02f8000ull, 0xc02f6000ull, 0x3fd80000ull, 0x3fd82000ull, 0x3eea4000ull, 0x3eea6000ull, 0xbf692000ull, 0xbf690000ull,
0x3f716000ull, 0x3f718000ull, 0xbefcc000ull, 0xbefca000ull, 0x3f81e000ull, 0x3f820000ull, 0xbf7ac000ull, 0xbf7aa000ull,
0x3ff1e000ull, 0x3ff20000ull, 0x3fd84000ull, 0x3fd86000ull, 0xbe9ce000ull, 0xbe9cc000ull, 0x3f416000ull, 0x3f418000ull,
0x3fedc000ull, 0x3fede000ull, 0xbea96000ull, 0xbea94000ull, 0xbea60000ull, 0xbea5e000ull, 0x3f550000ull, 0x3f552000ull,
0xbf690000ull, 0xbf68e000ull, 0xc0542000ull, 0xc0540000ull, 0xbf842000ull, 0xbf840000ull, 0x4054c000ull, 0x4054e000ull,
0xbf5e4000ull, 0xbf5e2000ull, 0x3ed16000ull, 0x3ed18000ull, 0x3e834000ull, 0x3e836000ull, 0xc07b6000ull, 0xc07b4000ull,
0x404ac000ull, 0x404ae000ull, 0x4073e000ull, 0x40740000ull, 0x40512000ull, 0x40514000ull, 0xc074c000ull, 0xc074a000ull,
0xc07ce000ull, 0xc07cc000ull, 0x3f912000ull, 0x3f914000ull, 0xbfbb2000ull, 0xbfbb0000ull, 0x4033e000ull, 0x40340000ull,
0x4049a000ull, 0x4049c000ull, 0xbf468000ull, 0xbf466000ull, 0x3eaa6000ull, 0x3eaa8000ull, 0x3ec54000ull, 0x3ec56000ull,
0x3f47e000ull, 0x3f480000ull, 0xbeec6000ull, 0xbeec4000ull, 0xbf192000ull, 0xbf190000ull, 0xbf952000ull, 0xbf950000ull,
0x3fb5e000ull, 0x3fb60000ull, 0xbfd68000ull, 0xbfd66000ull, 0x3fc6a000ull, 0x3fc6c000ull, 0xbe8b4000ull, 0xbe8b2000ull,
0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
    {1, 0, 16, 8, 1, 1, 1, 80l, 48l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t in4_before[] = {
    0xbeffa86a, 0x3f2d9834, 0xbec239e4, 0x3f0c4c34, 0x401d1916, 0x4044968b, 0xc0558881, 0x3fbcd734,
    0xbf2caa2b, 0xbee28da0, 0xc043e373, 0x3e88140f, 0x3f2bb83f, 0xbfd79da2, 0x3f11edcc, 0x3fbad01b,
    0x402fe86b, 0x40516788, 0xbf28a93c, 0xc022933f, 0xbf049e6f, 0xbf4e2e7c, 0x3f634084, 0xbfb003a6,
    0xbef302a0, 0xbf35efa6, 0xbec1bd1e, 0xc073d776, 0xbf5a10d1, 0x3ee16bbc, 0xc07300ba, 0x3f7166e9,
    0x3fedd426, 0xbf5e2c6c, 0xc07cc88f, 0x3f47f9fa, 0xbfae55b3, 0xc01fb8b4, 0xbfe25b8d, 0x405bd4b2,
    0x3fd9002c, 0x3ec1afb2, 0x4056e224, 0x4076cb03, 0xbfe255a5, 0xc068ca24, 0x3e915839, 0x3faa93af,
    0xbfa5a809, 0x3ef6d415, 0xbffdf877, 0xbefcb1b7, 0xbea949ee, 0x3ed1698b, 0x3f9125b9, 0xbeec5ced,
    0xbf100347, 0xbefd002c, 0xbed1d8f3, 0xbf5ba8ae, 0x3f0e64b3, 0x3fda759f, 0x3f3fdf42, 0xbf30fc31,
    0x3fd0a4ce, 0x3f294307, 0x3f813d97, 0x3e98d019, 0xbf5fc8db, 0x405f8747, 0xbeef52a1, 0x3f81f6cd,
    0xbea5fe07, 0x3e835dfc, 0xbfbb1254, 0xbf191a00, 0xbe8a7437, 0x404471a2, 0xc0607f51, 0x3fdb949d,
    0x3fa6f28e, 0x3fb9231f, 0x3f5be621, 0x3ffa173f, 0xbfe10498, 0xbfb75c35, 0x3fabc353, 0xbfa5f40c,
    0x3f1a0beb, 0x40730741, 0x3e90175b, 0xbf7ab70f, 0x3f550515, 0xc07b4670, 0x4033f122, 0xbf9518b8,
    0xc01c743d, 0xbed1e128, 0xbeea787c, 0xc0429447, 0xbf2ef77b, 0x3fa64296, 0xc05e1740, 0xbf9d116e,
    0xbf1ee32f, 0xbfdcdff4, 0x3f4273e1, 0xbfcd916d, 0x3ec5589a, 0x3f38b376, 0xc02f7dc9, 0x3ff1fd26,
    0xbf68f073, 0x404acb18, 0x4049b657, 0x3fb5f236, 0x3f97e255, 0x3ef4c627, 0x3ffa693d, 0x3ffbd73b,
    0xbf501807, 0xbebe436a, 0x3eb50c58, 0x3f2a25f2, 0xbeff79df, 0x3f438dd3, 0xc036c9d3, 0xbfef8b61,
    0xbf8dd6e1, 0xbfebeafe, 0x3fd8199d, 0x3fd841a2, 0xc0541e45, 0x4073f945, 0xbf4669e5, 0xbfd667ef,
    0x3e902869, 0xbec39576, 0x40032571, 0xc078b4e3, 0x40751bb7, 0x3ed48616, 0x40403277, 0xbf536e16,
    0x3e9581f0, 0xc05651ea, 0x3ebb0122, 0xbf8cc0ae, 0xbf5eb12a, 0x400f31a6, 0x3eea454e, 0xbe9ccc51,
    0xbf84101a, 0x4051331b, 0x3eaa7897, 0x3fc6b7b1, 0xc013f210, 0xbfd1d020, 0xbfb4af10, 0x4056b712,
    0x3f869d48, 0x3ea88757, 0x40557db3, 0xbf5084ed, 0x3ef6e9a3, 0xbfdbbaf5, 0x3f5617ae, 0xbecdf996,
    0xbe8649e4, 0xbf379d44, 0xbf690f23, 0x3f417f7a, 0x4054c4c1, 0xc074b3b0, 0x3ec54565, 0xbe8b3381,
    0x3ffae83b, 0x3ec75974, 0xbf3c5aaa, 0xbfff3ba8, 0x3f16e04d, 0x3fe5d9aa, 0x3eeb5b58, 0xbf1f9483,
    0xc06c3154, 0x3ed4f5fa, 0x3f7898ff, 0x401c2e09, 0xbedab0bb, 0xbfc7b040, 0xbef8b3aa, 0xbfc1add5,
    0xc00682a2, 0xbfd79137, 0xbf0ccfe2, 0xbffd6750, 0x3ecade5c, 0x3f60cf7d, 0x3fed0102, 0xbefa9bb1,
    0xbe8454b9, 0xbf84c764, 0xc039e5fc, 0xbea6d9fa, 0x3f5c9511, 0x4045737f, 0x404a3600, 0x3ff4edb3,
    0x3f8735db, 0xbfdbea70, 0x3f603360, 0xc015392c, 0x3fd45ff0, 0xbeb2504e, 0x3fb5bc3a, 0xbf760993,
    0x3eb44d8d, 0x3ffb244f, 0xbe9a78e7, 0xbf0d8243, 0x3ff52168, 0x3ec5d4f4, 0x3fc87b09, 0xbea40b64,
    0x3ff182e4, 0x3ef22e68, 0xbee17799, 0x3edfa7d7, 0x3f0c61c5, 0xc03395c1, 0xbfe73d66, 0x40080dee,
    0x3f1af68e, 0xbf075fed, 0x3ef1db71, 0xbf0d8d01, 0x3f92c7bb, 0x3edb1bf2, 0xbea2f33f, 0x3f24fdbe,
    0xbf7d42fa, 0x3fe17bb1, 0xc0600487, 0xbef7c6b8, 0x3f271c1b, 0x403f9c9b, 0xbf6fcfc8, 0xbf5d9452,
    0x3f3f4b29, 0xc01ab1c2, 0x3ecd283c, 0x3fd00658, 0xbff714bb, 0x3f633c4a, 0xc05d15e5, 0xbf4b6f76,
    0xbe8a8f53, 0x3ee10e6a, 0x3fdbee65, 0x4076ea7c, 0x3f6ffe84, 0x3eb726fa, 0x3f596a4f, 0xbf7eefb7,
    0xc03c2f00, 0x3f311202, 0x4064d091, 0xc051006d, 0xbfe85415, 0xbe840fb5, 0xbef1ea41, 0x4031874e,
    0x3f1c5217, 0xbff08669, 0xbece6092, 0xbe9d45fb, 0x401bfae5, 0xbeb807fa, 0x4034d67e, 0xbfa76189,
    0x407b4fdd, 0x3ee751c9, 0x3efa823e, 0xbf076354, 0x3edd5c17, 0xbf3a9f9e, 0xbf8d48c2, 0x3ec44e56,
    0x40344bf6, 0xbf9c4bb7, 0xbf17f581, 0x3f257450, 0xbefd44d2, 0x3fc44efa, 0x3fccebe6, 0x3fffdc9f,
    0x3eeb20a1, 0xbf4db5df, 0x3ed41f59, 0x404ab0b5, 0x40590fd2, 0x3fbf81c9, 0x4010533b, 0xbeef9a2c,
    0xc0543509, 0x3f090fbd, 0xbf180570, 0x4037b431, 0xbe8c2d8a, 0x3ff349db, 0x3f74dcb9, 0x405f4c99,
    0x3eb0fc67, 0x3fa01cbf, 0x3fc5436e, 0xbe85c938, 0xc05e0aaa, 0x3f51148e, 0xbfc696e7, 0x4001ea46,
    0x3efea561, 0x40737ee5, 0x3e9ec5ce, 0xbffbe00e, 0xc0571ec3, 0x401da0ed, 0xbec90fb5, 0xbeae4585,
    0x3fc289b2, 0xbec6ffa3, 0xbef96722, 0x3feaab29, 0x3e9debf0, 0x405bb0ea, 0xc0145846, 0xbe92e0f9,
    0xbfcb4586, 0x406f608f, 0x3f64fd64, 0xc0702620, 0x3fbfc230, 0x405f3972, 0x3e89a8b4, 0x40665627,
    0xbfdd6817, 0xbf201007, 0x3ed37119, 0xbf700bed, 0x402447eb, 0xbf308c80, 0x402c48c9, 0x3ee9d9ba,
};
static const uint32_t out2_before[] = {
    0x75028772, 0x5228210e, 0x44804aea, 0xdb301846, 0x057c0963, 0x0c87364c, 0xcb07feb1, 0x19be63f1,
    0x998f6a77, 0xc9826814, 0x6985f74f, 0x23663f21, 0xf10da88b, 0xaa065f83, 0xbcbab6ec, 0xd30aca4d,
    0xe579413f, 0x4e21b410, 0x7ac93240, 0x48d976ff, 0x5e3e6310, 0x39821cab, 0xd2f97565, 0x7514ec24,
    0x7455c994, 0xd1abaea2, 0xb6526d46, 0xfbd1f479, 0x89fe0851, 0x4945c576, 0x316d9f2a, 0xbd4fdf2f,
    0x723a22bd, 0x3ead2a22, 0x7cd24d16, 0xbed2d243, 0x7f676220, 0xcfa8dcb7, 0xf0bfe5bc, 0x488bd14f,
    0x7dee2494, 0x38a800c2, 0x3d727efb, 0x355c46e0, 0x42ef4479, 0x61b61b8f, 0x75796648, 0x33bee7d5,
    0xc9828355, 0x8d462735, 0x4b868d09, 0xb6772a29, 0xb7a1c40e, 0xb0ad69eb, 0xc3f89070, 0xbd5ddb47,
    0xe967b1ac, 0x3f68252e, 0x790da298, 0x957accb0, 0x5303e392, 0x874bcb14, 0x4eb87cf7, 0xdbd33039,
    0xb1b12e50, 0xdc9eadf2, 0xaedfe1fc, 0x7c85d9a3, 0xc0918972, 0x160a93f3, 0x32f59310, 0xa287fefc,
    0xab85dbce, 0x0dada7cb, 0x3ee6a4b6, 0x9a133fd0, 0x19e210b0, 0xd02885a2, 0xf940159d, 0x5e24d258,
    0xe1b826a9, 0x345d5a45, 0xb898a27d, 0xac3afdef, 0xfa62987c, 0x9e4aae38, 0xfb6d0c61, 0xce0f4611,
    0x90387638, 0xc0c27cf3, 0xb72a3a2c, 0x8a7abf85, 0x1e266033, 0xf92d6faa, 0x4389b9be, 0x98772aed,
    0x62eb3b90, 0xa69f405f, 0xe0643328, 0xa22fef39, 0x9dc3d6b6, 0xb2a0439b, 0x781fa849, 0xcb946f07,
    0x56e18e12, 0xeaa008e3, 0x7172b65c, 0x2fc274cd, 0x397f110c, 0x874fa52f, 0x87611ede, 0x2d86cd19,
    0x763a764b, 0x5879e4e5, 0x49fb6167, 0x4938893e, 0x7ae1af53, 0x209a936c, 0x9b895493, 0x08c6946e,
    0xdeeb8351, 0xb2280076, 0xbd963f17, 0x2c958d83, 0xc6a07db8, 0x6dad50e1, 0x69b9a793, 0x642e7a56,
    0x5f4c1a1a, 0x7fbb0734, 0x583284f1, 0x459ad875, 0x3e76bd39, 0x0e5d81e8, 0x2662ebb7, 0x211a2534,
    0xd8cbbe6b, 0xb57a85f2, 0x0cc06cd3, 0xad79e9b2, 0xff3de5b7, 0x1d1a89fd, 0x535a395f, 0x5569d7fd,
    0x9dfa7a2a, 0xafdb651c, 0x0804c8c8, 0x1f77fe97, 0x2d72e827, 0x7c3beede, 0x48c842eb, 0x92d687d6,
    0xc2fb998c, 0x5169b57d, 0x8f14d520, 0x2723bb41, 0xe7d80440, 0xd3928f10, 0x47d68d49, 0xd3939d6a,
    0x41042aa8, 0x6d19bd52, 0x1eafc46e, 0x08b4e4b7, 0xdfe1c6db, 0x3c6d0550, 0x760c47ab, 0xb953e855,
    0x52852465, 0x7b17756e, 0x51d54bfc, 0xc30dc2a1, 0x10a82c8b, 0x384b27d3, 0xd8c5f699, 0x7c7cd4b7,
    0x591e3fe2, 0xa4fda538, 0x74709ce1, 0x656877c8, 0xa7adf4d7, 0xb9afe88a, 0xdfaf72d5, 0x508462f0,
    0xa6bd4e17, 0xbac2a86d, 0xa02f1c73, 0x2bb748ee, 0x8c500b0b, 0x41d41978, 0xd8fcab8e, 0x9fb52c56,
    0x060b0871, 0xa678c495, 0x2890e733, 0x7ba866c1, 0x947f2a5a, 0xcf60eea5, 0x3bf0f0cc, 0x95d4ed73,
    0xcc470707, 0x9903be60, 0xe92c52e6, 0xb6eecc61, 0xa5a4e988, 0x2f96e3c3, 0x6fabfdff, 0x50075da6,
    0x9634e5d4, 0x609ab597, 0x3aebec3d, 0x4e47ed28, 0xc8c7f08e, 0xb3f1410b, 0x24e7c086, 0x3245763d,
    0x46cdf134, 0x103d8827, 0x06ca1b1e, 0x670326c1, 0x85695a1a, 0x972c3741, 0xb6f76869, 0xbf3f31a8,
    0x7451a7cd, 0x028dcca5, 0x14bba8cb, 0xec72482c, 0xf5ec274a, 0xb48b5017, 0x45017e6d, 0x73eb8720,
    0xaa5cc3b8, 0x2de65598, 0x251fc50f, 0x3182d93c, 0x7cf97f96, 0xea34de57, 0xceb3e7a6, 0x2e76ac89,
    0xe4506e44, 0xd8047099, 0x93aff3f8, 0xfc8451e1, 0xe3699e07, 0x3982363e, 0x956eae29, 0xd1bc4f34,
    0xaa49b036, 0xcbe3dd64, 0xb507b4a4, 0x863f615c, 0x3d8953a2, 0x6102d973, 0x7481175a, 0x74c0aa29,
    0xc9aacc95, 0xb52f3110, 0x0bf3e2f4, 0xe0e7fe38, 0x818af384, 0xed61b311, 0xab65368e, 0x9ef4c641,
    0xacd4962c, 0xc483f262, 0xe1ad9efb, 0xb7558edf, 0x4f5d3c80, 0x62130b88, 0xc6af4dc8, 0xcf8765a5,
    0x827996a4, 0x904266d6, 0x178f4f39, 0x02483a3f, 0xaae61427, 0xc4575743, 0x5793a5c1, 0x2babfbb6,
    0x5a52cbba, 0x8a07824b, 0x72a21892, 0x03d2b943, 0xceb8f02d, 0x8d137303, 0x9b0ee0e7, 0xaa4f9aa4,
    0xa75ea370, 0xd0032158, 0x98c5eaff, 0x929e6ea2, 0xa1c9d2d7, 0x50a57ac1, 0x6f7753d5, 0xc4adf5cd,
    0xc8df54a3, 0xba137d87, 0x671cc119, 0xb08291d8, 0x5786d51c, 0x13509c39, 0x1c910c7d, 0xc33dcfe0,
    0x57bb8f06, 0x1c73addc, 0x0a4d62e6, 0x6d9ce70c, 0x2c7daec4, 0x333bf39d, 0x5c18f734, 0x9172ff7b,
    0xf156a56f, 0x47e3bc79, 0xb07f06c9, 0x139c6d38, 0x7df80e77, 0x8344f5d6, 0xf44622c0, 0x7ca6e57f,
    0x6829cd2d, 0x7dc929ad, 0x6fdcdd8f, 0x75b9121e, 0x0057c065, 0xaaa085f0, 0x02d06340, 0xe5a0d264,
    0x0caa027c, 0xc0d7b673, 0x23c653f6, 0xd6407cb6, 0x33dfa104, 0xecbebe28, 0xcb3d0620, 0xa6dc922b,
    0x71c0d908, 0x00c622e0, 0x8bb5cd4b, 0x6639b0e4, 0x18a724b0, 0x7115fade, 0x8bbfe329, 0x0b812b69,
    0x530fcb3b, 0xf8977e56, 0x6b9a5787, 0x3db0b3c9, 0xbf2c2441, 0x8e4d3c07, 0xf53ed2c2, 0xc9ff6de4,
    0x8b0cd27b, 0x89c957e8, 0xf68600f6, 0x99a05fe5, 0x2c065589, 0xe2d4b377, 0xc51e830f, 0x3fee2942,
    0xe5835b85, 0x93926fd8, 0x0abb1d8d, 0xca9753ce, 0xe0210f21, 0x47c535b0, 0xa87dc5c0, 0xe72930b3,
    0xfcbe8098, 0x5990949d, 0x2620496d, 0x2f22ffcb, 0xb50a6b7a, 0x0e1a5c27, 0x4c2ff5c4, 0xab0f1746,
    0x6a96fe17, 0x92dfecf8, 0x47cc8805, 0x5ee01055, 0x029e972b, 0xa8a64989, 0x4ae383c6, 0x3f2260bc,
    0x878e7133, 0xe0813bc1, 0xfdb34b8f, 0x3aa08d4e, 0xf45e65ef, 0x56f26f79, 0x16e356bf, 0x678d0646,
    0x87ab5a3d, 0x542c45a5, 0x0329f4cc, 0xa86063ee, 0xfd0a2509, 0x97c6457f, 0x687f5c67, 0x224faeab,
    0x74987209, 0xf03ea536, 0x9df5adf8, 0x152da5e1, 0xa281b647, 0xff3c95ea, 0x04260ec1, 0x60f37230,
    0x183938d7, 0x45b115b9, 0xfca18ca6, 0x6f25b65c, 0x0bba3064, 0xb1147a86, 0x31e504de, 0x6aa5977c,
    0x52bd3b36, 0x26ed9378, 0x8e3fcd27, 0xbfd47e78, 0x20ed70f9, 0x23e4c609, 0x93ca305d, 0x9fd204bb,
    0x3074e2e6, 0x8183b3c1, 0xa7f22287, 0xcbbd1dec, 0xbbaf02df, 0xd5e7ff3a, 0x2c5650ad, 0xa6c50c7f,
    0x3a739b3e, 0xe0831b31, 0xc659fb31, 0x7a990f57, 0xe9f9791f, 0xbf9bcbe1, 0xa458338d, 0x438ac5f6,
    0xd3880af3, 0xea7972c2, 0x57a4845e, 0x586823cf, 0x0124e0b4, 0x3291e803, 0xd41acd2d, 0xcc8ed1ce,
    0xb8694c76, 0x377dc453, 0x55e936e2, 0x78c7d92d, 0xef2042e9, 0xff3567c4, 0x3bf5a459, 0x226fdf23,
    0x0d6d022c, 0x7a33c6b6, 0xc72d9b99, 0x97ff1827, 0xf714388c, 0x85139f58, 0x155433b2, 0x32925847,
    0xa09a95aa, 0x31b1a680, 0xf8433cad, 0x41a3b339, 0xccf03a5f, 0x813f2bb5, 0x7de6a272, 0xa2080e9a,
    0xe0d418be, 0x84489032, 0x97148c76, 0xb857ac82, 0x376b5d19, 0x05f63d26, 0x8f2f8210, 0x5d9f872b,
    0xac4c3638, 0x3bf2a5f0, 0xefa9d3e9, 0x32794aa3, 0x1fb34a22, 0x9735b698, 0x979cf6f2, 0xe2d2b587,
    0x604c17d6, 0x7e5e9671, 0xc09020e4, 0x50c7dde3, 0xc9d6763d, 0x9f233e9b, 0xacf539e8, 0x1947f666,
    0xe49bb484, 0x87e877ac, 0x8b1aace6, 0x0db444ee, 0x5cdb2adc, 0xec5938f8, 0xb08cb1a4, 0x8d00bdb5,
    0xf202176d, 0xc6b3d079, 0x2c70c9a3, 0xcb198bf9, 0x84a8ef8d, 0x40fea40d, 0x4d6f3cd4, 0x9651f1b9,
    0x0a0cc0ab, 0x9cf3eee0, 0x127d5d3c, 0x0445257f, 0xb48db049, 0x24f939cd, 0xeb732343, 0x9b5f90f2,
    0x2b18bf2a, 0xdd6bcbbc, 0xca89ee8b, 0x088bb8df, 0x2b8415a0, 0x55cd6586, 0xc4d465f1, 0x4b4ca400,
    0x103fe878, 0x8181b1e0, 0x4b513cd4, 0x698d17bd, 0x90bb6cfe, 0x2d787fae, 0xb4a217f8, 0x49ad7be6,
    0x72aecb4d, 0x141b226b, 0x9b9e0142, 0x4593514f, 0x9f1de218, 0xdfd0d782, 0xc51651ca, 0xc5f103e5,
    0x947a759c, 0xa0944cac, 0x36eb230b, 0x3497f367, 0x1241ee11, 0x6328722d, 0xb30aafea, 0x8eaab7f8,
    0xb254513e, 0xfaf972f5, 0xcc53d1c9, 0xe0127829, 0xa5f8c6fb, 0x2d89d1ea, 0xe0c76a59, 0x7ada3bc2,
    0x340f8884, 0x05906011, 0xd96e5670, 0xb7305870, 0x3b2bf327, 0x3b1fc6b2, 0xae7004bd, 0x182b6865,
    0x051ef985, 0xda51688e, 0xbd5f5ca9, 0x6a3305bd, 0xaeb92f55, 0xaa64b465, 0x9fc07b44, 0xd37e1bab,
    0x2a2de58c, 0x90782b4b, 0x3151cbed, 0x350c635c, 0x2b744178, 0x8805636a, 0x6fd5de8a, 0xc94d87c8,
    0xa0c47a36, 0x244b2c7a, 0xe49e04bf, 0x482e30e0, 0x8154359b, 0xc1d32deb, 0x072610be, 0x59c20bd8,
    0xcce01099, 0x72e672dd, 0x02ccfd2e, 0xf47b4c70, 0xc518e9e8, 0xee4cdc7b, 0x0b518b3c, 0x597fc7fb,
    0x14e9b6f5, 0x7fbb143f, 0x46754ab8, 0x9ce37a87, 0xf4623336, 0xc36cedad, 0x834402a0, 0x560585f5,
    0xf78d1e73, 0xa4b7c334, 0xa84f1f74, 0xaf5918cb, 0xa17f77f9, 0x5697851e, 0xe48fda44, 0xaafe9380,
    0xb880df32, 0xe7cc922d, 0x57482388, 0xba6bd623, 0x757ed264, 0x1cd12fb7, 0xc2f14bdc, 0xa64470fe,
    0xfba9bc7b, 0x2c25ce69, 0x8387b90a, 0xac9fe143, 0x3529c2b3, 0x3bbad923, 0xd4f71e49, 0xa7b800d3,
    0x2b45b2d1, 0x83705d6f, 0x2a824691, 0x4d0036fe, 0x23c2140d, 0x10fc7073, 0xfd642970, 0xc7be9fc2,
    0xcb6ab495, 0x3e402bae, 0x758edd64, 0x7e1fa63b, 0xcebdd2ab, 0x2fbfc78c, 0xbc1f8d04, 0x2a21ddec,
    0x2df9f01f, 0x6233a033, 0x87e1f6f7, 0x9057864b, 0xe17ad959, 0xd0cc87b6, 0x2ced7fb3, 0x9166a6a8,
    0xe6da498c, 0x23aed4d4, 0x487a38e5, 0x8b1d0197, 0x334d3394, 0xc5e9b689, 0x248cf3b0, 0xc0e77c8b,
    0xe54249f0, 0x7fb6b109, 0xe58692b1, 0xdd457bb7, 0x1fb99f58, 0xcd0ce745, 0x40251972, 0x408ab918,
    0xb0792515, 0x60ec3c05, 0xb9e68929, 0xa830cbc0, 0xe8223ab9, 0xc4d3cd03, 0xb823a7ce, 0x13a5d2ff,
    0x51881884, 0x82e1a5f5, 0xdaf5c9b4, 0x0db56fed, 0xdcc5ece1, 0x882f9007, 0xa1364928, 0x43fb778d,
    0x8fca4dcb, 0xf79e2ace, 0x413f691c, 0xc8beef59, 0x5ccefadc, 0x2b7f1843, 0x8a6cf4ee, 0x2b013d82,
    0x0ae463b6, 0xf62ab0bf, 0x9a00e153, 0x45020d34, 0x76cfa784, 0x3e7b7445, 0x3479e615, 0x52550862,
    0x5bbcf708, 0x7dc7b30c, 0xd5f70387, 0x83a96595, 0x391f0214, 0x779dbf5f, 0xda24c8f3, 0x7da60e2f,
    0x2955bf91, 0xa56784ff, 0x31feb621, 0xe99e8864, 0x7ee0b1d5, 0x9d081c4d, 0x08140bd9, 0x5a695293,
    0x3013ac0b, 0xea2f60c1, 0xd76064d7, 0xdbb8aad1, 0xcb6a6fc9, 0x84e5ebe4, 0xf81a08c0, 0xb50b0fca,
    0x824d4b79, 0xcad8fccb, 0xcb899bb0, 0x597db7fb, 0x2fc17c73, 0x0ff38e06, 0x745fd89d, 0x486494ed,
    0x869d9557, 0x96c1bc2b, 0x599b5203, 0xeda39288, 0x3fbea4fb, 0xbe19b160, 0x63c09c2f, 0x38344a8f,
    0x589268fd, 0x982ed5a0, 0x3f2ec002, 0x6488a0fc, 0x4d2b0965, 0x534e4691, 0xd6967d9e, 0x784e4f11,
    0x5572a9e6, 0xebc6d51e, 0x53f72cc6, 0x3d145fed, 0x1119e1ce, 0x823d9086, 0x4a846693, 0xc1ec5b09,
    0x69712d3f, 0xe86166b0, 0xd0bc6ba2, 0x7a1c0427, 0x4b4491cd, 0xef210961, 0xba56b294, 0x006f3e02,
    0xea274c49, 0x092f6578, 0x3a867df7, 0x0ebef5c8, 0xcd458a73, 0x2987db7a, 0x7f03889e, 0x6fcb170e,
    0xd45de777, 0xabe265ed, 0x0f399cb4, 0x97969fd6, 0xf1f2622c, 0xc740d3d5, 0x615fb45a, 0xf536ef28,
    0xdd389563, 0x2516556e, 0xa8df620d, 0x8eacefa0, 0xd30d4a20, 0xf2bd0fee, 0x516824cf, 0xfe68f093,
    0xc741f090, 0x50525060, 0xf10e9392, 0x6b505d2c, 0x708536ea, 0x8b4c59ef, 0x43d7f573, 0x55476c19,
};
static const uint32_t out2_expected[] = {
    0x75028772, 0x5228210e, 0x44804aea, 0xdb301846, 0x057c0963, 0x0c87364c, 0xcb07feb1, 0x19be63f1,
    0x998f6a77, 0xc9826814, 0x6985f74f, 0x23663f21, 0xf10da88b, 0xaa065f83, 0xbcbab6ec, 0xd30aca4d,
    0xe579413f, 0x4e21b410, 0x7ac93240, 0x48d976ff, 0xbf04a000, 0x3fd90000, 0x3f0e6000, 0x3fa6e000,
    0xbf2f0000, 0xbf502000, 0x40750000, 0x3f868000, 0x89fe0851, 0x4945c576, 0x316d9f2a, 0xbd4fdf2f,
    0xbf4e4000, 0x3ec1a000, 0x3fda6000, 0x3fb92000, 0x3fa64000, 0xbebe6000, 0x3ed48000, 0x3ea88000,
    0x7dee2494, 0x38a800c2, 0x3d727efb, 0x355c46e0, 0x3f634000, 0x4056e000, 0x3f3fc000, 0x3f5be000,
    0xc05e2000, 0x3eb50000, 0x40402000, 0x40556000, 0xb7a1c40e, 0xb0ad69eb, 0xc3f89070, 0xbd5ddb47,
    0xbfb02000, 0x4076c000, 0xbf310000, 0x3ffa0000, 0xbf9d2000, 0x3f2a2000, 0xbf538000, 0xbf50a000,
    0xb1b12e50, 0xdc9eadf2, 0xaedfe1fc, 0x7c85d9a3, 0xbef32000, 0xbfe26000, 0x3fd0a000, 0xbfe12000,
    0xbf1f0000, 0xbeff8000, 0x3e958000, 0x3ef6e000, 0x19e210b0, 0xd02885a2, 0xf940159d, 0x5e24d258,
    0xbf360000, 0xc068e000, 0x3f294000, 0xbfb76000, 0xbfdce000, 0x3f438000, 0xc0566000, 0xbfdbc000,
    0x90387638, 0xc0c27cf3, 0xb72a3a2c, 0x8a7abf85, 0xbec1c000, 0x3e914000, 0x3f812000, 0x3fabc000,
    0x3f426000, 0xc036e000, 0x3ebb0000, 0x3f560000, 0x9dc3d6b6, 0xb2a0439b, 0x781fa849, 0xcb946f07,
    0xc073e000, 0x3faa8000, 0x3e98c000, 0xbfa60000, 0xbfcda000, 0xbfefa000, 0xbf8ce000, 0xbece0000,
    0x763a764b, 0x5879e4e5, 0x49fb6167, 0x4938893e, 0xbf5a2000, 0xbfa5c000, 0xbf5fe000, 0x3f1a0000,
    0x3ec54000, 0xbf8de000, 0xbf5ec000, 0xbe866000, 0xc6a07db8, 0x6dad50e1, 0x69b9a793, 0x642e7a56,
    0x3ee16000, 0x3ef6c000, 0x405f8000, 0x40730000, 0x3f38a000, 0xbfec0000, 0x400f2000, 0xbf37a000,
    0xd8cbbe6b, 0xb57a85f2, 0x0cc06cd3, 0xad79e9b2, 0xc0732000, 0xbffe0000, 0xbeef6000, 0x3e900000,
    0xc02f8000, 0x3fd80000, 0x3eea4000, 0xbf692000, 0x2d72e827, 0x7c3beede, 0x48c842eb, 0x92d687d6,
    0x3f716000, 0xbefcc000, 0x3f81e000, 0xbf7ac000, 0x3ff1e000, 0x3fd84000, 0xbe9ce000, 0x3f416000,
    0x41042aa8, 0x6d19bd52, 0x1eafc46e, 0x08b4e4b7, 0x3fedc000, 0xbea96000, 0xbea60000, 0x3f550000,
    0xbf690000, 0xc0542000, 0xbf842000, 0x4054c000, 0x10a82c8b, 0x384b27d3, 0xd8c5f699, 0x7c7cd4b7,
    0xbf5e4000, 0x3ed16000, 0x3e834000, 0xc07b6000, 0x404ac000, 0x4073e000, 0x40512000, 0xc074c000,
    0xa6bd4e17, 0xbac2a86d, 0xa02f1c73, 0x2bb748ee, 0xc07ce000, 0x3f912000, 0xbfbb2000, 0x4033e000,
    0x4049a000, 0xbf468000, 0x3eaa6000, 0x3ec54000, 0x947f2a5a, 0xcf60eea5, 0x3bf0f0cc, 0x95d4ed73,
    0x3f47e000, 0xbeec6000, 0xbf192000, 0xbf952000, 0x3fb5e000, 0xbfd68000, 0x3fc6a000, 0xbe8b4000,
    0x9634e5d4, 0x609ab597, 0x3aebec3d, 0x4e47ed28, 0xc8c7f08e, 0xb3f1410b, 0x24e7c086, 0x3245763d,
    0x46cdf134, 0x103d8827, 0x06ca1b1e, 0x670326c1, 0x85695a1a, 0x972c3741, 0xb6f76869, 0xbf3f31a8,
    0x7451a7cd, 0x028dcca5, 0x14bba8cb, 0xec72482c, 0xf5ec274a, 0xb48b5017, 0x45017e6d, 0x73eb8720,
    0xaa5cc3b8, 0x2de65598, 0x251fc50f, 0x3182d93c, 0x7cf97f96, 0xea34de57, 0xceb3e7a6, 0x2e76ac89,
    0xe4506e44, 0xd8047099, 0x93aff3f8, 0xfc8451e1, 0xe3699e07, 0x3982363e, 0x956eae29, 0xd1bc4f34,
    0xaa49b036, 0xcbe3dd64, 0xb507b4a4, 0x863f615c, 0x3d8953a2, 0x6102d973, 0x7481175a, 0x74c0aa29,
    0xc9aacc95, 0xb52f3110, 0x0bf3e2f4, 0xe0e7fe38, 0x818af384, 0xed61b311, 0xab65368e, 0x9ef4c641,
    0xacd4962c, 0xc483f262, 0xe1ad9efb, 0xb7558edf, 0x4f5d3c80, 0x62130b88, 0xc6af4dc8, 0xcf8765a5,
    0x827996a4, 0x904266d6, 0x178f4f39, 0x02483a3f, 0xaae61427, 0xc4575743, 0x5793a5c1, 0x2babfbb6,
    0x5a52cbba, 0x8a07824b, 0x72a21892, 0x03d2b943, 0xceb8f02d, 0x8d137303, 0x9b0ee0e7, 0xaa4f9aa4,
    0xa75ea370, 0xd0032158, 0x98c5eaff, 0x929e6ea2, 0xa1c9d2d7, 0x50a57ac1, 0x6f7753d5, 0xc4adf5cd,
    0xc8df54a3, 0xba137d87, 0x671cc119, 0xb08291d8, 0x5786d51c, 0x13509c39, 0x1c910c7d, 0xc33dcfe0,
    0x57bb8f06, 0x1c73addc, 0x0a4d62e6, 0x6d9ce70c, 0x2c7daec4, 0x333bf39d, 0x5c18f734, 0x9172ff7b,
    0xf156a56f, 0x47e3bc79, 0xb07f06c9, 0x139c6d38, 0x7df80e77, 0x8344f5d6, 0xf44622c0, 0x7ca6e57f,
    0x6829cd2d, 0x7dc929ad, 0x6fdcdd8f, 0x75b9121e, 0x0057c065, 0xaaa085f0, 0x02d06340, 0xe5a0d264,
    0x0caa027c, 0xc0d7b673, 0x23c653f6, 0xd6407cb6, 0x33dfa104, 0xecbebe28, 0xcb3d0620, 0xa6dc922b,
    0x71c0d908, 0x00c622e0, 0x8bb5cd4b, 0x6639b0e4, 0x18a724b0, 0x7115fade, 0x8bbfe329, 0x0b812b69,
    0x530fcb3b, 0xf8977e56, 0x6b9a5787, 0x3db0b3c9, 0xbf2c2441, 0x8e4d3c07, 0xf53ed2c2, 0xc9ff6de4,
    0x8b0cd27b, 0x89c957e8, 0xf68600f6, 0x99a05fe5, 0x2c065589, 0xe2d4b377, 0xc51e830f, 0x3fee2942,
    0xe5835b85, 0x93926fd8, 0x0abb1d8d, 0xca9753ce, 0xe0210f21, 0x47c535b0, 0xa87dc5c0, 0xe72930b3,
    0xfcbe8098, 0x5990949d, 0x2620496d, 0x2f22ffcb, 0xb50a6b7a, 0x0e1a5c27, 0x4c2ff5c4, 0xab0f1746,
    0x6a96fe17, 0x92dfecf8, 0x47cc8805, 0x5ee01055, 0x029e972b, 0xa8a64989, 0x4ae383c6, 0x3f2260bc,
    0x878e7133, 0xe0813bc1, 0xfdb34b8f, 0x3aa08d4e, 0xf45e65ef, 0x56f26f79, 0x16e356bf, 0x678d0646,
    0x87ab5a3d, 0x542c45a5, 0x0329f4cc, 0xa86063ee, 0xfd0a2509, 0x97c6457f, 0x687f5c67, 0x224faeab,
    0x74987209, 0xf03ea536, 0x9df5adf8, 0x152da5e1, 0xa281b647, 0xff3c95ea, 0x04260ec1, 0x60f37230,
    0x183938d7, 0x45b115b9, 0xfca18ca6, 0x6f25b65c, 0x0bba3064, 0xb1147a86, 0x31e504de, 0x6aa5977c,
    0x52bd3b36, 0x26ed9378, 0x8e3fcd27, 0xbfd47e78, 0x20ed70f9, 0x23e4c609, 0x93ca305d, 0x9fd204bb,
    0x3074e2e6, 0x8183b3c1, 0xa7f22287, 0xcbbd1dec, 0xbbaf02df, 0xd5e7ff3a, 0x2c5650ad, 0xa6c50c7f,
    0x3a739b3e, 0xe0831b31, 0xc659fb31, 0x7a990f57, 0xe9f9791f, 0xbf9bcbe1, 0xa458338d, 0x438ac5f6,
    0xd3880af3, 0xea7972c2, 0x57a4845e, 0x586823cf, 0x0124e0b4, 0x3291e803, 0xd41acd2d, 0xcc8ed1ce,
    0xb8694c76, 0x377dc453, 0x55e936e2, 0x78c7d92d, 0xef2042e9, 0xff3567c4, 0x3bf5a459, 0x226fdf23,
    0x0d6d022c, 0x7a33c6b6, 0xc72d9b99, 0x97ff1827, 0xf714388c, 0x85139f58, 0x155433b2, 0x32925847,
    0xa09a95aa, 0x31b1a680, 0xf8433cad, 0x41a3b339, 0xccf03a5f, 0x813f2bb5, 0x7de6a272, 0xa2080e9a,
    0xe0d418be, 0x84489032, 0x97148c76, 0xb857ac82, 0x376b5d19, 0x05f63d26, 0x8f2f8210, 0x5d9f872b,
    0xac4c3638, 0x3bf2a5f0, 0xefa9d3e9, 0x32794aa3, 0x1fb34a22, 0x9735b698, 0x979cf6f2, 0xe2d2b587,
    0x604c17d6, 0x7e5e9671, 0xc09020e4, 0x50c7dde3, 0xc9d6763d, 0x9f233e9b, 0xacf539e8, 0x1947f666,
    0xe49bb484, 0x87e877ac, 0x8b1aace6, 0x0db444ee, 0x5cdb2adc, 0xec5938f8, 0xb08cb1a4, 0x8d00bdb5,
    0xf202176d, 0xc6b3d079, 0x2c70c9a3, 0xcb198bf9, 0x84a8ef8d, 0x40fea40d, 0x4d6f3cd4, 0x9651f1b9,
    0x0a0cc0ab, 0x9cf3eee0, 0x127d5d3c, 0x0445257f, 0xb48db049, 0x24f939cd, 0xeb732343, 0x9b5f90f2,
    0x2b18bf2a, 0xdd6bcbbc, 0xca89ee8b, 0x088bb8df, 0x2b8415a0, 0x55cd6586, 0xc4d465f1, 0x4b4ca400,
    0x103fe878, 0x8181b1e0, 0x4b513cd4, 0x698d17bd, 0x90bb6cfe, 0x2d787fae, 0xb4a217f8, 0x49ad7be6,
    0x72aecb4d, 0x141b226b, 0x9b9e0142, 0x4593514f, 0x9f1de218, 0xdfd0d782, 0xc51651ca, 0xc5f103e5,
    0x947a759c, 0xa0944cac, 0x36eb230b, 0x3497f367, 0x1241ee11, 0x6328722d, 0xb30aafea, 0x8eaab7f8,
    0xb254513e, 0xfaf972f5, 0xcc53d1c9, 0xe0127829, 0xa5f8c6fb, 0x2d89d1ea, 0xe0c76a59, 0x7ada3bc2,
    0x340f8884, 0x05906011, 0xd96e5670, 0xb7305870, 0x3b2bf327, 0x3b1fc6b2, 0xae7004bd, 0x182b6865,
    0x051ef985, 0xda51688e, 0xbd5f5ca9, 0x6a3305bd, 0xaeb92f55, 0xaa64b465, 0x9fc07b44, 0xd37e1bab,
    0x2a2de58c, 0x90782b4b, 0x3151cbed, 0x350c635c, 0x2b744178, 0x8805636a, 0x6fd5de8a, 0xc94d87c8,
    0xa0c47a36, 0x244b2c7a, 0xe49e04bf, 0x482e30e0, 0x8154359b, 0xc1d32deb, 0x072610be, 0x59c20bd8,
    0xcce01099, 0x72e672dd, 0x02ccfd2e, 0xf47b4c70, 0xc518e9e8, 0xee4cdc7b, 0x0b518b3c, 0x597fc7fb,
    0x14e9b6f5, 0x7fbb143f, 0x46754ab8, 0x9ce37a87, 0xf4623336, 0xc36cedad, 0x834402a0, 0x560585f5,
    0xf78d1e73, 0xa4b7c334, 0xa84f1f74, 0xaf5918cb, 0xa17f77f9, 0x5697851e, 0xe48fda44, 0xaafe9380,
    0xb880df32, 0xe7cc922d, 0x57482388, 0xba6bd623, 0x757ed264, 0x1cd12fb7, 0xc2f14bdc, 0xa64470fe,
    0xfba9bc7b, 0x2c25ce69, 0x8387b90a, 0xac9fe143, 0x3529c2b3, 0x3bbad923, 0xd4f71e49, 0xa7b800d3,
    0x2b45b2d1, 0x83705d6f, 0x2a824691, 0x4d0036fe, 0x23c2140d, 0x10fc7073, 0xfd642970, 0xc7be9fc2,
    0xcb6ab495, 0x3e402bae, 0x758edd64, 0x7e1fa63b, 0xcebdd2ab, 0x2fbfc78c, 0xbc1f8d04, 0x2a21ddec,
    0x2df9f01f, 0x6233a033, 0x87e1f6f7, 0x9057864b, 0xe17ad959, 0xd0cc87b6, 0x2ced7fb3, 0x9166a6a8,
    0xe6da498c, 0x23aed4d4, 0x487a38e5, 0x8b1d0197, 0x334d3394, 0xc5e9b689, 0x248cf3b0, 0xc0e77c8b,
    0xe54249f0, 0x7fb6b109, 0xe58692b1, 0xdd457bb7, 0x1fb99f58, 0xcd0ce745, 0x40251972, 0x408ab918,
    0xb0792515, 0x60ec3c05, 0xb9e68929, 0xa830cbc0, 0xe8223ab9, 0xc4d3cd03, 0xb823a7ce, 0x13a5d2ff,
    0x51881884, 0x82e1a5f5, 0xdaf5c9b4, 0x0db56fed, 0xdcc5ece1, 0x882f9007, 0xa1364928, 0x43fb778d,
    0x8fca4dcb, 0xf79e2ace, 0x413f691c, 0xc8beef59, 0x5ccefadc, 0x2b7f1843, 0x8a6cf4ee, 0x2b013d82,
    0x0ae463b6, 0xf62ab0bf, 0x9a00e153, 0x45020d34, 0x76cfa784, 0x3e7b7445, 0x3479e615, 0x52550862,
    0x5bbcf708, 0x7dc7b30c, 0xd5f70387, 0x83a96595, 0x391f0214, 0x779dbf5f, 0xda24c8f3, 0x7da60e2f,
    0x2955bf91, 0xa56784ff, 0x31feb621, 0xe99e8864, 0x7ee0b1d5, 0x9d081c4d, 0x08140bd9, 0x5a695293,
    0x3013ac0b, 0xea2f60c1, 0xd76064d7, 0xdbb8aad1, 0xcb6a6fc9, 0x84e5ebe4, 0xf81a08c0, 0xb50b0fca,
    0x824d4b79, 0xcad8fccb, 0xcb899bb0, 0x597db7fb, 0x2fc17c73, 0x0ff38e06, 0x745fd89d, 0x486494ed,
    0x869d9557, 0x96c1bc2b, 0x599b5203, 0xeda39288, 0x3fbea4fb, 0xbe19b160, 0x63c09c2f, 0x38344a8f,
    0x589268fd, 0x982ed5a0, 0x3f2ec002, 0x6488a0fc, 0x4d2b0965, 0x534e4691, 0xd6967d9e, 0x784e4f11,
    0x5572a9e6, 0xebc6d51e, 0x53f72cc6, 0x3d145fed, 0x1119e1ce, 0x823d9086, 0x4a846693, 0xc1ec5b09,
    0x69712d3f, 0xe86166b0, 0xd0bc6ba2, 0x7a1c0427, 0x4b4491cd, 0xef210961, 0xba56b294, 0x006f3e02,
    0xea274c49, 0x092f6578, 0x3a867df7, 0x0ebef5c8, 0xcd458a73, 0x2987db7a, 0x7f03889e, 0x6fcb170e,
    0xd45de777, 0xabe265ed, 0x0f399cb4, 0x97969fd6, 0xf1f2622c, 0xc740d3d5, 0x615fb45a, 0xf536ef28,
    0xdd389563, 0x2516556e, 0xa8df620d, 0x8eacefa0, 0xd30d4a20, 0xf2bd0fee, 0x516824cf, 0xfe68f093,
    0xc741f090, 0x50525060, 0xf10e9392, 0x6b505d2c, 0x708536ea, 0x8b4c59ef, 0x43d7f573, 0x55476c19,
};
static const struct open out2_open[] = {
    {80, 'o', 1, 1, 0, 0, 0, 2},
    {84, 'o', 1, 1, 0, 0, 2, 2},
    {88, 'o', 1, 1, 0, 0, 4, 2},
    {92, 'o', 1, 1, 0, 0, 6, 2},
    {96, 'o', 1, 1, 0, 0, 8, 2},
    {100, 'o', 1, 1, 0, 0, 10, 2},
    {104, 'o', 1, 1, 0, 0, 12, 2},
    {108, 'o', 1, 1, 0, 0, 14, 2},
    {128, 'o', 1, 1, 0, 0, 16, 2},
    {132, 'o', 1, 1, 0, 0, 18, 2},
    {136, 'o', 1, 1, 0, 0, 20, 2},
    {140, 'o', 1, 1, 0, 0, 22, 2},
    {144, 'o', 1, 1, 0, 0, 24, 2},
    {148, 'o', 1, 1, 0, 0, 26, 2},
    {152, 'o', 1, 1, 0, 0, 28, 2},
    {156, 'o', 1, 1, 0, 0, 30, 2},
    {176, 'o', 1, 1, 0, 0, 32, 2},
    {180, 'o', 1, 1, 0, 0, 34, 2},
    {184, 'o', 1, 1, 0, 0, 36, 2},
    {188, 'o', 1, 1, 0, 0, 38, 2},
    {192, 'o', 1, 1, 0, 0, 40, 2},
    {196, 'o', 1, 1, 0, 0, 42, 2},
    {200, 'o', 1, 1, 0, 0, 44, 2},
    {204, 'o', 1, 1, 0, 0, 46, 2},
    {224, 'o', 1, 1, 0, 0, 48, 2},
    {228, 'o', 1, 1, 0, 0, 50, 2},
    {232, 'o', 1, 1, 0, 0, 52, 2},
    {236, 'o', 1, 1, 0, 0, 54, 2},
    {240, 'o', 1, 1, 0, 0, 56, 2},
    {244, 'o', 1, 1, 0, 0, 58, 2},
    {248, 'o', 1, 1, 0, 0, 60, 2},
    {252, 'o', 1, 1, 0, 0, 62, 2},
    {272, 'o', 1, 1, 0, 0, 64, 2},
    {276, 'o', 1, 1, 0, 0, 66, 2},
    {280, 'o', 1, 1, 0, 0, 68, 2},
    {284, 'o', 1, 1, 0, 0, 70, 2},
    {288, 'o', 1, 1, 0, 0, 72, 2},
    {292, 'o', 1, 1, 0, 0, 74, 2},
    {296, 'o', 1, 1, 0, 0, 76, 2},
    {300, 'o', 1, 1, 0, 0, 78, 2},
    {320, 'o', 1, 1, 0, 0, 80, 2},
    {324, 'o', 1, 1, 0, 0, 82, 2},
    {328, 'o', 1, 1, 0, 0, 84, 2},
    {332, 'o', 1, 1, 0, 0, 86, 2},
    {336, 'o', 1, 1, 0, 0, 88, 2},
    {340, 'o', 1, 1, 0, 0, 90, 2},
    {344, 'o', 1, 1, 0, 0, 92, 2},
    {348, 'o', 1, 1, 0, 0, 94, 2},
    {368, 'o', 1, 1, 0, 0, 96, 2},
    {372, 'o', 1, 1, 0, 0, 98, 2},
    {376, 'o', 1, 1, 0, 0, 100, 2},
    {380, 'o', 1, 1, 0, 0, 102, 2},
    {384, 'o', 1, 1, 0, 0, 104, 2},
    {388, 'o', 1, 1, 0, 0, 106, 2},
    {392, 'o', 1, 1, 0, 0, 108, 2},
    {396, 'o', 1, 1, 0, 0, 110, 2},
    {416, 'o', 1, 1, 0, 0, 112, 2},
    {420, 'o', 1, 1, 0, 0, 114, 2},
    {424, 'o', 1, 1, 0, 0, 116, 2},
    {428, 'o', 1, 1, 0, 0, 118, 2},
    {432, 'o', 1, 1, 0, 0, 120, 2},
    {436, 'o', 1, 1, 0, 0, 122, 2},
    {440, 'o', 1, 1, 0, 0, 124, 2},
    {444, 'o', 1, 1, 0, 0, 126, 2},
    {464, 'o', 1, 1, 0, 0, 128, 2},
    {468, 'o', 1, 1, 0, 0, 130, 2},
    {472, 'o', 1, 1, 0, 0, 132, 2},
    {476, 'o', 1, 1, 0, 0, 134, 2},
    {480, 'o', 1, 1, 0, 0, 136, 2},
    {484, 'o', 1, 1, 0, 0, 138, 2},
    {488, 'o', 1, 1, 0, 0, 140, 2},
    {492, 'o', 1, 1, 0, 0, 142, 2},
    {512, 'o', 1, 1, 0, 0, 144, 2},
    {516, 'o', 1, 1, 0, 0, 146, 2},
    {520, 'o', 1, 1, 0, 0, 148, 2},
    {524, 'o', 1, 1, 0, 0, 150, 2},
    {528, 'o', 1, 1, 0, 0, 152, 2},
    {532, 'o', 1, 1, 0, 0, 154, 2},
    {536, 'o', 1, 1, 0, 0, 156, 2},
    {540, 'o', 1, 1, 0, 0, 158, 2},
    {560, 'o', 1, 1, 0, 0, 160, 2},
    {564, 'o', 1, 1, 0, 0, 162, 2},
    {568, 'o', 1, 1, 0, 0, 164, 2},
    {572, 'o', 1, 1, 0, 0, 166, 2},
    {576, 'o', 1, 1, 0, 0, 168, 2},
    {580, 'o', 1, 1, 0, 0, 170, 2},
    {584, 'o', 1, 1, 0, 0, 172, 2},
    {588, 'o', 1, 1, 0, 0, 174, 2},
    {608, 'o', 1, 1, 0, 0, 176, 2},
    {612, 'o', 1, 1, 0, 0, 178, 2},
    {616, 'o', 1, 1, 0, 0, 180, 2},
    {620, 'o', 1, 1, 0, 0, 182, 2},
    {624, 'o', 1, 1, 0, 0, 184, 2},
    {628, 'o', 1, 1, 0, 0, 186, 2},
    {632, 'o', 1, 1, 0, 0, 188, 2},
    {636, 'o', 1, 1, 0, 0, 190, 2},
    {656, 'o', 1, 1, 0, 0, 192, 2},
    {660, 'o', 1, 1, 0, 0, 194, 2},
    {664, 'o', 1, 1, 0, 0, 196, 2},
    {668, 'o', 1, 1, 0, 0, 198, 2},
    {672, 'o', 1, 1, 0, 0, 200, 2},
    {676, 'o', 1, 1, 0, 0, 202, 2},
    {680, 'o', 1, 1, 0, 0, 204, 2},
    {684, 'o', 1, 1, 0, 0, 206, 2},
    {704, 'o', 1, 1, 0, 0, 208, 2},
    {708, 'o', 1, 1, 0, 0, 210, 2},
    {712, 'o', 1, 1, 0, 0, 212, 2},
    {716, 'o', 1, 1, 0, 0, 214, 2},
    {720, 'o', 1, 1, 0, 0, 216, 2},
    {724, 'o', 1, 1, 0, 0, 218, 2},
    {728, 'o', 1, 1, 0, 0, 220, 2},
    {732, 'o', 1, 1, 0, 0, 222, 2},
    {752, 'o', 1, 1, 0, 0, 224, 2},
    {756, 'o', 1, 1, 0, 0, 226, 2},
    {760, 'o', 1, 1, 0, 0, 228, 2},
    {764, 'o', 1, 1, 0, 0, 230, 2},
    {768, 'o', 1, 1, 0, 0, 232, 2},
    {772, 'o', 1, 1, 0, 0, 234, 2},
    {776, 'o', 1, 1, 0, 0, 236, 2},
    {780, 'o', 1, 1, 0, 0, 238, 2},
    {800, 'o', 1, 1, 0, 0, 240, 2},
    {804, 'o', 1, 1, 0, 0, 242, 2},
    {808, 'o', 1, 1, 0, 0, 244, 2},
    {812, 'o', 1, 1, 0, 0, 246, 2},
    {816, 'o', 1, 1, 0, 0, 248, 2},
    {820, 'o', 1, 1, 0, 0, 250, 2},
    {824, 'o', 1, 1, 0, 0, 252, 2},
    {828, 'o', 1, 1, 0, 0, 254, 2},
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"in4", 0, 0, 1408, in4_before, in4_before, NULL, 0},
    {"out2", 0, 1, 3200, out2_before, out2_expected, out2_open, 128},
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
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 32};
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
        .pNext = 32 ? &subgroup : NULL,
        .flags = 1 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
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
