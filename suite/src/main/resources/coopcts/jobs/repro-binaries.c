//: functions
/* VK_KHR_pipeline_binary, for which the headers may be too old. */
struct binary_key { uint32_t type; void *next; uint32_t size; uint8_t key[32]; };
struct binary_data { size_t size; void *bytes; };
struct binaries { uint32_t type; const void *next; uint32_t count; uint64_t *handles; };
struct kept_binaries { uint32_t count; const struct binary_key *keys; const struct binary_data *data; };
struct binary_create { uint32_t type; const void *next; const struct kept_binaries *kept; VkPipeline pipeline; void *info; };
struct binary_of { uint32_t type; void *next; uint64_t handle; };
typedef VkResult (VKAPI_PTR *CreateBinaries)(VkDevice, const struct binary_create *, const void *, struct binaries *);
typedef VkResult (VKAPI_PTR *BinaryData)(VkDevice, const struct binary_of *, struct binary_key *, size_t *, void *);

//: work
    /* A pipeline whose data is captured (VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR). */
    struct { uint32_t type; const void *next; uint64_t flags; } capture = {1000470005, NULL, 0x80000000};
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = &capture, .stage = stage, .layout = layout};
    must(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "the first vkCreateComputePipelines");

    /* Its binaries with their keys and data. */
    enum { MOST = 64 };
    static struct binary_key keys[MOST];
    static struct binary_data data[MOST];
    static uint64_t handles[MOST];
    CreateBinaries create = (CreateBinaries) vkGetDeviceProcAddr(device, "vkCreatePipelineBinariesKHR");
    BinaryData get = (BinaryData) vkGetDeviceProcAddr(device, "vkGetPipelineBinaryDataKHR");
    struct binary_create captured = {1000483001, .pipeline = pipeline};
    struct binaries list = {1000483009, .count = MOST, .handles = handles};
    must(create(device, &captured, NULL, &list), "vkCreatePipelineBinariesKHR of a pipeline");
    for (uint32_t i = 0; i < list.count; i++) {
        struct binary_of of = {1000483006, NULL, handles[i]};
        keys[i].type = 1000483003;
        must(get(device, &of, &keys[i], &data[i].size, NULL), "vkGetPipelineBinaryDataKHR");
        data[i].bytes = malloc(data[i].size);
        must(get(device, &of, &keys[i], &data[i].size, data[i].bytes), "vkGetPipelineBinaryDataKHR");
    }
    vkDestroyPipeline(device, pipeline, NULL);
    printf("%u binaries are captured\n", list.count);
    fflush(stdout);

    /* Binaries of that data, and a pipeline of these. */
    struct kept_binaries kept = {list.count, keys, data};
    struct binary_create made = {1000483001, .kept = &kept};
    must(create(device, &made, NULL, &list), "vkCreatePipelineBinariesKHR of data");
    list.type = 1000483002;
    info.pNext = &list;
    must(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "the second vkCreateComputePipelines");
