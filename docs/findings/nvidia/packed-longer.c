/*
 * vector.product.uint32_uint8_packed_sint8_sint32_sint32.64x3.row_major.partly.longer, minimal
 * result+0 (element): expected 14501, got 19460 (0x00004c04) [CV-MUL-016]
 * [CV-MUL-016] Integer accumulation exact with wrapping at 32 bits (S-CV 5292)
 *
 *   cc -O1 -o repro packed-longer.c -lvulkan
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
#extension GL_NV_cooperative_vector : require
layout(set = 0, binding = 0, std430) readonly buffer InputBuffer { uint inputs[]; };
layout(set = 0, binding = 1, std430) readonly buffer MatrixBuffer { uint matrices[]; };
layout(set = 0, binding = 2, std430) buffer ResultBuffer { int result[]; };
void main() {
    const uint lane = gl_GlobalInvocationID.x;
    coopvecNV<uint, 2> x;
    coopvecNV<int, 64> y;
    coopVecLoadNV(x, inputs, lane * 32);
    const uint matrixAt = 64u + lane % 2 * 0u;
    coopVecMatMulNV(y, x, gl_ComponentTypeUnsignedInt8PackedNV, matrices, matrixAt, gl_ComponentTypeSignedInt8NV, 64u, 3u, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16u);
    coopVecStoreNV(y, result, lane * 272);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000046, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x000014e1, 0x00020011, 0x00001512, 0x0008000a, 0x5f565053, 0x635f564e, 0x65706f6f, 0x69746172,
    0x765f6576, 0x6f746365, 0x00000072, 0x0006000b, 0x00000001, 0x4c534c47, 0x6474732e, 0x3035342e,
    0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x0009000f, 0x00000005, 0x00000004, 0x6e69616d,
    0x00000000, 0x0000000b, 0x00000017, 0x00000030, 0x00000040, 0x00060010, 0x00000004, 0x00000011,
    0x00000001, 0x00000001, 0x00000001, 0x00030003, 0x00000002, 0x000001cc, 0x000a0004, 0x475f4c47,
    0x4c474f4f, 0x70635f45, 0x74735f70, 0x5f656c79, 0x656e696c, 0x7269645f, 0x69746365, 0x00006576,
    0x00080004, 0x475f4c47, 0x4c474f4f, 0x6e695f45, 0x64756c63, 0x69645f65, 0x74636572, 0x00657669,
    0x00080004, 0x4e5f4c47, 0x6f635f56, 0x7265706f, 0x76697461, 0x65765f65, 0x726f7463, 0x00000000,
    0x00040005, 0x00000004, 0x6e69616d, 0x00000000, 0x00040005, 0x00000008, 0x656e616c, 0x00000000,
    0x00080005, 0x0000000b, 0x475f6c67, 0x61626f6c, 0x766e496c, 0x7461636f, 0x496e6f69, 0x00000044,
    0x00040005, 0x00000013, 0x706d6574, 0x00677241, 0x00050005, 0x00000015, 0x75706e49, 0x66754274,
    0x00726566, 0x00050006, 0x00000015, 0x00000000, 0x75706e69, 0x00007374, 0x00030005, 0x00000017,
    0x00000000, 0x00030005, 0x00000020, 0x00000078, 0x00050005, 0x00000022, 0x7274616d, 0x74417869,
    0x00000000, 0x00040005, 0x0000002a, 0x706d6574, 0x00677241, 0x00060005, 0x0000002e, 0x7274614d,
    0x75427869, 0x72656666, 0x00000000, 0x00060006, 0x0000002e, 0x00000000, 0x7274616d, 0x73656369,
    0x00000000, 0x00030005, 0x00000030, 0x00000000, 0x00030005, 0x0000003a, 0x00000079, 0x00060005,
    0x0000003e, 0x75736552, 0x7542746c, 0x72656666, 0x00000000, 0x00050006, 0x0000003e, 0x00000000,
    0x75736572, 0x0000746c, 0x00030005, 0x00000040, 0x00000000, 0x00040047, 0x0000000b, 0x0000000b,
    0x0000001c, 0x00040047, 0x00000014, 0x00000006, 0x00000004, 0x00030047, 0x00000015, 0x00000002,
    0x00040048, 0x00000015, 0x00000000, 0x00000018, 0x00050048, 0x00000015, 0x00000000, 0x00000023,
    0x00000000, 0x00030047, 0x00000017, 0x00000018, 0x00040047, 0x00000017, 0x00000021, 0x00000000,
    0x00040047, 0x00000017, 0x00000022, 0x00000000, 0x00040047, 0x0000002d, 0x00000006, 0x00000004,
    0x00030047, 0x0000002e, 0x00000002, 0x00040048, 0x0000002e, 0x00000000, 0x00000018, 0x00050048,
    0x0000002e, 0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x00000030, 0x00000018, 0x00040047,
    0x00000030, 0x00000021, 0x00000001, 0x00040047, 0x00000030, 0x00000022, 0x00000000, 0x00040047,
    0x0000003d, 0x00000006, 0x00000004, 0x00030047, 0x0000003e, 0x00000002, 0x00050048, 0x0000003e,
    0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000040, 0x00000021, 0x00000002, 0x00040047,
    0x00000040, 0x00000022, 0x00000000, 0x00020013, 0x00000002, 0x00030021, 0x00000003, 0x00000002,
    0x00040015, 0x00000006, 0x00000020, 0x00000000, 0x00040020, 0x00000007, 0x00000007, 0x00000006,
    0x00040017, 0x00000009, 0x00000006, 0x00000003, 0x00040020, 0x0000000a, 0x00000001, 0x00000009,
    0x0004003b, 0x0000000a, 0x0000000b, 0x00000001, 0x0004002b, 0x00000006, 0x0000000c, 0x00000000,
    0x00040020, 0x0000000d, 0x00000001, 0x00000006, 0x0004002b, 0x00000006, 0x00000010, 0x00000002,
    0x000414a8, 0x00000011, 0x00000006, 0x00000010, 0x00040020, 0x00000012, 0x00000007, 0x00000011,
    0x0003001d, 0x00000014, 0x00000006, 0x0003001e, 0x00000015, 0x00000014, 0x00040020, 0x00000016,
    0x0000000c, 0x00000015, 0x0004003b, 0x00000016, 0x00000017, 0x0000000c, 0x00040015, 0x00000018,
    0x00000020, 0x00000001, 0x0004002b, 0x00000018, 0x00000019, 0x00000000, 0x00040020, 0x0000001a,
    0x0000000c, 0x00000014, 0x0004002b, 0x00000006, 0x0000001d, 0x00000020, 0x0004002b, 0x00000006,
    0x00000023, 0x00000040, 0x000414a8, 0x00000028, 0x00000018, 0x00000023, 0x00040020, 0x00000029,
    0x00000007, 0x00000028, 0x0004002b, 0x00000018, 0x0000002c, 0x3ba247f9, 0x0003001d, 0x0000002d,
    0x00000006, 0x0003001e, 0x0000002e, 0x0000002d, 0x00040020, 0x0000002f, 0x0000000c, 0x0000002e,
    0x0004003b, 0x0000002f, 0x00000030, 0x0000000c, 0x00040020, 0x00000031, 0x0000000c, 0x0000002d,
    0x0004002b, 0x00000018, 0x00000034, 0x00000003, 0x0004002b, 0x00000006, 0x00000035, 0x00000003,
    0x00020014, 0x00000036, 0x0003002a, 0x00000036, 0x00000037, 0x0004002b, 0x00000006, 0x00000038,
    0x00000010, 0x0003001d, 0x0000003d, 0x00000018, 0x0003001e, 0x0000003e, 0x0000003d, 0x00040020,
    0x0000003f, 0x0000000c, 0x0000003e, 0x0004003b, 0x0000003f, 0x00000040, 0x0000000c, 0x00040020,
    0x00000041, 0x0000000c, 0x0000003d, 0x0004002b, 0x00000006, 0x00000044, 0x00000110, 0x00050036,
    0x00000002, 0x00000004, 0x00000000, 0x00000003, 0x000200f8, 0x00000005, 0x0004003b, 0x00000007,
    0x00000008, 0x00000007, 0x0004003b, 0x00000012, 0x00000013, 0x00000007, 0x0004003b, 0x00000012,
    0x00000020, 0x00000007, 0x0004003b, 0x00000007, 0x00000022, 0x00000007, 0x0004003b, 0x00000029,
    0x0000002a, 0x00000007, 0x0004003b, 0x00000029, 0x0000003a, 0x00000007, 0x00050041, 0x0000000d,
    0x0000000e, 0x0000000b, 0x0000000c, 0x0004003d, 0x00000006, 0x0000000f, 0x0000000e, 0x0003003e,
    0x00000008, 0x0000000f, 0x00050041, 0x0000001a, 0x0000001b, 0x00000017, 0x00000019, 0x0004003d,
    0x00000006, 0x0000001c, 0x00000008, 0x00050084, 0x00000006, 0x0000001e, 0x0000001c, 0x0000001d,
    0x000614b6, 0x00000011, 0x0000001f, 0x0000001b, 0x0000001e, 0x00000000, 0x0003003e, 0x00000013,
    0x0000001f, 0x0004003d, 0x00000011, 0x00000021, 0x00000013, 0x0003003e, 0x00000020, 0x00000021,
    0x0004003d, 0x00000006, 0x00000024, 0x00000008, 0x00050089, 0x00000006, 0x00000025, 0x00000024,
    0x00000010, 0x00050084, 0x00000006, 0x00000026, 0x00000025, 0x0000000c, 0x00050080, 0x00000006,
    0x00000027, 0x00000023, 0x00000026, 0x0003003e, 0x00000022, 0x00000027, 0x0004003d, 0x00000011,
    0x0000002b, 0x00000020, 0x00050041, 0x00000031, 0x00000032, 0x00000030, 0x00000019, 0x0004003d,
    0x00000006, 0x00000033, 0x00000022, 0x000e14a9, 0x00000028, 0x00000039, 0x0000002b, 0x0000002c,
    0x00000032, 0x00000033, 0x00000034, 0x00000023, 0x00000035, 0x00000019, 0x00000037, 0x00000038,
    0x00000008, 0x0003003e, 0x0000002a, 0x00000039, 0x0004003d, 0x00000028, 0x0000003b, 0x0000002a,
    0x0003003e, 0x0000003a, 0x0000003b, 0x0004003d, 0x00000028, 0x0000003c, 0x0000003a, 0x00050041,
    0x00000041, 0x00000042, 0x00000040, 0x00000019, 0x0004003d, 0x00000006, 0x00000043, 0x00000008,
    0x00050084, 0x00000006, 0x00000045, 0x00000043, 0x00000044, 0x000514b7, 0x00000042, 0x00000045,
    0x0000003c, 0x00000000, 0x000100fd, 0x00010038,
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
    {"", 51, {41, -1}, "vulkanMemoryModel"},
    {"VK_NV_cooperative_vector", 1000491000, {0, -1}, "cooperativeVector"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
    {'i', 32, 0, 0, 0, 0},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
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
0x38a5ull, 0x520ull, 0x99bfull, 0xffffad46ull, 0x677aull, 0x3189ull, 0xffff5a78ull, 0x1abull,
0xffffe63bull, 0x2147ull, 0x47b1ull, 0xffffbc4eull, 0x2676ull, 0xffffddefull, 0x192bull, 0xffff7384ull,
0x20ccull, 0xfffffa31ull, 0xab7ull, 0xfffff8e6ull, 0x4f02ull, 0xfffff5f8ull, 0xffffe86bull, 0xffffcd16ull,
0x4c59ull, 0x1448ull, 0x68b9ull, 0xffffff89ull, 0x3211ull, 0x8f5aull, 0x322aull, 0x59b3ull,
0x1db1ull, 0xffffc462ull, 0xffffe8fbull, 0x30ull, 0x7cd9ull, 0xffff84e9ull, 0x6c84ull, 0x375full,
0xffffd56cull, 0xffff925full, 0xffffd24full, 0xe52ull, 0xffff8f10ull, 0x3826ull, 0xfffff063ull, 0x137full,
0x5168ull, 0x2571ull, 0x14b9ull, 0x1dc1ull, 0xffffa08cull, 0xffff98c1ull, 0x3f6ull, 0x6bbdull,
0xd9full, 0x1e51ull, 0x75aeull, 0xffffa72dull, 0xfffff47cull, 0xffffcd86ull, 0x662bull, 0xffffd5f4ull,
0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t inputs_before[] = {
    0xab83a097, 0x838aafd6, 0x80e8c77a, 0xa7da3263, 0xb0056f4a, 0xdd071223, 0xbcea86b3, 0xf06e641c,
    0xf2d1dbe6, 0x3cf8dbab, 0xe5d7ee5c, 0x6359dca1, 0xd10f224e, 0x02f3f407, 0x2bf9a815, 0xe852a269,
};
static const uint32_t matrices_before[] = {
    0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111,
    0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111,
    0x111d4102, 0x11111111, 0x11111111, 0x11111111, 0x11521aa6, 0x11111111, 0x11111111, 0x11111111,
    0x115c624d, 0x11111111, 0x11111111, 0x11111111, 0x110ca1ce, 0x11111111, 0x11111111, 0x11111111,
    0x11246822, 0x11111111, 0x11111111, 0x11111111, 0x112149ea, 0x11111111, 0x11111111, 0x11111111,
    0x1188b4a0, 0x11111111, 0x11111111, 0x11111111, 0x110f40b2, 0x11111111, 0x11111111, 0x11111111,
    0x11f127b8, 0x11111111, 0x11111111, 0x11111111, 0x11a22167, 0x11111111, 0x11111111, 0x11111111,
    0x116f58bc, 0x11111111, 0x11111111, 0x11111111, 0x11c3e1e3, 0x11111111, 0x11111111, 0x11111111,
    0x112df229, 0x11111111, 0x11111111, 0x11111111, 0x11e74296, 0x11111111, 0x11111111, 0x11111111,
    0x119d6e0c, 0x11111111, 0x11111111, 0x11111111, 0x11c7a0a9, 0x11111111, 0x11111111, 0x11111111,
    0x11d5203b, 0x11111111, 0x11111111, 0x11111111, 0x1165b5ee, 0x11111111, 0x11111111, 0x11111111,
    0x11c7d86e, 0x11111111, 0x11111111, 0x11111111, 0x11ae3404, 0x11111111, 0x11111111, 0x11111111,
    0x11051b65, 0x11111111, 0x11111111, 0x11111111, 0x11c1b773, 0x11111111, 0x11111111, 0x11111111,
    0x111fbf02, 0x11111111, 0x11111111, 0x11111111, 0x1112bee0, 0x11111111, 0x11111111, 0x11111111,
    0x11c97832, 0x11111111, 0x11111111, 0x11111111, 0x11e938fb, 0x11111111, 0x11111111, 0x11111111,
    0x11d27d55, 0x11111111, 0x11111111, 0x11111111, 0x114b2498, 0x11111111, 0x11111111, 0x11111111,
    0x118d4e66, 0x11111111, 0x11111111, 0x11111111, 0x11754c3d, 0x11111111, 0x11111111, 0x11111111,
    0x11f32737, 0x11111111, 0x11111111, 0x11111111, 0x1102385b, 0x11111111, 0x11111111, 0x11111111,
    0x119f196c, 0x11111111, 0x11111111, 0x11111111, 0x1104a3fa, 0x11111111, 0x11111111, 0x11111111,
    0x111b8346, 0x11111111, 0x11111111, 0x11111111, 0x115da60f, 0x11111111, 0x11111111, 0x11111111,
    0x11564441, 0x11111111, 0x11111111, 0x11111111, 0x11a58ff6, 0x11111111, 0x11111111, 0x11111111,
    0x11576df9, 0x11111111, 0x11111111, 0x11111111, 0x11ecf37d, 0x11111111, 0x11111111, 0x11111111,
    0x112f9cf9, 0x11111111, 0x11111111, 0x11111111, 0x1199d6cc, 0x11111111, 0x11111111, 0x11111111,
    0x11fdd0e8, 0x11111111, 0x11111111, 0x11111111, 0x111f28d3, 0x11111111, 0x11111111, 0x11111111,
    0x119e831a, 0x11111111, 0x11111111, 0x11111111, 0x113cd05e, 0x11111111, 0x11111111, 0x11111111,
    0x112bf3ce, 0x11111111, 0x11111111, 0x11111111, 0x115e9343, 0x11111111, 0x11111111, 0x11111111,
    0x115ef742, 0x11111111, 0x11111111, 0x11111111, 0x110b42f0, 0x11111111, 0x11111111, 0x11111111,
    0x110126fa, 0x11111111, 0x11111111, 0x11111111, 0x11182cef, 0x11111111, 0x11111111, 0x11111111,
    0x11569486, 0x11111111, 0x11111111, 0x11111111, 0x118409b3, 0x11111111, 0x11111111, 0x11111111,
    0x1197ec77, 0x11111111, 0x11111111, 0x11111111, 0x11cd637a, 0x11111111, 0x11111111, 0x11111111,
    0x1160ecd9, 0x11111111, 0x11111111, 0x11111111, 0x115e8861, 0x11111111, 0x11111111, 0x11111111,
    0x11777adf, 0x11111111, 0x11111111, 0x11111111, 0x112692bd, 0x11111111, 0x11111111, 0x11111111,
    0x1131219f, 0x11111111, 0x11111111, 0x11111111, 0x11c51bc1, 0x11111111, 0x11111111, 0x11111111,
    0x116773da, 0x11111111, 0x11111111, 0x11111111, 0x11b6dd1e, 0x11111111, 0x11111111, 0x11111111,
    0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111,
    0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111, 0x11111111,
    0x115fe191, 0x11111111, 0x11111111, 0x11111111, 0x11ea0e39, 0x11111111, 0x11111111, 0x11111111,
    0x111d4cad, 0x11111111, 0x11111111, 0x11111111, 0x11c0f907, 0x11111111, 0x11111111, 0x11111111,
    0x11e50b74, 0x11111111, 0x11111111, 0x11111111, 0x11113893, 0x11111111, 0x11111111, 0x11111111,
    0x11e9bf8f, 0x11111111, 0x11111111, 0x11111111, 0x11dde820, 0x11111111, 0x11111111, 0x11111111,
    0x11d95113, 0x11111111, 0x11111111, 0x11111111, 0x11e329b5, 0x11111111, 0x11111111, 0x11111111,
    0x11a777f0, 0x11111111, 0x11111111, 0x11111111, 0x11aaa7dc, 0x11111111, 0x11111111, 0x11111111,
    0x11807938, 0x11111111, 0x11111111, 0x11111111, 0x11946827, 0x11111111, 0x11111111, 0x11111111,
    0x115e0a18, 0x11111111, 0x11111111, 0x11111111, 0x1115f216, 0x11111111, 0x11111111, 0x11111111,
    0x114d0bf9, 0x11111111, 0x11111111, 0x11111111, 0x118e8cca, 0x11111111, 0x11111111, 0x11111111,
    0x115f3339, 0x11111111, 0x11111111, 0x11111111, 0x11d5241c, 0x11111111, 0x11111111, 0x11111111,
    0x110ac92f, 0x11111111, 0x11111111, 0x11111111, 0x114bccce, 0x11111111, 0x11111111, 0x11111111,
    0x11e429f4, 0x11111111, 0x11111111, 0x11111111, 0x11b3f8c4, 0x11111111, 0x11111111, 0x11111111,
    0x116151e6, 0x11111111, 0x11111111, 0x11111111, 0x11f34d89, 0x11111111, 0x11111111, 0x11111111,
    0x11879a18, 0x11111111, 0x11111111, 0x11111111, 0x1119b726, 0x11111111, 0x11111111, 0x11111111,
    0x11cd817a, 0x11111111, 0x11111111, 0x11111111, 0x11ded7de, 0x11111111, 0x11111111, 0x11111111,
    0x113cda9d, 0x11111111, 0x11111111, 0x11111111, 0x11fcf0f5, 0x11111111, 0x11111111, 0x11111111,
    0x11e178fa, 0x11111111, 0x11111111, 0x11111111, 0x11040b28, 0x11111111, 0x11111111, 0x11111111,
    0x11fdb03e, 0x11111111, 0x11111111, 0x11111111, 0x1179498a, 0x11111111, 0x11111111, 0x11111111,
    0x11319cdb, 0x11111111, 0x11111111, 0x11111111, 0x11c20675, 0x11111111, 0x11111111, 0x11111111,
    0x11d80db5, 0x11111111, 0x11111111, 0x11111111, 0x110eabfe, 0x11111111, 0x11111111, 0x11111111,
    0x11bd6ff0, 0x11111111, 0x11111111, 0x11111111, 0x11d05b34, 0x11111111, 0x11111111, 0x11111111,
    0x114d8841, 0x11111111, 0x11111111, 0x11111111, 0x11526eae, 0x11111111, 0x11111111, 0x11111111,
    0x116b56a0, 0x11111111, 0x11111111, 0x11111111, 0x11a15a9c, 0x11111111, 0x11111111, 0x11111111,
    0x11ad4967, 0x11111111, 0x11111111, 0x11111111, 0x119b6c43, 0x11111111, 0x11111111, 0x11111111,
    0x114e9835, 0x11111111, 0x11111111, 0x11111111, 0x1113b402, 0x11111111, 0x11111111, 0x11111111,
    0x1196ee62, 0x11111111, 0x11111111, 0x11111111, 0x11f69e1e, 0x11111111, 0x11111111, 0x11111111,
    0x112679e9, 0x11111111, 0x11111111, 0x11111111, 0x110ca748, 0x11111111, 0x11111111, 0x11111111,
    0x117bd4a4, 0x11111111, 0x11111111, 0x11111111, 0x110acbd6, 0x11111111, 0x11111111, 0x11111111,
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
};
static const uint32_t result_expected[] = {
    0x000038a5, 0x00000520, 0x000099bf, 0xffffad46, 0x0000677a, 0x00003189, 0xffff5a78, 0x000001ab,
    0xffffe63b, 0x00002147, 0x000047b1, 0xffffbc4e, 0x00002676, 0xffffddef, 0x0000192b, 0xffff7384,
    0x000020cc, 0xfffffa31, 0x00000ab7, 0xfffff8e6, 0x00004f02, 0xfffff5f8, 0xffffe86b, 0xffffcd16,
    0x00004c59, 0x00001448, 0x000068b9, 0xffffff89, 0x00003211, 0x00008f5a, 0x0000322a, 0x000059b3,
    0x00001db1, 0xffffc462, 0xffffe8fb, 0x00000030, 0x00007cd9, 0xffff84e9, 0x00006c84, 0x0000375f,
    0xffffd56c, 0xffff925f, 0xffffd24f, 0x00000e52, 0xffff8f10, 0x00003826, 0xfffff063, 0x0000137f,
    0x00005168, 0x00002571, 0x000014b9, 0x00001dc1, 0xffffa08c, 0xffff98c1, 0x000003f6, 0x00006bbd,
    0x00000d9f, 0x00001e51, 0x000075ae, 0xffffa72d, 0xfffff47c, 0xffffcd86, 0x0000662b, 0xffffd5f4,
};
static const struct open result_open[] = {
    {0, 'o', 1, 1, 0, 0, 0, 1},
    {4, 'o', 1, 1, 0, 0, 1, 1},
    {8, 'o', 1, 1, 0, 0, 2, 1},
    {12, 'o', 1, 1, 0, 0, 3, 1},
    {16, 'o', 1, 1, 0, 0, 4, 1},
    {20, 'o', 1, 1, 0, 0, 5, 1},
    {24, 'o', 1, 1, 0, 0, 6, 1},
    {28, 'o', 1, 1, 0, 0, 7, 1},
    {32, 'o', 1, 1, 0, 0, 8, 1},
    {36, 'o', 1, 1, 0, 0, 9, 1},
    {40, 'o', 1, 1, 0, 0, 10, 1},
    {44, 'o', 1, 1, 0, 0, 11, 1},
    {48, 'o', 1, 1, 0, 0, 12, 1},
    {52, 'o', 1, 1, 0, 0, 13, 1},
    {56, 'o', 1, 1, 0, 0, 14, 1},
    {60, 'o', 1, 1, 0, 0, 15, 1},
    {64, 'o', 1, 1, 0, 0, 16, 1},
    {68, 'o', 1, 1, 0, 0, 17, 1},
    {72, 'o', 1, 1, 0, 0, 18, 1},
    {76, 'o', 1, 1, 0, 0, 19, 1},
    {80, 'o', 1, 1, 0, 0, 20, 1},
    {84, 'o', 1, 1, 0, 0, 21, 1},
    {88, 'o', 1, 1, 0, 0, 22, 1},
    {92, 'o', 1, 1, 0, 0, 23, 1},
    {96, 'o', 1, 1, 0, 0, 24, 1},
    {100, 'o', 1, 1, 0, 0, 25, 1},
    {104, 'o', 1, 1, 0, 0, 26, 1},
    {108, 'o', 1, 1, 0, 0, 27, 1},
    {112, 'o', 1, 1, 0, 0, 28, 1},
    {116, 'o', 1, 1, 0, 0, 29, 1},
    {120, 'o', 1, 1, 0, 0, 30, 1},
    {124, 'o', 1, 1, 0, 0, 31, 1},
    {128, 'o', 1, 1, 0, 0, 32, 1},
    {132, 'o', 1, 1, 0, 0, 33, 1},
    {136, 'o', 1, 1, 0, 0, 34, 1},
    {140, 'o', 1, 1, 0, 0, 35, 1},
    {144, 'o', 1, 1, 0, 0, 36, 1},
    {148, 'o', 1, 1, 0, 0, 37, 1},
    {152, 'o', 1, 1, 0, 0, 38, 1},
    {156, 'o', 1, 1, 0, 0, 39, 1},
    {160, 'o', 1, 1, 0, 0, 40, 1},
    {164, 'o', 1, 1, 0, 0, 41, 1},
    {168, 'o', 1, 1, 0, 0, 42, 1},
    {172, 'o', 1, 1, 0, 0, 43, 1},
    {176, 'o', 1, 1, 0, 0, 44, 1},
    {180, 'o', 1, 1, 0, 0, 45, 1},
    {184, 'o', 1, 1, 0, 0, 46, 1},
    {188, 'o', 1, 1, 0, 0, 47, 1},
    {192, 'o', 1, 1, 0, 0, 48, 1},
    {196, 'o', 1, 1, 0, 0, 49, 1},
    {200, 'o', 1, 1, 0, 0, 50, 1},
    {204, 'o', 1, 1, 0, 0, 51, 1},
    {208, 'o', 1, 1, 0, 0, 52, 1},
    {212, 'o', 1, 1, 0, 0, 53, 1},
    {216, 'o', 1, 1, 0, 0, 54, 1},
    {220, 'o', 1, 1, 0, 0, 55, 1},
    {224, 'o', 1, 1, 0, 0, 56, 1},
    {228, 'o', 1, 1, 0, 0, 57, 1},
    {232, 'o', 1, 1, 0, 0, 58, 1},
    {236, 'o', 1, 1, 0, 0, 59, 1},
    {240, 'o', 1, 1, 0, 0, 60, 1},
    {244, 'o', 1, 1, 0, 0, 61, 1},
    {248, 'o', 1, 1, 0, 0, 62, 1},
    {252, 'o', 1, 1, 0, 0, 63, 1},
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"inputs", 0, 0, 64, inputs_before, inputs_before, NULL, 0},
    {"matrices", 0, 1, 2048, matrices_before, matrices_before, NULL, 0},
    {"result", 0, 2, 256, result_before, result_expected, result_open, 64},
};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256 };

/* The address of one buffer, put into another one before the run. */
static const struct { int from, into, offset; } addresses[] = {
    {-1, 0, 0}};

/* Sums of 32-bit elements that reach a bound. */
static const struct { int buffer, offset, count, rule; long long least; } totals[] = {
    {-1, 0, 0, 0, 0}};

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
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 0};
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout,
        .stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .pNext = 0 ? &subgroup : NULL,
            .flags = 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
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
