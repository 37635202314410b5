/*
 * khr.moves.float32.accumulator.8x8.subgroup.barriers_of_subgroups, minimal
 * result+512 (instance 1, row 0, column 0): expected -24432.990234375 (0xc6bee1fb), got -4.3160208E8 (0xcdcdcdcd), 2.21e+11 ULP [KHR-UNIF-003, KHR-MEM-002]
 * [KHR-UNIF-003] Different subgroups may take different uniform branches and execute different coopmat ops (S-KHR 3.42.6 (scope instance))
 *
 *   cc -O1 -o repro minimal.c -lvulkan
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
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430)  buffer SourceBuffer { float source[]; };
layout(set = 0, binding = 1, std430)  buffer ResultBuffer { float result[]; };
const int ROW_MAJOR = gl_CooperativeMatrixLayoutRowMajor;
#define MATRIX coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>
shared float staged[2][64];
void wait() { controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease); }
void main() {
    MATRIX m1;
    MATRIX m2;
    MATRIX r0;
    coopMatLoad(m1, source, (3 * gl_SubgroupID + 1) * 64, 8, ROW_MAJOR);
    coopMatLoad(m2, source, (3 * gl_SubgroupID + 2) * 64, 8, ROW_MAJOR);
    for (uint i = 0; i <= gl_SubgroupID; i++) { coopMatStore(m1, staged[gl_SubgroupID], 0, 8, ROW_MAJOR); wait(); coopMatLoad(r0, staged[gl_SubgroupID], 0, 8, ROW_MAJOR); wait(); m1 = m2; }
    coopMatStore(r0, result, (2 * gl_SubgroupID + 0) * 64, 8, ROW_MAJOR);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000064, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x0000003d, 0x00020011, 0x000014e1, 0x00020011, 0x00001786, 0x0008000a, 0x5f565053, 0x5f52484b,
    0x706f6f63, 0x74617265, 0x5f657669, 0x7274616d, 0x00007869, 0x0006000b, 0x00000002, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x0009000f, 0x00000005,
    0x00000005, 0x6e69616d, 0x00000000, 0x00000019, 0x0000001c, 0x00000045, 0x00000057, 0x00060010,
    0x00000005, 0x00000011, 0x00000010, 0x00000001, 0x00000001, 0x00050007, 0x00000001, 0x64616873,
    0x632e7265, 0x00706d6f, 0x00040047, 0x00000016, 0x00000006, 0x00000004, 0x00030047, 0x00000017,
    0x00000002, 0x00050048, 0x00000017, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000019,
    0x00000021, 0x00000000, 0x00040047, 0x00000019, 0x00000022, 0x00000000, 0x00040047, 0x0000001c,
    0x0000000b, 0x00000028, 0x00040047, 0x00000054, 0x00000006, 0x00000004, 0x00030047, 0x00000055,
    0x00000002, 0x00050048, 0x00000055, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000057,
    0x00000021, 0x00000001, 0x00040047, 0x00000057, 0x00000022, 0x00000000, 0x00020013, 0x00000003,
    0x00030021, 0x00000004, 0x00000003, 0x00040015, 0x00000009, 0x00000020, 0x00000001, 0x0004002b,
    0x00000009, 0x0000000a, 0x00000003, 0x0004002b, 0x00000009, 0x0000000b, 0x00000100, 0x0004002b,
    0x00000009, 0x0000000c, 0x00000008, 0x00040015, 0x0000000d, 0x00000020, 0x00000000, 0x0004002b,
    0x0000000d, 0x0000000e, 0x00000003, 0x0004002b, 0x0000000d, 0x0000000f, 0x00000108, 0x00030016,
    0x00000010, 0x00000020, 0x0004002b, 0x0000000d, 0x00000011, 0x00000008, 0x0004002b, 0x0000000d,
    0x00000012, 0x00000002, 0x00071168, 0x00000013, 0x00000010, 0x0000000e, 0x00000011, 0x00000011,
    0x00000012, 0x00040020, 0x00000014, 0x00000007, 0x00000013, 0x0003001d, 0x00000016, 0x00000010,
    0x0003001e, 0x00000017, 0x00000016, 0x00040020, 0x00000018, 0x0000000c, 0x00000017, 0x0004003b,
    0x00000018, 0x00000019, 0x0000000c, 0x0004002b, 0x00000009, 0x0000001a, 0x00000000, 0x00040020,
    0x0000001b, 0x00000001, 0x0000000d, 0x0004003b, 0x0000001b, 0x0000001c, 0x00000001, 0x0004002b,
    0x0000000d, 0x0000001f, 0x00000001, 0x0004002b, 0x0000000d, 0x00000021, 0x00000040, 0x00040020,
    0x00000023, 0x0000000c, 0x00000010, 0x00040020, 0x00000035, 0x00000007, 0x0000000d, 0x0004002b,
    0x0000000d, 0x00000037, 0x00000000, 0x00020014, 0x0000003f, 0x0004001c, 0x00000042, 0x00000010,
    0x00000021, 0x0004001c, 0x00000043, 0x00000042, 0x00000012, 0x00040020, 0x00000044, 0x00000004,
    0x00000043, 0x0004003b, 0x00000044, 0x00000045, 0x00000004, 0x00040020, 0x00000047, 0x00000004,
    0x00000010, 0x0004002b, 0x00000009, 0x00000051, 0x00000001, 0x0003001d, 0x00000054, 0x00000010,
    0x0003001e, 0x00000055, 0x00000054, 0x00040020, 0x00000056, 0x0000000c, 0x00000055, 0x0004003b,
    0x00000056, 0x00000057, 0x0000000c, 0x00040017, 0x00000061, 0x0000000d, 0x00000003, 0x0004002b,
    0x0000000d, 0x00000062, 0x00000010, 0x0006002c, 0x00000061, 0x00000063, 0x00000062, 0x0000001f,
    0x0000001f, 0x00040008, 0x00000001, 0x0000000c, 0x0000000b, 0x00050036, 0x00000003, 0x00000005,
    0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x00000014, 0x00000015, 0x00000007,
    0x0004003b, 0x00000014, 0x0000002a, 0x00000007, 0x0004003b, 0x00000035, 0x00000036, 0x00000007,
    0x0004003b, 0x00000014, 0x0000004a, 0x00000007, 0x00040008, 0x00000001, 0x00000010, 0x00000000,
    0x0004003d, 0x0000000d, 0x0000001d, 0x0000001c, 0x00050084, 0x0000000d, 0x0000001e, 0x0000000e,
    0x0000001d, 0x00050080, 0x0000000d, 0x00000020, 0x0000001e, 0x0000001f, 0x00050084, 0x0000000d,
    0x00000022, 0x00000020, 0x00000021, 0x00060041, 0x00000023, 0x00000024, 0x00000019, 0x0000001a,
    0x00000022, 0x0004003d, 0x0000000d, 0x00000025, 0x0000001c, 0x00050084, 0x0000000d, 0x00000026,
    0x0000000e, 0x00000025, 0x00050080, 0x0000000d, 0x00000027, 0x00000026, 0x0000001f, 0x00050084,
    0x0000000d, 0x00000028, 0x00000027, 0x00000021, 0x00071169, 0x00000013, 0x00000029, 0x00000024,
    0x0000001a, 0x00000011, 0x00000000, 0x0003003e, 0x00000015, 0x00000029, 0x00040008, 0x00000001,
    0x00000011, 0x00000000, 0x0004003d, 0x0000000d, 0x0000002b, 0x0000001c, 0x00050084, 0x0000000d,
    0x0000002c, 0x0000000e, 0x0000002b, 0x00050080, 0x0000000d, 0x0000002d, 0x0000002c, 0x00000012,
    0x00050084, 0x0000000d, 0x0000002e, 0x0000002d, 0x00000021, 0x00060041, 0x00000023, 0x0000002f,
    0x00000019, 0x0000001a, 0x0000002e, 0x0004003d, 0x0000000d, 0x00000030, 0x0000001c, 0x00050084,
    0x0000000d, 0x00000031, 0x0000000e, 0x00000030, 0x00050080, 0x0000000d, 0x00000032, 0x00000031,
    0x00000012, 0x00050084, 0x0000000d, 0x00000033, 0x00000032, 0x00000021, 0x00071169, 0x00000013,
    0x00000034, 0x0000002f, 0x0000001a, 0x00000011, 0x00000000, 0x0003003e, 0x0000002a, 0x00000034,
    0x00040008, 0x00000001, 0x00000012, 0x00000000, 0x0003003e, 0x00000036, 0x00000037, 0x000200f9,
    0x00000038, 0x000200f8, 0x00000038, 0x00040008, 0x00000001, 0x00000012, 0x00000000, 0x000400f6,
    0x0000003a, 0x0000003b, 0x00000000, 0x000200f9, 0x0000003c, 0x000200f8, 0x0000003c, 0x00040008,
    0x00000001, 0x00000012, 0x00000000, 0x0004003d, 0x0000000d, 0x0000003d, 0x00000036, 0x0004003d,
    0x0000000d, 0x0000003e, 0x0000001c, 0x000500b2, 0x0000003f, 0x00000040, 0x0000003d, 0x0000003e,
    0x000400fa, 0x00000040, 0x00000039, 0x0000003a, 0x000200f8, 0x00000039, 0x00040008, 0x00000001,
    0x00000012, 0x00000000, 0x0004003d, 0x00000013, 0x00000041, 0x00000015, 0x0004003d, 0x0000000d,
    0x00000046, 0x0000001c, 0x00060041, 0x00000047, 0x00000048, 0x00000045, 0x00000046, 0x00000037,
    0x0007116a, 0x00000048, 0x00000041, 0x0000001a, 0x00000011, 0x00000028, 0x00000012, 0x00040039,
    0x00000003, 0x00000049, 0x00000007, 0x0004003d, 0x0000000d, 0x0000004b, 0x0000001c, 0x00060041,
    0x00000047, 0x0000004c, 0x00000045, 0x0000004b, 0x00000037, 0x00081169, 0x00000013, 0x0000004d,
    0x0000004c, 0x0000001a, 0x00000011, 0x00000030, 0x00000012, 0x0003003e, 0x0000004a, 0x0000004d,
    0x00040039, 0x00000003, 0x0000004e, 0x00000007, 0x0004003d, 0x00000013, 0x0000004f, 0x0000002a,
    0x0003003e, 0x00000015, 0x0000004f, 0x000200f9, 0x0000003b, 0x000200f8, 0x0000003b, 0x00040008,
    0x00000001, 0x00000012, 0x00000000, 0x0004003d, 0x0000000d, 0x00000050, 0x00000036, 0x00050080,
    0x0000000d, 0x00000052, 0x00000050, 0x00000051, 0x0003003e, 0x00000036, 0x00000052, 0x000200f9,
    0x00000038, 0x000200f8, 0x0000003a, 0x00040008, 0x00000001, 0x00000013, 0x00000000, 0x0004003d,
    0x00000013, 0x00000053, 0x0000004a, 0x0004003d, 0x0000000d, 0x00000058, 0x0000001c, 0x00050084,
    0x0000000d, 0x00000059, 0x00000012, 0x00000058, 0x00050080, 0x0000000d, 0x0000005a, 0x00000059,
    0x00000037, 0x00050084, 0x0000000d, 0x0000005b, 0x0000005a, 0x00000021, 0x00060041, 0x00000023,
    0x0000005c, 0x00000057, 0x0000001a, 0x0000005b, 0x0004003d, 0x0000000d, 0x0000005d, 0x0000001c,
    0x00050084, 0x0000000d, 0x0000005e, 0x00000012, 0x0000005d, 0x00050080, 0x0000000d, 0x0000005f,
    0x0000005e, 0x00000037, 0x00050084, 0x0000000d, 0x00000060, 0x0000005f, 0x00000021, 0x0006116a,
    0x0000005c, 0x00000053, 0x0000001a, 0x00000011, 0x00000000, 0x00040008, 0x00000001, 0x00000014,
    0x00000000, 0x000100fd, 0x00010038, 0x00040008, 0x00000001, 0x0000000b, 0x0000000b, 0x00050036,
    0x00000003, 0x00000007, 0x00000000, 0x00000004, 0x000200f8, 0x00000008, 0x00040008, 0x00000001,
    0x0000000b, 0x00000000, 0x000400e0, 0x0000000e, 0x0000000e, 0x0000000f, 0x000100fd, 0x00010038,
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
    "[KHR-UNIF-003] Different subgroups may take different uniform branches and execute different coopmat ops",
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
    {1, 1, 8, 8, 1, 1, 1, 512l, 32l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t source_before[] = {
    0x7f7fffff, 0xff7fffff, 0x00800000, 0x007fffff, 0x80800000, 0x00000001, 0x80000001, 0x00000000,
    0xf3228883, 0x915a023c, 0x2f917bf5, 0xcdc8f5ae, 0x6c006f67, 0x0a37e920, 0xa86f62d9, 0x46a6dc92,
    0xe4de564b, 0x8315d004, 0x214d49bd, 0xbf84c376, 0x5dbc3d2f, 0xfbf3b6e8, 0x9a2b30a1, 0x3862aa5a,
    0xd69a2413, 0x74d19dcc, 0x13091785, 0xb140913e, 0x4f780af7, 0xedaf84b0, 0x8be6fe69, 0x2a1e7822,
    0xc855f1db, 0x668d6b94, 0x04c4e54d, 0xa2fc5f06, 0x4133d8bf, 0xdf6b5278, 0x7da2cc31, 0x1bda45ea,
    0xba11bfa3, 0x5849395c, 0xf680b315, 0x94b82cce, 0x32efa687, 0xd1272040, 0x6f5e99f9, 0x0d9613b2,
    0xabcd8d6b, 0x4a050724, 0xe83c80dd, 0x8673fa96, 0x24ab744f, 0xc2e2ee08, 0x611a67c1, 0xff51e17a,
    0x9d895b33, 0x3bc0d4ec, 0xd9f84ea5, 0x782fc85e, 0x16674217, 0xb49ebbd0, 0x52d63589, 0xf10daf42,
    0x8f4528fb, 0x2d7ca2b4, 0xcbb41c6d, 0x69eb9626, 0x08230fdf, 0xa65a8998, 0x44920351, 0xe2c97d0a,
    0x8100f6c3, 0x1f38707c, 0xbd6fea35, 0x5ba763ee, 0xf9dedda7, 0x98165760, 0x364dd119, 0xd4854ad2,
    0x72bcc48b, 0x10f43e44, 0xaf2bb7fd, 0x4d6331b6, 0xeb9aab6f, 0x89d22528, 0x28099ee1, 0xc641189a,
    0x64789253, 0x02b00c0c, 0xa0e785c5, 0x3f1eff7e, 0xdd567937, 0x7b8df2f0, 0x19c56ca9, 0xb7fce662,
    0x5634601b, 0xf46bd9d4, 0x92a3538d, 0x30dacd46, 0xcf1246ff, 0x6d49c0b8, 0x0b813a71, 0xa9b8b42a,
    0x47f02de3, 0xe627a79c, 0x845f2155, 0x22969b0e, 0xc0ce14c7, 0x5f058e80, 0xfd3d0839, 0x9b7481f2,
    0x39abfbab, 0xd7e37564, 0x761aef1d, 0x145268d6, 0xb289e28f, 0x50c15c48, 0xeef8d601, 0x8d304fba,
    0x2b67c973, 0xc99f432c, 0x67d6bce5, 0x060e369e, 0xa445b057, 0x427d2a10, 0xe0b4a3c9, 0x7eec1d82,
    0x1d23973b, 0xbb5b10f4, 0x59928aad, 0xf7ca0466, 0x96017e1f, 0x3438f7d8, 0xd2707191, 0x70a7eb4a,
    0x0edf6503, 0xad16debc, 0x4b4e5875, 0xe985d22e, 0x87bd4be7, 0x25f4c5a0, 0xc42c3f59, 0x6263b912,
    0x009b32cb, 0x9ed2ac84, 0x3d0a263d, 0xdb419ff6, 0x797919af, 0x17b09368, 0xb5e80d21, 0x541f86da,
    0xf2570093, 0x908e7a4c, 0x2ec5f405, 0xccfd6dbe, 0x6b34e777, 0x096c6130, 0xa7a3dae9, 0x45db54a2,
    0xe412ce5b, 0x824a4814, 0x2081c1cd, 0xbeb93b86, 0x5cf0b53f, 0xfb282ef8, 0x995fa8b1, 0x3797226a,
    0xd5ce9c23, 0x740615dc, 0x123d8f95, 0xb075094e, 0x4eac8307, 0xece3fcc0, 0x8b1b7679, 0x2952f032,
    0xc78a69eb, 0x65c1e3a4, 0x03f95d5d, 0xa230d716, 0x406850cf, 0xde9fca88, 0x7cd74441, 0x1b0ebdfa,
    0xb94637b3, 0x577db16c, 0xf5b52b25, 0x93eca4de, 0x32241e97, 0xd05b9850, 0x6e931209, 0x0cca8bc2,
    0xab02057b, 0x49397f34, 0xe770f8ed, 0x85a872a6, 0x23dfec5f, 0xc2176618, 0x604edfd1, 0xfe86598a,
    0x9cbdd343, 0x3af54cfc, 0xd92cc6b5, 0x7764406e, 0x159bba27, 0xb3d333e0, 0x520aad99, 0xf0422752,
    0x8e79a10b, 0x2cb11ac4, 0xcae8947d, 0x69200e36, 0x075787ef, 0xa58f01a8, 0x43c67b61, 0xe1fdf51a,
    0x80356ed3, 0x1e6ce88c, 0xbca46245, 0x5adbdbfe, 0xf91355b7, 0x974acf70, 0x35824929, 0xd3b9c2e2,
    0x71f13c9b, 0x1028b654, 0xae60300d, 0x4c97a9c6, 0xeacf237f, 0x89069d38, 0x273e16f1, 0xc57590aa,
    0x63ad0a63, 0x01e4841c, 0xa01bfdd5, 0x3e53778e, 0xdc8af147, 0x7ac26b00, 0x18f9e4b9, 0xb7315e72,
    0x5568d82b, 0xf3a051e4, 0x91d7cb9d, 0x300f4556, 0xce46bf0f, 0x6c7e38c8, 0x0ab5b281, 0xa8ed2c3a,
    0x4724a5f3, 0xe55c1fac, 0x83939965, 0x21cb131e, 0xc0028cd7, 0x5e3a0690, 0xfc718049, 0x9aa8fa02,
    0x38e073bb, 0xd717ed74, 0x754f672d, 0x1386e0e6, 0xb1be5a9f, 0x4ff5d458, 0xee2d4e11, 0x8c64c7ca,
    0x2a9c4183, 0xc8d3bb3c, 0x670b34f5, 0x0542aeae, 0xa37a2867, 0x41b1a220, 0xdfe91bd9, 0x7e209592,
    0x1c580f4b, 0xba8f8904, 0x58c702bd, 0xf6fe7c76, 0x9535f62f, 0x336d6fe8, 0xd1a4e9a1, 0x6fdc635a,
    0x0e13dd13, 0xac4b56cc, 0x4a82d085, 0xe8ba4a3e, 0x86f1c3f7, 0x25293db0, 0xc360b769, 0x61983122,
    0xff0e5676, 0x9e072494, 0x3c3e9e4d, 0xda761806, 0x78ad91bf, 0x16e50b78, 0xb51c8531, 0x5353feea,
    0xf18b78a3, 0x8fc2f25c, 0x2dfa6c15, 0xcc31e5ce, 0x6a695f87, 0x08a0d940, 0xa6d852f9, 0x450fccb2,
    0xe347466b, 0x817ec024, 0x1fb639dd, 0xbdedb396, 0x5c252d4f, 0xfa5ca708, 0x989420c1, 0x36cb9a7a,
    0xd5031433, 0x733a8dec, 0x117207a5, 0xafa9815e, 0x4de0fb17, 0xec1874d0, 0x8a4fee89, 0x28876842,
    0xc6bee1fb, 0x64f65bb4, 0x032dd56d, 0xa1654f26, 0x3f9cc8df, 0xddd44298, 0x7c0bbc51, 0x1a43360a,
    0xb87aafc3, 0x56b2297c, 0xf4e9a335, 0x93211cee, 0x315896a7, 0xcf901060, 0x6dc78a19, 0x0bff03d2,
    0xaa367d8b, 0x486df744, 0xe6a570fd, 0x84dceab6, 0x2314646f, 0xc14bde28, 0x5f8357e1, 0xfdbad19a,
    0x9bf24b53, 0x3a29c50c, 0xd8613ec5, 0x7698b87e, 0x14d03237, 0xb307abf0, 0x513f25a9, 0xef769f62,
    0x8dae191b, 0x2be592d4, 0xca1d0c8d, 0x68548646, 0x068bffff, 0xa4c379b8, 0x42faf371, 0xe1326d2a,
    0x7f69e6e3, 0x1da1609c, 0xbbd8da55, 0x5a10540e, 0xf847cdc7, 0x967f4780, 0x34b6c139, 0xd2ee3af2,
    0x7125b4ab, 0x0f5d2e64, 0xad94a81d, 0x4bcc21d6, 0xea039b8f, 0x883b1548, 0x26728f01, 0xc4aa08ba,
    0x62e18273, 0x0118fc2c, 0x9f5075e5, 0x3d87ef9e, 0xdbbf6957, 0x79f6e310, 0x182e5cc9, 0xb665d682,
    0x549d503b, 0xf2d4c9f4, 0x910c43ad, 0x2f43bd66, 0xcd7b371f, 0x6bb2b0d8, 0x09ea2a91, 0xa821a44a,
    0x46591e03, 0xe49097bc, 0x82c81175, 0x20ff8b2e, 0xbf3704e7, 0x5d6e7ea0, 0xfba5f859, 0x99dd7212,
    0x3814ebcb, 0xd64c6584, 0x7483df3d, 0x12bb58f6, 0xb0f2d2af, 0x4f2a4c68, 0xed61c621, 0x8b993fda,
    0x29d0b993, 0xc808334c, 0x663fad05, 0x047726be, 0xa2aea077, 0x40e61a30, 0xdf1d93e9, 0x7d550da2,
    0x1b8c875b, 0xb9c40114, 0x57fb7acd, 0xf632f486, 0x946a6e3f, 0x32a1e7f8, 0xd0d961b1, 0x6f10db6a,
    0x0d485523, 0xab7fcedc, 0x49b74895, 0xe7eec24e, 0x86263c07, 0x245db5c0, 0xc2952f79, 0x60cca932,
    0xff0422eb, 0x9d3b9ca4, 0x3b73165d, 0xd9aa9016, 0x77e209cf, 0x16198388, 0xb450fd41, 0x528876fa,
    0xf0bff0b3, 0x8ef76a6c, 0x2d2ee425, 0xcb665dde, 0x699dd797, 0x07d55150, 0xa60ccb09, 0x444444c2,
    0xe27bbe7b, 0x80b33834, 0x1eeab1ed, 0xbd222ba6, 0x5b59a55f, 0xf9911f18, 0x97c898d1, 0x3600128a,
    0xd4378c43, 0x726f05fc, 0x10a67fb5, 0xaeddf96e, 0x4d157327, 0xeb4cece0, 0x89846699, 0x27bbe052,
    0xc5f35a0b, 0x642ad3c4, 0x02624d7d, 0xa099c736, 0x3ed140ef, 0xdd08baa8, 0x7b403461, 0x1977ae1a,
    0xb7af27d3, 0x55e6a18c, 0xf41e1b45, 0x925594fe, 0x308d0eb7, 0xcec48870, 0x6cfc0229, 0x0b337be2,
    0xa96af59b, 0x47a26f54, 0xe5d9e90d, 0x841162c6, 0x2248dc7f, 0xc0805638, 0x5eb7cff1, 0xfcef49aa,
    0x9b26c363, 0x395e3d1c, 0xd795b6d5, 0x75cd308e, 0x1404aa47, 0xb23c2400, 0x50739db9, 0xeeab1772,
    0x8ce2912b, 0x2b1a0ae4, 0xc951849d, 0x6788fe56, 0x05c0780f, 0xa3f7f1c8, 0x422f6b81, 0xe066e53a,
    0x7e9e5ef3, 0x1cd5d8ac, 0xbb0d5265, 0x5944cc1e, 0xf77c45d7, 0x95b3bf90, 0x33eb3949, 0xd222b302,
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
};
static const uint32_t result_expected[] = {
    0x8f4528fb, 0x2d7ca2b4, 0xcbb41c6d, 0x69eb9626, 0x08230fdf, 0xa65a8998, 0x44920351, 0xe2c97d0a,
    0x8100f6c3, 0x1f38707c, 0xbd6fea35, 0x5ba763ee, 0xf9dedda7, 0x98165760, 0x364dd119, 0xd4854ad2,
    0x72bcc48b, 0x10f43e44, 0xaf2bb7fd, 0x4d6331b6, 0xeb9aab6f, 0x89d22528, 0x28099ee1, 0xc641189a,
    0x64789253, 0x02b00c0c, 0xa0e785c5, 0x3f1eff7e, 0xdd567937, 0x7b8df2f0, 0x19c56ca9, 0xb7fce662,
    0x5634601b, 0xf46bd9d4, 0x92a3538d, 0x30dacd46, 0xcf1246ff, 0x6d49c0b8, 0x0b813a71, 0xa9b8b42a,
    0x47f02de3, 0xe627a79c, 0x845f2155, 0x22969b0e, 0xc0ce14c7, 0x5f058e80, 0xfd3d0839, 0x9b7481f2,
    0x39abfbab, 0xd7e37564, 0x761aef1d, 0x145268d6, 0xb289e28f, 0x50c15c48, 0xeef8d601, 0x8d304fba,
    0x2b67c973, 0xc99f432c, 0x67d6bce5, 0x060e369e, 0xa445b057, 0x427d2a10, 0xe0b4a3c9, 0x7eec1d82,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xc6bee1fb, 0x64f65bb4, 0x032dd56d, 0xa1654f26, 0x3f9cc8df, 0xddd44298, 0x7c0bbc51, 0x1a43360a,
    0xb87aafc3, 0x56b2297c, 0xf4e9a335, 0x93211cee, 0x315896a7, 0xcf901060, 0x6dc78a19, 0x0bff03d2,
    0xaa367d8b, 0x486df744, 0xe6a570fd, 0x84dceab6, 0x2314646f, 0xc14bde28, 0x5f8357e1, 0xfdbad19a,
    0x9bf24b53, 0x3a29c50c, 0xd8613ec5, 0x7698b87e, 0x14d03237, 0xb307abf0, 0x513f25a9, 0xef769f62,
    0x8dae191b, 0x2be592d4, 0xca1d0c8d, 0x68548646, 0x068bffff, 0xa4c379b8, 0x42faf371, 0xe1326d2a,
    0x7f69e6e3, 0x1da1609c, 0xbbd8da55, 0x5a10540e, 0xf847cdc7, 0x967f4780, 0x34b6c139, 0xd2ee3af2,
    0x7125b4ab, 0x0f5d2e64, 0xad94a81d, 0x4bcc21d6, 0xea039b8f, 0x883b1548, 0x26728f01, 0xc4aa08ba,
    0x62e18273, 0x0118fc2c, 0x9f5075e5, 0x3d87ef9e, 0xdbbf6957, 0x79f6e310, 0x182e5cc9, 0xb665d682,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd,
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
    {"source", 0, 0, 2048, source_before, source_before, NULL, 0},
    {"result", 0, 1, 1024, result_before, result_expected, NULL, 0},
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
