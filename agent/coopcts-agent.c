/*
 * CoopCTS agent: runs compute shaders for the suite on machines without Java.
 *
 * It speaks the protocol of docs/agent.md on standard input and output. The suite compiles, sends and judges; the agent
 * makes pipelines, runs them and returns memory. It needs a Vulkan 1.3 driver and its loader, opened at run time.
 *
 *   cc -O2 -std=c11 -o coopcts-agent coopcts-agent.c -ldl -pthread
 *   aarch64-linux-android29-clang -O2 -std=c11 -o coopcts-agent coopcts-agent.c -ldl -pthread
 *   x86_64-w64-mingw32-gcc -O2 -std=c11 -o coopcts-agent.exe coopcts-agent.c
 */
#define _GNU_SOURCE
#define VK_NO_PROTOTYPES

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "vulkan-newer.h"

#define PROTOCOL_VERSION 3
#define AGENT_VERSION "1.1"

/* Bytes of a frame's body that are taken at most. */
#define MAX_BODY (UINT32_C(1) << 30)

/* A frame's kind: what is asked, and what is answered. */
enum kind {
  ASK_MODULE = 1,
  ASK_PREPARE = 2,
  ASK_DISPATCH = 3,
  ASK_CLOSE = 4,
  ASK_CONVERT = 5,
  ASK_CONVERT_BY_COMMAND = 6,
  ASK_ROWS = 7,
  ASK_FEATURES = 8,
  ASK_CREATE = 9,
  ASK_SIZE = 10,
  ASK_BARRIER = 11,
  ASK_END = 12,
  ASK_SEVERAL = 13,

  SAY_HELLO = 128,
  SAY_DONE = 129,
  SAY_REFUSED = 130,
  SAY_DEVICE_LOST = 131,
  SAY_WROTE_OUTSIDE = 132,
  SAY_TIMED_OUT = 133,
  SAY_UNSUPPORTED = 134,
  SAY_MALFORMED = 135,
  SAY_UNAVAILABLE = 136
};

/* What a dispatch may be followed by. */
enum { STEP_AGAIN = 1, STEP_CONVERT = 2 };

/* Flags of a pipeline. */
enum { FULL_SUBGROUPS = 1, FROM_CACHE = 2, ROBUST_ACCESS = 4, NULL_DESCRIPTORS = 8 };

/* ------------------------------------------------------------------------------------------------ failures */

static jmp_buf failed;
static enum kind failure;
static char failure_text[1024];

/* Ends the request that is being served with an answer of this kind and text. */
FORMATTED(2, 3)
static _Noreturn void fail(enum kind kind, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(failure_text, sizeof failure_text, format, values);
  va_end(values);
  failure = kind;
  longjmp(failed, 1);
}

/* Ends the agent: nothing that it could answer would be understood. */
FORMATTED(1, 2)
static _Noreturn void die(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("coopcts-agent: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  _exit(3);
}

#define RESULTS(X)                                                                                          \
  X(NOT_READY) X(TIMEOUT) X(INCOMPLETE) X(ERROR_OUT_OF_HOST_MEMORY) X(ERROR_OUT_OF_DEVICE_MEMORY)           \
  X(ERROR_INITIALIZATION_FAILED) X(ERROR_DEVICE_LOST) X(ERROR_MEMORY_MAP_FAILED)                            \
  X(ERROR_LAYER_NOT_PRESENT) X(ERROR_EXTENSION_NOT_PRESENT) X(ERROR_FEATURE_NOT_PRESENT)                    \
  X(ERROR_INCOMPATIBLE_DRIVER) X(ERROR_TOO_MANY_OBJECTS) X(ERROR_FRAGMENTED_POOL) X(ERROR_UNKNOWN)          \
  X(ERROR_INVALID_SHADER_NV) X(ERROR_OUT_OF_POOL_MEMORY) X(ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS)

static const char *result_name(VkResult result) {
  static char number[32];
  switch ((int)result) {
#define RESULT(name) \
  case VK_##name: return "VK_" #name;
    RESULTS(RESULT)
    default: snprintf(number, sizeof number, "VkResult %d", (int)result); return number;
  }
}

static void check(const char *command, VkResult result) {
  if (result != VK_SUCCESS) {
    fail(result == VK_ERROR_DEVICE_LOST ? SAY_DEVICE_LOST : SAY_REFUSED, "%s returned %s", command,
         result_name(result));
  }
}

/* -------------------------------------------------------------------------------------------------- memory */

/* Memory that lives until the request is answered. */
struct scratch {
  struct scratch *next;
  max_align_t bytes[];
};

static struct scratch *scratches;

static void *scratch(size_t bytes) {
  struct scratch *one = calloc(1, sizeof *one + bytes);
  if (!one) fail(SAY_REFUSED, "the agent has no memory for %zu bytes", bytes);
  one->next = scratches;
  scratches = one;
  return one->bytes;
}

static void free_scratch(void) {
  while (scratches) {
    struct scratch *next = scratches->next;
    free(scratches);
    scratches = next;
  }
}

/* Memory that lives until it is freed. */
static void *kept(size_t bytes) {
  void *memory = calloc(1, bytes + 1);
  if (!memory) die("no memory for %zu bytes", bytes);
  return memory;
}

/* Bytes that grow at their end. */
struct writer {
  uint8_t *bytes;
  size_t size;
  size_t room;
};

static uint8_t *grow(struct writer *to, size_t count) {
  if (to->room - to->size < count) {
    size_t room = (to->size + count) * 2 + 256;
    uint8_t *bytes = realloc(to->bytes, room);
    if (!bytes) die("no memory for %zu bytes", room);
    to->bytes = bytes;
    to->room = room;
  }
  to->size += count;
  return to->bytes + to->size - count;
}

static void put_bytes(struct writer *to, const void *bytes, size_t count) {
  if (count) memcpy(grow(to, count), bytes, count);
}

static void store_u32(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static void put_u32(struct writer *to, uint32_t value) { store_u32(grow(to, 4), value); }

static void put_block(struct writer *to, const void *bytes, size_t count) {
  put_u32(to, (uint32_t)count);
  put_bytes(to, bytes, count);
}

static void put_text(struct writer *to, const char *text) { put_block(to, text, strlen(text)); }

/* Bytes that are read from their front; what is not there makes the request malformed. */
struct reader {
  const uint8_t *at;
  size_t left;
};

static const uint8_t *take(struct reader *from, size_t count) {
  if (from->left < count) fail(SAY_MALFORMED, "the request ends %zu bytes too early", count - from->left);
  from->at += count;
  from->left -= count;
  return from->at - count;
}

static uint32_t load_u32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t take_u32(struct reader *from) { return load_u32(take(from, 4)); }

static uint64_t take_u64(struct reader *from) {
  uint64_t low = take_u32(from);
  return low | (uint64_t)take_u32(from) << 32;
}

/* A number of things that take at least so many bytes each. */
static uint32_t take_count(struct reader *from, size_t each) {
  uint32_t count = take_u32(from);
  if (count > from->left / each) fail(SAY_MALFORMED, "%" PRIu32 " things in %zu bytes", count, from->left);
  return count;
}

struct block {
  const uint8_t *bytes;
  uint32_t size;
};

static struct block take_block(struct reader *from) {
  struct block block;
  block.size = take_count(from, 1);
  block.bytes = take(from, block.size);
  return block;
}

static char *take_text(struct reader *from) {
  struct block block = take_block(from);
  char *text = scratch(block.size + 1);
  memcpy(text, block.bytes, block.size);
  return text;
}

/* ----------------------------------------------------------------------------------------------- packing */

/* The suite's requests travel as LZ4 blocks where that makes them smaller; answers are not packed. */
enum { MIN_MATCH = 4 };

static bool read_length(const uint8_t **from, const uint8_t *end, size_t *length) {
  uint8_t more;
  do {
    if (*from == end) return false;
    more = *(*from)++;
    *length += more;
  } while (more == 255);
  return true;
}

/* Whether the bytes unpack to exactly this size. */
static bool unpack(const uint8_t *from, size_t packed, uint8_t *to, size_t size) {
  const uint8_t *end = from + packed;
  size_t at = 0;
  while (from < end) {
    uint8_t token = *from++;
    size_t literals = token >> 4;
    if (literals == 15 && !read_length(&from, end, &literals)) return false;
    if ((size_t)(end - from) < literals || size - at < literals) return false;
    memcpy(to + at, from, literals);
    at += literals;
    from += literals;
    if (from == end) break;
    if (end - from < 2) return false;
    size_t distance = (size_t)from[0] | (size_t)from[1] << 8;
    from += 2;
    size_t length = token & 15;
    if (length == 15 && !read_length(&from, end, &length)) return false;
    length += MIN_MATCH;
    if (!distance || distance > at || size - at < length) return false;
    for (size_t i = 0; i < length; i++, at++) to[at] = to[at - distance];
  }
  return at == size;
}

/* ------------------------------------------------------------------------------------------------- frames */

/* magic, length as it travels, size unpacked, number, kind, CRC-32 of the five before and of the body */
enum { HEADER = 24, CHECKED = 20 };

static const char MAGIC[4] = {'C', 'C', 'T', 'S'};

static uint32_t crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
  static uint32_t table[256];
  if (!table[1]) {
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; bit++) {
        value = value & 1 ? value >> 1 ^ UINT32_C(0xEDB88320) : value >> 1;
      }
      table[i] = value;
    }
  }
  crc = ~crc;
  for (size_t i = 0; i < count; i++) crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
  return ~crc;
}

/* Reads exactly so many bytes; false at the end of the input. */
static bool receive_bytes(uint8_t *to, size_t count) {
  size_t at = 0;
  while (at < count) {
    ptrdiff_t got = read_input(to + at, count - at);
    if (got == 0) {
      if (at > 0) die("the input ends within a frame");
      return false;
    }
    if (got < 0) die("the input cannot be read: %s", why_not());
    at += (size_t)got;
  }
  return true;
}

static void send_bytes(const uint8_t *bytes, size_t count) {
  while (count) {
    ptrdiff_t put = write_output(bytes, count);
    if (put < 0) die("the output cannot be written: %s", why_not());
    bytes += put;
    count -= (size_t)put;
  }
}

static void send_frame(enum kind kind, uint32_t number, const uint8_t *body, size_t size) {
  uint8_t header[HEADER];
  memcpy(header, MAGIC, 4);
  store_u32(header + 4, (uint32_t)size);
  store_u32(header + 8, (uint32_t)size);
  store_u32(header + 12, number);
  store_u32(header + 16, kind);
  store_u32(header + 20, crc32(crc32(0, header, CHECKED), body, size));
  send_bytes(header, HEADER);
  send_bytes(body, size);
}

static void send_text(enum kind kind, uint32_t number, const char *text) {
  struct writer body = {0};
  put_text(&body, text);
  send_frame(kind, number, body.bytes, body.size);
  free(body.bytes);
}

struct frame {
  uint32_t kind;
  uint32_t number;
  uint8_t *body;
  size_t size;
};

/* Reads the next request; false at the end of the input. The body is freed by the caller. */
static bool receive_frame(struct frame *frame) {
  uint8_t header[HEADER];
  if (!receive_bytes(header, HEADER)) return false;
  uint32_t length = load_u32(header + 4), size = load_u32(header + 8);
  if (memcmp(header, MAGIC, 4) != 0 || length > size || size > MAX_BODY) die("the input is not of the suite");
  uint8_t *sent = malloc(length + 1);
  if (!sent) die("no memory for a request of %" PRIu32 " bytes", length);
  if (length && !receive_bytes(sent, length)) die("the input ends within a frame");
  if (crc32(crc32(0, header, CHECKED), sent, length) != load_u32(header + 20)) {
    die("a request was damaged on its way");
  }
  frame->kind = load_u32(header + 16);
  frame->number = load_u32(header + 12);
  frame->size = size;
  frame->body = sent;
  if (length < size) {
    frame->body = malloc(size);
    if (!frame->body || !unpack(sent, length, frame->body, size)) die("a request does not unpack");
    free(sent);
  }
  return true;
}

/* ------------------------------------------------------------------------------------------------- Vulkan */

#define GLOBAL_COMMANDS(X) \
  X(EnumerateInstanceVersion) X(EnumerateInstanceExtensionProperties) X(CreateInstance)

#define INSTANCE_COMMANDS(X)                                                                                \
  X(DestroyInstance) X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties)                             \
  X(GetPhysicalDeviceProperties2) X(GetPhysicalDeviceFeatures2) X(GetPhysicalDeviceMemoryProperties)        \
  X(GetPhysicalDeviceQueueFamilyProperties) X(EnumerateDeviceExtensionProperties) X(CreateDevice)           \
  X(GetDeviceProcAddr)

#define DEVICE_COMMANDS(X)                                                                                  \
  X(DestroyDevice) X(GetDeviceQueue) X(DeviceWaitIdle) X(CreateCommandPool) X(DestroyCommandPool)           \
  X(AllocateCommandBuffers) X(BeginCommandBuffer) X(EndCommandBuffer) X(QueueSubmit) X(CreateFence)         \
  X(DestroyFence) X(WaitForFences) X(ResetFences) X(CreateBuffer) X(DestroyBuffer)                          \
  X(GetBufferMemoryRequirements) X(AllocateMemory) X(FreeMemory) X(BindBufferMemory)                        \
  X(GetBufferDeviceAddress) X(MapMemory) X(UnmapMemory) X(CreateDescriptorSetLayout)                        \
  X(DestroyDescriptorSetLayout) X(CreateDescriptorPool) X(DestroyDescriptorPool) X(AllocateDescriptorSets)  \
  X(UpdateDescriptorSets) X(CreatePipelineLayout) X(DestroyPipelineLayout) X(CreateShaderModule)            \
  X(DestroyShaderModule) X(CreatePipelineCache) X(DestroyPipelineCache) X(GetPipelineCacheData)             \
  X(CreateComputePipelines) X(DestroyPipeline) X(CmdBindPipeline) X(CmdBindDescriptorSets)                  \
  X(CmdPushConstants) X(CmdDispatch) X(CmdPipelineBarrier2)

#define DECLARE(name) static PFN_vk##name vk##name;
GLOBAL_COMMANDS(DECLARE)
INSTANCE_COMMANDS(DECLARE)
DEVICE_COMMANDS(DECLARE)

static PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr;
static convert_command convert_on_host;
static record_convert_command record_convert;

static VkInstance instance;
static VkPhysicalDevice physical;
static uint32_t queue_family;
static VkDevice device;
static VkQueue queue;
static VkCommandPool command_pool;
static VkCommandBuffer commands;
static VkFence fence;
static VkPipelineCache common_cache;
static bool has_addresses;

static const uint32_t LEAST_VERSION = VK_MAKE_API_VERSION(0, 1, 3, 0);

/* Drivers upon another interface, such as Metal, are named to those alone that ask for them. */
static const char *const ASK_FOR_ALL[] = {"VK_KHR_portability_enumeration"};

static bool names_all_drivers(void) {
  uint32_t count = 0;
  check("vkEnumerateInstanceExtensionProperties", vkEnumerateInstanceExtensionProperties(NULL, &count, NULL));
  VkExtensionProperties *found = scratch(sizeof *found * (count + 1));
  check("vkEnumerateInstanceExtensionProperties", vkEnumerateInstanceExtensionProperties(NULL, &count, found));
  bool offered = false;
  for (uint32_t i = 0; i < count; i++) offered |= strcmp(found[i].extensionName, ASK_FOR_ALL[0]) == 0;
  return offered;
}

static void open_instance(void) {
  void *loader = NULL;
  for (size_t i = 0; !loader && i < sizeof LOADERS / sizeof LOADERS[0]; i++) loader = open_loader(LOADERS[i]);
  if (!loader) fail(SAY_UNAVAILABLE, "the machine has no Vulkan loader (%s)", LOADERS[0]);
  *(void **)&vkGetInstanceProcAddr = find_symbol(loader, "vkGetInstanceProcAddr");
  if (!vkGetInstanceProcAddr) fail(SAY_UNAVAILABLE, "the Vulkan loader has no vkGetInstanceProcAddr");
#define LOAD_GLOBAL(name) vk##name = (PFN_vk##name)vkGetInstanceProcAddr(NULL, "vk" #name);
  GLOBAL_COMMANDS(LOAD_GLOBAL)
  uint32_t version = VK_API_VERSION_1_0;
  if (vkEnumerateInstanceVersion) vkEnumerateInstanceVersion(&version);
  if (!vkCreateInstance || version < VK_API_VERSION_1_1) fail(SAY_UNAVAILABLE, "the Vulkan loader is older than Vulkan 1.1");
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .pApplicationName = "CoopCTS",
                                   .apiVersion = LEAST_VERSION};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  if (names_all_drivers()) {
    info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = ASK_FOR_ALL;
  }
  check("vkCreateInstance", vkCreateInstance(&info, NULL, &instance));
#define LOAD_INSTANCE(name) vk##name = (PFN_vk##name)vkGetInstanceProcAddr(instance, "vk" #name);
  INSTANCE_COMMANDS(LOAD_INSTANCE)
}

/* The physical devices of Vulkan 1.3 or newer, in the loader's order; those before are left out. */
static uint32_t find_devices(VkPhysicalDevice **found) {
  uint32_t count = 0;
  check("vkEnumeratePhysicalDevices", vkEnumeratePhysicalDevices(instance, &count, NULL));
  *found = scratch(sizeof **found * (count + 1));
  check("vkEnumeratePhysicalDevices", vkEnumeratePhysicalDevices(instance, &count, *found));
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties((*found)[i], &properties);
    if (properties.apiVersion >= LEAST_VERSION) (*found)[kept++] = (*found)[i];
  }
  return kept;
}

static void choose_device(uint32_t index) {
  VkPhysicalDevice *found;
  uint32_t count = find_devices(&found);
  if (index >= count) {
    fail(SAY_UNAVAILABLE, "there is no Vulkan 1.3 device %" PRIu32 "; the loader finds %" PRIu32, index, count);
  }
  physical = found[index];
}

/* -------------------------------------------------------------------------------------- features, extensions */

/* A structure of features: sType, pNext, then a VkBool32 for each name. */
struct features {
  const char *extension; /* that the device must have; empty for core versions */
  uint32_t type;
  const char *names;
};

/* The structures that are asked for, as the suite's own Vulkan device asks for them. */
static const struct features FEATURES[] = {
    {"", 49,
     "storageBuffer16BitAccess uniformAndStorageBuffer16BitAccess storagePushConstant16 storageInputOutput16"
     " multiview multiviewGeometryShader multiviewTessellationShader variablePointersStorageBuffer"
     " variablePointers protectedMemory samplerYcbcrConversion shaderDrawParameters"},
    {"", 51,
     "samplerMirrorClampToEdge drawIndirectCount storageBuffer8BitAccess uniformAndStorageBuffer8BitAccess"
     " storagePushConstant8 shaderBufferInt64Atomics shaderSharedInt64Atomics shaderFloat16 shaderInt8"
     " descriptorIndexing shaderInputAttachmentArrayDynamicIndexing"
     " shaderUniformTexelBufferArrayDynamicIndexing shaderStorageTexelBufferArrayDynamicIndexing"
     " shaderUniformBufferArrayNonUniformIndexing shaderSampledImageArrayNonUniformIndexing"
     " shaderStorageBufferArrayNonUniformIndexing shaderStorageImageArrayNonUniformIndexing"
     " shaderInputAttachmentArrayNonUniformIndexing shaderUniformTexelBufferArrayNonUniformIndexing"
     " shaderStorageTexelBufferArrayNonUniformIndexing descriptorBindingUniformBufferUpdateAfterBind"
     " descriptorBindingSampledImageUpdateAfterBind descriptorBindingStorageImageUpdateAfterBind"
     " descriptorBindingStorageBufferUpdateAfterBind descriptorBindingUniformTexelBufferUpdateAfterBind"
     " descriptorBindingStorageTexelBufferUpdateAfterBind descriptorBindingUpdateUnusedWhilePending"
     " descriptorBindingPartiallyBound descriptorBindingVariableDescriptorCount runtimeDescriptorArray"
     " samplerFilterMinmax scalarBlockLayout imagelessFramebuffer uniformBufferStandardLayout"
     " shaderSubgroupExtendedTypes separateDepthStencilLayouts hostQueryReset timelineSemaphore"
     " bufferDeviceAddress bufferDeviceAddressCaptureReplay bufferDeviceAddressMultiDevice vulkanMemoryModel"
     " vulkanMemoryModelDeviceScope vulkanMemoryModelAvailabilityVisibilityChains shaderOutputViewportIndex"
     " shaderOutputLayer subgroupBroadcastDynamicId"},
    {"", 53,
     "robustImageAccess inlineUniformBlock descriptorBindingInlineUniformBlockUpdateAfterBind"
     " pipelineCreationCacheControl privateData shaderDemoteToHelperInvocation shaderTerminateInvocation"
     " subgroupSizeControl computeFullSubgroups synchronization2 textureCompressionASTC_HDR"
     " shaderZeroInitializeWorkgroupMemory dynamicRendering shaderIntegerDotProduct maintenance4"},
    {"VK_KHR_cooperative_matrix", 1000506000,
     "cooperativeMatrix cooperativeMatrixRobustBufferAccess"},
    {"VK_NV_cooperative_matrix2", 1000593000,
     "cooperativeMatrixWorkgroupScope cooperativeMatrixFlexibleDimensions cooperativeMatrixReductions"
     " cooperativeMatrixConversions cooperativeMatrixPerElementOperations cooperativeMatrixTensorAddressing"
     " cooperativeMatrixBlockLoads"},
    {"VK_NV_cooperative_matrix_decode_vector", 1000689000,
     "cooperativeMatrixDecodeVector"},
    {"VK_NV_cooperative_vector", 1000491000,
     "cooperativeVector cooperativeVectorTraining"},
    {"VK_QCOM_cooperative_matrix_conversion", 1000172000,
     "cooperativeMatrixConversion"},
    {"VK_EXT_robustness2", 1000286000, "robustBufferAccess2 robustImageAccess2 nullDescriptor"},
    {"VK_KHR_shader_bfloat16", 1000141000,
     "shaderBFloat16Type shaderBFloat16DotProduct shaderBFloat16CooperativeMatrix"},
    {"VK_EXT_shader_float8", 1000567000,
     "shaderFloat8 shaderFloat8CooperativeMatrix"},
    {"VK_EXT_shader_replicated_composites", 1000564000,
     "shaderReplicatedComposites"},
    {"VK_EXT_mesh_shader", 1000328000,
     "taskShader meshShader multiviewMeshShader primitiveFragmentShadingRateMeshShader meshShaderQueries"},
    {"VK_KHR_ray_tracing_pipeline", 1000347000,
     "rayTracingPipeline rayTracingPipelineShaderGroupHandleCaptureReplay"
     " rayTracingPipelineShaderGroupHandleCaptureReplayMixed rayTracingPipelineTraceRaysIndirect"
     " rayTraversalPrimitiveCulling"},
    {"VK_KHR_acceleration_structure", 1000150013,
     "accelerationStructure accelerationStructureCaptureReplay accelerationStructureIndirectBuild"
     " accelerationStructureHostCommands descriptorBindingAccelerationStructureUpdateAfterBind"},
};

enum { FEATURE_STRUCTURES = sizeof FEATURES / sizeof FEATURES[0] };

/* Members that are of interest in structures that are not of the systems in scope. */
static const char WANTED[] =
    " shaderFloat64 shaderInt64 shaderInt16 storageBuffer16BitAccess storageBuffer8BitAccess shaderFloat16"
    " shaderInt8 scalarBlockLayout bufferDeviceAddress vulkanMemoryModel vulkanMemoryModelDeviceScope"
    " subgroupSizeControl computeFullSubgroups synchronization2 shaderSubgroupExtendedTypes"
    " shaderIntegerDotProduct variablePointers variablePointersStorageBuffer maintenance4 dynamicRendering"
    " meshShader taskShader rayTracingPipeline accelerationStructure robustBufferAccess robustBufferAccess2 nullDescriptor"
    " shaderStorageBufferArrayDynamicIndexing shaderUniformBufferArrayDynamicIndexing runtimeDescriptorArray"
    " shaderStorageBufferArrayNonUniformIndexing shaderUniformBufferArrayNonUniformIndexing ";

/* Reported and not switched on as a matter of course: the agent runs compute shaders, and opens a device as applications
   do. */
static const char NOT_ENABLED[] =
    " cooperativeMatrixRobustBufferAccess robustBufferAccess2 nullDescriptor VK_EXT_robustness2 dynamicRendering meshShader taskShader rayTracingPipeline accelerationStructure VK_EXT_mesh_shader"
    " VK_KHR_ray_tracing_pipeline VK_KHR_acceleration_structure VK_KHR_deferred_host_operations ";

static bool in_list(const char *list, const char *name) {
  char word[VK_MAX_EXTENSION_NAME_SIZE + 2];
  snprintf(word, sizeof word, " %s ", name);
  return strstr(list, word) != NULL;
}

/* The groups of features that the device was opened with, as pipelines' flags have them. */
static uint32_t groups;

static bool runs_here(const char *name) {
  return !in_list(NOT_ENABLED, name)
         || (groups & ROBUST_ACCESS
             && in_list(" robustBufferAccess2 cooperativeMatrixRobustBufferAccess VK_EXT_robustness2 ", name))
         || (groups & NULL_DESCRIPTORS && in_list(" nullDescriptor VK_EXT_robustness2 ", name));
}

/* Whether the features belong to one of the systems that the suite tests. */
static bool in_scope(const struct features *features) {
  return features->extension[0] && !in_list(NOT_ENABLED, features->extension);
}

static bool is_wanted(const struct features *features, const char *name) {
  return in_scope(features) || in_list(WANTED, name);
}

/* The device's extensions of interest. */
static VkExtensionProperties *extensions;
static uint32_t extension_count;

static void find_extensions(void) {
  uint32_t count = 0;
  check("vkEnumerateDeviceExtensionProperties", vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL));
  extensions = calloc(count + 1, sizeof *extensions);
  check("vkEnumerateDeviceExtensionProperties",
        vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions));
  extension_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool kept = strcmp(extensions[i].extensionName, "VK_KHR_deferred_host_operations") == 0
                /* Devices that lack something of Vulkan have it, and want it switched on. */
                || strcmp(extensions[i].extensionName, "VK_KHR_portability_subset") == 0;
    for (int j = 0; j < FEATURE_STRUCTURES; j++) {
      kept |= strcmp(extensions[i].extensionName, FEATURES[j].extension) == 0;
    }
    if (kept) extensions[extension_count++] = extensions[i];
  }
}

static bool has_extension(const char *name) {
  for (uint32_t i = 0; i < extension_count; i++) {
    if (strcmp(extensions[i].extensionName, name) == 0) return true;
  }
  return false;
}

/* A structure of a chain as all of them begin; of features, the members follow. */
struct link {
  VkStructureType type;
  void *next;
  VkBool32 members[];
};

static char *copy_text(const char *text) { return strcpy(scratch(strlen(text) + 1), text); }

/* The features that the device has, chained. */
struct feature_chain {
  VkPhysicalDeviceFeatures2 head;
  struct link *links[FEATURE_STRUCTURES];
};

/* A member of the structures of a chain: beginning with {chain}, next_member() goes from one to the next. */
struct member {
  struct feature_chain *chain;
  int structures; /* that were begun */
  char *names;    /* that follow in the structure */
  const struct features *features;
  const char *name;
  VkBool32 *value;
};

static bool next_member(struct member *member) {
  while (!member->names || !*member->names) {
    if (member->structures == FEATURE_STRUCTURES) return false;
    int next = member->structures++;
    if (!member->chain->links[next]) continue;
    member->features = &FEATURES[next];
    member->names = copy_text(FEATURES[next].names);
    member->value = member->chain->links[next]->members - 1;
  }
  char *end = strchr(member->names, ' ');
  member->name = member->names;
  member->names = end ? end + 1 : NULL;
  if (end) *end = '\0';
  member->value++;
  return true;
}

static struct feature_chain *ask_features(void) {
  struct feature_chain *chain = scratch(sizeof *chain);
  chain->head.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  for (int i = 0; i < FEATURE_STRUCTURES; i++) {
    if (!FEATURES[i].extension[0] || has_extension(FEATURES[i].extension)) {
      size_t members = 2;
      for (const char *at = FEATURES[i].names; *at; at++) members += *at == ' ';
      chain->links[i] = scratch(sizeof *chain->links[i] + members * sizeof(VkBool32));
      chain->links[i]->type = (VkStructureType)FEATURES[i].type;
      chain->links[i]->next = chain->head.pNext;
      chain->head.pNext = chain->links[i];
    }
  }
  vkGetPhysicalDeviceFeatures2(physical, &chain->head);
  return chain;
}

/* Switches off all that the agent does not use, and what belongs to stages that it does not run. */
static void keep_used(struct feature_chain *chain) {
  for (struct member member = {.chain = chain}; next_member(&member);) {
    if (!is_wanted(member.features, member.name) || !runs_here(member.name)) *member.value = VK_FALSE;
  }
  for (int i = 0; i < FEATURE_STRUCTURES; i++) {
    if (chain->links[i] && FEATURES[i].extension[0] && !runs_here(FEATURES[i].extension)) {
      void **into = &chain->head.pNext;
      while (*into != chain->links[i]) {
        into = &((struct link *)*into)->next;
      }
      *into = chain->links[i]->next;
    }
  }
  VkPhysicalDeviceFeatures had = chain->head.features;
  chain->head.features = (VkPhysicalDeviceFeatures){
      .robustBufferAccess = groups & ROBUST_ACCESS ? had.robustBufferAccess : VK_FALSE,
      .shaderStorageBufferArrayDynamicIndexing = had.shaderStorageBufferArrayDynamicIndexing,
      .shaderUniformBufferArrayDynamicIndexing = had.shaderUniformBufferArrayDynamicIndexing,
      .shaderFloat64 = had.shaderFloat64,
      .shaderInt64 = had.shaderInt64,
      .shaderInt16 = had.shaderInt16};
}

/* -------------------------------------------------------------------------------------------------- report */

/* A JSON text that grows; each value is written with its comma, which the end takes away. */
FORMATTED(2, 3)
static void json(struct writer *to, const char *format, ...) {
  char text[512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  put_bytes(to, text, strlen(text));
}

/* A driver's text: whatever is not printable ASCII becomes a question mark or is escaped. */
static void json_text(struct writer *to, const char *name, const char *text) {
  json(to, "\"%s\":\"", name);
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') {
      json(to, "\\%c", c);
    } else {
      json(to, "%c", c >= 32 && c < 127 ? c : '?');
    }
  }
  json(to, "\",");
}

static void json_end(struct writer *to, const char *end) {
  if (to->bytes[to->size - 1] == ',') to->size--;
  json(to, "%s", end);
}

static void json_feature(struct writer *to, const char *name, VkBool32 value) {
  if (value) json(to, "\"%s\",", name);
}

static void json_limit(struct writer *to, const char *name, uint64_t value) {
  if (value) json(to, "\"%s\":%" PRIu64 ",", name, value);
}

static void json_float_controls(struct writer *to, const VkPhysicalDeviceFloatControlsProperties *controls) {
  static const char *const modes[] = {"shaderSignedZeroInfNanPreserve", "shaderDenormPreserve",
                                      "shaderDenormFlushToZero", "shaderRoundingModeRTE", "shaderRoundingModeRTZ"};
  const VkBool32 *member = &controls->shaderSignedZeroInfNanPreserveFloat16;
  for (int mode = 0; mode < 5; mode++) {
    for (int width = 16; width <= 64; width *= 2) {
      if (*member++) json(to, "\"%sFloat%d\",", modes[mode], width);
    }
  }
  json_feature(to, "denormBehaviorIndependence",
               controls->denormBehaviorIndependence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL);
  json_feature(to, "roundingModeIndependence",
               controls->roundingModeIndependence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL);
}

/* The name of a VkComponentTypeKHR value in reports, or NULL. */
static const char *component_name(uint32_t value) {
  static const char *const core[] = {"float16", "float32", "float64", "sint8",  "sint16", "sint32",
                                     "sint64",  "uint8",   "uint16",  "uint32", "uint64"};
  static const char *const vectors[] = {"sint8_packed", "uint8_packed", "float8_e4m3", "float8_e5m2"};
  static const char *const small[] = {"float6_e2m3", "float6_e3m2", "float4_e2m1", "float8_unsigned_e8m0", "mxint8"};
  if (value <= 10) return core[value];
  if (value == 1000141000) return "bfloat16";
  if (value >= 1000491000 && value <= 1000491003) return vectors[value - 1000491000];
  if (value >= 1000672000 && value <= 1000672004) return small[value - 1000672000];
  return NULL;
}

static const char *scope_name(uint32_t value) {
  static const char *const names[] = {NULL, "device", "workgroup", "subgroup", NULL, "queue_family"};
  return value < sizeof names / sizeof names[0] ? names[value] : NULL;
}

/*
 * The arrays of rows, by the number that requests give them: structures of sType, pNext and 32-bit members. A
 * member's kind says how a report tells it: a number, a component type, a truth or a scope.
 */
struct rows {
  const char *command;
  const char *feature; /* without which there are none */
  const char *array;   /* in the report */
  const char *unknown; /* a row with values that have no name */
  uint32_t type;
  int members;
  struct {
    const char *name;
    char kind;
  } member[10];
};

static const struct rows ROWS[] = {
    {"vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR", "cooperativeMatrix", "matrixProperties",
     "M %d, N %d, K %d, A %d, B %d, C %d, Result %d, saturating %d, scope %d", TYPE_MATRIX_ROW, 9,
     {{"m", 'n'}, {"n", 'n'}, {"k", 'n'}, {"a", 't'}, {"b", 't'}, {"c", 't'}, {"result", 't'}, {"saturating", 'b'},
      {"scope", 's'}}},
    {"vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV", "cooperativeMatrixFlexibleDimensions",
     "flexibleProperties",
     "granularities %d, %d, %d, A %d, B %d, C %d, Result %d, saturating %d, scope %d", TYPE_FLEXIBLE_ROW, 10,
     {{"mGranularity", 'n'}, {"nGranularity", 'n'}, {"kGranularity", 'n'}, {"a", 't'}, {"b", 't'}, {"c", 't'},
      {"result", 't'}, {"saturating", 'b'}, {"scope", 's'}, {"workgroupInvocations", 'n'}}},
    {"vkGetPhysicalDeviceCooperativeVectorPropertiesNV", "cooperativeVector", "vectorProperties",
     "input %d as %d, matrix %d, bias %d, Result %d", TYPE_VECTOR_ROW, 6,
     {{"input", 't'}, {"inputInterpretation", 't'}, {"matrixInterpretation", 't'}, {"biasInterpretation", 't'},
      {"result", 't'}, {"transpose", 'b'}}},
};

enum { KINDS_OF_ROWS = sizeof ROWS / sizeof ROWS[0] };

/* Bytes of a row: sType and pNext, the members, and what the alignment adds. */
static size_t row_bytes(const struct rows *rows) {
  const size_t alignment = _Alignof(struct link);
  return (sizeof(struct link) + 4 * (size_t)rows->members + alignment - 1) / alignment * alignment;
}

static rows_command rows_command_of(const struct rows *rows) {
  rows_command command = (rows_command)vkGetInstanceProcAddr(instance, rows->command);
  if (!command) fail(SAY_REFUSED, "the driver has no %s", rows->command);
  return command;
}

/* Memory for so many rows, each with its sType and all else as 0xCD. */
static uint8_t *blank_rows(const struct rows *rows, uint32_t count) {
  size_t bytes = row_bytes(rows);
  uint8_t *blank = scratch(bytes * count + 1);
  memset(blank, 0xCD, bytes * count);
  for (uint32_t i = 0; i < count; i++) {
    struct link *row = (struct link *)(blank + bytes * i);
    row->type = (VkStructureType)rows->type;
    row->next = NULL;
  }
  return blank;
}

/* A row as an object; false where a value has no name. */
static bool json_row(struct writer *to, const struct rows *rows, const uint32_t *values) {
  json(to, "{");
  for (int i = 0; i < rows->members; i++) {
    char kind = rows->member[i].kind;
    const char *name = kind == 't'   ? component_name(values[i])
                       : kind == 's' ? scope_name(values[i])
                       : kind == 'b' ? (values[i] ? "true" : "false")
                                     : "";
    if (!name) return false;
    json(to, "\"%s\":", rows->member[i].name);
    if (kind == 'n') json(to, "%" PRIu32 ",", values[i]);
    else if (kind == 'b') json(to, "%s,", name);
    else json(to, "\"%s\",", name);
  }
  json_end(to, "},");
  return true;
}

/* All rows of a kind as an array; none where the device has not the feature. Others go to the unknown as text. */
static void json_rows(struct writer *to, struct writer *unknown, const struct rows *rows, const char *features) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\"", rows->feature);
  uint32_t count = 0;
  uint8_t *all = NULL;
  if (strstr(features, quoted)) {
    rows_command command = rows_command_of(rows);
    check(rows->command, command(physical, &count, NULL));
    all = blank_rows(rows, count);
    check(rows->command, command(physical, &count, all));
  }
  json(to, "\"%s\":[", rows->array);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t v[10] = {0};
    memcpy(v, ((struct link *)(all + row_bytes(rows) * i))->members, 4 * (size_t)rows->members);
    size_t begun = to->size;
    if (!json_row(to, rows, v)) {
      to->size = begun;
      json(unknown, "\"");
      json(unknown, rows->unknown, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
      json(unknown, "\",");
    }
  }
  json_end(to, "],");
}

/* What the device reports of itself beside features and rows. */
struct properties {
  VkPhysicalDeviceProperties2 core;
  VkPhysicalDeviceIDProperties id;
  VkPhysicalDeviceDriverProperties driver;
  VkPhysicalDeviceSubgroupProperties subgroup;
  VkPhysicalDeviceSubgroupSizeControlProperties size;
  VkPhysicalDeviceFloatControlsProperties floats;
  struct matrix_limits matrix;
  struct matrix2_limits matrix2;
  struct vector_limits vector;
};

static void chain(VkPhysicalDeviceProperties2 *head, void *structure, uint32_t type) {
  struct link *link = structure;
  link->type = (VkStructureType)type;
  link->next = head->pNext;
  head->pNext = link;
}

static struct properties *ask_properties(void) {
  struct properties *all = scratch(sizeof *all);
  all->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  chain(&all->core, &all->id, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
  chain(&all->core, &all->driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  chain(&all->core, &all->subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
  chain(&all->core, &all->size, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
  chain(&all->core, &all->floats, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES);
  if (has_extension("VK_KHR_cooperative_matrix")) chain(&all->core, &all->matrix, TYPE_MATRIX_LIMITS);
  if (has_extension("VK_NV_cooperative_matrix2")) chain(&all->core, &all->matrix2, TYPE_MATRIX2_LIMITS);
  if (has_extension("VK_NV_cooperative_vector")) chain(&all->core, &all->vector, TYPE_VECTOR_LIMITS);
  vkGetPhysicalDeviceProperties2(physical, &all->core);
  return all;
}

static uint32_t find_queue_family(bool *graphics) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, NULL);
  VkQueueFamilyProperties *families = scratch(sizeof *families * (count + 1));
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  const VkQueueFlags wanted[] = {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT, VK_QUEUE_COMPUTE_BIT};
  for (int i = 0; i < 2; i++) {
    for (uint32_t family = 0; family < count; family++) {
      if ((families[family].queueFlags & wanted[i]) == wanted[i]) {
        *graphics = i == 0;
        return family;
      }
    }
  }
  fail(SAY_UNAVAILABLE, "the device has no queue for compute");
}

static void json_features(struct writer *to, const struct properties *all) {
  struct feature_chain *chain = ask_features();
  const VkPhysicalDeviceFeatures *core = &chain->head.features;
  bool graphics;
  find_queue_family(&graphics);
  json(to, "\"features\":[");
  for (struct member member = {.chain = chain}; next_member(&member);) {
    if (is_wanted(member.features, member.name)) json_feature(to, member.name, *member.value);
  }
  json_feature(to, "shaderStorageBufferArrayDynamicIndexing", core->shaderStorageBufferArrayDynamicIndexing);
  json_feature(to, "shaderUniformBufferArrayDynamicIndexing", core->shaderUniformBufferArrayDynamicIndexing);
  json_feature(to, "shaderFloat64", core->shaderFloat64);
  json_feature(to, "shaderInt64", core->shaderInt64);
  json_feature(to, "shaderInt16", core->shaderInt16);
  json_feature(to, "geometryShader", core->geometryShader);
  json_feature(to, "tessellationShader", core->tessellationShader);
  json_feature(to, "vertexPipelineStoresAndAtomics", core->vertexPipelineStoresAndAtomics);
  json_feature(to, "fragmentStoresAndAtomics", core->fragmentStoresAndAtomics);
  json_feature(to, "robustBufferAccess", core->robustBufferAccess);
  json_feature(to, "graphicsQueue", graphics);
  const VkSubgroupFeatureFlags operations = VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
      VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT;
  json_feature(to, "subgroupOperations",
               (all->subgroup.supportedOperations & operations) == operations &&
                   (all->subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT));
  json_float_controls(to, &all->floats);
  json_end(to, "],");
}

static void json_identity(struct writer *to, const struct properties *all) {
  static const char *const types[] = {"other", "integrated", "discrete", "virtual", "cpu"};
  const VkPhysicalDeviceProperties *core = &all->core.properties;
  json(to, "\"identity\":{");
  json_text(to, "name", core->deviceName);
  json_text(to, "driver", all->driver.driverName);
  json_text(to, "driverInfo", all->driver.driverInfo);
  json(to, "\"apiVersion\":\"%u.%u.%u\",\"vendorId\":%" PRId32 ",\"deviceId\":%" PRId32 ",\"type\":\"%s\"},",
       VK_API_VERSION_MAJOR(core->apiVersion), VK_API_VERSION_MINOR(core->apiVersion),
       VK_API_VERSION_PATCH(core->apiVersion), (int32_t)core->vendorID, (int32_t)core->deviceID,
       types[core->deviceType <= 4 ? core->deviceType : 0]);
}

static void json_limits(struct writer *to, const struct properties *all) {
  const VkPhysicalDeviceLimits *core = &all->core.properties.limits;
  json(to, "\"limits\":{");
  json_limit(to, "maxComputeSharedMemorySize", core->maxComputeSharedMemorySize);
  json_limit(to, "maxComputeWorkGroupInvocations", core->maxComputeWorkGroupInvocations);
  json_limit(to, "maxComputeWorkGroupSizeX", core->maxComputeWorkGroupSize[0]);
  json_limit(to, "maxComputeWorkGroupSizeY", core->maxComputeWorkGroupSize[1]);
  json_limit(to, "maxComputeWorkGroupSizeZ", core->maxComputeWorkGroupSize[2]);
  json_limit(to, "maxComputeWorkGroupCountX", core->maxComputeWorkGroupCount[0]);
  json_limit(to, "maxComputeWorkGroupCountY", core->maxComputeWorkGroupCount[1]);
  json_limit(to, "maxComputeWorkGroupCountZ", core->maxComputeWorkGroupCount[2]);
  json_limit(to, "maxPushConstantsSize", core->maxPushConstantsSize);
  json_limit(to, "maxBoundDescriptorSets", core->maxBoundDescriptorSets);
  json_limit(to, "maxPerStageDescriptorStorageBuffers", core->maxPerStageDescriptorStorageBuffers);
  json_limit(to, "maxPerStageDescriptorUniformBuffers", core->maxPerStageDescriptorUniformBuffers);
  json_limit(to, "maxPerStageResources", core->maxPerStageResources);
  json_limit(to, "maxDescriptorSetStorageBuffers", core->maxDescriptorSetStorageBuffers);
  json_limit(to, "maxDescriptorSetUniformBuffers", core->maxDescriptorSetUniformBuffers);
  json_limit(to, "maxDescriptorSetStorageBuffersDynamic", core->maxDescriptorSetStorageBuffersDynamic);
  json_limit(to, "maxStorageBufferRange", core->maxStorageBufferRange);
  json_limit(to, "maxUniformBufferRange", core->maxUniformBufferRange);
  json_limit(to, "maxFragmentCombinedOutputResources", core->maxFragmentCombinedOutputResources);
  json_limit(to, "maxComputeWorkgroupSubgroups", all->size.maxComputeWorkgroupSubgroups);
  json_limit(to, "minStorageBufferOffsetAlignment", core->minStorageBufferOffsetAlignment);
  json_limit(to, "cooperativeMatrixSupportedStages", all->matrix.stages);
  json_limit(to, "cooperativeMatrixWorkgroupScopeMaxWorkgroupSize", all->matrix2.max_workgroup_size);
  json_limit(to, "cooperativeMatrixFlexibleDimensionsMaxDimension", all->matrix2.max_dimension);
  json_limit(to, "cooperativeMatrixWorkgroupScopeReservedSharedMemory", all->matrix2.reserved_shared_memory);
  json_limit(to, "cooperativeVectorSupportedStages", all->vector.stages);
  json_limit(to, "maxCooperativeVectorComponents", all->vector.max_components);
  json_limit(to, "cooperativeVectorTrainingFloat16Accumulation", all->vector.training_float16 != 0);
  json_limit(to, "cooperativeVectorTrainingFloat32Accumulation", all->vector.training_float32 != 0);
  json_end(to, "},");
}

/* The device report as the suite writes it. */
static void json_report(struct writer *to) {
  struct writer features = {0}, unknown = {0};
  struct properties *all = ask_properties();
  json_features(&features, all);
  put_bytes(&features, "", 1);
  const char *names = (const char *)features.bytes;
  bool sizes = strstr(names, "\"subgroupSizeControl\"") &&
               (all->size.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT);
  json(to, "{");
  json_identity(to, all);
  json(to, "\"subgroup\":{\"size\":%" PRIu32 ",\"minimum\":%" PRIu32 ",\"maximum\":%" PRIu32
           ",\"canRequireInCompute\":%s},",
       all->subgroup.subgroupSize, all->size.minSubgroupSize, all->size.maxSubgroupSize, sizes ? "true" : "false");
  json_limits(to, all);
  json(to, "\"extensions\":{");
  for (uint32_t i = 0; i < extension_count; i++) {
    json(to, "\"%s\":%" PRIu32 ",", extensions[i].extensionName, extensions[i].specVersion);
  }
  json_end(to, "},");
  put_bytes(to, features.bytes, features.size - 1);
  json(&unknown, "\"unknownProperties\":[");
  for (int i = 0; i < KINDS_OF_ROWS; i++) json_rows(to, &unknown, &ROWS[i], names);
  json_end(&unknown, "]}");
  put_bytes(to, unknown.bytes, unknown.size);
  free(features.bytes);
  free(unknown.bytes);
}

/* -------------------------------------------------------------------------------------------------- device */

static VkResult create_device(struct feature_chain *chain, uint32_t family, VkDevice *created) {
  const char **names = scratch(sizeof *names * (extension_count + 1));
  uint32_t count = 0;
  for (uint32_t i = 0; i < extension_count; i++) {
    if (runs_here(extensions[i].extensionName)) names[count++] = extensions[i].extensionName;
  }
  float priority = 1;
  VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                    .queueFamilyIndex = family,
                                    .queueCount = 1,
                                    .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &chain->head,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queues,
                             .enabledExtensionCount = count,
                             .ppEnabledExtensionNames = names};
  return vkCreateDevice(physical, &info, NULL, created);
}

static VkPipelineCache create_cache(const void *data, size_t size) {
  VkPipelineCacheCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = size, .pInitialData = data};
  VkPipelineCache cache;
  check("vkCreatePipelineCache", vkCreatePipelineCache(device, &info, NULL, &cache));
  return cache;
}

/* The commands are the device's own. */
static void load_commands(void) {
#define LOAD_DEVICE(name) vk##name = (PFN_vk##name)vkGetDeviceProcAddr(device, "vk" #name);
  DEVICE_COMMANDS(LOAD_DEVICE)
  convert_on_host = (convert_command)vkGetDeviceProcAddr(device, "vkConvertCooperativeVectorMatrixNV");
  record_convert = (record_convert_command)vkGetDeviceProcAddr(device, "vkCmdConvertCooperativeVectorMatrixNV");
}

static void open_device(void) {
  bool graphics;
  queue_family = find_queue_family(&graphics);
  struct feature_chain *chain = ask_features();
  keep_used(chain);
  for (struct member member = {.chain = chain}; next_member(&member);) {
    has_addresses |= *member.value && strcmp(member.name, "bufferDeviceAddress") == 0;
  }
  check("vkCreateDevice", create_device(chain, queue_family, &device));
  load_commands();
  vkGetDeviceQueue(device, queue_family, 0, &queue);
  VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                  .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                  .queueFamilyIndex = queue_family};
  check("vkCreateCommandPool", vkCreateCommandPool(device, &pool, NULL, &command_pool));
  VkCommandBufferAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = command_pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
  check("vkAllocateCommandBuffers", vkAllocateCommandBuffers(device, &allocation, &commands));
  VkFenceCreateInfo unsignalled = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  check("vkCreateFence", vkCreateFence(device, &unsignalled, NULL, &fence));
  common_cache = create_cache(NULL, 0);
}

static void begin_commands(void) {
  VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                   .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  check("vkBeginCommandBuffer", vkBeginCommandBuffer(commands, &info));
}

/* Runs what was recorded and waits for its end; the watchdog of the other end is quicker as a rule. */
static void submit_commands(void) {
  const uint64_t ten_minutes = UINT64_C(600000000000);
  check("vkEndCommandBuffer", vkEndCommandBuffer(commands));
  VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check("vkQueueSubmit", vkQueueSubmit(queue, 1, &submit, fence));
  VkResult waited = vkWaitForFences(device, 1, &fence, VK_TRUE, ten_minutes);
  if (waited == VK_TIMEOUT) fail(SAY_TIMED_OUT, "the dispatch did not end in time");
  check("vkWaitForFences", waited);
  check("vkResetFences", vkResetFences(device, 1, &fence));
}

/* --------------------------------------------------------------------------------------------------- arena */

/* One buffer in coherent memory that host and device both see, mapped as long as it lives. */
static struct arena {
  VkBuffer buffer;
  VkDeviceMemory memory;
  uint8_t *mapped;
  uint64_t address;
  size_t size;
} arena;

enum { FIRST_ARENA = 4 << 20, GAP = 256, FILL = 0xA5 };

static uint32_t memory_type(uint32_t allowed) {
  const VkMemoryPropertyFlags coherent = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkMemoryPropertyFlags wanted[] = {coherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, coherent};
  VkPhysicalDeviceMemoryProperties properties;
  vkGetPhysicalDeviceMemoryProperties(physical, &properties);
  for (int i = 0; i < 2; i++) {
    for (uint32_t type = 0; type < properties.memoryTypeCount; type++) {
      if ((allowed >> type & 1) && (properties.memoryTypes[type].propertyFlags & wanted[i]) == wanted[i]) {
        return type;
      }
    }
  }
  fail(SAY_REFUSED, "the device has no coherent memory for a buffer");
}

static void close_arena(void) {
  if (arena.mapped) vkUnmapMemory(device, arena.memory);
  vkDestroyBuffer(device, arena.buffer, NULL);
  vkFreeMemory(device, arena.memory, NULL);
  memset(&arena, 0, sizeof arena);
}

static void open_arena(size_t size) {
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size,
      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | (has_addresses ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0)};
  check("vkCreateBuffer", vkCreateBuffer(device, &info, NULL, &arena.buffer));
  VkMemoryRequirements needed;
  vkGetBufferMemoryRequirements(device, arena.buffer, &needed);
  VkMemoryAllocateFlagsInfo addressed = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                         .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = has_addresses ? &addressed : NULL,
                                     .allocationSize = needed.size,
                                     .memoryTypeIndex = memory_type(needed.memoryTypeBits)};
  check("vkAllocateMemory", vkAllocateMemory(device, &allocation, NULL, &arena.memory));
  check("vkBindBufferMemory", vkBindBufferMemory(device, arena.buffer, arena.memory, 0));
  void *mapped;
  check("vkMapMemory", vkMapMemory(device, arena.memory, 0, size, 0, &mapped));
  arena.mapped = mapped;
  if (has_addresses) {
    VkBufferDeviceAddressInfo asked = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                       .buffer = arena.buffer};
    arena.address = vkGetBufferDeviceAddress(device, &asked);
  }
  arena.size = size;
}

/* Memory for one dispatch of at least so many bytes, all of them filled. */
static void fill_arena(size_t size) {
  if (arena.size < size) {
    size_t wanted = arena.size ? 2 * arena.size : FIRST_ARENA;
    close_arena();
    open_arena(wanted < size ? size : wanted);
  }
  memset(arena.mapped, FILL, size);
}

/* Whether the fill is as it was. */
static bool is_filled(size_t from, size_t to) {
  while (from < to && arena.mapped[from] == FILL) from++;
  return from == to;
}

static size_t rounded(size_t size, size_t to) { return (size + to - 1) / to * to; }

/* -------------------------------------------------------------------------------------- matrices of vectors */

struct matrix {
  uint32_t component, rows, columns, layout;
  uint64_t stride;
};

enum { ROW_MAJOR = 0, OPTIMAL = 2, MATRIX_ALIGNMENT = 64 };

static struct matrix take_matrix(struct reader *from) {
  uint32_t component = take_u32(from), rows = take_u32(from), columns = take_u32(from), layout = take_u32(from);
  return (struct matrix){component, rows, columns, layout, take_u64(from)};
}

static struct conversion describe(struct matrix from, size_t source_size, struct matrix to, size_t *target_size) {
  if (!convert_on_host || !record_convert) fail(SAY_REFUSED, "the device converts no matrices");
  return (struct conversion){.type = (VkStructureType)TYPE_CONVERSION,
                             .source_size = source_size,
                             .target_size = target_size,
                             .source_component = from.component,
                             .target_component = to.component,
                             .rows = from.rows,
                             .columns = from.columns,
                             .source_layout = from.layout,
                             .source_stride = (size_t)from.stride,
                             .target_layout = to.layout,
                             .target_stride = (size_t)to.stride};
}

static void convert(const struct conversion *info) {
  check("vkConvertCooperativeVectorMatrixNV", convert_on_host(device, info));
}

/* Bytes that a matrix takes, as the device says without any data. */
static size_t converted_size(struct matrix from, size_t source_size, struct matrix to) {
  size_t size = 0;
  struct conversion info = describe(from, source_size, to, &size);
  convert(&info);
  if (size > MAX_BODY) fail(SAY_REFUSED, "a matrix of %zu bytes", size);
  return size;
}

static size_t component_bytes(uint32_t component) {
  switch (component) {
    case 2: case 6: case 10: return 8;
    case 1: case 5: case 9: case 1000491000: case 1000491001: return 4;
    case 0: case 4: case 8: case 1000141000: return 2;
    default: return 1;
  }
}

/* Bytes that a matrix takes on the device. */
static size_t matrix_size(struct matrix matrix) {
  if (matrix.layout < OPTIMAL) {
    return (size_t)((matrix.layout == ROW_MAJOR ? matrix.rows : matrix.columns) * matrix.stride);
  }
  struct matrix rows = matrix;
  rows.layout = ROW_MAJOR;
  rows.stride = matrix.columns * component_bytes(matrix.component) / 16 * 16 + 16;
  return converted_size(rows, (size_t)(rows.rows * rows.stride), matrix);
}

static _Noreturn void overrun(void) {
  fail(SAY_REFUSED, "a conversion that wrote outside of its matrices returned VkResult -1");
}

/* One matrix on the host, between guard bytes that must not change, as the source must not. */
static void serve_convert(struct reader *from, struct writer *answer) {
  struct matrix matrix = take_matrix(from), target = take_matrix(from);
  struct block source = take_block(from);
  size_t size = converted_size(matrix, source.size, target);
  size_t room = rounded(size, MATRIX_ALIGNMENT) + 3 * MATRIX_ALIGNMENT;
  uint8_t *input = scratch(source.size + 2 * MATRIX_ALIGNMENT);
  uint8_t *output = scratch(room + MATRIX_ALIGNMENT);
  input += MATRIX_ALIGNMENT - (uintptr_t)input % MATRIX_ALIGNMENT;
  output += MATRIX_ALIGNMENT - (uintptr_t)output % MATRIX_ALIGNMENT;
  memcpy(input, source.bytes, source.size);
  memset(output, FILL, room);
  memset(output + MATRIX_ALIGNMENT, 0, size);
  size_t written = size;
  struct conversion info = describe(matrix, source.size, target, &written);
  info.source.hostAddress = input;
  info.target.hostAddress = output + MATRIX_ALIGNMENT;
  convert(&info);
  for (size_t i = 0; i < room; i++) {
    if ((i < MATRIX_ALIGNMENT || i >= MATRIX_ALIGNMENT + size) && output[i] != FILL) overrun();
  }
  if (memcmp(input, source.bytes, source.size) != 0) {
    fail(SAY_REFUSED, "a conversion that changed its source returned VkResult -1");
  }
  put_block(answer, output + MATRIX_ALIGNMENT, written < size ? written : size);
}

static void barrier(VkPipelineStageFlags2 before, VkAccessFlags2 wrote, VkPipelineStageFlags2 next,
                    VkAccessFlags2 reads) {
  VkMemoryBarrier2 memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                             .srcStageMask = before,
                             .srcAccessMask = wrote,
                             .dstStageMask = next,
                             .dstAccessMask = reads};
  VkDependencyInfo dependency = {
      .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &memory};
  vkCmdPipelineBarrier2(commands, &dependency);
}

/* All matrices in one command on the device; what lies between them must not change. */
static void serve_convert_by_command(struct reader *from, struct writer *answer) {
  struct one {
    struct matrix from, to;
    struct block source;
    size_t at, target, size;
  };
  uint32_t count = take_count(from, 52);
  struct one *all = scratch(count * sizeof *all);
  size_t end = MATRIX_ALIGNMENT;
  for (uint32_t i = 0; i < count; i++) {
    all[i].from = take_matrix(from);
    all[i].to = take_matrix(from);
    all[i].source = take_block(from);
    all[i].size = converted_size(all[i].from, all[i].source.size, all[i].to);
    all[i].at = end;
    all[i].target = rounded(end + all[i].source.size, MATRIX_ALIGNMENT) + MATRIX_ALIGNMENT;
    end = rounded(all[i].target + all[i].size, MATRIX_ALIGNMENT) + MATRIX_ALIGNMENT;
  }
  fill_arena(end);
  struct conversion *infos = scratch(count * sizeof *infos);
  for (uint32_t i = 0; i < count; i++) {
    memcpy(arena.mapped + all[i].at, all[i].source.bytes, all[i].source.size);
    size_t *size = scratch(sizeof *size);
    *size = all[i].size;
    infos[i] = describe(all[i].from, all[i].source.size, all[i].to, size);
    infos[i].source.deviceAddress = arena.address + all[i].at;
    infos[i].target.deviceAddress = arena.address + all[i].target;
  }
  begin_commands();
  record_convert(commands, count, infos);
  barrier(STAGE_CONVERT, VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
  submit_commands();
  size_t clean = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_filled(clean, all[i].at) || !is_filled(all[i].at + all[i].source.size, all[i].target)) overrun();
    clean = all[i].target + all[i].size;
    put_block(answer, arena.mapped + all[i].target, all[i].size);
  }
  if (!is_filled(clean, end)) overrun();
}

/* ----------------------------------------------------------------------------------------------- pipelines */

/* Places for modules and pipelines, by which requests name them. */
enum { MODULES = 256, PIPELINES = 1024, MAX_SETS = 32 };

static struct block modules[MODULES];

struct binding {
  uint32_t set, binding;
};

struct pipeline {
  bool live;
  uint32_t groups; /* of the device that it was made on */
  uint32_t push_bytes;
  uint32_t binding_count;
  struct binding *bindings;
  uint32_t set_count;
  VkDescriptorSetLayout set_layouts[MAX_SETS];
  VkDescriptorPool pool;
  VkDescriptorSet sets[MAX_SETS];
  VkPipelineLayout layout;
  VkPipeline handle;
  VkShaderModule module;   /* while it is made */
  VkPipelineCache caches[2]; /* likewise */
};

static struct pipeline pipelines[PIPELINES];

/* The pipeline that is being made, to be taken apart where that fails. */
static struct pipeline unfinished;

static void serve_module(struct reader *from) {
  uint32_t slot = take_u32(from);
  struct block words = take_block(from);
  if (slot >= MODULES) fail(SAY_MALFORMED, "there is no place %" PRIu32 " for a module", slot);
  uint8_t *bytes = kept(words.size);
  memcpy(bytes, words.bytes, words.size);
  free((void *)modules[slot].bytes);
  modules[slot] = (struct block){bytes, words.size};
}

static void drop_parts(struct pipeline *pipeline) {
  for (int i = 0; i < 2; i++) {
    vkDestroyPipelineCache(device, pipeline->caches[i], NULL);
    pipeline->caches[i] = VK_NULL_HANDLE;
  }
  vkDestroyShaderModule(device, pipeline->module, NULL);
  pipeline->module = VK_NULL_HANDLE;
}

static void close_pipeline(struct pipeline *pipeline) {
  drop_parts(pipeline);
  vkDestroyPipeline(device, pipeline->handle, NULL);
  vkDestroyPipelineLayout(device, pipeline->layout, NULL);
  vkDestroyDescriptorPool(device, pipeline->pool, NULL);
  for (uint32_t set = 0; set < pipeline->set_count; set++) {
    vkDestroyDescriptorSetLayout(device, pipeline->set_layouts[set], NULL);
  }
  free(pipeline->bindings);
  memset(pipeline, 0, sizeof *pipeline);
}

static void take_bindings(struct reader *from, struct pipeline *into) {
  into->binding_count = take_count(from, 8);
  into->bindings = kept(into->binding_count * sizeof *into->bindings);
  for (uint32_t i = 0; i < into->binding_count; i++) {
    uint32_t set = take_u32(from);
    if (set >= MAX_SETS) fail(SAY_MALFORMED, "a binding in set %" PRIu32, set);
    into->bindings[i] = (struct binding){set, take_u32(from)};
    into->set_count = set >= into->set_count ? set + 1 : into->set_count;
  }
}

static VkDescriptorSetLayout set_layout(const struct pipeline *of, uint32_t set) {
  VkDescriptorSetLayoutBinding *bindings = scratch((of->binding_count + 1) * sizeof *bindings);
  uint32_t count = 0;
  for (uint32_t i = 0; i < of->binding_count; i++) {
    if (of->bindings[i].set == set) {
      bindings[count++] = (VkDescriptorSetLayoutBinding){.binding = of->bindings[i].binding,
                                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                         .descriptorCount = 1,
                                                         .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
  }
  VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                          .bindingCount = count,
                                          .pBindings = bindings};
  VkDescriptorSetLayout layout;
  check("vkCreateDescriptorSetLayout", vkCreateDescriptorSetLayout(device, &info, NULL, &layout));
  return layout;
}

static void make_descriptors(struct pipeline *into) {
  if (into->set_count == 0) return;
  for (uint32_t set = 0; set < into->set_count; set++) {
    into->set_layouts[set] = set_layout(into, set);
  }
  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, into->binding_count};
  VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                     .maxSets = into->set_count,
                                     .poolSizeCount = 1,
                                     .pPoolSizes = &size};
  check("vkCreateDescriptorPool", vkCreateDescriptorPool(device, &pool, NULL, &into->pool));
  VkDescriptorSetAllocateInfo sets = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                      .descriptorPool = into->pool,
                                      .descriptorSetCount = into->set_count,
                                      .pSetLayouts = into->set_layouts};
  check("vkAllocateDescriptorSets", vkAllocateDescriptorSets(device, &sets, into->sets));
}

static void make_layout(struct pipeline *into) {
  VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = into->push_bytes};
  VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                     .setLayoutCount = into->set_count,
                                     .pSetLayouts = into->set_layouts,
                                     .pushConstantRangeCount = into->push_bytes > 0,
                                     .pPushConstantRanges = &push};
  check("vkCreatePipelineLayout", vkCreatePipelineLayout(device, &info, NULL, &into->layout));
}

static VkSpecializationInfo *take_specialization(struct reader *from) {
  uint32_t count = take_count(from, 8);
  VkSpecializationMapEntry *entries = scratch((count + 1) * sizeof *entries);
  VkSpecializationInfo *info = scratch(sizeof *info);
  uint8_t *data = scratch(from->left);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t id = take_u32(from);
    struct block value = take_block(from);
    entries[i] = (VkSpecializationMapEntry){id, (uint32_t)info->dataSize, value.size};
    memcpy(data + info->dataSize, value.bytes, value.size);
    info->dataSize += value.size;
  }
  info->mapEntryCount = count;
  info->pMapEntries = entries;
  info->pData = data;
  return count ? info : NULL;
}

static VkPipeline create_pipeline(const VkComputePipelineCreateInfo *info, VkPipelineCache cache) {
  VkPipeline pipeline;
  check("vkCreateComputePipelines", vkCreateComputePipelines(device, cache, 1, info, NULL, &pipeline));
  return pipeline;
}

/* Makes the pipeline anew from what a cache kept of an equal one. */
static VkPipeline pipeline_from_cache(const VkComputePipelineCreateInfo *info, VkPipelineCache caches[2]) {
  caches[0] = create_cache(NULL, 0);
  vkDestroyPipeline(device, create_pipeline(info, caches[0]), NULL);
  size_t size = 0;
  check("vkGetPipelineCacheData", vkGetPipelineCacheData(device, caches[0], &size, NULL));
  void *data = scratch(size);
  check("vkGetPipelineCacheData", vkGetPipelineCacheData(device, caches[0], &size, data));
  caches[1] = create_cache(data, size);
  return create_pipeline(info, caches[1]);
}

/* A device for each set of groups that pipelines were made with; of the one in use the globals hold all. */
static struct opened {
  VkDevice device;
  VkQueue queue;
  VkCommandPool command_pool;
  VkCommandBuffer commands;
  VkFence fence;
  VkPipelineCache common_cache;
  struct arena arena;
} opened[(ROBUST_ACCESS | NULL_DESCRIPTORS) / ROBUST_ACCESS + 1];

/* Goes over to the device with these groups, which is opened where it is not. */
static void use(uint32_t wanted) {
  if (wanted != groups) {
    opened[groups / ROBUST_ACCESS] =
        (struct opened){device, queue, command_pool, commands, fence, common_cache, arena};
    const struct opened *other = &opened[wanted / ROBUST_ACCESS];
    groups = wanted;
    device = other->device;
    queue = other->queue;
    command_pool = other->command_pool;
    commands = other->commands;
    fence = other->fence;
    common_cache = other->common_cache;
    arena = other->arena;
    if (device) load_commands();
  }
  if (!device) open_device();
}

static void serve_prepare(struct reader *from) {
  uint32_t slot = take_u32(from), module = take_u32(from), stage = take_u32(from), flags = take_u32(from);
  uint32_t subgroup_size = take_u32(from);
  struct pipeline *made = &unfinished;
  made->push_bytes = take_u32(from);
  char *entry = take_text(from);
  take_bindings(from, made);
  VkSpecializationInfo *specialization = take_specialization(from);
  if (stage != VK_SHADER_STAGE_COMPUTE_BIT) {
    fail(SAY_UNSUPPORTED, "the agent runs compute shaders, not those of stage 0x%" PRIx32, stage);
  }
  if (slot >= PIPELINES || pipelines[slot].live || module >= MODULES || !modules[module].bytes) {
    fail(SAY_MALFORMED, "place %" PRIu32 " is taken, or module %" PRIu32 " is not there", slot, module);
  }
  uint32_t wanted = flags & (ROBUST_ACCESS | NULL_DESCRIPTORS);
  use(wanted);
  made->groups = wanted;
  make_descriptors(made);
  make_layout(made);
  VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                   .codeSize = modules[module].size,
                                   .pCode = (const uint32_t *)(const void *)modules[module].bytes};
  check("vkCreateShaderModule", vkCreateShaderModule(device, &code, NULL, &made->module));
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
      .requiredSubgroupSize = subgroup_size};
  VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .pNext = subgroup_size ? &required : NULL,
                .flags = flags & FULL_SUBGROUPS
                             ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT
                             : 0,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = made->module,
                .pName = entry,
                .pSpecializationInfo = specialization},
      .layout = made->layout};
  made->handle = flags & FROM_CACHE ? pipeline_from_cache(&info, made->caches) : create_pipeline(&info, common_cache);
  drop_parts(made);
  made->live = true;
  pipelines[slot] = *made;
  memset(made, 0, sizeof *made);
}

static struct pipeline *take_pipeline(struct reader *from) {
  uint32_t slot = take_u32(from);
  if (slot >= PIPELINES || !pipelines[slot].live) fail(SAY_MALFORMED, "there is no pipeline %" PRIu32, slot);
  use(pipelines[slot].groups);
  return &pipelines[slot];
}

/* ------------------------------------------------------------------------------------------------ dispatch */

/* A buffer as it was sent, and where it lies in the arena. */
struct content {
  uint8_t *bytes;
  uint32_t size;
  size_t at;
};

/* The buffers of the last dispatch of a frame, which the next one in it may name instead of sending them again. */
static struct content *last;
static uint32_t last_count;

static void forget_last(void) {
  for (uint32_t i = 0; i < last_count; i++) free(last[i].bytes);
  free(last);
  last = NULL;
  last_count = 0;
}

enum { CONTENT_SENT = 0, CONTENT_AS_LAST = 1 };

static struct content take_content(struct reader *from) {
  struct content content = {0};
  const uint8_t *bytes;
  if (take_u32(from) == CONTENT_SENT) {
    struct block sent = take_block(from);
    content.size = sent.size;
    bytes = sent.bytes;
  } else {
    uint32_t index = take_u32(from);
    if (index >= last_count) fail(SAY_MALFORMED, "the last dispatch had no buffer %" PRIu32, index);
    content.size = last[index].size;
    bytes = last[index].bytes;
  }
  content.bytes = kept(content.size);
  memcpy(content.bytes, bytes, content.size);
  return content;
}

/* A matrix in a bound buffer. */
struct place {
  uint32_t buffer, offset, capacity;
  struct matrix matrix;
};

static struct place take_place(struct reader *from, uint32_t bound) {
  uint32_t buffer = take_u32(from), offset = take_u32(from), capacity = take_u32(from);
  struct place place = {buffer, offset, capacity, take_matrix(from)};
  if (place.buffer >= bound || place.offset > last[place.buffer].size) {
    fail(SAY_MALFORMED, "a matrix outside of the buffers");
  }
  return place;
}

static void record_dispatch(const struct pipeline *pipeline, const uint32_t groups[3], struct block push) {
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->handle);
  if (pipeline->set_count) {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->layout, 0, pipeline->set_count,
                            pipeline->sets, 0, NULL);
  }
  if (pipeline->push_bytes) {
    vkCmdPushConstants(commands, pipeline->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, push.size, push.bytes);
  }
  vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
}

static void record_conversion(struct place from, struct place to) {
  size_t source = matrix_size(from.matrix);
  size_t *size = scratch(sizeof *size);
  *size = converted_size(from.matrix, source, to.matrix);
  if (*size > to.capacity) {
    fail(SAY_REFUSED, "a matrix of %zu bytes for %" PRIu32 " returned VkResult -1", *size, to.capacity);
  }
  struct conversion info = describe(from.matrix, source, to.matrix, size);
  info.source.deviceAddress = arena.address + last[from.buffer].at + from.offset;
  info.target.deviceAddress = arena.address + last[to.buffer].at + to.offset;
  record_convert(commands, 1, &info);
}

static struct block take_push(struct reader *from, const struct pipeline *pipeline) {
  struct block push = take_block(from);
  if (pipeline->push_bytes && (push.size > pipeline->push_bytes || push.size % 4)) {
    fail(SAY_MALFORMED, "%" PRIu32 " bytes of push constants for %" PRIu32, push.size, pipeline->push_bytes);
  }
  return push;
}

/* What follows the first dispatch, each behind a barrier; the last barrier is for the host. */
static void record_steps(struct reader *from, const struct pipeline *pipeline, const uint32_t groups[3],
                         uint32_t bound) {
  const VkPipelineStageFlags2 compute = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
  const VkAccessFlags2 shader = VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT;
  const VkAccessFlags2 transfer = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;
  bool converted = false;
  uint32_t steps = take_count(from, 8);
  for (uint32_t i = 0; i < steps; i++) {
    bool converts = take_u32(from) == STEP_CONVERT;
    barrier(converted ? STAGE_CONVERT : compute,
            converted ? VK_ACCESS_2_TRANSFER_WRITE_BIT : VK_ACCESS_2_SHADER_WRITE_BIT,
            converts ? STAGE_CONVERT : compute, converts ? transfer : shader);
    if (converts) {
      struct place source = take_place(from, bound);
      record_conversion(source, take_place(from, bound));
    } else {
      record_dispatch(pipeline, groups, take_push(from, pipeline));
    }
    converted = converts;
  }
  barrier(converted ? STAGE_CONVERT : compute,
          converted ? VK_ACCESS_2_TRANSFER_WRITE_BIT : VK_ACCESS_2_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT,
          VK_ACCESS_2_HOST_READ_BIT);
}

static void bind_buffers(const struct pipeline *pipeline) {
  for (uint32_t i = 0; i < pipeline->binding_count; i++) {
    VkDescriptorBufferInfo buffer = {arena.buffer, last[i].at, last[i].size};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = pipeline->sets[pipeline->bindings[i].set],
                                  .dstBinding = pipeline->bindings[i].binding,
                                  .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
  }
}

/* The buffers' bytes in the arena, and the fill between them. Returns the end. */
static size_t place_buffers(void) {
  size_t end = GAP;
  for (uint32_t i = 0; i < last_count; i++) {
    last[i].at = end;
    end += rounded(last[i].size, GAP) + GAP;
  }
  fill_arena(end);
  for (uint32_t i = 0; i < last_count; i++) {
    memcpy(arena.mapped + last[i].at, last[i].bytes, last[i].size);
  }
  return end;
}

static void patch_addresses(struct reader *from, uint32_t bound) {
  uint32_t count = take_count(from, 12);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t source = take_u32(from), into = take_u32(from), offset = take_u32(from);
    if (source >= last_count - bound || into >= bound || last[into].size < 8 || offset > last[into].size - 8) {
      fail(SAY_MALFORMED, "an address outside of the buffers");
    }
    uint64_t address = arena.address + last[bound + source].at;
    store_u32(arena.mapped + last[into].at + offset, (uint32_t)address);
    store_u32(arena.mapped + last[into].at + offset + 4, (uint32_t)(address >> 32));
  }
}

static void check_gaps(size_t end) {
  size_t at = 0;
  for (uint32_t i = 0; i <= last_count; i++) {
    size_t next = i < last_count ? last[i].at : end;
    if (!is_filled(at, next)) {
      if (i == 0) fail(SAY_WROTE_OUTSIDE, "before the first buffer");
      fail(SAY_WROTE_OUTSIDE, "behind buffer %" PRIu32, i - 1);
    }
    at = i < last_count ? next + last[i].size : end;
  }
}

/* The ranges of a buffer that are not as they were sent; what lies closer than a range's head is one. */
static void put_changes(struct writer *answer, const struct content *content) {
  enum { APART = 16, BLOCK = 64 };
  uint8_t *now = scratch(content->size);
  const uint8_t *then = content->bytes;
  memcpy(now, arena.mapped + content->at, content->size);
  size_t count_at = answer->size;
  uint32_t ranges = 0;
  put_u32(answer, 0);
  for (uint32_t at = 0; at < content->size;) {
    if (now[at] == then[at]) {
      at += content->size - at >= BLOCK && memcmp(now + at, then + at, BLOCK) == 0 ? BLOCK : 1;
      continue;
    }
    uint32_t end = at + 1;
    for (uint32_t i = end; i < content->size && i - end < APART; i++) {
      end = now[i] != then[i] ? i + 1 : end;
    }
    put_u32(answer, at);
    put_block(answer, now + at, end - at);
    ranges++;
    at = end;
  }
  store_u32(answer->bytes + count_at, ranges);
}

static void serve_dispatch(struct reader *from, struct writer *answer) {
  struct pipeline *pipeline = take_pipeline(from);
  uint32_t groups[3] = {take_u32(from), take_u32(from), take_u32(from)};
  struct block push = take_push(from, pipeline);
  uint32_t bound = take_u32(from), addressed = take_u32(from);
  if (bound != pipeline->binding_count || addressed > from->left / 8) {
    fail(SAY_MALFORMED, "%" PRIu32 " buffers for %" PRIu32 " bindings", bound, pipeline->binding_count);
  }
  struct content *sent = kept((bound + addressed) * sizeof *sent);
  for (uint32_t i = 0; i < bound + addressed; i++) sent[i] = take_content(from);
  forget_last();
  last = sent;
  last_count = bound + addressed;
  size_t end = place_buffers();
  patch_addresses(from, bound);
  bind_buffers(pipeline);
  begin_commands();
  record_dispatch(pipeline, groups, push);
  record_steps(from, pipeline, groups, bound);
  submit_commands();
  check_gaps(end);
  for (uint32_t i = 0; i < last_count; i++) put_changes(answer, &last[i]);
}

/* --------------------------------------------------------------------------- questions to the interface itself */

static void serve_rows(struct reader *from, struct writer *answer) {
  uint32_t which = take_u32(from), has_array = take_u32(from), count = take_u32(from), room = take_u32(from);
  if (which >= KINDS_OF_ROWS || room > MAX_BODY / 64) fail(SAY_MALFORMED, "there are no rows %" PRIu32, which);
  uint8_t *rows = blank_rows(&ROWS[which], room);
  VkResult result = rows_command_of(&ROWS[which])(physical, &count, has_array ? rows : NULL);
  put_u32(answer, (uint32_t)result);
  put_u32(answer, count);
  for (uint32_t i = 0; has_array && i < room; i++) {
    const struct link *row = (struct link *)(rows + i * row_bytes(&ROWS[which]));
    put_u32(answer, row->type);
    put_u32(answer, row->next != NULL);
    for (int j = 0; j < ROWS[which].members; j++) put_u32(answer, row->members[j]);
  }
}

static void serve_features(struct writer *answer) {
  for (struct member member = {.chain = ask_features()}; next_member(&member);) {
    put_text(answer, member.name);
    put_u32(answer, *member.value);
    put_u32(answer, in_scope(member.features));
  }
}

/* Creates a device with one feature of the systems in scope alone, and takes it away again. */
static void serve_create(struct reader *from, struct writer *answer) {
  char *feature = take_text(from);
  struct feature_chain *chain = ask_features();
  keep_used(chain);
  for (struct member member = {.chain = chain}; next_member(&member);) {
    if (in_scope(member.features)) *member.value = strcmp(member.name, feature) == 0;
  }
  VkDevice created;
  VkResult result = create_device(chain, queue_family, &created);
  if (result == VK_SUCCESS) {
    PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)vkGetDeviceProcAddr(created, "vkDestroyDevice");
    destroy(created, NULL);
  }
  put_u32(answer, (uint32_t)result);
}

static void serve_size(struct reader *from, struct writer *answer) {
  struct matrix matrix = take_matrix(from);
  struct matrix target = take_matrix(from);
  put_u32(answer, (uint32_t)converted_size(matrix, take_u32(from), target));
}

/* Barriers between compute shaders and conversions, both ways. */
static void serve_barrier(void) {
  const VkAccessFlags2 shader = VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT;
  const VkAccessFlags2 transfer = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;
  begin_commands();
  barrier(VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, shader, STAGE_CONVERT, transfer);
  barrier(STAGE_CONVERT, transfer, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, shader);
  submit_commands();
}

/* ------------------------------------------------------------------------------------------------- serving */

static void serve(uint32_t kind, struct reader from, struct writer *answer) {
  /* Those that name a pipeline go over to its device. */
  use(0);
  switch (kind) {
    case ASK_MODULE: serve_module(&from); break;
    case ASK_PREPARE: serve_prepare(&from); break;
    case ASK_DISPATCH: serve_dispatch(&from, answer); break;
    case ASK_CLOSE: close_pipeline(take_pipeline(&from)); break;
    case ASK_CONVERT: serve_convert(&from, answer); break;
    case ASK_CONVERT_BY_COMMAND: serve_convert_by_command(&from, answer); break;
    case ASK_ROWS: serve_rows(&from, answer); break;
    case ASK_FEATURES: serve_features(answer); break;
    case ASK_CREATE: serve_create(&from, answer); break;
    case ASK_SIZE: serve_size(&from, answer); break;
    case ASK_BARRIER: serve_barrier(); break;
    default: fail(SAY_UNSUPPORTED, "the agent knows no request of kind %" PRIu32, kind);
  }
  if (from.left) fail(SAY_MALFORMED, "%zu bytes behind the request", from.left);
}

/* Serves a request and says of which kind the answer is; what goes into the answer is written into it. */
static enum kind answer_to(uint32_t kind, struct reader from, struct writer *answer) {
  const size_t begun = answer->size;
  if (setjmp(failed) != 0) {
    if (failure != SAY_DEVICE_LOST && failure != SAY_TIMED_OUT) close_pipeline(&unfinished);
    answer->size = begun;
    put_text(answer, failure_text);
    free_scratch();
    return failure;
  }
  serve(kind, from, answer);
  free_scratch();
  return SAY_DONE;
}

/* A request of several: its kind, and its body as a block. Returns whether it is whole. */
static bool take_part(struct reader *from, uint32_t *kind, struct reader *body) {
  if (from->left < 8) return false;
  *kind = load_u32(from->at);
  body->left = load_u32(from->at + 4);
  body->at = from->at + 8;
  if (*kind == ASK_END || *kind == ASK_SEVERAL || body->left > from->left - 8) return false;
  from->at += 8 + body->left;
  from->left -= 8 + body->left;
  return true;
}

/* Serves requests in their order up to one without which those behind it make no sense. */
static enum kind answer_to_several(struct reader from, struct writer *answer) {
  uint32_t kind;
  struct reader body;
  for (struct reader at = from; at.left;) {
    if (!take_part(&at, &kind, &body)) {
      put_text(answer, "a request of several is cut, or of a kind that stands alone");
      return SAY_MALFORMED;
    }
  }
  enum kind said = SAY_DONE;
  while (take_part(&from, &kind, &body)) {
    const size_t head = answer->size;
    const uint32_t begun = microseconds();
    grow(answer, 12);
    said = answer_to(kind, body, answer);
    store_u32(answer->bytes + head, said);
    store_u32(answer->bytes + head + 4, microseconds() - begun);
    store_u32(answer->bytes + head + 8, (uint32_t)(answer->size - head - 12));
    if (said == SAY_DEVICE_LOST || said == SAY_TIMED_OUT || (kind == ASK_PREPARE && said != SAY_DONE)) break;
  }
  return SAY_DONE;
}

static void serve_all(void) {
  static struct frame request;
  static struct writer answer;
  while (receive_frame(&request) && request.kind != ASK_END) {
    struct reader body = {request.body, request.size};
    answer.size = 0;
    forget_last();
    enum kind said = request.kind == ASK_SEVERAL ? answer_to_several(body, &answer)
                                                 : answer_to(request.kind, body, &answer);
    send_frame(said, request.number, answer.bytes, answer.size);
    free(request.body);
  }
}

static void close_all(void) {
  for (uint32_t i = 0; i < PIPELINES; i++) {
    if (pipelines[i].live) {
      use(pipelines[i].groups);
      close_pipeline(&pipelines[i]);
    }
  }
  for (uint32_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
    if (i * ROBUST_ACCESS != groups && !opened[i].device) continue;
    use(i * ROBUST_ACCESS);
    vkDeviceWaitIdle(device);
    close_arena();
    vkDestroyPipelineCache(device, common_cache, NULL);
    vkDestroyFence(device, fence, NULL);
    vkDestroyCommandPool(device, command_pool, NULL);
    vkDestroyDevice(device, NULL);
  }
  vkDestroyInstance(instance, NULL);
}

/* Finds the device, and what it reports. */
static void find_device(uint32_t index, struct writer *report) {
  open_instance();
  choose_device(index);
  find_extensions();
  json_report(report);
}

static void hello(uint32_t index) {
  static struct writer body, report;
  find_device(index, &report);
  open_device();
  put_u32(&body, PROTOCOL_VERSION);
  put_text(&body, AGENT_VERSION);
  put_u32(&body, VK_SHADER_STAGE_COMPUTE_BIT);
  put_block(&body, ask_properties()->id.deviceUUID, VK_UUID_SIZE);
  put_block(&body, report.bytes, report.size);
  send_frame(SAY_HELLO, 0, body.bytes, body.size);
}

static void print_report(uint32_t index) {
  struct writer report = {0};
  find_device(index, &report);
  printf("%.*s\n", (int)report.size, (char *)report.bytes);
}

static void print_devices(void) {
  VkPhysicalDevice *found;
  open_instance();
  uint32_t count = find_devices(&found);
  for (uint32_t i = 0; i < count; i++) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(found[i], &properties);
    printf("%" PRIu32 ": %s\n", i, properties.deviceName);
  }
}

static const char USAGE[] =
    "usage: coopcts-agent [INDEX]            speaks with the suite; run-cts.sh --device 'remote:COMMAND' starts it\n"
    "       coopcts-agent --list             prints the Vulkan 1.3 devices with their INDEX\n"
    "       coopcts-agent --report [INDEX]   prints the device report as JSON, for run-cts.sh list --report\n"
    "       coopcts-agent --version\n";

int main(int count, char **arguments) {
  static const char *option = "";
  static uint32_t index;
  int next = 1;
  if (next < count && arguments[next][0] == '-') option = arguments[next++];
  if (next < count) {
    char *end;
    index = (uint32_t)strtoul(arguments[next], &end, 10);
    next += *end == '\0' && end != arguments[next];
  }
  if (next < count) option = "--help";
  if (strcmp(option, "--version") == 0) {
    printf("coopcts-agent %s, protocol %d\n", AGENT_VERSION, PROTOCOL_VERSION);
    return 0;
  }
  bool speaks = !option[0];
  if (speaks ? has_terminal() : strcmp(option, "--list") != 0 && strcmp(option, "--report") != 0) {
    fputs(USAGE, stderr);
    return 2;
  }
  if (setjmp(failed) != 0) {
    if (option[0]) die("%s", failure_text);
    send_text(SAY_UNAVAILABLE, 0, failure_text);
    return 3;
  }
  if (option[0]) {
    if (strcmp(option, "--list") == 0) print_devices();
    else print_report(index);
    return 0;
  }
  if (!take_pipes()) die("the pipes cannot be had: %s", why_not());
  end_at_crash();
  hello(index);
  free_scratch();
  serve_all();
  close_all();
  return 0;
}
