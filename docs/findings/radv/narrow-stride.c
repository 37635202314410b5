/*
 * A matrix is stored with a stride of 16 bits
 * ACO says that its register allocation is wrong (ACO_DEBUG=validatera), in vkCreateComputePipelines
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
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer SourceBuffer { float16_t source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { float16_t result[]; };
#define MATRIX coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    MATRIX m;
    coopMatLoad(m, source, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    // The stride of this store is converted to 16 bits in the module.
    coopMatStore(m, result, instance * 256u, 16, gl_CooperativeMatrixLayoutRowMajor);
}
*/
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x00000035, 0x00000000, 0x00020011, 0x00000016, 0x00020011,
    0x00000001, 0x00020011, 0x00000009, 0x00020011, 0x0000003d, 0x00020011, 0x00001151, 0x00020011,
    0x000014e1, 0x00020011, 0x00001786, 0x0008000a, 0x5f565053, 0x5f52484b, 0x706f6f63, 0x74617265,
    0x5f657669, 0x7274616d, 0x00007869, 0x0006000b, 0x00000001, 0x4c534c47, 0x6474732e, 0x3035342e,
    0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x000a000f, 0x00000005, 0x00000004, 0x6e69616d,
    0x00000000, 0x0000000b, 0x00000010, 0x00000013, 0x0000001f, 0x00000029, 0x00060010, 0x00000004,
    0x00000011, 0x00000040, 0x00000001, 0x00000001, 0x00030003, 0x00000002, 0x000001cc, 0x000b0004,
    0x455f4c47, 0x735f5458, 0x65646168, 0x78655f72, 0x63696c70, 0x615f7469, 0x68746972, 0x6974656d,
    0x79745f63, 0x00736570, 0x000a0004, 0x475f4c47, 0x4c474f4f, 0x70635f45, 0x74735f70, 0x5f656c79,
    0x656e696c, 0x7269645f, 0x69746365, 0x00006576, 0x00080004, 0x475f4c47, 0x4c474f4f, 0x6e695f45,
    0x64756c63, 0x69645f65, 0x74636572, 0x00657669, 0x00080004, 0x4b5f4c47, 0x635f5248, 0x65706f6f,
    0x69746172, 0x6d5f6576, 0x69727461, 0x00000078, 0x00090004, 0x4b5f4c47, 0x6d5f5248, 0x726f6d65,
    0x63735f79, 0x5f65706f, 0x616d6573, 0x6369746e, 0x00000073, 0x00090004, 0x4b5f4c47, 0x735f5248,
    0x65646168, 0x75735f72, 0x6f726762, 0x625f7075, 0x63697361, 0x00000000, 0x00040005, 0x00000004,
    0x6e69616d, 0x00000000, 0x00050005, 0x00000008, 0x74736e69, 0x65636e61, 0x00000000, 0x00060005,
    0x0000000b, 0x575f6c67, 0x476b726f, 0x70756f72, 0x00004449, 0x00060005, 0x00000010, 0x4e5f6c67,
    0x75536d75, 0x6f726762, 0x00737075, 0x00060005, 0x00000013, 0x535f6c67, 0x72676275, 0x4970756f,
    0x00000044, 0x00030005, 0x0000001b, 0x0000006d, 0x00060005, 0x0000001d, 0x72756f53, 0x75426563,
    0x72656666, 0x00000000, 0x00050006, 0x0000001d, 0x00000000, 0x72756f73, 0x00006563, 0x00030005,
    0x0000001f, 0x00000000, 0x00060005, 0x00000027, 0x75736552, 0x7542746c, 0x72656666, 0x00000000,
    0x00050006, 0x00000027, 0x00000000, 0x75736572, 0x0000746c, 0x00030005, 0x00000029, 0x00000000,
    0x00040047, 0x0000000b, 0x0000000b, 0x0000001a, 0x00040047, 0x00000010, 0x0000000b, 0x00000026,
    0x00040047, 0x00000013, 0x0000000b, 0x00000028, 0x00040047, 0x0000001c, 0x00000006, 0x00000002,
    0x00030047, 0x0000001d, 0x00000002, 0x00050048, 0x0000001d, 0x00000000, 0x00000023, 0x00000000,
    0x00040047, 0x0000001f, 0x00000021, 0x00000000, 0x00040047, 0x0000001f, 0x00000022, 0x00000000,
    0x00040047, 0x00000026, 0x00000006, 0x00000002, 0x00030047, 0x00000027, 0x00000002, 0x00050048,
    0x00000027, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000029, 0x00000021, 0x00000001,
    0x00040047, 0x00000029, 0x00000022, 0x00000000, 0x00040015, 0x00000033, 0x00000010, 0x00000000,
    0x00020013, 0x00000002, 0x00030021, 0x00000003, 0x00000002, 0x00040015, 0x00000006, 0x00000020,
    0x00000000, 0x00040020, 0x00000007, 0x00000007, 0x00000006, 0x00040017, 0x00000009, 0x00000006,
    0x00000003, 0x00040020, 0x0000000a, 0x00000001, 0x00000009, 0x0004003b, 0x0000000a, 0x0000000b,
    0x00000001, 0x0004002b, 0x00000006, 0x0000000c, 0x00000000, 0x00040020, 0x0000000d, 0x00000001,
    0x00000006, 0x0004003b, 0x0000000d, 0x00000010, 0x00000001, 0x0004003b, 0x0000000d, 0x00000013,
    0x00000001, 0x00030016, 0x00000016, 0x00000010, 0x0004002b, 0x00000006, 0x00000017, 0x00000003,
    0x0004002b, 0x00000006, 0x00000018, 0x00000010, 0x00071168, 0x00000019, 0x00000016, 0x00000017,
    0x00000018, 0x00000018, 0x0000000c, 0x00040020, 0x0000001a, 0x00000007, 0x00000019, 0x0003001d,
    0x0000001c, 0x00000016, 0x0003001e, 0x0000001d, 0x0000001c, 0x00040020, 0x0000001e, 0x0000000c,
    0x0000001d, 0x0004003b, 0x0000001e, 0x0000001f, 0x0000000c, 0x00040015, 0x00000020, 0x00000020,
    0x00000001, 0x0004002b, 0x00000020, 0x00000021, 0x00000000, 0x00040020, 0x00000022, 0x0000000c,
    0x00000016, 0x0003001d, 0x00000026, 0x00000016, 0x0003001e, 0x00000027, 0x00000026, 0x00040020,
    0x00000028, 0x0000000c, 0x00000027, 0x0004003b, 0x00000028, 0x00000029, 0x0000000c, 0x0004002b,
    0x00000006, 0x0000002b, 0x00000100, 0x0004002b, 0x00000006, 0x00000030, 0x00000040, 0x0004002b,
    0x00000006, 0x00000031, 0x00000001, 0x0006002c, 0x00000009, 0x00000032, 0x00000030, 0x00000031,
    0x00000031, 0x00050036, 0x00000002, 0x00000004, 0x00000000, 0x00000003, 0x000200f8, 0x00000005,
    0x0004003b, 0x00000007, 0x00000008, 0x00000007, 0x0004003b, 0x0000001a, 0x0000001b, 0x00000007,
    0x00050041, 0x0000000d, 0x0000000e, 0x0000000b, 0x0000000c, 0x0004003d, 0x00000006, 0x0000000f,
    0x0000000e, 0x0004003d, 0x00000006, 0x00000011, 0x00000010, 0x00050084, 0x00000006, 0x00000012,
    0x0000000f, 0x00000011, 0x0004003d, 0x00000006, 0x00000014, 0x00000013, 0x00050080, 0x00000006,
    0x00000015, 0x00000012, 0x00000014, 0x0003003e, 0x00000008, 0x00000015, 0x00060041, 0x00000022,
    0x00000023, 0x0000001f, 0x00000021, 0x0000000c, 0x00071169, 0x00000019, 0x00000024, 0x00000023,
    0x00000021, 0x00000018, 0x00000000, 0x0003003e, 0x0000001b, 0x00000024, 0x0004003d, 0x00000019,
    0x00000025, 0x0000001b, 0x0004003d, 0x00000006, 0x0000002a, 0x00000008, 0x00050084, 0x00000006,
    0x0000002c, 0x0000002a, 0x0000002b, 0x00060041, 0x00000022, 0x0000002d, 0x00000029, 0x00000021,
    0x0000002c, 0x0004003d, 0x00000006, 0x0000002e, 0x00000008, 0x00050084, 0x00000006, 0x0000002f,
    0x0000002e, 0x0000002b, 0x00040071, 0x00000033, 0x00000034, 0x00000018, 0x0006116a, 0x0000002d,
    0x00000025, 0x00000021, 0x00000034, 0x00000000, 0x000100fd, 0x00010038,
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
    {"", 49, 0, {0, -1}, "storageBuffer16BitAccess"},
    {"VK_KHR_cooperative_matrix", 1000506000, 1, {0, -1}, "cooperativeMatrix"},
    {"", 53, 0, {7, 8, -1}, "subgroupSizeControl, computeFullSubgroups"},
};
static const struct { const char *name; size_t offset; } core[] = {
    {"shaderInt16", offsetof(VkPhysicalDeviceFeatures, shaderInt16)},
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
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
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t source_before[] = {
    0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00,
    0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00,
    0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200,
    0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400,
    0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000,
    0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000,
    0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000,
    0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400,
    0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200,
    0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00,
    0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00,
    0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200,
    0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400,
    0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000,
    0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000,
    0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000,
};
static const uint32_t result_expected[] = {
    0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00,
    0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00,
    0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200,
    0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400,
    0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000,
    0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000,
    0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000,
    0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400,
    0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200,
    0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00,
    0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00,
    0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400, 0xc000c200,
    0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000, 0xc4004400,
    0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000, 0x42004000,
    0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000, 0x3c000000,
    0x42004000, 0xc4004400, 0xc000c200, 0x0000bc00, 0x40003c00, 0x44004200, 0xc200c400, 0xbc00c000,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"source", 0, 0, 512, source_before, source_before, NULL, 0},
    {"result", 0, 1, 512, NULL, result_expected, NULL, 0},
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
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, .requiredSubgroupSize = 64};
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
