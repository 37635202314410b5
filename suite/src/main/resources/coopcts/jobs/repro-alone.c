//: work
    enum { STAGES = 1 };
    VkPipelineShaderStageCreateInfo *stages = &stage;
