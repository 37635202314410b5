/*
 * khr.moves.float32.accumulator.8x8.subgroup.array_inserted, distinct
 * the driver refuses the shader: vkCreateComputePipelines returned VK_ERROR_UNKNOWN
 *
 *   cc -O1 -o repro distinct.c -lvulkan
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

#define T float
layout(set = 0, binding = 0, std430)  buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430)  buffer ResultBuffer { T result[]; };


const int ROW_MAJOR = gl_CooperativeMatrixLayoutRowMajor;
const uint STRIDE = 8;
const uint TILE = 64;
#define MATRIX coopmat<T, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>

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
    MATRIX a[2];
    a[0] = m0;
    a[1] = m1;
    MATRIX b[2] = a;
    b[0] = m2;
    r0 = b[0];
    r1 = b[1];

    coopMatStore(r0, result, (2 * instance + 0) * TILE, STRIDE, ROW_MAJOR);
    coopMatStore(r1, result, (2 * instance + 1) * TILE, STRIDE, ROW_MAJOR);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x00070000, 0x00000077, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x0000003d, 0x00020011, 0x000014e1, 0x00020011, 0x00001786, 0x0008000a, 0x5f565053, 0x5f52484b,
    0x706f6f63, 0x74617265, 0x5f657669, 0x7274616d, 0x00007869, 0x0006000b, 0x00000001, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x000b000f, 0x00000005,
    0x00000002, 0x6e69616d, 0x00000000, 0x00000004, 0x00000006, 0x00000007, 0x00000008, 0x00000009,
    0x0000000a, 0x00060010, 0x00000002, 0x00000011, 0x00000010, 0x00000001, 0x00000001, 0x00040047,
    0x00000004, 0x0000000b, 0x00000028, 0x00040047, 0x00000006, 0x0000000b, 0x0000001a, 0x00040047,
    0x00000007, 0x0000000b, 0x00000026, 0x00040047, 0x0000001f, 0x00000006, 0x00000004, 0x00030047,
    0x0000000f, 0x00000002, 0x00050048, 0x0000000f, 0x00000000, 0x00000023, 0x00000000, 0x00040047,
    0x00000008, 0x00000021, 0x00000000, 0x00040047, 0x00000008, 0x00000022, 0x00000000, 0x00040047,
    0x00000020, 0x00000006, 0x00000004, 0x00030047, 0x0000001d, 0x00000002, 0x00050048, 0x0000001d,
    0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000009, 0x00000021, 0x00000001, 0x00040047,
    0x00000009, 0x00000022, 0x00000000, 0x00030047, 0x0000001e, 0x00000002, 0x00050048, 0x0000001e,
    0x00000000, 0x00000023, 0x00000000, 0x00050048, 0x0000001e, 0x00000001, 0x00000023, 0x00000004,
    0x00050048, 0x0000001e, 0x00000002, 0x00000023, 0x00000008, 0x00020013, 0x00000021, 0x00030021,
    0x00000003, 0x00000021, 0x00040015, 0x00000022, 0x00000020, 0x00000000, 0x00040020, 0x00000023,
    0x00000007, 0x00000022, 0x00040020, 0x00000024, 0x00000001, 0x00000022, 0x0004003b, 0x00000024,
    0x00000004, 0x00000001, 0x00040017, 0x00000028, 0x00000022, 0x00000003, 0x00040020, 0x0000002a,
    0x00000001, 0x00000028, 0x0004003b, 0x0000002a, 0x00000006, 0x00000001, 0x0004002b, 0x00000022,
    0x00000031, 0x00000000, 0x0004003b, 0x00000024, 0x00000007, 0x00000001, 0x00030016, 0x00000034,
    0x00000020, 0x0004002b, 0x00000022, 0x0000003d, 0x00000003, 0x0004002b, 0x00000022, 0x00000048,
    0x00000008, 0x0004002b, 0x00000022, 0x00000049, 0x00000002, 0x00071168, 0x0000001c, 0x00000034,
    0x0000003d, 0x00000048, 0x00000048, 0x00000049, 0x00040020, 0x0000004a, 0x00000007, 0x0000001c,
    0x0003001d, 0x0000001f, 0x00000034, 0x0003001e, 0x0000000f, 0x0000001f, 0x00040020, 0x0000004d,
    0x0000000c, 0x0000000f, 0x0004003b, 0x0000004d, 0x00000008, 0x0000000c, 0x00040015, 0x00000050,
    0x00000020, 0x00000001, 0x0004002b, 0x00000050, 0x00000053, 0x00000000, 0x0004002b, 0x00000022,
    0x00000054, 0x00000040, 0x00040020, 0x00000057, 0x0000000c, 0x00000034, 0x0004002b, 0x00000022,
    0x0000005b, 0x00000001, 0x0004001c, 0x0000005c, 0x0000001c, 0x00000049, 0x00040020, 0x0000005d,
    0x00000007, 0x0000005c, 0x0004002b, 0x00000050, 0x0000005e, 0x00000001, 0x0003001d, 0x00000020,
    0x00000034, 0x0003001e, 0x0000001d, 0x00000020, 0x00040020, 0x00000072, 0x0000000c, 0x0000001d,
    0x0004003b, 0x00000072, 0x00000009, 0x0000000c, 0x0004002b, 0x00000022, 0x00000074, 0x00000010,
    0x0006002c, 0x00000028, 0x00000073, 0x00000074, 0x0000005b, 0x0000005b, 0x0005001e, 0x0000001e,
    0x00000022, 0x00000022, 0x00000022, 0x00040020, 0x00000075, 0x00000009, 0x0000001e, 0x0004003b,
    0x00000075, 0x0000000a, 0x00000009, 0x00050036, 0x00000021, 0x00000002, 0x00000000, 0x00000003,
    0x000200f8, 0x00000005, 0x0004003b, 0x00000023, 0x0000000c, 0x00000007, 0x0004003b, 0x00000023,
    0x0000000d, 0x00000007, 0x0004003b, 0x0000004a, 0x0000000e, 0x00000007, 0x0004003b, 0x0000004a,
    0x00000010, 0x00000007, 0x0004003b, 0x0000004a, 0x00000013, 0x00000007, 0x0004003b, 0x0000005d,
    0x00000018, 0x00000007, 0x0004003b, 0x0000005d, 0x00000019, 0x00000007, 0x0004003b, 0x0000004a,
    0x0000001a, 0x00000007, 0x0004003b, 0x0000004a, 0x0000001b, 0x00000007, 0x0004003d, 0x00000022,
    0x0000000b, 0x00000004, 0x0003003e, 0x0000000c, 0x0000000b, 0x00050041, 0x00000024, 0x00000011,
    0x00000006, 0x00000031, 0x0004003d, 0x00000022, 0x00000012, 0x00000011, 0x0004003d, 0x00000022,
    0x00000014, 0x00000007, 0x00050084, 0x00000022, 0x00000015, 0x00000012, 0x00000014, 0x0004003d,
    0x00000022, 0x00000016, 0x0000000c, 0x00050080, 0x00000022, 0x00000017, 0x00000015, 0x00000016,
    0x0003003e, 0x0000000d, 0x00000017, 0x0004003d, 0x00000022, 0x00000025, 0x0000000d, 0x00050084,
    0x00000022, 0x00000026, 0x0000003d, 0x00000025, 0x00050080, 0x00000022, 0x00000027, 0x00000026,
    0x00000031, 0x00050084, 0x00000022, 0x00000029, 0x00000027, 0x00000054, 0x00060041, 0x00000057,
    0x0000002b, 0x00000008, 0x00000053, 0x00000029, 0x0004003d, 0x00000022, 0x0000002c, 0x0000000d,
    0x00050084, 0x00000022, 0x0000002d, 0x0000003d, 0x0000002c, 0x00050080, 0x00000022, 0x0000002e,
    0x0000002d, 0x00000031, 0x00050084, 0x00000022, 0x0000002f, 0x0000002e, 0x00000054, 0x00071169,
    0x0000001c, 0x00000030, 0x0000002b, 0x00000053, 0x00000048, 0x00000000, 0x0003003e, 0x0000000e,
    0x00000030, 0x0004003d, 0x00000022, 0x00000032, 0x0000000d, 0x00050084, 0x00000022, 0x00000033,
    0x0000003d, 0x00000032, 0x00050080, 0x00000022, 0x00000035, 0x00000033, 0x0000005b, 0x00050084,
    0x00000022, 0x00000036, 0x00000035, 0x00000054, 0x00060041, 0x00000057, 0x00000037, 0x00000008,
    0x00000053, 0x00000036, 0x0004003d, 0x00000022, 0x00000038, 0x0000000d, 0x00050084, 0x00000022,
    0x00000039, 0x0000003d, 0x00000038, 0x00050080, 0x00000022, 0x0000003a, 0x00000039, 0x0000005b,
    0x00050084, 0x00000022, 0x0000003b, 0x0000003a, 0x00000054, 0x00071169, 0x0000001c, 0x0000003c,
    0x00000037, 0x00000053, 0x00000048, 0x00000000, 0x0003003e, 0x00000010, 0x0000003c, 0x0004003d,
    0x00000022, 0x0000003e, 0x0000000d, 0x00050084, 0x00000022, 0x0000003f, 0x0000003d, 0x0000003e,
    0x00050080, 0x00000022, 0x00000040, 0x0000003f, 0x00000049, 0x00050084, 0x00000022, 0x00000041,
    0x00000040, 0x00000054, 0x00060041, 0x00000057, 0x00000042, 0x00000008, 0x00000053, 0x00000041,
    0x0004003d, 0x00000022, 0x00000043, 0x0000000d, 0x00050084, 0x00000022, 0x00000044, 0x0000003d,
    0x00000043, 0x00050080, 0x00000022, 0x00000045, 0x00000044, 0x00000049, 0x00050084, 0x00000022,
    0x00000046, 0x00000045, 0x00000054, 0x00071169, 0x0000001c, 0x00000047, 0x00000042, 0x00000053,
    0x00000048, 0x00000000, 0x0003003e, 0x00000013, 0x00000047, 0x0004003d, 0x0000001c, 0x0000004b,
    0x0000000e, 0x00050041, 0x0000004a, 0x0000004c, 0x00000018, 0x00000053, 0x0003003e, 0x0000004c,
    0x0000004b, 0x0004003d, 0x0000001c, 0x0000004e, 0x00000010, 0x00050041, 0x0000004a, 0x0000004f,
    0x00000018, 0x0000005e, 0x0003003e, 0x0000004f, 0x0000004e, 0x0004003d, 0x0000005c, 0x00000051,
    0x00000018, 0x0004003d, 0x0000001c, 0x00000052, 0x00000013, 0x00060052, 0x0000005c, 0x00000076,
    0x00000052, 0x00000051, 0x00000000, 0x0003003e, 0x00000019, 0x00000076, 0x00050041, 0x0000004a,
    0x00000055, 0x00000019, 0x00000053, 0x0004003d, 0x0000001c, 0x00000056, 0x00000055, 0x0003003e,
    0x0000001a, 0x00000056, 0x00050041, 0x0000004a, 0x00000058, 0x00000019, 0x0000005e, 0x0004003d,
    0x0000001c, 0x00000059, 0x00000058, 0x0003003e, 0x0000001b, 0x00000059, 0x0004003d, 0x0000001c,
    0x0000005a, 0x0000001a, 0x0004003d, 0x00000022, 0x0000005f, 0x0000000d, 0x00050084, 0x00000022,
    0x00000060, 0x00000049, 0x0000005f, 0x00050080, 0x00000022, 0x00000061, 0x00000060, 0x00000031,
    0x00050084, 0x00000022, 0x00000062, 0x00000061, 0x00000054, 0x00060041, 0x00000057, 0x00000063,
    0x00000009, 0x00000053, 0x00000062, 0x0004003d, 0x00000022, 0x00000064, 0x0000000d, 0x00050084,
    0x00000022, 0x00000065, 0x00000049, 0x00000064, 0x00050080, 0x00000022, 0x00000066, 0x00000065,
    0x00000031, 0x00050084, 0x00000022, 0x00000067, 0x00000066, 0x00000054, 0x0006116a, 0x00000063,
    0x0000005a, 0x00000053, 0x00000048, 0x00000000, 0x0004003d, 0x0000001c, 0x00000068, 0x0000001b,
    0x0004003d, 0x00000022, 0x00000069, 0x0000000d, 0x00050084, 0x00000022, 0x0000006a, 0x00000049,
    0x00000069, 0x00050080, 0x00000022, 0x0000006b, 0x0000006a, 0x0000005b, 0x00050084, 0x00000022,
    0x0000006c, 0x0000006b, 0x00000054, 0x00060041, 0x00000057, 0x0000006d, 0x00000009, 0x00000053,
    0x0000006c, 0x0004003d, 0x00000022, 0x0000006e, 0x0000000d, 0x00050084, 0x00000022, 0x0000006f,
    0x00000049, 0x0000006e, 0x00050080, 0x00000022, 0x00000070, 0x0000006f, 0x0000005b, 0x00050084,
    0x00000022, 0x00000071, 0x00000070, 0x00000054, 0x0006116a, 0x0000006d, 0x00000068, 0x00000053,
    0x00000048, 0x00000000, 0x000100fd, 0x00010038,
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
    {"", 51, 0, {41, -1}, "vulkanMemoryModel"},
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
    "[KHR-TYPE-013] Arrays and structs whose members are coopmats keep each matrix's value independently (Function/Private)",
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
    {1, 0, 8, 8, 1, 1, 1, 0l, 32l, 0l, 9223372036854775807l},
    {1, 0, 8, 8, 1, 1, 1, 256l, 32l, 0l, 9223372036854775807l},
    {1, 1, 8, 8, 1, 1, 1, 512l, 32l, 0l, 9223372036854775807l},
    {1, 1, 8, 8, 1, 1, 1, 768l, 32l, 0l, 9223372036854775807l},
    {1, 2, 8, 8, 1, 1, 1, 1024l, 32l, 0l, 9223372036854775807l},
    {1, 2, 8, 8, 1, 1, 1, 1280l, 32l, 0l, 9223372036854775807l},
    {1, 3, 8, 8, 1, 1, 1, 1536l, 32l, 0l, 9223372036854775807l},
    {1, 3, 8, 8, 1, 1, 1, 1792l, 32l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t source_before[] = {
    0x7f7fffff, 0xff7fffff, 0x00800000, 0x007fffff, 0x80800000, 0x00000001, 0x80000001, 0x00000000,
    0xae11bbbf, 0x4c493578, 0xea80af31, 0x88b828ea, 0x26efa2a3, 0xc5271c5c, 0x635e9615, 0x01960fce,
    0x9fcd8987, 0x3e050340, 0xdc3c7cf9, 0x7a73f6b2, 0x18ab706b, 0xb6e2ea24, 0x551a63dd, 0xf351dd96,
    0x9189574f, 0x2fc0d108, 0xcdf84ac1, 0x6c2fc47a, 0x0a673e33, 0xa89eb7ec, 0x46d631a5, 0xe50dab5e,
    0x83452517, 0x217c9ed0, 0xbfb41889, 0x5deb9242, 0xfc230bfb, 0x9a5a85b4, 0x3891ff6d, 0xd6c97926,
    0x7500f2df, 0x13386c98, 0xb16fe651, 0x4fa7600a, 0xedded9c3, 0x8c16537c, 0x2a4dcd35, 0xc88546ee,
    0x66bcc0a7, 0x04f43a60, 0xa32bb419, 0x41632dd2, 0xdf9aa78b, 0x7dd22144, 0x1c099afd, 0xba4114b6,
    0x58788e6f, 0xf6b00828, 0x94e781e1, 0x331efb9a, 0xd1567553, 0x6f8def0c, 0x0dc568c5, 0xabfce27e,
    0x4a345c37, 0xe86bd5f0, 0x86a34fa9, 0x24dac962, 0xc312431b, 0x6149bcd4, 0xfd8610f0, 0x9db8b046,
    0x3bf029ff, 0xda27a3b8, 0x785f1d71, 0x1696972a, 0xb4ce10e3, 0x53058a9c, 0xf13d0455, 0x8f747e0e,
    0x2dabf7c7, 0xcbe37180, 0x6a1aeb39, 0x085264f2, 0xa689deab, 0x44c15864, 0xe2f8d21d, 0x81304bd6,
    0x1f67c58f, 0xbd9f3f48, 0x5bd6b901, 0xfa0e32ba, 0x9845ac73, 0x367d262c, 0xd4b49fe5, 0x72ec199e,
    0x11239357, 0xaf5b0d10, 0x4d9286c9, 0xebca0082, 0x8a017a3b, 0x2838f3f4, 0xc6706dad, 0x64a7e766,
    0x02df611f, 0xa116dad8, 0x3f4e5491, 0xdd85ce4a, 0x7bbd4803, 0x19f4c1bc, 0xb82c3b75, 0x5663b52e,
    0xf49b2ee7, 0x92d2a8a0, 0x310a2259, 0xcf419c12, 0x6d7915cb, 0x0bb08f84, 0xa9e8093d, 0x481f82f6,
    0xe656fcaf, 0x848e7668, 0x22c5f021, 0xc0fd69da, 0x5f34e393, 0xfd6c5d4c, 0x9ba3d705, 0x39db50be,
    0xd812ca77, 0x764a4430, 0x1481bde9, 0xb2b937a2, 0x50f0b15b, 0xef282b14, 0x8d5fa4cd, 0x2b971e86,
    0xc9ce983f, 0x680611f8, 0x063d8bb1, 0xa475056a, 0x42ac7f23, 0xe0e3f8dc, 0x7f1b7295, 0x1d52ec4e,
    0xbb8a6607, 0x59c1dfc0, 0xf7f95979, 0x9630d332, 0x34684ceb, 0xd29fc6a4, 0x70d7405d, 0x0f0eba16,
    0xad4633cf, 0x4b7dad88, 0xe9b52741, 0x87eca0fa, 0x26241ab3, 0xc45b946c, 0x62930e25, 0x00ca87de,
    0x9f020197, 0x3d397b50, 0xdb70f509, 0x79a86ec2, 0x17dfe87b, 0xb6176234, 0x544edbed, 0xf28655a6,
    0x90bdcf5f, 0x2ef54918, 0xcd2cc2d1, 0x6b643c8a, 0x099bb643, 0xa7d32ffc, 0x460aa9b5, 0xe442236e,
    0x82799d27, 0x20b116e0, 0xbee89099, 0x5d200a52, 0xfb57840b, 0x998efdc4, 0x37c6777d, 0xd5fdf136,
    0x74356aef, 0x126ce4a8, 0xb0a45e61, 0x4edbd81a, 0xed1351d3, 0x8b4acb8c, 0x29824545, 0xc7b9befe,
    0x65f138b7, 0x0428b270, 0xa2602c29, 0x4097a5e2, 0xdecf1f9b, 0x7d069954, 0x1b3e130d, 0xb9758cc6,
    0x57ad067f, 0xf5e48038, 0x941bf9f1, 0x325373aa, 0xd08aed63, 0x6ec2671c, 0x0cf9e0d5, 0xab315a8e,
    0x4968d447, 0xe7a04e00, 0x85d7c7b9, 0x240f4172, 0xc246bb2b, 0x607e34e4, 0xfeb5ae9d, 0x9ced2856,
    0x3b24a20f, 0xd95c1bc8, 0x77939581, 0x15cb0f3a, 0xb40288f3, 0x523a02ac, 0xf0717c65, 0x8ea8f61e,
    0x2ce06fd7, 0xcb17e990, 0x694f6349, 0x0786dd02, 0xa5be56bb, 0x43f5d074, 0xe22d4a2d, 0x8064c3e6,
    0x1e9c3d9f, 0xbcd3b758, 0x5b0b3111, 0xf942aaca, 0x977a2483, 0x35b19e3c, 0xd3e917f5, 0x722091ae,
    0x10580b67, 0xae8f8520, 0x4cc6fed9, 0xeafe7892, 0x8935f24b, 0x276d6c04, 0xc5a4e5bd, 0x63dc5f76,
    0x0213d92f, 0xa04b52e8, 0x3e82cca1, 0xdcba465a, 0x7af1c013, 0x192939cc, 0xb760b385, 0x55982d3e,
    0xf3cfa6f7, 0x920720b0, 0x303e9a69, 0xce761422, 0x6cad8ddb, 0x0ae50794, 0xa91c814d, 0x4753fb06,
    0xe58b74bf, 0x83c2ee78, 0x21fa6831, 0xc031e1ea, 0x5e695ba3, 0xfca0d55c, 0x9ad84f15, 0x390fc8ce,
    0xd7474287, 0x757ebc40, 0x13b635f9, 0xb1edafb2, 0x5025296b, 0xee5ca324, 0x8c941cdd, 0x2acb9696,
    0xc903104f, 0x673a8a08, 0x057203c1, 0xa3a97d7a, 0x41e0f733, 0xe01870ec, 0x7e4feaa5, 0x1c87645e,
    0xbabede17, 0x58f657d0, 0xf72dd189, 0x95654b42, 0x339cc4fb, 0xd1d43eb4, 0x700bb86d, 0x0e433226,
    0xac7aabdf, 0x4ab22598, 0xe8e99f51, 0x8721190a, 0x255892c3, 0xc3900c7c, 0x61c78635, 0xfd8ef0b2,
    0x9e3679a7, 0x3c6df360, 0xdaa56d19, 0x78dce6d2, 0x1714608b, 0xb54bda44, 0x538353fd, 0xf1bacdb6,
    0x8ff2476f, 0x2e29c128, 0xcc613ae1, 0x6a98b49a, 0x08d02e53, 0xa707a80c, 0x453f21c5, 0xe3769b7e,
    0x81ae1537, 0x1fe58ef0, 0xbe1d08a9, 0x5c548262, 0xfa8bfc1b, 0x98c375d4, 0x36faef8d, 0xd5326946,
    0x7369e2ff, 0x11a15cb8, 0xafd8d671, 0x4e10502a, 0xec47c9e3, 0x8a7f439c, 0x28b6bd55, 0xc6ee370e,
    0x6525b0c7, 0x035d2a80, 0xa194a439, 0x3fcc1df2, 0xde0397ab, 0x7c3b1164, 0x1a728b1d, 0xb8aa04d6,
    0x56e17e8f, 0xf518f848, 0x93507201, 0x3187ebba, 0xcfbf6573, 0x6df6df2c, 0x0c2e58e5, 0xaa65d29e,
    0x489d4c57, 0xe6d4c610, 0x850c3fc9, 0x2343b982, 0xc17b333b, 0x5fb2acf4, 0xfdea26ad, 0x9c21a066,
    0x3a591a1f, 0xd89093d8, 0x76c80d91, 0x14ff874a, 0xb3370103, 0x516e7abc, 0xefa5f475, 0x8ddd6e2e,
    0x2c14e7e7, 0xca4c61a0, 0x6883db59, 0x06bb5512, 0xa4f2cecb, 0x432a4884, 0xe161c23d, 0x7dfe2bfd,
    0x1dd0b5af, 0xbc082f68, 0x5a3fa921, 0xf87722da, 0x96ae9c93, 0x34e6164c, 0xd31d9005, 0x715509be,
    0x0f8c8377, 0xadc3fd30, 0x4bfb76e9, 0xea32f0a2, 0x886a6a5b, 0x26a1e414, 0xc4d95dcd, 0x6310d786,
    0x0148513f, 0x9f7fcaf8, 0x3db744b1, 0xdbeebe6a, 0x7a263823, 0x185db1dc, 0xb6952b95, 0x54cca54e,
    0xf3041f07, 0x913b98c0, 0x2f731279, 0xcdaa8c32, 0x6be205eb, 0x0a197fa4, 0xa850f95d, 0x46887316,
    0xe4bfeccf, 0x82f76688, 0x212ee041, 0xbf6659fa, 0x5d9dd3b3, 0xfbd54d6c, 0x9a0cc725, 0x384440de,
    0xd67bba97, 0x74b33450, 0x12eaae09, 0xb12227c2, 0x4f59a17b, 0xed911b34, 0x8bc894ed, 0x2a000ea6,
    0xc837885f, 0x666f0218, 0x04a67bd1, 0xa2ddf58a, 0x41156f43, 0xdf4ce8fc, 0x7d8462b5, 0x1bbbdc6e,
    0xb9f35627, 0x582acfe0, 0xf6624999, 0x9499c352, 0x32d13d0b, 0xd108b6c4, 0x6f40307d, 0x0d77aa36,
    0xabaf23ef, 0x49e69da8, 0xe81e1761, 0x8655911a, 0x248d0ad3, 0xc2c4848c, 0x60fbfe45, 0xff3377fe,
    0x9d6af1b7, 0x3ba26b70, 0xd9d9e529, 0x78115ee2, 0x1648d89b, 0xb4805254, 0x52b7cc0d, 0xf0ef45c6,
    0x8f26bf7f, 0x2d5e3938, 0xcb95b2f1, 0x69cd2caa, 0x0804a663, 0xa63c201c, 0x447399d5, 0xe2ab138e,
    0x80e28d47, 0x1f1a0700, 0xbd5180b9, 0x5b88fa72, 0xf9c0742b, 0x97f7ede4, 0x362f679d, 0xd466e156,
    0x729e5b0f, 0x10d5d4c8, 0xaf0d4e81, 0x4d44c83a, 0xeb7c41f3, 0x89b3bbac, 0x27eb3565, 0xc622af1e,
    0x645a28d7, 0x0291a290, 0xa0c91c49, 0x3f009602, 0xdd380fbb, 0x7b6f8974, 0x19a7032d, 0xb7de7ce6,
    0x5615f69f, 0xf44d7058, 0x9284ea11, 0x30bc63ca, 0xcef3dd83, 0x6d2b573c, 0x0b62d0f5, 0xa99a4aae,
    0x47d1c467, 0xe6093e20, 0x8440b7d9, 0x22783192, 0xc0afab4b, 0x5ee72504, 0xfd1e9ebd, 0x9b561876,
    0x398d922f, 0xd7c50be8, 0x75fc85a1, 0x1433ff5a, 0xb26b7913, 0x50a2f2cc, 0xeeda6c85, 0x8d11e63e,
    0x2b495ff7, 0xc980d9b0, 0x67b85369, 0x05efcd22, 0xa42746db, 0x425ec094, 0xe0963a4d, 0x7ecdb406,
    0x1d052dbf, 0xbb3ca778, 0x59742131, 0xf7ab9aea, 0x95e314a3, 0x341a8e5c, 0xd2520815, 0x708981ce,
    0x0ec0fb87, 0xacf87540, 0x4b2feef9, 0xe96768b2, 0x879ee26b, 0x25d65c24, 0xc40dd5dd, 0x62454f96,
    0x007cc94f, 0x9eb44308, 0x3cebbcc1, 0xdb23367a, 0x795ab033, 0x179229ec, 0xb5c9a3a5, 0x54011d5e,
    0xf2389717, 0x907010d0, 0x2ea78a89, 0xccdf0442, 0x6b167dfb, 0x094df7b4, 0xa785716d, 0x45bceb26,
    0xe3f464df, 0x822bde98, 0x20635851, 0xbe9ad20a, 0x5cd24bc3, 0xfb09c57c, 0x99413f35, 0x3778b8ee,
    0xd5b032a7, 0x73e7ac60, 0x121f2619, 0xb0569fd2, 0x4e8e198b, 0xecc59344, 0x8afd0cfd, 0x293486b6,
    0xc76c006f, 0x65a37a28, 0x03daf3e1, 0xa2126d9a, 0x4049e753, 0xde81610c, 0x7cb8dac5, 0x1af0547e,
    0xb927ce37, 0x575f47f0, 0xf596c1a9, 0x93ce3b62, 0x3205b51b, 0xd03d2ed4, 0x6e74a88d, 0x0cac2246,
    0xaae39bff, 0x491b15b8, 0xe7528f71, 0x858a092a, 0x23c182e3, 0xc1f8fc9c, 0x60307655, 0xfe67f00e,
    0x9c9f69c7, 0x3ad6e380, 0xd90e5d39, 0x7745d6f2, 0x157d50ab, 0xb3b4ca64, 0x51ec441d, 0xf023bdd6,
    0x8e5b378f, 0x2c92b148, 0xcaca2b01, 0x6901a4ba, 0x07391e73, 0xa570982c, 0x43a811e5, 0xe1df8b9e,
    0x80170557, 0x1e4e7f10, 0xbc85f8c9, 0x5abd7282, 0xf8f4ec3b, 0x972c65f4, 0x3563dfad, 0xd39b5966,
    0x71d2d31f, 0x100a4cd8, 0xae41c691, 0x4c79404a, 0xeab0ba03, 0x88e833bc, 0x271fad75, 0xc557272e,
    0x638ea0e7, 0x01c61aa0, 0x9ffd9459, 0x3e350e12, 0xdc6c87cb, 0x7aa40184, 0x18db7b3d, 0xb712f4f6,
    0x554a6eaf, 0xf381e868, 0x91b96221, 0x2ff0dbda, 0xce285593, 0x6c5fcf4c, 0x0a974905, 0xa8cec2be,
    0x47063c77, 0xe53db630, 0x83752fe9, 0x21aca9a2, 0xbfe4235b, 0x5e1b9d14, 0xfc5316cd, 0x9a8a9086,
    0x38c20a3f, 0xd6f983f8, 0x7530fdb1, 0x1368776a, 0xb19ff123, 0x4fd76adc, 0xee0ee495, 0x8c465e4e,
    0x2a7dd807, 0xc8b551c0, 0x66eccb79, 0x05244532, 0xa35bbeeb, 0x419338a4, 0xdfcab25d, 0x7e022c16,
    0x1c39a5cf, 0xba711f88, 0x58a89941, 0xf6e012fa, 0x95178cb3, 0x334f066c, 0xd1868025, 0x6fbdf9de,
    0x0df57397, 0xac2ced50, 0x4a646709, 0xe89be0c2, 0x86d35a7b, 0x250ad434, 0xc3424ded, 0x6179c7a6,
    0xfe76470a, 0x9de8bb18, 0x3c2034d1, 0xda57ae8a, 0x788f2843, 0x16c6a1fc, 0xb4fe1bb5, 0x5335956e,
    0xf16d0f27, 0x8fa488e0, 0x2ddc0299, 0xcc137c52, 0x6a4af60b, 0x08826fc4, 0xa6b9e97d, 0x44f16336,
    0xe328dcef, 0x816056a8, 0x1f97d061, 0xbdcf4a1a, 0x5c06c3d3, 0xfa3e3d8c, 0x9875b745, 0x36ad30fe,
    0xd4e4aab7, 0x731c2470, 0x11539e29, 0xaf8b17e2, 0x4dc2919b, 0xebfa0b54, 0x8a31850d, 0x2868fec6,
    0xc6a0787f, 0x64d7f238, 0x030f6bf1, 0xa146e5aa, 0x3f7e5f63, 0xddb5d91c, 0x7bed52d5, 0x1a24cc8e,
    0xb85c4647, 0x5693c000, 0xf4cb39b9, 0x9302b372, 0x313a2d2b, 0xcf71a6e4, 0x6da9209d, 0x0be09a56,
    0xaa18140f, 0x484f8dc8, 0xe6870781, 0x84be813a, 0x22f5faf3, 0xc12d74ac, 0x5f64ee65, 0xfd9c681e,
    0x9bd3e1d7, 0x3a0b5b90, 0xd842d549, 0x767a4f02, 0x14b1c8bb, 0xb2e94274, 0x5120bc2d, 0xef5835e6,
    0x8d8faf9f, 0x2bc72958, 0xc9fea311, 0x68361cca, 0x066d9683, 0xa4a5103c, 0x42dc89f5, 0xe11403ae,
    0x7f4b7d67, 0x1d82f720, 0xbbba70d9, 0x59f1ea92, 0xf829644b, 0x9660de04, 0x349857bd, 0xd2cfd176,
    0x71074b2f, 0x0f3ec4e8, 0xad763ea1, 0x4badb85a, 0xe9e53213, 0x881cabcc, 0x26542585, 0xc48b9f3e,
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
    0xd812ca77, 0x764a4430, 0x1481bde9, 0xb2b937a2, 0x50f0b15b, 0xef282b14, 0x8d5fa4cd, 0x2b971e86,
    0xc9ce983f, 0x680611f8, 0x063d8bb1, 0xa475056a, 0x42ac7f23, 0xe0e3f8dc, 0x7f1b7295, 0x1d52ec4e,
    0xbb8a6607, 0x59c1dfc0, 0xf7f95979, 0x9630d332, 0x34684ceb, 0xd29fc6a4, 0x70d7405d, 0x0f0eba16,
    0xad4633cf, 0x4b7dad88, 0xe9b52741, 0x87eca0fa, 0x26241ab3, 0xc45b946c, 0x62930e25, 0x00ca87de,
    0x9f020197, 0x3d397b50, 0xdb70f509, 0x79a86ec2, 0x17dfe87b, 0xb6176234, 0x544edbed, 0xf28655a6,
    0x90bdcf5f, 0x2ef54918, 0xcd2cc2d1, 0x6b643c8a, 0x099bb643, 0xa7d32ffc, 0x460aa9b5, 0xe442236e,
    0x82799d27, 0x20b116e0, 0xbee89099, 0x5d200a52, 0xfb57840b, 0x998efdc4, 0x37c6777d, 0xd5fdf136,
    0x74356aef, 0x126ce4a8, 0xb0a45e61, 0x4edbd81a, 0xed1351d3, 0x8b4acb8c, 0x29824545, 0xc7b9befe,
    0x4a345c37, 0xe86bd5f0, 0x86a34fa9, 0x24dac962, 0xc312431b, 0x6149bcd4, 0xfd8610f0, 0x9db8b046,
    0x3bf029ff, 0xda27a3b8, 0x785f1d71, 0x1696972a, 0xb4ce10e3, 0x53058a9c, 0xf13d0455, 0x8f747e0e,
    0x2dabf7c7, 0xcbe37180, 0x6a1aeb39, 0x085264f2, 0xa689deab, 0x44c15864, 0xe2f8d21d, 0x81304bd6,
    0x1f67c58f, 0xbd9f3f48, 0x5bd6b901, 0xfa0e32ba, 0x9845ac73, 0x367d262c, 0xd4b49fe5, 0x72ec199e,
    0x11239357, 0xaf5b0d10, 0x4d9286c9, 0xebca0082, 0x8a017a3b, 0x2838f3f4, 0xc6706dad, 0x64a7e766,
    0x02df611f, 0xa116dad8, 0x3f4e5491, 0xdd85ce4a, 0x7bbd4803, 0x19f4c1bc, 0xb82c3b75, 0x5663b52e,
    0xf49b2ee7, 0x92d2a8a0, 0x310a2259, 0xcf419c12, 0x6d7915cb, 0x0bb08f84, 0xa9e8093d, 0x481f82f6,
    0xe656fcaf, 0x848e7668, 0x22c5f021, 0xc0fd69da, 0x5f34e393, 0xfd6c5d4c, 0x9ba3d705, 0x39db50be,
    0x81ae1537, 0x1fe58ef0, 0xbe1d08a9, 0x5c548262, 0xfa8bfc1b, 0x98c375d4, 0x36faef8d, 0xd5326946,
    0x7369e2ff, 0x11a15cb8, 0xafd8d671, 0x4e10502a, 0xec47c9e3, 0x8a7f439c, 0x28b6bd55, 0xc6ee370e,
    0x6525b0c7, 0x035d2a80, 0xa194a439, 0x3fcc1df2, 0xde0397ab, 0x7c3b1164, 0x1a728b1d, 0xb8aa04d6,
    0x56e17e8f, 0xf518f848, 0x93507201, 0x3187ebba, 0xcfbf6573, 0x6df6df2c, 0x0c2e58e5, 0xaa65d29e,
    0x489d4c57, 0xe6d4c610, 0x850c3fc9, 0x2343b982, 0xc17b333b, 0x5fb2acf4, 0xfdea26ad, 0x9c21a066,
    0x3a591a1f, 0xd89093d8, 0x76c80d91, 0x14ff874a, 0xb3370103, 0x516e7abc, 0xefa5f475, 0x8ddd6e2e,
    0x2c14e7e7, 0xca4c61a0, 0x6883db59, 0x06bb5512, 0xa4f2cecb, 0x432a4884, 0xe161c23d, 0x7dfe2bfd,
    0x1dd0b5af, 0xbc082f68, 0x5a3fa921, 0xf87722da, 0x96ae9c93, 0x34e6164c, 0xd31d9005, 0x715509be,
    0xf3cfa6f7, 0x920720b0, 0x303e9a69, 0xce761422, 0x6cad8ddb, 0x0ae50794, 0xa91c814d, 0x4753fb06,
    0xe58b74bf, 0x83c2ee78, 0x21fa6831, 0xc031e1ea, 0x5e695ba3, 0xfca0d55c, 0x9ad84f15, 0x390fc8ce,
    0xd7474287, 0x757ebc40, 0x13b635f9, 0xb1edafb2, 0x5025296b, 0xee5ca324, 0x8c941cdd, 0x2acb9696,
    0xc903104f, 0x673a8a08, 0x057203c1, 0xa3a97d7a, 0x41e0f733, 0xe01870ec, 0x7e4feaa5, 0x1c87645e,
    0xbabede17, 0x58f657d0, 0xf72dd189, 0x95654b42, 0x339cc4fb, 0xd1d43eb4, 0x700bb86d, 0x0e433226,
    0xac7aabdf, 0x4ab22598, 0xe8e99f51, 0x8721190a, 0x255892c3, 0xc3900c7c, 0x61c78635, 0xfd8ef0b2,
    0x9e3679a7, 0x3c6df360, 0xdaa56d19, 0x78dce6d2, 0x1714608b, 0xb54bda44, 0x538353fd, 0xf1bacdb6,
    0x8ff2476f, 0x2e29c128, 0xcc613ae1, 0x6a98b49a, 0x08d02e53, 0xa707a80c, 0x453f21c5, 0xe3769b7e,
    0x2b495ff7, 0xc980d9b0, 0x67b85369, 0x05efcd22, 0xa42746db, 0x425ec094, 0xe0963a4d, 0x7ecdb406,
    0x1d052dbf, 0xbb3ca778, 0x59742131, 0xf7ab9aea, 0x95e314a3, 0x341a8e5c, 0xd2520815, 0x708981ce,
    0x0ec0fb87, 0xacf87540, 0x4b2feef9, 0xe96768b2, 0x879ee26b, 0x25d65c24, 0xc40dd5dd, 0x62454f96,
    0x007cc94f, 0x9eb44308, 0x3cebbcc1, 0xdb23367a, 0x795ab033, 0x179229ec, 0xb5c9a3a5, 0x54011d5e,
    0xf2389717, 0x907010d0, 0x2ea78a89, 0xccdf0442, 0x6b167dfb, 0x094df7b4, 0xa785716d, 0x45bceb26,
    0xe3f464df, 0x822bde98, 0x20635851, 0xbe9ad20a, 0x5cd24bc3, 0xfb09c57c, 0x99413f35, 0x3778b8ee,
    0xd5b032a7, 0x73e7ac60, 0x121f2619, 0xb0569fd2, 0x4e8e198b, 0xecc59344, 0x8afd0cfd, 0x293486b6,
    0xc76c006f, 0x65a37a28, 0x03daf3e1, 0xa2126d9a, 0x4049e753, 0xde81610c, 0x7cb8dac5, 0x1af0547e,
    0x9d6af1b7, 0x3ba26b70, 0xd9d9e529, 0x78115ee2, 0x1648d89b, 0xb4805254, 0x52b7cc0d, 0xf0ef45c6,
    0x8f26bf7f, 0x2d5e3938, 0xcb95b2f1, 0x69cd2caa, 0x0804a663, 0xa63c201c, 0x447399d5, 0xe2ab138e,
    0x80e28d47, 0x1f1a0700, 0xbd5180b9, 0x5b88fa72, 0xf9c0742b, 0x97f7ede4, 0x362f679d, 0xd466e156,
    0x729e5b0f, 0x10d5d4c8, 0xaf0d4e81, 0x4d44c83a, 0xeb7c41f3, 0x89b3bbac, 0x27eb3565, 0xc622af1e,
    0x645a28d7, 0x0291a290, 0xa0c91c49, 0x3f009602, 0xdd380fbb, 0x7b6f8974, 0x19a7032d, 0xb7de7ce6,
    0x5615f69f, 0xf44d7058, 0x9284ea11, 0x30bc63ca, 0xcef3dd83, 0x6d2b573c, 0x0b62d0f5, 0xa99a4aae,
    0x47d1c467, 0xe6093e20, 0x8440b7d9, 0x22783192, 0xc0afab4b, 0x5ee72504, 0xfd1e9ebd, 0x9b561876,
    0x398d922f, 0xd7c50be8, 0x75fc85a1, 0x1433ff5a, 0xb26b7913, 0x50a2f2cc, 0xeeda6c85, 0x8d11e63e,
    0xd4e4aab7, 0x731c2470, 0x11539e29, 0xaf8b17e2, 0x4dc2919b, 0xebfa0b54, 0x8a31850d, 0x2868fec6,
    0xc6a0787f, 0x64d7f238, 0x030f6bf1, 0xa146e5aa, 0x3f7e5f63, 0xddb5d91c, 0x7bed52d5, 0x1a24cc8e,
    0xb85c4647, 0x5693c000, 0xf4cb39b9, 0x9302b372, 0x313a2d2b, 0xcf71a6e4, 0x6da9209d, 0x0be09a56,
    0xaa18140f, 0x484f8dc8, 0xe6870781, 0x84be813a, 0x22f5faf3, 0xc12d74ac, 0x5f64ee65, 0xfd9c681e,
    0x9bd3e1d7, 0x3a0b5b90, 0xd842d549, 0x767a4f02, 0x14b1c8bb, 0xb2e94274, 0x5120bc2d, 0xef5835e6,
    0x8d8faf9f, 0x2bc72958, 0xc9fea311, 0x68361cca, 0x066d9683, 0xa4a5103c, 0x42dc89f5, 0xe11403ae,
    0x7f4b7d67, 0x1d82f720, 0xbbba70d9, 0x59f1ea92, 0xf829644b, 0x9660de04, 0x349857bd, 0xd2cfd176,
    0x71074b2f, 0x0f3ec4e8, 0xad763ea1, 0x4badb85a, 0xe9e53213, 0x881cabcc, 0x26542585, 0xc48b9f3e,
    0x47063c77, 0xe53db630, 0x83752fe9, 0x21aca9a2, 0xbfe4235b, 0x5e1b9d14, 0xfc5316cd, 0x9a8a9086,
    0x38c20a3f, 0xd6f983f8, 0x7530fdb1, 0x1368776a, 0xb19ff123, 0x4fd76adc, 0xee0ee495, 0x8c465e4e,
    0x2a7dd807, 0xc8b551c0, 0x66eccb79, 0x05244532, 0xa35bbeeb, 0x419338a4, 0xdfcab25d, 0x7e022c16,
    0x1c39a5cf, 0xba711f88, 0x58a89941, 0xf6e012fa, 0x95178cb3, 0x334f066c, 0xd1868025, 0x6fbdf9de,
    0x0df57397, 0xac2ced50, 0x4a646709, 0xe89be0c2, 0x86d35a7b, 0x250ad434, 0xc3424ded, 0x6179c7a6,
    0xfe76470a, 0x9de8bb18, 0x3c2034d1, 0xda57ae8a, 0x788f2843, 0x16c6a1fc, 0xb4fe1bb5, 0x5335956e,
    0xf16d0f27, 0x8fa488e0, 0x2ddc0299, 0xcc137c52, 0x6a4af60b, 0x08826fc4, 0xa6b9e97d, 0x44f16336,
    0xe328dcef, 0x816056a8, 0x1f97d061, 0xbdcf4a1a, 0x5c06c3d3, 0xfa3e3d8c, 0x9875b745, 0x36ad30fe,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"source", 0, 0, 3072, source_before, source_before, NULL, 0},
    {"result", 0, 1, 2112, result_before, result_expected, NULL, 0},
};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256 };

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
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 8};
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
        .pNext = 8 ? &subgroup : NULL,
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
