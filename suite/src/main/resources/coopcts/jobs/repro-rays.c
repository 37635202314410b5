//: functions
#define FUNCTION(name) PFN_##name name = (PFN_##name) vkGetDeviceProcAddr(device, #name)

//: work
    enum { NONE = VK_SHADER_UNUSED_KHR };
    VkRayTracingShaderGroupCreateInfoKHR groups[] = {
${RAYGROUPS}    };
    enum { GROUPS = sizeof groups / sizeof *groups };
    VkRayTracingPipelineCreateInfoKHR info = {VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
        .stageCount = STAGES, .pStages = stages, .groupCount = GROUPS, .pGroups = groups,
        .maxPipelineRayRecursionDepth = 1, .layout = layout};
    FUNCTION(vkCreateRayTracingPipelinesKHR);
    must(vkCreateRayTracingPipelinesKHR(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
         "vkCreateRayTracingPipelinesKHR");

    /* A table of one record for each group: ray generation, miss, hit and callable shaders. */
    VkPhysicalDeviceRayTracingPipelinePropertiesKHR limits = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 ask = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limits};
    vkGetPhysicalDeviceProperties2(physical[chosen], &ask);
    uint32_t size_of_handle = limits.shaderGroupHandleSize, alignment = limits.shaderGroupHandleAlignment,
        base = limits.shaderGroupBaseAlignment, record = (size_of_handle + alignment - 1) / alignment * alignment,
        step = (record + base - 1) / base * base;
    struct room tables = room(device, physical[chosen], (GROUPS + 1) * step,
        VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, HOST);
    VkDeviceAddress first = (tables.address + step - 1) / step * step;
    VkStridedDeviceAddressRegionKHR regions[4] = {{0}};
    const int region[] = {${REGIONS}};
    FUNCTION(vkGetRayTracingShaderGroupHandlesKHR);
    for (int i = 0; i < GROUPS; i++) {
        must(vkGetRayTracingShaderGroupHandlesKHR(device, pipeline, i, 1, size_of_handle,
            tables.bytes + (first - tables.address) + i * step), "vkGetRayTracingShaderGroupHandlesKHR");
        regions[region[i]] = (VkStridedDeviceAddressRegionKHR){first + i * step, record, record};
    }
//: record
        FUNCTION(vkCmdTraceRaysKHR);
        vkCmdTraceRaysKHR(commands, &regions[0], &regions[1], &regions[2], &regions[3], ${GROUPS});
