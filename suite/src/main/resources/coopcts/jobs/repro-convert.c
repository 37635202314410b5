//: data
/* Matrices that the device converts, in this order: by the host before the run (-1) or behind it (${RUNS}),
   else by a command behind the run of that number. Layouts: 0 rows, 1 columns, 2 inferencing, 3 training. */
struct matrix_at { int buffer; size_t offset, bytes, stride; uint32_t component, rows, columns, layout; };
static const struct conversion { int when; struct matrix_at from, to; } conversions[] = {
${CONVERSIONS}{0}};
enum { CONVERSIONS = sizeof conversions / sizeof *conversions - 1 };

//: functions
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

