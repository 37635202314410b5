/*
 * vector.stage.mesh.element.divergent.float16.4.specialized, minimal
 * result+1072 (element): expected 247.0, got 1.3349609375 (0x3d57), 1.97e+03 ULP [CV-COMP-002, CV-TYPE-012, CV-TYPE-003, CV-MUL-031]
 * [CV-COMP-002] Constant, dynamic, and divergent indices read/write the right component (G-CV §5.X; S-CV 2.2)
 *
 *   cc -O1 -o repro mesh-index.c -lvulkan
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
#extension GL_EXT_mesh_shader : require
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 50) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
uint invocation;
#define VECTOR coopvecNV<float16_t, (uint(4))>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { float16_t source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { float16_t result[]; };
void main() {
    invocation = gl_GlobalInvocationID.x;
    VECTOR v;
    VECTOR w;
    coopVecLoadNV(v, source, (2 * invocation + 0) * 32);
    coopVecLoadNV(w, source, (2 * invocation + 1) * 32);
    VECTOR r = v;
    r[invocation % ((uint(4)))] = w[invocation * 3 % ((uint(4)))];
    coopVecStoreNV(r, result, invocation * 32 + 16);
}
 */
static const uint32_t spirv[] = {
    0x07230203, 0x00010600, 0x000d000b, 0x0000004a, 0x00000000, 0x00020011, 0x00000009, 0x00020011,
    0x00001151, 0x00020011, 0x000014a3, 0x00020011, 0x000014e1, 0x00020011, 0x00001512, 0x0006000a,
    0x5f565053, 0x5f545845, 0x6873656d, 0x6168735f, 0x00726564, 0x0008000a, 0x5f565053, 0x635f564e,
    0x65706f6f, 0x69746172, 0x765f6576, 0x6f746365, 0x00000072, 0x0006000b, 0x00000002, 0x4c534c47,
    0x6474732e, 0x3035342e, 0x00000000, 0x0003000e, 0x00000000, 0x00000003, 0x0009000f, 0x000014f5,
    0x00000005, 0x6e69616d, 0x00000000, 0x0000000b, 0x0000000e, 0x0000001b, 0x00000042, 0x0006014b,
    0x00000005, 0x00000026, 0x00000008, 0x00000009, 0x00000009, 0x00040010, 0x00000005, 0x0000001a,
    0x00000003, 0x00040010, 0x00000005, 0x00001496, 0x00000001, 0x00030010, 0x00000005, 0x000014b2,
    0x00050007, 0x00000001, 0x64616873, 0x6d2e7265, 0x00687365, 0x00040047, 0x0000000e, 0x0000000b,
    0x0000001c, 0x00040047, 0x00000018, 0x00000006, 0x00000002, 0x00030047, 0x00000019, 0x00000002,
    0x00040048, 0x00000019, 0x00000000, 0x00000018, 0x00050048, 0x00000019, 0x00000000, 0x00000023,
    0x00000000, 0x00030047, 0x0000001b, 0x00000018, 0x00040047, 0x0000001b, 0x00000021, 0x00000000,
    0x00040047, 0x0000001b, 0x00000022, 0x00000000, 0x00040047, 0x0000003f, 0x00000006, 0x00000002,
    0x00030047, 0x00000040, 0x00000002, 0x00050048, 0x00000040, 0x00000000, 0x00000023, 0x00000000,
    0x00040047, 0x00000042, 0x00000021, 0x00000001, 0x00040047, 0x00000042, 0x00000022, 0x00000000,
    0x00020013, 0x00000003, 0x00030021, 0x00000004, 0x00000003, 0x00040015, 0x00000007, 0x00000020,
    0x00000000, 0x0004002b, 0x00000007, 0x00000008, 0x00000032, 0x0004002b, 0x00000007, 0x00000009,
    0x00000001, 0x00040020, 0x0000000a, 0x00000006, 0x00000007, 0x0004003b, 0x0000000a, 0x0000000b,
    0x00000006, 0x00040017, 0x0000000c, 0x00000007, 0x00000003, 0x00040020, 0x0000000d, 0x00000001,
    0x0000000c, 0x0004003b, 0x0000000d, 0x0000000e, 0x00000001, 0x0004002b, 0x00000007, 0x0000000f,
    0x00000000, 0x00040020, 0x00000010, 0x00000001, 0x00000007, 0x00030016, 0x00000013, 0x00000010,
    0x0004002b, 0x00000007, 0x00000014, 0x00000004, 0x000414a8, 0x00000015, 0x00000013, 0x00000014,
    0x00040020, 0x00000016, 0x00000007, 0x00000015, 0x0003001d, 0x00000018, 0x00000013, 0x0003001e,
    0x00000019, 0x00000018, 0x00040020, 0x0000001a, 0x0000000c, 0x00000019, 0x0004003b, 0x0000001a,
    0x0000001b, 0x0000000c, 0x00040015, 0x0000001c, 0x00000020, 0x00000001, 0x0004002b, 0x0000001c,
    0x0000001d, 0x00000000, 0x00040020, 0x0000001e, 0x0000000c, 0x00000018, 0x0004002b, 0x00000007,
    0x00000020, 0x00000002, 0x0004002b, 0x00000007, 0x00000024, 0x00000020, 0x0004002b, 0x00000007,
    0x00000037, 0x00000003, 0x00040020, 0x0000003a, 0x00000007, 0x00000013, 0x0003001d, 0x0000003f,
    0x00000013, 0x0003001e, 0x00000040, 0x0000003f, 0x00040020, 0x00000041, 0x0000000c, 0x00000040,
    0x0004003b, 0x00000041, 0x00000042, 0x0000000c, 0x00040020, 0x00000043, 0x0000000c, 0x0000003f,
    0x0004002b, 0x00000007, 0x00000047, 0x00000010, 0x0006002c, 0x0000000c, 0x00000049, 0x00000008,
    0x00000009, 0x00000009, 0x00040008, 0x00000001, 0x0000000b, 0x0000000b, 0x00050036, 0x00000003,
    0x00000005, 0x00000000, 0x00000004, 0x000200f8, 0x00000006, 0x0004003b, 0x00000016, 0x00000017,
    0x00000007, 0x0004003b, 0x00000016, 0x00000027, 0x00000007, 0x0004003b, 0x00000016, 0x00000029,
    0x00000007, 0x0004003b, 0x00000016, 0x00000030, 0x00000007, 0x0004003b, 0x00000016, 0x00000032,
    0x00000007, 0x00040008, 0x00000001, 0x0000000c, 0x00000000, 0x00050041, 0x00000010, 0x00000011,
    0x0000000e, 0x0000000f, 0x0004003d, 0x00000007, 0x00000012, 0x00000011, 0x0003003e, 0x0000000b,
    0x00000012, 0x00040008, 0x00000001, 0x0000000f, 0x00000000, 0x00050041, 0x0000001e, 0x0000001f,
    0x0000001b, 0x0000001d, 0x0004003d, 0x00000007, 0x00000021, 0x0000000b, 0x00050084, 0x00000007,
    0x00000022, 0x00000020, 0x00000021, 0x00050080, 0x00000007, 0x00000023, 0x00000022, 0x0000000f,
    0x00050084, 0x00000007, 0x00000025, 0x00000023, 0x00000024, 0x000614b6, 0x00000015, 0x00000026,
    0x0000001f, 0x00000025, 0x00000000, 0x0003003e, 0x00000017, 0x00000026, 0x0004003d, 0x00000015,
    0x00000028, 0x00000017, 0x0003003e, 0x00000027, 0x00000028, 0x00040008, 0x00000001, 0x00000010,
    0x00000000, 0x00050041, 0x0000001e, 0x0000002a, 0x0000001b, 0x0000001d, 0x0004003d, 0x00000007,
    0x0000002b, 0x0000000b, 0x00050084, 0x00000007, 0x0000002c, 0x00000020, 0x0000002b, 0x00050080,
    0x00000007, 0x0000002d, 0x0000002c, 0x00000009, 0x00050084, 0x00000007, 0x0000002e, 0x0000002d,
    0x00000024, 0x000614b6, 0x00000015, 0x0000002f, 0x0000002a, 0x0000002e, 0x00000000, 0x0003003e,
    0x00000029, 0x0000002f, 0x0004003d, 0x00000015, 0x00000031, 0x00000029, 0x0003003e, 0x00000030,
    0x00000031, 0x00040008, 0x00000001, 0x00000011, 0x00000000, 0x0004003d, 0x00000015, 0x00000033,
    0x00000027, 0x0003003e, 0x00000032, 0x00000033, 0x00040008, 0x00000001, 0x00000012, 0x00000000,
    0x0004003d, 0x00000007, 0x00000034, 0x0000000b, 0x00050089, 0x00000007, 0x00000035, 0x00000034,
    0x00000014, 0x0004003d, 0x00000007, 0x00000036, 0x0000000b, 0x00050084, 0x00000007, 0x00000038,
    0x00000036, 0x00000037, 0x00050089, 0x00000007, 0x00000039, 0x00000038, 0x00000014, 0x00050041,
    0x0000003a, 0x0000003b, 0x00000030, 0x00000039, 0x0004003d, 0x00000013, 0x0000003c, 0x0000003b,
    0x00050041, 0x0000003a, 0x0000003d, 0x00000032, 0x00000035, 0x0003003e, 0x0000003d, 0x0000003c,
    0x00040008, 0x00000001, 0x00000013, 0x00000000, 0x0004003d, 0x00000015, 0x0000003e, 0x00000032,
    0x00050041, 0x00000043, 0x00000044, 0x00000042, 0x0000001d, 0x0004003d, 0x00000007, 0x00000045,
    0x0000000b, 0x00050084, 0x00000007, 0x00000046, 0x00000045, 0x00000024, 0x00050080, 0x00000007,
    0x00000048, 0x00000046, 0x00000047, 0x000514b7, 0x00000044, 0x00000048, 0x0000003e, 0x00000000,
    0x00040008, 0x00000001, 0x00000014, 0x00000000, 0x000100fd, 0x00010038,
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
    {"VK_NV_cooperative_vector", 1000491000, 1, {0, -1}, "cooperativeVector"},
    {"", 53, 0, {12, -1}, "dynamicRendering"},
    {"VK_EXT_mesh_shader", 1000328000, 0, {1, -1}, "meshShader"},
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
    "[CV-COMP-002] Constant, dynamic, and divergent indices read/write the right component",
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
0x5785ull, 0xa023ull, 0xaa5eull, 0x5b9full, 0x2933ull, 0xa202ull, 0xd057ull, 0x26efull,
0xc972ull, 0x325aull, 0x3e76ull, 0x9d37ull, 0xab1full, 0x2bd0ull, 0xb84aull, 0x2068ull,
0x51fcull, 0xd78aull, 0x295bull, 0x1f5bull, 0x3333ull, 0x3703ull, 0xbe92ull, 0xa838ull,
0xcf8cull, 0x3584ull, 0x5aacull, 0xc15bull, 0x2359ull, 0xcc55ull, 0xc58aull, 0xadceull,
0xad18ull, 0xd692ull, 0xb8a3ull, 0x2170ull, 0xab35ull, 0xcec7ull, 0xaaa8ull, 0xa280ull,
0x4366ull, 0xa492ull, 0x3c5eull, 0xd30dull, 0xc975ull, 0xa986ull, 0xa560ull, 0x5ba1ull,
0x593bull, 0xab4aull, 0xc820ull, 0x4576ull, 0xc500ull, 0x3f2full, 0xd0d6ull, 0xadc5ull,
0xc16cull, 0xa85aull, 0x58b0ull, 0x2f72ull, 0xc4afull, 0x5043ull, 0xab05ull, 0xb62full,
0x2946ull, 0xb8e6ull, 0x36f1ull, 0x2570ull, 0xa6b1ull, 0xc04cull, 0xcce0ull, 0x3f34ull,
0x5162ull, 0xa253ull, 0xb1beull, 0xb5c0ull, 0x2415ull, 0x56afull, 0x9c0full, 0xbd04ull,
0xdb2aull, 0x42b0ull, 0xdad6ull, 0x4160ull, 0xd5f8ull, 0xc2ceull, 0x3711ull, 0x57c1ull,
0x570full, 0x5134ull, 0x9ce6ull, 0xc89bull, 0xaf4aull, 0xc383ull, 0x4f2aull, 0xcccfull,
0x4f49ull, 0x5292ull, 0x4a1eull, 0x2377ull, 0xa7afull, 0x2dd3ull, 0xbf27ull, 0x1dabull,
0xb7bfull, 0x2949ull, 0xa933ull, 0xcb99ull, 0xab56ull, 0xce1eull, 0xa666ull, 0xbed5ull,
0x217aull, 0xb39aull, 0x46e9ull, 0x330eull, 0x5a8aull, 0x4bdeull, 0x4544ull, 0x2369ull,
0x1f4full, 0x5539ull, 0xd84bull, 0xd2c2ull, 0x3a06ull, 0xc2a3ull, 0xadc1ull, 0xd3f6ull,
0xd5b2ull, 0xda16ull, 0xbff9ull, 0xc95bull, 0x5bb8ull, 0xd5b9ull, 0x2439ull, 0x2ed5ull,
0x1d9dull, 0x51a5ull, 0xd323ull, 0x219eull, 0xb58dull, 0x332full, 0x4ff8ull, 0xb4a1ull,
0xb3d5ull, 0xa39cull, 0x3008ull, 0x1eb5ull, 0x582eull, 0xa66dull, 0xd5cfull, 0xd559ull,
0xb729ull, 0xabceull, 0xa896ull, 0x5756ull, 0xa30cull, 0x56afull, 0xadd4ull, 0xbdd1ull,
0xcd73ull, 0xc3f5ull, 0xcabbull, 0x2c19ull, 0x45d0ull, 0xbd7cull, 0xcba9ull, 0xbdcdull,
0x254cull, 0x32c0ull, 0x331bull, 0xbf38ull, 0xba83ull, 0x5b01ull, 0x27c8ull, 0x9f4bull,
0x27bcull, 0x3d61ull, 0x3acdull, 0x256full, 0xd1baull, 0xa741ull, 0x4653ull, 0xad10ull,
0x4c23ull, 0x37beull, 0xa01aull, 0x4d64ull, 0xcf22ull, 0x323full, 0x3785ull, 0xcf35ull,
0x44ecull, 0xb128ull, 0xafefull, 0xac8cull, 0x51e2ull, 0x4283ull, 0x284eull, 0xd1c6ull,
0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
    {-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

static const uint32_t source_before[] = {
    0xa0231cef, 0x5b9faa5e, 0x55282472, 0xd57f4364, 0x3b40a210, 0x4ab5ce14, 0x25e34308, 0xd73d35e0,
    0xa19d5785, 0xd2eccd53, 0xbd252af5, 0xa654add1, 0x9d86bcb2, 0x3ec83de1, 0xb74c3276, 0xda98c106,
    0x37512933, 0x26efd057, 0x1fc9ca82, 0xbb4e4471, 0x2a20bcb0, 0x34cecc50, 0x237bd630, 0xb5eeda3b,
    0xa180c6dc, 0xa202c50c, 0x3b2a362b, 0xb66f407a, 0x4c0f3c76, 0x1d4ed320, 0xaf63a08a, 0x3f41bcb6,
    0x325ac972, 0x9d37312b, 0xd75b2e8f, 0xafcacb85, 0x31dd1e86, 0x2252b4bb, 0xa5bc4371, 0x513037b3,
    0x560a3daa, 0x9fe33e76, 0xd2e01d20, 0x1e92ca2d, 0xa8c5478f, 0x3bf2af9b, 0xc82821d2, 0x35243dd1,
    0x2bd0ab1f, 0xaa42b84a, 0xba1b317d, 0xa8669d7d, 0x9caaa57d, 0xa41920dd, 0x29a03938, 0x57b3aae6,
    0x2068c555, 0xbfc45082, 0x26b6a798, 0x3033af5f, 0x9f95278b, 0x531755d8, 0x3e9e5a48, 0xb6562555,
    0xd78a54d6, 0x1f5b295b, 0x5565bc35, 0x4e1b2d7c, 0x49fd5beb, 0xccc4b9ea, 0xb812b833, 0xc2bacc87,
    0x40ed51fc, 0xb866b5ac, 0xd5a237dc, 0xd169bdac, 0x4d295662, 0x5909a168, 0x507faf58, 0x2445d845,
    0xd4d43333, 0xa838be92, 0xc12b3ae2, 0x556faf13, 0xb9652699, 0x37415b55, 0xdbe44956, 0x59d8c551,
    0xca02ac2a, 0x37035716, 0xd10a24b7, 0x51163653, 0xb0a958bb, 0x4891b3ab, 0x9f074887, 0x24cf3524,
    0x3584cf8c, 0xc15ba24b, 0xdaf0a169, 0xa985a3c9, 0xb1c1499a, 0xd119aef2, 0xa7fb2d3d, 0xd98b4699,
    0xdac4c0a7, 0x3ed65aac, 0xd3154df6, 0x56321f77, 0x2529592a, 0x40fcd092, 0x2f42c3a1, 0xa4f1a9b1,
    0xcc552359, 0x44afc58a, 0x1d6d480c, 0xd0eaa223, 0x3b0637d9, 0xa2b0c334, 0x2cb53d75, 0xa1d022ca,
    0xadced500, 0xa4f05b5d, 0xba2dcd47, 0xa9f9c7c7, 0xa86a23c2, 0x4564cc08, 0x27ebb953, 0x43e49e57,
    0xd692236c, 0x2170b8a3, 0x5116b5e3, 0xc2ebcbc5, 0x313fbd50, 0x24c239c0, 0xd9603a95, 0x3558bfc5,
    0x5b8fad18, 0xb87749bb, 0x3aa02694, 0x55a32f04, 0xbc1345cc, 0xb0b231aa, 0xd1d7c449, 0x52d7a2b6,
    0xc82bab35, 0xa280aaa8, 0x516f3d1d, 0x3d442f7d, 0xadc9a4c9, 0xcb922828, 0xae49c064, 0xcf23aa3d,
    0xccf052dc, 0xcec7359e, 0xd139d8fe, 0xd425ae58, 0x9ecf492e, 0xd6924db0, 0xb7385733, 0x4483ad50,
    0xa4924366, 0xd30daef0, 0xa62d23b1, 0xc205c674, 0xbc03ccf5, 0xd2902fc4, 0xa76f27ba, 0xd76c3a55,
    0xba163ba0, 0xba383c5e, 0x261532ee, 0x28072625, 0x4cd6bfbf, 0x30272e99, 0x309857f2, 0xc01eb6af,
    0xa986c975, 0x4293a560, 0xc0e9d757, 0xb00e338d, 0xb0a03c72, 0x2e28a926, 0x2905591d, 0x32189f3a,
    0x5ba151ce, 0x2637c09c, 0x30bfc112, 0x28f54fb2, 0x4d1a5493, 0x3328af73, 0xcf5dcf2d, 0xbcd1babb,
    0xab4ac659, 0x4576c820, 0x586f35c5, 0x2b372a36, 0xd10f9ea6, 0xab3d2a9f, 0x24c21ddd, 0x273ad372,
    0x293e593b, 0x581f2ec4, 0x44d433af, 0xd92accea, 0x3f293886, 0xd2bd2705, 0xca9ed8a3, 0x4223d13a,
    0x2647c500, 0xadc5d0d6, 0x5515c08b, 0x379720c7, 0xaca49ff1, 0x374449a1, 0xa1eb439c, 0xa55d43ff,
    0x559f50b0, 0x3f2fbc14, 0xd565b8b2, 0x4d61cc2d, 0x423dc287, 0x31d1c2ac, 0x4083ca50, 0xd5f941e8,
    0xa85ac16c, 0x2f72cabb, 0x449d315e, 0x1eb138cd, 0x50104165, 0xc572d3dc, 0xd30d3a7f, 0x3163c470,
    0x5089c52e, 0xc38e58b0, 0x51093d97, 0xaa96a00f, 0x1eaea158, 0x31c01d91, 0x203fa99f, 0xac8a53e4,
    0x5043c4af, 0x2f15ab05, 0x1ff12c5c, 0xcc5e5148, 0x3b4c4cb5, 0x2cc5b694, 0x3215c5c5, 0xd75ccbd3,
    0xb62f522c, 0xa8dea4e2, 0x45e54f24, 0x4bdaa2df, 0x4c481c17, 0x2646d745, 0x5384bb49, 0x5bf4264a,
    0xb8e6b1bc, 0x257036f1, 0xd91c390d, 0xc350b62f, 0xbebcace6, 0x253e36cd, 0x38ddb4f6, 0x324658ca,
    0x544e2946, 0x20aaa1ac, 0x41deafaa, 0x581633aa, 0x1c40beb5, 0x2ac1343a, 0x45962148, 0x237a4073,
    0x5402a6b1, 0x3f34cce0, 0xc3853546, 0x3acb38f9, 0xcdca4b4b, 0xd4d2b78b, 0xba55af0a, 0xc771aa2a,
    0xb8cac76e, 0xc04c3444, 0xb10c28cf, 0xb8e2c484, 0x2f4bdab1, 0xcc42c64b, 0xb094399b, 0xc5841ea7,
    0xa2535162, 0xb5c032fc, 0x3803a04d, 0xd5e93d5c, 0xa4e5c9a0, 0xae34a718, 0xa819513a, 0xb4adcb42,
    0x4f03afa9, 0x3967b1be, 0xccd03b86, 0x1e1d4e7f, 0x48a5c131, 0xcdbd4522, 0xcf48cdfb, 0x37ce385e,
    0x56af2415, 0x2f879c0f, 0xa1084e28, 0x326c4aee, 0xb8f3b155, 0x58462c1a, 0xaa954374, 0x2bdcc473,
    0xbd04545f, 0xc3dea001, 0x28644917, 0x2a153b4e, 0x4b47295f, 0xa13d3d10, 0x315a5ae6, 0xd6b91c2a,
    0x42b043ba, 0x4160dad6, 0x3b4e3dfb, 0xb7e2a28c, 0xdac4aaae, 0x470e3b61, 0x4f4ed85a, 0x3cd75571,
    0xdacedb2a, 0x5b3cb83e, 0xcba4d205, 0xbc2d5290, 0x501aa7ff, 0x4b61d466, 0x53123ec9, 0xadae2521,
    0x4a27d5f8, 0x57c13711, 0x5220bdeb, 0xcf4f215e, 0xce6248c7, 0x5b93ca25, 0x21d3a0de, 0xa4494a16,
    0xa523d928, 0xc2ce1c4f, 0xd6152a92, 0xd009cd16, 0x47bf417a, 0xb1facc38, 0x2f212170, 0xb4703599,
    0x5134570f, 0xc89bd68c, 0xa1b640ec, 0x3b0e2ece, 0x4fd648b3, 0x9d8447a9, 0x4eb0c82f, 0xd8bda04d,
    0xbdb038fe, 0xac369ce6, 0x5777b199, 0xcbbf1ea1, 0x39729c54, 0xd522c73c, 0x49cc3529, 0x9fba27fc,
    0xc383af4a, 0xbdc94f2a, 0xd626ba6e, 0x41524a12, 0xcfea3fcf, 0x504249d8, 0xa22147a3, 0xd50aaec9,
    0xcccfa940, 0x396829a7, 0x316d3160, 0x4579d6ef, 0x9ea4b704, 0xb3aaa809, 0xb8d12990, 0x2021a1f2,
    0x52924b3e, 0x23774a1e, 0x2f299c88, 0x2405c97b, 0x47d6a590, 0x4296a8ca, 0xa7bdb1e5, 0x2dbea377,
    0x28144f49, 0x53681c52, 0xa7695bbd, 0xaf812701, 0xadfb49d8, 0x5aa7a7fc, 0x30f1ab8c, 0x415ea40d,
    0x5519a7af, 0x1dabbf27, 0xdbb23bf7, 0x3dc836f9, 0xa04a9e1e, 0xcf97a72a, 0x3c055174, 0xb87d57b3,
    0xae45a13b, 0x2dd35591, 0x2abd448a, 0xbd5accb4, 0xd4e6c2af, 0xb59e9c9b, 0xb4242c44, 0x2350a503,
    0x2949b7bf, 0xcb99ceaa, 0xbf89b6a3, 0x47e43009, 0xd3e1ab97, 0x2295ad3c, 0x40a52d8e, 0xa22d2ba7,
    0xae8f2a04, 0x48bba933, 0x1fb133d1, 0x40bbaf11, 0xce25495b, 0xcb23200d, 0xd063a5ad, 0x31c1b6ce,
    0xce1eab56, 0x427fa666, 0x2fc340f6, 0xc22c49f1, 0x9d5e51aa, 0x3830b3ff, 0x2b5bd989, 0xb0c0c8c4,
    0xbed53ee0, 0xda6dce16, 0x4163daa8, 0x57d2268c, 0x27243a6d, 0xa28f43f0, 0x21ccc98d, 0x503847d2,
    0xb39ac24c, 0x330e46e9, 0xb7bad5ba, 0x53b848a6, 0xb63529db, 0xcf36bcd5, 0x58bf4482, 0x5951c806,
    0xbf2f217a, 0x31b5d61e, 0x4a08ac14, 0x1c524069, 0xb6d43eac, 0x279ad070, 0xcea6cd00, 0x2a6fd8f1,
    0x423b5a8a, 0x23694544, 0xd1b8488a, 0xd65da3e1, 0x2caccda9, 0x36215223, 0x3741b9bb, 0x2fd7cfd4,
    0xa17dc300, 0x4bde4707, 0x342cc234, 0xb46c42cf, 0xdbf65042, 0x411149ab, 0xcf9b2b1c, 0x2a24d4e0,
    0x55391f4f, 0xd2c2b709, 0xd3374989, 0xab2ca261, 0x4ba648c6, 0x2b4babd0, 0xd64cd49d, 0xcfa94f0c,
    0xbbf8ade1, 0x4092d84b, 0x2b47abf0, 0xd8213559, 0x4a6ebbe0, 0x2103b18e, 0x375a5b72, 0x4b3e47dc,
    0xc2a33a06, 0xcfbaadc1, 0xd4b53e48, 0xaa6ac4de, 0x467f4708, 0x4ccea7fd, 0xa5093b4d, 0xc9c02e6c,
    0xd3f65757, 0x9da6302d, 0x31bfb797, 0xdad93de6, 0x46ecd305, 0xc14da495, 0xc42542e8, 0x3c2cb239,
    0xda162484, 0xc95bbff9, 0xcb83b5f8, 0xb4daaefc, 0xdab82631, 0xcd0ab0e5, 0xb10ac8d8, 0xd8d33ca4,
    0x9dbad5b2, 0x4015d9bf, 0xc571385b, 0x47d7b7d7, 0x4c1143c2, 0x9f379f55, 0x1da6c6d1, 0xda9354c1,
    0x565b5bb8, 0x2ed52439, 0x1f974ed9, 0xd87a4af3, 0x435edbcb, 0xb501ae29, 0x3ae8ca25, 0x36a4c89b,
    0xb7a23d57, 0xd5b9b80e, 0x1e6c2ccb, 0xdad83e73, 0x4fa7266f, 0xcd513de1, 0x37c8d16b, 0x388f5942,
    0x51a51d9d, 0x219eaa1b, 0x30dab256, 0x4196b526, 0x1c4a507d, 0xae2eb180, 0x9f8f35dd, 0x5a34dbce,
    0x346d4f6a, 0x551ad323, 0x2ef62732, 0xa70caf1b, 0xd049bf1f, 0xae2d2e7f, 0xa70ca7a6, 0x4477d9f9,
    0x332fb58d, 0xd49a4ff8, 0xa661c97e, 0x511e519e, 0x2262b618, 0xd6ebd6de, 0xba2436ee, 0x44bb265b,
    0xb4a11c93, 0xbd402e96, 0xba94a3b2, 0x444827e9, 0xbb82aa7f, 0x40dd50ea, 0xcf2b3cac, 0x2e19bebe,
    0xa39ca242, 0x1eb53008, 0xc2dcd61c, 0xd59c5541, 0xb464c075, 0x1dabda38, 0xc6e64b59, 0x4aaf2ff5,
    0x2471b3d5, 0xc782a801, 0xa3372513, 0xb35e9fc5, 0x5afdb4bd, 0x286b368e, 0xa6344939, 0xa34da436,
    0xbd97582e, 0xd559d5cf, 0xd3de3b67, 0xa869bd4c, 0xc80140c2, 0x4436b8f4, 0xa4bccf37, 0xc82ea3a3,
    0x4e4233db, 0xa66d34b4, 0x9cd3b872, 0xabdccd85, 0x32b93a61, 0xa36a3dbb, 0xa1ceb588, 0xc9a157ff,
    0xabceb729, 0x5756c7ac, 0x4ab4a8ae, 0xb50c5b0c, 0x5998d529, 0xaae9c626, 0xc7e631b5, 0x29ad9d33,
    0xb897b4de, 0x3902a896, 0xaceaaf43, 0x3c9caf30, 0xd4bf369f, 0x388fc01b, 0x238c2ab3, 0xb91ec4da,
    0x56afa30c, 0x4a2fadd4, 0xbd5cbebf, 0xc6a9c43b, 0xc3bd2972, 0xd1a933b1, 0x45b0b6cf, 0xc4663fe0,
    0xbdd14687, 0xd9e32c58, 0x3b2cb8d3, 0xbc0e2c88, 0xb0874803, 0x535b562f, 0x2d0c4294, 0x557c1ef4,
    0xc3f5589d, 0x2c19cabb, 0x2c0f3955, 0x34b845a7, 0xd6f94f77, 0xa0ccbe56, 0x3256324f, 0x4282272e,
    0x2eafcd73, 0x486c1c92, 0xb3dbafd0, 0xb68da72b, 0x2154d2c0, 0x9ff0356c, 0x3e47b5ba, 0x286a3f86,
    0xb41e45d0, 0xbdcdcba9, 0xd7f448a3, 0x53d33474, 0x25a5ac5e, 0xcffcb0f3, 0xb0cc46e8, 0xdbbe2413,
    0xccbd1ced, 0xbd7cc7f9, 0xb88ac8c3, 0xbfaa536b, 0x3e46a6a4, 0xc6c3561d, 0x3d7f2105, 0xc633495a,
    0x32c0254c, 0xbf38aebc, 0x34ecd625, 0xaf472c0d, 0xb778d65d, 0xa1ccd33d, 0x3b34c2c4, 0x3388432c,
    0x40bbafb2, 0xa657331b, 0x4a5b2fd8, 0x2a211fa6, 0x46acac78, 0x24ae354d, 0xcce844ac, 0x258a2fad,
    0x5b01ba83, 0x4f7c27c8, 0xc6919c40, 0x287644d7, 0xcf66d9a1, 0x53fd9cd8, 0xd570d0d2, 0x27a64c6c,
    0x9f4bb4c2, 0xaea85362, 0xa93ccafc, 0xa127240d, 0x4d481d8a, 0x35c4c34b, 0x5bdd9de6, 0x2a4eae67,
    0x3d61c618, 0x256f3acd, 0x3c1b4d98, 0x43aebe26, 0x345bbf94, 0x9e96c0d8, 0xcac4518b, 0xd82a4ca7,
    0xcd7527bc, 0x2f7c372c, 0xda5bdbfe, 0x296551e5, 0x4dbec6b1, 0xca0f488c, 0x2f913ba0, 0x497646f7,
    0x3ffcd1ba, 0xad104653, 0x3a70ac71, 0xd0ad2ef7, 0x484b49f6, 0x2b66516e, 0xab174111, 0xd42b4b7b,
    0xa30b598c, 0xa741cda5, 0xab58b343, 0xb8c937be, 0x543848b2, 0xc57eb9de, 0xb40c2c1d, 0x4e299eb1,
    0x37be4c23, 0x4d6453c1, 0x4c89a9e5, 0xd77ed48a, 0x38adc626, 0x4134a0ea, 0x57114528, 0xac19ac47,
    0x2d663a7c, 0x48aca01a, 0x3ac61e85, 0x5536d45b, 0x3948c48e, 0xb46a1f1c, 0xb1002622, 0xd5ce48a4,
    0x323fcf22, 0xa1a43785, 0x29b9b1cc, 0x4fb835b4, 0x4be5b79e, 0xccf22ddf, 0x327e54d6, 0x4d5c5b40,
    0xcf3527b7, 0x22f92742, 0xb6cfc156, 0xa73ea575, 0x4f2128ad, 0xbd223399, 0x55e73039, 0x435a2ae7,
    0xb1282e6d, 0xac8cafef, 0xa4273ad6, 0xd3592a79, 0xbe85cf8a, 0xd661c33f, 0xc8e6db5d, 0xc4a8ce0c,
    0x262244ec, 0xa17e1ffe, 0xbc89c870, 0x290728f2, 0xbbfdab9e, 0x2f94b1bf, 0xd685a0af, 0x419ad638,
    0x212451e2, 0xd1c6284e, 0x4ea550c5, 0x5a23a6b9, 0x33783cc9, 0x5258c865, 0xc1343d8e, 0x5674208d,
    0xbf91abf4, 0x428321e3, 0xa063aa6c, 0xac6fa25c, 0x54c8333c, 0x4ba0ccc6, 0x44dad899, 0xafe153a8,
    0x3d043dc3, 0x52711c8a, 0xbcf99ecd, 0x3217b71a, 0xb1852644, 0x9deea2ad, 0xa7f05676, 0x284239b0,
    0x1e944cfe, 0x9f539e61, 0xd0f3580e, 0xca0fa934, 0x39be4ab9, 0xd36f5bb6, 0xb8b9a4a0, 0xa2a3a27c,
    0x1da243ef, 0xbd9acdf0, 0x58aa322c, 0xc683ab76, 0xabc4ad7d, 0x465c214a, 0xba9553dc, 0x249b29e6,
    0xaace3b46, 0x2fe6c1b9, 0x9cd0c07f, 0x40b32b11, 0xb5cfa1f9, 0x3a5cd2b5, 0x541844fc, 0xcb713e55,
    0x36e5a18b, 0x2fc9c3ae, 0xa382ccd7, 0x9f29d94a, 0x3c20212d, 0xc90bc7b2, 0x46bb4ecb, 0xd87147ac,
    0xb2e147e2, 0xb9d759c5, 0xa5f0a7ec, 0xd7a73c1e, 0x56d99f2b, 0xbba7bd9f, 0xc5dea993, 0xca4527d8,
    0xa1ebb1da, 0x2bffa350, 0x2dd2bd42, 0x2f12360b, 0x4ed132e3, 0xca76b15b, 0xb2201c8a, 0xc7a833a9,
    0x37dfca4a, 0xa6d9cd81, 0x5b2a2d53, 0xb0209dc0, 0xd1a5b62b, 0xdb9fba32, 0xdadbb5bf, 0x466d26b4,
    0x2a8245ac, 0x462ec2b4, 0x9f713f05, 0x1c8332d1, 0x3324a8a6, 0xa4b55af0, 0x39b729d9, 0xcfa95344,
    0x55d92906, 0x3b4a2330, 0x5b1d59f6, 0xaf64d848, 0x2fa1b94d, 0xca6d2775, 0xa10dd803, 0x2c834f18,
    0x1f1d3250, 0x26883a6f, 0x4d2d361e, 0x586ad993, 0x41b7c8c1, 0xc55cb2b4, 0xc9fc5664, 0x2c241ef1,
    0xbee29fe8, 0xb3924407, 0xbdaa2561, 0x30d641da, 0x541c9e83, 0xcfdb24e1, 0xa652d4d9, 0x4e8abbe3,
    0xa30f5497, 0x32f633f4, 0x4ab2d783, 0xbe9754b5, 0x3a545684, 0x1e283701, 0xce37b309, 0x231dd919,
    0x2f064f34, 0xbaeb369f, 0x56e34e27, 0xbafe368d, 0x1f95c1ea, 0x50ad9de3, 0xc354d557, 0x56d02e60,
    0x3d7aa90f, 0x3a842206, 0x2f533810, 0xa8b1d42c, 0x424448c6, 0x418340b5, 0xb18c50ab, 0x397e3d63,
    0x5977c74c, 0xda77c1a9, 0xd81e50ab, 0x46b0a017, 0x9e1fa5ed, 0xbd69b8a1, 0x27d1baf0, 0x56d13359,
    0x207fbf66, 0x4ee8be3d, 0xb8319ce8, 0xce984efa, 0xc92d3080, 0xcf342df5, 0x2c29244c, 0x478cabca,
    0x590cda72, 0x5159cb9f, 0x4ad0ad78, 0x592b2d42, 0xdb6bb40d, 0xa972253e, 0x5182d6ac, 0xc45a51d1,
    0x3b8ba1c4, 0xb3c8d76b, 0xd79252c3, 0xd6b0b159, 0xc56ad4b6, 0x39932d98, 0xa918295c, 0xa673426f,
    0xa5dbbade, 0xc61d55cb, 0x4dedbb4f, 0xc29833be, 0x3eb6bb43, 0x4daf42e2, 0xa656ce93, 0x425e1c59,
    0x2db54c26, 0xc43dbc65, 0xb3e1c30e, 0xc95a2d7e, 0x50b79c32, 0x1c74bdf4, 0x5a4c535a, 0xb827d7a6,
    0xa7964153, 0x3b80a3d9, 0xd402cca0, 0xcfb25be7, 0x3651b327, 0xad1028d6, 0xd699a17b, 0x467fa7e4,
    0xb858cf45, 0xadb733ac, 0xd991bb88, 0x26753c26, 0xc0614d10, 0x46e52da6, 0xad911cc6, 0x9e641cb4,
    0xa32e1cf2, 0xb039b29b, 0xb9a9b0d3, 0xb100d029, 0x3d4e39bf, 0x2d29d983, 0xbf795b25, 0xc18b4874,
    0xd786a070, 0xa082c505, 0xca7d59cf, 0x4407c4b5, 0x2244a17c, 0xb7e62808, 0xa8283b63, 0x21d54777,
    0x50d43289, 0x3d00ca5b, 0x3420d7a1, 0xc2e1d112, 0x4d4ba43e, 0xa628d481, 0xa2dbc494, 0xd35dd86e,
    0x439ac407, 0xb7a1d3dd, 0xa96fd8db, 0x5081a3eb, 0xa44c4629, 0x450241cf, 0xd45fa87d, 0xab57a6c7,
    0x2be4bf19, 0xa95cad01, 0x5416cc9f, 0x3c24aed5, 0xcff63692, 0x9fee4795, 0xaa32ae64, 0x49eec089,
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
};
static const uint32_t result_expected[] = {
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa0235785, 0x5b9faa5e, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa2022933, 0x26efd057, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x325ac972, 0x9d373e76, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x2bd0ab1f, 0x2068b84a, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xd78a51fc, 0x1f5b295b, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x37033333, 0xa838be92, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x3584cf8c, 0xc15b5aac, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcc552359, 0xadcec58a, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xd692ad18, 0x2170b8a3, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcec7ab35, 0xa280aaa8, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa4924366, 0xd30d3c5e, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa986c975, 0x5ba1a560, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xab4a593b, 0x4576c820, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x3f2fc500, 0xadc5d0d6, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa85ac16c, 0x2f7258b0, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x5043c4af, 0xb62fab05, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xb8e62946, 0x257036f1, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xc04ca6b1, 0x3f34cce0, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa2535162, 0xb5c0b1be, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x56af2415, 0xbd049c0f, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x42b0db2a, 0x4160dad6, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xc2ced5f8, 0x57c13711, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x5134570f, 0xc89b9ce6, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xc383af4a, 0xcccf4f2a, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x52924f49, 0x23774a1e, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x2dd3a7af, 0x1dabbf27, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x2949b7bf, 0xcb99a933, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xce1eab56, 0xbed5a666, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xb39a217a, 0x330e46e9, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x4bde5a8a, 0x23694544, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x55391f4f, 0xd2c2d84b, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xc2a33a06, 0xd3f6adc1, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xda16d5b2, 0xc95bbff9, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xd5b95bb8, 0x2ed52439, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x51a51d9d, 0x219ed323, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x332fb58d, 0xb4a14ff8, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa39cb3d5, 0x1eb53008, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa66d582e, 0xd559d5cf, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xabceb729, 0x5756a896, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x56afa30c, 0xbdd1add4, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xc3f5cd73, 0x2c19cabb, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xbd7c45d0, 0xbdcdcba9, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x32c0254c, 0xbf38331b, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x5b01ba83, 0x9f4b27c8, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x3d6127bc, 0x256f3acd, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xa741d1ba, 0xad104653, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x37be4c23, 0x4d64a01a, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x323fcf22, 0xcf353785, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xb12844ec, 0xac8cafef, 0xcdcdcdcd, 0xcdcdcdcd,
    0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0xcdcdcdcd, 0x428351e2, 0xd1c6284e, 0xcdcdcdcd, 0xcdcdcdcd,
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
static const struct open result_open[] = {
    {16, 'o', 1, 1, 0, 0, 0, 1},
    {18, 'o', 1, 1, 0, 0, 1, 1},
    {20, 'o', 1, 1, 0, 0, 2, 1},
    {22, 'o', 1, 1, 0, 0, 3, 1},
    {48, 'o', 1, 1, 0, 0, 4, 1},
    {50, 'o', 1, 1, 0, 0, 5, 1},
    {52, 'o', 1, 1, 0, 0, 6, 1},
    {54, 'o', 1, 1, 0, 0, 7, 1},
    {80, 'o', 1, 1, 0, 0, 8, 1},
    {82, 'o', 1, 1, 0, 0, 9, 1},
    {84, 'o', 1, 1, 0, 0, 10, 1},
    {86, 'o', 1, 1, 0, 0, 11, 1},
    {112, 'o', 1, 1, 0, 0, 12, 1},
    {114, 'o', 1, 1, 0, 0, 13, 1},
    {116, 'o', 1, 1, 0, 0, 14, 1},
    {118, 'o', 1, 1, 0, 0, 15, 1},
    {144, 'o', 1, 1, 0, 0, 16, 1},
    {146, 'o', 1, 1, 0, 0, 17, 1},
    {148, 'o', 1, 1, 0, 0, 18, 1},
    {150, 'o', 1, 1, 0, 0, 19, 1},
    {176, 'o', 1, 1, 0, 0, 20, 1},
    {178, 'o', 1, 1, 0, 0, 21, 1},
    {180, 'o', 1, 1, 0, 0, 22, 1},
    {182, 'o', 1, 1, 0, 0, 23, 1},
    {208, 'o', 1, 1, 0, 0, 24, 1},
    {210, 'o', 1, 1, 0, 0, 25, 1},
    {212, 'o', 1, 1, 0, 0, 26, 1},
    {214, 'o', 1, 1, 0, 0, 27, 1},
    {240, 'o', 1, 1, 0, 0, 28, 1},
    {242, 'o', 1, 1, 0, 0, 29, 1},
    {244, 'o', 1, 1, 0, 0, 30, 1},
    {246, 'o', 1, 1, 0, 0, 31, 1},
    {272, 'o', 1, 1, 0, 0, 32, 1},
    {274, 'o', 1, 1, 0, 0, 33, 1},
    {276, 'o', 1, 1, 0, 0, 34, 1},
    {278, 'o', 1, 1, 0, 0, 35, 1},
    {304, 'o', 1, 1, 0, 0, 36, 1},
    {306, 'o', 1, 1, 0, 0, 37, 1},
    {308, 'o', 1, 1, 0, 0, 38, 1},
    {310, 'o', 1, 1, 0, 0, 39, 1},
    {336, 'o', 1, 1, 0, 0, 40, 1},
    {338, 'o', 1, 1, 0, 0, 41, 1},
    {340, 'o', 1, 1, 0, 0, 42, 1},
    {342, 'o', 1, 1, 0, 0, 43, 1},
    {368, 'o', 1, 1, 0, 0, 44, 1},
    {370, 'o', 1, 1, 0, 0, 45, 1},
    {372, 'o', 1, 1, 0, 0, 46, 1},
    {374, 'o', 1, 1, 0, 0, 47, 1},
    {400, 'o', 1, 1, 0, 0, 48, 1},
    {402, 'o', 1, 1, 0, 0, 49, 1},
    {404, 'o', 1, 1, 0, 0, 50, 1},
    {406, 'o', 1, 1, 0, 0, 51, 1},
    {432, 'o', 1, 1, 0, 0, 52, 1},
    {434, 'o', 1, 1, 0, 0, 53, 1},
    {436, 'o', 1, 1, 0, 0, 54, 1},
    {438, 'o', 1, 1, 0, 0, 55, 1},
    {464, 'o', 1, 1, 0, 0, 56, 1},
    {466, 'o', 1, 1, 0, 0, 57, 1},
    {468, 'o', 1, 1, 0, 0, 58, 1},
    {470, 'o', 1, 1, 0, 0, 59, 1},
    {496, 'o', 1, 1, 0, 0, 60, 1},
    {498, 'o', 1, 1, 0, 0, 61, 1},
    {500, 'o', 1, 1, 0, 0, 62, 1},
    {502, 'o', 1, 1, 0, 0, 63, 1},
    {528, 'o', 1, 1, 0, 0, 64, 1},
    {530, 'o', 1, 1, 0, 0, 65, 1},
    {532, 'o', 1, 1, 0, 0, 66, 1},
    {534, 'o', 1, 1, 0, 0, 67, 1},
    {560, 'o', 1, 1, 0, 0, 68, 1},
    {562, 'o', 1, 1, 0, 0, 69, 1},
    {564, 'o', 1, 1, 0, 0, 70, 1},
    {566, 'o', 1, 1, 0, 0, 71, 1},
    {592, 'o', 1, 1, 0, 0, 72, 1},
    {594, 'o', 1, 1, 0, 0, 73, 1},
    {596, 'o', 1, 1, 0, 0, 74, 1},
    {598, 'o', 1, 1, 0, 0, 75, 1},
    {624, 'o', 1, 1, 0, 0, 76, 1},
    {626, 'o', 1, 1, 0, 0, 77, 1},
    {628, 'o', 1, 1, 0, 0, 78, 1},
    {630, 'o', 1, 1, 0, 0, 79, 1},
    {656, 'o', 1, 1, 0, 0, 80, 1},
    {658, 'o', 1, 1, 0, 0, 81, 1},
    {660, 'o', 1, 1, 0, 0, 82, 1},
    {662, 'o', 1, 1, 0, 0, 83, 1},
    {688, 'o', 1, 1, 0, 0, 84, 1},
    {690, 'o', 1, 1, 0, 0, 85, 1},
    {692, 'o', 1, 1, 0, 0, 86, 1},
    {694, 'o', 1, 1, 0, 0, 87, 1},
    {720, 'o', 1, 1, 0, 0, 88, 1},
    {722, 'o', 1, 1, 0, 0, 89, 1},
    {724, 'o', 1, 1, 0, 0, 90, 1},
    {726, 'o', 1, 1, 0, 0, 91, 1},
    {752, 'o', 1, 1, 0, 0, 92, 1},
    {754, 'o', 1, 1, 0, 0, 93, 1},
    {756, 'o', 1, 1, 0, 0, 94, 1},
    {758, 'o', 1, 1, 0, 0, 95, 1},
    {784, 'o', 1, 1, 0, 0, 96, 1},
    {786, 'o', 1, 1, 0, 0, 97, 1},
    {788, 'o', 1, 1, 0, 0, 98, 1},
    {790, 'o', 1, 1, 0, 0, 99, 1},
    {816, 'o', 1, 1, 0, 0, 100, 1},
    {818, 'o', 1, 1, 0, 0, 101, 1},
    {820, 'o', 1, 1, 0, 0, 102, 1},
    {822, 'o', 1, 1, 0, 0, 103, 1},
    {848, 'o', 1, 1, 0, 0, 104, 1},
    {850, 'o', 1, 1, 0, 0, 105, 1},
    {852, 'o', 1, 1, 0, 0, 106, 1},
    {854, 'o', 1, 1, 0, 0, 107, 1},
    {880, 'o', 1, 1, 0, 0, 108, 1},
    {882, 'o', 1, 1, 0, 0, 109, 1},
    {884, 'o', 1, 1, 0, 0, 110, 1},
    {886, 'o', 1, 1, 0, 0, 111, 1},
    {912, 'o', 1, 1, 0, 0, 112, 1},
    {914, 'o', 1, 1, 0, 0, 113, 1},
    {916, 'o', 1, 1, 0, 0, 114, 1},
    {918, 'o', 1, 1, 0, 0, 115, 1},
    {944, 'o', 1, 1, 0, 0, 116, 1},
    {946, 'o', 1, 1, 0, 0, 117, 1},
    {948, 'o', 1, 1, 0, 0, 118, 1},
    {950, 'o', 1, 1, 0, 0, 119, 1},
    {976, 'o', 1, 1, 0, 0, 120, 1},
    {978, 'o', 1, 1, 0, 0, 121, 1},
    {980, 'o', 1, 1, 0, 0, 122, 1},
    {982, 'o', 1, 1, 0, 0, 123, 1},
    {1008, 'o', 1, 1, 0, 0, 124, 1},
    {1010, 'o', 1, 1, 0, 0, 125, 1},
    {1012, 'o', 1, 1, 0, 0, 126, 1},
    {1014, 'o', 1, 1, 0, 0, 127, 1},
    {1040, 'o', 1, 1, 0, 0, 128, 1},
    {1042, 'o', 1, 1, 0, 0, 129, 1},
    {1044, 'o', 1, 1, 0, 0, 130, 1},
    {1046, 'o', 1, 1, 0, 0, 131, 1},
    {1072, 'o', 1, 1, 0, 0, 132, 1},
    {1074, 'o', 1, 1, 0, 0, 133, 1},
    {1076, 'o', 1, 1, 0, 0, 134, 1},
    {1078, 'o', 1, 1, 0, 0, 135, 1},
    {1104, 'o', 1, 1, 0, 0, 136, 1},
    {1106, 'o', 1, 1, 0, 0, 137, 1},
    {1108, 'o', 1, 1, 0, 0, 138, 1},
    {1110, 'o', 1, 1, 0, 0, 139, 1},
    {1136, 'o', 1, 1, 0, 0, 140, 1},
    {1138, 'o', 1, 1, 0, 0, 141, 1},
    {1140, 'o', 1, 1, 0, 0, 142, 1},
    {1142, 'o', 1, 1, 0, 0, 143, 1},
    {1168, 'o', 1, 1, 0, 0, 144, 1},
    {1170, 'o', 1, 1, 0, 0, 145, 1},
    {1172, 'o', 1, 1, 0, 0, 146, 1},
    {1174, 'o', 1, 1, 0, 0, 147, 1},
    {1200, 'o', 1, 1, 0, 0, 148, 1},
    {1202, 'o', 1, 1, 0, 0, 149, 1},
    {1204, 'o', 1, 1, 0, 0, 150, 1},
    {1206, 'o', 1, 1, 0, 0, 151, 1},
    {1232, 'o', 1, 1, 0, 0, 152, 1},
    {1234, 'o', 1, 1, 0, 0, 153, 1},
    {1236, 'o', 1, 1, 0, 0, 154, 1},
    {1238, 'o', 1, 1, 0, 0, 155, 1},
    {1264, 'o', 1, 1, 0, 0, 156, 1},
    {1266, 'o', 1, 1, 0, 0, 157, 1},
    {1268, 'o', 1, 1, 0, 0, 158, 1},
    {1270, 'o', 1, 1, 0, 0, 159, 1},
    {1296, 'o', 1, 1, 0, 0, 160, 1},
    {1298, 'o', 1, 1, 0, 0, 161, 1},
    {1300, 'o', 1, 1, 0, 0, 162, 1},
    {1302, 'o', 1, 1, 0, 0, 163, 1},
    {1328, 'o', 1, 1, 0, 0, 164, 1},
    {1330, 'o', 1, 1, 0, 0, 165, 1},
    {1332, 'o', 1, 1, 0, 0, 166, 1},
    {1334, 'o', 1, 1, 0, 0, 167, 1},
    {1360, 'o', 1, 1, 0, 0, 168, 1},
    {1362, 'o', 1, 1, 0, 0, 169, 1},
    {1364, 'o', 1, 1, 0, 0, 170, 1},
    {1366, 'o', 1, 1, 0, 0, 171, 1},
    {1392, 'o', 1, 1, 0, 0, 172, 1},
    {1394, 'o', 1, 1, 0, 0, 173, 1},
    {1396, 'o', 1, 1, 0, 0, 174, 1},
    {1398, 'o', 1, 1, 0, 0, 175, 1},
    {1424, 'o', 1, 1, 0, 0, 176, 1},
    {1426, 'o', 1, 1, 0, 0, 177, 1},
    {1428, 'o', 1, 1, 0, 0, 178, 1},
    {1430, 'o', 1, 1, 0, 0, 179, 1},
    {1456, 'o', 1, 1, 0, 0, 180, 1},
    {1458, 'o', 1, 1, 0, 0, 181, 1},
    {1460, 'o', 1, 1, 0, 0, 182, 1},
    {1462, 'o', 1, 1, 0, 0, 183, 1},
    {1488, 'o', 1, 1, 0, 0, 184, 1},
    {1490, 'o', 1, 1, 0, 0, 185, 1},
    {1492, 'o', 1, 1, 0, 0, 186, 1},
    {1494, 'o', 1, 1, 0, 0, 187, 1},
    {1520, 'o', 1, 1, 0, 0, 188, 1},
    {1522, 'o', 1, 1, 0, 0, 189, 1},
    {1524, 'o', 1, 1, 0, 0, 190, 1},
    {1526, 'o', 1, 1, 0, 0, 191, 1},
    {1552, 'o', 1, 1, 0, 0, 192, 1},
    {1554, 'o', 1, 1, 0, 0, 193, 1},
    {1556, 'o', 1, 1, 0, 0, 194, 1},
    {1558, 'o', 1, 1, 0, 0, 195, 1},
    {1584, 'o', 1, 1, 0, 0, 196, 1},
    {1586, 'o', 1, 1, 0, 0, 197, 1},
    {1588, 'o', 1, 1, 0, 0, 198, 1},
    {1590, 'o', 1, 1, 0, 0, 199, 1},
};

static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
    {"source", 0, 0, 4096, source_before, source_before, NULL, 0},
    {"result", 0, 1, 2048, result_before, result_expected, result_open, 200},
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
    while (family < count && !(families[family].queueFlags & VK_QUEUE_GRAPHICS_BIT)) {
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
                    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_MESH_BIT_EXT, NULL};
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
    VkPushConstantRange range = {VK_SHADER_STAGE_MESH_BIT_EXT, 0, PUSH};
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
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_MESH_BIT_EXT,
        .pNext = 0 ? &subgroup : NULL,
        .flags = 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
        .module = module, .pName = "main", .pSpecializationInfo = &special};
    VkPipeline pipeline;
    fflush(stdout);
    enum { STAGES = 1 };
    VkPipelineShaderStageCreateInfo *stages = &stage;
    /* A draw into nothing. */
    enum { WIDTH = 1, HEIGHT = 1 };
    VkRect2D area = {{0, 0}, {WIDTH, HEIGHT}};
    VkViewport whole = {0, 0, WIDTH, HEIGHT, 0, 1};
    VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST};
    VkPipelineTessellationStateCreateInfo patches = {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = 1};
    VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1, .pViewports = &whole, .scissorCount = 1, .pScissors = &area};
    VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = VK_TRUE, .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    VkPipelineColorBlendStateCreateInfo blend = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    VkPipelineRenderingCreateInfo targets = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .pNext = &targets,
        .stageCount = STAGES, .pStages = stages, .pVertexInputState = &input, .pInputAssemblyState = &assembly,
        .pTessellationState = &patches, .pViewportState = &viewport, .pRasterizationState = &raster,
        .pMultisampleState = &samples, .pColorBlendState = &blend, .layout = layout};
    must(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");

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
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    if (SETS > 0) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, SETS, sets, 0, NULL);
    }
    for (int run = 0; run < RUNS; run++) {
        if (PUSH > 0) {
            vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_MESH_BIT_EXT, 0, PUSH, push[run]);
        }
        VkRenderingInfo rendering = {VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = area, .layerCount = 1};
        vkCmdBeginRendering(commands, &rendering);
        PFN_vkCmdDrawMeshTasksEXT draw = (PFN_vkCmdDrawMeshTasksEXT) vkGetDeviceProcAddr(device, "vkCmdDrawMeshTasksEXT");
        draw(commands, 1, 1, 1);
        vkCmdEndRendering(commands);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
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
