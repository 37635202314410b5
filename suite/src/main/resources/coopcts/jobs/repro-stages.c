//: modules
${OTHERS}
static const struct { VkShaderStageFlagBits stage; size_t bytes; const uint32_t *words; } others[] = {
${OTHERROWS}};

//: work
    /* The other stages of the pipeline. */
    enum { STAGES = 1 + sizeof others / sizeof *others };
    VkPipelineShaderStageCreateInfo stages[STAGES] = {stage};
    for (int i = 1; i < STAGES; i++) {
        VkShaderModuleCreateInfo other = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            .codeSize = others[i - 1].bytes, .pCode = others[i - 1].words};
        stages[i] = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = others[i - 1].stage, .pName = "main"};
        must(vkCreateShaderModule(device, &other, NULL, &stages[i].module), "vkCreateShaderModule");
    }
