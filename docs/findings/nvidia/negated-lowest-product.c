/*
 * found.negated_lowest_product, once
 *
 *   cc -O1 -o repro negated-lowest-product.c -lvulkan
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

layout(local_size_x = 2) in;

layout(set = 0, binding = 0, std430) readonly buffer Matrix1Buffer { uint matrix1[]; };
layout(set = 0, binding = 1, std430) readonly buffer In1Buffer { ivec4 in1[]; };
layout(set = 0, binding = 2, std430) buffer Out0Buffer { ivec2 out0[]; };

void main() {
    const uint instance = gl_GlobalInvocationID.x;
    coopvecNV<int, 5> m1;
    coopvecNV<int, 7> m6;

    coopVecLoadNV(m1, in1, (instance * 2u + 1u) * 48u);
    m1 = -m1;
    coopVecMatMulNV(m6, m1, gl_ComponentTypeSignedInt8NV, matrix1, ((instance) % 2u) * 2944u, gl_ComponentTypeSignedInt8NV, 7u, 5u, gl_CooperativeVectorMatrixLayoutInferencingOptimalNV, false, 48u);
    coopVecStoreNV(m6, out0, 16u + instance * 2u * 32u);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000004f, 0x00000000, 0x00020011, 0x00000001, 0x00020011,
    0x000014e1, 0x00020011, 0x00001512, 0x0008000a, 0x5f565053, 0x635f564e, 0x65706f6f, 0x69746172,
    0x765f6576, 0x6f746365, 0x00000072, 0x0006000b, 0x00000002, 0x4c534c47, 0x6474732e, 0x3035342e,
    0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x0009000f, 0x00000005, 0x00000005, 0x6e69616d,
    0x00000000, 0x0000000c, 0x0000001a, 0x00000033, 0x00000045, 0x00060010, 0x00000005, 0x00000011,
    0x00000002, 0x00000001, 0x00000001, 0x00050007, 0x00000001, 0x64616873, 0x632e7265, 0x00706d6f,
    0x00040047, 0x0000000c, 0x0000000b, 0x0000001c, 0x00040047, 0x00000017, 0x00000006, 0x00000010,
    0x00030047, 0x00000018, 0x00000002, 0x00040048, 0x00000018, 0x00000000, 0x00000018, 0x00050048,
    0x00000018, 0x00000000, 0x00000023, 0x00000000, 0x00030047, 0x0000001a, 0x00000018, 0x00040047,
    0x0000001a, 0x00000021, 0x00000001, 0x00040047, 0x0000001a, 0x00000022, 0x00000000, 0x00040047,
    0x00000030, 0x00000006, 0x00000004, 0x00030047, 0x00000031, 0x00000002, 0x00040048, 0x00000031,
    0x00000000, 0x00000018, 0x00050048, 0x00000031, 0x00000000, 0x00000023, 0x00000000, 0x00030047,
    0x00000033, 0x00000018, 0x00040047, 0x00000033, 0x00000021, 0x00000000, 0x00040047, 0x00000033,
    0x00000022, 0x00000000, 0x00040047, 0x00000042, 0x00000006, 0x00000008, 0x00030047, 0x00000043,
    0x00000002, 0x00050048, 0x00000043, 0x00000000, 0x00000023, 0x00000000, 0x00040047, 0x00000045,
    0x00000021, 0x00000002, 0x00040047, 0x00000045, 0x00000022, 0x00000000, 0x00020013, 0x00000003,
    0x00030021, 0x00000004, 0x00000003, 0x00040015, 0x00000007, 0x00000020, 0x00000000, 0x00040020,
    0x00000008, 0x00000007, 0x00000007, 0x00040017, 0x0000000a, 0x00000007, 0x00000003, 0x00040020,
    0x0000000b, 0x00000001, 0x0000000a, 0x0004003b, 0x0000000b, 0x0000000c, 0x00000001, 0x0004002b,
    0x00000007, 0x0000000d, 0x00000000, 0x00040020, 0x0000000e, 0x00000001, 0x00000007, 0x00040015,
    0x00000011, 0x00000020, 0x00000001, 0x0004002b, 0x00000007, 0x00000012, 0x00000005, 0x000414a8,
    0x00000013, 0x00000011, 0x00000012, 0x00040020, 0x00000014, 0x00000007, 0x00000013, 0x00040017,
    0x00000016, 0x00000011, 0x00000004, 0x0003001d, 0x00000017, 0x00000016, 0x0003001e, 0x00000018,
    0x00000017, 0x00040020, 0x00000019, 0x0000000c, 0x00000018, 0x0004003b, 0x00000019, 0x0000001a,
    0x0000000c, 0x0004002b, 0x00000011, 0x0000001b, 0x00000000, 0x00040020, 0x0000001c, 0x0000000c,
    0x00000017, 0x0004002b, 0x00000007, 0x0000001f, 0x00000002, 0x0004002b, 0x00000007, 0x00000021,
    0x00000001, 0x0004002b, 0x00000007, 0x00000023, 0x00000030, 0x0004002b, 0x00000007, 0x0000002a,
    0x00000007, 0x000414a8, 0x0000002b, 0x00000011, 0x0000002a, 0x00040020, 0x0000002c, 0x00000007,
    0x0000002b, 0x0004002b, 0x00000011, 0x0000002f, 0x00000003, 0x0003001d, 0x00000030, 0x00000007,
    0x0003001e, 0x00000031, 0x00000030, 0x00040020, 0x00000032, 0x0000000c, 0x00000031, 0x0004003b,
    0x00000032, 0x00000033, 0x0000000c, 0x00040020, 0x00000034, 0x0000000c, 0x00000030, 0x0004002b,
    0x00000007, 0x00000038, 0x00000b80, 0x0004002b, 0x00000011, 0x0000003a, 0x00000002, 0x00020014,
    0x0000003b, 0x0003002a, 0x0000003b, 0x0000003c, 0x00040017, 0x00000041, 0x00000011, 0x00000002,
    0x0003001d, 0x00000042, 0x00000041, 0x0003001e, 0x00000043, 0x00000042, 0x00040020, 0x00000044,
    0x0000000c, 0x00000043, 0x0004003b, 0x00000044, 0x00000045, 0x0000000c, 0x00040020, 0x00000046,
    0x0000000c, 0x00000042, 0x0004002b, 0x00000007, 0x00000048, 0x00000010, 0x0004002b, 0x00000007,
    0x0000004b, 0x00000020, 0x0006002c, 0x0000000a, 0x0000004e, 0x0000001f, 0x00000021, 0x00000021,
    0x00040008, 0x00000001, 0x0000000b, 0x0000000b, 0x00050036, 0x00000003, 0x00000005, 0x00000000,
    0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x00000008, 0x00000009, 0x00000007, 0x0004003b,
    0x00000014, 0x00000015, 0x00000007, 0x0004003b, 0x00000014, 0x00000026, 0x00000007, 0x0004003b,
    0x0000002c, 0x0000002d, 0x00000007, 0x0004003b, 0x0000002c, 0x0000003e, 0x00000007, 0x00040008,
    0x00000001, 0x0000000c, 0x00000000, 0x00050041, 0x0000000e, 0x0000000f, 0x0000000c, 0x0000000d,
    0x0004003d, 0x00000007, 0x00000010, 0x0000000f, 0x0003003e, 0x00000009, 0x00000010, 0x00040008,
    0x00000001, 0x00000010, 0x00000000, 0x00050041, 0x0000001c, 0x0000001d, 0x0000001a, 0x0000001b,
    0x0004003d, 0x00000007, 0x0000001e, 0x00000009, 0x00050084, 0x00000007, 0x00000020, 0x0000001e,
    0x0000001f, 0x00050080, 0x00000007, 0x00000022, 0x00000020, 0x00000021, 0x00050084, 0x00000007,
    0x00000024, 0x00000022, 0x00000023, 0x000614b6, 0x00000013, 0x00000025, 0x0000001d, 0x00000024,
    0x00000000, 0x0003003e, 0x00000015, 0x00000025, 0x0004003d, 0x00000013, 0x00000027, 0x00000015,
    0x0003003e, 0x00000026, 0x00000027, 0x00040008, 0x00000001, 0x00000011, 0x00000000, 0x0004003d,
    0x00000013, 0x00000028, 0x00000026, 0x0004007e, 0x00000013, 0x00000029, 0x00000028, 0x0003003e,
    0x00000026, 0x00000029, 0x00040008, 0x00000001, 0x00000012, 0x00000000, 0x0004003d, 0x00000013,
    0x0000002e, 0x00000026, 0x00050041, 0x00000034, 0x00000035, 0x00000033, 0x0000001b, 0x0004003d,
    0x00000007, 0x00000036, 0x00000009, 0x00050089, 0x00000007, 0x00000037, 0x00000036, 0x0000001f,
    0x00050084, 0x00000007, 0x00000039, 0x00000037, 0x00000038, 0x000e14a9, 0x0000002b, 0x0000003d,
    0x0000002e, 0x0000002f, 0x00000035, 0x00000039, 0x0000002f, 0x0000002a, 0x00000012, 0x0000003a,
    0x0000003c, 0x00000023, 0x0000000a, 0x0003003e, 0x0000002d, 0x0000003d, 0x0004003d, 0x0000002b,
    0x0000003f, 0x0000002d, 0x0003003e, 0x0000003e, 0x0000003f, 0x00040008, 0x00000001, 0x00000013,
    0x00000000, 0x0004003d, 0x0000002b, 0x00000040, 0x0000003e, 0x00050041, 0x00000046, 0x00000047,
    0x00000045, 0x0000001b, 0x0004003d, 0x00000007, 0x00000049, 0x00000009, 0x00050084, 0x00000007,
    0x0000004a, 0x00000049, 0x0000001f, 0x00050084, 0x00000007, 0x0000004c, 0x0000004a, 0x0000004b,
    0x00050080, 0x00000007, 0x0000004d, 0x00000048, 0x0000004c, 0x000514b7, 0x00000047, 0x0000004d,
    0x00000040, 0x00000000, 0x00040008, 0x00000001, 0x00000014, 0x00000000, 0x000100fd, 0x00010038,
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
    {"VK_NV_cooperative_vector", 1000491000, 1, {0, -1}, "cooperativeVector"},
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
0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
    {2, 0, 7, 1, 1, 1, 1, 16l, 4l, 0l, 9223372036854775807l},
    {2, 1, 7, 1, 1, 1, 1, 80l, 4l, 0l, 9223372036854775807l},
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t matrix1_before[] = {
    0x046e2a2e, 0x433d25f5, 0x6b75fcd2, 0xe33987fb, 0x6b62f7f8, 0x2392d99f, 0xe5a531fb, 0xff342521,
    0xb7a3626e, 0xef755a9b, 0x78778b94, 0x79ad9dcd, 0x2c128122, 0xe8b1c47d, 0xf89d735b, 0x5b1dcd55,
    0xea6f8459, 0x57f9ec90, 0x64b505fc, 0x359139a3, 0x3d030952, 0x8dfad9ec, 0xe11ee349, 0x3e341a7e,
    0x608283c6, 0x1182d771, 0x1d604580, 0xc024cc10, 0xe23286f9, 0xdcc327c7, 0xe481cf42, 0xf16ad539,
    0xc049d76c, 0x7db73f51, 0x42ac4f46, 0xd25a0612, 0x7deb3b12, 0x2bd73b38, 0x6bce8a2e, 0x3a7f2241,
    0xb1bd01dd, 0xf2c8c6f2, 0x7cd50854, 0x88ee0fee, 0x9d783559, 0x8f9f8481, 0x698f7794, 0x4f761081,
    0x77e303aa, 0x86fd7bad, 0xe4a2f608, 0xd275d824, 0x3215048d, 0xa0dc0098, 0x46a61a47, 0xef64244a,
    0xb187d941, 0x611dc886, 0xfbad942f, 0xa9bcf639, 0xbe71091f, 0x9e16d9d3, 0x9813b2a9, 0x0cfd8936,
    0xd50d6015, 0x04123892, 0x7f2f745c, 0x8647fc6b, 0xc2ee2357, 0x668174ec, 0x9bfff295, 0x8e3af6b4,
    0xe92da9fe, 0xf4474626, 0x0a1b0115, 0x2f5fd13b, 0x4abf5b53, 0xe750cf27, 0xd3238865, 0x167c6079,
    0x51504f4b, 0xd4911764, 0xba5a8b6b, 0xd1a5c956, 0x6ec1e60e, 0xd793b703, 0x0c865fbf, 0x0c8c45f8,
    0x4043ee43, 0x20184df7, 0xc56a864e, 0x22a3510d, 0x2cb57955, 0xcb3a71ca, 0x2f7107a8, 0xc48d2f7a,
    0x4198e289, 0x2d2234d6, 0x74051b62, 0x8500dac1, 0x529c98df, 0xba4ccc29, 0x999b0994, 0x31e81669,
    0xb739dd53, 0x98056b92, 0xac529f36, 0xa532f1f2, 0x709c69a4, 0xfc930588, 0x3c18c7c0, 0x13da4066,
    0xa494065e, 0x5e78a759, 0x6269944c, 0x5c89c8b5, 0x2685d5a1, 0x171d4857, 0x4c0bb330, 0x4e101d27,
    0x4f916a63, 0x75d96fb0, 0x6087bc04, 0x41ce1eda, 0x321503dd, 0x5a0f2d8f, 0x9b39f79f, 0xe75924be,
    0xf4af74ef, 0x019dffb3, 0xcbd05099, 0xbeb07cfb, 0x03b5b50f, 0x840d9fbd, 0x68c1f542, 0xf59a58aa,
    0x1a74c5dc, 0x73cf855f, 0x801954b8, 0xf736f411, 0xa0e299ad, 0xe3a826ab, 0x0cf3013b, 0x68a5c147,
    0xa8470555, 0x8711fb29, 0xde14ca0d, 0xd655f68c, 0xa334a90a, 0x94a6c979, 0x8891c1bb, 0x453c647a,
    0x3a5eb303, 0x5ca37634, 0x0c72a45d, 0x3430ad06, 0x90ba2af4, 0x8be13e5e, 0xa5e36ff8, 0x0b0f1a6a,
    0x08ec5a4e, 0x394d4c64, 0xbf44e32b, 0xc16f62f3, 0x7fcd01ed, 0x402fb38f, 0x63f508b4, 0x23673722,
    0xc6df727d, 0xddc7f91f, 0x7f8eeebc, 0x844e0ed5, 0xf7dae8b2, 0x0d742d09, 0x4ecc482e, 0x1ef4ce07,
    0xb1afb2f1, 0x841985f4, 0x4ba99567, 0xdea503eb, 0x0cf84942, 0x78acf20a, 0xfbf3f141, 0xe157bd97,
    0xd5aa9347, 0x9c36ad20, 0x89c38dec, 0x3b24b4fb, 0x316c248b, 0x839e38ab, 0x87a0fd38, 0x4a80b000,
    0x0f3daa44, 0xe6fb2abd, 0x005a945f, 0x2851b3ca, 0xa96220eb, 0x0b608eda, 0x1a7ee3d1, 0x0a138b45,
    0x7b09c7a5, 0x800d4bfb, 0xa376382d, 0x29b662f1, 0xf53cbb32, 0x97f5b8a1, 0x8fc5aace, 0x1af98eb3,
    0x16e240ef, 0xa97be306, 0x6402ca7e, 0xca46aee6, 0xaead87b3, 0x9ba0944b, 0x569ea0de, 0x253ce646,
    0x2df49161, 0x2ec68d99, 0x80640c01, 0x25bad5df, 0x40af3b34, 0x7985db17, 0xf30c825e, 0x46531a10,
    0x1d0cc928, 0xd0187c78, 0xe2d78712, 0xd6cb11a3, 0x9b6bd369, 0x8d993e3c, 0x8b4ca51c, 0x0b6abb56,
    0xd4cd267e, 0xaff8eaef, 0x9c13711b, 0x7b241fcf, 0x25a9ae72, 0x372548bb, 0x47cd83fb, 0x1568d7a1,
    0x8649c9d5, 0xffb94fbe, 0xdc54cfa1, 0xfe85ccb7, 0x20032563, 0x18c46c2a, 0xc45debd3, 0x5278f2c4,
    0x72c2cbc8, 0x7b26e51f, 0xea34ecc6, 0x0268ff38, 0xf570f4b2, 0x2950a07b, 0x35bc2ca9, 0xfb4921e3,
    0x102f6bc3, 0x76d2e600, 0x92a49dcf, 0xd5d2a636, 0x5b88e136, 0xbe46cce5, 0xe547ba6f, 0x0d12802d,
    0x99c8792b, 0xf7ec9147, 0x522803cd, 0x15bb2212, 0x2da0030f, 0xd8356574, 0xbba347d1, 0x8a0f959d,
    0xe823706d, 0x2172d9f4, 0xeec35efb, 0x5ddcb888, 0xa89e4375, 0xc5707799, 0x325b12d8, 0x769208aa,
    0x80fe75b4, 0xf56d0133, 0x0594f93e, 0x9ba18a47, 0x9a2805d6, 0x6058fb13, 0x0b8515f9, 0x411637de,
    0x3e5144f8, 0x1f8246fe, 0x90829ec1, 0xb8cc2cbf, 0x348337e1, 0x3b03acca, 0xaebf2c76, 0x95e8fa4e,
    0xc946d477, 0x9f09a2b1, 0xa298b6d2, 0x08a5e425, 0x04b9fce2, 0xdb10df5c, 0xb446336c, 0x028d4b7b,
    0xec55bc1d, 0xf208b176, 0x7ec6cf02, 0x6a03f3b7, 0xb8b207cf, 0x765120b0, 0xbfaefbed, 0xa1623cac,
    0xb2c67d08, 0xeadf1f09, 0xa1a4dbb1, 0xaaa5c4d8, 0x45514efe, 0xacaff857, 0x8772b1c3, 0x76287031,
    0x78b74c79, 0x48885077, 0xcfd17d72, 0x3f0a268e, 0x498a5b74, 0xa49eea8d, 0xd71c60fb, 0xf2be0dbd,
    0x9fe3cff1, 0xad17f7ab, 0x87d23528, 0xee282b1d, 0xd3613652, 0x5d1d0685, 0x18901976, 0xb732d5cf,
    0xc59b3d5c, 0xce1ceed0, 0x883b4f60, 0xe2ebd86d, 0x7d4fc68a, 0x5968a7a8, 0x1dd670c8, 0x8870e4bd,
    0x9be38e62, 0xc1236d91, 0x4f0a0ecf, 0x0c2c25cb, 0x0be5b0c2, 0xca90908b, 0x05cc1023, 0x5a928521,
    0x17fad734, 0x61b5f0e7, 0xe54688f6, 0x7b76bb99, 0x16f42952, 0x7208405f, 0xa1c3499b, 0xd14fd49a,
    0x64f47d29, 0x2eb44895, 0x2f49b327, 0x233dc24a, 0x4ed58270, 0x84da71fb, 0x5eace204, 0xf6e46924,
    0xa698784a, 0xd5d43573, 0xe3e8e556, 0xcb40cb34, 0xc2224b4a, 0x9871f4c0, 0x5d0ef880, 0xc3c8cfa3,
    0x17116242, 0x64d3a2bc, 0x70b3a13c, 0x6c12315a, 0x710e11e9, 0x43149b4d, 0xfc309d60, 0x875bed13,
    0x0d0e94d8, 0xd722b2c8, 0x8feee757, 0x1a0564fa, 0x03237ece, 0x5585b929, 0x102865c4, 0x18758c8f,
    0x6ac8f78e, 0x1e0d2ddd, 0xa0098354, 0x33476ad5, 0x7b5670df, 0x40031c8e, 0xadf1b7cd, 0xe602a159,
    0xd0118c4b, 0xb65b5e34, 0x50eeaf0d, 0x25c4f4da, 0xcfbea30d, 0x372aba42, 0x8f0a9287, 0xc4b25e7b,
    0x02fda307, 0xf2e0d430, 0x7571863e, 0x54297adc, 0xe8571ff7, 0x63aaf680, 0xdc82bb73, 0x3aa27c28,
    0x62927312, 0xc4756b34, 0xc1d71d4c, 0x548dcd58, 0x2e86605f, 0x51b0be17, 0xa4c3773a, 0xe8fdb4b1,
    0xc11415d8, 0x46533cf5, 0xd0de4582, 0x6841852a, 0xdacf6889, 0xa4400728, 0x407f972d, 0x2bb74d70,
    0xe6dcd439, 0x73789726, 0x369a905a, 0xb1d9b72e, 0x7965e01d, 0x9cccfd84, 0xd6ffd319, 0xf6bea1f5,
    0x63f796f5, 0xebe1c9bf, 0xd66a29d1, 0x620b25c8, 0x9e205c82, 0xe3248b97, 0x99306b8f, 0xfd1c94e2,
    0xbb72a296, 0xf6e74a88, 0x2f5bf6f6, 0xf56c85e4, 0xf27e7ba4, 0xaaf6a76f, 0x8082d3ae, 0x48ecbd49,
    0xe1a60e25, 0x3e726b00, 0xfd51165f, 0xa1e1e31b, 0x9ccd93b5, 0xff7ae5b6, 0xa1e4b0e3, 0xac06853b,
    0x8488ddf0, 0x12bed59c, 0x0f289eda, 0xa6a38774, 0x10c2e402, 0x391f1f2b, 0x19e74d77, 0xa9b9fc23,
    0x93d404e7, 0x71f0c454, 0x89445dcd, 0x7e85fcdc, 0x98b1525c, 0xaf47e9aa, 0xb03e2db4, 0xa550d086,
    0xaf8c992e, 0x2fc4a2be, 0x62d0be90, 0xec58d3d1, 0x75b7ac1e, 0xf4727313, 0x5d64f295, 0x98350ef9,
    0x835657fc, 0x5242f69e, 0x5e2d1219, 0xa4e6f0ce, 0xb62c36fc, 0xdac52342, 0x9777069a, 0x673f677d,
    0x1e89071e, 0xc96ed1dc, 0x5ffcdc11, 0x849c3495, 0x66f33e7d, 0x1c50816a, 0x9562fe10, 0x186f2ddf,
    0xd90cbd7c, 0x28be1f0c, 0x7b717eae, 0x5ae1d104, 0x2e29bb19, 0x8cf36150, 0x5cf4cb9f, 0x1fcfe0ed,
    0x6832c47d, 0xa5ce574c, 0x237a4f38, 0x5d6c53c3, 0x02903147, 0x809ac836, 0xbd619351, 0x35a7f178,
    0xfb437bbf, 0xcd5fb29a, 0x6f7f38c7, 0x32a6645c, 0x474dc106, 0x3ea1543c, 0x5bc8bdd8, 0x2e4522cf,
    0x8c6d02f7, 0xc442a224, 0xa32b5d1a, 0xbf2a5eee, 0xbdf24cee, 0xde672af3, 0xfb17ac21, 0x71beaa61,
    0xf498daaa, 0xad61cdab, 0xc4904efe, 0x99d4a971, 0xb8e15795, 0x3894b1ac, 0xf4e38f3a, 0xf4b01dce,
    0x3ca42ed5, 0xc022bc56, 0xbd1fe9b9, 0xb241a0dd, 0x0fb3fa2c, 0x05c29e66, 0xb955c282, 0xfa8c47db,
    0x572f53c9, 0x85941189, 0x25184edb, 0xfeb81af1, 0x992a551c, 0xdbccb61b, 0x8552b5c9, 0x3f9ceceb,
    0xfaf4d78c, 0xaec128dd, 0x34db8871, 0x6d0fc56c, 0x69c15a9b, 0xc5fbc037, 0xf84d3aec, 0xd4e6bc0d,
    0x7ca38836, 0xaf833b01, 0x8169ee8c, 0xce084a5c, 0xe84544e5, 0x1e866acf, 0xb4a504dd, 0xaf1ac057,
    0x9e281e02, 0xd00628ec, 0x4b57034d, 0x6634f9b5, 0x77363a76, 0x371a5ef4, 0xfdcb5a22, 0x3fde0f4a,
    0xf7d725fa, 0x567b290e, 0x07f33072, 0x79d23b98, 0x59e17014, 0x06ccb730, 0xe4e6a901, 0xf152f56c,
    0x57d8a410, 0xbaa91335, 0xb453ee46, 0x849f6b9a, 0x75236fdd, 0xc179c282, 0x605f01fe, 0x3a52e85c,
    0xae120530, 0x7cafb6bb, 0xb14a4bb9, 0x2a5cb1a8, 0xe1ee4ad0, 0x599f84d2, 0x97fad579, 0xfb4694d9,
    0x4050a03a, 0x6890da92, 0x36b4611e, 0xccd781e2, 0xf6eb5d43, 0xd69f1968, 0xb1dc3a58, 0x6a29be0b,
    0xa2caae43, 0x909d1b7e, 0x9c8cb6cc, 0x7198a844, 0x867d78e0, 0xa4de898f, 0x1429fe29, 0x33b4f0f8,
    0x03eada04, 0x5cb4e552, 0xb48c113e, 0xb0ff91d5, 0x160acc9c, 0x63bf4586, 0x21f7706c, 0x46499923,
    0x1b717cd9, 0xf73e8fa8, 0x24a96d92, 0x22ad75dd, 0xa9317b8b, 0x454043b1, 0x5c521419, 0x1d1de2de,
    0xa4d7dbaf, 0xc86fa29d, 0xcd46fe9c, 0x94353c24, 0x228091af, 0xdb8a96ef, 0xf09cb3a5, 0x9f74bca9,
    0x9f18f2d9, 0xf94df9de, 0x5e97dde6, 0xd8d92acd, 0x75836f01, 0x17b51d2e, 0xdc631cda, 0x05bb58c8,
    0x8558fbb4, 0xb206df57, 0x1ac8edbd, 0x47fcfb33, 0x2eccf0b4, 0xa1fc9cd2, 0x1dd6bf48, 0x13e53342,
    0x7db98787, 0x76bd4829, 0x29b097bb, 0x39d36c15, 0x779087a5, 0x7276b738, 0x21e48d28, 0x30aa52b2,
    0x48f5137c, 0xa8c50b9e, 0x8bd44b3f, 0x409b0160, 0x8d20099f, 0x5487e2fd, 0x4e4183a7, 0x0b03d7e9,
    0x2ac79d55, 0xbaea6d64, 0x6f57eab7, 0x4c56c84c, 0x4a554b57, 0xedda70d2, 0xe6d5fa66, 0xe52f17b3,
    0xebe7bcfe, 0x9305f4e9, 0x67489f01, 0x80407b3f, 0x87f11746, 0xcc405f39, 0x0064844f, 0xc749f7d2,
    0x7d391b70, 0x2ff1f974, 0x9b2aeddc, 0xf19bc93d, 0x60fb90e9, 0x2662fe88, 0xe3a4dc4d, 0xc6ad5e0f,
    0x400eed08, 0xacc8d1a5, 0xa35e14dd, 0x839ce47d, 0xe6151e00, 0xc92a8ab1, 0x13a1e4f0, 0x6faa52c6,
    0x0db15903, 0xc958e12b, 0x88af4ee9, 0x0bbd93e4, 0x3d58a2ec, 0x16f49572, 0x7c20649a, 0x085ae653,
    0x8a5cb97a, 0xc2c1f724, 0xbcc7aa24, 0x314c71ae, 0x88befab5, 0x9fd88ea3, 0x97d09d70, 0xa75fee80,
    0xe52185e3, 0xe5db7dba, 0xb6c38590, 0xbebaf45c, 0xbd4d8cd2, 0x21f76e83, 0x3689d107, 0x4abfa703,
    0x0f362901, 0xa48dc616, 0x140905b7, 0x9f1249d5, 0xbb99a3d5, 0xe677e82e, 0x285d58e1, 0x1fe631dd,
    0x1f6907ae, 0xaff43a81, 0x86cfba7f, 0xff2fa067, 0xfa2ff77e, 0x82e773d4, 0x818c0bd0, 0x9f0f1367,
    0x7a211707, 0xb48dc32f, 0x6109c747, 0xded22dd6, 0xfd59a11b, 0x47c236c2, 0x2cf6e806, 0x3d40a016,
    0xb2351565, 0x5044b33e, 0xdfb1f3b0, 0x7937387c, 0xd98b50cf, 0x79034d33, 0x9209c721, 0xbff5df35,
    0x2cd41a5d, 0x0f7e3347, 0xf54f2050, 0x2ae3eff8, 0x8f4b3d6d, 0x7e4989a3, 0x67cb13c2, 0xd64a0290,
    0x719781e9, 0x5b47447e, 0xff8eccd4, 0x4c72b6fe, 0x250d8191, 0x4b2355fa, 0x87c39cbe, 0xaba8a4ab,
    0x7dfb46ec, 0x46822caf, 0x41070380, 0x415c8a2d, 0x27884387, 0x236b5dee, 0xe636a340, 0x93aa3269,
    0x9b0f6955, 0x573dae90, 0xb6d11557, 0x3bd471cf, 0x8ad0cffe, 0x9337511a, 0x4802bab6, 0xdb06db2c,
    0xd643ced4, 0xdcf8e628, 0x89616781, 0x142ff46e, 0x3ed9b7fd, 0x7548a699, 0x43ca464a, 0xa19ef7f6,
    0xeeb6e722, 0x7592f09b, 0x7439db99, 0xeeb398b5, 0x2b5a3697, 0x14883d18, 0xc29c4072, 0x043e9b70,
    0x9f1d407c, 0x0771ba17, 0xb6c209f0, 0xcd98b488, 0xc0255cb1, 0x2485691c, 0x12f26fd7, 0xb72b79a4,
    0x5146b74d, 0xec23ed5b, 0x83d63990, 0x5ae46781, 0x026a9653, 0x54473442, 0x012fbfac, 0x666fd83e,
    0xcef1446d, 0xa8fc01dd, 0xcffb8405, 0x84322ae2, 0xee9f5981, 0xef16c13a, 0x827ab0b8, 0x6d2564d1,
    0x59ebcf4d, 0xd8c9fe3a, 0x87b5f9ed, 0x935ea293, 0x005c38b0, 0xa202c91c, 0xa3202db1, 0x5131dc04,
    0x75a47d42, 0x7c391623, 0x08660b01, 0x2fc00b64, 0xb6b9acef, 0x4f4f2c05, 0x562d6ddf, 0xc0abeaed,
    0x2914d5f8, 0x0a054bad, 0x6e490ffb, 0x4cce4025, 0xc05ead1c, 0x108ace17, 0x9359aaee, 0x529c4d14,
    0xdbe082b4, 0xd6a09a5a, 0x17993262, 0x6b4dcda8, 0x9e43e8e6, 0x2b0721c1, 0xa2bb6ca8, 0xb13ae994,
    0xdbff2d68, 0xc2281356, 0x522f3835, 0x4d300c95, 0xdd4ad940, 0xb4247401, 0x307314bb, 0x6000b31d,
    0x5f613949, 0x7986f9e3, 0x52bb9906, 0x4b66b494, 0xa342a61a, 0xf654438f, 0x168adeae, 0x4f842533,
    0xfc7034b3, 0x87e31e97, 0x3884604e, 0x01424af2, 0x45f0d89b, 0x277daafc, 0x32facddb, 0xd22068b4,
    0x8ec73a7b, 0x3ce40a6b, 0x4f57e190, 0x1e74f966, 0x7a3a03ff, 0xe8e10cf8, 0x4c49ccf9, 0x9a9d400f,
    0x2bfecc9d, 0xf79d84a9, 0xad880f33, 0xf596b569, 0x3cc409d3, 0x745e3ac4, 0x64c12ad0, 0xc7f34c4a,
    0xa82a9678, 0x1c93b08b, 0x1d74a177, 0xd952adf8, 0x16536452, 0x4e49c3b7, 0x218d48ad, 0xe7b5518b,
    0x62095b5b, 0xd33ffe1d, 0xdc633d48, 0x03b209db, 0x2902a03c, 0xd4b367fb, 0x8733e1ce, 0x886e4c65,
    0xaf0b0262, 0x223faded, 0x4e947eec, 0x63902457, 0x26351e5b, 0x943aa4e9, 0x5d66e83f, 0x74ddaa1d,
    0x2262a077, 0x92881e1b, 0x016e136c, 0xabddf00d, 0xda28b0f9, 0x3067a44b, 0xe8b65c44, 0x36409f02,
    0xba2da400, 0x3b99341c, 0xc7479e7a, 0x6a3dafe0, 0xa9069d21, 0x2843eda9, 0x962c5520, 0xf051fe8f,
    0x7aaade5d, 0x9b2c4f39, 0x56f439fc, 0x2473c941, 0x60d3ac87, 0x912ed9c7, 0x7c12e69e, 0xa6b925ed,
    0xb8079e08, 0x7544940a, 0xd4e11230, 0x095ea828, 0xc640f63c, 0x8a3b08ad, 0xb38757ed, 0x32f8a493,
    0xb1e4d965, 0xa9896f45, 0xebc5f03b, 0x960e2a41, 0xb8b14526, 0xbaa81bc3, 0x94d9881a, 0xcc8383df,
    0xada03115, 0x78ab519f, 0xf31312f1, 0xb5a157cf, 0x715f0b0f, 0xd33f1411, 0x3bdf12c7, 0x1572a216,
    0xda32ed5d, 0x065ccad3, 0xf89ebae1, 0xa9ca1f6e, 0x9d27b937, 0x950b96af, 0x4e5565f6, 0xecfa5453,
    0x0f870d13, 0xcd141031, 0xfb52ddd9, 0x4d596d76, 0x6bb7cd09, 0x2a31ac80, 0xc80a3318, 0xe1c89b84,
    0x6509e86e, 0x1bec0bf5, 0xf3c50495, 0xdf5ffb8f, 0xf0b5ba3b, 0x86d1f0aa, 0xc18a6874, 0xd97f5967,
    0x5614a222, 0x259430c8, 0x06dd36eb, 0xa876236d, 0xcccb8f5e, 0x02ba105b, 0x004739f2, 0x4c9f10d6,
    0x8d1d128a, 0x9b806735, 0x4ff756f1, 0x4045e50e, 0xd4c2fdaf, 0x038b3c0e, 0x7c44a704, 0x342c7de4,
    0x8cbfc240, 0x124ba175, 0xbcba5800, 0xded46a7e, 0x954b6c39, 0x43601401, 0x047445fe, 0x1bc4aa83,
    0xac476e12, 0x3e5f41c1, 0x941467bf, 0xb01f991e, 0x3cdc5420, 0xf56c2401, 0x8486611d, 0x4a6789a8,
    0xe3f0035c, 0xab374ba6, 0x123abd6b, 0xb1a74e1a, 0xa6056518, 0x82f952ff, 0xeb56b39a, 0x02a3000e,
    0xa1fa2290, 0x602cb1eb, 0x16f29e20, 0xcfbae452, 0x81bcda34, 0x4dc11650, 0xe66f7a01, 0xf01a11a7,
    0xbdbebc96, 0x160929b3, 0x5fcfd607, 0xb366302a, 0xe73c8ffc, 0x2267cd4e, 0xf37ced4b, 0xf61b7d4d,
    0x6e53e954, 0x52ceb819, 0x01b073ef, 0x8991a733, 0x89111961, 0x09e32bfd, 0xf550f4ed, 0xd9a27ecf,
    0x9255db2b, 0x783f2ef1, 0x842099c6, 0x052dd7a3, 0xfa48ab0e, 0x185c9b28, 0x2e36309a, 0x1d34b752,
    0xbf401cc3, 0x6477753a, 0xa849ba60, 0x40d115be, 0x887af097, 0x93dc89cf, 0x9f4fd31a, 0x9b3cafb8,
    0x924f39d0, 0xdadb8169, 0xdf6077f6, 0x0d5060a4, 0xfb5e0bd7, 0x58f15b1a, 0xee198933, 0x5f8f314d,
    0x58dbe438, 0x688ce470, 0x85c6b65e, 0xd3b0f2d5, 0xc87e9418, 0x5134e2fd, 0xd3595225, 0x7c9e1638,
    0x77d67fd9, 0x805acf7f, 0x64a88b2e, 0x4fd4fec4, 0x7d39ad08, 0x7269833f, 0xdd74a2c9, 0x346c4a94,
    0x1c971a52, 0x32255eed, 0x49586b63, 0xd1d1b23e, 0x62c51181, 0x3247ed09, 0x37f4dfee, 0xc10c4577,
    0xca6a98cb, 0xc9a5ddfd, 0x40916a9b, 0x44dd4692, 0x8e8cd473, 0x942f96d2, 0xcdaba148, 0x44c97468,
    0x1a0d1ca1, 0x4bc0a2bd, 0x69969e41, 0x566198c7, 0x22dac77f, 0x9ce27614, 0xd4b774fb, 0x98e8e3ac,
    0xcb74c66f, 0x7d9e57f1, 0xf704ccd3, 0xee49d09a, 0x85342553, 0xb22f711a, 0x16c4d127, 0xd6325a7c,
    0xf3e9d49a, 0x7f3a8c01, 0xdf50ba12, 0x6284c6dd, 0x853e9008, 0x9229cd08, 0xc40b73a1, 0x9a9f5b2d,
    0xd9ba05e9, 0xc2f5f6cc, 0x229f299e, 0x88aff5f1, 0xdee6a5a3, 0xbddd1367, 0xef8e6703, 0xf099bbac,
    0x12eee198, 0x23b93834, 0x0d2f5c24, 0xf52e090d, 0xd947ad15, 0x2334914b, 0x8a304a02, 0x00524dbf,
    0xf3e3b4cf, 0xbd467804, 0x0ac89823, 0x98ba42f4, 0x1e696d0a, 0x74bc300b, 0xa0399e26, 0xf9840463,
    0xc601a4ec, 0x259f7f55, 0xb0b8911a, 0x06dfac8d, 0x07554c25, 0xac512bb2, 0xd29b6f8f, 0x0904ba3a,
    0x76d8027d, 0xf2a06960, 0x30758aaf, 0xe222920d, 0xa6873725, 0x4971599b, 0xadc43b80, 0x18755660,
    0x47f5d6d2, 0xc923a86d, 0xc1f0cddf, 0x5a3b13f6, 0xa030cfbd, 0xa950e371, 0x3c2e86db, 0x22ce36e7,
    0x009fc161, 0x91f195a7, 0xcd4ab1fe, 0x42e27eb5, 0x1abb0d12, 0xed333db4, 0xe5a322f1, 0xa88743f1,
    0xbfe03516, 0x23a5193a, 0x937952ae, 0x9862f679, 0x6846cbf4, 0x6b05d497, 0xb8ed173c, 0x1e3bb2e5,
    0x59aa5bad, 0x5a82eb0f, 0x52e1a039, 0xe322d435, 0xdac833e0, 0x4c6a5336, 0xe92b4058, 0xc70a01f3,
    0x1e3e6839, 0xd9eefa5c, 0xad2d1a3e, 0x4b92451b, 0xd83d71e0, 0xa6ef22e1, 0xef558603, 0xd114ebb7,
    0x943f6b01, 0x32ae2049, 0xa6456a45, 0x9e1a03d3, 0x7ff2f440, 0x3191f179, 0xb589f365, 0x41a8b58f,
    0xe2e578d3, 0x87401a6f, 0x09fc77a8, 0xe5791436, 0xf0f8b0e3, 0x20bb940d, 0xb9c57ae9, 0x3db28bd9,
    0x39046e28, 0x1faed17d, 0xdfdc0412, 0x173212ea, 0xa4960deb, 0x0c18404d, 0x3aca6e2c, 0xca94e722,
    0xf354e01a, 0xd4417275, 0xdc43bad1, 0x78a01b86, 0x7a0a591f, 0xda6d8f61, 0x1f937bf5, 0xd704f7b2,
    0xecab4d3c, 0xd1e2e244, 0x91942fa9, 0xd4c7a1e9, 0xee40c071, 0x181a4392, 0xa16f664e, 0xc6a0b9d0,
    0x43da7703, 0xdad6b9fc, 0x998f5566, 0x70de20a7, 0x59c21ae1, 0x3d95a772, 0x52c5d7e9, 0x0ed551a5,
    0x4623558e, 0x297aeffc, 0x16ba1b7f, 0x22ed0221, 0xfb41d78d, 0x4538d446, 0xbfdc32c1, 0x2fa4a849,
    0x3a3f0baa, 0xffe8a104, 0x320923f4, 0x557015f7, 0x69f9fe39, 0xb42b4892, 0x4e31f7c2, 0x4e7f3d47,
    0x8de57503, 0x24c1495a, 0x833c0151, 0xedb38635, 0xe9b8cee0, 0xe89972e2, 0xf9575343, 0x21ff604e,
    0x50c693d3, 0x7ddfab7d, 0x24883e24, 0x5185af0e, 0xb4b1c4da, 0xb6fbaab4, 0x908c0613, 0xf1398206,
    0x05d62277, 0xd25deb0e, 0x640b0353, 0x56f4d5ac, 0xf4e4c574, 0xf02da81b, 0x0e87b8ed, 0x5f995058,
    0xddc5f425, 0x96824607, 0x331b9afe, 0x0fa8af09, 0xe0faf8a0, 0xb679de7f, 0x0fd803dc, 0xcee70c94,
    0xd93b6702, 0x5fdb7baa, 0xab6e3c2b, 0x38bdc682, 0x962cda69, 0xc5ab6ae7, 0xeb1d466b, 0xaf87aca6,
    0x140ecbf6, 0x3a34a1eb, 0x9c7b6fa8, 0x997ea467, 0xd16002a2, 0xad2b43f5, 0xca8dd0c0, 0xac6d681d,
    0x7ccbe6ab, 0x2c2017c3, 0x2b33810d, 0xcdf0af06, 0x5ef3fe16, 0x3610baf0, 0xc1998bc6, 0x2fa5438b,
    0x586cd52f, 0x797a98bf, 0xdfc6fda3, 0x0dcdc0c4, 0x79295fb3, 0xe64a1b15, 0xe69cdfe1, 0x5f294804,
    0xbb355c3e, 0x9343f283, 0x0c206f14, 0x2e011ead, 0xfeb248c5, 0x0effc00b, 0xb99fe1b9, 0xcf45106d,
    0xe8924026, 0x0dc6bf4d, 0x6170eca4, 0xe577a71d, 0x384e3409, 0xcbcde431, 0x217d019b, 0x125ed187,
    0xa04d35dd, 0x5b724462, 0x7a45a70a, 0x89e437ca, 0xa0c4c56f, 0x71ecf121, 0x5ef669f5, 0xed8acf5d,
    0x0b8bdda2, 0x5e76178c, 0x60b7e057, 0x0dad3deb, 0xd5f35e3b, 0x54816de2, 0x113a0398, 0xac33ecaf,
    0x89976a99, 0x0532ac10, 0x6cc41a07, 0x3dd4575d, 0xb7c31203, 0xe093f3fe, 0x5c7754a0, 0x5493398c,
    0xe1d86cd9, 0x8b509d78, 0xf694d2f2, 0xb102265a, 0x8e3b94be, 0x9a858ab1, 0x76036bd4, 0xf94da4ad,
    0x9ec05889, 0x385b71ac, 0x1d14dafd, 0x7ecee659, 0x90af3277, 0x462f551c, 0x7baea5fa, 0x1f981ee2,
    0x6a5dfd2e, 0x39460910, 0xb5e6fc30, 0xcca3deba, 0x2b2868d4, 0xf514d370, 0x79643327, 0x81b038a4,
    0x0edbc432, 0x71cb95cf, 0x07481b57, 0xe91e5eba, 0x96660680, 0x0d38590c, 0x453181b5, 0xf7808587,
    0xde08e88f, 0x27f83898, 0x3862146d, 0x3cacdc47, 0x97e0ae3c, 0x5b9712c8, 0xa2884d83, 0x81f2a794,
    0x56b2ba9e, 0xd372ed72, 0xa02f818b, 0xbc424834, 0x17338d6c, 0x86ea27d3, 0xf3fae632, 0xe8067148,
    0xcc6f5e97, 0x80faed65, 0x28914b43, 0xc4c6889a, 0xc29fe66b, 0x8d846fca, 0x46e8b698, 0x871f9849,
    0x7e76d050, 0xfa704b58, 0xc03bf5ca, 0x3b6bf96a, 0xc2679a34, 0xa75abf98, 0x82b1e1c7, 0x2ec6b77a,
    0x61f1dcca, 0x5776739a, 0x70fc2934, 0xb5167d49, 0xdf772ebc, 0x7839b307, 0xec017692, 0xc91a07af,
};
static const uint32_t in1_before[] = {
    0x00000001, 0x80000000, 0x80000001, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7ffffffe, 0xffffffff,
    0x00000002, 0x7ffffffe, 0x80000001, 0x7fffffff, 0x7ffffffe, 0x00000002, 0x80000001, 0x7fffffff,
    0x00000000, 0x00000002, 0x80000000, 0x7fffffff, 0x80000000, 0x00000001, 0x7ffffffe, 0x7fffffff,
    0x80000000, 0x7ffffffe, 0x7ffffffe, 0x7ffffffe, 0xffffffff, 0xffffffff, 0x80000000, 0x80000000,
    0x7fffffff, 0x80000001, 0x00000001, 0x00000000, 0x00000000, 0x7fffffff, 0x00000002, 0x7ffffffe,
    0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x7fffffff, 0x80000000, 0x7fffffff, 0x80000001,
    0x7fffffff, 0x00000002, 0x7ffffffe, 0x80000001, 0x80000000, 0x7ffffffe, 0x7ffffffe, 0x7ffffffe,
    0x80000000, 0xffffffff, 0x80000001, 0x80000000, 0xffffffff, 0x80000001, 0x00000002, 0x00000000,
    0x00000002, 0x7ffffffe, 0x7ffffffe, 0xffffffff, 0x00000001, 0x00000000, 0x00000002, 0x00000001,
    0xffffffff, 0x7ffffffe, 0x00000002, 0xffffffff, 0x80000001, 0x7ffffffe, 0x80000001, 0x00000001,
    0x7ffffffe, 0x80000000, 0x00000000, 0x00000001, 0x7fffffff, 0xffffffff, 0x7ffffffe, 0x00000000,
    0x7ffffffe, 0x80000001, 0x7ffffffe, 0x80000001, 0x7ffffffe, 0x7fffffff, 0x7ffffffe, 0x80000000,
    0xffffffff, 0x00000001, 0x00000002, 0x80000000, 0x7ffffffe, 0x00000000, 0x7ffffffe, 0xffffffff,
    0x7ffffffe, 0x00000000, 0x7ffffffe, 0x80000001, 0x00000001, 0x00000002, 0xffffffff, 0x00000001,
    0x7ffffffe, 0x00000001, 0x00000000, 0x7fffffff, 0x7ffffffe, 0x00000001, 0x7ffffffe, 0x80000001,
};
static const uint32_t out0_before[] = {
    0x0bc8a4ca, 0xc49ae35e, 0xd5417253, 0xf170589d, 0x1a8f401d, 0x71a4cee9, 0x0917a7d8, 0x20b0a3f8,
    0x685cfc28, 0xb03ac1cc, 0xe5d6a44f, 0x57c1b7c2, 0x47197e0f, 0xdea89b3e, 0xcf0de321, 0x252b7f22,
    0x063879e9, 0x65dcc60e, 0xbebc19e9, 0x97bbf9df, 0xfa79259d, 0x3a2786ef, 0xd7b48527, 0xf66d50c0,
    0xec7704ab, 0xff182d08, 0x833a4efb, 0xe0712a63, 0xed337749, 0x5cbeb6b2, 0x33308544, 0x5ea5505b,
    0x4348774e, 0xa46b10d3, 0xf084fdae, 0x68f38894, 0x434d8d5b, 0xc2cca299, 0x3991be1d, 0x7a47a650,
    0x8a6119b1, 0x4514fcce, 0x7df25bf1, 0x3771f48f, 0x90911828, 0xfff62689, 0x34e2fcae, 0xe8bb997f,
    0xf0694fa9, 0xfc908996, 0x06e4f50b, 0x21d061b3, 0xa30cab4b, 0xef6af082, 0x02be09e2, 0xb67f5f5e,
    0xd0c5f7f2, 0xf7ceaa29, 0x3e0ca6ce, 0x523f96b0, 0xce7dafb9, 0x86dd35a6, 0xd9085f04, 0x3859ca88,
    0xe8ef5966, 0x4d9762bd, 0x05cbff25, 0x2f92fcd7, 0xa91d5d39, 0xe7155b36, 0x6c153a8d, 0xec2431a4,
    0x3e59691b, 0x366906ea, 0x275572ce, 0xa4697b6e, 0xdd498f70, 0x5327101a, 0x03d9f525, 0x2882fc89,
    0x83d90c1e, 0x4acc66ae, 0xec364510, 0x222b148d,
};
static const uint32_t out0_expected[] = {
    0x0bc8a4ca, 0xc49ae35e, 0xd5417253, 0xf170589d, 0xffffff01, 0x00000000, 0xffffff82, 0x00000000,
    0xffffff7f, 0xfffffffe, 0xffffff82, 0x57c1b7c2, 0x47197e0f, 0xdea89b3e, 0xcf0de321, 0x252b7f22,
    0x063879e9, 0x65dcc60e, 0xbebc19e9, 0x97bbf9df, 0xffffff7e, 0x00000080, 0xffffff82, 0xffffff00,
    0x00000080, 0xffffff00, 0x00000100, 0xe0712a63, 0xed337749, 0x5cbeb6b2, 0x33308544, 0x5ea5505b,
    0x4348774e, 0xa46b10d3, 0xf084fdae, 0x68f38894, 0x434d8d5b, 0xc2cca299, 0x3991be1d, 0x7a47a650,
    0x8a6119b1, 0x4514fcce, 0x7df25bf1, 0x3771f48f, 0x90911828, 0xfff62689, 0x34e2fcae, 0xe8bb997f,
    0xf0694fa9, 0xfc908996, 0x06e4f50b, 0x21d061b3, 0xa30cab4b, 0xef6af082, 0x02be09e2, 0xb67f5f5e,
    0xd0c5f7f2, 0xf7ceaa29, 0x3e0ca6ce, 0x523f96b0, 0xce7dafb9, 0x86dd35a6, 0xd9085f04, 0x3859ca88,
    0xe8ef5966, 0x4d9762bd, 0x05cbff25, 0x2f92fcd7, 0xa91d5d39, 0xe7155b36, 0x6c153a8d, 0xec2431a4,
    0x3e59691b, 0x366906ea, 0x275572ce, 0xa4697b6e, 0xdd498f70, 0x5327101a, 0x03d9f525, 0x2882fc89,
    0x83d90c1e, 0x4acc66ae, 0xec364510, 0x222b148d,
};
static const uint32_t matrix_0_before[] = {
    0x01ff0000, 0x00000000, 0x00000000, 0x00000000, 0xff000001, 0x000000ff, 0x00000000, 0x00000000,
    0x0100ff00, 0x000000ff, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000000, 0x00000000,
    0x01010001, 0x000000ff, 0x00000000, 0x00000000, 0x00000100, 0x000000ff, 0x00000000, 0x00000000,
    0x0000ff01, 0x00000000, 0x00000000, 0x00000000,
};
static const uint32_t matrix_1_before[] = {
    0x010100ff, 0x00000000, 0x00000000, 0x00000000, 0x0000ffff, 0x00000000, 0x00000000, 0x00000000,
    0xffff01ff, 0x00000001, 0x00000000, 0x00000000, 0x01000100, 0x00000000, 0x00000000, 0x00000000,
    0xff00ff00, 0x00000001, 0x00000000, 0x00000000, 0x000001ff, 0x00000001, 0x00000000, 0x00000000,
    0xff00ff00, 0x00000000, 0x00000000, 0x00000000,
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"matrix1", 0, 0, 5888, matrix1_before, matrix1_before, NULL, 0},
    {"in1", 0, 1, 480, in1_before, in1_before, NULL, 0},
    {"out0", 0, 2, 336, out0_before, out0_expected, NULL, 0},
    {"matrix_0", -1, -1, 112, matrix_0_before, matrix_0_before, NULL, 0},
    {"matrix_1", -1, -1, 112, matrix_1_before, matrix_1_before, NULL, 0},
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
/* Matrices that the device converts, in this order: by the host before the run (-1) or behind it (1),
   else by a command behind the run of that number. Layouts: 0 rows, 1 columns, 2 inferencing, 3 training. */
struct matrix_at { int buffer; size_t offset, bytes, stride; uint32_t component, rows, columns, layout; };
static const struct conversion { int when; struct matrix_at from, to; } conversions[] = {
    {-1, {3, 0, 112, 16, 3, 7, 5, 0},
     {0, 0, 2944, 0, 3, 7, 5, 2}},
    {-1, {4, 0, 112, 16, 3, 7, 5, 0},
     {0, 2944, 2944, 0, 3, 7, 5, 2}},
{0}};
enum { CONVERSIONS = sizeof conversions / sizeof *conversions - 1 };


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

/* VK_NV_cooperative_vector, for which the headers may be too old: VkConvertCooperativeVectorMatrixInfoNV and
   its functions. */
union place { VkDeviceAddress device; void *host; };
struct convert_info {
    VkStructureType type;
    const void *next;
    size_t from_bytes;
    union place from;
    size_t *to_bytes;
    union place to;
    uint32_t from_component, to_component, rows, columns, from_layout;
    size_t from_stride;
    uint32_t to_layout;
    size_t to_stride;
};
typedef VkResult (VKAPI_PTR *Convert)(VkDevice, const struct convert_info *);
typedef void (VKAPI_PTR *ConvertByCommand)(VkCommandBuffer, uint32_t, const struct convert_info *);

/* Converts by the host, or by a command if there is one; the bytes that the matrix takes then. */
static size_t convert(VkDevice device, VkCommandBuffer commands, const struct room *rooms, const struct conversion *c) {
    size_t bytes = 0;
    struct convert_info info = {(VkStructureType) 1000491004, NULL, c->from.bytes, {0}, &bytes, {0},
        c->from.component, c->to.component, c->from.rows, c->from.columns,
        c->from.layout, c->from.stride, c->to.layout, c->to.stride};
    Convert by_host = (Convert) vkGetDeviceProcAddr(device, "vkConvertCooperativeVectorMatrixNV");
    must(by_host(device, &info), "vkConvertCooperativeVectorMatrixNV");
    if (bytes > c->to.bytes) {
        printf("the device wants %zu bytes for a matrix, here are %zu\n", bytes, c->to.bytes);
        exit(77);
    }
    if (commands) {
        info.from.device = rooms[c->from.buffer].address + c->from.offset;
        info.to.device = rooms[c->to.buffer].address + c->to.offset;
        ((ConvertByCommand) vkGetDeviceProcAddr(device, "vkCmdConvertCooperativeVectorMatrixNV"))(commands, 1, &info);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    } else {
        info.from.host = rooms[c->from.buffer].bytes + c->from.offset;
        info.to.host = rooms[c->to.buffer].bytes + c->to.offset;
        must(by_host(device, &info), "vkConvertCooperativeVectorMatrixNV");
    }
    return bytes;
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
    /* Matrices that are converted before the run, as they are then. */
    uint8_t *kept[CONVERSIONS] = {0};
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct matrix_at *to = &conversions[i].to;
        if (conversions[i].when < 0) {
            convert(device, NULL, rooms, &conversions[i]);
            kept[i] = memcpy(malloc(to->bytes), rooms[to->buffer].bytes + to->offset, to->bytes);
        }
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

    /* Matrices that are converted behind the run. The bytes in layouts of the device's own are not judged if
       they are converted back, or as they were. */
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct conversion *c = &conversions[i];
        if (c->when == RUNS) {
            convert(device, NULL, rooms, c);
            memcpy(rooms[c->from.buffer].bytes + c->from.offset,
                   (const uint8_t *) buffers[c->from.buffer].before + c->from.offset, c->from.bytes);
        }
    }
    for (int i = 0; i < CONVERSIONS; i++) {
        const struct matrix_at *to = &conversions[i].to;
        if (conversions[i].when < 0 && memcmp(kept[i], rooms[to->buffer].bytes + to->offset, to->bytes) == 0) {
            memcpy(rooms[to->buffer].bytes + to->offset, (const uint8_t *) buffers[to->buffer].before + to->offset, to->bytes);
        }
    }

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
