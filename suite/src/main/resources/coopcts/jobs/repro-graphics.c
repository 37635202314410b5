//: work
    /* A draw into nothing. */
    enum { WIDTH = ${WIDTH}, HEIGHT = ${HEIGHT} };
    VkRect2D area = {{0, 0}, {WIDTH, HEIGHT}};
    VkViewport whole = {0, 0, WIDTH, HEIGHT, 0, 1};
    VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = ${TOPOLOGY}};
    VkPipelineTessellationStateCreateInfo patches = {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = 1};
    VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1, .pViewports = &whole, .scissorCount = 1, .pScissors = &area};
    VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = ${DISCARD}, .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    VkPipelineColorBlendStateCreateInfo blend = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    VkPipelineRenderingCreateInfo targets = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .pNext = &targets,
        .stageCount = STAGES, .pStages = stages, .pVertexInputState = &input, .pInputAssemblyState = &assembly,
        .pTessellationState = &patches, .pViewportState = &viewport, .pRasterizationState = &raster,
        .pMultisampleState = &samples, .pColorBlendState = &blend, .layout = layout};
    must(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");
//: record
        VkRenderingInfo rendering = {VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = area, .layerCount = 1};
        vkCmdBeginRendering(commands, &rendering);
//+ draw
        vkCmdEndRendering(commands);
