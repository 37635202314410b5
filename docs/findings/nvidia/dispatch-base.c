/*
 * khr.load.float16.a.16x16.subgroup.row.buffer.float16, natural, by two dispatches: the second has a base, and its
 * pipeline, which lets it, is made behind one of the same that does not
 *
 *   cc -O1 -o dispatch-base dispatch-base.c -lvulkan
 *   ./dispatch-base [number of the Vulkan device]
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

layout(push_constant, std430) uniform Push {
    uint sourceElement;
    uint sourceTile;
    uint sourceStride;
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { float16_t source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { float16_t result[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;

    coopMatLoad(m, source, push.sourceElement + instance * push.sourceTile, push.sourceStride, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutRowMajor);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000005a, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x00000009, 0x00020011, 0x0000003d, 0x00020011, 0x00001151, 0x00020011, 0x000014e1, 0x00020011,
    0x00001786, 0x0008000a, 0x5f565053, 0x5f52484b, 0x706f6f63, 0x74617265, 0x5f657669, 0x7274616d,
    0x00007869, 0x0006000b, 0x00000002, 0x4c534c47, 0x6474732e, 0x3035342e, 0x00000000, 0x0003000e,
    0x00000000, 0x00000003, 0x000b000f, 0x00000005, 0x00000005, 0x6e69616d, 0x00000000, 0x0000000b,
    0x00000010, 0x00000014, 0x00000022, 0x00000027, 0x00000042, 0x00060010, 0x00000005, 0x00000011,
    0x00000040, 0x00000001, 0x00000001, 0x00050007, 0x00000001, 0x64616873, 0x632e7265, 0x00706d6f,
    0x00040047, 0x0000000b, 0x0000000b, 0x00000028, 0x00040047, 0x00000010, 0x0000000b, 0x0000001a,
    0x00040047, 0x00000014, 0x0000000b, 0x00000026, 0x00040047, 0x0000001f, 0x00000006, 0x00000002,
    0x00030047, 0x00000020, 0x00000002, 0x00040048, 0x00000020, 0x00000000, 0x00000018, 0x00050048,
    0x00000020, 0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x00000022, 0x00000018, 0x00040047,
    0x00000022, 0x00000021, 0x00000000, 0x00040047, 0x00000022, 0x00000022, 0x00000000, 0x00030047,
    0x00000025, 0x00000002, 0x00050048, 0x00000025, 0x00000000, 0x00000023, 0x00000000, 0x00050048,
    0x00000025, 0x00000001, 0x00000023, 0x00000004, 0x00050048, 0x00000025, 0x00000002, 0x00000023,
    0x00000008, 0x00050048, 0x00000025, 0x00000003, 0x00000023, 0x0000000c, 0x00050048, 0x00000025,
    0x00000004, 0x00000023, 0x00000010, 0x00050048, 0x00000025, 0x00000005, 0x00000023, 0x00000014,
    0x00040047, 0x0000003f, 0x00000006, 0x00000002, 0x00030047, 0x00000040, 0x00000002, 0x00050048,
    0x00000040, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000042, 0x00000021, 0x00000001,
    0x00040047, 0x00000042, 0x00000022, 0x00000000, 0x00020013, 0x00000003, 0x00030021, 0x00000004,
    0x00000003, 0x00040015, 0x00000007, 0x00000020, 0x00000000, 0x00040020, 0x00000008, 0x00000007,
    0x00000007, 0x00040020, 0x0000000a, 0x00000001, 0x00000007, 0x0004003b, 0x0000000a, 0x0000000b,
    0x00000001, 0x00040017, 0x0000000e, 0x00000007, 0x00000003, 0x00040020, 0x0000000f, 0x00000001,
    0x0000000e, 0x0004003b, 0x0000000f, 0x00000010, 0x00000001, 0x0004002b, 0x00000007, 0x00000011,
    0x00000000, 0x0004003b, 0x0000000a, 0x00000014, 0x00000001, 0x00030016, 0x00000019, 0x00000010,
    0x0004002b, 0x00000007, 0x0000001a, 0x00000003, 0x0004002b, 0x00000007, 0x0000001b, 0x00000010,
    0x00071168, 0x0000001c, 0x00000019, 0x0000001a, 0x0000001b, 0x0000001b, 0x00000011, 0x00040020,
    0x0000001d, 0x00000007, 0x0000001c, 0x0003001d, 0x0000001f, 0x00000019, 0x0003001e, 0x00000020,
    0x0000001f, 0x00040020, 0x00000021, 0x0000000c, 0x00000020, 0x0004003b, 0x00000021, 0x00000022,
    0x0000000c, 0x00040015, 0x00000023, 0x00000020, 0x00000001, 0x0004002b, 0x00000023, 0x00000024,
    0x00000000, 0x0008001e, 0x00000025, 0x00000007, 0x00000007, 0x00000007, 0x00000007, 0x00000007,
    0x00000007, 0x00040020, 0x00000026, 0x00000009, 0x00000025, 0x0004003b, 0x00000026, 0x00000027,
    0x00000009, 0x00040020, 0x00000028, 0x00000009, 0x00000007, 0x0004002b, 0x00000023, 0x0000002c,
    0x00000001, 0x00040020, 0x00000031, 0x0000000c, 0x00000019, 0x0004002b, 0x00000023, 0x0000003a,
    0x00000002, 0x0003001d, 0x0000003f, 0x00000019, 0x0003001e, 0x00000040, 0x0000003f, 0x00040020,
    0x00000041, 0x0000000c, 0x00000040, 0x0004003b, 0x00000041, 0x00000042, 0x0000000c, 0x0004002b,
    0x00000023, 0x00000043, 0x00000003, 0x0004002b, 0x00000023, 0x00000047, 0x00000004, 0x0004002b,
    0x00000023, 0x00000054, 0x00000005, 0x0004002b, 0x00000007, 0x00000057, 0x00000040, 0x0004002b,
    0x00000007, 0x00000058, 0x00000001, 0x0006002c, 0x0000000e, 0x00000059, 0x00000057, 0x00000058,
    0x00000058, 0x00040008, 0x00000001, 0x00000014, 0x0000000b, 0x00050036, 0x00000003, 0x00000005,
    0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x00000008, 0x00000009, 0x00000007,
    0x0004003b, 0x00000008, 0x0000000d, 0x00000007, 0x0004003b, 0x0000001d, 0x0000001e, 0x00000007,
    0x00040008, 0x00000001, 0x00000015, 0x00000000, 0x0004003d, 0x00000007, 0x0000000c, 0x0000000b,
    0x0003003e, 0x00000009, 0x0000000c, 0x00040008, 0x00000001, 0x00000016, 0x00000000, 0x00050041,
    0x0000000a, 0x00000012, 0x00000010, 0x00000011, 0x0004003d, 0x00000007, 0x00000013, 0x00000012,
    0x0004003d, 0x00000007, 0x00000015, 0x00000014, 0x00050084, 0x00000007, 0x00000016, 0x00000013,
    0x00000015, 0x0004003d, 0x00000007, 0x00000017, 0x00000009, 0x00050080, 0x00000007, 0x00000018,
    0x00000016, 0x00000017, 0x0003003e, 0x0000000d, 0x00000018, 0x00040008, 0x00000001, 0x00000019,
    0x00000000, 0x00050041, 0x00000028, 0x00000029, 0x00000027, 0x00000024, 0x0004003d, 0x00000007,
    0x0000002a, 0x00000029, 0x0004003d, 0x00000007, 0x0000002b, 0x0000000d, 0x00050041, 0x00000028,
    0x0000002d, 0x00000027, 0x0000002c, 0x0004003d, 0x00000007, 0x0000002e, 0x0000002d, 0x00050084,
    0x00000007, 0x0000002f, 0x0000002b, 0x0000002e, 0x00050080, 0x00000007, 0x00000030, 0x0000002a,
    0x0000002f, 0x00060041, 0x00000031, 0x00000032, 0x00000022, 0x00000024, 0x00000030, 0x00050041,
    0x00000028, 0x00000033, 0x00000027, 0x00000024, 0x0004003d, 0x00000007, 0x00000034, 0x00000033,
    0x0004003d, 0x00000007, 0x00000035, 0x0000000d, 0x00050041, 0x00000028, 0x00000036, 0x00000027,
    0x0000002c, 0x0004003d, 0x00000007, 0x00000037, 0x00000036, 0x00050084, 0x00000007, 0x00000038,
    0x00000035, 0x00000037, 0x00050080, 0x00000007, 0x00000039, 0x00000034, 0x00000038, 0x00050041,
    0x00000028, 0x0000003b, 0x00000027, 0x0000003a, 0x0004003d, 0x00000007, 0x0000003c, 0x0000003b,
    0x00071169, 0x0000001c, 0x0000003d, 0x00000032, 0x00000024, 0x0000003c, 0x00000000, 0x0003003e,
    0x0000001e, 0x0000003d, 0x00040008, 0x00000001, 0x0000001a, 0x00000000, 0x0004003d, 0x0000001c,
    0x0000003e, 0x0000001e, 0x00050041, 0x00000028, 0x00000044, 0x00000027, 0x00000043, 0x0004003d,
    0x00000007, 0x00000045, 0x00000044, 0x0004003d, 0x00000007, 0x00000046, 0x0000000d, 0x00050041,
    0x00000028, 0x00000048, 0x00000027, 0x00000047, 0x0004003d, 0x00000007, 0x00000049, 0x00000048,
    0x00050084, 0x00000007, 0x0000004a, 0x00000046, 0x00000049, 0x00050080, 0x00000007, 0x0000004b,
    0x00000045, 0x0000004a, 0x00060041, 0x00000031, 0x0000004c, 0x00000042, 0x00000024, 0x0000004b,
    0x00050041, 0x00000028, 0x0000004d, 0x00000027, 0x00000043, 0x0004003d, 0x00000007, 0x0000004e,
    0x0000004d, 0x0004003d, 0x00000007, 0x0000004f, 0x0000000d, 0x00050041, 0x00000028, 0x00000050,
    0x00000027, 0x00000047, 0x0004003d, 0x00000007, 0x00000051, 0x00000050, 0x00050084, 0x00000007,
    0x00000052, 0x0000004f, 0x00000051, 0x00050080, 0x00000007, 0x00000053, 0x0000004e, 0x00000052,
    0x00050041, 0x00000028, 0x00000055, 0x00000027, 0x00000054, 0x0004003d, 0x00000007, 0x00000056,
    0x00000055, 0x0006116a, 0x0000004c, 0x0000003e, 0x00000024, 0x00000056, 0x00000000, 0x00040008,
    0x00000001, 0x0000001b, 0x00000000, 0x000100fd, 0x00010038,
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
    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
    {'u', 8, 0, 0, 0, 0},
    {'f', 16, 5, 10, 15, 2},
};

static const char *const rules[] = {
    "[KHR-STORE-003] Bytes outside the addressed components (padding, neighbours, before/after) are untouched",
    "[KHR-LOAD-018] Load is bit-preserving for normal and subnormal patterns (bit-preserving ops must not flush)",
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
    {1, 0, 16, 16, 1, 1, 1, 64l, 32l, 0l, 9223372036854775807l},
    {1, 1, 16, 16, 1, 1, 1, 576l, 32l, 0l, 9223372036854775807l},
    {1, 2, 16, 16, 1, 1, 1, 1088l, 32l, 0l, 9223372036854775807l},
    {1, 3, 16, 16, 1, 1, 1, 1600l, 32l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t source_before[] = {
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0x77e3d9ac, 0xb451161a, 0xf0bf5288, 0x2d2d8ef6,
    0x699bcb64, 0xa60907d2, 0xe2774440, 0x1ee580ae, 0x5b53bd1c, 0x97c1f98a, 0xd42f35f8, 0x109d7266,
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0xe80e49d7, 0x247c8645, 0x60eac2b3, 0x9d58fbd4,
    0xd9c63b8f, 0x163477fd, 0x52a2b46b, 0x8f10f0d9, 0xcb7e2d47, 0x07ec69b5, 0x445aa623, 0x80c8e291,
    0xbd361eff, 0xf9a45b6d, 0x361297db, 0x7280d449, 0xaeee10b7, 0xeb5c4d25, 0x27ca8993, 0x6438c601,
    0xa0a6026f, 0xdd143edd, 0x19827b4b, 0x55f0b7b9, 0x925ef427, 0xcecc3095, 0x0b3a6d03, 0x47a8a971,
    0x8416e5df, 0xc084224d, 0xf0e95ebb, 0x39609b29, 0x75ced797, 0xb23c1405, 0xeeaa5073, 0x2b188ce1,
    0x6786c94f, 0xa3f405bd, 0xe062422b, 0x1cd0792c, 0x593ebb07, 0x95acf775, 0xd21a33e3, 0x0e887051,
    0x4af6acbf, 0x8764e92d, 0xc3d2259b, 0x00406209, 0x3cae9e77, 0x791cdae5, 0xb58a1753, 0xf1f853c1,
    0x2e66902f, 0x6ad4cc9d, 0xa742090b, 0xe3b04579, 0x201e81e7, 0x5c8cbe55, 0x98fafac3, 0xd5683731,
    0x11d6739f, 0x4e44b00d, 0x8ab2ec7b, 0xc72028e9, 0x038e6557, 0x3ffca1c5, 0x6e41de33, 0xb8d81aa1,
    0xf546570f, 0x31b4937d, 0x6e22cfeb, 0xaa900c59, 0xe6fe48c7, 0x236c8535, 0x5fdac1a3, 0x9c48f684,
    0xd8b63a7f, 0x152476ed, 0x5192b35b, 0x8e00efc9, 0xca6e2c37, 0x06dc68a5, 0x434aa513, 0x7a12e181,
    0xbc261def, 0xf8945a5d, 0x350296cb, 0x7170d339, 0xadde0fa7, 0xea4c4c15, 0x26ba8883, 0x6328c4f1,
    0x9f96015f, 0xdc043dcd, 0x18727a3b, 0x54e0b6a9, 0x914ef317, 0xcdbc2f85, 0x0a2a6bf3, 0x4698a861,
    0x8306e4cf, 0xbf74213d, 0xfbe25dab, 0x38509a19, 0x74bed687, 0xb12c12f5, 0xed9a4f63, 0x2a088bd1,
    0x6676c83f, 0xa2e404ad, 0xdf52411b, 0x1bc073dc, 0x582eb9f7, 0x949cf665, 0xd10a32d3, 0x0d786f41,
    0x49e6abaf, 0x8654e81d, 0xc2c2248b, 0xecca60f9, 0x3b9e9d67, 0x780cd9d5, 0xb47a1643, 0xf0e852b1,
    0x2d568f1f, 0x69c4cb8d, 0xa63207fb, 0xe2a04469, 0x1f0e80d7, 0x5b7cbd45, 0x97eaf9b3, 0xd4583621,
    0x10c6728f, 0x4d34aefd, 0x89a2eb6b, 0xc61027d9, 0x027e6447, 0x3eeca0b5, 0x7b5add23, 0xb7c81991,
    0xf43655ff, 0x30a4926d, 0x6d12cedb, 0xa9800b49, 0xe5ee47b7, 0x225c8425, 0x5ecac093, 0x9b38f134,
    0xd7a6396f, 0x141475dd, 0x5082b24b, 0x8cf0eeb9, 0xc95e2b27, 0x05cc6795, 0x423aa403, 0x7977e071,
    0xbb161cdf, 0xf784594d, 0x33f295bb, 0x7060d229, 0xacce0e97, 0xe93c4b05, 0x25aa8773, 0x6218c3e1,
    0x9e86004f, 0xdaf43cbd, 0x1762792b, 0x53d0b599, 0x903ef207, 0xccac2e75, 0x091a6ae3, 0x4588a751,
    0x81f6e3bf, 0xbe64202d, 0xfad25c9b, 0x37409909, 0x73aed577, 0xb01c11e5, 0xec8a4e53, 0x28f88ac1,
    0x6566c72f, 0xa1d4039d, 0xde42400b, 0x1ab06e8c, 0x571eb8e7, 0x938cf555, 0xcffa31c3, 0x0c686e31,
    0x48d6aa9f, 0x8544e70d, 0xc1b2237b, 0xf6cf5fe9, 0x3a8e9c57, 0x76fcd8c5, 0xb36a1533, 0xefd851a1,
    0x2c468e0f, 0x68b4ca7d, 0xa52206eb, 0xe1904359, 0x1dfe7b89, 0x5a6cbc35, 0x96daf8a3, 0xd3483511,
    0x0fb6717f, 0x4c24aded, 0x8892ea5b, 0xc50026c9, 0x016e6337, 0x3ddc9fa5, 0x7a4adc13, 0xb6b81881,
    0xf32654ef, 0x2f94915d, 0x6c02cdcb, 0xa8700a39, 0xe4de46a7, 0x214c8315, 0x5dbabf83, 0x9a28fbf1,
    0xd696385f, 0x130474cd, 0x4f72b13b, 0x8be0eda9, 0xc84e2a17, 0x04bc6685, 0x412aa2f3, 0x7427df61,
    0xba061bcf, 0xf674583d, 0x32e294ab, 0x6f50d119, 0xabbe0d87, 0xe82c49f5, 0x249a8663, 0x6108c2d1,
    0x9d76ee41, 0xd9e43bad, 0x1652781b, 0x52c0b489, 0x8f2ef0f7, 0xcb9c2d65, 0x080a69d3, 0x4478a641,
    0x80e6e2af, 0xbd541f1d, 0xf9c25b8b, 0x363097f9, 0x729ed467, 0xaf0c10d5, 0xeb7a4d43, 0x27e889b1,
    0x6456c61f, 0xa0c4028d, 0xdd323efb, 0x19a07b69, 0x560eb7d7, 0x927cf445, 0xceea30b3, 0x0b586d21,
    0x47c6a98f, 0x8434e5fd, 0xc0a2226b, 0xf17f5ed9, 0x397e9b47, 0x75ecd7b5, 0xb25a1423, 0xeec85091,
    0x2b368cff, 0x67a4c96d, 0xa41205db, 0xe0804249, 0x1cee79c2, 0x595cbb25, 0x95caf793, 0xd2383401,
    0x0ea6706f, 0x4b14acdd, 0x8782e94b, 0xc3f025b9, 0x005e6227, 0x3ccc9e95, 0x793adb03, 0xb5a81771,
    0xf21653df, 0x2e84904d, 0x6af2ccbb, 0xa7600929, 0xe3ce4597, 0x203c8205, 0x5caabe73, 0x9918fae1,
    0xd586374f, 0x11f473bd, 0x4e62b02b, 0x8ad0ec99, 0xc73e2907, 0x03ac6575, 0x401aa1e3, 0x6ed7de51,
    0xb8f61abf, 0xf564572d, 0x31d2939b, 0x6e40d009, 0xaaae0c77, 0xe71c48e5, 0x238a8553, 0x5ff8c1c1,
    0x9c66f71a, 0xd8d43a9d, 0x1542770b, 0x51b0b379, 0x8e1eefe7, 0xca8c2c55, 0x06fa68c3, 0x4368a531,
    0x712fe19f, 0xbc441e0d, 0xf8b25a7b, 0x352096e9, 0x718ed357, 0xadfc0fc5, 0xea6a4c33, 0x26d888a1,
    0x6346c50f, 0x9fb4017d, 0xdc223deb, 0x18907a59, 0x54feb6c7, 0x916cf335, 0xcdda2fa3, 0x0a486c11,
    0x46b6a87f, 0x8324e4ed, 0xbf92215b, 0xec2f5dc9, 0x386e9a37, 0x74dcd6a5, 0xb14a1313, 0xedb84f81,
    0x2a268bef, 0x6694c85d, 0xa30204cb, 0xdf704139, 0x1bde7472, 0x584cba15, 0x94baf683, 0xd12832f1,
    0x0d966f5f, 0x4a04abcd, 0x8672e83b, 0xc2e024a9, 0xefb86117, 0x3bbc9d85, 0x782ad9f3, 0xb4981661,
    0xf10652cf, 0x2d748f3d, 0x69e2cbab, 0xa6500819, 0xe2be4487, 0x1f2c80f5, 0x5b9abd63, 0x9808f9d1,
    0xd476363f, 0x10e472ad, 0x4d52af1b, 0x89c0eb89, 0xc62e27f7, 0x029c6465, 0x3f0aa0d3, 0x7b78dd41,
    0xb7e619af, 0xf454561d, 0x30c2928b, 0x6d30cef9, 0xa99e0b67, 0xe60c47d5, 0x227a8443, 0x5ee8c0b1,
    0x9b56f1ca, 0xd7c4398d, 0x143275fb, 0x50a0b269, 0x8d0eeed7, 0xc97c2b45, 0x05ea67b3, 0x4258a421,
    0x7a0de08f, 0xbb341cfd, 0xf7a2596b, 0x341095d9, 0x707ed247, 0xacec0eb5, 0xe95a4b23, 0x25c88791,
    0x6236c3ff, 0x9ea4006d, 0xdb123cdb, 0x17807949, 0x53eeb5b7, 0x905cf225, 0xccca2e93, 0x09386b01,
    0x45a6a76f, 0x8214e3dd, 0xbe82204b, 0xfaf05cb9, 0x375e9927, 0x73ccd595, 0xb03a1203, 0xeca84e71,
    0x29168adf, 0x6584c74d, 0xa1f203bb, 0xde604029, 0x1ace6f22, 0x573cb905, 0x93aaf573, 0xd01831e1,
    0x0c866e4f, 0x48f4aabd, 0x8562e72b, 0xc1d02399, 0xf7656007, 0x3aac9c75, 0x771ad8e3, 0xb3881551,
    0xeff651bf, 0x2c648e2d, 0x68d2ca9b, 0xa5400709, 0xe1ae4377, 0x1e1c7882, 0x5a8abc53, 0x96f8f8c1,
    0xd366352f, 0x0fd4719d, 0x4c42ae0b, 0x88b0ea79, 0xc51e26e7, 0x018c6355, 0x3dfa9fc3, 0x7a68dc31,
    0xb6d6189f, 0xf344550d, 0x2fb2917b, 0x6c20cde9, 0xa88e0a57, 0xe4fc46c5, 0x216a8333, 0x5dd8bfa1,
    0x9a46ec7a, 0xd6b4387d, 0x132274eb, 0x4f90b159, 0x8bfeedc7, 0xc86c2a35, 0x04da66a3, 0x4148a311,
    0x74bddf7f, 0xba241bed, 0xf692585b, 0x330094c9, 0x6f6ed137, 0xabdc0da5, 0xe84a4a13, 0x24b88681,
    0x6126c2ef, 0x9d94f12f, 0xda023bcb, 0x16707839, 0x52deb4a7, 0x8f4cf115, 0xcbba2d83, 0x082869f1,
    0x4496a65f, 0x8104e2cd, 0xbd721f3b, 0xf9e05ba9, 0x364e9817, 0x72bcd485, 0xaf2a10f3, 0xeb984d61,
    0x280689cf, 0x6474c63d, 0xa0e202ab, 0xdd503f19, 0x19be7b87, 0x562cb7f5, 0x929af463, 0xcf0830d1,
    0x0b766d3f, 0x47e4a9ad, 0x8452e61b, 0xc0c02289, 0xf2155ef7, 0x399c9b65, 0x760ad7d3, 0xb2781441,
    0xeee650af, 0x2b548d1d, 0x67c2c98b, 0xa43005f9, 0xe09e4267, 0x1d0c7a58, 0x597abb43, 0x95e8f7b1,
    0x290b8ad4, 0x6579c742, 0xa1e703b0, 0xde55401e, 0x1ac36eeb, 0x5731b8fa, 0x939ff568, 0xd00d31d6,
    0x0c7b6e44, 0x48e9aab2, 0x8557e720, 0xc1c5238e, 0xf72e5ffc, 0x3aa19c6a, 0x770fd8d8, 0xb37d1546,
};
static const uint32_t result_before[] = {
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0xa45a0623, 0xe0c84291, 0x1d367b2a, 0x59a4bb6d,
    0x9612f7db, 0xd2803449, 0x0eee70b7, 0x4b5cad25, 0x87cae993, 0xc4382601, 0x00a6626f, 0x3d149edd,
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0x82d1e49a, 0xbf3f2108, 0xfbad5d76, 0x381b99e4,
    0x7489d652, 0xb0f712c0, 0xed654f2e, 0x29d38b9c, 0x6641c80a, 0xa2af0478, 0xdf1d40e6, 0x1b8b72d3,
    0x57f9b9c2, 0x9467f630, 0xd0d5329e, 0x0d436f0c, 0x49b1ab7a, 0x861fe7e8, 0xc28d2456, 0xfb1660c4,
    0x3b699d32, 0x77d7d9a0, 0xb445160e, 0xf0b3527c, 0x2d218eea, 0x698fcb58, 0xa5fd07c6, 0xe26b4434,
    0x1ed980a2, 0x5b47bd10, 0x97b5f97e, 0xd42335ec, 0x1091725a, 0x4cffaec8, 0x896deb36, 0xc5db27a4,
    0x02496412, 0x3eb7a080, 0x7b25dcee, 0xb793195c, 0xf40155ca, 0x306f9238, 0x6cddcea6, 0xa94b0b14,
    0xe5b94782, 0x222783f0, 0x5e95c05e, 0x9b03f02b, 0xd771393a, 0x13df75a8, 0x504db216, 0x8cbbee84,
    0xc9292af2, 0x05976760, 0x4205a3ce, 0x786ee03c, 0xbae11caa, 0xf74f5918, 0x33bd9586, 0x702bd1f4,
    0xac990e62, 0xe9074ad0, 0x2575873e, 0x61e3c3ac, 0x9e51001a, 0xdabf3c88, 0x172d78f6, 0x539bb564,
    0x9009f1d2, 0xcc772e40, 0x08e56aae, 0x4553a71c, 0x81c1e38a, 0xbe2f1ff8, 0xfa9d5c66, 0x370b98d4,
    0x7379d542, 0xafe711b0, 0xec554e1e, 0x28c38a8c, 0x6531c6fa, 0xa19f0368, 0xde0d3fd6, 0x1a7b6d83,
    0x56e9b8b2, 0x9357f520, 0xcfc5318e, 0x0c336dfc, 0x48a1aa6a, 0x850fe6d8, 0xc17d2346, 0xf5c65fb4,
    0x3a599c22, 0x76c7d890, 0xb33514fe, 0xefa3516c, 0x2c118dda, 0x687fca48, 0xa4ed06b6, 0xe15b4324,
    0x1dc9765c, 0x5a37bc00, 0x96a5f86e, 0xd31334dc, 0x0f81714a, 0x4befadb8, 0x885dea26, 0xc4cb2694,
    0x01396302, 0x3da79f70, 0x7a15dbde, 0xb683184c, 0xf2f154ba, 0x2f5f9128, 0x6bcdcd96, 0xa83b0a04,
    0xe4a94672, 0x211782e0, 0x5d85bf4e, 0x99f3fbbc, 0xd661382a, 0x12cf7498, 0x4f3db106, 0x8babed74,
    0xc81929e2, 0x04876650, 0x40f5a2be, 0x731edf2c, 0xb9d11b9a, 0xf63f5808, 0x32ad9476, 0x6f1bd0e4,
    0xab890d52, 0xe7f749c0, 0x2465862e, 0x60d3c29c, 0x9d41fb61, 0xd9af3b78, 0x161d77e6, 0x528bb454,
    0x8ef9f0c2, 0xcb672d30, 0x07d5699e, 0x4443a60c, 0x80b1e27a, 0xbd1f1ee8, 0xf98d5b56, 0x35fb97c4,
    0x7269d432, 0xaed710a0, 0xeb454d0e, 0x27b3897c, 0x6421c5ea, 0xa08f0258, 0xdcfd3ec6, 0x196b7b34,
    0x55d9b7a2, 0x9247f410, 0xceb5307e, 0x0b236cec, 0x4791a95a, 0x83ffe5c8, 0xc06d2236, 0xf0765ea4,
    0x39499b12, 0x75b7d780, 0xb22513ee, 0xee93505c, 0x2b018cca, 0x676fc938, 0xa3dd05a6, 0xe04b4214,
    0x1cb978b9, 0x5927baf0, 0x9595f75e, 0xd20333cc, 0x0e71703a, 0x4adfaca8, 0x874de916, 0xc3bb2584,
    0x002961f2, 0x3c979e60, 0x7905dace, 0xb573173c, 0xf1e153aa, 0x2e4f9018, 0x6abdcc86, 0xa72b08f4,
    0xe3994562, 0x200781d0, 0x5c75be3e, 0x98e3faac, 0xd551371a, 0x11bf7388, 0x4e2daff6, 0x8a9bec64,
    0xc70928d2, 0x03776540, 0x3fe5a1ae, 0x6dcede1c, 0xb8c11a8a, 0xf52f56f8, 0x319d9366, 0x6e0bcfd4,
    0xaa790c42, 0xe6e748b0, 0x2355851e, 0x5fc3c18c, 0x9c31f611, 0xd89f3a68, 0x150d76d6, 0x517bb344,
    0x8de9efb2, 0xca572c20, 0x06c5688e, 0x4333a4fc, 0x77d3e16a, 0xbc0f1dd8, 0xf87d5a46, 0x34eb96b4,
    0x7159d322, 0xadc70f90, 0xea354bfe, 0x26a3886c, 0x6311c4da, 0x9f7f0148, 0xdbed3db6, 0x185b7a24,
    0x54c9b692, 0x9137f300, 0xcda52f6e, 0x0a136bdc, 0x4681a84a, 0x82efe4b8, 0xbf5d2126, 0xfbcb5d94,
    0x38399a02, 0x74a7d670, 0xb11512de, 0xed834f4c, 0x29f18bba, 0x665fc828, 0xa2cd0496, 0xdf3b4104,
    0x1ba97369, 0x5817b9e0, 0x9485f64e, 0xd0f332bc, 0x0d616f2a, 0x49cfab98, 0x863de806, 0xc2ab2474,
    0xfbac60e2, 0x3b879d50, 0x77f5d9be, 0xb463162c, 0xf0d1529a, 0x2d3f8f08, 0x69adcb76, 0xa61b07e4,
    0xe2894452, 0x1ef780c0, 0x5b65bd2e, 0x97d3f99c, 0xd441360a, 0x10af7278, 0x4d1daee6, 0x898beb54,
    0xc5f927c2, 0x02676430, 0x3ed5a09e, 0x7b43dd0c, 0xb7b1197a, 0xf41f55e8, 0x308d9256, 0x6cfbcec4,
    0xa9690b32, 0xe5d747a0, 0x2245840e, 0x5eb3c07c, 0x9b21f0c1, 0xd78f3958, 0x13fd75c6, 0x506bb234,
    0x8cd9eea2, 0xc9472b10, 0x05b5677e, 0x4223a3ec, 0x7904e05a, 0xbaff1cc8, 0xf76d5936, 0x33db95a4,
    0x7049d212, 0xacb70e80, 0xe9254aee, 0x2593875c, 0x6201c3ca, 0x9e6f0038, 0xdadd3ca6, 0x174b7914,
    0x53b9b582, 0x9027f1f0, 0xcc952e5e, 0x09036acc, 0x4571a73a, 0x81dfe3a8, 0xbe4d2016, 0xfabb5c84,
    0x372998f2, 0x7397d560, 0xb00511ce, 0xec734e3c, 0x28e18aaa, 0x654fc718, 0xa1bd0386, 0xde2b3ff4,
    0x1a996e19, 0x5707b8d0, 0x9375f53e, 0xcfe331ac, 0x0c516e1a, 0x48bfaa88, 0x852de6f6, 0xc19b2364,
    0xf65c5fd2, 0x3a779c40, 0x76e5d8ae, 0xb353151c, 0xefc1518a, 0x2c2f8df8, 0x689dca66, 0xa50b06d4,
    0xe1794342, 0x1de7794a, 0x5a55bc1e, 0x96c3f88c, 0xd33134fa, 0x0f9f7168, 0x4c0dadd6, 0x887bea44,
    0xc4e926b2, 0x01576320, 0x3dc59f8e, 0x7a33dbfc, 0xb6a1186a, 0xf30f54d8, 0x2f7d9146, 0x6bebcdb4,
    0xa8590a22, 0xe4c74690, 0x213582fe, 0x5da3bf6c, 0x9a11fbda, 0xd67f3848, 0x12ed74b6, 0x4f5bb124,
    0x8bc9ed92, 0xc8372a00, 0x04a5666e, 0x4113a2dc, 0x73b4df4a, 0xb9ef1bb8, 0xf65d5826, 0x32cb9494,
    0x6f39d102, 0xaba70d70, 0xe81549de, 0x2483864c, 0x60f1c2ba, 0x9d5ffbf7, 0xd9cd3b96, 0x163b7804,
    0x52a9b472, 0x8f17f0e0, 0xcb852d4e, 0x07f369bc, 0x4461a62a, 0x80cfe298, 0xbd3d1f06, 0xf9ab5b74,
    0x361997e2, 0x7287d450, 0xaef510be, 0xeb634d2c, 0x27d1899a, 0x643fc608, 0xa0ad0276, 0xdd1b3ee4,
    0x19897b52, 0x55f7b7c0, 0x9265f42e, 0xced3309c, 0x0b416d0a, 0x47afa978, 0x841de5e6, 0xc08b2254,
    0xf10c5ec2, 0x39679b30, 0x75d5d79e, 0xb243140c, 0xeeb1507a, 0x2b1f8ce8, 0x678dc956, 0xa3fb05c4,
    0xe0694232, 0x1cd7794f, 0x5945bb0e, 0x95b3f77c, 0xd22133ea, 0x0e8f7058, 0x4afdacc6, 0x876be934,
    0xc3d925a2, 0x00476210, 0x3cb59e7e, 0x7923daec, 0xb591175a, 0xf1ff53c8, 0x2e6d9036, 0x6adbcca4,
    0xa7490912, 0xe3b74580, 0x202581ee, 0x5c93be5c, 0x9901faca, 0xd56f3738, 0x11dd73a6, 0x4e4bb014,
    0x8ab9ec82, 0xc72728f0, 0x0395655e, 0x4003a1cc, 0x6e64de3a, 0xb8df1aa8, 0xf54d5716, 0x31bb9384,
    0x6e29cff2, 0xaa970c60, 0xe70548ce, 0x2373853c, 0x5fe1c1aa, 0x9c4ff6a7, 0xd8bd3a86, 0x152b76f4,
    0x5199b362, 0x8e07efd0, 0xca752c3e, 0x06e368ac, 0x4351a51a, 0x7ac1e188, 0xbc2d1df6, 0xf89b5a64,
    0x350996d2, 0x7177d340, 0xade50fae, 0xea534c1c, 0x26c1888a, 0x632fc4f8, 0x9f9d0166, 0xdc0b3dd4,
    0x18797a42, 0x54e7b6b0, 0x9155f31e, 0xcdc32f8c, 0x0a316bfa, 0x469fa868, 0x830de4d6, 0xbf7b2144,
    0xfbe95db2, 0x38579a20, 0x74c5d68e, 0xb13312fc, 0xeda14f6a, 0x2a0f8bd8, 0x667dc846, 0xa2eb04b4,
    0xdf594122, 0x1bc773ff, 0x5835b9fe, 0x94a3f66c, 0xd11132da, 0x0d7f6f48, 0x49edabb6, 0x865be824,
    0xc2c92492, 0xed796100, 0x3ba59d6e, 0x7813d9dc, 0xb481164a, 0xf0ef52b8, 0x2d5d8f26, 0x69cbcb94,
    0xa6390802, 0xe2a74470, 0x1f1580de, 0x5b83bd4c, 0x97f1f9ba, 0xd45f3628, 0x10cd7296, 0x4d3baf04,
    0x89a9eb72, 0xc61727e0, 0x0285644e, 0x3ef3a0bc, 0x7b61dd2a, 0xb7cf1998, 0xf43d5606, 0x30ab9274,
    0x5582b74b, 0x91f0f3b9, 0xce5e3027, 0x0acc6c95, 0x473aa903, 0x83a8e571, 0xc01621df, 0xeec35e4d,
    0x38f29abb, 0x7560d729, 0xb1ce1397, 0xee3c5005, 0x2aaa8c73, 0x6718c8e1, 0xa386054f, 0xdff441bd,
};
static const uint32_t result_expected[] = {
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0xa45a0623, 0xe0c84291, 0x1d367b2a, 0x59a4bb6d,
    0x9612f7db, 0xd2803449, 0x0eee70b7, 0x4b5cad25, 0x87cae993, 0xc4382601, 0x00a6626f, 0x3d149edd,
    0xfbff7bff, 0x03ff0400, 0x00018400, 0x00008001, 0xe80e49d7, 0x247c8645, 0x60eac2b3, 0x9d58fbd4,
    0xd9c63b8f, 0x163477fd, 0x52a2b46b, 0x8f10f0d9, 0xcb7e2d47, 0x07ec69b5, 0x445aa623, 0x80c8e291,
    0xbd361eff, 0xf9a45b6d, 0x361297db, 0x7280d449, 0xaeee10b7, 0xeb5c4d25, 0x27ca8993, 0x6438c601,
    0xa0a6026f, 0xdd143edd, 0x19827b4b, 0x55f0b7b9, 0x925ef427, 0xcecc3095, 0x0b3a6d03, 0x47a8a971,
    0x8416e5df, 0xc084224d, 0xf0e95ebb, 0x39609b29, 0x75ced797, 0xb23c1405, 0xeeaa5073, 0x2b188ce1,
    0x6786c94f, 0xa3f405bd, 0xe062422b, 0x1cd0792c, 0x593ebb07, 0x95acf775, 0xd21a33e3, 0x0e887051,
    0x4af6acbf, 0x8764e92d, 0xc3d2259b, 0x00406209, 0x3cae9e77, 0x791cdae5, 0xb58a1753, 0xf1f853c1,
    0x2e66902f, 0x6ad4cc9d, 0xa742090b, 0xe3b04579, 0x201e81e7, 0x5c8cbe55, 0x98fafac3, 0xd5683731,
    0x11d6739f, 0x4e44b00d, 0x8ab2ec7b, 0xc72028e9, 0x038e6557, 0x3ffca1c5, 0x6e41de33, 0xb8d81aa1,
    0xf546570f, 0x31b4937d, 0x6e22cfeb, 0xaa900c59, 0xe6fe48c7, 0x236c8535, 0x5fdac1a3, 0x9c48f684,
    0xd8b63a7f, 0x152476ed, 0x5192b35b, 0x8e00efc9, 0xca6e2c37, 0x06dc68a5, 0x434aa513, 0x7a12e181,
    0xbc261def, 0xf8945a5d, 0x350296cb, 0x7170d339, 0xadde0fa7, 0xea4c4c15, 0x26ba8883, 0x6328c4f1,
    0x9f96015f, 0xdc043dcd, 0x18727a3b, 0x54e0b6a9, 0x914ef317, 0xcdbc2f85, 0x0a2a6bf3, 0x4698a861,
    0x8306e4cf, 0xbf74213d, 0xfbe25dab, 0x38509a19, 0x74bed687, 0xb12c12f5, 0xed9a4f63, 0x2a088bd1,
    0x6676c83f, 0xa2e404ad, 0xdf52411b, 0x1bc073dc, 0x582eb9f7, 0x949cf665, 0xd10a32d3, 0x0d786f41,
    0x49e6abaf, 0x8654e81d, 0xc2c2248b, 0xecca60f9, 0x3b9e9d67, 0x780cd9d5, 0xb47a1643, 0xf0e852b1,
    0x2d568f1f, 0x69c4cb8d, 0xa63207fb, 0xe2a04469, 0x1f0e80d7, 0x5b7cbd45, 0x97eaf9b3, 0xd4583621,
    0x10c6728f, 0x4d34aefd, 0x89a2eb6b, 0xc61027d9, 0x027e6447, 0x3eeca0b5, 0x7b5add23, 0xb7c81991,
    0xf43655ff, 0x30a4926d, 0x6d12cedb, 0xa9800b49, 0xe5ee47b7, 0x225c8425, 0x5ecac093, 0x9b38f134,
    0xd7a6396f, 0x141475dd, 0x5082b24b, 0x8cf0eeb9, 0xc95e2b27, 0x05cc6795, 0x423aa403, 0x7977e071,
    0xbb161cdf, 0xf784594d, 0x33f295bb, 0x7060d229, 0xacce0e97, 0xe93c4b05, 0x25aa8773, 0x6218c3e1,
    0x9e86004f, 0xdaf43cbd, 0x1762792b, 0x53d0b599, 0x903ef207, 0xccac2e75, 0x091a6ae3, 0x4588a751,
    0x81f6e3bf, 0xbe64202d, 0xfad25c9b, 0x37409909, 0x73aed577, 0xb01c11e5, 0xec8a4e53, 0x28f88ac1,
    0x6566c72f, 0xa1d4039d, 0xde42400b, 0x1ab06e8c, 0x571eb8e7, 0x938cf555, 0xcffa31c3, 0x0c686e31,
    0x48d6aa9f, 0x8544e70d, 0xc1b2237b, 0xf6cf5fe9, 0x3a8e9c57, 0x76fcd8c5, 0xb36a1533, 0xefd851a1,
    0x2c468e0f, 0x68b4ca7d, 0xa52206eb, 0xe1904359, 0x1dfe7b89, 0x5a6cbc35, 0x96daf8a3, 0xd3483511,
    0x0fb6717f, 0x4c24aded, 0x8892ea5b, 0xc50026c9, 0x016e6337, 0x3ddc9fa5, 0x7a4adc13, 0xb6b81881,
    0xf32654ef, 0x2f94915d, 0x6c02cdcb, 0xa8700a39, 0xe4de46a7, 0x214c8315, 0x5dbabf83, 0x9a28fbf1,
    0xd696385f, 0x130474cd, 0x4f72b13b, 0x8be0eda9, 0xc84e2a17, 0x04bc6685, 0x412aa2f3, 0x7427df61,
    0xba061bcf, 0xf674583d, 0x32e294ab, 0x6f50d119, 0xabbe0d87, 0xe82c49f5, 0x249a8663, 0x6108c2d1,
    0x9d76ee41, 0xd9e43bad, 0x1652781b, 0x52c0b489, 0x8f2ef0f7, 0xcb9c2d65, 0x080a69d3, 0x4478a641,
    0x80e6e2af, 0xbd541f1d, 0xf9c25b8b, 0x363097f9, 0x729ed467, 0xaf0c10d5, 0xeb7a4d43, 0x27e889b1,
    0x6456c61f, 0xa0c4028d, 0xdd323efb, 0x19a07b69, 0x560eb7d7, 0x927cf445, 0xceea30b3, 0x0b586d21,
    0x47c6a98f, 0x8434e5fd, 0xc0a2226b, 0xf17f5ed9, 0x397e9b47, 0x75ecd7b5, 0xb25a1423, 0xeec85091,
    0x2b368cff, 0x67a4c96d, 0xa41205db, 0xe0804249, 0x1cee79c2, 0x595cbb25, 0x95caf793, 0xd2383401,
    0x0ea6706f, 0x4b14acdd, 0x8782e94b, 0xc3f025b9, 0x005e6227, 0x3ccc9e95, 0x793adb03, 0xb5a81771,
    0xf21653df, 0x2e84904d, 0x6af2ccbb, 0xa7600929, 0xe3ce4597, 0x203c8205, 0x5caabe73, 0x9918fae1,
    0xd586374f, 0x11f473bd, 0x4e62b02b, 0x8ad0ec99, 0xc73e2907, 0x03ac6575, 0x401aa1e3, 0x6ed7de51,
    0xb8f61abf, 0xf564572d, 0x31d2939b, 0x6e40d009, 0xaaae0c77, 0xe71c48e5, 0x238a8553, 0x5ff8c1c1,
    0x9c66f71a, 0xd8d43a9d, 0x1542770b, 0x51b0b379, 0x8e1eefe7, 0xca8c2c55, 0x06fa68c3, 0x4368a531,
    0x712fe19f, 0xbc441e0d, 0xf8b25a7b, 0x352096e9, 0x718ed357, 0xadfc0fc5, 0xea6a4c33, 0x26d888a1,
    0x6346c50f, 0x9fb4017d, 0xdc223deb, 0x18907a59, 0x54feb6c7, 0x916cf335, 0xcdda2fa3, 0x0a486c11,
    0x46b6a87f, 0x8324e4ed, 0xbf92215b, 0xec2f5dc9, 0x386e9a37, 0x74dcd6a5, 0xb14a1313, 0xedb84f81,
    0x2a268bef, 0x6694c85d, 0xa30204cb, 0xdf704139, 0x1bde7472, 0x584cba15, 0x94baf683, 0xd12832f1,
    0x0d966f5f, 0x4a04abcd, 0x8672e83b, 0xc2e024a9, 0xefb86117, 0x3bbc9d85, 0x782ad9f3, 0xb4981661,
    0xf10652cf, 0x2d748f3d, 0x69e2cbab, 0xa6500819, 0xe2be4487, 0x1f2c80f5, 0x5b9abd63, 0x9808f9d1,
    0xd476363f, 0x10e472ad, 0x4d52af1b, 0x89c0eb89, 0xc62e27f7, 0x029c6465, 0x3f0aa0d3, 0x7b78dd41,
    0xb7e619af, 0xf454561d, 0x30c2928b, 0x6d30cef9, 0xa99e0b67, 0xe60c47d5, 0x227a8443, 0x5ee8c0b1,
    0x9b56f1ca, 0xd7c4398d, 0x143275fb, 0x50a0b269, 0x8d0eeed7, 0xc97c2b45, 0x05ea67b3, 0x4258a421,
    0x7a0de08f, 0xbb341cfd, 0xf7a2596b, 0x341095d9, 0x707ed247, 0xacec0eb5, 0xe95a4b23, 0x25c88791,
    0x6236c3ff, 0x9ea4006d, 0xdb123cdb, 0x17807949, 0x53eeb5b7, 0x905cf225, 0xccca2e93, 0x09386b01,
    0x45a6a76f, 0x8214e3dd, 0xbe82204b, 0xfaf05cb9, 0x375e9927, 0x73ccd595, 0xb03a1203, 0xeca84e71,
    0x29168adf, 0x6584c74d, 0xa1f203bb, 0xde604029, 0x1ace6f22, 0x573cb905, 0x93aaf573, 0xd01831e1,
    0x0c866e4f, 0x48f4aabd, 0x8562e72b, 0xc1d02399, 0xf7656007, 0x3aac9c75, 0x771ad8e3, 0xb3881551,
    0xeff651bf, 0x2c648e2d, 0x68d2ca9b, 0xa5400709, 0xe1ae4377, 0x1e1c7882, 0x5a8abc53, 0x96f8f8c1,
    0xd366352f, 0x0fd4719d, 0x4c42ae0b, 0x88b0ea79, 0xc51e26e7, 0x018c6355, 0x3dfa9fc3, 0x7a68dc31,
    0xb6d6189f, 0xf344550d, 0x2fb2917b, 0x6c20cde9, 0xa88e0a57, 0xe4fc46c5, 0x216a8333, 0x5dd8bfa1,
    0x9a46ec7a, 0xd6b4387d, 0x132274eb, 0x4f90b159, 0x8bfeedc7, 0xc86c2a35, 0x04da66a3, 0x4148a311,
    0x74bddf7f, 0xba241bed, 0xf692585b, 0x330094c9, 0x6f6ed137, 0xabdc0da5, 0xe84a4a13, 0x24b88681,
    0x6126c2ef, 0x9d94f12f, 0xda023bcb, 0x16707839, 0x52deb4a7, 0x8f4cf115, 0xcbba2d83, 0x082869f1,
    0x4496a65f, 0x8104e2cd, 0xbd721f3b, 0xf9e05ba9, 0x364e9817, 0x72bcd485, 0xaf2a10f3, 0xeb984d61,
    0x280689cf, 0x6474c63d, 0xa0e202ab, 0xdd503f19, 0x19be7b87, 0x562cb7f5, 0x929af463, 0xcf0830d1,
    0x0b766d3f, 0x47e4a9ad, 0x8452e61b, 0xc0c02289, 0xf2155ef7, 0x399c9b65, 0x760ad7d3, 0xb2781441,
    0xeee650af, 0x2b548d1d, 0x67c2c98b, 0xa43005f9, 0xe09e4267, 0x1d0c7a58, 0x597abb43, 0x95e8f7b1,
    0x5582b74b, 0x91f0f3b9, 0xce5e3027, 0x0acc6c95, 0x473aa903, 0x83a8e571, 0xc01621df, 0xeec35e4d,
    0x38f29abb, 0x7560d729, 0xb1ce1397, 0xee3c5005, 0x2aaa8c73, 0x6718c8e1, 0xa386054f, 0xdff441bd,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"source", 0, 0, 2176, source_before, source_before, NULL, 0},
    {"result", 0, 1, 2176, result_before, result_expected, NULL, 0},
};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256 };

/* Push constants of each run; behind each run is a barrier. */
enum { PUSH = 24, RUNS = 1, SETS = 1 };
static const uint32_t push[RUNS][PUSH / 4 + 1] = {
    {
    0x00000020, 0x00000100, 0x00000010, 0x00000020, 0x00000100, 0x00000010,
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
    VkPipeline without;
    must(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &without), "vkCreateComputePipelines");
    info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
    must(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateComputePipelines");
    vkDestroyPipeline(device, without, NULL);

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
        vkCmdDispatchBase(commands, 0, 0, 0, 1, 1, 1);
        vkCmdDispatchBase(commands, 1, 0, 0, 1, 1, 1);
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
