/*
 * A component set of a matrix out of an array that an index of run time reads or writes
 * SIGSEGV in libvulkan_lvp.so+0x2d8fcf, in vkCreateComputePipelines
 *
 *   cc -O1 -o repro array-component.c -lvulkan
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
layout(local_size_x = 8) in;
layout(push_constant, std430) uniform Push {
    uint n2;
    uint n1;
    uint n64;
} push;
layout(set = 0, binding = 0, std430) readonly buffer In0Buffer { uvec2 in0[144]; };
layout(set = 0, binding = 1, std430) writeonly buffer Out0Buffer { uint8_t out0[640]; };
void main() {
    coopmat<uint8_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> m0;
    coopmat<uint8_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> g1[2];
    coopMatLoad(m0, in0, 25u, push.n2, gl_CooperativeMatrixLayoutColumnMajor);
    g1[1u] = m0;
    coopmat<uint8_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> m2 = g1[push.n1];
    coopmat<uint8_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> m3 = coopmat<uint8_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(uint8_t(2));
    for (int i = 0; i < m2.length(); ++i) {
        m2[i] = m0[i] * m3[i];
    }
    coopMatStore(m2, out0, push.n64, 8u, gl_CooperativeMatrixLayoutColumnMajor);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000056, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x00000027, 0x00020011, 0x00001160, 0x00020011, 0x000014e1, 0x00020011, 0x00001786, 0x0008000a,
    0x5f565053, 0x5f52484b, 0x706f6f63, 0x74617265, 0x5f657669, 0x7274616d, 0x00007869, 0x0006000b,
    0x00000002, 0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003,
    0x0008000f, 0x00000005, 0x00000005, 0x6e69616d, 0x00000000, 0x00000014, 0x0000001c, 0x0000004d,
    0x00060010, 0x00000005, 0x00000011, 0x00000008, 0x00000001, 0x00000001, 0x00050007, 0x00000001,
    0x64616873, 0x632e7265, 0x00706d6f, 0x00040047, 0x00000011, 0x00000006, 0x00000008, 0x00030047,
    0x00000012, 0x00000002, 0x00040048, 0x00000012, 0x00000000, 0x00000018, 0x00050048, 0x00000012,
    0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x00000014, 0x00000018, 0x00040047, 0x00000014,
    0x00000021, 0x00000000, 0x00040047, 0x00000014, 0x00000022, 0x00000000, 0x00030047, 0x0000001a,
    0x00000002, 0x00050048, 0x0000001a, 0x00000000, 0x00000023, 0x00000000, 0x00050048, 0x0000001a,
    0x00000001, 0x00000023, 0x00000004, 0x00050048, 0x0000001a, 0x00000002, 0x00000023, 0x00000008,
    0x00040047, 0x0000004a, 0x00000006, 0x00000001, 0x00030047, 0x0000004b, 0x00000002, 0x00040048,
    0x0000004b, 0x00000000, 0x00000019, 0x00050048, 0x0000004b, 0x00000000, 0x00000023, 0x00000000,
    0x00030047, 0x0000004d, 0x00000019, 0x00040047, 0x0000004d, 0x00000021, 0x00000001, 0x00040047,
    0x0000004d, 0x00000022, 0x00000000, 0x00020013, 0x00000003, 0x00030021, 0x00000004, 0x00000003,
    0x00040015, 0x00000007, 0x00000008, 0x00000000, 0x00040015, 0x00000008, 0x00000020, 0x00000000,
    0x0004002b, 0x00000008, 0x00000009, 0x00000003, 0x0004002b, 0x00000008, 0x0000000a, 0x00000008,
    0x0004002b, 0x00000008, 0x0000000b, 0x00000000, 0x00071168, 0x0000000c, 0x00000007, 0x00000009,
    0x0000000a, 0x0000000a, 0x0000000b, 0x00040020, 0x0000000d, 0x00000007, 0x0000000c, 0x00040017,
    0x0000000f, 0x00000008, 0x00000002, 0x0004002b, 0x00000008, 0x00000010, 0x00000090, 0x0004001c,
    0x00000011, 0x0000000f, 0x00000010, 0x0003001e, 0x00000012, 0x00000011, 0x00040020, 0x00000013,
    0x0000000c, 0x00000012, 0x0004003b, 0x00000013, 0x00000014, 0x0000000c, 0x00040015, 0x00000015,
    0x00000020, 0x00000001, 0x0004002b, 0x00000015, 0x00000016, 0x00000000, 0x0004002b, 0x00000008,
    0x00000017, 0x00000019, 0x00040020, 0x00000018, 0x0000000c, 0x0000000f, 0x0005001e, 0x0000001a,
    0x00000008, 0x00000008, 0x00000008, 0x00040020, 0x0000001b, 0x00000009, 0x0000001a, 0x0004003b,
    0x0000001b, 0x0000001c, 0x00000009, 0x00040020, 0x0000001d, 0x00000009, 0x00000008, 0x0004002b,
    0x00000015, 0x00000020, 0x00000001, 0x0004002b, 0x00000008, 0x00000022, 0x00000002, 0x0004001c,
    0x00000023, 0x0000000c, 0x00000022, 0x00040020, 0x00000024, 0x00000007, 0x00000023, 0x0004002b,
    0x00000007, 0x0000002e, 0x00000002, 0x0004002c, 0x0000000c, 0x0000002f, 0x0000002e, 0x00040020,
    0x00000030, 0x00000007, 0x00000015, 0x00020014, 0x0000003a, 0x00040020, 0x0000003e, 0x00000007,
    0x00000007, 0x0004002b, 0x00000008, 0x00000049, 0x00000280, 0x0004001c, 0x0000004a, 0x00000007,
    0x00000049, 0x0003001e, 0x0000004b, 0x0000004a, 0x00040020, 0x0000004c, 0x0000000c, 0x0000004b,
    0x0004003b, 0x0000004c, 0x0000004d, 0x0000000c, 0x0004002b, 0x00000015, 0x0000004e, 0x00000002,
    0x00040020, 0x00000051, 0x0000000c, 0x00000007, 0x00040017, 0x00000053, 0x00000008, 0x00000003,
    0x0004002b, 0x00000008, 0x00000054, 0x00000001, 0x0006002c, 0x00000053, 0x00000055, 0x0000000a,
    0x00000054, 0x00000054, 0x00040008, 0x00000001, 0x0000000d, 0x0000000b, 0x00050036, 0x00000003,
    0x00000005, 0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x0000000d, 0x0000000e,
    0x00000007, 0x0004003b, 0x00000024, 0x00000025, 0x00000007, 0x0004003b, 0x0000000d, 0x00000028,
    0x00000007, 0x0004003b, 0x0000000d, 0x0000002d, 0x00000007, 0x0004003b, 0x00000030, 0x00000031,
    0x00000007, 0x00040008, 0x00000001, 0x00000010, 0x00000000, 0x00060041, 0x00000018, 0x00000019,
    0x00000014, 0x00000016, 0x00000017, 0x00050041, 0x0000001d, 0x0000001e, 0x0000001c, 0x00000016,
    0x0004003d, 0x00000008, 0x0000001f, 0x0000001e, 0x00071169, 0x0000000c, 0x00000021, 0x00000019,
    0x00000020, 0x0000001f, 0x00000000, 0x0003003e, 0x0000000e, 0x00000021, 0x00040008, 0x00000001,
    0x00000011, 0x00000000, 0x0004003d, 0x0000000c, 0x00000026, 0x0000000e, 0x00050041, 0x0000000d,
    0x00000027, 0x00000025, 0x00000020, 0x0003003e, 0x00000027, 0x00000026, 0x00040008, 0x00000001,
    0x00000012, 0x00000000, 0x00050041, 0x0000001d, 0x00000029, 0x0000001c, 0x00000020, 0x0004003d,
    0x00000008, 0x0000002a, 0x00000029, 0x00050041, 0x0000000d, 0x0000002b, 0x00000025, 0x0000002a,
    0x0004003d, 0x0000000c, 0x0000002c, 0x0000002b, 0x0003003e, 0x00000028, 0x0000002c, 0x00040008,
    0x00000001, 0x00000013, 0x00000000, 0x0003003e, 0x0000002d, 0x0000002f, 0x00040008, 0x00000001,
    0x00000014, 0x00000000, 0x0003003e, 0x00000031, 0x00000016, 0x000200f9, 0x00000032, 0x000200f8,
    0x00000032, 0x00040008, 0x00000001, 0x00000014, 0x00000000, 0x000400f6, 0x00000034, 0x00000035,
    0x00000000, 0x000200f9, 0x00000036, 0x000200f8, 0x00000036, 0x00040008, 0x00000001, 0x00000014,
    0x00000000, 0x0004003d, 0x00000015, 0x00000037, 0x00000031, 0x0004116c, 0x00000008, 0x00000038,
    0x0000000c, 0x0004007c, 0x00000015, 0x00000039, 0x00000038, 0x000500b1, 0x0000003a, 0x0000003b,
    0x00000037, 0x00000039, 0x000400fa, 0x0000003b, 0x00000033, 0x00000034, 0x000200f8, 0x00000033,
    0x00040008, 0x00000001, 0x00000015, 0x00000000, 0x0004003d, 0x00000015, 0x0000003c, 0x00000031,
    0x0004003d, 0x00000015, 0x0000003d, 0x00000031, 0x00050041, 0x0000003e, 0x0000003f, 0x0000000e,
    0x0000003d, 0x0004003d, 0x00000007, 0x00000040, 0x0000003f, 0x0004003d, 0x00000015, 0x00000041,
    0x00000031, 0x00050041, 0x0000003e, 0x00000042, 0x0000002d, 0x00000041, 0x0004003d, 0x00000007,
    0x00000043, 0x00000042, 0x00050084, 0x00000007, 0x00000044, 0x00000040, 0x00000043, 0x00050041,
    0x0000003e, 0x00000045, 0x00000028, 0x0000003c, 0x0003003e, 0x00000045, 0x00000044, 0x000200f9,
    0x00000035, 0x000200f8, 0x00000035, 0x00040008, 0x00000001, 0x00000014, 0x00000000, 0x0004003d,
    0x00000015, 0x00000046, 0x00000031, 0x00050080, 0x00000015, 0x00000047, 0x00000046, 0x00000020,
    0x0003003e, 0x00000031, 0x00000047, 0x000200f9, 0x00000032, 0x000200f8, 0x00000034, 0x00040008,
    0x00000001, 0x00000017, 0x00000000, 0x0004003d, 0x0000000c, 0x00000048, 0x00000028, 0x00050041,
    0x0000001d, 0x0000004f, 0x0000001c, 0x0000004e, 0x0004003d, 0x00000008, 0x00000050, 0x0000004f,
    0x00060041, 0x00000051, 0x00000052, 0x0000004d, 0x00000016, 0x00000050, 0x0006116a, 0x00000052,
    0x00000048, 0x00000020, 0x0000000a, 0x00000000, 0x00040008, 0x00000001, 0x00000018, 0x00000000,
    0x000100fd, 0x00010038,
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
    {"VK_KHR_cooperative_matrix", 1000506000, 1, {0, -1}, "cooperativeMatrix"},
    {"", 53, 0, {7, 8, -1}, "subgroupSizeControl, computeFullSubgroups"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
    "[KHR-COMP-002] Writing m[i]=f(m[i]) for i in [0,length()) in every invocation transforms every matrix element exactly once",
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
    {1, 0, 8, 8, 0, 0, 1, 64l, 8l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t in0_before[] = {
    0x1b892896, 0xdbfc920a, 0x50539845, 0x8c061d78, 0xae4180aa, 0xc5c4fef9, 0xafcb5a01, 0xe93cb6f5,
    0x19383a35, 0x8fb4ddab, 0x38f236c6, 0x307ea196, 0x5cd4c97d, 0x0b8fd178, 0x5379ad7a, 0x2f18809e,
    0x40f9bb3c, 0xb1bf85b0, 0x0d8aa234, 0x8c95b278, 0x4c3f91ff, 0x358f68dc, 0xd3c69b6d, 0x7c4af27a,
    0xbfdc9af5, 0x8556e1f6, 0x81ae20f7, 0x2266f0a3, 0x73a12b5a, 0x44d51646, 0x277e723b, 0x5173d74f,
    0xb22abd36, 0xb58f5132, 0x7a60f48c, 0x1f74814d, 0xd0ef0d40, 0x1d33be03, 0xc37a95af, 0x5f2a68a1,
    0x2a0eed15, 0xd88b9b82, 0x13e46ab2, 0xe281b782, 0x44e07f3b, 0x9a980f34, 0xb4b3d38d, 0xd1960a0f,
    0x6fb79a67, 0xbe4a2881, 0x1df8c90a, 0x78dfb74f, 0x9c690b23, 0x7403748e, 0x569745fe, 0x773a0aaa,
    0xbd4efac5, 0x2c60be5d, 0x47cd445e, 0x80ea05dd, 0x53bf2072, 0xa813f253, 0x6082a1bf, 0xdb7cd1d0,
    0x94881908, 0x67b88dfa, 0x39dfd907, 0xa0115867, 0x1e753750, 0xa5b70b46, 0xa70b8966, 0x6f0b57eb,
    0xba634b15, 0x02cf16be, 0x90e89d58, 0xc416f037, 0x6a112436, 0xec097856, 0xa4806ba2, 0x6b8d6b03,
    0x47c99019, 0x20fb1711, 0xef813678, 0x502e5894, 0x558150d3, 0x81e4c65a, 0x936f98e4, 0x03fdde4d,
    0x273864df, 0x790c248f, 0x0e7827ac, 0x43b33209, 0xbcfc0f45, 0x7f3a5e12, 0xca57c28b, 0xe33543ce,
    0xa1e88efe, 0xfe8a0185, 0xe291b605, 0x04ed15c1, 0x030a64ff, 0xd36a8335, 0xdd3a54a2, 0x47a25be6,
    0xa683af0d, 0xbc6bdcea, 0x3ce67688, 0x146ac508, 0x337f391f, 0x892b6922, 0x15a7ba1b, 0x2bc157db,
    0x8a84ee17, 0xe91fc7a3, 0x421602db, 0x6fbdf399, 0x04feaae0, 0x8bae52d3, 0x6181d408, 0x60c5c6ab,
    0x25d939c6, 0x28694440, 0x768558ea, 0x9c46021e, 0x3ab65392, 0xe188135e, 0x65e2c732, 0xe6f3b6b3,
};
static const uint32_t out0_before[] = {
    0x7383775c, 0xc6dae747, 0x304551c1, 0x5d57a624, 0xe247c64f, 0xb8f739be, 0xa6cb98a4, 0x09517846,
    0xc9e3da82, 0x713d2f79, 0x89ea8410, 0xbf2ddf56, 0x58374d11, 0x132cb349, 0x3f8f0aa7, 0xd9f4ecd2,
    0xc6848565, 0x8f088ffa, 0x46d5a271, 0x4c0d55e9, 0x6a102143, 0x5c150839, 0x5b43cad4, 0x5db46cb7,
    0x297676f5, 0x0fdf7af2, 0x965630db, 0xc34c3fd3, 0xdc909d17, 0xb5864972, 0x592301d7, 0xc4a15172,
};
static const uint32_t out0_expected[] = {
    0x7383775c, 0xc6dae747, 0x304551c1, 0x5d57a624, 0xe247c64f, 0xb8f739be, 0xa6cb98a4, 0x09517846,
    0xc9e3da82, 0x713d2f79, 0x89ea8410, 0xbf2ddf56, 0x58374d11, 0x132cb349, 0x3f8f0aa7, 0xd9f4ecd2,
    0x3af09214, 0xf0be6e9e, 0xac2e8afc, 0xee741454, 0x8e9a88bc, 0x00d40aba, 0xc004427e, 0xb6f8a2a0,
    0x72beb20e, 0x4022b0ce, 0x4e1612cc, 0xde16aed6, 0x20d03ab0, 0x882ce06e, 0x4800d644, 0xd61ad606,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"in0", 0, 0, 512, in0_before, in0_before, NULL, 0},
    {"out0", 0, 1, 128, out0_before, out0_expected, NULL, 0},
};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256 };

/* Push constants of each run; behind each run is a barrier. */
enum { PUSH = 12, RUNS = 1, SETS = 1 };
static const uint32_t push[RUNS][PUSH / 4 + 1] = {
    {
    0x00000002, 0x00000001, 0x00000040,
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
