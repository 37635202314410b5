/*
 * What the agent needs of Vulkan extensions that are newer than the Vulkan headers of Debian 12: three extensions'
 * structures and commands under names of the agent's own, so that newer headers do not clash with them.
 */
#ifndef COOPCTS_VULKAN_NEWER_H
#define COOPCTS_VULKAN_NEWER_H

#include <vulkan/vulkan_core.h>

/* Values of VkStructureType. */
enum {
  TYPE_MATRIX_ROW = 1000506001,
  TYPE_MATRIX_LIMITS = 1000506002,
  TYPE_FLEXIBLE_ROW = 1000593001,
  TYPE_MATRIX2_LIMITS = 1000593002,
  TYPE_VECTOR_LIMITS = 1000491001,
  TYPE_VECTOR_ROW = 1000491002,
  TYPE_CONVERSION = 1000491004
};

/* VK_PIPELINE_STAGE_2_CONVERT_COOPERATIVE_VECTOR_MATRIX_BIT_NV */
#define STAGE_CONVERT ((VkPipelineStageFlags2)1 << 44)

/* VkPhysicalDeviceCooperativeMatrixPropertiesKHR */
struct matrix_limits {
  VkStructureType type;
  void *next;
  VkShaderStageFlags stages;
};

/* VkPhysicalDeviceCooperativeMatrix2PropertiesNV */
struct matrix2_limits {
  VkStructureType type;
  void *next;
  uint32_t max_workgroup_size;
  uint32_t max_dimension;
  uint32_t reserved_shared_memory;
};

/* VkPhysicalDeviceCooperativeVectorPropertiesNV */
struct vector_limits {
  VkStructureType type;
  void *next;
  VkShaderStageFlags stages;
  VkBool32 training_float16;
  VkBool32 training_float32;
  uint32_t max_components;
};

/* VkConvertCooperativeVectorMatrixInfoNV */
struct conversion {
  VkStructureType type;
  const void *next;
  size_t source_size;
  VkDeviceOrHostAddressConstKHR source;
  size_t *target_size;
  VkDeviceOrHostAddressKHR target;
  uint32_t source_component, target_component;
  uint32_t rows, columns;
  uint32_t source_layout;
  size_t source_stride;
  uint32_t target_layout;
  size_t target_stride;
};

/* The three commands that fill an array of rows. */
typedef VkResult(VKAPI_PTR *rows_command)(VkPhysicalDevice device, uint32_t *count, void *rows);

/* vkConvertCooperativeVectorMatrixNV */
typedef VkResult(VKAPI_PTR *convert_command)(VkDevice device, const struct conversion *info);

/* vkCmdConvertCooperativeVectorMatrixNV */
typedef void(VKAPI_PTR *record_convert_command)(VkCommandBuffer commands, uint32_t count, const struct conversion *infos);

#endif
