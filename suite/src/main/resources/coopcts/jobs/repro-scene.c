//: functions
/* An acceleration structure of one geometry with one primitive, built before the commands that follow. */
static VkAccelerationStructureKHR structure(VkDevice device, VkPhysicalDevice physical, VkCommandBuffer commands,
                                            VkAccelerationStructureTypeKHR type,
                                            const VkAccelerationStructureGeometryKHR *geometry) {
    VkAccelerationStructureBuildGeometryInfoKHR build = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = type, .geometryCount = 1, .pGeometries = geometry};
    VkAccelerationStructureBuildSizesInfoKHR sizes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    uint32_t one = 1;
    FUNCTION(vkGetAccelerationStructureBuildSizesKHR);
    vkGetAccelerationStructureBuildSizesKHR(device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build, &one, &sizes);
    struct room storage = room(device, physical, sizes.accelerationStructureSize,
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    struct room scratch = room(device, physical, sizes.buildScratchSize + 256,
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    VkAccelerationStructureCreateInfoKHR info = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
        .buffer = storage.buffer, .size = sizes.accelerationStructureSize, .type = type};
    FUNCTION(vkCreateAccelerationStructureKHR);
    must(vkCreateAccelerationStructureKHR(device, &info, NULL, &build.dstAccelerationStructure),
         "vkCreateAccelerationStructureKHR");
    build.scratchData.deviceAddress = (scratch.address + 255) / 256 * 256;
    VkAccelerationStructureBuildRangeInfoKHR range = {.primitiveCount = 1};
    const VkAccelerationStructureBuildRangeInfoKHR *ranges = &range;
    FUNCTION(vkCmdBuildAccelerationStructuresKHR);
    vkCmdBuildAccelerationStructuresKHR(commands, 1, &build, &ranges);
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
        .dstAccessMask = VK_ACCESS_ACCELERATION_STRUCTURE_READ_BIT_KHR};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
        0, 1, &barrier, 0, NULL, 0, NULL);
    return build.dstAccelerationStructure;
}

//: layout
    VkDescriptorSetLayoutBinding scene_binding = {0, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1,
        VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR | VK_SHADER_STAGE_MISS_BIT_KHR, NULL};
    VkDescriptorSetLayoutCreateInfo scene_layout = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1, .pBindings = &scene_binding};
    must(vkCreateDescriptorSetLayout(device, &scene_layout, NULL, &set_layouts[SETS]), "vkCreateDescriptorSetLayout");
//: bound

    /* What rays are traced through: one box across the positive z-axis, in a descriptor set of its own. */
    struct room geometry = room(device, physical[chosen], 512,
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR
            | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, HOST);
    VkAabbPositionsKHR box = {-1, -1, 1, 1, 1, 3};
    memcpy(geometry.bytes, &box, sizeof box);
    VkAccelerationStructureGeometryKHR boxes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_AABBS_KHR, .flags = VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR,
        .geometry.aabbs = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR, NULL,
            {geometry.address}, sizeof box}};
    VkAccelerationStructureKHR below = structure(device, physical[chosen], commands,
        VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, &boxes);
    VkAccelerationStructureDeviceAddressInfoKHR of = {
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR, .accelerationStructure = below};
    FUNCTION(vkGetAccelerationStructureDeviceAddressKHR);
    VkAccelerationStructureInstanceKHR place = {.transform = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, .mask = 0xFF,
        .accelerationStructureReference = vkGetAccelerationStructureDeviceAddressKHR(device, &of)};
    memcpy(geometry.bytes + 256, &place, sizeof place);
    VkAccelerationStructureGeometryKHR instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR,
        .geometry.instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR, NULL, VK_FALSE,
            {geometry.address + 256}}};
    VkAccelerationStructureKHR scene = structure(device, physical[chosen], commands,
        VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, &instances);
    VkDescriptorPoolSize scene_size = {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1};
    VkDescriptorPoolCreateInfo scene_pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &scene_size};
    VkDescriptorPool scene_pool;
    must(vkCreateDescriptorPool(device, &scene_pool_info, NULL, &scene_pool), "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo scene_set = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = scene_pool, .descriptorSetCount = 1, .pSetLayouts = &set_layouts[SETS]};
    must(vkAllocateDescriptorSets(device, &scene_set, &sets[SETS]), "vkAllocateDescriptorSets");
    VkWriteDescriptorSetAccelerationStructureKHR write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
        .accelerationStructureCount = 1, .pAccelerationStructures = &scene};
    VkWriteDescriptorSet written = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &write, .dstSet = sets[SETS],
        .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR};
    vkUpdateDescriptorSets(device, 1, &written, 0, NULL);
    vkCmdBindDescriptorSets(commands, ${BINDPOINT}, layout, SETS, 1, &sets[SETS], 0, NULL);
